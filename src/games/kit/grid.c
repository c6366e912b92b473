#include "games/kit/grid.h"

#include "games/score_sum.h"

#include <stdio.h>

unsigned grid_piece(const struct letters *letters, char letter)
{
    for (unsigned piece = 1; piece < 16; piece++)
        if (letters->of[piece] == letter && letter != '\0')
            return piece;
    return 0;
}

void grid_stack_text(const struct letters *letters, uint64_t stack, char text[STACK_TEXT])
{
    unsigned height = stack_height(stack);
    for (unsigned i = 0; i < height; i++)
        text[i] = letters->of[stack_piece(stack, i)];
    text[height] = '\0';
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

/* One field of a row: "x", "x3", or a stack.  Returns how many cells it fills. */
static unsigned read_field(const struct letters *letters, struct slice field, uint64_t *stack)
{
    uint32_t run;
    *stack = 0;
    if (slice_is(field, "x"))
        return 1;
    if (field.length > 1 && field.at[0] == 'x')
        return slice_number((struct slice){field.at + 1, field.length - 1}, BOARD_CELLS, &run) ? run : 0;
    return grid_read_stack(letters, field, stack) ? 1 : 0;
}

/* Why a row is none, for the fault. */
static bool bad_row(const struct position_text *text, struct slice at, const char *row, unsigned cells, unsigned length)
{
    return refuse_position(text, at, "row %s has %s%u cells, and on the board %u", row,
        cells > length ? "more than " : "", cells > length ? length : cells, length);
}

/* What a row is called: by a letter, or on a square board by its number. */
static const char *row_name(const struct board *board, unsigned row, char name[CELL_TEXT])
{
    if (board->square)
        number_write(name, row + 1);
    else
        memcpy(name, (char[2]){(char)('a' + row), '\0'}, 2);
    return name;
}

static bool read_row(const struct board *board, const struct letters *letters, unsigned row,
    const struct position_text *text, struct slice rest, uint64_t *stacks)
{
    unsigned column = 0;
    unsigned length = board->row_length[row];
    struct slice whole = rest;
    struct slice field;
    char name[CELL_TEXT];
    row_name(board, row, name);
    while (slice_split(&rest, ',', &field)) {
        uint64_t stack;
        unsigned run = read_field(letters, field, &stack);
        if (run == 0)
            return refuse_position(
                text, field, "a cell is 'x', a run of empty cells 'x3', or a stack in the letters of the pieces");
        if (column + run > length)
            return bad_row(text, field, name, column + run, length);
        stacks[board->row_first[row] + column] = stack;
        column += run;
    }
    return column == length || bad_row(text, whole, name, column, length);
}

/* How many cells a row of a position has, 0 when that cannot be told. */
static unsigned count_cells(const struct letters *letters, struct slice row)
{
    struct slice field;
    unsigned cells = 0;
    while (slice_split(&row, ',', &field)) {
        uint64_t stack;
        unsigned run = read_field(letters, field, &stack);
        if (run == 0)
            return 0;
        cells += run < BOARD_NONE ? run : BOARD_NONE;
    }
    return cells;
}

/* Whether ROWS are those of BOARD but for MISSING, by their lengths. */
static bool fits_without(const struct board *board, const struct letters *letters, struct slice rows, unsigned missing)
{
    struct slice row_text;
    for (unsigned row = board->rows; row > 0; row--)
        if (row - 1 != missing &&
            (!slice_split(&rows, '/', &row_text) || count_cells(letters, row_text) != board->row_length[row - 1]))
            return false;
    return true;
}

static unsigned count_rows(struct slice rows)
{
    unsigned count = rows.length > 0;
    for (size_t i = 0; i < rows.length; i++)
        count += rows.at[i] == '/';
    return count;
}

/* Too few rows; where only one can be missing, which. */
static bool refuse_few_rows(
    const struct board *board, const struct letters *letters, const struct position_text *text, struct slice rows)
{
    unsigned count = count_rows(rows);
    unsigned fitting = 0;
    unsigned missing = 0;
    for (unsigned row = 0; row < board->rows && count + 1 == board->rows; row++)
        if (fits_without(board, letters, rows, row)) {
            fitting++;
            missing = row;
        }
    if (fitting != 1)
        return refuse_position(text, rows, "it has %u rows, and the board %u", count, board->rows);
    char name[CELL_TEXT];
    return refuse_position(text, rows, "it has %u rows, and the board %u; row %s, of %u cells, seems to be missing",
        count, board->rows, row_name(board, missing, name), board->row_length[missing]);
}

static bool read_rows(const struct board *board, const struct letters *letters, const struct position_text *text,
    struct slice rest, uint64_t *stacks)
{
    struct slice row_text;
    const struct slice whole = rest;
    memset(stacks, 0, board->cells * sizeof *stacks);
    if (count_rows(rest) > 1 && count_rows(rest) < board->rows)
        return refuse_few_rows(board, letters, text, rest);
    for (unsigned row = board->rows; row > 0; row--) {
        if (!slice_split(&rest, '/', &row_text))
            return refuse_few_rows(board, letters, text, whole);
        if (!read_row(board, letters, row - 1, text, row_text, stacks))
            return false;
    }
    return rest.at == NULL || refuse_position(text, rest, "it has more rows than the board's %u", board->rows);
}

/* "18/18" */
static bool read_pools(const struct position_text *text, struct slice pools, struct grid_fields *fields)
{
    struct slice rest = pools;
    for (unsigned i = 0; i < 2; i++) {
        struct slice number = {NULL, 0};
        slice_split(&rest, '/', &number);
        if (number.at == NULL || !slice_number(number, UINT32_MAX, &fields->pool[i]))
            return refuse_position(
                text, pools, "after the side to move comes what seats 1 and 2 have in their pools, '18/18'");
    }
    return rest.at == NULL ||
        refuse_position(text, rest, "after the side to move come two pools, '18/18', and no more");
}

bool grid_read_position(const struct board *board, const struct letters *letters, struct slice whole, uint64_t *stacks,
    struct grid_fields *fields, struct fault *fault)
{
    const struct position_text text = {whole, fault};
    struct slice rest = slice_trim(whole);
    struct slice rows = {NULL, 0};
    struct slice side = {NULL, 0};
    struct slice counter = {NULL, 0};
    struct slice pools = {NULL, 0};
    slice_split(&rest, ' ', &rows);
    slice_split(&rest, ' ', &side);
    if (fields->pools)
        slice_split(&rest, ' ', &pools);
    if (fields->counts != NULL)
        slice_split(&rest, ' ', &counter);
    if (!read_rows(board, letters, &text, rows, stacks))
        return false;
    if (!slice_is(side, "w") && !slice_is(side, "b"))
        return refuse_position(&text, side, "after the rows comes the side to move, w or b");
    fields->seat = slice_is(side, "w") ? 1 : 2;
    if (fields->pools && !read_pools(&text, pools, fields))
        return false;
    if (fields->counts != NULL && !slice_number(counter, UINT32_MAX, &fields->counter))
        return refuse_position(&text, counter, "after the %s comes a number, of %s",
            fields->pools ? "pools" : "side to move", fields->counts);
    const struct position_number last = {1, UINT32_MAX, "the last field is the turn number, from 1"};
    return read_position_numbers(&text, rest, &last, 1, &fields->number);
}

static void write_row(
    const struct board *board, const struct letters *letters, unsigned row, const uint64_t *stacks, struct text *text)
{
    unsigned length = board->row_length[row];
    const uint64_t *cells = stacks + board->row_first[row];
    for (unsigned i = 0, run; i < length; i += run) {
        char stack[STACK_TEXT];
        run = 1;
        if (i > 0)
            text_add_char(text, ',');
        grid_stack_text(letters, cells[i], stack);
        while (cells[i] == 0 && i + run < length && cells[i + run] == 0)
            run++;
        text_add_string(text, cells[i] == 0 ? "x" : stack);
        if (run > 1)
            text_add_number(text, run);
    }
}

void grid_write_position(const struct board *board, const struct letters *letters, const uint64_t *stacks,
    const struct grid_fields *fields, struct text *text)
{
    for (unsigned row = board->rows; row > 0; row--) {
        write_row(board, letters, row - 1, stacks, text);
        if (row > 1)
            text_add_char(text, '/');
    }
    text_printf(text, " %c ", fields->seat == 1 ? 'w' : 'b');
    if (fields->pools)
        text_printf(text, "%u/%u ", fields->pool[0], fields->pool[1]);
    if (fields->counts != NULL)
        text_printf(text, "%u ", fields->counter);
    text_add_number(text, fields->number);
}

static void count_pieces(const struct board *board, const uint64_t *stacks, unsigned seen[16])
{
    memset(seen, 0, 16 * sizeof *seen);
    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned i = 0; i < stack_height(stacks[cell]); i++)
            seen[stack_piece(stacks[cell], i)]++;
}

