/* SPDX-License-Identifier: MIT */
#include "record/spelled_turns.h"

#include "base/utf8.h"
#include "record/spelling.h"

/* Signs. */

/* Characters that look like a sign, after it; those of Greek and Cyrillic letters are the same in print. */
static const char looks[] =
    " \xC2\x85\u1680\u2028\u2029*\u2022\u204E\u2217\u2605\u2731+\u2795,\u00B7\u201A\u3001-"
    "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    "\u2796\uFE58/\u2044\u2215\u29F8:\u2236\uA789>\u00BB\u203A\u2192\u219D\u21A0\u21A3\u21A6\u21AA\u21C0\u21C1\u21D2"
    "\u21DB\u21DC\u21DD\u21E2\u21E5\u21E8\u21F0\u21FE\u25B6\u25B8\u25BA\u2794\u2798\u2799\u279A\u279B\u279C\u279D"
    "\u279E\u279F\u27A0\u27A1\u27A2\u27A3\u27A4\u27A5\u27A6\u27A7\u27A8\u27A9\u27AA\u27AB\u27AC\u27AD\u27AE\u27AF"
    "\u27B1\u27B2\u27B3\u27B4\u27B5\u27B6\u27B7\u27B8\u27B9\u27BA\u27BB\u27BC\u27BD\u27BE\u27F6\u27F9\u27FC\u27FE"
    "\u27FF\u2B62\u2B95\u2BC8\U0001F812\U0001F852\U0001F872\U0001F892^\u02C6x\u00D7\u0445\u2715\u2716\u2717\u2718"
    "\u2A09\u2A2F~"
    "\u02DC\u223C\u2248\u301C\1\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\u20E3\uFE00\uFE01\uFE02\uFE03\uFE04"
    "\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\uFEFFA\u0391\u0410B\u0392\u0412C\u0421E\u0395"
    "\u0415H\u0397\u041DI\u0399\u0406J\u0408K\u039A\u041AM\u039C\u041CN\u039DO\u039F\u041EP\u03A1\u0420S\u0405T\u03A4"
    "\u0422X\u03A7\u0425Y\u03A5Z\u0396a\u0430c\u0441d\u0501e\u0435h\u04BBi\u0456j\u0458o\u03BF\u043Ep\u0440q\u051Bs"
    "\u0455w\u051Dy\u0443";

/* Where the character of LENGTH bytes at AT is in SIGNS; NULL: it is none of them. */
static const char *find_sign(const char *signs, const char *at, size_t length)
{
    char sign[5] = "";
    memcpy(sign, at, length);
    return strstr(signs, sign);
}

size_t one_of(const char *at, const char *signs)
{
    const struct utf8_char character =
        *at == '\0' ? (struct utf8_char){0} : utf8_next((struct slice){at, strnlen(at, 4)});
    return character.valid && find_sign(signs, at, character.length) != NULL ? character.length : 0;
}

static char look_up(const char *at, struct utf8_char character)
{
    const char *found = character.length > 1 ? find_sign(looks, at, character.length) : NULL;
    while (found != NULL && (*found & 0x80) != 0)
        found--;
    return found != NULL ? *found : *at == '\v' || *at == '\f' ? ' ' : utf8_variant_of(character.code);
}

struct sign odd_sign_at(const char *at)
{
    struct utf8_char character = utf8_next((struct slice){at, strnlen(at, 4)});
    return (struct sign){character.valid ? look_up(at, character) : 0, character.length, true};
}

const char *pass_blanks(const char *at)
{
    for (;;) {
        struct sign sign = sign_at(at);
        if (sign.c != ' ' && sign.c != '\t' && sign.c != SIGN_NOTHING)
            return at;
        at += sign.length;
    }
}

const char *pass_word(const char *at, const char *words)
{
    for (const char *word = words;; word++) {
        const char *end = at;
        for (; *word != '\0' && *word != '|' && small_letter(*end) == *word; word++)
            end++;
        if ((*word == '\0' || *word == '|') &&
            !((is_letter(end[-1]) || (unsigned char)end[-1] >= 0x80) && letter_length(end) > 0))
            return end;
        while (*word != '|')
            if (*word++ == '\0')
                return NULL;
    }
}

/* Slots. */

/* A turn as far as it is read. */
struct spelling_of {
    enum turn_shape shape;
    const char *begin;
    const char *at;
    struct text *turn;
    unsigned kinds;
    bool small;      /* letters are names, too */
    bool arrows;     /* one between cells is '-' */
    bool semicolons; /* one may replace a comma */
    bool hides;
    bool drawn; /* a tile */
};

/* After a comma and a space a play begins as a turn does, which is not to be read again and again. */
enum { PLAYS_MOST = 32 };

/* To go back to. */
struct mark_of {
    const char *at;
    size_t length;
    unsigned kinds;
    bool hides;
};

static struct mark_of here(const struct spelling_of *s)
{
    return (struct mark_of){s->at, s->turn->length, s->kinds, s->hides};
}

static bool back(struct spelling_of *s, const struct mark_of *mark)
{
    s->at = mark->at;
    s->turn->length = mark->length;
    if (s->turn->bytes != NULL)
        s->turn->bytes[mark->length] = '\0';
    s->kinds = mark->kinds;
    s->hides = mark->hides;
    return false;
}

