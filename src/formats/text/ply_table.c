/* SPDX-License-Identifier: MIT */
#include "formats/text/ply_table.h"

#include "formats/table.h"
#include "formats/text/remarks.h"

static const struct column columns[] = {
    {"file", COLUMN_TEXT},
    {"game", COLUMN_NUMBER},
    {"ruleset", COLUMN_TEXT},
    {"ply", COLUMN_NUMBER},
    {"number", COLUMN_NUMBER},
    {"seat", COLUMN_TEXT},
    {"turn", COLUMN_TEXT},
    {"verdict", COLUMN_TEXT},
    {"position", COLUMN_TEXT},
    {"clock", COLUMN_TEXT},
    {"milliseconds", COLUMN_NUMBER},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* What a row is made of. */
struct ply_row {
    const struct output_game *game;
    const struct report *report;
    const struct ply *ply;
    uint32_t index;
    struct slice turn;
    struct slice position; /* after it; at NULL: it was not played */
    struct slice clock;    /* at NULL: there is none */
    int64_t time;          /* that the turn took; CLOCK_NONE */
};

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"legal", "illegal", "stood", "lost", "unjudged"};
    return names[verdict];
}

struct slice ply_clock(const struct report *report, uint32_t index, struct text *scratch)
{
    struct slice clock = {NULL, 0};
    const struct item *remark = NULL;
    while ((remark = tree_remark(&report->tree, index, false, remark)) != NULL)
        if (remark->kind == ITEM_COMMENT)
            add_comment(remark_words(report->record, remark), &clock, scratch);
    text_clear(scratch);
    return clock;
}

int64_t ply_time(const struct report *report, uint32_t index, struct slice clock, struct clocks *clocks)
{
    const struct ply *ply = &report->tree.plies[index];
    bool played = index > 0 && ply->verdict != VERDICT_LOST && ply->verdict != VERDICT_UNJUDGED;
    return played ? clocks_take(clocks, ply->seat, ply->number, clock).took : CLOCK_NONE;
}

/* The start has no turn; its seat is the one to move. */
static void add_ply(const struct ply_row *row, struct table *table)
{
    const struct ply *ply = row->ply;
    table_begin_row(table);
    table_word(table, row->game->file);
    output_mark_number(row->game, table_raw(table));
    table_text(table, row->report->ruleset);
    table_number(table, row->report->tree.links[row->index].ply);
    table_number(table, ply->number);
    table_word(table, ply->seat == 0 ? "" : game_seat_name(row->report->book.rules, ply->seat));
    table_text(table, row->turn);
    table_word(table, row->index == 0 ? NULL : verdict_name(ply->verdict));
    table_text(table, row->position);
    table_text(table, row->clock);
    table_number_if(table, row->time != CLOCK_NONE, row->time);
    table_end_row(table);
}

static bool add_plies(const struct output_game *game, unsigned format, struct text *text)
{
    const struct report *report = game->report;
    const struct tree *tree = &report->tree;
    struct tree_place place;
    struct clocks clocks;
    SCOPED(text, position);
    SCOPED(text, scratch);
    SCOPED(table, table);
    bool fine = true;
    if (tree->links == NULL || tree->count == 0)
        return true;
    table_init(&table, format, columns, COLUMNS, text);
    bool ready = place_init(&place, tree);
    clocks_begin(&clocks, report->record, report->seats);
    for (uint32_t i = 0; i != NODE_NONE && ready && fine; i = tree->links[i].next) {
        const struct ply *ply = &tree->plies[i];
        struct ply_row row = {.game = game, .report = report, .ply = ply, .index = i, .position = {NULL, 0}};
        text_clear(&position);
        if (ply->verdict != VERDICT_LOST && ply->verdict != VERDICT_UNJUDGED) {
            game_write_position(tree->book.rules, place_go(&place, i), &position);
            row.position = text_slice(&position);
        }
        if (i > 0)
            row.turn = tree_text(tree, i, tree->links[i].item);
        row.clock = ply_clock(report, i, &scratch);
        row.time = ply_time(report, i, row.clock, &clocks);
        add_ply(&row, &table);
        if (format == TABLE_JSON)
            json_end(&table.json, "\n");
        fine = text_sink_take(game->sink, text);
    }
    place_release(&place);
    return fine && ready;
}

void ply_table_begin(struct document *document)
{
    SCOPED(table, table);
    table_init(&table, TABLE_TSV, columns, COLUMNS, &document->text);
    table_begin(&table, NULL);
}

bool ply_table_tsv(const struct output_game *game, struct text *text)
{
    return add_plies(game, TABLE_TSV, text);
}

bool ply_table_jsonl(const struct output_game *game, struct text *text)
{
    return add_plies(game, TABLE_JSON, text);
}
