/* SPDX-License-Identifier: MIT */
/* Records as plain data, built by the grammar out of texts. */
#include "record/record.h"
#include "support/playing.h"
#include "support/unit.h"

static struct reader reader;
static struct record record;

static void parse(const char *text)
{
    assert_true(read_record(&reader, &record, slice_of(text), shapes_of(NULL)));
}

static void teardown(void)
{
    reader_close(&reader);
}

static void assert_slice(struct slice slice, const char *wanted)
{
    if (!slice_is(slice, wanted))
        fail_msg("'%.*s' instead of '%s'", (int)slice.length, slice.at, wanted);
}

static struct slice item(size_t index)
{
    assert_true(index < record.main.count);
    return item_text(&record, &record.main.items[index]);
}

static void test_tags(void)
{
    parse("[Ruleset \"accasta\"]\n[White \"A \\\"x\\\" \\\\ b\"][White \"\"]\n*");
    assert_int_equal(record.tag_count, 3);
    assert_int_equal(record.faults.count, 0);
    assert_slice(record.tags[1].name, "White");
    assert_slice(record.tags[1].value, "A \"x\" \\ b");
    assert_slice(slice_cut(record.source, record.tags[1].inside), "A \\\"x\\\" \\\\ b");
    assert_slice(slice_cut(record.source, record.tags[0].span), "[Ruleset \"accasta\"]");
    assert_slice(record_tag(&record, "White")->value, "");
    assert_null(record_tag(&record, "white"));
    assert_null(record_tag(&record, "Whit"));
    assert_true(record.has_result);
    assert_slice(slice_cut(record.source, record.result), "*");
}

static void test_items(void)
{
    static const struct {
        enum item_kind kind;
        const char *text;
    } wanted[] = {
        {ITEM_NUMBER, "1."},
        {ITEM_TURN, "c3:-d3"},
        {ITEM_GLYPH, "!?"},
        {ITEM_GLYPH, "$255"},
        {ITEM_COMMENT, "{a\nb}"},
    };
    parse("1. c3:-d3!? $255 {a\nb} (c4:-d4 {x}) e3:-e2 ; rest\n% line\n1-0 {after}");
    assert_int_equal(record.main.count, 9);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(record.main.items[i].kind, wanted[i].kind);
        assert_slice(item(i), wanted[i].text);
    }
    assert_int_equal(record.main.items[0].number, 1);
    assert_int_equal(record.main.items[3].number, 255);
    assert_int_equal(record.main.items[5].kind, ITEM_VARIATION);
    assert_slice(item(5), "(c4:-d4 {x})");
    assert_int_equal(item_variation(&record, &record.main.items[5])->count, 2);
    assert_true(item_variation(&record, &record.main.items[5])->parent == &record.main);
    assert_int_equal(record.main.items[7].kind, ITEM_REST_COMMENT);
    assert_slice(item(7), "; rest");
    assert_int_equal(record.main.items[8].kind, ITEM_ESCAPE);
    assert_int_equal(record.epilogue.count, 1);
    assert_int_equal(record.faults.count, 0);
}

static void assert_part(size_t index, const char *text, uint32_t count, char mark, unsigned row, unsigned column)
{
    const struct part *part = &record.parts[index];
    assert_slice(slice_cut(record.source, part->span), text);
    assert_int_equal(part->count, count);
    assert_int_equal(part->mark, mark);
    assert_int_equal(part->cell.row, row);
    assert_int_equal(part->cell.column, column);
}

static void test_lift(void)
{
    parse("1. 2|b4: 2-c5,\t13xd10, +z1 e4:0xaz52");
    assert_int_equal(record.main.count, 3);
    const struct item *turn = &record.main.items[1];
    assert_int_equal(turn->kind, ITEM_TURN);
    assert_int_equal(turn->shape, TURN_LIFT);
    assert_int_equal(turn->seat, 2);
    assert_int_equal(turn->part_count, 4);
    assert_slice(item(1), "2|b4: 2-c5,\t13xd10, +z1");
    assert_part(turn->first_part, "b4", 1, '\0', 1, 4);
    assert_part(turn->first_part + 1, "2-c5", 2, '-', 2, 5);
    assert_part(turn->first_part + 2, "13xd10", 13, 'x', 3, 10);
    assert_part(turn->first_part + 3, "+z1", 1, '+', 25, 1);
    turn = &record.main.items[2];
    assert_int_equal(turn->seat, 0);
    assert_part(turn->first_part + 1, "0xaz52", 0, 'x', 51, 52);
}

