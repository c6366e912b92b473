/* SPDX-License-Identifier: MIT */
/* The severity that the user has set for each rule: error, warning, or nothing.  An illegal
   turn whose fault is ignored counts as if it had stood; nothing else changes what the
   referee does after a fault. */
#ifndef CATASTA_REFEREE_SEVERITIES_H
#define CATASTA_REFEREE_SEVERITIES_H

#include "base/diagnostic.h"
#include "referee/rules_table.h"

enum { SEVERITIES = 3 };

/* Zeroed: every fault has its own severity. */
struct severities {
    bool any; /* something was set */

    /* By rule, and by a fault's own severity, for a turn that stood is a
       warning: 0 as it is, else what was set, plus 1. */
    uint8_t set[RULES_MOST][SEVERITIES];
};

enum { SEVERITY_IGNORED = SEVERITIES }; /* after the values of enum severity */

/* Makes SEVERITY, or SEVERITY_IGNORED, of all that WORD means: an id; a table of them,
   "record", which may end in a slash and a star; "errors", "warnings" or "notes", by a
   fault's own severity; or "all".  False when it means nothing. */
bool severities_set(struct severities *severities, struct slice word, unsigned severity);

/* The word nearest in spelling that means something, NULL when none is near. */
const char *severities_nearest(struct slice word);

/* Whether a turn that breaks RULE counts as if it had stood: errors of that rule are ignored, and
   it is not about text that cannot be read. */
bool severities_let_stand(const struct severities *severities, const struct rule *rule);

/* Sets the severity of DIAGNOSTIC, which has its own; false when it is ignored. */
bool severities_apply(const struct severities *severities, struct diagnostic *diagnostic);

#endif
