/* SPDX-License-Identifier: MIT */
/* Messages hold their facts whole, however long these are: each rule's template is given a
   value for every name in it, longer than any board would make one.  And each game has the facts
   that its messages name, and no others. */
#include "games/common.h"
#include "games/registry.h"
#include "referee/rules_table.h"
#include "support/checking.h"
#include "support/files.h"
#include "support/json.h"
#include "support/tally.h"

#include <string.h>

enum { NAMES = 16, LONGER = 400 };

struct names {
    struct slice of[NAMES];
    size_t count;
};

static bool has_name(const struct names *names, struct slice name)
{
    for (size_t i = 0; i < names->count; i++)
        if (slice_equal(names->of[i], name))
            return true;
    return false;
}

/* All names of the template, each once. */
static struct names names_of(const struct rule *rule)
{
    struct names names = {.count = 0};
    struct slice rest = slice_of(rule->message);
    struct slice part;
    while (slice_split(&rest, '{', &part) && rest.at != NULL && slice_split(&rest, '}', &part)) {
        struct slice name;
        if (part.length > 0 && part.at[0] == '?')
            part = (struct slice){part.at + 1, part.length - 1};
        slice_split(&part, ':', &name);
        if (!has_name(&names, name) && names.count < NAMES)
            names.of[names.count++] = name;
    }
    return names;
}

/* "a<step>a<step>…", of no other name. */
static struct text value_of(struct slice name, size_t n)
{
    struct text value;
    text_init(&value);
    while (value.length <= LONGER)
        text_printf(&value, "%c<%.*s>", (int)('a' + n), (int)name.length, name.at);
    return value;
}

static bool holds(const struct text *message, const struct text *value)
{
    return message->length > 0 && strstr(message->bytes, value->bytes) != NULL;
}

static bool check_names(const struct rule *rule)
{
    const struct names names = names_of(rule);
    bool good = names.count < NAMES || complaint("%s has too many facts", rule->id);
    for (size_t i = 0; i < names.count; i++) {
        good &= names.of[i].length > 1 || complaint("%s: a fact has no name", rule->id);
        for (size_t k = 0; k < names.of[i].length; k++)
            good &= (names.of[i].at[k] >= 'a' && names.of[i].at[k] <= 'z') || names.of[i].at[k] == '_' ||
                complaint("%s: {%.*s} is not a name", rule->id, (int)names.of[i].length, names.of[i].at);
    }
    return good;
}

/* The facts are given in the opposite order, since only their names count. */
static bool check_long(const struct rule *rule)
{
    const struct names names = names_of(rule);
    struct text facts;
    struct text values[NAMES];
    struct text message;
    struct text headline;
    bool good = true;
    text_init(&facts);
    text_init(&message);
    text_init(&headline);
    for (size_t i = names.count; i > 0; i--) {
        values[i - 1] = value_of(names.of[i - 1], i - 1);
        text_printf(&facts, FACT_BREAK "%.*s=%s", (int)names.of[i - 1].length, names.of[i - 1].at, values[i - 1].bytes);
    }
    rule_message(rule, text_slice(&facts), &message);
    rule_headline(rule, text_slice(&facts), &headline);
    struct slice advice = rule_advice(rule, text_slice(&facts));
    for (size_t i = 0; i < names.count; i++) {
        good &= holds(&message, &values[i]) ||
            complaint("%s: its message cuts {%.*s}", rule->id, (int)names.of[i].length, names.of[i].at);
        good &= holds(&headline, &values[i]) || slice_is(advice, values[i].bytes) ||
            complaint("%s: {%.*s} is in neither part", rule->id, (int)names.of[i].length, names.of[i].at);
        text_release(&values[i]);
    }
    text_release(&headline);
    text_release(&message);
    text_release(&facts);
    return good;
}

/* What was not given is seen to be missing; advice need not be given. */
static bool check_missing(const struct rule *rule)
{
    const struct names names = names_of(rule);
    struct text message;
    bool good = true;
    text_init(&message);
    text_add_string(&message, "");
    rule_message(rule, (struct slice){"", 0}, &message);
    for (size_t i = 0; i < names.count; i++) {
        struct text field;
        text_init(&field);
        text_printf(&field, "{%.*s}", (int)names.of[i].length, names.of[i].at);
        good &= slice_is(names.of[i], "advice") != (strstr(message.bytes, field.bytes) != NULL) ||
            complaint("%s without facts: %s", rule->id, message.bytes);
        text_release(&field);
    }
    text_release(&message);
    return good;
}

