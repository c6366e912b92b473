/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "convert/form_table.h"
#include "library/tools.h"

#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct option_row no_options[] = {
    {0},
};

const struct option_row ruleset_options[] = {
    {"ruleset", "RULESET", "ruleset for records that name none: a shipped name or a file", TEXT,
        AT(arguments, reading.options.ruleset), .letter = 'r'},
    {"rules", "KEY=VALUE", "change parameters of the -r ruleset; separate several with spaces", TEXT,
        AT(arguments, reading.options.rules)},
    {0},
};

const struct option_row force_options[] = {
    {"force-ruleset", NULL, "use -r for all records, even those that name a ruleset", FLAG,
        AT(arguments, reading.options.force_ruleset)},
    {0},
};

const struct option_row record_options[] = {
    SHARED(ruleset_options),
    SHARED(force_options),
    {"from", "FORM", "read records in that form, whatever they look like", TEXT, AT(arguments, reading.options.from),
        .words = READ_FORMS},
    {"words", "FILE", "with --from=typed: a table of more words, see catasta-typed(7)", TEXT, AT(arguments, words)},
    {0},
};

const struct option_row result_options[] = {
    SHARED(ruleset_options),
    SHARED(force_options),
    {"from", "FORM", "read records, or results, in that form, whatever they look like", TEXT,
        AT(arguments, reading.options.from), .words = READ_FORMS "|trf"},
    {"words", "FILE", "with --from=typed: a table of more words, see catasta-typed(7)", TEXT, AT(arguments, words)},
    {0},
};

const struct option_row format_options[] = {
    {"format", "FORMAT", "output format:", FORMAT, AT(arguments, format), .letter = 'f'},
    {0},
};

const struct option_row jobs_options[] = {
    {"jobs", "N", "check in N threads, at most 256; 0: one for each processor", NUMBER, AT(arguments, reading.jobs),
        .letter = 'j', .none = -1},
    {0},
};

const struct option_row strict_options[] = {
    {"strict", NULL, "accept only canonical notation: report look-alike signs as errors", STRICT},
    {0},
};

const struct option_row severity_options[] = {
    {"error", "ID", "report this id, or group of ids, as an error", AS_ERROR},
    {"warning", "ID", "report it as a warning", AS_WARNING},
    {"ignore", "ID", "ignore these ids (the last option that names an id wins)", IGNORE},
    SHARED(strict_options),
    {0},
};

const struct option_row exit_zero_options[] = {
    {"exit-zero", NULL, "exit with 0 instead of 1; with 2 only if the run failed", FLAG, AT(arguments, exit_zero)},
    {0},
};

const struct option_row where_options[] = {
    {"where", "CONDITION", "only games that match it, see catasta-select(1)", TEXT,
        AT(arguments, reading.options.where)},
    {0},
};

const struct option_row output_options[] = {
    {"output", "PATH", "write to PATH instead of standard output", TEXT, AT(arguments, output), .letter = 'o'},
    {0},
};

const struct option_row plain_options[] = {
    {"plain", NULL, "positions in words, for reading aloud; no drawings, no colours", FLAG,
        AT(arguments, reading.options.plain)},
    {0},
};

const struct option_row adjudicate_options[] = {
    {"adjudicate", NULL, "count unfinished games of points with the points so far", FLAG,
        AT(arguments, reading.options.adjudicate)},
    {0},
};

const struct option_row count_illegal_options[] = {
    {"count-illegal", NULL, "count illegal games: as the board ended them, or else as claimed", FLAG,
        AT(arguments, reading.options.count_illegal)},
    {0},
};

const struct option_row game_options[] = {
    {"game", "N", "only the Nth game of the file", COUNT, 0, .letter = 'g'},
    {0},
};

const struct option_row ply_options[] = {
    {"ply", "N", "the position after turn N, -1: the last", PLIES, 0, .letter = 'p'},
    {0},
};

const struct option_row position_options[] = {
    {"position", "POSITION", "the position, as 'show -f position' writes it", TEXT, 0},
    {0},
};

const struct option_row theme_options[] = {
    {"theme", "THEME", "pictures, pages: light, dark or auto (as the browser prefers)", TEXT, AT(drawing, theme),
        .words = "auto|light|dark"},
    {0},
};

const struct option_row look_options[] = {
    {"flip", NULL, "pictures, pages and -i: seen from the other side", FLAG, AT(drawing, flip)},
    {"no-coordinates", NULL, "pictures, pages: leave out the names of cells", FLAG, AT(drawing, no_coordinates)},
    SHARED(theme_options),
    {"style", "FILE", "pictures, pages: an additional CSS style sheet; or print, for black ink", TEXT,
        AT(drawing, style)},
    {0},
};

