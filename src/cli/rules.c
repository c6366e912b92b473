/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "engine/engine.h"
#include "library/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The words after "rules", and how many operands each takes; check takes any number
   from there on. */
static const struct {
    const char *name;
    int operands;
} words[] = {{"list", 0}, {"show", 1}, {"check", 1}, {"diff", 2}, {"schema", 0}};
enum { LIST, SHOW, CHECK, DIFF, SCHEMA, WORDS };

static int check_all(catasta_session *session, const char *const *names, int count)
{
    int status = CATASTA_OK;
    for (int i = 0; i < count; i++)
        status = worse(status, (int)catasta_rules_check(session, names[i], &output_sink, &complaint_sink));
    return status;
}

static int run_word(catasta_session *session, size_t word, const char *const *operands, int count)
{
    switch (word) {
    case LIST:
        return catasta_rules_list(session, &output_sink) ? CATASTA_OK : CATASTA_FAILED;
    case SHOW:
        return catasta_rules_show(session, operands[0], &output_sink, &complaint_sink) ? CATASTA_OK : CATASTA_FAILED;
    case CHECK:
        return check_all(session, operands, count);
    case SCHEMA:
        return catasta_rules_schema(&output_sink) ? CATASTA_OK : CATASTA_FAILED;
    default:
        return (int)catasta_rules_diff(session, operands[0], operands[1], &output_sink, &complaint_sink);
    }
}

static int run_rules(const void *given)
{
    const struct arguments *arguments = given;
    const char *name = arguments->reading.file_count > 0 ? arguments->reading.files[0] : "list";
    int operands = arguments->reading.file_count > 0 ? arguments->reading.file_count - 1 : 0;
    size_t word = 0;
    while (word < WORDS && strcmp(words[word].name, name) != 0)
        word++;
    bool fits = word < WORDS && (operands == words[word].operands || (word == CHECK && operands > 0));
    if (!fits)
        return complain("usage: catasta rules %s", arguments->command->operands);
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = run_word(session, word, arguments->reading.files + 1, operands);
    catasta_session_free(session);
    return status;
}

const struct command rules_command = {"rules", "list | show NAME | check FILE… | diff A B | schema",
    "List, show, check and compare rulesets", no_options, sizeof(struct arguments), run_rules};

struct perft_options {
    struct arguments arguments;
    long players;
    const char *position;
    bool divide;
    const char *against; /* the command of an engine; NULL: none */
    const char *protocol;
    long depth;
    long seconds; /* for an answer */
};

/* The depth, an operand or --depth; DEPTHS: it is none that can be. */
enum { DEPTHS = 10000 };
static long depth_asked_for(const struct perft_options *options)
{
    const struct reading *reading = &options->arguments.reading;
    const char *digits = reading->file_count == 1 ? reading->files[0] : "";
    const bool number = *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
    if (reading->file_count == 0)
        return options->depth < DEPTHS ? options->depth : DEPTHS;
    return number && options->depth < 0 && strtol(digits, NULL, 10) < DEPTHS ? strtol(digits, NULL, 10) : DEPTHS;
}

static int compare_with_engine(const struct perft_options *options, long depth)
{
    const struct against_options against = {.engine = {&options->arguments.reading, options->protocol, false, -1},
        .command = options->against,
        .position = options->position,
        .players = options->players,
        .depth = depth,
        .seconds = options->seconds == 0 ? 60 : options->seconds};
    if (options->divide)
        return complain("--divide writes counts, and --against compares them");
    if (depth == 0)
        return complain("--against needs a depth of at least 1");
    return run_against(&against);
}

static int run_perft(const void *given)
{
    const struct perft_options *options = given;
    const struct arguments *arguments = &options->arguments;
    const long depth = depth_asked_for(options);
    if (arguments->reading.options.ruleset == NULL)
        return complain("perft needs a ruleset: give one with -r");
    if (depth == DEPTHS || (depth < 0 && options->against == NULL))
        return complain("usage: catasta perft -r RULESET [OPTION…] DEPTH");
    if (options->against != NULL)
        return compare_with_engine(options, depth);
    if (options->protocol != NULL || options->seconds != 0)
        return complain("--protocol and --seconds are for --against");
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    bool done = catasta_perft(session, (unsigned)options->players, options->position, (unsigned)depth, options->divide,
        &output_sink, &complaint_sink);
    catasta_session_free(session);
    return done ? CATASTA_OK : CATASTA_FAILED;
}

