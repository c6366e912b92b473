/* SPDX-License-Identifier: MIT */
/* Hive told slowly: a list of tiles, each with its place and how many are under it, and everything found by going
   through that list again and again. */
#include "support/slow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILES = 60, NAME = 16, GOALS = 400 };

struct hive_told_rules {
    struct slow_rules slow;
    int set[8]; /* of QSBGAMLP */
    int queen_by;
    bool opening;
};

static const struct hive_told_rules all_rules[] = {
    {{"hive", {1}}, {1, 2, 2, 3, 3, 0, 0, 0}, 4, false},
    {{"hive-m", {1}}, {1, 2, 2, 3, 3, 1, 0, 0}, 4, false},
    {{"hive-l", {1}}, {1, 2, 2, 3, 3, 0, 1, 0}, 4, false},
    {{"hive-p", {1}}, {1, 2, 2, 3, 3, 0, 0, 1}, 4, false},
    {{"hive-ml", {1}}, {1, 2, 2, 3, 3, 1, 1, 0}, 4, false},
    {{"hive-mp", {1}}, {1, 2, 2, 3, 3, 1, 0, 1}, 4, false},
    {{"hive-lp", {1}}, {1, 2, 2, 3, 3, 0, 1, 1}, 4, false},
    {{"hive-mlp", {1}}, {1, 2, 2, 3, 3, 1, 1, 1}, 4, false},
    {{"hive-many", {1}}, {1, 1, 4, 0, 1, 3, 2, 3}, 6, true},
    {{"hive-few", {1}}, {1, 0, 1, 1, 1, 0, 0, 1}, 2, false},
};

struct tile {
    char name[NAME];
    bool lies;
    int x, y, level;
};

struct hive_table {
    const struct hive_told_rules *rules;
    struct tile tiles[TILES];
    int count;
    int seat;
    int rest; /* a tile, -1: none */
    int turn;
};

/* E, NE, NW, W, SW, SE. */
static const int around[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};

static const struct slow_rules *find(const char *ruleset)
{
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0]; i++)
        if (strcmp(all_rules[i].slow.name, ruleset) == 0)
            return &all_rules[i].slow;
    return NULL;
}

static int find_tile(const struct hive_table *table, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->tiles[i].name, name) == 0)
            return i;
    return -1;
}

static void read_table(const struct slow_rules *slow, const char *text, struct hive_table *table)
{
    char fields[SLOW_TEXT];
    char rest[16];
    memset(table, 0, sizeof *table);
    table->rules = (const struct hive_told_rules *)slow;
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < 8; kind++)
            for (int n = 1; n <= table->rules->set[kind]; n++) {
                char *name = table->tiles[table->count++].name;
                snprintf(name, NAME, "%c%c%d", "wb"[side], "QSBGAMLP"[kind], n);
                if (table->rules->set[kind] == 1)
                    name[2] = '\0';
            }
    sscanf(text, "%s %d %15s %d", fields, &table->seat, rest, &table->turn);
    table->rest = find_tile(table, rest);
    for (char *at = fields; *at != '\0' && *at != '-';) {
        int y = *at++ - 'a';
        if (*at >= 'a' && *at <= 'z')
            y = 26 * (y + 1) + *at++ - 'a';
        int x = (int)strtol(at, &at, 10);
        for (int level = 0; *at == '=' || *at == '.'; level++) {
            char name[NAME] = "";
            at++;
            size_t length = strcspn(at, ".;");
            memcpy(name, at, length);
            at += length;
            struct tile *tile = &table->tiles[find_tile(table, name)];
            *tile = (struct tile){.lies = true, .x = x, .y = y, .level = level};
            strcpy(tile->name, name);
        }
        at += *at == ';';
    }
}

static int height(const struct hive_table *table, int x, int y)
{
    int count = 0;
    for (int i = 0; i < table->count; i++)
        count += table->tiles[i].lies && table->tiles[i].x == x && table->tiles[i].y == y;
    return count;
}

static const struct tile *top(const struct hive_table *table, int x, int y)
{
    const struct tile *found = NULL;
    for (int i = 0; i < table->count; i++) {
        const struct tile *tile = &table->tiles[i];
        if (tile->lies && tile->x == x && tile->y == y && (found == NULL || tile->level > found->level))
            found = tile;
    }
    return found;
}

