/* SPDX-License-Identifier: MIT */
#include "record/spelled_turns.h"

#include "base/utf8.h"
#include "record/spelling.h"

/* Signs. */

static const struct looks {
    uint32_t first;
    uint32_t last;
    char c;
} looks[] = {{0x000B, 0x000C, ' '}, {0x0085, 0x0085, ' '}, {0x00AD, 0x00AD, SIGN_NOTHING}, {0x00B7, 0x00B7, ','},
    {0x00BB, 0x00BB, '>'}, {0x00D7, 0x00D7, 'x'}, {0x02C6, 0x02C6, '^'}, {0x02DC, 0x02DC, '~'}, {0x1680, 0x1680, ' '},
    {0x200B, 0x200F, SIGN_NOTHING}, {0x2010, 0x2015, '-'}, {0x201A, 0x201A, ','}, {0x2028, 0x2029, ' '},
    {0x203A, 0x203A, '>'}, {0x2044, 0x2044, '/'}, {0x204E, 0x204E, '*'}, {0x2060, 0x2060, SIGN_NOTHING},
    {0x20E3, 0x20E3, SIGN_NOTHING}, {0x2192, 0x2192, '>'}, {0x219D, 0x219D, '>'}, {0x21A0, 0x21A0, '>'},
    {0x21A3, 0x21A3, '>'}, {0x21A6, 0x21A6, '>'}, {0x21AA, 0x21AA, '>'}, {0x21C0, 0x21C1, '>'}, {0x21D2, 0x21D2, '>'},
    {0x21DB, 0x21DD, '>'}, {0x21E2, 0x21E2, '>'}, {0x21E5, 0x21E5, '>'}, {0x21E8, 0x21E8, '>'}, {0x21F0, 0x21F0, '>'},
    {0x21FE, 0x21FE, '>'}, {0x2212, 0x2212, '-'}, {0x2215, 0x2215, '/'}, {0x2217, 0x2217, '*'}, {0x2236, 0x2236, ':'},
    {0x223C, 0x223C, '~'}, {0x25B6, 0x25B6, '>'}, {0x25B8, 0x25B8, '>'}, {0x25BA, 0x25BA, '>'}, {0x2715, 0x2718, 'x'},
    {0x2794, 0x2794, '>'}, {0x2795, 0x2795, '+'}, {0x2796, 0x2796, '-'}, {0x2798, 0x27AF, '>'}, {0x27B1, 0x27BE, '>'},
    {0x27F6, 0x27F6, '>'}, {0x27F9, 0x27F9, '>'}, {0x27FC, 0x27FC, '>'}, {0x27FE, 0x27FF, '>'}, {0x29F8, 0x29F8, '/'},
    {0x2A09, 0x2A09, 'x'}, {0x2A2F, 0x2A2F, 'x'}, {0x2B62, 0x2B62, '>'}, {0x2B95, 0x2B95, '>'}, {0x2BC8, 0x2BC8, '>'},
    {0x3001, 0x3001, ','}, {0x301C, 0x301C, '~'}, {0xA789, 0xA789, ':'}, {0xFE00, 0xFE0F, SIGN_NOTHING},
    {0xFE58, 0xFE58, '-'}, {0xFEFF, 0xFEFF, SIGN_NOTHING}, {0x1F812, 0x1F812, '>'}, {0x1F852, 0x1F852, '>'},
    {0x1F872, 0x1F872, '>'}, {0x1F892, 0x1F892, '>'}};

