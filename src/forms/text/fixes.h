/* What was done about faults, a line each for people and editors:

       game.sgn:7:51: fixed: 3. Black: d4:3xc3 in place of d4:4xc3 [accasta/too-many-pieces]
       game.sgn:9:12: note: 4. White: e3-e9 is left as it is: no repair was found [syntax/turn] */
#ifndef CATASTA_FORMS_TEXT_FIXES_H
#define CATASTA_FORMS_TEXT_FIXES_H

#include "forms/text/style.h"
#include "referee/referee.h"

/* A place in a file, and how to write about it. */
struct fix_place {
    const char *file;
    uint32_t line;
    uint32_t column;
    const struct style *style;
};

/* A line on the first repair of DIAGNOSTIC, which was made; WORD as "fixed". */
void render_fixed(const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place,
    const char *word, struct text *text);

/* A line on DIAGNOSTIC, about which nothing was done, and why. */
void render_unfixed(
    const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place, struct text *text);

#endif
