/* SPDX-License-Identifier: MIT */
/* Records as they are written, without some of what is in them. */
#ifndef CATASTA_FORMATS_SGN_STRIPPED_H
#define CATASTA_FORMATS_SGN_STRIPPED_H

#include "base/text.h"
#include "record/record.h"

/* Adds the bytes of RECORD to TEXT but for its COMMENTS, with '%' lines, which belong to no game, and its VARIATIONS,
   and the spaces that were only there for these. */
void record_strip(const struct record *record, bool comments, bool variations, struct text *text);

#endif