bool grid_check_pieces(const struct grid_limits *limits, const uint64_t *stacks, struct fault *fault)
{
    unsigned seen[16];
    char why[WHY_ROOM];
    for (unsigned cell = 0; cell < limits->board->cells; cell++)
        if (stacks[cell] != 0 && limits->refuses(limits->rules, stacks[cell], why)) {
            char name[CELL_TEXT];
            char held[STACK_TEXT];
            grid_stack_text(limits->letters, stacks[cell], held);
            board_cell_text(limits->board, cell, name);
            return fault_raise(
                fault, &common_rules[COMMON_BAD_POSITION], 0, FACT(why, "%s holds %s, a stack %s"), name, held, why);
        }
    count_pieces(limits->board, stacks, seen);
    for (unsigned piece = 1; piece < 16; piece++)
        if (seen[piece] > limits->pieces[piece])
            return fault_raise(fault, &common_rules[COMMON_BAD_POSITION], 0,
                FACT(why, "there are %u pieces '%c', of which the set has %u"), seen[piece], limits->letters->of[piece],
                limits->pieces[piece]);
    return true;
}

bool grid_check_pools(
    const struct grid_limits *limits, const uint64_t *stacks, const uint32_t pool[2], struct fault *fault)
{
    unsigned seen[16];
    count_pieces(limits->board, stacks, seen);
    for (unsigned piece = 1; piece < 16; piece++) {
        unsigned seat = limits->letters->seat[piece];
        if (seat != 0 && pool[seat - 1] > (unsigned)limits->pieces[piece] - seen[piece])
            return fault_raise(fault, &common_rules[COMMON_BAD_POSITION], 0,
                FACT(why, "%s has %u on the board and %u in the pool, but the set has %u pieces of a side"),
                grid_seat_name(stack_owner(piece)), seen[piece], pool[seat - 1], limits->pieces[piece]);
    }
    return true;
}

