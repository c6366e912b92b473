/* Forms: how judged games are written.  A form is a row: how its text begins, what it says of
   a game and of the run, how it ends.  Any of these may be NULL.

   Pieces of a file are written side by side, without knowing how many games stand before
   theirs: marks stand for what depends on that (render/json.h), and are filled in when the text
   is given away. */
#ifndef CATASTA_FACADE_FORMS_H
#define CATASTA_FACADE_FORMS_H

#include "facade/session.h"

/* A game to be written. */
struct form_game {
    const struct report *report;
    const char *file;
    uint32_t number;
    const struct style *style;
    const struct catasta_writing *how;
    struct outlet outlet; /* takes text that grows long */
};

struct form {
    const char *name;
    enum keep_what keeps; /* what of a game it needs */
    bool silent;          /* it shows no diagnostics */
    bool marked;          /* its games are written with marks */
    void (*begin)(struct catasta_writer *writer);
    bool (*file)(struct catasta_writer *writer, const char *file); /* one is read; false when out of memory */
    bool (*add)(const struct form_game *game, struct text *text);  /* false when the outlet stopped */
    void (*note)(struct catasta_writer *writer, enum catasta_status status, const char *file, const char *message);
    void (*end)(struct catasta_writer *writer, enum catasta_status status);
};

/* The form called NAME, NULL when there is none. */
const struct form *form_find(const char *name);

struct catasta_writer {
    const struct form *form;
    struct catasta_session *session;
    struct catasta_writing how;
    struct catasta_sink sink;
    struct text text; /* written, and not yet given away */
    bool any;         /* comma was passed */
    bool failed;      /* something could not be written */
    struct arena arena;
    struct text notes; /* for the end */
    const char **files;
    size_t file_count;
    size_t file_capacity;
};

/* Gives TEXT away behind GAMES games, with what its marks stand for, and empties it; false
   when it could not. */
bool writer_give(struct catasta_writer *writer, struct text *text, uint64_t games);

#endif
