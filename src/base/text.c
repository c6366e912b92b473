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
    char digits[NUMBER_ROOM];
    char *first = digits + sizeof digits;
    for (*--first = '\0'; number > 0; number /= 10)
        *--first = (char)('0' + number % 10);
    const size_t size = (size_t)(digits + sizeof digits - first);
    return (char *)memcpy(at, first, size) + size - 1;
}

void text_add_number(struct text *text, long long number)
{
    char *at = text_room(text, 1 + NUMBER_ROOM);
    if (at == NULL)
        return;
    if (number < 0)
        *at++ = '-';
    text_took(text, number_write(at, number < 0 ? -(unsigned long long)number : (unsigned long long)number));
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
static void add_formatted(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = text->failed ? 0 : text->capacity - text->length;
    int length = vsnprintf(room == 0 ? NULL : text->bytes + text->length, room, format, arguments);
    if (length >= 0 && text_reserve(text, (size_t)length)) {
        if ((size_t)length >= room)
            vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    } else if (room > 0) {
        text->bytes[text->length] = '\0';
    }
    va_end(again);
}

/* The usual conversions by hand: where texts are made by the million, printf is most of the
   work. */
void text_vprintf(struct text *text, const char *format, va_list arguments)
{
    while (*format != '\0') {
        const char *plain = format;
        while (*format != '%' && *format != '\0')
            format++;
        text_add(text, (struct slice){plain, (size_t)(format - plain)});
        if (*format == '\0')
            return;
        if (format[1] == 's') {
            text_add_string(text, va_arg(arguments, const char *));
        } else if (format[1] == 'u') {
            text_add_number(text, va_arg(arguments, unsigned));
        } else if (format[1] == 'd') {
            text_add_number(text, va_arg(arguments, int));
        } else if (format[1] == 'c') {
            text_add_char(text, (char)va_arg(arguments, int));
        } else if (strncmp(format, "%.*s", 4) == 0) {
            int most = va_arg(arguments, int);
            const char *string = va_arg(arguments, const char *);
            text_add(text, (struct slice){string, strnlen(string, (size_t)most)});
            format += 2;
        } else {
            add_formatted(text, format, arguments);
            return;
        }
        format += 2;
    }
}

void text_add_escaped(struct text *text, struct slice slice)
{
    while (slice.length > 0) {
        size_t length = utf8_printable(slice);
        text_add(text, (struct slice){slice.at, length});
        if (length < slice.length)
            text_printf(text, "\\x%02x", (unsigned char)slice.at[length++]);
        slice.at += length;
        slice.length -= length;
    }
}
