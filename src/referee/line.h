/* Judging the turns of one line and of the variations in it. */
#ifndef CATASTA_REFEREE_LINE_H
#define CATASTA_REFEREE_LINE_H

#include "referee/referee.h"

/* What judging a record needs at hand. */
struct judge {
    const struct record *record;
    const struct rulebook *book;
    const struct observer *observer; /* may be NULL */
    bool boards;                     /* are kept for faults */
    struct arena *arena;             /* for diagnostics and states */
    struct arena *scratch;           /* for what one diagnostic needs while it is made */
    struct report *report;
    size_t state_size;
    struct state *first_error;        /* the position before the first error on the main line */
    const struct diagnostic *pending; /* faults of the text that are still ahead */
    bool failed;                      /* out of memory */
};

/* A line being judged. */
struct progress {
    struct state *state;
    struct state *before; /* the position before the last turn */
    uint32_t ply;         /* turns played so far */
    uint32_t number_off;  /* by how much the last written number was wrong */
    unsigned depth;
    unsigned resigned; /* the seat that resigned, 0: none */
    bool lost;         /* nobody knows the position any more */
    bool has_turn;     /* .before, .lost_before and .ply_before are of a turn */
    bool lost_before;
    uint32_t ply_before;
    uint32_t gone_before; /* the seats that were gone before the last turn */
    unsigned outs;        /* said behind it */
    struct outcome outcome;
};

/* Judges LINE from PROGRESS->state on. */
void judge_line(struct judge *judge, const struct line *line, struct progress *progress);

/* Reports what cannot be read of ITEM, without judging it. */
struct diagnostic *report_unreadable_item(struct judge *judge, const struct item *item, bool in_variation);

/* A diagnostic about SPAN with FACTS in the report; NULL when out of memory. */
struct diagnostic *judge_report(struct judge *judge, const struct rule *rule, struct slice facts, struct span span);

#endif
