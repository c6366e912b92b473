/* Abande, by Dieter Stein: pieces are placed and stacked in one group, and the stacks
   that touch the opponent's count. */
#include "games/abande_rules.h"
#include "games/common.h"
#include "games/score_sum.h"

#include <stdio.h>

enum { PIECE_WHITE = 1, PIECE_BLACK = PIECE_SECOND_SIDE + 1, PASSES = 2 };

struct rules {
    struct board board;
    struct letters letters;
    uint16_t pieces[16];
    unsigned pool;
    unsigned max_stack;
    unsigned moves_after;
    bool black_first;
};

struct position {
    struct state state;
    uint32_t pool[2]; /* by seat */
    uint32_t passes;  /* in a row */
    struct cell_set led[2];
    uint64_t stacks[];
};

/* White is 1 and Black 2; the same function leads back. */
static unsigned side_of(const struct rules *rules, unsigned seat)
{
    return rules->black_first ? 3 - seat : seat;
}

static const char *seat_name(const void *rules, unsigned seat)
{
    return grid_seat_name(side_of(rules, seat));
}

static unsigned piece_of(const struct rules *rules, unsigned seat)
{
    return side_of(rules, seat) == 1 ? PIECE_WHITE : PIECE_BLACK;
}

/* The seat that controls STACK, 0: nobody. */
static unsigned leader_of(const struct rules *rules, uint64_t stack)
{
    return stack == 0 ? 0 : side_of(rules, stack_owner(stack));
}

/* Rulesets. */

static bool refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct rules *rules = any_rules;
    if (stack_height(stack) <= rules->max_stack)
        return false;
    snprintf(why, WHY_ROOM, "of more than %u pieces", rules->max_stack);
    return true;
}

static struct grid_limits limits_of(const struct rules *rules)
{
    return (struct grid_limits){&rules->board, &rules->letters, rules->pieces, rules, refuses, "max_stack"};
}

static const void *configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    if (rules == NULL)
        return NULL;
    rules->black_first = ruleset_word(ruleset, "first") == 0;
    rules->pool = ruleset_number(ruleset, "pool");
    rules->max_stack = ruleset_number(ruleset, "max_stack");
    rules->moves_after = ruleset_number(ruleset, "moves_after");
    rules->pieces[PIECE_WHITE] = rules->pieces[PIECE_BLACK] = (uint16_t)rules->pool;
    const struct piece_kinds white = {side_of(rules, 1), PIECE_WHITE, 1};
    const struct piece_kinds black = {side_of(rules, 2), PIECE_BLACK, 1};
    bool right = grid_two_players(ruleset, problems);
    right &= grid_board(ruleset, &rules->board, problems);
    right &= grid_letters(ruleset, "pieces.white", white, &rules->letters, problems);
    right &= grid_letters(ruleset, "pieces.black", black, &rules->letters, problems);
    if (rules->moves_after > rules->pool)
        right = problem_add(problems, RULESET_CONFLICT,
            ruleset_culprit(ruleset, ruleset_get(ruleset, "moves_after")->place, "pool"),
            FACT(found, "moves after %u pieces of a pool of %u") FACT(expected, "no more than there are"),
            rules->moves_after, rules->pool);
    return right ? rules : NULL;
}

/* Positions. */

static size_t position_size(const void *any_rules)
{
    const struct rules *rules = any_rules;
    return sizeof(struct position) + rules->board.cells * sizeof(uint64_t);
}

static void put(const struct rules *rules, struct position *position, unsigned cell, uint64_t stack)
{
    unsigned leader = leader_of(rules, stack);
    cell_set_put(&position->led[0], cell, leader == 1);
    cell_set_put(&position->led[1], cell, leader == 2);
    position->stacks[cell] = stack;
}

static void start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    (void)players;
    memset(position, 0, position_size(rules));
    position->state = (struct state){.number = 1, .seat = 1, .players = 2};
    position->pool[0] = position->pool[1] = rules->pool;
}

