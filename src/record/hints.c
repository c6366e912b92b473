/* SPDX-License-Identifier: MIT */
#include "record/hints.h"

#include "base/utf8.h"
#include "record/record_parts.h"
#include "record/signs.h"

#include <stdio.h>

/* Writes what FORMAT makes; returns true. */
static bool say_hint(struct text *hint, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool say_hint(struct text *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(hint, format, arguments);
    va_end(arguments);
    return true;
}

/* WORD with the signs that each of its signs looks like, NUL-terminated; false when it
   holds others than results do. */
static bool read_as_figures(struct slice word, char figures[64])
{
    size_t length = 0;
    while (word.length > 0 && length < 63) {
        struct utf8_char c = utf8_next(word);
        uint32_t code = c.valid ? c.code : 0;
        char sign = code < 0x80 ? (char)code : sign_meant(code);
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

/* Writes the result that WORD looks like, "0--1" or one with a letter or a dash in it, as results are written; false
   when it looks like none. */
static bool result_meant(struct slice word, char meant[RESULT_ROOM])
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

/* With spaces, slashes and colons left out, and "F" or "FF" anywhere. */
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

static const char *draw_meant(struct slice word)
{
    static const char *const words[] = {"½-½", "½", "1/2", "=", "0.5-0.5", "draw", "Draw", "remis", "Remis"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is(word, words[i]))
            return "1/2-1/2";
    return NULL;
}

/* Takes the word at the begin of *REST in any letters; false: it is another one. */
static bool take_hint_word(struct slice *rest, const char *word)
{
    struct slice after = *rest;
    struct slice first;
    slice_split(&after, ' ', &first);
    if (!slice_is_word(first, word))
        return false;
    *rest = after.at == NULL ? (struct slice){"", 0} : slice_trim(after);
    return true;
}

/* Takes the name that the tag has at the begin of *REST. */
static bool take_name(const struct record *record, const char *tag, struct slice *rest)
{
    const struct tag *named = record_tag(record, tag);
    const size_t length = named == NULL ? 0 : named->value.length;
    if (length == 0 || rest->length <= length || rest->at[length] != ' ' ||
        memcmp(rest->at, named->value.at, length) != 0)
        return false;
    *rest = slice_trim(slice_after(*rest, length));
    return true;
}

/* The result in words that WORDS say with other verbs or letters: "White won", "draw". */
static const char *saying_meant(const struct record *record, struct slice words, char room[RESULT_ROOM])
{
    static const char *const players[] = {"White", "Black", "Player1", "Player2"};
    static const char *const verbs[][2] = {{"wins", "wins"}, {"won", "wins"}, {"resigns", "resigns"},
        {"resigned", "resigns"}, {"concedes", "concedes"}, {"conceded", "concedes"}, {"lost", NULL}, {"loses", NULL}};
    struct slice rest = slice_trim(words);
    if (rest.length > 0 && slice_end(rest)[-1] == '.')
        rest.length--;
    if (slice_is_any(rest, "draw|drawn|draw agreed"))
        return "Draw agreed";
    unsigned who = 0;
    unsigned verb = 0;
    while (who < 4 && !take_hint_word(&rest, players[who]) && !take_name(record, players[who], &rest))
        who++;
    if (who == 4 && take_hint_word(&rest, "Player"))
        who = take_hint_word(&rest, "1") ? 2 : take_hint_word(&rest, "2") ? 3 : 4;
    while (verb < sizeof verbs / sizeof verbs[0] && !take_hint_word(&rest, verbs[verb][0]))
        verb++;
    if (who == 4 || verb == sizeof verbs / sizeof verbs[0])
        return NULL;
    const bool wins = verb < 2;
    const bool on_time = take_hint_word(&rest, "on") && take_hint_word(&rest, "time");
    if (rest.length > 0 || (on_time ? !wins && verbs[verb][1] != NULL : verbs[verb][1] == NULL))
        return NULL;
    snprintf(room, RESULT_ROOM, "%s %s%s", players[on_time && !wins ? who ^ 1 : who], on_time ? "wins" : verbs[verb][1],
        on_time ? " on time" : "");
    return room;
}

const char *ending_meant(const struct record *record, struct slice words, bool points, char room[RESULT_ROOM])
{
    const char *draw = points ? NULL : draw_meant(words);
    if (draw != NULL)
        return draw;
    if (result_meant(words, room))
        return slice_is(words, room) ? NULL : room;
    const char *saying = saying_meant(record, words, room);
    return saying == NULL || slice_is(words, saying) ? NULL : saying;
}

static bool result_hint(struct slice word, struct text *hint)
{
    char meant[RESULT_ROOM];
    if (draw_meant(word) != NULL)
        return say_hint(hint, "if this is the result, write '%s'", draw_meant(word));
    if (!result_meant(word, meant))
        return false;
    if (strcmp(meant, "0-0") == 0 || strcmp(meant, "1-1") == 0)
        return say_hint(hint, "if this is the result, write 1-0, 0-1 or 1/2-1/2, in digits");
    return say_hint(hint, "if this is the result, write '%.60s'", meant);
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
    const char *what = "cells and marks are written in small letters:";
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
    return turn_form_covers(miss->form, text_slice(&miss->turn)) && say_hint(hint, "%s '%s'", what, miss->turn.bytes);
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
        return say_hint(hint, "'%c' does not belong after '%.*s': '%s'", word[begun], begun, word, miss->turn.bytes);
    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (is_turn_with(miss, *sign, 0))
            return say_hint(hint, "'%c' is missing after '%.*s': '%s'", *sign, begun, word, miss->turn.bytes);
        if (sign_there && is_turn_with(miss, *sign, 1))
            return say_hint(
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
        return say_hint(hint, "it breaks off after '%c'; write a turn without spaces, on one line", last);
    if (miss->form->bare || strspn(word.at, letters) >= word.length)
        return false;
    turn_form_expect(miss->form, word, &miss->turn);
    return miss->turn.length > 0 &&
        say_hint(hint, "expected %s after '%.*s'", miss->turn.bytes, (int)word.length, word.at);
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
        return say_hint(hint, "if the game was not played, write the result %s and the tag [Termination \"%sforfeit\"]",
            forfeit, strcmp(forfeit, "0-0") == 0 ? "double " : "");
    struct slice rest = slice_trim(word);
    struct slice said = rest;
    slice_split(&rest, '.', &said);
    return slice_is_any(said,
               "resign|resigns|resigned|concedes|conceded|wins|won|loses|lost|draw|drawn|remis|agreed|"
               "forfeit|forfeits|forfeited") &&
        say_hint(
            hint, "write a result in words as 'White resigns', 'Black wins', 'White wins on time' or 'Draw agreed'");
}

void turn_hint(struct slice word, enum turn_shape shape, const char *example, bool foreign, struct text *hint)
{
    if (!result_hint(word, hint) && !form_hint(word, &turn_forms[shape], hint))
        say_hint(hint, "%sa turn looks like %s", foreign ? "this is a turn of another game; here " : "", example);
}
