/* SPDX-License-Identifier: MIT */
/* fmt: canonical form to standard output, or in place without ever losing a byte
   of the old file: the new one is written beside it, synced, and renamed, if the old one
   is still what was read.  With --fix what cannot be read stays as it is, but for its repairs. */
#include "cli/cli.h"
#include "library/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes read and written at a time. */
enum { BLOCK = 64 * 1024 };

struct fmt_options {
    struct arguments arguments;
    bool in_place;
    bool check_only;
    const char *fix; /* how far; NULL: not given */
};

/* One file being formatted.  The new text is held back in SPOOL until all of the old one
   was read, since one game that cannot be refuses the whole file, unless repairs are made; messages about those
   are held in LOG until it has been written.  Files are read once: what is compared with
   the new text is kept in OLD. */
struct formatting {
    const struct fmt_options *options;
    catasta_session *session;
    struct stat found; /* the file when it was opened */
    FILE *old;         /* NULL: nothing is compared */
    FILE *spool;
    struct catasta_sink to; /* .spool, or where the text is wanted */
    FILE *log;              /* NULL: nothing is said */
    bool faulty;            /* errors are left */
    bool refused;
    bool any;
    struct catasta_join_state joined;
    struct catasta_join_state *shown; /* of standard output */
    struct questions *questions;
    struct catasta_fixes *fixes; /* of all files, those that were not wanted; NULL: nobody asks */
    int status;
};

static int complain_spool(const char *file)
{
    return complain("cannot store the new text of %s: %s", file, strerror(errno));
}

/* Makes repairs, if that was asked for. */
static bool fix_game(struct formatting *formatting, catasta_game *game)
{
    const struct fmt_options *options = formatting->options;
    const struct catasta_sink log = formatting->log == NULL ? (struct catasta_sink){0} : file_sink(formatting->log);
    struct catasta_fixes fixes = {.size = sizeof fixes, .context = formatting->questions};
    if (options->fix == NULL)
        return true;
    fixes.likely = strcmp(options->fix, "likely") == 0;
    fixes.ask = strcmp(options->fix, "ask") == 0 ? ask_on_terminal : NULL;
    if (!catasta_game_fix(game, options->check_only ? "fixable" : "fixed", &log, &fixes))
        return false;
    formatting->faulty |= fixes.left > 0;
    if (formatting->fixes != NULL) {
        formatting->fixes->left_likely += fixes.left_likely;
        formatting->fixes->left_possible += fixes.left_possible;
    }
    return true;
}

/* What becomes of a game that has no canonical form: it is copied, as it is, if it cannot be set up, and in the course
   of repairs always; else, as in another form, it refuses the file. */
static bool is_copied(const struct formatting *formatting, const struct catasta_info *info)
{
    if (strcmp(info->form, "sgn") != 0)
        return false;
    return formatting->options->fix != NULL ? !info->cut : info->number > 0 && !info->judged;
}

/* Reports a game without canonical form; false if that fails. */
static bool report_game(struct formatting *formatting, const catasta_game *game, bool copied)
{
    formatting->faulty |= copied;
    formatting->refused |= !copied;
    formatting->status = copied ? formatting->status : CATASTA_WRONG;
    if (formatting->options->in_place && catasta_session_failed(formatting->session))
        formatting->status = CATASTA_FAILED;
    if (formatting->log == NULL || (copied && info_of(game).judged) || catasta_write(game, CATASTA_TEXT, &error_sink))
        return true;
    formatting->status = CATASTA_FAILED;
    return false;
}

/* Whether it is in another form and of a game that is not read: it is left out. */
static bool is_left_out(const struct catasta_info *info)
{
    return strcmp(info->form, "sgn") != 0 && info->number == 0 && info->errors == 0;
}

static bool format_game(void *context, catasta_game *game, const char *file)
{
    struct formatting *formatting = context;
    if (formatting->old != NULL && strcmp(info_of(game).form, "sgn") != 0) {
        formatting->status = complain(
            "%s is in the form %s, which fmt cannot write; see 'catasta convert --help'", file, info_of(game).form);
        return false;
    }
    if (!fix_game(formatting, game)) {
        formatting->status = complain_spool(file);
        return false;
    }
    const struct catasta_info info = info_of(game);
    if (is_left_out(&info))
        return formatting->log == NULL || catasta_write(game, CATASTA_TEXT, &error_sink);
    bool copied = !info.readable && is_copied(formatting, &info); /* what is readable is judged, too */
    if (!info.readable && !report_game(formatting, game, copied))
        return false;
    if (formatting->refused)
        return true;
    formatting->any = true;
    if (catasta_write_joined(game, copied, &formatting->joined, &formatting->to))
        return true;
    formatting->status = complain_spool(file);
    return false;
}

