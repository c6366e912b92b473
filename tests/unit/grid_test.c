/* SPDX-License-Identifier: MIT */
/* What kit/grid does for a game that no ruleset has yet: high stacks, on the cells of a square of which not all are
   played. */
#include "games/kit/grid.h"
#include "support/unit.h"

enum { WHITE = 1, BLACK = PIECE_SECOND_SIDE + 1, RED = 7 };

struct heap_rules {
    struct grid_rules grid;
};

static bool refuses(const void *rules, const struct tower *tower, char why[WHY_ROOM])
{
    (void)rules;
    snprintf(why, WHY_ROOM, "with a red piece on top");
    return tower_top(tower) == RED;
}

/* All but the corners; c3 is closed. */
static bool plays(unsigned side, unsigned column, unsigned row)
{
    return column % (side - 1) != 0 || row % (side - 1) != 0;
}

static bool check(void *any_rules, const struct key_reading *reading)
{
    struct grid_rules *rules = any_rules;
    (void)reading;
    rules->letters =
        (struct letters){.of = {[WHITE] = 'w', [BLACK] = 'b', [RED] = 'r'}, .seat = {[WHITE] = 1, [BLACK] = 2}};
    rules->pieces[WHITE] = 50;
    rules->pieces[BLACK] = 20;
    rules->pieces[RED] = 1;
    rules->zone[board_find(&rules->board, slice_of("c3"))] = 1;
    rules->setup[board_find(&rules->board, slice_of("b1"))] = BLACK << 4 | WHITE;
    return true;
}

static void ignore(const void *rules, const struct state *state, score_visitor *visit, void *context)
{
    (void)rules;
    (void)state;
    (void)visit;
    (void)context;
}

static void write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    grid_write_turn(rules, state, turn, text);
}

/* Those of a game that is there, since defaults are of a shipped ruleset. */
static const struct key keys[] = {
    {"board.square", KEY_NUMBER, 3, 8, NULL, "", .read = grid_key_board},
    {"board.hexhex", KEY_NUMBER, 2, 8, NULL, ""},
    {"neighbours", KEY_NUMBER, 4, 8, NULL, ""},
    {"pieces", KEY_MAPPING, 0, 0, NULL, ""},
    {"pool", KEY_NUMBER, 1, 63, NULL, ""},
    {"first", KEY_WORD, 0, 0, "black white", ""},
    {"max_stack", KEY_NUMBER, 2, 9, NULL, ""},
    {"moves_after", KEY_NUMBER, 0, 63, NULL, ""},
    {0},
};
static const struct position_field fields[] = {GRID_ROWS, GRID_SIDE, TURN_NUMBER_FIELD, {0}};
static const struct rule rule_table[] = {{0}};
static const struct game heaps = {
    .ruleset = {"abande", "abande", keys},
    .rules = rule_table,
    .rules_size = sizeof(struct heap_rules),
    .state_size = sizeof(struct grid_position),
    .grid =
        &(const struct grid_game){
            .stacking = &grid_towers, .refuses_tower = refuses, .closed = true, .neighbours = 8, .plays = plays},
    .check = check,
    .position = {.fields = fields, .set_up = grid_set_up, .validate = grid_validate},
    .notation = {.write = write},
    .judging = {.unit = UNIT_TURN},
    .result = {.scoring = SCORE_WIN, .score = ignore},
};

static const struct ruleset_game *find_game(struct slice name)
{
    return slice_is(name, "abande") ? &heaps.ruleset : NULL;
}

static const char *const no_folders[] = {NULL};
static const char *const names[] = {"abande", NULL};
static const struct ruleset_loader loader = {find_game, no_folders, names};

static struct arena arena;
static struct text said;
static uint64_t room[STATE_WORDS];
static struct state *const state = (struct state *)room;

static const struct grid_rules *start(void)
{
    static struct ruleset ruleset;
    struct problems problems = {.arena = &arena};
    text_clear(&said);
    assert_true(ruleset_load_text(&loader, slice_of("example"), slice_of("game: abande\nboard: {square: 5}\n"),
        slice_of(""), &ruleset, &problems));
    ruleset.game = &heaps.ruleset;
    const struct grid_rules *rules = game_configure(&ruleset, &arena, &problems);
    assert_non_null(rules);
    game_start(rules, 2, state);
    return rules;
}

static void finish(void)
{
    text_release(&said);
    arena_release(&arena);
}

/* What is wrong with a position; "" where nothing is. */
static const char *read(const struct grid_rules *rules, const char *position)
{
    struct text facts;
    struct fault fault = {.facts = &facts};
    text_init(&facts);
    text_clear(&said);
    text_add_string(&said, "");
    if (!game_read_position(rules, 0, slice_of(position), state, &fault))
        text_add(&said, fact_get(fault_facts(&fault), slice_of("why")));
    text_release(&facts);
    return said.bytes;
}

