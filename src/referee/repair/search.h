/* SPDX-License-Identifier: MIT */
/* Repairs being searched for: past turns of a line (places.c), candidates there (change.c, moves.c, left_out.c), and
   how far the record goes on with each (trial.c).  Only the files of this folder use this. */
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
    TRIALS_DOUBT = 150000, /* ... then this number more for what may be as good */
    TRIALS_AT_LEAST = 500, /* what a search costs before them */
    TRIALS_A_STEP = 2      /* ... where they are too many to list, a step of one */
};

/* A recorded turn, and the line before it. */
struct past_turn {
    size_t item;
    struct line_cursor before;
};

struct repair_search {
    const struct repairs *repairs;
    const struct play_context *context;
    const struct line *line;

    /* The turn at fault. */
    struct {
        bool main;          /* on the record's line, whose result counts */
        bool at_end;        /* the result is at fault, after the last turn, and no turn */
        bool never;         /* it is legal nowhere, whatever was played before it */
        bool in_pieces;     /* there is something after it */
        struct span joined; /* it, with what cannot be read after it */
        size_t joined_next; /* the item after that */
    } fault;

    /* Turns as they were recorded. */
    struct {
        struct past_turn past[FAR_BACK + 1];
        unsigned past_count;
        unsigned near_count;       /* of them, those up to BACK */
        const struct item **turns; /* the past ones, the earliest first, and what is after them */
        unsigned turn_count;
        unsigned round; /* how many turns make one */
    } recorded;

    /* What the way in which the record is written says of it. */
    struct {
        bool canonical; /* all turns before the fault have their canonical texts, of several */
        uint32_t off;   /* by how much numbers are wrong where the search begins */
        bool numbered;  /* the numbers say where turns are missing */
        bool blind;     /* and more is lost in a comment */
    } hints;

    /* Lines being played on. */
    struct {
        struct line_cursor trial;
        struct line_cursor middle;          /* between two turns of a candidate */
        struct line_cursor level[PUT_MOST]; /* before each of several turns that are sought */
    } lines;

    /* How much is tried, and how well it goes. */
    struct {
        int32_t trials; /* left, */
        int32_t given;  /* ... of this number */
        int64_t spent;  /* before those were given */
        uint32_t whole; /* candidates with which the rest of the line is legal */
        bool every;     /* all turns that are legal at the fault were tried */
    } effort;

    struct ranking ranking;
    struct arena *arena;
    struct text text;

    /* Large, so made once, when it is needed first. */
    struct nearest *nearest[2];     /* turns near one, or near each of two in a row */
    struct compared_text *compared; /* of what was written with texts for one turn */
};

struct compared_text {
    struct near near;
    struct near_rows rows;
};

/* From now on TRIALS may be made; those that were left lapse. */
void search_give_trials(struct repair_search *search, int32_t trials);

/* Finds the places before the item at fault, or before the end of the line.  False when out of memory. */
bool search_begin(struct repair_search *search, const struct repairs *repairs, const struct fault_location *location);

/* Plays CANDIDATE and all that follows; false when it does not repair the fault. */
bool search_try(struct repair_search *search, struct candidate *candidate);

/* Plays the turns that CANDIDATE puts in; returns how many of them are legal. */
unsigned search_play_turns(struct repair_search *search, const struct candidate *candidate);

/* Plays those from FIRST to END on .lines.trial: TURN then, where it was written.  Returns the first that is not legal,
   or END. */
unsigned search_play_range(
    struct repair_search *search, const struct candidate *candidate, unsigned first, unsigned end, struct turn *turn);

/* Plays what CANDIDATE puts in the place of the recorded turns; returns the first item after those, NOT_PLAYED where
   they are not legal. */
#define NOT_PLAYED SIZE_MAX
size_t search_play_change(struct repair_search *search, const struct candidate *candidate);

/* Where the first that CANDIDATE replaces ends, with what is joined to it. */
uint32_t search_first_end(const struct repair_search *search, const struct candidate *candidate);

