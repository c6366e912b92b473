/* SPDX-License-Identifier: MIT */
/* How often the referee proposes what was meant: slips [-t] [-s SEED] [-f FAILURES] GAMES
   RULESET… makes a slip in each of so many games and prints a table a ruleset; with -t those of the
   notation that names places by tiles, as Hive's.  Of each slip it then shows the first FAILURES that were not found.
 */
#include "support/books.h"
#include "support/slips_tiles.h"
#include "support/trials.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct options {
    uint64_t seed;
    unsigned failures;
    unsigned games;
    bool tiles;
};

static double percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_row(const char *name, const struct score *score)
{
    unsigned planted = score->planted;
    printf("%-20s %8u %9u %7.1f %7.1f %7.1f %7.1f %7.1f %7.1f %9.1f %7u\n", name, planted, score->invisible,
        percent(score->first, planted), percent(score->place, planted), percent(score->place, planted - score->untold),
        percent(score->three, planted), percent(score->none, planted), percent(score->alone, planted),
        percent(score->certain, planted), score->certain_wrong);
}

static void add_score(struct score *sum, const struct score *score)
{
    sum->planted += score->planted;
    sum->invisible += score->invisible;
    sum->first += score->first;
    sum->place += score->place;
    sum->untold += score->untold;
    sum->three += score->three;
    sum->none += score->none;
    sum->certain += score->certain;
    sum->certain_wrong += score->certain_wrong;
    sum->alone += score->alone;
    sum->sound_seconds += score->sound_seconds;
    sum->extra_seconds += score->extra_seconds;
    if (score->worst_seconds > sum->worst_seconds)
        sum->worst_seconds = score->worst_seconds;
}

static void print_table(const char *ruleset, const struct trials *trials, const struct score scores[SLIPS])
{
    struct score sum = {0};
    printf("\n%-20s %8s %9s %7s %7s %7s %7s %7s %7s %9s %7s\n", ruleset, "planted", "invisible", "first %", "place %",
        "told %", "three %", "none %", "alone %", "certain %", "wrong");
    for (unsigned i = 0; i < trials->slip_count; i++) {
        if (scores[i].planted > 0 || scores[i].invisible > 0)
            print_row(trials->slips[i].name, &scores[i]);
        add_score(&sum, &scores[i]);
        if (i + 1 == BLOCKS_FIRST)
            print_row("single slips", &sum);
    }
    print_row("all", &sum);
    if (sum.planted > 0)
        printf("a fault takes %.2f ms, the worst %.2f ms; a legal game %.3f ms\n",
            1e3 * sum.extra_seconds / sum.planted, 1e3 * sum.worst_seconds, 1e3 * sum.sound_seconds / sum.planted);
}

static const char *kind_name(enum repair_kind kind)
{
    static const char *const names[] = {[REPAIR_TURN] = "turn",
        [REPAIR_EARLIER] = "earlier",
        [REPAIR_LEFT_OUT] = "left out",
        [REPAIR_DOUBLED] = "doubled",
        [REPAIR_SWAPPED] = "swapped",
        [REPAIR_BOTH] = "both",
        [REPAIR_REORDERED] = "reordered",
        [REPAIR_SWALLOWED] = "swallowed"};
    return kind < sizeof names / sizeof names[0] && names[kind] != NULL ? names[kind] : "other";
}

static void show_failure(const char *ruleset, unsigned game, const struct trial *trial)
{
    static const char *const confidences[] = {"possible", "likely", "certain"};
    bool line = trial->slip->line != NULL;
    printf("\n%s, game %u: %s at ply %u: %.*s%s%s\n", ruleset, game, trial->slip->name, trial->index + 1,
        (int)trial->played.length, trial->played.at, line ? "" : " written ",
        line ? "" : text_slice(&trial->written).at);
    printf("error %s at ply %u\n", trial->rule->id, (unsigned)trial->ply);
    for (unsigned i = 0; i < trial->proposals; i++) {
        const struct proposal *proposal = &trial->proposal[i];
        printf("%u. %s %s: '%s', %u legal%s%s\n", i + 1, confidences[proposal->confidence], kind_name(proposal->kind),
            text_slice(&proposal->text).at, (unsigned)proposal->legal, proposal->whole ? ", all" : "",
            proposal->found         ? ", right"
                : proposal->place   ? ", right place"
                : proposal->as_near ? ", as near"
                : proposal->mends   ? ""
                                    : ", not legal with its edits");
    }
    fputs(text_slice(&trial->broken_text).at, stdout);
}

static bool measure(const struct rulebook *book, const char *ruleset, const struct options *options)
{
    struct trials trials;
    struct score scores[SLIPS] = {{0}};
    unsigned shown[SLIPS] = {0};
    bool good = trials_open(&trials, book, ruleset, options->seed);
    if (options->tiles) {
        trials.slips = tile_slips;
        trials.slip_count = TILE_SLIPS;
        trials.respell = tiles_respell;
    }
    for (unsigned game = 1; game <= options->games && good; game++) {
        if (!trials_next(&trials))
            continue;
        const struct trial *trial = &trials.trial;
        unsigned slip = (unsigned)(trial->slip - trials.slips);
        if (!trial->sound)
            printf("a legal game is not, or has repairs:\n%s", text_slice(&trial->sound_text).at);
        score_trial(&scores[slip], trial);
        bool found = trial->proposals > 0 && trial->proposal[0].found;
        bool certain = trial->proposals > 0 && trial->proposal[0].confidence == CONFIDENCE_CERTAIN;
        if (!found && options->failures > 0 && (certain || shown[slip]++ < options->failures))
            show_failure(ruleset, game, trial);
    }
    print_table(ruleset, &trials, scores);
    trials_close(&trials);
    return good;
}

int main(int argc, char **argv)
{
    struct options options = {.seed = 1};
    struct books books;
    int option;
    bool usable = true;
    while ((option = getopt(argc, argv, "ts:f:")) != -1)
        if (option == 't')
            options.tiles = true;
        else if (option == 's')
            options.seed = strtoull(optarg, NULL, 10);
        else if (option == 'f')
            options.failures = (unsigned)strtoul(optarg, NULL, 10);
        else
            usable = false;
    if (usable && optind + 1 < argc)
        options.games = (unsigned)strtoul(argv[optind], NULL, 10);
    if (options.games == 0 || !books_open(&books)) {
        fputs("usage: slips [-t] [-s SEED] [-f FAILURES] GAMES RULESET...\n", stderr);
        return 2;
    }
    for (int i = optind + 1; i < argc; i++) {
        const struct rulebook *book = books_find(&books, argv[i]);
        if (book == NULL || !measure(book, argv[i], &options)) {
            fprintf(stderr, "slips: cannot measure %s\n", argv[i]);
            return 2;
        }
    }
    books_close(&books);
    return fflush(stdout) != 0;
}
