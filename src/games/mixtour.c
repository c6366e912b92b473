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
        "Nothing is between the source and the target. So in each direction only the nearest stack can be reached.",
        STACKS "9. c1-c3 *\n", .kept = STACKS "9. c1-a1 *\n"},
    [TAKES_BACK] = {"mixtour/takes-back", SEVERITY_ERROR, "{step} takes back the move that {owner} has just made",
        "A turn does not undo the opponent's last. The same number of pieces does not go straight back to where it "
        "came from; two turns later it may. With 'take_back: yes' it may at once.",
        STACKS "9. c3-d4 d4-c3 *\n", .kept = STACKS "9. c3-d4 d4:2-c3 *\n", .parameter = "take_back"},
    {0},
};

enum { PASSES = 2 }; /* in a row, that end the game */

struct mixtour_rules {
    struct grid_rules grid; /* its goal is of points */
    uint32_t height;        /* of stacks that are taken off */
    uint8_t may_take_back;
};

/* What a position has besides, after its stacks; its counter is of passes in a row. */
struct mixtour_past {
    uint32_t points[2];
    uint32_t lifted; /* by the turn that would take back the last; 0: none would */
    uint16_t source;
    uint16_t target;
};

static struct mixtour_past *past_of(const void *rules, const struct state *state)
{
    return (struct mixtour_past *)&grid_stacks(state)[((const struct grid_rules *)rules)->board.cells];
}

/* Parameters. */

static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 2, 11, NULL, "the rows and columns of the board", .read = grid_key_board},
    POOL_PIECE_KEYS("the pieces that each side has"),
    {"height", KEY_NUMBER, 2, 8, NULL, "the height from which a stack is taken off", KEY_INTO(mixtour_rules, height)},
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

/* Moves: some pieces from one cell to another. */

static void add_move(const void *rules, unsigned source, uint32_t lifted, unsigned target, struct text *text)
{
    grid_add_cell(rules, source, text);
    if (lifted != 1)
        text_printf(text, ":%u", lifted);
    text_add_char(text, '-');
    grid_add_cell(rules, target, text);
}

/* The first rule that a move breaks, whatever was played before. */
static int judge_move(
    const struct mixtour_rules *rules, const struct state *state, unsigned source, uint32_t lifted, unsigned target)
{
    const struct board *board = &rules->grid.board;
    const uint64_t *stacks = grid_stacks(state);
    unsigned line = board->line[source][target];
    if (stacks[source] == 0)
        return SOURCE_EMPTY;
    if (lifted - 1 >= stack_height(stacks[source]))
        return TOO_MANY_PIECES;
    if (stacks[target] == 0)
        return TARGET_EMPTY;
    if (line == 0)
        return NOT_IN_LINE;
    if (line_distance(line) != stack_height(stacks[target]))
        return DISTANCE;
    return grid_block(board, stacks, source, line) == BOARD_NONE ? LEGAL : BLOCKED_LINE;
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
    const struct mixtour_past *past = past_of(rules, state);
    if (past->lifted == 0)
        text_add_char(text, '-');
    else
        add_move(rules, past->source, past->lifted, past->target, text);
}

/* A turn that takes back is legal but for that, and what it leaves is as high as what it goes to. */
static bool takes_back(
    const struct mixtour_rules *rules, const struct state *state, unsigned source, uint32_t lifted, unsigned target)
{
    const uint64_t *stacks = grid_stacks(state);
    return !rules->may_take_back && judge_move(rules, state, source, lifted, target) == LEGAL &&
        stack_height(stacks[source]) == lifted + stack_height(stacks[target]);
}

static void keep_back(struct mixtour_past *past, unsigned source, uint32_t lifted, unsigned target)
{
    past->lifted = lifted;
    past->source = (uint16_t)source;
    past->target = (uint16_t)target;
}

