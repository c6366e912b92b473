/* SPDX-License-Identifier: MIT */
/* The words of the movetext, one after another: turns, numbers and the result as people write them. */
#include "base/utf8.h"
#include "record/hints.h"
#include "record/spelled_turns.h"
#include "record/spelling.h"

enum { MANY = 1000 };

struct words {
    struct mending *mending;
    const char *base;
    const char *end; /* of the movetext */
    const char *at;
    enum turn_shape shape;
    struct text turn;
    unsigned number; /* the last one that was read */
    unsigned turns;  /* after it; where that is not known, many */
    unsigned round;  /* of the round before; 0: not known */
    bool late;       /* the number is not the next */
    unsigned depth;  /* of variations */
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
    } remarks;            /* where nothing else is */
    const char *line_end; /* the first end of a line, or begin of a comment, after what was read as a result */
    const char *brace;    /* the last '}' before it; NULL: there is none */
    bool last;            /* nothing but comments is after it */
    struct talk_known talk;
    bool stray;              /* something on the line is not read */
    const char *lone;        /* after a turn without a number that begins its line */
    const char *figures_end; /* of figures that were looked at */
    const char *stops;       /* where reads_on stopped the last time */
};

/* With what the turns go on. */
static struct talk_count count_of(const struct words *words)
{
    return (struct talk_count){words->number + 1, words->turns == 1};
}

static const struct talk_count any_number = {.next = 0};

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
    const bool lone = begins_line(words);
    if (found.kinds != 0 &&
        !(lone && talk_begins(pass_blanks(found.end + stop), count_of(words), false, NULL))) /* "F1 race" */
        respell(words->mending, found.kinds, slice_to(words->at, found.end), text_slice(&words->turn));
    words->at = found.end;
    words->at += stop;
    words->lone = lone ? pass_blanks(words->at) : NULL;
    words->after_turn = true;
    words->turns++;
    words->after_number = words->after_result = false;
    return true;
}

/* Numbers. */

/* Whether a dash is alone at AT, or three are, and no talk is after it. */
static bool is_dash(struct words *words, const char *at)
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
        (at == words->base || is_space(at[-1])) &&
        !talk_begins(pass_blanks(behind), count_of(words), false, &words->talk);
}

/* Whether a turn follows the number that ends at AT, maybe on the next line, in whatever there may be around it. */
static bool turn_follows(struct words *words, const char *at)
{
    at = pass_blanks(at + strspn(at, "*_~`'"));
    at = pass_blanks(at + strspn(at, " \t\r\n"));
    at += strspn(at, "*_~`'\"[<");
    const char *side = is_turn(words, at) ? NULL : pass_side(at); /* "P5>2" */
    at = side == NULL ? at : side + strspn(side, " \t\r\n");
    at += side == NULL ? 0 : strspn(at, "*_~`'\"[<");
    const char mark[] = {at > words->base && strchr("*_~`'\"", at[-1]) != NULL ? at[-1] : ' ', '\0'};
    return at < words->end && (is_turn_with(words, at, mark) || is_dash(words, at) || strncmp(at, "--", 2) == 0);
}

/* NUMBER is read; its round goes on AGAIN. */
static void begin_round(struct words *words, const struct spelled_number *number, bool again)
{
    const bool goes_on = again || number->dots;
    words->late =
        words->number > 0 && number->value != words->number + 1 && !(goes_on && number->value == words->number);
    if (!goes_on)
        words->round = words->turns >= MANY ? 0 : words->turns;
    words->turns = goes_on ? MANY : 0;
    words->number = number->value;
}

/* How people number their rounds: "1)", "1.)", "1 .", "1:", "#1", "Move 1", "(1)", "1...", "I.", a bare 1 before a
   turn. */
