/* SPDX-License-Identifier: MIT */
#include "forms/text/ply_table.h"

#include "forms/json/json.h"
#include "forms/text/remarks.h"
#include "forms/text/tsv.h"

#include <inttypes.h>

/* What a row is made of. */
struct ply_row {
    const struct form_game *game;
    const struct report *report;
    const struct ply *ply;
    uint32_t index;
    struct slice turn;
    struct slice position; /* after it; at NULL: it was not played */
    struct slice clock;    /* at NULL: there is none */
};

static const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"legal", "illegal", "stood", "lost", "unjudged"};
    return names[verdict];
}

/* What the last of the comments after the turn says. */
static struct slice clock_at(const struct report *report, uint32_t index, struct text *scratch)
{
    struct slice clock = {NULL, 0};
    const struct item *remark = NULL;
    while ((remark = tree_remark(&report->tree, index, false, remark)) != NULL)
        if (remark->kind == ITEM_COMMENT)
            add_comment(remark_words(report->record, remark), &clock, scratch);
    text_clear(scratch);
    return clock;
}

static const char *seat_of(const struct ply_row *row)
{
    return row->ply->seat == 0 ? "" : game_seat_name(row->report->book.rules, row->ply->seat);
}

/* The start has no turn; its seat is the one to move. */
static void add_tsv(const struct ply_row *row, struct text *text)
{
    size_t begin = text->length;
    text_printf(text, "%pE\t", SLICE(row->game->file));
    mark_number(row->game, text);
    text_printf(text, "\t%pE\t%" PRIu32 "\t%" PRIu32 "\t%s\t%pE\t%s\t", SLICE(row->report->ruleset),
        row->report->tree.links[row->index].ply, row->ply->number, seat_of(row), SLICE(row->turn),
        row->index == 0 ? "" : verdict_name(row->ply->verdict));
    if (row->position.at != NULL)
        text_add_escaped(text, row->position);
    text_add_char(text, '\t');
    if (row->clock.at != NULL)
        text_add_escaped(text, row->clock);
    tsv_end_line(text, begin);
}

static void add_json(const struct ply_row *row, struct text *text)
{
    text_printf(text, "{\"file\":%pJ,\"game\":", SLICE(row->game->file));
    mark_number(row->game, text);
    text_printf(text,
        ",\"ruleset\":%pJ,\"ply\":%" PRIu32 ",\"number\":%" PRIu32
        ",\"seat\":%pJ,\"turn\":%pN,\"verdict\":%pN,\"position\":%pN,\"clock\":",
        SLICE(row->report->ruleset), row->report->tree.links[row->index].ply, row->ply->number, SLICE(seat_of(row)),
        SLICE(row->turn), SLICE(row->index == 0 ? NULL : verdict_name(row->ply->verdict)), SLICE(row->position));
    text_printf(text, "%pN}\n", SLICE(row->clock));
}

typedef void add_ply(const struct ply_row *row, struct text *text);

static bool add_plies(const struct form_game *game, add_ply *add, struct text *text)
{
    const struct report *report = game->report;
    const struct tree *tree = &report->tree;
    struct tree_place place;
    SCOPED(text, position);
    SCOPED(text, scratch);
    bool fine = true;
    if (tree->links == NULL || tree->count == 0)
        return true;
    bool ready = place_init(&place, tree);
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
        row.clock = clock_at(report, i, &scratch);
        add(&row, text);
        fine = outlet_take(game->outlet, text);
    }
    place_release(&place);
    return fine && ready;
}

void ply_table_begin(struct document *document)
{
    text_add_string(&document->text, "file\tgame\truleset\tply\tnumber\tseat\tturn\tverdict\tposition\tclock\n");
}

bool ply_table_tsv(const struct form_game *game, struct text *text)
{
    return add_plies(game, add_tsv, text);
}

bool ply_table_jsonl(const struct form_game *game, struct text *text)
{
    return add_plies(game, add_json, text);
}
