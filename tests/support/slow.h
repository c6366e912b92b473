/* Accasta told again, slowly: boards as texts, lines walked cell by cell, rules
   in the words of the game's page, nothing shared with src.  Whatever the program
   finds by masks and tables must come out here by plodding. */
#ifndef TESTS_SUPPORT_SLOW_H
#define TESTS_SUPPORT_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SLOW_ROWS = 13, SLOW_COLUMNS = 13, SLOW_STACK = 17, SLOW_TEXT = 2048, SLOW_TURN = 160 };

struct slow_rules {
    const char *name;               /* of the ruleset file, without folder and .yaml */
    int row_lengths[SLOW_ROWS + 1]; /* bottom row first, ends with 0 */
    const char *white;              /* letters */
    const char *black;
    const char *castle[2]; /* "a1 a2 …" */
    const char *ranges;    /* "S1H2C3", by white letters; NULL: own count */
    int limit;
    bool release_allowed;
    int controlling;
    bool next_turn;
};

struct slow_position {
    char stacks[SLOW_ROWS][SLOW_COLUMNS][SLOW_STACK]; /* bottom to top */
    int seat;                                         /* 1 or 2 */
};

/* The rules of a ruleset by name, NULL when they are not told here. */
const struct slow_rules *slow_find(const char *name);

/* Reads the rows and the side of a position text; false when it is none. */
bool slow_read(const struct slow_rules *rules, const char *text, struct slow_position *position);

/* Calls VISIT with every legal turn, in canonical form, and the position after it. */
typedef void slow_visitor(void *context, const char *turn, const struct slow_position *after);
void slow_turns(
    const struct slow_rules *rules, const struct slow_position *position, slow_visitor *visit, void *context);

/* The seat that has won by its castle, 0: nobody yet. */
int slow_winner(const struct slow_rules *rules, const struct slow_position *position);

/* Legal sequences of DEPTH turns. */
uint64_t slow_perft(const struct slow_rules *rules, const struct slow_position *position, unsigned depth);

#endif
