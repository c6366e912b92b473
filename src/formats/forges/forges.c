/* SPDX-License-Identifier: MIT */
#include "formats/forges/forges.h"

#include "base/utf8.h"
#include "formats/text/diagnostics.h"
#include "formats/text/message.h"

static struct style without_colour(const struct style *style)
{
    struct style plain = *style;
    plain.colour = false;
    return plain;
}

/* Its line begins with the turn. */
static void add_headline(const struct report *report, const struct diagnostic *diagnostic, struct text *text)
{
    render_turn_name(report, diagnostic, text);
    diagnostic_message(diagnostic, text);
}

/* JUnit. */

void junit_begin(struct document *document)
{
    text_add_string(&document->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"catasta\">\n");
}

static void begin_suite(struct text *text, const char *file, unsigned failures, unsigned errors)
{
    const struct slice name = slice_of(file);
    text_printf(text,
        "<testsuite name=\"%pX\" tests=\"1\" failures=\"%u\" errors=\"%u\">\n<testcase classname=\"%pX\" name=\"",
        SLICE(name), failures, errors, SLICE(name));
}

static void end_suite(struct text *text)
{
    text_add_string(text, "</testcase>\n</testsuite>\n");
}

static void add_game_name(const struct output_game *game, struct text *text)
{
    const struct report *report = game->report;
    bool named = false;
    if (record_is_empty(report->record)) {
        text_add_string(text, "text outside games");
        return;
    }
    text_add_string(text, "game ");
    output_mark_number(game, text);
    for (unsigned i = 0; i < report->seats; i++)
        named |= report->players[i].at != NULL;
    for (unsigned i = 0; named && i < report->seats; i++)
        text_printf(text, "%s%pX", i == 0 ? ": " : " - ",
            SLICE(report->players[i].at == NULL ? slice_of("?") : report->players[i]));
}

/* The element that says what was found in a game: a failure with its first error, or output that changes nothing. */
static const char *begin_findings(const struct report *report, struct text *text)
{
    SCOPED(text, headline);
    const struct diagnostic *first = report->diagnostics.first;
    if (report->errors == 0 && report->cascaded == 0) {
        text_add_string(text, "<system-out>");
        return "</system-out>\n";
    }
    while (first->severity != SEVERITY_ERROR)
        first = first->next;
    add_headline(report, first, &headline);
    text_printf(text, "<failure type=\"%s\" message=\"%pX\">", first->rule->id, SLICE(&headline));
    return "</failure>\n";
}

bool junit_add(const struct output_game *game, struct text *text)
{
    SCOPED(text, plain);
    const struct report *report = game->report;
    const struct record *record = report->record;
    const struct style style = without_colour(game->style);
    struct cursor cursor = cursor_at(record);
    const char *end = "";
    begin_suite(text, game->file, report->errors + report->cascaded > 0, 0);
    add_game_name(game, text);
    text_printf(text, "\" file=\"%pX\"", SLICE(game->file));
    if (record->row == NULL)
        text_printf(text, " line=\"%u\"", record->line);
    text_add_string(text, ">\n");
    if (report->diagnostics.first != NULL)
        end = begin_findings(report, text);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        text_clear(&plain);
        render_diagnostic(report, next, game->file, &cursor, &style, &plain);
        text_add_xml(text, text_slice(&plain));
        output_mark_diagnostic(game, next, text);
    }
    output_mark(game, MARK_END, text);
    text_add_string(text, end);
    end_suite(text);
    return true;
}

void junit_note(struct document *document, enum severity severity, const char *file, const char *message)
{
    struct text *text = &document->notes;
    if (severity != SEVERITY_ERROR)
        return;
    begin_suite(text, file == NULL ? "catasta" : file, 0, 1);
    text_printf(text, "run\">\n<error type=\"run\" message=\"%pX\"/>\n", SLICE(message));
    end_suite(text);
}

void junit_end(struct document *document, int status)
{
    (void)status;
    text_printf(&document->text, "%pS</testsuites>\n", SLICE(&document->notes));
}

/* GitHub. */

/* WORDS in a command, where a percent sign begins what is coded; the value of a property ends at a comma, too. */
static void add_command_words(struct text *text, struct slice words, bool property)
{
    for (size_t length; words.length > 0; words = slice_after(words, length)) {
        length = utf8_next(words).length;
        bool coded = *words.at != '\0' && strchr(property ? "%\r\n:," : "%\r\n", *words.at) != NULL;
        if (coded)
            text_printf(text, "%%%02X", (unsigned)(unsigned char)*words.at);
        else
            text_add_escaped(text, slice_shorter(words, length));
    }
}

/* "::error file=a.sgn": without a file it would be shown for the run. */
static void begin_command(struct text *text, enum severity severity, const char *file)
{
    static const char *const names[] = {"error", "warning", "notice"};
    text_printf(text, "::%s", names[severity]);
    if (file == NULL)
        return;
    text_add_string(text, " file=");
    add_command_words(text, slice_of(file), true);
}

static void add_command_place(struct text *text, struct cursor *cursor, const struct diagnostic *diagnostic)
{
    const struct span span = record_fault_place(cursor->record, diagnostic);
    cursor_move(cursor, span.begin);
    unsigned end = cursor_end_column(cursor, span.end);
    text_printf(text, ",line=%u,col=%u,endColumn=%u", cursor->line, cursor->column,
        end > cursor->column ? end - 1 : cursor->column);
}

bool github_add(const struct output_game *game, struct text *text)
{
    SCOPED(text, message);
    const struct report *report = game->report;
    const struct style style = without_colour(game->style);
    struct cursor cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        begin_command(text, next->severity, game->file);
        if (report->record->row == NULL)
            add_command_place(text, &cursor, next);
        text_printf(text, ",title=%s::", next->rule->id);
        text_clear(&message);
        add_headline(report, next, &message);
        text_add_char(&message, '\n');
        render_found(next, &style, &message);
        render_advice(report, next, &style, &message);
        add_command_words(text, slice_shorter(text_slice(&message), message.length - (message.length > 0)), false);
        text_add_char(text, '\n');
        output_mark_diagnostic(game, next, text);
    }
    output_mark(game, MARK_END, text);
    return true;
}

void github_note(struct document *document, enum severity severity, const char *file, const char *message)
{
    begin_command(&document->text, severity, file);
    text_add_string(&document->text, "::");
    add_command_words(&document->text, slice_of(message), false);
    text_add_char(&document->text, '\n');
}
