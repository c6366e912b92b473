/* SPDX-License-Identifier: MIT */
/* Remarks on turns, as people read them: signs for numbered glyphs, comments without their commands. */
#ifndef CATASTA_FORMATS_TEXT_REMARKS_H
#define CATASTA_FORMATS_TEXT_REMARKS_H

#include "formats/text/style.h"
#include "games/game.h"
#include "referee/tree.h"

/* The sign of the glyph "$13", or GLYPH itself where it has none. */
struct slice glyph_sign(struct slice glyph, bool unicode);

/* A COMMENT without commands, [%clk 0:41:07], and spaces at its ends; *CLOCK is what that says, unless NULL, and stays
   where there is none. */
void add_comment(struct slice comment, struct slice *clock, struct text *text);

/* Fills in VIEW, of node INDEX, what the comments after it mark, by [%csl Ga1] and [%cal Ra1b2]: cells that VIEW has,
   on its first board; false when ARENA is out of memory. */
bool remarks_mark(const struct tree *tree, uint32_t index, struct arena *arena, struct view *view);

#endif
