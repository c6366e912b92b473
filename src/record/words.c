/* The words of the movetext, one after another: turns, numbers and the result as people write them. */
#include "base/utf8.h"
#include "record/hints.h"
#include "record/spelled_turns.h"
#include "record/spelling.h"

struct words {
    struct mending *mending;
    const char *base;
    const char *end; /* of the movetext */
    const char *at;
    enum turn_shape shape;
    struct text turn;
    bool after_number;
    bool after_turn;
    bool after_result;
    bool semicolons; /* stand for commas, in all of it */
    bool passes;     /* dashes do not stand between turns */
    struct braces braces;
    struct {
        const char *from;
        const char *end;
    } remarks;               /* where nothing else is */
    const char *line_end;    /* the first end of a line, or begin of a comment, behind what was read as a result */
    bool last;               /* nothing but comments is behind it */
    const char *figures_end; /* of figures that were looked at */
    const char *stops;       /* where reads_on stopped the last time */
};

static struct span span_of(const struct words *words, const char *begin, const char *end)
{
    return (struct span){(uint32_t)(begin - words->base), (uint32_t)(end - words->base)};
}

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

static bool begins_line(const struct words *words, const char *at)
{
    while (at > words->base && (at[-1] == ' ' || at[-1] == '\t'))
        at--;
    return at == words->base || ends_line(at[-1]);
}

/* Whether a turn may end at AT; *STOP: before a full stop that ends the line. */
static bool ends_turn(const struct words *words, const char *at, bool *stop)
{
    struct sign sign = sign_at(at);
    *stop = false;
    if (at >= words->end || ends_line(*at) || sign.c == ' ' || strchr("\t{()!?$;[<", sign.c) != NULL)
        return sign.c != 0 || at >= words->end || *at == '\0';
    if (*at == '.') {
        const char *behind = pass_blanks(at + sign.length);
        *stop = behind >= words->end || ends_line(*behind);
        return *stop;
    }
    return (sign.c == ',' || sign.c == '/' || sign.c == '|') && pass_blanks(at + sign.length) > at + sign.length;
}

/* A turn at AT, with all that it takes; nothing is said of it yet. */
static bool find_turn(struct words *words, const char *at, bool semicolons, struct spelled_turn *found, bool *stop)
{
    if (spelled_turn(words->shape, at, words->mending->manner.small, semicolons, &words->turn, found) &&
        ends_turn(words, found->end, stop))
        return true;
    return spelled_word(at, &words->turn, found) && ends_turn(words, found->end, stop);
}

static bool is_turn(struct words *words, const char *at)
{
    struct spelled_turn found;
    bool stop;
    return find_turn(words, at, false, &found, &stop);
}

/* Whether there is something on the rest of the line, and all of it is turns, numbers or the like; if not, it is in
   vain to ask again before .stops. */
static bool reads_on(struct words *words, const char *at)
{
    bool any = false;
    for (;;) {
        struct spelled_turn found;
        bool stop;
        at = pass_blanks(at);
        const char *begin = at;
        if (at >= words->end || ends_line(*at))
            return any;
        while (is_digit(*at) || *at == '.' || *at == '-')
            at++;
        if (at == begin || !(at >= words->end || is_space(*at))) {
            if (!find_turn(words, begin, true, &found, &stop)) {
                words->stops = begin;
                return false;
            }
            at = found.end + stop;
        }
        any = true;
    }
}

static bool read_turn(struct words *words)
{
    struct spelled_turn found;
    bool stop;
    if (!find_turn(words, words->at, true, &found, &stop))
        return false;
    if (found.hides && !words->semicolons && !find_turn(words, words->at, false, &found, &stop))
        return false;
    struct span span = span_of(words, words->at, found.end);
    if (found.kinds != 0)
        respell(words->mending, found.kinds, span, text_slice(&words->turn));
    words->at = found.end;
    words->at += stop;
    words->after_turn = true;
    words->after_number = words->after_result = false;
    return true;
}

