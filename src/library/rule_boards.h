/* SPDX-License-Identifier: MIT */
/* The two turns of a rule's examples, drawn. */
#ifndef CATASTA_LIBRARY_RULE_BOARDS_H
#define CATASTA_LIBRARY_RULE_BOARDS_H

#include "formats/man/explanation.h"
#include "library/session.h"

/* Draws into ITEM, whose texts are from ARENA, the turn of FAULT in the game BROKEN, and the turn that is there in
   KEPT, each on the board that it was played on; of a fault without a turn the last positions.  Nothing where the fault
   has no board.  BROKEN is of a session that keeps boards, KEPT of one that keeps positions. */
void draw_examples(struct explanation *item, const struct catasta_game *broken, const struct diagnostic *fault,
    const struct catasta_game *kept, struct arena *arena);

#endif
