/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

/* A ruleset and those that extend it, down to the one that was asked for. */
struct extension {
    const struct ruleset_source *source;
    const struct extension *extender;
    unsigned depth;
};

enum { MOST_PARSED = MOST_EXTENDS + 2 };

/* A file or overrides as read, of a game that is known. */
struct parsed_source {
    const struct ruleset_game *game;
    const struct node *root;
};

struct loading {
    const struct ruleset_loader *loader;
    struct problems *problems;
    struct parsed_source read[MOST_PARSED];
    unsigned count; /* of what was read */
};

static const struct node *load_link(
    struct loading *loading, const struct extension *link, const struct ruleset_game **game, struct problems *problems);

static void note_parsed(struct loading *loading, const struct ruleset_game *game, const struct node *root)
{
    if (game != NULL && root != NULL && loading->count < MOST_PARSED)
        loading->read[loading->count++] = (struct parsed_source){game, root};
}

/* What the game would say of values by themselves, where it is not asked. */
static void check_parsed(const struct loading *loading)
{
    for (unsigned i = 0; i < loading->count; i++)
        for (const struct key *key = loading->read[i].game->keys; key->name != NULL; key++) {
            const struct node *node = node_of_path(loading->read[i].root, slice_of(key->name));
            if (node != NULL)
                check_mapping_word(key, node, loading->problems);
        }
    problems_sort(loading->problems);
}

static bool report_extends(const struct node *node, const char *found, const char *expected, struct problems *problems)
{
    return problem_add(problems, RULESET_EXTENDS, node->place, FACT(name, "%s") FACT(found, "%s") FACT(expected, "%s"),
        excerpt_of(node->value).text, found, expected);
}

static bool report_path(const struct node *node, struct problems *problems)
{
    struct slice name = ruleset_name_in(node->value);
    return problem_add(problems, RULESET_EXTENDS, node->place,
        FACT(name, "%s") FACT(found, "a path") FACT(expected, "the plain name of a ruleset") FACT(advice, "%s%s%s"),
        excerpt_of(node->value).text, name.length > 0 ? "write extends: " : "", excerpt_of(name).text,
        name.length > 0 ? "; a file in the same folder comes first" : "");
}

static bool is_in_chain(const struct extension *link, const struct ruleset_source *source)
{
    for (; link != NULL; link = link->extender)
        if (strcmp(link->source->file, source->file) == 0)
            return true;
    return false;
}

static bool find_base(struct loading *loading, const struct extension *link, const struct node *extends,
    struct ruleset_source *base, struct problems *problems)
{
    struct slice name = extends->value;
    if (name.length == 0 || memchr(name.at, '/', name.length) != NULL || memchr(name.at, '.', name.length) != NULL)
        return report_path(extends, problems);
    if (link->depth == MOST_EXTENDS)
        return report_extends(extends, "a chain of more than 8 rulesets", "at most 8", problems);
    struct ruleset_search search = {name, link->source->beside, extends->place, false};
    if (!source_find(loading->loader, &search, base, problems))
        return false;
    if (is_in_chain(link, base))
        return report_extends(extends, "this ruleset, or one that extends it", "another ruleset", problems);
    return true;
}

/* ROOT with what it extends below it; problems of the base come after those of
   the file, OWN. */
static const struct node *load_base(struct loading *loading, const struct extension *link, const struct node *root,
    const struct ruleset_game *game, struct problems *own, struct problems *inherited)
{
    const struct node *extends = node_child(root, slice_of("extends"));
    const struct ruleset_game *base_game = NULL;
    struct ruleset_source base = {0};
    if (extends == NULL || extends->kind != NODE_SCALAR || (extends->value.length == 0 && !extends->quoted))
        return root;
    if (!find_base(loading, link, extends, &base, own))
        return NULL;
    struct extension below = {&base, link, link->depth + 1};
    const struct node *merged = load_link(loading, &below, &base_game, inherited);
    if (game != NULL && base_game != NULL && game != base_game) {
        problem_add(own, RULESET_EXTENDS, extends->place,
            FACT(name, "%s") FACT(found, "a ruleset of %s") FACT(expected, "one of %s")
                FACT(advice, "write game: %s, or extend another"),
            excerpt_of(extends->value).text, base_game->name, game->name, base_game->name);
        return NULL;
    }
    return merged == NULL ? NULL : ruleset_merge(own->arena, game, merged, root);
}

