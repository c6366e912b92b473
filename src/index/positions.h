/* SPDX-License-Identifier: MIT */
/* The positions that are sought in an index, and games that are read again where it says that they are. */
#ifndef CATASTA_INDEX_POSITIONS_H
#define CATASTA_INDEX_POSITIONS_H

#include "index/database.h"

/* A position in games of a ruleset, and its hash. */
struct sought {
    catasta_position *position;
    char *name;            /* of the ruleset; allocated */
    sqlite3_int64 ruleset; /* its number in the index; 0: there are no games of it */
    sqlite3_int64 hash;
};

/* What is sought, and what games are read again with. */
struct search {
    const struct reading *reading;
    const char *wanted; /* the position as text; NULL: the start */
    struct database database;
    struct sought *list; /* of different rulesets; allocated */
    size_t count;
    struct reading own;       /* of .session, which borrows from them */
    catasta_session *session; /* in which records that name no ruleset have the one called .name */
    char *name;               /* allocated */
    char *bytes;              /* of the game that was read last, allocated */
    size_t length;
    catasta_input *input;
};

/* Opens the index that is the one file of READING, and reads POSITION, or the start if NULL, by the ruleset there or
   all rulesets of the index that can; a status after complaining, also where none can. */
int search_open(struct search *search, const struct reading *reading, const char *position);
void search_close(struct search *search);

/* The hash of POSITION; false when out of memory, or where POSITION is NULL, since it was. */
bool hash_of(const catasta_position *position, sqlite3_int64 *hash);

/* The node of the main line of GAME, from FROM on, at which turn PLY was played; CATASTA_NOWHERE: there is none. */
size_t played_node(const catasta_game *game, size_t from, sqlite3_int64 ply);

/* Reads the game GAME of the index again, and finds the node after PLY turns of its main line, where the position has
   to be the one of HASH; NULL after complaining.  The game is valid until the next one is read, as .bytes is. */
catasta_game *read_again(
    struct search *search, sqlite3_int64 game, sqlite3_int64 ply, sqlite3_int64 hash, size_t *node);

#endif
