/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>

struct arena_block {
    struct arena_block *older;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char bytes[];
};

/* Blocks double up to a size; a larger object gets its own block.  The first is small, for a game that is kept has its
   arenas for itself. */
enum { FIRST_BLOCK = 4 * 1024, LARGEST_BLOCK = 1024 * 1024, GROWING_FAST = 16 * 1024 };

void arena_init(struct arena *arena, size_t limit)
{
    *arena = (struct arena){.limit = limit};
}

static void free_blocks(struct arena_block *block)
{
    while (block != NULL) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
}

void arena_release(struct arena *arena)
{
    free_blocks(arena->newest);
    arena_init(arena, arena->limit);
}

void arena_clear(struct arena *arena)
{
    struct arena_block *kept = arena->newest;
    arena->failed = false;
    while (kept != NULL && kept->older != NULL && kept->size > LARGEST_BLOCK) {
        struct arena_block *older = kept->older;
        free(kept);
        kept = older;
    }
    arena->newest = kept;
    if (kept == NULL)
        return;
    free_blocks(kept->older);
    kept->older = NULL;
    kept->used = 0;
    arena->held = kept->size;
}

static struct arena_block *add_block(struct arena *arena, size_t size)
{
    size_t wanted = arena->newest == NULL ? FIRST_BLOCK : arena->newest->size * 2;
    if (wanted > LARGEST_BLOCK)
        wanted = LARGEST_BLOCK;
    if (wanted < size)
        wanted = size;
    if (arena->limit != 0 && arena->held + wanted > arena->limit)
        wanted = size;
    if (arena->limit != 0 && arena->held + wanted > arena->limit)
        return NULL;
    struct arena_block *block = malloc(sizeof *block + wanted);
    if (block == NULL) {
        memory_count_failure();
        return NULL;
    }
    *block = (struct arena_block){arena->newest, 0, wanted};
    arena->newest = block;
    arena->held += wanted;
    return block;
}

static inline void *take_from_block(struct arena *arena, size_t size)
{
    size_t const grain = alignof(max_align_t);
    size = (size + grain - 1) / grain * grain;
    struct arena_block *block = arena->newest;
    if (block == NULL || block->size - block->used < size)
        block = add_block(arena, size);
    if (block == NULL) {
        arena->failed = true;
        return NULL;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

void *arena_room(struct arena *arena, size_t size)
{
    return take_from_block(arena, size);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    void *memory = take_from_block(arena, size);
    return memory == NULL ? NULL : memset(memory, 0, size);
}

struct slice arena_copy(struct arena *arena, struct slice slice)
{
    char *bytes = arena_alloc(arena, slice.length + 1);
    if (bytes == NULL)
        return (struct slice){NULL, 0};
    if (slice.length > 0)
        memcpy(bytes, slice.at, slice.length);
    return (struct slice){bytes, slice.length};
}

/* Most are short, and formatted once. */
struct slice arena_vprintf(struct arena *arena, const char *format, va_list arguments)
{
    char short_text[128];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(short_text, sizeof short_text, format, again);
    va_end(again);
    size_t room = length < 0 ? 1 : (size_t)length + 1;
    if (room <= sizeof short_text)
        return arena_copy(arena, (struct slice){short_text, room - 1});
    char *bytes = arena_alloc(arena, room);
    if (bytes == NULL)
        return (struct slice){NULL, 0};
    vsnprintf(bytes, room, format, arguments);
    return (struct slice){bytes, room - 1};
}

struct slice arena_printf(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct slice slice = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return slice;
}

/* Grows the block that holds nothing but OLD; NULL when there is none, or no memory. */
static void *grow_block(struct arena *arena, const void *old, size_t size)
{
    struct arena_block **link = &arena->newest;
    while (*link != NULL && (const void *)(*link)->bytes != old)
        link = &(*link)->older;
    struct arena_block *block = *link;
    if (block == NULL || block->size < LARGEST_BLOCK || block->used < block->size)
        return NULL;
    if (arena->limit != 0 && arena->held + size - block->size > arena->limit)
        return NULL;
    block = realloc(block, sizeof *block + size);
    if (block == NULL)
        return NULL;
    arena->held += size - block->size;
    block->size = block->used = size;
    *link = block;
    return block->bytes;
}

bool arena_grow_array(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size)
{
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    size_t larger = *capacity == 0 ? 4 : *capacity * size < GROWING_FAST ? *capacity * 4 : *capacity * 2;
    if (arena->failed)
        return false;
    void *grown = *capacity * size >= LARGEST_BLOCK ? grow_block(arena, old, larger * size) : NULL;
    if (grown == NULL) {
        grown = take_from_block(arena, larger * size);
        if (grown == NULL)
            return false;
        if (count > 0)
            memcpy(grown, old, count * size);
    }
    memcpy(array, &grown, sizeof grown);
    *capacity = larger;
    return true;
}
