/* SPDX-License-Identifier: MIT */
/* Scores of games on their way to matches and standings.  Of each game there is a row, which is made where the game is
   judged and read in one place, in order: what the game counts for, its diagnostics and its line of output as text, and
   the line of the tag that is its key to a match, since only a match knows whether its round is wrong. */
#include "formats/json/json.h"
#include "formats/text/diagnostics.h"
#include "formats/text/message.h"
#include "formats/text/score_line.h"
#include "library/match_list.h"
#include "library/tournament_table.h"
#include "library/writer.h"

#include <stdlib.h>

struct score_row {
    const char *file;
    uint32_t line;
    const int64_t *row;
    uint32_t errors;
    uint32_t warnings;
    struct slice before; /* diagnostics, up to the key */
    struct slice after;
    struct numbered text;  /* of the format, or empty */
    struct numbered name;  /* how a game that is left out is called */
    struct slice key_line; /* that the key is in; NULL: there is none */
    uint32_t key_number;   /* its number */
    uint32_t key_column;   /* of its first character */
    struct span key;       /* in it */
    struct entry entry;
};

/* Making rows. */

/* The line of the tag at KEY. */
static void take_key(const struct output_game *game, struct span key, struct score_row *row)
{
    struct cursor cursor = cursor_at(game->report->record);
    key = record_place(game->report->record, key);
    cursor_move(&cursor, key.begin);
    size_t begin = cursor.line_begin;
    size_t end = cursor_line_end(&cursor, cursor.source.length);
    row->key_line = slice_cut(cursor.source, (struct span){(uint32_t)begin, (uint32_t)end});
    row->key_number = cursor.line;
    row->key_column = begin == 0 ? game->report->record->column : 1;
    row->key.begin = key.begin - (uint32_t)begin;
    row->key.end = (key.end < end ? key.end : (uint32_t)end) - (uint32_t)begin;
}

/* The diagnostics of GAME, up to KEY and after it. */
static void take_diagnostics(
    const struct output_game *game, struct span key, struct score_row *row, struct arena *arena)
{
    struct cursor cursor = cursor_at(game->report->record);
    SCOPED(text, before);
    SCOPED(text, after);
    for (const struct diagnostic *next = game->report->diagnostics.first; next != NULL; next = next->next)
        render_diagnostic(
            game->report, next, game->file, &cursor, game->style, next->span.begin > key.begin ? &after : &before);
    row->before = arena_copy(arena, text_slice(&before));
    row->after = arena_copy(arena, text_slice(&after));
}

static void take_line(
    const struct output_game *game, const struct catasta_scores *scores, struct score_row *row, struct arena *arena)
{
    SCOPED(text, line);
    SCOPED(text, name);
    if (scores->format == CATASTA_JSON || scores->standings == NULL ||
        (scores->format == CATASTA_TEXT && scores->verbose))
        row->text.at = score_line(scores->format, game->report, game->file, scores->verbose, &line);
    if (scores->standings != NULL)
        row->name.at = standings_game_name(game->report, game->file, scores->format == CATASTA_TSV, &name);
    row->text.text = arena_copy(arena, text_slice(&line));
    row->name.text = arena_copy(arena, text_slice(&name));
}

static void *make_score_row(const struct output_game *game, const void *taker, struct arena *arena)
{
    const struct catasta_scores *scores = taker;
    const struct report *report = game->report;
    struct span key = {UINT32_MAX, UINT32_MAX};
    bool counts = !record_is_empty(report->record);
    struct score_row *row = arena_alloc(arena, sizeof *row);
    if (row == NULL)
        return NULL;
    *row = (struct score_row){
        .file = game->file, .line = report->record->line, .errors = report->errors, .warnings = report->warnings};
    if (report->record->row != NULL)
        row->row =
            (const int64_t *)arena_copy(arena, (struct slice){(const char *)report->record->row, sizeof *row->row}).at;
    entry_read(game->data, &row->entry);
    if (counts && matches_take(&scores->matches->matches, &row->entry)) {
        struct catasta_span span = match_key_span(scores->matches->matches.keys, &row->entry);
        key = (struct span){(uint32_t)span.begin, (uint32_t)span.end};
        take_key(game, key, row);
        row->key_line = arena_copy(arena, row->key_line);
    }
    take_diagnostics(game, key, row, arena);
    if (counts)
        take_line(game, scores, row, arena);
    entry_keep(&row->entry, arena);
    return arena->failed ? NULL : row;
}

/* Taking rows. */

