/* SPDX-License-Identifier: MIT */
/* Lines: numbers, seats, turns, results and comments, in the order in which they are read. */
#include "convert/typed.h"
#include "library/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    BRACKET_MOST = 4096,
    WORDS_AFTER = 2,
    WORDS_BEFORE_DRAW = 6,
    MENTIONED_MOST = 8,
    AHEAD = TYPED_AHEAD,
    BLOBS_MOST = 8,
    LINE_LEAST = 40,
    LISTED_MOST = 2,
    LISTED_ALONE = 12,
    MESSAGE_MOST = 64,
    TURNS_IN_TURN = 4,
    TURN_LONG = 3, /* signs: more than a cell has */
    UNREAD_LEAST = 2
};

/* A number before a turn, or a seat, not written yet. */
struct typed_number {
    uint32_t begin; /* UINT32_MAX: there is none */
    uint32_t end;
    uint32_t value; /* 0: only a seat */
    bool dots;      /* more than one */
    bool strong;    /* has a full stop or the like: needs no turn after it */
    unsigned seat;  /* 0: none was said */
};

static const struct typed_number no_number = {.begin = UINT32_MAX};

uint32_t typed_line_end(const struct clerk *clerk, uint32_t i)
{
    const char *begin = typed_sign_at(clerk, i);
    const char *end = memchr(begin, '\n', clerk->page.count + 1 - i);
    return i + (uint32_t)(end - begin);
}

static uint32_t line_begin(const struct clerk *clerk, uint32_t i)
{
    while (i > 0 && *typed_sign_at(clerk, i - 1) != '\n')
        i--;
    return i;
}

static void mark_as_layout(struct clerk *clerk, uint32_t begin, uint32_t end)
{
    while (end > begin && typed_is_space(*typed_sign_at(clerk, end - 1)))
        end--;
    if (end > begin)
        typed_change(clerk, CATASTA_TYPED_LAYOUT, (struct typed_place){begin, end}, "", 0);
}

void typed_set_up(struct clerk *clerk)
{
    struct catasta_pair pairs[TAGS_MOST];
    const char *values = clerk->values.at;
    const char *position = NULL;
    if (clerk->set_up)
        return;
    clerk->set_up = true;
    if (clerk->ruleset[0] == '\0' && clerk->turns.count == 0 && clerk->inherited[0] != '\0' && !clerk->written_tag)
        memcpy(clerk->ruleset, clerk->inherited, sizeof clerk->ruleset);
    for (unsigned i = 0; i < clerk->tag_count; i++) {
        pairs[i] = (struct catasta_pair){clerk->tags[i].name, values + clerk->tags[i].value};
        if (strcmp(pairs[i].name, "Position") == 0)
            position = pairs[i].value;
    }
    const char *ruleset = clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset;
    clerk->board = position != NULL ? catasta_position_read(clerk->session, ruleset, position, strlen(position), NULL)
                                    : catasta_position_start(clerk->session, ruleset, pairs, clerk->tag_count, NULL);
    clerk->ruled = clerk->board != NULL;
    if (ruleset == NULL && clerk->ruled && clerk->tag_count > 0)
        typed_name_ruleset(clerk, pairs);
    struct catasta_outcome outcome = {.size = sizeof outcome};
    if (clerk->ruled && catasta_position_outcome(clerk->board, &outcome)) {
        clerk->seat_count = catasta_position_seats(clerk->board);
        clerk->of_points = outcome.scoring != CATASTA_WINS;
    }
    for (unsigned seat = 1; seat <= 2 && clerk->ruled; seat++) {
        struct catasta_seat n = {.size = sizeof n};
        if (catasta_position_seat(clerk->board, seat, &n) && strncmp(n.name, "Player", 6) != 0)
            snprintf(clerk->seats[seat - 1], sizeof clerk->seats[0], "%s", n.name);
    }
    if (!clerk->ruled) { /* because of a tag, or of the ruleset */
        struct catasta_fault fault = {.size = sizeof fault};
        catasta_position *start = catasta_position_start(clerk->session, ruleset, NULL, 0, &fault);
        clerk->ruled = start != NULL || fault.id == NULL || strcmp(fault.id, "syntax/no-ruleset") != 0;
        catasta_position_free(start);
    }
}

/* Before the first turn, number or result: a game that goes on with the rules of the one before has their tag. */
static void begin_movetext(struct clerk *clerk, uint32_t i)
{
    char tag[RULESET_MOST + 16];
    const struct typed_place none = {i, i};
    if (clerk->movetext)
        return;
    if (!clerk->written_tag && clerk->ruleset[0] != '\0') {
        const int length =
            snprintf(tag, sizeof tag, "%s[Ruleset \"%s\"]\n", clerk->text.count > 0 ? "\n" : "", clerk->ruleset);
        typed_put(clerk, tag, (size_t)length, none);
        clerk->written_tag = true;
    }
    if (!clerk->written_tag && clerk->tag_count == 0 && clerk->text.count > 0)
        typed_put(clerk, "\n", 1, none); /* without a tag only a new line shows that movetext begins */
    clerk->movetext = true;
}

/* The signs from BEGIN to END as they are typed, for the copy. */
static size_t signs_as_typed(const struct clerk *clerk, uint32_t begin, uint32_t end, char text[TOKEN_MOST])
{
    size_t length = 0;
    for (uint32_t i = begin; i < end && length + 1 < TOKEN_MOST; i++) {
        const char c = *typed_sign_at(clerk, i);
        const uint32_t from = typed_offset(clerk, i);
        const uint32_t size = c == SIGN_LETTER ? typed_offset(clerk, i + 1) - from : 1;
        if (c == SIGN_LETTER && length + size < TOKEN_MOST)
            memcpy(text + length, clerk->page.bytes + from, size);
        else
            text[length] = c == '\n' || c == '\t' ? ' ' : typed_is_arrow(c) ? '-' : c == SIGN_LETTER ? '?' : c;
        length += c == SIGN_LETTER && length + size < TOKEN_MOST ? size : 1;
    }
    text[length] = '\0';
    return length;
}

/* Asks about what may be a turn, though something else is on its line. */
static void ask_about_turn(struct clerk *clerk, struct typed_place place)
{
    char text[TOKEN_MOST];
    signs_as_typed(clerk, place.begin, place.end, text);
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "the turn %s; if so, put it on a line of its own", text);
}

/* How much was asked about, or will be. */
static size_t count_asked(const struct clerk *clerk)
{
    return clerk->findings.count + clerk->told.count;
}

/* Asks about the turns in talk since the last one: about each, or about many at once. */
static void ask_about_told(struct clerk *clerk)
{
    struct typed_told *told = &clerk->told;
    for (unsigned i = 0; i < told->count && told->count <= TOLD_SINGLY; i++)
        ask_about_turn(clerk, told->places[i]);
    if (told->count > TOLD_SINGLY)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, told->places[0],
            "the first of %u turns in sentences; if so, write them on lines of their own:%s%s", told->count, told->text,
            told->length + 1 < sizeof told->text ? "" : " ...");
    catasta_position_free(told->after);
    *told = (struct typed_told){.count = 0};
}

/* Keeps READING, typed at PLACE, after which the position is AFTER, to ask about it. */
static void keep_told(
    struct clerk *clerk, struct typed_place place, const struct typed_reading *reading, catasta_position *after)
{
    struct typed_told *told = &clerk->told;
    if (told->count < TOLD_SINGLY)
        told->places[told->count] = place;
    told->count++;
    clerk->doubts.asked = true;
    catasta_position_free(told->after);
    told->after = after;
    const size_t room = sizeof told->text - told->length;
    if (reading->length + 1 >= room) { /* no more of them */
        told->length = sizeof told->text - 1;
        return;
    }
    told->text[told->length] = ' ';
    memcpy(told->text + told->length + 1, reading->text, reading->length);
    told->length += reading->length + 1;
}

/* Goes on from the turns in talk if the token, of SEAT unless that is 0, is legal only after them. */
static void follow_told(struct clerk *clerk, unsigned seat)
{
    catasta_position *after = NULL;
    if (clerk->told.after == NULL || typed_legal_on(clerk, clerk->told.after, &after) == NULL)
        return;
    catasta_position_free(after);
    if (seat == 0 ? typed_is_legal(clerk) : seat != catasta_position_to_move(clerk->told.after))
        return;
    const unsigned mover = catasta_position_to_move(clerk->told.after);
    clerk->told.seat = mover != catasta_position_to_move(clerk->board) ? mover : 0;
    catasta_position_free(clerk->board);
    clerk->board = clerk->told.after;
    clerk->told.after = NULL;
}

/* Writes the result that the board shows to TEXT; false: the game is not over there. */
static bool read_board_result(const struct clerk *clerk, char text[64])
{
    char winner[16];
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_seat n = {.size = sizeof n};
    if (clerk->board == NULL || !catasta_position_outcome(clerk->board, &outcome) || !outcome.over)
        return false;
    const bool drawn = (outcome.winners & (outcome.winners - 1)) != 0 || outcome.winners == 0;
    size_t length = catasta_position_seats(clerk->board) == 1 ? (size_t)sprintf(text, "=") : 0;
    if (outcome.scoring != CATASTA_WINS) {
        for (unsigned seat = 1; catasta_position_seat(clerk->board, seat, &n) && length < 64; seat++)
            length += (size_t)snprintf(
                text + length, 64 - length, n.score < 0 ? "%s(%d)" : "%s%d", seat > 1 ? "-" : "", n.score);
        return length < 64;
    }
    if (catasta_position_seats(clerk->board) == 2) {
        strcpy(text, drawn ? "1/2-1/2" : outcome.winners == 1 ? "1-0" : "0-1");
        return true;
    }
    typed_write_seat_tag(clerk, (unsigned)__builtin_ctz(outcome.winners | 1u << 31) + 1, winner);
    snprintf(text, 64, "%s wins", winner);
    return !drawn;
}

/* Whether the game is over on the board as RESULT says. */
static bool board_agrees(const struct clerk *clerk, const char *result)
{
    char shown[64];
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const int winner = typed_winner(clerk, result);
    const bool over = read_board_result(clerk, shown);
    if (over && strcmp(result, shown) == 0)
        return true;
    if (winner < 0 || !over || !catasta_position_outcome(clerk->board, &outcome))
        return false;
    if (outcome.scoring != CATASTA_WINS && (typed_is_digit(*result) || *result == '('))
        return strcmp(result, shown) == 0;
    return winner == 0 ? (outcome.winners & (outcome.winners - 1)) != 0 || outcome.winners == 0
                       : outcome.winners == 1u << (winner - 1);
}

/* Whether the points of all seats on the board are among the numbers at PLACE; nobody says 0. */
static bool board_has_points(const struct clerk *clerk, struct typed_place place)
{
    struct catasta_seat n = {.size = sizeof n};
    bool all = true;
    for (unsigned seat = 1; all && catasta_position_seat(clerk->board, seat, &n); seat++) {
        bool said = n.score == 0;
        int64_t value = 0;
        for (uint32_t i = place.begin, begin = i; i < place.end; i++) {
            const bool digit = typed_is_digit(*typed_sign_at(clerk, i));
            value = digit ? 10 * value + *typed_sign_at(clerk, i) - '0' : 0;
            begin = digit ? begin : i;
            const bool minus = *typed_sign_at(clerk, begin) == '-' && typed_is_space(*typed_sign_at(clerk, begin - 1));
            said |= digit && !typed_is_digit(typed_sign_before(clerk, i + 1, place.end)) &&
                n.score == (minus ? -value : value);
        }
        all = said;
    }
    return all;
}

/* Asks about RESULT if it is not of the player whom the words after it say, "1-0 to Ben"; false: it may be. */
static bool ask_about_other_player(struct clerk *clerk, struct typed_place place, const char *result)
{
    char wins[64], other[64], shown[64];
    const int winner = typed_winner(clerk, result);
    const unsigned seat = typed_seat_for(clerk, place.end, typed_line_end(clerk, place.end), &place.end);
    if (seat == 0 || winner <= 0 || (unsigned)winner == seat)
        return false;
    if (clerk->signs.unplayed == 0 && read_board_result(clerk, shown) && board_has_points(clerk, place) &&
        typed_winner(clerk, shown) == (int)seat) { /* "14-13 to White", whose points are the second */
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "the result '%s', which the board shows; if so, write '%s' on a line of its own", shown, shown);
        return true;
    }
    typed_write_claim(clerk, seat, "wins", wins);
    typed_write_claim(clerk, (unsigned)winner, "wins", other);
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
        "the result '%s', though '%s' is '%s'; write the one that is meant on a line of its own, or exchange the names",
        wins, result, other);
    return true;
}

/* Asks about what may be RESULT.  If the board shows it nothing hangs on it; that is said. */
static void ask_about_result(struct clerk *clerk, struct typed_place place, const char *result)
{
    char shown[64];
    if (ask_about_other_player(clerk, place, result))
        return;
    const bool over = clerk->signs.unplayed == 0 && read_board_result(clerk, shown);
    if (over && board_agrees(clerk, result))
        typed_ask(clerk, CATASTA_TYPED_AGREES, place, "%s", shown);
    else
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "the result%s%s%s; if so, write '%s' on a line of its own",
            over ? ", though the board shows '" : "", over ? shown : "", over ? "'" : "", result);
}

/* Asks about what may be a turn since one is missing there, unless it is what may be a result, "5. resigns". */
static void ask_about_missing_turn(struct clerk *clerk, struct typed_place place)
{
    uint32_t end;
    while (place.end > place.begin + 1 && typed_is_space(*typed_sign_at(clerk, place.end - 1)))
        place.end--;
    if (clerk->doubts.claim.end == 0 && typed_word_at(clerk, place.begin, place.end, typed_verbs, &end) != NULL &&
        end == place.end)
        clerk->doubts.claim = place;
    if (clerk->doubts.claim.begin == place.begin && clerk->doubts.claim.end > 0)
        return;
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "the turn that is missing here; if so, write nothing but the turn");
}

/* Numbers. */

static uint32_t expected_number(const struct clerk *clerk)
{
    return clerk->board != NULL ? catasta_position_number(clerk->board) : clerk->count.last + 1;
}

/* Where the digits of a number at FROM end, with its VALUE; FROM and 0: there are none.  Letters typed for digits are
   some in a number that is due and FIRST on its line, "lO." for 10. */
static uint32_t digits_end(const struct clerk *clerk, uint32_t from, uint32_t limit, bool first, uint32_t *value)
{
    uint32_t end = from, typed = from;
    uint32_t meant = 0;
    for (; typed_is_digit(typed_sign_before(clerk, end, limit)) && end < from + 6; end++)
        *value = 10 * *value + (uint32_t)(typed_sign_before(clerk, end, limit) - '0');
    for (; typed_digit_of(typed_sign_before(clerk, typed, limit)) != '\0' && typed < from + 3; typed++)
        meant = 10 * meant + (uint32_t)(typed_digit_of(typed_sign_before(clerk, typed, limit)) - '0');
    const bool due = meant == expected_number(clerk) || meant == clerk->count.last + 1;
    if (typed <= end || !first || !due || expected_number(clerk) >= 1000 ||
        !typed_is_any_of(typed_sign_before(clerk, typed, limit), ".) "))
        return end;
    *value = meant;
    return typed;
}

/* A number at I, with what is around it; false: there is none. */
static bool parse_number(const struct clerk *clerk, uint32_t i, uint32_t limit, bool first, struct typed_number *number)
{
    uint32_t end;
    uint32_t from = i;
    const char open = typed_sign_before(clerk, i, limit);
    const struct typed_word *word = typed_word_at(clerk, i, limit, 1u << MEANS_NUMBER, &end);
    if (word != NULL)
        from = typed_skip_spaces(clerk, end + (typed_sign_before(clerk, end, limit) == '.'), limit);
    else if (typed_is_any_of(open, "#([") ||
        (first && typed_is_any_of(open, "Rr") && typed_is_digit(typed_sign_before(clerk, i + 1, limit))))
        from = i + 1;
    uint32_t value = 0;
    const uint32_t digits = digits_end(clerk, from, limit, first, &value);
    const bool due = value == expected_number(clerk) || value == clerk->count.last + 1;
    if (value == 0 || (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i - 1))) ||
        (typed_is_any_of(open, "Rr") && word == NULL && !due)) /* "R1" for "round 1" */
        return false;
    uint32_t after = digits;
    const bool letter = first && typed_is_any_of(typed_sign_before(clerk, after, limit), "ab") &&
        typed_is_any_of(typed_sign_before(clerk, after + 1, limit), ".) \t"); /* "1a" */
    after += letter;
    const uint32_t spaced = typed_skip_spaces(clerk, after, limit);
    if (spaced > after && typed_is_any_of(typed_sign_before(clerk, spaced, limit), ".)") &&
        typed_is_any_of(typed_sign_before(clerk, spaced + 1, limit), " \t\n"))
        after = spaced;
    const uint32_t dress = after;
    unsigned stops = 0;
    while (typed_is_any_of(typed_sign_before(clerk, after, limit), ".):]")) {
        stops += typed_sign_before(clerk, after, limit) == '.';
        after++;
    }
    if ((open == '(' || open == '[') && typed_sign_before(clerk, digits, limit) != (open == '(' ? ')' : ']'))
        return false;
    const char next = typed_sign_before(clerk, after, limit);
    const bool stuck = next == '-' && !first && typed_is_alnum(typed_sign_before(clerk, after + 1, limit)); /* "2-d1" */
    if (after == dress && (stuck || !typed_is_any_of(next, " \t\n|,;-/\"'*_`")))
        return false;
    uint32_t count = after;
    while (typed_is_digit(typed_sign_before(clerk, count, limit)))
        count++;
    if (after > dress && count > after && !typed_is_letter(typed_sign_before(clerk, count, limit)))
        return false; /* "3.5" */
    const uint32_t more = typed_skip_spaces(clerk, after, limit);
    if (stops > 0 && typed_sign_before(clerk, more, limit) == '.') {
        after = more;
        while (typed_sign_before(clerk, after, limit) == '.')
            after++, stops++;
    }
    *number = (struct typed_number){.begin = i,
        .end = after,
        .value = value,
        .dots = stops > 1,
        .strong = (after > dress && stops > 0) || word != NULL || open == '#' || (after > dress && (first || due))};
    return true;
}

/* A seat before a turn at I: "White:", "W.", "Anna: ". */
static bool read_seat(const struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end, unsigned *seat)
{
    *seat = typed_seat_at(clerk, i, limit, end);
    if (*seat == 0)
        return false;
    *end = typed_skip_initial(clerk, typed_skip_note(clerk, *end, limit), limit);
    *end += typed_has_sign_apart(clerk, *end, limit);
    const bool dressed = typed_is_any_of(typed_sign_before(clerk, *end, limit), ":.)|->");
    const bool one = *end == i + 1;
    *end += dressed;
    return dressed || !one || typed_is_space(typed_sign_before(clerk, *end, limit));
}

/* The sign that shows that NUMBER is one: after it, else before it. */
static char sign_of_number(const struct clerk *clerk, const struct typed_number *number)
{
    const char last = *typed_sign_at(clerk, number->end - 1);
    return typed_is_digit(last) ? *typed_sign_at(clerk, number->begin) : last;
}

