/* SPDX-License-Identifier: MIT */
#include "formats/formats.h"

#include "formats/forges/forges.h"
#include "formats/html/booklet.h"
#include "formats/json/json.h"
#include "formats/sarif/sarif.h"
#include "formats/sgn/sgn.h"
#include "formats/text/diagnostics.h"
#include "formats/text/ply_table.h"
#include "formats/text/replay.h"
#include "formats/text/score_line.h"

#include <stdlib.h>

/* Marks. */

void output_marks_release(struct output_marks *marks)
{
    free(marks->list);
    *marks = (struct output_marks){NULL, 0, 0, 0};
}

void output_mark(const struct output_game *game, enum output_mark_kind kind, const struct text *text)
{
    struct output_marks *marks = game->marks;
    if (marks->count == marks->capacity) {
        size_t capacity = marks->capacity == 0 ? 64 : 2 * marks->capacity;
        struct output_mark *list = memory_resize(marks->list, capacity * sizeof *list);
        if (list == NULL)
            return;
        marks->list = list;
        marks->capacity = capacity;
    }
    marks->list[marks->count++] = (struct output_mark){text->length, marks->games, kind};
}

void output_mark_number(const struct output_game *game, struct text *text)
{
    if (record_is_empty(game->report->record))
        text_add_char(text, '0');
    else
        output_mark(game, MARK_NUMBER, text);
}

void output_mark_diagnostic(
    const struct output_game *game, const struct diagnostic *diagnostic, const struct text *text)
{
    static const enum output_mark_kind kinds[] = {MARK_ERROR, MARK_WARNING, MARK_NOTE};
    output_mark(game,
        diagnostic->cascaded && diagnostic->severity == SEVERITY_ERROR ? MARK_CASCADED : kinds[diagnostic->severity],
        text);
}

/* Diagnostics. */

static bool diagnostics_add_text(const struct output_game *game, struct text *text)
{
    struct cursor cursor = cursor_at(game->report->record);
    for (const struct diagnostic *next = game->report->diagnostics.first; next != NULL; next = next->next) {
        render_diagnostic(game->report, next, game->file, &cursor, game->style, text);
        output_mark_diagnostic(game, next, text);
    }
    output_mark(game, MARK_END, text);
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

static const struct format formats[] = {
    {.name = "text", .marked = true, .add = diagnostics_add_text},
    {.name = "jsonl", .marked = true, .add = json_add},
    {.name = "sarif",
        .marked = true,
        .begin = sarif_begin,
        .file = document_add_file,
        .add = sarif_add,
        .note = sarif_note,
        .end = sarif_end},
    {.name = "junit", .marked = true, .begin = junit_begin, .add = junit_add, .note = junit_note, .end = junit_end},
    {.name = "github", .marked = true, .add = github_add, .note = github_note},
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

const struct format *format_find(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].name[0] == name[0] && strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}