#define HIGH "wwwwbbbbwwwwrbbbbwwwwbbbbwwwwbwwwwwwwwww"

static void test_position(void)
{
    const struct grid_rules *rules = start();
    const struct grid_position *position = (const struct grid_position *)state;
    struct text text;
    text_init(&text);
    game_write_position(rules, state, &text);
    assert_string_equal(text.bytes, "x3/x5/x5/x5/bw,x2 w 1");
    assert_string_equal(read(rules, "x3/x5/x5/" HIGH ",x4/b,w,bw b 7"), "");
    text_clear(&text);
    game_write_position(rules, state, &text);
    assert_string_equal(text.bytes, "x3/x5/x5/" HIGH ",x4/b,w,bw b 7");
    assert_int_equal(tower_height(grid_tower(state, board_find(&rules->board, slice_of("a2")))), strlen(HIGH));
    assert_int_equal(cell_set_common(&position->led[0], &position->led[0]), 4);
    assert_int_equal(cell_set_common(&position->led[1], &position->led[1]), 3);
    assert_true(cell_set_has(&position->led[2], board_find(&rules->board, slice_of("b1"))));
    text_release(&text);
    finish();
}

static void test_refused(void)
{
    const struct grid_rules *rules = start();
    assert_string_equal(read(rules, "x3/x5/x5/x,wr,x3/x3 w 1"), "b2 holds wr, a stack with a red piece on top");
    assert_string_equal(read(rules, "x3/x5/x2,w,x2/x5/x3 w 1"), "c3 is not empty, but no piece may be on it");
    assert_string_equal(read(rules, "x3/x5/x5/rw,rb,x3/x3 w 1"), "there are 2 pieces 'r', but the set has 1");
    assert_string_equal(read(rules, "x3/x5/x5/" HIGH HIGH ",x4/x3 w 1"),
        "a cell is 'x', a run of empty cells 'x3', or a stack in the letters of the pieces");
    assert_string_equal(read(rules, "x3/x5/x5/x5/x4 w 1"), "row 1 has more than 3 cells, but on the board it has 3");
    finish();
}

/* The same after a quarter of a turn; not so when two pieces change places far down. */
static void test_hash(void)
{
    const struct grid_rules *rules = start();
    read(rules, "x3/x5/x5/x5/" HIGH ",x2 w 1");
    const uint64_t hash = game_hash(rules, state);
    read(rules, "x3/x4," HIGH "/x5/x5/x3 w 1");
    assert_true(game_hash(rules, state) == hash);
    read(rules, "x3/x5/x5/x5/wwwbwbbbwwwwrbbbbwwwwbbbbwwwwbwwwwwwwwww,x2 w 1");
    assert_true(game_hash(rules, state) != hash);
    finish();
}

static void test_facts(void)
{
    const struct grid_rules *rules = start();
    struct turn turn = {.count = 2, .steps = {{.cell = 0}, {.cell = 1}}};
    const struct violation violation = {rules, state, &turn, 0, LEGAL, 0};
    read(rules, "x3/x5/x5/x5/" HIGH ",x2 w 1");
    text_clear(&said);
    grid_fact_stack(&violation, &said);
    text_add_char(&said, ' ');
    grid_fact_onto(&violation, &said);
    assert_string_equal(said.bytes, HIGH " no piece");
    finish();
}

static void test_view(void)
{
    const struct grid_rules *rules = start();
    struct view view;
    read(rules, "x3/x5/x5/x5/x,wwwwwwwwwwwwwwwwwrb,x w 1");
    assert_true(grid_show(rules, state, NULL, &arena, &view));
    assert_int_equal(view.count, 21);
    assert_int_equal(view.cells[1].height, 19);
    assert_string_equal(view.cells[1].pieces[17].text, "r");
    assert_string_equal(view.cells[1].pieces[18].colour, "black");
    assert_true(view.cells[10].closed);
    finish();
}

static void test_off_board(void)
{
    static const struct {
        struct cell_name name;
        const char *note;
    } rows[] = {{{0, 1}, ", whose row 1 has 3 cells from b1 to d1"}, {{0, 6}, ", whose rows are 1 to 5"},
        {{7, 2}, ", whose row 2 has 5 cells from a2 to e2"}};
    const struct grid_rules *rules = start();
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text facts;
        struct fault fault = {.facts = &facts};
        text_init(&facts);
        assert_false(grid_off_board(&rules->board, rows[i].name, 0, &fault));
        text_clear(&said);
        text_add(&said, fact_get(fault_facts(&fault), slice_of("note")));
        assert_string_equal(said.bytes, rows[i].note);
        text_release(&facts);
    }
    finish();
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_position),
        unit_test(test_refused),
        unit_test(test_hash),
        unit_test(test_facts),
        unit_test(test_view),
        unit_test(test_off_board),
    };
    text_init(&said);
    arena_init(&arena, 0);
    return unit_run(tests, NULL);
}
