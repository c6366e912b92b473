/* SPDX-License-Identifier: MIT */
#include "tournament/matches.h"

#include "base/fold.h"
#include "tournament/match_faults.h"

bool match_keys_read(struct slice list, unsigned *keys, struct slice *wrong)
{
    static const char *const words[] = {"match", "players", "event"};
    enum { WORDS = sizeof words / sizeof words[0] };
    unsigned found = 0;
    while (slice_split(&list, ',', wrong)) {
        unsigned i = 0;
        while (i < WORDS && !slice_is(slice_trim(*wrong), words[i]))
            i++;
        if (i == WORDS)
            return false;
        found |= 1u << i;
    }
    *keys = found;
    return true;
}

void matches_init(struct matches *matches, unsigned keys, uint32_t best_of)
{
    *matches =
        (struct matches){.keys = (keys & MATCH_BY_EVENT) != 0 ? keys | MATCH_BY_PLAYERS : keys, .best_of = best_of};
    matches->table.seed = hash_seed(matches);
    arena_init(&matches->arena, 0);
}

void matches_release(struct matches *matches)
{
    arena_release(&matches->arena);
}

/* Finding the match of an entry. */

/* Of what keys alone, players in any order. */
static uint64_t hash_entry(const struct matches *matches, const struct entry *entry)
{
    uint64_t seed = matches->table.seed;
    uint64_t sum = 0;
    for (unsigned i = 0; (matches->keys & MATCH_BY_PLAYERS) != 0 && i < entry->seats; i++)
        sum += hash_slice(seed, entry->keys[i]);
    if ((matches->keys & MATCH_BY_MATCH) != 0)
        sum = hash_number(sum, hash_slice(seed, entry->match.value));
    if ((matches->keys & MATCH_BY_EVENT) != 0)
        sum = hash_number(sum, hash_slice(seed, entry->event.value));
    return sum;
}

/* Whether the keys are there at all. */
static bool has_keys(const struct entry *entry, unsigned keys)
{
    for (unsigned i = 0; (keys & MATCH_BY_PLAYERS) != 0 && i < entry->seats; i++)
        if (entry->players[i].at == NULL)
            return false;
    return ((keys & MATCH_BY_MATCH) == 0 || entry->match.value.length > 0) &&
        ((keys & MATCH_BY_EVENT) == 0 || entry->event.value.length > 0);
}

/* Which player of MATCH sits at SEAT, from 0; CATASTA_SEATS when none of those not in USED.  Without a name it is by
   the seat, but never for a player named at another seat. */
static unsigned player_at(const struct match *match, const struct entry *entry, unsigned seat, uint32_t used)
{
    struct slice key = entry->keys[seat];
    bool by_seat = key.at == NULL || match->players[seat].key.at == NULL;
    for (unsigned i = 0; key.at != NULL && i < match->seats; i++) {
        if (match->players[i].key.at == NULL || !slice_equal(match->players[i].key, key))
            continue;
        if ((used >> i & 1) == 0)
            return i;
        by_seat = false;
    }
    return by_seat && (used >> seat & 1) == 0 ? seat : CATASTA_SEATS;
}

/* The player of each seat; false when they are not those of the match. */
static bool seat_players(const struct match *match, const struct entry *entry, unsigned players[CATASTA_SEATS])
{
    uint32_t used = 0;
    if (entry->seats != match->seats)
        return false;
    for (unsigned seat = 0; seat < match->seats; seat++) {
        players[seat] = player_at(match, entry, seat, used);
        if (players[seat] == CATASTA_SEATS)
            return false;
        used |= 1u << players[seat];
    }
    return true;
}

/* Whether ENTRY has the keys of MATCH, whatever the ruleset. */
static bool is_called(const struct match *match, const struct entry *entry)
{
    unsigned players[CATASTA_SEATS];
    return ((match->keys & MATCH_BY_MATCH) == 0 || slice_equal(match->id, entry->match.value)) &&
        ((match->keys & MATCH_BY_EVENT) == 0 || slice_equal(match->event, entry->event.value)) &&
        ((match->keys & MATCH_BY_PLAYERS) == 0 || seat_players(match, entry, players));
}

/* The match of ENTRY; NULL with *NAMESAKE, one by another ruleset, if there is any. */
static struct match *look_up_match(
    const struct matches *matches, const struct entry *entry, uint64_t hash, struct match **namesake)
{
    size_t at = 0;
    uint32_t index;
    *namesake = NULL;
    while ((index = hash_next(&matches->table, hash, &at)) != 0) {
        struct match *match = matches->list[index - 1];
        if (!is_called(match, entry))
            continue;
        if (slice_equal(match->ruleset, entry->ruleset))
            return match;
        *namesake = match;
    }
    return NULL;
}