/* The first cell of TAKEN that is not joined to FROM by cells of it, or BOARD_NONE. */
static unsigned find_apart(const struct board *board, const struct cell_set *taken, unsigned from)
{
    uint8_t reached[BOARD_CELLS];
    struct cell_set left = *taken;
    unsigned count = 0;
    cell_set_put(&left, from, false);
    reached[count++] = (uint8_t)from;
    while (count > 0) {
        const struct cell_set *around = &board->around[reached[--count]];
        for (unsigned i = 0; i < SET_WORDS; i++)
            for (uint64_t next = around->words[i] & left.words[i]; next != 0; next &= next - 1) {
                reached[count++] = (uint8_t)(64 * i + (unsigned)__builtin_ctzll(next));
                left.words[i] &= ~(next & (0 - next));
            }
    }
    for (unsigned i = 0; i < SET_WORDS; i++)
        if (left.words[i] != 0)
            return 64 * i + (unsigned)__builtin_ctzll(left.words[i]);
    return BOARD_NONE;
}

static struct cell_set taken_cells(const struct position *position)
{
    struct cell_set taken;
    for (unsigned i = 0; i < SET_WORDS; i++)
        taken.words[i] = position->led[0].words[i] | position->led[1].words[i];
    return taken;
}

static bool touches(const struct board *board, unsigned cell, const struct cell_set *set)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        common |= board->around[cell].words[i] & set->words[i];
    return common != 0;
}

/* What the stacks alone cannot tell. */
static bool check_standing(const struct rules *rules, const struct position *position, struct fault *fault)
{
    const struct rule *bad = &common_rules[COMMON_BAD_POSITION];
    struct cell_set taken = taken_cells(position);
    char name[CELL_TEXT];
    unsigned first = 0;
    while (first < rules->board.cells && position->stacks[first] == 0)
        first++;
    unsigned apart = first == rules->board.cells ? BOARD_NONE : find_apart(&rules->board, &taken, first);
    if (apart != BOARD_NONE) {
        board_cell_text(&rules->board, apart, name);
        return fault_raise(
            fault, bad, 0, FACT(why, "the pieces are not one group: %s is not connected to the others"), name);
    }
    if (position->passes > PASSES)
        return fault_raise(
            fault, bad, 0, FACT(why, "it counts %u passes, but %d end the game"), position->passes, PASSES);
    for (unsigned i = 0, seat = position->state.seat; i < position->passes; i++) {
        seat = 3 - seat;
        if (position->pool[seat - 1] > 0)
            return fault_raise(fault, bad, 0, FACT(why, "%s passed with %u in the pool"), seat_name(rules, seat),
                position->pool[seat - 1]);
    }
    return true;
}

static bool read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct grid_limits limits = limits_of(rules);
    struct position *position = (struct position *)state;
    uint64_t stacks[BOARD_CELLS];
    struct grid_fields fields = {.pools = true, .counts = "passes in a row"};
    if (!grid_read_position(&rules->board, &rules->letters, text, stacks, &fields, fault) ||
        !grid_check_pieces(&limits, stacks, fault) || !grid_check_pools(&limits, stacks, fields.pool, fault))
        return false;
    start(rules, players, state);
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        put(rules, position, cell, stacks[cell]);
    state->seat = (uint8_t)side_of(rules, fields.seat);
    state->number = fields.number;
    position->passes = fields.counter;
    memcpy(position->pool, fields.pool, sizeof position->pool);
    return check_standing(rules, position, fault);
}

static void write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_fields fields = {.seat = side_of(rules, state->seat),
        .counts = "",
        .counter = position->passes,
        .number = state->number,
        .pools = true,
        .pool = {position->pool[0], position->pool[1]}};
    grid_write_position(&rules->board, &rules->letters, position->stacks, &fields, text);
}

/* Turns: a cell is a piece placed there, two are a move. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    return grid_resolve(&rules->board, written, turn, fault);
}

static int judge_place(const struct rules *rules, const struct position *position, unsigned cell)
{
    struct cell_set taken = taken_cells(position);
    bool first = (taken.words[0] | taken.words[1]) == 0;
    if (position->stacks[cell] != 0)
        return OCCUPIED;
    if (position->pool[position->state.seat - 1] == 0)
        return POOL_EMPTY;
    return first || touches(&rules->board, cell, &taken) ? LEGAL : NOT_CONNECTED;
}

/* A cell that the move would cut off from its target, or BOARD_NONE. */
static unsigned cut_off(const struct rules *rules, const struct position *position, unsigned source, unsigned target)
{
    struct cell_set taken = taken_cells(position);
    cell_set_put(&taken, source, false);
    return find_apart(&rules->board, &taken, target);
}

static bool is_next(const struct board *board, unsigned a, unsigned b)
{
    return (board->around[a].words[b / 64] >> b % 64 & 1) != 0;
}

