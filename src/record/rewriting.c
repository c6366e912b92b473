/* SPDX-License-Identifier: MIT */
#include "record/rewriting.h"

#include "base/memory.h"

#include <stdlib.h>

/* Nothing that people type has more. */
enum { REWRITES_MOST = 1 << 23 };

void rewriting_begin(struct rewriting *rewriting, struct slice old)
{
    text_clear(&rewriting->text);
    rewriting->text.failed = false;
    rewriting->old = old;
    rewriting->taken = 0;
    rewriting->count = 0;
}

void rewriting_release(struct rewriting *rewriting)
{
    text_release(&rewriting->text);
    free(rewriting->changes);
    *rewriting = (struct rewriting){.taken = 0};
}

void rewriting_keep(struct rewriting *rewriting, uint32_t end)
{
    if (end <= rewriting->taken)
        return;
    text_add(&rewriting->text, slice_cut(rewriting->old, (struct span){rewriting->taken, end}));
    rewriting->taken = end;
}

static bool make_room(struct rewriting *rewriting)
{
    if (rewriting->count < rewriting->capacity)
        return true;
    size_t capacity = rewriting->capacity == 0 ? 64 : 2 * rewriting->capacity;
    struct rewrite *changes =
        capacity > REWRITES_MOST ? NULL : memory_resize(rewriting->changes, capacity * sizeof *changes);
    if (changes == NULL) {
        rewriting->text.failed = true;
        return false;
    }
    rewriting->changes = changes;
    rewriting->capacity = capacity;
    return true;
}

void rewriting_map(struct rewriting *rewriting, struct rewrite change)
{
    if (make_room(rewriting))
        rewriting->changes[rewriting->count++] = change;
}

void rewriting_put(struct rewriting *rewriting, struct span span, struct slice text, bool mended)
{
    if (span.begin < rewriting->taken || span.end < span.begin || span.end > rewriting->old.length)
        return; /* what was taken is never changed */
    rewriting_keep(rewriting, span.begin);
    rewriting_map(rewriting,
        (struct rewrite){
            (uint32_t)rewriting->text.length, (uint32_t)text.length, span.begin, span.end - span.begin, mended});
    text_add(&rewriting->text, text);
    rewriting->taken = span.end;
}

bool rewriting_end(struct rewriting *rewriting)
{
    rewriting_keep(rewriting, (uint32_t)rewriting->old.length);
    return !rewriting->text.failed;
}

/* The number of changes that begin before OFFSET of the new text, or at it where AT. */
static size_t changes_before(const struct rewriting *rewriting, uint32_t offset, bool at)
{
    size_t low = 0;
    size_t high = rewriting->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rewriting->changes[middle].at < offset || (at && rewriting->changes[middle].at == offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t place(const struct rewriting *rewriting, uint32_t offset, bool is_end)
{
    size_t before = changes_before(rewriting, offset, !is_end);
    if (before == 0)
        return offset;
    const struct rewrite *change = &rewriting->changes[before - 1];
    uint32_t in = offset - change->at;
    if (in >= change->is)
        return change->from + change->was + (in - change->is);
    return change->from + (is_end ? change->was : 0);
}

struct span rewriting_place(const struct rewriting *rewriting, struct span span)
{
    uint32_t begin = place(rewriting, span.begin, false);
    uint32_t end = span.end > span.begin ? place(rewriting, span.end, true) : begin;
    return (struct span){begin, end > begin ? end : begin};
}

bool rewriting_is_mended(const struct rewriting *rewriting, struct span span)
{
    for (size_t i = changes_before(rewriting, span.begin, false); i-- > 0;)
        if (rewriting->changes[i].at + rewriting->changes[i].is <= span.begin)
            break;
        else if (rewriting->changes[i].mended)
            return true;
    for (size_t i = changes_before(rewriting, span.begin, false); i < rewriting->count; i++)
        if (rewriting->changes[i].at >= span.end)
            break;
        else if (rewriting->changes[i].mended)
            return true;
    return false;
}

uint32_t rewriting_ahead(const struct rewriting *rewriting, uint32_t offset)
{
    size_t low = 0;
    size_t high = rewriting->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rewriting->changes[middle].from <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return offset;
    const struct rewrite *change = &rewriting->changes[low - 1];
    uint32_t in = offset - change->from;
    return in >= change->was ? change->at + change->is + (in - change->was) : change->at;
}
