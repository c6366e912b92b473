/* SPDX-License-Identifier: MIT */
/* The table of Staka told slowly: read, written and looked at.  Stacks are lists of
   letters, found by looking through all of them. */
#include "support/slow_staka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading and writing. */

int *of_kind(const struct table *table, int counts[COLOURS][COLOURS], char a, char b)
{
    long i = strchr(table->rules->colours, a) - table->rules->colours;
    long j = strchr(table->rules->colours, b) - table->rules->colours;
    return i < j ? &counts[i][j] : &counts[j][i];
}

const char *read_place(const char *text, int *row, int *column)
{
    char *end;
    *row = *text++ - 'a' + 1;
    if (*text >= 'a')
        *row = 26 * *row + *text++ - 'a' + 1;
    *column = (int)strtol(text, &end, 10);
    return end;
}

void add_place(char *text, int row, int column)
{
    sprintf(text + strlen(text), "%s%c%d", row > 26 ? "a" : "", 'a' + (row - 1) % 26, column);
}

static const char *read_stack(struct table *table, const char *text)
{
    struct stack *stack = &table->stacks[table->count++];
    text = read_place(text, &stack->row, &stack->column) + 1;
    for (; *text != ';' && *text != ' ' && *text != '('; text += text[2] == '.' ? 3 : 2)
        strncat(stack->pieces, text, 2);
    for (; *text == '('; text += 3)
        stack->pawn[text[1] - '1'] = true;
    return text + (*text == ';');
}

static const char *read_hand(struct table *table, const char *text)
{
    int seat = table->players++;
    table->colour[seat] = *text;
    for (text += 2; *text != '/' && *text != ' '; text += *text == '.')
        if (*text == '-') {
            text++;
        } else if (*text == 'o') {
            table->out[seat] = true;
            text += strlen("out");
        } else {
            if (text[0] == text[1])
                table->has_double[seat] = true;
            else
                ++*of_kind(table, table->hand[seat], text[0], text[1]);
            text += 2;
        }
    return text + (*text == '/');
}

void slow_staka_read(struct table *table, const char *text)
{
    char *end;
    if (*text == '-')
        text++;
    while (*text != ' ')
        text = read_stack(table, text);
    for (text++; *text != ' ';)
        text = read_hand(table, text);
    for (text++; *text != ' '; text = end + (*end == ','))
        if (*text == '-')
            end = (char *)text + 1;
        else
            *of_kind(table, table->bank, text[0], text[1]) = (int)strtol(text + 2, &end, 10);
    sscanf(text, "%d %d %d", &table->seat, &table->nones, &table->number);
    table->seat--;
}

/* The place of the next stack by row and column behind LAST, NULL: the first. */
static const struct stack *next_stack(const struct table *table, const struct stack *last)
{
    const struct stack *next = NULL;
    for (const struct stack *at = table->stacks; at < table->stacks + table->count; at++) {
        int place = at->row * 100 + at->column;
        if ((last == NULL || place > last->row * 100 + last->column) &&
            (next == NULL || place < next->row * 100 + next->column))
            next = at;
    }
    return next;
}

static void write_stacks(const struct table *table, char *text)
{
    for (const struct stack *at = NULL; (at = next_stack(table, at)) != NULL;) {
        strcat(text, text[0] == '\0' ? "" : ";");
        add_place(text, at->row, at->column);
        for (const char *piece = at->pieces; *piece != '\0'; piece += 2)
            sprintf(text + strlen(text), "%c%.2s", piece == at->pieces ? '=' : '.', piece);
        for (int seat = 0; seat < table->players; seat++)
            if (at->pawn[seat])
                sprintf(text + strlen(text), "(%d)", seat + 1);
    }
    strcat(text, table->count == 0 ? "-" : "");
}

