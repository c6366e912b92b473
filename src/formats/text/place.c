/* SPDX-License-Identifier: MIT */
#include "formats/text/place.h"

#include "base/utf8.h"

struct cursor cursor_at(const struct record *record)
{
    return (struct cursor){
        .record = record, .source = record_bytes(record), .line = record->line, .column = record->column};
}

/* Of the source's first byte. */
static uint32_t first_column(const struct cursor *cursor)
{
    return cursor->record == NULL ? 1 : cursor->record->column;
}

/* Whether the byte at I is the last one of its line's end. */
static bool ends_line(struct slice source, size_t i)
{
    return source.at[i] == '\n' || (source.at[i] == '\r' && (i + 1 == source.length || source.at[i + 1] != '\n'));
}

/* Back to the beginning of the line that OFFSET is in. */
static void move_to_line(struct cursor *cursor, size_t offset)
{
    size_t begin = cursor->line_begin;
    while (begin > offset) {
        cursor->line--;
        do
            begin--;
        while (begin > 0 && !ends_line(cursor->source, begin - 1));
    }
    cursor->offset = cursor->line_begin = begin;
    cursor->column = begin == 0 ? first_column(cursor) : 1;
}

/* How many bytes the character before OFFSET has. */
static size_t length_before(struct slice source, size_t offset)
{
    for (size_t length = 2; length <= 4 && length <= offset; length++)
        if (utf8_next((struct slice){source.at + offset - length, length}).length == length)
            return length;
    return 1;
}

/* Whether a byte order mark begins the file here, which has no column. */
static bool at_byte_order_mark(const struct cursor *cursor)
{
    bool begins = cursor->offset == 0 && cursor->line == 1 && first_column(cursor) == 1;
    return begins && utf8_is_marked(cursor->source);
}

static void move_back(struct cursor *cursor, size_t offset)
{
    if (offset < cursor->line_begin)
        move_to_line(cursor, offset);
    while (offset < cursor->offset) {
        cursor->offset -= length_before(cursor->source, cursor->offset);
        cursor->column--;
    }
    if (cursor->offset == 0)
        cursor->column = first_column(cursor);
}

/* Over one character. */
static void step_character(struct cursor *cursor)
{
    size_t at = cursor->offset;
    bool counts = !at_byte_order_mark(cursor);
    bool ends = ends_line(cursor->source, at);
    cursor->offset += utf8_next(slice_after(cursor->source, at)).length;
    cursor->column += counts;
    if (ends) {
        cursor->line++;
        cursor->line_begin = cursor->offset;
        cursor->column = 1;
    }
}

void cursor_move(struct cursor *cursor, size_t offset)
{
    if (offset > cursor->source.length)
        offset = cursor->source.length;
    move_back(cursor, offset);
    while (cursor->offset < offset)
        step_character(cursor);
}

struct cursor cursor_over(struct slice source)
{
    return (struct cursor){.source = source, .line = 1, .column = 1};
}

void cursor_seek(struct cursor *cursor, uint32_t line, uint32_t column)
{
    if (line < cursor->line || (line == cursor->line && column < cursor->column))
        *cursor = cursor_over(cursor->source);
    while (cursor->offset < cursor->source.length &&
        (cursor->line < line ||
            (cursor->line == line && cursor->column < column && !ends_line(cursor->source, cursor->offset))))
        step_character(cursor);
}

size_t cursor_line_end(const struct cursor *cursor, size_t most)
{
    size_t end = cursor->offset;
    if (most > cursor->source.length)
        most = cursor->source.length;
    while (end < most && cursor->source.at[end] != '\n' && cursor->source.at[end] != '\r')
        end++;
    return end;
}

uint32_t cursor_end_column(const struct cursor *cursor, size_t end)
{
    size_t line_end = cursor_line_end(cursor, end);
    if (end > line_end)
        end = line_end;
    if (end <= cursor->offset)
        return cursor->column + 1;
    struct slice part = {cursor->source.at + cursor->offset, end - cursor->offset};
    return cursor->column + (uint32_t)utf8_count(part) - at_byte_order_mark(cursor);
}
