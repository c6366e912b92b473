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
    uint8_t extra[NEAR_LONGEST];     /* what a sign costs when it is too many */
    uint8_t cost[NEAR_LONGEST][128]; /* ... and when another was meant */
};

/* False when WRITTEN is too long. */
bool near_prepare(struct slice written, struct near *near);

/* What it costs to have written this where MEANT was meant, or NEAR_FAR from LIMIT on. */
unsigned near_cost(const struct near *near, struct slice meant, unsigned limit);

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

/* A comparison with a text that grows: what it costs to turn the first i signs written
   into the first j meant, a row for each j. */
enum { NEAR_ROW = NEAR_LONGEST + 1 };
struct near_rows {
    const struct near *near;
    unsigned length;            /* of the text so far */
    unsigned lowest;            /* the least that any text with this beginning costs */
    unsigned last;              /* ... the least in the last row */
    uint16_t row[3][NEAR_ROW];  /* row j in row[j % 3] */
    uint16_t missing[NEAR_ROW]; /* ... with the last sign meant missing from what was written */
    uint16_t lost[NEAR_ROW];    /* ... within a step that is missing as a whole */
    uint16_t moved[NEAR_ROW];   /* ... or a move */
    bool first;                 /* that step is the first, and its comma is after it */
    unsigned moves;             /* that have begun, in a turn without commas */
};
void near_begin(struct near_rows *rows, const struct near *near);

/* BEGUN is the text so far with more after it, at most NEAR_LONGEST; returns .lowest, or
   NEAR_FAR from LIMIT on. */
unsigned near_extend(struct near_rows *rows, struct slice begun, unsigned limit);

#endif
