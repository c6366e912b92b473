/* SPDX-License-Identifier: MIT */
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
    unsigned number; /* the last one that was read */
    bool weak;       /* so are those that may be something else */
    bool after_number;
    bool after_turn;
    bool after_result;
    bool semicolons;     /* stand for commas, in all of it */
    const char *parts;   /* the last of those that separate rounds; NULL: none does */
    bool passes;         /* dashes are not between turns */
    bool tight;          /* those of turns have no spaces around them */
    const char *begin;   /* the word of which it is known whether it */
    bool begins;         /* ... begins a line */
    const char *closing; /* the marks that were opened */
    size_t closing_length;
    struct braces braces;
    struct {
        const char *from;
        const char *end;
    } remarks;               /* where nothing else is */
    const char *line_end;    /* the first end of a line, or begin of a comment, after what was read as a result */
    const char *brace;       /* the last '}' before it; NULL: there is none */
    const char *notation;    /* the word before it that was found to be notation */
    bool last;               /* nothing but comments is after it */
    const char *figures_end; /* of figures that were looked at */
    const char *stops;       /* where reads_on stopped the last time */
    const char *spoken;      /* the end of a line that was looked at for a result beside words */
    unsigned talked;         /* words of a language in the remark that was read last */
    const char *stuck;       /* a word that is not a remark, and nothing before it on its line is one */
};

