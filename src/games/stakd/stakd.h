/* SPDX-License-Identifier: MIT */
/* What the parts of Stakd share: its rules and position as data, and the few operations on them
   that judging, searching and writing are made of.

   A form is a set of nodes, counted from its first one; a shape turned some way is a form, and turns
   that give the same nodes share one.  A piece is a form on a place, where its first node lies, and a
   layer.  Of the layers two are kept as sets of nodes, the current one and the one below it: no play
   goes deeper. */
#ifndef CATASTA_GAMES_STAKD_H
#define CATASTA_GAMES_STAKD_H

#include "games/kit/hands.h"
#include "games/kit/open_field.h"
#include "games/kit/parameters.h"

enum {
    SHAPES = 16,
    NODES = 19,
    TURNS = 6,
    MOST_OF_SHAPE = 99, /* in a hand */
    PIECES = 1000,      /* in all hands */
    LETTERS = 128,
    NO_SHAPE = 255,
    PIECE_TEXT = 24,
    HAND_TEXT = 4 * SHAPES + 8,
};

enum { BASE, UNI, BOMBER, ROLES };

enum stakd_rule {
    BASES_FIRST,
    NOT_IN_HAND,
    BASE_STACK,
    OVERLAP,
    BASE_TOUCH,
    OVERHANG,
    NOT_CONNECTED,
    ONE_TYPE,
    DUPLICATE,
    TERMINATED,
    BOMBER_PER_LAYER,
    BOMBER_START,
    NEW_LAYER_EARLY,
    UNI_START,
};

struct stakd_form {
    uint8_t nodes;
    uint8_t top;               /* the rows that it has above its first node */
    int8_t left, right;        /* the columns that it reaches to */
    int8_t node[NODES][2];     /* rows and columns, sorted */
    uint64_t bits[FIELD_SIDE]; /* by row: bit c is the column c, modulo 64 */
};

/* A shape turned some way. */
struct stakd_turned {
    uint8_t form;
    int8_t row, column; /* of its first node, from the anchor */
    bool repeats;       /* a smaller turn gives the same nodes */
};

/* The hand that each player begins with, by the number of players, and the shapes in the order in which it names
   them. */
struct stakd_deal {
    bool given;
    uint8_t count[SHAPES];
    uint8_t order[SHAPES];
};

struct stakd_rules {
    struct field_rules field;
    uint8_t bombers_count; /* a hand of unis and bombers is not one of unis alone */
    uint8_t previous_wins; /* after a bomber that was laid last */
    uint8_t role[ROLES];   /* shapes */
    bool handed;           /* a shape is not its own mirror image */
    bool lack_reported;    /* that the shapes lack some that 'pieces' has: once is enough */
    uint32_t base_touch;
    uint32_t new_layer_after;
    unsigned turns; /* all the way round */
    unsigned shapes;
    unsigned forms;
    unsigned most_pieces;
    uint8_t by_size[2][SHAPES]; /* the smallest first, and the largest */
    uint8_t of_letter[LETTERS];
    struct stakd_deal deal[SEATS + 1];
    char letter[SHAPES];
    char name[SHAPES][COLOUR_NAME];
    struct stakd_turned turned[SHAPES][TURNS];
    uint8_t turn_of[SHAPES][SHAPES * TURNS];    /* the smallest that gives a form */
    struct stakd_form form[SHAPES * TURNS + 1]; /* one to try */
};

struct stakd_piece {
    uint16_t place; /* FIELD_NONE: a node is beyond the window */
    uint16_t layer;
    uint16_t form;
    uint16_t shape; /* NO_SHAPE: a letter that no shape has, and the place is that of its anchor */
};

