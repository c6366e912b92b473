/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "library/tools.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As many bytes are checked in several threads unless -j says otherwise. */
enum { LARGE = 8 * 1024 * 1024 };

/* What was found in one file. */
struct file_found {
    const char *name;
    struct catasta_tally tally;
};

static void add_count(uint64_t count, const char *noun, const char *plural)
{
    print("%" PRIu64 " %s", count, count == 1 ? noun : plural);
}

static void add_if_any(uint64_t count, const char *noun, const char *plural)
{
    if (count == 0)
        return;
    print(", ");
    add_count(count, noun, plural);
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
        add_count(tally->games, "game", "games");
        add_if_any(tally->errors, "error", "errors");
        add_others(tally);
        print("\n");
    }
}

static void print_summary(const struct catasta_tally *tally, bool stopped)
{
    add_count(tally->games, "game", "games");
    print(", ");
    add_count(tally->plies, "ply", "plies");
    print(": ");
    if (has_errors(tally)) {
        add_count(tally->errors, "error", "errors");
        print(" in ");
        add_count(tally->illegal, "game", "games");
    } else if (tally->expected > 0) {
        add_count(tally->expected, "fault as expected", "faults as expected");
    } else {
        print("%s", tally->games > 0 ? "all legal" : "nothing to check");
    }
    if (has_errors(tally))
        add_if_any(tally->expected, "fault as expected", "faults as expected");
    add_others(tally);
    print("%s\n", stopped ? "; stopped early" : "");
}

struct check_run {
    const struct arguments *arguments;
    catasta_session *session;
    catasta_writer *writer;
    struct catasta_file *files; /* all of them */
    size_t file_count;
    struct catasta_tally tally;
    struct file_found *found; /* in those read, room for all */
    size_t found_count;
    bool unread; /* some file could not be read */
};

static void pass_bytes(void *context, uint64_t bytes)
{
    (void)context;
    show_progress(bytes);
}

/* A file that could not be read is in the document, too. */
static void note_unread(struct check_run *checking, const char *name, int error, const char *what)
{
    char message[256];
    checking->unread = true;
    snprintf(message, sizeof message, "the file cannot be read: %s", reason_of(error));
    complain("cannot %s %s: %s", what, name, reason_of(error));
    catasta_writer_note(checking->writer, CATASTA_FAILED, name, message);
}

static void end_file(void *context, size_t i, const struct catasta_tally *found, int error)
{
    struct check_run *checking = context;
    const char *name = checking->files[i].name;
    if (found != NULL)
        checking->found[checking->found_count++] = (struct file_found){name, *found};
    if (error != 0)
        note_unread(checking, name, error, found == NULL ? "open" : "read");
}

static bool has_stopped(const struct check_run *checking)
{
    uint64_t most = (uint64_t)checking->arguments->max_errors;
    return most > 0 && checking->tally.errors >= most;
}

/* What to type where nothing can be proposed; of many games it would not be known for which. */
static void mention_next(const struct check_run *checking)
{
    const struct arguments *arguments = checking->arguments;
    const char *ruleset = arguments->options.ruleset;
    const char *file = checking->files[0].name;
    char rest[PATH_ROOM];
    if ((catasta_session_hints(checking->session) & CATASTA_HINT_UNREPAIRED) == 0 || checking->tally.games > 1 ||
        checking->tally.errors == 0)
        return;
    snprintf(rest, sizeof rest, "%s%s %s", ruleset == NULL ? "" : " -r ", ruleset == NULL ? "" : ruleset,
        checking->file_count == 1 && strpbrk(file, " '\"\\$`*?&|;<>()") == NULL ? file : "FILE");
    mention("'catasta show%s' shows the board before the first error, 'catasta moves%s' the legal turns", rest, rest);
}

/* Text ends with a summary; elsewhere it is only said that not everything was checked. */
static void end_check(const struct check_run *checking, int status)
{
    if (is_format(checking->arguments, "text") && !output_failed() &&
        (status == CATASTA_OK || checking->tally.games > 0)) {
        print_files(checking->found, checking->found_count);
        print_summary(&checking->tally, has_stopped(checking));
        mention_next(checking);
    } else if (is_format(checking->arguments, "jsonl") && has_stopped(checking)) {
        mention("stopped at error %ld (--max-errors)", checking->arguments->max_errors);
    }
}

