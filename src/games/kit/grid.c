/* SPDX-License-Identifier: MIT */
#include "games/kit/grid.h"

#include "games/kit/parameters.h"

#include <assert.h>
#include <stdio.h>

static_assert(sizeof(struct grid_position) + BOARD_CELLS * sizeof(struct tower) <= STATE_WORDS * sizeof(uint64_t),
    "a turn of several steps can be taken back");

unsigned grid_piece(const struct letters *letters, char letter)
{
    for (unsigned piece = 1; piece < 16; piece++)
        if (letters->of[piece] == letter && letter != '\0')
            return piece;
    return 0;
}

static const struct grid_game *grid_of(const struct grid_rules *rules)
{
    return rules->game.game->grid;
}

void grid_add_cell(const void *rules, unsigned cell, struct text *text)
{
    char *at = text_room(text, CELL_TEXT);
    if (at != NULL)
        text_took(text, board_cell_text(grid_board(rules), cell, at));
}

/* The letters of STACK, bottom to top; returns where the NUL is. */
static inline char *stack_text(const void *rules, uint64_t stack, char text[STACK_TEXT])
{
    const char *letters = ((const struct grid_rules *)rules)->letters.of;
    const int unused = stack == 0 ? 64 : __builtin_clzll(stack) & ~3;
    char *end = text + (64 - unused) / 4;
    if (stack != 0)
        for (stack <<= unused; stack != 0; stack <<= 16, text += 4) {
            text[0] = letters[stack >> 60];
            text[1] = letters[stack >> 56 & 15];
            text[2] = letters[stack >> 52 & 15];
            text[3] = letters[stack >> 48 & 15];
        }
    *end = '\0';
    return end;
}

void grid_add_stack(const void *rules, uint64_t stack, struct text *text)
{
    char letters[STACK_TEXT];
    stack_text(rules, stack, letters);
    text_add_string(text, letters);
}

bool grid_read_stack(const struct letters *letters, struct slice text, uint64_t *stack)
{
    *stack = 0;
    if (text.length == 0 || text.length > STACK_PIECES)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned piece = grid_piece(letters, text.at[i]);
        if (piece == 0)
            return false;
        *stack = *stack << 4 | piece;
    }
    return true;
}

/* How many empty cells FIELD of a row is, "x" or "x3"; 0: it is a stack, or cannot be read. */
static unsigned empty_run(struct slice field)
{
    uint32_t run;
    if (slice_is(field, "x"))
        return 1;
    return field.length > 1 && field.at[0] == 'x' &&
            slice_number((struct slice){field.at + 1, field.length - 1}, BOARD_CELLS, &run)
        ? run
        : 0;
}

/* Stacks as stack.h has them. */

static bool read_stack(const void *rules, struct state *state, unsigned cell, struct slice text)
{
    uint64_t stack = 0;
    if (text.length > 0 && !grid_read_stack(&((const struct grid_rules *)rules)->letters, text, &stack))
        return false;
    if (cell != BOARD_NONE)
        ((struct grid_position *)state)->stacks[cell] = stack;
    return true;
}

static char *write_stack(const void *rules, const struct state *state, unsigned cell, char *at)
{
    return stack_text(rules, grid_stacks(state)[cell], at);
}

const char *grid_colour(const void *rules, unsigned piece)
{
    const unsigned seat = ((const struct grid_rules *)rules)->letters.seat[piece];
    return seat == 0 ? grid_of(rules)->nobody : piece < PIECE_SECOND_SIDE ? "white" : "black";
}

static struct view_piece view_piece(const struct grid_rules *rules, unsigned piece)
{
    return (struct view_piece){.text = {rules->letters.of[piece], '\0'},
        .seat = rules->letters.seat[piece],
        .colour = grid_colour(rules, piece)};
}

static unsigned show_pieces(const struct grid_rules *rules, uint64_t stack, struct view_piece *pieces)
{
    unsigned height = stack_height(stack);
    for (unsigned i = 0; pieces != NULL && i < height; i++)
        pieces[i] = view_piece(rules, stack_piece(stack, i));
    return height;
}

static unsigned show_stack(const void *rules, const struct state *state, unsigned cell, struct view_piece *pieces)
{
    return show_pieces(rules, grid_stacks(state)[cell], pieces);
}

const struct grid_stacking grid_plain_stacks = {
    sizeof(uint64_t), STACK_TEXT, "in the letters of the pieces", read_stack, write_stack, show_stack};

/* Towers, each word of which is like a stack, the lowest one last. */

static bool read_tower(const void *rules, struct state *state, unsigned cell, struct slice text)
{
    struct tower tower = {{0}};
    if (text.length > TOWER_PIECES)
        return false;
    for (unsigned i = 0; text.length > 0; i++) {
        size_t count = text.length < STACK_PIECES ? text.length : STACK_PIECES;
        text.length -= count;
        struct slice top = {text.at + text.length, count};
        if (!grid_read_stack(&((const struct grid_rules *)rules)->letters, top, &tower.words[i]))
            return false;
    }
    if (cell != BOARD_NONE)
        grid_put_tower(rules, (struct grid_position *)state, cell, &tower);
    return true;
}

static char *write_tower(const void *rules, const struct state *state, unsigned cell, char *at)
{
    for (unsigned i = TOWER_WORDS; i > 0; i--)
        at = stack_text(rules, grid_tower(state, cell)->words[i - 1], at);
    return at;
}

static unsigned show_tower(const void *rules, const struct state *state, unsigned cell, struct view_piece *pieces)
{
    unsigned height = 0;
    for (unsigned i = TOWER_WORDS; i > 0; i--)
        height += show_pieces(rules, grid_tower(state, cell)->words[i - 1], pieces == NULL ? NULL : pieces + height);
    return height;
}

