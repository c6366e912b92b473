/* SPDX-License-Identifier: MIT */
/* What rulesets of games on a board of rows say: the board, letters, set-ups, zones.
   Each function continues after a problem, so that one run reports them all. */
#include "games/kit/grid.h"

#include <stdio.h>

static uint32_t node_number(const struct node *node)
{
    uint32_t number = 0;
    slice_number(node->value, UINT32_MAX, &number);
    return number;
}

/* The board. */

static bool refuse_board(const struct key_reading *reading, struct place place, const char *found)
{
    return problem_add(reading->problems, RULESET_CONFLICT, place,
        FACT(found, "%s") FACT(expected,
            "at most %d rows of at most %d cells, %d cells in all, each row one cell longer or shorter than the row "
            "below"),
        found, BOARD_ROWS, BOARD_ROW, BOARD_CELLS);
}

/* The first row with which LIST is not a board. */
static bool refuse_rows(const struct key_reading *reading, const struct node *list)
{
    char found[80];
    uint32_t below = 0;
    uint32_t cells = 0;
    unsigned rows = 0;
    for (const struct node *node = list->first; node != NULL; node = node->next, rows++) {
        uint32_t length = node_number(node);
        cells += length;
        if (rows == BOARD_ROWS)
            snprintf(found, sizeof found, "one row too many");
        else if (length > BOARD_ROW)
            snprintf(found, sizeof found, "a row of %u cells", length);
        else if (cells > BOARD_CELLS)
            snprintf(found, sizeof found, "%u cells up to this row", cells);
        else if (rows > 0 && length != below + 1 && length + 1 != below)
            snprintf(found, sizeof found, "a row of %u cells above a row of %u", length, below);
        else {
            below = length;
            continue;
        }
        return refuse_board(reading, node->place, found);
    }
    /* only the columns of slanted names are left */
    return refuse_board(reading, list->place, rows == 0 ? "a board of another shape" : "more columns than letters");
}

static bool read_square(const struct key_reading *reading, uint32_t side, struct board *board)
{
    const struct grid_game *grid = ((const struct grid_rules *)reading->rules)->game.game->grid;
    uint32_t neighbours = grid->neighbours != 0 ? grid->neighbours : ruleset_number(reading->ruleset, "neighbours");
    uint32_t played[BOARD_ROW] = {0};
    if (neighbours != 4 && neighbours != 8)
        return refuse_key(
            reading, "neighbours", "neighbours", FACT(found, "%u neighbours") FACT(expected, "4 or 8"), neighbours);
    for (unsigned row = 0; grid->plays != NULL && row < side; row++)
        for (unsigned column = 0; column < side; column++)
            played[row] |= (uint32_t)grid->plays(side, column, row) << column;
    return board_square(board, side, neighbours, grid->plays == NULL ? NULL : played);
}

static bool read_board(const struct key_reading *reading, struct board *board)
{
    const struct node *square = ruleset_get(reading->ruleset, "board.square");
    const struct node *side = ruleset_get(reading->ruleset, "board.hexhex");
    const struct node *list = ruleset_get(reading->ruleset, "board.rows");
    const struct node *names = ruleset_get(reading->ruleset, "board.names");
    uint32_t lengths[BOARD_ROWS];
    size_t rows = 0;
    if (square != NULL)
        return read_square(reading, node_number(square), board);
    if (list == NULL)
        rows = board_hexhex(node_number(side), lengths);
    else if (list->count <= BOARD_ROWS)
        for (const struct node *row = list->first; row != NULL; row = row->next)
            lengths[rows++] = node_number(row);
    return board_init(board, lengths, rows, names != NULL && slice_is(names->value, "slanted")) ||
        (list != NULL && refuse_rows(reading, list));
}

bool grid_key_board(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    (void)key;
    if (read_board(reading, &rules->board))
        return true;
    rules->wrong = true;
    rules->board.cells = 0; /* an empty board, so that nothing else is reported about it */
    return false;
}

/* Letters. */

