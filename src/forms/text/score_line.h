/* SPDX-License-Identifier: MIT */
/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_FORMS_TEXT_SCORE_LINE_H
#define CATASTA_FORMS_TEXT_SCORE_LINE_H

#include "referee/referee.h"

/* The players by name, or by what their seats are called. */
void score_players(const struct report *report, const char *between, struct text *text);

/* NUMBER is that of the game.  With VERBOSE the sums too. */
void score_text(const struct report *report, const char *file, const char *number, bool verbose, struct text *text);
void score_tsv(const struct report *report, const char *file, const char *number, struct text *text);
void score_json(const struct report *report, const char *file, const char *number, bool verbose, struct text *text);

/* Adds to that why the game is not in standings, or with NULL that it is. */
void score_json_counted(const char *left_out, struct text *text);

#endif
