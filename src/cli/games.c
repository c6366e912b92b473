/* SPDX-License-Identifier: MIT */
/* Sessions and files: what the commands that read games share. */
#include "cli/cli.h"
#include "convert/form_table.h"
#include "library/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CATASTA_DATA
#define CATASTA_DATA "/usr/local/share/catasta/rulesets"
#endif

enum { WORDS_MOST = 64 * 1024 };

static bool wants_colour(const struct arguments *arguments)
{
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (strcmp(arguments->colour, "auto") != 0)
        return strcmp(arguments->colour, "always") == 0;
    return is_terminal() && isatty(STDERR_FILENO) && arguments->output == NULL && (no == NULL || *no == '\0') &&
        term != NULL && strcmp(term, "dumb") != 0;
}

static bool find_source(char path[PATH_ROOM])
{
    char beside[PATH_ROOM];
    char *own = realpath("/proc/self/exe", NULL);
    bool there = own != NULL && print_path(beside, "%.*s../rulesets", (int)(name_of(own) - own), own) &&
        realpath(beside, path) != NULL;
    free(own);
    return there;
}

void find_places(struct places *places)
{
    size_t count = 0;
    const char *own = getenv("CATASTA_RULESETS");
    if (own != NULL && *own != '\0')
        places->folders[count++] = own;
    places->folders[count++] = CATASTA_DATA;
    if (find_source(places->source))
        places->folders[count++] = places->source;
    places->folders[count] = NULL;
}

/* Without it a forgotten file name would look like a program that hangs. */
static void announce_terminal(const struct arguments *arguments)
{
    if (reads_standard_input(arguments) && isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        mention("reading a record from the terminal; end it with Ctrl-D");
}

/* The words of --words, which are kept until the program ends; false after complaining. */
static bool read_words(const char *path)
{
    static char words[WORDS_MOST + 1];
    FILE *file = path == NULL ? NULL : fopen(path, "rb");
    if (path == NULL)
        return true;
    size_t length = file == NULL ? 0 : fread(words, 1, sizeof words, file);
    bool read = file != NULL && !ferror(file);
    if (!read)
        complain("cannot read %s: %s", path, reason_of(errno));
    else if (length == sizeof words || memchr(words, '\0', length) != NULL) {
        complain("%s is not a table of words: it has more than %d bytes, or a zero byte", path, WORDS_MOST);
        read = false;
    }
    if (file != NULL)
        fclose(file);
    words[read ? length : 0] = '\0';
    typed_use_words(words);
    return read;
}

catasta_session *open_session(
    const struct arguments *arguments, enum catasta_keep keep, const struct catasta_plies *plies)
{
    struct catasta_options options = arguments->options;
    options.size = sizeof options;
    options.keep = keep;
    options.documents = true;
    options.plies = plies;
    options.folders = arguments->places.folders;
    if (strchr(arguments->command->options, 'J') != NULL) {
        forms_begin();
        options.forms = form_readers;
        if (!read_words(arguments->words))
            return NULL;
        announce_terminal(arguments);
    }
    options.colour = wants_colour(arguments);
    options.width = terminal_width();
    options.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    allow_colours(options.colour && is_format(arguments, "text"), options.colour);
    if (options.ruleset == NULL && (options.force_ruleset || options.rules != NULL)) {
        complain("%s needs a ruleset: give one with -r", options.rules != NULL ? "--rule" : "--force-ruleset");
        return NULL;
    }
    return catasta_session_new(&options, &complaint_sink);
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

int input_count(const struct arguments *arguments)
{
    return arguments->file_count > 0 ? arguments->file_count : 1;
}

struct catasta_file input_file(const struct arguments *arguments, int i)
{
    const char *name = arguments->file_count > 0 ? arguments->files[i] : "-";
    bool standard = strcmp(name, "-") == 0;
    return (struct catasta_file){standard ? "<stdin>" : name, standard ? STDIN_FILENO : -1};
}

bool reads_standard_input(const struct arguments *arguments)
{
    bool reads = false;
    for (int i = 0; i < input_count(arguments); i++)
        reads |= input_file(arguments, i).fd == STDIN_FILENO;
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

int visit_games(const struct arguments *arguments, catasta_session *session, const struct visitor *visitor)
{
    struct visit visit = {.session = session, .visitor = visitor};
    int status = CATASTA_OK;
    begin_progress(arguments, !arguments->standings && arguments->output == NULL);
    for (int i = 0; i < input_count(arguments); i++)
        status = worse(status, visit_file(input_file(arguments, i), visit_unless_ended, &visit));
    end_progress();
    return status;
}
