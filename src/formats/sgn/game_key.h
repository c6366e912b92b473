/* SPDX-License-Identifier: MIT */
/* What a game is, whatever else its record says, and however: what games are compared by. */
#ifndef CATASTA_FORMATS_GAME_KEY_H
#define CATASTA_FORMATS_GAME_KEY_H

#include "referee/referee.h"

/* Adds to TEXT the ruleset and the start of the game of REPORT, of which texts were kept, and a line for each turn of
   its main line: canonical, or, if one of them is not legal, as it is written.  Of a game without turns, or that cannot
   be set up, or where something else cannot be read: the bytes of its record. */
void game_key(const struct report *report, struct text *text);

#endif