/* Whether the spool is what was read; a status after complaining. */
static int compare_old(const struct formatting *formatting, const char *path, bool *same)
{
    FILE *spool = formatting->spool;
    FILE *old = formatting->old;
    int a;
    int b;
    if (fseek(spool, 0, SEEK_SET) != 0 || fseek(old, 0, SEEK_SET) != 0)
        return complain_spool(path);
    do {
        a = getc(spool);
        b = getc(old);
    } while (a == b && a != EOF);
    *same = a == b;
    return ferror(spool) != 0 || ferror(old) != 0 ? complain_spool(path) : CATASTA_OK;
}

static bool copy_spool(FILE *spool, const struct catasta_sink *to)
{
    return copy_file(spool, UINT64_MAX, to);
}

/* PATH may be a link: then what it leads to is replaced. */
static int replace_file(const struct formatting *formatting, const char *path)
{
    struct new_file file;
    char *target = realpath(path, NULL);
    int status = CATASTA_OK;
    if (target == NULL || !open_new(&file, target)) {
        status = complain("cannot write %s: %s", path, strerror(errno));
    } else {
        const struct catasta_sink sink = file_sink(file.file);
        file.lasting = true;
        file.found = &formatting->found;
        if (!copy_spool(formatting->spool, &sink))
            status = ferror(file.file) != 0 ? CATASTA_FAILED : complain_spool(path);
        status = close_new(&file, status);
    }
    free(target);
    return status;
}

static int put_spool_in_place(struct formatting *formatting, const char *path)
{
    const struct fmt_options *options = formatting->options;
    bool same = false;
    if (!formatting->any)
        return CATASTA_OK; /* comments alone are left as they are */
    if (formatting->old == NULL) {
        *formatting->shown = formatting->joined; /* what standard output does not take is reported in the end */
        return copy_spool(formatting->spool, &output_sink) || output_failed() ? CATASTA_OK : complain_spool(path);
    }
    int status = compare_old(formatting, path, &same);
    if (status != CATASTA_OK || same)
        return status;
    if (options->in_place)
        return replace_file(formatting, path);
    print_name(path);
    print(": %s\n", options->fix != NULL ? "would be rewritten" : "not in canonical form");
    return CATASTA_WRONG;
}

/* Writes the new text, and then the messages about its repairs. */
static int end_formatted_file(struct formatting *formatting, const char *path)
{
    if (fflush(formatting->spool) != 0 || fflush(formatting->log) != 0)
        return complain_spool(path);
    int status = put_spool_in_place(formatting, path);
    if (status == CATASTA_FAILED || output_failed())
        return CATASTA_FAILED;
    if (!copy_spool(formatting->log, &error_sink))
        return complain_spool(path);
    return worse(status, formatting->faulty ? CATASTA_WRONG : CATASTA_OK);
}

/* Copies what FD has to OLD; a status after complaining. */
static int back_up_file(int fd, FILE *old, const char *name)
{
    char block[65536];
    ssize_t length;
    while ((length = read(fd, block, sizeof block)) > 0)
        if (fwrite(block, 1, (size_t)length, old) != (size_t)length)
            return complain_spool(name);
    if (length < 0)
        return complain("cannot read %s: %s", name, reason_of(errno));
    return fflush(old) == 0 && lseek(fileno(old), 0, SEEK_SET) == 0 ? CATASTA_OK : complain_spool(name);
}

static int format_games(void *context, int fd, const char *name)
{
    struct formatting *formatting = context;
    const struct visitor visitor = {.context = formatting, .game = format_game};
    bool ended = false;
    char head[4];
    if (fstat(fd, &formatting->found) != 0)
        return complain("cannot read %s: %s", name, strerror(errno));
    ssize_t length = formatting->old == NULL ? 0 : pread(fd, head, sizeof head, 0);
    if (length > 0 && catasta_is_compressed(head, (size_t)length))
        return complain("%s is compressed: its records can be written to another file, but not in place", name);
    int status = formatting->old == NULL ? CATASTA_OK : back_up_file(fd, formatting->old, name);
    if (status == CATASTA_OK && formatting->old != NULL)
        fd = fileno(formatting->old);
    return status == CATASTA_OK ? visit_input(formatting->session, &visitor, fd, name, &ended) : status;
}

static void close_if_open(FILE *file)
{
    if (file != NULL)
        fclose(file);
}