static bool ends_line(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

static const char *pass_line(const struct words *words, const char *at)
{
    while (at < words->end && !ends_line(*at))
        at++;
    return at;
}

/* Whether only spaces and marks are before the word on its line; as many may be in a line as there are bytes. */
static bool begins_line(struct words *words)
{
    const char *at = words->at;
    while (at > words->base && at != words->begin && strchr(" \t*_~`'|\"", at[-1]) != NULL)
        at--;
    words->begins = at == words->begin ? words->begins : at == words->base || ends_line(at[-1]);
    words->begin = words->at;
    return words->begins;
}

/* Whether a turn may end at AT; *STOP: before a full stop that ends the line. */
static bool ends_turn(const struct words *words, const char *at, bool *stop)
{
    struct sign sign = sign_at(at);
    *stop = false;
    if (at == words->closing || (words->shape == TURN_SPREAD && (*at == '\'' || *at == '"')))
        return true;
    if (at >= words->end || ends_line(*at) || sign.c == ' ' || strchr("\t{()!?$;[<", sign.c) != NULL)
        return sign.c != 0 || at >= words->end || *at == '\0';
    if (*at == '.') {
        const char *behind = pass_blanks(at + sign.length);
        const bool sentence = behind > at + sign.length && *behind >= 'A' && *behind <= 'Z' && behind[1] >= 'a' &&
            behind[1] <= 'z' && !is_digit(behind[2]);
        *stop = behind >= words->end || ends_line(*behind) || sentence;
        return *stop;
    }
    const char *behind = at + sign.length;
    struct spelled_number number;
    if (sign.c == ',' && behind < words->end && ends_line(*behind)) /* after a round */
        return spelled_number(behind + strspn(behind, " \t\r\n"), &number) && number.sure;
    return (sign.c == ',' || sign.c == '/' || sign.c == '|') && pass_blanks(behind) > behind;
}

/* A turn at AT, with all that it takes; nothing is said of it yet. */
static bool find_turn(struct words *words, const char *at, bool semicolons, struct spelled_turn *found, bool *stop)
{
    bool read = spelled_turn(words->shape, at, &words->mending->manner, semicolons, &words->turn, found);
    if (read && at < words->closing && found->end == words->closing + 1 && *words->closing == '*') {
        found->end--; /* it ends no turn, but what is marked */
        words->turn.bytes[--words->turn.length] = '\0';
    }
    if (read && ends_turn(words, found->end, stop))
        return true;
    return spelled_word(at, &words->turn, found) && ends_turn(words, found->end, stop);
}

/* Whether a word may end at AT. */
static bool is_turn_end(const struct words *words, const char *at)
{
    bool stop;
    return ends_turn(words, at, &stop) || strchr(",.:;", *at) != NULL;
}

/* Whether a turn is at AT, with CLOSING after it or not. */
static bool is_turn_with(struct words *words, const char *at, const char *closing)
{
    struct spelled_turn found;
    bool stop;
    bool read = spelled_turn(words->shape, at, &words->mending->manner, false, &words->turn, &found) ||
        spelled_word(at, &words->turn, &found);
    const char *end = found.end - (read && found.end[-1] == '*' && *closing == '*'); /* which is of the marks, then */
    return read && (ends_turn(words, found.end, &stop) || strncmp(end, closing, strlen(closing)) == 0);
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
        struct spelled_number number;
        if (at >= words->end || ends_line(*at) || *at == ';')
            return any;
        if (find_turn(words, at, true, &found, &stop)) {
            at = found.end + stop;
            at += strspn(at, "!?");
        } else if (is_figure(at) && word_at(at, words->end, 0).length < RESULT_ROOM / 2 &&
            says_result(word_at(at, words->end, 0))) {
            at += word_at(at, words->end, 0).length;
        } else if (spelled_number(at, &number) && number.end > at) {
            at = number.end;
        } else {
            words->stops = at;
            return false;
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
    if (words->mending->bare && words->number == 0)
        respell(words->mending, 0, slice_to(words->at, words->at), slice_of("1. "));
    words->mending->bare = false;
    if (found.kinds != 0)
        respell(words->mending, found.kinds, slice_to(words->at, found.end), text_slice(&words->turn));
    words->at = found.end;
    words->at += stop;
    words->after_turn = true;
    words->after_number = words->after_result = false;
    return true;
}

/* Numbers. */

/* Whether a dash is alone at AT, or three are. */
static bool is_dash(const struct words *words, const char *at)
{
    struct sign sign = sign_at(at);
    const char *behind = at + sign.length;
    const struct sign second = sign_at(behind);
    const struct sign third = second.c == '-' ? sign_at(behind + second.length) : second;
    if (third.c == '-')
        behind += second.length + third.length;
    while (behind < words->end && at > words->base && *behind == at[-1] && strchr("*_~`'", *behind) != NULL)
        behind++, at--; /* in bold, italic or code */
    return sign.c == '-' && (behind >= words->end || is_space(*behind) || sign_at(behind).c == ' ') &&
        (at == words->base || is_space(at[-1]));
}

/* Whether a turn follows the number that ends at AT, maybe on the next line, in whatever there may be around it. */
static bool turn_follows(struct words *words, const char *at)
{
    at = pass_blanks(at + strspn(at, "*_~`'"));
    at = pass_blanks(at + strspn(at, " \t\r\n"));
    at += strspn(at, "*_~`'\"[<");
    const char *side = is_turn(words, at) ? NULL : pass_side(words->mending, at); /* "P5>2" */
    at = side == NULL ? at : side + strspn(side, " \t\r\n");
    at += side == NULL ? 0 : strspn(at, "*_~`'\"[<");
    const char mark[] = {at > words->base && strchr("*_~`'\"", at[-1]) != NULL ? at[-1] : ' ', '\0'};
    return at < words->end && (is_turn_with(words, at, mark) || is_dash(words, at) || strncmp(at, "--", 2) == 0);
}

/* How people number their rounds: "1)", "1.)", "1 .", "1:", "#1", "Move 1", "(1)", "1...", "I.", a bare 1 before a
   turn. */
static bool read_number(struct words *words)
{
    struct spelled_number number;
    const char *at = words->at;
    if (!spelled_number(at, &number))
        return false;
    const bool next =
        number.value == words->number + 1 || (number.value == words->number && (number.seat > 0 || number.letters));
    const bool begins = begins_line(words);
    if (number.plain) {
        words->at = number.end;
        words->number = number.value;
        words->after_number = true;
        return true;
    }
    if ((number.bare || number.letters) && !next && (!begins || words->after_number))
        return false;
    if (number.seat > 1 && number.value != words->number && is_digit(*at))
        return false; /* a round does not begin with "1c" */
    if (number.weak && !(next && (words->weak || (begins && (words->number == 0 || number.seat == 0)))))
        return false;
    if (!turn_follows(words, number.end) && (!number.sure || number.letters || *at == '[' || *at == '<'))
        return false;
    if (number.bare && words->shape == TURN_SPREAD && number.value != words->number + 1)
        return false; /* digits begin turns there */
    char text[24];
    const bool again = number.seat > 0 && number.value == words->number;
    words->number = number.value;
    words->weak |= number.weak;
    strcpy(number_write(text, number.value), number.dots || again ? "... " : ". ");
    const char *end = number.end;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    const bool apart = end < words->end && (is_space(*end) || sign_at(end).c == ' ');
    respell(words->mending, 1u << SPELL_NUMBER, slice_to(at, end), slice_shorter(slice_of(text), strlen(text) - apart));
    words->at = end;
    words->after_number = true;
    return true;
}

/* Results. */

/* Whether nothing of the movetext is after AT but comments, which are passed once. */
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
            at = pass_line(words, at);
        else
            break;
    }
    words->remarks.end = at;
    return at >= words->end;
}

