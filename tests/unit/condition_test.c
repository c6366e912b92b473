/* SPDX-License-Identifier: MIT */
/* How values are compared, and what conditions that cannot be read leave behind. */
#include "archive/condition.h"
#include "support/unit.h"

enum { UNKNOWN = 9 };

static int order_of(const char *a, const char *b)
{
    int order;
    return values_compare(slice_of(a), slice_of(b), &order) ? order : UNKNOWN;
}

static void test_numbers(void)
{
    assert_int_equal(order_of("9", "10"), -1);
    assert_int_equal(order_of("010", "10"), 0);
    assert_int_equal(order_of("9.50", "9.5"), 0);
    assert_int_equal(order_of("9.49", "9.5"), -1);
    assert_int_equal(order_of("-3", "-4"), 1);
    assert_int_equal(order_of("-0", "0.0"), 0);
    assert_int_equal(order_of("-1", "1"), -1);
    assert_int_equal(order_of("123456789012345678901234567890", "123456789012345678901234567891"), -1);
    assert_int_equal(order_of("2031", "2024"), 1);
    assert_int_equal(order_of("1", "-1"), 1);
    assert_int_equal(order_of("-10", "-9"), -1);
    assert_int_equal(order_of("1.05", "1.5"), -1);
    assert_int_equal(order_of("1.5", "1.45"), 1);
    assert_int_equal(order_of("-1.5", "-1.45"), -1);
    assert_int_equal(order_of("-0.5", "-0"), -1);
    assert_int_equal(order_of("0", "-0.0"), 0);
    assert_int_equal(order_of("000", "0.000"), 0);
    assert_int_equal(order_of("100", "99"), 1);
}

static void test_texts(void)
{
    assert_int_equal(order_of("9", "10x"), 1);
    assert_int_equal(order_of("a", "a"), 0);
    assert_int_equal(order_of("a", "ab"), -1);
    assert_int_equal(order_of("", "a"), -1);
    assert_int_equal(order_of("1.", "1"), 1);
    assert_int_equal(order_of(".5", "0.5"), -1);
    assert_int_equal(order_of("1.2.3", "1.2.4"), -1);
    assert_int_equal(order_of("1-0", "1"), 1);
    assert_int_equal(order_of("-", "0"), -1);
    assert_int_equal(order_of("", "0"), -1);
    assert_int_equal(order_of("10 ", "9"), -1);
    assert_int_equal(order_of("9", "1e1"), 1);
    assert_int_equal(order_of("--1", "-2"), -1);
}

static void test_dates(void)
{
    assert_int_equal(order_of("2024.05.03", "2024"), 0);
    assert_int_equal(order_of("2024.05.03", "2024.06"), -1);
    assert_int_equal(order_of("2024-05-03", "2024.05.02"), 1);
    assert_int_equal(order_of("2024/05", "2024.05"), 0);
    assert_int_equal(order_of("2024.??.??", "2024"), 0);
    assert_int_equal(order_of("2024.??.??", "2024.05"), UNKNOWN);
    assert_int_equal(order_of("2023.??.??", "2024.05"), -1);
    assert_int_equal(order_of("2024", "2024.05"), UNKNOWN);
    assert_int_equal(order_of("????", "2024"), UNKNOWN);
    assert_int_equal(order_of("20??.05.03", "2024"), UNKNOWN);
    assert_int_equal(order_of("2024.05.03", "2024.??.??"), 0);
    assert_int_equal(order_of("2024.5.3", "2024.05"), 1);
    assert_int_equal(order_of("2024.05", "2024.05.03"), UNKNOWN);
    assert_int_equal(order_of("2024.05.??", "2024.05.03"), UNKNOWN);
    assert_int_equal(order_of("2024.06.??", "2024.05.03"), 1);
    assert_int_equal(order_of("2024.05.??", "2024.05"), 0);
    assert_int_equal(order_of("2023.12.31", "2024.0?"), -1);
    assert_int_equal(order_of("2024.12", "2024.0?"), 0);
    assert_int_equal(order_of("202?", "2024"), UNKNOWN);
    assert_int_equal(order_of("2024", "202?"), -1);
    assert_int_equal(order_of("2024.12.3a", "2024.12.31"), 1);
    assert_int_equal(order_of("2024:12", "2024.12"), 1);
    assert_int_equal(order_of("2024.121", "2024.12"), 1);
    assert_int_equal(order_of("12.5", "2024.05"), -1);
}

static void test_fault(void)
{
    struct condition_fault fault = {.span = {0, 0}};
    text_init(&fault.message);
    assert_true(condition_new(slice_of("tag.White = = 3"), &fault) == NULL);
    assert_int_equal(fault.span.begin, 12);
    assert_int_equal(fault.span.end, 13);
    assert_true(fault.message.length > 0);
    text_clear(&fault.message);
    assert_true(condition_new((struct slice){"fault('a\0b')", 12}, &fault) == NULL);
    assert_true(slice_is(text_slice(&fault.message), "not an id"));
    text_release(&fault.message);
}

static void test_needs(void)
{
    struct condition_fault fault = {.span = {0, 0}};
    text_init(&fault.message);
    struct condition *tags = condition_new(slice_of("tag.White = Eve and plies > 3"), &fault);
    struct condition *turns = condition_new(slice_of("tag.White or not turn('d4') before 3"), &fault);
    assert_true(tags != NULL && turns != NULL);
    assert_int_equal(condition_keeps(tags), CATASTA_KEEP_NOTHING);
    assert_int_equal(condition_keeps(turns), CATASTA_KEEP_POSITIONS);
    condition_free(tags);
    condition_free(turns);
}

int main(void)
{
    static const struct unit_test tests[] = {unit_test(test_numbers), unit_test(test_texts), unit_test(test_dates),
        unit_test(test_fault), unit_test(test_needs)};
    return unit_run(tests, NULL);
}
