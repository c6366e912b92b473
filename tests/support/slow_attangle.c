/* SPDX-License-Identifier: MIT */
/* Attangle told slowly: every three cells are tried as a capture, and a line is walked by
   places in the plane. */
#include "support/slow_pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct attangle_rules {
    struct pool_rules pools;
    const char *closed; /* "d4" */
    size_t max_stack;
    int triples;
    size_t height;
    bool stuck_loses; /* no_move: loses */
};

static const struct attangle_rules all_rules[] = {
    {{{"attangle", {4, 5, 6, 7, 6, 5, 4}}, 0, "wb", "wb", 18, false}, "d4", 4, 3, 3},
    {{{"attangle-small", {3, 4, 5, 4, 3}}, 0, "AB", "wb", 7, false}, "", 4, 2, 2},
    {{{"attangle-stuck", {3, 4, 5, 4, 3}}, 0, "wb", "wb", 5, false}, "c3", 4, 2, 3, .stuck_loses = true},
    {{{"attangle-low", {4, 4, 4, 4}}, 4, "wb", "wb", 6, false}, "b2 c3", 3, 3, 2},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].pools.slow.name, ruleset) == 0)
            return &all_rules[i].pools.slow;
    return NULL;
}

static bool is_closed(const struct attangle_rules *rules, struct pool_cell at)
{
    char name[SLOW_CELL];
    pool_cell_name(&rules->pools, at, name);
    return strstr(rules->closed, name) != NULL; /* no name is part of another there */
}

/* Half cells to the right of the middle of the board. */
static int across(const struct pool_rules *rules, struct pool_cell at)
{
    return 2 * at.column - rules->slow.row_lengths[at.row];
}

/* Whether nothing stands between FROM and TO, which lie in line. */
static bool sees(const struct pool_table *table, struct pool_cell from, struct pool_cell to)
{
    const struct pool_rules *rules = table->rules;
    int rows = to.row - from.row;
    int halves = across(rules, to) - across(rules, from);
    int far = abs(rows) > abs(halves) / 2 ? abs(rows) : abs(halves) / 2;
    bool straight = rules->square != 0 ? rows == 0 || halves == 0 : rows == 0 || abs(rows) == abs(halves);
    bool oblique = rules->square == 8 && 2 * abs(rows) == abs(halves);
    if (far == 0 || (!straight && !oblique))
        return false;
    if (rules->square == 0 && rows != 0)
        far = abs(rows);
    for (EACH_CELL(at, rules))
        for (int i = 1; i < far; i++)
            if (pool_top(table, at) != 0 && at.row == from.row + rows * i / far &&
                across(rules, at) == across(rules, from) + halves * i / far)
                return false;
    return true;
}

static bool capture(
    const struct pool_table *table, const struct pool_cell from[2], struct pool_cell to, struct pool_table *after)
{
    const struct attangle_rules *rules = (const struct attangle_rules *)table->rules;
    size_t height[2];
    *after = *table;
    for (int i = 0; i < 2; i++) {
        if (pool_top(table, from[i]) != table->seat || !sees(table, from[i], to))
            return false;
        height[i] = strlen(table->stacks[from[i].row][from[i].column]);
    }
    char *target = after->stacks[to.row][to.column];
    if (pool_top(table, to) != 3 - table->seat || height[0] + height[1] + strlen(target) > rules->max_stack)
        return false;
    int high = height[1] > height[0];
    strcat(target, table->stacks[from[high].row][from[high].column]);
    for (int i = 0; i < 2; i++)
        after->stacks[from[i].row][from[i].column][0] = '\0';
    after->pool[table->seat - 1]++;
    return true;
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct attangle_rules *rules = (const struct attangle_rules *)slow;
    struct pool_table table;
    struct pool_table after;
    char names[3][SLOW_CELL];
    char turn[SLOW_TURN];
    pool_read(&rules->pools, position->text, &table);
    for (EACH_CELL(to, &rules->pools)) {
        pool_cell_name(&rules->pools, to, names[2]);
        if (pool_top(&table, to) == 0 && !is_closed(rules, to) && table.pool[table.seat - 1] > 0) {
            after = table;
            after.pool[table.seat - 1]--;
            after.stacks[to.row][to.column][0] = rules->pools.letters[table.seat - 1];
            pool_end_turn(&after, names[2], visit, context);
        }
        if (pool_top(&table, to) != 3 - table.seat)
            continue;
        for (EACH_CELL(a, &rules->pools))
            for (struct pool_cell b = a; pool_next(&rules->pools, &b);)
                if (capture(&table, (const struct pool_cell[2]){a, b}, to, &after)) {
                    pool_cell_name(&rules->pools, a, names[0]);
                    pool_cell_name(&rules->pools, b, names[1]);
                    snprintf(turn, sizeof turn, "%s,%s-%s", names[0], names[1], names[2]);
                    pool_end_turn(&after, turn, visit, context);
                }
    }
}

static void notice(void *context, const char *turn, const struct slow_position *after)
{
    (void)turn;
    (void)after;
    *(bool *)context = true;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    const struct attangle_rules *rules = (const struct attangle_rules *)slow;
    struct pool_table table;
    int high[2] = {0, 0};
    bool any = false;
    pool_read(&rules->pools, position->text, &table);
    for (EACH_CELL(at, &rules->pools))
        if (strlen(table.stacks[at.row][at.column]) >= rules->height)
            high[pool_top(&table, at) - 1]++;
    *winners = 1u << (2 - table.seat);
    if (high[2 - table.seat] >= rules->triples)
        return "triples";
    turns(slow, position, notice, &any);
    if (!rules->stuck_loses)
        *winners = high[0] > high[1] ? 1 : high[1] > high[0] ? 2 : 0;
    return any ? NULL : "blocked";
}

extern const struct telling attangle_told;
const struct telling attangle_told = {"attangle", "triples blocked", true, find, turns, end, NULL};
