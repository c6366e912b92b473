/* SPDX-License-Identifier: MIT */
/* The games of a tournament as a page of its tables needs them, out of records that are
   gone by then: who sat where, what it came to, where it is.  Memory follows the games. */
#ifndef CATASTA_TOURNAMENT_TABLE_GAMES_H
#define CATASTA_TOURNAMENT_TABLE_GAMES_H

#include "base/string_table.h"
#include "tournament/standings.h"

struct table_seat {
    uint32_t player; /* number of the name among .names, 0: unnamed */
    int32_t halves;  /* the game's own scores, where it counts */
    uint8_t place;   /* from 1; those who did the same share it */
    uint8_t side;    /* partners have the same */
};

struct table_game {
    const char *names[CATASTA_SEATS]; /* of the seats, "White"; NULL where there was no ruleset */
    const char *reason;               /* the game's word for how it ended, or NULL */
    uint32_t file;                    /* its name, among .files */
    uint32_t number;                  /* of the game in the file */
    uint32_t round;                   /* 0: not said */
    uint32_t first;                   /* its seats, in .seats */
    uint8_t seats;
    enum catasta_counted counted;
    enum catasta_unplayed unplayed;
    const char *why; /* it is not in the standings, after "not counted: "; NULL: it is */
};

struct table_games {
    struct arena arena;
    struct string_table names; /* the first is "" */
    struct string_table files;
    struct table_game *list; /* all that were offered, in their order */
    size_t count;
    size_t capacity;
    struct table_seat *seats;
    size_t seat_count;
    size_t seat_capacity;
};

void table_games_init(struct table_games *games);
void table_games_release(struct table_games *games);

/* Takes GAME, which ENTRY was read from, and WHY it is not in the standings, a constant; NULL if it is.  False when
   out of memory. */
bool table_games_add(struct table_games *games, const catasta_game *game, const struct entry *entry, const char *why);

#endif
