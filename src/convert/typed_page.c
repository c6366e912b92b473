/* SPDX-License-Identifier: MIT */
/* Bytes as signs, and the tables that say which are read as others. */
#include "convert/form_table.h"
#include "convert/typed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    enum typed_meaning meaning;
} meanings[] = {{"white", MEANS_WHITE}, {"black", MEANS_BLACK}, {"player", MEANS_PLAYER}, {"number", MEANS_NUMBER},
    {"wins", MEANS_WINS}, {"wins on time", MEANS_WINS_ON_TIME}, {"loses on time", MEANS_LOSES_ON_TIME},
    {"resigns", MEANS_RESIGNS}, {"draw", MEANS_DRAW}, {"result", MEANS_RESULT}, {"points", MEANS_RESULT},
    {"pass", MEANS_PASS}, {"mail", MEANS_MAIL}, {"writer", MEANS_WRITER}, {"corrects", MEANS_CORRECTS},
    {"not", MEANS_NOT}, {"time", MEANS_TIME}, {"offers", MEANS_OFFERS}, {"nobody", MEANS_NOBODY},
    {"somebody", MEANS_SOMEBODY}, {"hand", MEANS_HAND}, {"is", MEANS_IS}, {"versus", MEANS_VERSUS},
    {"reader", MEANS_READER}, {"sender", MEANS_SENDER}, {"months", MEANS_MONTH}, {"of", MEANS_OF}, {"by", MEANS_OF},
    {"author", MEANS_AUTHOR}, {"closing", MEANS_CLOSING}, {"for", MEANS_FOR}, {"each", MEANS_EACH},
    {"rules", MEANS_RULES}};
static const char months[] = "01\t02\t03\t04\t05\t06\t07\t08\t09\t10\t11\t12\t"; /* those of a row, in their order */
enum { MONTHS = 12 };
enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

static const struct {
    const char *name;
    char sign;
} sign_names[] = {{"HALF", SIGN_HALF}, {"ARROW", SIGN_ARROW}, {"LEFT", SIGN_LEFT}, {"BULLET", SIGN_BULLET},
    {"SPACE", ' '}, {"NEWLINE", '\n'}, {"NOTHING", '\0'}};
enum { SIGN_NAMES = sizeof sign_names / sizeof sign_names[0] };

void *typed_grow(struct clerk *clerk, struct list *list, size_t count, size_t size)
{
    void *at = list_grow(list, count, size);
    clerk->failed |= at == NULL;
    return at;
}

/* Tables. */

/* The next of the values that SEPARATOR parts, up to END; NULL: there is none. */
static const char *next_value(const char **rest, const char *end, char separator, size_t *length)
{
    const char *begin = *rest;
    if (begin == NULL)
        return NULL;
    const char *at = memchr(begin, separator, (size_t)(end - begin));
    *rest = at == NULL ? NULL : at + 1;
    *length = (size_t)((at == NULL ? end : at) - begin);
    return begin;
}

static bool equals_text(const char *at, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(at, text, length) == 0;
}

static enum typed_meaning find_meaning(const char *name, size_t length)
{
    for (unsigned i = 0; i < MEANINGS; i++)
        if (equals_text(name, length, meanings[i].name))
            return meanings[i].meaning;
    if (length == 8 && memcmp(name, "colour ", 7) == 0)
        return MEANS_COLOUR;
    if (length > VARIANT_NAME && memcmp(name, "variant ", VARIANT_NAME) == 0)
        return MEANS_VARIANT;
    const bool turn = length == 1 || !typed_is_letter(name[1]) || typed_is_word_of_turns(name, length); /* "stay" */
    return turn ? MEANS_SIGN : MEANS_TAG;
}

/* The words of a table, a line a meaning: "wins<TAB>wins|won". */
static void load_words(struct clerk *clerk, const char *text)
{
    const char *end = text + strlen(text);
    size_t length, part;
    for (const char *rest = text, *line; (line = next_value(&rest, end, '\n', &length)) != NULL;) {
        const char *tab = memchr(line, '\t', length);
        if (tab == NULL || *line == '#')
            continue;
        const char *words = tab + 1;
        const enum typed_meaning meaning = find_meaning(line, (size_t)(tab - line));
        unsigned month = 0;
        for (const char *word; (word = next_value(&words, line + length, '|', &part)) != NULL;) {
            struct typed_word *kept = part == 0 ? NULL : typed_grow(clerk, &clerk->word_list, 1, sizeof *kept);
            if (kept != NULL)
                *kept = (struct typed_word){word, part, meaning,
                    meaning == MEANS_MONTH ? months + 3 * (month++ % MONTHS) : line, (uint32_t)clerk->word_list.count};
        }
    }
}

