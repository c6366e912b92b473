/* SPDX-License-Identifier: MIT */
#include "record/talk.h"

#include "base/utf8.h"

/* What may be around a word, and inside of one. */
static const char before_words[] = "\"'*_~`<“„«‘’¿¡…";
static const char after_words[] = "\"'*_~`>.,:!?”“»’…";
static const char inside_words[] = "'’-/.&_";

size_t letter_length(const char *at)
{
    const unsigned char first = (unsigned char)at[0];
    if (first < 0xC3 || ((unsigned char)at[1] & 0xC0) != 0x80)
        return is_letter(*at) ? 1 : 0;
    if (first < 0xE0)
        return first == 0xC3 && (at[1] & 0x1F) == 0x17 ? 0 : 2; /* those signs are between them */
    return first >= 0xE3 && first < 0xEE && !(first == 0xE3 && (unsigned char)at[1] == 0x80) ? 3 : 0;
}

bool name_is_slip_of(struct slice name, const char *meant)
{
    size_t length = strlen(meant);
    size_t same = 0;
    size_t tail = 0;
    while (same < name.length && same < length && small_letter(name.at[same]) == small_letter(meant[same]))
        same++;
    while (tail < name.length - same && tail < length - same &&
        small_letter(name.at[name.length - 1 - tail]) == small_letter(meant[length - 1 - tail]))
        tail++;
    size_t left = name.length - same - tail;
    size_t lacks = length - same - tail;
    if (left + lacks == 0 || (is_digit(meant[length - 1]) && tail == 0))
        return false;
    return (left <= 1 && lacks <= 1) ||
        (left == 2 && lacks == 2 && name.at[same] == meant[same + 1] && name.at[same + 1] == meant[same]);
}

/* The bytes of the character at AT, if it is one of SIGNS; else 0. */
static size_t length_if_among(const char *at, const char *signs)
{
    size_t length = 1;
    if ((unsigned char)*at < 0x80)
        return *at > ' ' && !is_letter(*at) && !is_digit(*at) && strchr(signs, *at) != NULL;
    while (((unsigned char)at[length] & 0xC0) == 0x80)
        length++;
    for (; *signs != '\0'; signs++)
        if (strncmp(at, signs, length) == 0)
            return length;
    return 0;
}

static const char *skip_signs(const char *at, const char *signs)
{
    for (size_t length; *at != '\0' && (length = length_if_among(at, signs)) > 0;)
        at += length;
    return at;
}

