/* SPDX-License-Identifier: MIT */
/* Distinct strings by number: what is written or drawn repeatedly is kept once. */
#ifndef CATASTA_BASE_STRING_TABLE_H
#define CATASTA_BASE_STRING_TABLE_H

#include "base/hash.h"

struct string_table {
    struct arena *arena; /* borrowed; copies live in it */
    struct slice *items; /* in the order in which they came */
    size_t count;
    size_t capacity;
    struct hash_table hashes; /* .seed differs from run to run, and no number depends on it */
};

void string_table_init(struct string_table *table, struct arena *arena);

/* The number of SLICE, from 0, which is .count when it is new; when memory runs out any
   number, and the arena has failed. */
uint32_t string_table_add(struct string_table *table, struct slice slice);

#endif
