/* SPDX-License-Identifier: MIT */
/* Legal turns of a position: listed as texts, and counted as sequences. */
#ifndef CATASTA_REFEREE_PERFT_H
#define CATASTA_REFEREE_PERFT_H

#include "referee/referee.h"

/* The number of legal turns in STATE, or where they are too many to list of their first steps. */
uint64_t turn_count(const struct rulebook *book, const struct state *state);

/* Counts legal turn sequences of length DEPTH from STATE; a game that ended
   earlier counts nothing.  False when out of memory. */
bool perft(const struct rulebook *book, const struct state *state, unsigned depth, uint64_t *count);

/* A legal turn as canonical text, with how many sequences begin with it. */
struct branch {
    struct slice text;
    uint64_t count;
};

struct branches {
    struct branch *items;
    size_t count;
    size_t capacity;
};

/* What a list of turns may take, enough for a hundred thousand: by custom rules there can be hundreds of
 * millions. */
enum { BRANCHES_BYTES = 16 << 20 };

/* All legal turns of STATE, or where they are too many to list all first steps of
   turns (then DEPTH is 1), sorted bytewise, each counted to DEPTH (from 1); none
   when the game is over.  Memory from ARENA, BRANCHES_BYTES of it; false when there is
   no more, which counts as a failure of memory. */
bool list_branches(const struct rulebook *book, const struct state *state, unsigned depth, struct arena *arena,
    struct branches *branches);

#endif
