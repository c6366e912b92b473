/* SPDX-License-Identifier: MIT */
/* Lasca, by Emanuel Lasker: draughts in which a piece that is jumped goes under the stack that jumped it, which belongs
   to the side of its top piece. */
#include "games/kit/jumps.h"

#include <stdio.h>

/* A stack that steps, or jumps once or more; some servers mark a promotion. */
TURN_FORM(LASCA, "cell landing+; landing = mark[-x] cell '*'?");

/* In the order in which a turn is judged. */
enum lasca_rule {
    SOURCE_EMPTY,
    NOT_YOURS,
    ONE_STEP,
    PROMOTED,
    NOT_IN_REACH,
    BACKWARDS,
    OCCUPIED,
    NOTHING_TO_JUMP,
    OWN_STACK,
    JUMPED_TWICE,
    MUST_CAPTURE,
    MUST_GO_ON,
};

#define AT(position) "[Ruleset \"lasca\"]\n[Position \"" position "\"]\n\n"

/* Nearly the start, but b2 and e5 are empty. */
#define BEGUN AT("b,b,b,b/b,b,b/b,b,x,bb/x3/w,w,w,w/x,w,w/ww,w,w,w w 2")

/* On e5 a soldier before d6 and the last row, with b6 beyond; on g1 one before f2 and f4; on a1 an officer before two
   pieces on b2. */
#define JUMPS AT("x3,bbbbb/b,b,x/x2,w,x/x2,b/x4/bb,x,b/W,wwwwwwww,x,w w 9")

static const struct rule rule_table[] = {
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("lasca/source-empty", BEGUN "2. b2-a3 *\n", BEGUN "2. a3-b4 *\n"),
    [NOT_YOURS] = RULE_NOT_YOURS("lasca/not-yours", BEGUN "2. c5-d4 *\n", BEGUN "2. c3-d4 *\n"),
    [ONE_STEP] = {"lasca/one-step", SEVERITY_ERROR, "{step} goes on after a step, which is the whole turn",
        "A step to the next cell is the whole turn. Only jumps may follow each other.", BEGUN "2. c3-d4-e5 *\n",
        .kept = BEGUN "2. c3-d4 *\n"},
    [PROMOTED] = {"lasca/promoted", SEVERITY_ERROR,
        "{step} goes on after a promotion, which ends the turn: the top piece became an officer on {source}",
        "A promotion ends the turn. A soldier on top of a stack that arrives in the last row becomes an officer, and "
        "can jump on only in a later turn.",
        JUMPS "9. e5xc7xa5 *\n", .kept = JUMPS "9. e5xc7 *\n"},
    [NOT_IN_REACH] = {"lasca/not-in-reach", SEVERITY_ERROR, "{step} is neither a step nor a jump: {why}",
        "A stack steps one cell on a diagonal, or jumps two. After a jump it can only jump.", BEGUN "2. c3-c5 *\n",
        .kept = BEGUN "2. c3-b4 *\n"},
    [BACKWARDS] = {"lasca/backwards", SEVERITY_ERROR,
        "{step} moves a stack with a soldier on top backwards: {source} holds {stack}",
        "With a soldier on top a stack moves only forwards. Forwards is away from its owner's side, for jumps, too; "
        "with an officer on top, a stack moves both ways.",
        BEGUN "2. c3-b2 *\n", .kept = BEGUN "2. c3-b4 *\n"},
    [OCCUPIED] = {"lasca/occupied", SEVERITY_ERROR, "{step} ends on an occupied cell: {target} holds {onto}",
        "A step or a jump ends on an empty cell. The cell from which the turn started is empty as soon as the stack "
        "has left it.",
        BEGUN "2. c1-d2 *\n", .kept = BEGUN "2. c1-b2 *\n"},
    [NOTHING_TO_JUMP] = {"lasca/nothing-to-jump", SEVERITY_ERROR, "{step} jumps over {over}, which is empty",
        "A jump passes over a stack. With nothing to jump over, a stack can only step to the next cell.",
        BEGUN "2. c3xe5 *\n", .kept = BEGUN "2. c3-d4 *\n"},
    [OWN_STACK] = {"lasca/own-stack", SEVERITY_ERROR,
        "{step} jumps over {over}, which {player} controls: it holds {on_block}",
        "A jump passes over a stack of the opponent's. Its top piece goes under the stack that jumps; what "
        "was below that stays, and belongs to the side of the piece that is now on top.",
        BEGUN "2. d2xb4 *\n", .kept = BEGUN "2. c3-b4 *\n"},
    [JUMPED_TWICE] = {"lasca/jumped-twice", SEVERITY_ERROR, "{step} jumps over {over} for the second time in this turn",
        "No stack is jumped twice in a turn. What counts is its cell: a stack cannot turn back after a jump, even if "
        "what is left there is still the opponent's.",
        JUMPS "9. a1xc3xa1 *\n", .kept = JUMPS "9. a1xc3 *\n", .parameter = "twice"},
    [MUST_CAPTURE] = {"lasca/must-capture", SEVERITY_ERROR, "{step} is a step, but {player} can capture: {way}",
        "A player who can capture must capture. The player chooses which stack captures, and where.",
        JUMPS "9. e5-f6 *\n", .kept = JUMPS "9. e5xc7 *\n", .parameter = "capture"},
    [MUST_GO_ON] = {"lasca/must-go-on", SEVERITY_ERROR, "{step} ends the turn, but the stack can jump on: {way}",
        "A stack that captures jumps on as long as it can. If there are several jumps, the player may choose any, even "
        "one that leads to fewer captures.",
        JUMPS "9. g1xe3 *\n", .kept = JUMPS "9. g1xe3xg5 *\n", .parameter = "capture"},
    {0},
};

