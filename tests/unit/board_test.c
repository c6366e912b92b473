/* SPDX-License-Identifier: MIT */
/* The geometry of boards and the arithmetic of stacks. */
#include "board/board.h"
#include "board/tower.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static struct board board;

static void use_hexhex(uint32_t side)
{
    uint32_t lengths[BOARD_ROWS];
    size_t rows = board_hexhex(side, lengths);
    assert_true(board_init(&board, lengths, rows, false));
}

static void use_rows(const uint32_t *lengths, size_t rows)
{
    assert_true(board_init(&board, lengths, rows, false));
}

static unsigned cell(const char *name)
{
    unsigned found = board_find(&board, slice_of(name));
    assert_true(found != BOARD_NONE);
    return found;
}

static bool touch(const char *a, const char *b)
{
    for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++)
        if (board.next[cell(a)][direction] == cell(b))
            return true;
    return false;
}

static unsigned distance(const char *a, const char *b)
{
    return line_distance(board.line[cell(a)][cell(b)]);
}

/* What holds of any board: neighbours are mutual and differ, opposite directions
   undo each other, and lines are what one walks along them. */
static void check_geometry(void)
{
    for (unsigned a = 0; a < board.cells; a++) {
        for (unsigned direction = 0; direction < BOARD_DIRECTIONS; direction++) {
            unsigned next = board.next[a][direction];
            if (next == BOARD_NONE)
                continue;
            assert_true(next < board.cells && next != a);
            assert_int_equal(board.next[next][(direction + 3) % BOARD_DIRECTIONS], a);
            int dx = abs(board.x[next] - board.x[a]);
            int dy = abs(board.row_of[next] - board.row_of[a]);
            assert_true((dx == 2 && dy == 0) || (dx == 1 && dy == 1));
        }
        for (unsigned b = 0; b < board.cells; b++) {
            unsigned line = board.line[a][b];
            unsigned at = a;
            if (a == b || line == 0) {
                assert_int_equal(line, 0);
                assert_int_equal(board.line[b][a], 0);
                continue;
            }
            for (unsigned left = line_distance(line); left > 0; left--)
                at = board.next[at][line_direction(line)];
            assert_int_equal(at, b);
            assert_int_equal(line_distance(board.line[b][a]), line_distance(line));
        }
    }
}

static void test_hexhex(void)
{
    static const unsigned cells[] = {0, 1, 7, 19, 37, 61, 91, 127};
    for (uint32_t side = 2; side <= 7; side++) {
        use_hexhex(side);
        assert_int_equal(board.cells, cells[side]);
        assert_int_equal(board.rows, 2 * side - 1);
        check_geometry();
    }
}

static void test_hexhex_4(void)
{
    use_hexhex(4);
    assert_true(touch("a1", "a2") && touch("a1", "b1") && touch("a1", "b2"));
    assert_false(touch("a1", "b3") || touch("a1", "a3"));
    assert_true(touch("d4", "c3") && touch("d4", "c4") && touch("d4", "e3") && touch("d4", "e4"));
    assert_true(touch("d1", "c1") && touch("d1", "e1") && touch("d7", "c6") && touch("d7", "e6"));
    assert_int_equal(distance("a1", "d4"), 3);
    assert_int_equal(distance("a1", "g4"), 6);
    assert_int_equal(distance("d1", "d7"), 6);
    assert_int_equal(distance("a4", "g1"), 6);
    assert_int_equal(distance("c3", "e3"), 0);
    assert_int_equal(distance("b2", "d3"), 0);
    assert_int_equal(distance("c3", "e4"), 2);
    assert_int_equal(distance("c3", "e2"), 2);
}

static void test_staku_rows(void)
{
    static const uint32_t rows[] = {6, 7, 8, 7, 8, 7, 6};
    use_rows(rows, 7);
    assert_int_equal(board.cells, 49);
    check_geometry();
    assert_true(touch("c8", "d7") && touch("c1", "d1") && touch("d1", "e1") && touch("d1", "e2") && touch("d1", "c2"));
    assert_false(touch("c1", "e1"));
    assert_int_equal(distance("c1", "e1"), 0);
    assert_int_equal(distance("a1", "c3"), 2);
    assert_int_equal(distance("c4", "e4"), 0);
    assert_int_equal(distance("c3", "e4"), 2);
}

