/* SPDX-License-Identifier: MIT */
/* Accasta, by Dieter Stein: stacks of two colours on a hexagon, each trying to
   hold cells of the other's castle.  Accasta Pari, with unmarked pieces, is the
   game of the rule sheet; the original gives each kind of piece its own range. */
#include "games/kit/grid.h"

#include <stdio.h>

/* b4:2-c5,xd4: the cell, then the steps. */
TURN_FORM(LIFT, "cell ':' B step (',' B step)*; step = count? mark[-+x] cell; step such as '-c5', '2+c4' or 'xd4'");

/* In the order in which a step is judged. */
enum accasta_rule {
    SOURCE_EMPTY,
    NOT_YOURS,
    TOO_MANY_PIECES,
    NOT_IN_LINE,
    RANGE,
    BLOCKED_LINE,
    STACK_LIMIT,
    RELEASE_IN_CASTLE,
};

#define TAGS "[Ruleset \"accasta-pari\"]\n\n"

/* A white piece on a black one, in White's castle. */
#define RELEASING "[Ruleset \"accasta-pari\"]\n[Position \"x4/x5/x6/x7/x2,bw,x3/x5/x4 w 1\"]\n\n"

static const struct rule rule_table[] = {
    [SOURCE_EMPTY] = {"accasta/source-empty", SEVERITY_ERROR, "{step} starts from {source}, {why}",
        "A turn starts from one cell, with a stack on it. All its steps leave that same cell, so each step but the "
        "last must leave something on it.",
        TAGS "1. d4:-d5\n", .kept = TAGS "1. c4:-d5\n"},
    [NOT_YOURS] = {"accasta/not-yours", SEVERITY_ERROR,
        "{step} moves a stack that {owner} controls: {source} holds {stack}, and the top piece is {owner}'s",
        "A player moves only stacks of their own. The top piece controls a stack, whatever is below it; each further "
        "step of a turn needs control, too.",
        TAGS "1. e3:-d3\n", .kept = TAGS "1. c3:-d3\n"},
    [TOO_MANY_PIECES] = {"accasta/too-many-pieces", SEVERITY_ERROR, "{step} lifts {lifted:piece}, {why}",
        "A step lifts at least one piece, and at most all. They come off the top of the source stack together and keep "
        "their order.",
        TAGS "1. b2:3-d2\n", .kept = TAGS "1. b2:2-d2\n"},
    [NOT_IN_LINE] = {"accasta/not-in-line", SEVERITY_ERROR, "{step} does not move in a straight line: {why}",
        "A step moves at least one cell in a straight line. It follows one of the six lines that run from the source "
        "cell through the sides of its neighbours.",
        TAGS "1. b2:-d3\n", .kept = TAGS "1. b2:-d2\n"},
    [RANGE] = {"accasta/range", SEVERITY_ERROR, "{step} moves {distance:cell}, but its range is {range}: {why}",
        "A step moves no farther than its range. The range is set before the step: with 'range: own-count' it is the "
        "number of the player's pieces anywhere in the source stack; with a range for each kind it is that of the top "
        "piece. The number of pieces lifted makes no difference.",
        TAGS "1. c3:-e4\n", .kept = TAGS "1. c3:-d4\n", .parameter = "range"},
    [BLOCKED_LINE] = {"accasta/blocked-line", SEVERITY_ERROR,
        "{step} jumps over {block}, which holds {on_block}; all cells on the way must be empty",
        "No step jumps over pieces. All cells between the source and the target must be empty; pieces landed earlier "
        "in the same turn count.",
        TAGS "1. a2:-d2\n", .kept = TAGS "1. a2:+b2\n"},
    [STACK_LIMIT] = {"accasta/stack-limit", SEVERITY_ERROR,
        "{step} would make a stack with {count} {colour} pieces on {target}, which holds {onto}; a stack holds at most "
        "{limit} of a colour",
        "No stack may hold too many pieces of one colour. After a step it has at most 'stack_limit' of either colour, "
        "anywhere in the stack.",
        TAGS "1. a1:+a2\n", .kept = TAGS "1. a1:+b2\n", .parameter = "stack_limit"},
    [RELEASE_IN_CASTLE] = {"accasta/release-in-castle", SEVERITY_ERROR,
        "{step} would release {why}; no opposing piece may be left on top there",
        "A player releases no opposing piece in their castle. A step releases a piece by leaving it on top of the "
        "source cell. On other cells this is allowed; with 'release.own_castle: allowed', on all.",
        RELEASING "1. c3:-d3\n", .kept = RELEASING "1. c3:2-d3\n", .parameter = "release.own_castle"},
    {0},
};

