/* Where a variation should have ended that is never closed: behind the turn from which
   on all that stands in it is legal on the main line. */
#ifndef CATASTA_REFEREE_CLOSING_H
#define CATASTA_REFEREE_CLOSING_H

#include "referee/line.h"

/* How many items of LINE, a variation from START on of the last turn of MAIN, are to be
   judged as its own; the rest is the main line's.  What is found is kept in JUDGE. */
size_t repair_unclosed(
    struct judge *judge, const struct progress *main, const struct standing *start, const struct line *line);

#endif
