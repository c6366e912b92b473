/* SPDX-License-Identifier: MIT */
/* A writer: games in a form, on their way to a sink. */
#ifndef CATASTA_LIBRARY_WRITER_H
#define CATASTA_LIBRARY_WRITER_H

#include "archive/statistics.h"
#include "forms/forms.h"
#include "library/session.h"

/* What forms write that look at games so. */
struct packing {
    const struct stats *stats;     /* that the games are for, or NULL */
    struct catasta_scores *scores; /* likewise */
    struct field fields[CATASTA_FIELDS];
    size_t count;
    unsigned strip;
    uint64_t seed; /* of the hashes of keyed games */
};

/* Reads .fields; false with MESSAGE. */
bool packing_read(struct packing *packing, struct slice names, struct text *message);

/* A form that looks at games by the accessors of catasta.h; NULL: there is none called NAME. */
const struct form *data_form_find(const char *name);

/* What such a form writes of a value: its length, a colon, and itself; at NULL, where there is none, the colon alone.
 */
void pack_value(struct slice bytes, struct text *text);

/* What the form "index" writes of a game. */
bool add_index_rows(const struct form_game *game, struct text *text);

/* A writer of ROW, a form; NULL when out of memory. */
catasta_writer *writer_new(const struct form *row, const struct catasta_writing *how, const struct catasta_sink *sink);

struct catasta_writer {
    const struct form *form;
    struct packing packing;
    struct document document;
    struct catasta_sink sink;
    struct text filled;            /* of which the marks are replaced */
    bool any;                      /* comma was passed */
    uint64_t errors_left;          /* to be written; 0: any number */
    struct catasta_tally left_out; /* after the last of them */
    bool failed;                   /* something could not be written */
};

/* Writes TEXT with its marks replaced, GAMES games before it; false when it could not. */
bool writer_give(struct catasta_writer *writer, struct slice text, uint64_t games) CATASTA_CHECKED;

/* What PICTURE, or NULL, says of how boards look. */
struct svg_style picture_style(const struct catasta_picture *picture);

#endif
