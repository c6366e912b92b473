/* Staku, by Lucas Borboleta: tokens of two colours and neutral ones are stacked and
   unstacked on the way to one of the opponent's two palaces. */
#include "games/staku.h"
#include "games/common.h"
#include "games/score_sum.h"
#include "games/staku_rules.h"

#include <stdio.h>

/* Positions. */

static void set_up(const struct rules *rules, struct position *position, const uint64_t *stacks)
{
    *position = (struct position){.state = {.number = 1, .seat = 1, .players = 2}};
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        put(position, cell, stacks[cell]);
}

static void start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    (void)players;
    set_up(rules, (struct position *)state, rules->setup);
}

/* The first cell, FROM one on, of the other's palaces with a token of SEAT's on top, or
   BOARD_NONE. */
static unsigned next_palace(const struct rules *rules, const struct position *position, unsigned seat, unsigned from)
{
    const struct cell_set *palaces = &rules->palaces[2 - seat];
    for (unsigned i = from / 64; i < SET_WORDS; i++) {
        uint64_t taken = palaces->words[i] & position->led[seat].words[i];
        taken &= i == from / 64 ? UINT64_MAX << from % 64 : UINT64_MAX;
        if (taken != 0)
            return 64 * i + (unsigned)__builtin_ctzll(taken);
    }
    return BOARD_NONE;
}

static unsigned palace_taken(const struct rules *rules, const struct position *position, unsigned seat)
{
    return next_palace(rules, position, seat, 0);
}

/* What the stacks alone cannot tell: whether play could have gone on to this. */
static bool check_standing(const struct rules *rules, const struct position *position, struct fault *fault)
{
    unsigned seat = position->state.seat;
    unsigned taken = palace_taken(rules, position, seat);
    char name[CELL_TEXT];
    if (position->quiet > rules->draw_after)
        return fault_raise(fault, &common_rules[COMMON_BAD_POSITION], 0,
            FACT(why, "it counts %u plies without a capture, but %u draw the game"), position->quiet,
            rules->draw_after);
    if (taken == BOARD_NONE)
        return true;
    board_cell_text(&rules->board, taken, name);
    return fault_raise(fault, &common_rules[COMMON_BAD_POSITION], 0,
        FACT(why, "%s is to move, but had won already with the token on %s, a palace of %s's"), grid_seat_name(seat),
        name, grid_seat_name(3 - seat));
}

static bool read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct grid_limits limits = staku_limits(rules);
    struct position *position = (struct position *)state;
    uint64_t stacks[BOARD_CELLS];
    struct grid_fields fields = {.counts = "plies without a capture"};
    (void)players;
    if (!grid_read_position(&rules->board, &rules->letters, text, stacks, &fields, fault) ||
        !grid_check_pieces(&limits, stacks, fault))
        return false;
    set_up(rules, position, stacks);
    state->seat = (uint8_t)fields.seat;
    state->number = fields.number;
    position->quiet = fields.counter;
    return check_standing(rules, position, fault);
}

static void write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_fields fields = {
        .seat = state->seat, .counts = "", .counter = position->quiet, .number = state->number};
    grid_write_position(&rules->board, &rules->letters, position->stacks, &fields, text);
}

/* Turns. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    return grid_resolve(&rules->board, written, turn, fault);
}

enum { MARK_WRONG = -2 };

/* The rules of a move, in the order of the game's page: the first it breaks, or
   LEGAL.  FIRST is the move before it in the turn, or NULL. */
static int judge_move(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    const struct attempt *first)
{
    unsigned leader = stack_leader(attempt->from);
    unsigned height = stack_height(attempt->from);
    if (attempt->from == 0)
        return SOURCE_EMPTY;
    if (leader != attempt->seat)
        return leader == 0 ? NEUTRAL_TOP : NOT_YOURS;
    if (first != NULL && !opens_second(first))
        return SECOND_MOVE;
    if (attempt->count - 1 >= height)
        return TOO_MANY_PIECES;
    if (first != NULL && !opens_count(first, attempt->count, height))
        return SECOND_MOVE;
    if (attempt->line == 0)
        return NOT_IN_LINE;
    if (line_distance(attempt->line) > attempt->count)
        return RANGE;
    if (!rules->jumps && grid_block(&rules->board, position->stacks, attempt->source, attempt->line) != BOARD_NONE)
        return BLOCKED_LINE;
    if (overstacks(rules, attempt))
        return STACK_LIMIT;
    if (buries(attempt))
        return NEUTRAL_ABOVE;
    if (attempt->mark == 'x' && !captures(attempt))
        return MARK_WRONG;
    return LEGAL;
}

