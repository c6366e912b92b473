/* SPDX-License-Identifier: MIT */
#include "board/field.h"

#include "base/text.h"
const int8_t field_steps[2][FIELD_TOUCHING][2] = {
    [LATTICE_HEX] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}},
    [LATTICE_SQUARE] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 0}, {0, 0}},
};

static const unsigned TOUCHING[] = {[LATTICE_HEX] = 6, [LATTICE_SQUARE] = 4};

unsigned field_touching(enum lattice lattice, unsigned place, uint16_t touching[FIELD_TOUCHING])
{
    for (unsigned i = 0; i < TOUCHING[lattice]; i++) {
        const int8_t *step = field_steps[lattice][i];
        touching[i] = (uint16_t)field_place(
            (unsigned)((int)field_row(place) + step[0]), (unsigned)((int)field_column(place) + step[1]));
    }
    return TOUCHING[lattice];
}

/* Of ROW and the rows below and above it what touches COLUMN, a bit each. */
static inline unsigned touching_column(
    uint64_t below, uint64_t row, uint64_t above, enum lattice lattice, unsigned column)
{
    uint64_t hex = lattice == LATTICE_HEX;
    unsigned before = column - 1;
    return (
        unsigned)((row >> before & 5) | (above >> before & (2 | hex << 2)) << 3 | (below >> before & (2 | hex)) << 6);
}

unsigned field_touched(const struct field_set *set, enum lattice lattice, unsigned place)
{
    return field_count(field_ring(set, lattice, place));
}

bool field_near(const struct field_set *set, unsigned place)
{
    unsigned row = field_row(place);
    uint64_t columns = ((uint64_t)0x1F << field_column(place)) >> 2;
    uint64_t near = 0;
    for (unsigned i = row < 2 ? 0 : row - 2; i <= row + 2 && i < FIELD_SIDE + 2; i++)
        near |= set->rows[i];
    return (near & columns) != 0;
}

unsigned field_rank(const struct field_set *set, unsigned place)
{
    unsigned rank = 0;
    for (unsigned row = 1; row < field_row(place); row++)
        rank += field_count(set->rows[row]);
    uint64_t before = ((uint64_t)1 << field_column(place)) - 1;
    return rank + field_count(set->rows[field_row(place)] & before);
}

unsigned field_next(const struct field_set *set, unsigned place)
{
    unsigned row = field_row(place);
    uint64_t left = place == FIELD_NONE
        ? 0
        : set->rows[row] & ~((uint64_t)1 << field_column(place)) & ~(((uint64_t)1 << field_column(place)) - 1);
    while (left == 0 && ++row <= FIELD_SIDE)
        left = set->rows[row];
    return left == 0 ? FIELD_NONE : row * FIELD_ROW + (unsigned)__builtin_ctzll(left);
}

struct field_rows field_rows_of(const struct field_set *set)
{
    struct field_rows rows = {1, FIELD_SIDE};
    while (rows.low <= FIELD_SIDE && set->rows[rows.low] == 0)
        rows.low++;
    if (rows.low > FIELD_SIDE)
        return (struct field_rows){0, 0};
    while (set->rows[rows.high] == 0)
        rows.high--;
    return rows;
}

struct field_box field_box_of(const struct field_set *set)
{
    struct field_rows rows = field_rows_of(set);
    uint64_t any = 0;
    for (unsigned row = rows.low; row <= rows.high; row++)
        any |= set->rows[row];
    return any == 0
        ? (struct field_box){0}
        : (struct field_box){rows.low, rows.high, (unsigned)__builtin_ctzll(any), 63 - (unsigned)__builtin_clzll(any)};
}

void field_flood(struct field_set *set, const struct field_set *within, enum lattice lattice, struct field_rows rows)
{
    bool changed = rows.low > 0;
    for (bool up = true; changed; up = !up) {
        changed = false;
        for (unsigned i = 0; i <= rows.high - rows.low; i++) {
            unsigned row = up ? rows.low + i : rows.high - i;
            uint64_t more = field_beside(set, lattice, row) & within->rows[row] & ~set->rows[row];
            changed |= more != 0;
            for (; more != 0; more = field_beside(set, lattice, row) & within->rows[row] & ~set->rows[row])
                set->rows[row] |= more;
        }
    }
}

bool field_is_group(const struct field_set *set, enum lattice lattice)
{
    struct field_rows rows = field_rows_of(set);
    struct field_set group = {{0}};
    unsigned first = field_next(set, FIELD_NONE);
    if (first != FIELD_NONE)
        field_put(&group, first);
    field_flood(&group, set, lattice, rows);
    return memcmp(&group, set, sizeof group) == 0;
}

/* A walk along the places, deep first: a place is a pin if what was first found from it leads back no further than to
   the place itself; the first one, if more than one walk begins there. */
