/* SPDX-License-Identifier: MIT */
/* Where a game comes from, and the file that it is kept in: all of it is in memory, but for the game as it was, and is
   written anew with the game as it is, beside the old one, which it then replaces. */
#include "convert/form_table.h"
#include "library/tools.h"
#include "play/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads all of PATH; an errno value, or 0.  *FOUND is the file then; .st_nlink 0: there is none, which is no failure
   with ABSENT. */
static int read_whole(const char *path, bool absent, struct buffer *text, struct stat *found)
{
    char block[65536];
    ssize_t length = -1;
    int fd = open(path, O_RDONLY | O_NOCTTY);
    *found = (struct stat){0};
    if (fd < 0)
        return absent && errno == ENOENT ? 0 : errno;
    bool fine = fstat(fd, found) == 0;
    while (fine && (length = read(fd, block, sizeof block)) > 0)
        buffer_add(text, block, (size_t)length);
    int error = text->failed ? ENOMEM : length == 0 ? 0 : errno;
    close(fd);
    return error;
}

/* Begins with the bytes from BEGIN to END of WHOLE, without the spaces around them; what is around goes to .before and
   .after. */
static bool take_game(struct draft *draft, struct buffer *whole, size_t begin, size_t end)
{
    struct draft_file *file = &draft->file;
    struct buffer text = {0};
    while (begin < end && is_blank(whole->bytes[begin]))
        begin++;
    while (end > begin && is_blank(whole->bytes[end - 1]))
        end--;
    buffer_add(&text, whole->bytes + begin, end - begin);
    buffer_add(&file->after, whole->bytes + end, whole->length - end);
    text.failed |= file->after.failed;
    file->before = *whole;
    file->before.length = begin;
    *whole = (struct buffer){0};
    return draft_begin(draft, &text, false);
}

static void add_dealt_tag(void *context, const char *name, struct catasta_text value)
{
    add_tag(context, name, value.bytes, value.length);
}

/* A new game is its tags, those of a deal too, and an open result. */
static bool begin_new(struct draft *draft, const struct draft_options *options)
{
    struct buffer text = {0};
    const struct catasta_text ruleset = catasta_ruleset_name(options->reading->options.ruleset);
    if (strpbrk(ruleset.bytes, "\r\n") == NULL)
        add_tag(&text, "Ruleset", ruleset.bytes, ruleset.length);
    if (options->reading->options.rules != NULL)
        add_tag(&text, "Rules", options->reading->options.rules, strlen(options->reading->options.rules));
    add_tag(&text, "Result", "*", 1);
    if (options->deal)
        text.failed |= !catasta_deal(draft->session, options->reading->options.ruleset, options->reading->options.rules,
            options->seed, add_dealt_tag, &text);
    buffer_say(&text, "\n*");
    return draft_begin(draft, &text, true);
}

/* Whether all of GAME was read, and it can be gone on with. */
static int check_game(const catasta_game *game, const char *path)
{
    struct catasta_info info = info_of(game);
    if (info.unplayed)
        return complain("game %u of %s was not played", info.number, path);
    if (info.cut)
        return complain("game %u of %s is too long", info.number, path);
    return CATASTA_OK;
}

static bool may_be_typed(const catasta_game *game)
{
    struct catasta_diagnostic n = {.size = sizeof n};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &n); i++)
        if (typed_may_be(&n))
            return true;
    return false;
}

/* The game asked for, the last one unless it has a number. */
static int choose_game(struct draft *draft, const struct draft_options *options, const char *path, struct buffer *whole)
{
    struct catasta_info chosen = {.number = 0};
    int status = CATASTA_OK;
    bool typed = false;
    catasta_game *game;
    catasta_input *input = catasta_input_bytes(draft->session, whole->bytes, whole->length, path);
    while (input != NULL && (options->game == 0 || chosen.number != (uint32_t)options->game) &&
        (game = catasta_input_next(input)) != NULL) {
        typed = may_be_typed(game);
        if (info_of(game).number > 0) {
            chosen = info_of(game);
            status = check_game(game, path);
        }
    }
    bool fine = input != NULL && catasta_input_error(input) == 0;
    bool absent = chosen.number == 0 || (options->game != 0 && chosen.number != (uint32_t)options->game);
    catasta_input_close(input);
    if (!fine)
        return complain("out of memory");
    if (typed)
        mention(
            "%s has text that is not notation; 'catasta convert --from=typed %s -o game.sgn' copies typed text into "
            "notation",
            path, path);
    if (options->game != 0 && absent)
        return complain("there is no game %ld", options->game);
    if (absent && options->reading->options.ruleset == NULL)
        return complain("%s has no games; give -r to begin one", path);
    if (status != CATASTA_OK)
        return status;
    size_t begin = (size_t)chosen.offset;
    draft->file.behind = absent;
    if (!absent)
        fine = take_game(draft, whole, begin, begin + chosen.source.length);
    else if ((fine = begin_new(draft, options))) {
        draft->file.before = *whole;
        *whole = (struct buffer){0};
    }
    return fine ? CATASTA_OK : complain("out of memory");
}

