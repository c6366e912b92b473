/* SPDX-License-Identifier: MIT */
/* Rulesets: what is wrong with one, and what may be in it, of which the library has a JSON Schema. */
#include "lsp/lsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 8 };

/* Where in a ruleset a place is: the keys on the way, of which the last may be unfinished. */
struct key_path {
    struct catasta_text steps[STEPS_MOST];
    size_t count;
    bool in_value; /* of the last one, else in it */
};

static size_t line_begin(const struct lsp_document *document, size_t at)
{
    while (at > 0 && document->text[at - 1] != '\n' && document->text[at - 1] != '\r')
        at--;
    return at;
}

/* The byte after the key "game", at the begin of a line; 0: there is none. */
static size_t after_game_key(const struct lsp_document *document)
{
    for (size_t at = 0; at < document->length; at += strcspn(document->text + at, "\n") + 1)
        if (strncmp(document->text + at, "game:", 5) == 0)
            return at + 5;
    return 0;
}

/* ---- diagnostics */

struct checking_ruleset {
    struct lsp_document *document;
    const char *path;
    bool whole;
};

/* The byte after COUNT characters of the line that AT is in. */
static size_t skip_characters(const struct lsp_document *document, size_t at, uint32_t count)
{
    while (count > 0 && at < document->length && document->text[at] != '\n') {
        at++;
        while (((unsigned char)document->text[at] & 0xC0) == 0x80)
            at++;
        count--;
    }
    return at;
}

static void take_problem(void *context, const struct catasta_problem *problem)
{
    struct checking_ruleset *checking = context;
    struct lsp_document *document = checking->document;
    struct buffer text = {0};
    size_t begin = 0;
    bool here = problem->file != NULL && strcmp(problem->file, checking->path) == 0 && problem->line > 0;
    if (here)
        document_line(document, problem->line - 1, &begin);
    if (!here && problem->file != NULL)
        buffer_print(&text, "%s: ", problem->file);
    buffer_text(&text, problem->message);
    buffer_say(&text, problem->advice.length > 0 ? "\nhelp: " : "");
    buffer_text(&text, problem->advice);
    const struct lsp_finding finding = {.kind = FIND_DIAGNOSTIC,
        .severity = problem->severity,
        .begin = here ? skip_characters(document, begin, problem->column - 1) : 0,
        .end = here ? skip_characters(document, begin, problem->end_column - 1) : 0,
        .id = problem->id};
    checking->whole &= findings_add(&document->ruleset, finding, &text);
}

/* The path of a file:// URI, in memory to be freed. */
static char *path_of(const char *uri)
{
    const char *from = strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri;
    char *path = malloc(strlen(from) + 1);
    char *to = path;
    for (; path != NULL && *from != '\0'; to++) {
        char digits[3] = {from[0] == '%' ? from[1] : '\0', from[0] == '%' && from[1] != '\0' ? from[2] : '\0', '\0'};
        bool escaped = isxdigit((unsigned char)digits[0]) && isxdigit((unsigned char)digits[1]);
        *to = escaped ? (char)strtoul(digits, NULL, 16) : *from;
        from += escaped ? 3 : 1;
    }
    if (path != NULL)
        *to = '\0';
    return path;
}

bool check_ruleset(struct lsp_document *document)
{
    char *path = path_of(document->uri);
    struct checking_ruleset checking = {document, path, path != NULL};
    findings_free(&document->ruleset);
    if (path != NULL && after_game_key(document) > 0)
        checking.whole = catasta_rules_problems(document->server->session, path, document->text, document->length,
                             take_problem, &checking) &&
            checking.whole;
    free(path);
    return checking.whole;
}

/* ---- keys */

static struct catasta_text trim_slice(const char *begin, const char *end)
{
    while (begin < end && strchr(" \t\r-\"'", *begin) != NULL)
        begin++;
    while (end > begin && strchr(" \t\r\"'", end[-1]) != NULL)
        end--;
    return (struct catasta_text){begin, (size_t)(end - begin)};
}

static void add_key_step(struct key_path *path, size_t at, struct catasta_text step)
{
    memmove(path->steps + at + 1, path->steps + at, (path->count - at) * sizeof *path->steps);
    path->steps[at] = step;
    path->count++;
}

/* The keys that the line from BEGIN on opens up to END: "win: {check: " has two. */
static void read_yaml_line(const struct lsp_document *document, size_t begin, size_t end, struct key_path *path)
{
    const char *from = document->text + begin;
    for (const char *at = from; at < document->text + end && path->count < STEPS_MOST - 1; at++) {
        if (*at == ':' && !path->in_value) {
            path->steps[path->count++] = trim_slice(from, at);
            path->in_value = true;
        } else if (*at == '{' && path->in_value) {
            path->in_value = false;
        } else if ((*at == ',' || *at == '}') && path->count > 1) {
            path->count -= path->in_value || *at == '}';
            path->in_value = *at == '}';
        } else {
            continue;
        }
        from = at + 1;
    }
    if (!path->in_value)
        path->steps[path->count++] = trim_slice(from, document->text + end);
}

/* The context of AT: the keys of its line, and of those above that it is nested in. */
static struct key_path path_at(const struct lsp_document *document, size_t at)
{
    struct key_path path = {.count = 0};
    size_t begin = line_begin(document, at);
    size_t indent = strspn(document->text + begin, " ");
    read_yaml_line(document, begin, at, &path);
    while (begin > 0 && indent > 0 && path.count < STEPS_MOST) {
        size_t end = begin - 1;
        begin = line_begin(document, end);
        const char *colon = memchr(document->text + begin, ':', end - begin);
        size_t outer = strspn(document->text + begin, " ");
        if (colon == NULL || outer >= indent || document->text[begin + outer] == '#')
            continue;
        add_key_step(&path, 0, trim_slice(document->text + begin, colon));
        indent = outer;
    }
    return path;
}

