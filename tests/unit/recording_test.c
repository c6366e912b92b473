/* SPDX-License-Identifier: MIT */
/* Games that are made turn by turn, what is said of a turn that is played, and what a seat may see, by programs that
   mean no well. */
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

static catasta_session *get_session(void)
{
    const struct catasta_options options = {.size = sizeof options};
    if (session == NULL)
        session = catasta_session_new(&options, NULL);
    fault = (struct catasta_fault){.size = sizeof fault};
    return session;
}

static catasta_record *begin(const char *ruleset, const struct catasta_pair *tags, size_t count)
{
    return catasta_record_new(get_session(), ruleset, tags, count, &fault);
}

static bool add(catasta_record *record, const char *text)
{
    fault = (struct catasta_fault){.size = sizeof fault};
    return catasta_record_play(record, text, strlen(text), &fault);
}

static bool text_is(struct catasta_text text, const char *string)
{
    return text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
}

static struct catasta_info info_of(catasta_record *record)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game *game = catasta_record_game(record);
    assert_true(game != NULL && catasta_game_info(game, &info));
    return info;
}

static const char *sgn(catasta_record *record)
{
    const struct catasta_sink sink = fresh_sink();
    assert_true(catasta_write(catasta_record_game(record), CATASTA_SGN, &sink));
    return written.bytes;
}

static const char *position_text(const catasta_position *position)
{
    const struct catasta_sink sink = fresh_sink();
    assert_true(catasta_position_write(position, CATASTA_POSITION, &sink));
    return written.bytes;
}

/* Turns, comments and a result become a record in canonical form; a refused turn changes nothing. */
static void test_record(void)
{
    static const struct catasta_pair tags[] = {{"White", "A \"B\" \\ C"}, {"Black", "Dora"}};
    catasta_record *record = begin("accasta-pari", tags, 2);
    assert_non_null(record);
    assert_int_equal(info_of(record).plies, 0);
    assert_true(catasta_record_comment(record, "before", 6));
    assert_true(add(record, " 1. b4: 2-c5!?"));
    assert_true(text_is(fault.turn, "b4:2-c5") && fault.id == NULL);
    assert_true(catasta_record_comment(record, "} 2. b3:2-c3\n1-0", 16));
    assert_false(add(record, "b4:2-c5") || add(record, "f4:-f3 b3:2-c3") || add(record, "f4:-f3 1-0"));
    assert_true(add(record, "2|f4:+f3"));
    assert_true(text_is(fault.turn, "f4:+f3"));
    assert_int_equal(info_of(record).plies, 2);
    assert_true(add(record, "b3:2-c4"));
    assert_string_equal(sgn(record),
        "[Ruleset \"accasta-pari\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"Dora\"]\n\n"
        "{before} 1. b4:2-c5 ; } 2. b3:2-c3 1-0\n1... f4:+f3 2. b3:2+c4\n");
    assert_false(catasta_record_result(record, "2-0", 3, &fault));
    assert_true(catasta_record_result(record, "1/2-1/2", 7, &fault));
    assert_false(add(record, "f3:-e3"));
    assert_string_equal(fault.id, "record/after-end");
    struct catasta_outcome outcome = {.size = sizeof outcome};
    assert_true(catasta_game_outcome(catasta_record_game(record), &outcome));
    assert_true(outcome.ended && !outcome.over && info_of(record).legal);
    assert_true(catasta_record_undo(record) && catasta_record_undo(record) && catasta_record_undo(record));
    assert_int_equal(catasta_position_to_move(catasta_record_position(record)), 2);
    assert_true(catasta_record_undo(record));
    assert_false(catasta_record_undo(record));
    assert_string_equal(
        sgn(record), "[Ruleset \"accasta-pari\"]\n[White \"A \\\"B\\\" \\\\ C\"]\n[Black \"Dora\"]\n\n{before}\n");
    catasta_record_free(record);
}

