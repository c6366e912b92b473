/* SPDX-License-Identifier: MIT */
/* Who has which seat, as a line says it in other ways than tags, columns and turns do: a word for a seat and a name, on
   either side, with a sign or a word between them or nothing, "w = Anna", "Ben had black"; or two names and "versus".
   Before the first turn that names players if it is plain; all else is asked about once. */
#include "convert/typed.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    LINE_MOST = 400,
    NAME_WORDS = 3,
    LETTERS_LEAST = 3,
    SIGNATURE_MOST = 40,
    ABBREVIATION_MOST = 2,
    LEGEND_MOST = 4096
};

/* What may be said of a seat on one side of its word. */
struct typed_side {
    struct typed_place name; /* empty: none */
    bool writer;             /* or the writer */
    bool reader;             /* or whom it is written to */
    bool linked;             /* by a sign or a word */
    bool told;               /* by a verb, in a sentence */
    bool whole;              /* nothing follows that may be of it */
};

/* A word for a seat with what is around it. */
struct statement {
    struct typed_place word;    /* with its brackets */
    unsigned seat;              /* 0: it is a colour of pieces, */
    char colour;                /* and its letter */
    struct typed_side sides[2]; /* before it and after it */
    unsigned side;              /* that says who */
    bool plain;                 /* its line says nothing else, but for figures and the game */
};

static bool is_name_sign(char c)
{
    return typed_is_letter(c) || c == SIGN_LETTER || (c != '\0' && strchr(".'-_", c) != NULL);
}

static uint32_t word_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (i < end && is_name_sign(*typed_sign_at(clerk, i)))
        i++;
    return i;
}

/* Where the word that ends at END begins, after FROM; figures are after three letters or more, "tessa77". */
static uint32_t word_begin(const struct clerk *clerk, uint32_t from, uint32_t end)
{
    uint32_t plain = end, i = end;
    while (plain > from && is_name_sign(*typed_sign_at(clerk, plain - 1)))
        plain--;
    while (i > from && (is_name_sign(*typed_sign_at(clerk, i - 1)) || typed_is_digit(*typed_sign_at(clerk, i - 1))))
        i--;
    for (uint32_t k = i; k < plain && k < i + LETTERS_LEAST; k++)
        if (typed_is_digit(*typed_sign_at(clerk, k)))
            return plain;
    return i;
}

static bool means(const struct clerk *clerk, struct typed_place word, uint64_t meanings)
{
    uint32_t after;
    return word.end > word.begin && typed_word_at(clerk, word.begin, word.end, meanings, &after) != NULL &&
        after == word.end;
}

bool typed_is_game(const struct clerk *clerk, struct typed_place word)
{
    const size_t length = strcspn(clerk->ruleset, "-");
    return length > 0 && word.end - word.begin == length &&
        strncasecmp(typed_sign_at(clerk, word.begin), clerk->ruleset, length) == 0;
}

/* Whether WORD may be of a name: it begins with a capital, unless SMALL ones may be, too, and means nothing else. */
static bool is_name_word(const struct clerk *clerk, struct typed_place word, bool small)
{
    const char first = *typed_sign_at(clerk, word.begin);
    const bool letter = typed_is_letter(first) || first == SIGN_LETTER;
    return word.end > word.begin && letter && (small || first < 'a') &&
        (!means(clerk, word, typed_known_words) ||
            (!small && word.end == word.begin + 2 && !means(clerk, word, 1u << MEANS_WRITER))) &&
        !typed_is_game(clerk, word);
}

/* The name of a few words that ends at END, after FROM: its begin, or END. */
static uint32_t name_begin(const struct clerk *clerk, uint32_t from, uint32_t end)
{
    uint32_t begin = end;
    for (unsigned words = 0; words < NAME_WORDS; words++) {
        const uint32_t last = begin - (words > 0 && begin > from && typed_is_space(*typed_sign_at(clerk, begin - 1)));
        const uint32_t i = word_begin(clerk, from, last);
        if ((words > 0 && last == begin) || !is_name_word(clerk, (struct typed_place){i, last}, false) ||
            (i > from && !typed_is_space(*typed_sign_at(clerk, i - 1)) && *typed_sign_at(clerk, i - 1) != '('))
            break;
        begin = i;
    }
    return begin;
}

static bool is_letters(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (i < end && (typed_is_letter(*typed_sign_at(clerk, i)) || *typed_sign_at(clerk, i) == SIGN_LETTER))
        i++;
    return i == end;
}

/* The name of a few words that begins at I, before LIMIT: its end, or I. */
static uint32_t name_after(const struct clerk *clerk, uint32_t i, uint32_t limit, bool small)
{
    uint32_t end = i;
    for (unsigned words = 0; words < NAME_WORDS; words++) {
        const uint32_t begin = end + (words > 0 && typed_sign_before(clerk, end, limit) == ' ');
        uint32_t last = begin;
        while (last < limit &&
            (is_name_sign(*typed_sign_at(clerk, last)) ||
                (last >= begin + LETTERS_LEAST && typed_is_digit(*typed_sign_at(clerk, last)))))
            last++;
        if ((words > 0 && begin == end) || typed_is_digit(typed_sign_before(clerk, last, limit)) ||
            !is_name_word(clerk, (struct typed_place){begin, last}, small && words == 0))
            break;
        end = last;
        if (last > begin + LETTERS_LEAST && *typed_sign_at(clerk, last - 1) == '.') /* "Ben Noll. Here it is" */
            break;
    }
    const bool stop = end > i && *typed_sign_at(clerk, end - 1) == '.';
    const bool initial = end > i + 1 && (end == i + 2 || typed_is_space(*typed_sign_at(clerk, end - 3)));
    const bool whole = end > i + 3 && is_letters(clerk, end - 4, end - 1); /* "Nadia. I'm white" */
    return stop && (whole || (!initial && typed_skip_spaces(clerk, end, limit) >= limit)) ? end - 1 : end;
}

