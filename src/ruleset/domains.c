/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

const char *node_found(struct arena *arena, const struct node *node)
{
    if (node->kind != NODE_SCALAR)
        return node->kind == NODE_LIST ? "a list" : "a mapping";
    if (node->value.length == 0 && !node->quoted)
        return "nothing";
    return words_of(arena, node->quoted ? "the quoted text '%s'" : "'%s'", excerpt_of(node->value).text);
}

/* The words that may replace a mapping. */
static struct slice mapping_words(const struct key *key)
{
    return slice_shorter(slice_of(key->words), strcspn(key->words, "|"));
}

const char *key_takes(struct arena *arena, const struct key *key)
{
    static const char *const takes[] = {[KEY_TEXT] = "text",
        [KEY_NUMBER] = "a whole number",
        [KEY_NUMBERS] = "a list of whole numbers",
        [KEY_COUNTS] = "a whole number or a list of them",
        [KEY_MAPPING] = "a mapping",
        [KEY_RANGES] = "a mapping",
        [KEY_LIST] = "a list"};
    struct name_list words = {0};
    if (key->type == KEY_WORD) {
        names_add_words(arena, &words, key->words);
        return names_choice(arena, &words);
    }
    if (key->words != NULL)
        return words_of(arena, "a mapping or %.*s", (int)mapping_words(key).length, key->words);
    if (key->type != KEY_NUMBER && key->type != KEY_NUMBERS && key->type != KEY_COUNTS)
        return takes[key->type];
    return words_of(arena, "%s from %u to %u", takes[key->type], (unsigned)key->minimum, (unsigned)key->maximum);
}

static bool is_integer(struct slice value);

/* What to write instead of NODE: a list of it, or it without quotes. */
static const char *type_advice(struct arena *arena, const struct key *key, const struct node *node)
{
    bool wants_list = key->type == KEY_LIST || key->type == KEY_NUMBERS;
    bool wants_number = key->type == KEY_NUMBER || key->type == KEY_COUNTS;
    if (node->kind != NODE_SCALAR || node->value.length == 0 || node->value.length > MOST_KEY_BYTES)
        return "";
    if (wants_list)
        return words_of(arena, "write [%s]", excerpt_of(node->value).text);
    return wants_number && node->quoted && is_integer(node->value)
        ? words_of(arena, "write %s, without quotes", excerpt_of(node->value).text)
        : "";
}

static bool report_type(const struct key *key, const struct node *node, struct problems *problems)
{
    return problem_add(problems, RULESET_TYPE, node->place,
        FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s") FACT(advice, "%s"), key->name,
        key_takes(problems->arena, key), node_found(problems->arena, node), type_advice(problems->arena, key, node));
}

static bool report_domain(const struct key *key, const struct node *node, const char *advice, struct problems *problems)
{
    return problem_add(problems, RULESET_DOMAIN, node->place,
        FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s") FACT(advice, "%s"), key->name,
        key_takes(problems->arena, key), excerpt_of(node->value).text, advice);
}

/* Digits as people write them: YAML's 007, 0x10 and 1_000 mean other things to
   different readers. */
static bool is_integer(struct slice value)
{
    size_t sign = value.length > 0 && value.at[0] == '-';
    if (value.length == sign || (value.at[sign] == '0' && value.length > sign + 1))
        return false;
    for (size_t i = sign; i < value.length; i++)
        if (value.at[i] < '0' || value.at[i] > '9')
            return false;
    return true;
}

static bool check_number(const struct key *key, const struct node *node, struct problems *problems)
{
    uint32_t number;
    if (node->kind != NODE_SCALAR || node->quoted || !is_integer(node->value))
        return report_type(key, node, problems);
    if (!slice_number(node->value, key->maximum, &number) || number < key->minimum)
        return report_domain(key, node, "", problems);
    return true;
}

static bool check_numbers(const struct key *key, const struct node *node, struct problems *problems)
{
    bool right = true;
    if (node->count == 0 || node->count > MOST_ITEMS)
        return problem_add(problems, RULESET_DOMAIN, node->place,
            FACT(key, "%s") FACT(expected, "a list of 1 to %d numbers") FACT(found, "%u numbers"), key->name,
            MOST_ITEMS, (unsigned)node->count);
    for (const struct node *item = node->first; item != NULL; item = item->next)
        right = check_number(key, item, problems) && right;
    return right;
}