static void say(struct spelling_of *s, enum spelling kind)
{
    s->kinds |= 1u << kind;
}

static struct sign peek(struct spelling_of *s)
{
    struct sign sign;
    while ((sign = sign_at(s->at)).c == SIGN_NOTHING) {
        s->at += sign.length;
        say(s, SPELL_SPACE);
    }
    return sign;
}

static void take(struct spelling_of *s, struct sign sign, char as)
{
    s->at += sign.length;
    if (sign.odd)
        say(s, SPELL_SIGN);
    text_add_char(s->turn, as);
}

/* The letter of a name. */
static char capital(const struct spelling_of *s, char c)
{
    return (char)(!s->small && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

static char digit_of(char c)
{
    return is_digit(c) ? c : c == 'O' || c == 'o' ? '0' : c == 'l' || c == 'I' ? '1' : 0;
}

/* A letter with the case that belongs there. */
static void take_letter(struct spelling_of *s, struct sign sign, char as)
{
    if (sign.c != as)
        say(s, SPELL_CAPITALS);
    take(s, sign, as);
}

static char last(const struct spelling_of *s)
{
    return s->turn->length == 0 ? 0 : s->turn->bytes[s->turn->length - 1];
}

/* Whether a turn may go on in the line at AT. */
static bool continues(const struct spelling_of *s, const char *at)
{
    at = pass_blanks(at);
    struct sign sign = sign_at(at);
    bool open = strchr(":,-+x>@~", last(s)) != NULL;
    if (sign.c == 0 || strchr(">-+*\n\r", sign.c) != NULL)
        return false;
    const char *digits = at;
    while (is_digit(*digits))
        digits++;
    bool step = digits > at && strchr("-+x", *digits) != NULL && *digits != '\0' && is_letter(digits[1]);
    return sign.c == ',' || (open && last(s) != 0 && (step || digits == at));
}

/* Spaces, and the end of a line where the turn goes on after it. */
static bool blanks(struct spelling_of *s)
{
    const char *begin = s->at;
    s->at = pass_blanks(s->at);
    if (*s->at == '\n' || *s->at == '\r') {
        const char *next = s->at + (s->at[0] == '\r' && s->at[1] == '\n' ? 2 : 1);
        if (!continues(s, next)) {
            s->at = begin;
            return false;
        }
        s->at = pass_blanks(next);
    }
    if (s->at > begin)
        say(s, SPELL_SPACE);
    return s->at > begin;
}

/* Other signs that people write for a sign, in each shape of turns. */
static const struct {
    unsigned shapes; /* bits */
    char sign;
    const char *signs;
} instead[] = {
    {1u << TURN_LIFT, ':', "-=>.;|!,"},
    {1u << TURN_LIFT, 'x', "*"},
    {1u << TURN_MOVES, 'x', ":"},
    {1u << TURN_PLACE | 1u << TURN_JOIN, '-', "=~"},
    {1u << TURN_JOIN, '-', ":/."},
    {1u << TURN_TILES, '>', "-:=@"},
    {1u << TURN_FIELD | 1u << TURN_SPOT, '@', "-=>"},
    {1u << TURN_FIELD | 1u << TURN_SPOT, '~', "="},
    {1u << TURN_FIELD | 1u << TURN_SPOT, '/', "-:\\"},
    {1u << TURN_FIELD | 1u << TURN_SPOT, '^', "'"},
};

/* Something else in the place of a sign of SET; not beside another slip. */
static bool other_sign(struct spelling_of *s, const char *set, struct sign sign)
{
    if ((s->kinds & (1u << SPELL_DIGITS | 1u << SPELL_COLON | 1u << SPELL_CAPITALS)) != 0)
        return false;
    for (size_t i = 0; i < sizeof instead / sizeof instead[0]; i++) {
        if ((instead[i].shapes >> s->shape & 1) == 0 || strchr(set, instead[i].sign) == NULL || sign.c <= ' ' ||
            strchr(instead[i].signs, sign.c) == NULL)
            continue;
        take(s, sign, instead[i].sign);
        say(s, SPELL_PUNCTUATION);
        return true;
    }
    return false;
}

/* A sign of SET; an arrow may stand for '-'. */
static bool sign_of(struct spelling_of *s, const char *set)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    char c = sign.c == 'X' ? 'x' : sign.c;
    if ((c == '-' || c == '=') && (strchr(set, '>') != NULL || s->arrows)) {
        struct sign more;
        uint8_t length = sign.length;
        while (((more = sign_at(s->at + length)).c == '-' || more.c == '=') && length < 12)
            length = (uint8_t)(length + more.length);
        if (more.c == '>') {
            sign = (struct sign){'>', (uint8_t)(length + more.length), true};
            c = '>';
        }
    }
    if (c == '>' && strchr(set, '>') == NULL && s->arrows && strchr(set, '-') != NULL) {
        c = '-';
        sign.odd = true;
    }
    if (c <= ' ' || strchr(set, c) == NULL)
        return other_sign(s, set, sign) || back(s, &begin);
    if (sign.c == 'X')
        say(s, SPELL_CAPITALS);
    take(s, sign, c);
    sign = peek(s);
    if (sign.c == c && c != '*' && c != 'x') {
        s->at += sign.length;
        say(s, SPELL_PUNCTUATION);
    }
    return true;
}

/* Digits, of which some may be letters, and no letter after them. */
static bool number(struct spelling_of *s, bool column)
{
    const struct mark_of begin = here(s);
    bool looks_like = false;
    struct sign sign;
    while (digit_of((sign = peek(s)).c) != 0) {
        looks_like |= !is_digit(sign.c);
        take(s, sign, digit_of(sign.c));
    }
    size_t length = s->turn->length - begin.length;
    bool zero = length > 0 && s->turn->bytes[begin.length] == '0';
    if (length == 0 || (looks_like && is_letter(sign.c) && sign.c != 'x' && sign.c != 'X') || (column && zero))
        return back(s, &begin);
    if (looks_like)
        say(s, SPELL_DIGITS);
    return true;
}

/* "4b" for "b4", "3R" for "R3": where nothing else could be meant. */
static bool exchanged(struct spelling_of *s, bool cell)
{
    const struct mark_of begin = here(s);
    char digits[3] = "";
    size_t count = 0;
    size_t rows = 0;
    struct sign sign = peek(s);
    for (; is_digit(sign.c) && count < 2; sign = peek(s)) {
        digits[count++] = sign.c;
        s->at += sign.length;
    }
    for (; is_letter(sign.c) && rows < 1u + cell; sign = peek(s), rows++)
        take_letter(s, sign, cell ? small_letter(sign.c) : capital(s, sign.c));
    for (size_t i = 0; i < count; i++)
        text_add_char(s->turn, digits[i]);
    if (count == 0 || digits[0] == '0' || rows == 0 || is_letter(sign.c) || is_digit(sign.c))
        return back(s, &begin);
    say(s, SPELL_EXCHANGED);
    return true;
}

static bool cell(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    if (is_digit(sign.c))
        return exchanged(s, true);
    if (!is_letter(sign.c))
        return false;
    take_letter(s, sign, small_letter(sign.c));
    const struct mark_of second = here(s);
    sign = peek(s);
    if (is_letter(sign.c) && last(s) != 'x') {
        take_letter(s, sign, small_letter(sign.c));
        if (is_digit(peek(s).c) && number(s, true))
            return true;
        back(s, &second);
    }
    return number(s, true) || back(s, &begin);
}

/* Steps, plays and the like. */

/* A sign of SET, and spaces around it. */
static bool mark(struct spelling_of *s, const char *set)
{
    blanks(s);
    if (!sign_of(s, set))
        return false;
    blanks(s);
    return true;
}

/* SIGN after spaces. */
static bool late_sign(struct spelling_of *s, const char *sign)
{
    const struct mark_of begin = here(s);
    blanks(s);
    return sign_of(s, sign) || back(s, &begin);
}

static bool step(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    number(s, false);
    return (mark(s, "-+x") && cell(s)) || back(s, &begin);
}

/* Spaces where some may be. */
static void free_blanks(struct spelling_of *s)
{
    const char *plain = s->at;
    unsigned kinds = s->kinds;
    while (*plain == ' ' || *plain == '\t')
        plain++;
    blanks(s);
    if (s->at == plain)
        s->kinds = kinds;
}

static bool play(struct spelling_of *s);
static bool action(struct spelling_of *s);
static bool second_and_target(struct spelling_of *s);

/* The comma and what is after it, or neither.  Another sign is one where nothing but a comma could be. */
static bool comma(struct spelling_of *s, bool (*part)(struct spelling_of *s))
{
    const struct mark_of before = here(s);
    const char *others = part == play ? "." : part == second_and_target ? "./&+" : "./&";
    if (part == second_and_target)
        blanks(s);
    const struct sign sign = peek(s);
    if ((sign.c != 0 && strchr(others, sign.c) != NULL) || (sign.c == ';' && s->semicolons)) {
        take(s, sign, ',');
        say(s, SPELL_PUNCTUATION);
        s->hides |= sign.c == ';';
        if (part == step || part == second_and_target)
            blanks(s);
    } else {
        const bool apart = blanks(s);
        if (!sign_of(s, ",")) {
            const struct sign first = peek(s);
            const struct sign next = sign_at(s->at + strspn(s->at, "0123456789"));
            const bool begins = part == step
                ? strchr("-+x", next.c) != NULL && next.c != 0 && is_letter(s->at[strspn(s->at, "0123456789") + 1])
                : part == second_and_target || part == action;
            if (!apart || !begins || first.c == 0 || first.c == '\n')
                return back(s, &before);
            text_add_char(s->turn, ',');
            say(s, SPELL_PUNCTUATION);
            return (part(s) && peek(s).c != ':') || back(s, &before);
        }
        free_blanks(s);
    }
    return part(s) || back(s, &before);
}

/* Spaces where a comma belongs, and what is after them, or neither. */
static bool apart(struct spelling_of *s, bool (*part)(struct spelling_of *s))
{
    const struct mark_of before = here(s);
    s->at = pass_blanks(s->at);
    if (s->at == before.at)
        return false;
    text_add_char(s->turn, ',');
    say(s, SPELL_PUNCTUATION);
    const bool opened = part == action && *s->at == '('; /* "z26-z27 (+WR)" */
    s->at += opened;
    const bool read = part(s) && (!opened || *s->at == ')');
    s->at += read && opened;
    return read || back(s, &before);
}

/* As many as there are, with commas between them; a draw is the last. */
static bool list(struct spelling_of *s, bool (*part)(struct spelling_of *s))
{
    if (!part(s))
        return false;
    for (unsigned parts = 1; part != play || (parts < PLAYS_MOST && !s->drawn); parts++)
        if (!comma(s, part))
            break;
    return true;
}

static bool lift(struct spelling_of *s)
{
    if (!cell(s))
        return false;
    const struct mark_of behind = here(s);
    blanks(s);
    if (sign_of(s, ":")) {
        free_blanks(s);
        if (list(s, step))
            return true;
        back(s, &behind);
        blanks(s);
    }
    /* a cell alone is not a turn, so a step after it belongs to it; but "c12-d4" may have a count */
    const char *end = s->turn->bytes + s->turn->length;
    if (s->turn->failed || (is_digit(end[-2]) && end[-1] != '0'))
        return false;
    text_add_char(s->turn, ':');
    say(s, SPELL_COLON);
    free_blanks(s);
    return list(s, step);
}

/* A cell, with an 'x' before it or not; spaces may be AFTER that. */
static bool marked_cell(struct spelling_of *s, bool after)
{
    const struct mark_of begin = here(s);
    const bool marked = sign_of(s, "x");
    if (marked && after)
        blanks(s);
    if (marked && cell(s))
        return true;
    back(s, &begin);
    return cell(s);
}

static bool move(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    bool apart = blanks(s);
    if (!sign_of(s, "-+*") || (apart && last(s) == '*'))
        return back(s, &begin);
    if (last(s) != '*')
        blanks(s);
    return marked_cell(s, true) || back(s, &begin);
}

static bool moves(struct spelling_of *s)
{
    if (!cell(s) || !move(s))
        return false;
    const struct mark_of one = here(s);
    bool apart = pass_blanks(s->at) > s->at;
    if (move(s) && apart && strchr("-+*", peek(s).c) != NULL && peek(s).c != 0)
        back(s, &one); /* another turn begins after the text between */
    return true;
}

static bool tile(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    if (sign.c == '0' && digit_of(s->at[sign.length]) != 0) {
        take(s, sign, 'O');
        say(s, SPELL_DIGITS);
    } else if (is_digit(sign.c)) {
        return exchanged(s, false);
    } else if (is_letter(sign.c)) {
        take_letter(s, sign, capital(s, sign.c));
    } else {
        return false;
    }
    return number(s, false) || back(s, &begin);
}

static bool play(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (sign_of(s, "+")) {
        blanks(s);
        s->drawn = true;
        if (tile(s))
            return true;
        struct sign sign = peek(s);
        if (is_letter(sign.c)) {
            take_letter(s, sign, capital(s, sign.c));
            sign = peek(s);
        }
        s->drawn = sign.c == '?';
        if (!s->drawn)
            return back(s, &begin);
        take(s, sign, '?');
        return true;
    }
    if (!(tile(s) && late_sign(s, ">") && (blanks(s), number(s, false))))
        return back(s, &begin);
    const struct mark_of behind = here(s);
    return late_sign(s, "/") || !back(s, &behind);
}

/* The letters of a piece, LEAST to MOST. */
static bool name(struct spelling_of *s, unsigned least, unsigned most)
{
    const struct mark_of begin = here(s);
    unsigned count = 0;
    struct sign sign;
    for (; count < most && is_letter((sign = peek(s)).c); count++)
        take_letter(s, sign, capital(s, sign.c));
    return count >= least || back(s, &begin);
}

/* A piece of MOST letters and its cell. */
static bool lay(struct spelling_of *s, unsigned most)
{
    const struct mark_of begin = here(s);
    return (name(s, 1, most) && mark(s, "@") && cell(s)) || back(s, &begin);
}

static bool spot(struct spelling_of *s)
{
    if (!lay(s, 2) && !lay(s, 1))
        return false;
    struct mark_of behind = here(s);
    if (late_sign(s, "/") && (blanks(s), number(s, false)))
        behind = here(s);
    else
        back(s, &behind);
    return late_sign(s, "^") || !back(s, &behind);
}

/* WORD in any letters, and no letter after it. */
static bool word(struct spelling_of *s, const char *expected)
{
    const struct mark_of begin = here(s);
    for (; *expected != '\0'; expected++) {
        struct sign sign = peek(s);
        if (small_letter(sign.c) != *expected)
            return back(s, &begin);
        take_letter(s, sign, *expected);
    }
    struct sign sign = peek(s);
    return !(is_letter(sign.c) || is_digit(sign.c)) || back(s, &begin);
}

static bool go(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    return word(s, "stay") || (cell(s) && (late_sign(s, "~") || late_sign(s, "-")) && (blanks(s), cell(s))) ||
        back(s, &begin);
}

static bool action(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (word(s, "none"))
        return true;
    if (sign_of(s, "+")) {
        blanks(s);
        return name(s, 2, 2) || back(s, &begin);
    }
    return spot(s);
}

/* After a comma, or a space alone, since a movement is no turn. */
static bool field(struct spelling_of *s)
{
    return spot(s) || (go(s) && (comma(s, action) || apart(s, action)));
}

static bool target(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (sign_of(s, "-")) {
        blanks(s);
        return marked_cell(s, false) || back(s, &begin);
    }
    return (sign_of(s, "x") && cell(s)) || back(s, &begin);
}

static bool place(struct spelling_of *s)
{
    if (!cell(s))
        return false;
    const struct mark_of laid = here(s);
    const struct sign sign = sign_at(pass_blanks(s->at));
    const struct sign next = sign_at(pass_blanks(s->at) + sign.length);
    if (blanks(s) && !is_letter(sign.c) && !(sign.c == '-' && is_letter(next.c))) /* "d4 -d5" */
        back(s, &laid);
    return target(s) || !back(s, &laid);
}

static bool second_and_target(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    return (cell(s) && (blanks(s), target(s))) || back(s, &begin);
}

static bool join(struct spelling_of *s)
{
    if (!cell(s))
        return false;
    comma(s, second_and_target);
    return true;
}

/* WORD, one of the letters of pieces, in any case. */
static bool kind_letter(struct spelling_of *s)
{
    struct sign sign = peek(s);
    char as = (char)(is_letter(sign.c) ? small_letter(sign.c) - 'a' + 'A' : 0);
    if (as == 0 || strchr("FSC", as) == NULL)
        return false;
    take_letter(s, sign, as);
    return true;
}

/* A cell whose row is one letter. */
static bool near_cell(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    const struct sign sign = peek(s);
    if (!is_letter(sign.c))
        return false;
    take_letter(s, sign, small_letter(sign.c));
    return number(s, true) || back(s, &begin);
}

/* Where pieces come from: a single letter is the cell's, of two the first is the piece's, "C3", "CA1". */
static bool spread_cell(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    return near_cell(s) || (kind_letter(s) && near_cell(s)) || back(s, &begin);
}

/* An arrow points, but was it meant to? */
static bool direction(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    bool wide = strncmp(s->at, "\xef\xbc", 2) == 0;
    if (sign.c == '>' && sign.odd && !wide)
        return false;
    struct sign behind = sign_at(s->at + sign.length);
    if ((sign.c == '-' && behind.c == '>') || (sign.c == '<' && behind.c == '-'))
        return false;
    return sign_of(s, "+-<>") || back(s, &begin);
}

static bool spread(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    bool counts = sign.c >= '1' && sign.c <= '9';
    if (counts)
        take(s, sign, sign.c);
    const size_t first = s->turn->length;
    if (!spread_cell(s))
        return back(s, &begin);
    const struct mark_of laid = here(s);
    if (counts)
        blanks(s); /* nothing is laid that is counted, and so it goes on */
    bool letter = s->turn->bytes[first] >= 'A' && s->turn->bytes[first] <= 'Z';
    if (letter || !direction(s))
        return counts && letter ? back(s, &begin) : !back(s, &laid);
    while (is_digit((sign = peek(s)).c))
        take(s, sign, sign.c);
    const struct mark_of dropped = here(s);
    if (kind_letter(s) && (is_letter(peek(s).c) || is_digit(peek(s).c)))
        back(s, &dropped);
    if ((sign = peek(s)).c == '*')
        take(s, sign, '*');
    return true;
}

bool spelled_turn(enum turn_shape shape, const char *at, const struct manner *manner, bool semicolons,
    struct text *turn, struct spelled_turn *found)
{
    static bool (*const shapes[])(struct spelling_of * s) = {
        [TURN_LIFT] = lift,
        [TURN_MOVES] = moves,
        [TURN_TILES] = NULL,
        [TURN_FIELD] = field,
        [TURN_SPOT] = field,
        [TURN_PLACE] = place,
        [TURN_JOIN] = join,
        [TURN_SPREAD] = spread,
    };
    struct spelling_of s = {.shape = shape,
        .begin = at,
        .at = at,
        .turn = turn,
        .arrows = shape != TURN_MOVES && shape != TURN_TILES,
        .semicolons = semicolons,
        .small = manner->small};
    if (shape == TURN_NONE || shape >= TURN_PASS)
        return false;
    text_clear(turn);
    text_add_string(turn, "");
    bool read = shape == TURN_TILES ? list(&s, play) : shapes[shape](&s);
    if (!turn->failed && turn->bytes != NULL)
        turn->bytes[turn->length] = '\0';
    *found = (struct spelled_turn){s.at, s.kinds, s.hides};
    return read && !turn->failed;
}

bool spelled_word(const char *at, struct text *turn, struct spelled_turn *found)
{
    static const char *const words[] = {"pass", "resign", "out", "topple"};
    struct spelling_of s = {.shape = TURN_NONE, .at = at, .turn = turn};
    bool read = false;
    text_clear(turn);
    text_add_string(turn, "");
    for (size_t i = 0; !read && i < sizeof words / sizeof words[0]; i++)
        read = word(&s, words[i]);
    *found = (struct spelled_turn){s.at, s.kinds, false};
    return read && !turn->failed;
}

/* Numbers. */

/* Passes a word before a number. */
static const char *pass_round(const char *at)
{
    if (is_digit(*at) || is_space(*at) || *at == '\0')
        return NULL;
    const char *behind = pass_word(at, "move|round|turn|ply|no|number|n°|nº|№");
    if (behind == NULL)
        return NULL;
    behind = pass_blanks(behind + (*behind == '.'));
    return *behind == '\n' && (is_digit(behind[1]) || behind[1] == '#') ? behind + 1 : behind;
}

/* Digits of all kinds, those in circles, too; how many there were. */
static unsigned read_digits(const char **at, unsigned *value)
{
    unsigned digits = 0;
    const size_t typed = strspn(*at, "0123456789lO"); /* as on a typewriter, "lO/" */
    const bool letters =
        typed > strspn(*at, "0123456789") && **at != 'O' && (*at)[typed] != '\0' && strchr(")/:", (*at)[typed]) != NULL;
    for (struct sign sign; digits < 9; digits++) {
        sign = sign_at(*at);
        if (letters && digit_of(sign.c) != 0)
            sign.c = digit_of(sign.c);
        const uint32_t code = sign.odd ? utf8_next((struct slice){*at, strnlen(*at, 4)}).code : 0;
        if (digits == 0 && code >= 0x2460 && code < 0x2474) {
            *value = code - 0x2460 + 1;
            *at += sign.length;
            return 1;
        }
        if (!is_digit(sign.c))
            break;
        *value = *value * 10 + (unsigned)(sign.c - '0');
        *at += sign.length;
        while (sign_at(*at).c == SIGN_NOTHING)
            *at += sign_at(*at).length;
    }
    return digits;
}

/* Whose turn of the round it is, "1b", "1.2" or "1-2", at AT after the number. */
static const char *read_seat(const char *at, unsigned *seat)
{
    const bool letter = is_letter(*at);
    const char *end = letter ? at + 1 : at + 2;
    if (!letter && !(strchr(".-/", *at) != NULL && *at != '\0' && at[1] > '0' && at[1] < '9'))
        return at;
    if (!is_space(*end) && (strchr(".):]", *end) == NULL || *end == '\0' || is_digit(end[1])))
        return at;
    *seat = !letter ? (unsigned)(at[1] - '0') : small_letter(*at) <= 'h' ? (unsigned)(small_letter(*at) - 'a') + 1 : 1;
    return end;
}

/* What is after a number: full stops, brackets, and other signs. */
struct behind {
    const char *end;
    unsigned stops;
    unsigned brackets;
    unsigned signs;
};

static struct behind pass_behind(const char *begin, const char *at, char opened)
{
    struct behind behind = {.end = at};
    while (behind.end - begin <= 24) {
        const char *next = pass_blanks(behind.end);
        const struct sign sign = sign_at(next);
        if (one_of(next, "…") > 0) {
            behind.stops += 3;
            behind.signs++;
            next += 3;
        } else if (sign.c == '.' || sign.c == ')' || sign.c == ']' || (sign.c == '>' && opened == '<')) {
            behind.stops += sign.c == '.';
            behind.brackets += sign.c != '.';
            next += sign.length;
        } else if (sign.c != 0 && strchr(":-/,;=>|~", sign.c) != NULL && next - behind.end < 6 &&
            (behind.stops + behind.brackets + behind.signs == 0 || next == behind.end)) {
            behind.signs++;
            next += sign.length;
        } else {
            break;
        }
        behind.end = next;
    }
    return behind;
}

/* Passes over a number with a decimal point; NULL: none is at AT. */
static const char *pass_fraction(const char *at)
{
    const char *point = at + strspn(at, "0123456789");
    const bool any = point > at && (*point == '.' || *point == ',') && is_digit(point[1]);
    return any ? point + 1 + strspn(point + 1, "0123456789") : NULL;
}

bool is_fraction(const char *at)
{
    const char *dash = pass_fraction(at);
    const struct sign sign = sign_at(dash == NULL ? at : pass_blanks(dash));
    return dash != NULL && (sign.c == '-' || sign.c == ':') &&
        pass_fraction(pass_blanks(pass_blanks(dash) + sign.length)) != NULL;
}

bool spelled_number(const char *at, struct spelled_number *number)
{
    const char *begin = at;
    const char *word = pass_round(at);
    if (word != NULL && (word = pass_round(word)) == NULL) /* "Turn no. 1" */
        word = pass_round(at);
    at = word == NULL ? at : word;
    const char *hash = at;
    at += *at == '#';
    at = at > hash ? pass_blanks(at) : at;
    const char opened = *at != '\0' && strchr("([<", *at) != NULL ? *at : 0;
    at += opened != 0;
    *number = (struct spelled_number){.sure = word != NULL || at > hash, .opened = opened != 0};
    const bool fraction = is_fraction(at);
    const unsigned digits = read_digits(&at, &number->value);
    const char *last = at;
    if (digits == 0 || is_digit(sign_at(at).c) || fraction)
        return false;
    at = opened == 0 && word == NULL ? read_seat(at, &number->seat) : at;
    if (number->value == 0 && number->seat > 0) /* "0-1" is a result */
        return false;
    const struct behind behind = pass_behind(begin, at, opened);
    if (opened != 0 && (behind.brackets == 0 || behind.signs > 0)) /* "(4/1)" */
        return false;
    number->weak = at > last && behind.stops + behind.brackets == 0; /* "1b" */
    at = behind.end;
    const bool apart =
        pass_blanks(at) > at || *at == '\0' || is_space(*at) || strchr("*_~`'\"", *at) != NULL || behind.signs > 0;
    number->sure |= behind.stops + behind.brackets > 0;
    number->plain =
        behind.stops > 0 && behind.signs == 0 && is_digit(*begin) && behind.stops == (size_t)(at - begin) - digits;
    number->dots = behind.stops > 1;
    number->bare = !number->sure && (behind.signs == 0 || !(pass_blanks(at) > at || is_space(*at)));
    number->end = at;
    return number->sure || apart;
}

const char *pass_player(const char *at, const char **tag)
{
    const char *end = at;
    while (letter_length(end) > 0)
        end += letter_length(end);
    const size_t number = end == at ? 0 : is_digit(*end) ? 1 : *end == ' ' && is_digit(end[1]) ? 2 : 0;
    end += number > 0 && (number == 1 || tag_meant(slice_to(at, end + number)) != NULL) ? number : 0;
    *tag = end == at || is_digit(*end) || letter_length(end) > 0 ? NULL : tag_meant(slice_to(at, end));
    return *tag != NULL && (strcmp(*tag, "White") == 0 || strcmp(*tag, "Black") == 0 || strncmp(*tag, "Player", 6) == 0)
        ? end
        : NULL;
}

const char *pass_seat_name(const struct mending *mending, const char *at, unsigned *seat)
{
    for (*seat = 0; *seat < SPELL_SEATS; ++*seat) {
        const struct slice name = mending->seats[*seat];
        size_t same = 0;
        while (same < name.length && at[same] != '\0' && small_letter(at[same]) == small_letter(name.at[same]))
            same++;
        if (name.length > 0 && same == name.length && letter_length(at + same) == 0)
            return at + same;
    }
    return NULL;
}

const char *pass_side(const char *at)
{
    const char *tag;
    const char opened = *at == '(' || *at == '[' ? *at : 0;
    at += opened != 0;
    const char *end = pass_player(at, &tag);
    if (end == NULL && *at != '\0' && strchr("wbWB", *at) != NULL && letter_length(at + 1) == 0 && !is_digit(at[1]))
        end = at + 1;
    if (end == NULL && (*at == 'P' || *at == 'p') && is_digit(at[1]) && !is_digit(at[2]) && letter_length(at + 2) == 0)
        end = at + 2;
    if (end == NULL || (opened != 0 && *end != (opened == '(' ? ')' : ']')))
        return NULL;
    const bool letter = end == at + 1;
    end += opened != 0;
    while (*end != '\0' && strchr("*_~`", *end) != NULL)
        end++;
    const char *next = pass_blanks(end);
    const struct sign sign = sign_at(next);
    if (sign.c != 0 && strchr(":.)|", sign.c) != NULL)
        next += sign.length;
    else if (sign.c == '-' && pass_blanks(next + sign.length) > next + sign.length)
        next += sign.length;
    else if (!(letter && is_letter(*at) && *at < 'a') && opened == 0) /* a word, or what is left of a cell */
        return NULL;
    while (next > end && *next != '\0' && strchr("*_~`", *next) != NULL)
        next++;
    return next > end && (is_space(*end) || sign_at(end).c > ' ') ? pass_blanks(next) : NULL;
}

/* Results. */

bool is_figure(const char *at)
{
    struct sign sign = sign_at(at);
    return one_of(at, "½") > 0 || (sign.c != 0 && strchr("0123456789-:()/=.,*OoIl \1", sign.c) != NULL);
}

bool spelled_result(struct slice figures, char meant[RESULT_ROOM], unsigned *kinds)
{
    static const char *const draws[] = {"1/2-1/2", "1/2", "=", "0.5-0.5", "0,5-0,5", "1/2-", "=-=", "1/2=1/2"};
    char plain[RESULT_ROOM];
    size_t length = 0;
    const char *end = slice_end(figures);
    *kinds = 1u << SPELL_RESULT;
    for (const char *at = figures.at; at < end;) {
        struct sign sign = sign_at(at);
        bool apart = length > 0 && is_digit(plain[length - 1]) && at[-1] == ' ';
        if (!is_figure(at) || length + 4 >= sizeof plain || (apart && digit_of(sign.c) != 0))
            return false;
        if (sign.c == 0) {
            memcpy(plain + length, "1/2", 3);
            length += 3;
        } else if (digit_of(sign.c) != 0) {
            if (is_letter(sign.c) && at > figures.at && is_letter(at[-1])) /* "lol" */
                return false;
            plain[length++] = digit_of(sign.c);
            if (!is_digit(sign.c))
                *kinds = 1u << SPELL_DIGITS;
        } else if (sign.c != ' ' && sign.c != SIGN_NOTHING) {
            plain[length++] = (char)(sign.c == ':' ? '-' : sign.c);
        }
        at += sign.length;
    }
    while (length > 0 && plain[length - 1] == '.')
        length--;
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++)
        if (strcmp(plain, draws[i]) == 0) {
            strcpy(meant, draws[0]);
            return true;
        }
    return result_meant((struct slice){plain, length}, meant) && strcmp(meant, "0-0") != 0;
}

