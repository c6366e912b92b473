/* SPDX-License-Identifier: MIT */
/* Everything the library can do with bytes that may be anything: nothing of it may
   fail but by saying so.  What the fuzzers and the mutation smoke call. */
#ifndef TESTS_SUPPORT_TORTURE_H
#define TESTS_SUPPORT_TORTURE_H

#include "base/slice.h"
#include "catasta.h"

/* Checks, formats, replays, scores and shows BYTES as a file of games.  False,
   after saying why, when something that always holds does not: the JSON is JSON, no
   control byte is shown, the canonical form is the form of itself and judged the
   same. */
bool torture_games(struct slice bytes);

/* All that is said of GAME is at places in its bytes, at whole characters, whatever was made of them to be read; lines
   and columns are those of the places. */
bool torture_places(const catasta_game *game);

/* Reads BYTES as a ruleset, shows it, reads what was shown, and plays a turn. */
bool torture_ruleset(struct slice bytes);

#endif
