/* SPDX-License-Identifier: MIT */
#include "formats/sgn/game_key.h"

#include "base/utf8.h"

/* A part of a line: what would end it is a blank. */
static void add_part_of_line(struct slice part, struct text *text)
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

static void add_head_to_key(const struct report *report, struct text *text)
{
    add_part_of_line(report->book.name, text);
    add_part_of_line(report->book.overrides, text);
    text_printf(text, "\t%u\t", report->seats);
    add_start(report, text);
    text_add_char(text, '\n');
}

/* The turns of the main line; whether all of them are legal. */
static bool add_legal(const struct tree *tree, struct text *text)
{
    bool legal = true;
    struct walk walk;
    enum walk_step step;
    walk_begin(&walk, tree);
    while (legal && (step = walk_next(&walk)) != WALK_OVER) {
        if (step != WALK_TURN || walk.depth > 0 || walk.item->shape == TURN_RESIGN)
            continue;
        legal = tree->plies[walk.node].verdict == VERDICT_LEGAL;
        text_add(text, tree_text(tree, walk.node, walk.item));
        text_add_char(text, '\n');
    }
    return legal;
}

/* The same as they are written, after a line that none of the others is. */
static void add_written_to_key(const struct record *record, struct text *text)
{
    text_add_char(text, '\n');
    for (size_t i = 0; i < record->main.count; i++) {
        const struct item *item = &record->main.items[i];
        if ((item->kind != ITEM_TURN && item->kind != ITEM_UNREADABLE) || item->shape == TURN_RESIGN)
            continue;
        add_part_of_line(item_text(record, item), text);
        text_add_char(text, '\n');
    }
}

/* Whether what cannot be read, if anything, is in the place of turns. */
static bool has_all_turns(const struct record *record)
{
    const struct diagnostic *fault = record->faults.first;
    while (fault != NULL && fault->rule->severity != SEVERITY_ERROR)
        fault = fault->next;
    return fault == NULL;
}

/* The bytes of the record without the space around them, after a byte that no head begins with. */
static void add_bytes(const struct record *record, struct text *text)
{
    struct slice bytes = record_bytes(record);
    if (utf8_is_marked(bytes))
        bytes = slice_after(bytes, 3);
    while (bytes.length > 0 && is_space(bytes.at[0]))
        bytes = slice_after(bytes, 1);
    while (bytes.length > 0 && is_space(bytes.at[bytes.length - 1]))
        bytes.length--;
    text_printf(text, "\n%pS", SLICE(bytes));
}

void game_key(const struct report *report, struct text *text)
{
    size_t begin = text->length;
    size_t turns = begin;
    if (report->tree.begun && has_all_turns(report->record)) {
        add_head_to_key(report, text);
        turns = text->length;
        if (!add_legal(&report->tree, text)) {
            text->length = turns;
            add_written_to_key(report->record, text);
        }
    }
    if (text->length == turns && !text->failed) {
        text->length = begin;
        add_bytes(report->record, text);
    }
}
