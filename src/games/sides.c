#include "games/sides.h"

int64_t sides_total(const int32_t *halves, unsigned seats, unsigned sides, unsigned seat)
{
    int64_t sum = halves[seat];
    for (unsigned other = 0; other < seats; other++)
        sum += sides_are_partners(sides, seat, other) ? halves[other] : 0;
    return sum;
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
