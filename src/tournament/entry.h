/* SPDX-License-Identifier: MIT */
/* An entry in matches and standings: of a judged game what they look at, read by the accessors of
   catasta.h, as plain data.  Texts are the game's. */
#ifndef CATASTA_TOURNAMENT_ENTRY_H
#define CATASTA_TOURNAMENT_ENTRY_H

#include "base/arena.h"
#include "catasta.h"

struct entry_tag {
    struct slice value; /* empty where there is none, or nobody knows, "?" */
    struct catasta_span span;
};

struct entry {
    enum catasta_counted counted; /* these as in struct catasta_entry, seats from 0 */
    enum catasta_unplayed unplayed;
    enum catasta_scoring scoring;
    uint32_t winners;
    int32_t halves[CATASTA_SEATS];
    unsigned places[CATASTA_SEATS];
    unsigned seats;
    unsigned sides[CATASTA_SEATS];       /* partners have the same */
    struct slice players[CATASTA_SEATS]; /* at NULL where there is none, or nobody knows */
    struct slice keys[CATASTA_SEATS];    /* of matches: the same, folded */
    struct slice game;
    struct slice ruleset;
    struct catasta_match_rule rule;
    struct entry_tag match;
    struct entry_tag event;
    struct catasta_span first_player; /* the tag that names who has the first seat */
    uint32_t round;                   /* the number that the tag Round begins with, 0: none */
};

static inline struct slice slice_of_text(struct catasta_text text)
{
    return (struct slice){text.bytes, text.length};
}

/* How SEAT did against OTHER, from 0: 1 better, 0 the same, -1 worse. */
static inline int entry_compare(const struct entry *entry, unsigned seat, unsigned other)
{
    return (int)(entry->places[seat] < entry->places[other]) - (int)(entry->places[seat] > entry->places[other]);
}

/* A seat is not its own partner. */
static inline bool entry_are_partners(const struct entry *entry, unsigned seat, unsigned other)
{
    return seat != other && entry->sides[seat] == entry->sides[other];
}

static inline bool entry_counts(const struct entry *entry)
{
    return entry->counted < CATASTA_LEFT_ILLEGAL;
}

void entry_read(const catasta_game *game, struct entry *entry);

/* Copies the texts of ENTRY to ARENA, so that the game is not needed; out of memory marks it. */
void entry_keep(struct entry *entry, struct arena *arena);

#endif
