/* SPDX-License-Identifier: MIT */
/* What a seat knows of a position, in games that hide something: two positions that differ only in a symbol in the hand
   of another are the same to it, in every text and picture; and what it knows is a position, too. */
#include "support/books.h"
#include "support/playing.h"
#include "support/tally.h"

#include <stdlib.h>

enum { GAMES = 40, PLIES = 30 };

static void add_pieces(const struct view_piece *pieces, unsigned count, struct text *text)
{
    for (unsigned i = 0; i < count; i++)
        text_printf(text, " %s/%s", pieces[i].text, pieces[i].colour == NULL ? "-" : pieces[i].colour);
}

/* All that anybody is shown of STATE. */
static void add_all(const struct rulebook *book, const struct state *state, struct text *text)
{
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    game_write_position(book->rules, state, text);
    if (book->game->display.view(book->rules, state, NULL, &arena, &view)) {
        for (size_t i = 0; i < view.count; i++) {
            text_printf(text, "\n%s %s", view.cells[i].name, view.cells[i].label);
            add_pieces(view.cells[i].pieces, view.cells[i].height, text);
        }
        for (size_t i = 0; i < view.list_count + view.hand_count; i++) {
            const struct view_list *list = i < view.list_count ? &view.lists[i] : &view.hands[i - view.list_count];
            text_printf(text, "\n%s", list->name);
            add_pieces(list->pieces, list->count, text);
        }
        for (unsigned i = 0; i < view.seats; i++)
            text_printf(text, "\n%s", view.lines[i] == NULL ? "" : view.lines[i]);
        for (unsigned i = 0; i < SEATS && view.notes[i] != NULL; i++)
            text_printf(text, "\n%s", view.notes[i]);
    }
    arena_release(&arena);
}

/* STATE as SEAT is shown it, in TEXT. */
static struct state *hide(const struct rulebook *book, const struct state *state, unsigned seat, struct text *text)
{
    struct state *seen = malloc(game_state_size(book->rules));
    memcpy(seen, state, game_state_size(book->rules));
    game_hide(book->rules, seen, seat);
    text_clear(text);
    add_all(book, seen, text);
    return seen;
}

/* The position of STATE in which a tile of a hand that is not SEAT's has another symbol; NULL: none came of it. */
static struct state *exchange(
    const struct rulebook *book, const struct state *state, unsigned seat, struct random *random)
{
    struct text text;
    struct state *other = malloc(game_state_size(book->rules));
    unsigned hand = 1;
    text_init(&text);
    game_write_position(book->rules, state, &text);
    char *fields = strchr(text.bytes, ' ');
    bool changed = false;
    for (char *at = fields + 1; *at != ' '; at++) {
        hand += *at == '/';
        if (!changed && hand != seat && *at >= '1' && *at <= '9' && random_once_in(random, 4)) {
            char symbol = (char)('1' + random_below(random, 5));
            changed = symbol != *at;
            *at = symbol;
        }
    }
    changed = changed && game_read_position(book->rules, state->players, text_slice(&text), other, NULL);
    text_release(&text);
    if (changed)
        return other;
    free(other);
    return NULL;
}

static bool check_seat(
    const struct rulebook *book, const struct state *state, unsigned seat, struct random *random, unsigned *compared)
{
    struct text one, two, all;
    text_init(&one);
    text_init(&two);
    text_init(&all);
    struct state *seen = hide(book, state, seat, &one);
    struct state *again = malloc(game_state_size(book->rules));
    struct state *other = exchange(book, state, seat, random);
    game_write_position(book->rules, seen, &all);
    bool good = game_read_position(book->rules, state->players, text_slice(&all), again, NULL) ||
        complaint("it is not a position: %s", all.bytes);
    if (good) {
        text_clear(&all);
        add_all(book, again, &all);
        good =
            slice_is(text_slice(&all), one.bytes) || complaint("it is read back as %s, not %s", all.bytes, one.bytes);
    }
    if (good && other != NULL) {
        free(hide(book, other, seat, &two));
        text_clear(&all);
        add_all(book, other, &all);
        good =
            slice_is(text_slice(&two), one.bytes) || complaint("seat %u sees %s, not %s", seat, two.bytes, one.bytes);
        ++*compared;
    }
    free(seen);
    free(again);
    free(other);
    text_release(&one);
    text_release(&two);
    text_release(&all);
    return good;
}

static bool check_game(const struct rulebook *book, unsigned players, struct random *random, unsigned *compared)
{
    struct state *state = state_apply_tag(book, players, random, NULL);
    bool good = true;
    for (unsigned i = 0; i < PLIES && good; i++) {
        good = check_seat(book, state, 1 + random_below(random, players), random, compared);
        if (play_randomly(book, state, random, 1) == 0)
            break;
    }
    free(state);
    return good;
}

/* Hands that no deal gives. */
static bool check_study(const struct rulebook *book, struct random *random)
{
    static const char *const studies[] = {"1=R2;2=G4 R1.R3.R4.R5/G1 93 0 1 9",
        "1=R2;2=G4 R?.R1.R3.R4.R5/G1.G2.G3.G5.O? 88 0 2 9", "1=R2;2=G4 R1.R3.R4.R5.?/R2.R?.R3.R4.? 88 0 1 9"};
    unsigned compared = 0;
    bool good = true;
    for (unsigned i = 0; i < sizeof studies / sizeof studies[0] && good; i++) {
        struct state *state = malloc(game_state_size(book->rules));
        if (game_read_position(book->rules, 2, slice_of(studies[i]), state, NULL))
            good = check_seat(book, state, 1, random, &compared) && check_seat(book, state, 2, random, &compared);
        else
            good = complaint("%s cannot be read", studies[i]);
        free(state);
    }
    return good;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    struct random random = {seed + 1};
    unsigned compared = 0;
    bool good = true;
    if (book->game->position.hide == NULL)
        return;
    for (unsigned players = 1; players <= SEATS && good; players++)
        for (unsigned j = 0; j < GAMES && good && game_allows_players(book->rules, players); j++)
            good = check_game(book, players, &random, &compared);
    if (strcmp(one->path, "rulesets/stakz.yaml") == 0)
        good = good && check_study(book, &random);
    tally_count(tally, good, "no seat sees what others hold", one->path);
    tally_count(tally, !one->shipped || compared > 1000 || complaint("%u pairs", compared),
        "there was something to see", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
