/* SPDX-License-Identifier: MIT */
#include "record/hints.h"

#include "base/utf8.h"
#include "record/record_parts.h"
#include "record/spelled_turns.h"

#include <stdio.h>

/* Writes what FORMAT makes; returns true. */
static bool say(struct text *hint, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool say(struct text *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(hint, format, arguments);
    va_end(arguments);
    return true;
}

/* Signs that look like others. */
static const struct lookalike {
    uint32_t first;
    uint32_t last;
    const char *name;
    const char *meant;
} lookalikes[] = {
    {0x2010, 0x2015, "a dash", "-"},
    {0x2212, 0x2212, "a minus sign", "-"},
    {0x00D7, 0x00D7, "a multiplication sign", "x"},
    {0xFF1A, 0xFF1A, "a wide colon", ":"},
    {0xFF0C, 0xFF0C, "a wide comma", ","},
    {0x203A, 0x203A, "an angle quote", ">"},
    {0x201C, 0x201F, "a typographic quote", "\""},
};

static const struct lookalike *lookalike_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof lookalikes / sizeof lookalikes[0]; i++)
        if (code >= lookalikes[i].first && code <= lookalikes[i].last)
            return &lookalikes[i];
    return NULL;
}

char lookalike_sign(uint32_t code)
{
    const struct lookalike *lookalike = lookalike_of(code);
    return lookalike == NULL ? 0 : lookalike->meant[0];
}

/* The first in WORD, and the bytes it takes. */
static const struct lookalike *find_lookalike(struct slice word, struct span *at)
{
    const char *begin = word.at;
    while (word.length > 0) {
        struct utf8_char c = utf8_next(word);
        const struct lookalike *lookalike = c.valid ? lookalike_of(c.code) : NULL;
        at->begin = (uint32_t)(word.at - begin);
        at->end = at->begin + c.length;
        if (lookalike != NULL)
            return lookalike;
        word.at += c.length;
        word.length -= c.length;
    }
    return NULL;
}

/* WORD with the signs that each of its signs looks like, NUL-terminated; false when it
   holds others than results do. */
static bool read_as_figures(struct slice word, char figures[64])
{
    size_t length = 0;
    while (word.length > 0 && length < 63) {
        struct utf8_char c = utf8_next(word);
        uint32_t code = c.valid ? c.code : 0;
        char sign = code < 0x80 ? (char)code : lookalike_sign(code);
        sign = sign == 'O' || sign == 'o' ? '0' : sign == 'l' || sign == 'I' ? '1' : sign == ':' ? '-' : sign;
        if (sign == '\0' || strchr("0123456789-()", sign) == NULL)
            return false;
        figures[length++] = sign;
        word.at += c.length;
        word.length -= c.length;
    }
    figures[length] = '\0';
    return word.length == 0;
}

/* One of the numbers of a result at *AT, with any brackets it has; false when none is. */
static bool take_points(const char **at, char *points, size_t room)
{
    const char *begin = *at + strspn(*at, "(");
    bool negative = *begin == '-';
    size_t digits = strspn(begin + negative, "0123456789");
    if (digits == 0 || digits > 9)
        return false;
    snprintf(points, room, negative ? "(-%.*s)" : "%.*s", (int)digits, begin + negative);
    *at = begin + negative + digits;
    *at += strspn(*at, ")");
    return true;
}

bool result_meant(struct slice word, char meant[RESULT_ROOM])
{
    char figures[64];
    const char *at = figures;
    size_t used = 0;
    if (!read_as_figures(word, figures))
        return false;
    for (unsigned seats = 1; used + 16 < RESULT_ROOM; seats++) {
        used += used > 0 ? (size_t)snprintf(meant + used, RESULT_ROOM - used, "-") : 0;
        if (!take_points(&at, meant + used, RESULT_ROOM - used))
            return false;
        used += strlen(meant + used);
        if (*at == '\0')
            return seats > 1;
        if (*at++ != '-')
            return false;
    }
    return false;
}

