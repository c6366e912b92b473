/* SPDX-License-Identifier: MIT */
/* An object of AbstractPlay's as a record in SGN, with the way back: turns are at their entries of moves, the tags at
   the header.  jansson has the values; where they are in the text is looked up beside it. */
#include "convert/abstractplay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SEATS_THERE = 2, POINTS_MOST = 9999999, WORD_MOST = 40, COLUMNS_THERE = 72 };

struct object_reading {
    struct cutter cutter;
    struct buffer text;
    struct catasta_origin *pieces;
    size_t count;
    size_t capacity;
    char message[256];
    /* Of the object at hand: */
    const char *bytes;
    const char *fault;
    const struct other_game *game;
    unsigned winner; /* 3: both, 0: nobody says so */
    char result[40];
};

void *reading_open(catasta_session *session)
{
    (void)session;
    return calloc(1, sizeof(struct object_reading));
}

void reading_close(void *context)
{
    struct object_reading *reading = context;
    buffer_free(&reading->text);
    free(reading->pieces);
    free(reading);
}

/* Places in a text that is known to be JSON. */

static const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* After the value at AT. */
static const char *skip_value(const char *at)
{
    size_t depth = 0;
    bool in_string = false;
    for (;; at++) {
        if (in_string && *at == '\\')
            at++;
        else if (*at == '"')
            in_string = !in_string;
        else if (!in_string && (*at == '{' || *at == '['))
            depth++;
        else if (!in_string && depth == 0 && strchr(",}] \t\r\n", *at) != NULL)
            return at;
        else if (!in_string && (*at == '}' || *at == ']'))
            depth--;
        if (!in_string && depth == 0 && strchr("}]\"", *at) != NULL)
            return at + 1;
    }
}

/* The first value of a list or an object at AT, or its end.  What cannot be seen, NULL, has none. */
static const char *first_value(const char *at)
{
    return at == NULL ? NULL : skip_blanks(at + 1);
}

/* Likewise the next one after the value at AT. */
static const char *next_value(const char *at)
{
    if (at == NULL)
        return NULL;
    at = skip_blanks(skip_value(at));
    return *at == ',' ? skip_blanks(at + 1) : at;
}

/* Of the object at AT the value of KEY; NULL where it cannot be seen. */
static const char *find_value(const char *at, const char *key)
{
    size_t length = strlen(key);
    for (at = first_value(at); *at == '"';) {
        const char *name = at + 1;
        at = skip_blanks(skip_blanks(skip_value(at)) + 1);
        if (strncmp(name, key, length) == 0 && name[length] == '"')
            return at;
        at = next_value(at);
    }
    return NULL;
}

/* The text. */

/* What is put from now on is made of the value at PLACE, unless NULL: nobody knows. */
static void put_from(struct object_reading *reading, const char *place)
{
    if (place == NULL)
        return;
    const unsigned quote = *place == '"';
    struct catasta_origin *pieces = with_room(reading->pieces, reading->count, &reading->capacity, sizeof *pieces);
    reading->text.failed |= pieces == NULL;
    if (pieces == NULL)
        return;
    reading->pieces = pieces;
    reading->pieces[reading->count++] = (struct catasta_origin){.at = (uint32_t)reading->text.length,
        .was = (uint32_t)(skip_value(place) - place) - 2 * quote,
        .from = (uint32_t)(place - reading->bytes) + quote};
}

/* A DEL can only be in a text in JSON. */
static void abstractplay_put_tag(struct object_reading *reading, const char *name, const char *value)
{
    buffer_print(&reading->text, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\')
            buffer_say(&reading->text, "\\");
        if (*value == 0x7F)
            buffer_print(&reading->text, "\\\\u007f");
        else
            buffer_add(&reading->text, value, 1);
    }
    buffer_print(&reading->text, "\"]\n");
}

/* The header.  What has a tag of its own is taken out of it, and the rest gets tags by its keys. */

/* The tag of KEY of OBJECT, if that is a text; whether it is. */
static bool take_text(struct object_reading *reading, const char *tag, json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!is_text(value))
        return false;
    abstractplay_put_tag(reading, tag, json_string_value(value));
    json_object_del(object, key);
    return true;
}

