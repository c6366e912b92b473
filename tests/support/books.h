/* All rulesets to test with, made ready to play by: the shipped ones, and the
   variants in tests/variants, which a game need not have.  Programs run in the
   root of the tree. */
#ifndef TESTS_SUPPORT_BOOKS_H
#define TESTS_SUPPORT_BOOKS_H

#include "referee/rulebooks.h"

enum { BOOKS = 64 };

struct book {
    struct rulebook_entry entry;
    char path[128];
    bool shipped;
};

struct books {
    struct ruleset_loader loader;
    struct book *list;
    unsigned count;
};

/* Loads them all; false, after saying why, when one has problems. */
bool books_open(struct books *books);
void books_close(struct books *books);

/* The shipped one of that name, NULL when there is none. */
const struct rulebook *books_find(const struct books *books, const char *name);

#endif
