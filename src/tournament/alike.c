/* SPDX-License-Identifier: MIT */
/* Names that may be one player's. */
#include "base/fold.h"
#include "tournament/counting.h"

static bool add_alike(struct standings *standings, size_t *capacity, uint32_t a, uint32_t b)
{
    if (!arena_grow(&standings->table, &standings->alike, standings->alike_count, capacity, sizeof *standings->alike))
        return false;
    standings->alike[standings->alike_count++] = (struct alike){a, b};
    return true;
}

/* Each row is paired with the last before it whose name folds likewise, so that no name is
   said more than twice. */
bool names_compare(struct standings *standings)
{
    struct hash_table table = {0};
    size_t capacity = 0;
    SCOPED(arena, arena);
    struct slice *keys = arena_alloc(&arena, standings->row_count * sizeof *keys);
    uint32_t *last = arena_alloc(&arena, standings->row_count * sizeof *last); /* of those that fold as a row */
    bool done = keys != NULL && last != NULL;
    standings->alike = NULL;
    for (size_t i = 0; done && i < standings->row_count; i++) {
        size_t at = 0;
        uint32_t index;
        keys[i] = fold_name(standings->rows[i].name, &arena);
        uint64_t hash = hash_slice(standings->seed, keys[i]);
        while ((index = hash_next(&table, hash, &at)) != 0 && !slice_equal(keys[index - 1], keys[i]))
            continue;
        done = !arena.failed &&
            (index == 0 ? hash_put(&table, &arena, hash, (uint32_t)i + 1)
                        : add_alike(standings, &capacity, last[index - 1], (uint32_t)i));
        last[index == 0 ? i : index - 1] = (uint32_t)i;
    }
    return done;
}

size_t standings_alike_count(const struct standings *standings)
{
    return standings->alike_count;
}

struct alike standings_alike(const struct standings *standings, size_t index)
{
    return standings->alike[index];
}
