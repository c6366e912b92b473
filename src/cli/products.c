/* SPDX-License-Identifier: MIT */
/* Commands whose work another room does. */
#include "cli/cli.h"
#include "index/explore.h"
#include "lsp/serving.h"
#include "viewer/screen.h"

int run_index(const struct arguments *arguments)
{
    return make_index(&arguments->reading, arguments->output);
}

int run_explore(const struct arguments *arguments)
{
    struct pictures pictures;
    int status = open_pictures(&pictures, arguments);
    const struct explore_options options = {.reading = &arguments->reading,
        .position = arguments->position,
        .format = arguments->format,
        .theme = pictures.look.theme,
        .most = arguments->selecting.first};
    close_pictures(&pictures);
    if (status == CATASTA_OK)
        status = open_output_file(arguments);
    return status == CATASTA_OK ? explore_index(&options) : status;
}

int run_lsp(const struct arguments *arguments)
{
    return serve_editor(&arguments->reading, format_text);
}

int run_play(const struct arguments *arguments)
{
    const struct draft_options draft = {.reading = &arguments->reading,
        .game = arguments->game,
        .output = arguments->output,
        .in_place = arguments->in_place};
    const struct screen_options screen = {.reading = &arguments->reading, .colourless = refuses_colour(arguments)};
    bool lines = arguments->protocol || arguments->reading.options.plain;
    return !lines && screen_is_there() ? run_play_screen(&screen, &draft) : run_dialogue(&draft, arguments->protocol);
}
