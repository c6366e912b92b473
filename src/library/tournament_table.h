/* SPDX-License-Identifier: MIT */
/* What catasta_standings is, for the writers of standings. */
#ifndef CATASTA_LIBRARY_TOURNAMENT_TABLE_H
#define CATASTA_LIBRARY_TOURNAMENT_TABLE_H

#include "forms/text/standings_form.h"
#include "library/session.h"
#include "tournament/table_games.h"

struct catasta_standings {
    struct standings *standings;
    struct tournament tournament;
    struct style style;
    struct table_games games; /* where they are kept */
    bool keeps_games;
    struct text event; /* of the first game that counts */
    struct text why;   /* the last game was left out or refused */
    enum left_out left_out;
    bool added; /* the last game was */
    bool any;   /* game was added before */
    bool ranked;
};

/* Ranks the players, once; false when out of memory. */
bool standings_ready(struct catasta_standings *standings);

#endif
