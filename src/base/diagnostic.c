#include "base/diagnostic.h"

const char *repair_kind_name(enum repair_kind kind)
{
    static const char *const names[] = {"turn", "earlier", "left-out", "doubled", "swapped"};
    return names[kind];
}

const char *confidence_name(enum confidence confidence)
{
    static const char *const names[] = {"possible", "likely", "certain"};
    return names[confidence];
}

const char *sequel_name(enum sequel sequel)
{
    static const char *const names[] = {NULL, "stood", "repaired", "forced", "given-up"};
    return names[sequel];
}

struct diagnostic *diagnostic_new(struct arena *arena, const struct rule *rule, struct slice facts, struct span span)
{
    struct diagnostic *diagnostic = arena_alloc(arena, sizeof *diagnostic);
    if (diagnostic == NULL)
        return NULL;
    diagnostic->rule = rule;
    diagnostic->severity = rule->severity;
    diagnostic->facts = arena_copy(arena, facts);
    diagnostic->span = span;
    return diagnostic;
}

struct diagnostic *diagnostics_add(struct diagnostics *list, struct diagnostic *diagnostic)
{
    if (diagnostic == NULL)
        return NULL;
    if (list->last == NULL)
        list->first = diagnostic;
    else
        list->last->next = diagnostic;
    list->last = diagnostic;
    list->count++;
    return diagnostic;
}
