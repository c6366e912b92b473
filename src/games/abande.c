/* SPDX-License-Identifier: MIT */
/* Abande, by Dieter Stein: pieces are placed and stacked in one group, and the stacks
   that touch the opponent's count. */
#include "games/kit/pools.h"

TURN_FORM(PLACE, "cell target?; target = mark'-' cell | '-'? mark'x' cell");

enum abande_rule {
    OCCUPIED,
    POOL_EMPTY,
    NOT_CONNECTED,
    SOURCE_EMPTY,
    NOT_YOURS,
    TOO_EARLY,
    NOT_ADJACENT,
    NOT_OPPONENT,
    STACK_LIMIT,
    DISCONNECTS,
};

#define TAGS "[Ruleset \"abande\"]\n\n"
#define AT(position) "[Ruleset \"abande\"]\n[Position \"" position "\"]\n\n"

/* Three stacks in a row, the last of them high. */
#define IN_A_ROW AT("x4/x5/x6/x7/x6/x5/b,w,bw,x b 16/16 0 3")

static const struct rule rule_table[] = {
    [OCCUPIED] = {"abande/occupied", SEVERITY_ERROR,
        "{step} places a piece on an occupied cell: {source} holds {stack}",
        "A piece is placed on an empty cell. Pieces are stacked only by moves.", TAGS "1. d4 d4 *\n",
        .kept = TAGS "1. d4 d5 *\n"},
    [POOL_EMPTY] = {"abande/pool-empty", SEVERITY_ERROR, "{step} places a piece, but {player}'s pool is empty",
        "A piece is placed from the player's own pool. When the pool is empty, the player moves or passes.",
        AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 0/1 0 9") "9. b2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 1/1 0 9") "9. b2 *\n", .parameter = "pool"},
    [NOT_CONNECTED] = {"abande/not-connected", SEVERITY_ERROR, "{step} places a piece that touches no other piece",
        "A piece is placed next to another. The other may be of either colour; only the first piece of the game may be "
        "placed anywhere.",
        TAGS "1. d4 d6 *\n", .kept = TAGS "1. d4 d5 *\n", .parameter = "neighbours"},
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("abande/source-empty", IN_A_ROW "3. a4-a3 *\n", IN_A_ROW "3. a1-a2 *\n"),
    [NOT_YOURS] = RULE_NOT_YOURS("abande/not-yours", IN_A_ROW "3. a2-a1 *\n", IN_A_ROW "3. a1-a2 *\n"),
    [TOO_EARLY] = {"abande/too-early", SEVERITY_ERROR, "{step} moves before {first} has placed {after:piece}",
        "The first turns place pieces. No stack moves before the player who began has placed 'moves_after' of them.",
        TAGS "1. d4 d5 2. d4-d5 *\n", .kept = TAGS "1. d4 d5 2. e5 e6 3. d4-d5 *\n", .parameter = "moves_after"},
    [NOT_ADJACENT] = {"abande/not-adjacent", SEVERITY_ERROR, "{step} does not move to a neighbouring cell",
        "A stack moves to a cell that touches its own. It never moves further, however high it is.",
        AT("x4/x5/x6/x7/x6/x5/b,w,w,x b 16/16 0 3") "3. a1-a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,w,x b 16/16 0 3") "3. a1-a2 *\n", .parameter = "neighbours"},
    [NOT_OPPONENT] = {"abande/not-opponent", SEVERITY_ERROR,
        "{step} moves onto {target}, which holds {onto}; a stack may only move onto one that {owner} controls",
        "A stack moves onto one of the opponent's. Its top piece is an opponent's; neither an empty cell nor one of "
        "the player's own stacks will do.",
        AT("x4/x5/x6/x7/x6/x5/b,b,w,w b 16/16 0 3") "3. a1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 16/16 0 3") "3. a1-a2 *\n"},
    [STACK_LIMIT] = {"abande/stack-limit", SEVERITY_ERROR,
        "{step} would make a stack of {count} on {target}, which holds {onto}; a stack may hold at most {limit:piece}",
        "No move may build too high a stack. Both stacks together hold at most 'max_stack' pieces.",
        AT("x4/x5/x6/x7/x6/x5/wb,bw,x2 b 16/16 0 3") "3. a1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,bw,x2 b 16/17 0 3") "3. a1-a2 *\n", .parameter = "max_stack"},
    [DISCONNECTS] = {"abande/disconnects", SEVERITY_ERROR, "{step} would cut off {cell} from {target}",
        "The pieces stay one connected group. A move that would leave two groups is illegal.",
        AT("x4/x5/x6/x7/x6/x5/w,b,w,x b 16/16 0 3") "3. a2-a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x2,w,x2/x,b,w,x b 16/16 0 3") "3. a2-a3 *\n"},
    {0},
};

