/* SPDX-License-Identifier: MIT */
#include "formats/text/aligned.h"

#include "base/utf8.h"

void aligned_init(struct aligned *table)
{
    *table = (struct aligned){0};
    arena_init(&table->arena, 0);
}

void aligned_release(struct aligned *table)
{
    arena_release(&table->arena);
}

static void add_aligned_cell(struct aligned *table, struct slice cell)
{
    if (!arena_grow(&table->arena, &table->cells, table->count, &table->capacity, sizeof *table->cells))
        return;
    struct slice copy = arena_copy(&table->arena, cell);
    table->cells[table->count++] = copy.at == NULL ? (struct slice){"", 0} : copy;
}

void aligned_column(struct aligned *table, enum align align, const char *heading)
{
    table->aligns[table->columns++] = align;
    aligned_word(table, heading);
}

void aligned_text(struct aligned *table, struct text *text)
{
    add_aligned_cell(table, text_slice(text));
    text_clear(text);
}

void aligned_word(struct aligned *table, const char *word)
{
    add_aligned_cell(table, slice_of(word));
}

void aligned_number(struct aligned *table, uint32_t number)
{
    char digits[NUMBER_ROOM];
    number_write(digits, number);
    aligned_word(table, digits);
}

/* The columns of a cell up to its decimal point or other non-digit, and all. */
struct extent {
    size_t whole;
    size_t all;
};

static struct extent extent_of(struct slice cell, enum align align)
{
    struct extent extent = {.all = utf8_width(cell)};
    while (extent.whole < cell.length &&
        (strchr("-/", cell.at[extent.whole]) != NULL || (cell.at[extent.whole] >= '0' && cell.at[extent.whole] <= '9')))
        extent.whole++;
    if (align != ALIGN_POINT || extent.whole == 0)
        extent.whole = extent.all;
    return extent;
}

/* The widest of a column: of numbers the part before the point, and all with the widest
   part after it. */
static struct extent column_extent(const struct aligned *table, unsigned column)
{
    size_t after = 0;
    struct extent most = {0, 0};
    for (size_t i = column; i < table->count; i += table->columns) {
        struct extent extent = extent_of(table->cells[i], i < table->columns ? ALIGN_RIGHT : table->aligns[column]);
        bool heading = i < table->columns;
        most.all = extent.all > most.all ? extent.all : most.all;
        most.whole = !heading && extent.whole > most.whole ? extent.whole : most.whole;
        after = !heading && extent.all - extent.whole > after ? extent.all - extent.whole : after;
    }
    if (most.whole + after > most.all)
        most.all = most.whole + after;
    most.whole = most.all - after;
    return most;
}

size_t aligned_width(const struct aligned *table, size_t gap)
{
    size_t width = 0;
    for (unsigned column = 0; column < table->columns; column++)
        width += column_extent(table, column).all + (column > 0 ? gap : 0);
    return width;
}

/* How many spaces go before CELL. */
static size_t indent_line(struct slice cell, enum align align, bool heading, struct extent column)
{
    struct extent extent = extent_of(cell, heading ? ALIGN_RIGHT : align);
    return align == ALIGN_LEFT             ? 0
        : align == ALIGN_POINT && !heading ? column.whole - extent.whole
                                           : column.all - extent.all;
}

void aligned_write(const struct aligned *table, size_t gap, struct text *text)
{
    struct extent extents[ALIGNED_COLUMNS];
    size_t owed = 0; /* spaces that are written only before something */
    for (unsigned column = 0; column < table->columns; column++)
        extents[column] = column_extent(table, column);
    for (size_t i = 0; table->columns > 0 && i < table->count; i++) {
        unsigned column = (unsigned)(i % table->columns);
        struct slice cell = table->cells[i];
        size_t before = indent_line(cell, table->aligns[column], i < table->columns, extents[column]);
        if (cell.length > 0)
            text_add_repeated(text, ' ', owed + before);
        text_add(text, cell);
        size_t used = utf8_width(cell) + before;
        owed = (cell.length > 0 ? 0 : owed + before) + extents[column].all - used + gap;
        if (column + 1 == table->columns) {
            text_add_char(text, '\n');
            owed = 0;
        }
    }
}

void add_short_name(struct slice name, size_t width, bool unicode, struct text *text)
{
    const char *cut = unicode ? "…" : "...";
    size_t room = width - (unicode ? 1 : 3);
    SCOPED(text, whole);
    text_add_escaped(&whole, name);
    struct slice rest = text_slice(&whole);
    bool fits = utf8_width(rest) <= width;
    size_t length = fits ? rest.length : 0;
    for (size_t used = 0; !fits && length < rest.length;) {
        struct slice after = {rest.at + length, rest.length - length};
        struct slice next = slice_shorter(after, utf8_next(after).length);
        used += utf8_width(next);
        if (used > room)
            break;
        length += next.length;
    }
    text_printf(text, "%pS%s", SLICE(slice_shorter(rest, length)), fits ? "" : cut);
}
