/* SPDX-License-Identifier: MIT */
/* Lines and columns of offsets in a source, found by walking it from one to the next. */
#ifndef CATASTA_FORMATS_TEXT_PLACE_H
#define CATASTA_FORMATS_TEXT_PLACE_H

#include "record/record.h"

struct cursor {
    const struct record *record; /* whose source it is, NULL: nobody's */
    struct slice source;
    size_t offset;
    size_t line_begin; /* offset of the line that .offset is in */
    uint32_t line;
    uint32_t column; /* in characters, from 1 */
};

/* A cursor at the first byte of RECORD. */
struct cursor cursor_at(const struct record *record);

/* Moves to OFFSET, forward or back; what that costs follows the way. */
void cursor_move(struct cursor *cursor, size_t offset);

/* A cursor over any other SOURCE, with no record. */
struct cursor cursor_over(struct slice source);

/* Moves such a cursor to LINE and COLUMN, or the end of that line, or of the source. */
void cursor_seek(struct cursor *cursor, uint32_t line, uint32_t column);

/* The column of END, which is after the cursor; at most the end of the line. */
uint32_t cursor_end_column(const struct cursor *cursor, size_t end);

/* Where the cursor's line ends, without its newline, or MOST if that comes first. */
size_t cursor_line_end(const struct cursor *cursor, size_t most);

#endif
