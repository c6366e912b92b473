/* SPDX-License-Identifier: MIT */
/* The text in SGN that a reader makes of a record, and where each piece of it comes from. */
#ifndef CATASTA_CONVERT_COPY_H
#define CATASTA_CONVERT_COPY_H

#include "catasta.h"
#include "convert/list.h"

/* Bytes of a record; at NULL: none. */
struct stretch {
    const char *begin;
    const char *end;
};

/* All 0 before the first record. */
struct copy {
    struct list text;   /* bytes */
    struct list pieces; /* struct catasta_origin */
    const char *bytes;  /* of the record */
    bool failed;        /* memory ran out */
};

/* Before each record, of which BYTES are the first. */
void copy_begin(struct copy *copy, const char *bytes);

/* Adds LENGTH bytes of TEXT, which come from WAS bytes of the record, from the one at FROM on. */
void copy_put(struct copy *copy, const char *text, size_t length, size_t from, size_t was);

/* Adds TEXT, which comes from FROM; from nothing, beside what is AT; or FROM as it is. */
void copy_made(struct copy *copy, const char *text, struct stretch from);
void copy_plain(struct copy *copy, const char *text, const char *at);
void copy_kept(struct copy *copy, struct stretch from);

/* Adds the tag NAME with LENGTH bytes of VALUE, as they are in its quotes, which come from FROM. */
void copy_tag(struct copy *copy, const char *name, const char *value, size_t length, struct stretch from);

/* The next word from *AT to END, without the spaces before it; *AT becomes its end. */
struct stretch take_word(const char **at, const char *end);

/* In any letters. */
bool stretch_is(struct stretch stretch, const char *word);

/* Gives the copy as what was found in N. */
enum catasta_found copy_give(const struct copy *copy, struct catasta_foreign *n);
void copy_free(struct copy *copy);

#endif