static struct attempt attempt_move(
    const struct rules *rules, const struct position *position, const struct turn *turn, unsigned i)
{
    return grid_attempt(
        &rules->board, position->stacks, position->state.seat, turn->steps[i - 1].cell, &turn->steps[i]);
}

/* Why a move is illegal, in facts. */

/* "+", or "+x" where it captures. */
static const char *sign_of(unsigned count, bool captures)
{
    static const char *const signs[LIFTS + 1][2] = {{"?", "?x"}, {"-", "-x"}, {"+", "+x"}, {"*", "*x"}};
    return signs[count <= LIFTS ? count : 0][captures];
}

enum { MOVE_TEXT = 2 * CELL_TEXT + 4 };

struct move_names {
    char move[MOVE_TEXT];
    char source[CELL_TEXT];
    char target[CELL_TEXT];
    char from[STACK_TEXT];
    char onto[STACK_TEXT];
    char lifted[STACK_TEXT];
    char block[CELL_TEXT];
    char on_block[STACK_TEXT];
};

static void name_move(const struct rules *rules, const struct attempt *attempt, struct move_names *names)
{
    unsigned height = stack_height(attempt->from);
    unsigned count = attempt->count < height ? attempt->count : height;
    *names = (struct move_names){0};
    board_cell_text(&rules->board, attempt->source, names->source);
    board_cell_text(&rules->board, attempt->target, names->target);
    grid_stack_text(&rules->letters, attempt->from, names->from);
    grid_stack_text(&rules->letters, attempt->onto, names->onto);
    if (count > 0)
        grid_stack_text(&rules->letters, stack_lifted(attempt->from, count), names->lifted);
    snprintf(names->move, sizeof names->move, "%s%s%s", names->source, sign_of(attempt->count, attempt->mark == 'x'),
        names->target);
}

static void name_block(
    const struct rules *rules, const struct position *position, const struct attempt *attempt, struct move_names *names)
{
    unsigned block =
        attempt->line == 0 ? BOARD_NONE : grid_block(&rules->board, position->stacks, attempt->source, attempt->line);
    if (block == BOARD_NONE)
        return;
    board_cell_text(&rules->board, block, names->block);
    grid_stack_text(&rules->letters, position->stacks[block], names->on_block);
}

/* Which second move the first one leaves open. */
static void add_second(
    const struct rules *rules, const struct attempt *attempt, const struct attempt *first, struct text *facts)
{
    struct move_names names;
    unsigned height = stack_height(attempt->from);
    name_move(rules, first, &names);
    if (!opens_second(first))
        text_printf(facts, "%s neither built a stack nor moved one", names.move);
    else if (has_built(first))
        text_printf(facts, "%s built a stack of %u, which may only move as a whole, and this lifts %u", names.move,
            height, attempt->count);
    else
        text_printf(facts, "%s moved a stack and built none, so that of its %u tokens at least 1 must stay", names.move,
            height);
}

