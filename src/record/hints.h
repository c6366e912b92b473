/* What was probably meant by a word that is no turn: near misses of the people who
   type records.  Nothing is mended here, only said. */
#ifndef CATASTA_RECORD_HINTS_H
#define CATASTA_RECORD_HINTS_H

#include "base/slice.h"

enum { HINT_ROOM = 160 };

/* Writes what to say of WORD, a sentence without a full stop. */
void turn_hint(struct slice word, char hint[HINT_ROOM]);

/* Likewise of what does not continue a turn, when it holds a sign that only looks
   right; false, and nothing written, when it does not. */
bool tail_hint(struct slice tail, char hint[HINT_ROOM]);

#endif
