/* SPDX-License-Identifier: MIT */
/* Staka told slowly: a position is its text, taken apart for every turn and written
   anew behind it. */
#include "support/slow_staka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct staka_rules all_rules[] = {
    {{"staka", {0}}, "WRGB", 8, 2, 1, 2, false, "z26", 2, 2, 1, 3, {[3] = "W"}, false, false, false, false, false},
    {{"staka-pairs", {0}}, "WRGB", 4, 2, 3, 2, false, "z26", 2, 2, 1, 3, {NULL}, false, false, false, true, false},
    {{"staka-three", {0}}, "RGB", 3, 1, 1, 2, false, "z26", 2, 2, 0, 1, {[2] = "B"}, false, false, true, false, false},
    {{"staka-five", {0}}, "ROYGB", 3, 2, 4, 1, false, "a1", 3, 4, 1, 2, {[2] = "RB"}, true, true, false, false, false},
    {{"staka-eight", {0}}, "aBCdEFgP", 10, 1, 1, 1, true, "az52", 1, 0, 2, 5, {[2] = "aP"}, false, false, false, false,
        false},
    {{"staka-stop", {0}}, "RGB", 2, 1, 1, 2, false, "z26", 2, 2, 1, 2, {[2] = "B"}, false, false, false, false, true},
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

static const char *neutral(const struct table *table)
{
    const char *colours = table->rules->neutral[table->players];
    return colours == NULL ? "" : colours;
}

/* What is neither laid, held nor in the bank. */
static int aside(struct table *table, char a, char b)
{
    int left = table->rules->copies - *of_kind(table, table->bank, a, b);
    for (int seat = 0; seat < table->players; seat++)
        left -= *of_kind(table, table->hand[seat], a, b);
    for (int i = 0; i < table->count; i++)
        for (const char *piece = table->stacks[i].pieces; *piece != '\0'; piece += 2)
            left -= (piece[0] == a && piece[1] == b) || (piece[0] == b && piece[1] == a);
    return left;
}

static int all_aside(struct table *table)
{
    const char *colours = table->rules->colours;
    int sum = 0;
    for (const char *a = colours; *a != '\0'; a++)
        for (const char *b = a + 1; *b != '\0'; b++)
            sum += aside(table, *a, *b);
    return sum;
}

static int held(const struct table *table, int seat)
{
    int sum = 0;
    for (int i = 0; i < COLOURS * COLOURS; i++)
        sum += table->hand[seat][i / COLOURS][i % COLOURS];
    return sum;
}

static int banked(const struct table *table)
{
    int sum = 0;
    for (int i = 0; i < COLOURS * COLOURS; i++)
        sum += table->bank[i / COLOURS][i % COLOURS];
    return sum;
}

static bool has_nothing(const struct table *table, int seat)
{
    return held(table, seat) == 0 && !table->has_double[seat] && banked(table) == 0;
}

static bool finished(const struct table *table, int seat)
{
    return table->rules->may_stop ? table->out[seat] : has_nothing(table, seat);
}

static int finished_seats(const struct table *table)
{
    int sum = 0;
    for (int seat = 0; seat < table->players; seat++)
        sum += finished(table, seat);
    return sum;
}

/* The turn is made: the next one, in the table as it is now. */
static void tell(const struct table *table, bool phase_ends)
{
    struct table next = *table;
    struct slow_position after = {.seat = 0};
    int playing = phase_ends ? next.players : 0;
    for (int seat = 0; seat < next.players; seat++)
        playing += !has_nothing(table, seat);
    bool play = all_aside(&next) == 0 && pawn_of(&next, next.players - 1) != NULL;
    if (phase_ends)
        next.seat = next.players - 1;
    do {
        next.number += next.seat + 1 == next.players;
        next.seat = (next.seat + 1) % next.players;
    } while (play && playing > 0 && finished(&next, next.seat));
    slow_staka_write(&next, after.text);
    table->visit(table->context, table->text, &after);
}

/* A piece goes on a place, and is written behind the turn so far. */
static void lay(struct table *table, int row, int column, char up, char down)
{
    struct stack *stack = stack_at(table, row, column);
    if (stack == NULL) {
        stack = &table->stacks[table->count++];
        *stack = (struct stack){.row = row, .column = column};
    }
    sprintf(stack->pieces + strlen(stack->pieces), "%c%c", up, down);
    sprintf(table->text + strlen(table->text), "%c%c@", up, down);
    add_place(table->text, row, column);
}

/* The starting field. */

/* Pieces that are left, one a node, matched with colours that are lacking. */
struct matching {
    int count;
    char kinds[400][2];
    int colour_of[400]; /* the lack that a piece is for, 0: none */
    bool tried[400];
};