struct stakd {
    struct state state;
    uint8_t last;   /* the seat that laid the last piece that is not a bomber, 0: none */
    uint8_t bomber; /* the seat that has laid a bomber since, 0: none */
    uint8_t out;    /* bit s-1: seat s is out */
    bool toppled;   /* the one to move knocked the field over */
    bool stuck;     /* the one to move may start a layer, for want of a play on the current one alone */
    uint8_t low;    /* rows in use */
    uint8_t high;
    uint16_t layer; /* the current one */
    uint16_t laid;  /* bit s: it has a piece of shape s */
    uint16_t count; /* of pieces */
    uint16_t bases; /* pieces of layer 0, the first ones */
    uint16_t below; /* the first piece of the layer below the current one */
    uint16_t top;   /* the first of the current layer, which is the last */
    uint8_t hands[SEATS][SHAPES];
    struct step hint;                /* what may be played next: looked at first; 0: not known */
    struct step legal;               /* a play that was found legal for the one to move; 0: none */
    struct stakd_piece tried;        /* its piece */
    struct stakd_piece found[SEATS]; /* a play that was legal for a seat not long ago: looked at then */
    struct field_set under;          /* nodes of the layer below */
    struct field_set nodes;          /* of the current layer */
    struct stakd_piece pieces[];
};

/* The state of the round. */
enum stakd_ending { GOES_ON, LAST_PIECE, BOMBER_LAST, ALL_LAID, STUCK, TOPPLED };

/* What is written of a piece: its letter, how far it is turned, and the place of its anchor, also beyond the window.
   A turn has one step: its cell is that place, its mark '^' or '@', and its count all that was written. */
struct stakd_writing {
    unsigned letter, turn, row, column;
};

static inline struct step stakd_step(struct stakd_writing writing, char mark)
{
    return (struct step){.count = writing.letter | writing.turn << 7 | writing.row << 10 | writing.column << 20,
        .cell = (uint16_t)field_place(writing.row, writing.column),
        .mark = mark};
}

static inline struct stakd_writing stakd_writing(const struct step *step)
{
    return (struct stakd_writing){step->count & 127, step->count >> 7 & 7, step->count >> 10 & 1023, step->count >> 20};
}

static inline bool is_inside(const struct stakd_form *form, int row, int column)
{
    return row >= 1 && row + form->top <= FIELD_SIDE && column + form->left >= 1 && column + form->right <= FIELD_SIDE;
}

/* The piece that is written, not on a layer yet. */
static inline struct stakd_piece stakd_piece(const struct stakd_rules *rules, struct stakd_writing writing)
{
    struct stakd_piece piece = {
        .place = (uint16_t)field_place(writing.row, writing.column), .shape = rules->of_letter[writing.letter]};
    if (piece.shape == NO_SHAPE)
        return piece;
    const struct stakd_turned *turned = &rules->turned[piece.shape][writing.turn];
    int row = (int)writing.row + turned->row;
    int column = (int)writing.column + turned->column;
    bool inside = is_inside(&rules->form[turned->form], row, column);
    piece.form = turned->form;
    piece.place = (uint16_t)(inside ? field_place((unsigned)row, (unsigned)column) : FIELD_NONE);
    return piece;
}

/* The NODEth node of PIECE, inside the window as all of them from here on. */
static inline unsigned node_of(const struct stakd_form *form, const struct stakd_piece *piece, unsigned node)
{
    return (unsigned)(piece->place + form->node[node][0] * FIELD_ROW + form->node[node][1]);
}

/* The nodes of a form on PLACE that lie ROW rows above the first. */
static inline uint64_t bits_of(const struct stakd_form *form, unsigned place, unsigned row)
{
    return form->bits[row] << place % FIELD_ROW | form->bits[row] >> (-place % FIELD_ROW);
}

/* The nodes of PIECE that are in SET, or, with all bits in EXCEPT, that are not; 0: there are none.  Most forms have
   one row or two, and nobody can foresee which: the second of those that have one is empty. */
static inline uint64_t common_nodes(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set, uint64_t except)
{
    const struct stakd_form *form = &rules->form[piece->form];
    const uint64_t *rows = &set->rows[field_row(piece->place)];
    uint64_t common =
        (bits_of(form, piece->place, 0) & (rows[0] ^ except)) | (bits_of(form, piece->place, 1) & (rows[1] ^ except));
    for (unsigned i = 2; i <= form->top; i++)
        common |= bits_of(form, piece->place, i) & (rows[i] ^ except);
    return common;
}

