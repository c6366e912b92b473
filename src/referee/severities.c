/* SPDX-License-Identifier: MIT */
#include "referee/severities.h"

#include "games/registry.h"

static const char *const groups[] = {
    "errors", "warnings", "notes", "all", "syntax", "reading", "typed", "ruleset", "record", "clock", "match"};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* The severity that faults have by themselves of which WORD speaks; SEVERITIES: any. */
static unsigned severity_of_word(struct slice word)
{
    unsigned own = 0;
    while (own < SEVERITIES && !slice_is(word, groups[own]))
        own++;
    return own;
}

/* Whether WORD is the id of RULE, or names its table. */
static bool word_covers(struct slice word, const struct rule *rule)
{
    struct slice id = slice_of(rule->id);
    struct slice table;
    if (slice_equal(word, id))
        return true;
    slice_split(&id, '/', &table);
    if (word.length > 2 && memcmp(word.at + word.length - 2, "/*", 2) == 0)
        word.length -= 2;
    return slice_equal(word, table);
}

bool severities_set(struct severities *severities, struct slice word, unsigned severity)
{
    const struct rule *rule;
    unsigned own = severity_of_word(word);
    bool everything = own < SEVERITIES || slice_is(word, "all");
    bool any = false;
    for (size_t n = 0; n < RULES_MOST && (rule = rules_nth(n)) != NULL; n++) {
        if (!everything && !word_covers(word, rule))
            continue;
        any = true;
        for (unsigned i = 0; i < SEVERITIES; i++)
            if (own == SEVERITIES || own == i)
                severities->set[n][i] = (uint8_t)(severity + 1);
    }
    severities->any |= any;
    return any;
}

const char *severities_nearest(struct slice word)
{
    const char *words[GROUPS + RULES_MOST];
    size_t count = 0;
    for (; count < GROUPS; count++)
        words[count] = groups[count];
    for (size_t i = 0; game_names[i] != NULL && count < GROUPS + RULES_MOST; i++)
        words[count++] = game_names[i];
    const struct rule *rule;
    for (size_t n = 0; count < GROUPS + RULES_MOST && (rule = rules_nth(n)) != NULL; n++)
        words[count++] = rule->id;
    return nearest_name(word, words, count);
}

bool severities_let_stand(const struct severities *severities, const struct rule *rule)
{
    bool syntax = rule >= syntax_rules && rule < syntax_rules + SYNTAX_RULE_COUNT;
    if (!severities->any || syntax || rule->severity != SEVERITY_ERROR)
        return false;
    size_t n = rules_index(rule);
    return n < RULES_MOST && severities->set[n][SEVERITY_ERROR] == SEVERITY_IGNORED + 1;
}

bool severities_apply(const struct severities *severities, struct diagnostic *diagnostic)
{
    size_t n = severities->any ? rules_index(diagnostic->rule) : RULES_MOST;
    unsigned set = n < RULES_MOST ? severities->set[n][diagnostic->severity] : 0;
    if (set == SEVERITY_IGNORED + 1)
        return false;
    if (set != 0)
        diagnostic->severity = (enum severity)(set - 1);
    return true;
}