/* Writes NUMBER, of which VERDICT is known of the turn after it; EXPECTED is the right one. */
static void write_number(struct clerk *clerk, const struct typed_number *number, uint32_t expected, bool taken)
{
    char text[24];
    const struct typed_place place = {number->begin, number->end};
    const uint32_t value = number->value;
    const bool again = value == clerk->count.last && value != 0;
    const bool by_ply = value == clerk->turns.count + 1;
    bool kept = value != 0 &&
        (value == expected || clerk->turns.count == 0 || (!taken && !(by_ply && clerk->count.by_ply)) ||
            (value > expected && !by_ply));
    clerk->count.by_ply = by_ply && value != expected && (taken || clerk->count.by_ply);
    if (taken && again && !number->dots)
        kept = false;
    int length = kept
        ? snprintf(text, sizeof text, "%u%s", value, number->dots && (again || value == expected) ? "..." : ".")
        : 0;
    if (kept) {
        begin_movetext(clerk, number->begin);
        typed_write(clerk, text, (size_t)length, place);
        clerk->result.moved |= clerk->result.at != SIZE_MAX;
    }
    const uint32_t from = typed_offset(clerk, number->begin);
    const uint32_t size = typed_offset(clerk, number->end) - from;
    if (size != (uint32_t)length || memcmp(clerk->page.bytes + from, text, size) != 0)
        typed_change(clerk, CATASTA_TYPED_NUMBER, place, text, (size_t)length);
    if (value != 0) {
        const size_t round = clerk->turns.count - clerk->count.turns;
        clerk->count.rounds[value == clerk->count.last + 1 && round <= CATASTA_SEATS ? round : 0]++;
        clerk->count.turns = clerk->turns.count;
    }
    clerk->count.first = clerk->count.last == 0 ? value : clerk->count.first;
    clerk->count.last = value != 0 ? value : clerk->count.last;
    if (value != 0 && typed_is_any_of(sign_of_number(clerk, number), ".):#Rr"))
        clerk->count.sign = sign_of_number(clerk, number);
    if (clerk->turns.count > 0 && kept && value > expected && clerk->doubts.unread.end > 0)
        ask_about_missing_turn(clerk, clerk->doubts.unread);
    if (value != 0 && value >= expected)
        clerk->doubts.unread = (struct typed_place){0, 0};
}

/* Turns. */

static void copy_turn(struct clerk *clerk, uint32_t begin, uint32_t end, const char *text, size_t length)
{
    const struct typed_place place = {begin, end};
    const uint32_t from = typed_offset(clerk, begin);
    const uint32_t size = typed_offset(clerk, end) - from;
    const bool bare = clerk->turns.count == 0 && clerk->count.last == 0 && !clerk->written_tag &&
        clerk->tag_count == 0 && clerk->ruleset[0] == '\0';
    begin_movetext(clerk, begin);
    if (bare) { /* nothing else shows that movetext begins */
        typed_write(clerk, "1.", 2, (struct typed_place){begin, begin});
        clerk->count.last = 1;
    }
    clerk->count.open = false;
    typed_write(clerk, text, length, place);
    if (size != length || memcmp(clerk->page.bytes + from, text, length) != 0)
        typed_change(clerk, CATASTA_TYPED_TURN, place, text, length);
    struct typed_turn *turn = typed_grow(clerk, &clerk->turns, 1, sizeof *turn);
    if (turn != NULL)
        *turn = (struct typed_turn){begin, end, clerk->line};
    clerk->result.moved |= clerk->result.at != SIZE_MAX;
    clerk->last_turn = end;
    snprintf(clerk->last_text, sizeof clerk->last_text, "%.*s", (int)length, text);
    clerk->turn_line = clerk->line;
    clerk->doubts.claim = clerk->doubts.points = (struct typed_place){0, 0};
    clerk->doubts.claimed[0] = clerk->doubts.told[0] = '\0';
    clerk->doubts.asked = clerk->doubts.corrected = false;
    ask_about_told(clerk);
}

static void note_unplayed_turn(struct clerk *clerk, uint32_t begin, uint32_t end)
{
    if (clerk->doubts.doubt.end > clerk->doubts.doubt.begin) {
        ask_about_turn(clerk, clerk->doubts.doubt);
    }
    if (clerk->doubts.illegal.end == 0)
        clerk->doubts.illegal = (struct typed_place){begin, end};
    clerk->signs.unplayed++;
}

static void ask_which_reading(struct clerk *clerk)
{
    char text[TOKEN_MOST] = "";
    size_t length = 0;
    catasta_position *trial;
    for (unsigned i = 0; i < clerk->token.count; i++) {
        const struct typed_reading *one = &clerk->token.readings[i];
        trial = clerk->board == NULL ? NULL : catasta_position_copy(clerk->board);
        const bool legal = trial != NULL && catasta_position_play(trial, one->text, one->length, NULL);
        catasta_position_free(trial);
        if (legal && length + one->length + 8 < sizeof text)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s%s", length > 0 ? " or " : "", one->text);
    }
    if (clerk->token.shorter > 0) /* what is after the space is not of it */
        length += (size_t)snprintf(text + length, sizeof text - length, " or %.*s",
            (int)(clerk->token.shorter - clerk->token.begin), typed_sign_at(clerk, clerk->token.begin));
    typed_ask(clerk, CATASTA_TYPED_SEVERAL, (struct typed_place){clerk->token.begin, clerk->token.end}, "%s", text);
}

/* The glyph at I, after a turn; I: there is none. */
static uint32_t glyph_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const uint32_t begin = typed_skip_spaces(clerk, i, limit);
    uint32_t end = begin;
    if (typed_sign_before(clerk, begin, limit) == '$' && typed_is_digit(typed_sign_before(clerk, begin + 1, limit)))
        for (end++; typed_is_digit(typed_sign_before(clerk, end, limit)) && end < begin + 4;)
            end++;
    else
        while (typed_is_any_of(typed_sign_before(clerk, end, limit), "!?") && end < begin + 2)
            end++;
    const char next = typed_sign_before(clerk, end, limit);
    return end > begin && typed_is_any_of(next, " \t\n{}()[];,.:|*_`\"'") ? end : i;
}

/* Whether only space is between the last turn and I. */
static bool is_right_after_turn(const struct clerk *clerk, uint32_t i)
{
    if (clerk->last_turn == UINT32_MAX || i - clerk->last_turn > AHEAD)
        return false;
    while (i > clerk->last_turn && typed_is_any_of(*typed_sign_at(clerk, i - 1), " \t\n"))
        i--;
    return i == clerk->last_turn;
}

/* Plays the token, which is of SEAT unless 0, and writes what the copy has for it to TEXT. */
static enum typed_verdict play_token(struct clerk *clerk, unsigned seat, char text[TOKEN_MOST + 8], size_t *length)
{
    const struct typed_reading *reading;
    const unsigned to_move = clerk->board == NULL ? 0 : catasta_position_to_move(clerk->board);
    catasta_position_free(clerk->before);
    clerk->before = NULL;
    if (seat != 0 && to_move != 0 && seat != to_move) {
        *length = (size_t)snprintf(text, TOKEN_MOST + 8, "%u|%s", seat, clerk->token.readings[0].text);
        if (catasta_position_play(clerk->board, text, *length, NULL))
            return TOKEN_TAKEN;
        catasta_position *after = NULL;
        if (clerk->turns.count == 0) /* as the referee proposes */
            typed_legal_on(clerk, clerk->board, &after);
        catasta_position_free(clerk->board);
        clerk->board = after;
        return TOKEN_ILLEGAL;
    }
    const bool several = clerk->token.count > 1 || clerk->token.shorter > 0;
    catasta_position *before = several && clerk->board != NULL ? catasta_position_copy(clerk->board) : NULL;
    const bool named = several && clerk->board != NULL; /* before the board goes on */
    const enum typed_verdict verdict = typed_play(clerk, &reading);
    if (named && verdict == TOKEN_SEVERAL) {
        catasta_position *now = clerk->board;
        clerk->board = before;
        ask_which_reading(clerk);
        clerk->board = now;
    }
    catasta_position_free(before);
    const size_t said = clerk->told.seat > 0 ? (size_t)sprintf(text, "%u|", clerk->told.seat) : 0;
    *length = said +
        (reading != NULL ? (size_t)snprintf(text + said, TOKEN_MOST, "%s", reading->text)
                         : signs_as_typed(clerk, clerk->token.begin, clerk->token.end, text + said));
    return verdict;
}

/* Copies the glyph after the turn that ends at END, if there is one; returns where that ends. */
static uint32_t copy_glyph(struct clerk *clerk, uint32_t end, uint32_t limit)
{
    const uint32_t glyph = glyph_end(clerk, end, limit);
    if (glyph == end)
        return end;
    const uint32_t from = typed_skip_spaces(clerk, end, limit);
    const char *signs = typed_sign_at(clerk, from);
    if (*signs == '$')
        typed_write(clerk, signs, glyph - from, (struct typed_place){from, glyph});
    else
        typed_put(clerk, signs, glyph - from, (struct typed_place){from, glyph});
    return glyph;
}

/* Whether a reading of the token is legal in place of the last turn, which is not, or which words withdraw. */
static bool could_replace_last_turn(struct clerk *clerk)
{
    catasta_position *board = clerk->board;
    clerk->board = clerk->last_illegal || clerk->doubts.corrected ? clerk->before : NULL;
    const bool legal = clerk->board != NULL && typed_is_legal(clerk);
    clerk->board = board;
    return legal;
}

static void ask_about_replacement(struct clerk *clerk, struct typed_place place)
{
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "meant in place of the turn before it%s; if so, write it there",
        clerk->last_illegal ? ", which is illegal" : "");
    clerk->doubts.corrected = false;
    catasta_position_free(clerk->before);
    clerk->before = NULL;
}

/* Whether the line before, of a sheet with two turns after each number, has only one. */
static bool lacks_turn(const struct clerk *clerk)
{
    return clerk->turns.count % 2 == 1 && clerk->turn_line < clerk->line && clerk->count.rounds[2] > 1 &&
        clerk->count.rounds[1] == 0;
}

/* Whether a word from I to END means MEANING. */
static bool says(const struct clerk *clerk, uint32_t i, uint32_t end, enum typed_meaning meaning)
{
    uint32_t after;
    bool any = false;
    for (; i < end && !any; i++)
        any = typed_word_at(clerk, i, end, 1u << meaning, &after) != NULL;
    return any;
}

/* Takes the token, which NUMBER is before; returns where it ends. */
static uint32_t take_token(struct clerk *clerk, struct typed_number *number, uint32_t limit)
{
    char text[TOKEN_MOST + 8];
    size_t length;
    const uint32_t expected = expected_number(clerk);
    const uint32_t begin = clerk->token.begin;
    if (number->seat != 0 && !clerk->doubts.asked && clerk->before != NULL &&
        number->seat == catasta_position_to_move(clerk->before) &&
        could_replace_last_turn(clerk)) { /* the same player once more */
        const struct typed_place again = {begin, clerk->token.end};
        typed_comment(clerk, (struct typed_place){number->begin, again.end});
        ask_about_replacement(clerk, again);
        *number = no_number;
        return again.end;
    }
    /* Instead of the turn before the number something else is said: the one after it is the other player's. */
    const bool missing = number->seat == 0 && number->value == expected + 1 && clerk->board != NULL &&
        catasta_position_seats(clerk->board) == 2 &&
        (clerk->doubts.unread.end > 0 || clerk->doubts.asked || lacks_turn(clerk));
    if (missing)
        number->seat = 3 - catasta_position_to_move(clerk->board);
    if (clerk->doubts.beginner > 0 && number->seat > 0)
        number->seat = 3 - number->seat;
    if (number->seat > 0 && clerk->board != NULL && number->seat != catasta_position_to_move(clerk->board)) {
        const bool named = clerk->turns.count == 0 && catasta_position_seats(clerk->board) == 2 &&
            !says(clerk, number->begin, number->end, MEANS_WHITE) &&
            !says(clerk, number->begin, number->end, MEANS_BLACK);
        clerk->doubts.beginner = named ? number->seat : 0;
        clerk->doubts.exchanged = (struct typed_place){number->begin, number->end};
    }
    const enum typed_verdict verdict = play_token(clerk, number->seat, text, &length);
    const uint32_t end = clerk->token.end;
    if (clerk->turns.count == 0)
        clerk->opened = verdict != TOKEN_ILLEGAL && clerk->board != NULL;
    if (number->begin != UINT32_MAX)
        write_number(clerk, number, expected, verdict == TOKEN_TAKEN);
    *number = no_number;
    copy_turn(clerk, begin, end, text, length);
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t close = *typed_sign_at(clerk, i) == '(' ? typed_inner_bracket_end(clerk, i, end) : i;
        if (close > i)
            typed_comment(clerk, (struct typed_place){i, close});
        i = close > i ? close - 1 : i;
    }
    clerk->signs.played += verdict == TOKEN_TAKEN && clerk->board != NULL;
    if (verdict == TOKEN_ILLEGAL && !missing)
        note_unplayed_turn(clerk, begin, end);
    clerk->doubts.doubt = (struct typed_place){0, 0};
    clerk->doubts.unread_lines = 0;
    return copy_glyph(clerk, end, limit);
}

/* Talk. */

static unsigned count_possible_turns(
    struct clerk *clerk, uint32_t i, uint32_t end, unsigned more, struct typed_place *place);
static void keep_possible_turn(struct clerk *clerk, uint32_t i, uint32_t end, bool plain);
static bool has_word(const struct clerk *clerk, uint32_t i, uint32_t end);
static uint32_t date_end(struct clerk *clerk, uint32_t i, uint32_t limit);
static uint32_t bracket_end(struct clerk *clerk, uint32_t i, uint32_t limit);

/* Whether a number at I, after a space, continues the count and has a full stop, or the sign of the one before it. */
static bool continues_count(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    struct typed_number number;
    if (i == 0 || !typed_is_space(*typed_sign_at(clerk, i - 1)))
        return false;
    while (typed_is_any_of(typed_sign_before(clerk, i, limit), "*_`"))
        i++;
    if (!(typed_is_digit(typed_sign_before(clerk, i, limit)) ||
            typed_is_any_of(typed_sign_before(clerk, i, limit), "#(")) ||
        !parse_number(clerk, i, limit, false, &number))
        return false;
    const char sign = sign_of_number(clerk, &number);
    const uint32_t next = typed_skip_spaces(clerk, number.end, limit);
    uint32_t blob = next;
    while (blob < limit && !typed_is_space(*typed_sign_at(clerk, blob)))
        blob++;
    if (has_word(clerk, next, blob) && has_word(clerk, blob, limit) && !typed_find(clerk, next, limit) &&
        !read_seat(clerk, next, limit, &blob, &(unsigned){0}))
        return false; /* "my 13. turn" */
    return (sign == '.' || sign == clerk->count.sign) &&
        (number.value == expected_number(clerk) || number.value == clerk->count.last + 1 ||
            (number.dots && number.value == clerk->count.last && clerk->board == NULL)) &&
        (typed_is_space(typed_sign_before(clerk, number.end, limit)) ||
            typed_is_alnum(typed_sign_before(clerk, number.end, limit)));
}

/* Where the sentence at I ends. */
static uint32_t sentence_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    while (i < limit &&
        !(typed_is_any_of(*typed_sign_at(clerk, i), ".,;/|") &&
            typed_is_any_of(typed_sign_before(clerk, i + 1, limit), " \t\n")))
        i++;
    return i;
}

/* Whether what is from I to END is as little as is said after a turn with a name before it: "Anna d4 again." */
static bool is_brief_remark(struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t other;
    unsigned seat;
    uint32_t last = sentence_end(clerk, i, end);
    const uint32_t next = typed_skip_spaces(clerk, last + (last < end), end);
    uint32_t same = typed_skip_spaces(clerk, glyph_end(clerk, i, end), end); /* "W d3 / B e4, f5-d4" */
    if (typed_is_parting(typed_sign_before(clerk, same, end)))
        same = typed_skip_spaces(clerk, same + 1, end);
    if (read_seat(clerk, same, end, &other, &seat) && typed_find(clerk, typed_skip_spaces(clerk, other, end), end))
        return true;
    for (uint32_t k = i; k < last; k++) /* a comment says what it may */
        last = typed_is_any_of(*typed_sign_at(clerk, k), "({[") ? k : last;
    if (clerk->sheet.label_count == 0)
        return !has_word(clerk, i, last) && (next == end || read_seat(clerk, next, end, &other, &seat));
    uint32_t word = typed_skip_spaces(clerk, i, last);
    while (word < last && !typed_is_space(*typed_sign_at(clerk, word)))
        word++;
    return !has_word(clerk, word, last);
}

/* Whether a sentence begins at I with the name of the seat that is to move, and a turn. */
static bool begins_with_mover(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    unsigned seat;
    uint32_t k = i;
    while (k > 0 && typed_is_space(*typed_sign_at(clerk, k - 1)))
        k--;
    if (clerk->sheet.label_count == 0 || k == i || k == 0)
        return false;
    uint32_t word = k;
    while (word > 0 && typed_is_letter(*typed_sign_at(clerk, word - 1)))
        word--;
    const struct typed_word *and = word == k ? NULL : typed_word_at(clerk, word, k, 1u << MEANS_SIGN, &end);
    if (!typed_is_any_of(*typed_sign_at(clerk, k - 1), ".,;/") && (and == NULL || *and->name != ','))
        return false;
    return read_seat(clerk, i, limit, &end, &seat) &&
        (clerk->board == NULL || seat == catasta_position_to_move(clerk->board)) &&
        typed_find(clerk, typed_skip_spaces(clerk, end, limit), limit) &&
        (clerk->board == NULL || typed_is_legal(clerk)) && is_brief_remark(clerk, clerk->token.end, limit);
}

/* Whether a list of turns begins at I, after a colon, or a full stop before the first turn: a legal one, and up to the
   end of the line, or the first dozen, turns alone, with seats and numbers before them. */
static bool begins_list(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    unsigned turns = 0;
    uint32_t k = i;
    while (k > 0 && typed_is_space(*typed_sign_at(clerk, k - 1)))
        k--;
    if (k == i || k == 0 || !typed_is_any_of(*typed_sign_at(clerk, k - 1), clerk->turns.count == 0 ? ":." : ":"))
        return false;
    while (i < limit && turns < LISTED_ALONE) {
        struct typed_number number;
        uint32_t end;
        unsigned seat;
        if (typed_is_space(*typed_sign_at(clerk, i)) ||
            (turns > 0 && typed_is_any_of(*typed_sign_at(clerk, i), ",;|/.")) ||
            (turns > 0 && *typed_sign_at(clerk, i) == SIGN_BULLET))
            i++;
        else if (turns > 0 && bracket_end(clerk, i, limit) > i)
            i = bracket_end(clerk, i, limit);
        else if (turns == 0 && parse_number(clerk, i, limit, false, &number) && number.value == expected_number(clerk))
            i = number.end;
        else if (typed_find(clerk, i, limit) && (turns > 0 || (clerk->board != NULL && typed_is_legal(clerk)))) {
            i = clerk->token.end;
            turns++;
        } else if (turns > 0 && parse_number(clerk, i, limit, false, &number))
            i = number.end;
        else if (read_seat(clerk, i, limit, &end, &seat))
            i = end;
        else
            return false;
    }
    return turns > 1;
}

/* Where talk from I on ends. */
static uint32_t talk_end(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i + 1;
    while (end < limit && !continues_count(clerk, end, limit) && *typed_sign_at(clerk, end) != '{' &&
        !begins_with_mover(clerk, end, limit) && !begins_list(clerk, end, limit))
        end++;
    return end;
}

/* The bare letters of the token are a word as well, which says nothing among others. */
static bool is_bare_word(const struct clerk *clerk, const struct typed_token *token, uint32_t end)
{
    for (uint32_t i = token->begin; i < token->end; i++)
        if (!typed_is_letter(*typed_sign_at(clerk, i)))
            return false;
    uint32_t next = typed_skip_spaces(clerk, token->end, end);
    return next < end;
}

/* What follows a result or may: nothing that says anything, something that makes it unclear, or other talk. */
enum rest { REST_NOTHING, REST_UNCLEAR, REST_TALK };