static inline bool meets(const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set)
{
    return common_nodes(rules, piece, set, 0) != 0;
}

static inline bool is_within(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set)
{
    return common_nodes(rules, piece, set, UINT64_MAX) == 0;
}

static inline void put_if(
    const struct stakd_rules *rules, const struct stakd_piece *piece, struct field_set *set, bool wanted)
{
    const struct stakd_form *form = &rules->form[piece->form];
    const uint64_t mask = 0 - (uint64_t)wanted;
    uint64_t *rows = &set->rows[field_row(piece->place)];
    rows[0] |= bits_of(form, piece->place, 0) & mask;
    rows[1] |= bits_of(form, piece->place, 1) & mask;
    for (unsigned i = 2; i <= form->top; i++)
        rows[i] |= bits_of(form, piece->place, i) & mask;
}

static inline void put(const struct stakd_rules *rules, const struct stakd_piece *piece, struct field_set *set)
{
    put_if(rules, piece, set, true);
}

/* Whether A and B have a node in common, on whatever layers they lie. */
static inline bool share_node(const struct stakd_rules *rules, const struct stakd_piece *a, const struct stakd_piece *b)
{
    const struct stakd_form *one = &rules->form[a->form];
    const struct stakd_form *other = &rules->form[b->form];
    int up = (int)field_row(b->place) - (int)field_row(a->place);
    for (int i = up < 0 ? 0 : up; i <= one->top && i - up <= other->top; i++)
        if ((bits_of(one, a->place, (unsigned)i) & bits_of(other, b->place, (unsigned)(i - up))) != 0)
            return true;
    return false;
}

/* How many nodes of PIECE touch one of SET, counted as far as ENOUGH. */
static inline unsigned touch_count(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set, unsigned enough)
{
    const struct stakd_form *form = &rules->form[piece->form];
    unsigned count = 0;
    for (unsigned i = 0; i <= form->top && count < enough; i++) {
        uint64_t bits =
            bits_of(form, piece->place, i) & field_beside(set, rules->field.lattice, field_row(piece->place) + i);
        for (; bits != 0 && count < enough; bits &= bits - 1)
            count++;
    }
    return count;
}

/* stakd.c: the rules */

/* The first rule that PIECE breaks on the current layer, or LEGAL.  Of a position the order is not known in which
   its pieces were laid: there, and not IN_PLAY, it need touch nothing yet, and a bomber may have come later. */
int stakd_judge_here(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece, bool in_play);

/* Puts PIECE on its layer: 0, the current one, or a new one. */
void stakd_put(const struct stakd_rules *rules, struct stakd *position, struct stakd_piece piece);
void stakd_start_layer(struct stakd *position);

enum stakd_ending stakd_ending(const struct stakd_rules *rules, const struct stakd *position);

/* Whether the one to move can play, and in POSITION whether it is stuck. */
bool stakd_has_play(const struct stakd_rules *rules, struct stakd *position);

/* stakd_position.c: positions read, written and shown */

extern const struct position_field stakd_fields[];
bool stakd_validate(struct position_reader *reader);
unsigned stakd_sums(const void *rules, const struct state *state, uint64_t sums[SYMMETRIES]);
/* The first returns where its NUL is, the second TEXT. */
char *stakd_write_piece(const struct stakd_rules *rules, const struct stakd_piece *piece, char at[PIECE_TEXT]);
const char *stakd_piece_text(const struct stakd_rules *rules, const struct stakd_piece *piece, char text[PIECE_TEXT]);
const char *stakd_hand_text(const struct stakd_rules *rules, const struct stakd *position, unsigned seat,
    const char *between, char text[HAND_TEXT]);
bool stakd_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

/* stakd_parameters.c: what keys alone cannot say */
bool stakd_check(void *rules, const struct key_reading *reading);

#endif
