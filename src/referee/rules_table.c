#include "referee/rules_table.h"

#include "games/common.h"
#include "games/registry.h"

static const struct rule *nth_of_games(size_t n)
{
    for (size_t i = 0; games[i] != NULL; i++)
        for (const struct rule *rule = games[i]->rules; rule->id != NULL; rule++)
            if (n-- == 0)
                return rule;
    return NULL;
}

const struct rule *rules_nth(size_t n)
{
    if (n < SYNTAX_RULE_COUNT)
        return &syntax_rules[n];
    n -= SYNTAX_RULE_COUNT;
    if (n < RULESET_RULE_COUNT)
        return &ruleset_rules[n];
    n -= RULESET_RULE_COUNT;
    if (n < COMMON_RULE_COUNT)
        return &common_rules[n];
    return nth_of_games(n - COMMON_RULE_COUNT);
}

static bool is_among(const struct rule *rule, const struct rule *table, size_t count)
{
    return rule >= table && rule < table + count;
}

size_t rules_index(const struct rule *rule)
{
    size_t n = 0;
    if (is_among(rule, syntax_rules, SYNTAX_RULE_COUNT))
        return (size_t)(rule - syntax_rules);
    n += SYNTAX_RULE_COUNT;
    if (is_among(rule, ruleset_rules, RULESET_RULE_COUNT))
        return n + (size_t)(rule - ruleset_rules);
    n += RULESET_RULE_COUNT;
    if (is_among(rule, common_rules, COMMON_RULE_COUNT))
        return n + (size_t)(rule - common_rules);
    n += COMMON_RULE_COUNT;
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

const char *rules_nearest(const char *id)
{
    const char *ids[RULES_MOST];
    const struct rule *rule;
    size_t count = 0;
    for (; count < RULES_MOST && (rule = rules_nth(count)) != NULL; count++)
        ids[count] = rule->id;
    return nearest_name(slice_of(id), ids, count);
}
