/* SPDX-License-Identifier: MIT */
/* replay, show and moves, commands about the positions of games in one file; and the position that explore takes. */
#include "cli/cli.h"
#include "library/tools.h"
#include "viewer/screen.h"

#include <string.h>

struct position_command;

/* What is made of games. */
enum position_plies { ONE_PLY, GIVEN_PLIES, ALL_PLIES };
struct position_use {
    bool (*write)(struct position_command *positions, const catasta_game *game, bool *found);
    enum catasta_format format; /* of the writer for all of them, or CATASTA_NO_FORMAT */
    enum position_plies plies;  /* ALL_PLIES: of all files; --ply is the position shown first */
    bool many_pictures;         /* each a file, and none of --output */
};

struct position_command {
    const struct replay_options *options;
    const struct position_use *use;
    long wanted; /* the game, 0: all of them */
    bool found;
    catasta_session *session;
    catasta_writer *writer; /* NULL until there is a game to write */
    int status;
    struct pictures pictures;
    struct record_position *taken; /* what write_found is to fill */
};

/* The writer for all games, from the first on. */
static bool open_writer(struct position_command *positions)
{
    const struct replay_options *options = positions->options;
    const struct catasta_file file = input_file(&options->arguments.reading, 0);
    const struct catasta_writing how = {.size = sizeof how,
        .title = file.fd >= 0 ? NULL : name_of(file.name),
        .picture = &positions->pictures.look,
        .ply = options->plies.given ? options->plies.at.first : 0,
        .print = options->drawing.print || options->drawing.diagrams != 0,
        .diagrams = (unsigned)options->drawing.diagrams,
        .rules_pages = options->drawing.rules_pages};
    if (positions->writer == NULL)
        positions->writer = catasta_writer_new(positions->use->format, &how, &output_sink);
    return positions->writer != NULL;
}

static int complain_no_ply(const struct position_command *positions, const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    if (!info.readable)
        return catasta_write(game, CATASTA_TEXT, &error_sink) ? CATASTA_WRONG : CATASTA_FAILED;
    if (info.unplayed)
        return complain("game %u was not played: it has no positions", info.number);
    return complain(
        "game %u has no ply %ld; it has %u plies", info.number, positions->options->plies.at.first, info.plies);
}

static bool visit_position(void *context, catasta_game *game, const char *file)
{
    struct position_command *positions = context;
    const struct catasta_info info = info_of(game);
    bool found;
    (void)file;
    if (info.number == 0) {
        positions->status = catasta_write(game, CATASTA_TEXT, &error_sink) ? CATASTA_WRONG : CATASTA_FAILED;
        return positions->status != CATASTA_FAILED;
    }
    if (positions->wanted != 0 && info.number != (uint32_t)positions->wanted)
        return true;
    if (info.errors > 0)
        positions->status = worse(positions->status, CATASTA_WRONG);
    positions->found = true;
    if ((positions->use->format != CATASTA_NO_FORMAT && !open_writer(positions)) ||
        !positions->use->write(positions, game, &found))
        positions->status = CATASTA_FAILED;
    else if (!found)
        positions->status = complain_no_ply(positions, game);
    return positions->status != CATASTA_FAILED && positions->wanted == 0;
}

static void visit_start_position(void *context, catasta_input *input, const char *file)
{
    struct position_command *positions = context;
    catasta_game *game = catasta_input_start_game(input);
    if (catasta_input_error(input) != 0)
        positions->status = CATASTA_FAILED;
    else if (game == NULL)
        positions->status = complain("%s has no games; give -r to show the start of a ruleset", file);
    else
        visit_position(positions, game, file);
}

static bool write_page(struct position_command *positions, const catasta_game *game, bool *found)
{
    *found = true;
    return catasta_writer_add(positions->writer, game);
}

static bool write_replay(struct position_command *positions, const catasta_game *game, bool *found)
{
    const struct replay_options *options = positions->options;
    const struct catasta_info info = info_of(game);
    bool skipped = info.unplayed && positions->wanted == 0; /* among others, it stops none of them */
    *found = !options->plies.given || options->plies.at.first <= (long)info.plies || !info.legal || skipped;
    if (!*found)
        return true;
    bool seen = options->plies.at.first <= (long)info.plies + 1 &&
        (options->plies.at.last < 0 || options->plies.at.last > (long)info.plies);
    if (options->plies.given && info.errors > 0 && !seen)
        mention("game %u has %u error%s elsewhere; 'catasta check' shows %s", info.number, info.errors,
            info.errors == 1 ? "" : "s", info.errors == 1 ? "it" : "them");
    if (!positions->use->many_pictures)
        return catasta_writer_add(positions->writer, game);
    bool fine = write_pictures(&positions->pictures, game, &options->plies.at, options->game != 0, found);
    *found |= skipped;
    return fine;
}

