/* SPDX-License-Identifier: MIT */
/* Sessions through catasta.h: turns whose fault is ignored stand, and a ruleset that cannot be used
   is written to the sink that the session was opened with. */
#include "library/tools.h"
#include "support/checking.h"
#include "support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The verdict on ply PLY of a game, whose fault IDS, unless NULL, are ignored. */
static enum catasta_verdict verdict_on(const char *record, const char *ids, uint32_t ply, bool *has_fault)
{
    const struct catasta_setting setting = {CATASTA_IGNORED, ids};
    const struct catasta_options options = {.size = sizeof options, .settings = &setting, .setting_count = ids != NULL};
    catasta_session *session = catasta_session_new(&options, NULL);
    assert_non_null(session);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
    const catasta_game *game = catasta_input_next(input);
    assert_non_null(game);
    struct catasta_node node = {.size = sizeof node};
    assert_true(catasta_game_node(game, ply, &node));
    *has_fault = node.diagnostic != CATASTA_NOWHERE;
    catasta_input_close(input);
    catasta_session_free(session);
    return node.verdict;
}

static void test_ignored(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n1. c3:9-d3 e3:-e2 *\n";
    bool fault;
    assert_int_equal(verdict_on(record, NULL, 1, &fault), CATASTA_ILLEGAL);
    assert_true(fault);
    assert_int_equal(verdict_on(record, "accasta/too-many-pieces", 1, &fault), CATASTA_STOOD);
    assert_false(fault);
    assert_int_equal(verdict_on(record, "accasta/too-many-pieces", 2, &fault), CATASTA_LEGAL);
    assert_int_equal(verdict_on(record, "accasta/range", 1, &fault), CATASTA_ILLEGAL);
    assert_int_equal(verdict_on(record, "warnings", 1, &fault), CATASTA_ILLEGAL);
}

static void test_not_carried(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n1. c3:-z9 e3:-e2 *\n";
    bool fault;
    assert_int_equal(verdict_on(record, "record/off-board", 1, &fault), CATASTA_LOST);
    assert_int_equal(verdict_on(record, "record/off-board", 2, &fault), CATASTA_UNJUDGED);
}

static bool count_bytes(void *context, const char *bytes, size_t length)
{
    (void)bytes;
    *(size_t *)context += length;
    return true;
}

static void test_unusable(void)
{
    static const char record[] = "[Ruleset \"bad\"]\n*\n\n[Ruleset \"bad\"]\n*\n\n[Ruleset \"none\"]\n*\n";
    char folder[] = "/tmp/catasta-XXXXXX";
    char path[64];
    size_t written = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/bad.yaml", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    const char *const folders[] = {folder, NULL};
    const struct catasta_sink troubles = {count_bytes, &written};
    catasta_session *session = catasta_session_new(
        &(struct catasta_options){.size = sizeof(struct catasta_options), .folders = folders}, &troubles);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
    assert_false(catasta_session_failed(session));
    const catasta_game *game = catasta_input_next(input);
    size_t once = written;
    assert_true(once > 0);
    assert_true(catasta_session_failed(session));
    assert_false(game_info(game).readable);
    assert_non_null(catasta_input_next(input));
    assert_non_null(catasta_input_next(input));
    assert_int_equal(written, once);
    assert_int_equal(catasta_session_hints(session), CATASTA_HINT_RULESET_NEEDED);
    catasta_input_close(input);
    catasta_session_free(session);
    rmdir(path);
    rmdir(folder);
}

/* What is ignored of a turn that stood is in no format. */
static void test_ignored_in_forms(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n1. c3:9-d3 {[%stood]} e3:-e2 *\n";
    static const struct catasta_setting setting = {CATASTA_IGNORED, "accasta/too-many-pieces"};
    const struct catasta_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    const struct catasta_look look = {.size = sizeof look, .width = 80};
    struct text text;
    const struct catasta_sink sink = text_sink(&text);
    catasta_session *session = catasta_session_new(&options, NULL);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
    const catasta_game *game = catasta_input_next(input);
    catasta_story *story = catasta_story_new(game);
    assert_int_equal(game_info(game).diagnostics, 0);
    text_init(&text);
    assert_true(catasta_write(game, CATASTA_REPLAY, &sink));
    assert_null(strstr(text.bytes, "too-many-pieces"));
    text_clear(&text);
    assert_true(catasta_write_page(story, 1, CATASTA_PAGE_FAULTS, &look, &sink));
    assert_int_equal(text.length, 0);
    text_release(&text);
    catasta_story_free(story);
    catasta_input_close(input);
    catasta_session_free(session);
}

