/* SPDX-License-Identifier: MIT */
/* Tie-breaks of a player alone, and what they take for the scores of opponents. */
#include "tournament/counting.h"

const struct tiebreak_name tiebreak_names[TIEBREAK_COUNT] = {
    [TIEBREAK_DIRECT] = {"direct", "DE", "Direct encounter", "DE", false},
    [TIEBREAK_SONNEBORN_BERGER] = {"sonneborn-berger", "SB", "Sonneborn-Berger", "SB", true},
    [TIEBREAK_BUCHHOLZ] = {"buchholz", "BH", "Buchholz", "BH", true},
    [TIEBREAK_BUCHHOLZ_CUT1] = {"buchholz-cut1", "BH-C1", "Buchholz without the lowest", "BH/C1", true},
    [TIEBREAK_BUCHHOLZ_MEDIAN] = {"buchholz-median", "BH-M1", "Buchholz without the lowest and the highest", "BH/M1",
        true},
    [TIEBREAK_WINS] = {"wins", "WIN", "Number of wins", "WIN", false},
    [TIEBREAK_SECOND_WINS] = {"second-wins", "W2", "Wins not in the first seat", "BWG", false},
    [TIEBREAK_DIFFERENCE] = {"difference", "DIFF", "Difference of points", NULL, false},
    [TIEBREAK_GAMES] = {"games", "GP", "Game points", NULL, false},
    [TIEBREAK_GAMES_TIED] = {"games-tied", "GP-T", "Game points against players with the same points", NULL, false},
    [TIEBREAK_GAMES_OTHERS] = {"games-others", "GP-O", "Game points against all others", NULL, false},
    [TIEBREAK_SEED] = {"seed", "SEED", "Seed", NULL, false},
};

/* From when on PLAYER is gone for good; after all rounds for one who is not.  Who came
   back had not gone. */
static uint32_t first_withdrawn(const struct standings *standings, const struct player *player)
{
    if (player->withdrawn == NOBODY)
        return standings->rounds + 1;
    return player->withdrawn > player->available ? player->withdrawn : player->available + 1;
}

bool player_is_gone(const struct standings *standings, uint32_t player, uint32_t round)
{
    const struct player *found = &standings->players[player];
    return found->withdrawn != NOBODY && first_withdrawn(standings, found) <= round;
}

bool scores_adjust(struct standings *standings)
{
    size_t count = standings->player_count;
    points *adjusted = arena_alloc(&standings->table, count * sizeof *adjusted);
    standings->withdrawn = arena_alloc(&standings->table, count * sizeof *standings->withdrawn);
    standings->scores = arena_alloc(&standings->table, count * sizeof *standings->scores);
    standings->adjusted = adjusted;
    if (standings->table.failed)
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t gone = first_withdrawn(standings, &standings->players[i]);
        standings->scores[i] = standings->players[i].points + standings->players[i].bye_halves * draw_worth(standings);
        adjusted[i] = standings->scores[i];
        standings->withdrawn[i] = gone > standings->rounds ? 0 : standings->rounds - gone + 1;
    }
    for (size_t i = 0; i < standings->absence_count; i++) {
        const struct absence *absence = &standings->absences[i];
        const struct player *player = &standings->players[absence->player];
        if (absence->round >= player->available && !standings->contest.round_robin)
            adjusted[absence->player] += absence->zeros * draw_worth(standings);
        standings->withdrawn[absence->player] -= absence->round >= first_withdrawn(standings, player);
    }
    for (size_t i = 0; i < count && !standings->contest.round_robin; i++)
        adjusted[i] += standings->withdrawn[i] * draw_worth(standings);
    return true;
}

/* What some rounds give to Buchholz. */
struct rounds {
    uint64_t count;
    points lowest;
    points highest;
};

struct sum {
    points all;
    points weighted; /* each times the halves that were got in it */
    struct rounds given;
    struct rounds missed; /* by the player's own will */
};

static void add_rounds(struct rounds *rounds, uint64_t count, points score)
{
    if (count == 0)
        return;
    rounds->lowest = rounds->count == 0 || score < rounds->lowest ? score : rounds->lowest;
    rounds->highest = rounds->count == 0 || score > rounds->highest ? score : rounds->highest;
    rounds->count += count;
}

/* Adds rounds against opponents of SCORE. */
static void add_opponents(struct sum *sum, uint64_t games, uint64_t halves, points score)
{
    add_rounds(&sum->given, games, score);
    sum->all += (points)games * score;
    sum->weighted += (points)halves * (score / 2);
}

