/* SPDX-License-Identifier: MIT */
/* pair: who meets whom in the next round. */
#include "cli/cli.h"
#include "engine/engine.h"
#include "library/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MOST = 999 };

struct pair_options {
    struct arguments arguments;
    struct drawing drawing; /* its theme */
    const char *engine;     /* a command; NULL: none */
    long seconds;           /* that it may take */
    const char *players;    /* a list of them; NULL: none */
    long round;             /* 0: the next one */
    long rounds;            /* 0: not given */
    struct catasta_contest contest;
};

struct pair_run {
    const struct pair_options *options;
    struct reading reading; /* without files of results */
    struct catasta_scores scores;
    catasta_pairings *pairings;
    const char *ruleset;      /* of the records that are written */
    struct pictures pictures; /* their theme, of a page */
};

static int check_pair_options(const struct pair_options *options)
{
    if ((options->engine != NULL) == options->contest.round_robin)
        return complain(
            "pair needs either --round-robin or, for a Swiss tournament, --engine=COMMAND, a pairing program");
    if (options->engine == NULL && options->rounds > 0)
        return complain("--rounds is for a pairing program: it needs --engine");
    if (options->round > ROUNDS_MOST || options->rounds > ROUNDS_MOST)
        return complain("there are at most %d rounds", ROUNDS_MOST);
    return CATASTA_OK;
}

/* Reads all files into the standings; a status after complaining. */
static int read_rounds(struct pair_run *run)
{
    struct catasta_tally tally = {.size = sizeof tally};
    bool results = false;
    bool refused = false;
    int status = read_results(&run->reading, run->options->players, run->scores.standings, &results);
    bool listed = results || run->options->players != NULL;
    catasta_writer *writer = status == CATASTA_OK ? catasta_scores_writer(&run->scores) : NULL;
    if (status == CATASTA_OK && writer == NULL)
        status = complain("out of memory");
    if (status == CATASTA_OK && (run->reading.file_count > 0 || !listed))
        status = check_games(&run->reading, run->scores.session, writer, &tally, &refused);
    if (refused && !run->scores.refused)
        complain_lost();
    if (writer != NULL && !catasta_writer_close(writer, CATASTA_OK))
        status = CATASTA_FAILED;
    free((void *)run->reading.files);
    if (refused || run->scores.refused)
        return CATASTA_FAILED;
    if (status == CATASTA_OK && !catasta_standings_rank(run->scores.standings, &complaint_sink))
        return CATASTA_FAILED;
    return worse(status, run->scores.wrong ? CATASTA_WRONG : CATASTA_OK);
}

/* Has the pairing program pair ROUND, of as many as the options or a file of results say. */
static int ask_program(struct pair_run *run, unsigned round, struct buffer *written)
{
    const struct pair_options *options = run->options;
    catasta_standings *standings = run->scores.standings;
    unsigned rounds = options->rounds > 0 ? (unsigned)options->rounds : catasta_planned_rounds(standings);
    struct buffer trf = {0};
    struct catasta_sink sink = buffer_sink(&trf);
    uint64_t left_out = catasta_games_left_out(standings);
    if (left_out > 0)
        return complain("%llu game%s not count, see above; a Swiss tournament is paired when all results are known",
            (unsigned long long)left_out, left_out == 1 ? " does" : "s do");
    if (options->round > 0 && (unsigned)options->round != round)
        return complain("the next round of this tournament is %u, and a pairing program can pair only that", round);
    if (rounds == 0)
        return complain("pairing depends on how many rounds are left: give the total number of rounds with --rounds");
    if (round > rounds)
        return complain("there is no round %u: the tournament has %u round%s", round, rounds, rounds == 1 ? "" : "s");
    int status = CATASTA_FAILED;
    if (catasta_write_trf(standings, false, rounds, round, &sink, &complaint_sink)) {
        const struct pairing_program program = {options->engine, trf.bytes, trf.length, options->seconds};
        status = run_pairing_program(&program, written);
    }
    buffer_free(&trf);
    return status;
}

/* What is wrong with what a program wrote begins with who wrote it. */
static bool complain_of_program(void *context, const char *bytes, size_t length)
{
    const struct pair_run *run = context;
    complain("the pairs of '%s' cannot be used: %.*s", run->options->engine, (int)(length > 0 ? length - 1 : 0), bytes);
    return true;
}

static int make_pairings(struct pair_run *run)
{
    unsigned next = catasta_next_round(run->scores.standings);
    const struct catasta_sink program_sink = {complain_of_program, run};
    struct buffer written = {0};
    bool asks = run->options->engine != NULL;
    int status = asks ? ask_program(run, next, &written) : CATASTA_OK;
    unsigned round = run->options->round > 0 ? (unsigned)run->options->round : next;
    if (status == CATASTA_OK)
        run->pairings = catasta_pairings_new(run->scores.standings, round, asks ? written.bytes : NULL, written.length,
            asks ? &program_sink : &complaint_sink);
    buffer_free(&written);
    return run->pairings == NULL ? CATASTA_FAILED : CATASTA_OK;
}

/* Records. */

/* Whether --output is a folder, for a record each: one that is there, or a name without an extension. */
static bool is_for_folder(const struct arguments *arguments)
{
    struct stat found;
    const char *path = arguments->output;
    return path != NULL && (stat(path, &found) == 0 ? S_ISDIR(found.st_mode) : strchr(name_of(path), '.') == NULL);
}

/* A folder is for nothing else. */
static bool is_for_records(const struct arguments *arguments)
{
    return is_format(arguments, "sgn") || (arguments->format == arguments->first_format && is_for_folder(arguments));
}

