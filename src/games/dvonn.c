/* SPDX-License-Identifier: MIT */
/* DVONN, by Kris Burm: the board is filled with pieces, then stacks move as far as they are high, and what has no link
   to a red piece is gone. */
#include "games/kit/grid.h"

#include <stdio.h>

/* A piece that is laid, or a stack that moves; some servers join the two cells, or write capitals. */
TURN_FORM(DVONN, "cell onto?; onto = mark[-x] cell | cell; in any case");

/* In the order in which a turn is judged. */
enum dvonn_rule {
    POOL_EMPTY,
    OCCUPIED,
    TOO_EARLY,
    SOURCE_EMPTY,
    NOT_YOURS,
    SURROUNDED,
    NOT_IN_LINE,
    DISTANCE,
    TARGET_EMPTY,
    LAST_PIECE, /* a note */
};

#define TAGS "[Ruleset \"dvonn\"]\n\n"
#define AT(position) "[Ruleset \"dvonn\"]\n[Position \"" position "\"]\n\n"

/* Four stacks in a row, and one above two of them. */
#define IN_A_ROW AT("x7,r,r/x10/x11/x3,w,x6/x,r,w,bw,b,x4 w 0 30")

/* Two cells are left, i5 and k5. */
#define ALL_BUT_ONE                                                                                                    \
    AT("w,b,w,b,w,b,x,b,x/w,b,w,b,w,b,w,b,w,b/r,r,r,w,b,w,b,w,b,w,b/w,b,w,b,w,b,w,b,w,b/w,b,w,b,w,b,w,b,w b 2 24")

static const struct rule rule_table[] = {
    [POOL_EMPTY] = {"dvonn/pool-empty", SEVERITY_ERROR, "{step} lays a piece, but all {limit:piece} have been laid",
        "No piece is laid after the last. The pieces fill the board: 'reds' of them are red, and each side has "
        "'pieces'. From then on stacks move.",
        IN_A_ROW "30. h1 *\n", .kept = IN_A_ROW "30. c1-b1 *\n", .parameter = "reds pieces"},
    [OCCUPIED] = {"dvonn/occupied", SEVERITY_ERROR, "{step} lays a piece on an occupied cell: {target} holds {onto}",
        "A piece is laid on an empty cell. Pieces are stacked only by moves, once the board is full.",
        TAGS "1. d3 d3 *\n", .kept = TAGS "1. d3 d4 *\n"},
    [TOO_EARLY] = {"dvonn/too-early", SEVERITY_ERROR, "{step} moves a stack while {left:piece} are still to be laid",
        "No stack moves before the board is full. First all pieces are laid, the red ones before the others.",
        TAGS "1. d3 d4 2. d3-d4 *\n", .kept = TAGS "1. d3 d4 2. d5 *\n"},
    [SOURCE_EMPTY] = RULE_SOURCE_EMPTY("dvonn/source-empty", IN_A_ROW "30. a1-b1 *\n", IN_A_ROW "30. c1-b1 *\n"),
    [NOT_YOURS] = {"dvonn/not-yours", SEVERITY_ERROR,
        "{step} moves a stack that {player} does not control: {source} holds {stack}",
        "A player moves only stacks of their own. The top piece controls a stack, whatever is below it; a red piece "
        "alone is nobody's.",
        IN_A_ROW "30. e1-d1 *\n", .kept = IN_A_ROW "30. c1-d1 *\n"},
    [SURROUNDED] = {"dvonn/surrounded", SEVERITY_ERROR,
        "{step} moves a surrounded stack: all six cells around {source} are occupied",
        "A stack moves only if one of its sides is free. A cell at the edge of the board has fewer than six "
        "neighbours, so a stack there is never surrounded.",
        AT("x7,r,r/x10/x3,w,b,x6/x2,b,w,b,x5/x2,r,w,x5 w 0 30") "30. d2-c2 *\n",
        .kept = AT("x7,r,r/x10/x3,w,b,x6/x2,b,w,b,x5/x2,r,x6 w 0 30") "30. d2-c2 *\n", .parameter = "board.rows"},
    [NOT_IN_LINE] = {"dvonn/not-in-line", SEVERITY_ERROR, "{step} does not move in a straight line: {why}",
        "A stack moves in a straight line. Lines run through the sides of the cells.", IN_A_ROW "30. d2-b1 *\n",
        .kept = IN_A_ROW "30. d2-d1 *\n"},
    [DISTANCE] = {"dvonn/distance", SEVERITY_ERROR,
        "{step} moves {distance:cell}, but {source} holds {stack}, which moves {height:cell}",
        "A stack moves as many cells as it has pieces. Red pieces count, too; stacks and empty cells on the way make "
        "no difference.",
        IN_A_ROW "30. d1-c1 *\n", .kept = IN_A_ROW "30. d1-b1 *\n"},
    [TARGET_EMPTY] = {"dvonn/target-empty", SEVERITY_ERROR, "{step} moves onto {target}, which is empty",
        "A stack moves onto another stack. It may be of either side, or a red piece.", IN_A_ROW "30. d1-f1 *\n",
        .kept = IN_A_ROW "30. d1-b1 *\n"},
    [LAST_PIECE] = {"dvonn/last-piece", SEVERITY_NOTE,
        "{step} lays the last piece, which was laid automatically as part of the turn before; it is left out",
        "The last piece is not written. It has only one cell left and is laid there as part of the turn before. Some "
        "servers write it anyway; canonical form does not.",
        ALL_BUT_ONE "24. i5 k5 *\n", .kept = ALL_BUT_ONE "24. i5 *\n"},
    {0},
};