struct accasta_rules {
    struct grid_rules grid; /* its zones are the castles, its goal how many cells of one win */
    uint32_t limit;
    uint8_t reach[16]; /* by the piece on top; all 0: the mover's own count */
    bool by_kind;
    uint8_t release;
    uint8_t check;
    uint8_t no_move;
};
enum { RELEASE_FORBIDDEN, RELEASE_ALLOWED };
enum { CHECK_TURN_END, CHECK_NEXT_TURN };
enum { NO_MOVE_LOSES, NO_MOVE_DRAW };

/* Parameters. */

static bool refuse_range(const struct key_reading *reading, const struct node *node)
{
    static const char *const words[] = {"own-count"};
    bool scalar = node->kind == NODE_SCALAR;
    struct slice word = scalar ? node->value : slice_of("");
    return problem_add(reading->problems, RULESET_TYPE, node->place,
        FACT(key, "range") FACT(expected, "own-count, or a number of cells from 1 to %d for each kind of piece")
            FACT(found, "%s%s%s") FACT(advice, "%s"),
        BOARD_ROWS, scalar ? "'" : "", scalar ? excerpt_of(word).text : "a list", scalar ? "'" : "",
        nearest_advice(reading->problems->arena, word, words, 1));
}

/* By kind of piece: each has a letter on either side, which both name it. */
static bool read_range(const struct key_reading *reading, const struct key *key)
{
    struct accasta_rules *rules = reading->rules;
    const struct letters *letters = &rules->grid.letters;
    const struct node *range = ruleset_get(reading->ruleset, key->name);
    bool right = true;
    if (range->kind == NODE_SCALAR && slice_is(range->value, "own-count"))
        return true;
    if (range->kind != NODE_MAPPING)
        return refuse_range(reading, range);
    if (rules->grid.letters_wrong)
        return false;
    rules->by_kind = true;
    for (const struct node *node = range->first; node != NULL; node = node->next) {
        uint32_t reach;
        unsigned piece = node->key.length == 1 ? grid_piece(letters, node->key.at[0]) : 0;
        if (piece == 0)
            right = problem_add(reading->problems, RULESET_CONFLICT,
                ruleset_culprit(reading->ruleset, node->key_place, "pieces.white pieces.black"),
                FACT(found, "a range for '%s', which is not a piece") FACT(expected, "the letters of the pieces"),
                excerpt_of(node->key).text);
        else if (node->kind != NODE_SCALAR || !slice_number(node->value, BOARD_ROWS, &reach) || reach == 0)
            right = refuse_range(reading, node);
        else if (rules->reach[piece] != 0 && rules->reach[piece] != reach)
            right = problem_add(reading->problems, RULESET_CONFLICT, node->place,
                FACT(found, "two ranges for one kind of piece") FACT(expected, "the same for both sides"));
        else
            rules->reach[piece & 7] = rules->reach[piece | PIECE_SECOND_SIDE] = (uint8_t)reach;
    }
    for (unsigned piece = 1; right && piece < 16; piece++)
        if (letters->of[piece] != '\0' && rules->reach[piece] == 0)
            right = refuse_key(reading, key->name, "pieces.white pieces.black",
                FACT(found, "no range for '%c'") FACT(expected, "a range for each kind of piece")
                    FACT(advice, "add %c: 1, say, to range"),
                letters->of[piece], letters->of[piece]);
    return right;
}

