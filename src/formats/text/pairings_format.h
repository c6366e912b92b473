/* SPDX-License-Identifier: MIT */
/* The pairings of a round as a table, and as a page to print. */
#ifndef CATASTA_FORMATS_TEXT_PAIRINGS_FORMAT_H
#define CATASTA_FORMATS_TEXT_PAIRINGS_FORMAT_H

#include "formats/svg/svg.h"
#include "formats/text/style.h"
#include "tournament/pairings.h"

/* EVENT may be empty.  In text those who are absent are below. */
void pairings_table(
    const struct pairings *pairings, unsigned format, struct slice event, const struct style *style, struct text *text);
void pairings_page(const struct pairings *pairings, struct slice event, enum svg_theme theme, struct text *text);

/* What somebody without an opponent has: "bye". */
const char *pairings_free_word(const struct pairings *pairings);

/* The points of PLAYER. */
points pairings_points(const struct pairings *pairings, uint32_t player);

#endif
