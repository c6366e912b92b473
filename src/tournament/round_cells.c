/* SPDX-License-Identifier: MIT */
/* What each player did in each round, where that is kept, as the letters of TRF have it. */
#include "tournament/counting.h"
#include "tournament/trf.h"

/* The letter for SEAT against OTHER; '\0': there is none. */
static char letter_of(const struct entry *entry, unsigned seat, unsigned other)
{
    static const char alone[] = {[CATASTA_BYE] = 'U', [CATASTA_HALF_BYE] = 'H', [CATASTA_ZERO_BYE] = 'Z'};
    switch (entry->unplayed) {
    case CATASTA_PLAYED:
        return "0=1"[1 + entry_compare(entry, seat, other)];
    case CATASTA_FORFEIT:
        return (entry->winners >> seat & 1) != 0 ? '+' : '-';
    case CATASTA_DOUBLE_FORFEIT:
        return '-';
    case CATASTA_UNPLAYED:
        return entry->halves[seat] >= 2 ? 'W' : entry->halves[seat] == 1 ? 'D' : 'L';
    default:
        return alone[entry->unplayed];
    }
}

bool cells_take(struct standings *standings, const struct entry *entry, const uint32_t *players, unsigned seats)
{
    bool alone = seats > 2 && entry->unplayed != CATASTA_PLAYED && entry->unplayed != CATASTA_UNPLAYED &&
        entry->unplayed != CATASTA_FORFEIT && entry->unplayed != CATASTA_DOUBLE_FORFEIT;
    if (entry->unplayed == CATASTA_WITHDRAWN)
        return true;
    standings->crowded |= !alone && seats > 2;
    for (unsigned seat = 0; seat < seats; seat++) {
        uint32_t opponent = alone || seats > 2 ? NOBODY : players[1 - seat];
        if (players[seat] == NOBODY)
            continue;
        if (!arena_grow(&standings->arena, &standings->cells, standings->cell_count, &standings->cell_capacity,
                sizeof *standings->cells))
            return false;
        standings->cells[standings->cell_count++] = (struct round_cell){
            .player = players[seat],
            .round = entry->round,
            .opponent = opponent,
            .first = seat == 0,
            .letter = letter_of(entry, seat, alone ? seat : 1 - (seat & 1)),
        };
    }
    return true;
}

uint32_t last_paired_round(const struct standings *standings)
{
    uint32_t last = 0;
    for (size_t i = 0; i < standings->cell_count; i++) {
        const struct round_cell *cell = &standings->cells[i];
        bool paired = cell->opponent != NOBODY || strchr("U+-", cell->letter) != NULL;
        last = paired && cell->round > last ? cell->round : last;
    }
    return last;
}