enum { WHITE = 1, RED = PIECE_KINDS, BLACK = PIECE_SECOND_SIDE + 1 };

struct dvonn_rules {
    struct grid_rules grid;
    uint32_t reds;
    uint32_t pieces; /* of each side */
    uint32_t all;    /* of both and the red ones: as many as cells */
};

/* Parameters. */

static const struct key keys[] = {
    {"board.rows", KEY_NUMBERS, 1, BOARD_CELLS, NULL, "the lengths of the rows, from White's side upwards",
        .read = grid_key_board},
    {"board.names", KEY_WORD, 0, 0, "rows slanted",
        "which letter a cell has: its row's, or that of the slanting line that leads up to the left"},
    {"reds", KEY_NUMBER, 1, 9, NULL, "red pieces, which are laid first and belong to nobody",
        KEY_INTO(dvonn_rules, reds)},
    {"pieces", KEY_NUMBER, 1, 31, NULL, "pieces of each side", KEY_INTO(dvonn_rules, pieces)},
    {0},
};

static bool dvonn_check(void *any_rules, const struct key_reading *reading)
{
    struct dvonn_rules *rules = any_rules;
    struct grid_rules *grid = &rules->grid;
    grid->letters =
        (struct letters){.of = {[WHITE] = 'w', [BLACK] = 'b', [RED] = 'r'}, .seat = {[WHITE] = 1, [BLACK] = 2}};
    grid->pieces[WHITE] = grid->pieces[BLACK] = (uint16_t)rules->pieces;
    grid->pieces[RED] = (uint16_t)rules->reds;
    rules->all = rules->reds + 2 * rules->pieces;
    if (grid->board.cells != rules->all)
        return refuse_key(reading, "pieces", "reds board.rows",
            FACT(found, "%u pieces for %u cells")
                FACT(expected, "as many pieces as cells, the red ones and both sides'"),
            rules->all, grid->board.cells);
    return grid_check_tower(reading, "pieces", "board.rows", rules->all);
}

/* Positions; the counter is of the pieces that are still to be laid, and pool LAST has the cell, from 1, of the last
   one until the ply after it. */

enum { LAST };

static const struct position_field fields[] = {
    GRID_ROWS,
    GRID_SIDE,
    {.read = read_number_field,
        KEY_INTO(grid_position, counter),
        .wanted = "after the side to move comes the number of pieces still to be laid"},
    TURN_NUMBER_FIELD,
    {0},
};

static void dvonn_set_up(const void *rules, struct state *state)
{
    ((struct grid_position *)state)->counter = ((const struct dvonn_rules *)rules)->all;
}

