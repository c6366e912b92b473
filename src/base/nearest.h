/* SPDX-License-Identifier: MIT */
/* The name that was meant, for "did you mean". */
#ifndef CATASTA_BASE_NEAREST_H
#define CATASTA_BASE_NEAREST_H

#include "base/slice.h"

/* The candidate nearest in spelling, at most a third of its letters off; NULL
   when none is near. */
const char *nearest_name(struct slice written, const char *const *candidates, size_t count);

#endif