static enum rest rest_after_result(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    unsigned words = 0;
    uint32_t end = typed_skip_spaces(clerk, i, limit);
    uint32_t last = end;
    if (typed_sign_before(clerk, end, limit) == '.' && typed_skip_spaces(clerk, end + 1, limit) >= limit)
        return REST_NOTHING;
    if (typed_sign_before(clerk, end, limit) == '.' && typed_is_space(typed_sign_before(clerk, end + 1, limit)))
        return REST_UNCLEAR; /* a sentence of its own */
    for (uint32_t k = end; k < limit && words <= WORDS_AFTER && !typed_is_any_of(*typed_sign_at(clerk, k), "{([");
         k++) {
        if (typed_is_space(*typed_sign_at(clerk, k)))
            continue;
        uint32_t number; /* "at move 15" */
        if (typed_word_at(clerk, k, limit, 1u << MEANS_NUMBER, &number) != NULL &&
            typed_is_digit(typed_sign_before(clerk, number = typed_skip_spaces(clerk, number, limit), limit))) {
            while (typed_is_digit(typed_sign_before(clerk, number, limit)))
                number++;
            last = number;
            k = number - 1;
            continue;
        }
        const bool begins = typed_is_alnum(*typed_sign_at(clerk, k)) &&
            !typed_is_alnum(typed_sign_before(clerk, k == 0 ? limit : k - 1, limit));
        words += begins;
        last = k + 1;
    }
    if (last == end)
        return REST_NOTHING;
    if (words > WORDS_AFTER) /* then the last sign decides */
        for (last = limit; typed_is_space(*typed_sign_at(clerk, last - 1));)
            last--;
    while (end < last &&
        (typed_is_any_of(*typed_sign_at(clerk, end), "|*_`\";,-=<>#\\ \t") ||
            typed_is_arrow(*typed_sign_at(clerk, end))))
        end++;
    if (end >= last)
        return REST_NOTHING;
    const char sign = *typed_sign_at(clerk, last - 1);
    return words <= WORDS_AFTER || (!typed_is_alnum(sign) && sign != '.' && !typed_is_any_of(sign, "|*_`\""))
        ? REST_UNCLEAR
        : REST_TALK;
}

/* Whether what is from I to END is like "19:05". */
static bool is_time(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    return end > i + 3 && end < i + 6 && *typed_sign_at(clerk, end - 3) == ':' &&
        typed_is_digit(*typed_sign_at(clerk, end - 2)) && typed_is_digit(*typed_sign_at(clerk, end - 1));
}

static bool is_game_over(const struct clerk *clerk)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    return clerk->board != NULL && catasta_position_outcome(clerk->board, &outcome) && outcome.over;
}

/* Whether it is over, as the referee will see it, too: all turns are legal. */
static bool is_decided(const struct clerk *clerk)
{
    return clerk->signs.unplayed == 0 && is_game_over(clerk);
}

/* Where "Ben wins" or "ganas tu" at I ends, with a word that no tag has as a name, "time was up" or "resigns"; I: it is
   nothing like that. */
static uint32_t unnamed_claim_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    uint32_t word = i;
    while (word < limit && (typed_is_letter(*typed_sign_at(clerk, word)) || *typed_sign_at(clerk, word) == SIGN_LETTER))
        word++;
    const uint32_t verb = typed_skip_spaces(clerk, word, limit);
    if (typed_word_at(clerk, i, limit, 1u << MEANS_TIME | 1u << MEANS_RESIGNS, &end) != NULL)
        return end;
    return word > i && verb > word && typed_word_at(clerk, verb, limit, typed_verbs, &end) != NULL &&
            typed_word_at(clerk, i, limit, 1u << MEANS_NOBODY, &word) == NULL
        ? end
        : i;
}

/* Where a result at I ends, of anybody; I: there is none. */
static uint32_t claim_end(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    char result[64];
    const uint32_t end = i < limit ? typed_result_at(clerk, i, limit, result) : i;
    return end > i ? end : unnamed_claim_end(clerk, i, limit);
}

/* Keeps the name after a question at I, "Who won? Oscar"; false: it is none. */
static bool keep_answer(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    if (typed_word_at(clerk, i, limit, 1u << MEANS_NOBODY, &end) == NULL ||
        typed_word_at(clerk, typed_skip_spaces(clerk, end, limit), limit, 1u << MEANS_WINS, &end) == NULL)
        return false;
    while (typed_is_any_of(typed_sign_before(clerk, end, limit), " ?:-"))
        end++;
    const uint32_t name = end;
    const unsigned seat = typed_seat_at(clerk, name, limit, &end);
    if (seat > 0) {
        clerk->doubts.claim = (struct typed_place){name, end};
        typed_write_claim(clerk, seat, "wins", clerk->doubts.claimed);
    }
    return true;
}

/* Keeps the result that the sentence at I begins with, after a word or two at most.  What it goes on with, if that is
   more than a word or two, makes it none, "White wins a stack by it", "Draw your own conclusions", but not one that is
   of several words and nothing else, "agreed a draw both too tired". */
static void keep_claim(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    char result[64];
    uint32_t end;
    const struct typed_word *and = typed_word_at(clerk, i, limit, 1u << MEANS_SIGN, &end);
    uint32_t begin = and != NULL && *and->name == ',' ? typed_skip_spaces(clerk, end, limit) : i;
    uint32_t last = claim_end(clerk, begin, limit);
    const bool first = last > begin;
    if (keep_answer(clerk, i, limit) || typed_clock_end(clerk, begin, limit) > begin ||
        date_end(clerk, begin, limit) > begin)
        return;
    bool draw = false; /* as a noun, farther on: "we called it a draw, as it was late" */
    for (unsigned words = 0; last == begin && words < WORDS_BEFORE_DRAW; words++) {
        if (typed_word_at(clerk, begin, limit, 1u << MEANS_OFFERS | 1u << MEANS_NOT, &end) != NULL)
            return;
        while (begin < limit && !typed_is_any_of(*typed_sign_at(clerk, begin), " \t.,;:!?(-"))
            begin++;
        if (!typed_is_space(typed_sign_before(clerk, begin, limit)))
            return;
        last = begin = typed_skip_spaces(clerk, begin, limit);
        if (words < WORDS_AFTER) { /* "ok draw", but not "Ben offers a draw" */
            last = claim_end(clerk, begin, limit);
        } else if (typed_word_at(clerk, begin, limit, 1u << MEANS_DRAW, &end) != NULL &&
            (typed_sign_at(clerk, begin)[-2] == 'a' || strncasecmp(typed_sign_at(clerk, begin), "draw", 4) != 0)) {
            draw = true;
            last = end;
        }
    }
    if (last == begin || is_time(clerk, begin, last))
        return;
    for (end = last; end < limit && !typed_is_any_of(*typed_sign_at(clerk, end), ".,;:!?(") &&
         !(*typed_sign_at(clerk, end) == ' ' && typed_sign_before(clerk, end + 1, limit) == '-');)
        end++;
    const bool plain = first && typed_result_at(clerk, begin, limit, result) == last &&
        strstr(result, " wins") == NULL && memchr(typed_sign_at(clerk, begin), ' ', last - begin) != NULL;
    if (plain || draw || !has_word(clerk, last, end) || (first && rest_after_result(clerk, last, end) != REST_TALK))
        clerk->doubts.claim = (struct typed_place){begin, last};
}

/* Keeps what the talk from I to END says of points, first what says whose they are; "Anna 2 points" only where the
   board shows that. */
static void keep_points(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char told[64];
    bool sure;
    struct typed_place place;
    if (clerk->turns.count == 0 || clerk->doubts.told[0] != '\0' ||
        !typed_read_told_points(clerk, i, end, &place, &sure, told) ||
        (clerk->doubts.points.end > 0 && told[0] == '\0') ||
        (!sure && !(clerk->of_points && is_decided(clerk) && board_has_points(clerk, place))))
        return;
    clerk->doubts.points = place;
    memcpy(clerk->doubts.told, told, sizeof told);
}

/* Asks about the figures of a result at I, if it may be one, or they are not of the player whom they are said to be
   for; returns where they end, or I. */
static uint32_t ask_about_figures(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char result[64];
    const char c = *typed_sign_at(clerk, i);
    if (!(typed_is_digit(c) || (c == '=' && clerk->seat_count == 1) || typed_sign_before(clerk, i + 1, end) == '-'))
        return i;
    const uint32_t last = typed_result_at(clerk, i, end, result);
    if (last == i || date_end(clerk, i, end) > i || last - i != strlen(result) ||
        (c != '=' && memchr(result, '-', last - i) == NULL) || memcmp(typed_sign_at(clerk, i), result, last - i) != 0)
        return i;
    const struct typed_place place = {i, last};
    if (!clerk->result.known)
        ask_about_result(clerk, place, result);
    else if (!ask_about_other_player(clerk, place, result))
        return i;
    clerk->result.known = true;
    return last;
}

/* Finds the turn at I; if none is legal there, and the record is read with other signs, one with these. */
static bool find_turn(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const bool found = typed_find(clerk, i, limit);
    if (!clerk->signs.other || clerk->board == NULL || (found && typed_is_legal(clerk)))
        return found;
    const struct typed_token token = clerk->token;
    if (typed_find_other_signs(clerk, i, limit))
        return true;
    clerk->token = token;
    return found;
}

/* Whether what is from I to END is digits and two letters, "1st", or "s", the size of a board, or the ordinal of a word
   after it, "2e ronde". */
static bool is_ordinal(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const uint32_t begin = i;
    while (typed_is_digit(typed_sign_before(clerk, i, end)))
        i++;
    const char *letter = typed_sign_at(clerk, i);
    if (i == begin || i == end)
        return false;
    return end == i + 1 ? *letter == 's' || (memcmp(letter, "e ", 2) == 0 && typed_is_letter(letter[2]))
                        : end == i + 2 && typed_is_letter(letter[0]) && typed_is_letter(letter[1]);
}

/* Finds what may be a turn at I of talk. */
static bool find_in_talk(struct clerk *clerk, uint32_t i, uint32_t end)
{
    bool found = find_turn(clerk, i, end);
    if (!found && clerk->token.sticks) {
        clerk->stuck = true;
        found = typed_find(clerk, i, end) && clerk->token.end - clerk->token.begin > 1;
        clerk->stuck = false;
    }
    return found && !is_bare_word(clerk, &clerk->token, end) && !is_ordinal(clerk, i, clerk->token.end);
}

/* Whether one of the last turns was typed as what is at PLACE is: talk mentions it. */
static bool was_played(const struct clerk *clerk, struct typed_place place)
{
    const struct typed_turn *turns = clerk->turns.at;
    bool was = false;
    for (size_t k = clerk->turns.count; k > 0 && k + MENTIONED_MOST > clerk->turns.count && !was; k--)
        was = turns[k - 1].end - turns[k - 1].begin == place.end - place.begin &&
            memcmp(typed_sign_at(clerk, turns[k - 1].begin), typed_sign_at(clerk, place.begin),
                place.end - place.begin) == 0;
    return was;
}

/* The last turn with what is from I to END in place of its end, of the shortest with which it is legal; false: none. */
static bool correct_last_turn(const struct clerk *clerk, uint32_t i, uint32_t end, char text[2 * TOKEN_MOST])
{
    char correction[TOKEN_MOST];
    bool legal = false;
    signs_as_typed(clerk, i, end, correction);
    for (size_t kept = strlen(clerk->last_text); kept-- > 0 && !legal;) {
        const int length = snprintf(text, 2 * TOKEN_MOST, "%.*s%s", (int)kept, clerk->last_text, correction);
        catasta_position *trial = catasta_position_copy(clerk->before);
        legal = trial != NULL && catasta_position_play(trial, text, (size_t)length, NULL);
        catasta_position_free(trial);
    }
    return legal;
}

/* Whether the word before I means MEANING. */
static bool follows(const struct clerk *clerk, uint32_t i, enum typed_meaning meaning)
{
    uint32_t end;
    while (i > 0 && typed_is_space(*typed_sign_at(clerk, i - 1)))
        i--;
    const uint32_t last = i;
    while (i > 0 && typed_is_letter(*typed_sign_at(clerk, i - 1)))
        i--;
    return i < last && typed_word_at(clerk, i, last, MEANS_BIT(meaning), &end) != NULL && end == last;
}

/* Asks about the token, which is in talk; returns where that ends. */
static uint32_t ask_about_token(struct clerk *clerk, uint32_t end)
{
    struct typed_place place = {clerk->token.begin, clerk->token.end};
    uint32_t sign;
    catasta_position *after = NULL;
    const struct typed_reading *const reading =
        typed_legal_on(clerk, clerk->told.after != NULL ? clerk->told.after : clerk->board, &after);
    struct typed_reading legal_reading;
    const bool legal = reading != NULL;
    if (legal)
        legal_reading = *reading;
    const bool more = typed_word_at(clerk, typed_skip_spaces(clerk, place.end, end), end, 1u << MEANS_SIGN, &sign) &&
        typed_find(clerk, typed_skip_spaces(clerk, sign, end), end);
    if (more && follows(clerk, place.begin, MEANS_SENDER)) { /* "a road from c1 to c6" */
        place.end = clerk->token.end;
    } else if (more) { /* "and e3 takes c4", which no form covers */
        place.end = clerk->token.end;
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "part of a turn in words; if so, write the turn in signs, on a line of its own");
    } else if ((!legal || clerk->doubts.corrected) && could_replace_last_turn(clerk)) {
        ask_about_replacement(clerk, place);
    } else if (legal) {
        keep_told(clerk, place, &legal_reading, after);
        clerk->doubts.doubt = (struct typed_place){0, 0};
        return place.end;
    } else if (clerk->doubts.corrected && clerk->turns.count > 0 && !was_played(clerk, place)) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "meant in place of a turn before it; if so, write it there");
        clerk->doubts.corrected = false;
    } else {
        clerk->doubts.doubt = place;
    }
    catasta_position_free(after);
    return place.end;
}

/* Asks about the turns and results that may be in the talk from BEGIN to END. */
static void ask_about_talk(struct clerk *clerk, uint32_t begin, uint32_t end)
{
    bool sentence = true; /* begins at I */
    keep_points(clerk, begin, end);
    clerk->doubts.corrected = clerk->doubts.corrected || says(clerk, begin, end, MEANS_CORRECTS);
    const bool over = is_game_over(clerk); /* no turn is after it */
    for (uint32_t i = begin; i < end; i++) {
        const char before = i == 0 ? ' ' : *typed_sign_at(clerk, i - 1);
        const char c = *typed_sign_at(clerk, i);
        if (sentence && !typed_is_space(c) && clerk->turns.count > 0 && clerk->doubts.claim.end == 0)
            keep_claim(clerk, i, end);
        sentence = typed_is_any_of(c, ".,;:!?") || (sentence && typed_is_space(c));
        if (!(typed_is_alnum(c) || typed_is_any_of(c, "+-=")) || typed_is_alnum(before) ||
            (i > begin && typed_is_any_of(before, "-+:")))
            continue;
        uint32_t dashes = i;
        while (typed_sign_before(clerk, dashes, end) == '-')
            dashes++;
        if (dashes > i + 2) { /* of "--- page 2 ---" */
            i = dashes - 1;
            continue;
        }
        const uint32_t figures = ask_about_figures(clerk, i, end);
        if (figures > i)
            i = figures - 1;
        else if (c != '=' && (!over || clerk->doubts.corrected) && find_in_talk(clerk, i, end))
            i = ask_about_token(clerk, end) - 1;
    }
}

static const unsigned seat_words = 1u << MEANS_WHITE | 1u << MEANS_BLACK;

/* Points of as many seats as there can be, and how much of that the game has. */
static const char points_example[] = "9-8-7-6-5-4-3-2";
static int points_length(const struct clerk *clerk)
{
    return (int)(2 * (clerk->board == NULL ? 2 : catasta_position_seats(clerk->board)) - 1);
}

/* Asks about the points that talk says. */
static void ask_about_points(struct clerk *clerk)
{
    char shown[64];
    const struct typed_place points = clerk->doubts.points;
    if (clerk->of_points && read_board_result(clerk, shown) && board_has_points(clerk, points))
        ask_about_result(clerk, points, shown);
    else if (clerk->doubts.told[0] != '\0')
        ask_about_result(clerk, points, clerk->doubts.told);
    else if (!clerk->of_points)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, points, "the result; if so, write '1-0' or '0-1' on a line of its own");
    else
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, points,
            "the result; if so, write the points of the seats in their order, as '%.*s'", points_length(clerk),
            points_example);
}

/* Whether nothing but a sign is after a sentence that ends at I: a question mark, too, is more. */
static bool ends_sentence(const struct clerk *clerk, uint32_t i)
{
    i = typed_skip_spaces(clerk, i, clerk->page.count);
    return typed_is_any_of(typed_sign_before(clerk, i, clerk->page.count), "\n.,;!()|\"");
}

/* Asks about a sentence that claims RESULT, which another player has won than the one that is written; unless the board
   decides that. */
static void ask_about_other_result(struct clerk *clerk, const char *result)
{
    const char *written = clerk->result.at != SIZE_MAX ? clerk->result.text : NULL;
    for (unsigned k = 0; k < clerk->tag_count && written == NULL; k++)
        if (strcmp(clerk->tags[k].name, "Result") == 0)
            written = (const char *)clerk->values.at + clerk->tags[k].value;
    if (written == NULL || is_decided(clerk) || !ends_sentence(clerk, clerk->doubts.claim.end))
        return;
    const int claimed = typed_winner(clerk, result);
    const int winner = typed_winner(clerk, written);
    if (claimed > 0 && winner >= 0 && claimed != winner)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->doubts.claim,
            "the result '%s', though '%s' is written; write the one that is meant", result, written);
}

/* The numbers of a day and its month at PLACE, in either order, "9-Nov"; false: none are there. */
static bool read_dated_points(const struct clerk *clerk, struct typed_place place, char text[64])
{
    unsigned long numbers[2] = {0, 0};
    unsigned count = 0;
    for (uint32_t i = place.begin, end; i < place.end && count < 2; i = end) {
        const struct typed_word *month = typed_word_at(clerk, i, place.end, 1u << MEANS_MONTH, &end);
        const char *at = month != NULL ? month->name : typed_sign_at(clerk, i);
        end = month != NULL ? end : i + 1;
        if (typed_is_digit(*at))
            numbers[count++] = strtoul(at, NULL, 10);
        while (month == NULL && typed_is_digit(*at) && typed_is_digit(typed_sign_before(clerk, end, place.end)))
            end++;
    }
    snprintf(text, 64, "%lu-%lu' or '%lu-%lu", numbers[0], numbers[1], numbers[1], numbers[0]);
    return count == 2;
}

/* Asks about what is after a label of the result, unless there is one. */
static void ask_about_label(struct clerk *clerk, struct typed_place place)
{
    char shown[64];
    if (!read_board_result(clerk, shown) && !(clerk->of_points && read_dated_points(clerk, place, shown)))
        snprintf(shown, sizeof shown, "%.*s", clerk->of_points ? points_length(clerk) : 3,
            clerk->of_points ? points_example : "1-0");
    if (!clerk->result.known)
        typed_ask(
            clerk, CATASTA_TYPED_UNCLEAR, place, "the result; if so, write it on a line of its own, as '%s'", shown);
    clerk->result.known = true;
}

