/* SPDX-License-Identifier: MIT */
/* Hive told slowly: a list of tiles, each of which knows where it lies; heights and tops are found by going through the
   list, and a tile that moves is taken off it before anything else is asked. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 48, MOST = 64, NAME = 4 };

struct hive_told_rules {
    struct slow_rules slow;
    const char *tiles; /* of a side */
    int queen_by;
    bool queen_opens;
};

static const struct hive_told_rules all_rules[] = {
    {{"hive"}, "QSSBBGGGAAA", 4, false},
    {{"hive-m"}, "QSSBBGGGAAAM", 4, false},
    {{"hive-l"}, "QSSBBGGGAAAL", 4, false},
    {{"hive-p"}, "QSSBBGGGAAAP", 4, false},
    {{"hive-ml"}, "QSSBBGGGAAAML", 4, false},
    {{"hive-mp"}, "QSSBBGGGAAAMP", 4, false},
    {{"hive-lp"}, "QSSBBGGGAAALP", 4, false},
    {{"hive-mlp"}, "QSSBBGGGAAAMLP", 4, false},
    {{"hive-few"}, "QBGAP", 2, false},
    {{"hive-short"}, "QBMP", 3, true},
    {{"hive-many"}, "QSBBBBAMMMLLPPP", 6, true},
};

struct hive_tile {
    char name[NAME]; /* colour, kind and number */
    bool lies;
    int row;
    int column;
    int level; /* how many are under it */
};

struct hive_table {
    const struct hive_told_rules *rules;
    struct hive_tile tiles[MOST];
    int count;
    char side; /* to move */
    char rest[NAME];
    int turn;
};

/* NW, NE, E, SE, SW, W: each beside the one before it. */
static const int around[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

static int how_many(const char *kinds, char kind)
{
    int many = 0;
    for (; *kinds != '\0'; kinds++)
        many += *kinds == kind;
    return many;
}

static struct hive_tile *tile_named(struct hive_table *table, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->tiles[i].name, name) == 0)
            return &table->tiles[i];
    return NULL;
}

/* The tiles of both sides, all in hand. */
static void make_tiles(struct hive_table *table)
{
    const char *kinds = table->rules->tiles;
    for (int black = 0; black < 2; black++)
        for (int i = 0; kinds[i] != '\0'; i++) {
            char *name = table->tiles[table->count++].name;
            int number = 1;
            for (int k = 0; k < i; k++)
                number += kinds[k] == kinds[i];
            name[0] = black ? 'b' : 'w';
            name[1] = kinds[i];
            name[2] = how_many(kinds, kinds[i]) > 1 ? (char)('0' + number) : '\0';
        }
}

/* "a1=bQ.bB1" */
static void read_pile(struct hive_table *table, char *pile)
{
    int row = 0;
    int level = 0;
    if (pile[0] == 'a' && pile[1] >= 'a')
        row += 26, pile++;
    row += *pile++ - 'a' + 1;
    int column = (int)strtol(pile, &pile, 10);
    for (char *name = strtok(pile + 1, "."); name != NULL; name = strtok(NULL, ".")) {
        struct hive_tile *tile = tile_named(table, name);
        tile->lies = true;
        tile->row = row + 4;
        tile->column = column + 4;
        tile->level = level++;
    }
}

static void read_table(const struct slow_rules *slow, const char *text, struct hive_table *table)
{
    char field[SLOW_TEXT];
    int seat;
    memset(table, 0, sizeof *table);
    table->rules = (const struct hive_told_rules *)slow;
    make_tiles(table);
    sscanf(text, "%s %d %3s %d", field, &seat, table->rest, &table->turn);
    table->side = seat == 1 ? 'w' : 'b';
    char *pile = field;
    while (field[0] != '-' && pile != NULL) {
        char *next = strchr(pile, ';');
        if (next != NULL)
            *next++ = '\0';
        read_pile(table, pile);
        pile = next;
    }
}

static int height(const struct hive_table *table, int row, int column)
{
    int height = 0;
    for (int i = 0; i < table->count; i++)
        height += table->tiles[i].lies && table->tiles[i].row == row && table->tiles[i].column == column;
    return height;
}

static const struct hive_tile *tile_at(const struct hive_table *table, int row, int column, int level)
{
    for (int i = 0; i < table->count; i++) {
        const struct hive_tile *tile = &table->tiles[i];
        if (tile->lies && tile->row == row && tile->column == column && tile->level == level)
            return tile;
    }
    return NULL;
}

static const struct hive_tile *top(const struct hive_table *table, int row, int column)
{
    return tile_at(table, row, column, height(table, row, column) - 1);
}