/* Numbers. */

/* I to XXXIX; what follows, or NULL. */
static const char *read_roman(const char *at, unsigned *number)
{
    static const char *const ones[] = {"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"};
    const char *begin = at;
    unsigned tens = 0;
    size_t length = 0;
    for (; *at == 'X' && tens < 3; at++)
        tens++;
    *number = 0;
    while (strchr("IVX", at[length]) != NULL && at[length] != '\0')
        length++;
    for (unsigned i = 0; i < 10; i++)
        if (slice_is((struct slice){at, length}, ones[i]))
            *number = 10 * tens + i;
    return *number == 0 || at + length == begin ? NULL : at + length;
}

/* Dots, an ellipsis or both; how many dots. */
static const char *read_dots(const char *at, unsigned *dots)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    for (*dots = 0;;) {
        if (strncmp(at, ellipsis, 3) == 0) {
            *dots += 3;
            at += 3;
        } else if (*at == '.') {
            *dots += 1;
            at++;
        } else {
            return at;
        }
    }
}

/* How people number their rounds: "1)", "1.)", "1 .", "1:", "#1", "Move 1", "(1)", "1...", "I.", a bare 1 before a
   turn. */
static bool read_number(struct words *words)
{
    const char *at = words->at;
    const char *next;
    unsigned number;
    unsigned dots;
    bool first = begins_line(words, at);
    bool bracket = *at == '(';
    bool marked = *at == '#';
    at += bracket || marked;
    if (!bracket && !marked && (next = pass_word(at, "move")) != NULL && pass_blanks(next) > next) {
        marked = true;
        at = pass_blanks(next);
    }
    const char *digits = at;
    while (is_digit(*at))
        at++;
    struct slice figures = {digits, (size_t)(at - digits)};
    char roman[8];
    if (figures.length == 0) {
        next = first && !marked && !bracket ? read_roman(at, &number) : NULL;
        if (next == NULL || *next != '.')
            return false;
        figures = (struct slice){roman, (size_t)(number_write(roman, number) - roman)};
        at = next;
    }
    const char *behind = at;
    if (*pass_blanks(at) == ')' && !bracket)
        at = pass_blanks(at);
    at = read_dots(at, &dots);
    bool canonical = dots > 0 && behind == digits + figures.length && figures.at == digits && digits == words->at &&
        memchr(behind, '.', (size_t)(at - behind)) != NULL && (size_t)(at - behind) == dots;
    if (bracket) {
        if (*at != ')')
            return false;
        at++;
        at = read_dots(at, &dots);
    } else if (*at == ')' || (dots > 0 && *at == ':') ||
        (dots == 0 && *at == ':' && (is_space(at[1]) || is_turn(words, at + 1)))) {
        at++;
        canonical = false;
    } else if (dots == 0 && *at == '-' && (pass_blanks(at + 1) > at + 1 || is_space(at[1]))) {
        at++;
        if (!is_turn(words, at + strspn(at, " \t\r\n")))
            return false;
    } else if (dots == 0) {
        next = read_dots(pass_blanks(at), &dots);
        if (dots > 0)
            at = next;
        else if (!marked && (!first || pass_blanks(at) == at || !is_turn(words, pass_blanks(at))))
            return false;
    }
    if (canonical) {
        next = pass_blanks(at);
        unsigned more;
        const char *over = read_dots(next, &more);
        if (next == at || more < 2) {
            words->at = at;
            words->after_number = true;
            return true;
        }
        at = over;
        dots = 3;
    }
    char text[64];
    if (figures.length > 20)
        return false;
    memcpy(text, figures.at, figures.length);
    strcpy(text + figures.length, dots > 1 ? "..." : ".");
    if (!is_space(*at) && *at != '\0')
        strcat(text, " ");
    respell(words->mending, 1u << SPELL_NUMBER, span_of(words, words->at, at), slice_of(text));
    words->at = at;
    words->after_number = true;
    return true;
}

/* Results. */

