/* SPDX-License-Identifier: MIT */
/* The forms of turns: which texts they cover and with what parts, where a turn may end,
   and what may follow. */
#include "record/record.h"

#include "support/unit.h"

/* What covers a text that is a turn of the form; other texts, separated by '|', are refused. */
static const struct sample {
    const struct turn_form *form;
    const char *turns;
    const char *others;
} samples[] = {
    {&turn_forms[TURN_LIFT], "b4:2-c5|e3:+e5,xd4|e3: +e5, xd4|ab12:0-aa3",
        "b4|b4:|b4-c5|b4:c5|b4:-c5,|xa4:-c5|b04:-c5|"},
    {&turn_forms[TURN_MOVES], "b3-b4|b3-b4*xd6|x5-x6|b3+xx6", "b3|b3-b4-b5-b6|b3xb4|b3 -b4"},
    {&turn_forms[TURN_TILES], "+R3|+?|+R?|R3>1|R3>1,O3>2/,+B4|r3>12, +?", "R3|+|+R|R3>1,|R3>1+B4|+R3,R3>1|R3>1//"},
    {&turn_forms[TURN_FIELD], "WR@z26|P@z26|stay,none|z26~x24,+WR|z26-z27, WR@aa3", "stay|z26-z27|+WR|none|WRG@z26"},
    {&turn_forms[TURN_PLACE], "d4|d4-d5|d4xd5|d4-xd5", "d|d4-|d4+d5|d4-d5-d6|D4"},
    {&turn_forms[TURN_JOIN], "e3|a1,c3-b2|a1, c3xb2", "a1,c3|a1-c3|a1,c3-"},
    {&turn_forms[TURN_SPREAD], "a1|Sa1|2a1|3a3+21|a3>|3a3<21C*|a3-*", "aa1|Sa1+|3a3+21CC|a0|3Sa1"},
    {&turn_forms[TURN_HIVE], "wG1|bL wG1-|wQ -wG1|wB1  bS1|wA1 \\bQ|WQ1 bm/",
        "wA1 -bQ-|pass|w|wA1bQ|wA1 |xA1|wA1 bQ -"},
    {&turn_forms[TURN_DVONN], "f3|a3-b3|a3xb3|A3B3|a3b3", "a|a3-|a3-b3-c3|pass"},
    {&turn_forms[TURN_LASCA], "c3-d4|c1xa3xc5|b6-a7*", "c3|c3*-d4|c1:a3|c3-d4**"},
    {&turn_forms[TURN_MIXTOUR], "b2|a1-b2|c4:3-d3|a1:-b2|c4:3xd3", "b2-|c4:3|c43-|:3-d3"},
    {&turn_forms[TURN_FOCUS], "c3-c5|c3:2-c5|+c3|c3:-c5|c3xc5", "c3|+|c3:|+c3-c5"},
    {&turn_forms[TURN_TZAAR], "d4xc3|e9xe8,f4+f5|e1-e3, pass", "d4|d4c3|pass|d4xc3,|d4xc3f4+f5|E9E8-F4F5"},
};

static void test_covers(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        struct slice turns = slice_of(samples[i].turns);
        struct slice others = slice_of(samples[i].others);
        struct slice text;
        while (slice_split(&turns, '|', &text))
            if (!turn_form_covers(samples[i].form, text))
                unit_fail(__FILE__, __LINE__, "'%.*s' is not covered", (int)text.length, text.at);
        while (slice_split(&others, '|', &text))
            if (turn_form_covers(samples[i].form, text))
                unit_fail(__FILE__, __LINE__, "'%.*s' is covered", (int)text.length, text.at);
    }
}

/* What parts have, each its mark, name, cell and count. */
static void write_parts(const struct part *part, size_t count, char parts[100])
{
    for (size_t i = 0; i < count; i++, part++) {
        const size_t used = strlen(parts);
        char cell[16] = "";
        if (part->cell.column > 0)
            snprintf(cell, sizeof cell, "%c%u", 'a' + part->cell.row, part->cell.column);
        snprintf(
            parts + used, 100 - used, "%s%.1s%.2s%s*%u", i > 0 ? " " : "", &part->mark, part->name, cell, part->count);
    }
}

/* The parts of TURN by a form that games have. */
static void check_turn(enum turn_shape shape, const char *turn, const char *wanted)
{
    struct arena arena;
    struct record record;
    char text[50];
    char parts[100] = "";
    const int length = snprintf(text, sizeof text, "%s\n", turn);
    arena_init(&arena, 0);
    record_init(&record, &arena, (struct slice){text, (size_t)length});
    record.open = &record.main;
    record.shape = shape;
    if (record_plain(&record, 0) + 1 == (uint32_t)length)
        write_parts(record.parts, record.part_count, parts);
    arena_release(&arena);
    assert_string_equal(parts, wanted);
}

