/* SPDX-License-Identifier: MIT */
/* Slips where places are named by tiles beside them, "wA1 -bQ", as in Hive. */
#ifndef TESTS_SUPPORT_SLIPS_TILES_H
#define TESTS_SUPPORT_SLIPS_TILES_H

#include "support/slips.h"

enum { TILE_SLIPS = 8 };

extern const struct slip tile_slips[TILE_SLIPS];

/* Names the places of RECORDING by any tile beside them, as people do. */
void tiles_respell(struct recording *recording, struct random *random);

#endif
