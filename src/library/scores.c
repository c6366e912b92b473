/* SPDX-License-Identifier: MIT */
/* Scores of games on their way to matches and standings.  Of each game there is a row, which is made where the game is
   judged and read in one place, in order: what the game counts for, its diagnostics and its line of output as text, and
   the line of the tag that ties it to a match, since only a match knows whether its round is wrong. */
#include "forms/json/json.h"
#include "forms/text/diagnostics.h"
#include "forms/text/score_line.h"
#include "library/match_list.h"
#include "library/tournament_table.h"
#include "library/writer.h"

#include <stdlib.h>

/* The number of the game where a text has it; texts have no control characters but newlines. */
#define NUMBER "\x1d"

struct score_row {
    uint32_t number; /* 0: stray text */
    uint32_t line;
    uint32_t errors;
    uint32_t warnings;
    struct slice file;
    struct slice before; /* diagnostics, up to the tag that ties */
    struct slice after;
    struct slice text;     /* of the form, or NULL */
    struct slice name;     /* how a game that is left out is called */
    struct slice tie_line; /* that the tag is in; NULL: none ties */
    uint32_t tie_number;   /* its number */
    uint32_t tie_column;   /* of its first character */
    struct span tie;       /* in it */
    struct entry entry;
};

/* Rows as text, both ways. */

struct row_io {
    struct text *text; /* to be written, or NULL */
    struct slice rest; /* to be read */
    bool failed;
};

static int64_t pass_number(struct row_io *io, int64_t number)
{
    bool negative = io->rest.length > 0 && io->rest.at[0] == '-';
    uint64_t value = 0;
    size_t i = negative;
    if (io->text != NULL) {
        text_add_number(io->text, number);
        text_add_char(io->text, ';');
        return number;
    }
    for (; i < io->rest.length && io->rest.at[i] >= '0' && io->rest.at[i] <= '9'; i++)
        value = 10 * value + (uint64_t)(io->rest.at[i] - '0');
    io->failed |= i >= io->rest.length || io->rest.at[i] != ';';
    io->rest = io->failed ? (struct slice){"", 0} : slice_after(io->rest, i + 1);
    return io->failed ? 0 : negative ? -(int64_t)value : (int64_t)value;
}
#define PASS(io, field) ((field) = (__typeof__(field))pass_number(io, (int64_t)(field)))

/* Bytes that look like a mark become one that stands for themselves. */
static void pass_slice(struct row_io *io, struct slice *slice)
{
    uint32_t room = slice->at == NULL ? 0 : (uint32_t)slice->length + 1;
    PASS(io, room);
    if (io->text == NULL) {
        bool there = room > 0 && io->rest.length >= room - 1;
        io->failed |= room > 0 && !there;
        *slice = there ? slice_shorter(io->rest, room - 1) : (struct slice){NULL, 0};
        io->rest = there ? slice_after(io->rest, room - 1) : io->rest;
        return;
    }
    for (size_t i = 0, next; i < slice->length; i = next + 1) {
        const char *mark = memchr(slice->at + i, MARK, slice->length - i);
        next = mark == NULL ? slice->length : (size_t)(mark - slice->at);
        text_printf(io->text, "%pS%s", SLICE((struct slice){slice->at + i, next - i}), mark == NULL ? "" : MARK_ITSELF);
    }
}

static void pass_span(struct row_io *io, struct catasta_span *span)
{
    PASS(io, span->begin);
    PASS(io, span->end);
}

static void pass_entry(struct row_io *io, struct entry *entry)
{
    PASS(io, entry->counted);
    PASS(io, entry->unplayed);
    PASS(io, entry->scoring);
    PASS(io, entry->winners);
    PASS(io, entry->seats);
    for (unsigned i = 0; i < CATASTA_SEATS; i++) {
        PASS(io, entry->halves[i]);
        PASS(io, entry->places[i]);
        PASS(io, entry->sides[i]);
        pass_slice(io, &entry->players[i]);
    }
    pass_slice(io, &entry->game);
    pass_slice(io, &entry->ruleset);
    PASS(io, entry->rule.points);
    PASS(io, entry->rule.best_of);
    PASS(io, entry->rule.winner_starts);
    pass_slice(io, &entry->match.value);
    pass_slice(io, &entry->event.value);
    pass_span(io, &entry->match.span);
    pass_span(io, &entry->event.span);
    pass_span(io, &entry->first_player);
    PASS(io, entry->round);
}