static bool read_back(struct position_reader *reader, struct slice back)
{
    const struct mixtour_rules *rules = reader->rules;
    struct mixtour_past *past = past_of(rules, reader->state);
    struct slice target = back;
    struct slice count = {NULL, 0};
    struct slice source = {NULL, 0};
    struct text canonical;
    past->lifted = 0;
    if (slice_is(back, "-"))
        return true;
    slice_split(&target, '-', &count);
    slice_split(&count, ':', &source);
    const unsigned from = board_find(&rules->grid.board, source);
    const unsigned to = board_find(&rules->grid.board, target);
    uint32_t lifted = 1;
    if (from == BOARD_NONE || to == BOARD_NONE || (count.at != NULL && !slice_number(count, STACK_PIECES, &lifted)))
        return refuse_field(reader, back, "after the points comes the turn that would take back the last, or '-'");
    text_init(&canonical);
    add_move(rules, from, lifted, to, &canonical);
    bool right = slice_equal(text_slice(&canonical), back) ||
        refuse_field(reader, back, "this turn is written '%s' in a position", text_slice(&canonical).at);
    text_release(&canonical);
    if (!right)
        return false;
    if (!takes_back(rules, reader->state, from, lifted, to))
        return refuse_field(reader, back, "%s would not take back the last turn; where none would, the field is '-'",
            excerpt_of(back).text);
    keep_back(past, from, lifted, to);
    return true;
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

static bool has_won(const struct mixtour_rules *rules, const struct state *state, unsigned seat)
{
    return past_of(rules, state)->points[seat - 1] >= rules->grid.game.goal;
}

static bool mixtour_validate(struct position_reader *reader)
{
    const struct mixtour_rules *rules = reader->rules;
    const struct grid_position *position = (const struct grid_position *)reader->state;
    const struct mixtour_past *past = past_of(rules, reader->state);
    const unsigned pool = pool_size(&rules->grid);
    unsigned count[3];
    if (!grid_validate(reader))
        return false;
    grid_count_pieces(rules, reader->state, count);
    for (unsigned seat = 1; seat <= 2; seat++) {
        if (count[seat] + position->pool[seat - 1] != pool)
            return refuse_whole(reader, "%s has %u on the board and %u in the pool, but %u pieces in all",
                rules->grid.game.seat_names[seat - 1], count[seat], position->pool[seat - 1], pool);
        if (past->points[seat - 1] > rules->grid.game.goal)
            return refuse_whole(reader, "%s has %u points, but the game ends at %u",
                rules->grid.game.seat_names[seat - 1], past->points[seat - 1], rules->grid.game.goal);
    }
    if (has_won(rules, reader->state, 1) && has_won(rules, reader->state, 2))
        return refuse_whole(reader, "both sides have the points that win");
    if (position->counter > PASSES)
        return refuse_whole(reader, "it counts %u passes, but %d end the game", position->counter, PASSES);
    bool over = has_won(rules, reader->state, 1) || has_won(rules, reader->state, 2);
    return over + (position->counter > 0) + (past->lifted > 0) <= 1 ||
        refuse_whole(reader, "the last turn either won, or was a pass, or may not be taken back");
}

/* Turns: a cell is a piece that enters there, two are a move. */

extern const struct game mixtour;

/* Onto the nearest stack. */
static unsigned mixtour_reach(
    const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n)
{
    const struct board *board = &((const struct grid_rules *)rules)->board;
    const uint64_t *stacks = grid_stacks(state);
    if (n > stack_height(stacks[cell]))
        return BOARD_NONE;
    do
        cell = board->next[cell][direction];
    while (cell != BOARD_NONE && stacks[cell] == 0);
    return cell;
}

static bool mixtour_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    return grid_offer_turns(&mixtour, mixtour_reach, rules, state, visit, context);
}

static bool keep_first(void *context, const struct turn *turn)
{
    struct turn *first = context;
    first->count = turn->count;
    memcpy(first->steps, turn->steps, turn->count * sizeof *turn->steps);
    return false;
}