/* It is over for good after a resignation; a result that contradicts it is refused. */
static void test_ended(void)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_record *record = begin("staku", NULL, 0);
    assert_true(catasta_position_outcome(catasta_record_position(record), &outcome) && !outcome.ended);
    assert_true(add(record, "resign") && text_is(fault.turn, "resign"));
    assert_true(catasta_position_outcome(catasta_record_position(record), &outcome) && outcome.ended && !outcome.over);
    assert_true(catasta_game_outcome(catasta_record_game(record), &outcome) && outcome.ended && !outcome.over);
    assert_int_equal(outcome.winners, 2);
    assert_false(catasta_record_result(record, "1-0", 3, &fault));
    assert_string_equal(fault.id, "record/result-mismatch");
    assert_true(fault.span.begin == 0 && fault.span.end == 3);
    assert_true(catasta_record_result(record, "0-1", 3, &fault) && info_of(record).errors == 0);
    catasta_record_free(record);
    record = begin("tak-3", NULL, 0); /* which has results that only follow its turns */
    assert_true(add(record, "a1") && add(record, "b1") && add(record, "b2") && add(record, "a2") && add(record, "b3"));
    assert_false(catasta_record_result(record, "F-0", 3, &fault));
    assert_true(catasta_record_result(record, "R-0", 3, &fault) && info_of(record).errors == 0);
    catasta_record_free(record);
}

static void test_start(void)
{
    static const struct catasta_pair bad = {"Position", "a \\ \"b"};
    static const struct catasta_pair twice = {"Ruleset", "accasta"};
    assert_null(begin("accasta-pari", &bad, 1));
    assert_true(strcmp(fault.id, "record/bad-position") == 0 && fault.tag == 0);
    assert_null(begin("nothing", NULL, 0));
    assert_true(fault.id != NULL);
    assert_null(begin(NULL, NULL, 0));
    catasta_record *record = begin("accasta-pari", &twice, 1);
    assert_true(record == NULL ? fault.id != NULL : info_of(record).errors == 0);
    catasta_record_free(record);
    catasta_record_free(NULL);
}

/* Text that is no turn, no comment and no result, or is one and more. */
static void test_hostile(void)
{
    static const char *const texts[] = {"", " ", "*", "1-0", "{", "}", "{}", "; x", "\n\n[Event \"\"]\n\n1. f4:-f3",
        "[Event \"\"]", "b4:2-c5 *", "b4:2-c5 (b3:-b4)", "b4:2-c5\n\n1-0", "1/2-1/2 1-0", "* {x}", "% x", "\xff", "$1",
        "}\n[Event \"x\"]\n{", "}\n% x", "\\", "\"", "0-1\n\n[White \"x\"]\n\n1. c3:-d3", "White concedes.", "\r\n",
        "{{"};
    catasta_record *record = begin("accasta-pari", NULL, 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (add(record, texts[i]))
            fail_msg("'%s' is played", texts[i]);
        assert_true(fault.id != NULL && fault.message.length > 0 && fault.span.end <= strlen(texts[i]));
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!catasta_record_comment(record, texts[i], strlen(texts[i])))
            fail_msg("'%s' is no comment", texts[i]);
        const struct catasta_info info = info_of(record);
        if (info.errors > 0 || info.plies > 0 || info.result.end > info.result.begin)
            fail_msg("'%s' in a comment", texts[i]);
    }
    assert_true(catasta_record_comment(record, "\0}\0\n", 4) && catasta_record_comment(record, "\0", 1));
    assert_true(catasta_record_comment(record, NULL, 0) && info_of(record).errors == 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fault = (struct catasta_fault){.size = sizeof fault};
        if (catasta_record_result(record, texts[i], strlen(texts[i]), &fault)) {
            assert_true(info_of(record).errors == 0 && info_of(record).plies == 0);
            assert_true(catasta_record_undo(record));
        } else {
            assert_true(fault.id != NULL && fault.message.length > 0 && fault.span.end <= strlen(texts[i]));
        }
    }
    assert_true(add(record, "b4:2-c5") && info_of(record).plies == 1);
    assert_int_equal(info_of(record).errors, 0);
    catasta_record_free(record);
}

