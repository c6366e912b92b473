/* SPDX-License-Identifier: MIT */
/* Reading UTF-8 one character at a time, from bytes that may be invalid. */
#ifndef CATASTA_BASE_UTF8_H
#define CATASTA_BASE_UTF8_H

#include "base/slice.h"

struct utf8_char {
    uint32_t code;  /* the code point, or the byte that is not UTF-8 */
    uint8_t length; /* bytes, 1..4 */
    bool valid;
};

/* The first character of SLICE, which is not empty. */
struct utf8_char utf8_next(struct slice slice);

/* Characters, counting each byte that is not UTF-8 as one. */
size_t utf8_count(struct slice slice);

/* Whether SLICE begins with a byte order mark. */
bool utf8_is_marked(struct slice slice);

/* Writes CODE in UTF-8 to TO; its length, at most 4. */
size_t utf8_write(char *to, uint32_t code);

/* Whether SLICE begins with the byte order mark of UTF-16; *HIGH: its high bytes come first. */
bool utf8_is_wide(struct slice slice, bool *high);

/* Writes the characters of WIDE, which is UTF-16, to TO, which has room for half as much again; how many bytes.  HIGH:
   high bytes come first. */
size_t utf8_of_wide(struct slice wide, bool high, char *to);

/* How many printable ASCII characters SLICE begins with: most texts are nothing else. */
static inline size_t utf8_plain(struct slice slice)
{
    size_t length = 0;
    while (length < slice.length && slice.at[length] >= ' ' && slice.at[length] <= '~')
        length++;
    return length;
}

/* Columns on a terminal: 2 for wide East Asian characters and emoji, 0 for combining marks
   and others without a width, 1 for any other.  Emoji made of several count as terminals
   count that do not join them. */
size_t utf8_width(struct slice slice);

/* The printable ASCII character that CODE is a variant of, such as a full-width, bold or raised one; 0: none. */
char utf8_variant_of(uint32_t code);

/* C0, DEL, C1, and the marks that change the direction of text. */
bool utf8_is_control(uint32_t code);

/* How many bytes SLICE begins with that are UTF-8 without such characters.  Only this function decides what may be
   written to a terminal unchanged. */
size_t utf8_printable(struct slice slice);

#endif
