/* Bytes that stand for characters in other ways: Windows-1252, quoted-printable, entities. */
#include "base/utf8.h"
#include "record/spelling.h"

static struct span span_of(const char *base, const char *begin, const char *end)
{
    return (struct span){(uint32_t)(begin - base), (uint32_t)(end - base)};
}

/* 0x80 to 0x9F. */
static const uint16_t windows[32] = {0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030,
    0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178};

/* Whether TEXT may be text at all. */
static bool is_text(struct slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ' && strchr("\t\n\r\v\f\x1a", text.at[i]) == NULL)
            return false;
    return memchr(text.at, 0, text.length) == NULL;
}

static bool is_utf8(struct slice text)
{
    while (text.length > 0) {
        size_t plain = utf8_plain(text);
        text = (struct slice){text.at + plain, text.length - plain};
        if (text.length == 0)
            break;
        struct utf8_char c = utf8_next(text);
        if (!c.valid)
            return false;
        text = (struct slice){text.at + c.length, text.length - c.length};
    }
    return true;
}

static void read_windows(struct mending *mending, struct slice text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        char character[4];
        if (byte < 0x80)
            continue;
        size_t length = utf8_write(character, byte < 0xA0 ? windows[byte - 0x80] : byte);
        respell(mending, 1u << SPELL_ENCODING, (struct span){(uint32_t)i, (uint32_t)i + 1},
            (struct slice){character, length});
    }
}

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The bytes of an escape at AT, "=C3" or '=' before a line end; 0: it is none. */
static size_t escape_length(const char *at, const char *end)
{
    const char *behind = at + 1;
    while (behind < end && (*behind == ' ' || *behind == '\t'))
        behind++;
    if (behind < end && *behind == '\n')
        return (size_t)(behind + 1 - at);
    if (behind + 1 < end && behind[0] == '\r' && behind[1] == '\n')
        return (size_t)(behind + 2 - at);
    return end - at > 2 && hex(at[1]) >= 0 && hex(at[2]) >= 0 ? 3 : 0;
}

/* Whether every '=' begins an escape, and there are lines that end with one or bytes that need one. */
static bool is_transferred(struct slice text)
{
    const char *end = text.at + text.length;
    bool sure = false;
    size_t count = 0;
    for (const char *at = text.at; at < end && (at = memchr(at, '=', (size_t)(end - at))) != NULL;) {
        size_t length = escape_length(at, end);
        if (length == 0)
            return false;
        sure |= length != 3 || at[1] > '7' || strncmp(at + 1, "3D", 2) == 0;
        count++;
        at += length;
    }
    return count > 1 && (sure || count > 2);
}

static void read_transferred(struct mending *mending, struct slice text)
{
    const char *end = text.at + text.length;
    for (const char *at = text.at; at < end && (at = memchr(at, '=', (size_t)(end - at))) != NULL;) {
        const char *begin = at;
        char bytes[64];
        size_t count = 0;
        size_t length;
        while (count < sizeof bytes && at < end && *at == '=' && (length = escape_length(at, end)) > 0) {
            if (length == 3 && hex(at[1]) >= 0)
                bytes[count++] = (char)(hex(at[1]) * 16 + hex(at[2]));
            at += length;
        }
        respell(mending, 1u << SPELL_TRANSFER, span_of(text.at, begin, at), (struct slice){bytes, count});
    }
}

/* The character that an entity at AT stands for, 0: none; its length. */
static uint32_t entity_at(const char *at, const char *end, size_t *length)
{
    static const struct {
        const char *name;
        uint16_t code;
    } names[] = {{"gt;", '>'}, {"lt;", '<'}, {"amp;", '&'}, {"nbsp;", ' '}, {"ndash;", 0x2013}, {"mdash;", 0x2014},
        {"times;", 0xD7}, {"minus;", 0x2212}, {"quot;", '"'}, {"apos;", '\''}, {"rarr;", 0x2192}, {"raquo;", 0xBB},
        {"frac12;", 0xBD}, {"hellip;", 0x2026}};
    size_t left = (size_t)(end - at);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        *length = 1 + strlen(names[i].name);
        if (*length <= left && memcmp(at + 1, names[i].name, *length - 1) == 0)
            return names[i].code;
    }
    if (left < 4 || at[1] != '#')
        return 0;
    bool sixteen = at[2] == 'x' || at[2] == 'X';
    uint32_t code = 0;
    size_t i = 2 + sixteen;
    for (; i < left && i < 10; i++) {
        char c = (char)(at[i] >= 'a' && at[i] <= 'f' ? at[i] - 'a' + 'A' : at[i]);
        int digit = hex(c);
        if (digit < 0 || (!sixteen && digit > 9))
            break;
        code = code * (sixteen ? 16 : 10) + (uint32_t)digit;
    }
    *length = i + 1;
    bool fine = i < left && at[i] == ';' && i > 2 + (size_t)sixteen && code >= ' ' && code < 0x110000 &&
        (code < 0xD800 || code > 0xDFFF);
    return fine ? code : 0;
}

/* Entities, and backslashes of Markdown, though not in comments or values. */
static void read_entities(struct mending *mending, struct slice text)
{
    const char *end = text.at + text.length;
    const char *at = text.at;
    struct braces braces = {0};
    while (at < end) {
        const char *closing = NULL;
        size_t length;
        if (*at == '{')
            closing = closing_brace(&braces, at, end);
        else if (*at == '"')
            for (closing = at + 1; closing < end && *closing != '"' && *closing != '\n'; closing++) {
            }
        else if (*at == ';')
            for (closing = at; closing + 1 < end && closing[1] != '\n'; closing++) {
            }
        if (closing != NULL && closing < end) {
            at = closing + 1;
            continue;
        }
        if (*at == '\\' && at + 1 < end && strchr("*-_+>~:.#()|", at[1]) != NULL && at[1] != '\0') {
            respell(mending, 1u << SPELL_PUNCTUATION, span_of(text.at, at, at + 2), (struct slice){at + 1, 1});
            at += 2;
            continue;
        }
        uint32_t code = *at != '&' ? 0 : entity_at(at, end, &length);
        if (code == 0) {
            at++;
            continue;
        }
        char character[4];
        respell(mending, 1u << SPELL_ENTITY, span_of(text.at, at, at + length),
            (struct slice){character, utf8_write(character, code)});
        at += length;
    }
}

void mend_encoding(struct mending *mending, struct slice text)
{
    if (!is_text(text))
        return;
    if (!is_utf8(text))
        read_windows(mending, text);
    else if (memchr(text.at, '=', text.length) != NULL && is_transferred(text))
        read_transferred(mending, text);
    else if (memchr(text.at, '&', text.length) != NULL || memchr(text.at, '\\', text.length) != NULL)
        read_entities(mending, text);
}
