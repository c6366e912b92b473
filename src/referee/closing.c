#include "referee/closing.h"

#include "referee/setup.h"

/* Turns behind which a parenthesis is tried. */
enum { CLOSINGS = 64 };

/* Where a variation may end, and how far the main line goes on behind that. */
struct closing {
    size_t cut; /* its items that belong to it */
    unsigned fitting;
    uint32_t legal;
};

static bool is_turn(const struct item *item)
{
    return item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
}

/* Behind the turn at index AT of LINE and what is said of it. */
static size_t end_of_turn(const struct line *line, size_t at)
{
    for (at++; at < line->count && !is_turn(&line->items[at]) && line->items[at].kind != ITEM_NUMBER;)
        at++;
    return at;
}

/* Tries every end, from the first turn on as long as the turns are legal in the variation. */
static void try_ends(struct judge *judge, const struct standing *main, const struct standing *start,
    const struct line *line, struct standing *trial, struct closing *closing)
{
    const struct playing *playing = &judge->playing;
    unsigned tried = 0;
    for (size_t i = 0; i < line->count && tried < CLOSINGS; i++) {
        bool whole;
        if (!is_turn(&line->items[i]))
            continue;
        size_t cut = end_of_turn(line, i);
        tried++;
        standing_copy(playing, trial, start);
        standing_follow(playing, trial, line, 0, cut, &whole);
        if (!whole)
            return;
        standing_copy(playing, trial, main);
        uint32_t legal = standing_follow(playing, trial, line, cut, line->count, &whole);
        if (!whole || !result_fits(judge, &trial->outcome))
            continue;
        if (closing->fitting++ == 0) {
            closing->cut = cut;
            closing->legal = legal;
        }
    }
}

static const struct repair *make_repair(
    struct judge *judge, const struct progress *main, const struct line *line, const struct closing *closing)
{
    struct repair *repair = arena_alloc(judge->arena, sizeof *repair);
    if (repair == NULL)
        return NULL;
    uint32_t end = line->items[closing->cut - 1].span.end;
    *repair = (struct repair){.kind = REPAIR_UNCLOSED,
        .confidence = closing->fitting == 1 ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE,
        .text = {"", 0},
        .ply = main->ply + 1,
        .number = main->now.state->number,
        .seat = main->now.state->seat,
        .legal = closing->legal,
        .whole = true,
        .edit_count = 1,
        .edits = {{{end, end}, {")", 1}}}};
    return repair;
}

size_t repair_unclosed(
    struct judge *judge, const struct progress *main, const struct standing *start, const struct line *line)
{
    struct closing closing = {line->count, 0, 0};
    struct standing trial = {.state = NULL};
    if (line->unclosed == NULL || main->depth > 0 || main->lost || main->forced || !main->has_turn)
        return line->count;
    arena_clear(judge->scratch);
    trial.state = arena_alloc(judge->scratch, judge->playing.state_size);
    if (trial.state == NULL)
        return line->count;
    try_ends(judge, &main->now, start, line, &trial, &closing);
    if (closing.fitting == 0)
        return line->count;
    judge->closed = line->unclosed;
    judge->closing = make_repair(judge, main, line, &closing);
    judge->closed_surely = closing.fitting == 1;
    return judge->closed_surely ? closing.cut : line->count;
}
