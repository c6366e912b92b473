/* SPDX-License-Identifier: MIT */
/* Staku, by Lucas Borboleta: tokens of two colours and neutral ones are stacked and
   unstacked on the way to one of the opponent's two palaces. */
#include "games/kit/grid.h"

#include <stdio.h>

/* b3-b4*xd6: the cell, then one move or two. */
TURN_FORM(MOVES, "cell jump jump?; jump = count[-+*] (mark'x' cell | cell)",
    "a turn is one move or two, the second without a comma and without its cell: 'b1-c1+c3'");

/* In the order in which a move is judged. */
enum staku_rule {
    SOURCE_EMPTY,
    NOT_YOURS,
    NEUTRAL_TOP,
    TOO_MANY_PIECES,
    SECOND_MOVE,
    NOT_IN_LINE,
    RANGE,
    BLOCKED_LINE,
    STACK_LIMIT,
    NEUTRAL_ABOVE,
};

#define TAGS "[Ruleset \"staku\"]\n\n"

/* Two stacks of two side by side. */
#define TWO_HIGH "[Ruleset \"staku\"]\n[Position \"x6/x7/x8/x7/x8/x7/ww,ww,x4 w 0 1\"]\n\n"

static const struct rule rule_table[] = {
    [SOURCE_EMPTY] = {"staku/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty",
        "A move starts from a cell with tokens on it. A second move starts where the first one landed.",
        TAGS "1. d1-d2\n", .kept = TAGS "1. b1-c2\n"},
    [NOT_YOURS] = {"staku/not-yours", SEVERITY_ERROR,
        "{step} moves a stack that {owner} controls: {source} holds {stack}, and the top token is {owner}'s",
        "A player moves only stacks of their own. The top token controls a stack, whatever is below it.",
        TAGS "1. f1-e1\n", .kept = TAGS "1. b1-c2\n"},
    [NEUTRAL_TOP] = {"staku/neutral-top", SEVERITY_ERROR,
        "{step} starts from {source}, which holds {stack}; nobody moves a stack with a neutral token on top",
        "Neutral tokens never move by themselves. They move only in a stack, below a token of the player who moves it.",
        TAGS "1. c1-d2\n", .kept = TAGS "1. b1-c1+d1\n"},
    [TOO_MANY_PIECES] = {"staku/too-many-pieces", SEVERITY_ERROR,
        "{step} lifts {lifted:token}, but {source} holds {height}",
        "A move lifts no more tokens than the stack holds. They come off the top of the stack: one with '-', two with "
        "'+', three with '*'.",
        TAGS "1. b3*d5\n", .kept = TAGS "1. b3-c4\n"},
    [SECOND_MOVE] = {"staku/second-move", SEVERITY_ERROR, "{step} is not possible as a second move: {why}",
        "A second move follows only some first moves. If the first move built a stack, by landing on tokens that "
        "stayed, the whole stack may move on. If the first move moved a stack of two or three tokens, some of the "
        "tokens, but not all, may move on from the top of that stack.",
        TAGS "1. b3-c4-c5\n", .kept = TAGS "1. b3-b4+d5\n"},
    [NOT_IN_LINE] = {"staku/not-in-line", SEVERITY_ERROR, "{step} does not move in a straight line: {why}",
        "A move goes at least one cell in a straight line. It follows one of the six lines that run from the source "
        "cell through the sides of its neighbours.",
        TAGS "1. b3-d3\n", .kept = TAGS "1. b3-c4\n"},
    [RANGE] = {"staku/range", SEVERITY_ERROR,
        "{step} moves {distance:cell}, but its range is {lifted}: it lifts {lifted:token}",
        "A move goes at most one cell for each token it lifts. Tokens that stay on the source cell do not count.",
        TAGS "1. b3-d4\n", .kept = TAGS "1. b3-c4\n"},
    [BLOCKED_LINE] = {"staku/blocked-line", SEVERITY_ERROR,
        "{step} jumps over {block}, which holds {on_block}; all cells on the way must be empty",
        "No move jumps over tokens. All cells between the source and the target must be empty; with 'jump: allowed' "
        "moves may jump.",
        TAGS "1. a2-b3+d2\n", .kept = TAGS "1. a2-b3+d4\n", .parameter = "jump"},
    [STACK_LIMIT] = {"staku/stack-limit", SEVERITY_ERROR,
        "{step} would make a stack of {count} on {target}, which holds {onto}; a stack may hold at most {limit:token}",
        "No move may build too high a stack. A stack holds at most 'max_stack' tokens, including neutral ones.",
        TWO_HIGH "1. a1+a2\n", .kept = TWO_HIGH "1. a1-a2\n", .parameter = "max_stack"},
    [NEUTRAL_ABOVE] = {"staku/neutral-above", SEVERITY_ERROR,
        "{step} would put {carried} on {onto} at {target}; a neutral token may not be above a coloured one",
        "No neutral token may be above a coloured one. A stack with a neutral token in it therefore lands only on "
        "neutral tokens, empty cells and the opponent's stacks.",
        TAGS "1. b2-c3+b3\n", .kept = TAGS "1. b2-c3+c4\n"},
    {0},
};

