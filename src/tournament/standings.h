/* SPDX-License-Identifier: MIT */
/* Standings: what the games of a tournament add up to.

       entry, entry, …  ──add──> players, and pairs of those who met
                                   └──rank──> rows, by points and tie-breaks

   Memory follows the players and the pairs of them that met, never the games.  It does
   not matter in which order entries come.  Names that differ by accents, case or spaces alone are one player's.

   Where matches count, all games of two in a round are one, or all without a round; who has more of them has won it,
   and it is then counted as a game is.

   A game of two gives a win 1 and a draw 1/2.  In one of more the winners have the first
   places and the game's scores order the others, those of partners together; equals share
   what their places are worth, and where nobody won all are equal.  Each two of its players
   are an encounter unless they are partners.  A bye is worth a win, the most that one is in
   the games of others, or half of that, or nothing; a forfeit is won by the player who came; a game
   that was not played gives what its result claims.  Who has withdrawn misses every round
   from then on of which nothing else is recorded, but none before a later one that the
   player was there for; for those who have not, a round without a record is nothing.  A tournament
   has as many rounds as the last that a tag names, or as one player has records where that
   is more. */
#ifndef CATASTA_TOURNAMENT_STANDINGS_H
#define CATASTA_TOURNAMENT_STANDINGS_H

#include "base/hash.h"
#include "tournament/entry.h"
#include "tournament/tiebreaks.h"

/* How a tournament is counted. */
struct contest {
    bool mixed;       /* games of several kinds count together */
    bool round_robin; /* everybody was to meet everybody: for tie-breaks forfeits are as if played (C.07, 15.2) */
    bool by_score;    /* a game's own scores are the points */
    bool matches;     /* points are those of matches */
    bool keep_rounds; /* what each player did in each; then memory follows the games */
    points places[CATASTA_SEATS]; /* in games of more than two: what the first, the second, … gets; those who share
                             places share what they are worth */
    unsigned place_count;         /* after them, nothing */
    enum tiebreak tiebreaks[TIEBREAK_COUNT];
    unsigned tiebreak_count;
};

/* The default: a point for a win, half a point each for a draw; in games of more than two
   a point that the winners share; the tie-breaks that are usual in a Swiss tournament, or in a
   round robin, or of matches. */
void contest_init(struct contest *contest, bool round_robin, bool matches);

/* The tie-break of that name or code, whatever the case of its letters; TIEBREAK_COUNT: there is none. */
enum tiebreak tiebreak_find(struct slice name);

/* Reads a list of tie-breaks, each at most once, "direct,buchholz", or "none"; or of what
   places are worth, none more than the one before it, "3,1,0", or "score".  False with *WRONG, the invalid part of
   TEXT. */
bool contest_read_tiebreaks(struct contest *contest, struct slice text, struct slice *wrong);
bool contest_read_places(struct contest *contest, struct slice text, struct slice *wrong);

struct tally {
    uint32_t games;
    uint32_t wins;
    uint32_t draws;
    uint32_t losses;
};

/* A line of the standings. */
struct standings_row {
    uint32_t rank;   /* from 1; those whom no tie-break parts share one */
    uint32_t player; /* in the order of the first entries */
    struct slice name;
    points points;
    struct tally all; /* games that were played: no byes, no forfeits */
    struct tally seats[CATASTA_SEATS];
    uint32_t unplayed;                /* byes, forfeits, games not played */
    uint32_t undecided;               /* of the games, those that count as claimed or adjudicated, or though illegal */
    uint32_t withdrawn;               /* from that round on, 0: not */
    points tiebreaks[TIEBREAK_COUNT]; /* in the order of the contest */
};

/* What two players did against each other. */
struct pairing {
    uint32_t games;  /* played */
    uint32_t halves; /* of them, in halves, the first player's */
    uint32_t forfeits;
    uint32_t won_forfeits; /* the first player's */
};

/* Names that may be one player's: one letter is missing or another. */
struct alike {
    uint32_t a;
    uint32_t b;
};

/* Tied players whose results against each other have no common denominator that fits into 64 bits. */
struct beyond {
    struct slice name; /* of one of them */
    size_t count;
};

enum entry_added { ENTRY_ADDED, ENTRY_NOT_ADDED, ENTRY_OTHER_GAME, ENTRY_NO_MEMORY };

