/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

void text_init(struct text *text)
{
    *text = (struct text){0};
}

void text_release(struct text *text)
{
    free(text->bytes);
    text_init(text);
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->bytes != NULL)
        text->bytes[0] = '\0';
}

bool text_grow(struct text *text, size_t more)
{
    size_t capacity = text->capacity == 0 ? 128 : text->capacity;
    while (capacity <= text->length + more)
        capacity *= 2;
    char *bytes = text->failed ? NULL : memory_resize(text->bytes, capacity);
    if (bytes == NULL) {
        text->failed = true;
        text->capacity = 0;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, struct slice slice)
{
    if (!text_reserve(text, slice.length))
        return;
    if (slice.length > 0)
        memcpy(text->bytes + text->length, slice.at, slice.length);
    text->length += slice.length;
    text->bytes[text->length] = '\0';
}

char *number_write_long(char *at, unsigned long long number)
{
    char *end = at + 1;
    for (unsigned long long most = 9; number > most && end < at + NUMBER_ROOM - 1; most = 10 * most + 9)
        end++;
    *end = '\0';
    char *digit = end;
    for (; digit > at + 1; number /= 100) {
        const unsigned pair = (unsigned)(number % 100);
        *--digit = (char)('0' + pair % 10);
        *--digit = (char)('0' + pair / 10);
    }
    if (digit > at)
        *at = (char)('0' + number);
    return end;
}

void text_add_number(struct text *text, long long number)
{
    char *at = text_room(text, 1 + NUMBER_ROOM);
    if (at != NULL)
        text_took(text, number_write_signed(at, number));
}

void text_add_repeated(struct text *text, char c, size_t count)
{
    if (!text_reserve(text, count))
        return;
    memset(text->bytes + text->length, c, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

/* What the C library makes of FORMAT; usually there is room for it already. */
static void add_formatted(struct text *text, const char *format, ...)
{
    va_list arguments;
    size_t room = text->failed ? 0 : text->capacity - text->length;
    va_start(arguments, format);
    int length = vsnprintf(room == 0 ? NULL : text->bytes + text->length, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && text_reserve(text, (size_t)length)) {
        va_start(arguments, format);
        if ((size_t)length >= room)
            vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
        va_end(arguments);
        text->length += (size_t)length;
    } else if (room > 0) {
        text->bytes[text->length] = '\0';
    }
}

struct conversions {
    va_list list;
};

/* A conversion with more than a letter, at FORMAT; returns how long it is. */
static size_t add_conversion(struct text *text, const char *format, struct conversions *from)
{
    char own[64] = "%"; /* with the widths that are arguments */
    size_t length = 1;
    size_t used = 1;
    for (; strchr("-0123456789.*lz", format[length]) != NULL && used + NUMBER_ROOM < sizeof own; length++)
        if (format[length] == '*')
            used += (size_t)sprintf(own + used, "%d", va_arg(from->list, int));
        else
            own[used++] = format[length];
    own[used] = format[length];
    if (format[length] == 's')
        add_formatted(text, own, va_arg(from->list, const char *));
    else if (format[length] == 'f')
        add_formatted(text, own, va_arg(from->list, double));
    else if (own[used - 1] == 'z')
        add_formatted(text, own, va_arg(from->list, size_t));
    else if (own[used - 1] == 'l' && own[used - 2] == 'l')
        add_formatted(text, own, va_arg(from->list, long long));
    else if (own[used - 1] == 'l')
        add_formatted(text, own, va_arg(from->list, long));
    else
        add_formatted(text, own, va_arg(from->list, int));
    return length + 1;
}

static void add_slice(struct text *text, char form, struct slice slice)
{
    if (form == 'N' && slice.at == NULL)
        text_add_string(text, "null");
    else
        (form == 'S'          ? text_add
                : form == 'E' ? text_add_escaped
                : form == 'X' ? text_add_xml
                              : text_add_json)(text, slice);
}

/* The usual conversions by hand: where texts are made by the million, printf is most of the
   work. */
void text_vprintf(struct text *text, const char *format, va_list arguments)
{
    struct conversions from;
    const bool facts = strchr(format, TEXT_BREAK) != NULL;
    va_copy(from.list, arguments);
    while (*format != '\0') {
        const char *plain = format;
        while (*format != '%' && *format != '\0')
            format++;
        text_add(text, (struct slice){plain, (size_t)(format - plain)});
        if (*format == '\0')
            break;
        const size_t begin = text->length;
        size_t length = 2;
        if (format[1] == 's') {
            text_add_string(text, va_arg(from.list, const char *));
        } else if (format[1] == 'u') {
            text_add_number(text, va_arg(from.list, unsigned));
        } else if (format[1] == 'd') {
            text_add_number(text, va_arg(from.list, int));
        } else if (format[1] == 'c') {
            text_add_char(text, (char)va_arg(from.list, int));
        } else if (format[1] == '%') {
            text_add_char(text, '%');
        } else if (format[1] == 'p') {
            add_slice(text, format[2], *(const struct slice *)va_arg(from.list, const void *));
            length = 3;
        } else {
            length = add_conversion(text, format, &from);
        }
        for (size_t i = begin; facts && i < text->length; i++)
            if (text->bytes[i] == TEXT_BREAK)
                text->bytes[i] = '?';
        format += length;
    }
    va_end(from.list);
}

void text_add_escaped(struct text *text, struct slice slice)
{
    static const char digits[] = "0123456789abcdef";
    while (slice.length > 0) {
        size_t length = utf8_printable(slice);
        text_add(text, (struct slice){slice.at, length});
        if (length < slice.length) {
            const unsigned char byte = (unsigned char)slice.at[length++];
            const char escape[] = {'\\', 'x', digits[byte / 16], digits[byte % 16]};
            text_add(text, (struct slice){escape, sizeof escape});
        }
        slice.at += length;
        slice.length -= length;
    }
}

/* Whether C is written as it is in JSON, alone. */
static bool is_plain_in_json(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

typedef signed char sixteen_signed __attribute__((vector_size(16)));

/* Whether each of the sixteen characters in WORDS is. */
static bool are_plain_in_json(const uint64_t words[2])
{
    sixteen_signed bytes;
    uint64_t odd[2];
    memcpy(&bytes, words, sizeof bytes);
    bytes = (sixteen_signed)((bytes < ' ') | (bytes > '~') | (bytes == '"') | (bytes == '\\'));
    memcpy(odd, &bytes, sizeof odd);
    return (odd[0] | odd[1]) == 0;
}

/* Whether each of the first COUNT characters at AT is, from 1 to 16: words overlap. */
static inline bool few_are_plain_in_json(const char *at, size_t count)
{
    uint64_t words[2];
    if (count >= 8) {
        memcpy(&words[0], at, 8);
        memcpy(&words[1], at + count - 8, 8);
    } else if (count >= 4) {
        uint32_t halves[2];
        memcpy(&halves[0], at, 4);
        memcpy(&halves[1], at + count - 4, 4);
        memcpy(&words[0], halves, 8);
        words[1] = words[0];
    } else {
        return is_plain_in_json(at[0]) && is_plain_in_json(at[count / 2]) && is_plain_in_json(at[count - 1]);
    }
    return are_plain_in_json(words);
}

static size_t plain_length_in_json(struct slice slice)
{
    size_t length = 0;
    while (length + 16 <= slice.length && few_are_plain_in_json(slice.at + length, 16))
        length += 16;
    const size_t left = slice.length - length;
    if (left == 0 || (left < 16 && few_are_plain_in_json(slice.at + length, left)))
        return slice.length;
    while (length < slice.length && is_plain_in_json(slice.at[length]))
        length++;
    return length;
}

void text_add_json(struct text *text, struct slice slice)
{
    size_t length = plain_length_in_json(slice);
    char *at = text_room(text, length + 2);
    if (at != NULL && length == slice.length) {
        *at = '"';
        if (length > 0)
            memcpy(at + 1, slice.at, length);
        at[length + 1] = '"';
        text_took(text, at + length + 2);
        return;
    }
    text_add_char(text, '"');
    for (; slice.length > 0; slice = slice_after(slice, length)) {
        length = plain_length_in_json(slice);
        text_add(text, slice_shorter(slice, length));
        if (length > 0)
            continue;
        struct utf8_char c = utf8_next(slice);
        length = c.length;
        if (!c.valid)
            text_add_string(text, "\\ufffd");
        else if (c.code == '"' || c.code == '\\')
            text_printf(text, "\\%c", (char)c.code);
        else if (utf8_is_control(c.code))
            text_printf(text, "\\u%04x", c.code);
        else
            text_add(text, slice_shorter(slice, length));
    }
    text_add_char(text, '"');
}

/* Bytes that XML cannot hold are gone when text_add_escaped has seen them; white space stays. */
/* Whether C is written as it is in XML, alone. */
static bool is_plain_in_xml(char c)
{
    return c >= ' ' && c <= '~' && c != '&' && c != '<' && c != '>' && c != '"';
}

void text_add_xml(struct text *text, struct slice slice)
{
    static const char special[] = "&<>\"\t\r\n";
    static const char *const instead[] = {"&amp;", "&lt;", "&gt;", "&quot;", " ", " ", "\n"};
    while (slice.length > 0) {
        size_t length = 0;
        while (length < slice.length && is_plain_in_xml(slice.at[length]))
            length++;
        text_add(text, slice_shorter(slice, length));
        slice = slice_after(slice, length);
        if (slice.length == 0)
            break;
        const char *found = *slice.at == '\0' ? NULL : strchr(special, *slice.at);
        length = utf8_next(slice).length;
        if (found != NULL)
            text_add_string(text, instead[found - special]);
        else if (length == 3 && memcmp(slice.at, "\xEF\xBF", 2) == 0 && (unsigned char)slice.at[2] >= 0xBE)
            text_add_char(text, '?'); /* U+FFFE and U+FFFF are not characters */
        else
            text_add_escaped(text, slice_shorter(slice, length));
        slice = slice_after(slice, length);
    }
}
