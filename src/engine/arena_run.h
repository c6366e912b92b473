/* SPDX-License-Identifier: MIT */
/* Matches: which engines meet in which seats, how often, by several workers; and what has come of it.  A game is
   reported when those before it are, so what is written does not depend on the number of workers. */
#ifndef CATASTA_ENGINE_ARENA_RUN_H
#define CATASTA_ENGINE_ARENA_RUN_H

#include "engine/match_game.h"

enum { ENGINES_MOST = 32 };

/* What has come of an engine's games. */
struct arena_sum {
    uint64_t games;
    uint64_t wins; /* in units of CATASTA_WIN */
    uint64_t faults;
};

/* What is known of all games. */
struct arena_report {
    const struct arena_options *options;
    const struct contestant *contestants;
    size_t engine_count;
    unsigned seats;
    size_t games; /* that are to be played */
    catasta_session *session;
    catasta_standings *standings;
    int fd; /* of the records; -1: they are not kept */
    struct catasta_join_state joined;
    int64_t begun;
    size_t done;
    struct arena_sum sums[ENGINES_MOST];
    uint64_t drawn;  /* of two engines */
    uint64_t won[2]; /* likewise */
    double pairing;  /* the share of the first of two engines in the pairing at hand, 0 to 1 */
    unsigned in_pairing;
    uint64_t pairings; /* that are whole: their number, and the sums of shares and of their squares */
    double share;
    double squares;
};

/* Opens the file of the records; a status after complaining.  To be closed either way. */
int report_open(struct arena_report *report, const struct arena_options *options);
int report_close(struct arena_report *report, int status);

/* Takes a game that is over: its record is judged again as a reader would, appended to the file, and counted; a status
   after complaining.  ENGINES are the numbers of those in its seats. */
int report_game(struct arena_report *report, const struct match_game *game, const size_t *engines);

/* Writes what has come of it; a status after complaining. */
int report_end(struct arena_report *report);

#endif
