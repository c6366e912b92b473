/* What the parts of Staka share: its rules and position as data, and the few
   operations on them that judging, searching and writing are made of.

   A piece has two faces; its kind is the pair of its colours, in whatever order.
   Places that are taken are kept sorted by row and column, so that the set of them
   tells where in the list a place is. */
#ifndef CATASTA_GAMES_STAKA_H
#define CATASTA_GAMES_STAKA_H

#include "board/field.h"
#include "games/kit/parameters.h"

enum {
    COLOURS = MOST_COLOURS,
    KINDS = COLOURS * (COLOURS - 1) / 2,
    NO_COLOUR = MOST_COLOURS,
    NO_KIND = 255,
    PIECE_TEXT = 3,
};

enum phase { PHASE_START, PHASE_PAWNS, PHASE_PLAY };

struct rules {
    uint8_t kinds;
    uint8_t copies;
    enum lattice lattice;
    uint16_t first_place;
    uint8_t start_copies; /* of each kind in the starting field */
    uint8_t each_up;
    uint8_t touch;
    uint8_t double_height;
    uint8_t double_points;
    uint8_t climb;
    uint8_t hand_limit;
    bool teams;
    bool pawns_share;
    bool swims_free; /* on colours of others too */
    bool stalls;
    uint16_t best_of; /* rounds of a match */
    bool may_stop;    /* who has nothing left is not skipped, but may say 'out' */
    bool players[SEATS + 1];
    uint8_t neutral[SEATS + 1]; /* colours, a bit each, by players */
    uint16_t pieces;            /* there can be on the field */
    struct colours colours;
    uint8_t first[KINDS]; /* the colours of a kind, in their order */
    uint8_t second[KINDS];
    uint8_t kind[COLOURS][COLOURS]; /* NO_KIND for two alike */
};

struct piece {
    uint16_t below; /* 1 more than its place in the list, 0: none */
    uint8_t up;     /* colours */
    uint8_t down;
};

struct pile {
    uint16_t top; /* 1 more than its place in the list of pieces */
    uint16_t height;
    uint16_t points; /* of its pieces */
    uint8_t pawns;   /* bit s-1 for that of seat s */
};

struct hand {
    uint8_t colour;
    bool has_double;
    uint8_t size; /* without the double */
    uint8_t of[KINDS];
};

struct position {
    struct state state;
    uint8_t phase;
    uint8_t stopped; /* seats that said 'out', bit s-1 */
    uint16_t nones;  /* turns of none in a row, as far as it can count */
    uint16_t laid;   /* pieces on the field */
    uint16_t bank_size;
    uint16_t first[FIELD_SIDE + 3]; /* places taken before a row */
    uint16_t pawns[SEATS];          /* where they stand, FIELD_NONE: nowhere */
    uint8_t bank[KINDS];
    uint8_t aside[KINDS]; /* still to be put on the starting field */
    struct hand hands[SEATS];
    struct field_set taken;
    struct piece pieces[]; /* and behind them the places */
};

/* Room for a position of the usual set, in words; a designer's may be larger. */
enum { STAKA_WORDS = 512 };

static inline size_t position_size(const struct rules *rules)
{
    return sizeof(struct position) + rules->pieces * (sizeof(struct piece) + sizeof(struct pile));
}

/* The places of a position that is const are not to be written to. */
static inline struct pile *places_of(const struct rules *rules, const struct position *position)
{
    return (struct pile *)(uintptr_t)(position->pieces + rules->pieces);
}

/* What lies at a place, NULL: nothing. */
static inline struct pile *place_at(const struct rules *rules, const struct position *position, unsigned at)
{
    unsigned row = field_row(at);
    if (at == FIELD_NONE || !field_has(&position->taken, at))
        return NULL;
    uint64_t before = position->taken.rows[row] & (((uint64_t)1 << field_column(at)) - 1);
    return &places_of(rules, position)[position->first[row] + (unsigned)__builtin_popcountll(before)];
}

static inline const struct piece *top_of(const struct position *position, const struct pile *place)
{
    return &position->pieces[place->top - 1];
}

static inline unsigned height_of(const struct rules *rules, const struct piece *piece)
{
    return piece->up == piece->down ? rules->double_height : 1;
}

