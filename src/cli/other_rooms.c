/* SPDX-License-Identifier: MIT */
/* Commands whose work another room does. */
#include "cli/cli.h"
#include "engine/engine.h"
#include "index/explore.h"
#include "lsp/serving.h"
#include "viewer/screen.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static int run_index(const void *given)
{
    const struct arguments *arguments = given;
    return make_index(&arguments->reading, arguments->output);
}

static const struct option_row index_rows[] = {
    SHARED(record_options),
    SHARED(jobs_options),
    SHARED(output_options),
    {0},
};

const struct command index_command = {"index", "[FILE…]", "Make an index of an archive, an SQLite database", index_rows,
    sizeof(struct arguments), run_index};

struct explore_command_options {
    struct replay_options place; /* of the record, if there is one; and .drawing.theme */
    const char *position;
    long first;
};

/* The position of the record that is named after the index; a status after complaining. */
static int read_record_place(const struct explore_command_options *options, struct record_position *found)
{
    struct replay_options place = options->place;
    place.drawing = (struct drawing){0};
    place.arguments.format = "position";
    place.arguments.output = NULL;
    place.arguments.reading.files++;
    place.arguments.reading.file_count--;
    if (options->position != NULL)
        return complain("explore takes the position of a record, or one given with --position");
    return position_of_record(&place, found);
}

static int run_explore(const void *given)
{
    const struct explore_command_options *options = given;
    const struct arguments *arguments = &options->place.arguments;
    struct reading index = arguments->reading;
    struct record_position found = {0};
    struct pictures pictures;
    bool recorded = index.file_count > 1;
    int status = open_pictures(&pictures, arguments, &options->place.drawing);
    if (status == CATASTA_OK && !recorded && (options->place.game != 0 || options->place.plies.given))
        status = complain("--game and --ply need a record: explore INDEX FILE");
    if (status == CATASTA_OK && recorded)
        status = read_record_place(options, &found);
    index.file_count = recorded ? 1 : index.file_count;
    index.options.force_ruleset = false;
    index.options.from = NULL; /* of the record */
    index.options.forms = NULL;
    index.options.ruleset = recorded ? found.ruleset.bytes : index.options.ruleset;
    const struct explore_options exploring = {.reading = &index,
        .position = recorded ? found.text.bytes : options->position,
        .format = arguments->format,
        .theme = pictures.look.theme,
        .most = options->first};
    if (status == CATASTA_OK)
        status = open_output_file(arguments);
    if (status == CATASTA_OK)
        status = explore_index(&exploring);
    close_pictures(&pictures);
    buffer_free(&found.text);
    buffer_free(&found.ruleset);
    return status;
}

static const struct option_row explore_rows[] = {
    SHARED(record_options),
    SHARED(format_options),
    SHARED_AT(game_options, AT(explore_command_options, place.game)),
    SHARED_AT(ply_options, AT(explore_command_options, place.plies)),
    SHARED_AT(position_options, AT(explore_command_options, position)),
    {"first", "N", "only the first N turns and games; 0: all", NUMBER, AT(explore_command_options, first), .none = -1},
    SHARED(output_options),
    SHARED_AT(theme_options, AT(explore_command_options, place.drawing)),
    SHARED(plain_options),
    {0},
};

const struct command explore_command = {"explore", "INDEX [FILE]",
    "Show what was played in a position, and list the games", explore_rows, sizeof(struct explore_command_options),
    run_explore, .formats = "text|json|jsonl|sgn|html"};

static int run_lsp(const void *given)
{
    const struct arguments *arguments = given;
    return serve_editor(&arguments->reading, format_text);
}

static const struct option_row lsp_rows[] = {
    SHARED(ruleset_options),
    SHARED(force_options),
    SHARED(severity_options),
    SHARED(adjudicate_options),
    {0},
};

const struct command lsp_command = {
    "lsp", "", "Serve an editor with the Language Server Protocol", lsp_rows, sizeof(struct arguments), run_lsp};

struct play_options {
    struct arguments arguments;
    long game;
    long seed;
    bool in_place;
    bool protocol;
};

static int run_play(const void *given)
{
    const struct play_options *options = given;
    const struct arguments *arguments = &options->arguments;
    const struct screen_options screen = {.reading = &arguments->reading, .colourless = refuses_colour(arguments)};
    bool on_screen = !options->protocol && !arguments->reading.options.plain && screen_is_there();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const struct draft_options draft = {.reading = &arguments->reading,
        .game = options->game,
        .output = arguments->output,
        .in_place = options->in_place,
        .deal = options->seed > 0 || (options->seed < 0 && on_screen),
        .seed = options->seed < 0 ? (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32 : (uint64_t)options->seed};
    return on_screen ? run_play_screen(&screen, &draft) : run_dialogue(&draft, options->protocol);
}

static const struct option_row play_rows[] = {
    SHARED(ruleset_options),
    SHARED(strict_options),
    SHARED_AT(game_options, AT(play_options, game)),
    SHARED(output_options),
    {"in-place", NULL, "write the game to its file after every turn", FLAG, AT(play_options, in_place)},
    {"seed", "N", "deal the hands of a new game by this number; 0: do not deal", NUMBER, AT(play_options, seed),
        .none = -1},
    {"protocol", NULL, "read commands and write answers for programs, see catasta-play(1)", FLAG,
        AT(play_options, protocol)},
    SHARED(plain_options),
    {0},
};

const struct command play_command = {
    "play", "[FILE]", "Record a game while catasta referees it", play_rows, sizeof(struct play_options), run_play};

struct engine_command_options {
    struct arguments arguments;
    const char *protocol;
    const char *think; /* random or greedy; NULL: random */
    long seed;
};

static int run_engine_command(const void *given)
{
    const struct engine_command_options *options = given;
    const struct engine_options engine = {.reading = &options->arguments.reading,
        .protocol = options->protocol,
        .greedy = options->think != NULL && strcmp(options->think, "greedy") == 0,
        .seed = options->seed};
    if (options->arguments.reading.file_count > 0)
        return complain("engine takes no file: other programs talk to it through standard input");
    return run_engine(&engine);
}

static const struct option_row engine_rows[] = {
    SHARED(ruleset_options),
    {"protocol", "NAME", "ugi, tei or uhp, instead of the one for the game", TEXT, AT(engine_command_options, protocol),
        .words = ENGINE_PROTOCOLS},
    {"think", "HOW", "random (the default), or greedy: a turn ahead", TEXT, AT(engine_command_options, think),
        .words = "random|greedy"},
    {"seed", "N", "choose the same turns every time", NUMBER, AT(engine_command_options, seed), .none = -1},
    {0},
};

const struct command engine_command = {"engine", "", "Act as an engine for other programs", engine_rows,
    sizeof(struct engine_command_options), run_engine_command};
