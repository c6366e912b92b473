/* SPDX-License-Identifier: MIT */
/* What standings keep of the games, for the files that make them: players, pairs of
   players who met, and rounds that were not played. */
#ifndef CATASTA_TOURNAMENT_COUNTING_H
#define CATASTA_TOURNAMENT_COUNTING_H

#include "tournament/standings.h"

#define NOBODY UINT32_MAX
enum { REPEAT_ROUNDS = 192, SEEDS_MOST = 1000000 };

/* Rounds of a player that were not played. */
struct absences {
    uint32_t given;  /* not for want of the player: byes that the pairing gave, forfeits of the other */
    uint32_t missed; /* byes that were asked for, the player's own forfeits */
    uint32_t halves; /* that the player got for all of them */
};

struct player {
    struct slice name; /* as most records spell it */
    uint64_t name_uses;
    struct slice key;  /* the name folded */
    uint32_t seed;     /* from 1; 0: none */
    struct slice card; /* columns 10 to 79 of the line in a TRF file; at NULL: none */
    points points;     /* without byes */
    uint32_t bye_halves;
    points difference; /* of scores, to those of all opponents */
    struct tally all;
    struct tally seats[CATASTA_SEATS];
    uint32_t unplayed;
    uint32_t undecided;
    uint32_t unplayed_wins;
    uint32_t records;
    uint32_t available;    /* the last round that was not missed, 0: none is known */
    uint32_t withdrawn;    /* from that round on; NOBODY: not */
    struct absences alone; /* with nobody, or nobody named, on the other side */
    uint64_t encounters;
    points gross;                          /* all that was got, without signs */
    points gross_difference;               /* likewise */
    uint64_t seen[REPEAT_ROUNDS / 64];     /* rounds of which there is a record, a bit each */
    uint64_t repeated[REPEAT_ROUNDS / 64]; /* those of which there is another */
};

/* Two players who met, or were to. */
struct link {
    uint32_t players[2]; /* the lower number first */
    uint32_t games;
    uint32_t halves; /* of them, the first player's */
    uint32_t forfeits;
    uint32_t won_forfeits[2];
    uint64_t won_halves[2]; /* of games, even where matches count */
    uint32_t voids;         /* of what was not played, that gave nothing to either, and was nobody's fault */
    struct absences absences[2];
};

/* A round that a player missed. */
struct absence {
    uint32_t player;
    uint32_t round;
    uint32_t zeros; /* byes that were asked for and gave nothing */
};

/* A name as it was written, which is a player's. */
struct name_spelling {
    struct slice name;
    uint32_t player;
    uint64_t uses;
};

/* What two players did in a round, where that is a match. */
struct meeting {
    uint32_t link;
    uint32_t round;
    uint32_t games; /* played */
    uint32_t forfeits;
    uint64_t halves[2];
    uint64_t started[2];          /* how often each had the first seat */
    enum catasta_counted counted; /* what is least certain of it */
};

/* A link, from the side of one of its players. */
struct side {
    uint32_t link;
    uint32_t other;
};

/* The number of the player called NAME; NOBODY where there is none. */
uint32_t player_find(const struct standings *standings, struct slice name);

/* The same, a new one if need be; NOBODY when out of memory. */
uint32_t player_number(struct standings *standings, struct slice name);

/* The link of two players; NULL where there is none. */
struct link *link_find(const struct standings *standings, uint32_t a, uint32_t b);

/* The same, a new one if need be; NULL when out of memory. */
struct link *link_of(struct standings *standings, uint32_t a, uint32_t b);

/* Adds an entry of two to the match that it is part of; and afterwards makes an entry of each match, for COUNT.  False
   when out of memory. */
bool meeting_add(struct standings *standings, const struct entry *entry, const uint32_t players[2]);
typedef bool entry_counter(struct standings *standings, const struct entry *entry);
bool meetings_count(struct standings *standings, entry_counter *count);

/* Notes that PLAYER missed ROUND; false when out of memory. */
bool absence_add(struct standings *standings, uint32_t player, uint32_t round, bool zero);

/* Notes that there is a record of PLAYER in ROUND. */
void repeats_take(struct player *player, uint32_t round);

/* Half a win's worth, for byes and for rounds that count as draws. */
static inline points draw_worth(const struct standings *standings)
{
    return (standings->paired ? standings->win : POINT) / 2;
}

/* What a player did in a round. */
struct round_cell {
    uint32_t player;
    uint32_t round;
    uint32_t opponent; /* NOBODY: none */
    bool first;        /* in the first seat */
    char letter;       /* as in TRF */
};

/* Notes what those at the SEATS of ENTRY did, where that is kept; false when out of memory. */
bool cells_take(struct standings *standings, const struct entry *entry, const uint32_t *players, unsigned seats);

/* Whether PLAYER is gone for good in ROUND, which has no record.  Who came back had not gone. */
bool player_is_gone(const struct standings *standings, uint32_t player, uint32_t round);

/* Counts the matches, once; false when out of memory. */
bool standings_settle(struct standings *standings);

/* Fills .alike; false when out of memory. */
bool compare_player_names(struct standings *standings);

/* Works out .scores, .adjusted (C.07, 16.3) and .withdrawn. */
bool scores_adjust(struct standings *standings);

/* Fills .sides and .first_side. */
bool sides_sort(struct standings *standings);

/* What a tie-break that is worked out for each player alone gives PLAYER. */
points tiebreak_value(const struct standings *standings, enum tiebreak tiebreak, uint32_t player);

/* Direct encounter among COUNT tied players: VALUES become how many of them each is placed
   above.  False when out of memory, or with .beyond of STANDINGS. */
bool direct_encounter(struct standings *standings, const uint32_t *players, size_t count, points *values);

#endif
