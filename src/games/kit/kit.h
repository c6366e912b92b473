/* What every game needs and none states: made of its tables of keys, fields and rules, and of
   its functions check, set_up, settle, judge, make, carries, ending, score and fact. */
#ifndef CATASTA_GAMES_KIT_KIT_H
#define CATASTA_GAMES_KIT_KIT_H

#include "games/common.h"
#include "games/game.h"

/* The functions of struct game that the kit has; a game whose own is measured to be faster, or
   that has to do more, names that instead. */
const void *kit_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
bool kit_allows_players(const void *rules, unsigned players);
size_t kit_state_size(const void *rules);
const char *kit_seat_name(const void *rules, unsigned seat);
void kit_match(const void *rules, struct match_rule *rule);
unsigned kit_sides(const void *rules);
void kit_start(const void *rules, unsigned players, struct state *state);
bool kit_read_position(
    const void *rules, unsigned players, struct slice text, struct state *state, struct fault *fault);
void kit_write_position(const void *rules, const struct state *state, struct text *text);
bool kit_play(const void *rules, struct state *state, const struct turn *turn, struct fault *fault);
bool kit_force(const void *rules, struct state *state, const struct turn *turn);
void kit_judge_end(const void *rules, const struct state *state, struct outcome *outcome);
bool kit_sum(const void *rules, const struct state *state, struct arena *arena, struct score_sum *sum);

#define KIT_FUNCTIONS                                                                                                  \
    .configure = kit_configure, .allows_players = kit_allows_players, .state_size_of = kit_state_size,                 \
    .seat_name = kit_seat_name, .match = kit_match, .sides = kit_sides, .start = kit_start,                            \
    .read_position = kit_read_position, .write_position = kit_write_position, .play = kit_play, .force = kit_force,    \
    .judge_end = kit_judge_end, .sum = kit_sum

/* Whether a turn of UNIT_TURN is legal, for searches. */
bool kit_is_legal(const void *rules, const struct state *state, const struct turn *turn);

/* What a seat has in all, as .score tells: in halves. */
int32_t kit_score(const void *rules, const struct state *state, unsigned seat);

/* Says that a field of a position cannot be; returns false. */
bool refuse_field(struct position_reader *reader, struct slice field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says that a position cannot be, as a whole; returns false. */
bool refuse_whole(struct position_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A field that is one number, a uint32_t of the state. */
bool read_number_field(struct position_reader *reader, const struct position_field *field, struct slice text);
void write_number_field(
    const void *rules, const struct position_field *field, const struct state *state, struct text *text);
#define NUMBER_FIELD(state, member, from, say)                                                                         \
    {                                                                                                                  \
        .read = read_number_field, .write = write_number_field, .offset = offsetof(struct state, member),              \
        .least = (from), .wanted = (say)                                                                               \
    }
#define TURN_NUMBER_FIELD NUMBER_FIELD(state, number, 1, "the last field is the turn number, from 1")

/* Whether a fact is asked for by NAME. */
static inline bool is_named(const char *name, const char *fact)
{
    return strcmp(name, fact) == 0;
}

/* Says in PROBLEMS that KEY, or one of OTHERS (with spaces between) that the user wrote more directly, cannot be;
   returns false.  FORMAT gives the facts found and expected. */
bool refuse_key(const struct key_reading *reading, const char *key, const char *others, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
