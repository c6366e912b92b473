/* Attangle, by Dieter Stein: two stacks that see one of the opponent's capture it, and who
   has three high stacks wins. */
#include "games/attangle_rules.h"
#include "games/common.h"
#include "games/score_sum.h"

#include <stdio.h>

enum { PIECE_WHITE = 1, PIECE_BLACK = PIECE_SECOND_SIDE + 1, CELLS = 3 };

struct rules {
    struct board board;
    struct letters letters;
    uint16_t pieces[16];
    uint8_t closed[BOARD_CELLS]; /* 1 where no piece may be placed */
    unsigned pool;
    unsigned max_stack;
    unsigned triples;
    unsigned height;
};

struct position {
    struct state state;
    uint32_t pool[2];
    uint64_t stacks[];
};

/* The seat that controls STACK, 0: nobody. */
static unsigned leader_of(uint64_t stack)
{
    return stack == 0 ? 0 : stack_owner(stack);
}

/* Rulesets. */

static bool refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct rules *rules = any_rules;
    if (stack_height(stack) < rules->max_stack)
        return false;
    snprintf(why, WHY_ROOM, "of more than %u pieces", rules->max_stack - 1);
    return true;
}

static struct grid_limits limits_of(const struct rules *rules)
{
    return (struct grid_limits){&rules->board, &rules->letters, rules->pieces, rules, refuses, "max_stack"};
}

static const void *configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    static const struct piece_kinds white = {1, PIECE_WHITE, 1};
    static const struct piece_kinds black = {2, PIECE_BLACK, 1};
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    if (rules == NULL)
        return NULL;
    const struct grid_zone closed = {&rules->board, 1, "closed", rules->closed};
    rules->pool = ruleset_number(ruleset, "pool");
    rules->max_stack = ruleset_number(ruleset, "max_stack");
    rules->triples = ruleset_number(ruleset, "win.triples");
    rules->height = ruleset_number(ruleset, "win.height");
    rules->pieces[PIECE_WHITE] = rules->pieces[PIECE_BLACK] = (uint16_t)rules->pool;
    bool right = grid_two_players(ruleset, problems);
    bool board = grid_board(ruleset, &rules->board, problems);
    right &= grid_letters(ruleset, "pieces.white", white, &rules->letters, problems);
    right &= grid_letters(ruleset, "pieces.black", black, &rules->letters, problems);
    right &= board && grid_read_zone(ruleset, "closed", &closed, problems);
    if (rules->height >= rules->max_stack)
        right = problem_add(problems, RULESET_CONFLICT,
            ruleset_culprit(ruleset, ruleset_get(ruleset, "win.height")->place, "max_stack"),
            FACT(found, "stacks of %u to win, and a max_stack of %u") FACT(expected, "a height that a stack can have"),
            rules->height, rules->max_stack);
    return right ? rules : NULL;
}

/* Positions. */

static size_t position_size(const void *any_rules)
{
    const struct rules *rules = any_rules;
    return sizeof(struct position) + rules->board.cells * sizeof(uint64_t);
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

static bool is_triple(const struct rules *rules, uint64_t stack, unsigned seat)
{
    return leader_of(stack) == seat && stack_height(stack) >= rules->height;
}

static unsigned count_triples(const struct rules *rules, const struct position *position, unsigned seat)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        count += is_triple(rules, position->stacks[cell], seat);
    return count;
}

/* What the stacks alone cannot tell. */
static bool check_standing(const struct rules *rules, const struct position *position, struct fault *fault)
{
    const struct rule *bad = &common_rules[COMMON_BAD_POSITION];
    unsigned seat = position->state.seat;
    char name[CELL_TEXT];
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        uint64_t stack = position->stacks[cell];
        board_cell_text(&rules->board, cell, name);
        if (stack != 0 && rules->closed[cell] != 0)
            return fault_raise(fault, bad, 0, FACT(why, "%s is not empty, but no piece may be there"), name);
    }
    if (count_triples(rules, position, seat) >= rules->triples)
        return fault_raise(fault, bad, 0, FACT(why, "%s is to move, but had won already with %u stacks of %u or more"),
            grid_seat_name(seat), count_triples(rules, position, seat), rules->height);
    return true;
}

