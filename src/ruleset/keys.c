/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

const struct key common_keys[] = {
    {"game", KEY_TEXT, 0, 0, NULL, "the game that the ruleset is for"},
    {"title", KEY_TEXT, 0, 0, NULL, "the name of the ruleset for people"},
    {"designer", KEY_TEXT, 0, 0, NULL, "who invented the game"},
    {"source", KEY_TEXT, 0, 0, NULL, "where the rules can be read"},
    {"extends", KEY_TEXT, 0, 0, NULL, "a ruleset of the same game whose values this one inherits"},
    {"players", KEY_COUNTS, 1, 99, NULL, "the number of players, or a list of possible numbers"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

static const struct key *find_in(const struct key *keys, struct slice path)
{
    for (const struct key *key = keys; key->name != NULL; key++)
        if (slice_is(path, key->name))
            return key;
    return NULL;
}

const struct key *key_find(const struct ruleset_game *game, struct slice path)
{
    const struct key *key = find_in(game->keys, path);
    if (key == NULL && slice_is(path, "players"))
        key = find_in(common_keys, path);
    return key;
}

const struct key *ruleset_key(const struct ruleset_game *game, struct slice path)
{
    const struct key *key = game == NULL ? NULL : find_in(game->keys, path);
    return key != NULL ? key : find_in(common_keys, path);
}

static bool is_below(const struct key *key, struct slice path)
{
    return strlen(key->name) > path.length && memcmp(key->name, path.at, path.length) == 0 &&
        key->name[path.length] == '.';
}

bool key_is_prefix(const struct ruleset_game *game, struct slice path)
{
    for (const struct key *key = game->keys; key->name != NULL; key++)
        if (is_below(key, path))
            return true;
    return false;
}

bool key_is_branch(const struct key *key)
{
    return key->type != KEY_WORD && is_below(key, slice_of("board"));
}

const struct key *key_of_branch(const struct ruleset_game *game, const struct node *node)
{
    for (const struct key *key = game->keys; key->name != NULL; key++)
        if (key_is_branch(key) && slice_is(node->key, key->name + strlen("board.")))
            return key;
    return NULL;
}

/* What is allowed in the mapping at LEVEL, as it is written there. */
static void add_below(const struct ruleset_game *game, struct slice level, struct arena *arena, struct name_list *names)
{
    for (const struct key *key = game->keys; key->name != NULL; key++)
        if (is_below(key, level))
            names_add(arena, names, slice_of(key->name + level.length + 1));
}

/* The paths that overrides may name. */
static void add_paths(const struct ruleset_game *game, struct arena *arena, struct name_list *names)
{
    if (find_in(game->keys, slice_of("players")) == NULL)
        names_add(arena, names, slice_of("players"));
    for (const struct key *key = game->keys; key->name != NULL; key++)
        names_add(arena, names, slice_of(key->name));
}

/* The keys at the top of a file: first steps of paths, each once. */
static void add_top(const struct ruleset_game *game, struct arena *arena, struct name_list *names)
{
    for (const struct key *key = common_keys; key->name != NULL; key++)
        names_add(arena, names, slice_of(key->name));
    for (const struct key *key = game->keys; key->name != NULL; key++) {
        struct slice rest = slice_of(key->name);
        struct slice step;
        bool is_new = slice_split(&rest, '.', &step);
        for (size_t i = 0; i < names->count && is_new; i++)
            is_new = !slice_is(step, names->at[i]);
        if (is_new)
            names_add(arena, names, step);
    }
}

/* The mapping that PATH is in, as far as it is one of the game's. */
static struct slice level_of(const struct ruleset_game *game, struct slice path)
{
    do
        while (path.length > 0 && path.at[--path.length] != '.')
            continue;
    while (path.length > 0 && !key_is_prefix(game, path));
    return path;
}

static const char *last_step(const struct key *key)
{
    const char *dot = strrchr(key->name, '.');
    return dot == NULL ? "" : dot + 1;
}

/* A path whose last step is like WRITTEN, which is at the wrong level. */
static const struct key *find_deeper(const struct ruleset_game *game, struct slice written, struct arena *arena)
{
    struct name_list steps = {0};
    for (const struct key *key = game->keys; key->name != NULL; key++)
        names_add(arena, &steps, slice_of(last_step(key)));
    const char *near = nearest_name(written, steps.at, steps.count);
    for (const struct key *key = game->keys; near != NULL && key->name != NULL; key++)
        if (strcmp(near, last_step(key)) == 0)
            return key;
    return NULL;
}

/* VALUE where it is known, else "...". */
static const char *nesting_advice(struct arena *arena, const char *path, const char *value)
{
    struct text text;
    struct slice rest = slice_of(path);
    struct slice step;
    text_init(&text);
    text_add_string(&text, "nest it: ");
    for (int depth = 0; slice_split(&rest, '.', &step); depth++) {
        text_add_string(&text, depth == 0 ? "" : ": {");
        text_add(&text, step);
    }
    text_printf(&text, ": %s", value);
    for (const char *dot = strchr(path, '.'); dot != NULL; dot = strchr(dot + 1, '.'))
        text_add_char(&text, '}');
    return text_keep(arena, &text);
}

/* WRITTEN is the end of PATH that NAMES are for. */
static const char *key_advice(const struct ruleset_game *game, struct slice path, struct slice written, bool in_file,
    const struct name_list *names, struct arena *arena)
{
    const struct key *key = find_in(game->keys, path);
    const char *near = key != NULL ? "" : names_advice(arena, names, written);
    if (near[0] != '\0')
        return near;
    if (key == NULL)
        key = find_deeper(game, written, arena);
    if (key == NULL)
        return "";
    if (in_file)
        return nesting_advice(arena, key->name, "...");
    return names_advice(arena, &(struct name_list){.at = (const char *[]){key->name}, .count = 1}, slice_of(key->name));
}

bool report_unknown_key(
    const struct ruleset_game *game, struct slice path, bool in_file, struct place place, struct problems *problems)
{
    struct arena *arena = problems->arena;
    struct name_list names = {0};
    struct slice level = level_of(game, path);
    struct slice written = path;
    if (!in_file)
        add_paths(game, arena, &names);
    else if (level.length > 0 && find_in(game->keys, path) == NULL) {
        add_below(game, level, arena, &names);
        written = (struct slice){path.at + level.length + 1, path.length - level.length - 1};
    } else
        add_top(game, arena, &names);
    return problem_add(problems, RULESET_UNKNOWN_KEY, place, FACT(key, "%s") FACT(expected, "%s") FACT(advice, "%s"),
        excerpt_of(path).text, names_choice(arena, &names), key_advice(game, path, written, in_file, &names, arena));
}

/* The key below LEVEL that could take what NODE is; NULL where none could. */
static const struct key *find_taker(
    const struct ruleset_game *game, struct slice level, const struct node *node, struct arena *arena)
{
    struct problems trial = {.arena = arena};
    for (const struct key *key = game->keys; key->name != NULL; key++)
        if (is_below(key, level) && check_value(key, node, &trial))
            return key;
    return NULL;
}

static const char *mapping_advice(
    const struct ruleset_game *game, struct slice level, const struct node *node, struct arena *arena)
{
    const struct key *key = find_taker(game, level, node, arena);
    struct text value;
    text_init(&value);
    if (key == NULL)
        return "";
    if (node->place.file == NULL)
        return names_advice(
            arena, &(struct name_list){.at = (const char *[]){key->name}, .count = 1}, slice_of(key->name));
    node_write(node, &value);
    return nesting_advice(arena, key->name, text_keep(arena, &value));
}

bool report_no_mapping(
    const struct ruleset_game *game, struct slice path, const struct node *node, struct problems *problems)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, "a mapping with");
    for (const struct key *key = game->keys; key->name != NULL; key++)
        if (is_below(key, path))
            text_printf(&text, "%s %s", text.length > strlen("a mapping with") ? "," : "", key->name + path.length + 1);
    return problem_add(problems, RULESET_TYPE, node->place,
        FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s") FACT(advice, "%s"), excerpt_of(path).text,
        text_keep(problems->arena, &text), node_found(problems->arena, node),
        mapping_advice(game, path, node, problems->arena));
}