const struct grid_stacking grid_towers = {
    sizeof(struct tower), TOWER_PIECES + 1, "in the letters of the pieces", read_tower, write_tower, show_tower};

const struct grid_stacking *grid_stacking_of(const struct grid_rules *rules)
{
    const struct grid_stacking *stacking = grid_of(rules)->stacking;
    return stacking != NULL ? stacking : &grid_plain_stacks;
}

static bool has_towers(const struct grid_rules *rules)
{
    return grid_of(rules)->stacking == &grid_towers;
}

/* What is on CELL, of either kind. */
static struct tower held_on(const struct grid_rules *rules, const struct state *state, unsigned cell)
{
    return has_towers(rules) ? *grid_tower(state, cell) : (struct tower){{grid_stacks(state)[cell]}};
}

/* The letters of what is on CELL. */
static void add_held(const struct grid_rules *rules, const struct state *state, unsigned cell, struct text *text)
{
    char held[STACKING_ROOM];
    grid_stacking_of(rules)->write(rules, state, cell, held);
    text_add_string(text, held);
}

unsigned grid_changes(const void *any_rules, const struct tower *stack)
{
    const uint8_t *seat = ((const struct grid_rules *)any_rules)->letters.seat;
    unsigned changes = 0;
    for (unsigned i = tower_height(stack); i > 1; i--)
        changes += seat[tower_below(stack, i - 1)] != seat[tower_below(stack, i - 2)];
    return changes;
}

bool grid_refuses(const struct grid_rules *rules, const struct tower *stack, char why[WHY_ROOM])
{
    const struct grid_game *grid = grid_of(rules);
    if (has_towers(rules))
        return grid->refuses_tower != NULL && grid->refuses_tower(rules, stack, why);
    return grid->refuses != NULL && grid->refuses(rules, stack->words[0], why);
}

/* What a row is called: by its number where columns have the letters. */
static const char *row_name(const struct board *board, unsigned row, char name[CELL_TEXT])
{
    if (board_letters_columns(board))
        number_write(name, row + 1);
    else
        memcpy(name, (char[2]){(char)('a' + row), '\0'}, 2);
    return name;
}

/* Reads ROW of a position. */
static bool read_row(struct position_reader *reader, unsigned row, struct slice rest)
{
    const struct grid_rules *rules = reader->rules;
    const struct grid_stacking *stacking = grid_stacking_of(rules);
    unsigned column = 0;
    unsigned length = rules->board.row_length[row];
    struct slice at = rest;
    struct slice field;
    while (column <= length && slice_split(&rest, ',', &field)) {
        unsigned run = empty_run(field);
        unsigned cell = column < length ? rules->board.row_first[row] + column : BOARD_NONE;
        if (run == 0 && (field.length == 0 || !stacking->read(rules, reader->state, cell, field)))
            return refuse_field(
                reader, field, "a cell is 'x', a run of empty cells 'x3', or a stack %s", stacking->wanted);
        column += run == 0 ? 1 : run;
        if (column > length)
            at = field;
    }
    if (column == length)
        return true;
    bool more = column > length;
    char name[CELL_TEXT];
    return refuse_field(reader, at, "row %s has %s%u cell%s, but on the board it has %u",
        row_name(&rules->board, row, name), more ? "more than " : "", more ? length : column,
        (more ? length : column) == 1 ? "" : "s", length);
}

/* Whether ROWS are those of the board but for MISSING, by their lengths. */
static bool fits_without(const struct grid_rules *rules, struct slice rows, unsigned missing)
{
    struct slice text;
    for (unsigned row = rules->board.rows; row > 0; row--) {
        unsigned cells = 0;
        if (row - 1 == missing)
            continue;
        if (!slice_split(&rows, '/', &text))
            return false;
        for (struct slice field; slice_split(&text, ',', &field);) {
            unsigned run = empty_run(field);
            if (run == 0 && (field.length == 0 || !grid_stacking_of(rules)->read(rules, NULL, BOARD_NONE, field)))
                return false;
            cells += run == 0 ? 1 : run;
        }
        if (cells != rules->board.row_length[row - 1])
            return false;
    }
    return true;
}

/* Too few rows; where only one can be missing, which. */
static bool refuse_few_rows(struct position_reader *reader, struct slice rows, unsigned count)
{
    const struct grid_rules *rules = reader->rules;
    unsigned fitting = 0;
    unsigned missing = 0;
    char name[CELL_TEXT];
    for (unsigned row = 0; row < rules->board.rows && count + 1 == rules->board.rows; row++)
        if (fits_without(rules, rows, row)) {
            fitting++;
            missing = row;
        }
    if (fitting != 1)
        return refuse_field(reader, rows, "it has %u rows, but the board has %u", count, rules->board.rows);
    return refuse_field(reader, rows, "it has %u rows, but the board has %u; row %s, of %u cells, seems to be missing",
        count, rules->board.rows, row_name(&rules->board, missing, name), rules->board.row_length[missing]);
}

bool grid_read_rows(struct position_reader *reader, struct slice whole)
{
    const struct grid_rules *rules = reader->rules;
    struct slice rest = whole;
    struct slice row_text;
    unsigned count = whole.length > 0;
    for (size_t i = 0; i < whole.length; i++)
        count += whole.at[i] == '/';
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        grid_stacking_of(rules)->read(rules, reader->state, cell, (struct slice){NULL, 0});
    if (count > 1 && count < rules->board.rows)
        return refuse_few_rows(reader, whole, count);
    for (unsigned row = rules->board.rows; row > 0; row--) {
        if (!slice_split(&rest, '/', &row_text))
            return refuse_few_rows(reader, whole, count);
        if (!read_row(reader, row - 1, row_text))
            return false;
    }
    return rest.at == NULL ||
        refuse_field(reader, rest, "it has more rows than the board, which has %u", rules->board.rows);
}

