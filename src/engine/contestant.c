/* SPDX-License-Identifier: MIT */
#include "engine/contestant.h"
#include "util/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds as milliseconds, from *TEXT on, which is moved to its end; -1: there are none. */
static int64_t take_seconds(const char **text)
{
    char *end;
    const bool digits = **text >= '0' && **text <= '9';
    const double value = digits ? strtod(*text, &end) : -1;
    if (value < 0 || value > 1e6)
        return -1;
    *text = end;
    return (int64_t)(value * 1000 + 0.5);
}

/* "MIN:SEC+INC", "SEC+INC" or "SEC". */
static bool read_clock(const char *text, struct time_control *control)
{
    control->base = take_seconds(&text);
    if (control->base >= 0 && *text == ':') {
        text++;
        const int64_t seconds = take_seconds(&text);
        control->base = seconds < 0 ? -1 : control->base * 60 + seconds;
    }
    control->increment = control->movetime = 0;
    if (*text == '+') {
        text++;
        control->increment = take_seconds(&text);
    }
    return control->base > 0 && control->increment >= 0 && *text == '\0';
}

static bool read_count(const char *text, int64_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *number > 0 && *number <= 1000000000;
}

static const char *const contestant_keys[] = {
    "cmd", "name", "proto", "tc", "movetime", "nodes", "depth", "margin", "restart"};
enum { CONTESTANT_KEYS = sizeof contestant_keys / sizeof contestant_keys[0] };

/* One word, KEY=VALUE; false after complaining. */
static bool contestant_take(struct contestant *contestant, const char *key, const char *value)
{
    struct time_control *control = &contestant->control;
    bool fine = true;
    if (strcmp(key, "cmd") == 0)
        contestant->command = value;
    else if (strcmp(key, "name") == 0)
        contestant->name = value;
    else if (strcmp(key, "proto") == 0)
        contestant->protocol_name = value;
    else if (strcmp(key, "tc") == 0)
        fine = read_clock(value, control);
    else if (strcmp(key, "movetime") == 0)
        fine = read_count(value, &control->movetime), control->base = 0;
    else if (strcmp(key, "nodes") == 0)
        fine = read_count(value, &control->nodes);
    else if (strcmp(key, "depth") == 0)
        fine = read_count(value, &control->depth);
    else if (strcmp(key, "margin") == 0)
        fine = strcmp(value, "0") == 0 || read_count(value, &control->margin);
    else if (strcmp(key, "restart") == 0)
        fine = (contestant->restart = strcmp(value, "on") == 0) || strcmp(value, "off") == 0;
    else if (strncmp(key, "option.", 7) == 0 && contestant->option_count < ENGINE_OPTIONS)
        contestant->options[contestant->option_count++] = (struct catasta_pair){key + 7, value};
    else {
        const char *near = catasta_nearest(key, contestant_keys, CONTESTANT_KEYS);
        complain("an engine has no '%s'%s%s%s", key, near == NULL ? "" : "; did you mean '", near == NULL ? "" : near,
            near == NULL ? "" : "'?");
        return false;
    }
    if (!fine)
        complain("an engine cannot have %s=%s", key, value);
    return fine;
}

/* Reads TEXT, of which commas after a backslash are in a value; the words stay in AT, which has room for them. */
static bool contestant_take_all(struct contestant *contestant, const char *text, char *at)
{
    while (*text != '\0') {
        char *key = at;
        for (; *text != '\0' && *text != ','; *at++ = *text++)
            text += text[0] == '\\' && text[1] == ',';
        *at++ = '\0';
        text += *text == ',';
        char *value = strchr(key, '=');
        if (value == NULL) {
            complain("an engine is described by words such as cmd=COMMAND, not '%s'", key);
            return false;
        }
        *value = '\0';
        if (!contestant_take(contestant, key, value + 1))
            return false;
    }
    return true;
}

