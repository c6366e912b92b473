/* SPDX-License-Identifier: MIT */
/* score: results of games, matches and tournaments. */
#include "cli/cli.h"

#include <string.h>

struct score_run {
    catasta_session *session;
    catasta_writer *writer; /* of games */
    enum catasta_score form;
    catasta_matches *matches;
    catasta_standings *standings; /* NULL: none were asked for */
    struct replays replays;       /* beside a page */
    struct pictures pictures;     /* in these */
    bool page;
    bool verbose;
    bool any;
    bool lines; /* were written, before the table */
    int status;
};

static bool fail(struct score_run *run)
{
    run->status = CATASTA_FAILED;
    return false;
}

/* Complains, unless output failed: that is reported at the end. */
static bool run_out(struct score_run *run)
{
    if (!output_failed())
        complain("out of memory");
    return fail(run);
}

/* Whether GAME can be in one table with those before it. */
static bool add_game(struct score_run *run, const catasta_game *game, const char *file)
{
    const char *why = NULL;
    switch (catasta_standings_add(run->standings, game, &why)) {
    case CATASTA_LEFT_OUT:
        run->lines = true;
        return true;
    case CATASTA_ADDED:
        return true;
    case CATASTA_REFUSED:
        complain(
            "%s:%u: game %u does not fit these standings: %s", file, info_of(game).line, info_of(game).number, why);
        break;
    case CATASTA_ADDED_NO_MEMORY:
        complain("out of memory");
        break;
    }
    return false;
}

/* A game that could not be judged, because the run fails, has no page. */
static bool write_game(struct score_run *run, catasta_game *game)
{
    if (run->page)
        return catasta_session_failed(run->session) || write_replay_page(&run->replays, game) == CATASTA_OK ||
            fail(run);
    bool written = run->standings == NULL
        ? catasta_writer_add(run->writer, game)
        : catasta_standings_write_game(run->standings, game, run->form, run->verbose, &output_sink);
    return written || run_out(run);
}

/* In standings a warning may be about what counts: two results, a tag given twice.  Outside games it says that a record
   is left out. */
static bool is_printed(const struct score_run *run, const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    return info.errors > 0 || (info.warnings > 0 && (run->standings != NULL || info.number == 0));
}

static bool score_game(void *context, catasta_game *game, const char *file)
{
    struct score_run *run = context;
    bool counts = info_of(game).number > 0;
    bool added = false;
    if (counts && !catasta_matches_add(run->matches, game, &added))
        return run_out(run);
    if (info_of(game).errors > 0)
        run->status = CATASTA_WRONG;
    if ((added || is_printed(run, game)) && !catasta_write(game, "text", &error_sink))
        return run_out(run);
    if (!counts)
        return true;
    if (run->standings != NULL && !add_game(run, game, file))
        return fail(run);
    if (run->form == CATASTA_SCORE_JSON && run->any)
        print(",\n");
    run->any = true;
    return write_game(run, game);
}

/* None where a game was refused: rounds after it are missing. */
static bool write_matches(const struct score_run *run)
{
    bool table = run->form == CATASTA_SCORE_TSV;
    if (catasta_matches_count(run->matches) == 0 || run->page || run->status == CATASTA_FAILED)
        return true;
    if (run->form == CATASTA_SCORE_JSON)
        print(",\n\"matches\":");
    else if (table && run->standings == NULL)
        print("\n");
    bool written = catasta_write_matches(run->matches, run->form, &output_sink);
    if (table && run->standings != NULL)
        print("\n");
    return written;
}

/* None where a game was refused: they would be wrong. */
static bool write_standings(const struct score_run *run)
{
    if (run->standings == NULL || run->status == CATASTA_FAILED)
        return true;
    if (run->page)
        return catasta_write_table_page(
            run->standings, run->matches, run->replays.link, run->pictures.look.theme, &output_sink);
    bool lines = run->lines || (run->verbose && run->any) || catasta_matches_count(run->matches) > 0;
    if (run->form == CATASTA_SCORE_JSON)
        print(",\n");
    else if (run->form == CATASTA_SCORE_TEXT && lines)
        print("\n");
    return catasta_write_standings(run->standings, run->form, &output_sink) &&
        catasta_write_standings_notes(run->standings, &error_sink);
}

static int score_files(const struct arguments *arguments, catasta_session *session, struct score_run *run)
{
    const struct visitor visitor = {.context = run, .game = score_game};
    bool columns = run->form == CATASTA_SCORE_TSV;
    if (run->form == CATASTA_SCORE_JSON)
        print("{\"games\":[");
    else if (columns && run->standings == NULL)
        print("file\tgame\truleset\tplayers\tlegal\tresult\treason\tplies\tprovisional\twinners\tclaimed\n");
    else if (columns)
        print("file\tgame\tplayers\twhy\n");
    int status = visit_games(arguments, session, &visitor);
    if (columns && run->standings != NULL)
        print("\n");
    if (run->form == CATASTA_SCORE_JSON)
        print("]");
    if (close_replays(&run->replays, worse(status, run->status) != CATASTA_FAILED) != CATASTA_OK)
        fail(run);
    if (!write_matches(run) || !write_standings(run))
        run_out(run);
    if (run->form == CATASTA_SCORE_JSON)
        print("}\n");
    return worse(status, run->status);
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
        return complain("%s needs --standings", lonely);
    if (strcmp(arguments->format, "html") == 0)
        return complain("a page needs --standings");
    return CATASTA_OK;
}

static bool open_standings(const struct arguments *arguments, catasta_session *session, struct score_run *run)
{
    if (!arguments->standings)
        return true;
    struct catasta_contest contest = arguments->contest;
    contest.size = sizeof contest;
    contest.keep_games = run->page;
    run->standings = catasta_standings_new(session, &contest, &complaint_sink);
    return run->standings != NULL;
}

static int score_session(const struct arguments *arguments, catasta_session *session, struct score_run *run)
{
    const struct catasta_matching matching = {
        .size = sizeof matching, .by = arguments->by, .best_of = (unsigned)arguments->best_of};
    static const char *const forms[] = {"score", "score-tsv", "score-json"};
    const struct catasta_writing how = {.size = sizeof how, .verbose = run->verbose};
    run->session = session;
    run->writer = catasta_writer_new(forms[run->form], &how, &output_sink);
    if (run->writer == NULL)
        return complain("out of memory");
    if (!open_standings(arguments, session, run))
        return CATASTA_FAILED;
    run->matches = catasta_matches_new(&matching, &complaint_sink);
    if (run->matches == NULL)
        return CATASTA_FAILED;
    if (open_pictures(&run->pictures, arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    if (run->page && open_replays(&run->replays, arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    run->replays.look = &run->pictures.look;
    if (arguments->output != NULL && redirect_output(arguments, arguments->output) != CATASTA_OK)
        return CATASTA_FAILED;
    return score_files(arguments, session, run);
}

int run_score(const struct arguments *arguments)
{
    struct score_run run = {
        .verbose = arguments->verbose, .page = strcmp(arguments->format, "html") == 0, .form = score_form(arguments)};
    if (check_options(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    catasta_session *session =
        open_session(arguments, run.page ? CATASTA_KEEP_POSITIONS : CATASTA_KEEP_NOTHING, &page_plies);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = score_session(arguments, session, &run);
    if (run.writer != NULL && !catasta_writer_close(run.writer, CATASTA_OK))
        status = CATASTA_FAILED;
    catasta_standings_free(run.standings);
    catasta_matches_free(run.matches);
    close_pictures(&run.pictures);
    return close_session(session, status);
}
