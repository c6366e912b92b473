/* SPDX-License-Identifier: MIT */
/* Rulesets and perft: what needs no record. */
#include "formats/json/ruleset_schema.h"
#include "games/registry.h"
#include "library/accessors.h"
#include "record/tags.h"
#include "referee/perft.h"
#include "referee/rulebooks.h"

#include <stdio.h>
#include <string.h>

/* The status of a call that came to STATUS, and in which memory may have run out. */
static enum catasta_status end_call(unsigned since, enum catasta_status status, const struct catasta_sink *errors)
{
    return report_memory(since, errors) ? CATASTA_FAILED : status;
}

static bool say_problems(const struct catasta_sink *sink, const char *before, const char *what, const char *after)
{
    unsigned since = memory_failures();
    struct text text = {0};
    text_printf(&text, "%s%pE%s", before, SLICE(what), after);
    return text_deliver(&text, since, sink);
}

/* Perft. */

static bool set_up_ruleset(const struct rulebook *book, unsigned players, const char *position, struct state *state,
    const struct catasta_sink *errors)
{
    SCOPED(text, facts);
    struct text message = {0};
    struct fault fault = {.facts = &facts};
    game_start(book->rules, players == 0 ? rulebook_players(book) : players, state);
    if (position == NULL || game_read_position(book->rules, players, slice_of(position), state, &fault))
        return true;
    rule_message(fault.rule, fault_facts(&fault), &message);
    text_printf(&message, " [%s]", fault.rule->id);
    report_error(&message, errors);
    return false;
}

static bool write_branches(
    const struct rulebook *book, const struct state *state, unsigned depth, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct branches branches = {0};
    struct text text = {0};
    uint64_t total = 0;
    list_branches(book, state, depth, &arena, &branches);
    for (size_t i = 0; i < branches.count; i++) {
        text_printf(&text, "%pS: %llu\n", SLICE(branches.items[i].text), (unsigned long long)branches.items[i].count);
        total += branches.items[i].count;
    }
    text_printf(&text, "%llu\n", (unsigned long long)total);
    return text_deliver(&text, since, sink);
}

static bool write_count(
    const struct rulebook *book, const struct state *state, unsigned depth, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    uint64_t count;
    perft(book, state, depth, &count);
    text_printf(&text, "%llu\n", (unsigned long long)count);
    return text_deliver(&text, since, sink);
}

bool catasta_perft(catasta_session *session, unsigned players, const char *position, unsigned depth, bool divide,
    const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    const struct rulebook *book = referee_default(session->referee);
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    bool done = false;
    if (book == NULL || depth > CATASTA_DEPTH)
        return say_problems(
                   errors, "", book == NULL ? "perft needs a ruleset" : "perft goes at most 64 turns deep", "\n") &&
            false;
    if (book->game->judging.generate == NULL)
        return say_problems(
                   errors, "perft cannot count ", book->game->ruleset.name, ", which has too many turns to list\n") &&
            false;
    if (!game_allows_players(book->rules, players == 0 ? rulebook_players(book) : players))
        return say_problems(errors, "", "this game is not for that number of players", "\n") && false;
    struct state *state = arena_alloc(&arena, game_state_size(book->rules));
    if (state != NULL && set_up_ruleset(book, players, position, state, errors))
        done = divide && depth > 0 ? write_branches(book, state, depth, sink) : write_count(book, state, depth, sink);
    return !report_memory(since, errors) && done;
}

/* Rulesets. */

/* A ruleset loaded for itself; problems go to ERRORS. */
static bool load_ruleset(struct catasta_session *session, const char *name, struct arena *arena,
    struct ruleset *ruleset, const struct catasta_sink *errors)
{
    struct problems problems = {.arena = arena};
    const struct ruleset_loader *loader = referee_loader(session->referee);
    if (ruleset_load(loader, slice_of(name), true, (struct slice){"", 0}, ruleset, &problems))
        return true;
    report_problems(session, &problems, errors);
    return false;
}

struct name_listing {
    struct catasta_session *session;
    struct text text;
    bool unread; /* some file is */
};

static void list_name(void *context, struct slice name)
{
    struct name_listing *listing = context;
    SCOPED(arena, arena);
    struct ruleset ruleset = {0};
    struct problems problems = {.arena = &arena};
    const struct ruleset_loader *loader = referee_loader(listing->session->referee);
    text_printf(&listing->text, "%-20.*s ", (int)name.length, name.at);
    if (ruleset_load(loader, name, false, (struct slice){"", 0}, &ruleset, &problems)) {
        const struct node *title = ruleset_get(&ruleset, "title");
        const struct node *designer = ruleset_get(&ruleset, "designer");
        text_add_escaped(&listing->text, title == NULL ? slice_of(ruleset.game->name) : title->value);
        if (designer != NULL)
            text_printf(&listing->text, ", by %pE", SLICE(designer->value));
    } else {
        text_add_string(&listing->text, "(cannot be used; check it to see why)");
        listing->unread |= problems.unread;
        if (problems.unread)
            report_problems(listing->session, &problems, &listing->session->errors);
    }
    text_add_char(&listing->text, '\n');
}

