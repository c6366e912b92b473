/* SPDX-License-Identifier: MIT */
/* Bytes that stand for characters in other ways: Windows-1252, quoted-printable, entities. */
#include "base/utf8.h"
#include "record/spelled_turns.h"
#include "record/spelling.h"

/* 0x80 to 0x9F. */
static const uint16_t windows[32] = {0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030,
    0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178};

/* 0x80 to 0xBF of Windows-1251; the others are the letters from 0x410 on. */
static const uint16_t cyrillic[64] = {0x402, 0x403, 0x201A, 0x453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030,
    0x409, 0x2039, 0x40A, 0x40C, 0x40B, 0x40F, 0x452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x98,
    0x2122, 0x459, 0x203A, 0x45A, 0x45C, 0x45B, 0x45F, 0xA0, 0x40E, 0x45E, 0x408, 0xA4, 0x490, 0xA6, 0xA7, 0x401, 0xA9,
    0x404, 0xAB, 0xAC, 0xAD, 0xAE, 0x407, 0xB0, 0xB1, 0x406, 0x456, 0x491, 0xB5, 0xB6, 0xB7, 0x451, 0x2116, 0x454, 0xBB,
    0x458, 0x405, 0x455, 0x457};

/* Whether most letters beyond ASCII are beside another, as in words of Cyrillic letters. */
static bool is_cyrillic(struct slice text)
{
    size_t letters = 0;
    size_t beside = 0;
    for (size_t i = 0; i < text.length; i++) {
        const bool high = (unsigned char)text.at[i] >= 0xC0;
        letters += high;
        beside += high &&
            ((i > 0 && (unsigned char)text.at[i - 1] >= 0xC0) ||
                (i + 1 < text.length && (unsigned char)text.at[i + 1] >= 0xC0));
    }
    return 2 * beside > letters;
}

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

/* Bytes that are UTF-8 stay: texts come from here and from there. */
static void read_windows(struct mending *mending, struct slice text)
{
    const bool russian = is_cyrillic(text);
    struct utf8_char c;
    for (size_t i = 0; i < text.length; i += c.length) {
        const struct slice byte = {text.at + i, 1};
        char character[4];
        c = utf8_next((struct slice){text.at + i, text.length - i});
        if (c.valid)
            continue;
        const uint32_t code = russian ? c.code < 0xC0 ? cyrillic[c.code - 0x80] : c.code - 0xC0 + 0x410
            : c.code < 0xA0           ? windows[c.code - 0x80]
                                      : c.code;
        note_spelling(mending, SPELL_ENCODING, byte, slice_of(russian ? "Windows-1251" : "Windows-1252"));
        respell(mending, 0, byte, (struct slice){character, utf8_write(character, code)});
    }
}

/* The character whose bytes TEXT begins with, each written as if it were one of Windows-1252; how long it is there,
   0: none. */
static size_t twice_written(struct slice text, char bytes[4], size_t *count)
{
    size_t end = 0;
    for (*count = 0; *count < 4 && end < text.length;) {
        const struct utf8_char c = utf8_next((struct slice){text.at + end, text.length - end});
        uint32_t byte = 0x80;
        while (byte < 0xA0 && windows[byte - 0x80] != c.code)
            byte++;
        byte = byte == 0xA0 ? c.code : byte;
        if (c.length == 1 || byte > 0xFF)
            return 0;
        bytes[(*count)++] = (char)byte;
        end += c.length;
        if (utf8_next((struct slice){bytes, *count}).valid)
            return end;
    }
    return 0;
}

/* UTF-8 that was taken for Windows-1252 and written as UTF-8 once more, if all that is beyond ASCII was. */
static void read_twice_written(struct mending *mending, struct slice text)
{
    for (unsigned reads = 0; reads < 2; reads++)
        for (size_t i = 0, length = 1; i < text.length; i += length) {
            char bytes[4];
            size_t count;
            length = 1;
            if ((unsigned char)text.at[i] < 0x80)
                continue;
            length = twice_written((struct slice){text.at + i, text.length - i}, bytes, &count);
            if (length == 0)
                return;
            if (reads > 0)
                respell(mending, 1u << SPELL_SIGN, (struct slice){text.at + i, length}, (struct slice){bytes, count});
        }
}

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0'
        : c >= 'A' && c <= 'F'  ? c - 'A' + 10
        : c >= 'a' && c <= 'f'  ? c - 'a' + 10
                                : -1;
}

