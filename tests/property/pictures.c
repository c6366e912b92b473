/* Positions of random games of every ruleset as pictures: everything lies inside, every
   element is closed, every piece of the view is drawn, and seen from the other side
   there is as much to see. */
#include "forms/svg/svg.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/tally.h"

#include <stdlib.h>

enum { GAMES = 6, STRETCHES = 6, PLIES = 12 };

static unsigned count_of(struct slice text, const char *word)
{
    unsigned count = 0;
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        count += memcmp(text.at + i, word, length) == 0;
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

/* Discs of pieces with two colours are two; a face lies on each stack. */
static bool shows_pieces(const struct view *view, struct slice text)
{
    unsigned discs = 0;
    unsigned tiles = 0;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        for (unsigned j = 0; j < cell->height && cell->group == 0; j++) {
            const struct view_piece *piece = &cell->pieces[j];
            discs += piece->under != NULL && strcmp(piece->under, piece->colour) != 0 ? 2 : 1;
        }
    }
    for (size_t i = 0; i < view->list_count; i++)
        tiles += view->lists[i].count;
    unsigned drawn = count_of(text, "<path class=\"p");
    unsigned laid = count_of(text, "<rect class=\"p ");
    return (drawn == discs && laid == tiles) ||
        complaint("%u discs and %u tiles are drawn of %u and %u", drawn, laid, discs, tiles);
}

static bool draw(const struct view *view, struct svg_style style, struct text *text)
{
    struct svg_frame frame;
    unsigned width;
    unsigned height;
    svg_frame_begin(&frame, &style);
    svg_frame_add(&frame, view);
    svg_frame_size(&frame, &width, &height);
    text_clear(text);
    svg_document(&frame, view, "<a & b>", text);
    struct slice whole = text_slice(text);
    return !text->failed && is_closed(whole) && is_inside(whole, width < 260 ? 260 : width, height + 1) &&
        shows_pieces(view, whole);
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
    bool good = book->game->view(book->rules, state, last, &arena, &view) &&
        draw(&view, (struct svg_style){.cell = 0}, &text) &&
        draw(&view, (struct svg_style){.cell = 33, .flip = true, .bare = true}, &flipped);
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
    struct state *state = state_deal(book, players, random, NULL);
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

int main(void)
{
    struct books books;
    struct tally tally = {0};
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    for (unsigned i = 0; i < books.count; i++) {
        const struct rulebook *book = &books.list[i].entry.book;
        struct random random = {700 + i};
        bool good = true;
        for (unsigned game = 0; game < GAMES && good; game++)
            good = check_game(book, &random);
        tally_count(&tally, good, "positions are drawn as they are", books.list[i].path);
    }
    books_close(&books);
    return tally_end(&tally);
}
