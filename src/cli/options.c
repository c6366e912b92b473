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

#define AT(member) offsetof(struct arguments, member)

const struct option_row option_rows[] = {
    {"ruleset", "RULESET", "ruleset for records that name none: a shipped name or a file", AT(options.ruleset), TEXT,
        'r'},
    {"force-ruleset", NULL, "use -r for all records, even those that name a ruleset", AT(options.force_ruleset), FLAG,
        'F'},
    {"rule", "KEY=VALUE", "change parameters of the -r ruleset; separate several with spaces", AT(options.rules), TEXT,
        'R'},
    {"from", "FORM", "read records in that form, whatever they look like", AT(options.from), TEXT, 'J', READ_FORMS},
    {"words", "FILE", "with --from=typed: a table of more words, see catasta-typed(7)", AT(words), TEXT, '7'},
    {"to", "FORM", "write games in that form", AT(to), TEXT, 't', RECORD_FORMS},
    {"lossy", NULL, "also write games that do not fit that form completely", AT(lossy), FLAG, '8'},
    {"format", "FORMAT", "output format:", AT(format), TEXT, 'f'},
    {"jobs", "N", "check in N threads, at most 256; 0: one for each processor", AT(jobs), NUMBER, 'j'},
    {"max-errors", "N", "stop after N errors; 0: never", AT(max_errors), NUMBER, 'M'},
    {"error", "ID", "report this id, or group of ids, as an error", 0, SETTING, 'E'},
    {"warn", "ID", "report it as a warning", 0, SETTING, 'W'},
    {"ignore", "ID", "ignore these ids (the last option that names an id wins)", 0, SETTING, 'I'},
    {"strict", NULL, "accept only canonical notation: report look-alike signs as errors", 0, SETTING, 'Z'},
    {"exit-zero", NULL, "exit with 0 instead of 1; with 2 only if the run failed", AT(exit_zero), FLAG, '0'},
    {"expect", NULL, "compare the faults found with [%expect ID] in comments", AT(options.expect), FLAG, 'x'},
    {"board", NULL, "show the board before each fault", AT(options.boards), FLAG, 'b'},
    {"where", "CONDITION", "only games that match it, see catasta-select(1)", AT(options.where), TEXT, 'U'},
    {"unique", NULL, "only the first of games with the same ruleset, start and turns", AT(selecting.unique), FLAG, '^'},
    {"first", "N", "only the first N games", AT(selecting.first), NUMBER, '1'},
    {"sample", "N", "only N of them at random, the same for the same --seed", AT(selecting.sample), NUMBER, '2'},
    {"seed", "S", "the random seed of --sample, by default 0", AT(selecting.seed), NUMBER, '3'},
    {"sort", "FIELD", "sort games by a field; -FIELD reverses the order", AT(selecting.sort), TEXT, '4'},
    {"split", "N|FIELD", "write N files of equal size, or one for each value of a field, to the folder --output",
        AT(selecting.split), TEXT, '5'},
    {"strip", "LIST", "leave out comments, variations or both (comma-separated)", AT(selecting.strip), TEXT, '6'},
    {"game", "N", "only the Nth game of the file", AT(game), NUMBER, 'g'},
    {"ply", "N", "the position after turn N, -1: the last; replay also takes A:B", AT(first), PLIES, 'p'},
    {"interactive", NULL, "step through games in the terminal; ? lists the keys", AT(interactive), FLAG, 'i'},
    {"output", "PATH", "write to PATH instead of standard output", AT(output), TEXT, 'o'},
    {"size", "PIXELS", "pictures: the width of a cell, 16 to 400", AT(size), NUMBER, 'S'},
    {"flip", NULL, "pictures, pages and -i: seen from the other side", AT(flip), FLAG, 'L'},
    {"no-coordinates", NULL, "pictures, pages: leave out the names of cells", AT(bare), FLAG, 'N'},
    {"theme", "THEME", "pictures, pages: light, dark or auto (as the browser prefers)", AT(theme), TEXT, 'k',
        "auto|light|dark"},
    {"style", "FILE", "pictures, pages: an additional CSS style sheet; or print, for black ink", AT(style), TEXT, 'Y'},
    {"caption", "TEXT", "pictures: a line above the board", AT(caption), TEXT, 'n'},
    {"animate", NULL, "with -f svg: one moving picture instead of one for each turn", AT(animate), FLAG, 'z'},
    {"seconds", "N", "with --animate: the time of each position, 0.1 to 60", AT(seconds), TEXT, 's'},
    {"print", NULL, "pages: a booklet to print, with diagrams and one game on each page", AT(print), FLAG, 'H'},
    {"diagrams", "N", "with --print: also a diagram after every N turns", AT(diagrams), NUMBER, 'G'},
    {"write", NULL, "rewrite the files in place", AT(in_place), FLAG, 'w'},
    {"in-place", NULL, "write the game to its file after every turn", AT(in_place), FLAG, 'e'},
    {"protocol", NULL, "read commands and write answers for programs, see catasta-play(1)", AT(protocol), FLAG, 'q'},
    {"check", NULL, "write nothing; exit with 1 if a file is not in canonical form", AT(check_only), FLAG, 'c'},
    {"fix", "LEVEL", "apply repairs: certain (the default); likely, which includes certain; or ask", AT(fix), LEVEL,
        'X', "certain|likely|ask"},
    {"players", "N", "the number of players", AT(players), NUMBER, 'P'},
    {"position", "POSITION", "the position, as 'show -f position' writes it", AT(position), TEXT, 'Q'},
    {"divide", NULL, "one line for each first turn", AT(divide), FLAG, 'd'},
    {"verbose", NULL, "also show how each score was reached", AT(verbose), FLAG, 'v'},
    {"adjudicate", NULL, "count unfinished games of points with the points so far", AT(options.adjudicate), FLAG, 'a'},
    {"plain", NULL, "positions in words, for reading aloud; no drawings, no colours", AT(options.plain), FLAG, 'A'},
    {"by", "LIST", "score: what makes a match: match, players, event (comma-separated); stats: a field to group by",
        AT(by), TEXT, 'y'},
    {"best-of", "N", "rounds of a match if the ruleset does not say", AT(best_of), NUMBER, 'B'},
    {"count-illegal", NULL, "count illegal games, as the board ended them or else as claimed",
        AT(options.count_illegal), FLAG, 'u'},
    {"standings", NULL, "show the table of the tournament", AT(standings), FLAG, 'T'},
    {"tiebreak", "LIST", "standings: tie-breaks, comma-separated", AT(contest.tiebreaks), TEXT, 'K'},
    {"places", "LIST", "standings: points for places in games of more than two, such as 3,1,0; or score",
        AT(contest.places), TEXT, 'l'},
    {"mixed", NULL, "standings: count different games together", AT(contest.mixed), FLAG, 'm'},
    {"round-robin", NULL, "standings: everybody meets everybody, so forfeits count in tie-breaks",
        AT(contest.round_robin), FLAG, 'O'},
    {"color", "WHEN", "auto, always or never", AT(colour), TEXT, 'C', "auto|always|never"},
    {"all", NULL, "explain each id in full, then list all other messages", AT(all), FLAG, '*'},
    {"help", NULL, "show this text", 0, HELP, 'h'},
    {"version", NULL, "show the version", 0, VERSION, 'V'},
    {NULL, NULL, NULL, 0, FLAG, '\0', NULL},
};
static const char short_letters[] = "rfjgpiowcdvhV";