static bool give_scores(const struct catasta_sink *sink, struct slice bytes)
{
    return bytes.length == 0 || sink->write(sink->context, bytes.at, bytes.length);
}

/* What is wrong with the round of ROW, rendered as if its line were all there is. */
static bool add_score_fault(
    const struct catasta_scores *scores, struct score_row *row, const struct match_fault *fault, struct text *text)
{
    SCOPED(arena, arena);
    struct record record;
    struct report report;
    bool added = false;
    record_init(&record, &arena, row->key_line.at == NULL ? (struct slice){"", 0} : row->key_line);
    record.line = row->key_number;
    record.column = row->key_column;
    record.row = row->row;
    report_init(&report);
    report_skip(&report, &record);
    bool done =
        referee_add(scores->session->referee, &report, fault->rule, text_slice(&fault->facts), row->key, &added);
    struct cursor cursor = cursor_at(&record);
    if (added)
        render_diagnostic(&report, report.diagnostics.first, row->file, &cursor, &scores->session->style, text);
    row->errors += report.errors;
    report_release(&report);
    return done;
}

static void refuse_scores(struct catasta_scores *scores, const struct score_row *row, uint64_t number, const char *why)
{
    struct text text = {0};
    add_record_place(&text, row->file, row->line, row->row);
    text_printf(&text, ": game %llu does not fit these standings: %s", (unsigned long long)number, why);
    report_error(&text, scores->errors);
    scores->refused = true;
}

/* Adds ROW to its match; what is wrong with its round goes to FOUND. */
static bool add_score_round(struct catasta_scores *scores, struct score_row *row, struct text *found)
{
    struct match_fault fault;
    bool shown;
    bool done = matches_add(&scores->matches->matches, &row->entry, &fault);
    if (done && fault.rule != NULL)
        done = add_score_fault(scores, row, &fault, found) &&
            (scores->game == NULL || game_add_fault(scores->game, &fault, &shown));
    text_release(&fault.facts);
    return done;
}

/* The diagnostics of ROW, with those that were FOUND of its round. */
static bool give_score_diagnostics(const struct catasta_scores *scores, const struct score_row *row, struct slice found)
{
    return give_scores(scores->diagnostics, row->before) && give_scores(scores->diagnostics, found) &&
        give_scores(scores->diagnostics, row->after);
}

static bool add_to_standings(struct catasta_scores *scores, const struct score_row *row, uint64_t number)
{
    const char *reason = NULL;
    enum catasta_added added = standings_take(scores->standings, scores->game, &row->entry, &reason);
    if (added == CATASTA_REFUSED)
        refuse_scores(scores, row, number, reason);
    scores->lines |= added == CATASTA_LEFT_OUT;
    return added == CATASTA_ADDED || added == CATASTA_LEFT_OUT;
}

static bool give_score_line(struct catasta_scores *scores, const struct score_row *row, uint64_t number)
{
    SCOPED(text, text);
    SCOPED(text, name);
    text_add_string(&text, scores->format == CATASTA_JSON && scores->any ? ",\n" : "");
    scores->any = true;
    numbered_write(row->text, number, &text);
    numbered_write(row->name, number, &name);
    if (scores->standings != NULL)
        standings_end_game(scores->standings, scores->format, text_slice(&name), &text);
    return !text.failed && !name.failed && (scores->output == NULL || give_scores(scores->output, text_slice(&text)));
}

static bool take_score_row(void *taker, void *values, uint64_t number)
{
    struct catasta_scores *scores = taker;
    struct score_row *row = values;
    bool counts = number > 0; /* stray text does not */
    bool ranked = scores->standings != NULL;
    SCOPED(text, found);
    if (counts && !add_score_round(scores, row, &found))
        return false;
    scores->wrong |= row->errors > 0;
    bool shown = found.length > 0 || row->errors > 0 || (row->warnings > 0 && (ranked || !counts));
    if (shown && !give_score_diagnostics(scores, row, text_slice(&found)))
        return false;
    return !counts || ((!ranked || add_to_standings(scores, row, number)) && give_score_line(scores, row, number));
}

static const struct format score_format = {.data = true, .row = make_score_row, .take = take_score_row};

catasta_writer *catasta_scores_writer(struct catasta_scores *scores)
{
    struct catasta_writer *writer = writer_of_rows(&score_format, scores);
    SCOPED(text, heading);
    score_heading(scores->format, scores->standings != NULL, &heading);
    if (writer != NULL)
        writer->failed =
            heading.failed || (scores->output != NULL && !give_scores(scores->output, text_slice(&heading)));
    return writer;
}
