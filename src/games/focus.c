/* SPDX-License-Identifier: MIT */
/* Focus, by Sid Sackson: as many pieces come off a stack as cells are moved, and what a stack loses from its bottom is
   captured or may be entered again. */
#include "games/kit/parameters.h"
#include "games/kit/pools.h"

/* c3-c5, a move; c3:2-c5, with the number of pieces, whose colon is kept since none written is not 1; +c3, a piece of
   the reserve. */
TURN_FORM(FOCUS, "entry | cell shift; entry = mark'+' cell; shift = (letter':' count?)? mark[-+x] cell");

/* In the order in which a turn is judged. */
enum focus_rule {
    RESERVE_EMPTY,
    SOURCE_EMPTY,
    NOT_YOURS,
    NOT_IN_LINE,
    TOO_FAR,
    DISTANCE,
};

#define TAGS "[Ruleset \"focus\"]\n\n"

static const struct rule rule_table[] = {
    [RESERVE_EMPTY] = {"focus/reserve-empty", SEVERITY_ERROR,
        "{step} enters a piece, but nothing is in {player}'s reserve",
        "A piece is entered from the player's own reserve. When a stack grows too high in a player's turn, that "
        "player's pieces among those it loses go to the reserve; with 'reserve: none' they are out of the game.",
        TAGS "1. +a3 *\n", .kept = TAGS "1. b3-a3 *\n", .parameter = "reserve max_stack"},
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("focus/source-empty", TAGS "1. a3-b3 *\n", TAGS "1. b3-a3 *\n"),
    [NOT_YOURS] = RULE_NOT_YOURS("focus/not-yours", TAGS "1. d3-c3 *\n", TAGS "1. c3-d3 *\n"),
    [NOT_IN_LINE] = {"focus/not-in-line", SEVERITY_ERROR, "{step} does not move along a row or column: {why}",
        "A move runs along a row or a column. It moves at least one cell; stacks that it passes over make no "
        "difference.",
        TAGS "1. c3-d4 *\n", .kept = TAGS "1. c3-d3 *\n"},
    [TOO_FAR] = {"focus/too-far", SEVERITY_ERROR,
        "{step} moves {distance:cell}, but {source} holds only {height:piece}, {stack}",
        "A move is at most as long as its stack is high. It lifts one piece for each cell that it moves; what is not "
        "lifted stays.",
        TAGS "1. c3-e3 *\n", .kept = TAGS "1. c3-d3 *\n"},
    [DISTANCE] = {"focus/distance", SEVERITY_ERROR,
        "{step} lifts {lifted:piece}, but moves {distance:cell}; a move lifts one piece for each cell",
        "A written number of pieces must be the distance. The distance alone says how many are lifted, so canonical "
        "form has no number. A colon without a number says one.",
        TAGS "1. c3:2-d3 *\n", .kept = TAGS "1. c3:1-d3 *\n"},
    {0},
};

struct focus_rules {
    struct grid_rules grid; /* its pools are the reserves */
    uint8_t reserve;
};
enum { RESERVE_KEEP, RESERVE_NONE };

/* Parameters. */

static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 5, 11, NULL, "the rows and columns of a square board without its corners",
        .read = grid_key_board},
    GRID_LETTER_KEYS("the letter", "pieces", 1),
    GRID_SETUP_KEYS,
    {"max_stack", KEY_NUMBER, 2, STACK_PIECES / 2, NULL, "pieces that a stack may hold", KEY_INTO(grid_rules, highest)},
    {"reserve", KEY_WORD, 0, 0, "keep none", "whether a player's own pieces can be entered again",
        KEY_INTO(focus_rules, reserve)},
    {0},
};

/* Three cells in each corner are missing. */
static bool focus_plays(unsigned side, unsigned column, unsigned row)
{
    unsigned across = column < side - 1 - column ? column : side - 1 - column;
    unsigned up = row < side - 1 - row ? row : side - 1 - row;
    return across + up > 1;
}

static bool focus_check(void *rules, const struct key_reading *reading)
{
    (void)rules;
    bool white = grid_check_led(reading, 1, "board.square pieces.white");
    return grid_check_led(reading, 2, "board.square pieces.black") && white;
}

