/* SPDX-License-Identifier: MIT */
/* The least and the most that every key of a ruleset takes, by the tables of keys: both are taken, one less and one
   more are refused, as is what is none of a key's words; and a game can begin at both. */
#include "support/books.h"
#include "support/playing.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { TURNS = 12, KEYS = 512 };

/* What became of a value: its key does not take it, it contradicts others, or a game began with it. */
enum taken { REFUSED, UNFIT, TAKEN };

/* What limits need beside them for a game to begin; NULL: nothing that stands in the words of an override, or nothing
   at all, since other limits are nearer. */
static const struct need {
    const char *game;
    const char *key;
    unsigned which; /* 0: the least, 1: the most */
    const char *words;
} needs[] = {
    {"abande", "moves_after", 1, "pool=63"},
    {"accasta", "board.rows", 0, NULL},      /* castles and setup on one cell */
    {"accasta", "board.rows", 1, NULL},      /* a row has at most 31 cells */
    {"accasta", "win.controlling", 1, NULL}, /* castles of all cells */
    {"dvonn", "board.rows", 0, NULL},        /* as many pieces as cells */
    {"dvonn", "board.rows", 1, NULL},
    {"dvonn", "reds", 1, "pieces=20"},
    {"dvonn", "pieces", 0, NULL},
    {"dvonn", "pieces", 1, NULL},
    {"staka", "start.per_kind", 1, "copies_per_kind=99"},
    {"staka", "start.each_colour_up", 1, "start.per_kind=99 copies_per_kind=99"},
    {"stakd", "base_touch", 1, NULL}, /* the shape of the base says how many can */
    {"staku", "board.hexhex", 0, NULL},
    {"staku", "board.rows", 0, NULL},
    {"staku", "board.rows", 1, NULL},
    {"stakz", "symbols", 0, "copies=20"},
    {"stakz", "copies", 1, NULL}, /* a set has at most 250 tiles */
    {"stakz", "hand.per_colour", 1, "copies=10"},
    {"tzaar", "board.hexhex", 0, NULL}, /* the set-up of a board of side 5 */
    {"tzaar", "board.rows", 0, NULL},
    {"tzaar", "board.rows", 1, NULL},
};
enum { NEEDS = sizeof needs / sizeof needs[0] };

static const struct need *find_need(const struct game *game, const struct key *key, unsigned which)
{
    for (size_t i = 0; i < NEEDS; i++)
        if (strcmp(needs[i].game, game->ruleset.name) == 0 && strcmp(needs[i].key, key->name) == 0 &&
            needs[i].which == which)
            return &needs[i];
    return NULL;
}

/* The keys of games, and with which of their limits a game began in some ruleset. */
struct seen {
    const struct game *game;
    const struct key *key;
    bool began[2];
};
static struct seen seen[KEYS];
static size_t count;

static struct seen *find_seen(const struct game *game, const struct key *key)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].game == game && seen[i].key == key)
            return &seen[i];
    seen[count] = (struct seen){.game = game, .key = key};
    return &seen[count++];
}

/* Whether the loader itself found that KEY does not take its value. */
static bool is_refused(const struct problems *problems)
{
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next)
        if (problem->rule == &ruleset_rules[RULESET_DOMAIN])
            return true;
    return false;
}

/* The ruleset of BOOK with KEY=VALUE. */
static enum taken try_value(const struct books *books, const struct book *book, const char *key, const char *value)
{
    struct rulebook_entry entry = {.book = {.game = NULL}};
    char words[256];
    enum taken taken = TAKEN;
    snprintf(words, sizeof words, "%s=%s", key, value);
    rulebook_load(&books->loader, slice_of(book->path), true, slice_of(words), &entry);
    if (entry.book.game == NULL) {
        taken = is_refused(&entry.problems) ? REFUSED : UNFIT;
    } else {
        struct state *state = state_start(&entry.book, fewest_players(&entry.book));
        play_randomly(&entry.book, state, &(struct random){1}, TURNS);
        free(state);
    }
    rulebook_unload(&entry);
    return taken;
}

static bool check_number(const struct books *books, const struct book *book, const struct key *key, struct seen *mark)
{
    const uint32_t limits[2] = {key->minimum, key->maximum};
    const long long beyond[2] = {(long long)key->minimum - 1, (long long)key->maximum + 1};
    char value[40];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(value, sizeof value, "%u", (unsigned)limits[i]);
        enum taken taken = try_value(books, book, key->name, value);
        mark->began[i] |= taken == TAKEN;
        const struct need *need = find_need(mark->game, key, i);
        if (need != NULL && need->words != NULL && taken == UNFIT) {
            char words[200];
            snprintf(words, sizeof words, "%s %s", value, need->words);
            mark->began[i] |= try_value(books, book, key->name, words) == TAKEN;
        }
        if (taken == REFUSED)
            return complaint("%s: %s=%s is refused", book->path, key->name, value);
        snprintf(value, sizeof value, "%lld", beyond[i]);
        if (try_value(books, book, key->name, value) != REFUSED)
            return complaint("%s: %s=%s is not refused", book->path, key->name, value);
    }
    return true;
}

static bool check_words(const struct books *books, const struct book *book, const struct key *key, struct seen *mark)
{
    struct slice rest = slice_of(key->words);
    struct slice word;
    mark->began[0] = mark->began[1] = true;
    while (slice_split(&rest, ' ', &word) && word.length > 0) {
        char value[64];
        snprintf(value, sizeof value, "%.*s", (int)word.length, word.at);
        if (try_value(books, book, key->name, value) == REFUSED)
            return complaint("%s: %s=%s is refused", book->path, key->name, value);
    }
    return try_value(books, book, key->name, "zebra") == REFUSED ||
        complaint("%s: %s takes any word", book->path, key->name);
}

static bool check_key(const struct books *books, const struct book *book, const struct key *key)
{
    struct seen *mark = find_seen(book->entry.book.game, key);
    switch (key->type) {
    case KEY_NUMBER:
    case KEY_NUMBERS:
    case KEY_COUNTS:
        return check_number(books, book, key, mark);
    case KEY_WORD:
        return check_words(books, book, key, mark);
    default:
        mark->began[0] = mark->began[1] = true;
        return true;
    }
}

int main(void)
{
    struct tally tally = {0};
    struct books books;
    bool good = books_open(&books);
    for (unsigned i = 0; i < books.count && good; i++) {
        const struct book *book = &books.list[i];
        bool fine = true;
        for (const struct key *key = book->entry.book.game->ruleset.keys; key->name != NULL; key++)
            fine &= check_key(&books, book, key);
        tally_count(&tally, fine, "what keys take", book->path);
    }
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < 2; k++) {
            const struct need *need = find_need(seen[i].game, seen[i].key, k);
            bool fine = seen[i].began[k] || (need != NULL && need->words == NULL) ||
                complaint("no game begins with the %s %s of %s", k == 0 ? "least" : "most", seen[i].key->name,
                    seen[i].game->ruleset.name);
            tally_count(&tally, fine, "limits that a game begins with", seen[i].key->name);
        }
    books_close(&books);
    return tally_end(&tally);
}