void field_pins(const struct field_set *set, enum lattice lattice, struct field_set *pins)
{
    enum { PLACES = FIELD_SIDE * FIELD_SIDE };
    uint16_t order[FIELD_ROW * (FIELD_SIDE + 2)]; /* of places that were found */
    uint16_t way[PLACES], back[PLACES];           /* the places to here, and the first that is reached from each */
    uint8_t rings[PLACES];                        /* where there is still to be looked */
    struct field_set left = *set;
    unsigned first = field_next(set, FIELD_NONE);
    unsigned found = 0;
    unsigned walks = 0;
    unsigned depth = 0;
    memset(pins, 0, sizeof *pins);
    for (unsigned place = first; first != FIELD_NONE;) {
        if (field_has(&left, place)) {
            field_remove(&left, place);
            walks += depth == 1;
            order[place] = back[depth] = (uint16_t)++found;
            way[depth] = (uint16_t)place;
            rings[depth++] = (uint8_t)field_ring(set, lattice, place);
        } else if (order[place] < back[depth - 1]) {
            back[depth - 1] = order[place];
        }
        while (rings[depth - 1] == 0 && --depth > 0) {
            if (depth > 1 && back[depth] >= order[way[depth - 1]])
                field_put(pins, way[depth - 1]);
            back[depth - 1] = back[depth] < back[depth - 1] ? back[depth] : back[depth - 1];
        }
        if (depth == 0)
            break;
        unsigned bit = (unsigned)__builtin_ctz(rings[depth - 1]);
        rings[depth - 1] = (uint8_t)(rings[depth - 1] & (rings[depth - 1] - 1));
        place = field_round(lattice, way[depth - 1], bit);
    }
    if (walks > 1)
        field_put(pins, first);
}

/* Columns of the window and of the world round it. */
#define COLUMNS (((uint64_t)1 << (FIELD_SIDE + 2)) - 1)

/* SEED spread along a row through FREE. */
static uint64_t spread_along_row(uint64_t seed, uint64_t free)
{
    uint64_t before;
    do {
        before = seed;
        seed |= (seed << 1 | seed >> 1) & free;
    } while (seed != before);
    return seed;
}

/* What the rows next to ROW let into it. */
static uint64_t entered_from_beside(const struct field_set *outside, enum lattice lattice, unsigned row)
{
    uint64_t above = row <= FIELD_SIDE ? outside->rows[row + 1] : COLUMNS;
    uint64_t below = row > 0 ? outside->rows[row - 1] : COLUMNS;
    uint64_t in = above | below;
    if (lattice == LATTICE_HEX)
        in |= above >> 1 | below << 1;
    return in;
}

/* The rows that hold places, which alone need to be looked at. */
struct rows {
    unsigned first;
    unsigned last;
};

/* One sweep over the rows, upwards or downwards; false when nothing changed. */
static bool sweep_rows(
    const struct field_set *set, enum lattice lattice, const struct rows *rows, bool up, struct field_set *outside)
{
    bool changed = false;
    for (unsigned i = 0; i <= rows->last - rows->first; i++) {
        unsigned row = up ? rows->first + i : rows->last - i;
        uint64_t free = ~set->rows[row] & COLUMNS;
        uint64_t seed = outside->rows[row] | (entered_from_beside(outside, lattice, row) & free);
        seed = seed == free ? seed : spread_along_row(seed, free);
        changed |= seed != outside->rows[row];
        outside->rows[row] = seed;
    }
    return changed;
}

void field_outside(const struct field_set *set, enum lattice lattice, struct field_set *outside)
{
    struct rows rows = {0, 0};
    for (unsigned row = 0; row < FIELD_SIDE + 2; row++) {
        outside->rows[row] = set->rows[row] == 0 ? COLUMNS : 1 | (uint64_t)1 << (FIELD_SIDE + 1);
        if (set->rows[row] == 0)
            continue;
        rows.first = rows.first == 0 ? row : rows.first;
        rows.last = row;
    }
    bool up = true;
    while (rows.first > 0 && sweep_rows(set, lattice, &rows, up, outside))
        up = !up;
}

/* The places of a row that nothing of it parts from the world on the left or on the right. */
static inline uint64_t open_ends(uint64_t row)
{
    return row == 0 ? UINT64_MAX : ((row & -row) - 1) | ~(UINT64_MAX >> __builtin_clzll(row));
}

bool field_is_edge(const struct field_set *set, enum lattice lattice, unsigned place)
{
    const uint64_t *row = &set->rows[field_row(place)];
    unsigned column = field_column(place);
    struct field_set outside;
    if (touching_column(open_ends(row[-1]), open_ends(row[0]), open_ends(row[1]), lattice, column) != 0)
        return true;
    field_outside(set, lattice, &outside);
    return field_touched(&outside, lattice, place) > 0;
}

unsigned field_find(struct slice text)
{
    uint32_t column = 0;
    size_t letters = 0;
    unsigned row = 0;
    while (letters < text.length && letters < 2 && text.at[letters] >= 'a' && text.at[letters] <= 'z')
        row = letters++ == 0 ? (unsigned)(text.at[0] - 'a') + 1 : row * 26 + (unsigned)(text.at[1] - 'a') + 1;
    struct slice digits = {text.at + letters, text.length - letters};
    if (letters == 0 || digits.length == 0 || digits.at[0] == '0' || !slice_number(digits, FIELD_SIDE, &column))
        return FIELD_NONE;
    return field_place(row, column);
}
