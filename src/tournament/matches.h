/* SPDX-License-Identifier: MIT */
/* Matches: rounds with the same keys, which are tags, added up in the order in which they come.
   Players are matched by name, folded, wherever they sit.

       entry ──tags──> match ──its rule──> totals, who leads, who has won
                         └──> a fault: a round that does not belong there, or starts wrong

   Memory follows the matches, never the rounds. */
#ifndef CATASTA_TOURNAMENT_MATCHES_H
#define CATASTA_TOURNAMENT_MATCHES_H

#include "base/hash.h"
#include "base/text.h"
#include "tournament/entry.h"

/* What keys records together, a bit each; an event does so with the players. */
enum match_key { MATCH_BY_MATCH = 1, MATCH_BY_PLAYERS = 2, MATCH_BY_EVENT = 4 };

/* Reads "match,players"; false with *WRONG, the part of LIST that is not such a word. */
bool match_keys_read(struct slice list, unsigned *keys, struct slice *wrong);

struct match_player {
    struct slice name; /* as in the first round that has one; at NULL where unnamed */
    struct slice key;  /* the same, folded */
    int64_t halves;
    uint32_t partners; /* bit i for the Ith player, the own one too */
};

struct match {
    struct slice id;    /* empty where the tag Match is not a key */
    struct slice event; /* likewise */
    struct slice ruleset;
    struct match_player *players;
    unsigned seats;
    unsigned keys;
    enum catasta_scoring scoring;
    struct catasta_match_rule rule; /* the first round's */
    uint32_t rounds;                /* that counted */
    uint32_t claimed;               /* of them, as the record claims */
    uint32_t adjudicated;           /* ... by the points as they stood */
    uint32_t illegal;               /* ... though illegal */
    uint32_t forfeits;              /* ... and not played */
    uint32_t late;                  /* rounds that did not count: after the end, */
    uint32_t strangers;             /* of other players, */
    uint32_t left_illegal;
    uint32_t undecided;
    uint32_t unplayed; /* forfeits where points are added */
    uint32_t leaders;  /* bit i for the Ith player; 0 while all are equal */
    bool over;
    uint32_t winners;     /* likewise; 0 until it is over, all where it is drawn */
    uint8_t starter;      /* who should start the next round, from 1; 0: nobody knows */
    bool starts_again;    /* since nobody won the last */
    bool shares_its_name; /* with a match by another ruleset */
};

struct matches {
    struct arena arena;
    unsigned keys;
    uint32_t best_of;    /* where a ruleset says nothing about matches */
    struct match **list; /* in the order of their first rounds */
    size_t count;
    size_t capacity;
    struct hash_table table; /* of what keys, whatever the ruleset */
};

void matches_init(struct matches *matches, unsigned keys, uint32_t best_of);
void matches_release(struct matches *matches);

/* What is wrong with a round, as facts for RULE, to be reported at SPAN of its record. */
struct match_fault {
    const struct rule *rule; /* NULL: nothing */
    struct catasta_span span;
    struct text facts;
};

/* Whether the record of ENTRY belongs to a match; and the tag by which: Match, else Event, else that of the first
   player. */
bool matches_take(const struct matches *matches, const struct entry *entry);
struct catasta_span match_key_span(unsigned keys, const struct entry *entry);

/* Adds ENTRY to its match, if its record belongs to one, and fills FAULT, whose facts are to
   be released.  False when out of memory. */
bool matches_add(struct matches *matches, const struct entry *entry, struct match_fault *fault);

static inline bool match_is_drawn(const struct match *match)
{
    return match->over && match->seats > 1 && match->winners == (1u << match->seats) - 1;
}

/* Words: what it is called, "final"; a player; some of them by their bits, "Anna and Ben"; what
   everybody has, "Anna 2, Ben 1.5"; a number of halves. */
enum name_style {
    NAME_WHOLE, /* escaped, for people */
    NAME_BRIEF, /* and cut, for messages */
    NAME_RAW,
};
void match_name(const struct match *match, enum name_style names, struct text *text);
void match_player(const struct match *match, unsigned index, enum name_style names, struct text *text);
void match_players(const struct match *match, uint32_t players, enum name_style names, struct text *text);
void match_totals(const struct match *match, enum name_style names, struct text *text);
void halves_write(int64_t halves, struct text *text);

#endif
