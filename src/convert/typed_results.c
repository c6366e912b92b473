/* SPDX-License-Identifier: MIT */
/* Results and players, in words and figures. */
#include "convert/typed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FIGURES_MOST = 8, NAME_LEAST = 3, SAID_MOST = 16, BETWEEN_POINTS = 8 };

static bool word_ends_at(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const char next = i < limit ? *typed_sign_at(clerk, i) : '\n';
    return !typed_is_alnum(next);
}

/* Figures. */

/* The digit at I, or the one that a letter alone is typed for; 0: there is none. */
static char digit_typed_at(const struct clerk *clerk, uint32_t i)
{
    const char c = *typed_sign_at(clerk, i);
    const char before = i > 0 ? *typed_sign_at(clerk, i - 1) : ' ';
    const char after = *typed_sign_at(clerk, i + 1);
    const char next = after == ' ' && before == ' ' ? typed_sign_at(clerk, i)[2] : after;
    const char last = after != '-' && before == ' ' && i > 1 ? typed_sign_at(clerk, i)[-2] : before;
    const bool alone =
        !typed_is_alnum(before) && !typed_is_alnum(after) && (last == '-' || last == ':' || next == '-' || next == ':');
    return alone || typed_is_digit(c) ? typed_digit_of(c) : '\0';
}

/* A number, a half, or a negative number in parentheses; I: there is none. */
static uint32_t read_written_points(const struct clerk *clerk, uint32_t i, uint32_t limit, char text[16])
{
    const char *at = typed_sign_at(clerk, i);
    uint32_t end = i;
    size_t length = 0;
    if (i < limit && *at == SIGN_HALF) {
        strcpy(text, "1/2");
        return i + 1;
    }
    if (i + 3 <= limit && (memcmp(at, "1/2", 3) == 0 || memcmp(at, "0.5", 3) == 0 || memcmp(at, "0,5", 3) == 0)) {
        strcpy(text, "1/2");
        return i + 3;
    }
    const bool negative = i + 2 < limit && at[0] == '(' && at[1] == '-';
    if (negative) {
        memcpy(text, "(-", 2);
        length = 2;
        end += 2;
    }
    for (; end < limit && length < 8 && digit_typed_at(clerk, end) != '\0'; end++)
        text[length++] = digit_typed_at(clerk, end);
    if (end == i + (negative ? 2 : 0) || (end < limit && typed_is_alnum(*typed_sign_at(clerk, end))))
        return i;
    if (negative && (end >= limit || *typed_sign_at(clerk, end++) != ')'))
        return i;
    if (negative)
        text[length++] = ')';
    text[length] = '\0';
    return end;
}

/* Whether a game that is won or lost ends so. */
static bool is_of_wins(const char *text)
{
    return strcmp(text, "1-0") == 0 || strcmp(text, "0-1") == 0 || strcmp(text, "1/2-1/2") == 0;
}

static uint32_t parse_result_figures(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64])
{
    char points[16];
    unsigned count = 0;
    uint32_t end = i;
    result[0] = '\0';
    if (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i - 1)))
        return i;
    for (uint32_t at = i; count < FIGURES_MOST;) {
        const uint32_t next = read_written_points(clerk, at, limit, points);
        if (next == at)
            break;
        snprintf(result + strlen(result), 64 - strlen(result), "%s%s", count > 0 ? "-" : "", points);
        count++;
        end = next;
        at = typed_skip_spaces(clerk, next, limit);
        if (at >= limit || (*typed_sign_at(clerk, at) != '-' && *typed_sign_at(clerk, at) != ':'))
            break;
        at = typed_skip_spaces(clerk, at + 1, limit);
    }
    if (count == 1 && strcmp(result, "1/2") == 0) {
        strcpy(result, "1/2-1/2");
        count = 2;
    }
    const bool known = clerk->seat_count > 0;
    const bool wins = !known || !clerk->of_points;
    const bool points_too = !known || clerk->of_points;
    const bool fits = count > 1 &&
        ((wins && is_of_wins(result)) ||
            (points_too && strchr(result, '/') == NULL && (!known || count == clerk->seat_count)));
    const bool halves = !wins && strcmp(result, "1/2-1/2") == 0; /* a draw, where points decide */
    if (halves)
        strcpy(result, "Draw agreed");
    return (fits || halves) && word_ends_at(clerk, end, limit) ? end : i;
}

/* Players. */

