/* SPDX-License-Identifier: MIT */
/* Records of programs that speak UHP, as SGN: GameStrings, one a line, and PGN with the tag GameType.  PGN differs from
   SGN where a state is its result, and where a server has rules of its own that its records do not name. */
#include "convert/copy.h"
#include "convert/form_table.h"
#include "convert/hive_words.h"
#include "convert/pgn.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_MOST = 4 * 1024 * 1024, TURN_DIGITS = 8 };

struct uhp_reading {
    struct copy copy;
    struct pgn_cutter cutter;
    size_t scanned; /* of a line */
    bool skipping;  /* it is too long */
};

static void *uhp_begin(catasta_session *session)
{
    (void)session;
    return calloc(1, sizeof(struct uhp_reading));
}

static void uhp_end(void *context)
{
    struct uhp_reading *reading = context;
    copy_free(&reading->copy);
    free(reading);
}

/* GameStrings. */

/* The next field of a line, without spaces around it; its end is where a semicolon is, or the end of the line. */
static struct stretch take_field(const char **at, const char *end)
{
    const char *sign = memchr(*at, ';', (size_t)(end - *at));
    struct stretch field = {*at, sign == NULL ? end : sign};
    *at = sign == NULL ? end : sign + 1;
    while (field.begin < field.end && is_blank(*field.begin))
        field.begin++;
    while (field.end > field.begin && is_blank(field.end[-1]))
        field.end--;
    return field;
}

static bool is_type(struct stretch field)
{
    const char *at = field.begin + strlen("Base");
    if (field.end - field.begin < 4 || strncasecmp(field.begin, "Base", 4) != 0 || (at < field.end && *at != '+'))
        return false;
    for (at++; at < field.end; at++)
        if (!pgn_is_letter(*at))
            return false;
    return true;
}

/* The number of the ply that a field like "White[3]" is about, 0: it is none. */
static unsigned read_ply(struct stretch field)
{
    const size_t length = (size_t)(field.end - field.begin);
    unsigned number = 0;
    if (length < strlen("White[1]") || length > strlen("White[]") + TURN_DIGITS || field.end[-1] != ']')
        return 0;
    const bool black = strncasecmp(field.begin, "Black[", 6) == 0;
    if (!black && strncasecmp(field.begin, "White[", 6) != 0)
        return 0;
    for (const char *at = field.begin + 6; at < field.end - 1; at++) {
        if (!pgn_is_digit(*at))
            return 0;
        number = 10 * number + (unsigned)(*at - '0');
    }
    return number == 0 ? 0 : 2 * number - !black;
}

static bool uhp_is_turn(struct stretch field)
{
    struct hive_tile tile;
    struct hive_place place;
    if (stretch_is(field, "pass"))
        return true;
    const char *at = hive_tile(field.begin, field.end, &tile);
    const char *blank = at;
    while (at != NULL && at < field.end && is_blank(*at))
        at++;
    return at != NULL && (at == field.end || (at > blank && hive_place(at, field.end, &place) == field.end));
}

/* What is wrong with a line from AT to END, with *FAULT where; NULL: nothing, and it is copied. */
static const char *uhp_read_line(struct copy *copy, const char *at, const char *end, const char **fault)
{
    char number[24];
    const struct stretch type = take_field(&at, end);
    const struct stretch state = take_field(&at, end);
    const struct stretch turn = take_field(&at, end);
    const unsigned ply = read_ply(turn);
    *fault = !is_type(type) ? type.begin : hive_state(state.begin, state.end)->word == NULL ? state.begin : turn.begin;
    if (!is_type(type))
        return "a line is a GameString, and begins with a game type such as Base or Base+MLP";
    if (*fault == state.begin)
        return "a state is expected here: NotStarted, InProgress, Draw, WhiteWins or BlackWins";
    if (ply == 0)
        return "the player and the turn to move are expected here, such as White[1]";
    copy_tag(copy, "GameType", type.begin, (size_t)(type.end - type.begin), type);
    copy_tag(copy, "Result", state.begin, (size_t)(state.end - state.begin), state);
    copy_plain(copy, "\n", turn.begin);
    for (unsigned i = 1; at < end; i++) {
        const struct stretch field = take_field(&at, end);
        if (field.begin == field.end && at == end)
            break; /* a semicolon at the end */
        *fault = field.begin;
        if (!uhp_is_turn(field))
            return "a turn is expected here: a tile and its place, such as 'wA1 bQ-', or pass";
        snprintf(number, sizeof number, "%u. ", i);
        copy_plain(copy, number, field.begin);
        copy_kept(copy, field);
        copy_plain(copy, "\n", field.end);
    }
    snprintf(number, sizeof number, "%u.", ply);
    copy_made(copy, number, turn);
    copy_plain(copy, "\n", turn.end);
    return NULL;
}

static size_t uhp_line_end(const struct catasta_foreign *n, size_t at)
{
    while (at < n->length && n->bytes[at] != '\n' && n->bytes[at] != '\r')
        at++;
    return at;
}

