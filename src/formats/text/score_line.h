/* SPDX-License-Identifier: MIT */
/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_FORMATS_TEXT_SCORE_LINE_H
#define CATASTA_FORMATS_TEXT_SCORE_LINE_H

#include "formats/formats.h"
#include "tournament/entry.h"

/* The players by name, or by what their seats are called. */
void score_players(const struct report *report, const char *between, struct text *text);

/* A text, and where in it the number of the game is to be. */
struct numbered {
    struct slice text; /* empty: there is none */
    size_t at;
};
void numbered_write(struct numbered numbered, uint64_t number, struct text *text);

/* Adds the names of the columns in FORMAT; with STANDINGS of those that standings_game_name begins. */
void score_heading(enum catasta_format format, bool standings, struct text *text);

/* Adds the line to LINE, which is empty; returns where the number of the game is to be.  With VERBOSE the sums too, but
   for TSV. */
size_t score_line(
    enum catasta_format format, const struct report *report, const char *file, bool verbose, struct text *line);
bool score_add_text(const struct output_game *game, struct text *text);
bool score_add_tsv(const struct output_game *game, struct text *text);
bool score_add_json(const struct output_game *game, struct text *text);

/* Adds to that in JSON why the game is not in standings, or with NULL that it is. */
void score_json_counted(const char *uncounted, struct text *text);

#endif
