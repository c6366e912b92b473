/* SPDX-License-Identifier: MIT */
/* Variations that are never closed. */
#include "referee/judge/setup.h"
#include "referee/repair/repair.h"

/* Turns after which a parenthesis is tried. */
enum { CLOSINGS = 64 };

/* Where a variation may end, and how far the main line goes on after that. */
struct closing {
    size_t cut; /* its items that belong to it */
    unsigned fitting;
    uint32_t legal;
};

/* After the turn at index AT of LINE and what is said of it. */
static size_t end_of_turn(const struct line *line, size_t at)
{
    for (at++; at < line->count && !is_written_turn(&line->items[at]) && line->items[at].kind != ITEM_NUMBER;)
        at++;
    return at;
}

/* Tries every end, from the first turn on as long as the turns are legal in the variation. */
static void try_ends(const struct repairs *repairs, const struct line_cursor *main, const struct line_cursor *start,
    const struct line *line, struct line_cursor *trial, struct closing *closing)
{
    const struct play_context *context = repairs->context;
    unsigned tried = 0;
    for (size_t i = 0; i < line->count && tried < CLOSINGS; i++) {
        bool whole;
        if (!is_written_turn(&line->items[i]))
            continue;
        size_t cut = end_of_turn(line, i);
        tried++;
        line_cursor_copy(context, trial, start);
        line_cursor_follow(context, trial, line, 0, cut, &whole);
        if (!whole)
            return;
        line_cursor_copy(context, trial, main);
        uint32_t legal = line_cursor_follow(context, trial, line, cut, line->count, &whole);
        if (!whole || !result_fits(repairs->report, &trial->outcome))
            continue;
        if (closing->fitting++ == 0) {
            closing->cut = cut;
            closing->legal = legal;
        }
    }
}

static struct repair *close_line(const struct repairs *repairs, const struct line_cursor *main, uint32_t ply,
    const struct line *line, const struct closing *closing)
{
    struct repair *repair = arena_alloc(repairs->arena, sizeof *repair);
    if (repair == NULL)
        return NULL;
    uint32_t end = line->items[closing->cut - 1].span.end;
    *repair = (struct repair){.kind = REPAIR_UNCLOSED,
        .confidence = closing->fitting == 1 ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE,
        .text = {"", 0},
        .ply = ply + 1,
        .number = main->state->number,
        .seat = main->state->seat,
        .legal = closing->legal,
        .whole = true,
        .edit_count = 1,
        .edits = {{{end, end}, {")", 1}}}};
    return repair;
}

/* Whether LINE ends in another variation that is never closed: then one parenthesis is not enough. */
static bool leaves_open(const struct line *line)
{
    const struct item *last = line->count == 0 ? NULL : &line->items[line->count - 1];
    return last != NULL && last->kind == ITEM_VARIATION && last->span.end - last->span.begin == 1;
}

size_t repair_unclosed(struct repairs *repairs, const struct line_cursor *main, uint32_t ply,
    const struct line_cursor *start, const struct line *line)
{
    struct closing closing = {line->count, 0, 0};
    struct line_cursor trial = {.state = NULL};
    if (line->unclosed == NULL || leaves_open(line))
        return line->count;
    arena_clear(repairs->scratch);
    trial.state = arena_alloc(repairs->scratch, repairs->context->state_size);
    if (trial.state == NULL)
        return line->count;
    try_ends(repairs, main, start, line, &trial, &closing);
    if (closing.fitting == 0)
        return line->count;
    repairs->unclosed = line->unclosed;
    repairs->closing = close_line(repairs, main, ply, line, &closing);
    repairs->closed = closing.fitting == 1;
    return repairs->closed ? closing.cut : line->count;
}

void repairs_attach(const struct repairs *repairs, const struct diagnostic *fault, struct diagnostic *copy)
{
    for (unsigned i = 0; i < repairs->searches; i++) {
        struct span joined = repairs->joined[i];
        copy->cascaded |= joined.end > 0 && joined.begin <= fault->span.begin && fault->span.end <= joined.end;
    }
    if (fault != repairs->unclosed || repairs->closing == NULL)
        return;
    copy->repairs = repairs->closing;
    copy->repair_count = 1;
    copy->sequel = repairs->closed ? SEQUEL_REPAIRED : SEQUEL_NONE;
}