static bool dvonn_refuses(const void *rules, const struct tower *tower, char why[WHY_ROOM])
{
    (void)rules;
    snprintf(why, WHY_ROOM, "with a red piece on top of others");
    return tower_top(tower) == RED && tower_height(tower) > 1;
}

/* The piece that is laid as number PLY, counted from 1. */
static unsigned piece_of_ply(const struct dvonn_rules *rules, uint64_t ply)
{
    return ply <= rules->reds ? RED : ply % 2 == 1 ? WHITE : BLACK;
}

/* The stacks without a link to a red. */
static struct cell_set unlinked_stacks(const struct dvonn_rules *rules, const struct state *state)
{
    const struct cell_set *taken = grid_led(state, 0);
    struct cell_set reds = {{0}};
    for (unsigned cell = cell_set_first(taken); cell != BOARD_NONE; cell = cell_set_next(taken, cell))
        cell_set_put(&reds, cell, tower_count(grid_tower(state, cell), RED) > 0);
    return board_unjoined(&rules->grid.board, taken, &reds);
}

/* While pieces are laid, each ply has laid one. */
static bool settle_laying(struct position_reader *reader, uint64_t ply, unsigned count[3])
{
    const struct dvonn_rules *rules = reader->rules;
    const struct letters *letters = &rules->grid.letters;
    const uint32_t left = grid_counter(reader->state);
    if (left == 1)
        return refuse_whole(reader, "one piece is still to be laid, but the last is laid together with the one before");
    if (ply + left != rules->all + 1)
        return refuse_whole(reader, "%u pieces are still to be laid in ply %llu, but in all there are %u", left,
            (unsigned long long)ply, rules->all);
    for (unsigned cell = 0; cell < rules->grid.board.cells; cell++)
        if (tower_height(grid_tower(reader->state, cell)) > 1)
            return refuse_whole(
                reader, "there is a stack on %s, but pieces are still to be laid", rules->grid.board.name[cell]);
    for (uint64_t i = 1; i < ply; i++)
        count[letters->seat[piece_of_ply(rules, i)]]--;
    for (unsigned piece = 1; piece < 16; piece++)
        if (letters->of[piece] != '\0' && count[letters->seat[piece]] != 0)
            return refuse_whole(reader, "there are too %s pieces '%c' for ply %llu",
                count[letters->seat[piece]] < BOARD_CELLS ? "many" : "few", letters->of[piece],
                (unsigned long long)ply);
    return true;
}

static bool dvonn_validate(struct position_reader *reader)
{
    const struct dvonn_rules *rules = reader->rules;
    const struct state *state = reader->state;
    const uint64_t ply = 2 * ((uint64_t)state->number - 1) + state->seat;
    unsigned count[3];
    if (!grid_validate(reader))
        return false;
    grid_count_pieces(rules, state, count);
    if (grid_counter(state) > 0)
        return settle_laying(reader, ply, count);
    if (ply < rules->all)
        return refuse_whole(
            reader, "the board is not full before ply %u, but this is ply %u", rules->all, (unsigned)ply);
    if (count[0] != rules->reds)
        return refuse_whole(reader, "it has %u of the %u red pieces, which are never removed", count[0], rules->reds);
    const struct cell_set apart = unlinked_stacks(rules, state);
    const unsigned cell = cell_set_first(&apart);
    return cell == BOARD_NONE ||
        refuse_whole(reader, "the stack on %s has no link to a red piece", rules->grid.board.name[cell]);
}

/* Turns: a cell is a piece laid there, two are a move. */

static bool is_surrounded(const struct dvonn_rules *rules, const struct state *state, unsigned cell)
{
    const struct cell_set *around = &rules->grid.board.around[cell];
    return cell_set_covers(grid_led(state, 0), around) && cell_set_count(around) == BOARD_DIRECTIONS;
}

