/* SPDX-License-Identifier: MIT */
/* Stakz told again, slowly, for sets of a few tiles: turns are texts, and whether tiles
   that nobody wrote down can be something is found by trying all they can be.  Nothing
   is shared with src. */
#ifndef TESTS_SUPPORT_SLOW_STAKZ_H
#define TESTS_SUPPORT_SLOW_STAKZ_H

#include <stdbool.h>

enum { SLOW_SEATS = 4, SLOW_KINDS = 16, SLOW_TILES = 96 };

struct slow_set {
    const char *colours; /* their letters */
    int symbols;
    int copies;
    int per_colour;
    int max_per_colour;
    int split_at;
    bool must_match;
    int players;
};

/* A tile that came into a hand, NOW or before. */
struct slow_tile {
    int seat;
    int kind;   /* -1: nobody knows */
    int colour; /* all that is known of it, -1: nothing */
    int group;  /* unknown tiles of one group may change places */
    int time;
};

struct slow_play {
    int seat;
    int kind;
    int time;
};

struct slow_pile {
    int height;
    int kinds[SLOW_TILES];
};

struct slow_round {
    const struct slow_set *set;
    bool dealt; /* not a position: hands have as many of each colour */
    int count;  /* of stacks */
    struct slow_pile stacks[SLOW_TILES];
    int tile_count;
    struct slow_tile tiles[SLOW_TILES];
    int play_count;
    struct slow_play plays[SLOW_TILES];
    int table[SLOW_KINDS]; /* that no hand held */
    int sight[SLOW_KINDS];
    int known[SLOW_SEATS][SLOW_KINDS];
    int unknown[SLOW_SEATS];
    int size[SLOW_SEATS];
    int bonus[2];
    int pile;
    int passes;
    int seat; /* from 0 */
    int number;
    int time;
    long trials; /* assignments looked at; more than there is time for: see slow_gave_up */
};

/* A deal: a text a seat, NULL for one nobody wrote down.  False when it cannot be. */
bool slow_deal(struct slow_round *round, const struct slow_set *set, const char *const *hands, const char *start);

/* A position as the program writes it. */
bool slow_position(struct slow_round *round, const struct slow_set *set, const char *text);

/* Plays TURN; else the round is as it was, and returned is what it breaks, "no-match". */
const char *slow_turn(struct slow_round *round, const char *turn);

/* Plays a step of a turn, "R3>1" or "+?"; the round is spoilt when it breaks a rule. */
const char *slow_step(struct slow_round *round, const char *step);

bool slow_is_over(const struct slow_round *round);
bool slow_gave_up(const struct slow_round *round);

/* Whether a tile matches what lies on a stack, from 1, or need not. */
bool slow_fits(const struct slow_round *round, int kind, int stack);

/* All of a position but what the hands hold: their sizes stand for them. */
void slow_text(const struct slow_round *round, char *text, unsigned long room);
void slow_shorten(const char *position, char *text, unsigned long room);

#endif
