/* SPDX-License-Identifier: MIT */
/* What the board holds where a turn is at fault, in words for the reader. */
#ifndef CATASTA_REFEREE_FACTS_H
#define CATASTA_REFEREE_FACTS_H

#include "referee/judge/line.h"

/* The pieces where TURN begins and goes, as in STATE, or, for a fault of a step after the
   first, as the steps before PART have left them: then *WITHIN is true.  In the memory of
   the report; empty where there is nothing to say. */
struct slice board_facts(
    struct judge *judge, const struct turn *turn, uint16_t part, const struct state *state, bool *within);

/* Keeps in FAULT, about the turn ITEM, the position it found, with the steps before the
   one at fault played; STATE is that before the turn.  Only the first BOARDS_MOST faults
   of a record keep theirs, and numbers none. */
enum { BOARDS_MOST = 1000 };
void keep_board(struct judge *judge, const struct state *state, const struct item *item, struct diagnostic *fault);

#endif
