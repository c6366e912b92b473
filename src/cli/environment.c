/* SPDX-License-Identifier: MIT */
/* What a run takes from around it: folders of rulesets, colours, words for typed text. */
#include "cli/cli.h"
#include "convert/form_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MOST = 64 * 1024 };

#ifndef CATASTA_DATA
#define CATASTA_DATA "/usr/local/share/catasta/rulesets"
#endif

static bool find_source(char path[PATH_ROOM])
{
    char beside[PATH_ROOM];
    char *own = realpath("/proc/self/exe", NULL);
    bool there = own != NULL && print_path(beside, "%.*s../rulesets", (int)(name_of(own) - own), own) &&
        realpath(beside, path) != NULL;
    free(own);
    return there;
}

const char *const *ruleset_folders(void)
{
    static char source[PATH_ROOM];
    static const char *folders[4];
    size_t count = 0;
    const char *own = getenv("CATASTA_RULESETS");
    if (own != NULL && *own != '\0')
        folders[count++] = own;
    folders[count++] = CATASTA_DATA;
    if (find_source(source))
        folders[count++] = source;
    folders[count] = NULL;
    return folders;
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

bool refuses_colour(const struct arguments *arguments)
{
    const char *no = getenv("NO_COLOR");
    bool given = no != NULL && *no != '\0';
    return strcmp(arguments->colour, "never") == 0 || (strcmp(arguments->colour, "auto") == 0 && given);
}

static bool wants_colour(const struct arguments *arguments)
{
    const char *term = getenv("TERM");
    if (strcmp(arguments->colour, "auto") != 0)
        return strcmp(arguments->colour, "always") == 0;
    return is_terminal() && isatty(STDERR_FILENO) && arguments->output == NULL && !refuses_colour(arguments) &&
        term != NULL && strcmp(term, "dumb") != 0;
}

bool complete_arguments(struct arguments *arguments)
{
    const struct command *command = arguments->command;
    struct reading *reading = &arguments->reading;
    struct catasta_options *options = &reading->options;
    reading->name = command->name;
    reading->quiet = is_format(arguments, "quiet");
    reading->writes = command->streams && arguments->output == NULL;
    options->folders = ruleset_folders();
    options->colour = wants_colour(arguments);
    allow_colours(options->colour && is_format(arguments, "text"), options->colour);
    if (options->ruleset == NULL && (options->force_ruleset || options->rules != NULL)) {
        complain("%s needs a ruleset: give one with -r", options->rules != NULL ? "--rules" : "--force-ruleset");
        return false;
    }
    if (!takes_option(command, "from"))
        return true;
    forms_begin();
    options->forms = form_readers;
    return read_words(arguments->words);
}

int open_output_file(const struct arguments *arguments)
{
    if (arguments->output == NULL)
        return CATASTA_OK;
    int status = check_output(&arguments->reading, arguments->output);
    return status == CATASTA_OK ? redirect_output(arguments->output) : status;
}
