/* SPDX-License-Identifier: MIT */
/* Tournaments made up, ranked by the program and by the slow second computation. */
#ifndef TESTS_SUPPORT_TOURNAMENTS_H
#define TESTS_SUPPORT_TOURNAMENTS_H

#include <stdbool.h>

enum tournament_kind { SWISS, MATCHES, ROUND_ROBIN, TABLES, BY_SCORE, CASUAL, TOURNAMENT_KINDS };

/* Whether both make the same table of a tournament that SEED makes up; *SHUFFLED whether
   the program also does with its games in another order.  Prints why not. */
bool tournament_holds(enum tournament_kind kind, unsigned seed, bool *shuffled);

/* Whether a tournament file of it, as in 2026 with NEW, is written byte for byte as it was after it was read, with the
   same table; *WRITTEN whether there is one, else the reason why not was given.  Prints why not. */
bool tournament_stays(enum tournament_kind kind, unsigned seed, bool new_format, bool *written);

#endif
