/* SPDX-License-Identifier: MIT */
/* The clocks of the main line while it is judged. */
#ifndef CATASTA_REFEREE_CLOCK_WATCH_H
#define CATASTA_REFEREE_CLOCK_WATCH_H

#include "referee/clocks.h"
#include "referee/judge/line.h"

/* The turn that clocks are of: the last one. */
struct watched_turn {
    struct span span;
    uint32_t ply;
    uint32_t number;
    unsigned seat; /* 0: there is none, or the line is lost */
};

struct clock_watch {
    struct clocks clocks;
    struct watched_turn last;
    struct slice text;        /* the last clock after it; at NULL: none */
    struct watched_turn zero; /* the turn after which a clock is at zero, .seat 0: there is none */
    struct span zero_span;
    uint32_t zeros; /* seats of which that was reported, a bit each */
};

/* Reports the tag that cannot be read.  Clocks are watched if there are any. */
void clock_watch_begin(struct judge *judge);

/* SEAT, 0: the line is lost, has made the turn ITEM with that NUMBER and PLY; a comment comes after the last one. */
void clock_watch_turn(struct judge *judge, const struct item *item, unsigned seat, uint32_t number, uint32_t ply);
void clock_watch_comment(struct judge *judge, const struct item *item);
void clock_watch_end(struct judge *judge);

#endif
