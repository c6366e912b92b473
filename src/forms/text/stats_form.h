/* SPDX-License-Identifier: MIT */
/* Statistics of an archive, as text for people, tab-separated values and JSON. */
#ifndef CATASTA_FORMS_TEXT_STATS_FORM_H
#define CATASTA_FORMS_TEXT_STATS_FORM_H

#include "archive/stats.h"
#include "forms/text/style.h"

/* Names of kinds, "first", as programs get them. */
extern const char *const stat_words[STAT_KINDS];

/* Of each kind the most frequent, with bars. */
void stats_text(const struct stats *stats, const struct style *style, struct text *text);

void stats_tsv(const struct stats *stats, struct text *text);
void stats_json(const struct stats *stats, struct text *text);

#endif