enum { MOVES = 2 }; /* in a turn */

struct staku_rules {
    struct grid_rules grid; /* its zones are the palaces */
    uint32_t max_stack;
    uint32_t draw_after; /* plies without a capture, which the counter of a position counts */
    uint8_t jumps;
    uint8_t no_move;
};
enum { NO_MOVE_LOSES, NO_MOVE_DRAW, NO_MOVE_PASS };

enum { TOKEN_WHITE = 1, TOKEN_NEUTRAL = 2, TOKEN_BLACK = PIECE_SECOND_SIDE + 1 };

/* The neutral and the coloured tokens of a stack, as a bit each. */
#define ALL_TOKENS 0x1111111111111111u

static inline uint64_t neutral_tokens(uint64_t stack)
{
    return stack >> 1 & ALL_TOKENS;
}

/* Whether a neutral token lies above a coloured one. */
static inline bool has_neutral_above(uint64_t stack)
{
    return (neutral_tokens(stack) & (0 - neutral_tokens(stack))) < (stack & ALL_TOKENS) && neutral_tokens(stack) != 0;
}

/* Parameters. */

static bool staku_refuses(const void *any_rules, uint64_t stack, char why[WHY_ROOM])
{
    const struct staku_rules *rules = any_rules;
    uint64_t blacks = stack >> 3 & stack & ALL_TOKENS;
    if (stack_height(stack) > rules->max_stack)
        snprintf(why, WHY_ROOM, "of more than %u tokens", rules->max_stack);
    else if (blacks != 0 && blacks != (stack & ALL_TOKENS))
        snprintf(why, WHY_ROOM, "of mixed colours");
    else if (has_neutral_above(stack))
        snprintf(why, WHY_ROOM, "with a neutral token above a coloured one");
    else
        return false;
    return true;
}

static bool read_palaces(const struct key_reading *reading, const struct key *key)
{
    if (!grid_key_zone(reading, key))
        return false;
    if (ruleset_get(reading->ruleset, key->name)->count != 0)
        return true;
    ((struct grid_rules *)reading->rules)->wrong = true;
    return refuse_key(reading, key->name, key->name,
        FACT(found, "no cell in %s") FACT(expected, "at least one, for the other side to reach"), key->name);
}

static const struct piece_kinds neutral = {0, TOKEN_NEUTRAL, 1};
static const struct grid_zone_of white_palaces = {1, "palaces.black"};
static const struct grid_zone_of black_palaces = {2, "palaces.white"};