/* Whether a word of TEXT is a turn, with or without its number, or a result. */
static bool has_notation(struct words *words, struct slice text)
{
    struct slice word;
    bool found = words->notation != NULL && words->notation >= text.at && words->notation < slice_end(text);
    while (!found && slice_split(&text, ' ', &word)) {
        found = word.length > 0 &&
            (is_turn(words, word.at) || is_turn(words, word.at + strspn(word.at, "0123456789.")) || says_result(word));
        if (found)
            words->notation = word.at;
    }
    return found;
}

/* The end of the line at AT, or a comment before it; many results may be in one line. */
static const char *end_of_words(struct words *words, const char *at)
{
    if (words->line_end != NULL && words->line_end >= at)
        return words->line_end;
    words->brace = NULL;
    for (; at < words->end && !ends_line(*at) && *at != '{' && *at != ';'; at++)
        if (*at == '}')
            words->brace = at;
    words->line_end = at;
    words->last = is_last(words, at);
    return at;
}

/* Puts RESULT in the place of SAID, with what is left of that as a comment. */
static void put_result(struct words *words, unsigned kinds, struct slice said, const char *result, struct slice rest)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, result);
    if (rest.length > 0) {
        text_add_string(&text, " {");
        text_add(&text, rest);
        text_add_char(&text, '}');
    }
    if (slice_equal(slice_trim(said), text_slice(&text)))
        text_release(&text);
    else
        respell_text(words->mending, kinds, said, &text);
    words->at = words->end;
}

static bool take_result(struct words *words, const char *end, const char *result, unsigned kinds)
{
    const char *line_end = end_of_words(words, end);
    const char *said_end = line_end;
    if (!words->last) { /* figures on a line of their own may say it once more */
        const struct slice figures = word_at(line_end + strspn(line_end, " \t\r\n"), words->end, 0);
        char meant[RESULT_ROOM];
        unsigned others;
        said_end = slice_end(figures);
        if (is_figure(result) || !spelled_result(figures, meant, &others) || !agrees(result, meant) ||
            !is_last(words, said_end))
            return false;
    }
    struct slice rest = slice_to(end, said_end);
    while (rest.length > 0 && (is_space(*rest.at) || strchr(".,!:", *rest.at) != NULL))
        rest = (struct slice){rest.at + 1, rest.length - 1};
    rest = slice_trim(rest);
    if (*words->at == '(' && rest.length > 0 && *rest.at == ')')
        rest = slice_trim((struct slice){rest.at + 1, rest.length - 1});
    else if (*end == ')')
        return false;
    if ((words->brace != NULL && words->brace >= rest.at) || *end == '?' ||
        (rest.at < line_end && has_notation(words, slice_to(rest.at, line_end))))
        return false;
    while (said_end > end && is_space(said_end[-1]))
        said_end--;
    put_result(words, kinds, slice_to(words->at, said_end), result, rest);
    return true;
}

/* The player to move gives up, who is not named. */
static bool read_resignation(struct words *words)
{
    const char *end = words->after_turn || words->after_number ? pass_resignation(words->at) : NULL;
    if (end == NULL)
        return false;
    const char *behind = end + strspn(end, ".,!");
    const struct slice word = word_at(behind + strspn(behind, " \t\r\n"), words->end, 0);
    if (!(slice_is(word, "*") || says_result(word)) || !is_last(words, slice_end(word)))
        return take_result(words, end, "resign", 1u << SPELL_RESULT);
    respell(words->mending, 1u << SPELL_RESULT, slice_to(words->at, behind), slice_of("resign"));
    words->at = behind;
    words->after_turn = true;
    return true;
}

