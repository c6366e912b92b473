/* SPDX-License-Identifier: MIT */
/* Games as AbstractPlay's objects, in a list, an object a line. */
#include "convert/abstractplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writing {
    struct catasta_sink sink;
    bool any;
};

void *abstractplay_open(const struct catasta_sink *sink)
{
    struct writing *writing = calloc(1, sizeof *writing);
    if (writing != NULL)
        writing->sink = *sink;
    return writing;
}

static bool find_value(const catasta_game *game, const char *name, struct catasta_text *value)
{
    struct catasta_tag tag;
    bool found = find_tag(game, name, &tag);
    if (found)
        *value = tag.value;
    return found;
}

/* How many of the parameters RULES are among those that TAG says. */
static size_t shared_parameters(const char *rules, struct catasta_text tag)
{
    size_t shared = 0;
    for (size_t length; (length = strcspn(rules, " ")) > 0; rules += length + strspn(rules + length, " "))
        for (size_t i = 0; i + length <= tag.length; i++)
            shared += memcmp(tag.bytes + i, rules, length) == 0 && (i == 0 || is_blank(tag.bytes[i - 1])) &&
                (i + length == tag.length || is_blank(tag.bytes[i + length]));
    return shared;
}

/* Of variants that are parameters here the nearest one. */
static const struct other_game *abstractplay_text_find_game(const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    const struct other_game *found = NULL;
    struct catasta_text rules = {"", 0};
    find_value(game, "Rules", &rules);
    for (const struct other_game *row = other_games; row->name != NULL; row++)
        if (text_is(info.ruleset, row->ruleset) &&
            (found == NULL || shared_parameters(row->rules, rules) > shared_parameters(found->rules, rules)))
            found = row;
    return found;
}

/* Turns that stood are illegal, too, and a comment says so, which nothing there can. */
static bool is_legal(const catasta_game *game)
{
    struct catasta_node node = {.size = sizeof node};
    bool legal = info_of(game).errors == 0 && catasta_game_node(game, 0, &node);
    while (legal && node.next != CATASTA_NOWHERE)
        legal = catasta_game_node(game, node.next, &node) && node.verdict == CATASTA_LEGAL;
    return legal;
}

const char *abstractplay_refuse(const catasta_game *game)
{
    return abstractplay_text_find_game(game) == NULL ? "abstractplay has no name for its ruleset"
        : info_of(game).unplayed                     ? "it was not played"
        : !is_legal(game)                            ? "not all turns are legal"
                                                     : NULL;
}

/* Moves. */

/* What lies on a cell. */
struct stack_there {
    size_t height; /* 0: nothing, or memory ran out */
    char top[8];
};

