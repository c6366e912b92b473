/* SPDX-License-Identifier: MIT */
/* What the files of this module share among themselves; nobody else includes this. */
#ifndef CATASTA_RECORD_RECORD_PARTS_H
#define CATASTA_RECORD_RECORD_PARTS_H

#include "record/record.h"

/* Puts ITEM at the end of the open line; NULL when out of memory.  It is whole: to change a part of what
   was just written would wait for the rest. */
static inline struct item *put_item(struct record *record, struct item item)
{
    struct line *line = record->open;
    if (!arena_grow(record->arena, &line->items, line->count, &line->capacity, sizeof *line->items))
        return NULL;
    line->items[line->count] = item;
    return &line->items[line->count++];
}

static inline struct item *add_item(struct record *record, enum item_kind kind, struct span span)
{
    record->open->has_turn |= kind == ITEM_TURN || kind == ITEM_UNREADABLE;
    return put_item(record, (struct item){.span = span, .kind = kind});
}

static inline void add_number(struct record *record, struct span span, uint32_t number)
{
    put_item(record, (struct item){.span = span, .kind = ITEM_NUMBER, .number = number});
}

/* The last one of the open line, NULL when it has none. */
struct item *last_item(struct record *record);

/* Reads digits; *COUNT stops at LIMIT.  Returns what follows them. */
static inline const char *take_count(const char *at, uint32_t limit, uint32_t *count)
{
    uint32_t value = 0;
    for (; is_digit(*at); at++)
        value = value >= limit / 10 ? limit : value * 10 + (uint32_t)(*at - '0');
    *count = value;
    return at;
}

#endif
