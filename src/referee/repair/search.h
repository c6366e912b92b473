/* SPDX-License-Identifier: MIT */
/* Repairs being searched for: spots in a line, candidates there, and how far the
   record goes on with each.  Only the files of this folder use this. */
#ifndef CATASTA_REFEREE_REPAIR_SEARCH_H
#define CATASTA_REFEREE_REPAIR_SEARCH_H

#include "record/near.h"
#include "referee/repair/rank.h"

enum {
    BACK = 24,             /* turns before the fault that are looked at, */
    FAR_BACK = 128,        /* ... and where numbers or comments say something */
    AHEAD = 4096,          /* ... and after it */
    GUESSES = 8,           /* of turns that were left out, that are gone on with at most */
    TRIALS = 50000,        /* turns that are played or compared at first; as many more where numbers miss some, twice
                              where no repair makes all legal, and once where one does, */
    TRIALS_DOUBT = 150000, /* ... then so many more for what may be as good */
    TRIALS_A_STEP = 2      /* ... where they are too many to list, a step of one */
};

/* A recorded turn, and the line before it. */
struct spot {
    size_t item;
    struct line_cursor before;
};

struct repair_search {
    const struct repairs *repairs;
    const struct play_context *context;
    const struct line *line;
    bool main;   /* the line is: its result counts */
    bool at_end; /* there is no turn at fault, but the result, after the last one */
    bool never;  /* the turn at fault is legal nowhere, whatever was played before it */
    struct spot spots[FAR_BACK + 1];
    unsigned spot_count;
    unsigned near_count;       /* of them, those up to BACK */
    const struct item **turns; /* recorded: those of the spots, the earliest first, and what is after them */
    unsigned turn_count;
    unsigned round;     /* how many turns make one */
    struct span joined; /* the turn at fault with what cannot be read after it */
    size_t joined_next; /* the item after that */
    bool canonical;     /* all turns before the fault have their canonical texts, of several */
    bool in_pieces;     /* there is something after it */
    uint32_t off;       /* by how much numbers are wrong where the search begins */
    bool numbered;      /* the numbers say where turns are missing */
    bool blind;         /* and more is lost in a comment */
    struct line_cursor trial;
    struct line_cursor middle;          /* between two turns of a candidate */
    struct line_cursor level[PUT_MOST]; /* before each of several turns that are looked for */
    int32_t trials;                     /* left */
    uint32_t whole;                     /* candidates with which the rest of the line is legal */
    bool every;                         /* all turns that are legal at the fault were tried */
    struct ranking ranking;
    struct arena *arena;
    struct text text;
};

/* Tries everything there is to try; in candidates.c. */
void search_run(struct repair_search *search);

/* Plays CANDIDATE and all that follows; false when it does not repair the fault. */
bool search_try(struct repair_search *search, struct candidate *candidate);

/* Plays the turns that CANDIDATE puts in; returns how many of them are legal. */
unsigned search_plays(struct repair_search *search, const struct candidate *candidate);

/* The other texts for TURN, legal in STATE, to VISIT: those that the game has, and, at the spot BACK, those by what lay
   elsewhere in the last positions before it; with NO_SPOT not these. */
enum { NO_SPOT = FAR_BACK + 1 };
void search_spell(struct repair_search *search, unsigned back, const struct state *state, const struct turn *turn,
    spelling_visitor *visit, void *context);

/* Whether TURN, which is legal at the fault, is what was written but for spaces, and kept. */
bool search_was_parted(struct repair_search *search, const struct turn *turn);

/* Keeps CANDIDATE if it repairs the fault and is good enough; returns whether it repairs
   it.  Its turns are borrowed. */
bool search_consider(struct repair_search *search, struct candidate candidate);

/* Reads LINE, which ends with a newline, from AT on as turns and numbers into RECORD; false where there is anything
   else. */
bool search_reads(struct repair_search *search, struct slice line, uint32_t at, struct record *record);

/* The turn BACK turns before the fault. */
const struct item *search_item(const struct repair_search *search, unsigned back);

/* What was written from ITEM up to END, without the seat. */
struct slice search_words(const struct repair_search *search, const struct item *item, uint32_t end);

/* The same at BACK; JOINED: with what is after the fault. */
struct slice search_written(const struct repair_search *search, unsigned back, bool joined);

/* How many recorded turns there are from BACK on, and the first of them. */
static inline unsigned search_rest(const struct repair_search *search, unsigned back)
{
    return search->turn_count - (search->spot_count - 1 - back);
}
static inline const struct item **search_turns(const struct repair_search *search, unsigned back)
{
    return search->turns + (search->spot_count - 1 - back);
}

/* Whether these are the same turns, or both empty. */
bool search_same_turn(const struct turn *a, const struct turn *b);

/* All legal turns after BEFORE to VISIT; where they are too many, by the steps of EXTEND. */
void search_visit(struct repair_search *search, const struct line_cursor *before, turn_visitor *visit,
    turn_visitor *extend, void *context);

/* Tries changes of order or number among the turns from BACK on, those near the fault or those that show in the record.
   In blocks.c. */
enum block_place { BLOCKS_NEAR, BLOCKS_FAR };
void search_blocks(struct repair_search *search, unsigned back, enum block_place place);

/* The same of turns that were left out before the one at BACK: near the fault; where the numbers miss them;
   several, where nothing else makes all legal; or as an explanation beside one that was found, of which the less speaks
   for it, the more turns are looked for.  In left_out.c. */
void search_left_out(struct repair_search *search, unsigned back);
void search_left_out_numbered(struct repair_search *search, unsigned back);
void search_several_left_out(struct repair_search *search, unsigned back);
enum left_out_depth { LEFT_OUT_PLAIN, LEFT_OUT_LONGER, LEFT_OUT_ANY };
void search_left_out_too(struct repair_search *search, unsigned back, enum left_out_depth depth);

#endif