static long ply_asked_for(const struct replay_options *options)
{
    return options->plies.given ? options->plies.at.first : -1;
}

static bool write_position(struct position_command *positions, const catasta_game *game, bool *found)
{
    const struct replay_options *options = positions->options;
    const struct arguments *arguments = &options->arguments;
    long ply = ply_asked_for(options);
    enum catasta_format format = is_format(arguments, "position") ? CATASTA_POSITION
        : is_format(arguments, "json")                            ? CATASTA_JSON
                                                                  : CATASTA_TEXT;
    return is_format(arguments, "svg") ? write_picture(&positions->pictures, game, ply, found)
                                       : catasta_write_position(game, ply, format, &output_sink, found);
}

static bool write_moving(struct position_command *positions, const catasta_game *game, bool *found)
{
    return write_animation(&positions->pictures, game, &positions->options->plies.at, found);
}

static bool write_moves(struct position_command *positions, const catasta_game *game, bool *found)
{
    size_t count;
    bool fine = catasta_write_moves(game, ply_asked_for(positions->options), &output_sink, found, &count);
    if (fine && *found && count == 0)
        positions->status = CATASTA_WRONG;
    return fine;
}

static bool write_found(struct position_command *positions, const catasta_game *game, bool *found)
{
    struct record_position *taken = positions->taken;
    const struct catasta_info info = info_of(game);
    const struct catasta_sink sink = buffer_sink(&taken->text);
    buffer_add(&taken->ruleset, info.ruleset.bytes, info.ruleset.length);
    return catasta_write_position(game, ply_asked_for(positions->options), CATASTA_POSITION, &sink, found);
}

static const struct position_use page_of_games = {write_page, CATASTA_HTML, ALL_PLIES, false};
static const struct position_use text_of_games = {write_replay, CATASTA_REPLAY, GIVEN_PLIES, false};
static const struct position_use pictures_of_games = {write_replay, CATASTA_NO_FORMAT, GIVEN_PLIES, true};
static const struct position_use moving_picture = {write_moving, CATASTA_NO_FORMAT, GIVEN_PLIES, false};
static const struct position_use one_position = {write_position, CATASTA_NO_FORMAT, ONE_PLY, false};
static const struct position_use legal_moves = {write_moves, CATASTA_NO_FORMAT, ONE_PLY, false};
static const struct position_use found_position = {write_found, CATASTA_NO_FORMAT, ONE_PLY, false};

/* The plies that are written. */
static struct catasta_plies plies_wanted(const struct position_command *positions)
{
    const struct replay_options *options = positions->options;
    switch (positions->use->plies) {
    case ALL_PLIES:
        return page_plies;
    case ONE_PLY:
        return (struct catasta_plies){
            ply_asked_for(options), options->plies.given && options->plies.at.first >= 0 ? options->plies.at.first : 0};
    default:
        return options->plies.at;
    }
}

static int run_positions(struct position_command *positions)
{
    const struct replay_options *options = positions->options;
    const struct arguments *arguments = &options->arguments;
    const struct position_use *use = positions->use;
    const struct catasta_plies plies = plies_wanted(positions);
    if (arguments->reading.file_count > 1 && use->plies != ALL_PLIES)
        return complain("%s takes one file", arguments->command->name);
    if (options->plies.range && use->plies == ALL_PLIES)
        return complain("a page has all positions; --ply takes one number, the position it shows first");
    if (arguments->reading.file_count > 1 && options->game != 0)
        return complain("--game needs one file");
    if (options->plies.range && use->plies == ONE_PLY)
        return complain("%s shows one position: --ply takes one number", arguments->command->name);
    const struct visitor visitor = {.context = positions, .game = visit_position, .empty = visit_start_position};
    struct reading reading = arguments->reading;
    reading.options.boards |= is_format(arguments, "svg"); /* which show what is refused */
    catasta_session *session = positions->session = open_session(&reading, CATASTA_KEEP_POSITIONS, &plies);
    int status = session == NULL ? CATASTA_FAILED : open_pictures(&positions->pictures, arguments, &options->drawing);
    if (status == CATASTA_OK && !use->many_pictures)
        status = open_output_file(arguments);
    if (status == CATASTA_OK)
        status = visit_games(&arguments->reading, session, &visitor);
    if (positions->writer != NULL && !catasta_writer_close(positions->writer, CATASTA_OK))
        status = CATASTA_FAILED;
    status = close_session(session, status);
    close_pictures(&positions->pictures);
    if (status == CATASTA_OK && positions->status == CATASTA_OK && !positions->found)
        return complain("there is no game %ld", positions->wanted);
    return worse(status, positions->status);
}

