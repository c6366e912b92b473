/* SPDX-License-Identifier: MIT */
/* Tokens: the form of turns says how far one goes, under one reading or another, and the board which reading is meant.
   The readings are those of catasta-typed(7), in that order. */
#include "convert/typed.h"
#include "library/tools.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* What a token may have been typed with, a bit each. */
enum {
    READ_CASE = 1,
    READ_DOUBLED = 2,
    READ_DIGITS = 4,
    READ_EXCHANGED = 8,
    READ_SEMICOLON = 16,
    READ_ALL = 32, /* of those before */
    READ_OTHER_SIGNS = 32
};

/* How letters may be meant: as typed, all small, all capital but x, capital but for rows, or but for rows of one
   letter. */
enum letter_case { LETTERS_TYPED, LETTERS_SMALL, LETTERS_CAPITAL, LETTERS_PIECES, LETTERS_PIECE_AND_ROW, LETTERS };

/* Within this number of signs a turn of any form has begun and may end; how a sign is read depends on this number after
   it.  More words for signs in a row than so many are no turn. */
enum { TOKEN_LEAST = 40, SIGNS_AFTER = 10, SIGN_WORDS_MOST = 4 };

enum { GAP_MOST = 2 }; /* spaces between a word and what it is for; more part columns */

/* What words are read as, if they may mean several signs. */
static const char word_signs[] = "-x@>+";

/* Signs, and the one on the page that each comes from; after the last the one where it ends. */
struct window {
    char c[TOKEN_MOST + 1];
    uint32_t from[TOKEN_MOST + 1];
    unsigned count;
    bool arrow;
    bool words;      /* stand for signs */
    bool swims;      /* a word before says so, "swim z26-z24", for which it has '-' or '~' */
    unsigned others; /* of word_signs that these may stand for, too, as bits */
    uint32_t open;   /* where what may stand for several signs is first: a word or an arrow; UINT32_MAX: nowhere */
    unsigned swap;   /* where "takes c4 with c3" has the word that what is before it is said after; 0: nowhere */
};

bool typed_is_word_of_turns(const char *at, size_t length)
{
    static const char *const words[] = {"pass", "none", "stay", "out", "resign", "topple"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0] && length > 2; i++) {
        size_t k = 0;
        while (k < length && (at[k] | 0x20) == words[i][k])
            k++;
        if (k == length && words[i][k] == '\0')
            return true;
    }
    return false;
}

/* Whether there is an x that is a mark, with a space after it: after a count only before a cell. */
static bool is_mark_letter(const struct window *window, unsigned i)
{
    const char *c = window->c;
    if ((c[i] | 0x20) != 'x' || (i > 0 && typed_is_letter(c[i - 1])) || (i + 1 < window->count && c[i + 1] != ' '))
        return false;
    const bool cell = i + 3 < window->count && c[i + 1] == ' ' && typed_is_letter(c[i + 2]) && typed_is_digit(c[i + 3]);
    const bool count = i > 1 && (c[i - 2] == ':' || c[i - 2] == ','); /* "b4:2x" */
    return i == 0 || !typed_is_digit(c[i - 1]) || cell || count;
}

static void open_at(struct window *window, uint32_t i)
{
    window->open = i < window->open ? i : window->open;
}

static void append_sign(struct window *window, char c, uint32_t from)
{
    window->c[window->count] = c;
    window->from[window->count++] = from;
}

static uint32_t skip_digits(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    while (i < limit && typed_is_digit(*typed_sign_at(clerk, i)))
        i++;
    return i;
}

/* Where a turn goes on after its line, at I, ends with SIGN; 0: it does not. */
static uint32_t find_next_line(const struct clerk *clerk, uint32_t i, uint32_t limit, char sign)
{
    i = typed_skip_spaces(clerk, i + 1, limit);
    while (i < limit && *typed_sign_at(clerk, i) == '>') /* of a quoted mail */
        i = typed_skip_spaces(clerk, i + 1, limit);
    const char next = i < limit ? *typed_sign_at(clerk, i) : '\0';
    const uint32_t digits = skip_digits(clerk, i, limit);
    const bool count = digits > i && digits < limit && strchr("-+xX", *typed_sign_at(clerk, digits)) != NULL;
    const bool goes_on = (typed_is_letter(next) || count) && (typed_is_arrow(sign) || strchr(":,@~-+>x", sign) != NULL);
    return goes_on || (next == '+' && sign == ',') || (next == ',' && (sign == 'a' || typed_is_digit(sign))) ? i : 0;
}

/* Whether a turn may begin with a word for SIGN: the name of a piece, "takes", "draws", "puts". */
static bool may_begin_turn(char sign)
{
    return typed_is_letter(sign) || sign == '+' || sign == ' ';
}

/* A word from I to END of PAGE becomes the signs that it means, MEANT if it may, if it is between two parts, begins the
   turn, or ends it. */
