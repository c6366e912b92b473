/* SPDX-License-Identifier: MIT */
/* The state of matches: each a line of text, tab-separated values, a JSON object. */
#ifndef CATASTA_FORMATS_TEXT_MATCH_FORMAT_H
#define CATASTA_FORMATS_TEXT_MATCH_FORMAT_H

#include "formats/table.h"
#include "tournament/matches.h"

/* Without the end of its line. */
void match_text(const struct match *match, struct text *text);

/* Matches as a table, for programs. */
void match_table(struct table *table, unsigned format, struct text *text);
void match_row(const struct match *match, struct table *table);

#endif
