/* SPDX-License-Identifier: MIT */
#include "formats/sgn/stripped.h"

struct stripping {
    const struct record *record;
    struct slice bytes;
    size_t begin; /* of TEXT, where the record begins */
    size_t at;    /* copied or left out up to here */
    bool comments;
    bool variations;
    struct text *text;
};

static void copy_up_to(struct stripping *stripping, size_t end)
{
    if (end <= stripping->at)
        return;
    text_add(stripping->text, slice_cut(stripping->bytes, (struct span){(uint32_t)stripping->at, (uint32_t)end}));
    stripping->at = end;
}

static char byte_at(const struct stripping *stripping)
{
    return stripping->at < stripping->bytes.length ? stripping->bytes.at[stripping->at] : '\n';
}

/* Between what is left there is a space or the end of a line as before, but not two of these. */
static void close_gap(struct stripping *stripping)
{
    struct text *text = stripping->text;
    char before = text->length > stripping->begin ? text->bytes[text->length - 1] : '\n';
    char behind = byte_at(stripping);
    if (before == '\n' || before == '\r') {
        while (byte_at(stripping) == ' ' || byte_at(stripping) == '\t')
            stripping->at++;
        if (stripping->at < stripping->bytes.length)
            stripping->at += byte_at(stripping) == '\r'
                ? 1u + (stripping->at + 1 < stripping->bytes.length && stripping->bytes.at[stripping->at + 1] == '\n')
                : byte_at(stripping) == '\n';
    } else if (is_space(before) && is_space(behind)) {
        text->bytes[--text->length] = '\0';
    } else if (!is_space(before) && !is_space(behind)) {
        text_add_char(text, ' ');
    }
}

static void leave_out_of_text(struct stripping *stripping, struct span span)
{
    struct span place = record_place(stripping->record, span);
    copy_up_to(stripping, place.begin);
    if (place.end <= stripping->at)
        return;
    stripping->at = place.end;
    if (!stripping->text->failed)
        close_gap(stripping);
}

static void strip_line(struct stripping *stripping, const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        bool comment = item->kind == ITEM_COMMENT || item->kind == ITEM_REST_COMMENT || item->kind == ITEM_ESCAPE;
        if (stripping->comments && comment)
            leave_out_of_text(stripping, item->span);
        else if (stripping->variations && item->kind == ITEM_VARIATION)
            leave_out_of_text(stripping, item->span);
        else if (item->kind == ITEM_VARIATION && item_variation(stripping->record, item) != NULL)
            strip_line(stripping, item_variation(stripping->record, item));
    }
}

void record_strip(const struct record *record, bool comments, bool variations, struct text *text)
{
    struct stripping stripping = {.record = record,
        .bytes = record_bytes(record),
        .begin = text->length,
        .comments = comments,
        .variations = variations,
        .text = text};
    strip_line(&stripping, &record->prologue);
    strip_line(&stripping, &record->main);
    strip_line(&stripping, &record->epilogue);
    copy_up_to(&stripping, stripping.bytes.length);
}