/* YAML has other words for true and false, and people know them. */
static struct slice plain_word(struct slice word)
{
    static const char *const others[][2] = {{"yes", "true"}, {"on", "true"}, {"no", "false"}, {"off", "false"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (nearest_name(word, others[i], 1) != NULL && word.length == strlen(others[i][0]))
            return slice_of(others[i][1]);
    return word;
}

static bool check_word(const struct key *key, const struct node *node, struct problems *problems)
{
    struct slice rest = slice_of(key->words);
    struct slice word;
    if (node->kind != NODE_SCALAR || (node->value.length == 0 && !node->quoted))
        return report_type(key, node, problems);
    while (slice_split(&rest, ' ', &word))
        if (slice_equal(word, node->value))
            return true;
    struct name_list words = {0};
    names_add_words(problems->arena, &words, key->words);
    const char *advice = names_advice(problems->arena, &words, node->value);
    if (advice[0] == '\0')
        advice = names_advice(problems->arena, &words, plain_word(node->value));
    return report_domain(key, node, advice, problems);
}

bool check_mapping_word(const struct key *key, const struct node *node, struct problems *problems)
{
    if (key->type != KEY_MAPPING || key->words == NULL || node->kind != NODE_SCALAR || node->value.length == 0)
        return true;
    struct slice rest = mapping_words(key);
    struct slice word;
    struct name_list words = {0};
    while (slice_split(&rest, ' ', &word)) {
        if (slice_equal(word, node->value))
            return true;
        names_add(problems->arena, &words, word);
    }
    const char *entries = strchr(key->words, '|');
    return problem_add(problems, RULESET_TYPE, node->place,
        FACT(key, "%s") FACT(expected, "%.*s, or %s") FACT(found, "'%s'") FACT(advice, "%s"), key->name,
        (int)mapping_words(key).length, key->words, entries == NULL ? "a mapping" : entries + 1,
        excerpt_of(node->value).text, names_advice(problems->arena, &words, node->value));
}

static bool is_right_kind(const struct key *key, const struct node *node)
{
    if (node->kind == NODE_LIST)
        return key->type == KEY_LIST;
    if (node->kind == NODE_MAPPING)
        return key->type == KEY_MAPPING || key->type == KEY_RANGES;
    bool is_nothing = node->value.length == 0 && !node->quoted;
    return !is_nothing && (key->type == KEY_TEXT || key->type == KEY_MAPPING || key->type == KEY_RANGES);
}

bool check_value(const struct key *key, const struct node *node, struct problems *problems)
{
    if (key->type == KEY_WORD)
        return check_word(key, node, problems);
    if (node->kind == NODE_LIST && (key->type == KEY_NUMBERS || key->type == KEY_COUNTS))
        return check_numbers(key, node, problems);
    if (key->type == KEY_NUMBER || (key->type == KEY_COUNTS && node->kind == NODE_SCALAR))
        return check_number(key, node, problems);
    return is_right_kind(key, node) || report_type(key, node, problems);
}

bool check_branches(const struct ruleset_game *game, const struct node *root, struct problems *problems)
{
    const struct node *board = node_child(root, slice_of("board"));
    const struct node *taken = NULL;
    if (board == NULL || board->kind != NODE_MAPPING || !key_is_prefix(game, board->key))
        return true;
    for (const struct node *branch = board->first; branch != NULL; branch = branch->next) {
        if (key_of_branch(game, branch) == NULL)
            continue;
        if (taken != NULL)
            return problem_add(problems, RULESET_CONFLICT, branch->key_place,
                FACT(found, "both board.%s and board.%s") FACT(expected, "only one of them"),
                excerpt_of(taken->key).text, excerpt_of(branch->key).text);
        taken = branch;
    }
    return true;
}

enum { PATH_ROOM = 512 };

/* A path as it grows on the way down; the keys of a file are short. */
struct path {
    char at[PATH_ROOM];
    size_t length;
};

static bool path_add(struct path *path, struct slice step)
{
    size_t dot = path->length > 0;
    if (path->length + dot + step.length > sizeof path->at)
        return false;
    if (dot)
        path->at[path->length] = '.';
    memcpy(path->at + path->length + dot, step.at, step.length);
    path->length += dot + step.length;
    return true;
}

/* Without a game only the keys of every game can be judged. */
static void check_entries(
    const struct ruleset_game *game, const struct node *mapping, const struct path *above, struct problems *problems)
{
    for (const struct node *entry = mapping->first; entry != NULL; entry = entry->next) {
        struct path path = *above;
        bool fits = path_add(&path, entry->key);
        struct slice name = {path.at, path.length};
        bool is_step = fits && (entry->key.length == 0 || memchr(entry->key.at, '.', entry->key.length) == NULL);
        const struct key *key = is_step ? ruleset_key(game, name) : NULL;
        if (key != NULL)
            check_value(key, entry, problems);
        else if (game == NULL)
            continue;
        else if (!is_step || !key_is_prefix(game, name))
            report_unknown_key(game, fits ? name : entry->key, true, entry->key_place, problems);
        else if (entry->kind != NODE_MAPPING)
            report_no_mapping(game, name, entry, problems);
        else
            check_entries(game, entry, &path, problems);
    }
}

/* "one of accasta, staku" */
static const char *game_choice(const struct ruleset_loader *loader, struct arena *arena, struct name_list *games)
{
    for (const char *const *game = loader->games; game != NULL && *game != NULL; game++)
        names_add(arena, games, slice_of(*game));
    return games->count == 0 ? "the name of a game" : names_choice(arena, games);
}

static const struct ruleset_game *report_unknown_game(
    const struct ruleset_loader *loader, const struct node *node, struct problems *problems)
{
    struct name_list games = {0};
    const char *choice = game_choice(loader, problems->arena, &games);
    problem_add(problems, RULESET_UNKNOWN, node->place,
        FACT(kind, "game") FACT(name, "%s") FACT(why, "expected %s") FACT(advice, "%s"), excerpt_of(node->value).text,
        choice, names_advice(problems->arena, &games, node->value));
    return NULL;
}

/* The game that has most of the keys that ROOT has. */
static const char *likely_game(const struct ruleset_loader *loader, const struct node *root)
{
    const char *likely = "NAME";
    unsigned most = 0;
    for (const char *const *name = loader->games; name != NULL && *name != NULL; name++) {
        const struct ruleset_game *game = loader->find_game(slice_of(*name));
        unsigned known = name == loader->games; /* the first, if all have as many */
        for (const struct node *entry = root->first; game != NULL && entry != NULL; entry = entry->next)
            known += key_find(game, entry->key) != NULL || key_is_prefix(game, entry->key) ? 2 : 0;
        likely = known > most ? *name : likely;
        most = known > most ? known : most;
    }
    return likely;
}

/* It may be there under another spelling. */
static const struct ruleset_game *report_no_game(
    const struct ruleset_loader *loader, const struct node *root, struct problems *problems)
{
    static const char *const key[] = {"game"};
    struct name_list games = {0};
    const struct node *near = root->first;
    while (near != NULL && nearest_name(near->key, key, 1) == NULL)
        near = near->next;
    struct place place = {root->place.file, 1, 1, 2};
    const char *choice = game_choice(loader, problems->arena, &games);
    if (near != NULL)
        problem_add(problems, RULESET_MISSING, near->key_place,
            FACT(key, "game") FACT(expected, "%s") FACT(advice, "%s"), choice,
            nearest_advice(problems->arena, near->key, key, 1));
    else
        problem_add(problems, RULESET_MISSING, place,
            FACT(key, "game") FACT(expected, "%s") FACT(advice, "write game: %s"), choice, likely_game(loader, root));
    return NULL;
}

static const struct ruleset_game *find_game_of_domain(
    const struct ruleset_loader *loader, const struct node *root, struct problems *problems)
{
    const struct node *node = node_child(root, slice_of("game"));
    if (node == NULL)
        return report_no_game(loader, root, problems);
    if (node->kind != NODE_SCALAR || (node->value.length == 0 && !node->quoted))
        return NULL; /* reported with the other keys */
    const struct ruleset_game *game = loader->find_game(node->value);
    return game != NULL ? game : report_unknown_game(loader, node, problems);
}

const struct ruleset_game *check_file(
    const struct ruleset_loader *loader, const struct node *root, struct problems *problems)
{
    if (root->kind != NODE_MAPPING) {
        problem_add(problems, RULESET_TYPE, root->place,
            FACT(key, "a ruleset") FACT(expected, "a mapping of keys to values") FACT(found, "%s"),
            node_found(problems->arena, root));
        return NULL;
    }
    const struct ruleset_game *game = find_game_of_domain(loader, root, problems);
    const struct path top = {.length = 0};
    check_entries(game, root, &top, problems);
    if (game != NULL)
        check_branches(game, root, problems);
    return game;
}
