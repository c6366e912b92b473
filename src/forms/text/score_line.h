/* SPDX-License-Identifier: MIT */
/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_FORMS_TEXT_SCORE_LINE_H
#define CATASTA_FORMS_TEXT_SCORE_LINE_H

#include "referee/referee.h"

/* The players by name, or by what their seats are called. */
void score_players(const struct report *report, const char *between, struct text *text);

/* With VERBOSE the sums too. */
void score_text(const struct report *report, const char *file, uint32_t game, bool verbose, struct text *text);
void score_tsv(const struct report *report, const char *file, uint32_t game, struct text *text);

/* LEFT_OUT is why the game is not in standings, "" if it is, NULL where there are none. */
void score_json(const struct report *report, const char *file, uint32_t game, bool verbose, const char *left_out,
    struct text *text);

#endif
