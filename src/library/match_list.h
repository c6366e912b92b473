/* SPDX-License-Identifier: MIT */
/* What the type of matches in catasta.h is. */
#ifndef CATASTA_LIBRARY_MATCH_LIST_H
#define CATASTA_LIBRARY_MATCH_LIST_H

#include "catasta.h"
#include "tournament/matches.h"

struct catasta_matches {
    struct matches matches;
};

#endif