struct cell_set grid_taken(const struct grid_rules *rules, const struct state *state)
{
    const struct grid_stacking *stacking = grid_of(rules)->stacking;
    struct cell_set taken = {{0}};
    if (stacking == NULL || stacking == &grid_towers)
        return *grid_led(state, 0);
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        cell_set_put(&taken, cell, stacking->show(rules, state, cell, NULL) > 0);
    return taken;
}

/* The cells of SET from FIRST on, as bits, at least as many as a row has. */
static uint64_t cells_from(const struct cell_set *set, unsigned first)
{
    const uint64_t low = set->words[first / 64] >> first % 64;
    return first % 64 == 0 || first / 64 + 1 == SET_WORDS ? low : low | set->words[first / 64 + 1] << (64 - first % 64);
}

/* Writes RUN empty cells, if there are any, and a comma to AT; returns where that ends.  Mostly without a branch, since
   none would be foreseen. */
static inline char *write_run(unsigned run, char *at)
{
    static const char second[] = ",,23456789";
    static const uint8_t length[] = {0, 2, 3, 3, 3, 3, 3, 3, 3, 3};
    *at = 'x';
    if (run >= sizeof length) {
        at = number_write(at + 1, run);
        *at = ',';
        return at + 1;
    }
    at[1] = second[run];
    at[2] = ',';
    return at + length[run];
}

void grid_write_rows(const void *any_rules, const struct state *state, struct text *text)
{
    const struct grid_rules *rules = any_rules;
    const struct grid_stacking *stacking = grid_stacking_of(rules);
    const struct cell_set taken = grid_taken(rules, state);
    char *at = text_room(text, rules->board.cells * (1 + stacking->room) + NUMBER_ROOM);
    for (unsigned row = at == NULL ? 0 : rules->board.rows; row > 0; row--) {
        unsigned cell = rules->board.row_first[row - 1];
        const unsigned end = cell + rules->board.row_length[row - 1];
        uint64_t left = cells_from(&taken, cell) & ((UINT64_C(1) << (end - cell)) - 1);
        while (left != 0) {
            const unsigned run = (unsigned)__builtin_ctzll(left);
            at = write_run(run, at);
            at = stacking == &grid_plain_stacks ? stack_text(rules, grid_stacks(state)[cell + run], at)
                                                : stacking->write(rules, state, cell + run, at);
            *at++ = ',';
            cell += run + 1;
            left >>= run + 1;
        }
        at = write_run(end - cell, at);
        at[-1] = '/';
    }
    if (at != NULL)
        text_took(text, at - 1);
}

bool grid_read_side(struct position_reader *reader, struct slice side)
{
    if (!slice_is(side, "w") && !slice_is(side, "b"))
        return refuse_field(reader, side, "after the rows comes the side to move, w or b");
    reader->state->seat = (uint8_t)grid_side(reader->rules, slice_is(side, "w") ? 1 : 2);
    return true;
}

void grid_write_side(const void *rules, const struct state *state, struct text *text)
{
    text_add_char(text, grid_side(rules, state->seat) == 1 ? 'w' : 'b');
}

/* What a pool is called. */
static const char *pool_name(const struct grid_rules *rules)
{
    return grid_of(rules)->pool != NULL ? grid_of(rules)->pool : "pool";
}

/* "18/18" */
bool grid_read_pools(struct position_reader *reader, struct slice pools)
{
    struct grid_position *position = (struct grid_position *)reader->state;
    struct slice rest = pools;
    for (unsigned i = 0; i < 2; i++) {
        struct slice number = {NULL, 0};
        slice_split(&rest, '/', &number);
        if (number.at == NULL || !slice_number(number, UINT32_MAX, &position->pool[i]))
            return refuse_field(reader, pools, "after the side to move come the %ss of seats 1 and 2, '18/18'",
                pool_name(reader->rules));
    }
    return rest.at == NULL ||
        refuse_field(reader, rest, "after the side to move come only two %ss, '18/18'", pool_name(reader->rules));
}

void grid_write_pools(const void *rules, const struct state *state, struct text *text)
{
    const struct grid_position *position = (const struct grid_position *)state;
    (void)rules;
    text_printf(text, "%u/%u", position->pool[0], position->pool[1]);
}

static bool is_closed(const struct grid_rules *rules, unsigned cell)
{
    return grid_of(rules)->closed && rules->zone[cell] != 0;
}

/* The first piece of SEAT's. */
static unsigned grid_piece_of(const struct grid_rules *rules, unsigned seat)
{
    unsigned piece = 1;
    while (rules->letters.seat[piece] != seat)
        piece++;
    return piece;
}

/* Where no piece leaves the game: whether SEAT has all of its own. */
static bool has_all(struct position_reader *reader, unsigned seat)
{
    const struct grid_rules *rules = reader->rules;
    const unsigned all = rules->pieces[grid_piece_of(rules, seat)];
    const unsigned pool = ((const struct grid_position *)reader->state)->pool[seat - 1];
    unsigned count[3];
    grid_count_pieces(rules, reader->state, count);
    if (count[seat] + pool == all)
        return true;
    return grid_of(rules)->pools ? refuse_whole(reader, "%s has %u on the board and %u in the %s, but %u pieces in all",
                                       rules->game.seat_names[seat - 1], count[seat], pool, pool_name(rules), all)
                                 : refuse_whole(reader, "%s has %u pieces, but each side has %u throughout the game",
                                       rules->game.seat_names[seat - 1], count[seat], all);
}

