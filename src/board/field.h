/* SPDX-License-Identifier: MIT */
/* A field without an edge, recorded in a window of 52 rows by 52 columns.  It knows
   places, neighbours, sets of places and how they hang together; no pieces and no rules.

   Rows are counted from the bottom, a to z and then aa to az, columns from 1.  On a
   hex lattice a row is drawn half a place to the left of the row below:

       (r+1, c)  (r+1, c+1)            (r+1, c)
   (r, c-1)  (r, c)  (r, c+1)    (r, c-1) (r, c) (r, c+1)
       (r-1, c-1)  (r-1, c)            (r-1, c)
            hex                         square               */
#ifndef CATASTA_BOARD_FIELD_H
#define CATASTA_BOARD_FIELD_H

#include "base/text.h"
#include "board/lattice.h"

/* A place is its row and column, both from 1, in one number; none is FIELD_NONE. */
enum { FIELD_SIDE = 52, FIELD_ROW = 64, FIELD_NONE = 0, FIELD_TOUCHING = 6 };

static inline unsigned field_place(unsigned row, unsigned column)
{
    return row - 1 < FIELD_SIDE && column - 1 < FIELD_SIDE ? row * FIELD_ROW + column : FIELD_NONE;
}

static inline unsigned field_row(unsigned place)
{
    return place / FIELD_ROW;
}

static inline unsigned field_column(unsigned place)
{
    return place % FIELD_ROW;
}

/* The steps to the places that touch one, in turning order from (0, 1) on; those of
   the square lattice end with 0. */
extern const int8_t field_steps[2][FIELD_TOUCHING][2]; /* rows, columns */

/* The places that touch PLACE, FIELD_NONE for one beyond the window; returns how many
   there are, 6 or 4. */
unsigned field_touching(enum lattice lattice, unsigned place, uint16_t touching[FIELD_TOUCHING]);

/* Whether A and B touch. */
static inline bool field_touch(enum lattice lattice, unsigned a, unsigned b)
{
    unsigned apart = a < b ? b - a : a - b;
    bool near = apart == 1 || apart == FIELD_ROW || (lattice == LATTICE_HEX && apart == FIELD_ROW + 1);
    return near && b != FIELD_NONE;
}

/* A set of places.  The rows and columns round the window are there too, always
   empty. */
struct field_set {
    uint64_t rows[FIELD_SIDE + 2];
};

static inline bool field_has(const struct field_set *set, unsigned place)
{
    return (set->rows[field_row(place)] >> field_column(place) & 1) != 0;
}

static inline void field_put(struct field_set *set, unsigned place)
{
    set->rows[field_row(place)] |= (uint64_t)1 << field_column(place);
}

static inline void field_remove(struct field_set *set, unsigned place)
{
    set->rows[field_row(place)] &= ~((uint64_t)1 << field_column(place));
}

/* How many bits are set.  Not every machine has an instruction for it, and what the compiler calls in its place takes
   longer. */
static inline unsigned field_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return (unsigned)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* The places round PLACE that are in SET, a bit each in turning order, as field_steps has them:

           4 2            hex: W and E in the row, NW and NE above it, SW and SE below
         8  *  1
          16 32                                                                        */
static inline unsigned field_ring(const struct field_set *set, enum lattice lattice, unsigned place)
{
    const uint64_t *row = &set->rows[field_row(place)];
    unsigned before = field_column(place) - 1;
    unsigned own = (unsigned)(row[0] >> before & 5);
    unsigned above = (unsigned)(row[1] >> before);
    unsigned below = (unsigned)(row[-1] >> before);
    if (lattice == LATTICE_HEX)
        return own >> 2 | (above >> 1 & 2) | (above & 2) << 1 | (own & 1) << 3 | (below & 3) << 4;
    return own >> 2 | (above & 2) | (own & 1) << 2 | (below & 2) << 2;
}

/* Of a hex ring: each place's neighbour in turning order, and the one before; into which stretches of places it
   falls; and where something can slide from its middle, which is to an empty place of which just one neighbour
   in the ring is taken. */
static inline unsigned ring_next(unsigned ring)
{
    return (ring >> 1 | ring << 5) & 63;
}