/* Asks about a result that a sentence claims; or, if the record has one, whether it is the other one. */
static void ask_about_claim(struct clerk *clerk)
{
    char result[64];
    uint32_t end;
    const struct typed_place claim = clerk->doubts.claim;
    if (clerk->doubts.labelled.end > 0)
        ask_about_label(clerk, clerk->doubts.labelled);
    const bool alone = claim.end > 0 &&
        typed_word_at(clerk, claim.begin, claim.end, 1u << MEANS_RESIGNS, &end) != NULL; /* whose turn it is */
    const unsigned to_move = clerk->board == NULL || !alone ? 0 : catasta_position_to_move(clerk->board);
    memcpy(result, clerk->doubts.claimed, sizeof result);
    const bool named =
        claim.end > 0 && (result[0] != '\0' || typed_result_at(clerk, claim.begin, claim.end, result) > claim.begin);
    if (claim.end > 0 && !named && to_move > 0)
        typed_write_claim(clerk, to_move, "resigns", result);
    if (clerk->result.known) {
        if (named || to_move > 0)
            ask_about_other_result(clerk, result);
        return;
    }
    if (!named && clerk->doubts.points.end > 0 && (claim.end == 0 || clerk->doubts.told[0] != '\0')) {
        ask_about_points(clerk);
        return;
    }
    if (named)
        ask_about_result(clerk, claim, result);
    if (named || claim.end == 0 || is_decided(clerk)) /* as nobody said by whom, the board does */
        return;
    char seat[16], other[16];
    const char *verb = says(clerk, claim.begin, claim.end, MEANS_RESIGNS) ? "resigns" : "wins";
    typed_write_seat_tag(clerk, to_move == 0 ? 1 : to_move, seat);
    typed_write_seat_tag(clerk, 2, other);
    if (alone || clerk->board == NULL || catasta_position_seats(clerk->board) != 2)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, claim, "a result; if so, write it on a line of its own, as '%s %s'",
            seat, verb);
    else
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, claim,
            "a result; if so, write it on a line of its own, '%s %s' or '%s %s'", seat, verb, other, verb);
}

/* Copies the talk that begins at I as a comment, with what is before it from BEGIN on. */
static uint32_t copy_talk(struct clerk *clerk, uint32_t begin, uint32_t i, uint32_t limit)
{
    const uint32_t end = talk_end(clerk, i, limit);
    uint32_t last = end;
    while (last > begin && typed_is_space(*typed_sign_at(clerk, last - 1)))
        last--;
    if (last > begin + 2 && memcmp(typed_sign_at(clerk, last - 2), " |", 2) == 0) { /* the bar that ends a row */
        mark_as_layout(clerk, last - 1, last);
        while (typed_is_space(*typed_sign_at(clerk, last - 2)))
            last--;
        last--;
    }
    const size_t asked = count_asked(clerk);
    typed_comment(clerk, (struct typed_place){begin, last});
    ask_about_talk(clerk, begin, last);
    if (clerk->doubts.claim.end == 0 || clerk->doubts.claim.begin < begin) /* else "Black wins" names nobody */
        typed_keep_names(clerk, begin, last);
    typed_keep_colours(clerk, (struct typed_place){begin, last});
    if (clerk->turns.count == 0)
        keep_possible_turn(clerk, begin, last, false);
    clerk->doubts.asked |= count_asked(clerk) > asked;
    if (count_asked(clerk) == asked && clerk->doubts.unread.end == 0)
        clerk->doubts.unread = (struct typed_place){begin, last};
    if (clerk->turns.count == 0 && !clerk->movetext) {
        typed_keep_date(clerk, begin, last);
        typed_ask_rules(clerk, begin, last);
    }
    return end;
}

/* Whether the LENGTH letters before I are a turn by themselves, as the name of a tile is: no word. */
static bool is_tile_name(const struct clerk *clerk, uint32_t i, unsigned length)
{
    char name[4];
    for (unsigned k = 0; k < length && length < sizeof name; k++)
        name[k] = *typed_sign_at(clerk, i - length + k);
    return length < sizeof name && clerk->ruleset[0] != '\0' && typed_form_covers(clerk, clerk->ruleset, name, length);
}

/* Whether there is a word from I to END: two letters or more that nothing covers.  With a digit or a mark it takes
   four: letters are pieces, rows and marks of turns. */
static bool has_word(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    unsigned letters = 0;
    bool of_turn = false;
    for (uint32_t k = i; k < end; k++) {
        const char c = *typed_sign_at(clerk, k);
        if (typed_is_space(c))
            of_turn = false;
        if (k == i || typed_is_space(*typed_sign_at(clerk, k - 1)))
            for (uint32_t n = k; n < end && !typed_is_space(*typed_sign_at(clerk, n)); n++)
                of_turn |=
                    typed_is_digit(*typed_sign_at(clerk, n)) || typed_is_any_of(*typed_sign_at(clerk, n), "+@~^");
        letters = typed_is_letter(c) || c == SIGN_LETTER ? letters + 1 : 0;
        const bool goes_on = k + 1 < end && typed_is_letter(*typed_sign_at(clerk, k + 1));
        if (letters > (of_turn ? 3 : 1) && !goes_on && !is_tile_name(clerk, k + 1, letters) &&
            !(of_turn && typed_is_word_of_turns(typed_sign_at(clerk, k + 1 - letters), letters)))
            return true;
    }
    return false;
}

/* Results. */

/* The record's result is RESULT, typed from FROM to LAST. */
static void set_result(struct clerk *clerk, uint32_t from, uint32_t last, const char *result)
{
    const uint32_t size = typed_offset(clerk, last) - typed_offset(clerk, from);
    clerk->result.place = (struct typed_place){from, last};
    if (size != strlen(result) || memcmp(clerk->page.bytes + typed_offset(clerk, from), result, size) != 0)
        typed_change(clerk, CATASTA_TYPED_RESULT, clerk->result.place, result, strlen(result));
    strcpy(clerk->result.text, result);
    clerk->result.known = true;
    clerk->result.over = clerk->turns.count > 0; /* "Black wins (0-1)" may be a heading */
    clerk->result.at = clerk->text.count;
    clerk->result.piece = clerk->pieces.count;
    clerk->result.apart = clerk->written_line != clerk->line;
    clerk->written_line = clerk->line;
}

/* Where another result ends that says after I, to the end, what RESULT does, "White resigned. 0-1"; I: none does. */
static uint32_t same_result_end(struct clerk *clerk, uint32_t i, uint32_t limit, const char *result)
{
    char again[64];
    uint32_t begin = i;
    while (typed_is_any_of(typed_sign_before(clerk, begin, limit), " .,;:=-"))
        begin++;
    const uint32_t end = begin == i ? i : typed_result_at(clerk, begin, limit, again);
    const bool same = end > begin && typed_winner(clerk, result) >= 0 &&
        typed_winner(clerk, result) == typed_winner(clerk, again) &&
        rest_after_result(clerk, end, limit) == REST_NOTHING;
    return same ? end : i;
}

/* Reads the result at I, if it is one; *END is what follows it.  What may be one is a comment with all that follows. */
static bool take_result(struct clerk *clerk, uint32_t i, uint32_t limit, uint32_t *end)
{
    char result[64];
    uint32_t label;
    const struct typed_word *word = typed_word_at(clerk, i, limit, 1u << MEANS_RESULT, &label);
    const uint32_t value = word == NULL ? i : typed_skip_spaces(clerk, label, limit);
    uint32_t from = value; /* after signs that may be of a row: "Result";"1-0" */
    while (word != NULL && typed_is_any_of(typed_sign_before(clerk, from, limit), ":;|,\" \t"))
        from++;
    const bool sign = from > value;
    const bool labelled = word != NULL && (sign || value > label);
    from = labelled ? from : i;
    uint32_t last = typed_result_at(clerk, from, limit, result);
    if (last == from && labelled)
        last = typed_labelled_result(clerk, from, limit, result);
    if (last == from)
        return false;
    if (labelled && (typed_sign_before(clerk, last, limit) == '\t' || typed_skip_spaces(clerk, last, limit) > last + 2))
        limit = last; /* of a form, in which more is said after it */
    if (labelled && typed_is_any_of(typed_sign_before(clerk, last, limit), ",(") && !has_word(clerk, from, last))
        limit = last; /* "Result 3-5-0, Cleo was first" */
    const uint32_t again = same_result_end(clerk, last, limit, result);
    const enum rest rest = again > last ? REST_NOTHING : rest_after_result(clerk, last, limit);
    const struct typed_place place = {from, last};
    if (labelled && value == label + 1 && !sign && rest != REST_NOTHING)
        return false; /* "result 1-0 was what I wanted" */
    if (rest != REST_NOTHING && is_time(clerk, from, last)) {
        typed_comment(clerk, place);
        *end = last;
        return true;
    }
    if (rest == REST_UNCLEAR && !clerk->result.known) {
        clerk->result.known = true; /* not what else that talk says */
        *end = copy_talk(clerk, i, i, limit);
        ask_about_result(clerk, place, result);
        return true;
    }
    if (rest != REST_NOTHING && !has_word(clerk, from, last)) { /* figures are nothing else */
        typed_comment(clerk, place);
        if (ask_about_figures(clerk, from, last) == from && clerk->turns.count > 0 && clerk->doubts.claim.end == 0 &&
            date_end(clerk, from, limit) == from)
            clerk->doubts.claim = place; /* "0:1 then. Bye!" */
        *end = last;
        return true;
    }
    if (rest != REST_NOTHING)
        return false;
    const bool open = clerk->result.at != SIZE_MAX && strcmp(clerk->result.text, "*") == 0 && strcmp(result, "*") != 0;
    if (open) /* a '*' before it was none */
        typed_change(clerk, CATASTA_TYPED_LAYOUT, clerk->result.place, "", 0);
    else if (clerk->result.at != SIZE_MAX)
        return strcmp(result, clerk->result.text) == 0 && (mark_as_layout(clerk, i, last), *end = last, true);
    if (typed_sign_before(clerk, last, limit) == '.')
        last++;
    begin_movetext(clerk, i);
    if (labelled)
        mark_as_layout(clerk, i, from);
    set_result(clerk, from, last, result);
    if (again > last)
        mark_as_layout(clerk, typed_skip_spaces(clerk, last, again), again);
    *end = again > last ? again : last;
    return true;
}

/* Brackets and braces. */

/* Where each bracket of the page closes, before any empty line; 0: it does not. */
static void match_brackets(struct clerk *clerk)
{
    const uint32_t count = clerk->page.count;
    uint32_t *ends = typed_grow(clerk, &clerk->page.ends, count, sizeof *ends);
    uint32_t open[2] = {UINT32_MAX, UINT32_MAX}; /* the last one, in whose place the one before it is */
    bool empty = false;
    for (uint32_t k = 0; k <= count && ends != NULL; k++) {
        const char c = k < count ? *typed_sign_at(clerk, k) : '\n';
        const bool stops = k == count || (c == '\n' && empty);
        empty = c == '\n' || (empty && typed_is_space(c));
        for (unsigned kind = 0; kind < 2; kind++) {
            while (open[kind] != UINT32_MAX && (stops || c == ")]"[kind])) {
                const uint32_t before = ends[open[kind]];
                ends[open[kind]] = stops ? 0 : k + 1;
                open[kind] = before;
                if (!stops)
                    break;
            }
            if (k < count && c == "(["[kind]) {
                ends[k] = open[kind];
                open[kind] = k;
            }
        }
    }
}

/* Where the bracket at I closes, on this line or a few more; I: it does not. */
static uint32_t bracket_end(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    if (clerk->page.ends.count == 0)
        match_brackets(clerk);
    const uint32_t end = clerk->failed ? 0 : ((const uint32_t *)clerk->page.ends.at)[i];
    const bool near = end <= i + BRACKET_MOST && (clerk->sheet.separator == '\0' || end <= limit);
    return end > i && near ? end : i;
}

static uint32_t take_braces(struct clerk *clerk, uint32_t i)
{
    const char *begin = typed_sign_at(clerk, i);
    const char *end = clerk->no_braces ? NULL : memchr(begin, '}', clerk->page.count - i);
    clerk->no_braces = end == NULL; /* nor is there one after that */
    if (end == NULL)
        return i;
    const uint32_t after = i + (uint32_t)(end - begin) + 1;
    typed_write(clerk, "{", 1, (struct typed_place){i, i + 1});
    typed_remark(clerk, (struct typed_place){i + 1, after - 1});
    typed_put(clerk, "}", 1, (struct typed_place){after - 1, after});
    return after;
}

/* What is nothing else. */

/* Whether what is from I to END is a turn with a slip: a letter, a digit or a mark, and only signs that turns have, and
   no result. */
static bool name_is_slip_of(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char result[64];
    bool letter = false;
    bool digit = false;
    for (const uint32_t begin = i; i < end; i++) {
        const char c = *typed_sign_at(clerk, i);
        if (i > begin && !typed_is_alnum(*typed_sign_at(clerk, i - 1)) && typed_result_at(clerk, i, end, result) > i)
            return false;
        letter |= typed_is_letter(c);
        digit |= typed_is_digit(c) || typed_is_any_of(c, "+@~^");
        if (!typed_is_alnum(c) && !typed_is_any_of(c, ":;+-*,>@~^/|=.?&#_'!<\"") && !typed_is_arrow(c))
            return false;
    }
    return letter && digit;
}

/* Whether it is a few digits after a turn or a number of the same line. */
static bool is_stray_count(const struct clerk *clerk, const struct typed_number *number, uint32_t i, uint32_t end)
{
    const bool after =
        number->begin != UINT32_MAX || (clerk->last_turn != UINT32_MAX && clerk->turn_line == clerk->line);
    for (uint32_t k = i; k < end; k++)
        if (!typed_is_digit(*typed_sign_at(clerk, k)))
            return false;
    return after && end - i < 4;
}

/* Whether the line from I to END is only signs of layout. */
static bool is_separator_line(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    unsigned count = 0;
    bool apart = true; /* "- | -" is two passes */
    for (; i < end; i++) {
        const char c = *typed_sign_at(clerk, i);
        if (typed_is_space(c))
            continue;
        if (!typed_is_any_of(c, "-=_*+|:`#>"))
            return false;
        apart = apart && typed_is_any_of(c, "-|") && typed_is_any_of(typed_sign_before(clerk, i + 1, end), " \t\n");
        count++;
    }
    return count > 2 && !(apart && count < 4);
}

/* Whether the line from I to END is a fence, with a language or without. */
static bool is_fence(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const bool fence = strncmp(typed_sign_at(clerk, i), "```", 3) == 0;
    while (i < end && !typed_is_space(*typed_sign_at(clerk, i)) && !typed_is_digit(*typed_sign_at(clerk, i)))
        i++;
    return fence && typed_skip_spaces(clerk, i, end) == end;
}

/* Whether the line from I to END is two dashes. */
static bool is_lone_dashes(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    return typed_sign_before(clerk, i, end) == '-' && typed_sign_before(clerk, i + 1, end) == '-' &&
        typed_skip_spaces(clerk, i + 2, end) == end;
}

static uint32_t take_slip(struct clerk *clerk, struct typed_number *number, uint32_t i, uint32_t end)
{
    char text[TOKEN_MOST];
    uint32_t last = end;
    while (last > i + 1 && typed_is_any_of(*typed_sign_at(clerk, last - 1), ",.;|*_\"'`"))
        last--;
    if (last - i >= TOKEN_MOST)
        last = i + TOKEN_MOST - 1;
    const size_t length = signs_as_typed(clerk, i, last, text);
    if (number->begin != UINT32_MAX)
        write_number(clerk, number, expected_number(clerk), false);
    *number = no_number;
    copy_turn(clerk, i, last, text, length);
    note_unplayed_turn(clerk, i, last);
    clerk->doubts.doubt = (struct typed_place){0, 0};
    catasta_position_free(clerk->before);
    clerk->before = clerk->board;
    clerk->last_illegal = true;
    clerk->board = NULL;
    return last;
}

static void flush_number(struct clerk *clerk, struct typed_number *number)
{
    if (number->begin == UINT32_MAX)
        return;
    clerk->count.open = number->value != 0;
    if (number->strong || number->value == 0 || clerk->sheet.separator != '\0')
        write_number(clerk, number, expected_number(clerk), true);
    else
        typed_comment(clerk, (struct typed_place){number->begin, number->end});
    *number = no_number;
}

enum dash { DASH_LAYOUT, DASH_PASS, DASH_UNCLEAR };

/* Where the comment at I ends. */
static uint32_t brace_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    while (i < limit && *typed_sign_at(clerk, i) != '}')
        i++;
    return i < limit ? i + 1 : limit;
}

/* How to read a dash at I, with nothing next to it, where a pass is legal: after a number, or before anything but a
   turn, a pass. Else the turn after it says whether it is legal without, with it, or either way. */
static enum dash read_dash(struct clerk *clerk, uint32_t i, uint32_t limit, bool after_number)
{
    catasta_position *passed = clerk->board == NULL ? NULL : catasta_position_copy(clerk->board);
    if (passed == NULL || !catasta_position_play(passed, "pass", 4, NULL)) {
        catasta_position_free(passed);
        return DASH_LAYOUT;
    }
    uint32_t next = i + 1;
    while (next < limit && typed_is_any_of(*typed_sign_at(clerk, next), " \t\"|,;*_`{"))
        next = *typed_sign_at(clerk, next) == '{' ? brace_end(clerk, next, limit) : next + 1;
    char result[64];
    struct typed_number number;
    const bool counted = next < limit && parse_number(clerk, next, limit, false, &number);
    if (counted && !number.dots && (number.value == expected_number(clerk) || number.value == clerk->turns.count + 1)) {
        catasta_position_free(passed); /* no turn is missing before it */
        return DASH_LAYOUT;
    }
    const bool ends = next >= limit || counted || typed_result_at(clerk, next, limit, result) > next ||
        (typed_sign_before(clerk, next, limit) == '-' && !typed_is_alnum(typed_sign_before(clerk, next + 1, limit)));
    enum dash dash = after_number || ends ? DASH_PASS : DASH_LAYOUT;
    if (!after_number && !ends && typed_find(clerk, next, limit)) {
        catasta_position *board = clerk->board;
        const bool without = typed_is_legal(clerk);
        clerk->board = passed;
        const bool with = typed_is_legal(clerk);
        clerk->board = board;
        dash = with && without ? DASH_UNCLEAR : with ? DASH_PASS : DASH_LAYOUT;
    }
    catasta_position_free(passed);
    return dash;
}

/* Whether there is a word after a letter alone, which ends at I. */
static bool word_follows_letter(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const uint32_t begin = typed_skip_spaces(clerk, i, limit);
    uint32_t end = begin;
    while (end < limit && end - begin < TOKEN_MOST && !typed_is_any_of(*typed_sign_at(clerk, end), " \t{(["))
        end++;
    return has_word(clerk, begin, end);
}

/* Whether a dash at I has nothing next to it, or marks of markup. */
static bool is_dash(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    return typed_sign_before(clerk, i, limit) == '-' &&
        typed_is_any_of(typed_sign_before(clerk, i + 1, limit), " \t\n,;*_`|\"{") &&
        (i == 0 || !typed_is_any_of(*typed_sign_at(clerk, i - 1), "-<=>"));
}

/* Where the date or the time at I ends, three numbers with the same sign between them and no result; I: there is none.
 */
static uint32_t date_end(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    char result[64];
    char sign = '\0';
    bool zero = false; /* as in 05 */
    const uint32_t begin = i;
    for (unsigned part = 0; part < 3; part++) {
        const uint32_t digits = i;
        while (typed_is_digit(typed_sign_before(clerk, i, limit)) && i < digits + 4)
            i++;
        const char c = typed_sign_before(clerk, i, limit);
        zero |= *typed_sign_at(clerk, digits) == '0' && i > digits + 1;
        if (i == digits || (part == 0 && !typed_is_any_of(c, "-./:")) || (part == 1 && c != sign))
            return begin;
        sign = c;
        i += part < 2;
    }
    const char *year = typed_sign_at(clerk, i) - 4;
    const bool dated =
        i > begin + 7 && typed_is_digit(*year) && (memcmp(year, "19", 2) == 0 || memcmp(year, "20", 2) == 0);
    return typed_is_alnum(sign) || (!zero && !dated && typed_result_at(clerk, begin, limit, result) > begin) ? begin
                                                                                                             : i;
}

