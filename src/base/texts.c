#include "base/texts.h"

void texts_init(struct texts *texts, struct arena *arena)
{
    *texts = (struct texts){.arena = arena, .table.seed = hash_seed(texts)};
}

uint32_t texts_add(struct texts *texts, struct slice slice)
{
    uint64_t hash = hash_slice(texts->table.seed, slice);
    size_t at = 0;
    for (uint32_t index; (index = hash_next(&texts->table, hash, &at)) != 0;)
        if (slice_equal(texts->items[index - 1], slice))
            return index - 1;
    if (!arena_grow(texts->arena, &texts->items, texts->count, &texts->capacity, sizeof *texts->items))
        return 0;
    struct slice copy = arena_copy(texts->arena, slice);
    if (copy.at == NULL || !hash_put(&texts->table, texts->arena, hash, (uint32_t)texts->count + 1))
        return 0;
    texts->items[texts->count++] = copy;
    return (uint32_t)texts->count - 1;
}
