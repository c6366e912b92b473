/* SPDX-License-Identifier: MIT */
/* An arena hands out memory that lives and dies together: one record, one
   ruleset, one report.  Nothing in it is freed alone.

       arena ──> block ──> block ──> block      newest first
                 [used........|free]

   Running out of memory, or of the arena's own limit, is one handled path:
   arena_alloc returns NULL, the arena remembers that it failed, and its owner checks once, at the end. */
#ifndef CATASTA_BASE_ARENA_H
#define CATASTA_BASE_ARENA_H

#include "base/memory.h"
#include "base/slice.h"

#include <stdarg.h>

struct arena_block;

struct arena {
    struct arena_block *newest;
    size_t held;  /* bytes asked from the system */
    size_t limit; /* the most that it may hold, 0: no limit */
    bool failed;  /* to hand out memory that was asked for */
};

void arena_init(struct arena *arena, size_t limit);
void arena_release(struct arena *arena);

/* Forgets everything handed out, keeps a block for the next use. */
void arena_clear(struct arena *arena);

/* Zeroed memory, aligned for any object; NULL when there is none. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same, not zeroed. */
void *arena_room(struct arena *arena, size_t size);

/* A NUL-terminated copy; at == NULL when there is no memory. */
struct slice arena_copy(struct arena *arena, struct slice slice);

/* What FORMAT makes, NUL-terminated; at == NULL when there is no memory. */
struct slice arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct slice arena_vprintf(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* Makes room, not zeroed, for one more element of SIZE bytes in *ARRAY, which holds COUNT of
 *CAPACITY.  False, and nothing changed, when there is no memory, also of an arena that failed before. */
bool arena_grow_array(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size);

static inline bool arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    return count < *capacity || arena_grow_array(arena, array, count, capacity, size);
}

#endif