/* The top tile of the neighbour in a direction; NULL where there is none. */
static const struct hive_tile *beside(const struct hive_table *table, int row, int column, int way)
{
    return top(table, row + around[way][0], column + around[way][1]);
}

static void write_table(const struct hive_table *table, char *text)
{
    int first_row = SIDE;
    int first_column = SIDE;
    char *begin = text;
    for (int i = 0; i < table->count; i++)
        if (table->tiles[i].lies) {
            first_row = table->tiles[i].row < first_row ? table->tiles[i].row : first_row;
            first_column = table->tiles[i].column < first_column ? table->tiles[i].column : first_column;
        }
    for (int row = first_row; row < SIDE; row++)
        for (int column = first_column; column < SIDE; column++)
            for (int level = 0; level < height(table, row, column); level++) {
                int letter = row - first_row;
                if (level == 0)
                    text += sprintf(text, "%s%s%c%d=", text == begin ? "" : ";", letter < 26 ? "" : "a",
                        'a' + letter % 26, column - first_column + 1);
                text += sprintf(text, "%s%s", level == 0 ? "" : ".", tile_at(table, row, column, level)->name);
            }
    sprintf(text, "%s %d %s %d", text == begin ? "-" : "", table->side == 'w' ? 1 : 2, table->rest, table->turn);
}

/* Goals of a tile; what the functions below are given is the table without it. */
struct hive_goals {
    bool are[SIDE][SIDE];
};

static bool touches(const struct hive_table *table, int row, int column)
{
    bool does = height(table, row, column) > 0;
    for (int way = 0; way < 6; way++)
        does |= beside(table, row, column, way) != NULL;
    return does;
}

/* Whether all tiles that lie are one group: whatever lies beside a marked one is marked until nothing changes. */
static bool is_one_hive(const struct hive_table *table)
{
    bool marked[SIDE][SIDE] = {{false}};
    bool any = false;
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < table->count; i++) {
            const struct hive_tile *tile = &table->tiles[i];
            bool is = !any;
            if (!tile->lies || marked[tile->row][tile->column])
                continue;
            for (int way = 0; way < 6; way++)
                is |= marked[tile->row + around[way][0]][tile->column + around[way][1]];
            if (is)
                marked[tile->row][tile->column] = any = more = true;
        }
    }
    for (int i = 0; i < table->count; i++)
        if (table->tiles[i].lies && !marked[table->tiles[i].row][table->tiles[i].column])
            return false;
    return true;
}

static int height_beside(const struct hive_table *table, int row, int column, int way)
{
    return height(table, row + around[way][0], column + around[way][1]);
}

static bool slides(const struct hive_table *table, int row, int column, int way)
{
    bool left = height_beside(table, row, column, (way + 5) % 6) > 0;
    bool right = height_beside(table, row, column, (way + 1) % 6) > 0;
    return height(table, row, column) == 0 && height_beside(table, row, column, way) == 0 && left != right;
}

static bool climbs(const struct hive_table *table, int row, int column, int way)
{
    int a = height(table, row, column);
    int b = height_beside(table, row, column, way);
    int c = height_beside(table, row, column, (way + 5) % 6);
    int d = height_beside(table, row, column, (way + 1) % 6);
    bool gate = c > a && c > b && d > a && d > b;
    return (a > 0 || b > 0) && !gate;
}

static void slide_once(const struct hive_table *table, int row, int column, struct hive_goals *goals)
{
    for (int way = 0; way < 6; way++)
        if (slides(table, row, column, way))
            goals->are[row + around[way][0]][column + around[way][1]] = true;
}

static void climb_once(const struct hive_table *table, int row, int column, struct hive_goals *goals)
{
    for (int way = 0; way < 6; way++)
        if (climbs(table, row, column, way))
            goals->are[row + around[way][0]][column + around[way][1]] = true;
}

/* LEFT more slides, onto no place of PASSED. */
static void slide_exactly(
    const struct hive_table *table, int row, int column, int left, struct hive_goals passed, struct hive_goals *goals)
{
    passed.are[row][column] = true;
    if (left == 0)
        goals->are[row][column] = true;
    for (int way = 0; way < 6 && left > 0; way++)
        if (slides(table, row, column, way) && !passed.are[row + around[way][0]][column + around[way][1]])
            slide_exactly(table, row + around[way][0], column + around[way][1], left - 1, passed, goals);
}

