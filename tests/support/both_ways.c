/* SPDX-License-Identifier: MIT */
#include "support/both_ways.h"

#include "support/complaint.h"

#include <string.h>

static bool same_span(struct span a, struct span b)
{
    return a.begin == b.begin && a.end == b.end;
}

static bool same_part(const struct part *a, const struct part *b)
{
    return same_span(a->span, b->span) && a->count == b->count && memcmp(&a->cell, &b->cell, sizeof a->cell) == 0 &&
        a->mark == b->mark && memcmp(a->name, b->name, sizeof a->name) == 0;
}

static bool same_item(const struct record *x, const struct item *a, const struct record *y, const struct item *b)
{
    bool same = a->kind == b->kind && same_span(a->span, b->span) && a->shape == b->shape && a->seat == b->seat &&
        a->part_count == b->part_count && (a->kind != ITEM_NUMBER || a->number == b->number);
    for (unsigned i = 0; i < a->part_count && same; i++)
        same = same_part(&x->parts[a->first_part + i], &y->parts[b->first_part + i]);
    return same;
}

static bool same_line(const struct record *x, const struct line *a, const struct record *y, const struct line *b)
{
    bool same = a->count == b->count && a->has_turn == b->has_turn;
    for (size_t i = 0; i < a->count && same; i++) {
        same = same_item(x, &a->items[i], y, &b->items[i]);
        if (same && a->items[i].kind == ITEM_VARIATION)
            same = same_line(x, item_variation(x, &a->items[i]), y, item_variation(y, &b->items[i]));
    }
    return same;
}

static bool same_tags(const struct record *x, const struct record *y)
{
    bool same = x->tag_count == y->tag_count;
    for (size_t i = 0; i < x->tag_count && same; i++)
        same = slice_equal(x->tags[i].name, y->tags[i].name) && slice_equal(x->tags[i].value, y->tags[i].value) &&
            same_span(x->tags[i].span, y->tags[i].span) && same_span(x->tags[i].inside, y->tags[i].inside);
    return same;
}

static bool same_faults(const struct diagnostic *a, const struct diagnostic *b)
{
    while (a != NULL && b != NULL && a->rule == b->rule && same_span(a->span, b->span) && same_span(a->turn, b->turn) &&
        slice_equal(a->facts, b->facts)) {
        a = a->next;
        b = b->next;
    }
    return a == NULL && b == NULL;
}

static bool same_record(const struct record *x, const struct record *y)
{
    return x->offset == y->offset && x->source.length == y->source.length &&
        record_bytes(x).length == record_bytes(y).length && x->line == y->line && x->column == y->column &&
        x->has_result == y->has_result && same_span(x->result, y->result) && same_tags(x, y) &&
        same_line(x, &x->prologue, y, &y->prologue) && same_line(x, &x->main, y, &y->main) &&
        same_line(x, &x->epilogue, y, &y->epilogue) && same_faults(x->faults.first, y->faults.first);
}

static bool is_within(struct span span, size_t begin, size_t end)
{
    return begin <= span.begin && span.begin <= span.end && span.end <= end;
}

/* Items are one behind the other from *BEGIN on, and parts within theirs; *BEGIN is then behind them. */
static bool is_line_sound(const struct record *record, const struct line *line, size_t *begin, size_t end)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        bool is_variation = item->kind == ITEM_VARIATION;
        if (!is_within(item->span, *begin, end))
            return false;
        for (unsigned k = 0; k < item->part_count; k++)
            if (!is_within(record->parts[item->first_part + k].span, item->span.begin, item->span.end))
                return false;
        *begin = is_variation ? item->span.begin : item->span.end;
        if (is_variation && !is_line_sound(record, item_variation(record, item), begin, end))
            return false;
    }
    return true;
}

static bool is_sound(const struct record *record)
{
    size_t begin = 0;
    size_t end = record->source.length;
    for (size_t i = 0; i < record->tag_count; i++)
        if (!is_within(record->tags[i].span, 0, end) ||
            !is_within(record->tags[i].inside, record->tags[i].span.begin, record->tags[i].span.end))
            return false;
    for (const struct diagnostic *fault = record->faults.first; fault != NULL; fault = fault->next)
        if (!is_within(fault->span, 0, end) || !is_within(fault->turn, 0, end))
            return false;
    return is_line_sound(record, &record->prologue, &begin, end) && is_line_sound(record, &record->main, &begin, end) &&
        is_line_sound(record, &record->epilogue, &begin, end);
}

bool same_both_ways(struct slice text, const struct shapes *shapes)
{
    struct reader plain;
    struct reader other;
    struct record x;
    struct record y;
    enum read_status status = READ_FAILED;
    bool opened = reader_open_at(&plain, text, true, 1);
    bool same = reader_open_at(&other, text, true, 1) && opened;
    bool sound = true;
    other.scan.slow = true;
    while (same && sound && (status = reader_next(&plain, &x, shapes)) == READ_RECORD) {
        same = reader_next(&other, &y, shapes) == READ_RECORD && same_record(&x, &y);
        sound = is_sound(&x);
    }
    same = same && (!sound || (status == READ_END && reader_next(&other, &y, shapes) == READ_END));
    reader_close(&plain);
    reader_close(&other);
    return (same && sound) ||
        complaint("%s: '%.*s'", same ? "spans are out of order" : "differs", (int)text.length, text.at);
}