static uint32_t skip_spaces_back(const struct clerk *clerk, uint32_t from, uint32_t i)
{
    while (i > from && typed_is_space(*typed_sign_at(clerk, i - 1)))
        i--;
    return i;
}

/* Where what is before the bracket that ends at I ends; I: none ends there. */
static uint32_t before_bracket(const struct clerk *clerk, uint32_t from, uint32_t i)
{
    uint32_t open = i;
    if (i == from || *typed_sign_at(clerk, i - 1) != ')')
        return i;
    while (open > from && *typed_sign_at(clerk, open - 1) != '(')
        open--;
    return skip_spaces_back(clerk, from, open > from ? open - 1 : from);
}

/* The word that ends at I. */
static struct typed_place word_before(const struct clerk *clerk, uint32_t from, uint32_t i)
{
    return (struct typed_place){word_begin(clerk, from, i), i};
}

/* Whether a part of the line that FROM begins begins at I. */
static bool begins_part(const struct clerk *clerk, uint32_t from, uint32_t i)
{
    const uint32_t before = skip_spaces_back(clerk, from, i);
    return before == from || before + 1 < i || strchr(",;/|(.:!?\t-", *typed_sign_at(clerk, before - 1)) != NULL ||
        *typed_sign_at(clerk, before) == '\t' ||
        means(clerk, word_before(clerk, from, before), 1u << MEANS_VERSUS | 1u << MEANS_SIGN);
}

static uint32_t skip_markup(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (typed_sign_before(clerk, i, end) == '*')
        i++;
    return i;
}

/* Whether a part of the line ends at I, or the next one begins there, at LIMIT. */
static bool ends_part(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t end)
{
    uint32_t after;
    i = skip_markup(clerk, i, end);
    const uint32_t next = typed_skip_spaces(clerk, i, end);
    if (next >= limit || next > i + 1 || typed_sign_before(clerk, i, end) == '\t' ||
        strchr(",;.|/():-", *typed_sign_at(clerk, next)) != NULL)
        return true;
    const struct typed_word *word = typed_word_at(
        clerk, next, end, 1u << MEANS_VERSUS | 1u << MEANS_SIGN | 1u << MEANS_WRITER | 1u << MEANS_READER, &after);
    return word != NULL && (word->meaning != MEANS_SIGN || *word->name == ',');
}

/* Whether nothing but figures is after a space at I, "Anna - Ben 1-0". */
static bool are_figures(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    if (typed_sign_before(clerk, i, end) != ' ')
        return false;
    while (i < end &&
        (typed_is_any_of(*typed_sign_at(clerk, i), " 0123456789/:-=*.") || *typed_sign_at(clerk, i) == SIGN_HALF))
        i++;
    return i == end;
}

/* Statements. */

/* Where the bracket ends that is at I after a space, "Ann (Leeds), white"; I: there is none. */
static uint32_t skip_place(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t close = typed_skip_spaces(clerk, i, end);
    if (typed_sign_before(clerk, close, end) != '(')
        return i;
    while (close < end && *typed_sign_at(clerk, close) != ')')
        close++;
    return close < end ? close + 1 : i;
}

/* Whether the word for a seat from I to AFTER is of a name, and the one for its seat is after that: "Jakob Weiss
   (Graz), black". */
static bool is_family_name(const struct clerk *clerk, uint32_t from, uint32_t i, uint32_t after, uint32_t end)
{
    const uint32_t comma = skip_place(clerk, after, end);
    return i > from && typed_is_space(*typed_sign_at(clerk, i - 1)) && name_begin(clerk, from, i - 1) < i - 1 &&
        typed_sign_before(clerk, comma, end) == ',' &&
        typed_word_at(clerk, typed_skip_spaces(clerk, comma + 1, end), end, 1u << MEANS_WHITE | 1u << MEANS_BLACK,
            &after) != NULL;
}

