/* SPDX-License-Identifier: MIT */
/* What is given to positions and games by programs that mean no well: any text, any size, in any order. */
#include "catasta.h"
#include "support/checking.h"
#include "support/unit.h"

#include <stdlib.h>

static catasta_session *session;
static struct catasta_fault fault;
static struct text written;

/* What takes the text that is written next. */
static struct catasta_sink fresh_sink(void)
{
    text_clear(&written);
    return text_sink(&written);
}

static catasta_position *start(const char *ruleset, const struct catasta_pair *tags, size_t count)
{
    const struct catasta_options options = {.size = sizeof options};
    if (session == NULL)
        session = catasta_session_new(&options, NULL);
    fault = (struct catasta_fault){.size = sizeof fault};
    return catasta_position_start(session, ruleset, tags, count, &fault);
}

static const char *position_text(const catasta_position *position)
{
    const struct catasta_sink sink = fresh_sink();
    assert_true(catasta_position_write(position, CATASTA_POSITION, &sink));
    return written.bytes;
}

static bool play(catasta_position *position, const char *text, size_t size)
{
    fault = (struct catasta_fault){.size = sizeof fault};
    bool played = catasta_position_play(position, text, size, &fault);
    assert_true(played || (fault.id != NULL && fault.message.length > 0));
    assert_true(fault.span.begin <= fault.span.end && fault.span.end <= size);
    return played;
}

static bool count_turn(void *context, const char *text, size_t size, unsigned flags)
{
    (void)text;
    *(size_t *)context += size > 0 && flags != 0;
    return true;
}

static size_t moves(catasta_position *position, const char *text, size_t size)
{
    size_t count = 0;
    fault = (struct catasta_fault){.size = sizeof fault};
    bool some = catasta_position_moves(position, text, size, count_turn, &count, &fault);
    assert_true(some == (count > 0));
    assert_true(some || (fault.id != NULL && fault.message.length > 0));
    assert_true(fault.span.begin <= fault.span.end && fault.span.end <= size);
    return count;
}

#define PLAY(position, text) play(position, text, sizeof(text) - 1)
#define MOVES(position, text) moves(position, text, sizeof(text) - 1)

