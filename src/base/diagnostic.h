/* SPDX-License-Identifier: MIT */
/* Diagnostics: faults with their place in a record, in lists that an arena
   owns. */
#ifndef CATASTA_BASE_DIAGNOSTIC_H
#define CATASTA_BASE_DIAGNOSTIC_H

#include "base/arena.h"
#include "base/fault.h"

/* A probable slip, and how to repair it: the edits replace spans of the record's source
   with texts; an empty span adds something there. */
enum repair_kind {
    REPAIR_TURN,      /* another turn was meant */
    REPAIR_EARLIER,   /* another turn was meant by an earlier one, though that was legal */
    REPAIR_LEFT_OUT,  /* one or several turns were left out */
    REPAIR_GLUED,     /* there is no space between two turns */
    REPAIR_DOUBLED,   /* one or several turns are written twice */
    REPAIR_SWAPPED,   /* two turns, or two rounds, have changed places */
    REPAIR_UNCLOSED,  /* a variation is not closed */
    REPAIR_BOTH,      /* other turns were meant by two in a row */
    REPAIR_REORDERED, /* the turns of a round, or of several, are in another order */
    REPAIR_SWALLOWED, /* a comment is not closed, and holds turns */
    REPAIR_TEXT,      /* something else than a turn was meant; the message says what */
};

enum confidence {
    CONFIDENCE_POSSIBLE,
    CONFIDENCE_LIKELY,
    CONFIDENCE_CERTAIN, /* the rest of the line is legal with it, and with nothing else */
};

struct edit {
    struct span span;
    struct slice text;
};

struct repair {
    enum repair_kind kind;
    enum confidence confidence;
    struct slice
        text;     /* the turns that were meant, in canonical form, joined by spaces; empty for kinds that make none */
    uint32_t ply; /* of the turn that is to be changed, or before which one was left out */
    uint32_t number; /* likewise */
    uint8_t seat;    /* likewise */
    uint32_t turns;  /* how many are left out, doubled, reordered or swallowed, or change places with as many */
    bool open;       /* of a turn left out: others fit as well as .text */
    uint32_t legal;  /* turns after the fault that are legal with it */
    bool whole;      /* and these are all there are on the line */
    uint8_t edit_count;
    struct edit edits[2];
};

enum { REPAIRS_MOST = 3 };

/* How a line was judged after a fault. */
enum sequel {
    SEQUEL_NONE,     /* as if nothing were wrong */
    SEQUEL_STOOD,    /* the turn was illegal and counted in the game */
    SEQUEL_REPAIRED, /* as if the first repair had been made */
    SEQUEL_FORCED,   /* as if the turn had been played as written, as far as possible */
    SEQUEL_GAVE_UP,  /* not at all */
};

struct state; /* a game's */
struct turn;

struct diagnostic {
    struct diagnostic *next;
    const struct rule *rule;
    enum severity severity;
    struct slice facts;  /* for the rule's message */
    struct span span;    /* the part at fault, in the record's source */
    struct span turn;    /* the whole turn, empty where there is none */
    struct span written; /* where .span is in the bytes of the file, if it is known better than from .span */
    uint32_t ply;        /* from 1 on its line, 0: the setup */
    uint32_t number;     /* of the turn as players count, 0 where there is none */
    uint8_t seat;        /* from 1, 0 where there is none */
    bool in_variation;
    bool within;              /* .board is what the step at fault found, not the turn */
    struct slice board;       /* what the board holds where it matters, for people; may be empty */
    const struct state *at;   /* what the fault found, where boards are kept, or NULL */
    const struct turn *tried; /* the turn, to be marked there; NULL where it is not a turn on this board */
    enum sequel sequel;
    bool not_carried;       /* marked as one that stood, but nothing of it can be carried out */
    uint32_t gap;           /* the turn number before it at which the numbers jumped ahead; 0: none did */
    bool cascaded;          /* it may only be a consequence of an earlier fault */
    struct repair *repairs; /* the best first */
    uint8_t repair_count;   /* at most REPAIRS_MOST */
    bool listed;            /* it is in the report: neither ignored nor expected */
};

struct diagnostics {
    struct diagnostic *first;
    struct diagnostic *last;
    uint32_t count;
};

/* The words for these in output that programs read; no word for SEQUEL_NONE. */
const char *repair_kind_name(enum repair_kind kind);
const char *confidence_name(enum confidence confidence);
const char *sequel_name(enum sequel sequel);

/* A new diagnostic of RULE in ARENA, which also holds FACTS, and not yet in a list; NULL when out of memory. */
struct diagnostic *diagnostic_new(struct arena *arena, const struct rule *rule, struct slice facts, struct span span);

/* Proposes TEXT, of which ARENA gets a copy, in the place of SPAN for FAULT, which may be NULL. */
void diagnostic_propose(
    struct diagnostic *fault, struct arena *arena, struct span span, struct slice text, enum confidence confidence);

/* Appends DIAGNOSTIC, ignoring NULL, so that the two calls nest. */
struct diagnostic *diagnostics_add(struct diagnostics *list, struct diagnostic *diagnostic);

#endif
