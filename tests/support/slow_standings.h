/* SPDX-License-Identifier: MIT */
/* Standings worked out a second time, as the articles of C.07 are read aloud: a plain list
   of records, loops over players and rounds, fractions.  Slow, and made of nothing of
   src/scores. */
#ifndef TESTS_SUPPORT_SLOW_STANDINGS_H
#define TESTS_SUPPORT_SLOW_STANDINGS_H

#include <stdbool.h>

enum { SLOW_SEATS = 8, SLOW_PLAYERS = 24, SLOW_ROUNDS = 40, SLOW_TIEBREAKS = 8 };

struct slow_fraction {
    long long top;
    long long bottom;
};

enum slow_kind {
    SLOW_PLAYED,
    SLOW_BYE,
    SLOW_HALF_BYE,
    SLOW_ZERO_BYE,
    SLOW_FORFEIT,
    SLOW_DOUBLE_FORFEIT,
    SLOW_WITHDRAWN,
    SLOW_UNPLAYED
};

struct slow_record {
    enum slow_kind kind;
    int round; /* 0: not said */
    int seats;
    int teams;               /* that the seats belong to in turn; 0: everybody is alone */
    int players[SLOW_SEATS]; /* -1: nobody */
    bool won[SLOW_SEATS];    /* of a forfeit: came */
    int halves[SLOW_SEATS];  /* the game's own scores; what an unplayed game gives */
};

/* In the order of the program's own list, by which they are compared. */
enum slow_tiebreak {
    SLOW_DIRECT,
    SLOW_SONNEBORN_BERGER,
    SLOW_BUCHHOLZ,
    SLOW_BUCHHOLZ_CUT1,
    SLOW_BUCHHOLZ_MEDIAN,
    SLOW_WINS,
    SLOW_SECOND_WINS,
    SLOW_DIFFERENCE
};

struct slow_contest {
    bool round_robin;
    bool by_score;
    bool has_scores; /* the games have more than wins */
    bool lowest;     /* and the fewest win */
    int place_count;
    struct slow_fraction places[SLOW_SEATS];
    int tiebreak_count;
    enum slow_tiebreak tiebreaks[SLOW_TIEBREAKS];
    int players;
    int record_count;
    const struct slow_record *records;
};

struct slow_row {
    int player;
    int rank;
    struct slow_fraction points;
    struct slow_fraction tiebreaks[SLOW_TIEBREAKS];
    int games;
    int wins;
    int draws;
    int losses;
    int unplayed;
};

/* A row for each player who is in any record, the best first; equals in the order of their
   numbers.  Returns how many. */
int slow_standings(const struct slow_contest *contest, struct slow_row rows[SLOW_PLAYERS]);

#endif
