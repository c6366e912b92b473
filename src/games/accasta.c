/* Accasta, by Dieter Stein: stacks of two colours on a hexagon, each trying to
   hold cells of the other's castle.  Accasta Pari, with unmarked pieces, is the
   game of the rule sheet; the original gives each kind of piece its own range. */
#include "games/accasta.h"
#include "games/accasta_rules.h"
#include "games/common.h"

#include <stdio.h>

static const char *const COLOURS[] = {"white", "black"};

/* Positions. */

static void set_up(const struct rules *rules, struct position *position, const uint64_t *stacks)
{
    size_t bytes = rules->board.cells * sizeof *stacks;
    *position = (struct position){.state = {.number = 1, .seat = 1, .players = 2}};
    memset(position->stacks, 0, bytes);
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        put(rules, position, cell, stacks[cell]);
}

static void start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    (void)players;
    set_up(rules, (struct position *)state, rules->setup);
}

static bool read_position(
    const void *any_rules, unsigned players, struct slice text, struct state *state, struct fault *fault)
{
    const struct rules *rules = any_rules;
    const struct grid_limits limits = accasta_limits(rules);
    uint64_t stacks[BOARD_CELLS];
    struct grid_fields fields = {0};
    (void)players;
    if (!grid_read_position(&rules->board, &rules->letters, text, stacks, &fields, fault) ||
        !grid_check_pieces(&limits, stacks, fault))
        return false;
    set_up(rules, (struct position *)state, stacks);
    state->seat = (uint8_t)fields.seat;
    state->number = fields.number;
    return true;
}

static void write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct grid_fields fields = {.seat = state->seat, .number = state->number};
    grid_write_position(&rules->board, &rules->letters, ((const struct position *)state)->stacks, &fields, text);
}

/* Turns. */

static bool resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    return grid_resolve(&rules->board, written, turn, fault);
}

enum { MARK_WRONG = -2 };

/* The rules of a step, in the order of the game's page: the first it breaks, or
   LEGAL. */
static inline int judge_step(const struct rules *rules, const struct position *position, const struct attempt *attempt)
{
    if (attempt->from == 0)
        return SOURCE_EMPTY;
    if (stack_owner(attempt->from) != attempt->seat)
        return NOT_YOURS;
    if (attempt->count - 1 >= stack_height(attempt->from))
        return TOO_MANY_PIECES;
    if (attempt->line == 0)
        return NOT_IN_LINE;
    if (line_distance(attempt->line) > reach_of(rules, attempt->from, attempt->seat))
        return RANGE;
    if (grid_block(&rules->board, position->stacks, attempt->source, attempt->line) != BOARD_NONE)
        return BLOCKED_LINE;
    if (over_limit(rules, attempt))
        return STACK_LIMIT;
    if (releases_in_castle(rules, attempt))
        return RELEASE_IN_CASTLE;
    if (attempt->mark != '-' && attempt->mark != mark_of(attempt->onto, attempt->seat))
        return MARK_WRONG;
    return LEGAL;
}

/* Why a step is illegal, in facts. */

struct step_names {
    char step[40];
    char source[CELL_TEXT];
    char target[CELL_TEXT];
    char from[STACK_TEXT];
    char onto[STACK_TEXT];
    char block[CELL_TEXT];
    char on_block[STACK_TEXT];
};

static void name_step(const struct rules *rules, const struct attempt *attempt, struct step_names *names)
{
    char count[12] = "";
    *names = (struct step_names){0};
    board_cell_text(&rules->board, attempt->source, names->source);
    board_cell_text(&rules->board, attempt->target, names->target);
    grid_stack_text(&rules->letters, attempt->from, names->from);
    grid_stack_text(&rules->letters, attempt->onto, names->onto);
    if (attempt->count != 1)
        snprintf(count, sizeof count, "%u", attempt->count);
    snprintf(names->step, sizeof names->step, "%s:%s%c%s", names->source, count, attempt->mark, names->target);
}

/* Pieces of SEAT's colour on the target after the step. */
static unsigned landed_count(const struct attempt *attempt, unsigned seat)
{
    unsigned height = stack_height(attempt->from);
    unsigned count = attempt->count < height ? attempt->count : height;
    if (count == 0)
        return stack_count(attempt->onto, seat);
    return stack_count(attempt->onto, seat) + stack_count(stack_lifted(attempt->from, count), seat);
}

