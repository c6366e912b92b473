/* What the parts of Stakd share: its rules and position as data, and the few operations on them
   that judging, searching and writing are made of.

   A shape turned some way is a form: its nodes, counted from the anchor.  Turns that give the same
   nodes share a form, which is spelled by the smallest of them.  A piece is a form on a place and a
   layer.  Of the layers two are kept as sets of nodes, the current one and the one below it: no
   play goes deeper. */
#ifndef CATASTA_GAMES_STAKD_H
#define CATASTA_GAMES_STAKD_H

#include "board/field.h"
#include "games/kit/kit.h"

enum {
    SHAPES = 16,
    NODES = 19,
    TURNS = 6,
    FORMS = SHAPES * TURNS,
    MOST_OF_SHAPE = 99, /* in a hand */
    PIECES = 1000,      /* in all hands */
    LETTERS = 128,
    NO_SHAPE = 255,
    NAME_TEXT = 24,
    PIECE_TEXT = 24,
    HAND_TEXT = 4 * SHAPES + 8,
};

/* The order in which judge finds them. */
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

/* The nodes of a form in one row: bit c is the column c to the right of the anchor, modulo 64. */
struct stakd_run {
    uint64_t bits;
    int8_t row;
};

struct stakd_form {
    uint8_t shape;
    uint8_t turn; /* the smallest that gives these nodes */
    uint8_t kind; /* forms of the same nodes, of whatever shapes, have the same */
    uint8_t nodes;
    uint8_t runs;
    int8_t bottom, top, left, right; /* how far it reaches */
    int8_t node[NODES][2];           /* rows and columns from the anchor, sorted */
    struct stakd_run run[NODES];
};

/* What a turn as written comes to: a form, and how far its anchor is from the one written. */
struct stakd_spelling {
    uint8_t form;
    int8_t row, column;
};

struct stakd_shape {
    char letter;
    char name[NAME_TEXT];
    uint8_t first_form;
    uint8_t forms;
    struct stakd_spelling spelling[TURNS];
};

/* The hand that each of so many players begins with, and the shapes in the order in which it names them. */
struct stakd_deal {
    bool given;
    uint8_t count[SHAPES];
    uint8_t order[SHAPES];
};

struct stakd_rules {
    struct game_rules game;
    uint8_t lattice;       /* enum lattice */
    uint8_t bombers_count; /* a hand of unis and bombers is not one of unis alone */
    uint8_t previous_wins; /* behind a bomber that was laid last */
    uint8_t role[3];       /* the shapes that have one, see below */
    bool told;             /* that the shapes lack some that 'pieces' has: once is enough */
    uint32_t base_touch;
    uint32_t new_layer_after;
    unsigned turns; /* all the way round */
    unsigned shapes;
    unsigned forms;
    unsigned first_place;
    uint32_t most_pieces;
    uint8_t by_size[2][SHAPES]; /* the smallest first, and the largest */
    uint8_t of_letter[LETTERS];
    struct stakd_deal deal[SEATS + 1];
    struct stakd_shape shape[SHAPES];
    struct stakd_form form[FORMS];
};
enum { BASE, UNI, BOMBER, ROLES };

struct stakd_piece {
    uint16_t place;
    uint16_t layer;
    uint16_t carries; /* bit s: a piece of shape s stands on it */
    uint16_t form;
};

struct stakd {
    struct state state;
    uint8_t last;   /* the seat that laid the last piece which is no bomber, 0: none */
    uint8_t bomber; /* the seat that has laid a bomber since, 0: none */
    uint8_t out;    /* bit s-1: seat s is out */
    bool toppled;   /* the one to move knocked the field over */
    bool stuck;     /* the one to move has no play on the current layer */
    bool bombed;    /* the current layer has a bomber */
    uint8_t low;    /* rows in use */
    uint8_t high;
    uint16_t layer; /* the current one */
    uint16_t count; /* of pieces */
    uint16_t bases; /* pieces of layer 0, the first ones */
    uint16_t below; /* the first piece of the layer below the current one */
    uint16_t top;   /* the first of the current layer, which is the last */
    uint8_t hands[SEATS][SHAPES];
    struct stakd_piece found[SEATS]; /* a play that was legal for a seat not long ago: looked at first */
    struct field_set under;          /* nodes of the layer below */
    struct field_set nodes;          /* of the current layer */
    struct stakd_piece pieces[];
};

