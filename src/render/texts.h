/* Distinct texts by number: what is said or drawn again and again is kept once. */
#ifndef CATASTA_RENDER_TEXTS_H
#define CATASTA_RENDER_TEXTS_H

#include "base/arena.h"

struct texts {
    struct arena *arena; /* borrowed; copies live in it */
    struct slice *items; /* in the order in which they came */
    size_t count;
    size_t capacity;
    uint32_t *table; /* numbers from 1 by hash, 0: free; a power of 2 of them */
    size_t size;
};

void texts_init(struct texts *texts, struct arena *arena);

/* The number of SLICE, from 0, which is .count when it is new; when memory runs out any
   number, and the arena has failed. */
uint32_t texts_add(struct texts *texts, struct slice slice);

#endif
