/* SPDX-License-Identifier: MIT */
/* Stakz's rules as data: the set of tiles, and what a ruleset says of it.

   A tile is a code of its colour, from 0, and its symbol, from 1, which is HIDDEN where only the colour was seen, "R?";
   after these comes what nobody saw, "?".  Hands are written in the order of codes. */
#ifndef CATASTA_GAMES_STAKZ_H
#define CATASTA_GAMES_STAKZ_H

#include "games/kit/parameters.h"

enum { COLOURS = MOST_COLOURS, SYMBOLS = 9, HIDDEN, UNSEEN = COLOURS * HIDDEN, CODES, TILES = 250 };

struct stakz_rules {
    struct game_rules game;
    struct colours colours;
    uint8_t symbols;
    uint8_t copies;
    uint8_t per_colour; /* in a hand that is dealt */
    uint8_t max_per_colour;
    uint8_t split_at;
    uint8_t free_plays;   /* after a split no match is needed */
    uint8_t tiles;        /* in all */
    char names[CODES][2]; /* of tiles: a colour and a symbol, "R3" or "R?"; of UNSEEN "?" and a NUL */
};

static inline unsigned tile_of(unsigned colour, unsigned symbol)
{
    return colour * HIDDEN + symbol - 1;
}

static inline unsigned colour_of(unsigned code)
{
    return code / HIDDEN;
}

static inline unsigned symbol_of(unsigned code)
{
    return code % HIDDEN + 1;
}

#endif
