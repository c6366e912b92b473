/* SPDX-License-Identifier: MIT */
/* A table in each of its formats. */
#include "formats/table.h"
#include "support/unit.h"

static const struct column columns[] = {
    {"name", COLUMN_TEXT, .heading = "Name"},
    {"players", COLUMN_LIST, TABLE_PROGRAMS},
    {"sums", COLUMN_OBJECT},
    {"points", COLUMN_POINTS, .heading = "Points", .flat = "sum:points"},
    {"seats", COLUMN_ARRAY},
    {NULL, COLUMN_NUMBER, TABLE_JSON},
    {NULL, COLUMN_NUMBER, TABLE_JSON},
    {NULL, COLUMN_ARRAY_END},
    {NULL, COLUMN_OBJECT_END},
    {"left", COLUMN_NUMBER, .heading = "Left"},
    {"over", COLUMN_FLAG, TABLE_PROGRAMS, .flat = "end", .yes = "over", .no = "open"},
    {"state", COLUMN_TEXT, TABLE_TSV},
};

static void add_row(struct table *table, const char *name, const char *player, points value, bool left)
{
    table_begin_row(table);
    table_word(table, name);
    table_begin_list(table);
    table_word(table, "=A");
    table_word(table, player);
    table_end_list(table);
    table_points(table, value);
    table_number(table, 1);
    table_number(table, 2);
    table_number_if(table, left, 3);
    table_flag(table, !left);
    assert_int_equal(table_raw(table) == NULL, table->format != TABLE_TSV);
    table_end_row(table);
}

static void expect(unsigned format, const char *expected)
{
    SCOPED(text, text);
    SCOPED(table, table);
    table_init(&table, format, columns, sizeof columns / sizeof columns[0], &text);
    table_begin(&table, NULL);
    add_row(&table, "-x", "B", 3 * POINT / 2, true);
    add_row(&table, NULL, NULL, 10 * POINT, false);
    table_end(&table);
    assert_string_equal(text.bytes, expected);
}

static void test_text(void)
{
    expect(TABLE_TEXT,
        "Name  Points  Left\n"
        "-x       1.5     3\n"
        "        10\n");
}

/* What a spreadsheet would take for a formula is quoted. */
static void test_tsv(void)
{
    expect(TABLE_TSV,
        "name\tplayers\tsum:points\tleft\tend\tstate\n"
        "'-x\t'=A, B\t1.5\t3\topen\t\n"
        "\t'=A, \t10\t\tover\t\n");
}

static void test_json(void)
{
    expect(TABLE_JSON,
        "[{\"name\":\"-x\",\"players\":[\"=A\",\"B\"],\"sums\":{\"points\":1.5,\"seats\":[1,2]},\"left\":3,"
        "\"over\":false},\n"
        "{\"name\":null,\"players\":[\"=A\",null],\"sums\":{\"points\":10,\"seats\":[1,2]},\"left\":null,"
        "\"over\":true}]");
}

/* Columns that are added one by one, with names that are made. */
static void test_columns(void)
{
    SCOPED(text, text);
    SCOPED(table, table);
    table_init(&table, TABLE_TSV, NULL, 0, &text);
    for (unsigned i = 1; i <= 20; i++)
        table_column(
            &table, (struct column){table_print_name(&table, "c%u", i), COLUMN_NUMBER, i % 10 == 0 ? 0 : TABLE_NONE});
    table_begin(&table, NULL);
    table_begin_row(&table);
    for (unsigned i = 1; i <= 20; i++)
        table_number(&table, i);
    table_end_row(&table);
    assert_string_equal(text.bytes, "c10\tc20\n10\t20\n");
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_text),
        unit_test(test_tsv),
        unit_test(test_json),
        unit_test(test_columns),
    };
    return unit_run(tests, NULL);
}
