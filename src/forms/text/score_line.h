/* SPDX-License-Identifier: MIT */
/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_FORMS_TEXT_SCORE_LINE_H
#define CATASTA_FORMS_TEXT_SCORE_LINE_H

#include "forms/forms.h"
#include "tournament/entry.h"

/* The players by name, or by what their seats are called. */
void score_players(const struct report *report, const char *between, struct text *text);

/* NUMBER is that of the game.  With VERBOSE the sums too, but for TSV. */
void score_line(enum catasta_format form, const struct report *report, const char *file, const char *number,
    bool verbose, struct text *text);
bool score_add_text(const struct form_game *game, struct text *text);
bool score_add_tsv(const struct form_game *game, struct text *text);
bool score_add_json(const struct form_game *game, struct text *text);

/* Adds to that in JSON why the game is not in standings, or with NULL that it is. */
void score_json_counted(const char *left_out, struct text *text);

#endif