static bool read_sentence(struct words *words)
{
    const char *player;
    const char *said;
    const char *begin = pass_winner(words->at + (*words->at == '('));
    const char *end = pass_player(begin, &player);
    unsigned kind = SPELL_RESULT;
    unsigned seat;
    if (end == NULL && (end = pass_seat_name(words->mending, begin, &seat)) != NULL) {
        if (words->mending->players)
            return false;
        player = seat == 0 ? "White" : "Black";
        kind = SPELL_WINNER;
    }
    const bool named = begin > words->at && begin[-1] != '(';
    if (end != NULL && (named || pass_blanks(end) > end)) {
        char result[40];
        said = "wins";
        end = named ? end : pass_verb(pass_blanks(end), &said);
        if (end == NULL || (said != NULL && *said == 'd'))
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
    if ((end = pass_verb(words->at, &said)) == NULL || said == NULL || *said != 'd')
        return false;
    const char *agreed = pass_word(pass_blanks(end), "agreed");
    return take_result(words, agreed == NULL ? end : agreed, "Draw agreed", 1u << kind);
}

/* Figures: the numbers of a result with signs between them, in that number of bytes. */
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
    struct slice said = slice_trim(slice_to(words->at, at));
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

static bool pass_out(struct words *words, const char *end, enum spelling kind)
{
    omit(words->mending, kind, words->at, end);
    words->at = end;
    return true;
}

/* Remarks. */

/* Whether a little picture is at AT. */
static bool is_picture(const char *at)
{
    const uint32_t code = sign_at(at).c != 0 || *at == '\0' ? 0 : utf8_next((struct slice){at, strnlen(at, 4)}).code;
    return (code >= 0x2600 && code < 0x27C0) || (code >= 0x1F000 && code < 0x20000);
}

/* After the smiley or the pictures at AT; NULL: there are none. */
static const char *pass_smiley(const char *at)
{
    const char *mouth = at + 1 + (*at == ':' && at[1] == '-');
    const char *end = at;
    while (is_picture(end) || (end > at && sign_at(end).c == SIGN_NOTHING))
        end += sign_at(end).length;
    if (end > at)
        return end;
    return *at == ':' && *mouth != '\0' && strchr("()DPp", *mouth) != NULL ? mouth + 1 : NULL;
}

/* Whether SAID is about what could have been played, "your best was". */
static bool is_about_other(struct slice said)
{
    struct slice word;
    bool other = false;
    while (!other && slice_split(&said, ' ', &word))
        other = slice_is_any(word,
            "not|never|if|best|better|stronger|could|should|would|might|may|instead|besser|hätte|wäre|nicht|mieux|"
            "beter|niet");
    return other;
}

/* Whether SAID is what is said before a turn, "and you answered": it ends with such a verb, and somebody or a number is
   before that. */
static bool leads_to_turn(struct words *words, struct slice said)
{
    const char *last = slice_end(said);
    struct slice word;
    while (last > said.at && !is_space(last[-1]))
        last--;
    if (!slice_is_any(slice_to(last, slice_end(said)),
            "was|is|played|plays|answered|answers|replied|replies|moved|moves|responded|continued|with|war|ist|"
            "spielte|antwortete|zog|mit|était|joué|répondu|répondit|avec|speelde|antwoordde|met"))
        return false;
    if (is_about_other(said))
        return false;
    bool subject = words->after_number || begins_line(words);
    while (slice_split(&said, ' ', &word)) {
        unsigned seat;
        subject |= pass_seat_name(words->mending, word.at, &seat) != NULL ||
            slice_is_any(word,
                "i|you|he|she|we|they|my|your|his|her|white|black|ich|du|er|sie|mein|dein|sein|ihr|je|j'ai|tu|il|elle|"
                "mon|ton|son|ik|jij|hij|zij|mijn|jouw|zijn|haar");
    }
    return subject;
}

/* Whether WORD is a cell and nothing else, as in "now d4 is weak". */
static bool is_cell_of_talk(struct slice word)
{
    size_t letters = 0;
    while (letters < word.length && is_letter(word.at[letters]))
        letters++;
    size_t end = letters;
    while (end < word.length && is_digit(word.at[end]))
        end++;
    const size_t digits = end - letters;
    return letters > 0 && letters < 3 && digits > 0 && digits < 3 &&
        end + strspn(word.at + end, ".,!?:;)") >= word.length;
}

/* Where the remark at AT ends: at the end of its line, before a turn, a number or a result, or at CLOSING.  NULL: not a
   remark, because it is too short, or a word may be meant as notation. */
static const char *end_of_remark(struct words *words, const char *at, char closing)
{
    const char *const begin = at;
    const char *end = at;
    const char *said;
    struct spelled_number number;
    unsigned count = 0;
    unsigned talk = 0;
    unsigned cells = 0;
    bool near = false;
    bool cries = false;
    while (at < words->end && !ends_line(*at) && *at != closing && strchr("{};", *at) == NULL) {
        if (at > begin && (end[-1] == ':' || talk > 1) && is_turn(words, at)) /* who made it, or what was said */
            break;
        const char *next = pass_smiley(at);
        const struct slice word =
            next != NULL || strchr("[()", *at) != NULL ? (struct slice){at, 0} : word_at(at, words->end, closing);
        const enum spoken spoken = spoken_word(word);
        if (spoken == SPOKEN_NOTATION && leads_to_turn(words, slice_to(begin, end)) && is_turn(words, at))
            break;
        if ((spoken == SPOKEN_NOTATION && !is_cell_of_talk(word)) || (next == NULL && strchr("[()", *at) != NULL)) {
            words->stuck = at;
            return NULL;
        }
        cells += spoken == SPOKEN_NOTATION;
        cries |= next != NULL || (word.length > 0 && strchr("!:", word.at[word.length - 1]) != NULL);
        talk += next != NULL || spoken == SPOKEN_TALK || (word.length > 2 && word.at[word.length - 1] == '!');
        near |= spoken == SPOKEN_NEAR || (pass_verb(at, &said) != NULL && (said == NULL || *said != 'd'));
        count++;
        if (next == NULL && at > begin &&
            (slice_is(word, "*") || is_turn(words, at) ||
                (word.length > 2 && says_result(word) && is_last(words, at + word.length)) ||
                (spelled_number(at, &number) && memchr(at, '\n', (size_t)(number.end - at)) == NULL &&
                    (number.value == words->number + 1 || !(number.bare || number.weak)) &&
                    turn_follows(words, number.end))))
            break;
        end = next != NULL ? next : at + word.length + (word.length == 0);
        at = pass_blanks(end);
    }
    words->talked = talk;
    if (talk >= (near ? 3 : closing == 0) && talk >= 3 * cells && count > 0 &&
        (cries || closing != 0 || count > 1 || leads_to_turn(words, slice_to(begin, end))))
        return end;
    words->stuck = at;
    return NULL;
}

static bool take_remark(struct words *words, struct slice said, const char *end)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, said.at > words->at && *words->at == ',' ? " {" : "{");
    text_add(&text, said);
    text_add_char(&text, '}');
    const bool begins = begins_line(words);
    const bool first = words->number == 0 && !words->after_turn && begins && !ends_line(*end);
    end = first ? pass_blanks(end) : end;
    if (first)
        text_add_char(&text, '\n'); /* the first number begins a line, where there are no tags */
    else if (*end != '\n' && *end != '\r' && pass_blanks(end) == end && end < words->end)
        text_add_char(&text, ' ');
    respell_text(words->mending, 1u << SPELL_REMARK, slice_to(words->at, end), &text);
    words->at = words->begin = end;
    words->begins = begins; /* what follows it, too */
    return true;
}

