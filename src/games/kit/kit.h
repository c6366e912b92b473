/* SPDX-License-Identifier: MIT */
/* What every game needs and none states: made of its tables of keys, fields, rules and facts, and
   of its functions check, set_up, validate, judge, make, can_force, ending and score. */
#ifndef CATASTA_GAMES_KIT_KIT_H
#define CATASTA_GAMES_KIT_KIT_H

#include "games/common.h"
#include "games/game.h"

/* What game_force and game_breakdown do in a game that has no such function of its own. */
bool kit_force(const void *rules, struct state *state, const struct turn *turn);
bool kit_breakdown(const void *rules, const struct state *state, struct arena *arena, struct score_breakdown *sum);

/* The points so far, in halves; nothing in games that are won or drawn. */
void kit_scores(const void *rules, const struct state *state, int32_t halves[SEATS]);

/* Visits TURN, of UNIT_TURN, if it is legal; false when the visitor stopped it.  The compiler knows GAME. */
static inline bool kit_offer(const struct game *game, const void *rules, const struct state *state,
    const struct turn *turn, turn_visitor *visit, void *context)
{
    struct finding finding;
    return game->judging.judge(rules, state, turn, 0, &finding) != LEGAL || visit(context, turn);
}

/* Stops at the first turn that is visited, and keeps it in CONTEXT, a struct turn, unless NULL. */
turn_visitor kit_stop_at_first;

/* Whether generate finds a turn. */
bool kit_has_turn(const void *rules, const struct state *state);

/* Says that a field of a position cannot be; returns false. */
bool refuse_field(struct position_reader *reader, struct slice field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says that a position cannot be, as a whole; returns false. */
#define refuse_whole(reader, ...) refuse_field(reader, (reader)->whole, __VA_ARGS__)

/* A field that is one number of the state: a uint32_t, which counts something, or a uint8_t from FROM to MOST, or to
   the number of players where that is 0. */
bool read_number_field(struct position_reader *reader, struct slice text);
void write_field(const void *rules, const struct position_field *field, const struct state *state, struct text *text);
#define NUMBER_FIELD(state, member, from, say)                                                                         \
    {                                                                                                                  \
        .read = read_number_field, KEY_INTO(state, member), .least = (from), .wanted = (say), .counts = true           \
    }
#define TURN_NUMBER_FIELD NUMBER_FIELD(state, number, 1, "the last field is the turn number, from 1")

#define BYTE_FIELD(state, member, from, to, say)                                                                       \
    {                                                                                                                  \
        .read = read_number_field, KEY_INTO(state, member), .least = (from), .most = (to), .wanted = (say)             \
    }
#define SEAT_FIELD(say) BYTE_FIELD(state, seat, 1, 0, say)

/* Says that what was written is not what .field is to be; returns false. */
bool refuse_other(struct position_reader *reader, struct slice text);

/* Says in PROBLEMS that KEY, or one of OTHERS (with spaces between) that the user wrote more directly, cannot be;
   returns false.  FORMAT gives the facts found and expected. */
bool refuse_key(const struct key_reading *reading, const char *key, const char *others, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Rows of a table of rules that many games have, with the facts {step}, {source}, {stack} and {owner}, with a record
 * that breaks each, and one that keeps it. */
#define RULE_SOURCE_EMPTY(id, breaks, keeps)                                                                           \
    {                                                                                                                  \
        id, SEVERITY_ERROR, "{step} starts from {source}, which is empty",                                             \
            "A move starts from a cell with a stack on it. A single piece is a stack of one.", breaks, .kept = keeps   \
    }
#define RULE_NOT_YOURS(id, breaks, keeps)                                                                              \
    {                                                                                                                  \
        id, SEVERITY_ERROR, "{step} moves a stack that {owner} controls: {source} holds {stack}",                      \
            "A player moves only stacks of their own. The top piece controls a stack, whatever is below it.", breaks,  \
            .kept = keeps                                                                                              \
    }

/* The facts {player}, who is to move, and of two the other, {owner}. */
fact_writer kit_fact_player, kit_fact_owner;

/* Writes the facts that the message of the rule names, and returns false.  One that the game does not have is left out,
   which shows: the message then has its name. */
bool kit_raise(const struct violation *violation, struct fault *fault);

/* The first step of TURN that is judged, and what is after the last. */
static inline unsigned kit_first_step(const struct game *game, const struct turn *turn)
{
    return game->judging.unit == UNIT_LIFTS && turn->shape == game->notation.shape;
}
static inline unsigned kit_steps_end(const struct game *game, const struct turn *turn)
{
    return game->judging.unit == UNIT_TURN || turn->shape != game->notation.shape ? 1 : turn->count;
}

/* What ends a turn where nothing else does. */
static inline void kit_next_seat(struct state *state)
{
    state->number += state->seat == state->players && state->number < UINT32_MAX;
    state->seat = state->seat == state->players ? 1 : state->seat + 1;
}

static inline void kit_end_turn(const struct game *game, const void *rules, struct state *state)
{
    if (game->judging.end_turn != NULL) {
        game->judging.end_turn(rules, state);
        return;
    }
    kit_next_seat(state);
}

enum { STATE_WORDS = 4096 }; /* room for a state of a game whose turns have steps, which asserts that it fits */

/* game_play of a GAME that the compiler knows, whose judge and make, where they are KIT_INLINE, it puts in here: for
   games whose steps take less time than the calls of them. */
#define KIT_INLINE static inline __attribute__((always_inline))
KIT_INLINE bool kit_play_as(
    const struct game *game, const void *rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    unsigned first = kit_first_step(game, turn);
    unsigned end = kit_steps_end(game, turn);
    size_t size = ((const struct game_rules *)rules)->state_size;
    uint64_t saved[STATE_WORDS];
    if (turn->shape == TURN_PASS && game->judging.no_pass != NULL)
        return fault_raise(
            fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE, FACT(why, "%s"), game->judging.no_pass);
    if (end > first + 1 && (fault == NULL || !fault->strict))
        memcpy(saved, state, size);
    for (unsigned step = first; step < end; step++) {
        struct finding finding = {(uint16_t)step, LEGAL};
        int broken = game->judging.judge(rules, state, turn, step, &finding);
        int rule = broken == LEGAL ? finding.note : broken;
        if (rule != LEGAL && fault != NULL)
            kit_raise(&(struct violation){rules, state, turn, step, rule, finding.part}, fault);
        if (broken != LEGAL || (rule != LEGAL && fault != NULL && fault->strict)) {
            if (step > first && (fault == NULL || !fault->strict))
                memcpy(state, saved, size);
            return false;
        }
        game->judging.make(rules, state, turn, step);
    }
    kit_end_turn(game, rules, state);
    return true;
}

#define KIT_PLAY(name)                                                                                                 \
    extern const struct game name;                                                                                     \
    static bool name##_play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault)      \
    {                                                                                                                  \
        return kit_play_as(&(name), rules, state, turn, fault);                                                        \
    }

#endif