/* The word for a seat at I: a colour, or of those of PIECES one; "p1" before a sign. */
static bool read_seat_word(
    const struct clerk *clerk, uint32_t i, uint32_t from, uint32_t end, bool pieces, struct statement *one)
{
    uint32_t after = i;
    if (i > from && *typed_sign_at(clerk, i - 1) == '_') /* "ronan_b" */
        return false;
    uint32_t before = skip_spaces_back(clerk, from, i);
    before -= before > from && typed_is_any_of(*typed_sign_at(clerk, before - 1), ":=");
    if (typed_sign_before(clerk, i + 1, end) == '.' && before > from && /* "White: W. Bos" */
        means(clerk, word_before(clerk, from, skip_spaces_back(clerk, from, before)),
            1u << MEANS_WHITE | 1u << MEANS_BLACK))
        return false;
    const struct typed_word *word =
        typed_word_at(clerk, i, end, pieces ? 1u << MEANS_COLOUR : 1u << MEANS_WHITE | 1u << MEANS_BLACK, &after);
    const uint32_t digit = typed_skip_spaces(clerk, i + 1, end);
    const bool begins = i == from || !typed_is_alnum(*typed_sign_at(clerk, i - 1));
    *one = (struct statement){.word = {i, after}};
    if (word != NULL && is_family_name(clerk, from, i, after, end))
        return false;
    if (word != NULL && pieces)
        one->colour = word->name[7];
    else if (word != NULL)
        one->seat = typed_seat_at(clerk, i, end, &after);
    else if (begins && (*typed_sign_at(clerk, i) | 0x20) == 'p' &&
        typed_is_digit(typed_sign_before(clerk, digit, end))) {
        const uint32_t sign = typed_skip_spaces(clerk, digit + 1, end);
        const unsigned seat = (unsigned)(*typed_sign_at(clerk, digit) - '0');
        one->word.end = digit + 1;
        one->seat = seat < 3 && strchr("=:", typed_sign_before(clerk, sign, end)) != NULL ? seat : 0;
    }
    if (one->seat == 0 && one->colour == '\0')
        return false;
    uint32_t close = one->word.end; /* "(B, begins)" */
    while (typed_sign_before(clerk, one->word.end, end) == ',' && close < end && *typed_sign_at(clerk, close) != ')')
        close++;
    if (i > from && *typed_sign_at(clerk, i - 1) == '(' && typed_sign_before(clerk, close, end) == ')') {
        one->word.begin--;
        one->word.end = close + 1;
    }
    return true;
}

/* Whether what is said of a seat ends at I, and no comma is there: "Ann, white / Ben, black". */
static bool ends_seat(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const uint32_t next = typed_skip_spaces(clerk, i, end);
    return next >= end || typed_is_any_of(*typed_sign_at(clerk, next), "/|;");
}

/* Who is said from FROM on before the word of ONE; PLAIN: the line has no more words than that. */
static void read_before(const struct clerk *clerk, uint32_t from, uint32_t end, struct statement *one, bool plain)
{
    struct typed_side *side = &one->sides[0];
    uint32_t i = skip_spaces_back(clerk, from, one->word.begin);
    side->linked = *typed_sign_at(clerk, one->word.begin) == '(';
    if (i > from && strchr("=:", *typed_sign_at(clerk, i - 1)) != NULL) {
        side->linked = true;
        i = skip_spaces_back(clerk, from, i - 1);
    } else if (means(clerk, word_before(clerk, from, i), 1u << MEANS_IS)) {
        side->linked = side->told = true;
        i = skip_spaces_back(clerk, from, word_before(clerk, from, i).begin);
    } else if (i > from && *typed_sign_at(clerk, i - 1) == ',' && ends_seat(clerk, one->word.end, end)) {
        side->linked = true;
        i = before_bracket(clerk, from, skip_spaces_back(clerk, from, i - 1));
    }
    const uint32_t before = before_bracket(clerk, from, i);
    if (before < i) { /* "I (Ben)" */
        const uint32_t open = typed_skip_spaces(clerk, before, i) + 1;
        if (means(clerk, word_before(clerk, from, before), 1u << MEANS_WRITER))
            side->name = (struct typed_place){open, name_after(clerk, open, i - 1, true)};
        return;
    }
    const struct typed_place word = word_before(clerk, from, i);
    side->writer = means(clerk, word, 1u << MEANS_WRITER);
    side->reader = means(clerk, word, 1u << MEANS_READER);
    side->name = (struct typed_place){name_begin(clerk, from, i), i};
    const uint32_t comma = side->name.begin > from + 2 ? side->name.begin - 2 : from;
    const uint32_t family = side->linked && comma > from && memcmp(typed_sign_at(clerk, comma), ", ", 2) == 0
        ? name_begin(clerk, from, comma)
        : comma;
    if (family < comma && family > from + 1 && typed_is_any_of(*typed_sign_at(clerk, family - 2), "-|"))
        side->name.begin = family; /* "Ben Noll (White) - Krol, Anna (Black)" */
    if (i > side->name.begin + 2 && memcmp(typed_sign_at(clerk, i - 2), "'s", 2) == 0) { /* "Vic's black" is talk */
        side->name.end -= 2;
        side->linked = side->told = true;
    }
    const bool stuck = i == one->word.begin && side->linked; /* "ann(w)" */
    if (side->name.begin == i && !side->writer && (plain || side->linked) && is_name_word(clerk, word, true) &&
        (stuck || begins_part(clerk, from, word.begin)))
        side->name = word;
}