/* Where what the token is stuck to with a sign of turns ends, as "c4:2+c5,xe" has it; 0: it is whole. */
static uint32_t glued_token_end(struct clerk *clerk, uint32_t limit)
{
    const struct typed_token token = clerk->token;
    uint32_t end = token.end;
    bool more = false;
    if (!typed_is_any_of(typed_sign_before(clerk, end, limit), ",./"))
        return 0;
    while (end < limit && end - token.begin < TOKEN_MOST && !typed_is_any_of(*typed_sign_at(clerk, end), " \t{|;\"("))
        more |= typed_is_alnum(*typed_sign_at(clerk, end++));
    more = more && !has_word(clerk, token.begin, end) && !typed_find(clerk, token.end + 1, limit) &&
        name_is_slip_of(clerk, token.begin, end);
    clerk->token = token;
    return more ? end : 0;
}

/* Whether a number or a seat is before what may be a turn, or says itself that it is one. */
static bool is_before_turn(struct clerk *clerk, uint32_t end, uint32_t limit, bool strong)
{
    uint32_t i = typed_skip_spaces(clerk, typed_skip_clock(clerk, end, limit), limit);
    if (typed_sign_before(clerk, i, limit) == '-' && typed_is_any_of(typed_sign_before(clerk, i + 1, limit), " \t\n") &&
        (strong || read_dash(clerk, i, limit, true) == DASH_PASS))
        return true;
    while ((typed_is_any_of(typed_sign_before(clerk, i, limit), "|-,;/*_`\"'") ||
               typed_sign_before(clerk, i, limit) == SIGN_OTHER) &&
        i < limit) {
        if (typed_find(clerk, i, limit))
            return true;
        i = typed_skip_spaces(clerk, i + 1, limit);
    }
    if (i >= limit)
        return strong || clerk->sheet.separator != '\0';
    struct typed_number number; /* "<anna> 1 d3" */
    if (!strong && parse_number(clerk, i, limit, false, &number) && number.value == expected_number(clerk) &&
        typed_find(clerk, typed_skip_spaces(clerk, number.end, limit), limit))
        return true;
    if (typed_find(clerk, i, clerk->page.count))
        return true;
    uint32_t blob = i;
    while (blob < limit && !typed_is_space(*typed_sign_at(clerk, blob)))
        blob++;
    uint32_t other;
    unsigned seat;
    return (strong && (typed_is_any_of(typed_sign_before(clerk, i, limit), "{([") || !has_word(clerk, i, blob))) ||
        (name_is_slip_of(clerk, i, blob) && !has_word(clerk, i, blob)) || read_seat(clerk, i, limit, &other, &seat);
}

/* Whether NUMBER continues the count, in a game that goes on. */
static bool continues_numbers(const struct clerk *clerk, const struct typed_number *number)
{
    return number->strong && clerk->turns.count > 0 && !clerk->result.over &&
        (number->value == expected_number(clerk) || number->value == clerk->count.last + 1);
}

/* Where the token at I must end: LIMIT, or before the signs of markup that are also right before it, or two stars,
   which are bold that began earlier. */
static uint32_t token_limit(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    const char mark = i > 0 ? *typed_sign_at(clerk, i - 1) : '\0';
    uint32_t begin = i;
    while (
        typed_is_any_of(mark, "*_`") && begin > 0 && i - begin < TOKEN_MOST && *typed_sign_at(clerk, begin - 1) == mark)
        begin--;
    const bool opened = begin < i && (begin == 0 || typed_is_any_of(*typed_sign_at(clerk, begin - 1), " \t\n|>("));
    uint32_t end = i;
    while (end < limit && *typed_sign_at(clerk, end) != '\n' && !typed_is_space(*typed_sign_at(clerk, end)))
        if (++end - i > TOKEN_MOST)
            return limit; /* no token is so long */
    while (!opened && end > i && typed_is_any_of(*typed_sign_at(clerk, end - 1), ".,;:)"))
        end--;
    uint32_t closing = end;
    while (closing > i && *typed_sign_at(clerk, closing - 1) == (opened ? mark : '*'))
        closing--;
    const uint32_t signs = opened ? i - begin : 2;
    return closing > i && end - closing >= signs ? end - signs : limit;
}

static bool has_digit(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (i < end && !typed_is_digit(*typed_sign_at(clerk, i)))
        i++;
    return i < end;
}

/* What is at I, before LIMIT, which each word of letters before it on its line asks for. */
static struct typed_ahead look_ahead(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    struct typed_ahead *known = &clerk->ahead[i % TYPED_AHEAD];
    if (known->at != i || known->limit != limit) {
        const bool turn = typed_find(clerk, i, limit);
        const struct typed_reading *reading = &clerk->token.readings[0];
        *known = (struct typed_ahead){i, limit, turn, turn && typed_is_word_of_turns(reading->text, reading->length)};
    }
    return *known;
}

/* Whether the token is only letters, and there is a word after it on its line: then it is one, too. */
static bool is_among_words(struct clerk *clerk, uint32_t limit)
{
    const struct typed_token token = clerk->token;
    for (uint32_t i = token.begin; i < token.end; i++)
        if (!typed_is_letter(*typed_sign_at(clerk, i)))
            return false;
    const uint32_t most = limit - token.end > AHEAD ? token.end + AHEAD : limit;
    const bool pass = strcmp(token.readings[0].text, "pass") == 0; /* "pas mal" */
    char result[64];
    struct typed_ahead ahead;
    unsigned seen = 0;
    bool word = false;
    for (uint32_t i = token.end, end; i < most && !word && !typed_is_any_of(*typed_sign_at(clerk, i), "\n{([");
         i = end) {
        end = i + 1;
        if (!typed_is_alnum(*typed_sign_at(clerk, i)))
            continue;
        if ((end = typed_result_at(clerk, i, limit, result)) > i &&
            rest_after_result(clerk, end, limit) == REST_NOTHING)
            break;
        end = i + 1;
        if (typed_seat_at(clerk, i, most, &end) > 0)
            continue;
        for (end = i + 1; end < most && !typed_is_any_of(*typed_sign_at(clerk, end), " \t\n{([|;\"");)
            end++;
        word = has_word(clerk, i, end) &&
            (ahead = look_ahead(clerk, i, limit), !ahead.turn || (pass && !ahead.word && !has_digit(clerk, i, end)));
        if (++seen == BLOBS_MOST)
            break;
    }
    clerk->token = token;
    return word;
}

/* Whether the token begins with a word that says a sign, or nothing. */
static bool begins_with_word(const struct clerk *clerk)
{
    uint32_t end;
    return typed_sign_word_at(clerk, clerk->token.begin, clerk->token.end, '\0', &end) != NULL;
}

/* Whether the token is dashes that are layout: more than two, or two where they are not a legal pass. */
static bool is_dashes(struct clerk *clerk)
{
    const struct typed_token *token = &clerk->token;
    const bool more = *typed_sign_at(clerk, token->end) == '-' ||
        (token->begin > 0 && *typed_sign_at(clerk, token->begin - 1) == '-');
    return token->readings[0].text[0] == '-' && (more || (clerk->board != NULL && !typed_is_legal(clerk)));
}

/* Takes the pass that is a dash at I. */
static uint32_t take_dash(struct clerk *clerk, struct typed_number *number, uint32_t i, uint32_t limit)
{
    clerk->token.begin = i;
    clerk->token.end = i + 1;
    clerk->token.count = 1;
    clerk->token.shorter = 0;
    clerk->token.readings[0] = (struct typed_reading){.length = 4, .text = "pass"};
    return take_token(clerk, number, limit);
}

/* Whether a number in words that ends at I is of a sentence, "no 5 d4 was wrong": without a sign after it, words follow
   on the line, though not in a comment. */
static bool is_number_of_sentence(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    bool word = false;
    if (!typed_is_alnum(*typed_sign_at(clerk, i - 1)))
        return false;
    for (uint32_t last; i < end && !word && !typed_is_any_of(*typed_sign_at(clerk, i), "{(;"); i = last + 1) {
        for (last = i; last < end && !typed_is_any_of(*typed_sign_at(clerk, last), " \t");)
            last++;
        while (i < last && typed_is_any_of(*typed_sign_at(clerk, i), "*_`"))
            i++;
        uint32_t letters = i;
        while (letters < last && typed_is_letter(*typed_sign_at(clerk, letters)))
            letters++;
        word = has_word(clerk, i, last) && !typed_is_word_of_turns(typed_sign_at(clerk, i), letters - i);
    }
    return word;
}

/* Whether a turn that is legal is at I, after spaces and a seat. */
static bool legal_turn_follows(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    unsigned seat;
    i = typed_skip_spaces(clerk, i, limit);
    i = read_seat(clerk, i, limit, &end, &seat) ? end : i;
    return typed_find(clerk, typed_skip_spaces(clerk, i, limit), limit) && typed_is_legal(clerk);
}

/* Takes the one turn that is from I to END, or to a bracket before that, with spaces for commas, if without them none
   is legal, or one that is not all of it; returns where it ends. */
static uint32_t take_joined(struct clerk *clerk, struct typed_number *number, uint32_t i, uint32_t end)
{
    for (uint32_t k = i; k < end; k++)
        end = typed_is_any_of(*typed_sign_at(clerk, k), "({") ? k : end;
    while (end > i && typed_is_any_of(*typed_sign_at(clerk, end - 1), " \t.,"))
        end--;
    const bool found = typed_find(clerk, i, end);
    if (end - i >= TOKEN_MOST || (found && clerk->token.end == end))
        return i;
    const bool legal = found && typed_is_legal(clerk);
    clerk->joined = true;
    if (typed_find(clerk, i, end) && (clerk->token.end == end || !legal) &&
        (typed_is_legal(clerk) || (clerk->token.end == end && !legal)))
        i = take_token(clerk, number, end);
    clerk->joined = false;
    return i;
}

/* A part of a line that is being read.  What may be at a place is a list of functions, in their order: each takes what
   it knows, moves .i after it, and says whether there was anything.  .result is false before each. */
struct line_part {
    uint32_t i;
    uint32_t end;  /* may come to be on another line */
    uint32_t line; /* where the line of .end ends */
    uint32_t blob; /* where the signs at .i end, up to a space or the like */
    bool first;    /* only numbers, seats and comments are before it on the line */
    bool opens;    /* and no turn before that */
    bool ends;     /* .result when .i came here */
    bool result;   /* whether a result may be next */
    struct typed_number number;
    struct typed_place list; /* turns after a seat, */
    unsigned listed;         /* and how many; 0: another number or seat came */
};

/* Goes on at I, which may be on another line. */
static void continue_at(const struct clerk *clerk, struct line_part *part, uint32_t i)
{
    part->i = i;
    part->line = i > part->end ? typed_line_end(clerk, i) : part->line;
    part->end = i > part->end ? part->line : part->end;
}

static bool consume_braces(struct clerk *clerk, struct line_part *part)
{
    if (*typed_sign_at(clerk, part->i) != '{')
        return false;
    flush_number(clerk, &part->number);
    const uint32_t next = take_braces(clerk, part->i);
    part->result = next > part->i;
    continue_at(clerk, part, next);
    return part->result;
}

/* A time, or a date in words, that a line begins with has a name after it. */
static bool consume_date(struct clerk *clerk, struct line_part *part)
{
    uint32_t after;
    unsigned seat;
    uint32_t next = typed_is_digit(*typed_sign_at(clerk, part->i)) ? date_end(clerk, part->i, part->end) : part->i;
    const uint32_t stamp = part->first ? typed_stamp_end(clerk, part->i, part->end) : part->i;
    uint32_t name = stamp;
    while (typed_is_any_of(typed_sign_before(clerk, name, part->end), " \t-<"))
        name++;
    const bool before_name = stamp > next && (next > part->i || read_seat(clerk, name, part->end, &after, &seat));
    if (next == part->i && !before_name)
        return false;
    flush_number(clerk, &part->number);
    next = before_name ? stamp : next;
    uint32_t last = next;
    while (typed_is_any_of(*typed_sign_at(clerk, last - 1), " -"))
        last--;
    typed_comment(clerk, (struct typed_place){part->i, last});
    if (clerk->turns.count == 0 && !clerk->movetext)
        typed_keep_date(clerk, part->i, next);
    part->i = next;
    part->result = part->ends;
    return true;
}

static bool consume_result(struct clerk *clerk, struct line_part *part)
{
    part->result = part->ends && part->number.begin == UINT32_MAX && take_result(clerk, part->i, part->end, &part->i);
    return part->result;
}

static bool consume_glyph(struct clerk *clerk, struct line_part *part)
{
    const char *sign = typed_sign_at(clerk, part->i);
    const uint32_t next = *sign == '$' ? glyph_end(clerk, part->i, part->end) : part->i;
    if (next == part->i || !is_right_after_turn(clerk, part->i))
        return false;
    typed_write(clerk, sign, next - part->i, (struct typed_place){part->i, next});
    part->i = next;
    return part->result = true;
}

/* "2|d4", but "1|d4|e5" is a row. */
static bool consume_seat_number(struct clerk *clerk, struct line_part *part)
{
    const char c = *typed_sign_at(clerk, part->i);
    const bool number_one = part->first && (uint32_t)(c - '0') == expected_number(clerk);
    if (!typed_is_digit(c) || typed_sign_before(clerk, part->i + 1, part->end) != '|' || number_one ||
        !typed_is_alnum(typed_sign_before(clerk, part->i + 2, part->end)))
        return false;
    part->number = part->number.begin == UINT32_MAX ? (struct typed_number){.begin = part->i} : part->number;
    part->number.seat = (unsigned)(c - '0');
    part->number.end = part->i += 2;
    return true;
}

static bool consume_number(struct clerk *clerk, struct line_part *part)
{
    struct typed_number one;
    if (part->number.value != 0 || !parse_number(clerk, part->i, part->end, part->first, &one))
        return false;
    const bool begins = part->first && !clerk->count.open && (clerk->turns.count == 0 || clerk->count.last > 0);
    const bool near = one.value == clerk->count.last || one.value == clerk->count.last + 1; /* "5 c3 d4 5 e5 f6 6 g3" */
    if (!(one.strong || one.value == expected_number(clerk) || begins ||
            (near && legal_turn_follows(clerk, one.end, part->end))) ||
        !(is_before_turn(clerk, one.end, part->end, one.strong) || continues_numbers(clerk, &one)))
        return false;
    if (typed_is_letter(*typed_sign_at(clerk, part->i)) && is_number_of_sentence(clerk, one.end, part->end) &&
        !(one.value == expected_number(clerk) && legal_turn_follows(clerk, one.end, part->end)))
        return false;
    if (!one.strong && typed_find(clerk, part->i, clerk->page.count) && typed_is_legal(clerk))
        return false;
    one.begin = part->number.begin < one.begin ? part->number.begin : one.begin;
    one.seat = part->number.seat;
    part->number = one;
    part->i = one.end;
    part->first = false;
    return true;
}

/* Whether the token is a turn of SEAT: a legal one, or FIRST on its line where another seat is to move. */
static bool is_turn_of(struct clerk *clerk, unsigned seat, bool first)
{
    const unsigned mover = clerk->board == NULL ? 0 : catasta_position_to_move(clerk->board);
    return typed_is_legal(clerk) || (first && clerk->turns.count > 0 && seat != mover);
}

static bool consume_seat(struct clerk *clerk, struct line_part *part)
{
    uint32_t next;
    unsigned seat;
    const uint32_t name = typed_numbered_name_end(clerk, part->i, part->end, false);
    seat = name > part->i ? typed_seat_at(clerk, part->i, name, &next) : 0;
    const bool numbered = seat > 0; /* "K1 O4>2" */
    while (numbered && typed_is_digit(*typed_sign_at(clerk, next)))
        next++;
    if (part->number.seat != 0 || (!numbered && !read_seat(clerk, part->i, part->end, &next, &seat)))
        return false;
    if (!is_before_turn(clerk, next, part->end, false))
        return false;
    const uint32_t turn = typed_skip_spaces(clerk, typed_skip_clock(clerk, next, part->end), part->end);
    const bool dressed = !typed_is_alnum(*typed_sign_at(clerk, next - 1));
    if (!dressed &&
        (!typed_find(clerk, turn, part->end) ||
            (part->number.value == 0 && clerk->sheet.label_count == 0 && !is_turn_of(clerk, seat, part->first)) ||
            !is_brief_remark(clerk, clerk->token.end, typed_cell_end(clerk, clerk->token.end, part->end, ' '))))
        return false;
    part->number.begin = part->number.begin < part->i ? part->number.begin : part->i;
    part->number.seat = seat;
    part->number.end = part->i = next;
    return true;
}

/* Whether the sign at I parts turns, with spaces around it: "b2: -d2 +b3 / g1: 2-e1"; of dashes a long one. */
static bool parts_turns(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    const char c = *typed_sign_at(clerk, i);
    return typed_is_any_of(typed_sign_before(clerk, i + 1, end), " \t\n") &&
        (c == ';' ||
            (i > 0 && typed_is_space(*typed_sign_at(clerk, i - 1)) &&
                (typed_is_any_of(c, "/|") || c == SIGN_BULLET ||
                    (c == '-' && clerk->page.bytes[typed_offset(clerk, i)] != '-'))));
}

/* Where the part of a line that begins at I ends, which such signs are after or before; I: none begins there. */
static uint32_t part_end(const struct clerk *clerk, uint32_t i, uint32_t end, bool counted)
{
    const uint32_t most = end - i < TOKEN_MOST ? end : i + TOKEN_MOST;
    uint32_t last = i;
    uint32_t before = i;
    while (before > 0 && i - before < AHEAD && typed_is_space(*typed_sign_at(clerk, before - 1)))
        before--;
    const bool after = before > 0 && before < i && parts_turns(clerk, before - 1, end);
    if (!after && !counted && before > 0 && *typed_sign_at(clerk, before - 1) != '\n')
        return i;
    while (last < most && !parts_turns(clerk, last, end))
        last++;
    return last < most ? last : after ? end : i;
}

/* Where the line ends, if its number counts turns, and a turn begins at .i that something else than a turn follows;
   else .i. */
static uint32_t turn_of_ply_end(struct clerk *clerk, const struct line_part *part)
{
    if (part->number.value != clerk->turns.count + 1 || part->number.value == expected_number(clerk) ||
        !typed_find(clerk, part->i, part->end))
        return part->i;
    const uint32_t next = typed_skip_spaces(clerk, clerk->token.end, part->end);
    return next > clerk->token.end && next < part->end && !typed_find(clerk, next, part->end) ? part->end : part->i;
}

/* "Anna: O1>2 +B1", "1. O1>2 +B1; R3>1 +?" */
static bool consume_joined(struct clerk *clerk, struct line_part *part)
{
    const bool named = part->number.seat != 0 && clerk->sheet.label_count > 0;
    uint32_t end = named ? typed_cell_end(clerk, part->i, part->end, ' ')
                         : part_end(clerk, part->i, part->end, part->number.begin != UINT32_MAX);
    if (end == part->i)
        end = turn_of_ply_end(clerk, part);
    if (end == part->i)
        return false;
    const uint32_t next = take_joined(clerk, &part->number, part->i, end);
    part->result = next > part->i;
    part->i = next;
    return part->result;
}

/* Whether a word that means nothing is within the token: "we played 2", which no board makes a turn, is talk. */
static bool has_idle_word(const struct clerk *clerk)
{
    uint32_t end;
    for (uint32_t i = clerk->token.begin + 1; i < clerk->token.end; i++) {
        const struct typed_word *word = typed_is_space(*typed_sign_at(clerk, i - 1))
            ? typed_sign_word_at(clerk, i, clerk->token.end, ' ', &end)
            : NULL;
        if (word != NULL && *word->name == ' ')
            return true;
    }
    return false;
}

