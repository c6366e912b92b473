/* SPDX-License-Identifier: MIT */
/* The sums behind scores, at every ply of random games of every ruleset: they come to
   what judge_end gives, and to what there is to see. */
#include "support/books.h"
#include "support/playing.h"
#include "support/tally.h"

#include <ctype.h>
#include <stdlib.h>

enum { GAMES = 12, PLIES = 160 };

struct spot {
    const struct rulebook *book;
    const struct state *state;
    struct outcome outcome;
    struct score_breakdown sum;
    struct view view;
    int32_t totals[SEATS];
};

static bool is_of_points(const struct spot *spot)
{
    return spot->book->game->result.scoring != SCORE_WIN;
}

/* Each item is of a seat, those behind it of no earlier one, and comes to what it says. */
static bool check_terms(struct spot *spot)
{
    unsigned seat = 1;
    memset(spot->totals, 0, sizeof spot->totals);
    for (size_t i = 0; i < spot->sum.count; i++) {
        const struct score_item *item = &spot->sum.items[i];
        if (item->seat < seat || item->seat > spot->state->players || item->halves != 2 * item->count * item->times ||
            item->name[0] == '\0' || item->holds == NULL || item->why == NULL)
            return complaint("the item %s of seat %u is not right", item->name, item->seat);
        seat = item->seat;
        spot->totals[seat - 1] += item->halves;
    }
    return true;
}

static bool check_totals(struct spot *spot)
{
    for (unsigned i = 0; i < spot->state->players && is_of_points(spot); i++)
        if (spot->totals[i] != spot->outcome.halves[i])
            return complaint("seat %u has %d halves, its items come to %d", i + 1, (int)spot->outcome.halves[i],
                (int)spot->totals[i]);
    return true;
}

/* Who has reached the goal has won, and nobody else does in the same turn. */
static bool check_goal(struct spot *spot)
{
    uint32_t there = 0;
    for (unsigned i = 0; i < spot->state->players; i++)
        there |= (uint32_t)(spot->totals[i] >= 2 * (int32_t)spot->sum.goal) << i;
    if (spot->sum.goal == 0)
        return is_of_points(spot) || complaint("there is no goal");
    return !spot->outcome.over || there == 0 || (spot->outcome.winners & ~there) == 0 ||
        complaint("%x have reached the goal, %x have won", (unsigned)there, (unsigned)spot->outcome.winners);
}

/* Zones of the board that the other side has on top, out of the view alone. */
static bool check_zones(struct spot *spot)
{
    int32_t held[SEATS] = {0};
    bool any = false;
    for (size_t i = 0; i < spot->view.count; i++) {
        const struct view_cell *cell = &spot->view.cells[i];
        unsigned owner = cell->height == 0 ? 0 : cell->pieces[cell->height - 1].seat;
        any |= cell->zone != 0;
        if (cell->zone != 0 && owner != 0 && owner != cell->zone)
            held[owner - 1] += 2;
    }
    return !any || memcmp(held, spot->totals, sizeof held) == 0 || complaint("zones are held otherwise");
}

/* The first number of its own in LINE, -1: there is none. */
static long number_in(const char *line)
{
    for (const char *at = line; *at != '\0'; at++)
        if (isdigit((unsigned char)*at) && (at == line || at[-1] == ' '))
            return strtol(at, NULL, 10);
    return -1;
}

/* A number in the line of a seat is its total, or that of what is looked at besides. */
static bool check_lines(struct spot *spot)
{
    for (unsigned seat = 1; seat <= spot->view.seats; seat++) {
        const char *line = spot->view.lines[seat - 1];
        long number = line == NULL ? -1 : number_in(line);
        bool found = number == -1 || 2 * number == spot->totals[seat - 1];
        for (size_t i = 0; i < spot->sum.count; i++)
            found |=
                spot->sum.items[i].seat == seat && spot->sum.items[i].times == 0 && spot->sum.items[i].count == number;
        if (!found)
            return complaint("'%s', but the items come to %d halves", line, (int)spot->totals[seat - 1]);
    }
    return true;
}

/* What an item says that lies on a cell lies there. */
static bool check_holds(struct spot *spot)
{
    struct text text;
    bool good = true;
    text_init(&text);
    for (size_t i = 0; i < spot->sum.count && good; i++)
        for (size_t j = 0; j < spot->view.count && good; j++) {
            const struct view_cell *cell = &spot->view.cells[j];
            if (cell->board != 0 || strcmp(cell->name, spot->sum.items[i].name) != 0)
                continue;
            text_clear(&text);
            for (unsigned k = 0; k < cell->height; k++)
                text_printf(&text, "%s%s", k > 0 && cell->pieces[k].text[1] != '\0' ? "." : "", cell->pieces[k].text);
            good = slice_is(text_slice(&text), spot->sum.items[i].holds) ||
                complaint("%s holds %s, not %s", cell->name, text_slice(&text).at, spot->sum.items[i].holds);
        }
    text_release(&text);
    return good;
}

static bool check_spot(const struct rulebook *book, const struct state *state)
{
    struct arena arena;
    struct spot spot = {.book = book, .state = state, .outcome = outcome_of(book, state)};
    arena_init(&arena, 0);
    bool good = game_breakdown(book->rules, state, &arena, &spot.sum) &&
        book->game->display.view(book->rules, state, NULL, &arena, &spot.view) && check_terms(&spot) &&
        check_totals(&spot) && check_goal(&spot) && check_zones(&spot) && check_lines(&spot) && check_holds(&spot);
    arena_release(&arena);
    return good;
}

static bool check_game(const struct rulebook *book, unsigned players, struct random *random)
{
    struct state *state = state_apply_tag(book, players, random, NULL);
    bool good = check_spot(book, state);
    for (unsigned i = 0; i < PLIES && good && play_randomly(book, state, random, 1) > 0; i++)
        good = check_spot(book, state);
    free(state);
    return good;
}

/* What is there where memory runs out, at whatever place, is not taken for a sum. */
static bool check_memory(const struct rulebook *book)
{
    struct state *state = state_start(book, fewest_players(book));
    struct random random = {7};
    play_randomly(book, state, &random, 40);
    bool good = true;
    for (size_t limit = 1; limit < 4096 && good; limit += 97) {
        struct arena arena;
        struct score_breakdown sum;
        arena_init(&arena, limit);
        good = game_breakdown(book->rules, state, &arena, &sum) != arena.failed || complaint("with %zu bytes", limit);
        arena_release(&arena);
    }
    free(state);
    return good;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    struct random random = {seed + 1};
    bool good = true;
    for (unsigned players = 1; players <= SEATS && good; players++)
        for (unsigned j = 0; j < GAMES && good && game_allows_players(book->rules, players); j++)
            good = check_game(book, players, &random);
    tally_count(tally, good, "sums come to the scores", one->path);
    tally_count(tally, check_memory(book), "sums know when memory ran out", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
