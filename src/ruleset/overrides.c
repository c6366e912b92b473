/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

struct overrides {
    const struct ruleset_game *game;
    struct problems *problems;
    struct slice text;
    struct node *root;
};

static struct place place_of_override(const struct overrides *overrides, struct slice part)
{
    struct slice before = {overrides->text.at, (size_t)(part.at - overrides->text.at)};
    uint32_t column = (uint32_t)utf8_count(before) + 1;
    uint32_t width = (uint32_t)utf8_count(part);
    return (struct place){NULL, 1, column, column + (width > 0 ? width : 1)};
}

static bool next_override(struct slice *rest, struct slice *word)
{
    while (rest->length > 0 && is_space(rest->at[0])) {
        rest->at++;
        rest->length--;
    }
    *word = (struct slice){rest->at, 0};
    while (rest->length > 0 && !is_space(rest->at[0])) {
        rest->at++;
        rest->length--;
        word->length++;
    }
    return word->length > 0;
}

static struct node *scalar_of(const struct overrides *overrides, struct slice value)
{
    struct arena *arena = overrides->problems->arena;
    struct node *node = node_new(arena, NODE_SCALAR, place_of_override(overrides, value));
    if (node != NULL)
        node->value = arena_copy(arena, value);
    return node;
}

static struct node *list_of(const struct overrides *overrides, struct slice value)
{
    struct node *list = node_new(overrides->problems->arena, NODE_LIST, place_of_override(overrides, value));
    struct node **end = list == NULL ? NULL : &list->first;
    struct slice item;
    while (list != NULL && slice_split(&value, ',', &item)) {
        *end = scalar_of(overrides, item);
        if (*end == NULL)
            return NULL;
        end = &(*end)->next;
        list->count++;
    }
    return list;
}

/* A comma makes a list, except in text; where only a list will do, one value is
   a list of one. */
static struct node *value_of(const struct overrides *overrides, const struct key *key, struct slice value)
{
    bool has_comma = value.length > 0 && memchr(value.at, ',', value.length) != NULL;
    bool is_list = key->type == KEY_NUMBERS || key->type == KEY_LIST || (has_comma && key->type != KEY_TEXT);
    return is_list ? list_of(overrides, value) : scalar_of(overrides, value);
}

static bool put_override(
    const struct overrides *overrides, const struct key *key, struct slice name, struct slice value)
{
    struct node *node = value_of(overrides, key, value);
    if (node == NULL)
        return false;
    node->key_place = place_of_override(overrides, name);
    const struct node *first = node_of_path(overrides->root, name);
    if (first != NULL)
        return problem_add(overrides->problems, RULESET_DUPLICATE_KEY, node->key_place,
            FACT(key, "%s") FACT(first, "in column %u"), key->name, (unsigned)first->key_place.column);
    check_value(key, node, overrides->problems);
    return node_put(overrides->problems->arena, overrides->root, slice_of(key->name), node);
}

static bool read_word(const struct overrides *overrides, struct slice word)
{
    struct slice value = word;
    struct slice name;
    slice_split(&value, '=', &name);
    struct place place = place_of_override(overrides, name);
    if (value.at == NULL || name.length == 0)
        return problem_add(overrides->problems, RULESET_TYPE, place_of_override(overrides, word),
            FACT(key, "an override") FACT(expected, "the form key=value") FACT(found, "'%s'"), excerpt_of(word).text);
    const struct key *key = key_find(overrides->game, name);
    if (key != NULL)
        return put_override(overrides, key, name, value);
    if (!key_is_prefix(overrides->game, name))
        return report_unknown_key(overrides->game, name, false, place, overrides->problems);
    struct node *node = scalar_of(overrides, value);
    return node != NULL && report_no_mapping(overrides->game, name, node, overrides->problems);
}

static bool is_fit(const struct overrides *overrides)
{
    struct slice start = {overrides->text.at, 0};
    if (overrides->text.length > MOST_RULE_BYTES)
        return problem_add(overrides->problems, RULESET_TOO_LARGE, place_of_override(overrides, start),
            FACT(limit, "%d") FACT(unit, "bytes of rules"), MOST_RULE_BYTES);
    for (struct slice rest = overrides->text; rest.length > 0;) {
        struct utf8_char c = utf8_next(rest);
        if (!c.valid)
            return problem_add(overrides->problems, RULESET_YAML, place_of_override(overrides, slice_shorter(rest, 1)),
                FACT(found, "the byte 0x%02X is not valid UTF-8") FACT(expected, "text in UTF-8"), (unsigned)c.code);
        rest = (struct slice){rest.at + c.length, rest.length - c.length};
    }
    return true;
}

struct node *overrides_read(const struct ruleset_game *game, struct slice text, struct problems *problems)
{
    struct place place = {NULL, 1, 1, 2};
    struct problems own = {.arena = problems->arena};
    struct overrides overrides = {game, &own, text, node_new(problems->arena, NODE_MAPPING, place)};
    struct slice word;
    if (overrides.root == NULL)
        return NULL;
    if (is_fit(&overrides))
        while (next_override(&text, &word))
            read_word(&overrides, word);
    check_branches(game, overrides.root, &own);
    problems_sort(&own);
    problems_append(problems, &own);
    return overrides.root;
}
