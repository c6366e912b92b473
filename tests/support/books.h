/* SPDX-License-Identifier: MIT */
/* All rulesets to test with, made ready to play by: the shipped ones, and the
   variants in tests/variants, which a game need not have.  Programs run in the
   root of the tree. */
#ifndef TESTS_SUPPORT_BOOKS_H
#define TESTS_SUPPORT_BOOKS_H

#include "referee/rulebooks.h"
#include "support/tally.h"

enum { BOOKS = 128 };

struct book {
    struct rulebook_entry entry;
    char path[128];
    char name[64]; /* of the file, without its end */
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

/* Has CHECK look at each of them, or each that is shipped, with a SEED of its name; prints the sum of what it counts,
   and returns the exit status. With CATASTA_GAME in the environment only those of that game. */
typedef void book_check(struct book *book, unsigned seed, struct tally *tally);
int check_books(book_check *check);
int check_shipped(book_check *check);

/* The shipped one of that name, or else the variant, NULL when there is none. */
const struct rulebook *books_find(const struct books *books, const char *name);

#endif
