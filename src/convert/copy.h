/* SPDX-License-Identifier: MIT */
/* The text in SGN that a reader makes of a record, and where each piece of it comes from. */
#ifndef CATASTA_CONVERT_COPY_H
#define CATASTA_CONVERT_COPY_H

#include "catasta.h"
#include "convert/list.h"

/* All 0 before the first record. */
struct copy {
    struct list text;   /* bytes */
    struct list pieces; /* struct catasta_origin */
    bool failed;        /* memory ran out */
};

/* Before each record. */
void copy_begin(struct copy *copy);

/* Adds LENGTH bytes of TEXT, which come from WAS bytes of the record, from the one at FROM on. */
void copy_put(struct copy *copy, const char *text, size_t length, size_t from, size_t was);

/* Gives the copy as what was found in N. */
enum catasta_found copy_give(const struct copy *copy, struct catasta_foreign *n);
void copy_free(struct copy *copy);

#endif