/* With spaces, slashes and colons left out, and "F" or "FF" wherever it stands. */
const char *forfeit_meant(struct slice word)
{
    static const char *const signs[][2] = {
        {"+-", "1-0"}, {"+--", "1-0"}, {"-+", "0-1"}, {"--+", "0-1"}, {"--", "0-0"}, {"---", "0-0"}};
    static const char *const figures[] = {"1-0", "0-1", "0-0"};
    char rest[8];
    size_t length = 0;
    bool marked = false;
    for (size_t i = 0; i < word.length; i++) {
        bool mark = word.at[i] == 'F' || word.at[i] == 'f';
        marked |= mark;
        if (mark || word.at[i] == ' ' || word.at[i] == '/' || word.at[i] == ':')
            continue;
        if (length + 1 == sizeof rest)
            return NULL;
        rest[length++] = word.at[i];
    }
    rest[length] = '\0';
    for (size_t i = 0; !marked && i < sizeof signs / sizeof signs[0]; i++)
        if (strcmp(rest, signs[i][0]) == 0)
            return signs[i][1];
    for (size_t i = 0; marked && i < sizeof figures / sizeof figures[0]; i++)
        if (strcmp(rest, figures[i]) == 0)
            return figures[i];
    return NULL;
}

const char *draw_meant(struct slice word)
{
    static const char *const words[] = {"½-½", "½", "1/2", "=", "0.5-0.5", "draw", "Draw", "remis", "Remis"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is(word, words[i]))
            return "1/2-1/2";
    return NULL;
}

static bool result_hint(struct slice word, struct text *hint)
{
    char meant[RESULT_ROOM];
    if (is_fraction(word.at))
        return say(hint, "if this is the result, write it without decimal points");
    if (!result_meant(word, meant))
        return false;
    if (strcmp(meant, "0-0") == 0 || strcmp(meant, "1-1") == 0)
        return say(hint, "if this is the result, write 1-0, 0-1 or 1/2-1/2, in digits");
    return say(hint, "if this is the result, write '%.60s'", meant);
}

struct span lookalike_span(struct slice word)
{
    struct span at;
    char meant[RESULT_ROOM];
    bool found = find_lookalike(word, &at) != NULL && !result_meant(word, meant);
    return found ? at : (struct span){0, (uint32_t)word.length};
}

bool lookalike_hint(struct slice word, struct text *hint)
{
    struct span at;
    const struct lookalike *lookalike = find_lookalike(word, &at);
    if (lookalike != NULL && !result_hint(word, hint))
        say(hint, "it contains %s; write '%s'", lookalike->name, lookalike->meant);
    return lookalike != NULL;
}

/* A word that is not a turn of FORM, as far as it may begin one, and a text to try. */
struct near_miss {
    const struct turn_form *form;
    struct slice word;
    size_t reach;
    struct text turn;
};

static bool may_begin(const struct near_miss *miss)
{
    size_t covered;
    return turn_form_reach(miss->form, text_slice(&miss->turn), &covered) == miss->turn.length;
}

/* It is one without its spaces, or with letters that are small for capitals or the other way round. */
static bool letters_hint(struct near_miss *miss, struct text *hint)
{
    const char *what = "cells and marks are small letters:";
    text_clear(&miss->turn);
    for (size_t i = 0; i < miss->word.length; i++) {
        const char c = miss->word.at[i];
        if (c == ' ' || c == '\t') {
            what = "there are spaces inside the turn; write";
            continue;
        }
        text_add_char(&miss->turn, c);
        if (!miss->turn.failed && is_letter(c) && !may_begin(miss))
            miss->turn.bytes[miss->turn.length - 1] ^= 'a' ^ 'A';
    }
    return turn_form_covers(miss->form, text_slice(&miss->turn)) && say(hint, "%s '%s'", what, miss->turn.bytes);
}

