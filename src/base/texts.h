/* Distinct texts by number: what is said or drawn again and again is kept once. */
#ifndef CATASTA_BASE_TEXTS_H
#define CATASTA_BASE_TEXTS_H

#include "base/hash.h"

struct texts {
    struct arena *arena; /* borrowed; copies live in it */
    struct slice *items; /* in the order in which they came */
    size_t count;
    size_t capacity;
    struct hash_table table; /* .seed differs from run to run, and no number depends on it */
};

void texts_init(struct texts *texts, struct arena *arena);

/* The number of SLICE, from 0, which is .count when it is new; when memory runs out any
   number, and the arena has failed. */
uint32_t texts_add(struct texts *texts, struct slice slice);

#endif
