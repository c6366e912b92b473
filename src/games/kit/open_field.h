/* SPDX-License-Identifier: MIT */
/* What games on an open field share: the lattice and the first place of a ruleset, what lies on places as text, and
   views.  Places, sets of them and how they hang together are board/field.h.

       z26=WR.WG;z27=GB        a stack on each place, sorted by row and column, '-' for none            */
#ifndef CATASTA_GAMES_OPEN_FIELD_H
#define CATASTA_GAMES_OPEN_FIELD_H

#include "board/field.h"
#include "games/kit/kit.h"

/* The rules of such a game begin with this. */
struct field_rules {
    struct game_rules game;
    enum lattice lattice;
    uint16_t first_place; /* where the first piece is laid, by custom, and where legal turns list it */
};

/* And the state of one that has stacks on places with this. */
struct field_position {
    struct state state;
    struct field_set taken;
};

/* What a game with stacks on places states in addition. */
struct field_game {
    const char *wanted; /* "a stack is a place and its pieces from the bottom up, 'z26=WR.GR', once each" */

    /* Puts the stack that TEXT names, which is not empty, on PLACE, which is; else refuses it. */
    bool (*read)(struct position_reader *reader, unsigned place, struct slice text);
    void (*write)(const void *rules, const struct state *state, unsigned place, struct text *text);

    /* Its pieces, height, label and pawns, in ARENA; false when out of memory. */
    bool (*show)(
        const void *rules, const struct state *state, unsigned place, struct arena *arena, struct view_cell *cell);
    bool shifted;       /* texts call the lowest row a and the first column 1, wherever it is */
    const char *arrows; /* the marks of steps that something went along, from the step before with none */
};

/* Rows of a table of keys; the second names who is laid first, "the first piece is laid". */
bool field_key_first_place(const struct key_reading *reading, const struct key *key);
#define FIELD_KEYS(laid)                                                                                               \
    {"lattice", KEY_WORD, 0, 0, "hex square", "which places touch: each has six neighbours, or four",                  \
        KEY_INTO(field_rules, lattice)},                                                                               \
    {                                                                                                                  \
        "first_place", KEY_TEXT, 0, 0, NULL, "where " laid, .read = field_key_first_place                              \
    }

/* A field of positions: the stacks.  Reading adds to .taken. */
bool field_read_stacks(struct position_reader *reader, struct slice text);
void field_write_stacks(const void *rules, const struct state *state, struct text *text);

/* The cell of a place, with nothing on it yet. */
struct view_cell field_cell(enum lattice lattice, unsigned place);

/* The cells of VIEW, which is otherwise filled in: the stacks, and what LAST touched, unless NULL. */
bool field_show(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

/* Something that lies on COUNT places of a field, at NODES from PLACE. */
struct placed_piece {
    struct slice text; /* what it is */
    unsigned place;
    const int8_t (*nodes)[2]; /* rows and columns */
    unsigned count;
};

/* The Ith of them, from 0, whose text may be in SCRATCH; false after the last. */
typedef bool thing_visitor(
    const void *rules, const struct state *state, unsigned i, struct text *scratch, struct placed_piece *thing);

/* sums of a game whose things lie on several places each: all of them may be turned and moved, with MIRRORS also
   mirrored.  That of a game with stacks on places the kit finds. */
unsigned field_sums(const void *rules, const struct state *state, thing_visitor *visit, enum lattice lattice,
    bool mirrors, uint64_t sums[SYMMETRIES]);

#endif