/* Steps through games where there is a terminal to do so; false where text must do. */
static bool is_interactive(const struct replay_options *options)
{
    if (!options->interactive || options->arguments.reading.options.plain)
        return false;
    if (screen_is_there())
        return true;
    mention("-i needs a terminal with a movable cursor; here is the text instead");
    return false;
}

int position_of_record(const struct replay_options *options, struct record_position *found)
{
    struct position_command positions = {
        .options = options, .use = &found_position, .wanted = options->game == 0 ? 1 : options->game, .taken = found};
    int status = run_positions(&positions);
    size_t line = found->text.length == 0 ? 0 : found->text.length - 1; /* without the end of the line */
    if (line == 0 || status == CATASTA_FAILED)
        return worse(status, CATASTA_WRONG);
    buffer_replace(&found->text, line, line + 1, "", 0);
    return found->text.failed || found->ruleset.failed ? complain("out of memory") : CATASTA_OK;
}

/* Of one game, the first one unless --game names another. */
static int run_one(const struct replay_options *options, const struct position_use *use)
{
    struct position_command positions = {
        .options = options, .use = use, .wanted = options->game == 0 ? 1 : options->game};
    return run_positions(&positions);
}

static int run_replay(const void *given)
{
    const struct replay_options *options = given;
    const struct arguments *arguments = &options->arguments;
    if (options->interactive && (arguments->output != NULL || !is_format(arguments, "text")))
        return complain("-i shows games on the terminal, and cannot be used with -o or another format");
    const struct screen_options screen = {.reading = &arguments->reading,
        .game = options->game,
        .ply = options->plies.at.first,
        .at_ply = options->plies.given,
        .flip = options->drawing.flip,
        .colourless = refuses_colour(arguments)};
    if (is_interactive(options))
        return arguments->reading.file_count > 1 && options->game != 0 ? complain("--game needs one file")
                                                                       : run_screen(&screen);
    if (options->drawing.animate) /* of one game */
        return run_one(options, &moving_picture);
    struct position_command positions = {.options = options,
        .use = is_format(arguments, "html") ? &page_of_games
            : is_format(arguments, "svg")   ? &pictures_of_games
                                            : &text_of_games,
        .wanted = options->game};
    return run_positions(&positions);
}

static int run_show(const void *given)
{
    return run_one(given, &one_position);
}

static int run_moves(const void *given)
{
    return run_one(given, &legal_moves);
}

static const struct option_row replay_rows[] = {
    SHARED(record_options),
    SHARED(format_options),
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    SHARED_AT(game_options, AT(replay_options, game)),
    {"ply", "N", "the position after turn N, -1: the last; or A:B, those from A to B", PLIES, AT(replay_options, plies),
        .letter = 'p'},
    {"interactive", NULL, "step through games in the terminal; ? lists the keys", FLAG, AT(replay_options, interactive),
        .letter = 'i'},
    SHARED(output_options),
    SHARED_AT(picture_options, AT(replay_options, drawing)),
    {"animate", NULL, "with -f svg: one moving picture instead of one for each turn", FLAG,
        AT(replay_options, drawing.animate)},
    {"seconds", "N", "with --animate: the time of each position, 0.1 to 60", TEXT, AT(replay_options, drawing.seconds)},
    {"print", NULL, "pages: a booklet to print, with diagrams and one game on each page", FLAG,
        AT(replay_options, drawing.print)},
    {"diagrams", "N", "with --print: also a diagram after every N turns", NUMBER, AT(replay_options, drawing.diagrams)},
    {"rules-pages", "URL", "pages: link each fault to its page there, as 'explain -f html -o' writes them", TEXT,
        AT(replay_options, drawing.rules_pages)},
    SHARED(plain_options),
    {0},
};

const struct command replay_command = {"replay", "[FILE…]", "Show games board by board, or make a page of them",
    replay_rows, sizeof(struct replay_options), run_replay, .formats = "text|html|svg", .streams = true};

static const struct option_row show_rows[] = {
    SHARED(record_options),
    SHARED(format_options),
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED_AT(game_options, AT(replay_options, game)),
    SHARED_AT(ply_options, AT(replay_options, plies)),
    SHARED(output_options),
    SHARED_AT(picture_options, AT(replay_options, drawing)),
    SHARED(plain_options),
    {0},
};

const struct command show_command = {"show", "[FILE]", "Show one position", show_rows, sizeof(struct replay_options),
    run_show, .formats = "text|position|json|svg", .streams = true};

static const struct option_row moves_rows[] = {
    SHARED(record_options),
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED_AT(game_options, AT(replay_options, game)),
    SHARED_AT(ply_options, AT(replay_options, plies)),
    {0},
};

const struct command moves_command = {"moves", "[FILE]", "List the legal turns of a position", moves_rows,
    sizeof(struct replay_options), run_moves, .streams = true};
