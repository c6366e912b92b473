/* SPDX-License-Identifier: MIT */
/* What the clerk makes of a typed text, as "convert --from=typed" writes it. */
#ifndef TESTS_SUPPORT_COPYING_H
#define TESTS_SUPPORT_COPYING_H

#include "base/text.h"
#include "catasta.h"

struct copied {
    struct text copy;   /* of all games: canonical form where they have no errors but what is asked */
    struct text made;   /* what the clerk wrote itself */
    struct text listed; /* what its changes say that there was, a line each */
    struct text unsure; /* what is asked about, a line each */
    unsigned games;
    unsigned errors;
    unsigned asked; /* of these, typed/unclear */
    bool readable;  /* all can be read */
    bool legal;     /* none has other errors than what is asked */
    bool resulted;  /* one of the games has a result */
};

/* A session that reads typed text by RULESET, unless NULL, where it names none. */
catasta_session *copying_session(const char *ruleset);

/* Zeroed before the first; false when out of memory. */
bool copy_typed(catasta_session *session, struct slice typed, struct copied *copied);
void copied_release(struct copied *copied);

#endif