static struct stack_there stack_on(catasta_position *position, struct catasta_text name)
{
    struct catasta_cell cell = {.size = sizeof cell};
    struct catasta_piece piece;
    struct stack_there stack = {.height = 0};
    for (size_t i = 0; catasta_position_cell(position, i, &cell); i++) {
        if (!text_is(name, cell.name) || cell.height == 0 || !catasta_cell_piece(position, i, cell.height - 1, &piece))
            continue;
        stack.height = cell.height;
        snprintf(stack.top, sizeof stack.top, "%s", piece.text);
    }
    return stack;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* STEPS, to the end of a turn, each with a count unless it takes all that is LEFT, and '+' for every stack. */
static void add_steps(struct buffer *move, const char *whole, struct catasta_text steps, size_t left)
{
    const char *at = steps.bytes;
    const char *end = at + steps.length;
    for (const char *before = whole; at < end; before = ",") {
        size_t count = 0;
        at += *at == ':' || *at == ',';
        while (at < end && is_digit(*at))
            count = count * 10 + (size_t)(*at++ - '0');
        count = count == 0 ? 1 : count;
        if (count == left)
            buffer_say(move, before);
        else
            buffer_print(move, "%s%zu", before == whole ? ":" : before, count);
        left -= count < left ? count : left;
        const char *next = memchr(at, ',', (size_t)(end - at));
        next = next == NULL ? end : next;
        buffer_say(move, at < next && *at == 'x' ? "+" : "");
        at += at < next && *at == 'x';
        buffer_add(move, at, (size_t)(next - at));
        at = next;
    }
}

/* Plays TURN, which becomes what it is there; NULL: memory ran out. */
static json_t *play_turn(const struct other_game *row, catasta_position *position, struct catasta_text turn)
{
    struct buffer move = {.length = 0};
    struct catasta_text source = {turn.bytes, 1};
    struct catasta_text target = {turn.bytes + turn.length - 1, 1};
    while (source.length < turn.length && is_digit(source.bytes[source.length]))
        source.length++;
    for (; target.length < turn.length && is_digit(*target.bytes); target.length++)
        target.bytes--;
    const bool steps = source.length > 1 && source.length < turn.length;
    const struct stack_there before = stack_on(position, source);
    move.failed = steps && before.height == 0;
    if (steps && row->whole != NULL) {
        buffer_text(&move, source);
        source = (struct catasta_text){turn.bytes + source.length, turn.length - source.length};
        add_steps(&move, row->whole, source, before.height);
    } else {
        buffer_text(&move, turn);
    }
    if (!text_is(turn, "resign"))
        move.failed |= !catasta_position_play(position, turn.bytes, turn.length, NULL);
    if (steps && row->promoted != NULL && !move.failed) {
        const struct stack_there after = stack_on(position, target);
        move.failed = after.height == 0;
        buffer_say(&move, strcmp(before.top, after.top) == 0 ? "" : row->promoted);
    }
    json_t *value = move.failed ? NULL : json_stringn(move.bytes, move.length);
    buffer_free(&move);
    return value;
}

/* Adds MOVE to the last round, or to a new one where that is full. */
static bool add_move(json_t *moves, json_t *move)
{
    size_t rounds = json_array_size(moves);
    json_t *round = rounds == 0 ? NULL : json_array_get(moves, rounds - 1);
    if (move != NULL && (round == NULL || json_array_size(round) == 2)) {
        round = json_array();
        if (json_array_append_new(moves, round) != 0)
            round = NULL;
    }
    if (round != NULL && move != NULL)
        return json_array_append_new(round, move) == 0;
    json_decref(move);
    return false;
}

static bool add_moves(const struct other_game *row, const catasta_game *game, json_t *moves)
{
    struct catasta_node node = {.size = sizeof node};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_position *position = catasta_game_position(game, 0);
    bool added = position != NULL && catasta_game_node(game, 0, &node);
    bool resigned = false;
    for (size_t i = 0; added && catasta_game_node(game, i, &node) && node.next != CATASTA_NOWHERE;) {
        i = node.next;
        added = catasta_game_node(game, i, &node) && add_move(moves, play_turn(row, position, node.text));
        resigned = text_is(node.text, "resign");
    }
    catasta_position_free(position);
    const struct end_word *end = end_words;
    bool ends = added && !resigned && catasta_game_outcome(game, &outcome) && !outcome.over && outcome.reason != NULL;
    while (ends && end->word != NULL && strcmp(end->reason, outcome.reason) != 0)
        end++;
    if (ends && end->word != NULL)
        added = add_move(moves, json_pack("s", end->word));
    size_t rounds = json_array_size(moves);
    if (added && rounds > 0 && json_array_size(json_array_get(moves, rounds - 1)) == 1)
        added = add_move(moves, json_null());
    return added;
}

/* The header. */

static bool set_member(json_t *object, const char *key, json_t *value)
{
    return value != NULL && json_object_set_new(object, key, value) == 0;
}

/* A value as a tag has it: in JSON, or else a text. */
static json_t *value_of(struct catasta_text text)
{
    json_t *value = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
    return value != NULL ? value : json_stringn(text.bytes, text.length);
}

/* NAME after PREFIX, to be freed. */
static char *name_after(struct catasta_text name, size_t prefix, const char *before)
{
    char *text = malloc(strlen(before) + name.length - prefix + 1);
    if (text == NULL)
        return NULL;
    char *at = stpcpy(text, before);
    memcpy(at, name.bytes + prefix, name.length - prefix);
    at[name.length - prefix] = '\0';
    return text;
}

struct heading {
    const catasta_game *game;
    const struct other_game *row;
    json_t *header;
    json_t *owners[OWNERS];
};

/* Whether DATE is a day as date-start has it; START is that, or StartDate, which is the same and more. */
static bool read_day(const catasta_game *game, struct catasta_text date, json_t **start)
{
    struct catasta_text more = {.length = 0};
    char day[11] = "";
    bool is_day = date.length == 10;
    for (size_t i = 0; i < 10 && is_day; i++) {
        bool dot = i == 4 || i == 7;
        is_day = dot ? date.bytes[i] == '.' : date.bytes[i] >= '0' && date.bytes[i] <= '9';
        day[i] = dot ? '-' : date.bytes[i];
    }
    bool has_more = find_value(game, "StartDate", &more);
    if (!is_day || (has_more && (more.length <= 10 || memcmp(more.bytes, day, 10) != 0)))
        return false;
    *start = has_more ? json_stringn(more.bytes, more.length) : json_stringn(day, 10);
    return true;
}

/* Site and GameId, with which it ends. */
static bool add_site(const struct heading *heading, struct catasta_text site)
{
    json_t *object = heading->owners[OWNER_SITE];
    struct catasta_text id;
    if (find_value(heading->game, "GameId", &id)) {
        json_t *value = value_of(id);
        const char *text = json_string_value(value);
        size_t length = text == NULL ? id.length : strlen(text);
        if (value == NULL || !set_member(object, "gameid", value))
            return false;
        if (site.length > length && site.bytes[site.length - length - 1] == ' ')
            site.length -= length + 1;
    }
    return set_member(object, "name", json_stringn(site.bytes, site.length));
}

/* What other tags say, and nothing else may. */
static bool is_taken(enum key_owner owner, const char *key)
{
    static const char *const taken[OWNERS][2] = {{"game", "players"}, {"name", "variants"}};
    for (size_t i = 0; i < 2; i++)
        if (taken[owner][i] != NULL && strcmp(taken[owner][i], key) == 0)
            return true;
    return false;
}

/* A tag that nothing else is made of. */
static bool add_other(const struct heading *heading, struct catasta_text name, struct catasta_text value)
{
    static const char *const prefixes[OWNERS] = {"Header-", "Game-", "Site-", "White-", "Black-"};
    for (size_t i = 0; i < OWNERS; i++) {
        size_t prefix = strlen(prefixes[i]);
        if (name.length <= prefix || memcmp(name.bytes, prefixes[i], prefix) != 0)
            continue;
        char *key = name_after(name, prefix, "");
        if (key == NULL)
            return false;
        key_of_tag(key);
        bool added = !is_taken((enum key_owner)i, key) && set_member(heading->owners[i], key, value_of(value));
        free(key);
        if (added)
            return true;
    }
    char *key = name_after(name, 0, TAG_KEY);
    bool added = key != NULL && set_member(heading->header, key, json_stringn(value.bytes, value.length));
    free(key);
    return added;
}

static bool abstractplay_text_add_tag(
    const struct heading *heading, struct catasta_text name, struct catasta_text value)
{
    static const struct {
        const char *tag;
        enum key_owner owner;
        const char *key; /* NULL: it is made of something else */
    } known[] = {{"Ruleset", OWNER_GAME, NULL}, {"Result", OWNER_HEADER, NULL}, {"Position", OWNER_HEADER, NULL},
        {"StartDate", OWNER_HEADER, NULL}, {"GameId", OWNER_SITE, NULL}, {"EndDate", OWNER_HEADER, "date-end"},
        {"GeneratedDate", OWNER_HEADER, "date-generated"}, {"Round", OWNER_HEADER, "round"},
        {"Event", OWNER_HEADER, "event"}, {"White", OWNER_WHITE, "name"}, {"Black", OWNER_BLACK, "name"},
        {"WhiteId", OWNER_WHITE, "userid"}, {"BlackId", OWNER_BLACK, "userid"}};
    json_t *start;
    if (text_is(name, "Site"))
        return add_site(heading, value);
    if (text_is(name, "Date") && read_day(heading->game, value, &start))
        return set_member(heading->header, "date-start", start);
    if ((text_is(name, "Rules") && text_is(value, heading->row->rules)) ||
        (text_is(name, "Event") && text_is(value, "?")))
        return true;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (text_is(name, known[i].tag))
            return known[i].key == NULL ||
                set_member(heading->owners[known[i].owner], known[i].key, json_stringn(value.bytes, value.length));
    return add_other(heading, name, value);
}

/* Who has won, and the points where they count. */
static bool add_results(const struct heading *heading, json_t *players)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_text written = {"0", 1};
    bool added = true;
    if (!catasta_game_outcome(heading->game, &outcome) || outcome.reason == NULL)
        return true;
    unsigned winner = outcome.winners == 1 || outcome.winners == 2 ? outcome.winners : 3;
    int points[2];
    char claim[RESULT_ROOM] = "";
    if (outcome.claim.length < sizeof claim && outcome.claim.length > 0)
        memcpy(claim, outcome.claim.bytes, outcome.claim.length);
    find_value(heading->game, "Result", &written);
    bool figures = written.length > 0 && written.bytes[0] >= '0' && written.bytes[0] <= '9';
    bool pointed = heading->row->points && figures && sscanf(claim, "%d-%d", &points[0], &points[1]) == 2;
    for (unsigned seat = 1; seat <= 2 && added; seat++) {
        struct catasta_seat has = {.size = sizeof has};
        json_t *player = json_array_get(players, seat - 1);
        if (heading->row->points && outcome.over && catasta_game_seat(heading->game, seat, &has))
            pointed = true, points[seat - 1] = has.score / has.score_of;
        if (pointed)
            added = set_member(player, "score", json_integer(points[seat - 1]));
        added = added && set_member(player, "result", result_worth(winner, seat));
    }
    return added;
}

