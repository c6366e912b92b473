/* SPDX-License-Identifier: MIT */
/* Mixtour told slowly: stacks as texts on a table of columns and rows, every pair of cells tried with every number of
   pieces, and a turn that takes back known by playing it and looking whether the board is the one before. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 7, HEIGHT = 16 };

struct mixtour_told_rules {
    struct slow_rules slow;
    char letters[3]; /* White's and Black's */
    int height;
    int points;
    bool take_back;
};

static const struct mixtour_told_rules all_rules[] = {
    {{"mixtour", {5, 5, 5, 5, 5}}, "wb", 5, 1, false},
    {{"mixtour-six", {6, 6, 6, 6, 6, 6}}, "wb", 4, 3, false},
    {{"mixtour-small", {3, 3, 3}}, "st", 5, 2, true},
    {{"mixtour-high", {7, 7, 7, 7, 7, 7, 7}}, "wb", 8, 1, false},
};

struct mixtour_table {
    char stacks[SIDE][SIDE][HEIGHT + 1]; /* by column and row from 0, bottom to top */
    char side;
    int pools[2];
    int points[2];
    char back[SLOW_TURN]; /* the turn that would take back, or "-" */
    int passes;
    int number;
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

static const struct mixtour_told_rules *told_rules(const struct slow_rules *rules)
{
    return (const struct mixtour_told_rules *)rules;
}

static void read_table(const struct slow_rules *rules, const char *text, struct mixtour_table *table)
{
    int side = slow_row_count(rules);
    memset(table, 0, sizeof *table);
    for (int row = side - 1; row >= 0; row--)
        for (int column = 0; column < side;) {
            size_t length = strcspn(text, ",/ ");
            if (text[0] == 'x')
                column += length == 1 ? 1 : atoi(text + 1);
            else
                memcpy(table->stacks[column++][row], text, length);
            text += length + 1;
        }
    sscanf(text, "%c %d/%d %d/%d %159s %d %d", &table->side, &table->pools[0], &table->pools[1], &table->points[0],
        &table->points[1], table->back, &table->passes, &table->number);
}

static void write_table(const struct slow_rules *rules, const struct mixtour_table *table, char *text)
{
    int side = slow_row_count(rules);
    for (int row = side - 1; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < side; column++) {
            bool taken = table->stacks[column][row][0] != '\0';
            bool ends = column == side - 1 || table->stacks[column + 1][row][0] != '\0';
            empty += !taken;
            if (taken)
                text += sprintf(text, "%s", table->stacks[column][row]);
            else if (ends && empty == 1)
                text += sprintf(text, "x");
            else if (ends)
                text += sprintf(text, "x%d", empty);
            else
                continue;
            empty = 0;
            *text++ = column < side - 1 ? ',' : row > 0 ? '/' : ' ';
        }
    }
    sprintf(text, "%c %d/%d %d/%d %s %d %d", table->side, table->pools[0], table->pools[1], table->points[0],
        table->points[1], table->back, table->passes, table->number);
}

/* Rule 2. */

struct mixtour_move {
    int from[2]; /* column and row */
    int to[2];
    int count;
};

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static bool may_move(const struct mixtour_table *table, const struct mixtour_move *move)
{
    int right = move->to[0] - move->from[0];
    int up = move->to[1] - move->from[1];
    int far = abs(right) > abs(up) ? abs(right) : abs(up);
    const char *target = table->stacks[move->to[0]][move->to[1]];
    if (move->count < 1 || move->count > (int)strlen(table->stacks[move->from[0]][move->from[1]]))
        return false;
    if (target[0] == '\0' || far == 0 || (right != 0 && up != 0 && abs(right) != abs(up)))
        return false;
    for (int i = 1; i < far; i++)
        if (table->stacks[move->from[0] + i * sign(right)][move->from[1] + i * sign(up)][0] != '\0')
            return false;
    return far == (int)strlen(target);
}

static void carry(struct mixtour_table *table, const struct mixtour_move *move)
{
    char *from = table->stacks[move->from[0]][move->from[1]];
    char lifted[HEIGHT + 1];
    strcpy(lifted, from + strlen(from) - move->count);
    from[strlen(from) - strlen(lifted)] = '\0';
    strcat(table->stacks[move->to[0]][move->to[1]], lifted);
}

