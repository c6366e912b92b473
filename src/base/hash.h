/* SPDX-License-Identifier: MIT */
/* Hashes, and a table of numbers by 64-bit keys.  Each table has its own seed, so that
   nobody can make a file whose keys all fall on one slot. */
#ifndef CATASTA_BASE_HASH_H
#define CATASTA_BASE_HASH_H

#include "base/arena.h"

/* A seed that nobody can predict; no output may depend on it. */
uint64_t hash_seed(const void *somewhere);

uint64_t hash_number(uint64_t seed, uint64_t number);
uint64_t hash_slice(uint64_t seed, struct slice slice);

/* FNV-1a: the same of the same bytes everywhere and for ever; and the same as mixed. */
uint64_t hash_fnv(struct slice slice);
static inline uint64_t hash_mix(uint64_t number)
{
    return hash_number(0, number);
}

/* Hashes of things that are kept in a list of the caller's, to their indexes from 1. */
struct hash_table {
    uint64_t seed;
    struct hash_slot *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t used;
};

struct hash_slot {
    uint64_t hash;
    uint32_t index; /* 0: free */
};

/* Goes through those whose hash is HASH: returns the index of the next one, 0 when there is
   none.  *AT begins with 0. */
uint32_t hash_next(const struct hash_table *table, uint64_t hash, size_t *at);

/* Puts INDEX in; false when out of memory. */
bool hash_put(struct hash_table *table, struct arena *arena, uint64_t hash, uint32_t index);

#endif
