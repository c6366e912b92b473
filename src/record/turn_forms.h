/* SPDX-License-Identifier: MIT */
/* How turns are written: one table of forms, of which each game has one, TURN_FORM(NAME, "expression") in its file.
   turn_forms.awk makes of it enum turn_shape, this table, the readers of turns.c, the patterns of the scanner and the
   rules of sgn(5).

       TURN_FORM(LIFT, "cell ':' B step (',' B step)*; step = count? mark[-+x] cell");

   An expression is as in sgn(5): 'text', [signs], ( ), |, ?, * and +, B where there may be spaces and W where there
   must be; and the parts of a turn:

       cell square     the name of a cell; of one whose row is one letter
       count digits    a number, 1 and 0 where none is written; digit: of one digit
       tile drawn      a tile; one of which any may be unseen
       letter          of a piece; two of them make a name
       mark word       'x' or [signs] after one of these is kept as .mark of the part; of a word its first letter
       count letter    likewise, as the place of the sign in the brackets and as a letter

   After the expression come names for what is one part of a turn, "NAME = expression", in which nothing repeats; what
   they are called in messages, "NAME such as EXAMPLES"; and "in any case" if capitals and small letters are the same,
   also those of 'pass'. Alternatives are tried from left to right and take as much as they can: of two that begin alike
   the longer comes first.  TURN_FORM may have a third argument, what to say where a turn goes on wrongly.

   This module knows the forms, but no record and no board. */
#ifndef CATASTA_RECORD_TURN_FORMS_H
#define CATASTA_RECORD_TURN_FORMS_H

#include "base/text.h"

/* A sign of a form, and those that may follow it: bits by their places. */
struct turn_place {
    uint64_t follow;
    uint64_t takes[2];  /* bits by ASCII */
    const char *wanted; /* what begins here, in words; NULL: nothing that has some */
};

struct turn_form {
    uint64_t first;
    uint64_t last;
    const struct turn_place *places;
    bool bare;          /* a turn may have no sign, and so be a word of any text */
    bool cells;         /* a cell alone is a turn */
    bool any_case;      /* capitals and small letters are the same */
    const char *advice; /* or NULL */
};

/* By enum turn_shape, up to TURN_PASS; that of TURN_NONE covers nothing. */
extern const struct turn_form turn_forms[];

/* How many bytes of TEXT may begin a turn of FORM, and in *COVERED how many of them are the longest one; 0: none. */
size_t turn_form_reach(const struct turn_form *form, struct slice text, size_t *covered);

/* Writes what may come after TEXT, as far as that may begin a turn of FORM: "',' and another step, or a space". */
void turn_form_expect(const struct turn_form *form, struct slice text, struct text *list);

/* Whether TEXT is a turn of FORM. */
bool turn_form_covers(const struct turn_form *form, struct slice text);

/* Calls VISIT with the end of each stretch from the first byte of TEXT on that is a turn of FORM, while it returns
   true; returns how many bytes may begin one. */
typedef bool turn_end_visitor(void *context, size_t end);
size_t turn_form_ends(const struct turn_form *form, struct slice text, turn_end_visitor *visit, void *context);

#endif
