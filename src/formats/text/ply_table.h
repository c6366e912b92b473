/* SPDX-License-Identifier: MIT */
/* A row for each ply of the main line, for data tools: tab-separated values, or objects of JSON, a line each. */
#ifndef CATASTA_FORMATS_TEXT_PLY_TABLE_H
#define CATASTA_FORMATS_TEXT_PLY_TABLE_H

#include "formats/formats.h"
#include "referee/clocks.h"

void ply_table_begin(struct document *document);

/* The main line of the game, whose positions were kept; a mark takes the place of its number (json/json.h). */
bool ply_table_tsv(const struct output_game *game, struct text *text);
bool ply_table_jsonl(const struct output_game *game, struct text *text);

/* Milliseconds that the turn of node INDEX took, by the CLOCK after it and CLOCKS, which have taken those before it;
   CLOCK_NONE: that is not known. */
int64_t ply_time(const struct report *report, uint32_t index, struct slice clock, struct clocks *clocks);

/* Of node INDEX of such a game what the last clock in the comments after it says, with SCRATCH to work in. */
struct slice ply_clock(const struct report *report, uint32_t index, struct text *scratch);

const char *verdict_name(enum verdict verdict);

#endif
