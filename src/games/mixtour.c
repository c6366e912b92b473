/* SPDX-License-Identifier: MIT */
/* Mixtour, by Dieter Stein: anybody moves any stack, as far as the one that it lands on is high, and who has the top
   piece of a stack of five has won. */
#include "games/kit/pools.h"

/* A piece that enters, or pieces that move. */
TURN_FORM(MIXTOUR, "cell lift?; lift = (':' count?)? mark[-+x] cell");

/* In the order in which a turn is judged. */
enum mixtour_rule {
    OCCUPIED,
    POOL_EMPTY,
    SOURCE_EMPTY,
    TOO_MANY_PIECES,
    TARGET_EMPTY,
    NOT_IN_LINE,
    DISTANCE,
    BLOCKED_LINE,
    TAKES_BACK,
};

#define TAGS "[Ruleset \"mixtour\"]\n\n"
#define AT(position) "[Ruleset \"mixtour\"]\n[Position \"" position "\"]\n\n"

/* Two stacks of two on a diagonal, and a piece between one of them and a single piece. */
#define STACKS AT("x5/x3,b,x/x2,bw,x2/x2,w,x2/wb,x,b,x2 w 17/16 0/0 - 0 9")

static const struct rule rule_table[] = {
    [OCCUPIED] = {"mixtour/occupied", SEVERITY_ERROR,
        "{step} enters a piece on an occupied cell: {target} holds {onto}",
        "A piece enters on an empty cell. Pieces are stacked only by moves.", TAGS "1. b2 b2 *\n",
        .kept = TAGS "1. b2 b3 *\n"},
    [POOL_EMPTY] = {"mixtour/pool-empty", SEVERITY_ERROR, "{step} enters a piece, but {player}'s pool is empty",
        "A piece enters from the player's own pool. When the pool is empty, the player must move pieces. Stacks that "
        "are taken off fill it again.",
        AT("wwww,wwww,wwww,wwww,w/www,x4/x5/x5/x4,b w 0/19 0/0 - 0 30") "30. a1 *\n",
        .kept = AT("wwww,wwww,wwww,wwww,w/ww,x4/x5/x5/x4,b w 1/19 0/0 - 0 30") "30. a1 *\n", .parameter = "pool"},
    [SOURCE_EMPTY] = {"mixtour/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty",
        "A move starts from a cell with a stack on it. Either player may move it, no matter which piece is on top; a "
        "single piece is a stack of one.",
        STACKS "9. b1-c1 *\n", .kept = STACKS "9. c2-c1 *\n"},
    [TOO_MANY_PIECES] = {"mixtour/too-many-pieces", SEVERITY_ERROR, "{step} moves {lifted:piece}, {why}",
        "A move takes at least one piece, and at most all. They come off the top of the stack together and keep their "
        "order.",
        STACKS "9. c2:2-c1 *\n", .kept = STACKS "9. c2-c1 *\n"},
    [TARGET_EMPTY] = {"mixtour/target-empty", SEVERITY_ERROR, "{step} moves onto {target}, which is empty",
        "Pieces move onto another stack. On an empty cell a piece enters, and nothing moves there.",
        STACKS "9. c2-d2 *\n", .kept = STACKS "9. c2-c1 *\n"},
    [NOT_IN_LINE] = {"mixtour/not-in-line", SEVERITY_ERROR, "{step} does not move in a straight line: {why}",
        "Pieces move in a straight line. Lines run along rows, columns and diagonals, from one cell to another.",
        STACKS "9. c2-d4 *\n", .kept = STACKS "9. c3-d4 *\n"},
    [DISTANCE] = {"mixtour/distance", SEVERITY_ERROR,
        "{step} moves {distance:cell}, but {target} holds {onto}, which is reached from {height:cell} away",
        "Pieces move as many cells as the target has pieces. What counts is its height before the move; how many "
        "pieces move makes no difference.",
        STACKS "9. c2-c3 *\n", .kept = STACKS "9. a1-c3 *\n"},
    [BLOCKED_LINE] = {"mixtour/blocked-line", SEVERITY_ERROR,
        "{step} passes over {block}, which holds {on_block}; all cells on the way must be empty",
        "Nothing may be between the source and the target. In each direction only the nearest stack can be reached.",
        STACKS "9. c1-c3 *\n", .kept = STACKS "9. c1-a1 *\n"},
    [TAKES_BACK] = {"mixtour/takes-back", SEVERITY_ERROR, "{step} takes back the move that {owner} has just made",
        "A turn does not undo the opponent's last. The same number of pieces may not go straight back to where they "
        "came from; two turns later they may. With 'take_back: yes' they may at once.",
        STACKS "9. c3-d4 d4-c3 *\n", .kept = STACKS "9. c3-d4 d4:2-c3 *\n", .parameter = "take_back"},
    {0},
};

