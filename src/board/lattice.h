/* SPDX-License-Identifier: MIT */
/* The lattices that boards and fields are cut out of, and the ways to turn and mirror them.

   A place is a row and a column.  On a hex lattice a row is drawn half a place to the left of the row
   below, so that a step up and to the left stays in its column, see board/field.h. */
#ifndef CATASTA_BOARD_LATTICE_H
#define CATASTA_BOARD_LATTICE_H

enum lattice { LATTICE_HEX, LATTICE_SQUARE };

struct lattice_place {
    int row;
    int column;
};

/* The most ways there are; the first half of a lattice's only turns it. */
enum { SYMMETRIES = 12 };

static inline unsigned lattice_symmetries(enum lattice lattice)
{
    return lattice == LATTICE_HEX ? SYMMETRIES : 8;
}

/* Where PLACE comes to be: mirrored, in the second half of the ways, and then turned round place (0, 0). */
static inline struct lattice_place lattice_image(enum lattice lattice, unsigned symmetry, struct lattice_place place)
{
    unsigned turns = lattice_symmetries(lattice) / 2;
    if (symmetry >= turns)
        place = (struct lattice_place){place.column, place.row};
    for (unsigned i = symmetry % turns; i > 0; i--)
        place = (struct lattice_place){place.column, (lattice == LATTICE_HEX ? place.column : 0) - place.row};
    return place;
}

#endif
