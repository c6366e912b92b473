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
    const struct manner *manner;
    bool small;      /* letters are names, too */
    bool arrows;     /* one between cells is '-' */
    bool semicolons; /* one may replace a comma */
    bool hides;
    bool drawn; /* a tile */
    bool laid;  /* a piece is, on the cell that follows */
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

/* What people write for a sign, in each shape of turns: other signs, and words with spaces around them. */
static const struct {
    unsigned shapes; /* bits */
    char sign;
    const char *signs;
    const char *words;
} instead[] = {
    {1u << TURN_LIFT, ':', "-=>.;|!,", ""},
    {1u << TURN_LIFT, 'x', "*", "takes|captures|schlägt|prend|slaat"},
    {1u << TURN_LIFT, '-', "", "to|nach|naar|moves to|goes to"},
    {1u << TURN_MOVES, 'x', ":", ""},
    {1u << TURN_PLACE | 1u << TURN_JOIN, '-', "=~", ""},
    {1u << TURN_JOIN, '-', ":/.", ""},
    {1u << TURN_TILES, '>', "-:=@", ""},
    {1u << TURN_FIELD, '@', "-=>", ""},
    {1u << TURN_FIELD, '~', "=", ""},
    {1u << TURN_FIELD, '/', "-:\\", ""},
    {1u << TURN_FIELD, '^', "'", ""},
    {1u << TURN_JOIN | 1u << TURN_TILES | 1u << TURN_LIFT | 1u << TURN_FIELD, ',', "", "and|und|et|en|then|&"},
};

/* Something else in the place of a sign of SET; not beside another slip. */
static bool other_sign(struct spelling_of *s, const char *set, struct sign sign)
{
    const bool slipped = (s->kinds & (1u << SPELL_DIGITS | 1u << SPELL_COLON | 1u << SPELL_CAPITALS)) != 0;
    for (size_t i = 0; i < sizeof instead / sizeof instead[0]; i++) {
        if ((instead[i].shapes >> s->shape & 1) == 0 || strchr(set, instead[i].sign) == NULL)
            continue;
        const char *end = *instead[i].words != '\0' && s->at > s->begin && is_space(s->at[-1])
            ? pass_word(s->at, instead[i].words)
            : NULL;
        if (end != NULL && sign_at(end).c == ' ') {
            s->at = end;
            text_add_char(s->turn, instead[i].sign);
            say(s, SPELL_WORD);
            return true;
        }
        if (sign.c > ' ' && strchr(instead[i].signs, sign.c) != NULL && !slipped) {
            take(s, sign, instead[i].sign);
            say(s, SPELL_PUNCTUATION);
            return true;
        }
    }
    return false;
}

/* What is said where a turn has signs or words of its own, in several languages. */
static const struct {
    const char *meant;
    const char *words;
} turn_words[] = {
    {"@", "on to|onto|on|at|to|auf|an|op|naar|sur|su"},
    {">",
        "on to|onto|on stack|to stack|on pile|on|to|auf stapel|auf|an stapel|an|op stapel|op|naar stapel|naar|"
        "sur la pile|sur pile|sur|su"},
    {"~",
        "swims to|swims|swam to|swim to|swim|schwimmt nach|schwimmt zu|schwimmt|zwemt naar|zwemt|zw|nage vers|nage à|"
        "nage"},
    {"-",
        "walks to|walks|goes to|moves to|to|geht nach|geht zu|zieht nach|nach|loopt naar|gaat naar|naar|va à|va vers|"
        "vers|à"},
    {"+",
        "and draws|and takes|draws|draw|drew|takes|take|took|picks up|zieht|zog|nimmt|und zieht|und nimmt|pakt|pak|"
        "trekt|neemt|pioche|prend|tire|pesca|prende|roba|toma"},
    {"/",
        "splits|split|geteilt|teilt|gesplitst|splitst|divisé|divise|side|orientation|turned|rotated|rotation|seite|"
        "richtung|"
        "drehung|kant|richting|côté|sens|lato|lado"},
    {"^",
        "opens a new layer|opens the next layer|opens new layer|a new layer|new layer|next layer|new level|next level|"
        "up|neue ebene|nächste ebene|neue lage|neue schicht|nieuwe laag|volgende laag|nouvelle couche|nouvel étage|"
        "nouveau niveau|nuovo strato|nueva capa"},
    {"stay", "stays|stayed|bleibt|bleib|blijft|blijf|reste|resta|queda"},
    {"none", "nothing|nichts|niets|rien|niente|nada"},
};