static bool add_end(void *context, size_t end)
{
    text_printf(context, "%zu ", end);
    return end < 9;
}

static void check_ends(const struct turn_form *form, const char *text, const char *wanted)
{
    struct text ends;
    text_init(&ends);
    turn_form_ends(form, slice_of(text), add_end, &ends);
    assert_string_equal(ends.length == 0 ? "" : ends.bytes, wanted);
    text_release(&ends);
}

/* Of an alternative that did not fit nothing is left. */
static void test_turns(void)
{
    check_turn(TURN_FIELD, "stay,none", "s*1 n*1");
    check_turn(TURN_FIELD, "z26~a2,none", "z26*1 ~a2*1 n*1");
    check_turn(TURN_FIELD, "P@a26", "@Pa26*1");
    check_turn(TURN_FIELD, "WR@a26", "@WRa26*1");
    check_turn(TURN_FIELD, "a1-a2,WR@a3", "a1*1 -a2*1 @WRa3*1");
    check_turn(TURN_SPOT, "T@a26/1^", "^Ta26*1");
    check_turn(TURN_MOVES, "b3+xx6", "b3*1 xx6*2");
    check_turn(TURN_MOVES, "b3-x6*xd6", "b3*1 x6*1 xd6*3");
    check_turn(TURN_LIFT, "b4:2-c5,xd4", "b4*1 -c5*2 xd4*1");
    check_turn(TURN_JOIN, "a1,c3-xb2", "a1*1 c3*1 xb2*1");
    check_turn(TURN_PLACE, "d4-x5", "d4*1 -x5*1");
    check_turn(TURN_HIVE, "wG1", "wG*1");
    check_turn(TURN_HIVE, "1. bL wG1-", "bL*0 wG*1 -*1");
    check_turn(TURN_HIVE, "1. wQ \\bA3", "wQ*0 \\*1 bA*3");
    check_turn(TURN_HIVE, "wB1 bS1", "wB*1 bS*1");
    check_turn(TURN_DVONN, "f3", "f3*1");
    check_turn(TURN_DVONN, "A3B3", "a3*1 b3*1");
    check_turn(TURN_DVONN, "a3xb3", "a3*1 xb3*1");
    check_turn(TURN_LASCA, "c1xa3xc5*", "c1*1 xa3*1 xc5*1");
    check_turn(TURN_MIXTOUR, "b2", "b2*1");
    check_turn(TURN_MIXTOUR, "c4:3-d3", "c4*1 -d3*3");
    check_turn(TURN_MIXTOUR, "a1:-b2", "a1*1 -b2*1");
    check_turn(TURN_FOCUS, "+c3", "+c3*1");
    check_turn(TURN_FOCUS, "c3xc5", "c3*1 xc5*1");
    check_turn(TURN_FOCUS, "c3:-c5", "c3*1 -:c5*1");
    check_turn(TURN_FOCUS, "c3:2-c5", "c3*1 -:c5*2");
    check_turn(TURN_FOCUS, "c3", "");
    check_turn(TURN_TZAAR, "e9xe8,f4+f5", "e9*1 xe8*1 f4*1 +f5*1");
    check_turn(TURN_TZAAR, "e1-e3, pass", "e1*1 -e3*1");
    check_turn(TURN_SPREAD, "Sa1", "Sa1*1");
    check_turn(TURN_SPREAD, "3a3+21C*", "+a3*3 *2 *1 *C*1");
}

static void test_ends(void)
{
    check_ends(&turn_forms[TURN_MOVES], "b3+c4-xd4 e5", "5 9 ");
    check_ends(&turn_forms[TURN_LIFT], "b4: -c5,xd12 ", "7 11 ");
    check_ends(&turn_forms[TURN_JOIN], "a1,c3", "2 ");
    check_ends(&turn_forms[TURN_NONE], "a1", "");
    check_ends(&turn_forms[TURN_HIVE], "wA1 wQ-", "2 3 6 7 ");
}

static void check_expected(const struct turn_form *form, const char *text, const char *wanted)
{
    struct text list;
    text_init(&list);
    turn_form_expect(form, slice_of(text), &list);
    assert_string_equal(list.length == 0 ? "" : list.bytes, wanted);
    text_release(&list);
}

static void test_expected(void)
{
    check_expected(&turn_forms[TURN_LIFT], "b4:", "a step such as '-c5', '2+c4' or 'xd4'");
    check_expected(&turn_forms[TURN_LIFT], "b4:-c5", "',' and another step, or a space");
    check_expected(&turn_forms[TURN_FIELD], "stay", "',' and an action");
    check_expected(&turn_forms[TURN_MIXTOUR], "c4:", "a number, or '-', '+' or 'x'");
    check_expected(&turn_forms[TURN_FOCUS], "", "'+' or a cell");
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_covers),
        unit_test(test_turns),
        unit_test(test_ends),
        unit_test(test_expected),
    };
    return unit_run(tests, NULL);
}
