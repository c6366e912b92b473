/* What the parts of Stakd share: its rules and position as data, and the few
   operations on them that judging, searching and writing are made of.

   A shape turned some way is a form: its nodes, counted from the anchor.  Turns that
   give the same nodes share a form, which is spelled by the smallest of them.  A piece
   is a form on a place and a layer.  Of the layers two are kept as sets of nodes, the
   current one and the one below it: no play goes deeper. */
#ifndef CATASTA_GAMES_STAKD_H
#define CATASTA_GAMES_STAKD_H

#include "board/field.h"
#include "games/kit/parameters.h"

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
};

/* The nodes of a form in one row, bit 0 its leftmost column. */
struct run {
    uint64_t bits;
    int8_t row;
};

struct form {
    uint8_t shape;
    uint8_t turn; /* the smallest that gives these nodes */
    uint8_t kind; /* forms of the same nodes, of whatever shapes, have the same */
    uint8_t nodes;
    uint8_t runs;
    int8_t bottom, top, left, right; /* how far it reaches */
    int8_t first[2];                 /* its first node, by row and column: what those of a kind agree in */
    int8_t node[NODES][2];
    struct run run[NODES];
};

/* What a turn as written comes to: a form, and how far its anchor is from the one
   written. */
struct spelling {
    uint8_t form;
    int8_t row, column;
};

struct shape {
    char letter;
    char name[NAME_TEXT];
    uint8_t first_form;
    uint8_t forms;
    struct spelling spelling[TURNS];
};

/* The hand that each of so many players begins with, and the shapes in the order in
   which it names them. */
struct table {
    bool given;
    uint8_t count[SHAPES];
    uint8_t order[SHAPES];
};

struct rules {
    enum lattice lattice;
    unsigned turns; /* all the way round */
    unsigned shapes;
    unsigned forms;
    uint8_t base, uni, bomber;
    uint8_t by_size[SHAPES]; /* the smallest first */
    uint8_t of_letter[LETTERS];
    bool players[SEATS + 1];
    bool uni_ignores_bombers;
    bool previous_wins; /* behind a bomber that was laid last */
    uint32_t base_touch;
    uint32_t new_layer_after;
    uint32_t match_points;
    unsigned first_place;
    unsigned most_pieces;
    struct table tables[SEATS + 1];
    struct shape shape[SHAPES];
    struct form form[FORMS];
};

struct piece {
    uint16_t place;
    uint16_t layer;
    uint16_t carries; /* bit s: a piece of shape s stands on it */
    uint8_t form;
};

/* A play that was legal for a seat not long ago: looked at first. */
struct found {
    uint16_t place;
    uint8_t form;
};

struct position {
    struct state state;
    uint8_t last;    /* the seat that laid the last piece which is no bomber, 0: none */
    uint8_t bomber;  /* the seat that has laid a bomber since, 0: none */
    uint8_t out;     /* bit s-1: seat s is out */
    uint8_t toppled; /* the seat that knocked the field over, 0: none */
    bool stuck;      /* the one to move has no play on the current layer */
    bool bombed;     /* the current layer has a bomber */
    uint8_t low;     /* rows in use */
    uint8_t high;
    uint16_t layer; /* the current one */
    uint16_t count; /* of pieces */
    uint16_t bases; /* pieces of layer 0, the first ones */
    uint16_t below; /* the first piece of the layer below the current one */
    uint16_t top;   /* the first of the current layer, which is the last */
    uint8_t hands[SEATS][SHAPES];
    struct found found[SEATS];
    struct field_set under; /* nodes of the layer below */
    struct field_set nodes; /* of the current layer */
    struct piece pieces[];
};

static inline size_t position_size(const struct rules *rules)
{
    return sizeof(struct position) + rules->most_pieces * sizeof(struct piece);
}

static inline uint8_t *mover_hand(struct position *position)
{
    return position->hands[position->state.seat - 1];
}

/* Forms on places.  All nodes are inside the window. */

static inline bool form_is_inside(const struct form *form, int row, int column)
{
    return row + form->bottom >= 1 && row + form->top <= FIELD_SIDE && column + form->left >= 1 &&
        column + form->right <= FIELD_SIDE;
}

static inline uint64_t run_bits(const struct form *form, const struct run *run, unsigned place)
{
    return run->bits << ((int)field_column(place) + form->left);
}