static int judge_move(const struct rules *rules, const struct position *position, unsigned source, unsigned target)
{
    unsigned seat = position->state.seat;
    uint64_t from = position->stacks[source];
    uint64_t onto = position->stacks[target];
    if (from == 0)
        return SOURCE_EMPTY;
    if (leader_of(rules, from) != seat)
        return NOT_YOURS;
    if (rules->pool - position->pool[0] < rules->moves_after)
        return TOO_EARLY;
    if (!is_next(&rules->board, source, target))
        return NOT_ADJACENT;
    if (leader_of(rules, onto) != 3 - seat)
        return NOT_OPPONENT;
    if (stack_height(from) + stack_height(onto) > rules->max_stack)
        return STACK_LIMIT;
    return cut_off(rules, position, source, target) == BOARD_NONE ? LEGAL : DISCONNECTS;
}

/* The first rule that TURN, no pass, breaks, or LEGAL. */
static int judge_turn(const struct rules *rules, const struct position *position, const struct turn *turn)
{
    return turn->count == 1 ? judge_place(rules, position, turn->steps[0].cell)
                            : judge_move(rules, position, turn->steps[0].cell, turn->steps[1].cell);
}

static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    char name[CELL_TEXT];
    (void)state;
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    for (unsigned i = 0; i < turn->count; i++) {
        board_cell_text(&rules->board, turn->steps[i].cell, name);
        text_printf(text, "%s%s", i > 0 ? "-" : "", name);
    }
}

static bool raise_turn(const struct rules *rules, const struct position *position, const struct turn *turn, int broken,
    struct fault *fault)
{
    unsigned source = turn->steps[0].cell;
    unsigned target = turn->steps[turn->count - 1].cell;
    bool second = broken >= NOT_ADJACENT && broken <= STACK_LIMIT;
    struct text *facts = fault_begin(fault, &rule_table[broken], second ? 1 : 0);
    char names[3][CELL_TEXT] = {"", "", ""};
    char stacks[2][STACK_TEXT];
    if (facts == NULL)
        return false;
    board_cell_text(&rules->board, source, names[0]);
    board_cell_text(&rules->board, target, names[1]);
    if (broken == DISCONNECTS)
        board_cell_text(&rules->board, cut_off(rules, position, source, target), names[2]);
    grid_stack_text(&rules->letters, position->stacks[source], stacks[0]);
    grid_stack_text(&rules->letters, position->stacks[target], stacks[1]);
    text_add_string(facts, FACT(step, ""));
    write(rules, &position->state, turn, facts);
    text_printf(facts,
        FACT(source, "%s") FACT(stack, "%s") FACT(target, "%s") FACT(onto, "%s") FACT(count, "%u") FACT(limit, "%u")
            FACT(player, "%s") FACT(owner, "%s") FACT(first, "%s") FACT(after, "%u") FACT(cell, "%s"),
        names[0], stacks[0], names[1], stacks[1][0] == '\0' ? "no piece" : stacks[1],
        stack_height(position->stacks[source]) + stack_height(position->stacks[target]), rules->max_stack,
        seat_name(rules, position->state.seat), seat_name(rules, 3 - position->state.seat), seat_name(rules, 1),
        rules->moves_after, names[2]);
    return false;
}

/* Makes what is there, legal or not; false when nothing is. */
static bool make(const struct rules *rules, struct position *position, const struct turn *turn)
{
    unsigned seat = position->state.seat;
    unsigned source = turn->steps[0].cell;
    unsigned target = turn->steps[turn->count == 2].cell;
    uint64_t from = turn->shape == TURN_PASS ? 0 : position->stacks[source];
    uint64_t onto = turn->shape == TURN_PASS ? 0 : position->stacks[target];
    if (turn->shape == TURN_PASS) {
        position->passes += position->passes < UINT32_MAX;
    } else if (turn->count == 1) {
        if (from != 0)
            return false;
        put(rules, position, source, piece_of(rules, seat));
        position->pool[seat - 1] -= position->pool[seat - 1] > 0;
        position->passes = 0;
    } else {
        if (from == 0 || source == target || stack_height(from) + stack_height(onto) > STACK_PIECES)
            return false;
        put(rules, position, target, stack_landed(onto, from, stack_height(from)));
        put(rules, position, source, 0);
        position->passes = 0;
    }
    grid_end_turn(&position->state);
    return true;
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    if (turn->shape == TURN_PASS) {
        uint32_t pool = position->pool[state->seat - 1];
        if (pool > 0)
            return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE,
                FACT(why, "%s has %u piece%s in the pool"), seat_name(rules, state->seat), pool, pool == 1 ? "" : "s");
        return make(rules, position, turn);
    }
    int broken = judge_turn(rules, position, turn);
    return broken == LEGAL ? make(rules, position, turn) : raise_turn(rules, position, turn, broken, fault);
}

