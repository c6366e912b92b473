/* SPDX-License-Identifier: MIT */
/* A row for each ply of the main line, for data tools: tab-separated values, or objects of JSON, a line each. */
#ifndef CATASTA_FORMS_TEXT_PLY_TABLE_H
#define CATASTA_FORMS_TEXT_PLY_TABLE_H

#include "referee/referee.h"

extern const char ply_table_heading[];

/* What of REPORT, whose positions were kept, is on the main line; FILE, and for the number of the game a mark
   (json/json.h).  What there is goes to OUTLET whenever it is much; false when that stopped. */
bool ply_table(const struct report *report, const char *file, bool json, struct outlet outlet, struct text *text);

#endif
