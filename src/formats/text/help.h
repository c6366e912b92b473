/* SPDX-License-Identifier: MIT */
/* What to type in place of a fault, in words for people. */
#ifndef CATASTA_FORMATS_TEXT_HELP_H
#define CATASTA_FORMATS_TEXT_HELP_H

#include "referee/referee.h"

/* A sentence about the repair FIRST of DIAGNOSTIC, and about others that can be named with
   it; returns the first that is not. */
unsigned help_words(
    const struct report *report, const struct diagnostic *diagnostic, unsigned first, struct text *text);

/* A sentence about REPAIR alone. */
void repair_words(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text);

#endif
