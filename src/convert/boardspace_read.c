/* SPDX-License-Identifier: MIT */
/* BoardSpace's SGF of Hive as SGN.  A node is something that a player did, of which only the last before "done" is
   played.  Places are said twice, beside a tile and on the server's own field; both are compared. */
#include "convert/copy.h"
#include "convert/form_table.h"
#include "convert/hive_words.h"
#include "convert/pgn.h"
#include "convert/sgf.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 200, NUMBERS = 10, TILES = 2 * 8 * NUMBERS };

/* The server's field: columns are letters, from A on 0. */
struct cell {
    int column;
    int row;
};

/* A turn that is not done. */
struct pending {
    struct stretch pass; /* the word that says so */
    struct hive_tile tile;
    bool uncoloured; /* ... and its colour is not written */
    struct cell cell;
    struct stretch mark;      /* ... as it is written, "N 13" */
    struct stretch place;     /* as it is written */
    char text[8];             /* ... and meant */
    struct hive_place beside; /* ... which is this; without a tile: on what is there */
    bool black;               /* it is a turn of Black */
    bool laid;                /* there is a tile */
    bool done;
    bool talked; /* a draw was offered, or what was said to that; or somebody resigned */
};

struct boardspace_reading {
    struct copy copy;
    struct list marks; /* struct catasta_mark */
    struct sgf_cutter cutter;
    bool lost; /* nothing is read before the next parenthesis */
    /* Of the game at hand: */
    const char *fault;
    const char *message;
    bool other; /* ... says that it is another game */
    bool begun; /* tags are over */
    struct stretch names[2];
    struct stretch result;
    struct stretch resigned;
    bool black_resigned;
    struct pending pending;
    struct stretch time;
    unsigned plies;
    struct {
        struct cell cell;
        unsigned since; /* the ply that put it there, 0: it is in hand */
    } tiles[TILES];
};

static void *boardspace_begin(catasta_session *session)
{
    (void)session;
    return calloc(1, sizeof(struct boardspace_reading));
}

static void boardspace_end(void *context)
{
    struct boardspace_reading *reading = context;
    copy_free(&reading->copy);
    free(reading->marks.at);
    free(reading);
}

static bool boardspace_refuse(struct boardspace_reading *reading, const char *at, const char *message)
{
    reading->fault = at;
    reading->message = message;
    return false;
}

/* Tags. */

/* "hive-plm", in any letters, which may be followed by other words. */
static bool read_set(struct boardspace_reading *reading, struct stretch value)
{
    const struct stretch name = take_word(&value.begin, value.end);
    const char *dash = memchr(name.begin, '-', (size_t)(name.end - name.begin));
    const char *end = dash == NULL ? name.end : dash;
    char type[16] = "Base+";
    size_t length = dash == NULL ? strlen("Base") : strlen(type);
    bool known = stretch_is((struct stretch){name.begin, end}, "hive");
    for (const char *at = end + 1; known && at < name.end; at++) {
        known = memchr("MLP", *at & ~0x20, 3) != NULL && length < sizeof type;
        if (known)
            type[length++] = (char)(*at & ~0x20);
    }
    reading->other = !known;
    if (!known)
        return boardspace_refuse(reading, name.begin, "this is not a game of Hive that catasta knows");
    copy_tag(&reading->copy, "GameType", type, length, name);
    return true;
}

