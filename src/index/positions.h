/* SPDX-License-Identifier: MIT */
/* The positions that are looked for in an index, and games that are read again where it says that they are. */
#ifndef CATASTA_INDEX_POSITIONS_H
#define CATASTA_INDEX_POSITIONS_H

#include "index/database.h"

/* A position as a ruleset reads it, -r or one that the index has, and its hash. */
struct sought {
    catasta_position *position;
    char *ruleset; /* allocated */
    sqlite3_int64 hash;
};

/* What is looked for, and what games are read again with. */
struct search {
    const struct arguments *arguments;
    struct database database;
    struct sought *list; /* of different hashes; allocated */
    size_t count;
    struct arguments own;     /* of .session, which borrows from them */
    catasta_session *session; /* in which .ruleset is that of records that name none */
    char *ruleset;            /* allocated */
    char *bytes;              /* of the game that was read last, allocated */
    size_t length;
    catasta_input *input;
};

/* Opens the index that ARGUMENTS name, and reads their position, or with STARTS and none the starts of all rulesets; a
   status after complaining, also where the position is none. */
int search_open(struct search *search, const struct arguments *arguments, bool starts);
void search_close(struct search *search);

/* Reads the game GAME of the index again, and finds the node after PLY turns of its main line, where the position has
   to be the one of HASH; NULL after complaining.  The game is valid until the next one is read, as .bytes is. */
catasta_game *read_again(
    struct search *search, sqlite3_int64 game, sqlite3_int64 ply, sqlite3_int64 hash, size_t *node);

#endif
