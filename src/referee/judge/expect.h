/* SPDX-License-Identifier: MIT */
/* Test records, which say in comments what must be found in them:

       7. d4:4xe3 {[%expect accasta/too-many-pieces]}

   Works on a finished report alone: on its diagnostics, and on their places and those of comments in the text. */
#ifndef CATASTA_REFEREE_EXPECT_H
#define CATASTA_REFEREE_EXPECT_H

#include "referee/judge/line.h"

/* Compares the diagnostics of the report, which are in the order of the text, with what
   is expected, and makes of them those that say where the two differ, unordered, and
   of notes that nobody expected.  .expected becomes how many are as expected. */
void expect_diagnostics(struct judge *judge, const struct severities *severities);

#endif
