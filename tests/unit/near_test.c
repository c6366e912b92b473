/* SPDX-License-Identifier: MIT */
/* How far texts of turns are apart: slips and what they cost, comparisons that grow, and
   texts of any bytes. */
#include "record/near.h"
#include "support/random.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { ANY = 250 }; /* a limit beyond which nothing counts */

static unsigned cost_below(struct slice written, struct slice meant, unsigned limit)
{
    struct near near;
    struct near_rows rows;
    assert_true(near_prepare(written, &near));
    near_begin(&rows, &near);
    return near_cost(&rows, meant, limit);
}

static unsigned cost(const char *written, const char *meant)
{
    return cost_below(slice_of(written), slice_of(meant), ANY);
}

static const char *const turns[] = {"b4:2-c5,xd4", "a2:+b2", "d4:xe3,2-d3,-c3", "b3-b4*xd6", "e1+g1", "R3>1,O3>2/,+B4",
    "+?", "z26-z27,+WR", "z26~x24,n", "WR@y26", "T@z26/1^", "aa27-aa28,+RG", "pass", "resign"};
enum { TURNS = sizeof turns / sizeof turns[0] };

static void test_same(void)
{
    for (unsigned i = 0; i < TURNS; i++) {
        assert_int_equal(cost(turns[i], turns[i]), 0);
        for (unsigned j = 0; j < TURNS; j++)
            assert_true(i == j || cost(turns[i], turns[j]) >= NEAR_SLIP);
    }
}

/* Slips of each kind: what is written, what was meant, the same with a second slip. */
struct pair {
    const char *written;
    const char *meant;
    const char *two;
};
static const struct pair slips[] = {
    {"b4:2-c6,xd4", "b4:2-c5,xd4", "b4:2-c6,xe4"},         /* a digit */
    {"c4:2-c5,xd4", "b4:2-c5,xd4", "c4:2-c5,xd3"},         /* a letter */
    {"b4:2+c5,xd4", "b4:2-c5,xd4", "b4:2+c4,xd4"},         /* a mark */
    {"b4:3-c5,xd4", "b4:2-c5,xd4", "b4:3-c5,xd5"},         /* a count */
    {"b4:-c5,xd4", "b4:2-c5,xd4", "b4:-c5,xe4"},           /* ... that is not there */
    {"b4:2-c5", "b4:2-c5,xd4", "b4:2-c6"},                 /* the last step lost */
    {"b4:xd4", "b4:2-c5,xd4", "b4:xd5"},                   /* the first */
    {"c5:2-b4,xd4", "b4:2-c5,xd4", "c5:2-b4,xe4"},         /* two cells the wrong way round */
    {"b3*b4-xd6", "b3-b4*xd6", "b3*b4-xe6"},               /* two marks */
    {"b4:2-5c,xd4", "b4:2-c5,xd4", "b4:2-5c,xd5"},         /* two signs */
    {"b4:2-c55,xd4", "b4:2-c5,xd4", "b4:2-c55,xe4"},       /* a sign too many */
    {"b4:2-c,xd4", "b4:2-c5,xd4", "b4:2-c,xe4"},           /* one too few */
    {"b42-c5,xd4", "b4:2-c5,xd4", "b42-c5,xe4"},           /* the colon */
    {"aa26-z27,+WR", "z26-z27,+WR", "aa26-z26,+WR"},       /* a cell beside, in a row of two letters */
    {"aa30-z27,+WR", "z29-z27,+WR", "aa30-z26,+WR"},       /* ... and a column of other figures */
    {"z26-z27,+RW", "z26-z27,+WR", "z26-z28,+RW"},         /* the letters of a piece */
    {"z26-z27,+WG", "z26-z27,+WR", "z26-z28,+WG"},         /* another colour */
    {"R3>1,O4>2/,+B4", "R3>1,O3>2/,+B4", "R3>1,O4>2,+B5"}, /* a tile */
    {"wA1 -bQ", "wA1 bQ-", "wA2 -bQ"},                     /* a sign on the other side */
    {"wA1 bS1/", "wA1 /bS1", "wA1 bS2/"}, {"wA1 \\bQ", "wA1 /bQ", "wA1 \\bS"}, /* ... another one */
    {"bA1 -bQ", "wA1 -bQ", "bA2 -bQ"},                                         /* the colour of a tile */
};
enum { PAIRS = sizeof slips / sizeof slips[0] };

