/* Accasta against its slow second telling: the same turns, the same winners, in
   random positions, and the same perft counts. */
#include "support/books.h"
#include "support/playing.h"
#include "support/slow.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 400 };

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

static bool check_winner(const struct rulebook *book, const struct state *state, int winner)
{
    struct outcome outcome = outcome_of(book, state);
    bool castle = outcome.reason != NULL && strcmp(outcome.reason, "castle") == 0;
    if (castle != (winner != 0) || (castle && outcome.winners != 1u << (winner - 1)))
        return complaint("seat %d has won by its castle, found %s", winner, castle ? "another" : "none");
    return true;
}

static bool check_position(const struct rulebook *book, const struct slow_rules *rules, const struct state *state)
{
    struct slow_position position;
    struct turn_list list;
    struct text text;
    text_init(&text);
    book->game->write_position(book->rules, state, &text);
    bool good = slow_read(rules, text.bytes, &position) || complaint("%s is not read", text.bytes);
    list_turns(book, state, 1000000, &list);
    struct comparison comparison = {&list, 0, good};
    if (good)
        slow_turns(rules, &position, compare_turn, &comparison);
    good = comparison.good && check_winner(book, state, slow_winner(rules, &position));
    if (good && comparison.count != list.count)
        good = complaint("%zu turns are legal, %zu listed", comparison.count, list.count);
    if (!good)
        complaint("in %s", text.bytes);
    list_release(&list);
    text_release(&text);
    return good;
}

static bool check_book(const struct rulebook *book, const struct slow_rules *rules, struct random *random)
{
    struct state *state = state_start(book, 2);
    bool good = check_position(book, rules, state);
    for (unsigned i = 0; i < POSITIONS && good; i++) {
        if (outcome_of(book, state).over || play_randomly(book, state, random, 1) == 0)
            book->game->start(book->rules, 2, state);
        good = check_position(book, rules, state);
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
        char name[64];
        struct random random = {77 + i};
        if (strcmp(book->game->ruleset.name, "accasta") != 0)
            continue;
        snprintf(name, sizeof name, "%s", strrchr(path, '/') + 1);
        *strrchr(name, '.') = '\0';
        const struct slow_rules *rules = slow_find(name);
        tally_count(&tally, rules != NULL && check_book(book, rules, &random), "is as its page tells it", path);
    }
    books_close(&books);
    return tally_end(&tally);
}
