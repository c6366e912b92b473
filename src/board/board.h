/* SPDX-License-Identifier: MIT */
/* A board is geometry as data: cells in rows, neighbours, what is in
   line.  It knows no pieces and no rules.

   A square board has columns besides: its cells are named by the column's letter and the
   row's number, as in chess, and touch four others, or all eight around them.  Not all of
   them need be played; the others do not count as cells.  Other boards may have slanted names: then
   the letter is that of the line that leads up and to the left.

   Rows are counted from the bottom, cells in a row from the left.  Each row is
   centred over the one below, so neighbouring rows differ by one cell; in half
   cell widths the neighbours of (x, y) are

          (x-1, y+1)  (x+1, y+1)            5   0
       (x-2, y)   (x, y)   (x+2, y)       4       1      directions
          (x-1, y-1)  (x+1, y-1)            3   2                        */
#ifndef CATASTA_BOARD_BOARD_H
#define CATASTA_BOARD_BOARD_H

#include "base/text.h"
#include "board/lattice.h"

#include <assert.h>

/* A row is short enough for its distances to fit beside a direction in a byte. */
enum { BOARD_CELLS = 127, BOARD_ROWS = 26, BOARD_ROW = 31, BOARD_DIRECTIONS = 6, BOARD_AROUND = 8, BOARD_NONE = 255 };

/* A set of cells. */
enum { SET_WORDS = (BOARD_CELLS + 63) / 64 };
struct cell_set {
    uint64_t words[SET_WORDS];
};

static inline void cell_set_put(struct cell_set *set, unsigned cell, bool in)
{
    uint64_t *word = &set->words[cell / 64];
    *word = (*word & ~((uint64_t)1 << cell % 64)) | (uint64_t)in << cell % 64;
}

static inline bool cell_set_has(const struct cell_set *set, unsigned cell)
{
    return (set->words[cell / 64] >> cell % 64 & 1) != 0;
}

static inline bool cell_set_meets(const struct cell_set *a, const struct cell_set *b)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        common |= a->words[i] & b->words[i];
    return common != 0;
}

/* Whether all cells of B are in A. */
static inline bool cell_set_covers(const struct cell_set *a, const struct cell_set *b)
{
    uint64_t missing = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        missing |= b->words[i] & ~a->words[i];
    return missing == 0;
}

/* How many cells are in both. */
static inline unsigned cell_set_common(const struct cell_set *a, const struct cell_set *b)
{
    unsigned count = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        for (uint64_t common = a->words[i] & b->words[i]; common != 0; common &= common - 1)
            count++;
    return count;
}

/* Whether COUNT cells, at least one, are in both: without counting them, which takes a branch for each. */
static inline bool cell_set_meets_in(const struct cell_set *a, const struct cell_set *b, unsigned count)
{
    static_assert(SET_WORDS == 2, "one word borrows from the other");
    uint64_t low = a->words[0] & b->words[0];
    uint64_t high = a->words[1] & b->words[1];
    while (--count > 0) {
        high &= high - (low == 0);
        low &= low - 1;
    }
    return (low | high) != 0;
}

/* How many cells are in SET. */
static inline unsigned cell_set_count(const struct cell_set *set)
{
    return cell_set_common(set, set);
}

/* The first cell of SET, BOARD_NONE when it is empty. */
static inline unsigned cell_set_first(const struct cell_set *set)
{
    for (unsigned i = 0; i < SET_WORDS; i++)
        if (set->words[i] != 0)
            return 64 * i + (unsigned)__builtin_ctzll(set->words[i]);
    return BOARD_NONE;
}

/* The first cell of SET after CELL, BOARD_NONE when there is none. */
static inline unsigned cell_set_next(const struct cell_set *set, unsigned cell)
{
    uint64_t left = set->words[cell / 64] >> cell % 64 & ~UINT64_C(1);
    if (left != 0)
        return cell + (unsigned)__builtin_ctzll(left);
    for (unsigned i = cell / 64 + 1; i < SET_WORDS; i++)
        if (set->words[i] != 0)
            return 64 * i + (unsigned)__builtin_ctzll(set->words[i]);
    return BOARD_NONE;
}

/* The first cell of SET, which is taken out of it; BOARD_NONE when it is empty. */
static inline unsigned cell_set_take(struct cell_set *set)
{
    unsigned cell = cell_set_first(set);
    if (cell != BOARD_NONE)
        set->words[cell / 64] &= set->words[cell / 64] - 1;
    return cell;
}

