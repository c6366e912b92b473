/* SPDX-License-Identifier: MIT */
/* Games told again, slowly: boards as texts, rules in the words of a game's page,
   nothing shared with src.  Whatever the program finds by masks and tables must come
   out here by plodding. */
#ifndef TESTS_SUPPORT_SLOW_H
#define TESTS_SUPPORT_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SLOW_ROWS = 13,
    SLOW_COLUMNS = 13,
    SLOW_STACK = 17,
    SLOW_TURN = 160,
    SLOW_CELL = 8,
    SLOW_TEXT = 4096,
    SLOW_SEATS_MOST = 8
};

/* What the rules of every ruleset told begin with. */
struct slow_rules {
    const char *name;               /* of the ruleset file, without folder and .yaml */
    int row_lengths[SLOW_ROWS + 1]; /* bottom row first, ends with 0 */
};

/* A board of rows, or the whole text of a position. */
struct slow_position {
    char stacks[SLOW_ROWS][SLOW_COLUMNS][SLOW_STACK]; /* bottom to top */
    int seat;                                         /* 1 or 2 */
    int number;                                       /* the first behind it */
    char text[SLOW_TEXT];
};

/* Called with a turn in canonical form and the position after it. */
typedef void slow_visitor(void *context, const char *turn, const struct slow_position *after);

struct telling {
    const char *game;
    const char *reasons; /* of the ends that it tells of */
    bool reads_text;     /* and not boards */

    /* The rules of a ruleset by name, NULL when they are not told. */
    const struct slow_rules *(*find)(const char *ruleset);

    void (*turns)(
        const struct slow_rules *rules, const struct slow_position *position, slow_visitor *visit, void *context);

    /* Why the game is over, NULL: it is not; WINNERS has bit s-1 for seat s. */
    const char *(*end)(const struct slow_rules *rules, const struct slow_position *position, unsigned *winners);

    /* Adds what each seat has, in games that count points; else NULL. */
    void (*points)(const struct slow_rules *rules, const struct slow_position *position, int points[SLOW_SEATS_MOST]);
};

/* The telling of a game, NULL when there is none. */
const struct telling *slow_telling(const char *game);

/* Takes the text of a position, or reads its rows, the side and a number; false when it
   is none. */
bool slow_read(
    const struct telling *telling, const struct slow_rules *rules, const char *text, struct slow_position *position);

/* Legal sequences of DEPTH turns. */
uint64_t slow_perft(const struct telling *telling, const struct slow_rules *rules, const struct slow_position *position,
    unsigned depth);

/* For tellings: how many rows there are, how a cell is called, and whether a list of
   names, "a1 a2", has it. */
int slow_row_count(const struct slow_rules *rules);
void slow_cell_name(int row, int column, char name[SLOW_CELL]);
bool slow_lists(const char *names, int row, int column);

#endif
