/* SPDX-License-Identifier: MIT */
/* The games there are: one row each. */
#ifndef CATASTA_GAMES_REGISTRY_H
#define CATASTA_GAMES_REGISTRY_H

#include "games/game.h"

extern const struct game *const games[]; /* ends with NULL */
extern const char *const game_names[];   /* likewise */

/* By name, NULL when there is none. */
const struct game *game_find(struct slice name);

/* For the ruleset loader. */
const struct ruleset_game *game_find_ruleset(struct slice name);

#endif
