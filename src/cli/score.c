/* score: what games, matches and tournaments came to. */
#include "cli/cli.h"

#include <string.h>

struct scoring {
    catasta_session *session;
    catasta_writer *writer; /* of games */
    enum catasta_score form;
    catasta_matches *matches;
    catasta_standings *standings; /* NULL: none were asked for */
    struct replays replays;       /* beside a page */
    bool page;
    bool verbose;
    bool any;
    bool lines; /* were written, before the table */
    int status;
};

static bool fail(struct scoring *scoring)
{
    scoring->status = CATASTA_FAILED;
    return false;
}

/* Where nothing was said yet: output that could not be written is told at the end. */
static bool run_out(struct scoring *scoring)
{
    if (ferror(stdout) == 0)
        complain("out of memory");
    return fail(scoring);
}

/* Whether GAME can stand in one table with those before it. */
static bool add_game(struct scoring *scoring, const catasta_game *game, const char *file)
{
    const char *why = NULL;
    switch (catasta_standings_add(scoring->standings, game, &why)) {
    case CATASTA_LEFT_OUT:
        scoring->lines = true;
        return true;
    case CATASTA_ADDED:
        return true;
    case CATASTA_REFUSED:
        complain(
            "%s:%u: game %u cannot be in these standings: %s", file, info_of(game).line, info_of(game).number, why);
        break;
    case CATASTA_ADDED_NO_MEMORY:
        complain("out of memory");
        break;
    }
    return false;
}

static bool write_game(struct scoring *scoring, const catasta_game *game)
{
    if (scoring->page)
        return write_replay_page(&scoring->replays, game) == CATASTA_OK || fail(scoring);
    bool written = scoring->standings == NULL
        ? catasta_writer_add(scoring->writer, game)
        : catasta_standings_write_game(scoring->standings, game, scoring->form, scoring->verbose, &output_sink);
    return written || run_out(scoring);
}

/* In standings a warning may be about what counts: two results, a tag given twice. */
static bool is_told(const struct scoring *scoring, const catasta_game *game)
{
    return info_of(game).errors > 0 || (scoring->standings != NULL && info_of(game).warnings > 0);
}

static bool score_game(void *context, catasta_game *game, const char *file)
{
    struct scoring *scoring = context;
    bool counts = info_of(game).number > 0;
    bool told = false;
    if (counts && !catasta_matches_add(scoring->matches, game, &told))
        return run_out(scoring);
    if (info_of(game).errors > 0)
        scoring->status = CATASTA_WRONG;
    if ((told || is_told(scoring, game)) && !catasta_write(game, "text", &error_sink))
        return run_out(scoring);
    if (!counts)
        return true;
    if (scoring->standings != NULL && !add_game(scoring, game, file))
        return fail(scoring);
    if (scoring->form == CATASTA_SCORE_JSON && scoring->any)
        fputs(",\n", stdout);
    scoring->any = true;
    return write_game(scoring, game);
}

/* None where a game was refused: rounds behind it are missing. */
static bool write_matches(const struct scoring *scoring)
{
    bool table = scoring->form == CATASTA_SCORE_TSV;
    if (catasta_matches_count(scoring->matches) == 0 || scoring->page || scoring->status == CATASTA_FAILED)
        return true;
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs(",\n\"matches\":", stdout);
    else if (table && scoring->standings == NULL)
        fputs("\n", stdout);
    bool written = catasta_write_matches(scoring->matches, scoring->form, &output_sink);
    if (table && scoring->standings != NULL)
        fputs("\n", stdout);
    return written;
}

/* None where a game was refused: they would be wrong. */
static bool write_standings(const struct scoring *scoring)
{
    if (scoring->standings == NULL || scoring->status == CATASTA_FAILED)
        return true;
    if (scoring->page)
        return catasta_write_table_page(scoring->standings, scoring->matches, scoring->replays.link, &output_sink);
    bool lines = scoring->lines || (scoring->verbose && scoring->any) || catasta_matches_count(scoring->matches) > 0;
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs(",\n", stdout);
    else if (scoring->form == CATASTA_SCORE_TEXT && lines)
        fputs("\n", stdout);
    return catasta_write_standings(scoring->standings, scoring->form, &output_sink) &&
        catasta_write_standings_notes(scoring->standings, &error_sink);
}

