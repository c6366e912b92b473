/* Tie-breaks, as chapter C.07 of the FIDE handbook defines them (edition of 1 March 2026). */
#ifndef CATASTA_SCORES_TIEBREAKS_H
#define CATASTA_SCORES_TIEBREAKS_H

#include "scores/points.h"

enum tiebreak {
    TIEBREAK_DIRECT,           /* direct encounter, 6 */
    TIEBREAK_SONNEBORN_BERGER, /* 9.1 */
    TIEBREAK_BUCHHOLZ,         /* 8.1 */
    TIEBREAK_BUCHHOLZ_CUT1,    /* 8.1 with 14.1 */
    TIEBREAK_BUCHHOLZ_MEDIAN,  /* 8.1 with 14.3 */
    TIEBREAK_WINS,             /* 7.1: played or not */
    TIEBREAK_SECOND_WINS,      /* played, and not in the first seat */
    TIEBREAK_DIFFERENCE,       /* own scores less the opponents', in the game's own points; ours alone */
    TIEBREAK_COUNT
};

/* How they are called on the command line, and in a table's heading. */
struct tiebreak_name {
    const char *name;  /* "buchholz-cut1" */
    const char *code;  /* "BH-C1" */
    const char *title; /* "Buchholz without the lowest" */
};
extern const struct tiebreak_name tiebreak_names[TIEBREAK_COUNT];

#endif
