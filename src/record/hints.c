#include "record/hints.h"

#include "base/utf8.h"

#include <stdio.h>

/* Signs that look like others. */
static const struct lookalike {
    uint32_t first;
    uint32_t last;
    const char *name;
    const char *meant;
} lookalikes[] = {
    {0x2010, 0x2015, "a dash", "-"},
    {0x2212, 0x2212, "a minus sign", "-"},
    {0x00D7, 0x00D7, "a multiplication sign", "x"},
    {0xFF1A, 0xFF1A, "a wide colon", ":"},
    {0xFF0C, 0xFF0C, "a wide comma", ","},
    {0x201C, 0x201F, "a typographic quote", "\""},
};

static const struct lookalike *find_lookalike(struct slice word)
{
    while (word.length > 0) {
        struct utf8_char c = utf8_next(word);
        for (size_t i = 0; c.valid && i < sizeof lookalikes / sizeof lookalikes[0]; i++)
            if (c.code >= lookalikes[i].first && c.code <= lookalikes[i].last)
                return &lookalikes[i];
        word.at += c.length;
        word.length -= c.length;
    }
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How many bytes at AT are a cell such as d4, 0 when none. */
static size_t cell_length(const char *at)
{
    size_t length = 1;
    if (at[0] < 'a' || at[0] > 'z' || at[1] < '1' || at[1] > '9')
        return 0;
    while (is_digit(at[length]))
        length++;
    return length;
}

/* Whether AT begins with a step such as 2-c5. */
static bool begins_step(const char *at)
{
    while (is_digit(*at))
        at++;
    return *at != '\0' && strchr("-+x", *at) != NULL && cell_length(at + 1) > 0;
}

/* The word in small letters, NUL-terminated; what is too long is cut. */
static void lower(struct slice word, char small[64])
{
    size_t length = word.length < 63 ? word.length : 63;
    for (size_t i = 0; i < length; i++)
        small[i] = word.at[i] >= 'A' && word.at[i] <= 'Z' ? (char)(word.at[i] - 'A' + 'a') : word.at[i];
    small[length] = '\0';
}

static bool has_capitals(struct slice word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] >= 'A' && word.at[i] <= 'Z')
            return true;
    return false;
}

/* "O-1", "l-o": letters for digits. */
static bool is_like_result(struct slice word)
{
    return word.length == 3 && strchr("0Oo1lI", word.at[0]) != NULL && strchr("-:", word.at[1]) != NULL &&
        strchr("0Oo1lI", word.at[2]) != NULL;
}

bool tail_hint(struct slice tail, char hint[HINT_ROOM])
{
    const struct lookalike *lookalike = find_lookalike(tail);
    if (lookalike != NULL)
        snprintf(hint, HINT_ROOM, "it holds %s; type '%s'", lookalike->name, lookalike->meant);
    return lookalike != NULL;
}

void turn_hint(struct slice word, char hint[HINT_ROOM])
{
    char small[64];
    lower(word, small);
    size_t cell = cell_length(small);
    size_t gap = cell > 0 && small[cell] != '\0' && strchr(",.:", small[cell]) != NULL ? 1 : 0;
    if (tail_hint(word, hint))
        return;
    if (is_like_result(word))
        snprintf(hint, HINT_ROOM, "if a result is meant, it is 1-0, 0-1 or 1/2-1/2, in digits");
    else if (has_capitals(word) && cell > 0 && small[cell] == ':' && begins_step(small + cell + 1))
        snprintf(hint, HINT_ROOM, "cells and marks are small letters: '%s'", small);
    else if (cell > 0 && begins_step(small + cell + gap))
        snprintf(
            hint, HINT_ROOM, "a colon stands behind the first cell: '%.*s:%s'", (int)cell, small, small + cell + gap);
    else
        snprintf(hint, HINT_ROOM, "one looks like 'b4:2-c5' or, of several steps, 'e3:+e5,xd4'");
}