const struct option_row picture_options[] = {
    {"cell-size", "PIXELS", "pictures: the width of a cell, 16 to 400", NUMBER, AT(drawing, cell_size)},
    SHARED(look_options),
    {"caption", "TEXT", "pictures: a line above the board", TEXT, AT(drawing, caption)},
    {0},
};

/* What every command takes, and what the program takes without one. */
static const struct option_row colour_options[] = {
    {"color", "WHEN", "auto, always or never", TEXT, AT(arguments, colour), .words = "auto|always|never"},
    {0},
};
static const struct option_row about_options[] = {
    {"help", NULL, "show this text", HELP, 0, .letter = 'h'},
    {"version", NULL, "show the version; with -v also what it was built with", VERSION, 0, .letter = 'V'},
    {0},
};

enum { NAMES_MOST = 256 };

/* Adds the rows of GROUP, the offsets of which are from BASE on, to the COUNT there are; their number. */
static size_t add_options(
    const struct option_row *group, size_t base, struct option_row rows[OPTIONS_MOST], size_t count)
{
    for (; group->name != NULL || group->group != NULL; group++)
        if (group->group != NULL)
            count = add_options(group->group, base + group->offset, rows, count);
        else {
            rows[count] = *group;
            rows[count++].offset += base;
        }
    return count;
}

size_t list_options(const struct command *command, struct option_row rows[OPTIONS_MOST])
{
    size_t count = command == NULL ? 0 : add_options(command->options, 0, rows, 0);
    if (command != NULL)
        count = add_options(colour_options, 0, rows, count);
    return add_options(about_options, 0, rows, count);
}

bool takes_option(const struct command *command, const char *name)
{
    struct option_row rows[OPTIONS_MOST];
    size_t count = list_options(command, rows);
    while (count > 0 && strcmp(rows[count - 1].name, name) != 0)
        count--;
    return count > 0;
}

static void print_options(const struct command *command)
{
    const char *formats = command == NULL || command->formats == NULL ? "" : command->formats;
    struct option_row rows[OPTIONS_MOST];
    const size_t count = list_options(command, rows);
    print("\nOptions:\n");
    for (const struct option_row *row = rows; row < rows + count; row++) {
        char name[64];
        snprintf(name, sizeof name, "--%s%s%s%s", row->name,
            row->value == NULL       ? ""
                : row->kind == LEVEL ? "[="
                                     : "=",
            row->value == NULL ? "" : row->value, row->kind == LEVEL ? "]" : "");
        char letter[] = {'-', row->letter, ',', '\0'};
        print("  %-3s %-22s %s%s%s\n", row->letter != '\0' ? letter : "", name, row->help,
            row->kind == FORMAT ? " " : "", row->kind == FORMAT ? formats : "");
    }
}

static void print_help(const struct command *command)
{
    if (command != NULL) {
        print("Usage: catasta %s [OPTION…]%s%s\n\n%s\n", command->name, command->operands[0] == '\0' ? "" : " ",
            command->operands, command->summary);
        print_options(command);
        print("\nFor more, see catasta help %s\n", command->name);
        return;
    }
    print("Usage: catasta COMMAND [OPTION…] [FILE…]\n\n"
          "Reads, referees, replays and scores recorded stacking games.\n\nCommands:\n");
    for (const struct command *const *at = commands; *at != NULL; at++)
        print("  %-11s %s\n", (*at)->name, (*at)->summary);
    print_options(NULL);
    print("\nFILE may be - for standard input, or a folder, whose .sgn files are all read.\n"
          "'catasta COMMAND --help' lists the options of a command, 'catasta help COMMAND'\n"
          "shows its manual page; 'catasta help sgn' describes the notation.\n\n"
          "Exit status: 0 no errors, 1 a record has errors, 2 the run failed.\n");
}

/* NEXT is the word after the option, or NULL. */
static int print_about(enum kind kind, const struct command *command, const char *next)
{
    if (kind == HELP)
        print_help(command);
    else
        print_versions(next != NULL && (strcmp(next, "-v") == 0 || strcmp(next, "--verbose") == 0));
    return finish_output(CATASTA_OK);
}

static bool read_option_number(const char *text, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= -1 && *number <= 1000000000;
}