enum { ROWS = sizeof option_rows / sizeof option_rows[0] - 1, NAMES_MOST = 256 };

bool is_short(const struct option_row *row)
{
    return strchr(short_letters, row->letter) != NULL;
}

static bool takes_option(const struct command *command, const struct option_row *row)
{
    if (row->kind == HELP || row->kind == VERSION)
        return true;
    if (command == NULL)
        return false;
    return row->letter == 'C' || strchr(command->options, row->letter) != NULL;
}

const struct option_row *next_option(const struct command *command, const struct option_row *row)
{
    for (row = row == NULL ? option_rows : row + 1; row->name != NULL; row++)
        if (takes_option(command, row))
            return row;
    return NULL;
}

static void print_options(const struct command *command)
{
    const char *formats = command == NULL || command->formats == NULL ? "" : command->formats;
    print("\nOptions:\n");
    for (const struct option_row *row = NULL; (row = next_option(command, row)) != NULL;) {
        char name[64];
        snprintf(name, sizeof name, "--%s%s%s%s", row->name,
            row->value == NULL       ? ""
                : row->kind == LEVEL ? "[="
                                     : "=",
            row->value == NULL ? "" : row->value, row->kind == LEVEL ? "]" : "");
        print("  %c%c%c %-22s %s%s%s\n", is_short(row) ? '-' : ' ', is_short(row) ? row->letter : ' ',
            is_short(row) ? ',' : ' ', name, row->help, row->letter == 'f' ? " " : "",
            row->letter == 'f' ? formats : "");
    }
}

