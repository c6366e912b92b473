/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <limits.h>

static void link_problem(struct problems *problems, struct problem *problem)
{
    if (problems->last == NULL)
        problems->first = problem;
    else
        problems->last->next = problem;
    problems->last = problem;
}

bool problem_add(struct problems *problems, enum ruleset_rule rule, struct place place, const char *format, ...)
{
    va_list arguments;
    if (problems->count == MOST_PROBLEMS)
        return false;
    va_start(arguments, format);
    struct slice facts = arena_vprintf(problems->arena, format, arguments);
    va_end(arguments);
    struct problem *problem = arena_alloc(problems->arena, sizeof *problem);
    if (problem == NULL || facts.at == NULL)
        return false;
    *problem = (struct problem){.rule = &ruleset_rules[rule], .facts = facts, .place = place};
    link_problem(problems, problem);
    problems->count++;
    return false;
}

void problems_append(struct problems *problems, const struct problems *more)
{
    problems->unread |= more->unread;
    if (more->first == NULL)
        return;
    if (problems->last == NULL)
        problems->first = more->first;
    else
        problems->last->next = more->first;
    problems->last = more->last;
}

void problems_add_text(struct problems *problems, const char *file, struct slice bytes)
{
    struct problem_text *text = arena_alloc(problems->arena, sizeof *text);
    struct problem_text **end = &problems->texts;
    if (text == NULL)
        return;
    while (*end != NULL)
        end = &(*end)->next;
    *text = (struct problem_text){.file = file, .bytes = bytes};
    *end = text;
}

static bool is_file(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

struct slice problems_text(const struct problems *problems, const char *file)
{
    for (const struct problem_text *text = problems->texts; text != NULL; text = text->next)
        if (is_file(text->file, file))
            return text->bytes;
    return (struct slice){NULL, 0};
}

/* Which of the texts FILE is; overrides come last. */
static unsigned rank_of(const struct problem_text *texts, const char *file)
{
    unsigned rank = 0;
    for (; file != NULL && texts != NULL && !is_file(texts->file, file); texts = texts->next)
        rank++;
    return file == NULL ? UINT_MAX : rank;
}

static bool is_before(const struct problem_text *texts, const struct place *a, const struct place *b)
{
    if (!is_file(a->file, b->file))
        return rank_of(texts, a->file) < rank_of(texts, b->file);
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* Takes the earlier head of two sorted lists; of equal ones A's. */
static struct problem *take_earlier(const struct problem_text *texts, struct problem **a, struct problem **b)
{
    struct problem **from = a;
    if (*a == NULL || (*b != NULL && is_before(texts, &(*b)->place, &(*a)->place)))
        from = b;
    struct problem *taken = *from;
    *from = taken->next;
    taken->next = NULL;
    return taken;
}

static struct problem *cut_half(struct problem *list, size_t count)
{
    for (size_t i = 1; i < count / 2; i++)
        list = list->next;
    struct problem *rest = list->next;
    list->next = NULL;
    return rest;
}

static struct problem *sort_list(const struct problem_text *texts, struct problem *list, size_t count)
{
    if (count < 2)
        return list;
    struct problem *b = cut_half(list, count);
    struct problem *a = sort_list(texts, list, count / 2);
    b = sort_list(texts, b, count - count / 2);
    struct problem *sorted = take_earlier(texts, &a, &b);
    for (struct problem *last = sorted; a != NULL || b != NULL; last = last->next)
        last->next = take_earlier(texts, &a, &b);
    return sorted;
}

static bool is_same(const struct problem *a, const struct problem *b)
{
    return a->rule == b->rule && a->place.line == b->place.line && a->place.column == b->place.column &&
        is_file(a->place.file, b->place.file) && slice_equal(a->facts, b->facts);
}

/* Whether one before PROBLEM says the same. */
static bool is_repeated(const struct problem *first, const struct problem *problem)
{
    while (first != problem && !is_same(first, problem))
        first = first->next;
    return first != problem;
}

void problems_sort(struct problems *problems)
{
    size_t count = 0;
    for (struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        count++;
    problems->first = sort_list(problems->texts, problems->first, count);
    problems->last = NULL;
    for (struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        if (is_repeated(problems->first, problem))
            problems->last->next = problem->next;
        else
            problems->last = problem;
}

struct excerpt excerpt_of(struct slice slice)
{
    struct excerpt excerpt = {{0}};
    size_t room = sizeof excerpt.text - sizeof "…";
    size_t length = 0;
    while (slice.length > 0) {
        struct utf8_char c = utf8_next(slice);
        if (length + c.length > room) {
            memcpy(excerpt.text + length, "…", sizeof "…");
            break;
        }
        memcpy(excerpt.text + length, slice.at, c.length);
        /* NUL would end the fact, FACT_BREAK would begin the next. */
        if (c.code == 0 || c.code == (uint32_t)FACT_BREAK[0])
            excerpt.text[length] = '?';
        length += c.length;
        slice.at += c.length;
        slice.length -= c.length;
    }
    return excerpt;
}