/* Who is said after the word of ONE, before the next one at LIMIT; FIRST: nothing is before it on the line. */
static void read_after(
    const struct clerk *clerk, uint32_t limit, uint32_t end, struct statement *one, bool plain, bool first)
{
    uint32_t after;
    struct typed_side *side = &one->sides[1];
    const bool letter = one->word.end == one->word.begin + 1;
    uint32_t i = typed_skip_spaces(clerk, skip_markup(clerk, one->word.end, limit), limit);
    const bool gap = i > one->word.end + 1 || typed_sign_before(clerk, one->word.end, limit) == '\t';
    bool small = plain;
    if (*typed_sign_at(clerk, one->word.begin) == '(')
        return;
    if (i < limit && strchr("=:(", *typed_sign_at(clerk, i)) != NULL) {
        side->linked = small = true;
        i = typed_skip_spaces(clerk, skip_markup(clerk, i + 1, limit), limit);
    } else if (i > one->word.end && i + 1 < limit &&
        memcmp(typed_sign_at(clerk, i), "- ", 2) == 0) { /* "White - Ann" */
        side->linked = true;
        i += 2;
    } else if (typed_word_at(clerk, i, limit, 1u << MEANS_IS, &after) != NULL) {
        side->linked = side->told = true;
        i = typed_skip_spaces(clerk, after, limit);
    } else if (letter && !gap && !plain && !first) {
        return;
    }
    side->name = (struct typed_place){i, name_after(clerk, i, limit, small)};
    if (typed_word_at(clerk, i, limit, 1u << MEANS_WRITER | 1u << MEANS_READER, &after) != NULL) {
        side->writer = means(clerk, (struct typed_place){i, after}, 1u << MEANS_WRITER);
        side->reader = !side->writer;
        side->name = (struct typed_place){after, after};
    }
    side->whole = plain || ends_part(clerk, side->name.end, limit, end);
}

/* Whether the line from I on is quoted, so that its "I" is nobody whom the lines around it name. */
static bool is_quoted(const struct clerk *clerk, uint32_t i)
{
    const uint32_t least = i > LINE_MOST ? i - LINE_MOST : 0;
    while (i > least && strchr("\n>", *typed_sign_at(clerk, i - 1)) == NULL)
        i--;
    return i > least && *typed_sign_at(clerk, i - 1) == '>';
}

static bool says_who(const struct typed_side *side)
{
    return side->whole && (side->writer || side->reader || side->name.end > side->name.begin);
}

static bool begins_word(const struct clerk *clerk, uint32_t begin, uint32_t i)
{
    return !typed_is_space(*typed_sign_at(clerk, i)) && (i == begin || typed_is_space(*typed_sign_at(clerk, i - 1))) &&
        !(*typed_sign_at(clerk, i) == '(' && /* "me (nic)" */
            means(clerk, word_before(clerk, begin, skip_spaces_back(clerk, begin, i)), 1u << MEANS_WRITER));
}

/* Whether each part of the line from I to END is one of the COUNT words for seats and one more, or has figures or the
   game: "Accasta, white ann_7, black ben. Table 2". */
static bool is_of_pairs(
    const struct clerk *clerk, uint32_t i, uint32_t end, const struct statement *all, unsigned count)
{
    unsigned words = 0, seats = 0, next = 0;
    bool other = false;
    for (uint32_t k = i, begin = i; k <= end; k++) {
        const char c = typed_sign_before(clerk, k, end);
        if (k == end || typed_is_any_of(c, ",;|/") ||
            (c == '.' && k > begin + 1 && typed_is_space(typed_sign_before(clerk, k + 1, end)) &&
                !typed_is_space(*typed_sign_at(clerk, k - 2)))) { /* "W. Bos" */
            if (words > 0 && (seats > 0 ? words != 2 * seats : !other || words > NAME_WORDS))
                return false; /* not "yesterday we played 3 games, poor black" */
            words = seats = 0;
            other = false;
            begin = k + 1;
            continue;
        }
        words += begins_word(clerk, begin, k);
        other |= typed_is_digit(c) || typed_is_game(clerk, (struct typed_place){k, word_end(clerk, k, end)});
        if (next < count && all[next].word.begin == k) {
            next++;
            seats++;
        }
    }
    return count > 0;
}

/* Finds what the line from I to END says of seats, all on the same side of their words, but for those that are linked
   on one side alone; returns how many say who, which come first. */