static void print_help(const struct command *command)
{
    if (command != NULL) {
        print("Usage: catasta %s [OPTION…] %s\n\n%s\n", command->name, command->operands, command->summary);
        print_options(command);
        print("\nFor more, see catasta help %s\n", command->name);
        return;
    }
    print("Usage: catasta COMMAND [OPTION…] [FILE…]\n\n"
          "Reads, referees, replays and scores recorded stacking games.\n\nCommands:\n");
    for (const struct command *row = commands; row->name != NULL; row++)
        print("  %-11s %s\n", row->name, row->summary);
    print_options(NULL);
    print("\nFILE may be - for standard input, or a folder, whose .sgn files are all read.\n"
          "'catasta COMMAND --help' lists the options of a command, 'catasta help COMMAND'\n"
          "shows its manual page; 'catasta help sgn' describes the notation.\n\n"
          "Exit status: 0 no errors, 1 a record has errors, 2 the run failed.\n");
}

static int print_about(enum kind kind, const struct command *command)
{
    if (kind == HELP)
        print_help(command);
    else
        print("catasta %s\n", CATASTA_VERSION);
    return finish_output(CATASTA_OK);
}

static bool read_number(const char *text, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= -1 && *number <= 1000000000;
}

/* "12", "-1", "3:8", "3:" or ":8" */
static bool read_plies(const char *text, struct arguments *arguments)
{
    char part[24];
    const char *colon = strchr(text, ':');
    size_t length = colon == NULL ? strlen(text) : (size_t)(colon - text);
    if (length >= sizeof part)
        return false;
    memcpy(part, text, length);
    part[length] = '\0';
    arguments->has_ply = true;
    arguments->first = 0;
    arguments->last = -1;
    if (colon == NULL) {
        bool fine = read_number(part, &arguments->first);
        arguments->last = arguments->first;
        return fine;
    }
    arguments->has_range = true;
    if (part[0] != '\0' && (!read_number(part, &arguments->first) || arguments->first < 0))
        return false;
    return colon[1] == '\0' || read_number(colon + 1, &arguments->last);
}

static void add_setting(const struct option_row *row, const char *value, struct arguments *arguments)
{
    struct catasta_setting *setting = &arguments->settings[arguments->options.setting_count++];
    setting->severity = row->letter == 'E' || row->letter == 'Z' ? CATASTA_ERROR
        : row->letter == 'W'                                     ? CATASTA_WARNING
                                                                 : CATASTA_IGNORED;
    setting->ids = value == NULL ? "reading" : value;
}

static bool store(const struct option_row *row, const char *value, struct arguments *arguments)
{
    char *at = (char *)arguments + row->offset;
    if (row->kind == FLAG)
        *(bool *)(void *)at = true;
    else if (row->kind == LEVEL)
        *(const char **)(void *)at = value == NULL ? "certain" : value;
    else if (row->kind == TEXT)
        *(const char **)(void *)at = value;
    else if (row->kind == PLIES)
        return read_plies(value, arguments);
    else if (row->kind == SETTING)
        add_setting(row, value, arguments);
    else
        return read_number(value, (long *)(void *)at) && *(long *)(void *)at >= (row->letter == 'g' ? 1 : 0);
    return true;
}