/* Whether each castle has enough cells; a place is reported once. */
static bool read_goal(const struct key_reading *reading, const struct key *key)
{
    static const char *const castles[] = {"castle.white", "castle.black"};
    struct game_rules *rules = reading->rules;
    struct place reported = {.line = 0};
    rules->goal = ruleset_number(reading->ruleset, key->name);
    for (unsigned i = 0; i < 2; i++) {
        const struct node *list = ruleset_get(reading->ruleset, castles[i]);
        struct place place = ruleset_culprit(reading->ruleset, list->place, key->name);
        if (list->count >= rules->goal || place_is_same(reported, place))
            continue;
        reported = place;
        problem_add(reading->problems, RULESET_CONFLICT, place,
            FACT(found, "%s of %u cell%s where win.controlling is %u")
                FACT(expected, "castles of at least that many cells"),
            castles[i], (unsigned)list->count, list->count == 1 ? "" : "s", rules->goal);
    }
    ((struct grid_rules *)reading->rules)->wrong |= reported.line != 0;
    return reported.line == 0;
}

static const struct grid_zone_of white_castle = {1, "castle.black"};
static const struct grid_zone_of black_castle = {2, "castle.white"};

static const struct key keys[] = {
    GRID_HEX_KEYS,
    GRID_LETTER_KEYS("the letters", "pieces, one for each kind", PIECE_KINDS),
    GRID_SETUP_KEYS,
    {"castle.white", KEY_LIST, 0, 0, NULL, "the cells of White's castle", .read = grid_key_zone, .with = &white_castle},
    {"castle.black", KEY_LIST, 0, 0, NULL, "the cells of Black's castle", .read = grid_key_zone, .with = &black_castle},
    {"range", KEY_MAPPING, 0, 0, "own-count|a number of cells from 1 to 26 for each kind of piece",
        "how far a step may move: own-count, or a number for each kind of piece", .read = read_range},
    {"stack_limit", KEY_NUMBER, 1, 8, NULL, "pieces of one colour that a stack may hold",
        KEY_INTO(accasta_rules, limit)},
    {"release.own_castle", KEY_WORD, 0, 0, "forbidden allowed",
        "leaving an opposing piece on top in the player's own castle", KEY_INTO(accasta_rules, release)},
    {"win.controlling", KEY_NUMBER, 1, BOARD_CELLS, NULL, "stacks in the opponent's castle that win",
        .read = read_goal},
    {"win.check", KEY_WORD, 0, 0, "turn-end next-turn", "when the castles are checked", KEY_INTO(accasta_rules, check)},
    {"no_move", KEY_WORD, 0, 0, "loses draw", "what happens to a player without a legal step",
        KEY_INTO(accasta_rules, no_move)},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played",
        KEY_INTO(game_rules, match.best_of)},
    {0},
};

static bool accasta_refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct accasta_rules *rules = any_rules;
    snprintf(why, WHY_ROOM, "of more than %u piece%s of one colour", rules->limit, rules->limit == 1 ? "" : "s");
    return stack_count(stack, 1) > rules->limit || stack_count(stack, 2) > rules->limit;
}

/* That each side has something to play with, has not won before the first turn, and can win at all. */
static bool accasta_check(void *any_rules, const struct key_reading *reading)
{
    const struct accasta_rules *rules = any_rules;
    const struct letters *letters = &rules->grid.letters;
    uint32_t goal = rules->grid.game.goal;
    bool right = true;
    for (unsigned seat = 1; seat <= 2; seat++) {
        const char *others = "win.controlling castle.white castle.black pieces.white pieces.black";
        const char *key = seat == 1 ? "setup.white" : "setup.black";
        unsigned pieces = 0;
        unsigned held = 0;
        for (unsigned piece = 1; piece < 16; piece++)
            pieces += letters->seat[piece] == seat ? rules->grid.pieces[piece] : 0;
        for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
            held += rules->grid.zone[cell] == 3 - seat && grid_leader(rules, rules->grid.setup[cell]) == seat;
        if (!grid_check_led(reading, seat, key))
            right = false;
        else if (held >= goal)
            right = refuse_key(reading, key, others,
                FACT(found, "%u stack%s of %s's in the other castle before the first turn")
                    FACT(expected, "fewer than the %u of win.controlling"),
                held, held == 1 ? "" : "s", grid_seat_name(seat), goal);
        else if (pieces < goal)
            right = refuse_key(reading, key, others,
                FACT(found, "%u piece%s of %s's where win.controlling is %u")
                    FACT(expected, "a piece for each stack that a win needs"),
                pieces, pieces == 1 ? "" : "s", grid_seat_name(seat), goal);
    }
    for (unsigned piece = 1; right && piece < 16; piece++) {
        const char *key = letters->seat[piece] == 1 ? "pieces.white" : "pieces.black";
        if (letters->of[piece] != '\0' && rules->grid.pieces[piece] == 0)
            problem_add(reading->problems, RULESET_NO_EFFECT,
                node_part(ruleset_get(reading->ruleset, key), (piece & 7u) - 1, 1),
                FACT(key, "the letter '%c' in %s") FACT(why, "no stack of the set-up has it"), letters->of[piece], key);
    }
    if (right)
        grid_check_sides(reading, "castle.white", "castle.black");
    return right;
}

