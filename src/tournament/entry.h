/* What a judged record counts for: an entry in matches and standings, as plain data.
   Texts are slices of the record. */
#ifndef CATASTA_TOURNAMENT_ENTRY_H
#define CATASTA_TOURNAMENT_ENTRY_H

#include "games/sides.h"
#include "referee/referee.h"

enum counted {
    COUNTED,             /* as the board ended it */
    COUNTED_CLAIMED,     /* the board did not end it: as the record claims */
    COUNTED_ADJUDICATED, /* nobody ended it: by the points as they stood */
    COUNTED_ILLEGAL,     /* though it is illegal, since that was asked for */
    COUNTED_UNPLAYED,    /* a bye, a forfeit: what its tags say */
    LEFT_ILLEGAL,
    LEFT_UNDECIDED,
    LEFT_UNREADABLE, /* there was no ruleset, or no position to judge from */
};

struct entry {
    const struct report *report;
    const char *file; /* for messages; borrowed */
    uint32_t number;  /* of the game in it */
    enum counted counted;
    enum unplayed unplayed;
    struct slice match; /* tags, empty where there are none or nobody knows, "?" */
    struct slice event;
    uint32_t round; /* the number that the tag Round begins with, 0: none */
    enum scoring scoring;
    struct match_rule rule;
    unsigned sides;        /* seats so many apart are partners; 0: there are none */
    uint32_t winners;      /* bit s-1 for seat s */
    int32_t halves[SEATS]; /* what each seat gets, for entries that count; of games not played, of a point */
};

/* The name of the player at SEAT, from 0; at NULL where there is none, or nobody knows it. */
struct slice entry_player(const struct entry *entry, unsigned seat);

/* How SEAT did against OTHER, from 0: 1 better, 0 the same, -1 worse.  The winners come
   first, then scores tell, those of partners together; where nobody won all did the same. */
int entry_compare(const struct entry *entry, unsigned seat, unsigned other);

static inline bool entry_counts(const struct entry *entry)
{
    return entry->counted < LEFT_ILLEGAL;
}

/* The entry of REPORT, the NUMBERth game of FILE.  With COUNT_ILLEGAL illegal games count
   too, as the board ended them, else as they were resigned or claim. */
void entry_read(
    const struct report *report, const char *file, uint32_t number, bool count_illegal, struct entry *entry);

#endif