static void test_slips(void)
{
    for (unsigned i = 0; i < PAIRS; i++) {
        unsigned one = cost(slips[i].written, slips[i].meant);
        unsigned two = cost(slips[i].two, slips[i].meant);
        if (one == 0 || one > 16 || two <= one)
            fail_msg("%s for %s costs %u, %s %u", slips[i].written, slips[i].meant, one, slips[i].two, two);
    }
}

/* Less than a slip: what a reader would not take for another turn. */
static void test_spelling(void)
{
    static const struct pair spellings[] = {{"B4:2-c5", "b4:2-c5", NULL}, {"b4:2 -c5", "b4:2-c5", NULL},
        {"b4;2-c5", "b4:2-c5", NULL}, {"b4:2_c5", "b4:2-c5", NULL},
        {"b4:2\xE2\x80\x93"
         "c5",
            "b4:2-c5", NULL},
        {"b4:2-c5.xd4", "b4:2-c5,xd4", NULL}, {"b4:Xd4", "b4:xd4", NULL}, {"bl:2-c5", "b1:2-c5", NULL},
        {"b3-b4\xC3\x97"
         "d6",
            "b3-b4xd6", NULL}};
    for (unsigned i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        unsigned found = cost(spellings[i].written, spellings[i].meant);
        if (found == 0 || found >= NEAR_SPELLING)
            fail_msg("%s for %s costs %u", spellings[i].written, spellings[i].meant, found);
    }
}

/* Which of two was written does not matter where neither is a slip more than the other. */
static void test_symmetric(void)
{
    static const struct pair both[] = {{"b4:2-c6", "b4:2-c5", NULL}, {"b4:2-c5", "c4:2-c5", NULL},
        {"b4:2-c5", "b4:2+c5", NULL}, {"b4:2-c5", "b4:3-c5", NULL}, {"b4:-c5", "b4:2-c5", NULL},
        {"c5:2-b4", "b4:2-c5", NULL}, {"z26-z27,+WR", "z26-z27,+RW", NULL}, {"a2:+b2", "a2:+b2,b", NULL}};
    for (unsigned i = 0; i < sizeof both / sizeof both[0]; i++)
        assert_int_equal(cost(both[i].written, both[i].meant), cost(both[i].meant, both[i].written));
}

/* What is not below the limit is far; what is, costs the same whatever the limit. */
static void test_limit(void)
{
    for (unsigned i = 0; i < PAIRS; i++) {
        struct slice written = slice_of(slips[i].written);
        struct slice meant = slice_of(slips[i].meant);
        unsigned whole = cost_below(written, meant, ANY);
        assert_int_equal(cost_below(written, meant, whole), NEAR_FAR);
        assert_int_equal(cost_below(written, meant, whole + 1), whole);
        assert_int_equal(cost_below(written, meant, 0), NEAR_FAR);
    }
    assert_int_equal(cost("", ""), 0);
    assert_true(cost("", "b4:2-c5") > NEAR_SLIP);
    assert_true(cost("b4:2-c5", "") > NEAR_SLIP);
}

/* MEANT a few signs at a time, as a turn is that is built step by step: with as much of
   it as there is, up to the next comma. */
static unsigned cost_grown(struct near *near, struct slice meant)
{
    struct near_rows rows;
    near_begin(&rows, near);
    for (size_t end = 1; end <= meant.length; end++)
        if (end == meant.length || meant.at[end] == ',')
            near_extend(&rows, (struct slice){meant.at, end}, NEAR_FAR);
    return rows.row[meant.length].cost[near->length];
}

