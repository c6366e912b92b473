/* fmt: canonical form to standard output, or in place without ever losing a byte
   of the old file: the new one is written beside it, synced, and renamed. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One file being formatted.  The new text is held back in SPOOL until all of the old one
   was read, since one game that cannot be refuses the whole file; messages about repairs
   are held in LOG until it has been written. */
struct formatting {
    const struct arguments *arguments;
    FILE *spool;
    FILE *log;
    bool faulty; /* errors are left */
    bool refused;
    bool any;
    bool *follows; /* games of another file are before these on standard output */
    int status;
};

static bool write_file(void *context, const char *bytes, size_t length)
{
    FILE *file = context;
    return fwrite(bytes, 1, length, file) == length;
}

static int complain_spool(const char *file)
{
    return complain("cannot keep the new text of %s: %s", file, strerror(errno));
}

/* Makes the repairs that are certain, if asked to. */
static bool fix_game(struct formatting *formatting, catasta_game *game)
{
    const struct catasta_sink log = {write_file, formatting->log};
    struct catasta_fixes fixes = {.size = sizeof fixes};
    if (!formatting->arguments->fix)
        return true;
    if (!catasta_game_fix(game, formatting->arguments->check_only ? "fixable" : "fixed", &log, &fixes))
        return false;
    formatting->faulty |= fixes.left > 0;
    return true;
}

/* A game that cannot be set up has no canonical form: its bytes, without the empty lines around
   them. */
static bool copy_game(const catasta_game *game, const struct catasta_sink *sink)
{
    struct catasta_text source = info_of(game).source;
    const char *bytes = source.bytes;
    size_t length = source.length;
    while (length > 0 && (bytes[0] == '\n' || bytes[0] == '\r'))
        bytes++, length--;
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    return sink->write(sink->context, bytes, length) && sink->write(sink->context, "\n", 1);
}

static bool format_game(void *context, catasta_game *game, const char *file)
{
    struct formatting *formatting = context;
    const struct catasta_sink sink = {write_file, formatting->spool};
    if (!fix_game(formatting, game)) {
        formatting->status = complain_spool(file);
        return false;
    }
    bool copied = info_of(game).number > 0 && !info_of(game).judged;
    if (copied || !info_of(game).readable) {
        formatting->faulty |= copied;
        formatting->refused |= !copied;
        formatting->status = copied ? formatting->status : CATASTA_WRONG;
        if (!catasta_write(game, "text", &error_sink)) {
            formatting->status = CATASTA_FAILED;
            return false;
        }
    }
    if (formatting->refused)
        return true;
    bool apart = formatting->any || *formatting->follows;
    bool written = (!apart || sink.write(sink.context, "\n", 1)) &&
        (copied ? copy_game(game, &sink) : catasta_write(game, "sgn", &sink));
    formatting->any = true;
    if (!written)
        formatting->status = complain_spool(file);
    return written;
}

/* Whether the spool holds the bytes of the file at PATH. */
static bool is_unchanged(FILE *spool, const char *path)
{
    FILE *old = fopen(path, "rb");
    int a;
    int b;
    if (old == NULL)
        return false;
    rewind(spool);
    do {
        a = getc(spool);
        b = getc(old);
    } while (a == b && a != EOF);
    fclose(old);
    return a == b;
}

static bool copy_spool(FILE *spool, FILE *to)
{
    char block[65536];
    size_t length;
    rewind(spool);
    while ((length = fread(block, 1, sizeof block, spool)) > 0)
        if (fwrite(block, 1, length, to) != length)
            return false;
    return ferror(spool) == 0;
}

/* Writes the spool to a new file with the permissions of LIKE; false with errno. */
static bool fill_file(FILE *spool, int fd, const char *like)
{
    struct stat old;
    FILE *file = fdopen(fd, "wb");
    if (file == NULL)
        return false;
    bool whole = stat(like, &old) == 0 && fchmod(fd, old.st_mode & 07777) == 0 && copy_spool(spool, file) &&
        fflush(file) == 0 && fsync(fd) == 0;
    int error = errno;
    whole = fclose(file) == 0 && whole;
    errno = error;
    return whole;
}

