/* SPDX-License-Identifier: MIT */
/* Hashes of positions.  In random games of every ruleset, by the text of positions alone:

   - all mirrored and turned positions have the hash of the one they are made of;
   - the number of the turn and other counters make no difference, the seat to move does;
   - two positions of a game have the same hash where they are written alike, but for counters, or one is an image of
     the other, and nowhere else.

   Cells of boards are turned by where they are drawn, pieces on fields by their coordinates in the plane; how
   positions are hashed is not used.  tests/index/hash.py computes hashes themselves. */
#include "games/kit/kit.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slow_stakd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 30, PLIES = 60, IMAGES = 12, CELLS = 256, THINGS = 400, NEAR = 6 };

struct point {
    double x;
    double y;
};

/* POINT mirrored, for the second half of the images, and turned round the origin. */
static struct point turn_point(struct point point, bool square, unsigned image)
{
    unsigned turns = square ? 4 : 6;
    double angle = 2 * 3.14159265358979323846 / turns * (image % turns);
    double x = image < turns ? point.x : -point.x;
    return (struct point){x * cos(angle) - point.y * sin(angle), x * sin(angle) + point.y * cos(angle)};
}

static unsigned image_count(bool square)
{
    return square ? 8 : 12;
}

/* Boards. */

struct drawn_cell {
    struct point at;
    unsigned zone;
    char holds[160];
};

static int compare_drawn(const void *a, const void *b)
{
    const struct drawn_cell *x = a;
    const struct drawn_cell *y = b;
    if (fabs(x->at.y - y->at.y) > 0.01)
        return x->at.y < y->at.y ? 1 : -1;
    return (x->at.x > y->at.x) - (x->at.x < y->at.x);
}

/* The cells as they follow each other in positions, around their middle. */
static unsigned draw_cells(
    const struct rulebook *book, const struct state *state, bool *square, struct drawn_cell *cells)
{
    struct arena arena;
    struct view view;
    unsigned count = 0;
    struct point middle = {0, 0};
    arena_init(&arena, 0);
    if (book->game->display.view(book->rules, state, NULL, &arena, &view) && view.count <= CELLS) {
        *square = view.square;
        for (; count < view.count; count++) {
            cells[count].at.x = view.cells[count].x / 2.0;
            cells[count].at.y = view.cells[count].y * (view.square ? 1 : sqrt(0.75));
            cells[count].zone = 2u * view.cells[count].zone + view.cells[count].closed;
            if (strcmp(book->game->ruleset.name, "lasca") == 0)
                cells[count].zone = (unsigned)view.cells[count].y; /* soldiers go forwards */
            middle.x += cells[count].at.x / (double)view.count;
            middle.y += cells[count].at.y / (double)view.count;
        }
    }
    arena_release(&arena);
    for (unsigned i = 0; i < count; i++) {
        cells[i].at.x -= middle.x;
        cells[i].at.y -= middle.y;
    }
    qsort(cells, count, sizeof *cells, compare_drawn);
    return count;
}

/* What the rows of TEXT say of its cells. */
static void read_rows(struct slice rows, struct drawn_cell *cells)
{
    struct slice row;
    struct slice cell;
    while (slice_split(&rows, '/', &row))
        while (slice_split(&row, ',', &cell)) {
            uint32_t empty = 1;
            bool run = cell.at[0] == 'x';
            if (run && cell.length > 1)
                slice_number((struct slice){cell.at + 1, cell.length - 1}, CELLS, &empty);
            for (; run && empty > 0; empty--)
                strcpy(cells++->holds, "x");
            if (!run)
                snprintf(cells++->holds, sizeof cells->holds, "%.*s", (int)cell.length, cell.at);
        }
}

/* The rows of IMAGE; false where that is another board. */
static bool turn_board(
    const struct rulebook *book, const struct state *state, struct slice rows, unsigned image, struct text *text)
{
    static struct drawn_cell cells[CELLS];
    const char *holds[CELLS] = {NULL};
    bool square = false;
    unsigned count = draw_cells(book, state, &square, cells);
    if (image >= image_count(square))
        return false;
    read_rows(rows, cells);
    for (unsigned i = 0; i < count; i++) {
        struct point there = turn_point(cells[i].at, square, image);
        unsigned k = 0;
        while (k < count && hypot(cells[k].at.x - there.x, cells[k].at.y - there.y) > 0.1)
            k++;
        if (k == count || cells[k].zone != cells[i].zone)
            return false;
        holds[k] = cells[i].holds;
    }
    for (unsigned i = 0; i < count; i++) {
        bool same_row = i > 0 && fabs(cells[i].at.y - cells[i - 1].at.y) < 0.1;
        text_printf(text, "%s%s", i == 0 ? "" : same_row ? "," : "/", holds[i]);
    }
    return true;
}

/* Fields. */