static bool consume_turn(struct clerk *clerk, struct line_part *part)
{
    const uint32_t most = token_limit(clerk, part->i, part->end == part->line ? clerk->page.count : part->end);
    const bool counted = part->number.begin != UINT32_MAX;
    if (!find_turn(clerk, part->i, most) || is_dashes(clerk) || is_among_words(clerk, part->end))
        return false;
    follow_told(clerk, part->number.seat);
    if ((part->opens && clerk->board != NULL && has_word(clerk, clerk->token.end, part->end) &&
            !typed_is_legal(clerk)) ||
        ((clerk->result.over || has_idle_word(clerk)) && !counted && clerk->board != NULL && !typed_is_legal(clerk)) ||
        (!counted && begins_with_word(clerk) && /* "play c3 then" */
            has_word(clerk, clerk->token.end, sentence_end(clerk, clerk->token.end, part->end)))) {
        part->i = copy_talk(clerk, part->i, part->i, part->end);
        return true;
    }
    part->result = true;
    const uint32_t next = glued_token_end(clerk, part->end);
    if (next > part->i) {
        part->i = take_slip(clerk, &part->number, part->i, next);
        return true;
    }
    const bool of_seat = part->number.seat != 0 && part->number.value == 0;
    part->listed = of_seat ? 1 : counted || part->listed == 0 ? 0 : part->listed + 1;
    part->list.begin = of_seat ? clerk->token.begin : part->list.begin;
    part->i = take_token(clerk, &part->number, part->end);
    part->list.end = part->i;
    clerk->line += part->i > part->end;
    continue_at(clerk, part, part->i);
    return true;
}

/* "*c3", of the player of the last turn, or where it is not legal after that: it corrects that turn, as chats have it.
 */
static bool consume_starred(struct clerk *clerk, struct line_part *part)
{
    char text[2 * TOKEN_MOST];
    catasta_position *after = NULL;
    const unsigned seat = part->number.seat;
    const uint32_t begin = part->i + 1;
    uint32_t end = begin;
    if (*typed_sign_at(clerk, part->i) != '*')
        return false;
    while (end < part->end && end - begin < TOKEN_MOST && !typed_is_any_of(*typed_sign_at(clerk, end), " \t*"))
        end++;
    if (!(part->ends || seat > 0) || clerk->before == NULL || !typed_is_alnum(typed_sign_before(clerk, begin, end)) ||
        has_word(clerk, begin, end) || memchr(typed_sign_at(clerk, begin), '*', part->end - begin) != NULL ||
        (typed_skip_spaces(clerk, end, part->end) < part->end && !has_word(clerk, end, part->end)))
        return false;
    const bool found = typed_find(clerk, begin, end) && clerk->token.end == end;
    const bool last = seat == 0 || seat == catasta_position_to_move(clerk->before); /* else it is of an earlier turn */
    if (part->number.value > 0 || ((seat == 0 || !last) && found && typed_is_legal(clerk)))
        return false;
    const struct typed_place place = {part->i, end};
    const struct typed_reading *const whole = found && last ? typed_legal_on(clerk, clerk->before, &after) : NULL;
    catasta_position_free(after);
    typed_comment(clerk, (struct typed_place){part->number.begin < part->i ? part->number.begin : part->i, end});
    part->number = no_number;
    if (whole != NULL)
        snprintf(text, sizeof text, "%s", whole->text);
    if (whole != NULL || (last && correct_last_turn(clerk, begin, end, text)))
        typed_ask(
            clerk, CATASTA_TYPED_UNCLEAR, place, "a correction of the turn before it; if so, write '%s' there", text);
    else
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "a correction of a turn before it; if so, make it there");
    part->i = end;
    return true;
}

/* Asks about the turn of which a part is in the bracket that ends at NEXT, "(b1,e5)-e3"; false: it is a remark. */
static bool ask_about_bracket(struct clerk *clerk, struct line_part *part, uint32_t next)
{
    char text[TOKEN_MOST];
    uint32_t end = next;
    size_t kept = 0;
    if (!typed_is_any_of(typed_sign_before(clerk, next, part->end), "-x>:+~") ||
        !typed_is_alnum(typed_sign_before(clerk, next + 1, part->end)) || has_word(clerk, part->i, next))
        return false;
    while (end < part->end && end - part->i < TOKEN_MOST && !typed_is_space(*typed_sign_at(clerk, end)))
        end++;
    const struct typed_place place = {part->i, end};
    const size_t length = signs_as_typed(clerk, place.begin, place.end, text);
    for (size_t k = 0; k < length; k++)
        if (!typed_is_any_of(text[k], "()[]"))
            text[kept++] = text[k];
    text[kept] = '\0';
    typed_comment(clerk, place);
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "the turn %s; if so, write it without brackets", text);
    continue_at(clerk, part, end);
    return true;
}

static bool consume_bracket(struct clerk *clerk, struct line_part *part)
{
    const uint32_t next =
        typed_is_any_of(*typed_sign_at(clerk, part->i), "([") ? bracket_end(clerk, part->i, part->end) : part->i;
    if (next == part->i)
        return false;
    flush_number(clerk, &part->number);
    if (ask_about_bracket(clerk, part, next))
        return part->result = true;
    typed_comment(clerk, (struct typed_place){part->i, next});
    if (clerk->turns.count > 0 && (clerk->last_illegal || says(clerk, part->i, next, MEANS_CORRECTS)))
        ask_about_talk(clerk, part->i + 1, next - 1);
    for (uint32_t k = part->i + 1; k < next && clerk->turns.count > 0; k++)
        if (!typed_is_any_of(*typed_sign_at(clerk, k - 1), "-+:.0123456789"))
            ask_about_figures(clerk, k, next);
    continue_at(clerk, part, next);
    return part->result = true;
}

static bool consume_dash(struct clerk *clerk, struct line_part *part)
{
    if (!is_dash(clerk, part->i, part->end))
        return false;
    part->blob = part->i + 1;
    const struct typed_place place = {part->i, part->i + 1};
    switch (read_dash(clerk, part->i, part->end, part->number.begin != UINT32_MAX || clerk->count.open)) {
    case DASH_PASS:
        part->i = take_dash(clerk, &part->number, part->i, part->end);
        return part->result = true;
    case DASH_UNCLEAR:
        typed_comment(clerk, place);
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "a pass; if so, write 'pass'");
        part->i++;
        return true;
    case DASH_LAYOUT:
        break;
    }
    return false;
}

/* "Anna d3. Ben e4." */
static bool consume_full_stop(struct clerk *clerk, struct line_part *part)
{
    const bool bracket = part->i > 0 && typed_sign_at(clerk, part->i)[-1] == ')'; /* "White wins (three)." */
    if (*typed_sign_at(clerk, part->i) != '.' || !(bracket || is_right_after_turn(clerk, part->i)) ||
        !typed_is_any_of(typed_sign_before(clerk, part->i + 1, part->end), " \t\n"))
        return false;
    mark_as_layout(clerk, part->i, part->i + 1);
    part->i++;
    return true;
}

static bool consume_stray_count(struct clerk *clerk, struct line_part *part)
{
    const bool plus = *typed_sign_at(clerk, part->i) == '+' && part->blob == part->i + 1 && part->number.value != 0;
    if (!plus &&
        (!is_stray_count(clerk, &part->number, part->i, part->blob) ||
            word_follows_letter(clerk, part->blob, part->end))) /* "6 high" */
        return false;
    part->i = take_slip(clerk, &part->number, part->i, part->blob);
    return true;
}

/* A face, ":P" or ";-)", which has letters and signs of turns: a comment. */
static bool consume_face(struct clerk *clerk, struct line_part *part)
{
    uint32_t mouth = part->i + 1;
    mouth += typed_sign_before(clerk, mouth, part->blob) == '-';
    uint32_t end = mouth;
    while (typed_is_any_of(typed_sign_before(clerk, end, part->blob), ")(DPp/|"))
        end++;
    if (!typed_is_any_of(*typed_sign_at(clerk, part->i), ":;") || end == mouth || end < part->blob)
        return false;
    typed_comment(clerk, (struct typed_place){part->i, end});
    part->i = end;
    return true;
}

static bool is_layout(char c)
{
    return typed_is_any_of(c, "|,;/&*_`\"'#=<>:\\+-") || c == SIGN_BULLET || typed_is_arrow(c);
}

/* Whether a message of several words is at I, "<This was edited>". */
static bool is_edged_message(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    bool several = false;
    if (typed_sign_before(clerk, i, end) != '<' || !typed_is_letter(typed_sign_before(clerk, i + 1, end)))
        return false;
    end = end - i > MESSAGE_MOST ? i + MESSAGE_MOST : end;
    while (i < end && *typed_sign_at(clerk, i) != '>')
        several |= typed_is_space(*typed_sign_at(clerk, i++));
    return several && i < end;
}

static bool consume_layout(struct clerk *clerk, struct line_part *part)
{
    uint32_t last = part->i;
    const char sign = *typed_sign_at(clerk, part->i);
    if (is_edged_message(clerk, part->i, part->end))
        return false;
    const bool lone = (sign == '+' || sign == '=') && part->blob == part->i + 1; /* of a turn or a result */
    if ((!is_layout(sign) && sign != '~') || lone)
        return false;
    while (last < part->blob && is_layout(*typed_sign_at(clerk, last)) &&
        !(last > part->i && *typed_sign_at(clerk, last - 1) != '<' &&
            (is_dash(clerk, last, part->end) ||
                (typed_is_any_of(*typed_sign_at(clerk, last), "+-") && typed_find(clerk, last, part->end)))))
        last++;
    const bool slip = last < part->blob && typed_is_alnum(*typed_sign_at(clerk, last)) &&
        name_is_slip_of(clerk, part->i, part->blob) && !has_word(clerk, part->i, part->blob) &&
        !typed_find(clerk, last, part->end);
    if (last == part->i || slip)
        return false;
    mark_as_layout(clerk, part->i, last);
    part->i = last;
    part->result = part->ends;
    return true;
}

/* Whether it is the number of a round, as those before are written: "R5, I meant". */
static bool is_round(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    if (*typed_sign_at(clerk, i) != clerk->count.sign)
        return false;
    while (end > i && typed_is_any_of(*typed_sign_at(clerk, end - 1), ",.:"))
        end--;
    while (end > i && typed_is_digit(*typed_sign_at(clerk, end - 1)))
        end--;
    return end == i + 1;
}

static bool consume_slip(struct clerk *clerk, struct line_part *part)
{
    if (is_round(clerk, part->i, part->blob) || has_word(clerk, part->i, part->blob) ||
        (is_ordinal(clerk, part->i, part->blob) &&
            (word_follows_letter(clerk, part->blob, part->end) || part->blob == part->end)) ||
        !name_is_slip_of(clerk, part->i, part->blob) ||
        ((part->opens || is_game_over(clerk)) && has_word(clerk, part->blob, part->end)))
        return false;
    clerk->stuck = true;
    const bool stuck = typed_find(clerk, part->i, part->blob) && typed_is_legal(clerk);
    clerk->stuck = false;
    if (stuck && part->number.begin == UINT32_MAX && clerk->token.end - clerk->token.begin > 2 &&
        !name_is_slip_of(clerk, clerk->token.end, part->blob)) /* "f4-f3e3" */
        return false;
    part->i = take_slip(clerk, &part->number, part->i, part->blob);
    return part->result = true;
}

/* A letter that nothing follows, once a turn or a number was there. */
static bool consume_letter(struct clerk *clerk, struct line_part *part)
{
    const bool lone = part->blob == part->i + 1 ||
        (part->blob == part->i + 2 && typed_is_any_of(*typed_sign_at(clerk, part->i + 1), ":+-*,>@~^/=<"));
    if (!lone || !typed_is_letter(*typed_sign_at(clerk, part->i)) ||
        (clerk->turns.count == 0 && part->number.begin == UINT32_MAX) ||
        word_follows_letter(clerk, part->blob, part->end))
        return false;
    part->i = take_slip(clerk, &part->number, part->i, part->blob);
    return part->result = true;
}

/* Whether the talk at I begins with the name of the seat that is to move, and what may be a turn. */
static bool begins_with_mover_and_turn(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    unsigned seat;
    return clerk->sheet.label_count > 0 && read_seat(clerk, i, limit, &end, &seat) && clerk->board != NULL &&
        seat == catasta_position_to_move(clerk->board) &&
        typed_find(clerk, typed_skip_spaces(clerk, end, limit), limit);
}

/* Whether a number alone is at .i, and a word that begins a turn is not after it: "12 all". */
static bool is_number_of_talk(struct clerk *clerk, const struct line_part *part)
{
    uint32_t end = part->i;
    while (typed_is_digit(typed_sign_before(clerk, end, part->blob)))
        end++;
    return end == part->blob && word_follows_letter(clerk, end, part->end) &&
        !typed_find(clerk, typed_skip_spaces(clerk, end, part->end), part->end);
}

static bool consume_talk(struct clerk *clerk, struct line_part *part)
{
    const char c = *typed_sign_at(clerk, part->i);
    if (!has_word(clerk, part->i, part->blob) && !typed_is_letter(c) && c != SIGN_LETTER && c != '{' &&
        !(typed_is_digit(c) &&
            (part->opens ? has_word(clerk, part->blob, part->end) : part->ends && is_number_of_talk(clerk, part))))
        return false;
    const bool counted =
        continues_numbers(clerk, &part->number) || begins_with_mover_and_turn(clerk, part->i, part->end);
    const uint32_t begin = part->number.begin < part->i ? part->number.begin : part->i;
    part->number = no_number;
    const size_t asked = count_asked(clerk);
    const uint32_t next = copy_talk(clerk, begin, part->i, part->end);
    uint32_t end = part->i;
    unsigned seat;
    const unsigned least = read_seat(clerk, part->i, part->end, &end, &seat) ? 1 : LISTED_MOST + 1;
    if (count_asked(clerk) == asked && count_possible_turns(clerk, end, next, TURN_LONG, NULL) >= least &&
        clerk->doubts.unread_lines++ == 0)
        clerk->doubts.unread_line = (struct typed_place){part->i, next};
    if (counted && count_asked(clerk) == asked) /* a number is before a turn */
        ask_about_missing_turn(clerk, (struct typed_place){part->i, next});
    part->i = next;
    return true;
}

static bool consume_other(struct clerk *clerk, struct line_part *part)
{
    const bool counted = part->number.value != 0;
    const struct typed_place place = {part->i, part->blob};
    uint32_t letter = place.begin;
    while (letter < place.end && !typed_is_alnum(*typed_sign_at(clerk, letter)))
        letter++;
    if (part->number.begin != UINT32_MAX && letter == place.end && /* "Anna: :-) d3" */
        find_turn(clerk, typed_skip_spaces(clerk, place.end, part->end), part->end)) {
        typed_comment(clerk, place);
        part->i = place.end;
        return true;
    }
    flush_number(clerk, &part->number);
    typed_comment(clerk, place);
    ask_about_talk(clerk, place.begin, place.end);
    if (counted && !typed_find(clerk, typed_skip_spaces(clerk, place.end, part->end), part->end))
        ask_about_missing_turn(clerk, place);
    else if (clerk->doubts.unread.end == 0)
        clerk->doubts.unread = place;
    part->i = place.end;
    return part->result = true;
}

/* Sets where the signs at .i end: what a glyph is stuck to is apart. */
static bool find_blob_end(struct clerk *clerk, struct line_part *part)
{
    const bool glyph = typed_is_any_of(*typed_sign_at(clerk, part->i), "!?");
    uint32_t next = part->i;
    while (next < part->end &&
        (glyph ? typed_is_any_of(*typed_sign_at(clerk, next), "!?")
               : next - part->i < TOKEN_MOST && !typed_is_any_of(*typed_sign_at(clerk, next), " \t{|;\"")))
        next++;
    part->blob = next == part->i ? part->i + 1 : next;
    return false;
}

/* What may be at a place, in this order; and what the rest of a line may have. */
/* What explains a letter, "P = pass", also where that is a turn. */
static bool consume_legend(struct clerk *clerk, struct line_part *part)
{
    const uint32_t sign = typed_skip_spaces(clerk, part->i + 1, part->end);
    if (!part->first || part->number.begin != UINT32_MAX || !typed_is_letter(*typed_sign_at(clerk, part->i)) ||
        typed_sign_before(clerk, sign, part->end) != '=' ||
        !typed_is_letter(typed_sign_before(clerk, typed_skip_spaces(clerk, sign + 1, part->end), part->end)))
        return false;
    part->i = copy_talk(clerk, part->i, part->i, part->end);
    return true;
}

typedef bool part_reader(struct clerk *clerk, struct line_part *part);
static part_reader *const heads[] = {consume_braces, consume_legend, consume_date, consume_result, consume_glyph,
    consume_seat_number, consume_number, consume_seat, NULL};
static part_reader *const bodies[] = {consume_starred, consume_joined, consume_turn, consume_bracket, find_blob_end,
    consume_face, consume_dash, consume_full_stop, consume_stray_count, consume_layout, consume_slip, consume_letter,
    consume_talk, consume_other, NULL};

static bool consume_any(struct clerk *clerk, struct line_part *part, part_reader *const *readers)
{
    while (*readers != NULL && !(*readers)(clerk, part))
        readers++;
    return *readers != NULL;
}

/* Reads what is from I to END of a line; FIRST: it begins it.  Returns where that ends, which may be on another line.
 */
static uint32_t read_line_part(struct clerk *clerk, uint32_t i, uint32_t end, bool first)
{
    struct line_part part = {
        .i = i, .end = end, .line = typed_line_end(clerk, i), .first = first, .result = first, .number = no_number};
    while (part.i < part.end && !clerk->failed) {
        const char c = *typed_sign_at(clerk, part.i);
        if (typed_is_space(c) || c == '\n') {
            part.i++;
            continue;
        }
        typed_set_up(clerk);
        part.ends = part.result;
        part.opens = part.first && part.number.begin == UINT32_MAX && clerk->turns.count == 0;
        part.result = false;
        if (consume_any(clerk, &part, heads))
            continue;
        part.first = false;
        consume_any(clerk, &part, bodies);
    }
    flush_number(clerk, &part.number);
    if (part.listed > LISTED_MOST)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, part.list,
            "turns of one side, as a seat is before them; if so, write the turns in the order in which they were "
            "played");
    return part.end;
}

/* Columns. */

/* Where the cell at I ends; in quotes it may have the sign that parts them. */
uint32_t typed_cell_end(const struct clerk *clerk, uint32_t i, uint32_t end, char separator)
{
    const uint32_t quote = separator == ' ' ? i : typed_skip_spaces(clerk, i, end);
    if (typed_sign_before(clerk, quote, end) == '"')
        for (i = quote + 1; i < end && *typed_sign_at(clerk, i) != '"';)
            i++;
    for (; i < end; i++) {
        const char c = *typed_sign_at(clerk, i);
        if (c == separator && (c != ' ' || typed_sign_before(clerk, i + 1, end) == ' '))
            break;
    }
    return i;
}

/* Where the cell begins after the one that ends at LAST; more than END: there is none. */
static uint32_t next_cell(const struct clerk *clerk, uint32_t last, uint32_t end, char separator)
{
    const uint32_t next = separator == ' ' ? typed_skip_spaces(clerk, last, end) : last + 1;
    return separator == ' ' && next == end ? end + 1 : next;
}

/* The sign that parts the cells of the line from I to END; 0: there is none. */
char typed_separator(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    static const char signs[] = "|\t;,";
    for (unsigned k = 0; signs[k] != '\0'; k++)
        if (typed_cell_end(clerk, i, end, signs[k]) < end)
            return signs[k];
    return typed_cell_end(clerk, i, end, ' ') < end ? ' ' : '\0';
}

/* Whether what is from I to END may be above a column: it has no figures, comments, or turns. */
static bool is_column_label(struct clerk *clerk, uint32_t i, uint32_t end)
{
    for (uint32_t k = i; k < end; k++)
        if (typed_is_digit(*typed_sign_at(clerk, k)) || *typed_sign_at(clerk, k) == '{')
            return false;
    return !typed_find(clerk, i, end) || clerk->token.readings[0].mask != 0;
}

