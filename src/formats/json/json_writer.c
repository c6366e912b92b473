/* SPDX-License-Identifier: MIT */
#include "formats/json/json_writer.h"

struct text *json_raw(struct json *json, const char *key)
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

void json_begin(struct json *json, const char *key, const char *brackets)
{
    struct text *text = json_raw(json, key);
    while (*brackets != '\0')
        text_add_char(text, *brackets++);
    json->comma = false;
}

void json_end(struct json *json, const char *brackets)
{
    for (; *brackets != '\0'; brackets++) {
        text_add_char(json->text, *brackets);
        json->comma = *brackets != '\n';
    }
}

void json_line(struct json *json)
{
    if (json->comma)
        text_add(json->text, (struct slice){",\n", 2});
    json->comma = false;
}

void json_put_text(struct json *json, const char *key, struct slice value)
{
    struct text *text = json_raw(json, key);
    if (value.at == NULL)
        text_add_string(text, "null");
    else
        text_add_json(text, value);
}

void json_put_word(struct json *json, const char *key, const char *value)
{
    json_put_text(json, key, slice_or_null(value));
}

void json_put_number(struct json *json, const char *key, long long value)
{
    text_add_number(json_raw(json, key), value);
}

void json_put_flag(struct json *json, const char *key, bool value)
{
    text_add_string(json_raw(json, key), value ? "true" : "false");
}

void json_put_null(struct json *json, const char *key)
{
    json_put_text(json, key, (struct slice){NULL, 0});
}

void json_put_number_if(struct json *json, const char *key, bool there, long long value)
{
    if (there)
        json_put_number(json, key, value);
    else
        json_put_null(json, key);
}
