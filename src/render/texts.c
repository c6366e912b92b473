#include "render/texts.h"

void texts_init(struct texts *texts, struct arena *arena)
{
    *texts = (struct texts){.arena = arena};
}

/* FNV-1a. */
static size_t hash_of(struct slice slice)
{
    uint64_t hash = 0xCBF29CE484222325U;
    for (size_t i = 0; i < slice.length; i++)
        hash = (hash ^ (unsigned char)slice.at[i]) * 0x100000001B3U;
    return (size_t)(hash ^ hash >> 32);
}

/* Where SLICE is in the table, or where it may be put. */
static uint32_t *find(const struct texts *texts, struct slice slice)
{
    size_t at = hash_of(slice) & (texts->size - 1);
    while (texts->table[at] != 0 && !slice_equal(texts->items[texts->table[at] - 1], slice))
        at = (at + 1) & (texts->size - 1);
    return &texts->table[at];
}

/* A table of twice the size; the old one stays in the arena. */
static bool widen(struct texts *texts)
{
    size_t size = texts->size == 0 ? 256 : 2 * texts->size;
    uint32_t *table = arena_alloc(texts->arena, size * sizeof *table);
    if (table == NULL)
        return false;
    texts->table = table;
    texts->size = size;
    for (size_t i = 0; i < texts->count; i++)
        *find(texts, texts->items[i]) = (uint32_t)i + 1;
    return true;
}

uint32_t texts_add(struct texts *texts, struct slice slice)
{
    if (2 * texts->count >= texts->size && !widen(texts))
        return 0;
    uint32_t *place = find(texts, slice);
    if (*place != 0)
        return *place - 1;
    if (!arena_grow(texts->arena, &texts->items, texts->count, &texts->capacity, sizeof *texts->items))
        return 0;
    struct slice copy = arena_copy(texts->arena, slice);
    if (copy.at == NULL)
        return 0;
    texts->items[texts->count++] = copy;
    *place = (uint32_t)texts->count;
    return *place - 1;
}
