/* SPDX-License-Identifier: MIT */
/* Tab-separated values that spreadsheets can open. */
#ifndef CATASTA_FORMS_TEXT_TSV_H
#define CATASTA_FORMS_TEXT_TSV_H

#include "base/text.h"

/* Ends the line that begins at BEGIN of TEXT, its cells escaped and separated by tabs: a newline,
   and a ' before each cell that a spreadsheet would take for a formula or for one in quotes. */
void tsv_end_line(struct text *text, size_t begin);

/* Where the second cell of the line that begins at BEGIN is. */
size_t tsv_second(const struct text *text, size_t begin);

#endif