/* Places of an image, moved to where they are in the window; false where they are too far apart. */
static bool turn_places(struct sd_node *nodes, unsigned count, bool square, unsigned image)
{
    int least_row = 1000;
    int least_column = 1000;
    int rows[THINGS * 4];
    int columns[THINGS * 4];
    double height = square ? 1 : sqrt(0.75);
    double slant = square ? 0 : 0.5;
    if (image >= image_count(square) || count > sizeof rows / sizeof rows[0])
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct point at = {nodes[i].column - slant * nodes[i].row, nodes[i].row * height};
        struct point there = turn_point(at, square, image);
        rows[i] = (int)lround(there.y / height);
        columns[i] = (int)lround(there.x + slant * rows[i]);
        least_row = rows[i] < least_row ? rows[i] : least_row;
        least_column = columns[i] < least_column ? columns[i] : least_column;
    }
    int up = 3 - least_row;
    int right = 5 - least_column;
    for (unsigned i = 0; i < count; i++) {
        if (rows[i] + up > SD_SIDE || columns[i] + right > SD_SIDE)
            return false;
        nodes[i].row = (signed char)(rows[i] + up);
        nodes[i].column = (signed char)(columns[i] + right);
    }
    return true;
}

static void add_place(struct text *text, struct sd_node node)
{
    if (node.row > 26)
        text_add_char(text, 'a');
    text_add_char(text, (char)('a' + (node.row - 1) % 26));
    text_add_number(text, node.column);
}

/* "z26=WR;z27=GB" */
static bool turn_piles(struct slice field, bool square, unsigned image, struct text *text)
{
    struct sd_node places[THINGS];
    struct slice held[THINGS];
    struct slice rest = field;
    struct slice pile;
    unsigned count = 0;
    while (slice_split(&rest, ';', &pile) && count < THINGS) {
        int row = 0;
        int column = 0;
        struct slice name;
        slice_split(&pile, '=', &name);
        sd_read_place(name.at, &row, &column);
        places[count] = (struct sd_node){(signed char)row, (signed char)column};
        held[count++] = pile;
    }
    if (!turn_places(places, count, square, image))
        return false;
    for (unsigned i = 0; i < count; i++) {
        text_add_string(text, i > 0 ? ";" : "");
        add_place(text, places[i]);
        text_add_char(text, '=');
        text_add(text, held[i]);
    }
    return true;
}

/* How the piece with the nodes of PIECE is written; false where there is none. */
static bool add_piece(struct text *text, const struct sd_rules *rules, const struct sd_piece *piece)
{
    struct sd_piece trial;
    for (int turn = 0; turn < (rules->square ? 4 : 6); turn++)
        for (int row = piece->nodes[0].row - NEAR; row <= piece->nodes[0].row + NEAR; row++)
            for (int column = piece->nodes[0].column - NEAR; column <= piece->nodes[0].column + NEAR; column++) {
                const struct sd_play play = {piece->letter, row, column, turn, false};
                if (row < 1 || column < 1 || row > SD_SIDE || column > SD_SIDE ||
                    !sd_make_piece(rules, &play, &trial) || !sd_same_nodes(&trial, piece))
                    continue;
                text_printf(text, "%c@", piece->letter);
                add_place(text, (struct sd_node){(signed char)row, (signed char)column});
                text_printf(text, "/%d", turn);
                return true;
            }
    return false;
}

/* "0:B@aa29,B@z26;1:D@z26" */
static bool turn_pieces(const struct sd_rules *rules, const char *position, unsigned image, struct text *text)
{
    static struct sd_position laid;
    struct sd_node nodes[THINGS * 4];
    unsigned count = 0;
    if (!sd_read(rules, position, &laid))
        return complaint("cannot read %s", position);
    for (int i = 0; i < laid.count; i++)
        for (int k = 0; k < laid.pieces[i].count && count < THINGS * 4; k++)
            nodes[count++] = laid.pieces[i].nodes[k];
    if (!turn_places(nodes, count, rules->square, image))
        return false;
    count = 0;
    for (int i = 0; i < laid.count; i++) {
        struct sd_piece *piece = &laid.pieces[i];
        for (int k = 0; k < piece->count; k++)
            piece->nodes[k] = nodes[count++];
        if (i == 0 || piece[-1].layer != piece->layer)
            text_printf(text, "%s%d:", i == 0 ? "" : ";", piece->layer);
        else
            text_add_char(text, ',');
        if (!add_piece(text, rules, piece))
            return false;
    }
    return true;
}

/* Positions. */

/* IMAGE of the position of STATE, as text, without turns that were played; false where there is none. */
static bool turn_position(const struct book *one, const struct state *state, unsigned image, struct text *turned)
{
    const struct rulebook *book = &one->entry.book;
    struct sd_rules rules;
    struct text text;
    struct slice field;
    bool good = false;
    text_init(&text);
    text_clear(turned);
    game_write_position(book->rules, state, &text);
    struct slice rest = text_slice(&text);
    slice_split(&rest, ' ', &field);
    if (field.at[0] == '-')
        good = image == 0 && (text_add(turned, field), true);
    else if (book->game->grid != NULL)
        good = turn_board(book, state, field, image, turned);
    else if (strchr(text.bytes, '@') != NULL)
        good = (sd_find(one->name, &rules) || complaint("%s is not known", one->name)) &&
            turn_pieces(&rules, text.bytes, image, turned);
    else if (book->game->field != NULL || book->game->position.sums != NULL)
        good = turn_piles(field, strcmp(one->name, "staka-eight") == 0, image, turned);
    else
        good = image == 0 && (text_add(turned, field), true);
    for (const struct position_field *part = book->game->position.fields + 1; slice_split(&rest, ' ', &field); part++) {
        text_add_char(turned, ' ');
        text_add(turned, part->counts && !is_digit(field.at[0]) ? slice_of("-") : field);
    }
    text_release(&text);
    return good;
}