struct abande_rules {
    struct grid_rules grid;
    uint32_t moves_after;
};

/* Parameters. */

static bool read_first(const struct key_reading *reading, const struct key *key)
{
    ((struct grid_rules *)reading->rules)->black_first = ruleset_word(reading->ruleset, key->name) == 0;
    return true;
}

static bool read_moves_after(const struct key_reading *reading, const struct key *key)
{
    struct abande_rules *rules = reading->rules;
    uint32_t pool = pool_size(&rules->grid);
    rules->moves_after = ruleset_number(reading->ruleset, key->name);
    return rules->moves_after <= pool ||
        refuse_key(reading, key->name, "pool",
            FACT(found, "moves after %u pieces of a pool of %u") FACT(expected, "at most as many as the pool has"),
            rules->moves_after, pool);
}

static const struct key keys[] = {
    POOL_BOARD_KEYS("on a square board, how many cells a cell touches: 4 or 8"),
    POOL_PIECE_KEYS("the pieces that each side places"),
    {"first", KEY_WORD, 0, 0, "black white", "the side that moves first, and has seat 1", .read = read_first},
    {"max_stack", KEY_NUMBER, 2, 9, NULL, "pieces that a stack may hold", KEY_INTO(abande_rules, grid.highest)},
    {"moves_after", KEY_NUMBER, 0, 63, NULL, "pieces that seat 1 must have placed before any stack moves",
        .read = read_moves_after},
    {0},
};

/* Positions; the counter is of passes in a row. */

static const struct position_field fields[] = {
    GRID_ROWS,
    GRID_SIDE,
    GRID_POOLS,
    GRID_COUNTER("after the pools comes the number of passes in a row"),
    TURN_NUMBER_FIELD,
    {0},
};

static bool abande_validate(struct position_reader *reader)
{
    const struct abande_rules *rules = reader->rules;
    const struct grid_position *position = (const struct grid_position *)reader->state;
    if (!grid_validate(reader))
        return false;
    const struct cell_set *taken = &position->led[0];
    unsigned apart = board_apart(&rules->grid.board, taken, cell_set_first(taken));
    if (apart != BOARD_NONE)
        return refuse_whole(
            reader, "the pieces are not one group: %s is not connected to the others", rules->grid.board.name[apart]);
    if (!pool_check_passes(reader))
        return false;
    for (unsigned i = 0, seat = reader->state->seat; i < position->counter; i++) {
        seat = 3 - seat;
        if (position->pool[seat - 1] > 0)
            return refuse_whole(reader, "%s passed with %u in the pool", rules->grid.game.seat_names[seat - 1],
                position->pool[seat - 1]);
    }
    return true;
}

/* Turns: a cell is a piece placed there, two are a move. */

static int judge_place(const struct abande_rules *rules, const struct grid_position *position, unsigned cell)
{
    const struct cell_set *taken = &position->led[0];
    if (position->stacks[cell] != 0)
        return OCCUPIED;
    if (position->pool[position->state.seat - 1] == 0)
        return POOL_EMPTY;
    return cell_set_first(taken) == BOARD_NONE || cell_set_meets(taken, &rules->grid.board.around[cell])
        ? LEGAL
        : NOT_CONNECTED;
}

/* A cell that the move would cut off from its target, or BOARD_NONE. */
static unsigned cut_off(const void *any_rules, const struct state *state, const struct turn *turn)
{
    const struct abande_rules *rules = any_rules;
    struct cell_set taken = ((const struct grid_position *)state)->led[0];
    cell_set_put(&taken, turn->steps[0].cell, false);
    return board_apart(&rules->grid.board, &taken, turn->steps[1].cell);
}

