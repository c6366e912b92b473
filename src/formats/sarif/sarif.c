/* SPDX-License-Identifier: MIT */
#include "formats/sarif/sarif.h"

#include "formats/json/json.h"
#include "formats/text/diagnostics.h"
#include "referee/rules_table.h"

#include <stdlib.h>

/* Texts. */

/* In messages a brace begins a placeholder and "](" a link; here they are themselves. */
static void add_plain(struct text *text, struct slice slice)
{
    for (size_t i = 0; i < slice.length; i++) {
        char c = slice.at[i];
        if (c == '{' || c == '}')
            text_add_char(text, c);
        if (c == ']' && i + 1 < slice.length && slice.at[i + 1] == '(')
            text_add_char(text, '\\');
        text_add_char(text, c);
    }
}

/* "KEY":{"NAME":"…"} */
static void add_only(struct json *json, const char *key, const char *name, struct slice value)
{
    json_begin(json, key, "{");
    json_put_text(json, name, value);
    json_end(json, "}");
}

static void add_message(struct json *json, const char *key, struct slice slice)
{
    SCOPED(text, plain);
    add_plain(&plain, slice);
    add_only(json, key, "text", text_slice(&plain));
}

/* Places. */

/* A file name as a URI reference; an absolute path gets the scheme "file". */
static void add_uri(struct text *text, const char *file)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    text_add_string(text, file[0] == '/' ? "file://" : "");
    for (; *file != '\0'; file++)
        if (strchr(plain, *file) != NULL)
            text_add_char(text, *file);
        else
            text_printf(text, "%%%02X", (unsigned char)*file);
}

static void add_artifact_location(struct json *json, const char *key, const char *file)
{
    SCOPED(text, uri);
    add_uri(&uri, file);
    add_only(json, key, "uri", text_slice(&uri));
}

/* "KEY":{…} with the lines and columns of SPAN; the end is exclusive. */
static void add_region(struct json *json, const char *key, struct cursor *cursor, struct span span)
{
    json_begin(json, key, "{");
    cursor_move(cursor, span.begin);
    json_put_number(json, "startLine", cursor->line);
    json_put_number(json, "startColumn", cursor->column);
    cursor_move(cursor, span.end);
    json_put_number(json, "endLine", cursor->line);
    json_put_number(json, "endColumn", cursor->column);
    json_end(json, "}");
}

/* A fault between two characters is shown at the one after it. */
static struct span shown_span(const struct diagnostic *diagnostic, struct cursor cursor)
{
    struct span span = record_fault_place(cursor.record, diagnostic);
    cursor_move(&cursor, span.begin);
    if (span.end <= span.begin && cursor_line_end(&cursor, cursor.offset + 1) > cursor.offset) {
        cursor_move(&cursor, cursor.offset + 1);
        span.end = (uint32_t)cursor.offset;
    }
    return span;
}

struct sarif_place {
    const struct output_game *game;
    struct cursor cursor;
};

static void add_physical(struct json *json, struct sarif_place *spot, struct span span)
{
    json_begin(json, "physicalLocation", "{");
    add_artifact_location(json, "artifactLocation", spot->game->file);
    if (spot->cursor.record->row == NULL)
        add_region(json, "region", &spot->cursor, span);
    json_end(json, "}");
}

static void add_location(struct json *json, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    json_begin(json, "locations", "[{");
    add_physical(json, spot, shown_span(diagnostic, spot->cursor));
    if (!record_is_empty(spot->cursor.record)) {
        json_begin(json, "logicalLocations", "[{");
        struct text *name = json_raw(json, "fullyQualifiedName");
        text_add_string(name, "\"game ");
        output_mark_number(spot->game, name);
        if (diagnostic->ply > 0)
            text_printf(name, "%s, ply %u", diagnostic->in_variation ? ", variation" : "", diagnostic->ply);
        text_add_char(name, '"');
        json_put_word(json, "kind", diagnostic->ply > 0 ? "ply" : "game");
        json_end(json, "}]");
    }
    if (spot->cursor.record->row != NULL) {
        json_begin(json, "properties", "{");
        json_put_number(json, "row", *spot->cursor.record->row);
        json_end(json, "}");
    }
    json_end(json, "}]");
}

/* Results. */