static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, TURN_NUMBER_FIELD, {0}};

/* Turns: a cell, and steps that all lift pieces off it. */

static const struct grid_game grid = {.refuses = accasta_refuses,
    .keys = "stack_limit",
    .path = GRID_FAN,
    .zone = "castle",
    .marks = {'-', '+', 'x'},
    .source_rules = 1u << SOURCE_EMPTY | 1u << NOT_YOURS | 1u << TOO_MANY_PIECES,
    .line_rules = 1u << RANGE | 1u << BLOCKED_LINE};

static inline unsigned reach_of(const struct accasta_rules *rules, uint64_t from, unsigned seat)
{
    return rules->by_kind ? rules->reach[stack_top(from)] : stack_count(from, seat);
}

/* Pieces of SEAT's colour in ONTO with LIFTED on it. */
static inline unsigned landed_count(uint64_t onto, uint64_t lifted, unsigned seat)
{
    return stack_count(onto, seat) + stack_count(lifted, seat);
}

static inline bool is_crowded(const struct accasta_rules *rules, uint64_t onto, uint64_t lifted)
{
    return landed_count(onto, lifted, 1) > rules->limit || landed_count(onto, lifted, 2) > rules->limit;
}

KIT_INLINE int accasta_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct accasta_rules *rules = any_rules;
    const struct attempt attempt = grid_lift(GRID_FAN, rules, state, turn, step);
    if (attempt.from == 0)
        return SOURCE_EMPTY;
    if (stack_owner(attempt.from) != attempt.seat)
        return NOT_YOURS;
    if (attempt.count - 1 >= stack_height(attempt.from))
        return TOO_MANY_PIECES;
    if (attempt.line == 0)
        return NOT_IN_LINE;
    if (line_distance(attempt.line) > reach_of(rules, attempt.from, attempt.seat))
        return RANGE;
    if (grid_block(&rules->grid.board, grid_stacks(state), attempt.source, attempt.line) != BOARD_NONE)
        return BLOCKED_LINE;
    uint64_t lifted = stack_lifted(attempt.from, attempt.count);
    if (attempt.onto != 0 && is_crowded(rules, attempt.onto, lifted))
        return STACK_LIMIT;
    uint64_t left = stack_left(attempt.from, attempt.count);
    if (rules->release == RELEASE_FORBIDDEN && left != 0 && stack_owner(left) != attempt.seat &&
        rules->grid.zone[attempt.source] == attempt.seat)
        return RELEASE_IN_CASTLE;
    return grid_judge_mark(&grid, rules, &attempt, finding);
}

static bool accasta_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct attempt attempt = grid_lift(GRID_FAN, rules, state, turn, step);
    unsigned count = grid_lifted(&attempt);
    if (count == 0 || attempt.source == attempt.target || stack_height(attempt.onto) + count > STACK_PIECES)
        return false;
    uint64_t lifted = stack_lifted(attempt.from, count);
    return landed_count(attempt.onto, lifted, 1) < STACK_PIECES && landed_count(attempt.onto, lifted, 2) < STACK_PIECES;
}

