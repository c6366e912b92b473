/* SPDX-License-Identifier: MIT */
/* Stakz's rules as data: the set of tiles, and what a ruleset says of it.  A tile is a kind,
   from 1: colour * symbols + symbol, colours from 0 and symbols from 1. */
#ifndef CATASTA_GAMES_STAKZ_H
#define CATASTA_GAMES_STAKZ_H

#include "games/kit/parameters.h"

enum { COLOURS = MOST_COLOURS, SYMBOLS = 9, KINDS = COLOURS * SYMBOLS, TILES = 250 };

struct stakz_rules {
    struct game_rules game;
    struct colours colours;
    uint8_t symbols;
    uint8_t copies;
    uint8_t per_colour; /* in a hand that is dealt */
    uint8_t max_per_colour;
    uint8_t split_at;
    uint8_t free_plays; /* after a split no match is needed */
    uint8_t kinds;
    uint8_t tiles;             /* in all */
    uint8_t colour[KINDS + 1]; /* of kinds: divisions take longer */
    uint8_t symbol[KINDS + 1];
    uint8_t order[KINDS + COLOURS + 2]; /* the codes of tiles as hands are written, see stakz.c, and STRANGE */
    uint8_t codes;                      /* how many these are */
};

static inline unsigned colour_of(const struct stakz_rules *rules, unsigned kind)
{
    return rules->colour[kind];
}

static inline unsigned symbol_of(const struct stakz_rules *rules, unsigned kind)
{
    return rules->symbol[kind];
}

#endif
