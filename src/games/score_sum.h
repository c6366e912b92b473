/* Making sums out of terms, which all games do alike. */
#ifndef CATASTA_GAMES_SCORE_SUM_H
#define CATASTA_GAMES_SCORE_SUM_H

#include "games/game.h"

/* Puts TERM behind those of SUM: its name is copied into ARENA, which is asked in the end
   whether it was large enough; .holds and .why are texts that last, or NULL for none; what
   it comes to is worked out. */
void sum_add(struct score_sum *sum, struct arena *arena, struct term term);

#endif
