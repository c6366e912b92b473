#include "render/place.h"

#include "base/utf8.h"

struct cursor cursor_at(const struct record *record)
{
    return (struct cursor){.record = record, .source = record->source, .line = record->line, .column = record->column};
}

void cursor_move(struct cursor *cursor, size_t offset)
{
    const char *at = cursor->source.at;
    size_t length = cursor->source.length;
    if (offset > length)
        offset = length;
    if (offset < cursor->offset)
        *cursor = cursor_at(cursor->record);
    while (cursor->offset < offset) {
        size_t i = cursor->offset;
        bool ends = at[i] == '\n' || (at[i] == '\r' && (i + 1 == length || at[i + 1] != '\n'));
        cursor->offset += utf8_next((struct slice){at + i, length - i}).length;
        cursor->column++;
        if (ends) {
            cursor->line++;
            cursor->line_begin = cursor->offset;
            cursor->column = 1;
        }
    }
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
    return cursor->column + (uint32_t)utf8_count(part);
}