/* An engine without a name has that of its program. */
static void contestant_name(struct contestant *contestant, char *at)
{
    const char *command = contestant->command;
    const size_t length = strcspn(command, " \t");
    const char *begin = command + length;
    while (begin > command && begin[-1] != '/')
        begin--;
    sprintf(at, "%.*s", (int)(command + length - begin), begin);
    contestant->name = at;
}

bool contestant_read(struct contestant *contestant, const char *each, const char *text)
{
    const size_t all = each == NULL ? 0 : strlen(each) + 2;
    const size_t room = strlen(text) + 2;
    *contestant = (struct contestant){.words = calloc(3, all + room), .control = {.margin = 50}};
    struct time_control *control = &contestant->control;
    if (contestant->words == NULL) {
        complain("out of memory");
        return false;
    }
    if ((each != NULL && !contestant_take_all(contestant, each, contestant->words)) ||
        !contestant_take_all(contestant, text, contestant->words + all))
        return false;
    if (contestant->command == NULL) {
        complain("an engine needs a command: cmd=COMMAND, not only '%s'", text);
        return false;
    }
    if (contestant->name == NULL)
        contestant_name(contestant, contestant->words + all + room);
    const size_t length = strlen(contestant->name);
    if (length == 0 || catasta_printable(contestant->name, length) < length) {
        complain("the name of an engine becomes a player's name, so it may not contain control characters; set name=");
        return false;
    }
    if (control->base == 0 && control->movetime == 0 && control->nodes == 0 && control->depth == 0)
        control->movetime = 1000;
    return true;
}

void contestant_free(struct contestant *contestant)
{
    free(contestant->words);
}

void control_write(const struct time_control *control, struct buffer *text)
{
    const size_t begin = text->length;
    if (control->base > 0)
        buffer_print(text, "%.10g+%.10g", (double)control->base / 1000, (double)control->increment / 1000);
    const struct {
        const char *name;
        int64_t value;
    } rows[] = {{"movetime", control->movetime}, {"nodes", control->nodes}, {"depth", control->depth},
        {"margin", control->base > 0 && control->increment == 0 ? control->margin : 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].value > 0)
            buffer_print(text, "%s%s=%lld", text->length > begin ? " " : "", rows[i].name, (long long)rows[i].value);
}

/* Openings. */

bool position_text(struct buffer *buffer, const catasta_position *position)
{
    const struct catasta_sink sink = buffer_sink(buffer);
    const bool written = catasta_position_write(position, CATASTA_POSITION, &sink);
    if (buffer->length > 0 && buffer->bytes[buffer->length - 1] == '\n')
        buffer->bytes[--buffer->length] = '\0';
    return written && !buffer->failed;
}

catasta_position *opening_start(
    catasta_session *session, unsigned seats, const char *position, struct catasta_fault *fault)
{
    static const char *const names[CATASTA_SEATS] = {
        "Player1", "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8"};
    struct catasta_pair tags[CATASTA_SEATS + 1];
    size_t count = 0;
    for (; count < seats && count < CATASTA_SEATS; count++)
        tags[count] = (struct catasta_pair){names[count], names[count]};
    if (position != NULL)
        tags[count++] = (struct catasta_pair){"Position", position};
    return catasta_position_start(session, NULL, tags, count, fault);
}

/* The position before the first turn of GAME, as text, unless it is the usual start; false when out of memory. */
static bool opening_take_start(struct opening *opening, catasta_session *session, const catasta_game *game)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct buffer text = {.length = 0};
    struct buffer usual = {.length = 0};
    catasta_position *first = catasta_game_position(game, 0);
    catasta_position *start = opening_start(session, info_of(game).seats, NULL, &fault);
    bool fine = first != NULL && position_text(&text, first) && (start == NULL || position_text(&usual, start));
    if (fine && (start == NULL || strcmp(text.bytes, usual.bytes) != 0)) {
        opening->position = strdup(text.bytes);
        fine = opening->position != NULL;
    }
    catasta_position_free(first);
    catasta_position_free(start);
    buffer_free(&text);
    buffer_free(&usual);
    return fine;
}