bool typed_is_above_turns(struct clerk *clerk, uint32_t end)
{
    struct typed_number number;
    uint32_t i;
    uint32_t last = end;
    do {
        i = last + (last < clerk->page.count);
        last = typed_line_end(clerk, i);
    } while (
        last < clerk->page.count && (typed_skip_spaces(clerk, i, last) == last || is_separator_line(clerk, i, last)));
    while (typed_is_any_of(typed_sign_before(clerk, i, last), " \t|>*_`\""))
        i++;
    return parse_number(clerk, i, last, true, &number) || typed_find(clerk, i, last);
}

/* What a line that may be a heading says. */
struct table_heading {
    unsigned columns[CATASTA_SEATS];         /* of the seats, from 1 */
    struct typed_place names[CATASTA_SEATS]; /* "White (Anna)" */
    unsigned column;
    unsigned seats;
    unsigned colons; /* after a seat */
    unsigned others; /* other cells with a word */
    uint32_t first;  /* the cell of the first seat */
    bool ended;      /* the cell before was a seat */
    uint32_t after;  /* the cell after the last seat, */
    uint32_t half;   /* and where the seats are named again; 0: they are not */
};

/* The name in parentheses at I that a cell ends with, at LAST; returns where that ends. */
static uint32_t heading_name(const struct clerk *clerk, uint32_t i, uint32_t last, struct typed_place *name)
{
    uint32_t end = last;
    while (end > i && typed_is_any_of(*typed_sign_at(clerk, end - 1), " |*_"))
        end--;
    if (typed_sign_before(clerk, i, last) != '(' || end < i + 3 || *typed_sign_at(clerk, end - 1) != ')')
        return i;
    *name = (struct typed_place){i + 1, end - 1};
    return last;
}

/* Reads the cell from I to LAST, or a whole line that no SEPARATOR parts; false: it is not of a heading. */
static bool read_heading_cell(
    struct clerk *clerk, struct table_heading *heading, uint32_t i, uint32_t last, char separator)
{
    heading->column++;
    heading->after = heading->ended ? i : heading->after;
    heading->ended = false;
    while (i < last && typed_is_any_of(*typed_sign_at(clerk, i), "\"'*_"))
        i++;
    while (i < last) {
        uint32_t end;
        unsigned seat = typed_seat_at(clerk, i, last, &end);
        if (seat == 0 && (*typed_sign_at(clerk, i) | 0x20) == 'p' &&
            typed_is_digit(typed_sign_before(clerk, i + 1, last)) && typed_skip_spaces(clerk, i + 2, last) == last &&
            !clerk->start.needed) { /* "P1", where that cannot be a tile */
            seat = (unsigned)(*typed_sign_at(clerk, i + 1) - '0');
            seat = seat <= CATASTA_SEATS ? seat : 0;
            end = i + 2;
        }
        const bool colour = typed_word_at(clerk, i, last, seat_words, &(uint32_t){0}) != NULL;
        if (seat == 0) {
            heading->others +=
                has_word(clerk, i, last) && typed_word_at(clerk, i, last, 1u << MEANS_NUMBER, &end) == NULL;
            return is_column_label(clerk, i, last);
        }
        if (heading->columns[seat - 1] != 0) {
            heading->half = heading->half == 0 ? heading->after : heading->half;
            return true;
        }
        heading->columns[seat - 1] = separator == '\0' ? ++heading->column : heading->column;
        heading->first = heading->seats == 0 ? i : heading->first;
        heading->seats++;
        heading->colons += typed_sign_before(clerk, end, last) == ':';
        heading->ended = true;
        while (end < last && typed_is_any_of(*typed_sign_at(clerk, end), "\"'*_: \t"))
            end++;
        i = colour && separator != '\0' ? heading_name(clerk, end, last, &heading->names[seat - 1]) : end;
        if (separator != '\0')
            return i >= last; /* else more is said */
    }
    return true;
}

/* The columns of the table are those of HEADING, on the line at I. */
static void take_heading(struct clerk *clerk, const struct table_heading *heading, uint32_t i, char separator)
{
    struct typed_sheet *sheet = &clerk->sheet;
    sheet->heading = true;
    sheet->spaced = separator == ' ' && heading->seats > 2;
    sheet->separator = separator == ' ' && !sheet->spaced ? '\0' : separator;
    sheet->column_count = heading->column;
    sheet->first_column = heading->first - line_begin(clerk, i);
    for (unsigned seat = 1; seat < heading->seats; seat++)
        if (heading->columns[seat] < heading->columns[seat - 1])
            sheet->separator = separator == '\0' ? ' ' : separator, sheet->spaced = false;
    memcpy(sheet->columns, heading->columns, sizeof sheet->columns);
    if (separator == ' ' && heading->half > 0) {
        sheet->separator = '\0', sheet->spaced = false;
        sheet->half = heading->half - line_begin(clerk, i);
    }
    for (unsigned seat = 1; seat <= CATASTA_SEATS && !clerk->movetext; seat++)
        if (heading->names[seat - 1].end > 0)
            typed_name_seat(clerk, seat, heading->names[seat - 1]);
    typed_set_up(clerk);
}

/* Whether the line from I to END, whose cells SEPARATOR parts, names the seats, two or all of them, and so decides
   their columns. */
static bool read_heading(struct clerk *clerk, uint32_t i, uint32_t end, char separator)
{
    struct table_heading heading = {{0}};
    for (uint32_t cell = i, last; cell <= end; cell = next_cell(clerk, last, end, separator)) {
        last = separator == '\0' ? end : typed_cell_end(clerk, cell, end, separator);
        if (!read_heading_cell(clerk, &heading, typed_skip_spaces(clerk, cell, last), last, separator))
            return false;
    }
    /* "White: Ben" says who plays what, and so does "White   Ben". */
    if (heading.seats < 2 || (heading.colons > 0 && heading.colons < heading.seats) ||
        (heading.others > 0 && !typed_is_above_turns(clerk, end)))
        return false;
    mark_as_layout(clerk, i, end);
    take_heading(clerk, &heading, i, separator);
    return true;
}

/* The same; a bar may be between the halves of a sheet alone. */
static bool find_heading(struct clerk *clerk, uint32_t i, uint32_t end)
{
    const char separator = typed_separator(clerk, i, end);
    while (separator == '\t' && i > 0 && *typed_sign_at(clerk, i - 1) == '\t') /* the first cell may be empty */
        i--;
    return read_heading(clerk, i, end, separator) ||
        (separator == '|' && *typed_sign_at(clerk, i) != '|' && read_heading(clerk, i, end, ' '));
}

/* Where on the line at I, which begins with the number FIRST, another cell begins with a number, SECOND or, if that is
   0, a higher one, which it becomes, and a turn follows; 0: nowhere. */
static uint32_t find_second_number(struct clerk *clerk, uint32_t i, uint32_t end, uint32_t first, uint32_t *second)
{
    struct typed_number number;
    const uint32_t begin = i;
    i = typed_skip_spaces(clerk, i, end);
    if (!parse_number(clerk, i, end, true, &number) || number.value != first)
        return 0;
    for (i = typed_cell_end(clerk, number.end, end, ' '); i < end; i = typed_cell_end(clerk, i, end, ' ')) {
        while (i < end && typed_is_any_of(*typed_sign_at(clerk, i), " |"))
            i++;
        if (i < end && parse_number(clerk, i, end, true, &number) && number.value > first + 1 &&
            (*second == 0 || number.value == *second) &&
            typed_find(clerk, typed_skip_spaces(clerk, number.end, end), end)) {
            *second = number.value;
            return i - begin;
        }
    }
    return 0;
}

/* Keeps where the right half of a sheet begins, if the lines at I and after it have two numbers each, "1 d3 | 13 e4",
   which go on. */
static void find_halves(struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t second = 0;
    if (clerk->turns.count > 0 || clerk->sheet.half > 0 || end - i > AHEAD)
        return;
    const uint32_t half = find_second_number(clerk, line_begin(clerk, i), end, 1, &second);
    const uint32_t next = end < clerk->page.count ? end + 1 : end;
    second++;
    if (half > 0 && find_second_number(clerk, next, typed_line_end(clerk, next), 2, &second) == half)
        clerk->sheet.half = half;
}

/* Of a sheet in two halves, reads what is on the left of the line, and keeps the place of what is on the right. */
static uint32_t read_left(struct clerk *clerk, uint32_t i, uint32_t end)
{
    const uint32_t begin = line_begin(clerk, i);
    uint32_t right = i;
    while (right < end && right - begin + 2 < clerk->sheet.half)
        right = typed_skip_spaces(clerk, typed_cell_end(clerk, right, end, ' '), end);
    struct typed_place *place = right < end ? typed_grow(clerk, &clerk->right, 1, sizeof *place) : NULL;
    if (place != NULL)
        *place = (struct typed_place){right, end};
    read_line_part(clerk, i, right, true);
    return end;
}

/* Reads what is on the right of the lines before. */
static void read_right(struct clerk *clerk)
{
    for (size_t k = 0; k < clerk->right.count && !clerk->failed; k++) {
        const struct typed_place place = ((const struct typed_place *)clerk->right.at)[k];
        clerk->line++;
        read_line_part(clerk, place.begin, place.end, true);
    }
    clerk->line += clerk->right.count > 0;
    clerk->right.count = 0;
}

/* A cell of remarks is one as a whole. */
static void read_remark(struct clerk *clerk, struct typed_place cell)
{
    while (cell.begin < cell.end && typed_is_space(*typed_sign_at(clerk, cell.begin)))
        cell.begin++;
    while (cell.end > cell.begin && typed_is_any_of(*typed_sign_at(clerk, cell.end - 1), " \t|"))
        cell.end--;
    const bool quoted = cell.end - cell.begin > 1 && *typed_sign_at(clerk, cell.begin) == '"' &&
        *typed_sign_at(clerk, cell.end - 1) == '"';
    cell.begin += quoted;
    cell.end -= quoted;
    uint32_t figures = cell.begin;
    while (figures < cell.end && typed_is_any_of(*typed_sign_at(clerk, figures), "0123456789:."))
        figures++;
    if (has_word(clerk, cell.begin, cell.end) || (figures == cell.end && figures > cell.begin)) {
        typed_comment(clerk, cell);
        for (uint32_t k = cell.begin; k < cell.end && has_word(clerk, cell.begin, cell.end); k++)
            if (k == cell.begin || !typed_is_alnum(*typed_sign_at(clerk, k - 1)))
                ask_about_figures(clerk, k, cell.end);
    } else
        read_line_part(clerk, cell.begin, cell.end, false);
}

/* A cell in the column of SEAT, 0: one that is not known: what it says instead of a turn may be one, and so may
   nothing, if turns are after it, and on the board that seat is to move. */
static void read_turn_cell(struct clerk *clerk, struct typed_place cell, unsigned seat)
{
    const size_t turns = clerk->turns.count;
    const size_t asked = count_asked(clerk);
    struct typed_number number = no_number;
    while (cell.begin < cell.end && typed_is_any_of(*typed_sign_at(clerk, cell.begin), " *_`\""))
        cell.begin++;
    while (cell.end > cell.begin && typed_is_any_of(*typed_sign_at(clerk, cell.end - 1), " *_`\""))
        cell.end--;
    if (typed_skip_spaces(clerk, cell.begin, cell.end) == cell.end) {
        const bool moves = clerk->board == NULL || catasta_position_to_move(clerk->board) == seat;
        clerk->sheet.gap = turns == 0 ? 0 : moves ? cell.begin : clerk->sheet.gap;
        return;
    }
    if (clerk->sheet.gap > 0 && typed_find(clerk, typed_skip_spaces(clerk, cell.begin, cell.end), cell.end))
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, (struct typed_place){clerk->sheet.gap - 1, clerk->sheet.gap},
            "before the empty place of a turn that was played; if so, write the turn there");
    clerk->sheet.gap = 0;
    cell.begin = take_joined(clerk, &number, cell.begin, cell.end);
    read_line_part(clerk, cell.begin, cell.end, false);
    uint32_t any = cell.begin;
    while (any < cell.end && !typed_is_alnum(*typed_sign_at(clerk, any)))
        any++;
    if (clerk->turns.count == turns && count_asked(clerk) == asked && !clerk->result.over && any < cell.end &&
        !is_game_over(clerk))
        ask_about_missing_turn(clerk, (struct typed_place){typed_skip_spaces(clerk, cell.begin, cell.end), cell.end});
}

/* Whether the line from I to END, of a table, begins with a number or has what may be a turn in a cell. */
static bool is_row(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_number number;
    bool row = parse_number(clerk, typed_skip_spaces(clerk, i, end), end, true, &number);
    for (uint32_t last; i < end && !row; i = last + 1) {
        last = typed_cell_end(clerk, i, end, clerk->sheet.separator);
        i = typed_skip_spaces(clerk, i, last);
        row = i < last && !has_word(clerk, i, last) && (name_is_slip_of(clerk, i, last) || typed_find(clerk, i, last));
    }
    return row;
}

/* Where the name of a piece ends that is all from I to END, or before a colon; I: there is none.  It is what all turns
   after it are, on that line, or on the next one if it is a whole line. */
static uint32_t take_piece(struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t after;
    const struct typed_word *word = typed_sign_word_at(clerk, i, end, '\0', &after);
    if (word == NULL || word->name[1] != '@')
        return i;
    after = typed_skip_spaces(clerk, after, end);
    const bool colon = typed_sign_before(clerk, after, end) == ':';
    if (after + colon < end && !colon)
        return i;
    clerk->sheet.piece = word->name;
    return after + colon;
}

/* What a row begins with in words: a remark, which may name the piece that all in it are. */
static void read_label(struct clerk *clerk, struct typed_place cell)
{
    take_piece(clerk, cell.begin, cell.end);
    read_remark(clerk, cell);
}

/* A row of a table whose cells spaces part: what is before the columns of seats says nothing. */
static uint32_t read_spaced_row(struct clerk *clerk, uint32_t i, uint32_t end)
{
    const uint32_t line = line_begin(clerk, i);
    for (uint32_t last; i < end; i = last + 1) {
        last = typed_cell_end(clerk, i, end, ' ');
        const struct typed_place cell = {typed_skip_spaces(clerk, i, last), last};
        const bool before = cell.begin - line + 1 < clerk->sheet.first_column;
        struct typed_number number;
        const bool count = i == typed_skip_spaces(clerk, line, end) &&
            parse_number(clerk, cell.begin, cell.end, true, &number) && number.end == cell.end;
        if (before && has_word(clerk, cell.begin, cell.end))
            read_label(clerk, cell);
        else if (before || count)
            read_line_part(clerk, cell.begin, cell.end, true);
        else if (cell.begin < cell.end)
            read_turn_cell(clerk, cell, 0);
    }
    return end;
}

static bool is_seat_column(const struct clerk *clerk, unsigned column)
{
    for (unsigned seat = 0; seat < CATASTA_SEATS; seat++)
        if (clerk->sheet.columns[seat] == column)
            return true;
    return false;
}

/* Whether a row of a table has names in the columns of seats, before the first turn: these become tags. */
static bool take_names(struct clerk *clerk, const struct typed_place *cells, unsigned count)
{
    struct typed_place names[CATASTA_SEATS];
    unsigned seats = 0;
    for (unsigned seat = 0; seat < CATASTA_SEATS && clerk->turns.count == 0 && !clerk->movetext; seat++) {
        const unsigned column = clerk->sheet.columns[seat];
        if (column == 0 || column > count)
            continue;
        const struct typed_place cell = {
            typed_skip_spaces(clerk, cells[column - 1].begin, cells[column - 1].end), cells[column - 1].end};
        names[seats] = (struct typed_place){cell.begin, typed_name_cell_end(clerk, cell)};
        if (names[seats].end < names[seats].begin + 2 || typed_find(clerk, cell.begin, cell.end))
            return false;
        seats++;
    }
    for (unsigned seat = 0, named = 0; seat < CATASTA_SEATS && seats > 1; seat++)
        if (clerk->sheet.columns[seat] > 0)
            typed_name_seat(clerk, seat + 1, names[named++]);
    typed_set_up(clerk);
    return seats > 1;
}

/* Where a cell from I to END, before the last column of a seat, begins with a label of the result; END: none does. */
static uint32_t find_result_label(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    unsigned last = 0;
    for (unsigned seat = 0; seat < CATASTA_SEATS; seat++)
        last = clerk->sheet.columns[seat] > last ? clerk->sheet.columns[seat] : last;
    for (unsigned column = 0; i < end && column < (last > 0 ? last : 1); column++) {
        const uint32_t label = typed_skip_spaces(clerk, i + (typed_sign_before(clerk, i, end) == '"'), end);
        if (typed_word_at(clerk, label, end, 1u << MEANS_RESULT, &(uint32_t){0}) != NULL)
            return label;
        i = typed_cell_end(clerk, i, end, clerk->sheet.separator) + 1;
    }
    return end;
}

/* A row of a table: what is before the columns of seats, these in the order of the seats, each with the
   columns that follow it, and the rest. */
static uint32_t read_row(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_place cells[64];
    unsigned count = 0;
    unsigned first = UINT32_MAX;
    unsigned last = 0;
    unsigned before = 0;
    bool exchanged = false;
    const uint32_t label = find_result_label(clerk, i, end);
    if (label < end && clerk->turns.count > 0) {
        if (label > i)
            typed_comment(clerk, (struct typed_place){i, label - 1});
        if (take_result(clerk, label, end, &i))
            return read_line_part(clerk, i, end, false);
        copy_talk(clerk, label, label, end);
        ask_about_label(clerk, (struct typed_place){label, end});
        return end;
    }
    const uint32_t said = i;
    for (bool fewer = true; fewer; i -= fewer) { /* the first cell may be empty */
        count = 0;
        for (uint32_t begin = i; begin <= end && count < 64;
             begin = next_cell(clerk, cells[count - 1].end, end, clerk->sheet.separator))
            cells[count++] = (struct typed_place){begin, typed_cell_end(clerk, begin, end, clerk->sheet.separator)};
        fewer = count < clerk->sheet.column_count && clerk->sheet.separator == '\t' && i > 0 &&
            *typed_sign_at(clerk, i - 1) == '\t';
    }
    struct typed_number number; /* which nothing in the heading is above */
    if (clerk->sheet.separator == ' ' && count == clerk->sheet.column_count + 1 &&
        parse_number(clerk, cells[0].begin, cells[0].end, true, &number) && number.end == cells[0].end) {
        read_line_part(clerk, cells[0].begin, cells[0].end, true);
        memmove(cells, cells + 1, --count * sizeof *cells);
    }
    if (typed_take_colours(clerk, cells, count)) {
        mark_as_layout(clerk, i, end);
        return end;
    }
    if ((clerk->sheet.label_count > 0 || clerk->sheet.separator == ' ') && !is_row(clerk, said, end))
        return read_line_part(
            clerk, take_result(clerk, said, end, &i) ? i : copy_talk(clerk, said, said, end), end, false);
    if (clerk->sheet.spaced)
        return read_spaced_row(clerk, i, end);
    for (unsigned seat = 0; seat < CATASTA_SEATS; seat++) {
        const unsigned column = clerk->sheet.columns[seat];
        exchanged |= column > 0 && column < before;
        before = column > 0 ? column : before;
        first = column > 0 && column - 1 < first ? column - 1 : first;
        last = column > last ? column : last;
    }
    if (take_names(clerk, cells, count)) {
        mark_as_layout(clerk, i, end);
        return end;
    }
    while (count > 1 && count > first && count < last && count < 64) /* empty cells at the end are left out */
        cells[count++] = (struct typed_place){end, end};
    if (last > count || (!exchanged && count != clerk->sheet.column_count && count != last))
        return read_line_part(clerk, i, end, true);
    if (first > 0 && clerk->sheet.label_count > 0 && has_word(clerk, cells[0].begin, cells[first - 1].end))
        read_label(clerk, (struct typed_place){cells[0].begin, cells[first - 1].end});
    else if (first > 0)
        read_line_part(clerk, cells[0].begin, cells[first - 1].end, true);
    for (unsigned seat = 0; seat < CATASTA_SEATS; seat++)
        if (clerk->sheet.columns[seat] > 0) {
            unsigned column = clerk->sheet.columns[seat];
            read_turn_cell(clerk, cells[column - 1], seat + 1);
            for (; column < last && !is_seat_column(clerk, column + 1); column++) /* such as its time */
                read_remark(clerk, cells[column]);
        }
    for (; last < count; last++)
        read_remark(clerk, cells[last]);
    return end;
}

