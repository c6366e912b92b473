/* SPDX-License-Identifier: MIT */
#include "games/kit/pools.h"

#include <stdio.h>

bool pool_key(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    rules->pieces[PIECE_WHITE] = rules->pieces[PIECE_BLACK] = (uint16_t)ruleset_number(reading->ruleset, key->name);
    return true;
}

bool pool_refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct grid_rules *rules = any_rules;
    snprintf(why, WHY_ROOM, "of more than %u pieces", rules->highest);
    return stack_height(stack) > rules->highest;
}

void pool_set_up(const void *rules, struct state *state)
{
    struct grid_position *grid = (struct grid_position *)state;
    grid->pool[0] = grid->pool[1] = pool_size(rules);
}

unsigned pool_landing(const struct grid_position *position, const struct turn *turn)
{
    unsigned highest = 0;
    for (unsigned i = 1; i + 1 < turn->count; i++)
        if (stack_height(position->stacks[turn->steps[i].cell]) >
            stack_height(position->stacks[turn->steps[highest].cell]))
            highest = i;
    return highest;
}

unsigned pool_height(const struct grid_position *position, const struct turn *turn)
{
    unsigned height = 0;
    for (unsigned i = 0; i < turn->count; i++)
        height += stack_height(position->stacks[turn->steps[i].cell]);
    return height;
}

bool pool_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned from = turn->steps[pool_landing(position, turn)].cell;
    const struct step *to = &turn->steps[turn->count - 1]; /* without a mark, it is the beginning of a turn */
    uint64_t lands = position->stacks[from];
    (void)rules;
    (void)step;
    if (turn->count == 1)
        return lands == 0;
    return lands != 0 && to->mark != '\0' && from != to->cell &&
        stack_height(lands) + stack_height(position->stacks[to->cell]) <= STACK_PIECES;
}

void pool_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    uint32_t *pool = &position->pool[state->seat - 1];
    (void)step;
    if (turn->count == 1) {
        grid_put(rules, position, turn->steps[0].cell, grid_side(rules, state->seat) == 1 ? PIECE_WHITE : PIECE_BLACK);
        *pool -= *pool > 0;
    } else if (turn->count > 1) {
        unsigned from = turn->steps[pool_landing(position, turn)].cell;
        unsigned to = turn->steps[turn->count - 1].cell;
        uint64_t lands = position->stacks[from];
        grid_put(rules, position, to, stack_landed(position->stacks[to], lands, stack_height(lands)));
        grid_put(rules, position, from, 0);
    }
}

void pool_say_passes(const void *rules, const struct state *state, struct text *text)
{
    const uint32_t passes = grid_counter(state);
    (void)rules;
    if (passes > 0)
        text_printf(text, "%u pass%s in a row", passes, passes == 1 ? "" : "es");
}

bool pool_check_passes(struct position_reader *reader)
{
    const uint32_t passes = grid_counter(reader->state);
    return passes <= POOL_PASSES ||
        refuse_whole(reader, "it counts %u passes, but %d end the game", passes, POOL_PASSES);
}

void pool_fact_count(const struct violation *violation, struct text *text)
{
    text_add_number(text, pool_height((const struct grid_position *)violation->state, violation->turn));
}