static void slide_anywhere(
    const struct hive_table *table, int row, int column, struct hive_goals *passed, struct hive_goals *goals)
{
    passed->are[row][column] = true;
    goals->are[row][column] = true;
    for (int way = 0; way < 6; way++)
        if (slides(table, row, column, way) && !passed->are[row + around[way][0]][column + around[way][1]])
            slide_anywhere(table, row + around[way][0], column + around[way][1], passed, goals);
}

static void jump(const struct hive_table *table, int row, int column, struct hive_goals *goals)
{
    for (int way = 0; way < 6; way++) {
        int far = 1;
        while (height(table, row + far * around[way][0], column + far * around[way][1]) > 0)
            far++;
        if (far > 1)
            goals->are[row + far * around[way][0]][column + far * around[way][1]] = true;
    }
}

/* A ladybug's climbs: onto taken places, but LEFT 1 onto an empty one. */
static void climb_across(const struct hive_table *table, int row, int column, int left, struct hive_goals *goals)
{
    if (left == 0)
        goals->are[row][column] = true;
    for (int way = 0; way < 6 && left > 0; way++)
        if (climbs(table, row, column, way) && (height_beside(table, row, column, way) > 0) == (left > 1))
            climb_across(table, row + around[way][0], column + around[way][1], left - 1, goals);
}

static void move_as(const struct hive_table *table, int row, int column, char kind, struct hive_goals *goals)
{
    struct hive_goals passed = {{{false}}};
    bool grounded = height(table, row, column) == 0;
    if (!grounded || kind == 'B')
        climb_once(table, row, column, goals);
    if (grounded && strchr("QPB", kind) != NULL)
        slide_once(table, row, column, goals);
    if (grounded && kind == 'S')
        slide_exactly(table, row, column, 3, passed, goals);
    if (grounded && kind == 'A')
        slide_anywhere(table, row, column, &passed, goals);
    if (grounded && kind == 'G')
        jump(table, row, column, goals);
    if (grounded && kind == 'L')
        climb_across(table, row, column, 3, goals);
    for (int way = 0; way < 6 && grounded && kind == 'M'; way++) {
        const struct hive_tile *other = beside(table, row, column, way);
        if (other != NULL && other->name[1] != 'M')
            move_as(table, row, column, other->name[1], goals);
    }
}

/* Whether TILE has a pillbug's power, on the WHOLE table. */
static bool throws(const struct hive_table *whole, const struct hive_tile *tile)
{
    bool can = tile->name[1] == 'P';
    for (int way = 0; way < 6 && tile->name[1] == 'M'; way++) {
        const struct hive_tile *other = beside(whole, tile->row, tile->column, way);
        can |= other != NULL && other->name[1] == 'P';
    }
    return can && tile->lies && tile->name[0] == whole->side && strcmp(tile->name, whole->rest) != 0 &&
        height(whole, tile->row, tile->column) == 1;
}

/* Where the thrower at the other end of WAY puts what is thrown from a place. */
static void throw_over(const struct hive_table *table, int row, int column, int way, struct hive_goals *goals)
{
    int over_row = row + around[way][0];
    int over_column = column + around[way][1];
    if (!climbs(table, row, column, way))
        return;
    for (int on = 0; on < 6; on++)
        if (height_beside(table, over_row, over_column, on) == 0 && climbs(table, over_row, over_column, on))
            goals->are[over_row + around[on][0]][over_column + around[on][1]] = true;
}

static void find_goals(const struct hive_table *whole, const struct hive_tile *tile, struct hive_goals *goals)
{
    struct hive_table table = *whole;
    memset(goals, 0, sizeof *goals);
    if (top(whole, tile->row, tile->column) != tile || strcmp(tile->name, whole->rest) == 0)
        return;
    table.tiles[tile - whole->tiles].lies = false;
    if (!is_one_hive(&table))
        return;
    if (tile->name[0] == whole->side)
        move_as(&table, tile->row, tile->column, tile->name[1], goals);
    for (int way = 0; way < 6 && tile->level == 0; way++) {
        const struct hive_tile *thrower = beside(whole, tile->row, tile->column, way);
        if (thrower != NULL && throws(whole, thrower))
            throw_over(&table, tile->row, tile->column, way, goals);
    }
    goals->are[tile->row][tile->column] = false;
    for (int row = 1; row < SIDE - 1; row++)
        for (int column = 1; column < SIDE - 1; column++)
            if (goals->are[row][column])
                goals->are[row][column] = touches(&table, row, column);
}