static bool flush_output(void *context)
{
    (void)context;
    return !output_failed();
}

/* All files to the writer; false when some could not be read, or the sink refused. */
static bool check_files(struct check_run *checking)
{
    const struct arguments *arguments = checking->arguments;
    bool copies = arguments->command->run == run_select ||
        arguments->command->run == run_table; /* what it shows comes all the time */
    bool shown = !is_format(arguments, "quiet");
    if (shown)
        begin_progress(arguments, copies);
    const struct catasta_check check = {
        .size = sizeof check,
        .jobs = arguments->jobs >= 0            ? (unsigned)arguments->jobs
            : size_of_files(arguments) >= LARGE ? 0
                                                : 1,
        .errors_most = (uint64_t)arguments->max_errors,
        .progress = shown ? pass_bytes : NULL,
        .context = checking,
        .done = end_file,
        .waits = flush_output,
    };
    bool done = catasta_check_files(
        checking->session, checking->files, checking->file_count, &check, checking->writer, &checking->tally);
    end_progress();
    return done;
}

static int check_and_sum(struct check_run *checking)
{
    bool done = check_files(checking);
    int status = done ? CATASTA_OK : CATASTA_FAILED;
    end_check(checking, status);
    if (catasta_session_failed(checking->session))
        return CATASTA_FAILED;
    return worse(status, has_errors(&checking->tally) ? CATASTA_WRONG : CATASTA_OK);
}

/* Standard input where no files are named; false when out of memory. */
static bool list_files(struct check_run *checking)
{
    const struct arguments *arguments = checking->arguments;
    size_t count = (size_t)input_count(arguments);
    checking->file_count = count;
    checking->files = calloc(count, sizeof *checking->files);
    checking->found = calloc(count, sizeof *checking->found);
    for (size_t i = 0; i < count && checking->files != NULL; i++)
        checking->files[i] = input_file(arguments, (int)i);
    return checking->files != NULL && checking->found != NULL;
}

int check_games(const struct arguments *arguments, catasta_session *session, catasta_writer *writer,
    struct catasta_tally *tally, bool *refused)
{
    struct check_run checking = {.tally = *tally, .arguments = arguments, .session = session, .writer = writer};
    bool done = list_files(&checking) && check_files(&checking);
    bool listed = checking.files != NULL && checking.found != NULL;
    if (!listed)
        complain("out of memory");
    *refused = listed && !done && !checking.unread;
    *tally = checking.tally;
    free(checking.files);
    free(checking.found);
    return done && !catasta_session_failed(session) ? CATASTA_OK : CATASTA_FAILED;
}

int run_check(const struct arguments *arguments)
{
    struct check_run checking = {.tally.size = sizeof checking.tally, .arguments = arguments};
    int status = CATASTA_FAILED;
    if (redirect_output(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    checking.session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    checking.writer = catasta_writer_new(catasta_format_named(arguments->format), NULL, &output_sink);
    if (checking.writer == NULL || !list_files(&checking))
        complain("out of memory");
    else if (checking.session != NULL)
        status = check_and_sum(&checking);
    else
        catasta_writer_note(checking.writer, CATASTA_FAILED, NULL, "the ruleset or the options cannot be used");
    if (checking.writer != NULL && has_stopped(&checking))
        catasta_writer_note(
            checking.writer, CATASTA_OK, NULL, "stopped at the number of errors that --max-errors gives");
    if (checking.writer != NULL &&
        !catasta_writer_close(checking.writer, (enum catasta_status)exit_status(arguments, status)))
        status = complain_lost();
    free(checking.files);
    free(checking.found);
    if (!is_format(arguments, "quiet"))
        return close_session(checking.session, status);
    catasta_session_free(checking.session);
    return status;
}

int add_games(const struct arguments *arguments, catasta_session *session, catasta_writer *writer, bool *refused)
{
    struct catasta_tally tally = {.size = sizeof tally};
    *refused = false;
    if (writer == NULL)
        return complain("out of memory");
    int status = check_games(arguments, session, writer, &tally, refused);
    *refused |= !catasta_writer_close(writer, CATASTA_OK);
    return status;
}

int give_games(const struct arguments *arguments, catasta_session *session, catasta_writer *writer)
{
    bool refused;
    int status = add_games(arguments, session, writer, &refused);
    return refused ? complain_lost() : status;
}