static void test_grown(void)
{
    for (unsigned i = 0; i < TURNS; i++)
        for (unsigned j = 0; j < TURNS; j++) {
            struct near near;
            struct near_rows rows;
            struct slice meant = slice_of(turns[j]);
            assert_true(near_prepare(slice_of(turns[i]), &near));
            near_begin(&rows, &near);
            near_extend(&rows, meant, NEAR_FAR);
            assert_int_equal(cost_grown(&near, meant), rows.row[meant.length].cost[near.length]);
        }
}

/* After any other text, and whatever was asked of that, a text costs the same; what both begin with is not worked out
   again. */
static void test_shared(void)
{
    static const char signs[] = "ab1:,-x+";
    struct random random = {11};
    for (unsigned i = 0; i < TURNS; i++) {
        struct near near;
        struct near_rows rows;
        char text[NEAR_LONGEST];
        unsigned length = 0;
        assert_true(near_prepare(slice_of(turns[i]), &near));
        near_begin(&rows, &near);
        for (unsigned round = 0; round < 4000; round++) {
            length = random_below(&random, length + 1);
            for (; length < NEAR_LONGEST && random_below(&random, 8) > 0; length++)
                text[length] = round % 3 == 0 ? turns[i][length % strlen(turns[i])] : signs[random_below(&random, 8)];
            struct slice meant = {text, length};
            const unsigned limit = 1 + random_below(&random, ANY);
            assert_int_equal(near_cost(&rows, meant, limit), cost_below(slice_of(turns[i]), meant, limit));
        }
        near_cost(&rows, slice_of("a1-a2,b3"), ANY);
        rows.row[6].missing[0] = 7;
        near_cost(&rows, slice_of("a1-a2,bx"), ANY);
        assert_true(rows.row[6].missing[0] != 7);
        near_cost(&rows, slice_of("a1-a2,b3"), ANY);
        rows.row[5].missing[0] = 7;
        near_cost(&rows, slice_of("a1-a2,bx"), ANY);
        assert_int_equal(rows.row[5].missing[0], 7);
    }
}

/* A text that begins like MEANT costs no less than its beginning says. */
static void test_lowest(void)
{
    for (unsigned i = 0; i < PAIRS; i++) {
        struct slice meant = slice_of(slips[i].meant);
        struct near near;
        assert_true(near_prepare(slice_of(slips[i].written), &near));
        for (size_t end = 0; end <= meant.length; end++) {
            struct near_rows rows;
            near_begin(&rows, &near);
            if (end < meant.length && end > 0 && meant.at[end] != ',')
                continue;
            assert_true(near_extend(&rows, (struct slice){meant.at, end}, ANY)->lowest <= cost_grown(&near, meant));
        }
    }
}

static void test_long(void)
{
    char text[NEAR_LONGEST + 2];
    struct near near;
    struct near_rows rows;
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = "b4:2-c5,"[i % 8];
    struct slice longest = {text, NEAR_LONGEST};
    assert_int_equal(cost_below(longest, longest, ANY), 0);
    assert_false(near_prepare((struct slice){text, NEAR_LONGEST + 1}, &near));
    assert_true(near_prepare(longest, &near));
    near_begin(&rows, &near);
    assert_int_equal(near_cost(&rows, (struct slice){text, NEAR_LONGEST + 1}, ANY), NEAR_FAR);
    assert_true(near_cost(&rows, slice_of("b4:2-c5"), ANY) > 100);
}

