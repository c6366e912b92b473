/* SPDX-License-Identifier: MIT */
#include "forms/json/json.h"

#include "base/utf8.h"
#include "forms/text/place.h"
#include "tournament/matches.h"

void json_players(const struct report *report, struct text *text)
{
    text_add_char(text, '[');
    for (unsigned i = 0; i < report->seats; i++)
        text_printf(text, "%s%pN", i > 0 ? "," : "", SLICE(report->players[i]));
    text_add_char(text, ']');
}

void json_outcome(const struct report *report, struct text *text)
{
    const struct outcome *outcome = &report->outcome;
    bool first = true;
    text_printf(
        text, "{\"over\":%s,\"reason\":%pN,\"winners\":[", outcome->over ? "true" : "false", SLICE(outcome->reason));
    for (unsigned i = 0; i < report->seats; i++)
        if ((outcome->winners >> i & 1) != 0) {
            text_printf(text, first ? "%u" : ",%u", i + 1);
            first = false;
        }
    text_add_string(text, "],\"scores\":[");
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(text, i > 0 ? "," : "");
        halves_write(outcome->halves[i], text);
    }
    text_printf(text, "],\"claimed\":%pN}",
        SLICE(report->declared.written ? report->declared.figures : (struct slice){NULL, 0}));
}

/* Positions are plain: nothing in them needs a backslash. */
static void add_position(const struct report *report, struct text *text)
{
    text_add_string(text, report->state == NULL ? "null" : "\"");
    if (report->state == NULL)
        return;
    game_write_position(report->book.rules, report->state, text);
    text_add_char(text, '"');
}

void json_turn(const struct report *report, const struct diagnostic *diagnostic, struct text *text)
{
    struct slice turn = record_written(report->record, diagnostic->turn);
    text_printf(text, "%pN", SLICE(diagnostic->turn.end == 0 ? (struct slice){NULL, 0} : turn));
}

static void add_edit(const struct edit *edit, struct cursor *cursor, struct text *text)
{
    const struct span span = record_place(cursor->record, edit->span);
    cursor_move(cursor, span.begin);
    text_printf(text, "{\"line\":%u,\"column\":%u", cursor->line, cursor->column);
    cursor_move(cursor, span.end);
    text_printf(
        text, ",\"end_line\":%u,\"end_column\":%u,\"text\":%pJ}", cursor->line, cursor->column, SLICE(edit->text));
}

static void add_repair(const struct repair *repair, struct cursor *cursor, struct text *text)
{
    text_printf(text, "{\"kind\":\"%s\",\"confidence\":\"%s\",\"turn\":%pN,\"legal\":%u,\"whole\":%s,\"edits\":[",
        repair_kind_name(repair->kind), confidence_name(repair->confidence),
        SLICE(repair->text.length == 0 ? (struct slice){NULL, 0} : repair->text), repair->legal,
        repair->whole ? "true" : "false");
    for (unsigned i = 0; i < repair->edit_count; i++) {
        text_add_string(text, i > 0 ? "," : "");
        add_edit(&repair->edits[i], cursor, text);
    }
    text_add_string(text, "]}");
}

/* The repairs of a fault, and how the line was judged after it.  CURSOR is at the fault. */
static void add_repairs(const struct diagnostic *diagnostic, struct cursor cursor, struct text *text)
{
    const struct repair *first = diagnostic->repairs;
    bool any = diagnostic->repair_count > 0;
    bool other_turn = any && first->kind == REPAIR_TURN;
    text_printf(text, ",\"fix\":%pN,\"confidence\":%pN,\"repairs\":[",
        SLICE(other_turn ? first->text : (struct slice){NULL, 0}),
        SLICE(any ? confidence_name(first->confidence) : NULL));
    for (unsigned i = 0; i < diagnostic->repair_count; i++) {
        text_add_string(text, i > 0 ? "," : "");
        add_repair(&diagnostic->repairs[i], &cursor, text);
    }
    text_printf(text, "],\"went_on\":%pN", SLICE(sequel_name(diagnostic->sequel)));
}

static void add_diagnostic(
    const struct report *report, const struct diagnostic *diagnostic, struct cursor *cursor, struct text *text)
{
    SCOPED(text, message);
    const struct span span = record_fault_place(report->record, diagnostic);
    diagnostic_message(diagnostic, &message);
    cursor_move(cursor, span.begin);
    text_printf(text,
        "{\"id\":\"%s\",\"severity\":\"%s\",\"line\":%u,\"column\":%u,\"end_column\":%u,\"ply\":%u,\"seat\":",
        diagnostic->rule->id, severity_name(diagnostic->severity), cursor->line, cursor->column,
        cursor_end_column(cursor, span.end), diagnostic->ply);
    text_printf(text, diagnostic->seat == 0 ? "null" : "%u", diagnostic->seat);
    text_add_string(text, ",\"turn\":");
    json_turn(report, diagnostic, text);
    text_printf(text, ",\"message\":%pJ%s%s", SLICE(&message), diagnostic->in_variation ? ",\"variation\":true" : "",
        diagnostic->cascaded ? ",\"follows\":true" : "");
    add_repairs(diagnostic, *cursor, text);
    text_add_char(text, '}');
}

/* What the reader of a typed text has changed: where, what it was, what it is now, and of which kind. */
static void add_changes(const struct record *record, struct text *text)
{
    struct cursor cursor = cursor_at(record);
    for (size_t i = 0; i < record->change_count; i++) {
        const struct record_change *change = &record->changes[i];
        cursor_move(&cursor, change->place.begin);
        text_printf(text, "%s{\"kind\":\"%s\",\"line\":%u,\"column\":%u,\"was\":%pJ,\"now\":%pJ}", i > 0 ? "," : "",
            typed_rules[change->rule].id, cursor.line, cursor.column,
            SLICE(slice_cut(record_bytes(record), change->place)), SLICE(change->now));
    }
}

bool json_add(const struct form_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct cursor cursor = cursor_at(report->record);
    mark_game(report, text);
    text_printf(text,
        "{\"file\":%pJ,\"game\":" MARK_NUMBER
        ",\"line\":%u,\"offset\":%llu,\"length\":%zu,\"ruleset\":%pN,\"players\":",
        SLICE(game->file), report->record->line, (unsigned long long)report->record->offset,
        record_bytes(report->record).length, SLICE(report->ruleset));
    json_players(report, text);
    text_printf(text, ",\"plies\":%u,\"legal\":%s,\"outcome\":", report->plies, report->legal ? "true" : "false");
    json_outcome(report, text);
    text_add_string(text, ",\"position\":");
    add_position(report, text);
    text_add_string(text, ",\"diagnostics\":[");
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        text_add_string(text, next == report->diagnostics.first ? "" : ",");
        add_diagnostic(report, next, &cursor, text);
        mark_found(next, text);
    }
    text_add_string(text, MARK_END "]");
    if (report->record->change_count > 0) {
        text_add_string(text, ",\"changes\":[");
        add_changes(report->record, text);
        text_add_char(text, ']');
    }
    text_add_string(text, "}\n");
    return true;
}