/* What is written of a piece: its letter, how far it is turned, and the place of its anchor, also beyond the window. */
struct stakd_writing {
    unsigned letter, turn, row, column;
};

/* What it comes to. */
struct stakd_play {
    unsigned shape; /* NO_SHAPE: no such letter */
    bool inside;    /* all of it, or of a shape unknown its anchor */
    struct stakd_piece piece;
};

/* How the round stands. */
enum stakd_ending { GOES_ON, LAST_PIECE, BOMBER_LAST, ALL_LAID, STUCK, TOPPLED };

/* Pieces.  All nodes are inside the window. */

static inline const struct stakd_form *form_of(const struct stakd_rules *rules, const struct stakd_piece *piece)
{
    return &rules->form[piece->form];
}

static inline unsigned shape_of(const struct stakd_rules *rules, const struct stakd_piece *piece)
{
    return form_of(rules, piece)->shape;
}

static inline bool is_inside(const struct stakd_form *form, int row, int column)
{
    return row + form->bottom >= 1 && row + form->top <= FIELD_SIDE && column + form->left >= 1 &&
        column + form->right <= FIELD_SIDE;
}

/* The NODEth node of PIECE. */
static inline unsigned node_of(const struct stakd_form *form, const struct stakd_piece *piece, unsigned node)
{
    return (unsigned)(piece->place + form->node[node][0] * FIELD_ROW + form->node[node][1]);
}

static inline uint64_t run_bits(const struct stakd_form *form, unsigned run, unsigned place)
{
    uint64_t bits = form->run[run].bits;
    return bits << field_column(place) | bits >> (-field_column(place) & 63);
}

static inline unsigned run_row(const struct stakd_form *form, unsigned run, unsigned place)
{
    return (unsigned)((int)field_row(place) + form->run[run].row);
}

static inline bool meets(const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set)
{
    const struct stakd_form *form = form_of(rules, piece);
    for (unsigned i = 0; i < form->runs; i++)
        if ((run_bits(form, i, piece->place) & set->rows[run_row(form, i, piece->place)]) != 0)
            return true;
    return false;
}

static inline bool is_within(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set)
{
    const struct stakd_form *form = form_of(rules, piece);
    for (unsigned i = 0; i < form->runs; i++)
        if ((run_bits(form, i, piece->place) & ~set->rows[run_row(form, i, piece->place)]) != 0)
            return false;
    return true;
}

static inline void put(const struct stakd_rules *rules, const struct stakd_piece *piece, struct field_set *set)
{
    const struct stakd_form *form = form_of(rules, piece);
    for (unsigned i = 0; i < form->runs; i++)
        set->rows[run_row(form, i, piece->place)] |= run_bits(form, i, piece->place);
}

/* The places of ROW, of the window, that touch one of SET. */
static inline uint64_t touching_row(const struct stakd_rules *rules, const struct field_set *set, unsigned row)
{
    uint64_t own = set->rows[row];
    uint64_t above = set->rows[row + 1];
    uint64_t below = set->rows[row - 1];
    uint64_t touching = own << 1 | own >> 1 | above | below;
    return rules->lattice == LATTICE_HEX ? touching | above >> 1 | below << 1 : touching;
}

/* How many nodes of PIECE touch one of SET, counted as far as ENOUGH. */
static inline unsigned touch_count(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct field_set *set, unsigned enough)
{
    const struct stakd_form *form = form_of(rules, piece);
    unsigned count = 0;
    for (unsigned i = 0; i < form->runs && count < enough; i++) {
        uint64_t bits = run_bits(form, i, piece->place) & touching_row(rules, set, run_row(form, i, piece->place));
        for (; bits != 0 && count < enough; bits &= bits - 1)
            count++;
    }
    return count;
}