static bool add_word_signs(
    struct clerk *clerk, struct window *window, uint32_t i, uint32_t limit, char meant, uint32_t *end)
{
    const struct typed_word *word = typed_sign_word_at(clerk, i, limit, meant, end);
    const unsigned others = word == NULL || meant != '\0' ? 0 : typed_other_signs(clerk, word, word_signs);
    window->others |= others;
    if (others != 0)
        open_at(window, i);
    if (word != NULL && *word->name == '~' && window->count == 0) {
        *end = typed_skip_spaces(clerk, *end, limit);
        return window->swims = window->words = true;
    }
    if (word == NULL ||
        (window->count == 0 ? !may_begin_turn(*word->name) : !typed_is_space(*typed_sign_at(clerk, i - 1))))
        return false;
    const bool marked = word->name[1] == '@' && typed_sign_before(clerk, *end, limit) == '@'; /* "pawn@z26" */
    const bool last = !marked && (*end >= limit || !typed_is_space(*typed_sign_at(clerk, *end)));
    const uint32_t next = typed_skip_spaces(clerk, *end, limit);
    const bool drawn = *word->name == '+' && (!typed_is_alnum(*typed_sign_at(clerk, next)) || next > *end + GAP_MOST);
    const bool whole = typed_is_letter(word->name[1]); /* "stay" */
    if (last && strchr("^/", *word->name) == NULL && !drawn && !whole)
        return false;
    const bool swap = *word->name == '<';
    if (swap && window->swap > 0)
        return false;
    window->swap = swap ? window->count : window->swap;
    window->words = true;
    if (*word->name == *typed_sign_at(clerk, typed_skip_spaces(clerk, *end, limit))) /* "draws +P1" */
        return true;
    for (const char *sign = word->name; *sign != '\t' && window->count + 3 < TOKEN_MOST; sign++)
        if (*sign != ' ' && !(marked && *sign == '@'))
            append_sign(window, swap ? SIGN_ARROW : *sign, *end - 1);
    if (drawn) /* what was not seen */
        append_sign(window, '?', *end - 1);
    return true;
}

/* Whether what is at I after a space is nothing that a turn goes on with: a number with a full stop or the like, or a
   result. */
static bool turn_ends_before(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const char *sign = typed_sign_at(clerk, i);
    const uint32_t end = skip_digits(clerk, i, limit);
    if (i < limit && *sign == '*')
        return *typed_sign_at(clerk, typed_skip_spaces(clerk, i + 1, limit)) == '\n';
    if (end == i || end >= limit)
        return false;
    const uint32_t mark = typed_skip_spaces(clerk, end, limit);
    const char next = *typed_sign_at(clerk, mark);
    const uint32_t from = typed_skip_spaces(clerk, mark + 1, limit);
    const uint32_t more = skip_digits(clerk, from, limit);
    const bool figures =
        strchr("-/:", next) != NULL && more > from && (more >= limit || !typed_is_alnum(*typed_sign_at(clerk, more)));
    return next == '.' || next == ')' || figures;
}

/* Whether the letter at I is a word, as in "I see": spaces are around it, and letters alone follow. */
static bool begins_sentence(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const uint32_t begin = typed_skip_spaces(clerk, i + 1, limit);
    uint32_t end = begin;
    if (i == 0 || strchr(" \t\n", *typed_sign_at(clerk, i - 1)) == NULL || begin == i + 1)
        return false;
    while (end < limit && end - begin < TOKEN_MOST && typed_is_letter(*typed_sign_at(clerk, end)))
        end++;
    uint32_t after;
    return end > begin + 1 && typed_word_at(clerk, begin, limit, 1u << MEANS_SIGN, &after) == NULL &&
        (end == limit || !typed_is_alnum(*typed_sign_at(clerk, end))) &&
        !typed_is_word_of_turns(typed_sign_at(clerk, begin), end - begin);
}

/* Where the bracket at I ends that says a sign which a part of a turn ends in, "(split)"; I: it does not. */
static uint32_t bracketed_sign_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    const struct typed_word *word = typed_sign_word_at(clerk, i + 1, limit, '\0', &end);
    if (word == NULL || strchr("/^", *word->name) == NULL)
        return i;
    while (
        end < limit && end < i + TOKEN_LEAST && *typed_sign_at(clerk, end) != ')' && *typed_sign_at(clerk, end) != '\n')
        end++;
    return end < limit && *typed_sign_at(clerk, end) == ')' ? end + 1 : i;
}

uint32_t typed_inner_bracket_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i;
    while (end < limit && end < i + TOKEN_LEAST && !typed_is_any_of(*typed_sign_at(clerk, end), ")\n{}"))
        end++;
    const bool goes_on = typed_sign_before(clerk, end, limit) == ')' &&
        typed_sign_before(clerk, typed_skip_spaces(clerk, end + 1, limit), limit) == ',';
    return goes_on ? end + 1 : i;
}