static enum catasta_found uhp_next_line(struct uhp_reading *reading, struct catasta_foreign *n, size_t begin)
{
    const size_t end = uhp_line_end(n, begin + reading->scanned);
    n->begin = n->fault = begin;
    n->end = end;
    reading->scanned = end - begin;
    if (end == n->length && !n->last && end - begin < LINE_MOST)
        return CATASTA_FOUND_NOTHING;
    reading->scanned = 0;
    reading->skipping = end - begin >= LINE_MOST;
    if (reading->skipping) {
        n->end = begin + LINE_MOST;
        n->message = "the line is longer than 4 MiB";
        return CATASTA_FOUND_FAULT;
    }
    const char *fault = NULL;
    copy_begin(&reading->copy, n->bytes + begin);
    n->message = uhp_read_line(&reading->copy, n->bytes + begin, n->bytes + end, &fault);
    if (n->message != NULL)
        n->fault = (size_t)(fault - n->bytes);
    return n->message == NULL ? copy_give(&reading->copy, n) : CATASTA_FOUND_FAULT;
}

/* PGN. */

/* What tags say of a record. */
struct uhp_tags {
    bool typed;     /* there is a GameType */
    bool named;     /* there is a Ruleset */
    bool ruled;     /* there are parameters */
    bool hivegame;  /* it is from there */
    const char *at; /* the end of the last */
};

static struct uhp_tags read_tags(const char *at, const char *end)
{
    static const char site[] = "hivegame.com";
    struct uhp_tags tags = {.at = at};
    while (at < end && (is_blank(*at) || *at == '[')) {
        if (*at != '[') {
            at++;
            continue;
        }
        const struct pgn_tag tag = pgn_tag(at, end);
        tags.typed |= pgn_is_named(&tag, "GameType");
        tags.named |= pgn_is_named(&tag, "Ruleset");
        tags.ruled |= pgn_is_named(&tag, "Rules");
        if (pgn_is_named(&tag, "Site"))
            for (const char *value = tag.value; tag.value_end - value >= (ptrdiff_t)strlen(site); value++)
                tags.hivegame |= strncasecmp(value, site, strlen(site)) == 0;
        tags.at = at = tag.end;
    }
    return tags;
}

/* Past spaces, comments and numbers. */
static const char *skip_to_turn(const char *at, const char *end)
{
    while (at < end && (is_blank(*at) || pgn_is_digit(*at) || *at == '.' || *at == '{')) {
        const char *closing = *at == '{' ? memchr(at, '}', (size_t)(end - at)) : at;
        at = closing == NULL ? end : closing + 1;
    }
    return at;
}

/* Whether the first turn of either player is of a queen. */
static bool opens_with_queen(const char *at, const char *end)
{
    struct hive_tile tile;
    struct hive_place place;
    for (unsigned i = 0; i < 2; i++) {
        at = hive_tile(skip_to_turn(at, end), end, &tile);
        if (at == NULL || tile.kind == 0)
            return at != NULL;
        while (at < end && *at == ' ')
            at++;
        const char *after = hive_place(at, end, &place);
        at = after == NULL ? at : after;
    }
    return false;
}

/* The last line from AT to END, without spaces around it. */
static struct stretch last_line(const char *at, const char *end)
{
    while (end > at && is_blank(end[-1]))
        end--;
    struct stretch line = {end, end};
    while (line.begin > at && line.begin[-1] != '\n' && line.begin[-1] != '\r')
        line.begin--;
    while (line.begin < end && is_blank(*line.begin))
        line.begin++;
    return line;
}

static void read_pgn(struct copy *copy, const char *at, const char *end)
{
    const struct uhp_tags tags = read_tags(at, end);
    const struct stretch last = last_line(tags.at, end);
    const char *result = hive_state(last.begin, last.end)->result;
    copy_begin(copy, at);
    copy_kept(copy, (struct stretch){at, tags.at});
    if (tags.hivegame && !tags.ruled)
        copy_plain(copy,
            opens_with_queen(tags.at, end) ? "\n[Rules \"climb_named=any repetition=3 opening_queen=allowed\"]"
                                           : "\n[Rules \"climb_named=any repetition=3\"]",
            tags.at);
    copy_kept(copy, (struct stretch){tags.at, result == NULL ? end : last.begin});
    if (result != NULL)
        copy_made(copy, result, last);
    copy_plain(copy, "\n", end);
}

static bool uhp_recognises(const char *bytes, size_t length, bool asked)
{
    const char *end = bytes + length;
    const char *at = bytes;
    while (at < end && is_blank(*at))
        at++;
    const char *rest = at;
    const struct uhp_tags tags = read_tags(at, end);
    return asked || (tags.typed && !tags.named) || (is_type(take_field(&rest, end)) && rest > at && rest[-1] == ';');
}

static enum catasta_found uhp_next(void *context, struct catasta_foreign *n)
{
    struct uhp_reading *reading = context;
    size_t begin = reading->skipping ? uhp_line_end(n, 0) : 0;
    reading->skipping &= begin == n->length;
    while (begin < n->length && is_blank(n->bytes[begin]))
        begin++;
    n->begin = begin;
    if (begin == n->length)
        return CATASTA_FOUND_NOTHING;
    if (n->bytes[begin] != '[')
        return uhp_next_line(reading, n, begin);
    const enum catasta_found found = pgn_cut(&reading->cutter, n);
    if (found != CATASTA_FOUND_RECORD)
        return found;
    read_pgn(&reading->copy, n->bytes + n->begin, n->bytes + n->end);
    return copy_give(&reading->copy, n);
}

const struct catasta_form_reader uhp_reader = {
    .size = sizeof uhp_reader,
    .name = "uhp",
    .recognises = uhp_recognises,
    .open = uhp_begin,
    .next = uhp_next,
    .close = uhp_end,
};
