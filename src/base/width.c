/* SPDX-License-Identifier: MIT */
/* How wide characters are on a terminal. */
#include "base/utf8.h"

#include <utf8proc.h>

/* Vowels and final consonants of Hangul, which join the consonant before them. */
static bool is_joining(uint32_t code)
{
    return (code >= 0x1160 && code <= 0x11FF) || (code >= 0xD7B0 && code <= 0xD7FB);
}

/* Where the library would leave no room for what takes some on terminals, marks with a
   width of their own, or the other way round, its answer is not used. */
static size_t width_of(uint32_t code)
{
    utf8proc_int32_t number = (utf8proc_int32_t)code;
    if (is_joining(code))
        return 0;
    if (code < 0x300 || utf8proc_category(number) == UTF8PROC_CATEGORY_MC)
        return 1;
    return (size_t)utf8proc_charwidth(number);
}

size_t utf8_width(struct slice slice)
{
    size_t width = utf8_plain(slice);
    slice.at += width;
    slice.length -= width;
    while (slice.length > 0) {
        struct utf8_char c = utf8_next(slice);
        width += c.valid ? width_of(c.code) : 1;
        slice.at += c.length;
        slice.length -= c.length;
    }
    return width;
}

char utf8_variant_of(uint32_t code)
{
    utf8proc_int32_t parts[4];
    int boundary = 0;
    const utf8proc_ssize_t count =
        utf8proc_decompose_char((utf8proc_int32_t)code, parts, 4, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT, &boundary);
    return count == 1 && parts[0] >= ' ' && parts[0] <= '~' ? (char)parts[0] : 0;
}
