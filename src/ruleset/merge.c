/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <stdio.h>

static bool add_entry(struct node *mapping, struct node *entry)
{
    if (entry != NULL)
        node_append(mapping, entry);
    return entry != NULL;
}

/* Ranges: an entry replaces what is inherited for each of its numbers. */

bool range_read(struct slice key, uint32_t most, uint32_t range[2])
{
    struct slice first;
    slice_split(&key, '-', &first);
    bool good = slice_number(first, most, &range[0]) && first.at[0] != '0';
    range[1] = range[0];
    if (key.at != NULL)
        good = good && slice_number(key, most, &range[1]) && key.at[0] != '0';
    return good && range[0] <= range[1];
}

static bool gives_number(const struct node *mapping, uint32_t most, uint32_t number)
{
    uint32_t range[2];
    for (const struct node *entry = mapping->first; entry != NULL; entry = entry->next)
        if (range_read(entry->key, most, range) && range[0] <= number && number <= range[1])
            return true;
    return false;
}

/* ENTRY for the numbers FIRST to LAST only. */
static struct node *copy_range(struct arena *arena, const struct node *entry, uint32_t first, uint32_t last)
{
    char key[2 * 10 + 2];
    struct node *copy = node_copy(arena, entry);
    int length = first == last ? snprintf(key, sizeof key, "%u", (unsigned)first)
                               : snprintf(key, sizeof key, "%u-%u", (unsigned)first, (unsigned)last);
    if (copy != NULL)
        copy->key = arena_copy(arena, (struct slice){key, (size_t)length});
    return copy == NULL || copy->key.at == NULL ? NULL : copy;
}

/* Adds what OVER leaves of an inherited ENTRY. */
static bool add_remains(
    struct arena *arena, const struct key *key, const struct node *entry, const struct node *over, struct node *merged)
{
    uint32_t range[2];
    if (!range_read(entry->key, key->maximum, range))
        return node_child(over, entry->key) != NULL || add_entry(merged, node_copy(arena, entry));
    for (uint32_t first = range[0]; first <= range[1]; first++) {
        uint32_t last = first;
        if (gives_number(over, key->maximum, first))
            continue;
        while (last < range[1] && !gives_number(over, key->maximum, last + 1))
            last++;
        bool whole = first == range[0] && last == range[1];
        if (!add_entry(merged, whole ? node_copy(arena, entry) : copy_range(arena, entry, first, last)))
            return false;
        first = last;
    }
    return true;
}

/* Whether A comes before B: by number, others last. */
static bool comes_before(const struct key *key, const struct node *a, const struct node *b)
{
    uint32_t of_a[2];
    uint32_t of_b[2];
    return range_read(a->key, key->maximum, of_a) && (!range_read(b->key, key->maximum, of_b) || of_a[0] < of_b[0]);
}

static void sort_ranges(const struct key *key, struct node *mapping)
{
    struct node *sorted = NULL;
    while (mapping->first != NULL) {
        struct node *entry = mapping->first;
        struct node **at = &sorted;
        mapping->first = entry->next;
        while (*at != NULL && !comes_before(key, entry, *at))
            at = &(*at)->next;
        entry->next = *at;
        *at = entry;
    }
    mapping->first = sorted;
}

static struct node *merge_ranges(
    struct arena *arena, const struct key *key, const struct node *base, const struct node *over)
{
    struct node *merged = node_copy(arena, over);
    if (merged == NULL)
        return NULL;
    merged->first = NULL;
    merged->count = 0;
    merged->inherited = base;
    for (const struct node *entry = base->first; entry != NULL; entry = entry->next)
        if (!add_remains(arena, key, entry, over, merged))
            return NULL;
    for (const struct node *entry = over->first; entry != NULL; entry = entry->next)
        if (!add_entry(merged, node_copy(arena, entry)))
            return NULL;
    sort_ranges(key, merged);
    return merged;
}

/* Mappings: key by key. */

static bool has_branch(const struct ruleset_game *game, const struct node *board)
{
    for (const struct node *node = board == NULL ? NULL : board->first; node != NULL; node = node->next)
        if (key_of_branch(game, node) != NULL)
            return true;
    return false;
}

