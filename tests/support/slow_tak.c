/* SPDX-License-Identifier: MIT */
/* Tak told slowly: the board is a table of words, "21S", taken from a position's text and written back
   into one; a move carries letters, and a road is found by walking from cell to cell. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 8, HEIGHT_MOST = 128 };

struct tak_rules {
    struct slow_rules slow;
    int size;
    int flats, caps, carry;
    double komi;
    int laid_first; /* flats that White lays of the opponent's in turn 1, 0: turn 1 is like others */
    bool roads_win, flats_win;
};

static const struct tak_rules all_rules[] = {
    {{"tak-3", {3, 3, 3}}, 3, 10, 0, 3, 0, 1, true, true},
    {{"tak-4", {4, 4, 4, 4}}, 4, 15, 0, 4, 0, 1, true, true},
    {{"tak-5", {5, 5, 5, 5, 5}}, 5, 21, 1, 5, 0, 1, true, true},
    {{"tak-6", {6, 6, 6, 6, 6, 6}}, 6, 30, 1, 6, 0, 1, true, true},
    {{"tak-7", {7, 7, 7, 7, 7, 7, 7}}, 7, 40, 2, 7, 0, 1, true, true},
    {{"tak-8", {8, 8, 8, 8, 8, 8, 8, 8}}, 8, 50, 2, 8, 0, 1, true, true},
    {{"tak-plain", {5, 5, 5, 5, 5}}, 5, 21, 2, 8, 0, 0, true, true},
    {{"tak-double", {4, 4, 4, 4}}, 4, 12, 1, 3, -1.5, 2, false, true},
    {{"tak-tiny", {3, 3, 3}}, 3, 8, 1, 9, 0.5, 1, true, false},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

struct table {
    const struct tak_rules *rules;
    char cells[SIZE_MOST][SIZE_MOST][HEIGHT_MOST + 2]; /* by file and rank */
    int seat, number;
};

static void read_table(const struct tak_rules *rules, const char *text, struct table *table)
{
    memset(table, 0, sizeof *table);
    table->rules = rules;
    for (int rank = rules->size - 1; rank >= 0; rank--) {
        int file = 0;
        while (file < rules->size) {
            size_t length = strcspn(text, ",/ ");
            if (text[0] == 'x')
                file += length == 1 ? 1 : atoi(text + 1);
            else
                memcpy(table->cells[file++][rank], text, length);
            text += length + 1;
        }
    }
    table->seat = text[0] - '0';
    table->number = atoi(text + 2);
}

static void write_table(const struct table *table, char *text)
{
    for (int rank = table->rules->size - 1; rank >= 0; rank--)
        for (int file = 0, empty = 0; file < table->rules->size; file++) {
            const char *cell = table->cells[file][rank];
            bool last = file == table->rules->size - 1;
            empty = cell[0] == '\0' ? empty + 1 : 0;
            if (empty > 0 && (last || table->cells[file + 1][rank][0] != '\0'))
                text += sprintf(text, empty > 1 ? "x%d" : "x", empty);
            if (empty == 0 || last || table->cells[file + 1][rank][0] != '\0')
                text += sprintf(text, "%s%s", cell, last ? rank > 0 ? "/" : " " : ",");
        }
    sprintf(text, "%d %d", table->seat, table->number);
}

/* 'S' or 'C' of a wall or a capstone on top, 'F' of a flat, 0 of nothing. */
static char top_kind(const char *cell)
{
    size_t length = strlen(cell);
    if (length == 0)
        return '\0';
    return cell[length - 1] == 'S' || cell[length - 1] == 'C' ? cell[length - 1] : 'F';
}

static size_t height_of(const char *cell)
{
    return strspn(cell, "12");
}

static int top_seat(const char *cell)
{
    return cell[0] == '\0' ? 0 : cell[height_of(cell) - 1] - '0';
}

/* Pieces of SEAT on the board: capstones, or all others. */
static int count_on_board(const struct table *table, int seat, bool caps)
{
    int count = 0;
    for (int file = 0; file < table->rules->size; file++)
        for (int rank = 0; rank < table->rules->size; rank++) {
            const char *cell = table->cells[file][rank];
            for (size_t i = 0; i < height_of(cell); i++)
                if (cell[i] == '0' + seat)
                    count += (cell[i + 1] == 'C') == caps;
        }
    return count;
}

static int left_of(const struct table *table, int seat, bool caps)
{
    return (caps ? table->rules->caps : table->rules->flats) - count_on_board(table, seat, caps);
}

static void end_turn(const struct table *table, const char *turn, slow_visitor *visit, void *context)
{
    struct slow_position after = {.seat = 0};
    struct table next = *table;
    next.number += table->seat == 2;
    next.seat = 3 - table->seat;
    write_table(&next, after.text);
    visit(context, turn, &after);
}

static void lay(const struct table *table, int file, int rank, slow_visitor *visit, void *context)
{
    bool first = table->rules->laid_first > 0 && table->number == 1;
    int owner = first ? 3 - table->seat : table->seat;
    int count = first && table->seat == 1 ? table->rules->laid_first : 1;
    for (const char *kind = "FSC"; *kind != '\0'; kind++) {
        struct table after = *table;
        char *cell = after.cells[file][rank];
        char turn[SLOW_TURN];
        if ((first && *kind != 'F') || left_of(table, owner, *kind == 'C') < count)
            continue;
        memset(cell, '0' + owner, (size_t)count);
        if (*kind != 'F')
            cell[count] = *kind;
        snprintf(
            turn, sizeof turn, "%s%.1s%c%d", count == 2 ? "2" : "", *kind == 'F' ? "" : kind, 'a' + file, rank + 1);
        end_turn(&after, turn, visit, context);
    }
}

/* A move on its way: HAND is what is still carried, bottom first, its letter behind it. */
struct move {
    int file, rank, right, up;
    char begin[40];
    char drops[SLOW_CELL * 2];
    char hand[HEIGHT_MOST];
};

static void drop(const struct table *table, const struct move *move, slow_visitor *visit, void *context)
{
    int file = move->file + move->right;
    int rank = move->rank + move->up;
    size_t carried = height_of(move->hand);
    if (file < 0 || rank < 0 || file >= table->rules->size || rank >= table->rules->size)
        return;
    char target = top_kind(table->cells[file][rank]);
    bool flattens = target == 'S' && carried == 1 && top_kind(move->hand) == 'C';
    if (target == 'C' || (target == 'S' && !flattens))
        return;
    for (size_t count = 1; count <= carried; count++) {
        struct table after = *table;
        struct move next = *move;
        char *cell = after.cells[file][rank];
        char turn[SLOW_TURN];
        cell[height_of(cell)] = '\0';
        strncat(cell, move->hand, count);
        memmove(next.hand, next.hand + count, strlen(next.hand + count) + 1);
        sprintf(next.drops + strlen(next.drops), "%zu", count);
        next.file = file;
        next.rank = rank;
        if (count < carried) {
            drop(&after, &next, visit, context);
            continue;
        }
        strcat(cell, next.hand); /* the letter, if there is one */
        snprintf(
            turn, sizeof turn, "%s%s%s", move->begin, strlen(next.drops) > 1 ? next.drops : "", flattens ? "*" : "");
        end_turn(&after, turn, visit, context);
    }
}

static void move_stack(const struct table *table, int file, int rank, slow_visitor *visit, void *context)
{
    static const struct {
        char sign;
        int right, up;
    } ways[] = {{'+', 0, 1}, {'-', 0, -1}, {'>', 1, 0}, {'<', -1, 0}};
    const char *cell = table->cells[file][rank];
    size_t height = height_of(cell);
    for (size_t count = 1; count <= height && (int)count <= table->rules->carry; count++)
        for (int i = 0; i < 4; i++) {
            struct table after = *table;
            struct move move = {.file = file, .rank = rank, .right = ways[i].right, .up = ways[i].up};
            strcpy(move.hand, cell + height - count);
            after.cells[file][rank][height - count] = '\0';
            if (count > 1)
                sprintf(move.begin, "%zu", count);
            sprintf(move.begin + strlen(move.begin), "%c%d%c", 'a' + file, rank + 1, ways[i].sign);
            drop(&after, &move, visit, context);
        }
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct tak_rules *rules = (const struct tak_rules *)slow;
    struct table table;
    read_table(rules, position->text, &table);
    for (int file = 0; file < rules->size; file++)
        for (int rank = 0; rank < rules->size; rank++)
            if (table.cells[file][rank][0] == '\0')
                lay(&table, file, rank, visit, context);
            else if (top_seat(table.cells[file][rank]) == table.seat && (rules->laid_first == 0 || table.number > 1))
                move_stack(&table, file, rank, visit, context);
}

/* Whether a walk over SEAT's flats and capstones that came to a cell goes on to the far edge; WIDE: to the last file.
 */
static bool walk(struct table *table, int seat, int file, int rank, bool wide)
{
    if (file < 0 || rank < 0 || file >= table->rules->size || rank >= table->rules->size)
        return false;
    char *cell = table->cells[file][rank];
    if (top_seat(cell) != seat || top_kind(cell) == 'S')
        return false;
    if ((wide ? file : rank) == table->rules->size - 1)
        return true;
    cell[0] = '\0'; /* never here again */
    return walk(table, seat, file + 1, rank, wide) || walk(table, seat, file - 1, rank, wide) ||
        walk(table, seat, file, rank + 1, wide) || walk(table, seat, file, rank - 1, wide);
}

static bool has_road(const struct table *table, int seat)
{
    for (int wide = 0; wide < 2; wide++)
        for (int i = 0; i < table->rules->size; i++) {
            struct table walked = *table;
            if (walk(&walked, seat, wide ? 0 : i, wide ? i : 0, wide))
                return true;
        }
    return false;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    const struct tak_rules *rules = (const struct tak_rules *)slow;
    struct table table;
    bool full = true;
    bool spent = false;
    double flats[3] = {0, 0, rules->komi};
    read_table(rules, position->text, &table);
    for (int i = 0; i < 2 && rules->roads_win; i++) {
        int seat = i == 0 ? 3 - table.seat : table.seat;
        if (has_road(&table, seat)) {
            *winners = 1u << (seat - 1);
            return "road";
        }
    }
    for (int file = 0; file < rules->size; file++)
        for (int rank = 0; rank < rules->size; rank++) {
            const char *cell = table.cells[file][rank];
            full &= cell[0] != '\0';
            if (top_kind(cell) == 'F')
                flats[top_seat(cell)]++;
        }
    for (int seat = 1; seat <= 2; seat++)
        spent |= left_of(&table, seat, false) + left_of(&table, seat, true) == 0;
    if (!full && !spent)
        return NULL;
    *winners = !rules->flats_win || flats[1] == flats[2] ? 0 : flats[1] > flats[2] ? 1 : 2;
    return full ? "full" : "spent";
}

extern const struct telling tak_told;
const struct telling tak_told = {"tak", "road full spent", true, find, turns, end, NULL};