bool grid_validate(struct position_reader *reader)
{
    const struct grid_rules *rules = reader->rules;
    struct grid_position *position = (struct grid_position *)reader->state;
    unsigned seen[16] = {0};
    char held[STACKING_ROOM];
    char why[WHY_ROOM];
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        const struct tower stack = held_on(rules, reader->state, cell);
        if (tower_top(&stack) != 0 && grid_refuses(rules, &stack, why)) {
            grid_stacking_of(rules)->write(rules, reader->state, cell, held);
            return refuse_whole(reader, "%s holds %s, a stack %s", rules->board.name[cell], held, why);
        }
    }
    memset(position->led, 0, sizeof position->led);
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        const struct tower stack = held_on(rules, reader->state, cell);
        grid_lead(rules, position, cell, tower_top(&stack));
        for (unsigned i = tower_height(&stack); i > 0; i--)
            seen[tower_below(&stack, i - 1)]++;
    }
    for (unsigned piece = 1; piece < 16; piece++)
        if (seen[piece] > rules->pieces[piece])
            return refuse_whole(reader, "there are %u pieces '%c', but the set has %u", seen[piece],
                rules->letters.of[piece], rules->pieces[piece]);
    for (unsigned piece = 1; grid_of(rules)->pools && piece < 16; piece++) {
        unsigned seat = rules->letters.seat[piece];
        if (seat != 0 && position->pool[seat - 1] > (unsigned)rules->pieces[piece] - seen[piece])
            return refuse_whole(reader, "%s has %u on the board and %u in the %s, but the set has %u pieces of a side",
                rules->game.seat_names[seat - 1], seen[piece], position->pool[seat - 1], pool_name(rules),
                rules->pieces[piece]);
    }
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (cell_set_has(&position->led[0], cell) && is_closed(rules, cell))
            return refuse_whole(reader, "%s is not empty, but no piece may be on it", rules->board.name[cell]);
    for (unsigned seat = 1; grid_of(rules)->all_stay && seat <= 2; seat++)
        if (!has_all(reader, seat))
            return false;
    return true;
}

void grid_count_pieces(const void *any_rules, const struct state *state, unsigned count[3])
{
    const struct grid_rules *rules = any_rules;
    memset(count, 0, 3 * sizeof *count);
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        const struct tower stack = held_on(rules, state, cell);
        for (unsigned i = tower_height(&stack); i > 0; i--)
            count[rules->letters.seat[tower_below(&stack, i - 1)]]++;
    }
}

void grid_set_up(const void *any_rules, struct state *state)
{
    const struct grid_rules *rules = any_rules;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (has_towers(rules))
            grid_put_tower(rules, (struct grid_position *)state, cell, &(struct tower){{rules->setup[cell]}});
        else
            grid_put(rules, (struct grid_position *)state, cell, rules->setup[cell]);
}

/* Turns. */

/* Raises that NAME, in part PART of a turn, is beyond the board. */
__attribute__((noinline)) bool grid_off_board(
    const struct board *board, struct cell_name name, uint16_t part, struct fault *fault)
{
    char row[3] = {(char)('a' + name.row % 26), '\0', '\0'};
    if (name.row >= 26)
        snprintf(row, sizeof row, "%c%c", (char)('a' + name.row / 26 - 1), (char)('a' + name.row % 26));
    const char *extra = name.column == CELL_FAR ? " or more" : "";
    if (board_is_full(board))
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u%s") FACT(note, ", whose columns are a to %c, and its rows 1 to %u"), row, name.column,
            extra, 'a' + board->rows - 1, board->rows);
    if (board_letters_columns(board) && name.column - 1u >= board->rows)
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u%s") FACT(note, ", whose rows are 1 to %u"), row, name.column, extra, board->rows);
    if (board_letters_columns(board)) {
        const char(*first)[CELL_TEXT] = &board->name[board->row_first[name.column - 1]];
        unsigned length = board->row_length[name.column - 1];
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u") FACT(note, ", whose row %u has %u cells from %s to %s"), row, name.column, name.column,
            length, *first, first[length - 1]);
    }
    if (name.row >= board->rows)
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u") FACT(note, ", whose rows are a to %c"), row, name.column, 'a' + board->rows - 1);
    return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
        FACT(cell, "%s%u%s") FACT(note, ", whose row %s has cells 1 to %u"), row, name.column, extra, row,
        board->row_length[name.row]);
}

bool grid_resolve_cells(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    const struct board *board = &((const struct grid_rules *)rules)->board;
    const struct part *part = written->parts;
    struct step *step = turn->steps;
    turn->shape = written->shape;
    turn->count = written->count < TURN_STEPS ? written->count : TURN_STEPS;
    for (unsigned i = 0; i < written->count; i++, part++) {
        unsigned cell = board_named(board, part->cell.row, part->cell.column);
        if (cell == BOARD_NONE)
            return grid_off_board(board, part->cell, (uint16_t)i, fault);
        if (i < TURN_STEPS)
            *step++ = (struct step){part->count, (uint16_t)cell, part->mark};
    }
    return true;
}

/* What has landed on a cell in the same turn has the mover's piece on top. */
void grid_complete_turn(const void *rules, const struct state *state, struct turn *turn)
{
    const uint64_t *stacks = grid_stacks(state);
    unsigned left = stack_height(stacks[turn->steps[0].cell]);
    struct cell_set landed = {{0}};
    for (unsigned i = 1; i < turn->count; i++) {
        struct step *step = &turn->steps[i];
        if (step->count == WHOLE_STACK)
            step->count = left > 0 ? left : 1;
        left -= step->count < left ? step->count : left;
        if (step->mark == '+' && stacks[step->cell] != 0 && !cell_set_has(&landed, step->cell))
            step->mark = grid_mark(grid_of(rules), rules, state->seat, stacks[step->cell]);
        cell_set_put(&landed, step->cell, true);
    }
}

