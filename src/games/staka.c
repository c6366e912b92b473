/* Staka: pieces of two colours are stacked on a field that grows, and pawns climb them;
   who has the most points on top at the end wins.  The field is laid first, then the
   pawns are set, and then each turn is a movement and an action. */
#include "games/staka.h"

#include "games/common.h"
#include "games/staka_rules.h"

#include <stdio.h>

static size_t state_size(const void *any_rules)
{
    return position_size(any_rules);
}

/* The starting field. */

/* Whether every colour can still come to be up often enough: for each set of lacking
   colours there are pieces left with one of them, as many as those colours lack. */
static bool can_show_all(const struct rules *rules, const struct position *position)
{
    unsigned lacks[COLOURS];
    unsigned up[COLOURS] = {0};
    for (unsigned i = 0; i < position->laid; i++)
        up[position->pieces[i].up]++;
    unsigned lacking = 0;
    for (unsigned i = 0; i < rules->colours.count; i++) {
        lacks[i] = up[i] < rules->each_up ? rules->each_up - up[i] : 0;
        lacking |= lacks[i] > 0 ? 1u << i : 0;
    }
    for (unsigned set = lacking; set > 0; set = (set - 1) & lacking) {
        unsigned wanted = 0;
        unsigned there = 0;
        for (unsigned i = 0; i < rules->colours.count; i++)
            wanted += (set >> i & 1) != 0 ? lacks[i] : 0;
        for (unsigned kind = 0; kind < rules->kinds; kind++)
            there += (set >> rules->first[kind] & 1) != 0 || (set >> rules->second[kind] & 1) != 0
                ? position->aside[kind]
                : 0;
        if (there < wanted)
            return false;
    }
    return true;
}

static bool leaves_colours(
    const struct rules *rules, struct position *position, unsigned at, unsigned up, unsigned down)
{
    unsigned kind = rules->kind[up][down];
    staka_lay(rules, position, at, up, down);
    position->aside[kind]--;
    bool can = can_show_all(rules, position);
    position->aside[kind]++;
    staka_lift(rules, position, at);
    return can;
}

int staka_judge_start(const struct rules *rules, struct position *position, const struct step *step)
{
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    bool is_piece = up != NO_COLOUR && down != NO_COLOUR;
    bool is_double = is_piece && up == down;
    unsigned wanted = position->laid == 0 ? 0 : position->laid == 1 ? 1 : rules->touch;
    if (step->cell == BEYOND)
        return WINDOW;
    if (!is_double && (!is_piece || position->aside[rules->kind[up][down]] == 0))
        return START_KIND;
    if (field_has(&position->taken, step->cell))
        return START_GROUND;
    if (staka_touching(rules, position, step->cell) < wanted)
        return TOUCH;
    if (is_double)
        return DOUBLE_GROUND;
    return leaves_colours(rules, position, step->cell, up, down) ? LEGAL : START_COLOURS;
}

int staka_judge_pawn(const struct rules *rules, struct position *position, const struct step *step)
{
    if (step->cell == BEYOND)
        return WINDOW;
    const struct pile *place = place_at(rules, position, step->cell);
    if (place == NULL || top_of(position, place)->up != mover_of(position)->colour)
        return PAWN_COLOUR;
    return place->pawns != 0 && !rules->pawns_share ? PAWN_OCCUPIED : LEGAL;
}

/* Movements. */

static bool is_walkable(const struct rules *rules, struct position *position, const struct pile *place)
{
    unsigned up = top_of(position, place)->up;
    return up == mover_of(position)->colour || (rules->neutral[position->state.players] >> up & 1) != 0;
}

/* The mover's pawn does not count. */
static bool is_occupied(const struct rules *rules, const struct position *position, const struct pile *place)
{
    return !rules->pawns_share && (place->pawns & ~(1u << (position->state.seat - 1))) != 0;
}

static int judge_walk(const struct rules *rules, struct position *position, unsigned from, unsigned to)
{
    const struct pile *place = place_at(rules, position, to);
    if (place == NULL || !field_touch(rules->lattice, from, to))
        return NOT_ADJACENT;
    if (!is_walkable(rules, position, place))
        return WALK_COLOUR;
    if (place->height > place_at(rules, position, from)->height + rules->climb)
        return CLIMB;
    return is_occupied(rules, position, place) ? PAWN_OCCUPIED : LEGAL;
}