/* Raises that NAME, in part PART of a turn, is beyond the board. */
static bool grid_off_board(const struct board *board, struct cell_name name, uint16_t part, struct fault *fault)
{
    char row[3] = {(char)('a' + name.row % 26), '\0', '\0'};
    if (name.row >= 26)
        snprintf(row, sizeof row, "%c%c", (char)('a' + name.row / 26 - 1), (char)('a' + name.row % 26));
    const char *extra = name.column == CELL_FAR ? " or more" : "";
    if (board->square)
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u%s") FACT(note, ", whose columns are a to %c, and its rows 1 to %u"), row, name.column,
            extra, 'a' + board->rows - 1, board->rows);
    if (name.row >= board->rows)
        return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
            FACT(cell, "%s%u") FACT(note, ", whose rows are a to %c"), row, name.column, 'a' + board->rows - 1);
    return fault_raise(fault, &common_rules[COMMON_OFF_BOARD], part,
        FACT(cell, "%s%u%s") FACT(note, ", whose row %s has cells 1 to %u"), row, name.column, extra, row,
        board->row_length[name.row]);
}

bool grid_resolve(const struct board *board, const struct written *written, struct turn *turn, struct fault *fault)
{
    turn->shape = written->shape;
    turn->count = written->count < TURN_STEPS ? written->count : TURN_STEPS;
    for (unsigned i = 0; i < written->count; i++) {
        const struct part *part = &written->parts[i];
        unsigned cell = board_named(board, part->cell.row, part->cell.column);
        if (cell == BOARD_NONE)
            return grid_off_board(board, part->cell, (uint16_t)i, fault);
        if (i < TURN_STEPS)
            turn->steps[i] = (struct step){part->count, (uint16_t)cell, part->mark};
    }
    return true;
}

const char *grid_number(unsigned pieces)
{
    static const char *const words[STACK_PIECES + 1] = {"no", "one", "two", "three", "four", "five", "six", "seven",
        "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"};
    return words[pieces <= STACK_PIECES ? pieces : STACK_PIECES];
}

void grid_add_no_line(const char *source, const char *target, struct text *text)
{
    if (strcmp(source, target) == 0)
        text_printf(text, "it would stay on %s", source);
    else
        text_printf(text, "%s lies on none of the lines from %s", target, source);
}

const char *grid_seat_name(unsigned seat)
{
    return seat == 1 ? "White" : "Black";
}

const char *grid_player_name(const void *rules, unsigned seat)
{
    (void)rules;
    return grid_seat_name(seat);
}

bool grid_allows_players(const void *rules, unsigned players)
{
    (void)rules;
    return players == 2;
}

void grid_end_turn(struct state *state)
{
    state->number += state->seat == 2 && state->number < UINT32_MAX;
    state->seat = (uint8_t)(3 - state->seat);
}

