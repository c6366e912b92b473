/* Games against their slow second telling: the same turns, the same ends, in random
   positions. */
#include "support/books.h"
#include "support/playing.h"
#include "support/slow.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 400 };

enum { TURNS_LISTED = 50000 };

struct told {
    const struct telling *telling;
    const struct slow_rules *rules;
};

struct comparison {
    const struct turn_list *list;
    size_t count;
    bool good;
};

static void compare_turn(void *context, const char *turn, const struct slow_position *after)
{
    struct comparison *comparison = context;
    (void)after;
    comparison->count++;
    if (comparison->good && !list_has(comparison->list, turn))
        comparison->good = complaint("%s is legal but not listed", turn);
}

static bool same_end(const char *reason, int winner, const char *found, uint32_t winners)
{
    if (reason == NULL || found == NULL)
        return reason == found;
    return strcmp(reason, found) == 0 && winners == (winner == 0 ? 0 : 1u << (winner - 1));
}

/* Ends that the telling knows nothing of are none to it. */
static bool check_end(const struct rulebook *book, const struct told *told, const struct state *state,
    const struct slow_position *position)
{
    int winner = 0;
    struct outcome outcome = outcome_of(book, state);
    const char *reason = told->telling->end(told->rules, position, &winner);
    const char *found = outcome.reason;
    if (found != NULL && strstr(told->telling->reasons, found) == NULL)
        found = NULL;
    return same_end(reason, winner, found, outcome.winners) ||
        complaint("it has ended by %s for %d, found %s", reason == NULL ? "nothing" : reason, winner,
            found == NULL ? "nothing" : found);
}

static bool check_position(const struct rulebook *book, const struct told *told, const struct state *state)
{
    struct slow_position position;
    struct turn_list list;
    struct text text;
    text_init(&text);
    book->game->write_position(book->rules, state, &text);
    bool good = slow_read(told->rules, text.bytes, &position) || complaint("%s is not read", text.bytes);
    bool whole = list_turns(book, state, TURNS_LISTED, &list);
    struct comparison comparison = {&list, 0, good};
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

static bool check_book(const struct rulebook *book, const struct told *told, struct random *random)
{
    struct state *state = state_start(book, 2);
    bool good = check_position(book, told, state);
    for (unsigned i = 0; i < POSITIONS && good; i++) {
        if (outcome_of(book, state).over || play_randomly(book, state, random, 1) == 0)
            book->game->start(book->rules, 2, state);
        good = check_position(book, told, state);
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
        const char *path = books.list[i].path;
        const struct telling *telling = slow_telling(book->game->ruleset.name);
        char name[64];
        struct random random = {77 + i};
        if (telling == NULL)
            continue;
        snprintf(name, sizeof name, "%s", strrchr(path, '/') + 1);
        *strrchr(name, '.') = '\0';
        const struct told told = {telling, telling->find(name)};
        tally_count(&tally, told.rules != NULL && check_book(book, &told, &random), "is as its page tells it", path);
    }
    books_close(&books);
    return tally_end(&tally);
}
