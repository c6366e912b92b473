/* SPDX-License-Identifier: MIT */
/* Playing games of any kind by their interface alone: random turns, lists of
   legal turns, turns out of texts, records of games. */
#ifndef TESTS_SUPPORT_PLAYING_H
#define TESTS_SUPPORT_PLAYING_H

#include "reader/reader.h"
#include "referee/perft.h"
#include "support/random.h"

/* A position at the start, or a copy; free() it.  Games that begin with a deal get a
   random one, all of it known or some or nothing, always the same without RANDOM; the
   tags that say so are added to TAGS unless NULL. */
struct state *state_start(const struct rulebook *book, unsigned players);
struct state *state_apply_tag(const struct rulebook *book, unsigned players, struct random *random, struct text *tags);
struct state *state_copy(const struct rulebook *book, const struct state *state);
void state_put(const struct rulebook *book, struct state *to, const struct state *from);

struct outcome outcome_of(const struct rulebook *book, const struct state *state);

/* Whether two positions are written alike and stand alike. */
bool state_same(const struct rulebook *book, const struct state *a, const struct state *b);

/* A legal turn; false when there is none.  Each is as likely, but where turns are too
   many to list they are made step by step, by players who go on oftener than not. */
bool random_turn(const struct rulebook *book, const struct state *state, struct random *random, struct turn *turn);

bool turn_is_legal(const struct rulebook *book, const struct state *state, const struct turn *turn);

/* Plays at most PLIES random turns; returns how many it played. */
unsigned play_randomly(const struct rulebook *book, struct state *state, struct random *random, unsigned plies);

/* Legal turns as texts, sorted bytewise; more than LIMIT are not kept. */
struct turn_list {
    struct turn *turns; /* in the order of generation */
    char **texts;       /* likewise */
    char **sorted;
    size_t count;
    size_t limit;
    bool cut;
};
bool list_turns(const struct rulebook *book, const struct state *state, size_t limit, struct turn_list *list);

/* Likewise the steps that may follow those of BEGUN: BEGUN with one more. */
bool list_steps(const struct rulebook *book, const struct state *state, const struct turn *begun, size_t limit,
    struct turn_list *list);
bool list_has(const struct turn_list *list, const char *text);
void list_release(struct turn_list *list);

/* The canonical text of a legal turn; lives until the next call with the same TEXT. */
const char *turn_text(
    const struct rulebook *book, const struct state *state, const struct turn *turn, struct text *text);

/* For records of BOOK, NULL: of no game. */
struct shapes shapes_of(const struct rulebook *book);

/* Reads the first record of TEXT through the grammar; close the reader afterwards. */
bool read_record(struct reader *reader, struct record *record, struct slice text, struct shapes shapes);

/* The turn of ITEM as the game understands it; false when it names no cells. */
bool resolve_item(const struct rulebook *book, const struct record *record, const struct item *item, struct turn *turn);

/* How many players, 1..SEATS, the rules allow at least. */
unsigned fewest_players(const struct rulebook *book);

/* The tags of a game of PLAYERS players; POSITION may be NULL. */
void add_tags(struct text *text, const char *ruleset, unsigned players, const char *position);

#endif