static const struct key keys[] = {
    GRID_HEX_KEYS,
    GRID_LETTER_KEYS("the letter", "tokens", 1),
    {"pieces.neutral", KEY_TEXT, 0, 0, NULL, "the letter of the neutral tokens", .read = grid_key_letters,
        .with = &neutral},
    GRID_SETUP_KEYS,
    GRID_SETUP_KEY("neutral", "the neutral"),
    {"palaces.white", KEY_LIST, 0, 0, NULL, "the cells of White's palaces", .read = read_palaces,
        .with = &white_palaces},
    {"palaces.black", KEY_LIST, 0, 0, NULL, "the cells of Black's palaces", .read = read_palaces,
        .with = &black_palaces},
    {"max_stack", KEY_NUMBER, 2, 3, NULL, "tokens that a stack may hold", KEY_INTO(staku_rules, max_stack)},
    {"jump", KEY_WORD, 0, 0, "forbidden allowed", "passing over tokens on the way", KEY_INTO(staku_rules, jumps)},
    {"draw.turns_without_capture", KEY_NUMBER, 1, 999, NULL,
        "turns in a row without a capture, counting both sides, that draw the game", KEY_INTO(staku_rules, draw_after)},
    {"no_move", KEY_WORD, 0, 0, "loses draw pass", "what happens to a player without a legal move",
        KEY_INTO(staku_rules, no_move)},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played",
        KEY_INTO(game_rules, match.best_of)},
    {0},
};

/* That each side has tokens, and none of them is in a palace when the game begins. */
static bool staku_check(void *any_rules, const struct key_reading *reading)
{
    struct staku_rules *rules = any_rules;
    const char *stacks = "setup.white setup.black setup.neutral pieces.white pieces.black";
    bool right = true;
    for (unsigned seat = 1; seat <= 2; seat++) {
        const char *key = seat == 1 ? "palaces.white" : "palaces.black";
        const struct node *node = ruleset_get(reading->ruleset, key)->first;
        for (; node != NULL; node = node->next)
            if (grid_leader(rules, rules->grid.setup[board_find(&rules->grid.board, node->value)]) == 3 - seat)
                right = problem_add(reading->problems, RULESET_CONFLICT,
                    ruleset_culprit(reading->ruleset, node->place, stacks),
                    FACT(found, "a token of %s's on %s of %s before the first turn")
                        FACT(expected, "palaces that the other side has not reached yet"),
                    grid_seat_name(3 - seat), excerpt_of(node->value).text, key);
        right = grid_check_led(reading, seat, "setup.white setup.black setup.neutral") && right;
    }
    if (right)
        grid_check_sides(reading, "palaces.white", "palaces.black");
    return right;
}

/* Positions. */

static const struct position_field fields[] = {
    GRID_ROWS,
    GRID_SIDE,
    GRID_COUNTER("after the side to move comes the number of plies without a capture"),
    TURN_NUMBER_FIELD,
    {0},
};

/* The other's palaces that SEAT has reached. */
static struct cell_set palaces_reached(const struct staku_rules *rules, const struct state *state, unsigned seat)
{
    struct cell_set cells;
    for (unsigned i = 0; i < SET_WORDS; i++)
        cells.words[i] =
            ((const struct grid_position *)state)->led[seat].words[i] & rules->grid.zones[3 - seat].words[i];
    return cells;
}

/* Whether play could have gone on to this, too. */
static bool staku_validate(struct position_reader *reader)
{
    const struct staku_rules *rules = reader->rules;
    uint32_t quiet = ((const struct grid_position *)reader->state)->counter;
    unsigned seat = reader->state->seat;
    char name[CELL_TEXT];
    if (!grid_validate(reader))
        return false;
    if (quiet > rules->draw_after)
        return refuse_whole(
            reader, "it counts %u plies without a capture, but %u draw the game", quiet, rules->draw_after);
    struct cell_set palaces = palaces_reached(rules, reader->state, seat);
    if (cell_set_first(&palaces) == BOARD_NONE)
        return true;
    board_cell_text(&rules->grid.board, cell_set_first(&palaces), name);
    return refuse_whole(reader, "%s is to move, but had won already with the token on %s, a palace of %s's",
        grid_seat_name(seat), name, grid_seat_name(3 - seat));
}

