/* SPDX-License-Identifier: MIT */
/* Adding entries: what each gives its players, and what they did against each other. */
#include "base/fold.h"
#include "tournament/counting.h"

#include <stdlib.h>

/* An entry, seen as standings take it. */
struct round {
    const struct entry *entry;
    unsigned seats;
    uint32_t players[CATASTA_SEATS]; /* by seat; NOBODY where unnamed */
    points gains[CATASTA_SEATS];
    points win;
};

struct standings *standings_new(const struct contest *contest)
{
    struct standings *standings = memory_new(sizeof *standings);
    if (standings == NULL)
        return NULL;
    standings->contest = *contest;
    standings->seed = hash_seed(standings);
    arena_init(&standings->arena, 0);
    arena_init(&standings->table, 0);
    return standings;
}

void standings_free(struct standings *standings)
{
    if (standings == NULL)
        return;
    arena_release(&standings->arena);
    arena_release(&standings->table);
    free(standings);
}

static bool has_name(const struct entry *entry, unsigned seat)
{
    return entry->players[seat].at != NULL;
}

static bool is_alone(enum catasta_unplayed unplayed)
{
    return unplayed == CATASTA_BYE || unplayed == CATASTA_HALF_BYE || unplayed == CATASTA_ZERO_BYE ||
        unplayed == CATASTA_WITHDRAWN;
}

/* The seats of ENTRY; a bye may name its players at any. */
static unsigned seats_of(const struct entry *entry)
{
    if (is_alone(entry->unplayed))
        return CATASTA_SEATS;
    return entry->unplayed != CATASTA_PLAYED && entry->seats < 2 ? 2 : entry->seats;
}

static bool is_twice_named(const struct entry *entry, unsigned seats)
{
    const struct slice *players = entry->players;
    for (unsigned i = 0; i < seats; i++)
        for (unsigned j = i + 1; j < seats; j++)
            if (has_name(entry, i) && has_name(entry, j) && fold_equal(players[i], players[j]))
                return true;
    return false;
}

static enum omission omission_of(const struct entry *entry)
{
    unsigned seats = seats_of(entry);
    unsigned named = 0;
    for (unsigned i = 0; i < seats; i++)
        named += has_name(entry, i);
    if (!entry_counts(entry))
        return OMITTED_ENTRY;
    if (seats < 2)
        return OMITTED_ALONE;
    if (entry->unplayed == CATASTA_PLAYED ? named < seats : named == 0)
        return OMITTED_UNNAMED;
    return is_twice_named(entry, seats) ? OMITTED_TWICE_NAMED : OMITTED_NOT;
}

/* Whether ENTRY is of a game that cannot be counted with those before. */
static bool is_of_another(const struct standings *standings, const struct entry *entry)
{
    if (standings->game.at == NULL || entry->game.at == NULL)
        return false;
    if (standings->contest.mixed)
        return standings->contest.by_score &&
            (standings->scoring == CATASTA_FEWEST_POINTS) != (entry->scoring == CATASTA_FEWEST_POINTS);
    return !slice_equal(entry->game, standings->game);
}

static bool is_present(const struct entry *entry, unsigned seat)
{
    return entry->unplayed == CATASTA_FORFEIT && (entry->winners >> seat & 1) != 0;
}

/* The same where it was not played. */
static unsigned unplayed_against(const struct entry *entry, unsigned seat, unsigned other)
{
    if (entry->unplayed != CATASTA_UNPLAYED)
        return !is_present(entry, seat) ? 0 : is_present(entry, other) ? 1 : 2;
    if (entry->halves[seat] == entry->halves[other])
        return entry->halves[seat] > 0;
    return entry->halves[seat] > entry->halves[other] ? 2 : 0;
}

/* What COUNT places are worth to each who shares them, FIRST being the best, from 0. */
static points share_places(const struct contest *contest, unsigned first, unsigned count)
{
    points sum = 0;
    for (unsigned i = first; i < first + count && i < contest->place_count; i++)
        sum += contest->places[i];
    return sum / count;
}