/* Texts of unknown games. */

/* Whether a number from I to END begins with a zero, as in "T25-C-07": no turn has such. */
static bool has_leading_zero(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    for (; i + 1 < end; i++)
        if (*typed_sign_at(clerk, i) == '0' && typed_is_digit(*typed_sign_at(clerk, i + 1)) &&
            (i == 0 || !typed_is_digit(*typed_sign_at(clerk, i - 1))))
            return true;
    return false;
}

/* How many may be turns from I to END, of more than MORE signs; PLACE, unless NULL, is that of the first. */
static unsigned count_possible_turns(
    struct clerk *clerk, uint32_t i, uint32_t end, unsigned more, struct typed_place *place)
{
    unsigned count = 0;
    for (uint32_t next; i < end && (place == NULL || count == 0); i = next < end ? next + 1 : end) {
        for (next = i; next < end && next - i < TOKEN_MOST &&
             !typed_is_any_of(*typed_sign_at(clerk, next), " \t.,;|\"'`()[]{}!?");)
            next++;
        if (next <= i + more || !name_is_slip_of(clerk, i, next) || has_word(clerk, i, next) ||
            is_ordinal(clerk, i, next) || has_leading_zero(clerk, i, next) || typed_clock_end(clerk, i, next) > i ||
            typed_board_end(clerk, i, end) > i)
            continue;
        count++;
        if (place != NULL)
            *place = (struct typed_place){i, next};
    }
    return count;
}

/* Keeps what may be a turn from I to END, the first that no word is near: PLAIN. */
static void keep_possible_turn(struct clerk *clerk, uint32_t i, uint32_t end, bool plain)
{
    struct typed_place *kept = &clerk->doubts.unruled;
    if ((kept->end == 0 || (!clerk->doubts.unruled_line && plain)) && count_possible_turns(clerk, i, end, 0, kept) > 0)
        clerk->doubts.unruled_line = plain;
}

/* Without a ruleset no form says what a turn is, and no board which one: all from I to END is comments.  Returns where
   that ends. */
static uint32_t copy_without_ruleset(struct clerk *clerk, uint32_t i, uint32_t end)
{
    const bool plain = !has_word(clerk, i, end);
    while ((i = typed_skip_spaces(clerk, i, end)) < end) {
        uint32_t next = i;
        if (*typed_sign_at(clerk, i) == '{' && (next = take_braces(clerk, i)) > i) {
            end = next > end ? typed_line_end(clerk, next) : end;
            i = next;
            continue;
        }
        for (next = i + 1; next < end && *typed_sign_at(clerk, next) != '{';)
            next++;
        uint32_t last = next;
        while (typed_is_space(*typed_sign_at(clerk, last - 1)))
            last--;
        typed_comment(clerk, (struct typed_place){i, last});
        keep_possible_turn(clerk, i, last, plain);
        typed_keep_date(clerk, i, last);
        i = next;
    }
    return end;
}

/* Asks once what the game is, or how it began, if there seems to be one of which nothing is read before END. */
static void ask_about_game(struct clerk *clerk, uint32_t end)
{
    struct typed_named named;
    const struct typed_place place = clerk->doubts.unruled;
    typed_set_up(clerk);
    const bool nothing = clerk->turns.count == 0 && (clerk->board == NULL || clerk->findings.count == 0);
    if ((place.end == 0 || clerk->unplayed) && !clerk->ruled && clerk->page.coded >= end &&
        typed_ruleset_before(clerk, end, &named)) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, named.place,
            "the game of this text, of which no turn can be read; if so, write 'Ruleset: %s' on a line, and after it "
            "the turns in signs",
            named.name);
        return;
    }
    if (place.end == 0 || (clerk->ruled && !clerk->doubts.unruled_line && !nothing))
        return;
    if (clerk->ruled)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "a turn, but %s",
            !nothing                   ? "its ruleset is named only after it"
                : clerk->board == NULL ? "the tags before it do not say how the game began"
                                       : "nothing in this text can be read as one");
    else if (typed_ruleset_before(clerk, place.begin, &named))
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "a turn of %s; if so, write 'Ruleset: %s' on a line before it",
            named.name, named.name);
    else if (named.name[0] == '\0' && named.family[0] != '\0')
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "a turn of one of %s; write which on a line before it, as 'Ruleset: %.*s'", named.family,
            (int)strcspn(named.family, ","), named.family);
    else {
        if (named.name[0] == '\0')
            typed_likely_ruleset(clerk, place, &named);
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place, "a turn; name its ruleset on a line before it, as 'Ruleset: %s'",
            named.name);
    }
}

/* Asks once, at the first byte that is not of UTF-8, or code of a mail, before the sign I: no table knows the words
   that have such, and names would keep it. */
static void ask_for_encoding(struct clerk *clerk, uint32_t i)
{
    const uint32_t broken = clerk->page.broken, coded = clerk->page.coded;
    if (broken < i && broken < clerk->page.count)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, (struct typed_place){broken, broken + 1},
            "a letter, but the byte 0x%02X is not UTF-8; if the text is in Windows-1252, run "
            "'iconv -f WINDOWS-1252 -t UTF-8' on it",
            (unsigned char)clerk->page.bytes[typed_offset(clerk, broken)]);
    if (coded < i && coded < clerk->page.count)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, (struct typed_place){coded, coded + 3},
            "a character of a mail that is quoted-printable, which is not read; run 'python3 -m quopri -d' on it");
}

/* Lines. */

/* What a line may begin with that means nothing. */
static uint32_t skip_line_marks(struct clerk *clerk, uint32_t i, uint32_t end)
{
    char result[64];
    const uint32_t begin = i;
    for (bool more = true; more;) {
        i = typed_skip_spaces(clerk, i, end);
        const char c = typed_sign_before(clerk, i, end);
        more = c == '>' || c == SIGN_BULLET || c == '|' ||
            (typed_is_any_of(c, "-*+#") && !(c == '*' && typed_result_at(clerk, i, end, result) > i) &&
                !(c == '-' && read_dash(clerk, i, end, clerk->count.open) == DASH_PASS) &&
                typed_is_space(typed_sign_before(clerk, i + 1, end)) && !(c == '+' && typed_find(clerk, i, end)));
        i += more;
    }
    mark_as_layout(clerk, begin, i);
    return i;
}

/* Whether the line at I begins another game: its number is 1 again, and the board agrees. */
static bool begins_game(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_number number;
    if (clerk->turns.count == 0 || !parse_number(clerk, i, end, true, &number) || number.value != 1 || number.dots)
        return false;
    uint32_t turn = number.end;
    while (typed_is_any_of(typed_sign_before(clerk, turn, end), " \t*_`"))
        turn++;
    if (!typed_find(clerk, turn, end))
        return false;
    if (clerk->result.over)
        return true;
    if (clerk->board == NULL ? clerk->count.first < 2 : typed_is_legal(clerk))
        return false;
    catasta_position *board = clerk->board;
    clerk->board = NULL;
    clerk->set_up = false;
    typed_set_up(clerk);
    const bool legal = typed_find(clerk, turn, end) && typed_is_legal(clerk);
    catasta_position_free(clerk->board);
    clerk->board = board;
    clerk->set_up = true;
    return legal;
}

/* Where the marks of quoted mails that a line begins with end. */
static uint32_t skip_quotes(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    while (i < end && typed_is_any_of(*typed_sign_at(clerk, i), "> \t"))
        i++;
    return i;
}

/* Whether the line at I has a word that heads of mails begin with, and a colon. */
static bool begins_mail(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t after;
    return typed_word_at(clerk, i, end, 1u << MEANS_MAIL | 1u << MEANS_SENDER, &after) != NULL &&
        typed_sign_before(clerk, typed_skip_spaces(clerk, after, end), end) == ':';
}

/* Whether the line from I to END goes on with the sentence of the line before it: it has words, and no number or seat
   before a turn. */
static bool continues_sentence(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_number number;
    uint32_t after;
    unsigned seat;
    const char c = *typed_sign_at(clerk, i);
    return (typed_is_letter(c) || c == SIGN_LETTER || c == '(') && has_word(clerk, i, end) &&
        memchr(typed_sign_at(clerk, i), '\t', end - i) == NULL && typed_stamp_end(clerk, i, end) == i &&
        !parse_number(clerk, i, end, true, &number) && !read_seat(clerk, i, end, &after, &seat);
}

/* Whether the line from I to END is only talk and does not end its sentence. */
static bool is_wrapped_talk(struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t word = i = skip_quotes(clerk, i, end);
    while (end > i && typed_is_space(*typed_sign_at(clerk, end - 1)))
        end--;
    while (word < end && !typed_is_space(*typed_sign_at(clerk, word)))
        word++;
    return end > i + LINE_LEAST && has_word(clerk, i, word + (word < end ? LINE_LEAST / 2 : 0)) &&
        (typed_is_alnum(*typed_sign_at(clerk, end - 1)) || typed_is_any_of(*typed_sign_at(clerk, end - 1), ",-("));
}

/* Where the only cell of a row, which is quoted, ends on the line from I to END: "Christmas, warm-up",,,; I: there is
   none such. */
static uint32_t quoted_cell_end(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t last = i + 1;
    while (typed_sign_before(clerk, i, end) == '"' && last < end && *typed_sign_at(clerk, last) != '"')
        last++;
    uint32_t rest = last + 1;
    while (rest < end && typed_is_any_of(*typed_sign_at(clerk, rest), ",;\t "))
        rest++;
    return last < end && rest >= end ? last : i;
}

/* Whether the line at I only repeats a turn that was copied, with its number: it is of an older letter.  The first turn
   may be that of another game, unless it is QUOTED and alone. */
static bool repeats_turn(struct clerk *clerk, uint32_t i, uint32_t end, bool quoted)
{
    struct typed_number number;
    const struct typed_turn *turns = clerk->turns.at;
    const size_t seats = clerk->board == NULL ? 2 : catasta_position_seats(clerk->board);
    if (clerk->turns.count == 0 || !parse_number(clerk, i, end, true, &number) || !number.strong ||
        number.value > clerk->count.last)
        return false;
    uint32_t turn = number.end;
    while (typed_is_any_of(typed_sign_before(clerk, turn, end), ". \t"))
        number.dots |= *typed_sign_at(clerk, turn++) == '.';
    if (!typed_find(clerk, turn, end) ||
        (number.value == 1 && !number.dots && !(quoted && typed_skip_spaces(clerk, clerk->token.end, end) == end)))
        return false;
    const size_t k = (number.value - 1) * seats + (number.dots ? 1 : 0);
    const uint32_t size = clerk->token.end - clerk->token.begin;
    return k < clerk->turns.count && turns[k].end - turns[k].begin == size &&
        memcmp(typed_sign_at(clerk, turns[k].begin), typed_sign_at(clerk, clerk->token.begin), size) == 0;
}

/* Copies the line from I to END, which is before the number 1, as talk, and keeps its turn. */
static void read_early(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_number number;
    const uint32_t turn = parse_number(clerk, i, end, true, &number) ? typed_skip_spaces(clerk, number.end, end) : end;
    if (clerk->doubts.early.end == 0 && turn < end && typed_find(clerk, turn, end))
        clerk->doubts.early = (struct typed_place){clerk->token.begin, clerk->token.end};
    typed_comment(clerk, (struct typed_place){i, end});
    typed_keep_date(clerk, i, end);
    typed_keep_names(clerk, i, end);
}

/* Where no ruleset is known: keeps where the number 1 is, at I, if a turn after a higher one was before it. */
static void find_number_one(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct typed_number number;
    if (!parse_number(clerk, i, end, true, &number) || !number.strong || clerk->begins_at > 0)
        return;
    if (clerk->doubts.unruled.end == 0)
        clerk->doubts.unruled_late = number.value > 1;
    else if (clerk->doubts.unruled_late && number.value == 1) {
        clerk->begins_at = typed_offset(clerk, i);
        clerk->doubts.unruled = (struct typed_place){0, 0};
        clerk->doubts.unruled_line = false;
    }
}

/* Reads the line from I to *END, which becomes where it ends with all that goes on after it; false: it begins another
   record. */
static bool read_page_line(struct clerk *clerk, uint32_t i, uint32_t *end)
{
    const bool tags = clerk->turns.count == 0 && !clerk->result.over;
    const uint32_t begin = i;
    if (clerk->page.coded < *end) { /* parts of it would be other turns and results */
        if (i < *end)
            typed_comment(clerk, (struct typed_place){i, *end});
        return true;
    }
    i = skip_quotes(clerk, i, *end);
    if (i >= *end) {
        read_right(clerk);
        clerk->sheet.half = 0;
        mark_as_layout(clerk, begin, i);
        clerk->mail = false;
        return true;
    }
    if ((!tags || clerk->doubts.unruled.end > 0) && typed_begins_tag(clerk, i, *end))
        return false;
    clerk->mail |= begins_mail(clerk, i, *end);
    if (tags && !clerk->mail && typed_tag_line(clerk, i, *end)) {
        mark_as_layout(clerk, begin, i);
        return true;
    }
    if (tags)
        typed_write_tag_colours(clerk);
    typed_set_up(clerk);
    if (tags)
        typed_find_players(clerk, i, *end);
    if (typed_offset(clerk, i) < clerk->begins_at) {
        mark_as_layout(clerk, begin, i);
        read_early(clerk, i, *end);
        return true;
    }
    if (repeats_turn(clerk, i, *end, i > begin)) {
        mark_as_layout(clerk, begin, i);
        *end = read_line_part(clerk, copy_talk(clerk, i, i, *end), *end, false);
        return true;
    }
    if (begins_game(clerk, i, *end)) {
        clerk->again = clerk->count.first > 1 && clerk->begins_at == 0 && !clerk->result.over;
        clerk->begins_at = clerk->again ? typed_offset(clerk, i) : clerk->begins_at;
        return false;
    }
    const uint32_t cell = tags ? quoted_cell_end(clerk, i, *end) : i;
    if (cell > i + 1 && has_word(clerk, i + 1, cell)) {
        mark_as_layout(clerk, begin, i + 1);
        copy_talk(clerk, i + 1, i + 1, cell);
        mark_as_layout(clerk, cell, *end);
        return true;
    }
    if (is_lone_dashes(clerk, i, *end) && !clerk->result.over && typed_find(clerk, i, *end) &&
        typed_is_legal(clerk)) { /* a pass, or the rule before a signature */
        typed_comment(clerk, (struct typed_place){i, i + 2});
        ask_about_turn(clerk, (struct typed_place){i, i + 2});
        return true;
    }
    if (clerk->wrapped && continues_sentence(clerk, i, *end)) {
        *end = read_line_part(clerk, copy_talk(clerk, i, i, *end), *end, false);
        return true;
    }
    if (is_fence(clerk, i, *end) || is_lone_dashes(clerk, i, *end) || is_separator_line(clerk, i, *end)) {
        mark_as_layout(clerk, begin, *end);
        return true;
    }
    i = skip_line_marks(clerk, begin, *end);
    uint32_t piece;
    if (!clerk->ruled) {
        find_number_one(clerk, i, *end);
        *end = copy_without_ruleset(clerk, i, *end);
    } else if (clerk->mail)
        *end = read_line_part(clerk, copy_talk(clerk, i, i, *end), *end, false);
    else if (clerk->turns.count > 0 && (piece = take_piece(clerk, i, *end)) > i) { /* "Pawns: Ann z26, Ben y25" */
        typed_comment(clerk, (struct typed_place){i, piece});
        if (typed_skip_spaces(clerk, piece, *end) == *end)
            return true;
        *end = read_line_part(clerk, piece, *end, true);
    } else if (typed_find_labels(clerk, i), find_halves(clerk, i, *end),
        !find_heading(clerk, i, *end) && !typed_find_columns(clerk, i, *end))
        *end = clerk->sheet.separator != '\0' ? read_row(clerk, i, *end)
            : clerk->sheet.half > 0           ? read_left(clerk, i, *end)
                                              : read_line_part(clerk, i, *end, true);
    clerk->sheet.piece = NULL;
    return true;
}

/* Asks whether the names are exchanged, if the player before the first turn does not begin, and all after that is in
   turn. */
static void ask_about_exchange(struct clerk *clerk)
{
    const char *names[2] = {NULL, NULL};
    char tag[2][16];
    const struct typed_place place = clerk->doubts.exchanged;
    if (clerk->doubts.beginner == 0 || clerk->signs.unplayed > 1 || clerk->turns.count < TURNS_IN_TURN)
        return;
    for (unsigned seat = 1; seat <= 2; seat++) {
        typed_write_seat_tag(clerk, seat, tag[seat - 1]);
        for (unsigned k = 0; k < clerk->tag_count; k++)
            if (strcmp(clerk->tags[k].name, tag[seat - 1]) == 0)
                names[seat - 1] = (const char *)clerk->values.at + clerk->tags[k].value;
    }
    if (names[0] != NULL && names[1] != NULL)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, place,
            "the player who begins, %s, as if the names were exchanged; if so, write '%s: %.40s' and "
            "'%s: %.40s' before the turns",
            tag[0], tag[0], names[1], tag[1], names[0]);
}

uint32_t typed_read_record(struct clerk *clerk)
{
    uint32_t i = 0;
    if (clerk->assumed.name[0] != '\0')
        typed_write_said(
            clerk, "Ruleset", clerk->kin[0] != '\0' ? clerk->kin : clerk->assumed.name, clerk->assumed.place);
    typed_write_supposed(clerk);
    while (i < clerk->page.count && !clerk->failed) {
        uint32_t end = typed_line_end(clerk, i);
        const uint32_t line_end = end;
        const size_t turns = clerk->turns.count;
        const size_t text = clerk->text.count;
        if (!read_page_line(clerk, i, &end))
            break;
        clerk->wrapped = end == line_end && clerk->sheet.separator == '\0' && clerk->turns.count == turns &&
            clerk->text.count > text && ((const char *)clerk->text.at)[clerk->text.count - 1] == '}' &&
            is_wrapped_talk(clerk, i, end);
        clerk->line++;
        i = end + 1;
    }
    read_right(clerk);
    ask_about_told(clerk);
    if (clerk->doubts.unread_lines >= UNREAD_LEAST && !clerk->failed)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->doubts.unread_line,
            "the first of %u lines of turns; if so, write them without other words, and what is missing before them",
            clerk->doubts.unread_lines);
    if (!clerk->failed)
        ask_about_exchange(clerk);
    if (!clerk->failed)
        ask_about_claim(clerk); /* with the board as it is then */
    if (clerk->doubts.illegal.end > 0 && !clerk->failed)
        typed_ask_order(clerk);
    if (!clerk->failed)
        typed_ask_players(clerk);
    if (!clerk->failed)
        typed_ask_colours(clerk);
    if (clerk->doubts.early.end > 0 && !clerk->failed)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->doubts.early,
            "a turn, though the number 1 is only after it; if so, write the turns in the order of their numbers");
    if (!clerk->failed)
        ask_about_game(clerk, i);
    if (!clerk->failed)
        typed_ask_names(clerk, i < clerk->page.count ? i : clerk->page.count);
    if (!clerk->failed)
        typed_ask_date(clerk);
    if (!clerk->failed)
        ask_for_encoding(clerk, i);
    return i < clerk->page.count ? i : clerk->page.count;
}
