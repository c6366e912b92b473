/* SPDX-License-Identifier: MIT */
#include "support/slow_pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool pool_read(const struct pool_rules *rules, const char *text, struct pool_table *table)
{
    char side;
    int taken = 0;
    memset(table, 0, sizeof *table);
    table->rules = rules;
    for (int row = slow_row_count(&rules->slow) - 1; row >= 0; row--)
        for (int column = 0; column < rules->slow.row_lengths[row]; text++) {
            size_t length = strcspn(text, ",/ ");
            if (text[0] == 'x')
                column += length == 1 ? 1 : atoi(text + 1);
            else
                memcpy(table->stacks[row][column++], text, length);
            text += length;
        }
    if (sscanf(text, "%c %d/%d%n", &side, &table->pool[0], &table->pool[1], &taken) != 3)
        return false;
    table->seat = side == rules->sides[0] ? 1 : 2;
    return rules->passes ? sscanf(text + taken, "%d %d", &table->passes, &table->number) == 2
                         : sscanf(text + taken, "%d", &table->number) == 1;
}

static void write_table(const struct pool_table *table, char *text)
{
    const struct pool_rules *rules = table->rules;
    int rows = slow_row_count(&rules->slow);
    for (int row = rows - 1; row >= 0; row--)
        for (int column = 0, run; column < rules->slow.row_lengths[row]; column += run) {
            const char *stack = table->stacks[row][column];
            run = 1;
            while (stack[0] == '\0' && column + run < rules->slow.row_lengths[row] &&
                table->stacks[row][column + run][0] == '\0')
                run++;
            text += run > 1 ? sprintf(text, "x%d", run) : sprintf(text, "%s", stack[0] == '\0' ? "x" : stack);
            *text++ = column + run < rules->slow.row_lengths[row] ? ',' : row > 0 ? '/' : ' ';
        }
    text += sprintf(text, "%c %d/%d ", rules->sides[table->seat - 1], table->pool[0], table->pool[1]);
    if (rules->passes)
        text += sprintf(text, "%d ", table->passes);
    sprintf(text, "%d", table->number);
}

void pool_end_turn(const struct pool_table *table, const char *turn, slow_visitor *visit, void *context)
{
    struct pool_table next = *table;
    struct slow_position position;
    memset(&position, 0, sizeof position);
    next.number += next.seat == 2;
    next.seat = 3 - next.seat;
    write_table(&next, position.text);
    visit(context, turn, &position);
}

void pool_cell_name(const struct pool_rules *rules, struct pool_cell at, char name[SLOW_CELL])
{
    if (rules->square != 0)
        slow_cell_name(at.column, at.row, name);
    else
        slow_cell_name(at.row, at.column, name);
}

int pool_top(const struct pool_table *table, struct pool_cell at)
{
    const char *stack = table->stacks[at.row][at.column];
    return stack[0] == '\0' ? 0 : stack[strlen(stack) - 1] == table->rules->letters[0] ? 1 : 2;
}

bool pool_next(const struct pool_rules *rules, struct pool_cell *at)
{
    if (++at->column < rules->slow.row_lengths[at->row])
        return true;
    at->column = 0;
    return rules->slow.row_lengths[++at->row] != 0;
}
