/* SPDX-License-Identifier: MIT */
/* Writes JSON to a text, value after value, with what separates them.  In an object each value has a key, in a
   list it is NULL. */
#ifndef CATASTA_FORMATS_JSON_JSON_WRITER_H
#define CATASTA_FORMATS_JSON_JSON_WRITER_H

#include "base/text.h"

struct json {
    struct text *text;
    bool comma; /* the next value comes after another */
};

/* An object, "{", or a list, "[", or several in each other, "[{"; and their ends, "}]".  After an end with a newline
   comes another document. */
void json_begin(struct json *json, const char *key, const char *brackets);
void json_end(struct json *json, const char *brackets);

/* What comes next begins a line, unless it is the first. */
void json_line(struct json *json);

/* A value; texts at NULL are null. */
void json_put_text(struct json *json, const char *key, struct slice value);
void json_put_word(struct json *json, const char *key, const char *value);
void json_put_number(struct json *json, const char *key, long long value);
void json_put_flag(struct json *json, const char *key, bool value);
void json_put_null(struct json *json, const char *key);

/* The number, or null if there is none. */
void json_put_number_if(struct json *json, const char *key, bool there, long long value);

/* The caller adds the value to what is returned. */
struct text *json_raw(struct json *json, const char *key);

#endif
