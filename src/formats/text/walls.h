/* SPDX-License-Identifier: MIT */
/* A board on a screen: cells with walls between them, hexagons laid like bricks, and their names in the wall below
   them, or above what is on them where there are lines to spare.  Cells of one piece have no wall between them.

       ╭─────┬─────╮
       │ ○●  │ >●< │      the last turn; of its marks the first alone if there is room for one
       ├─a2──┼─b2──┤  */
#ifndef CATASTA_FORMATS_TEXT_WALLS_H
#define CATASTA_FORMATS_TEXT_WALLS_H

#include "formats/text/style.h"
#include "games/game.h"

struct walls {
    const struct view *view;
    const struct style *style;
    unsigned board;
    int left;  /* x of the first cells, in half cells */
    int span;  /* up to how far from it cells are drawn */
    int pitch; /* columns from wall to wall; even where a row is half a cell off the next */
    int top, bottom;
};

/* How wide a board is in columns, of which cells are SPAN half cells apart at most. */
int walls_width(int span, int pitch);

/* Adds what is on CELL, in at most ROOM columns, to TEXT, within TINT_MARK where the cell is marked; returns its
 * columns. */
typedef int wall_content(const void *context, const struct view_cell *cell, int room, struct text *text);

/* With two lines in each cell where the style has one to spare for each. */
void render_walls(const struct walls *walls, wall_content *content, const void *context, struct text *text);

#endif
