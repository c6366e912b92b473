/* SPDX-License-Identifier: MIT */
/* A fault is a broken rule as a value: which rule, and the facts its message
   needs.  No message is built until it is read.

   A rule's message is a template that names its facts: "{step} starts from {source}".
   {count:piece} becomes a number with its noun, "1 piece" or "3 pieces".  {?advice} at
   the end is advice, "did you mean 'check'?", which may be empty or not given: a line of
   its own for people, and after a semicolon where a message is one line. */
#ifndef CATASTA_BASE_FAULT_H
#define CATASTA_BASE_FAULT_H

#include "base/text.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

/* All about one id; the tables of rules are the only place where ids are written. */
struct rule {
    const char *id; /* "accasta/range" */
    enum severity severity;
    const char *message;
    const char *explanation; /* the rule in whole sentences */
    const char *example;     /* the smallest input that breaks exactly this rule */
    const char *kept;        /* ... and the one nearest to it that keeps it */
    const char *parameter;   /* keys of the ruleset that govern it, with spaces between; NULL: none */
};

enum { FAULT_WHOLE = UINT16_MAX };

struct fault {
    const struct rule *rule; /* NULL: no fault */
    uint16_t part;           /* the part of the turn, from 0, or FAULT_WHOLE */
    struct text *facts;      /* the caller's, of any length; NULL: nobody reads them, and none are written */
    bool strict;             /* a note refuses a turn, too, of which some steps may then have been made */
};

/* A fact of a format: FACT(step, "%s") FACT(range, "%u").  The first of a name counts. */
#define FACT_BREAK "\x1f" /* TEXT_BREAK */
#define FACT(name, format) FACT_BREAK #name "=" format

/* Sets *FAULT (which may be NULL: nobody asks why) and returns false, so that a
   check reads "return fault_raise(…)".  FORMAT gives the facts that the template names. */
bool fault_raise(struct fault *fault, const struct rule *rule, uint16_t part, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Likewise, for facts that one format cannot give: returns the text to add them to, empty,
   or NULL when nobody reads them. */
struct text *fault_begin(struct fault *fault, const struct rule *rule, uint16_t part);

/* The facts alone, for keeping; empty when nobody reads them. */
struct slice fault_facts(const struct fault *fault);

/* The fact NAME of FACTS; .at is NULL when it was not given. */
struct slice fact_get(struct slice facts, struct slice name);

/* The message of RULE with its FACTS put in, on one line with its advice. */
void rule_message(const struct rule *rule, struct slice facts, struct text *message);

/* The same in its two parts.  The advice is part of FACTS, and empty where there is none. */
void rule_headline(const struct rule *rule, struct slice facts, struct text *message);
struct slice rule_advice(const struct rule *rule, struct slice facts);

/* The sentence that TEXT begins with, and its stop: of an explanation, the rule in brief. */
struct slice first_sentence(struct slice text);

const char *severity_name(enum severity severity);

#endif
