/* SPDX-License-Identifier: MIT */
/* Places of a field, who touches whom, sets of places, and what lies outside. */
#include "board/field.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static unsigned place(const char *name)
{
    unsigned found = field_find(slice_of(name));
    assert_true(found != FIELD_NONE);
    return found;
}

/* A set of places by name, "z26 z27". */
static struct field_set set_of(const char *names)
{
    struct field_set set = {{0}};
    struct slice rest = slice_of(names);
    struct slice name;
    while (slice_split(&rest, ' ', &name))
        field_put(&set, field_find(name));
    return set;
}

/* The names of the places that touch NAME, in turning order; "." beyond the window. */
static void check_touching(enum lattice lattice, const char *name, const char *wanted)
{
    uint16_t touching[FIELD_TOUCHING];
    char names[FIELD_TOUCHING * FIELD_TEXT] = "";
    unsigned count = field_touching(lattice, place(name), touching);
    for (unsigned i = 0; i < count; i++) {
        char text[FIELD_TEXT] = ".";
        if (touching[i] != FIELD_NONE)
            field_text(touching[i], text);
        strcat(names, i > 0 ? " " : "");
        strcat(names, text);
    }
    assert_string_equal(names, wanted);
}

static void touching_is_as_drawn(void)
{
    check_touching(LATTICE_HEX, "z26", "z27 aa27 aa26 z25 y25 y26");
    check_touching(LATTICE_SQUARE, "z26", "z27 aa26 z25 y26");
    check_touching(LATTICE_HEX, "a1", "a2 b2 b1 . . .");
    check_touching(LATTICE_HEX, "az52", ". . . az51 ay51 ay52");
    check_touching(LATTICE_HEX, "a52", ". . b52 a51 . .");
    check_touching(LATTICE_HEX, "az1", "az2 . . . . ay1");
    check_touching(LATTICE_SQUARE, "a1", "a2 b1 . .");
    check_touching(LATTICE_SQUARE, "az52", ". . az51 ay52");
}

/* Of all pairs of places not far from each other, in the middle and at every edge. */
static void touching_is_mutual(void)
{
    for (unsigned lattice = LATTICE_HEX; lattice <= LATTICE_SQUARE; lattice++)
        for (unsigned row = 1; row <= FIELD_SIDE; row++)
            for (unsigned column = 1; column <= FIELD_SIDE; column++) {
                unsigned a = field_place(row, column);
                unsigned touched = 0;
                for (unsigned i = 0; i < 25; i++) {
                    unsigned b = field_place(row + i / 5 - 2, column + i % 5 - 2);
                    assert_int_equal(field_touch(lattice, a, b), b != FIELD_NONE && field_touch(lattice, b, a));
                    touched += field_touch(lattice, a, b);
                }
                bool inside = row > 1 && row < FIELD_SIDE && column > 1 && column < FIELD_SIDE;
                assert_true(inside ? touched == (lattice == LATTICE_HEX ? 6 : 4) : touched >= 2);
                assert_false(field_touch(lattice, a, a));
                assert_false(field_touch(lattice, a, FIELD_NONE));
            }
}

static void places_end_at_the_window(void)
{
    assert_int_equal(field_place(0, 1), FIELD_NONE);
    assert_int_equal(field_place(1, 0), FIELD_NONE);
    assert_int_equal(field_place(53, 1), FIELD_NONE);
    assert_int_equal(field_place(1, 53), FIELD_NONE);
    assert_int_equal(field_row(field_place(52, 51)), 52);
    assert_int_equal(field_column(field_place(52, 51)), 51);
}

/* Places near the middle, more or less of them as DENSE says. */
static struct field_set random_set(unsigned dense)
{
    struct field_set set = {{0}};
    for (unsigned row = 24; row < 31; row++)
        set.rows[row] = (uint64_t)((unsigned)rand() & (dense > 0 ? (unsigned)rand() | (unsigned)rand() : 127u) & 127u)
            << 24;
    return set;
}

static void rings_are_what_touches(void)
{
    for (unsigned n = 0; n < 2000; n++) {
        enum lattice lattice = n % 2 == 0 ? LATTICE_HEX : LATTICE_SQUARE;
        struct field_set set = random_set(n % 3);
        unsigned at = field_place(24 + n / 2 % 7, 24 + n / 14 % 7);
        unsigned ring = field_ring(&set, lattice, at);
        uint16_t touching[FIELD_TOUCHING];
        unsigned count = field_touching(lattice, at, touching);
        assert_int_equal(ring >> count, 0);
        for (unsigned i = 0; i < count; i++) {
            assert_int_equal(ring >> i & 1, field_has(&set, touching[i]));
            assert_int_equal(field_round(lattice, at, i), touching[i]);
            if (lattice == LATTICE_HEX) {
                bool one = (ring >> (i + 1) % 6 & 1) != (ring >> (i + 5) % 6 & 1);
                assert_int_equal(ring_slides(ring) >> i & 1, (ring >> i & 1) == 0 && one);
            }
        }
    }
}

