/* SPDX-License-Identifier: MIT */
#include "formats/json/json_writer.h"

void json_line(struct json *json)
{
    if (json->comma)
        text_add(json->text, (struct slice){",\n", 2});
    json->comma = false;
}

void json_add_text(struct text *text, struct slice value)
{
    if (value.at == NULL)
        text_add_string(text, "null");
    else
        text_add_json(text, value);
}

void json_put_number_if(struct json *json, const char *key, bool there, long long value)
{
    if (there)
        json_put_number(json, key, value);
    else
        json_put_null(json, key);
}
