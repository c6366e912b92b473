/* Scores of a game: a line of text, tab-separated values, JSON. */
#ifndef CATASTA_RENDER_SCORE_H
#define CATASTA_RENDER_SCORE_H

#include "referee/referee.h"
#include "render/style.h"

void score_text(const struct report *report, const char *file, uint32_t game, bool verbose, const struct style *style,
    struct text *text);
void score_tsv(const struct report *report, const char *file, uint32_t game, struct text *text);
void score_json(const struct report *report, const char *file, uint32_t game, struct text *text);

#endif
