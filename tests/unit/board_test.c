/* SPDX-License-Identifier: MIT */
/* The geometry of boards and the arithmetic of stacks. */
#include "board/board.h"
#include "board/stack.h"
#include "support/unit.h"

#include <stdlib.h>
#include <string.h>

static struct board board;

static void use_hexhex(uint32_t side)
{
    uint32_t lengths[BOARD_ROWS];
    size_t rows = board_hexhex(side, lengths);
    assert_true(board_init(&board, lengths, rows));
}

static void use_rows(const uint32_t *lengths, size_t rows)
{
    assert_true(board_init(&board, lengths, rows));
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
    assert_false(board_init(&board, gap, 2));
    assert_false(board_init(&board, equal, 2));
    assert_false(board_init(&board, empty, 3));
    assert_false(board_init(&board, huge, 1));
    assert_false(board_init(&board, wide, 2));
    assert_false(board_init(&board, many, BOARD_ROWS + 1));
    assert_false(board_init(&board, many, 0));
    assert_true(board_init(&board, many, BOARD_ROWS));
    assert_true(board_init(&board, many, 1));
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

/* Stacks against arrays of pieces. */
struct pile {
    unsigned pieces[STACK_PIECES]; /* bottom to top */
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

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_hexhex),
        unit_test(test_hexhex_4),
        unit_test(test_staku_rows),
        unit_test(test_refused),
        unit_test(test_names),
        unit_test(test_stacks),
    };
    return unit_run(tests, NULL);
}
