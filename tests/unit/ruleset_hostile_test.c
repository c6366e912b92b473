/* SPDX-License-Identifier: MIT */
/* Rulesets that mean harm, and too little memory: every load ends, soon, and
   breaks nothing. */
#include "ruleset_run.h"

#include <stdlib.h>

static const struct ruleset_game *find_game(struct slice name)
{
    return slice_is(name, game.name) ? &game : NULL;
}

static const struct ruleset_loader loader = {find_game, NULL, NULL};

/* They only have to end, and with a problem or none. */
static void test_hostile(void)
{
    static const char *const parts[] = {"[", "{", "- ", "? ", "a: ", "&a", "&a ", "*a ", "!a ", "\"", "'", "\"\" ",
        "[\n", "{a: ", "- \n", "? \n", "[],", "%TAG !a! b\n", "---\n", "...\n", "|\n", ": ", "\n", "\t", "\\", "a: b\n",
        "[a,", "{?", "- &a b\n", "\r", "\xC3", "\xE2\x80\xA8", "- {a: 1, a: 2}\n", "{a},"};
    static const char *const heads[] = {"", G "setup:\n  ", G "setup: ["};
    enum { SIZE = 1024 * 1024 };
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] * 3; i++) {
        struct run run = start();
        size_t head = strlen(heads[i % 3]), part = strlen(parts[i / 3]);
        memcpy(bytes, heads[i % 3], head);
        for (size_t at = head; at < SIZE; at++)
            bytes[at] = parts[i / 3][(at - head) % part];
        load_text(&run, &loader, (struct slice){bytes, SIZE}, "");
        finish(&run);
    }
    struct run run = start();
    memset(bytes, 'x', SIZE);
    bytes[5000] = '\0';
    load_text(&run, &loader, slice_of(G), bytes);
    assert_string_equal(told(&run), "1:1-2 too-large");
    finish(&run);
    free(bytes);
}

static void test_limits(void)
{
    struct run run = start();
    struct text text;
    text_init(&text);
    for (int i = 0; i < 300; i++)
        text_printf(&text, "k%d: 1\n", i);
    load_text(&run, &loader, text_slice(&text), "");
    assert_string_equal(told(&run), "257:1-5 too-large");
    text_clear(&text);
    text_add_string(&text, G "setup: [");
    text_add_repeated(&text, '[', 62);
    text_add_repeated(&text, ']', 63);
    load_text(&run, &loader, text_slice(&text), "");
    assert_string_equal(told(&run), "2:8-134 type");
    text_clear(&text);
    text_add_repeated(&text, 'k', 129);
    text_add_string(&text, ": 1");
    load_text(&run, &loader, text_slice(&text), "");
    assert_string_equal(told(&run), "1:1-130 too-large");
    text_release(&text);
    finish(&run);
}

/* Whatever the limit, nothing breaks; and one without a problem says why. */
static void test_memory(void)
{
    for (size_t limit = 1; limit < 40000; limit += limit / 64 + 1) {
        struct arena arena;
        struct ruleset ruleset;
        arena_init(&arena, limit);
        struct problems problems = {.arena = &arena};
        const char *name = limit % 2 == 0 ? "accasta" : "acasta";
        if (!ruleset_load(&loader, slice_of(name), false, slice_of("win.check=x q=1"), &ruleset, &problems))
            assert_true(arena.failed || problems.first != NULL);
        problems = (struct problems){.arena = &arena};
        if (!ruleset_load(&loader, slice_of("accasta"), false, slice_of("no_move=draw"), &ruleset, &problems))
            assert_true(arena.failed);
        arena_release(&arena);
    }
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_hostile),
        unit_test(test_limits),
        unit_test(test_memory),
    };
    return unit_run(tests, NULL);
}
