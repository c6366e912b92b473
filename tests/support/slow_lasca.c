/* SPDX-License-Identifier: MIT */
/* Lasca told slowly: a full board of letters, on which every stack tries every step and every jump, and jumps are kept
   only where the word for word reading of the page has nothing against them. */
#include "support/slow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 11, HEIGHT = 64 };

struct lasca_told_rules {
    struct slow_rules slow;
    int side;
    bool may;      /* capture */
    bool twice;    /* jump a stack */
    bool standing; /* is enough to be promoted */
};

static const struct lasca_told_rules all_rules[] = {
    {{"lasca", {4, 3, 4, 3, 4, 3, 4}}, 7, false, false, false},
    {{"lasca-9", {5, 4, 5, 4, 5, 4, 5, 4, 5}}, 9, false, false, false},
    {{"lasca-even", {4, 4, 4, 4, 4, 4, 4, 4}}, 8, false, true, false},
    {{"lasca-may", {4, 3, 4, 3, 4, 3, 4}}, 7, true, false, false},
    {{"lasca-small", {2, 2, 2, 2}}, 4, true, false, true},
    {{"lasca-large", {6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6}}, 11, false, false, false},
};

struct lasca_table {
    const struct lasca_told_rules *rules;
    char stacks[SIDE][SIDE][HEIGHT + 1]; /* by column and row, bottom to top */
    char side;                           /* to move, w or b */
    int number;
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

/* a1 is played, and so is every cell of its colour. */
static bool is_dark(int column, int row)
{
    return (column + row) % 2 == 0;
}

static void read_table(const struct slow_rules *slow, const char *text, struct lasca_table *table)
{
    memset(table, 0, sizeof *table);
    table->rules = (const struct lasca_told_rules *)slow;
    for (int row = table->rules->side - 1; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < table->rules->side; column++) {
            if (!is_dark(column, row))
                continue;
            if (empty > 0) {
                empty--;
                continue;
            }
            size_t length = strcspn(text, ",/ ");
            if (text[0] != 'x')
                memcpy(table->stacks[column][row], text, length);
            else if (length > 1)
                empty = atoi(text + 1) - 1;
            text += length + 1;
        }
    }
    sscanf(text, "%c %d", &table->side, &table->number);
}

static void write_table(const struct lasca_table *table, char *text)
{
    for (int row = table->rules->side - 1; row >= 0; row--) {
        const char *between = "";
        int empty = 0;
        for (int column = 0; column <= table->rules->side; column++) {
            bool is_end = column == table->rules->side;
            if (!is_end && !is_dark(column, row))
                continue;
            const char *stack = is_end ? "" : table->stacks[column][row];
            if (!is_end && stack[0] == '\0') {
                empty++;
                continue;
            }
            if (empty > 0) {
                text += empty == 1 ? sprintf(text, "%sx", between) : sprintf(text, "%sx%d", between, empty);
                between = ",";
                empty = 0;
            }
            if (!is_end)
                text += sprintf(text, "%s%s", between, stack);
            between = ",";
        }
        *text++ = row > 0 ? '/' : ' ';
    }
    sprintf(text, "%c %d", table->side, table->number);
}

static bool is_on_board(const struct lasca_table *table, int column, int row)
{
    return column >= 0 && row >= 0 && column < table->rules->side && row < table->rules->side;
}

static char top(const char *stack)
{
    return stack[0] == '\0' ? '\0' : stack[strlen(stack) - 1];
}

/* Whose stack it is, w or b; '\0': nobody's. */
static char owner(const char *stack)
{
    return (char)tolower(top(stack));
}

static int last_row(const struct lasca_table *table, char side)
{
    return side == 'w' ? table->rules->side - 1 : 0;
}

/* Whether the stack may go that way. */
static bool may_head(const char *stack, int up)
{
    return isupper(top(stack)) || (top(stack) == 'w' && up > 0) || (top(stack) == 'b' && up < 0);
}

/* A soldier on top becomes an officer. */
static void crown(char *stack)
{
    stack[strlen(stack) - 1] = (char)toupper(top(stack));
}

static void move(struct lasca_table *table, int column, int row, int to_column, int to_row)
{
    strcpy(table->stacks[to_column][to_row], table->stacks[column][row]);
    table->stacks[column][row][0] = '\0';
}

/* Whether the stack there has just become an officer's. */
static bool arrives(struct lasca_table *table, int column, int row)
{
    char *stack = table->stacks[column][row];
    bool crowned = islower(top(stack)) && row == last_row(table, owner(stack));
    if (crowned)
        crown(stack);
    return crowned;
}

