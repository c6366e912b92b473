#include "scores/matches.h"

void matches_init(struct matches *matches)
{
    *matches = (struct matches){0};
    arena_init(&matches->arena, 0);
}

void matches_release(struct matches *matches)
{
    arena_release(&matches->arena);
}

/* FNV-1a. */
static uint32_t hash(uint32_t seed, struct slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        seed = (seed ^ (unsigned char)slice.at[i]) * 16777619u;
    return seed;
}

static size_t slot_of(const struct matches *matches, struct slice id, struct slice ruleset)
{
    size_t slot = hash(hash(2166136261u, id), ruleset) & (matches->slot_count - 1);
    while (matches->slots[slot] != 0) {
        const struct match *match = &matches->list[matches->slots[slot] - 1];
        if (slice_equal(match->id, id) && slice_equal(match->ruleset, ruleset))
            break;
        slot = (slot + 1) & (matches->slot_count - 1);
    }
    return slot;
}

/* Keeps half of the slots free. */
static bool make_room(struct matches *matches)
{
    if (2 * matches->count < matches->slot_count)
        return true;
    matches->slot_count = matches->slot_count == 0 ? 64 : 2 * matches->slot_count;
    matches->slots = arena_alloc(&matches->arena, matches->slot_count * sizeof *matches->slots);
    for (size_t i = 0; matches->slots != NULL && i < matches->count; i++)
        matches->slots[slot_of(matches, matches->list[i].id, matches->list[i].ruleset)] = (uint32_t)i + 1;
    return matches->slots != NULL;
}

static void set_up(struct matches *matches, struct match *match, const struct entry *entry)
{
    const struct report *report = entry->report;
    *match = (struct match){.seats = report->seats, .scoring = entry->scoring, .points = entry->rule.points};
    match->id = arena_copy(&matches->arena, entry->match);
    match->ruleset = arena_copy(&matches->arena, report->ruleset);
    for (unsigned i = 0; i < report->seats; i++)
        if (report->players[i].at != NULL)
            match->players[i] = arena_copy(&matches->arena, report->players[i]);
}

/* The match of ENTRY, new or not; NULL when out of memory. */
static struct match *find(struct matches *matches, const struct entry *entry)
{
    if (!make_room(matches))
        return NULL;
    size_t slot = slot_of(matches, entry->match, entry->report->ruleset);
    if (matches->slots[slot] != 0)
        return &matches->list[matches->slots[slot] - 1];
    if (!arena_grow(&matches->arena, &matches->list, matches->count, &matches->capacity, sizeof *matches->list))
        return NULL;
    struct match *match = &matches->list[matches->count++];
    matches->slots[slot] = (uint32_t)matches->count;
    set_up(matches, match, entry);
    return matches->arena.failed ? NULL : match;
}

/* Which player of MATCH sits at SEAT, from 0; SEATS when none of those not in USED. */
static unsigned player_at(const struct match *match, const struct report *report, unsigned seat, uint32_t used)
{
    struct slice name = report->players[seat];
    if (name.at == NULL || match->players[seat].at == NULL)
        return (used >> seat & 1) == 0 ? seat : SEATS;
    for (unsigned i = 0; i < match->seats; i++)
        if ((used >> i & 1) == 0 && match->players[i].at != NULL && slice_equal(match->players[i], name))
            return i;
    return SEATS;
}

/* The player of each seat; false when they are not those of the match. */
static bool seat_players(const struct match *match, const struct report *report, unsigned players[SEATS])
{
    uint32_t used = 0;
    if (report->seats != match->seats)
        return false;
    for (unsigned seat = 0; seat < report->seats; seat++) {
        players[seat] = player_at(match, report, seat, used);
        if (players[seat] == SEATS)
            return false;
        used |= 1u << players[seat];
    }
    return true;
}

/* Ends the match when a total says so: then the best, or the lowest, have won. */
static void judge_match(struct match *match)
{
    int32_t sign = match->scoring == SCORE_LOWEST_WINS ? -1 : 1;
    int32_t best = match->halves[0];
    for (unsigned i = 0; i < match->seats; i++) {
        match->over |= match->points > 0 && match->halves[i] >= 2 * (int64_t)match->points;
        best = sign * match->halves[i] > sign * best ? match->halves[i] : best;
    }
    for (unsigned i = 0; match->over && i < match->seats; i++)
        match->winners |= (uint32_t)(match->halves[i] == best) << i;
}

bool matches_add(struct matches *matches, const struct entry *entry)
{
    const struct report *report = entry->report;
    unsigned players[SEATS];
    if (entry->match.length == 0 || !report->judged)
        return true;
    struct match *match = find(matches, entry);
    if (match == NULL)
        return false;
    if (!entry_counts(entry) || !seat_players(match, report, players)) {
        match->others++;
        return true;
    }
    if (match->over) {
        match->late++;
        return true;
    }
    for (unsigned seat = 0; seat < report->seats; seat++)
        match->halves[players[seat]] += entry->halves[seat];
    match->rounds++;
    judge_match(match);
    return true;
}
