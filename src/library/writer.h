/* SPDX-License-Identifier: MIT */
/* A writer: games in a format, on their way to a sink. */
#ifndef CATASTA_LIBRARY_WRITER_H
#define CATASTA_LIBRARY_WRITER_H

#include "archive/statistics.h"
#include "formats/formats.h"
#include "library/session.h"

/* Rows that a format has made, in the order of their games. */
struct row {
    void *values;    /* the format's struct */
    uint64_t number; /* of the game, among those that were looked at together; 0: stray text */
};
struct row_list {
    struct arena arena; /* of the list and all in it */
    struct row *list;
    size_t count;
    size_t capacity;
    size_t kept; /* .arena.held when it is empty */
};

/* What a format makes of games: text with its marks, or rows. */
struct product {
    struct text text;
    struct output_marks marks;
    struct row_list rows;
};
struct product_end { /* of a part of it */
    size_t text;
    size_t marks;
    size_t rows;
};
static inline struct product_end product_end(const struct product *product)
{
    return (struct product_end){product->text.length, product->marks.count, product->rows.count};
}
void product_clear(struct product *product);
void product_release(struct product *product);

/* Adds what FORMAT makes of GAME, for TAKER if that is a row; false when the format could not, or the sink stopped.
 */
bool product_add(
    struct product *product, const struct format *format, const void *taker, const struct output_game *game);

/* A writer in FORMAT; NULL when out of memory. */
catasta_writer *writer_new(
    const struct format *format, const struct catasta_writing *how, const struct catasta_sink *sink);

/* The same in a format that makes rows, for TAKER. */
catasta_writer *writer_of_rows(const struct format *format, void *taker);

struct catasta_writer {
    const struct format *format;
    struct document document;
    struct catasta_sink sink;
    void *taker;                   /* of rows */
    struct product product;        /* of one game */
    struct text filled;            /* of which the marks are replaced */
    bool any;                      /* comma was passed */
    uint64_t errors_left;          /* to be written; 0: any number */
    struct catasta_tally left_out; /* after the last of them */
    bool failed;                   /* something could not be written */
};

/* Frees WRITER, unless NULL. */
void writer_drop(struct catasta_writer *writer);

/* Writes what is in PRODUCT from BEGIN to END, with marks replaced, or has it taken; GAMES games come before it.  False
   when it could not. */
bool writer_give(struct catasta_writer *writer, const struct product *product, struct product_end begin,
    struct product_end end, uint64_t games) CATASTA_CHECKED;

/* What PICTURE, or NULL, says of how boards look. */
struct svg_style picture_style(const struct catasta_picture *picture);

#endif
