/* SPDX-License-Identifier: MIT */
/* Duplicates: games of an archive that are equal to another, begin another, or are nearly equal to one.

       game ──> its text: ruleset and start, and a line for each turn      side by side
       text ──> temporary file; hashes, how good its record is             one after the other, 80 bytes a game
       hashes ──> candidates ──texts──> what they are to each other        at the end

   Hashes only propose: the texts are read again, and decide.  The result is groups of a game that is kept and its
   duplicates.  No two games that are kept are duplicates of each other, and a game is better than its duplicates. */
#ifndef CATASTA_ARCHIVE_DUPLICATES_H
#define CATASTA_ARCHIVE_DUPLICATES_H

#include "base/arena.h"
#include "base/text.h"

#include <stdio.h>

/* What a game is to the one that is kept.  Asked for are all up to one of these. */
enum likeness_kind {
    ALIKE_EQUAL,
    ALIKE_BEGINS, /* it ends sooner */
    ALIKE_NEAR,   /* one turn is different, missing or more, and some turn is the same */
    ALIKE_KINDS,
};

#define NO_BYTES UINT32_MAX
#define NO_GAME UINT32_MAX

/* What is known of a game besides its text. */
struct game_facts {
    uint64_t hash;
    uint32_t length; /* of the text, in bytes */
    uint32_t bytes;  /* of the record; NO_BYTES: it is not there */
    uint32_t line;
    uint32_t turns; /* 0: its text is the bytes of its record, and it can only be equal to another */
    uint32_t legal; /* so many of these, from the first on */
    uint32_t worth; /* of its record: the more, the better */
    uint32_t halves[4];
};

struct duplicate {
    struct game_facts facts;
    uint64_t at; /* of the text, in the temporary file */
    uint32_t file;
    uint32_t number; /* in that file */
    uint32_t kept;   /* the game that it is a duplicate of; or itself */
    uint32_t before; /* the longest of the others that begins it, or NO_GAME */
    uint8_t kind;    /* enum likeness_kind, of a duplicate */
    bool involved;   /* one begins it, or it begins one, or is nearly equal to one */
    bool decided;    /* whether it is kept */
    bool candidate;  /* it may be nearly equal to another */
};

/* A game under a key; AT says where in it. */
struct keyed {
    uint64_t key;
    uint32_t game;
    uint32_t at;
};

struct keyed_list {
    struct keyed *items;
    size_t count;
    size_t capacity;
};

/* Some of the temporary file in memory. */
struct window {
    struct text bytes;
    uint64_t at;
};

struct duplicates {
    enum likeness_kind most; /* that is asked for */
    bool copies;             /* the bytes of records are wanted, too */
    uint64_t seed;           /* nothing that is written depends on it */
    uint64_t base;           /* of sequences of turns, see sequences.c */
    FILE *spool;
    uint64_t spooled;
    struct window windows[2]; /* for games one after the other, and for others */
    struct duplicate *games;
    size_t count;
    size_t capacity;
    struct arena arena;
    const char **files;
    size_t file_count;
    size_t file_capacity;
    uint32_t number; /* of the last game of the last file */
    int error;       /* errno value: the file, or memory, failed */
    bool found;
    uint64_t counts[ALIKE_KINDS];
    struct keyed_list dropped; /* duplicates; .key is the game that is kept, by which they are sorted */
    struct keyed_list ties;    /* games under the number of what ties them: of each two of them one can be kept */
    uint32_t tie_count;
};

/* Sets .error, unless it is set; returns false. */
bool duplicates_fail(struct duplicates *duplicates, int error);

/* False with .error. */
bool duplicates_init(struct duplicates *duplicates, enum likeness_kind most, bool copies);
void duplicates_release(struct duplicates *duplicates);

/* Side by side: FOUND gets room for the facts of a game, which returns where; its text is to follow.  Then the facts
   are put there, and after the text the rest of it, with the BYTES of its record. */
size_t duplicates_room(struct text *found);
void duplicates_found(
    const struct duplicates *duplicates, struct game_facts *facts, size_t at, struct slice bytes, struct text *found);

/* Of a game that is not looked at. */
#define DUPLICATES_PASSED "-"

/* One after the other: a file begins; some games of it, as found.  False with .error. */
bool duplicates_file(struct duplicates *duplicates, const char *name);
bool duplicates_add(struct duplicates *duplicates, struct slice found);

/* Finds what is to be found; no game is added after it.  False with .error. */
bool duplicates_find(struct duplicates *duplicates);

/* Where one text has another turn than the other, one turn more, or one less, if that is all. */
struct turn_difference {
    uint32_t ply;       /* from 1 */
    struct slice turn;  /* with its end of line; empty: it is missing */
    struct slice other; /* likewise */
};
bool texts_differ_once(struct slice text, struct slice other, struct turn_difference *difference);

/* That of a duplicate, which is the first, and the game that is kept; false where it is not nearly equal. */
bool duplicates_differ(struct duplicates *duplicates, const struct keyed *dropped, struct turn_difference *difference);

/* What is known of GAME in the temporary file: its text, hashes of 32 bits of its first turn, of two, and so on up to
   all, and the bytes of its record.  Of each of two windows only what was read last is valid.  Empty with .error. */
enum { WINDOW_NEXT, WINDOW_OTHER };
enum game_part { GAME_TEXT, GAME_BEGINNINGS, GAME_BYTES };
struct slice game_part(struct duplicates *duplicates, int window, uint32_t game, enum game_part part);

/* Sorted by key, then game. */
void keyed_sort(struct keyed_list *list);
bool keyed_add(struct duplicates *duplicates, struct keyed_list *list, uint64_t key, uint32_t game, uint32_t at);
void keyed_release(struct keyed_list *list);

/* Of games that are not equal to a better one: finds which begin another, and ties those that are nearly equal.  False
   with .error. */
bool duplicates_compare(struct duplicates *duplicates);

/* What TEXT is found by: .hash and .halves, and what is to be its GAME_BEGINNINGS. */
void sequence_hashes(
    const struct duplicates *duplicates, struct slice text, struct game_facts *facts, char *beginnings);

#endif
