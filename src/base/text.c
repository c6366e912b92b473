#include "base/text.h"

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

static bool reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    if (text->capacity > text->length + more)
        return true;
    size_t capacity = text->capacity == 0 ? 128 : text->capacity;
    while (capacity <= text->length + more)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add(struct text *text, struct slice slice)
{
    if (!reserve(text, slice.length))
        return;
    if (slice.length > 0)
        memcpy(text->bytes + text->length, slice.at, slice.length);
    text->length += slice.length;
    text->bytes[text->length] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, slice_of(string));
}

void text_add_char(struct text *text, char c)
{
    text_add(text, (struct slice){&c, 1});
}

char *number_write(char *at, uint32_t number)
{
    char digits[NUMBER_ROOM];
    char *first = digits + NUMBER_ROOM;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    size_t length = (size_t)(digits + NUMBER_ROOM - first);
    memcpy(at, first, length);
    at[length] = '\0';
    return at + length;
}

void text_add_number(struct text *text, long long number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", number);
    text_add(text, (struct slice){digits, (size_t)length});
}

void text_add_repeated(struct text *text, char c, size_t count)
{
    if (!reserve(text, count))
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

/* Usually there is room for it already. */
void text_vprintf(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(room == 0 ? NULL : text->bytes + text->length, room, format, arguments);
    if (length >= 0 && reserve(text, (size_t)length)) {
        if ((size_t)length >= room)
            vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    } else if (room > 0) {
        text->bytes[text->length] = '\0';
    }
    va_end(again);
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
