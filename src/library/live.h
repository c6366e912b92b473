/* SPDX-License-Identifier: MIT */
/* What is written of a game while its record grows: each look at the lines so far gives the faults that are new, and at
   the end of the record they are known. */
#ifndef CATASTA_LIBRARY_LIVE_H
#define CATASTA_LIBRARY_LIVE_H

#include "forms/forms.h"

struct live {
    struct told *told; /* by place */
    size_t count;
    size_t capacity;
    uint32_t errors; /* of these */
    struct arena arena;
};

/* Leaves in REPORT, of the lines so far, the faults that are to be written now, and counts those that were written.  Of
   a hasty one these are none after the first error. */
void live_look(struct live *live, struct report *report, bool hasty);

/* Marks what was written of REPORT, of the whole record. */
void live_end(struct live *live, struct report *report);

/* Forgets all, for the next record. */
void live_clear(struct live *live);

#endif