static void test_refused(void)
{
    static const uint32_t gap[] = {4, 6};
    static const uint32_t equal[] = {4, 4};
    static const uint32_t empty[] = {1, 0, 1};
    static const uint32_t huge[] = {UINT32_MAX};
    static const uint32_t wide[] = {100, 99};
    uint32_t many[BOARD_ROWS + 1];
    for (size_t i = 0; i <= BOARD_ROWS; i++)
        many[i] = 1 + i % 2;
    assert_false(board_init(&board, gap, 2, false));
    assert_false(board_init(&board, equal, 2, false));
    assert_false(board_init(&board, empty, 3, false));
    assert_false(board_init(&board, huge, 1, false));
    assert_false(board_init(&board, wide, 2, false));
    assert_false(board_init(&board, many, BOARD_ROWS + 1, false));
    assert_false(board_init(&board, many, 0, false));
    assert_true(board_init(&board, many, BOARD_ROWS, false));
    assert_true(board_init(&board, many, 1, false));
}

static void test_names(void)
{
    static const char *const none[] = {"", "a", "1", "a0", "a01", "a5", "h1", "A1", "a1 ", " a1", "aa1", "a-1", "a100",
        "a99999999999999999999", "a4294967297", "{1"};
    char text[CELL_TEXT];
    use_hexhex(4);
    for (unsigned i = 0; i < board.cells; i++) {
        board_cell_text(&board, i, text);
        assert_int_equal(board_find(&board, slice_of(text)), i);
        assert_int_equal(board_cell(&board, board.row_of[i], (unsigned)(text[1] - '0')), i);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(board_find(&board, slice_of(none[i])), BOARD_NONE);
    assert_int_equal(board_cell(&board, 0, 0), BOARD_NONE);
    assert_int_equal(board_cell(&board, 7, 1), BOARD_NONE);
    assert_int_equal(board_cell(&board, 999, 999), BOARD_NONE);
}

/* DVONN's board: letters are of lines that lean to the left. */
static void test_slanted_names(void)
{
    static const uint32_t rows[] = {9, 10, 11, 10, 9};
    static const uint32_t tower[] = {1, 2, 1};
    static const char *const none[] = {"j1", "k2", "l3", "a4", "a5", "b5", "l5", "c0", "c6"};
    uint32_t wide[BOARD_ROWS];
    assert_true(board_init(&board, rows, 5, true));
    check_geometry();
    assert_int_equal(cell("a1"), 0);
    assert_int_equal(cell("i1"), 8);
    assert_int_equal(cell("a3"), 19);
    assert_int_equal(cell("k3"), 29);
    assert_int_equal(cell("b4"), 30);
    assert_int_equal(cell("k5"), 48);
    for (unsigned i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(board_find(&board, slice_of(none[i])), BOARD_NONE);
    assert_true(touch("c3", "b3") && touch("c3", "d3") && touch("c3", "c4") && touch("c3", "d4"));
    assert_true(touch("c3", "c2") && touch("c3", "b2"));
    assert_false(touch("c3", "b4") || touch("c3", "d2"));
    assert_int_equal(distance("a1", "e5"), 4);
    assert_int_equal(distance("c1", "c5"), 4);
    assert_true(board_init(&board, tower, 3, true));
    assert_int_equal(cell("b3"), 3);
    for (uint32_t i = 0; i < BOARD_ROWS; i++)
        wide[i] = i % 2 == 0 ? 2 : 1;
    assert_true(board_init(&board, wide, BOARD_ROWS, true)); /* to column 14 */
    assert_true(board_init(&board, (const uint32_t[]){26}, 1, true));
    assert_false(board_init(&board, (const uint32_t[]){27}, 1, true));
}

/* Not all cells of a square are played: those of one colour, and all but the corners. */
static void test_played_cells(void)
{
    static const uint8_t plain[BOARD_CELLS] = {0};
    static uint8_t images[SYMMETRIES][BOARD_CELLS];
    uint32_t played[8];
    for (unsigned row = 0; row < 7; row++)
        played[row] = row % 2 == 0 ? 0x55 : 0x2A;
    assert_true(board_square(&board, 7, 8, played));
    assert_int_equal(board.cells, 25);
    assert_int_equal(board.row_length[0], 4);
    assert_int_equal(board.row_length[1], 3);
    assert_int_equal(cell("g1"), 3);
    assert_int_equal(cell("b2"), 4);
    assert_int_equal(board_find(&board, slice_of("b1")), BOARD_NONE);
    assert_int_equal(board_cell(&board, 1, 4), BOARD_NONE);
    assert_int_equal(board.x[cell("d4")], 0);
    assert_int_equal(distance("a1", "g7"), 6);
    assert_int_equal(distance("b2", "d2"), 0);
    assert_int_equal(board_symmetries(&board, plain, images), 8);
    for (unsigned row = 0; row < 8; row++)
        played[row] = row % 7 == 0 ? 0x3C : row % 5 == 1 ? 0x7E : 0xFF;
    assert_true(board_square(&board, 8, 4, played));
    assert_int_equal(board.cells, 52);
    assert_int_equal(cell("c1"), 0);
    assert_int_equal(cell("b2"), 4);
    assert_int_equal(board_find(&board, slice_of("h7")), BOARD_NONE);
    assert_int_equal(distance("a3", "h3"), 7);
    assert_int_equal(distance("c1", "c8"), 7);
    assert_int_equal(board.next[cell("b2")][3], BOARD_NONE);
    assert_int_equal(board_symmetries(&board, plain, images), 8);
    assert_int_equal(images[1][cell("c1")], cell("h3"));
    played[3] = 0;
    assert_false(board_square(&board, 8, 4, played));
    assert_false(board_square(&board, 32, 4, NULL));
}

static struct cell_set cells(const char *names)
{
    struct cell_set set = {{0}};
    struct slice rest = slice_of(names);
    struct slice name;
    while (slice_split(&rest, ' ', &name))
        if (name.length > 0)
            cell_set_put(&set, board_find(&board, name), true);
    return set;
}

/* Counting them is the definition. */
static void test_meets_in(void)
{
    use_hexhex(7);
    const struct cell_set sets[] = {cells(""), cells("a1"), cells("m7"), cells("a1 m7"), cells("a1 b2 f9 m6 m7"),
        cells("f9 g1 g2 g3 g4 m7"), cells("k1 k2 l1 l2 l3 m1 m2")};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        for (size_t j = 0; j < sizeof sets / sizeof sets[0]; j++)
            for (unsigned count = 1; count <= 8; count++)
                assert_int_equal(
                    cell_set_meets_in(&sets[i], &sets[j], count), cell_set_common(&sets[i], &sets[j]) >= count);
}

static void check_unjoined(const char *all, const char *from, const char *wanted)
{
    const struct cell_set set = cells(all);
    const struct cell_set begun = cells(from);
    const struct cell_set left = cells(wanted);
    const struct cell_set found = board_unjoined(&board, &set, &begun);
    assert_memory_equal(&found, &left, sizeof found);
}

static void test_unjoined(void)
{
    use_hexhex(4);
    check_unjoined("a1 a2 b2 d4 d5 g1", "a1", "d4 d5 g1");
    check_unjoined("a1 a2 b2 d4 d5 g1", "b2 d5", "g1");
    check_unjoined("a1 a3", "a1 a3", "");
    check_unjoined("a1 a3", "", "a1 a3");
}

/* Stacks against arrays of pieces. */
struct pile {
    unsigned pieces[TOWER_PIECES]; /* bottom to top */
    unsigned height;
};

static uint64_t stack_of(const struct pile *pile)
{
    uint64_t stack = 0;
    for (unsigned i = 0; i < pile->height; i++)
        stack = stack_landed(stack, pile->pieces[i], 1);
    return stack;
}

/* At most 15 of a side, as stack_seconds asks for. */
static struct pile random_pile(unsigned *seed, unsigned height)
{
    struct pile pile = {.height = height};
    for (unsigned i = 0; i < height; i++) {
        *seed = *seed * 1103515245u + 12345u;
        pile.pieces[i] = 1 + (*seed >> 16) % PIECE_KINDS + ((*seed >> 8 & 1) != 0 && i != 0 ? PIECE_SECOND_SIDE : 0);
    }
    return pile;
}

static struct tower tower_of(const struct pile *pile)
{
    struct tower tower = {{0}};
    for (unsigned i = 0; i < pile->height; i++)
        tower = tower_landed(&tower, &(struct tower){{pile->pieces[i]}});
    return tower;
}

static void assert_towers_equal(const struct tower *a, const struct tower *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static void check_tower(const struct pile *pile)
{
    const struct tower tower = tower_of(pile);
    struct pile under = {{9}, pile->height + 1};
    assert_int_equal(tower_height(&tower), pile->height);
    for (unsigned i = 0; i < pile->height; i++) {
        assert_int_equal(tower_piece(&tower, i), pile->pieces[i]);
        assert_int_equal(tower_below(&tower, pile->height - 1 - i), pile->pieces[i]);
    }
    for (unsigned piece = 1; piece < 16; piece++) {
        unsigned count = 0;
        for (unsigned i = 0; i < pile->height; i++)
            count += pile->pieces[i] == piece;
        assert_int_equal(tower_count(&tower, piece), count);
    }
    assert_int_equal(tower_top(&tower), pile->height == 0 ? 0 : pile->pieces[pile->height - 1]);
    for (unsigned n = 0; n <= pile->height; n++) {
        struct pile lowest = *pile;
        lowest.height -= n;
        const struct tower lifted = tower_lifted(&tower, n);
        const struct tower left = tower_left(&tower, n);
        const struct tower kept = tower_of(&lowest);
        const struct tower again = tower_landed(&left, &lifted);
        assert_int_equal(tower_height(&lifted), n);
        assert_towers_equal(&left, &kept);
        assert_towers_equal(&again, &tower);
    }
    if (pile->height == TOWER_PIECES)
        return;
    memcpy(under.pieces + 1, pile->pieces, pile->height * sizeof pile->pieces[0]);
    const struct tower lower = tower_under(&tower, 9);
    const struct tower wanted = tower_of(&under);
    assert_towers_equal(&lower, &wanted);
}

static void check_pile(const struct pile *pile)
{
    uint64_t stack = stack_of(pile);
    unsigned seconds = 0;
    assert_int_equal(stack_height(stack), pile->height);
    for (unsigned i = 0; i < pile->height; i++) {
        assert_int_equal(stack_piece(stack, i), pile->pieces[i]);
        seconds += pile->pieces[i] >= PIECE_SECOND_SIDE;
    }
    assert_int_equal(stack_seconds(stack), seconds);
    assert_int_equal(stack_count(stack, 2), seconds);
    assert_int_equal(stack_count(stack, 1), pile->height - seconds);
    if (pile->height == 0)
        return;
    unsigned top = pile->pieces[pile->height - 1];
    assert_int_equal(stack_top(stack), top);
    assert_int_equal(stack_owner(stack), top >= PIECE_SECOND_SIDE ? 2 : 1);
    for (unsigned n = 1; n <= pile->height; n++) {
        assert_int_equal(stack_height(stack_lifted(stack, n)), n);
        assert_int_equal(stack_height(stack_left(stack, n)), pile->height - n);
        assert_true(stack_landed(stack_left(stack, n), stack_lifted(stack, n), n) == stack);
    }
}

static void test_stacks(void)
{
    unsigned seed = 5;
    for (unsigned height = 0; height <= STACK_PIECES; height++)
        for (unsigned i = 0; i < 200; i++) {
            struct pile pile = random_pile(&seed, height);
            check_pile(&pile);
        }
}

static void test_towers(void)
{
    unsigned seed = 6;
    for (unsigned height = 0; height <= TOWER_PIECES; height++)
        for (unsigned i = 0; i < 20; i++) {
            struct pile pile = random_pile(&seed, height);
            if (i == 0)
                for (unsigned piece = 0; piece < height; piece++)
                    pile.pieces[piece] = 15;
            check_tower(&pile);
        }
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_hexhex),
        unit_test(test_hexhex_4),
        unit_test(test_staku_rows),
        unit_test(test_refused),
        unit_test(test_names),
        unit_test(test_slanted_names),
        unit_test(test_played_cells),
        unit_test(test_meets_in),
        unit_test(test_unjoined),
        unit_test(test_stacks),
        unit_test(test_towers),
    };
    return unit_run(tests, NULL);
}