/* No bytes in a comment are anything but a comment. */
static void test_comments(void)
{
    static const char bytes[] = "{};%[]\"\\\n\r\t ()1-0*$!x\xff.\xe2\x80";
    catasta_record *record = begin("accasta-pari", NULL, 0);
    char text[64];
    assert_true(add(record, "b4:2-c5"));
    for (unsigned i = 0; i < 2000; i++) {
        const size_t size = (size_t)rand() % sizeof text;
        for (size_t k = 0; k < size; k++)
            text[k] = bytes[(size_t)rand() % sizeof bytes];
        assert_true(catasta_record_comment(record, text, size));
        if (i % 100 != 99)
            continue;
        const struct catasta_info info = info_of(record);
        assert_true(info.errors + info.warnings == 0 && info.plies == 1 && info.result.begin == info.result.end);
    }
    assert_true(add(record, "f4:+f3") && info_of(record).plies == 2);
    catasta_record_free(record);
}

struct choice {
    unsigned wanted;
    unsigned flags;
    bool found;
    char text[4096];
};

static bool choose(void *context, const char *text, size_t size, unsigned flags)
{
    struct choice *choice = context;
    if ((flags & choice->flags) == 0 || size >= sizeof choice->text)
        return true;
    memcpy(choice->text, text, size);
    choice->text[size] = '\0';
    choice->found = true;
    return choice->wanted-- > 0;
}

/* Some turn, or one step and the first end after it. */
static bool any_turn(const catasta_position *position, struct choice *choice)
{
    catasta_position *copy = catasta_position_copy(position);
    *choice = (struct choice){.wanted = (unsigned)rand() % 40, .flags = CATASTA_COMPLETE | CATASTA_CAN_GO_ON};
    catasta_position_moves(copy, NULL, 0, choose, choice, NULL);
    char prefix[sizeof choice->text];
    strcpy(prefix, choice->text);
    struct choice end = {.flags = CATASTA_COMPLETE};
    const bool found = choice->found && catasta_position_moves(copy, prefix, strlen(prefix), choose, &end, NULL);
    *choice = end;
    catasta_position_free(copy);
    return found && end.found;
}

static const struct catasta_pair start_tag = {"Start", "G5 R2"};
static const struct catasta_pair four[] = {{"Player1", "A"}, {"Player2", "B"}, {"Player3", "C"}, {"Player4", "D"}};
static const struct {
    const char *ruleset;
    const struct catasta_pair *tags;
    size_t count;
} games[] = {{"accasta", NULL, 0}, {"staku", NULL, 0}, {"stakz", &start_tag, 1}, {"staka", four, 4},
    {"stakd-elite", NULL, 0}, {"abande", NULL, 0}, {"attangle", NULL, 0}, {"dvonn", NULL, 0}, {"tak-5", NULL, 0},
    {"tzaar", NULL, 0}, {"hive", NULL, 0}, {"lasca", NULL, 0}, {"focus", NULL, 0}, {"mixtour", NULL, 0}};

