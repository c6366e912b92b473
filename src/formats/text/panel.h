/* SPDX-License-Identifier: MIT */
/* A board of rows as a panel of a screen: closer than render_board draws it, as wide as
   the stacks of a whole game need, so that nothing moves from turn to turn. */
#ifndef CATASTA_FORMATS_TEXT_PANEL_H
#define CATASTA_FORMATS_TEXT_PANEL_H

#include "formats/text/style.h"
#include "games/game.h"

/* Columns from a cell to its neighbour, so that no two stacks of VIEW touch. */
unsigned panel_pitch(const struct view *view);

/* The board of VIEW with cells PITCH apart, or further where STYLE has the width, or closer where it has not: a stack
   that is too wide then shows its height and its top, and is written out below the board. */
void render_panel(const struct view *view, unsigned pitch, const struct style *style, struct text *text);

/* Turns the boards of VIEW round, to be seen from the other side. */
void view_flip(struct view *view);

#endif
