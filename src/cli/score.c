#include "cli/cli.h"

#include <string.h>

struct scoring {
    enum catasta_score form;
    catasta_matches *matches;
    bool verbose;
    bool any;
    int status;
};

static bool fail(struct scoring *scoring)
{
    scoring->status = CATASTA_FAILED;
    return false;
}

static bool score_game(void *context, const catasta_game *game, const char *file)
{
    struct scoring *scoring = context;
    (void)file;
    if (catasta_game_errors(game) > 0) {
        scoring->status = CATASTA_WRONG;
        if (!catasta_write_diagnostics(game, &trouble_sink))
            return fail(scoring);
    }
    if (catasta_game_number(game) == 0)
        return true;
    if (scoring->form == CATASTA_SCORE_JSON && scoring->any)
        fputs(",\n", stdout);
    scoring->any = true;
    bool written = catasta_write_score(game, scoring->form, scoring->verbose, &output_sink);
    return (written && catasta_matches_add(scoring->matches, game)) || fail(scoring);
}

static bool write_matches(const struct scoring *scoring)
{
    if (catasta_matches_count(scoring->matches) == 0)
        return true;
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs(",\n\"matches\":", stdout);
    else if (scoring->form == CATASTA_SCORE_TSV)
        fputs("\n", stdout);
    return catasta_write_matches(scoring->matches, scoring->form, &output_sink);
}

static int score_files(const struct arguments *arguments, catasta_session *session, struct scoring *scoring)
{
    const struct visitor visitor = {.context = scoring, .game = score_game};
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("{\"games\":[", stdout);
    else if (scoring->form == CATASTA_SCORE_TSV)
        fputs("file\tgame\truleset\tplayers\tlegal\tresult\treason\tplies\tprovisional\n", stdout);
    int status = visit_games(arguments, session, &visitor);
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("]", stdout);
    if (!write_matches(scoring))
        status = CATASTA_FAILED;
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("}\n", stdout);
    return worse(status, scoring->status);
}

int run_score(const struct arguments *arguments)
{
    struct scoring scoring = {.verbose = arguments->verbose,
        .form = strcmp(arguments->format, "tsv") == 0 ? CATASTA_SCORE_TSV
            : strcmp(arguments->format, "json") == 0  ? CATASTA_SCORE_JSON
                                                      : CATASTA_SCORE_TEXT};
    catasta_session *session = open_session(arguments);
    if (session == NULL)
        return CATASTA_FAILED;
    scoring.matches = catasta_matches_new();
    int status = scoring.matches == NULL ? complain("out of memory") : score_files(arguments, session, &scoring);
    catasta_matches_free(scoring.matches);
    catasta_session_free(session);
    return status;
}
