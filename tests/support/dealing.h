/* SPDX-License-Identifier: MIT */
/* Deals: what the set-up tags of a record say, made up.  The only support that looks
   into a game, since what its tags hold is the game's own. */
#ifndef TESTS_SUPPORT_DEALING_H
#define TESTS_SUPPORT_DEALING_H

#include "referee/referee.h"
#include "support/random.h"

enum { DEAL_TAGS = 9, DEAL_ROOM = 1024 };

/* What stands in the tags of game->tags, in their order; a tag may be left out. */
struct deal {
    bool given[DEAL_TAGS];
    char values[DEAL_TAGS][DEAL_ROOM];
};

/* Who has seen the tiles: everybody all of them, somebody some of them, nobody any. */
enum openness { DEAL_OPEN, DEAL_MIXED, DEAL_HIDDEN };

/* A deal as it may happen, written down by people who saw that much. */
void deal_randomly(
    const struct rulebook *book, unsigned players, enum openness openness, struct random *random, struct deal *deal);

/* Puts a deal into a state at its start; false when the game refuses it. */
bool deal_into(const struct rulebook *book, const struct deal *deal, struct state *state);

/* The tags that say so, a line each. */
void deal_write(const struct rulebook *book, const struct deal *deal, struct text *text);

#endif
