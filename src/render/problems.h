/* Faults of rulesets as text for people: place, message, the line with a caret, and
   what to write instead. */
#ifndef CATASTA_RENDER_PROBLEMS_H
#define CATASTA_RENDER_PROBLEMS_H

#include "render/place.h"
#include "render/style.h"
#include "ruleset/ruleset.h"

/* All of PROBLEMS, in their order. */
void render_problems(const struct problems *problems, const struct style *style, struct text *text);

/* One of them; CURSOR, which begins as all zeros, walks the text that it lies in. */
void render_problem(const struct problems *problems, const struct problem *problem, struct cursor *cursor,
    const struct style *style, struct text *text);

#endif