static bool read_letters(const struct key_reading *reading, const struct key *key)
{
    struct letters *letters = &((struct grid_rules *)reading->rules)->letters;
    const struct piece_kinds *kinds = key->with;
    const struct node *node = ruleset_get(reading->ruleset, key->name);
    if (node->kind != NODE_SCALAR || node->value.length == 0 || node->value.length > kinds->most) {
        char wanted[48];
        char found[48] = "a list or mapping";
        snprintf(wanted, sizeof wanted, kinds->most == 1 ? "one letter" : "1 to %u letters, one for each kind of piece",
            kinds->most);
        if (node->kind == NODE_SCALAR)
            snprintf(found, sizeof found, "%u letters", (unsigned)node->value.length);
        return problem_add(reading->problems, RULESET_TYPE, node->place,
            FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s"), key->name, wanted, found);
    }
    for (size_t i = 0; i < node->value.length; i++) {
        char letter = node->value.at[i];
        bool taken = is_letter(letter) && grid_piece(letters, letter) != 0;
        if (!is_letter(letter) || letter == 'x' || taken)
            return problem_add(reading->problems, RULESET_CONFLICT, node_part(node, (uint32_t)i, 1),
                FACT(found, "%s%.*s%s in %s")
                    FACT(expected, "single letters from a to z or A to Z except 'x', each used once"),
                is_letter(letter) ? "'" : "a character that is not a letter", is_letter(letter), &letter,
                taken                   ? "', a letter that is already used,"
                    : is_letter(letter) ? "'"
                                        : "",
                key->name);
        letters->of[kinds->first + i] = letter;
        letters->seat[kinds->first + i] = (uint8_t)kinds->seat;
    }
    return true;
}

bool grid_key_letters(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    bool right = read_letters(reading, key);
    rules->letters_wrong |= !right;
    rules->wrong |= !right;
    return right;
}

/* Problems of the many nodes under a key.  Where the user wrote what they contradict more
   directly, it is reported there, once. */
enum grid_blamed { BLAMED_CELL, BLAMED_STACK };
struct grid_report {
    const struct key_reading *reading;
    const char *key;
    bool reported[2]; /* elsewhere, by enum grid_blamed */
    bool elsewhere;
    struct place place;
};

/* Whether to report a problem that shows AT some node; .place is where, there or at one of KEYS. */
static bool choose_culprit(struct grid_report *report, enum grid_blamed blamed, struct place at, const char *keys)
{
    report->place = ruleset_culprit(report->reading->ruleset, at, keys);
    report->elsewhere = !place_is_same(report->place, at);
    bool again = report->elsewhere && report->reported[blamed];
    report->reported[blamed] |= report->elsewhere;
    return !again;
}

static void report_stack(struct grid_report *report, const char *found, const char *expected, const char *what)
{
    bool elsewhere = report->elsewhere;
    problem_add(report->reading->problems, RULESET_CONFLICT, report->place,
        FACT(found, "%s") FACT(expected, "%s") FACT(advice, "%s%s%s"), found, expected, elsewhere ? "give " : "",
        elsewhere ? report->key : "", elsewhere ? what : "");
}

/* The cell that NODE names; BOARD_NONE with a problem when there is none. */
static unsigned read_cell(struct grid_report *report, const struct node *node)
{
    const struct key_reading *reading = report->reading;
    const struct board *board = &((const struct grid_rules *)reading->rules)->board;
    struct slice word = node->value;
    char name[CELL_TEXT] = "";
    char wanted[80];
    if (node->kind != NODE_SCALAR) {
        problem_add(reading->problems, RULESET_TYPE, node->place,
            FACT(key, "%s") FACT(expected, "cells such as a1") FACT(found, "%s"), report->key,
            node->kind == NODE_LIST ? "a list" : "a mapping");
        return BOARD_NONE;
    }
    unsigned cell = board_find(board, word);
    if (cell != BOARD_NONE || !choose_culprit(report, BLAMED_CELL, node->place, "board.rows board.hexhex board.square"))
        return cell;
    unsigned row = word.length > 0 ? (unsigned)(word.at[0] - 'a') : board->rows;
    if (board_letters_columns(board) && !board_is_full(board))
        snprintf(wanted, sizeof wanted, "a cell of the board");
    else if (row < board->rows)
        snprintf(wanted, sizeof wanted, "%c1 to %c%u in that row", word.at[0], word.at[0], board->row_length[row]);
    else
        snprintf(wanted, sizeof wanted, "a cell in rows a to %c, numbered from 1 to the length of its row",
            (char)('a' + board->rows - 1));
    if (word.length >= 2 && word.length < CELL_TEXT && word.at[0] >= 'A' && word.at[0] <= 'Z') {
        memcpy(name, word.at, word.length); /* "A1" for a1 */
        name[0] = (char)(name[0] - 'A' + 'a');
    }
    bool near = name[0] != '\0' && board_find(board, slice_of(name)) != BOARD_NONE;
    const char *advice[3] = {near ? "did you mean '" : "", near ? name : "", near ? "'?" : ""};
    problem_add(reading->problems, RULESET_CELL, report->place,
        FACT(cell, "%s") FACT(key, "%s") FACT(expected, "%s") FACT(advice, "%s%s%s"), excerpt_of(word).text,
        report->key, wanted, report->elsewhere ? "give " : advice[0], report->elsewhere ? report->key : advice[1],
        report->elsewhere ? " for this board, too" : advice[2]);
    return BOARD_NONE;
}

/* Set-ups: {www: [a1, a2], w: [c3]}. */

/* Puts STACK on the cells that NODE lists. */
static bool place_stack(struct grid_report *report, const struct node *node, uint64_t stack)
{
    struct grid_rules *rules = report->reading->rules;
    struct problems *problems = report->reading->problems;
    bool right = true;
    if (node->kind != NODE_LIST)
        return problem_add(problems, RULESET_TYPE, node->place,
            FACT(key, "%s") FACT(expected, "a list of cells for each stack") FACT(found, "%s")
                FACT(advice, "write %s: [a1, a2]"),
            report->key, node->kind == NODE_MAPPING ? "a mapping" : "one word", excerpt_of(node->key).text);
    for (const struct node *item = node->first; item != NULL; item = item->next) {
        unsigned cell = read_cell(report, item);
        if (cell == BOARD_NONE)
            right = false;
        else if (rules->setup[cell] != 0)
            right = problem_add(problems, RULESET_CONFLICT, item->place,
                FACT(found, "a second stack on %s") FACT(expected, "each cell only once in the set-up"),
                excerpt_of(item->value).text);
        else {
            rules->setup[cell] = stack;
            for (unsigned i = 0; i < stack_height(stack); i++)
                rules->pieces[stack_piece(stack, i)]++;
        }
    }
    return right;
}

static bool read_setup(const struct key_reading *reading, const struct key *key)
{
    const struct grid_rules *rules = reading->rules;
    const struct grid_game *grid = rules->game.game->grid;
    const struct node *mapping = ruleset_get(reading->ruleset, key->name);
    struct grid_report report = {.reading = reading, .key = key->name};
    bool right = true;
    if (rules->board.cells == 0 || rules->letters_wrong)
        return false;
    if (mapping->kind != NODE_MAPPING)
        return problem_add(reading->problems, RULESET_TYPE, mapping->place,
            FACT(key, "%s") FACT(expected, "stacks and their cells, {ww: [a1, a2]}") FACT(found, "one word"),
            key->name);
    for (const struct node *node = mapping->first; node != NULL; node = node->next) {
        uint64_t stack;
        char why[WHY_ROOM];
        char found[WHY_ROOM + 120];
        char known[3 * 16] = "";
        char wanted[160];
        if (!grid_read_stack(&rules->letters, node->key, &stack)) {
            right = false;
            if (!choose_culprit(&report, BLAMED_STACK, node->key_place, "pieces.white pieces.black pieces.neutral"))
                continue;
            for (unsigned piece = 1, length = 0; piece < 16; piece++)
                if (rules->letters.of[piece] != '\0')
                    length += (unsigned)snprintf(known + length, sizeof known - length, "%s%c", length > 0 ? ", " : "",
                        rules->letters.of[piece]);
            snprintf(found, sizeof found, "a stack '%s' in %s", excerpt_of(node->key).text, key->name);
            snprintf(wanted, sizeof wanted, "at most %d of the letters %s, from bottom to top", STACK_PIECES, known);
            report_stack(&report, found, wanted, " in these letters, too");
        } else if (grid_refuses(rules, &(struct tower){{stack}}, why)) {
            right = false;
            snprintf(found, sizeof found, "'%s' in %s, a stack %s", excerpt_of(node->key).text, key->name, why);
            if (choose_culprit(&report, BLAMED_STACK, node->key_place, grid->keys))
                report_stack(&report, found, "stacks that the rules allow", " other stacks, too");
        } else
            right = place_stack(&report, node, stack) && right;
    }
    return right;
}

bool grid_key_setup(const struct key_reading *reading, const struct key *key)
{
    bool right = read_setup(reading, key);
    ((struct grid_rules *)reading->rules)->wrong |= !right;
    return right;
}

/* Zones. */

bool grid_key_zone(const struct key_reading *reading, const struct key *key)
{
    struct grid_rules *rules = reading->rules;
    const struct grid_zone_of *of = key->with;
    struct grid_report report = {.reading = reading, .key = key->name};
    bool right = rules->board.cells != 0;
    const struct node *node = right ? ruleset_get(reading->ruleset, key->name)->first : NULL;
    for (; node != NULL; node = node->next) {
        unsigned cell = read_cell(&report, node);
        if (cell == BOARD_NONE)
            right = false;
        else if (rules->zone[cell] == of->side)
            right = problem_add(reading->problems, RULESET_CONFLICT, node->place,
                FACT(found, "%s twice in %s") FACT(expected, "each cell once"), excerpt_of(node->value).text,
                key->name);
        else if (rules->zone[cell] != 0)
            right = problem_add(reading->problems, RULESET_CONFLICT,
                ruleset_culprit(reading->ruleset, node->place, of->other),
                FACT(found, "%s in both %s and %s") FACT(expected, "each cell in only one of them"),
                excerpt_of(node->value).text, of->other, key->name);
        if (cell != BOARD_NONE)
            rules->zone[cell] = (uint8_t)of->side;
    }
    rules->wrong |= !right;
    return right;
}

/* What concerns both sides. */

bool grid_check_led(const struct key_reading *reading, unsigned side, const char *others)
{
    const struct grid_rules *rules = reading->rules;
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        if (rules->letters.seat[stack_top(rules->setup[cell])] == side)
            return true;
    return refuse_key(reading, side == 1 ? "setup.white" : "setup.black", others,
        FACT(found, "a set-up without a stack of %s's") FACT(expected, "at least one"), grid_seat_name(side));
}

/* Whether SIDES, by cell, look alike from both sides, the board turned round or reflected. */
static bool looks_alike(const struct board *board, const uint8_t *sides)
{
    bool turned = true;
    bool reflected = true;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned other = sides[cell] == 0 ? 0 : 3u - sides[cell];
        unsigned row = board->row_of[cell];
        unsigned column = cell - board->row_first[row] + 1;
        unsigned above = board_cell(board, board->rows - 1 - row, column);
        turned &= sides[board->cells - 1 - cell] == other;
        reflected &= above != BOARD_NONE && sides[above] == other;
    }
    return turned || reflected;
}