struct mixtour_rules {
    struct grid_rules grid; /* its goal is of points */
    uint32_t height;        /* of stacks that are taken off */
    uint8_t may_take_back;
};

/* What a position has besides, after its stacks; its counter is of passes in a row. */
struct mixtour_past {
    uint32_t points[2];
    struct step back[2]; /* of the turn that would take back the last; the second counts 0 where none would */
};

static struct mixtour_past *past_of(const void *rules, const struct state *state)
{
    return (struct mixtour_past *)&grid_stacks(state)[grid_board(rules)->cells];
}

/* Parameters. */

static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 2, 11, NULL, "the rows and columns of the board", .read = grid_key_board},
    POOL_PIECE_KEYS("the pieces that each side has"),
    {"height", KEY_NUMBER, 2, 8, NULL, "the least height of a stack that is taken off",
        KEY_INTO(mixtour_rules, height)},
    {"points", KEY_NUMBER, 1, 99, NULL, "the points that win", KEY_INTO(mixtour_rules, grid.game.goal)},
    {"take_back", KEY_WORD, 0, 0, "no yes", "undoing the opponent's last turn", KEY_INTO(mixtour_rules, may_take_back)},
    {0},
};

static bool mixtour_check(void *any_rules, const struct key_reading *reading)
{
    struct mixtour_rules *rules = any_rules;
    (void)reading;
    rules->grid.highest = rules->height - 1;
    rules->grid.game.state_size += sizeof(struct mixtour_past);
    return true;
}

/* Moves: some pieces from a cell to another, the first and the second of two steps. */

/* The first rule that a move breaks, whatever was played before. */
static int judge_move(const struct mixtour_rules *rules, const struct state *state, const struct step steps[2])
{
    const struct board *board = &rules->grid.board;
    const uint64_t *stacks = grid_stacks(state);
    const struct attempt move = grid_attempt(board, stacks, state->seat, steps[0].cell, &steps[1]);
    if (move.from == 0)
        return SOURCE_EMPTY;
    if (move.count - 1 >= stack_height(move.from))
        return TOO_MANY_PIECES;
    if (move.onto == 0)
        return TARGET_EMPTY;
    if (move.line == 0)
        return NOT_IN_LINE;
    if (line_distance(move.line) != stack_height(move.onto))
        return DISTANCE;
    return grid_block(board, stacks, move.source, move.line) == BOARD_NONE ? LEGAL : BLOCKED_LINE;
}

/* A turn that takes back is legal but for that, and what it leaves is as high as what it goes to. */
static bool takes_back(const struct mixtour_rules *rules, const struct state *state, const struct step steps[2])
{
    const uint64_t *stacks = grid_stacks(state);
    const unsigned left = stack_height(stacks[steps[0].cell]) - steps[1].count;
    return !rules->may_take_back && left == stack_height(stacks[steps[1].cell]) &&
        judge_move(rules, state, steps) == LEGAL;
}

/* Positions. */

static bool mixtour_read_points(struct position_reader *reader, struct slice points)
{
    struct mixtour_past *past = past_of(reader->rules, reader->state);
    struct slice white = {NULL, 0};
    struct slice black = points;
    slice_split(&black, '/', &white);
    return (slice_number(white, UINT32_MAX, &past->points[0]) && slice_number(black, UINT32_MAX, &past->points[1])) ||
        refuse_field(reader, points, "after the pools come the points of seats 1 and 2, '0/0'");
}

static void write_points(const void *rules, const struct state *state, struct text *text)
{
    text_printf(text, "%u/%u", past_of(rules, state)->points[0], past_of(rules, state)->points[1]);
}

static void write_back(const void *rules, const struct state *state, struct text *text)
{
    const struct step *back = past_of(rules, state)->back;
    if (back[1].count == 0)
        text_add_char(text, '-');
    else
        grid_add_move(rules, back, 1, text);
}

static bool read_back(struct position_reader *reader, struct slice back)
{
    const struct board *board = grid_board(reader->rules);
    struct step *steps = past_of(reader->rules, reader->state)->back;
    struct slice target = back;
    struct slice count = {NULL, 0};
    struct slice source = {NULL, 0};
    struct text canonical;
    if (slice_is(back, "-"))
        return true;
    slice_split(&target, '-', &count);
    slice_split(&count, ':', &source);
    steps[0] = (struct step){.cell = (uint16_t)board_find(board, source)};
    steps[1] = (struct step){.count = 1, .cell = (uint16_t)board_find(board, target)};
    if (steps[0].cell == BOARD_NONE || steps[1].cell == BOARD_NONE ||
        (count.at != NULL && !slice_number(count, STACK_PIECES, &steps[1].count)))
        return refuse_field(reader, back, "after the points comes the turn that would take back the last, or '-'");
    text_init(&canonical);
    grid_add_move(reader->rules, steps, 1, &canonical);
    bool right = slice_equal(text_slice(&canonical), back) ||
        refuse_field(reader, back, "this turn is written '%s' in a position", text_slice(&canonical).at);
    text_release(&canonical);
    return right &&
        (takes_back(reader->rules, reader->state, steps) ||
            refuse_field(reader, back, "%s would not take back the last turn; where none would, the field is '-'",
                excerpt_of(back).text));
}

