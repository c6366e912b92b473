/* SPDX-License-Identifier: MIT */
/* Cuts a file of JSON objects, in a list or one after the other, into objects, without reading what is in them.
   Memory follows the longest one, up to OBJECT_BYTES. */
#ifndef CATASTA_CONVERT_CUTTER_H
#define CATASTA_CONVERT_CUTTER_H

#include "catasta.h"

enum { OBJECT_BYTES = 4 * 1024 * 1024 };

/* What can come next. */
enum cutter_state {
    CUT_BEGIN,  /* a list or an object */
    CUT_FIRST,  /* in a list, an object or its end */
    CUT_NEXT,   /* ... after a comma */
    CUT_COMMA,  /* ... after an object */
    CUT_OBJECT, /* another object */
    CUT_END,    /* nothing */
    CUT_BROKEN, /* nothing that could be read */
};

/* All 0 at the beginning of a file. */
struct cutter {
    enum cutter_state state;
    size_t scanned; /* bytes of the object that is begun */
    size_t depth;   /* braces and brackets that are open there */
    bool in_string;
    bool escaped;
    bool skipping; /* it is too long */
};

/* Whether a file begins like one. */
bool cutter_recognises(const char *bytes, size_t length, bool asked);

/* The next object: CATASTA_FOUND_RECORD from .begin to .end of N, and the rest as struct catasta_form_reader has it. */
enum catasta_found cutter_next(struct cutter *cutter, struct catasta_foreign *n);

#endif