static void check_left_behind(
    const struct key_reading *reading, const char *white_key, const char *black_key, const uint8_t *sides)
{
    const struct ruleset *ruleset = reading->ruleset;
    const char *shape = ruleset_get(ruleset, "board.rows") != NULL ? "board.rows" : "board.hexhex";
    bool white = ruleset_is_nearer(ruleset, shape, white_key);
    bool black = ruleset_is_nearer(ruleset, shape, black_key);
    const char *old = white ? white_key : black_key;
    if ((!white && !black) || looks_alike(&((const struct grid_rules *)reading->rules)->board, sides))
        return;
    const char *file = ruleset_get(ruleset, old)->place.file;
    problem_add(reading->problems, RULESET_LEFT_BEHIND, ruleset_get(ruleset, shape)->place,
        FACT(key, "%s%s%s") FACT(origin, "%s") FACT(advice, "give %s for this board, too"), old,
        white && black ? " and " : "", white && black ? black_key : "", file == NULL ? "the overrides" : file,
        white && black ? "them" : "it");
}

bool grid_check_tower(const struct key_reading *reading, const char *key, const char *others, unsigned pieces)
{
    return pieces <= TOWER_PIECES ||
        refuse_key(reading, key, others,
            FACT(found, "%u pieces, all of which may be in one stack") FACT(expected, "at most %u"), pieces,
            TOWER_PIECES);
}

