/* SPDX-License-Identifier: MIT */
/* What forms share that look like PGN: records are tags in brackets, each on a line, and then movetext. */
#ifndef CATASTA_CONVERT_PGN_H
#define CATASTA_CONVERT_PGN_H

#include "catasta.h"

static inline bool pgn_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool pgn_is_letter(char c)
{
    return (unsigned char)((c | 0x20) - 'a') < 26;
}

struct pgn_tag {
    const char *name, *name_end;
    const char *value, *value_end; /* NULL: there is none */
    const char *end;
};

/* The tag at AT, a bracket, up to the end of its line at most. */
struct pgn_tag pgn_tag(const char *at, const char *end);

/* In any letters. */
bool pgn_is_named(const struct pgn_tag *tag, const char *name);

/* Of what may still be the beginning of a record; all 0 before the first. */
struct pgn_cutter {
    size_t scanned;
    bool in_comment;
    bool in_tag;
    bool moves;
};

/* The next record: CATASTA_FOUND_RECORD from .begin to .end of N, and the rest as struct catasta_form_reader has it. */
enum catasta_found pgn_cut(struct pgn_cutter *cutter, struct catasta_foreign *n);

#endif
