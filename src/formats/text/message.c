/* SPDX-License-Identifier: MIT */
#include "formats/text/message.h"

#include "base/utf8.h"

enum { BEFORE_CARET = 60, LINE_SHOWN = EXCERPT_REACH - 1 }; /* bytes of a long line */

static enum tint severity_tint(enum severity severity)
{
    static const enum tint tints[] = {TINT_ERROR, TINT_WARNING, TINT_NOTE};
    return tints[severity];
}

void add_severity(struct text *text, enum severity severity, const struct style *style)
{
    add_tinted(text, style, severity_tint(severity), severity_name(severity));
    text_add_string(text, ": ");
}

void add_record_place(struct text *text, const char *file, uint32_t line, const int64_t *row)
{
    if (row != NULL)
        text_printf(text, "%pE: row %lld", SLICE(file), (long long)*row);
    else
        text_printf(text, "%pE:%u", SLICE(file), line);
}

void add_file_place(struct text *text, const char *file, uint32_t line, uint32_t column, const struct style *style)
{
    SCOPED(text, place);
    text_printf(&place, "%pE:%u:%u:", SLICE(file), line, column);
    add_tinted(text, style, TINT_BOLD, text_slice(&place).at);
    text_add_char(text, ' ');
}

void add_head(struct text *text, const char *file, uint32_t line, uint32_t column, enum severity severity,
    const struct style *style)
{
    add_file_place(text, file, line, column, style);
    add_severity(text, severity, style);
}

/* The columns of WORD, in which escape sequences take none. */
static size_t word_width(struct slice word)
{
    size_t width = utf8_width(word);
    for (size_t i = 0; i < word.length; i++) {
        size_t begin = i;
        while (word.at[begin] == '\033' && i < word.length && word.at[i] != 'm')
            i++;
        width -= i - begin;
    }
    return width;
}

void wrap_line(struct text *text, size_t begin, const struct style *style)
{
    enum { INDENT = 4 };
    size_t column = 0;
    if (style->width == 0 || style->coded || text->failed)
        return;
    SCOPED(text, line);
    text_add(&line, (struct slice){text->bytes + begin, text->length - begin - 1});
    text->length = begin;
    struct slice rest = text_slice(&line);
    for (struct slice word; slice_split(&rest, ' ', &word);) {
        size_t width = word_width(word);
        bool breaks = column > 0 && column + 1 + width > style->width;
        text_add_string(text, breaks ? "\n" : column > 0 ? " " : "");
        text_add_repeated(text, ' ', breaks ? INDENT : 0);
        column = breaks ? INDENT + width : column + (column > 0) + width;
        text_add(text, word);
    }
    text_add_char(text, '\n');
    text->failed |= line.failed;
}

void add_note(struct text *text, const struct style *style, const char *word, struct slice note)
{
    size_t begin = text->length;
    add_tinted(text, style, TINT_NOTE, word);
    text_printf(text, ": %pE\n", SLICE(note));
    wrap_line(text, begin, style);
}

/* The bytes of a line to show: all, or a window when it is long. */
static struct span shown_part(const struct excerpt_line *line)
{
    const char *at = line->text.at;
    size_t begin = 0;
    size_t end = line->text.length;
    if (end - begin > LINE_SHOWN && line->fault.begin - begin > BEFORE_CARET)
        begin = line->fault.begin - BEFORE_CARET;
    if (end - begin > LINE_SHOWN)
        end = begin + LINE_SHOWN;
    for (int i = 0; i < 3 && begin > 0 && (at[begin] & 0xC0) == 0x80; i++)
        begin--;
    for (int i = 0; i < 3 && end < line->text.length && (at[end] & 0xC0) == 0x80; i++)
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
    SCOPED(text, text);
    add_source(&text, part);
    return utf8_width(text_slice(&text));
}

static void add_caret(struct text *text, const struct style *style, enum tint tint, size_t before, size_t width)
{
    SCOPED(text, caret);
    text_add_char(&caret, '^');
    text_add_repeated(&caret, '~', width > 1 ? width - 1 : 0);
    text_add_string(text, "      | ");
    text_add_repeated(text, ' ', before);
    add_tinted(text, style, tint, text_slice(&caret).at);
    text_add_char(text, '\n');
}

void add_excerpt(struct text *text, const struct excerpt_line *line, enum severity severity, const struct style *style)
{
    struct span shown = shown_part(line);
    uint32_t begin = line->fault.begin;
    uint32_t end = line->fault.end < shown.end ? line->fault.end : shown.end;
    bool cut = shown.begin > 0 || line->begun;
    if (line->number > 0)
        text_printf(text, "%5u", line->number);
    else
        text_add_repeated(text, ' ', 5);
    text_printf(text, " | %s", cut ? "..." : "");
    add_source(text, slice_cut(line->text, shown));
    text_add_string(text, shown.end < line->text.length ? "...\n" : "\n");
    size_t before = shown_width(slice_cut(line->text, (struct span){shown.begin, begin}));
    size_t under = shown_width(slice_cut(line->text, (struct span){begin, end < begin ? begin : end}));
    add_caret(text, style, severity_tint(severity), before + (cut ? 3 : 0), under);
}