/* Whether nothing of the movetext is behind AT but comments, which are passed once. */
static bool is_last(struct words *words, const char *at)
{
    if (at >= words->remarks.from && at < words->remarks.end)
        return words->remarks.end >= words->end;
    words->remarks.from = at;
    while (at < words->end) {
        if (is_space(*at))
            at++;
        else if (*at == '{' && closing_brace(&words->braces, at, words->end) != NULL)
            at = closing_brace(&words->braces, at, words->end) + 1;
        else if (*at == ';')
            while (at < words->end && !ends_line(*at))
                at++;
        else
            break;
    }
    words->remarks.end = at;
    return at >= words->end;
}

/* Whether FIGURES say what the words of RESULT do. */
static bool says_same(struct slice figures, const char *result)
{
    char meant[RESULT_ROOM];
    unsigned kinds;
    bool first = strncmp(result, "White", 5) == 0 || strncmp(result, "Player1", 7) == 0;
    bool lost = strstr(result, "resigns") != NULL || strstr(result, "concedes") != NULL;
    const char *same = *result == 'D' ? "1/2-1/2" : first != lost ? "1-0" : "0-1";
    return spelled_result(figures, meant, &kinds) && strcmp(meant, same) == 0;
}

/* Whether a word of TEXT is a turn, with or without its number, or a result. */
static bool has_notation(struct words *words, struct slice text)
{
    char meant[RESULT_ROOM];
    unsigned kinds;
    struct slice word;
    while (slice_split(&text, ' ', &word))
        if (word.length > 0 &&
            (is_turn(words, word.at) || is_turn(words, word.at + strspn(word.at, "0123456789.")) ||
                spelled_result(word, meant, &kinds)))
            return true;
    return false;
}

/* The end of the line at AT, or a comment before it; many results may be in one line. */
static const char *end_of_words(struct words *words, const char *at)
{
    if (words->line_end != NULL && words->line_end >= at)
        return words->line_end;
    while (at < words->end && !ends_line(*at) && *at != '{' && *at != ';')
        at++;
    words->line_end = at;
    words->last = is_last(words, at);
    return at;
}

static bool take_result(struct words *words, const char *end, const char *result, unsigned kinds)
{
    const char *line_end = end_of_words(words, end);
    struct text text;
    if (!words->last)
        return false;
    struct slice rest = slice_trim((struct slice){end, (size_t)(line_end - end)});
    while (rest.length > 0 && strchr(".,!:", rest.at[0]) != NULL)
        rest = slice_trim((struct slice){rest.at + 1, rest.length - 1});
    if (memchr(rest.at, '}', rest.length) != NULL || *end == '?' ||
        (has_notation(words, rest) && !says_same(rest, result)))
        return false;
    text_init(&text);
    text_add_string(&text, result);
    if (rest.length > 0) {
        text_add_string(&text, " {");
        text_add(&text, rest);
        text_add_char(&text, '}');
    }
    while (line_end > end && is_space(line_end[-1]))
        line_end--;
    struct span span = span_of(words, words->at, line_end);
    bool plain = !text.failed && slice_equal(slice_trim(slice_cut(slice_of(words->base), span)), text_slice(&text));
    if (!plain && !text.failed)
        respell(words->mending, kinds, span, text_slice(&text));
    text_release(&text);
    words->at = words->end;
    return true;
}

/* The words behind a player, and what they say. */
static const char *read_verb(const char *at, const char **said)
{
    static const struct {
        const char *word;
        const char *said;
    } verbs[] = {
        {"wins on time", "wins on time"},
        {"won on time", "wins on time"},
        {"wins", "wins"},
        {"won", "wins"},
        {"resigns", "resigns"},
        {"resigned", "resigns"},
        {"concedes", "concedes"},
        {"conceded", "concedes"},
        {"loses", NULL},
        {"lost", NULL},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        const char *end = pass_word(at, verbs[i].word);
        if (end == NULL || (unsigned char)((*end | 0x20) - 'a') < 26)
            continue;
        *said = verbs[i].said;
        return end;
    }
    return NULL;
}

