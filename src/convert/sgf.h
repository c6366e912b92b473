/* SPDX-License-Identifier: MIT */
/* What forms share that look like SGF: a game is in parentheses, nodes after semicolons, properties as NAME[value]. */
#ifndef CATASTA_CONVERT_SGF_H
#define CATASTA_CONVERT_SGF_H

#include "catasta.h"
#include "convert/copy.h"

/* Of what may still be the beginning of a game; all 0 before the first. */
struct sgf_cutter {
    size_t scanned;
    size_t depth;
    bool in_value;
    bool escaped;
};

/* The game that begins at .begin of N, a parenthesis: CATASTA_FOUND_RECORD up to its .end, and the rest as struct
   catasta_form_reader has it; after a fault it is not known where the next one begins. */
enum catasta_found sgf_cut(struct sgf_cutter *cutter, struct catasta_foreign *n);

/* The rest of the line at .begin of N, which is not a game, as MESSAGE says. */
enum catasta_found sgf_refuse_line(struct catasta_foreign *n, const char *message);

struct sgf_property {
    struct stretch name;
    struct stretch value;
};

/* The property at *AT, which becomes its end; false: there is none. */
bool sgf_property(const char **at, const char *end, struct sgf_property *property);

/* Adds the tag NAME of a VALUE that says something; a sign after a backslash means itself. */
void sgf_tag(struct copy *copy, const char *name, struct stretch value);

#endif
