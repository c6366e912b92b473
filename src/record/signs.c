/* SPDX-License-Identifier: MIT */
#include "record/signs.h"

#include "base/utf8.h"

/* Ids reading/…. */
const struct rule reading_rules[READING_RULE_COUNT] = {
    [READING_SIGNS] = {"reading/signs", SEVERITY_NOTE, "{written} is read as {meant}{more}",
        "Look-alikes of a sign are read as that sign. Any dash is read as '-', a multiplication sign as 'x', and any "
        "kind of space as a space. Full-width characters, and letters of other alphabets that look like plain ones, "
        "are read as the plain ones; typographic quotes around the value of a tag are read as '\"'. Inside values, "
        "names and comments nothing is changed.",
        "1. c3:\xe2\x80\x93"
        "d3\n",
        .kept = "1. c3:-d3\n"},
    [READING_ENCODING] = {"reading/encoding", SEVERITY_NOTE, "this file is in UTF-16",
        "Records are UTF-8 text. A file that begins with the byte order mark of UTF-16 is read as UTF-16. fmt writes "
        "UTF-8.",
        NULL, .kept = NULL},
};

static const struct look {
    uint32_t code;
    char sign;
} looks[] = {
#include "sign_table.inc"
};

char sign_meant(uint32_t code)
{
    size_t low = 0;
    size_t high = sizeof looks / sizeof looks[0];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (looks[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof looks / sizeof looks[0] && looks[low].code == code ? looks[low].sign : 0;
}

/* The sign that the character C, which WORD begins with, is or looks like; 0: none. */
static char sign_of_code(struct slice word, struct utf8_char c)
{
    return c.length == 1 ? (char)(c.valid ? *word.at : 0) : c.valid ? sign_meant(c.code) : 0;
}

/* The bytes of WORD up to a space of any kind; *MEANT: all of them are signs or look like some. */
static size_t word_length(struct slice word, bool *meant)
{
    size_t length = 0;
    *meant = true;
    while (length < word.length) {
        const struct slice rest = slice_after(word, length);
        const struct utf8_char c = utf8_next(rest);
        const char sign = sign_of_code(rest, c);
        if (is_space(sign))
            break;
        *meant &= sign != 0;
        length += c.length;
    }
    return length;
}

/* Puts what the characters from BEGIN to END of the bytes look like in their place. */
static void put_signs(struct pieces *pieces, uint32_t begin, uint32_t end)
{
    while (begin < end) {
        const struct slice rest = slice_cut(pieces->bytes, (struct span){begin, end});
        const struct utf8_char c = utf8_next(rest);
        const char sign = sign_of_code(rest, c);
        if (c.length > 1)
            pieces_put(pieces, (struct span){begin, begin + c.length}, (struct slice){&sign, sign != SIGN_NOTHING});
        begin += c.length;
    }
}

bool signs_read(const struct record *record, struct pieces *pieces)
{
    uint32_t at = 0;
    if (!record->foreign)
        return false;
    pieces_begin(pieces, record->source);
    for (size_t i = 0; i < record->odd_count; i++) {
        const struct span span = record->odd[i];
        for (at = span.begin > at ? span.begin : at; at < span.end;) {
            bool meant;
            const size_t length = word_length(slice_cut(record->source, (struct span){at, span.end}), &meant);
            const uint32_t end = at + (uint32_t)length;
            const struct slice rest = slice_cut(record->source, (struct span){end, span.end});
            const uint32_t next = end + (rest.length == 0 ? 0 : (uint32_t)utf8_next(rest).length); /* after the space */
            put_signs(pieces, meant ? at : end, next);
            at = next;
        }
    }
    return pieces->count > 0 && pieces_end(pieces);
}

/* What was read in RECORD as something else. */
struct readings {
    uint32_t count;
    struct span span; /* of the first */
    struct slice written;
    struct slice meant;
};

static void add_reading(struct readings *readings, struct span span, struct slice written, struct slice meant)
{
    if (readings->count++ == 0 || span.begin < readings->span.begin) {
        readings->span = span;
        readings->written = written;
        readings->meant = meant;
    }
}

/* WRITTEN as people can see it: what is read as a space, or nothing, by its number. */
static struct slice visible_sign(struct arena *arena, struct slice written, struct slice meant)
{
    const bool blank = meant.length == 0 || is_space(*meant.at);
    return blank ? arena_printf(arena, "U+%04X", (unsigned)utf8_next(written).code) : written;
}

void signs_note(struct record *record, const struct pieces *pieces)
{
    struct readings readings = {.count = 0};
    size_t next = 0;
    if (record->curled > 0)
        add_reading(&readings, record->curl, slice_cut(record->source, record->curl), slice_of("\""));
    readings.count = record->curled;
    for (size_t i = 0; pieces != NULL && i < pieces->count; i++) {
        const struct piece *piece = &pieces->list[i];
        while (next < record->odd_count && record->odd[next].end <= piece->at)
            next++;
        if (next < record->odd_count && record->odd[next].begin <= piece->at)
            continue; /* it still could not be read */
        const struct slice meant = slice_cut(record->source, (struct span){piece->at, piece->at + piece->is});
        add_reading(&readings, (struct span){piece->at, piece->at + piece->is},
            visible_sign(
                record->arena, slice_cut(pieces->bytes, (struct span){piece->from, piece->from + piece->was}), meant),
            meant);
    }
    if (readings.count > 0)
        record_note(
            record, &reading_rules[READING_SIGNS], readings.span, readings.written, readings.meant, readings.count);
}
