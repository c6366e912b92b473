/* SPDX-License-Identifier: MIT */
/* Sums of fractions over one common denominator, exact however large that is: rows of
   32-bit words, the lowest first. */
#ifndef CATASTA_TOURNAMENT_FRACTIONS_H
#define CATASTA_TOURNAMENT_FRACTIONS_H

#include "base/arena.h"

struct denominator {
    uint32_t *words; /* .count of them, and room for .capacity */
    size_t count;
    size_t capacity;
};

/* Begins with 1; false when out of memory. */
bool denominator_init(struct denominator *denominator, struct arena *arena);

/* Makes it a multiple of NUMBER, which is not 0; false when out of memory. */
bool denominator_include(struct denominator *denominator, struct arena *arena, uint32_t number);

/* How many words the numerator of a sum has. */
size_t numerator_words(const struct denominator *denominator);

/* Adds COUNT NUMBERths to a numerator.  NUMBER divides the denominator; the sum stays below
   2^48. */
void numerator_add(uint32_t *numerator, const struct denominator *denominator, uint64_t count, uint32_t number);

/* Less than 0, 0, more than 0. */
int numerator_compare(const uint32_t *a, const uint32_t *b, const struct denominator *denominator);

#endif