/* What a token that begins at I may have, up to LIMIT and MOST signs; a sign that words stand for is MEANT. */
static void fill_window(
    struct clerk *clerk, uint32_t i, uint32_t limit, unsigned most, char meant, struct window *window)
{
    char last = '\0';
    unsigned sign_words = 0; /* in a row */
    window->count = window->swap = window->others = 0;
    window->arrow = window->words = window->swims = false;
    window->open = UINT32_MAX;
    if (clerk->sheet.piece != NULL && typed_is_letter(*typed_sign_at(clerk, i)))
        for (unsigned k = 0; k < 2; k++)
            append_sign(window, clerk->sheet.piece[k], i);
    while (i < limit && window->count < most) {
        const char c = *typed_sign_at(clerk, i);
        uint32_t next = i + 1;
        if (c == '\n' && (next = find_next_line(clerk, i, limit, last)) == 0)
            break;
        if ((typed_is_space(c) || c == '\n') &&
            turn_ends_before(clerk, typed_skip_spaces(clerk, c == '\n' ? next : i, limit), limit))
            break;
        if (typed_is_space(c) || c == '\n') {
            append_sign(window, ' ', i);
            i = c == '\n' ? next : typed_skip_spaces(clerk, i, limit);
            continue;
        }
        if (typed_is_letter(c)) {
            while (next < limit && typed_is_alnum(*typed_sign_at(clerk, next)) &&
                !typed_is_digit(*typed_sign_at(clerk, next)))
                next++;
            const char *word = typed_sign_at(clerk, i);
            const bool third = next > i + 1 && word[next - i - 1] == 's' && (*word | 0x20) != 'r' && /* "stays" */
                typed_is_word_of_turns(word, next - i - 1);
            const bool known = third || typed_is_word_of_turns(word, next - i);
            uint32_t end;
            if (!known && add_word_signs(clerk, window, i, limit, meant, &end)) {
                i = end;
                last = ':';
                if (++sign_words > SIGN_WORDS_MOST)
                    break;
                continue;
            }
            if ((next - i > 3 && !known) || (next < limit && *typed_sign_at(clerk, next - 1) == SIGN_LETTER) ||
                (next == i + 1 && begins_sentence(clerk, i, limit)))
                break;
            for (; i < next - third && window->count < most; i++)
                append_sign(window, *typed_sign_at(clerk, i), i);
            i += third && i == next - 1;
            sign_words = 0;
            last = is_mark_letter(window, window->count - 1) ? 'x' : 'a';
            continue;
        }
        uint32_t closed;
        if (c == '(' && (closed = bracketed_sign_end(clerk, i, limit)) > i) {
            append_sign(window, *typed_sign_word_at(clerk, i + 1, limit, '\0', &next)->name, closed - 1);
            window->words = true;
            i = closed;
            last = 'a';
            continue;
        }
        if (c == '(' && window->count > 0 && (closed = typed_inner_bracket_end(clerk, i, limit)) > i) {
            i = closed;
            continue;
        }
        if (!typed_is_digit(c) && !typed_is_arrow(c) && (c == '\0' || strchr(":,;-+x*>@~^/\\?<", c) == NULL))
            break;
        window->arrow |= typed_is_arrow(c);
        if (typed_is_arrow(c))
            open_at(window, i);
        const bool swims = window->swims && (c == '-' || c == '~');
        append_sign(window, swims ? '~' : c, i++);
        window->swims &= !swims;
        sign_words = 0;
        last = c;
    }
    window->from[window->count] = i;
}

/* Readings, each from one window into another. */

static const char *ruleset_of(const struct clerk *clerk)
{
    return clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset;
}

/* The sign that must be meant by the space at I: '@' after the letters of a piece, "B z26"; else ',' where JOINED. */
static char sign_of_space(const struct window *window, unsigned i, bool joined)
{
    unsigned letters = 0;
    while (letters < i && typed_is_letter(window->c[i - letters - 1]) && (window->c[i - letters - 1] & 0x20) == 0)
        letters++;
    const bool piece = letters > 0 && letters < 3 && (letters == i || strchr(" ,", window->c[i - letters - 1]) != NULL);
    return piece ? '@' : joined ? ',' : '\0';
}

static void typed_token_note_end(void *context, size_t end)
{
    *(size_t *)context = end;
}

/* Whether the letter of a piece, a space and its cell are at I, and the form has a turn of these: "S f6". */
static bool is_piece_apart(const struct clerk *clerk, const struct window *window, unsigned i)
{
    char turn[TOKEN_LEAST];
    size_t covered = 0;
    const char *c = window->c + i;
    if (i + 3 >= window->count || c[0] < 'A' || c[0] > 'Z' || c[1] != ' ' || !typed_is_letter(c[2]) ||
        !typed_is_digit(c[3]) || (i > 0 && c[-1] != ' '))
        return false;
    const int length = snprintf(turn, sizeof turn, "%c%c%c", c[0], c[2] | 0x20, c[3]);
    catasta_turn_form(clerk->session, ruleset_of(clerk), turn, (size_t)length, typed_token_note_end, &covered);
    return covered == (size_t)length;
}

/* Without the spaces between two parts; what another space parts is not of the token, unless it is typed for a sign
   that SAID asks for: '@', or ',' for all that are in it.  False: none did. */
static bool remove_spaces(const struct clerk *clerk, const struct window *from, struct window *to, char said)
{
    bool any = false;
    to->count = to->swap = 0;
    to->words = from->words;
    unsigned i = 0;
    for (; i < from->count; i++) {
        if (i == from->swap)
            to->swap = to->count;
        if (from->c[i] != ' ') {
            append_sign(to, from->c[i], from->from[i]);
            continue;
        }
        const bool before = i > 0 && typed_is_alnum(from->c[i - 1]) && !is_mark_letter(from, i - 1);
        const bool after = i + 1 < from->count && typed_is_alnum(from->c[i + 1]) && !is_mark_letter(from, i + 1);
        if (i + 1 >= from->count || is_piece_apart(clerk, from, i + 1))
            break;
        if (i == 1 && is_piece_apart(clerk, from, 0))
            continue;
        const bool joined = said == ',' && i > 0 &&
            (typed_is_alnum(from->c[i - 1]) || strchr("/^?", from->c[i - 1]) != NULL) &&
            (after || from->c[i + 1] == '+' || (from->c[i + 1] == '-' && memchr(from->c, ':', i) != NULL));
        const char sign = said == '\0' ? '\0' : sign_of_space(from, i, joined);
        if (sign != '\0' && (sign == said || said == ',')) {
            append_sign(to, sign, from->from[i]);
            any = true;
        } else if (before && after) {
            break;
        }
    }
    /* Spaces before what does not belong to it do not either. */
    to->from[to->count] = from->from[i];
    to->c[to->count] = '\0';
    return any;
}

/* The next three return whether they changed anything. */
static bool drop_doubled_marks(struct window *window)
{
    const unsigned all = window->count;
    unsigned count = 0;
    for (unsigned i = 0; i < window->count; i++)
        if (count == 0 || window->c[i] != window->c[count - 1] || typed_is_alnum(window->c[i]) || window->c[i] == '?') {
            window->c[count] = window->c[i];
            window->from[count++] = window->from[i];
        } else {
            window->from[count - 1] = window->from[i];
        }
    window->from[count] = window->from[window->count];
    window->count = count;
    window->c[count] = '\0';
    return count < all;
}

