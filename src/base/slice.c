/* SPDX-License-Identifier: MIT */
#include "base/slice.h"

static bool is_blank_byte(char c)
{
    return c == ' ' || c == '\t';
}

struct slice slice_trim(struct slice slice)
{
    while (slice.length > 0 && is_blank_byte(slice.at[0])) {
        slice.at++;
        slice.length--;
    }
    while (slice.length > 0 && is_blank_byte(slice.at[slice.length - 1]))
        slice.length--;
    return slice;
}

int slice_order(struct slice a, struct slice b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter == 0 ? 0 : memcmp(a.at, b.at, shorter);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

bool slice_is_word(struct slice a, const char *word)
{
    size_t i = 0;
    while (i < a.length && word[i] != '\0' && small_letter(a.at[i]) == small_letter(word[i]))
        i++;
    return i == a.length && word[i] == '\0';
}

bool slice_is_any(struct slice a, const char *words)
{
    for (const char *word = words;; word++) {
        size_t i = 0;
        for (; i < a.length && *word != '\0' && *word != '|' && small_letter(a.at[i]) == small_letter(*word); word++)
            i++;
        if (i == a.length && (*word == '\0' || *word == '|'))
            return true;
        while (*word != '|')
            if (*word++ == '\0')
                return false;
    }
}

bool slice_split(struct slice *rest, char separator, struct slice *part)
{
    if (rest->at == NULL)
        return false;
    const char *hit = rest->length > 0 ? memchr(rest->at, separator, rest->length) : NULL;
    if (hit == NULL) {
        *part = *rest;
        *rest = (struct slice){NULL, 0};
        return true;
    }
    *part = (struct slice){rest->at, (size_t)(hit - rest->at)};
    *rest = (struct slice){hit + 1, rest->length - part->length - 1};
    return true;
}

bool slice_number(struct slice slice, uint32_t limit, uint32_t *number)
{
    uint64_t value = 0;
    if (slice.length == 0)
        return false;
    for (size_t i = 0; i < slice.length; i++) {
        if (slice.at[i] < '0' || slice.at[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(slice.at[i] - '0');
        if (value > limit)
            return false;
    }
    *number = (uint32_t)value;
    return true;
}
