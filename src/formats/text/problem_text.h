/* SPDX-License-Identifier: MIT */
/* Faults of rulesets as text for people: place, message, the line with a caret, and
   what to write instead. */
#ifndef CATASTA_FORMATS_TEXT_PROBLEM_TEXT_H
#define CATASTA_FORMATS_TEXT_PROBLEM_TEXT_H

#include "formats/text/place.h"
#include "formats/text/style.h"
#include "ruleset/ruleset.h"

/* PROBLEM, one of PROBLEMS; CURSOR, which begins as all zeros, moves through the text that it is in. */
void render_problem(const struct problems *problems, const struct problem *problem, struct cursor *cursor,
    const struct style *style, struct text *text);

#endif