enum { WHITE = 1, WHITE_OFFICER, BLACK = PIECE_SECOND_SIDE + 1, BLACK_OFFICER };

struct lasca_rules {
    struct grid_rules grid; /* its zones are the first rows of both sides */
    uint32_t rows;
    uint32_t twice;
    uint32_t may_step; /* also instead of a jump */
    uint32_t standing;
};

/* Parameters. */

static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 3, 11, NULL, "the rows and columns; play is on every second cell",
        .read = grid_key_board},
    {"rows", KEY_NUMBER, 1, 5, NULL, "the rows that each side fills with soldiers", KEY_INTO(lasca_rules, rows)},
    {"capture", KEY_WORD, 0, 0, "must may",
        "whether a player who can capture must do so, and go on as long as possible", KEY_INTO(lasca_rules, may_step)},
    {"twice", KEY_WORD, 0, 0, "no yes", "whether a stack may be jumped twice in a turn", KEY_INTO(lasca_rules, twice)},
    {"promote", KEY_WORD, 0, 0, "reached standing",
        "whether only a soldier that arrives in its last row becomes an officer, or any soldier on top of a stack "
        "there",
        KEY_INTO(lasca_rules, standing)},
    {0},
};

static bool lasca_plays(unsigned side, unsigned column, unsigned row)
{
    (void)side;
    return (column + row) % 2 == 0;
}

static bool lasca_check(void *any_rules, const struct key_reading *reading)
{
    struct lasca_rules *rules = any_rules;
    struct grid_rules *grid = &rules->grid;
    const unsigned last = grid->board.rows - 1u;
    unsigned count = 0;
    if (2 * rules->rows > last)
        return refuse_key(reading, "rows", "board.square",
            FACT(found, "%u rows for each side, of %u") FACT(expected, "an empty row between them"), rules->rows,
            last + 1);
    grid->letters = (struct letters){.of = {[WHITE] = 'w', [WHITE_OFFICER] = 'W', [BLACK] = 'b', [BLACK_OFFICER] = 'B'},
        .seat = {[WHITE] = 1, [WHITE_OFFICER] = 1, [BLACK] = 2, [BLACK_OFFICER] = 2}};
    for (unsigned cell = 0; cell < grid->board.cells; cell++) {
        unsigned row = grid->board.row_of[cell];
        grid->zone[cell] = row == 0 ? 1 : row == last ? 2 : 0;
        grid->setup[cell] = row < rules->rows ? WHITE : row > last - rules->rows ? BLACK : 0;
        count += row < rules->rows;
    }
    for (unsigned piece = 1; piece < 16; piece++)
        grid->pieces[piece] = grid->letters.of[piece] == '\0' ? 0 : (uint16_t)count;
    return true;
}

/* Positions; the counter is 1 once the stack that moves has been promoted, until the turn ends. */

static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, TURN_NUMBER_FIELD, {0}};

static bool lasca_refuses(const void *rules, const struct tower *tower, char why[WHY_ROOM])
{
    snprintf(why, WHY_ROOM, "that changes colour more than once: prisoners are below all their captors");
    return grid_changes(rules, tower) > 1;
}

/* Turns. */

static bool is_soldier(unsigned piece)
{
    return piece == WHITE || piece == BLACK;
}

/* The rules of one step or jump of the stack on SOURCE, which has jumped over JUMPED. */
static int judge_step_or_jump(const struct lasca_rules *rules, const struct state *state, struct cell_set jumped,
    unsigned source, unsigned target)
{
    const struct board *board = &rules->grid.board;
    const unsigned distance = line_distance(board->line[source][target]);
    const unsigned over = jump_over(board, source, target);
    const bool up = board->row_of[target] > board->row_of[source];
    if (distance != STEP && distance != JUMP)
        return NOT_IN_REACH;
    if (is_soldier(tower_top(grid_tower(state, source))) && up != (state->seat == 1))
        return BACKWARDS;
    if (cell_set_has(grid_led(state, 0), target))
        return OCCUPIED;
    if (distance == STEP)
        return LEGAL;
    if (!cell_set_has(grid_led(state, 0), over))
        return NOTHING_TO_JUMP;
    if (cell_set_has(grid_led(state, state->seat), over))
        return OWN_STACK;
    return !rules->twice && cell_set_has(&jumped, over) ? JUMPED_TWICE : LEGAL;
}

