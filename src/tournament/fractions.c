/* SPDX-License-Identifier: MIT */
#include "tournament/fractions.h"

bool denominator_init(struct denominator *denominator, struct arena *arena)
{
    *denominator = (struct denominator){.count = 1};
    if (!arena_grow(arena, &denominator->words, 0, &denominator->capacity, sizeof *denominator->words))
        return false;
    denominator->words[0] = 1;
    return true;
}

static uint32_t remainder_of(const struct denominator *denominator, uint32_t number)
{
    uint64_t rest = 0;
    for (size_t i = denominator->count; i-- > 0;)
        rest = (rest << 32 | denominator->words[i]) % number;
    return (uint32_t)rest;
}

bool denominator_include(struct denominator *denominator, struct arena *arena, uint32_t number)
{
    uint32_t divisor = number;
    uint32_t rest = remainder_of(denominator, number);
    uint64_t carry = 0;
    while (rest != 0) {
        uint32_t next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    if (divisor == number)
        return true;
    if (!arena_grow(arena, &denominator->words, denominator->count, &denominator->capacity, sizeof *denominator->words))
        return false;
    for (size_t i = 0; i < denominator->count; i++) {
        carry += (uint64_t)denominator->words[i] * (number / divisor);
        denominator->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0)
        denominator->words[denominator->count++] = (uint32_t)carry;
    return true;
}

size_t numerator_words(const struct denominator *denominator)
{
    return denominator->count + 2;
}

/* Adds CARRY from the word AT on. */
static void add_from(uint32_t *numerator, size_t at, uint64_t carry)
{
    for (; carry > 0; at++) {
        carry += numerator[at];
        numerator[at] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* Long division, the highest word first; each word of the quotient is added, COUNT times,
   where it belongs. */
void numerator_add(uint32_t *numerator, const struct denominator *denominator, uint64_t count, uint32_t number)
{
    uint64_t rest = 0;
    for (size_t i = denominator->count; i-- > 0;) {
        rest = rest << 32 | denominator->words[i];
        uint64_t word = rest / number;
        add_from(numerator, i, word * (count & 0xFFFFFFFF));
        add_from(numerator, i + 1, word * (count >> 32));
        rest %= number;
    }
}

int numerator_compare(const uint32_t *a, const uint32_t *b, const struct denominator *denominator)
{
    for (size_t i = numerator_words(denominator); i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}