static bool raise_move(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    const struct attempt *first, int rule, uint16_t part, struct fault *fault)
{
    struct move_names names;
    const struct rule *broken = rule == MARK_WRONG ? &common_rules[COMMON_MARK_WRONG] : &rule_table[rule];
    struct text *facts = fault_begin(fault, broken, part);
    if (facts == NULL)
        return false;
    name_move(rules, attempt, &names);
    name_block(rules, position, attempt, &names);
    if (rule == MARK_WRONG) {
        text_printf(facts,
            FACT(step, "%s") FACT(mark, "x") FACT(why, "%s %s%s") FACT(note, "; nothing is captured there"), names.move,
            names.target, attempt->onto == 0 ? "is empty" : "holds ", names.onto);
        return false;
    }
    text_printf(facts,
        FACT(step, "%s") FACT(source, "%s") FACT(stack, "%s") FACT(target, "%s") FACT(onto, "%s") FACT(lifted, "%u")
            FACT(height, "%u") FACT(distance, "%u") FACT(carried, "%s") FACT(block, "%s") FACT(on_block, "%s")
                FACT(count, "%u") FACT(limit, "%u") FACT(owner, "%s") FACT(why, ""),
        names.move, names.source, names.from, names.target, names.onto, attempt->count, stack_height(attempt->from),
        line_distance(attempt->line), names.lifted, names.block, names.on_block,
        stack_height(attempt->onto) + attempt->count, rules->max_stack, grid_seat_name(3 - attempt->seat));
    if (rule == SECOND_MOVE)
        add_second(rules, attempt, first, facts);
    else if (rule == NOT_IN_LINE)
        grid_add_no_line(names.source, names.target, facts);
    return false;
}

static void note_mark(const struct rules *rules, const struct attempt *attempt, uint16_t part, struct fault *fault)
{
    struct move_names names;
    name_move(rules, attempt, &names);
    fault_raise(fault, &common_rules[COMMON_MARK_MISSING], part,
        FACT(step, "%s") FACT(what, "captures %s") FACT(mark, "x"), names.move, names.onto);
}

static void end_turn(struct position *position, bool captured)
{
    position->quiet = captured ? 0 : position->quiet + (position->quiet < UINT32_MAX);
    grid_end_turn(&position->state);
}

static bool play_pass(const struct rules *rules, struct position *position, struct fault *fault)
{
    bool may_pass = rules->no_move == NO_MOVE_PASS;
    if (!may_pass || staku_has_move(rules, position))
        return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE, FACT(why, "%s"),
            may_pass ? "there is a legal move" : "each turn moves a token");
    end_turn(position, false);
    return true;
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    struct attempt made[MOVES];
    bool captured = false;
    if (turn->shape == TURN_PASS)
        return play_pass(rules, position, fault);
    if (turn->count < 2 || turn->count - 1 > MOVES)
        return fault_raise(fault, &rule_table[SECOND_MOVE], FAULT_WHOLE, FACT(step, "this") FACT(why, "%s"),
            "a turn is one move or two");
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt *attempt = &made[i - 1];
        const struct attempt *first = i > 1 ? &made[0] : NULL;
        *attempt = attempt_move(rules, position, turn, i);
        int broken = judge_move(rules, position, attempt, first);
        if (broken != LEGAL) {
            raise_move(rules, position, attempt, first, broken, (uint16_t)i, fault);
            if (first != NULL)
                unmake_move(position, first);
            return false;
        }
        if (attempt->mark == 0 && captures(attempt) && fault != NULL)
            note_mark(rules, attempt, (uint16_t)i, fault);
        captured |= captures(attempt);
        make_move(position, attempt);
    }
    end_turn(position, captured);
    return true;
}

/* Moves what is there, legal or not.  Whose it is decides what it captures. */
static bool force(const void *any_rules, struct state *state, const struct turn *turn)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    bool moved = turn->shape == TURN_PASS;
    bool captured = false;
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt attempt = attempt_move(rules, position, turn, i);
        unsigned height = stack_height(attempt.from);
        if (stack_leader(attempt.from) != 0)
            attempt.seat = stack_leader(attempt.from);
        if (attempt.count > height)
            attempt.count = height;
        if (attempt.count == 0 || attempt.source == attempt.target ||
            (!captures(&attempt) && stack_height(attempt.onto) + attempt.count > STACK_PIECES))
            continue;
        captured |= captures(&attempt);
        make_move(position, &attempt);
        moved = true;
    }
    if (moved)
        end_turn(position, captured);
    return moved;
}

/* Canonical text, the end of the game, and how it looks. */

static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    char name[CELL_TEXT];
    if (turn->shape == TURN_PASS) {
        text_add_string(text, "pass");
        return;
    }
    memcpy(position, state, position_size(rules));
    board_cell_text(&rules->board, turn->steps[0].cell, name);
    text_add_string(text, name);
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt attempt = attempt_move(rules, position, turn, i);
        text_add_string(text, sign_of(attempt.count, captures(&attempt)));
        board_cell_text(&rules->board, attempt.target, name);
        text_add_string(text, name);
        make_move(position, &attempt);
    }
}

