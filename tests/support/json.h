/* SPDX-License-Identifier: MIT */
/* Just enough JSON to ask the program's output a question: values are looked up
   by path in the text itself. */
#ifndef TESTS_SUPPORT_JSON_H
#define TESTS_SUPPORT_JSON_H

#include "base/text.h"

/* Whether TEXT is one JSON value with nothing but blanks around it. */
bool json_valid(struct slice text);

/* The value at a dotted PATH of object members, "outcome.scores"; at == NULL when
   there is none. */
struct slice json_get(struct slice text, const char *path);

/* The Nth element of an array, from 0; at == NULL when there is none. */
struct slice json_at(struct slice array, size_t n);

/* The string of VALUE, without its quotes; "" for null. Of characters above ASCII none is escaped. */
struct text json_unquoted(struct slice value);

/* VALUE without blanks between its tokens, so that equal values are equal texts. */
void json_plain(struct slice value, struct text *plain);

#endif
