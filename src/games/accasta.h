/* What the parts of Accasta share: its rules and position as data, and the few
   operations on them that judging, searching and counting are made of. */
#ifndef CATASTA_GAMES_ACCASTA_H
#define CATASTA_GAMES_ACCASTA_H

#include "games/kit/grid.h"

enum { CASTLE_NONE = 0 };

enum check { CHECK_TURN_END, CHECK_NEXT_TURN };

struct rules {
    struct board board;
    struct letters letters;
    uint8_t castle[BOARD_CELLS]; /* the seat whose castle a cell is, or CASTLE_NONE */
    uint8_t reach[16];           /* by the piece on top; all 0: the mover's own count */
    bool by_kind;
    bool release_forbidden;
    unsigned limit;
    unsigned controlling;
    enum check check;
    bool blocked_loses;
    uint32_t best_of; /* rounds of a match */
    uint64_t setup[BOARD_CELLS];
    uint16_t pieces[16]; /* how many of each there are */
};

struct position {
    struct state state;
    uint8_t held[2];         /* cells of the other's castle that a seat controls */
    struct cell_set full;    /* cells that are not empty */
    struct cell_set seconds; /* of them those that seat 2 controls */
    uint64_t stacks[];
};

/* Room for any position, in words. */
enum { POSITION_WORDS = sizeof(struct position) / sizeof(uint64_t) + BOARD_CELLS };

/* Whether STACK, on a cell of a castle, is the other side's. */
static inline bool is_held(unsigned castle, uint64_t stack)
{
    return stack != 0 && stack_owner(stack) == 3 - castle;
}

/* Changes a cell, keeping count of the castle cells held. */
static inline void put(const struct rules *rules, struct position *position, unsigned cell, uint64_t stack)
{
    unsigned castle = rules->castle[cell];
    if (castle != CASTLE_NONE) {
        position->held[2 - castle] -= (uint8_t)is_held(castle, position->stacks[cell]);
        position->held[2 - castle] += (uint8_t)is_held(castle, stack);
    }
    cell_set_put(&position->full, cell, stack != 0);
    cell_set_put(&position->seconds, cell, (stack & PIECE_SECOND_SIDE) != 0);
    position->stacks[cell] = stack;
}

static inline unsigned reach_of(const struct rules *rules, uint64_t from, unsigned seat)
{
    return rules->by_kind ? rules->reach[stack_top(from)] : stack_count(from, seat);
}

static inline bool over_limit(const struct rules *rules, const struct attempt *attempt)
{
    if (attempt->onto == 0)
        return false;
    if (stack_height(attempt->onto) + attempt->count > STACK_PIECES)
        return true;
    uint64_t landed = stack_landed(attempt->onto, stack_lifted(attempt->from, attempt->count), attempt->count);
    unsigned seconds = stack_seconds(landed);
    return seconds > rules->limit || stack_height(landed) - seconds > rules->limit;
}

static inline bool releases_in_castle(const struct rules *rules, const struct attempt *attempt)
{
    uint64_t left = stack_left(attempt->from, attempt->count);
    return rules->release_forbidden && left != 0 && stack_owner(left) != attempt->seat &&
        rules->castle[attempt->source] == attempt->seat;
}

static inline char mark_of(uint64_t onto, unsigned seat)
{
    if (onto == 0)
        return '-';
    return stack_owner(onto) == seat ? '+' : 'x';
}

static inline struct attempt attempt_step(
    const struct rules *rules, const struct position *position, const struct turn *turn, unsigned i)
{
    return grid_attempt(&rules->board, position->stacks, position->state.seat, turn->steps[0].cell, &turn->steps[i]);
}

static inline void make_step(const struct rules *rules, struct position *position, const struct attempt *attempt)
{
    uint64_t lifted = stack_lifted(attempt->from, attempt->count);
    put(rules, position, attempt->source, stack_left(attempt->from, attempt->count));
    put(rules, position, attempt->target, stack_landed(attempt->onto, lifted, attempt->count));
}

static inline void unmake_step(const struct rules *rules, struct position *position, const struct attempt *attempt)
{
    put(rules, position, attempt->target, attempt->onto);
    put(rules, position, attempt->source, attempt->from);
}

/* accasta_setup.c: the rules of a ruleset, and what may lie on the board. */
const void *accasta_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems);
struct grid_limits accasta_limits(const struct rules *rules);

/* accasta_search.c: generate and count of the game. */
bool accasta_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context);
uint64_t accasta_count(const void *rules, const struct state *state);

static inline size_t position_size(const void *any_rules)
{
    const struct rules *rules = any_rules;
    return sizeof(struct position) + rules->board.cells * sizeof(uint64_t);
}

#endif
