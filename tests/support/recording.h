/* SPDX-License-Identifier: MIT */
/* Games made up by random play and written down as people do: with numbers, tags, and
   ends of every kind, on the board, conceded, agreed, or broken off.  Of games that are
   dealt every other is written down by its first player, who sees no other hand. */
#ifndef TESTS_SUPPORT_RECORDING_H
#define TESTS_SUPPORT_RECORDING_H

#include "referee/referee.h"
#include "support/random.h"

enum { RECORDED_TURNS = 120 };

/* A word of movetext that is a turn. */
struct word {
    struct slice text;
    uint32_t number; /* written in front of it, 0: none is */
    bool glued;      /* without a blank to the word before */
};

struct words {
    unsigned count;
    struct word list[RECORDED_TURNS + 1]; /* one to spare */
};

struct recording {
    const struct rulebook *book;
    const char *ruleset;
    unsigned players;
    struct arena arena; /* owns the words */
    struct text tags;   /* a line each */
    struct text result;
    struct words words;
    uint32_t numbered; /* the last turn that has a number before it */
};

/* RULESET is the name that BOOK has in a tag. */
void recording_init(struct recording *recording, const struct rulebook *book, const char *ruleset);
void recording_release(struct recording *recording);

/* Makes up a game of at most MOST turns. */
void recording_make(struct recording *recording, unsigned most, struct random *random);

/* Appends the record to TEXT, with WORDS for its turns. */
void recording_write(const struct recording *recording, const struct words *words, struct text *text);

#endif
