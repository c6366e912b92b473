/* SPDX-License-Identifier: MIT */
/* score: results of games, matches and tournaments. */
#include "cli/cli.h"
#include "library/tools.h"

#include <stdlib.h>
#include <string.h>

struct score_options {
    struct arguments arguments;
    struct drawing drawing; /* of replay pages */
    bool verbose;
    const char *by; /* what ties games into matches; NULL: not given */
    long best_of;   /* rounds of a match, 0: not given */
    bool standings;
    const char *players; /* a list of them; NULL: not given */
    struct catasta_contest contest;
};

struct score_run {
    struct catasta_scores scores;
    catasta_writer *writer;   /* of games */
    struct replays replays;   /* beside a page */
    struct pictures pictures; /* in these */
    struct reading reading;   /* without files of results */
    bool page;
    int trf; /* the version of a tournament report file that is written; 0: none is */
    int status;
};

static bool fail_scoring(struct score_run *run)
{
    run->status = CATASTA_FAILED;
    return false;
}

/* Complains, unless output failed: that is reported at the end. */
static bool run_out(struct score_run *run)
{
    if (!run->scores.refused)
        complain_lost();
    return fail_scoring(run);
}

/* A game that is to have a page; a game that could not be judged, because the run fails, has none. */
static bool score_game(void *context, catasta_game *game, const char *file)
{
    struct score_run *run = context;
    (void)file;
    run->scores.game = game;
    bool added = catasta_writer_add(run->writer, game);
    run->scores.game = NULL; /* what the writer still writes when closed does not belong to it */
    if (!added)
        return run_out(run);
    return info_of(game).number == 0 || catasta_session_failed(run->scores.session) ||
        write_replay_page(&run->replays, game) == CATASTA_OK || fail_scoring(run);
}

static int score_games(struct score_run *run)
{
    const struct visitor visitor = {.context = run, .game = score_game};
    struct catasta_tally tally = {.size = sizeof tally};
    bool refused = false;
    int status = run->page ? visit_games(&run->reading, run->scores.session, &visitor)
                           : check_games(&run->reading, run->scores.session, run->writer, &tally, &refused);
    if (refused)
        run_out(run);
    run->status = worse(run->status, run->scores.wrong ? CATASTA_WRONG : CATASTA_OK);
    return status;
}

/* None where a game was refused: rounds after it are missing. */
static bool write_matches(const struct score_run *run)
{
    bool table = run->scores.format == CATASTA_TSV;
    if (catasta_matches_count(run->scores.matches) == 0 || run->page || run->trf > 0 || run->status == CATASTA_FAILED)
        return true;
    if (run->scores.format == CATASTA_JSON)
        print(",\n\"matches\":");
    else if (table && run->scores.standings == NULL)
        print("\n");
    bool written = catasta_write_matches(run->scores.matches, run->scores.format, &output_sink);
    if (table && run->scores.standings != NULL)
        print("\n");
    return written;
}

/* None where a game was refused: they would be wrong. */
static bool write_standings(struct score_run *run)
{
    if (run->scores.standings == NULL || run->status == CATASTA_FAILED)
        return true;
    if (run->trf > 0) {
        if (!catasta_write_trf(run->scores.standings, run->trf == 26, 0, 0, &output_sink, &complaint_sink))
            fail_scoring(run);
        return run->status == CATASTA_FAILED || catasta_write_standings_notes(run->scores.standings, &error_sink);
    }
    if (run->page)
        return catasta_write_table_page(
            run->scores.standings, run->scores.matches, run->replays.link, run->pictures.look.theme, &output_sink);
    bool lines =
        run->scores.lines || (run->scores.verbose && run->scores.any) || catasta_matches_count(run->scores.matches) > 0;
    if (run->scores.format == CATASTA_JSON)
        print(",\n");
    else if (run->scores.format == CATASTA_TEXT && lines)
        print("\n");
    return catasta_write_standings(run->scores.standings, run->scores.format, &output_sink) &&
        catasta_write_standings_notes(run->scores.standings, &error_sink);
}

static int score_files(const struct arguments *arguments, const char *players, struct score_run *run)
{
    bool columns = run->scores.format == CATASTA_TSV;
    run->writer = catasta_scores_writer(&run->scores);
    if (run->writer == NULL)
        return complain("out of memory");
    if (run->scores.format == CATASTA_JSON)
        print("{\"games\":[");
    bool results = false;
    int status = CATASTA_OK;
    run->reading = arguments->reading;
    run->status = read_results(&run->reading, players, run->scores.standings, &results);
    if (run->status == CATASTA_OK && (run->reading.file_count > 0 || !results))
        status = score_games(run);
    free((void *)run->reading.files);
    if (run->scores.standings != NULL && run->status != CATASTA_FAILED &&
        !catasta_standings_rank(run->scores.standings, &complaint_sink))
        fail_scoring(run);
    if (columns && run->scores.standings != NULL)
        print("\n");
    if (run->scores.format == CATASTA_JSON)
        print("]");
    if (close_replays(&run->replays, worse(status, run->status) != CATASTA_FAILED) != CATASTA_OK)
        fail_scoring(run);
    if (!write_matches(run) || !write_standings(run))
        run_out(run);
    if (run->scores.format == CATASTA_JSON)
        print("}\n");
    return worse(status, run->status);
}

