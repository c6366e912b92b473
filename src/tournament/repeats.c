/* SPDX-License-Identifier: MIT */
/* Rounds in which a player has more than one record: one that was read twice, or two
   results of one game.  Of each player a bit a round is kept, so that memory does not follow
   the games; rounds after the last bit are not looked at. */
#include "tournament/counting.h"

void repeats_take(struct player *player, uint32_t round)
{
    if (round == 0 || round > REPEAT_ROUNDS)
        return;
    uint64_t bit = (uint64_t)1 << (round - 1) % 64;
    uint64_t *seen = &player->seen[(round - 1) / 64];
    player->repeated[(round - 1) / 64] |= *seen & bit;
    *seen |= bit;
}

uint64_t standings_roundless(const struct standings *standings)
{
    return standings->roundless;
}

uint32_t standings_repeated(const struct standings *standings, size_t row, uint32_t after)
{
    const struct player *player = &standings->players[standings->rows[row].player];
    for (uint32_t i = after; i < REPEAT_ROUNDS; i++)
        if ((player->repeated[i / 64] >> i % 64 & 1) != 0)
            return i + 1;
    return 0;
}
