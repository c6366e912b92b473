/* SPDX-License-Identifier: MIT */
/* Numbers that look random and are the same in every run. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state; /* begin with any seed */
};

/* splitmix64, by Sebastiano Vigna. */
static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* 0 .. LIMIT-1; LIMIT is not 0. */
static inline unsigned random_below(struct random *random, uint64_t limit)
{
    return (unsigned)(random_next(random) % limit);
}

/* True once in N times. */
static inline bool random_once_in(struct random *random, unsigned n)
{
    return random_below(random, n) == 0;
}

#endif