/* The value at one key when both have it.  GAME is given at the top: a board is a choice of
   one, so that another branch replaces the inherited one, with all that is said about it. */
static struct node *merge_entry(
    struct arena *arena, const struct ruleset_game *game, const struct node *base, const struct node *over)
{
    bool both = base->kind == NODE_MAPPING && over->kind == NODE_MAPPING;
    bool is_choice = game != NULL && slice_is(over->key, "board") && has_branch(game, over);
    const struct key *key = game == NULL ? NULL : key_find(game, over->key);
    if (both && key != NULL && key->type == KEY_RANGES)
        return merge_ranges(arena, key, base, over);
    return both && !is_choice ? ruleset_merge(arena, NULL, base, over) : node_copy(arena, over);
}

struct node *ruleset_merge(
    struct arena *arena, const struct ruleset_game *game, const struct node *base, const struct node *over)
{
    struct node *merged = node_copy(arena, over);
    if (merged == NULL)
        return NULL;
    merged->first = NULL;
    merged->count = 0;
    for (const struct node *entry = base->first; entry != NULL; entry = entry->next) {
        const struct node *own = node_child(over, entry->key);
        struct node *copy = own == NULL ? node_copy(arena, entry) : merge_entry(arena, game, entry, own);
        if (!add_entry(merged, copy))
            return NULL;
    }
    for (const struct node *entry = over->first; entry != NULL; entry = entry->next)
        if (node_child(base, entry->key) == NULL && !add_entry(merged, node_copy(arena, entry)))
            return NULL;
    return merged;
}

struct completion {
    const struct ruleset_game *game;
    const struct node *given;
    const struct node *defaults;
    struct problems *problems;
    struct node *root;
    bool has_board;
};

static bool take_value(struct completion *completion, const char *path, const struct node *node)
{
    struct node *copy = node_copy(completion->problems->arena, node);
    return copy != NULL && node_put(completion->problems->arena, completion->root, slice_of(path), copy);
}

static bool report_missing(struct completion *completion, const char *path)
{
    struct place place = {completion->defaults->place.file, 1, 1, 2};
    return problem_add(completion->problems, RULESET_MISSING, place,
        FACT(key, "%s") FACT(expected, "all keys of %s in this ruleset, which holds its defaults"), path,
        completion->game->name);
}

/* Takes over a parameter, or its default; a board that is given replaces any other. */
static bool take_key(struct completion *completion, const struct key *key)
{
    const struct node *node = node_of_path(completion->given, slice_of(key->name));
    bool has_other = key_is_branch(key) && completion->has_board;
    if (node == NULL && !has_other)
        node = node_of_path(completion->defaults, slice_of(key->name));
    if (node != NULL)
        return take_value(completion, key->name, node);
    return has_other || key_is_branch(key) || report_missing(completion, key->name);
}

static bool take_all(struct completion *completion)
{
    const struct key *players = key_find(completion->game, slice_of("players"));
    bool whole = true;
    for (const struct key *key = common_keys; key->name != NULL; key++) {
        const struct node *node = node_child(completion->given, slice_of(key->name));
        bool is_kept = key != players && strcmp(key->name, "players") != 0 && strcmp(key->name, "extends") != 0;
        if (key == players)
            whole = take_key(completion, key) && whole;
        else if (is_kept && node != NULL)
            whole = take_value(completion, key->name, node) && whole;
    }
    for (const struct key *key = completion->game->keys; key->name != NULL; key++) {
        bool is_board = key_is_branch(key) && !completion->has_board &&
            !has_branch(completion->game, node_child(completion->defaults, slice_of("board")));
        whole = (is_board ? report_missing(completion, key->name) : take_key(completion, key)) && whole;
    }
    return whole;
}

const struct node *ruleset_complete(
    const struct ruleset_game *game, const struct node *root, const struct node *defaults, struct problems *problems)
{
    struct completion completion = {
        game, root, defaults, problems, NULL, has_branch(game, node_child(root, slice_of("board")))};
    completion.root = node_new(problems->arena, NODE_MAPPING, root->place);
    return completion.root != NULL && take_all(&completion) ? completion.root : NULL;
}
