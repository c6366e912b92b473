/* SPDX-License-Identifier: MIT */
/* Attangle, by Dieter Stein: two stacks that see one of the opponent's capture it, and who
   has three high stacks wins. */
#include "games/kit/pools.h"

/* A piece that is placed, or two stacks and the one that they capture. */
TURN_FORM(JOIN, "cell (',' B cell target)?; target = mark'-' cell | '-'? mark'x' cell");

/* In the order in which a turn is judged. */
enum attangle_rule {
    CENTRE,
    OCCUPIED,
    POOL_EMPTY,
    SOURCE_EMPTY,
    NOT_YOURS,
    NOT_OPPONENT,
    NOT_IN_LINE,
    BLOCKED_LINE,
    STACK_LIMIT,
};

#define TAGS "[Ruleset \"attangle\"]\n\n"
#define AT(position) "[Ruleset \"attangle\"]\n[Position \"" position "\"]\n\n"

static const struct rule rule_table[] = {
    [CENTRE] = {"attangle/centre", SEVERITY_ERROR, "{step} places a piece on {target}, a closed cell",
        "No piece is placed on a closed cell. By default the centre, d4, is closed; 'closed' lists other cells. A "
        "closed cell is always empty; stacks move over it.",
        TAGS "1. d4 *\n", .kept = TAGS "1. d5 *\n", .parameter = "closed"},
    [OCCUPIED] = {"attangle/occupied", SEVERITY_ERROR,
        "{step} places a piece on an occupied cell: {target} holds {onto}",
        "A piece is placed on an empty cell. Pieces are stacked only by captures.", TAGS "1. e3 e3 *\n",
        .kept = TAGS "1. e3 e4 *\n"},
    [POOL_EMPTY] = {"attangle/pool-empty", SEVERITY_ERROR, "{step} places a piece, but {player}'s pool is empty",
        "A piece is placed from the player's own pool. When the pool is empty, the player must capture.",
        AT("x4/x5/x6/x7/x6/x5/w,b,x,w w 0/9 9") "9. a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,x,w w 1/9 9") "9. a3 *\n", .parameter = "pool"},
    [SOURCE_EMPTY] = {"attangle/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty{why}",
        "A capture is made by two stacks. They come from two different cells, neither of them empty.",
        AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a4-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_YOURS] = {"attangle/not-yours", SEVERITY_ERROR,
        "{step} captures with a stack that {owner} controls: {source} holds {stack}",
        "A player captures with stacks of their own. The top piece controls a stack, whatever is below it.",
        AT("x4/x5/x6/x7/x6/x5/w,b,b,x w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_OPPONENT] = {"attangle/not-opponent", SEVERITY_ERROR,
        "{step} captures on {target}, which holds {onto}; only a stack that {owner} controls can be captured",
        "A capture takes one of the opponent's stacks. Its top piece is an opponent's; neither an empty cell nor one "
        "of the player's own stacks will do.",
        AT("x4/x5/x6/x7/x6/x5/w,x,w,b w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_IN_LINE] = {"attangle/not-in-line", SEVERITY_ERROR,
        "{step} does not capture in a straight line: no line leads from {source} to {target}",
        "Both stacks are in line with the target. Lines run through the sides of the cells.",
        AT("x4/x5/x6/x7/x6/w,x4/x,b,w,x w 9/9 3") "3. a3,b1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x,w,x3/x,b,w,x w 9/9 3") "3. a3,b2-a2 *\n"},
    [BLOCKED_LINE] = {"attangle/blocked-line", SEVERITY_ERROR,
        "{step} passes over {block}, which holds {on_block}; all cells on the way from {source} to {target} must be "
        "empty",
        "Nothing may be between the stacks and the target. Of two stacks on one line, the nearer one blocks the other.",
        AT("x4/x5/x6/x7/x6/x5/b,w,w,x w 9/9 3") "3. a2,a3-a1 *\n",
        .kept = AT("x4/x5/x6/x7/x6/w,x4/b,w,x2 w 9/9 3") "3. a2,b1-a1 *\n"},
    [STACK_LIMIT] = {"attangle/stack-limit", SEVERITY_ERROR,
        "{step} captures with {count:piece} in all; the three stacks of a capture may hold at most {limit}",
        "No capture may take too many pieces. The three stacks hold at most 'max_stack' together, so at least "
        "one of the two that capture is a single piece.",
        AT("x4/x5/x6/x7/x6/x5/bw,wb,bw,x w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/bw,b,w,x w 9/9 3") "3. a1,a3-a2 *\n", .parameter = "max_stack"},
    {0},
};

struct attangle_rules {
    struct grid_rules grid; /* its zone is of closed cells, its goal how many high stacks win */
    uint32_t max_stack;
    uint32_t height; /* of high stacks */
    uint8_t no_move;
};

enum { NO_MOVE_COUNT, NO_MOVE_LOSES };

/* Parameters. */

