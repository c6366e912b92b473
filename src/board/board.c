/* SPDX-License-Identifier: MIT */
#include "board/board.h"

#include "base/text.h"

#include <limits.h>

/* Those of square boards are straight first, and then oblique. */
static const int8_t STEP_X[2][BOARD_AROUND] = {{1, 2, 1, -1, -2, -1}, {0, 2, 0, -2, 2, 2, -2, -2}};
static const int8_t STEP_Y[2][BOARD_AROUND] = {{1, 0, -1, -1, 0, 1}, {1, 0, -1, 0, 1, -1, -1, 1}};

static bool add_row(struct board *board, uint32_t length)
{
    uint8_t row = board->rows;
    if (row == BOARD_ROWS || length == 0 || length > BOARD_ROW || board->cells + length > BOARD_CELLS)
        return false;
    if (!board->square && row > 0 && board->row_length[row - 1] + 1 != (int)length &&
        board->row_length[row - 1] - 1 != (int)length)
        return false;
    board->rows++;
    board->row_length[row] = (uint8_t)length;
    board->row_first[row] = board->cells;
    for (uint32_t i = 0; i < length; i++, board->cells++) {
        *(board->square ? &board->named[i][row + 1] : &board->named[row][i + 1]) = board->cells;
        board->row_of[board->cells] = row;
        board->name[board->cells][0] = (char)('a' + (board->square ? i : row));
        number_write(&board->name[board->cells][1], (board->square ? row : i) + 1u);
        board->x[board->cells] = (int8_t)(2 * (int)i + 1 - (int)length);
    }
    return true;
}

static uint8_t cell_at(const struct board *board, int x, int y)
{
    if (y < 0 || y >= board->rows)
        return BOARD_NONE;
    int column = (x + board->row_length[y] - 1) / 2;
    if (x + board->row_length[y] - 1 < 0 || column >= board->row_length[y])
        return BOARD_NONE;
    return (uint8_t)(board->row_first[y] + column);
}

static void link_neighbours(struct board *board, unsigned cell)
{
    memset(board->next[cell], BOARD_NONE, sizeof board->next[cell]);
    for (unsigned direction = 0; direction < board->directions; direction++) {
        uint8_t next = cell_at(board, board->x[cell] + STEP_X[board->square][direction],
            board->row_of[cell] + STEP_Y[board->square][direction]);
        board->next[cell][direction] = next;
        if (next != BOARD_NONE)
            cell_set_put(&board->around[cell], next, true);
    }
}

static void link_lines(struct board *board, unsigned from)
{
    for (unsigned direction = 0; direction < board->directions; direction++) {
        uint8_t cell = board->next[from][direction];
        for (unsigned distance = 1; cell != BOARD_NONE; distance++) {
            board->line[from][cell] = (uint8_t)(distance << 3 | direction);
            cell = board->next[cell][direction];
        }
    }
}

static bool link_all(struct board *board)
{
    for (unsigned cell = 0; cell < board->cells; cell++)
        link_neighbours(board, cell);
    for (unsigned cell = 0; cell < board->cells; cell++)
        link_lines(board, cell);
    return board->cells > 0;
}

bool board_init(struct board *board, const uint32_t *row_lengths, size_t rows)
{
    *board = (struct board){.directions = BOARD_DIRECTIONS};
    memset(board->named, BOARD_NONE, sizeof board->named);
    for (size_t i = 0; i < rows; i++)
        if (!add_row(board, row_lengths[i]))
            return false;
    return link_all(board);
}

bool board_square(struct board *board, uint32_t side, unsigned neighbours)
{
    *board = (struct board){.directions = (uint8_t)neighbours, .square = true};
    memset(board->named, BOARD_NONE, sizeof board->named);
    for (uint32_t i = 0; i < side; i++)
        if (!add_row(board, side))
            return false;
    return link_all(board);
}

size_t board_hexhex(uint32_t side, uint32_t row_lengths[BOARD_ROWS])
{
    size_t rows = 2 * (size_t)side - 1;
    for (size_t i = 0; i < rows && i < BOARD_ROWS; i++)
        row_lengths[i] = side + (uint32_t)(i < side ? i : rows - 1 - i);
    return rows;
}

unsigned board_find(const struct board *board, struct slice text)
{
    uint32_t column;
    if (text.length < 2 || text.at[0] < 'a' || text.at[0] > 'z' || text.at[1] == '0')
        return BOARD_NONE;
    if (!slice_number((struct slice){text.at + 1, text.length - 1}, BOARD_CELLS, &column))
        return BOARD_NONE;
    return board_named(board, (unsigned)(text.at[0] - 'a'), column);
}

/* The column that row ROW, from 0, begins in: a row that is longer than the one below begins in the same. */
static int first_column(const struct board *board, unsigned row)
{
    int column = 1;
    for (unsigned i = 1; i <= row && !board->square; i++)
        column += board->row_length[i] < board->row_length[i - 1];
    return column;
}

struct lattice_place board_place(const struct board *board, unsigned cell)
{
    unsigned row = board->row_of[cell];
    return (struct lattice_place){(int)row + 1, first_column(board, row) + (int)cell - board->row_first[row]};
}

/* Where all cells come to be, moved so that the least row and column are 1; false when one is beyond the board or in
   another zone. */
static bool find_images(const struct board *board, const uint8_t *zone, unsigned symmetry, uint8_t *images)
{
    struct lattice_place places[BOARD_CELLS];
    struct lattice_place least = {INT_MAX, INT_MAX};
    for (unsigned cell = 0; cell < board->cells; cell++) {
        struct lattice_place place = lattice_image(board_lattice(board), symmetry, board_place(board, cell));
        least.row = place.row < least.row ? place.row : least.row;
        least.column = place.column < least.column ? place.column : least.column;
        places[cell] = place;
    }
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int row = places[cell].row - least.row;
        int column = places[cell].column - least.column + 1;
        if (row >= board->rows)
            return false;
        unsigned image = board_cell(board, (unsigned)row, (unsigned)(column - first_column(board, (unsigned)row) + 1));
        if (image == BOARD_NONE || zone[image] != zone[cell])
            return false;
        images[cell] = (uint8_t)image;
    }
    return true;
}

unsigned board_symmetries(
    const struct board *board, const uint8_t zone[BOARD_CELLS], uint8_t images[SYMMETRIES][BOARD_CELLS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < lattice_symmetries(board_lattice(board)); i++)
        count += find_images(board, zone, i, images[count]);
    return count;
}

unsigned board_apart(const struct board *board, const struct cell_set *set, unsigned from)
{
    uint8_t reached[BOARD_CELLS];
    struct cell_set left = *set;
    unsigned count = 0;
    if (from == BOARD_NONE)
        return BOARD_NONE;
    cell_set_put(&left, from, false);
    reached[count++] = (uint8_t)from;
    while (count > 0) {
        const struct cell_set *around = &board->around[reached[--count]];
        for (unsigned i = 0; i < SET_WORDS; i++)
            for (uint64_t next = around->words[i] & left.words[i]; next != 0; next &= next - 1) {
                reached[count++] = (uint8_t)(64 * i + (unsigned)__builtin_ctzll(next));
                left.words[i] &= ~(next & (0 - next));
            }
    }
    return cell_set_first(&left);
}