static int judge_swim(const struct rules *rules, struct position *position, unsigned from, unsigned to)
{
    const struct pile *place = place_at(rules, position, to);
    struct field_set outside;
    field_outside(&position->taken, rules->lattice, &outside);
    if (from == to || field_touch(rules->lattice, from, to) || !staka_is_edge(rules, position, &outside, from) ||
        !staka_is_edge(rules, position, &outside, to))
        return SWIM_EDGE;
    if (place->height != 1)
        return SWIM_GROUND;
    if (!rules->swims_free && !is_walkable(rules, position, place))
        return WALK_COLOUR;
    return is_occupied(rules, position, place) ? PAWN_OCCUPIED : LEGAL;
}

bool staka_can_walk(const struct rules *rules, struct position *position)
{
    uint16_t touching[FIELD_TOUCHING];
    unsigned from = position->pawns[position->state.seat - 1];
    unsigned count = field_touching(rules->lattice, from, touching);
    for (unsigned i = 0; i < count; i++)
        if (touching[i] != FIELD_NONE && judge_walk(rules, position, from, touching[i]) == LEGAL)
            return true;
    return false;
}

int staka_judge_movement(const struct rules *rules, struct position *position, const struct turn *turn)
{
    const struct step *first = &turn->steps[0];
    const struct step *second = &turn->steps[1];
    if (first->mark == 's')
        return staka_can_walk(rules, position) ? MUST_WALK : LEGAL;
    if (first->cell == BEYOND || second->cell == BEYOND)
        return WINDOW;
    if (first->cell != position->pawns[position->state.seat - 1])
        return PAWN_SOURCE;
    return second->mark == '-' ? judge_walk(rules, position, first->cell, second->cell)
                               : judge_swim(rules, position, first->cell, second->cell);
}

/* Actions, where the pawn now stands. */

static bool holds(const struct rules *rules, const struct hand *hand, unsigned up, unsigned down)
{
    if (up == NO_COLOUR || down == NO_COLOUR)
        return false;
    return up == down ? hand->has_double && hand->colour == up : hand->of[rules->kind[up][down]] > 0;
}

static int judge_place(const struct rules *rules, struct position *position, const struct step *step)
{
    unsigned own = position->pawns[position->state.seat - 1];
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    if (step->cell == BEYOND)
        return WINDOW;
    const struct pile *place = place_at(rules, position, step->cell);
    if (step->cell == own)
        return PAWN_OCCUPIED;
    if (!field_touch(rules->lattice, own, step->cell))
        return NOT_ADJACENT;
    if (place != NULL && place->pawns != 0)
        return PAWN_OCCUPIED;
    if (place == NULL && staka_touching(rules, position, step->cell) < rules->touch)
        return TOUCH;
    if (place != NULL && top_of(position, place)->up != down)
        return COLOUR_ON_COLOUR;
    if (place == NULL && up == down && up != NO_COLOUR)
        return DOUBLE_GROUND;
    return holds(rules, mover_of(position), up, down) ? LEGAL : NOT_IN_HAND;
}

static int judge_take(const struct rules *rules, struct position *position, const struct step *step)
{
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    if (up == NO_COLOUR || down == NO_COLOUR || up == down || position->bank[rules->kind[up][down]] == 0)
        return BANK_EMPTY;
    return mover_of(position)->size >= rules->hand_limit ? HAND_FULL : LEGAL;
}

/* Whether some piece of HAND may lie with colour DOWN on what is below it, or, for
   NO_COLOUR, on the ground. */
static bool holds_for(const struct rules *rules, const struct hand *hand, unsigned down)
{
    if (down == NO_COLOUR)
        return hand->size > 0;
    for (unsigned other = 0; other < rules->colours.count; other++)
        if (holds(rules, hand, other, down))
            return true;
    return false;
}

bool staka_can_place(const struct rules *rules, struct position *position)
{
    uint16_t touching[FIELD_TOUCHING];
    const struct hand *hand = mover_of(position);
    unsigned count = field_touching(rules->lattice, position->pawns[position->state.seat - 1], touching);
    for (unsigned i = 0; i < count && hand->size + hand->has_double > 0; i++) {
        const struct pile *place = place_at(rules, position, touching[i]);
        if (touching[i] == FIELD_NONE || (place != NULL && place->pawns != 0))
            continue;
        if (place == NULL && staka_touching(rules, position, touching[i]) < rules->touch)
            continue;
        if (holds_for(rules, hand, place == NULL ? NO_COLOUR : top_of(position, place)->up))
            return true;
    }
    return false;
}

bool staka_can_take(const struct rules *rules, const struct position *position)
{
    return position->bank_size > 0 && position->hands[position->state.seat - 1].size < rules->hand_limit;
}

