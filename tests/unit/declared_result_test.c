/* SPDX-License-Identifier: MIT */
/* Results as they are written, in figures and in words. */
#include "referee/judge/declared_result.h"
#include "support/unit.h"

#include <stdio.h>

static struct declared_result read_declared(const char *text)
{
    struct declared_result declared;
    if (!declared_read(slice_of(text), false, NULL, &declared))
        fail_msg("'%s' is no result", text);
    assert_true(declared.written);
    return declared;
}

static void assert_claim(const char *text, unsigned seats, int32_t first, int32_t second, const char *reason)
{
    struct declared_result declared = read_declared(text);
    assert_false(declared.open);
    assert_int_equal(declared.seats, seats);
    assert_int_equal(declared.halves[0], first);
    assert_int_equal(declared.halves[1], second);
    assert_string_equal(declared.reason, reason);
}

static void test_figures(void)
{
    assert_claim("1-0", 2, 2, 0, "claimed");
    assert_claim("0-1", 2, 0, 2, "claimed");
    assert_claim("1/2-1/2", 2, 1, 1, "claimed");
    assert_claim("34-21-18", 3, 68, 42, "claimed");
    assert_claim("(-1)-0", 2, -2, 0, "claimed");
    assert_claim("=1", 1, 2, 0, "claimed");
    assert_claim("=(-1)", 1, -2, 0, "claimed");
    assert_claim("1-2-3-4-5-6-7-8", 8, 2, 4, "claimed");
    struct declared_result open = read_declared("*");
    assert_true(open.open);
    assert_null(open.reason);
}

static void test_words(void)
{
    static const char *const players[2][2] = {{"White", "Player1"}, {"Black", "Player2"}};
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned name = 0; name < 2; name++)
            for (unsigned stop = 0; stop < 2; stop++) {
                char text[64];
                int32_t own = seat == 0 ? 2 : 0;
                const char *end = stop == 1 ? "." : "";
                snprintf(text, sizeof text, "%s wins%s", players[seat][name], end);
                assert_claim(text, 2, own, 2 - own, "claimed");
                snprintf(text, sizeof text, "%s  wins\ton time%s", players[seat][name], end);
                assert_claim(text, 2, own, 2 - own, "time");
                snprintf(text, sizeof text, "%s resigns%s", players[seat][name], end);
                assert_claim(text, 2, 2 - own, own, "resigned");
                snprintf(text, sizeof text, "%s concedes%s", players[seat][name], end);
                assert_claim(text, 2, 2 - own, own, "resigned");
                assert_true(slice_is(read_declared(text).figures, own == 2 ? "0-1" : "1-0"));
            }
    assert_claim("Draw agreed", 2, 1, 1, "agreed");
    assert_claim("Draw agreed.", 2, 1, 1, "agreed");
    assert_true(slice_is(read_declared("Draw agreed").figures, "1/2-1/2"));
}

static void test_none(void)
{
    static const char *const none[] = {"", " ", "won", "1", "1-", "-1", "1-0-", "=1-0", "1--0", "(1)-0", "(-)-0",
        "(-1-0", "1/2", "1/2-0", "White", "White loses", "white wins", "White wins on", "White wins on Sunday",
        "White wins time", "Player3 wins", "Draw", "Draw agreed..", "White wins White wins", "1-2-3-4-5-6-7-8-9",
        "12345678-0", "1-0 ", "0x1-0", "+1-0", "1.5-0.5", "**"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        struct declared_result declared;
        if (declared_read(slice_of(none[i]), false, NULL, &declared))
            fail_msg("'%s' is a result", none[i]);
        assert_false(declared.written);
    }
}

static void test_equal(void)
{
    struct declared_result white = read_declared("1-0");
    struct declared_result words = read_declared("Black resigns.");
    struct declared_result black = read_declared("0-1");
    struct declared_result open = read_declared("*");
    struct declared_result alone = read_declared("=1");
    assert_true(declared_equal(&white, &words));
    assert_false(declared_equal(&white, &black));
    assert_false(declared_equal(&white, &open));
    assert_true(declared_equal(&open, &open));
    assert_false(declared_equal(&alone, &white));
}

/* Figures that are written are read back. */
static void test_written(void)
{
    static const char *const figures[] = {
        "1-0", "0-1", "1/2-1/2", "34-21-18", "(-1)-0", "=1", "=(-1)", "=0", "0-0", "1-2-3-4-5-6-7-8"};
    struct text text;
    text_init(&text);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        struct declared_result declared = read_declared(figures[i]);
        text_clear(&text);
        figures_write(declared.halves, declared.seats, declared.sign, &text);
        assert_string_equal(text.bytes, figures[i]);
    }
    text_release(&text);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_figures),
        unit_test(test_words),
        unit_test(test_none),
        unit_test(test_equal),
        unit_test(test_written),
    };
    return unit_run(tests, NULL);
}