/* Whether one of STACKS, which has jumped over JUMPED, has a STEP or JUMP, by DISTANCE. */
static bool can_go(const struct lasca_rules *rules, const struct state *state, const struct cell_set *stacks,
    struct cell_set jumped, unsigned distance)
{
    const struct board *board = &rules->grid.board;
    for (unsigned cell = cell_set_first(stacks); cell != BOARD_NONE; cell = cell_set_next(stacks, cell)) {
        if (distance == JUMP && !cell_set_meets(&board->around[cell], grid_led(state, 3u - state->seat)))
            continue; /* only for speed */
        for (unsigned direction = 0; direction < board->directions; direction++) {
            const unsigned target = board_ahead(board, cell, direction, distance);
            if (target != BOARD_NONE && judge_step_or_jump(rules, state, jumped, cell, target) == LEGAL)
                return true;
        }
    }
    return false;
}

/* The same of any stack of the player to move. */
static bool player_can_go(const struct lasca_rules *rules, const struct state *state, unsigned distance)
{
    return can_go(rules, state, grid_led(state, state->seat), (struct cell_set){{0}}, distance);
}

/* A soldier on top of a stack in its last row becomes an officer. */
static bool promote_soldier(const struct lasca_rules *rules, struct grid_position *position, unsigned cell)
{
    struct tower tower = *grid_tower(&position->state, cell);
    unsigned top = tower_top(&tower);
    if (!is_soldier(top) || rules->grid.zone[cell] != 3u - rules->grid.letters.seat[top])
        return false;
    tower.words[0] += WHITE_OFFICER - WHITE;
    grid_put_tower(rules, position, cell, &tower);
    return true;
}

static void lasca_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct lasca_rules *rules = any_rules;
    struct grid_position *position = (struct grid_position *)state;
    unsigned source = turn->steps[step - 1].cell;
    unsigned target = turn->steps[step].cell;
    unsigned over = jump_over(&rules->grid.board, source, target);
    struct tower tower = grid_take_tower(rules, position, source);
    if (over != BOARD_NONE && cell_set_has(grid_led(state, 3 - grid_leader(rules, tower.words[0])), over)) {
        const struct tower held = grid_take_tower(rules, position, over);
        const struct tower left = tower_left(&held, 1);
        tower = tower_under(&tower, tower_top(&held));
        grid_put_tower(rules, position, over, &left);
    }
    grid_put_tower(rules, position, target, &tower);
    position->counter = promote_soldier(rules, position, target);
}

static void lasca_end_turn(const void *any_rules, struct state *state)
{
    const struct lasca_rules *rules = any_rules;
    struct grid_position *position = (struct grid_position *)state;
    position->counter = 0;
    for (unsigned cell = 0; rules->standing && cell < rules->grid.board.cells; cell++)
        promote_soldier(rules, position, cell);
    kit_next_seat(state);
}

/* Whether the stack can go on after the jump STEP. */
static bool can_jump_on(
    const struct lasca_rules *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    uint64_t room[GRID_TOWER_WORDS];
    struct state *after = (struct state *)room;
    struct cell_set here = {{0}};
    memcpy(after, state, rules->grid.game.state_size);
    lasca_make(rules, after, turn, step);
    cell_set_put(&here, turn->steps[step].cell, grid_counter(after) == 0);
    return can_go(rules, after, &here, jumps_before(&rules->grid.board, turn, step + 1), JUMP);
}

static int lasca_judge(
    const void *any_rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const struct lasca_rules *rules = any_rules;
    const struct board *board = &rules->grid.board;
    if (step == 0)
        return NOT_IN_REACH; /* it is of another form */
    const unsigned source = turn->steps[step - 1].cell;
    const unsigned target = turn->steps[step].cell;
    const char mark = turn->steps[step].mark;
    const bool jumps = jump_over(board, source, target) != BOARD_NONE;
    const bool ends = step + 1 == turn->count;
    if (step == 1 && !cell_set_has(grid_led(state, state->seat), source)) {
        finding->part = 0;
        return cell_set_has(grid_led(state, 0), source) ? NOT_YOURS : SOURCE_EMPTY;
    }
    if (step > 1 && jump_over(board, turn->steps[step - 2].cell, source) == BOARD_NONE)
        return ONE_STEP;
    if (grid_counter(state) != 0)
        return PROMOTED;
    if (step > 1 && !jumps)
        return NOT_IN_REACH;
    const int broken = judge_step_or_jump(rules, state, jumps_before(board, turn, step), source, target);
    if (broken != LEGAL)
        return broken;
    if (!jumps && !rules->may_step && player_can_go(rules, state, JUMP))
        return MUST_CAPTURE;
    if (jumps && ends && !rules->may_step && can_jump_on(rules, state, turn, step))
        return MUST_GO_ON;
    if (!jumps && ends && mark == 'x')
        return COMMON + COMMON_MARK_WRONG;
    if (jumps && mark == '-')
        finding->note = COMMON + COMMON_MARK_MISSING;
    return LEGAL;
}

