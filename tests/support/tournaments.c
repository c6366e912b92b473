/* SPDX-License-Identifier: MIT */
#include "support/tournaments.h"

#include "games/sides.h"
#include "support/complaint.h"
#include "support/random.h"
#include "support/slow_standings.h"
#include "tournament/standings.h"
#include "tournament/trf.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 400 };

struct tournament {
    struct random random;
    struct slow_contest slow;
    struct slow_record records[RECORDS];
    struct contest contest;
    int order[RECORDS];
    char names[SLOW_PLAYERS][16];
    bool rounds;    /* are named */
    bool foreign;   /* names have other letters */
    int most_seats; /* of a game */
    int unplayed;   /* one in so many records, 0: none */
};

static int below(struct tournament *tournament, int limit)
{
    return (int)random_below(&tournament->random, (uint64_t)limit);
}

static struct slow_record *add_record(struct tournament *tournament, enum slow_kind kind, int round, int seats)
{
    struct slow_record *record = &tournament->records[tournament->slow.record_count++];
    *record = (struct slow_record){.kind = kind, .round = tournament->rounds ? round : 0, .seats = seats};
    for (int i = 0; i < SLOW_SEATS; i++)
        record->players[i] = -1;
    return record;
}

static void add_bye(struct tournament *tournament, enum slow_kind kind, int round, int player)
{
    if (tournament->slow.record_count < RECORDS)
        add_record(tournament, kind, round, 1)->players[0] = player;
}

/* Winners need not be those with the best scores; partners win together. */
static void play(struct tournament *tournament, struct slow_record *record)
{
    bool scores = tournament->slow.has_scores;
    int winner = below(tournament, record->seats + 1);
    for (int i = 0; i < record->seats; i++)
        record->won[i] = i == winner || (record->seats > 2 && below(tournament, 6) == 0);
    for (int i = 0; i < record->seats; i++) {
        if (record->teams > 0)
            record->won[i] = record->won[i % record->teams];
        record->halves[i] = scores ? below(tournament, 12) - 3 : winner == record->seats ? 1 : record->won[i] ? 2 : 0;
    }
}

static void leave_out(struct tournament *tournament, struct slow_record *record)
{
    int what = below(tournament, 4);
    int winner = below(tournament, 2);
    record->kind = what > 1 ? SLOW_FORFEIT : what == 1 ? SLOW_DOUBLE_FORFEIT : SLOW_UNPLAYED;
    if (record->seats > 2)
        record->kind = SLOW_UNPLAYED;
    if (record->kind == SLOW_FORFEIT) {
        record->won[winner] = true;
        record->halves[winner] = 2;
        if (below(tournament, 8) == 0)
            record->players[1 - winner] = -1;
    }
    for (int i = 0; record->kind == SLOW_UNPLAYED && i < record->seats; i++)
        record->halves[i] = below(tournament, 3);
}

static void add_game(struct tournament *tournament, int round, const int *players, int seats)
{
    if (tournament->slow.record_count == RECORDS)
        return;
    struct slow_record *record = add_record(tournament, SLOW_PLAYED, round, seats);
    int first = below(tournament, seats);
    if (seats % 2 == 0 && seats > 2 && below(tournament, 2) == 0)
        record->teams = seats / 2 < 3 || below(tournament, 2) == 0 ? 2 : seats / 2;
    for (int i = 0; i < seats; i++)
        record->players[(i + first) % seats] = players[i];
    if (tournament->unplayed > 0 && below(tournament, tournament->unplayed) == 0)
        leave_out(tournament, record);
    else
        play(tournament, record);
}

static void shuffle(struct tournament *tournament, int *list, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = below(tournament, i + 1);
        int other = list[i];
        list[i] = list[j];
        list[j] = other;
    }
}