/* A round behind the end of its match has a diagnostic more, which is counted. */
static void test_match_fault(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n[Match \"m\"]\n[White \"A\"]\n[Black \"B\"]\n1-0\n";
    const struct catasta_matching options = {.size = sizeof options, .best_of = 1};
    catasta_session *session = catasta_session_new(NULL, NULL);
    catasta_matches *matches = catasta_matches_new(&options, NULL);
    for (size_t i = 0; i < 2; i++) {
        struct catasta_diagnostic last = {.size = sizeof last};
        bool added;
        catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
        catasta_game *game = catasta_input_next(input);
        size_t before = game_info(game).diagnostics;
        assert_true(catasta_matches_add(matches, game, &added));
        assert_int_equal(added, i == 1);
        assert_int_equal(game_info(game).diagnostics, before + i);
        assert_true(i == 0 || catasta_game_diagnostic(game, 0, &last));
        assert_true(i == 0 || strcmp(last.id, "match/after-end") == 0);
        catasta_input_close(input);
    }
    catasta_matches_free(matches);
    catasta_session_free(session);
}

/* A ruleset that is asked for again while its slot is the next to be used. */
static void test_slots(void)
{
    struct text record;
    catasta_session *session = session_open(NULL);
    text_init(&record);
    text_add_string(&record, "[Ruleset \"accasta-pari\"]\n\n*\n");
    for (unsigned i = 0; i < 15; i++)
        text_printf(&record, "\n[Ruleset \"accasta-pari\"]\n[Rules \"match.best_of=%u\"]\n\n*\n", 2 * i + 3);
    text_add_string(&record, "\n[Ruleset \"accasta-pari\"]\n[Rules \"nope=1\"]\n\n*\n");
    catasta_input *input = catasta_input_bytes(session, record.bytes, record.length, "games.sgn");
    struct catasta_diagnostic found = {.size = sizeof found};
    for (unsigned i = 0; i < 16; i++)
        assert_true(game_info(catasta_input_next(input)).readable);
    const catasta_game *game = catasta_input_next(input);
    assert_true(catasta_game_diagnostic(game, 0, &found));
    assert_string_equal(found.id, "ruleset/unknown-key");
    assert_false(catasta_session_failed(session));
    catasta_input_close(input);
    catasta_session_free(session);
    text_release(&record);
}

/* Formats by name and by number, known or not. */
static void test_formats(void)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct text text;
    const struct catasta_sink sink = text_sink(&text);
    catasta_session *session = session_open(NULL);
    catasta_position *position = catasta_position_start(session, "staku", NULL, 0, &fault);
    text_init(&text);
    assert_int_equal(catasta_format_named("text"), CATASTA_TEXT);
    assert_int_equal(catasta_format_named("score-json"), CATASTA_SCORE_JSON);
    assert_int_equal(catasta_format_named("full-text"), CATASTA_FULL_TEXT);
    assert_int_equal(catasta_format_named("Text"), CATASTA_NO_FORMAT);
    assert_null(catasta_writer_new(CATASTA_NO_FORMAT, NULL, &sink));
    assert_null(catasta_writer_new((enum catasta_format)UINT16_MAX, NULL, &sink));
    assert_null(catasta_writer_new(CATASTA_WORDS, NULL, &sink));
    assert_false(catasta_position_write(position, CATASTA_SARIF, &sink));
    assert_false(catasta_explain("record/range", CATASTA_SVG, &sink, NULL));
    assert_false(catasta_explain(NULL, CATASTA_NO_FORMAT, &sink, NULL));
    assert_int_equal(text.length, 0);
    catasta_position_free(position);
    catasta_session_free(session);
    text_release(&text);
}

/* Formats of which a game needs more than was kept, or more than there is, write nothing. */
static void test_lacking(void)
{
    static const char record[] = "[Event \"?\"]\n1. c3:-d3 *\n";
    static const enum catasta_format formats[] = {CATASTA_SGN, CATASTA_REPLAY, CATASTA_HTML};
    struct text text;
    const struct catasta_sink sink = text_sink(&text);
    catasta_session *session = session_open(NULL);
    FILE *file = tmpfile();
    text_init(&text);
    assert_non_null(file);
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        catasta_writer *writer = catasta_writer_new(formats[i], NULL, &sink);
        const struct catasta_check check = {.size = sizeof check, .jobs = 1};
        const struct catasta_file one = {"game.sgn", fileno(file)};
        struct catasta_tally tally = {.size = sizeof tally};
        assert_false(catasta_check_files(session, &one, 1, &check, writer, &tally));
        assert_true(catasta_writer_close(writer, CATASTA_FAILED));
    }
    fclose(file);
    text_clear(&text);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
    const catasta_game *game = catasta_input_next(input);
    assert_false(game_info(game).readable);
    assert_false(catasta_write(game, CATASTA_SGN, &sink));
    assert_int_equal(text.length, 0);
    catasta_input_close(input);
    catasta_session_free(session);
    text_release(&text);
}