/* Whether the side to move may lay a tile on a place: how many lie, and whose are beside it. */
static bool is_open(const struct hive_table *table, int row, int column, int lying)
{
    int own = 0;
    int others = 0;
    for (int way = 0; way < 6; way++) {
        const struct hive_tile *tile = beside(table, row, column, way);
        own += tile != NULL && tile->name[0] == table->side;
        others += tile != NULL && tile->name[0] != table->side;
    }
    if (height(table, row, column) > 0)
        return false;
    return lying == 0 ? row == SIDE / 2 && column == SIDE / 2 : lying == 1 ? own + others > 0 : own > 0 && others == 0;
}

static bool may_lay(const struct hive_table *table, const struct hive_tile *tile, bool queen_lies)
{
    bool queen = tile->name[1] == 'Q';
    if (tile->lies || tile->name[0] != table->side)
        return false;
    if (queen && table->turn == 1 && !table->rules->queen_opens)
        return false;
    if (!queen && !queen_lies && table->turn >= table->rules->queen_by)
        return false;
    for (const struct hive_tile *other = table->tiles; other < tile; other++)
        if (!other->lies && strncmp(other->name, tile->name, 2) == 0)
            return false;
    return true;
}

static void write_place(const struct hive_table *table, int row, int column, char *text)
{
    static const char *const forms[6] = {" %s\\", " /%s", " -%s", " \\%s", " %s/", " %s-"};
    const struct hive_tile *under = top(table, row, column);
    if (under != NULL)
        text += sprintf(text, " %s", under->name);
    for (int way = 0; way < 6 && under == NULL; way++) {
        const struct hive_tile *other = beside(table, row, column, way);
        if (other == NULL)
            continue;
        sprintf(text, forms[way], other->name);
        return;
    }
    *text = '\0';
}

static void next_side(struct hive_table *table, const char *moved)
{
    table->turn += table->side == 'b';
    table->side = table->side == 'b' ? 'w' : 'b';
    strcpy(table->rest, how_many(table->rules->tiles, 'P') > 0 ? moved : "-");
}

static void visit_after(
    struct hive_table *after, const char *moved, const char *turn, slow_visitor *visit, void *context)
{
    struct slow_position position;
    memset(&position, 0, sizeof position);
    next_side(after, moved);
    write_table(after, position.text);
    visit(context, turn, &position);
}

/* TILE, of the hand or from where it lies, put down on a place. */
static void put_down(const struct hive_table *table, const struct hive_tile *tile, int row, int column,
    slow_visitor *visit, void *context)
{
    char turn[SLOW_TURN];
    struct hive_table after = *table;
    struct hive_tile *moved = &after.tiles[tile - table->tiles];
    moved->lies = false;
    strcpy(turn, tile->name);
    write_place(&after, row, column, turn + strlen(turn));
    int level = height(&after, row, column);
    *moved = (struct hive_tile){.lies = true, .row = row, .column = column, .level = level};
    strcpy(moved->name, tile->name);
    visit_after(&after, tile->name, turn, visit, context);
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct hive_table table;
    int lying = 0;
    int found = 0;
    read_table(slow, position->text, &table);
    const char queen[] = {table.side, 'Q', '\0'};
    bool queen_lies = tile_named(&table, queen)->lies;
    for (int i = 0; i < table.count; i++)
        lying += table.tiles[i].lies;
    for (const struct hive_tile *tile = table.tiles; tile < table.tiles + table.count; tile++) {
        struct hive_goals goals = {{{false}}};
        bool lays = may_lay(&table, tile, queen_lies);
        if (tile->lies && queen_lies)
            find_goals(&table, tile, &goals);
        for (int row = 1; row < SIDE - 1; row++)
            for (int column = 1; column < SIDE - 1; column++) {
                if (!goals.are[row][column] && !(lays && is_open(&table, row, column, lying)))
                    continue;
                found++;
                put_down(&table, tile, row, column, visit, context);
            }
    }
    if (found == 0)
        visit_after(&table, "-", "pass", visit, context);
}

static bool is_surrounded(struct hive_table *table, const char *name)
{
    const struct hive_tile *queen = tile_named(table, name);
    int taken = 0;
    for (int way = 0; way < 6; way++)
        taken += beside(table, queen->row, queen->column, way) != NULL;
    return queen->lies && taken == 6;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    struct hive_table table;
    read_table(slow, position->text, &table);
    bool white = is_surrounded(&table, "wQ");
    bool black = is_surrounded(&table, "bQ");
    if (!white && !black)
        return NULL;
    *winners = white && black ? 3 : black ? 1 : 2;
    return white && black ? "both-surrounded" : "surrounded";
}

extern const struct telling hive_told;
const struct telling hive_told = {"hive", "surrounded both-surrounded", true, find, turns, end, NULL};
