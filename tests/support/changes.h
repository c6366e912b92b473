/* SPDX-License-Identifier: MIT */
/* How many characters differ between two texts, after what they begin with in common and before what they end
   with; spaces and newlines count the same.  At most 512. */
#ifndef TESTS_SUPPORT_CHANGES_H
#define TESTS_SUPPORT_CHANGES_H

#include "base/slice.h"

unsigned count_changes(struct slice a, struct slice b);

#endif
