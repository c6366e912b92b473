/* SPDX-License-Identifier: MIT */
/* The Tournament Report File of FIDE, of 2016 and 2026: results of games of two, a line for each player with a column
   for each round.

       001   12      Short,Anna                                         2.5    3    4 w 1     9 b =  0000 - H

   Characters are counted, not bytes.  What a line says of a player beside results is kept as it is, and so are lines
   that are neither of players nor made anew, so that a file that is read is written as it was. */
#ifndef CATASTA_TOURNAMENT_TRF_H
#define CATASTA_TOURNAMENT_TRF_H

#include "tournament/standings.h"

enum { TRF_NUMBERS = 9999, TRF_ROUNDS = 999, TRF_NAME = 33 /* characters of a name */ };

/* Whether BYTES, the first of a file, begin like one. */
bool trf_recognises(struct slice bytes);

/* What is wrong with a file, and where. */
struct trf_fault {
    size_t line;
    size_t column;
    struct text message;
};

/* Reads the players of BYTES, which are valid until the end, as seeds and cards of STANDINGS, and gives each result to
   ADD, which returns false to end that, then with nothing in FAULT.  Otherwise false with FAULT, or when out of memory.
   *NOTED: how many players have other points in their line than their results give, of whom LINE is the first. */
typedef bool entry_taker(void *context, const struct entry *entry);
struct trf_noted {
    size_t count;
    size_t line;
};
bool trf_read(struct standings *standings, struct slice bytes, entry_taker *add, void *context, struct trf_noted *noted,
    struct trf_fault *fault);

/* How one is written.  */
struct trf_options {
    struct slice event;
    bool new;        /* as in 2026: byes of rounds that are not paired yet, and tie-breaks, have lines of their own */
    uint32_t rounds; /* of the tournament; 0: what the file said that was read */
    uint32_t next;   /* the round to be paired, in which those who have withdrawn are absent; 0: none is */
};

/* The starting number of each player: the seed, or for those without one the next ones, in the order of their names.
   False with WHY two players cannot have theirs, or when out of memory. */
bool numbers_assign(const struct standings *standings, uint32_t *numbers, struct text *why);

/* The last round in which anybody was paired; 0: none. */
uint32_t last_paired_round(const struct standings *standings);

/* Adds a file with the results of STANDINGS, which are ranked and keep their rounds, to TEXT; false with WHY there is
   none, or when out of memory. */
bool trf_write(
    const struct standings *standings, const struct trf_options *options, struct text *text, struct text *why);

#endif