/* The first stack of SEAT's that can move, or BOARD_NONE. */
static unsigned first_mover(const struct dvonn_rules *rules, const struct state *state, unsigned seat)
{
    const struct cell_set *led = grid_led(state, seat);
    for (unsigned cell = cell_set_first(led); cell != BOARD_NONE; cell = cell_set_next(led, cell))
        for (unsigned i = 0; i < BOARD_DIRECTIONS && !is_surrounded(rules, state, cell); i++) {
            const unsigned target = board_ahead(&rules->grid.board, cell, i, tower_height(grid_tower(state, cell)));
            if (target != BOARD_NONE && cell_set_has(grid_led(state, 0), target))
                return cell;
        }
    return BOARD_NONE;
}

static int dvonn_judge(
    const void *rules, const struct state *state, const struct turn *turn, unsigned step, struct finding *finding)
{
    const uint32_t left = grid_counter(state);
    (void)step;
    if (turn->shape == TURN_PASS) {
        finding->part = FAULT_WHOLE;
        return left == 0 && first_mover(rules, state, state->seat) == BOARD_NONE ? LEGAL : COMMON + COMMON_CANNOT_PASS;
    }
    const unsigned source = turn->steps[0].cell;
    if (turn->count == 1)
        return left == 0 ? POOL_EMPTY : cell_set_has(grid_led(state, 0), source) ? OCCUPIED : LEGAL;
    if (left > 0)
        return TOO_EARLY;
    if (!cell_set_has(grid_led(state, 0), source))
        return SOURCE_EMPTY;
    if (!cell_set_has(grid_led(state, state->seat), source))
        return NOT_YOURS;
    if (is_surrounded(rules, state, source))
        return SURROUNDED;
    finding->part = 1;
    const unsigned target = turn->steps[turn->count == 2].cell;
    const unsigned line = grid_board(rules)->line[source][target];
    if (line == 0)
        return NOT_IN_LINE;
    if (line_distance(line) != tower_height(grid_tower(state, source)))
        return DISTANCE;
    return cell_set_has(grid_led(state, 0), target) ? LEGAL : TARGET_EMPTY;
}

/* A red piece stays below others, and nothing moves while pieces are laid. */
static bool dvonn_can_force(const void *rules, const struct state *state, const struct turn *turn, unsigned step)
{
    const bool lays = grid_counter(state) > 0;
    const unsigned source = turn->steps[0].cell;
    (void)step;
    if (turn->count == 1)
        return lays && !cell_set_has(grid_led(state, 0), source);
    return !lays && source != turn->steps[1].cell && grid_leader(rules, grid_tower(state, source)->words[0]) != 0;
}

/* No ply of the laying is left out. */
static bool dvonn_force(const void *rules, struct state *state, const struct turn *turn)
{
    return (grid_counter(state) == 0 || turn->shape != TURN_PASS) && kit_force(rules, state, turn);
}

static void dvonn_lay(const struct dvonn_rules *rules, struct grid_position *position, unsigned cell)
{
    const struct tower piece = {{piece_of_ply(rules, rules->all - position->counter + 1)}};
    grid_put_tower(rules, position, cell, &piece);
    position->counter--;
}

static void dvonn_make(const void *any_rules, struct state *state, const struct turn *turn, unsigned step)
{
    const struct dvonn_rules *rules = any_rules;
    struct grid_position *position = (struct grid_position *)state;
    unsigned source = turn->steps[0].cell;
    (void)step;
    position->pool[LAST] = 0;
    if (turn->count == 1) {
        dvonn_lay(rules, position, source);
        for (unsigned cell = 0; position->counter == 1 && cell < rules->grid.board.cells; cell++)
            if (!cell_set_has(&position->led[0], cell)) {
                dvonn_lay(rules, position, cell);
                position->pool[LAST] = cell + 1;
            }
    } else if (turn->count == 2) {
        grid_land_tower(rules, position, source, turn->steps[1].cell, false);
        struct cell_set apart = unlinked_stacks(rules, state);
        for (unsigned cell = cell_set_take(&apart); cell != BOARD_NONE; cell = cell_set_take(&apart))
            grid_take_tower(rules, position, cell);
    }
}

static bool dvonn_echoes(const void *rules, const struct state *state, const struct turn *turn, struct fault *note)
{
    return turn->count == 1 && ((const struct grid_position *)state)->pool[LAST] == turn->steps[0].cell + 1u &&
        (note == NULL || !kit_raise(&(struct violation){rules, state, turn, 0, LAST_PIECE, FAULT_WHOLE}, note));
}

