/* SPDX-License-Identifier: MIT */
/* What a rule or message means: its words, the keys that govern it, and its examples
   run and answered. */
#include "formats/html/rules_page.h"
#include "formats/man/explanation.h"
#include "formats/text/diagnostics.h"
#include "formats/text/problem_text.h"
#include "games/registry.h"
#include "library/rule_boards.h"
#include "referee/rulebooks.h"
#include "referee/rules_table.h"

static const struct ruleset_loader loader = {.find_game = game_find_ruleset, .games = game_names};

/* The shipped rulesets, as they are built in. */
struct shipped {
    struct arena *arena;
    struct ruleset *list;
    size_t count;
    size_t capacity;
    const struct rule *unbroken; /* its example does not break it; NULL: there is none */
    bool draws;                  /* boards */
};

static void add_shipped(void *context, struct slice name)
{
    struct shipped *shipped = context;
    struct problems problems = {.arena = shipped->arena};
    struct ruleset ruleset = {0};
    struct slice kept = arena_copy(shipped->arena, name);
    if (kept.at != NULL && ruleset_load(&loader, kept, false, (struct slice){"", 0}, &ruleset, &problems) &&
        arena_grow(shipped->arena, &shipped->list, shipped->count, &shipped->capacity, sizeof ruleset))
        shipped->list[shipped->count++] = ruleset;
}

static const char *keep_explanation(struct arena *arena, struct text *text)
{
    struct slice kept = arena_copy(arena, text_slice(text));
    text_release(text);
    return kept.at == NULL ? "" : kept.at;
}

/* Answers. */

static const struct diagnostic *first_about(const struct catasta_game *game, const struct rule *rule)
{
    const struct diagnostic *next = game->report.diagnostics.first;
    while (next != NULL && next->rule != rule)
        next = next->next;
    return next;
}

/* Games of an example under the first game's own ruleset where the example names none; with expectations, where that is
   what it is about. */
struct example {
    struct catasta_session *session;
    catasta_matches *matches;
    struct catasta_input *input;
};

static void example_open(struct example *example, const char *record)
{
    static const struct catasta_matching matching = {.size = sizeof matching};
    const struct catasta_options options = {.size = sizeof options,
        .ruleset = games[0]->ruleset.defaults,
        .expect = strstr(record, "[%expect") != NULL,
        .boards = true};
    *example = (struct example){catasta_session_new(&options, NULL), catasta_matches_new(&matching, NULL), NULL};
    if (example->session != NULL && example->matches != NULL)
        example->input = catasta_input_bytes(example->session, record, strlen(record), "example.sgn");
}

/* The next game, looked at as check does, or score where it is a round of a match. */
static struct catasta_game *example_next(struct example *example)
{
    bool added;
    struct catasta_game *game = example->input == NULL ? NULL : catasta_input_next(example->input);
    return game != NULL && catasta_matches_add(example->matches, game, &added) ? game : NULL;
}

static void example_close(struct example *example)
{
    catasta_input_close(example->input);
    catasta_matches_free(example->matches);
    catasta_session_free(example->session);
}

/* The game NUMBER of what keeps the rule beside that with FAULT. */
static void draw_both(
    struct explanation *item, const struct catasta_game *game, const struct diagnostic *fault, struct arena *arena)
{
    struct example example;
    struct catasta_game *kept;
    example_open(&example, item->rule->kept);
    while ((kept = example_next(&example)) != NULL && kept->number < game->number)
        continue;
    if (kept != NULL && kept->report.book.game != NULL)
        draw_examples(item, game, fault, kept, arena);
    example_close(&example);
}

/* The first diagnostic about the rule in the games of its example, as it is printed without a board. */
static void answer_for_record(struct explanation *item, const struct shipped *shipped, struct text *text)
{
    struct example example;
    struct catasta_game *game;
    const struct diagnostic *fault = NULL;
    example_open(&example, item->rule->example);
    while ((game = example_next(&example)) != NULL && (fault = first_about(game, item->rule)) == NULL)
        continue;
    if (fault != NULL) {
        struct cursor cursor = cursor_at(&game->record);
        struct diagnostic plain = *fault;
        plain.at = NULL;
        render_diagnostic(&game->report, &plain, game->name, &cursor, &game->session->style, text);
        if (shipped->draws && item->rule->kept != NULL)
            draw_both(item, game, fault, shipped->arena);
    }
    example_close(&example);
}

/* The same for a ruleset. */
static void answer_for_ruleset(const struct rule *rule, struct text *text)
{
    static const struct style plain = {0};
    struct cursor cursor = {0};
    struct ruleset ruleset = {0};
    SCOPED(arena, arena);
    struct problems problems = {.arena = &arena};
    struct slice yaml = slice_of(rule->example);
    if (ruleset_load_text(&loader, slice_of("example.yaml"), yaml, (struct slice){"", 0}, &ruleset, &problems))
        game_configure(&ruleset, &arena, &problems);
    const struct problem *problem = problems.first;
    while (problem != NULL && problem->rule != rule)
        problem = problem->next;
    if (problem != NULL)
        render_problem(&problems, problem, &cursor, &plain, text);
}

