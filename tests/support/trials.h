/* SPDX-License-Identifier: MIT */
/* Trials of repairs: a game made up, a slip made in it, what the referee proposes, and
   whether that is what was played.

       recording ──> sound record ──> legal, no repairs
           └─slip──> broken record ──> first error ──> repairs ──> mended records, each
                                                                   compared with the sound */
#ifndef TESTS_SUPPORT_TRIALS_H
#define TESTS_SUPPORT_TRIALS_H

#include "base/text.h"
#include "reader/reader.h"
#include "support/slips.h"

struct proposal {
    enum repair_kind kind;
    unsigned turns; /* that are left out */
    enum confidence confidence;
    uint32_t legal;
    bool whole;
    bool mends;   /* the record is legal with its edits */
    bool found;   /* its turns are those that were played */
    bool place;   /* or it puts another turn, just as legal, where one was left out, or leaves a tile open */
    bool part;    /* it is found, or changes a part of what is wrong to what was played */
    bool as_near; /* it mends with no more changes than what was played */
    struct text text;
    struct text mended; /* the record with its edits */
};

/* One game and its slip. */
struct trial {
    const struct slip *slip;
    unsigned invisible; /* slips before it that left the game legal */
    unsigned index;     /* of the turn, from 0 */
    bool sound;         /* the game as played is legal, and nothing is proposed */
    struct slice played;
    struct text written; /* for the turn as played */
    struct text sound_text;
    struct text broken_text;
    struct text turns;       /* as played, a line each */
    const struct rule *rule; /* of the first error on the main line, NULL: there is none */
    uint32_t ply;            /* where it is */
    unsigned errors;         /* that do not follow from another */
    unsigned proposals;
    struct proposal proposal[REPAIRS_MOST];
    double sound_seconds; /* what judging takes */
    double broken_seconds;
};

/* Trials by one ruleset, one after another, and what they are made with. */
struct trials {
    struct referee *referee;
    struct reader reader;
    struct record record;
    struct report report;
    struct recording recording;
    struct random random;
    struct words words;
    const struct slip *slips; /* which are made, */
    unsigned slip_count;
    void (*respell)(
        struct recording *recording, struct random *random); /* ... in turns spelled so; NULL: as they are */
    unsigned next;                                           /* slip */
    struct trial trial;
};

bool trials_open(struct trials *trials, const struct rulebook *book, const char *ruleset, uint64_t seed);
void trials_close(struct trials *trials);

/* Makes up a game and a slip that shows, each kind as often as it applies, and has it
   judged; the trial lives until the next.  False when no slip shows. */
bool trials_next(struct trials *trials);

/* Sums of trials. */
struct score {
    unsigned planted;
    unsigned invisible;
    unsigned first;  /* the first proposal is right */
    unsigned place;  /* or at least right about the place */
    unsigned untold; /* it is wrong, but nothing in the record says so */
    unsigned three;  /* one of the first three is right */
    unsigned certain;
    unsigned certain_wrong;
    unsigned none;  /* nothing is proposed */
    unsigned alone; /* there is one error that does not follow from another */
    double sound_seconds;
    double extra_seconds; /* for what is wrong, the sound record's time taken away */
    double worst_seconds;
};

void score_trial(struct score *score, const struct trial *trial);

#endif
