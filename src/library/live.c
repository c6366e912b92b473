/* SPDX-License-Identifier: MIT */
#include "library/live.h"

#include "forms/text/place.h"
#include "games/common.h"

#include <stdlib.h>

static int compare_told(const void *a, const void *b)
{
    const struct told *x = a;
    const struct told *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return (int)x->severity - (int)y->severity;
}

/* DIAGNOSTIC among what was written; NULL: it was not. */
static struct told *find_told(const struct live *live, const struct report *report, const struct diagnostic *diagnostic)
{
    const struct told told = {.rule = diagnostic->rule,
        .severity = diagnostic->severity,
        .begin = record_fault_place(report->record, diagnostic).begin};
    return live->count == 0 ? NULL : bsearch(&told, live->told, live->count, sizeof told, compare_told);
}

/* Whether it is a fault by itself, of the main line, however the record ends; of the set-up only what leaves no
   position. */
static bool is_certain(const struct report *report, const struct diagnostic *diagnostic)
{
    bool of_turn = diagnostic->seat != 0 && diagnostic->rule != &common_rules[COMMON_RESULT_MISMATCH];
    bool of_set_up = !report->judged && diagnostic->span.begin < report->record->main.items[0].span.begin;
    return diagnostic->severity <= SEVERITY_WARNING && !diagnostic->cascaded && !diagnostic->in_variation &&
        (of_turn || of_set_up);
}

void live_look(struct live *live, struct report *report, bool hasty)
{
    struct cursor cursor = cursor_at(report->record);
    struct diagnostic *next = report->diagnostics.first;
    const size_t known = live->count;
    const struct live before = {.told = live->told, .count = known};
    report->diagnostics = (struct diagnostics){0};
    while (next != NULL && report->record->main.has_turn) {
        struct diagnostic *fault = next;
        next = fault->next;
        fault->next = NULL;
        if (hasty && is_certain(report, fault) && fault->severity == SEVERITY_ERROR)
            next = NULL;
        if (!is_certain(report, fault) || find_told(&before, report, fault) != NULL)
            continue;
        if (!arena_grow(&live->arena, &live->told, live->count, &live->capacity, sizeof *live->told))
            continue;
        cursor_move(&cursor, record_fault_place(report->record, fault).begin);
        live->told[live->count++] =
            (struct told){fault->rule, fault->severity, cursor.offset, cursor.line, cursor.column, false};
        live->errors += fault->severity == SEVERITY_ERROR;
        fault->repair_count = 0;
        fault->sequel = SEQUEL_NONE;
        fault->gap = 0;
        fault->not_carried = false;
        diagnostics_add(&report->diagnostics, fault);
    }
    if (live->count > known)
        qsort(live->told, live->count, sizeof *live->told, compare_told);
    report->errors = live->errors;
    report->warnings = (uint32_t)live->count - live->errors;
    report->cascaded = report->notes = 0;
}

void live_end(struct live *live, struct report *report)
{
    for (struct diagnostic *fault = report->diagnostics.first; fault != NULL; fault = fault->next) {
        struct told *told = find_told(live, report, fault);
        fault->told = told != NULL;
        if (told != NULL)
            told->found = true;
    }
}

void live_clear(struct live *live)
{
    arena_clear(&live->arena);
    live->told = NULL;
    live->count = live->capacity = 0;
    live->errors = 0;
}
