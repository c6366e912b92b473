/* SPDX-License-Identifier: MIT */
/* What a game is, whatever else its record says, and however: what games are compared by. */
#ifndef CATASTA_FORMS_GAME_KEY_H
#define CATASTA_FORMS_GAME_KEY_H

#include "archive/duplicates.h"
#include "referee/referee.h"

/* Adds to TEXT the ruleset and the start of the game of REPORT, of which texts were kept, and a line for each turn of
   its main line: canonical where it is legal, else as it is written.  Of a game without turns, or that cannot be set
   up, the bytes of its record.  FACTS gets how long that is, how many turns there are, and how good the record is. */
void game_key(const struct report *report, struct game_facts *facts, struct text *text);

#endif