static void write_table(const struct hive_table *table, char *text)
{
    int low = 1000, left = 1000, high = -1000, right = -1000;
    const char *between = "";
    for (int i = 0; i < table->count; i++)
        if (table->tiles[i].lies) {
            const struct tile *tile = &table->tiles[i];
            low = tile->y < low ? tile->y : low;
            left = tile->x < left ? tile->x : left;
            high = tile->y > high ? tile->y : high;
            right = tile->x > right ? tile->x : right;
        }
    if (low == 1000)
        text += sprintf(text, "-");
    for (int y = low; y <= high; y++)
        for (int x = left; x <= right; x++) {
            if (height(table, x, y) == 0)
                continue;
            text += y - low < 26 ? sprintf(text, "%s%c%d", between, 'a' + y - low, x - left + 1)
                                 : sprintf(text, "%sa%c%d", between, 'a' + y - low - 26, x - left + 1);
            between = ";";
            for (int level = 0; level < height(table, x, y); level++)
                for (int i = 0; i < table->count; i++) {
                    const struct tile *tile = &table->tiles[i];
                    if (tile->lies && tile->x == x && tile->y == y && tile->level == level)
                        text += sprintf(text, "%c%s", level == 0 ? '=' : '.', tile->name);
                }
        }
    sprintf(text, " %d %s %d", table->seat,
        table->rest < 0 || table->rules->set[7] == 0 ? "-" : table->tiles[table->rest].name, table->turn);
}

static int seat_of(const struct tile *tile)
{
    return tile->name[0] == 'w' ? 1 : 2;
}

static bool touches(const struct hive_table *table, int x, int y)
{
    for (int i = 0; i < 6; i++)
        if (height(table, x + around[i][0], y + around[i][1]) > 0)
            return true;
    return false;
}

/* Whether all tiles that lie are one group. */
static bool is_one(const struct hive_table *table)
{
    bool reached[TILES] = {false};
    bool more = true;
    int lying = 0;
    int found = 0;
    while (more) {
        more = false;
        for (int i = 0; i < table->count; i++)
            for (int j = 0; j < table->count && !reached[i] && table->tiles[i].lies; j++) {
                int dx = table->tiles[j].x - table->tiles[i].x;
                int dy = table->tiles[j].y - table->tiles[i].y;
                bool near = (dx == 0 && dy == 0) || (dx * dy >= 0 && abs(dx) <= 1 && abs(dy) <= 1);
                bool first = found == 0;
                if (first || (reached[j] && near)) {
                    reached[i] = more = true;
                    found++;
                }
            }
    }
    for (int i = 0; i < table->count; i++)
        lying += table->tiles[i].lies;
    return found == lying;
}

struct goals {
    int count;
    int at[GOALS][2];
};

static void add(struct goals *goals, int x, int y)
{
    for (int i = 0; i < goals->count; i++)
        if (goals->at[i][0] == x && goals->at[i][1] == y)
            return;
    goals->at[goals->count][0] = x;
    goals->at[goals->count++][1] = y;
}

/* One step in direction D from (X, Y), FROM high, of a tile that is lifted: on the ground, or up or down. */
static bool slides(const struct hive_table *table, int x, int y, int d)
{
    const int *a = around[(d + 1) % 6];
    const int *b = around[(d + 5) % 6];
    bool left = height(table, x + a[0], y + a[1]) > 0;
    bool right = height(table, x + b[0], y + b[1]) > 0;
    return height(table, x + around[d][0], y + around[d][1]) == 0 && left != right;
}

static bool climbs(const struct hive_table *table, int x, int y, int d)
{
    const int *a = around[(d + 1) % 6];
    const int *b = around[(d + 5) % 6];
    int from = height(table, x, y);
    int to = height(table, x + around[d][0], y + around[d][1]);
    int c = height(table, x + a[0], y + a[1]);
    int e = height(table, x + b[0], y + b[1]);
    return (from > 0 || to > 0) && !(c > from && c > to && e > from && e > to);
}

static void spider(const struct hive_table *table, int way[4][2], int steps, struct goals *goals)
{
    if (steps == 3) {
        add(goals, way[3][0], way[3][1]);
        return;
    }
    for (int d = 0; d < 6; d++) {
        int x = way[steps][0] + around[d][0];
        int y = way[steps][1] + around[d][1];
        bool twice = false;
        for (int i = 0; i <= steps; i++)
            twice |= way[i][0] == x && way[i][1] == y;
        if (twice || !slides(table, way[steps][0], way[steps][1], d))
            continue;
        way[steps + 1][0] = x;
        way[steps + 1][1] = y;
        spider(table, way, steps + 1, goals);
    }
}