static inline unsigned run_row(const struct run *run, unsigned place)
{
    return (unsigned)((int)field_row(place) + run->row);
}

static inline bool form_meets(const struct form *form, unsigned place, const struct field_set *set)
{
    for (unsigned i = 0; i < form->runs; i++)
        if ((run_bits(form, &form->run[i], place) & set->rows[run_row(&form->run[i], place)]) != 0)
            return true;
    return false;
}

static inline bool form_is_within(const struct form *form, unsigned place, const struct field_set *set)
{
    for (unsigned i = 0; i < form->runs; i++)
        if ((run_bits(form, &form->run[i], place) & ~set->rows[run_row(&form->run[i], place)]) != 0)
            return false;
    return true;
}

static inline void form_put(const struct form *form, unsigned place, struct field_set *set)
{
    for (unsigned i = 0; i < form->runs; i++)
        set->rows[run_row(&form->run[i], place)] |= run_bits(form, &form->run[i], place);
}

/* The places of ROW, of the window, that touch one of SET. */
static inline uint64_t touching_row(const struct rules *rules, const struct field_set *set, unsigned row)
{
    uint64_t own = set->rows[row];
    uint64_t above = set->rows[row + 1];
    uint64_t below = set->rows[row - 1];
    uint64_t touching = own << 1 | own >> 1 | above | below;
    return rules->lattice == LATTICE_HEX ? touching | above >> 1 | below << 1 : touching;
}

static inline bool form_touches(
    const struct rules *rules, const struct form *form, unsigned place, const struct field_set *set)
{
    for (unsigned i = 0; i < form->runs; i++)
        if ((run_bits(form, &form->run[i], place) & touching_row(rules, set, run_row(&form->run[i], place))) != 0)
            return true;
    return false;
}

/* How many of the nodes touch one of SET. */
static inline unsigned form_touch_count(
    const struct rules *rules, const struct form *form, unsigned place, const struct field_set *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < form->runs; i++)
        count += (unsigned)__builtin_popcountll(
            run_bits(form, &form->run[i], place) & touching_row(rules, set, run_row(&form->run[i], place)));
    return count;
}

/* The NODEth node of a form on PLACE. */
static inline unsigned form_node(const struct form *form, unsigned place, unsigned node)
{
    return field_place((unsigned)((int)field_row(place) + form->node[node][0]),
        (unsigned)((int)field_column(place) + form->node[node][1]));
}

/* Pieces. */

static inline const struct form *piece_form(const struct rules *rules, const struct piece *piece)
{
    return &rules->form[piece->form];
}

static inline unsigned piece_shape(const struct rules *rules, const struct piece *piece)
{
    return piece_form(rules, piece)->shape;
}

/* Whether FORM on PLACE has a node of PIECE. */
static inline bool piece_meets(
    const struct rules *rules, const struct piece *piece, const struct form *form, unsigned place)
{
    const struct form *other = piece_form(rules, piece);
    int up = (int)field_row(piece->place) - (int)field_row(place);
    int across = (int)field_column(piece->place) - (int)field_column(place);
    if (up + other->bottom > form->top || up + other->top < form->bottom || across + other->left > form->right ||
        across + other->right < form->left)
        return false;
    for (unsigned i = 0; i < other->runs; i++)
        for (unsigned j = 0; j < form->runs; j++)
            if (up + other->run[i].row == form->run[j].row &&
                (run_bits(other, &other->run[i], piece->place) & run_bits(form, &form->run[j], place)) != 0)
                return true;
    return false;
}

/* Where FORM lies that has exactly the nodes of PIECE, which is of its kind; the
   anchor may be that of no form inside the window. */
static inline unsigned place_on(const struct rules *rules, const struct piece *piece, const struct form *form)
{
    const struct form *other = piece_form(rules, piece);
    int row = (int)field_row(piece->place) + other->first[0] - form->first[0];
    int column = (int)field_column(piece->place) + other->first[1] - form->first[1];
    return field_place((unsigned)row, (unsigned)column);
}

static inline bool piece_is_covered(
    const struct rules *rules, const struct piece *piece, const struct form *form, unsigned place)
{
    return piece_form(rules, piece)->kind == form->kind && place_on(rules, piece, form) == place;
}

