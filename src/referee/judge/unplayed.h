/* SPDX-License-Identifier: MIT */
/* Records of games that were not played, as their tag Termination says.  They hold no
   turns, need no deal and come to no position; what they are worth, the tag and the result
   say. */
#ifndef CATASTA_REFEREE_UNPLAYED_H
#define CATASTA_REFEREE_UNPLAYED_H

#include "base/slice.h"

enum unplayed {
    UNPLAYED_NONE,
    UNPLAYED_BYE,            /* the pairing had nobody left: worth a win */
    UNPLAYED_HALF_BYE,       /* asked for */
    UNPLAYED_ZERO_BYE,       /* likewise */
    UNPLAYED_FORFEIT,        /* one of two did not come */
    UNPLAYED_DOUBLE_FORFEIT, /* neither did */
    UNPLAYED_WITHDRAWN,      /* from the record's round on */
    UNPLAYED_GAME,           /* paired, and nobody's fault: worth what the result claims */
};

struct judge;

/* "half-point bye"; NULL for UNPLAYED_NONE. */
const char *unplayed_name(enum unplayed unplayed);

/* Reads the tag Termination into the report.  A record with turns is judged as one that was
   played, whatever the tag says, and that is a fault. */
void check_termination(struct judge *judge);

/* Judges a record of a game that was not played: the named players, the result.  Its
   ruleset was chosen and its players were read. */
void judge_unplayed(struct judge *judge);

#endif
