/* SPDX-License-Identifier: MIT */
/* A text made of another by changes, which remembers them: places in the new text are found in the old one. */
#ifndef CATASTA_RECORD_REWRITING_H
#define CATASTA_RECORD_REWRITING_H

#include "base/text.h"

/* .was bytes from .from on became .is bytes from .at on. */
struct rewrite {
    uint32_t at;
    uint32_t is;
    uint32_t from;
    uint32_t was;
    bool mended; /* very probably meant, but not the only reading */
};

struct rewriting {
    struct slice old;
    struct text text;
    uint32_t taken; /* of .old */
    struct rewrite *changes;
    size_t count;
    size_t capacity;
};

/* Begins afresh, with the memory that there is. */
void rewriting_begin(struct rewriting *rewriting, struct slice old);
void rewriting_release(struct rewriting *rewriting);

/* Takes the old text as it is up to the offset END. */
void rewriting_keep(struct rewriting *rewriting, uint32_t end);

/* Puts TEXT in the place of SPAN, which is not before what was taken; what is between is kept. */
void rewriting_put(struct rewriting *rewriting, struct span span, struct slice text, bool mended);

/* For a text that is made otherwise: one more change, after the others in the new text, wherever it is from. */
void rewriting_map(struct rewriting *rewriting, struct rewrite change);

/* Keeps the rest; false when out of memory. */
bool rewriting_end(struct rewriting *rewriting);

/* Where SPAN of the new text was in the old one: all of what a change that it touches was made of. */
struct span rewriting_place(const struct rewriting *rewriting, struct span span);

/* Whether a change in SPAN of the new text was mended. */
bool rewriting_is_mended(const struct rewriting *rewriting, struct span span);

/* Where the offset of the old text is in the new one. */
uint32_t rewriting_ahead(const struct rewriting *rewriting, uint32_t offset);

#endif
