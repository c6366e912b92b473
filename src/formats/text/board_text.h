/* SPDX-License-Identifier: MIT */
/* A position drawn with characters: every cell in its place, stacks bottom to top
   from left to right, zones in brackets, the last turn marked.

       (www)   [bbb]   the zones of seats 1 and 2: castles, palaces
       >wb<            the last turn went here, and started at a cell <.>
       x               no piece may be put there  */
#ifndef CATASTA_FORMATS_TEXT_BOARD_TEXT_H
#define CATASTA_FORMATS_TEXT_BOARD_TEXT_H

#include "formats/text/style.h"
#include "games/game.h"

/* The sign for a cell with nothing on it. */
const char *board_empty(const struct view_cell *cell, const struct style *style);

/* Whether pieces can be drawn as discs, since each of two sides has one kind only, but on a screen also slabs and
   domes; and the disc of a piece. */
bool board_has_discs(const struct view *view, const struct style *style);
const char *board_disc(const struct view_piece *piece);

/* What all pieces of SEAT that lie are called, NULL: they have several names, or there is none. */
const char *board_sign(const struct view *view, unsigned seat);

/* That of its colour where it has one of six, else that of its seat. */
enum tint board_tint(const struct view_piece *piece);

void render_board(const struct view *view, const struct style *style, struct text *text);

/* The boards of an open field, close together, and on a screen side by side: what is seen of each place, the name
   below it; where one is too wide for a screen, in strips from left to right. */
void render_field(const struct view *view, const struct style *style, struct text *text);

/* Pieces that are not on any board, a line each, and the view's notes; on a screen only those that render_status does
   not have. */
void render_lists(const struct view *view, const struct style *style, struct text *text);

/* A line for each seat: its status, with the name of its player where PLAYERS has one; NULL: of none.  On a screen a
   sign is before those of the seats CHOSEN, bit s-1 for seat s: it is to move, or if the game is OVER, has won; what
   the seat holds is at its end, and the view's notes come last. */
void render_status(const struct view *view, const struct slice *players, uint32_t chosen, bool over,
    const struct style *style, struct text *text);

#endif
