/* SPDX-License-Identifier: MIT */
/* JSON, as interface.md fixes it: one object a game. */
#ifndef CATASTA_FORMATS_JSON_JSON_H
#define CATASTA_FORMATS_JSON_JSON_H

#include "formats/formats.h"
#include "formats/json/json_writer.h"

/* The outcome as "check" and "score" give it. */
void json_outcome(const struct report *report, struct text *text);

/* The object of one game, and a newline. */
bool json_add(const struct output_game *game, struct text *text);

/* What DIAGNOSTIC of a game in FILE can be known by again: a line of the same shape, with the keys that do not depend
   on places. */
void json_fault(const struct report *report, const struct diagnostic *diagnostic, const char *file, struct text *text);

/* The whole turn that DIAGNOSTIC is about, as written, or null. */
void json_turn(struct json *json, const struct report *report, const struct diagnostic *diagnostic);

/* The names of the players, null where unnamed. */
void json_players(const struct report *report, struct text *text);

#endif
