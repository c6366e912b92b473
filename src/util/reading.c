/* SPDX-License-Identifier: MIT */
#include "util/reading.h"
#include "library/tools.h"
#include "util/buffer.h"
#include "util/new_file.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Without it a forgotten file name would look like a program that hangs. */
static void announce_terminal(const struct reading *reading)
{
    if (reads_standard_input(reading) && isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        mention("reading a record from the terminal; press Ctrl-D at its end");
}

bool environment_is_unicode(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && (value == NULL || *value == '\0'); i++)
        value = getenv(names[i]);
    const char *set = value == NULL ? NULL : strchr(value, '.');
    return set != NULL && (strncasecmp(set, ".UTF-8", 6) == 0 || strncasecmp(set, ".UTF8", 5) == 0);
}

catasta_session *open_session(const struct reading *reading, enum catasta_keep keep, const struct catasta_plies *plies)
{
    return open_session_beside(NULL, reading, keep, plies);
}

catasta_session *open_session_beside(
    catasta_session *other, const struct reading *reading, enum catasta_keep keep, const struct catasta_plies *plies)
{
    struct catasta_options options = reading->options;
    options.size = sizeof options;
    options.keep = keep;
    options.documents = true;
    options.plies = plies;
    options.width = terminal_width();
    options.unicode = environment_is_unicode();
    if (options.forms != NULL)
        announce_terminal(reading);
    return catasta_session_beside(other, &options, &complaint_sink);
}

const char *reason_of(int error)
{
    return error == EISDIR ? "this folder has no .sgn files"
        : error == EBADMSG ? "the compressed data is damaged or cut off"
        : error == ENOTSUP
        ? "the compressed data needs more than 128 MB of memory; decompress it before, with 'zstd -d --long=31'"
        : strerror(error);
}

int close_session(catasta_session *session, int status)
{
    bool failed = session != NULL && catasta_session_failed(session);
    unsigned hints = session == NULL ? 0 : catasta_session_hints(session);
    if ((hints & CATASTA_HINT_RULESET_IGNORED) != 0)
        mention("-r was ignored: every record names its own ruleset; to replace those, add --force-ruleset");
    if ((hints & CATASTA_HINT_RULESET_NEEDED) != 0)
        mention("to judge records without a known ruleset, add -r NAME, or -r FILE if the ruleset is your own");
    if ((hints & CATASTA_HINT_TEXT) != 0)
        mention("to read records as people type them, add --from=typed; see 'catasta help typed'");
    catasta_session_free(session);
    return failed ? CATASTA_FAILED : status;
}

int input_count(const struct reading *reading)
{
    return reading->file_count > 0 ? reading->file_count : 1;
}

struct catasta_file input_file(const struct reading *reading, int i)
{
    const char *name = reading->file_count > 0 ? reading->files[i] : "-";
    bool standard = strcmp(name, "-") == 0;
    return (struct catasta_file){standard ? "<stdin>" : name, standard ? STDIN_FILENO : -1};
}

bool reads_standard_input(const struct reading *reading)
{
    bool reads = false;
    for (int i = 0; i < input_count(reading); i++)
        reads |= input_file(reading, i).fd == STDIN_FILENO;
    return reads;
}

int visit_file(struct catasta_file file, file_visitor *visit, void *context)
{
    if (file.fd == STDIN_FILENO)
        return visit(context, file.fd, file.name);
    int fd = open(file.name, O_RDONLY);
    if (fd < 0)
        return complain("cannot open %s: %s", file.name, reason_of(errno));
    int status = visit(context, fd, file.name);
    pass_progress(fd);
    close(fd);
    return status;
}

struct visit {
    catasta_session *session;
    const struct visitor *visitor;
    bool ended;
};

int visit_input(catasta_session *session, const struct visitor *visitor, int fd, const char *name, bool *ended)
{
    catasta_game *game;
    bool any = false;
    catasta_input *input = catasta_input_open(session, fd, name);
    if (input == NULL)
        return complain("out of memory");
    while (!*ended && (game = catasta_input_next(input)) != NULL) {
        any = true;
        if (has_progress())
            show_progress(info_of(game).offset);
        *ended = !visitor->game(visitor->context, game, name);
    }
    int error = catasta_input_error(input);
    if (!any && error == 0 && visitor->empty != NULL)
        visitor->empty(visitor->context, input, name);
    catasta_input_close(input);
    return error == 0 ? CATASTA_OK : complain("cannot read %s: %s", name, reason_of(error));
}

static int visit_unless_ended(void *context, int fd, const char *name)
{
    struct visit *visit = context;
    return visit->ended ? CATASTA_OK : visit_input(visit->session, visit->visitor, fd, name, &visit->ended);
}

int visit_games(const struct reading *reading, catasta_session *session, const struct visitor *visitor)
{
    struct visit visit = {.session = session, .visitor = visitor};
    int status = CATASTA_OK;
    begin_progress(reading);
    for (int i = 0; i < input_count(reading); i++)
        status = worse(status, visit_file(input_file(reading, i), visit_unless_ended, &visit));
    end_progress();
    return status;
}

/* Whether PATH is FILE, which is read from. */
static bool is_input(struct catasta_file file, const char *path)
{
    struct stat input;
    struct stat output;
    int found = file.fd >= 0 ? fstat(file.fd, &input) : stat(file.name, &input);
    return found == 0 && stat(path, &output) == 0 && is_same_file(&input, &output) && S_ISREG(input.st_mode);
}

int check_output(const struct reading *reading, const char *path)
{
    for (int i = 0; i < input_count(reading); i++)
        if (is_input(input_file(reading, i), path))
            return complain("%s is also the file to read: give another with -o", path);
    return CATASTA_OK;
}