static json_t *schema_of(struct lsp_server *server)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    if (server->schema == NULL && catasta_rules_schema(&sink))
        server->schema = json_loadb(text.bytes, text.length, 0, NULL);
    buffer_free(&text);
    return server->schema;
}

/* What the game that DOCUMENT names has as its keys. */
static json_t *keys_of(const struct lsp_document *document)
{
    size_t i;
    json_t *choice;
    size_t at = after_game_key(document);
    if (at == 0)
        return NULL;
    const char *end = document->text + at + strcspn(document->text + at, "#\n");
    struct catasta_text game = trim_slice(document->text + at, end);
    json_array_foreach(json_object_get(schema_of(document->server), "allOf"), i, choice)
    {
        const char *name = NULL;
        json_t *then = NULL;
        json_unpack(
            choice, "{s{s{s{ss}}} s{so}}", "if", "properties", "game", "const", &name, "then", "properties", &then);
        if (name != NULL && text_is(game, name))
            return then;
    }
    return NULL;
}

/* The first COUNT steps of PATH in KEYS; NULL where there are none such. */
static json_t *key_at(json_t *keys, const struct key_path *path, size_t count)
{
    json_t *key = NULL;
    for (size_t i = 0; i < count; i++) {
        key = json_object_getn(
            i == 0 ? keys : json_object_get(key, "properties"), path->steps[i].bytes, path->steps[i].length);
        if (key == NULL)
            return NULL;
    }
    return key;
}

static bool is_step(const struct key_path *path, const char *name)
{
    return path->count == 1 && text_is(path->steps[0], name);
}

/* A word of an enumeration, which may be true or false. */
static const char *word_of_schema(json_t *item)
{
    return json_is_string(item) ? json_string_value(item) : json_is_true(item) ? "true" : "false";
}

/* Adds the words of an enumeration, and of those that are alternatives. */
static void add_key_words(struct lsp_completion *completion, json_t *type)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(type, "anyOf"), i, item) add_key_words(completion, item);
    json_array_foreach(json_object_get(type, "enum"), i, item)
        completion_add(completion, word_of_schema(item), "", json_string_value(json_object_get(type, "description")));
}

void complete_ruleset(struct lsp_completion *completion, size_t offset)
{
    const struct lsp_document *document = completion->request->document;
    json_t *keys = keys_of(document);
    const struct key_path path = path_at(document, offset);
    const char *name;
    json_t *key;
    completion->begin = offset;
    while (completion->begin > 0 &&
        (isalnum((unsigned char)document->text[completion->begin - 1]) ||
            strchr("_-", document->text[completion->begin - 1]) != NULL))
        completion->begin--;
    if (path.in_value && is_step(&path, "game"))
        add_key_words(completion, json_object_get(json_object_get(schema_of(document->server), "properties"), "game"));
    else if (path.in_value && is_step(&path, "extends"))
        complete_rulesets(completion);
    else if (path.in_value)
        add_key_words(completion, key_at(keys, &path, path.count));
    else if (keys == NULL)
        completion_add(completion, "game", ": ", "the game that the ruleset is for");
    else
        json_object_foreach(path.count <= 1 ? keys : json_object_get(key_at(keys, &path, path.count - 1), "properties"),
            name, key) completion_add(completion, name, ": ", json_string_value(json_object_get(key, "description")));
}

/* What a key takes, in words. */
static void write_type(json_t *type, struct buffer *text)
{
    static const char *const words[][2] = {
        {"integer", "a whole number"}, {"array", "a list"}, {"object", "a mapping"}, {"string", "text"}};
    size_t i;
    json_t *item;
    json_t *first = json_object_get(type, "type");
    const char *name = json_string_value(json_is_array(first) ? json_array_get(first, 0) : first);
    for (i = 0; name != NULL && i < sizeof words / sizeof words[0]; i++)
        buffer_say(text, strcmp(words[i][0], name) == 0 ? words[i][1] : "");
    if (json_object_get(type, "minimum") != NULL)
        buffer_print(text, " from %d to %d", (int)json_integer_value(json_object_get(type, "minimum")),
            (int)json_integer_value(json_object_get(type, "maximum")));
    json_array_foreach(json_object_get(type, "enum"), i, item)
    {
        buffer_print(text, "%s%s", i > 0 ? ", " : "", word_of_schema(item));
    }
    json_array_foreach(json_object_get(type, "anyOf"), i, item)
    {
        buffer_say(text, i > 0 ? " or " : "");
        write_type(item, text);
    }
}

void hover_ruleset(const struct lsp_document *document, size_t offset, struct buffer *text)
{
    size_t end = offset;
    while (end < document->length && (isalnum((unsigned char)document->text[end]) || document->text[end] == '_'))
        end++;
    const struct key_path path = path_at(document, end);
    json_t *key = key_at(keys_of(document), &path, path.count);
    const char *about = json_string_value(json_object_get(key, "description"));
    if (about == NULL)
        return;
    for (size_t i = 0; i < path.count; i++) {
        buffer_say(text, i > 0 ? "." : "");
        buffer_text(text, path.steps[i]);
    }
    buffer_print(text, ": %s%s", about, json_object_get(key, "anyOf") == NULL ? "" : "\n\nIt takes ");
    write_type(key, text);
}
