/* SPDX-License-Identifier: MIT */
/* Candidates for a repair, and their one order: what each kind of edit costs, and what speaks for it or against it, are
   rows of a table of weights, and the least sum is the best.  Knows how a candidate came out, but plays nothing. */
#ifndef CATASTA_REFEREE_REPAIR_RANK_H
#define CATASTA_REFEREE_REPAIR_RANK_H

#include "referee/repair/repair.h"

enum {
    RANKED = 6,  /* candidates that are kept */
    PUT_MOST = 8 /* turns that were not written, of one candidate */
};

/* What of a candidate counts: the edit, */
enum evidence {
    COST_SLIP,       /* in a turn, or two: see near.h */
    COST_GLUED,      /* a space that is missing between two turns */
    COST_PARTED,     /* a space instead of a sign, */
    COST_SIGN,       /* ... and each further sign there */
    COST_BOTH,       /* slips in two turns in a row */
    COST_DOUBLED,    /* turns that are written twice */
    COST_SWAPPED,    /* turns that have changed places, */
    COST_RENUMBERED, /* ... and their numbers, too */
    COST_ACROSS,     /* turns of two rounds, not the whole of one */
    COST_REORDERED,  /* rounds in another order */
    COST_SWALLOWED,  /* turns in a comment that was not closed, */
    COST_DOUBTFUL,   /* ... which may hold more of them */
    COST_LEFT_OUT,   /* a turn that is missing, */
    COST_SEVERAL,    /* ... more than one, */
    COST_NUMBERED,   /* ... where the numbers of the turns miss it, */
    COST_WITHIN,     /* ... but not at a number */
    COSTS,
    /* and how the game goes on with it. */
    SAYS_STEPS = COSTS, /* after the first of a turn with a slip */
    SAYS_NOTES,         /* marks that are not canonical */
    SAYS_NOTHING,       /* no turn after the fault is legal, with more than a slip in the one at fault */
    SAYS_LEGAL,         /* turns that are, up to the next fault */
    SAYS_FAULT,         /* there is another */
    SAYS_MISFIT,        /* there is none, but the result is another */
    SAYS_END,           /* ... and it is the one that the game ends with */
    EVIDENCES
};

/* Some turns from a place on, as many as it replaces, give way to others: to turns that were
   not written, or to written ones in another order or from another place, or to none. */
struct candidate {
    enum repair_kind kind;
    unsigned back;                /* of its place: 0 is the fault, 1 the turn before it */
    unsigned replaced;            /* recorded turns, from its place on */
    unsigned count;               /* turns instead of them: */
    const struct substitute *put; /* all written, or none; in a trial a seat passes for which there is neither */
    const struct record *source;  /* of what was written; NULL: the record */
    struct span span;             /* in the text: what is changed that is not a turn */
    int16_t amount[EVIDENCES];    /* those of the edit come with it */
    uint32_t followed;            /* recorded turns after it that are legal, */
    uint32_t legal;               /* ... and of these, those after the fault */
    uint32_t notes;               /* turns that leave a note, where none before the fault did */
    size_t stop;                  /* the first item that is not legal with it; the line's count: none */
    bool whole;
    bool misfit; /* all turns are legal, but the result is another */
    bool ends;   /* ... and it is the one that the game ends with */
    bool off;    /* the next number is wrong with it */
    bool joined; /* it includes what is after the turn at fault */
    bool parted; /* ... as it was written, but with signs instead of the spaces; then it may replace several turns */
    uint32_t others;              /* turns that could as well have been left out there */
    struct slice text;            /* the turns that are made, spaces between */
    uint16_t text_ends[PUT_MOST]; /* where each of them ends in it */
};

/* Whether its turns were written, or not. */
static inline bool candidate_moves(const struct candidate *candidate)
{
    return candidate->count > 0 && candidate->put[0].item != NULL;
}
static inline bool candidate_makes(const struct candidate *candidate)
{
    return candidate->count > 0 && candidate->put[0].item == NULL;
}

/* Whether it puts one turn where several were read. */
static inline bool candidate_unites(const struct candidate *candidate)
{
    return candidate->parted && candidate->replaced > 1;
}

/* The Ith of the turns that it makes. */
static inline struct slice candidate_text(const struct candidate *candidate, unsigned i)
{
    uint16_t begin = i == 0 ? 0 : (uint16_t)(candidate->text_ends[i - 1] + 1);
    return (struct slice){candidate->text.at + begin, (size_t)(candidate->text_ends[i] - begin)};
}

/* Turns after the fault that speak for CANDIDATE: legal ones, among them those of a block that moved; and those in a
   comment. */
uint32_t rank_support(const struct candidate *candidate);

/* Fills in what .amount says of how the game goes on with it. */
void rank_weigh(struct candidate *candidate);

/* The sum over the edit alone, and over all. */
int rank_cost(const struct candidate *candidate);
int rank_of(const struct candidate *candidate);

/* The best first. */
struct ranking {
    unsigned count;
    struct candidate best[RANKED];
};

/* Whether CANDIDATE would be kept, if no other takes its place. */
bool rank_takes(const struct ranking *ranking, const struct candidate *candidate);

/* Keeps CANDIDATE if it is good enough, and the better one of two that are shown as one. */
void rank_keep(struct ranking *ranking, struct candidate candidate);

/* How many are worth proposing. */
unsigned rank_proposed(const struct ranking *ranking);

/* How sure the best is.  WHOLE: with how many all is legal; ALONE: if that is one, whether it leaves no doubt;
   NUMBERED: turns that were left out are missed by the numbers. */
enum confidence rank_confidence(const struct ranking *ranking, uint32_t whole, bool alone, bool numbered);

#endif