void grid_win(struct outcome *outcome, unsigned seat, const char *reason)
{
    *outcome = (struct outcome){.over = true, .reason = reason, .winners = 1u << (seat - 1)};
    outcome->halves[seat - 1] = 2;
}

void grid_draw(struct outcome *outcome, const char *reason)
{
    *outcome = (struct outcome){.over = true, .reason = reason, .halves = {1, 1}};
}

static const struct view_piece *view_pieces(const struct letters *letters, uint64_t stack, struct arena *arena)
{
    unsigned height = stack_height(stack);
    struct view_piece *pieces = arena_alloc(arena, height * sizeof *pieces);
    for (unsigned i = 0; pieces != NULL && i < height; i++) {
        unsigned piece = stack_piece(stack, i);
        unsigned seat = letters->seat[piece];
        const char *colour = seat == 0 ? NULL : piece < PIECE_SECOND_SIDE ? "white" : "black";
        pieces[i] = (struct view_piece){.text = {letters->of[piece], '\0'}, .seat = (uint8_t)seat, .colour = colour};
    }
    return pieces;
}

static struct view_cell *view_cells(const struct grid_look *look, struct arena *arena)
{
    const struct board *board = look->board;
    struct view_cell *cells = arena_alloc(arena, board->cells * sizeof *cells);
    for (unsigned i = 0; cells != NULL && i < board->cells; i++) {
        board_cell_text(board, i, cells[i].name);
        cells[i].x = (int16_t)(int)board->x[i];
        cells[i].y = board->row_of[i];
        cells[i].zone = look->zone == NULL ? 0 : look->zone[i];
        cells[i].height = (uint8_t)stack_height(look->stacks[i]);
        cells[i].pieces = view_pieces(look->letters, look->stacks[i], arena);
        if (cells[i].pieces == NULL)
            return NULL;
    }
    return cells;
}

static void mark_last(const struct grid_look *look, const struct turn *last, struct view *view)
{
    for (unsigned i = 0; i < last->count; i++) {
        uint16_t cell = last->steps[i].cell;
        uint16_t end = last->steps[last->count - 1].cell;
        bool from = look->path == GRID_MEET ? i + 1 < last->count : i == 0 && last->count > 1;
        view->cells[cell].marks |= from ? VIEW_FROM : VIEW_TO;
        if (look->path == GRID_MEET && from)
            view->arrows[view->arrow_count++] = (struct view_arrow){cell, end};
        else if (look->path != GRID_MEET && i > 0)
            view->arrows[view->arrow_count++] =
                (struct view_arrow){last->steps[look->path == GRID_PATH ? i - 1 : 0].cell, cell};
    }
}

void grid_sum_cell(
    const struct grid_look *look, unsigned cell, unsigned seat, struct arena *arena, struct score_sum *sum)
{
    char name[CELL_TEXT];
    char stack[STACK_TEXT];
    board_cell_text(look->board, cell, name);
    grid_stack_text(look->letters, look->stacks[cell], stack);
    const char *holds = arena_copy(arena, slice_of(stack)).at;
    sum_add(sum, arena, (struct term){.seat = (uint8_t)seat, .name = name, .holds = holds, .count = 1, .times = 1});
}

bool grid_view(const struct grid_look *look, const struct turn *last, struct arena *arena, struct view *view)
{
    *view = (struct view){.count = look->board->cells, .seats = 2, .square = look->board->square};
    view->cells = view_cells(look, arena);
    view->arrows = arena_alloc(arena, (last == NULL ? 1 : last->count + 1) * sizeof *view->arrows);
    if (view->cells == NULL || view->arrows == NULL)
        return false;
    if (last != NULL)
        mark_last(look, last, view);
    for (unsigned seat = 1; seat <= 2; seat++)
        view->seat_names[seat - 1] = grid_seat_name(seat);
    return true;
}

bool grid_view_pools(const struct grid_look *look, const uint32_t pool[2], const unsigned piece[2], struct arena *arena,
    struct view *view)
{
    view->lists = arena_alloc(arena, 2 * sizeof *view->lists);
    if (view->lists == NULL)
        return false;
    view->list_count = 2;
    for (unsigned i = 0; i < 2; i++) {
        struct view_list *list = &view->lists[i];
        struct view_piece *pieces = arena_alloc(arena, (pool[i] + 1) * sizeof *pieces);
        const struct view_piece *one = view_pieces(look->letters, piece[i], arena);
        if (pieces == NULL || one == NULL)
            return false;
        snprintf(list->name, sizeof list->name, "%s's pool", piece[i] < PIECE_SECOND_SIDE ? "White" : "Black");
        list->count = (uint16_t)pool[i];
        list->pieces = pieces;
        for (unsigned j = 0; j < pool[i]; j++)
            pieces[j] = *one;
    }
    return true;
}