/* "12", "-1", "3:8", "3:" or ":8" */
static bool read_plies(const char *text, struct plies_given *plies)
{
    char part[24];
    const char *colon = strchr(text, ':');
    size_t length = colon == NULL ? strlen(text) : (size_t)(colon - text);
    if (length >= sizeof part)
        return false;
    memcpy(part, text, length);
    part[length] = '\0';
    *plies = (struct plies_given){.given = true, .range = colon != NULL, .at = {0, -1}};
    if (colon == NULL) {
        bool fine = read_option_number(part, &plies->at.first);
        plies->at.last = plies->at.first;
        return fine;
    }
    if (part[0] != '\0' && (!read_option_number(part, &plies->at.first) || plies->at.first < 0))
        return false;
    return colon[1] == '\0' || read_option_number(colon + 1, &plies->at.last);
}

static void add_setting(enum kind kind, const char *ids, struct arguments *arguments)
{
    struct catasta_setting *setting = &arguments->settings[arguments->reading.options.setting_count++];
    setting->severity = kind == AS_WARNING ? CATASTA_WARNING : kind == IGNORE ? CATASTA_IGNORED : CATASTA_ERROR;
    setting->ids = kind == STRICT ? "reading" : ids;
}

static bool add_text(struct texts *texts, const char *value)
{
    if (texts->count == TEXTS_MOST)
        return false;
    texts->at[texts->count++] = value;
    return true;
}

static bool store_option(const struct option_row *row, const char *value, struct arguments *arguments)
{
    void *at = (char *)arguments + row->offset;
    if (row->kind == FLAG)
        *(bool *)at = true;
    else if (row->kind == LEVEL)
        *(const char **)at = value == NULL ? "certain" : value;
    else if (row->kind == TEXT || row->kind == FORMAT)
        *(const char **)at = value;
    else if (row->kind == TEXTS)
        return add_text(at, value);
    else if (row->kind == PLIES)
        return read_plies(value, at);
    else if (row->kind == NUMBER || row->kind == COUNT)
        return read_option_number(value, at) && *(long *)at >= (row->kind == COUNT);
    else
        add_setting(row->kind, value, arguments);
    return true;
}

/* What it is if the option is not given, but for NULL, 0 and false. */
static void store_default(const struct option_row *row, struct arguments *arguments)
{
    void *at = (char *)arguments + row->offset;
    if (row->kind == NUMBER || row->kind == COUNT)
        *(long *)at = row->none;
    else if (row->kind == PLIES)
        ((struct plies_given *)at)->at.last = -1;
}

/* getopt's tables, from COUNT ROWS: of a long option it returns ROW_OF and the number of the row.  Former names come
   after the others. */
enum { ROW_OF = 256 };
static void fill_tables(const struct command *command, const struct option_row *rows, size_t count, char *letters,
    struct option names[2 * OPTIONS_MOST + 1])
{
    size_t all = count;
    *letters++ = '-';
    *letters++ = ':';
    for (size_t i = 0; i < count; i++) {
        const char *former = command == NULL ? NULL : former_name(command, rows[i].name);
        int takes_value = rows[i].value == NULL ? no_argument
            : rows[i].kind == LEVEL             ? optional_argument
                                                : required_argument;
        names[i] = (struct option){rows[i].name, takes_value, NULL, ROW_OF + (int)i};
        if (former != NULL) {
            names[all] = names[i];
            names[all++].name = former;
        }
        if (rows[i].letter == '\0')
            continue;
        *letters++ = rows[i].letter;
        if (rows[i].value != NULL)
            *letters++ = ':';
    }
    *letters = '\0';
    names[all] = (struct option){0};
}

static const struct option_row *row_of_option(const struct option_row *rows, size_t count, int found)
{
    for (size_t i = 0; i < count; i++)
        if (found == ROW_OF + (int)i || (found != 0 && found == rows[i].letter))
            return &rows[i];
    return NULL;
}

static int complain_usage(const struct command *command, const char *what, const char *problem)
{
    return complain("%s%s; see 'catasta %s%s--help'", what, problem, command == NULL ? "" : command->name,
        command == NULL ? "" : " ");
}

/* Complains about WORD, after DASHES, which is not one of COUNT NAMES, with the nearest name, if any. */
static int complain_unknown(const struct command *command, const char *what, const char *dashes, const char *word,
    const char *const *names, size_t count)
{
    const char *near = catasta_nearest(word, names, count);
    if (near != NULL)
        return complain("unknown %s '%s%s'; did you mean '%s%s'?", what, dashes, word, dashes, near);
    return complain("unknown %s '%s%s'; see 'catasta %s%s--help'", what, dashes, word,
        command == NULL ? "" : command->name, command == NULL ? "" : " ");
}

