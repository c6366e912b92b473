/* SPDX-License-Identifier: MIT */
/* Games as a booklet: HTML for paper, without a script, a game a page.  Diagrams are at the start, at the end, at
   faults, after turns with the comment [%diagram], and optionally after every N turns. */
#ifndef CATASTA_FORMATS_HTML_BOOKLET_H
#define CATASTA_FORMATS_HTML_BOOKLET_H

#include "formats/html/page.h"

void booklet_head(const struct page_options *options, struct text *text);
void booklet_game(const struct page_options *options, const struct report *report, struct text *text);

/* booklet.css as the build embeds it. */
extern const char booklet_css[];
extern const char booklet_css_hash[];

#endif
