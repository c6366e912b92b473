/* SPDX-License-Identifier: MIT */
/* What may be in a ruleset, as a JSON Schema. */
#ifndef CATASTA_FORMATS_JSON_RULESET_SCHEMA_H
#define CATASTA_FORMATS_JSON_RULESET_SCHEMA_H

#include "games/game.h"

/* An object: the keys of every game, and for each of GAMES, up to a NULL, its own, with what they take. */
void json_ruleset_schema(const struct game *const *games, struct text *text);

#endif