const char *grid_number(unsigned pieces)
{
    static const char *const words[STACK_PIECES + 1] = {"no", "one", "two", "three", "four", "five", "six", "seven",
        "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"};
    return words[pieces <= STACK_PIECES ? pieces : STACK_PIECES];
}

const char *grid_seat_name(unsigned side)
{
    return side == 1 ? "White" : "Black";
}

/* How many pieces STEP lifts, its mark and its cell; returns where the NUL is. */
enum { STEP_ROOM = 2 + NUMBER_ROOM + CELL_TEXT };
static inline char *write_step(const struct grid_rules *rules, const struct step *step, char *at)
{
    const char *signs = grid_of(rules)->signs;
    if (signs != NULL)
        *at++ = step->count - 1 < strlen(signs) ? signs[step->count - 1] : '?';
    else if (step->count != 1)
        at = number_write(at, step->count);
    if (step->mark != '\0')
        *at++ = step->mark;
    return board_cell_text(&rules->board, step->cell, at);
}

void grid_add_lift(const void *any_rules, const struct turn *turn, unsigned step, struct text *text)
{
    const struct grid_game *grid = grid_of(any_rules);
    grid_add_cell(any_rules, turn->steps[grid->path == GRID_FAN ? 0 : step - 1].cell, text);
    char *at = text_room(text, STEP_ROOM);
    if (at == NULL)
        return;
    if (grid->path == GRID_FAN)
        *at++ = ':';
    text_took(text, write_step(any_rules, &turn->steps[step], at));
}

void grid_add_move(const void *rules, const struct step steps[2], unsigned usual, struct text *text)
{
    grid_add_cell(rules, steps[0].cell, text);
    if (steps[1].count != usual)
        text_printf(text, ":%u", steps[1].count);
    text_add_char(text, '-');
    grid_add_cell(rules, steps[1].cell, text);
}

void grid_add_no_line(const void *rules, unsigned source, unsigned target, struct text *text)
{
    if (source != target)
        grid_add_cell(rules, target, text);
    text_add_string(text, source == target ? "the target is the source, " : " is not on a line from ");
    grid_add_cell(rules, source, text);
}

/* Facts. */

static unsigned grid_source_of(const struct violation *violation)
{
    const struct game *game = game_rules_of(violation->rules)->game;
    const struct turn *turn = violation->turn;
    unsigned part = violation->part + 1 < turn->count ? violation->part : 0;
    if (game->judging.unit == UNIT_LIFTS)
        part = game->grid->path == GRID_FAN ? 0 : violation->step - 1;
    if (game->grid->path == GRID_PAIRS)
        part = violation->step - violation->step % 2;
    return turn->steps[part].cell;
}

/* The step of the fault, of a turn that is judged as a whole its last. */
static const struct step *step_at(const struct violation *violation)
{
    const struct turn *turn = violation->turn;
    return &turn->steps[violation->step > 0 ? violation->step : turn->count - 1];
}

static unsigned target_of(const struct violation *violation)
{
    return step_at(violation)->cell;
}

static unsigned grid_line_of(const struct violation *violation)
{
    return ((const struct grid_rules *)violation->rules)->board.line[grid_source_of(violation)][target_of(violation)];
}

/* What is on CELL, of a tower its top. */
static uint64_t stack_at(const struct violation *violation, unsigned cell)
{
    return held_on(violation->rules, violation->state, cell).words[0];
}

static unsigned block_of(const struct violation *violation)
{
    const struct grid_rules *rules = violation->rules;
    unsigned cell = grid_source_of(violation);
    for (unsigned line = grid_line_of(violation), left = line_distance(line); left > 1; left--) {
        cell = rules->board.next[cell][line_direction(line)];
        if (stack_at(violation, cell) != 0)
            return cell;
    }
    return BOARD_NONE;
}

void grid_fact_step(const struct violation *violation, struct text *text)
{
    const struct game *game = game_rules_of(violation->rules)->game;
    unsigned step = violation->step | (game->grid->path == GRID_PAIRS);
    if ((game->judging.unit == UNIT_LIFTS || game->grid->path == GRID_PAIRS) && step < violation->turn->count)
        grid_add_lift(violation->rules, violation->turn, step, text);
    else
        game->notation.write(violation->rules, violation->state, violation->turn, text);
}

void grid_fact_source(const struct violation *violation, struct text *text)
{
    grid_add_cell(violation->rules, grid_source_of(violation), text);
}

void grid_fact_stack(const struct violation *violation, struct text *text)
{
    add_held(violation->rules, violation->state, grid_source_of(violation), text);
}

void grid_fact_target(const struct violation *violation, struct text *text)
{
    grid_add_cell(violation->rules, target_of(violation), text);
}

void grid_fact_onto(const struct violation *violation, struct text *text)
{
    size_t before = text->length;
    add_held(violation->rules, violation->state, target_of(violation), text);
    if (text->length == before)
        text_add_string(text, "no piece");
}

void grid_fact_block(const struct violation *violation, struct text *text)
{
    grid_add_cell(violation->rules, block_of(violation), text);
}

void grid_fact_on_block(const struct violation *violation, struct text *text)
{
    add_held(violation->rules, violation->state, block_of(violation), text);
}

/* Those of UNIT_LIFTS. */

void grid_fact_lifted(const struct violation *violation, struct text *text)
{
    text_add_number(text, step_at(violation)->count);
}

void grid_fact_height(const struct violation *violation, struct text *text)
{
    const struct tower from = held_on(violation->rules, violation->state, grid_source_of(violation));
    text_add_number(text, tower_height(&from));
}

void grid_fact_distance(const struct violation *violation, struct text *text)
{
    text_add_number(text, line_distance(grid_line_of(violation)));
}

/* The mark that the step has on the board. */
static char mark_of(const struct violation *violation)
{
    return grid_mark(
        grid_of(violation->rules), violation->rules, violation->state->seat, stack_at(violation, target_of(violation)));
}