bool catasta_rules_list(catasta_session *session, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct name_listing listing = {.session = session};
    ruleset_names(referee_loader(session->referee), list_name, &listing);
    return text_deliver(&listing.text, since, sink) && !listing.unread;
}

bool catasta_rules_show(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct ruleset ruleset = {0};
    bool shown = false;
    if (load_ruleset(session, name, &arena, &ruleset, errors)) {
        struct text text = {0};
        ruleset_show(&ruleset, &text);
        shown = text_deliver(&text, since, sink);
    }
    return !report_memory(since, errors) && shown;
}

static unsigned count_problems(const struct problems *problems)
{
    unsigned count = 0;
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        count++;
    return count;
}

struct catasta_text catasta_ruleset_name(const char *ruleset)
{
    return text_of(ruleset_name_in(slice_of(ruleset)));
}

enum catasta_status catasta_rules_check(
    catasta_session *session, const char *name, const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct rulebook_entry entry = {0};
    bool fine = false;
    char words[64] = ": valid ruleset\n";
    rulebook_load(referee_loader(session->referee), slice_of(name), true, (struct slice){"", 0}, &entry);
    unsigned warnings = count_problems(&entry.problems);
    if (entry.book.game == NULL || warnings > 0)
        report_problems(session, &entry.problems, errors);
    if (warnings > 0)
        snprintf(words, sizeof words, ": usable ruleset, with %u warning%s\n", warnings, warnings == 1 ? "" : "s");
    if (entry.book.game != NULL)
        fine = say_problems(sink, "", name, words);
    rulebook_unload(&entry);
    return end_call(since, fine ? CATASTA_OK : CATASTA_FAILED, errors);
}

/* The keys of RULESET with one value, which may be any text, one of some words, or a number of a range. */
static void add_options(const struct rulebook *book, const struct ruleset *ruleset, struct text *text)
{
    const char *comma = "";
    for (const struct key *key = book->game->ruleset.keys; key->name != NULL; key++) {
        const struct node *node = ruleset_get(ruleset, key->name);
        if (node == NULL || node->kind != NODE_SCALAR)
            continue;
        text_printf(text, "%s{\"name\":%pJ,\"value\":%pJ,\"about\":%pJ", comma, SLICE(key->name), SLICE(node->value),
            SLICE(key->about));
        if (key->type == KEY_WORD)
            text_printf(text, ",\"words\":%pJ", SLICE(key->words));
        else if (key->type == KEY_NUMBER)
            text_printf(text, ",\"least\":%u,\"most\":%u", (unsigned)key->minimum, (unsigned)key->maximum);
        text_add_char(text, '}');
        comma = ",";
    }
}

static void add_setup(
    const struct rulebook *book, const struct ruleset *ruleset, unsigned players, uint64_t seed, struct text *text)
{
    const struct game_position *position = &book->game->position;
    const char *comma = "";
    text_add_string(text, "{\"players\":[");
    for (unsigned n = 1; n <= SEATS; n++)
        if (game_allows_players(book->rules, n)) {
            text_printf(text, "%s%u", comma, n);
            comma = ",";
        }
    text_add_string(text, "],\"seats\":[");
    for (unsigned seat = 1; seat <= players; seat++) {
        text_add_string(text, seat > 1 ? "," : "");
        text_add_json(text, slice_of(game_seat_name(book->rules, seat)));
    }
    text_add_string(text, "],\"tags\":[");
    comma = "";
    for (unsigned n = 0; position->deal != NULL && position->tags[n].name != NULL; n++) {
        SCOPED(text, value);
        if (position->tags[n].seat > players)
            continue;
        position->deal(book->rules, players, n, seed, &value);
        text_printf(text, "%s{\"name\":\"%s\",\"value\":", comma, position->tags[n].name);
        text_add_json(text, text_slice(&value));
        text_add_char(text, '}');
        text->failed |= value.failed;
        comma = ",";
    }
    text_add_string(text, "],\"options\":[");
    add_options(book, ruleset, text);
    text_add_string(text, "]}");
}

