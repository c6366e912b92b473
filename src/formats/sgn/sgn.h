/* SPDX-License-Identifier: MIT */
/* Canonical form: a game written the one way that says the same. */
#ifndef CATASTA_FORMATS_SGN_SGN_H
#define CATASTA_FORMATS_SGN_SGN_H

#include "formats/formats.h"

enum { SGN_COLUMNS = 79 };

/* Writes the game, if it could be read, of which texts at least were kept; with its ruleset as a tag where the record
   has none, unless that is a file. */
bool sgn_add(const struct output_game *game, struct text *text);

#endif