/* Whether files can be made in the folder: nobody should play on for nothing. */
static int try_folder(const struct draft_file *file)
{
    const char *path = file->path;
    char folder[PATH_ROOM];
    bool fits = print_path(folder, "%.*s.", (int)(name_of(path) - path), path);
    return fits && access(folder, W_OK | X_OK) == 0 ? CATASTA_OK
                                                    : complain("cannot write %s: %s", path, strerror(errno));
}

/* The game goes after what is at PATH. */
static int keep_behind(struct draft *draft, const struct draft_options *options, const char *path)
{
    struct draft_file *file = &draft->file;
    draft_file_release(file);
    if (!is_file_name(path))
        return complain("%s is a link or not a regular file: give the file itself", path);
    if (check_output(options->reading, path) != CATASTA_OK)
        return CATASTA_FAILED;
    int error = read_whole(path, true, &file->before, &file->found);
    if (error != 0)
        return complain("cannot read %s: %s", path, reason_of(error));
    file->behind = true;
    file->path = strdup(path);
    return file->path == NULL ? complain("out of memory") : try_folder(file);
}

static int keep_in_place(struct draft *draft, const char *path)
{
    if (!S_ISREG(draft->file.found.st_mode))
        return complain("%s is not a regular file: it cannot be rewritten in place", path);
    draft->file.path = realpath(path, NULL);
    if (draft->file.path == NULL)
        return complain("cannot write %s: %s", path, strerror(errno));
    return try_folder(&draft->file);
}

static int read_game_of_file(struct draft *draft, const struct draft_options *options, const char *path)
{
    struct buffer whole = {0};
    int status = CATASTA_OK;
    int error = 0;
    if (catasta_is_document(path))
        status = complain("%s is a document: its records can be checked, but not changed", path);
    else if ((error = read_whole(path, false, &whole, &draft->file.found)) != 0)
        status = complain("cannot read %s: %s", path, reason_of(error));
    else if (catasta_is_compressed(whole.bytes, whole.length))
        status = complain("%s is compressed: its records can be checked, but not changed", path);
    else if (catasta_is_wide(whole.bytes, whole.length))
        status = complain("%s is not in UTF-8; 'catasta fmt -w' converts it", path);
    buffer_add(&whole, "", 0);
    if (status == CATASTA_OK)
        status = choose_game(draft, options, path, &whole);
    buffer_free(&whole);
    return status;
}

int draft_open(struct draft *draft, const struct draft_options *options)
{
    const char *path = options->reading->file_count > 0 ? options->reading->files[0] : NULL;
    int status = CATASTA_OK;
    *draft = (struct draft){.name = path == NULL ? "game" : path, .saved = SIZE_MAX};
    if (options->reading->file_count > 1)
        return complain("play takes one file");
    if (path != NULL && strcmp(path, "-") == 0)
        return complain("play reads turns from standard input, and the game from a file");
    if (path == NULL && options->reading->options.ruleset == NULL)
        return complain("play needs a ruleset: give one with -r ('catasta rules list' lists them)");
    if (options->in_place && (path == NULL || options->output != NULL))
        return complain("--in-place needs a file to read, and cannot be used with -o");
    draft->session = open_session(options->reading, CATASTA_KEEP_POSITIONS, NULL);
    if (draft->session == NULL)
        return CATASTA_FAILED;
    if (path != NULL)
        status = read_game_of_file(draft, options, path);
    else if (!begin_new(draft, options))
        status = complain("out of memory");
    if (status == CATASTA_OK && options->output != NULL)
        status = keep_behind(draft, options, options->output);
    else if (status == CATASTA_OK && options->in_place)
        status = keep_in_place(draft, path);
    draft->saved = path != NULL && options->output == NULL && !draft->file.behind ? 0 : SIZE_MAX;
    return status;
}

