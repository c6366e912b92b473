/* SPDX-License-Identifier: MIT */
/* Results as records declare them: figures or words, read into scores. */
#ifndef CATASTA_REFEREE_DECLARED_RESULT_H
#define CATASTA_REFEREE_DECLARED_RESULT_H

#include "games/game.h"

struct declared_result {
    bool written;   /* any result at all */
    bool open;      /* '*' */
    bool words;     /* the winner, in words */
    unsigned seats; /* how many scores it gives */
    unsigned sides; /* the number of sides with one score each, shared by their seats; 0: one for each seat */
    int32_t halves[SEATS];
    char sign;            /* how the board was won, as in struct outcome; 0: it does not say */
    const char *reason;   /* "resigned", "agreed", "time", "claimed"; NULL for '*' */
    struct slice figures; /* as figures: "0-1" for "White concedes." */
};

/* Whether it says how the game ended. */
static inline bool declared_is_made(const struct declared_result *declared)
{
    return declared->written && !declared->open;
}

/* Whether it gives figures. */
static inline bool declared_has_points(const struct declared_result *declared)
{
    return declared_is_made(declared) && !declared->words;
}

/* Reads a result in any of its forms, SIGNS being those of the game; false when TEXT is not a result. */
bool declared_read(struct slice text, bool black_first, const char *signs, struct declared_result *declared);

/* The result of a record in which SEAT, of two, made its turn 'resign'. */
struct declared_result declared_resigned(unsigned seat);

/* Makes the declared result, which fits the game and is not open, the outcome of a game
   that the board did not end: points stay as on the board, the winner is as declared. */
void declared_apply(const struct declared_result *declared, const struct game *game, const void *rules, unsigned seats,
    struct outcome *outcome);

/* Turns a score for each of SIDES into one for each of SEATS seats, which share them. */
void declared_share(struct declared_result *declared, unsigned seats, unsigned sides);

/* Whether it gives HALVES; where it gives a score to each side, whether the totals of sides agree. */
bool declared_gives(const struct declared_result *declared, const int32_t *halves);

/* Whether the two give the same scores. */
bool declared_equal(const struct declared_result *a, const struct declared_result *b);

/* An outcome's scores as figures: "1-0", "1/2-1/2", "34-21-18", "(-1)-0", "=1"; with a SIGN, "R-0". */
void figures_write(const int32_t *halves, unsigned seats, char sign, struct text *text);

#endif
