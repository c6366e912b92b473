#include "cli/cli.h"

#include <string.h>

struct scoring {
    enum catasta_score form;
    bool verbose;
    bool any;
    int status;
};

static bool score_game(void *context, const catasta_game *game, const char *file)
{
    struct scoring *scoring = context;
    (void)file;
    if (catasta_game_errors(game) > 0) {
        scoring->status = CATASTA_WRONG;
        if (!catasta_write_diagnostics(game, &trouble_sink))
            return false;
    }
    if (catasta_game_number(game) == 0)
        return true;
    if (scoring->form == CATASTA_SCORE_JSON && scoring->any)
        fputs(",\n", stdout);
    scoring->any = true;
    if (catasta_write_score(game, scoring->form, scoring->verbose, &output_sink))
        return true;
    scoring->status = CATASTA_FAILED;
    return false;
}

int run_score(const struct arguments *arguments)
{
    struct scoring scoring = {.verbose = arguments->verbose,
        .form = strcmp(arguments->format, "tsv") == 0 ? CATASTA_SCORE_TSV
            : strcmp(arguments->format, "json") == 0  ? CATASTA_SCORE_JSON
                                                      : CATASTA_SCORE_TEXT};
    const struct visitor visitor = {.context = &scoring, .game = score_game};
    catasta_session *session = open_session(arguments);
    if (session == NULL)
        return CATASTA_FAILED;
    if (scoring.form == CATASTA_SCORE_JSON)
        fputs("{\"games\":[", stdout);
    else if (scoring.form == CATASTA_SCORE_TSV)
        fputs("file\tgame\truleset\tplayers\tlegal\tresult\treason\tplies\n", stdout);
    int status = visit_games(arguments, session, &visitor);
    if (scoring.form == CATASTA_SCORE_JSON)
        fputs("]}\n", stdout);
    catasta_session_free(session);
    return worse(status, scoring.status);
}