void grid_fact_mark(const struct violation *violation, struct text *text)
{
    bool wrong = violation->rule == COMMON + COMMON_MARK_WRONG;
    text_add_char(text, wrong ? violation->turn->steps[violation->step].mark : mark_of(violation));
}

void grid_fact_note(const struct violation *violation, struct text *text)
{
    if (mark_of(violation) == '\0')
        text_add_string(text, "; no piece is captured there");
    else
        text_printf(text, "; the mark for that is '%c'", mark_of(violation));
}

void grid_fact_what(const struct violation *violation, struct text *text)
{
    text_add_string(text, grid_of(violation->rules)->marks[0] == '\0' ? "captures " : "lands on ");
    add_held(violation->rules, violation->state, target_of(violation), text);
}

void grid_fact_why(const struct violation *violation, struct text *text)
{
    if (violation->rule == COMMON + COMMON_MARK_WRONG) {
        grid_fact_target(violation, text);
        text_add_string(text, stack_at(violation, target_of(violation)) == 0 ? " is empty" : " holds ");
        add_held(violation->rules, violation->state, target_of(violation), text);
    } else
        grid_add_no_line(violation->rules, grid_source_of(violation), target_of(violation), text);
}

void grid_visit_cell(
    const void *rules, const struct state *state, const struct grid_item *item, score_visitor *visit, void *context)
{
    char name[CELL_TEXT];
    char stack[STACKING_ROOM];
    board_cell_text(&((const struct grid_rules *)rules)->board, item->cell, name);
    grid_stacking_of(rules)->write(rules, state, item->cell, stack);
    visit(context,
        &(struct score_item){.seat = (uint8_t)item->seat,
            .count = (int32_t)item->count,
            .times = (uint8_t)item->times,
            .name = name,
            .holds = stack,
            .why = item->why});
}

/* The steps of a lift, with the marks that they have on the board. */
static void write_lifts(
    const struct grid_rules *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct grid_game *grid = grid_of(rules);
    uint64_t room[GRID_WORDS];
    struct grid_position *position = (struct grid_position *)room;
    const uint64_t *stacks = grid_stacks(state);
    char *at = text_room(text, CELL_TEXT + turn->count * STEP_ROOM);
    if (at == NULL)
        return;
    at = board_cell_text(&rules->board, turn->steps[0].cell, at);
    for (unsigned i = 1; i < turn->count; i++) {
        struct step step = turn->steps[i];
        step.mark = grid_mark(grid, rules, state->seat, stacks[step.cell]);
        if (grid->path == GRID_FAN)
            *at++ = i == 1 ? ':' : ',';
        at = write_step(rules, &step, at);
        if (i + 1 == turn->count)
            break;
        if (i == 1)
            memcpy(position, state, rules->game.state_size);
        rules->game.game->judging.make(rules, &position->state, turn, i);
        stacks = position->stacks;
    }
    text_took(text, at);
}

/* Two that join a third are written in the order of cells. */
void grid_write_turn(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct grid_rules *rules = any_rules;
    bool swaps = turn->count == 3 && turn->steps[1].cell < turn->steps[0].cell;
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    else if (rules->game.game->judging.unit == UNIT_LIFTS)
        write_lifts(rules, state, turn, text);
    else if (turn->count == 2)
        grid_add_move(rules, turn->steps, 1, text);
    else
        for (unsigned i = 0; i < turn->count; i++) {
            if (i > 0)
                text_add_char(text, i + 1 < turn->count ? ',' : '-');
            grid_add_cell(rules, turn->steps[swaps && i < 2 ? 1 - i : i].cell, text);
        }
}

bool grid_varies(const void *rules, const struct written *written, const struct turn *turn)
{
    const struct step *steps = turn->steps;
    (void)rules, (void)written;
    return turn->count > 1 &&
        (steps[turn->count - 1].mark == 'x' || (turn->count == 3 && steps[1].cell < steps[0].cell));
}

/* Turns of UNIT_LIFTS. */

struct grid_lifting {
    const struct grid_rules *rules;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

/* Whether RULES, as bits, have the game's rule BROKEN, which may be LEGAL or another's. */
static inline bool is_among(unsigned rules, int broken)
{
    return broken >= 0 && broken < COMMON && (rules >> broken & 1) != 0;
}

/* Visits the turn that LIFTING has with each further step, and what follows on that. */
static bool visit_further_lifts(struct grid_lifting *lifting, const struct grid_position *position)
{
    const struct grid_rules *rules = lifting->rules;
    const struct game *game = rules->game.game;
    struct turn *turn = &lifting->turn;
    unsigned step = turn->count;
    unsigned source = turn->steps[game->grid->path == GRID_FAN ? 0 : step - 1].cell;
    unsigned seat = position->state.seat;
    uint64_t from = position->stacks[source];
    unsigned most = stack_height(from);
    uint64_t room[GRID_WORDS];
    struct grid_position *after = (struct grid_position *)room;
    if (grid_leader(rules, from) != seat)
        return true;
    if (game->grid->signs != NULL && most > strlen(game->grid->signs))
        most = (unsigned)strlen(game->grid->signs);
    turn->count = step + 1;
    /* GRID_PATH has all turns that lift one piece first, GRID_FAN all that go one way. */
    unsigned counts = game->grid->path == GRID_PATH ? 1 : most;
    for (unsigned least = 1; least <= most; least += counts) {
        bool shut = false; /* whatever the direction */
        for (unsigned direction = 0; direction < rules->board.directions && !shut; direction++) {
            bool ends = false; /* and so do the cells beyond */
            for (unsigned cell = rules->board.next[source][direction]; cell != BOARD_NONE && !ends;
                 cell = rules->board.next[cell][direction]) {
                char mark = grid_mark(game->grid, rules, seat, position->stacks[cell]);
                shut = ends = true;
                for (unsigned count = least; count < least + counts; count++) {
                    struct finding finding;
                    turn->steps[step] = (struct step){count, (uint16_t)cell, mark};
                    int broken = game->judging.judge(rules, &position->state, turn, step, &finding);
                    shut &= is_among(game->grid->source_rules, broken);
                    ends &= is_among(game->grid->source_rules | game->grid->line_rules, broken);
                    if (broken != LEGAL)
                        continue;
                    if (!lifting->visit(lifting->context, turn))
                        return false;
                    bool left = game->grid->path != GRID_FAN || grid_leader(rules, stack_left(from, count)) == seat;
                    if (step == game->grid->steps || !left)
                        continue;
                    memcpy(after, position, rules->game.state_size);
                    game->judging.make(rules, &after->state, turn, step);
                    if (!visit_further_lifts(lifting, after))
                        return false;
                }
            }
        }
    }
    turn->count = step;
    return true;
}

bool grid_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    const struct grid_rules *rules = any_rules;
    struct grid_lifting lifting = {rules, visit, context, {.shape = rules->game.game->notation.shape, .count = 1}};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        lifting.turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (!visit_further_lifts(&lifting, (const struct grid_position *)state))
            return false;
    }
    return true;
}