static unsigned count_seats(const struct clerk *clerk)
{
    return clerk->seat_count == 0 ? 2 : clerk->seat_count;
}

/* "White", or "Player1", as results in words have it. */
static void write_seat_name(const struct clerk *clerk, unsigned seat, char name[16])
{
    if (seat <= 2 && clerk->seats[seat - 1][0] != '\0')
        snprintf(name, 16, "%s", clerk->seats[seat - 1]);
    else
        snprintf(name, 16, clerk->seat_count == 0 ? seat == 1 ? "White" : "Black" : "Player%u", seat);
}

static unsigned seat_by_name(const struct clerk *clerk, const char *wanted)
{
    char name[16];
    for (unsigned seat = 1; seat <= count_seats(clerk); seat++) {
        write_seat_name(clerk, seat, name);
        if (strcasecmp(name, wanted) == 0)
            return seat;
    }
    /* Two players may have these names in every game. */
    return count_seats(clerk) != 2         ? 0
        : strcasecmp(wanted, "White") == 0 ? 1
        : strcasecmp(wanted, "Black") == 0 ? 2
                                           : 0;
}

/* Whether NAME, of LENGTH bytes, is at I as a whole word. */
static bool is_name_at(
    const struct clerk *clerk, uint32_t i, uint32_t limit, const char *name, size_t length, uint32_t *end)
{
    const uint32_t begin = typed_offset(clerk, i);
    if (length == 0 || begin + length > clerk->page.length || strncasecmp(clerk->page.bytes + begin, name, length) != 0)
        return false;
    uint32_t at = i;
    while (at < limit && typed_offset(clerk, at) < begin + length)
        at++;
    *end = at;
    return typed_offset(clerk, at) == begin + length && word_ends_at(clerk, at, limit);
}

/* Whether a word of the name in tag NUMBER is at I, as people call the players, "Holm" of "Arvid Holm". */
static bool is_part_of_name_at(const struct clerk *clerk, uint32_t i, uint32_t limit, unsigned number, uint32_t *end)
{
    const char *name = (const char *)clerk->values.at + clerk->tags[number].value;
    for (size_t length; *name != '\0'; name += length) {
        name += strspn(name, " .,");
        length = strcspn(name, " .,");
        if (length >= NAME_LEAST && is_name_at(clerk, i, limit, name, length, end))
            return true;
    }
    return false;
}

unsigned typed_seat_at(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end)
{
    const char *values = clerk->values.at;
    uint32_t part_end = i;
    unsigned part = 0;
    unsigned parts = 0;
    const struct typed_word *word =
        typed_word_at(clerk, i, limit, 1u << MEANS_WHITE | 1u << MEANS_BLACK | 1u << MEANS_PLAYER, end);
    if (word != NULL && word->meaning != MEANS_PLAYER) {
        const unsigned seat = seat_by_name(clerk, word->meaning == MEANS_WHITE ? "White" : "Black");
        if (seat > 0)
            return seat; /* else "B" may be a name */
    } else if (word != NULL) {
        const uint32_t at = typed_skip_spaces(clerk, *end, limit);
        const unsigned seat = at < limit ? (unsigned)(*typed_sign_at(clerk, at) - '0') : 0;
        *end = at + 1;
        return seat >= 1 && seat <= count_seats(clerk) && word_ends_at(clerk, at + 1, limit) ? seat : 0;
    }
    for (unsigned k = 0; k < clerk->tag_count; k++) {
        const char *name = clerk->tags[k].name;
        const bool player = strncmp(name, "Player", 6) == 0;
        if (!typed_names_player(name))
            continue;
        const unsigned seat = player ? (unsigned)(name[6] - '0') : seat_by_name(clerk, name);
        if (is_name_at(clerk, i, limit, values + clerk->tags[k].value, clerk->tags[k].length, end))
            return seat;
        if (is_part_of_name_at(clerk, i, limit, k, &part_end)) {
            part = seat;
            parts++;
        }
    }
    for (unsigned k = 0; k < clerk->sheet.label_count; k++) {
        const struct typed_place name = clerk->sheet.labels[k].name;
        const uint32_t from = typed_offset(clerk, name.begin);
        if (is_name_at(clerk, i, limit, clerk->page.bytes + from, typed_offset(clerk, name.end) - from, end))
            return clerk->sheet.labels[k].seat;
    }
    *end = parts == 1 ? part_end : *end;
    return parts == 1 ? part : 0;
}

/* Results. */