static unsigned read_statements(
    struct clerk *clerk, uint32_t i, uint32_t end, struct statement all[CATASTA_SEATS], unsigned *seats)
{
    struct catasta_seat n = {.size = sizeof n};
    const bool pieces = clerk->board != NULL && catasta_position_seat(clerk->board, 1, &n) &&
        strncmp(n.name, "Player", 6) == 0 && typed_has_colours(clerk);
    unsigned count = 0;
    unsigned words = 0;
    unsigned votes[2] = {0, 0};
    uint32_t last = i;
    for (uint32_t k = i; k < end && count < CATASTA_SEATS; k++) {
        words += begins_word(clerk, i, k);
        if (!read_seat_word(clerk, k, i, end, pieces, &all[count]))
            continue;
        k = all[count++].word.end - 1;
    }
    if (count == 1 && all[0].word.end == all[0].word.begin + 1 &&
        typed_sign_before(clerk, all[0].word.end, end) == '.' && clerk->players.seat == 0 &&
        typed_is_letter(typed_sign_before(clerk, typed_skip_spaces(clerk, all[0].word.end + 1, end), end)))
        count = 0; /* "A. Ritter - B. Noll" */
    const bool plain = words == 2 * count || is_of_pairs(clerk, i, end, all, count);
    const bool quoted = is_quoted(clerk, i);
    for (unsigned k = 0; k < count; k++) {
        const uint32_t limit = k + 1 < count ? all[k + 1].word.begin : end;
        all[k].plain = plain;
        read_before(clerk, last, end, &all[k], plain);
        read_after(clerk, limit, end, &all[k], plain, skip_spaces_back(clerk, i, all[k].word.begin) == i);
        if (all[k].sides[0].writer && all[k].sides[1].linked && clerk->players.writer.end == 0) /* "me = black (Ben)" */
            clerk->players.writer = all[k].sides[1].name;
        const bool letter = all[k].word.end == all[k].word.begin + 1; /* "anna=w", but not "Plan B" */
        const struct typed_side *before = &all[k].sides[0];
        all[k].sides[0].whole = plain || *typed_sign_at(clerk, all[k].word.begin) == '(' ||
            (ends_part(clerk, all[k].word.end, end, end) &&
                (before->linked ||
                    (!letter &&
                        (before->name.end == before->name.begin || begins_part(clerk, last, before->name.begin)))));
        last = all[k].word.end;
        for (unsigned side = 0; side < 2 && quoted; side++)
            all[k].sides[side].writer = all[k].sides[side].reader = false;
        for (unsigned side = 0; side < 2; side++)
            votes[side] += says_who(&all[k].sides[side]);
    }
    *seats = count;
    const unsigned most = votes[1] > votes[0];
    unsigned kept = 0;
    for (unsigned k = 0; k < count; k++) {
        const bool before = says_who(&all[k].sides[0]), after = says_who(&all[k].sides[1]);
        const bool linked[2] = {before && all[k].sides[0].linked, after && all[k].sides[1].linked};
        all[k].side = linked[0] != linked[1] ? linked[1] : before != after ? after : most;
        if (!(all[k].side == 0 ? before : after))
            continue;
        all[kept++] = all[k];
    }
    return kept;
}

/* The name that SIDE says, of the writer the one that is known; empty: none. */
static struct typed_place said_name(const struct clerk *clerk, const struct typed_side *side)
{
    return side->writer ? clerk->players.writer : side->name;
}

/* Whether ONE and the name with it are all that is from I to END. */
static bool is_whole_line(const struct clerk *clerk, const struct statement *one, uint32_t i, uint32_t end)
{
    const struct typed_side *side = &one->sides[one->side];
    const uint32_t begin = one->side == 0 ? i : one->word.begin;
    const uint32_t last = one->side == 0 ? one->word.end : side->name.end;
    return typed_skip_spaces(clerk, i, end) == typed_skip_spaces(clerk, begin, end) &&
        (one->side == 1 || side->writer || typed_skip_spaces(clerk, i, end) == side->name.begin) &&
        (typed_skip_spaces(clerk, last, end) >= end || typed_skip_spaces(clerk, last, end) > last + 2); /* of a form */
}

/* Two names with "versus", or DASH, between them, from I to END; of ONE, unless NULL, the seat says whose the first is.
   False: there are none, or more is said around them. */
static bool read_versus(const struct clerk *clerk, uint32_t i, uint32_t end, const struct statement *one, bool dash,
    struct typed_place names[2])
{
    for (uint32_t k = i + 1, after; k < end; k++) {
        const bool apart = typed_is_space(*typed_sign_at(clerk, k - 1));
        after = k + 1;
        if (!apart ||
            (dash ? *typed_sign_at(clerk, k) != '-' : typed_word_at(clerk, k, end, 1u << MEANS_VERSUS, &after) == NULL))
            continue;
        after += !dash && typed_sign_before(clerk, after, end) == '.';
        const uint32_t right = typed_skip_spaces(clerk, after, end);
        uint32_t last = skip_spaces_back(clerk, i, k);
        if (right == after || (one != NULL && last != one->word.end))
            continue;
        if (one == NULL) /* "Anna (starts)" */
            last = before_bracket(clerk, i, last);
        const struct typed_place word = word_before(clerk, i, last);
        names[0] = (struct typed_place){name_begin(clerk, i, last), last};
        if (names[0].begin == last && !dash && is_name_word(clerk, word, true) &&
            (one != NULL || typed_skip_spaces(clerk, i, end) == word.begin)) /* not "for the cup, two against two" */
            names[0].begin = word.begin;
        names[1] = (struct typed_place){right, name_after(clerk, right, end, one == NULL && !dash)};
        return names[1].end > names[1].begin &&
            (ends_part(clerk, names[1].end, end, end) || are_figures(clerk, names[1].end, end)) &&
            (one != NULL || (names[0].end > names[0].begin && (dash || begins_part(clerk, i, names[0].begin))));
    }
    return false;
}

/* Players. */

static bool is_same_name(const struct clerk *clerk, struct typed_place one, struct typed_place other)
{
    const uint32_t begin = typed_offset(clerk, one.begin), length = typed_offset(clerk, one.end) - begin;
    const uint32_t at = typed_offset(clerk, other.begin);
    return length > 0 && typed_offset(clerk, other.end) - at == length &&
        memcmp(clerk->page.bytes + begin, clerk->page.bytes + at, length) == 0;
}