/* The first of them begins the list. */
static void add_related(struct json *json, struct sarif_place *spot, struct span span, const char *message, bool *any)
{
    if (!*any)
        json_begin(json, "relatedLocations", "[");
    *any = true;
    json_begin(json, NULL, "{");
    add_physical(json, spot, span);
    add_message(json, "message", slice_of(message));
    json_end(json, "}");
}

/* Whether the Nth repair is about an earlier turn that those before it are not about. */
static bool is_earlier_turn(const struct diagnostic *diagnostic, unsigned n)
{
    const struct repair *repair = &diagnostic->repairs[n];
    bool first = repair->kind == REPAIR_EARLIER && repair->edit_count > 0;
    for (const struct repair *other = diagnostic->repairs; first && other < repair; other++)
        first = other->kind != REPAIR_EARLIER || other->edits[0].span.begin != repair->edits[0].span.begin;
    return first;
}

static void add_related_locations(struct json *json, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    bool any = false;
    const struct record *record = spot->cursor.record;
    struct span turn = diagnostic->turn;
    if (record->row == NULL && turn.end > turn.begin &&
        (turn.begin != diagnostic->span.begin || turn.end != diagnostic->span.end))
        add_related(json, spot, record_place(record, turn), "the whole turn", &any);
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        if (is_earlier_turn(diagnostic, i))
            add_related(
                json, spot, record_place(record, diagnostic->repairs[i].edits[0].span), "the earlier turn", &any);
    if (any)
        json_end(json, "]");
}

static void add_repair_words(struct json *json, const struct repair *repair)
{
    static const struct {
        const char *one;
        const char *several;
    } words[] = {
        [REPAIR_TURN] = {" was meant", NULL},
        [REPAIR_EARLIER] = {" was meant instead of an earlier turn", NULL},
        [REPAIR_LEFT_OUT] = {" was left out", " were left out"},
        [REPAIR_GLUED] = {NULL, "two turns are written without a space between them"},
        [REPAIR_DOUBLED] = {"a turn is written twice", "%u turns are written twice"},
        [REPAIR_SWAPPED] = {"two turns are swapped", "two rounds are swapped"},
        [REPAIR_UNCLOSED] = {"a variation is not closed", NULL},
        [REPAIR_BOTH] = {NULL, " were meant instead of two turns in a row"},
        [REPAIR_REORDERED] = {NULL, "%u turns are in the wrong order"},
        [REPAIR_SWALLOWED] = {"a comment is not closed, and contains a turn",
            "a comment is not closed, and contains %u turns"},
        [REPAIR_TEXT] = {"something else was meant", NULL},
    };
    SCOPED(text, description);
    if (repair->kind <= REPAIR_LEFT_OUT || repair->kind == REPAIR_BOTH)
        text_add_escaped(&description, repair->text);
    bool one = words[repair->kind].several == NULL || (repair->turns <= 1 && words[repair->kind].one != NULL);
    text_printf(&description, one ? words[repair->kind].one : words[repair->kind].several, repair->turns);
    add_message(json, "description", text_slice(&description));
}

static void add_sarif_edit(struct json *json, struct sarif_place *spot, const struct edit *edit)
{
    json_begin(json, NULL, "{");
    add_region(json, "deletedRegion", &spot->cursor, record_place(spot->cursor.record, edit->span));
    if (edit->text.length > 0)
        add_only(json, "insertedContent", "text", edit->text);
    json_end(json, "}");
}

static void add_fix(struct json *json, struct sarif_place *spot, const struct repair *repair)
{
    json_begin(json, NULL, "{");
    add_repair_words(json, repair);
    json_begin(json, "artifactChanges", "[{");
    add_artifact_location(json, "artifactLocation", spot->game->file);
    json_begin(json, "replacements", "[");
    for (unsigned i = 0; i < repair->edit_count; i++)
        add_sarif_edit(json, spot, &repair->edits[i]);
    json_end(json, "]}]");
    json_begin(json, "properties", "{");
    json_put_word(json, "kind", repair_kind_name(repair->kind));
    json_put_word(json, "confidence", confidence_name(repair->confidence));
    json_put_number(json, "legal", repair->legal);
    json_put_flag(json, "whole", repair->whole);
    json_end(json, "}}");
}

static void add_fixes(struct json *json, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    bool any = false;
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        if (diagnostic->repairs[i].edit_count > 0) {
            if (!any)
                json_begin(json, "fixes", "[");
            add_fix(json, spot, &diagnostic->repairs[i]);
            any = true;
        }
    if (any)
        json_end(json, "]");
}