/* What games on such a board need and none states. */

static const struct grid_game *grid_of(const struct grid_rules *rules)
{
    return rules->game.game->grid;
}

static struct grid_limits limits_of(const struct grid_rules *rules)
{
    const struct grid_game *grid = grid_of(rules);
    return (struct grid_limits){&rules->board, &rules->letters, rules->pieces, rules, grid->refuses, grid->keys};
}

void grid_complete(void *any_rules)
{
    struct grid_rules *rules = any_rules;
    for (unsigned seat = 1; seat <= 2; seat++)
        rules->game.seat_names[seat - 1] = rules->game.side_names[seat - 1] = grid_seat_name(grid_side(rules, seat));
    rules->game.state_size += rules->board.cells * sizeof(uint64_t);
    for (unsigned piece = 0; piece < 16 && rules->black_first; piece++)
        rules->letters.seat[piece] = rules->letters.seat[piece] == 0 ? 0 : (uint8_t)(3 - rules->letters.seat[piece]);
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        if (rules->zone[cell] != 0 && rules->black_first)
            rules->zone[cell] = (uint8_t)(3 - rules->zone[cell]);
        cell_set_put(&rules->zones[rules->zone[cell]], cell, true);
    }
}

void grid_set_up(const void *any_rules, struct state *state)
{
    const struct grid_rules *rules = any_rules;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        grid_put(rules, (struct grid_position *)state, cell, rules->setup[cell]);
}

bool grid_key_board(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    (void)key;
    if (grid_board(reading->ruleset, &rules->board, reading->problems))
        return true;
    rules->wrong = true;
    rules->board.cells = 0; /* on which nothing lies, and so nothing more is told */
    return false;
}

bool grid_key_letters(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    const struct piece_kinds *kinds = key->with;
    bool right = grid_letters(reading->ruleset, key->name, *kinds, &rules->letters, reading->problems);
    rules->letters_wrong |= !right;
    rules->wrong |= !right;
    return right;
}

bool grid_key_setup(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    const struct grid_limits limits = limits_of(rules);
    const struct grid_setup setup = {&limits, rules->setup, rules->pieces};
    bool right = rules->board.cells != 0 && !rules->letters_wrong &&
        grid_read_setup(reading->ruleset, key->name, &setup, reading->problems);
    rules->wrong |= !right;
    return right;
}

bool grid_key_zone(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    const struct grid_zone_of *of = key->with;
    const struct grid_zone zone = {&rules->board, of->side, of->other, rules->zone};
    bool right = rules->board.cells != 0 && grid_read_zone(reading->ruleset, key->name, &zone, reading->problems);
    rules->wrong |= !right;
    return right;
}

bool grid_check_led(const struct key_reading *reading, unsigned side, const char *others)
{
    const struct grid_rules *rules = reading->rules;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (rules->letters.seat[stack_top(rules->setup[cell])] == side)
            return true;
    return refuse_key(reading, side == 1 ? "setup.white" : "setup.black", others,
        FACT(found, "a set-up without a stack of %s's") FACT(expected, "at least one"), grid_seat_name(side));
}

void grid_check_sides(const struct key_reading *reading, const char *white, const char *black)
{
    const struct grid_rules *rules = reading->rules;
    uint8_t sides[BOARD_CELLS];
    const struct grid_sides zones = {white, black, rules->zone};
    const struct grid_sides stacks = {"setup.white", "setup.black", sides};
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        sides[cell] = (uint8_t)grid_leader(rules, rules->setup[cell]);
    grid_check_left_behind(reading->ruleset, &rules->board, &stacks, reading->problems);
    grid_check_left_behind(reading->ruleset, &rules->board, &zones, reading->problems);
}

static uint64_t *stacks_of(struct position_reader *reader)
{
    return (uint64_t *)(void *)((char *)reader->state + ((const struct game_rules *)reader->rules)->game->state_size);
}

bool grid_read_rows(struct position_reader *reader, const struct position_field *field, struct slice rows)
{
    const struct grid_rules *rules = reader->rules;
    const struct position_text text = {reader->whole, reader->fault};
    (void)field;
    return read_rows(&rules->board, &rules->letters, &text, rows, stacks_of(reader));
}