/* Turns: a cell, and one move or two, each from where the one before ended. */

static const struct grid_game grid = {.refuses = staku_refuses,
    .keys = "max_stack",
    .path = GRID_PATH,
    .zone = "palace",
    .marks = {0, 0, 'x'},
    .signs = "-+*",
    .source_rules =
        1u << SOURCE_EMPTY | 1u << NOT_YOURS | 1u << NEUTRAL_TOP | 1u << TOO_MANY_PIECES | 1u << SECOND_MOVE,
    .line_rules = 1u << RANGE | 1u << BLOCKED_LINE,
    .steps = MOVES};

KIT_INLINE int staku_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct staku_rules *rules = any_rules;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return rules->no_move == NO_MOVE_PASS && !grid_has_turn(rules, state) ? LEGAL : COMMON + COMMON_CANNOT_PASS;
    }
    const struct attempt attempt = grid_lift(GRID_PATH, rules, state, turn, step);
    unsigned leader = grid_leader(rules, attempt.from);
    unsigned height = stack_height(attempt.from);
    unsigned first =
        turn->steps[1].count; /* before a second move: what the first lifted, all of the stack unless it built */
    if (attempt.from == 0)
        return SOURCE_EMPTY;
    if (leader != attempt.seat)
        return leader == 0 ? NEUTRAL_TOP : NOT_YOURS;
    if (step > 1 && (height == 1 || step > MOVES))
        return SECOND_MOVE;
    if (attempt.count - 1 >= height)
        return TOO_MANY_PIECES;
    if (step > 1 && (attempt.count == height ? height == first : first == 1))
        return SECOND_MOVE;
    if (attempt.line == 0)
        return NOT_IN_LINE;
    if (line_distance(attempt.line) > attempt.count)
        return RANGE;
    if (!rules->jumps && grid_block(&rules->grid.board, grid_stacks(state), attempt.source, attempt.line) != BOARD_NONE)
        return BLOCKED_LINE;
    if (attempt.onto != 0 && grid_leader(rules, attempt.onto) != 3 - attempt.seat) {
        if (stack_height(attempt.onto) + attempt.count > rules->max_stack)
            return STACK_LIMIT;
        if (has_neutral_above(stack_landed(attempt.onto, stack_lifted(attempt.from, attempt.count), attempt.count)))
            return NEUTRAL_ABOVE;
    }
    return grid_judge_mark(&grid, rules, &attempt, finding);
}

/* Whose the token is that moves decides what it captures, also where somebody else moves it. */
static inline bool is_capture(const struct staku_rules *rules, const struct attempt *attempt)
{
    unsigned leader = grid_leader(rules, attempt->from);
    return grid_leader(rules, attempt->onto) == 3 - (leader == 0 ? attempt->seat : leader);
}

static bool staku_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct attempt attempt = grid_lift(GRID_PATH, rules, state, turn, step);
    unsigned count = grid_lifted(&attempt);
    return count != 0 && attempt.source != attempt.target &&
        (is_capture(rules, &attempt) || stack_height(attempt.onto) + count <= STACK_PIECES);
}

KIT_INLINE void staku_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    if (turn->shape == TURN_PASS)
        return;
    const struct attempt attempt = grid_lift(GRID_PATH, rules, state, turn, step);
    unsigned count = grid_lifted(&attempt);
    uint64_t lifted = stack_lifted(attempt.from, count);
    bool captured = is_capture(rules, &attempt);
    if (captured)
        position->counter = UINT32_MAX; /* 0 when the turn ends */
    grid_put(rules, position, attempt.source, stack_left(attempt.from, count));
    grid_put(rules, position, attempt.target, captured ? lifted : stack_landed(attempt.onto, lifted, count));
}

KIT_INLINE void staku_end_turn(const void *rules, struct state *state)
{
    (void)rules;
    ((struct grid_position *)state)->counter++;
    state->number += state->seat == 2 && state->number < UINT32_MAX;
    state->seat = (uint8_t)(3 - state->seat);
}