static void ant(const struct hive_table *table, int x, int y, struct goals *goals)
{
    for (int d = 0; d < 6; d++) {
        int before = goals->count;
        if (!slides(table, x, y, d))
            continue;
        add(goals, x + around[d][0], y + around[d][1]);
        if (goals->count > before)
            ant(table, x + around[d][0], y + around[d][1], goals);
    }
}

static void ladybug(const struct hive_table *table, int x, int y, int steps, struct goals *goals)
{
    for (int d = 0; d < 6; d++) {
        int nx = x + around[d][0];
        int ny = y + around[d][1];
        if (!climbs(table, x, y, d) || (height(table, nx, ny) > 0) != (steps < 2))
            continue;
        if (steps == 2)
            add(goals, nx, ny);
        else
            ladybug(table, nx, ny, steps + 1, goals);
    }
}

/* As KIND, from (X, Y) of TABLE, from which the tile has been lifted. */
static void walk(const struct hive_table *table, char kind, int x, int y, struct goals *goals)
{
    int way[4][2] = {{x, y}};
    struct goals reached = {.count = 1, .at = {{x, y}}};
    for (int d = 0; d < 6; d++) {
        int nx = x + around[d][0];
        int ny = y + around[d][1];
        if (strchr("QPB", kind) != NULL && height(table, x, y) == 0 && slides(table, x, y, d))
            add(goals, nx, ny);
        if (kind == 'B' && climbs(table, x, y, d))
            add(goals, nx, ny);
        if (kind == 'G' && height(table, nx, ny) > 0) {
            while (height(table, nx, ny) > 0) {
                nx += around[d][0];
                ny += around[d][1];
            }
            add(goals, nx, ny);
        }
    }
    if (kind == 'S')
        spider(table, way, 0, goals);
    if (kind == 'A')
        ant(table, x, y, &reached);
    for (int i = 1; i < reached.count; i++)
        add(goals, reached.at[i][0], reached.at[i][1]);
    if (kind == 'L')
        ladybug(table, x, y, 0, goals);
    if (kind == 'M')
        for (int d = 0; d < 6 && height(table, x, y) == 0; d++) {
            const struct tile *beside = top(table, x + around[d][0], y + around[d][1]);
            if (beside != NULL && beside->name[1] != 'M')
                walk(table, beside->name[1], x, y, goals);
        }
    if (kind == 'M' && height(table, x, y) > 0)
        walk(table, 'B', x, y, goals);
}

static bool can_throw(const struct hive_table *table, const struct tile *tile)
{
    bool beside = tile->name[1] == 'P';
    for (int d = 0; d < 6 && tile->name[1] == 'M'; d++) {
        const struct tile *other = top(table, tile->x + around[d][0], tile->y + around[d][1]);
        beside |= other != NULL && other->name[1] == 'P';
    }
    return tile->lies && beside && height(table, tile->x, tile->y) == 1 && seat_of(tile) == table->seat;
}

/* Where TILE is thrown; LIFTED is the table without it. */
static void throws(
    const struct hive_table *table, const struct hive_table *lifted, const struct tile *tile, struct goals *goals)
{
    for (int i = 0; i < table->count; i++) {
        const struct tile *thrower = &table->tiles[i];
        if (thrower == tile || !can_throw(table, thrower) || i == table->rest)
            continue;
        for (int d = 0; d < 6; d++) {
            if (tile->x + around[d][0] != thrower->x || tile->y + around[d][1] != thrower->y ||
                !climbs(lifted, tile->x, tile->y, d))
                continue;
            for (int down = 0; down < 6; down++) {
                int x = thrower->x + around[down][0];
                int y = thrower->y + around[down][1];
                if (height(table, x, y) == 0 && climbs(lifted, thrower->x, thrower->y, down))
                    add(goals, x, y);
            }
        }
    }
}

static void add_place(const struct hive_table *lifted, int x, int y, char *text)
{
    static const int order[6] = {2, 1, 0, 5, 4, 3};
    static const char *const forms[6] = {" -%s", " /%s", " %s\\", " %s-", " %s/", " \\%s"};
    const struct tile *on = top(lifted, x, y);
    for (int i = 0; i < 6 && on == NULL; i++) {
        const struct tile *beside = top(lifted, x + around[order[i]][0], y + around[order[i]][1]);
        if (beside == NULL)
            continue;
        sprintf(text, forms[order[i]], beside->name);
        return;
    }
    if (on != NULL)
        sprintf(text, " %s", on->name);
}