/* Of the three stacks of a capture a single piece goes back to the pool. */
static bool read_height(const struct key_reading *reading, const struct key *key)
{
    struct attangle_rules *rules = reading->rules;
    rules->height = ruleset_number(reading->ruleset, key->name);
    rules->grid.highest = rules->max_stack - 1;
    return rules->height <= rules->grid.highest ||
        refuse_key(reading, key->name, "max_stack",
            FACT(found, "stacks of %u to win with a max_stack of %u") FACT(expected, "a height that a stack can have"),
            rules->height, rules->max_stack);
}

static const struct key keys[] = {
    POOL_BOARD_KEYS("on a square board, how many lines run from a cell: 4 or 8"),
    {"closed", KEY_LIST, 0, 0, NULL, "the cells where no piece may be placed", .read = grid_key_zone,
        .with = &(const struct grid_zone_of){1, "closed"}},
    POOL_PIECE_KEYS("the pieces that each side has"),
    {"max_stack", KEY_NUMBER, 3, 4, NULL, "pieces that the three stacks of a capture may hold in all",
        KEY_INTO(attangle_rules, max_stack)},
    {"win.triples", KEY_NUMBER, 1, 9, NULL, "the stacks under a side's control that win",
        KEY_INTO(attangle_rules, grid.game.goal)},
    {"win.height", KEY_NUMBER, 2, 3, NULL, "the least height of a stack that counts toward a win", .read = read_height},
    {"no_move", KEY_WORD, 0, 0, "count loses", "what happens when a player can neither place nor capture",
        KEY_INTO(attangle_rules, no_move)},
    {0},
};

/* Positions. */

static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, GRID_POOLS, TURN_NUMBER_FIELD, {0}};

/* The first cell of LEFT with a high stack, out of which it is taken, or BOARD_NONE. */
static unsigned next_high(
    const struct attangle_rules *rules, const struct grid_position *position, struct cell_set *left)
{
    unsigned cell;
    do
        cell = cell_set_take(left);
    while (cell != BOARD_NONE && !stack_reaches(position->stacks[cell], rules->height));
    return cell;
}

static unsigned count_high(const struct attangle_rules *rules, const struct grid_position *position, unsigned seat)
{
    const uint64_t *led = position->led[seat].words;
    unsigned count = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        for (uint64_t left = led[i]; left != 0; left &= left - 1)
            count += stack_reaches(position->stacks[64 * i + (unsigned)__builtin_ctzll(left)], rules->height);
    return count;
}

static bool attangle_validate(struct position_reader *reader)
{
    const struct attangle_rules *rules = reader->rules;
    unsigned seat = reader->state->seat;
    if (!grid_validate(reader))
        return false;
    unsigned count = count_high(rules, (const struct grid_position *)reader->state, seat);
    return count < rules->grid.game.goal ||
        refuse_whole(reader, "%s is to move, but had won already with %u stacks of %u or more",
            rules->grid.game.seat_names[seat - 1], count, rules->height);
}

/* Turns: a cell is a piece placed there, three are the two stacks that capture and the one that is captured. */

enum { TARGET = 2, CELLS };

static int judge_place(const struct attangle_rules *rules, const struct grid_position *position, unsigned cell)
{
    if (rules->grid.zone[cell] != 0)
        return CENTRE;
    if (position->stacks[cell] != 0)
        return OCCUPIED;
    return position->pool[position->state.seat - 1] == 0 ? POOL_EMPTY : LEGAL;
}

KIT_INLINE int attangle_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct attangle_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    const struct step *cells = turn->steps;
    unsigned target = cells[turn->count - 1].cell; /* that of the beginning of a turn is the mover's own */
    (void)step;
    if (turn->count == 1)
        return judge_place(rules, position, target);
    for (finding->part = 0; finding->part < TARGET; finding->part++) {
        uint64_t stack = position->stacks[cells[finding->part].cell];
        if (stack == 0 || (finding->part == 1 && cells[0].cell == cells[1].cell))
            return SOURCE_EMPTY;
        if (grid_leader(rules, stack) != state->seat)
            return NOT_YOURS;
    }
    if (grid_leader(rules, position->stacks[target]) != 3u - state->seat)
        return NOT_OPPONENT;
    for (finding->part = 0; finding->part < TARGET; finding->part++) {
        unsigned source = cells[finding->part].cell;
        unsigned line = rules->grid.board.line[source][target];
        if (line == 0)
            return NOT_IN_LINE;
        if (grid_block(&rules->grid.board, position->stacks, source, line) != BOARD_NONE)
            return BLOCKED_LINE;
    }
    return pool_height(position, turn) > rules->max_stack ? STACK_LIMIT : LEGAL;
}

/* Of the two that capture the lower, a single piece, goes back to its pool. */
KIT_INLINE void attangle_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    unsigned high = pool_landing(position, turn);
    unsigned low = turn->count == CELLS ? turn->steps[1 - high].cell : BOARD_NONE;
    pool_make(rules, state, turn, step);
    if (low != BOARD_NONE && low != turn->steps[TARGET].cell && stack_height(position->stacks[low]) == 1) {
        position->pool[grid_leader(rules, position->stacks[low]) - 1]++;
        grid_put(rules, position, low, 0);
    }
}