static bool read_sentence(struct words *words)
{
    static const struct {
        const char *word;
        const char *player;
    } players[] = {{"white", "White"}, {"black", "Black"}, {"player 1", "Player1"}, {"player 2", "Player2"},
        {"player1", "Player1"}, {"player2", "Player2"}};
    const char *end = NULL;
    const char *player = NULL;
    const char *said;
    unsigned kind = SPELL_RESULT;
    for (size_t i = 0; end == NULL && i < sizeof players / sizeof players[0]; i++) {
        end = pass_word(words->at, players[i].word);
        player = players[i].player;
    }
    for (unsigned i = 0; end == NULL && i < 2; i++) {
        struct slice name = words->mending->winner[i];
        if (name.length == 0 || (size_t)(words->end - words->at) <= name.length ||
            memcmp(words->at, name.at, name.length) != 0)
            continue;
        end = words->at + name.length;
        player = i == 0 ? "White" : "Black";
        kind = SPELL_WINNER;
    }
    if (end != NULL && pass_blanks(end) > end) {
        char result[40];
        end = read_verb(pass_blanks(end), &said);
        if (end == NULL)
            return false;
        if (said == NULL) {
            bool first = strcmp(player, "White") == 0 || strcmp(player, "Player1") == 0;
            bool colour = player[0] != 'P';
            player = first ? colour ? "Black" : "Player2" : colour ? "White" : "Player1";
            said = "wins";
        }
        strcpy(result, player);
        strcat(strcat(result, " "), said);
        return take_result(words, end, result, 1u << kind);
    }
    if ((end = pass_word(words->at, "draw")) == NULL && (end = pass_word(words->at, "remis")) == NULL)
        return false;
next_word:
    if (pass_word(pass_blanks(end), "agreed") != NULL)
        end = pass_word(pass_blanks(end), "agreed");
    else if (*end == 'n') {
        end++;
        goto next_word;
    }
    if ((unsigned char)((*end | 0x20) - 'a') < 26)
        return false;
    return take_result(words, end, "Draw agreed", 1u << kind);
}

/* Figures: the numbers of a result with signs between them, in so many bytes. */
enum { FIGURES_MOST = 64 };

static const char *end_of_figures(struct words *words)
{
    const char *at = words->at;
    if (words->figures_end != NULL && words->figures_end > at)
        return words->figures_end;
    while (at < words->end && !ends_line(*at) && *at != '{' && *at != ';' && (sign_at(at).c == ' ' || is_figure(at)))
        at += sign_at(at).length;
    words->figures_end = at;
    return at;
}

static bool read_figures(struct words *words)
{
    char meant[RESULT_ROOM];
    unsigned kinds;
    end_of_words(words, words->at);
    if (!words->last)
        return false;
    const char *at = end_of_figures(words);
    if (at == words->at || at - words->at >= FIGURES_MOST ||
        (at < words->end && strchr("{;\n\r", *at) == NULL && sign_at(at - 1).c != ' '))
        return false;
    struct slice said = slice_trim((struct slice){words->at, (size_t)(at - words->at)});
    size_t first = 0;
    while (first < said.length && !is_space(said.at[first]))
        first++;
    if ((slice_is(said, "=") && words->shape == TURN_FIELD) || !spelled_result(said, meant, &kinds)) {
        const struct slice word = slice_shorter(said, first);
        words->after_result |= slice_is(word, "*") || spelled_result(word, meant, &kinds);
        return false;
    }
    return !words->after_result && take_result(words, at, meant, kinds);
}

/* What stands between turns. */

static bool leave_out(struct words *words, const char *end, unsigned kind)
{
    respell(words->mending, 1u << kind, span_of(words, words->at, end), slice_of(""));
    words->at = end;
    return true;
}