/* Writes the character CODE, of at most 16 bits; returns its bytes. */
static size_t encode_character(unsigned code, char *text)
{
    size_t length = 0;
    if (code >= 0x800)
        text[length++] = (char)(0xE0 | code >> 12);
    if (code >= 0x80)
        text[length++] = (char)(code >= 0x800 ? 0x80 | (code >> 6 & 0x3F) : 0xC0 | code >> 6);
    text[length++] = (char)(code >= 0x80 ? 0x80 | (code & 0x3F) : code);
    return length;
}

/* A sign as it is in the table, where U+00A0 is a character. */
static void load_sign(struct clerk *clerk, const char *text, size_t length, char sign)
{
    struct typed_sign one = {.sign = sign};
    if (length > 4 && memcmp(text, "U+", 2) == 0) {
        one.length = (unsigned char)encode_character((unsigned)strtoul(text + 2, NULL, 16), one.text);
    } else if (length < sizeof one.text) {
        memcpy(one.text, text, length);
        one.length = (unsigned char)length;
    }
    struct typed_sign *kept = one.length == 0 ? NULL : typed_grow(clerk, &clerk->sign_list, 1, sizeof one);
    if (kept != NULL)
        *kept = one;
}

static void load_signs(struct clerk *clerk, const char *text)
{
    const char *end = text + strlen(text);
    size_t length, part;
    for (const char *rest = text, *line; (line = next_value(&rest, end, '\n', &length)) != NULL;) {
        const char *values = line;
        const char *name = next_value(&values, line + length, '\t', &part);
        char sign = *name;
        for (unsigned i = 0; i < SIGN_NAMES; i++)
            sign = equals_text(name, part, sign_names[i].name) ? sign_names[i].sign : sign;
        for (const char *value; length > 0 && (value = next_value(&values, line + length, '\t', &part)) != NULL;)
            load_sign(clerk, value, part, sign);
    }
}