/* Text around a turn that is not a part of it, and text that is none. */
static void test_single_turn(void)
{
    static const char *const good[] = {"b4:2-c5", "1|b4:2-c5", " b4:2-c5\n", "1. b4:2-c5", "1... b4:2-c5!? {why} $3",
        "{so} b4:2-c5 ; then", "b4: 2-c5",
        ("b4:2\xe2\x80\x93"
         "c5")};
    static const char *const bad[] = {"", " ", "\n", "{}", "*", "1-0", "b4:2-c5 *", "b4:2-c5 1-0", "b4:2-c5 b4:2-c5",
        "b4:2-c5 (b3:-b4)", "b4:2-c5 )", "b4:2-c5 {", "b4:2-c5\n\n[Event \"\"]\n\n1. f4:-f3", "[Event \"\"]\n\nb4:2-c5",
        "2|b4:2-c5", "3|b4:2-c5", "999999999999|b4:2-c5", "0|b4:2-c5", "B4:2-C5", "pass", "out", "topple", "\xff",
        "\xe2\x80\xa6", "b4:2\xe2\x80\x93-c5"};
    catasta_position *position = start("accasta-pari", NULL, 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        catasta_position *copy = catasta_position_copy(position);
        if (!play(copy, good[i], strlen(good[i])))
            fail_msg("'%s' is refused: %.*s", good[i], (int)fault.message.length, fault.message.bytes);
        catasta_position_free(copy);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (play(position, bad[i], strlen(bad[i])))
            fail_msg("'%s' is played", bad[i]);
    assert_false(PLAY(position, "b4:2-c5\0") || PLAY(position, "\0") || PLAY(position, "b4:2\0-c5"));
    assert_false(catasta_position_play(position, NULL, 0, NULL));
    assert_int_equal(catasta_position_number(position), 1);
    assert_int_equal(catasta_position_to_move(position), 1);
    catasta_position_free(position);
}

/* Where in the text the fault is. */
static void test_spans(void)
{
    static const struct {
        const char *text;
        size_t begin;
        size_t end;
    } rows[] = {{"b4:2-b3", 3, 7}, {" b4:2-b3", 4, 8}, {"1. b4:2-b3", 6, 10}, {"b4:2-c5 b4:2-c5 *", 8, 17},
        {"b4:2-c5 1-0", 8, 11}, {"b4:2-c5 {", 8, 9}, {"2|b4:2-c5", 0, 9}, {"", 0, 0}, {"{why}", 0, 5}};
    catasta_position *position = start("accasta-pari", NULL, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (play(position, rows[i].text, strlen(rows[i].text)) || fault.span.begin != rows[i].begin ||
            fault.span.end != rows[i].end)
            fail_msg("'%s': %u to %u", rows[i].text, (unsigned)fault.span.begin, (unsigned)fault.span.end);
    catasta_position_free(position);
}

/* 64 KiB of the same, for each game. */
static void test_junk(void)
{
    static const char *const rulesets[] = {"accasta-pari", "staku", "stakz", "staka", "stakd-elite"};
    static const char *const junk[] = {"x", "{", "(", ")", ",", "|", "1", "b4:-c5,", "a1-a2+", "R3>1,", "z26-z27,",
        "a1-b1 ", "\xff", "[A \"\"]\n", "1. ", "\n", "$1 ", "\""};
    static const struct catasta_pair tag = {"Start", "G5 R2"};
    enum { LONG = 1 << 16 };
    char *text = malloc(LONG);
    for (size_t r = 0; r < sizeof rulesets / sizeof *rulesets; r++) {
        catasta_position *position = start(rulesets[r], &tag, 1);
        assert_non_null(position);
        for (size_t i = 0; i < sizeof junk / sizeof *junk; i++) {
            for (size_t k = 0; k < LONG; k++)
                text[k] = junk[i][k % strlen(junk[i])];
            assert_false(play(position, text, LONG));
            if (*junk[i] != '\n')
                assert_int_equal(moves(position, text, LONG), 0);
            catasta_position *read = catasta_position_read(session, rulesets[r], text, LONG, &fault);
            assert_null(read);
            assert_true(fault.id != NULL && fault.span.end <= LONG);
        }
        catasta_position_free(position);
    }
    free(text);
}

static void test_prefixes(void)
{
    catasta_position *position = start("accasta-pari", NULL, 0);
    size_t all = MOVES(position, "");
    assert_true(all > 100);
    assert_int_equal(MOVES(position, " "), all);
    assert_int_equal(MOVES(position, "1|"), all);
    assert_int_equal(moves(position, NULL, 0), all);
    size_t begun = MOVES(position, "b4:");
    assert_true(begun > 20);
    assert_int_equal(MOVES(position, "b4: "), begun);
    assert_int_equal(MOVES(position, "1|b4:"), begun);
    assert_int_equal(MOVES(position, "b4:1-c5,"), MOVES(position, "b4:-c5, "));
    assert_int_equal(MOVES(position, "b4:-c5,"), MOVES(position, "b4:-c5") - 1);
    assert_int_equal(MOVES(position, "2|b4:"), 0);
    assert_string_equal(fault.id, "record/wrong-turn");
    assert_int_equal(MOVES(position, "b4:2-b3,+b4"), 0);
    assert_string_equal(fault.id, "accasta/stack-limit");
    assert_int_equal(MOVES(position, "resign"), 1);
    assert_int_equal(MOVES(position, "b4:2-c5 )"), 0);
    assert_true(PLAY(position, "resign"));
    assert_int_equal(MOVES(position, "") + MOVES(position, "b4:") + MOVES(position, "2|f4"), 0);
    assert_string_equal(fault.id, "record/after-end");
    assert_false(PLAY(position, "f4:-f3") || PLAY(position, "resign"));
    catasta_position_free(position);
}

/* Who resigned has lost, and nobody is to move. */
static void test_resigned(void)
{
    struct catasta_seat seat = {.size = sizeof seat};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_position *position = start("staku", NULL, 0);
    assert_true(PLAY(position, "1|resign"));
    catasta_position *copy = catasta_position_copy(position);
    catasta_position_free(position);
    assert_int_equal(catasta_position_to_move(copy), 0);
    assert_true(catasta_position_outcome(copy, &outcome) && !outcome.over && outcome.winners == 2);
    assert_true(catasta_position_seat(copy, 2, &seat) && seat.won && seat.score == seat.score_of);
    assert_true(catasta_position_seat(copy, 1, &seat) && !seat.won && seat.score == 0);
    assert_false(catasta_position_seat(copy, 0, &seat) || catasta_position_seat(copy, 3, &seat));
    catasta_position_free(copy);
}

/* In tags to start from. */
static void test_tags(void)
{
    static const struct {
        struct catasta_pair tag;
        size_t begin;
        size_t end;
        const char *id; /* NULL: nothing is wrong */
    } rows[] = {{{"White", "A \"B\" \\ C"}, 0, 0, NULL}, {{"Result", "1-0"}, 0, 0, NULL},
        {{"Position", "\"\\"}, 0, 2, "record/bad-position"}, {{"Position", ""}, 0, 0, "record/bad-position"},
        {{"White", "two\nlines"}, 0, 3, "syntax/tag"}, {{"White", "\"]\n[Position \"x"}, 0, 2, "syntax/tag"},
        {{"White \"\"]\n[Position", "x"}, 0, 0, "syntax/tag"}, {{"", "x"}, 0, 1, "syntax/tag"},
        {{"Event", "another"}, 0, 0, "syntax/tag"}, {{"Rules", "range=7"}, 6, 7, "ruleset/type"},
        {{"Rules", "stack_limit=2"}, 12, 13, "ruleset/conflict"}, {{"Player9", "x"}, 0, 1, "record/players"},
        {{"Player3", "x"}, 0, 1, "record/players"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct catasta_pair tags[] = {{"Event", "\\\"\\"}, rows[i].tag};
        catasta_position *position = start("accasta-pari", tags, 2);
        if ((position == NULL) != (rows[i].id != NULL) || (fault.id != NULL && strcmp(fault.id, rows[i].id) != 0))
            fail_msg("%s: %s", rows[i].tag.name, fault.id == NULL ? "nothing" : fault.id);
        if (rows[i].id != NULL &&
            (fault.tag != 1 || fault.span.begin != rows[i].begin || fault.span.end != rows[i].end))
            fail_msg("%s: tag %u, %u to %u", rows[i].tag.name, (unsigned)fault.tag, (unsigned)fault.span.begin,
                (unsigned)fault.span.end);
        catasta_position_free(position);
    }
}

static void test_rulesets(void)
{
    static const char *const names[] = {"nothing", "/", "../x", "tests/cases/twenty.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_null(start(names[i], NULL, 0));
        assert_true(fault.id != NULL && fault.tag == CATASTA_NOWHERE && fault.span.end == 0);
    }
    assert_null(start(NULL, NULL, 0));
    assert_string_equal(fault.id, "syntax/no-ruleset");
    catasta_position *position = start(NULL, &(struct catasta_pair){"Ruleset", "staku"}, 1);
    assert_non_null(position);
    catasta_position_free(position);
}

/* What is written is read again, alone and with a line end behind it; other text is not passed over. */
static void test_read(void)
{
    catasta_position *position = start("accasta-pari", NULL, 0);
    assert_true(PLAY(position, "b4:2-c5"));
    char text[1000];
    snprintf(text, sizeof text, "%.998s", position_text(position));
    size_t size = strlen(text);
    catasta_position_free(position);
    position = catasta_position_read(session, "accasta-pari", text, size, &fault);
    assert_string_equal(position_text(position), text);
    catasta_position_free(position);
    text[size] = '\n';
    position = catasta_position_read(session, "accasta-pari", text, size + 1, &fault);
    text[size] = '\0';
    assert_string_equal(position_text(position), text);
    catasta_position_free(position);
    assert_null(catasta_position_read(session, "accasta-pari", text, size + 1, &fault));
    assert_string_equal(fault.id, "syntax/encoding");
    assert_int_equal(fault.span.begin, size);
    assert_null(catasta_position_read(session, "accasta-pari", "a\nb", 3, &fault));
    assert_null(catasta_position_read(session, "accasta-pari", NULL, 0, NULL));
    assert_null(catasta_position_read(session, "staku", text, size, NULL));
}

/* A struct of an older program gets what it has room for, and one of a newer what there is. */
static void test_sizes(void)
{
    struct {
        struct catasta_fault fault;
        char more[32];
    } wide = {{.size = sizeof wide}, "untouched"};
    struct catasta_fault narrow = {.size = offsetof(struct catasta_fault, message), .tag = 77};
    catasta_position *position = start("accasta-pari", NULL, 0);
    assert_false(catasta_position_play(position, "b4:2-b3", 7, &narrow));
    assert_true(strcmp(narrow.id, "accasta/stack-limit") == 0 && narrow.message.bytes == NULL && narrow.tag == 77);
    assert_int_equal(narrow.size, offsetof(struct catasta_fault, message));
    assert_false(catasta_position_play(position, "b4:2-b3", 7, &wide.fault));
    assert_true(wide.fault.span.begin == 3 && strcmp(wide.more, "untouched") == 0);
    for (size_t size = sizeof(size_t); size <= sizeof narrow; size++) {
        narrow.size = size;
        assert_false(catasta_position_moves(position, "b4:2-b3", 7, count_turn, NULL, &narrow));
        assert_int_equal(narrow.size, size);
    }
    catasta_position_free(position);
}

/* A game that was mended and then kept, and one the other way round; written when its session is gone. */
static void test_fixed_and_kept(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n[White \"Quinn\"]\n\n"
                                 "1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 3. a4:3-c4 d4:4xc3 4. c4:-f2,2-d4\n"
                                 "g1:xf2,-e1 5. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 7. e4:2-f4,xf3 c3:-c4,xb3 0-1\n";
    for (unsigned keep_first = 0; keep_first < 2; keep_first++) {
        const struct catasta_options options = {.size = sizeof options};
        catasta_session *own = catasta_session_new(&options, NULL);
        char *text = strdup(record);
        catasta_input *input = catasta_input_bytes(own, text, strlen(text), "a.sgn");
        catasta_game *game = catasta_input_next(input);
        struct catasta_fixes fixes = {.size = sizeof fixes};
        if (keep_first)
            assert_non_null(catasta_game_keep(game));
        assert_true(catasta_game_fix(game, "fixed", NULL, &fixes));
        assert_int_equal(fixes.made, 1);
        if (!keep_first)
            assert_non_null(catasta_game_keep(game));
        assert_null(catasta_input_next(input));
        assert_null(catasta_game_keep(game));
        catasta_input_close(input);
        catasta_session_free(own);
        free(text);
        const struct catasta_sink sink = fresh_sink();
        assert_true(catasta_write(game, CATASTA_SGN, &sink));
        assert_non_null(strstr(written.bytes, "d4:3xc3"));
        assert_true(catasta_write(game, CATASTA_TEXT, &sink) && catasta_write(game, CATASTA_HTML, NULL));
        assert_false(catasta_game_fix(game, "fixed", NULL, &fixes));
        catasta_position *position = catasta_game_position(game, 3);
        assert_true(PLAY(position, "e3:xd4"));
        catasta_game_free(game);
        catasta_position_free(position);
    }
}

static void close_session(void)
{
    catasta_session_free(session);
    session = NULL;
}

int main(void)
{
    static const struct unit_test tests[] = {unit_test(test_single_turn), unit_test(test_spans), unit_test(test_junk),
        unit_test(test_prefixes), unit_test(test_resigned), unit_test(test_tags), unit_test(test_rulesets),
        unit_test(test_read), unit_test(test_sizes), unit_test(test_fixed_and_kept)};
    return unit_run(tests, close_session);
}