/* Passes the word that says whose turn it is; NULL: none is at AT. */
static const char *pass_side(const char *at)
{
    static const char *const sides[] = {"white:", "black:", "w:", "b:"};
    const char *end = NULL;
    for (size_t i = 0; end == NULL && i < sizeof sides / sizeof sides[0]; i++)
        end = pass_word(at, sides[i]);
    return end == NULL ? NULL : pass_blanks(end);
}

/* Commas, dashes and slashes, and whose turn it is. */
static bool read_separator(struct words *words)
{
    struct sign sign = sign_at(words->at);
    const char *behind = words->at + sign.length;
    const char *next = pass_blanks(behind);
    const char *own = pass_side(words->at);
    if (own != NULL && is_turn(words, own))
        return leave_out(words, own, SPELL_SEPARATOR);
    if (strncmp(words->at, "\xe2\x80\xa6", 3) == 0) {
        respell(words->mending, 1u << SPELL_SIGN, span_of(words, words->at, words->at + 3), slice_of("..."));
        words->at += 3;
        return true;
    }
    if (sign.c == 0 || strchr(",/-|", sign.c) == NULL || !(next > behind || next >= words->end || ends_line(*next)))
        return false;
    const char *side = pass_side(next);
    bool turn_next = next < words->end && is_turn(words, side == NULL ? next : side);
    bool passes = words->shape == TURN_MOVES || words->shape == TURN_TILES || words->shape == TURN_PLACE;
    if (sign.c == '-' && (passes || shape_has_cells(words->shape))) {
        if (passes && !words->passes && words->after_turn && turn_next && !shape_has_cells(words->shape))
            return leave_out(words, behind, SPELL_SEPARATOR);
        if (!passes || !words->passes)
            return false;
        respell(words->mending, 1u << SPELL_PUNCTUATION, span_of(words, words->at, behind), slice_of("--"));
        words->at = behind;
        return true;
    }
    return words->after_turn && (turn_next || ends_line(*next)) && leave_out(words, behind, SPELL_SEPARATOR);
}

/* Whether a dash stands alone at AT. */
static bool is_dash(const struct words *words, const char *at)
{
    struct sign sign = sign_at(at);
    const char *behind = at + sign.length;
    return sign.c == '-' && (behind >= words->end || is_space(*behind) || sign_at(behind).c == ' ') &&
        (at == words->base || is_space(at[-1]));
}

static bool read_dash(struct words *words)
{
    return is_dash(words, words->at) && read_separator(words);
}

/* What dashes and semicolons stand for in all of the movetext, found where only one thing can be meant. */
static void look_ahead(struct words *words)
{
    for (const char *at = words->at; at < words->end; at++) {
        if (*at == '{' && closing_brace(&words->braces, at, words->end) != NULL)
            at = closing_brace(&words->braces, at, words->end);
        struct sign sign = sign_at(at);
        if (*at == ';' && !words->semicolons && at > words->base && at >= words->stops && !is_space(at[-1])) {
            const char *word_end = at;
            while (word_end < words->end && !is_space(*word_end))
                word_end++;
            words->semicolons = reads_on(words, word_end);
        }
        if (sign.c == '-' && is_dash(words, at)) {
            const char *before = at;
            const char *next = pass_blanks(at + sign.length);
            while (before > words->base && (before[-1] == ' ' || before[-1] == '\t'))
                before--;
            bool begins = before == words->base || ends_line(before[-1]) || before[-1] == '.';
            bool number = is_digit(*next) && next[strspn(next, "0123456789")] == '.';
            words->passes |= begins || number || next >= words->end || is_dash(words, next);
        }
    }
}

