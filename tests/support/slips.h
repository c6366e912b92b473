/* SPDX-License-Identifier: MIT */
/* Slips of people who write a game down: what each is called, and how to make it in a
   game that was right.  Slips know characters and what looks like a cell, a piece, a
   count or a mark; they know no game. */
#ifndef TESTS_SUPPORT_SLIPS_H
#define TESTS_SUPPORT_SLIPS_H

#include "support/recording.h"

enum { SLIPS = 29, SLIPS_OF_TURNS = 16, BLOCKS_FIRST = 20 };

/* What people do wrong; either .turn, with the text of a turn, or .line, with the turns
   of a game. */
struct slip {
    const char *name;
    const char *sentence;
    bool left_out; /* a turn is gone */
    bool parts;    /* more than one thing is wrong */
    /* Adds to TEXT what is written for TURN of GAME; false where it does not apply. */
    bool (*turn)(const struct words *game, struct slice turn, struct random *random, struct text *text);
    /* Changes WORDS at the turn INDEX, with TEXT for texts that are new; likewise. */
    bool (*line)(struct words *words, unsigned index, struct random *random, struct text *text);
};

extern const struct slip slips[SLIPS];

/* Makes SLIP in the turn INDEX of GAME: WORDS are the turns then, with a text that is
   changed in TEXT.  False where it does not apply. */
bool slip_make(const struct slip *slip, const struct words *game, unsigned index, struct random *random,
    struct words *words, struct text *text);

/* Slips within a turn. */
bool slip_digit(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_letter(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_neighbour(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_cells(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_mark(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_count(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_step(const struct words *game, struct slice turn, struct random *random, struct text *text);
bool slip_colours(const struct words *game, struct slice turn, struct random *random, struct text *text);

/* Blocks: slips in rounds, of several turns, and in comments. */
bool block_leave_round(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_leave_round_unnoticed(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_leave_two(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_twice(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_swap_rounds(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_reverse_round(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_reverse_rounds(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_swallow(struct words *words, unsigned index, struct random *random, struct text *text);
bool block_two_slips(struct words *words, unsigned index, struct random *random, struct text *text);

#endif