/* What only some rules need to say. */
static void add_reason(const struct rules *rules, const struct attempt *attempt, const struct step_names *names,
    int rule, uint16_t part, struct text *facts)
{
    unsigned own = stack_count(attempt->from, attempt->seat);
    if (rule == SOURCE_EMPTY)
        text_add_string(facts, part > 1 ? "where nothing is left for a further step" : "which is empty");
    else if (rule == RANGE && rules->by_kind)
        text_printf(facts, "that of '%c', the piece on top", rules->letters.of[stack_top(attempt->from)]);
    else if (rule == RANGE)
        text_printf(
            facts, "%s %s piece%s in the stack", grid_number(own), COLOURS[attempt->seat - 1], own == 1 ? "" : "s");
    else if (rule == TOO_MANY_PIECES && attempt->count == 0)
        text_add_string(facts, "and a step lifts at least 1");
    else if (rule == TOO_MANY_PIECES)
        text_printf(facts, "but %s holds %u", names->source, stack_height(attempt->from));
    else if (rule == RELEASE_IN_CASTLE)
        text_printf(facts, "%s's piece '%c' on %s, a cell of %s's castle", grid_seat_name(3 - attempt->seat),
            rules->letters.of[stack_top(stack_left(attempt->from, attempt->count))], names->source,
            grid_seat_name(attempt->seat));
    else if (rule == NOT_IN_LINE)
        grid_add_no_line(names->source, names->target, facts);
}

static bool raise_step(const struct rules *rules, const struct position *position, const struct attempt *attempt,
    int rule, uint16_t part, struct fault *fault)
{
    struct step_names names;
    unsigned block =
        attempt->line == 0 ? BOARD_NONE : grid_block(&rules->board, position->stacks, attempt->source, attempt->line);
    unsigned crowded = landed_count(attempt, 1) > rules->limit ? 1 : 2;
    const struct rule *broken = rule == MARK_WRONG ? &common_rules[COMMON_MARK_WRONG] : &rule_table[rule];
    struct text *facts = fault_begin(fault, broken, part);
    if (facts == NULL)
        return false;
    name_step(rules, attempt, &names);
    if (rule == MARK_WRONG) {
        text_printf(facts,
            FACT(step, "%s") FACT(mark, "%c") FACT(why, "%s %s%s") FACT(note, "; its mark would be '%c'"), names.step,
            attempt->mark, names.target, attempt->onto == 0 ? "is empty" : "holds ", names.onto,
            mark_of(attempt->onto, attempt->seat));
        return false;
    }
    if (block != BOARD_NONE) {
        board_cell_text(&rules->board, block, names.block);
        grid_stack_text(&rules->letters, position->stacks[block], names.on_block);
    }
    text_printf(facts,
        FACT(step, "%s") FACT(source, "%s") FACT(stack, "%s") FACT(target, "%s") FACT(onto, "%s") FACT(lifted, "%u")
            FACT(distance, "%u") FACT(range, "%u") FACT(block, "%s") FACT(on_block, "%s") FACT(colour, "%s")
                FACT(count, "%u") FACT(limit, "%u") FACT(owner, "%s") FACT(why, ""),
        names.step, names.source, names.from, names.target, names.onto, attempt->count, line_distance(attempt->line),
        attempt->from == 0 ? 0 : reach_of(rules, attempt->from, attempt->seat), names.block, names.on_block,
        COLOURS[crowded - 1], landed_count(attempt, crowded), rules->limit, grid_seat_name(3 - attempt->seat));
    add_reason(rules, attempt, &names, rule, part, facts);
    return false;
}

static void note_mark(const struct rules *rules, const struct attempt *attempt, uint16_t part, struct fault *fault)
{
    struct step_names names;
    name_step(rules, attempt, &names);
    fault_raise(fault, &common_rules[COMMON_MARK_MISSING], part,
        FACT(step, "%s") FACT(what, "lands on %s") FACT(mark, "%c"), names.step, names.onto,
        mark_of(attempt->onto, attempt->seat));
}

static bool play(const void *any_rules, struct state *state, const struct turn *turn, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    struct attempt made[STACK_PIECES + 1];
    if (turn->shape == TURN_PASS)
        return fault_raise(fault, &common_rules[COMMON_CANNOT_PASS], FAULT_WHOLE, FACT(why, "each turn moves a piece"));
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt *attempt = &made[i - 1];
        *attempt = attempt_step(rules, position, turn, i);
        int broken = judge_step(rules, position, attempt);
        if (broken != LEGAL) {
            raise_step(rules, position, attempt, broken, (uint16_t)i, fault);
            while (--i > 0)
                unmake_step(rules, position, &made[i - 1]);
            return false;
        }
        if (attempt->mark == '-' && attempt->onto != 0 && fault != NULL)
            note_mark(rules, attempt, (uint16_t)i, fault);
        make_step(rules, position, attempt);
    }
    grid_end_turn(state);
    return true;
}

