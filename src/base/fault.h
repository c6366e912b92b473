/* A fault is a broken rule as a value: which rule, and the facts its message
   needs.  No text is built until somebody wants to read it.

   A rule's message is a template: {1} stands for the first fact, {2:piece} for
   a number with its noun, "1 piece" or "3 pieces".  After {9} comes {a}.  {?3} at
   the end is advice, "did you mean 'check'?", which may be empty or not there: a line
   of its own for people, and behind a semicolon where a message is one line. */
#ifndef CATASTA_BASE_FAULT_H
#define CATASTA_BASE_FAULT_H

#include "base/text.h"

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

/* Everything there is to say about one id; the tables of rules are the only
   place where ids are written. */
struct rule {
    const char *id; /* "accasta/range" */
    enum severity severity;
    const char *message;
    const char *explanation; /* the rule in whole sentences */
    const char *example;     /* the smallest input that breaks exactly this rule */
    const char *kept;        /* ... and the one nearest to it that keeps it */
    const char *parameter;   /* keys of the ruleset that govern it, with spaces between; NULL: none */
};

enum { FAULT_ROOM = 320, FAULT_WHOLE = UINT16_MAX };

struct fault {
    const struct rule *rule; /* NULL: no fault */
    uint16_t part;           /* the part of the turn, from 0, or FAULT_WHOLE */
    uint16_t length;
    char facts[FAULT_ROOM]; /* separated by FACT_BREAK, cut where they do not fit */
};

#define FACT_BREAK "\x1f"

/* Sets *FAULT (which may be NULL: nobody asks why) and returns false, so that a
   check reads "return fault_raise(…)".  FORMAT gives the facts in the order of
   the template, with FACT_BREAK between them. */
bool fault_raise(struct fault *fault, const struct rule *rule, uint16_t part, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The facts alone, for keeping. */
struct slice fault_facts(const struct fault *fault);

/* The message of RULE with FACTS put in, on one line with its advice. */
void rule_message(const struct rule *rule, struct slice facts, struct text *message);

/* The same in its two parts.  The advice lies in FACTS, and is empty where there is none. */
void rule_headline(const struct rule *rule, struct slice facts, struct text *message);
struct slice rule_advice(const struct rule *rule, struct slice facts);

/* The sentence that TEXT begins with, and its stop: of an explanation, the rule in brief. */
struct slice first_sentence(struct slice text);

const char *severity_name(enum severity severity);

#endif
