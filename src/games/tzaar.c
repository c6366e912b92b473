/* SPDX-License-Identifier: MIT */
/* TZAAR, by Kris Burm: stacks capture the first stack in line unless it is higher, and a side without a Tzaar, a
   Tzarra or a Tott on top of a stack has lost. */
#include "games/kit/grid.h"

#include <stdio.h>

/* Actions, each from a cell onto another; a second one left out may be written as 'pass'. */
TURN_FORM(TZAAR, "cell goal (',' B (cell goal | 'pass'))*; goal = mark[-+x] cell",
    "a turn is one action or two, separated by a comma: 'e9xe8,f4+f5'");

/* In the order in which an action is judged. */
enum tzaar_rule {
    ONE_ACTION,
    TWO_ACTIONS,
    SOURCE_EMPTY,
    NOT_YOURS,
    NOT_IN_LINE,
    BLOCKED_LINE,
    CENTRE,
    TARGET_EMPTY,
    CAPTURE_FIRST,
    TOO_STRONG,
};

#define TAGS "[Ruleset \"tzaar\"]\n\n"

static const struct rule rule_table[] = {
    [ONE_ACTION] = {"tzaar/one-action", SEVERITY_ERROR,
        "{step} is a second action, but {player}'s first turn is one capture",
        "White's first turn is one action. It is made while the board is full; from then on a turn may have two.",
        TAGS "1. b2xc2,a1+a2 *\n", .kept = TAGS "1. b2xc2 *\n"},
    [TWO_ACTIONS] = {"tzaar/two-actions", SEVERITY_ERROR, "{step} is a third action; a turn has at most two",
        "A turn has at most two actions. The first is a capture; the second captures or stacks, and may be left out.",
        TAGS "1. b2xc2 d8xe8,d2+d3,i2+i3 *\n", .kept = TAGS "1. b2xc2 d8xe8,d2+d3 *\n"},
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("tzaar/source-empty", TAGS "1. b2xc2 b2xc2 *\n", TAGS "1. b2xc2 b1xc2 *\n"),
    [NOT_YOURS] = {"tzaar/not-yours", SEVERITY_ERROR, "{step} moves a stack of {owner}'s: {source} holds {stack}",
        "A player moves only stacks of their own. All pieces of a stack have one colour.", TAGS "1. b1xa1 *\n",
        .kept = TAGS "1. a1xb1 *\n"},
    [NOT_IN_LINE] = {"tzaar/not-in-line", SEVERITY_ERROR, "{step} does not move in a straight line: {why}",
        "A stack moves in a straight line. Lines run through the sides of the cells.", TAGS "1. a1xc2 *\n",
        .kept = TAGS "1. a1xb1 *\n"},
    [BLOCKED_LINE] = {"tzaar/blocked-line", SEVERITY_ERROR,
        "{step} passes over {block}, which holds {on_block}; a stack moves to the first stack on its line",
        "A stack moves to the first stack on its line. All cells between them are empty.", TAGS "1. a1xc1 *\n",
        .kept = TAGS "1. a1xb1 *\n"},
    [CENTRE] = {"tzaar/centre", SEVERITY_ERROR, "{step} crosses {closed}, a closed cell; no stack may cross it",
        "No line crosses a closed cell. By default the centre, e5, is closed; 'closed' lists other cells. No piece is "
        "ever on a closed cell.",
        TAGS "1. e6xe4 *\n", .kept = TAGS "1. e6xd5 *\n", .parameter = "closed"},
    [TARGET_EMPTY] = {"tzaar/target-empty", SEVERITY_ERROR, "{step} moves onto {target}, which is empty",
        "A stack moves onto another stack. It captures an opponent's, or is put on one of the player's own.",
        TAGS "1. e6xe5 *\n", .kept = TAGS "1. e6xd5 *\n"},
    [CAPTURE_FIRST] = {"tzaar/capture-first", SEVERITY_ERROR,
        "{step} stacks on {target}, which holds {onto}; the first action of a turn is a capture",
        "The first action of a turn is a capture. Only the second may put a stack on one of the player's own.",
        TAGS "1. a1+a2 *\n", .kept = TAGS "1. a1xb1 *\n"},
    [TOO_STRONG] = {"tzaar/too-strong", SEVERITY_ERROR,
        "{step} captures a higher stack: {target} holds {onto}, but {source} holds {stack}",
        "No stack captures a higher one. Which kinds of pieces they are made of makes no difference.",
        TAGS "1. b2xc2 d8xe8,d2+d3 2. d4xd3 *\n", .kept = TAGS "1. b2xc2 d8xe8,d2+d3 2. d4xd5 *\n"},
    {0},
};

enum { KINDS = 3, ACTIONS = 2 };