/* It is one with SIGN, unless 0, after what may begin one, in the place of CUT bytes. */
static bool is_turn_with(struct near_miss *miss, char sign, size_t cut)
{
    const size_t after = miss->reach + cut;
    text_clear(&miss->turn);
    text_add(&miss->turn, (struct slice){miss->word.at, miss->reach});
    if (sign != '\0')
        text_add_char(&miss->turn, sign);
    text_add(&miss->turn, (struct slice){miss->word.at + after, miss->word.length - after});
    return turn_form_covers(miss->form, text_slice(&miss->turn));
}

/* A sign is missing, too many, or another one. */
static bool sign_hint(struct near_miss *miss, struct text *hint)
{
    static const char signs[] = ":-+*,>@";
    const int begun = (int)miss->reach;
    const char *word = miss->word.at;
    const bool between = miss->reach + 1 < miss->word.length && is_digit(word[begun - 1]) && is_digit(word[begun + 1]);
    const bool sign_there = !is_letter(word[begun]) && !is_digit(word[begun]);
    if (sign_there && !between && is_turn_with(miss, '\0', 1))
        return say(hint, "'%c' does not belong after '%.*s': '%s'", word[begun], begun, word, miss->turn.bytes);
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (is_turn_with(miss, *sign, 0))
            return say(hint, "'%c' is missing after '%.*s': '%s'", *sign, begun, word, miss->turn.bytes);
        if (sign_there && is_turn_with(miss, *sign, 1))
            return say(
                hint, "'%c' goes after '%.*s', not '%c': '%s'", *sign, begun, word, word[begun], miss->turn.bytes);
    }
    return false;
}

/* It may begin one: its rest is missing, or is on the next line. */
static bool rest_hint(struct near_miss *miss, struct text *hint)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const struct slice word = miss->word;
    const char last = word.at[word.length - 1];
    if (strchr(letters, last) == NULL)
        return say(hint, "it breaks off after '%c'; write a turn without spaces, on one line", last);
    if (miss->form->cells || strspn(word.at, letters) >= word.length)
        return false;
    turn_form_expect(miss->form, word, &miss->turn);
    return miss->turn.length > 0 && say(hint, "expected %s after '%.*s'", miss->turn.bytes, (int)word.length, word.at);
}

static bool form_hint(struct slice word, const struct turn_form *form, struct text *hint)
{
    enum { LONGEST = 96 };
    size_t covered;
    struct near_miss miss = {form, word, turn_form_reach(form, word, &covered)};
    if (miss.reach == 0 || covered == word.length || word.length > LONGEST)
        return false;
    text_init(&miss.turn);
    const bool known =
        miss.reach == word.length ? rest_hint(&miss, hint) : letters_hint(&miss, hint) || sign_hint(&miss, hint);
    text_release(&miss.turn);
    return known;
}

bool end_hint(struct slice word, struct text *hint)
{
    const char *forfeit = forfeit_meant(word);
    if (forfeit != NULL)
        return say(hint, "if the game was not played, write the result %s and the tag [Termination \"%sforfeit\"]",
            forfeit, strcmp(forfeit, "0-0") == 0 ? "double " : "");
    struct slice rest = slice_trim(word);
    struct slice said = rest;
    slice_split(&rest, '.', &said);
    return slice_is_any(said,
               "resign|resigns|resigned|concedes|conceded|wins|won|loses|lost|draw|drawn|remis|agreed|"
               "forfeit|forfeits|forfeited") &&
        say(hint, "write a result in words as 'White resigns', 'Black wins', 'White wins on time' or 'Draw agreed'");
}

void turn_hint(struct slice word, enum turn_shape shape, const char *example, bool foreign, struct text *hint)
{
    if (!lookalike_hint(word, hint) && !result_hint(word, hint) && !form_hint(word, &turn_forms[shape], hint))
        say(hint, "%sa turn looks like %s", foreign ? "this is a turn of another game; here " : "", example);
}
