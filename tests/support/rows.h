/* SPDX-License-Identifier: MIT */
/* Rows of packaging/conformance: a position, a turn, and what comes of it, as a line of JSON a row. */
#ifndef TESTS_SUPPORT_ROWS_H
#define TESTS_SUPPORT_ROWS_H

#include "base/text.h"
#include "catasta.h"

/* A row. What is given is the ruleset, the position and the turn; row_judge finds the rest. */
struct row {
    struct text ruleset;
    struct text position;
    struct text turn;
    unsigned seats;
    const char *ended; /* why the position is over already; NULL: it is not */
    bool legal;
    const char *id; /* of the rule that is broken, or of a note; NULL: none */
    bool over;
    const char *reason; /* why it is over */
    uint32_t winners;   /* bit s-1 for seat s; none: a draw */
    struct text after;
    struct text canonical; /* the turn as it is written best, if it is legal */
    struct text line;
};
void row_init(struct row *row);
void row_release(struct row *row);

/* Takes what is given from a line. */
void row_read(struct row *row, const char *line);

/* Sets what is found, and the line. False if the position cannot be read. */
bool row_judge(catasta_session *session, struct row *row);

/* Winners as rows have them: where all have won, it is a draw, and nobody has. */
uint32_t row_winners(uint32_t winners, unsigned seats);

/* The text of a position, without a newline; false when it is NULL or out of memory. */
bool row_position(const catasta_position *position, struct text *text);

/* A session that knows all rulesets of the tree by name. */
catasta_session *row_session(void);

/* Lines in the order of their bytes, each once. */
struct rows {
    char **lines;
    size_t count;
};
bool rows_add(struct rows *rows, const char *line); /* false if it was there */
bool rows_load(struct rows *rows, const char *path);
bool rows_save(const struct rows *rows, const char *path);
void rows_release(struct rows *rows);

/* How many rows a file has at least: in all, and with the id of a rule that is in it or of its game. */
enum { ROWS_LEAST = 2000, ROWS_OF_RULE = 5 };

/* And by a ruleset: most of those of Stakz are by such as its second referee judges. */
unsigned rows_of_ruleset(const char *name);

/* The file of the rows of GAME. */
void rows_path(const char *game, char path[128]);

/* How many rows have the member KEY with the string NAME. */
unsigned rows_having(const struct rows *rows, const char *key, const char *name);

/* Whether packaging/conformance/README.md says that no row has this id: a line of its table begins with it. */
bool rows_lack(const char *id);

/* Adds rows of GAME from random games until there are WANTED. WHOLE: from samples and the corpus, too, and until there
   are as many as above of each rule and of each ruleset. What is there is kept. */
struct books;
void rows_make(
    struct rows *rows, const char *game, const struct books *books, unsigned wanted, bool whole, uint64_t seed);

#endif
