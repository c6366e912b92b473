/* SPDX-License-Identifier: MIT */
/* Points of tournaments, exact: whole numbers of a unit that divides what places are
   worth, however many share them, and halves of that. */
#ifndef CATASTA_TOURNAMENT_POINTS_H
#define CATASTA_TOURNAMENT_POINTS_H

#include "base/text.h"

/* A hundredth of a point, shared by any number of players up to 8, and halved. */
typedef int64_t points;
#define POINT ((points)168000)

enum { POINTS_MOST = 10000 }; /* that a place may be worth */

/* Reads "3", "0.5" or "1.25", at most POINTS_MOST; false if TEXT is not a number. */
bool points_read(struct slice text, points *value);

/* "4", "4.5", "10.25"; "13/3" where decimals never end.  As JSON the latter is a string. */
void points_write(points value, struct text *text);
void points_json(points value, struct text *text);

/* The greatest number that divides both. */
uint64_t common_divisor(uint64_t a, uint64_t b);

#endif