/* O, l and I where a number goes on, or is, and S for 5 where it goes on; and 0 where a letter must be. */
static bool read_digits(struct window *window)
{
    bool changed = false;
    for (unsigned k = window->count; k-- > 0;) {
        char *c = &window->c[k];
        const char before = k > 0 ? c[-1] : '\0';
        const char after = k + 1 < window->count ? c[1] : '\0';
        const char typed = *c;
        if (*c == '0' && !typed_is_alnum(before) && typed_is_digit(after))
            *c = 'O';
        else if (strchr("OolI", *c) != NULL && !typed_is_letter(after) && (after != '?' || typed_is_alnum(before)) &&
            (!typed_is_digit(after) || typed_is_alnum(before)))
            *c = *c == 'O' || *c == 'o' ? '0' : '1';
        else if (*c == 'S' && typed_is_alnum(before) && !typed_is_letter(after) && after != '?')
            *c = '5';
        changed |= *c != typed;
    }
    return changed;
}

/* "4b" for "b4" */
static bool swap_row_before_column(struct window *window)
{
    bool changed = false;
    for (unsigned i = 0; i < window->count;) {
        unsigned letters = i;
        while (letters < window->count && typed_is_digit(window->c[letters]))
            letters++;
        unsigned end = letters;
        while (end < window->count && end - letters < 3 && typed_is_letter(window->c[end]))
            end++;
        const char next = end < window->count ? window->c[end] : '\0';
        if (typed_is_digit(next) && end - letters > 1 && (window->c[end - 1] | 0x20) == 'x')
            end--; /* a mark */
        else if (typed_is_alnum(next))
            end = letters;
        const bool apart = i == 0 || !typed_is_alnum(window->c[i - 1]) || (window->c[i - 1] | 0x20) == 'x';
        if (letters > i && end > letters && end - letters < 3 && apart) {
            char said[sizeof window->c];
            const unsigned digits = letters - i;
            changed = true;
            memcpy(said, window->c + i, digits);
            memmove(window->c + i, window->c + letters, end - letters);
            memcpy(window->c + i + (end - letters), said, digits);
            i = end;
        } else {
            i = letters > i ? letters : i + 1;
        }
    }
    return changed;
}

/* Whether that changes any. */
static bool set_letter_case(struct window *window, enum letter_case how)
{
    bool changed = false;
    for (unsigned i = 0; i < window->count && how != LETTERS_TYPED;) {
        unsigned end = i;
        while (end < window->count && typed_is_letter(window->c[end]))
            end++;
        if (end == i) {
            i++;
            continue;
        }
        const bool cell = end < window->count && typed_is_digit(window->c[end]);
        const bool word = typed_is_word_of_turns(window->c + i, end - i);
        for (unsigned k = i; k < end; k++) {
            const bool small = word || how == LETTERS_SMALL || (how == LETTERS_PIECES && cell) ||
                (how == LETTERS_PIECE_AND_ROW && cell && k + 1 == end);
            const char c = (char)(small ? window->c[k] | 0x20 : window->c[k] & ~0x20);
            changed |= c != window->c[k];
            window->c[k] = c;
        }
        i = end;
    }
    return changed;
}

/* "xc4" with "c3,e3" after it is "c3,e3xc4". What is read of it must be all of it. */
static bool swap_parts(const struct window *from, struct window *to)
{
    const unsigned swap = from->swap;
    to->count = to->swap = 0;
    to->words = from->words;
    if (swap == 0 || swap + 1 >= from->count || from->c[from->count - 1] == ' ')
        return false;
    for (unsigned i = 0; i + 1 < from->count - swap; i++)
        append_sign(to, from->c[swap + 1 + i], UINT32_MAX);
    if ((from->c[0] | 0x20) != 'x')
        append_sign(to, '-', UINT32_MAX);
    for (unsigned i = 0; i < swap; i++)
        append_sign(to, from->c[i], UINT32_MAX);
    to->from[to->count - 1] = from->from[from->count - 1];
    to->from[to->count] = from->from[from->count];
    return true;
}

/* Ends. */

struct ends {
    struct clerk *clerk;
    const struct window *window;
    uint32_t limit;
    unsigned longest;
    unsigned shorter; /* before a number, or a dash with spaces */
};

/* Whether a turn may end before the sign at I of the page. */
static bool may_end_at(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const char c = i < limit ? *typed_sign_at(clerk, i) : '\n';
    if ((c == '*' || c == '_' || c == '`') && i < limit) {
        while (i < limit && strchr("*_`", *typed_sign_at(clerk, i)) != NULL)
            i++;
        return i >= limit || !typed_is_alnum(*typed_sign_at(clerk, i));
    }
    return c == '\0' || strchr(" \t\n()[]{};.!?$|%,\"'/#", c) != NULL;
}

/* Whether a mark of the first END signs has spaces around it, as then a dash after a space has, too. */
static bool has_mark_apart(const struct clerk *clerk, const struct window *window, unsigned end)
{
    for (unsigned i = 0; i < end; i++) {
        const uint32_t at = window->from[i];
        if (!typed_is_alnum(window->c[i]) && at != UINT32_MAX && at > 0 &&
            typed_is_space(*typed_sign_at(clerk, at - 1)) && typed_is_space(*typed_sign_at(clerk, at + 1)))
            return true;
    }
    return false;
}

