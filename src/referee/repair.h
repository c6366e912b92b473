/* What was probably meant by a turn that cannot be: a search among the turns that are
   legal there, and among the slips of whoever wrote the turns before it, for what
   leaves most of the recorded turns legal.

       turns near the one written ─┐
       a turn left out, doubled,   ├──> played on to the next fault ──> ranked
       changed places              │
       the same, some turns back  ─┘

   Costs nothing until there is a fault, and then a bounded number of trials, so that
   the same record always gets the same proposals. */
#ifndef CATASTA_REFEREE_REPAIR_H
#define CATASTA_REFEREE_REPAIR_H

#include "referee/line.h"

/* Looks for repairs of the turn at index AT of LINE, which is illegal or unreadable,
   and hangs them on FAULT.  Where the best is sure enough and carries on as far as
   playing TURN as written would, FAULT's sequel becomes SEQUEL_REPAIRED, PROGRESS stands
   behind the turn as if it had been made, its .before as if before it, and TURN becomes
   what was played there.  PROGRESS is else as it was. */
void repair_turn(struct judge *judge, struct progress *progress, const struct line *line, size_t at, struct turn *turn,
    struct diagnostic *fault);

/* Looks for slips among the last turns, all of them legal, that explain why the game came
   out otherwise than claimed. */
void repair_result(struct judge *judge, const struct progress *end, struct diagnostic *fault);

#endif