/* The bytes of an escape at AT, "=C3" or '=' before a newline; 0: not an escape. */
static size_t escape_length(const char *at, const char *end)
{
    const char *behind = at + 1 + strspn(at + 1, " \t");
    if (behind < end && (*behind == '\n' || *behind == '\r'))
        return (size_t)(behind + 1 - at) + (behind + 1 < end && behind[0] == '\r' && behind[1] == '\n');
    return end - at > 2 && hex(at[1]) >= 0 && hex(at[2]) >= 0 ? 3 : 0;
}

/* The bytes of a line that a mail program breaks. */
enum { MAIL_LINE = 70 };

/* Where quoted-printable begins: after the head of a mail that says so, or with TEXT where nearly every '=' begins an
   escape, and there are lines that end with one or bytes that need one; NULL: nowhere. */
static const char *find_transferred(struct slice text)
{
    static const char head[] = "content-transfer-encoding:";
    const char *end = slice_end(text);
    const char *line = text.at;
    size_t count = 0;
    size_t others = 0;
    bool sure = false;
    for (const char *at = text.at; at < end; at++) {
        const char *value = at == line ? pass_word(at, head) : NULL;
        if (*at == '\n' || *at == '\r')
            line = at + 1;
        else if (value != NULL && pass_word(value + strspn(value, " \t"), "quoted-printable") != NULL)
            return value;
        if (*at != '=')
            continue;
        size_t length = escape_length(at, end);
        bool escape = length == 3 && hex(at[1]) >= 0;
        const bool inside =
            escape && at > line && (is_letter(at[-1]) || is_digit(at[-1])) && (is_letter(at[3]) || is_digit(at[3]));
        sure |=
            escape ? hex(at[1]) > 7 || hex(at[1]) < 2 || (hex(at[1]) == 3 && hex(at[2]) == 13) || inside : length > 0;
        const bool last = escape ? at + 3 < end && (at[3] == '\n' || at[3] == '\r') : at > line && !is_space(at[-1]);
        sure |= last && length > 0;
        count += length == 0 ? 0 : !escape && (last || at - line >= MAIL_LINE) ? 2 : 1;
        others += length == 0;
        at += escape ? 2 : 0;
    }
    return count > 1 && (sure || count > 2) && others * 8 <= count ? text.at : NULL;
}

/* Whether the line of AT, in a text that begins at BASE, is quoted; more than a line of mail is not looked at. */
static bool begins_quoted(const char *base, const char *at)
{
    for (size_t i = 0; i < 2 * MAIL_LINE && at > base && at[-1] != '\n'; i++)
        at--;
    return at[0] == '>' && strchr("> ", at[1]) != NULL && (at == base || at[-1] == '\n');
}

static void read_transferred(struct mending *mending, struct slice text)
{
    const char *end = slice_end(text);
    const char *at = find_transferred(text);
    for (; at != NULL && at < end && (at = memchr(at, '=', (size_t)(end - at))) != NULL;) {
        const char *begin = at;
        char bytes[64];
        size_t count = 0;
        size_t length;
        while (count < sizeof bytes && at < end && *at == '=' && (length = escape_length(at, end)) > 0) {
            if (length == 3 && hex(at[1]) >= 0)
                bytes[count++] = (char)(hex(at[1]) * 16 + hex(at[2]));
            at += length;
            for (bool quoted = at[-1] == '\n' && begins_quoted(text.at, begin); quoted && *at == '>';)
                at += 1 + (at[1] == ' '); /* of a mail that quotes one */
        }
        if (at == begin)
            at++;
        else
            respell(mending, 1u << SPELL_TRANSFER, slice_to(begin, at), (struct slice){bytes, count});
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
        int digit = hex(at[i]);
        if (digit < 0 || (!sixteen && digit > 9))
            break;
        code = code * (sixteen ? 16 : 10) + (uint32_t)digit;
    }
    *length = i + 1;
    bool fine = i < left && at[i] == ';' && i > 2 + (size_t)sixteen && code >= ' ' && code < 0x110000 &&
        (code < 0xD800 || code > 0xDFFF);
    return fine ? code : 0;
}

/* Markup. */

enum effect { IS_INLINE, IS_BLOCK, IS_TABLE, IS_ITEM, IS_BREAK, IS_ROW, IS_CELL, IS_EMPHASIS };

