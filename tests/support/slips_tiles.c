/* SPDX-License-Identifier: MIT */
/* Slips of those who name places by tiles beside them, "wA1 -bQ".  They follow where tiles lie by the texts of turns
   alone, and ask no game. */
#include "support/slips_tiles.h"

#include <ctype.h>

enum { TILES = 64, NAME = 8, SIDES = 6, LATELY = 6 };

struct spot {
    int column;
    int row;
};

struct tile {
    char name[NAME];
    struct spot place;
    struct spot left; /* where it was before its last turn */
    unsigned moved;   /* that turn, from 1; 0: it was laid */
};

struct field {
    unsigned count;
    struct tile tiles[TILES];
};

/* A side of a tile: a sign before its name or after it. */
static const struct side {
    const char *before;
    const char *after;
    struct spot step;
} sides[SIDES] = {{"", "-", {1, 0}}, {"-", "", {-1, 0}}, {"", "/", {1, -1}}, {"/", "", {-1, 1}}, {"", "\\", {0, 1}},
    {"\\", "", {0, -1}}};

static bool same_place(struct spot a, struct spot b)
{
    return a.column == b.column && a.row == b.row;
}

static struct spot beside(struct spot place, const struct side *side, int times)
{
    return (struct spot){place.column + times * side->step.column, place.row + times * side->step.row};
}

static struct slice name_at(struct slice text, size_t at)
{
    size_t end = at;
    while (end < text.length && isalnum((unsigned char)text.at[end]))
        end++;
    return (struct slice){text.at + at, end - at};
}

static struct tile *find_tile(struct field *field, struct slice name)
{
    for (unsigned i = 0; i < field->count; i++)
        if (slice_is(name, field->tiles[i].name))
            return &field->tiles[i];
    return NULL;
}

/* A turn, "wA1 -bQ": where the name of the place's tile begins, and its side; NULL: on it. */
struct parts {
    struct slice tile;
    struct slice other; /* empty: there is none */
    const struct side *side;
};

static struct parts read_parts(struct slice turn)
{
    struct parts parts = {.tile = name_at(turn, 0)};
    size_t at = parts.tile.length + 1;
    if (at >= turn.length)
        return parts;
    parts.other = name_at(turn, at + !isalnum((unsigned char)turn.at[at]));
    size_t end = (size_t)(parts.other.at + parts.other.length - turn.at);
    for (unsigned i = 0; i < SIDES; i++)
        if (*sides[i].before != '\0' ? *sides[i].before == turn.at[at]
                                     : end < turn.length && *sides[i].after == turn.at[end])
            parts.side = &sides[i];
    return parts;
}

/* Where a turn of PARTS goes. */
static struct spot goal_of(struct field *field, const struct parts *parts)
{
    const struct tile *other = find_tile(field, parts->other);
    return other == NULL      ? (struct spot){0, 0}
        : parts->side == NULL ? other->place
                              : beside(other->place, parts->side, 1);
}

/* The turns of WORDS before INDEX. */
static void follow(const struct words *words, unsigned index, struct field *field)
{
    field->count = 0;
    for (unsigned i = 0; i < index; i++) {
        struct parts parts = read_parts(words->list[i].text);
        struct spot goal = goal_of(field, &parts);
        struct tile *tile = find_tile(field, parts.tile);
        if (slice_is(parts.tile, "pass") || parts.tile.length >= NAME || (tile == NULL && field->count == TILES))
            continue;
        if (tile == NULL) {
            tile = &field->tiles[field->count++];
            *tile = (struct tile){.place = goal};
            memcpy(tile->name, parts.tile.at, parts.tile.length);
        } else {
            tile->left = tile->place;
            tile->moved = i + 1;
        }
        tile->place = goal;
    }
}

static void add_turn(const struct parts *parts, const char *other, const struct side *side, struct text *text)
{
    text_add(text, parts->tile);
    text_printf(text, " %s%s%s", side->before, other, side->after);
}

/* The turn with its goal named by a side of a tile that lies beside it, or, with GONE, that has lately moved away from
   there; false where there is none. */
static bool name_goal(
    struct field *field, const struct parts *parts, unsigned gone, struct random *random, struct text *text)
{
    struct spot goal = goal_of(field, parts);
    const struct tile *found = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < field->count; i++) {
        const struct tile *tile = &field->tiles[i];
        if (slice_is(parts->tile, tile->name) || (gone > 0 && (tile->moved == 0 || tile->moved + LATELY < gone)))
            continue;
        for (unsigned k = 0; k < SIDES; k++)
            if (same_place(beside(gone > 0 ? tile->left : tile->place, &sides[k], 1), goal) &&
                random_once_in(random, ++count)) {
                found = tile;
                text_clear(text);
                add_turn(parts, tile->name, &sides[k], text);
            }
    }
    return found != NULL;
}

