/* SPDX-License-Identifier: MIT */
/* A text made of the bytes of a file, and where each piece of it comes from: of another format, of another encoding, or
   with signs in the place of look-alikes.

       bytes of the file ──pieces──> text that is parsed
       bytes of the file <──pieces_place── spans of the record */
#ifndef CATASTA_RECORD_PIECES_H
#define CATASTA_RECORD_PIECES_H

#include "base/arena.h"
#include "base/text.h"

/* .was bytes from .from on became .is bytes from .at on. */
struct piece {
    uint32_t at;
    uint32_t is;
    uint32_t from;
    uint32_t was;
};

struct pieces {
    struct slice bytes; /* of the file */
    struct text text;
    uint32_t taken; /* of .bytes */
    struct piece *list;
    size_t count;
    size_t capacity;
};

/* Begins afresh, with the memory that there is. */
void pieces_begin(struct pieces *pieces, struct slice bytes);
void pieces_release(struct pieces *pieces);

/* Puts TEXT in the place of SPAN of the bytes, which is after what was taken; what is between is kept. */
void pieces_put(struct pieces *pieces, struct span span, struct slice text);

/* For a text that is made otherwise: one more piece, after the others in the text, wherever it is from. */
void pieces_map(struct pieces *pieces, struct piece piece);

/* Keeps the rest, and puts two NULs after the text; false when out of memory. */
bool pieces_end(struct pieces *pieces);

/* Lets the text end at the offset END. */
void pieces_cut(struct pieces *pieces, uint32_t end);

/* Where SPAN of the text was in the bytes: all of what a piece that it touches was made of. */
struct span pieces_place(const struct pieces *pieces, struct span span);

/* A copy in ARENA, of which the bytes are BYTES; NULL when out of memory. */
const struct pieces *pieces_copy(const struct pieces *pieces, struct slice bytes, struct arena *arena);

#endif
