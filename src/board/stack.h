/* SPDX-License-Identifier: MIT */
/* A stack of up to 16 pieces as one number: a piece is four bits, never 0, and
   the top piece is in the lowest four.  Bit 3 distinguishes the two sides, the
   three below it the kinds of a side, from 1.

       0x...0 | bottom | .... | .... | top      0: an empty cell

   So lifting the top n is a mask, landing them a shift, counting a side's pieces
   a sum of bits: plain arithmetic, no loop, no table. */
#ifndef CATASTA_BOARD_STACK_H
#define CATASTA_BOARD_STACK_H

#include <stdbool.h>
#include <stdint.h>

enum { STACK_PIECES = 16, PIECE_KINDS = 7, PIECE_SECOND_SIDE = 8 };

static inline unsigned stack_top(uint64_t stack)
{
    return (unsigned)(stack & 15);
}

/* The seat of the piece on top, 1 or 2, of a stack that is not empty. */
static inline unsigned stack_owner(uint64_t stack)
{
    return 1 + (unsigned)(stack >> 3 & 1);
}

static inline unsigned stack_height(uint64_t stack)
{
    return stack == 0 ? 0 : (unsigned)(67 - __builtin_clzll(stack)) / 4;
}

/* Whether there are N pieces or more; N is 1..16. */
static inline bool stack_reaches(uint64_t stack, unsigned n)
{
    return stack >> (4 * (n - 1)) != 0;
}

/* Pieces of the second side; a sum over the top bits of all pieces, which fits
   in four bits as long as a side has at most 15. */
static inline unsigned stack_seconds(uint64_t stack)
{
    return (unsigned)((stack >> 3 & 0x1111111111111111u) * 0x1111111111111111u >> 60);
}

/* Pieces of SEAT, 1 or 2. */
static inline unsigned stack_count(uint64_t stack, unsigned seat)
{
    unsigned seconds = stack_seconds(stack);
    return seat == 2 ? seconds : stack_height(stack) - seconds;
}

/* The top N pieces, and what they leave; N is 1..16. */
static inline uint64_t stack_lifted(uint64_t stack, unsigned n)
{
    return stack & (UINT64_MAX >> (64 - 4 * n));
}

static inline uint64_t stack_left(uint64_t stack, unsigned n)
{
    return stack >> 4 >> (4 * (n - 1));
}

/* TARGET with N lifted pieces on top; both together are at most 16. */
static inline uint64_t stack_landed(uint64_t target, uint64_t lifted, unsigned n)
{
    return target << 4 << (4 * (n - 1)) | lifted;
}

/* The Nth piece from the bottom, counted from 0. */
static inline unsigned stack_piece(uint64_t stack, unsigned n)
{
    return (unsigned)(stack >> (4 * (stack_height(stack) - 1 - n)) & 15);
}

#endif
