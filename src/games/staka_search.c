/* Staka's legal turns: every turn that can be written, tried. */
#include "games/staka.h"

#include <stdlib.h>

struct search {
    const struct rules *rules;
    struct position *position;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

/* The empty places that touch a stack, once each. */
static void find_shore(const struct rules *rules, const struct position *position, struct field_set *shore)
{
    uint16_t touching[FIELD_TOUCHING];
    *shore = (struct field_set){{0}};
    for (unsigned at = FIELD_NONE; (at = field_next(&position->taken, at)) != FIELD_NONE;) {
        unsigned count = field_touching(rules->lattice, at, touching);
        for (unsigned i = 0; i < count; i++)
            if (touching[i] != FIELD_NONE && !field_has(&position->taken, touching[i]))
                field_put(shore, touching[i]);
    }
}

static bool visit_step(struct search *search, struct step step)
{
    search->turn.steps[search->turn.count++] = step;
    bool more = search->visit(search->context, &search->turn);
    search->turn.count--;
    return more;
}

/* A kind with either face up. */
static bool visit_start(struct search *search, unsigned at, unsigned kind)
{
    const struct rules *rules = search->rules;
    for (unsigned i = 0; i < 2; i++) {
        unsigned up = i == 0 ? rules->first[kind] : rules->second[kind];
        unsigned down = i == 0 ? rules->second[kind] : rules->first[kind];
        const struct step step = {piece_letters(rules, up, down), (uint16_t)at, '@'};
        if (staka_judge_start(rules, search->position, &step) == LEGAL && !visit_step(search, step))
            return false;
    }
    return true;
}

static bool search_start(struct search *search)
{
    struct field_set shore;
    find_shore(search->rules, search->position, &shore);
    if (search->position->laid == 0)
        field_put(&shore, search->rules->first_place);
    for (unsigned at = FIELD_NONE; (at = field_next(&shore, at)) != FIELD_NONE;)
        for (unsigned kind = 0; kind < search->rules->kinds; kind++)
            if (search->position->aside[kind] > 0 && !visit_start(search, at, kind))
                return false;
    return true;
}

static bool search_pawns(struct search *search)
{
    for (unsigned at = FIELD_NONE; (at = field_next(&search->position->taken, at)) != FIELD_NONE;) {
        const struct step step = {'P', (uint16_t)at, 'P'};
        if (staka_judge_pawn(search->rules, search->position, &step) == LEGAL && !visit_step(search, step))
            return false;
    }
    return true;
}

static bool visit_action(struct search *search, struct step step)
{
    return staka_judge_action(search->rules, search->position, &step) != LEGAL || visit_step(search, step);
}

static bool search_placements(struct search *search, unsigned at)
{
    const struct rules *rules = search->rules;
    const struct hand *hand = mover_of(search->position);
    for (unsigned up = 0; up < rules->colours.count; up++)
        for (unsigned down = 0; down < rules->colours.count; down++) {
            bool held = up == down ? hand->has_double && hand->colour == up : hand->of[rules->kind[up][down]] > 0;
            if (held && !visit_action(search, (struct step){piece_letters(rules, up, down), (uint16_t)at, '@'}))
                return false;
        }
    return true;
}

static bool search_actions(struct search *search)
{
    const struct rules *rules = search->rules;
    uint16_t touching[FIELD_TOUCHING];
    unsigned count =
        field_touching(rules->lattice, search->position->pawns[search->position->state.seat - 1], touching);
    for (unsigned i = 0; i < count; i++)
        if (touching[i] != FIELD_NONE && !search_placements(search, touching[i]))
            return false;
    for (unsigned kind = 0; kind < rules->kinds; kind++)
        if (!visit_action(search, (struct step){piece_letters(rules, rules->first[kind], rules->second[kind]), 0, '+'}))
            return false;
    return visit_action(search, (struct step){0, 0, 'n'});
}

/* A walk or a swim, and all actions behind it. */
static bool search_movement(struct search *search, unsigned to, char mark)
{
    struct position *position = search->position;
    unsigned from = position->pawns[position->state.seat - 1];
    search->turn.steps[0] = (struct step){0, (uint16_t)from, 0};
    search->turn.steps[1] = (struct step){0, (uint16_t)to, mark};
    search->turn.count = 2;
    bool more = true;
    if (staka_judge_movement(search->rules, position, &search->turn) == LEGAL) {
        staka_move_pawn(search->rules, position, to);
        more = search_actions(search);
        staka_move_pawn(search->rules, position, from);
    }
    return more;
}

static bool search_stay(struct search *search)
{
    search->turn.steps[0] = (struct step){0, 0, 's'};
    search->turn.count = 1;
    return staka_judge_movement(search->rules, search->position, &search->turn) != LEGAL || search_actions(search);
}

static bool search_play(struct search *search)
{
    const struct rules *rules = search->rules;
    const struct position *position = search->position;
    unsigned from = position->pawns[position->state.seat - 1];
    for (unsigned at = FIELD_NONE; (at = field_next(&position->taken, at)) != FIELD_NONE;) {
        char mark = field_touch(rules->lattice, from, at) ? '-' : '~';
        if (at != from && !search_movement(search, at, mark))
            return false;
    }
    const struct turn out = {.shape = TURN_OUT};
    return search_stay(search) && (!staka_can_stop(rules, position) || search->visit(search->context, &out));
}

bool staka_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    uint64_t room[STAKA_WORDS];
    uint64_t *own = room;
    bool more = false;
    size_t size = position_size(rules);
    if (size > sizeof room)
        own = malloc(size);
    if (own == NULL)
        return false;
    struct position *position = (struct position *)own;
    memcpy(position, state, size);
    struct search search = {rules, position, visit, context, {.shape = TURN_FIELD}};
    if (position->phase == PHASE_START)
        more = search_start(&search);
    else
        more = position->phase == PHASE_PAWNS ? search_pawns(&search) : search_play(&search);
    if (own != room)
        free(own);
    return more;
}
