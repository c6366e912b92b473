/* SPDX-License-Identifier: MIT */
/* Whom each player met, by rows of the table. */
#include "tournament/counting.h"

/* Row by row each player is added to the lists of its opponents, so the lists are in order. */
static void tell_opponents(struct standings *standings, size_t *next)
{
    for (size_t row = 0; row < standings->row_count; row++) {
        uint32_t player = standings->rows[row].player;
        for (size_t i = standings->first_side[player]; i < standings->first_side[player + 1]; i++)
            standings->opponents[next[standings->sides[i].other]++] = (uint32_t)row;
    }
}

bool opponents_sort(struct standings *standings)
{
    size_t count = standings->player_count;
    size_t *next = arena_alloc(&standings->table, count * sizeof *next);
    standings->opponents = arena_alloc(&standings->table, 2 * standings->link_count * sizeof *standings->opponents);
    if (next == NULL || standings->opponents == NULL)
        return false;
    memcpy(next, standings->first_side, count * sizeof *next);
    tell_opponents(standings, next);
    return true;
}

size_t standings_opponents(const struct standings *standings, size_t row, const uint32_t **rows)
{
    uint32_t player = standings->rows[row].player;
    *rows = standings->opponents + standings->first_side[player];
    return standings->first_side[player + 1] - standings->first_side[player];
}
