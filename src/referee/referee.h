/* SPDX-License-Identifier: MIT */
/* The referee judges records: each turn against the rules of its game, in the
   position that the turns before it left.

       record + ruleset ──> report: plies, legality, outcome, position, diagnostics,
                                    and as much of the game as is to be kept

   It knows no game, only the interface.  A referee is used by one thread. */
#ifndef CATASTA_REFEREE_REFEREE_H
#define CATASTA_REFEREE_REFEREE_H

#include "referee/judge/declared_result.h"
#include "referee/judge/unplayed.h"
#include "referee/severities.h"
#include "referee/tree.h"

/* What is of interest for a whole run, as flags: those of several records add up. */
enum run_flag {
    RUN_GIVEN = 1 << 0,      /* the ruleset was the one given, if any, */
    RUN_NAMED = 1 << 1,      /* ... or the one that the record names */
    RUN_KNOWN = 1 << 2,      /* there is one to judge by */
    RUN_UNKNOWN = 1 << 3,    /* none was given or named, or what was named does not exist */
    RUN_UNREPAIRED = 1 << 4, /* the first error is a turn, and nothing is proposed instead of it */
    RUN_TEXT = 1 << 5,       /* some of it is text, not notation */
};

/* A judged record.  It owns its memory, and is used for one record after another; it is
   valid as long as the record and the referee, or until the next record is judged into it. */
struct report {
    const struct record *record;
    struct rulebook book; /* game NULL: there was no ruleset to judge by */
    struct slice ruleset; /* as named, at NULL when unnamed */
    unsigned run_flags;   /* flags of enum run_flag */
    unsigned seats;
    struct slice players[SEATS]; /* at NULL where unnamed */
    bool legal;
    bool judged;            /* a game was set up and its turns were looked at, or it is one of .unplayed */
    enum unplayed unplayed; /* not UNPLAYED_NONE: there are no turns, and no position */
    uint32_t plies;
    struct outcome outcome;
    bool adjudicated; /* nobody ended it: the outcome is by the points on the board */
    struct declared_result declared;
    uint8_t resigned;                /* the seat that did, also after an error; 0: none */
    const struct state *state;       /* the position after .plies, NULL unless judged, and of games not played */
    bool readable;                   /* .judged, and no error in what was written */
    const struct part *whole_stacks; /* a step that shows that its turns are read otherwise than they are to be */
    bool unusable;                   /* the ruleset that the record names is there, but cannot be used */
    uint32_t errors;
    uint32_t cascaded; /* errors that may only be consequences of others, and are not among .errors */
    uint32_t warnings;
    uint32_t notes;
    uint32_t expected;              /* found as expected, and not reported */
    uint32_t timed_turns;           /* of the main line, whose time the clocks give: */
    uint64_t milliseconds;          /* this much in all */
    uint32_t known;                 /* left out by report_leave_out */
    struct diagnostics diagnostics; /* in the order of the text */
    struct arena arena;
    struct tree tree; /* the game itself, as far as it is kept */
};

void report_init(struct report *report);
void report_release(struct report *report);

/* Empties REPORT: RECORD is not judged. */
void report_skip(struct report *report, const struct record *record);

/* Takes the diagnostics for which KNOWN is true out of those that are listed and counted; REPORT is as legal as it was.
 */
typedef bool diagnostic_test(void *context, const struct diagnostic *diagnostic);
void report_leave_out(struct report *report, diagnostic_test *known, void *context);

struct referee;

/* FOLDERS, ended by NULL, hold rulesets; they stay the caller's, as do FILES, which may be NULL. */
struct referee *referee_new(const char *const *folders, struct ruleset_files *files);
void referee_free(struct referee *referee);

/* The ruleset for records that name none, or with FORCE for all of them; a path
   is allowed.  OVERRIDES as in a [Rules] tag, or empty.  False with PROBLEMS. */
bool referee_use(
    struct referee *referee, struct slice name, bool force, struct slice overrides, struct problems *problems);

/* The rulebook set by referee_use, NULL when none was. */
const struct rulebook *referee_default(const struct referee *referee);

/* How turns are written by the ruleset of a record, whatever its tag Rules says; by that of records that name RULESET,
   NULL where they name none. */
struct shapes referee_shapes(struct referee *referee);
enum turn_shape referee_shape(struct referee *referee, const struct slice *ruleset);

/* What is wrong with NAME, a ruleset that a record named; valid until a record is judged. */
const struct problems *referee_problems(struct referee *referee, struct slice name);

/* That NAME cannot be used for PROBLEM, with where that is and its id. */
void unusable_message(struct slice name, const struct problem *problem, struct text *message);

/* Where it finds rulesets. */
const struct ruleset_loader *referee_loader(const struct referee *referee);

/* What is made of faults, for the caller to set. */
struct severities *referee_severities(struct referee *referee);

/* From now on records are compared with the faults that they expect. */
void referee_expect(struct referee *referee);

/* From now on games of points that were broken off are counted by the points on the board:
   legal ones of a game that allows it, with some turn or position, and neither an end nor a
   declared result. */
void referee_adjudicate(struct referee *referee);

/* From now on faults keep the positions that they found. */
void referee_keep_boards(struct referee *referee);

/* Judges RECORD, read with the shapes of REFEREE, into REPORT, keeping of the game what KEEP
   says.  False when out of memory. */
bool referee_judge(struct referee *referee, struct record *record, struct keep keep, struct report *report);

struct play_context;
struct line_cursor;

/* Plays ITEM, the only turn of its record, or NULL where there is not exactly one; false
   with a diagnostic in REPORT, whose memory is reused, and CURSOR as it was.  With TEXT, repairs are searched for, and
   the canonical text of what was played is added to it. */
bool referee_play(const struct play_context *context, struct line_cursor *cursor, const struct item *item,
    struct report *report, struct text *text);

/* Judges RECORD, whatever it names, by RULESET, a name or a path; NULL: by the default one.  False with
   diagnostics in REPORT when no game can be set up. */
bool referee_start(struct referee *referee, const char *ruleset, struct record *record, struct report *report);

/* Adds to REPORT a fault that no record has alone, unless it is ignored: then *ADDED is false.
   The record stays as legal as it was.  False when out of memory. */
bool referee_add(const struct referee *referee, struct report *report, const struct rule *rule, struct slice facts,
    struct span span, bool *added);

/* The message of DIAGNOSTIC with its facts. */
void diagnostic_message(const struct diagnostic *diagnostic, struct text *message);

#endif
