/* SPDX-License-Identifier: MIT */
/* What the type of matches in catasta.h is. */
#ifndef CATASTA_LIBRARY_MATCH_LIST_H
#define CATASTA_LIBRARY_MATCH_LIST_H

#include "catasta.h"
#include "tournament/matches.h"

struct catasta_matches {
    struct matches matches;
};

/* Makes FAULT a diagnostic of GAME. */
bool game_add_fault(struct catasta_game *game, const struct match_fault *fault, bool *added);

#endif
