/* SPDX-License-Identifier: MIT */
/* Where the scores of a game come from, term by term, for readers checking the score by hand. */
#ifndef CATASTA_FORMATS_TEXT_BREAKDOWN_H
#define CATASTA_FORMATS_TEXT_BREAKDOWN_H

#include "referee/referee.h"

/* A block for each seat: its total, and a line a term.  A count in brackets is of what
   was looked at and does not count.  Nothing of a game that was not judged. */
void sum_text(const struct report *report, struct text *text);

/* A list of an object a seat. */
void sum_json(const struct report *report, struct text *text);

#endif