/* CANDIDATE as REPAIR, where the fault is at PLY; in edits.c. */
void search_make_repair(
    struct repair_search *search, const struct candidate *candidate, uint32_t ply, struct repair *repair);

/* The other texts for TURN, legal in STATE, to VISIT: those that the game has, and, BACK turns ago, those by what lay
   elsewhere in the last positions before it; with NO_TURN_BACK not these. */
enum { NO_TURN_BACK = FAR_BACK + 1 };
void search_spellings(struct repair_search *search, unsigned back, const struct state *state, const struct turn *turn,
    spelling_visitor *visit, void *context);

/* Whether TURN, which is legal at the fault, is what was written but for spaces, and kept. */
bool search_differs_in_spaces(struct repair_search *search, const struct turn *turn);

/* Keeps CANDIDATE if it repairs the fault and is good enough; returns whether it repairs
   it.  Its turns are borrowed. */
bool search_consider(struct repair_search *search, struct candidate candidate);

/* Reads LINE, which ends with a newline, from AT on as turns and numbers into RECORD; false where there is anything
   else. */
bool search_read_line(struct repair_search *search, struct slice line, uint32_t at, struct record *record);

/* The turn BACK turns before the fault. */
const struct item *search_turn_item(const struct repair_search *search, unsigned back);

/* What was written from ITEM up to END, without the seat. */
struct slice search_text(const struct repair_search *search, const struct item *item, uint32_t end);

/* The same at BACK; JOINED: with what is after the fault. */
struct slice search_turn_text(const struct repair_search *search, unsigned back, bool joined);

/* How many recorded turns there are from BACK on, and the first of them. */
static inline unsigned search_turns_left(const struct repair_search *search, unsigned back)
{
    return search->recorded.turn_count - (search->recorded.past_count - 1 - back);
}
static inline const struct item **search_turns(const struct repair_search *search, unsigned back)
{
    return search->recorded.turns + (search->recorded.past_count - 1 - back);
}

/* Begins to compare WRITTEN with texts; NULL where it is too long, or when out of memory. */
struct near_rows *search_compare(struct repair_search *search, struct slice written);

/* Whether these are the same turns, or both empty. */
bool search_same_turn(const struct turn *a, const struct turn *b);

/* All legal turns after BEFORE to VISIT; where they are too many, by the steps of EXTEND. */
void search_visit_legal(struct repair_search *search, const struct line_cursor *before, turn_visitor *visit,
    turn_visitor *extend, void *context);

/* Tries turns near the one at BACK; JOINED: and what is after it.  The same of the turn at fault, alone and with the
   pieces after it, or as a piece of the turn before it; and of it with signs for its spaces. */
void search_near_turns(struct repair_search *search, unsigned back, bool joined);
void search_near_fault(struct repair_search *search);
void search_with_signs(struct repair_search *search);

/* Tries slips in two turns in a row, of which the first is the one BACK turns before the fault: what is near
   the first, and after that near the second, which is the next turn, or, of the turn at fault in pieces, those from
   SPLIT on. */
void search_two_slips(struct repair_search *search, unsigned back, unsigned split);

/* Counts what else makes all legal in the place of the turn at fault, until there is one. */
void search_alternatives(struct repair_search *search);

/* Tries changes of order or number among the turns from BACK on, those near the fault or those that show in the record.
   In moves.c. */
enum block_place { BLOCKS_NEAR, BLOCKS_FAR };
void search_blocks(struct repair_search *search, unsigned back, enum block_place place);

/* The same of turns that were left out before the one at BACK: near the fault; where the numbers miss them;
   several, where nothing else makes all legal; or as an explanation beside one that was found, of which the less speaks
   for it, the more turns are sought.  In left_out.c. */
void search_left_out(struct repair_search *search, unsigned back);
void search_left_out_numbered(struct repair_search *search, unsigned back);
void search_several_left_out(struct repair_search *search, unsigned back);
enum left_out_depth { LEFT_OUT_PLAIN, LEFT_OUT_LONGER, LEFT_OUT_ANY };
void search_left_out_beside(struct repair_search *search, unsigned back, enum left_out_depth depth);

#endif