KIT_INLINE int abande_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct abande_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned source = turn->steps[0].cell;
    unsigned target = turn->steps[turn->count == 2].cell;
    (void)step;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return position->pool[state->seat - 1] == 0 ? LEGAL : COMMON + COMMON_CANNOT_PASS;
    }
    if (turn->count == 1)
        return judge_place(rules, position, source);
    uint64_t from = position->stacks[source];
    uint64_t onto = position->stacks[target];
    if (from == 0)
        return SOURCE_EMPTY;
    if (grid_leader(rules, from) != state->seat)
        return NOT_YOURS;
    if (pool_size(&rules->grid) - position->pool[0] < rules->moves_after)
        return TOO_EARLY;
    finding->part = 1;
    if (!cell_set_has(&rules->grid.board.around[source], target))
        return NOT_ADJACENT;
    if (grid_leader(rules, onto) != 3u - state->seat)
        return NOT_OPPONENT;
    if (pool_height(position, turn) > rules->grid.highest)
        return STACK_LIMIT;
    finding->part = 0;
    return cut_off(rules, state, turn) == BOARD_NONE ? LEGAL : DISCONNECTS;
}

KIT_INLINE void abande_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    uint32_t *passes = &((struct grid_position *)state)->counter;
    *passes = turn->shape != TURN_PASS ? 0 : *passes < UINT32_MAX ? *passes + 1 : *passes;
    pool_make(rules, state, turn, step);
}

extern const struct game abande;

static unsigned abande_reach(
    const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n)
{
    const struct grid_position *position = (const struct grid_position *)state;
    bool moves = n == 1 && cell_set_has(&position->led[state->seat], cell);
    return moves ? ((const struct grid_rules *)rules)->board.next[cell][direction] : BOARD_NONE;
}

static bool abande_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    return grid_offer_turns(&abande, abande_reach, rules, state, visit, context);
}

/* Facts. */

static void abande_fact_why(const struct violation *violation, struct text *text)
{
    uint32_t pool = ((const struct grid_position *)violation->state)->pool[violation->state->seat - 1];
    kit_fact_player(violation, text);
    text_printf(text, " has %u piece%s in the pool", pool, pool == 1 ? "" : "s");
}

static void fact_first(const struct violation *violation, struct text *text)
{
    text_add_string(text, game_seat_name(violation->rules, 1));
}

static void fact_cell(const struct violation *violation, struct text *text)
{
    grid_add_cell(violation->rules, cut_off(violation->rules, violation->state, violation->turn), text);
}

static const struct fact facts[] = {{"why", abande_fact_why}, {"limit", KEY_INTO(grid_rules, highest)},
    {"after", KEY_INTO(abande_rules, moves_after)}, {"first", fact_first}, {"cell", fact_cell}, POOL_FACTS, {0}};

/* Points. */

static void abande_ending(const void *rules, const struct state *state, struct ending *ending)
{
    (void)rules;
    if (grid_counter(state) >= POOL_PASSES)
        *ending = (struct ending){.over = true, .reason = "passed"};
}

static void abande_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct abande_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned cell = 0; cell < rules->grid.board.cells; cell++) {
            bool counts = cell_set_meets(&rules->grid.board.around[cell], &position->led[3 - seat]);
            const struct grid_item item = {seat, cell, stack_height(position->stacks[cell]), counts,
                counts ? NULL : "touches none of the opponent's stacks"};
            if (cell_set_has(&position->led[seat], cell))
                grid_visit_cell(rules, state, &item, visit, context);
        }
}

KIT_PLAY(abande)

const struct game abande = {
    .ruleset = {"abande", "abande", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct abande_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){pool_refuses, "max_stack", GRID_PATH, .pools = true, .captures = true,
        .note = pool_say_passes},
    .position = {.fields = fields, .set_up = pool_set_up, .validate = abande_validate},
    .notation = {.shape = TURN_PLACE,
        .example = "'d4', a piece placed, or 'd4-d5', a stack moved",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn,
        .literal = true,
        .varies = grid_varies},
    .judging = {.unit = UNIT_TURN,
        .judge = abande_judge,
        .make = abande_make,
        .generate = abande_generate,
        .can_force = pool_can_force},
    .result = {.scoring = SCORE_HIGHEST_WINS,
        .score = abande_score,
        .ending = abande_ending,
        .ties_share = true,
        .adjudicates = true},
    .display = {.gesture = "a cell, or from cell to cell", .view = grid_show},
    .own = {.play = abande_play},
};
