/* SPDX-License-Identifier: MIT */
/* Little Golem's records as SGN: text, with tags before their brackets, and SGF of TZAAR, whose codes of cells count
   from the other end, and whose actions have no marks. */
#include "convert/copy.h"
#include "convert/form_table.h"
#include "convert/pgn.h"
#include "convert/sgf.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RECORD_MOST = 16 * 1024 * 1024, COLUMNS = 9, CENTRE = 4, PIECES = 60 };

static const char text_begins[] = "Event [";
static const char sgf_begins[] = "(;";

/* On the board of TZAAR; columns from 0, numbers from 1. */
struct golem_cell {
    unsigned column;
    unsigned number;
};

struct littlegolem_reading {
    struct copy copy;
    struct sgf_cutter cutter;
    size_t scanned; /* of a game in text */
    bool in_value;  /* ... there */
    bool lost;      /* nothing is read before the next game */
    /* Of the game at hand: */
    const char *fault;
    const char *message;
    bool other; /* ... says that it is another game */
    bool named; /* which game it is */
    bool tzaar;
    bool dealt;  /* its start is not the one of the rules */
    bool placed; /* ... and known */
    bool begun;  /* tags are over */
    unsigned plies;
    char owners[COLUMNS][COLUMNS + 1]; /* 'w', 'b'; '\0': nobody is known to be there */
};

static void *littlegolem_begin(catasta_session *session)
{
    (void)session;
    return calloc(1, sizeof(struct littlegolem_reading));
}

static void littlegolem_end(void *context)
{
    struct littlegolem_reading *reading = context;
    copy_free(&reading->copy);
    free(reading);
}

static bool littlegolem_refuse(struct littlegolem_reading *reading, const char *at, const char *message)
{
    reading->fault = at;
    reading->message = message;
    return false;
}

/* Tags. */

static bool refuse_game(struct littlegolem_reading *reading, const char *at)
{
    reading->other = true;
    return littlegolem_refuse(reading, at, "this is not a game of DVONN or TZAAR");
}

/* The ruleset by the name of the game, or of an event, "Tournament dvonn.mc.2014.may.1.1". */
static bool read_ruleset(struct littlegolem_reading *reading, struct stretch value)
{
    const char *at = value.begin;
    for (struct stretch word = take_word(&at, value.end); word.begin < word.end; word = take_word(&at, value.end)) {
        const char *dot = memchr(word.begin, '.', (size_t)(word.end - word.begin));
        const struct stretch name = {word.begin, dot == NULL ? word.end : dot};
        reading->tzaar = stretch_is(name, "tzaar");
        if (!reading->tzaar && !stretch_is(name, "dvonn"))
            continue;
        copy_tag(&reading->copy, "Ruleset", reading->tzaar ? "tzaar" : "dvonn", strlen("tzaar"), name);
        reading->named = true;
        return true;
    }
    return refuse_game(reading, value.begin);
}

static unsigned column_height(unsigned column)
{
    return COLUMNS - (column < CENTRE ? CENTRE - column : column - CENTRE);
}

/* The tag Position, whose rows are the columns: read backwards, the value has them in their order. */
static bool read_start(struct littlegolem_reading *reading, struct stretch value)
{
    char text[2 * (PIECES + COLUMNS)];
    size_t length = 0;
    const char *at = value.end;
    if (value.end - value.begin != PIECES)
        return littlegolem_refuse(reading, value.begin, "60 pieces are expected here, each a, b, c, A, B or C");
    for (unsigned column = COLUMNS; column-- > 0;)
        for (unsigned number = 1; number <= column_height(column); number++) {
            const bool closed = column == CENTRE && number == CENTRE + 1;
            const char piece = *(closed ? "x" : --at);
            if (!closed && memchr("abcABC", piece, 6) == NULL)
                return littlegolem_refuse(reading, at, "a piece is expected here: a, b, c, A, B or C");
            reading->owners[column][number] = (char)(closed ? '\0' : piece >= 'a' ? 'w' : 'b');
            text[length++] = piece;
            text[length++] = number < column_height(column) ? ',' : column > 0 ? '/' : ' ';
        }
    length += (size_t)snprintf(text + length, sizeof text - length, "w 1");
    reading->placed = true;
    copy_tag(&reading->copy, "Position", text, length, value);
    return true;
}

