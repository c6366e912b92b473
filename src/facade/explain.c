/* What a rule or message means, with its example run and answered. */
#include "facade/session.h"
#include "games/registry.h"
#include "referee/rulebooks.h"
#include "referee/rules_table.h"
#include "render/diagnostics.h"
#include "render/problems.h"

enum { COLUMNS = 79 };

/* TEXT in lines of at most COLUMNS. */
static void add_wrapped(struct text *text, const char *paragraph)
{
    struct slice rest = slice_of(paragraph);
    struct slice word;
    size_t column = 0;
    while (slice_split(&rest, ' ', &word)) {
        if (column > 0)
            text_add_char(text, column + 1 + word.length > COLUMNS ? '\n' : ' ');
        column = column > 0 && column + 1 + word.length <= COLUMNS ? column + 1 + word.length : word.length;
        text_add(text, word);
    }
    text_add_char(text, '\n');
}

static void add_indented(struct text *text, struct slice lines)
{
    struct slice line;
    while (slice_split(&lines, '\n', &line)) {
        if (line.length == 0 && lines.at == NULL)
            break;
        text_add_string(text, line.length > 0 ? "    " : "");
        text_add_escaped(text, line);
        text_add_char(text, '\n');
    }
}

/* The first diagnostic about RULE in the example, as check would print it under
   the first game's own ruleset where the example names none; with --expect, where that
   is what it is about. */
static void answer_record(const struct rule *rule, struct text *text)
{
    const struct catasta_options options = {
        .ruleset = games[0]->ruleset.defaults, .expect = strstr(rule->example, "[%expect") != NULL};
    struct catasta_session *session = catasta_session_new(&options, NULL);
    struct catasta_input *input = NULL;
    if (session != NULL)
        input = catasta_input_bytes(session, rule->example, strlen(rule->example), "example.sgn");
    if (input != NULL && catasta_input_next(input) != NULL) {
        struct cursor cursor = cursor_at(&input->record);
        const struct diagnostic *next = input->report.diagnostics.first;
        while (next != NULL && next->rule != rule)
            next = next->next;
        if (next != NULL)
            render_diagnostic(&input->report, next, input->name, &cursor, &session->style, text);
    }
    catasta_input_close(input);
    catasta_session_free(session);
}

/* The same for a ruleset. */
static void answer_ruleset(const struct rule *rule, struct text *text)
{
    static const struct style plain = {false, false};
    const struct ruleset_loader loader = {.find_game = game_find_ruleset, .games = game_names};
    struct cursor cursor = {0};
    struct ruleset ruleset = {0};
    struct arena arena;
    arena_init(&arena, 0);
    struct problems problems = {.arena = &arena};
    struct slice yaml = slice_of(rule->example);
    if (ruleset_load_text(&loader, slice_of("example.yaml"), yaml, (struct slice){"", 0}, &ruleset, &problems))
        game_find(slice_of(ruleset.game->name))->configure(&ruleset, &arena, &problems);
    const struct problem *problem = problems.first;
    while (problem != NULL && problem->rule != rule)
        problem = problem->next;
    if (problem != NULL)
        render_problem(&problems, problem, &cursor, &plain, text);
    arena_release(&arena);
}

static void answer(const struct rule *rule, struct text *text)
{
    if (rule >= ruleset_rules && rule < ruleset_rules + RULESET_RULE_COUNT)
        answer_ruleset(rule, text);
    else
        answer_record(rule, text);
}

bool catasta_explain(const char *id, const struct catasta_sink *sink, const char **nearest)
{
    const struct rule *rule = rules_find(id);
    struct text text;
    struct text reply;
    *nearest = rule == NULL ? rules_nearest(id) : NULL;
    if (rule == NULL)
        return false;
    text_init(&text);
    text_init(&reply);
    text_printf(&text, "%s (%s)\n\n", rule->id, severity_name(rule->severity));
    add_wrapped(&text, rule->explanation);
    if (rule->example != NULL) {
        text_add_string(&text, "\nFor example:\n\n");
        add_indented(&text, slice_of(rule->example));
        answer(rule, &reply);
        text_add_string(&text, reply.length > 0 ? "\nis answered with\n\n" : "");
        add_indented(&text, text_slice(&reply));
    }
    text_release(&reply);
    return deliver(&text, sink);
}

const char *catasta_rule_id(size_t n)
{
    const struct rule *rule = rules_nth(n);
    return rule == NULL ? NULL : rule->id;
}

const char *catasta_rule_example(size_t n)
{
    const struct rule *rule = rules_nth(n);
    return rule == NULL ? NULL : rule->example;
}