static const char *answer_of_example(struct explanation *item, struct shipped *shipped)
{
    const struct rule *rule = item->rule;
    struct text text = {0};
    if (rule->example != NULL && rule >= ruleset_rules && rule < ruleset_rules + RULESET_RULE_COUNT)
        answer_for_ruleset(rule, &text);
    else if (rule->example != NULL)
        answer_for_record(item, shipped, &text);
    if (rule->example != NULL && text.length == 0)
        shipped->unbroken = rule;
    return keep_explanation(shipped->arena, &text);
}

/* Keys. */

static void add_values(const struct shipped *shipped, const struct ruleset_game *game, struct governing_key *key)
{
    for (size_t i = 0; key->values != NULL && i < shipped->count; i++) {
        const struct ruleset *ruleset = &shipped->list[i];
        const struct node *node = ruleset_get(ruleset, key->name);
        struct text text = {0};
        if (node == NULL || (game != NULL && game != ruleset->game))
            continue;
        node_write(node, &text);
        key->values[key->value_count++] =
            (struct key_value){arena_copy(shipped->arena, ruleset->name).at, keep_explanation(shipped->arena, &text)};
    }
}

/* Where games have a key in common, down to its words, it is one. */
static struct governing_key *same_key(const struct explanation *item, const struct key *key, const char *takes)
{
    for (size_t i = 0; i < item->key_count; i++) {
        struct governing_key *have = &item->keys[i];
        if (strcmp(have->name, key->name) == 0 && strcmp(have->about, key->about) == 0 &&
            strcmp(have->takes, takes) == 0)
            return have;
    }
    return NULL;
}

static const char *add_name_to_list(struct arena *arena, const char *names, const char *name)
{
    struct text text = {0};
    text_printf(&text, "%s%s%s", names == NULL ? "" : names, names == NULL ? "" : ", ", name);
    return keep_explanation(arena, &text);
}

/* OF is whose key it is, NULL: any game's; it is named where the rule is not that game's. */
static void add_governing_key(const struct shipped *shipped, const struct key *key, const struct ruleset_game *of,
    bool named, struct explanation *item)
{
    struct arena *arena = shipped->arena;
    const char *takes = key_takes(arena, key);
    struct governing_key *to = same_key(item, key, takes);
    if (to == NULL) {
        to = &item->keys[item->key_count++];
        *to = (struct governing_key){.name = key->name, .about = key->about, .takes = takes};
        to->values = arena_alloc(arena, shipped->count * sizeof *to->values);
    }
    if (named)
        to->games = add_name_to_list(arena, to->games, of->name);
    add_values(shipped, of, to);
}

/* The keys of GAME, or when that is NULL those of every game that has them. */
static void add_keys(const struct shipped *shipped, const struct game *game, struct explanation *item)
{
    enum { KEYS_MOST = 64 };
    struct slice rest = slice_of(item->rule->parameter == NULL ? "" : item->rule->parameter);
    struct slice path;
    if (rest.length > 0)
        item->keys = arena_alloc(shipped->arena, KEYS_MOST * sizeof *item->keys);
    while (item->keys != NULL && slice_split(&rest, ' ', &path)) {
        const struct key *common = ruleset_key(NULL, path);
        if (common != NULL && item->key_count < KEYS_MOST)
            add_governing_key(shipped, common, game == NULL ? NULL : &game->ruleset, false, item);
        for (size_t i = 0; common == NULL && games[i] != NULL && item->key_count < KEYS_MOST; i++) {
            const struct key *key = ruleset_key(&games[i]->ruleset, path);
            if (key != NULL && (game == NULL || game == games[i]))
                add_governing_key(shipped, key, &games[i]->ruleset, game == NULL, item);
        }
    }
}

/* Tables. */

/* What there is to say about a game as a whole.  Its title is how those of all its rulesets begin. */
static void describe_game(
    const struct shipped *shipped, const struct game *game, struct arena *arena, struct explained_table *table)
{
    struct text names = {0};
    struct slice shared = {NULL, 0};
    for (size_t i = 0; i < shipped->count; i++) {
        const struct ruleset *ruleset = &shipped->list[i];
        if (ruleset->game != &game->ruleset)
            continue;
        text_printf(&names, "%s%pS", names.length > 0 ? ", " : "", SLICE(ruleset->name));
        const struct node *title = ruleset_get(ruleset, "title");
        size_t same = 0;
        if (title != NULL && shared.at == NULL)
            shared = title->value;
        while (title != NULL && same < shared.length && same < title->value.length &&
            shared.at[same] == title->value.at[same])
            same++;
        shared.length = same;
    }
    table->title = shared.length == 0 ? table->name : arena_copy(arena, slice_trim(shared)).at;
    table->rulesets = keep_explanation(arena, &names);
}