static void match(const void *any_rules, struct match_rule *rule)
{
    rule->best_of = ((const struct rules *)any_rules)->best_of;
}

static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    unsigned mover = 3u - state->seat;
    *outcome = (struct outcome){0};
    if (palace_taken(rules, position, mover) != BOARD_NONE)
        grid_win(outcome, mover, "palace");
    else if (position->quiet >= rules->draw_after)
        grid_draw(outcome, "draw-count");
    else if (rules->no_move == NO_MOVE_PASS || staku_has_move(rules, position))
        return;
    else if (rules->no_move == NO_MOVE_LOSES)
        grid_win(outcome, mover, "blocked");
    else
        grid_draw(outcome, "blocked");
}

static unsigned token_of(unsigned seat)
{
    return seat == 1 ? TOKEN_WHITE : TOKEN_BLACK;
}

static unsigned count_tokens(const struct rules *rules, const struct position *position, unsigned seat)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        for (unsigned i = 0; i < stack_height(position->stacks[cell]); i++)
            count += stack_piece(position->stacks[cell], i) == token_of(seat);
    return count;
}

static const char *tokens_text(
    const struct rules *rules, const struct position *position, unsigned seat, struct arena *arena)
{
    char text[80];
    snprintf(
        text, sizeof text, "has %u of %u tokens", count_tokens(rules, position, seat), rules->pieces[token_of(seat)]);
    return arena_copy(arena, slice_of(text)).at;
}

static struct grid_look look_at(const struct rules *rules, const struct position *position)
{
    return (struct grid_look){&rules->board, &rules->letters, position->stacks, rules->palace, GRID_PATH};
}

/* The palaces that each side has reached; tokens left are looked at, and do not count. */
static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = look_at(rules, position);
    char left[40];
    *sum = (struct score_sum){.one = "palace of the other side",
        .many = "palaces of the other side",
        .goal = 1,
        .side = {grid_seat_name(1), grid_seat_name(2)}};
    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned cell = next_palace(rules, position, seat, 0);
        for (; cell != BOARD_NONE; cell = next_palace(rules, position, seat, cell + 1))
            grid_sum_cell(&look, cell, seat, arena, sum);
        snprintf(left, sizeof left, "of %u are left", rules->pieces[token_of(seat)]);
        sum_add(sum, arena,
            (struct term){.seat = (uint8_t)seat,
                .name = "tokens",
                .count = (int32_t)count_tokens(rules, position, seat),
                .why = arena_copy(arena, slice_of(left)).at});
    }
    return !arena->failed;
}

static const char *quiet_text(const struct rules *rules, const struct position *position, struct arena *arena)
{
    char text[80];
    snprintf(text, sizeof text, "%u of %u plies without a capture", position->quiet, rules->draw_after);
    return arena_copy(arena, slice_of(text)).at;
}

static bool view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = look_at(rules, position);
    if (!grid_view(&look, last, arena, view))
        return false;
    view->zone = "palace";
    for (unsigned seat = 1; seat <= 2; seat++)
        view->lines[seat - 1] = tokens_text(rules, position, seat, arena);
    view->notes[0] = quiet_text(rules, position, arena);
    return true;
}

const struct game staku = {
    .ruleset = {"staku", "staku", keys},
    .rules = rule_table,
    .shape = TURN_MOVES,
    .example = "'b3-b4' or, of two moves, 'b3-b4+xd5'; '-' lifts one, '+' two, '*' three",
    .scoring = SCORE_WIN,
    .configure = staku_configure,
    .allows_players = grid_allows_players,
    .state_size_of = position_size,
    .seat_name = grid_player_name,
    .match = match,
    .start = start,
    .read_position = read_position,
    .write_position = write_position,
    .resolve = resolve,
    .play = play,
    .force = force,
    .judge_end = judge_end,
    .sum = sum,
    .generate = staku_generate,
    .count = staku_count,
    .write = write,
    .view = view,
};
