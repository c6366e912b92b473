/* SPDX-License-Identifier: MIT */
#include "formats/json/json.h"

#include "base/utf8.h"
#include "formats/text/place.h"
#include "tournament/matches.h"

void json_players(const struct report *report, struct text *text)
{
    struct json json = {.text = text};
    json_begin(&json, NULL, "[");
    for (unsigned i = 0; i < report->seats; i++)
        json_put_text(&json, NULL, report->players[i]);
    json_end(&json, "]");
}

void json_outcome(const struct report *report, struct text *text)
{
    const struct outcome *outcome = &report->outcome;
    struct json value = {.text = text};
    struct json *json = &value;
    json_begin(json, NULL, "{");
    json_put_flag(json, "over", outcome->over);
    json_put_word(json, "reason", outcome->reason);
    json_begin(json, "winners", "[");
    for (unsigned i = 0; i < report->seats; i++)
        if ((outcome->winners >> i & 1) != 0)
            json_put_number(json, NULL, i + 1);
    json_end(json, "]");
    json_begin(json, "scores", "[");
    for (unsigned i = 0; i < report->seats; i++)
        halves_write(outcome->halves[i], json_raw(json, NULL));
    json_end(json, "]");
    json_put_text(json, "claimed", report->declared.written ? report->declared.figures : (struct slice){NULL, 0});
    json_end(json, "}");
}

static void add_position(struct json *json, const struct report *report)
{
    struct text *text = json->text;
    if (report->state == NULL) {
        json_put_null(json, "position");
        return;
    }
    json_raw(json, "position");
    text_add_char(text, '"');
    game_write_position(report->book.rules, report->state, text);
    text_add_char(text, '"');
}

void json_turn(struct json *json, const struct report *report, const struct diagnostic *diagnostic)
{
    struct slice turn = record_written(report->record, diagnostic->turn);
    json_put_text(json, "turn", diagnostic->turn.end == 0 ? (struct slice){NULL, 0} : turn);
}

static void add_json_edit(struct json *json, const struct edit *edit, struct cursor *cursor)
{
    const struct span span = record_place(cursor->record, edit->span);
    json_begin(json, NULL, "{");
    cursor_move(cursor, span.begin);
    json_put_number(json, "line", cursor->line);
    json_put_number(json, "column", cursor->column);
    cursor_move(cursor, span.end);
    json_put_number(json, "end_line", cursor->line);
    json_put_number(json, "end_column", cursor->column);
    json_put_text(json, "text", edit->text);
    json_end(json, "}");
}

static void add_repair(struct json *json, const struct repair *repair, struct cursor *cursor)
{
    json_begin(json, NULL, "{");
    json_put_word(json, "kind", repair_kind_name(repair->kind));
    json_put_word(json, "confidence", confidence_name(repair->confidence));
    json_put_text(json, "turn", repair->text.length == 0 ? (struct slice){NULL, 0} : repair->text);
    json_put_number(json, "legal", repair->legal);
    json_put_flag(json, "whole", repair->whole);
    json_begin(json, "edits", "[");
    for (unsigned i = 0; i < repair->edit_count; i++)
        add_json_edit(json, &repair->edits[i], cursor);
    json_end(json, "]}");
}

/* The repairs of a fault, and how the line was judged after it.  CURSOR is at the fault. */
static void add_repairs(struct json *json, const struct diagnostic *diagnostic, struct cursor cursor)
{
    const struct repair *first = diagnostic->repairs;
    bool any = diagnostic->repair_count > 0;
    bool other_turn = any && first->kind == REPAIR_TURN;
    json_put_text(json, "fix", other_turn ? first->text : (struct slice){NULL, 0});
    json_put_word(json, "confidence", any ? confidence_name(first->confidence) : NULL);
    json_begin(json, "repairs", "[");
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        add_repair(json, &diagnostic->repairs[i], &cursor);
    json_end(json, "]");
    json_put_word(json, "went_on", sequel_name(diagnostic->sequel));
}

