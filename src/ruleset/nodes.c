/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

struct node *node_new(struct arena *arena, enum node_kind kind, struct place place)
{
    struct node *node = arena_alloc(arena, sizeof *node);
    if (node != NULL)
        *node = (struct node){.kind = kind, .value = {"", 0}, .key = {"", 0}, .place = place, .key_place = place};
    return node;
}

void node_append(struct node *parent, struct node *child)
{
    struct node **end = &parent->first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = child;
    parent->count++;
}

struct node *node_copy(struct arena *arena, const struct node *node)
{
    struct node *copy = arena_alloc(arena, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *node;
    copy->next = NULL;
    return copy;
}

struct node *node_child(const struct node *mapping, struct slice key)
{
    if (mapping == NULL || mapping->kind != NODE_MAPPING)
        return NULL;
    for (struct node *child = mapping->first; child != NULL; child = child->next)
        if (slice_equal(child->key, key))
            return child;
    return NULL;
}

const struct node *node_of_path(const struct node *root, struct slice path)
{
    struct slice step;
    while (root != NULL && slice_split(&path, '.', &step))
        root = node_child(root, step);
    return root;
}

bool node_put(struct arena *arena, struct node *root, struct slice path, struct node *value)
{
    struct slice step;
    while (slice_split(&path, '.', &step) && path.at != NULL) {
        struct node *inner = node_child(root, step);
        if (inner == NULL) {
            inner = node_new(arena, NODE_MAPPING, value->key_place);
            if (inner == NULL)
                return false;
            inner->key = step;
            node_append(root, inner);
        }
        root = inner;
    }
    value->key = step;
    node_append(root, value);
    return true;
}

const struct node *ruleset_get(const struct ruleset *ruleset, const char *path)
{
    return node_of_path(ruleset->root, slice_of(path));
}

uint32_t ruleset_number(const struct ruleset *ruleset, const char *path)
{
    const struct node *node = ruleset_get(ruleset, path);
    uint32_t number = 0;
    if (node != NULL)
        slice_number(node->value, UINT32_MAX, &number);
    return number;
}

unsigned ruleset_word(const struct ruleset *ruleset, const char *path)
{
    const struct node *node = ruleset_get(ruleset, path);
    const struct key *key = key_find(ruleset->game, slice_of(path));
    if (node == NULL || key == NULL || key->words == NULL)
        return 0;
    struct slice rest = slice_of(key->words);
    struct slice word;
    for (unsigned i = 0; slice_split(&rest, ' ', &word); i++)
        if (slice_equal(word, node->value))
            return i;
    return 0;
}

/* How near to the user something was written: 2 in an override, 1 in the ruleset's
   own file, 0 in what it extends or in the defaults. */
static int nearness_of(const struct ruleset *ruleset, struct place place)
{
    if (place.file == NULL)
        return 2;
    return ruleset->file != NULL && strcmp(place.file, ruleset->file) == 0;
}

struct place ruleset_culprit(const struct ruleset *ruleset, struct place at, const char *keys)
{
    struct slice rest = slice_of(keys);
    struct slice name;
    struct place best = at;
    while (slice_split(&rest, ' ', &name)) {
        const struct node *node = node_of_path(ruleset->root, name);
        if (node != NULL && nearness_of(ruleset, node->place) > nearness_of(ruleset, best))
            best = node->place;
    }
    return best;
}

bool ruleset_is_nearer(const struct ruleset *ruleset, const char *path, const char *other)
{
    const struct node *a = ruleset_get(ruleset, path);
    const struct node *b = ruleset_get(ruleset, other);
    return a != NULL && b != NULL && nearness_of(ruleset, a->place) > nearness_of(ruleset, b->place);
}

bool place_is_same(struct place a, struct place b)
{
    bool same_file = a.file == b.file || (a.file != NULL && b.file != NULL && strcmp(a.file, b.file) == 0);
    return same_file && a.line == b.line && a.column == b.column;
}

struct place node_part(const struct node *node, uint32_t at, uint32_t length)
{
    struct place place = node->place;
    if (node->quoted || place.end_column - place.column != utf8_count(node->value))
        return place;
    place.column += at;
    place.end_column = place.column + length;
    return place;
}
