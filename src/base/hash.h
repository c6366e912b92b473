/* SPDX-License-Identifier: MIT */
/* Hashes, and a table of numbers by 64-bit keys.  Each table has its own seed, so that
   nobody can make a file whose keys all fall on one slot. */
#ifndef CATASTA_BASE_HASH_H
#define CATASTA_BASE_HASH_H

#include "base/arena.h"

/* A seed that nobody can predict; no output may depend on it. */
uint64_t hash_seed(const void *somewhere);

static inline uint64_t hash_number(uint64_t seed, uint64_t number)
{
    uint64_t mixed = seed ^ number;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

uint64_t hash_slice(uint64_t seed, struct slice slice);

/* FNV-1a: the same of the same bytes everywhere and for ever; and the same as mixed. */
#define HASH_FNV 0xCBF29CE484222325u /* of nothing */
static inline uint64_t hash_fnv_next(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 0x100000001B3u;
}
static inline uint64_t hash_fnv(struct slice slice)
{
    uint64_t hash = HASH_FNV;
    for (size_t i = 0; i < slice.length; i++)
        hash = hash_fnv_next(hash, slice.at[i]);
    return hash;
}

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
