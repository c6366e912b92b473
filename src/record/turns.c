/* SPDX-License-Identifier: MIT */
/* Turns: text into parts, whether the scanner has found the turn or nobody has looked at it yet. */
#include "record/taking.h"

/* Turns: a function for each form. */
#include "turn_readers.inc"

/* Constructors. */

/* The turn at SPAN, of the parts that were taken since the last one. */
static inline void add_plain_turn(struct taking *t, enum turn_shape shape, struct span span)
{
    struct record *record = t->record;
    const struct item turn = {
        .span = span,
        .first_part = (uint32_t)t->first,
        .part_count = (uint16_t)(t->count - t->first),
        .tidy = t->tidy,
        .kind = ITEM_TURN,
        .shape = shape,
    };
    t->tidy = true;
    record->open->has_turn = true;
    if (put_item(record, turn) != NULL)
        record->part_count = t->first = t->count;
    else
        t->count = t->first;
}

void record_turn(struct record *record, enum turn_shape shape, struct span span)
{
    struct taking t = begin_taking(record);
    t.at = record->source.at + span.begin;
    t.tidy = shape != TURN_PASS || *t.at == 'p'; /* "pass" it is in full */
    if (shape >= TURN_PASS || take_turn(&t, shape))
        add_plain_turn(&t, shape, span);
    record->unreadable |= shape_is_foreign(shape, record->shape);
}

void record_seat(struct record *record, struct span seat)
{
    struct item *item = last_item(record);
    uint32_t number;
    if (item == NULL)
        return;
    take_count(record->source.at + seat.begin, ITEM_SEAT, &number);
    item->seat = number & ITEM_SEAT;
    item->span.begin = seat.begin;
}

/* Whether a turn ends at AT, and what follows is nothing that it could go on with. */
static inline bool ends_turn(enum turn_shape shape, const char *at)
{
    if (*at != ' ')
        return *at == '\n' || *at == '\r' || *at == '!' || *at == ')';
    return is_letter(at[1]) || is_digit(at[1]) || at[1] == '{' || at[1] == '(' ||
        (at[1] == '+' && (PLUS_FIRST >> shape & 1) != 0);
}

static inline const char *read_plain_number(const char *at, uint32_t *number)
{
    at = take_count(at, UINT32_MAX, number);
    return *at == '.' && is_space(at[1]) ? at + 1 : NULL;
}

/* Whether letters alone are at AT and nothing before them on their line, so that they may be talk, too. */
static bool begins_word(const char *source, const char *at)
{
    const char *end = at;
    while (is_letter(*end))
        end++;
    while (at > source && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return is_space(*end) && (at == source || at[-1] == '\n' || at[-1] == '\r');
}

/* Each use has SHAPE, and so the reader of its turns, in the loop. */
static inline __attribute__((always_inline)) uint32_t read_plain(
    struct record *record, uint32_t begin, enum turn_shape shape)
{
    const bool bare = shape_is_bare(shape);
    const char *source = record->source.at;
    const char *end = source + begin;
    struct taking t = begin_taking(record);
    for (;;) {
        const char *at = end;
        uint32_t number;
        while (is_space(*at))
            at++;
        const char *next = is_digit(*at) ? read_plain_number(at, &number) : NULL;
        bool numbers = next != NULL;
        if (!numbers) {
            t.at = at;
            if (!take_turn(&t, shape) || !ends_turn(shape, t.at) ||
                (bare && is_letter(t.at[-1]) && begins_word(source, at)))
                return (uint32_t)(end - source);
            next = t.at;
        }
        end = next;
        struct span span = {(uint32_t)(at - source), (uint32_t)(end - source)};
        if (!numbers)
            add_plain_turn(&t, shape, span);
        else
            add_number(record, span, number);
    }
}

uint32_t record_plain(struct record *record, uint32_t begin)
{
#define READ_PLAIN(shape)                                                                                              \
    case shape:                                                                                                        \
        return read_plain(record, begin, shape);
    switch (record->shape) {
        EACH_FORM(READ_PLAIN)
    default:
        return read_plain(record, begin, TURN_NONE);
    }
}
