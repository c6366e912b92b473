/* SPDX-License-Identifier: MIT */
#include "formats/text/problem_text.h"

#include "base/utf8.h"
#include "formats/text/message.h"
#include "formats/text/place.h"

/* The bytes of the first COUNT characters, or of all. */
static size_t bytes_of(struct slice text, uint32_t count)
{
    size_t at = 0;
    for (; count > 0 && at < text.length; count--)
        at += utf8_next(slice_after(text, at)).length;
    return at;
}

/* An override is one line, whatever it holds. */
static struct excerpt_line override_line(struct slice text, const struct place *place)
{
    size_t begin = bytes_of(text, place->column - 1);
    struct slice rest = {text.at + begin, text.length - begin};
    size_t end = begin + bytes_of(rest, place->end_column - place->column);
    return (struct excerpt_line){.text = text, .number = 1, .fault = {(uint32_t)begin, (uint32_t)end}};
}

static struct excerpt_line file_line(struct slice text, const struct place *place, struct cursor *cursor)
{
    if (cursor->source.at != text.at)
        *cursor = cursor_over(text);
    cursor_seek(cursor, place->line, place->column);
    size_t begin = cursor->line_begin;
    size_t line_end = cursor_line_end(cursor, cursor->offset + EXCERPT_REACH);
    struct slice rest = {text.at + cursor->offset, line_end - cursor->offset};
    size_t end = cursor->offset + bytes_of(rest, place->end_column - place->column);
    return (struct excerpt_line){
        .text = {text.at + begin, line_end - begin},
        .number = place->line,
        .fault = {(uint32_t)(cursor->offset - begin), (uint32_t)(end - begin)},
    };
}

/* Nothing where the text is not at hand. */
static void add_problem_place(const struct problems *problems, const struct problem *problem, struct cursor *cursor,
    const struct style *style, struct text *text)
{
    const struct place *place = &problem->place;
    struct slice source = problems_text(problems, place->file);
    if (source.at == NULL)
        return;
    const struct excerpt_line line =
        place->file == NULL ? override_line(source, place) : file_line(source, place, cursor);
    add_excerpt(text, &line, problem->rule->severity, style);
}

void render_problem(const struct problems *problems, const struct problem *problem, struct cursor *cursor,
    const struct style *style, struct text *text)
{
    const struct place *place = &problem->place;
    if (place->line > 0)
        add_head(text, place->file == NULL ? "rules" : place->file, place->line, place->column, problem->rule->severity,
            style);
    rule_headline(problem->rule, problem->facts, text);
    text_printf(text, " [%s]\n", problem->rule->id);
    if (place->line > 0)
        add_problem_place(problems, problem, cursor, style, text);
    struct slice advice = rule_advice(problem->rule, problem->facts);
    if (advice.length > 0)
        add_note(text, style, "help", advice);
}
