#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Files from here on are checked in several threads unless -j says otherwise. */
enum { LARGE = 8 * 1024 * 1024, SECONDS_QUIET = 1 };

/* The progress bar of one file. */
struct progress_bar {
    uint64_t size; /* of the file */
    time_t begin;
    int percent; /* shown, -1: none yet */
};

static void show_progress(void *context, uint64_t bytes)
{
    struct progress_bar *progress = context;
    int percent = progress->size == 0 ? 0 : (int)(bytes * 100 / progress->size);
    if (percent == progress->percent || time(NULL) - progress->begin < SECONDS_QUIET)
        return;
    progress->percent = percent;
    char text[64];
    snprintf(text, sizeof text, "checking: %3d %% [%-40.*s]", percent, percent * 40 / 100,
        "========================================");
    print_progress(text);
}

static void end_progress(const struct progress_bar *progress)
{
    if (progress->percent >= 0)
        print_progress("                                                            \r");
}

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

/* What there is besides errors. */
static void add_others(const struct catasta_tally *tally)
{
    add_if_any(tally->cascaded, "that follows", "that follow");
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
    print("%s\n", stopped ? "; stopped there" : "");
}

struct check_run {
    const struct arguments *arguments;
    catasta_session *session;
    catasta_writer *writer;
    struct catasta_tally tally;
    struct file_found *files; /* those read, room for all */
    size_t file_count;
    bool stopped; /* after --max-errors */
};

static bool is_form(const struct check_run *checking, const char *name)
{
    return strcmp(checking->arguments->format, name) == 0;
}

static unsigned choose_jobs(const struct arguments *arguments, uint64_t size)
{
    if (arguments->jobs >= 0)
        return (unsigned)arguments->jobs;
    return size >= LARGE ? 0 : 1;
}

/* A file that could not be read is in the document, too. */
static void note_unread(void *context, const char *name, int error)
{
    const struct check_run *checking = context;
    char message[256];
    snprintf(message, sizeof message, "the file cannot be read: %s", strerror(error));
    catasta_writer_note(checking->writer, CATASTA_FAILED, name, message);
}

static int check_file(void *context, int fd, const char *name)
{
    struct check_run *checking = context;
    const struct arguments *arguments = checking->arguments;
    struct stat status;
    struct progress_bar progress = {.begin = time(NULL), .percent = -1};
    int error;
    if (checking->stopped)
        return CATASTA_OK;
    struct file_found *found = &checking->files[checking->file_count++];
    found->name = name;
    found->tally.size = sizeof found->tally;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        progress.size = (uint64_t)status.st_size;
    struct catasta_check check = {.size = sizeof check, .name = name, .context = &progress};
    check.jobs = choose_jobs(arguments, progress.size);
    bool silent = is_form(checking, "quiet") || !isatty(STDERR_FILENO);
    check.progress = progress.size > 0 && !silent ? show_progress : NULL;
    if (arguments->max_errors > 0)
        check.errors_most = (uint64_t)arguments->max_errors - checking->tally.errors;
    bool done = catasta_check(checking->session, fd, &check, checking->writer, &found->tally, &error);
    end_progress(&progress);
    catasta_tally_add(&checking->tally, &found->tally);
    checking->stopped = arguments->max_errors > 0 && checking->tally.errors >= (uint64_t)arguments->max_errors;
    if (!done && error != 0) {
        note_unread(checking, name, error);
        return complain("cannot read %s: %s", name, strerror(error));
    }
    return done ? CATASTA_OK : CATASTA_FAILED;
}

/* Text ends with a summary; elsewhere it is only said that not everything was checked. */
static void end_check(const struct check_run *checking, int status)
{
    if (is_form(checking, "text") && !output_failed() && (status == CATASTA_OK || checking->tally.games > 0)) {
        print_files(checking->files, checking->file_count);
        print_summary(&checking->tally, checking->stopped);
    } else if (is_form(checking, "jsonl") && checking->stopped) {
        complain("stopped behind the game with error %ld, as --max-errors says", checking->arguments->max_errors);
    }
}

static int check_files(struct check_run *checking)
{
    checking->files = calloc((size_t)checking->arguments->file_count + 1, sizeof *checking->files);
    if (checking->files == NULL)
        return complain("out of memory");
    int status = visit_files(checking->arguments, check_file, note_unread, checking);
    end_check(checking, status);
    free(checking->files);
    if (catasta_session_failed(checking->session))
        return CATASTA_FAILED;
    return worse(status, has_errors(&checking->tally) ? CATASTA_WRONG : CATASTA_OK);
}

int run_check(const struct arguments *arguments)
{
    struct check_run checking = {.tally.size = sizeof checking.tally, .arguments = arguments};
    int status = CATASTA_FAILED;
    checking.session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    checking.writer = catasta_writer_new(arguments->format, NULL, &output_sink);
    if (checking.writer == NULL)
        complain("out of memory");
    else if (checking.session != NULL)
        status = check_files(&checking);
    else
        catasta_writer_note(checking.writer, CATASTA_FAILED, NULL, "the ruleset or the options cannot be used");
    if (checking.stopped)
        catasta_writer_note(
            checking.writer, CATASTA_OK, NULL, "stopped at the number of errors that --max-errors says");
    if (checking.writer != NULL && !catasta_writer_close(checking.writer, (enum catasta_status)status))
        status = output_failed() ? CATASTA_FAILED : complain("out of memory");
    catasta_session_free(checking.session);
    return status;
}