/* A value as it is given back: a text as it is, or in JSON. */
static void put_value(struct object_reading *reading, const char *name, const json_t *value)
{
    const char *text = json_string_value(value);
    bool plain = is_text(value) && !is_ambiguous(text);
    char *dump = plain ? NULL : json_dumps(value, JSON_ENCODE_ANY);
    reading->text.failed |= !plain && dump == NULL;
    abstractplay_put_tag(reading, name, plain ? text : dump == NULL ? "" : dump);
    free(dump);
}

static void put_rest(struct object_reading *reading, const char *prefix, const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        const char *own = strcmp(prefix, "Header-") == 0 ? own_tag(key, value) : NULL;
        char *name = own != NULL ? NULL : tag_of_key(prefix, key);
        reading->text.failed |= own == NULL && name == NULL;
        if (own != NULL)
            abstractplay_put_tag(reading, own, json_string_value(value));
        else if (name != NULL)
            put_value(reading, name, value);
        free(name);
    }
}

/* "2026-03-01T10:00:00Z"; of the day alone nothing else need be kept. */
static void put_date(struct object_reading *reading, json_t *header)
{
    const char *start = json_string_value(json_object_get(header, "date-start"));
    char day[] = "????.??.??";
    size_t digits = start == NULL ? 0 : strspn(start, "0123456789-");
    if (digits < 10 || start[4] != '-' || start[7] != '-')
        return;
    memcpy(day, start, 4);
    memcpy(day + 5, start + 5, 2);
    memcpy(day + 8, start + 8, 2);
    abstractplay_put_tag(reading, "Date", day);
    if (start[10] == '\0')
        json_object_del(header, "date-start");
    else
        take_text(reading, "StartDate", header, "date-start");
}

static void put_site(struct object_reading *reading, json_t *site)
{
    const json_t *name = json_object_get(site, "name");
    const json_t *id = json_object_get(site, "gameid");
    char *number = json_is_integer(id) ? json_dumps(id, JSON_ENCODE_ANY) : NULL;
    const char *said = is_text(id) ? json_string_value(id) : number;
    if (is_text(name) && said != NULL) {
        size_t room = strlen(json_string_value(name)) + strlen(said) + 2;
        char *both = malloc(room);
        reading->text.failed |= both == NULL;
        if (both != NULL && snprintf(both, room, "%s %s", json_string_value(name), said) > 0)
            abstractplay_put_tag(reading, "Site", both);
        free(both);
        json_object_del(site, "name");
        put_value(reading, "GameId", id);
        json_object_del(site, "gameid");
    } else {
        take_text(reading, "Site", site, "name");
    }
    free(number);
}

static bool read_worth(const json_t *players, const char *key, double worth[SEATS_THERE])
{
    for (size_t i = 0; i < SEATS_THERE; i++) {
        const json_t *value = json_object_get(json_array_get(players, i), key);
        if (!json_is_number(value))
            return false;
        worth[i] = json_number_value(value);
    }
    return true;
}

static void abstractplay_forget(const json_t *players, const char *key)
{
    for (size_t i = 0; i < SEATS_THERE; i++)
        json_object_del(json_array_get(players, i), key);
}

static unsigned seat_ahead(const double worth[SEATS_THERE])
{
    return worth[0] > worth[1] ? 1 : worth[1] > worth[0] ? 2 : 3;
}

/* Forgets what the result would write again. */
static void take_winner(struct object_reading *reading, const json_t *players)
{
    double worth[SEATS_THERE];
    if (!read_worth(players, "result", worth))
        return;
    reading->winner = seat_ahead(worth);
    for (unsigned i = 0; i < SEATS_THERE; i++) {
        json_t *usual = result_worth(reading->winner, i + 1);
        bool same = json_equal(json_object_get(json_array_get(players, i), "result"), usual);
        json_decref(usual);
        if (!same)
            return;
    }
    abstractplay_forget(players, "result");
}

static const char *colour_of(const struct object_reading *reading, unsigned seat)
{
    return (seat == 1) == reading->game->points ? "Black" : "White";
}