static bool read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct grid_limits limits = limits_of(rules);
    struct position *position = (struct position *)state;
    uint64_t stacks[BOARD_CELLS];
    struct grid_fields fields = {.pools = true};
    if (!grid_read_position(&rules->board, &rules->letters, text, stacks, &fields, fault) ||
        !grid_check_pieces(&limits, stacks, fault) || !grid_check_pools(&limits, stacks, fields.pool, fault))
        return false;
    start(rules, players, state);
    memcpy(position->stacks, stacks, rules->board.cells * sizeof *stacks);
    memcpy(position->pool, fields.pool, sizeof position->pool);
    state->seat = (uint8_t)fields.seat;
    state->number = fields.number;
    return check_standing(rules, position, fault);
}

static void write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_fields fields = {
        .seat = state->seat, .number = state->number, .pools = true, .pool = {position->pool[0], position->pool[1]}};
    grid_write_position(&rules->board, &rules->letters, position->stacks, &fields, text);
}

/* Turns: a cell is a piece placed there, three are the two stacks that capture and the one
   that is captured. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    return grid_resolve(&rules->board, written, turn, fault);
}

/* A turn's cells, and what is there. */
struct capture {
    unsigned cell[CELLS];
    uint64_t stack[CELLS];
    unsigned height[CELLS];
};

static struct capture capture_of(const struct position *position, const struct turn *turn)
{
    struct capture capture = {0};
    for (unsigned i = 0; i < turn->count && i < CELLS; i++) {
        capture.cell[i] = turn->steps[i].cell;
        capture.stack[i] = position->stacks[capture.cell[i]];
        capture.height[i] = stack_height(capture.stack[i]);
    }
    return capture;
}

static int judge_place(const struct rules *rules, const struct position *position, unsigned cell)
{
    if (rules->closed[cell] != 0)
        return CENTRE;
    if (position->stacks[cell] != 0)
        return OCCUPIED;
    return position->pool[position->state.seat - 1] == 0 ? POOL_EMPTY : LEGAL;
}

static unsigned line_of(const struct rules *rules, const struct capture *capture, unsigned i)
{
    return rules->board.line[capture->cell[i]][capture->cell[2]];
}

static unsigned block_of(
    const struct rules *rules, const struct position *position, const struct capture *capture, unsigned i)
{
    return grid_block(&rules->board, position->stacks, capture->cell[i], line_of(rules, capture, i));
}

/* PART becomes that of the turn which breaks the rule. */
static int judge_capture(
    const struct rules *rules, const struct position *position, const struct capture *capture, uint16_t *part)
{
    unsigned seat = position->state.seat;
    for (*part = 0; *part < 2; ++*part) {
        if (capture->stack[*part] == 0 || (*part == 1 && capture->cell[0] == capture->cell[1]))
            return SOURCE_EMPTY;
        if (leader_of(capture->stack[*part]) != seat)
            return NOT_YOURS;
    }
    if (leader_of(capture->stack[2]) != 3 - seat)
        return NOT_OPPONENT;
    for (*part = 0; *part < 2; ++*part) {
        if (line_of(rules, capture, *part) == 0)
            return NOT_IN_LINE;
        if (block_of(rules, position, capture, *part) != BOARD_NONE)
            return BLOCKED_LINE;
    }
    return capture->height[0] + capture->height[1] + capture->height[2] > rules->max_stack ? STACK_LIMIT : LEGAL;
}

static int judge_turn(
    const struct rules *rules, const struct position *position, const struct turn *turn, uint16_t *part)
{
    const struct capture capture = capture_of(position, turn);
    *part = 0;
    return turn->count == 1 ? judge_place(rules, position, capture.cell[0])
                            : judge_capture(rules, position, &capture, part);
}