static void pass_row(struct row_io *io, struct score_row *row)
{
    PASS(io, row->line);
    PASS(io, row->errors);
    PASS(io, row->warnings);
    pass_slice(io, &row->file);
    pass_slice(io, &row->before);
    pass_slice(io, &row->after);
    pass_slice(io, &row->text);
    pass_slice(io, &row->name);
    pass_slice(io, &row->tie_line);
    PASS(io, row->tie_number);
    PASS(io, row->tie_column);
    PASS(io, row->tie.begin);
    PASS(io, row->tie.end);
    pass_entry(io, &row->entry);
}

/* Making rows. */

/* The line of the tag at TIE. */
static void take_tie(const struct form_game *game, struct span tie, struct score_row *row)
{
    struct cursor cursor = cursor_at(game->report->record);
    tie = record_place(game->report->record, tie);
    cursor_move(&cursor, tie.begin);
    size_t begin = cursor.line_begin;
    size_t end = cursor_line_end(&cursor, cursor.source.length);
    row->tie_line = slice_cut(cursor.source, (struct span){(uint32_t)begin, (uint32_t)end});
    row->tie_number = cursor.line;
    row->tie_column = begin == 0 ? game->report->record->column : 1;
    row->tie.begin = tie.begin - (uint32_t)begin;
    row->tie.end = (tie.end < end ? tie.end : (uint32_t)end) - (uint32_t)begin;
}

static bool add_row(const struct form_game *game, struct text *text)
{
    const struct catasta_scores *scores = game->options->packing->scores;
    const struct report *report = game->report;
    struct score_row row = {.line = report->record->line,
        .errors = report->errors,
        .warnings = report->warnings,
        .file = slice_of(game->file)};
    struct row_io io = {.text = text};
    struct text texts[4];
    struct span tie = {UINT32_MAX, UINT32_MAX};
    bool counts = !record_is_empty(report->record);
    for (size_t i = 0; i < 4; i++)
        text_init(&texts[i]);
    entry_read(game->data, &row.entry);
    if (counts && matches_take(&scores->matches->matches, &row.entry)) {
        struct catasta_span span = match_tie(scores->matches->matches.ties, &row.entry);
        tie = (struct span){(uint32_t)span.begin, (uint32_t)span.end};
        take_tie(game, tie, &row);
    }
    struct cursor cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        render_diagnostic(report, next, game->file, &cursor, game->style, &texts[next->span.begin > tie.begin]);
    if (counts &&
        (scores->form == CATASTA_JSON || scores->standings == NULL ||
            (scores->form == CATASTA_TEXT && scores->verbose)))
        score_line(scores->form, report, game->file, NUMBER, scores->verbose, &texts[2]);
    if (counts && scores->standings != NULL)
        standings_game_name(report, game->file, NUMBER, scores->form == CATASTA_TSV, &texts[3]);
    row.before = text_slice(&texts[0]);
    row.after = text_slice(&texts[1]);
    row.text = text_slice(&texts[2]);
    row.name = text_slice(&texts[3]);
    text_add_string(text, counts ? MARK_GAME MARK_NUMBER ";" : MARK_STRAY MARK_NUMBER ";");
    pass_row(&io, &row);
    for (size_t i = 0; i < 4; i++)
        text_release(&texts[i]);
    return true;
}

static const struct form rows_form = {.name = "rows", .marked = true, .data = true, .add = add_row};

/* Taking rows. */

static bool give(const struct catasta_sink *sink, struct slice bytes)
{
    return bytes.length == 0 || sink->write(sink->context, bytes.at, bytes.length);
}

