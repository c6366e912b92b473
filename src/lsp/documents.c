/* SPDX-License-Identifier: MIT */
/* Documents: their texts, places in them, and which of their games are known. */
#include "library/tools.h"
#include "lsp/lsp.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines */

/* LF, CRLF or CR ends a line; whether the byte at AT, the last of one, does. */
static bool ends_line(const struct lsp_document *document, size_t at)
{
    return document->text[at] == '\n' || (document->text[at] == '\r' && document->text[at + 1] != '\n');
}

static size_t count_line_ends(const struct lsp_document *document, size_t at, size_t end)
{
    size_t count = 0;
    for (; at < end; at++)
        count += ends_line(document, at);
    return count;
}

/* The columns of a byte: those of a character are at its first one, in UTF-16 two if it takes four bytes. */
static size_t columns_of(const struct lsp_server *server, char c)
{
    unsigned char byte = (unsigned char)c;
    return server->bytes || byte < 0x80 ? 1 : byte < 0xC0 ? 0 : byte < 0xF0 ? 1 : 2;
}

/* How many games begin at OFFSET or before it; or, with LINE, in lines before that. */
static size_t count_games(const struct lsp_document *document, size_t offset, const size_t *line)
{
    size_t low = 0;
    size_t high = document->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct known_game *game = &document->games[middle];
        if (line != NULL ? game->line < *line : game->begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct known_game *document_game(const struct lsp_document *document, size_t offset)
{
    size_t count = count_games(document, offset, NULL);
    return count == 0 ? NULL : &document->games[count - 1];
}

bool document_line(const struct lsp_document *document, size_t line, size_t *at)
{
    size_t before = count_games(document, 0, &line);
    size_t count = before == 0 ? 0 : document->games[before - 1].line;
    for (*at = before == 0 ? 0 : document->games[before - 1].begin; count < line && *at < document->length; ++*at)
        count += ends_line(document, *at);
    return count == line;
}

/* Goes on from PLACE to OFFSET. */
static void walk_to(const struct lsp_document *document, struct text_place *place, size_t offset)
{
    for (; place->offset < offset && place->offset < document->length; place->offset++)
        if (ends_line(document, place->offset)) {
            place->line++;
            place->column = 0;
        } else if (document->text[place->offset] != '\r') {
            place->column += columns_of(document->server, document->text[place->offset]);
        }
}

/* Places are asked for in any order, and a line may be long: each block's first place is kept once it was passed. */
enum { MARK_BYTES = 4096 };

struct text_marks {
    struct text_place *places; /* of byte 0, MARK_BYTES and so on */
    size_t count;
    size_t room;
};

static void forget_marks(struct text_marks *marks, size_t from)
{
    const size_t before = from / MARK_BYTES + 1;
    marks->count = marks->count < before ? marks->count : before;
}

void place_seek(const struct lsp_document *document, struct text_place *place, size_t offset)
{
    struct text_marks *marks = document->marks;
    offset = offset < document->length ? offset : document->length;
    while (marks->count <= offset / MARK_BYTES) {
        struct text_place *places = with_room(marks->places, marks->count, &marks->room, sizeof *places);
        if (places == NULL)
            break;
        marks->places = places;
        places[marks->count] = marks->count == 0 ? (struct text_place){0} : places[marks->count - 1];
        walk_to(document, &places[marks->count], marks->count * MARK_BYTES);
        marks->count++;
    }
    const size_t block = offset / MARK_BYTES < marks->count ? offset / MARK_BYTES : marks->count - 1;
    if (marks->count == 0 && offset < place->offset)
        *place = (struct text_place){0};
    else if (marks->count > 0 && (offset < place->offset || marks->places[block].offset > place->offset))
        *place = marks->places[block];
    walk_to(document, place, offset);
}

static json_t *position_at(const struct lsp_document *document, struct text_place *place, size_t offset)
{
    place_seek(document, place, offset);
    return json_pack("{sI sI}", "line", (json_int_t)place->line, "character", (json_int_t)place->column);
}

json_t *range_at(const struct lsp_document *document, struct text_place *place, size_t begin, size_t end)
{
    struct text_place own = {0};
    json_t *first = position_at(document, place == NULL ? &own : place, begin);
    struct text_place behind = place == NULL ? own : *place;
    return json_pack("{so so}", "start", first, "end", position_at(document, &behind, end));
}

bool position_read(const struct lsp_document *document, json_t *position, size_t *offset)
{
    json_int_t line;
    json_int_t character;
    size_t at;
    if (json_unpack(position, "{sI sI}", "line", &line, "character", &character) != 0 || line < 0 || character < 0)
        return false;
    bool found = document_line(document, (size_t)line, &at);
    while (found && at < document->length && document->text[at] != '\r' && document->text[at] != '\n') {
        json_int_t columns = (json_int_t)columns_of(document->server, document->text[at]);
        if (character < columns || (character == 0 && columns > 0))
            break;
        character -= columns;
        at++;
    }
    while (at < document->length && ((unsigned char)document->text[at] & 0xC0) == 0x80)
        at++;
    *offset = at;
    return true;
}

bool range_taken(const struct lsp_document *document, json_t *range, size_t *begin, size_t *end)
{
    return position_read(document, json_object_get(range, "start"), begin) &&
        position_read(document, json_object_get(range, "end"), end) && *begin <= *end;
}

/* ---- games */

/* A game without tags has the ruleset of the last one before it that names one.  So reading can begin with GAME, or go
   no further than where it begins, if it names one, or if no game before it does, or none after it has to. */
static bool is_beginning(const struct lsp_document *document, const struct known_game *game)
{
    return game->tagged && (game->ruled || document->ruled == 0);
}

static bool is_ending(const struct lsp_document *document, const struct known_game *game)
{
    return game->tagged && (game->ruled || document->untagged == 0);
}

/* GAME is among the known ones, or is no more. */
static void count_game(struct lsp_document *document, const struct known_game *game, bool known)
{
    size_t one = known ? 1 : SIZE_MAX;
    document->untagged += game->tagged || game->stray ? 0 : one;
    document->ruled += game->ruled ? one : 0;
    for (size_t i = 0; i < game->count; i++)
        document->kept += game->findings[i].kind == FIND_DIAGNOSTIC ? one : 0;
}

static void remove_games(struct lsp_document *document, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        struct known_game *game = &document->games[i];
        count_game(document, game, false);
        free(game->title);
        findings_free(game);
    }
    if (end > first)
        memmove(document->games + first, document->games + end, (document->count - end) * sizeof *document->games);
    document->count -= end - first;
}

static void stop_reading(struct lsp_document *document)
{
    catasta_input_close(document->input);
    document->input = NULL;
}

/* Those from FIRST to before END, at least to byte BEHIND, are to be read again, and so is what is to be read already.
   Reading begins with a game before them, which may go on in them. */
static void read_document_again(struct lsp_document *document, size_t first, size_t end, size_t behind)
{
    if (document->unread) {
        first = first < document->at ? first : document->at;
        end = end > document->at ? end : document->at;
        behind = behind > document->dirty_end ? behind : document->dirty_end;
    }
    first = first > 0 ? first - 1 : 0;
    while (first > 0 && (document->games[first].line == 0 || !is_beginning(document, &document->games[first])))
        first--;
    if (first == 0 || !document->games[0].tagged || document->kind == DOCUMENT_FENCED)
        first = 0;
    document->base = first == 0 ? 0 : document->games[first].begin;
    document->base_line = first == 0 ? 0 : document->games[first].line;
    remove_games(document, first, end);
    stop_reading(document);
    document->at = first;
    document->dirty_end = behind;
    document->unread = document->unpublished = true;
}

void document_forget(struct lsp_document *document)
{
    read_document_again(document, 0, document->count, document->length);
}

bool document_replace(struct lsp_document *document, size_t begin, size_t end, const char *bytes, size_t length)
{
    while (begin < end && length > 0 && document->text[begin] == *bytes)
        begin++, bytes++, length--;
    while (begin < end && length > 0 && document->text[end - 1] == bytes[length - 1])
        end--, length--;
    document->unpublished = true;
    if (begin == end && length == 0)
        return true;
    size_t total = document->length - (end - begin) + length;
    char *text = length > end - begin ? realloc(document->text, total + 1) : document->text;
    if (text == NULL)
        return false;
    document->text = text;
    size_t from = begin - (begin > 0);
    size_t first = 0;
    size_t last;
    size_t lines = count_line_ends(document, from, end);
    memmove(text + begin + length, text + end, document->length - end + 1);
    memcpy(text + begin, bytes, length);
    document->length = total;
    forget_marks(document->marks, from);
    lines = count_line_ends(document, from, begin + length) - lines;
    while (first < document->count && document->games[first].end < begin)
        first++;
    for (last = first; last < document->count && document->games[last].begin <= end; last++)
        continue;
    size_t behind = last > first && document->games[last - 1].end > end ? document->games[last - 1].end : end;
    size_t shift = length - (end - begin); /* as numbers without a sign have it */
    for (size_t i = last; i < document->count; i++) {
        document->games[i].begin += shift;
        document->games[i].end += shift;
        document->games[i].line += lines;
    }
    if (document->dirty_end > end)
        document->dirty_end += shift;
    for (size_t i = 0; i < first && memchr(bytes, '}', length) != NULL; i++)
        if (document->games[i].open)
            first = i;
    read_document_again(document, first, last, behind + shift);
    return true;
}

/* Keeps no more diagnostics than are published, those of the first games: makes room for others of the next one. */
static void hide_last(struct lsp_document *document)
{
    for (size_t i = document->count; i > document->at && document->kept >= DIAGNOSTICS_MOST; i--) {
        size_t gone = findings_hide(&document->games[i - 1]);
        document->kept -= gone;
        document->games[i - 1].hidden |= gone > 0;
    }
}

/* Puts what is read into its place; false when out of memory. */
static bool add_document_game(struct lsp_document *document, const struct known_game *game)
{
    struct known_game *games = with_room(document->games, document->count, &document->capacity, sizeof *games);
    if (games == NULL)
        return false;
    document->games = games;
    struct known_game *at = document->games + document->at++;
    memmove(at + 1, at, (document->count++ - document->at + 1) * sizeof *at);
    *at = *game;
    count_game(document, game, true);
    return true;
}

/* Whether a tag begins SOURCE, one that can be read as it is. */
static bool begins_with_read_tag(const catasta_game *game, struct catasta_text source)
{
    struct catasta_tag tag = {.size = sizeof tag};
    uint64_t begin = 0;
    while (begin < source.length && strchr(" \t\r\n", source.bytes[begin]) != NULL)
        begin++;
    return catasta_game_tag(game, 0, &tag) && tag.span.begin == begin && source.bytes[begin] == '[' &&
        isalpha((unsigned char)source.bytes[begin + 1]) && tag.inside.begin > begin + 2 &&
        source.bytes[tag.inside.begin - 1] == '"' && tag.span.end > tag.inside.end + 1 &&
        source.bytes[tag.inside.end] == '"' && source.bytes[tag.span.end - 1] == ']';
}

static bool is_open(struct catasta_text source)
{
    while (source.length > 0 && source.bytes[source.length - 1] != '{' && source.bytes[source.length - 1] != '}')
        source.length--;
    return source.length > 0 && source.bytes[source.length - 1] == '{';
}

/* The games of a text that is in DOCUMENT from byte BASE on, which is in line LINE. */
static catasta_input *read_text(
    const struct lsp_document *document, size_t base, size_t line, const char *text, size_t length)
{
    const char *name = document->kind == DOCUMENT_FENCED ? "records.md" : "records.sgn";
    return base == 0 ? catasta_input_bytes(document->server->session, text, length, name)
                     : catasta_input_part(document->server->session, text, length, name, (uint32_t)line + 1);
}

/* Reads the next game; false: there is none that is not known. */
static bool read_document_game(struct lsp_document *document)
{
    if (document->input == NULL)
        document->input = read_text(document, document->base, document->base_line, document->text + document->base,
            document->length - document->base);
    catasta_game *game = document->input == NULL ? NULL : catasta_input_next(document->input);
    if (game == NULL) {
        document->server->failed |= document->input == NULL || catasta_input_error(document->input) == ENOMEM;
        remove_games(document, document->at, document->count);
        return false;
    }
    const struct catasta_info info = info_of(game);
    size_t begin = document->base + (size_t)info.offset;
    struct known_game known = {.begin = begin,
        .end = begin + info.source.length,
        .line = info.line - 1,
        .tagged = begins_with_read_tag(game, info.source),
        .ruled = find_tag(game, "Ruleset", NULL),
        .open = is_open(info.source),
        .stray = info.number == 0};
    hide_last(document);
    if (!findings_take(&known, game, document->kept >= DIAGNOSTICS_MOST) || !add_document_game(document, &known)) {
        document->server->failed = true;
        return false;
    }
    size_t next = document->at;
    while (next < document->count && document->games[next].begin < known.end)
        next++;
    remove_games(document, document->at, next);
    next = known.end + strspn(document->text + known.end, " \t\r\n");
    return document->kind == DOCUMENT_FENCED || known.end < document->dirty_end || document->at == document->count ||
        next < document->games[document->at].begin || !is_ending(document, &document->games[document->at]);
}

/* Where there is room again, diagnostics that were not kept are found again. */
static bool look_again(struct lsp_document *document)
{
    size_t i = 0;
    while (i < document->count && !document->games[i].hidden)
        i++;
    if (i == document->count || document->kept >= DIAGNOSTICS_MOST)
        return false;
    read_document_again(document, i, i + 1, document->games[i].end);
    return true;
}

void document_work(struct lsp_document *document)
{
    if (document->kind == DOCUMENT_RULESET && document->unread)
        document->server->failed |= !check_ruleset(document);
    else if (document->unread && read_document_game(document) && !document->server->failed)
        return;
    stop_reading(document);
    document->unread = false;
    if (!look_again(document))
        findings_publish(document);
}

void document_settle(struct lsp_document *document, size_t offset)
{
    while (document->unread && !document->server->failed && document->kind != DOCUMENT_RULESET &&
        (document->at == 0 || document->games[document->at - 1].end <= offset) &&
        (document->at == document->count || document->games[document->at].begin > offset))
        document_work(document);
}

void document_judge(
    const struct lsp_document *document, size_t begin, size_t end, const char *more, game_visit *visit, void *context)
{
    const struct known_game *last = document_game(document, end);
    if (last == NULL)
        return;
    const struct known_game *game = document_game(document, begin);
    const struct known_game *first = document->kind == DOCUMENT_FENCED || game == NULL ? document->games : game;
    while (first > document->games && (first->line == 0 || !is_beginning(document, first)))
        first--;
    size_t base = first == document->games ? 0 : first->begin;
    size_t length = (more == NULL ? last->end : end) - base;
    size_t added = more == NULL ? 0 : strlen(more);
    char *text = malloc(length + added + 1);
    catasta_game *next;
    if (text == NULL)
        return;
    memcpy(text, document->text + base, length);
    if (added > 0)
        memcpy(text + length, more, added);
    catasta_input *input = read_text(document, base, first->line, text, length + added);
    while (input != NULL && (next = catasta_input_next(input)) != NULL) {
        const struct catasta_info info = info_of(next);
        if (begin <= base + info.offset + info.source.length)
            visit(context, next, base + (size_t)info.offset);
    }
    catasta_input_close(input);
    free(text);
}

/* ---- opening and closing */

struct lsp_document *document_find(const struct lsp_server *server, const char *uri)
{
    struct lsp_document *document = server->documents;
    while (document != NULL && strcmp(document->uri, uri) != 0)
        document = document->next;
    return document;
}

struct lsp_document *document_open(struct lsp_server *server, const char *uri, const char *language, json_t *text)
{
    struct lsp_document *document = calloc(1, sizeof *document);
    size_t length = json_string_length(text);
    if (document == NULL || (document->uri = strdup(uri)) == NULL || (document->text = malloc(length + 1)) == NULL ||
        (document->marks = calloc(1, sizeof *document->marks)) == NULL) {
        if (document != NULL) {
            free(document->uri);
            free(document->text);
        }
        free(document);
        return NULL;
    }
    memcpy(document->text, json_string_value(text), length + 1);
    document->length = length;
    document->server = server;
    if (strcmp(language, "yaml") == 0 || ending_length(uri, ".yaml") + ending_length(uri, ".yml") > 0)
        document->kind = DOCUMENT_RULESET;
    else if (strcmp(language, "markdown") == 0 || catasta_is_document(uri))
        document->kind = DOCUMENT_FENCED;
    document->unread = document->unpublished = true;
    document->dirty_end = length;
    document->next = server->documents;
    server->documents = document;
    return document;
}

void document_close(struct lsp_document *document)
{
    struct lsp_document **link = &document->server->documents;
    while (*link != document)
        link = &(*link)->next;
    *link = document->next;
    stop_reading(document);
    remove_games(document, 0, document->count);
    findings_free(&document->ruleset);
    free(document->games);
    free(document->uri);
    free(document->text);
    free(document->marks->places);
    free(document->marks);
    free(document);
}
