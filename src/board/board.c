/* SPDX-License-Identifier: MIT */
#include "board/board.h"

#include "base/text.h"

#include <limits.h>

/* Those of square boards are straight first, and then oblique. */
static const int8_t STEP_X[2][BOARD_AROUND] = {{1, 2, 1, -1, -2, -1}, {0, 2, 0, -2, 2, 2, -2, -2}};
static const int8_t STEP_Y[2][BOARD_AROUND] = {{1, 0, -1, -1, 0, 1}, {1, 0, -1, 0, 1, -1, -1, 1}};

/* The cell I of a row of LENGTH that begins in column FIRST; false when there are too many, or its column has no
   letter. */
static bool add_cell_to_board(struct board *board, uint32_t i, uint32_t length, uint32_t first)
{
    uint8_t row = (uint8_t)(board->rows - 1);
    uint8_t cell = board->cells;
    uint32_t letter = board_letters_columns(board) ? first - 1 + i : row;
    uint32_t number = 1 + (board_letters_columns(board) ? row : i);
    if (cell == BOARD_CELLS || letter >= BOARD_ROWS)
        return false;
    board->cells++;
    board->row_length[row]++;
    board->named[letter][number] = cell;
    board->row_of[cell] = row;
    board->column_of[cell] = (uint8_t)(first + i);
    board->name[cell][0] = (char)('a' + letter);
    number_write(&board->name[cell][1], number);
    board->x[cell] = (int8_t)(2 * (int)i + 1 - (int)length);
    return true;
}

/* A row of LENGTH, of which those cells are played that have a bit in PLAYED. */
static bool add_row(struct board *board, uint32_t length, uint32_t played)
{
    uint8_t row = board->rows;
    uint32_t first = 1;
    if (row == BOARD_ROWS || length == 0 || length > BOARD_ROW)
        return false;
    if (!board->square && row > 0) {
        uint32_t below = board->row_length[row - 1];
        if (below + 1 != length && below != length + 1)
            return false;
        first = board->column_of[board->row_first[row - 1]] + (uint32_t)(length < below);
    }
    board->rows++;
    board->row_first[row] = board->cells;
    for (uint32_t i = 0; i < length; i++)
        if ((played >> i & 1) != 0 && !add_cell_to_board(board, i, length, first))
            return false;
    return board->row_length[row] > 0;
}

static uint8_t cell_at(const struct board *board, int x, int y)
{
    unsigned length = y < 0 || y >= board->rows ? 0 : board->row_length[y];
    for (unsigned i = 0; i < length; i++)
        if (board->x[board->row_first[y] + i] == x)
            return (uint8_t)(board->row_first[y] + i);
    return BOARD_NONE;
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

bool board_init(struct board *board, const uint32_t *row_lengths, size_t rows, bool slanted)
{
    *board = (struct board){.directions = BOARD_DIRECTIONS, .slanted = slanted};
    memset(board->named, BOARD_NONE, sizeof board->named);
    for (size_t i = 0; i < rows; i++)
        if (!add_row(board, row_lengths[i], UINT32_MAX))
            return false;
    return link_all(board);
}

bool board_square(struct board *board, uint32_t side, unsigned neighbours, const uint32_t *played)
{
    *board = (struct board){.directions = (uint8_t)neighbours, .square = true};
    memset(board->named, BOARD_NONE, sizeof board->named);
    for (uint32_t i = 0; i < side; i++)
        if (!add_row(board, side, played == NULL ? UINT32_MAX : played[i]))
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

struct lattice_place board_place(const struct board *board, unsigned cell)
{
    return (struct lattice_place){board->row_of[cell] + 1, board->column_of[cell]};
}

static unsigned cell_of_place(const struct board *board, struct lattice_place place)
{
    unsigned row = (unsigned)place.row - 1;
    for (unsigned i = 0; row < board->rows && i < board->row_length[row]; i++)
        if (board->column_of[board->row_first[row] + i] == place.column)
            return board->row_first[row] + i;
    return BOARD_NONE;
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
        unsigned image = cell_of_place(
            board, (struct lattice_place){places[cell].row - least.row + 1, places[cell].column - least.column + 1});
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

/* Takes out of LEFT the cells that it joins to the COUNT cells of REACHED. */
static inline void take_joined(
    const struct board *board, struct cell_set *left, uint8_t reached[BOARD_CELLS], unsigned count)
{
    while (count > 0) {
        const struct cell_set *around = &board->around[reached[--count]];
        for (unsigned i = 0; i < SET_WORDS; i++)
            for (uint64_t next = around->words[i] & left->words[i]; next != 0; next &= next - 1) {
                reached[count++] = (uint8_t)(64 * i + (unsigned)__builtin_ctzll(next));
                left->words[i] &= ~(next & (0 - next));
            }
    }
}

unsigned board_apart(const struct board *board, const struct cell_set *set, unsigned from)
{
    uint8_t reached[BOARD_CELLS];
    struct cell_set left = *set;
    if (from == BOARD_NONE)
        return BOARD_NONE;
    cell_set_put(&left, from, false);
    reached[0] = (uint8_t)from;
    take_joined(board, &left, reached, 1);
    return cell_set_first(&left);
}

struct cell_set board_unjoined(const struct board *board, const struct cell_set *set, const struct cell_set *from)
{
    uint8_t reached[BOARD_CELLS];
    struct cell_set begun = *from;
    struct cell_set left = *set;
    unsigned count = 0;
    for (unsigned cell = cell_set_take(&begun); cell != BOARD_NONE; cell = cell_set_take(&begun)) {
        cell_set_put(&left, cell, false);
        reached[count++] = (uint8_t)cell;
    }
    take_joined(board, &left, reached, count);
    return left;
}