void typed_write_claim(const struct clerk *clerk, unsigned seat, const char *verb, char result[64])
{
    char name[16];
    write_seat_name(clerk, seat, name);
    snprintf(result, 64, "%s %s", name, verb);
}

static uint32_t parse_result_words(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64])
{
    uint32_t end;
    const struct typed_word *word = typed_word_at(clerk, i, limit, 1u << MEANS_DRAW, &end);
    if (word != NULL && typed_form_covers(clerk, clerk->ruleset, "+?", 2)) /* tiles are drawn */
        return i;
    if (word != NULL) {
        const bool wins = !clerk->of_points;
        const bool agreed = strncasecmp(word->word, "draw agreed", word->length) == 0 && word->length > 5;
        strcpy(result, agreed || !wins ? "Draw agreed" : "1/2-1/2");
        return end;
    }
    unsigned seat = typed_seat_at(clerk, i, limit, &end);
    if (seat > 0) {
        word = typed_word_at(clerk, typed_skip_spaces(clerk, end, limit), limit, typed_verbs, &end);
    } else { /* "vince il bianco" */
        word = typed_word_at(clerk, i, limit, typed_verbs, &end);
        seat = word == NULL ? 0 : typed_seat_at(clerk, typed_skip_spaces(clerk, end, limit), limit, &end);
    }
    if (word == NULL || seat == 0 || (word->meaning == MEANS_LOSES_ON_TIME && count_seats(clerk) != 2))
        return i;
    seat = word->meaning == MEANS_LOSES_ON_TIME ? 3 - seat : seat;
    typed_write_claim(clerk, seat,
        word->meaning == MEANS_WINS          ? "wins"
            : word->meaning == MEANS_RESIGNS ? strncasecmp(word->word, "conce", 5) == 0 ? "concedes" : "resigns"
                                             : "wins on time",
        result);
    return end;
}

uint32_t typed_result_at(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64])
{
    const char *at = typed_sign_at(clerk, i);
    const uint32_t after = typed_skip_spaces(clerk, i + 1, limit);
    if (i < limit && *at == '*' && (after >= limit || (after > i + 1 && *typed_sign_at(clerk, after) == '{')) &&
        (i == 0 || typed_is_space(at[-1]) || at[-1] == '\n')) {
        strcpy(result, "*");
        return i + 1;
    }
    if (i + 3 <= limit &&
        (strncmp(at, "R-0", 3) == 0 || strncmp(at, "F-0", 3) == 0 || strncmp(at, "0-R", 3) == 0 ||
            strncmp(at, "0-F", 3) == 0) &&
        word_ends_at(clerk, i + 3, limit) && clerk->ruled) {
        snprintf(result, 64, "%.3s", at);
        return i + 3;
    }
    if (i + 1 < limit && *at == '=' && typed_is_digit(at[1])) {
        uint32_t end = i + 1;
        while (end < limit && typed_is_digit(*typed_sign_at(clerk, end)) && end < i + 8)
            end++;
        snprintf(result, 64, "%.*s", (int)(end - i), at);
        return word_ends_at(clerk, end, limit) ? end : i;
    }
    const uint32_t end = parse_result_figures(clerk, i, limit, result);
    return end > i ? end : parse_result_words(clerk, i, limit, result);
}

/* Reads the points of every seat, each after its name, "Black 13 White 14"; returns where they end, or I. */
static uint32_t read_points(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64])
{
    char points[CATASTA_SEATS][4] = {""};
    const unsigned seats = count_seats(clerk);
    uint32_t end = i;
    for (unsigned found = 0; found < seats; found++) {
        const unsigned seat = typed_seat_at(clerk, end, limit, &end);
        size_t length = 0;
        while (typed_is_any_of(typed_sign_before(clerk, end, limit), ":= \t;|"))
            end++;
        for (; seat > 0 && length < 3 && typed_is_digit(typed_sign_before(clerk, end, limit)); length++)
            points[seat - 1][length] = *typed_sign_at(clerk, end++);
        if (seat == 0 || points[seat - 1][0] == '\0')
            return i;
        while (found + 1 < seats && typed_is_any_of(typed_sign_before(clerk, end, limit), ", \t;|/-"))
            end++;
    }
    size_t length = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        length += (size_t)snprintf(result + length, 64 - length, "%s%s", seat > 0 ? "-" : "", points[seat]);
    return end;
}

