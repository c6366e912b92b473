/* SPDX-License-Identifier: MIT */
/* TZAAR told slowly: a list of cells with their places on paper, which are searched one by one for every step along a
   line; stacks are texts, and what a turn leaves is written down and read again. */
#include "support/slow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 64, HIGHEST = 64 };

struct tzaar_told_rules {
    struct slow_rules slow;
    const char *closed; /* cells, spaces between */
    const char *kinds;  /* White's small, Black's the same in capitals */
    int taken;          /* cells, at the start */
};

static const struct tzaar_told_rules all_rules[] = {
    {{"tzaar", {5, 6, 7, 8, 9, 8, 7, 6, 5}}, "e5", "abc", 60},
    {{"tzaar-holes", {4, 5, 6, 7, 6, 5, 4}}, "d4 b2 f4", "abc", 34},
    {{"tzaar-open", {5, 6, 5, 6}}, "", "kq", 12},
    {{"tzaar-small", {3, 4, 5, 4, 3}}, "c3", "dt", 18},
};

struct tzaar_place {
    int across; /* half cells, from the middle of its row */
    int up;
    bool closed;
    char name[SLOW_CELL];
    char stack[HIGHEST + 1]; /* bottom to top */
};

struct tzaar_paper {
    const struct tzaar_told_rules *rules;
    struct tzaar_place places[CELLS]; /* from the top row down, as positions are written */
    int count;
    char side;
    int number;
};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

/* Lays out the cells; a row is centred over the one below. */
static void lay_out(const struct slow_rules *slow, struct tzaar_paper *paper)
{
    memset(paper, 0, sizeof *paper);
    paper->rules = (const struct tzaar_told_rules *)slow;
    for (int row = slow_row_count(slow) - 1; row >= 0; row--)
        for (int i = 0; i < slow->row_lengths[row]; i++) {
            struct tzaar_place *place = &paper->places[paper->count++];
            place->across = 2 * i - slow->row_lengths[row];
            place->up = row;
            place->closed = slow_lists(paper->rules->closed, row, i);
            slow_cell_name(row, i, place->name);
        }
}

static void read_paper(const struct slow_rules *slow, const char *text, struct tzaar_paper *paper)
{
    lay_out(slow, paper);
    for (int i = 0; i < paper->count;) {
        size_t length = strcspn(text, ",/ ");
        if (text[0] == 'x')
            i += length == 1 ? 1 : atoi(text + 1);
        else
            memcpy(paper->places[i++].stack, text, length);
        text += length + 1;
    }
    sscanf(text, "%c %d", &paper->side, &paper->number);
}

static void write_paper(const struct tzaar_paper *paper, char *text)
{
    int empty = 0;
    for (int i = 0; i < paper->count; i++) {
        const struct tzaar_place *place = &paper->places[i];
        bool last = i + 1 == paper->count || place[1].up != place->up;
        empty += place->stack[0] == '\0';
        if (empty > 0 && (place->stack[0] != '\0' || last)) {
            text += empty == 1 ? sprintf(text, "x") : sprintf(text, "x%d", empty);
            if (place->stack[0] != '\0')
                *text++ = ',';
            empty = 0;
        }
        if (place->stack[0] != '\0')
            text += sprintf(text, "%s", place->stack);
        if (last || empty == 0)
            *text++ = i + 1 == paper->count ? ' ' : last ? '/' : ',';
    }
    sprintf(text, "%c %d", paper->side, paper->number);
}

static char top(const struct tzaar_place *place)
{
    size_t height = strlen(place->stack);
    return height == 0 ? '\0' : place->stack[height - 1];
}

/* 'w' or 'b', '\0' where there is no stack. */
static char colour(const struct tzaar_place *place)
{
    return top(place) == '\0' ? '\0' : islower((unsigned char)top(place)) ? 'w' : 'b';
}

/* The index of the place there, -1: there is none. */
static int place_at(const struct tzaar_paper *paper, int across, int up)
{
    for (int i = 0; i < paper->count; i++)
        if (paper->places[i].across == across && paper->places[i].up == up)
            return i;
    return -1;
}

