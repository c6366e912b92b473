#include "ruleset/ruleset_parts.h"

static struct node *merge_mappings(struct arena *arena, const struct node *base, const struct node *over, bool at_top);

/* What stands at one key when both have it.  A board is a choice of one, so that
   another branch drives the inherited one out. */
static struct node *merge_entry(struct arena *arena, const struct node *base, const struct node *over, bool at_top)
{
    bool both = base->kind == NODE_MAPPING && over->kind == NODE_MAPPING;
    bool is_choice = at_top && over->count > 0 && slice_is(over->key, "board");
    return both && !is_choice ? merge_mappings(arena, base, over, false) : node_copy(arena, over);
}

static bool add_entry(struct node *mapping, struct node *entry)
{
    if (entry != NULL)
        node_append(mapping, entry);
    return entry != NULL;
}

static struct node *merge_mappings(struct arena *arena, const struct node *base, const struct node *over, bool at_top)
{
    struct node *merged = node_copy(arena, over);
    if (merged == NULL)
        return NULL;
    merged->first = NULL;
    merged->count = 0;
    for (const struct node *entry = base->first; entry != NULL; entry = entry->next) {
        const struct node *own = node_child(over, entry->key);
        struct node *copy = own == NULL ? node_copy(arena, entry) : merge_entry(arena, entry, own, at_top);
        if (!add_entry(merged, copy))
            return NULL;
    }
    for (const struct node *entry = over->first; entry != NULL; entry = entry->next)
        if (node_child(base, entry->key) == NULL && !add_entry(merged, node_copy(arena, entry)))
            return NULL;
    return merged;
}

const struct node *ruleset_merge(struct arena *arena, const struct node *base, const struct node *over)
{
    return merge_mappings(arena, base, over, true);
}

struct completion {
    const struct ruleset_game *game;
    const struct node *given;
    const struct node *defaults;
    struct problems *problems;
    struct node *root;
    bool has_board;
};

static bool take(struct completion *completion, const char *path, const struct node *node)
{
    struct node *copy = node_copy(completion->problems->arena, node);
    return copy != NULL && node_put(completion->problems->arena, completion->root, slice_of(path), copy);
}

static bool report_missing(struct completion *completion, const char *path)
{
    struct place place = {completion->defaults->place.file, 1, 1, 2};
    return problem_add(completion->problems, RULESET_MISSING, place,
        FACT(key, "%s") FACT(expected, "every key of %s here, where its defaults are"), path, completion->game->name);
}

/* Takes over a parameter, or its default; a board that is given has no other. */
static bool take_key(struct completion *completion, const struct key *key)
{
    const struct node *node = node_at(completion->given, slice_of(key->name));
    bool has_other = key_is_branch(key) && completion->has_board;
    if (node == NULL && !has_other)
        node = node_at(completion->defaults, slice_of(key->name));
    if (node != NULL)
        return take(completion, key->name, node);
    return has_other || key_is_branch(key) || report_missing(completion, key->name);
}

static bool has_branch(const struct node *root)
{
    const struct node *board = node_child(root, slice_of("board"));
    return board != NULL && board->count > 0;
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
            whole = take(completion, key->name, node) && whole;
    }
    for (const struct key *key = completion->game->keys; key->name != NULL; key++) {
        bool is_board = key_is_branch(key) && !completion->has_board && !has_branch(completion->defaults);
        whole = (is_board ? report_missing(completion, key->name) : take_key(completion, key)) && whole;
    }
    return whole;
}

const struct node *ruleset_complete(
    const struct ruleset_game *game, const struct node *root, const struct node *defaults, struct problems *problems)
{
    struct completion completion = {game, root, defaults, problems, NULL, has_branch(root)};
    completion.root = node_new(problems->arena, NODE_MAPPING, root->place);
    return completion.root != NULL && take_all(&completion) ? completion.root : NULL;
}