uint32_t typed_labelled_result(struct clerk *clerk, uint32_t i, uint32_t limit, char result[64])
{
    uint32_t end = i;
    size_t length = 0;
    unsigned numbers = 0;
    const unsigned seat = typed_seat_at(clerk, i, limit, &end);
    if (seat > 0 && (numbers = read_points(clerk, i, limit, result)) > i)
        return numbers;
    if (seat > 0) {
        typed_write_claim(clerk, seat, "wins", result);
        return end;
    }
    for (uint32_t at = i; typed_is_digit(typed_sign_before(clerk, at, limit)); numbers++) {
        uint32_t last = at;
        while (last < at + 3 && typed_is_digit(typed_sign_before(clerk, last, limit)))
            last++;
        if (length + 5 >= 64 || numbers == CATASTA_SEATS || typed_is_alnum(typed_sign_before(clerk, last, limit)))
            return i;
        length += (size_t)snprintf(
            result + length, 64 - length, "%s%.*s", numbers > 0 ? "-" : "", (int)(last - at), typed_sign_at(clerk, at));
        end = last;
        for (at = last; typed_is_any_of(typed_sign_before(clerk, at, limit), ",;|\t ");)
            at++;
    }
    return numbers == count_seats(clerk) ? end : i;
}

/* Points in talk. */

/* A number, or a player, in talk. */
struct said_part {
    uint32_t begin;
    uint32_t end;
    unsigned seat; /* 0: a number */
    int points;
    bool is_for; /* the player after it, "12 for Anna" */
};
struct said_points {
    struct said_part parts[SAID_MOST];
    unsigned count;
    unsigned numbers;
    unsigned seats; /* as bits */
    bool pair;      /* two numbers are next to each other, */
    bool word;      /* with a word between them, which may be a name */
    bool each;      /* player has the number, "12 all" */
};

/* Where a number of one to three digits at I ends, of neither a time, a date nor a turn, "-1"; I: there is none. */
static uint32_t points_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const char before = i == 0 ? ' ' : *typed_sign_at(clerk, i - 1);
    uint32_t last =
        i + (typed_sign_before(clerk, i, end) == '-' && typed_is_digit(typed_sign_before(clerk, i + 1, end)));
    while (last < i + 4 && typed_is_digit(typed_sign_before(clerk, last, end)))
        last++;
    const char after = typed_sign_before(clerk, last, end);
    const char money = typed_sign_before(clerk, typed_skip_spaces(clerk, last, end), end);
    const bool alone = !typed_is_alnum(after) && money != SIGN_OTHER && money != '$' && money != '%' &&
        !(typed_is_any_of(after, ".:/-,") && typed_is_alnum(typed_sign_before(clerk, last + 1, end)));
    return typed_is_any_of(before, " \t\n(,;*_") && alone && last < i + 4 ? last : i;
}

/* The only player whose name begins with the letter alone at I; 0: there is none. */
static unsigned seat_by_initial(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    unsigned found = 0;
    unsigned count = 0;
    const char *values = clerk->values.at;
    if (!typed_is_letter(typed_sign_before(clerk, i, limit)) || !word_ends_at(clerk, i + 1, limit))
        return 0;
    for (unsigned k = 0; k < clerk->tag_count; k++) {
        const char *name = clerk->tags[k].name;
        if (typed_names_player(name) && values[clerk->tags[k].value] == *typed_sign_at(clerk, i)) {
            found = *name == 'P' ? (unsigned)(name[6] - '0') : seat_by_name(clerk, name);
            count++;
        }
    }
    return count == 1 ? found : 0;
}

/* The player who is named at I, by a letter, too, or whom "I" and "you" mean if SPEAKER, unless that is 0, writes them;
   0: nobody. */
static unsigned seat_called_at(const struct clerk *clerk, uint32_t i, uint32_t limit, unsigned speaker, uint32_t *end)
{
    unsigned seat = typed_seat_at(clerk, i, limit, end);
    const struct typed_word *word =
        speaker == 0 ? NULL : typed_word_at(clerk, i, limit, 1u << MEANS_WRITER | 1u << MEANS_READER, end);
    if (seat == 0 && word != NULL)
        return word->meaning == MEANS_WRITER ? speaker : count_seats(clerk) == 2 ? 3 - speaker : 0;
    if (seat == 0 && (seat = seat_by_initial(clerk, i, limit)) > 0)
        *end = i + 1;
    return seat;
}

