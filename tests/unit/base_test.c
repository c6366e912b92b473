/* SPDX-License-Identifier: MIT */
/* Slices, arenas, texts, UTF-8, and the templates of messages. */
#include "base/arena.h"
#include "base/fault.h"
#include "base/utf8.h"
#include "support/unit.h"

#include <stdalign.h>

static void assert_slice(struct slice slice, const char *wanted)
{
    assert_int_equal(slice.length, strlen(wanted));
    assert_memory_equal(slice.at, wanted, slice.length);
}

static void test_trim(void)
{
    assert_slice(slice_trim(slice_of(" \t a b\t ")), "a b");
    assert_slice(slice_trim(slice_of("a")), "a");
    assert_slice(slice_trim(slice_of(" \t ")), "");
    assert_slice(slice_trim(slice_of("")), "");
    assert_slice(slice_trim(slice_of("\n a")), "\n a");
}

static void test_split(void)
{
    struct slice rest = slice_of("a,,b,");
    struct slice part;
    static const char *const wanted[] = {"a", "", "b", ""};
    for (size_t i = 0; i < 4; i++) {
        assert_true(slice_split(&rest, ',', &part));
        assert_slice(part, wanted[i]);
    }
    assert_null(rest.at);
    assert_false(slice_split(&rest, ',', &part));
    rest = slice_of("");
    assert_true(slice_split(&rest, ',', &part));
    assert_slice(part, "");
    assert_false(slice_split(&rest, ',', &part));
}

static void test_number(void)
{
    static const char *const none[] = {"", "-1", "+1", " 1", "1 ", "1a", "0x1", "101", "4294967296",
        "1000000000000000000000000000000", "18446744073709551616", "18446744073709551617"};
    uint32_t number = 7;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(slice_number(slice_of(none[i]), 100, &number));
    assert_int_equal(number, 7);
    assert_true(slice_number(slice_of("100"), 100, &number) && number == 100);
    assert_true(slice_number(slice_of("000"), 100, &number) && number == 0);
    assert_true(slice_number(slice_of("4294967295"), UINT32_MAX, &number) && number == UINT32_MAX);
    assert_false(slice_number(slice_of("4294967296"), UINT32_MAX, &number));
}

static void test_equal(void)
{
    assert_true(slice_equal((struct slice){NULL, 0}, (struct slice){"x", 0}));
    assert_false(slice_equal(slice_of("a"), slice_of("ab")));
    assert_true(slice_is((struct slice){"abc", 2}, "ab"));
    assert_slice(slice_cut(slice_of("abcdef"), (struct span){2, 4}), "cd");
}

static void test_arena_memory(void)
{
    struct arena arena;
    arena_init(&arena, 0);
    for (size_t size = 0; size < 300000; size = size * 2 + 1) {
        unsigned char *memory = arena_alloc(&arena, size);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 0xAA, size);
    }
    arena_clear(&arena);
    unsigned char *again = arena_alloc(&arena, 1000);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(again[i], 0);
    arena_release(&arena);
    assert_int_equal(arena.held, 0);
}

static void test_arena_limit(void)
{
    struct arena arena;
    arena_init(&arena, 100000);
    assert_non_null(arena_alloc(&arena, 50000));
    assert_false(arena.failed);
    assert_null(arena_alloc(&arena, 90000));
    assert_true(arena.failed);
    assert_true(arena.held <= 100000);
    arena_clear(&arena);
    assert_false(arena.failed);
    assert_non_null(arena_alloc(&arena, 1000));
    arena_release(&arena);
}

/* A limit lets the last block be as small as what is asked for. */
static void test_arena_last_block(void)
{
    struct arena arena;
    arena_init(&arena, 200000);
    assert_non_null(arena_alloc(&arena, 65536));
    assert_non_null(arena_alloc(&arena, 100000));
    assert_false(arena.failed);
    arena_release(&arena);
}

