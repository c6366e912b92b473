/* SPDX-License-Identifier: MIT */
/* A position in words, to be read aloud or felt as braille: no picture, nothing that
   only its place on a screen explains.

       Row b: b1, White's castle, 2 white. b4 white over 3 black.

   A stack is described from the top down, and empty cells are left out. */
#ifndef CATASTA_FORMATS_TEXT_IN_WORDS_H
#define CATASTA_FORMATS_TEXT_IN_WORDS_H

#include "games/game.h"

/* All of a position: rows from the first on, pieces that are not on any board, the status of
   each seat. */
void position_in_words(const struct view *view, struct text *text);

/* "b1, White's castle," or "b4": how the place is called. */
void place_in_words(const struct view *view, const struct view_cell *cell, struct text *text);

/* "white over 3 black": what is on it; nothing where it is empty. */
void stack_in_words(const struct view *view, const struct view_cell *cell, struct text *text);

/* "Stack 1: G3 R3": a list of pieces, bottom to top. */
void list_in_words(const struct view_list *list, struct text *text);

#endif
