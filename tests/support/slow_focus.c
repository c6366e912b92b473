/* SPDX-License-Identifier: MIT */
/* Focus told slowly: stacks as texts, a move tried from every cell to every cell, and pieces taken off one by one. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 11 };

struct focus_told_rules {
    struct slow_rules slow; /* without row lengths */
    int side;
    const char *missing; /* cells that are no part of the square */
    char letters[3];     /* White's and Black's */
    size_t max_stack;
    bool keeps; /* pieces in reserve */
};

static const struct focus_told_rules all_rules[] = {
    {{"focus", {0}}, 8, "a1 b1 a2 g1 h1 h2 a7 a8 b8 h7 g8 h8", "wb", 5, true},
    {{"focus-small", {0}}, 6, "a1 b1 a2 e1 f1 f2 a5 a6 b6 f5 e6 f6", "wb", 3, false},
    {{"focus-high", {0}}, 5, "a1 b1 a2 d1 e1 e2 a4 a5 b5 e4 d5 e5", "oQ", 8, true},
    {{"focus-wide", {0}}, 11, "a1 b1 a2 j1 k1 k2 a10 a11 b11 k10 j11 k11", "wb", 2, true},
};

struct focus_table {
    const struct focus_told_rules *rules;
    char stacks[WIDEST][WIDEST][SLOW_STACK]; /* by column and row, bottom to top */
    int mover;                               /* 0: White, 1: Black */
    int reserve[2];
    int number;
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

static bool is_missing(const struct focus_told_rules *rules, int column, int row)
{
    return slow_lists(rules->missing, column, row); /* names have the column first */
}

static void read_table(const struct slow_rules *slow, const char *text, struct focus_table *table)
{
    int empty = 0;
    char side;
    memset(table, 0, sizeof *table);
    table->rules = (const struct focus_told_rules *)slow;
    for (int row = table->rules->side - 1; row >= 0; row--)
        for (int column = 0; column < table->rules->side; column++) {
            if (is_missing(table->rules, column, row))
                continue;
            if (empty == 0) {
                size_t length = strcspn(text, ",/ ");
                if (text[0] != 'x')
                    memcpy(table->stacks[column][row], text, length);
                else
                    empty = length == 1 ? 1 : atoi(text + 1);
                text += length + 1;
            }
            empty -= empty > 0;
        }
    sscanf(text, "%c %d/%d %d", &side, &table->reserve[0], &table->reserve[1], &table->number);
    table->mover = side == 'b';
}

static void write_table(const struct focus_table *table, char *text)
{
    for (int row = table->rules->side - 1; row >= 0; row--) {
        int empty = 0;
        const char *between = "";
        for (int column = 0; column <= table->rules->side; column++) {
            bool beyond = column == table->rules->side;
            if (!beyond && is_missing(table->rules, column, row))
                continue;
            if (!beyond && table->stacks[column][row][0] == '\0') {
                empty++;
                continue;
            }
            if (empty > 0) {
                text += empty == 1 ? sprintf(text, "%sx", between) : sprintf(text, "%sx%d", between, empty);
                between = ",";
            }
            empty = 0;
            if (!beyond)
                text += sprintf(text, "%s%s", between, table->stacks[column][row]);
            between = ",";
        }
        *text++ = row > 0 ? '/' : ' ';
    }
    sprintf(text, "%c %d/%d %d", "wb"[table->mover], table -> reserve[0], table -> reserve[1], table -> number);
}

/* Whether STACK has the piece of SIDE on top. */
static bool controls(const struct focus_table *table, int side, const char *stack)
{
    return stack[0] != '\0' && stack[strlen(stack) - 1] == table->rules->letters[side];
}

/* The turn is over: what is too high loses pieces, and the other side is to move. */
static void finish(struct focus_table *after, char *landed, const char *turn, slow_visitor *visit, void *context)
{
    struct slow_position position;
    memset(&position, 0, sizeof position);
    while (strlen(landed) > after->rules->max_stack) {
        if (landed[0] == after->rules->letters[after->mover] && after->rules->keeps)
            after->reserve[after->mover]++;
        memmove(landed, landed + 1, strlen(landed));
    }
    after->number += after->mover;
    after->mover = 1 - after->mover;
    write_table(after, position.text);
    visit(context, turn, &position);
}

static void try_move(
    const struct focus_table *table, const int from[2], const int to[2], slow_visitor *visit, void *context)
{
    struct focus_table after = *table;
    char *source = after.stacks[from[0]][from[1]];
    char *target = after.stacks[to[0]][to[1]];
    char turn[SLOW_TURN];
    int far = abs(to[0] - from[0]) + abs(to[1] - from[1]);
    int stay = (int)strlen(source) - far;
    if (!controls(table, table->mover, source) || source == target || (from[0] != to[0] && from[1] != to[1]) ||
        stay < 0)
        return;
    char lifted[sizeof after.stacks[0][0]];
    snprintf(lifted, sizeof lifted, "%s", source + stay);
    source[stay] = '\0';
    strcat(target, lifted);
    snprintf(turn, sizeof turn, "%c%d-%c%d", 'a' + from[0], from[1] + 1, 'a' + to[0], to[1] + 1);
    finish(&after, target, turn, visit, context);
}

static void try_entry(const struct focus_table *table, const int to[2], slow_visitor *visit, void *context)
{
    struct focus_table after = *table;
    char *target = after.stacks[to[0]][to[1]];
    char turn[SLOW_TURN];
    if (table->reserve[table->mover] == 0)
        return;
    after.reserve[table->mover]--;
    strncat(target, &table->rules->letters[table->mover], 1);
    snprintf(turn, sizeof turn, "+%c%d", 'a' + to[0], to[1] + 1);
    finish(&after, target, turn, visit, context);
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct focus_table table;
    int to[2];
    int from[2];
    read_table(slow, position->text, &table);
    for (to[0] = 0; to[0] < table.rules->side; to[0]++)
        for (to[1] = 0; to[1] < table.rules->side; to[1]++) {
            if (is_missing(table.rules, to[0], to[1]))
                continue;
            try_entry(&table, to, visit, context);
            for (from[0] = 0; from[0] < table.rules->side; from[0]++)
                for (from[1] = 0; from[1] < table.rules->side; from[1]++)
                    try_move(&table, from, to, visit, context);
        }
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    struct focus_table table;
    read_table(slow, position->text, &table);
    bool can = table.reserve[table.mover] > 0;
    for (int column = 0; column < table.rules->side; column++)
        for (int row = 0; row < table.rules->side; row++)
            can |= controls(&table, table.mover, table.stacks[column][row]);
    *winners = can ? 0 : table.mover == 0 ? 2 : 1;
    return can ? NULL : "blocked";
}

extern const struct telling focus_told;
const struct telling focus_told = {"focus", "blocked", true, find, turns, end, NULL};