static inline unsigned points_of(const struct rules *rules, const struct piece *piece)
{
    return piece->up == piece->down ? rules->double_points : 1;
}

static inline struct hand *mover_of(struct position *position)
{
    return &position->hands[position->state.seat - 1];
}

/* staka_field.c */

/* How many of the places touching AT are taken. */
unsigned staka_touching(const struct rules *rules, const struct position *position, unsigned at);

/* Puts a piece on a place, on whatever lies there. */
void staka_lay(const struct rules *rules, struct position *position, unsigned at, unsigned up, unsigned down);

/* Takes the piece that was laid last away again. */
void staka_lift(const struct rules *rules, struct position *position, unsigned at);

/* A step's piece: two letters in its count. */
static inline unsigned step_letters(const struct step *step, unsigned i)
{
    return step->count >> (8 * i) & 255;
}

static inline uint32_t piece_letters(const struct rules *rules, unsigned up, unsigned down)
{
    return (uint32_t)(unsigned char)rules->colours.letter[up] |
        (uint32_t)(unsigned char)rules->colours.letter[down] << 8;
}

static inline unsigned colour_of(const struct rules *rules, unsigned letter)
{
    return colour_of_letter(&rules->colours, letter);
}

/* Steps: a piece put down '@', a pawn 'P', the place left 0 and gone to '-' or '~',
   's' for staying, a piece taken '+', 'n' for none.  The cell of one beyond the window
   is BEYOND, its count row and column. */
enum { BEYOND = UINT16_MAX };

/* What is judged: the first rule broken, of enum staka_rule, or one of these. */
enum { WINDOW = -2 };
int staka_judge_start(const struct rules *rules, struct position *position, const struct step *step);
int staka_judge_pawn(const struct rules *rules, struct position *position, const struct step *step);
int staka_judge_movement(const struct rules *rules, struct position *position, const struct turn *turn);
int staka_judge_action(const struct rules *rules, struct position *position, const struct step *step);

/* Moves the mover's pawn. */
void staka_move_pawn(const struct rules *rules, struct position *position, unsigned to);

/* The action's step of a turn of movement and action. */
static inline const struct step *action_of(const struct turn *turn)
{
    return &turn->steps[turn->count - 1];
}

bool staka_can_walk(const struct rules *rules, struct position *position);
bool staka_can_place(const struct rules *rules, struct position *position);
bool staka_can_take(const struct rules *rules, const struct position *position);
bool staka_is_edge(
    const struct rules *rules, const struct position *position, const struct field_set *outside, unsigned at);

/* staka_setup.c */
const void *staka_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
bool staka_allows_players(const void *rules, unsigned players);
void staka_start(const void *rules, unsigned players, struct state *state);
bool staka_deal(const void *rules, struct state *state, unsigned n, struct slice value, struct fault *fault);
extern const struct setup_tag staka_tags[];

/* staka_search.c */
bool staka_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);

/* staka_text.c */
bool staka_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault);
bool staka_read_position(
    const void *rules, unsigned players, struct slice text, struct state *state, struct fault *fault);
void staka_write_position(const void *rules, const struct state *state, struct text *text);
void staka_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text);
bool staka_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view);
void staka_step_text(const struct step *step, char text[24]);

/* Raises RULE, which part PART of TURN breaks. */
bool staka_raise(const struct rules *rules, struct position *position, const struct turn *turn, int rule, uint16_t part,
    struct fault *fault);

/* staka_score.c */

/* Whether SEAT has nothing left to do. */
bool staka_is_finished(const struct position *position, unsigned seat);
uint32_t staka_finished(const struct position *position); /* all those, bit s-1 */
uint32_t staka_gone(const void *rules, const struct state *state);

/* Whether the one to move may say 'out'. */
bool staka_can_stop(const struct rules *rules, const struct position *position);
bool staka_stops(const void *rules);
void staka_match(const void *rules, struct match_rule *rule);
unsigned staka_sides(const void *rules);

/* Points as they stand, a number a seat. */
void staka_score(const struct rules *rules, const struct position *position, int32_t points[SEATS]);
void staka_judge_end(const void *rules, const struct state *state, struct outcome *outcome);
bool staka_sum(const void *rules, const struct state *state, struct arena *arena, struct score_sum *sum);

#endif