static void put(const struct hive_table *table, int i, int x, int y, slow_visitor *visit, void *context)
{
    struct slow_position position;
    struct hive_table after = *table;
    char turn[SLOW_TURN];
    memset(&position, 0, sizeof position);
    after.tiles[i].lies = false;
    strcpy(turn, after.tiles[i].name);
    add_place(&after, x, y, turn + strlen(turn));
    after.tiles[i] = (struct tile){.lies = true, .x = x, .y = y, .level = height(&after, x, y)};
    strcpy(after.tiles[i].name, table->tiles[i].name);
    after.rest = i;
    after.turn += table->seat == 2;
    after.seat = 3 - table->seat;
    write_table(&after, position.text);
    visit(context, turn, &position);
}

/* Whether a tile of the seat to move may be laid on (X, Y). */
static bool may_lie(const struct hive_table *table, int lying, int x, int y)
{
    bool enemy = false;
    for (int d = 0; d < 6; d++) {
        const struct tile *beside = top(table, x + around[d][0], y + around[d][1]);
        enemy |= beside != NULL && seat_of(beside) != table->seat;
    }
    return height(table, x, y) == 0 && touches(table, x, y) && (lying == 1 || !enemy);
}

static void turns(
    const struct slow_rules *slow, const struct slow_position *position, slow_visitor *visit, void *context)
{
    struct hive_table table;
    int lying = 0;
    int visited = 0;
    read_table(slow, position->text, &table);
    const struct hive_told_rules *rules = table.rules;
    int queen = find_tile(&table, table.seat == 1 ? "wQ" : "bQ");
    for (int i = 0; i < table.count; i++)
        lying += table.tiles[i].lies;
    for (int i = 0; i < table.count; i++) {
        const struct tile *tile = &table.tiles[i];
        bool is_queen = i == queen;
        bool next = i == 0 || table.tiles[i - 1].lies || table.tiles[i - 1].name[1] != tile->name[1];
        if (tile->lies || seat_of(tile) != table.seat || !next || (is_queen && table.turn == 1 && !rules->opening) ||
            (!is_queen && !table.tiles[queen].lies && table.turn >= rules->queen_by))
            continue;
        for (int y = -1; y < 60; y++)
            for (int x = -1; x < 60; x++)
                if (lying == 0 ? x == 20 && y == 20 : may_lie(&table, lying, x, y)) {
                    put(&table, i, x, y, visit, context);
                    visited++;
                }
    }
    for (int i = 0; i < table.count && table.tiles[queen].lies; i++) {
        const struct tile *tile = &table.tiles[i];
        struct hive_table lifted = table;
        struct goals goals = {.count = 0};
        lifted.tiles[i].lies = false;
        if (!tile->lies || tile != top(&table, tile->x, tile->y) || i == (rules->set[7] > 0 ? table.rest : -1) ||
            !is_one(&lifted))
            continue;
        if (seat_of(tile) == table.seat)
            walk(&lifted, tile->name[1], tile->x, tile->y, &goals);
        if (tile->level == 0)
            throws(&table, &lifted, tile, &goals);
        for (int k = 0; k < goals.count; k++)
            if (goals.at[k][0] != tile->x || goals.at[k][1] != tile->y) {
                put(&table, i, goals.at[k][0], goals.at[k][1], visit, context);
                visited++;
            }
    }
    if (visited == 0) {
        struct slow_position after;
        memset(&after, 0, sizeof after);
        table.rest = -1;
        table.turn += table.seat == 2;
        table.seat = 3 - table.seat;
        write_table(&table, after.text);
        visit(context, "pass", &after);
    }
}

static bool is_shut(const struct hive_table *table, const char *queen)
{
    const struct tile *tile = &table->tiles[find_tile(table, queen)];
    int taken = 0;
    for (int d = 0; d < 6; d++)
        taken += height(table, tile->x + around[d][0], tile->y + around[d][1]) > 0;
    return tile->lies && taken == 6;
}

static const char *end(const struct slow_rules *slow, const struct slow_position *position, unsigned *winners)
{
    struct hive_table table;
    read_table(slow, position->text, &table);
    bool white = is_shut(&table, "wQ");
    bool black = is_shut(&table, "bQ");
    *winners = white == black ? 0 : white ? 2 : 1;
    return white && black ? "both-surrounded" : white || black ? "surrounded" : NULL;
}

extern const struct telling hive_told;
const struct telling hive_told = {"hive", "surrounded both-surrounded", true, find, turns, end, NULL};
