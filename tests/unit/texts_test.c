/* Distinct texts by number: the numbers, and that what they are found by differs from table
   to table, so that no record can be made up whose texts all fall on one slot. */
#include "base/texts.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>

enum { MANY = 5000 };

static void test_numbers(void)
{
    struct arena arena;
    struct texts a;
    struct texts b;
    arena_init(&arena, 0);
    texts_init(&a, &arena);
    texts_init(&b, &arena);
    for (uint32_t i = 0; i < 2 * MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i % MANY);
        assert_int_equal(texts_add(&a, slice_of(name)), i % MANY);
        assert_int_equal(texts_add(&b, slice_of(name)), i % MANY);
    }
    assert_int_equal(a.count, MANY);
    assert_true(slice_is(a.items[17], "17"));
    assert_false(arena.failed);
    arena_release(&arena);
}

static void test_bytes(void)
{
    struct arena arena;
    struct texts texts;
    arena_init(&arena, 0);
    texts_init(&texts, &arena);
    assert_int_equal(texts_add(&texts, slice_of("")), 0);
    assert_int_equal(texts_add(&texts, (struct slice){"\0", 1}), 1);
    assert_int_equal(texts_add(&texts, (struct slice){"\0\0", 2}), 2);
    assert_int_equal(texts_add(&texts, slice_of("")), 0);
    assert_int_equal(texts_add(&texts, (struct slice){"\0", 1}), 1);
    arena_release(&arena);
}

static void test_seeds(void)
{
    struct arena arena;
    struct texts a;
    struct texts b;
    arena_init(&arena, 0);
    texts_init(&a, &arena);
    texts_init(&b, &arena);
    assert_true(a.table.seed != b.table.seed);
    assert_true(hash_slice(a.table.seed, slice_of("Ann")) != hash_slice(b.table.seed, slice_of("Ann")));
    arena_release(&arena);
}

static void test_memory(void)
{
    struct arena arena;
    struct texts texts;
    arena_init(&arena, 16384);
    texts_init(&texts, &arena);
    for (unsigned i = 0; i < MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i);
        texts_add(&texts, slice_of(name));
    }
    assert_true(arena.failed);
    assert_true(texts.count < MANY);
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