/* Positions say what is wrong whatever is made of faults in records, and by which ruleset. */
static void test_start(void)
{
    static const struct catasta_setting settings[] = {{CATASTA_WARNING, "all"}, {CATASTA_IGNORED, "syntax"}};
    static const char *const turns[] = {
        "c3:-d3 *", "c3:-d3 1-0", "c3:-d3 )", "c3:-d3 {", "c3:-d3\n\n[Event \"?\"]\n\n"};
    const struct catasta_options options = {
        .size = sizeof options, .ruleset = "accasta", .settings = settings, .setting_count = 2};
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_session *session = catasta_session_new(&options, NULL);
    assert_null(catasta_position_read(session, NULL, "-", 1, &fault));
    assert_string_equal(fault.id, "record/bad-position");
    assert_null(catasta_position_start(session, "nope", NULL, 0, &fault));
    assert_string_equal(fault.id, "ruleset/unknown");
    struct text message;
    text_init(&message);
    text_add(&message, (struct slice){fault.message.bytes, fault.message.length});
    assert_non_null(strstr(message.bytes, "'nope'"));
    text_release(&message);
    catasta_position *position = catasta_position_start(session, "accasta-pari", NULL, 0, &fault);
    for (unsigned i = 0; i < sizeof turns / sizeof turns[0]; i++)
        assert_false(catasta_position_play(position, turns[i], strlen(turns[i]), &fault));
    assert_true(catasta_position_play(position, "1. c3:-d3! {why not}", 20, &fault));
    catasta_position_free(position);
    catasta_session_free(session);
}

/* A note about a legal turn is about its node, too. */
static void test_noted(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n1. c3:-d3 f3:-e3 {[%stood]} *\n";
    bool fault;
    assert_int_equal(verdict_on(record, NULL, 1, &fault), CATASTA_LEGAL);
    assert_false(fault);
    assert_int_equal(verdict_on(record, NULL, 2, &fault), CATASTA_LEGAL);
    assert_true(fault);
}

/* A mended game begins where it did in its input. */
static void test_mended_place(void)
{
    static const char record[] = "[Ruleset \"accasta-pari\"]\n*\n\n[Ruleset \"accasta-pari\"]\n"
                                 "1. a1:4-d1 g1:3xd1 2. a4:3-c6 d1:6-a1 3. c6:xf4,2-e5 a1:xb2,xa2 0-1\n";
    struct catasta_fixes fixes = {.size = sizeof fixes};
    catasta_session *session = session_open(NULL);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "games.sgn");
    assert_non_null(catasta_input_next(input));
    catasta_game *game = catasta_input_next(input);
    const struct catasta_info before = game_info(game);
    assert_true(catasta_game_fix(game, "fixed", NULL, &fixes));
    assert_int_equal(fixes.made, 1);
    const struct catasta_info after = game_info(game);
    assert_true(before.offset > 0 && after.offset == before.offset);
    assert_int_equal(after.line, before.line);
    catasta_input_close(input);
    catasta_session_free(session);
}

/* Answers in turn, and what was asked. */
struct asked {
    const int *answers;
    unsigned count;
    size_t proposals;
    char question[8192];
};

static int answer(void *context, const char *question, size_t length, size_t count)
{
    struct asked *asked = context;
    assert_true(length < sizeof asked->question);
    memcpy(asked->question, question, length);
    asked->question[length] = '\0';
    asked->proposals = count;
    return asked->answers[asked->count++];
}

/* RECORD after repairs, with what was asked and what came of it; a struct that is shorter asks nobody. */
static struct catasta_fixes fix(const char *record, struct catasta_fixes fixes, char source[256])
{
    catasta_session *session = session_open(NULL);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "games.sgn");
    catasta_game *game = catasta_input_next(input);
    assert_true(catasta_game_fix(game, "fixed", NULL, &fixes));
    const struct catasta_info info = game_info(game);
    assert_true(info.source.length < 256);
    memcpy(source, info.source.bytes, info.source.length);
    source[info.source.length] = '\0';
    catasta_input_close(input);
    catasta_session_free(session);
    return fixes;
}

