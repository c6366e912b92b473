/* SPDX-License-Identifier: MIT */
/* replay, show and moves: commands about the positions of games in one file. */
#include "library/tools.h"
#include "viewer/screen.h"

#include <string.h>

struct position_command {
    const struct arguments *arguments;
    long wanted; /* the game, 0: all of them */
    bool found;
    catasta_session *session;
    enum catasta_format form; /* CATASTA_FORMATS: not one that a writer has */
    catasta_writer *writer;   /* NULL until there is a game to write */
    int status;
    bool (*write)(struct position_command *positions, const catasta_game *game, bool *found);
    struct pictures pictures;
};

/* The writer for all games, from the first on. */
static bool open_writer(struct position_command *positions)
{
    const struct arguments *arguments = positions->arguments;
    const struct catasta_file file = input_file(arguments, 0);
    const struct catasta_writing how = {.size = sizeof how,
        .title = file.fd >= 0 ? NULL : name_of(file.name),
        .picture = &positions->pictures.look,
        .ply = arguments->has_ply ? arguments->first : 0,
        .print = arguments->print || arguments->diagrams != 0,
        .diagrams = (unsigned)arguments->diagrams};
    if (positions->writer == NULL)
        positions->writer = catasta_writer_new(positions->form, &how, &output_sink);
    return positions->writer != NULL;
}

static int no_ply(const struct position_command *positions, const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    if (!info.readable)
        return catasta_write(game, CATASTA_TEXT, &error_sink) ? CATASTA_WRONG : CATASTA_FAILED;
    if (info.unplayed)
        return complain("game %u was not played: it has no positions", info.number);
    return complain("game %u has no ply %ld; it has %u plies", info.number, positions->arguments->first, info.plies);
}

static bool see_game(void *context, catasta_game *game, const char *file)
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
    if ((positions->form != CATASTA_FORMATS && !open_writer(positions)) || !positions->write(positions, game, &found))
        positions->status = CATASTA_FAILED;
    else if (!found)
        positions->status = no_ply(positions, game);
    return positions->status != CATASTA_FAILED && positions->wanted == 0;
}

static void see_empty(void *context, catasta_input *input, const char *file)
{
    struct position_command *positions = context;
    catasta_game *game = catasta_input_start_game(input);
    if (catasta_input_error(input) != 0)
        positions->status = CATASTA_FAILED;
    else if (game == NULL)
        positions->status = complain("%s has no games; give -r to show the start of a ruleset", file);
    else
        see_game(positions, game, file);
}

static bool write_page(struct position_command *positions, const catasta_game *game, bool *found)
{
    *found = true;
    return catasta_writer_add(positions->writer, game);
}

static bool write_replay(struct position_command *positions, const catasta_game *game, bool *found)
{
    const struct arguments *arguments = positions->arguments;
    const struct catasta_info info = info_of(game);
    bool skipped = info.unplayed && positions->wanted == 0; /* among others, it stops none of them */
    *found = !arguments->has_ply || arguments->first <= (long)info.plies || !info.legal || skipped;
    if (!*found)
        return true;
    bool seen = arguments->first <= (long)info.plies + 1 && (arguments->last < 0 || arguments->last > (long)info.plies);
    if (arguments->has_ply && info.errors > 0 && !seen)
        mention("game %u has %u error%s elsewhere; 'catasta check' shows %s", info.number, info.errors,
            info.errors == 1 ? "" : "s", info.errors == 1 ? "it" : "them");
    if (!is_format(arguments, "svg"))
        return catasta_writer_add(positions->writer, game);
    bool fine = write_pictures(&positions->pictures, game, arguments->has_ply && arguments->first < 0, found);
    *found |= skipped;
    return fine;
}

static long ply_of(const struct arguments *arguments)
{
    return arguments->has_ply ? arguments->first : -1;
}

static bool write_position(struct position_command *positions, const catasta_game *game, bool *found)
{
    const struct arguments *arguments = positions->arguments;
    long ply = ply_of(arguments);
    enum catasta_format form = is_format(arguments, "position") ? CATASTA_POSITION
        : is_format(arguments, "json")                          ? CATASTA_JSON
                                                                : CATASTA_TEXT;
    return arguments->animate         ? write_animation(&positions->pictures, game, found)
        : is_format(arguments, "svg") ? write_picture(&positions->pictures, game, ply, found)
                                      : catasta_write_position(game, ply, form, &output_sink, found);
}