static void add_result_message(struct json *json, const struct report *report, const struct diagnostic *diagnostic)
{
    SCOPED(text, message);
    render_turn_name(report, diagnostic, &message);
    diagnostic_message(diagnostic, &message);
    if (diagnostic->board.length > 0)
        text_printf(&message, "%s%pE",
            diagnostic->within ? ". Before this step: " : ". Before the turn: ", SLICE(diagnostic->board));
    bool asks = message.length > 0 && message.bytes[message.length - 1] == '?';
    text_add_string(&message, asks ? "" : ".");
    add_message(json, "message", text_slice(&message));
}

/* What SARIF has no place for, by the names of JSON Lines. */
static void add_properties(struct json *json, const struct output_game *game, const struct diagnostic *diagnostic)
{
    json_begin(json, "properties", "{");
    output_mark_number(game, json_raw(json, "game"));
    json_put_number(json, "ply", diagnostic->ply);
    if (diagnostic->seat > 0)
        json_put_number(json, "seat", diagnostic->seat);
    if (diagnostic->turn.end > 0)
        json_turn(json, game->report, diagnostic);
    if (diagnostic->in_variation)
        json_put_flag(json, "variation", true);
    if (diagnostic->cascaded)
        json_put_flag(json, "follows", true);
    if (diagnostic->sequel != SEQUEL_NONE)
        json_put_word(json, "went_on", sequel_name(diagnostic->sequel));
    json_end(json, "}");
}

static void add_suppression(struct json *json)
{
    json_begin(json, "suppressions", "[{");
    json_put_word(json, "kind", "inSource");
    json_put_word(json, "status", "accepted");
    json_put_word(json, "justification", "the turn stood: the game goes on from there");
    json_end(json, "}]");
}

bool sarif_add(const struct output_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct sarif_place spot = {.game = game, .cursor = cursor_at(report->record)};
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        struct json json = {.text = text};
        output_mark(game, MARK_COMMA, text);
        text_add_char(text, '\n');
        json_begin(&json, NULL, "{");
        json_put_word(&json, "ruleId", next->rule->id);
        json_put_number(&json, "ruleIndex", (long long)rules_index(next->rule));
        json_put_word(&json, "level", severity_name(next->severity));
        add_result_message(&json, report, next);
        add_location(&json, &spot, next);
        add_related_locations(&json, &spot, next);
        add_fixes(&json, &spot, next);
        if (next->sequel == SEQUEL_STOOD && next->severity != SEVERITY_ERROR)
            add_suppression(&json);
        add_properties(&json, game, next);
        json_end(&json, "}");
        output_mark_diagnostic(game, next, text);
    }
    output_mark(game, MARK_END, text);
    return true;
}

/* The head. */

/* A list with each item on a line of its own. */
static void begin_lines(struct json *json, const char *key)
{
    json_begin(json, key, "[");
    text_add_char(json->text, '\n');
}

static void end_lines(struct json *json)
{
    text_add_char(json->text, '\n');
    json_end(json, "]");
}

/* Characters that Markdown would take for its own. */
static void add_markdown(struct text *text, const char *words)
{
    for (; *words != '\0'; words++) {
        text_add_string(text, strchr("\\`*_<>[]#|~", *words) != NULL ? "\\" : "");
        text_add_char(text, *words);
    }
}

/* An example after TITLE, between FENCEs. */
static void add_example(struct text *text, const char *title, const char *example, const char *fence)
{
    size_t length = strlen(example);
    bool ends = length > 0 && example[length - 1] == '\n';
    text_printf(text, "\n%s:\n\n%s%s%s%s", title, fence, example, ends ? "" : "\n", fence);
}

static void add_help_text(struct text *text, const struct rule *rule, bool markdown)
{
    const char *fence = markdown ? "```\n" : "";
    if (markdown)
        add_markdown(text, rule->explanation);
    else
        text_add_string(text, rule->explanation);
    text_add_char(text, '\n');
    if (rule->example != NULL)
        add_example(text, "For example, this is wrong", rule->example, fence);
    if (rule->example != NULL && rule->kept != NULL)
        add_example(text, "This is right", rule->kept, fence);
}

