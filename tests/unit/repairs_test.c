/* SPDX-License-Identifier: MIT */
/* Repairs and sequels as they are written for programs, from diagnostics made by hand;
   and the places that edits are given at. */
#include "formats/json/json.h"
#include "formats/sarif/sarif.h"
#include "formats/text/place.h"
#include "referee/rules_table.h"
#include "support/json.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>

static const struct rule rule = {"accasta/made-up", SEVERITY_ERROR, "made up", "Made up.", NULL, .kept = NULL};

struct world {
    struct arena arena;
    struct record record;
    struct report report;
    struct text text;
};

/* A report about SOURCE with one diagnostic about the bytes BEGIN to END. */
static struct diagnostic *begin(struct world *world, const char *source, uint32_t begin, uint32_t end)
{
    *world = (struct world){0};
    arena_init(&world->arena, 0);
    record_init(&world->record, &world->arena, slice_of(source));
    world->report.record = &world->record;
    struct diagnostic *diagnostic =
        diagnostic_new(&world->arena, &rule, (struct slice){"", 0}, (struct span){begin, end});
    diagnostics_add(&world->report.diagnostics, diagnostic);
    return diagnostic;
}

static void end(struct world *world)
{
    text_release(&world->text);
    arena_release(&world->arena);
}

typedef bool add_form(const struct output_game *game, struct text *text);

/* What ADD makes of the report, as if its game were the first of all and had the number 7. */
static void write_form(struct world *world, add_form *add)
{
    struct output_marks marks = {.count = 0};
    SCOPED(text, marked);
    add(&(struct output_game){.report = &world->report, .file = "a.sgn", .marks = &marks}, &marked);
    size_t from = 0;
    for (size_t i = 0; i < marks.count; i++) {
        text_add(
            &world->text, slice_cut(text_slice(&marked), (struct span){(uint32_t)from, (uint32_t)marks.list[i].at}));
        text_add_string(&world->text, marks.list[i].kind == MARK_NUMBER ? "7" : "");
        from = marks.list[i].at;
    }
    text_add(&world->text, slice_after(text_slice(&marked), from));
    output_marks_release(&marks);
}

static void write_line(struct world *world)
{
    write_form(world, json_add);
    assert_true(json_valid(text_slice(&world->text)));
}

static void assert_key(const struct world *world, const char *key, const char *value)
{
    struct slice found = json_get(json_at(json_get(text_slice(&world->text), "diagnostics"), 0), key);
    if (!slice_is(found, value))
        fail_msg("%s is %.*s, not %s", key, (int)found.length, found.at == NULL ? "" : found.at, value);
}

static void test_none(void)
{
    struct world world;
    begin(&world, "1. c3:-d3\n", 3, 9);
    write_line(&world);
    assert_key(&world, "fix", "null");
    assert_key(&world, "confidence", "null");
    assert_key(&world, "repairs", "[]");
    assert_key(&world, "went_on", "null");
    assert_null(json_get(json_at(json_get(text_slice(&world.text), "diagnostics"), 0), "follows").at);
    end(&world);
}