/* getopt's tables, from ours. */
static void fill_tables(const struct command *command, char letters[2 * ROWS + 3], struct option names[ROWS + 1])
{
    size_t count = 0;
    *letters++ = '-';
    *letters++ = ':';
    for (const struct option_row *row = NULL; (row = next_option(command, row)) != NULL;) {
        int takes_value = row->value == NULL ? no_argument : row->kind == LEVEL ? optional_argument : required_argument;
        names[count++] = (struct option){row->name, takes_value, NULL, row->letter};
        if (!is_short(row))
            continue;
        *letters++ = row->letter;
        if (row->value != NULL)
            *letters++ = ':';
    }
    *letters = '\0';
    names[count] = (struct option){0};
}

static const struct option_row *find_row(int found)
{
    for (size_t i = 0; i < ROWS; i++)
        if (found == option_rows[i].letter)
            return &option_rows[i];
    return NULL;
}

static int usage(const struct command *command, const char *what, const char *problem)
{
    return complain("%s%s; see 'catasta %s%s--help'", what, problem, command == NULL ? "" : command->name,
        command == NULL ? "" : " ");
}

/* Complains about WORD, after DASHES, which is not one of COUNT NAMES, with the nearest name, if any. */
static int unknown(const struct command *command, const char *what, const char *dashes, const char *word,
    const char *const *names, size_t count)
{
    const char *near = catasta_nearest(word, names, count);
    if (near != NULL)
        return complain("unknown %s '%s%s'; did you mean '%s%s'?", what, dashes, word, dashes, near);
    return complain("unknown %s '%s%s'; see 'catasta %s%s--help'", what, dashes, word,
        command == NULL ? "" : command->name, command == NULL ? "" : " ");
}

static int unknown_option(const struct command *command, char *word)
{
    const char *names[ROWS];
    size_t count = 0;
    bool lengthy = strncmp(word, "--", 2) == 0;
    word[strcspn(word, "=")] = '\0';
    for (const struct option_row *row = NULL; lengthy && (row = next_option(command, row)) != NULL;)
        if (strcmp(row->name, word + 2) == 0)
            return usage(command, word, " takes no value");
        else
            names[count++] = row->name;
    if (complain_removed(command, word))
        return CATASTA_FAILED;
    return unknown(command, "option", lengthy ? "--" : "", lengthy ? word + 2 : word, names, count);
}

struct listed {
    const char *word;
    bool ruleset; /* .word is one, */
    bool game;    /* or the beginning of some */
};

static bool look_up(void *context, const char *bytes, size_t length)
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
static int unknown_command(const struct arguments *arguments, const char *word, const char *const *names, size_t count)
{
    struct listed listed = {.word = word};
    const char *dot = strrchr(word, '.');
    if (complain_removed(NULL, word))
        return CATASTA_FAILED;
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    bool done = session != NULL && catasta_rules_list(session, &(struct catasta_sink){look_up, &listed});
    catasta_session_free(session);
    if (!done)
        return CATASTA_FAILED;
    if (listed.ruleset)
        return complain("'%s' is a ruleset, not a command: 'catasta rules show %s' shows it, 'catasta play -r %s' "
                        "records a game",
            word, word, word);
    if (listed.game)
        return complain("'%s' is a game, not a command: 'catasta rules list' lists its rulesets", word);
    if (access(word, F_OK) == 0)
        return complain("'%s' is a file, not a command: 'catasta %s %s' checks it", word,
            dot != NULL && strcmp(dot, ".yaml") == 0 ? "rules check" : "check", word);
    return unknown(NULL, "command", "", word, names, count);
}

