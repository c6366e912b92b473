/* SPDX-License-Identifier: MIT */
/* Turns made of others. */
#ifndef TESTS_SUPPORT_MUTATING_H
#define TESTS_SUPPORT_MUTATING_H

#include "base/text.h"
#include "support/random.h"

/* Adds to TEXT a line: turn ONE with something else in it, characters of OTHER, or
   fewer, or more. */
void mutate_turn(struct text *text, const char *one, const char *other, struct random *random);

#endif