static unsigned char to_lower_case(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

/* Those with several meanings are next to each other, in the order of the tables. */
static int compare_words(const void *a, const void *b)
{
    const struct typed_word *one = a, *other = b;
    if (to_lower_case(*one->word) != to_lower_case(*other->word))
        return to_lower_case(*one->word) - to_lower_case(*other->word);
    if (one->length != other->length)
        return one->length > other->length ? -1 : 1;
    const int order = strncasecmp(one->word, other->word, one->length);
    return order != 0 ? order : one->number < other->number ? -1 : 1;
}

static int compare_signs(const void *a, const void *b)
{
    const struct typed_sign *one = a, *other = b;
    return one->text[0] != other->text[0] ? (unsigned char)one->text[0] - (unsigned char)other->text[0]
                                          : (int)other->length - (int)one->length;
}

static const char *more_words;

void typed_use_words(const char *text)
{
    more_words = text;
}

bool typed_load(struct clerk *clerk)
{
    load_words(clerk, typed_words);
    if (more_words != NULL)
        load_words(clerk, more_words);
    load_signs(clerk, typed_signs);
    if (clerk->failed)
        return false;
    struct typed_word *words = clerk->word_list.at;
    struct typed_sign *signs = clerk->sign_list.at;
    qsort(words, clerk->word_list.count, sizeof *words, compare_words);
    qsort(signs, clerk->sign_list.count, sizeof *signs, compare_signs);
    for (size_t i = 0; i < clerk->word_list.count; i++)
        clerk->first_word[to_lower_case(*words[i].word) + 1]++;
    for (size_t i = 0; i < clerk->sign_list.count; i++)
        clerk->first_sign[(unsigned char)signs[i].text[0] + 1]++;
    for (unsigned c = 0; c < 256; c++) {
        clerk->first_word[c + 1] += clerk->first_word[c];
        clerk->first_sign[c + 1] += clerk->first_sign[c];
    }
    return true;
}

/* Pages. */

/* The bytes of the character at AT, and whether it is a letter: of what is not ASCII what is not known as a sign. */
static size_t character_length(const char *at, const char *end, bool *letter)
{
    const unsigned char c = (unsigned char)*at;
    const size_t length = c < 0xC2 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 1;
    const unsigned char second = at + 1 < end ? (unsigned char)at[1] : 0;
    *letter = c >= 0xC3 && c < 0xF0 && !(c == 0xC3 && (second == 0x97 || second == 0xB7)) && c != 0xE2 && c != 0xEF;
    for (size_t i = 1; i < length; i++)
        if (at + i >= end || ((unsigned char)at[i] & 0xC0) != 0x80)
            return 1;
    return length;
}

static const struct typed_sign *find_sign(const struct clerk *clerk, const char *at, const char *end)
{
    const struct typed_sign *signs = clerk->sign_list.at;
    for (uint32_t i = clerk->first_sign[(unsigned char)*at]; i < clerk->first_sign[(unsigned char)*at + 1]; i++)
        if ((size_t)(end - at) >= signs[i].length && strncasecmp(signs[i].text, at, signs[i].length) == 0)
            return &signs[i];
    return NULL;
}

/* A character as a number, "&#45;", which becomes what the table says of it; the bytes of it, 0: there is none. */
static size_t read_entity(const struct clerk *clerk, const char *at, const char *end, char *is)
{
    char text[12];
    size_t length = 2;
    while (length < sizeof text - 1 && at + length < end && at[length] != ';')
        length++;
    if (end - at < 4 || at[1] != '#' || at + length >= end || at[length] != ';')
        return 0;
    const bool hex = (at[2] | 0x20) == 'x';
    memcpy(text, at + 2 + hex, length - 2 - hex);
    text[length - 2 - hex] = '\0';
    char *last;
    const unsigned long code = strtoul(text, &last, hex ? 16 : 10);
    if (*last != '\0' || last == text || code < 9 || code > 0xFFFF)
        return 0;
    struct typed_sign one = {.sign = '\0'};
    one.length = (unsigned char)encode_character((unsigned)code, one.text);
    const struct typed_sign *other = code < 0x80 ? NULL : find_sign(clerk, one.text, one.text + one.length);
    *is = code < 0x80 ? (char)code : other != NULL ? other->sign : SIGN_OTHER;
    return length + 1;
}

/* Whether the text says that it is coded. */
static bool is_coded(const char *bytes, size_t length)
{
    static const char name[] = "quoted-printable";
    const size_t size = sizeof name - 1;
    for (const char *at = bytes; length >= size && (at = memchr(at, '-', (size_t)(bytes + length - at))) != NULL; at++)
        if (at - bytes >= 6 && (size_t)(bytes + length - at) >= size - 6 && strncasecmp(at - 6, name, size) == 0)
            return true;
    return false;
}

enum { LINK_MOST = 200 };

/* Where on a page of a wiki the reading is. */
struct wiki {
    bool table; /* between "{|" and "|}" */
    bool row;   /* a line of the row of a table was read: its cells may be on lines of their own */
    bool link;  /* between "[[" and "]]" */
};

/* Where the line at AT ends. */
static const char *find_newline(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* The bytes of the markup of a wiki at AT, which FIRST is on its line, and what it *IS: a bar between cells, a space,
   or nothing; 0: there is none. */
static size_t read_wiki(struct wiki *wiki, const char *at, const char *end, bool first, char *is)
{
    const char next = at + 1 < end ? at[1] : '\0';
    *is = '\0';
    if (first && !wiki->table && *at == '{' && next == '|') {
        *wiki = (struct wiki){.table = true};
        return (size_t)(find_newline(at, end) - at);
    }
    if (*at == '[' && next == '[') {
        const char *last = find_newline(at, end - at > LINK_MOST ? at + LINK_MOST : end), *bar = NULL;
        for (const char *c = at + 2; c + 1 < last && !(c[0] == ']' && c[1] == ']'); c++) {
            wiki->link |= c[1] == ']' && c + 2 < last && c[2] == ']';
            bar = *c == '|' ? c : bar;
        }
        return !wiki->link ? 0 : bar != NULL ? (size_t)(bar + 1 - at) : 2;
    }
    if (wiki->link && *at == ']' && next == ']') {
        wiki->link = false;
        return 2;
    }
    if (!wiki->table)
        return 0;
    if (first && *at == '|' && next != '\0' && strchr("-}+", next) != NULL) {
        wiki->table = next != '}';
        wiki->row = false;
        return next == '-' ? (size_t)(find_newline(at, end) - at) : 2;
    }
    const bool cell = first && (*at == '|' || *at == '!');
    wiki->row |= cell;
    if (wiki->row && *at == '\n' && (next == '!' || (next == '|' && at + 2 < end && strchr("-}+", at[2]) == NULL))) {
        *is = ' ';
        return 1;
    }
    *is = '|';
    return cell ? 1 : (*at == '|' || *at == '!') && next == *at ? 2 : 0;
}

void typed_read_page(struct clerk *clerk, const char *bytes, size_t length)
{
    const bool coded = is_coded(bytes, length);
    struct typed_page *page = &clerk->page;
    const char *end = bytes + length;
    page->bytes = bytes;
    page->length = length;
    page->signs.count = page->at.count = page->markup.count = page->ends.count = 0;
    page->count = 0;
    page->broken = page->coded = UINT32_MAX;
    char *sign = typed_grow(clerk, &page->signs, length + 2, 1);
    uint32_t *place = typed_grow(clerk, &page->at, length + 2, sizeof *place);
    if (sign == NULL || place == NULL)
        return;
    uint32_t count = 0;
    struct wiki wiki = {false};
    for (const char *at = bytes; at < end;) {
        char cell;
        const bool first = at == bytes || at[-1] == '\n';
        const size_t layout = read_wiki(&wiki, at, end, first, &cell);
        const struct typed_sign *other = layout > 0 ? NULL : find_sign(clerk, at, end);
        bool letter = false;
        size_t taken = other != NULL ? other->length : 1;
        char is = other != NULL ? other->sign : *at == '\r' ? '\n' : *at;
        const size_t entity = *at == '&' && other == NULL ? read_entity(clerk, at, end, &is) : 0;
        if (coded && count < page->coded && *at == '=' && end - at > 2 && isxdigit((unsigned char)at[1]) &&
            isxdigit((unsigned char)at[2]))
            page->coded = count;
        if (layout > 0) {
            taken = layout;
            is = cell;
        } else if (entity > 0) {
            taken = entity;
        } else if (other == NULL && (unsigned char)*at >= 0x80) {
            taken = character_length(at, end, &letter);
            is = letter ? SIGN_LETTER : SIGN_OTHER;
            page->broken = taken == 1 && count < page->broken ? count : page->broken;
        } else if (other == NULL &&
            (is == '\0' || ((unsigned char)is < ' ' && is != '\n' && is != '\t') || is == 0x7F)) {
            is = SIGN_OTHER;
        }
        if ((layout > 0 && cell == '\0') ||
            ((other != NULL || entity > 0) && taken > 2 && strchr("<[&'", *at) != NULL)) {
            struct typed_place *markup = typed_grow(clerk, &page->markup, 1, sizeof *markup);
            if (markup != NULL)
                *markup = (struct typed_place){(uint32_t)(at - bytes), (uint32_t)(at - bytes) + (uint32_t)taken};
        }
        if (*at == '\r' && at + 1 < end && at[1] == '\n')
            taken = 2;
        if (is != '\0' || count == 0) { /* what is nothing belongs to the sign before it */
            place[count] = (uint32_t)(at - bytes);
            sign[count++] = is == '\0' ? ' ' : is;
        }
        at += taken;
    }
    place[count] = (uint32_t)length;
    sign[count] = '\n';
    sign[count + 1] = '\0';
    page->sign = sign;
    page->count = count;
}

uint32_t typed_end_offset(const struct clerk *clerk, uint32_t i)
{
    uint32_t end = typed_offset(clerk, i);
    const struct typed_place *markup = clerk->page.markup.at;
    size_t low = 0, high = clerk->page.markup.count; /* of the last that begins before END */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (markup[middle].begin < end)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low > 0 && markup[low - 1].end == end; low--)
        end = markup[low - 1].begin;
    return end;
}

uint32_t typed_offset(const struct clerk *clerk, uint32_t i)
{
    const struct typed_page *page = &clerk->page; /* which may be shorter than the one where I was found */
    return ((const uint32_t *)page->at.at)[i < page->count ? i : page->count];
}

/* Words. */

/* Where WORD at I ends, with any number of spaces where it has one; I: it is not there. */
static uint32_t match_word(const struct clerk *clerk, uint32_t i, uint32_t limit, const struct typed_word *word)
{
    const uint32_t begin = i;
    const char *bytes = clerk->page.bytes;
    for (size_t k = 0; k < word->length;) {
        if (i >= limit)
            return begin;
        if (word->word[k] == ' ') {
            if (!typed_is_space(*typed_sign_at(clerk, i)))
                return begin;
            while (i < limit && typed_is_space(*typed_sign_at(clerk, i)))
                i++;
            k++;
            continue;
        }
        const uint32_t at = typed_offset(clerk, i);
        bool letter;
        const size_t size = (unsigned char)bytes[at] < 0x80 /* without the markup after it */
            ? 1
            : character_length(bytes + at, bytes + clerk->page.length, &letter);
        if (word->word[k] == '#' && typed_is_digit(*typed_sign_at(clerk, i))) { /* any number */
            while (i < limit && typed_is_digit(*typed_sign_at(clerk, i)))
                i++;
            k++;
            continue;
        }
        if (size > word->length - k || strncasecmp(bytes + at, word->word + k, size) != 0)
            return begin;
        k += size;
        i++;
    }
    const char next = i < limit ? *typed_sign_at(clerk, i) : '\n';
    return typed_is_letter(next) || next == SIGN_LETTER || (word->length == 1 && typed_is_digit(next)) ? begin : i;
}

/* Whether the second byte of WORD does not say that it is not at I: most words end the search here. */
static bool may_match_word(const struct clerk *clerk, uint32_t i, const struct typed_word *word)
{
    const uint32_t next = typed_offset(clerk, i + 1);
    return word->length == 1 || word->word[1] == ' ' || word->word[1] == '#' || next != typed_offset(clerk, i) + 1 ||
        next == clerk->page.length || to_lower_case(word->word[1]) == to_lower_case(clerk->page.bytes[next]);
}

const struct typed_word *typed_word_at(
    const struct clerk *clerk, uint32_t i, uint32_t limit, uint64_t wanted, uint32_t *end)
{
    const struct typed_word *words = clerk->word_list.at;
    if (i >= limit || (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i - 1))))
        return NULL;
    const unsigned char c = to_lower_case(clerk->page.bytes[typed_offset(clerk, i)]);
    for (uint32_t k = clerk->first_word[c]; k < clerk->first_word[c + 1]; k++)
        if ((wanted & MEANS_BIT(words[k].meaning)) != 0 && may_match_word(clerk, i, &words[k]) &&
            (*end = match_word(clerk, i, limit, &words[k])) > i)
            return &words[k];
    return NULL;
}