static points gain_in_game(const struct contest *contest, const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    unsigned better = 0;
    unsigned same = 1;
    if (contest->by_score)
        return POINT / 2 * entry->halves[seat];
    for (unsigned i = 0; i < round->seats; i++) {
        int comparison = entry_compare(entry, seat, i);
        better += comparison < 0;
        same += i != seat && comparison == 0;
    }
    if (round->seats == 2)
        return better > 0 ? 0 : POINT / same;
    return share_places(contest, better, same);
}

/* Byes are not among these: a record of one does not say how many play a game, so only all other entries say what a win
   is worth there. */
static points gain_unplayed(const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    int32_t halves = entry->halves[seat] < 0 ? 0 : entry->halves[seat] > 2 ? 2 : entry->halves[seat];
    if (entry->unplayed == CATASTA_UNPLAYED)
        return round->win / 2 * halves;
    return is_present(entry, seat) ? round->win : 0;
}

/* What a win is worth.  By scores a game gives what it gives, and one that was not played
   nothing, unless its only scores are wins. */
static points win_worth(const struct contest *contest, const struct entry *entry)
{
    if (contest->by_score)
        return entry->scoring == CATASTA_WINS ? POINT : 0;
    return entry->seats > 2 ? contest->places[0] : POINT;
}

static void read_round(const struct contest *contest, const struct entry *entry, struct round *round)
{
    *round = (struct round){.entry = entry, .seats = seats_of(entry), .win = win_worth(contest, entry)};
    for (unsigned i = 0; i < round->seats; i++) {
        bool played = entry->unplayed == CATASTA_PLAYED;
        round->players[i] = NOBODY;
        if (has_name(entry, i))
            round->gains[i] = played ? gain_in_game(contest, round, i) : gain_unplayed(round, i);
    }
}

/* Gives the players numbers; false when out of memory. */
static bool number_players(struct standings *standings, struct round *round)
{
    for (unsigned i = 0; i < round->seats; i++) {
        if (!has_name(round->entry, i))
            continue;
        round->players[i] = player_number(standings, round->entry->players[i]);
        if (round->players[i] == NOBODY)
            return false;
    }
    return true;
}

static points size_of(points value)
{
    return value < 0 ? -value : value;
}

/* How much more SEAT has than each opponent, in the game's own points. */
static points difference_of(const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    points sum = 0;
    for (unsigned i = 0; i < round->seats; i++)
        sum += entry_are_partners(entry, seat, i) ? 0 : (points)entry->halves[seat] - entry->halves[i];
    return (entry->scoring == CATASTA_FEWEST_POINTS ? -sum : sum) * (POINT / 2);
}

/* What a bye may be worth. */
static points most_worth(const struct contest *contest)
{
    return contest->places[0] > POINT ? contest->places[0] : POINT;
}

/* All that an entry may add to what a player has, without signs. */
static points most_gained(const struct standings *standings, const struct round *round, unsigned seat)
{
    return is_alone(round->entry->unplayed) ? most_worth(&standings->contest) : size_of(round->gains[seat]);
}

/* Whether all numbers stay exact: no tie-break can be more than the most that a player has
   got, and draws for all rounds, times the most encounters. */
static bool stays_exact(const struct standings *standings, const struct round *round)
{
    uint64_t rounds = standings->rounds > round->entry->round ? standings->rounds : round->entry->round;
    uint64_t encounters = standings->most_encounters;
    points gross = standings->most_gross;
    for (unsigned i = 0; i < round->seats; i++) {
        static const struct player unknown = {0};
        if (!has_name(round->entry, i))
            continue;
        uint32_t number = player_find(standings, round->entry->players[i]);
        const struct player *player = number == NOBODY ? &unknown : &standings->players[number];
        points own = player->gross + most_gained(standings, round, i);
        gross = own > gross ? own : gross;
        encounters = player->encounters + CATASTA_SEATS > encounters ? player->encounters + CATASTA_SEATS : encounters;
        if (player->gross_difference > INT64_MAX / 2 - size_of(difference_of(round, i)))
            return false;
    }
    if (encounters > UINT32_MAX / 4 || gross > INT64_MAX / 4)
        return false;
    uint64_t score = (uint64_t)gross + (encounters + rounds) * (uint64_t)most_worth(&standings->contest);
    return score <= INT64_MAX / 4 / (encounters + rounds);
}

