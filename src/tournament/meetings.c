/* SPDX-License-Identifier: MIT */
/* Matches of a tournament: the games of two players in a round, added up, and then counted as one game is. */
#include "tournament/counting.h"

static struct meeting *meeting_of(struct standings *standings, uint32_t link, uint32_t round)
{
    struct arena *arena = &standings->arena;
    uint64_t hash = hash_number(standings->seed, (uint64_t)link << 32 | round);
    size_t at = 0;
    for (uint32_t index; (index = hash_next(&standings->meeting_table, hash, &at)) != 0;) {
        struct meeting *meeting = &standings->meetings[index - 1];
        if (meeting->link == link && meeting->round == round)
            return meeting;
    }
    if (standings->meeting_count == UINT32_MAX - 1 ||
        !arena_grow(arena, &standings->meetings, standings->meeting_count, &standings->meeting_capacity,
            sizeof *standings->meetings) ||
        !hash_put(&standings->meeting_table, arena, hash, (uint32_t)standings->meeting_count + 1))
        return NULL;
    struct meeting *meeting = &standings->meetings[standings->meeting_count++];
    *meeting = (struct meeting){.link = link, .round = round};
    return meeting;
}

bool meeting_add(struct standings *standings, const struct entry *entry, const uint32_t players[2])
{
    struct link *link = link_of(standings, players[0], players[1]);
    struct meeting *meeting =
        link == NULL ? NULL : meeting_of(standings, (uint32_t)(link - standings->links), entry->round);
    if (meeting == NULL)
        return false;
    bool played = entry->unplayed == CATASTA_PLAYED;
    meeting->games += played;
    meeting->forfeits += !played && entry->unplayed != CATASTA_UNPLAYED;
    meeting->counted = entry->counted > meeting->counted ? entry->counted : meeting->counted;
    meeting->started[link->players[0] != players[0]]++;
    for (unsigned seat = 0; seat < 2; seat++) {
        unsigned end = link->players[0] != players[seat];
        unsigned halves = played                  ? (unsigned)(1 + entry_compare(entry, seat, 1 - seat))
            : entry->unplayed == CATASTA_UNPLAYED ? (unsigned)(entry->halves[seat] > 0 ? entry->halves[seat] : 0)
                                                  : 2 * (entry->winners >> seat & 1);
        meeting->halves[end] += halves;
        link->won_halves[end] += halves;
    }
    return true;
}

/* What the match of MEETING counts for.  Who began more of its games has the first seat. */
static struct entry meeting_entry(const struct standings *standings, const struct meeting *meeting)
{
    const struct link *link = &standings->links[meeting->link];
    unsigned first = meeting->started[1] > meeting->started[0];
    struct entry entry = {
        .counted = meeting->counted,
        .unplayed = meeting->games > 0                     ? CATASTA_PLAYED
            : meeting->forfeits == 0                       ? CATASTA_UNPLAYED
            : meeting->halves[0] + meeting->halves[1] == 0 ? CATASTA_DOUBLE_FORFEIT
            : meeting->halves[0] == meeting->halves[1]     ? CATASTA_UNPLAYED
                                                           : CATASTA_FORFEIT,
        .seats = 2,
        .sides = {0, 1},
        .game = standings->game,
        .round = meeting->round,
    };
    for (unsigned seat = 0; seat < 2; seat++) {
        uint64_t own = meeting->halves[seat == 0 ? first : 1 - first];
        uint64_t other = meeting->halves[seat == 0 ? 1 - first : first];
        entry.players[seat] = standings->players[link->players[seat == 0 ? first : 1 - first]].name;
        entry.halves[seat] = own > other ? 2 : own == other && own > 0 ? 1 : 0;
        entry.places[seat] = own < other ? 2 : 1;
        entry.winners |= (uint32_t)(own > other) << seat;
    }
    return entry;
}

bool meetings_count(struct standings *standings, entry_counter *count)
{
    for (size_t i = 0; i < standings->meeting_count; i++) {
        struct entry entry = meeting_entry(standings, &standings->meetings[i]);
        if (!count(standings, &entry))
            return false;
    }
    return true;
}