/* Steps of turns.  A turn has one step: its cell is the place of the anchor as written,
   FIELD_NONE beyond the window, its mark '^' or '@', and its count all that was
   written: letter, turn, row and column from 1. */

struct writing {
    unsigned letter;
    unsigned turn;
    unsigned row;
    unsigned column;
};

static inline uint32_t pack_writing(struct writing writing)
{
    return (uint32_t)(writing.letter | writing.turn << 7 | writing.row << 10 | writing.column << 20);
}

static inline struct writing step_writing(const struct step *step)
{
    return (struct writing){step->count & 127, step->count >> 7 & 7, step->count >> 10 & 1023, step->count >> 20};
}

/* A piece about to be laid. */
struct attempt {
    unsigned shape; /* NO_SHAPE: no such letter */
    unsigned form;
    unsigned place;
    bool inside; /* all of it, or of a shape unknown its anchor */
    bool marked; /* as the start of a layer */
};

struct attempt stakd_attempt(const struct rules *rules, const struct step *step);

/* Whether a play is the start of a layer, which follows from its nodes. */
static inline bool is_start(const struct position *position, const struct form *form, unsigned place)
{
    return position->layer == 0 || form_is_within(form, place, &position->nodes);
}

/* The first rule, of enum stakd_rule, that a play on the current layer breaks, or
   LEGAL. */
enum { MARK_WRONG = -2, BEYOND_WINDOW = -3 };
int stakd_judge_here(const struct rules *rules, const struct position *position, unsigned form, unsigned place);

/* Puts a piece on LAYER: 0, the current one, or a new one. */
void stakd_put(const struct rules *rules, struct position *position, unsigned form, unsigned place, unsigned layer);

/* Whether SEAT may start a layer with a uni, for want of other pieces. */
bool stakd_holds_only_unis(const struct rules *rules, const struct position *position, unsigned seat);

/* Whether the one to move may start a layer at all. */
bool stakd_may_start(const struct rules *rules, const struct position *position);

/* How the round stands. */
enum round_ending { GOES_ON, LAST_PIECE, BOMBER_LAST, ALL_LAID, STUCK, TOPPLED };
enum round_ending stakd_ending(const struct rules *rules, const struct position *position);

/* The nodes of layer 0; SPARE is room for them where the position has none. */
const struct field_set *stakd_ground(
    const struct rules *rules, const struct position *position, struct field_set *spare);

/* stakd_reasons.c: raises RULE, or one of the above, for a play not laid; FAULT is there. */
bool stakd_raise(
    const struct rules *rules, const struct position *position, const struct step *step, int rule, struct fault *fault);
void stakd_note_mark(const struct position *position, const struct step *step, struct fault *fault);

/* stakd_setup.c */
const void *stakd_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
bool stakd_allows_players(const void *rules, unsigned players);
void stakd_start(const void *rules, unsigned players, struct state *state);

/* stakd_search.c.  ANCHORS are places of ROW where FORM may be laid, as bits; returns
   false to stop. */
typedef bool anchors_visitor(void *context, unsigned form, bool start, unsigned row, uint64_t anchors);
enum plays { NO_PLAY, PLAY_HERE, PLAY_ABOVE };

/* Where the first play of SEAT is found that is legal when it is SEAT's turn. */
enum plays stakd_find_play(const struct rules *rules, struct position *position, unsigned seat);

/* A legal play of the one to move that starts no layer, if it can be helped; false when
   there is none at all. */
bool stakd_example(const struct rules *rules, const struct position *position, char text[PIECE_TEXT]);
bool stakd_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);
uint64_t stakd_count(const void *rules, const struct state *state);

/* stakd_text.c: texts and positions */
void stakd_piece_text(const struct rules *rules, unsigned form, unsigned place, char text[PIECE_TEXT]);
void stakd_step_text(const struct step *step, char text[PIECE_TEXT]);
void stakd_hand_text(
    const struct rules *rules, const struct position *position, unsigned seat, const char *between, struct text *text);
bool stakd_read_position(
    const void *rules, unsigned players, struct slice text, struct state *state, struct fault *fault);
void stakd_write_position(const void *rules, const struct state *state, struct text *text);

/* stakd_view.c */
bool stakd_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);

#endif