/* Tags of pages, and of forums, which have brackets, and what becomes of them. */
static const struct markup {
    const char *names;
    enum effect effect;
} markups[] = {
    {"b|u|s|tt|strong|span|font|color|colour|size|small|big|kbd|samp|var|mark|strike|del|ins|nobr|mono|bdi|wbr",
        IS_INLINE},
    {"i|em", IS_EMPHASIS}, {"li|*|dt", IS_ITEM}, {"table", IS_TABLE}, {"br|p|hr", IS_BREAK}, {"tr", IS_ROW},
    {"td|th|dd", IS_CELL},
    {"code|pre|ul|ol|dl|div|thead|tbody|tfoot|caption|h1|h2|h3|h4|h5|h6|html|head|body|title|section|article|"
     "blockquote|quote|spoiler|center|left|right|list|!doctype",
        IS_BLOCK}};

/* Passes over what gives a tag its look, values after '=', up to CLOSING; NULL: something else is there. */
static const char *pass_attributes(const char *at, const char *end, char closing)
{
    while (at < end && *at != closing) {
        at += strspn(at, closing == '>' ? " \t\r\n/" : "");
        while (at < end && (is_letter(*at) || *at == '-'))
            at++;
        const char quote = *at == '=' && (at[1] == '"' || at[1] == '\'') ? at[1] : 0;
        if (quote != 0)
            at += 2 + strcspn(at + 2, quote == '"' ? "\"" : "'") + 1;
        else if (*at == '=')
            at += strcspn(at, " \t\r\n>]");
        else if (*at != closing)
            return NULL;
    }
    return at < end ? at : NULL;
}

/* The tag at AT, and its END; NULL: none is there. */
static const struct markup *markup_at(const char *at, const char *end, const char **behind)
{
    const char closing = *at == '[' ? ']' : '>';
    const char *name = at + 1 + (at[1] == '/');
    const size_t most = (size_t)(end - name) < 400 ? (size_t)(end - name) : 400;
    const char *name_end = name;
    while (name_end < end &&
        (is_letter(*name_end) || is_digit(*name_end) ||
            (name_end == name && (*name_end == '!' || (*name_end == '*' && closing == ']')))))
        name_end++;
    if (name_end == name)
        return NULL;
    const char *last = pass_attributes(name_end, name + most, closing);
    for (size_t i = 0; last != NULL && i < sizeof markups / sizeof markups[0]; i++)
        if (slice_is_any(slice_to(name, name_end), markups[i].names)) {
            *behind = last + 1;
            return &markups[i];
        }
    return NULL;
}

struct page {
    struct mending *mending;
    const char *base;
    const char *end;
    struct braces braces;
    bool open;  /* something is on the line */
    bool row;   /* of a table */
    bool cells; /* one is on the line */
    bool wiki;  /* in the table of one */
};

/* What stands for a tag: nothing, or what ends a line or a cell, where there is something to end.  In brackets it may
   be a word, and where it would be a block it becomes a comment. */
static const char *read_markup(struct page *page, const char *at)
{
    const char *behind;
    const struct markup *markup = markup_at(at, page->end, &behind);
    if (markup == NULL)
        return NULL;
    const bool opens = at[1] != '/';
    const char *next = behind + strspn(behind, " \t");
    const bool ends = next < page->end && (*next == '\n' || *next == '\r');
    const bool inside =
        at > page->base && is_digit(at[-1]) && is_letter(*behind) && markup->effect == IS_EMPHASIS && *at == '<';
    const char *meant = "";
    unsigned kind = markup->effect == IS_BREAK ? SPELL_SEPARATOR : inside ? SPELL_PUNCTUATION : SPELL_MARKUP;
    struct text text;
    if (markup->effect == IS_ROW || markup->effect == IS_TABLE) {
        page->row = opens && markup->effect == IS_ROW;
        page->cells = false;
    }
    const bool kept = *at == '[' && !page->row && (markup->effect == IS_BLOCK || markup->effect == IS_TABLE);
    if (markup->effect == IS_CELL) {
        meant = opens && (page->cells || (page->open && !page->row)) ? "\t" : "";
        page->cells |= opens;
    } else if (markup->effect != IS_INLINE && markup->effect != IS_EMPHASIS && (opens || markup->effect != IS_ITEM)) {
        meant = page->open && (kept || !ends) ? "\n" : "";
        page->open &= *meant == '\0' && !page->row;
    } else if (inside) {
        meant = "*"; /* Markdown took two of them for emphasis */
    }
    text_init(&text);
    text_add_string(&text, meant);
    if (kept)
        text_printf(&text, "; %pS%s", SLICE(slice_to(at, behind)), ends ? "" : "\n");
    respell_text(page->mending, 1u << kind, slice_to(at, behind), &text);
    return behind;
}