/* The two that capture are written in the order of cells. */
static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    char name[CELLS][CELL_TEXT];
    (void)state;
    if (turn->count == 0)
        return;
    for (unsigned i = 0; i < turn->count && i < CELLS; i++)
        board_cell_text(&rules->board, turn->steps[i].cell, name[i]);
    bool swap = turn->count == CELLS && turn->steps[1].cell < turn->steps[0].cell;
    text_add_string(text, name[swap]);
    if (turn->count == CELLS)
        text_printf(text, ",%s-%s", name[!swap], name[2]);
}

static bool raise_turn(const struct rules *rules, const struct position *position, const struct turn *turn, int broken,
    uint16_t part, struct fault *fault)
{
    const struct capture capture = capture_of(position, turn);
    struct text *facts = fault_begin(fault, &rule_table[broken], part);
    char names[CELLS][CELL_TEXT] = {"", "", ""};
    char stacks[CELLS][STACK_TEXT] = {"", "", ""};
    char block[CELL_TEXT] = "";
    char on_block[STACK_TEXT] = "";
    unsigned target = turn->count - 1;
    if (facts == NULL)
        return false;
    for (unsigned i = 0; i <= target && i < CELLS; i++) {
        board_cell_text(&rules->board, capture.cell[i], names[i]);
        grid_stack_text(&rules->letters, capture.stack[i], stacks[i]);
    }
    if (broken == BLOCKED_LINE) {
        unsigned cell = block_of(rules, position, &capture, part);
        board_cell_text(&rules->board, cell, block);
        grid_stack_text(&rules->letters, position->stacks[cell], on_block);
    }
    unsigned source = part < 2 ? part : 0;
    text_add_string(facts, FACT(step, ""));
    write(rules, &position->state, turn, facts);
    text_printf(facts,
        FACT(source, "%s") FACT(stack, "%s") FACT(target, "%s") FACT(onto, "%s") FACT(block, "%s") FACT(on_block, "%s")
            FACT(count, "%u") FACT(limit, "%u") FACT(player, "%s") FACT(owner, "%s") FACT(why, ""),
        names[source], stacks[source], names[target], stacks[target][0] == '\0' ? "no piece" : stacks[target], block,
        on_block, capture.height[0] + capture.height[1] + capture.height[2], rules->max_stack,
        grid_seat_name(position->state.seat), grid_seat_name(3 - position->state.seat));
    if (broken == NOT_IN_LINE)
        grid_add_no_line(names[source], names[target], facts);
    else if (broken == SOURCE_EMPTY && capture.stack[part] != 0)
        text_add_string(facts, " once its stack has been taken: it is named twice");
    return false;
}

/* Makes what is there, legal or not; false when nothing is. */
static bool make(struct position *position, const struct turn *turn)
{
    const struct capture capture = capture_of(position, turn);
    unsigned seat = position->state.seat;
    if (turn->shape == TURN_PASS) {
        grid_end_turn(&position->state);
        return true;
    }
    if (turn->count == 1) {
        if (capture.stack[0] != 0)
            return false;
        position->stacks[capture.cell[0]] = seat == 1 ? PIECE_WHITE : PIECE_BLACK;
        position->pool[seat - 1] -= position->pool[seat - 1] > 0;
    } else if (turn->count != CELLS) {
        return false;
    } else {
        unsigned high = capture.height[1] > capture.height[0];
        unsigned low = 1 - high;
        if (capture.stack[high] == 0 || capture.cell[high] == capture.cell[2] ||
            capture.height[high] + capture.height[2] > STACK_PIECES)
            return false;
        position->stacks[capture.cell[2]] = stack_landed(capture.stack[2], capture.stack[high], capture.height[high]);
        position->stacks[capture.cell[high]] = 0;
        if (capture.height[low] == 1 && capture.cell[low] != capture.cell[high] &&
            capture.cell[low] != capture.cell[2]) {
            position->stacks[capture.cell[low]] = 0;
            position->pool[leader_of(capture.stack[low]) - 1]++;
        }
    }
    grid_end_turn(&position->state);
    return true;
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    uint16_t part;
    if (turn->shape == TURN_PASS)
        return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE, FACT(why, "%s"),
            "each turn places a piece or captures");
    int broken = judge_turn(rules, position, turn, &part);
    return broken == LEGAL ? make(position, turn) : raise_turn(rules, position, turn, broken, part, fault);
}