static void test_turn(void)
{
    struct world world;
    struct repair repairs[2] = {{.kind = REPAIR_TURN,
                                    .confidence = CONFIDENCE_CERTAIN,
                                    .text = slice_of("c3:-\"d3"),
                                    .legal = 17,
                                    .whole = true,
                                    .edit_count = 1,
                                    .edits = {{{11, 17}, slice_of("c3:-\"d3")}}},
        {.kind = REPAIR_EARLIER, .text = slice_of("e3:-e2"), .edit_count = 1, .edits = {{{3, 5}, slice_of("x")}}}};
    struct diagnostic *diagnostic = begin(&world, "1. \xC3\xA4 {\xFF}\r\nc3:-d9\n", 14, 16);
    diagnostic->repairs = repairs;
    diagnostic->repair_count = 2;
    diagnostic->sequel = SEQUEL_REPAIRED;
    diagnostic->cascaded = true;
    write_line(&world);
    assert_key(&world, "fix", "\"c3:-\\\"d3\"");
    assert_key(&world, "confidence", "\"certain\"");
    assert_key(&world, "went_on", "\"repaired\"");
    assert_key(&world, "follows", "true");
    assert_key(&world, "repairs",
        "[{\"kind\":\"turn\",\"confidence\":\"certain\",\"turn\":\"c3:-\\\"d3\",\"legal\":17,\"whole\":true,"
        "\"edits\":[{\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":7,\"text\":\"c3:-\\\"d3\"}]},"
        "{\"kind\":\"earlier\",\"confidence\":\"possible\",\"turn\":\"e3:-e2\",\"legal\":0,\"whole\":false,"
        "\"edits\":[{\"line\":1,\"column\":4,\"end_line\":1,\"end_column\":5,\"text\":\"x\"}]}]");
    end(&world);
}

static void test_order(void)
{
    struct world world;
    struct repair repairs[] = {
        {.kind = REPAIR_SWAPPED, .edit_count = 2, .edits = {{{0, 1}, slice_of("b")}, {{3, 4}, slice_of("a")}}},
        {.kind = REPAIR_LEFT_OUT,
            .confidence = CONFIDENCE_LIKELY,
            .text = slice_of("c"),
            .edit_count = 1,
            .edits = {{{2, 2}, slice_of("c ")}}},
        {.kind = REPAIR_DOUBLED, .edit_count = 1, .edits = {{{1, 4}, {"", 0}}}}};
    struct diagnostic *diagnostic = begin(&world, "a\nb\n", 2, 3);
    diagnostic->repairs = repairs;
    diagnostic->repair_count = 3;
    diagnostic->sequel = SEQUEL_GAVE_UP;
    write_line(&world);
    assert_key(&world, "fix", "null");
    assert_key(&world, "confidence", "\"possible\"");
    assert_key(&world, "went_on", "\"given-up\"");
    assert_key(&world, "repairs",
        "[{\"kind\":\"swapped\",\"confidence\":\"possible\",\"turn\":null,\"legal\":0,\"whole\":false,\"edits\":["
        "{\"line\":1,\"column\":1,\"end_line\":1,\"end_column\":2,\"text\":\"b\"},"
        "{\"line\":2,\"column\":2,\"end_line\":3,\"end_column\":1,\"text\":\"a\"}]},"
        "{\"kind\":\"left-out\",\"confidence\":\"likely\",\"turn\":\"c\",\"legal\":0,\"whole\":false,\"edits\":["
        "{\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":1,\"text\":\"c \"}]},"
        "{\"kind\":\"doubled\",\"confidence\":\"possible\",\"turn\":null,\"legal\":0,\"whole\":false,\"edits\":["
        "{\"line\":1,\"column\":2,\"end_line\":3,\"end_column\":1,\"text\":\"\"}]}]");
    end(&world);
}

static void assert_sarif(const struct world *world, const char *key, const char *value)
{
    struct slice found = json_get(text_slice(&world->text), key);
    if (!slice_is(found, value))
        fail_msg("%s is %.*s, not %s", key, (int)found.length, found.at == NULL ? "" : found.at, value);
}

