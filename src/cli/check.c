/* SPDX-License-Identifier: MIT */
#include "cli/baseline.h"
#include "cli/cli.h"
#include "library/tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check_add_count(uint64_t count, const char *noun, const char *plural)
{
    print("%" PRIu64 " %s", count, count == 1 ? noun : plural);
}

static void add_if_any(uint64_t count, const char *noun, const char *plural)
{
    if (count == 0)
        return;
    print(", ");
    check_add_count(count, noun, plural);
}

static bool has_errors(const struct catasta_tally *tally)
{
    return tally->errors > 0 || tally->cascaded > 0;
}

/* Counts other than errors. */
static void add_others(const struct catasta_tally *tally)
{
    add_if_any(tally->cascaded, "likely consequence", "likely consequences");
    add_if_any(tally->warnings, "warning", "warnings");
    add_if_any(tally->notes, "note", "notes");
}

/* A line for each of several files in which something was found. */
static void print_files(const struct file_found *files, size_t count)
{
    for (size_t i = 0; count > 1 && i < count; i++) {
        const struct catasta_tally *tally = &files[i].tally;
        if (!has_errors(tally) && tally->warnings == 0 && tally->notes == 0)
            continue;
        print_name(files[i].name);
        print(": ");
        check_add_count(tally->games, "game", "games");
        add_if_any(tally->errors, "error", "errors");
        add_others(tally);
        print("\n");
    }
}

static void print_summary(const struct catasta_tally *tally, bool stopped)
{
    check_add_count(tally->games, "game", "games");
    print(", ");
    check_add_count(tally->plies, "ply", "plies");
    print(": ");
    if (has_errors(tally)) {
        check_add_count(tally->errors, "error", "errors");
        print(" in ");
        check_add_count(tally->illegal, "game", "games");
    } else if (tally->expected > 0) {
        check_add_count(tally->expected, "fault as expected", "faults as expected");
    } else if (tally->known > 0) {
        print("no errors");
    } else {
        print("%s", tally->games > 0 ? "all legal" : "nothing to check");
    }
    if (has_errors(tally))
        add_if_any(tally->expected, "fault as expected", "faults as expected");
    add_others(tally);
    add_if_any(tally->known, "known fault", "known faults");
    print("%s\n", stopped ? "; stopped early" : "");
}

struct check_options {
    struct arguments arguments;
    const char *baseline; /* NULL: none */
};

struct check_run {
    const struct arguments *arguments;
    struct baseline baseline;
    struct all_games all;
};

static bool has_stopped(const struct check_run *checking)
{
    uint64_t most = (uint64_t)checking->all.reading->max_errors;
    return most > 0 && checking->all.tally.errors >= most;
}

/* What to type where nothing can be proposed; of many games it would not be known for which. */
static void mention_next(const struct check_run *checking)
{
    const struct arguments *arguments = checking->arguments;
    const char *ruleset = arguments->reading.options.ruleset;
    const char *from = arguments->reading.options.from;
    const char *file = checking->all.files[0].name;
    char rest[PATH_ROOM];
    if ((catasta_session_hints(checking->all.session) & CATASTA_HINT_UNREPAIRED) == 0 ||
        checking->all.tally.games > 1 || checking->all.tally.errors == 0)
        return;
    snprintf(rest, sizeof rest, "%s%s%s%s %s", from == NULL ? "" : " --from=", from == NULL ? "" : from,
        ruleset == NULL ? "" : " -r ", ruleset == NULL ? "" : ruleset,
        checking->all.file_count == 1 && strpbrk(file, " '\"\\$`*?&|;<>()") == NULL ? file : "FILE");
    mention("'catasta show%s' shows the board before the first error, 'catasta moves%s' the legal turns", rest, rest);
}

/* Text ends with a summary; elsewhere it is only said that not everything was checked. */
static void end_check(const struct check_run *checking, int status)
{
    if (is_format(checking->arguments, "text") && !output_failed() &&
        (status == CATASTA_OK || checking->all.tally.games > 0)) {
        print_files(checking->all.found, checking->all.found_count);
        print_summary(&checking->all.tally, has_stopped(checking));
        mention_next(checking);
    } else if ((is_format(checking->arguments, "jsonl") || is_format(checking->arguments, "junit")) &&
        has_stopped(checking)) {
        mention("stopped at error %ld (--max-errors)", checking->all.reading->max_errors);
    }
}

static int check_and_sum(struct check_run *checking)
{
    bool done = all_games_read(&checking->all);
    int status = done ? CATASTA_OK : CATASTA_FAILED;
    end_check(checking, status);
    if (checking->baseline.failed)
        complain("out of memory");
    if (catasta_session_failed(checking->all.session) || checking->baseline.failed)
        return CATASTA_FAILED;
    return worse(status, has_errors(&checking->all.tally) ? CATASTA_WRONG : CATASTA_OK);
}

static int check_to_output(struct check_run *checking)
{
    const struct arguments *arguments = checking->arguments;
    int status = CATASTA_FAILED;
    if (open_output_file(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    checking->all.session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    checking->all.writer = catasta_writer_new(catasta_format_named(arguments->format), NULL, &output_sink);
    if (checking->all.writer == NULL || !all_games_open(&checking->all))
        complain("out of memory");
    else if (checking->all.session != NULL)
        status = check_and_sum(checking);
    else
        catasta_writer_note(checking->all.writer, CATASTA_FAILED, NULL, "the ruleset or the options cannot be used");
    if (checking->all.writer != NULL && has_stopped(checking))
        catasta_writer_note(
            checking->all.writer, CATASTA_OK, NULL, "stopped at the number of errors that --max-errors gives");
    if (checking->all.writer != NULL &&
        !catasta_writer_close(checking->all.writer, (enum catasta_status)exit_status(arguments, status)))
        status = complain_lost();
    all_games_close(&checking->all);
    if (!is_format(arguments, "quiet"))
        return close_session(checking->all.session, status);
    catasta_session_free(checking->all.session);
    return status;
}

static int run_check(const void *given)
{
    const struct check_options *options = given;
    const struct arguments *arguments = &options->arguments;
    struct check_run checking = {
        .arguments = arguments, .all = {.tally.size = sizeof checking.all.tally, .reading = &arguments->reading}};
    int status = CATASTA_FAILED;
    if (options->baseline != NULL) {
        checking.all.known = baseline_take;
        checking.all.known_by = &checking.baseline;
    }
    if (options->baseline == NULL || baseline_open(&checking.baseline, options->baseline))
        status = check_to_output(&checking);
    baseline_close(&checking.baseline);
    return status;
}

static const struct option_row check_rows[] = {
    SHARED(record_options),
    SHARED(format_options),
    SHARED(jobs_options),
    {"max-errors", "N", "stop after N errors; 0: never", NUMBER, AT(arguments, reading.max_errors)},
    SHARED(severity_options),
    SHARED(exit_zero_options),
    {"baseline", "FILE", "report only faults that are not in FILE, an earlier output of -f jsonl", TEXT,
        AT(check_options, baseline)},
    {"expect", NULL, "compare the faults found with [%expect ID] in comments", FLAG,
        AT(arguments, reading.options.expect)},
    {"boards", NULL, "show the board before each fault", FLAG, AT(arguments, reading.options.boards)},
    SHARED(where_options),
    SHARED(output_options),
    {0},
};

const struct command check_command = {"check", "[FILE…]", "Validate recorded games", check_rows,
    sizeof(struct check_options), run_check, .formats = "text|jsonl|sarif|junit|github|quiet"};
