/* What was probably meant by a word that is no turn: near misses of the people who
   type records.  Nothing is mended here, only said. */
#ifndef CATASTA_RECORD_HINTS_H
#define CATASTA_RECORD_HINTS_H

#include "base/slice.h"

enum { HINT_ROOM = 160 };

/* Writes what to say of WORD, a sentence without a full stop. */
void turn_hint(struct slice word, char hint[HINT_ROOM]);

#endif