void grid_write_rows(
    const void *any_rules, const struct position_field *field, const struct state *state, struct text *text)
{
    const struct grid_rules *rules = any_rules;
    (void)field;
    for (unsigned row = rules->board.rows; row > 0; row--) {
        write_row(&rules->board, &rules->letters, row - 1, grid_stacks(rules, state), text);
        if (row > 1)
            text_add_char(text, '/');
    }
}

bool grid_read_side(struct position_reader *reader, const struct position_field *field, struct slice side)
{
    (void)field;
    if (!slice_is(side, "w") && !slice_is(side, "b"))
        return refuse_field(reader, side, "after the rows comes the side to move, w or b");
    reader->state->seat = (uint8_t)grid_side(reader->rules, slice_is(side, "w") ? 1 : 2);
    return true;
}

void grid_write_side(
    const void *rules, const struct position_field *field, const struct state *state, struct text *text)
{
    (void)field;
    text_add_char(text, grid_side(rules, state->seat) == 1 ? 'w' : 'b');
}

bool grid_read_pools(struct position_reader *reader, const struct position_field *field, struct slice pools)
{
    const struct position_text text = {reader->whole, reader->fault};
    struct grid_fields fields;
    (void)field;
    bool right = read_pools(&text, pools, &fields);
    if (right)
        memcpy(((struct grid_state *)reader->state)->pool, fields.pool, sizeof fields.pool);
    return right;
}

void grid_write_pools(
    const void *rules, const struct position_field *field, const struct state *state, struct text *text)
{
    const struct grid_state *grid = (const struct grid_state *)state;
    (void)rules;
    (void)field;
    text_printf(text, "%u/%u", grid->pool[0], grid->pool[1]);
}

bool grid_settle(struct position_reader *reader)
{
    const struct grid_rules *rules = reader->rules;
    const struct grid_limits limits = limits_of(rules);
    struct grid_state *state = (struct grid_state *)reader->state;
    const uint64_t *stacks = grid_stacks(rules, reader->state);
    memset(state->led, 0, sizeof state->led);
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        cell_set_put(&state->led[grid_leader(rules, stacks[cell])], cell, stacks[cell] != 0);
    return grid_check_pieces(&limits, stacks, reader->fault) &&
        (!grid_of(rules)->pools || grid_check_pools(&limits, stacks, state->pool, reader->fault));
}

void grid_add_cell(const void *rules, unsigned cell, struct text *text)
{
    char name[CELL_TEXT];
    board_cell_text(&((const struct grid_rules *)rules)->board, cell, name);
    text_add_string(text, name);
}

void grid_add_stack(const void *rules, uint64_t stack, struct text *text)
{
    char letters[STACK_TEXT];
    grid_stack_text(&((const struct grid_rules *)rules)->letters, stack, letters);
    text_add_string(text, letters);
}

/* How many pieces STEP lifts, its mark and its cell. */
static void add_step(const struct grid_rules *rules, const struct step *step, struct text *text)
{
    const char *signs = grid_of(rules)->signs;
    if (signs != NULL)
        text_add_char(text, step->count - 1 < strlen(signs) ? signs[step->count - 1] : '?');
    else if (step->count != 1)
        text_add_number(text, step->count);
    if (step->mark != '\0')
        text_add_char(text, step->mark);
    grid_add_cell(rules, step->cell, text);
}

void grid_add_lift(const void *any_rules, const struct turn *turn, unsigned step, struct text *text)
{
    const struct grid_game *grid = grid_of(any_rules);
    grid_add_cell(any_rules, turn->steps[grid->path == GRID_FAN ? 0 : step - 1].cell, text);
    if (grid->path == GRID_FAN)
        text_add_char(text, ':');
    add_step(any_rules, &turn->steps[step], text);
}