static bool read_number(struct words *words)
{
    struct spelled_number number;
    const char *at = words->at;
    if (!spelled_number(at, &number))
        return false;
    const bool next = number.value == words->number + 1 || (number.value == words->number && number.seat > 0);
    const bool begins = begins_line(words);
    if (number.plain) {
        words->at = number.end;
        begin_round(words, &number, false);
        words->after_number = true;
        return true;
    }
    if (number.bare && (words->after_number || (!next && !begins)))
        return false;
    if (number.weak && !(next && begins))
        return false;
    if ((number.opened || is_letter(*at)) && !next)
        return false;
    if (is_letter(*at) && talk_words(number.end, any_number) > 0) /* "ply 5 d4 was better" */
        return false;
    if (number.seat > 1 && number.value != words->number && is_digit(*at))
        return false; /* a round does not begin with "1c" */
    if (!turn_follows(words, number.end) && (!number.sure || number.opened || is_letter(*at)))
        return false;
    if (number.bare && words->shape == TURN_SPREAD && (words->number == 0 || number.value != words->number + 1))
        return false; /* digits begin turns there */
    char text[24];
    const bool again = number.seat > 0 && number.value == words->number;
    begin_round(words, &number, again);
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

/* RESULT is said up to END, and nothing but comments is after it; or figures that say the same, on the next line. */
static bool take_result(struct words *words, const char *end, const char *result, unsigned kinds)
{
    while (end > words->at && is_space(end[-1]))
        end--;
    const struct slice said = slice_to(words->at, end);
    if (!slice_is(said, result))
        respell(words->mending, kinds, said, slice_of(result));
    words->at = words->end;
    return true;
}

static bool take_remark(struct words *words, struct slice said, const char *end);

/* A result in words: a whole line, or what follows the last turn on its line.  Figures on the next line may say the
   same; then it is a comment. */
static bool read_saying(struct words *words)
{
    char meant[RESULT_ROOM];
    char figures_meant[RESULT_ROOM];
    unsigned kinds;
    const char *line_end = end_of_words(words, words->at);
    const struct slice said = slice_trim(slice_to(words->at, line_end));
    if (words->after_result || !(begins_line(words) || words->after_turn || words->after_number) ||
        !spelled_saying(words->mending, said, meant))
        return false;
    if (words->last)
        return take_result(words, line_end, meant, 1u << SPELL_RESULT);
    const struct slice figures = word_at(line_end + strspn(line_end, " \t\r\n"), words->end, 0);
    return is_figure(figures.at) && figures.length < RESULT_ROOM / 2 && is_last(words, slice_end(figures)) &&
        spelled_result(figures, figures_meant, &kinds) && agrees(meant, figures_meant) &&
        take_remark(words, said, slice_end(said));
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
    if (words->stray)
        return false;
    const char *at = end_of_figures(words);
    if (at == words->at || at - words->at >= FIGURES_MOST || (at < words->end && strchr("{;\n\r", *at) == NULL))
        return false;
    struct slice said = slice_trim(slice_to(words->at, at));
    size_t first = 0;
    while (first < said.length && !is_space(said.at[first]))
        first++;
    const bool other = (slice_is(said, "=") && shape_is_field(words->shape)) || is_time(said) ||
        (words->mending->manner.points && is_fraction(said.at));
    if (!words->last || other || !spelled_result(said, meant, &kinds)) {
        const struct slice word = slice_shorter(said, first);
        words->after_result |=
            slice_is(word, "*") || (spelled_result(word, meant, &kinds) && (words->last || slice_is(word, meant)));
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

/* Talk in brackets, or figures that are not the next number. */
static bool read_bracket(struct words *words)
{
    const char closing = *words->at == '(' ? ')' : ']';
    const char *at = words->at + 1;
    bool letters = false;
    const bool tag = words->number == 0 && !words->after_turn && !is_digit(words->at[1]);
    if (*words->at == '[' && (words->at[1] == '%' || tag || begins_tag(words->at)))
        return false;
    for (; at < words->end && !ends_line(*at) && strchr("(){}[];", *at) == NULL; at++)
        letters |= letter_length(at) > 0;
    const struct slice inside = slice_to(words->at + 1, at);
    return at < words->end && *at == closing && slice_trim(inside).length > 0 &&
        (!letters || talk_begins(inside.at, any_number, true, NULL)) && !is_unclear(words->mending, inside) &&
        take_remark(words, inside, at + 1);
}

/* Whether SAID may be passes after the next number, "Move 2: - - Move 3: - -". */
static bool is_passes(const struct words *words, struct slice said)
{
    struct spelled_number number;
    if (!is_letter(*said.at) || !spelled_number(said.at, &number) || number.value != words->number + 1)
        return false;
    for (const char *at = number.end; at < slice_end(said); at += sign_at(at).length + (sign_at(at).length == 0))
        if (sign_at(at).c == '-' && !is_letter(at[-1]) && !is_digit(at[-1]) &&
            letter_length(at + sign_at(at).length) == 0)
            return true;
    return false;
}

/* Talk of several words becomes a comment, unless a turn or a result may be in it. */
static bool read_talk(struct words *words)
{
    if (!talk_begins(words->at, count_of(words), begins_line(words), &words->talk))
        return false;
    const char *end = talk_end(words->at, count_of(words), words->depth > 0);
    const struct slice said = slice_to(words->at, end < words->end ? end : words->end);
    const unsigned round = shape_has_cells(words->shape) || words->shape == TURN_MOVES ? 2 : words->round;
    const bool beyond = round > 0 && words->turns < MANY && words->turns > round;
    const bool lone = words->lone == words->at || beyond || words->late; /* with the turn */
    const bool single = talk_words(words->at, count_of(words)) < 2 && slice_end(said)[-1] != '!';
    if (lone || single || is_passes(words, said) || words->after_number || /* it may stand for a turn */
        is_unclear(words->mending, said) || memchr(said.at, '}', said.length) != NULL)
        words->at = slice_end(said);
    else
        take_remark(words, said, slice_end(said));
    return true;
}

/* Text between turns. */

/* A side before a turn, which may be on the next line. */
static bool read_side(struct words *words)
{
    const char *side = pass_side(words->at);
    struct spelled_number number;
    return side != NULL &&
        (turn_follows(words, side) || (spelled_number(side, &number) && turn_follows(words, number.end))) &&
        pass_out(words, side, SPELL_SEPARATOR);
}

/* Signs that mean nothing between turns. */
static bool read_separator(struct words *words)
{
    const bool arrows = words->shape == TURN_LIFT || words->shape == TURN_MOVES || shape_is_field(words->shape);
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
        if (words->tight && words->after_turn && (turn_next || is_turn(words, next)))
            return pass_out(words, behind, SPELL_SEPARATOR);
        if (!passes || !words->passes)
            return false;
        respell(words->mending, 1u << SPELL_PUNCTUATION, slice_to(words->at, behind), slice_of("pass"));
        words->turns++;
        words->at = behind;
        return true;
    }
    if (behind - words->at > 2 && !turn_next) /* "...", "~~~": something that nobody could read */
        return false;
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
    const char *word_end = words->at; /* of the last word with a semicolon */
    bool parts = true;                /* all but the last one separate rounds */
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
        if (*at == ';' && !words->semicolons && at > words->base && at >= words->stops && at >= word_end &&
            !is_space(at[-1])) {
            word_end = at;
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
            bool numbered = is_digit(*next) && spelled_number(next, &after) && !after.bare;
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
            words->begins = begins_line(words);
            words->begin = inside;
            return pass_out(words, inside, SPELL_MARKUP);
        }
    return false;
}

static void pass_closing(struct words *words)
{
    const bool lone = words->lone == words->at;
    pass_out(words, words->at + words->closing_length, SPELL_MARKUP);
    words->lone = lone ? pass_blanks(words->at) : words->lone;
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
    return spelled_number(words->at, &number) && number.sure && find_turn(words, words->at, false, &found, &stop) &&
        found.kinds != 0 && read_number(words);
}

static void read_word(struct words *words)
{
    if (read_odd_number(words) || (is_letter(*words->at) && read_number(words))) {
        words->after_turn = false;
        return;
    }
    if (read_side(words) || read_saying(words) || read_talk(words) || read_turn(words))
        return;
    if (read_number(words)) {
        words->after_turn = false;
        return;
    }
    const char behind = words->at[0] == '(' ? sign_at(words->at + 1).c : 0;
    if ((behind == '-' || is_digit(behind)) && read_figures(words))
        return;
    if ((*words->at == '(' || *words->at == '[') && read_bracket(words))
        return;
    if (*words->at == '(' || *words->at == ')') {
        words->depth += *words->at == '(';
        words->depth -= *words->at == ')' && words->depth > 0;
        words->at++;
        words->turns = MANY;
        words->after_turn = false;
        return;
    }
    if (read_link(words) || read_dash(words) || read_figures(words) || read_mark(words) || read_separator(words))
        return;
    if (is_digit(words->at[0])) {
        size_t digits = strspn(words->at, "0123456789");
        if (words->at[digits] == '|' && is_turn(words, words->at + digits + 1)) {
            words->at += digits + 1;
            return;
        }
    }
    words->stray = true;
    words->at = words->mending->all ? words->end : pass_unknown(words);
    words->after_number = words->after_turn = false;
}

/* Whether WORD is a turn as it should be written, or a result. */
static bool is_notation(const struct mending *mending, struct slice word, struct text *turn)
{
    char meant[RESULT_ROOM];
    struct spelled_turn found;
    word = talk_word(word);
    return word.length > 0 &&
        ((spelled_turn(mending->shape, word.at, &mending->manner, false, turn, &found) && found.kinds == 0 &&
             found.end >= slice_end(word)) ||
            (spelled_word(word.at, turn, &found) && found.end >= slice_end(word)) ||
            (result_meant(word, meant) && slice_is(word, meant)) || slice_is(word, "1/2-1/2") ||
            (mending->shape == TURN_SPREAD && slice_is_any(word, "R-0|F-0|0-R|0-F")));
}

bool is_unclear(const struct mending *mending, struct slice talk)
{
    const char *const end = slice_end(talk);
    bool unclear = begins_saying(mending, talk);
    SCOPED(text, turn);
    for (const char *at = talk.at; !unclear && at < end;) {
        const struct slice word = word_at(at, end, 0);
        unclear = is_notation(mending, word, &turn);
        for (const char *part = at; !unclear && part < slice_end(word); part++) { /* "d3,e4" */
            const char *const begin = part;
            while (part < slice_end(word) && strchr(",/|", *part) == NULL)
                part++;
            unclear = is_notation(mending, slice_to(begin, part), &turn);
        }
        const uint8_t length = sign_at(slice_end(word)).length;
        at = slice_end(word) + (length == 0 ? 1 : length);
    }
    return unclear;
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
            words.stray &= !ends_line(*words.at++);
        else if (words.at == words.closing)
            pass_closing(&words);
        else if (words.shape == TURN_SPREAD && words.after_turn && !is_space(words.at[-1]) && strchr("'\"", *words.at))
            words.at++; /* a glyph */
        else if (!read_odd_blank(&words))
            read_word(&words);
    }
    text_release(&words.turn);
}