static const struct position_field fields[] = {
    GRID_ROWS,
    GRID_SIDE,
    GRID_POOLS,
    {.read = mixtour_read_points, .write = write_points},
    {.read = read_back, .write = write_back, .counts = true}, /* a board is the same whatever came before */
    GRID_COUNTER("after the turn that would take back, or '-', comes the number of passes in a row"),
    TURN_NUMBER_FIELD,
    {0},
};

static bool mixtour_validate(struct position_reader *reader)
{
    const struct mixtour_rules *rules = reader->rules;
    const struct state *state = reader->state;
    const struct mixtour_past *past = past_of(rules, state);
    const uint32_t goal = rules->grid.game.goal;
    const int won = (past->points[0] >= goal) + (past->points[1] >= goal);
    if (!grid_validate(reader))
        return false;
    for (unsigned seat = 1; seat <= 2; seat++)
        if (past->points[seat - 1] > goal)
            return refuse_whole(reader, "%s has %u points, but the game ends at %u", game_seat_name(rules, seat),
                past->points[seat - 1], goal);
    if (won == 2)
        return refuse_whole(reader, "both sides have the points that win");
    return pool_check_passes(reader) &&
        (won + (grid_counter(state) > 0) + (past->back[1].count > 0) <= 1 ||
            refuse_whole(reader, "the last turn either won, or was a pass, or may not be taken back"));
}

/* Turns: a cell is a piece that enters there, two are a move. */

extern const struct game mixtour;

/* Onto the nearest stack. */
static unsigned mixtour_reach(
    const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n)
{
    const uint64_t *stacks = grid_stacks(state);
    if (n > stack_height(stacks[cell]))
        return BOARD_NONE;
    do
        cell = grid_board(rules)->next[cell][direction];
    while (cell != BOARD_NONE && stacks[cell] == 0);
    return cell;
}

static bool mixtour_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    return grid_offer_turns(&mixtour, mixtour_reach, rules, state, visit, context);
}

static int mixtour_judge(
    const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct grid_position *position = (const struct grid_position *)state;
    const struct step *steps = turn->steps;
    const struct step *back = past_of(rules, state)->back;
    (void)step;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return grid_offer_moves(&mixtour, mixtour_reach, '\0', rules, state, kit_stop_at_first, NULL)
            ? LEGAL
            : COMMON + COMMON_CANNOT_PASS;
    }
    if (turn->count == 1 && position->stacks[steps[0].cell] != 0)
        return OCCUPIED;
    if (turn->count == 1)
        return position->pool[state->seat - 1] == 0 ? POOL_EMPTY : LEGAL;
    const int broken = turn->count == 2 ? judge_move(rules, state, steps) : NOT_IN_LINE;
    finding->part = broken != SOURCE_EMPTY;
    if (broken != LEGAL)
        return broken;
    const bool same = steps[0].cell == back[0].cell && steps[1].cell == back[1].cell && steps[1].count == back[1].count;
    return same ? TAKES_BACK : LEGAL;
}

/* A piece that enters is of the pool. */
static bool mixtour_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct grid_position *position = (const struct grid_position *)state;
    const struct step *steps = turn->steps;
    (void)rules;
    (void)step;
    if (turn->count == 1)
        return position->stacks[steps[0].cell] == 0 && position->pool[state->seat - 1] > 0;
    return position->stacks[steps[0].cell] != 0 && steps[1].count > 0 && steps[0].cell != steps[1].cell;
}

static void move_pieces(const struct mixtour_rules *rules, struct state *state, const struct step steps[2])
{
    struct grid_position *position = (struct grid_position *)state;
    struct mixtour_past *past = past_of(rules, state);
    const struct attempt move =
        grid_attempt(&rules->grid.board, position->stacks, state->seat, steps[0].cell, &steps[1]);
    const unsigned lifted = grid_lifted(&move);
    const uint64_t landed = stack_landed(move.onto, stack_lifted(move.from, lifted), lifted);
    const struct step back[2] = {{.cell = steps[1].cell}, {.count = lifted, .cell = steps[0].cell}};
    const bool off = stack_height(landed) >= rules->height;
    grid_put(rules, position, move.source, stack_left(move.from, lifted));
    grid_put(rules, position, move.target, off ? 0 : landed);
    for (unsigned seat = 1; off && seat <= 2; seat++)
        position->pool[seat - 1] += stack_count(landed, seat);
    if (off)
        past->points[stack_owner(landed) - 1]++;
    else if (takes_back(rules, state, back))
        memcpy(past->back, back, sizeof back);
}

