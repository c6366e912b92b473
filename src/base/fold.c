/* SPDX-License-Identifier: MIT */
#include "base/fold.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <utf8proc.h>

static bool is_blank_code(utf8proc_int32_t code)
{
    utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
        (code >= '\t' && code <= '\r');
}

/* The ASCII letter that people write instead of CODE, a small letter with a stroke or
   without its dot: to Unicode these are separate letters.  0: CODE is not one. */
static char plain_letter(uint32_t code)
{
    static const struct {
        uint16_t code;
        char plain;
    } letters[] = {{0x00F8, 'o'}, {0x0111, 'd'}, {0x0127, 'h'}, {0x0131, 'i'}, {0x0142, 'l'}, {0x0167, 't'}};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i].code == code)
            return letters[i].plain;
    return 0;
}

/* Removes strokes, and with BLANKS spaces, from valid UTF-8, in place; returns the length that is left. */
static size_t drop_strokes(char *bytes, size_t length, bool blanks)
{
    size_t kept = 0;
    struct slice rest = {bytes, length};
    while (rest.length > 0) {
        struct utf8_char c = utf8_next(rest);
        char plain = plain_letter(c.code);
        if (plain != 0) {
            bytes[kept++] = plain;
        } else if (!blanks || !is_blank_code((utf8proc_int32_t)c.code)) {
            memmove(bytes + kept, rest.at, c.length);
            kept += c.length;
        }
        rest.at += c.length;
        rest.length -= c.length;
    }
    return kept;
}

static struct slice fold_into(struct slice text, bool blanks, struct arena *arena)
{
    utf8proc_uint8_t *folded = NULL;
    utf8proc_option_t const options = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
        UTF8PROC_STRIPMARK | UTF8PROC_IGNORE;
    utf8proc_ssize_t length =
        utf8proc_map((const utf8proc_uint8_t *)text.at, (utf8proc_ssize_t)text.length, &folded, options);
    if (length == UTF8PROC_ERROR_NOMEM)
        memory_count_failure();
    size_t kept = length > 0 ? drop_strokes((char *)folded, (size_t)length, blanks) : 0;
    struct slice copy = arena_copy(arena, kept > 0 ? (struct slice){(const char *)folded, kept} : text);
    free(folded);
    return copy;
}

struct slice fold_name(struct slice name, struct arena *arena)
{
    return fold_into(name, true, arena);
}

struct slice fold_text(struct slice text, struct arena *arena)
{
    return fold_into(text, false, arena);
}

/* The same of printable ASCII. */
static bool are_plainly_equal(struct slice a, struct slice b)
{
    size_t i = 0;
    for (size_t k = 0; k < b.length; k++) {
        if (b.at[k] == ' ')
            continue;
        while (i < a.length && a.at[i] == ' ')
            i++;
        if (i == a.length || small_letter(a.at[i]) != small_letter(b.at[k]))
            return false;
        i++;
    }
    while (i < a.length && a.at[i] == ' ')
        i++;
    return i == a.length;
}

bool fold_equal(struct slice a, struct slice b)
{
    SCOPED(arena, arena);
    if (slice_equal(a, b))
        return true;
    if (utf8_plain(a) == a.length && utf8_plain(b) == b.length)
        return slice_trim(a).length > 0 && slice_trim(b).length > 0 && are_plainly_equal(a, b);
    struct slice one = fold_name(a, &arena);
    struct slice two = fold_name(b, &arena);
    return one.at != NULL && two.at != NULL && slice_equal(one, two);
}
