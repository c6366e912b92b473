/* Games told again, slowly: boards as texts, rules in the words of a game's page,
   nothing shared with src.  Whatever the program finds by masks and tables must come
   out here by plodding. */
#ifndef TESTS_SUPPORT_SLOW_H
#define TESTS_SUPPORT_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOW_ROWS = 13, SLOW_COLUMNS = 13, SLOW_STACK = 17, SLOW_TURN = 160, SLOW_CELL = 8 };

/* What the rules of every ruleset told begin with. */
struct slow_rules {
    const char *name;               /* of the ruleset file, without folder and .yaml */
    int row_lengths[SLOW_ROWS + 1]; /* bottom row first, ends with 0 */
};

struct slow_position {
    char stacks[SLOW_ROWS][SLOW_COLUMNS][SLOW_STACK]; /* bottom to top */
    int seat;                                         /* 1 or 2 */
    int number;                                       /* the first behind it */
};

/* Called with a turn in canonical form and the position after it. */
typedef void slow_visitor(void *context, const char *turn, const struct slow_position *after);

struct telling {
    const char *game;
    const char *reasons; /* of the ends that it tells of */

    /* The rules of a ruleset by name, NULL when they are not told. */
    const struct slow_rules *(*find)(const char *ruleset);

    void (*turns)(
        const struct slow_rules *rules, const struct slow_position *position, slow_visitor *visit, void *context);

    /* Why the game is over, NULL: it is not; WINNER is a seat, or 0. */
    const char *(*end)(const struct slow_rules *rules, const struct slow_position *position, int *winner);
};

/* The telling of a game, NULL when there is none. */
const struct telling *slow_telling(const char *game);

/* Reads the rows, the side and a number of a position text; false when it is none. */
bool slow_read(const struct slow_rules *rules, const char *text, struct slow_position *position);

/* Legal sequences of DEPTH turns. */
uint64_t slow_perft(const struct telling *telling, const struct slow_rules *rules, const struct slow_position *position,
    unsigned depth);

/* For tellings: how many rows there are, how a cell is called, and whether a list of
   names, "a1 a2", has it. */
int slow_row_count(const struct slow_rules *rules);
void slow_cell_name(int row, int column, char name[SLOW_CELL]);
bool slow_lists(const char *names, int row, int column);

#endif