static void add_help(struct json *json, const struct rule *rule)
{
    SCOPED(text, words);
    json_begin(json, "help", "{");
    add_help_text(&words, rule, false);
    json_put_text(json, "text", text_slice(&words));
    text_clear(&words);
    add_help_text(&words, rule, true);
    json_put_text(json, "markdown", text_slice(&words));
    json_end(json, "}");
}

/* "accasta/too-many-pieces" has the name "TooManyPieces". */
static void add_rule_name(struct text *text, const char *id)
{
    bool begins = true;
    for (const char *c = strchr(id, '/') + 1; *c != '\0'; c++) {
        bool lower = *c >= 'a' && *c <= 'z';
        if (*c != '-')
            text_add_char(text, begins && lower ? (char)(*c - 'a' + 'A') : *c);
        begins = *c == '-';
    }
}

static void add_rule(struct json *json, const struct rule *rule)
{
    SCOPED(text, name);
    add_rule_name(&name, rule->id);
    json_begin(json, NULL, "{");
    json_put_word(json, "id", rule->id);
    json_put_text(json, "name", text_slice(&name));
    /* They have no placeholders, unlike a message, and are shown as they are. */
    add_only(json, "shortDescription", "text", first_sentence(slice_of(rule->explanation)));
    add_only(json, "fullDescription", "text", slice_of(rule->explanation));
    add_help(json, rule);
    add_only(json, "defaultConfiguration", "level", slice_of(severity_name(rule->severity)));
    json_end(json, "}");
}

static void add_tool(struct json *json, const char *version)
{
    const struct rule *rule;
    json_begin(json, "tool", "{");
    json_begin(json, "driver", "{");
    json_put_word(json, "name", "catasta");
    json_put_word(json, "version", version);
    json_put_word(json, "semanticVersion", version);
    begin_lines(json, "rules");
    for (size_t n = 0; (rule = rules_nth(n)) != NULL; n++) {
        json_line(json);
        add_rule(json, rule);
    }
    end_lines(json);
    json_end(json, "}}");
}

void sarif_begin(struct document *document)
{
    struct json json = {.text = &document->text};
    json_begin(&json, NULL, "{");
    json_put_word(
        &json, "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json");
    json_put_word(&json, "version", "2.1.0");
    json_begin(&json, "runs", "[{");
    add_tool(&json, document->version);
    json_put_word(&json, "columnKind", "unicodeCodePoints");
    json_put_word(&json, "defaultEncoding", "UTF-8");
    text_add_string(json_raw(&json, "newlineSequences"), "[\"\\r\\n\",\"\\n\",\"\\r\"]");
    json_begin(&json, "results", "[");
}

/* The tail. */

void sarif_note(struct document *document, enum severity severity, const char *file, const char *message)
{
    struct json json = {.text = &document->notes, .comma = document->notes.length > 0};
    json_line(&json);
    json_begin(&json, NULL, "{");
    json_put_word(&json, "level", severity_name(severity));
    add_message(&json, "message", slice_of(message));
    if (file != NULL) {
        json_begin(&json, "locations", "[{");
        json_begin(&json, "physicalLocation", "{");
        add_artifact_location(&json, "artifactLocation", file);
        json_end(&json, "}}]");
    }
    json_end(&json, "}");
}

static int compare_file_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each file once, however often it was named. */
void sarif_end(struct document *document, int status)
{
    struct json json = {.text = &document->text};
    end_lines(&json);
    json_begin(&json, "invocations", "[{");
    json_put_flag(&json, "executionSuccessful", status < 2);
    json_put_number(&json, "exitCode", status);
    if (document->notes.length > 0) {
        begin_lines(&json, "toolExecutionNotifications");
        text_add(json.text, text_slice(&document->notes));
        end_lines(&json);
    }
    json_end(&json, "}]");
    json_begin(&json, "artifacts", "[");
    if (document->file_count > 0)
        text_add_char(json.text, '\n');
    if (document->file_count > 0)
        qsort(document->files, document->file_count, sizeof *document->files, compare_file_names);
    for (size_t i = 0; i < document->file_count; i++) {
        if (i > 0 && strcmp(document->files[i - 1], document->files[i]) == 0)
            continue;
        json_line(&json);
        json_begin(&json, NULL, "{");
        add_artifact_location(&json, "location", document->files[i]);
        json_begin(&json, "roles", "[");
        json_put_word(&json, NULL, "analysisTarget");
        json_end(&json, "]}");
    }
    json_end(&json, "]}");
    json_end(&json, "]}\n");
}
