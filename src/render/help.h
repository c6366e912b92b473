/* What to type in place of a fault, in words for people. */
#ifndef CATASTA_RENDER_HELP_H
#define CATASTA_RENDER_HELP_H

#include "referee/referee.h"

/* The repairs of DIAGNOSTIC as one sentence; nothing where there are none. */
void help_words(const struct report *report, const struct diagnostic *diagnostic, struct text *text);

#endif
