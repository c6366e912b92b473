/* SPDX-License-Identifier: MIT */
/* Canonical form: a game written the one way that says the same. */
#ifndef CATASTA_FORMS_SGN_SGN_H
#define CATASTA_FORMS_SGN_SGN_H

#include "referee/referee.h"

enum { SGN_COLUMNS = 79 };

/* Writes the game of REPORT, of which texts at least were kept; RULESET as a tag where the
   record has none, unless empty.  What there is goes to OUTLET whenever it is much; false when
   that stopped. */
bool render_sgn(const struct report *report, struct slice ruleset, struct outlet outlet, struct text *text);

#endif
