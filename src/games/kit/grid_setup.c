/* What rulesets of games on a board of rows say: the board, letters, set-ups, zones.
   Each function goes on behind a problem, so that one run tells them all. */
#include "games/kit/grid.h"

#include <stdio.h>

static uint32_t node_number(const struct node *node)
{
    uint32_t number = 0;
    slice_number(node->value, UINT32_MAX, &number);
    return number;
}

/* The board. */

static bool refuse_board(struct place place, const char *found, struct problems *problems)
{
    return problem_add(problems, RULESET_CONFLICT, place,
        FACT(found, "%s") FACT(expected,
            "at most %d rows of at most %d cells, %d cells in all, each row one cell longer or shorter than the one "
            "below"),
        found, BOARD_ROWS, BOARD_ROW, BOARD_CELLS);
}

/* The first row with which LIST is no board. */
static bool refuse_rows(const struct node *list, struct problems *problems)
{
    char found[80];
    uint32_t below = 0;
    uint32_t cells = 0;
    unsigned rows = 0;
    for (const struct node *node = list->first; node != NULL; node = node->next, rows++) {
        uint32_t length = node_number(node);
        cells += length;
        if (rows == BOARD_ROWS)
            snprintf(found, sizeof found, "a row too many");
        else if (length > BOARD_ROW)
            snprintf(found, sizeof found, "a row of %u cells", length);
        else if (cells > BOARD_CELLS)
            snprintf(found, sizeof found, "%u cells up to this row", cells);
        else if (rows > 0 && length != below + 1 && length + 1 != below)
            snprintf(found, sizeof found, "a row of %u cells above one of %u", length, below);
        else {
            below = length;
            continue;
        }
        return refuse_board(node->place, found, problems);
    }
    return refuse_board(list->place, "a board of another form", problems);
}

/* A square board: how many cells one touches is a key of its own. */
static bool square_board(
    const struct ruleset *ruleset, const struct node *side, struct board *board, struct problems *problems)
{
    uint32_t neighbours = ruleset_number(ruleset, "neighbours");
    if (neighbours != 4 && neighbours != 8)
        return problem_add(problems, RULESET_CONFLICT, ruleset_get(ruleset, "neighbours")->place,
            FACT(found, "%u neighbours") FACT(expected, "4 or 8"), neighbours);
    return board_square(board, node_number(side), neighbours) ||
        refuse_board(side->place, "a board too large", problems);
}

bool grid_board(const struct ruleset *ruleset, struct board *board, struct problems *problems)
{
    uint32_t lengths[BOARD_ROWS];
    size_t rows = 0;
    const struct node *square = ruleset_get(ruleset, "board.square");
    const struct node *side = ruleset_get(ruleset, "board.hexhex");
    const struct node *list = ruleset_get(ruleset, "board.rows");
    if (square != NULL)
        return square_board(ruleset, square, board, problems);
    if (list == NULL)
        rows = board_hexhex(node_number(side), lengths);
    else if (list->count <= BOARD_ROWS)
        for (const struct node *row = list->first; row != NULL; row = row->next)
            lengths[rows++] = node_number(row);
    if (board_init(board, lengths, rows))
        return true;
    return list != NULL ? refuse_rows(list, problems) : refuse_board(side->place, "a board too large", problems);
}

/* Letters. */

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* How many letters there may be. */
static bool check_letter_count(const struct node *node, const char *key, unsigned most, struct problems *problems)
{
    char wanted[48];
    char found[48] = "no word";
    if (node->kind == NODE_SCALAR && node->value.length > 0 && node->value.length <= most)
        return true;
    snprintf(wanted, sizeof wanted, most == 1 ? "one letter" : "one to %u letters, one a kind of piece", most);
    if (node->kind == NODE_SCALAR)
        snprintf(found, sizeof found, "%u of them", (unsigned)node->value.length);
    return problem_add(problems, RULESET_TYPE, node->place, FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s"), key,
        wanted, found);
}

bool grid_letters(const struct ruleset *ruleset, const char *key, struct piece_kinds kinds, struct letters *letters,
    struct problems *problems)
{
    const struct node *node = ruleset_get(ruleset, key);
    bool right = check_letter_count(node, key, kinds.most, problems);
    for (size_t i = 0; right && i < node->value.length; i++) {
        char letter = node->value.at[i];
        bool taken = is_letter(letter) && grid_piece(letters, letter) != 0;
        if (!is_letter(letter) || letter == 'x' || taken) {
            problem_add(problems, RULESET_CONFLICT, node_part(node, (uint32_t)i, 1),
                FACT(found, "%s%.*s%s in %s")
                    FACT(expected, "single letters from a to z or A to Z, each used once, and not 'x'"),
                taken                   ? "'"
                    : is_letter(letter) ? "'"
                                        : "something else than a letter",
                is_letter(letter), &letter,
                taken                   ? "', a letter that is taken,"
                    : is_letter(letter) ? "'"
                                        : "",
                key);
            return false;
        }
        letters->of[kinds.first + i] = letter;
        letters->seat[kinds.first + i] = (uint8_t)kinds.seat;
    }
    return right;
}

