/* SPDX-License-Identifier: MIT */
/* On open fields nothing is legal but what is listed: all pieces on all places near,
   all movements, all actions, written down and read through the grammar. */
#include "board/field.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/tally.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 30, TURNS_LOOKED_AT = 4000, LETTERS = 16, BOX = 12 * 64, MOVEMENTS = 5 };

struct spot {
    const struct rulebook *book;
    const struct state *state;
    struct random *random;
    struct turn_list list;
    char letters[LETTERS];
    unsigned letter_count;
    uint16_t box[BOX]; /* the places taken and those round them */
    unsigned box_count;
    uint16_t pawns[SEATS];
    unsigned pawn_count;
    struct text text; /* the turns made up, behind each other */
};

static void add_letter(struct spot *spot, char letter)
{
    if (isupper((unsigned char)letter) && spot->letter_count < LETTERS &&
        memchr(spot->letters, letter, spot->letter_count) == NULL)
        spot->letters[spot->letter_count++] = letter;
}

/* The capitals of the position, and one that it has not. */
static void find_letters(struct spot *spot)
{
    struct text text;
    text_init(&text);
    game_write_position(spot->book->rules, spot->state, &text);
    for (size_t i = 0; i < text.length; i++)
        add_letter(spot, text.bytes[i]);
    add_letter(spot, 'Z');
    text_release(&text);
}

static void add_place(struct spot *spot, struct field_set *seen, unsigned place)
{
    if (place == FIELD_NONE || field_has(seen, place) || spot->box_count == BOX)
        return;
    field_put(seen, place);
    spot->box[spot->box_count++] = (uint16_t)place;
}

static void find_places(struct spot *spot)
{
    struct arena arena;
    struct view view;
    struct field_set seen = {{0}};
    arena_init(&arena, 0);
    if (spot->book->game->display.view(spot->book->rules, spot->state, NULL, &arena, &view))
        for (size_t i = 0; i < view.count; i++) {
            unsigned place = field_find(slice_of(view.cells[i].name));
            add_place(spot, &seen, place);
            for (unsigned j = 0; j < 9; j++)
                add_place(spot, &seen, field_place(field_row(place) + j / 3 - 1, field_column(place) + j % 3 - 1));
            if (view.cells[i].pawns != 0 && spot->pawn_count < SEATS)
                spot->pawns[spot->pawn_count++] = (uint16_t)place;
        }
    arena_release(&arena);
}

static void add_turn(struct spot *spot, const char *movement, const char *action)
{
    text_printf(&spot->text, "%s%s%s\n", movement, movement[0] == '\0' ? "" : ",", action);
}

/* All pieces of two letters and pawns, on all places, and all that is taken. */
static void add_actions(struct spot *spot, const char *movement)
{
    char place[FIELD_TEXT];
    char action[32];
    for (unsigned i = 0; i < spot->letter_count * spot->letter_count; i++) {
        char up = spot->letters[i / spot->letter_count];
        char down = spot->letters[i % spot->letter_count];
        for (unsigned j = 0; j < spot->box_count; j++) {
            field_text(spot->box[j], place);
            snprintf(action, sizeof action, "%c%c@%s", up, down, place);
            add_turn(spot, movement, action);
        }
        snprintf(action, sizeof action, "+%c%c", up, down);
        if (movement[0] != '\0')
            add_turn(spot, movement, action);
    }
    if (movement[0] != '\0')
        add_turn(spot, movement, "none");
    for (unsigned j = 0; j < spot->box_count && movement[0] == '\0'; j++) {
        field_text(spot->box[j], place);
        snprintf(action, sizeof action, "P@%s", place);
        add_turn(spot, "", action);
    }
}

/* The action of a turn that is listed, or any. */
static void add_movement(struct spot *spot, const char *movement)
{
    const char *listed = spot->list.texts[random_below(spot->random, spot->list.count)];
    const char *comma = strchr(listed, ',');
    add_turn(spot, movement, comma != NULL && !random_once_in(spot->random, 4) ? comma + 1 : "none");
}

