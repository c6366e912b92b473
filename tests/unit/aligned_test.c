/* SPDX-License-Identifier: MIT */
/* Aligned tables, by what they look like on a terminal. */
#include "formats/text/aligned.h"
#include "support/unit.h"

#include <stdio.h>

static void expect_table(struct aligned *table, size_t gap, const char *expected)
{
    struct text text;
    text_init(&text);
    aligned_write(table, gap, &text);
    assert_false(text.failed);
    assert_string_equal(text.bytes, expected);
    text_release(&text);
    aligned_release(table);
}

static void test_aligned(void)
{
    struct aligned table;
    aligned_init(&table);
    aligned_column(&table, ALIGN_RIGHT, "");
    aligned_column(&table, ALIGN_LEFT, "Name");
    aligned_column(&table, ALIGN_RIGHT, "Count");
    aligned_number(&table, 1);
    aligned_word(&table, "Ada");
    aligned_number(&table, 7);
    aligned_number(&table, 10);
    aligned_word(&table, "Benjamin");
    aligned_number(&table, 1234567);
    assert_int_equal(aligned_width(&table, 2), 2 + 2 + 8 + 2 + 7);
    expect_table(&table, 2,
        "    Name        Count\n"
        " 1  Ada             7\n"
        "10  Benjamin  1234567\n");
}

/* Wide characters take two columns, and combining marks none. */
static void test_widths(void)
{
    struct aligned table;
    aligned_init(&table);
    aligned_column(&table, ALIGN_LEFT, "a");
    aligned_column(&table, ALIGN_RIGHT, "b");
    aligned_word(&table, "中村");
    aligned_word(&table, "½");
    aligned_word(&table, "e\xCC\x81");
    aligned_word(&table, "中");
    assert_int_equal(aligned_width(&table, 1), 4 + 1 + 2);
    expect_table(&table, 1,
        "a     b\n"
        "中村  ½\n"
        "e\xCC\x81    中\n");
}

static void test_points(void)
{
    static const char *const cells[] = {"1.5*", "10", "0.25", "-3", "13/3", "", "7*"};
    struct aligned table;
    aligned_init(&table);
    aligned_column(&table, ALIGN_POINT, "Points");
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        aligned_word(&table, cells[i]);
    expect_table(&table, 2,
        " Points\n"
        "   1.5*\n"
        "  10\n"
        "   0.25\n"
        "  -3\n"
        "13/3\n"
        "\n"
        "   7*\n");
}

/* A heading that is wider than its numbers: these stand at its right. */
static void test_heading(void)
{
    struct aligned table;
    aligned_init(&table);
    aligned_column(&table, ALIGN_POINT, "Buchholz");
    aligned_column(&table, ALIGN_RIGHT, "x");
    aligned_word(&table, "4.5");
    aligned_number(&table, 1);
    aligned_word(&table, "40");
    aligned_number(&table, 2);
    expect_table(&table, 2,
        "Buchholz  x\n"
        "     4.5  1\n"
        "    40    2\n");
}

/* Nothing but line ends stands behind the last cell that is not empty. */
static void test_no_blanks_behind(void)
{
    struct aligned table;
    aligned_init(&table);
    for (int i = 0; i < 3; i++)
        aligned_column(&table, i == 1 ? ALIGN_RIGHT : ALIGN_LEFT, "");
    aligned_word(&table, "");
    aligned_word(&table, "22");
    aligned_word(&table, "");
    aligned_word(&table, "a");
    aligned_word(&table, "1");
    aligned_word(&table, "b");
    aligned_word(&table, "a");
    aligned_word(&table, "");
    aligned_word(&table, "b");
    expect_table(&table, 1, "\n  22\na  1 b\na    b\n");
}

static void expect_name(const char *name, size_t width, bool unicode, const char *expected)
{
    struct text text;
    text_init(&text);
    add_short_name(slice_of(name), width, unicode, &text);
    assert_string_equal(text.bytes, expected);
    text_release(&text);
}

static void test_short_names(void)
{
    expect_name("Anna", 4, true, "Anna");
    expect_name("Annas", 4, true, "Ann…");
    expect_name("Annas", 4, false, "A...");
    expect_name("中村光", 6, true, "中村光");
    expect_name("中村光", 5, true, "中村…");
    expect_name("中村光", 4, true, "中…");
    expect_name("e\xCC\x81llen", 4, true, "e\xCC\x81ll…");
    expect_name("anne\xCC\x81s and others", 5, true, "anne\xCC\x81…");
    expect_name("a\x1b[1m", 8, true, "a\\x1b[1m");
    expect_name("a\xff\xff\xff", 8, true, "a\\xff\\x…");
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_aligned),
        unit_test(test_widths),
        unit_test(test_points),
        unit_test(test_heading),
        unit_test(test_no_blanks_behind),
        unit_test(test_short_names),
    };
    return unit_run(tests, NULL);
}
