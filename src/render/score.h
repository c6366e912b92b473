/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_RENDER_SCORE_H
#define CATASTA_RENDER_SCORE_H

#include "scores/matches.h"
#include "render/style.h"

void score_text(const struct report *report, const char *file, uint32_t game, bool verbose, const struct style *style,
    struct text *text);
void score_tsv(const struct report *report, const char *file, uint32_t game, struct text *text);
/* A match and its totals, in a line; as tab-separated values; as a JSON object. */
void score_match_text(const struct match *match, struct text *text);
void score_match_tsv(const struct match *match, struct text *text);
void score_match_json(const struct match *match, struct text *text);
void score_json(const struct report *report, const char *file, uint32_t game, struct text *text);

#endif
