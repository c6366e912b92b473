/* SPDX-License-Identifier: MIT */
/* A game as one picture that moves.  What is drawn of its positions is cut into elements, each kept once with the
   steps in which it is seen; CSS shows and hides them, and slides what a turn has moved.  Where nothing can move, or a
   reader wants nothing to, it is the last position. */
#ifndef CATASTA_FORMATS_SVG_SVG_FILM_H
#define CATASTA_FORMATS_SVG_SVG_FILM_H

#include "base/string_table.h"
#include "formats/svg/svg.h"

/* Of one element, the steps from .first to before .end in which it is seen without a break; then the next such. */
struct film_run {
    uint32_t first;
    uint32_t end;
    struct film_run *next;
};

struct film_element {
    struct film_run *runs; /* the last one first */
};

struct svg_film {
    const struct svg_frame *frame; /* with captions */
    struct arena *arena;
    struct string_table elements; /* after the byte that is the number of their part */
    struct film_element *seen;    /* by their numbers */
    size_t capacity;
    uint32_t frames;
};

/* FRAME and ARENA are borrowed. */
void svg_film_begin(struct svg_film *film, const struct svg_frame *frame, struct arena *arena);

/* The next frame, into which pieces slide from where they were BEFORE it; NULL: nothing slides. */
void svg_film_add(
    struct svg_film *film, const struct view *before, const struct view *view, const struct svg_caption *caption);

/* The document, which shows each frame for MILLISECONDS, and the last one longer before the first comes again. */
void svg_film_end(struct svg_film *film, const char *title, unsigned milliseconds, struct text *text);

#endif
