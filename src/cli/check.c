#include "cli/cli.h"

#include <string.h>

struct check {
    const struct arguments *arguments;
    bool text;
    bool json;
    int status;
    unsigned long games;
    unsigned long illegal;
    unsigned long plies;
    unsigned long errors;
    unsigned long warnings;
    bool stopped;
};

static bool check_game(void *context, const catasta_game *game, const char *file)
{
    struct check *check = context;
    bool written = true;
    (void)file;
    check->games += catasta_game_number(game) != 0;
    check->illegal += !catasta_game_legal(game);
    check->plies += catasta_game_plies(game);
    check->errors += catasta_game_errors(game);
    check->warnings += catasta_game_warnings(game);
    if (catasta_game_errors(game) > 0)
        check->status = CATASTA_WRONG;
    if (check->json)
        written = catasta_write_json(game, &output_sink);
    else if (check->text)
        written = catasta_write_diagnostics(game, &output_sink);
    long most = check->arguments->max_errors;
    check->stopped = most > 0 && check->errors >= (unsigned long)most;
    if (!written)
        check->status = CATASTA_FAILED;
    return written && !check->stopped;
}

static void print_count(unsigned long count, const char *noun, const char *plural)
{
    printf("%lu %s", count, count == 1 ? noun : plural);
}

static void print_summary(const struct check *check)
{
    print_count(check->games, "game", "games");
    printf(", ");
    print_count(check->plies, "ply", "plies");
    if (check->illegal == 0 && check->errors == 0)
        printf(": legal");
    else
        printf(": %lu illegal, ", check->illegal);
    if (check->errors > 0)
        print_count(check->errors, "error", "errors");
    if (check->warnings > 0) {
        printf(", ");
        print_count(check->warnings, "warning", "warnings");
    }
    printf(check->stopped ? "; stopped there\n" : "\n");
}

int run_check(const struct arguments *arguments)
{
    struct check check = {.arguments = arguments,
        .text = strcmp(arguments->format, "text") == 0,
        .json = strcmp(arguments->format, "jsonl") == 0};
    const struct visitor visitor = {.context = &check, .game = check_game};
    catasta_session *session = open_session(arguments);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = visit_games(arguments, session, &visitor);
    catasta_session_free(session);
    if (check.text && check.status != CATASTA_FAILED)
        print_summary(&check);
    return worse(status, check.status);
}
