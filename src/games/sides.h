/* SPDX-License-Identifier: MIT */
/* Sides: partners, who put their scores together and win together, and who has the best.
   Seats are counted from 0 here, and scores in halves, as outcomes hold them. */
#ifndef CATASTA_GAMES_SIDES_H
#define CATASTA_GAMES_SIDES_H

#include "games/game.h"

/* How many sides there are, seats that number apart being partners; 0: nobody has any. */
static inline unsigned sides_of(const void *rules)
{
    return game_rules_of(rules)->sides;
}

/* Shares out what each side has, OF_SIDE, as equally as halves allow. */
void sides_share(const int32_t *of_side, unsigned seats, unsigned sides, int32_t *halves);

/* What SEAT and its partners have together. */
int64_t sides_total(const int32_t *halves, unsigned seats, unsigned sides, unsigned seat);

/* Those whose side has the most, or with LOWEST the least, bit s-1 for seat s; all where all
   have the same. */
uint32_t sides_ahead(const int32_t *halves, unsigned seats, unsigned sides, bool lowest);

/* Who has won by points alone: those ahead, and nobody where all have the same, unless GAME has
   them share the win. */
uint32_t sides_winners(const struct game *game, const void *rules, const int32_t *halves, unsigned seats);

/* The place of each seat, from 1, which those who did the same share: WINNERS have the first, the
   others are in the order of what their sides have; where nobody has won all did the same. */
void sides_places(
    uint32_t winners, const int32_t *halves, unsigned seats, unsigned sides, bool lowest, unsigned *places);

#endif
