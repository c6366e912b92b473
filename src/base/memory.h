/* SPDX-License-Identifier: MIT */
/* Memory that ran out.  Arenas and texts go on without what they could not get and are
   marked, but many of them are gone before anybody could ask.  So they also count it, by
   thread, like errno: who makes something of many parts compares the count before and
   after, and no part can be forgotten.

       unsigned since = memory_failures();
       ...
       return !memory_ran_out(since);

   An arena that is at its own limit fails without being counted here. */
#ifndef CATASTA_BASE_MEMORY_H
#define CATASTA_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* How often memory ran out in this thread. */
unsigned memory_failures(void);

void memory_count_failure(void);

/* SIZE zeroed bytes, to be freed; NULL, counted, when there is no memory. */
void *memory_new(size_t size);

/* As realloc; NULL, counted, leaves MEMORY as it was. */
void *memory_resize(void *memory, size_t size);

/* Whether it did after memory_failures() was SINCE. */
static inline bool memory_ran_out(unsigned since)
{
    return memory_failures() != since;
}

/* A variable of a block, all zeros at first, that is released where the block ends: SCOPED(text, words); */
#define SCOPED(type, name) struct type name __attribute__((cleanup(type##_release))) = {0}

#endif
