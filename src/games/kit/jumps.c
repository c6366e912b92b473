/* SPDX-License-Identifier: MIT */
#include "games/kit/jumps.h"

struct cell_set jumps_before(const struct board *board, const struct turn *turn, unsigned step)
{
    struct cell_set jumped = {{0}};
    for (unsigned i = 1; i < step; i++)
        cell_set_put(&jumped, jump_over(board, turn->steps[i - 1].cell, turn->steps[i].cell), true);
    return jumped;
}

bool jump_walk(struct grid_walk *walk, const struct state *state)
{
    const struct board *board = grid_board(walk->rules);
    struct turn *turn = &walk->turn;
    const unsigned step = turn->count++;
    for (unsigned direction = 0; direction < board->directions; direction++)
        for (unsigned distance = STEP; distance <= JUMP; distance++) {
            const unsigned target = board_ahead(board, turn->steps[step - 1].cell, direction, distance);
            turn->steps[step] = (struct step){1, (uint16_t)target, distance == JUMP ? 'x' : '-'};
            if (target != BOARD_NONE && !grid_walk_on(walk, state, step, distance == JUMP))
                return false;
        }
    return true;
}

void jump_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    (void)state;
    grid_add_cell(rules, turn->steps[0].cell, text);
    for (unsigned i = 1; i < turn->count; i++) {
        const struct step *step = &turn->steps[i];
        text_add_char(text, jump_over(grid_board(rules), step[-1].cell, step->cell) == BOARD_NONE ? '-' : 'x');
        grid_add_cell(rules, step->cell, text);
    }
}

void jump_fact_over(const struct violation *violation, struct text *text)
{
    const struct step *step = &violation->turn->steps[violation->step];
    grid_add_cell(violation->rules, jump_over(grid_board(violation->rules), step[-1].cell, step->cell), text);
}