/* The path a rename must go to, so that a symbolic link stays one. */
static char *resolve_path(const char *path)
{
    char *real = realpath(path, NULL);
    return real != NULL ? real : strdup(path);
}

static int replace_file(FILE *spool, const char *path)
{
    static const char suffix[] = ".XXXXXX";
    char *target = resolve_path(path);
    char *temporary = target == NULL ? NULL : malloc(strlen(target) + sizeof suffix);
    int status = CATASTA_OK;
    if (temporary == NULL) {
        free(target);
        return complain("out of memory");
    }
    memcpy(temporary, target, strlen(target));
    memcpy(temporary + strlen(target), suffix, sizeof suffix);
    int fd = mkstemp(temporary);
    if (fd < 0 || !fill_file(spool, fd, target) || rename(temporary, target) != 0) {
        status = complain("cannot write %s: %s; it is as it was", path, strerror(errno));
        if (fd >= 0)
            unlink(temporary);
    }
    free(temporary);
    free(target);
    return status;
}

static int use_spool(struct formatting *formatting, const char *path, bool standard)
{
    const struct arguments *arguments = formatting->arguments;
    if (!formatting->any)
        return CATASTA_OK; /* comments alone are left as they are */
    if (arguments->check_only || arguments->in_place) {
        if (!standard && is_unchanged(formatting->spool, path))
            return CATASTA_OK;
        if (arguments->in_place)
            return replace_file(formatting->spool, path);
        printf("%s: %s\n", path, arguments->fix ? "would be rewritten" : "not in canonical form");
        return CATASTA_WRONG;
    }
    *formatting->follows = true;
    return copy_spool(formatting->spool, stdout) ? CATASTA_OK : CATASTA_FAILED;
}

/* Writes the new text, and then the messages about its repairs. */
static int end_file(struct formatting *formatting, const char *path)
{
    if (fflush(formatting->spool) != 0 || fflush(formatting->log) != 0)
        return complain_spool(path);
    int status = use_spool(formatting, path, strcmp(path, "-") == 0);
    if (status == CATASTA_FAILED || fflush(stdout) != 0)
        return CATASTA_FAILED;
    if (!copy_spool(formatting->log, stderr))
        return CATASTA_FAILED;
    return worse(status, formatting->faulty ? CATASTA_WRONG : CATASTA_OK);
}

static int format_file(const struct arguments *arguments, catasta_session *session, const char *path, bool *follows)
{
    struct arguments one = *arguments;
    one.files = &path;
    one.file_count = 1;
    struct formatting formatting = {.arguments = arguments, .spool = tmpfile(), .log = tmpfile(), .follows = follows};
    const struct visitor visitor = {.context = &formatting, .game = format_game};
    bool ready = formatting.spool != NULL && formatting.log != NULL;
    int status = ready ? visit_games(&one, session, &visitor) : complain_spool(path);
    status = worse(status, formatting.status);
    if (status == CATASTA_OK)
        status = end_file(&formatting, path);
    if (formatting.spool != NULL)
        fclose(formatting.spool);
    if (formatting.log != NULL)
        fclose(formatting.log);
    return status;
}

int run_fmt(const struct arguments *arguments)
{
    const char *const standard[] = {"-"};
    const char *const *files = arguments->file_count > 0 ? arguments->files : standard;
    int count = arguments->file_count > 0 ? arguments->file_count : 1;
    int status = CATASTA_OK;
    bool follows = false;
    if (arguments->in_place && arguments->check_only)
        return complain("fmt either writes (-w) or checks (--check)");
    for (int i = 0; i < count; i++)
        if (strcmp(files[i], "-") == 0 && (arguments->in_place || arguments->check_only))
            return complain("fmt -w and fmt --check need files, not standard input");
    catasta_session *session = open_session(arguments, CATASTA_KEEP_TEXTS, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    for (int i = 0; i < count; i++)
        status = worse(status, format_file(arguments, session, files[i], &follows));
    return close_session(session, status);
}