#ifdef __SANITIZE_ADDRESS__
/* Too large an allocation is to fail as it does elsewhere, not to end the program. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}
#endif

static void test_arena_too_much(void)
{
    struct arena arena;
    arena_init(&arena, 0);
    assert_null(arena_alloc(&arena, SIZE_MAX / 4));
    assert_true(arena.failed);
    assert_null(arena_copy(&arena, (struct slice){"x", SIZE_MAX / 4}).at);
    arena_release(&arena);
}

static void test_arena_grow(void)
{
    struct arena arena;
    int *numbers = NULL;
    size_t capacity = 0;
    arena_init(&arena, 0);
    for (size_t count = 0; count < 5000; count++) {
        assert_true(arena_grow(&arena, &numbers, count, &capacity, sizeof *numbers));
        assert_true(capacity > count);
        numbers[count] = (int)count;
    }
    for (size_t i = 0; i < 5000; i++)
        assert_int_equal(numbers[i], i);
    arena_release(&arena);
    arena_init(&arena, 100);
    int *old = numbers = NULL;
    capacity = 0;
    assert_false(arena_grow(&arena, &numbers, 0, &capacity, 1000));
    assert_true(numbers == old);
    assert_int_equal(capacity, 0);
    arena_release(&arena);
}

static void test_arena_copy(void)
{
    struct arena arena;
    arena_init(&arena, 0);
    struct slice copy = arena_copy(&arena, (struct slice){"abcdef", 3});
    assert_slice(copy, "abc");
    assert_int_equal(copy.at[3], '\0');
    assert_non_null(arena_copy(&arena, (struct slice){NULL, 0}).at);
    arena_release(&arena);
}

static void test_text(void)
{
    struct text text;
    text_init(&text);
    assert_slice(text_slice(&text), "");
    text_add_string(&text, "a");
    text_add_char(&text, 'b');
    text_add_number(&text, -12);
    text_add_repeated(&text, 'x', 3);
    text_printf(&text, "%s%d", "c", 7);
    text_add(&text, (struct slice){NULL, 0});
    assert_slice(text_slice(&text), "ab-12xxxc7");
    assert_string_equal(text.bytes, "ab-12xxxc7");
    text_clear(&text);
    assert_int_equal(text.length, 0);
    text_add_number(&text, INT64_MIN);
    assert_string_equal(text.bytes, "-9223372036854775808");
    text_clear(&text);
    text_printf(&text, "%u,%d%c%.*s,%.*s%% %03u %s", UINT32_MAX, INT32_MIN, '!', 2, "abc", 9, "d", 7, "e");
    assert_string_equal(text.bytes, "4294967295,-2147483648!ab,d% 007 e");
    text_release(&text);
    assert_null(text.bytes);
}

static void test_text_grows(void)
{
    struct text text;
    text_init(&text);
    for (size_t i = 0; i < 10000; i++) {
        text_printf(&text, "%zu,", i);
        assert_int_equal(text.bytes[text.length], '\0');
    }
    assert_int_equal(text.length, 10 * 2 + 90 * 3 + 900 * 4 + 9000 * 5);
    text_release(&text);
}

static void test_escaped(void)
{
    static const char *const pairs[][2] = {
        {"plain", "plain"},
        {"\x1b[31m", "\\x1b[31m"},
        {"a\nb\tc\rd", "a\\x0ab\\x09c\\x0dd"},
        {"\x7f", "\\x7f"},
        {"\xc2\x9b", "\\xc2\\x9b"},
        {"\xff\xc3", "\\xff\\xc3"},
        {"\xc3\xa4", "\xc3\xa4"},
        {"\xe2\x80\xae", "\\xe2\\x80\\xae"},
        {"\xef\xbb\xbf", "\\xef\\xbb\\xbf"},
        {"\\x1b", "\\x1b"},
    };
    struct text text;
    text_init(&text);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        text_clear(&text);
        text_add_escaped(&text, slice_of(pairs[i][0]));
        assert_string_equal(text.bytes, pairs[i][1]);
    }
    text_clear(&text);
    text_add_escaped(&text, (struct slice){"a\0b", 3});
    assert_string_equal(text.bytes, "a\\x00b");
    text_release(&text);
}

/* Numbers of every length, and those beside them, are written as printf does. */
static void test_numbers_written(void)
{
    for (long long power = 1; power <= 100000000000000000; power *= 10)
        for (int beside = -1; beside <= 1; beside++)
            for (int sign = -1; sign <= 1; sign += 2) {
                char wanted[32];
                SCOPED(text, text);
                snprintf(wanted, sizeof wanted, "%lld", sign * (power + beside));
                text_add_number(&text, sign * (power + beside));
                assert_string_equal(text.bytes, wanted);
            }
    char most[NUMBER_ROOM];
    assert_int_equal(number_write(most, UINT64_MAX) - most, NUMBER_ROOM - 1);
    assert_string_equal(most, "18446744073709551615");
}