static int mixtour_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct mixtour_rules *rules = any_rules;
    const struct grid_position *position = (const struct grid_position *)state;
    const struct mixtour_past *past = past_of(rules, state);
    const unsigned source = turn->steps[0].cell;
    const struct step *last = &turn->steps[turn->count == 2];
    struct turn first;
    (void)step;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return grid_offer_moves(&mixtour, mixtour_reach, '\0', rules, state, keep_first, &first)
            ? LEGAL
            : COMMON + COMMON_CANNOT_PASS;
    }
    if (turn->count == 1) {
        if (position->stacks[source] != 0)
            return OCCUPIED;
        return position->pool[state->seat - 1] == 0 ? POOL_EMPTY : LEGAL;
    }
    int broken = judge_move(rules, state, source, last->count, last->cell);
    finding->part = broken != SOURCE_EMPTY;
    bool back = last->count == past->lifted && source == past->source && last->cell == past->target;
    return broken == LEGAL && back ? TAKES_BACK : broken;
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

static void move(
    const struct mixtour_rules *rules, struct state *state, unsigned source, unsigned lifted, unsigned target)
{
    struct grid_position *position = (struct grid_position *)state;
    struct mixtour_past *past = past_of(rules, state);
    const uint64_t from = position->stacks[source];
    const uint64_t onto = position->stacks[target];
    const uint64_t landed = stack_landed(onto, stack_lifted(from, lifted), lifted);
    const bool off = stack_height(landed) >= rules->height;
    grid_put(rules, position, source, stack_left(from, lifted));
    grid_put(rules, position, target, off ? 0 : landed);
    for (unsigned seat = 1; off && seat <= 2; seat++)
        position->pool[seat - 1] += stack_count(landed, seat);
    if (off)
        past->points[stack_owner(landed) - 1]++;
    else if (stack_height(from) == lifted + stack_height(onto) && takes_back(rules, state, target, lifted, source))
        keep_back(past, target, lifted, source);
}

static void mixtour_make(const void *rules, struct state *state, const struct turn *turn, unsigned step)
{
    struct grid_position *position = (struct grid_position *)state;
    past_of(rules, state)->lifted = 0;
    position->counter = turn->shape == TURN_PASS ? position->counter + 1 : 0;
    if (turn->count == 1)
        pool_make(rules, state, turn, step);
    else if (turn->count == 2) {
        unsigned height = stack_height(position->stacks[turn->steps[0].cell]);
        uint32_t lifted = turn->steps[1].count;
        move(rules, state, turn->steps[0].cell, lifted < height ? lifted : height, turn->steps[1].cell);
    }
}

static void mixtour_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    if (turn->count == 2)
        add_move(rules, turn->steps[0].cell, turn->steps[1].count, turn->steps[1].cell, text);
    else
        grid_write_turn(rules, state, turn, text);
}

static void mixtour_complete(const void *rules, const struct state *state, struct turn *turn)
{
    unsigned height = stack_height(grid_stacks(state)[turn->steps[0].cell]);
    (void)rules;
    if (turn->count == 2 && turn->steps[1].count == WHOLE_STACK)
        turn->steps[1].count = height > 0 ? height : 1;
}

/* Facts. */

static void fact_height(const struct violation *violation, struct text *text)
{
    text_add_number(text, stack_height(grid_stacks(violation->state)[violation->turn->steps[1].cell]));
}

static void mixtour_fact_why(const struct violation *violation, struct text *text)
{
    const struct step *steps = violation->turn->steps;
    struct turn first = {.shape = TURN_MIXTOUR};
    switch (violation->rule) {
    case NOT_IN_LINE:
        grid_add_no_line(violation->rules, steps[0].cell, steps[1].cell, text);
        break;
    case TOO_MANY_PIECES:
        if (steps[1].count == 0) {
            text_add_string(text, "and a move takes at least 1");
            break;
        }
        text_add_string(text, "but ");
        grid_fact_source(violation, text);
        text_printf(text, " holds %u", stack_height(grid_stacks(violation->state)[steps[0].cell]));
        break;
    default:
        grid_offer_moves(&mixtour, mixtour_reach, '\0', violation->rules, violation->state, keep_first, &first);
        kit_fact_player(violation, text);
        text_add_string(text, first.count == 1 ? " can enter a piece on " : " can move ");
        mixtour_write(violation->rules, violation->state, &first, text);
    }
}