/* A real rule, for results say which one it is. */
static void test_sarif(void)
{
    struct world world;
    struct repair repairs[] = {{.kind = REPAIR_EARLIER,
                                   .confidence = CONFIDENCE_LIKELY,
                                   .text = slice_of("b{"),
                                   .legal = 2,
                                   .edit_count = 1,
                                   .edits = {{{0, 1}, slice_of("b{")}}},
        {.kind = REPAIR_SWAPPED,
            .whole = true,
            .edit_count = 2,
            .edits = {{{0, 1}, {"", 0}}, {{4, 4}, slice_of("a")}}}};
    struct diagnostic *diagnostic = begin(&world, "a\nb c\n", 4, 5);
    diagnostic->rule = rules_nth(0);
    diagnostic->turn = (struct span){2, 5};
    diagnostic->repairs = repairs;
    diagnostic->repair_count = 2;
    diagnostic->sequel = SEQUEL_REPAIRED;
    diagnostic->cascaded = true;
    write_form(&world, sarif_add);
    assert_true(json_valid(text_slice(&world.text)));
    assert_sarif(&world, "ruleIndex", "0");
    assert_sarif(&world, "relatedLocations",
        "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a.sgn\"},"
        "\"region\":{\"startLine\":2,\"startColumn\":1,\"endLine\":2,\"endColumn\":4}},"
        "\"message\":{\"text\":\"the whole turn\"}},"
        "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a.sgn\"},"
        "\"region\":{\"startLine\":1,\"startColumn\":1,\"endLine\":1,\"endColumn\":2}},"
        "\"message\":{\"text\":\"the earlier turn\"}}]");
    assert_sarif(&world, "fixes",
        "[{\"description\":{\"text\":\"b{{ was meant instead of an earlier turn\"},"
        "\"artifactChanges\":[{\"artifactLocation\":{\"uri\":\"a.sgn\"},\"replacements\":["
        "{\"deletedRegion\":{\"startLine\":1,\"startColumn\":1,\"endLine\":1,\"endColumn\":2},"
        "\"insertedContent\":{\"text\":\"b{\"}}]}],"
        "\"properties\":{\"kind\":\"earlier\",\"confidence\":\"likely\",\"legal\":2,\"whole\":false}},"
        "{\"description\":{\"text\":\"two turns are swapped\"},"
        "\"artifactChanges\":[{\"artifactLocation\":{\"uri\":\"a.sgn\"},\"replacements\":["
        "{\"deletedRegion\":{\"startLine\":1,\"startColumn\":1,\"endLine\":1,\"endColumn\":2}},"
        "{\"deletedRegion\":{\"startLine\":2,\"startColumn\":3,\"endLine\":2,\"endColumn\":3},"
        "\"insertedContent\":{\"text\":\"a\"}}]}],"
        "\"properties\":{\"kind\":\"swapped\",\"confidence\":\"possible\",\"legal\":0,\"whole\":true}}]");
    assert_sarif(&world, "properties.follows", "true");
    assert_sarif(&world, "properties.went_on", "\"repaired\"");
    end(&world);
}

/* From any offset to any other the cursor finds what walking from the begin finds. */
static void test_cursor(void)
{
    static const char *const pieces[] = {"a", "\n", "\r", "\r\n", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
        "\xFF", "\xE2", "\x82", "\xF0\x9F", "\n\n"};
    srand(1);
    for (int round = 0; round < 300; round++) {
        struct world world;
        struct text source;
        text_init(&source);
        text_add_string(&source, round % 5 == 0 ? "\xEF\xBB\xBF" : "");
        for (int i = 0; i < 12; i++)
            text_add_string(&source, pieces[(size_t)rand() % (sizeof pieces / sizeof pieces[0])]);
        begin(&world, source.bytes, 0, 0);
        world.record.column = 1 + (uint32_t)round % 3;
        world.record.line = 1 + (uint32_t)round % 2;
        struct cursor cursor = cursor_at(&world.record);
        for (int i = 0; i < 40; i++) {
            struct cursor fresh = cursor_at(&world.record);
            size_t offset = (size_t)rand() % (source.length + 1);
            cursor_move(&fresh, offset);
            cursor_move(&cursor, fresh.offset);
            assert_int_equal(cursor.offset, fresh.offset);
            assert_int_equal(cursor.line, fresh.line);
            assert_int_equal(cursor.column, fresh.column);
            assert_int_equal(cursor.line_begin, fresh.line_begin);
        }
        text_release(&source);
        end(&world);
    }
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_none),
        unit_test(test_turn),
        unit_test(test_order),
        unit_test(test_sarif),
        unit_test(test_cursor),
    };
    return unit_run(tests, NULL);
}