bool is_time(struct slice figures)
{
    const char *colon = memchr(figures.at, ':', figures.length);
    return colon != NULL && slice_end(figures) - colon > 2 && is_digit(colon[1]) && is_digit(colon[2]);
}

bool says_result(struct slice figures)
{
    char meant[RESULT_ROOM];
    unsigned kinds;
    return !is_time(figures) && spelled_result(figures, meant, &kinds);
}

bool agrees(const char *words, const char *figures)
{
    unsigned seat = *words == 'P' ? (unsigned)(words[6] - '1') : *words == 'B';
    const bool lost = strstr(words, " wins") == NULL;
    for (; seat > 0 && figures != NULL; seat--)
        figures = strchr(figures, '-') == NULL ? NULL : strchr(figures, '-') + 1;
    return *words == 'D' ? strcmp(figures, "1/2-1/2") == 0 : figures != NULL && (*figures == '1') != lost;
}

/* Passes over what says a result at AT: who wins, loses on time, resigns or concedes, or a draw; NULL: nothing does.
   SIGNS may be after the player. */
static const char *pass_saying(
    const struct mending *mending, const char *at, const char *signs, char meant[RESULT_ROOM])
{
    static const struct {
        const char *words;
        const char *meant; /* NULL: the other player wins on time */
    } verbs[] = {{"wins on time|won on time", "wins on time"}, {"lost on time", NULL}, {"wins|won", "wins"},
        {"resigns|resigned", "resigns"}, {"concedes|conceded", "concedes"}};
    const char *tag;
    unsigned seat;
    const char *end = pass_word(at, "draw agreed|draw");
    if (end != NULL) {
        strcpy(meant, "Draw agreed");
        return end;
    }
    end = pass_player(at, &tag);
    if (end != NULL)
        seat = *tag == 'P' ? (unsigned)(tag[6] - '1') : *tag == 'B';
    else if ((end = pass_seat_name(mending, at, &seat)) == NULL)
        return NULL;
    const char *verb = pass_blanks(end + strspn(end, signs));
    for (size_t i = 0; verb > end && seat < 2 && i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *rest = pass_word(verb, verbs[i].words);
        if (rest == NULL)
            continue;
        seat = verbs[i].meant == NULL ? 1 - seat : seat;
        strcpy(meant, mending->players ? seat == 0 ? "Player1 " : "Player2 " : seat == 0 ? "White " : "Black ");
        strcat(meant, verbs[i].meant == NULL ? "wins on time" : verbs[i].meant);
        return rest;
    }
    return NULL;
}