/* What is written of a position but for what counts. */
static void write_essence(const struct rulebook *book, const struct state *state, struct text *text)
{
    text_clear(text);
    for (const struct position_field *field = book->game->position.fields; field->read != NULL; field++)
        if (!field->counts) {
            text_add_char(text, ' ');
            write_field(book->rules, field, state, text);
        }
}

struct image_list {
    unsigned count;
    uint64_t hash;
    char *essence[IMAGES];
};

/* Reads all images of STATE back. */
static bool list_images(const struct book *one, const struct state *state, struct image_list *list)
{
    const struct rulebook *book = &one->entry.book;
    struct state *image = state_copy(book, state);
    struct fault fault = {.rule = NULL};
    struct text text;
    bool good = true;
    *list = (struct image_list){.hash = game_hash(book->rules, state)};
    text_init(&text);
    for (unsigned i = 0; i < IMAGES && good; i++) {
        if (!turn_position(one, state, i, &text))
            continue;
        good = game_read_position(book->rules, state->players, text_slice(&text), image, &fault) ||
            complaint("an image is not read: %s: %s", text.bytes, fault.rule == NULL ? "?" : fault.rule->id);
        if (good && game_hash(book->rules, image) != list->hash)
            good = complaint("image %u has another hash: %s", i, text.bytes);
        write_essence(book, image, &text);
        list->essence[list->count++] = strdup(text.bytes);
    }
    text_release(&text);
    free(image);
    return good;
}

static void release_images(struct image_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        free(list->essence[i]);
}

/* Neither the number of the turn nor less than the seat. */
static bool check_fields(const struct rulebook *book, const struct state *state)
{
    struct state *other = state_copy(book, state);
    uint64_t hash = game_hash(book->rules, state);
    other->number += 7;
    bool good = game_hash(book->rules, other) == hash || complaint("the number of the turn makes a difference");
    other->seat = state->seat == state->players ? 1 : state->seat + 1;
    if (good && state->players > 1)
        good = game_hash(book->rules, other) != hash || complaint("the seat to move makes no difference");
    free(other);
    return good;
}

static bool is_among(const struct image_list *list, const char *essence)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->essence[i], essence) == 0)
            return true;
    return false;
}

static bool check_game(const struct book *one, unsigned players, struct random *random, unsigned *most)
{
    const struct rulebook *book = &one->entry.book;
    struct state *state = state_apply_tag(book, players, random, NULL);
    struct image_list lists[PLIES];
    struct turn turn;
    unsigned count = 0;
    bool good = true;
    while (good && count < PLIES) {
        struct image_list *own = &lists[count++];
        good = check_fields(book, state) && list_images(one, state, own);
        *most = own->count > *most ? own->count : *most;
        for (unsigned i = 0; i + 1 < count && good; i++)
            good = (lists[i].hash == own->hash) == is_among(&lists[i], own->essence[0]) ||
                complaint("%s has %s hash as%s", own->essence[0], lists[i].hash == own->hash ? "the same" : "another",
                    lists[i].essence[0]);
        if (outcome_of(book, state).over || !random_turn(book, state, random, &turn) ||
            !game_play(book->rules, state, &turn, NULL))
            break;
    }
    for (unsigned i = 0; i < count; i++)
        release_images(&lists[i]);
    free(state);
    return good;
}

/* How many symmetries the shipped rulesets have. */
static unsigned symmetries_of(const char *name)
{
    static const struct {
        const char *begin;
        unsigned count;
    } known[] = {{"abande-square", 8}, {"abande", 12}, {"accasta", 2}, {"attangle", 12}, {"dvonn", 4}, {"staka", 12},
        {"stakd", 12}, {"hive", 12}, {"focus", 8}, {"lasca", 2}, {"mixtour", 8}, {"staku", 2}, {"stakz", 1}, {"tak", 8},
        {"tzaar", 12}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(name, known[i].begin, strlen(known[i].begin)) == 0)
            return known[i].count;
    return 0;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    struct random random = {500 + seed};
    unsigned most = 0;
    bool good = true;
    for (unsigned players = 1; players <= SEATS && good; players++)
        for (unsigned game = 0; game < share_of(GAMES) && good; game++)
            if (game_allows_players(book->rules, players))
                good = check_game(one, players, &random, &most);
    tally_count(tally, good, "images and transpositions have one hash, other positions another", one->path);
    if (one->shipped)
        tally_count(tally, most == symmetries_of(one->name) || complaint("there are %u", most),
            "it has all its symmetries", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