/* A comment of a page is one of the record; a longer one is not. */
enum { REMARK_MOST = 2000 };

static const char *read_page_comment(struct page *page, const char *at)
{
    const char *text = at + 4;
    if (strncmp(at, "<!--", 4) != 0)
        return NULL;
    const char *closing = text;
    while (closing - text < REMARK_MOST && closing < page->end && *closing != '}' && strncmp(closing, "-->", 3) != 0)
        closing++;
    if (strncmp(closing, "-->", 3) != 0)
        return NULL;
    respell(page->mending, 1u << SPELL_MARKUP, slice_to(at, text), slice_of("{"));
    respell(page->mending, 1u << SPELL_MARKUP, slice_to(closing, closing + 3), slice_of("}"));
    return closing + 3;
}

/* After a comment or a value at AT; NULL: none is there. */
static const char *pass_kept(struct page *page, const char *at)
{
    const char *closing = at;
    if (*at == '{')
        closing = closing_brace(&page->braces, at, page->end);
    else if (*at == '"')
        closing = at + 1 + strcspn(at + 1, "\"\n");
    else if (*at == ';')
        closing = at + strcspn(at, "\n") - 1;
    else
        return NULL;
    return closing == NULL || closing >= page->end || (*at == '"' && *closing == '\n') ? NULL : closing + 1;
}

/* A table of a wiki, where each cell may have a line of its own: makes one line of those of a row. */
static const char *read_wiki(struct page *page, const char *at)
{
    const bool begins = at == page->base || at[-1] == '\n';
    const char *next = begins && (*at == '{' || *at == '|') ? at + strcspn(at, "\n") : at;
    if (begins && at[0] == '{' && at[1] == '|' && next < page->end && (next[1] == '|' || next[1] == '!')) {
        page->wiki = true;
        return next;
    }
    page->wiki &= !(begins && at[0] == '|' && at[1] == '}');
    if (begins && page->wiki && at[0] == '|' && at[1] == '-')
        return next;
    const bool cell = page->wiki && page->open && *at == '\n' && (at[1] == '|' || at[1] == '!') && at[2] != '\0' &&
        strchr("-}+", at[2]) == NULL;
    if (!cell)
        return NULL;
    respell(page->mending, 1u << SPELL_MARKUP, slice_to(at, at + 2), slice_of(" |"));
    return at + 2;
}

/* Entities, tags of pages and forums, and backslashes of Markdown, though not in comments or values. */
static void read_markups(struct mending *mending, struct slice text)
{
    struct page page = {.mending = mending, .base = text.at, .end = slice_end(text)};
    for (const char *at = text.at, *behind; at < page.end; at = behind) {
        size_t length;
        uint32_t code = *at != '&' ? 0 : entity_at(at, page.end, &length);
        char character[4];
        const bool bracket = *at == '<' || *at == '[';
        if ((behind = read_wiki(&page, at)) != NULL)
            continue;
        behind = bracket ? read_markup(&page, at) : pass_kept(&page, at);
        if (behind == NULL && bracket)
            behind = read_page_comment(&page, at);
        if (behind != NULL && bracket)
            continue;
        if (code != 0)
            respell(mending, 1u << SPELL_ENTITY, slice_to(at, behind = at + length),
                (struct slice){character, utf8_write(character, code)});
        else if (*at == '\\' && at + 1 < page.end && strchr("*-_+>~:.#()|[]", at[1]) != NULL && at[1] != '\0')
            respell(mending, 1u << SPELL_PUNCTUATION, slice_to(at, behind = at + 2), (struct slice){at + 1, 1});
        else if (page.row && (*at == '\n' || *at == '\r'))
            respell(mending, 1u << SPELL_MARKUP, slice_to(at, behind = at + 1), slice_of(" "));
        if (*at == '\n')
            page.open = false;
        else if (!is_space(*at) && *at != '>')
            page.open = true;
        behind = behind == NULL ? at + 1 : behind;
    }
}

void mend_encoding(struct mending *mending, enum decoding decoding, struct slice text)
{
    if (!is_text(text))
        return;
    if (decoding == DECODE_TRANSFER && memchr(text.at, '=', text.length) != NULL)
        read_transferred(mending, text);
    else if (decoding == DECODE_BYTES && !is_utf8(text))
        read_windows(mending, text);
    else if (decoding == DECODE_BYTES)
        read_twice_written(mending, text);
    else if (decoding == DECODE_MARKUP)
        read_markups(mending, text);
}