extern const struct game attangle;

/* The captures on TARGET, two by two of what is seen from there. */
static bool generate_captures(const struct attangle_rules *rules, const struct state *state, unsigned target,
    struct turn *turn, turn_visitor *visit, void *context)
{
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned seen[BOARD_AROUND];
    unsigned count = 0;
    for (unsigned i = 0; i < rules->grid.board.directions; i++) {
        unsigned cell = rules->grid.board.next[target][i];
        while (cell != BOARD_NONE && position->stacks[cell] == 0)
            cell = rules->grid.board.next[cell][i];
        if (cell != BOARD_NONE && cell_set_has(&position->led[state->seat], cell))
            seen[count++] = cell;
    }
    turn->count = CELLS;
    turn->steps[TARGET] = (struct step){1, (uint16_t)target, '-'};
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            turn->steps[0] = (struct step){.count = 1, .cell = (uint16_t)seen[i]};
            turn->steps[1] = (struct step){.count = 1, .cell = (uint16_t)seen[j]};
            if (!kit_offer(&attangle, rules, state, turn, visit, context))
                return false;
        }
    return true;
}

static bool attangle_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct attangle_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    struct turn turn = {.shape = TURN_JOIN};
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++) {
        turn.count = 1;
        turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (cell_set_has(&position->led[3 - state->seat], cell)
                ? !generate_captures(rules, state, cell, &turn, visit, context)
                : !kit_offer(&attangle, rules, state, &turn, visit, context))
            return false;
    }
    return true;
}

static void attangle_fact_why(const struct violation *violation, struct text *text)
{
    const struct step *cells = violation->turn->steps;
    bool named_twice = violation->part == 1 && cells[0].cell == cells[1].cell;
    text_add_string(text, named_twice ? " since its stack has already been taken: the cell is named twice" : "");
}

static const struct fact facts[] = {
    {"limit", KEY_INTO(attangle_rules, max_stack)}, {"why", attangle_fact_why}, POOL_FACTS, {0}};

/* The end. */

/* Most often a piece can be placed. */
static bool attangle_has_turn(const struct attangle_rules *rules, const struct grid_position *position)
{
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        if (judge_place(rules, position, cell) == LEGAL)
            return true;
    return kit_has_turn(rules, &position->state);
}

static void attangle_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct attangle_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned mover = 3u - state->seat;
    unsigned has = count_high(rules, position, mover);
    if (has >= rules->grid.game.goal) {
        *ending = (struct ending){true, "triples", 1u << (mover - 1)};
    } else if (!attangle_has_turn(rules, position)) {
        unsigned others = count_high(rules, position, state->seat);
        unsigned ahead = rules->no_move == NO_MOVE_LOSES || has > others ? mover : state->seat;
        bool drawn = rules->no_move == NO_MOVE_COUNT && has == others;
        *ending = (struct ending){true, "blocked", drawn ? 0 : 1u << (ahead - 1)};
    }
}

static void attangle_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct attangle_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    for (unsigned seat = 1; seat <= 2; seat++) {
        struct cell_set left = position->led[seat];
        for (unsigned cell; (cell = next_high(rules, position, &left)) != BOARD_NONE;)
            grid_visit_cell(rules, state, &(struct grid_item){seat, cell, 1, 1, NULL}, visit, context);
    }
}

static void attangle_status(const void *any_rules, const struct state *state, unsigned seat, struct text *text)
{
    const struct attangle_rules *rules = any_rules;
    text_printf(text, "has %u of %u stacks of %u or more", count_high(rules, (const struct grid_position *)state, seat),
        rules->grid.game.goal, rules->height);
}

KIT_PLAY(attangle)

const struct game attangle = {
    .ruleset = {"attangle", "attangle", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct attangle_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){pool_refuses, "max_stack", GRID_MEET, .pools = true, .closed = true,
        .status = attangle_status},
    .position = {.fields = fields, .set_up = pool_set_up, .validate = attangle_validate},
    .notation = {.shape = TURN_JOIN,
        .example = "'e3', a piece placed, or 'a1,c3-b2', two stacks that capture a third",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn,
        .literal = true,
        .varies = grid_varies},
    .judging = {.unit = UNIT_TURN,
        .judge = attangle_judge,
        .make = attangle_make,
        .generate = attangle_generate,
        .no_pass = "each turn places a piece or captures",
        .can_force = pool_can_force},
    .result = {.scoring = SCORE_WIN,
        .one = "high stack",
        .many = "high stacks",
        .score = attangle_score,
        .ending = attangle_ending},
    .display = {.gesture = "a cell, or two stacks and the one that they capture", .view = grid_show},
    .own = {.play = attangle_play},
};
