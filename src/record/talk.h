/* SPDX-License-Identifier: MIT */
/* Talk: what is written between turns and is not notation, "Black rejected the draw."  A word begins it: two or more
   letters that no turn, number, tag or result has.  It goes on to the end of its line, or to the next number with a
   full stop that continues the count, and takes in all between: nothing in it is a turn or a result. */
#ifndef CATASTA_RECORD_TALK_H
#define CATASTA_RECORD_TALK_H

#include "base/slice.h"
#include "record/turn_forms.h"

/* The bytes of a letter of any alphabet at AT, 0: there is none. */
size_t letter_length(const char *at);

/* Whether NAME is MEANT with one letter wrong, missing or too many, or two exchanged. */
bool name_is_slip_of(struct slice name, const char *meant);

/* The number with which the turns go on. */
struct talk_count {
    uint32_t next; /* 0: any */
    bool open;     /* one turn of the round before has been made, which goes on with its number and "..." */
    const struct turn_form *form; /* of the turns; NULL: that is not known */
};

/* Whether talk begins at AT, which ends with a NUL: there is a word, or on the same line a word follows what is not a
   turn before it: signs, figures, a number other than those of COUNT.  Of a line that BEGINS at AT with a word of
   notation it is anywhere, "pass the salt".  KNOWN, which may be NULL, is what the last call found from .from to
   .until: a line of signs is looked through once. */
struct talk_known {
    const char *from;
    const char *until;
    bool talk;
};
bool talk_begins(const char *at, struct talk_count count, bool begins, struct talk_known *known);

/* Whether a number of COUNT and full stops are at AT. */
bool talk_continues(const char *at, struct talk_count count);

/* Whether there is a word on the line after AT, where a result in words ends: it is talk then, too. */
bool talk_follows(const char *at, struct talk_count count);
/* Where the talk at AT ends.  NESTED: in a variation, which ends it. */
const char *talk_end(const char *at, struct talk_count count, bool nested);

#endif
