/* What the board holds where a turn is at fault, in words for the reader. */
#ifndef CATASTA_REFEREE_FACTS_H
#define CATASTA_REFEREE_FACTS_H

#include "referee/line.h"

/* What lies where TURN begins and goes, as STATE has it, or, for a fault of a step
   behind the first, as the steps before PART have left it: then *WITHIN is true.  In
   the memory of the report; empty where there is nothing to say. */
struct slice board_facts(
    struct judge *judge, const struct turn *turn, uint16_t part, const struct state *state, bool *within);

#endif