static bool opening_take(struct openings *openings, catasta_session *session, const catasta_game *game)
{
    struct catasta_node node = {.size = sizeof node};
    struct opening opening = {.count = 0};
    bool fine = opening_take_start(&opening, session, game) && catasta_game_node(game, 0, &node);
    while (fine && node.next != CATASTA_NOWHERE && catasta_game_node(game, node.next, &node)) {
        buffer_text(&opening.turns, node.text);
        buffer_add(&opening.turns, "", 1);
        opening.count++;
    }
    void *list = with_room(openings->list, openings->count, &openings->capacity, sizeof *openings->list);
    openings->list = list == NULL ? openings->list : list;
    fine = fine && !opening.turns.failed && list != NULL;
    if (list != NULL)
        openings->list[openings->count++] = opening;
    return fine;
}

/* Why GAME is not an opening, after "opening 3 "; NULL: it is. */
static const char *opening_fault(const struct openings *openings, const catasta_game *game, const catasta_game *start)
{
    const struct catasta_info info = info_of(game);
    const struct catasta_info usual = info_of(start);
    struct catasta_outcome outcome = {.size = sizeof outcome};
    const bool ended = catasta_game_outcome(game, &outcome) && outcome.reason != NULL;
    /* a result that is only written ends nothing */
    const bool resigned = ended && strcmp(outcome.reason, "resigned") == 0;
    return info.number == 0 || !info.legal || info.nodes == 0 ? "is not a legal game: 'catasta check' says why"
        : info.game.length != usual.game.length || memcmp(info.game.bytes, usual.game.bytes, info.game.length) != 0
        ? "is of another game"
        : outcome.over || resigned                              ? "is over"
        : openings->seats != 0 && openings->seats != info.seats ? "has another number of players"
                                                                : NULL;
}

static bool openings_take_all(struct openings *openings, catasta_session *session, catasta_input *input)
{
    catasta_input *none = catasta_input_bytes(session, "", 0, "");
    const catasta_game *start = none == NULL ? NULL : catasta_input_start_game(none);
    bool fine = start != NULL;
    catasta_game *game;
    while (fine && (game = catasta_input_next(input)) != NULL) {
        const char *fault = opening_fault(openings, game, start);
        const bool taken = fault == NULL && opening_take(openings, session, game);
        if (fault != NULL)
            complain("opening %u %s", info_of(game).number, fault);
        else if (!taken)
            complain("out of memory");
        openings->seats = info_of(game).seats;
        fine = taken;
    }
    if (start == NULL)
        complain("out of memory");
    catasta_input_close(none);
    return fine;
}

struct openings_visit {
    struct openings *openings;
    catasta_session *session;
};

static int openings_visit(void *context, int fd, const char *name)
{
    struct openings_visit *visit = context;
    catasta_input *input = catasta_input_open(visit->session, fd, name);
    bool fine = input != NULL || complain("out of memory") == CATASTA_OK;
    fine = fine && openings_take_all(visit->openings, visit->session, input);
    const int error = input == NULL ? 0 : catasta_input_error(input);
    if (fine && error != 0)
        fine = complain("cannot read %s: %s", name, reason_of(error)) == CATASTA_OK;
    if (fine && visit->openings->count == 0)
        fine = complain("%s has no games", name) == CATASTA_OK;
    catasta_input_close(input);
    return fine ? CATASTA_OK : CATASTA_FAILED;
}

bool openings_read(struct openings *openings, catasta_session *session, const struct reading *reading, const char *path)
{
    struct openings_visit visit = {openings, open_session_beside(session, reading, CATASTA_KEEP_POSITIONS, NULL)};
    const struct catasta_file file = {path, -1};
    if (visit.session == NULL)
        return false;
    return close_session(visit.session, visit_file(file, openings_visit, &visit)) == CATASTA_OK;
}

void openings_free(struct openings *openings)
{
    for (size_t i = 0; i < openings->count; i++) {
        free(openings->list[i].position);
        buffer_free(&openings->list[i].turns);
    }
    free(openings->list);
}
