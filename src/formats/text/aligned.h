/* SPDX-License-Identifier: MIT */
/* Aligned text tables of a few columns.  Cells are put in one by one, row by row, and
   written at the end, each as wide as the widest of its column on a terminal. */
#ifndef CATASTA_FORMATS_TEXT_ALIGNED_H
#define CATASTA_FORMATS_TEXT_ALIGNED_H

#include "base/arena.h"
#include "base/text.h"

enum { ALIGNED_COLUMNS = 64 };

/* ALIGN_POINT puts the ends of whole numbers below each other, with decimals after. */
enum align { ALIGN_RIGHT, ALIGN_LEFT, ALIGN_POINT };

struct aligned {
    struct arena arena;
    struct slice *cells; /* row by row */
    size_t count;
    size_t capacity;
    unsigned columns;
    enum align aligns[ALIGNED_COLUMNS];
};

void aligned_init(struct aligned *table);
void aligned_release(struct aligned *table);

/* A further column and its heading; all of them come before other cells. */
void aligned_column(struct aligned *table, enum align align, const char *heading);

/* The next cell: what is in TEXT, which is emptied; a word; a number. */
void aligned_text(struct aligned *table, struct text *text);
void aligned_word(struct aligned *table, const char *word);
void aligned_number(struct aligned *table, uint32_t number);

/* Columns on a terminal that a line takes, with GAP spaces between columns. */
size_t aligned_width(const struct aligned *table, size_t gap);

/* Appends the lines; a table that ran out of memory fails the text. */
void aligned_write(const struct aligned *table, size_t gap, struct text *text);

/* NAME so that no terminal acts on it, cut to WIDTH columns with a sign where it is longer. */
void add_short_name(struct slice name, size_t width, bool unicode, struct text *text);

#endif