static unsigned groups_of(struct field_set set, enum lattice lattice)
{
    unsigned groups = 0;
    for (unsigned at; (at = field_next(&set, FIELD_NONE)) != FIELD_NONE; groups++) {
        struct field_set group = {{0}};
        field_put(&group, at);
        field_flood(&group, &set, lattice, field_rows_of(&set));
        for (unsigned row = 0; row < FIELD_SIDE + 2; row++)
            set.rows[row] &= ~group.rows[row];
    }
    return groups;
}

/* Against taking away each place of many groups, one after the other. */
static void pins_hold_a_group_together(void)
{
    unsigned pinned = 0;
    for (unsigned n = 0; n < 4000; n++) {
        enum lattice lattice = n % 2 == 0 ? LATTICE_HEX : LATTICE_SQUARE;
        struct field_set set = random_set(n % 3);
        struct field_set pins;
        unsigned groups = groups_of(set, lattice);
        assert_int_equal(field_is_group(&set, lattice), groups < 2);
        if (groups > 1)
            continue;
        field_pins(&set, lattice, &pins);
        for (unsigned at = FIELD_NONE; (at = field_next(&set, at)) != FIELD_NONE;) {
            struct field_set without = set;
            field_remove(&without, at);
            assert_int_equal(field_has(&pins, at), groups_of(without, lattice) > 1);
            pinned += field_has(&pins, at);
            if (lattice == LATTICE_HEX && field_has(&pins, at))
                assert_true(ring_stretches(field_ring(&set, lattice, at)) > 1);
        }
    }
    assert_true(pinned > 100);
}

static void names_are_read_back(void)
{
    for (unsigned row = 1; row <= FIELD_SIDE; row++)
        for (unsigned column = 1; column <= FIELD_SIDE; column++) {
            char text[FIELD_TEXT];
            field_text(field_place(row, column), text);
            assert_int_equal(place(text), field_place(row, column));
        }
    assert_int_equal(place("z26"), field_place(26, 26));
    assert_int_equal(place("aa1"), field_place(27, 1));
    assert_int_equal(place("az52"), field_place(52, 52));
}

