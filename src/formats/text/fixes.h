/* SPDX-License-Identifier: MIT */
/* What was done about faults, a line each for people and editors:

       game.sgn:7:51: fixed: 3. Black: d4:3xc3 in place of d4:4xc3 [accasta/too-many-pieces]
       game.sgn:9:12: note: 4. White: e3-e9 is left as it is: no repair was found [syntax/turn]

   and what is asked before. */
#ifndef CATASTA_FORMATS_TEXT_FIXES_H
#define CATASTA_FORMATS_TEXT_FIXES_H

#include "formats/text/place.h"
#include "formats/text/style.h"
#include "referee/referee.h"

/* A place in a file, and how to write about it. */
struct fix_place {
    const char *file;
    uint32_t line;
    uint32_t column;
    const struct style *style;
};

/* Why the first repair of a fault was not made. */
enum unfixed {
    UNFIXED_NONE,   /* there is none */
    UNFIXED_UNSURE, /* it is not sure enough */
    UNFIXED_GUESSED,
    UNFIXED_NO_BETTER,
    UNFIXED_REFUSED,
    UNFIXED_NOT_ASKED,
};

/* A line on REPAIR of DIAGNOSTIC, which was made. */
void render_fixed(const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair,
    const struct fix_place *place, const char *word, struct text *text);

/* A line on DIAGNOSTIC, about which nothing was done, and why. */
void render_unfixed(const struct report *report, const struct diagnostic *diagnostic, enum unfixed why,
    const struct fix_place *place, struct text *text);

/* The question about DIAGNOSTIC: its message, with the line that CURSOR is in. */
void render_question(const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place,
    const struct cursor *cursor, struct text *text);

/* Repair NUMBER of it, from 0, with the boards before and after it.  FIXED is the record with that repair,
   which is in CHANGE; NULL where that cannot be.  BEFORE is the board before the last proposal, at first empty: the
   same is not shown again. */
void render_proposal(const struct report *report, const struct diagnostic *diagnostic, unsigned number,
    const struct report *fixed, struct span change, const struct style *style, struct text *before, struct text *text);

#endif
