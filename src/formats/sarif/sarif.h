/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0, the format in which code checkers report their findings to editors and
   forges.  One document is one run of the program; its parts are written one by one:

       head     the tool, all its rules, how lines and columns are counted
       results  an object for each diagnostic
       tail     how the run went, the files

   Results hold the marks of json/json.h. */
#ifndef CATASTA_FORMATS_SARIF_SARIF_H
#define CATASTA_FORMATS_SARIF_SARIF_H

#include "formats/formats.h"

void sarif_begin(struct document *document);

/* An object for each diagnostic. */
bool sarif_add(const struct output_game *game, struct text *text);

/* What a message about the run itself weighs: SEVERITY, what it says, and about which
   file, NULL for none. */
void sarif_note(struct document *document, enum severity severity, const char *file, const char *message);

/* STATUS is the program's exit status. */
void sarif_end(struct document *document, int status);

#endif