/* Why an entry was not added: what entry.h says of it, or this. */
enum omission {
    OMITTED_NOT,
    OMITTED_ENTRY,
    OMITTED_UNNAMED, /* a player without a name, or with "?" for one */
    OMITTED_ALONE,   /* a game of one seat */
    OMITTED_TWICE_NAMED,
    OMITTED_BEYOND /* with it numbers could grow too large to be exact: millions of games of one player */
};

struct standings {
    struct contest contest;
    struct slice game;            /* of the first entry, at NULL before */
    enum catasta_scoring scoring; /* of the first game */
    unsigned seats;               /* the most that a game had */
    uint32_t rounds;              /* the last that was named, 0: none was */
    uint64_t roundless;           /* entries that name none */

    /* The table, once ranked: in the order of the ranks, and among equals of the names. */
    struct standings_row *rows;
    size_t row_count;
    struct alike *alike;
    size_t alike_count;
    size_t alike_capacity;
    struct beyond beyond; /* .count 0: there is a table */

    /* What it is made of, see counting.h. */
    struct arena arena; /* what is added */
    struct arena table; /* what is made of it by ranking */
    uint64_t seed;
    uint32_t most_records;
    points win;  /* the most that one was worth */
    bool paired; /* there was any entry but byes and withdrawals */
    uint64_t most_encounters;
    points most_gross;

    struct player *players;
    size_t player_count;
    size_t player_capacity;
    struct hash_table player_table; /* by their keys */
    struct name_spelling *spellings;
    size_t spelling_count;
    size_t spelling_capacity;
    struct hash_table spelling_table;
    struct meeting *meetings;
    size_t meeting_count;
    size_t meeting_capacity;
    struct hash_table meeting_table;
    bool met;                 /* they are counted */
    struct round_cell *cells; /* where rounds are kept */
    size_t cell_count;
    size_t cell_capacity;
    bool crowded;            /* ... and some game was of more than two */
    struct slice kept_lines; /* of a TRF file, as they are */
    uint32_t planned;        /* rounds, as it says; 0: it does not */
    char initial;            /* the seat of the best seed in round 1, 'W' or 'B', if it says so */
    struct link *links;
    size_t link_count;
    size_t link_capacity;
    struct hash_table link_table;
    struct absence *absences;
    size_t absence_count;
    size_t absence_capacity;
    struct hash_table absence_table;

    /* ... and of that by ranking. */
    points *scores;      /* of players, with their byes */
    points *adjusted;    /* the same, as their opponents' tie-breaks take them */
    uint32_t *withdrawn; /* rounds after the withdrawal of each player */
    uint32_t *indexes;   /* of players, where some are looked at alone; else 0 */
    struct side *sides;  /* of all players, those of one together */
    size_t *first_side;  /* where those of a player begin; one more at the end */
    uint32_t *opponents; /* beside .sides: their rows, those of one player in order */
};

struct standings *standings_new(const struct contest *contest); /* NULL when out of memory */
void standings_free(struct standings *standings);

/* ENTRY_NOT_ADDED with *WHY where the entry does not count.  ENTRY_OTHER_GAME when it is of
   another game than those before and the contest does not mix them. */
enum entry_added standings_add(struct standings *standings, const struct entry *entry, enum omission *why);

/* The player called NAME has SEED, from 1, and is in the table even without games; false when out of memory. */
bool standings_seed(struct standings *standings, struct slice name, uint32_t seed);

/* The seed of the player called NAME; 0: there is none. */
uint32_t standings_seed_of(const struct standings *standings, struct slice name);

/* Spelling I that is not the name in the table; *ROW is that of its player.  False: there are no more. */
bool standings_spelling(const struct standings *standings, size_t *i, struct slice *spelled, struct slice *name);

/* Makes the table; false when out of memory, or with .beyond.  Where matches count nothing is added after it. */
bool standings_rank(struct standings *standings);

/* Whether points are scores of which the fewest win. */
static inline bool standings_fewest_first(const struct standings *standings)
{
    return standings->contest.by_score && standings->scoring == CATASTA_FEWEST_POINTS;
}

/* What the players of two rows did against each other; false where they did not meet. */
bool standings_pairing(const struct standings *standings, size_t a, size_t b, struct pairing *pairing);

/* The rows of those whom the player of ROW met, in order; returns how many. */
size_t standings_opponents(const struct standings *standings, size_t row, const uint32_t **rows);

/* The first round after AFTER in which the player of ROW has more than one record; 0: there
   is none among the first 192. */
uint32_t standings_repeated(const struct standings *standings, size_t row, uint32_t after);

#endif
