/* SPDX-License-Identifier: MIT */
/* Direct encounter (C.07, 6): who is tied is ranked by what they did against each other.

       tied ──> runs: [A] [B C D] [E F]      each a split of one before, the best first

   A run in which everybody has met is split by the scores within it (6.2).  Where some have
   not met, a player who would be first with any results of the missing games is first, then likewise
   the next (6.3).  What is left of a run that was split is looked at anew, alone.

   Means are exact: whole numbers over one denominator that all of them have in common.  Those of a player add up to no
   more than twice the number of the others, which has to fit, too. */
#include "tournament/counting.h"

#include <stdlib.h>

/* What one did against another: the mean of that number of encounters, in halves. */
struct duel {
    uint32_t other;
    uint32_t encounters;
    uint32_t halves;
};

struct tied {
    struct tie *tie;
    uint32_t index;
};

/* Players are numbered from 0 among the tied. */
struct tie {
    struct arena arena;
    size_t count;
    struct duel *duels; /* of all, those of one together */
    size_t *first;
    uint64_t denominator;
    bool beyond;     /* it does not fit */
    uint64_t *least; /* a numerator for each: if the missing games are lost, in halves */
    uint64_t *most;  /* if they are won */
    size_t *run_of;  /* the number of the run that each was looked at in last */
    size_t runs;
    uint32_t *best; /* of those from a place of the order on, whose .most is the most */
    struct tied *order;
    bool *begins; /* a run, at a place of the order */
};

static struct duel duel_of(const struct standings *standings, uint32_t player, const struct side *side)
{
    const struct link *link = &standings->links[side->link];
    unsigned end = link->players[0] != player;
    struct duel duel = {0, link->games, end == 0 ? link->halves : 2 * link->games - link->halves};
    if (standings->contest.round_robin) {
        duel.encounters += link->absences[end].given + link->absences[end].missed - link->voids;
        duel.halves += link->absences[end].halves;
    }
    return duel;
}

/* Makes the denominator a multiple of NUMBER; false if it is too large then. */
static bool divide_by(struct tie *tie, uint32_t number)
{
    uint64_t factor = number / common_divisor(tie->denominator, number);
    tie->beyond = tie->denominator > UINT64_MAX / 2 / tie->count / factor;
    if (!tie->beyond)
        tie->denominator *= factor;
    return !tie->beyond;
}

/* Collects the duels among PLAYERS; INDEXES are their numbers here, from 1, 0 for others. */
static bool collect_duels(
    struct tie *tie, const struct standings *standings, const uint32_t *players, const uint32_t *indexes)
{
    size_t count = 0;
    size_t capacity = 0;
    for (size_t i = 0; i < tie->count; i++) {
        size_t end = standings->first_side[players[i] + 1];
        tie->first[i] = count;
        for (size_t j = standings->first_side[players[i]]; j < end; j++) {
            const struct side *side = &standings->sides[j];
            struct duel duel = duel_of(standings, players[i], side);
            if (indexes[side->other] == 0 || duel.encounters == 0)
                continue;
            duel.other = indexes[side->other] - 1;
            if (!arena_grow(&tie->arena, &tie->duels, count, &capacity, sizeof *tie->duels) ||
                !divide_by(tie, duel.encounters))
                return false;
            tie->duels[count++] = duel;
        }
    }
    tie->first[tie->count] = count;
    return true;
}

static bool set_up_direct(
    struct tie *tie, const struct standings *standings, const uint32_t *players, const uint32_t *indexes)
{
    struct arena *arena = &tie->arena;
    size_t count = tie->count;
    tie->first = arena_alloc(arena, (count + 1) * sizeof *tie->first);
    tie->run_of = arena_alloc(arena, count * sizeof *tie->run_of);
    tie->best = arena_alloc(arena, count * sizeof *tie->best);
    tie->order = arena_alloc(arena, count * sizeof *tie->order);
    tie->begins = arena_alloc(arena, (count + 1) * sizeof *tie->begins);
    tie->least = arena_alloc(arena, count * sizeof *tie->least);
    tie->most = arena_alloc(arena, count * sizeof *tie->most);
    if (arena->failed || !collect_duels(tie, standings, players, indexes))
        return false;
    for (size_t i = 0; i < count; i++)
        tie->order[i] = (struct tied){tie, (uint32_t)i};
    tie->begins[0] = tie->begins[count] = true;
    return true;
}