/* A record that was made turn by turn says nothing but what was played, read at once. */
static void test_games(void)
{
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        catasta_record *record = begin(games[g].ruleset, games[g].tags, games[g].count);
        struct choice choice;
        unsigned plies = 0;
        if (record == NULL)
            fail_msg("%s: %.*s", games[g].ruleset, (int)fault.message.length, fault.message.bytes);
        while (plies < 60 && any_turn(catasta_record_position(record), &choice)) {
            if (!add(record, choice.text) || !text_is(fault.turn, choice.text))
                fail_msg(
                    "%s: %s becomes %.*s", games[g].ruleset, choice.text, (int)fault.turn.length, fault.turn.bytes);
            plies++;
            if (rand() % 8 == 0 && catasta_record_undo(record))
                plies--;
        }
        const struct catasta_info info = info_of(record);
        struct catasta_diagnostic said = {.size = sizeof said};
        if (info.plies != plies || catasta_game_diagnostic(catasta_record_game(record), 0, &said))
            fail_msg("%s: %s", games[g].ruleset, said.id);
        char *end = strdup(position_text(catasta_record_position(record)));
        catasta_position *last = catasta_game_position(catasta_record_game(record), info.plies);
        assert_string_equal(position_text(last), end);
        free(end);
        catasta_position_free(last);
        catasta_record_free(record);
    }
}

/* The game outlives its record if it is kept. */
static void test_kept(void)
{
    catasta_record *record = begin("accasta-pari", NULL, 0);
    assert_true(add(record, "b4:2-c5"));
    catasta_game *game = catasta_record_game(record);
    assert_non_null(catasta_game_keep(game));
    assert_true(add(record, "f4:-f3") && info_of(record).plies == 2);
    catasta_record_free(record);
    struct catasta_info info = {.size = sizeof info};
    assert_true(catasta_game_info(game, &info) && info.plies == 1);
    catasta_game_free(game);
}

/* A turn that is refused comes with others that may have been meant, which can be played. */
static void test_repairs(void)
{
    static const char *const slips[] = {"b4:2-c6", "b4:2-b3", "B4:2-C5", "b4 2-c5", "b4:22-c5", "c5", "  b4:2-b3 {x}"};
    catasta_record *record = begin("accasta-pari", NULL, 0);
    const catasta_position *position = catasta_record_position(record);
    struct catasta_repair repair = {.size = sizeof repair};
    size_t all = 0;
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        assert_false(add(record, slips[i]));
        position = catasta_record_position(record);
        for (size_t k = 0; catasta_position_repair(position, k, &repair); k++, all++) {
            catasta_position *copy = catasta_position_copy(position);
            assert_true(k < fault.repairs && strcmp(repair.kind, "turn") == 0 && repair.edit_count > 0);
            if (!catasta_position_play(copy, repair.turn.bytes, repair.turn.length, NULL))
                fail_msg("%s: %.*s", slips[i], (int)repair.turn.length, repair.turn.bytes);
            for (size_t e = 0; e < repair.edit_count; e++)
                assert_true(repair.edits[e].span.begin <= repair.edits[e].span.end &&
                    repair.edits[e].span.end <= strlen(slips[i]));
            catasta_position_free(copy);
        }
        assert_false(catasta_position_repair(position, fault.repairs, &repair));
    }
    assert_true(all >= sizeof slips / sizeof *slips - 1);
    assert_true(add(record, "b4:2-c5") && fault.repairs == 0);
    assert_false(catasta_position_repair(catasta_record_position(record), 0, &repair));
    catasta_record_free(record);
}

/* What is untidy is played, and said. */
static void test_untidy(void)
{
    catasta_record *record = begin("accasta-pari", NULL, 0);
    assert_true(add(record,
                    "b4:2\xe2\x80\x93"
                    "c5") &&
        text_is(fault.turn, "b4:2-c5"));
    assert_true(add(record, "f4:-f3") && text_is(fault.turn, "f4:+f3"));
    assert_true(fault.id != NULL && fault.message.length > 0 && fault.severity != CATASTA_ERROR);
    assert_int_equal(info_of(record).notes + info_of(record).warnings, 0);
    catasta_record_free(record);
}

