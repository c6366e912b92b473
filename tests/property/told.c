/* SPDX-License-Identifier: MIT */
/* Games against their slow second telling: the same turns, the same ends, in random
   positions.  "told RULESET POSITIONS [SEED]" compares so many of one ruleset alone. */
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slow.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

/* Positions for each number of players; fewer where each is a text taken apart. */
enum { POSITIONS = 400, POSITIONS_OF_TEXT = 120, TURNS_LISTED = 50000 };

struct told {
    const struct telling *telling;
    const struct slow_rules *rules;
    unsigned positions;
};

struct comparison {
    const struct rulebook *book;
    const struct state *state;
    const struct turn_list *list;
    size_t count;
    bool good;
};

/* Where the telling says what comes of a turn, that too. */
static bool same_after(const struct comparison *comparison, const char *turn, const char *wanted)
{
    const struct rulebook *book = comparison->book;
    struct state *after = state_copy(book, comparison->state);
    struct text text;
    size_t i = 0;
    text_init(&text);
    while (strcmp(comparison->list->texts[i], turn) != 0)
        i++;
    game_play(book->rules, after, &comparison->list->turns[i], NULL);
    game_write_position(book->rules, after, &text);
    bool same = strcmp(text.bytes, wanted) == 0 || complaint("%s leads to %s, found %s", turn, wanted, text.bytes);
    text_release(&text);
    free(after);
    return same;
}

static void compare_turn(void *context, const char *turn, const struct slow_position *after)
{
    struct comparison *comparison = context;
    comparison->count++;
    if (comparison->good && !list_has(comparison->list, turn))
        comparison->good = complaint("%s is legal but not listed", turn);
    if (comparison->good && after->text[0] != '\0')
        comparison->good = same_after(comparison, turn, after->text);
}

static bool same_end(const char *reason, unsigned wanted, const char *found, uint32_t winners)
{
    if (reason == NULL || found == NULL)
        return reason == found;
    return strcmp(reason, found) == 0 && winners == wanted;
}

static bool check_points(const struct told *told, const struct slow_position *position, const struct outcome *outcome)
{
    int points[SLOW_SEATS_MOST] = {0};
    if (told->telling->points == NULL)
        return true;
    told->telling->points(told->rules, position, points);
    for (unsigned i = 0; i < SEATS; i++)
        if (2 * points[i] != outcome->halves[i])
            return complaint("seat %u has %d points, found %d", i + 1, points[i], (int)outcome->halves[i] / 2);
    return true;
}

/* Ends that the telling knows nothing of are none to it. */
static bool check_end(const struct rulebook *book, const struct told *told, const struct state *state,
    const struct slow_position *position)
{
    unsigned winners = 0;
    struct outcome outcome = outcome_of(book, state);
    const char *reason = told->telling->end(told->rules, position, &winners);
    const char *found = outcome.reason;
    if (found != NULL && strstr(told->telling->reasons, found) == NULL)
        found = NULL;
    return check_points(told, position, &outcome) &&
        (same_end(reason, winners, found, outcome.winners) ||
            complaint("it has ended by %s for %x, found %s for %x", reason == NULL ? "nothing" : reason, winners,
                found == NULL ? "nothing" : found, (unsigned)outcome.winners));
}

static bool check_position(const struct rulebook *book, const struct told *told, const struct state *state)
{
    struct slow_position position;
    struct turn_list list;
    struct text text;
    text_init(&text);
    game_write_position(book->rules, state, &text);
    bool good = slow_read(told->telling, told->rules, text.bytes, &position) || complaint("%s is not read", text.bytes);
    bool whole = list_turns(book, state, TURNS_LISTED, &list);
    struct comparison comparison = {book, state, &list, 0, good};
    if (good && whole)
        told->telling->turns(told->rules, &position, compare_turn, &comparison);
    good = comparison.good && check_end(book, told, state, &position);
    if (good && whole && comparison.count != list.count)
        good = complaint("%zu turns are legal, %zu listed", comparison.count, list.count);
    if (!good)
        complaint("in %s", text.bytes);
    list_release(&list);
    text_release(&text);
    return good;
}

static bool check_players(const struct rulebook *book, const struct told *told, unsigned players, struct random *random)
{
    struct state *state = state_start(book, players);
    bool good = check_position(book, told, state);
    for (unsigned i = 0; i < told->positions && good; i++) {
        if (outcome_of(book, state).over || play_randomly(book, state, random, 1) == 0)
            game_start(book->rules, players, state);
        good = check_position(book, told, state);
    }
    free(state);
    return good;
}

static bool check_book(const struct rulebook *book, const struct told *told, struct random *random)
{
    bool good = true;
    for (unsigned players = 1; players <= SEATS && good; players++)
        if (game_allows_players(book->rules, players))
            good = check_players(book, told, players, random);
    return good;
}

static void check_told(struct book *one, unsigned positions, struct random random, struct tally *tally)
{
    const struct rulebook *book = &one->entry.book;
    const struct telling *telling = slow_telling(book->game->ruleset.name);
    if (telling == NULL)
        return;
    if (positions == 0)
        positions = share_of(telling->reads_text ? POSITIONS_OF_TEXT : POSITIONS);
    const struct told told = {telling, telling->find(one->name), positions};
    tally_count(tally, told.rules != NULL && check_book(book, &told, &random), "is as its page tells it", one->path);
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    check_told(one, 0, (struct random){77 + seed}, tally);
}

static int check_one(const char *name, unsigned positions, uint64_t seed)
{
    struct books books;
    struct tally tally = {0};
    books_open(&books);
    for (unsigned i = 0; i < books.count; i++)
        if (strcmp(books.list[i].name, name) == 0)
            check_told(&books.list[i], positions, (struct random){seed}, &tally);
    books_close(&books);
    return tally_end(&tally);
}

int main(int count, char **arguments)
{
    return count < 3 ? check_books(check_ruleset)
                     : check_one(arguments[1], (unsigned)strtoul(arguments[2], NULL, 10),
                           count > 3 ? strtoull(arguments[3], NULL, 10) : 1);
}