static void other_names_name_nothing(void)
{
    static const char *const names[] = {"", "z", "26", "z0", "z026", "z53", "ba1", "zz1", "aaa1", "Z26", "z26 ", " z26",
        "z-1", "z+1", "z1x", "z99999999999", "a1b", "aA1", "ab"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(field_find(slice_of(names[i])), FIELD_NONE);
}

static void sets_are_in_order(void)
{
    static const char *const names[] = {"a1", "a2", "a52", "b1", "z25", "z26", "aa1", "az51", "az52"};
    enum { COUNT = sizeof names / sizeof names[0] };
    struct field_set set = {{0}};
    unsigned at = FIELD_NONE;
    assert_int_equal(field_next(&set, FIELD_NONE), FIELD_NONE);
    for (unsigned i = COUNT; i > 0; i--)
        field_put(&set, place(names[i - 1]));
    for (unsigned i = 0; i < COUNT; i++) {
        at = field_next(&set, at);
        assert_int_equal(at, place(names[i]));
        assert_int_equal(field_rank(&set, at), i);
        assert_true(field_has(&set, at));
    }
    assert_int_equal(field_next(&set, at), FIELD_NONE);
    assert_int_equal(field_rank(&set, place("z1")), 4);
    field_remove(&set, place("z25"));
    assert_false(field_has(&set, place("z25")));
    assert_int_equal(field_next(&set, place("b1")), place("z26"));
    assert_int_equal(field_rank(&set, place("z26")), 4);
}

static bool is_outside(enum lattice lattice, const char *names, const char *name)
{
    const struct field_set set = set_of(names);
    struct field_set outside;
    field_outside(&set, lattice, &outside);
    return field_has(&outside, place(name));
}

/* Six stacks round one empty place; without one of them it is open on a hex lattice. */
static void holes_are_not_outside(void)
{
    static const char ring[] = "z27 aa27 aa26 z25 y25 y26";
    assert_false(is_outside(LATTICE_HEX, ring, "z26"));
    assert_true(is_outside(LATTICE_HEX, ring, "z28"));
    assert_false(is_outside(LATTICE_HEX, ring, "z27"));
    assert_true(is_outside(LATTICE_HEX, "z27 aa27 aa26 z25 y25", "z26"));
    assert_false(is_outside(LATTICE_SQUARE, "z27 aa26 z25 y26", "z26"));
    assert_true(is_outside(LATTICE_SQUARE, "z27 aa26 z25", "z26"));
    assert_true(is_outside(LATTICE_HEX, "z27 aa26 z25 y26", "z26"));
    assert_true(is_outside(LATTICE_HEX, "", "z26"));
}

/* The world goes on behind the edge of the window: what lies along it is outside. */
static void the_window_is_no_wall(void)
{
    assert_true(is_outside(LATTICE_HEX, "a2 b1 b2", "a1"));
    assert_true(is_outside(LATTICE_SQUARE, "a2 b1", "a1"));
    assert_true(is_outside(LATTICE_HEX, "az51 ay51 ay52", "az52"));
    assert_true(is_outside(LATTICE_SQUARE, "m1 n2 o1", "n1"));
    assert_true(is_outside(LATTICE_SQUARE, "m52 n51 o52", "n52"));
}

/* By walking: what a search from the place beyond the corner reaches. */
static void flood(
    const struct field_set *set, enum lattice lattice, int row, int column, bool seen[FIELD_SIDE + 2][FIELD_SIDE + 2])
{
    if (row < 0 || column < 0 || row > FIELD_SIDE + 1 || column > FIELD_SIDE + 1 || seen[row][column] ||
        (set->rows[row] >> column & 1) != 0)
        return;
    seen[row][column] = true;
    for (unsigned i = 0; i < (lattice == LATTICE_HEX ? 6u : 4u); i++)
        flood(set, lattice, row + field_steps[lattice][i][0], column + field_steps[lattice][i][1], seen);
}

static void outside_is_what_walking_reaches(void)
{
    uint32_t random = 1;
    for (unsigned round = 0; round < 200; round++) {
        enum lattice lattice = round % 2 == 0 ? LATTICE_HEX : LATTICE_SQUARE;
        struct field_set set = {{0}};
        struct field_set outside;
        bool seen[FIELD_SIDE + 2][FIELD_SIDE + 2] = {{false}};
        unsigned side = round % 5 == 0 ? FIELD_SIDE : 12;
        for (unsigned i = 0; i < side * side * (40 + round % 40) / 100; i++) {
            random = random * 1664525 + 1013904223;
            field_put(&set, field_place(1 + (random >> 8) % side, 1 + (random >> 20) % side));
        }
        field_outside(&set, lattice, &outside);
        flood(&set, lattice, FIELD_SIDE + 1, FIELD_SIDE + 1, seen);
        for (unsigned at = 0; at < FIELD_SIDE * FIELD_SIDE; at++) {
            unsigned row = 1 + at / FIELD_SIDE;
            unsigned column = 1 + at % FIELD_SIDE;
            assert_int_equal(field_has(&outside, field_place(row, column)), seen[row][column]);
            bool edge = false;
            for (unsigned i = 0; i < (lattice == LATTICE_HEX ? 6u : 4u); i++)
                edge |= seen[(int)row + field_steps[lattice][i][0]][(int)column + field_steps[lattice][i][1]];
            assert_int_equal(field_is_edge(&set, lattice, field_place(row, column)), edge);
        }
    }
}

static void near_is_two_rows_and_two_columns(void)
{
    for (unsigned at = 0; at < FIELD_SIDE * FIELD_SIDE; at++) {
        struct field_set set = {{0}};
        int row = 1 + (int)at / FIELD_SIDE;
        int column = 1 + (int)at % FIELD_SIDE;
        field_put(&set, field_place((unsigned)row, (unsigned)column));
        for (int i = -4; i <= 4; i++)
            for (int j = -4; j <= 4; j++) {
                unsigned place = field_place((unsigned)(row + i), (unsigned)(column + j));
                if (place != FIELD_NONE)
                    assert_int_equal(field_near(&set, place), i >= -2 && i <= 2 && j >= -2 && j <= 2);
            }
    }
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(touching_is_as_drawn),
        unit_test(touching_is_mutual),
        unit_test(rings_are_what_touches),
        unit_test(pins_hold_a_group_together),
        unit_test(places_end_at_the_window),
        unit_test(names_are_read_back),
        unit_test(other_names_name_nothing),
        unit_test(sets_are_in_order),
        unit_test(holes_are_not_outside),
        unit_test(the_window_is_no_wall),
        unit_test(outside_is_what_walking_reaches),
        unit_test(near_is_two_rows_and_two_columns),
    };
    return unit_run(tests, NULL);
}