static bool force(const void *rules, struct state *state, const struct turn *turn)
{
    return make(rules, (struct position *)state, turn);
}

static bool generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    struct turn turn = {.shape = TURN_PLACE};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        turn.count = 1;
        turn.steps[0] = turn.steps[1] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (judge_turn(rules, position, &turn) == LEGAL && !visit(context, &turn))
            return false;
        turn.count = 2;
        turn.steps[1].mark = '-';
        for (unsigned i = 0; position->stacks[cell] != 0 && i < rules->board.directions; i++) {
            unsigned target = rules->board.next[cell][i];
            turn.steps[1].cell = (uint16_t)target;
            if (target != BOARD_NONE && judge_turn(rules, position, &turn) == LEGAL && !visit(context, &turn))
                return false;
        }
    }
    turn = (struct turn){.shape = TURN_PASS};
    return position->pool[state->seat - 1] > 0 || visit(context, &turn);
}

/* Points, and how it looks. */

static int32_t points_of(const struct rules *rules, const struct position *position, unsigned seat)
{
    int32_t points = 0;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (leader_of(rules, position->stacks[cell]) == seat && touches(&rules->board, cell, &position->led[2 - seat]))
            points += (int32_t)stack_height(position->stacks[cell]);
    return points;
}

static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    int32_t first = points_of(rules, position, 1);
    int32_t second = points_of(rules, position, 2);
    *outcome = (struct outcome){.over = position->passes >= PASSES, .halves = {2 * first, 2 * second}};
    if (outcome->over) {
        outcome->reason = "passed";
        outcome->winners = (uint32_t)(first >= second) | (uint32_t)(second >= first) << 1;
    }
}

static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    char name[CELL_TEXT];
    char stack[STACK_TEXT];
    *sum = (struct score_sum){.one = "point", .many = "points", .side = {seat_name(rules, 1), seat_name(rules, 2)}};
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned cell = 0; cell < rules->board.cells; cell++) {
            if (leader_of(rules, position->stacks[cell]) != seat)
                continue;
            bool counts = touches(&rules->board, cell, &position->led[2 - seat]);
            board_cell_text(&rules->board, cell, name);
            grid_stack_text(&rules->letters, position->stacks[cell], stack);
            sum_add(sum, arena,
                (struct term){.seat = (uint8_t)seat,
                    .times = counts,
                    .count = (int32_t)stack_height(position->stacks[cell]),
                    .name = name,
                    .holds = arena_copy(arena, slice_of(stack)).at,
                    .why = counts ? NULL : "touches none of the opponent's stacks"});
        }
    return !arena->failed;
}

static bool view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = {&rules->board, &rules->letters, position->stacks, NULL, GRID_PATH};
    const unsigned pieces[2] = {piece_of(rules, 1), piece_of(rules, 2)};
    if (!grid_view(&look, last, arena, view) || !grid_view_pools(&look, position->pool, pieces, arena, view))
        return false;
    for (unsigned seat = 1; seat <= 2; seat++) {
        int points = points_of(rules, position, seat);
        view->seat_names[seat - 1] = seat_name(rules, seat);
        view->lines[seat - 1] = arena_printf(arena, "has %d point%s", points, points == 1 ? "" : "s").at;
    }
    if (position->passes > 0)
        view->notes[0] =
            arena_printf(arena, "%u pass%s in a row", position->passes, position->passes == 1 ? "" : "es").at;
    return !arena->failed;
}

const struct game abande = {
    .ruleset = {"abande", "abande", keys},
    .rules = rule_table,
    .shape = TURN_PLACE,
    .example = "'d4', a piece placed, or 'd4-d5', a stack moved",
    .scoring = SCORE_HIGHEST_WINS,
    .adjudicates = true,
    .configure = configure,
    .allows_players = grid_allows_players,
    .state_size = position_size,
    .seat_name = seat_name,
    .start = start,
    .read_position = read_position,
    .write_position = write_position,
    .resolve = resolve,
    .play = play,
    .force = force,
    .judge_end = judge_end,
    .sum = sum,
    .generate = generate,
    .write = write,
    .view = view,
};