static void note_turn_end(void *context, size_t end)
{
    struct ends *ends = context;
    const struct window *window = ends->window;
    const struct clerk *clerk = ends->clerk;
    if (end > window->count || (end > 0 && window->from[end - 1] == UINT32_MAX))
        return;
    /* A word joins two parts: "c1 to b1" does not begin with "c1>". */
    const char typed = end == 0 ? '\0' : *typed_sign_at(clerk, window->from[end - 1]);
    if (typed_is_letter(typed) && strchr("-@>,x<~", window->c[end - 1]) != NULL &&
        (typed | 0x20) != (window->c[end - 1] | 0x20))
        return;
    /* On the page it ends after its last sign. */
    const uint32_t last = end == 0 ? window->from[0] : window->from[end - 1] + 1;
    if (!may_end_at(clerk, last, ends->limit) && !clerk->stuck) {
        ends->clerk->token.sticks = true;
        return;
    }
    if (ends->longest > 0) {
        const uint32_t from = window->from[ends->longest - 1] + 1;
        const uint32_t after = typed_skip_spaces(clerk, from, ends->limit);
        const char *sign = typed_sign_at(clerk, after);
        if (after > from && after < ends->limit &&
            (typed_is_digit(*sign) ||
                ((*sign == '-' || typed_is_letter(*sign)) && (typed_is_space(sign[1]) || sign[1] == '\n') &&
                    !has_mark_apart(clerk, window, ends->longest))))
            ends->shorter = ends->longest;
    }
    ends->longest = (unsigned)end;
}

/* Adds what WINDOW is up to END, unless it is there. */
static void add_reading(struct typed_token *token, const struct window *window, unsigned end, unsigned mask)
{
    for (unsigned i = 0; i < token->count; i++)
        if (token->readings[i].length == end && memcmp(token->readings[i].text, window->c, end) == 0)
            return;
    if (token->count == READINGS_MOST)
        return;
    struct typed_reading *reading = &token->readings[token->count++];
    reading->mask = mask;
    reading->length = end;
    memcpy(reading->text, window->c, end);
    reading->text[end] = '\0';
}

/* Whether a digit is typed from I to END; where none is, words for signs are talk, "Fl an". */
static bool has_typed_digit(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (i < end && !typed_is_digit(*typed_sign_at(clerk, i)))
        i++;
    return i < end;
}

/* Adds WINDOW as a reading; returns the sign after which nothing decides about it. */
static uint32_t try_window(struct clerk *clerk, const struct window *window, uint32_t limit, unsigned mask, bool *slash)
{
    struct typed_token *token = &clerk->token;
    struct ends ends = {.clerk = clerk, .window = window, .limit = limit};
    if (window->count == 0)
        return window->from[0];
    const size_t reach =
        catasta_turn_form(clerk->session, ruleset_of(clerk), window->c, window->count, note_turn_end, &ends);
    *slash |= reach > 0 && reach < window->count && window->c[reach] == '/';
    const size_t after = reach + SIGNS_AFTER < window->count ? reach + SIGNS_AFTER : window->count;
    const uint32_t seen = window->from[after];
    const uint32_t end = ends.longest == 0 ? 0 : window->from[ends.longest - 1] + 1;
    if (ends.longest == 0 || end < token->end ||
        (window->words && (mask & READ_DIGITS) != 0 && !has_typed_digit(clerk, window->from[0], end)))
        return seen;
    if (end > token->end) {
        token->count = 0;
        token->shorter = 0;
        token->end = end;
    }
    if (ends.shorter > 0)
        token->shorter = window->from[ends.shorter - 1] + 1;
    add_reading(token, window, ends.longest, mask);
    return seen;
}

/* Which readings may change something up to the sign SEEN; the order of parts that were swapped says nothing. */
static unsigned choose_masks(const struct window *window, uint32_t seen)
{
    unsigned masks = 0;
    for (unsigned i = 0; i < window->count && (window->from[i] <= seen || window->from[i] == UINT32_MAX); i++) {
        const char c = window->c[i];
        masks |= typed_is_letter(c) ? READ_CASE : 0;
        masks |= i > 0 && c == window->c[i - 1] && !typed_is_alnum(c) ? READ_DOUBLED : 0;
        masks |= strchr("OolI0S", c) != NULL ? READ_DIGITS : 0;
        masks |= typed_is_letter(c) && i > 0 && typed_is_digit(window->c[i - 1]) ? READ_EXCHANGED : 0;
        masks |= typed_is_letter(c) && i > 0 && strchr("OlI", window->c[i - 1]) != NULL ? READ_EXCHANGED : 0;
        masks |= c == ';' ? READ_SEMICOLON : 0;
    }
    return masks;
}

static void try_masks(struct clerk *clerk, const struct window *closed, uint32_t limit)
{
    struct window window;
    unsigned masks = 0;
    uint32_t seen = 0;
    bool slash = false; /* is nothing in the form: it may mean a comma */
    for (unsigned mask = 0; mask < READ_ALL; mask++) {
        if ((mask & ~masks) != 0)
            continue;
        window.count = closed->count;
        window.words = closed->words;
        memcpy(window.c, closed->c, window.count + 1);
        memcpy(window.from, closed->from, (window.count + 1) * sizeof *window.from);
        for (unsigned i = 0; i < window.count; i++)
            if (window.c[i] == ';' && (mask & READ_SEMICOLON) == 0) {
                window.count = i;
                window.c[i] = '\0';
            } else if (window.c[i] == ';' || (window.c[i] == '/' && slash && (mask & READ_SEMICOLON) != 0)) {
                window.c[i] = ',';
            }
        if (((mask & READ_DOUBLED) != 0 && !drop_doubled_marks(&window)) ||
            ((mask & READ_DIGITS) != 0 && !read_digits(&window)) ||
            ((mask & READ_EXCHANGED) != 0 && !swap_row_before_column(&window)))
            continue; /* the same without that was tried */
        const uint32_t before = seen;
        for (enum letter_case how = (mask & READ_CASE) != 0 ? LETTERS_SMALL : LETTERS_TYPED;
             how == LETTERS_TYPED || ((mask & READ_CASE) != 0 && how < LETTERS); how++) {
            const bool other = set_letter_case(&window, how) || how <= LETTERS_SMALL;
            const uint32_t last = other ? try_window(clerk, &window, limit, mask, &slash) : 0;
            seen = last > seen ? last : seen;
            if (how == LETTERS_TYPED)
                break;
        }
        if (mask == 0 || seen > before)
            masks = choose_masks(closed, seen);
        masks |= slash ? READ_SEMICOLON : 0;
    }
    clerk->token.seen = seen > clerk->token.seen ? seen : clerk->token.seen;
}