static bool ends_token(char c)
{
    return c == '\0' || is_space(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '[' || c == ']' || c == ';';
}

/* Words of turns, and what people type for them by a slip. */
static bool is_of_notation(struct slice word)
{
    static const char *const words[] = {"pass", "resign", "out", "topple", "none", "stay"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is_word(word, words[i]) || (word.length > 3 && name_is_slip_of(word, words[i])))
            return true;
    return false;
}

enum { NAME_MOST = 4 }; /* a name of a piece is shorter */

enum token { TOKEN_OTHER, TOKEN_SIGNS, TOKEN_FIGURES, TOKEN_LETTER, TOKEN_NOTATION, TOKEN_WORD };

/* What the token at AT is, which is not letters alone; *END is after it, or at its first letter. */
static enum token sign_token(const char *const at, const char **end)
{
    bool digits = false;
    for (*end = at; is_digit(**end) || (!ends_token(**end) && letter_length(*end) == 0); ++*end)
        digits |= is_digit(**end);
    if (*end == at || !ends_token(**end))
        return TOKEN_OTHER;
    if (*end - at == 2 && at[0] == '-' && at[1] == '-') /* a turn that is passed */
        return TOKEN_NOTATION;
    return digits ? TOKEN_FIGURES : TOKEN_SIGNS;
}

/* Whether the token at AT may be a cell with a letter for its digit, "bl", or, in a FORM that has pieces before cells,
   with that of a piece and none, "Sd". */
static bool is_like_cell(const char *at, const struct turn_form *form)
{
    const char placed[] = {*at, 'a', '1'};
    const bool piece = *at != '\0' && strchr("FSC", *at) != NULL &&
        (form == NULL || turn_form_covers(form, (struct slice){placed, sizeof placed}));
    at += piece;
    if (*at < 'a' || *at > 'z')
        return false;
    at++;
    const bool digit = *at != '\0' && strchr("lIO", *at) != NULL;
    at += digit;
    return (piece || digit) && (ends_token(*at) || strchr("+-<>", *at) != NULL);
}

/* Whether WORD is a turn of FORM by itself, as a name of a tile is, or would be without a letter for its digit, "wAl",
   or one that is there twice, "wwQ". */
static bool is_like_name(const struct turn_form *form, struct slice word)
{
    char once[NAME_MOST];
    const char last = word.length == 0 ? '\0' : word.at[word.length - 1];
    if (form == NULL || !form->bare || word.length >= NAME_MOST)
        return false;
    bool covers = turn_form_covers(form, word) ||
        (strchr("lIO", last) != NULL && turn_form_covers(form, slice_to(word.at, slice_end(word) - 1)));
    for (size_t i = 1; i < word.length && !covers; i++) {
        memcpy(once, word.at, i);
        memcpy(once + i, word.at + i + 1, word.length - i - 1);
        covers = word.at[i] == word.at[i - 1] && turn_form_covers(form, (struct slice){once, word.length - 1});
    }
    return covers;
}

/* What the token at AT is; *END is after it, but of TOKEN_OTHER where its letters begin: it may go on for long.  FORM
   is as in talk_count. */
static enum token token_at(const char *const first, const struct turn_form *form, const char **end)
{
    if (is_digit(*first) || is_space(*first)) /* as most are */
        return sign_token(first, end);
    const char *const begin = skip_signs(first, before_words);
    const char *at = begin;
    const char *last = begin; /* after the last letter */
    unsigned letters = 0;
    unsigned run = 0;
    unsigned longest = 0;
    bool capitals = true;
    for (size_t length; !ends_token(*at); at += length) {
        length = letter_length(at);
        letters += length > 0;
        run = length > 0 ? run + 1 : 0;
        longest = run > longest ? run : longest;
        capitals &= length == 0 || (*at >= 'A' && *at <= 'Z');
        last = length > 0 ? at + length : last;
        if (length == 0 && (at == begin || (length = length_if_among(at, inside_words)) == 0))
            break;
    }
    const char *rest = last;
    while (letters > 4 && last == at && is_digit(*rest)) /* no piece and its cell have more: "Player2" */
        rest++;
    rest = skip_signs(rest, after_words);
    if (letters == 0 || !ends_token(*rest))
        return sign_token(first, end);
    *end = rest;
    const bool piece = letters < NAME_MOST && is_like_name(form, slice_to(begin, last));
    return longest == 1 || (letters == 2 && capitals) || piece || is_like_cell(first, form)
        ? TOKEN_LETTER /* or those of one */
        : is_of_notation(slice_to(begin, last)) ? TOKEN_NOTATION
                                                : TOKEN_WORD;
}

static const char *skip_spaces(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Whether a number of COUNT and full stops are at AT; *END is after them. */
static bool is_number(const char *at, struct talk_count count, const char **end)
{
    uint32_t value = 0;
    while (is_digit(*at) && value < UINT32_MAX / 10 - 1)
        value = 10 * value + (uint32_t)(*at++ - '0');
    const char *const stops = at;
    while (*at == '.')
        at++;
    *end = at;
    return at > stops && !is_digit(*at) &&
        (value == count.next || count.next == 0 || (count.open && value + 1 == count.next && at - stops > 1));
}

bool talk_continues(const char *at, struct talk_count count)
{
    const char *end;
    return is_number(at, count, &end);
}

/* How many words are on the line from AT on, up to a number of COUNT.  As many as a SENTENCE has make talk of a line
   that begins with letters and a turn, "W c3-d4 was my idea", and one less after what is a word by itself, "Sh c5 was
   it"; more are not counted, nor any after the first TOKENS. */
enum { TALK_SENTENCE = 3, TALK_TOKENS = 64 };
static unsigned count_talk_words(const char *at, struct talk_count count)
{
    unsigned words = 0;
    const char *end;
    for (unsigned tokens = 0; tokens < TALK_TOKENS && words < TALK_SENTENCE; tokens++) {
        if (*at == '\0' || strchr("\r\n{;", *at) != NULL || (is_digit(*at) && is_number(at, count, &end)))
            break;
        words += token_at(at, count.form, &end) == TOKEN_WORD;
        while (!ends_token(*end))
            end++;
        at = skip_spaces(end > at ? end : at + 1);
    }
    return words;
}

bool talk_begins(const char *at, struct talk_count count, bool begins, struct talk_known *known)
{
    const char *const from = at;
    const char *letter = NULL; /* the last one */
    const char *end;
    const char *after;
    if (known != NULL && at >= known->from && at < known->until)
        return known->talk;
    enum token token = begins ? token_at(at, count.form, &end) : TOKEN_OTHER;
    if (token == TOKEN_NOTATION)
        return count_talk_words(at, count) > 0;
    if (token == TOKEN_LETTER && count_talk_words(at, count) >= TALK_SENTENCE - (unsigned)is_like_cell(at, count.form))
        return true;
    for (;; at = skip_spaces(end)) {
        token = token_at(at, count.form, &end);
        if (token == TOKEN_WORD || token == TOKEN_NOTATION || token == TOKEN_OTHER ||
            (token == TOKEN_FIGURES && is_number(at, count, &after)))
            break;
        letter = token == TOKEN_LETTER ? at : letter;
    }
    const bool lettered = token == TOKEN_NOTATION && letter != NULL; /* "I resign" */
    const bool talk = token == TOKEN_WORD || lettered;
    if (known != NULL)
        *known = (struct talk_known){from, lettered ? letter + 1 : token == TOKEN_OTHER ? end : at, talk};
    return talk;
}

bool talk_follows(const char *at, struct talk_count count)
{
    at = skip_spaces(at);
    return count_talk_words(at, count) > 0 || talk_begins(at, count, false, NULL);
}

const char *talk_end(const char *at, struct talk_count count, bool nested)
{
    unsigned open = 0;
    const char *const begin = at;
    for (; *at != '\0' && *at != '\n' && *at != '\r' && *at != '{' && *at != ';'; at++) {
        const char *end;
        if (*at == ')' && open == 0 && nested)
            break;
        open += *at == '(';
        open -= *at == ')' && open > 0;
        if (at > begin && is_space(at[-1]) && is_digit(*at) && is_number(at, count, &end) &&
            token_at(skip_spaces(end), count.form, &end) != TOKEN_WORD)
            break;
    }
    while (at > begin + 1 && is_space(at[-1]))
        at--;
    return at;
}
