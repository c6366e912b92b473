/* SPDX-License-Identifier: MIT */
#include "util/buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool make_room_in_buffer(struct buffer *buffer, size_t more)
{
    size_t capacity = buffer->capacity == 0 ? 256 : buffer->capacity;
    if (buffer->failed || more > SIZE_MAX / 4 - buffer->length)
        return false;
    while (capacity <= buffer->length + more)
        capacity *= 2;
    if (capacity == buffer->capacity)
        return true;
    char *bytes = realloc(buffer->bytes, capacity);
    if (bytes == NULL)
        return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void buffer_replace(struct buffer *buffer, size_t begin, size_t end, const char *bytes, size_t length)
{
    buffer->failed = buffer->failed || !make_room_in_buffer(buffer, length);
    if (buffer->failed)
        return;
    memmove(buffer->bytes + begin + length, buffer->bytes + end, buffer->length - end);
    if (length > 0)
        memcpy(buffer->bytes + begin, bytes, length);
    buffer->length = buffer->length - (end - begin) + length;
    buffer->bytes[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *bytes, size_t length)
{
    buffer_replace(buffer, buffer->length, buffer->length, bytes, length);
}

void buffer_say(struct buffer *buffer, const char *words)
{
    buffer_add(buffer, words, strlen(words));
}

void buffer_print_list(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    buffer->failed = buffer->failed || length < 0 || !make_room_in_buffer(buffer, (size_t)length);
    if (!buffer->failed) {
        vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_print_list(buffer, format, arguments);
    va_end(arguments);
}

void buffer_text(struct buffer *buffer, struct catasta_text text)
{
    buffer_add(buffer, text.bytes, text.length);
}

void buffer_say_printable(struct buffer *buffer, const char *words)
{
    for (size_t left = strlen(words), done; left > 0; left -= done, words += done) {
        done = catasta_printable(words, left);
        if (done > 0)
            buffer_add(buffer, words, done);
        else
            buffer_print(buffer, "\\x%02x", (unsigned char)words[done++]);
    }
}

static bool take_into_buffer(void *context, const char *bytes, size_t length)
{
    struct buffer *buffer = context;
    buffer_add(buffer, bytes, length);
    return !buffer->failed;
}

struct catasta_sink buffer_sink(struct buffer *buffer)
{
    return (struct catasta_sink){take_into_buffer, buffer};
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}

void *with_room(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t more = *capacity * 2 + 64;
    void *longer = realloc(items, more * size);
    if (longer != NULL)
        *capacity = more;
    return longer;
}

size_t read_character(const char *at, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char head = (unsigned char)*at;
    size_t length = head < 0x80 ? 1 : head >= 0xF0 ? 4 : head >= 0xE0 ? 3 : 2;
    *code = length == 1 ? head : head & (0x7Fu >> length);
    if (length > left || head >= 0xF8 || (head & 0xC0) == 0x80)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)at[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | ((unsigned char)at[i] & 0x3Fu);
    }
    return *code < least[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000) ? 0 : length;
}

const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

size_t ending_length(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t end = strlen(ending);
    return length >= end && strcasecmp(path + length - end, ending) == 0 ? end : 0;
}

char *put_coded(char *to, const char *end, const char *bytes, size_t length, const char *plain)
{
    static const char always[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    *to = '\0';
    for (; length > 0; bytes++, length--) {
        bool coded = *bytes == '\0' || (strchr(always, *bytes) == NULL && strchr(plain, *bytes) == NULL);
        if (end - to < 3)
            return NULL;
        to += sprintf(to, coded ? "%%%02X" : "%c", (unsigned char)*bytes);
    }
    return to;
}

bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool text_is(struct catasta_text text, const char *words)
{
    return text.length == strlen(words) && memcmp(text.bytes, words, text.length) == 0;
}

bool find_tag(const catasta_game *game, const char *name, struct catasta_tag *tag)
{
    struct catasta_tag n = {.size = sizeof n};
    bool found = false;
    for (size_t i = 0; catasta_game_tag(game, i, &n); i++)
        if (text_is(n.name, name)) {
            found = true;
            if (tag != NULL)
                *tag = n;
        }
    return found;
}
