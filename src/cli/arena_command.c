/* SPDX-License-Identifier: MIT */
/* arena: engines play engines. */
#include "cli/cli.h"
#include "convert/form_table.h"
#include "engine/engine.h"

struct arena_command_options {
    struct arguments arguments;
    struct texts engines;
    struct arena_options arena;
};

static int run_arena_command(const void *given)
{
    const struct arena_command_options *options = given;
    const struct arguments *arguments = &options->arguments;
    struct arena_options arena = options->arena;
    arena.reading = &arguments->reading;
    arena.engines = options->engines.at;
    arena.engine_count = options->engines.count;
    arena.output = arguments->output;
    arena.jsonl = is_format(arguments, "jsonl");
    if (arguments->reading.file_count > 0)
        return complain("arena takes no file; --openings names one");
    if (arguments->reading.options.ruleset == NULL)
        return complain("arena needs a ruleset: give one with -r");
    if (arena.engine_count < 2)
        return complain("arena needs at least two engines: --engine cmd=COMMAND for each");
    if (arena.append && arena.output == NULL)
        return complain("--append is for the file of -o");
    return run_arena(&arena);
}

static const struct option_row arena_rows[] = {
    SHARED(ruleset_options),
    {"engine", "ENGINE", "cmd=COMMAND, and other settings after commas, such as tc=10+0.1", TEXTS,
        AT(arena_command_options, engines)},
    {"each", "WORDS", "settings for all engines", TEXT, AT(arena_command_options, arena.each)},
    {"rounds", "N", "how often they meet, each time in every seat; 1 by default", COUNT,
        AT(arena_command_options, arena.rounds), .none = 1},
    {"gauntlet", NULL, "the first engine meets all others, which do not meet each other", FLAG,
        AT(arena_command_options, arena.gauntlet)},
    {"players", "N", "the number of players in a game", COUNT, AT(arena_command_options, arena.players)},
    {"openings", "FILE", "begin with the games of FILE", TEXT, AT(arena_command_options, arena.openings)},
    {"from", "FORM", "read openings in that form, whatever they look like", TEXT,
        AT(arena_command_options, arguments.reading.options.from), .words = READ_FORMS},
    {"random-plies", "N", "begin with N turns chosen at random", NUMBER, AT(arena_command_options, arena.random_plies)},
    {"max-plies", "N", "end games after N turns", NUMBER, AT(arena_command_options, arena.max_plies)},
    {"adjudicate", "SCORE:PLIES", "end a game when its engines have agreed on this score for so long", TEXT,
        AT(arena_command_options, arena.adjudicate)},
    {"seed", "N", "choose the same openings every time", NUMBER, AT(arena_command_options, arena.seed), .none = -1},
    {"seconds", "N", "the time for an answer without a limit, 60 by default", COUNT,
        AT(arena_command_options, arena.seconds), .none = 60},
    {"jobs", "N", "play N games at a time", COUNT, AT(arena_command_options, arguments.reading.jobs), .letter = 'j',
        .none = 1},
    SHARED(output_options),
    {"append", NULL, "add to the file of -o", FLAG, AT(arena_command_options, arena.append)},
    {"log", "FILE", "write all that is sent to the engines, and what they answer", TEXT,
        AT(arena_command_options, arena.log)},
    SHARED(format_options),
    {0},
};

const struct command arena_command = {"arena", "", "Let engines play each other, and referee their games", arena_rows,
    sizeof(struct arena_command_options), run_arena_command, .formats = "text|jsonl"};
