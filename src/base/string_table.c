/* SPDX-License-Identifier: MIT */
#include "base/string_table.h"

void string_table_init(struct string_table *table, struct arena *arena)
{
    *table = (struct string_table){.arena = arena, .hashes.seed = hash_seed(table)};
}

uint32_t string_table_add(struct string_table *table, struct slice slice)
{
    uint64_t hash = hash_slice(table->hashes.seed, slice);
    size_t at = 0;
    for (uint32_t index; (index = hash_next(&table->hashes, hash, &at)) != 0;)
        if (slice_equal(table->items[index - 1], slice))
            return index - 1;
    if (!arena_grow(table->arena, &table->items, table->count, &table->capacity, sizeof *table->items))
        return 0;
    struct slice copy = arena_copy(table->arena, slice);
    if (copy.at == NULL || !hash_put(&table->hashes, table->arena, hash, (uint32_t)table->count + 1))
        return 0;
    table->items[table->count++] = copy;
    return (uint32_t)table->count - 1;
}
