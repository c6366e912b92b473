/* SPDX-License-Identifier: MIT */
/* What the games of an archive come to: how often what was found in them, by groups.  Of each game there are facts,
   which are made side by side, and added up in one place. */
#ifndef CATASTA_ARCHIVE_STATISTICS_H
#define CATASTA_ARCHIVE_STATISTICS_H

#include "archive/condition.h"
#include "base/string_table.h"

enum stat_kind {
    STAT_RULESET,
    STAT_RESULT, /* who has won, or "draw", or "undecided" */
    STAT_REASON,
    STAT_LENGTH, /* plies, a number */
    STAT_FIRST,  /* a turn, a space, the ruleset */
    STAT_FAULT,
    STAT_PLAYER,
    STAT_KINDS,
};

/* A game won is worth as much, and shared by sides that won it together. */
enum { STAT_WIN = CATASTA_WIN };

/* Something of a kind in the games of a group. */
struct stat_row {
    struct slice name;
    enum stat_kind kind;
    uint32_t group;
    uint64_t count;  /* games, or faults */
    uint64_t scored; /* games with a score */
    uint64_t score;  /* in these */
};

struct stat_group {
    struct slice name; /* the value of the field; at NULL: none */
    uint64_t games;
    uint64_t plies;
    uint64_t timed_turns; /* whose time is known, and these together */
    uint64_t milliseconds;
    uint64_t illegal;
    uint64_t unplayed;
    const struct stat_row *rows[STAT_KINDS]; /* sorted, the most frequent first; lengths by their number */
    size_t counts[STAT_KINDS];
};

struct stats {
    struct arena arena;
    struct string_table names; /* of rows, with their group and kind before them */
    struct stat_row *rows;     /* in that order; sorted by stats_finish */
    size_t row_capacity;
    struct string_table group_names;
    struct stat_group *groups;
    size_t group_capacity;
    size_t group_count;
    bool grouped;
    struct field by;
    struct text key; /* of a row or a group */
};

/* Groups by the field BY; empty: all games are one group.  False with MESSAGE. */
bool stats_init(struct stats *stats, struct slice by, struct text *message);
void stats_release(struct stats *stats);

/* What there is to count of a game. */
struct game_facts {
    struct slice by; /* the value that it is grouped by; at NULL: none */
    bool illegal;
    bool unplayed; /* its plies do not count */
    uint32_t plies;
    uint32_t timed_turns;
    uint64_t milliseconds;
    struct slice ruleset; /* at NULL: none */
    struct slice result;
    const char *reason;
    struct slice first; /* turn, a space, the ruleset; at NULL: none */
    int64_t first_score;
    const char **faults; /* ids */
    size_t fault_count;
    struct slice players[CATASTA_SEATS]; /* at NULL: unnamed */
    int64_t scores[CATASTA_SEATS];       /* theirs; -1: the game does not count */
};

/* The facts of GAME, of which the first ply was kept with its position; texts are copied to ARENA.  NULL when out of
   memory. */
struct game_facts *stats_facts(const struct stats *stats, const catasta_game *game, struct arena *arena);

/* Adds the facts of a game to STATS; out of memory marks its arena. */
void stats_add(struct stats *stats, const struct game_facts *facts);

/* How many sides those of SEATS, a bit each, are who play in GAME. */
unsigned count_sides(const catasta_game *game, uint32_t seats);

/* Sorts groups and rows; nothing is added after it. */
void stats_finish(struct stats *stats);

/* How many plies half of the games have at most. */
uint64_t stats_median(const struct stat_group *group);

/* A histogram of lengths: bars of WIDTH plies from 0 on, no more than MOST; games of bar I. */
uint64_t stats_bar_width(const struct stat_group *group, size_t most);
uint64_t stats_bar(const struct stat_group *group, uint64_t width, uint64_t i, bool *more);

#endif
