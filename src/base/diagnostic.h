/* Diagnostics: faults with their place in a record, in lists that an arena
   owns. */
#ifndef CATASTA_BASE_DIAGNOSTIC_H
#define CATASTA_BASE_DIAGNOSTIC_H

#include "base/arena.h"
#include "base/fault.h"

struct diagnostic {
    struct diagnostic *next;
    const struct rule *rule;
    enum severity severity;
    struct slice facts; /* for the rule's message */
    struct span span;   /* the part at fault, in the record's source */
    struct span turn;   /* the whole turn, empty where there is none */
    uint32_t ply;       /* from 1 on its line, 0: the setup */
    uint32_t number;    /* of the turn as players count, 0 where there is none */
    uint8_t seat;       /* from 1, 0 where there is none */
    bool in_variation;
    bool within;        /* .board is what the step at fault found, not the turn */
    struct slice board; /* what the board holds where it matters, for people; may be empty */
    const char *sequel; /* how the referee went on; NULL when it simply did */
};

struct diagnostics {
    struct diagnostic *first;
    struct diagnostic *last;
    uint32_t count;
};

/* A new diagnostic of RULE in ARENA, in no list yet; NULL when out of memory. */
struct diagnostic *diagnostic_new(struct arena *arena, const struct rule *rule, struct slice facts, struct span span);

/* Appends DIAGNOSTIC, ignoring NULL, so that the two calls nest. */
struct diagnostic *diagnostics_add(struct diagnostics *list, struct diagnostic *diagnostic);

#endif
