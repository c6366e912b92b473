/* SPDX-License-Identifier: MIT */
#include "referee/judge/expect.h"

#include "games/common.h"

#include <stdlib.h>

/* From .begin on the text belongs to .turn, up to the next range.  Turns are counted in the
   order of the text; 0 is the set-up, the last one the result. */
struct source_range {
    uint32_t begin;
    uint32_t turn;
};

/* One id in a comment. */
struct expectation {
    uint32_t turn;
    uint32_t rule;    /* as rules_index counts */
    struct span span; /* of the id */
    struct span item; /* of the turn, empty where there is none */
    bool in_variation;
    bool found;
};

struct expectation_reading {
    struct judge *judge;
    struct source_range *ranges;
    size_t range_count;
    size_t range_capacity;
    struct expectation *expectations;
    size_t expectation_count;
    size_t expectation_capacity;
    uint32_t turns;
    struct diagnostics reported; /* the new list of the report */
};

/* Reading the comments. */

static void add_turn_range(struct expectation_reading *reading, uint32_t begin, uint32_t turn)
{
    if (arena_grow(reading->judge->arena, &reading->ranges, reading->range_count, &reading->range_capacity,
            sizeof *reading->ranges))
        reading->ranges[reading->range_count++] = (struct source_range){begin, turn};
}

/* An unknown id. */
static void report_unknown_id(
    struct expectation_reading *reading, const struct expectation *expectation, struct slice id)
{
    struct arena *arena = reading->judge->arena;
    const char *name = arena_copy(arena, id).at;
    const char *near = name == NULL ? NULL : rules_nearest(name);
    struct slice facts = near == NULL
        ? arena_printf(arena, FACT(id, "%.*s"), (int)id.length, id.at)
        : arena_printf(arena, FACT(id, "%s") FACT(advice, "did you mean '%s'?"), name, near);
    struct diagnostic *fault = diagnostic_new(arena, &common_rules[COMMON_EXPECTED_ID], facts, expectation->span);
    if (fault != NULL)
        fault->in_variation = expectation->in_variation;
    diagnostics_add(&reading->reported, fault);
}

static void read_id(struct expectation_reading *reading, const struct expectation *like, struct slice id)
{
    char name[64] = "";
    struct expectation expectation = *like;
    expectation.span.begin = (uint32_t)(id.at - reading->judge->record->source.at);
    expectation.span.end = expectation.span.begin + (uint32_t)id.length;
    if (id.length < sizeof name)
        memcpy(name, id.at, id.length);
    const struct rule *rule = rules_find(name);
    expectation.rule = rule == NULL ? RULES_MOST : (uint32_t)rules_index(rule);
    if (rule == NULL)
        report_unknown_id(reading, &expectation, id);
    else if (arena_grow(reading->judge->arena, &reading->expectations, reading->expectation_count,
                 &reading->expectation_capacity, sizeof *reading->expectations))
        reading->expectations[reading->expectation_count++] = expectation;
}

static bool is_between_ids(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n';
}

/* All commands of a comment. */
static void read_comment(struct expectation_reading *reading, const struct expectation *like, struct slice comment)
{
    const char *end = comment.at + comment.length;
    struct slice value;
    while (comment_command(comment, "expect", &value)) {
        const char *at = value.at;
        comment.at = value.at + value.length;
        comment.length = (size_t)(end - comment.at);
        while (at < comment.at) {
            const char *begin = at;
            while (at < comment.at && !is_between_ids(*at))
                at++;
            if (at > begin)
                read_id(reading, like, (struct slice){begin, (size_t)(at - begin)});
            at++;
        }
    }
}

/* A line whose first remarks belong to the turn FIRST. */
static void read_expectations(struct expectation_reading *reading, const struct line *line, uint32_t first)
{
    struct expectation like = {.turn = first, .in_variation = line->parent != NULL};
    const struct item *number = NULL; /* of the turn to come */
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_NUMBER && number == NULL) {
            number = item;
        } else if (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE) {
            like.turn = ++reading->turns;
            like.item = item->span;
            add_turn_range(reading, number != NULL ? number->span.begin : item->span.begin, like.turn);
            number = NULL;
        } else if (item->kind == ITEM_COMMENT) {
            read_comment(reading, &like, item_text(reading->judge->record, item));
        } else if (item->kind == ITEM_VARIATION) {
            add_turn_range(reading, item->span.begin, ++reading->turns);
            read_expectations(reading, item_variation(reading->judge->record, item), reading->turns);
            add_turn_range(reading, item->span.end, like.turn);
            number = NULL;
        }
    }
}

