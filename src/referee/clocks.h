/* SPDX-License-Identifier: MIT */
/* Clocks: the time control that tags give, and what the clocks after turns, {[%clk 0:41:07]}, say by it. */
#ifndef CATASTA_REFEREE_CLOCKS_H
#define CATASTA_REFEREE_CLOCKS_H

#include "games/game.h"
#include "record/record.h"

enum clock_rule { CLOCK_RISES, CLOCK_SIDE, CLOCK_ZERO, CLOCK_UNREADABLE, CLOCK_RULE_COUNT };
extern const struct rule clock_rules[CLOCK_RULE_COUNT];

/* Times are in milliseconds; CLOCK_NONE: there is none, or it is not known. */
enum { CLOCK_NONE = -1, PERIODS_MOST = 8 };

/* A period of MOVES turns, 0: all that are left, for which TIME is given, and INCREMENT for each turn. */
struct clock_period {
    int64_t time;
    int64_t increment;
    uint32_t moves;
};

struct time_rules {
    struct clock_period periods[PERIODS_MOST];
    unsigned count;       /* 0: the time control is not known */
    bool by_number;       /* the increment is times the number of the turn */
    uint32_t extra_after; /* the number of the turn at which EXTRA is added; 0: none */
    int64_t extra;
    int64_t grace; /* for which a clock may be at zero */
};

/* The clock of a seat. */
struct clock_face {
    struct time_rules rules;
    int64_t left;   /* when it was last written, or at the start */
    int64_t before; /* ... and the time before that */
    int64_t unit;   /* in which .left is written */
    int64_t gained; /* since then */
    uint32_t turns; /* of the seat */
    uint32_t since; /* of these, those after .left */
};

struct clocks {
    struct clock_face faces[SEATS];
    unsigned seats;
    const struct tag *control; /* NULL: none gives one */
};

/* What the clock after a turn comes to. */
struct clock_reading {
    enum clock_rule fault; /* CLOCK_RULE_COUNT: none */
    int64_t now;           /* CLOCK_NONE: nothing was written */
    int64_t was;           /* of this clock, with a fault; */
    int64_t gained;        /* what it may have gained since then; */
    unsigned other;        /* CLOCK_SIDE: the seat whose clock it may be, which was at OTHER_WAS */
    int64_t other_was;
    int64_t took; /* the turn; CLOCK_NONE: that is not known */
};

/* The clocks of a game of RECORD at its start; the tag that cannot be read, or NULL. */
const struct tag *clocks_begin(struct clocks *clocks, const struct record *record, unsigned seats);

/* SEAT has made a turn with that NUMBER, after which TEXT is written as its clock, at NULL: none is. */
struct clock_reading clocks_take(struct clocks *clocks, unsigned seat, uint32_t number, struct slice text);

/* "0:41:07.5" */
void clock_write(int64_t time, struct text *text);

#endif
