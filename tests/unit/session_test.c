/* Sessions through catasta.h: turns whose fault is ignored stand, and a ruleset that cannot be used
   is written to the sink that the session was opened with. */
#include "support/checking.h"
#include "support/unit.h"

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
    catasta_input_close(input);
    catasta_session_free(session);
    rmdir(path);
    rmdir(folder);
}

/* The numbers say what the text says; the Makefile takes the text. */
static void test_version(void)
{
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", CATASTA_VERSION_MAJOR, CATASTA_VERSION_MINOR, CATASTA_VERSION_PATCH);
    assert_string_equal(text, CATASTA_VERSION);
    assert_string_equal(catasta_version(), CATASTA_VERSION);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_ignored),
        unit_test(test_not_carried),
        unit_test(test_unusable),
        unit_test(test_version),
    };
    return unit_run(tests, NULL);
}