/* A word of the tables that is a turn. */
static bool find_word_of_turn(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    struct typed_token *token = &clerk->token;
    if (typed_word_at(clerk, i, limit, 1u << MEANS_PASS, &end) == NULL || !may_end_at(clerk, end, limit))
        return false;
    if (end == i + 1 && /* "p", but neither "p. 12" nor "p = pass" */
        (clerk->turns.count == 0 || typed_is_any_of(typed_sign_before(clerk, end, limit), ".") ||
            typed_sign_before(clerk, typed_skip_spaces(clerk, end, limit), limit) == '='))
        return false;
    token->end = end;
    token->count = 1;
    token->readings[0] = (struct typed_reading){.length = 4, .text = "pass"};
    return true;
}

static bool is_same_window(const struct window *one, const struct window *other)
{
    return one->count == other->count && one->swap == other->swap && memcmp(one->c, other->c, one->count) == 0;
}

/* A token of at most MOST signs; false: no longer one begins like this. */
static bool find_token_within(struct clerk *clerk, uint32_t i, uint32_t limit, unsigned most)
{
    struct typed_token *token = &clerk->token;
    struct window window, closed, swapped, first = {.count = 0};
    bool words = false;
    bool whole = true;
    uint32_t open = UINT32_MAX;
    token->begin = token->end = token->seen = i;
    token->count = 0;
    token->shorter = 0;
    token->sticks = false;
    token->other[0] = '\0';
    for (unsigned k = 0;
         k < sizeof word_signs && (k == 0 || ((words || (window.arrow && k < 2)) && open <= token->seen)); k++) {
        bool any = false;
        if (k > 0 && !first.arrow && (first.others >> (k - 1) & 1) == 0)
            continue;
        fill_window(clerk, i, limit, most, k == 0 ? '\0' : word_signs[k - 1], &window);
        open = window.open < open ? window.open : open;
        for (unsigned n = 0; n < window.count; n++) {
            any |= typed_is_alnum(window.c[n]) || window.c[n] == '?' ||
                (window.c[n] == '-' && n + 1 < window.count && window.c[n + 1] == '-');
        }
        words |= window.words;
        if (!any)
            break;
        for (unsigned n = 0; n < window.count; n++)
            if (typed_is_arrow(window.c[n])) /* the closest in shape, if the form has it */
                window.c[n] = k > 0 ? '-' : window.c[n] == SIGN_LEFT ? '<' : '>';
        if (k > 0 && !words && token->end > open)
            break;
        if (k > 0 && is_same_window(&window, &first))
            continue;
        if (k == 0)
            first = window;
        remove_spaces(clerk, &window, &closed, '\0');
        if (window.swap == 0)
            try_masks(clerk, &closed, limit);
        else if (swap_parts(&closed, &swapped))
            try_masks(clerk, &swapped, limit);
        if (remove_spaces(clerk, &window, &closed, clerk->joined ? ',' : '@'))
            try_masks(clerk, &closed, limit);
        try_masks(clerk, &window, limit); /* where the form asks for spaces it goes on beyond one */
        whole &= window.count < most || token->seen < window.from[most - SIGNS_AFTER];
    }
    return !whole && token->count > 0;
}

/* Whether letters alone are at I, one after the other, which no turn begins with. */
static bool are_lone_letters(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    return typed_is_letter(*typed_sign_at(clerk, i)) && typed_is_space(typed_sign_before(clerk, i + 1, end)) &&
        typed_is_letter(typed_sign_before(clerk, i + 2, end)) && typed_is_space(typed_sign_before(clerk, i + 3, end));
}

bool typed_find(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    if (are_lone_letters(clerk, i, limit) || typed_board_end(clerk, i, limit) > i ||
        (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i)) && typed_is_alnum(*typed_sign_at(clerk, i - 1)))) {
        clerk->token.count = 0;
        clerk->token.sticks = false;
        return false;
    }
    if (find_token_within(clerk, i, limit, TOKEN_LEAST))
        find_token_within(clerk, i, limit, TOKEN_MOST - 4);
    return clerk->token.count > 0 || find_word_of_turn(clerk, i, limit);
}

/* The board. */

static bool may_play(const catasta_position *board, const struct typed_reading *reading, catasta_position **after)
{
    catasta_position *trial = catasta_position_copy(board);
    if (trial != NULL && catasta_position_play(trial, reading->text, reading->length, NULL)) {
        *after = trial;
        return true;
    }
    catasta_position_free(trial);
    return false;
}

const struct typed_reading *typed_legal_on(
    const struct clerk *clerk, const catasta_position *board, catasta_position **after)
{
    for (unsigned i = 0; i < clerk->token.count && board != NULL; i++)
        if (may_play(board, &clerk->token.readings[i], after))
            return &clerk->token.readings[i];
    return NULL;
}