/* Adds up what those of the run from BEGIN to END did within it.  False where some of them
   have not met. */
static bool sum_run(struct tie *tie, size_t begin, size_t end)
{
    bool met = true;
    size_t run = ++tie->runs;
    for (size_t i = begin; i < end; i++)
        tie->run_of[tie->order[i].index] = run;
    for (size_t i = begin; i < end; i++) {
        uint32_t index = tie->order[i].index;
        uint64_t least = 0;
        size_t missing = end - begin - 1;
        for (size_t j = tie->first[index]; j < tie->first[index + 1]; j++) {
            const struct duel *duel = &tie->duels[j];
            if (tie->run_of[duel->other] != run)
                continue;
            least += tie->denominator / duel->encounters * duel->halves;
            missing--;
        }
        tie->least[index] = least;
        tie->most[index] = least + 2 * missing * tie->denominator;
        met = met && missing == 0;
    }
    return met;
}

static int by_least(const void *a, const void *b)
{
    const struct tied *one = a;
    const struct tied *two = b;
    const uint64_t *least = one->tie->least;
    if (least[one->index] != least[two->index])
        return least[one->index] > least[two->index] ? -1 : 1;
    return one->index < two->index ? -1 : 1;
}

/* The players at the front of the run who would be first with any results of the missing games. */
static bool split_front(struct tie *tie, size_t begin, size_t end)
{
    size_t placed = begin;
    for (size_t i = end; i-- > begin;) {
        uint32_t index = tie->order[i].index;
        bool more = i + 1 == end || tie->most[index] > tie->most[tie->best[i + 1]];
        tie->best[i] = more ? index : tie->best[i + 1];
    }
    while (placed + 1 < end && tie->least[tie->order[placed].index] > tie->most[tie->best[placed + 1]])
        tie->begins[++placed] = true;
    return placed > begin;
}

/* Splits a run; false where there is nothing to split it by. */
static bool split_run(struct tie *tie, size_t begin, size_t end)
{
    bool any = false;
    bool met = sum_run(tie, begin, end);
    qsort(tie->order + begin, end - begin, sizeof *tie->order, by_least);
    if (!met)
        return split_front(tie, begin, end);
    for (size_t i = begin + 1; i < end; i++) {
        tie->begins[i] = tie->least[tie->order[i - 1].index] != tie->least[tie->order[i].index];
        any |= tie->begins[i];
    }
    return any;
}

static size_t end_of_run(const struct tie *tie, size_t begin)
{
    size_t end = begin + 1;
    while (!tie->begins[end])
        end++;
    return end;
}

static void split_all(struct tie *tie, points *values)
{
    for (size_t begin = 0; begin < tie->count;) {
        size_t end = end_of_run(tie, begin);
        if (end - begin > 1 && split_run(tie, begin, end))
            continue;
        for (size_t i = begin; i < end; i++)
            values[tie->order[i].index] = POINT * (points)(tie->count - end);
        begin = end;
    }
}

bool direct_encounter(struct standings *standings, const uint32_t *players, size_t count, points *values)
{
    struct tie tie = {.count = count, .denominator = 1};
    arena_init(&tie.arena, 0);
    for (size_t i = 0; i < count; i++)
        standings->indexes[players[i]] = (uint32_t)i + 1;
    bool done = set_up_direct(&tie, standings, players, standings->indexes);
    if (done)
        split_all(&tie, values);
    if (tie.beyond)
        standings->beyond = (struct beyond){standings->players[players[0]].name, count};
    for (size_t i = 0; i < count; i++)
        standings->indexes[players[i]] = 0;
    arena_release(&tie.arena);
    return done;
}
