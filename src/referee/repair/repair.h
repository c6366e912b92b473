/* SPDX-License-Identifier: MIT */
/* What was probably meant by a turn that cannot be: a search among the turns that are
   legal there, and among slips in the turns before it, for what
   leaves most of the recorded turns legal.

       turns near the one written ─┐
       turns and rounds left out,  ├──> played on to the next fault ──> ranked
       doubled, changed places     │
       the same, some turns back  ─┘

   A function of the record, the place of a fault, and what is left of a budget: to a
   ranked list of edits, attached to the fault, and to how the line goes on.  Knows the rules
   and how a line is played, not how it is judged.  Costs nothing until there is a fault,
   and then a bounded number of trials, so that the same record always gets the same proposals; unless the trials for
   its part of the file are used up, then none. */
#ifndef CATASTA_REFEREE_REPAIR_REPAIR_H
#define CATASTA_REFEREE_REPAIR_REPAIR_H

#include "referee/judge/line_cursor.h"

/* A record with more faults than this was not broken by a slip or two. */
enum { SEARCHES_MOST = 16 };

/* What repairs of a record are made with, and what is remembered of them. */
struct repairs {
    const struct play_context *context;
    const struct report *report;       /* for the declared result */
    struct arena *arena;               /* for edits */
    struct arena *scratch;             /* emptied by every search */
    int64_t *trials;                   /* left for this part of the file; NULL: there is no limit */
    unsigned searches;                 /* so far */
    struct span joined[SEARCHES_MOST]; /* the pieces that each put together; empty: none */
    const struct diagnostic *unclosed; /* of the record's faults: a variation that is never closed; NULL: none */
    struct repair *closing;            /* where it should have been; may be NULL */
    bool closed;                       /* and is judged as if it had been */
};

/* From where on all turns of a line were legal. */
struct anchor {
    struct line_cursor cursor; /* after the last fault, or where the line begins */
    size_t item;               /* the next one there */
};

/* Where a fault is. */
struct fault_location {
    const struct line *line;
    bool main; /* the record's, whose result counts */
    size_t at; /* the item; the line's count for the result */
    const struct anchor *anchor;
    const struct line_cursor *now; /* before the item */
};

/* Whether ITEM is a turn, or was to be one. */
static inline bool is_written_turn(const struct item *item)
{
    return item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
}

/* In the place of a turn: another that was written, or one that was not, or nothing. */
struct substitute {
    const struct item *item;
    const struct turn *turn;
};

/* How a line goes on. */
struct continuation {
    const struct substitute *instead; /* of the next turns, in their order */
    unsigned instead_count;
    bool forced;   /* the position is uncertain: later faults may only be consequences */
    size_t stop;   /* ... but for the item that is not legal with the first repair, either; SIZE_MAX: there is none */
    bool guessed;  /* a turn that was left out is only an example: marks are not checked */
    bool renumber; /* a missing or extra turn was repaired: the next number is right */
};

/* The same as if a fault had been repaired.  Positions are good until the next search. */
struct repaired {
    const struct state *before;      /* before the turn at fault, with earlier slips repaired */
    const struct line_cursor *after; /* the turn played there */
    size_t next;                     /* the item to judge next */
    struct span joined;              /* the pieces that were put together for it; empty: none */
    struct continuation continuation;
};

/* Looks for repairs of the turn at LOCATION, which is illegal or unreadable, attaches them
   to FAULT, and sets the .stop of REPAIRED.  Returns whether the best is sure enough and leads as far as playing TURN
   as written would: then REPAIRED, whose .continuation was the line's before, says how to go on, and TURN becomes what
   was played there. */
bool repair_turn(struct repairs *repairs, const struct fault_location *location, struct turn *turn,
    struct diagnostic *fault, struct repaired *repaired);

/* Looks for slips among the last turns, all of them legal, that explain why the game came
   out otherwise than declared. */
void repair_result(struct repairs *repairs, const struct fault_location *location, struct diagnostic *fault);

/* Where a variation should have ended that is never closed: after the turn from which on
   all of it is legal on the main line, MAIN after PLY turns.  Returns how many items of
   LINE, played from START on, are its own; the rest is the main line's. */
size_t repair_unclosed(struct repairs *repairs, const struct line_cursor *main, uint32_t ply,
    const struct line_cursor *start, const struct line *line);

/* What repairs make of FAULT, which the parser found: reported in COPY. */
void repairs_attach(const struct repairs *repairs, const struct diagnostic *fault, struct diagnostic *copy);

#endif