/* Who asks for byes, and yet comes, comes late, goes, and comes back. */
static bool is_there(struct tournament *tournament, int round, int player, bool *gone)
{
    if (*gone && below(tournament, 8) != 0)
        return false;
    if (tournament->unplayed == 0)
        return true;
    *gone = below(tournament, 20) == 0;
    if (*gone)
        add_bye(tournament, SLOW_WITHDRAWN, below(tournament, 6) == 0 ? 0 : round, player);
    else if (below(tournament, 8) == 0)
        add_bye(tournament, below(tournament, 2) == 0 ? SLOW_HALF_BYE : SLOW_ZERO_BYE, round, player);
    else
        return below(tournament, 20) != 0;
    return !*gone && below(tournament, 10) == 0;
}

/* Rounds of random pairs, or tables of several. */
static void play_rounds(struct tournament *tournament, int rounds, int games)
{
    bool gone[SLOW_PLAYERS] = {false};
    for (int round = 1; round <= rounds; round++) {
        int players[SLOW_PLAYERS];
        int count = 0;
        int at = 0;
        for (int i = 0; i < tournament->slow.players; i++)
            if (is_there(tournament, round, i, &gone[i]))
                players[count++] = i;
        shuffle(tournament, players, count);
        while (count - at > 1) {
            int seats = 2 + below(tournament, tournament->most_seats - 1);
            seats = seats < count - at ? seats : count - at;
            for (int i = 1 + below(tournament, games); i > 0; i--)
                add_game(tournament, round, players + at, seats);
            at += seats;
        }
        if (at < count && below(tournament, 10) > 0)
            add_bye(tournament, SLOW_BYE, round, players[at]);
    }
}

static void play_all_pairs(struct tournament *tournament, int cycles)
{
    for (int i = 0; i < tournament->slow.players; i++)
        for (int j = i + 1; j < tournament->slow.players; j++)
            for (int cycle = 0; cycle < cycles; cycle++)
                if (below(tournament, 15) > 0)
                    add_game(tournament, 1 + (i + j + cycle) % 9, (int[]){i, j}, 2);
}

static void choose_places(struct tournament *tournament)
{
    static const char *const lists[] = {"1", "3,1,0", "1,0.5,0.25", "10,7.77,0.01", "5,5,3,1"};
    struct slow_contest *slow = &tournament->slow;
    const char *list = lists[below(tournament, 5)];
    struct slice rest = slice_of(list);
    struct slice part;
    contest_read_places(&tournament->contest, rest, &part);
    while (slice_split(&rest, ',', &part))
        slow->places[slow->place_count++] = (struct slow_fraction){(long long)(strtod(part.at, NULL) * 100 + 0.5), 100};
}

static void choose_tiebreaks(struct tournament *tournament)
{
    int list[SLOW_TIEBREAKS] = {SLOW_DIRECT, SLOW_WINS, SLOW_SECOND_WINS, SLOW_DIFFERENCE, SLOW_BUCHHOLZ,
        SLOW_BUCHHOLZ_CUT1, SLOW_BUCHHOLZ_MEDIAN, SLOW_SONNEBORN_BERGER};
    int count = tournament->slow.by_score ? 4 : SLOW_TIEBREAKS;
    shuffle(tournament, list, count);
    if (below(tournament, 3) == 0)
        for (int i = 0; i < count; i++)
            if (list[i] == SLOW_DIRECT) {
                list[i] = list[0];
                list[0] = SLOW_DIRECT;
            }
    tournament->slow.tiebreak_count = count;
    tournament->contest.tiebreak_count = (unsigned)count;
    for (int i = 0; i < count; i++) {
        tournament->slow.tiebreaks[i] = (enum slow_tiebreak)list[i];
        tournament->contest.tiebreaks[i] = (enum tiebreak)list[i];
    }
}

