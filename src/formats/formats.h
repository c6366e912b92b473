/* SPDX-License-Identifier: MIT */
/* Formats: how judged games are written.  A format is a row: how its text begins, what it says of
   a game and of the run, how it ends.  Any of these may be NULL.

   Games are written side by side, without knowing those before them.  Where that matters there is a mark beside the
   text, and what it marks is put in when the text is written.

   A format that adds games up writes no text of them: it makes a row of each, a struct with all that is looked at, and
   takes the rows in one place, in order. */
#ifndef CATASTA_FORMATS_FORMATS_H
#define CATASTA_FORMATS_FORMATS_H

#include "formats/html/page.h"
#include "formats/text/style.h"
#include "referee/referee.h"

struct format_options {
    struct page_options page;
    bool verbose; /* scores: also how each score was reached */
};

enum output_mark_kind {
    MARK_NUMBER, /* the number of the game */
    MARK_COMMA,  /* a comma, but in front of the first */
    MARK_ERROR,  /* nothing: a diagnostic ends.  Once there are as many errors as are wanted the text is left out */
    MARK_CASCADED,
    MARK_WARNING,
    MARK_NOTE,
    MARK_END, /* ... up to here */
};
struct output_mark {
    size_t at;      /* in the text */
    uint32_t games; /* MARK_NUMBER: the number is that of the games before, plus this */
    enum output_mark_kind kind;
};
struct output_marks {
    struct output_mark *list; /* allocated */
    size_t count;
    size_t capacity;
    uint32_t games; /* the game's number, likewise */
};
void output_marks_release(struct output_marks *marks);

/* A game to be written.  Its number may be counted from a place that only the one who takes it knows. */
struct catasta_game;
struct output_game {
    const struct report *report;
    const struct catasta_game *data; /* the same for the accessors of catasta.h, where .data of the format says so */
    const char *file;
    uint32_t number;
    const struct style *style;
    const struct format_options *options;
    struct text_sink sink;      /* takes text that grows long */
    struct output_marks *marks; /* of the text that it is added to */
    struct page_run *page;      /* that it is written to, of formats that are pages */
};

/* What is written around games. */
struct document {
    struct format_options options;
    const char *version; /* of the program that writes it */
    struct text text;    /* written, and not yet given away */
    struct text notes;   /* for later, or the end */
    struct arena arena;
    struct page_run *page; /* of formats that are pages; NULL: there is none, or no memory */
    const char **files;
    size_t file_count;
    size_t file_capacity;
};

struct format {
    const char *name;
    enum keep_what keeps; /* what of a game it needs */
    bool silent;          /* it shows no diagnostics */
    bool marked;          /* its games are written with marks */
    bool bulky;           /* ... and are much longer than what they are made of */
    bool data;            /* it looks at games by the accessors of catasta.h */
    bool opening;         /* ... and at no more than their first ply */
    void (*begin)(struct document *document);
    bool (*file)(struct document *document, const char *file);      /* one is read; false when out of memory */
    bool (*add)(const struct output_game *game, struct text *text); /* false when the sink stopped */
    void *(*row)(const struct output_game *game, const void *taker, struct arena *arena); /* NULL: none, or no memory */
    bool (*take)(void *taker, void *row, uint64_t number);                                /* false to stop */
    void (*note)(struct document *document, enum severity severity, const char *file, const char *message);
    void (*end)(struct document *document, int status);
};

/* Marks the end of TEXT; and for the number of GAME, which stray text has none of; and that DIAGNOSTIC ends. */
void output_mark(const struct output_game *game, enum output_mark_kind kind, const struct text *text);
void output_mark_number(const struct output_game *game, struct text *text);
void output_mark_diagnostic(
    const struct output_game *game, const struct diagnostic *diagnostic, const struct text *text);

/* The format called NAME, NULL when there is none. */
const struct format *format_find(const char *name);

#endif