/* What MEANT is said by, of which the last may be after a comma or in brackets. */
static bool said(struct spelling_of *s, const char *meant)
{
    const bool apart = *meant == '/' || *meant == '^';
    const char *at = apart && *s->at == ',' ? pass_blanks(s->at + 1) : s->at;
    const bool opened = apart && *at == '(';
    if (letter_length(at + opened) == 0)
        return false;
    for (size_t i = 0; i < sizeof turn_words / sizeof turn_words[0]; i++) {
        const char *end = strcmp(turn_words[i].meant, meant) == 0 ? pass_word(at + opened, turn_words[i].words) : NULL;
        if (end == NULL || (opened && *end != ')'))
            continue;
        s->at = end + opened;
        text_add_string(s->turn, meant);
        say(s, SPELL_WORD);
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

/* The letter of a row, where pieces are laid also as it is said on the telephone. */
static void row(struct spelling_of *s, struct sign sign)
{
    const char *end = !s->laid ? NULL
                               : pass_word(s->at,
                                     "alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett|juliet|"
                                     "kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|"
                                     "whiskey|whisky|x-ray|xray|yankee|zulu");
    if (end == NULL) {
        take_letter(s, sign, small_letter(sign.c));
        return;
    }
    text_add_char(s->turn, small_letter(sign.c));
    s->at = pass_blanks(end);
    say(s, SPELL_WORD);
}

/* Where pieces are laid a space may be before the column. */
static bool column(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (s->laid && *s->at == ' ')
        blanks(s);
    return (is_digit(peek(s).c) && number(s, true)) || back(s, &begin);
}

static bool cell(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    struct sign sign = peek(s);
    if (is_digit(sign.c))
        return exchanged(s, true);
    if (!is_letter(sign.c))
        return false;
    row(s, sign);
    const struct mark_of second = here(s);
    sign = peek(s);
    if (is_letter(sign.c) && last(s) != 'x') {
        row(s, sign);
        if (column(s))
            return true;
        back(s, &second);
    }
    return column(s) || number(s, true) || back(s, &begin);
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

/* SIGN, or what is said for it, after spaces. */
static bool mark_or_word(struct spelling_of *s, const char *sign)
{
    const struct mark_of begin = here(s);
    blanks(s);
    return sign_of(s, sign) || said(s, sign) || back(s, &begin);
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

/* Whether a draw is said in words, which no turn begins with. */
static bool draws(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    s->at = pass_blanks(s->at);
    const bool drawn = said(s, "+");
    back(s, &begin);
    return drawn;
}

/* As many as there are, with commas between them; a draw is the last. */
static bool list(struct spelling_of *s, bool (*part)(struct spelling_of *s))
{
    if (!part(s))
        return false;
    for (unsigned parts = 1; part != play || (parts < PLAYS_MOST && !s->drawn); parts++)
        if (!comma(s, part) && !(part == play && (s->manner->joined || draws(s)) && apart(s, part)))
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

/* What the names of colours are in other languages. */
static const struct {
    const char *name;
    const char *words;
} colour_words[] = {
    {"white", "weiss|weiß|blanc|blanche|wit|bianco|blanco"},
    {"black", "schwarz|noir|noire|zwart|nero|negro"},
    {"red", "rot|rouge|rood|rosso|rojo"},
    {"orange", "oranje|arancione|naranja"},
    {"yellow", "gelb|jaune|geel|giallo|amarillo"},
    {"green", "grün|gruen|vert|verte|groen|verde"},
    {"blue", "blau|bleu|bleue|blauw|blu|azul"},
    {"purple", "lila|violett|violet|purpur|paars|viola|morado"},
};

/* Passes over NAME, or what it is called in another language; NULL: neither is at AT. */
static const char *pass_colour(const char *at, const char *name)
{
    const char *end = pass_word(at, name);
    for (size_t i = 0; end == NULL && i < sizeof colour_words / sizeof colour_words[0]; i++)
        if (strcmp(colour_words[i].name, name) == 0)
            end = pass_word(at, colour_words[i].words);
    return end;
}

/* The letter that the word at hand names, by WORDS of the game or a slip of one of them. */
static bool named(struct spelling_of *s)
{
    const struct piece_names *names = &s->manner->names;
    if (letter_length(s->at) == 0 || letter_length(s->at + 1) == 0) /* "R3", as nearly all are */
        return false;
    const struct slice said = word_at(s->at, s->at + strnlen(s->at, PIECE_WORD), 0);
    const char *end = NULL;
    char letter = 0;
    unsigned slips = 0;
    for (unsigned i = 0; is_letter(*s->at) && end == NULL && i < names->count; i++) {
        const char *word = names->words + (size_t)i * PIECE_WORD;
        const bool slip = said.length > 3 && is_slip(said, word);
        end = pass_colour(s->at, word);
        slips += slip;
        letter = end != NULL || slip ? names->letters[i] : letter;
    }
    if (end == NULL && slips != 1)
        return false;
    s->at = end == NULL ? slice_end(said) : end;
    text_add_char(s->turn, letter);
    say(s, SPELL_WORD);
    return true;
}

static bool tile(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (named(s)) {
        blanks(s);
        return (is_digit(peek(s).c) && number(s, false)) || back(s, &begin);
    }
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
    const bool marked = sign_of(s, "+");
    if (marked || said(s, "+")) {
        blanks(s);
        s->drawn = true;
        if (tile(s))
            return true;
        struct sign sign = peek(s);
        if (is_letter(sign.c)) {
            take_letter(s, sign, capital(s, sign.c));
            sign = peek(s);
        }
        const bool known = s->turn->length > begin.length + 1;
        s->drawn = sign.c == '?' && (marked || known); /* "draw?" asks for something else */
        if (!s->drawn)
            return back(s, &begin);
        take(s, sign, '?');
        return true;
    }
    if (!(tile(s) && mark_or_word(s, ">") && (blanks(s), number(s, false))))
        return back(s, &begin);
    const struct mark_of behind = here(s);
    return mark_or_word(s, "/") || !back(s, &behind);
}

/* The letters of a piece, LEAST to MOST, or words for them. */
static bool name(struct spelling_of *s, unsigned least, unsigned most)
{
    const struct mark_of begin = here(s);
    struct mark_of behind = begin;
    const char *pawn = pass_word(s->at, "pawn|pion|bauer|pedone|peón");
    unsigned count = 0;
    struct sign sign;
    if (pawn != NULL && least == 1) {
        s->at = pawn;
        text_add_char(s->turn, 'P');
        say(s, SPELL_WORD);
        return true;
    }
    for (; count < most && named(s); count++) {
        behind = here(s);
        s->at = pass_blanks(s->at);
        s->at += *s->at == '/';
    }
    back(s, &behind);
    for (; behind.at == begin.at && count < most && is_letter((sign = peek(s)).c); count++)
        take_letter(s, sign, capital(s, sign.c));
    return count >= least || back(s, &begin);
}

/* Whether what was written from BEGIN on are letters that have names in the game, or a pawn's. */
static bool is_piece(const struct spelling_of *s, const struct mark_of *begin)
{
    const struct piece_names *names = &s->manner->names;
    bool known = true;
    for (size_t i = begin->length; i < s->turn->length; i++)
        known &= s->turn->bytes[i] == 'P' ||
            (names->count > 0 && memchr(names->letters, s->turn->bytes[i], names->count) != NULL);
    return known;
}

/* Whether a pawn leaves the cell before. */
static bool is_left(const struct spelling_of *s)
{
    const struct sign sign = sign_at(pass_blanks(s->at));
    return (sign.c == '-' || sign.c == '~') && is_letter(sign_at(pass_blanks(s->at) + sign.length).c);
}

/* A piece of MOST letters and its cell, with an '@' between them or not. */
static bool lay(struct spelling_of *s, unsigned most)
{
    const struct mark_of begin = here(s);
    if (!name(s, 1, most))
        return false;
    const bool small = (s->kinds & ~begin.kinds & 1u << SPELL_CAPITALS) != 0;
    const bool piece = is_piece(s, &begin);
    const bool marked = sign_at(pass_blanks(s->at)).c == '@' && mark(s, "@");
    const bool said_so = !marked && piece && mark_or_word(s, "@");
    const bool spaced = blanks(s);
    if (!marked && !said_so && (!piece || (!spaced && small)))
        return back(s, &begin);
    const unsigned kinds = s->kinds;
    if (!marked && !said_so) {
        text_add_char(s->turn, '@');
        say(s, SPELL_WORD);
    }
    s->laid = true;
    const bool read = cell(s) && (marked || !(is_left(s) || (s->kinds & ~kinds & 1u << SPELL_DIGITS) != 0));
    s->laid = false;
    return read || back(s, &begin);
}

static bool spot(struct spelling_of *s)
{
    if (!lay(s, 2) && !lay(s, 1))
        return false;
    struct mark_of behind = here(s);
    if (mark_or_word(s, "/") && (blanks(s), number(s, false)))
        behind = here(s);
    else
        back(s, &behind);
    return mark_or_word(s, "^") || !back(s, &behind);
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
    return word(s, "stay") || said(s, "stay") ||
        (cell(s) && (mark_or_word(s, "~") || mark_or_word(s, "-")) && (blanks(s), cell(s))) || back(s, &begin);
}

static bool action(struct spelling_of *s)
{
    const struct mark_of begin = here(s);
    if (word(s, "none") || said(s, "none"))
        return true;
    if (sign_of(s, "+") || said(s, "+")) {
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
    if (sign_of(s, "-") || said(s, "-")) {
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
    if (blanks(s) && !is_letter(sign.c) && !(sign.c == '-' && is_letter(next.c))) /* "d4 -d5", "d4 to d5" */
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
        .manner = manner,
        .small = manner->small};
    if (shape == TURN_NONE || shape >= TURN_PASS)
        return false;
    text_clear(turn);
    text_add_string(turn, "");
    bool read = shape == TURN_TILES ? list(&s, play) : shapes[shape](&s);
    if (!turn->failed && turn->bytes != NULL)
        turn->bytes[turn->length] = '\0';
    if ((s.kinds >> SPELL_WORD & 1) != 0) /* words have spaces between them */
        s.kinds &= ~(1u << SPELL_SPACE);
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
                if (at[c] != (little ? small_letter(signs[i].sign[c]) : signs[i].sign[c]))
                    length = 0;
            *number += length > 0 ? signs[i].value : 0;
            at += length;
        }
    return *number == 0 || is_letter(*at) ? NULL : at;
}

/* Passes a word before a number. */
static const char *pass_round(const char *at)
{
    if (is_digit(*at) || is_space(*at) || *at == '\0')
        return NULL;
    const char *behind = pass_word(at,
        "move|round|turn|ply|no|nr|number|n°|nº|№|zug|runde|coup|tour|jugada|ronda|turno|"
        "mossa|zet|ronde|beurt|mv");
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
    const char *ordinal = digits > 0 ? pass_word(at, "st|nd|rd|th|º|°|ª|er") : NULL;
    if (ordinal != NULL && !is_digit(*ordinal)) {
        at = ordinal;
        number->sure = true;
    }
    if (digits > 0 && at == last)
        at = read_seat(at, &number->seat);
    if (number->value == 0 && number->seat > 0) /* "(0-1)" is a result */
        return false;
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
    const unsigned char first = (unsigned char)at[0];
    if (first < 0xC3 || ((unsigned char)at[1] & 0xC0) != 0x80)
        return is_letter(*at) ? 1 : 0;
    if (first < 0xE0)
        return first == 0xC3 && (at[1] & 0x1F) == 0x17 ? 0 : 2; /* those signs are between them */
    return first >= 0xE3 && first < 0xEE && !(first == 0xE3 && (unsigned char)at[1] == 0x80) ? 3 : 0;
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
        if (name.length > 0 && strncmp(at, name.at, name.length) == 0 && memchr(name.at, '\0', name.length) == NULL)
            return at + name.length;
    }
    return NULL;
}

/* Passes over a name of a speaker, or what is short for it. */
static const char *pass_known_speaker(const struct mending *mending, const char *at)
{
    for (unsigned i = 0; i < 2 * mending->speaker_count; i++) {
        const struct speaker *speaker = &mending->speakers[i / 2];
        const struct slice name = i % 2 == 0 ? speaker->said : speaker->name;
        if (strncmp(at, name.at, name.length) == 0 && letter_length(at + name.length) == 0)
            return at + name.length;
    }
    return NULL;
}

const char *pass_side(const struct mending *mending, const char *at)
{
    const char *tag;
    unsigned seat;
    const char *begin = at;
    const size_t circle = one_of(at, "⚪⚫○●◯⬜⬛🔴🔵🟢🟡🟠🟣🟤");
    if (circle > 0)
        return pass_blanks(at + circle);
    const char opened = *at == '(' || *at == '[' ? *at : 0;
    at += opened != 0;
    const char *end = pass_player(at, &tag);
    if (end == NULL && *at != '\0' && strchr("wbWB", *at) != NULL && letter_length(at + 1) == 0 && !is_digit(at[1]))
        end = at + 1;
    if (end == NULL && *at >= 'A' && *at <= 'Z') { /* "K:", "Me:" */
        const char *colon = at + 1 + is_letter(at[1]);
        end = *colon == ':' && pass_blanks(colon + 1) > colon + 1 ? colon : NULL;
    }
    if (end == NULL && (*at == 'P' || *at == 'p') && is_digit(at[1]) && !is_digit(at[2]) && letter_length(at + 2) == 0)
        end = at + 2;
    const char *name = end == NULL ? pass_seat_name(mending, at, &seat) : NULL;
    name = end == NULL && name == NULL ? pass_known_speaker(mending, at) : name;
    end = name != NULL ? name : end;
    if (name != NULL && mending->speaker_count > 0 && (*end == '\n' || *end == '\r')) /* on a line of its own */
        return end;
    if (end == NULL || (opened != 0 && *end != (opened == '(' ? ')' : ']')))
        return NULL;
    end += opened != 0;
    while (*end != '\0' && strchr("*_~`", *end) != NULL)
        end++;
    const char *verb = pass_word(pass_blanks(end), "plays|played|moves|moved|to play");
    end = verb != NULL ? verb : end;
    const char *next = pass_blanks(end);
    const struct sign sign = sign_at(next);
    if (sign.c != 0 && strchr(":.)-|", sign.c) != NULL)
        next += sign.length;
    else if (end == at + 1 && (*at == 'w' || *at == 'b')) /* what is left of a cell */
        return NULL;
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
        const char *half_day = pass_word(next, "am|pm");
        next = half_day != NULL ? pass_blanks(half_day) : next;
        if (next == end && *next != ']' && *next != ')')
            return NULL;
        at = next;
    }
    if (!timed || (opened && *at != ']' && *at != ')'))
        return NULL;
    return pass_speaker(pass_blanks(at + opened));
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

bool says_result(struct slice figures)
{
    char meant[RESULT_ROOM];
    unsigned kinds;
    return spelled_result(figures, meant, &kinds);
}

/* After a verb these say that it is not the game which was won or given up. */
static const char objects[] = "a|an|one|two|three|the|his|her|my|your|their|its|this|that|material|back|ein|eine|einen|"
                              "zwei|den|un|une|deux|le|la|les|el|los|uno|due|een|de|het";

const char *pass_verb(const char *at, const char **said)
{
    static const struct {
        const char *words;
        const char *said;
        bool alone; /* they say something else before another word */
    } verbs[] = {{"wins on time|won on time", "wins on time"},
        {"wins|won|win for|has won|had won|takes it|victory|winner|gewinnt|gewann|gewonnen|siegt|siegte|sieg|sieger|"
         "gewinner|gagne|gagnent|gagné|victoire|vainqueur|gana|ganan|ganó|ganaron|ganado|victoria|ganador|vince|"
         "vincono|vinse|vinto|vittoria|vincitore|wint|winnen|winst|winnaar|wygrywa|wygrywają|wygrał|wygrała|wygrały|"
         "wygrana|vinner|vant|vann|vandt|vence|vencem|venceu|ganha|ganham|vitória|выиграл|выиграли|победили|победа|"
         "勝ち",
            "wins", true},
        {"resigns|resigned|has resigned|surrenders|surrendered|gibt auf|gab auf|geben auf|aufgegeben|aufgabe|"
         "abandonne|abandonnent|abandonné|abandon|abandona|abandonan|abandonó|se rinde|se rinden|rinde|abbandona|"
         "abbandonano|abbandonato|geeft op|gaf op|geven op|opgegeven|poddaje|poddał|gir opp|ger upp|gav upp|"
         "desiste|сдался|сдались",
            "resigns"},
        {"concedes|conceded", "concedes"}, {"gives up|gave up|quits|quit", "resigns", true},
        {"loses|lost|has lost|verliert|verlor|verloren|perd|perdent|perdu|pierde|pierden|perdió|perdido|perde|"
         "perdono|perso|verliest|verloor|przegrywa|przegrał|tapte|taper|förlorar",
            NULL},
        {"draw|drawn|a tie|tie|tied|remis|unentschieden|nulle|tablas|patta|remise|gelijkspel|empate|uavgjort|oavgjort|"
         "ничья",
            "draw"}};
    for (size_t i = 0; letter_length(at) > 0 && i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *end = pass_word(at, verbs[i].words);
        if (end == NULL)
            continue;
        const char *next = pass_blanks(end);
        const char *game = pass_word(next, "the game|the match|die partie|la partie|la partida|la partita|de partij");
        if (game == NULL && verbs[i].alone &&
            (pass_word(next, objects) != NULL || (is_letter(*next) && is_digit(next[1]))))
            continue;
        end = game == NULL ? end : game;
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
    const char *end = pass_word(at, "winner:|sieger:|gewinner:|vainqueur:|ganador:|vincitore:|winnaar:");
    return end == NULL ? at : pass_blanks(end);
}

/* The end of a word such as "Result:" that LINE begins with; NULL: there is none. */
static const char *pass_label(struct slice line)
{
    size_t length = 0;
    while (length < line.length && strchr(":0123456789", line.at[length]) == NULL)
        length++;
    const struct slice word = slice_trim(slice_shorter(line, length));
    const char *tag = tag_meant(word);
    const bool known = (tag != NULL && strcmp(tag, "Result") == 0) ||
        slice_is_any(word, "final|score|final score|final result|points|punkte|endstand");
    const char *behind = line.at + length;
    return known ? pass_blanks(behind + (length < line.length && *behind == ':')) : NULL;
}

/* Passes over a player, by colour, circle or name; *SEAT from 0. */
static const char *pass_seat(const struct mending *mending, const char *at, unsigned *seat, bool *named)
{
    const char *tag;
    const char *end = pass_player(at, &tag);
    const size_t white = one_of(at, "⚪○⬜");
    const size_t black = one_of(at, "⚫●⬛");
    *named = false;
    if (end != NULL)
        *seat = tag[0] == 'P' ? (unsigned)(tag[6] - '1') : tag[0] == 'B';
    else if (white + black > 0) {
        *seat = black > 0;
        end = at + white + black;
    } else {
        end = pass_seat_name(mending, at, seat);
        *named = end != NULL;
    }
    return end;
}

/* The seat of whoever writes "I", or of the other of two players, if the tags call one of them so. */
static bool find_pronoun(const struct mending *mending, bool own, unsigned *seat)
{
    for (*seat = 0; *seat < 2; ++*seat)
        if (slice_is_any(mending->seats[*seat], "me|i|ich|moi|je|yo|io|ik|ja"))
            break;
    const bool found = *seat < 2 && mending->seats[1 - *seat].length > 0;
    *seat = own ? *seat : 1 - *seat;
    return found;
}

/* What is SAID of the player of SEAT, as a result. */
static bool put_winner(const struct mending *mending, unsigned seat, const char *said, bool named,
    char meant[RESULT_ROOM], unsigned *kinds)
{
    char player[32];
    *number_write(stpcpy(player, "Player"), seat + 1) = '\0';
    strcpy(meant, mending->players ? player : seat == 0 ? "White" : "Black");
    strcat(strcat(meant, " "), said);
    *kinds = 1u << (named ? SPELL_WINNER : SPELL_RESULT);
    return mending->players || seat < 2;
}

/* The result of which a sentence of LINE says who wins, loses or gives up, or that nobody does. */
static bool spoken_result(const struct mending *mending, struct slice line, char meant[RESULT_ROOM], unsigned *kinds)
{
    enum { NOBODY = SPELL_SEATS };
    static const char doubts[] = "not|nobody|nicht|pas|no|never|could|would|should|might|may|can|will|if|almost|nearly|"
                                 "offers|offered|refused|refuse|declined|propose|proposes|bietet|schon|when|who|or";
    const char *end = slice_end(line);
    const char *said = NULL;
    unsigned player = NOBODY;
    unsigned speaker = NOBODY;
    bool verb = false;
    bool clear = true; /* who is meant */
    bool pronoun = false;
    bool named = false;
    for (const char *at = line.at; at < end && !(verb && player < NOBODY);) {
        const char *next;
        unsigned seat;
        bool by_name;
        if ((next = pass_seat(mending, at, &seat, &by_name)) != NULL) {
            clear = player == NOBODY || player == seat || pass_verb(pass_blanks(next), &said) != NULL;
            player = seat;
            named = by_name;
        } else if (letter_length(at) > 0) {
            const char *own = pass_word(at, "i|ich|je|yo|io|ik");
            const char *other = pass_word(at, "he|she|they|er|sie|il|elle|hij|zij");
            if (pass_word(at, doubts) != NULL)
                return false;
            if (own != NULL || other != NULL) {
                pronoun = true;
                if (find_pronoun(mending, own != NULL, &seat))
                    speaker = seat;
            }
            next = verb ? NULL : pass_verb(at, &said);
            verb |= next != NULL;
            for (next = next == NULL ? at : next; next < end && letter_length(next) > 0;)
                next += letter_length(next);
            if (next < end && next - at <= 2 && is_digit(*next))
                return false; /* maybe a cell */
        } else {
            next = at + sign_at(at).length + (sign_at(at).length == 0);
            if (*at == '?')
                return false;
            if (strchr(".!", *at) != NULL && !verb)
                player = NOBODY;
            else if (strchr(".!;", *at) != NULL && verb)
                break;
        }
        at = next;
    }
    if (!verb || !clear || (said == NULL && player > 1 && speaker > 1))
        return false;
    *kinds = 1u << SPELL_WINNER;
    named |= player == NOBODY;
    player = player < NOBODY ? player : speaker;
    if (said != NULL && *said == 'd') {
        *kinds = 1u << SPELL_RESULT;
        strcpy(meant, "Draw agreed");
    } else if (player < NOBODY) {
        return put_winner(
            mending, said == NULL ? 1 - player : player, said == NULL ? "wins" : said, named, meant, kinds);
    } else if (pronoun && said != NULL && *said == 'r') {
        strcpy(meant, "resign");
    } else {
        return false;
    }
    return true;
}

bool agrees(const char *words, const char *figures)
{
    const bool lost = strstr(words, " wins") == NULL;
    unsigned seat = *words == 'P' ? (unsigned)(words[6] - '1') : *words == 'B';
    for (; seat > 0 && figures != NULL; seat--)
        figures = strchr(figures, '-') == NULL ? NULL : strchr(figures, '-') + 1;
    return *words == 'D' ? strcmp(figures, "1/2-1/2") == 0 : figures != NULL && (*figures == '1') != lost;
}

/* The points that LINE gives each player, "White 1, Black 0", "Anna 1 - 0 Ben". */
static bool spoken_points(const struct mending *mending, struct slice line, char meant[RESULT_ROOM], unsigned *kinds)
{
    char figures[RESULT_ROOM] = "";
    unsigned players = 0;
    unsigned numbers = 0;
    const char *end = slice_end(line);
    for (const char *at = line.at; at < end;) {
        unsigned seat;
        bool named;
        const char *next = pass_seat(mending, at, &seat, &named);
        const size_t half = one_of(at, "½");
        const size_t digits = strspn(at, "0123456789") + half;
        if (next != NULL && seat != players++)
            return false;
        if (next == NULL && digits > 0) {
            if (digits > 3 || numbers == SPELL_SEATS)
                return false;
            strncat(strcat(figures, numbers++ > 0 ? "-" : ""), at, digits);
            next = at + digits;
        }
        while (next == NULL || (letter_length(next) > 0 && next < end)) {
            next = next == NULL ? at : next;
            const size_t length = letter_length(next);
            next += length > 0 ? length : (size_t)(sign_at(next).length + (sign_at(next).length == 0));
            if (length == 0)
                break;
        }
        at = next;
    }
    return players > 1 && players == numbers && spelled_result(slice_of(figures), meant, kinds);
}

bool spelled_outcome(const struct mending *mending, struct slice line, char meant[RESULT_ROOM], unsigned *kinds)
{
    unsigned found = 0;
    unsigned talk = 0;
    unsigned seat;
    bool named;
    bool notation = false;
    const char *end = slice_end(line);
    const char *label = pass_label(line);
    if (label != NULL && label < end) {
        if (is_figure(label) && spelled_result(slice_trim(slice_to(label, end)), meant, kinds))
            return true;
        const char *player = pass_seat(mending, label, &seat, &named);
        if (player != NULL && pass_blanks(player + strspn(player, ".!")) >= end)
            return put_winner(mending, seat, "wins", named, meant, kinds);
    }
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
        notation |= spoken == SPOKEN_NOTATION;
        talk += spoken == SPOKEN_TALK || (word.length > 2 && word.at[word.length - 1] == '!');
        if (figures.length < 3 || figures.length >= RESULT_ROOM / 2 || !spelled_result(figures, result, kinds))
            continue;
        size_t ones = 0;
        for (const char *c = result; *c != '\0'; c++)
            ones += *c == '1' ? 1 : *c == '0' || *c == '-' ? 0 : 2;
        if (ones != 1 && strcmp(result, "1/2-1/2") != 0)
            continue;
        found++;
        strcpy(meant, result);
    }
    *kinds = 1u << SPELL_RESULT;
    char words[RESULT_ROOM];
    unsigned others;
    if (found > 0)
        return found == 1 && talk > 0 && !notation &&
            (!spoken_result(mending, line, words, &others) || agrees(words, meant));
    return (!notation && spoken_points(mending, line, meant, kinds)) || spoken_result(mending, line, meant, kinds);
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
    const char *const end = slice_end(word);
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
