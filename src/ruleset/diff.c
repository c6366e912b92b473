/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

static bool is_same_value(const struct node *a, const struct node *b);

static bool is_same_list(const struct node *a, const struct node *b)
{
    const struct node *other = b->first;
    for (const struct node *item = a->first; item != NULL; item = item->next, other = other->next)
        if (!is_same_value(item, other))
            return false;
    return true;
}

/* The order of keys says nothing. */
static bool is_same_mapping(const struct node *a, const struct node *b)
{
    for (const struct node *entry = a->first; entry != NULL; entry = entry->next) {
        const struct node *other = node_child(b, entry->key);
        if (other == NULL || !is_same_value(entry, other))
            return false;
    }
    return true;
}

static bool is_same_value(const struct node *a, const struct node *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == NODE_SCALAR)
        return slice_equal(a->value, b->value);
    return a->kind == NODE_LIST ? is_same_list(a, b) : is_same_mapping(a, b);
}

/* A list of one count is that count. */
static const struct node *only_count(const struct key *key, const struct node *node)
{
    return key->type == KEY_COUNTS && node->kind == NODE_LIST && node->count == 1 ? node->first : node;
}

static void diff_one_key(const struct ruleset *a, const struct ruleset *b, const struct key *key, struct text *lines)
{
    static const struct node none = {.kind = NODE_SCALAR, .value = {"none", 4}};
    const struct node *of_a = ruleset_get(a, key->name);
    const struct node *of_b = ruleset_get(b, key->name);
    if (of_a == of_b || (of_a != NULL && of_b != NULL && is_same_value(only_count(key, of_a), only_count(key, of_b))))
        return;
    text_printf(lines, "%s: ", key->name);
    node_write(of_a == NULL ? &none : of_a, lines);
    text_add_string(lines, " | ");
    node_write(of_b == NULL ? &none : of_b, lines);
    text_add_char(lines, '\n');
}

/* Title, designer and source do not change the play. */
void ruleset_diff(const struct ruleset *a, const struct ruleset *b, struct text *lines)
{
    for (const struct key *key = common_keys; key->name != NULL; key++)
        if (strcmp(key->name, "game") == 0 || key_find(a->game, slice_of(key->name)) == key)
            diff_one_key(a, b, key, lines);
    for (const struct key *key = a->game->keys; key->name != NULL; key++)
        diff_one_key(a, b, key, lines);
    if (b->game == a->game)
        return;
    for (const struct key *key = b->game->keys; key->name != NULL; key++)
        if (key_find(a->game, slice_of(key->name)) == NULL)
            diff_one_key(a, b, key, lines);
}