/* Of a game of points the result in points; false where they are not there, or somebody else has won. */
static bool take_points(struct object_reading *reading, const json_t *players)
{
    double points[SEATS_THERE];
    if (!read_worth(players, "score", points) || seat_ahead(points) != reading->winner)
        return false;
    for (size_t i = 0; i < SEATS_THERE; i++)
        if (points[i] < 0 || points[i] > POINTS_MOST || points[i] != (double)(int)points[i] ||
            !json_is_integer(json_object_get(json_array_get(players, i), "score")))
            return false;
    sprintf(reading->result, "%d-%d", (int)points[0], (int)points[1]);
    abstractplay_forget(players, "score");
    return true;
}

/* The result; and in TEXT as it ends the turns, where the word END of SEAT's may say why. */
static void take_result(struct object_reading *reading, const json_t *players, const struct end_word *end,
    unsigned seat, char text[RESULT_ROOM])
{
    static const char *const figures[] = {"*", "1-0", "0-1", "1/2-1/2"};
    bool drawn = end != NULL && end->who == END_BOTH;
    reading->winner = 0;
    take_winner(reading, players);
    unsigned winner = end == NULL || reading->winner != 0 ? reading->winner : drawn ? 3 : 3 - seat;
    bool scored = reading->game->points && winner != 0 && end == NULL && take_points(reading, players);
    if (winner == 0 || !reading->game->points)
        strcpy(reading->result, figures[winner]);
    else if (!scored)
        sprintf(reading->result, winner == 3 ? "Draw agreed" : "%s wins", colour_of(reading, winner));
    strcpy(text, reading->result);
    if (end != NULL && drawn == (winner == 3))
        sprintf(text, "%s%s", drawn ? "" : colour_of(reading, end->who == END_LOSER ? 3 - winner : winner), end->says);
}

/* The tags: TAKEN from the header. */
static void abstractplay_put_tags(struct object_reading *reading, json_t *header)
{
    json_t *game = json_object_get(header, "game");
    json_t *site = json_object_get(header, "site");
    json_t *players = json_object_get(header, "players");
    const json_t *rules = json_object_get(header, TAG_KEY "Rules");
    abstractplay_put_tag(reading, "Ruleset", reading->game->ruleset);
    if (!take_text(reading, "Event", header, "event"))
        abstractplay_put_tag(reading, "Event", "?");
    put_site(reading, site);
    put_date(reading, header);
    take_text(reading, "Round", header, "round");
    for (unsigned i = 1; i <= SEATS_THERE; i++) {
        unsigned seat = reading->game->points ? 3 - i : i;
        take_text(reading, colour_of(reading, seat), json_array_get(players, seat - 1), "name");
    }
    abstractplay_put_tag(reading, "Result", reading->result);
    if (*(rules == NULL ? reading->game->rules : "") != '\0')
        abstractplay_put_tag(reading, "Rules", reading->game->rules);
    if (is_text(rules) && *json_string_value(rules) == '\0')
        json_object_del(header, TAG_KEY "Rules");
    take_text(reading, "EndDate", header, "date-end");
    take_text(reading, "GeneratedDate", header, "date-generated");
    for (unsigned seat = 1; seat <= SEATS_THERE; seat++) {
        json_t *player = json_array_get(players, seat - 1);
        char tag[8];
        sprintf(tag, "%sId", colour_of(reading, seat));
        take_text(reading, tag, player, "userid");
        sprintf(tag, "%s-", colour_of(reading, seat));
        put_rest(reading, tag, player);
    }
    json_object_del(game, "name");
    json_object_del(game, "variants");
    put_rest(reading, "Game-", game);
    put_rest(reading, "Site-", site);
    json_object_del(header, "game");
    json_object_del(header, "players");
    if (json_is_object(site))
        json_object_del(header, "site");
    put_rest(reading, "Header-", header);
}

/* Moves. */

/* What an entry has: NULL where nothing was played. */
static const char *text_of(const json_t *entry)
{
    const char *text = json_string_value(json_is_object(entry) ? json_object_get(entry, "move") : entry);
    return text == NULL || *text == '\0' ? NULL : text;
}

/* Which entry of ROUND comes as number I. */
static size_t in_order(const json_t *round, size_t i)
{
    const json_t *first = json_object_get(json_array_get(round, 0), "sequence");
    const json_t *second = json_object_get(json_array_get(round, 1), "sequence");
    bool turned =
        json_is_number(first) && json_is_number(second) && json_number_value(first) > json_number_value(second);
    return turned && i < 2 ? 1 - i : i;
}

