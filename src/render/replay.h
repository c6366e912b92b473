/* A game step by step: the board after each turn, with comments and faults. */
#ifndef CATASTA_RENDER_REPLAY_H
#define CATASTA_RENDER_REPLAY_H

#include "render/diagnostics.h"

/* Which positions to show: those after FIRST to LAST plies of the main line,
   0 the start.  LAST < 0: to the end. */
struct replay {
    const struct style *style;
    const char *file;
    long first;
    long last;
    struct text *text;
    /* At work: */
    const struct report *report;
    const struct rulebook *book;
    struct cursor cursor; /* where the last fault was */
    long ply;             /* of the main line, the last one judged */
};

/* Fills OBSERVER so that judging a record writes its replay to REPLAY->text. */
void replay_observer(struct replay *replay, struct observer *observer);

/* Who plays what, above the first board. */
void render_heading(const struct report *report, const struct style *style, struct text *text);

/* The name of SEAT's player, or what the game calls the seat. */
void render_player(const struct report *report, unsigned seat, struct text *text);

/* The figures that a game ended with, those claimed where the board did not end it. */
void render_result(const struct report *report, struct text *text);

/* "White wins 1-0 (castle)", "undecided, White to move", and the like. */
void render_outcome(const struct report *report, struct text *text);

/* A position as a board, with how each seat stands; false when out of memory. */
bool render_position(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text);

#endif
