/* SPDX-License-Identifier: MIT */
#include "forms/forms.h"

#include "forms/html/booklet.h"
#include "forms/json/json.h"
#include "forms/sarif/sarif.h"
#include "forms/sgn/sgn.h"
#include "forms/text/diagnostics.h"
#include "forms/text/ply_table.h"
#include "forms/text/replay.h"
#include "forms/text/score_line.h"

#include <stdlib.h>

/* Diagnostics. */

static bool add_text(const struct form_game *game, struct text *text)
{
    struct cursor cursor = cursor_at(game->report->record);
    for (const struct diagnostic *next = game->report->diagnostics.first; next != NULL; next = next->next) {
        render_diagnostic(game->report, next, game->file, &cursor, game->style, text);
        mark_found(next, text);
    }
    text_add_string(text, MARK_END);
    return true;
}

static bool document_add_file(struct document *document, const char *file)
{
    const char *name = arena_copy(&document->arena, slice_of(file)).at;
    if (name == NULL ||
        !arena_grow(&document->arena, &document->files, document->file_count, &document->file_capacity,
            sizeof *document->files))
        return false;
    document->files[document->file_count++] = name;
    return true;
}

static const struct form forms[] = {
    {.name = "text", .marked = true, .add = add_text},
    {.name = "jsonl", .marked = true, .add = json_add},
    {.name = "sarif",
        .marked = true,
        .begin = sarif_begin,
        .file = document_add_file,
        .add = sarif_add,
        .note = sarif_note,
        .end = sarif_end},
    {.name = "quiet", .silent = true},
    {.name = "replay", .keeps = KEEP_POSITIONS, .add = replay_add},
    {.name = "html", .keeps = KEEP_POSITIONS, .begin = page_begin, .add = page_add, .end = page_end},
    {.name = "sgn", .keeps = KEEP_TEXTS, .add = sgn_add},
    {.name = "table-tsv",
        .keeps = KEEP_POSITIONS,
        .silent = true,
        .marked = true,
        .bulky = true,
        .begin = ply_table_begin,
        .add = ply_table_tsv},
    {.name = "table-jsonl",
        .keeps = KEEP_POSITIONS,
        .silent = true,
        .marked = true,
        .bulky = true,
        .add = ply_table_jsonl},
    {.name = "score", .add = score_add_text},
    {.name = "score-tsv", .add = score_add_tsv},
    {.name = "score-json", .add = score_add_json},
};

const struct form *form_find(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