extern const struct game dvonn;

static unsigned dvonn_reach(const void *rules, const struct state *state, unsigned cell, unsigned direction, unsigned n)
{
    const bool moves = n == 1 && cell_set_has(grid_led(state, state->seat), cell);
    return moves ? board_ahead(grid_board(rules), cell, direction, tower_height(grid_tower(state, cell))) : BOARD_NONE;
}

static bool dvonn_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    return grid_offer_turns(&dvonn, dvonn_reach, rules, state, visit, context);
}

static void dvonn_fact_why(const struct violation *violation, struct text *text)
{
    const struct state *state = violation->state;
    const struct step *steps = violation->turn->steps;
    if (violation->rule == NOT_IN_LINE)
        grid_add_no_line(violation->rules, steps[0].cell, steps[1].cell, text);
    else if (grid_counter(state) > 0)
        text_add_string(text, "a piece is to be laid");
    else {
        kit_fact_player(violation, text);
        text_add_string(text, " can move the stack on ");
        grid_add_cell(violation->rules, first_mover(violation->rules, state, state->seat), text);
    }
}

static const struct fact facts[] = {{"limit", KEY_INTO(dvonn_rules, all)},
    {"left", KEY_INTO(grid_position, counter), .of_state = true}, {"height", grid_fact_height},
    {"distance", grid_fact_distance}, {"why", dvonn_fact_why}, GRID_FACTS, {0}};

/* Points. */

static void dvonn_ending(const void *rules, const struct state *state, struct ending *ending)
{
    if (grid_counter(state) == 0 && first_mover(rules, state, state->seat) == BOARD_NONE &&
        first_mover(rules, state, 3u - state->seat) == BOARD_NONE)
        *ending = (struct ending){.over = true, .reason = "blocked"};
}

static void dvonn_score(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    for (unsigned seat = 1; seat <= 2; seat++) {
        const struct cell_set *led = grid_led(state, seat);
        for (unsigned cell = cell_set_first(led); cell != BOARD_NONE; cell = cell_set_next(led, cell)) {
            const struct grid_item item = {seat, cell, tower_height(grid_tower(state, cell)), 1, NULL};
            grid_visit_cell(rules, state, &item, visit, context);
        }
    }
}

static void dvonn_note(const void *any_rules, const struct state *state, struct text *text)
{
    const struct dvonn_rules *rules = any_rules;
    const uint32_t left = grid_counter(state);
    if (left > 0)
        text_printf(text, "%u pieces are still to be laid, next a %s one", left,
            grid_colour(rules, piece_of_ply(rules, rules->all - left + 1)));
}

const struct game dvonn = {
    .ruleset = {"dvonn", "dvonn", keys},
    .rules = rule_table,
    .facts = facts,
    .rules_size = sizeof(struct dvonn_rules),
    .state_size = sizeof(struct grid_position),
    .grid = &(const struct grid_game){.path = GRID_PATH,
        .nobody = "red",
        .stacking = &grid_towers,
        .refuses_tower = dvonn_refuses,
        .note = dvonn_note},
    .check = dvonn_check,
    .position = {.fields = fields, .set_up = dvonn_set_up, .validate = dvonn_validate},
    .notation = {.shape = TURN_DVONN,
        .example = "'d4', a piece laid, or 'd4-d5', a stack moved",
        .resolve = grid_resolve_cells,
        .write = grid_write_turn},
    .judging = {.unit = UNIT_TURN,
        .judge = dvonn_judge,
        .make = dvonn_make,
        .generate = dvonn_generate,
        .can_force = dvonn_can_force},
    .result = {.scoring = SCORE_HIGHEST_WINS,
        .score = dvonn_score,
        .ending = dvonn_ending,
        .ties_share = true,
        .adjudicates = true},
    .display = {.gesture = "a cell, or from cell to cell", .view = grid_show},
    .foreign = {.echoes = dvonn_echoes},
    .own = {.force = dvonn_force},
};
