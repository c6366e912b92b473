/* SPDX-License-Identifier: MIT */
/* Rules and messages as pages: HTML with its style, no script, which loads nothing.  Each rule has what it says, its
   parameters, and a turn that breaks it beside one that keeps it, on their boards, with their records and what is said
   of them. */
#ifndef CATASTA_FORMATS_HTML_RULES_PAGE_H
#define CATASTA_FORMATS_HTML_RULES_PAGE_H

#include "formats/man/explanation.h"

/* All on one page, with a list of them where there are several. */
void explain_page(const struct explanations *all, struct text *text);

/* Pages of a folder: the list of all, "index.html"; and ITEM on its own page, "accasta/range.html". */
void explain_index(const struct explanations *all, struct text *text);
void explain_linked(const struct explanations *all, const struct explanation *item, struct text *text);

/* rules.css and the style of boards as the build embeds them, and their "sha256-…". */
extern const char rules_css[];
extern const char rules_css_hash[];

#endif
