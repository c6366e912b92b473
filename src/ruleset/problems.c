/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <limits.h>

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
    problems_append(problems, &(struct problems){.first = problem, .last = problem});
    problems->count++;
    return false;
}

void problems_append(struct problems *problems, const struct problems *more)
{
    problems->unread |= more->unread;
    if (more->first == NULL)
        return;
    *(problems->last == NULL ? &problems->first : &problems->last->next) = more->first;
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

static bool is_same_problem(const struct problem *a, const struct problem *b)
{
    return a->rule == b->rule && a->place.line == b->place.line && a->place.column == b->place.column &&
        is_file(a->place.file, b->place.file) && slice_equal(a->facts, b->facts);
}

/* They come nearly sorted. */
void problems_sort(struct problems *problems)
{
    struct problem *sorted = NULL;
    problems->last = NULL;
    while (problems->first != NULL) {
        struct problem *problem = problems->first;
        struct problem **at = &sorted;
        bool repeated = false;
        problems->first = problem->next;
        for (; *at != NULL && !is_before(problems->texts, &problem->place, &(*at)->place); at = &(*at)->next)
            repeated |= is_same_problem(*at, problem);
        if (repeated)
            continue;
        problem->next = *at;
        *at = problem;
        problems->last = problem->next == NULL ? problem : problems->last;
    }
    problems->first = sorted;
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
