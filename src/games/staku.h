/* What the parts of Staku share: its rules and position as data, and the few
   operations on them that judging, searching and counting are made of.

   A token is four bits of a stack (board/stack.h): 1 is White's, 9 Black's, and 2
   nobody's, which stack_owner would take for White's: who leads a stack is asked
   here. */
#ifndef CATASTA_GAMES_STAKU_H
#define CATASTA_GAMES_STAKU_H

#include "games/kit/grid.h"

enum { TOKEN_WHITE = 1, TOKEN_NEUTRAL = 2, TOKEN_BLACK = PIECE_SECOND_SIDE + 1 };

/* Moves in a turn, and tokens that one may lift. */
enum { MOVES = 2, LIFTS = 3 };

/* What a cell is to the side to move and to what may land on it. */
enum cell_kind {
    KIND_EMPTY,
    KIND_EDGE, /* beyond the board */
    KIND_ENEMY,
    KIND_FULL,                           /* nothing can be stacked on it */
    KIND_NEUTRAL,                        /* only neutral tokens, one of them; KIND_NEUTRAL + n: n more */
    KIND_OWN = KIND_NEUTRAL + LIFTS - 1, /* the mover's token on top, likewise */
    KIND_COUNT = KIND_OWN + LIFTS - 1
};

enum no_move { NO_MOVE_LOSES, NO_MOVE_DRAW, NO_MOVE_PASS };

struct rules {
    struct board board;
    struct letters letters;
    uint8_t palace[BOARD_CELLS];          /* the seat whose palace a cell is, 0: nobody's */
    struct cell_set palaces[2];           /* the same, by seat */
    uint64_t room[LIFTS + 1][KIND_COUNT]; /* what may land where, for staku_count */
    unsigned max_stack;
    bool jumps;
    uint32_t draw_after; /* plies without a capture */
    enum no_move no_move;
    uint32_t best_of; /* rounds of a match */
    uint64_t setup[BOARD_CELLS];
    uint16_t pieces[16]; /* how many of each there are */
};

struct position {
    struct state state;
    uint32_t quiet;             /* plies since a capture */
    struct cell_set led[2 + 1]; /* cells with a token of that seat on top, 0: a neutral one */
    uint64_t stacks[];
};

/* Room for any position, in words. */
enum { POSITION_WORDS = sizeof(struct position) / sizeof(uint64_t) + BOARD_CELLS };

/* The seat whose token is on top; 0 for a neutral one, or none. */
static inline unsigned stack_leader(uint64_t stack)
{
    return (unsigned)(stack & 1) << (stack >> 3 & 1);
}

/* The neutral and the coloured tokens of a stack, as a bit each. */
#define ALL_TOKENS 0x1111111111111111u

static inline uint64_t stack_neutrals(uint64_t stack)
{
    return stack >> 1 & ALL_TOKENS;
}

static inline uint64_t stack_coloured(uint64_t stack)
{
    return stack & ALL_TOKENS;
}

/* Whether a neutral token lies above a coloured one. */
static inline bool has_neutral_above(uint64_t stack)
{
    uint64_t neutrals = stack_neutrals(stack);
    return (neutrals & (0 - neutrals)) < stack_coloured(stack) && neutrals != 0;
}

static inline void put(struct position *position, unsigned cell, uint64_t stack)
{
    unsigned leader = stack_leader(stack);
    cell_set_put(&position->led[0], cell, stack != 0 && leader == 0);
    cell_set_put(&position->led[1], cell, leader == 1);
    cell_set_put(&position->led[2], cell, leader == 2);
    position->stacks[cell] = stack;
}

static inline bool captures(const struct attempt *attempt)
{
    return stack_leader(attempt->onto) == 3 - attempt->seat;
}

/* The target after the move, which lifts no more than there is. */
static inline uint64_t landed(const struct attempt *attempt)
{
    uint64_t lifted = stack_lifted(attempt->from, attempt->count);
    return captures(attempt) ? lifted : stack_landed(attempt->onto, lifted, attempt->count);
}

/* What the first move of a turn leaves open for a second. */
static inline bool has_built(const struct attempt *first)
{
    return first->onto != 0 && !captures(first);
}

static inline bool opens_second(const struct attempt *first)
{
    return first->count > 1 || has_built(first);
}

/* ... that lifts COUNT of the HEIGHT tokens there. */
static inline bool opens_count(const struct attempt *first, unsigned count, unsigned height)
{
    return count == height ? has_built(first) : first->count > 1;
}

/* What keeps a move from landing on a stack that stays: too many tokens there, or a
   neutral one above a coloured. */
static inline bool overstacks(const struct rules *rules, const struct attempt *attempt)
{
    return has_built(attempt) && stack_height(attempt->onto) + attempt->count > rules->max_stack;
}

static inline bool buries(const struct attempt *attempt)
{
    return has_built(attempt) && has_neutral_above(landed(attempt));
}

static inline void make_move(struct position *position, const struct attempt *attempt)
{
    put(position, attempt->source, stack_left(attempt->from, attempt->count));
    put(position, attempt->target, landed(attempt));
}

static inline void unmake_move(struct position *position, const struct attempt *attempt)
{
    put(position, attempt->target, attempt->onto);
    put(position, attempt->source, attempt->from);
}

/* staku_setup.c: the rules of a ruleset, and what may lie on the board. */
const void *staku_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
struct grid_limits staku_limits(const struct rules *rules);

/* staku_search.c: generate and count of the game, whether there is any move, and what
   configure prepares for them. */
bool staku_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);
uint64_t staku_count(const void *rules, const struct state *state);
bool staku_has_move(const struct rules *rules, const struct position *position);
void staku_prepare_count(struct rules *rules);

static inline size_t position_size(const void *any_rules)
{
    const struct rules *rules = any_rules;
    return sizeof(struct position) + rules->board.cells * sizeof(uint64_t);
}

#endif
