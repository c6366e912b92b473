/* What stands behind the type of matches in catasta.h. */
#ifndef CATASTA_FACADE_MATCHES_H
#define CATASTA_FACADE_MATCHES_H

#include "catasta.h"
#include "scores/matches.h"

struct catasta_matches {
    struct matches matches;
};

#endif