/* All kinds with their counts: each piece for itself, or "WR5". */
static void write_kinds(const struct table *table, const int counts[COLOURS][COLOURS], bool each, char *text)
{
    const char *colours = table->rules->colours;
    for (size_t i = 0; i < strlen(colours); i++)
        for (size_t j = i + 1; j < strlen(colours); j++)
            for (int k = 0; k < (each ? counts[i][j] : counts[i][j] > 0); k++)
                if (each)
                    sprintf(text + strlen(text), ".%c%c", colours[i], colours[j]);
                else
                    sprintf(text + strlen(text), ",%c%c%d", colours[i], colours[j], counts[i][j]);
}

void slow_staka_write(const struct table *table, char text[SLOW_TEXT])
{
    text[0] = '\0';
    write_stacks(table, text);
    for (int seat = 0; seat < table->players; seat++) {
        char hand[SLOW_TEXT / 2] = "";
        write_kinds(table, table->hand[seat], true, hand);
        if (table->has_double[seat])
            sprintf(hand + strlen(hand), ".%c%c", table->colour[seat], table->colour[seat]);
        sprintf(text + strlen(text), "%c%c:%s", seat == 0 ? ' ' : '/', table->colour[seat],
            table->out[seat]      ? "out"
                : hand[0] == '\0' ? "-"
                                  : hand + 1);
    }
    char bank[SLOW_TEXT / 2] = "";
    write_kinds(table, table->bank, false, bank);
    sprintf(text + strlen(text), " %s %d %d %d", bank[0] == '\0' ? "-" : bank + 1, table->seat + 1, table->nones,
        table->number);
}

/* The field. */

struct stack *stack_at(struct table *table, int row, int column)
{
    for (int i = 0; i < table->count; i++)
        if (table->stacks[i].row == row && table->stacks[i].column == column)
            return &table->stacks[i];
    return NULL;
}

/* The neighbours of a place; a square one has the first four alone. */
static const int row_step[] = {0, 0, 1, -1, 1, -1};
static const int column_step[] = {1, -1, 0, 0, 1, -1};

static int ways(const struct table *table)
{
    return table->rules->square ? 4 : 6;
}

bool touch(const struct table *table, int row, int column, const struct stack *stack)
{
    for (int i = 0; i < ways(table); i++)
        if (row + row_step[i] == stack->row && column + column_step[i] == stack->column)
            return true;
    return false;
}

int touching(const struct table *table, int row, int column)
{
    int count = 0;
    for (int i = 0; i < table->count; i++)
        count += touch(table, row, column, &table->stacks[i]);
    return count;
}

char top_colour(const struct stack *stack)
{
    return stack->pieces[strlen(stack->pieces) - 2];
}

/* With doubles as VALUE. */
int sum(const struct stack *stack, int value)
{
    int height = 0;
    for (const char *piece = stack->pieces; *piece != '\0'; piece += 2)
        height += piece[0] == piece[1] ? value : 1;
    return height;
}

void walk_outside(struct table *table, int row, int column, slow_water seen)
{
    if (row < 0 || column < 0 || row > WINDOW + 1 || column > WINDOW + 1 || seen[row][column] ||
        stack_at(table, row, column) != NULL)
        return;
    seen[row][column] = true;
    for (int i = 0; i < ways(table); i++)
        walk_outside(table, row + row_step[i], column + column_step[i], seen);
}

bool at_edge(const struct table *table, const struct stack *stack, slow_water seen)
{
    for (int i = 0; i < ways(table); i++)
        if (seen[stack->row + row_step[i]][stack->column + column_step[i]])
            return true;
    return false;
}

struct stack *pawn_of(struct table *table, int seat)
{
    for (int i = 0; i < table->count; i++)
        if (table->stacks[i].pawn[seat])
            return &table->stacks[i];
    return NULL;
}

bool has_pawn(const struct stack *stack)
{
    for (int seat = 0; seat < PLAYERS; seat++)
        if (stack->pawn[seat])
            return true;
    return false;
}