/* Two positions that differ only in what others hold are the same to a seat. */
static void test_seen(void)
{
    static const struct catasta_pair hands[2][3] = {
        {{"Hand1", "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5"}, {"Hand2", "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4"}, {"Start", "G3 B5"}},
        {{"Hand1", "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5"}, {"Hand2", "R1 R5 O4 O5 G1 G2 B2 B3 P2 P3"}, {"Start", "G3 B5"}}};
    static const enum catasta_format formats[] = {CATASTA_POSITION, CATASTA_TEXT, CATASTA_WORDS, CATASTA_SVG};
    SCOPED(text, one);
    for (unsigned seat = 0; seat <= 2; seat++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
            for (unsigned i = 0; i < 2; i++) {
                catasta_position *all = catasta_position_start(get_session(), "stakz", hands[i], 3, &fault);
                catasta_position *seen = catasta_position_seen(all, seat);
                const struct catasta_sink sink = fresh_sink();
                assert_true(catasta_position_write(seen, formats[f], &sink));
                if (i == 0) {
                    text_clear(&one);
                    text_add(&one, text_slice(&written));
                }
                catasta_position_free(seen);
                catasta_position_free(all);
            }
            if (slice_equal(text_slice(&one), text_slice(&written)) != (seat != 2))
                fail_msg("seat %u, format %u: %s", seat, (unsigned)f, written.bytes);
        }
    catasta_position *all = catasta_position_start(get_session(), "stakz", hands[0], 3, &fault);
    assert_null(catasta_position_seen(all, 3));
    for (unsigned seat = 0; seat <= 2; seat++) {
        catasta_position *seen = catasta_position_seen(all, seat);
        position_text(seen);
        catasta_position *read = catasta_position_read(session, "stakz", written.bytes, written.length, &fault);
        if (read == NULL)
            fail_msg("seat %u: %s: %.*s", seat, written.bytes, (int)fault.message.length, fault.message.bytes);
        struct choice choice;
        assert_true(any_turn(seen, &choice));
        if (seat == 1)
            assert_true(catasta_position_play(all, choice.text, strlen(choice.text), &fault));
        catasta_position_free(read);
        catasta_position_free(seen);
    }
    catasta_position_free(all);
}

/* Each node leads to its first diagnostic, which leads back. */
static void test_nodes(void)
{
    static const char record[] =
        "[Ruleset \"accasta-pari\"]\n[White \"Quinn\"]\n[Nonsense\n\n"
        "1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 (2... e3:-b1 5. c3:-a9 {x} c9) 3. a4:3-c4 d4:4xc3 4. "
        "c4:-f2,2-d4\ng1:xf2,-e1 9. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 7. e4:2-f4,xf3 c3:-c4 0-1\n";
    catasta_input *input = catasta_input_bytes(get_session(), record, strlen(record), "a.sgn");
    catasta_game *game = catasta_input_next(input);
    struct catasta_diagnostic said = {.size = sizeof said};
    struct catasta_node node = {.size = sizeof node};
    unsigned faulty = 0;
    assert_non_null(game);
    for (size_t i = 0; catasta_game_node(game, i, &node); i++) {
        faulty += node.diagnostic != CATASTA_NOWHERE;
        if (node.diagnostic != CATASTA_NOWHERE)
            assert_true(catasta_game_diagnostic(game, node.diagnostic, &said) && said.node == i);
    }
    assert_true(faulty > 3);
    for (size_t i = 0; catasta_game_diagnostic(game, i, &said); i++)
        if (said.turn.end > said.turn.begin)
            assert_true(catasta_game_node(game, said.node, &node) && node.span.begin <= said.turn.begin);
    catasta_input_close(input);
}

static void close_session(void)
{
    catasta_session_free(session);
    session = NULL;
}

int main(void)
{
    static const struct unit_test tests[] = {unit_test(test_record), unit_test(test_ended), unit_test(test_start),
        unit_test(test_hostile), unit_test(test_comments), unit_test(test_games), unit_test(test_kept),
        unit_test(test_repairs), unit_test(test_untidy), unit_test(test_seen), unit_test(test_nodes)};
    return unit_run(tests, close_session);
}