/* Remarks beside the game: lines, parts at the beginning or end of one, and brackets without a turn. */
static bool read_remark(struct words *words)
{
    const char *at = words->at;
    if (pass_smiley(at) != NULL)
        return take_remark(words, slice_to(at, pass_smiley(at)), pass_smiley(at));
    if (at <= words->stuck && words->stuck != NULL)
        return false;
    const bool bracket = *at == '[' && at[1] != '%' && (words->number > 0 || words->after_turn || is_digit(at[1]));
    if (*at == '(' || (bracket && !begins_tag(at))) {
        const char end = *at == '(' ? ')' : ']';
        const char *closing = end_of_remark(words, at + 1, end);
        return closing != NULL && *closing == end && closing < words->end &&
            take_remark(words, (struct slice){at + 1, (size_t)(closing - at - 1)}, closing + 1);
    }
    const char *end = end_of_remark(words, at, 0);
    if (end == NULL || memchr(at, '}', (size_t)(end - at)) != NULL)
        return false;
    const char *behind = pass_blanks(end);
    if (!begins_line(words) && behind < words->end && !ends_line(*behind) && *behind != '{' &&
        strchr(":!", end[-1]) == NULL && (words->talked < 2 || is_about_other(slice_to(at, end))) &&
        !(leads_to_turn(words, slice_to(at, end)) && is_turn(words, behind))) {
        words->stuck = end;
        return false;
    }
    return take_remark(words, slice_to(*at == ',' ? pass_blanks(at + 1) : at, end), end);
}