static int complain_unknown_option(const struct command *command, char *word)
{
    const char *names[OPTIONS_MOST];
    struct option_row rows[OPTIONS_MOST];
    size_t count = 0;
    bool lengthy = strncmp(word, "--", 2) == 0;
    word[strcspn(word, "=")] = '\0';
    const struct option_row *end = rows + list_options(command, rows);
    for (const struct option_row *row = rows; lengthy && row < end; row++)
        if (strcmp(row->name, word + 2) == 0)
            return complain_usage(command, word, " takes no value");
        else
            names[count++] = row->name;
    if (complain_removed(command, word))
        return CATASTA_FAILED;
    return complain_unknown(command, "option", lengthy ? "--" : "", lengthy ? word + 2 : word, names, count);
}

struct listed {
    const char *word;
    bool ruleset; /* .word is one, */
    bool game;    /* or the beginning of some */
};

static bool note_listed_word(void *context, const char *bytes, size_t length)
{
    struct listed *listed = context;
    const size_t word = strlen(listed->word);
    for (const char *line = bytes, *next; line < bytes + length; line = next + 1) {
        next = memchr(line, '\n', (size_t)(bytes + length - line));
        if (next == NULL || (size_t)(next - line) <= word || memcmp(line, listed->word, word) != 0)
            continue;
        listed->ruleset |= line[word] == ' ';
        listed->game |= line[word] == '-';
    }
    return true;
}

/* Complains about WORD, which is not one of COUNT NAMES, with what to type if it is something else. */
static int complain_unknown_command(
    const struct arguments *arguments, const char *word, const char *const *names, size_t count)
{
    struct listed listed = {.word = word};
    const char *dot = strrchr(word, '.');
    if (complain_removed(NULL, word))
        return CATASTA_FAILED;
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    bool done = session != NULL && catasta_rules_list(session, &(struct catasta_sink){note_listed_word, &listed});
    catasta_session_free(session);
    if (!done)
        return CATASTA_FAILED;
    if (listed.ruleset)
        return complain("'%s' is a ruleset, not a command: 'catasta rules show %s' shows it, 'catasta play -r %s' "
                        "records a game",
            word, word, word);
    if (listed.game)
        return complain("'%s' is a game, not a command: 'catasta help %s' explains its rules, 'catasta rules list' "
                        "lists its rulesets",
            word, word);
    if (access(word, F_OK) == 0)
        return complain("'%s' is a file, not a command: 'catasta %s %s' checks it", word,
            dot != NULL && strcmp(dot, ".yaml") == 0 ? "rules check" : "check", word);
    return complain_unknown(NULL, "command", "", word, names, count);
}

static int run_help(const void *given)
{
    const struct arguments *arguments = given;
    static const char prefix[] = "catasta-";
    const char *names[NAMES_MOST];
    size_t count = 0;
    const char *name = arguments->reading.file_count > 0 ? arguments->reading.files[0] : NULL;
    if (arguments->reading.file_count > 1)
        return complain("usage: catasta help %s", arguments->command->operands);
    if (name == NULL) {
        print_help(NULL);
        return CATASTA_OK;
    }
    if (strncmp(name, prefix, strlen(prefix)) == 0)
        name += strlen(prefix);
    for (const struct manual *manual = manuals; manual->name != NULL; manual++) {
        if (strcmp(name, manual->name) == 0) {
            if (manual->text == NULL)
                return show_rules(name);
            show_manual(manual->text);
            return CATASTA_OK;
        }
        names[count++] = manual->name;
    }
    return complain_unknown_command(arguments, name, names, count);
}

const struct command help_command = {"help", "[COMMAND]", "Show the manual page of a command, or the rules of a game",
    no_options, sizeof(struct arguments), run_help};

static bool is_among_choices(const char *word, const char *words)
{
    size_t length = strlen(word);
    while (*words != '\0') {
        size_t next = strcspn(words, "|");
        if (next == length && memcmp(word, words, length) == 0)
            return true;
        words += next + (words[next] == '|');
    }
    return false;
}