/* Bold, italic and code around a turn. */
static bool read_marked(struct words *words)
{
    static const char *const marks[] = {"***", "**", "__", "~~", "``", "*", "_", "`"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t length = strlen(marks[i]);
        struct spelled_turn found;
        if (strncmp(words->at, marks[i], length) != 0 ||
            !(spelled_turn(
                  words->shape, words->at + length, words->mending->manner.small, false, &words->turn, &found) ||
                spelled_word(words->at + length, &words->turn, &found)) ||
            strncmp(found.end, marks[i], length) != 0)
            continue;
        bool stop;
        const char *behind = found.end + length;
        if (!ends_turn(words, behind, &stop))
            continue;
        respell(words->mending, found.kinds | 1u << SPELL_MARKUP, span_of(words, words->at, behind),
            text_slice(&words->turn));
        words->at = behind;
        words->after_turn = true;
        return true;
    }
    return false;
}

/* The tags of forums and pages inside lines; those that break lines end words. */
static bool read_tag_mark(struct words *words)
{
    bool breaks;
    if (*words->at != '[' && *words->at != '<')
        return false;
    const char *end = pass_markup(words->at, &breaks);
    if (end == NULL || end > words->end)
        return false;
    respell(words->mending, 1u << (breaks ? SPELL_SEPARATOR : SPELL_MARKUP), span_of(words, words->at, end),
        slice_of(breaks ? " " : ""));
    words->at = end;
    return true;
}

static const char *pass_comment(struct words *words)
{
    const char *closing = closing_brace(&words->braces, words->at, words->end);
    return closing == NULL ? words->end : closing + 1;
}

static const char *pass_line(const struct words *words)
{
    const char *at = words->at;
    while (at < words->end && !ends_line(*at))
        at++;
    return at;
}

/* Up to what ends a word. */
static const char *pass_unknown(const struct words *words)
{
    const char *at = words->at + 1;
    while (at < words->end && !is_space(*at) && strchr("{()[<", *at) == NULL && sign_at(at).c != ' ')
        at++;
    return at;
}

/* What looks like a blank, or like nothing. */
static bool read_odd_blank(struct words *words)
{
    struct sign sign = sign_at(words->at);
    if (!sign.odd || (sign.c != ' ' && sign.c != SIGN_NOTHING))
        return false;
    const char *behind = words->at + sign.length;
    respell(words->mending, 1u << SPELL_SPACE, span_of(words, words->at, behind), slice_of(sign.c == ' ' ? " " : ""));
    words->at = behind;
    return true;
}

static void read_word(struct words *words)
{
    if (read_turn(words))
        return;
    if (is_digit(words->at[0]) || strchr("#(MmIVX", words->at[0]) != NULL) {
        if (read_number(words)) {
            words->after_turn = false;
            return;
        }
    }
    const char behind = words->at[0] == '(' ? sign_at(words->at + 1).c : 0;
    if ((behind == '-' || is_digit(behind)) && read_figures(words))
        return;
    if (*words->at == '(' || *words->at == ')') {
        words->at++;
        words->after_turn = false;
        return;
    }
    if (read_dash(words) || read_figures(words) || read_sentence(words) || read_marked(words) || read_separator(words))
        return;
    if (is_digit(words->at[0])) {
        size_t digits = strspn(words->at, "0123456789");
        if (words->at[digits] == '|' && is_turn(words, words->at + digits + 1)) {
            words->at += digits + 1;
            return;
        }
    }
    words->at = pass_unknown(words);
    words->after_number = words->after_turn = false;
}

void mend_words(struct mending *mending, struct slice text)
{
    struct words words = {.mending = mending,
        .base = text.at,
        .at = text.at + mending->body.begin,
        .end = text.at + mending->body.end,
        .shape = mending->shape};
    if (mending->shape == TURN_NONE)
        return;
    text_init(&words.turn);
    look_ahead(&words);
    while (words.at < words.end) {
        if (*words.at == '{')
            words.at = pass_comment(&words);
        else if (*words.at == ';' || (*words.at == '%' && begins_line(&words, words.at)))
            words.at = pass_line(&words);
        else if (is_space(*words.at) || strchr("!?$", *words.at) != NULL)
            words.at++;
        else if (!read_odd_blank(&words) && !read_tag_mark(&words))
            read_word(&words);
    }
    text_release(&words.turn);
}