/* Facts. */

static struct attempt attempt_of(const struct violation *violation)
{
    return grid_lift(GRID_PATH, violation->rules, violation->state, violation->turn, violation->step);
}

static void staku_fact_count(const struct violation *violation, struct text *text)
{
    const struct attempt attempt = attempt_of(violation);
    text_add_number(text, stack_height(attempt.onto) + attempt.count);
}

static void fact_carried(const struct violation *violation, struct text *text)
{
    const struct attempt attempt = attempt_of(violation);
    grid_add_stack(violation->rules, stack_lifted(attempt.from, attempt.count), text);
}

static void add_second_move(const struct violation *violation, struct text *text)
{
    const struct attempt attempt = attempt_of(violation);
    unsigned height = stack_height(attempt.from);
    grid_add_lift(violation->rules, violation->turn, 1, text);
    if (height == 1)
        text_add_string(text, " neither built a stack nor moved one");
    else if (height > violation->turn->steps[1].count)
        text_printf(
            text, " built a stack of %u, which may only move as a whole, but this lifts %u", height, attempt.count);
    else
        text_printf(text, " moved a stack and built none, so at least 1 of its %u tokens must stay", height);
}

static void staku_fact_why(const struct violation *violation, struct text *text)
{
    bool passes = ((const struct staku_rules *)violation->rules)->no_move == NO_MOVE_PASS;
    if (violation->rule == COMMON + COMMON_CANNOT_PASS)
        text_add_string(text, passes ? "there is a legal move" : "each turn moves a token");
    else if (violation->rule == SECOND_MOVE)
        add_second_move(violation, text);
    else
        grid_fact_why(violation, text);
}

static const struct fact facts[] = {{"count", staku_fact_count}, {"limit", KEY_INTO(staku_rules, max_stack)},
    {"carried", fact_carried}, {"why", staku_fact_why}, LIFT_FACTS, {0}};

/* A pass, where it is a turn, is the only one. */
static bool staku_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct staku_rules *rules = any_rules;
    if (rules->no_move == NO_MOVE_PASS && !grid_has_turn(rules, state))
        return visit(context, &(struct turn){.shape = TURN_PASS});
    return grid_generate(rules, state, visit, context);
}

/* The end of the game. */

static void staku_ending(const void *any_rules, const struct state *state, struct ending *ending)
{
    const struct staku_rules *rules = any_rules;
    const struct grid_position *grid_state = (const struct grid_position *)state;
    unsigned mover = 3u - state->seat;
    if (cell_set_meets(&grid_state->led[mover], &rules->grid.zones[state->seat]))
        *ending = (struct ending){true, "palace", 1u << (mover - 1)};
    else if (grid_state->counter >= rules->draw_after)
        *ending = (struct ending){true, "draw-count", 0};
    else if (rules->no_move != NO_MOVE_PASS && !grid_has_turn(rules, state))
        *ending = (struct ending){true, "blocked", rules->no_move == NO_MOVE_LOSES ? 1u << (mover - 1) : 0};
}

static unsigned token_of(unsigned seat)
{
    return seat == 1 ? TOKEN_WHITE : TOKEN_BLACK;
}

static unsigned count_tokens(const struct staku_rules *rules, const struct state *state, unsigned seat)
{
    const uint64_t *stacks = grid_stacks(state);
    unsigned count = 0;
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        for (unsigned i = 0; i < stack_height(stacks[cell]); i++)
            count += stack_piece(stacks[cell], i) == token_of(seat);
    return count;
}

/* The palaces that each side has reached; tokens left are looked at, and do not count. */
static void staku_score(const void *any_rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct staku_rules *rules = any_rules;
    for (unsigned seat = 1; seat <= 2; seat++) {
        const struct cell_set palaces = palaces_reached(rules, state, seat);
        char left[40];
        for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
            if (cell_set_has(&palaces, cell))
                grid_visit_cell(rules, state, &(struct grid_item){seat, cell, 1, 1, NULL}, visit, context);
        snprintf(left, sizeof left, "of %u are left", rules->grid.pieces[token_of(seat)]);
        visit(context,
            &(struct score_item){.seat = (uint8_t)seat,
                .name = "tokens",
                .count = (int32_t)count_tokens(rules, state, seat),
                .why = left});
    }
}

