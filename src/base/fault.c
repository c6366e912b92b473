/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include <stdarg.h>

struct text *fault_begin(struct fault *fault, const struct rule *rule, uint16_t part)
{
    if (fault == NULL)
        return NULL;
    fault->rule = rule;
    fault->part = part;
    if (fault->facts != NULL)
        text_clear(fault->facts);
    return fault->facts;
}

bool fault_raise(struct fault *fault, const struct rule *rule, uint16_t part, const char *format, ...)
{
    struct text *facts = fault_begin(fault, rule, part);
    if (facts != NULL) {
        va_list arguments;
        va_start(arguments, format);
        text_vprintf(facts, format, arguments);
        va_end(arguments);
    }
    return false;
}

struct slice fault_facts(const struct fault *fault)
{
    return fault->facts == NULL ? (struct slice){"", 0} : text_slice(fault->facts);
}

struct slice fact_get(struct slice facts, struct slice name)
{
    struct slice fact;
    while (slice_split(&facts, FACT_BREAK[0], &fact))
        if (fact.length > name.length && fact.at[name.length] == '=' && memcmp(fact.at, name.at, name.length) == 0)
            return (struct slice){fact.at + name.length + 1, fact.length - name.length - 1};
    return (struct slice){NULL, 0};
}

/* FIELD is what was between the braces: "count" or "count:piece". */
static void add_field(struct slice field, struct slice facts, struct text *message)
{
    struct slice noun = field;
    struct slice name;
    slice_split(&noun, ':', &name);
    struct slice fact = fact_get(facts, name);
    text_add_escaped(message, fact);
    if (fact.at == NULL)
        text_printf(message, "{%.*s}", (int)name.length, name.at);
    if (noun.at == NULL)
        return;
    text_add_char(message, ' ');
    text_add(message, noun);
    if (!slice_is(fact, "1"))
        text_add_char(message, 's');
}

/* Takes the next field of a template off *REST, with the text before it. */
static bool next_field(struct slice *rest, struct slice *before, struct slice *field)
{
    *field = (struct slice){"", 0};
    return slice_split(rest, '{', before) && (rest->at == NULL || slice_split(rest, '}', field));
}

void rule_headline(const struct rule *rule, struct slice facts, struct text *message)
{
    struct slice rest = slice_of(rule->message);
    struct slice before;
    struct slice field;
    while (next_field(&rest, &before, &field)) {
        text_add(message, before);
        if (field.length > 0 && field.at[0] != '?')
            add_field(field, facts, message);
    }
}

struct slice rule_advice(const struct rule *rule, struct slice facts)
{
    struct slice rest = slice_of(rule->message);
    struct slice before;
    struct slice field;
    while (next_field(&rest, &before, &field))
        if (field.length > 0 && field.at[0] == '?')
            return fact_get(facts, (struct slice){field.at + 1, field.length - 1});
    return (struct slice){"", 0};
}

void rule_message(const struct rule *rule, struct slice facts, struct text *message)
{
    struct slice advice = rule_advice(rule, facts);
    rule_headline(rule, facts, message);
    text_add_string(message, advice.length > 0 ? "; " : "");
    text_add_escaped(message, advice);
}

struct slice first_sentence(struct slice text)
{
    for (size_t i = 0; i + 2 < text.length; i++)
        if (text.at[i] == '.' && text.at[i + 1] == ' ' && text.at[i + 2] >= 'A' && text.at[i + 2] <= 'Z')
            return slice_shorter(text, i + 1);
    return text;
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}
