/* SPDX-License-Identifier: MIT */
/* Staku told slowly: every cell is tried as a target of every lift, and asked whether
   it lies in line by its place in the plane. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct staku_rules {
    struct slow_rules slow;
    const char *letters;   /* White's, Black's, the neutral one */
    const char *palace[2]; /* "a1 a2 …" */
    size_t max_stack;
    bool jump;
    int draw_after;
    const char *no_move;
};

static const struct staku_rules all_rules[] = {
    {{"staku", {6, 7, 8, 7, 8, 7, 6}}, "wbn", {"a1 a6", "g1 g6"}, 3, false, 20, "loses"},
    {{"staku-2", {6, 7, 8, 7, 8, 7, 6}}, "wbn", {"a1 a6", "g1 g6"}, 2, false, 20, "loses"},
    {{"staku-jump", {3, 4, 5, 4, 3}}, "ABo", {"a2", "e1 e3"}, 3, true, 9, "pass"},
    {{"staku-tight", {2, 3, 4, 3}}, "wbn", {"a1 a2", "d1 d3"}, 2, false, 12, "draw"},
    {{"staku-stuck", {2, 3, 4, 3}}, "wbn", {"a1 a2", "d1 d3"}, 3, false, 12, "pass"},
    {{"staku-large", {7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7}}, "wbn", {"a1 a7", "m1 m7"}, 3, false, 40, "loses"},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

/* A cell by its place: rows upwards, and half cells to the right of the middle. */
struct place {
    int row;
    int x;
};

static int column_of(const struct staku_rules *rules, struct place at)
{
    if (at.row < 0 || at.row >= slow_row_count(&rules->slow))
        return -1;
    int twice = at.x + rules->slow.row_lengths[at.row] - 1;
    return twice % 2 == 0 && twice >= 0 && twice / 2 < rules->slow.row_lengths[at.row] ? twice / 2 : -1;
}

static struct place place_of(const struct staku_rules *rules, int row, int column)
{
    return (struct place){row, 2 * column - (rules->slow.row_lengths[row] - 1)};
}

/* The turn so far. */
struct telling_turn {
    const struct staku_rules *rules;
    slow_visitor *visit;
    void *context;
    struct slow_position position;
    char text[SLOW_TURN];
    bool captured;
    bool found; /* any turn at all */
};

static char *stack_at(struct telling_turn *turn, struct place at)
{
    return turn->position.stacks[at.row][column_of(turn->rules, at)];
}

/* Whose token is on top: 1, 2, 3 for a neutral one, 0 for none. */
static int top_of(const struct staku_rules *rules, const char *stack)
{
    return stack[0] == '\0' ? 0 : 1 + (int)(strchr(rules->letters, stack[strlen(stack) - 1]) - rules->letters);
}

/* How far TO lies in a straight line; 0: it does not, or something stands between. */
static size_t distance(struct telling_turn *turn, struct place from, struct place to)
{
    int rows = abs(to.row - from.row);
    int across = abs(to.x - from.x);
    if (rows != 0 && rows != across)
        return 0;
    int far = rows != 0 ? rows : across / 2;
    for (int i = 1; i < far; i++) {
        struct place between = {from.row + (to.row - from.row) * i / far, from.x + (to.x - from.x) * i / far};
        if (column_of(turn->rules, between) < 0)
            return 0;
        if (!turn->rules->jump && stack_at(turn, between)[0] != '\0')
            return 0;
    }
    return (size_t)far;
}

/* No neutral token above a coloured one, and not too many. */
static bool is_stack(const struct staku_rules *rules, const char *stack)
{
    bool coloured = false;
    for (const char *at = stack; *at != '\0'; at++) {
        if (*at == rules->letters[2] && coloured)
            return false;
        coloured |= *at != rules->letters[2];
    }
    return strlen(stack) <= rules->max_stack;
}

static void end_turn(const struct telling_turn *turn)
{
    struct slow_position after = turn->position;
    after.seat = 3 - after.seat;
    after.number = turn->captured ? 0 : after.number + 1;
    turn->visit(turn->context, turn->text, &after);
}

static void tell_moves(struct telling_turn *turn, struct place from, bool first, bool whole, bool part);

/* One move, if it is legal; then the turn may end, or go on. */
static void tell_move(struct telling_turn *turn, struct place from, struct place to, size_t count, bool first)
{
    const struct telling_turn before = *turn;
    int seat = turn->position.seat;
    char *source = stack_at(turn, from);
    char *target = stack_at(turn, to);
    char lifted[SLOW_STACK];
    char name[SLOW_CELL];
    size_t far = distance(turn, from, to);
    if (far == 0 || far > count)
        return;
    bool captured = top_of(turn->rules, target) == 3 - seat;
    if (captured)
        target[0] = '\0';
    bool built = target[0] != '\0';
    strcpy(lifted, source + strlen(source) - count);
    strcat(target, lifted);
    source[strlen(source) - count] = '\0';
    if (!built || is_stack(turn->rules, target)) {
        slow_cell_name(to.row, column_of(turn->rules, to), name);
        snprintf(turn->text + strlen(turn->text), SLOW_CELL + 2, "%c%s%s", "-+*"[count - 1], captured ? "x" : "", name);
        turn->captured |= captured;
        turn->found = true;
        end_turn(turn);
        if (first)
            tell_moves(turn, to, false, built, count > 1);
    }
    bool found = turn->found;
    *turn = before;
    turn->found = found;
}

/* Moves from a cell: of the WHOLE stack, if that is open, and of a PART of it. */
static void tell_moves(struct telling_turn *turn, struct place from, bool first, bool whole, bool part)
{
    const struct slow_rules *slow = &turn->rules->slow;
    size_t height = strlen(stack_at(turn, from));
    for (size_t count = 1; count <= 3 && count <= height; count++)
        if (count == height ? whole : part)
            for (int row = 0; row < slow_row_count(slow); row++)
                for (int column = 0; column < slow->row_lengths[row]; column++)
                    tell_move(turn, from, place_of(turn->rules, row, column), count, first);
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    const struct staku_rules *rules = (const struct staku_rules *)slow;
    struct telling_turn turn = {rules, visit, context, *position, "", false, false};
    for (int row = 0; row < slow_row_count(slow); row++)
        for (int column = 0; column < slow->row_lengths[row]; column++)
            if (top_of(rules, position->stacks[row][column]) == position->seat) {
                slow_cell_name(row, column, turn.text);
                tell_moves(&turn, place_of(rules, row, column), true, true, true);
            }
    strcpy(turn.text, "pass");
    if (!turn.found && strcmp(rules->no_move, "pass") == 0)
        end_turn(&turn);
}

static void notice(void *context, const char *turn, const struct slow_position *after)
{
    (void)turn;
    (void)after;
    *(bool *)context = true;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    const struct staku_rules *rules = (const struct staku_rules *)slow;
    int mover = 3 - position->seat;
    bool moves = false;
    *winners = 1u << (mover - 1);
    for (int row = 0; row < slow_row_count(slow); row++)
        for (int column = 0; column < slow->row_lengths[row]; column++)
            if (top_of(rules, position->stacks[row][column]) == mover &&
                slow_lists(rules->palace[2 - mover], row, column))
                return "palace";
    *winners = 0;
    if (position->number >= rules->draw_after)
        return "draw-count";
    turns(slow, position, notice, &moves);
    if (moves)
        return NULL;
    *winners = strcmp(rules->no_move, "draw") == 0 ? 0 : 1u << (mover - 1);
    return "blocked";
}

extern const struct telling staku_told;
const struct telling staku_told = {"staku", "palace draw-count blocked", false, find, turns, end, NULL};
