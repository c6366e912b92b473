/* SPDX-License-Identifier: MIT */
/* A position within a line, and replay from it without reporting: the one place that knows
   what a written turn means, for the judge and for trials. */
#ifndef CATASTA_REFEREE_LINE_CURSOR_H
#define CATASTA_REFEREE_LINE_CURSOR_H

#include "games/game.h"
#include "referee/referee.h"

struct line_cursor {
    struct state *state;
    struct outcome outcome;
    unsigned resigned;          /* the seat that resigned, 0: none */
    uint32_t eliminated_before; /* the seats that were eliminated before the last turn */
    uint32_t number;            /* of the last turn */
    uint8_t mover;              /* its seat, 0: there was none */
    unsigned outs;              /* said after it */
    size_t stop;                /* the item at which line_cursor_follow ended */
    uint32_t notes;             /* turns so far that were asked about and left one */
};

/* A record being played on. */
struct play_context {
    const struct record *record;
    const struct rulebook *book;
    unsigned seats;
    size_t state_size;
    const struct severities *severities; /* which say whose faults are ignored, so that turns stand */
    bool silent;                         /* nobody asks what is wrong with a turn */
};

/* TO, which has its own state, becomes a copy of FROM. */
void line_cursor_copy(const struct play_context *context, struct line_cursor *to, const struct line_cursor *from);

/* Whether ITEM only says again what the turn before it has done, as NOTE, which may be NULL, then says. */
bool line_cursor_echoes(
    const struct play_context *context, const struct line_cursor *cursor, const struct item *item, struct fault *note);

/* Whether ITEM does that, or says of a seat that it is out, and it is: then it is not a turn. */
bool line_cursor_takes_remark(const struct play_context *context, struct line_cursor *cursor, const struct item *item);

/* How many of the first COUNT seats make turns still. */
unsigned line_cursor_seats(const struct play_context *context, const struct line_cursor *cursor, unsigned count);

/* The number of the turn to be made; where NEXT, unless NULL, says of a seat that it is out, the
   number that the turn of that seat would have had. */
uint32_t line_cursor_number(
    const struct play_context *context, const struct line_cursor *cursor, const struct item *next);

/* Whether turns of SHAPE are of this game. */
bool shape_is_of_game(const struct rulebook *book, enum turn_shape shape);

/* Whether ITEM is a turn of this game on this board, whether legal or not: TURN then. */
bool line_cursor_reads(const struct play_context *context, const struct item *item, struct turn *turn);

/* Plays ITEM, a turn of a shape of this game, if it is legal; TURN becomes what it means.
   Else leaves CURSOR as it was, with the reason in WHY, unless NULL; TURN has the
   shape TURN_NONE where it means nothing on this board. */
bool line_cursor_play(const struct play_context *context, struct line_cursor *cursor, const struct item *item,
    struct turn *turn, struct fault *why);

/* Gives a game that takes hints the turn that is written next, before one is played: the first item from NEXT to END
   that is not a number. */
void line_cursor_hint(
    const struct play_context *context, struct line_cursor *cursor, const struct item *next, const struct item *end);

/* Plays a line on from its item .first, as long as it is turns of which there is nothing to say: of the
   game's shape, legal without a note, each with no more than a number before the next; and numbers
   that are .off from what they should be.  Adds the turns to *.ply; returns the item where that ends. */
struct line_run {
    const struct line *line;
    size_t first;
    uint32_t off;
    uint32_t *ply;
    struct tree *tree; /* keeps the turns, at .depth; or NULL */
    unsigned depth;
    struct state *spare; /* room for one */
};
size_t line_cursor_run(const struct play_context *context, struct line_cursor *cursor, const struct line_run *run);

/* Plays TURN, which was not written; false when it is illegal. */
bool line_cursor_make(const struct play_context *context, struct line_cursor *cursor, const struct turn *turn);

/* Moves the pieces of an illegal turn as it says; false when the board cannot carry
   any of it.  A seat that may not resign passes. */
bool line_cursor_force(const struct play_context *context, struct line_cursor *cursor, const struct turn *turn);

/* Whether the comments right after ITEM of LINE say that the turn stood. */
bool remarks_say_stood(const struct record *record, const struct line *line, const struct item *item);

/* Plays LINE on from its item FIRST up to its item END, or to the first turn that is not
   legal and did not stand: CURSOR->stop.  Counts the legal ones; *WHOLE when it reached END. */
uint32_t line_cursor_follow(const struct play_context *context, struct line_cursor *cursor, const struct line *line,
    size_t first, size_t end, bool *whole);

#endif