/* What can only be checked once all options are known. */
static int check_arguments(struct arguments *arguments)
{
    const struct command *command = arguments->command;
    if (arguments->format == NULL && command->formats != NULL) {
        int length = (int)strcspn(command->formats, "|");
        snprintf(arguments->first_format, FORMAT_ROOM, "%.*s", length, command->formats);
        arguments->format = arguments->first_format;
    }
    if (command->formats != NULL && !is_among_choices(arguments->format, command->formats))
        return complain("unknown format '%s'; %s writes %s", arguments->format, command->name, command->formats);
    if (arguments->reading.jobs > CATASTA_JOBS)
        return complain("--jobs takes at most %d threads, not %ld", CATASTA_JOBS, arguments->reading.jobs);
    return GO_ON;
}

/* Options and operands of a command, in any order; operands are gathered at the
   front of ARGV. */
static int parse_command(int argc, char **argv, struct arguments *arguments)
{
    const struct command *command = arguments->command;
    struct option_row rows[OPTIONS_MOST];
    char letters[2 * OPTIONS_MOST + 3];
    struct option names[2 * OPTIONS_MOST + 1];
    const size_t count = list_options(command, rows);
    int operands = 0;
    int found;
    int word; /* where the option was found: of "-xy" the first letter does not advance optind */
    for (size_t i = 0; i < count; i++)
        store_default(&rows[i], arguments);
    fill_tables(command, rows, count, letters, names);
    opterr = 0;
    int name = 0; /* of a long option, where it is in .names */
    while (word = optind, (found = getopt_long(argc, argv, letters, names, &name)) != -1) {
        const struct option_row *row = row_of_option(rows, count, found);
        if (found >= ROW_OF && name >= (int)count)
            mention(
                "--%s is now --%s, and the old name will be an error in the next version", names[name].name, row->name);
        if (found == 1)
            argv[operands++] = optarg;
        else if (row == NULL)
            return found == ':' ? complain_usage(command, argv[word], " needs a value")
                                : complain_unknown_option(command, argv[word]);
        else if (row->kind == HELP || row->kind == VERSION)
            return print_about(row->kind, command, argv[optind]);
        else if (optarg != NULL && complain_removed_value(command, row, optarg))
            return CATASTA_FAILED;
        else if (row->words != NULL && optarg != NULL && !is_among_choices(optarg, row->words))
            return complain("--%s takes %s, not '%s'", row->name, row->words, optarg);
        else if (!store_option(row, optarg, arguments))
            return complain(
                "--%s takes %s, not '%s'; see 'catasta %s --help'", row->name, row->value, optarg, command->name);
    }
    while (optind < argc)
        argv[operands++] = argv[optind++];
    arguments->reading.files = (const char *const *)argv;
    arguments->reading.file_count = operands;
    return check_arguments(arguments);
}

/* The options of COMMAND, with room for SETTINGS; NULL after complaining. */
static struct arguments *new_arguments(const struct command *command, size_t settings)
{
    struct arguments *arguments = calloc(1, command->size);
    struct catasta_setting *room = calloc(settings, sizeof *room);
    if (arguments == NULL || room == NULL) {
        free(arguments);
        free(room);
        complain("out of memory");
        return NULL;
    }
    arguments->command = command;
    arguments->colour = "auto";
    arguments->settings = room;
    arguments->reading.options.settings = room;
    arguments->reading.jobs = -1;
    return arguments;
}

void free_arguments(struct arguments *arguments)
{
    if (arguments != NULL)
        free(arguments->settings);
    free(arguments);
}

/* Fills NAMES with those of the commands; the one with the same name as WORD, or NULL. */
static const struct command *find_command(const char *word, const char *names[NAMES_MOST], size_t *count)
{
    const struct command *const *at = commands;
    for (*count = 0; *at != NULL && strcmp((*at)->name, word) != 0; at++)
        names[(*count)++] = (*at)->name;
    return *at;
}

int parse_arguments(int argc, char **argv, struct arguments **arguments)
{
    const char *names[NAMES_MOST];
    size_t count;
    const char *first = argc > 1 ? argv[1] : "";
    bool helped = strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0;
    const struct command *command = find_command(helped ? "help" : first, names, &count);
    *arguments = NULL;
    if (command == NULL && (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0))
        return print_about(VERSION, NULL, argv[2]);
    if (argc < 2)
        return complain_usage(NULL, "no command given", "");
    if (command == NULL && first[0] == '-')
        return complain_unknown_option(NULL, argv[1]);
    *arguments = new_arguments(command == NULL ? &help_command : command, (size_t)argc);
    if (*arguments == NULL)
        return CATASTA_FAILED;
    if (command != NULL)
        return parse_command(argc - 1, argv + 1, *arguments);
    (*arguments)->reading.options.folders = ruleset_folders();
    return complain_unknown_command(*arguments, first, names, count);
}