static void write_move(const struct mixtour_move *move, char *turn)
{
    char count[12] = "";
    if (move->count > 1)
        sprintf(count, ":%d", move->count);
    sprintf(turn, "%c%d%s-%c%d", 'a' + move->from[0], move->from[1] + 1, count, 'a' + move->to[0], move->to[1] + 1);
}

/* Rule 3: what the next turn may not be. */
static void forbid(const struct mixtour_told_rules *rules, const struct mixtour_table *before,
    struct mixtour_table *after, const struct mixtour_move *move)
{
    const struct mixtour_move back = {{move->to[0], move->to[1]}, {move->from[0], move->from[1]}, move->count};
    struct mixtour_table again = *after;
    strcpy(after->back, "-");
    if (rules->take_back || !may_move(after, &back))
        return;
    carry(&again, &back);
    if (memcmp(again.pools, before->pools, sizeof again.pools) != 0)
        return;
    for (int column = 0; column < SIDE; column++)
        for (int row = 0; row < SIDE; row++)
            if (strcmp(again.stacks[column][row], before->stacks[column][row]) != 0)
                return;
    write_move(&back, after->back);
}

/* Rule 4. */
static void take_off(const struct mixtour_told_rules *rules, struct mixtour_table *table, char *stack)
{
    int height = (int)strlen(stack);
    if (height < rules->height)
        return;
    for (int i = 0; i < height; i++)
        table->pools[stack[i] == rules->letters[1]]++;
    table->points[stack[height - 1] == rules->letters[1]]++;
    stack[0] = '\0';
}

static void visit_after(
    const struct slow_rules *rules, struct mixtour_table *after, const char *turn, slow_visitor *visit, void *context)
{
    struct slow_position position;
    memset(&position, 0, sizeof position);
    after->number += after->side == 'b';
    after->side = after->side == 'b' ? 'w' : 'b';
    write_table(rules, after, position.text);
    visit(context, turn, &position);
}

static void turns(
    const struct slow_rules *rules, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct mixtour_told_rules *told = told_rules(rules);
    int side = slow_row_count(rules);
    int cells = side * side;
    int legal = 0;
    char turn[SLOW_TURN];
    struct mixtour_table table;
    read_table(rules, position->text, &table);
    int mover = table.side == 'b';
    for (int i = 0; i < cells; i++) {
        struct mixtour_table after = table;
        int column = i % side;
        int row = i / side;
        if (table.stacks[column][row][0] != '\0' || table.pools[mover] == 0)
            continue;
        after.stacks[column][row][0] = told->letters[mover];
        after.pools[mover]--;
        after.passes = 0;
        strcpy(after.back, "-");
        sprintf(turn, "%c%d", 'a' + column, row + 1);
        visit_after(rules, &after, turn, visit, context);
        legal++;
    }
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++)
            for (int count = 1; count < told->height; count++) {
                const struct mixtour_move move = {{i % side, i / side}, {j % side, j / side}, count};
                struct mixtour_table after = table;
                write_move(&move, turn);
                if (!may_move(&table, &move) || strcmp(turn, table.back) == 0)
                    continue;
                carry(&after, &move);
                take_off(told, &after, after.stacks[move.to[0]][move.to[1]]);
                after.passes = 0;
                forbid(told, &table, &after, &move);
                visit_after(rules, &after, turn, visit, context);
                legal++;
            }
    if (legal == 0) {
        strcpy(table.back, "-");
        table.passes++;
        visit_after(rules, &table, "pass", visit, context);
    }
}

static const char *end(const struct slow_rules *rules, const struct slow_position *position, unsigned *winners)
{
    struct mixtour_table table;
    read_table(rules, position->text, &table);
    for (int seat = 0; seat < 2; seat++)
        if (table.points[seat] == told_rules(rules)->points) {
            *winners = 1u << seat;
            return "points";
        }
    *winners = 3;
    return table.passes == 2 ? "passed" : NULL;
}

extern const struct telling mixtour_told;
const struct telling mixtour_told = {"mixtour", "points passed", true, find, turns, end, NULL};
