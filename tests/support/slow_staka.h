/* SPDX-License-Identifier: MIT */
/* A game of Staka as it is told slowly: its position as a table, its field. */
#ifndef TESTS_SUPPORT_SLOW_STAKA_H
#define TESTS_SUPPORT_SLOW_STAKA_H

#include "support/slow.h"

enum { WINDOW = 52, STACKS = 300, PIECES = 96, COLOURS = 8, PLAYERS = 8 };

struct staka_rules {
    struct slow_rules slow;
    const char *colours;
    int copies;
    int start; /* of each kind */
    int each_up;
    int touch;
    bool square;
    const char *first;
    int double_height;
    int double_points;
    int climb;
    int hand_limit;
    const char *neutral[PLAYERS + 1]; /* by players; NULL: none */
    bool share;
    bool swim_free;
    bool no_stall;
    bool teams;
    bool may_stop;
};

struct stack {
    int row;
    int column;
    char pieces[PIECES]; /* two letters each, bottom to top */
    bool pawn[PLAYERS];
};

struct table {
    const struct staka_rules *rules;
    slow_visitor *visit;
    void *context;
    struct stack stacks[STACKS];
    int count;
    int players;
    char colour[PLAYERS];
    bool has_double[PLAYERS];
    bool out[PLAYERS];                   /* said so */
    int hand[PLAYERS][COLOURS][COLOURS]; /* of each kind, by its colours in their order */
    int bank[COLOURS][COLOURS];
    int seat;
    int nones;
    int number;
    char text[64]; /* of the turn so far */
};

void slow_staka_read(struct table *table, const char *text);
void slow_staka_write(const struct table *table, char text[SLOW_TEXT]);

/* How many there are of the kind of two colours. */
int *of_kind(const struct table *table, int counts[COLOURS][COLOURS], char a, char b);

void add_place(char *text, int row, int column);
const char *read_place(const char *text, int *row, int *column);

/* What lies there, NULL: nothing. */
struct stack *stack_at(struct table *table, int row, int column);
bool touch(const struct table *table, int row, int column, const struct stack *stack);
int touching(const struct table *table, int row, int column);
char top_colour(const struct stack *stack);

/* Of its pieces, a double counted as VALUE. */
int sum(const struct stack *stack, int value);

/* The empty places that are joined to the world outside. */
typedef bool slow_water[WINDOW + 2][WINDOW + 2];
void walk_outside(struct table *table, int row, int column, slow_water seen);
bool at_edge(const struct table *table, const struct stack *stack, slow_water seen);

struct stack *pawn_of(struct table *table, int seat);
bool has_pawn(const struct stack *stack);

#endif