static bool match(struct matching *matching, const char *lacks, int lack)
{
    for (int i = 0; i < matching->count; i++) {
        if (matching->tried[i] || (matching->kinds[i][0] != lacks[lack] && matching->kinds[i][1] != lacks[lack]))
            continue;
        matching->tried[i] = true;
        if (matching->colour_of[i] == 0 || match(matching, lacks, matching->colour_of[i] - 1)) {
            matching->colour_of[i] = lack + 1;
            return true;
        }
    }
    return false;
}

/* Whether the lacking colours find a piece each among those that are left. */
static bool all_can_show(struct table *table)
{
    struct matching matching = {.count = 0};
    char lacks[400] = "";
    for (const char *a = table->rules->colours; *a != '\0'; a++) {
        int up = 0;
        for (int i = 0; i < table->count; i++)
            up += top_colour(&table->stacks[i]) == *a;
        for (; up < table->rules->each_up; up++)
            strncat(lacks, a, 1);
        for (const char *b = a + 1; *b != '\0'; b++)
            for (int left = aside(table, *a, *b); left > 0; left--)
                memcpy(matching.kinds[matching.count++], (char[2]){*a, *b}, 2);
    }
    for (size_t lack = 0; lack < strlen(lacks); lack++) {
        memset(matching.tried, 0, sizeof matching.tried);
        if (!match(&matching, lacks, (int)lack))
            return false;
    }
    return true;
}

static void try_start(struct table *table, int row, int column)
{
    for (const char *up = table->rules->colours; *up != '\0'; up++)
        for (const char *down = table->rules->colours; *down != '\0'; down++) {
            if (up == down || aside(table, *up, *down) == 0)
                continue;
            struct table next = *table;
            lay(&next, row, column, *up, *down);
            if (all_can_show(&next))
                tell(&next, all_aside(&next) == 0);
        }
}

static void tell_start(struct table *table)
{
    int row;
    int column;
    int wanted = table->count == 1 ? 1 : table->rules->touch;
    read_place(table->rules->first, &row, &column);
    if (table->count == 0)
        try_start(table, row, column);
    for (row = 1; row <= WINDOW && table->count > 0; row++)
        for (column = 1; column <= WINDOW; column++)
            if (stack_at(table, row, column) == NULL && touching(table, row, column) >= wanted)
                try_start(table, row, column);
}

static void tell_pawns(const struct table *table)
{
    for (int i = 0; i < table->count; i++) {
        struct table next = *table;
        struct stack *stack = &next.stacks[i];
        if (top_colour(stack) != table->colour[table->seat] || (has_pawn(stack) && !table->rules->share))
            continue;
        stack->pawn[table->seat] = true;
        strcpy(next.text, "P@");
        add_place(next.text, stack->row, stack->column);
        tell(&next, table->seat == table->players - 1);
    }
}

/* Play. */

static bool holds(struct table *table, char a, char b)
{
    int seat = table->seat;
    return a == b ? table->has_double[seat] && table->colour[seat] == a : *of_kind(table, table->hand[seat], a, b) > 0;
}

static bool try_place(struct table *table, int row, int column, char up, char down)
{
    const struct stack *stack = stack_at(table, row, column);
    if (!touch(table, row, column, pawn_of(table, table->seat)) || (stack != NULL && has_pawn(stack)))
        return false;
    if (stack == NULL ? up == down || touching(table, row, column) < table->rules->touch : top_colour(stack) != down)
        return false;
    if (!holds(table, up, down))
        return false;
    struct table next = *table;
    if (up == down)
        next.has_double[table->seat] = false;
    else
        --*of_kind(&next, next.hand[table->seat], up, down);
    next.nones = 0;
    lay(&next, row, column, up, down);
    tell(&next, false);
    return true;
}

static bool try_take(struct table *table, char a, char b)
{
    if (*of_kind(table, table->bank, a, b) == 0 || held(table, table->seat) >= table->rules->hand_limit)
        return false;
    struct table next = *table;
    --*of_kind(&next, next.bank, a, b);
    ++*of_kind(&next, next.hand[table->seat], a, b);
    next.nones = 0;
    sprintf(next.text + strlen(next.text), "+%c%c", a, b);
    tell(&next, false);
    return true;
}

/* All actions; none where there is no other. */
static void tell_actions(struct table *table)
{
    bool any = false;
    for (const char *a = table->rules->colours; *a != '\0'; a++)
        for (const char *b = table->rules->colours; *b != '\0'; b++) {
            for (int place = 0; place < WINDOW * WINDOW && holds(table, *a, *b); place++)
                any |= try_place(table, 1 + place / WINDOW, 1 + place % WINDOW, *a, *b);
            any |= a < b && try_take(table, *a, *b);
        }
    struct table next = *table;
    strcat(next.text, "none");
    next.nones++;
    if (!any)
        tell(&next, false);
}