static const struct option_row perft_rows[] = {
    SHARED(ruleset_options),
    {"players", "N", "the number of players", NUMBER, AT(perft_options, players)},
    SHARED_AT(position_options, AT(perft_options, position)),
    {"depth", "N", "the same as DEPTH", NUMBER, AT(perft_options, depth), .none = -1},
    {"divide", NULL, "one line for each first turn", FLAG, AT(perft_options, divide), .letter = 'd'},
    {"against", "COMMAND", "compare with the engine that COMMAND starts, and find the first difference", TEXT,
        AT(perft_options, against)},
    {"protocol", "NAME", "with --against: ugi, tei or uhp, instead of the one for the game", TEXT,
        AT(perft_options, protocol), .words = ENGINE_PROTOCOLS},
    {"seconds", "N", "with --against: the time for each answer, 60 by default", COUNT, AT(perft_options, seconds)},
    {0},
};

const struct command perft_command = {
    "perft", "DEPTH", "Count legal turn sequences", perft_rows, sizeof(struct perft_options), run_perft};

struct explain_options {
    struct arguments arguments;
    bool all;
};

/* The list is what explain says of all; its lines begin with the ids. */
int show_rules(const char *game)
{
    struct buffer list = {0};
    struct buffer page = {0};
    const struct catasta_sink sink = buffer_sink(&page);
    const struct catasta_sink list_sink = buffer_sink(&list);
    bool fine = catasta_explain(game, CATASTA_TEXT, &list_sink, &complaint_sink) && !list.failed;
    if (fine)
        buffer_add(&page, list.bytes, list.length);
    for (char *line = list.bytes, *end; fine && *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        line[strcspn(line, " ")] = '\0';
        buffer_say(&page, "\n");
        fine = catasta_explain(line, CATASTA_TEXT, &sink, &complaint_sink);
    }
    if (fine && !page.failed)
        show_manual(page.bytes);
    else if (list.failed || page.failed)
        complain("out of memory");
    buffer_free(&list);
    buffer_free(&page);
    return fine && !page.failed ? CATASTA_OK : CATASTA_FAILED;
}

/* A page into the folder, which is CONTEXT, and below it into one of its table. */
static bool take_rule_page(void *context, const char *path, const char *bytes, size_t length)
{
    const char *folder = context;
    char whole[PATH_ROOM];
    struct new_file file;
    const char *slash = strchr(path, '/');
    if (slash != NULL &&
        (!print_path(whole, "%s/%.*s", folder, (int)(slash - path), path) || make_folder(whole, "pages") != CATASTA_OK))
        return false;
    if (!print_path(whole, "%s/%s", folder, path) || !open_new(&file, whole))
        return complain("cannot write %s: %s", whole, strerror(errno)) == CATASTA_OK;
    const struct catasta_sink sink = file_sink(file.file);
    return close_new(&file, sink.write(sink.context, bytes, length) ? CATASTA_OK : CATASTA_FAILED) == CATASTA_OK;
}

static int write_rule_pages(const char *name, const char *folder)
{
    char path[PATH_ROOM];
    if (!print_path(path, "%s", folder))
        return complain("cannot make the folder %s: %s", folder, strerror(errno));
    int status = make_folder(path, "pages");
    return status == CATASTA_OK && !catasta_explain_pages(name, take_rule_page, path, &complaint_sink) ? CATASTA_FAILED
                                                                                                       : status;
}

static int run_explain(const void *given)
{
    const struct explain_options *options = given;
    const struct arguments *arguments = &options->arguments;
    const char *name = arguments->reading.file_count > 0 ? arguments->reading.files[0] : NULL;
    enum catasta_format format = is_format(arguments, "man") ? CATASTA_MAN
        : is_format(arguments, "json")                       ? CATASTA_JSON
        : is_format(arguments, "html")                       ? CATASTA_HTML
                                                             : CATASTA_TEXT;
    if (arguments->reading.file_count > 1)
        return complain("usage: catasta explain [ID]");
    if (options->all && format != CATASTA_TEXT)
        return complain("--all needs -f text; other formats always explain all ids");
    if (options->all)
        format = CATASTA_FULL_TEXT;
    if (arguments->output != NULL && format != CATASTA_HTML)
        return complain("-o needs -f html; other formats are written to standard output");
    if (name != NULL && complain_removed(NULL, name))
        return CATASTA_FAILED;
    if (arguments->output != NULL)
        return write_rule_pages(name, arguments->output);
    enum catasta_status status =
        catasta_explain(name, format, &output_sink, &complaint_sink) ? CATASTA_OK : CATASTA_FAILED;
    if (options->all && name == NULL && status == CATASTA_OK) {
        print("\nOther messages, help texts and their parts:\n\n");
        output_sink.write(output_sink.context, messages, strlen(messages));
    }
    return (int)status;
}

static const struct option_row explain_rows[] = {
    SHARED(format_options),
    {"all", NULL, "explain each id in full, then list all other messages", FLAG, AT(explain_options, all)},
    {"output", "PATH", "with -f html: a folder for a page about each id, and a list of them", TEXT,
        AT(arguments, output), .letter = 'o'},
    {0},
};

const struct command explain_command = {"explain", "[ID]", "Explain a rule or message", explain_rows,
    sizeof(struct explain_options), run_explain, .formats = "text|man|json|html"};
