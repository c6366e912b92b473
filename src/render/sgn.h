/* Canonical form: a game written the one way that says the same. */
#ifndef CATASTA_RENDER_SGN_H
#define CATASTA_RENDER_SGN_H

#include "referee/referee.h"

enum { SGN_COLUMNS = 79 };

/* At work on one record; begin with sgn_begin, judge the record with the
   observer, then call sgn_end. */
struct sgn {
    const struct record *record;
    const struct rulebook *book;
    struct text *text;
    size_t column;    /* of the line being written */
    struct text word; /* not yet written: more may be glued to it */
    bool has_word;
    bool has_tags;                         /* an empty line is due before the first word */
    bool glue;                             /* the next word follows without a space */
    bool interrupted;                      /* the next turn repeats its number */
    bool after_turn;                       /* no glyph stands behind it yet */
    bool after_number;                     /* the last glyph was a number: no other is glued to it */
    bool lost[RECORD_NESTING + 2];         /* by depth: turns and numbers are kept as they were written */
    bool lost_before[RECORD_NESTING + 2];  /* ... before the last turn */
    uint32_t last[RECORD_NESTING + 2];     /* number of the last turn, by depth */
    uint8_t outs[RECORD_NESTING + 2];      /* seats to be said out behind the last turn */
    uint8_t last_seat[RECORD_NESTING + 2]; /* its seat, 0: none yet */
    uint32_t before[RECORD_NESTING + 2];   /* and of the one before it */
};

/* Writes the tags; RULESET is written as one where the record has none, unless
   empty. */
void sgn_begin(
    struct sgn *sgn, const struct record *record, struct slice ruleset, struct text *text, struct observer *observer);

/* Writes the result and what follows it. */
void sgn_end(struct sgn *sgn);

#endif