struct typed_place typed_full_name(const struct clerk *clerk, struct typed_place name)
{
    const uint32_t size = name.end - name.begin;
    if (size == 0 || size > ABBREVIATION_MOST)
        return name;
    const uint32_t limit = clerk->page.count < LEGEND_MOST ? clerk->page.count : LEGEND_MOST;
    for (uint32_t i = 0, last; i + size < limit; i++) {
        if (memcmp(typed_sign_at(clerk, i), typed_sign_at(clerk, name.begin), size) != 0 ||
            (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i - 1))))
            continue;
        const uint32_t sign = typed_skip_spaces(clerk, i + size, limit);
        const uint32_t begin = typed_skip_spaces(clerk, sign + 1, limit);
        const bool equal = *typed_sign_at(clerk, sign) == '=';
        if ((equal || (*typed_sign_at(clerk, sign) == ':' && i < name.begin)) &&
            (last = name_after(clerk, begin, limit, equal)) > begin)
            return (struct typed_place){begin, last};
    }
    return name;
}

/* Keeps the name of the writer, if the line from I to END says it: "From: Anna Krol", "me = Anna", "I (Anna)", "Anna
 * (me)". */
static void find_writer(struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t after;
    struct typed_place name = {0, 0};
    const struct typed_word *sender =
        typed_word_at(clerk, i, end, MEANS_BIT(MEANS_SENDER) | MEANS_BIT(MEANS_AUTHOR), &after);
    if (sender != NULL) {
        const bool colon = typed_sign_before(clerk, typed_skip_spaces(clerk, after, end), end) == ':';
        while (typed_is_any_of(typed_sign_before(clerk, after, end), " :*_"))
            after++;
        const uint32_t last = name_after(clerk, after, end, true);
        uint32_t next = last;
        while (typed_is_any_of(typed_sign_before(clerk, next, end), " *_"))
            next++;
        const char sign = typed_sign_before(clerk, next, end);
        const bool alone =
            next == end || sign == SIGN_OTHER || sign == SIGN_ARROW; /* "by anna77 »", no "by train to Leeds" */
        if (colon || (alone && sender->meaning == MEANS_AUTHOR))
            name = (struct typed_place){after, last};
    }
    for (uint32_t k = i; k < end && name.end == name.begin; k++) {
        if (typed_word_at(clerk, k, end, 1u << MEANS_WRITER, &after) == NULL)
            continue;
        const uint32_t sign = typed_skip_spaces(clerk, after, end);
        const char c = typed_sign_before(clerk, sign, end);
        const uint32_t before = k > i ? skip_spaces_back(clerk, i, k - 1) : i;
        if (c == '=' || c == '(') {
            name.begin = typed_skip_spaces(clerk, sign + 1, end);
            name.end = name_after(clerk, name.begin, end, true);
            if (c == '(' && typed_sign_before(clerk, name.end, end) != ')')
                name.end = name.begin;
        } else if (c == ')' && k > i && *typed_sign_at(clerk, k - 1) == '(') {
            name = (struct typed_place){name_begin(clerk, i, before), before};
        }
        k = after - 1;
    }
    const uint32_t comma = skip_spaces_back(clerk, i, end); /* "Dear Anna," */
    if (comma > i && *typed_sign_at(clerk, comma - 1) == ',' && end - i < SIGNATURE_MOST) {
        uint32_t greeting = i;
        while (greeting < end && !typed_is_space(*typed_sign_at(clerk, greeting)))
            greeting++;
        clerk->players.reader = (struct typed_place){name_begin(clerk, greeting, comma - 1), comma - 1};
    }
    if (name.end > name.begin && clerk->players.writer.end == 0)
        clerk->players.writer = name;
}

/* Names the players of COUNT colours of pieces, in their order, and these, if the game can have them. */
static void name_colours(struct clerk *clerk, const struct statement *all, unsigned count)
{
    char colours[CATASTA_SEATS + 1] = "";
    for (unsigned k = 0; k < count; k++) {
        if (strchr(colours, all[k].colour) != NULL)
            return;
        colours[k] = all[k].colour;
        colours[k + 1] = '\0';
    }
    if (!typed_allows_players(clerk, count, colours))
        return;
    for (unsigned k = 0; k < count; k++) {
        char tag[20];
        const struct typed_place name = said_name(clerk, &all[k].sides[all[k].side]);
        snprintf(tag, sizeof tag, "Player%u", k + 1);
        typed_write_said(clerk, tag, name.end > name.begin ? NULL : "?", name.end > name.begin ? name : all[k].word);
    }
    typed_write_said(clerk, "Colours", colours, (struct typed_place){all[0].word.begin, all[count - 1].word.end});
}

/* Whether the list of players goes on after ONE, on the next line or with a name without a colour. */
static bool goes_on_after(const struct clerk *clerk, const struct statement *one, uint32_t end)
{
    uint32_t after;
    const struct typed_place name = one->sides[1].name;
    uint32_t i = one->side == 1 && name.end > name.begin ? name.end : one->word.end;
    i = typed_skip_spaces(clerk, i, end);
    if (typed_is_digit(typed_sign_before(clerk, i, end))) /* "1 Ann (red) 2 Ben (blue) 3 Cem" */
        return true;
    if (typed_sign_before(clerk, i, end) != ',')
        return false;
    i = typed_skip_spaces(clerk, i + 1, end);
    const struct typed_word *and = typed_word_at(clerk, i, end, 1u << MEANS_SIGN, &after);
    i = and != NULL && *and->name == ',' ? typed_skip_spaces(clerk, after, end) : i;
    return i >= end || typed_skip_spaces(clerk, name_after(clerk, i, end, false), end) >= end;
}

