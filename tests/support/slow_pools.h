/* SPDX-License-Identifier: MIT */
/* Boards with pools, for tellings: positions as text "rows side 18/18 [passes] number". */
#ifndef TESTS_SUPPORT_SLOW_POOLS_H
#define TESTS_SUPPORT_SLOW_POOLS_H

#include "support/slow.h"

/* What the rules of these games begin with. */
struct pool_rules {
    struct slow_rules slow;
    int square;          /* 0: rows of a hexagon; else how many cells one touches */
    const char *letters; /* of seat 1 and 2 */
    const char *sides;   /* as positions name who moves, likewise */
    int pool;
    bool passes; /* positions count them */
};

struct pool_table {
    const struct pool_rules *rules;
    char stacks[SLOW_ROWS][SLOW_COLUMNS][SLOW_STACK];
    int seat;
    int pool[2];
    int passes;
    int number;
};

struct pool_cell {
    int row, column;
};

bool pool_read(const struct pool_rules *rules, const char *text, struct pool_table *table);

/* Ends the turn that led to TABLE, and calls VISIT. */
void pool_end_turn(const struct pool_table *table, const char *turn, slow_visitor *visit, void *context);

void pool_cell_name(const struct pool_rules *rules, struct pool_cell at, char name[SLOW_CELL]);

/* The seat on top, 0 for none. */
int pool_top(const struct pool_table *table, struct pool_cell at);

/* The cells of the board in their order; false behind the last. */
bool pool_next(const struct pool_rules *rules, struct pool_cell *at);
#define EACH_CELL(at, rules)                                                                                           \
    struct pool_cell at = {0, -1};                                                                                     \
    pool_next(rules, &(at));

#endif