int run_help(const struct arguments *arguments)
{
    static const char prefix[] = "catasta-";
    const char *names[NAMES_MOST];
    size_t count = 0;
    const char *name = arguments->file_count > 0 ? arguments->files[0] : NULL;
    if (arguments->file_count > 1)
        return complain("usage: catasta help %s", arguments->command->operands);
    if (name == NULL) {
        print_help(NULL);
        return CATASTA_OK;
    }
    if (strncmp(name, prefix, strlen(prefix)) == 0)
        name += strlen(prefix);
    for (const struct manual *manual = manuals; manual->name != NULL; manual++) {
        if (strcmp(name, manual->name) == 0) {
            show_manual(manual->text);
            return CATASTA_OK;
        }
        names[count++] = manual->name;
    }
    return unknown_command(arguments, name, names, count);
}

static bool is_word(const char *word, const char *words)
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
    if (command->formats != NULL && !is_word(arguments->format, command->formats))
        return complain("unknown format '%s'; %s writes %s", arguments->format, command->name, command->formats);
    if (arguments->jobs > CATASTA_JOBS)
        return complain("--jobs takes at most %d threads, not %ld", CATASTA_JOBS, arguments->jobs);
    return GO_ON;
}

/* Options and operands of a command, in any order; operands are gathered at the
   front of ARGV. */
static int parse_command(int argc, char **argv, struct arguments *arguments)
{
    const struct command *command = arguments->command;
    char letters[2 * ROWS + 3];
    struct option names[ROWS + 1];
    int operands = 0;
    int found;
    int word; /* where the option was found: of "-xy" the first letter does not advance optind */
    arguments->settings = calloc((size_t)argc, sizeof *arguments->settings);
    arguments->options.settings = arguments->settings;
    if (arguments->settings == NULL)
        return complain("out of memory");
    fill_tables(command, letters, names);
    opterr = 0;
    while (word = optind, (found = getopt_long(argc, argv, letters, names, NULL)) != -1) {
        const struct option_row *row = find_row(found);
        if (found == 1)
            argv[operands++] = optarg;
        else if (row == NULL)
            return found == ':' ? usage(command, argv[word], " needs a value") : unknown_option(command, argv[word]);
        else if (row->kind == HELP || row->kind == VERSION)
            return print_about(row->kind, command);
        else if (optarg != NULL && complain_removed_value(command, row, optarg))
            return CATASTA_FAILED;
        else if (row->words != NULL && optarg != NULL && !is_word(optarg, row->words))
            return complain("--%s takes %s, not '%s'", row->name, row->words, optarg);
        else if (!store(row, optarg, arguments))
            return complain(
                "--%s takes %s, not '%s'; see 'catasta %s --help'", row->name, row->value, optarg, command->name);
    }
    while (optind < argc)
        argv[operands++] = argv[optind++];
    arguments->files = (const char *const *)argv;
    arguments->file_count = operands;
    return check_arguments(arguments);
}

/* Fills NAMES with those of the commands; the one with the same name as WORD, or NULL. */
static const struct command *find_command(const char *word, const char *names[NAMES_MOST], size_t *count)
{
    const struct command *command = commands;
    for (*count = 0; command->name != NULL && strcmp(command->name, word) != 0; command++)
        names[(*count)++] = command->name;
    return command->name == NULL ? NULL : command;
}

int parse_arguments(int argc, char **argv, struct arguments *arguments)
{
    const char *names[NAMES_MOST];
    size_t count;
    const char *first = argc > 1 ? argv[1] : "";
    *arguments = (struct arguments){.colour = "auto", .last = -1, .jobs = -1, .selecting = {.first = -1, .sample = -1}};
    bool helped = strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0;
    arguments->command = find_command(helped ? "help" : first, names, &count);
    if (arguments->command != NULL)
        return parse_command(argc - 1, argv + 1, arguments);
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0)
        return print_about(VERSION, NULL);
    if (argc < 2)
        return usage(NULL, "no command given", "");
    if (first[0] == '-')
        return unknown_option(NULL, argv[1]);
    find_places(&arguments->places);
    arguments->command = &commands[count - 1]; /* help: it takes no options */
    return unknown_command(arguments, first, names, count);
}