/* A copy of SLICE, or LAST where that is the same. */
static struct slice copy_unless(struct arena *arena, struct slice slice, const struct slice *last)
{
    return last != NULL && slice_equal(*last, slice) ? *last : arena_copy(arena, slice);
}

/* PLAYER, who has no name so far, is known by the one at SEAT of ENTRY, if there is any. */
static void name_player(struct arena *arena, struct match_player *player, const struct entry *entry, unsigned seat)
{
    if (entry->players[seat].at == NULL)
        return;
    player->name = arena_copy(arena, entry->players[seat]);
    player->key = arena_copy(arena, entry->keys[seat]);
}

static bool set_up_match(struct matches *matches, struct match *match, const struct entry *entry)
{
    struct arena *arena = &matches->arena;
    const struct match *last = matches->count == 0 ? NULL : matches->list[matches->count - 1];
    match->keys = matches->keys;
    match->seats = entry->seats;
    match->scoring = entry->scoring;
    match->rule = entry->rule;
    if (match->rule.points == 0 && match->rule.best_of == 0)
        match->rule.best_of = matches->best_of;
    if ((match->keys & MATCH_BY_MATCH) != 0)
        match->id = arena_copy(arena, entry->match.value);
    if ((match->keys & MATCH_BY_EVENT) != 0)
        match->event = copy_unless(arena, entry->event.value, last == NULL ? NULL : &last->event);
    match->ruleset = copy_unless(arena, entry->ruleset, last == NULL ? NULL : &last->ruleset);
    match->players = arena_alloc(arena, entry->seats * sizeof *match->players);
    for (unsigned i = 0; match->players != NULL && i < entry->seats; i++)
        name_player(arena, &match->players[i], entry, i);
    return !arena->failed;
}

/* The match of ENTRY, new or not; NULL when out of memory. */
static struct match *find_or_add_match(struct matches *matches, const struct entry *entry)
{
    struct arena *arena = &matches->arena;
    uint64_t hash = hash_entry(matches, entry);
    struct match *namesake;
    struct match *match = look_up_match(matches, entry, hash, &namesake);
    if (match != NULL)
        return match;
    match = arena_alloc(arena, sizeof *match);
    if (match == NULL || !set_up_match(matches, match, entry) ||
        !arena_grow(arena, &matches->list, matches->count, &matches->capacity, sizeof(struct match *)) ||
        !hash_put(&matches->table, arena, hash, (uint32_t)matches->count + 1))
        return NULL;
    match->shares_its_name = namesake != NULL;
    if (namesake != NULL)
        namesake->shares_its_name = true;
    matches->list[matches->count++] = match;
    return match;
}

/* Adding a round. */

/* What the round gives to SEAT, from 0. */
static int32_t points_of_round(const struct match *match, const struct entry *entry, unsigned seat)
{
    bool won = (entry->winners >> seat & 1) != 0;
    if (match->rule.best_of == 0)
        return entry->halves[seat];
    return won ? 2 : entry->winners == 0 ? 1 : 0;
}

/* Partners stay so while they always are. */
static void pair_players(struct match *match, const struct entry *entry, const unsigned players[CATASTA_SEATS])
{
    for (unsigned seat = 0; seat < match->seats; seat++) {
        struct match_player *player = &match->players[players[seat]];
        uint32_t partners = 1u << players[seat];
        for (unsigned other = 0; other < match->seats; other++)
            if (entry_are_partners(entry, seat, other))
                partners |= 1u << players[other];
        player->partners = match->rounds == 0 || player->partners == partners ? partners : 1u << players[seat];
    }
}

static int64_t side_total(const struct match *match, unsigned player)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < match->seats; i++)
        sum += (match->players[player].partners >> i & 1) != 0 ? match->players[i].halves : 0;
    return match->scoring == CATASTA_FEWEST_POINTS && match->rule.best_of == 0 ? -sum : sum;
}

/* Whether somebody can still come up to BEST, the total of LEADERS: another side with all the
   rounds that are left, or one of several leaders, who are not partners. */
static bool is_open(const struct match *match, uint32_t leaders, int64_t best)
{
    int64_t left = (int64_t)match->rule.best_of - match->rounds;
    unsigned first = (unsigned)__builtin_ctz(leaders);
    for (unsigned i = 0; left > 0 && i < match->seats; i++) {
        uint32_t side = match->players[i].partners;
        if ((match->players[first].partners >> i & 1) == 0 &&
            side_total(match, i) + 2 * left * __builtin_popcount(side) >= best)
            return true;
    }
    return false;
}