/* Positions. */

static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, GRID_POOLS, TURN_NUMBER_FIELD, {0}};

static bool focus_validate(struct position_reader *reader)
{
    const struct focus_rules *rules = reader->rules;
    const struct grid_position *position = (const struct grid_position *)reader->state;
    unsigned other = 3u - position->state.seat;
    bool begins = position->state.number == 1 && position->state.seat == 1;
    if (!grid_validate(reader))
        return false;
    if (rules->reserve == RESERVE_NONE && (position->pool[0] | position->pool[1]) != 0)
        return refuse_whole(reader, "the reserves hold %u and %u pieces, but these rules have none", position->pool[0],
            position->pool[1]);
    return begins || cell_set_first(&position->led[other]) != BOARD_NONE ||
        refuse_whole(reader, "%s has just moved, but controls no stack", game_seat_name(rules, other));
}

/* Turns: a cell marked '+' is where a piece is entered, two cells are a move. */

static bool is_entry(const struct turn *turn)
{
    return turn->steps[0].mark == '+';
}

static unsigned target_of(const struct turn *turn)
{
    return turn->steps[turn->count == 2].cell;
}

static unsigned focus_line_of(const struct focus_rules *rules, const struct turn *turn)
{
    return rules->grid.board.line[turn->steps[0].cell][target_of(turn)];
}

/* A move without a number lifts as many pieces as it moves cells. */
static bool focus_resolve(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    if (!grid_resolve_cells(rules, written, turn, fault))
        return false;
    if (turn->count == 2 && written->parts[1].name[0] == '\0')
        turn->steps[1].count = line_distance(focus_line_of(rules, turn));
    return true;
}

static void focus_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    if (is_entry(turn))
        text_add_char(text, '+');
    if (turn->count == 2)
        grid_add_move(rules, turn->steps, line_distance(focus_line_of(rules, turn)), text);
    else
        grid_write_turn(rules, state, turn, text);
}

static int focus_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct focus_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned source = turn->steps[0].cell;
    (void)step;
    if (is_entry(turn))
        return position->pool[state->seat - 1] > 0 ? LEGAL : RESERVE_EMPTY;
    if (position->stacks[source] == 0)
        return SOURCE_EMPTY;
    if (!cell_set_has(&position->led[state->seat], source))
        return NOT_YOURS;
    finding->part = 1;
    unsigned line = focus_line_of(rules, turn);
    if (line == 0)
        return NOT_IN_LINE;
    if (line_distance(line) > stack_height(position->stacks[source]))
        return TOO_FAR;
    return turn->steps[1].count == line_distance(line) ? LEGAL : DISTANCE;
}

/* There is something to enter, or to move to another cell. */
static bool focus_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct grid_position *position = (const struct grid_position *)state;
    unsigned source = turn->steps[0].cell;
    (void)rules;
    (void)step;
    if (is_entry(turn))
        return position->pool[state->seat - 1] > 0;
    return position->stacks[source] != 0 && source != target_of(turn);
}

/* Puts N pieces on a cell, whose stack then loses what is too much. */
static void land_pieces(
    const struct focus_rules *rules, struct grid_position *position, unsigned cell, uint64_t pieces, unsigned n)
{
    uint64_t landed = stack_landed(position->stacks[cell], pieces, n);
    unsigned most = rules->grid.highest;
    unsigned seat = position->state.seat;
    if (rules->reserve == RESERVE_KEEP)
        position->pool[seat - 1] += stack_count(stack_left(landed, most), seat);
    grid_put(rules, position, cell, stack_lifted(landed, most));
}

/* A count of 0, which only an illegal move has, takes all. */
static void focus_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    unsigned source = turn->steps[0].cell;
    uint64_t from = position->stacks[source];
    unsigned height = stack_height(from);
    unsigned n = turn->steps[turn->count - 1].count;
    (void)step;
    if (is_entry(turn)) {
        position->pool[state->seat - 1]--;
        land_pieces(rules, position, source, state->seat == 1 ? PIECE_WHITE : PIECE_BLACK, 1);
        return;
    }
    if (n == 0 || n > height)
        n = height;
    grid_put(rules, position, source, stack_left(from, n));
    land_pieces(rules, position, target_of(turn), stack_lifted(from, n), n);
}