/* "Wed Oct 31 15:02:42 CET 2018", the month in English. */
static void put_date(struct boardspace_reading *reading, struct stretch value)
{
    static const char months[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";
    const int length = value.end - value.begin < 40 ? (int)(value.end - value.begin) : 40;
    char text[41];
    char name[4];
    unsigned day;
    unsigned year;
    snprintf(text, sizeof text, "%.*s", length, value.begin);
    if (sscanf(text, "%*3s %3[A-Za-z] %2u %*8s %*8s %4u", name, &day, &year) == 3 && strstr(months, name) != NULL) {
        const unsigned month = (unsigned)(strstr(months, name) - months) / 4 + 1;
        copy_tag(&reading->copy, "Date", text, (size_t)snprintf(text, sizeof text, "%04u.%02u.%02u", year, month, day),
            value);
    }
    sgf_tag(&reading->copy, "SgfDate", value);
}

/* id "Anna" */
static void read_player(struct boardspace_reading *reading, bool black, struct stretch value)
{
    if (!stretch_is(take_word(&value.begin, value.end), "id"))
        return;
    while (value.begin < value.end && (is_blank(*value.begin) || *value.begin == '"'))
        value.begin++;
    while (value.end > value.begin && (is_blank(value.end[-1]) || value.end[-1] == '"'))
        value.end--;
    reading->names[black] = value;
    sgf_tag(&reading->copy, black ? "Black" : "White", value);
}

static bool is_of_word(char c)
{
    return pgn_is_letter(c) || pgn_is_digit(c) || (unsigned char)c > 0x7F || c == '_';
}

/* Whether NAME is in TEXT, as a word or several; a name that is too long is never found. */
static bool is_named_in(struct stretch text, struct stretch name)
{
    const size_t length = (size_t)(name.end - name.begin);
    for (const char *at = text.begin; length > 0 && length < NAME_MOST && (size_t)(text.end - at) >= length; at++)
        if (strncasecmp(at, name.begin, length) == 0 && (at == text.begin || !is_of_word(at[-1])) &&
            (at + length == text.end || !is_of_word(at[length])))
            return true;
    return false;
}

/* Whether NAME is meant in TEXT, and not only a part of OTHER. */
static bool is_meant(struct stretch text, struct stretch name, struct stretch other)
{
    return is_named_in(text, name) && !(is_named_in(other, name) && is_named_in(text, other));
}

/* The tag Result, if it is clear who is named as the winner, in whatever words, or a draw is. */
static void boardspace_put_result(struct boardspace_reading *reading)
{
    static const char draw[] = "draw";
    const struct stretch *of = reading->names;
    const struct stretch text = reading->result;
    const bool white = is_meant(text, of[0], of[1]);
    const bool black = is_meant(text, of[1], of[0]);
    const bool drawn = is_named_in(text, (struct stretch){draw, draw + strlen(draw)});
    const char *result = white ? "1-0" : black ? "0-1" : "1/2-1/2";
    if (white + black + drawn == 1)
        copy_tag(&reading->copy, "Result", result, strlen(result), text);
    sgf_tag(&reading->copy, "SgfResult", text);
}

static bool read_tag(struct boardspace_reading *reading, struct stretch name, struct stretch value)
{
    static const struct {
        const char *name;
        const char *tag;
    } tags[] = {{"EV", "Event"}, {"PC", "Site"}, {"RO", "Round"}, {"GN", "SgfGameName"}};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (stretch_is(name, tags[i].name))
            sgf_tag(&reading->copy, tags[i].tag, value);
    if (stretch_is(name, "SU"))
        return read_set(reading, value);
    if (stretch_is(name, "RE"))
        reading->result = value;
    else if (stretch_is(name, "DT"))
        put_date(reading, value);
    else if (stretch_is(name, "P0") || stretch_is(name, "P1"))
        read_player(reading, name.begin[1] == '1', value);
    return true;
}

/* Turns. */

/* The number of a tile with a colour; of kinds of which there is one its figure says nothing. */
static unsigned tile_number(const struct hive_tile *tile)
{
    const bool single = strchr("QMLP", HIVE_KINDS[tile->kind]) != NULL;
    return (tile->colour == 'b' ? TILES / 2 : 0) + tile->kind * NUMBERS + (single ? 0 : tile->number);
}

/* Puts the name of the top tile on the cell of the turn, where there is one. */
static void put_top(struct boardspace_reading *reading)
{
    const struct pending *pending = &reading->pending;
    unsigned top = TILES;
    for (unsigned i = 0; i < TILES; i++)
        if (reading->tiles[i].since > (top == TILES ? 0 : reading->tiles[top].since) &&
            memcmp(&reading->tiles[i].cell, &pending->cell, sizeof pending->cell) == 0)
            top = i;
    if (top == TILES)
        return;
    const char name[] = {' ', top < TILES / 2 ? 'w' : 'b', HIVE_KINDS[top / NUMBERS % 8],
        (char)(top % NUMBERS == 0 ? '\0' : '0' + top % NUMBERS), '\0'};
    copy_made(&reading->copy, name, pending->place);
}

/* Notes that the cell of the turn is not its place, as far as that is known. */
static void compare_cell(struct boardspace_reading *reading)
{
    static const struct cell steps[] = {{-1, 0}, {-1, -1}, {0, 1}, {1, 0}, {1, 1}, {0, -1}};
    static const char signs[] = "-/\\";
    const struct pending *pending = &reading->pending;
    const struct hive_place *beside = &pending->beside;
    const unsigned tile = tile_number(&beside->tile);
    struct cell cell = reading->tiles[tile].cell;
    if (beside->tile.colour == '\0' || reading->tiles[tile].since == 0)
        return;
    for (unsigned i = 0; i < 6; i++)
        if (signs[i % 3] == (i < 3 ? beside->before : beside->after)) {
            cell.column += steps[i].column;
            cell.row += steps[i].row;
        }
    if (memcmp(&cell, &pending->cell, sizeof cell) == 0)
        return;
    struct catasta_mark *mark = list_grow(&reading->marks, 1, sizeof *mark);
    reading->copy.failed |= mark == NULL;
    if (mark != NULL)
        *mark = (struct catasta_mark){.begin = (uint32_t)(pending->mark.begin - reading->copy.bytes),
            .end = (uint32_t)(pending->mark.end - reading->copy.bytes),
            .why = "that is another place"};
}

static void put_place(struct boardspace_reading *reading)
{
    const struct pending *pending = &reading->pending;
    if (pending->beside.tile.begin == NULL) {
        put_top(reading);
        return;
    }
    copy_plain(&reading->copy, " ", pending->place.begin);
    copy_made(&reading->copy, pending->text, pending->place);
    compare_cell(reading);
}

/* [%egt 0:01:02.345] */
static void put_time(struct boardspace_reading *reading)
{
    char text[64];
    unsigned long long used = 0;
    for (const char *at = reading->time.begin; at != NULL && at < reading->time.end; at++) {
        if (!pgn_is_digit(*at) || used > 9999999999)
            return;
        used = 10 * used + (unsigned)(*at - '0');
    }
    snprintf(text, sizeof text, " {[%%egt %llu:%02llu:%02llu.%03llu]}", used / 3600000, used / 60000 % 60,
        used / 1000 % 60, used % 1000);
    if (reading->time.begin != NULL && reading->time.end > reading->time.begin)
        copy_made(&reading->copy, text, reading->time);
}

/* Puts the turn that is done. */
static void boardspace_put_turn(struct boardspace_reading *reading)
{
    const struct pending *pending = &reading->pending;
    const struct hive_tile *tile = &pending->tile;
    struct copy *copy = &reading->copy;
    const char *first = pending->laid ? tile->begin : pending->pass.begin;
    char number[32];
    snprintf(number, sizeof number, "%u. %s", reading->plies + 1,
        pending->black == (reading->plies % 2 == 1) ? ""
            : pending->black                        ? "2|"
                                                    : "1|");
    copy_plain(copy, number, first);
    if (!pending->laid) {
        copy_made(copy, "pass", pending->pass);
    } else {
        copy_plain(copy, !pending->uncoloured ? "" : tile->colour == 'b' ? "b" : "w", first);
        copy_kept(copy, (struct stretch){tile->begin, tile->end});
        put_place(reading);
        reading->tiles[tile_number(tile)].cell = pending->cell;
        reading->tiles[tile_number(tile)].since = reading->plies + 1;
    }
    put_time(reading);
    copy_plain(copy, "\n", first);
    reading->plies++;
}

/* At the end of a node. */
static void end_node(struct boardspace_reading *reading)
{
    const struct pending *pending = &reading->pending;
    if (!pending->done)
        return;
    if (pending->laid || pending->pass.begin != NULL)
        boardspace_put_turn(reading);
    reading->pending = (struct pending){.laid = false};
    reading->time = (struct stretch){NULL, NULL};
}

/* What the place of PENDING means: two backslashes are one. */
static bool read_place(struct pending *pending)
{
    const struct stretch place = pending->place;
    char *end = pending->text;
    pending->beside.tile.begin = NULL;
    if (stretch_is(place, "."))
        return true;
    for (const char *at = place.begin; at < place.end && end < pending->text + sizeof pending->text - 1; at++) {
        at += place.end - at > 1 && at[0] == '\\' && at[1] == '\\';
        *end++ = *at;
    }
    *end = '\0';
    return hive_place(pending->text, end, &pending->beside) == end;
}

/* "wA1 N 13 .", before END; a letter of the colour before it with SIDE. */
static bool read_move(struct boardspace_reading *reading, bool side, const char *at, const char *end)
{
    struct pending *pending = &reading->pending;
    const struct stretch letter = side ? take_word(&at, end) : (struct stretch){NULL, NULL};
    const struct stretch tile = take_word(&at, end);
    const struct stretch column = take_word(&at, end);
    const struct stretch row = take_word(&at, end);
    if (side && !stretch_is(letter, "W") && !stretch_is(letter, "B"))
        return boardspace_refuse(reading, letter.begin, "W or B is expected here");
    if (hive_tile(tile.begin, tile.end, &pending->tile) != tile.end)
        return boardspace_refuse(reading, tile.begin, "a tile is expected here, such as wA1");
    if (column.end - column.begin != 1 || !pgn_is_letter(*column.begin) || row.end - row.begin > 4 ||
        row.begin == row.end || strspn(row.begin, "0123456789") < (size_t)(row.end - row.begin))
        return boardspace_refuse(
            reading, column.begin, "a column and a row of the field are expected here, such as N 13");
    pending->place = take_word(&at, end);
    if (!read_place(pending))
        return boardspace_refuse(
            reading, pending->place.begin, "a place is expected here, such as wA1- or a full stop");
    pending->uncoloured = pending->tile.colour == '\0';
    if (pending->uncoloured)
        pending->tile.colour = (side ? stretch_is(letter, "B") : pending->black) ? 'b' : 'w';
    pending->mark = (struct stretch){column.begin, row.end};
    pending->cell = (struct cell){(*column.begin | 0x20) - 'a', (int)strtol(row.begin, NULL, 10)};
    pending->laid = true;
    return true;
}

/* "12 dropb wA1 N 13 ." */
static bool read_action(struct boardspace_reading *reading, bool black, struct stretch value)
{
    enum action { NOTHING, DROP, MOVE, MOVE_DONE, DONE, PASS, RESIGN, TALK };
    static const struct {
        const char *verb;
        enum action action;
    } actions[] = {{"start", NOTHING}, {"pick", NOTHING}, {"pickb", NOTHING}, {"dropb", DROP}, {"pdropb", DROP},
        {"move", MOVE}, {"pmove", MOVE}, {"movedone", MOVE_DONE}, {"pmovedone", MOVE_DONE}, {"done", DONE},
        {"pass", PASS}, {"resign", RESIGN}, {"offerdraw", TALK}, {"acceptdraw", TALK}, {"declinedraw", TALK}};
    struct pending *pending = &reading->pending;
    take_word(&value.begin, value.end);
    const struct stretch verb = take_word(&value.begin, value.end);
    size_t i = 0;
    while (i < sizeof actions / sizeof actions[0] && !stretch_is(verb, actions[i].verb))
        i++;
    if (i == sizeof actions / sizeof actions[0])
        return boardspace_refuse(reading, verb.begin, "this is not something that players of Hive do here");
    const enum action action = actions[i].action;
    if (pending->black != black)
        *pending = (struct pending){.black = black};
    pending->done |= action == DONE || action == MOVE_DONE;
    pending->talked |= action == TALK || action == RESIGN;
    if (action == PASS || (action == DONE && pending->pass.begin == NULL && !pending->talked))
        pending->pass = verb;
    if (action == RESIGN) {
        reading->resigned = verb;
        reading->black_resigned = black;
    }
    return (action != DROP && action != MOVE && action != MOVE_DONE) ||
        read_move(reading, action != DROP, value.begin, value.end);
}

/* The game. */

static void begin_moves(struct boardspace_reading *reading, const char *at)
{
    if (!reading->begun && reading->result.begin != NULL)
        boardspace_put_result(reading);
    if (!reading->begun)
        copy_plain(&reading->copy, "\n", at);
    reading->begun = true;
}

static bool read_value(struct boardspace_reading *reading, struct stretch name, struct stretch value)
{
    const bool player = stretch_is(name, "P0") || stretch_is(name, "P1");
    if (player && value.begin < value.end && pgn_is_digit(*value.begin)) {
        begin_moves(reading, name.begin);
        return read_action(reading, name.begin[1] == '1', value);
    }
    if (reading->begun && stretch_is(name, "TM"))
        reading->time = value;
    return reading->begun || read_tag(reading, name, value);
}

/* From after the parenthesis AT that opens it to the one at END that closes it. */
static bool boardspace_read_game(struct boardspace_reading *reading, const char *at, const char *end)
{
    while (at < end) {
        if (*at == ';')
            end_node(reading);
        if (is_blank(*at) || *at == ';') {
            at++;
            continue;
        }
        struct sgf_property property;
        if (!sgf_property(&at, end, &property))
            return boardspace_refuse(reading, at, "a property such as P0[…] is expected here");
        if (!read_value(reading, property.name, property.value))
            return false;
    }
    end_node(reading);
    begin_moves(reading, end);
    if (reading->resigned.begin != NULL)
        copy_made(&reading->copy, reading->black_resigned ? "Black concedes\n" : "White concedes\n", reading->resigned);
    return true;
}

/* Cutting. */

static void boardspace_forget(struct boardspace_reading *reading)
{
    struct boardspace_reading fresh = {.copy = reading->copy, .marks = reading->marks};
    *reading = fresh;
    reading->marks.count = 0;
}

static bool boardspace_recognises(const char *bytes, size_t length, bool asked)
{
    const char *at = bytes;
    const char *end = bytes + length;
    while (at < end && is_blank(*at))
        at++;
    if (asked || at == end || *at != '(')
        return asked;
    for (at++; at < end && (is_blank(*at) || *at == ';');)
        at++;
    return end - at >= 6 && memcmp(at, "GM[27]", 6) == 0;
}

static enum catasta_found boardspace_next(void *context, struct catasta_foreign *n)
{
    struct boardspace_reading *reading = context;
    size_t begin = 0;
    while (begin < n->length && (is_blank(n->bytes[begin]) || (reading->lost && n->bytes[begin] != '(')))
        begin++;
    n->begin = begin;
    if (begin == n->length)
        return CATASTA_FOUND_NOTHING;
    const enum catasta_found found = n->bytes[begin] == '('
        ? sgf_cut(&reading->cutter, n)
        : sgf_refuse_line(n, "a game is expected here, which begins with '(;'");
    reading->lost = found == CATASTA_FOUND_FAULT;
    if (found != CATASTA_FOUND_RECORD)
        return found;
    boardspace_forget(reading);
    copy_begin(&reading->copy, n->bytes + begin);
    if (!boardspace_read_game(reading, n->bytes + begin + 1, n->bytes + n->end - 1)) {
        n->fault = (size_t)(reading->fault - n->bytes);
        n->message = reading->message;
        return reading->other ? CATASTA_FOUND_OTHER : CATASTA_FOUND_FAULT;
    }
    n->marks = reading->marks.at;
    n->mark_count = reading->marks.count;
    return copy_give(&reading->copy, n);
}

const struct catasta_form_reader boardspace_reader = {
    .size = sizeof boardspace_reader,
    .name = "boardspace",
    .recognises = boardspace_recognises,
    .open = boardspace_begin,
    .next = boardspace_next,
    .close = boardspace_end,
};