/* Options that only mean something beside others. */
static int check_options(const struct score_options *options)
{
    const struct catasta_contest *contest = &options->contest;
    const char *lonely = contest->tiebreaks != NULL ? "--tiebreaks"
        : contest->places != NULL                   ? "--places"
        : contest->mixed                            ? "--mixed"
        : contest->round_robin                      ? "--round-robin"
        : contest->matches                          ? "--matches"
        : options->players != NULL                  ? "--players"
                                                    : NULL;
    if (options->standings)
        return CATASTA_OK;
    if (lonely != NULL)
        return complain("%s needs --standings", lonely);
    if (is_format(&options->arguments, "html"))
        return complain("a page needs --standings");
    if (is_format(&options->arguments, "trf") || is_format(&options->arguments, "trf16"))
        return complain("a tournament report file needs --standings");
    return CATASTA_OK;
}

static int score_session(const struct score_options *options, struct score_run *run)
{
    const struct arguments *arguments = &options->arguments;
    const struct catasta_matching matching = {
        .size = sizeof matching, .by = options->by, .best_of = (unsigned)options->best_of};
    struct catasta_contest contest = options->contest;
    contest.size = sizeof contest;
    contest.keep_games = run->page;
    contest.keep_rounds = run->trf > 0;
    if (open_scores(&run->scores, options->standings ? &contest : NULL, &matching) != CATASTA_OK)
        return CATASTA_FAILED;
    if (open_pictures(&run->pictures, arguments, &options->drawing) != CATASTA_OK)
        return CATASTA_FAILED;
    if (run->page && open_replays(&run->replays, arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    run->replays.look = &run->pictures.look;
    if (open_output_file(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    return score_files(arguments, options->players, run);
}

static int run_score(const void *given)
{
    const struct score_options *options = given;
    const struct arguments *arguments = &options->arguments;
    struct score_run run = {.page = is_format(arguments, "html"),
        .trf = is_format(arguments, "trf")  ? 26
            : is_format(arguments, "trf16") ? 16
                                            : 0,
        .scores = {.size = sizeof run.scores,
            .verbose = options->verbose,
            .format = score_format(arguments),
            .diagnostics = &error_sink,
            .errors = &complaint_sink}};
    if (check_options(options) != CATASTA_OK)
        return CATASTA_FAILED;
    run.scores.session =
        open_session(&arguments->reading, run.page ? CATASTA_KEEP_POSITIONS : CATASTA_KEEP_NOTHING, &page_plies);
    if (run.scores.session == NULL)
        return CATASTA_FAILED;
    run.scores.output = run.page ? NULL : run.trf > 0 ? &error_sink : &output_sink;
    int status = score_session(options, &run);
    if (run.writer != NULL && !catasta_writer_close(run.writer, CATASTA_OK))
        status = CATASTA_FAILED;
    close_pictures(&run.pictures);
    return close_scores(&run.scores, status);
}

static const struct option_row score_rows[] = {
    SHARED(result_options),
    SHARED(format_options),
    SHARED(jobs_options),
    SHARED(severity_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    SHARED(output_options),
    SHARED_AT(look_options, AT(score_options, drawing)),
    {"verbose", NULL, "also show how each score was reached", FLAG, AT(score_options, verbose), .letter = 'v'},
    SHARED(adjudicate_options),
    {"by", "LIST", "what makes a match: match, players, event (comma-separated)", TEXT, AT(score_options, by)},
    {"best-of", "N", "rounds of a match if the ruleset does not say", NUMBER, AT(score_options, best_of)},
    SHARED(count_illegal_options),
    {"standings", NULL, "show the table of the tournament", FLAG, AT(score_options, standings)},
    {"tiebreaks", "LIST", "standings: tie-breaks, comma-separated", TEXT, AT(score_options, contest.tiebreaks)},
    {"places", "LIST", "standings: points for places in games of more than two, such as 3,1,0; or score", TEXT,
        AT(score_options, contest.places)},
    {"players", "FILE", "standings: a list of players, a name on each line, the best seed first", TEXT,
        AT(score_options, players)},
    {"mixed", NULL, "standings: count different games together", FLAG, AT(score_options, contest.mixed)},
    {"round-robin", NULL, "standings: everybody meets everybody, so forfeits count in tie-breaks", FLAG,
        AT(score_options, contest.round_robin)},
    {"matches", NULL, "standings: points are those of matches, the games of two players in a round", FLAG,
        AT(score_options, contest.matches)},
    {0},
};

const struct command score_command = {"score", "[FILE…]", "Score games, matches and tournaments", score_rows,
    sizeof(struct score_options), run_score, .formats = "text|tsv|json|html|trf|trf16"};
