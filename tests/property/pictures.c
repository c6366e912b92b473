/* SPDX-License-Identifier: MIT */
/* Positions of random games of every ruleset as pictures: everything lies inside, every
   element is closed, every piece of the view is drawn, and seen from the other side
   there is as much to see. */
#include "formats/svg/svg_parts.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 6, STRETCHES = 6, PLIES = 12 };

static unsigned count_of(struct slice text, const char *word)
{
    unsigned count = 0;
    size_t length = strlen(word);
    for (const char *at = text.at; (at = memchr(at, *word, (size_t)(slice_end(text) - at))) != NULL; at++)
        count += (size_t)(slice_end(text) - at) >= length && memcmp(at, word, length) == 0;
    return count;
}

static bool is_closed(struct slice text)
{
    static const char *const names[][2] = {{"<svg ", "</svg>"}, {"<g", "</g>"}, {"<text", "</text>"},
        {"<tspan", "</tspan>"}, {"<title>", "</title>"}, {"<style>", "</style>"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (count_of(text, names[i][0]) != count_of(text, names[i][1]))
            return complaint("%s is not closed as often as opened", names[i][0]);
    return count_of(text, "nan") + count_of(text, "inf") == 0 || complaint("a number is none");
}

/* That the points of paths lie in the picture; arcs, quadratics and short forms count from
   where they are. */
static bool is_inside(struct slice text, unsigned width, unsigned height)
{
    for (size_t i = 0; i + 1 < text.length; i++) {
        if ((text.at[i] != 'M' && text.at[i] != 'L') || text.at[i + 1] < '-' || text.at[i + 1] > '9')
            continue;
        char *end;
        double x = strtod(text.at + i + 1, &end);
        double y = strtod(end, NULL);
        if (x < 0 || y < 0 || x > width || y > height)
            return complaint("%.1f, %.1f is outside of %u, %u", x, y, width, height);
    }
    return true;
}

static unsigned alike_from(const struct view_list *list, unsigned first)
{
    unsigned alike = 1;
    while (first + alike < list->count && strcmp(list->pieces[first].text, list->pieces[first + alike].text) == 0)
        alike++;
    return alike;
}

/* Without a board, or a field that will be, pieces of lists are tiles; else they look as on it. */
static bool is_tiled(const struct view *view, const struct view_list *list)
{
    return list->stacked || (!view->open && view->count == 0);
}

/* Those alike are drawn as one with their number, of the tiles of a player more than three. */
static unsigned drawn_of(const struct view *view, const struct view_list *list, unsigned alike)
{
    return list->stacked || (is_tiled(view, list) && list->seat > 0 && alike <= 3) ? alike : 1;
}

static bool has_two_colours(const struct view_piece *piece)
{
    return piece->under != NULL && strcmp(piece->under, piece->colour) != 0;
}

/* Those that look as on a board, of which one of two colours is two. */
static unsigned shaped_of(const struct view *view, const struct view_list *list)
{
    unsigned count = 0;
    for (unsigned i = 0, alike; i < list->count; i += alike) {
        alike = alike_from(list, i);
        if (list->pieces[i].nodes == 0 && !is_tiled(view, list))
            count += drawn_of(view, list, alike) * (has_two_colours(&list->pieces[i]) ? 2 : 1);
    }
    return count;
}

/* Whether WORDS are those of a piece, "2" of Tak, and so no number. */
static bool names_piece(const struct view *view, struct slice words)
{
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height && view->cells[i].pieces != NULL; j++)
            if (slice_equal(words, slice_of(view->cells[i].pieces[j].text)))
                return true;
    return false;
}

/* The number at the end of WORDS. */
static unsigned last_number(struct slice words)
{
    const char *at = slice_end(words);
    while (at > words.at && is_digit(at[-1]))
        at--;
    return (unsigned)strtoul(at, NULL, 10);
}

/* The pieces of a stack that CELL, its markup, does not draw one by one: each disc of several has their number first,
   and the top the height, last.  With LETTERS there are names of pieces, too.  False when these do not add up. */
static bool read_numbers(const struct view *view, bool letters, struct slice cell, unsigned *saved)
{
    struct slice last = {"", 0};
    unsigned numbered = 0;
    unsigned sum = 0;
    for (const char *at = cell.at; (at = strstr(at, "<text class=\"")) != NULL && at < slice_end(cell);) {
        const bool pawn = at[13] == 'o' && at[14] == '"';
        const char *begin = strchr(at, '>') + 1;
        at = strchr(begin, '<');
        if (pawn)
            continue;
        const unsigned number = (unsigned)strtoul(last.at, NULL, 10); /* of "+5r", too */
        if (number > 0 && !(letters && names_piece(view, last))) {
            sum += number;
            numbered++;
        }
        last = slice_to(begin, at);
    }
    *saved = sum - numbered;
    return numbered == 0 || last_number(last) == count_of(cell, "<path class=\"p ") + *saved;
}

/* Discs of pieces with two colours are two.  Of stacks that are too high some pieces are one disc with a number, and
   how many follows from it where all pieces are as high as one.  Tiles that fill cells are like discs, wherever they
   lie. */
static bool shows_stacks(const struct view *view, bool letters, struct slice text)
{
    unsigned discs = 0;
    unsigned cut = 0; /* of these, those that may be one with others */
    bool even = true; /* all are as high as one, and of one colour */
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        unsigned own = 0;
        unsigned height = 0;
        for (unsigned j = 0; j < cell->height && cell->group == 0; j++) {
            const struct view_piece *piece = &cell->pieces[j];
            own += has_two_colours(piece) ? 2 : 1;
            height += piece->thick == 0 ? 1 : piece->thick;
        }
        even &= own == height;
        discs += own;
        cut += height > 6 ? own - 1 : 0;
    }
    for (size_t i = 0; i < view->list_count; i++)
        discs += shaped_of(view, &view->lists[i]);
    for (size_t i = 0; i < view->hand_count; i++)
        discs += shaped_of(view, &view->hands[i]);
    const unsigned drawn = count_of(text, "<path class=\"p ");
    unsigned saved = 0;
    bool whole = true;
    for (const char *at = text.at; (at = strstr(at, "<g><title>")) != NULL;) {
        const char *end = strstr(at, "</g>");
        unsigned own;
        whole &= read_numbers(view, letters, slice_to(at, end), &own);
        saved += own;
        at = end;
    }
    return (even ? whole && drawn + saved == discs && saved <= cut
                 : drawn <= discs && drawn + cut >= discs && (saved == 0) == (drawn == discs)) ||
        complaint("%u discs are drawn of %u, and %u in numbers", drawn, discs, saved);
}