/* The row of a game that gives the fact NAME, NULL: there is none. */
static const struct fact *row_of(const struct game *game, struct slice name)
{
    for (const struct fact *row = game->facts; row->name != NULL; row++)
        if (slice_is(name, row->name))
            return row;
    return NULL;
}

/* Whether a message of GAME, or of a rule that judges of several games find, names the fact. */
static bool asks(const struct game *game, struct slice name)
{
    const struct rule *const shared[] = {&common_rules[COMMON_MARK_WRONG], &common_rules[COMMON_MARK_MISSING],
        &common_rules[COMMON_CANNOT_PASS], &common_rules[COMMON_AFTER_END], &common_rules[COMMON_WINDOW],
        &syntax_rules[SYNTAX_TURN]};
    bool asked = false;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        const struct names names = names_of(shared[i]);
        asked |= has_name(&names, name);
    }
    for (const struct rule *rule = game->rules; rule->id != NULL && !asked; rule++) {
        const struct names names = names_of(rule);
        asked = has_name(&names, name);
    }
    return asked;
}

/* Whether ROW, which several games may have of the kit, is what some game gives for a name that it asks for. */
static bool is_used(const struct fact *row)
{
    bool used = false;
    for (size_t i = 0; games[i] != NULL && !used; i++) {
        const struct fact *first = row_of(games[i], slice_of(row->name));
        used = first != NULL && first->write == row->write && first->word == row->word &&
            first->offset == row->offset && asks(games[i], slice_of(row->name));
    }
    return used;
}

static bool check_rows(const struct game *game)
{
    bool good = true;
    for (const struct rule *rule = game->rules; rule->id != NULL; rule++) {
        const struct names names = names_of(rule);
        for (size_t i = 0; i < names.count; i++)
            good &= row_of(game, names.of[i]) != NULL ||
                complaint("%s: there is no fact {%.*s}", rule->id, (int)names.of[i].length, names.of[i].at);
    }
    for (const struct fact *row = game->facts; row->name != NULL; row++) {
        bool number = row->size == 1 || row->size == 4;
        good &= is_used(row) || complaint("%s: no message has its fact {%s}", game->ruleset.name, row->name);
        good &= (row->write != NULL) + (row->word != NULL) + number == 1 ||
            complaint("%s: its fact {%s} is nothing, or two things", game->ruleset.name, row->name);
    }
    return good;
}

/* No message of the corpus, in which are those that games share, shows the name of a fact instead of it. */
static bool check_corpus(void)
{
    struct text sgn;
    struct text jsonl;
    struct slice line;
    bool good = true;
    text_init(&sgn);
    text_init(&jsonl);
    catasta_session *session = session_open(NULL);
    good = files_add("tests/corpus/games/*-illegal.sgn", &sgn) && files_add("tests/corpus/games/*-rules.sgn", &sgn) &&
        check_jsonl(session, text_slice(&sgn), &jsonl) > 0;
    struct slice rest = text_slice(&jsonl);
    while (slice_split(&rest, '\n', &line)) {
        const struct slice all = json_get(line, "diagnostics");
        struct slice one;
        for (unsigned i = 0; (one = json_at(all, i)).at != NULL; i++) {
            const struct slice message = json_get(one, "message");
            good &= memchr(message.at, '{', message.length) == NULL ||
                complaint("a fact is missing: %.*s", (int)message.length, message.at);
        }
    }
    catasta_session_free(session);
    text_release(&jsonl);
    text_release(&sgn);
    return good;
}

int main(void)
{
    struct tally tally = {0};
    const struct rule *rule;
    for (size_t n = 0; (rule = rules_nth(n)) != NULL; n++) {
        tally_count(&tally, check_names(rule), "has facts with names", rule->id);
        tally_count(&tally, check_long(rule), "holds long facts whole", rule->id);
        tally_count(&tally, check_missing(rule), "shows what was not given", rule->id);
    }
    for (size_t i = 0; games[i] != NULL; i++)
        tally_count(&tally, check_rows(games[i]), "has the facts of its messages", games[i]->ruleset.name);
    tally_count(&tally, check_corpus(), "has no message without a fact", "the corpus");
    return tally_end(&tally);
}