/* Facts of UNIT_LIFTS. */
static bool add_lift_fact(const struct breach *breach, const char *name, struct text *text)
{
    const struct grid_rules *rules = breach->rules;
    const struct grid_game *grid = grid_of(rules);
    const struct attempt attempt = grid_lift(grid->path, rules, breach->state, breach->turn, breach->step);
    const uint64_t *stacks = grid_stacks(rules, breach->state);
    bool wrong = breach->rule == COMMON + COMMON_MARK_WRONG;
    char mark = grid_mark(grid, rules, attempt.seat, attempt.onto);
    if (is_named(name, "step"))
        grid_add_lift(rules, breach->turn, breach->step, text);
    else if (is_named(name, "source"))
        grid_add_cell(rules, attempt.source, text);
    else if (is_named(name, "stack"))
        grid_add_stack(rules, attempt.from, text);
    else if (is_named(name, "lifted"))
        text_add_number(text, attempt.count);
    else if (is_named(name, "height"))
        text_add_number(text, stack_height(attempt.from));
    else if (is_named(name, "distance"))
        text_add_number(text, line_distance(attempt.line));
    else if (is_named(name, "block"))
        grid_add_cell(rules, grid_block(&rules->board, stacks, attempt.source, attempt.line), text);
    else if (is_named(name, "on_block"))
        grid_add_stack(rules, stacks[grid_block(&rules->board, stacks, attempt.source, attempt.line)], text);
    else if (is_named(name, "mark"))
        text_add_char(text, wrong ? attempt.mark : mark);
    else if (is_named(name, "note") && mark == '\0')
        text_add_string(text, "; nothing is captured there");
    else if (is_named(name, "note"))
        text_printf(text, "; its mark would be '%c'", mark);
    else if (is_named(name, "what")) {
        text_add_string(text, grid->marks[0] == '\0' ? "captures " : "lands on ");
        grid_add_stack(rules, attempt.onto, text);
    } else if (is_named(name, "why") && wrong) {
        grid_add_cell(rules, attempt.target, text);
        text_add_string(text, attempt.onto == 0 ? " is empty" : " holds ");
        grid_add_stack(rules, attempt.onto, text);
    } else if (is_named(name, "why") && attempt.source == attempt.target) {
        text_add_string(text, "it would stay on ");
        grid_add_cell(rules, attempt.source, text);
    } else if (is_named(name, "why")) {
        grid_add_cell(rules, attempt.target, text);
        text_add_string(text, " lies on none of the lines from ");
        grid_add_cell(rules, attempt.source, text);
    } else
        return false;
    return true;
}

bool grid_fact(const struct breach *breach, const char *name, struct text *text)
{
    const struct grid_rules *rules = breach->rules;
    const uint64_t *stacks = grid_stacks(rules, breach->state);
    const struct step *steps = breach->turn->steps;
    unsigned source = steps[0].cell;
    unsigned last = breach->turn->count > 0 ? breach->turn->count - 1 : 0;
    unsigned target = steps[breach->step == 0 ? last : breach->step].cell;
    unsigned seat = breach->state->seat;
    if (breach->step > 0 && rules->game.game->unit == UNIT_LIFTS && add_lift_fact(breach, name, text))
        return true;
    if (is_named(name, "step"))
        rules->game.game->write(rules, breach->state, breach->turn, text);
    else if (is_named(name, "source") || is_named(name, "target"))
        grid_add_cell(rules, name[0] == 's' ? source : target, text);
    else if (is_named(name, "stack"))
        grid_add_stack(rules, stacks[source], text);
    else if (is_named(name, "onto") && stacks[target] == 0)
        text_add_string(text, "no piece");
    else if (is_named(name, "onto"))
        grid_add_stack(rules, stacks[target], text);
    else if (is_named(name, "player") || is_named(name, "owner"))
        text_add_string(text, rules->game.seat_names[name[0] == 'p' ? seat - 1 : 2 - seat]);
    else
        return false;
    return true;
}

void grid_visit_cell(
    const void *any_rules, const struct state *state, const struct grid_term *term, term_visitor *visit, void *context)
{
    const struct grid_rules *rules = any_rules;
    char name[CELL_TEXT];
    char stack[STACK_TEXT];
    board_cell_text(&rules->board, term->cell, name);
    grid_stack_text(&rules->letters, grid_stacks(rules, state)[term->cell], stack);
    visit(context,
        &(struct term){.seat = (uint8_t)term->seat,
            .count = (int32_t)term->count,
            .times = (uint8_t)term->times,
            .name = name,
            .holds = stack,
            .why = term->why});
}

bool grid_resolve_cells(const void *rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    return grid_resolve(&((const struct grid_rules *)rules)->board, written, turn, fault);
}

/* The steps of a lift, with the marks that they have on the board. */
static void write_lifts(
    const struct grid_rules *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct grid_game *grid = grid_of(rules);
    uint64_t room[GRID_WORDS];
    struct grid_position *position = (struct grid_position *)room;
    memcpy(position, state, rules->game.state_size);
    grid_add_cell(rules, turn->steps[0].cell, text);
    for (unsigned i = 1; i < turn->count; i++) {
        struct step step = turn->steps[i];
        step.mark = grid_mark(grid, rules, state->seat, position->stacks[step.cell]);
        if (grid->path == GRID_FAN)
            text_add_char(text, i == 1 ? ':' : ',');
        add_step(rules, &step, text);
        rules->game.game->make(rules, &position->grid.state, turn, i);
    }
}