static const struct node *load_link(
    struct loading *loading, const struct extension *link, const struct ruleset_game **game, struct problems *problems)
{
    struct slice bytes = link->source->bytes;
    size_t mark = bytes.length >= 3 && memcmp(bytes.at, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    bytes = (struct slice){bytes.at + mark, bytes.length - mark};
    struct problems own = {.arena = problems->arena};
    struct problems inherited = {.arena = problems->arena};
    problems_add_text(loading->problems, link->source->file, bytes);
    const struct node *root = yaml_read(link->source->file, bytes, &own);
    *game = root == NULL ? NULL : check_file(loading->loader, root, &own);
    note_parsed(loading, *game, root);
    if (root != NULL)
        root = load_base(loading, link, root, *game, &own, &inherited);
    problems_sort(&own);
    bool right = own.first == NULL && inherited.first == NULL;
    problems_append(problems, &own);
    problems_append(problems, &inherited);
    return right ? root : NULL;
}

/* The shipped ruleset with every key.  It is self-contained: it extends nothing. */
static const struct node *load_defaults(
    struct loading *loading, const struct ruleset_game *game, struct problems *problems)
{
    struct slice name = slice_of(game->defaults);
    const struct embedded_ruleset *embedded = embedded_find(name);
    const struct ruleset_game *its_game;
    struct place place = {.line = 0};
    if (embedded == NULL) {
        problem_add(problems, RULESET_UNKNOWN, place,
            FACT(kind, "ruleset") FACT(name, "%s") FACT(why, "it should be built in, with the defaults of its game"),
            game->defaults);
        return NULL;
    }
    struct ruleset_source source = {.name = name, .bytes = slice_of(embedded->yaml)};
    source.file = embedded_place(problems->arena, name);
    struct extension link = {&source, NULL, 0};
    return load_link(loading, &link, &its_game, problems);
}

static bool load_source(
    struct loading *loading, const struct ruleset_source *source, struct slice overrides, struct ruleset *ruleset)
{
    struct problems *problems = loading->problems;
    const struct problem *before = problems->last;
    const struct ruleset_game *game = NULL;
    struct extension link = {source, NULL, 0};
    problems_add_text(problems, NULL, overrides);
    const struct node *root = load_link(loading, &link, &game, problems);
    const struct node *over = game == NULL ? NULL : overrides_read(game, overrides, problems);
    note_parsed(loading, game, over);
    if (root != NULL)
        root = over == NULL ? NULL : ruleset_merge(problems->arena, game, root, over);
    if (root == NULL || problems->last != before) {
        check_parsed(loading);
        return false;
    }
    const struct node *defaults = load_defaults(loading, game, problems);
    if (defaults != NULL)
        root = ruleset_complete(game, root, defaults, problems);
    *ruleset = (struct ruleset){source->name, source->file, game, root};
    return defaults != NULL && root != NULL && problems->last == before;
}

/* Without memory nothing that was found is certain. */
static bool end_loading(unsigned since, bool loaded, struct problems *problems)
{
    if (memory_ran_out(since))
        *problems = (struct problems){.arena = problems->arena};
    return loaded && !memory_ran_out(since);
}

bool ruleset_load(const struct ruleset_loader *loader, struct slice name, bool paths_allowed, struct slice overrides,
    struct ruleset *ruleset, struct problems *problems)
{
    unsigned since = memory_failures();
    struct loading loading = {.loader = loader, .problems = problems};
    struct ruleset_search search = {.name = name, .paths_allowed = paths_allowed};
    struct ruleset_source source;
    bool found = source_find(loader, &search, &source, problems);
    source.name = arena_copy(problems->arena, name);
    return end_loading(since, found && load_source(&loading, &source, overrides, ruleset), problems);
}

bool ruleset_load_text(const struct ruleset_loader *loader, struct slice name, struct slice yaml,
    struct slice overrides, struct ruleset *ruleset, struct problems *problems)
{
    unsigned since = memory_failures();
    struct loading loading = {.loader = loader, .problems = problems};
    struct slice copy = arena_copy(problems->arena, name);
    struct slice folder = path_folder(copy);
    struct ruleset_source source = {.name = copy, .file = copy.at, .bytes = yaml};
    if (folder.length > 0)
        source.beside = folder;
    return end_loading(since, copy.at != NULL && load_source(&loading, &source, overrides, ruleset), problems);
}
