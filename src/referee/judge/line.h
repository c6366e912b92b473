/* SPDX-License-Identifier: MIT */
/* Judging the turns of one line and of the variations in it. */
#ifndef CATASTA_REFEREE_LINE_H
#define CATASTA_REFEREE_LINE_H

#include "referee/repair/repair.h"

/* What judging a line needs: it belongs to one line while that lasts, then to the next. */
struct line_positions {
    struct line_positions *next;
    struct state *now;
    struct state *before;
    struct state *anchor;
};

/* What judging a record needs at hand. */
struct judge {
    const struct record *record;
    const struct rulebook *book;
    bool boards;           /* are kept for faults */
    bool adjudicates;      /* games that were broken off */
    struct arena *arena;   /* for diagnostics and states */
    struct arena *scratch; /* for what one diagnostic needs while it is made */
    struct text *facts;    /* of the fault at hand; NULL: nobody reads any */
    struct report *report;
    struct play_context context;
    struct line_positions *spare;     /* of lines that are done */
    struct state *first_error;        /* the position before the first error on the main line */
    const struct diagnostic *pending; /* faults of the text that are still ahead */
    struct repairs repairs;
    struct clock_watch *watch; /* NULL: there are no clocks */
    bool failed;               /* out of memory */
};

/* A line being judged. */
struct line_state {
    struct line_positions *positions; /* that those below are of */
    struct line_cursor now;
    struct state *before; /* the position before the last turn */
    uint32_t ply;         /* turns played so far */
    uint32_t number_off;  /* by how much the last written number was wrong */
    unsigned depth;
    bool lost;     /* the position is unknown */
    uint32_t gap;  /* the number at which numbers jumped ahead: turns may be missing there; 0: none */
    bool has_turn; /* .before and the other members called *_before are of a turn */
    bool lost_before;
    bool forced_before;
    uint32_t ply_before;
    struct anchor anchor;
    struct continuation continuation;
};

/* Gives LINE_STATE positions, not filled in yet; false when out of memory. */
bool line_state_begin(struct judge *judge, struct line_state *line_state);

/* Gives them back, for others. */
void line_state_end(struct judge *judge, struct line_state *line_state);

/* Judges LINE from LINE_STATE->now on. */
void judge_line(struct judge *judge, const struct line *line, struct line_state *line_state);

/* Plays ITEM, alone in its record, on CURSOR; false, and CURSOR as it was, with a diagnostic.  Adds the canonical text
   of what was played to TEXT, unless NULL: nothing, if ITEM is only a remark. */
bool judge_alone(struct judge *judge, struct line_cursor *cursor, const struct item *item, struct text *text);

/* Reports what cannot be read of ITEM, without judging it. */
struct diagnostic *report_unreadable_item(struct judge *judge, const struct item *item, bool in_variation);

/* A diagnostic about SPAN in the report, with a copy of FACTS or with those that FORMAT
   makes; NULL when out of memory. */
struct diagnostic *judge_add(struct judge *judge, const struct rule *rule, struct slice facts, struct span span);
struct diagnostic *judge_report(struct judge *judge, const struct rule *rule, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
