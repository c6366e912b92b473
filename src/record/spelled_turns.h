/* SPDX-License-Identifier: MIT */
/* Turns however they are spelled: slot by slot, what people put there for what belongs there. */
#ifndef CATASTA_RECORD_SPELLED_TURNS_H
#define CATASTA_RECORD_SPELLED_TURNS_H

#include "base/text.h"
#include "record/hints.h"
#include "record/record_parts.h"
#include "record/talk.h"

/* A character, and the sign that it stands for. */
struct sign {
    char c;         /* 0: none; ' ': a space; SIGN_NOTHING: it has no width */
    uint8_t length; /* in bytes, 0 at the end */
    bool odd;       /* it only looks like the sign */
};
enum { SIGN_NOTHING = 1 };
struct sign odd_sign_at(const char *at);
static inline struct sign sign_at(const char *at)
{
    const char c = *at;
    if ((c >= ' ' && c < 0x7F) || c == '\t' || c == '\n' || c == '\r')
        return (struct sign){c, 1, false};
    return c == '\0' ? (struct sign){.c = 0} : odd_sign_at(at);
}

/* Passes over what looks like spaces. */
const char *pass_blanks(const char *at);

/* The bytes of the character at AT, if it is one of SIGNS; else 0. */
size_t one_of(const char *at, const char *signs);

/* Passes over the first of WORDS, in small letters and with '|' between them, that is at AT in any letters; NULL: none
   is. */
const char *pass_word(const char *at, const char *words);

/* A number of a round, however it is written. */
struct spelled_number {
    const char *end;
    unsigned value;
    unsigned seat; /* whose turn in the round follows, by a letter or a second number, as in "1b"; 0: it is not said */
    bool sure;     /* a sign or a word says that it is one; else it is, if a turn follows */
    bool plain;    /* digits and full stops */
    bool dots;     /* more than one, as before a turn that is not the first of its round */
    bool bare;     /* nothing but digits and spaces */
    bool opened;   /* in brackets */
    bool weak;     /* it may be something else, and is one where it is the next at the begin of a line */
};

/* Whether two numbers with decimal points and a dash or a colon between them are at AT: "0.5-0.5". */
bool is_fraction(const char *at);

/* Reads the one at AT; false: there is none. */
bool spelled_number(const char *at, struct spelled_number *number);

/* Passes over a colour or a player; *TAG: of that seat.  NULL: none is at AT. */
const char *pass_player(const char *at, const char **tag);

/* Passes over the name of a player, of *SEAT from 0; NULL: none is at AT. */
struct mending;
const char *pass_seat_name(const struct mending *mending, const char *at, unsigned *seat);

/* Passes over what says whose turn follows, "White:" or "W"; NULL: nothing does. */
const char *pass_side(const char *at);

/* A turn that begins at some place. */
struct spelled_turn {
    const char *end;
    unsigned kinds; /* of spelling, bits */
    bool hides;     /* a ';' for a ',' is in it */
};

/* Reads the turn of SHAPE at AT, as much as there is of one, and writes it to TURN as it should be; false: there is
   none.  MANNER says how names are written.  With SEMICOLONS one may replace a comma. */
bool spelled_turn(enum turn_shape shape, const char *at, const struct manner *manner, bool semicolons,
    struct text *turn, struct spelled_turn *found);

/* Whether a sign of a result is at AT. */
bool is_figure(const char *at);

/* The result that FIGURES say, whatever signs are between them, and by which kinds of spelling; false: none. */
bool spelled_result(struct slice figures, char meant[RESULT_ROOM], unsigned *kinds);

/* Whether FIGURES may be a time, "12:30". */
bool is_time(struct slice figures);

/* Whether they say a result, and no time. */
bool says_result(struct slice figures);

/* The result that the words of LINE say, and nothing else: "Anna won.", "Draw agreed"; false: none. */
bool spelled_saying(const struct mending *mending, struct slice line, char meant[RESULT_ROOM]);

/* Whether words of LINE say one. */
bool has_saying(const struct mending *mending, struct slice line);

/* Whether LINE begins so, and goes on as if that might be meant: with at most two words, or to a sign that is not a
   full stop. */
bool begins_saying(const struct mending *mending, struct slice line);

/* Whether FIGURES say the same as the result WORDS, as far as they can. */
bool agrees(const char *words, const char *figures);

/* The word at AT, up to a space, a comment or CLOSING. */
struct slice word_at(const char *at, const char *end, char closing);

/* Likewise "pass", "resign", "out" and "topple" in any letters. */
bool spelled_word(const char *at, struct text *turn, struct spelled_turn *found);

#endif
