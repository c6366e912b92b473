/* SPDX-License-Identifier: MIT */
/* What the grammar of conditions makes: tests, by a constructor a production. */
#ifndef CATASTA_ARCHIVE_CONDITION_PARTS_H
#define CATASTA_ARCHIVE_CONDITION_PARTS_H

#include "archive/condition.h"
#include "base/arena.h"

enum comparison { EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST, CONTAINS };

enum test_kind { TEST_AND, TEST_OR, TEST_NOT, TEST_FIELD, TEST_FAULT, TEST_TURN, TEST_CELL };

/* A word or a text of the condition. */
struct condition_word {
    struct slice text; /* without quotes, escapes undone */
    struct span span;
};

struct test {
    enum test_kind kind;
    bool compares; /* a field: with .value, else whether it is there, or true */
    enum comparison comparison;
    struct field field; /* or a property of a cell */
    struct slice value; /* folded where that is compared; of a turn without spaces; an id; a cell */
    uint32_t before;    /* only before this turn; UINT32_MAX: at any time */
    struct test *first; /* tests that it is made of */
    struct test *last;
    struct test *next; /* ... and the next one of these */
};

struct condition {
    struct arena arena;
    struct slice text; /* in it */
    struct test *root;
    enum catasta_keep keeps;
    struct text scratch; /* of a value */
    struct arena folded;
};

/* A condition being read. */
struct condition_reading {
    struct condition *condition;
    struct slice text;
    size_t at; /* in it */
    struct condition_fault *fault;
};

/* Constructors; NULL after a fault, or out of memory. */
struct test *test_join(
    struct condition_reading *reading, enum test_kind kind, struct test *before, struct test *behind);
struct test *test_field(struct condition_reading *reading, struct condition_word name);
struct test *test_comparison(struct condition_reading *reading, struct condition_word name, enum comparison comparison,
    struct condition_word value);
struct test *test_property(struct condition_reading *reading, struct condition_word name, enum comparison comparison,
    struct condition_word value);
struct test *test_fault(struct condition_reading *reading, struct condition_word id);
struct test *test_turn(struct condition_reading *reading, struct condition_word turn, uint32_t before);
struct test *test_cell(
    struct condition_reading *reading, struct condition_word cell, struct test *properties, uint32_t before);

/* The number of a turn. */
bool read_turn_number(struct condition_reading *reading, struct condition_word word, uint32_t *number);

/* Says what is wrong at SPAN, unless that was said of another. */
void condition_wrong(struct condition_reading *reading, struct span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