static int judge_none(const struct rules *rules, struct position *position)
{
    bool takes = staka_can_take(rules, position);
    if (staka_can_place(rules, position))
        return takes ? MUST_ACT : MUST_PLACE;
    return takes ? MUST_ACT : LEGAL;
}

int staka_judge_action(const struct rules *rules, struct position *position, const struct step *step)
{
    if (step->mark == 'n')
        return judge_none(rules, position);
    return step->mark == '+' ? judge_take(rules, position, step) : judge_place(rules, position, step);
}

/* Turns. */

/* Which phase a turn is of. */
static enum phase phase_of(const struct turn *turn)
{
    if (turn->count > 1)
        return PHASE_PLAY;
    return turn->steps[0].mark == 'P' ? PHASE_PAWNS : PHASE_START;
}

/* The step that breaks RULE: the movement's, or the action's. */
static int judge_turn(const struct rules *rules, struct position *position, const struct turn *turn, uint16_t *part)
{
    *part = FAULT_WHOLE;
    if (phase_of(turn) != position->phase)
        return PHASE;
    *part = 0;
    if (position->phase == PHASE_START)
        return staka_judge_start(rules, position, &turn->steps[0]);
    if (position->phase == PHASE_PAWNS)
        return staka_judge_pawn(rules, position, &turn->steps[0]);
    int broken = staka_judge_movement(rules, position, turn);
    bool about_source = broken == PAWN_SOURCE || broken == MUST_WALK || turn->steps[0].cell == BEYOND;
    *part = about_source ? 0 : 1;
    if (broken != LEGAL)
        return broken;
    unsigned from = position->pawns[position->state.seat - 1];
    if (turn->count == 3)
        staka_move_pawn(rules, position, turn->steps[1].cell);
    broken = staka_judge_action(rules, position, action_of(turn));
    if (broken != LEGAL)
        staka_move_pawn(rules, position, from);
    *part = (uint16_t)(turn->count - 1);
    return broken;
}

static void put_down(const struct rules *rules, struct position *position, const struct step *step)
{
    struct hand *hand = mover_of(position);
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    staka_lay(rules, position, step->cell, up, down);
    if (up == down) {
        hand->has_double = false;
    } else {
        hand->of[rules->kind[up][down]]--;
        hand->size--;
    }
}

static void take(const struct rules *rules, struct position *position, const struct step *step)
{
    struct hand *hand = mover_of(position);
    unsigned kind = rules->kind[colour_of(rules, step_letters(step, 0))][colour_of(rules, step_letters(step, 1))];
    hand->of[kind]++;
    hand->size++;
    position->bank[kind]--;
    position->bank_size--;
}

/* The next seat that is not gone; when nobody has anything left, just the next. */
static void end_turn(const struct rules *rules, struct position *position)
{
    struct state *state = &position->state;
    bool all = staka_finished(position) == (1u << state->players) - 1;
    uint32_t gone = staka_gone(rules, state);
    unsigned seat = state->seat;
    do
        seat = seat % state->players + 1;
    while (!all && (gone >> (seat - 1) & 1) != 0 && seat != state->seat);
    state->number += seat <= state->seat && state->number < UINT32_MAX;
    state->seat = (uint8_t)seat;
}

/* The first seat is next, in a new round. */
static void begin_phase(struct position *position, enum phase phase)
{
    position->phase = (uint8_t)phase;
    position->state.seat = position->state.players;
}

static void play_start(const struct rules *rules, struct position *position, const struct step *step)
{
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    unsigned left = 0;
    staka_lay(rules, position, step->cell, up, down);
    position->aside[rules->kind[up][down]]--;
    for (unsigned kind = 0; kind < rules->kinds; kind++)
        left += position->aside[kind];
    if (left == 0)
        begin_phase(position, PHASE_PAWNS);
}

static void play_pawn(const struct rules *rules, struct position *position, const struct step *step)
{
    staka_move_pawn(rules, position, step->cell);
    if (position->state.seat == position->state.players)
        begin_phase(position, PHASE_PLAY);
}

static void count_none(struct position *position, const struct step *action)
{
    bool full = position->nones == UINT16_MAX;
    position->nones = action->mark == 'n' ? (uint16_t)(position->nones + !full) : 0;
}

static void play_action(const struct rules *rules, struct position *position, const struct step *step)
{
    count_none(position, step);
    if (step->mark == '@')
        put_down(rules, position, step);
    else if (step->mark == '+')
        take(rules, position, step);
}