/* What is likely, what is agreed to, and what is taken out, in records that stay unreadable. */
static void test_fixing(void)
{
    static const char likely[] = "[Ruleset \"accasta-pari\"]\n1. c3:-d3e3:-e2 2. c4:-d4 wha7 {x} *\n";
    static const char doubled[] = "[Ruleset \"accasta-pari\"]\n1. c3:-d3 e3:-e2 2. c4:-d4 c4:-d4 e4:-e5 *\n";
    const int answers[] = {0, -1, 7, 1, 2};
    struct asked asked = {.answers = answers};
    const struct catasta_fixes asking = {.size = sizeof asking, .ask = answer, .context = &asked};
    char source[256];
    struct catasta_fixes fixes = fix(likely, (struct catasta_fixes){.size = sizeof asking}, source);
    assert_true(fixes.made == 0 && fixes.left_likely == 1 && fixes.left_possible == 0);
    assert_string_equal(source, likely);
    fixes = fix(likely, (struct catasta_fixes){.size = sizeof asking, .likely = true}, source);
    assert_true(fixes.made == 1 && fixes.left == 1 && fixes.likely);
    assert_string_equal(source, "[Ruleset \"accasta-pari\"]\n1. c3:-d3 e3:-e2 2. c4:-d4 wha7 {x} *\n");
    fixes = fix(likely, (struct catasta_fixes){.size = offsetof(struct catasta_fixes, likely), .likely = true}, source);
    assert_true(fixes.made == 0 && fixes.left == 2);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(fix(doubled, asking, source).made, 0);
    assert_int_equal(asked.count, 3);
    assert_int_equal(fix(doubled, asking, source).made, 1);
    assert_non_null(strstr(source, "2. c4:-d4 {c4:-d4} e4:-e5 *"));
    assert_non_null(strstr(asked.question, "before and after:\n"));
    assert_int_equal(asked.count, 4);
    fixes = fix("[Ruleset \"accasta-pari\"]\n1. c3:-d9\n", asking, source);
    assert_true(fixes.made == 1 && fixes.left == 0 && asked.proposals == 3);
    assert_non_null(strstr(source, "1. c3:-d3\n"));
}

/* Comments and glyphs by node: those of the start, after a turn, before one that opens a variation. */
static void test_remarks(void)
{
    static const struct {
        size_t node;
        const char *text;
        bool before;
    } rows[] = {{0, "set up", false}, {1, "!", false}, {1, "well", false}, {2, "why not", true}, {2, "?", false},
        {3, "on", false}};
    static const char record[] =
        "[Ruleset \"accasta-pari\"]\n{set up} 1. c3:-d3! {well} ({why not} 1. c3:-c4?) f3:-e3 {on} *\n";
    struct catasta_remark remark = {.size = sizeof remark};
    catasta_session *session = session_open(NULL);
    catasta_input *input = catasta_input_bytes(session, record, strlen(record), "game.sgn");
    const catasta_game *game = catasta_input_next(input);
    size_t row = 0;
    assert_int_equal(game_info(game).nodes, 4);
    for (size_t node = 0; node < 5; node++)
        for (size_t i = 0; catasta_game_remark(game, node, i, &remark); i++, row++) {
            assert_true(row < sizeof rows / sizeof *rows);
            assert_int_equal(node, rows[row].node);
            assert_int_equal(remark.before, rows[row].before);
            assert_int_equal(remark.text.length, strlen(rows[row].text));
            assert_memory_equal(remark.text.bytes, rows[row].text, remark.text.length);
        }
    assert_int_equal(row, sizeof rows / sizeof *rows);
    assert_false(catasta_game_remark(game, 1, SIZE_MAX, &remark));
    catasta_input_close(input);
    catasta_session_free(session);
}

/* The numbers say what the text says; the Makefile takes the text. */
static void test_version(void)
{
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", CATASTA_VERSION_MAJOR, CATASTA_VERSION_MINOR, CATASTA_VERSION_PATCH);
    assert_string_equal(text, CATASTA_VERSION);
    assert_string_equal(catasta_version(), CATASTA_VERSION);
}

/* Whole characters alone, up to the first that a terminal could act on. */
static void test_printable(void)
{
    static const char *const unsafe[] = {"\n", "\t", "\033[31m", "\177", "\302\233", "\233", "\342\200\256",
        "\342\201\246", "\342\200\217", "\330\234", "\342\200\250", "\357\273\277", "\342\200", "\377"};
    for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
        char text[40];
        snprintf(text, sizeof text, "a\303\244\346\227\245 %sx", unsafe[i]);
        assert_int_equal(catasta_printable(text, strlen(text)), 7);
    }
    assert_int_equal(catasta_printable("a\0b", 3), 1);
    assert_int_equal(catasta_printable("a\303\244", 3), 3);
    assert_int_equal(catasta_printable("a\303\244", 2), 1);
    assert_int_equal(catasta_printable("", 0), 0);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_ignored),
        unit_test(test_not_carried),
        unit_test(test_unusable),
        unit_test(test_ignored_in_forms),
        unit_test(test_match_fault),
        unit_test(test_slots),
        unit_test(test_formats),
        unit_test(test_lacking),
        unit_test(test_start),
        unit_test(test_noted),
        unit_test(test_mended_place),
        unit_test(test_fixing),
        unit_test(test_remarks),
        unit_test(test_version),
        unit_test(test_printable),
    };
    return unit_run(tests, NULL);
}