/* Whether A and B have a node in common, on whatever layers they lie. */
static inline bool share_node(const struct stakd_rules *rules, const struct stakd_piece *a, const struct stakd_piece *b)
{
    const struct stakd_form *form = form_of(rules, b);
    const struct stakd_form *other = form_of(rules, a);
    int up = (int)field_row(a->place) - (int)field_row(b->place);
    int across = (int)field_column(a->place) - (int)field_column(b->place);
    if (up + other->bottom > form->top || up + other->top < form->bottom || across + other->left > form->right ||
        across + other->right < form->left)
        return false;
    for (unsigned i = 0; i < other->runs; i++)
        for (unsigned j = 0; j < form->runs; j++)
            if (up + other->run[i].row == form->run[j].row &&
                (run_bits(other, i, a->place) & run_bits(form, j, b->place)) != 0)
                return true;
    return false;
}

/* Where FORM has exactly the nodes of PIECE; FIELD_NONE: nowhere, or its anchor is beyond the window. */
static inline unsigned place_on(
    const struct stakd_rules *rules, const struct stakd_piece *piece, const struct stakd_form *form)
{
    const struct stakd_form *other = form_of(rules, piece);
    if (other->kind != form->kind)
        return FIELD_NONE;
    int row = (int)field_row(piece->place) + other->node[0][0] - form->node[0][0];
    int column = (int)field_column(piece->place) + other->node[0][1] - form->node[0][1];
    return field_place((unsigned)row, (unsigned)column);
}

/* stakd.c: the rules */

static inline struct stakd_play stakd_play_of(const struct stakd_rules *rules, struct stakd_writing writing)
{
    struct stakd_play play = {
        .shape = rules->of_letter[writing.letter], .inside = field_place(writing.row, writing.column) != FIELD_NONE};
    if (play.shape == NO_SHAPE)
        return play;
    const struct stakd_spelling *spelling = &rules->shape[play.shape].spelling[writing.turn];
    int row = (int)writing.row + spelling->row;
    int column = (int)writing.column + spelling->column;
    play.piece.form = spelling->form;
    play.inside = is_inside(&rules->form[spelling->form], row, column);
    if (play.inside)
        play.piece.place = (uint16_t)field_place((unsigned)row, (unsigned)column);
    return play;
}

/* A turn has one step: its cell is the place of the anchor as written, FIELD_NONE beyond the
   window, its mark '^' or '@', and its count all that was written. */
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

/* The first rule that PIECE breaks on the current layer, or LEGAL.  When it was laid not known, it
   need touch nothing yet, and a bomber may have come later. */
int stakd_judge_here(
    const struct stakd_rules *rules, const struct stakd *position, const struct stakd_piece *piece, bool in_play);

/* Puts PIECE on its layer: 0, the current one, or a new one. */
void stakd_start_layer(struct stakd *position);
void stakd_put(const struct stakd_rules *rules, struct stakd *position, struct stakd_piece piece);

/* Whether the hand of SEAT lets it start a layer with a uni, for want of other pieces. */
bool stakd_holds_only_unis(const struct stakd_rules *rules, const struct stakd *position, unsigned seat);

/* Whether the one to move may start a layer at all. */
bool stakd_may_start(const struct stakd_rules *rules, const struct stakd *position);

enum stakd_ending stakd_ending(const struct stakd_rules *rules, const struct stakd *position);

/* The nodes of the bases. */
struct field_set stakd_ground(const struct stakd_rules *rules, const struct stakd *position);

/* stakd_parameters.c: reads what keys alone cannot say */
bool stakd_check(void *rules, const struct key_reading *reading);

/* stakd_search.c */
enum stakd_plays { NO_PLAY, PLAY_HERE, PLAY_ABOVE };

/* Where the first play of SEAT is found that is legal when it is SEAT's turn. */
enum stakd_plays stakd_find_play(const struct stakd_rules *rules, struct stakd *position, unsigned seat);

/* A legal play of the one to move that starts no layer, if it can be helped; "" when there is none at all. */
const char *stakd_example(const struct stakd_rules *rules, const struct stakd *position, char text[PIECE_TEXT]);
bool stakd_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);
uint64_t stakd_count(const void *rules, const struct state *state);

/* stakd_position.c: positions read, written and shown */
extern const struct position_field stakd_fields[];
bool stakd_settle(struct position_reader *reader);
const char *stakd_piece_text(const struct stakd_rules *rules, const struct stakd_piece *piece, char text[PIECE_TEXT]);
const char *stakd_hand_text(const struct stakd_rules *rules, const struct stakd *position, unsigned seat,
    const char *between, char text[HAND_TEXT]);
bool stakd_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

#endif
