/* SPDX-License-Identifier: MIT */
/* Accasta told slowly. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHITE_CASTLE "a1 a2 a3 a4 b2 b3 b4 c3 c4"
#define BLACK_CASTLE "g1 g2 g3 g4 f2 f3 f4 e3 e4"

struct accasta_rules {
    struct slow_rules slow;
    const char *white; /* letters */
    const char *black;
    const char *castle[2]; /* "a1 a2 …" */
    const char *ranges;    /* "S1H2C3", by white letters; NULL: own count */
    int limit;
    bool release_allowed;
    int controlling;
    bool next_turn;
};

static const struct accasta_rules all_rules[] = {
    {{"accasta-pari", {4, 5, 6, 7, 6, 5, 4}}, "w", "b", {WHITE_CASTLE, BLACK_CASTLE}, NULL, 3, false, 3, false},
    {{"accasta", {4, 5, 6, 7, 6, 5, 4}}, "SHC", "shc", {WHITE_CASTLE, BLACK_CASTLE}, "S1H2C3", 3, false, 3, false},
    {{"accasta-next", {4, 5, 6, 7, 6, 5, 4}}, "w", "b", {WHITE_CASTLE, BLACK_CASTLE}, NULL, 3, false, 3, true},
    {{"accasta-loose", {4, 5, 6, 7, 6, 5, 4}}, "SHC", "shc", {WHITE_CASTLE, BLACK_CASTLE}, NULL, 5, true, 2, false},
    {{"accasta-rows", {3, 4, 5, 4, 5, 4}}, "ABC", "abc", {"a1 a2 a3", "f1 f2 f3 f4"}, "A3B1C2", 8, true, 3, false},
    {{"accasta-big", {5, 6, 7, 8, 9, 8, 7, 6, 5}}, "O", "Q", {"a1 a3 a5 b2 b3", "i1 i3 i5 h2 h3"}, NULL, 4, false, 2,
        true},
    {{"accasta-tight", {2, 3, 2}}, "w", "b", {"a1 a2", "c1 c2"}, NULL, 1, false, 2, false},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

/* Whose piece it is. */
static int owner(const struct accasta_rules *rules, char piece)
{
    return strchr(rules->white, piece) != NULL ? 1 : 2;
}

static int top_owner(const struct accasta_rules *rules, const char *stack)
{
    return stack[0] == '\0' ? 0 : owner(rules, stack[strlen(stack) - 1]);
}

static int pieces_of(const struct accasta_rules *rules, const char *stack, int seat)
{
    int count = 0;
    for (; *stack != '\0'; stack++)
        count += owner(rules, *stack) == seat;
    return count;
}

/* How many stacks SEAT controls in the other's castle. */
static int held(const struct accasta_rules *rules, const struct slow_position *position, int seat)
{
    int count = 0;
    for (int row = 0; row < slow_row_count(&rules->slow); row++)
        for (int column = 0; column < rules->slow.row_lengths[row]; column++)
            count += slow_lists(rules->castle[2 - seat], row, column) &&
                top_owner(rules, position->stacks[row][column]) == seat;
    return count;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    const struct accasta_rules *rules = (const struct accasta_rules *)slow;
    int mover = 3 - position->seat;
    bool moved_in = !rules->next_turn && held(rules, position, mover) >= rules->controlling;
    *winners = 1u << ((moved_in ? mover : position->seat) - 1);
    return moved_in || held(rules, position, position->seat) >= rules->controlling ? "castle" : NULL;
}

/* One cell further: six directions, by the picture on the page; false at the edge.
   Between rows of different lengths columns shift by half a cell. */
static bool go(const struct accasta_rules *rules, int *row, int *column, int direction)
{
    int from = rules->slow.row_lengths[*row];
    if (direction < 2) {
        *column += direction == 0 ? 1 : -1;
        return *column >= 0 && *column < from;
    }
    *row += direction < 4 ? 1 : -1;
    if (*row < 0 || *row >= slow_row_count(&rules->slow))
        return false;
    bool right = direction % 2 == 0;
    bool longer = rules->slow.row_lengths[*row] > from;
    *column += longer ? (right ? 1 : 0) : (right ? 0 : -1);
    return *column >= 0 && *column < rules->slow.row_lengths[*row];
}

static int range_of(const struct accasta_rules *rules, const char *stack, int seat)
{
    if (rules->ranges == NULL)
        return pieces_of(rules, stack, seat);
    char top = stack[strlen(stack) - 1];
    for (size_t kind = 0; kind < strlen(rules->white); kind++)
        if (rules->white[kind] == top || rules->black[kind] == top)
            return strchr(rules->ranges, rules->white[kind])[1] - '0';
    return 0;
}

struct search {
    const struct accasta_rules *rules;
    slow_visitor *visit;
    void *context;
    int row;
    int column;
};

static void search(const struct search *how, const struct slow_position *position, const char *turn);

/* Lifts COUNT to a cell that is in range and in line with nothing between. */
static void step(
    const struct search *how, const struct slow_position *position, const char *turn, int row, int column, size_t count)
{
    const struct accasta_rules *rules = how->rules;
    int seat = position->seat;
    struct slow_position after = *position;
    char *from = after.stacks[how->row][how->column];
    char *onto = after.stacks[row][column];
    char name[SLOW_CELL];
    char text[SLOW_TURN];
    char number[24] = "";
    if (strlen(onto) + count >= SLOW_STACK)
        return;
    char mark = onto[0] == '\0' ? '-' : top_owner(rules, onto) == seat ? '+' : 'x';
    size_t left = strlen(from) - count;
    memcpy(onto + strlen(onto), from + left, count + 1);
    from[left] = '\0';
    bool occupied = mark != '-';
    if (occupied && (pieces_of(rules, onto, 1) > rules->limit || pieces_of(rules, onto, 2) > rules->limit))
        return;
    if (top_owner(rules, from) == 3 - seat && !rules->release_allowed &&
        slow_lists(rules->castle[seat - 1], how->row, how->column))
        return;
    slow_cell_name(row, column, name);
    if (count > 1)
        snprintf(number, sizeof number, "%zu", count);
    size_t length = strlen(turn);
    snprintf(text, sizeof text, "%s%s%s%c%s", turn, turn[length - 1] == ':' ? "" : ",", number, mark, name);
    struct slow_position turned = after;
    turned.seat = 3 - seat;
    how->visit(how->context, text, &turned);
    if (top_owner(rules, from) == seat)
        search(how, &after, text);
}

static void search(const struct search *how, const struct slow_position *position, const char *turn)
{
    const char *from = position->stacks[how->row][how->column];
    int range = range_of(how->rules, from, position->seat);
    for (int direction = 0; direction < 6; direction++) {
        int row = how->row;
        int column = how->column;
        for (int distance = 1; distance <= range && go(how->rules, &row, &column, direction); distance++) {
            for (size_t count = 1; count <= strlen(from); count++)
                step(how, position, turn, row, column, count);
            if (position->stacks[row][column][0] != '\0')
                break;
        }
    }
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct accasta_rules *rules = (const struct accasta_rules *)slow;
    for (int row = 0; row < slow_row_count(&rules->slow); row++)
        for (int column = 0; column < rules->slow.row_lengths[row]; column++) {
            char turn[2 * SLOW_CELL];
            char name[SLOW_CELL];
            if (top_owner(rules, position->stacks[row][column]) != position->seat)
                continue;
            slow_cell_name(row, column, name);
            snprintf(turn, sizeof turn, "%s:", name);
            const struct search how = {rules, visit, context, row, column};
            search(&how, position, turn);
        }
}

extern const struct telling accasta_told;
const struct telling accasta_told = {"accasta", "castle", false, find, turns, end, NULL};
