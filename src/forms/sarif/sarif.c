/* SPDX-License-Identifier: MIT */
#include "forms/sarif/sarif.h"

#include "forms/json/json.h"
#include "forms/text/diagnostics.h"
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

static void add_key(struct text *text, const char *key, struct slice value)
{
    text_printf(text, "\"%s\":%pJ", key, SLICE(value));
}

/* "KEY":{"text":"…"} */
static void add_message(struct text *text, const char *key, struct slice slice)
{
    SCOPED(text, plain);
    add_plain(&plain, slice);
    text_printf(text, "\"%s\":{", key);
    add_key(text, "text", text_slice(&plain));
    text_add_char(text, '}');
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

static void add_artifact_location(struct text *text, const char *key, const char *file)
{
    text_printf(text, "\"%s\":{\"uri\":\"", key);
    add_uri(text, file);
    text_add_string(text, "\"}");
}

/* "KEY":{…} with the lines and columns of SPAN; the end is exclusive. */
static void add_region(struct text *text, const char *key, struct cursor *cursor, struct span span)
{
    cursor_move(cursor, span.begin);
    text_printf(text, "\"%s\":{\"startLine\":%u,\"startColumn\":%u", key, cursor->line, cursor->column);
    cursor_move(cursor, span.end);
    text_printf(text, ",\"endLine\":%u,\"endColumn\":%u}", cursor->line, cursor->column);
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
    const struct form_game *game;
    struct cursor cursor;
};

static void add_physical(struct text *text, struct sarif_place *spot, struct span span)
{
    text_add_string(text, "\"physicalLocation\":{");
    add_artifact_location(text, "artifactLocation", spot->game->file);
    text_add_char(text, ',');
    add_region(text, "region", &spot->cursor, span);
    text_add_char(text, '}');
}

static void add_location(struct text *text, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    text_add_string(text, ",\"locations\":[{");
    add_physical(text, spot, shown_span(diagnostic, spot->cursor));
    if (!record_is_empty(spot->cursor.record)) {
        text_add_string(text, ",\"logicalLocations\":[{\"fullyQualifiedName\":\"game ");
        mark_number(spot->game, text);
        if (diagnostic->ply > 0)
            text_printf(text, "%s, ply %u", diagnostic->in_variation ? ", variation" : "", diagnostic->ply);
        text_printf(text, "\",\"kind\":\"%s\"}]", diagnostic->ply > 0 ? "ply" : "game");
    }
    text_add_string(text, "}]");
}

/* Results. */

static void add_related(struct text *text, struct sarif_place *spot, struct span span, const char *message, bool *any)
{
    text_add_string(text, *any ? ",{" : ",\"relatedLocations\":[{");
    *any = true;
    add_physical(text, spot, span);
    text_add_char(text, ',');
    add_message(text, "message", slice_of(message));
    text_add_char(text, '}');
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

static void add_related_locations(struct text *text, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    bool any = false;
    const struct record *record = spot->cursor.record;
    struct span turn = diagnostic->turn;
    if (turn.end > turn.begin && (turn.begin != diagnostic->span.begin || turn.end != diagnostic->span.end))
        add_related(text, spot, record_place(record, turn), "the whole turn", &any);
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        if (is_earlier_turn(diagnostic, i))
            add_related(
                text, spot, record_place(record, diagnostic->repairs[i].edits[0].span), "the earlier turn", &any);
    text_add_string(text, any ? "]" : "");
}

static void add_repair_words(struct text *text, const struct repair *repair)
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
    add_message(text, "description", text_slice(&description));
}

static void add_edit(struct text *text, struct sarif_place *spot, const struct edit *edit)
{
    text_add_char(text, '{');
    add_region(text, "deletedRegion", &spot->cursor, record_place(spot->cursor.record, edit->span));
    if (edit->text.length > 0)
        text_printf(text, ",\"insertedContent\":{\"text\":%pJ}", SLICE(edit->text));
    text_add_char(text, '}');
}

static void add_fix(struct text *text, struct sarif_place *spot, const struct repair *repair)
{
    text_add_char(text, '{');
    add_repair_words(text, repair);
    text_add_string(text, ",\"artifactChanges\":[{");
    add_artifact_location(text, "artifactLocation", spot->game->file);
    text_add_string(text, ",\"replacements\":[");
    for (unsigned i = 0; i < repair->edit_count; i++) {
        text_add_string(text, i > 0 ? "," : "");
        add_edit(text, spot, &repair->edits[i]);
    }
    text_printf(text, "]}],\"properties\":{\"kind\":\"%s\",\"confidence\":\"%s\",\"legal\":%u,\"whole\":%s}}",
        repair_kind_name(repair->kind), confidence_name(repair->confidence), repair->legal,
        repair->whole ? "true" : "false");
}

static void add_fixes(struct text *text, struct sarif_place *spot, const struct diagnostic *diagnostic)
{
    bool any = false;
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        if (diagnostic->repairs[i].edit_count > 0) {
            text_add_string(text, any ? "," : ",\"fixes\":[");
            add_fix(text, spot, &diagnostic->repairs[i]);
            any = true;
        }
    text_add_string(text, any ? "]" : "");
}

static void add_result_message(struct text *text, const struct report *report, const struct diagnostic *diagnostic)
{
    SCOPED(text, message);
    render_turn_name(report, diagnostic, &message);
    diagnostic_message(diagnostic, &message);
    if (diagnostic->board.length > 0)
        text_printf(&message, "%s%pE",
            diagnostic->within ? ". Before this step: " : ". Before the turn: ", SLICE(diagnostic->board));
    bool asks = message.length > 0 && message.bytes[message.length - 1] == '?';
    text_add_string(&message, asks ? "" : ".");
    add_message(text, "message", text_slice(&message));
}

/* What SARIF has no place for, by the names of JSON Lines. */
static void add_properties(struct text *text, const struct form_game *game, const struct diagnostic *diagnostic)
{
    text_add_string(text, ",\"properties\":{\"game\":");
    mark_number(game, text);
    text_printf(text, ",\"ply\":%u", diagnostic->ply);
    if (diagnostic->seat > 0)
        text_printf(text, ",\"seat\":%u", diagnostic->seat);
    if (diagnostic->turn.end > 0) {
        text_add_string(text, ",\"turn\":");
        json_turn(game->report, diagnostic, text);
    }
    text_printf(text, "%s%s", diagnostic->in_variation ? ",\"variation\":true" : "",
        diagnostic->cascaded ? ",\"follows\":true" : "");
    if (diagnostic->sequel != SEQUEL_NONE)
        text_printf(text, ",\"went_on\":\"%s\"", sequel_name(diagnostic->sequel));
    text_add_char(text, '}');
}

bool sarif_add(const struct form_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct sarif_place spot = {.game = game, .cursor = cursor_at(report->record)};
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        mark(game, MARK_COMMA, text);
        text_printf(text, "\n{\"ruleId\":\"%s\",\"ruleIndex\":%zu,\"level\":\"%s\",", next->rule->id,
            rules_index(next->rule), severity_name(next->severity));
        add_result_message(text, report, next);
        add_location(text, &spot, next);
        add_related_locations(text, &spot, next);
        add_fixes(text, &spot, next);
        if (next->sequel == SEQUEL_STOOD && next->severity != SEVERITY_ERROR)
            text_add_string(text,
                ",\"suppressions\":[{\"kind\":\"inSource\",\"status\":\"accepted\",\"justification\":\"the turn stood: "
                "the game goes on from there\"}]");
        add_properties(text, game, next);
        text_add_char(text, '}');
        mark_found(game, next, text);
    }
    mark(game, MARK_END, text);
    return true;
}