extern const struct game focus;

static unsigned focus_reach(const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n)
{
    return n > stack_height(grid_stacks(state)[cell])
        ? BOARD_NONE
        : board_ahead(&((const struct grid_rules *)rules)->board, cell, direction, n);
}

static bool focus_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    return grid_offer_moves(&focus, focus_reach, '+', rules, state, visit, context);
}

static const struct fact facts[] = {{"lifted", grid_fact_lifted}, {"distance", grid_fact_distance},
    {"height", grid_fact_height}, {"why", grid_fact_why}, GRID_FACTS, {0}};

/* The end. */

static bool is_blocked(const struct grid_position *position, unsigned seat)
{
    return position->pool[seat - 1] == 0 && cell_set_first(&position->led[seat]) == BOARD_NONE;
}

static void focus_ending(const void *rules, const struct state *state, struct ending *ending)
{
    (void)rules;
    if (is_blocked((const struct grid_position *)state, state->seat))
        *ending = (struct ending){true, "blocked", 1u << (2 - state->seat)};
}

/* What has won; what a side has to play with is looked at. */
static void focus_score(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    const struct grid_position *position = (const struct grid_position *)state;
    (void)rules;
    for (uint8_t seat = 1; seat <= 2; seat++) {
        if (state->seat != seat && is_blocked(position, state->seat))
            visit(context,
                &(struct score_item){.seat = seat,
                    .times = 1,
                    .count = 1,
                    .name = "the last turn",
                    .why = "the other side controls no stack and has nothing in reserve"});
        visit(context,
            &(struct score_item){
                .seat = seat, .name = "stacks", .count = (int32_t)cell_set_count(&position->led[seat])});
        visit(
            context, &(struct score_item){.seat = seat, .name = "reserve", .count = (int32_t)position->pool[seat - 1]});
    }
}

static void focus_status(const void *rules, const struct state *state, unsigned seat, struct text *text)
{
    const uint32_t reserve = ((const struct grid_position *)state)->pool[seat - 1];
    grid_say_stacks(rules, state, seat, text);
    if (reserve > 0)
        text_printf(text, ", %u in reserve", reserve);
}

static bool focus_view(
    const void *rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    bool shown = grid_show(rules, state, last, arena, view);
    if (((const struct focus_rules *)rules)->reserve == RESERVE_NONE)
        view->list_count = 0;
    for (unsigned seat = 1; seat <= 2; seat++) {
        SCOPED(text, stacks);
        grid_say_stacks(rules, state, seat, &stacks);
        if (((const struct grid_position *)state)->pool[seat - 1] > 0)
            text_add_string(&stacks, ", in reserve:");
        view->drawn[seat - 1] = text_kept(&stacks, arena);
        shown &= !stacks.failed;
    }
    return shown && !arena->failed;
}

const struct game focus = {
    .ruleset = {"focus", "focus", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct focus_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){pool_refuses, "max_stack", GRID_PATH, .pools = true, .pool = "reserve",
        .neighbours = 4, .plays = focus_plays, .status = focus_status},
    .check = focus_check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = focus_validate},
    .notation = {.shape = TURN_FOCUS,
        .example = "'c3-c5', a move, or '+c3', a piece entered",
        .resolve = focus_resolve,
        .write = focus_write},
    .judging = {.unit = UNIT_TURN,
        .judge = focus_judge,
        .make = focus_make,
        .generate = focus_generate,
        .no_pass = "each turn moves pieces or enters one",
        .can_force = focus_can_force},
    .result = {.scoring = SCORE_WIN,
        .one = "opponent without a turn",
        .many = "opponents without a turn",
        .score = focus_score,
        .ending = focus_ending},
    .display = {.gesture = "from cell to cell; a cell, for a piece of the reserve", .view = focus_view},
};
