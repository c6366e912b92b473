/* Where a game comes from, and the file that it is kept in: all of it is in memory, but for the game as it was, and is
   written anew with the game as it is, beside the old one, which it then replaces. */
#include "play/recording_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a game that begins is: only the end of one, which canonical form adds the ruleset to. */
static const char new_game[] = "*";

/* Reads all of PATH; false with errno.  *FOUND is the file then; .st_nlink 0: there is none, which is no failure with
   ABSENT. */
static bool read_whole(const char *path, bool absent, struct growing *text, struct stat *found)
{
    char block[65536];
    ssize_t length = -1;
    int fd = open(path, O_RDONLY | O_NOCTTY);
    *found = (struct stat){0};
    if (fd < 0)
        return absent && errno == ENOENT;
    bool fine = fstat(fd, found) == 0;
    while (fine && (length = read(fd, block, sizeof block)) > 0)
        growing_add(text, block, (size_t)length);
    int error = text->failed ? ENOMEM : errno;
    close(fd);
    errno = error;
    return fine && length == 0 && !text->failed;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Begins with the bytes from BEGIN to END of WHOLE, without the blanks around them; what is around goes to .before and
   .after. */
static bool take_game(struct recording *recording, struct growing *whole, size_t begin, size_t end)
{
    struct growing text = {0};
    struct growing after = {0};
    while (begin < end && is_blank(whole->bytes[begin]))
        begin++;
    while (end > begin && is_blank(whole->bytes[end - 1]))
        end--;
    growing_add(&text, whole->bytes + begin, end - begin);
    growing_add(&after, whole->bytes + end, whole->length - end);
    if (after.failed)
        text.failed = true;
    recording->keeping.before = whole->bytes;
    recording->keeping.before_length = begin;
    recording->keeping.after = after.bytes;
    recording->keeping.after_length = after.length;
    *whole = (struct growing){0};
    return recording_begin(recording, &text, false);
}

static bool begin_new(struct recording *recording)
{
    struct growing text = {0};
    growing_say(&text, new_game);
    return recording_begin(recording, &text, true);
}

/* Whether all of GAME was read, and it can be gone on with. */
static int check_game(const catasta_game *game, const char *path)
{
    struct catasta_info info = info_of(game);
    struct catasta_diagnostic first = {.size = sizeof first};
    const unsigned char *bytes = (const unsigned char *)info.source.bytes;
    if (info.unplayed)
        return complain("game %u of %s was not played", info.number, path);
    if (catasta_game_diagnostic(game, 0, &first) && strcmp(first.id, "syntax/record-too-long") == 0)
        return complain("game %u of %s is too long", info.number, path);
    if (info.source.length > 1 && bytes[0] + bytes[1] == 0xFE + 0xFF && bytes[0] >= 0xFE)
        return complain("%s is not in UTF-8: 'catasta fmt -w' rewrites it", path);
    return CATASTA_OK;
}

/* The game asked for, the last one unless it has a number. */
static int choose_game(
    struct recording *recording, const struct arguments *arguments, const char *path, struct growing *whole)
{
    struct catasta_info chosen = {.number = 0};
    int status = CATASTA_OK;
    catasta_game *game;
    catasta_input *input = catasta_input_bytes(recording->session, whole->bytes, whole->length, path);
    while (input != NULL && (arguments->game == 0 || chosen.number != (uint32_t)arguments->game) &&
        (game = catasta_input_next(input)) != NULL)
        if (info_of(game).number > 0) {
            chosen = info_of(game);
            status = check_game(game, path);
        }
    bool fine = input != NULL && catasta_input_error(input) == 0;
    bool absent = chosen.number == 0 || (arguments->game != 0 && chosen.number != (uint32_t)arguments->game);
    catasta_input_close(input);
    if (!fine)
        return complain("out of memory");
    if (arguments->game != 0 && absent)
        return complain("there is no game %ld", arguments->game);
    if (absent && arguments->options.ruleset == NULL)
        return complain("%s holds no game; with -r one begins", path);
    if (status != CATASTA_OK)
        return status;
    size_t begin = (size_t)chosen.offset;
    recording->keeping.behind = absent;
    if (!absent)
        fine = take_game(recording, whole, begin, begin + chosen.source.length);
    else if ((fine = begin_new(recording))) {
        recording->keeping.before = whole->bytes;
        recording->keeping.before_length = whole->length;
        *whole = (struct growing){0};
    }
    return fine ? CATASTA_OK : complain("out of memory");
}

/* Whether a file can be written there at all: nobody should play on for nothing. */
static int try_writing(const struct kept_place *keeping)
{
    struct new_file file;
    int error = open_new(&file, keeping->path) ? end_new(&file, false) : errno;
    return error == 0 ? CATASTA_OK : complain("cannot write %s: %s", keeping->path, strerror(error));
}

/* The game goes behind what is at PATH. */
static int keep_behind(struct recording *recording, const struct arguments *arguments, const char *path)
{
    struct kept_place *keeping = &recording->keeping;
    struct growing whole = {0};
    keeping_release(keeping);
    if (!is_file_name(path))
        return complain("%s is a link, or no file: give the file itself", path);
    if (check_output(arguments, path) != CATASTA_OK)
        return CATASTA_FAILED;
    if (!read_whole(path, true, &whole, &keeping->found)) {
        int error = errno;
        growing_free(&whole);
        return complain("cannot read %s: %s", path, reason_of(error));
    }
    keeping->before = whole.bytes;
    keeping->before_length = whole.length;
    keeping->behind = true;
    keeping->path = strdup(path);
    return keeping->path == NULL ? complain("out of memory") : try_writing(keeping);
}

static int keep_in_place(struct recording *recording, const char *path)
{
    if (!S_ISREG(recording->keeping.found.st_mode))
        return complain("%s is not a regular file: it cannot be rewritten in place", path);
    recording->keeping.path = realpath(path, NULL);
    if (recording->keeping.path == NULL)
        return complain("cannot write %s: %s", path, strerror(errno));
    return try_writing(&recording->keeping);
}

static int read_game(struct recording *recording, const struct arguments *arguments, const char *path)
{
    struct growing whole = {0};
    int status = CATASTA_OK;
    if (catasta_is_document(path))
        status = complain("%s is a document: its records can be checked, but not written", path);
    else if (!read_whole(path, false, &whole, &recording->keeping.found))
        status = complain("cannot read %s: %s", path, reason_of(errno));
    growing_add(&whole, "", 0);
    if (status == CATASTA_OK)
        status = choose_game(recording, arguments, path, &whole);
    growing_free(&whole);
    return status;
}

int recording_open(struct recording *recording, const struct arguments *arguments)
{
    const char *path = arguments->file_count > 0 ? arguments->files[0] : NULL;
    int status = CATASTA_OK;
    *recording = (struct recording){.name = path == NULL ? "game" : path, .saved = SIZE_MAX};
    if (arguments->file_count > 1)
        return complain("play takes one file");
    if (path != NULL && strcmp(path, "-") == 0)
        return complain("play reads turns from standard input, and the game from a file");
    if (path == NULL && arguments->options.ruleset == NULL)
        return complain("play needs a ruleset: give one with -r; 'catasta rules list' lists them");
    if (arguments->in_place && (path == NULL || arguments->output != NULL))
        return complain("--in-place is for a file that is read, and goes without -o");
    recording->session = open_session(arguments, CATASTA_KEEP_POSITIONS, NULL);
    if (recording->session == NULL)
        return CATASTA_FAILED;
    if (path != NULL)
        status = read_game(recording, arguments, path);
    else if (!begin_new(recording))
        status = complain("out of memory");
    if (status == CATASTA_OK && arguments->output != NULL)
        status = keep_behind(recording, arguments, arguments->output);
    else if (status == CATASTA_OK && arguments->in_place)
        status = keep_in_place(recording, path);
    recording->saved = path != NULL && arguments->output == NULL && !recording->keeping.behind ? 0 : SIZE_MAX;
    return status;
}

void keeping_release(struct kept_place *keeping)
{
    free(keeping->path);
    free(keeping->before);
    free(keeping->after);
    *keeping = (struct kept_place){0};
}

void recording_close(struct recording *recording)
{
    judged_release(&recording->tried);
    judged_release(&recording->now);
    for (size_t i = 0; i < recording->count; i++)
        free(recording->versions[i].bytes);
    free(recording->versions);
    keeping_release(&recording->keeping);
    catasta_session_free(recording->session);
}

bool recording_unsaved(const struct recording *recording)
{
    return recording->saved != recording->at;
}

/* What parts the game from those before it: an empty line, and the result that a game of tags alone has anyway. */
static const char *gap_behind(const struct kept_place *keeping)
{
    size_t end = keeping->before_length;
    const char *bytes = keeping->before;
    while (end > 0 && is_blank(bytes[end - 1]))
        end--;
    if (end == 0 || !keeping->behind)
        return "";
    size_t newlines = 0;
    for (size_t i = end; i < keeping->before_length; i++)
        newlines += bytes[i] == '\n';
    if (bytes[end - 1] == ']')
        return newlines > 1 ? "*\n\n" : newlines == 1 ? "\n*\n\n" : "\n\n*\n\n";
    return newlines > 1 ? "" : newlines == 1 ? "\n" : "\n\n";
}

/* What FILE cannot take, its end says. */
static void write_all(const struct recording *recording, FILE *file, bool alone)
{
    const struct kept_place *keeping = &recording->keeping;
    const char *gap = alone ? "" : gap_behind(keeping);
    bool ends = alone || keeping->behind;
    if (!alone && keeping->before_length > 0)
        fwrite(keeping->before, 1, keeping->before_length, file);
    fwrite(gap, 1, strlen(gap), file);
    fwrite(recording->now.bytes, 1, recording->now.length, file);
    if (ends)
        fwrite("\n", 1, 1, file);
    else if (keeping->after_length > 0)
        fwrite(keeping->after, 1, keeping->after_length, file);
}

/* The file as it is now is what the game goes behind. */
static int read_again(struct kept_place *keeping)
{
    struct growing whole = {0};
    struct stat found;
    if (!read_whole(keeping->path, true, &whole, &found)) {
        growing_free(&whole);
        return errno == 0 ? EIO : errno;
    }
    free(keeping->before);
    free(keeping->after);
    keeping->before = whole.bytes;
    keeping->before_length = whole.length;
    keeping->after = NULL;
    keeping->after_length = 0;
    keeping->found = found;
    keeping->behind = true;
    return 0;
}

/* Writes to PATH; 0, an errno value, or FILE_CHANGED. */
static int write_to(const struct recording *recording, const char *path, bool alone, const struct stat *found)
{
    struct new_file file;
    if (!open_new(&file, path))
        return errno;
    file.lasting = true;
    file.found = found;
    write_all(recording, file.file, alone);
    return end_new(&file, true);
}

bool recording_keep(struct recording *recording, bool behind)
{
    struct kept_place *keeping = &recording->keeping;
    if (keeping->path == NULL || !recording_unsaved(recording))
        return true;
    int error = behind ? read_again(keeping) : 0;
    if (error == 0)
        error = write_to(recording, keeping->path, false, &keeping->found);
    if (error == FILE_CHANGED)
        return recording_fail(recording, "play/changed", "%s was changed by somebody else", keeping->path);
    if (error == 0 && stat(keeping->path, &keeping->found) != 0)
        error = errno;
    if (error != 0)
        return recording_fail(recording, "play/file", "cannot write %s: %s", keeping->path, strerror(error));
    recording->saved = recording->at;
    return true;
}

bool recording_write(struct recording *recording, const char *path)
{
    static const struct stat none = {0};
    struct stat found;
    int error = lstat(path, &found) == 0 ? FILE_CHANGED : write_to(recording, path, true, &none);
    if (error == FILE_CHANGED)
        return recording_fail(recording, "play/file", "%s is there already: give another name", path);
    if (error != 0)
        return recording_fail(recording, "play/file", "cannot write %s: %s", path, strerror(error));
    if (recording->keeping.path == NULL)
        recording->saved = recording->at;
    return true;
}
