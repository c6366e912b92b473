/* SPDX-License-Identifier: MIT */
/* Tab-separated values that spreadsheets can open. */
#ifndef CATASTA_FORMATS_TEXT_TSV_H
#define CATASTA_FORMATS_TEXT_TSV_H

#include "base/text.h"

/* Puts a ' before the cell that begins at BEGIN of TEXT and is escaped, where a spreadsheet would take it for a formula
   or for one in quotes. */
void tsv_end_cell(struct text *text, size_t begin);

#endif