/* Where what the line from I to END says ends: before the signs of empty cells, and a bracket with a sentence. */
static uint32_t remark_begin(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    bool several = false;
    uint32_t last = end;
    while (last > i && typed_is_any_of(*typed_sign_at(clerk, last - 1), "\",; \t"))
        last--;
    uint32_t open = last;
    if (last > i && *typed_sign_at(clerk, last - 1) == ')')
        for (open--; open > i && *typed_sign_at(clerk, open) != '('; open--)
            several |= typed_is_space(*typed_sign_at(clerk, open));
    uint32_t after;
    const bool seats = open + 1 < last && /* "(white: Ann, black: Ben)" */
        typed_word_at(clerk, open + 1, last, 1u << MEANS_WHITE | 1u << MEANS_BLACK, &after) != NULL &&
        typed_is_any_of(typed_sign_before(clerk, typed_skip_spaces(clerk, after, last), last), ":=");
    return open > i && several && !seats ? open : last;
}

void typed_find_players(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct statement all[CATASTA_SEATS];
    struct typed_place names[2];
    unsigned seats;
    typed_set_up(clerk);
    if (end - i > LINE_MOST || clerk->movetext || !clerk->ruled)
        return;
    find_writer(clerk, i, end);
    end = remark_begin(clerk, i, end);
    i += typed_sign_before(clerk, i, end) == '"';
    const unsigned count = read_statements(clerk, i, end, all, &seats);
    const struct typed_side *side = &all[0].sides[count > 0 ? all[0].side : 0];
    for (unsigned k = 0; k < count; k++)
        if (all[k].sides[all[k].side].told) { /* a sentence, which may be of another game: it is asked about */
            typed_keep_names(clerk, i, end);
            return;
        }
    const bool any = typed_has_players(clerk);
    if (clerk->board != NULL && catasta_position_seats(clerk->board) != 2 && !(count > 0 && all[0].seat == 0))
        return;
    if (count > 1 && all[0].seat == 0) {
        if (!any && count == seats && !goes_on_after(clerk, &all[count - 1], end)) /* "Ann red, Ben blue, Cem" */
            name_colours(clerk, all, count);
    } else if (count == 2 && all[0].seat != all[1].seat && !any) {
        for (unsigned k = 0; k < 2; k++)
            typed_name_seat(clerk, all[k].seat, said_name(clerk, &all[k].sides[all[k].side]));
    } else if (count == 1 && seats == 1 && all[0].seat != 0 &&
        (all[0].plain || is_whole_line(clerk, &all[0], i, end))) {
        const bool other = clerk->players.seat == 3 - all[0].seat;
        if (side->linked || other)
            typed_name_seat(clerk, all[0].seat, said_name(clerk, side));
        if (other)
            typed_name_seat(clerk, clerk->players.seat, clerk->players.name);
        clerk->players.seat = all[0].seat;
        clerk->players.name = said_name(clerk, side);
    } else if (count == 1 && !any && all[0].seat != 0 && read_versus(clerk, i, end, &all[0], false, names)) {
        typed_name_seat(clerk, all[0].seat, said_name(clerk, side));
        typed_name_seat(clerk, 3 - all[0].seat, names[1]);
    } else if (count == 1 && seats == 1 && !any && all[0].seat != 0 && side->linked &&
        read_versus(clerk, i, end, NULL, false, names) &&
        (is_same_name(clerk, names[0], side->name) || is_same_name(clerk, names[1], side->name))) {
        typed_name_seat(clerk, all[0].seat, side->name); /* "ann v bob, bob = white" */
        typed_name_seat(clerk, 3 - all[0].seat, names[is_same_name(clerk, names[0], side->name)]);
    } else if (seats == 0 && !any && read_versus(clerk, i, end, NULL, false, names)) {
        typed_name_seat(clerk, 1, names[0]);
        typed_name_seat(clerk, 2, names[1]);
    }
    typed_set_up(clerk);
    for (unsigned k = 0; k < count && seats <= 2; k++)
        if (all[k].seat != 0 && all[k].sides[all[k].side].writer && typed_has_players(clerk) &&
            !typed_is_named(clerk, all[k].seat)) {
            clerk->players.said = all[k].word;
            clerk->players.is_writer = all[k].seat;
            clerk->players.half = true;
        }
}

/* Questions. */