/* Wherever BYTE is in a string of LENGTH, it is written as alone. */
static void check_json(char byte, size_t length)
{
    SCOPED(text, bytes);
    SCOPED(text, alone);
    SCOPED(text, whole);
    SCOPED(text, wanted);
    text_add_json(&alone, (struct slice){&byte, 1});
    for (size_t place = 0; place < length; place++) {
        text_clear(&bytes);
        text_add_repeated(&bytes, 'a', length);
        bytes.bytes[place] = byte;
        text_clear(&whole);
        text_add_json(&whole, text_slice(&bytes));
        text_clear(&wanted);
        text_add_char(&wanted, '"');
        text_add_repeated(&wanted, 'a', place);
        text_add(&wanted, (struct slice){alone.bytes + 1, alone.length - 2});
        text_add_repeated(&wanted, 'a', length - 1 - place);
        text_add_char(&wanted, '"');
        assert_string_equal(whole.bytes, wanted.bytes);
    }
}

static void test_json(void)
{
    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t length = 1; length <= 40; length++)
            check_json((char)byte, length);
}

/* Every code point is read back; every other way to write one is not UTF-8. */
static void test_utf8_all(void)
{
    for (uint32_t code = 1; code <= 0x10FFFF; code++) {
        char bytes[5] = {0};
        uint8_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
        for (uint8_t i = 0; i < length; i++)
            bytes[i] = (char)(0x80 | (code >> (6 * (length - 1 - i)) & 0x3F));
        bytes[0] = (char)(length == 1 ? code : leads[length] | code >> (6 * (length - 1)));
        struct utf8_char c = utf8_next((struct slice){bytes, length});
        bool surrogate = code >= 0xD800 && code < 0xE000;
        if (c.valid == surrogate || (c.valid && (c.code != code || c.length != length)))
            fail_msg("U+%04X", code);
    }
}

static void test_utf8_broken(void)
{
    static const char *const broken[] = {"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf", "\xe0\x9f\xbf",
        "\xf0\x80\x80\xaf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xfe", "\xc3",
        "\xe2\x82", "\xf0\x9f\x98", "\xed\xa0\x80", "\xc3(", "\xe2(\xa1"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        struct utf8_char c = utf8_next(slice_of(broken[i]));
        assert_false(c.valid);
        assert_int_equal(c.length, 1);
    }
}

