/* SPDX-License-Identifier: MIT */
/* Setting a game up from the tags of its record: the ruleset, the players, the
   position; and reading and settling its result. */
#ifndef CATASTA_REFEREE_SETUP_H
#define CATASTA_REFEREE_SETUP_H

#include "referee/judge/line.h"
#include "referee/rulebooks.h"

/* The names of the rulesets that there are, listed when they were first asked for. */
struct ruleset_list {
    struct arena arena;
    struct text names; /* separated by commas */
    const char **at;
    size_t count;
    size_t capacity;
};

/* Rulesets at hand, and the one that the caller gave. */
struct library {
    struct rulebooks books;
    struct ruleset_list shelf;
    struct rulebook_entry used; /* .book.game NULL: none was given */
    bool forced;                /* on records that name another */
};

void library_release(struct library *library);

/* The rulebook of records that name NAMED, NULL where they name none. */
const struct rulebook_entry *library_named(struct library *library, const struct slice *named);

/* The rulebook of RECORD, but for its tag Rules. */
const struct rulebook_entry *library_book(struct library *library, const struct record *record);

/* Fills the report's book; false with a diagnostic when there is none to use. */
bool choose_book(struct library *library, struct judge *judge);

/* The tag that names the player at SEAT, NULL where none does. */
const struct tag *player_tag(const struct judge *judge, unsigned seat);

/* Whether the game is known to be one in which Black has seat 1. */
bool black_is_first(const struct judge *judge);

/* Fills the report's players; false with a diagnostic when their tags contradict each
   other.  Leaves .seats 0 where no tag says how many there are. */
bool seat_players(struct judge *judge);

/* Sets the number of seats where no tag says it; false with a diagnostic if the game is not for that number. */
bool check_players(struct judge *judge);

/* Sets STATE to the start of the game as its tags say, and the report's seats; false
   with a diagnostic when that is impossible. */
bool set_up_game(struct judge *judge, struct state *state);

/* The Result tag, unless it says that the result is not known: without a value, or with '?'. */
const struct tag *result_tag(const struct record *record);

/* Reads the results in the movetext and in the tag into the report's claim. */
void read_claims(struct judge *judge);

/* Whether what the record claims is what the board says, as far as it says anything. */
bool result_fits(const struct report *report, const struct outcome *outcome);

/* The outcome of a game that was legal to its END. */
void judge_outcome(struct judge *judge, const struct line_state *end);

/* Compares what is claimed with the END of a game of which all faults were repaired. */
void compare_result(struct judge *judge, const struct line_state *end);

#endif