/* Keeps what the talk from I to END may say of players. */
void typed_keep_names(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct statement all[CATASTA_SEATS];
    struct typed_place names[2];
    unsigned seats;
    struct typed_players *players = &clerk->players;
    if (end - i > LINE_MOST || typed_has_players(clerk))
        return;
    unsigned count = read_statements(clerk, i, end, all, &seats);
    if (seats > 0 && players->said.end == 0)
        players->said = all[0].word.end > all[0].word.begin + 1 ? all[0].word : players->said;
    for (unsigned k = 0; k < count; k++) {
        const struct typed_side *side = &all[k].sides[all[k].side];
        const unsigned seat = all[k].seat;
        if (seat < 1 || seat > 2)
            continue;
        players->is_writer |= side->writer ? seat : 0;
        players->is_reader |= side->reader ? seat : 0;
        if (players->names[seat - 1].end == 0)
            players->names[seat - 1] = said_name(clerk, side);
        for (uint32_t n = i, after; n < end && side->writer && count == 1 && seats == 1; n++) /* "against Ben" */
            if (typed_word_at(clerk, n, end, 1u << MEANS_VERSUS, &after) != NULL) {
                after = typed_skip_spaces(clerk, after, end);
                players->names[2 - seat] = (struct typed_place){after, name_after(clerk, after, end, false)};
            }
    }
    for (uint32_t n = i, after; n < end && clerk->turns.count == 0 && seats == 0 && players->said.end == 0; n++) {
        if ((n > i && typed_is_alnum(*typed_sign_at(clerk, n - 1))) ||
            typed_word_at(clerk, n, end, 1u << MEANS_VERSUS, &after) == NULL)
            continue;
        after = typed_skip_spaces(clerk, after, end);
        const struct typed_place name = {after, name_after(clerk, after, end, false)};
        players->said = name.end > name.begin ? name : players->said; /* "Abande against Ann": with which colour? */
    }
    const bool known = players->names[0].end + players->names[1].end + players->is_writer + players->is_reader > 0;
    if (clerk->turns.count == 0 && seats == 0 && !known && read_versus(clerk, i, end, NULL, true, names)) {
        players->said = (struct typed_place){names[0].begin, names[1].end};
        memcpy(players->names, names, sizeof names);
        const uint32_t figures = typed_skip_spaces(clerk, names[1].end, end);
        char result[64];
        if (!clerk->result.known && figures < end && typed_result_at(clerk, figures, end, result) == end) {
            typed_ask(clerk, CATASTA_TYPED_UNCLEAR, (struct typed_place){figures, end},
                "the result; if so, write '%s' on a line of its own", result);
            clerk->result.known = true;
        }
    }
}

/* The name that the text before END is signed with: what its last line, or what is after the comma on it, is; empty:
   nothing. */
static struct typed_place find_signature(const struct clerk *clerk, uint32_t end)
{
    while (end > 0 && strchr(" \t\n", *typed_sign_at(clerk, end - 1)) != NULL)
        end--;
    uint32_t begin = end;
    while (begin > 0 && end - begin < SIGNATURE_MOST && *typed_sign_at(clerk, begin - 1) != '\n')
        begin--;
    const uint32_t name = name_begin(clerk, begin, end);
    const bool closed =
        means(clerk, word_before(clerk, begin, skip_spaces_back(clerk, begin, name)), MEANS_BIT(MEANS_CLOSING));
    return (closed || begins_part(clerk, begin, name)) && end - begin < SIGNATURE_MOST ? (struct typed_place){name, end}
                                                                                       : (struct typed_place){0, 0};
}

bool typed_find_list(const struct clerk *clerk, uint32_t end, unsigned count, struct typed_place *names)
{
    for (uint32_t i = 0; i < end; i++) {
        uint32_t next = i, after;
        unsigned found = 0;
        if (i > 0 && is_name_sign(*typed_sign_at(clerk, i - 1)))
            continue;
        while (found <= count) {
            const struct typed_place name = {next, name_after(clerk, next, end, false)};
            if (name.end == next)
                break;
            if (found < count)
                names[found] = name;
            found++;
            next = typed_skip_spaces(clerk, skip_place(clerk, name.end, end), end);
            while (typed_is_digit(typed_sign_before(clerk, next, end))) /* "1 Ann (red) 2 Ben (blue)" */
                next = typed_skip_spaces(clerk, next + 1, end);
            next = typed_is_any_of(typed_sign_before(clerk, next, end), ",-") ? typed_skip_spaces(clerk, next + 1, end)
                                                                              : next;
            const struct typed_word *and = typed_word_at(clerk, next, end, 1u << MEANS_SIGN, &after);
            next = and != NULL && *and->name == ',' ? typed_skip_spaces(clerk, after, end) : next;
            if (next <= name.end + 1) /* a name goes on without a comma */
                break;
        }
        if (found == count)
            return true;
        i = next > i + 1 && found > 1 ? next - 1 : i;
    }
    return false;
}

void typed_ask_names(struct clerk *clerk, uint32_t end)
{
    char said[200];
    size_t length = 0;
    const struct typed_players *players = &clerk->players;
    const struct typed_place writer = players->writer.end > 0 ? players->writer : find_signature(clerk, end);
    if (players->said.end == 0 || clerk->turns.count == 0 || (typed_has_players(clerk) && !players->half))
        return;
    for (unsigned seat = 1; seat <= 2; seat++) {
        char tag[16];
        if (typed_is_named(clerk, seat))
            continue;
        struct typed_place name = players->names[seat - 1];
        if (name.end == name.begin)
            name = (players->is_writer & seat) != 0 ? writer
                : (players->is_reader & seat) != 0  ? players->reader
                                                    : name;
        typed_write_seat_tag(clerk, seat, tag);
        const uint32_t from = typed_offset(clerk, name.begin);
        const int size = name.end == name.begin ? 4 : (int)(typed_offset(clerk, name.end) - from);
        length += (size_t)snprintf(said + length, sizeof said - length, "%s'%s: %.*s'", length > 0 ? " and " : "", tag,
            size < 60 ? size : 60, name.end == name.begin ? "NAME" : clerk->page.bytes + from);
    }
    typed_ask(clerk, CATASTA_TYPED_NAMES, players->said, "%s", said);
}