static void mixtour_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    past_of(rules, state)->back[1].count = 0;
    position->counter = turn->shape == TURN_PASS ? position->counter + 1 : 0;
    if (turn->count == 2)
        move_pieces(rules, state, turn->steps);
    else
        pool_make(rules, state, turn, step);
}

/* Facts. */

static void fact_height(const struct violation *violation, struct text *text)
{
    text_add_number(text, stack_height(grid_stacks(violation->state)[violation->turn->steps[1].cell]));
}

static void mixtour_fact_why(const struct violation *violation, struct text *text)
{
    const void *rules = violation->rules;
    const struct state *state = violation->state;
    const struct step *steps = violation->turn->steps;
    struct turn first = {.shape = TURN_MIXTOUR};
    if (violation->rule == NOT_IN_LINE)
        grid_add_no_line(rules, steps[0].cell, steps[1].cell, text);
    else if (violation->rule == TOO_MANY_PIECES && steps[1].count == 0)
        text_add_string(text, "and a move takes at least 1");
    else if (violation->rule == TOO_MANY_PIECES)
        text_printf(text, "but %s holds %u", grid_board(rules)->name[steps[0].cell],
            stack_height(grid_stacks(state)[steps[0].cell]));
    else {
        grid_offer_moves(&mixtour, mixtour_reach, '\0', rules, state, kit_stop_at_first, &first);
        kit_fact_player(violation, text);
        text_add_string(text, first.count == 1 ? " can enter a piece on " : " can move ");
        grid_write_turn(rules, state, &first, text);
    }
}

static const struct fact facts[] = {{"lifted", grid_fact_lifted}, {"height", fact_height},
    {"distance", grid_fact_distance}, {"why", mixtour_fact_why}, GRID_FACTS, {0}};

/* The end. */

static void mixtour_ending(const void *rules, const struct state *state, struct ending *ending)
{
    if (grid_counter(state) >= POOL_PASSES)
        *ending = (struct ending){true, "passed", 3};
    for (unsigned seat = 1; seat <= 2; seat++)
        if (past_of(rules, state)->points[seat - 1] >= ((const struct game_rules *)rules)->goal)
            *ending = (struct ending){true, "points", 1u << (seat - 1)};
}

static void mixtour_score(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    for (uint8_t seat = 1; seat <= 2; seat++) {
        const int32_t points = (int32_t)past_of(rules, state)->points[seat - 1];
        const char *name = points == 1 ? "a stack taken off" : "stacks taken off";
        if (points > 0)
            visit(context, &(struct score_item){seat, 1, points, 0, name, NULL, "with the player's piece on top"});
    }
}

static void mixtour_status(const void *rules, const struct state *state, unsigned seat, struct text *text)
{
    const uint32_t points = past_of(rules, state)->points[seat - 1];
    text_printf(
        text, "has %u point%s, %u to win", points, points == 1 ? "" : "s", ((const struct game_rules *)rules)->goal);
}

static void mixtour_note(const void *rules, const struct state *state, struct text *text)
{
    pool_say_passes(rules, state, text);
    if (past_of(rules, state)->back[1].count > 0) {
        write_back(rules, state, text);
        text_add_string(text, " would take back the last turn");
    }
}

const struct game mixtour = {
    .ruleset = {"mixtour", "mixtour", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct mixtour_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){pool_refuses, "height", GRID_PATH, .pools = true, .all_stay = true,
        .neighbours = 8, .status = mixtour_status, .note = mixtour_note},
    .check = mixtour_check,
    .position = {.fields = fields, .set_up = pool_set_up, .validate = mixtour_validate},
    .notation = {.shape = TURN_MIXTOUR,
        .example = "'b2', a piece that enters, 'a1-b2', a piece that moves, or 'c4:3-d3', three that do",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn},
    .judging = {.unit = UNIT_TURN,
        .judge = mixtour_judge,
        .make = mixtour_make,
        .generate = mixtour_generate,
        .can_force = mixtour_can_force},
    .result = {.scoring = SCORE_WIN, .score = mixtour_score, .ending = mixtour_ending, .counts_so_far = true},
    .display = {.gesture = "a cell, or from cell to cell; again: more pieces", .view = grid_show},
    .foreign = {.complete = grid_complete_turn, .unmarked = true},
};