static const struct fact facts[] = {{"lifted", grid_fact_lifted}, {"height", fact_height},
    {"distance", grid_fact_distance}, {"why", mixtour_fact_why}, GRID_FACTS, {0}};

/* The end. */

/* With more points than one to win those so far are the score. */
static void judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct mixtour_rules *rules = any_rules;
    const struct mixtour_past *past = past_of(rules, state);
    const bool passed = ((const struct grid_position *)state)->counter >= PASSES;
    outcome->winners = passed ? 3 : (uint32_t)has_won(rules, state, 1) | (uint32_t)has_won(rules, state, 2) << 1;
    outcome->over = outcome->winners != 0;
    outcome->reason = passed ? "passed" : outcome->over ? "points" : NULL;
    for (unsigned i = 0; i < 2; i++)
        outcome->halves[i] = passed     ? 1
            : outcome->over             ? (int32_t)(outcome->winners >> i & 1) * 2
            : rules->grid.game.goal > 1 ? (int32_t)past->points[i] * 2
                                        : 0;
}

static void mixtour_score(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    for (uint8_t seat = 1; seat <= 2; seat++) {
        const uint32_t points = past_of(rules, state)->points[seat - 1];
        if (points > 0)
            visit(context,
                &(struct score_item){.seat = seat,
                    .times = 1,
                    .count = (int32_t)points,
                    .name = points == 1 ? "a stack taken off" : "stacks taken off",
                    .why = "with the player's piece on top"});
    }
}

static bool mixtour_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct mixtour_rules *rules = any_rules;
    const struct mixtour_past *past = past_of(rules, state);
    const uint32_t passes = ((const struct grid_position *)state)->counter;
    bool shown = grid_show(rules, state, last, arena, view);
    for (unsigned seat = 1; shown && seat <= 2; seat++)
        view->lines[seat - 1] = arena_printf(arena, "has %u point%s, %u to win", past->points[seat - 1],
            past->points[seat - 1] == 1 ? "" : "s", rules->grid.game.goal)
                                    .at;
    if (shown && passes > 0)
        view->notes[0] = arena_printf(arena, "%u pass%s in a row", passes, passes == 1 ? "" : "es").at;
    if (shown && past->lifted > 0) {
        struct text back;
        text_init(&back);
        write_back(rules, state, &back);
        view->notes[0] = arena_printf(arena, "%s would take back the last turn", text_slice(&back).at).at;
        text_release(&back);
    }
    return shown && !arena->failed;
}

const struct game mixtour = {
    .ruleset = {"mixtour", "mixtour", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct mixtour_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){pool_refuses, "height", GRID_PATH, .pools = true, .neighbours = 8},
    .check = mixtour_check,
    .position = {.fields = fields, .set_up = pool_set_up, .validate = mixtour_validate},
    .notation = {.shape = TURN_MIXTOUR,
        .example = "'b2', a piece that enters, 'a1-b2', a piece that moves, or 'c4:3-d3', three that do",
        .resolve = grid_resolve_cells,
        .write = mixtour_write},
    .judging = {.unit = UNIT_TURN,
        .judge = mixtour_judge,
        .make = mixtour_make,
        .generate = mixtour_generate,
        .can_force = mixtour_can_force},
    .result = {.scoring = SCORE_WIN, .one = "point", .many = "points", .score = mixtour_score},
    .display = {.gesture = "a cell, or from cell to cell; again: more pieces", .view = mixtour_view},
    .foreign = {.complete = mixtour_complete, .unmarked = true},
    .own = {.judge_end = judge_end},
};