static bool has_part(const char *text, const char *part)
{
    while (*text != '\0' && strncasecmp(text, part, strlen(part)) != 0)
        text++;
    return *text != '\0';
}

/* Words have no digits, as cells have. */
static const struct end_word *find_end_word(const char *text)
{
    for (const struct end_word *row = end_words; row->word != NULL && strpbrk(text, "0123456789") == NULL; row++)
        if (has_part(text, row->part))
            return row;
    return NULL;
}

/* The last entry that says something; false where there is none. */
struct entry_place {
    size_t round;
    size_t entry;
};
static const char *find_last(const json_t *moves, struct entry_place *place)
{
    for (place->round = json_array_size(moves); place->round-- > 0;) {
        const json_t *round = json_array_get(moves, place->round);
        for (size_t i = json_array_size(round); i-- > 0;) {
            place->entry = in_order(round, i);
            const char *text = text_of(json_array_get(round, place->entry));
            if (text != NULL)
                return text;
        }
    }
    return NULL;
}

static const char *abstractplay_kind_of(const json_t *value)
{
    static const char *const kinds[] = {[JSON_OBJECT] = "an object",
        [JSON_ARRAY] = "a list",
        [JSON_STRING] = "a text",
        [JSON_INTEGER] = "a number",
        [JSON_REAL] = "a number",
        [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",
        [JSON_NULL] = "null"};
    return kinds[json_typeof(value)];
}

/* Something at PLACE, or where that is NULL in the object, is not as it should be. */
static bool __attribute__((format(printf, 3, 4)))
refuse_object(struct object_reading *reading, const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reading->message, sizeof reading->message, format, arguments);
    va_end(arguments);
    reading->fault = place == NULL ? reading->bytes : place;
    return false;
}

/* Whether all entries of moves, which is at PLACE, are what they may be. */
static bool check_moves(struct object_reading *reading, const json_t *moves, const char *place)
{
    size_t i;
    const json_t *round;
    const char *at = first_value(place);
    json_array_foreach(moves, i, round)
    {
        size_t k;
        const json_t *entry;
        const char *inside = first_value(at);
        if (!json_is_array(round))
            return refuse_object(reading, at, "moves[%zu] is %s, not a list", i, abstractplay_kind_of(round));
        if (json_array_size(round) > SEATS_THERE)
            return refuse_object(reading, at, "moves[%zu] has length %zu, but there are %d players", i,
                json_array_size(round), SEATS_THERE);
        json_array_foreach(round, k, entry)
        {
            const json_t *move = json_is_object(entry) ? json_object_get(entry, "move") : entry;
            if (move != NULL && !json_is_null(move) && !json_is_string(move))
                return refuse_object(reading, inside, "moves[%zu][%zu]%s is %s, not a string", i, k,
                    json_is_object(entry) ? ".move" : "", abstractplay_kind_of(move));
            inside = next_value(inside);
        }
        at = next_value(at);
    }
    return true;
}

/* A turn as it is; for anything else, what can only be read as a word that is not a turn. */
static void abstractplay_put_turn(struct object_reading *reading, const char *text)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz0123456789:,+-*";
    size_t length = strlen(text);
    const char *at = text + (*text == '+');
    bool cell = at[0] >= 'a' && at[1] >= '0' && at[1] <= '9'; /* of the signs above */
    if ((cell || strcmp(text, "pass") == 0) && strspn(text, signs) == length) {
        buffer_print(&reading->text, "%s", text);
        return;
    }
    buffer_say(&reading->text, "_");
    for (size_t i = 0; i < length && i < WORD_MOST; i++)
        buffer_add(
            &reading->text, strchr(signs, text[i]) != NULL || (text[i] >= 'A' && text[i] <= 'Z') ? text + i : "_", 1);
}

