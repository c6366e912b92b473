/* Aligned text tables of a few columns.  Cells are put in one by one, row by row, and
   written at the end, each as wide as the widest of its column on a terminal. */
#ifndef CATASTA_RENDER_TABLE_H
#define CATASTA_RENDER_TABLE_H

#include "base/arena.h"
#include "base/text.h"

enum { TABLE_COLUMNS = 64 };

/* ALIGN_POINT puts the ends of whole numbers below each other, with decimals behind. */
enum align { ALIGN_RIGHT, ALIGN_LEFT, ALIGN_POINT };

struct table {
    struct arena arena;
    struct slice *cells; /* row by row */
    size_t count;
    size_t capacity;
    unsigned columns;
    enum align aligns[TABLE_COLUMNS];
};

void table_init(struct table *table);
void table_release(struct table *table);

/* A further column and its heading; all of them come before other cells. */
void table_column(struct table *table, enum align align, const char *heading);

/* The next cell: what is in TEXT, which is emptied; a word; a number. */
void table_text(struct table *table, struct text *text);
void table_word(struct table *table, const char *word);
void table_number(struct table *table, uint32_t number);

/* Columns on a terminal that a line takes, with GAP blanks between columns. */
size_t table_width(const struct table *table, size_t gap);

/* Appends the lines; a table that ran out of
   memory fails the text. */
void table_write(const struct table *table, size_t gap, struct text *text);

/* NAME so that no terminal acts on it, cut to WIDTH columns with a sign where it is longer. */
void add_short_name(struct slice name, size_t width, bool unicode, struct text *text);

#endif