/* Letters of other alphabets that look the same. */
static const struct letter {
    uint32_t code;
    char c;
} letters[] = {{0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'}, {0x0399, 'I'}, {0x039A, 'K'},
    {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'}, {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'},
    {0x03BF, 'o'}, {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'}, {0x0410, 'A'}, {0x0412, 'B'}, {0x0415, 'E'},
    {0x041A, 'K'}, {0x041C, 'M'}, {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'}, {0x0421, 'C'}, {0x0422, 'T'},
    {0x0425, 'X'}, {0x0430, 'a'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04BB, 'h'}, {0x0501, 'd'}, {0x051B, 'q'},
    {0x051D, 'w'}};

static char look_up(uint32_t code)
{
    for (size_t i = 0; i < sizeof looks / sizeof looks[0] && looks[i].first <= code; i++)
        if (code <= looks[i].last)
            return looks[i].c;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++)
        if (letters[i].code == code)
            return letters[i].c;
    return utf8_variant_of(code);
}

struct sign odd_sign_at(const char *at)
{
    struct utf8_char character = utf8_next((struct slice){at, strnlen(at, 4)});
    return (struct sign){character.valid ? look_up(character.code) : 0, character.length, true};
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

/* WORD, which is in small letters, in any letters; what follows it, NULL: it is another. */
const char *pass_word(const char *at, const char *word)
{
    while (*word != '\0' && small_letter(*at) == *word)
        at++, word++;
    return *word == '\0' ? at : NULL;
}

/* Slots. */

/* A turn as far as it is read. */
struct spelling_of {
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

static char small(char c)
{
    return small_letter(c);
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
        return back(s, &begin);
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
        take_letter(s, sign, cell ? small(sign.c) : capital(s, sign.c));
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
    take_letter(s, sign, small(sign.c));
    const struct mark_of second = here(s);
    sign = peek(s);
    if (is_letter(sign.c) && last(s) != 'x') {
        take_letter(s, sign, small(sign.c));
        sign = peek(s);
        if (is_digit(sign.c) && number(s, true))
            return true;
        back(s, &second);
    }
    return number(s, true) || back(s, &begin);
}

/* Steps, plays and the like. */

static bool step(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (number(s, false))
        blanks(s);
    if (sign_of(s, "-+x")) {
        blanks(s);
        if (cell(s))
            return true;
    }
    return back(s, &begin);
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

static bool step(struct spelling_of *s);
static bool play(struct spelling_of *s);
static bool second_and_target(struct spelling_of *s);

/* The comma and what is after it, or neither.  Another sign is one where nothing but a comma could be. */
static bool comma(struct spelling_of *s, bool (*part)(struct spelling_of *s))
{
    const struct mark_of before = here(s);
    struct sign sign = peek(s);
    const char *others = part == play ? "." : part == second_and_target ? "./&+" : "./&";
    if (part == second_and_target) {
        blanks(s);
        sign = peek(s);
    }
    if ((sign.c != 0 && strchr(others, sign.c) != NULL) || (sign.c == ';' && s->semicolons)) {
        take(s, sign, ',');
        say(s, SPELL_PUNCTUATION);
        s->hides |= sign.c == ';';
        if (part == step || part == second_and_target)
            blanks(s);
        return part(s) || back(s, &before);
    }
    blanks(s);
    if (sign_of(s, ",")) {
        free_blanks(s);
        if (part(s))
            return true;
    }
    return back(s, &before);
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
    blanks(s);
    if (!sign_of(
            s, ":")) { /* a cell alone is not a turn, so a step after it belongs to it; but "c12-d4" may have a count */
        const char *end = s->turn->bytes + s->turn->length;
        if (s->turn->failed || (is_digit(end[-2]) && end[-1] != '0'))
            return false;
        text_add_char(s->turn, ':');
        say(s, SPELL_COLON);
    }
    free_blanks(s);
    return list(s, step);
}

static bool move(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    bool apart = blanks(s);
    if (!sign_of(s, "-+*") || (apart && last(s) == '*'))
        return back(s, &begin);
    if (last(s) != '*')
        blanks(s);
    const struct mark_of behind = here(s);
    if (sign_of(s, "x")) {
        blanks(s);
        if (cell(s))
            return true;
        back(s, &behind);
    }
    return cell(s) || back(s, &begin);
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
    if (!tile(s))
        return false;
    blanks(s);
    if (!sign_of(s, ">"))
        return back(s, &begin);
    blanks(s);
    if (!number(s, false))
        return back(s, &begin);
    const struct mark_of behind = here(s);
    blanks(s);
    return sign_of(s, "/") || !back(s, &behind);
}

static bool name(struct spelling_of *s, unsigned least)
{
    const struct mark_of begin = here(s);
    unsigned count = 0;
    struct sign sign;
    for (; count < 2 && is_letter((sign = peek(s)).c); count++)
        take_letter(s, sign, capital(s, sign.c));
    return count >= least || back(s, &begin);
}

static bool spot(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (!name(s, 1))
        return false;
    blanks(s);
    if (!sign_of(s, "@"))
        return back(s, &begin);
    blanks(s);
    if (!cell(s))
        return back(s, &begin);
    struct mark_of behind = here(s);
    blanks(s);
    if (sign_of(s, "/") && (blanks(s), number(s, false)))
        behind = here(s);
    else
        back(s, &behind);
    blanks(s);
    return sign_of(s, "^") || !back(s, &behind);
}

/* WORD in any letters, and no letter after it. */
static bool word(struct spelling_of *s, const char *expected)
{
    const struct mark_of begin = here(s);
    for (; *expected != '\0'; expected++) {
        struct sign sign = peek(s);
        if (small(sign.c) != *expected)
            return back(s, &begin);
        take_letter(s, sign, *expected);
    }
    struct sign sign = peek(s);
    return !(is_letter(sign.c) || is_digit(sign.c)) || back(s, &begin);
}

static bool go(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (word(s, "stay"))
        return true;
    if (!cell(s))
        return false;
    blanks(s);
    if (!sign_of(s, "-~"))
        return back(s, &begin);
    blanks(s);
    return cell(s) || back(s, &begin);
}

static bool action(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (word(s, "none"))
        return true;
    if (sign_of(s, "+")) {
        blanks(s);
        return name(s, 2) || back(s, &begin);
    }
    return spot(s);
}

static bool field(struct spelling_of *s)
{
    return spot(s) || (go(s) && comma(s, action));
}

static bool target(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (sign_of(s, "-")) {
        blanks(s);
        const struct mark_of behind = here(s);
        if (sign_of(s, "x") && cell(s))
            return true;
        back(s, &behind);
    } else if (!sign_of(s, "x")) {
        return false;
    }
    return cell(s) || back(s, &begin);
}

static bool place(struct spelling_of *s)
{
    if (!cell(s))
        return false;
    const struct mark_of laid = here(s);
    const struct sign sign = sign_at(pass_blanks(s->at));
    const struct sign next = sign_at(pass_blanks(s->at) + sign.length);
    if (blanks(s) && !(sign.c != 0 && strchr("-x", sign.c) != NULL && is_letter(next.c))) /* "d4 -d5" */
        back(s, &laid);
    return target(s) || !back(s, &laid);
}

static bool second_and_target(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (cell(s)) {
        blanks(s);
        if (target(s))
            return true;
    }
    return back(s, &begin);
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
    char as = (char)(is_letter(sign.c) ? small(sign.c) - 'a' + 'A' : 0);
    if (as == 0 || strchr("FSC", as) == NULL)
        return false;
    take_letter(s, sign, as);
    return true;
}

/* Where pieces come from: a single letter is the cell's, of two the first is the piece's, "C3", "CA1". */
static bool spread_cell(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    if (!is_letter(sign.c))
        return false;
    take_letter(s, sign, small(sign.c));
    if (number(s, true))
        return true;
    back(s, &begin);
    if (!kind_letter(s))
        return false;
    sign = peek(s);
    if (is_letter(sign.c)) {
        take_letter(s, sign, small(sign.c));
        if (number(s, true))
            return true;
    }
    return back(s, &begin);
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

bool spelled_turn(
    enum turn_shape shape, const char *at, bool small, bool semicolons, struct text *turn, struct spelled_turn *found)
{
    static bool (*const shapes[])(struct spelling_of * s) = {
        [TURN_LIFT] = lift,
        [TURN_MOVES] = moves,
        [TURN_TILES] = NULL,
        [TURN_FIELD] = field,
        [TURN_PLACE] = place,
        [TURN_JOIN] = join,
        [TURN_SPREAD] = spread,
    };
    struct spelling_of s = {.at = at,
        .turn = turn,
        .arrows = shape != TURN_MOVES && shape != TURN_TILES,
        .semicolons = semicolons,
        .small = small};
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
    struct spelling_of s = {.at = at, .turn = turn};
    bool read = false;
    text_clear(turn);
    text_add_string(turn, "");
    for (size_t i = 0; !read && i < sizeof words / sizeof words[0]; i++)
        read = word(&s, words[i]);
    *found = (struct spelled_turn){s.at, s.kinds, false};
    return read && !turn->failed;
}

/* Numbers. */

/* I to LXXXIX, or small letters; what follows, or NULL. */
static const char *read_roman(const char *at, unsigned *number)
{
    static const struct {
        const char *sign;
        unsigned value;
        unsigned most;
    } signs[] = {{"XL", 40, 1}, {"L", 50, 1}, {"X", 10, 3}, {"IX", 9, 1}, {"IV", 4, 1}, {"V", 5, 1}, {"I", 1, 3}};
    const bool little = *at >= 'a';
    *number = 0;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        for (unsigned k = 0; k < signs[i].most; k++) {
            size_t length = strlen(signs[i].sign);
            for (size_t c = 0; c < length; c++)
                if (at[c] != (little ? small(signs[i].sign[c]) : signs[i].sign[c]))
                    length = 0;
            *number += length > 0 ? signs[i].value : 0;
            at += length;
        }
    return *number == 0 || is_letter(*at) ? NULL : at;
}

/* Passes a word before a number. */
static const char *pass_round(const char *at)
{
    static const char *const words[] = {"move", "round", "turn", "ply", "no", "nr", "number", "n\xc2\xb0", "n\xc2\xba",
        "\xe2\x84\x96", "zug", "runde", "coup", "tour", "jugada", "ronda", "turno", "mossa", "zet", "ronde", "beurt",
        "mv"};
    const char *behind = NULL;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && behind == NULL; i++)
        behind = pass_word(at, words[i]);
    if (behind == NULL || is_letter(*behind))
        return NULL;
    behind = pass_blanks(behind + (*behind == '.'));
    return *behind == '\n' && (is_digit(behind[1]) || behind[1] == '#') ? behind + 1 : behind;
}

/* Digits of all kinds, those in circles, too; how many there were. */
static unsigned read_digits(const char **at, unsigned *value)
{
    unsigned digits = 0;
    for (struct sign sign; digits < 9; digits++) {
        sign = sign_at(*at);
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
    }
    while (digits > 0 && sign_at(*at).c == SIGN_NOTHING)
        *at += sign_at(*at).length;
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
    *seat = !letter ? (unsigned)(at[1] - '0') : small(*at) <= 'h' ? (unsigned)(small(*at) - 'a') + 1 : 1;
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
        if (strncmp(next, "\xe2\x80\xa6", 3) == 0) {
            behind.stops += 3;
            behind.signs++;
            next += 3;
        } else if (sign.c == '.' || sign.c == ')' || sign.c == ']' || (sign.c == '>' && opened == '<')) {
            behind.stops += sign.c == '.';
            behind.brackets += sign.c != '.';
            next += sign.length;
        } else if (sign.c != 0 && strchr(":-/,;=>|~", sign.c) != NULL && next - behind.end < 6 &&
            (behind.stops + behind.brackets == 0 || next == behind.end)) {
            behind.signs++;
            next += sign.length;
        } else {
            break;
        }
        behind.end = next;
    }
    return behind;
}

bool spelled_number(const char *at, struct spelled_number *number)
{
    static const char ordinals[][4] = {"st", "nd", "rd", "th", "\xc2\xba", "\xc2\xb0", "\xc2\xaa", "er"};
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
    *number = (struct spelled_number){.sure = word != NULL || at > hash};
    const char *initial = at == begin && *at != '\0' && is_digit(at[1]) ? strchr("RTMWB", *at) : NULL;
    number->weak = initial != NULL;
    at += number->weak;
    const unsigned digits = read_digits(&at, &number->value);
    const char *last = at;
    if (digits == 0) {
        const bool little = *at >= 'a';
        at = word != NULL ? at : read_roman(at, &number->value);
        if (at == NULL || number->value == 0 || (!is_space(*at) && (*at == '\0' || strchr(".):", *at) == NULL)))
            return false;
        number->letters = true;
        number->weak = little || is_space(*at);
    } else if (is_digit(sign_at(at).c)) {
        return false;
    }
    for (size_t i = 0; digits > 0 && i < sizeof ordinals / sizeof ordinals[0]; i++) {
        const char *behind = pass_word(at, ordinals[i]);
        if (behind != NULL && !is_letter(*behind) && !is_digit(*behind)) {
            at = behind;
            number->sure = true;
        }
    }
    if (digits > 0 && at == last)
        at = read_seat(at, &number->seat);
    if (initial != NULL && strchr("WB", *initial) != NULL) {
        number->seat = *initial == 'W' ? 1 : 2;
        if (sign_at(at).c != ':')
            return false;
    }
    number->weak |= at > last && !number->sure && digits > 0;
    const struct behind behind = pass_behind(begin, at, opened);
    at = behind.end;
    if (opened != 0 && behind.brackets == 0)
        return false;
    const char *named = pass_round(pass_blanks(at));
    if (named != NULL && *named == ':') /* "1. Zug:" */
        at = named + 1;
    const bool apart =
        pass_blanks(at) > at || *at == '\0' || is_space(*at) || strchr("*_~`'\"", *at) != NULL || behind.signs > 0;
    number->sure |= behind.stops + behind.brackets > 0;
    number->plain = digits > 0 && behind.stops > 0 && behind.signs == 0 && is_digit(*begin) &&
        behind.stops == (size_t)(at - begin) - digits;
    number->dots = behind.stops > 1;
    number->bare = !number->sure && (behind.signs == 0 || !(pass_blanks(at) > at || is_space(*at)));
    number->end = at;
    return number->sure || apart;
}

size_t letter_length(const char *at)
{
    const bool latin = (unsigned char)at[0] == 0xC3 && (unsigned char)at[1] >= 0x80 && (at[1] & 0x1F) != 0x17;
    return is_letter(*at) ? 1 : latin ? 2 : 0;
}

const char *pass_player(const char *at, const char **tag)
{
    const char *end = at;
    while (letter_length(end) > 0)
        end += letter_length(end);
    const bool number = end > at && (is_digit(*end) || (*end == ' ' && is_digit(end[1])));
    end += number ? 1 + (*end == ' ') : 0;
    *tag = end == at || is_digit(*end) || letter_length(end) > 0 ? NULL
                                                                 : tag_meant((struct slice){at, (size_t)(end - at)});
    return *tag != NULL && (strcmp(*tag, "White") == 0 || strcmp(*tag, "Black") == 0 || strncmp(*tag, "Player", 6) == 0)
        ? end
        : NULL;
}

/* The name of a player at AT, of seat *SEAT from 0; what follows it, NULL: none is there. */
const char *pass_seat_name(const struct mending *mending, const char *at, unsigned *seat)
{
    for (*seat = 0; *seat < SPELL_SEATS; ++*seat) {
        const struct slice name = mending->seats[*seat];
        if (name.length > 0 && strncmp(at, name.at, name.length) == 0 && memchr(name.at, '\0', name.length) == NULL)
            return at + name.length;
    }
    return NULL;
}

const char *pass_side(const struct mending *mending, const char *at)
{
    static const char *const verbs[] = {"plays", "played", "moves", "moved", "to play"};
    const char *tag;
    unsigned seat;
    const char *begin = at;
    const char opened = *at == '(' || *at == '[' ? *at : 0;
    at += opened != 0;
    const char *end = pass_player(at, &tag);
    if (end == NULL && *at != '\0' && strchr("wbWB", *at) != NULL && letter_length(at + 1) == 0 && !is_digit(at[1]))
        end = at + 1;
    if (end == NULL && (*at == 'P' || *at == 'p') && is_digit(at[1]) && !is_digit(at[2]) && letter_length(at + 2) == 0)
        end = at + 2;
    if (end == NULL)
        end = pass_seat_name(mending, at, &seat);
    if (end == NULL || (opened != 0 && *end != (opened == '(' ? ')' : ']')))
        return NULL;
    end += opened != 0;
    while (*end != '\0' && strchr("*_~`", *end) != NULL)
        end++;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *behind = pass_word(pass_blanks(end), verbs[i]);
        end = behind != NULL && letter_length(behind) == 0 ? behind : end;
    }
    const char *next = pass_blanks(end);
    const struct sign sign = sign_at(next);
    if (sign.c != 0 && strchr(":.)-|", sign.c) != NULL)
        next += sign.length;
    while (next > end && *next != '\0' && strchr("*_~`", *next) != NULL)
        next++;
    return next > end && end > begin && (is_space(*end) || sign_at(end).c > ' ') ? pass_blanks(next) : NULL;
}

/* After who said what follows: "<anna>", "- Anna:", or AT. */
static const char *pass_speaker(const char *at)
{
    enum { NICK_MOST = 40 };
    const char *begin = at;
    if (sign_at(at).c == '-')
        at = pass_blanks(at + sign_at(at).length);
    const char closing = *at == '<' ? '>' : ':';
    for (const char *end = at + (*at == '<'); end - at < NICK_MOST && *end != '\0' && *end != '\n'; end++)
        if (*end == closing)
            return pass_blanks(end + 1) > end + 1 ? pass_blanks(end + 1) : begin;
        else if (closing == ':' && (is_digit(*end) || strchr("-+>@{;(", *end) != NULL))
            break;
    return begin;
}

const char *pass_stamp(const char *at)
{
    static const char signs[] = ".:/-";
    const bool opened = *at == '[' || *at == '(';
    bool timed = false;
    bool dashes = false;
    at += opened;
    for (unsigned parts = 0; parts < 3 && is_digit(*at); parts++) {
        const char *end = at;
        unsigned between = 0;
        unsigned digits = 0;
        bool colon = false;
        for (; is_digit(*end) || (*end != '\0' && strchr(signs, *end) != NULL && is_digit(end[1])); end++) {
            between += !is_digit(*end);
            digits += is_digit(*end);
            dashes |= *end == '-' && end - at < 4;
            colon |= *end == ':' && end - at < 3 && is_digit(end[2]);
        }
        if (timed && between == 0) /* the number of a round */
            break;
        if (between == 0 || letter_length(end) > 0)
            return NULL;
        timed |= colon ||
            (!dashes && !is_space(*pass_blanks(end)) &&
                (between == 2 ? digits > 5 : between == 1 && digits == 4 && at[2] == '/'));
        end += *end == ',' || (*end == '.' && end[1] == ' ');
        const char *next = pass_blanks(end);
        const char *half_day = pass_word(next, "am") != NULL ? pass_word(next, "am") : pass_word(next, "pm");
        next = half_day != NULL && letter_length(half_day) == 0 ? pass_blanks(half_day) : next;
        if (next == end && *next != ']' && *next != ')')
            return NULL;
        at = next;
    }
    if (!timed || (opened && *at != ']' && *at != ')'))
        return NULL;
    return pass_speaker(pass_blanks(at + opened));
}

/* Results. */

static const char half[] = "\xc2\xbd";

bool is_figure(const char *at)
{
    struct sign sign = sign_at(at);
    return strncmp(at, half, 2) == 0 || (sign.c != 0 && strchr("0123456789-:()/=.,*OoIl \1", sign.c) != NULL);
}

bool spelled_result(struct slice figures, char meant[RESULT_ROOM], unsigned *kinds)
{
    static const char *const draws[] = {"1/2-1/2", "1/2", "=", "0.5-0.5", "0,5-0,5", "1/2-", "=-=", "1/2=1/2"};
    char plain[RESULT_ROOM];
    size_t length = 0;
    const char *end = figures.at + figures.length;
    const char *colon = memchr(figures.at, ':', figures.length);
    *kinds = 1u << SPELL_RESULT;
    if (colon != NULL && *figures.at == '(' && is_digit(colon[1]) && is_digit(colon[2]))
        return false; /* a time */
    for (const char *at = figures.at; at < end;) {
        struct sign sign = sign_at(at);
        bool apart = length > 0 && is_digit(plain[length - 1]) && at[-1] == ' ';
        if (!is_figure(at) || length + 4 >= sizeof plain || (apart && digit_of(sign.c) != 0))
            return false;
        if (sign.c == 0) {
            memcpy(plain + length, "1/2", 3);
            length += 3;
        } else if (digit_of(sign.c) != 0) {
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

const char *pass_verb(const char *at, const char **said)
{
    static const struct {
        const char *word;
        const char *said;
        bool alone; /* it says something else before another word */
    } verbs[] = {{"wins on time", "wins on time"}, {"won on time", "wins on time"}, {"wins", "wins"}, {"won", "wins"},
        {"resigns", "resigns"}, {"resigned", "resigns"}, {"concedes", "concedes"}, {"conceded", "concedes"},
        {"gewinnt", "wins"}, {"gewann", "wins"}, {"hat gewonnen", "wins"}, {"gagne", "wins"}, {"gana", "wins"},
        {"vince", "wins"}, {"wint", "wins"}, {"has won", "wins"}, {"has resigned", "resigns"}, {"gibt auf", "resigns"},
        {"gab auf", "resigns"}, {"gives up", "resigns", true}, {"gave up", "resigns", true}, {"abandonne", "resigns"},
        {"abandona", "resigns"}, {"loses", NULL}, {"lost", NULL}};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *end = pass_word(at, verbs[i].word);
        if (end == NULL || is_letter(*end) || (verbs[i].alone && is_letter(*pass_blanks(end))))
            continue;
        *said = verbs[i].said;
        return end;
    }
    return NULL;
}

const char *pass_resignation(const char *at)
{
    const char *said;
    const char *end = pass_verb(at, &said);
    return end != NULL && said != NULL && (*said == 'r' || *said == 'c') ? end : NULL;
}

const char *pass_winner(const char *at)
{
    static const char *const words[] = {
        "winner:", "sieger:", "gewinner:", "vainqueur:", "ganador:", "vincitore:", "winnaar:"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (pass_word(at, words[i]) != NULL)
            return pass_blanks(pass_word(at, words[i]));
    return at;
}

/* The end of a word such as "Result:" that LINE begins with; NULL: there is none. */
static const char *pass_label(struct slice line)
{
    static const char *const words[] = {
        "final", "score", "final score", "final result", "points", "punkte", "endstand"};
    size_t length = 0;
    while (length < line.length && strchr(":0123456789", line.at[length]) == NULL)
        length++;
    const struct slice word = slice_trim(slice_shorter(line, length));
    const char *tag = tag_meant(word);
    bool known = tag != NULL && strcmp(tag, "Result") == 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        known |= slice_is_word(word, words[i]);
    const char *behind = line.at + length;
    return known ? pass_blanks(behind + (length < line.length && *behind == ':')) : NULL;
}

bool spelled_outcome(struct slice line, char meant[RESULT_ROOM])
{
    unsigned found = 0;
    unsigned talk = 0;
    unsigned kinds;
    const char *end = line.at + line.length;
    const char *label = pass_label(line);
    if (label != NULL && label < end && is_figure(label))
        return spelled_result(slice_trim((struct slice){label, (size_t)(end - label)}), meant, &kinds);
    for (const char *at = line.at; at < end; at = pass_blanks(at)) {
        struct slice word = word_at(at, end, 0);
        struct slice figures = word;
        char result[RESULT_ROOM];
        at += word.length + (word.length == 0);
        while (figures.length > 0 && strchr("([\"'*", *figures.at) != NULL)
            figures = (struct slice){figures.at + 1, figures.length - 1};
        while (figures.length > 0 && strchr(".,!;)]\"'*", figures.at[figures.length - 1]) != NULL)
            figures.length--;
        const enum spoken spoken = spoken_word(word);
        if (spoken == SPOKEN_NOTATION)
            return false;
        talk += spoken == SPOKEN_TALK || (word.length > 2 && word.at[word.length - 1] == '!');
        if (figures.length < 3 || figures.length >= RESULT_ROOM / 2 || !spelled_result(figures, result, &kinds))
            continue;
        size_t ones = 0;
        for (const char *c = result; *c != '\0'; c++)
            ones += *c == '1' ? 1 : *c == '0' || *c == '-' ? 0 : 2;
        if (ones != 1 && strcmp(result, "1/2-1/2") != 0)
            continue;
        found++;
        strcpy(meant, result);
    }
    return found == 1 && talk > 0;
}

/* Prose. */

struct slice word_at(const char *at, const char *end, char closing)
{
    const char *word_end = at;
    while (word_end < end && !is_space(*word_end) && strchr("{};", *word_end) == NULL && *word_end != closing &&
        (closing == 0 || (*word_end != '(' && *word_end != ')')) && sign_at(word_end).c != ' ')
        word_end++;
    return (struct slice){at, (size_t)(word_end - at)};
}

bool is_slip(struct slice name, const char *meant)
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

enum spoken spoken_word(struct slice word)
{
    static const char *const notation[] = {"pass", "resign", "out", "topple", "none", "stay"};
    const char *const end = word.at + word.length;
    bool talk = false;
    for (const char *at = word.at; at < end;) {
        size_t length = 0;
        while (at + length < end &&
            (is_letter(at[length]) || ((unsigned char)at[length] >= 0x80 && sign_at(at + length).c == 0)))
            length++;
        const struct slice run = {at, length};
        for (size_t i = 0; length > 1 && i < sizeof notation / sizeof notation[0]; i++)
            if (slice_is_word(run, notation[i]) || (length > 3 && is_slip(run, notation[i])))
                return SPOKEN_NEAR;
        talk |= length > 2;
        at += length;
        if (length > 0 && length <= 4 && at < end && is_digit(*at))
            return SPOKEN_NOTATION; /* maybe a cell or a tile */
        at += length == 0 ? sign_at(at).length + (sign_at(at).length == 0) : 0;
    }
    return talk ? SPOKEN_TALK : SPOKEN_OTHER;
}