static void make(struct tournament *tournament, enum tournament_kind kind, uint64_t seed)
{
    *tournament = (struct tournament){.random = {seed}, .rounds = true, .most_seats = 2, .unplayed = 6};
    struct slow_contest *slow = &tournament->slow;
    contest_init(&tournament->contest, false, false);
    slow->records = tournament->records;
    slow->players = 2 + below(tournament, kind == ROUND_ROBIN ? 8 : 14);
    slow->place_count = 1;
    slow->places[0] = (struct slow_fraction){1, 1};
    slow->by_score = kind == BY_SCORE;
    slow->round_robin = kind == ROUND_ROBIN || below(tournament, 8) == 0;
    slow->has_scores = below(tournament, 2) == 0;
    slow->lowest = slow->has_scores && below(tournament, 2) == 0;
    tournament->rounds = below(tournament, 8) > 0;
    if (kind == TABLES || kind == BY_SCORE)
        tournament->most_seats = 2 + below(tournament, SLOW_SEATS - 1);
    if (kind == TABLES) {
        slow->place_count = 0;
        choose_places(tournament);
    }
    if (kind == CASUAL)
        tournament->unplayed = 0;
    tournament->contest.by_score = slow->by_score;
    tournament->contest.round_robin = slow->round_robin;
    choose_tiebreaks(tournament);
    if (kind == ROUND_ROBIN)
        play_all_pairs(tournament, 1 + below(tournament, 2));
    else
        play_rounds(tournament, 1 + below(tournament, kind == CASUAL ? 3 : 9), kind == MATCHES ? 5 : 1);
}

/* The program's standings of a tournament. */

static void make_entry(const struct tournament *tournament, const struct slow_record *record, struct entry *entry)
{
    static const enum catasta_unplayed kinds[] = {CATASTA_PLAYED, CATASTA_BYE, CATASTA_HALF_BYE, CATASTA_ZERO_BYE,
        CATASTA_FORFEIT, CATASTA_DOUBLE_FORFEIT, CATASTA_WITHDRAWN, CATASTA_UNPLAYED};
    const struct slow_contest *slow = &tournament->slow;
    *entry = (struct entry){.seats = (unsigned)record->seats,
        .game = slice_of("some"),
        .unplayed = kinds[record->kind],
        .round = (uint32_t)record->round};
    entry->counted = record->kind == SLOW_PLAYED ? CATASTA_COUNTED : CATASTA_COUNTED_UNPLAYED;
    entry->scoring = !slow->has_scores ? CATASTA_WINS : slow->lowest ? CATASTA_FEWEST_POINTS : CATASTA_MOST_POINTS;
    for (int i = 0; i < record->seats; i++) {
        if (record->players[i] >= 0)
            entry->players[i] = slice_of(tournament->names[record->players[i]]);
        entry->sides[i] = (unsigned)(record->teams == 0 ? i : i % record->teams);
        entry->winners |= (uint32_t)record->won[i] << i;
        entry->halves[i] = entry->unplayed == CATASTA_BYE ? 2
            : entry->unplayed == CATASTA_HALF_BYE         ? 1
                                                          : record->halves[i];
    }
    sides_places(entry->winners, entry->halves, entry->seats, (unsigned)record->teams,
        entry->scoring == CATASTA_FEWEST_POINTS, entry->places);
}

static struct standings *rank(struct tournament *tournament)
{
    struct standings *standings = standings_new(&tournament->contest);
    for (int i = 0; i < SLOW_PLAYERS; i++)
        snprintf(tournament->names[i], sizeof tournament->names[i], tournament->foreign ? "P%02u, Jörð" : "P%02u",
            (unsigned)i % 100);
    for (int i = 0; i < tournament->slow.record_count; i++) {
        struct entry entry;
        enum omission why;
        make_entry(tournament, &tournament->records[tournament->order[i]], &entry);
        if (standings_add(standings, &entry, &why) != ENTRY_ADDED)
            complaint("a record was not added: %d", (int)why);
    }
    if (!standings_rank(standings))
        abort();
    return standings;
}

/* WANTED is in its lowest terms. */
static bool same_value(points found, struct slow_fraction wanted)
{
    return POINT % wanted.bottom == 0 && found == wanted.top * (POINT / wanted.bottom);
}

