/* SPDX-License-Identifier: MIT */
/* What was probably meant by a word that is not a turn: near misses of people who type records. This module mends
   nothing; it only explains. */
#ifndef CATASTA_RECORD_HINTS_H
#define CATASTA_RECORD_HINTS_H

#include "record/record.h"

/* Writes a hint for WORD in the place of a turn of SHAPE, EXAMPLE being how these look in the game: a sentence without
   a full stop.  FOREIGN: it is a turn of another shape. */
void turn_hint(struct slice word, enum turn_shape shape, const char *example, bool foreign, struct text *hint);

/* Likewise for a word that says how a game ended, "resigns" or "1-0F"; false, and nothing
   written, when it does not. */
bool end_hint(struct slice word, struct text *hint);

/* As much as a result has that was read with signs of its own. */
enum { RESULT_ROOM = 200 };

/* The result that WORDS mean, which are written in other ways than results are: "1:0", "½-½", "Black resigned", "Anna
   won", if a tag of RECORD names her; with POINTS no draw in figures.  NULL: none, or it is written as results are.
   What is made is in ROOM. */
const char *ending_meant(const struct record *record, struct slice words, bool points, char room[RESULT_ROOM]);

/* The result that WORD means where people write down forfeits in other ways, "+/-" or "1-0F"; NULL: none. */
const char *forfeit_meant(struct slice word);

#endif
