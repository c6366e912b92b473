/* SPDX-License-Identifier: MIT */
/* Statistics of an archive, as text for people, tab-separated values and JSON. */
#ifndef CATASTA_FORMATS_TEXT_STATS_FORMAT_H
#define CATASTA_FORMATS_TEXT_STATS_FORMAT_H

#include "archive/statistics.h"
#include "formats/svg/svg.h"
#include "formats/text/style.h"
#include "referee/tree.h"

/* Of each kind the most frequent, with bars. */
void stats_text(const struct stats *stats, const struct style *style, struct text *text);

void stats_tsv(const struct stats *stats, struct text *text);
void stats_json(const struct stats *stats, struct text *text);

/* What was played in a position: the turns are the rows of STAT_FIRST of a group. */
struct played {
    const struct rulebook *book;
    const struct state *state;
    const char *ruleset;
    const char *seat;    /* that is to move; NULL: the game is over */
    uint64_t ended;      /* games without a turn there */
    size_t most;         /* turns that are written */
    struct stat_row all; /* the games that reach it */
    struct stat_group turns;
};
void played_text(const struct played *played, const struct style *style, struct text *text);
void played_about(const struct played *played, struct text *text); /* a line without an end */
void played_json(const struct played *played, struct text *text);
void played_page(const struct played *played, size_t count, enum svg_theme theme, struct text *text);

/* NUMBER in parts of WHOLE as a percentage; and the score of ROW, if it has one. */
void add_percentage(uint64_t number, uint64_t whole, struct text *text);
void add_score(const struct stat_row *row, struct text *text);

#endif
