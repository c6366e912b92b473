/* SPDX-License-Identifier: MIT */
#include "referee/rules_table.h"

#include "games/common.h"
#include "games/match_rules.h"
#include "games/registry.h"
#include "referee/clocks.h"

static const struct rule *nth_of_games(size_t n)
{
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct rule *rule = games[i]->rules; rule->id != NULL; rule++)
            if (n-- == 0)
                return rule;
    return NULL;
}

/* The tables that belong to no game. */
static const struct {
    const struct rule *rules;
    size_t count;
} tables[] = {{syntax_rules, SYNTAX_RULE_COUNT}, {reading_rules, READING_RULE_COUNT}, {typed_rules, TYPED_RULE_COUNT},
    {common_rules, COMMON_RULE_COUNT}, {clock_rules, CLOCK_RULE_COUNT}, {ruleset_rules, RULESET_RULE_COUNT},
    {match_rules, MATCH_RULE_COUNT}};
enum { TABLES = sizeof tables / sizeof tables[0] };

const struct rule *rules_nth(size_t n)
{
    for (size_t i = 0; i < TABLES; n -= tables[i++].count)
        if (n < tables[i].count)
            return &tables[i].rules[n];
    return nth_of_games(n);
}

size_t rules_index(const struct rule *rule)
{
    size_t n = 0;
    for (size_t i = 0; i < TABLES; n += tables[i++].count)
        if (rule >= tables[i].rules && rule < tables[i].rules + tables[i].count)
            return n + (size_t)(rule - tables[i].rules);
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct rule *own = games[i]->rules; own->id != NULL; own++, n++)
            if (own == rule)
                return n;
    return RULES_MOST;
}

const struct rule *rules_find(const char *id)
{
    const struct rule *rule;
    for (size_t n = 0; (rule = rules_nth(n)) != NULL; n++)
        if (strcmp(rule->id, id) == 0)
            return rule;
    return NULL;
}

/* The part of an id before its slash, and the one after it. */
static struct slice table_name(const struct rule *rule)
{
    return slice_shorter(slice_of(rule->id), strcspn(rule->id, "/"));
}

static const char *short_name(const struct rule *rule)
{
    return rule->id + table_name(rule).length + 1;
}

size_t rules_match(const char *name, const struct rule *found[RULES_MOST])
{
    const struct rule *rule;
    size_t count = 0;
    if (name != NULL && (rule = rules_find(name)) != NULL) {
        found[0] = rule;
        return 1;
    }
    for (size_t n = 0; count < RULES_MOST && (rule = rules_nth(n)) != NULL; n++)
        if (name == NULL || slice_is(table_name(rule), name) || strcmp(short_name(rule), name) == 0)
            found[count++] = rule;
    return count;
}

const char *rules_nearest(const char *name)
{
    const char *names[TABLES + 3 * RULES_MOST] = {"syntax", "reading", "typed", "record", "clock", "ruleset", "match"};
    const struct rule *rule;
    size_t count = TABLES;
    for (size_t i = 0; game_names[i] != NULL && count < RULES_MOST; i++)
        names[count++] = game_names[i];
    for (size_t n = 0; n < RULES_MOST && (rule = rules_nth(n)) != NULL; n++)
        names[count++] = rule->id;
    for (size_t n = 0; n < RULES_MOST && (rule = rules_nth(n)) != NULL; n++)
        names[count++] = short_name(rule);
    const char *nearest = nearest_name(slice_of(name), names, count);
    const char *slash = strchr(name, '/');
    return nearest == NULL && slash != NULL ? nearest_name(slice_of(slash + 1), names, count) : nearest;
}
