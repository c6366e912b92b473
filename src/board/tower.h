/* SPDX-License-Identifier: MIT */
/* A stack of up to 64 pieces, for games in which they grow higher than those of stack.h: four numbers, each like a
   stack there.  The first has the 16 pieces on top, the next what is below them; the top piece is in the lowest four
   bits.  An empty cell is all 0. */
#ifndef CATASTA_BOARD_TOWER_H
#define CATASTA_BOARD_TOWER_H

#include "board/stack.h"

enum { TOWER_WORDS = 4, TOWER_PIECES = TOWER_WORDS * STACK_PIECES };

struct tower {
    uint64_t words[TOWER_WORDS];
};

static inline unsigned tower_top(const struct tower *tower)
{
    return stack_top(tower->words[0]);
}

static inline unsigned tower_height(const struct tower *tower)
{
    unsigned full = TOWER_WORDS - 1;
    while (full > 0 && tower->words[full] == 0)
        full--;
    return STACK_PIECES * full + stack_height(tower->words[full]);
}

/* The piece that N others lie on. */
static inline unsigned tower_below(const struct tower *tower, unsigned n)
{
    return (unsigned)(tower->words[n / STACK_PIECES] >> 4 * (n % STACK_PIECES) & 15);
}

/* The Nth piece from the bottom, counted from 0. */
static inline unsigned tower_piece(const struct tower *tower, unsigned n)
{
    return tower_below(tower, tower_height(tower) - 1 - n);
}

/* How many pieces are PIECE. */
static inline unsigned tower_count(const struct tower *tower, unsigned piece)
{
    unsigned count = 0;
    for (unsigned i = 0; i < TOWER_WORDS && tower->words[i] != 0; i++) {
        uint64_t other = tower->words[i] ^ piece * UINT64_C(0x1111111111111111);
        other |= other >> 2;
        uint64_t same = ~(other | other >> 1) & 0x1111111111111111u;
        same = (same + (same >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        count += (unsigned)(same * 0x0101010101010101u >> 56);
    }
    return count;
}

/* The top N pieces, and what they leave; N is 0..TOWER_PIECES. */
static inline struct tower tower_lifted(const struct tower *tower, unsigned n)
{
    struct tower lifted = {{0}};
    for (unsigned i = 0; STACK_PIECES * i < n; i++) {
        unsigned left = n - STACK_PIECES * i;
        lifted.words[i] = left < STACK_PIECES ? stack_lifted(tower->words[i], left) : tower->words[i];
    }
    return lifted;
}

static inline struct tower tower_left(const struct tower *tower, unsigned n)
{
    struct tower left = {{0}};
    unsigned words = n / STACK_PIECES;
    unsigned bits = 4 * (n % STACK_PIECES);
    for (unsigned i = words; i < TOWER_WORDS; i++) {
        left.words[i - words] = tower->words[i] >> bits;
        if (bits > 0 && i + 1 < TOWER_WORDS)
            left.words[i - words] |= tower->words[i + 1] << (64 - bits);
    }
    return left;
}

/* TARGET with all of LIFTED on top; both together are at most TOWER_PIECES. */
static inline struct tower tower_landed(const struct tower *target, const struct tower *lifted)
{
    struct tower landed = *lifted;
    unsigned n = tower_height(lifted);
    unsigned words = n / STACK_PIECES;
    unsigned bits = 4 * (n % STACK_PIECES);
    for (unsigned i = words; i < TOWER_WORDS; i++) {
        landed.words[i] |= target->words[i - words] << bits;
        if (bits > 0 && i > words)
            landed.words[i] |= target->words[i - words - 1] >> (64 - bits);
    }
    return landed;
}

/* TOWER with PIECE under all others, of which there are less than TOWER_PIECES. */
static inline struct tower tower_under(const struct tower *tower, unsigned piece)
{
    return tower_landed(&(struct tower){{piece}}, tower);
}

#endif
