/* SPDX-License-Identifier: MIT */
/* What conditions may name: fields of games, and properties of the stack on a cell. */
#ifndef CATASTA_ARCHIVE_FIELDS_H
#define CATASTA_ARCHIVE_FIELDS_H

#include "archive/condition.h"
#include "base/fold.h"

/* True or not, such as "legal": then it has the value "yes", or none. */
bool field_is_flag(const struct field *field);

/* Texts that players chose are as they are; of words of the program case does not matter. */
bool field_is_word(const struct field *field);

/* A property of the stack on cell CELL of POSITION, as field_read and field_value have fields. */
struct cell_type;
bool cell_property_read(struct slice name, const struct cell_type **property, struct text *message);
bool cell_value(const struct cell_type *property, catasta_position *position, size_t cell, size_t i,
    struct text *scratch, struct slice *value);

#endif
