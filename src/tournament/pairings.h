/* SPDX-License-Identifier: MIT */
/* The pairings of a round: by Berger tables, in which everybody meets everybody, or as a pairing program has written
   them.  Who has a bye or has withdrawn is absent. */
#ifndef CATASTA_TOURNAMENT_PAIRINGS_H
#define CATASTA_TOURNAMENT_PAIRINGS_H

#include "tournament/counting.h"

struct pairing_board {
    uint32_t first;  /* players, by the first and the second seat */
    uint32_t second; /* NOBODY: there is no opponent */
};

struct pairings {
    const struct standings *standings;
    struct arena arena;
    uint32_t round;
    bool gives_byes; /* who has no opponent gets a point; in a round robin nothing */
    struct pairing_board *boards;
    size_t count;
    uint32_t *absent; /* players */
    char *absences;   /* of all players, why: 'H', 'Z' and 'W'; NUL: they are there */
    size_t absent_count;
    uint32_t *numbers; /* of players, as numbers_assign has them */
};

/* Of ROUND, from 1, of ranked STANDINGS that keep their rounds; false with WHY there are none, or when out of memory.
   To be released either way. */
bool pairings_round_robin(
    struct pairings *pairings, const struct standings *standings, uint32_t round, struct text *why);

/* The same from what a pairing program has written: how many pairs, and a line for each, the starting numbers of both,
   of whom the second is 0 for a bye.  Everybody who is there is paired once, with somebody new. */
bool pairings_read(
    struct pairings *pairings, const struct standings *standings, uint32_t round, struct slice bytes, struct text *why);
void pairings_release(struct pairings *pairings);

/* Why PLAYER is absent: "half-point bye". */
const char *pairings_absence(const struct pairings *pairings, uint32_t player);

#endif
