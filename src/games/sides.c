/* SPDX-License-Identifier: MIT */
#include "games/sides.h"

int64_t sides_total(const int32_t *halves, unsigned seats, unsigned sides, unsigned seat)
{
    int64_t sum = halves[seat];
    for (unsigned other = 0; other < seats; other++)
        sum += sides > 0 && seat != other && seat % sides == other % sides ? halves[other] : 0;
    return sum;
}

void sides_share(const int32_t *of_side, unsigned seats, unsigned sides, int32_t *halves)
{
    int32_t partners = (int32_t)(seats / sides);
    for (unsigned seat = 0; seat < seats; seat++) {
        int32_t all = of_side[seat % sides];
        halves[seat] = all / partners + (seat < sides ? all % partners : 0);
    }
}

uint32_t sides_ahead(const int32_t *halves, unsigned seats, unsigned sides, bool lowest)
{
    int64_t best = INT64_MIN;
    uint32_t ahead = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        int64_t total = sides_total(halves, seats, sides, seat);
        total = lowest ? -total : total;
        ahead = total > best ? 0 : ahead;
        best = total > best ? total : best;
        ahead |= (uint32_t)(total == best) << seat;
    }
    return ahead;
}

void sides_places(
    uint32_t winners, const int32_t *halves, unsigned seats, unsigned sides, bool lowest, unsigned *places)
{
    for (unsigned seat = 0; seat < seats; seat++) {
        bool won = (winners >> seat & 1) != 0;
        int64_t own = sides_total(halves, seats, sides, seat);
        places[seat] = 1;
        for (unsigned other = 0; other < seats && winners != 0 && !won; other++) {
            int64_t others = sides_total(halves, seats, sides, other);
            places[seat] += (winners >> other & 1) != 0 || (lowest ? others < own : others > own);
        }
    }
}

uint32_t sides_winners(const struct game *game, const void *rules, const int32_t *halves, unsigned seats)
{
    uint32_t ahead = sides_ahead(halves, seats, sides_of(rules), game->result.scoring == SCORE_LOWEST_WINS);
    return ahead == (1u << seats) - 1 && !game->result.ties_share ? 0 : ahead;
}