static void visit_after(const struct lasca_table *table, const char *turn, slow_visitor *visit, void *context)
{
    struct lasca_table after = *table;
    struct slow_position position;
    for (int column = 0; column < SIDE; column++)
        for (const char *side = "wb"; *side != '\0' && table->rules->standing; side++) {
            char *stack = after.stacks[column][last_row(table, *side)];
            if (top(stack) == *side)
                crown(stack);
        }
    memset(&position, 0, sizeof position);
    after.number += table->side == 'b';
    after.side = table->side == 'w' ? 'b' : 'w';
    write_table(&after, position.text);
    visit(context, turn, &position);
}

/* A turn while it is being made. */
struct lasca_path {
    struct lasca_table table;
    char turn[SLOW_TURN];
    bool jumped[SIDE][SIDE];
    int column, row; /* where the stack is */
};

static void add_cell(struct lasca_path *path, const char *before)
{
    char name[SLOW_CELL];
    slow_cell_name(path->column, path->row, name);
    strcat(path->turn, before);
    strcat(path->turn, name);
}

/* Visits all turns that go on with a jump from there; returns whether there are any. */
static bool all_jumps(const struct lasca_path *path, slow_visitor *visit, void *context)
{
    const struct lasca_told_rules *rules = path->table.rules;
    const char *own = path->table.stacks[path->column][path->row];
    bool any = false;
    for (int right = -1; right <= 1; right += 2)
        for (int up = -1; up <= 1; up += 2) {
            int over_column = path->column + right;
            int over_row = path->row + up;
            if (!is_on_board(&path->table, over_column + right, over_row + up) || !may_head(own, up))
                continue;
            const char *over = path->table.stacks[over_column][over_row];
            if (path->table.stacks[over_column + right][over_row + up][0] != '\0' || over[0] == '\0' ||
                owner(over) == owner(own) || (path->jumped[over_column][over_row] && !rules->twice))
                continue;
            any = true;
            struct lasca_path next = *path;
            char stack[HEIGHT + 1];
            snprintf(stack, sizeof stack, "%c%s", top(over), own);
            strcpy(next.table.stacks[path->column][path->row], stack);
            next.table.stacks[over_column][over_row][strlen(over) - 1] = '\0';
            next.jumped[over_column][over_row] = true;
            next.column = over_column + right;
            next.row = over_row + up;
            move(&next.table, path->column, path->row, next.column, next.row);
            add_cell(&next, "x");
            bool crowned = arrives(&next.table, next.column, next.row);
            bool goes_on = !crowned && all_jumps(&next, visit, context);
            if (!goes_on || rules->may)
                visit_after(&next.table, next.turn, visit, context);
        }
    return any;
}

static void all_steps(const struct lasca_path *path, slow_visitor *visit, void *context)
{
    for (int right = -1; right <= 1; right += 2)
        for (int up = -1; up <= 1; up += 2) {
            struct lasca_path next = *path;
            next.column += right;
            next.row += up;
            if (!is_on_board(&path->table, next.column, next.row) ||
                path->table.stacks[next.column][next.row][0] != '\0' ||
                !may_head(path->table.stacks[path->column][path->row], up))
                continue;
            move(&next.table, path->column, path->row, next.column, next.row);
            arrives(&next.table, next.column, next.row);
            add_cell(&next, "-");
            visit_after(&next.table, next.turn, visit, context);
        }
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct lasca_path start;
    bool captures = false;
    memset(&start, 0, sizeof start);
    read_table(slow, position->text, &start.table);
    for (int pass = 0; pass < 2; pass++)
        for (int column = 0; column < SIDE; column++)
            for (int row = 0; row < SIDE; row++) {
                struct lasca_path path = start;
                path.column = column;
                path.row = row;
                if (owner(start.table.stacks[column][row]) != start.table.side)
                    continue;
                add_cell(&path, "");
                if (pass == 0)
                    captures |= all_jumps(&path, visit, context);
                else if (!captures || start.table.rules->may)
                    all_steps(&path, visit, context);
            }
}

static void count_turn(void *context, const char *turn, const struct slow_position *after)
{
    (void)turn;
    (void)after;
    ++*(int *)context;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    struct lasca_table table;
    int count = 0;
    read_table(slow, position->text, &table);
    turns(slow, position, count_turn, &count);
    *winners = table.side == 'w' ? 2 : 1;
    return count > 0 ? NULL : "blocked";
}

extern const struct telling lasca_told;
const struct telling lasca_told = {"lasca", "blocked", true, find, turns, end, NULL};
