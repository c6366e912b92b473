/* SPDX-License-Identifier: MIT */
/* Hashes of positions.  They are in files that people keep, so nothing here may ever change what comes out;
   tests/index/hash.py holds it to that. */
#include "base/hash.h"
#include "games/kit/grid.h"
#include "games/kit/open_field.h"

#include <limits.h>

/* Both count from 1. */
static uint64_t hash_place(int row, int column)
{
    return hash_mix((uint64_t)row << 16 | (uint64_t)column);
}

/* Something on places whose hashes add up to PLACES. */
static uint64_t hash_thing(uint64_t text, uint64_t places)
{
    return hash_mix(text ^ places);
}

void grid_prepare_hash(struct grid_rules *rules)
{
    const struct board *board = &rules->board;
    rules->symmetries = (uint8_t)board_symmetries(board, rules->zone, rules->images);
    for (unsigned cell = 0; cell < board->cells; cell++) {
        struct lattice_place place = board_place(board, cell);
        rules->place_hash[cell] = hash_place(place.row, place.column);
    }
}

static unsigned grid_sums(const void *any_rules, const struct state *state, uint64_t sums[SYMMETRIES])
{
    const struct grid_rules *rules = any_rules;
    const struct grid_stacking *stacking = grid_stacking_of(rules);
    char stack[STACKING_ROOM];
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        const char *end = stacking->write(rules, state, cell, stack);
        if (end == stack)
            continue;
        uint64_t text = hash_fnv((struct slice){stack, (size_t)(end - stack)});
        for (unsigned i = 0; i < rules->symmetries; i++)
            sums[i] += hash_thing(text, rules->place_hash[rules->images[i][cell]]);
    }
    return rules->symmetries;
}

static struct lattice_place node_place(const struct placed_piece *thing, unsigned node)
{
    return (struct lattice_place){
        (int)field_row(thing->place) + thing->nodes[node][0], (int)field_column(thing->place) + thing->nodes[node][1]};
}

unsigned field_sums(const void *rules, const struct state *state, thing_visitor *visit, enum lattice lattice,
    bool mirrors, uint64_t sums[SYMMETRIES])
{
    unsigned count = lattice_symmetries(lattice) / (mirrors ? 1 : 2);
    struct lattice_place least[SYMMETRIES];
    struct placed_piece thing;
    struct text scratch;
    text_init(&scratch);
    for (unsigned s = 0; s < count; s++)
        least[s] = (struct lattice_place){INT_MAX, INT_MAX};
    for (unsigned i = 0; visit(rules, state, i, &scratch, &thing); i++)
        for (unsigned s = 0; s < count; s++)
            for (unsigned node = 0; node < thing.count; node++) {
                struct lattice_place place = lattice_image(lattice, s, node_place(&thing, node));
                least[s].row = place.row < least[s].row ? place.row : least[s].row;
                least[s].column = place.column < least[s].column ? place.column : least[s].column;
            }
    for (unsigned i = 0; visit(rules, state, i, &scratch, &thing); i++) {
        uint64_t text = hash_fnv(thing.text);
        for (unsigned s = 0; s < count; s++) {
            uint64_t places = 0;
            for (unsigned node = 0; node < thing.count; node++) {
                struct lattice_place place = lattice_image(lattice, s, node_place(&thing, node));
                places += hash_place(place.row - least[s].row + 1, place.column - least[s].column + 1);
            }
            sums[s] += hash_thing(text, places);
        }
    }
    text_release(&scratch);
    return count;
}

/* The stacks of a field one after the other. */
static bool visit_stack(
    const void *any_rules, const struct state *state, unsigned i, struct text *scratch, struct placed_piece *thing)
{
    static const int8_t here[1][2] = {{0, 0}};
    const struct field_set *taken = &((const struct field_position *)state)->taken;
    unsigned place = field_next(taken, i == 0 ? FIELD_NONE : thing->place);
    text_clear(scratch);
    if (place != FIELD_NONE)
        game_rules_of(any_rules)->game->field->write(any_rules, state, place, scratch);
    *thing = (struct placed_piece){text_slice(scratch), place, here, 1};
    return place != FIELD_NONE;
}

/* The game, the cells of its board where it has one, and the fields of a position but those that count, and that of
   what lies on places where WITH_PLACES does not hold. */
static uint64_t hash_rest(const struct game_rules *rules, const struct state *state, bool with_places)
{
    const struct game *game = rules->game;
    struct text text;
    text_init(&text);
    text_add_string(&text, game->ruleset.name);
    if (game->grid != NULL)
        text_printf(&text, " %u", ((const struct grid_rules *)(const void *)rules)->board.cells);
    for (const struct position_field *field = game->position.fields; field->read != NULL; field++)
        if (!field->counts && (field != game->position.fields || with_places)) {
            text_add_char(&text, ' ');
            write_field(rules, field, state, &text);
        }
    uint64_t hash = hash_mix(hash_fnv(text_slice(&text)));
    text_release(&text);
    return hash;
}

uint64_t game_hash(const void *any_rules, const struct state *state)
{
    const struct game_rules *rules = any_rules;
    const struct game *game = rules->game;
    uint64_t sums[SYMMETRIES] = {0};
    unsigned count = game->position.sums != NULL ? game->position.sums(rules, state, sums)
        : game->grid != NULL                     ? grid_sums(rules, state, sums)
        : game->field != NULL
        ? field_sums(rules, state, visit_stack, ((const struct field_rules *)any_rules)->lattice, true, sums)
        : 0;
    uint64_t rest = hash_rest(rules, state, count == 0);
    uint64_t least = rest + sums[0];
    for (unsigned i = 1; i < count; i++)
        least = rest + sums[i] < least ? rest + sums[i] : least;
    return least;
}
