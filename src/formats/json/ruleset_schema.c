/* SPDX-License-Identifier: MIT */
/* What may be in a ruleset, for editors: a JSON Schema, made of the keys that games have. */
#include "formats/json/ruleset_schema.h"
#include "formats/json/json.h"

#include <string.h>

static void add_range(const struct key *key, struct text *text)
{
    text_printf(
        text, "{\"type\":\"integer\",\"minimum\":%u,\"maximum\":%u}", (unsigned)key->minimum, (unsigned)key->maximum);
}

/* "[1,2]" of "1 2": YAML takes true and false for what JSON calls so. */
static void add_schema_words(struct slice words, struct text *text)
{
    struct slice word;
    const char *before = "{\"enum\":[";
    for (; slice_split(&words, ' ', &word); before = ",") {
        text_add_string(text, before);
        if (slice_is(word, "true") || slice_is(word, "false"))
            text_add(text, word);
        else
            text_add_json(text, word);
    }
    text_add_string(text, "]}");
}

static void add_type(const struct key *key, struct text *text)
{
    switch (key->type) {
    case KEY_TEXT:
        text_add_string(text, "{\"type\":[\"string\",\"number\"]}");
        break;
    case KEY_NUMBER:
        add_range(key, text);
        break;
    case KEY_COUNTS:
        add_range(key, text);
        text_add_string(text, ",");
        /* fall through */
    case KEY_NUMBERS:
        text_add_string(text, "{\"type\":\"array\",\"minItems\":1,\"items\":");
        add_range(key, text);
        text_add_string(text, "}");
        break;
    case KEY_WORD:
        add_schema_words(slice_of(key->words), text);
        break;
    case KEY_LIST:
        text_add_string(text, "{\"type\":\"array\"}");
        break;
    case KEY_MAPPING:
        if (key->words != NULL) {
            add_schema_words(slice_shorter(slice_of(key->words), strcspn(key->words, "|")), text);
            text_add_string(text, ",");
        }
        /* fall through */
    case KEY_RANGES:
        text_add_string(text, "{\"type\":\"object\"}");
        break;
    }
}

static void add_schema_key(const struct key *key, const char *name, struct text *text)
{
    text_printf(text, "%pJ:{\"description\":%pJ,\"anyOf\":[", SLICE(name), SLICE(key->about));
    add_type(key, text);
    text_add_string(text, "]}");
}

/* The keys from *KEY on whose names begin with the first LEVEL bytes of its name, which stand together, as properties.
 */
static void add_level(const struct key **key, size_t level, struct text *text)
{
    const char *path = (*key)->name;
    const char *before = "";
    while ((*key)->name != NULL && strncmp((*key)->name, path, level) == 0) {
        const char *name = (*key)->name + level;
        size_t step = strcspn(name, ".");
        text_add_string(text, before);
        before = ",\n    ";
        if (name[step] == '\0') {
            add_schema_key((*key)++, name, text);
            continue;
        }
        text_printf(text, "%pJ:{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{",
            SLICE((struct slice){name, step}));
        add_level(key, level + step + 1, text);
        text_add_string(text, "}}");
    }
}

void json_ruleset_schema(const struct game *const *games, struct text *text)
{
    text_add_string(text,
        "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\n \"title\":\"A ruleset of catasta\",\n"
        " \"type\":\"object\",\"required\":[\"game\"],\"properties\":{\"game\":{\"enum\":[");
    for (size_t i = 0; games[i] != NULL; i++)
        text_printf(text, "%s%pJ", i == 0 ? "" : ",", SLICE(games[i]->ruleset.name));
    text_add_string(text, "]}},\n \"allOf\":[");
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct key *common = common_keys;
        const struct key *own = games[i]->ruleset.keys;
        text_printf(text,
            "%s  "
            "{\"if\":{\"properties\":{\"game\":{\"const\":%pJ}}},\"then\":{\"additionalProperties\":false,"
            "\"properties\":{\n    ",
            i == 0 ? "\n" : ",\n", SLICE(games[i]->ruleset.name));
        add_level(&common, 0, text);
        text_add_string(text, ",\n    ");
        add_level(&own, 0, text);
        text_add_string(text, "}}}");
    }
    text_add_string(text, "]}\n");
}
