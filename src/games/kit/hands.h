/* SPDX-License-Identifier: MIT */
/* What players hold: a hand is a number of each kind of piece, and the kinds are the game's own.

       W:WR.GB/R:-      the hands of a position in the order of seats; how one is written is the game's          */
#ifndef CATASTA_GAMES_HANDS_H
#define CATASTA_GAMES_HANDS_H

#include "games/kit/kit.h"

/* A field of positions: each hand is read by READ, SEAT from 0, and so how many players there are; or written. */
typedef bool hand_reader(struct position_reader *reader, unsigned seat, struct slice hand);
typedef void hand_writer(const void *rules, const struct state *state, unsigned seat, struct text *text);
bool hands_read(struct position_reader *reader, struct slice text, hand_reader *read);
void hands_write(const void *rules, const struct state *state, hand_writer *write, struct text *text);

/* A hand: OF[kind] of each of KINDS kinds, those of ORDER, or with NULL the first ones. */
struct hand {
    const uint8_t *of;
    const uint8_t *order;
    unsigned kinds;
};

/* How many pieces it holds. */
unsigned hand_count(const struct hand *hand);

/* Makes LIST of it: what SEAT holds, by its name, or with 0 what NAME is; LOOK draws a piece of a kind.  In ARENA,
   which may fail. */
typedef struct view_piece kind_look(const void *rules, unsigned kind, struct arena *arena);
void hand_show(const void *rules, unsigned seat, const char *name, const struct hand *hand, kind_look *look,
    struct arena *arena, struct view_list *list);

#endif
