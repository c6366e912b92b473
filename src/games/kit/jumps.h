/* SPDX-License-Identifier: MIT */
/* What games on a board of rows share whose stacks step to a cell beside theirs, "c3-d4", or jump over one, as often
   as they can, "c1xa3xc5".  Over what they jump, and whether they must, is the game's. */
#ifndef CATASTA_GAMES_KIT_JUMPS_H
#define CATASTA_GAMES_KIT_JUMPS_H

#include "games/kit/grid.h"

enum { STEP = 1, JUMP }; /* how far they go, in cells */

/* The cell that a jump from SOURCE to TARGET goes over; BOARD_NONE where that is not a jump. */
static inline unsigned jump_over(const struct board *board, unsigned source, unsigned target)
{
    const unsigned line = board->line[source][target];
    return line_distance(line) == JUMP ? board->next[source][line_direction(line)] : BOARD_NONE;
}

/* The cells that TURN jumps over before STEP. */
struct cell_set jumps_before(const struct board *board, const struct turn *turn, unsigned step);

/* extend of struct grid_walk, whose turn has a stack's cell: each step, and each jump with those that follow it. */
bool jump_walk(struct grid_walk *walk, const struct state *state);

/* write: with the marks that the distances ask for. */
void jump_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text);

/* The fact {over}: the cell that the step jumps over. */
fact_writer jump_fact_over;

#endif
