/* SPDX-License-Identifier: MIT */
/* Turns of all kinds, most of them illegal, put on random positions of every ruleset as the
   referee goes on after an illegal turn: what comes of it is a position like others. */
#include "games/common.h"
#include "referee/judge/line_cursor.h"
#include "support/books.h"
#include "support/mutating.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdlib.h>

enum { GAMES = 12, ROUNDS = 30, MUTATIONS = 12, POOL = 64, LISTED = 300 };

/* A game, and turns that were legal somewhere in it. */
struct spot {
    const struct rulebook *book;
    struct state *state;
    struct random *random;
    char *pool[POOL];
    unsigned count;
    unsigned forced, read; /* turns, and positions that were read back */
};

static bool count_turn(void *context, const struct turn *turn)
{
    (void)turn;
    return --*(unsigned *)context > 0;
}

/* Its turns, of which there may be none, can be listed, and one of them can be played. */
static bool check_turns(const struct spot *spot)
{
    const struct rulebook *book = spot->book;
    const struct turn none = {.count = 0};
    struct turn turn;
    unsigned left = LISTED;
    if (book->game->judging.generate != NULL)
        book->game->judging.generate(book->rules, spot->state, count_turn, &left);
    else
        book->game->judging.extend(book->rules, spot->state, &none, count_turn, &left);
    return book->game->judging.generate == NULL || left == 0 || !random_turn(book, spot->state, spot->random, &turn) ||
        turn_is_legal(book, spot->state, &turn) || complaint("a turn that is listed is refused");
}

/* Written and read back it is the same, or it is refused as none that play could have left. */
static bool check_position(struct spot *spot)
{
    const struct rulebook *book = spot->book;
    struct state *back = state_copy(book, spot->state);
    struct fault fault = {.rule = NULL};
    struct text text;
    text_init(&text);
    game_write_position(book->rules, spot->state, &text);
    bool read = game_read_position(book->rules, 0, text_slice(&text), back, &fault);
    bool good = read ? state_same(book, spot->state, back) || complaint("%s is read as another position", text.bytes)
                     : fault.rule == &common_rules[COMMON_BAD_POSITION] || complaint("%s is refused", text.bytes);
    spot->read += read;
    text_release(&text);
    free(back);
    return good;
}

static bool check_looks(const struct spot *spot)
{
    const struct rulebook *book = spot->book;
    struct outcome outcome = outcome_of(book, spot->state);
    struct arena arena;
    struct view view;
    struct score_breakdown sum;
    int32_t halves[SEATS] = {0};
    arena_init(&arena, 0);
    bool good = book->game->display.view(book->rules, spot->state, NULL, &arena, &view) &&
        game_breakdown(book->rules, spot->state, &arena, &sum);
    for (size_t i = 0; good && i < sum.count; i++)
        halves[sum.items[i].seat - 1] += sum.items[i].halves;
    for (unsigned i = 0; good && i < spot->state->players && book->game->result.scoring != SCORE_WIN; i++)
        good = halves[i] == outcome.halves[i] || complaint("the items of seat %u do not come to its score", i + 1);
    arena_release(&arena);
    return good && (outcome.over == (outcome.reason != NULL) || complaint("over and reason contradict each other"));
}

static bool check_spot(struct spot *spot, unsigned players)
{
    const struct state *state = spot->state;
    if (state->players != players || state->seat < 1 || state->seat > players || state->number < 1)
        return complaint("seat %u of %u, number %u", state->seat, state->players, state->number);
    return check_position(spot) && check_looks(spot) && (outcome_of(spot->book, state).over || check_turns(spot));
}

/* As the referee does it. */
static bool force(struct spot *spot, const struct turn *turn)
{
    const struct rulebook *book = spot->book;
    struct state *before = state_copy(book, spot->state);
    const struct turn pass = {.shape = TURN_PASS};
    unsigned players = spot->state->players;
    bool made = game_force(book->rules, spot->state, turn->shape == TURN_RESIGN ? &pass : turn);
    bool good = made
        ? check_spot(spot, players)
        : memcmp(before, spot->state, game_state_size(book->rules)) == 0 || complaint("it was not carried");
    spot->forced += made;
    free(before);
    return good;
}

static bool force_all(struct spot *spot, struct slice text)
{
    const struct rulebook *book = spot->book;
    struct reader reader;
    struct record record;
    bool good = true;
    if (read_record(&reader, &record, text, shapes_of(book))) {
        for (size_t i = 0; i < record.main.count && good; i++) {
            const struct item *item = &record.main.items[i];
            struct turn turn = {.shape = item->shape};
            if (item->kind == ITEM_TURN && item->shape != TURN_TOPPLE && shape_is_of_game(book, item->shape) &&
                (item->shape == TURN_RESIGN || resolve_item(book, &record, item, &turn)) &&
                !outcome_of(book, spot->state).over)
                good = force(spot, &turn);
        }
    }
    reader_close(&reader);
    return good;
}

/* A legal turn or some, and then turns made of those that were legal before. */
static bool check_round(struct spot *spot)
{
    struct turn turn;
    struct text text;
    bool good = true;
    text_init(&text);
    for (unsigned i = random_below(spot->random, 4); i > 0 && !outcome_of(spot->book, spot->state).over; i--) {
        if (!random_turn(spot->book, spot->state, spot->random, &turn))
            break;
        char **place = &spot->pool[spot->count < POOL ? spot->count++ : random_below(spot->random, POOL)];
        free(*place);
        *place = strdup(turn_text(spot->book, spot->state, &turn, &text));
        good = game_play(spot->book->rules, spot->state, &turn, NULL);
    }
    text_clear(&text);
    text_add_string(&text, "1. ");
    for (unsigned i = 0; i < MUTATIONS && spot->count > 0; i++) {
        const char *one = spot->pool[random_below(spot->random, spot->count)];
        if (random_once_in(spot->random, 3))
            text_printf(&text, "%s\n", one);
        else
            mutate_turn(&text, one, spot->pool[random_below(spot->random, spot->count)], spot->random);
    }
    if (random_once_in(spot->random, 8))
        text_add_string(&text, "pass\nout\nresign\n");
    good = good && (spot->count == 0 || force_all(spot, text_slice(&text)));
    text_release(&text);
    return good;
}

static bool check_game(struct spot *spot, unsigned players)
{
    bool good = true;
    spot->state = state_apply_tag(spot->book, players, spot->random, NULL);
    for (unsigned i = 0; i < ROUNDS && good && !outcome_of(spot->book, spot->state).over; i++)
        good = check_round(spot);
    free(spot->state);
    return good;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    struct random random = {seed + 1};
    struct spot spot = {.book = &one->entry.book, .random = &random};
    bool good = true;
    for (unsigned players = 1; players <= SEATS; players++)
        for (unsigned j = 2 + share_of(GAMES - 2); j > 0 && good; j--)
            if (game_allows_players(spot.book->rules, players))
                good = check_game(&spot, players);
    tally_count(tally, good, "a forced turn leaves a sound position", one->path);
    tally_count(tally, spot.forced >= share_of(10) && spot.read > 0, "turns are forced", one->path);
    for (unsigned j = 0; j < spot.count; j++)
        free(spot.pool[j]);
}

int main(void)
{
    return check_books(check_ruleset);
}
