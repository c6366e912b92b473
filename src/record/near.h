/* SPDX-License-Identifier: MIT */
/* How far two texts of a turn are apart, in slips of the pen: a character that is wrong,
   missing, too many or exchanged with the next, a step lost, a neighbouring cell, two cells
   the wrong way round.  Knows characters and cells, but no game. */
#ifndef CATASTA_RECORD_NEAR_H
#define CATASTA_RECORD_NEAR_H

#include "base/slice.h"

enum {
    NEAR_SLIP = 8,     /* the cost of one slip */
    NEAR_BESIDE = 10,  /* ... and that of a cell off by a row and a column */
    NEAR_SPELLING = 6, /* less is not a slip: a capital, a space, a sign that looks like the right one */
    NEAR_LEAST = 6,    /* no slip costs less */
    NEAR_FAR = 255,    /* more than what was asked for */
    NEAR_CELLS = 5,
    NEAR_LONGEST = 96, /* longer texts are near nothing */
};

struct near_cell {
    unsigned begin;
    unsigned end;
    unsigned row;
    unsigned column;
};

/* What was written, made ready to be compared with many turns. */
struct near {
    unsigned length;
    unsigned cells;
    struct near_cell cell[NEAR_CELLS]; /* the first ones in .text */
    char text[NEAR_LONGEST];
    bool soft[NEAR_LONGEST];         /* a sign that only looks like this one was written */
    uint8_t extra[NEAR_LONGEST];     /* what a sign costs when it is too many */
    bool known[128];                 /* what was meant before, */
    uint8_t cost[128][NEAR_LONGEST]; /* ... and what each sign costs then */
};

/* False when WRITTEN is too long. */
bool near_prepare(struct slice written, struct near *near);

/* Whether WRITTEN is MEANT in other signs, and no slip: capitals, spaces inside, letters that look like digits, a sign
   doubled, ';' for ',', a cell with its number first, or a count of 1, which canonical form leaves out. */
bool near_is_spelling(struct slice written, struct slice meant);

/* Whether MEANT accounts for every word of WRITTEN, so that nothing is lost where it takes
   their place: each sign of a word was written for one of MEANT, in their order, all but two
   of them and at least half for the same one, the others for one of their kind or for none.
   Two in a row are not for none, and of several words neither is the first or the last of
   one: it would make room for another word.  Or MEANT is a single word but for some steps,
   or with two cells exchanged, or one beside the right one, or a sign on the other side of a word after the first. */
bool near_keeps(struct slice written, struct slice meant);

/* What it costs to turn the first signs written into the first J meant, for any number of those. */
enum { NEAR_ROW = NEAR_LONGEST + 1 };
struct near_row {
    unsigned lowest;            /* the least that any text with this beginning costs */
    unsigned last;              /* ... without exchanging the last sign with the next one */
    unsigned least;             /* ... in .cost */
    unsigned step;              /* the row before the step that J is in, which may be missing as a whole */
    unsigned move;              /* ... or the move */
    unsigned moves;             /* that have begun, in a turn without commas */
    bool first;                 /* the step is the first, and its comma is after it */
    bool begins;                /* with the next sign another move begins */
    uint16_t cost[NEAR_ROW];    /* by the signs written */
    uint16_t missing[NEAR_ROW]; /* ... with the last sign meant missing from what was written */
};

/* A comparison with texts one after the other: what is found for signs that the next one begins with, too, is not
   worked out again, since a game names its turns in an order in which most of each is as before. */
struct near_rows {
    struct near *near;
    unsigned filled; /* rows after the first */
    unsigned length; /* of the last text */
    char text[NEAR_LONGEST];
    struct near_row row[NEAR_ROW]; /* by J */
};
void near_begin(struct near_rows *rows, struct near *near);

/* The row for all of BEGUN, at most NEAR_LONGEST, which a turn begins with; NULL where such turns cost LIMIT or more.
 */
const struct near_row *near_extend(struct near_rows *rows, struct slice begun, unsigned limit);

/* What it costs to have written this where MEANT was meant, or NEAR_FAR from LIMIT on. */
unsigned near_cost(struct near_rows *rows, struct slice meant, unsigned limit);

#endif
