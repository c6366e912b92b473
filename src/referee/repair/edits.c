/* SPDX-License-Identifier: MIT */
/* Candidates as edits of the text. */
#include "referee/repair/search.h"

static void add_edit(struct repair *repair, struct span span, struct slice text)
{
    repair->edits[repair->edit_count++] = (struct edit){span, text};
}

/* Where a turn that was left out before ITEM belongs: before the number of its round. */
static uint32_t insertion_offset(
    const struct repair_search *search, const struct candidate *candidate, const struct item *item)
{
    const struct state *before = search->recorded.past[candidate->back].before.state;
    if (item > search->line->items && item[-1].kind == ITEM_NUMBER && item[-1].number != before->number)
        return item[-1].span.begin;
    return item->span.begin;
}

/* The turns of CANDIDATE; where each has a number of its own, with that, since the first word of a turn might be one of
   the turn before.  NUMBERED: that of the first is written, and what comes after them needs one. */
static struct slice numbered_text(struct repair_search *search, const struct candidate *candidate, bool numbered)
{
    if (!search->context->book->game->notation.counts_turns || !candidate_makes(candidate))
        return candidate->text;
    text_clear(&search->text);
    for (unsigned i = 0; i < candidate->count; i++) {
        const struct slice turn = candidate_text(candidate, i);
        text_add_string(&search->text, i > 0 ? " " : "");
        if (!numbered || i > 0)
            text_printf(&search->text, "%u. ", search->recorded.past[candidate->back].before.state->number + i);
        text_add(&search->text, turn);
    }
    if (numbered && candidate->kind == REPAIR_LEFT_OUT)
        text_printf(
            &search->text, " %u.", search->recorded.past[candidate->back].before.state->number + candidate->count);
    return arena_copy(search->arena, text_slice(&search->text));
}

static struct slice with_space_after(struct repair_search *search, struct slice text)
{
    text_clear(&search->text);
    text_add(&search->text, text);
    text_add_char(&search->text, ' ');
    return arena_copy(search->repairs->arena, text_slice(&search->text));
}

/* Whether a number or a turn is at OFFSET: unreadable text may end right before one. */
static bool text_begins_at(const struct repair_search *search, uint32_t offset)
{
    struct slice source = search->context->record->source;
    int c = offset < source.length ? source.at[offset] | 0x20 : ' ';
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static struct slice cut_source(const struct repair_search *search, struct span span)
{
    return slice_cut(search->context->record->source, span);
}

/* COUNT of TURNS with what is between them. */
static struct span span_of_turns(const struct item *const *turns, unsigned count)
{
    return (struct span){turns[0]->span.begin, turns[count - 1]->span.end};
}

/* The first COUNT of TURNS change places with as many after them.  Numbers of rounds go along where they
   have changed places, too. */
static void exchange_blocks(
    const struct repair_search *search, const struct item *const *turns, unsigned count, struct repair *repair)
{
    struct span first = span_of_turns(turns, count);
    struct span last = span_of_turns(turns + count, count);
    const struct item *before = turns[0] > search->line->items ? turns[0] - 1 : turns[0];
    const struct item *between = turns[count] - 1;
    if (before->kind == ITEM_NUMBER && between->kind == ITEM_NUMBER && before->number == between->number + 1) {
        first.begin = before->span.begin;
        last.begin = between->span.begin;
    }
    add_edit(repair, first, cut_source(search, last));
    add_edit(repair, last, cut_source(search, first));
}

static struct slice keep_edit_text(struct repair_search *search)
{
    return arena_copy(search->repairs->arena, text_slice(&search->text));
}

/* Puts COUNT of TURNS in the order of PUT, with everything between them unchanged. */
static void reorder_turns(struct repair_search *search, const struct item *const *turns, const struct substitute *put,
    unsigned count, struct repair *repair)
{
    struct text *text = &search->text;
    text_clear(text);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add(text, cut_source(search, (struct span){turns[i - 1]->span.end, turns[i]->span.begin}));
        text_add(text, cut_source(search, put[i].item->span));
    }
    add_edit(repair, span_of_turns(turns, count), keep_edit_text(search));
}

