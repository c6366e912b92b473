/* SPDX-License-Identifier: MIT */
#include "forms/forms.h"

#include "forms/html/booklet.h"
#include "forms/json/json.h"
#include "forms/sarif/sarif.h"
#include "forms/sgn/sgn.h"
#include "forms/text/diagnostics.h"
#include "forms/text/message.h"
#include "forms/text/ply_table.h"
#include "forms/text/replay.h"
#include "forms/text/score_line.h"

#include <stdlib.h>

/* Diagnostics. */

/* What was written as a fault, and is none by the end of the record, or another. */
static void add_gone(const struct form_game *game, struct text *text)
{
    for (size_t i = 0; i < game->told_count; i++) {
        const struct told *told = &game->told[i];
        if (told->found)
            continue;
        add_head(text, game->file, told->line, told->column, SEVERITY_NOTE, game->style);
        text_printf(
            text, "the whole record does not have this %s [%s]\n", severity_name(told->severity), told->rule->id);
    }
}

static bool add_text(const struct form_game *game, struct text *text)
{
    struct cursor cursor = cursor_at(game->report->record);
    add_gone(game, text);
    for (const struct diagnostic *next = game->report->diagnostics.first; next != NULL; next = next->next) {
        render_diagnostic(game->report, next, game->file, &cursor, game->style, text);
        mark_found(next, text);
    }
    text_add_string(text, MARK_END);
    return true;
}

static void mark_game(const struct report *report, struct text *text)
{
    text_add_string(text, record_is_empty(report->record) ? MARK_STRAY : MARK_GAME);
}

static bool add_jsonl(const struct form_game *game, struct text *text)
{
    mark_game(game->report, text);
    json_game(game->report, game->file, game->so_far, text);
    return true;
}

static bool add_offset(const struct form_game *game, struct text *text)
{
    const struct record *record = game->report->record;
    mark_game(game->report, text);
    if (!record_is_empty(record)) {
        text_add_number(text, (long long)record->offset);
        text_add_char(text, '\t');
        text_add_number(text, record->line);
        text_add_string(text, "\t" MARK_NUMBER "\n");
    }
    return true;
}

/* One document about a run over any number of files. */

static void begin_sarif(struct document *document)
{
    sarif_head(document->version, &document->text);
}

bool document_add_file(struct document *document, const char *file)
{
    const char *name = arena_copy(&document->arena, slice_of(file)).at;
    if (name == NULL ||
        !arena_grow(&document->arena, &document->files, document->file_count, &document->file_capacity,
            sizeof *document->files))
        return false;
    document->files[document->file_count++] = name;
    return true;
}

static bool add_sarif(const struct form_game *game, struct text *text)
{
    mark_game(game->report, text);
    sarif_results(game->report, game->file, text);
    return true;
}