bool typed_is_legal(struct clerk *clerk)
{
    catasta_position *after = NULL;
    const bool legal = typed_legal_on(clerk, clerk->board, &after) != NULL;
    catasta_position_free(after);
    return legal;
}

/* Whether both have the same position: what was read twice is one turn. */
static bool is_same_position(const catasta_position *one, const catasta_position *other)
{
    uint64_t a, b;
    return catasta_position_hash(one, &a) && catasta_position_hash(other, &b) && a == b;
}

/* Other signs: where whole games are written with others than the form has, or without some, "A1 2-d1", "b5+e6 x d7",
   the board finds the one turn with the same cells, counts and pieces in their order. */

/* A search for turns of the form with the letters and digits of a window, and its signs where the form has these. */
struct other_signs {
    struct clerk *clerk;
    const struct window *window;
    uint32_t limit;
    unsigned tries;
    char text[TOKEN_MOST];
    unsigned char made[128]; /* how many of each sign are not on the page, in .text */
    struct other_turn {
        uint32_t end; /* 0: none was found */
        bool several; /* as long, which lead to other positions */
        struct typed_reading reading;
        char other[8]; /* signs of it that are not on the page */
        catasta_position *after;
    } legal, illegal;
};
enum { OTHER_TRIES = 1000 };

/* Whether the x at I of WINDOW is a sign, and no letter of a cell. */
static bool is_capture_sign(const struct window *window, unsigned i)
{
    const unsigned next = i + 1 < window->count && window->c[i + 1] == ' ' ? i + 2 : i + 1;
    return (window->c[i] | 0x20) == 'x' && (i == 0 || !typed_is_letter(window->c[i - 1])) && next < window->count &&
        typed_is_letter(window->c[next]);
}

static bool is_inner_sign(const struct window *window, unsigned i)
{
    return i < window->count && (!typed_is_alnum(window->c[i]) || is_capture_sign(window, i));
}

/* Keeps .text, which ends before the sign I of the window, as the longest turn so far: a legal one, else one that is
   written as others of the record are. */
static void keep_other_turn(struct other_signs *search, unsigned length, unsigned i)
{
    struct other_turn turn = {.end = search->window->from[i - 1] + 1};
    turn.reading = (struct typed_reading){.mask = READ_OTHER_SIGNS, .length = length};
    memcpy(turn.reading.text, search->text, length);
    bool known = true;
    unsigned count = 0;
    for (unsigned c = 0; c < sizeof search->made && count + 1 < sizeof turn.other; c++)
        if (search->made[c] > 0) {
            turn.other[count++] = (char)c;
            known &= search->clerk->signs.as_made[0][c] || search->clerk->signs.as_made[1][c];
        }
    if (!may_end_at(search->clerk, turn.end, search->limit))
        return;
    const bool legal = may_play(search->clerk->board, &turn.reading, &turn.after);
    struct other_turn *best = legal ? &search->legal : &search->illegal;
    if ((legal || known) && turn.end > best->end) {
        catasta_position_free(best->after);
        *best = turn;
        return;
    }
    if (turn.end == best->end)
        best->several |= legal ? !is_same_position(turn.after, best->after)
                               : known && strcmp(turn.reading.text, best->reading.text) != 0;
    catasta_position_free(turn.after);
}

/* Whether .text up to LENGTH may begin a turn; it is kept if it is one. */
static bool goes_on_so(struct other_signs *search, unsigned length, unsigned i)
{
    struct clerk *clerk = search->clerk;
    size_t whole = 0;
    if (search->tries++ > OTHER_TRIES)
        return false;
    const size_t reach =
        catasta_turn_form(clerk->session, ruleset_of(clerk), search->text, length, typed_token_note_end, &whole);
    if (whole == length)
        keep_other_turn(search, length, i);
    return reach >= length;
}

/* Goes on from the sign I of the window, LENGTH of .text being there. */
static void try_other_signs(struct other_signs *search, unsigned i, unsigned length)
{
    static const char signs[] = ":,-x+>/@";
    const struct window *window = search->window;
    unsigned next = i;
    unsigned typed = length;
    while (is_inner_sign(window, next) && typed + 4 < TOKEN_MOST) {
        if (window->c[next] != ' ')
            search->text[typed++] = (char)(window->c[next] == 'X' ? 'x' : window->c[next]);
        next++;
    }
    if (next >= window->count || typed + 4 >= TOKEN_MOST)
        return;
    const bool said = typed > length;
    search->text[typed] = window->c[next];
    const bool fits = (said || next == i) && goes_on_so(search, typed + 1, next + 1);
    if (fits)
        try_other_signs(search, next + 1, typed + 1);
    if (length == 0 || (said && fits))
        return;
    char after[TOKEN_MOST]; /* what is typed, which is kept where it fits after a sign */
    const unsigned kept = typed - length;
    memcpy(after, search->text + length, kept);
    for (unsigned k = 0; signs[k] != '\0'; k++) {
        search->text[length] = signs[k];
        search->made[(unsigned char)signs[k]]++;
        for (unsigned with = said; with != UINT_MAX; with--) {
            unsigned end = length + 1;
            if (with > 0) {
                memcpy(search->text + end, after, kept);
                end += kept;
            }
            search->text[end++] = window->c[next];
            if (!goes_on_so(search, end, next + 1))
                continue;
            try_other_signs(search, next + 1, end);
            break;
        }
        search->made[(unsigned char)signs[k]]--;
    }
}