/* COUNT of TURNS become comments, one for those between which there is no other; with the number before several. */
static void comment_out_turns(
    struct repair_search *search, const struct item *const *turns, unsigned count, struct repair *repair)
{
    struct text *text = &search->text;
    const struct item *item =
        turns[0] - (count > 1 && turns[0] > search->line->items && turns[0][-1].kind == ITEM_NUMBER);
    struct span span = {item->span.begin, turns[count - 1]->span.end};
    bool open = false;
    text_clear(text);
    for (uint32_t at = span.begin; item <= turns[count - 1]; at = item++->span.end) {
        bool words = item->kind != ITEM_COMMENT && item->kind != ITEM_REST_COMMENT;
        if (open && !words)
            text_add_char(text, '}');
        text_add(text, cut_source(search, (struct span){at, item->span.begin}));
        if (!open && words)
            text_add_char(text, '{');
        text_add(text, cut_source(search, item->span));
        open = words;
    }
    text_add_char(text, '}');
    add_edit(repair, span, keep_edit_text(search));
}

/* TEXT in the place of ITEM, up to END. */
static void replace_turn(struct repair_search *search, const struct item *item, uint32_t end, bool seat_stays,
    struct slice text, struct repair *repair)
{
    struct span span = {item->span.begin, end};
    if (seat_stays)
        span.begin = (uint32_t)(search_text(search, item, end).at - search->context->record->source.at);
    add_edit(repair, span,
        text_begins_at(search, end) ? with_space_after(search, text) : arena_copy(search->repairs->arena, text));
}

static void make_edits(struct repair_search *search, const struct candidate *candidate, struct repair *repair)
{
    const struct item *const *turns = (const struct item *const *)search_turns(search, candidate->back);
    const struct item *item = search_turn_item(search, candidate->back);
    const bool numbered = item > search->line->items && item[-1].kind == ITEM_NUMBER;
    struct slice text;
    uint32_t at;
    switch (candidate->kind) {
    case REPAIR_SWAPPED:
        exchange_blocks(search, turns, candidate->count / 2, repair);
        return;
    case REPAIR_REORDERED:
        reorder_turns(search, turns, candidate->put, candidate->count, repair);
        return;
    case REPAIR_DOUBLED:
        comment_out_turns(search, turns, candidate->replaced, repair);
        return;
    case REPAIR_LEFT_OUT:
        at = insertion_offset(search, candidate, item);
        add_edit(repair, (struct span){at, at},
            with_space_after(search, numbered_text(search, candidate, at == item->span.begin && numbered)));
        return;
    case REPAIR_SWALLOWED:
        add_edit(repair, candidate->span, arena_copy(search->repairs->arena, candidate->text));
        return;
    case REPAIR_GLUED:
        text = search->context->book->game->notation.counts_turns
            ? arena_printf(
                  search->repairs->arena, " %u. ", search->recorded.past[candidate->back].before.state->number + 1)
            : slice_of(" ");
        add_edit(repair, candidate->span, text);
        return;
    default:
        for (unsigned i = 0; i < (candidate_unites(candidate) ? 1 : candidate->replaced); i++) {
            text = candidate->replaced == candidate->count ? candidate_text(candidate, i)
                                                           : numbered_text(search, candidate, numbered);
            replace_turn(search, turns[i], i == 0 ? search_first_end(search, candidate) : turns[i]->span.end,
                turns[i]->seat == (i == 0 ? repair->seat : turns[i]->seat), text, repair);
        }
    }
}

void search_make_repair(
    struct repair_search *search, const struct candidate *candidate, uint32_t ply, struct repair *repair)
{
    const struct state *before = search->recorded.past[candidate->back].before.state;
    repair->kind = candidate->kind;
    repair->text =
        candidate_makes(candidate) ? arena_copy(search->repairs->arena, candidate->text) : (struct slice){"", 0};
    repair->ply = ply - candidate->back;
    repair->number = before->number;
    repair->seat = before->seat;
    repair->turns = candidate->kind == REPAIR_SWAPPED ? candidate->count / 2
        : candidate->kind == REPAIR_DOUBLED           ? candidate->replaced
                                                      : candidate->count;
    repair->legal = candidate->legal;
    repair->whole = candidate->whole;
    repair->open = candidate->others > 0;
    make_edits(search, candidate, repair);
}