static bool staku_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct staku_rules *rules = any_rules;
    if (!grid_show(rules, state, last, arena, view))
        return false;
    for (unsigned seat = 1; seat <= 2; seat++)
        view->lines[seat - 1] = arena_printf(
            arena, "has %u of %u tokens", count_tokens(rules, state, seat), rules->grid.pieces[token_of(seat)])
                                    .at;
    view->notes[0] = arena_printf(
        arena, "%u of %u plies without a capture", ((const struct grid_position *)state)->counter, rules->draw_after)
                         .at;
    return !arena->failed;
}

/* The turns that generate visits, only counted: those that go on from SOURCE; FIRST is what the first move lifted, 0:
   there was none. */
static unsigned count_moves(
    const struct staku_rules *rules, uint64_t *stacks, unsigned seat, unsigned source, unsigned first)
{
    uint64_t from = stacks[source];
    unsigned height = stack_height(from);
    unsigned total = 0;
    for (unsigned n = 1; n <= height; n++) {
        uint64_t lifted = stack_lifted(from, n);
        bool mixed = neutral_tokens(lifted) != 0;
        if (first > 0 && (n == height ? height == first : first == 1))
            continue;
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
            unsigned cell = rules->grid.board.next[source][direction];
            for (unsigned distance = 1; distance <= n && cell != BOARD_NONE; distance++) {
                uint64_t onto = stacks[cell];
                unsigned leader = grid_leader(rules, onto);
                bool builds = onto != 0 && leader != 3 - seat;
                if (!builds || (stack_height(onto) + n <= rules->max_stack && (leader == 0 || !mixed))) {
                    total++;
                    if (first == 0 && (builds || n > 1)) {
                        stacks[source] = stack_left(from, n);
                        stacks[cell] = builds ? stack_landed(onto, lifted, n) : lifted;
                        total += count_moves(rules, stacks, seat, cell, n);
                        stacks[source] = from;
                        stacks[cell] = onto;
                    }
                }
                if (onto != 0 && !rules->jumps)
                    break;
                cell = rules->grid.board.next[cell][direction];
            }
        }
    }
    return total;
}

static uint64_t staku_count(const void *any_rules, const struct state *state)
{
    const struct staku_rules *rules = any_rules;
    uint64_t stacks[BOARD_CELLS];
    uint64_t total = 0;
    memcpy(stacks, grid_stacks(state), rules->grid.board.cells * sizeof *stacks);
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        if (grid_leader(rules, stacks[cell]) == state->seat)
            total += count_moves(rules, stacks, state->seat, cell, 0);
    return total == 0 && rules->no_move == NO_MOVE_PASS ? 1 : total;
}

KIT_PLAY(staku)

const struct game staku = {
    .ruleset = {"staku", "staku", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct staku_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &grid,
    .check = staku_check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = staku_validate},
    .notation = {.shape = TURN_MOVES,
        .example = "'b3-b4' or, with two moves, 'b3-b4+xd5'; '-' lifts one, '+' two, '*' three",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn,
        .sources = true,
        .literal = true},
    .judging = {.unit = UNIT_LIFTS,
        .judge = staku_judge,
        .make = staku_make,
        .generate = staku_generate,
        .can_force = staku_can_force,
        .end_turn = staku_end_turn},
    .result = {.scoring = SCORE_WIN,
        .one = "palace of the other side",
        .many = "palaces of the other side",
        .score = staku_score,
        .ending = staku_ending},
    .display = {.gesture = "from cell to cell; again: more tokens", .view = staku_view},
    .own = {.play = staku_play, .count = staku_count},
};