unsigned typed_seat_for(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end)
{
    i = typed_skip_spaces(clerk, i, limit);
    return typed_word_at(clerk, i, limit, MEANS_BIT(MEANS_FOR), end) == NULL
        ? 0
        : seat_called_at(clerk, typed_skip_spaces(clerk, *end, limit), limit, 0, end);
}

/* Whether there is a word of three letters from I to END. */
static bool has_long_word(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    unsigned letters = 0;
    for (; i < end && letters < 3; i++)
        letters =
            typed_is_letter(*typed_sign_at(clerk, i)) || *typed_sign_at(clerk, i) == SIGN_LETTER ? letters + 1 : 0;
    return letters == 3;
}

/* Whether the word before I, with a space between them, begins with a capital. */
static bool follows_capital(const struct clerk *clerk, uint32_t i)
{
    const uint32_t least = i > TOKEN_MOST ? i - TOKEN_MOST : 0;
    while (i > least && typed_is_space(*typed_sign_at(clerk, i - 1)))
        i--;
    while (i > least && typed_is_letter(*typed_sign_at(clerk, i - 1)))
        i--;
    return *typed_sign_at(clerk, i) >= 'A' && *typed_sign_at(clerk, i) <= 'Z';
}

/* The number at I, as the next part; *LAST is where the one before it ends, 0: there is none.  Returns where it ends,
   or I. */
static uint32_t read_said_number(
    const struct clerk *clerk, uint32_t i, uint32_t end, struct said_points *said, uint32_t last)
{
    struct said_part *part = &said->parts[said->count];
    const uint32_t next = points_end(clerk, i, end);
    if (next == i)
        return i;
    const uint32_t word = typed_skip_spaces(clerk, next, end);
    const uint32_t between = last > 0 ? typed_skip_spaces(clerk, last, i) : i;
    const bool near = between < i && i - last < BETWEEN_POINTS &&
        typed_word_at(clerk, between, i, MEANS_BIT(MEANS_OF), &(uint32_t){0}) == NULL; /* "photo 1 of 3" */
    *part = (struct said_part){i, next, .points = (int)strtol(typed_sign_at(clerk, i), NULL, 10)};
    part->is_for = typed_word_at(clerk, word, end, MEANS_BIT(MEANS_FOR), &(uint32_t){0}) != NULL;
    said->each |= typed_word_at(clerk, word, end, MEANS_BIT(MEANS_EACH), &(uint32_t){0}) != NULL;
    said->pair |= near;
    said->word |= near && (has_long_word(clerk, last, i) || follows_capital(clerk, i));
    said->numbers++;
    return next;
}

/* Finds the numbers and the players from I to END, up to the end of a sentence that has a number for each seat. */
static void find_said(const struct clerk *clerk, uint32_t i, uint32_t end, struct said_points *said)
{
    uint32_t next, last = 0;
    unsigned speaker = typed_seat_at(clerk, i, end, &next);
    speaker = speaker > 0 && typed_sign_before(clerk, typed_skip_spaces(clerk, next, end), end) == ':' ? speaker : 0;
    for (uint32_t k = speaker > 0 ? next : i; k < end && said->count < SAID_MOST; k = next) {
        const char c = *typed_sign_at(clerk, k);
        next = read_said_number(clerk, k, end, said, last);
        if (next > k) {
            last = next;
            said->count++;
            continue;
        }
        next = k + 1;
        if (c == '.' && said->numbers >= count_seats(clerk))
            return;
        if (!typed_is_alnum(c) || (k > i && typed_is_alnum(*typed_sign_at(clerk, k - 1))))
            continue;
        if (typed_word_at(clerk, k, end, 1u << MEANS_NUMBER, &next) != NULL) { /* "Round 2" */
            for (next = typed_skip_spaces(clerk, next, end); typed_is_digit(typed_sign_before(clerk, next, end));)
                next++;
            continue;
        }
        const unsigned seat = seat_called_at(clerk, k, end, speaker, &next);
        if (seat == 0) {
            next = k + 1;
            continue;
        }
        said->parts[said->count++] = (struct said_part){k, next, .seat = seat};
        said->seats |= 1u << seat;
    }
}

/* The seat whose number PART is, of the player before it, or of the one whom it is for; 0: it is not said. */
static unsigned seat_of_points(const struct said_points *said, const struct said_part *part)
{
    const struct said_part *const end = said->parts + said->count;
    const struct said_part *const before = part > said->parts ? part - 1 : part;
    if (part->is_for && part + 1 < end && part[1].seat > 0)
        return part[1].seat;
    if (before == part || part->begin - before->end > BETWEEN_POINTS)
        return 0;
    return before > said->parts && before[-1].is_for ? 0 : before->seat;
}