/* From all places where a pawn stands to all others, and staying. */
static void add_movements(struct spot *spot)
{
    char from[FIELD_TEXT];
    char to[FIELD_TEXT];
    char movement[32];
    for (unsigned i = 0; i < spot->pawn_count * spot->box_count; i++) {
        field_text(spot->pawns[i / spot->box_count], from);
        field_text(spot->box[i % spot->box_count], to);
        for (unsigned mark = 0; mark < 2; mark++) {
            snprintf(movement, sizeof movement, "%s%c%s", from, "-~"[mark], to);
            add_movement(spot, movement);
        }
    }
    add_movement(spot, "stay");
}

/* All actions behind a few movements that are legal, and alone. */
static void add_all_actions(struct spot *spot)
{
    add_actions(spot, "");
    for (unsigned i = 0; i < MOVEMENTS; i++) {
        const char *listed = spot->list.texts[random_below(spot->random, spot->list.count)];
        char movement[32];
        snprintf(movement, sizeof movement, "%.*s", (int)strcspn(listed, ","), listed);
        if (strchr(listed, ',') != NULL)
            add_actions(spot, movement);
    }
}

/* Pieces of one letter, turned or not, here or on the next layer. */
static void add_shapes(struct spot *spot)
{
    char place[FIELD_TEXT];
    for (unsigned i = 0; i < spot->letter_count * spot->box_count * 6; i++) {
        field_text(spot->box[i / 6 % spot->box_count], place);
        char letter = spot->letters[i / 6 / spot->box_count];
        text_printf(&spot->text, "%c@%s/%u\n%c@%s/%u^\n", letter, place, i % 6, letter, place, i % 6);
    }
}

static bool check_turn(const struct spot *spot, const struct turn *turn, struct state *after, struct text *text)
{
    const struct rulebook *book = spot->book;
    state_put(book, after, spot->state);
    if (game_play(book->rules, after, turn, NULL)) {
        const char *name = turn_text(book, spot->state, turn, text);
        return spot->box_count == 0 || list_has(&spot->list, name) || complaint("%s is legal but not listed", name);
    }
    return memcmp(after, spot->state, game_state_size(book->rules)) == 0 ||
        complaint("a refused turn changed the position");
}

static bool check_turns(const struct spot *spot)
{
    struct state *after = state_copy(spot->book, spot->state);
    struct reader reader;
    struct record record;
    struct text name;
    bool good = true;
    text_init(&name);
    if (read_record(&reader, &record, text_slice(&spot->text), shapes_of(spot->book)))
        for (size_t i = 0; i < record.main.count && good; i++) {
            struct turn turn;
            const struct item *item = &record.main.items[i];
            if (item->kind == ITEM_TURN && resolve_item(spot->book, &record, item, &turn))
                good = check_turn(spot, &turn, after, &name);
        }
    else
        good = complaint("the turns made up are not read");
    reader_close(&reader);
    text_release(&name);
    free(after);
    return good;
}

static bool check_position(const struct rulebook *book, const struct state *state, struct random *random)
{
    struct spot spot = {.book = book, .state = state, .random = random};
    bool good = true;
    text_init(&spot.text);
    if (list_turns(book, state, TURNS_LOOKED_AT, &spot.list) && spot.list.count > 0) {
        find_letters(&spot);
        find_places(&spot);
        text_add_string(&spot.text, "1. ");
        if (strcmp(book->game->ruleset.name, "staka") == 0) {
            add_movements(&spot);
            add_all_actions(&spot);
        } else {
            add_shapes(&spot);
        }
        good = check_turns(&spot);
    }
    text_release(&spot.text);
    list_release(&spot.list);
    return good;
}

/* Positions all along games, with each number of players in turn. */
static bool check_book(const struct rulebook *book, struct random *random)
{
    bool good = true;
    for (unsigned i = 0, players = 0; i < POSITIONS && good; i++) {
        do
            players = players % SEATS + 1;
        while (!game_allows_players(book->rules, players));
        struct state *state = state_start(book, players);
        play_randomly(book, state, random, 4 * i);
        good = check_position(book, state, random);
        free(state);
    }
    return good;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    struct random random = {500 + seed};
    if (shape_is_field(book->game->notation.shape))
        tally_count(tally, check_book(book, &random), "nothing is legal but unlisted", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
