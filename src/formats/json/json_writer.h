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

/* The caller adds the value to what is returned.  In here, as the puts below: the compiler knows how long a key is. */
static inline struct text *json_raw(struct json *json, const char *key)
{
    struct text *text = json->text;
    size_t length = key == NULL ? 0 : strlen(key);
    char *at = text_room(text, length + 4);
    if (at == NULL)
        return text;
    if (json->comma)
        *at++ = ',';
    json->comma = true;
    if (key != NULL) {
        *at++ = '"';
        at = (char *)memcpy(at, key, length) + length;
        *at++ = '"';
        *at++ = ':';
    }
    text_took(text, at);
    return text;
}

/* A value; texts at NULL are null. */
void json_add_text(struct text *text, struct slice value);
static inline void json_put_text(struct json *json, const char *key, struct slice value)
{
    json_add_text(json_raw(json, key), value);
}
static inline void json_put_word(struct json *json, const char *key, const char *value)
{
    json_put_text(json, key, slice_or_null(value));
}
static inline void json_put_number(struct json *json, const char *key, long long value)
{
    text_add_number(json_raw(json, key), value);
}
static inline void json_put_flag(struct json *json, const char *key, bool value)
{
    text_add_string(json_raw(json, key), value ? "true" : "false");
}
static inline void json_put_null(struct json *json, const char *key)
{
    json_put_text(json, key, (struct slice){NULL, 0});
}

/* The number, or null if there is none. */
void json_put_number_if(struct json *json, const char *key, bool there, long long value);

#endif