/* Who leads, and whether that ends it. */
static void judge_match(struct match *match)
{
    uint32_t leaders = 0;
    int64_t best = INT64_MIN;
    for (unsigned i = 0; i < match->seats; i++) {
        int64_t total = side_total(match, i);
        if (total > best)
            leaders = 0;
        best = total > best ? total : best;
        leaders |= (uint32_t)(total == best) << i;
    }
    if (match->rule.best_of > 0)
        match->over = !is_open(match, leaders, best);
    else
        for (unsigned i = 0; match->rule.points > 0 && i < match->seats; i++)
            match->over |= match->players[i].halves >= 2 * (int64_t)match->rule.points;
    match->leaders = leaders == (1u << match->seats) - 1 ? 0 : leaders;
    match->winners = match->over ? leaders : 0;
}

/* Who starts the next round: who won this one, or if nobody did, who started it. */
static void choose_starter(struct match *match, const struct entry *entry, const unsigned players[CATASTA_SEATS])
{
    bool sole = entry->winners != 0 && (entry->winners & (entry->winners - 1)) == 0;
    match->starts_again = !sole;
    match->starter = (uint8_t)(players[sole ? __builtin_ctz(entry->winners) : 0] + 1);
}

static void add_round(struct match *match, const struct entry *entry, const unsigned players[CATASTA_SEATS])
{
    pair_players(match, entry, players);
    for (unsigned seat = 0; seat < match->seats; seat++)
        match->players[players[seat]].halves += points_of_round(match, entry, seat);
    match->rounds++;
    match->claimed += entry->counted == CATASTA_COUNTED_CLAIMED;
    match->adjudicated += entry->counted == CATASTA_COUNTED_ADJUDICATED;
    match->illegal += entry->counted == CATASTA_COUNTED_ILLEGAL;
    match->forfeits += entry->counted == CATASTA_COUNTED_UNPLAYED;
    if (entry->counted != CATASTA_COUNTED_UNPLAYED)
        choose_starter(match, entry, players);
    judge_match(match);
}

/* Whether the round is left out, for what MATCH then counts. */
static bool leave_match_out(struct match *match, const struct entry *entry, struct match_fault *fault)
{
    unsigned players[CATASTA_SEATS];
    bool known = seat_players(match, entry, players);
    bool forfeit =
        entry->counted == CATASTA_COUNTED_UNPLAYED && match->rule.best_of == 0 && match->scoring != CATASTA_WINS;
    if (!entry_counts(entry)) {
        match->left_illegal += entry->counted == CATASTA_LEFT_ILLEGAL;
        match->undecided += entry->counted == CATASTA_LEFT_UNDECIDED;
        match->starter = known ? 0 : match->starter; /* who won that nobody can say */
    } else if (!known) {
        match->strangers++;
        match_fault_players(match, entry, fault);
    } else if (match->over) {
        match->late++;
        match_fault_after_end(match, entry, fault);
    } else if (forfeit) {
        match->unplayed++;
    } else {
        return false;
    }
    return true;
}

/* Who had no name so far is known by that of ENTRY from now on; false when out of memory. */
static bool learn_names(
    struct matches *matches, struct match *match, const struct entry *entry, const unsigned players[CATASTA_SEATS])
{
    for (unsigned seat = 0; seat < match->seats; seat++)
        if (match->players[players[seat]].key.at == NULL)
            name_player(&matches->arena, &match->players[players[seat]], entry, seat);
    return !matches->arena.failed;
}

bool matches_take(const struct matches *matches, const struct entry *entry)
{
    /* Of games that were not played only those are rounds to which one player came, and so won. */
    bool round = entry->unplayed == CATASTA_PLAYED || entry->unplayed == CATASTA_FORFEIT;
    return entry->counted != CATASTA_LEFT_UNREADABLE && round && has_keys(entry, matches->keys);
}

/* Fills .keys of ENTRY, in ARENA; false when out of memory. */
static bool fold_players(struct entry *entry, struct arena *arena)
{
    for (unsigned seat = 0; seat < entry->seats; seat++)
        if (entry->players[seat].at != NULL)
            entry->keys[seat] = fold_name(entry->players[seat], arena);
    return !arena->failed;
}

/* The same of an ENTRY that belongs to a match, with its .keys. */
static bool add_to_match(struct matches *matches, const struct entry *entry, struct match_fault *fault)
{
    unsigned players[CATASTA_SEATS] = {0};
    struct match *match = find_or_add_match(matches, entry);
    if (match == NULL)
        return false;
    if (leave_match_out(match, entry, fault) || !seat_players(match, entry, players))
        return true;
    if (entry->counted != CATASTA_COUNTED_UNPLAYED)
        match_fault_starter(match, entry, fault);
    add_round(match, entry, players);
    return learn_names(matches, match, entry, players);
}

bool matches_add(struct matches *matches, const struct entry *entry, struct match_fault *fault)
{
    SCOPED(arena, arena);
    struct entry keyed = *entry;
    *fault = (struct match_fault){.rule = NULL};
    text_init(&fault->facts);
    if (!matches_take(matches, entry))
        return true;
    return fold_players(&keyed, &arena) && add_to_match(matches, &keyed, fault) && !fault->facts.failed;
}
