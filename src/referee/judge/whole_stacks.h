/* SPDX-License-Identifier: MIT */
/* Turns as some servers write them: a count that is left out means all that is left of the stack, and '+' any stack. */
#ifndef CATASTA_REFEREE_WHOLE_STACKS_H
#define CATASTA_REFEREE_WHOLE_STACKS_H

#include "referee/judge/line.h"

/* Gives the turns of the record, which begins at START, their counts and marks, as far as it can be played. */
void complete_turns(struct judge *judge, const struct state *start);

/* The step that shows that the record, which is not legal as it is, is written like this throughout: it has no mark of
   a capture, and is legal that way from START to the end.  NULL: it is not, or one wrong mark or count explains as
   much. */
const struct part *find_whole_stacks(struct judge *judge, const struct state *start);

#endif