static void count_game(struct player *player, const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    struct tally *tallies[2] = {&player->all, &player->seats[seat]};
    uint32_t everybody = (1u << round->seats) - 1;
    for (unsigned i = 0; i < 2; i++) {
        tallies[i]->games++;
        if (entry->winners == 0 || (entry->winners & everybody) == everybody)
            tallies[i]->draws++;
        else if ((entry->winners >> seat & 1) != 0)
            tallies[i]->wins++;
        else
            tallies[i]->losses++;
    }
    player->undecided += entry->counted != CATASTA_COUNTED;
    player->difference += difference_of(round, seat);
    player->gross_difference += size_of(difference_of(round, seat));
}

static bool is_missed(const struct entry *entry, unsigned seat)
{
    switch (entry->unplayed) {
    case CATASTA_HALF_BYE:
    case CATASTA_ZERO_BYE:
    case CATASTA_DOUBLE_FORFEIT:
        return true;
    case CATASTA_FORFEIT:
        return !is_present(entry, seat);
    default:
        return false;
    }
}

/* Halves of a win that a bye gives; other games that were not played have their own. */
static unsigned bye_halves(const struct entry *entry, unsigned seat)
{
    return is_alone(entry->unplayed) ? (unsigned)entry->halves[seat] : 0;
}

static void count_absence(struct absences *absences, bool missed, unsigned halves)
{
    absences->given += !missed;
    absences->missed += missed;
    absences->halves += halves;
}

static bool count_unplayed(struct standings *standings, const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    struct player *player = &standings->players[round->players[seat]];
    player->unplayed++;
    player->unplayed_wins += entry->unplayed == CATASTA_BYE || is_present(entry, seat) ||
        (entry->unplayed == CATASTA_UNPLAYED && entry->halves[seat] >= 2);
    if (is_alone(entry->unplayed))
        count_absence(&player->alone, is_missed(entry, seat), bye_halves(entry, seat));
    for (unsigned i = 0; i < round->seats && !is_alone(entry->unplayed); i++)
        if (i != seat && round->players[i] == NOBODY)
            count_absence(&player->alone, is_missed(entry, seat), unplayed_against(entry, seat, i));
    return !is_missed(entry, seat) || entry->round == 0 ||
        absence_add(standings, round->players[seat], entry->round, entry->unplayed == CATASTA_ZERO_BYE);
}

static bool count_player(struct standings *standings, const struct round *round, unsigned seat)
{
    const struct entry *entry = round->entry;
    struct player *player = &standings->players[round->players[seat]];
    repeats_take(player, entry->round);
    if (entry->unplayed == CATASTA_WITHDRAWN) {
        player->withdrawn = entry->round < player->withdrawn ? entry->round : player->withdrawn;
        return true;
    }
    player->records++;
    player->points += round->gains[seat];
    player->bye_halves += bye_halves(entry, seat);
    player->gross += most_gained(standings, round, seat);
    player->encounters += round->seats;
    if (!is_missed(entry, seat) && entry->round > player->available)
        player->available = entry->round;
    if (player->records > standings->most_records)
        standings->most_records = player->records;
    if (player->gross > standings->most_gross)
        standings->most_gross = player->gross;
    if (player->encounters > standings->most_encounters)
        standings->most_encounters = player->encounters;
    if (entry->unplayed != CATASTA_PLAYED)
        return count_unplayed(standings, round, seat);
    count_game(player, round, seat);
    return true;
}