/* Bytes of any kind, on either side; alike when they are the same plain ones. */
static void test_bytes(void)
{
    static const char plain[] = "ab12:,-+xRG@/>?~ ";
    struct random random = {7};
    char a[NEAR_LONGEST];
    char b[NEAR_LONGEST];
    for (unsigned round = 0; round < 20000; round++) {
        struct slice x = {a, random_below(&random, round % 8 == 0 ? NEAR_LONGEST + 1 : 24)};
        struct slice y = {b, random_below(&random, round % 8 == 1 ? NEAR_LONGEST + 1 : 24)};
        bool any = round % 2 == 0;
        for (size_t i = 0; i < x.length; i++)
            a[i] = any ? (char)random_below(&random, 256) : plain[random_below(&random, sizeof plain - 1)];
        for (size_t i = 0; i < y.length; i++)
            b[i] = any ? (char)random_below(&random, 256) : plain[random_below(&random, sizeof plain - 1)];
        unsigned found = cost_below(x, y, ANY);
        assert_true(found < ANY || found == NEAR_FAR);
        if (!any)
            assert_int_equal(cost_below(x, x, ANY), 0);
        if (!any && !slice_equal(x, y))
            assert_true(found > 0);
    }
}

static bool keeps(const char *written, const char *meant)
{
    return near_keeps(slice_of(written), slice_of(meant));
}

/* What takes the place of words has to account for each of them. */
static void test_kept(void)
{
    static const char *const kept[][2] = {{"b4 : 2-c5", "b4:2-c5"}, {"xd4 ,+e3", "xd4,+e3"}, {"b4:\n2-c5", "b4:2-c5"},
        {"b3- b4 +xd5", "b3-b4+d5"}, {"b4:2 -d5", "b4:2-c5"},
        {"b4:2\xe2\x80\x93"
         "c5",
            "b4:2-c5"},
        {"b4:2-c55", "b4:2-c5"}, {"b4::2--c5", "b4:2-c5"}, {"f2\xe2\x80\x93g1", "g1-f2"}, {"B4:2-C5", "b4:2-c5"},
        {"b4:2-c5,xd4,xe4", "b4:2-c5"}, {"b4:2-c5,xd4,xe4", "b4:2-c5,xe4"}, {"z26-y26,+WR,+WR", "z26-y26,+WR"},
        {"B2>1,O3>2,+O2", "B2>1,+O2"}, {"b4:2-c5\x01\xff\xfe", "b4:2-c5"}, {"b4:2-c5 \xff\xfe", "b4:2-c5"}};
    static const char *const lost[][2] = {{"b4:2-c5 0\xe2\x80\x93"
                                           "1",
                                              "b4:2-c5"},
        {"b4:2-c5 0:1", "b4:2-c5"}, {"b4:2-c5 1-O", "b4:2-c5"}, {"b4:2-c5 12:30", "b4:2-c5"},
        {"b4:2-c5 gut", "b4:2-c5"}, {"b4:2-c5 g4:g5", "b4:2-c5"}, {"b4:2-c5 5", "b4:2-c5"}, {"b4:2-c5 c5", "b4:2-c5"},
        {"b4 b4:2-c5", "b4:2-c5"}, {"b4:2-c5 *", "b4:2-c5,+d4"}, {"b4:2-c5, nice", "b4:2-c5"},
        {"b4:2-c5gut", "b4:2-c5"}, {"b4:2-c51-0", "b4:2-c5"}, {"b4:2-c5,nice", "b4:2-c5"},
        {"b4 : 2-c5 , xd4", "b4:2-c5"}, {"R3-1", "+R1"}};
    for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (!keeps(kept[i][0], kept[i][1]))
            fail_msg("%s loses something of '%s'", kept[i][1], kept[i][0]);
    for (unsigned i = 0; i < sizeof lost / sizeof lost[0]; i++)
        if (keeps(lost[i][0], lost[i][1]))
            fail_msg("%s keeps all of '%s'", lost[i][1], lost[i][0]);
    for (unsigned i = 0; i < TURNS; i++)
        assert_true(keeps(turns[i], turns[i]));
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_same),
        unit_test(test_slips),
        unit_test(test_spelling),
        unit_test(test_symmetric),
        unit_test(test_limit),
        unit_test(test_grown),
        unit_test(test_shared),
        unit_test(test_lowest),
        unit_test(test_long),
        unit_test(test_bytes),
        unit_test(test_kept),
    };
    return unit_run(tests, NULL);
}