static const int ways[6][2] = {{2, 0}, {-2, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

/* The first stack that one on FROM comes to, -1: none before the edge or a closed cell. */
static int first_stack(const struct tzaar_paper *paper, int from, int way)
{
    int across = paper->places[from].across;
    int up = paper->places[from].up;
    for (;;) {
        across += ways[way][0];
        up += ways[way][1];
        int at = place_at(paper, across, up);
        if (at < 0 || paper->places[at].closed)
            return -1;
        if (paper->places[at].stack[0] != '\0')
            return at;
    }
}

static bool may_capture(const struct tzaar_paper *paper, int from, int to)
{
    const struct tzaar_place *own = &paper->places[from];
    const struct tzaar_place *other = &paper->places[to];
    return colour(own) == paper->side && colour(other) != paper->side && strlen(other->stack) <= strlen(own->stack);
}

static bool may_stack(const struct tzaar_paper *paper, int from, int to)
{
    return colour(&paper->places[from]) == paper->side && colour(&paper->places[to]) == paper->side;
}

static bool shows(const struct tzaar_paper *paper, char kind)
{
    for (int i = 0; i < paper->count; i++)
        if (top(&paper->places[i]) == kind)
            return true;
    return false;
}

/* 'w' or 'b', who has a kind on top of no stack; '\0': neither. */
static char loser_by_kind(const struct tzaar_paper *paper)
{
    for (const char *kind = paper->rules->kinds; *kind != '\0'; kind++) {
        if (!shows(paper, *kind))
            return 'w';
        if (!shows(paper, (char)toupper((unsigned char)*kind)))
            return 'b';
    }
    return '\0';
}

/* The whole board is taken: White's first turn. */
static bool is_first_turn(const struct tzaar_paper *paper)
{
    int taken = 0;
    for (int i = 0; i < paper->count; i++)
        taken += paper->places[i].stack[0] != '\0';
    return taken == paper->rules->taken;
}

/* What was on FROM is on TO, above what was there if that is of its colour. */
static void move_stack(struct tzaar_paper *paper, int from, int to)
{
    char moved[HIGHEST + 1];
    strcpy(moved, paper->places[from].stack);
    if (colour(&paper->places[to]) != colour(&paper->places[from]))
        paper->places[to].stack[0] = '\0';
    paper->places[from].stack[0] = '\0';
    strcat(paper->places[to].stack, moved);
}

static void visit_after(const struct tzaar_paper *left, const char *turn, slow_visitor *visit, void *context)
{
    struct tzaar_paper after = *left;
    struct slow_position position;
    memset(&position, 0, sizeof position);
    if (after.side == 'b')
        after.number++;
    after.side = after.side == 'w' ? 'b' : 'w';
    write_paper(&after, position.text);
    visit(context, turn, &position);
}

/* The turns whose first action, written in TURN, has led to PAPER. */
static void second_actions(const struct tzaar_paper *paper, const char *turn, slow_visitor *visit, void *context)
{
    for (int from = 0; from < paper->count; from++)
        for (int way = 0; way < 6; way++) {
            int to = first_stack(paper, from, way);
            bool stacks = to >= 0 && may_stack(paper, from, to);
            if (to < 0 || !(stacks || may_capture(paper, from, to)))
                continue;
            char both[SLOW_TURN];
            struct tzaar_paper after = *paper;
            move_stack(&after, from, to);
            snprintf(both, sizeof both, "%s,%s%c%s", turn, paper->places[from].name, stacks ? '+' : 'x',
                paper->places[to].name);
            visit_after(&after, both, visit, context);
        }
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct tzaar_paper paper;
    read_paper(slow, position->text, &paper);
    for (int from = 0; from < paper.count; from++)
        for (int way = 0; way < 6; way++) {
            int to = first_stack(&paper, from, way);
            if (to < 0 || !may_capture(&paper, from, to))
                continue;
            char turn[2 * SLOW_CELL];
            struct tzaar_paper after = paper;
            move_stack(&after, from, to);
            snprintf(turn, sizeof turn, "%sx%s", paper.places[from].name, paper.places[to].name);
            visit_after(&after, turn, visit, context);
            if (!is_first_turn(&paper) && loser_by_kind(&after) == '\0')
                second_actions(&after, turn, visit, context);
        }
}

static bool can_capture(const struct tzaar_paper *paper)
{
    for (int from = 0; from < paper->count; from++)
        for (int way = 0; way < 6; way++) {
            int to = first_stack(paper, from, way);
            if (to >= 0 && may_capture(paper, from, to))
                return true;
        }
    return false;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    struct tzaar_paper paper;
    read_paper(slow, position->text, &paper);
    char lost = loser_by_kind(&paper);
    const char *reason = lost != '\0' ? "kind" : "no-capture";
    if (lost == '\0' && !can_capture(&paper))
        lost = paper.side;
    *winners = lost == 'w' ? 2 : 1;
    return lost == '\0' ? NULL : reason;
}

extern const struct telling tzaar_told;
const struct telling tzaar_told = {"tzaar", "kind no-capture", true, find, turns, end, NULL};