/* Problems of the many nodes under KEY.  What they contradict may have been written
   nearer to the user than they, and then it is told there, once. */
struct reading {
    const struct ruleset *ruleset;
    const char *key;
    struct problems *problems;
    const struct board *board;
    bool right;
    bool told[2]; /* elsewhere, of cells and of stacks */
};

enum blamed { BLAMED_CELL, BLAMED_STACK };

/* Whether a problem that shows AT some node is to be told, and where: there, or at
   one of KEYS. */
static bool blame(struct reading *reading, enum blamed blamed, struct place at, const char *keys, struct place *place)
{
    *place = ruleset_culprit(reading->ruleset, at, keys);
    bool elsewhere = !place_is_same(*place, at);
    bool again = elsewhere && reading->told[blamed];
    reading->told[blamed] |= elsewhere;
    reading->right = false;
    return !again;
}

static struct excerpt word_of(const struct node *node)
{
    return excerpt_of(node->kind == NODE_SCALAR ? node->value : slice_of(""));
}

/* "A1" for a1. */
static void near_cell(const struct board *board, struct slice word, char advice[40])
{
    char name[CELL_TEXT] = "";
    advice[0] = '\0';
    if (word.length < 2 || word.length >= CELL_TEXT || word.at[0] < 'A' || word.at[0] > 'Z')
        return;
    memcpy(name, word.at, word.length);
    name[0] = (char)(name[0] - 'A' + 'a');
    if (board_find(board, slice_of(name)) != BOARD_NONE)
        snprintf(advice, 40, "did you mean '%s'?", name);
}

static void report_cell(struct reading *reading, const struct node *node)
{
    const struct board *board = reading->board;
    struct place place;
    char advice[40];
    char wanted[80];
    struct slice word = node->kind == NODE_SCALAR ? node->value : slice_of("");
    unsigned row = word.length > 0 ? (unsigned)(word.at[0] - 'a') : board->rows;
    if (!blame(reading, BLAMED_CELL, node->place, "board.rows board.hexhex", &place))
        return;
    if (row < board->rows)
        snprintf(wanted, sizeof wanted, "%c1 to %c%u in that row", word.at[0], word.at[0], board->row_length[row]);
    else
        snprintf(wanted, sizeof wanted, "a cell in rows a to %c, numbered from 1 to the length of its row",
            (char)('a' + board->rows - 1));
    near_cell(board, word, advice);
    bool elsewhere = !place_is_same(place, node->place);
    problem_add(reading->problems, RULESET_CELL, place,
        FACT(cell, "%s") FACT(key, "%s") FACT(expected, "%s") FACT(advice, "%s%s%s"), word_of(node).text, reading->key,
        wanted, elsewhere ? "give " : advice, elsewhere ? reading->key : "", elsewhere ? " for this board too" : "");
}

/* The cell that NODE names; BOARD_NONE with a problem when there is none. */
static unsigned read_cell(struct reading *reading, const struct node *node)
{
    unsigned cell = node->kind == NODE_SCALAR ? board_find(reading->board, node->value) : BOARD_NONE;
    if (cell != BOARD_NONE)
        return cell;
    if (node->kind == NODE_SCALAR)
        report_cell(reading, node);
    else
        reading->right = problem_add(reading->problems, RULESET_TYPE, node->place,
            FACT(key, "%s") FACT(expected, "cells such as a1") FACT(found, "%s"), reading->key,
            node->kind == NODE_LIST ? "a list" : "a mapping");
    return BOARD_NONE;
}

/* Puts STACK on the cells that NODE lists. */
static void place_stack(
    struct reading *reading, const struct node *node, uint64_t stack, const struct grid_setup *setup)
{
    if (node->kind != NODE_LIST) {
        reading->right = problem_add(reading->problems, RULESET_TYPE, node->place,
            FACT(key, "%s") FACT(expected, "a list of cells for each stack") FACT(found, "%s")
                FACT(advice, "write %s: [a1, a2]"),
            reading->key, node->kind == NODE_MAPPING ? "a mapping" : "one word", excerpt_of(node->key).text);
        return;
    }
    for (const struct node *item = node->first; item != NULL; item = item->next) {
        unsigned cell = read_cell(reading, item);
        if (cell == BOARD_NONE)
            continue;
        if (setup->stacks[cell] != 0) {
            reading->right = problem_add(reading->problems, RULESET_CONFLICT, item->place,
                FACT(found, "a second stack on %s") FACT(expected, "each cell of the set-up once"),
                excerpt_of(item->value).text);
            continue;
        }
        setup->stacks[cell] = stack;
        for (unsigned i = 0; i < stack_height(stack); i++)
            setup->pieces[stack_piece(stack, i)]++;
    }
}

/* "w, b, n" */
static void letters_text(const struct letters *letters, char text[3 * 16])
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned piece = 1; piece < 16; piece++)
        if (letters->of[piece] != '\0')
            length +=
                (size_t)snprintf(text + length, 3 * 16 - length, "%s%c", length > 0 ? ", " : "", letters->of[piece]);
}