static void test_utf8_counts(void)
{
    assert_int_equal(utf8_count(slice_of("a\xc3\xa4\xff\xe6\x97\xa5")), 4);
    assert_int_equal(utf8_width(slice_of("a\xc3\xa4\xe6\x97\xa5")), 4);
    assert_int_equal(utf8_width(slice_of("e\xcc\x81")), 1);
    assert_int_equal(utf8_width(slice_of("\xf0\x9f\x98\x80")), 2);
    assert_int_equal(utf8_width(slice_of("\xf0\x9f\x9a\x80\xe2\xad\x90")), 4); /* a rocket and a star */
    assert_int_equal(
        utf8_width(slice_of("\xd7\xa9\xd7\x81\xe0\xb8\x81\xe0\xb9\x87")), 2);          /* Hebrew and Thai, with marks */
    assert_int_equal(utf8_width(slice_of("\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8")), 2); /* a syllable in three parts */
    assert_int_equal(utf8_width(slice_of("\xe2\x9d\xa4\xef\xb8\x8f\xc3\xa9")), 2);     /* a heart and its variant, é */
    assert_true(utf8_is_control(0) && utf8_is_control(0x1B) && utf8_is_control(0x7F) && utf8_is_control(0x9B));
    assert_true(utf8_is_control(0x202E) && utf8_is_control(0x2066) && utf8_is_control(0xFEFF));
    assert_false(utf8_is_control(' ') || utf8_is_control(0xA0) || utf8_is_control(0xE4));
}

static const struct rule rule = {
    "a/b", SEVERITY_WARNING, "{step} lifts {count:piece}, {why}{?advice}", "", NULL, .kept = NULL};

static void assert_message(const struct rule *of, const char *facts, const char *wanted)
{
    struct text text;
    text_init(&text);
    rule_message(of, slice_of(facts), &text);
    assert_string_equal(text_slice(&text).at, wanted);
    text_release(&text);
}

static void test_templates(void)
{
    assert_message(&rule, FACT(step, "x") FACT(count, "1") FACT(why, "z"), "x lifts 1 piece, z");
    assert_message(&rule, FACT(count, "2") FACT(why, "=") FACT(step, "x"), "x lifts 2 pieces, =");
    assert_message(
        &rule, FACT(step, "x") FACT(why, "") FACT(count, "0") FACT(advice, "look"), "x lifts 0 pieces, ; look");
    assert_message(&rule, FACT(step, "x") FACT(step, "y") FACT(steps, "z") FACT(count, "1") FACT(why, "{why}"),
        "x lifts 1 piece, {why}");
    assert_message(&rule, FACT(step, "\x1b[1m"), "\\x1b[1m lifts {count} pieces, {why}");
}

static void test_fault(void)
{
    struct text facts;
    struct fault fault = {.rule = NULL};
    text_init(&facts);
    assert_false(fault_raise(NULL, &rule, 1, FACT(count, "%d"), 1));
    assert_false(fault_raise(&fault, &rule, 3, FACT(step, "%s") FACT(count, "%u"), "a", 5u));
    assert_true(fault.rule == &rule);
    assert_int_equal(fault.part, 3);
    assert_slice(fault_facts(&fault), "");
    fault.facts = &facts;
    assert_false(fault_raise(&fault, &rule, 3, FACT(step, "%s") FACT(count, "%u"), "a", 5u));
    assert_slice(fault_facts(&fault), FACT(step, "a") FACT(count, "5"));
    char lengthy[100000];
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_false(fault_raise(&fault, &rule, 0, FACT(step, "%s"), lengthy));
    assert_slice(fact_get(fault_facts(&fault), slice_of("step")), lengthy);
    assert_null(fact_get(fault_facts(&fault), slice_of("count")).at);
    text_release(&facts);
    assert_string_equal(severity_name(SEVERITY_ERROR), "error");
    assert_string_equal(severity_name(SEVERITY_NOTE), "note");
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_trim),
        unit_test(test_split),
        unit_test(test_number),
        unit_test(test_equal),
        unit_test(test_arena_memory),
        unit_test(test_arena_limit),
        unit_test(test_arena_last_block),
        unit_test(test_arena_too_much),
        unit_test(test_arena_grow),
        unit_test(test_arena_copy),
        unit_test(test_text),
        unit_test(test_text_grows),
        unit_test(test_escaped),
        unit_test(test_numbers_written),
        unit_test(test_json),
        unit_test(test_utf8_all),
        unit_test(test_utf8_broken),
        unit_test(test_utf8_counts),
        unit_test(test_templates),
        unit_test(test_fault),
    };
    return unit_run(tests, NULL);
}