static void put_moves(
    struct object_reading *reading, const json_t *moves, const char *place, const struct entry_place *end)
{
    size_t i;
    const json_t *round;
    unsigned next = 1;
    unsigned long number = 0;
    const char *at = first_value(place);
    json_array_foreach(moves, i, round)
    {
        const char *entries[SEATS_THERE] = {first_value(at)};
        for (size_t k = 1; k < json_array_size(round); k++)
            entries[k] = next_value(entries[k - 1]);
        for (size_t k = 0; k < json_array_size(round); k++) {
            size_t which = in_order(round, k);
            const json_t *entry = json_array_get(round, which);
            const char *text = text_of(entry);
            const char *from =
                json_is_object(entry) && entries[which] != NULL ? find_value(entries[which], "move") : entries[which];
            if (text == NULL || (i == end->round && which == end->entry))
                continue;
            if (next == 1)
                buffer_print(&reading->text, "%lu.", ++number);
            buffer_print(&reading->text, next == 1 ? " " : "");
            put_from(reading, from);
            if (which + 1 != next)
                buffer_print(&reading->text, "%zu|", which + 1);
            abstractplay_put_turn(reading, text);
            buffer_print(&reading->text, next == 1 ? " " : "\n");
            next = 3 - next;
        }
        at = next_value(at);
    }
}

/* Objects. */

/* As much of TEXT as a message has of it. */
static const char *excerpt_for_message(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if (*at < ' ' || *at > '~' || at - text > WORD_MOST)
            return "?";
    return text;
}

/* Whether VARIANTS are that of ROW, by its id or as it is shown, or none where it has none. */
static bool is_variant(const struct other_game *row, const json_t *variants)
{
    const char *variant = json_string_value(json_array_get(variants, 0));
    if (json_array_size(variants) == 0)
        return row->variant == NULL;
    return json_array_size(variants) == 1 && variant != NULL &&
        ((row->variant != NULL && strcasecmp(row->variant, variant) == 0) ||
            (row->called != NULL && strcasecmp(row->called, variant) == 0));
}

/* NULL where it is of another game, which is said. */
static const struct other_game *abstractplay_find_game(struct object_reading *reading, const json_t *game)
{
    const json_t *variants = json_object_get(game, "variants");
    const char *name = json_string_value(json_object_get(game, "name"));
    const char *variant = json_string_value(json_array_get(variants, 0));
    bool known = false;
    for (const struct other_game *row = other_games; row->name != NULL; row++) {
        bool same = strcasecmp(row->name, name) == 0;
        known |= same;
        if (same && is_variant(row, variants))
            return row;
    }
    if (known && json_array_size(variants) == 1 && variant != NULL)
        refuse_object(reading, NULL, "the variant '%s' of %s cannot be read", excerpt_for_message(variant), name);
    else if (known)
        refuse_object(reading, NULL, "these variants of %s cannot be read", name);
    else
        refuse_object(reading, NULL, "the game '%s' cannot be read", excerpt_for_message(name));
    return NULL;
}

/* Whether the value of KEY in OBJECT, which is at PLACE, is of TYPE; PATH is where it is. */
static bool check_type(struct object_reading *reading, const json_t *object, const char *key, json_type type,
    const char *path, const char *place)
{
    static const char *const types[] = {[JSON_OBJECT] = "an object", [JSON_ARRAY] = "a list", [JSON_STRING] = "a text"};
    const json_t *value = json_object_get(object, key);
    const char *at = place == NULL ? NULL : find_value(place, key);
    if (value == NULL)
        return refuse_object(reading, place, "%s is missing", path);
    return json_typeof(value) == type ||
        refuse_object(
            reading, at == NULL ? place : at, "%s is %s, not %s", path, abstractplay_kind_of(value), types[type]);
}

static bool check_header(struct object_reading *reading, const json_t *root, const char *header_place)
{
    const json_t *header = json_object_get(root, "header");
    const json_t *game = json_object_get(header, "game");
    const json_t *players = json_object_get(header, "players");
    const char *place = header_place == NULL ? NULL : find_value(header_place, "players");
    if (!check_type(reading, header, "players", JSON_ARRAY, "header.players", header_place))
        return false;
    if (json_array_size(players) != SEATS_THERE)
        return refuse_object(reading, place, "header.players has length %zu, but %s has %d players",
            json_array_size(players), excerpt_for_message(json_string_value(json_object_get(game, "name"))),
            SEATS_THERE);
    for (size_t i = 0; i < SEATS_THERE; i++)
        if (!json_is_object(json_array_get(players, i)))
            return refuse_object(reading, place, "header.players[%zu] is %s, not an object", i,
                abstractplay_kind_of(json_array_get(players, i)));
    return true;
}

