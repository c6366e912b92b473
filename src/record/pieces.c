/* SPDX-License-Identifier: MIT */
#include "record/pieces.h"

#include "base/memory.h"

#include <stdlib.h>

/* No record that is read has more. */
enum { PIECES_MOST = 1 << 23 };

void pieces_begin(struct pieces *pieces, struct slice bytes)
{
    text_clear(&pieces->text);
    pieces->text.failed = false;
    pieces->bytes = bytes;
    pieces->taken = 0;
    pieces->count = 0;
}

void pieces_release(struct pieces *pieces)
{
    text_release(&pieces->text);
    free(pieces->list);
    *pieces = (struct pieces){.taken = 0};
}

static bool make_room_for_pieces(struct pieces *pieces)
{
    if (pieces->count < pieces->capacity)
        return true;
    size_t capacity = pieces->capacity == 0 ? 64 : 2 * pieces->capacity;
    struct piece *list = capacity > PIECES_MOST ? NULL : memory_resize(pieces->list, capacity * sizeof *list);
    if (list == NULL) {
        pieces->text.failed = true;
        return false;
    }
    pieces->list = list;
    pieces->capacity = capacity;
    return true;
}

void pieces_map(struct pieces *pieces, struct piece piece)
{
    if (make_room_for_pieces(pieces))
        pieces->list[pieces->count++] = piece;
}

static void keep_pieces(struct pieces *pieces, uint32_t end)
{
    text_add(&pieces->text, slice_cut(pieces->bytes, (struct span){pieces->taken, end}));
    pieces->taken = end;
}

void pieces_put(struct pieces *pieces, struct span span, struct slice text)
{
    keep_pieces(pieces, span.begin);
    pieces_map(pieces,
        (struct piece){(uint32_t)pieces->text.length, (uint32_t)text.length, span.begin, span.end - span.begin});
    text_add(&pieces->text, text);
    pieces->taken = span.end;
}

bool pieces_end(struct pieces *pieces)
{
    keep_pieces(pieces, (uint32_t)pieces->bytes.length);
    text_add(&pieces->text, (struct slice){"\0", 2});
    if (pieces->text.failed)
        return false;
    pieces->text.length -= 2;
    return true;
}

/* How many pieces begin before OFFSET of the text, or at it where AT. */
static size_t count_before(const struct pieces *pieces, uint32_t offset, bool at)
{
    size_t low = 0;
    size_t high = pieces->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pieces->list[middle].at < offset || (at && pieces->list[middle].at == offset))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t offset_in_source(const struct pieces *pieces, uint32_t offset, bool is_end)
{
    size_t before = count_before(pieces, offset, !is_end);
    if (before == 0)
        return offset;
    const struct piece *piece = &pieces->list[before - 1];
    uint32_t in = offset - piece->at;
    if (in >= piece->is)
        return piece->from + piece->was + (in - piece->is);
    if (piece->is == piece->was) /* each byte is of one */
        return piece->from + in;
    return piece->from + (is_end ? piece->was : 0);
}

struct span pieces_place(const struct pieces *pieces, struct span span)
{
    uint32_t begin = offset_in_source(pieces, span.begin, false);
    uint32_t end = span.end > span.begin ? offset_in_source(pieces, span.end, true) : begin;
    return (struct span){begin, end > begin ? end : begin};
}

void pieces_cut(struct pieces *pieces, uint32_t end)
{
    pieces->bytes.length = offset_in_source(pieces, end, false);
    pieces->count = count_before(pieces, end, false);
}

const struct pieces *pieces_copy(const struct pieces *pieces, struct slice bytes, struct arena *arena)
{
    struct pieces *copy = arena_alloc(arena, sizeof *copy);
    const size_t size = pieces->count * sizeof *pieces->list;
    if (copy == NULL)
        return NULL;
    *copy = (struct pieces){.bytes = bytes, .count = pieces->count, .list = arena_alloc(arena, size + 1)};
    if (copy->list == NULL)
        return NULL;
    if (size > 0)
        memcpy(copy->list, pieces->list, size);
    return copy;
}