KIT_INLINE void accasta_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    const struct attempt attempt = grid_lift(GRID_FAN, rules, state, turn, step);
    unsigned count = grid_lifted(&attempt);
    grid_put(rules, position, attempt.source, stack_left(attempt.from, count));
    grid_put(rules, position, attempt.target, stack_landed(attempt.onto, stack_lifted(attempt.from, count), count));
}

/* Facts. */

static const char *const colours[] = {"white", "black"}; /* by seat */

static struct attempt attempt_of(const struct violation *violation)
{
    return grid_lift(GRID_FAN, violation->rules, violation->state, violation->turn, violation->step);
}

/* Of SEAT's colour, on the target. */
static unsigned count_colour_on_target(const struct violation *violation, unsigned seat)
{
    const struct attempt attempt = attempt_of(violation);
    return landed_count(attempt.onto, stack_lifted(attempt.from, attempt.count), seat);
}

/* The seat of whose colour there are too many. */
static unsigned crowding_seat(const struct violation *violation)
{
    return count_colour_on_target(violation, 1) > ((const struct accasta_rules *)violation->rules)->limit ? 1 : 2;
}

static void accasta_fact_count(const struct violation *violation, struct text *text)
{
    text_add_number(text, count_colour_on_target(violation, crowding_seat(violation)));
}

static void fact_colour(const struct violation *violation, struct text *text)
{
    text_add_string(text, colours[crowding_seat(violation) - 1]);
}

static void fact_range(const struct violation *violation, struct text *text)
{
    text_add_number(text, reach_of(violation->rules, attempt_of(violation).from, violation->state->seat));
}

static void accasta_fact_why(const struct violation *violation, struct text *text)
{
    const struct accasta_rules *rules = violation->rules;
    const struct attempt attempt = attempt_of(violation);
    const char *letters = rules->grid.letters.of;
    unsigned own = stack_count(attempt.from, attempt.seat);
    switch (violation->rule) {
    case SOURCE_EMPTY:
        text_add_string(text, violation->step > 1 ? "which has nothing left for another step" : "which is empty");
        break;
    case TOO_MANY_PIECES:
        if (attempt.count == 0) {
            text_add_string(text, "and a step lifts at least 1");
            break;
        }
        text_add_string(text, "but ");
        grid_fact_source(violation, text);
        text_printf(text, " holds %u", stack_height(attempt.from));
        break;
    case RANGE:
        if (rules->by_kind)
            text_printf(text, "that of '%c', the top piece", letters[stack_top(attempt.from)]);
        else
            text_printf(
                text, "%s %s piece%s in the stack", grid_number(own), colours[attempt.seat - 1], own == 1 ? "" : "s");
        break;
    case RELEASE_IN_CASTLE:
        kit_fact_owner(violation, text);
        text_printf(text, "'s piece '%c' on ", letters[stack_top(stack_left(attempt.from, attempt.count))]);
        grid_fact_source(violation, text);
        text_printf(text, ", a cell of %s's castle", game_seat_name(rules, attempt.seat));
        break;
    default:
        grid_fact_why(violation, text);
    }
}

static const struct fact facts[] = {{"limit", KEY_INTO(accasta_rules, limit)}, {"range", fact_range},
    {"count", accasta_fact_count}, {"colour", fact_colour}, {"why", accasta_fact_why}, LIFT_FACTS, {0}};

/* The end of the game. */

/* How many cells of the other's castle SEAT controls. */
static unsigned count_castle_cells(const struct accasta_rules *rules, const struct state *state, unsigned seat)
{
    return cell_set_common(&((const struct grid_position *)state)->led[seat], &rules->grid.zones[3 - seat]);
}

/* Whether they are enough to win. */
static bool holds_castle(const struct accasta_rules *rules, const struct state *state, unsigned seat)
{
    return cell_set_meets_in(grid_led(state, seat), &rules->grid.zones[3 - seat], rules->grid.game.goal);
}