static bool same_row(
    const struct tournament *tournament, const struct standings_row *found, const struct slow_row *wanted)
{
    const char *name = tournament->names[wanted->player];
    if (!slice_is(found->name, name) || found->rank != (uint32_t)wanted->rank)
        return complaint(
            "%u %.*s, wanted %d %s", found->rank, (int)found->name.length, found->name.at, wanted->rank, name);
    if (!same_value(found->points, wanted->points))
        return complaint(
            "%s has %lld, wanted %lld/%lld", name, (long long)found->points, wanted->points.top, wanted->points.bottom);
    for (int i = 0; i < tournament->slow.tiebreak_count; i++)
        if (!same_value(found->tiebreaks[i], wanted->tiebreaks[i]))
            return complaint("%s has %s %g, wanted %lld/%lld", name, tiebreak_names[tournament->slow.tiebreaks[i]].name,
                (double)found->tiebreaks[i] / POINT, wanted->tiebreaks[i].top, wanted->tiebreaks[i].bottom);
    return (found->all.games == (uint32_t)wanted->games && found->all.wins == (uint32_t)wanted->wins &&
               found->all.draws == (uint32_t)wanted->draws && found->all.losses == (uint32_t)wanted->losses &&
               found->unplayed == (uint32_t)wanted->unplayed) ||
        complaint("%s has %u wins of %u games, wanted %d of %d", name, found->all.wins, found->all.games, wanted->wins,
            wanted->games);
}

static bool same_as_slow(const struct tournament *tournament, const struct standings *standings)
{
    struct slow_row rows[SLOW_PLAYERS];
    int count = slow_standings(&tournament->slow, rows);
    if (standings->row_count != (size_t)count)
        return complaint("%zu rows, wanted %d", standings->row_count, count);
    for (int i = 0; i < count; i++)
        if (!same_row(tournament, &standings->rows[(size_t)i], &rows[i]))
            return false;
    return true;
}

static bool same_rows(const struct standings *a, const struct standings *b)
{
    if (a->row_count != b->row_count)
        return false;
    for (size_t i = 0; i < a->row_count; i++) {
        const struct standings_row *one = &a->rows[i];
        const struct standings_row *two = &b->rows[i];
        if (one->rank != two->rank || one->points != two->points || !slice_equal(one->name, two->name) ||
            one->withdrawn != two->withdrawn || memcmp(&one->all, &two->all, sizeof one->all) != 0 ||
            memcmp(one->tiebreaks, two->tiebreaks, sizeof one->tiebreaks) != 0 ||
            memcmp(one->seats, two->seats, sizeof one->seats) != 0)
            return complaint("row %zu is of another player or value in another order of the games", i + 1);
    }
    return true;
}

bool tournament_holds(enum tournament_kind kind, unsigned seed, bool *shuffled)
{
    static struct tournament all;
    struct tournament *tournament = &all;
    make(tournament, kind, seed);
    for (int i = 0; i < RECORDS; i++)
        tournament->order[i] = i;
    struct standings *standings = rank(tournament);
    bool same = same_as_slow(tournament, standings);
    shuffle(tournament, tournament->order, tournament->slow.record_count);
    struct standings *others = rank(tournament);
    *shuffled = same_rows(standings, others);
    standings_free(standings);
    standings_free(others);
    return same;
}

/* Files. */

static bool take_entry(void *context, const struct entry *entry)
{
    enum omission why;
    return standings_add(context, entry, &why) == ENTRY_ADDED;
}

/* The standings that TEXT gives; NULL after complaining. */
static struct standings *read_back(const struct contest *contest, const struct text *text)
{
    struct standings *standings = standings_new(contest);
    struct trf_fault fault = {0};
    struct trf_noted noted = {0};
    bool read = trf_read(standings, text_slice(text), take_entry, standings, &noted, &fault);
    if (!read || noted.count > 0 || !standings_rank(standings)) {
        complaint("read: %zu:%zu: %s; points of %zu", fault.line, fault.column,
            fault.message.bytes == NULL ? "" : fault.message.bytes, noted.count);
        standings_free(standings);
        standings = NULL;
    }
    text_release(&fault.message);
    return standings;
}