static void test_moves(void)
{
    parse("1. b3-b4*xd6 2|c3+x10 b4* c1-c2-c3-c4");
    const struct item *turn = &record.main.items[1];
    assert_int_equal(turn->shape, TURN_MOVES);
    assert_int_equal(turn->part_count, 3);
    assert_part(turn->first_part, "b3", 1, '\0', 1, 3);
    assert_part(turn->first_part + 1, "-b4", 1, '\0', 1, 4);
    assert_part(turn->first_part + 2, "*xd6", 3, 'x', 3, 6);
    turn = &record.main.items[2];
    assert_int_equal(turn->seat, 2);
    assert_part(turn->first_part + 1, "+x10", 2, '\0', 23, 10);
    assert_int_equal(record.main.items[3].kind, ITEM_UNREADABLE);
    assert_int_equal(record.main.items[3].shape, TURN_NONE);
    assert_int_equal(record.main.items[4].shape, TURN_MOVES);
    assert_slice(slice_cut(record.source, item_fault(&record, &record.main.items[4])->span), "-c4");
}

static void assert_tile(size_t index, const char *text, char letter, unsigned number, uint32_t stack, char mark)
{
    const struct part *part = &record.parts[index];
    assert_slice(slice_cut(record.source, part->span), text);
    assert_int_equal(part->tile.letter, letter);
    assert_int_equal(part->tile.number, number);
    assert_int_equal(part->count, stack);
    assert_int_equal(part->mark, mark);
}

static void test_tiles(void)
{
    parse("1. R3>1, O3>12/,+B4 +?\?! +G400 R3>1,+?,B2>2");
    const struct item *turn = &record.main.items[1];
    assert_int_equal(turn->shape, TURN_TILES);
    assert_int_equal(turn->part_count, 3);
    assert_tile(turn->first_part, "R3>1", 'R', 3, 1, '\0');
    assert_tile(turn->first_part + 1, "O3>12/", 'O', 3, 12, '/');
    assert_tile(turn->first_part + 2, "+B4", 'B', 4, 0, '+');
    turn = &record.main.items[2];
    assert_tile(turn->first_part, "+?", '\0', 0, 0, '+');
    assert_slice(item(3), "?!");
    assert_tile(record.main.items[4].first_part, "+G400", 'G', TILE_FAR, 0, '+');
    assert_int_equal(record.main.items[5].kind, ITEM_UNREADABLE);
    assert_int_equal(record.main.items[5].shape, TURN_TILES);
}

static void test_far_numbers(void)
{
    parse("99999999999999999999. a1000000000000000000000:4294967296-b999");
    assert_int_equal(record.main.items[0].number, UINT32_MAX);
    assert_int_equal(record.parts[0].cell.column, CELL_FAR);
    assert_int_equal(record.parts[1].count, UINT32_MAX);
    assert_int_equal(record.parts[1].cell.column, 999);
}

static void test_words(void)
{
    parse("1. pass -- 2. resign");
    assert_int_equal(record.main.items[1].shape, TURN_PASS);
    assert_int_equal(record.main.items[2].shape, TURN_PASS);
    assert_int_equal(record.main.items[4].shape, TURN_RESIGN);
    assert_int_equal(record.main.items[4].part_count, 0);
}

static void test_unreadable(void)
{
    parse("1. c3d3 e3:-e2");
    assert_int_equal(record.main.items[1].kind, ITEM_UNREADABLE);
    assert_non_null(item_fault(&record, &record.main.items[1]));
    assert_slice(item(1), "c3d3");
    assert_int_equal(record.main.items[2].kind, ITEM_TURN);
}

static void test_empty(void)
{
    parse("[Ruleset \"accasta\"]");
    assert_false(record_is_empty(&record));
    assert_int_equal(record.main.count, 0);
    assert_false(record.has_result);
    reader_close(&reader);
    assert_false(read_record(&reader, &record, slice_of(" \n{a} ;b\n"), shapes_of(NULL)));
    reader_close(&reader);
    assert_false(read_record(&reader, &record, slice_of(""), shapes_of(NULL)));
}

static void test_commands(void)
{
    struct slice value;
    assert_true(comment_command(slice_of("{[%stood]}"), "stood", &value));
    assert_slice(value, "");
    assert_true(comment_command(slice_of("{text [%clk 0:05:00] [%stood  a b ] more}"), "stood", &value));
    assert_slice(value, "a b");
    assert_true(comment_command(slice_of("{[x] [%clk 0:05:00]}"), "clk", &value));
    assert_slice(value, "0:05:00");
    assert_true(comment_command(slice_of("{[[%stood]}"), "stood", &value));
    static const char *const none[] = {"{stood}", "{[stood]}", "{[%stoodx]}", "{[%stood", "{[% stood]}", "{%stood]}",
        "{}", "{[%Stood]}", "{[%clk stood]}", "{[%", "{["};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(comment_command(slice_of(none[i]), "stood", &value));
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_tags),
        unit_test(test_items),
        unit_test(test_lift),
        unit_test(test_far_numbers),
        unit_test(test_words),
        unit_test(test_moves),
        unit_test(test_tiles),
        unit_test(test_unreadable),
        unit_test(test_empty),
        unit_test(test_commands),
    };
    return unit_run(tests, teardown);
}