/* TEXT with the number of the game. */
static void add_numbered(struct slice text, uint32_t number, struct text *filled)
{
    struct slice part;
    for (bool first = true; slice_split(&text, NUMBER[0], &part); first = false) {
        if (!first)
            text_add_number(filled, number);
        text_add(filled, part);
    }
}

/* What is wrong with the round of ROW, rendered as if its line were all there is. */
static bool add_fault(
    const struct catasta_scores *scores, struct score_row *row, const struct match_fault *fault, struct text *text)
{
    SCOPED(arena, arena);
    struct record record;
    struct report report;
    bool added = false;
    record_init(&record, &arena, row->tie_line.at == NULL ? (struct slice){"", 0} : row->tie_line);
    record.line = row->tie_number;
    record.column = row->tie_column;
    report_init(&report);
    report_skip(&report, &record);
    bool done =
        referee_add(scores->session->referee, &report, fault->rule, text_slice(&fault->facts), row->tie, &added);
    struct cursor cursor = cursor_at(&record);
    SCOPED(text, name);
    text_add(&name, row->file);
    text_add_char(&name, '\0');
    if (added && !name.failed)
        render_diagnostic(&report, report.diagnostics.first, name.bytes, &cursor, &scores->session->style, text);
    row->errors += report.errors;
    report_release(&report);
    return done;
}

static void refuse(struct catasta_scores *scores, const struct score_row *row, const char *why)
{
    struct text text = {0};
    text_printf(
        &text, "%pE:%u: game %u does not fit these standings: %s", SLICE(row->file), row->line, row->number, why);
    report_error(&text, scores->errors);
    scores->refused = true;
}

static bool take_game(struct catasta_scores *scores, struct score_row *row)
{
    struct match_fault fault;
    SCOPED(text, found);
    SCOPED(text, text);
    SCOPED(text, name);
    const char *why = NULL;
    bool counts = row->number > 0;
    bool shown;
    bool done = !counts || matches_add(&scores->matches->matches, &row->entry, &fault);
    if (done && counts && fault.rule != NULL)
        done = add_fault(scores, row, &fault, &found) &&
            (scores->game == NULL || game_add_fault(scores->game, &fault, &shown));
    if (counts)
        text_release(&fault.facts);
    scores->wrong |= row->errors > 0;
    bool warned = row->warnings > 0 && (scores->standings != NULL || !counts);
    if (done && (found.length > 0 || row->errors > 0 || warned))
        done = give(scores->diagnostics, row->before) && give(scores->diagnostics, text_slice(&found)) &&
            give(scores->diagnostics, row->after);
    if (done && counts && scores->standings != NULL) {
        enum catasta_added added = standings_take(scores->standings, scores->game, &row->entry, &why);
        if (added == CATASTA_REFUSED)
            refuse(scores, row, why);
        done = added == CATASTA_ADDED || added == CATASTA_LEFT_OUT;
        scores->lines |= added == CATASTA_LEFT_OUT;
    }
    if (done && counts) {
        text_add_string(&text, scores->form == CATASTA_JSON && scores->any ? ",\n" : "");
        scores->any = true;
        add_numbered(row->text, row->number, &text);
        add_numbered(row->name, row->number, &name);
        if (scores->standings != NULL)
            standings_end_game(scores->standings, scores->form, text_slice(&name), &text);
        done = !text.failed && !name.failed && (scores->output == NULL || give(scores->output, text_slice(&text)));
    }
    return done;
}

static bool take_rows(void *context, const char *bytes, size_t length)
{
    unsigned since = memory_failures();
    struct row_io io = {.rest = {bytes, length}};
    bool done = true;
    while (done && io.rest.length > 0) {
        struct score_row row = {.entry.rule.size = sizeof row.entry.rule};
        PASS(&io, row.number);
        pass_row(&io, &row);
        done = !io.failed && take_game(context, &row);
    }
    return done && !memory_ran_out(since);
}

catasta_writer *catasta_scores_writer(struct catasta_scores *scores)
{
    const struct catasta_sink sink = {take_rows, scores};
    struct catasta_writer *writer = writer_new(&rows_form, NULL, &sink);
    if (writer != NULL)
        writer->packing.scores = scores;
    return writer;
}
