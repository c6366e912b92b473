/* SPDX-License-Identifier: MIT */
/* Records as bytes, copied to files; and values that the library's forms for programs pack. */
#ifndef CATASTA_UTIL_RECORDS_H
#define CATASTA_UTIL_RECORDS_H

#include "catasta.h"

struct bytes {
    const char *at; /* NULL: there are none */
    size_t length;
};

/* The next value of REST, as the forms "packed" and "index" write it, at NULL where there is none; false where there
   was no memory for all of it. */
bool unpack_value(struct bytes *rest, struct bytes *value);

/* A file that records are copied to.  Empty lines around them become one between them. */
struct record_output {
    struct catasta_sink sink;
    bool any;
    bool in_tags; /* the last record ends with a tag: what tags come next could be its own */
    bool ruled;   /* ... and has a tag Ruleset */
};
bool put_record(struct record_output *output, struct bytes record);

#endif
