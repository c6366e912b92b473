#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_raise(struct fault *fault, const struct rule *rule, uint16_t part, const char *format, ...)
{
    if (fault == NULL)
        return false;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(fault->facts, sizeof fault->facts, format, arguments);
    va_end(arguments);
    if (length < 0)
        length = 0;
    if (length >= FAULT_ROOM)
        length = FAULT_ROOM - 1;
    fault->rule = rule;
    fault->part = part;
    fault->length = (uint16_t)length;
    return false;
}

struct slice fault_facts(const struct fault *fault)
{
    return (struct slice){fault->facts, fault->length};
}

/* Facts are counted 1 to 9, then a, b, and so on. */
static int fact_number(char name)
{
    return name <= '9' ? name - '0' : name - 'a' + 10;
}

static struct slice nth_fact(struct slice facts, int n)
{
    struct slice fact = {"", 0};
    while (n > 0 && slice_split(&facts, FACT_BREAK[0], &fact))
        n--;
    return n == 0 ? fact : slice_of("?");
}

/* FIELD is what stood between the braces: "2" or "2:piece". */
static void add_field(struct slice field, struct slice facts, struct text *message)
{
    struct slice fact = nth_fact(facts, fact_number(field.at[0]));
    text_add_escaped(message, fact);
    if (field.length < 2)
        return;
    text_add_char(message, ' ');
    text_add(message, (struct slice){field.at + 2, field.length - 2});
    if (!slice_is(fact, "1"))
        text_add_char(message, 's');
}

/* The advice that FIELD, "?3", stands for; none where the facts end before it. */
static struct slice advice_of(struct slice field, struct slice facts)
{
    struct slice fact = {"", 0};
    for (int n = field.length < 2 ? 0 : fact_number(field.at[1]); n > 0; n--)
        if (!slice_split(&facts, FACT_BREAK[0], &fact))
            return (struct slice){"", 0};
    return fact;
}

void rule_headline(const struct rule *rule, struct slice facts, struct text *message)
{
    struct slice rest = slice_of(rule->message);
    struct slice plain;
    while (slice_split(&rest, '{', &plain)) {
        struct slice field;
        text_add(message, plain);
        if (rest.at != NULL && slice_split(&rest, '}', &field) && field.length > 0 && field.at[0] != '?')
            add_field(field, facts, message);
    }
}

struct slice rule_advice(const struct rule *rule, struct slice facts)
{
    struct slice rest = slice_of(rule->message);
    struct slice plain;
    struct slice field;
    while (slice_split(&rest, '{', &plain))
        if (rest.at != NULL && slice_split(&rest, '}', &field) && field.length > 0 && field.at[0] == '?')
            return advice_of(field, facts);
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