/* The rules FIRST to LAST, exclusive, of one table. */
static void fill_table(struct shipped *shipped, const struct rule *const *first, const struct rule *const *last,
    struct arena *arena, struct explained_table *table)
{
    struct slice name = slice_shorter(slice_of((*first)->id), strcspn((*first)->id, "/"));
    const struct game *game = game_find(name);
    struct explanation *items = arena_alloc(arena, (size_t)(last - first) * sizeof *items);
    table->name = arena_copy(arena, name).at;
    if (game != NULL)
        describe_game(shipped, game, arena, table);
    for (; items != NULL && first < last; first++) {
        struct explanation *item = &items[table->count++];
        item->rule = *first;
        item->answer = answer_of_example(item, shipped);
        add_keys(shipped, game, item);
    }
    table->items = items;
}

/* With boards if it DRAWS them.  Returns the rule that its own example does not break, or NULL. */
static const struct rule *gather_explanations(
    const struct rule *const *rules, size_t count, bool draws, struct arena *arena, struct explanations *explanations)
{
    struct shipped shipped = {.arena = arena, .draws = draws};
    struct explained_table *tables = arena_alloc(arena, count * sizeof *tables);
    if (tables == NULL)
        return NULL;
    ruleset_names(&loader, add_shipped, &shipped);
    for (size_t i = 0, end; i < count; i = end) {
        size_t length = strcspn(rules[i]->id, "/") + 1;
        end = i + 1;
        while (end < count && strncmp(rules[i]->id, rules[end]->id, length) == 0)
            end++;
        fill_table(&shipped, rules + i, rules + end, arena, &tables[explanations->count++]);
    }
    explanations->ruleset = games[0]->ruleset.defaults;
    explanations->version = CATASTA_VERSION;
    explanations->date = CATASTA_DATE;
    explanations->whole = rules_nth(count) == NULL;
    explanations->tables = tables;
    return shipped.unbroken;
}

static void report_nearest(const char *name, const struct catasta_sink *errors)
{
    const char *nearest = rules_nearest(name);
    struct text text = {0};
    text_printf(&text, "unknown rule or message '%pE%s%s%s catasta-rules(7) lists them", SLICE(name),
        nearest == NULL ? "'" : "'; did you mean '", nearest == NULL ? "" : nearest, nearest == NULL ? ";" : "'?");
    report_error(&text, errors);
}

/* What NAME may mean; false after reporting, and what is reported of memory then is reported. */
static bool gather_named(const char *name, bool draws, struct arena *arena, struct explanations *explanations,
    const struct catasta_sink *errors)
{
    const struct rule *rules[RULES_MOST];
    size_t count = rules_match(name, rules);
    struct text text = {0};
    if (count == 0) {
        report_nearest(name, errors);
        return false;
    }
    const struct rule *unbroken = gather_explanations(rules, count, draws, arena, explanations);
    if (unbroken != NULL) {
        text_printf(&text, "the example of %s does not break that rule", unbroken->id);
        report_error(&text, errors);
    }
    return unbroken == NULL && !arena->failed;
}

bool catasta_explain(
    const char *name, enum catasta_format format, const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    static void (*const formats[])(const struct explanations *all, struct text *text) = {
        [CATASTA_TEXT] = explain_text,
        [CATASTA_MAN] = explain_manual,
        [CATASTA_JSON] = explain_json,
        [CATASTA_HTML] = explain_page,
        [CATASTA_FULL_TEXT] = explain_full,
    };
    const bool known = (unsigned)format < sizeof formats / sizeof *formats && formats[format] != NULL;
    unsigned since = memory_failures();
    struct explanations explanations = {0};
    SCOPED(arena, arena);
    struct text text = {0};
    bool gathered = gather_named(name, format == CATASTA_HTML, &arena, &explanations, errors);
    if (gathered && known)
        formats[format](&explanations, &text);
    bool done = text_deliver(&text, since, gathered ? sink : NULL) && gathered && known;
    return !report_memory(since, errors) && done;
}

/* Gives the page of ITEM, or that of all where it is NULL, to TAKE; unless memory ran out after SINCE. */
static bool give_page(const struct explanations *all, const struct explanation *item, unsigned since,
    catasta_rule_page_visitor *take, void *context)
{
    SCOPED(text, path);
    SCOPED(text, page);
    text_printf(&path, "%s.html", item == NULL ? "index" : item->rule->id);
    if (item == NULL)
        explain_index(all, &page);
    else
        explain_linked(all, item, &page);
    return !memory_ran_out(since) && take(context, path.bytes, page.bytes, page.length);
}

bool catasta_explain_pages(
    const char *name, catasta_rule_page_visitor *take, void *context, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct explanations all = {0};
    SCOPED(arena, arena);
    bool fine = gather_named(name, true, &arena, &all, errors) && give_page(&all, NULL, since, take, context);
    for (size_t i = 0; i < all.count && fine; i++)
        for (size_t j = 0; j < all.tables[i].count && fine; j++)
            fine = give_page(&all, &all.tables[i].items[j], since, take, context);
    return !report_memory(since, errors) && fine;
}