static int score_files(const struct arguments *arguments, catasta_session *session, struct scoring *scoring)
{
    const struct visitor visitor = {.context = scoring, .game = score_game};
    bool columns = scoring->form == CATASTA_SCORE_TSV;
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("{\"games\":[", stdout);
    else if (columns && scoring->standings == NULL)
        fputs("file\tgame\truleset\tplayers\tlegal\tresult\treason\tplies\tprovisional\twinners\tclaimed\n", stdout);
    else if (columns)
        fputs("file\tgame\tplayers\twhy\n", stdout);
    int status = visit_games(arguments, session, &visitor);
    if (columns && scoring->standings != NULL)
        fputs("\n", stdout);
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("]", stdout);
    if (!write_matches(scoring) || !write_standings(scoring))
        run_out(scoring);
    if (scoring->form == CATASTA_SCORE_JSON)
        fputs("}\n", stdout);
    return worse(status, scoring->status);
}

/* Options that only mean something beside others. */
static int check_options(const struct arguments *arguments)
{
    const struct catasta_contest *contest = &arguments->contest;
    const char *lonely = contest->tiebreaks != NULL ? "--tiebreak"
        : contest->places != NULL                   ? "--places"
        : contest->mixed                            ? "--mixed"
        : contest->round_robin                      ? "--round-robin"
                                                    : NULL;
    if (arguments->standings)
        return CATASTA_OK;
    if (lonely != NULL)
        return complain("%s is about standings: ask for them with --standings", lonely);
    if (strcmp(arguments->format, "html") == 0)
        return complain("a page shows standings: ask for them with --standings");
    return CATASTA_OK;
}

static bool open_standings(const struct arguments *arguments, catasta_session *session, struct scoring *scoring)
{
    if (!arguments->standings)
        return true;
    struct catasta_contest contest = arguments->contest;
    contest.size = sizeof contest;
    contest.keep_games = scoring->page;
    scoring->standings = catasta_standings_new(session, &contest, &trouble_sink);
    return scoring->standings != NULL;
}

static int score_session(const struct arguments *arguments, catasta_session *session, struct scoring *scoring)
{
    const struct catasta_matching matching = {
        .size = sizeof matching, .by = arguments->by, .best_of = (unsigned)arguments->best_of};
    static const char *const forms[] = {"score", "score-tsv", "score-json"};
    const struct catasta_writing how = {.size = sizeof how, .verbose = scoring->verbose};
    scoring->session = session;
    scoring->writer = catasta_writer_new(forms[scoring->form], &how, &output_sink);
    if (scoring->writer == NULL)
        return complain("out of memory");
    if (!open_standings(arguments, session, scoring))
        return CATASTA_FAILED;
    scoring->matches = catasta_matches_new(&matching, &trouble_sink);
    if (scoring->matches == NULL)
        return CATASTA_FAILED;
    if (scoring->page && open_replays(&scoring->replays, arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    if (arguments->output != NULL && redirect_output(arguments, arguments->output) != CATASTA_OK)
        return CATASTA_FAILED;
    return score_files(arguments, session, scoring);
}

int run_score(const struct arguments *arguments)
{
    struct scoring scoring = {.verbose = arguments->verbose,
        .page = strcmp(arguments->format, "html") == 0,
        .form = strcmp(arguments->format, "tsv") == 0 ? CATASTA_SCORE_TSV
            : strcmp(arguments->format, "json") == 0  ? CATASTA_SCORE_JSON
                                                      : CATASTA_SCORE_TEXT};
    if (check_options(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    catasta_session *session =
        open_session(arguments, scoring.page ? CATASTA_KEEP_POSITIONS : CATASTA_KEEP_NOTHING, &page_plies);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = score_session(arguments, session, &scoring);
    catasta_writer_close(scoring.writer, CATASTA_OK);
    catasta_standings_free(scoring.standings);
    catasta_matches_free(scoring.matches);
    return close_session(session, status);
}
