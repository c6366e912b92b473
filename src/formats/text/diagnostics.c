/* SPDX-License-Identifier: MIT */
#include "formats/text/diagnostics.h"

#include "formats/text/help.h"
#include "formats/text/message.h"
#include "formats/text/replay.h"

void render_turn_name(const struct report *report, const struct diagnostic *diagnostic, struct text *text)
{
    if (diagnostic->in_variation)
        text_add_string(text, "in a variation, ");
    if (diagnostic->seat == 0 || report->book.game == NULL)
        return;
    text_printf(text, "%u. %s: ", diagnostic->number, game_seat_name(report->book.rules, diagnostic->seat));
}

/* The line that CURSOR is in, with a caret under SPAN. */
static void add_line(
    struct text *text, const struct cursor *cursor, struct span span, enum severity severity, const struct style *style)
{
    size_t begin = cursor->line_begin;
    size_t line_end = cursor_line_end(cursor, cursor->offset + EXCERPT_REACH);
    const struct excerpt_line line = {
        .text = {cursor->source.at + begin, line_end - begin},
        .number = cursor->record->row == NULL ? cursor->line : 0,
        .begun = begin == 0 && cursor->record->column > 1,
        .fault = {(uint32_t)(cursor->offset - begin), span.end > begin ? (uint32_t)(span.end - begin) : 0},
    };
    add_excerpt(text, &line, severity, style);
}

/* How the referee went on, for people; NULL where that goes without saying. */
static const char *sequel_words(const struct diagnostic *diagnostic)
{
    static const char *const words[] = {
        [SEQUEL_STOOD] = "marked [%stood]: the game continues as if this turn were legal",
        [SEQUEL_REPAIRED] = "the rest is judged with the first suggestion applied",
        [SEQUEL_FORCED] =
            "the rest is judged as if this turn had been played as written, or as much of it as can be played",
        [SEQUEL_GAVE_UP] = "the rest of the game is not judged",
    };
    bool last =
        diagnostic->sequel == SEQUEL_REPAIRED && diagnostic->repairs[0].whole && diagnostic->repairs[0].legal == 0;
    if (diagnostic->cascaded)
        return "this may only be a consequence of the previous fault";
    if (diagnostic->not_carried && diagnostic->sequel == SEQUEL_STOOD)
        return "the turn stood, but no part of it can be carried out: the game goes on with the next turn";
    if (diagnostic->not_carried)
        return diagnostic->in_variation
            ? "the turn is marked [%stood], but cannot be carried out: the rest of this variation is not judged"
            : "the turn is marked [%stood], but cannot be carried out: the rest of the game is not judged";
    if (diagnostic->sequel == SEQUEL_GAVE_UP && diagnostic->in_variation)
        return "the rest of this variation is not judged";
    return last ? NULL : words[diagnostic->sequel];
}

void render_indented(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text)
{
    SCOPED(text, board);
    struct slice line;
    render_position(book, state, last, style, &board);
    struct slice rest = text_slice(&board);
    while (slice_split(&rest, '\n', &line) && rest.at != NULL)
        text_printf(text, "%s%pS\n", line.length > 0 ? "    " : "", SLICE(line));
}

void add_confidence(const struct repair *repair, const struct style *style, struct text *text)
{
    text_add_string(text, " (");
    add_tinted(text, style, TINT_NOTE, confidence_name(repair->confidence));
    text_add_char(text, ')');
}

static void add_help(
    const struct report *report, const struct diagnostic *diagnostic, const struct style *style, struct text *text)
{
    SCOPED(text, help);
    for (unsigned next = 0; next < diagnostic->repair_count;) {
        const struct repair *repair = &diagnostic->repairs[next];
        text_clear(&help);
        next = help_words(report, diagnostic, next, &help);
        if (repair->kind == REPAIR_TEXT) /* as the message says */
            continue;
        size_t begin = text->length;
        add_tinted(text, style, TINT_NOTE, "help");
        text_printf(text, ": %pE", SLICE(&help));
        add_confidence(repair, style, text);
        text_add_char(text, '\n');
        wrap_line(text, begin, style);
    }
}

static void add_gap(const struct diagnostic *diagnostic, const struct style *style, struct text *text)
{
    SCOPED(text, gap);
    if (diagnostic->gap == 0)
        return;
    text_printf(&gap, "the turn numbers jump at %u: turns missing there may be the cause", diagnostic->gap);
    add_note(text, style, "note", text_slice(&gap));
}

void render_found(const struct diagnostic *diagnostic, const struct style *style, struct text *text)
{
    if (diagnostic->board.length > 0)
        add_note(text, style, diagnostic->within ? "before this step" : "before the turn", diagnostic->board);
}

void render_advice(
    const struct report *report, const struct diagnostic *diagnostic, const struct style *style, struct text *text)
{
    struct slice advice = rule_advice(diagnostic->rule, diagnostic->facts);
    const char *sequel = sequel_words(diagnostic);
    if (advice.length > 0)
        add_note(text, style, "help", advice);
    add_help(report, diagnostic, style, text);
    add_gap(diagnostic, style, text);
    if (sequel != NULL)
        add_note(text, style, "note", slice_of(sequel));
}

static void add_message_place(
    struct text *text, const char *file, const struct cursor *cursor, const struct style *style)
{
    SCOPED(text, place);
    add_record_place(&place, file, cursor->line, cursor->record->row);
    if (cursor->record->row == NULL)
        text_printf(&place, ":%u", cursor->column);
    text_add_char(&place, ':');
    add_tinted(text, style, TINT_BOLD, text_slice(&place).at);
    text_add_char(text, ' ');
}

void render_message(const struct report *report, const struct diagnostic *diagnostic, const char *file,
    const struct cursor *cursor, const struct style *style, struct text *text)
{
    const struct span span = record_fault_place(report->record, diagnostic);
    size_t begin = text->length;
    add_message_place(text, file, cursor, style);
    add_severity(text, diagnostic->severity, style);
    render_turn_name(report, diagnostic, text);
    rule_headline(diagnostic->rule, diagnostic->facts, text);
    text_printf(text, " [%s]\n", diagnostic->rule->id);
    wrap_line(text, begin, style);
    if (cursor->source.length > 0 && !style->plain)
        add_line(text, cursor, span, diagnostic->severity, style);
    render_found(diagnostic, style, text);
}

void render_diagnostic(const struct report *report, const struct diagnostic *diagnostic, const char *file,
    struct cursor *cursor, const struct style *style, struct text *text)
{
    cursor_move(cursor, record_fault_place(report->record, diagnostic).begin);
    render_message(report, diagnostic, file, cursor, style, text);
    if (diagnostic->at != NULL && diagnostic->severity != SEVERITY_NOTE) /* that is not a fault */
        render_indented(&report->book, diagnostic->at, diagnostic->tried, style, text);
    render_advice(report, diagnostic, style, text);
    text_add_string(text, style->width > 0 && !style->coded ? "\n" : ""); /* on a terminal each is by itself */
}

void render_fault(
    const struct report *report, const struct diagnostic *diagnostic, const struct style *style, struct text *text)
{
    add_severity(text, diagnostic->severity, style);
    rule_headline(diagnostic->rule, diagnostic->facts, text);
    text_printf(text, " [%s]\n", diagnostic->rule->id);
    render_found(diagnostic, style, text);
    render_advice(report, diagnostic, style, text);
}
