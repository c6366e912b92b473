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

/* Likewise of what holds a sign that only looks right; false, and nothing written,
   when it does not. */
bool lookalike_hint(struct slice word, struct text *hint);

/* Where that sign is in WORD; all of it when there is none. */
struct span lookalike_span(struct slice word);

/* As much as a result has that was read with signs of its own. */
enum { RESULT_ROOM = 200 };

/* Writes the result that WORD looks like, "0--1" or one with a letter or a dash in it, as
   results are written; false when it looks like none. */
bool result_meant(struct slice word, char meant[RESULT_ROOM]);

/* The result that WORD stands for where people write down forfeits and draws in other ways:
   "+/-", "1-0F", "½-½"; NULL: none. */
const char *forfeit_meant(struct slice word);
const char *draw_meant(struct slice word);

/* The sign that the character CODE looks like, 0: none. */
char lookalike_sign(uint32_t code);

#endif
