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

struct range {
    uint32_t first;
    uint32_t last;
};

static bool in_ranges(uint32_t code, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

static size_t width_of(uint32_t code)
{
    static const struct range wide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF},
        {0x4E00, 0x9FFF}, {0xA000, 0xA4CF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    static const struct range none[] = {{0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
    if (code < 0x0300)
        return 1;
    if (in_ranges(code, none, sizeof none / sizeof none[0]))
        return 0;
    return in_ranges(code, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

size_t utf8_width(struct slice slice)
{
    size_t width = 0;
    while (slice.length > 0) {
        struct utf8_char c = utf8_next(slice);
        width += c.valid ? width_of(c.code) : 1;
        slice.at += c.length;
        slice.length -= c.length;
    }
    return width;
}

bool utf8_is_control(uint32_t code)
{
    static const struct range turning[] = {{0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || in_ranges(code, turning, sizeof turning / sizeof turning[0]);
}

bool utf8_is_valid(struct slice slice)
{
    while (slice.length > 0) {
        struct utf8_char c = utf8_next(slice);
        if (!c.valid)
            return false;
        slice.at += c.length;
        slice.length -= c.length;
    }
    return true;
}