/* The head. */

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

static void add_help(struct text *text, const struct rule *rule)
{
    SCOPED(text, words);
    add_help_text(&words, rule, false);
    text_add_string(text, "\"help\":{");
    add_key(text, "text", text_slice(&words));
    text_clear(&words);
    add_help_text(&words, rule, true);
    text_add_char(text, ',');
    add_key(text, "markdown", text_slice(&words));
    text_add_char(text, '}');
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

/* A description has no placeholders, unlike a message, and is shown as it is. */
static void add_description(struct text *text, const char *key, struct slice words)
{
    text_printf(text, "\"%s\":{", key);
    add_key(text, "text", words);
    text_add_char(text, '}');
}

static void add_rule(struct text *text, const struct rule *rule)
{
    text_printf(text, "{\"id\":\"%s\",\"name\":\"", rule->id);
    add_rule_name(text, rule->id);
    text_add_string(text, "\",");
    add_description(text, "shortDescription", first_sentence(slice_of(rule->explanation)));
    text_add_char(text, ',');
    add_description(text, "fullDescription", slice_of(rule->explanation));
    text_add_char(text, ',');
    add_help(text, rule);
    text_printf(text, ",\"defaultConfiguration\":{\"level\":\"%s\"}}", severity_name(rule->severity));
}

void sarif_begin(struct document *document)
{
    struct text *text = &document->text;
    const char *version = document->version;
    const struct rule *rule;
    text_printf(text,
        "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json\","
        "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"catasta\",\"version\":\"%s\","
        "\"semanticVersion\":\"%s\",\"rules\":[",
        version, version);
    for (size_t n = 0; (rule = rules_nth(n)) != NULL; n++) {
        text_add_string(text, n > 0 ? ",\n" : "\n");
        add_rule(text, rule);
    }
    text_add_string(text,
        "\n]}},\"columnKind\":\"unicodeCodePoints\",\"defaultEncoding\":\"UTF-8\","
        "\"newlineSequences\":[\"\\r\\n\",\"\\n\",\"\\r\"],\"results\":[");
}

/* The tail. */

void sarif_note(struct document *document, enum severity severity, const char *file, const char *message)
{
    struct text *text = &document->notes;
    text_printf(text, "%s{\"level\":\"%s\",", text->length > 0 ? ",\n" : "", severity_name(severity));
    add_message(text, "message", slice_of(message));
    if (file != NULL) {
        text_add_string(text, ",\"locations\":[{\"physicalLocation\":{");
        add_artifact_location(text, "artifactLocation", file);
        text_add_string(text, "}}]");
    }
    text_add_char(text, '}');
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each file once, however often it was named. */
void sarif_end(struct document *document, int status)
{
    struct text *text = &document->text;
    text_printf(text, "\n],\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d", status < 2 ? "true" : "false",
        status);
    if (document->notes.length > 0)
        text_printf(text, ",\"toolExecutionNotifications\":[\n%pS\n]", SLICE(&document->notes));
    text_add_string(text, "}],\"artifacts\":[");
    if (document->file_count > 0)
        qsort(document->files, document->file_count, sizeof *document->files, compare_names);
    for (size_t i = 0; i < document->file_count; i++) {
        if (i > 0 && strcmp(document->files[i - 1], document->files[i]) == 0)
            continue;
        text_add_string(text, i > 0 ? ",\n{" : "\n{");
        add_artifact_location(text, "location", document->files[i]);
        text_add_string(text, ",\"roles\":[\"analysisTarget\"]}");
    }
    text_add_string(text, "]}]}\n");
}