void grid_check_sides(const struct key_reading *reading, const char *white, const char *black)
{
    const struct grid_rules *rules = reading->rules;
    uint8_t sides[BOARD_CELLS];
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        sides[cell] = (uint8_t)grid_leader(rules, rules->setup[cell]);
    check_left_behind(reading, "setup.white", "setup.black", sides);
    if (white != NULL)
        check_left_behind(reading, white, black, rules->zone);
}

bool grid_two_players(const struct ruleset *ruleset, struct problems *problems)
{
    const struct node *players = ruleset_get(ruleset, "players");
    const struct node *node = players == NULL ? NULL : players->kind == NODE_LIST ? players->first : players;
    bool right = true;
    for (bool first = true; node != NULL; node = players->kind == NODE_LIST ? node->next : NULL, first = false)
        if (!slice_is(node->value, "2") || !first)
            right = problem_add(problems, RULESET_CONFLICT, node->place,
                FACT(found, "%s player%s%s") FACT(expected, "2, White and Black"), excerpt_of(node->value).text,
                slice_is(node->value, "1") ? "" : "s", slice_is(node->value, "2") ? " twice" : "");
    return right;
}

/* What follows from the keys. */

void grid_complete(void *any_rules)
{
    struct grid_rules *rules = any_rules;
    for (unsigned seat = 1; seat <= 2; seat++)
        rules->game.seat_names[seat - 1] = rules->game.side_names[seat - 1] = grid_seat_name(grid_side(rules, seat));
    rules->game.state_size += rules->board.cells * grid_stacking_of(rules)->size;
    for (unsigned piece = 0; piece < 16 && rules->black_first; piece++)
        rules->letters.seat[piece] = rules->letters.seat[piece] == 0 ? 0 : (uint8_t)(3 - rules->letters.seat[piece]);
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        if (rules->zone[cell] != 0 && rules->black_first)
            rules->zone[cell] = (uint8_t)(3 - rules->zone[cell]);
        cell_set_put(&rules->zones[rules->zone[cell]], cell, true);
    }
    grid_prepare_hash(rules);
}