static bool lasca_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const struct cell_set *taken = grid_led(state, 0);
    (void)rules;
    return cell_set_has(taken, turn->steps[step - 1].cell) && !cell_set_has(taken, turn->steps[step].cell);
}

static bool lasca_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct grid_walk walk = {rules, visit, context, jump_walk, MUST_GO_ON, {.shape = TURN_LASCA}};
    return grid_walk_from_led(&walk, state);
}

/* A turn that captures, or goes on as it must. */
static void fact_way(const struct violation *violation, struct text *text)
{
    struct turn first = {.count = 0};
    struct grid_walk walk = {violation->rules, kit_stop_at_first, &first, jump_walk, MUST_GO_ON, *violation->turn};
    if (violation->rule == MUST_GO_ON)
        grid_walk_on(&walk, violation->state, violation->step, true);
    else
        grid_walk_from_led(&walk, violation->state);
    jump_write(violation->rules, violation->state, &first, text);
}

static void lasca_fact_why(const struct violation *violation, struct text *text)
{
    const struct board *board = grid_board(violation->rules);
    const struct step *step = &violation->turn->steps[violation->step];
    const unsigned distance = line_distance(board->line[step[-1].cell][step->cell]);
    text_add_string(text, board->name[step->cell]);
    if (distance == 0 && step[-1].cell != step->cell)
        text_printf(text, " is not on a diagonal from %s", board->name[step[-1].cell]);
    else if (distance != 1)
        text_printf(text, " is %u cells away", distance);
    else if (violation->rule == NOT_IN_REACH)
        text_add_string(text, " is 1 cell away, and only a jump may follow a jump");
    else
        text_add_string(text, " is 1 cell away: it is a step");
}

static const struct fact facts[] = {{"over", jump_fact_over}, {"way", fact_way}, {"why", lasca_fact_why},
    {"what", .word = "is a jump"}, {"mark", .word = "x"}, {"note", .word = ""}, GRID_FACTS, {0}};

/* The end. */

/* With capture: must, too: who begins to jump can always go on to where the stack may stop. */
static bool is_blocked(const void *rules, const struct state *state)
{
    return !player_can_go(rules, state, STEP) && !player_can_go(rules, state, JUMP);
}

static void lasca_ending(const void *rules, const struct state *state, struct ending *ending)
{
    if (is_blocked(rules, state))
        *ending = (struct ending){true, "blocked", 1u << (2 - state->seat)};
}

static void lasca_score(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    for (uint8_t seat = 1; seat <= 2; seat++) {
        const int32_t count = (int32_t)cell_set_count(grid_led(state, seat));
        if (seat != state->seat && is_blocked(rules, state))
            visit(context, &(struct score_item){seat, 1, 1, 0, "a blocked opponent", NULL, "has no legal turn"});
        visit(context, &(struct score_item){seat, 0, count, 0, "stacks", NULL, NULL});
    }
}

const struct game lasca = {
    .ruleset = {"lasca", "lasca", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct lasca_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){.path = GRID_PATH,
        .leaps = true,
        .stacking = &grid_towers,
        .refuses_tower = lasca_refuses,
        .domes = 1u << WHITE_OFFICER | 1u << BLACK_OFFICER,
        .neighbours = 8,
        .plays = lasca_plays,
        .all_stay = true,
        .status = grid_say_stacks},
    .check = lasca_check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = grid_validate},
    .notation = {.shape = TURN_LASCA,
        .example = "'c3-d4', a step, or 'c1xa3xc5', two jumps",
        .resolve = grid_resolve_cells,
        .write = jump_write},
    .judging = {.unit = UNIT_LIFTS,
        .judge = lasca_judge,
        .make = lasca_make,
        .generate = lasca_generate,
        .no_pass = "each turn moves a stack",
        .can_force = lasca_can_force,
        .end_turn = lasca_end_turn},
    .result = {.scoring = SCORE_WIN,
        .one = "blocked opponent",
        .many = "blocked opponents",
        .score = lasca_score,
        .ending = lasca_ending},
    .display = {.gesture = "from cell to cell; again: another jump",
        .view = grid_show,
        .legend = "Capitals are officers."},
};