static bool name_pairing(const struct pair_run *run, size_t i, char path[PATH_ROOM])
{
    size_t count = catasta_pairings_count(run->pairings);
    int digits = snprintf(NULL, 0, "%zu", count);
    return print_path(path, "%s/%0*zu.sgn", run->options->arguments.output, digits, i + 1);
}

static int write_pairing_file(const struct pair_run *run, size_t i)
{
    static const struct stat nothing = {.st_nlink = 0};
    struct new_file file;
    char path[PATH_ROOM];
    if (!name_pairing(run, i, path) || !open_new(&file, path))
        return complain("cannot write %s: %s", run->options->arguments.output, strerror(errno));
    file.found = &nothing;
    struct catasta_sink sink = file_sink(file.file);
    bool written = catasta_write_pairing(run->pairings, i, run->ruleset, &sink);
    if (!written && !ferror(file.file))
        complain("out of memory");
    return close_new(&file, written ? CATASTA_OK : CATASTA_FAILED);
}

/* A file each in the folder of --output, of which none may be there. */
static int write_pairing_files(const struct pair_run *run)
{
    size_t count = catasta_pairings_count(run->pairings);
    char path[PATH_ROOM];
    int status = make_folder(run->options->arguments.output, "records");
    for (size_t i = 0; i < count && status == CATASTA_OK; i++)
        status = name_pairing(run, i, path)
            ? check_new(path)
            : complain("cannot write %s: %s", run->options->arguments.output, strerror(errno));
    for (size_t i = 0; i < count && status == CATASTA_OK; i++)
        status = write_pairing_file(run, i);
    return status;
}

static bool print_pairings(const struct pair_run *run)
{
    size_t count = catasta_pairings_count(run->pairings);
    for (size_t i = 0; i < count; i++) {
        print(i > 0 ? "\n" : "");
        if (!catasta_write_pairing(run->pairings, i, run->ruleset, &output_sink))
            return false;
    }
    return true;
}

static int write_pair_output(const struct pair_run *run)
{
    const struct arguments *arguments = &run->options->arguments;
    bool records = is_for_records(arguments);
    if (records && is_for_folder(arguments))
        return write_pairing_files(run);
    int status = open_output_file(arguments);
    if (status != CATASTA_OK)
        return status;
    bool written = records ? print_pairings(run)
        : is_format(arguments, "html")
        ? catasta_write_pairings_page(run->pairings, run->pictures.look.theme, &output_sink)
        : catasta_write_pairings(run->pairings, score_format(arguments), &output_sink);
    return written ? CATASTA_OK : complain_lost();
}

static int pair_session(struct pair_run *run)
{
    const struct pair_options *options = run->options;
    const struct catasta_matching matching = {.size = sizeof matching};
    struct catasta_contest contest = options->contest;
    contest.size = sizeof contest;
    contest.tiebreaks = "none";
    contest.keep_rounds = true;
    int status = open_scores(&run->scores, &contest, &matching);
    if (status == CATASTA_OK)
        status = open_pictures(&run->pictures, &options->arguments, &options->drawing);
    if (status == CATASTA_OK)
        status = read_rounds(run);
    if (status != CATASTA_FAILED)
        status = worse(status, make_pairings(run));
    run->ruleset = options->arguments.reading.options.ruleset != NULL
        ? options->arguments.reading.options.ruleset
        : catasta_standings_ruleset(run->scores.standings);
    if (status != CATASTA_FAILED && is_for_records(&options->arguments) && run->ruleset == NULL)
        status = complain("the new records need a ruleset, but the files name none or several: give one with -r");
    return status == CATASTA_FAILED ? status : worse(status, write_pair_output(run));
}

static int run_pair(const void *given)
{
    const struct pair_options *options = given;
    struct pair_run run = {.options = options,
        .reading = options->arguments.reading,
        .scores = {
            .size = sizeof run.scores, .output = &error_sink, .diagnostics = &error_sink, .errors = &complaint_sink}};
    if (check_pair_options(options) != CATASTA_OK)
        return CATASTA_FAILED;
    run.scores.session = open_session(&options->arguments.reading, CATASTA_KEEP_NOTHING, &page_plies);
    if (run.scores.session == NULL)
        return CATASTA_FAILED;
    int status = pair_session(&run);
    catasta_pairings_free(run.pairings);
    close_pictures(&run.pictures);
    return close_scores(&run.scores, status);
}

static const struct option_row pair_rows[] = {
    SHARED(result_options),
    SHARED(format_options),
    SHARED(jobs_options),
    SHARED(severity_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    SHARED(output_options),
    SHARED_AT(theme_options, AT(pair_options, drawing)),
    SHARED(adjudicate_options),
    SHARED(count_illegal_options),
    {"round-robin", NULL, "pair by Berger tables: everybody meets everybody", FLAG,
        AT(pair_options, contest.round_robin)},
    {"engine", "COMMAND", "pair with another program, run as COMMAND FILE.trf -p PAIRS", TEXT,
        AT(pair_options, engine)},
    {"seconds", "N", "the time limit for the pairing program, 60 by default", COUNT, AT(pair_options, seconds),
        .none = 60},
    {"players", "FILE", "a list of players, a name on each line, the best seed first", TEXT, AT(pair_options, players)},
    {"round", "N", "the round to pair, if not the next one", COUNT, AT(pair_options, round)},
    {"rounds", "N", "how many rounds the tournament has, for the pairing program", COUNT, AT(pair_options, rounds)},
    {"matches", NULL, "points are those of matches, the games of two players in a round", FLAG,
        AT(pair_options, contest.matches)},
    {"mixed", NULL, "count different games together", FLAG, AT(pair_options, contest.mixed)},
    {0},
};

const struct command pair_command = {"pair", "[FILE…]", "Pair the next round of a tournament", pair_rows,
    sizeof(struct pair_options), run_pair, .formats = "text|tsv|json|html|sgn"};
