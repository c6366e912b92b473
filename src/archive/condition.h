/* SPDX-License-Identifier: MIT */
/* Conditions on games, "tag.White = Mara and plies > 40", and the fields that they are about.  A condition is text
   until it is read (grammar/condition.y), and then a tree of tests, which are asked of games by the accessors of
   catasta.h.  It is used by one thread at a time. */
#ifndef CATASTA_ARCHIVE_CONDITION_H
#define CATASTA_ARCHIVE_CONDITION_H

#include "base/text.h"
#include "catasta.h"

/* What is wrong with a text, and where. */
struct condition_fault {
    struct span span;
    struct text message; /* the caller's */
};

struct condition;

/* NULL with FAULT; or with an empty message, where memory ran out. */
struct condition *condition_new(struct slice text, struct condition_fault *fault);
void condition_free(struct condition *condition);

/* What of a game has to be kept, once it is judged, to ask. */
enum catasta_keep condition_keeps(const struct condition *condition);

/* Whether it holds for GAME; where that is not JUDGED, it may not be known yet. */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };
enum truth condition_ask(struct condition *condition, const catasta_game *game, bool judged);

/* A field of a game, "tag.Event" or "plies". */
struct field_type;
struct field {
    const struct field_type *type;
    struct slice tag; /* of "tag.Event": the rest of the name; else empty */
};

/* The field called NAME, of which tags are not copied; false with MESSAGE. */
bool field_read(struct slice name, struct field *field, struct text *message);

/* Whether it is known only of judged games. */
bool field_needs_judge(const struct field *field);

/* Its value I of GAME, from 0: most fields have one or none.  It is in SCRATCH or the game's; false after the last. */
bool field_value(
    const struct field *field, const catasta_game *game, size_t i, struct text *scratch, struct slice *value);

/* -1, 0 or 1: A is before B, the same, or after it, as numbers if both are, else as dates, as far as B goes, else byte
   by byte.  False: nobody knows, since part of a date is unknown. */
bool values_compare(struct slice a, struct slice b, int *order);

#endif