/* A line that says the result beside other things, as the last of the game. */
static bool read_outcome(struct words *words)
{
    char meant[RESULT_ROOM];
    char figures_meant[RESULT_ROOM];
    unsigned kinds;
    const char *line_end = end_of_words(words, words->at);
    const struct slice figures = word_at(line_end + strspn(line_end, " \t\r\n"), words->end, 0);
    const bool beside = !words->last && figures.length < RESULT_ROOM / 2 && is_last(words, slice_end(figures)) &&
        spelled_result(figures, figures_meant, &kinds);
    if (!(words->last || beside) || words->after_result || line_end == words->spoken ||
        !(begins_line(words) || words->after_turn))
        return false;
    words->spoken = line_end;
    const struct slice line = slice_trim(slice_to(words->at, line_end));
    if (memchr(line.at, '}', line.length) != NULL || !spelled_outcome(words->mending, line, meant, &kinds) ||
        (beside && !agrees(meant, figures_meant)))
        return false;
    if (beside)
        return take_remark(words, line, slice_end(line));
    put_result(words, kinds, slice_to(words->at, slice_end(line)), meant, line);
    return true;
}

/* Text between turns. */

/* A side before a turn, which may be on the next line. */
static bool read_side(struct words *words)
{
    const char *side = pass_side(words->mending, words->at);
    struct spelled_number number;
    return side != NULL &&
        (turn_follows(words, side) || (spelled_number(side, &number) && turn_follows(words, number.end))) &&
        pass_out(words, side, SPELL_SEPARATOR);
}

/* Signs that mean nothing between turns. */
static bool read_separator(struct words *words)
{
    const bool arrows = words->shape == TURN_LIFT || words->shape == TURN_MOVES || words->shape == TURN_FIELD;
    const char *const signs = &">,/-|:.=&~_\\"[!arrows];
    struct sign sign = sign_at(words->at);
    const char *behind = words->at;
    while (behind != words->closing && (sign = sign_at(behind)).c != 0 && strchr(signs, sign.c) != NULL)
        behind += sign.length;
    sign = sign_at(words->at);
    const char *next = pass_blanks(behind + (behind == words->closing ? words->closing_length : 0));
    if (one_of(words->at, "…") > 0) {
        respell(words->mending, 1u << SPELL_SIGN, slice_to(words->at, words->at + 3), slice_of("..."));
        words->at += 3;
        return true;
    }
    const char *joint = words->after_turn ? pass_word(words->at, "and|then|und|dann|et|puis") : NULL;
    if (joint != NULL && is_space(*joint) && turn_follows(words, joint))
        return pass_out(words, joint, SPELL_SEPARATOR);
    const bool tight = sign.c == ',' && words->at > words->base && is_space(words->at[-1]); /* "d4 ,d5" */
    if (behind == words->at || !(tight || next > behind || next >= words->end || ends_line(*next)))
        return false;
    struct spelled_number number;
    bool turn_next = next < words->end && !ends_line(*next) && !is_dash(words, next) && turn_follows(words, next);
    bool number_next = next < words->end && sign.c != '-' && spelled_number(next, &number) &&
        number.value == words->number + 1 && turn_follows(words, number.end);
    const struct slice word = word_at(next, words->end, 0);
    turn_next |= slice_is(word, "*") || (word.length > 2 && says_result(word));
    bool passes = words->shape == TURN_MOVES || words->shape == TURN_TILES || words->shape == TURN_PLACE;
    if (sign.c == '-' && (passes || shape_has_cells(words->shape))) {
        if (passes && !words->passes && words->after_turn && turn_next && !shape_has_cells(words->shape))
            return pass_out(words, behind, SPELL_SEPARATOR);
        if (words->tight && words->after_turn && (turn_next || spoken_word(word) == SPOKEN_NOTATION))
            return pass_out(words, behind, SPELL_SEPARATOR);
        if (!passes || !words->passes)
            return false;
        respell(words->mending, 1u << SPELL_PUNCTUATION, slice_to(words->at, behind), slice_of("pass"));
        words->at = behind;
        return true;
    }
    bool first = sign.c == '|' && begins_line(words);
    return (words->after_turn || first) && (turn_next || number_next || ends_line(*next) || first) &&
        pass_out(words, behind, SPELL_SEPARATOR);
}

