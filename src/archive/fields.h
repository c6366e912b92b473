/* SPDX-License-Identifier: MIT */
/* What conditions may name: fields of games, and properties of the stack on a cell, which are fields of another
   subject. */
#ifndef CATASTA_ARCHIVE_FIELDS_H
#define CATASTA_ARCHIVE_FIELDS_H

#include "archive/condition.h"
#include "base/fold.h"

/* A game, or a cell of a position. */
struct subject {
    const catasta_game *game;
    catasta_position *position;
    size_t cell;
    struct text *scratch; /* of values */
};

/* Value I of SUBJECT, as field_value has it. */
bool subject_value(const struct field *field, const struct subject *subject, size_t i, struct slice *value);

/* True or not, such as "legal": then it has the value "yes", or none. */
bool field_is_flag(const struct field *field);

/* Texts that players chose are as they are; of words of the program case does not matter. */
bool field_is_word(const struct field *field);

/* A property of a cell, as field_read has fields. */
bool property_read(struct slice name, struct field *field, struct text *message);

struct catasta_info info_of(const catasta_game *game);
struct catasta_sink text_as_sink(struct text *text);

static inline struct slice slice_from(struct catasta_text text)
{
    return (struct slice){text.bytes, text.length};
}

#endif
