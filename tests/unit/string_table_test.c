/* SPDX-License-Identifier: MIT */
/* Distinct strings by number: the numbers, and that what they are found by differs from table
   to table, so that no record can be made up whose strings all fall on one slot. */
#include "base/string_table.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>

enum { MANY = 5000 };

static void test_numbers(void)
{
    struct arena arena;
    struct string_table a;
    struct string_table b;
    arena_init(&arena, 0);
    string_table_init(&a, &arena);
    string_table_init(&b, &arena);
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i % MANY);
        assert_int_equal(string_table_add(&a, slice_of(name)), i % MANY);
        assert_int_equal(string_table_add(&b, slice_of(name)), i % MANY);
    }
    assert_int_equal(a.count, MANY);
    assert_true(slice_is(a.items[17], "17"));
    assert_false(arena.failed);
    arena_release(&arena);
}

static void test_bytes(void)
{
    struct arena arena;
    struct string_table table;
    arena_init(&arena, 0);
    string_table_init(&table, &arena);
    assert_int_equal(string_table_add(&table, slice_of("")), 0);
    assert_int_equal(string_table_add(&table, (struct slice){"\0", 1}), 1);
    assert_int_equal(string_table_add(&table, (struct slice){"\0\0", 2}), 2);
    assert_int_equal(string_table_add(&table, slice_of("")), 0);
    assert_int_equal(string_table_add(&table, (struct slice){"\0", 1}), 1);
    arena_release(&arena);
}

static void test_seeds(void)
{
    struct arena arena;
    struct string_table a;
    struct string_table b;
    arena_init(&arena, 0);
    string_table_init(&a, &arena);
    string_table_init(&b, &arena);
    assert_true(a.hashes.seed != b.hashes.seed);
    assert_true(hash_slice(a.hashes.seed, slice_of("Ann")) != hash_slice(b.hashes.seed, slice_of("Ann")));
    arena_release(&arena);
}

static void test_memory(void)
{
    struct arena arena;
    struct string_table table;
    arena_init(&arena, 16384);
    string_table_init(&table, &arena);
    for (unsigned i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i);
        string_table_add(&table, slice_of(name));
    }
    assert_true(arena.failed);
    assert_true(table.count < MANY);
    arena_release(&arena);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_numbers),
        unit_test(test_bytes),
        unit_test(test_seeds),
        unit_test(test_memory),
    };
    return unit_run(tests, NULL);
}