/* Plays TURN, which is legal. */
static void make_turn(const struct rules *rules, struct position *position, const struct turn *turn)
{
    if (position->phase == PHASE_START)
        play_start(rules, position, &turn->steps[0]);
    else if (position->phase == PHASE_PAWNS)
        play_pawn(rules, position, &turn->steps[0]);
    else
        play_action(rules, position, action_of(turn));
    end_turn(rules, position);
}

/* Who has nothing left stops for good. */
static bool stop(const struct rules *rules, struct position *position, struct fault *fault)
{
    if (!staka_can_stop(rules, position))
        return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE,
            FACT(why, "'out' is for a player with no pieces left when the bank is empty"));
    position->stopped |= (uint8_t)(1u << (position->state.seat - 1));
    end_turn(rules, position);
    return true;
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    uint16_t part;
    if (turn->shape == TURN_OUT)
        return stop(rules, position, fault);
    if (turn->shape == TURN_PASS)
        return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE,
            FACT(why, "a turn without an action ends with 'none'"));
    int broken = judge_turn(rules, position, turn, &part);
    if (broken != LEGAL)
        return staka_raise(rules, position, turn, broken, part, fault);
    make_turn(rules, position, turn);
    return true;
}

/* A turn as far as the field can carry it: a pawn goes wherever something lies, a piece
   that is held goes on any place without a pawn, what cannot be done is left out.  A
   turn that was cut behind its movement is that alone. */

static bool force_piece(const struct rules *rules, struct position *position, const struct step *step)
{
    unsigned up = colour_of(rules, step_letters(step, 0));
    unsigned down = colour_of(rules, step_letters(step, 1));
    const struct pile *place = step->cell == BEYOND ? NULL : place_at(rules, position, step->cell);
    if (step->cell == BEYOND || !holds(rules, mover_of(position), up, down) || (place != NULL && place->pawns != 0))
        return false;
    put_down(rules, position, step);
    return true;
}

static void force_play(const struct rules *rules, struct position *position, const struct turn *turn)
{
    const struct step *to = &turn->steps[1];
    const struct step *action = action_of(turn);
    if (turn->steps[0].mark != 's' && to->cell != BEYOND && field_has(&position->taken, to->cell) &&
        !is_occupied(rules, position, place_at(rules, position, to->cell)))
        staka_move_pawn(rules, position, to->cell);
    count_none(position, action);
    if (action->mark == '@')
        force_piece(rules, position, action);
    else if (action->mark == '+' && judge_take(rules, position, action) != BANK_EMPTY)
        take(rules, position, action);
}

static bool force(const void *any_rules, struct state *state, const struct turn *turn)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    const struct step *step = &turn->steps[0];
    bool passes = turn->shape == TURN_PASS || turn->shape == TURN_OUT;
    if ((passes ? PHASE_PLAY : phase_of(turn)) != position->phase)
        return false;
    if (passes) {
        count_none(position, &(struct step){.mark = 'n'});
    } else if (position->phase == PHASE_PLAY) {
        force_play(rules, position, turn);
    } else if (position->phase == PHASE_PAWNS) {
        if (step->cell == BEYOND || !field_has(&position->taken, step->cell))
            return false;
        play_pawn(rules, position, step);
    } else {
        int broken = staka_judge_start(rules, position, step);
        if ((broken != TOUCH && broken != START_COLOURS) || step_letters(step, 0) == step_letters(step, 1))
            return false;
        play_start(rules, position, step);
    }
    end_turn(rules, position);
    return true;
}

const struct game staka = {
    .ruleset = {"staka", "staka", staka_keys},
    .rules = staka_rules,
    .shape = TURN_FIELD,
    .example =
        "'z26-z27,+WR', a movement and an action; while the field is laid 'WR@z26', and a pawn is set with 'P@z26'",
    .scoring = SCORE_HIGHEST_WINS,
    .ties_share = true,
    .adjudicates = true,
    .tags = staka_tags,
    .configure = staka_configure,
    .allows_players = staka_allows_players,
    .state_size_of = state_size,
    .seat_name = seat_player_name,
    .match = staka_match,
    .sides = staka_sides,
    .start = staka_start,
    .deal = staka_deal,
    .read_position = staka_read_position,
    .write_position = staka_write_position,
    .resolve = staka_resolve,
    .play = play,
    .force = force,
    .gone = staka_gone,
    .stops = staka_stops,
    .judge_end = staka_judge_end,
    .sum = staka_sum,
    .generate = staka_generate,
    .write = staka_write,
    .view = staka_view,
};