static bool read_dash(struct words *words)
{
    return is_dash(words, words->at) && read_separator(words);
}

/* Whether the ';' at AT is after a round, before the one that follows round *NUMBER, or ends a line. */
static bool is_part(struct words *words, const char *at, unsigned *number)
{
    struct spelled_number next;
    const bool apart = sign_at(at + 1).c == ' ' || at[1] == '\t';
    at = pass_blanks(at + 1);
    if (at >= words->end || ends_line(*at))
        return true;
    const bool numbered = spelled_number(at, &next);
    if ((numbered && next.value <= *number) || !(numbered || apart) ||
        !((numbered && ends_line(*pass_blanks(next.end))) || reads_on(words, numbered ? next.end : at)))
        return false;
    *number = numbered ? next.value : *number + 1;
    return true;
}

/* What dashes and semicolons stand for in all of the movetext, found where only one thing can be meant. */
static void look_ahead(struct words *words)
{
    const char *part = NULL;
    bool parts = true; /* all but the last one separate rounds */
    unsigned count = 0;
    unsigned number = 0;
    for (const char *at = words->at; at < words->end; at++) {
        if (*at == '{' && closing_brace(&words->braces, at, words->end) != NULL)
            at = closing_brace(&words->braces, at, words->end);
        struct sign sign = sign_at(at);
        if (*at == ';') {
            parts &= count++ == 0 || part != NULL;
            part = at >= words->stops && is_part(words, at, &number) ? at : NULL;
            words->parts = part == NULL ? words->parts : part;
        }
        if (*at == ';' && !words->semicolons && at > words->base && at >= words->stops && !is_space(at[-1])) {
            const char *word_end = at;
            while (word_end < words->end && !is_space(*word_end))
                word_end++;
            words->semicolons = reads_on(words, word_end);
        }
        words->tight |= sign.c == '-' && at > words->base && is_digit(at[-1]) && is_letter(at[sign.length]);
        if (sign.c == '-' && is_dash(words, at)) {
            const char *before = at;
            const char *next = pass_blanks(at + sign.length + strspn(at + sign.length, "*_~`'"));
            while (before > words->base && strchr(" \t*_~`'", before[-1]) != NULL)
                before--;
            bool begins = before == words->base || ends_line(before[-1]) || strchr(".:", before[-1]) != NULL;
            struct spelled_number after;
            bool numbered = is_digit(*next) && spelled_number(next, &after) && !after.bare && !after.weak;
            words->passes |= begins || numbered || next >= words->end || is_dash(words, next);
        }
    }
    words->parts = parts && count > 1 && number > 2 ? words->parts : NULL;
}

/* The signs of a mark, and the bytes between them. */
enum { MARK_MOST = 6, MARKED_MOST = 400 };

/* Bold, italic, code and quotes around turns and numbers: where they open, if they close on the same line. */
static bool read_mark(struct words *words)
{
    char closing[MARK_MOST + 1] = "";
    const size_t length = strspn(words->at, "*_~`'");
    struct spelled_number number;
    if (length > MARK_MOST || words->closing >= words->at)
        return false;
    for (size_t i = 0; i < length; i++) /* the same signs in reverse, or the other half of a pair */
        closing[i] = words->at[length - 1 - i];
    if (length == 0)
        strcpy(closing,
            *words->at == '['                 ? "]"
                : *words->at == '<'           ? ">"
                : *words->at == '"'           ? "\""
                : one_of(words->at, "“„") > 0 ? "”"
                                              : "");
    const char *inside = words->at + strlen(closing);
    if (inside == words->at ||
        (!is_turn_with(words, inside, closing) && !spelled_number(inside, &number) && !is_figure(inside)))
        return false;
    for (const char *at = inside + 1; at < words->end && at - inside < MARKED_MOST && !ends_line(*at); at++)
        if (strncmp(at, closing, strlen(closing)) == 0 && !is_space(at[-1]) &&
            !(at[strlen(closing)] != '\0' && strchr("*_~`'", at[strlen(closing)]) != NULL && length > 0) &&
            is_turn_end(words, at + strlen(closing))) {
            words->closing = at;
            words->closing_length = strlen(closing);
            return pass_out(words, inside, SPELL_MARKUP);
        }
    return false;
}

