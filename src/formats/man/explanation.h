/* SPDX-License-Identifier: MIT */
/* All about rules and messages, gathered, and the formats it is written in: as text, as a
   manual page, as JSON, as pages. */
#ifndef CATASTA_FORMATS_MAN_EXPLANATION_H
#define CATASTA_FORMATS_MAN_EXPLANATION_H

#include "base/fault.h"

/* A key that governs a rule has VALUE in RULESET. */
struct key_value {
    const char *ruleset;
    const char *value;
};

/* A key that governs a rule, and what the shipped rulesets make of it. */
struct governing_key {
    const char *name;  /* "win.check" */
    const char *games; /* "accasta, staku"; NULL: the rule's own, or all of them */
    const char *about; /* what it says, half a sentence */
    const char *takes; /* "a whole number from 1 to 8" */
    struct key_value *values;
    size_t value_count;
};

/* A turn of an example on the board that it was played on. */
struct explained_board {
    const char *turn;    /* "1. White: c3:-e4" */
    const char *picture; /* an <svg> among others, see svg.h */
};

struct explanation {
    const struct rule *rule;
    const char *answer;            /* what is said about its example: lines, as "check" writes them */
    struct explained_board broken; /* of the example and of what keeps the rule; all NULL: nothing is drawn of them */
    struct explained_board kept;
    struct governing_key *keys;
    size_t key_count;
};

/* A run of rules whose ids are alike before the slash. */
struct explained_table {
    const char *name;     /* the table: "record", or the name of a game */
    const char *title;    /* of a game, "Accasta"; NULL: it is not a game's */
    const char *rulesets; /* of the game: "accasta, accasta-pari" */
    const struct explanation *items;
    size_t count;
};

struct explanations {
    const char *ruleset; /* for examples that name none */
    bool whole;          /* all there are */
    const struct explained_table *tables;
    size_t count;
    const char *version; /* of the program */
    const char *date;    /* of that version, "November 29, 2026" */
};

/* One in full, or a list of all, a line each. */
void explain_text(const struct explanations *all, struct text *text);

/* All in full, each with its message as it is before facts are put in. */
void explain_full(const struct explanations *all, struct text *text);

/* An object a line. */
void explain_json(const struct explanations *all, struct text *text);

/* A page in the language of mdoc(7): of a game, or else of what all games have in common, where of the WHOLE those of
   games are listed, since each has its page. */
void explain_manual(const struct explanations *all, struct text *text);

/* What TABLE is called and, unless it is a game's, of which this is NULL, what it is about. */
const char *explained_heading(const struct explained_table *table);
const char *explained_about(const struct explained_table *table);

/* The rulesets that have the value of the Nth, ": " and that value; nothing if one before it has the same. */
void add_key_values(struct text *text, const struct governing_key *key, size_t n);

/* Whether LINE of an answer shows source, or is a caret below it; others may be broken
   between words. */
bool is_source_line(struct slice line);

/* LINE, cut where it is longer than anybody reads. */
struct slice shortened_line(struct slice line, const char **rest);

#endif
