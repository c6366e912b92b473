/* SPDX-License-Identifier: MIT */
/* What catasta_standings is, for the writers of standings. */
#ifndef CATASTA_LIBRARY_TOURNAMENT_TABLE_H
#define CATASTA_LIBRARY_TOURNAMENT_TABLE_H

#include "formats/text/standings_format.h"
#include "library/session.h"
#include "tournament/table_games.h"

struct catasta_standings {
    struct standings *standings;
    struct tournament tournament;
    struct style style;
    struct table_games games; /* where they are kept */
    bool keeps_games;
    struct text event;   /* of all games that count; empty: they have none, or several */
    struct text ruleset; /* likewise */
    struct text reason;  /* why the last game was left out or refused */
    enum uncounted uncounted;
    bool added; /* the last game was */
    bool any;   /* game was added before */
    bool ranked;
};

/* Adds ENTRY, as catasta_standings_add; GAME is kept, unless NULL. */
enum catasta_added standings_take(
    struct catasta_standings *standings, const catasta_game *game, const struct entry *entry, const char **why);

/* Ends TEXT, what the format has of the game that was added last, by whether that counts; NAME is how a line begins
   that says that it does not. */
void standings_end_game(
    const struct catasta_standings *standings, enum catasta_format format, struct slice name, struct text *text);

/* Ranks the players, once; false when out of memory, or with .beyond of .standings. */
bool standings_ready(struct catasta_standings *standings);

#endif