static bool write_moves(struct position_command *positions, const catasta_game *game, bool *found)
{
    size_t count;
    bool fine = catasta_write_moves(game, ply_of(positions->arguments), &output_sink, found, &count);
    if (fine && *found && count == 0)
        positions->status = CATASTA_WRONG;
    return fine;
}

/* The plies that are written. */
static struct catasta_plies plies_wanted(const struct position_command *positions)
{
    const struct arguments *arguments = positions->arguments;
    bool one = (positions->write == write_position && !arguments->animate) || positions->write == write_moves;
    if (positions->write == write_page)
        return page_plies;
    if (one)
        return (struct catasta_plies){
            ply_of(arguments), arguments->has_ply && arguments->first >= 0 ? arguments->first : 0};
    return (struct catasta_plies){arguments->first, arguments->last};
}

static int run_positions(struct position_command *positions)
{
    const struct arguments *arguments = positions->arguments;
    const struct catasta_plies plies = plies_wanted(positions);
    if (arguments->file_count > 1 && positions->write != write_page)
        return complain("%s takes one file", arguments->command->name);
    if (arguments->has_range && positions->write == write_page)
        return complain("a page has all positions; --ply takes one number, the position it shows first");
    if (arguments->file_count > 1 && arguments->game != 0)
        return complain("--game needs one file");
    if (positions->write != write_replay && arguments->has_range && !arguments->animate)
        return complain("%s shows one position: --ply takes one number", arguments->command->name);
    const struct visitor visitor = {.context = positions, .game = see_game, .empty = see_empty};
    catasta_session *session = positions->session = open_session(arguments, CATASTA_KEEP_POSITIONS, &plies);
    int status = session == NULL ? CATASTA_FAILED : open_pictures(&positions->pictures, arguments);
    bool to_folder = positions->write == write_replay && is_format(arguments, "svg");
    if (status == CATASTA_OK && !to_folder)
        status = redirect_output(arguments);
    if (status == CATASTA_OK)
        status = visit_games(arguments, session, &visitor);
    if (positions->writer != NULL && !catasta_writer_close(positions->writer, CATASTA_OK))
        status = CATASTA_FAILED;
    status = close_session(session, status);
    close_pictures(&positions->pictures);
    if (status == CATASTA_OK && positions->status == CATASTA_OK && !positions->found)
        return complain("there is no game %ld", positions->wanted);
    return worse(status, positions->status);
}

/* Steps through games where there is a terminal to do so; false where text must do. */
static bool is_interactive(const struct arguments *arguments)
{
    if (!arguments->interactive || arguments->options.plain)
        return false;
    if (screen_is_there())
        return true;
    mention("-i needs a terminal with a movable cursor; here is the text instead");
    return false;
}

int run_replay(const struct arguments *arguments)
{
    if (arguments->interactive && (arguments->output != NULL || !is_format(arguments, "text")))
        return complain("-i shows games on the terminal, and cannot be used with -o or another format");
    if (is_interactive(arguments))
        return arguments->file_count > 1 && arguments->game != 0 ? complain("--game needs one file")
                                                                 : run_screen(arguments);
    bool page = is_format(arguments, "html");
    if (arguments->animate) /* of one game */
        return run_show(arguments);
    struct position_command positions = {.arguments = arguments, .wanted = arguments->game};
    positions.write = page ? write_page : write_replay;
    positions.form = page ? CATASTA_HTML : is_format(arguments, "svg") ? CATASTA_FORMATS : CATASTA_REPLAY;
    return run_positions(&positions);
}

/* Of one game, the first one unless --game names another. */
static int run_one(
    const struct arguments *arguments, bool (*write)(struct position_command *, const catasta_game *, bool *))
{
    struct position_command positions = {.arguments = arguments,
        .wanted = arguments->game == 0 ? 1 : arguments->game,
        .form = CATASTA_FORMATS,
        .write = write};
    return run_positions(&positions);
}

int run_show(const struct arguments *arguments)
{
    return run_one(arguments, write_position);
}

int run_moves(const struct arguments *arguments)
{
    return run_one(arguments, write_moves);
}

int run_play(const struct arguments *arguments)
{
    bool lines = arguments->protocol || arguments->options.plain;
    return !lines && screen_is_there() ? run_play_screen(arguments) : run_dialogue(arguments);
}