/* The word after WORD that is written like it. */
static const struct typed_word *next_meaning(const struct clerk *clerk, const struct typed_word *word)
{
    const struct typed_word *end = (const struct typed_word *)clerk->word_list.at + clerk->word_list.count;
    return word + 1 < end && word[1].length == word->length && strncasecmp(word[1].word, word->word, word->length) == 0
        ? word + 1
        : NULL;
}

const struct typed_word *typed_sign_word_at(
    const struct clerk *clerk, uint32_t i, uint32_t limit, char sign, uint32_t *end)
{
    const struct typed_word *found = typed_word_at(clerk, i, limit, 1u << MEANS_SIGN, end);
    const struct typed_word *word = found;
    while (word != NULL && (word->meaning != MEANS_SIGN || *word->name != sign))
        word = next_meaning(clerk, word);
    return word != NULL ? word : found;
}

unsigned typed_other_signs(const struct clerk *clerk, const struct typed_word *word, const char *signs)
{
    unsigned others = 0;
    for (const struct typed_word *other = word; (other = next_meaning(clerk, other)) != NULL;) {
        const char *sign = other->meaning == MEANS_SIGN ? strchr(signs, *other->name) : NULL;
        if (sign != NULL && *sign != *word->name)
            others |= 1u << (sign - signs);
    }
    return others;
}
