/* SPDX-License-Identifier: MIT */
/* What a turn looks as if it were made of, to those who know no game. */
#ifndef TESTS_SUPPORT_TOKENS_H
#define TESTS_SUPPORT_TOKENS_H

#include "base/slice.h"

/* b4 is a cell, WR a piece, the 4 of R4 a symbol, the 2 of 2-c5 a count; words are 'stay' and 'pass'. */
enum token_kind {
    TOKEN_CELL,
    TOKEN_PIECE,
    TOKEN_SYMBOL,
    TOKEN_COUNT,
    TOKEN_MARK,
    TOKEN_WORD,
    TOKEN_OTHER,
    TOKEN_KINDS
};

enum { TOKENS = 128 };

struct token {
    enum token_kind kind;
    unsigned begin;
    unsigned end;
};

struct tokens {
    struct slice turn;
    unsigned count;
    struct token list[TOKENS];
    unsigned of_kind[TOKEN_KINDS];
};

void tokens_read(struct slice turn, struct tokens *tokens);

#endif
