/* SPDX-License-Identifier: MIT */
#include "support/books.h"

#include "games/registry.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const folders[] = {"rulesets", NULL};

static bool add_book(struct books *books, const char *path, bool shipped)
{
    struct book *book = &books->list[books->count];
    if (books->count == BOOKS)
        return complaint("more than %d rulesets", BOOKS);
    books->count++;
    book->shipped = shipped;
    snprintf(book->path, sizeof book->path, "%s", path);
    const char *name = strrchr(path, '/') + 1;
    snprintf(book->name, sizeof book->name, "%.*s", (int)(strlen(name) - strlen(".yaml")), name);
    rulebook_load(&books->loader, slice_of(book->path), true, (struct slice){"", 0}, &book->entry);
    if (book->entry.book.game != NULL)
        return true;
    const struct problem *problem = book->entry.problems.first;
    return complaint("%s cannot be used: %s", path, problem == NULL ? "no memory" : problem->rule->id);
}

static bool add_folder(struct books *books, const char *pattern, bool shipped)
{
    glob_t found;
    bool good = true;
    if (glob(pattern, 0, NULL, &found) != 0)
        return !shipped || complaint("no file %s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++)
        good &= add_book(books, found.gl_pathv[i], shipped);
    globfree(&found);
    return good;
}

bool books_open(struct books *books)
{
    books->loader = (struct ruleset_loader){.find_game = game_find_ruleset, .folders = folders, .games = game_names};
    books->count = 0;
    books->list = calloc(BOOKS, sizeof *books->list);
    if (books->list == NULL)
        return complaint("no memory");
    return add_folder(books, "rulesets/*.yaml", true) && add_folder(books, "tests/variants/*.yaml", false);
}

void books_close(struct books *books)
{
    for (unsigned i = 0; i < books->count; i++)
        rulebook_unload(&books->list[i].entry);
    free(books->list);
}

/* The same for a name, whatever other rulesets there are: FNV-1a. */
static unsigned seed_of(const char *name)
{
    uint32_t hash = 0x811C9DC5;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 0x01000193;
    return hash;
}

static int check_each(book_check *check, bool all)
{
    struct books books;
    struct tally tally = {0};
    const char *only = getenv("CATASTA_GAME");
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    for (unsigned i = 0; i < books.count; i++)
        if (books.list[i].entry.book.game != NULL && (all || books.list[i].shipped) &&
            (only == NULL || strcmp(books.list[i].entry.book.game->ruleset.name, only) == 0))
            check(&books.list[i], seed_of(books.list[i].name), &tally);
    books_close(&books);
    return tally_end(&tally);
}

int check_books(book_check *check)
{
    return check_each(check, true);
}

int check_shipped(book_check *check)
{
    return check_each(check, false);
}

const struct rulebook *books_find(const struct books *books, const char *name)
{
    static const char *const formats[] = {"rulesets/%s.yaml", "tests/variants/%s.yaml"};
    for (unsigned n = 0; n < 2; n++) {
        char path[128];
        snprintf(path, sizeof path, formats[n], name);
        for (unsigned i = 0; i < books->count; i++)
            if (strcmp(books->list[i].path, path) == 0)
                return &books->list[i].entry.book;
    }
    return NULL;
}
