/* SPDX-License-Identifier: MIT */
/* DVONN told slowly: cells by their column and row, stacks as texts, and links found by looking at all pairs of cells
   until nothing changes. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 5, COLUMNS = 12, HEIGHT = 64 };

struct dvonn_told_rules {
    struct slow_rules slow;
    bool by_rows; /* the letter of a name is the row's */
    int reds;
    int pieces;
};

static const struct dvonn_told_rules all_rules[] = {
    {{"dvonn", {9, 10, 11, 10, 9}}, false, 3, 23},
    {{"dvonn-small", {4, 5, 4}}, true, 3, 5},
    {{"dvonn-even", {3, 4, 5, 4}}, false, 2, 7},
    {{"dvonn-line", {9}}, false, 1, 4},
};

struct dvonn_cell {
    bool there;
    char name[SLOW_CELL];
    char stack[HEIGHT + 1]; /* bottom to top */
};

struct dvonn_table {
    const struct dvonn_told_rules *rules;
    struct dvonn_cell cells[ROWS + 2][COLUMNS + 2]; /* by row and column from 1; what is around them is not there */
    char side;
    int left; /* to be laid */
    int number;
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

/* A row that is longer than the one below begins in the same column, one that is shorter a column later. */
static int first_column(const struct slow_rules *rules, int row)
{
    int column = 1;
    for (int i = 1; i < row; i++)
        column += rules->row_lengths[i] < rules->row_lengths[i - 1];
    return column;
}

static void read_table(const struct slow_rules *slow, const char *text, struct dvonn_table *table)
{
    memset(table, 0, sizeof *table);
    table->rules = (const struct dvonn_told_rules *)slow;
    for (int row = slow_row_count(slow); row > 0; row--) {
        int empty = 0;
        for (int i = 0; i < slow->row_lengths[row - 1]; i++) {
            struct dvonn_cell *cell = &table->cells[row][first_column(slow, row) + i];
            cell->there = true;
            if (table->rules->by_rows)
                slow_cell_name(row - 1, i, cell->name);
            else
                slow_cell_name(first_column(slow, row) - 1 + i, row - 1, cell->name);
            if (empty > 0) {
                empty--;
                continue;
            }
            size_t length = strcspn(text, ",/ ");
            if (text[0] == 'x')
                empty = length == 1 ? 0 : atoi(text + 1) - 1;
            else
                memcpy(cell->stack, text, length);
            text += length + 1;
        }
    }
    sscanf(text, "%c %d %d", &table->side, &table->left, &table->number);
}

static void write_table(const struct dvonn_table *table, char *text)
{
    const struct slow_rules *slow = &table->rules->slow;
    for (int row = slow_row_count(slow); row > 0; row--)
        for (int i = 0, run; i < slow->row_lengths[row - 1]; i += run) {
            const struct dvonn_cell *cell = &table->cells[row][first_column(slow, row) + i];
            run = 0;
            while (i + run < slow->row_lengths[row - 1] && cell[run].stack[0] == '\0')
                run++;
            text += run == 0 ? sprintf(text, "%s", cell->stack)
                : run == 1   ? sprintf(text, "x")
                             : sprintf(text, "x%d", run);
            run += run == 0;
            *text++ = i + run < slow->row_lengths[row - 1] ? ',' : row > 1 ? '/' : ' ';
        }
    sprintf(text, "%c %d %d", table->side, table->left, table->number);
}

static bool is_taken(const struct dvonn_cell *cell)
{
    return cell->stack[0] != '\0';
}

static char top(const struct dvonn_cell *cell)
{
    return is_taken(cell) ? cell->stack[strlen(cell->stack) - 1] : '\0';
}

/* The steps to the six cells around one. */
static const int around[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};

static void next_side(struct dvonn_table *table)
{
    table->number += table->side == 'b';
    table->side = table->side == 'b' ? 'w' : 'b';
}

static char piece_to_lay(const struct dvonn_table *table)
{
    int laid = table->rules->reds + 2 * table->rules->pieces - table->left;
    return laid < table->rules->reds ? 'r' : table->side;
}

/* Takes away what has no link to a red. */
static void remove_unlinked(struct dvonn_table *table)
{
    bool linked[ROWS + 2][COLUMNS + 2] = {{false}};
    bool more = true;
    while (more) {
        more = false;
        for (int y = 1; y <= ROWS; y++)
            for (int x = 1; x <= COLUMNS; x++) {
                bool is = strchr(table->cells[y][x].stack, 'r') != NULL;
                for (int i = 0; i < 6; i++)
                    is |= linked[y + around[i][0]][x + around[i][1]];
                is &= is_taken(&table->cells[y][x]);
                more |= is && !linked[y][x];
                linked[y][x] |= is;
            }
    }
    for (int y = 1; y <= ROWS; y++)
        for (int x = 1; x <= COLUMNS; x++)
            if (!linked[y][x])
                table->cells[y][x].stack[0] = '\0';
}

/* The cell that the stack on (X, Y) reaches in a direction; NULL when there is none with a stack. */
static const struct dvonn_cell *reached(const struct dvonn_table *table, int x, int y, int direction)
{
    int far = (int)strlen(table->cells[y][x].stack);
    y += far * around[direction][0];
    x += far * around[direction][1];
    if (y < 1 || y > ROWS || x < 1 || x > COLUMNS || far == 0)
        return NULL;
    return is_taken(&table->cells[y][x]) ? &table->cells[y][x] : NULL;
}

static bool is_free(const struct dvonn_table *table, int x, int y)
{
    for (int i = 0; i < 6; i++)
        if (!is_taken(&table->cells[y + around[i][0]][x + around[i][1]]))
            return true;
    return false;
}

static void visit_after(struct dvonn_table *after, const char *turn, slow_visitor *visit, void *context)
{
    struct slow_position position;
    memset(&position, 0, sizeof position);
    next_side(after);
    write_table(after, position.text);
    visit(context, turn, &position);
}

static void lay_on(const struct dvonn_table *table, int x, int y, slow_visitor *visit, void *context)
{
    struct dvonn_table after = *table;
    after.cells[y][x].stack[0] = piece_to_lay(table);
    after.left--;
    for (int i = 1; i <= ROWS && after.left == 1; i++)
        for (int j = 1; j <= COLUMNS && after.left == 1; j++)
            if (after.cells[i][j].there && !is_taken(&after.cells[i][j])) {
                struct dvonn_table last = after;
                next_side(&last);
                after.cells[i][j].stack[0] = piece_to_lay(&last);
                after.left = 0;
            }
    visit_after(&after, table->cells[y][x].name, visit, context);
}

/* Visits the moves of SIDE, unless VISIT is NULL; returns whether there are any. */
static bool all_moves(const struct dvonn_table *table, char side, slow_visitor *visit, void *context)
{
    bool any = false;
    for (int y = 1; y <= ROWS; y++)
        for (int x = 1; x <= COLUMNS; x++)
            for (int i = 0; i < 6; i++) {
                const struct dvonn_cell *from = &table->cells[y][x];
                const struct dvonn_cell *to = reached(table, x, y, i);
                if (top(from) != side || to == NULL || !is_free(table, x, y))
                    continue;
                any = true;
                if (visit == NULL)
                    continue;
                char turn[SLOW_TURN];
                struct dvonn_table after = *table;
                struct dvonn_cell *cells = &after.cells[0][0];
                strcat(cells[to - &table->cells[0][0]].stack, from->stack);
                after.cells[y][x].stack[0] = '\0';
                remove_unlinked(&after);
                snprintf(turn, sizeof turn, "%s-%s", from->name, to->name);
                visit_after(&after, turn, visit, context);
            }
    return any;
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct dvonn_table table;
    read_table(slow, position->text, &table);
    for (int y = 1; y <= ROWS && table.left > 0; y++)
        for (int x = 1; x <= COLUMNS; x++)
            if (table.cells[y][x].there && !is_taken(&table.cells[y][x]))
                lay_on(&table, x, y, visit, context);
    if (table.left == 0 && !all_moves(&table, table.side, visit, context))
        visit_after(&table, "pass", visit, context);
}

static void points(const struct slow_rules *slow, const struct slow_position *position, int points[SLOW_SEATS_MOST])
{
    struct dvonn_table table;
    read_table(slow, position->text, &table);
    for (int y = 1; y <= ROWS; y++)
        for (int x = 1; x <= COLUMNS; x++) {
            const struct dvonn_cell *cell = &table.cells[y][x];
            if (top(cell) == 'w' || top(cell) == 'b')
                points[top(cell) == 'b'] += (int)strlen(cell->stack);
        }
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    int scores[SLOW_SEATS_MOST] = {0};
    struct dvonn_table table;
    read_table(slow, position->text, &table);
    if (table.left > 0 || all_moves(&table, 'w', NULL, NULL) || all_moves(&table, 'b', NULL, NULL))
        return NULL;
    points(slow, position, scores);
    *winners = (unsigned)(scores[0] >= scores[1]) | (unsigned)(scores[1] >= scores[0]) << 1;
    return "blocked";
}

extern const struct telling dvonn_told;
const struct telling dvonn_told = {"dvonn", "blocked", true, find, turns, end, points};
