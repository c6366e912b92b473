/* SPDX-License-Identifier: MIT */
#include "forms/sgn/game_key.h"

enum { TAGS_MOST = 0xFFF, REMARKS_MOST = 0x7FFFF };

/* A part of a line: what would end it is a blank. */
static void add_part(struct slice part, struct text *text)
{
    size_t begin = text->length;
    text_add(text, part);
    for (size_t i = begin; i < text->length; i++)
        if ((unsigned char)text->bytes[i] < ' ')
            text->bytes[i] = ' ';
}

/* A position that is the usual one says nothing more than the number of players. */
static void add_start(const struct report *report, struct text *text)
{
    const struct tree *tree = &report->tree;
    const void *rules = report->book.rules;
    const struct state *usual = game_rules_of(rules)->starts[report->seats];
    size_t begin = text->length;
    if (tree->start == NULL || (usual != NULL && memcmp(tree->start, usual, tree->state_size) == 0))
        return;
    game_write_position(rules, tree->start, text);
    SCOPED(text, other);
    if (usual != NULL)
        game_write_position(rules, usual, &other);
    if (!text->failed && slice_equal(text_slice(&other), (struct slice){text->bytes + begin, text->length - begin}))
        text->length = begin;
}

static void add_head(const struct report *report, struct text *text)
{
    add_part(report->book.name, text);
    add_part(report->book.overrides, text);
    text_printf(text, "\t%u\t", report->seats);
    add_start(report, text);
    text_add_char(text, '\n');
}

static bool is_remark(const struct item *item)
{
    return item->kind == ITEM_COMMENT || item->kind == ITEM_REST_COMMENT || item->kind == ITEM_GLYPH;
}

static uint32_t count_remarks(const struct line *line)
{
    uint32_t count = 0;
    for (size_t i = 0; i < line->count; i++)
        count += is_remark(&line->items[i]);
    return count;
}

/* The turns of the main line; returns how many comments, signs and variations there are. */
static uint32_t add_turns(const struct report *report, struct game_facts *facts, struct text *text)
{
    const struct tree *tree = &report->tree;
    uint32_t remarks = count_remarks(&report->record->prologue) + count_remarks(&report->record->epilogue);
    struct walk walk;
    enum walk_step step;
    walk_begin(&walk, tree);
    while ((step = walk_next(&walk)) != WALK_OVER) {
        remarks += step == WALK_OPEN || (step == WALK_REMARK && is_remark(walk.item));
        if (step != WALK_TURN || walk.depth > 0 || walk.item->shape == TURN_RESIGN)
            continue;
        facts->legal += facts->legal == facts->turns && tree->plies[walk.node].verdict == VERDICT_LEGAL;
        facts->turns++;
        add_part(tree_text(tree, walk.node, walk.item), text);
        text_add_char(text, '\n');
    }
    return remarks;
}

static uint32_t worth_of(const struct report *report, uint32_t remarks)
{
    const struct record *record = report->record;
    uint32_t tags = 0;
    for (size_t i = 0; i < record->tag_count; i++)
        tags += value_is_known(record->tags[i].value);
    tags = tags < TAGS_MOST ? tags : TAGS_MOST;
    remarks = remarks < REMARKS_MOST ? remarks : REMARKS_MOST;
    return ((uint32_t)(report->errors == 0) * (REMARKS_MOST + 1) + remarks) * (TAGS_MOST + 1) + tags;
}

/* The bytes of the record without lines around them, after a byte that no head begins with. */
static void add_bytes(const struct record *record, struct text *text)
{
    struct slice bytes = slice_trim(record_bytes(record));
    if (bytes.length >= 3 && memcmp(bytes.at, "\xEF\xBB\xBF", 3) == 0)
        bytes = slice_trim(slice_after(bytes, 3));
    text_printf(text, "\n%pS", SLICE(bytes));
}

void game_key(const struct report *report, struct game_facts *facts, struct text *text)
{
    size_t begin = text->length;
    uint32_t remarks = 0;
    *facts = (struct game_facts){.line = report->record->line};
    if (report->tree.begun) {
        add_head(report, text);
        remarks = add_turns(report, facts, text);
    }
    if (facts->turns == 0 && !text->failed) {
        text->length = begin;
        add_bytes(report->record, text);
    }
    facts->worth = worth_of(report, remarks);
    facts->length = (uint32_t)(text->length - begin);
}
