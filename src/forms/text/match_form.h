/* SPDX-License-Identifier: MIT */
/* The state of matches: each a line of text, tab-separated values, a JSON object. */
#ifndef CATASTA_FORMS_TEXT_MATCH_FORM_H
#define CATASTA_FORMS_TEXT_MATCH_FORM_H

#include "tournament/matches.h"

/* Without the end of its line. */
void match_text(const struct match *match, struct text *text);
extern const char match_tsv_heading[];
void match_tsv(const struct match *match, struct text *text);
void match_json(const struct match *match, struct text *text);

#endif
