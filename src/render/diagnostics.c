#include "render/diagnostics.h"

#include "base/utf8.h"

enum { BEFORE_CARET = 60, LINE_SHOWN = 100 }; /* bytes of a long line */

static enum tint severity_tint(enum severity severity)
{
    static const enum tint tints[] = {TINT_ERROR, TINT_WARNING, TINT_NOTE};
    return tints[severity];
}

static void add_head(struct text *text, const char *file, uint32_t line, uint32_t column, enum severity severity,
    const struct style *style)
{
    struct text place;
    text_init(&place);
    text_add_escaped(&place, slice_of(file));
    text_printf(&place, ":%u:%u:", line, column);
    add_tinted(text, style, TINT_BOLD, text_slice(&place).at);
    text_release(&place);
    text_add_char(text, ' ');
    add_tinted(text, style, severity_tint(severity), severity_name(severity));
    text_add_string(text, ": ");
}

static void add_note(struct text *text, const struct style *style, const char *word, struct slice note)
{
    add_tinted(text, style, TINT_NOTE, word);
    text_add_string(text, ": ");
    text_add_escaped(text, note);
    text_add_char(text, '\n');
}

void render_turn_name(const struct report *report, const struct diagnostic *diagnostic, struct text *text)
{
    if (diagnostic->in_variation)
        text_add_string(text, "in a variation, ");
    if (diagnostic->seat == 0 || report->book.game == NULL)
        return;
    text_printf(text, "%u. %s: ", diagnostic->number, report->book.game->seat_name(diagnostic->seat));
}

/* The bytes of the cursor's line to show: all, or a window when it is long. */
static struct span shown_part(const struct cursor *cursor, size_t line_end)
{
    size_t begin = cursor->line_begin;
    size_t end = line_end;
    if (end - begin > LINE_SHOWN && cursor->offset - begin > BEFORE_CARET)
        begin = cursor->offset - BEFORE_CARET;
    if (end - begin > LINE_SHOWN)
        end = begin + LINE_SHOWN;
    for (int i = 0; i < 3 && begin > cursor->line_begin && (cursor->source.at[begin] & 0xC0) == 0x80; i++)
        begin--;
    for (int i = 0; i < 3 && end < line_end && (cursor->source.at[end] & 0xC0) == 0x80; i++)
        end++;
    return (struct span){(uint32_t)begin, (uint32_t)end};
}

/* PART as it is shown: escaped, tabs as single spaces. */
static void add_source(struct text *text, struct slice part)
{
    struct slice plain;
    while (slice_split(&part, '\t', &plain)) {
        text_add_escaped(text, plain);
        if (part.at != NULL)
            text_add_char(text, ' ');
    }
}

static size_t shown_width(struct slice part)
{
    struct text text;
    text_init(&text);
    add_source(&text, part);
    size_t width = utf8_width(text_slice(&text));
    text_release(&text);
    return width;
}

static void add_caret(struct text *text, const struct style *style, enum tint tint, size_t before, size_t width)
{
    struct text caret;
    text_init(&caret);
    text_add_char(&caret, '^');
    text_add_repeated(&caret, '~', width > 1 ? width - 1 : 0);
    text_add_string(text, "      | ");
    text_add_repeated(text, ' ', before);
    add_tinted(text, style, tint, text_slice(&caret).at);
    text_add_char(text, '\n');
    text_release(&caret);
}

static void add_line(
    struct text *text, const struct cursor *cursor, struct span span, enum tint tint, const struct style *style)
{
    size_t line_end = cursor_line_end(cursor, cursor->offset + LINE_SHOWN + 1);
    struct span shown = shown_part(cursor, line_end);
    size_t end = span.end < shown.end ? span.end : shown.end;
    if (end < cursor->offset)
        end = cursor->offset;
    bool cut = shown.begin > cursor->line_begin || (shown.begin == 0 && cursor->record->column > 1);
    text_printf(text, "%5u | %s", cursor->line, cut ? "..." : "");
    add_source(text, slice_cut(cursor->source, shown));
    text_add_string(text, shown.end < line_end ? "...\n" : "\n");
    struct slice before = {cursor->source.at + shown.begin, cursor->offset - shown.begin};
    struct slice under = {cursor->source.at + cursor->offset, end - cursor->offset};
    add_caret(text, style, tint, shown_width(before) + (cut ? 3 : 0), shown_width(under));
}

/* How the referee went on, for people; NULL where that goes without saying. */
static const char *sequel_words(const struct diagnostic *diagnostic)
{
    static const char *const words[] = {
        [SEQUEL_STOOD] = "it stood: the game goes on from there",
        [SEQUEL_REPAIRED] = "what follows is judged as if that had been played",
        [SEQUEL_FORCED] = "what follows is judged as if it had been played as written, as far as that can be",
        [SEQUEL_GAVE_UP] = "the rest of the game is not judged",
    };
    if (diagnostic->sequel == SEQUEL_GAVE_UP && diagnostic->in_variation)
        return "the rest of this variation is not judged";
    return words[diagnostic->sequel];
}

void render_diagnostic(const struct report *report, const struct diagnostic *diagnostic, const char *file,
    struct cursor *cursor, const struct style *style, struct text *text)
{
    cursor_move(cursor, diagnostic->span.begin);
    add_head(text, file, cursor->line, cursor->column, diagnostic->severity, style);
    render_turn_name(report, diagnostic, text);
    diagnostic_message(diagnostic, text);
    text_printf(text, " [%s]\n", diagnostic->rule->id);
    if (cursor->source.length > 0)
        add_line(text, cursor, diagnostic->span, severity_tint(diagnostic->severity), style);
    if (diagnostic->board.length > 0)
        add_note(text, style, diagnostic->within ? "before this step" : "before the turn", diagnostic->board);
    const char *sequel = sequel_words(diagnostic);
    if (sequel != NULL)
        add_note(text, style, "note", slice_of(sequel));
}

void render_diagnostics(const struct report *report, const char *file, const struct style *style, struct text *text)
{
    struct cursor cursor = cursor_at(report->record);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        render_diagnostic(report, next, file, &cursor, style, text);
}

void render_problem(const struct problem *problem, const struct style *style, struct text *text)
{
    const struct place *place = &problem->place;
    if (place->line == 0)
        text_add_string(text, "catasta: ");
    else
        add_head(text, place->file == NULL ? "--rule" : place->file, place->line, place->column,
            problem->rule->severity, style);
    rule_message(problem->rule, problem->facts, text);
    text_printf(text, " [%s]\n", problem->rule->id);
}