static bool same_places(const struct standings *a, const struct standings *b)
{
    if (a->row_count != b->row_count)
        return complaint("%zu players are read as %zu", a->row_count, b->row_count);
    for (size_t i = 0; i < a->row_count; i++)
        if (a->rows[i].rank != b->rows[i].rank || a->rows[i].points != b->rows[i].points ||
            !slice_equal(a->rows[i].name, b->rows[i].name) ||
            memcmp(a->rows[i].tiebreaks, b->rows[i].tiebreaks, sizeof a->rows[i].tiebreaks) != 0 ||
            memcmp(&a->rows[i].all, &b->rows[i].all, sizeof a->rows[i].all) != 0)
            return complaint("row %zu is another one", i + 1);
    return true;
}

/* Without what no such file holds: scores of games. */
static void make_for_file(struct tournament *tournament, enum tournament_kind kind, unsigned seed)
{
    unsigned count = 0;
    struct contest *contest = &tournament->contest;
    make(tournament, kind, seed);
    for (unsigned i = 0; i < contest->tiebreak_count; i++)
        if (contest->tiebreaks[i] != TIEBREAK_DIFFERENCE)
            contest->tiebreaks[count++] = contest->tiebreaks[i];
    contest->tiebreaks[count++] = TIEBREAK_SEED;
    contest->tiebreak_count = count;
    contest->matches = kind == MATCHES;
    contest->keep_rounds = true;
    tournament->foreign = seed % 2 == 0;
    for (int i = 0; i < RECORDS; i++)
        tournament->order[i] = i;
}

/* With bytes changed a file may be refused or read: no more is asked. */
static void read_broken(struct tournament *tournament, struct text *text)
{
    static const char bytes[] = "0123456789 wb-+=WDLHUZ\n\r\xC3\xFF\t";
    struct trf_fault fault = {0};
    struct trf_noted noted = {0};
    struct text written = {0};
    for (int i = below(tournament, 4); i >= 0; i--)
        text->bytes[below(tournament, (int)text->length)] = bytes[below(tournament, sizeof bytes)];
    struct standings *standings = standings_new(&tournament->contest);
    if (trf_read(standings, text_slice(text), take_entry, standings, &noted, &fault) && standings_rank(standings))
        trf_write(standings, &(struct trf_options){.new = true}, &written, &fault.message);
    standings_free(standings);
    text_release(&fault.message);
    text_release(&written);
}

bool tournament_stays(enum tournament_kind kind, unsigned seed, bool new_format, bool *written)
{
    static struct tournament tournament;
    const struct trf_options options = {.event = slice_of("Cup"), .new = new_format, .rounds = seed % 3};
    struct text first = {0};
    struct text second = {0};
    struct text why = {0};
    make_for_file(&tournament, kind, seed);
    struct standings *standings = rank(&tournament);
    for (size_t i = 0; i < standings->row_count; i++)
        standings_seed(standings, standings->rows[i].name, (uint32_t)(i * (1 + seed % 4) + 1));
    bool ranked = standings_rank(standings);
    *written = trf_write(standings, &options, &first, &why);
    struct standings *again = *written ? read_back(&tournament.contest, &first) : NULL;
    bool same = ranked && (*written ? again != NULL && same_places(standings, again) : why.length > 0);
    if (same && *written)
        same = (trf_write(again, &(struct trf_options){.event = options.event, .new = new_format}, &second, &why) &&
                   slice_equal(text_slice(&first), text_slice(&second))) ||
            complaint("written:\n%sand then:\n%s", first.bytes, second.bytes == NULL ? "" : second.bytes);
    else if (!same && first.bytes != NULL)
        complaint("written:\n%s", first.bytes);
    if (*written)
        read_broken(&tournament, &first);
    standings_free(standings);
    standings_free(again);
    text_release(&first);
    text_release(&second);
    text_release(&why);
    return same;
}