struct tzaar_rules {
    struct grid_rules grid; /* its zone is of closed cells */
    uint32_t taken;         /* cells, at the start */
};

/* Parameters. */

static const struct grid_zone_of closed = {1, "closed"};

static const struct key keys[] = {
    GRID_HEX_KEYS,
    {"closed", KEY_LIST, 0, 0, NULL, "the cells where no piece may be, and which no line crosses",
        .read = grid_key_zone, .with = &closed},
    GRID_LETTER_KEYS("the letters", "pieces, one for each kind", KINDS),
    GRID_SETUP_KEYS,
    {0},
};

static bool tzaar_refuses(const void *rules, const struct tower *tower, char why[WHY_ROOM])
{
    snprintf(why, WHY_ROOM, "of two colours");
    return grid_changes(rules, tower) > 0;
}

/* That the set-up lies on the board, a stack can hold all pieces of a side, and each side has all its kinds on top. */
static bool tzaar_check(void *any_rules, const struct key_reading *reading)
{
    struct tzaar_rules *rules = any_rules;
    const struct grid_rules *grid = &rules->grid;
    unsigned tops = 0;
    unsigned pieces[3] = {0};
    for (unsigned cell = 0; cell < grid->board.cells; cell++) {
        tops |= 1u << stack_top(grid->setup[cell]);
        rules->taken += grid->setup[cell] != 0;
        if (grid->setup[cell] != 0 && grid->zone[cell] != 0)
            return refuse_key(reading, "closed", "setup.white setup.black",
                FACT(found, "a stack on %s, which is closed") FACT(expected, "a set-up without stacks there"),
                grid->board.name[cell]);
    }
    for (unsigned piece = 1; piece < 16; piece++) {
        const unsigned seat = grid->letters.seat[piece];
        pieces[seat] += grid->pieces[piece];
        const char *key = seat == 1 ? "setup.white" : "setup.black";
        if (seat != 0 && (tops >> piece & 1) == 0)
            return refuse_key(reading, key, "pieces.white pieces.black",
                FACT(found, "no stack with '%c' on top") FACT(expected, "all kinds, since a side without one has lost"),
                grid->letters.of[piece]);
        if (!grid_check_tower(reading, key, key, pieces[seat]))
            return false;
    }
    grid_check_sides(reading, NULL, NULL);
    return true;
}

/* Positions. */

static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, TURN_NUMBER_FIELD, {0}};

/* Whether one of SEAT's kinds is not on top of any stack. */
static bool lacks_kind(const void *any_rules, const struct state *state, unsigned seat)
{
    const struct letters *letters = &((const struct grid_rules *)any_rules)->letters;
    const struct cell_set *led = grid_led(state, seat);
    unsigned lacking = 0;
    for (unsigned piece = 1; piece < 16; piece++)
        lacking |= (unsigned)(letters->seat[piece] == seat) << piece;
    for (unsigned cell = cell_set_first(led); lacking != 0 && cell != BOARD_NONE; cell = cell_set_next(led, cell))
        lacking &= ~(1u << tower_top(grid_tower(state, cell)));
    return lacking != 0;
}

/* The seat that has lost for want of a kind, 0: neither.  It follows from the stacks, and is kept beside them. */
static unsigned loser_of(const struct state *state)
{
    return ((const struct grid_position *)state)->counter;
}

static void find_loser(const void *rules, struct state *state)
{
    const unsigned seat = state->seat;
    ((struct grid_position *)state)->counter = lacks_kind(rules, state, seat) ? seat
        : lacks_kind(rules, state, 3 - seat)                                  ? 3 - seat
                                                                              : 0;
}

/* In each turn one stack or two are captured or covered, in the first of all one. */
static bool tzaar_validate(struct position_reader *reader)
{
    const struct tzaar_rules *rules = reader->rules;
    const struct state *state = reader->state;
    const uint64_t turns = 2 * ((uint64_t)state->number - 1) + state->seat - 1;
    const uint64_t most = turns == 0 ? 0 : 2 * turns - 1;
    if (!grid_validate(reader))
        return false;
    const unsigned left = cell_set_count(grid_led(state, 0));
    if (left + turns > rules->taken || left + most < rules->taken)
        return refuse_whole(reader, "it has %u stacks, but before this turn there are at least %u and at most %u", left,
            most < rules->taken ? rules->taken - (unsigned)most : 0,
            turns < rules->taken ? rules->taken - (unsigned)turns : 0);
    find_loser(rules, reader->state);
    return !lacks_kind(rules, state, 1) || !lacks_kind(rules, state, 2) ||
        refuse_whole(reader, "both sides lack a kind of piece, but the game ended when the first did");
}

/* Turns: two cells are an action. */

extern const struct game tzaar;

