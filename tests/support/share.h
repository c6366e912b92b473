/* SPDX-License-Identifier: MIT */
/* How much of a long test is run. */
#ifndef TESTS_SUPPORT_SHARE_H
#define TESTS_SUPPORT_SHARE_H

/* WHOLE, or as many percent of it as the environment's CATASTA_SHARE says; at least 1. */
unsigned share_of(unsigned whole);

/* The same of what is quick: all of WHOLE from 10 % on, and less below. */
unsigned quick_share_of(unsigned whole);

#endif