static inline unsigned ring_before(unsigned ring)
{
    return (ring << 1 | ring >> 5) & 63;
}

static inline unsigned ring_stretches(unsigned ring)
{
    return ring == 63 ? 1 : field_count(ring & ~ring_next(ring));
}

static inline unsigned ring_slides(unsigned ring)
{
    return ~ring & (ring_next(ring) ^ ring_before(ring)) & 63;
}

/* The place that BIT of the ring round PLACE is, counted from 0, wherever the window ends. */
static inline unsigned field_round(enum lattice lattice, unsigned place, unsigned bit)
{
    const int8_t *step = field_steps[lattice][bit];
    return (unsigned)((int)place + step[0] * FIELD_ROW + step[1]);
}

/* The rows of a set that are not empty, from LOW to HIGH, 0 to 0 of an empty one. */
struct field_rows {
    unsigned low;
    unsigned high;
};
struct field_rows field_rows_of(const struct field_set *set);

/* The least rows and columns that hold a set, all 0 of an empty one. */
struct field_box {
    unsigned low_row, high_row;
    unsigned low_column, high_column;
};
struct field_box field_box_of(const struct field_set *set);

/* What touches a place of SET in ROW, which may be beside places of SET itself. */
static inline uint64_t field_beside(const struct field_set *set, enum lattice lattice, unsigned row)
{
    uint64_t own = set->rows[row];
    uint64_t above = set->rows[row + 1];
    uint64_t below = set->rows[row - 1];
    uint64_t beside = own << 1 | own >> 1 | above | below;
    return lattice == LATTICE_HEX ? beside | above >> 1 | below << 1 : beside;
}

/* Adds to SET what it can reach in WITHIN, whose rows are ROWS, place by place. */
void field_flood(struct field_set *set, const struct field_set *within, enum lattice lattice, struct field_rows rows);

/* Whether all places of SET hang together; and those of its places without which the others would not. */
bool field_is_group(const struct field_set *set, enum lattice lattice);
void field_pins(const struct field_set *set, enum lattice lattice, struct field_set *pins);

/* Whether some place of SET is at most two rows and two columns from PLACE. */
bool field_near(const struct field_set *set, unsigned place);

/* The places of SET before PLACE, by row and then column. */
unsigned field_rank(const struct field_set *set, unsigned place);

/* How many of the places that touch PLACE are in SET. */
unsigned field_touched(const struct field_set *set, enum lattice lattice, unsigned place);

/* Whether one of the places that touch PLACE is outside, see field_outside; mostly that shows in its row. */
bool field_is_edge(const struct field_set *set, enum lattice lattice, unsigned place);

/* The next place of SET after PLACE, FIELD_NONE after the last; begin with
   FIELD_NONE. */
unsigned field_next(const struct field_set *set, unsigned place);

/* The places not in SET that are joined to the world outside the window by places not
   in SET. */
void field_outside(const struct field_set *set, enum lattice lattice, struct field_set *outside);

/* "z26", as a number whose lowest byte is the last character.  Without branches, since none would be foreseen. */
static inline uint32_t field_code(unsigned place)
{
    const unsigned row = field_row(place) - 1;
    const unsigned column = field_column(place);
    const uint32_t letters = (row >= 26 ? 'a' << 8 : 0) | (unsigned char)('a' + row % 26);
    return letters << (column >= 10 ? 16 : 8) | (column >= 10 ? ('0' + column / 10) << 8 : 0) | ('0' + column % 10);
}

/* The same as text; returns where its NUL is. */
enum { FIELD_TEXT = 8 };
static inline char *field_text(unsigned place, char text[FIELD_TEXT])
{
    const uint32_t code = field_code(place);
    const int unused = __builtin_clz(code) / 8;
    const uint32_t left = code << 8 * unused;
    text[0] = (char)(left >> 24);
    text[1] = (char)(left >> 16);
    text[2] = (char)(left >> 8);
    text[3] = (char)left;
    text[4] = '\0';
    return text + 4 - unused;
}

/* The place that TEXT names, whole; FIELD_NONE when it names none. */
unsigned field_find(struct slice text);

#endif