static void report_letters(struct reading *reading, const struct node *node, const struct letters *letters)
{
    struct place place;
    char known[3 * 16];
    if (!blame(reading, BLAMED_STACK, node->key_place, "pieces.white pieces.black pieces.neutral", &place))
        return;
    bool elsewhere = !place_is_same(place, node->key_place);
    letters_text(letters, known);
    problem_add(reading->problems, RULESET_CONFLICT, place,
        FACT(found, "a stack '%s' in %s") FACT(expected, "at most %d of the letters %s, from bottom to top")
            FACT(advice, "%s%s%s"),
        excerpt_of(node->key).text, reading->key, STACK_PIECES, known, elsewhere ? "give " : "",
        elsewhere ? reading->key : "", elsewhere ? " in these letters too" : "");
}

static void report_stack(
    struct reading *reading, const struct node *node, const struct grid_limits *limits, const char *why)
{
    struct place place;
    if (!blame(reading, BLAMED_STACK, node->key_place, limits->keys, &place))
        return;
    bool elsewhere = !place_is_same(place, node->key_place);
    problem_add(reading->problems, RULESET_CONFLICT, place,
        FACT(found, "'%s' in %s, a stack %s") FACT(expected, "stacks that the rules allow") FACT(advice, "%s%s%s"),
        excerpt_of(node->key).text, reading->key, why, elsewhere ? "give " : "", elsewhere ? reading->key : "",
        elsewhere ? " other stacks too" : "");
}

bool grid_read_setup(
    const struct ruleset *ruleset, const char *key, const struct grid_setup *setup, struct problems *problems)
{
    const struct grid_limits *limits = setup->limits;
    const struct node *mapping = ruleset_get(ruleset, key);
    struct reading reading = {ruleset, key, problems, limits->board, true, {false, false}};
    if (mapping->kind != NODE_MAPPING)
        return problem_add(problems, RULESET_TYPE, mapping->place,
            FACT(key, "%s") FACT(expected, "stacks and their cells, {ww: [a1, a2]}") FACT(found, "one word"), key);
    for (const struct node *node = mapping->first; node != NULL; node = node->next) {
        uint64_t stack;
        char why[WHY_ROOM];
        if (!grid_read_stack(limits->letters, node->key, &stack))
            report_letters(&reading, node, limits->letters);
        else if (limits->refuses(limits->rules, stack, why))
            report_stack(&reading, node, limits, why);
        else
            place_stack(&reading, node, stack, setup);
    }
    return reading.right;
}

bool grid_read_zone(
    const struct ruleset *ruleset, const char *key, const struct grid_zone *zone, struct problems *problems)
{
    const struct node *list = ruleset_get(ruleset, key);
    struct reading reading = {ruleset, key, problems, zone->board, true, {false, false}};
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        unsigned cell = read_cell(&reading, node);
        if (cell == BOARD_NONE)
            continue;
        if (zone->seats[cell] == zone->seat)
            reading.right = problem_add(problems, RULESET_CONFLICT, node->place,
                FACT(found, "%s twice in %s") FACT(expected, "each cell once"), excerpt_of(node->value).text, key);
        else if (zone->seats[cell] != 0)
            reading.right = problem_add(problems, RULESET_CONFLICT, ruleset_culprit(ruleset, node->place, zone->other),
                FACT(found, "%s in both %s and %s") FACT(expected, "each cell in one of them"),
                excerpt_of(node->value).text, zone->other, key);
        zone->seats[cell] = (uint8_t)zone->seat;
    }
    return reading.right;
}

/* Whether SEATS look alike from both sides, the board turned round or reflected. */
static bool looks_alike(const struct board *board, const uint8_t *seats)
{
    bool turned = true;
    bool reflected = true;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        unsigned other = seats[cell] == 0 ? 0 : 3u - seats[cell];
        unsigned row = board->row_of[cell];
        unsigned column = cell - board->row_first[row] + 1;
        unsigned above = board_cell(board, board->rows - 1 - row, column);
        turned &= seats[board->cells - 1 - cell] == other;
        reflected &= above != BOARD_NONE && seats[above] == other;
    }
    return turned || reflected;
}

void grid_check_left_behind(
    const struct ruleset *ruleset, const struct board *board, const struct grid_sides *sides, struct problems *problems)
{
    const char *shape = ruleset_get(ruleset, "board.rows") != NULL ? "board.rows" : "board.hexhex";
    bool white = ruleset_is_nearer(ruleset, shape, sides->white);
    bool black = ruleset_is_nearer(ruleset, shape, sides->black);
    const char *old = white ? sides->white : sides->black;
    if ((!white && !black) || looks_alike(board, sides->seats))
        return;
    const char *file = ruleset_get(ruleset, old)->place.file;
    problem_add(problems, RULESET_LEFT_BEHIND, ruleset_get(ruleset, shape)->place,
        FACT(key, "%s%s%s") FACT(origin, "%s") FACT(advice, "give %s for this board too"), old,
        white && black ? " and " : "", white && black ? sides->black : "", file == NULL ? "the overrides" : file,
        white && black ? "them" : "it");
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
