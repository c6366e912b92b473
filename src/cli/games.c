/* Sessions and files: what the commands that read games share. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef CATASTA_DATA
#define CATASTA_DATA "/usr/local/share/catasta/rulesets"
#endif

static bool wants_colour(const struct arguments *arguments)
{
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (strcmp(arguments->colour, "auto") != 0)
        return strcmp(arguments->colour, "always") == 0;
    return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') && term != NULL && strcmp(term, "dumb") != 0;
}

/* The rulesets beside the program, when it runs out of its source tree. */
static const char *source_folder(void)
{
    static char path[4096];
    static const char behind[] = "/../rulesets";
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof behind);
    if (length <= 0 || (size_t)length >= sizeof path - sizeof behind)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return NULL;
    memcpy(slash, behind, sizeof behind);
    return path;
}

/* $CATASTA_RULESETS, the source tree's folder or else the installed one. */
static const char *const *ruleset_folders(void)
{
    static const char *folders[4];
    size_t count = 0;
    const char *own = getenv("CATASTA_RULESETS");
    const char *source = source_folder();
    if (own != NULL && *own != '\0')
        folders[count++] = own;
    folders[count++] = CATASTA_DATA;
    if (source != NULL)
        folders[count++] = source;
    folders[count] = NULL;
    return folders;
}

catasta_session *open_session(const struct arguments *arguments)
{
    struct catasta_options options = arguments->options;
    options.folders = ruleset_folders();
    options.colour = wants_colour(arguments);
    options.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (options.ruleset == NULL && (options.force_ruleset || options.rules != NULL)) {
        complain("%s needs a ruleset: give one with -r", options.rules != NULL ? "--rule" : "--force-ruleset");
        return NULL;
    }
    return catasta_session_new(&options, &trouble_sink);
}

static int visit_input(catasta_input *input, const struct visitor *visitor, const char *file, bool *go_on)
{
    const catasta_game *game;
    bool any = false;
    while (*go_on && (game = catasta_input_next(input)) != NULL) {
        any = true;
        *go_on = visitor->game(visitor->context, game, file);
    }
    int error = catasta_input_error(input);
    if (error != 0)
        return complain("cannot read %s: %s", file, strerror(error));
    if (!any && visitor->empty != NULL)
        visitor->empty(visitor->context, input, file);
    if (visitor->file_end != NULL)
        visitor->file_end(visitor->context, file);
    return CATASTA_OK;
}

static int visit_file(catasta_session *session, const struct visitor *visitor, const char *path, bool *go_on)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : path;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY);
    if (fd < 0)
        return complain("cannot open %s: %s", name, strerror(errno));
    catasta_input *input = catasta_input_open(session, fd, name);
    int status = input == NULL ? complain("out of memory") : visit_input(input, visitor, name, go_on);
    catasta_input_close(input);
    if (!standard)
        close(fd);
    return status;
}

int visit_games(const struct arguments *arguments, catasta_session *session, const struct visitor *visitor)
{
    bool go_on = true;
    int status = CATASTA_OK;
    if (arguments->file_count == 0)
        return visit_file(session, visitor, "-", &go_on);
    for (int i = 0; i < arguments->file_count && go_on; i++)
        status = worse(status, visit_file(session, visitor, arguments->files[i], &go_on));
    return status;
}