/* Whether a cell beside the lowest or the highest that is LED, of the first 64, is not TAKEN. */
static inline bool has_room_at_ends(const struct board *board, uint64_t led, const struct cell_set *taken)
{
    const struct cell_set *low = &board->around[__builtin_ctzll(led)];
    const struct cell_set *high = &board->around[63 - __builtin_clzll(led)];
    uint64_t room = 0;
    for (unsigned i = 0; i < SET_WORDS; i++)
        room |= (low->words[i] | high->words[i]) & ~taken->words[i];
    return room != 0;
}

/* Two cells nearly always tell, and which of them does nobody could foresee. */
bool grid_has_turn(const void *any_rules, const struct state *state)
{
    const struct grid_rules *rules = any_rules;
    const struct cell_set *taken = grid_led(state, 0);
    const struct cell_set *led = grid_led(state, state->seat);
    if (led->words[0] != 0 && has_room_at_ends(&rules->board, led->words[0], taken))
        return true;
    for (unsigned cell = cell_set_first(led); cell != BOARD_NONE; cell = cell_set_next(led, cell))
        if (!cell_set_covers(taken, &rules->board.around[cell]))
            return true;
    return !grid_generate(rules, state, kit_stop_at_first, NULL);
}

bool grid_walk_from_led(struct grid_walk *walk, const struct state *state)
{
    const struct cell_set *led = grid_led(state, state->seat);
    for (unsigned cell = cell_set_first(led); cell != BOARD_NONE; cell = cell_set_next(led, cell)) {
        walk->turn.count = 1;
        walk->turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (!walk->extend(walk, state))
            return false;
    }
    return true;
}

bool grid_walk_on(struct grid_walk *walk, const struct state *state, unsigned first, bool goes_on)
{
    const struct game *game = game_rules_of(walk->rules)->game;
    const unsigned count = walk->turn.count;
    uint64_t room[GRID_TOWER_WORDS];
    struct finding finding;
    int broken = LEGAL;
    for (unsigned step = first; step < count && broken == LEGAL; step++)
        broken = game->judging.judge(walk->rules, state, &walk->turn, step, &finding);
    if (broken == LEGAL && !walk->visit(walk->context, &walk->turn))
        return false;
    if (!goes_on || (broken != LEGAL && broken != walk->unfinished))
        return true;
    memcpy(room, state, game_state_size(walk->rules));
    game->judging.make(walk->rules, (struct state *)room, &walk->turn, count - 1);
    bool all = walk->extend(walk, (const struct state *)room);
    walk->turn.count = count;
    return all;
}

/* How it looks. */

/* One that goes the same way as the one before it is one with that. */
static void add_view_arrow(unsigned from, unsigned to, unsigned count, struct view *view)
{
    struct view_arrow *last = view->arrows + view->arrow_count;
    if (view->arrow_count > 0 && last[-1].from == from && last[-1].to == to)
        last[-1].count = (uint16_t)(last[-1].count + count);
    else
        view->arrows[view->arrow_count++] = (struct view_arrow){(uint16_t)from, (uint16_t)to, (uint16_t)count};
}

/* What the step from FROM to TO has captured. */
static struct view_cell *captured_cell(const struct grid_game *grid, unsigned from, unsigned to, struct view *view)
{
    const struct view_cell *cells = view->cells;
    for (size_t i = 0; grid->leaps && i < view->count; i++)
        if (2 * cells[i].x == cells[from].x + cells[to].x && 2 * cells[i].y == cells[from].y + cells[to].y)
            return &view->cells[i];
    return &view->cells[to];
}

static void mark_last(const struct grid_game *grid, const struct turn *last, struct view *view)
{
    const enum grid_path path = grid->path;
    uint32_t left = last->steps[0].count;
    for (unsigned i = 0; i < last->count; i++) {
        const struct step *step = &last->steps[i];
        bool ends = i + 1 == last->count;
        bool from = path == GRID_MEET ? !ends : path == GRID_PAIRS ? i % 2 == 0 : i == 0 && !ends;
        unsigned begin = path == GRID_MEET ? step->cell : last->steps[path == GRID_FAN || i == 0 ? 0 : i - 1].cell;
        unsigned end = path == GRID_MEET ? last->steps[last->count - 1].cell : step->cell;
        uint32_t count = path == GRID_DROPS ? left : step->count;
        view->cells[step->cell].marks |= from ? VIEW_FROM : VIEW_TO;
        if (path == GRID_MEET ? !from : from || i == 0)
            continue;
        add_view_arrow(begin, end, count > STACK_PIECES ? 0 : count, view);
        if (step->mark == 'x' || path == GRID_MEET || grid->captures)
            captured_cell(grid, begin, end, view)->taken = true;
        left -= step->count;
    }
}

