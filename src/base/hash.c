/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <time.h>

uint64_t hash_seed(const void *somewhere)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return hash_number(hash_number((uintptr_t)somewhere, (uint64_t)now.tv_nsec), (uint64_t)now.tv_sec);
}

uint64_t hash_slice(uint64_t seed, struct slice slice)
{
    uint64_t hash = hash_number(seed, slice.length);
    while (slice.length > 0) {
        uint64_t word = 0;
        size_t length = slice.length < sizeof word ? slice.length : sizeof word;
        memcpy(&word, slice.at, length);
        hash = hash_number(hash + seed, word);
        slice.at += length;
        slice.length -= length;
    }
    return hash;
}

uint32_t hash_next(const struct hash_table *table, uint64_t hash, size_t *at)
{
    size_t mask = table->slot_count - 1;
    while (table->slot_count > 0) {
        const struct hash_slot *slot = &table->slots[(hash + *at) & mask];
        ++*at;
        if (slot->index == 0)
            return 0;
        if (slot->hash == hash)
            return slot->index;
    }
    return 0;
}

static void put_in_slot(struct hash_table *table, uint64_t hash, uint32_t index)
{
    size_t at = (size_t)hash & (table->slot_count - 1);
    while (table->slots[at].index != 0)
        at = (at + 1) & (table->slot_count - 1);
    table->slots[at] = (struct hash_slot){hash, index};
}

/* Keeps half of the slots free. */
static bool grow_table(struct hash_table *table, struct arena *arena)
{
    struct hash_table old = *table;
    if (2 * table->used < table->slot_count)
        return true;
    size_t count = old.slot_count == 0 ? 64 : 2 * old.slot_count;
    struct hash_slot *slots = arena_alloc(arena, count * sizeof *slots);
    if (slots == NULL)
        return false;
    table->slots = slots;
    table->slot_count = count;
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].index != 0)
            put_in_slot(table, old.slots[i].hash, old.slots[i].index);
    return true;
}

bool hash_put(struct hash_table *table, struct arena *arena, uint64_t hash, uint32_t index)
{
    if (!grow_table(table, arena))
        return false;
    put_in_slot(table, hash, index);
    table->used++;
    return true;
}