static bool read_tag(struct littlegolem_reading *reading, struct stretch name, struct stretch value)
{
    static const struct {
        const char *name;
        const char *tag;
    } tags[] = {{"EV", "Event"}, {"SO", "Site"}, {"RO", "Round"}, {"DT", "Date"}, {"PW", "White"}, {"PB", "Black"},
        {"RE", "Result"}, {"VA", "Variant"}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (stretch_is(name, tags[i].name))
            sgf_tag(&reading->copy, tags[i].tag, value);
    if (stretch_is(name, "POS"))
        return read_start(reading, value);
    if (stretch_is(name, "VA"))
        reading->dealt = stretch_is(value, "RANDOM");
    if (stretch_is(name, "FF"))
        return stretch_is(value, "tzaar") ? read_ruleset(reading, value) : refuse_game(reading, value.begin);
    return true;
}

/* Turns of TZAAR. */

/* The cell at *AT, which becomes its end: "e9", or the code "ok". */
static bool take_cell(const char **at, const char *end, struct golem_cell *cell)
{
    if (end - *at < 2)
        return false;
    const char letter = (*at)[0];
    const char second = (*at)[1];
    const bool coded = !pgn_is_digit(second);
    const unsigned column = (unsigned char)(coded ? letter - 'k' : (letter | 0x20) - 'a');
    const int one = 's' - (column > CENTRE ? (int)column - CENTRE : 0); /* the code of number 1 */
    if (column >= COLUMNS || (coded && (second < 'k' || second > one)))
        return false;
    *cell = (struct golem_cell){column, (unsigned)(coded ? one - second + 1 : second - '0')};
    *at += 2;
    return true;
}

static void put_cell(struct littlegolem_reading *reading, const char *at, struct golem_cell cell)
{
    const char text[] = {(char)('a' + cell.column), (char)('0' + cell.number), '\0'};
    copy_made(&reading->copy, text, (struct stretch){at, at + 2});
}

/* The action at *AT, which becomes its end.  Its mark is '-' where it is not known whose stack is on the target. */
static bool put_action(struct littlegolem_reading *reading, char mover, const char **at, const char *end)
{
    struct golem_cell from;
    struct golem_cell to;
    const char *begin = *at;
    if (!take_cell(at, end, &from) || !take_cell(at, end, &to))
        return false;
    char *source = &reading->owners[from.column][from.number];
    char *target = &reading->owners[to.column][to.number];
    put_cell(reading, begin, from);
    copy_plain(&reading->copy, *target == '\0' ? "-" : *target == mover ? "+" : "x", *at - 2);
    put_cell(reading, *at - 2, to);
    if (*source != '\0' && source != target) {
        *target = *source;
        *source = '\0';
    }
    return true;
}

/* Actions with a hyphen between, of which the second may be "pass". */
static bool littlegolem_put_turn(struct littlegolem_reading *reading, char mover, struct stretch turn)
{
    const char *at = turn.begin;
    while (put_action(reading, mover, &at, turn.end)) {
        if (at == turn.end)
            return true;
        if (*at != '-')
            return littlegolem_refuse(reading, at, "a hyphen is expected here, between two actions");
        copy_made(&reading->copy, ",", (struct stretch){at, at + 1});
        const struct stretch rest = {++at, turn.end};
        if (stretch_is(rest, "pass")) {
            copy_made(&reading->copy, "pass", rest);
            return true;
        }
    }
    return littlegolem_refuse(reading, at, "a cell is expected here, such as np or d4");
}

/* What is said in place of a turn; NULL: WORD is not that. */
static const char *find_said(struct stretch word)
{
    return stretch_is(word, "resign") ? "resign" : stretch_is(word, "pass") ? "pass" : NULL;
}

static bool put_ply(struct littlegolem_reading *reading, bool black, struct stretch turn)
{
    const char *said = find_said(turn);
    reading->plies++;
    if (said == NULL)
        return littlegolem_put_turn(reading, black ? 'b' : 'w', turn);
    copy_made(&reading->copy, said, turn);
    return true;
}

/* SGF. */

static bool begin_moves(struct littlegolem_reading *reading, const char *at)
{
    if (!reading->named)
        return refuse_game(reading, at);
    if (reading->dealt && !reading->placed)
        return littlegolem_refuse(reading, at, "the start was dealt at random, and POS with its 60 pieces is missing");
    if (!reading->begun)
        copy_plain(&reading->copy, "\n", at);
    reading->begun = true;
    return true;
}

static bool read_property(struct littlegolem_reading *reading, struct stretch name, struct stretch value)
{
    const bool black = stretch_is(name, "B");
    if (!black && !stretch_is(name, "W"))
        return reading->begun || read_tag(reading, name, value);
    if (!begin_moves(reading, name.begin))
        return false;
    if (black != (reading->plies % 2 == 1))
        copy_plain(&reading->copy, black ? "2|" : "1|", value.begin);
    if (!put_ply(reading, black, value))
        return false;
    copy_plain(&reading->copy, "\n", value.end);
    return true;
}

/* From after the parenthesis AT that opens it to the one at END that closes it. */
static bool read_sgf(struct littlegolem_reading *reading, const char *at, const char *end)
{
    while (at < end) {
        if (is_blank(*at) || *at == ';') {
            at++;
            continue;
        }
        struct sgf_property property;
        if (!sgf_property(&at, end, &property))
            return littlegolem_refuse(reading, at, "a property such as W[npmq] is expected here");
        if (!read_property(reading, property.name, property.value))
            return false;
    }
    return begin_moves(reading, end);
}

/* Text. */

/* A word after the tags of TZAAR; what is not a turn is kept, such as numbers. */
static bool read_word(struct littlegolem_reading *reading, struct stretch word)
{
    struct golem_cell cell;
    const char *at = word.begin;
    if (take_cell(&at, word.end, &cell) || find_said(word) != NULL)
        return put_ply(reading, reading->plies % 2 == 1, word);
    copy_kept(&reading->copy, word);
    return true;
}

/* The turns of DVONN are as they are here. */
static bool read_text(struct littlegolem_reading *reading, const char *at, const char *end)
{
    struct sgf_property tag;
    char name[32];
    while (sgf_property(&at, end, &tag)) {
        if (tag.value.end == end)
            return littlegolem_refuse(reading, tag.value.begin - 1, "this bracket is never closed");
        if (stretch_is(tag.name, "Event") && !reading->named && !read_ruleset(reading, tag.value))
            return false;
        snprintf(name, sizeof name, "%.*s", (int)(tag.name.end - tag.name.begin), tag.name.begin);
        sgf_tag(&reading->copy, name, tag.value);
        while (at < end && is_blank(*at))
            at++;
    }
    if (!begin_moves(reading, at))
        return false;
    if (!reading->tzaar)
        copy_kept(&reading->copy, (struct stretch){at, end});
    while (reading->tzaar && at < end) {
        if (!read_word(reading, take_word(&at, end)))
            return false;
        copy_plain(&reading->copy, at < end ? " " : "", at);
    }
    copy_plain(&reading->copy, "\n", end);
    return true;
}

/* Cutting. */

/* Whether a game begins at I, or may when there are more bytes. */
static bool may_begin(const struct catasta_foreign *n, size_t i, bool *begins)
{
    static const char *const all[] = {text_begins, sgf_begins};
    const size_t left = n->length - i;
    bool may = false;
    *begins = false;
    for (size_t k = 0; k < 2; k++) {
        const size_t length = strlen(all[k]);
        const bool alike = memcmp(n->bytes + i, all[k], length < left ? length : left) == 0;
        *begins |= alike && length <= left;
        may |= alike && (length <= left || !n->last);
    }
    return may;
}

/* Goes on to the end of the game in text that begins at .begin of N, where the next game begins.  A bracket ends with
   its line. */
static enum catasta_found cut_text(struct littlegolem_reading *reading, struct catasta_foreign *n)
{
    size_t i = n->begin + reading->scanned;
    bool begins = false;
    for (; i < n->length && i - n->begin <= RECORD_MOST; i++) {
        const char c = n->bytes[i];
        if (i > n->begin && !reading->in_value && may_begin(n, i, &begins))
            break;
        reading->in_value = reading->in_value ? c != ']' && c != '\n' && c != '\r' : c == '[';
    }
    reading->scanned = i - n->begin;
    const bool longer = reading->scanned > RECORD_MOST;
    if (!longer && !begins && !n->last)
        return CATASTA_FOUND_NOTHING;
    reading->scanned = 0;
    reading->in_value = false;
    n->end = i;
    n->fault = n->begin;
    n->message = "the game is longer than 16 MiB";
    return longer ? CATASTA_FOUND_FAULT : CATASTA_FOUND_RECORD;
}

static enum catasta_found cut_game(struct littlegolem_reading *reading, struct catasta_foreign *n)
{
    bool begins = false;
    size_t begin = 0;
    while (begin < n->length && !may_begin(n, begin, &begins) && (is_blank(n->bytes[begin]) || reading->lost))
        begin++;
    n->begin = begin;
    if (begin == n->length)
        return CATASTA_FOUND_NOTHING;
    if (!begins)
        return may_begin(n, begin, &begins)
            ? CATASTA_FOUND_NOTHING
            : sgf_refuse_line(n, "a game is expected here, which begins with 'Event [' or '(;'");
    return n->bytes[begin] == '(' ? sgf_cut(&reading->cutter, n) : cut_text(reading, n);
}

static void littlegolem_forget(struct littlegolem_reading *reading)
{
    struct littlegolem_reading fresh = {.copy = reading->copy};
    *reading = fresh;
}

static bool littlegolem_recognises(const char *bytes, size_t length, bool asked)
{
    static const char sgf[] = "(;FF[TZAAR]";
    static const char site[] = "littlegolem";
    const char *end = bytes + length;
    const char *at = bytes;
    while (at < end && is_blank(*at))
        at++;
    length = (size_t)(end - at);
    if (asked || (length >= strlen(sgf) && memcmp(at, sgf, strlen(sgf)) == 0))
        return true;
    if (length < strlen(text_begins) || memcmp(at, text_begins, strlen(text_begins)) != 0)
        return false;
    while (end - at >= (ptrdiff_t)strlen(site) && *at != '\n' && strncasecmp(at, site, strlen(site)) != 0)
        at++;
    return end - at >= (ptrdiff_t)strlen(site) && *at != '\n';
}

static enum catasta_found littlegolem_next(void *context, struct catasta_foreign *n)
{
    struct littlegolem_reading *reading = context;
    const enum catasta_found found = cut_game(reading, n);
    reading->lost = found == CATASTA_FOUND_FAULT || (reading->lost && found == CATASTA_FOUND_NOTHING);
    if (found != CATASTA_FOUND_RECORD)
        return found;
    littlegolem_forget(reading);
    const char *at = n->bytes + n->begin;
    const char *end = n->bytes + n->end;
    copy_begin(&reading->copy, at);
    if (*at == '(' ? read_sgf(reading, at + 1, end - 1) : read_text(reading, at, end))
        return copy_give(&reading->copy, n);
    n->fault = (size_t)(reading->fault - n->bytes);
    n->message = reading->message;
    return reading->other ? CATASTA_FOUND_OTHER : CATASTA_FOUND_FAULT;
}

const struct catasta_form_reader littlegolem_reader = {
    .size = sizeof littlegolem_reader,
    .name = "littlegolem",
    .recognises = littlegolem_recognises,
    .open = littlegolem_begin,
    .next = littlegolem_next,
    .close = littlegolem_end,
};
