/* SPDX-License-Identifier: MIT */
/* Counts properties that held and that did not, and prints the sum in the form
   that run.sh adds up. */
#ifndef TESTS_SUPPORT_TALLY_H
#define TESTS_SUPPORT_TALLY_H

#include "support/complaint.h"

struct tally {
    unsigned passed;
    unsigned failed;
};

/* One property came out GOOD or not; WHERE says of what, "accasta-pari". */
void tally_count(struct tally *tally, bool good, const char *what, const char *where);

/* Prints "N passed, N failed"; returns the exit status. */
int tally_end(const struct tally *tally);

#endif
