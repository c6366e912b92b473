/* SPDX-License-Identifier: MIT */
/* Names folded so that spellings that differ in accents, case or spaces are equal; strokes
   through letters count as accents. */
#ifndef CATASTA_BASE_FOLD_H
#define CATASTA_BASE_FOLD_H

#include "base/arena.h"

/* In ARENA; unchanged where NAME is not UTF-8, or nothing would be left of it.  At NULL
   when out of memory. */
struct slice fold_name(struct slice name, struct arena *arena);

/* Whether A and B are then the same; false when out of memory. */
bool fold_equal(struct slice a, struct slice b);

/* The same of any TEXT, whose spaces stay. */
struct slice fold_text(struct slice text, struct arena *arena);

#endif