static void note_sarif(struct document *document, enum severity severity, const char *file, const char *message)
{
    text_add_string(&document->notes, document->notes.length > 0 ? ",\n" : "");
    sarif_notification(file, severity, message, &document->notes);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each file once, however often it was named. */
static void end_sarif(struct document *document, int status)
{
    SCOPED(text, artifacts);
    if (document->file_count > 0)
        qsort(document->files, document->file_count, sizeof *document->files, compare_names);
    for (size_t i = 0; i < document->file_count; i++)
        if (i == 0 || strcmp(document->files[i - 1], document->files[i]) != 0) {
            text_add_string(&artifacts, i > 0 ? ",\n" : "\n");
            sarif_artifact(document->files[i], &artifacts);
        }
    sarif_tail(status, text_slice(&document->notes), text_slice(&artifacts), &document->text);
}

/* Games. */

/* Diagnostics of the game as a whole, which belong to no turn shown. */
static void add_other_diagnostics(const struct form_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct cursor cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        if (next->seat == 0)
            render_diagnostic(report, next, game->file, &cursor, game->style, text);
}

static bool add_replay(const struct form_game *game, struct text *text)
{
    render_heading(game->report, game->style, text);
    bool fine = render_replay(game->report, game->file, game->style, game->outlet, text);
    text_add_char(text, '\n');
    add_other_diagnostics(game, text);
    render_outcome(game->report, text);
    text_add_char(text, '\n');
    return fine;
}

/* The name to write as a Ruleset tag: a path is not one. */
static struct slice tag_name_of(const struct report *report)
{
    struct slice name = report->book.name;
    bool path = memchr(name.at, '/', name.length) != NULL || memchr(name.at, '.', name.length) != NULL;
    return path ? (struct slice){"", 0} : name;
}

static bool add_sgn(const struct form_game *game, struct text *text)
{
    return game->report->readable && render_sgn(game->report, tag_name_of(game->report), game->outlet, text);
}

static void begin_page(struct document *document)
{
    const struct page_options *options = &document->options.page;
    document->page = arena_alloc(&document->arena, sizeof *document->page);
    if (document->page == NULL)
        return;
    document->page->waiting = &document->notes;
    string_table_init(&document->page->pieces, &document->arena);
    (options->print ? booklet_head : page_head)(options, &document->text);
}

static bool add_page(const struct form_game *game, struct text *text)
{
    const struct page_options *options = &game->options->page;
    if (game->page != NULL && options->print)
        booklet_game(options, game->report, text);
    else if (game->page != NULL)
        page_game(game->page, game->report, text);
    return game->page != NULL;
}

static void end_page(struct document *document, int status)
{
    (void)status;
    if (document->page != NULL && document->options.page.print)
        booklet_tail(&document->text);
    else if (document->page != NULL)
        page_tail(document->page, &document->text);
}

static bool add_score(const struct form_game *game, struct text *text)
{
    char number[NUMBER_ROOM];
    number_write(number, game->number);
    score_text(game->report, game->file, number, game->options->verbose, text);
    return true;
}

static bool add_score_tsv(const struct form_game *game, struct text *text)
{
    char number[NUMBER_ROOM];
    number_write(number, game->number);
    score_tsv(game->report, game->file, number, text);
    return true;
}

static bool add_score_json(const struct form_game *game, struct text *text)
{
    char number[NUMBER_ROOM];
    number_write(number, game->number);
    score_json(game->report, game->file, number, game->options->verbose, text);
    return true;
}

static void begin_table(struct document *document)
{
    text_add_string(&document->text, ply_table_heading);
}

static bool add_table(const struct form_game *game, struct text *text)
{
    mark_game(game->report, text);
    return ply_table(game->report, game->file, false, game->outlet, text);
}

static bool add_table_json(const struct form_game *game, struct text *text)
{
    mark_game(game->report, text);
    return ply_table(game->report, game->file, true, game->outlet, text);
}

static const struct form forms[] = {
    {.name = "text", .marked = true, .live = true, .add = add_text},
    {.name = "jsonl", .marked = true, .live = true, .add = add_jsonl},
    {.name = "sarif",
        .marked = true,
        .begin = begin_sarif,
        .file = document_add_file,
        .add = add_sarif,
        .note = note_sarif,
        .end = end_sarif},
    {.name = "quiet", .silent = true},
    {.name = "offsets", .silent = true, .marked = true, .add = add_offset},
    {.name = "replay", .keeps = KEEP_POSITIONS, .add = add_replay},
    {.name = "html", .keeps = KEEP_POSITIONS, .begin = begin_page, .add = add_page, .end = end_page},
    {.name = "sgn", .keeps = KEEP_TEXTS, .add = add_sgn},
    {.name = "table-tsv",
        .keeps = KEEP_POSITIONS,
        .silent = true,
        .marked = true,
        .bulky = true,
        .begin = begin_table,
        .add = add_table},
    {.name = "table-jsonl",
        .keeps = KEEP_POSITIONS,
        .silent = true,
        .marked = true,
        .bulky = true,
        .add = add_table_json},
    {.name = "score", .add = add_score},
    {.name = "score-tsv", .add = add_score_tsv},
    {.name = "score-json", .add = add_score_json},
};

const struct form *form_find(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