void tiles_respell(struct recording *recording, struct random *random)
{
    struct words *words = &recording->words;
    struct text text;
    text_init(&text);
    for (unsigned i = 1; i < words->count; i++) {
        struct field field;
        struct parts parts = read_parts(words->list[i].text);
        follow(words, i, &field);
        if (parts.side != NULL && name_goal(&field, &parts, 0, random, &text))
            words->list[i].text = arena_copy(&recording->arena, text_slice(&text));
    }
    text_release(&text);
}

/* The turn as TEXT has it. */
static bool changed(struct words *words, unsigned index, const struct text *text)
{
    bool same = slice_equal(words->list[index].text, text_slice(text));
    words->list[index].text = text_slice(text);
    return !same;
}

static bool other_side(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct parts parts = read_parts(words->list[index].text);
    (void)random;
    if (parts.side == NULL)
        return false;
    text_add(text, parts.tile);
    text_printf(text, " %s%.*s%s", parts.side->after, (int)parts.other.length, parts.other.at, parts.side->before);
    return changed(words, index, text);
}

static bool put_sign(struct words *words, unsigned index, const char *sign, struct text *text)
{
    struct parts parts = read_parts(words->list[index].text);
    if (parts.side == NULL)
        return false;
    bool before = *parts.side->before != '\0';
    text_add(text, parts.tile);
    text_printf(text, " %s%.*s%s", before ? sign : "", (int)parts.other.length, parts.other.at, before ? "" : sign);
    return changed(words, index, text);
}

static bool other_sign(struct words *words, unsigned index, struct random *random, struct text *text)
{
    static const char *const signs[] = {"-", "/", "\\"};
    return put_sign(words, index, signs[random_below(random, 3)], text);
}

/* A point for the sign, or, for the first tile, for its place. */
static bool point(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)random;
    if (index > 0)
        return put_sign(words, index, ".", text);
    text_add(text, words->list[index].text);
    text_add_string(text, " .");
    return changed(words, index, text);
}

static bool gone(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct field field;
    struct parts parts = read_parts(words->list[index].text);
    follow(words, index, &field);
    return parts.side != NULL && name_goal(&field, &parts, index + 1, random, text) && changed(words, index, text);
}

static bool climb(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct field field;
    struct parts parts = read_parts(words->list[index].text);
    follow(words, index, &field);
    return parts.side == NULL && parts.other.length > 0 && name_goal(&field, &parts, 0, random, text) &&
        changed(words, index, text);
}

/* The turn without the number of one of its tiles. */
static bool no_number(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct slice turn = words->list[index].text;
    size_t found = turn.length;
    unsigned count = 0;
    for (size_t i = 0; i < turn.length; i++)
        if (isdigit((unsigned char)turn.at[i]) && random_once_in(random, ++count))
            found = i;
    if (found == turn.length)
        return false;
    text_add(text, (struct slice){turn.at, found});
    text_add(text, (struct slice){turn.at + found + 1, turn.length - found - 1});
    return changed(words, index, text);
}

/* One of its tiles, or both, in the colour of the other side. */
static bool other_colour(struct words *words, unsigned index, struct random *random, struct text *text)
{
    struct slice turn = words->list[index].text;
    struct parts parts = read_parts(turn);
    unsigned which = 1 + random_below(random, parts.other.length > 0 ? 3 : 1);
    if (slice_is(turn, "pass"))
        return false;
    for (size_t i = 0; i < turn.length; i++) {
        bool here =
            (turn.at + i == parts.tile.at && (which & 1) != 0) || (turn.at + i == parts.other.at && (which & 2) != 0);
        text_add_char(text, !here ? turn.at[i] : turn.at[i] == 'w' ? 'b' : 'w');
    }
    return changed(words, index, text);
}

static bool no_pass(struct words *words, unsigned index, struct random *random, struct text *text)
{
    (void)text;
    while (index < words->count && !slice_is(words->list[index].text, "pass"))
        index++;
    if (index >= words->count - 1)
        return false;
    bool counted = random_once_in(random, 2);
    words->count--;
    for (unsigned i = index; i < words->count; i++) {
        words->list[i].text = words->list[i + 1].text;
        words->list[i].number += !counted;
    }
    return true;
}

const struct slip tile_slips[TILE_SLIPS] = {
    {"sign's side", "the sign on the other side of the tile", false, false, NULL, other_side},
    {"sign", "another sign on the same side", false, false, NULL, other_sign},
    {"point", "a point for the sign, or for the place of the first tile", false, false, NULL, point},
    {"gone", "the place by a tile that has lately moved away from there", false, false, NULL, gone},
    {"climb", "a climb by a side of a tile beside it", false, false, NULL, climb},
    {"number", "the number of a tile is missing", false, false, NULL, no_number},
    {"colour", "a tile or both in the other colour", false, false, NULL, other_colour},
    {"no pass", "a pass is left out", true, false, NULL, no_pass},
};