/* Visits the tags of a deal; without VISIT only says whether another seed makes another deal. */
static bool visit_deal(const struct rulebook *book, uint64_t seed, catasta_tag_visitor *visit, void *context)
{
    const struct game_position *position = &book->game->position;
    unsigned players = rulebook_players(book);
    bool differs = false;
    bool failed = false;
    for (unsigned n = 0; position->deal != NULL && position->tags[n].name != NULL; n++) {
        SCOPED(text, value);
        SCOPED(text, other);
        if (position->tags[n].seat > players)
            continue;
        position->deal(book->rules, players, n, seed, &value);
        position->deal(book->rules, players, n, seed + 1, &other);
        failed |= value.failed || other.failed;
        differs |= !slice_equal(text_slice(&value), text_slice(&other));
        if (visit != NULL && !value.failed)
            visit(context, position->tags[n].name, text_of(text_slice(&value)));
    }
    return differs && !failed;
}

bool catasta_deal(catasta_session *session, const char *name, const char *rules, uint64_t seed,
    catasta_tag_visitor *visit, void *context)
{
    unsigned since = memory_failures();
    struct rulebook_entry entry = {0};
    rulebook_load(referee_loader(session->referee), slice_of(name), true, slice_of(rules == NULL ? "" : rules), &entry);
    if (entry.book.game != NULL && visit_deal(&entry.book, seed, NULL, NULL))
        visit_deal(&entry.book, seed, visit, context);
    rulebook_unload(&entry);
    return !memory_ran_out(since);
}

bool catasta_rules_setup(catasta_session *session, const char *name, unsigned players, uint64_t seed,
    const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct ruleset ruleset = {0};
    struct rulebook_entry entry = {0};
    bool fine = false;
    rulebook_load(referee_loader(session->referee), slice_of(name), true, (struct slice){"", 0}, &entry);
    if (entry.book.game == NULL) {
        report_problems(session, &entry.problems, errors);
    } else if (load_ruleset(session, name, &arena, &ruleset, errors)) {
        unsigned seats = players == 0 ? rulebook_players(&entry.book) : players;
        struct text text = {0};
        if (game_allows_players(entry.book.rules, seats)) {
            add_setup(&entry.book, &ruleset, seats, seed, &text);
            fine = text_deliver(&text, since, sink);
        } else
            say_problems(errors, "", "this game is not for that number of players", "\n");
    }
    rulebook_unload(&entry);
    return !report_memory(since, errors) && fine;
}

bool catasta_rules_problems(catasta_session *session, const char *name, const char *yaml, size_t length,
    catasta_problem_visitor *visit, void *context)
{
    unsigned since = memory_failures();
    struct rulebook_entry entry = {0};
    rulebook_load_text(referee_loader(session->referee), slice_of(name), (struct slice){yaml, length}, &entry);
    for (const struct problem *problem = entry.problems.first; problem != NULL; problem = problem->next) {
        SCOPED(text, message);
        rule_headline(problem->rule, problem->facts, &message);
        const struct catasta_problem full = {.size = sizeof full,
            .id = problem->rule->id,
            .severity = (enum catasta_severity)problem->rule->severity,
            .file = problem->place.file,
            .line = problem->place.line,
            .column = problem->place.column,
            .end_column = problem->place.end_column,
            .message = text_of(text_slice(&message)),
            .advice = text_of(rule_advice(problem->rule, problem->facts))};
        if (!message.failed)
            visit(context, &full);
    }
    rulebook_unload(&entry);
    return !memory_ran_out(since);
}

static bool is_known_tag(const char *name)
{
    size_t i = 0;
    while (i < KNOWN_TAGS && strcmp(name, known_tags[i]) != 0)
        i++;
    return i < KNOWN_TAGS;
}

const char *catasta_tag_name(size_t i)
{
    if (i < KNOWN_TAGS)
        return known_tags[i];
    i -= KNOWN_TAGS;
    for (const struct game *const *game = games; *game != NULL; game++)
        for (const struct other_tag *tag = (*game)->foreign.tags; tag != NULL && tag->name != NULL; tag++)
            if (!is_known_tag(tag->name) && i-- == 0)
                return tag->name;
    return NULL;
}

enum catasta_status catasta_rules_diff(catasta_session *session, const char *a, const char *b,
    const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct ruleset first = {0};
    struct ruleset second = {0};
    enum catasta_status status = CATASTA_FAILED;
    if (load_ruleset(session, a, &arena, &first, errors) && load_ruleset(session, b, &arena, &second, errors)) {
        struct text text = {0};
        ruleset_diff(&first, &second, &text);
        bool differ = text.length > 0;
        status = !text_deliver(&text, since, sink) ? CATASTA_FAILED : differ ? CATASTA_WRONG : CATASTA_OK;
    }
    return end_call(since, status, errors);
}

bool catasta_rules_schema(const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    json_ruleset_schema(games, &text);
    return text_deliver(&text, since, sink);
}