/* Writes the points of all seats to RESULT; false: it is not said whose they are.  One number that is left is that of
   the seat that is left, whose player else has nothing. */
static bool write_said(const struct clerk *clerk, const struct said_points *said, char result[64])
{
    int points[CATASTA_SEATS + 1] = {0};
    int left[SAID_MOST];
    unsigned known = 1; /* seats, as bits from 1 on */
    unsigned left_count = 0;
    const unsigned seats = count_seats(clerk);
    for (const struct said_part *part = said->parts; part < said->parts + said->count; part++) {
        const unsigned seat = seat_of_points(said, part);
        if (part->seat == 0 && seat == 0)
            left[left_count++] = part->points;
        if (part->seat > 0 || seat == 0 || (known & 1u << seat) != 0)
            continue;
        known |= 1u << seat;
        points[seat] = part->points;
    }
    const unsigned missing = seats + 1 - (unsigned)__builtin_popcount(known);
    if (missing == seats) {
        if (said->each ? left_count != 1 : left_count != seats || said->word)
            return false;
        for (unsigned seat = 1; seat <= seats; seat++)
            points[seat] = left[said->each ? 0 : seat - 1];
    } else if (missing > 1 || left_count > missing || (missing == 1 && said->numbers < 2))
        return false;
    else if (missing == 1 && left_count == 1)
        points[__builtin_ctz(~known)] = left[0];
    size_t length = 0;
    for (unsigned seat = 1; seat <= seats && length < 56; seat++)
        length += (size_t)snprintf(
            result + length, 64 - length, points[seat] < 0 ? "%s(%d)" : "%s%d", seat > 1 ? "-" : "", points[seat]);
    return clerk->of_points || is_of_wins(result);
}

bool typed_read_told_points(
    struct clerk *clerk, uint32_t i, uint32_t end, struct typed_place *place, bool *sure, char result[64])
{
    struct said_points said = {.count = 0};
    result[0] = '\0';
    if (clerk->seat_count == 0)
        return false;
    find_said(clerk, i, end, &said);
    if (said.numbers == 0)
        return false;
    *place = (struct typed_place){said.parts[0].begin, said.parts[said.count - 1].end};
    *sure = said.numbers > 1 ? said.pair || (said.seats & (said.seats - 1)) != 0 : said.each;
    const bool named = *sure && write_said(clerk, &said, result);
    if (!named)
        result[0] = '\0';
    const struct said_part *const last = &said.parts[said.count - 1];
    const bool won = said.count > 1 && said.numbers == 2 && last->seat + last[-1].seat == 0 &&
        last[-1].points + last->points == 1 && last[-1].points * last->points == 0 &&
        follows_capital(clerk, last[-1].begin) && follows_capital(clerk, last->begin); /* "Hill Road 0, Mill Lane 1" */
    *sure = won || (*sure && (named || clerk->of_points));
    return *sure || said.seats != 0;
}

int typed_winner(const struct clerk *clerk, const char *result)
{
    char name[16];
    const size_t length = strcspn(result, " ");
    if (strcmp(result, "1/2-1/2") == 0 || strcmp(result, "Draw agreed") == 0)
        return 0;
    if (length == 3 && result[1] == '-' && !typed_is_digit(result[0] == '0' ? result[2] : result[0])) /* "R-0" */
        return result[0] == '0' ? 2 : 1;
    if (typed_is_digit(*result) && strchr(result, '/') == NULL) {
        int seat = 0, winner = 0;
        long most = -1;
        for (const char *at = result; seat < CATASTA_SEATS; at++) {
            char *end;
            const long points = strtol(at, &end, 10);
            seat++;
            winner = points > most ? seat : points == most ? 0 : winner;
            most = points > most ? points : most;
            at = end;
            if (*at != '-')
                return *at == '\0' ? winner : -1;
        }
    }
    if (length >= sizeof name)
        return -1;
    snprintf(name, sizeof name, "%.*s", (int)length, result);
    const unsigned seat = seat_by_name(clerk, name);
    const bool wins = strncmp(result + length, " wins", 5) == 0;
    return seat == 0 || (!wins && count_seats(clerk) != 2) ? -1 : (int)(wins ? seat : 3 - seat);
}