/* Adds rounds that were not played, against a dummy of SCORE (C.07, 16.4). */
static void add_dummies(struct sum *sum, const struct absences *absences, points score)
{
    add_opponents(sum, absences->given, absences->halves, score);
    add_rounds(&sum->missed, absences->missed, score);
    sum->all += (points)absences->missed * score;
}

static points lesser_of(points a, points b)
{
    return a < b ? a : b;
}

static void add_link(const struct standings *standings, uint32_t player, const struct side *side, struct sum *sum)
{
    const struct link *link = &standings->links[side->link];
    unsigned end = link->players[0] != player;
    points score = standings->adjusted[side->other];
    const struct absences *absences = &link->absences[end];
    add_opponents(sum, link->games, end == 0 ? link->halves : 2 * link->games - link->halves, score);
    if (standings->contest.round_robin)
        add_opponents(sum, absences->given + absences->missed, absences->halves, score);
    else
        add_dummies(sum, absences, lesser_of(standings->scores[player], score));
}

static struct sum sum_opponents(const struct standings *standings, uint32_t player)
{
    struct sum sum = {0};
    points own = standings->scores[player];
    /* The number of rounds: the last that was named, or the most records of one player where that is more. */
    uint32_t rounds = standings->rounds > standings->most_records ? standings->rounds : standings->most_records;
    points cap = (points)rounds * draw_worth(standings);
    struct absences gone = {.missed = standings->withdrawn[player]};
    for (size_t i = standings->first_side[player]; i < standings->first_side[player + 1]; i++)
        add_link(standings, player, &standings->sides[i], &sum);
    if (standings->contest.round_robin)
        return sum;
    add_dummies(&sum, &standings->players[player].alone, lesser_of(own, cap));
    add_dummies(&sum, &gone, lesser_of(own, cap));
    return sum;
}

/* What is cut first: a round that the player missed (C.07, 16.5), else the lowest. */
static points cut_lowest(const struct sum *sum)
{
    return sum->missed.count > 0 ? sum->missed.lowest : sum->given.lowest;
}

/* The highest of what is left then. */
static points cut_highest(const struct sum *sum)
{
    bool missed = sum->missed.count > 1;
    bool given = sum->given.count > (sum->missed.count == 0);
    if (missed && given)
        return sum->missed.highest > sum->given.highest ? sum->missed.highest : sum->given.highest;
    return missed ? sum->missed.highest : given ? sum->given.highest : 0;
}

/* Game points against players with as many points, or with others; TIED and OTHERS may both be set. */
static points game_points(const struct standings *standings, uint32_t player, bool tied, bool others)
{
    points halves = 0;
    for (size_t i = standings->first_side[player]; i < standings->first_side[player + 1]; i++) {
        const struct side *side = &standings->sides[i];
        const struct link *link = &standings->links[side->link];
        if (standings->scores[side->other] == standings->scores[player] ? tied : others)
            halves += (points)link->won_halves[link->players[0] != player];
    }
    return halves * (POINT / 2);
}

points tiebreak_value(const struct standings *standings, enum tiebreak tiebreak, uint32_t number)
{
    const struct player *player = &standings->players[number];
    struct sum sum = sum_opponents(standings, number);
    switch (tiebreak) {
    case TIEBREAK_SONNEBORN_BERGER:
        return sum.weighted;
    case TIEBREAK_BUCHHOLZ:
        return sum.all;
    case TIEBREAK_BUCHHOLZ_CUT1:
        return sum.all - cut_lowest(&sum);
    case TIEBREAK_BUCHHOLZ_MEDIAN:
        return sum.all - cut_lowest(&sum) - cut_highest(&sum);
    case TIEBREAK_WINS:
        return POINT * ((points)player->all.wins + player->unplayed_wins);
    case TIEBREAK_SECOND_WINS:
        return POINT * ((points)player->all.wins - player->seats[0].wins);
    case TIEBREAK_DIFFERENCE:
        return player->difference;
    case TIEBREAK_GAMES:
        return game_points(standings, number, true, true);
    case TIEBREAK_GAMES_TIED:
        return game_points(standings, number, true, false);
    case TIEBREAK_GAMES_OTHERS:
        return game_points(standings, number, false, true);
    case TIEBREAK_SEED:
        return player->seed == 0 ? POINT * -SEEDS_MOST : POINT * -(points)player->seed;
    default:
        return 0;
    }
}
