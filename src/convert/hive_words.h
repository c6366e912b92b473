/* SPDX-License-Identifier: MIT */
/* What the forms of Hive share: tiles and places as words, and the states of a game of UHP. */
#ifndef CATASTA_CONVERT_HIVE_WORDS_H
#define CATASTA_CONVERT_HIVE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct hive_tile {
    const char *begin, *end;
    char colour;     /* 'w' or 'b'; '\0': not written */
    unsigned kind;   /* the place of its letter among those of HIVE_KINDS */
    unsigned number; /* 0: not written */
};
#define HIVE_KINDS "QSBGAMLP"

/* The tile that begins at AT, "wA1", "a1", and a 'b' that is a colour only if a kind follows; NULL: none does. */
static inline const char *hive_tile(const char *at, const char *end, struct hive_tile *tile)
{
    const char *kind =
        at + (at + 1 < end && strchr("wWbB", *at) != NULL && memchr(HIVE_KINDS, at[1] & ~0x20, 8) != NULL);
    const char *letter = kind < end ? memchr(HIVE_KINDS, *kind & ~0x20, 8) : NULL;
    if (letter == NULL)
        return NULL;
    *tile = (struct hive_tile){.begin = at, .kind = (unsigned)(letter - HIVE_KINDS)};
    tile->colour = (char)(kind > at ? *at | 0x20 : '\0');
    tile->end = kind + 1;
    if (tile->end < end && *tile->end >= '0' && *tile->end <= '9')
        tile->number = (unsigned)(*tile->end++ - '0');
    return tile->end;
}

/* A place beside a tile, or on it, without signs; its end, NULL: there is none at AT. */
struct hive_place {
    struct hive_tile tile;
    char before, after; /* "-/\", '\0': none */
};
static inline const char *hive_place(const char *at, const char *end, struct hive_place *place)
{
    const char *tile = at + (at < end && memchr("-/\\", *at, 3) != NULL);
    const char *after = hive_tile(tile, end, &place->tile);
    if (after == NULL)
        return NULL;
    const bool sign = after < end && memchr("-/\\", *after, 3) != NULL;
    place->before = (char)(tile > at ? *at : '\0');
    place->after = (char)(sign ? *after : '\0');
    return after + sign;
}

/* How a game is, and the result that it is here. */
struct hive_state {
    const char *word;
    const char *result;
};
static const struct hive_state hive_states[] = {{"WhiteWins", "1-0"}, {"BlackWins", "0-1"}, {"Draw", "1/2-1/2"},
    {"InProgress", "*"}, {"NotStarted", "*"}, {NULL, NULL}};

/* The row that has what is from AT to END, or else its end. */
static inline const struct hive_state *hive_state(const char *at, const char *end)
{
    const struct hive_state *state = hive_states;
    while (state->word != NULL &&
        (strlen(state->word) != (size_t)(end - at) || memcmp(state->word, at, (size_t)(end - at)) != 0))
        state++;
    return state;
}

#endif