bool typed_find_other_signs(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    struct window window, cased;
    struct other_signs search = {.clerk = clerk, .window = &cased, .limit = limit};
    if (clerk->board == NULL)
        return false;
    fill_window(clerk, i, limit, TOKEN_LEAST, '\0', &window);
    for (enum letter_case how = LETTERS_TYPED; how <= LETTERS_SMALL && search.legal.end == 0; how++) {
        cased = window;
        set_letter_case(&cased, how);
        try_other_signs(&search, 0, 0);
    }
    const struct other_turn *found = search.legal.end > 0 ? &search.legal : &search.illegal;
    catasta_position_free(search.legal.after);
    if (found->end == 0 || found->several || found->other[0] == '\0')
        return false;
    clerk->token = (struct typed_token){
        .begin = i, .end = found->end, .seen = found->end, .count = 1, .readings = {found->reading}};
    memcpy(clerk->token.other, found->other, sizeof clerk->token.other);
    return true;
}

/* The only legal reading, with the position after it; *COUNT are legal. */
static const struct typed_reading *choose_reading(struct clerk *clerk, catasta_position **after, unsigned *count)
{
    const struct typed_reading *chosen = NULL;
    *count = 0;
    for (unsigned i = 0; i < clerk->token.count; i++) {
        const struct typed_reading *reading = &clerk->token.readings[i];
        catasta_position *one;
        if (!may_play(clerk->board, reading, &one))
            continue;
        if (*count > 0 && is_same_position(one, *after)) {
            catasta_position_free(one);
            continue;
        }
        if (*count > 0)
            catasta_position_free(*after);
        *after = one;
        chosen = chosen == NULL ? reading : chosen;
        ++*count;
        if (reading->mask == 0)
            break;
    }
    return chosen;
}

/* The token without a number, or the dash that parts it from the next one; false, and nothing is changed: there is
   none, or it is not legal then. */
static bool shorten_token(struct clerk *clerk)
{
    const struct typed_token longer = clerk->token;
    if (longer.shorter > 0 && typed_find(clerk, longer.begin, longer.shorter) && typed_is_legal(clerk))
        return true;
    clerk->token = longer;
    return false;
}

/* Whether reading I begins with a small letter for the capital of the first one, which is as typed: "T@x23" stays as it
   is after "u@x22". */
static bool is_changed_to_small(const struct typed_token *token, unsigned i)
{
    const char first = token->readings[0].text[0];
    return first >= 'A' && first <= 'Z' && token->readings[i].text[0] == (first | 0x20);
}

/* What to copy of the token where no reading is legal: what is typed if that can be read, in the case of the turns so
   far, or the reading that these had, or the only one; NULL: there is none. */
static const struct typed_reading *likely_reading(const struct clerk *clerk)
{
    const struct typed_token *token = &clerk->token;
    const struct typed_reading *likely = token->count == 1 ? token->readings : NULL;
    const struct typed_reading *typed = NULL;
    for (unsigned i = token->count; i-- > 0;) {
        const struct typed_reading *one = &token->readings[i];
        likely = one->mask == clerk->habit ? one : likely;
        typed = one->mask == 0 && (typed == NULL || typed->mask == 0) ? one : typed;
        typed = one->mask == READ_CASE && clerk->habit == READ_CASE && !is_changed_to_small(token, i) ? one : typed;
    }
    return typed != NULL ? typed : likely;
}

/* Counts the signs of READING, which was taken. */
static void count_signs(struct clerk *clerk, const struct typed_reading *reading)
{
    clerk->signs.made += clerk->token.other[0] != '\0';
    for (const char *c = reading->text; *c > 0; c++)
        if (!typed_is_alnum(*c) || (*c == 'x' && typed_is_letter(c[1])))
            (strchr(clerk->token.other, *c) != NULL ? clerk->signs.as_made
                                                    : clerk->signs.as_written)[typed_is_digit(c[1])][(int)*c] = true;
}

enum typed_verdict typed_play(struct clerk *clerk, const struct typed_reading **reading)
{
    const struct typed_token *token = &clerk->token;
    catasta_position *after = NULL;
    unsigned count = 0;
    *reading = NULL;
    if (clerk->board == NULL) { /* how turns were typed so far is how this one is */
        *reading = &token->readings[0];
        for (unsigned i = 0; i < token->count; i++)
            if (token->readings[i].mask == clerk->habit &&
                !(token->readings[0].mask == 0 && is_changed_to_small(token, i)))
                *reading = &token->readings[i];
        return TOKEN_TAKEN;
    }
    *reading = choose_reading(clerk, &after, &count);
    if (count == 1 && token->shorter > 0 &&
        !clerk->joined) { /* legal both with what is after the space and without it */
        const struct typed_token longer = *token;
        count += shorten_token(clerk);
        clerk->token = longer;
    }
    if (count == 0 && shorten_token(clerk))
        *reading = choose_reading(clerk, &after, &count);
    if (count == 1) {
        catasta_position_free(clerk->before);
        clerk->before = clerk->board;
        clerk->last_illegal = false;
        clerk->board = after;
        clerk->habit = (*reading)->mask;
        count_signs(clerk, *reading);
        return TOKEN_TAKEN;
    }
    catasta_position_free(after);
    catasta_position_free(clerk->before);
    clerk->before = catasta_position_copy(clerk->board);
    clerk->last_illegal = true;
    *reading = count == 0 ? likely_reading(clerk) : token->readings[0].mask == 0 ? &token->readings[0] : NULL;
    const struct typed_reading *forced = *reading != NULL ? *reading : &token->readings[0];
    if (!catasta_position_force(clerk->board, forced->text, forced->length)) {
        catasta_position_free(clerk->board);
        clerk->board = NULL;
    }
    return count > 0 ? TOKEN_SEVERAL : TOKEN_ILLEGAL;
}