static void tell_movement(const struct table *table, const struct stack *from, const struct stack *to, char mark)
{
    struct table next = *table;
    stack_at(&next, from->row, from->column)->pawn[table->seat] = false;
    stack_at(&next, to->row, to->column)->pawn[table->seat] = true;
    add_place(next.text, from->row, from->column);
    strncat(next.text, &mark, 1);
    add_place(next.text, to->row, to->column);
    strcat(next.text, ",");
    tell_actions(&next);
}

static bool suits(const struct table *table, const struct stack *stack)
{
    return top_colour(stack) == table->colour[table->seat] || strchr(neutral(table), top_colour(stack)) != NULL;
}

static bool can_walk(const struct table *table, const struct stack *from, const struct stack *to)
{
    int up = sum(to, table->rules->double_height) - sum(from, table->rules->double_height);
    return touch(table, from->row, from->column, to) && suits(table, to) && up <= table->rules->climb &&
        (table->rules->share || !has_pawn(to));
}

static bool can_swim(const struct table *table, const struct stack *from, const struct stack *to, slow_water water)
{
    return from != to && !touch(table, from->row, from->column, to) && at_edge(table, from, water) &&
        at_edge(table, to, water) && sum(to, table->rules->double_height) == 1 &&
        (table->rules->swim_free || suits(table, to)) && (table->rules->share || !has_pawn(to));
}

static void tell_play(struct table *table)
{
    slow_water water = {{false}};
    bool walks = false;
    const struct stack *from = pawn_of(table, table->seat);
    walk_outside(table, 0, 0, water);
    for (const struct stack *to = table->stacks; to < table->stacks + table->count; to++)
        if (can_walk(table, from, to)) {
            tell_movement(table, from, to, '-');
            walks = true;
        } else if (can_swim(table, from, to, water)) {
            tell_movement(table, from, to, '~');
        }
    strcpy(table->text, "stay,");
    if (!walks)
        tell_actions(table);
    if (table->rules->may_stop && has_nothing(table, table->seat)) {
        struct table next = *table;
        next.out[table->seat] = true;
        strcpy(next.text, "out");
        tell(&next, false);
    }
}

static struct table take_apart(const struct slow_rules *rules, const struct slow_position *position)
{
    struct table table = {.rules = (const struct staka_rules *)rules};
    slow_staka_read(&table, position->text);
    return table;
}

static void turns(
    const struct slow_rules *rules, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct table table = take_apart(rules, position);
    table.visit = visit;
    table.context = context;
    if (all_aside(&table) > 0)
        tell_start(&table);
    else if (pawn_of(&table, table.players - 1) == NULL)
        tell_pawns(&table);
    else
        tell_play(&table);
}

static void points(const struct slow_rules *rules, const struct slow_position *position, int points[SLOW_SEATS_MOST])
{
    struct table table = take_apart(rules, position);
    int highest = 0;
    for (int i = 0; i < table.count; i++) {
        int high = sum(&table.stacks[i], table.rules->double_height);
        highest = has_pawn(&table.stacks[i]) && high > highest ? high : highest;
    }
    for (int seat = 0; seat < table.players; seat++)
        for (int i = 0; i < table.count; i++) {
            const struct stack *stack = &table.stacks[i];
            bool top = sum(stack, table.rules->double_height) == highest;
            if (top_colour(stack) == table.colour[seat])
                points[seat] += sum(stack, table.rules->double_points) * (!stack->pawn[seat] ? 1 : top ? 3 : 2);
        }
}

static const char *end(const struct slow_rules *rules, const struct slow_position *position, unsigned *winners)
{
    struct table table = take_apart(rules, position);
    int found[SLOW_SEATS_MOST] = {0};
    int side[SLOW_SEATS_MOST] = {0};
    int best = 0;
    bool play = all_aside(&table) == 0 && pawn_of(&table, table.players - 1) != NULL;
    bool out = play;
    for (int seat = 0; seat < table.players; seat++)
        out = out && has_nothing(&table, seat);
    bool stalled =
        play && !table.rules->no_stall && table.nones > 0 && table.nones >= table.players - finished_seats(&table);
    points(rules, position, found);
    for (int seat = 0; seat < table.players; seat++) {
        side[seat] = table.rules->teams ? found[seat % 2] + found[seat % 2 + 2] : found[seat];
        best = side[seat] > best ? side[seat] : best;
    }
    for (int seat = 0; seat < table.players && (out || stalled); seat++)
        *winners |= (unsigned)(side[seat] == best) << seat;
    return out ? "played-out" : stalled ? "stalled" : NULL;
}

extern const struct telling staka_told;
const struct telling staka_told = {"staka", "played-out stalled", true, find, turns, end, points};
