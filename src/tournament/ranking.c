/* SPDX-License-Identifier: MIT */
/* The table: players in the order of points and tie-breaks, whom each has met. */
#include "tournament/counting.h"

#include <stdlib.h>

/* A player on the way to a place: those of one run are tied so far. */
struct ranked {
    points value; /* what they are parted by next, the most first */
    uint32_t player;
    bool begins; /* a run */
    struct slice name;
    points tiebreaks[TIEBREAK_COUNT];
};

static int ranked_order(const void *a, const void *b)
{
    const struct ranked *one = a;
    const struct ranked *two = b;
    if (one->value != two->value)
        return one->value > two->value ? -1 : 1;
    return slice_order(one->name, two->name);
}

static size_t end_of_run(const struct ranked *ranked, size_t begin, size_t count)
{
    size_t end = begin + 1;
    while (end < count && !ranked[end].begins)
        end++;
    return end;
}

/* Orders a run by its values, which part it into shorter ones. */
static void part_run(struct ranked *ranked, size_t count)
{
    bool begins = ranked[0].begins;
    qsort(ranked, count, sizeof *ranked, ranked_order);
    for (size_t i = 0; i < count; i++)
        ranked[i].begins = i == 0 ? begins : ranked[i].value != ranked[i - 1].value;
}

/* The values of direct encounter in a run. */
static bool set_direct_values(struct standings *standings, struct ranked *ranked, size_t count)
{
    uint32_t *players = memory_new(count * sizeof *players);
    points *values = memory_new(count * sizeof *values);
    bool done = players != NULL && values != NULL;
    for (size_t i = 0; done && i < count; i++)
        players[i] = ranked[i].player;
    done = done && direct_encounter(standings, players, count, values);
    for (size_t i = 0; done && i < count; i++)
        ranked[i].value = values[i];
    free(players);
    free(values);
    return done;
}

static bool break_ties(struct standings *standings, struct ranked *ranked, size_t count, unsigned n)
{
    enum tiebreak tiebreak = standings->contest.tiebreaks[n];
    for (size_t i = 0; i < count; i++)
        ranked[i].value = tiebreak_value(standings, tiebreak, ranked[i].player);
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = end_of_run(ranked, begin, count);
        if (end - begin > 1 && tiebreak == TIEBREAK_DIRECT &&
            !set_direct_values(standings, ranked + begin, end - begin))
            return false;
        for (size_t i = begin; i < end; i++)
            ranked[i].tiebreaks[n] =
                tiebreak == TIEBREAK_SEED ? POINT * (points)standings->players[ranked[i].player].seed : ranked[i].value;
        if (end - begin > 1)
            part_run(ranked + begin, end - begin);
    }
    return true;
}

static bool make_rows(struct standings *standings, const struct ranked *ranked)
{
    size_t count = standings->player_count;
    standings->rows = arena_alloc(&standings->table, count * sizeof *standings->rows);
    if (standings->rows == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct player *player = &standings->players[ranked[i].player];
        struct standings_row *standing = &standings->rows[i];
        *standing = (struct standings_row){
            .player = ranked[i].player, .name = player->name, .points = standings->scores[ranked[i].player]};
        standing->rank = ranked[i].begins ? (uint32_t)i + 1 : standing[-1].rank;
        standing->all = player->all;
        standing->unplayed = player->unplayed;
        standing->undecided = player->undecided;
        standing->withdrawn = player->withdrawn == NOBODY ? 0
            : player->withdrawn > 0                       ? player->withdrawn
                                                          : player->available + 1;
        memcpy(standing->seats, player->seats, sizeof standing->seats);
        memcpy(standing->tiebreaks, ranked[i].tiebreaks, sizeof standing->tiebreaks);
    }
    standings->row_count = count;
    return true;
}

static bool rank_players(struct standings *standings)
{
    size_t count = standings->player_count;
    bool turned = standings_fewest_first(standings);
    struct ranked *ranked = arena_alloc(&standings->table, count * sizeof *ranked);
    if (ranked == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        points value = standings->scores[i];
        ranked[i] = (struct ranked){.value = turned ? -value : value, .player = (uint32_t)i, .begins = i == 0};
        ranked[i].name = standings->players[i].name;
    }
    if (count > 0)
        part_run(ranked, count);
    for (unsigned n = 0; count > 0 && n < standings->contest.tiebreak_count; n++)
        if (!break_ties(standings, ranked, count, n))
            return false;
    return make_rows(standings, ranked);
}

/* Row by row each player is added to the lists of its opponents, so the lists are in order. */
static bool sort_opponents(struct standings *standings)
{
    size_t count = standings->player_count;
    size_t *next = arena_alloc(&standings->table, count * sizeof *next);
    standings->opponents = arena_alloc(&standings->table, 2 * standings->link_count * sizeof *standings->opponents);
    if (next == NULL || standings->opponents == NULL)
        return false;
    memcpy(next, standings->first_side, count * sizeof *next);
    for (size_t row = 0; row < standings->row_count; row++) {
        uint32_t player = standings->rows[row].player;
        for (size_t i = standings->first_side[player]; i < standings->first_side[player + 1]; i++)
            standings->opponents[next[standings->sides[i].other]++] = (uint32_t)row;
    }
    return true;
}

bool standings_rank(struct standings *standings)
{
    arena_release(&standings->table);
    standings->row_count = standings->alike_count = 0;
    standings->beyond.count = 0;
    if (!standings_settle(standings))
        return false;
    standings->indexes = arena_alloc(&standings->table, standings->player_count * sizeof *standings->indexes);
    return standings->indexes != NULL && sides_sort(standings) && scores_adjust(standings) && rank_players(standings) &&
        sort_opponents(standings) && compare_player_names(standings);
}

bool standings_pairing(const struct standings *standings, size_t a, size_t b, struct pairing *pairing)
{
    uint32_t player = standings->rows[a].player;
    const struct link *link = link_find(standings, player, standings->rows[b].player);
    if (link == NULL)
        return false;
    unsigned end = link->players[0] != player;
    *pairing = (struct pairing){
        link->games, end == 0 ? link->halves : 2 * link->games - link->halves, link->forfeits, link->won_forfeits[end]};
    return true;
}

size_t standings_opponents(const struct standings *standings, size_t row, const uint32_t **rows)
{
    uint32_t player = standings->rows[row].player;
    *rows = standings->opponents + standings->first_side[player];
    return standings->first_side[player + 1] - standings->first_side[player];
}