enum { CELL_TEXT = 4 };
struct board {
    uint8_t rows;
    uint8_t cells;
    uint8_t directions; /* of lines: 6, or on a square board 4 or 8 */
    bool square;
    bool slanted; /* names are the column's letter and the row's number, as on square boards */
    uint8_t row_length[BOARD_ROWS];
    uint8_t row_first[BOARD_ROWS]; /* its first cell */
    uint8_t row_of[BOARD_CELLS];
    uint8_t column_of[BOARD_CELLS];    /* from 1; of a row that is longer than the one below the first is the same */
    char name[BOARD_CELLS][CELL_TEXT]; /* of each cell, "d4" or "d14" */
    int8_t x[BOARD_CELLS];             /* half cell widths from the middle; y is row_of */
    uint8_t next[BOARD_CELLS][BOARD_AROUND]; /* BOARD_NONE beyond the edge */

    uint8_t named[BOARD_ROWS][BOARD_ROW + 1]; /* by letter and number; BOARD_NONE where there is no cell */

    struct cell_set around[BOARD_CELLS]; /* the neighbours */

    /* From one cell to another along a straight line: the direction in the low
       three bits, the distance above them; 0 where there is no such line. */
    uint8_t line[BOARD_CELLS][BOARD_CELLS + 1];
};

/* Builds a board from the lengths of its rows, bottom row first, with slanted names or not.
   False when there are too many rows or cells, neighbouring rows do not differ by one, or
   there are more columns than letters. */
bool board_init(struct board *board, const uint32_t *row_lengths, size_t rows, bool slanted);

/* Builds a board of SIDE rows and columns, whose cells have NEIGHBOURS, 4 or 8.  PLAYED has a
   number for each row whose bits are the columns that are played; NULL: all are.  False when
   it is too large or a row has no cell. */
bool board_square(struct board *board, uint32_t side, unsigned neighbours, const uint32_t *played);

/* The rows of a hexagon of side SIDE, 2*SIDE-1 of them; returns how many. */
size_t board_hexhex(uint32_t side, uint32_t row_lengths[BOARD_ROWS]);

/* The Nth cell of ROW (from 0), counted from 1; BOARD_NONE when there is none. */
static inline unsigned board_cell(const struct board *board, unsigned row, unsigned n)
{
    if (row >= board->rows || n - 1 >= board->row_length[row])
        return BOARD_NONE;
    return board->row_first[row] + n - 1;
}

/* Whether a letter names a column; else it is the row's, and the number counts its cells. */
static inline bool board_letters_columns(const struct board *board)
{
    return board->square || board->slanted;
}

/* Whether all columns have cells in all rows. */
static inline bool board_is_full(const struct board *board)
{
    return board->square && board->cells == board->rows * board->rows;
}

/* The cell called by LETTER, 0 for a, and NUMBER, BOARD_NONE when there is none. */
static inline unsigned board_named(const struct board *board, unsigned letter, unsigned number)
{
    return letter < BOARD_ROWS && number <= BOARD_ROW ? board->named[letter][number] : BOARD_NONE;
}

static inline unsigned line_direction(unsigned line)
{
    return line & 7;
}

static inline unsigned line_distance(unsigned line)
{
    return line >> 3;
}

/* The cell that is DISTANCE, from 1, from CELL in a direction; BOARD_NONE when it is beyond the edge. */
static inline unsigned board_ahead(const struct board *board, unsigned cell, unsigned direction, unsigned distance)
{
    do
        cell = board->next[cell][direction];
    while (--distance > 0 && cell != BOARD_NONE);
    return cell;
}

/* "d4"; returns where its NUL is. */
static inline char *board_cell_text(const struct board *board, unsigned cell, char text[CELL_TEXT])
{
    memcpy(text, board->name[cell], CELL_TEXT);
    return text + 2 + (text[2] != '\0');
}

/* The first cell of SET that no path of cells of it joins to FROM, which may be BOARD_NONE; BOARD_NONE
   when there is none. */
unsigned board_apart(const struct board *board, const struct cell_set *set, unsigned from);

/* The cells of SET that no path of cells of it joins to one of FROM, which are of it. */
struct cell_set board_unjoined(const struct board *board, const struct cell_set *set, const struct cell_set *from);

/* Where CELL is on the board's lattice; rows and columns of a board count from 1. */
static inline enum lattice board_lattice(const struct board *board)
{
    return board->square ? LATTICE_SQUARE : LATTICE_HEX;
}
struct lattice_place board_place(const struct board *board, unsigned cell);

/* Fills IMAGES with where each cell comes to be in each way to turn and mirror the board after which it has the same
   cells and each of them the same ZONE; returns how many there are.  The first leaves all where it is. */
unsigned board_symmetries(
    const struct board *board, const uint8_t zone[BOARD_CELLS], uint8_t images[SYMMETRIES][BOARD_CELLS]);

/* The cell that TEXT names, whole; BOARD_NONE when it names none. */
unsigned board_find(const struct board *board, struct slice text);

#endif