/* Two that join a third are written in the order of cells. */
void grid_write_turn(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct grid_rules *rules = any_rules;
    bool swaps = turn->count == 3 && turn->steps[1].cell < turn->steps[0].cell;
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    else if (rules->game.game->unit == UNIT_LIFTS)
        write_lifts(rules, state, turn, text);
    else
        for (unsigned i = 0; i < turn->count; i++) {
            if (i > 0)
                text_add_char(text, i + 1 < turn->count ? ',' : '-');
            grid_add_cell(rules, turn->steps[swaps && i < 2 ? 1 - i : i].cell, text);
        }
}

/* Turns of UNIT_LIFTS. */

struct grid_lifting {
    const struct grid_rules *rules;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

/* Visits the turn that LIFTING has with each further step, and what follows on that. */
static bool lift_on(struct grid_lifting *lifting, const struct grid_position *position)
{
    const struct grid_rules *rules = lifting->rules;
    const struct game *game = rules->game.game;
    struct turn *turn = &lifting->turn;
    unsigned step = turn->count;
    unsigned source = turn->steps[game->grid->path == GRID_FAN ? 0 : step - 1].cell;
    unsigned seat = position->grid.state.seat;
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
                    int broken = game->judge(rules, &position->grid.state, turn, step, &finding);
                    shut &= broken != LEGAL && broken < game->grid->line;
                    ends &= broken != LEGAL && broken <= game->grid->line + 2;
                    if (broken != LEGAL)
                        continue;
                    if (!lifting->visit(lifting->context, turn))
                        return false;
                    bool left = game->grid->path != GRID_FAN || grid_leader(rules, stack_left(from, count)) == seat;
                    if (step == game->grid->steps || !left)
                        continue;
                    memcpy(after, position, rules->game.state_size);
                    game->make(rules, &after->grid.state, turn, step);
                    if (!lift_on(lifting, after))
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
    struct grid_lifting lifting = {rules, visit, context, {.shape = rules->game.game->shape, .count = 1}};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        lifting.turn.steps[0] = (struct step){.count = 1, .cell = (uint16_t)cell};
        if (!lift_on(&lifting, (const struct grid_position *)state))
            return false;
    }
    return true;
}

static bool stop_at_first(void *context, const struct turn *turn)
{
    (void)context;
    (void)turn;
    return false;
}

bool grid_has_turn(const void *any_rules, const struct state *state)
{
    const struct grid_rules *rules = any_rules;
    const struct cell_set *led = ((const struct grid_state *)state)->led;
    const struct cell_set taken = grid_taken(state);
    for (unsigned i = 0; i < SET_WORDS; i++)
        for (uint64_t own = led[state->seat].words[i]; own != 0; own &= own - 1) {
            const struct cell_set *around = &rules->board.around[64 * i + (unsigned)__builtin_ctzll(own)];
            for (unsigned j = 0; j < SET_WORDS; j++)
                if ((around->words[j] & ~taken.words[j]) != 0)
                    return true;
        }
    return !grid_generate(rules, state, stop_at_first, NULL);
}

/* The piece that SEAT has in its pool. */
static unsigned pool_piece(const struct grid_rules *rules, unsigned seat)
{
    unsigned piece = 1;
    while (rules->letters.seat[piece] != seat)
        piece++;
    return piece;
}

bool grid_show(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct grid_rules *rules = any_rules;
    const struct grid_game *grid = grid_of(rules);
    const struct grid_look look = {
        &rules->board, &rules->letters, grid_stacks(rules, state), grid->zone == NULL ? NULL : rules->zone, grid->path};
    if (!grid_view(&look, last, arena, view))
        return false;
    view->zone = grid->zone;
    memcpy(view->seat_names, rules->game.seat_names, sizeof view->seat_names);
    if (grid->pools) {
        const unsigned pieces[2] = {pool_piece(rules, 1), pool_piece(rules, 2)};
        if (!grid_view_pools(&look, ((const struct grid_state *)state)->pool, pieces, arena, view))
            return false;
    }
    for (unsigned seat = 1; seat <= 2 && rules->game.game->scoring != SCORE_WIN; seat++) {
        int32_t points = kit_score(rules, state, seat) / 2;
        view->lines[seat - 1] = arena_printf(arena, "has %d point%s", points, points == 1 ? "" : "s").at;
    }
    return !arena->failed;
}
