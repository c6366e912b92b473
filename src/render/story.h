/* A judged game as a tree of positions, to be walked in any direction: what a page, a
   screen and pictures are made from.

       start ── 1. e4 ── 1... e5 ── 2. …        .next along a line
                  │
                  └ 1. d4 ── 1... d5            .variation: in the stead of that turn

   Node 0 is the start.  Everything lives in the arena given, or in the report: until
   the next record is judged. */
#ifndef CATASTA_RENDER_STORY_H
#define CATASTA_RENDER_STORY_H

#include "referee/referee.h"

#define STORY_NONE UINT32_MAX

/* What is said about a turn: a sign such as "!?", or a comment without its braces; a
   slice of the record. */
struct story_remark {
    struct slice text;
    bool is_sign;
    struct story_remark *next;
};

struct story_remarks {
    struct story_remark *first;
    struct story_remark *last;
};

struct story_node {
    uint32_t parent;    /* the position before; STORY_NONE for the start */
    uint32_t next;      /* the turn behind it on its line, or STORY_NONE */
    uint32_t variation; /* another turn in the stead of this one, or STORY_NONE */
    uint32_t ply;       /* from 1 on its line, 0: the start */
    uint32_t number;    /* of the turn, as players count */
    uint8_t seat;       /* who made it; of the start, who is to move */
    uint16_t depth;     /* 0: the main line */
    enum verdict verdict;
    struct slice turn;           /* its text: canonical where it is legal, else as written */
    struct story_remarks before; /* comments before it, in the begin of a variation */
    struct story_remarks remarks;
    const struct diagnostic *fault;
    const struct state *state; /* behind it */
    const struct turn *last;   /* NULL where it means nothing on the board */
};

struct story {
    struct arena *arena;
    const struct report *report;
    const struct rulebook *book;
    struct story_node *nodes;
    size_t count; /* 0: the game could not be set up, or was not played */
    size_t capacity;
    bool failed;
    /* At work: */
    uint32_t last[RECORD_NESTING + 2]; /* by depth, the last node of the line */
    struct story_remarks pending;      /* comments that no turn stands before */
};

/* Begins STORY in ARENA and fills OBSERVER, with which the record is to be judged. */
void story_begin(struct story *story, struct arena *arena, const struct report *report, struct observer *observer);

/* Ends it; false when out of memory. */
bool story_end(struct story *story);

#endif