/* The first cell after SOURCE at which a stack stops: TARGET, or one that is taken or closed; BOARD_NONE: the edge. */
static unsigned find_stop(
    const struct tzaar_rules *rules, const struct state *state, unsigned source, unsigned direction, unsigned target)
{
    unsigned cell = rules->grid.board.next[source][direction];
    while (
        cell != target && cell != BOARD_NONE && rules->grid.zone[cell] == 0 && !cell_set_has(grid_led(state, 0), cell))
        cell = rules->grid.board.next[cell][direction];
    return cell;
}

static int judge_source(const struct state *state, const struct turn *turn, unsigned step)
{
    if (step > 0 && loser_of(state) != 0)
        return COMMON + COMMON_AFTER_END;
    if (step > 0 && state->number == 1 && state->seat == 1)
        return ONE_ACTION;
    if (step >= 2 * ACTIONS)
        return TWO_ACTIONS;
    if (!cell_set_has(grid_led(state, 0), turn->steps[step].cell))
        return SOURCE_EMPTY;
    if (!cell_set_has(grid_led(state, state->seat), turn->steps[step].cell))
        return NOT_YOURS;
    return step + 1 < turn->count ? LEGAL : NOT_IN_LINE; /* with no target yet */
}

static int tzaar_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct tzaar_rules *rules = any_rules;
    if (step % 2 == 0)
        return judge_source(state, turn, step);
    const unsigned source = turn->steps[step - 1].cell;
    const unsigned target = turn->steps[step].cell;
    const unsigned line = rules->grid.board.line[source][target];
    if (line == 0)
        return NOT_IN_LINE;
    const unsigned stop = find_stop(rules, state, source, line_direction(line), target);
    if (stop != target)
        return rules->grid.zone[stop] != 0 ? CENTRE : BLOCKED_LINE;
    if (!cell_set_has(grid_led(state, 0), target))
        return TARGET_EMPTY;
    const bool stacks = cell_set_has(grid_led(state, state->seat), target);
    if (stacks && step == 1)
        return CAPTURE_FIRST;
    if (!stacks && tower_height(grid_tower(state, target)) > tower_height(grid_tower(state, source)))
        return TOO_STRONG;
    const struct attempt attempt = {
        .seat = state->seat, .onto = grid_tower(state, target)->words[0], .mark = turn->steps[step].mark};
    return grid_judge_mark(tzaar.grid, rules, &attempt, finding);
}

/* No piece comes to be on a closed cell, and none moves once the game is over. */
static bool tzaar_can_force(const void *any_rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct tzaar_rules *rules = any_rules;
    return step % 2 == 1 && turn->steps[step - 1].cell != turn->steps[step].cell &&
        cell_set_has(grid_led(state, 0), turn->steps[step - 1].cell) && rules->grid.zone[turn->steps[step].cell] == 0 &&
        loser_of(state) == 0;
}

/* Whose the stack is that moves decides what it captures, also where somebody else moves it. */
static void tzaar_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    if (step % 2 == 0)
        return;
    struct grid_position *position = (struct grid_position *)state;
    const unsigned source = turn->steps[step - 1].cell;
    const unsigned target = turn->steps[step].cell;
    const unsigned mover = grid_leader(rules, grid_tower(state, source)->words[0]);
    const bool captures = grid_leader(rules, grid_tower(state, target)->words[0]) != mover;
    grid_land_tower(rules, position, source, target, captures);
    find_loser(rules, state);
}

/* Adds an action, and then a second one. */
static bool add_actions(struct grid_walk *walk, const struct state *state)
{
    const void *rules = walk->rules;
    const unsigned step = walk->turn.count;
    const struct cell_set *led = grid_led(state, state->seat);
    for (unsigned cell = cell_set_first(led); cell != BOARD_NONE; cell = cell_set_next(led, cell)) {
        walk->turn.count = step + 2;
        walk->turn.steps[step] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (judge_source(state, &walk->turn, step) != LEGAL)
            return true; /* nor from any other: there is no second action */
        for (unsigned i = 0; i < BOARD_DIRECTIONS; i++) {
            const unsigned target = find_stop(rules, state, cell, i, BOARD_NONE);
            if (target == BOARD_NONE)
                continue;
            const char mark = grid_mark(tzaar.grid, rules, state->seat, grid_tower(state, target)->words[0]);
            walk->turn.steps[step + 1] = (struct step){1, (uint16_t)target, mark};
            if (!grid_walk_on(walk, state, step, step == 0))
                return false;
        }
    }
    return true;
}

static bool tzaar_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct grid_walk walk = {rules, visit, context, add_actions, LEGAL, {.shape = TURN_TZAAR}};
    return add_actions(&walk, state);
}

