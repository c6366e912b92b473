/* SPDX-License-Identifier: MIT */
#include "util/growing.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool growing_make_room(struct growing *growing, size_t more)
{
    size_t capacity = growing->capacity == 0 ? 256 : growing->capacity;
    if (growing->failed || more > SIZE_MAX / 4 - growing->length)
        return false;
    while (capacity <= growing->length + more)
        capacity *= 2;
    if (capacity == growing->capacity)
        return true;
    char *bytes = realloc(growing->bytes, capacity);
    if (bytes == NULL)
        return false;
    growing->bytes = bytes;
    growing->capacity = capacity;
    return true;
}

void growing_replace(struct growing *growing, size_t begin, size_t end, const char *bytes, size_t length)
{
    growing->failed = growing->failed || !growing_make_room(growing, length);
    if (growing->failed)
        return;
    memmove(growing->bytes + begin + length, growing->bytes + end, growing->length - end);
    if (length > 0)
        memcpy(growing->bytes + begin, bytes, length);
    growing->length = growing->length - (end - begin) + length;
    growing->bytes[growing->length] = '\0';
}

void growing_add(struct growing *growing, const char *bytes, size_t length)
{
    growing_replace(growing, growing->length, growing->length, bytes, length);
}

void growing_say(struct growing *growing, const char *words)
{
    growing_add(growing, words, strlen(words));
}

void growing_print_list(struct growing *growing, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    growing->failed = growing->failed || length < 0 || !growing_make_room(growing, (size_t)length);
    if (!growing->failed) {
        vsnprintf(growing->bytes + growing->length, (size_t)length + 1, format, again);
        growing->length += (size_t)length;
    }
    va_end(again);
}

void growing_print(struct growing *growing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    growing_print_list(growing, format, arguments);
    va_end(arguments);
}

void growing_text(struct growing *growing, struct catasta_text text)
{
    growing_add(growing, text.bytes, text.length);
}

static bool growing_take(void *context, const char *bytes, size_t length)
{
    struct growing *growing = context;
    growing_add(growing, bytes, length);
    return !growing->failed;
}

struct catasta_sink growing_sink(struct growing *growing)
{
    return (struct catasta_sink){growing_take, growing};
}

void growing_free(struct growing *growing)
{
    free(growing->bytes);
    *growing = (struct growing){0};
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
