/* SPDX-License-Identifier: MIT */
/* Records read as usual, and by scanner and grammar alone. */
#ifndef TESTS_SUPPORT_BOTH_WAYS_H
#define TESTS_SUPPORT_BOTH_WAYS_H

#include "reader/reader.h"

/* Reads all records of TEXT in both ways.  False, after saying why, when they differ, when spans are not within their
   record and in order, or when a record cannot be read at all. */
bool same_both_ways(struct slice text, const struct shapes *shapes);

#endif