/* For '-' the right mark: where a stack of the mover's is, or has landed before, it stacks. */
static void tzaar_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    struct cell_set own = *grid_led(state, state->seat);
    for (unsigned i = 0; i < turn->count; i++) {
        const struct step *step = &turn->steps[i];
        if (i % 2 == 1)
            text_add_char(text, step->mark != '-' ? step->mark : cell_set_has(&own, step->cell) ? '+' : 'x');
        else if (i > 0)
            text_add_char(text, ',');
        grid_add_cell(rules, step->cell, text);
        cell_set_put(&own, step->cell, i % 2 == 1);
    }
}

static void fact_closed(const struct violation *violation, struct text *text)
{
    const struct step *target = &violation->turn->steps[violation->step];
    const unsigned source = target[-1].cell;
    const unsigned line = ((const struct grid_rules *)violation->rules)->board.line[source][target->cell];
    grid_add_cell(violation->rules,
        find_stop(violation->rules, violation->state, source, line_direction(line), target->cell), text);
}

static void fact_how(const struct violation *violation, struct text *text)
{
    text_printf(text, "%s had won (kind)", game_seat_name(violation->rules, 3 - loser_of(violation->state)));
}

static const struct fact facts[] = {{"closed", fact_closed}, {"how", fact_how}, {"mark", grid_fact_mark},
    {"note", grid_fact_note}, {"what", grid_fact_what}, {"why", grid_fact_why}, GRID_FACTS, {0}};

/* The end. */

static void tzaar_ending(const void *rules, const struct state *state, struct ending *ending)
{
    const unsigned loser = loser_of(state);
    if (loser != 0)
        *ending = (struct ending){.over = true, .reason = "kind", .winners = 1u << (2 - loser)};
    else if (!kit_has_turn(rules, state))
        *ending = (struct ending){.over = true, .reason = "no-capture", .winners = 1u << (2 - state->seat)};
}

/* How many stacks have PIECE on top. */
static unsigned count_tops(const struct state *state, unsigned piece)
{
    const struct cell_set *taken = grid_led(state, 0);
    unsigned count = 0;
    for (unsigned cell = cell_set_first(taken); cell != BOARD_NONE; cell = cell_set_next(taken, cell))
        count += tower_top(grid_tower(state, cell)) == piece;
    return count;
}

/* How often each kind is on top, which does not count, and the kinds that the other lacks. */
static void tzaar_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct letters *letters = &((const struct grid_rules *)any_rules)->letters;
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned piece = 1; piece < 16; piece++) {
            const unsigned count = count_tops(state, piece);
            const bool own = letters->seat[piece] == seat;
            char name[24];
            snprintf(name, sizeof name, "%s%s%c", own ? "" : grid_seat_name(3 - seat), own ? "" : "'s last ",
                letters->of[piece]);
            const struct score_item item = {.seat = (uint8_t)seat,
                .times = !own,
                .count = own ? (int32_t)count : 1,
                .name = name,
                .why = own ? "on top" : "not on top of any stack"};
            if (own || (letters->seat[piece] != 0 && count == 0))
                visit(context, &item);
        }
}

static void tzaar_status(const void *any_rules, const struct state *state, unsigned seat, struct text *text)
{
    const struct letters *letters = &((const struct grid_rules *)any_rules)->letters;
    for (unsigned piece = 1; piece < 16; piece++)
        if (letters->seat[piece] == seat)
            text_printf(
                text, "%s %u %c", text->length == 0 ? "has" : ",", count_tops(state, piece), letters->of[piece]);
    text_add_string(text, " on top");
}

const struct game tzaar = {
    .ruleset = {"tzaar", "tzaar", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct tzaar_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){.keys = "pieces.white pieces.black",
        .path = GRID_PAIRS,
        .marks = {'-', '+', 'x'},
        .closed = true,
        .stacking = &grid_towers,
        .refuses_tower = tzaar_refuses,
        .status = tzaar_status},
    .check = tzaar_check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = tzaar_validate},
    .notation = {.shape = TURN_TZAAR,
        .example = "'d4xc3', a capture, or 'e9xe8,f4+f5', a capture and a stack put on another",
        .resolve = grid_resolve_cells,
        .write = tzaar_write},
    .judging = {.unit = UNIT_STEPS,
        .judge = tzaar_judge,
        .make = tzaar_make,
        .generate = tzaar_generate,
        .no_pass = "each turn begins with a capture",
        .can_force = tzaar_can_force},
    .result = {.scoring = SCORE_WIN,
        .one = "kind that the other lacks",
        .many = "kinds that the other lacks",
        .score = tzaar_score,
        .ending = tzaar_ending},
    .display = {.gesture = "from cell to cell; again: a second action", .view = grid_show},
};