/* A link after a word, which mail programs make of what looks like an address: <mailto:z26@x>. */
static bool read_link(struct words *words)
{
    const char *at = words->at + 1;
    while (is_letter(*at))
        at++;
    if (*words->at != '<' || at - words->at < 4 || *at != ':')
        return false;
    while (at < words->end && at - words->at < MARKED_MOST && *at != '>' && *at != '<' && !is_space(*at))
        at++;
    return *at == '>' && pass_out(words, at + 1, SPELL_MARKUP);
}

static const char *pass_comment(struct words *words)
{
    const char *closing = closing_brace(&words->braces, words->at, words->end);
    return closing == NULL ? words->end : closing + 1;
}

/* Up to what ends a word. */
static const char *pass_unknown(const struct words *words)
{
    const char *at = words->at + 1;
    while (at < words->end && !is_space(*at) && strchr("{()[<", *at) == NULL && sign_at(at).c != ' ')
        at++;
    return at;
}

/* What looks like a space, or like nothing. */
static bool read_odd_blank(struct words *words)
{
    struct sign sign = sign_at(words->at);
    if (!sign.odd || (sign.c != ' ' && sign.c != SIGN_NOTHING))
        return false;
    const char *behind = words->at + sign.length;
    respell(words->mending, 1u << SPELL_SPACE, slice_to(words->at, behind), slice_of(sign.c == ' ' ? " " : ""));
    words->at = behind;
    return true;
}

/* A number that could be a turn, too, if that were spelled as no other is: "1a", "1st", "II)". */
static bool read_odd_number(struct words *words)
{
    struct spelled_number number;
    struct spelled_turn found;
    bool stop;
    return spelled_number(words->at, &number) && (number.sure || number.weak) &&
        find_turn(words, words->at, false, &found, &stop) && found.kinds != 0 && read_number(words);
}

static void read_word(struct words *words)
{
    const char *said = is_digit(*words->at) || *words->at == '[' || *words->at == '(' ? pass_stamp(words->at) : NULL;
    if (said != NULL && begins_line(words)) {
        const char *end = said;
        while (end > words->at && is_space(end[-1]))
            end--;
        if (!read_outcome(words))
            take_remark(words, slice_to(words->at, end), end);
        return;
    }
    if (read_odd_number(words)) {
        words->after_turn = false;
        return;
    }
    if (read_turn(words))
        return;
    if (read_number(words)) {
        words->after_turn = false;
        return;
    }
    const char behind = words->at[0] == '(' ? sign_at(words->at + 1).c : 0;
    if ((behind == '-' || is_digit(behind)) && read_figures(words))
        return;
    if ((*words->at == '(' || *words->at == '[') && (read_sentence(words) || read_side(words) || read_remark(words)))
        return;
    if (*words->at == '(' || *words->at == ')') {
        words->at++;
        words->after_turn = false;
        return;
    }
    if (read_link(words) || read_dash(words) || read_figures(words) || read_sentence(words) ||
        read_resignation(words) || read_outcome(words) || read_side(words) || read_mark(words) ||
        read_separator(words) || read_remark(words))
        return;
    if (is_digit(words->at[0])) {
        size_t digits = strspn(words->at, "0123456789");
        if (words->at[digits] == '|' && is_turn(words, words->at + digits + 1)) {
            words->at += digits + 1;
            return;
        }
    }
    words->at = words->mending->all ? words->end : pass_unknown(words);
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
        else if (*words.at == ';' && (words.at <= words.parts || ends_line(*pass_blanks(words.at + 1))))
            pass_out(&words, words.at + 1, SPELL_SEPARATOR);
        else if (*words.at == ';' || (*words.at == '%' && begins_line(&words)))
            words.at = pass_line(&words, words.at);
        else if (is_space(*words.at) || strchr("!?$", *words.at) != NULL)
            words.at++;
        else if (words.at == words.closing)
            pass_out(&words, words.at + words.closing_length, SPELL_MARKUP);
        else if (words.shape == TURN_SPREAD && words.after_turn && !is_space(words.at[-1]) && strchr("'\"", *words.at))
            words.at++; /* a glyph */
        else if (!read_odd_blank(&words))
            read_word(&words);
    }
    text_release(&words.turn);
}
