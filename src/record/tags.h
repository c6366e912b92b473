/* SPDX-License-Identifier: MIT */
/* The tags that say something to somebody, and names that are nearly theirs. */
#ifndef CATASTA_RECORD_TAGS_H
#define CATASTA_RECORD_TAGS_H

#include "base/slice.h"

enum { KNOWN_TAGS = 34 };
extern const char *const known_tags[KNOWN_TAGS + 1];

/* Whether NAME is KNOWN. */
static inline bool tag_is(struct slice name, const char *known)
{
    size_t same = 0;
    while (same < name.length && name.at[same] == known[same])
        same++;
    return same == name.length && known[same] == '\0';
}

/* The tag that NAME is in other letters, capitals for small ones or the other way round, or with one of them wrong;
   NULL: it is one, or none is near. *ONLY_CASE: only capitals differ. */
const char *tag_meant(struct slice name, bool *only_case);

#endif
