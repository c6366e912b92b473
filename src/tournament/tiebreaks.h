/* SPDX-License-Identifier: MIT */
/* Tie-breaks, as chapter C.07 of the FIDE handbook defines them (edition of 1 March 2026). */
#ifndef CATASTA_TOURNAMENT_TIEBREAKS_H
#define CATASTA_TOURNAMENT_TIEBREAKS_H

#include "tournament/points.h"

/* Of each the most comes first.  Opponents' scores are adjusted (16.3), and who did not play
   a round has a dummy for an opponent (16.4).  In a round robin neither: a forfeit is as if
   played (15.2), and a round with nobody to play gives nothing. */
enum tiebreak {
    TIEBREAK_DIRECT,           /* direct encounter, 6: how many of those still tied it places a player above */
    TIEBREAK_SONNEBORN_BERGER, /* 9.1: scores of opponents, each times what was got from them */
    TIEBREAK_BUCHHOLZ,         /* 8.1: scores of opponents */
    TIEBREAK_BUCHHOLZ_CUT1,    /* 8.1 with 14.1: without the lowest, rounds that were missed at will first (16.5) */
    TIEBREAK_BUCHHOLZ_MEDIAN,  /* 8.1 with 14.3: then also without the highest */
    TIEBREAK_WINS,             /* 7.1: rounds that gave what a win gives, played or not */
    TIEBREAK_SECOND_WINS,      /* 7.4: played, and not in the first seat */
    TIEBREAK_DIFFERENCE,       /* own scores less each opponent's, in the game's own points, turned where the fewest
                                  win; ours alone, as those that follow */
    TIEBREAK_GAMES,            /* wins and halves of draws in games, or halves of forfeits: not of matches */
    TIEBREAK_GAMES_TIED,       /* ... against players with the same points */
    TIEBREAK_GAMES_OTHERS,     /* ... against all others */
    TIEBREAK_SEED,             /* the lowest number first; those without one come last */
    TIEBREAK_COUNT
};

/* How they are called in a list of them, and in a table's heading. */
struct tiebreak_name {
    const char *name;  /* "buchholz-cut1" */
    const char *code;  /* "BH-C1" */
    const char *title; /* "Buchholz without the lowest" */
    const char *fide;  /* the code in TRF; NULL: it has none */
    bool adds_points;  /* those of opponents, which mean something only where points are won and lost */
};
extern const struct tiebreak_name tiebreak_names[TIEBREAK_COUNT];

#endif