/* Moves what is there, legal or not, as far as the board can carry it; who passes moves nothing. */
static bool force(const void *any_rules, struct state *state, const struct turn *turn)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    bool moved = turn->shape == TURN_PASS;
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt attempt = attempt_step(rules, position, turn, i);
        unsigned height = stack_height(attempt.from);
        if (height == 0 || attempt.count == 0 || attempt.source == attempt.target)
            continue;
        if (attempt.count > height)
            attempt.count = height;
        if (landed_count(&attempt, 1) >= STACK_PIECES || landed_count(&attempt, 2) >= STACK_PIECES ||
            stack_height(attempt.onto) + attempt.count > STACK_PIECES)
            continue;
        make_step(rules, position, &attempt);
        moved = true;
    }
    if (moved)
        grid_end_turn(state);
    return moved;
}

/* Canonical text, the end of the game, and how it looks. */

static void write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    memcpy(position, state, position_size(rules));
    char name[CELL_TEXT];
    board_cell_text(&rules->board, turn->steps[0].cell, name);
    text_add_string(text, name);
    for (unsigned i = 1; i < turn->count; i++) {
        struct attempt attempt = attempt_step(rules, position, turn, i);
        text_add_char(text, i == 1 ? ':' : ',');
        if (attempt.count != 1)
            text_add_number(text, attempt.count);
        text_add_char(text, mark_of(attempt.onto, attempt.seat));
        board_cell_text(&rules->board, attempt.target, name);
        text_add_string(text, name);
        make_step(rules, position, &attempt);
    }
}

static bool stop_at_first(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

/* A stack whose cell has an empty neighbour can always go there as a whole. */
static bool has_room(const struct rules *rules, const struct position *position, unsigned cell)
{
    for (unsigned i = 0; i < SET_WORDS; i++)
        if ((rules->board.around[cell].words[i] & ~position->full.words[i]) != 0)
            return true;
    return false;
}

static bool has_step(const struct rules *rules, const struct state *state)
{
    const struct position *position = (const struct position *)state;
    for (unsigned i = 0; i < SET_WORDS; i++) {
        uint64_t seconds = position->seconds.words[i];
        uint64_t own = state->seat == 2 ? seconds : position->full.words[i] & ~seconds;
        for (; own != 0; own &= own - 1)
            if (has_room(rules, position, 64 * i + (unsigned)__builtin_ctzll(own)))
                return true;
    }
    return !accasta_generate(rules, state, stop_at_first, NULL);
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
    if (rules->check == CHECK_TURN_END && position->held[mover - 1] >= rules->controlling)
        grid_win(outcome, mover, "castle");
    else if (position->held[state->seat - 1] >= rules->controlling)
        grid_win(outcome, state->seat, "castle");
    else if (has_step(rules, state))
        return;
    else if (rules->blocked_loses)
        grid_win(outcome, mover, "blocked");
    else
        grid_draw(outcome, "blocked");
}

static struct grid_look look_at(const struct rules *rules, const struct position *position)
{
    return (struct grid_look){&rules->board, &rules->letters, position->stacks, rules->castle, GRID_FAN};
}

/* The cells of the other's castle that each side controls. */
static bool sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct grid_look look = look_at(rules, position);
    *sum = (struct score_sum){.one = "cell of the other castle",
        .many = "cells of the other castle",
        .goal = rules->controlling,
        .side = {grid_seat_name(1), grid_seat_name(2)}};
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned cell = 0; cell < rules->board.cells; cell++)
            if (rules->castle[cell] == 3 - seat && is_held(3 - seat, position->stacks[cell]))
                grid_sum_cell(&look, cell, seat, arena, sum);
    return !arena->failed;
}

static const char *held_text(
    const struct rules *rules, const struct position *position, unsigned seat, struct arena *arena)
{
    char text[80];
    snprintf(text, sizeof text, "holds %u of %s's castle, %u win", position->held[seat - 1], grid_seat_name(3 - seat),
        rules->controlling);
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
    view->zone = "castle";
    for (unsigned seat = 1; seat <= 2; seat++)
        view->lines[seat - 1] = held_text(rules, position, seat, arena);
    return true;
}

const struct game accasta = {
    .ruleset = {"accasta", "accasta-pari", keys},
    .rules = rule_table,
    .shape = TURN_LIFT,
    .example = "'b4:2-c5' or, of several steps, 'e3:+e5,xd4'",
    .configure = accasta_configure,
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
    .generate = accasta_generate,
    .count = accasta_count,
    .write = write,
    .view = view,
};
