/* SPDX-License-Identifier: MIT */
/* Abande told slowly: boards as texts, and whether pieces hang together found by walking
   from cell to cell as often as there are cells. */
#include "support/slow_pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct abande_rules {
    struct pool_rules pools;
    size_t max_stack;
    int moves_after;
};

static const struct abande_rules all_rules[] = {
    {{{"abande", {4, 5, 6, 7, 6, 5, 4}}, 0, "bw", "bw", 18, true}, 3, 2},
    {{{"abande-square", {7, 7, 7, 7, 7, 7, 7}}, 8, "bw", "bw", 18, true}, 3, 2},
    {{{"abande-small", {2, 3, 2}}, 0, "WB", "wb", 4, true}, 4, 1},
    {{{"abande-cross", {4, 4, 4, 4}}, 4, "bw", "bw", 5, true}, 2, 3},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].pools.slow.name, ruleset) == 0)
            return &all_rules[i].pools.slow;
    return NULL;
}

static bool touch(const struct pool_rules *rules, struct pool_cell a, struct pool_cell b)
{
    int rows = abs(a.row - b.row);
    int columns = abs(a.column - b.column);
    if (rules->square == 4)
        return rows + columns == 1;
    if (rules->square == 8)
        return rows <= 1 && columns <= 1 && rows + columns > 0;
    int across = abs(2 * a.column - rules->slow.row_lengths[a.row] - 2 * b.column + rules->slow.row_lengths[b.row]);
    return (rows == 0 && across == 2) || (rows == 1 && across == 1);
}

/* How many cells around AT hold a stack of SEAT's, or with 0 of anybody's. */
static int count_around(const struct pool_table *table, struct pool_cell at, int seat)
{
    int count = 0;
    for (EACH_CELL(other, table->rules))
        if (touch(table->rules, at, other) && pool_top(table, other) != 0)
            count += seat == 0 || pool_top(table, other) == seat;
    return count;
}

static bool is_one_group(const struct pool_table *table)
{
    bool reached[SLOW_ROWS][SLOW_COLUMNS] = {{false}};
    bool begun = false;
    bool more = true;
    while (more) {
        more = false;
        for (EACH_CELL(at, table->rules)) {
            if (pool_top(table, at) == 0 || reached[at.row][at.column])
                continue;
            bool joins = !begun;
            for (EACH_CELL(other, table->rules))
                joins |= reached[other.row][other.column] && touch(table->rules, at, other);
            reached[at.row][at.column] = joins;
            more |= joins;
            begun |= joins;
        }
    }
    for (EACH_CELL(at, table->rules))
        if (pool_top(table, at) != 0 && !reached[at.row][at.column])
            return false;
    return true;
}

static bool may_move(
    const struct pool_table *table, struct pool_cell from, struct pool_cell to, struct pool_table *after)
{
    const struct abande_rules *rules = (const struct abande_rules *)table->rules;
    *after = *table;
    after->passes = 0;
    if (pool_top(table, from) != table->seat || pool_top(table, to) != 3 - table->seat ||
        !touch(table->rules, from, to) || table->rules->pool - table->pool[0] < rules->moves_after)
        return false;
    char *source = after->stacks[from.row][from.column];
    char *target = after->stacks[to.row][to.column];
    if (strlen(source) + strlen(target) > rules->max_stack)
        return false;
    strcat(target, table->stacks[from.row][from.column]);
    source[0] = '\0';
    return is_one_group(after);
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct pool_rules *rules = (const struct pool_rules *)slow;
    struct pool_table table;
    struct pool_table after;
    char names[2][SLOW_CELL];
    char turn[SLOW_TURN];
    bool empty = true;
    pool_read(rules, position->text, &table);
    for (EACH_CELL(at, rules))
        empty &= pool_top(&table, at) == 0;
    for (EACH_CELL(at, rules)) {
        pool_cell_name(rules, at, names[0]);
        if (pool_top(&table, at) == 0 && table.pool[table.seat - 1] > 0 && (empty || count_around(&table, at, 0) > 0)) {
            after = table;
            after.passes = 0;
            after.pool[table.seat - 1]--;
            after.stacks[at.row][at.column][0] = rules->letters[table.seat - 1];
            pool_end_turn(&after, names[0], visit, context);
        }
        for (EACH_CELL(to, rules)) {
            pool_cell_name(rules, to, names[1]);
            snprintf(turn, sizeof turn, "%s-%s", names[0], names[1]);
            if (may_move(&table, at, to, &after))
                pool_end_turn(&after, turn, visit, context);
        }
    }
    after = table;
    after.passes++;
    if (table.pool[table.seat - 1] == 0)
        pool_end_turn(&after, "pass", visit, context);
}

static void points(const struct slow_rules *slow, const struct slow_position *position, int points[SLOW_SEATS_MOST])
{
    const struct pool_rules *rules = (const struct pool_rules *)slow;
    struct pool_table table;
    pool_read(rules, position->text, &table);
    for (EACH_CELL(at, rules)) {
        int seat = pool_top(&table, at);
        if (seat != 0 && count_around(&table, at, 3 - seat) > 0)
            points[seat - 1] += (int)strlen(table.stacks[at.row][at.column]);
    }
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    int scores[SLOW_SEATS_MOST] = {0};
    struct pool_table table;
    pool_read((const struct pool_rules *)slow, position->text, &table);
    if (table.passes < 2)
        return NULL;
    points(slow, position, scores);
    *winners = (unsigned)(scores[0] >= scores[1]) | (unsigned)(scores[1] >= scores[0]) << 1;
    return "passed";
}

extern const struct telling abande_told;
const struct telling abande_told = {"abande", "passed", true, find, turns, end, points};