static void put_game(struct object_reading *reading, json_t *root, const char *header_place, const char *moves_place)
{
    json_t *header = json_object_get(root, "header");
    const json_t *moves = json_object_get(root, "moves");
    struct entry_place last = {SIZE_MAX, 0};
    char result[RESULT_ROOM];
    const char *text = find_last(moves, &last);
    const struct end_word *end = text == NULL ? NULL : find_end_word(text);
    const char *players = header_place == NULL ? NULL : find_value(header_place, "players");
    take_result(reading, json_object_get(header, "players"), end, (unsigned)last.entry + 1, result);
    put_from(reading, header_place);
    abstractplay_put_tags(reading, header);
    buffer_print(&reading->text, "\n");
    if (end == NULL)
        last.round = SIZE_MAX;
    put_moves(reading, moves, moves_place, &last);
    put_from(reading, players);
    buffer_print(&reading->text, "%s\n", result);
}

static bool translate_object(struct object_reading *reading, json_t *root, bool *other)
{
    const char *header_place = find_value(reading->bytes, "header");
    const char *moves_place = find_value(reading->bytes, "moves");
    const json_t *header = json_object_get(root, "header");
    if (!check_type(reading, root, "header", JSON_OBJECT, "header", reading->bytes) ||
        !check_type(reading, header, "game", JSON_OBJECT, "header.game", header_place))
        return false;
    const char *game_place = header_place == NULL ? NULL : find_value(header_place, "game");
    const json_t *game = json_object_get(header, "game");
    if (!check_type(reading, game, "name", JSON_STRING, "header.game.name", game_place))
        return false;
    reading->game = abstractplay_find_game(reading, game);
    *other = reading->game == NULL;
    if (*other || !check_header(reading, root, header_place) ||
        !check_type(reading, root, "moves", JSON_ARRAY, "moves", reading->bytes) ||
        !check_moves(reading, json_object_get(root, "moves"), moves_place))
        return false;
    put_game(reading, root, header_place, moves_place);
    return true;
}

static const char *reason_of_error(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_stack_overflow:
        return "values are nested too deep";
    case json_error_premature_end_of_input:
        return "the value is cut off";
    case json_error_invalid_utf8:
        return "it is not valid UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a string has a NUL character";
    case json_error_duplicate_key:
        return "a key is given twice";
    case json_error_numeric_overflow:
        return "the number is too large";
    default:
        return "unexpected text before this";
    }
}

/* Reads the object of LENGTH bytes. */
static enum catasta_found read_object(struct object_reading *reading, size_t length)
{
    json_error_t error;
    json_ran_out = false;
    json_t *root = json_loadb(reading->bytes, length, JSON_REJECT_DUPLICATES, &error);
    bool other = false;
    if (root == NULL && json_ran_out)
        return CATASTA_FOUND_NO_MEMORY;
    if (root == NULL) {
        size_t at = error.position > 0 && (size_t)error.position < length ? (size_t)error.position : 0;
        refuse_object(reading, reading->bytes + at, "the JSON cannot be read here: %s", reason_of_error(&error));
        return CATASTA_FOUND_FAULT;
    }
    reading->text.length = reading->count = 0;
    reading->text.failed = false;
    bool read = translate_object(reading, root, &other);
    json_decref(root);
    if (reading->text.failed || json_ran_out)
        return CATASTA_FOUND_NO_MEMORY;
    return read ? CATASTA_FOUND_RECORD : other ? CATASTA_FOUND_OTHER : CATASTA_FOUND_FAULT;
}

enum catasta_found reading_next(void *context, struct catasta_foreign *n)
{
    struct object_reading *reading = context;
    enum catasta_found found = cutter_next(&reading->cutter, n);
    if (found != CATASTA_FOUND_RECORD)
        return found;
    reading->bytes = n->bytes + n->begin;
    found = read_object(reading, n->end - n->begin);
    n->fault = found == CATASTA_FOUND_RECORD ? 0 : (size_t)(reading->fault - n->bytes);
    n->message = reading->message;
    n->text = reading->text.bytes;
    n->text_length = reading->text.length;
    n->pieces = reading->pieces;
    n->piece_count = reading->count;
    return found;
}
