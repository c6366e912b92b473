/* SPDX-License-Identifier: MIT */
/* One game between engines: who is to move is asked, catasta judges the answer, and the clock runs.  What an engine
   does wrong loses the game, and is a comment of the record. */
#ifndef CATASTA_ENGINE_MATCH_GAME_H
#define CATASTA_ENGINE_MATCH_GAME_H

#include "engine/contestant.h"

/* How a game ended. */
enum match_end {
    END_BOARD,
    END_RESIGNATION,
    END_FAULT,
    END_ADJUDICATION,
    END_MAX_PLIES,
    END_UNWANTED,  /* the run ends, and with it the game */
    END_NO_MEMORY, /* or another failure of the run */
    MATCH_ENDS
};
extern const char *const match_end_names[];

/* The same for all games. */
struct match_rules {
    const struct reading *reading;
    int64_t patience;
    long random_plies;
    long max_plies;         /* 0: any */
    int64_t adjudicate;     /* a score in hundredths; 0: games are not adjudicated */
    int64_t adjudicate_for; /* plies in a row */
    uint64_t seed;
};

/* An engine, which a worker starts for its first game. */
struct match_engine {
    const struct contestant *contestant;
    struct asking_engine asking;
    bool runs;
};

struct match_game {
    size_t number;  /* of the game, from 1 */
    size_t pairing; /* games with the same opening, from 0 */
    unsigned seats;
    struct match_engine *engines[CATASTA_SEATS]; /* seat s at [s-1] */
    const struct opening *opening;               /* NULL: the usual start */

    /* Found: */
    enum match_end end;
    struct buffer record;
    size_t plies;
    unsigned fault_seat;
    char fault_id[64];
    struct buffer fault; /* in words */

    /* Meanwhile: */
    const struct match_rules *rules;
    catasta_session *session;
    struct game_line line;
    struct game_clocks clocks;
    int64_t *left_after; /* the clock after each ply, -1: there is none */
    size_t capacity;
    size_t opening_plies;
    long scores[CATASTA_SEATS]; /* the last of each seat */
    bool scored[CATASTA_SEATS];
    unsigned ahead; /* the seat that all agree wins, 0: none; for .agreed plies */
    int64_t agreed;
    uint32_t winners; /* where the board did not decide: bit s-1; 0: a draw */
};

/* Plays the game, which has what is before .end, and makes its record; to be freed either way. */
void match_play(struct match_game *game, const struct match_rules *rules, catasta_session *session);
void match_free(struct match_game *game);

/* Starts ENGINE, unless it runs, with LINE as its game; what it did instead is in .asking. */
enum asked match_start(struct match_engine *engine, struct game_line *line);
void match_stop(struct match_engine *engine, bool farewell);

#endif
