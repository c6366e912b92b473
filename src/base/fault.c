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

void rule_message(const struct rule *rule, struct slice facts, struct text *message)
{
    struct slice rest = slice_of(rule->message);
    struct slice plain;
    while (slice_split(&rest, '{', &plain)) {
        struct slice field;
        text_add(message, plain);
        if (rest.at != NULL && slice_split(&rest, '}', &field) && field.length > 0)
            add_field(field, facts, message);
    }
}

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {"error", "warning", "note"};
    return names[severity];
}