static bool force(const void *rules, struct state *state, const struct turn *turn)
{
    (void)rules;
    return make((struct position *)state, turn);
}

/* The first stack that is seen from TARGET in DIRECTION, or BOARD_NONE. */
static unsigned seen_from(
    const struct rules *rules, const struct position *position, unsigned target, unsigned direction)
{
    unsigned cell = rules->board.next[target][direction];
    while (cell != BOARD_NONE && position->stacks[cell] == 0)
        cell = rules->board.next[cell][direction];
    return cell;
}

/* The captures on TARGET, two by two of what is seen from there. */
static bool generate_captures(
    const struct rules *rules, const struct position *position, unsigned target, turn_visitor *visit, void *context)
{
    struct turn turn = {.shape = TURN_JOIN, .count = CELLS, .steps = {[2] = {1, (uint16_t)target, '-'}}};
    unsigned seen[BOARD_AROUND];
    uint16_t part;
    unsigned count = 0;
    for (unsigned i = 0; i < rules->board.directions; i++) {
        unsigned cell = seen_from(rules, position, target, i);
        if (cell != BOARD_NONE && leader_of(position->stacks[cell]) == position->state.seat)
            seen[count++] = cell;
    }
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            bool swap = seen[j] < seen[i];
            turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)seen[swap ? j : i]};
            turn.steps[1] = (struct step){.count = 1, .cell = (uint16_t)seen[swap ? i : j]};
            if (judge_turn(rules, position, &turn, &part) == LEGAL && !visit(context, &turn))
                return false;
        }
    return true;
}

static bool generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        if (leader_of(position->stacks[cell]) == 3u - state->seat &&
            !generate_captures(rules, position, cell, visit, context))
            return false;
        struct turn turn = {.shape = TURN_JOIN, .count = 1, .steps = {{1, (uint16_t)cell, 0}}};
        if (judge_place(rules, position, cell) == LEGAL && !visit(context, &turn))
            return false;
    }
    return true;
}

/* The end, and how it looks. */

static bool stop(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    unsigned mover = 3u - state->seat;
    unsigned has = count_triples(rules, position, mover);
    unsigned others = count_triples(rules, position, state->seat);
    *outcome = (struct outcome){0};
    if (has >= rules->triples)
        grid_win(outcome, mover, "triples");
    else if (!generate(rules, state, stop, NULL))
        return;
    else if (has == others)
        grid_draw(outcome, "blocked");
    else
        grid_win(outcome, has > others ? mover : state->seat, "blocked");
}

static struct grid_look look_at(const struct rules *rules, const struct position *position)
{
    return (struct grid_look){&rules->board, &rules->letters, position->stacks, NULL, GRID_MEET};
}

static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = look_at(rules, position);
    *sum = (struct score_sum){.one = "high stack",
        .many = "high stacks",
        .goal = rules->triples,
        .side = {grid_seat_name(1), grid_seat_name(2)}};
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned cell = 0; cell < rules->board.cells; cell++)
            if (is_triple(rules, position->stacks[cell], seat))
                grid_sum_cell(&look, cell, seat, arena, sum);
    return !arena->failed;
}

static bool view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    static const unsigned pieces[2] = {PIECE_WHITE, PIECE_BLACK};
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = look_at(rules, position);
    if (!grid_view(&look, last, arena, view) || !grid_view_pools(&look, position->pool, pieces, arena, view))
        return false;
    for (unsigned seat = 1; seat <= 2; seat++)
        view->lines[seat - 1] = arena_printf(arena, "has %u of %u stacks of %u or more",
            count_triples(rules, position, seat), rules->triples, rules->height)
                                    .at;
    return !arena->failed;
}

const struct game attangle = {
    .ruleset = {"attangle", "attangle", keys},
    .rules = rule_table,
    .shape = TURN_JOIN,
    .example = "'e3', a piece placed, or 'a1,c3-b2', two stacks that capture one",
    .scoring = SCORE_WIN,
    .configure = configure,
    .allows_players = grid_allows_players,
    .state_size_of = position_size,
    .seat_name = grid_player_name,
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
