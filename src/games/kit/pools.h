/* SPDX-License-Identifier: MIT */
/* What games on a board of rows share whose pieces come from pools, one kind a side.  A turn of one
   cell puts a piece there; of several, the highest stack of the others lands on the last. */
#ifndef CATASTA_GAMES_KIT_POOLS_H
#define CATASTA_GAMES_KIT_POOLS_H

#include "games/kit/grid.h"

enum { PIECE_WHITE = 1, PIECE_BLACK = PIECE_SECOND_SIDE + 1 };

/* Rows of a table of keys: a board that is a hexagon or a square; pieces of one kind a side. */
#define POOL_BOARD_KEYS(about_neighbours)                                                                              \
    {"board.hexhex", KEY_NUMBER, 2, 6, NULL, "the side of a hexagonal board, in cells", .read = grid_key_board},       \
        {"board.square", KEY_NUMBER, 2, 11, NULL, "the rows and columns of a square board"},                           \
    {                                                                                                                  \
        "neighbours", KEY_NUMBER, 4, 8, NULL, about_neighbours                                                         \
    }
#define POOL_PIECE_KEYS(about_pool)                                                                                    \
    GRID_LETTER_KEYS("the letter", "pieces", 1),                                                                       \
    {                                                                                                                  \
        "pool", KEY_NUMBER, 1, 63, NULL, about_pool, .read = pool_key                                                  \
    }
bool pool_key(const struct key_reading *reading, const struct key *key);

/* How many pieces a side has. */
static inline uint32_t pool_size(const struct grid_rules *rules)
{
    return rules->pieces[PIECE_WHITE];
}

/* grid_game.refuses: a stack of more than .highest pieces. */
bool pool_refuses(const void *rules, uint64_t stack, char why[WHY_ROOM]);

/* set_up: an empty board. */
void pool_set_up(const void *rules, struct state *state);

/* The step of TURN, of several cells, whose stack lands on the last; the first of the highest. */
unsigned pool_landing(const struct grid_position *position, const struct turn *turn);

/* The pieces on all cells of TURN. */
unsigned pool_height(const struct grid_position *position, const struct turn *turn);

/* can_force and make.  To a pass make does nothing. */
bool pool_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step);
void pool_make(const void *rules, struct state *state, const struct turn *turn, unsigned step);

/* Where passes in a row end the game: the counter is of them.  Says them, as the note of such a game. */
enum { POOL_PASSES = 2 };
void pool_say_passes(const void *rules, const struct state *state, struct text *text);

/* That no more are counted. */
bool pool_check_passes(struct position_reader *reader);

/* The facts of all such games: also {count}, the pieces on all cells of the turn. */
fact_writer pool_fact_count;
#define POOL_FACTS {"count", pool_fact_count}, GRID_FACTS

#endif
