/* Matches: the rounds that a tag [Match "id"] ties together, added up.  Players are
   matched by name, wherever they sit. */
#ifndef CATASTA_SCORES_MATCHES_H
#define CATASTA_SCORES_MATCHES_H

#include "scores/entry.h"

struct match {
    struct slice id;
    struct slice ruleset; /* rounds of another are another match */
    unsigned seats;
    struct slice players[SEATS]; /* as in the first round; at NULL where unnamed */
    int32_t halves[SEATS];
    enum scoring scoring;
    uint32_t points; /* the total that ends it, 0: none does */
    uint32_t rounds; /* that counted */
    uint32_t late;   /* rounds behind the end */
    uint32_t others; /* rounds that do not count: illegal, undecided, or of other players */
    bool over;
    uint32_t winners; /* bit s-1 for seat s; 0 until it is over */
};

struct matches {
    struct arena arena;
    struct match *list; /* in the order of their first rounds */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* by hash, indexes into the list from 1 */
    size_t slot_count;
};

void matches_init(struct matches *matches);
void matches_release(struct matches *matches);

/* Adds ENTRY to its match, if its record names one.  False when out of memory. */
bool matches_add(struct matches *matches, const struct entry *entry);

#endif