static bool add_header(const struct other_game *row, const catasta_game *game, json_t *header)
{
    struct heading heading = {.game = game, .row = row, .header = header};
    struct catasta_tag tag = {.size = sizeof tag};
    json_t *named = json_object();
    json_t *site = json_object();
    json_t *players = json_pack("[{},{}]");
    bool added = set_member(header, "game", named) && set_member(header, "site", site) &&
        set_member(header, "players", players) && set_member(named, "name", json_pack("s", heading.row->name)) &&
        set_member(
            named, "variants", heading.row->variant == NULL ? json_array() : json_pack("[s]", heading.row->variant));
    json_t *const owners[OWNERS] = {[OWNER_HEADER] = header,
        [OWNER_GAME] = named,
        [OWNER_SITE] = site,
        [OWNER_WHITE] = json_array_get(players, heading.row->points),
        [OWNER_BLACK] = json_array_get(players, !heading.row->points)};
    for (size_t i = 0; i < OWNERS; i++)
        heading.owners[i] = json_incref(owners[i]); /* any of them may be replaced by another */
    added = added && add_results(&heading, players);
    for (size_t i = 0; added && catasta_game_tag(game, i, &tag); i++)
        added = abstractplay_text_add_tag(&heading, tag.name, tag.value);
    if (added && *heading.row->rules != '\0' && !find_tag(game, "Rules", NULL))
        added = set_member(header, TAG_KEY "Rules", json_stringn("", 0));
    for (size_t i = 0; i < OWNERS; i++)
        json_decref(heading.owners[i]);
    return added;
}

/* Objects. */

static int abstractplay_text_give(const char *bytes, size_t length, void *context)
{
    const struct catasta_sink *sink = context;
    return sink->write(sink->context, bytes, length) ? 0 : -1;
}

bool abstractplay_add(void *context, const catasta_game *game)
{
    struct writing *writing = context;
    json_ran_out = false;
    json_t *root = json_object();
    json_t *header = json_object();
    json_t *moves = json_array();
    const struct other_game *row = abstractplay_text_find_game(game);
    bool made = set_member(root, "header", header) && set_member(root, "moves", moves) &&
        add_header(row, game, header) && add_moves(row, game, moves);
    made = made && !json_ran_out;
    const char *before = writing->any ? ",\n" : "[\n";
    bool written = made && abstractplay_text_give(before, 2, &writing->sink) == 0 &&
        json_dump_callback(root, abstractplay_text_give, &writing->sink, JSON_SORT_KEYS) == 0;
    writing->any |= written;
    json_decref(root);
    return written;
}

bool abstractplay_close(void *context)
{
    struct writing *writing = context;
    const char *end = writing->any ? "\n]\n" : "[]\n";
    bool written = abstractplay_text_give(end, strlen(end), &writing->sink) == 0;
    free(writing);
    return written;
}
