/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

/* Length and smallest second byte range by lead byte (RFC 3629, table 3-7 of
   the Unicode standard); length 0: never a lead byte. */
struct lead {
    uint8_t length;
    uint8_t low;
    uint8_t high;
};

static struct lead lead_of(unsigned char byte)
{
    if (byte < 0x80)
        return (struct lead){1, 0, 0};
    if (byte < 0xC2 || byte > 0xF4)
        return (struct lead){0, 0, 0};
    if (byte < 0xE0)
        return (struct lead){2, 0x80, 0xBF};
    if (byte < 0xF0)
        return (struct lead){3, byte == 0xE0 ? 0xA0 : 0x80, byte == 0xED ? 0x9F : 0xBF};
    return (struct lead){4, byte == 0xF0 ? 0x90 : 0x80, byte == 0xF4 ? 0x8F : 0xBF};
}

struct utf8_char utf8_next(struct slice slice)
{
    unsigned char first = (unsigned char)slice.at[0];
    struct lead lead = lead_of(first);
    if (lead.length == 1)
        return (struct utf8_char){first, 1, true};
    struct utf8_char broken = {first, 1, false};
    if (lead.length == 0 || slice.length < lead.length)
        return broken;
    uint32_t code = first & (0x7Fu >> lead.length);
    for (uint8_t i = 1; i < lead.length; i++) {
        unsigned char byte = (unsigned char)slice.at[i];
        bool fits = i == 1 ? byte >= lead.low && byte <= lead.high : (byte & 0xC0) == 0x80;
        if (!fits)
            return broken;
        code = code << 6 | (byte & 0x3F);
    }
    return (struct utf8_char){code, lead.length, true};
}

size_t utf8_count(struct slice slice)
{
    size_t count = 0;
    while (slice.length > 0) {
        struct utf8_char c = utf8_next(slice);
        slice.at += c.length;
        slice.length -= c.length;
        count++;
    }
    return count;
}

bool utf8_is_marked(struct slice slice)
{
    return slice.length >= 3 && memcmp(slice.at, "\xEF\xBB\xBF", 3) == 0;
}

/* Characters that change the direction of text, or end its line. */
static bool is_turning(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
        (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

bool utf8_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || is_turning(code);
}

size_t utf8_printable(struct slice slice)
{
    size_t length = utf8_plain(slice);
    while (length < slice.length) {
        struct utf8_char c = utf8_next((struct slice){slice.at + length, slice.length - length});
        if (!c.valid || utf8_is_control(c.code))
            break;
        length += c.length;
    }
    return length;
}

size_t utf8_write(char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    to[0] = (char)(heads[more] | code >> (6 * more));
    for (unsigned i = 1; i <= more; i++)
        to[i] = (char)(0x80 | (code >> (6 * (more - i)) & 0x3F));
    return more + 1;
}

bool utf8_is_wide(struct slice slice, bool *high)
{
    *high = slice.length > 1 && memcmp(slice.at, "\xFE\xFF", 2) == 0;
    return *high || (slice.length > 1 && memcmp(slice.at, "\xFF\xFE", 2) == 0);
}

size_t utf8_of_wide(struct slice wide, bool high, char *to)
{
    const char *begin = to;
    for (size_t i = 0; i + 1 < wide.length; i += 2) {
        uint32_t code = (uint32_t)(unsigned char)wide.at[i + !high] << 8 | (unsigned char)wide.at[i + high];
        if (code >= 0xD800 && code < 0xDC00 && i + 3 < wide.length) {
            uint32_t low = (uint32_t)(unsigned char)wide.at[i + 2 + !high] << 8 | (unsigned char)wide.at[i + 2 + high];
            if (low >= 0xDC00 && low < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                i += 2;
            }
        }
        to += utf8_write(to, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
    }
    return (size_t)(to - begin);
}