/* A tile of two colours is two; one that covers several cells is none. */
static unsigned tiles_of(const struct view *view, const struct view_list *list)
{
    unsigned tiles = 0;
    for (unsigned i = 0, alike; i < list->count; i += alike) {
        const struct view_piece *piece = &list->pieces[i];
        alike = alike_from(list, i);
        if (piece->nodes == 0 && is_tiled(view, list))
            tiles += drawn_of(view, list, alike) * (piece->under != NULL ? 2 : 1);
    }
    return tiles;
}

/* Each sign has a path; those below the top of a stack have their names beside it. */
static unsigned names_of(const struct view_cell *cell)
{
    const struct view_piece *top = cell->height == 0 || cell->pieces == NULL ? NULL : &cell->pieces[cell->height - 1];
    if (top == NULL || top->sign == NULL)
        return 0;
    if (svg_sign(top->sign) == NULL)
        complaint("no sign is a %s", top->sign);
    return svg_sign(top->sign) == NULL ? UINT8_MAX : cell->height > 7 ? 6 : cell->height - 1u;
}

static bool shows_tiles(const struct view *view, struct slice text)
{
    unsigned tiles = 0;
    for (size_t i = 0; i < view->list_count; i++)
        tiles += tiles_of(view, &view->lists[i]);
    for (size_t i = 0; i < view->hand_count; i++)
        tiles += tiles_of(view, &view->hands[i]);
    for (size_t i = 0; i < view->count; i++)
        tiles += names_of(&view->cells[i]);
    for (unsigned i = 0; i < view->seats; i++)
        tiles += view->shares[i] > 0; /* parts of a bar */
    unsigned laid = count_of(text, "<rect class=\"p ");
    return laid == tiles || complaint("%u tiles are drawn of %u", laid, tiles);
}

/* What is written has a class of which unit/svg_style_test.c knows the ground. */
static bool has_known_classes(struct slice text)
{
    static const char *const classes[] = {"s\"", "s i\"", "s bad\"", "n\"", "n d\"", "n l\"", "n still\"", "dark\"",
        "light\"", "b\"", "o\"", "o high\"", "j\""};
    unsigned texts = count_of(text, "<text class=\"");
    unsigned known = 0;
    char begin[32];
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        snprintf(begin, sizeof begin, "<text class=\"%s", classes[i]);
        known += count_of(text, begin);
    }
    return known == texts || complaint("a text has a class that is not known");
}

static bool draw(const struct view *view, struct svg_style style, struct text *text)
{
    const struct svg_caption caption = {
        .title = "<a & b>", .caption = "A & <b>", .status = "whose turn it is", .players = {"<Ann>"}, .mover = 1};
    struct svg_frame frame;
    unsigned width;
    unsigned height;
    svg_frame_begin(&frame, &style);
    svg_frame_add(&frame, view);
    svg_frame_caption(&frame, view, &caption);
    svg_frame_size(&frame, &width, &height);
    text_clear(text);
    svg_document(&frame, view, &caption, true, text);
    struct slice whole = text_slice(text);
    return !text->failed && is_closed(whole) && is_inside(whole, width, height) &&
        shows_stacks(view, frame.letters, whole) && shows_tiles(view, whole) && has_known_classes(whole);
}

static bool check_position(const struct rulebook *book, const struct state *state, const struct turn *last)
{
    struct arena arena;
    struct view view;
    struct text text;
    struct text flipped;
    arena_init(&arena, 0);
    text_init(&text);
    text_init(&flipped);
    bool good = book->game->display.view(book->rules, state, last, &arena, &view) &&
        draw(&view, (struct svg_style){.cell = 0}, &text) &&
        draw(&view, (struct svg_style){.cell = 33, .flip = true, .no_coordinates = true}, &flipped);
    if (good && count_of(text_slice(&text), "<path") != count_of(text_slice(&flipped), "<path"))
        good = complaint("there is not as much to see from the other side");
    text_release(&flipped);
    text_release(&text);
    arena_release(&arena);
    return good;
}

static bool check_game(const struct rulebook *book, struct random *random)
{
    unsigned players = fewest_players(book);
    struct state *state = state_apply_tag(book, players, random, NULL);
    struct turn turn;
    bool good = check_position(book, state, NULL);
    for (unsigned i = 0; i < STRETCHES && good; i++) {
        play_randomly(book, state, random, PLIES);
        if (outcome_of(book, state).over || !random_turn(book, state, random, &turn))
            break;
        good = game_play(book->rules, state, &turn, NULL) && check_position(book, state, &turn);
    }
    free(state);
    return good;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    struct random random = {700 + seed};
    bool good = true;
    for (unsigned game = 0; game < quick_share_of(GAMES) && good; game++)
        good = check_game(book, &random);
    tally_count(tally, good, "positions are drawn as they are", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