void draft_file_release(struct draft_file *file)
{
    free(file->path);
    buffer_free(&file->before);
    buffer_free(&file->after);
    *file = (struct draft_file){0};
}

void draft_close(struct draft *draft)
{
    judged_release(&draft->tried);
    judged_release(&draft->now);
    for (size_t i = 0; i < draft->count; i++)
        free(draft->versions[i].bytes);
    free(draft->versions);
    draft_file_release(&draft->file);
    catasta_session_free(draft->session);
}

bool draft_unsaved(const struct draft *draft)
{
    return draft->saved != draft->at;
}

/* What separates the game from those before it: an empty line, and the result that a game of tags alone has anyway. */
static const char *gap_behind(const struct draft_file *file)
{
    size_t end = file->before.length;
    const char *bytes = file->before.bytes;
    while (end > 0 && is_blank(bytes[end - 1]))
        end--;
    if (end == 0 || !file->behind)
        return "";
    size_t newlines = 0;
    for (size_t i = end; i < file->before.length; i++)
        newlines += bytes[i] == '\n';
    if (bytes[end - 1] == ']')
        return newlines > 1 ? "*\n\n" : newlines == 1 ? "\n*\n\n" : "\n\n*\n\n";
    return newlines > 1 ? "" : newlines == 1 ? "\n" : "\n\n";
}

/* What FILE cannot take, its end says. */
static void write_whole_file(const struct draft *draft, FILE *output, bool alone)
{
    const struct draft_file *file = &draft->file;
    const struct catasta_sink sink = file_sink(output);
    const char *gap = alone ? "" : gap_behind(file);
    if (!alone && file->before.length > 0)
        sink.write(output, file->before.bytes, file->before.length);
    sink.write(output, gap, strlen(gap));
    sink.write(output, draft->now.bytes, draft->now.length);
    if (alone || file->behind)
        sink.write(output, "\n", 1);
    else if (file->after.length > 0)
        sink.write(output, file->after.bytes, file->after.length);
}

/* The file as it is now is what the game goes after. */
static int read_file_again(struct draft_file *file)
{
    struct buffer whole = {0};
    struct stat found;
    int error = read_whole(file->path, true, &whole, &found);
    if (error == 0) {
        buffer_free(&file->before);
        buffer_free(&file->after);
        file->before = whole;
        file->found = found;
        file->behind = true;
        return 0;
    }
    buffer_free(&whole);
    return error;
}

/* Writes to PATH; 0, an errno value, or FILE_CHANGED. */
static int write_new_file(const struct draft *draft, const char *path, bool alone, const struct stat *found)
{
    struct new_file file;
    if (!open_new(&file, path))
        return errno;
    file.lasting = true;
    file.found = found;
    write_whole_file(draft, file.file, alone);
    return end_new(&file, true);
}

bool draft_keep(struct draft *draft, bool behind)
{
    struct draft_file *file = &draft->file;
    if (file->path == NULL || !draft_unsaved(draft))
        return true;
    int error = behind ? read_file_again(file) : 0;
    if (error == 0)
        error = write_new_file(draft, file->path, false, &file->found);
    file->error = error;
    if (error == FILE_CHANGED)
        return draft_fail(draft, "play/changed", "%s was changed by another program", file->path);
    if (error == 0 && stat(file->path, &file->found) != 0)
        error = errno;
    file->error = error;
    if (error != 0)
        return draft_fail(draft, "play/file", "cannot write %s: %s", file->path, strerror(error));
    draft->saved = draft->at;
    return true;
}

bool draft_write(struct draft *draft, const char *path)
{
    static const struct stat none = {0};
    struct stat found;
    int error = lstat(path, &found) == 0 ? FILE_CHANGED : write_new_file(draft, path, true, &none);
    if (error == FILE_CHANGED)
        return draft_fail(draft, "play/file", "%s already exists: give another name", path);
    if (error != 0)
        return draft_fail(draft, "play/file", "cannot write %s: %s", path, strerror(error));
    if (draft->file.path == NULL)
        draft->saved = draft->at;
    return true;
}
