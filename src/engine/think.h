/* SPDX-License-Identifier: MIT */
/* Choosing a turn: any, or the one that looks best a turn ahead.  Both are quick; neither plays well. */
#ifndef CATASTA_ENGINE_THINK_H
#define CATASTA_ENGINE_THINK_H

#include "engine/game_line.h"

struct thinker {
    bool greedy;
    uint64_t random;                /* the seed, and what it becomes */
    bool (*stopped)(void *context); /* whether the best so far will do; NULL: never */
    void *context;
    bool failed; /* memory ran out */
};

/* A number below COUNT. */
size_t thinker_draw(struct thinker *thinker, size_t count);

/* Adds a legal turn in POSITION to TURN, nothing if it is over; false when out of memory.  What others hold hidden
   plays no part. */
bool thinker_choose(struct thinker *thinker, const catasta_position *position, struct buffer *turn);

#endif
