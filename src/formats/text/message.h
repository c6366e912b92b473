/* SPDX-License-Identifier: MIT */
/* The parts of a message for people, whatever it is about:

       game.sgn:2:4: error: a step of 3 cells …      head
           2 | 1. a1:-b1                              excerpt: the line, a caret
             |    ^~~~~~
       note: …                                        notes below

   What the message says between head and excerpt is its owner's. */
#ifndef CATASTA_FORMATS_TEXT_MESSAGE_H
#define CATASTA_FORMATS_TEXT_MESSAGE_H

#include "base/fault.h"
#include "formats/text/style.h"

/* "FILE:LINE", or of a ROW of a database, unless NULL, "FILE: row 7". */
void add_record_place(struct text *text, const char *file, uint32_t line, const int64_t *row);

/* "FILE:LINE:COLUMN: ", and with "error: " after it. */
void add_file_place(struct text *text, const char *file, uint32_t line, uint32_t column, const struct style *style);
void add_head(struct text *text, const char *file, uint32_t line, uint32_t column, enum severity severity,
    const struct style *style);

/* Its last part alone. */
void add_severity(struct text *text, enum severity severity, const struct style *style);

/* A line of a source with its fault, as bytes of TEXT.  Of a long line only the part
   round the fault is shown, so that TEXT need not go much further. */
struct excerpt_line {
    struct slice text; /* without its newline */
    uint32_t number;   /* 0: none */
    bool begun;        /* the line begins before TEXT */
    struct span fault;
};
void add_excerpt(struct text *text, const struct excerpt_line *line, enum severity severity, const struct style *style);

/* How far after the beginning of a fault a line is looked at, in bytes. */
enum { EXCERPT_REACH = 101 };

/* "WORD: NOTE", a line. */
/* Breaks the line of TEXT from BEGIN on, which ends TEXT, between words where it is wider than the terminal. */
void wrap_line(struct text *text, size_t begin, const struct style *style);

void add_note(struct text *text, const struct style *style, const char *word, struct slice note);

#endif
