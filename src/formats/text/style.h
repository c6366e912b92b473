/* SPDX-License-Identifier: MIT */
/* How text is to look, and the few marks that depend on it. */
#ifndef CATASTA_FORMATS_TEXT_STYLE_H
#define CATASTA_FORMATS_TEXT_STYLE_H

#include "base/text.h"

struct style {
    bool colour;    /* escape sequences for a terminal */
    bool unicode;   /* or ASCII alone */
    bool plain;     /* positions in words, and nothing drawn */
    bool coded;     /* tints as bytes TINT_CODE + tint, for drawing on a screen */
    unsigned width; /* columns there are, 0: the usual */
    unsigned most;  /* that a board may take, 0: the same */
    unsigned spare; /* lines that a field may take more, with its places farther apart */
};

enum tint { TINT_NONE, TINT_BOLD, TINT_FAINT, TINT_ERROR, TINT_WARNING, TINT_NOTE, TINT_MARK, TINT_HUE };
enum { TINT_CODE = 0x10, USUAL_WIDTH = 80 };

/* With coded tints, lines of lists and of seats begin with the number of the seat that they are of, if any, or with
   this, if they are a stack on the table. */
enum { OWNER_STACK = 0x0F };

static inline int style_width(const struct style *style)
{
    return style->width == 0 ? USUAL_WIDTH : (int)style->width;
}

/* STRING in TINT, plain where colour is off.  TINT_HUE + a hue, from 1, is written as a code only: see board_tint. */
void add_tinted(struct text *text, const struct style *style, enum tint tint, const char *string);

/* The same within what is in tint OUTER; only a screen can do that, elsewhere STRING is as what is around it. */
void add_tinted_within(
    struct text *text, const struct style *style, enum tint outer, enum tint tint, const char *string);

#endif