static void accasta_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct accasta_rules *rules = any_rules;
    unsigned mover = 3u - state->seat;
    if (rules->check == CHECK_TURN_END && holds_castle(rules, state, mover))
        *ending = (struct ending){true, "castle", 1u << (mover - 1)};
    else if (holds_castle(rules, state, state->seat))
        *ending = (struct ending){true, "castle", 1u << (state->seat - 1)};
    else if (!grid_has_turn(rules, state))
        *ending = (struct ending){true, "blocked", rules->no_move == NO_MOVE_LOSES ? 1u << (mover - 1) : 0};
}

static void accasta_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct accasta_rules *rules = any_rules;
    for (unsigned seat = 1; seat <= 2; seat++)
        for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
            if (cell_set_has(&((const struct grid_position *)state)->led[seat], cell) &&
                rules->grid.zone[cell] == 3 - seat)
                grid_visit_cell(rules, state, &(struct grid_item){seat, cell, 1, 1, NULL}, visit, context);
}

static bool accasta_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct accasta_rules *rules = any_rules;
    bool shown = grid_show(rules, state, last, arena, view);
    for (unsigned seat = 1; seat <= 2 && shown; seat++)
        view->lines[seat - 1] = arena_printf(arena, "holds %u of %s's castle, %u to win",
            count_castle_cells(rules, state, seat), grid_seat_name(3 - seat), rules->grid.game.goal)
                                    .at;
    return shown && !arena->failed;
}

/* The turns that generate visits, only counted: at the last step of one nothing is made. */
static uint64_t count_steps(const struct accasta_rules *rules, uint64_t *stacks, unsigned source, unsigned seat)
{
    uint64_t from = stacks[source];
    unsigned height = stack_height(from);
    unsigned reach = reach_of(rules, from, seat);
    uint64_t total = 0;
    for (unsigned n = 1; n <= height; n++) {
        uint64_t left = stack_left(from, n);
        uint64_t lifted = stack_lifted(from, n);
        bool mine = left == 0 || stack_owner(left) == seat;
        if (!mine && rules->release == RELEASE_FORBIDDEN && rules->grid.zone[source] == seat)
            continue;
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
            unsigned cell = rules->grid.board.next[source][direction];
            uint64_t onto = 0;
            for (unsigned i = 1; i <= reach && cell != BOARD_NONE && onto == 0; i++) {
                onto = stacks[cell];
                bool fits = onto == 0 || !is_crowded(rules, onto, lifted);
                total += fits;
                if (fits && mine && left != 0) {
                    stacks[cell] = stack_landed(onto, lifted, n);
                    stacks[source] = left;
                    total += count_steps(rules, stacks, source, seat);
                    stacks[cell] = onto;
                    stacks[source] = from;
                }
                cell = rules->grid.board.next[cell][direction];
            }
        }
    }
    return total;
}

static uint64_t accasta_count(const void *any_rules, const struct state *state)
{
    const struct accasta_rules *rules = any_rules;
    uint64_t stacks[BOARD_CELLS];
    uint64_t total = 0;
    memcpy(stacks, grid_stacks(state), rules->grid.board.cells * sizeof *stacks);
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        if (grid_leader(rules, stacks[cell]) == state->seat)
            total += count_steps(rules, stacks, cell, state->seat);
    return total;
}

KIT_PLAY(accasta)

const struct game accasta = {
    .ruleset = {"accasta", "accasta-pari", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct accasta_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &grid,
    .check = accasta_check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = grid_validate},
    .notation = {.shape = TURN_LIFT,
        .example = "'b4:2-c5' or, with several steps, 'e3:+e5,xd4'",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn,
        .sources = true,
        .literal = true},
    .judging = {.unit = UNIT_LIFTS,
        .judge = accasta_judge,
        .make = accasta_make,
        .generate = grid_generate,
        .no_pass = "each turn moves a piece",
        .can_force = accasta_can_force},
    .result = {.scoring = SCORE_WIN,
        .one = "cell of the other castle",
        .many = "cells of the other castle",
        .score = accasta_score,
        .ending = accasta_ending},
    .display = {.gesture = "from cell to cell; again: more pieces", .view = accasta_view},
    .foreign = {.complete = grid_complete_turn},
    .own = {.play = accasta_play, .count = accasta_count},
};