/* ALL is what there is for all files. */
static int format_file(const struct formatting *all, struct catasta_file file)
{
    struct formatting formatting = *all;
    const struct fmt_options *options = all->options;
    const char *path = file.fd == STDIN_FILENO ? "-" : file.name;
    bool compares = options->in_place || options->check_only;
    struct stat found;
    char block[BLOCK];
    if (options->in_place && stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        return complain("%s is not a regular file: it cannot be rewritten in place", path);
    if (catasta_is_document(path))
        return complain("%s is a document: its records can be checked, but not rewritten", path);
    formatting.spool = open_spool();
    formatting.log = open_spool();
    formatting.old = compares ? open_spool() : NULL;
    formatting.joined = *all->shown;
    formatting.to = file_sink(formatting.spool);
    if (formatting.spool != NULL)
        setvbuf(formatting.spool, block, _IOFBF, sizeof block);
    bool ready = formatting.spool != NULL && formatting.log != NULL && (!compares || formatting.old != NULL);
    int status = ready ? visit_file(file, format_games, &formatting) : complain_spool(path);
    status = worse(status, formatting.status);
    if (status == CATASTA_OK)
        status = end_formatted_file(&formatting, path);
    close_if_open(formatting.spool);
    close_if_open(formatting.log);
    close_if_open(formatting.old);
    return status;
}

int format_text(catasta_session *session, const char *bytes, size_t length, bool fix, const struct catasta_sink *to)
{
    const struct fmt_options own = {.fix = fix ? "certain" : NULL};
    struct formatting formatting = {
        .options = &own, .session = session, .to = *to, .joined.size = sizeof formatting.joined};
    catasta_input *input = catasta_input_bytes(session, bytes, length, "");
    catasta_game *game = NULL;
    while (input != NULL && (game = catasta_input_next(input)) != NULL && format_game(&formatting, game, "") &&
        !formatting.refused)
        continue;
    if (input == NULL || catasta_input_error(input) != 0)
        formatting.status = CATASTA_FAILED;
    catasta_input_close(input);
    if (formatting.status == CATASTA_OK && !formatting.any && !to->write(to->context, bytes, length))
        formatting.status = CATASTA_FAILED;
    return formatting.status;
}

static int run_fmt(const void *given)
{
    const struct fmt_options *options = given;
    const struct arguments *arguments = &options->arguments;
    int status = CATASTA_OK;
    struct catasta_join_state shown = {.size = sizeof shown};
    struct questions questions = {.fd = -1};
    struct catasta_fixes fixes = {.size = sizeof fixes};
    bool asks = options->fix != NULL && strcmp(options->fix, "ask") == 0;
    if (options->in_place && options->check_only)
        return complain("fmt either writes (-w) or checks (--check)");
    if (arguments->reading.options.where != NULL && (options->in_place || options->check_only))
        return complain(
            "fmt --where writes to standard output; in the file, the games that do not match would be lost");
    if (reads_standard_input(&arguments->reading) && (options->in_place || options->check_only))
        return complain("fmt -w and --check need files, not standard input");
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_TEXTS, NULL);
    const struct formatting all = {
        .options = options, .session = session, .shown = &shown, .questions = &questions, .fixes = &fixes};
    if (session == NULL)
        return CATASTA_FAILED;
    if (asks && !open_questions(&questions, arguments))
        return close_session(session, CATASTA_FAILED);
    struct reading reading = arguments->reading;
    reading.writes = !options->in_place && !options->check_only;
    if (!asks)
        begin_progress(&reading);
    for (int i = 0; i < input_count(&arguments->reading); i++)
        status = worse(status, format_file(&all, input_file(&arguments->reading, i)));
    end_progress();
    close_questions(&questions);
    if (fixes.left_likely > 0)
        mention("--fix=likely also applies likely repairs; --fix=ask asks about each repair");
    else if (fixes.left_possible > 0)
        mention("--fix=ask asks which of the possible repairs to apply");
    return close_session(session, status);
}

static const struct option_row fmt_rows[] = {
    SHARED(record_options),
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    {"in-place", NULL, "rewrite the files in place", FLAG, AT(fmt_options, in_place), .letter = 'w'},
    {"check", NULL, "change nothing; exit with 1 if a file is not in canonical form", FLAG, AT(fmt_options, check_only),
        .letter = 'c'},
    {"fix", "LEVEL", "apply repairs: certain (the default); likely, which includes certain; or ask", LEVEL,
        AT(fmt_options, fix), .words = "certain|likely|ask"},
    {0},
};

const struct command fmt_command = {
    "fmt", "[FILE…]", "Rewrite games in canonical form", fmt_rows, sizeof(struct fmt_options), run_fmt};