/* What lies in the pool of each seat. */
static void view_pools(
    const struct grid_rules *rules, const struct state *state, struct arena *arena, struct view *view)
{
    view->lists = arena_alloc(arena, 2 * sizeof *view->lists);
    for (unsigned seat = 1; seat <= 2 && view->lists != NULL; seat++) {
        uint32_t count = ((const struct grid_position *)state)->pool[seat - 1];
        struct view_list *list = &view->lists[view->list_count++];
        struct view_piece *pieces = arena_alloc(arena, (count + 1) * sizeof *pieces);
        snprintf(list->name, sizeof list->name, "%s's %s", rules->game.seat_names[seat - 1], pool_name(rules));
        list->seat = (uint8_t)seat;
        list->count = (uint16_t)count;
        list->pieces = pieces;
        for (unsigned i = 0; i < count && pieces != NULL; i++)
            pieces[i] = view_piece(rules, grid_piece_of(rules, seat));
    }
}

void grid_say_stacks(const void *rules, const struct state *state, unsigned seat, struct text *text)
{
    const unsigned stacks = cell_set_count(grid_led(state, seat));
    (void)rules;
    text_printf(text, "controls %u stack%s", stacks, stacks == 1 ? "" : "s");
}

/* What is said of each seat, and of the game. */
static void view_lines(
    const struct grid_rules *rules, const struct state *state, struct arena *arena, struct view *view)
{
    const struct grid_game *grid = grid_of(rules);
    int32_t halves[SEATS];
    struct text line;
    text_init(&line);
    kit_scores(rules, state, halves);
    for (unsigned seat = 1; seat <= 2; seat++) {
        const int32_t points = halves[seat - 1] / 2;
        if (grid->status != NULL)
            grid->status(rules, state, seat, &line);
        else if (rules->game.game->result.scoring != SCORE_WIN)
            text_printf(&line, "has %d point%s", points, points == 1 ? "" : "s");
        view->lines[seat - 1] = line.length == 0 ? NULL : text_kept(&line, arena);
    }
    if (grid->note != NULL)
        grid->note(rules, state, &line);
    view->notes[0] = line.length == 0 ? NULL : text_kept(&line, arena);
    arena->failed |= line.failed;
    text_release(&line);
}

/* What counts for a winner, and how much all of it does. */
struct winning {
    struct view *view;
    unsigned seat;
    uint32_t sum;
};

static void light_item(void *context, const struct score_item *item)
{
    struct winning *winning = context;
    if (item->seat != winning->seat || item->times == 0)
        return;
    winning->sum += (uint32_t)item->count * item->times;
    for (size_t i = 0; i < winning->view->count; i++)
        winning->view->cells[i].wins |= strcmp(winning->view->cells[i].name, item->name) == 0;
}

/* The stacks of which there are enough. */
static void light_winning(const struct grid_rules *rules, const struct state *state, struct view *view)
{
    const struct game_result *result = &rules->game.game->result;
    struct ending ending = {.over = false};
    struct winning winning = {.view = view};
    if (rules->game.goal < 2)
        return;
    result->ending(rules, state, &ending);
    if (!ending.over || __builtin_popcount(ending.winners) != 1)
        return;
    winning.seat = (unsigned)__builtin_ctz(ending.winners) + 1;
    result->score(rules, state, light_item, &winning);
    for (size_t i = 0; winning.sum < rules->game.goal && i < view->count; i++)
        view->cells[i].wins = false;
}

bool grid_show(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct grid_rules *rules = any_rules;
    const struct grid_game *grid = grid_of(rules);
    const struct board *board = &rules->board;
    *view = (struct view){
        .count = board->cells, .seats = 2, .square = board->square, .slanted = board->slanted, .zone = grid->zone};
    memcpy(view->seat_names, rules->game.seat_names, sizeof view->seat_names);
    view->cells = arena_alloc(arena, board->cells * sizeof *view->cells);
    view->arrows = arena_alloc(arena, (last == NULL ? 1 : last->count + 1) * sizeof *view->arrows);
    for (unsigned i = 0; i < board->cells && !arena->failed; i++) {
        struct view_cell *cell = &view->cells[i];
        unsigned height = grid_stacking_of(rules)->show(rules, state, i, NULL);
        struct view_piece *pieces = arena_alloc(arena, height * sizeof *pieces);
        board_cell_text(board, i, cell->name);
        cell->x = (int16_t)(int)board->x[i];
        cell->y = board->row_of[i];
        cell->zone = grid->zone == NULL ? 0 : rules->zone[i];
        cell->closed = is_closed(rules, i);
        cell->height = (uint8_t)height;
        cell->pieces = pieces;
        grid_stacking_of(rules)->show(rules, state, i, pieces);
        for (unsigned j = 0; grid->domes != 0 && pieces != NULL && j + 1 < height; j++)
            pieces[j].hatched = grid->domes >> tower_piece(grid_tower(state, i), j) & 1; /* others hide its shape */
        if (grid->domes != 0 && pieces != NULL && height > 0)
            pieces[height - 1].solid = grid->domes >> tower_top(grid_tower(state, i)) & 1 ? SOLID_DOME : SOLID_DISC;
    }
    if (last != NULL && !arena->failed)
        mark_last(grid, last, view);
    if (!arena->failed)
        light_winning(rules, state, view);
    if (grid->pools)
        view_pools(rules, state, arena, view);
    view_lines(rules, state, arena, view);
    return !arena->failed;
}