bool has_saying(const struct mending *mending, struct slice line)
{
    char meant[RESULT_ROOM];
    struct slice word;
    bool any = false;
    while (!any && slice_split(&line, ' ', &word))
        any = pass_saying(mending, word.at, "", meant) != NULL;
    return any;
}

bool spelled_saying(const struct mending *mending, struct slice line, char meant[RESULT_ROOM])
{
    unsigned kinds;
    const char *label = pass_word(line.at, "result");
    const char *begin = label != NULL && *label == ':' ? pass_blanks(label + 1) : line.at;
    line = slice_trim(line);
    if (begin > line.at && begin < slice_end(line) && is_figure(begin))
        return spelled_result(slice_to(begin, slice_end(line)), meant, &kinds);
    const char *end = pass_saying(mending, begin, "", meant);
    return end != NULL && end <= slice_end(line) && end + (end < slice_end(line) && *end == '.') == slice_end(line);
}

/* TEXT from its first letter or figure on. */
static struct slice without_signs(struct slice text)
{
    while (text.length > 0 && letter_length(text.at) == 0 && !is_digit(*text.at) && one_of(text.at, "½") == 0)
        text = (struct slice){text.at + 1, text.length - 1};
    return text;
}

bool begins_saying(const struct mending *mending, struct slice line)
{
    enum { MORE_WORDS = 2 };
    char meant[RESULT_ROOM];
    line = without_signs(slice_trim(line));
    const char *end = line.length == 0 ? NULL : pass_saying(mending, line.at, " :,-", meant);
    const struct slice figures = slice_shorter(line, line.length > 0 ? word_at(line.at, slice_end(line), 0).length : 0);
    if (end == NULL && figures.length > 2 && figures.length < RESULT_ROOM / 2 && says_result(figures))
        end = slice_end(figures);
    if (end == NULL || end > slice_end(line))
        return false;
    struct slice rest = without_signs(slice_to(end, slice_end(line)));
    const char last = slice_end(line)[-1];
    if (rest.length == 0 || !(is_letter(last) || is_digit(last) || (unsigned char)last >= 0x80 || last == '.'))
        return true;
    unsigned words = 0;
    struct slice word;
    while (slice_split(&rest, ' ', &word))
        words += without_signs(word).length > 0;
    return words <= MORE_WORDS;
}

/* Prose. */

struct slice word_at(const char *at, const char *end, char closing)
{
    const char *word_end = at;
    while (word_end < end && !is_space(*word_end) && strchr("{};", *word_end) == NULL && *word_end != closing &&
        (closing == 0 || (*word_end != '(' && *word_end != ')')) && sign_at(word_end).c != ' ')
        word_end++;
    return slice_to(at, word_end);
}
