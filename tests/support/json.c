/* SPDX-License-Identifier: MIT */
#include "support/json.h"

#include <stdlib.h>

static size_t skip_blanks(struct slice text, size_t at)
{
    while (at < text.length && strchr(" \t\r\n", text.at[at]) != NULL && text.at[at] != '\0')
        at++;
    return at;
}

enum { NONE = -1, DEEPEST = 64 };

/* The end of the string that begins at AT, behind its quote; NONE for no string. */
static long string_end(struct slice text, size_t at)
{
    if (at >= text.length || text.at[at] != '"')
        return NONE;
    for (at++; at < text.length; at++) {
        unsigned char c = (unsigned char)text.at[at];
        if (c == '"')
            return (long)at + 1;
        if (c < 0x20)
            return NONE;
        if (c == '\\' && (++at >= text.length || strchr("\"\\/bfnrtu", text.at[at]) == NULL))
            return NONE;
    }
    return NONE;
}

static long word_end(struct slice text, size_t at)
{
    size_t begin = at;
    while (at < text.length && strchr(",]} \t\r\n", text.at[at]) == NULL)
        at++;
    struct slice word = {text.at + begin, at - begin};
    if (slice_is(word, "true") || slice_is(word, "false") || slice_is(word, "null"))
        return (long)at;
    for (size_t i = 0; i < word.length; i++)
        if (strchr("0123456789-+.eE", word.at[i]) == NULL)
            return NONE;
    return word.length > 0 && word.at[0] != '.' && word.at[0] != '+' ? (long)at : NONE;
}

static long value_end(struct slice text, size_t at, int depth);

/* Objects and arrays, member by member. */
static long list_end(struct slice text, size_t at, int depth)
{
    char close = text.at[at] == '{' ? '}' : ']';
    at = skip_blanks(text, at + 1);
    if (at < text.length && text.at[at] == close)
        return (long)at + 1;
    while (at < text.length) {
        long end = NONE;
        if (close == '}') {
            end = string_end(text, skip_blanks(text, at));
            if (end == NONE)
                return NONE;
            at = skip_blanks(text, (size_t)end);
            if (at >= text.length || text.at[at++] != ':')
                return NONE;
        }
        end = value_end(text, skip_blanks(text, at), depth + 1);
        if (end == NONE)
            return NONE;
        at = skip_blanks(text, (size_t)end);
        if (at < text.length && text.at[at] == close)
            return (long)at + 1;
        if (at >= text.length || text.at[at++] != ',')
            return NONE;
    }
    return NONE;
}

static long value_end(struct slice text, size_t at, int depth)
{
    if (at >= text.length || depth > DEEPEST)
        return NONE;
    if (text.at[at] == '"')
        return string_end(text, at);
    return text.at[at] == '{' || text.at[at] == '[' ? list_end(text, at, depth) : word_end(text, at);
}

bool json_valid(struct slice text)
{
    long end = value_end(text, skip_blanks(text, 0), 0);
    return end != NONE && skip_blanks(text, (size_t)end) == text.length;
}

static struct slice value_at(struct slice text, size_t at)
{
    at = skip_blanks(text, at);
    long end = value_end(text, at, 0);
    return end == NONE ? (struct slice){NULL, 0} : (struct slice){text.at + at, (size_t)end - at};
}

/* Behind the value and the comma that follows it. */
static size_t next_member(struct slice text, struct slice value)
{
    size_t at = skip_blanks(text, (size_t)(value.at - text.at) + value.length);
    return at < text.length && text.at[at] == ',' ? skip_blanks(text, at + 1) : text.length;
}

static struct slice member(struct slice object, struct slice name)
{
    size_t at = skip_blanks(object, 0);
    if (at >= object.length || object.at[at] != '{')
        return (struct slice){NULL, 0};
    for (at = skip_blanks(object, at + 1); at < object.length && object.at[at] == '"';) {
        long end = string_end(object, at);
        if (end == NONE)
            break;
        struct slice key = {object.at + at + 1, (size_t)end - at - 2};
        at = skip_blanks(object, (size_t)end) + 1;
        struct slice value = value_at(object, at);
        if (value.at == NULL || slice_equal(key, name))
            return value;
        at = next_member(object, value);
    }
    return (struct slice){NULL, 0};
}

struct slice json_get(struct slice text, const char *path)
{
    struct slice rest = slice_of(path);
    struct slice name;
    while (text.at != NULL && slice_split(&rest, '.', &name))
        text = member(text, name);
    return text;
}

struct slice json_at(struct slice array, size_t n)
{
    if (array.at == NULL || array.length == 0 || array.at[0] != '[')
        return (struct slice){NULL, 0};
    size_t at = skip_blanks(array, 1);
    while (at < array.length && array.at[at] != ']') {
        struct slice value = value_at(array, at);
        if (n-- == 0 || value.at == NULL)
            return value;
        at = next_member(array, value);
    }
    return (struct slice){NULL, 0};
}

void json_plain(struct slice value, struct text *plain)
{
    bool string = false;
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] == '"' && (i == 0 || value.at[i - 1] != '\\'))
            string = !string;
        if (string || strchr(" \t\r\n", value.at[i]) == NULL)
            text_add_char(plain, value.at[i]);
    }
}

struct text json_unquoted(struct slice value)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, "");
    for (size_t i = 1; i + 1 < value.length && value.at[0] == '"'; i++) {
        if (value.at[i] != '\\')
            text_add_char(&text, value.at[i]);
        else if (value.at[++i] != 'u')
            text_add_char(&text, value.at[i]);
        else {
            char digits[5] = {0};
            memcpy(digits, value.at + i + 1, 4);
            text_add_char(&text, (char)strtol(digits, NULL, 16));
            i += 4;
        }
    }
    return text;
}