static void read_record(struct expectation_reading *reading)
{
    const struct record *record = reading->judge->record;
    add_turn_range(reading, 0, 0);
    read_expectations(reading, &record->prologue, 0);
    read_expectations(reading, &record->main, 0);
    if (!record->has_result)
        return;
    add_turn_range(reading, record->result.begin, ++reading->turns);
    read_expectations(reading, &record->epilogue, reading->turns);
}

/* Comparing. */

static int compare_expectations(const void *a, const void *b)
{
    const struct expectation *x = a;
    const struct expectation *y = b;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

/* The first expectation for RULE at TURN, NULL when there is none. */
static struct expectation *find_expectation(
    const struct expectation_reading *reading, uint32_t turn, const struct rule *rule)
{
    const struct expectation sought = {.turn = turn, .rule = (uint32_t)rules_index(rule)};
    size_t low = 0;
    size_t high = reading->expectation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_expectations(&reading->expectations[middle], &sought) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < reading->expectation_count && compare_expectations(&reading->expectations[low], &sought) == 0;
    return found ? &reading->expectations[low] : NULL;
}

/* Makes of FAULT that it was not expected. */
static void make_unexpected(const struct expectation_reading *reading, struct diagnostic *fault)
{
    struct text facts;
    text_init(&facts);
    text_printf(&facts, FACT(id, "%s") FACT(message, ""), fault->rule->id);
    diagnostic_message(fault, &facts);
    fault->rule = &common_rules[COMMON_UNEXPECTED];
    fault->severity = fault->rule->severity;
    fault->facts = arena_copy(reading->judge->arena, text_slice(&facts));
    text_release(&facts);
}

/* Goes through what was found. */
static void match_found(struct expectation_reading *reading)
{
    struct report *report = reading->judge->report;
    struct diagnostic *next = report->diagnostics.first;
    size_t at = 0;
    while (next != NULL) {
        struct diagnostic *fault = next;
        next = fault->next;
        fault->next = NULL;
        while (at + 1 < reading->range_count && reading->ranges[at + 1].begin <= fault->span.begin)
            at++;
        struct expectation *expectation = find_expectation(reading, reading->ranges[at].turn, fault->rule);
        if (expectation != NULL) {
            expectation->found = true;
            report->expected++;
            continue;
        }
        if (fault->severity != SEVERITY_NOTE)
            make_unexpected(reading, fault);
        diagnostics_add(&reading->reported, fault);
    }
}

/* Goes through what was not found; an id given twice at a turn counts once. */
static void report_not_found(struct expectation_reading *reading)
{
    for (size_t i = 0; i < reading->expectation_count; i++) {
        const struct expectation *expectation = &reading->expectations[i];
        if (expectation->found || (i > 0 && compare_expectations(expectation - 1, expectation) == 0))
            continue;
        const struct rule *rule = rules_nth(expectation->rule);
        struct slice facts = arena_printf(reading->judge->arena, FACT(id, "%s"), rule->id);
        struct diagnostic *fault =
            diagnostic_new(reading->judge->arena, &common_rules[COMMON_EXPECTED], facts, expectation->span);
        if (fault == NULL)
            return;
        fault->turn = expectation->item;
        fault->in_variation = expectation->in_variation;
        diagnostics_add(&reading->reported, fault);
    }
}

/* What was set of the three ids. */
static void replace_diagnostics(const struct expectation_reading *reading, const struct severities *severities)
{
    struct diagnostics *list = &reading->judge->report->diagnostics;
    struct diagnostic *next = reading->reported.first;
    *list = (struct diagnostics){0};
    while (next != NULL) {
        struct diagnostic *fault = next;
        next = fault->next;
        fault->next = NULL;
        if (fault->severity == SEVERITY_NOTE || severities_apply(severities, fault))
            diagnostics_add(list, fault);
    }
}

void expect_diagnostics(struct judge *judge, const struct severities *severities)
{
    struct expectation_reading reading = {.judge = judge};
    read_record(&reading);
    if (judge->arena->failed)
        return;
    if (reading.expectation_count > 1)
        qsort(reading.expectations, reading.expectation_count, sizeof *reading.expectations, compare_expectations);
    match_found(&reading);
    report_not_found(&reading);
    replace_diagnostics(&reading, severities);
}
