/* SPDX-License-Identifier: MIT */
#include "base/diagnostic.h"

const char *repair_kind_name(enum repair_kind kind)
{
    static const char *const names[] = {
        [REPAIR_TURN] = "turn",
        [REPAIR_EARLIER] = "earlier",
        [REPAIR_LEFT_OUT] = "left-out",
        [REPAIR_GLUED] = "glued",
        [REPAIR_DOUBLED] = "doubled",
        [REPAIR_SWAPPED] = "swapped",
        [REPAIR_UNCLOSED] = "unclosed",
        [REPAIR_BOTH] = "both",
        [REPAIR_REORDERED] = "reordered",
        [REPAIR_SWALLOWED] = "swallowed",
        [REPAIR_TEXT] = "text",
    };
    return names[kind];
}

const char *confidence_name(enum confidence confidence)
{
    static const char *const names[] = {
        [CONFIDENCE_POSSIBLE] = "possible",
        [CONFIDENCE_LIKELY] = "likely",
        [CONFIDENCE_CERTAIN] = "certain",
    };
    return names[confidence];
}

const char *sequel_name(enum sequel sequel)
{
    static const char *const names[] = {
        [SEQUEL_STOOD] = "stood",
        [SEQUEL_REPAIRED] = "repaired",
        [SEQUEL_FORCED] = "forced",
        [SEQUEL_GAVE_UP] = "given-up",
    };
    return names[sequel];
}

struct diagnostic *diagnostic_new(struct arena *arena, const struct rule *rule, struct slice facts, struct span span)
{
    struct diagnostic *diagnostic = arena_alloc(arena, sizeof *diagnostic);
    if (diagnostic == NULL)
        return NULL;
    diagnostic->rule = rule;
    diagnostic->severity = rule->severity;
    diagnostic->facts = facts;
    diagnostic->span = span;
    return diagnostic;
}

void diagnostic_propose(
    struct diagnostic *fault, struct arena *arena, struct span span, struct slice text, enum confidence confidence)
{
    struct repair *repair = fault == NULL ? NULL : arena_alloc(arena, sizeof *repair);
    const struct slice copy = arena_copy(arena, text);
    if (repair == NULL || copy.at == NULL)
        return;
    *repair = (struct repair){.kind = REPAIR_TEXT,
        .confidence = confidence,
        .text = {"", 0},
        .ply = fault->ply,
        .number = fault->number,
        .seat = fault->seat,
        .edit_count = 1,
        .edits = {{span, copy}}};
    fault->repairs = repair;
    fault->repair_count = 1;
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
