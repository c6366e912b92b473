/* SPDX-License-Identifier: MIT */
/* A slice is a run of bytes that somebody else owns: no terminator, any byte inside.  A
   span gives the place of such a run, as offsets into its source. */
#ifndef CATASTA_BASE_SLICE_H
#define CATASTA_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct slice {
    const char *at;
    size_t length;
};

/* Bytes [begin, end) of a source, counted from 0. */
struct span {
    uint32_t begin;
    uint32_t end;
};

static inline struct slice slice_of(const char *string)
{
    return (struct slice){string, strlen(string)};
}

static inline bool slice_equal(struct slice a, struct slice b)
{
    return a.length == b.length && (a.length == 0 || (a.at[0] == b.at[0] && memcmp(a.at, b.at, a.length) == 0));
}

static inline bool slice_is(struct slice a, const char *string)
{
    return slice_equal(a, slice_of(string));
}

/* Byte by byte: below 0 where A is before B, 0 where they are equal. */
int slice_order(struct slice a, struct slice b);

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static inline bool is_letter(char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

/* The small letter of an ASCII one, any other byte as it is. */
static inline char small_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether A is WORD, whatever the case of the ASCII letters of either. */
bool slice_is_word(struct slice a, const char *word);

/* Likewise one of WORDS, which have '|' between them. */
bool slice_is_any(struct slice a, const char *words);

static inline struct slice slice_cut(struct slice source, struct span span)
{
    return (struct slice){source.at + span.begin, span.end - span.begin};
}

static inline struct slice slice_to(const char *begin, const char *end)
{
    return (struct slice){begin, (size_t)(end - begin)};
}

static inline const char *slice_end(struct slice slice)
{
    return slice.at + slice.length;
}

/* What separates words: spaces, tabs and newlines. */
static inline bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Spaces and tabs off both ends. */
struct slice slice_trim(struct slice slice);

/* At most its first LENGTH bytes. */
static inline struct slice slice_shorter(struct slice slice, size_t length)
{
    return (struct slice){slice.at, slice.length < length ? slice.length : length};
}

/* What follows its first LENGTH bytes. */
static inline struct slice slice_after(struct slice slice, size_t length)
{
    return (struct slice){slice.at + length, slice.length - length};
}

/* The part before the first SEPARATOR; *rest becomes what follows it, or an
   empty slice at the end.  False when *rest is already used up (at == NULL). */
bool slice_split(struct slice *rest, char separator, struct slice *part);

/* A decimal number of digits alone that is at most LIMIT. */
bool slice_number(struct slice slice, uint32_t limit, uint32_t *number);

#endif
