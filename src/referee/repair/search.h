/* Repairs being searched for: spots in a line, candidates there, and how far the
   record goes on with each.  Only repair.c and candidates.c use this. */
#ifndef CATASTA_REFEREE_REPAIR_SEARCH_H
#define CATASTA_REFEREE_REPAIR_SEARCH_H

#include "record/near.h"
#include "referee/repair/repair.h"

enum {
    BACK = 24,     /* turns before the fault that are looked at */
    KEPT = 6,      /* candidates in the end */
    TRIALS = 50000 /* turns that are played or compared in all */
};

/* A recorded turn, and the line before it. */
struct spot {
    size_t item;
    struct line_cursor before;
};

struct candidate {
    enum repair_kind kind;
    unsigned back; /* of its place: 0 is the fault, 1 the turn before it */
    unsigned cost; /* see near.h */
    uint32_t legal;
    bool whole;
    bool joined;     /* it includes what is after the turn at fault */
    uint32_t others; /* turns that could as well have been left out there */
    const struct turn *turn;
    const struct turn *second; /* of two without a space between them */
    struct slice text;
};

struct repair_search {
    const struct repairs *repairs;
    const struct play_context *context;
    const struct line *line;
    bool main;   /* the line is: its result counts */
    bool at_end; /* there is no turn at fault, but the result, after the last one */
    struct spot spots[BACK + 1];
    unsigned spot_count;
    struct span joined; /* the turn at fault with what cannot be read after it */
    size_t joined_next; /* the item after that */
    bool in_pieces;     /* there is something after it */
    bool blind;         /* and more is lost in a comment */
    struct line_cursor trial;
    struct line_cursor middle; /* between two turns of a candidate */
    int32_t trials;            /* left */
    uint32_t whole;            /* candidates with which the rest of the line is legal */
    bool every;                /* all turns that are legal at the fault were tried */
    unsigned kept_count;       /* the best first */
    struct candidate kept[KEPT];
    struct arena *arena;
    struct text text;
};

/* Tries everything there is to try; in candidates.c. */
void search_run(struct repair_search *search);

/* Plays CANDIDATE and all that follows; false when it does not repair the fault. */
bool search_try(struct repair_search *search, struct candidate *candidate);

/* Keeps CANDIDATE if it repairs the fault and is good enough; returns whether it repairs
   it.  Its turns are borrowed. */
bool search_consider(struct repair_search *search, struct candidate candidate);

/* The turn BACK turns before the fault. */
const struct item *search_item(const struct repair_search *search, unsigned back);

/* What was written at BACK, without the seat; JOINED: with what is after the fault. */
struct slice search_written(const struct repair_search *search, unsigned back, bool joined);

/* The turn that changes places with the one at BACK: the next one; NULL when that cannot
   be read. */
const struct item *search_next(const struct repair_search *search, unsigned back);

#endif
