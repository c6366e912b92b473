/* SPDX-License-Identifier: MIT */
/* Habits of people who type a game: what runs through a whole sheet, a dash for every '-', a table for a
   list of turns; and blocks, what goes wrong with whole rows.  A habit that a careful reader cannot
   undo is a fault.  Half of them are held out: whoever writes the rules that read records does not look at
   habits.c, habits_turn.c and habits_block.c, and learns of those only how often they are read right. */
#ifndef TESTS_SUPPORT_HABITS_H
#define TESTS_SUPPORT_HABITS_H

#include "support/sheet.h"

/* What is to become of it. */
enum habit_class {
    HABIT_PROMISED, /* copied right: catasta-typed(7) says so */
    HABIT_TYPED,    /* copied right, as a careful reader would */
    HABIT_FAULT,    /* anything but another game */
    HABIT_CHATTY,   /* legal, and nothing is asked about */
    HABIT_STRAY,    /* the word is a comment, and the turn after it is asked about */
    HABIT_BLOCK,    /* an error, of which the referee proposes what was meant */
    HABIT_CLASSES
};

/* What of a sheet a habit takes; two that take the same do not go together. */
enum {
    SLOT_SHAPE = 1,
    SLOT_SPACE = 2,
    SLOT_SIGNS = 4,
    SLOT_MARKUP = 8,
    SLOT_NUMBERS = 16,
    SLOT_LAYOUT = 32,
    SLOT_RESULT = 64,
    SLOT_TAGS = 128,
    SLOT_FILE = 256,
    SLOT_LINES = 512,
    SLOT_PROSE = 1024,
    SLOT_BLOCK = 2048,
    SLOT_NAMES = 4096,
    SLOT_REMARKS = 8192,
};

struct habit {
    const char *group;
    enum habit_class class;
    bool held; /* out */
    unsigned slots;
    bool (*plant)(
        struct sheet *sheet, const struct habit *habit); /* false where it does not apply; NULL: nothing to do */
    spelling *spell;                                     /* of each turn; NULL: as it is */
    const char *a;
    const char *b;
    unsigned n;
    unsigned shapes; /* bits of enum turn_shape; 0: all */
};

extern const struct habit habits[];
extern const unsigned habit_count;

/* Whether ONE and OTHER can be in one sheet. */
bool habits_agree(const struct habit *one, const struct habit *other);

/* Has SHEET typed with HABIT, too; false where it does not apply. */
bool habit_plant(const struct habit *habit, struct sheet *sheet);

/* Within turns. */
spelling habit_signs;  /* A: a character and what is typed for it, and so on, with spaces between; N: kinds of tokens */
spelling habit_wide;   /* ASCII as full-width forms; N: kinds of tokens, 0 all */
spelling habit_spaced; /* B at the marks A; N: 1 before, 2 after */
spelling habit_within; /* A after the first sign; with N after each mark */
spelling habit_broken; /* B after one of the marks A, or with N before one */
spelling habit_case;   /* N: kinds of tokens, capitals as small letters and the reverse */
spelling habit_words;  /* 'pass' as 'Pass', or with N as 'PASS' */
spelling habit_confused; /* A: as of signs, in digits of cells and tiles */
spelling habit_order;    /* letter and digit of cells and tiles exchanged */
spelling habit_wrapped;  /* between A and B */
spelling habit_pass;     /* A for 'pass' */

/* Blocks. */
bool block_round_missing(struct sheet *sheet, const struct habit *habit);
bool block_row_twice(struct sheet *sheet, const struct habit *habit);
bool block_rows_exchanged(struct sheet *sheet, const struct habit *habit);
bool block_columns(struct sheet *sheet, const struct habit *habit);
bool block_first_missing(struct sheet *sheet, const struct habit *habit);
bool block_brace(struct sheet *sheet, const struct habit *habit);
bool block_slips(struct sheet *sheet, const struct habit *habit);
bool block_two_missing(struct sheet *sheet, const struct habit *habit);
bool block_result(struct sheet *sheet, const struct habit *habit);

#endif