static bool count_pair(struct standings *standings, const struct round *round, unsigned seat, unsigned other)
{
    const struct entry *entry = round->entry;
    struct link *link = link_of(standings, round->players[seat], round->players[other]);
    if (link == NULL)
        return false;
    bool turned = link->players[0] != round->players[seat];
    const unsigned seats[2] = {turned ? other : seat, turned ? seat : other};
    if (entry->unplayed == CATASTA_PLAYED) {
        link->games++;
        link->halves += (unsigned)(1 + entry_compare(entry, seats[0], seats[1]));
        for (unsigned end = 0; end < 2 && !standings->contest.matches; end++)
            link->won_halves[end] += (unsigned)(1 + entry_compare(entry, seats[end], seats[1 - end]));
        return true;
    }
    link->forfeits += entry->unplayed != CATASTA_UNPLAYED;
    link->voids += entry->unplayed == CATASTA_UNPLAYED && entry->halves[seat] <= 0 && entry->halves[other] <= 0;
    for (unsigned end = 0; end < 2; end++) {
        unsigned halves = unplayed_against(entry, seats[end], seats[1 - end]);
        link->won_halves[end] += standings->contest.matches ? 0 : halves;
        link->won_forfeits[end] += entry->unplayed != CATASTA_UNPLAYED && halves == 2;
        count_absence(&link->absences[end], is_missed(entry, seats[end]), halves);
    }
    return true;
}

/* Whether the two are opponents whom somebody named. */
static bool is_pair(const struct round *round, unsigned seat, unsigned other)
{
    return round->players[seat] != NOBODY && round->players[other] != NOBODY &&
        !entry_are_partners(round->entry, seat, other);
}

static bool count_round(struct standings *standings, const struct round *round)
{
    if (standings->contest.keep_rounds && !cells_take(standings, round->entry, round->players, round->seats))
        return false;
    for (unsigned i = 0; i < round->seats; i++)
        if (round->players[i] != NOBODY && !count_player(standings, round, i))
            return false;
    for (unsigned i = 0; i < round->seats && !is_alone(round->entry->unplayed); i++)
        for (unsigned j = i + 1; j < round->seats; j++)
            if (is_pair(round, i, j) && !count_pair(standings, round, i, j))
                return false;
    return true;
}

static void note_entry(struct standings *standings, const struct round *round)
{
    const struct entry *entry = round->entry;
    if (standings->game.at == NULL && entry->game.at != NULL) { /* a file of results does not know which game it is */
        standings->game = arena_copy(&standings->arena, entry->game);
        standings->scoring = entry->scoring;
    }
    standings->roundless += entry->round == 0;
    if (entry->round > standings->rounds)
        standings->rounds = entry->round;
    if (entry->seats > standings->seats)
        standings->seats = entry->seats;
    if (!is_alone(entry->unplayed)) {
        standings->win = !standings->paired || round->win > standings->win ? round->win : standings->win;
        standings->paired = true;
    }
}

/* Whether the entry is one of several that may be a match: two players who were paired. */
static bool is_part_of_match(const struct standings *standings, const struct round *round)
{
    return standings->contest.matches && round->seats == 2 && !is_alone(round->entry->unplayed) &&
        round->players[0] != NOBODY && round->players[1] != NOBODY;
}

enum entry_added standings_add(struct standings *standings, const struct entry *entry, enum omission *why)
{
    struct round round;
    *why = omission_of(entry);
    if (*why != OMITTED_NOT)
        return ENTRY_NOT_ADDED;
    if (is_of_another(standings, entry))
        return ENTRY_OTHER_GAME;
    read_round(&standings->contest, entry, &round);
    if (!stays_exact(standings, &round)) {
        *why = OMITTED_BEYOND;
        return ENTRY_NOT_ADDED;
    }
    note_entry(standings, &round);
    bool added = number_players(standings, &round) &&
        (is_part_of_match(standings, &round) ? meeting_add(standings, entry, round.players)
                                             : count_round(standings, &round));
    return added && !standings->arena.failed ? ENTRY_ADDED : ENTRY_NO_MEMORY;
}

static bool count_match(struct standings *standings, const struct entry *entry)
{
    struct round round;
    read_round(&standings->contest, entry, &round);
    return number_players(standings, &round) && count_round(standings, &round);
}

bool standings_settle(struct standings *standings)
{
    bool counted = standings->met || meetings_count(standings, count_match);
    standings->met = true;
    return counted;
}
