/* SPDX-License-Identifier: MIT */
/* What code hosts read of a run: its games as tests, in XML as JUnit writes it, and its faults as annotations, in the
   commands of GitHub's workflows. */
#ifndef CATASTA_FORMATS_FORGES_H
#define CATASTA_FORMATS_FORGES_H

#include "formats/formats.h"

/* A suite of one test for each game, so that what is counted in its head is known when it is written; warnings and
   notes do not make it fail. */
void junit_begin(struct document *document);
bool junit_add(const struct output_game *game, struct text *text);
void junit_note(struct document *document, enum severity severity, const char *file, const char *message);
void junit_end(struct document *document, int status);

/* A line for each diagnostic. */
bool github_add(const struct output_game *game, struct text *text);
void github_note(struct document *document, enum severity severity, const char *file, const char *message);

#endif
