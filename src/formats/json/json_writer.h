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

/* What comes next begins a line, unless it is the first. */
void json_line(struct json *json);

/* Begins a value, for which there is room for MOST bytes at what is returned; NULL when out of memory.  In here, as all
   below: the compiler knows how long a key and a value are. */
static inline char *json_room(struct json *json, const char *key, size_t most)
{
    size_t length = key == NULL ? 0 : strlen(key);
    char *at = text_room(json->text, length + 4 + most);
    if (at == NULL)
        return NULL;
    if (json->comma)
        *at++ = ',';
    json->comma = true;
    if (key != NULL) {
        *at++ = '"';
        at = (char *)memcpy(at, key, length) + length;
        *at++ = '"';
        *at++ = ':';
    }
    return at;
}

/* Ends it with VALUE. */
static inline void json_take(struct json *json, char *at, const char *value)
{
    if (at != NULL)
        text_took(json->text, (char *)memcpy(at, value, strlen(value)) + strlen(value));
}

/* The caller adds the value to what is returned. */
static inline struct text *json_raw(struct json *json, const char *key)
{
    json_take(json, json_room(json, key, 0), "");
    return json->text;
}

/* An object, "{", or a list, "[", or several in each other, "[{"; and their ends, "}]".  After an end with a newline
   comes another document. */
static inline void json_begin(struct json *json, const char *key, const char *brackets)
{
    json_take(json, json_room(json, key, strlen(brackets)), brackets);
    json->comma = false;
}
static inline void json_end(struct json *json, const char *brackets)
{
    json_take(json, text_room(json->text, strlen(brackets)), brackets);
    json->comma = brackets[strlen(brackets) - 1] != '\n';
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
    char *at = json_room(json, key, 1 + NUMBER_ROOM);
    if (at != NULL)
        text_took(json->text, number_write_signed(at, value));
}
static inline void json_put_flag(struct json *json, const char *key, bool value)
{
    char *at = json_room(json, key, 5);
    json_take(json, at, value ? "true" : "false");
}
static inline void json_put_null(struct json *json, const char *key)
{
    json_take(json, json_room(json, key, 4), "null");
}

/* The number, or null if there is none. */
void json_put_number_if(struct json *json, const char *key, bool there, long long value);

#endif