static void add_diagnostic(
    struct json *json, const struct report *report, const struct diagnostic *diagnostic, struct cursor *cursor)
{
    SCOPED(text, message);
    const struct span span = record_fault_place(report->record, diagnostic);
    diagnostic_message(diagnostic, &message);
    cursor_move(cursor, span.begin);
    json_begin(json, NULL, "{");
    json_put_word(json, "id", diagnostic->rule->id);
    json_put_word(json, "severity", severity_name(diagnostic->severity));
    if (report->record->row != NULL) {
        json_put_number(json, "row", *report->record->row);
    } else {
        json_put_number(json, "line", cursor->line);
        json_put_number(json, "column", cursor->column);
        json_put_number(json, "end_column", cursor_end_column(cursor, span.end));
    }
    json_put_number(json, "ply", diagnostic->ply);
    json_put_number_if(json, "seat", diagnostic->seat != 0, diagnostic->seat);
    json_turn(json, report, diagnostic);
    json_put_text(json, "message", text_slice(&message));
    if (diagnostic->in_variation)
        json_put_flag(json, "variation", true);
    if (diagnostic->cascaded)
        json_put_flag(json, "follows", true);
    add_repairs(json, diagnostic, *cursor);
    json_end(json, "}");
}

void json_fault(const struct report *report, const struct diagnostic *diagnostic, const char *file, struct text *text)
{
    struct json json = {.text = text};
    json_begin(&json, NULL, "{");
    json_put_word(&json, "file", file);
    json_put_text(&json, "ruleset", report->ruleset);
    json_players(report, json_raw(&json, "players"));
    json_begin(&json, "diagnostics", "[{");
    json_put_word(&json, "id", diagnostic->rule->id);
    json_put_number_if(&json, "seat", diagnostic->seat != 0, diagnostic->seat);
    json_turn(&json, report, diagnostic);
    if (diagnostic->in_variation)
        json_put_flag(&json, "variation", true);
    json_end(&json, "}]}");
}

/* What the reader of a typed text has changed: where, what it was, what it is now, and of which kind. */
static void add_changes(struct json *json, const struct record *record)
{
    struct cursor cursor = cursor_at(record);
    json_begin(json, "changes", "[");
    for (size_t i = 0; i < record->change_count; i++) {
        const struct record_change *change = &record->changes[i];
        cursor_move(&cursor, change->place.begin);
        json_begin(json, NULL, "{");
        json_put_word(json, "kind", typed_rules[change->rule].id);
        json_put_number(json, "line", cursor.line);
        json_put_number(json, "column", cursor.column);
        json_put_text(json, "was", slice_cut(record_bytes(record), change->place));
        json_put_text(json, "now", change->now);
        json_end(json, "}");
    }
    json_end(json, "]");
}

bool json_add(const struct output_game *game, struct text *text)
{
    const struct report *report = game->report;
    const struct record *record = report->record;
    struct cursor cursor = cursor_at(record);
    struct json json = {.text = text};
    json_begin(&json, NULL, "{");
    json_put_word(&json, "file", game->file);
    output_mark_number(game, json_raw(&json, "game"));
    if (record->row != NULL) {
        json_put_number(&json, "row", *record->row);
    } else {
        json_put_number(&json, "line", record->line);
        json_put_number(&json, "offset", (long long)record->offset);
        json_put_number(&json, "length", (long long)record_bytes(record).length);
    }
    json_put_text(&json, "ruleset", report->ruleset);
    json_players(report, json_raw(&json, "players"));
    json_put_number(&json, "plies", report->plies);
    json_put_flag(&json, "legal", report->legal);
    json_outcome(report, json_raw(&json, "outcome"));
    add_position(&json, report);
    json_begin(&json, "diagnostics", "[");
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        add_diagnostic(&json, report, next, &cursor);
        output_mark_diagnostic(game, next, text);
    }
    if (report->diagnostics.first != NULL)
        output_mark(game, MARK_END, text);
    json_end(&json, "]");
    if (record->change_count > 0)
        add_changes(&json, record);
    json_end(&json, "}\n");
    return true;
}
