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

static bool is_ruleset(const char *text, size_t length)
{
    for (const char *at = text; at != NULL && length - (size_t)(at - text) > 4; at++) {
        if (memcmp(at, "game:", 5) == 0)
            return true;
        at = memchr(at, '\n', length - (size_t)(at - text));
        if (at == NULL)
            return false;
    }
    return false;
}

/* ---- diagnostics */

struct checking_ruleset {
    struct lsp_document *document;
    const char *path;
    bool whole;
};

/* The byte after COUNT characters of the line that AT is in. */
static size_t pass_characters(const struct lsp_document *document, size_t at, uint32_t count)
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
    struct memory_text text;
    size_t begin = 0;
    bool here = problem->file != NULL && strcmp(problem->file, checking->path) == 0 && problem->line > 0;
    for (uint32_t line = 1; here && line < problem->line && begin < document->length; begin++)
        line += document->text[begin] == '\n' || (document->text[begin] == '\r' && document->text[begin + 1] != '\n');
    bool whole = memory_open(&text);
    if (whole && !here && problem->file != NULL) {
        fwrite(problem->file, 1, strlen(problem->file), text.file);
        fwrite(": ", 1, 2, text.file);
    }
    if (whole)
        fwrite(problem->message.bytes, 1, problem->message.length, text.file);
    if (whole && problem->advice.length > 0) {
        fwrite("\nhelp: ", 1, 7, text.file);
        fwrite(problem->advice.bytes, 1, problem->advice.length, text.file);
    }
    whole = memory_close(&text) && whole;
    const struct lsp_finding finding = {.kind = FIND_DIAGNOSTIC,
        .severity = problem->severity,
        .begin = here ? pass_characters(document, begin, problem->column - 1) : 0,
        .end = here ? pass_characters(document, begin, problem->end_column - 1) : 0,
        .id = problem->id,
        .words = text.bytes};
    checking->whole &= findings_add(&document->problems, &document->problem_count, finding) && whole;
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

bool check_ruleset(struct lsp_server *server, struct lsp_document *document)
{
    char *path = path_of(document->uri);
    struct checking_ruleset checking = {document, path, path != NULL};
    findings_free(&document->problems, &document->problem_count);
    if (path != NULL && is_ruleset(document->text, document->length))
        checking.whole =
            catasta_rules_problems(server->session, path, document->text, document->length, take_problem, &checking) &&
            checking.whole;
    free(path);
    return checking.whole;
}

/* ---- keys */

static struct catasta_text trimmed(const char *begin, const char *end)
{
    while (begin < end && strchr(" \t\r-\"'", *begin) != NULL)
        begin++;
    while (end > begin && strchr(" \t\r\"'", end[-1]) != NULL)
        end--;
    return (struct catasta_text){begin, (size_t)(end - begin)};
}

static void add_step(struct key_path *path, size_t at, struct catasta_text step)
{
    memmove(path->steps + at + 1, path->steps + at, (path->count - at) * sizeof *path->steps);
    path->steps[at] = step;
    path->count++;
}

/* The keys that the line from BEGIN on opens up to END: "win: {check: " has two. */
static void read_line(const struct lsp_document *document, size_t begin, size_t end, struct key_path *path)
{
    const char *from = document->text + begin;
    for (const char *at = from; at < document->text + end && path->count < STEPS_MOST - 1; at++) {
        if (*at == ':' && !path->in_value) {
            path->steps[path->count++] = trimmed(from, at);
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
    if (!path->in_value && path->count < STEPS_MOST)
        path->steps[path->count++] = trimmed(from, document->text + end);
}

static size_t indent_of(const struct lsp_document *document, size_t begin)
{
    return strspn(document->text + begin, " ");
}

/* What stands at AT: the keys of its line, and of those above that it is nested in. */
static struct key_path path_at(const struct lsp_document *document, size_t at)
{
    struct key_path path = {.count = 0};
    size_t begin = line_begin(document, at);
    size_t indent = indent_of(document, begin);
    read_line(document, begin, at, &path);
    while (begin > 0 && indent > 0 && path.count < STEPS_MOST) {
        size_t end = begin - 1;
        begin = line_begin(document, end);
        const char *colon = memchr(document->text + begin, ':', end - begin);
        size_t outer = indent_of(document, begin);
        if (colon == NULL || outer >= indent || document->text[begin + outer] == '#')
            continue;
        add_step(&path, 0, trimmed(document->text + begin, colon));
        indent = outer;
    }
    return path;
}

static json_t *schema_of(struct lsp_server *server)
{
    struct memory_text text;
    if (server->schema != NULL || !memory_open(&text))
        return server->schema;
    const struct catasta_sink sink = file_sink(text.file);
    bool whole = catasta_rules_schema(&sink);
    if (memory_close(&text) && whole)
        server->schema = json_loadb(text.bytes, text.length, 0, NULL);
    free(text.bytes);
    return server->schema;
}

/* What the game that DOCUMENT names has as its keys. */
static json_t *keys_of(struct lsp_server *server, const struct lsp_document *document)
{
    size_t i;
    json_t *choice;
    size_t at = 0;
    while (at < document->length && strncmp(document->text + at, "game:", 5) != 0) {
        at += strcspn(document->text + at, "\n");
        at += at < document->length;
    }
    if (at >= document->length)
        return NULL;
    at += 5;
    const char *end = document->text + at + strcspn(document->text + at, "#\n");
    struct catasta_text game = trimmed(document->text + at, end);
    json_array_foreach(json_object_get(schema_of(server), "allOf"), i, choice)
    {
        const char *name = NULL;
        json_t *then = NULL;
        json_unpack(
            choice, "{s{s{s{ss}}} s{so}}", "if", "properties", "game", "const", &name, "then", "properties", &then);
        if (name != NULL && strlen(name) == game.length && memcmp(name, game.bytes, game.length) == 0)
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
    return path->count == 1 && path->steps[0].length == strlen(name) &&
        memcmp(path->steps[0].bytes, name, strlen(name)) == 0;
}

/* Adds the words of an enumeration, and of those that are alternatives. */
static void add_words(struct lsp_completion *completion, json_t *type)
{
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(type, "anyOf"), i, item) add_words(completion, item);
    json_array_foreach(json_object_get(type, "enum"), i, item) completion_add(completion,
        json_is_string(item)     ? json_string_value(item)
            : json_is_true(item) ? "true"
                                 : "false",
        "", json_string_value(json_object_get(type, "description")));
}

void complete_ruleset(struct lsp_completion *completion, size_t offset)
{
    struct lsp_server *server = completion->request->server;
    const struct lsp_document *document = completion->request->document;
    json_t *keys = keys_of(server, document);
    const struct key_path path = path_at(document, offset);
    const char *name;
    json_t *key;
    completion->begin = offset;
    while (completion->begin > 0 &&
        (isalnum((unsigned char)document->text[completion->begin - 1]) ||
            strchr("_-", document->text[completion->begin - 1]) != NULL))
        completion->begin--;
    if (path.in_value && is_step(&path, "game"))
        add_words(completion, json_object_get(json_object_get(schema_of(server), "properties"), "game"));
    else if (path.in_value && is_step(&path, "extends"))
        complete_rulesets(completion);
    else if (path.in_value)
        add_words(completion, key_at(keys, &path, path.count));
    else if (keys == NULL)
        completion_add(completion, "game", ": ", "the game whose rules these are");
    else
        json_object_foreach(path.count <= 1 ? keys : json_object_get(key_at(keys, &path, path.count - 1), "properties"),
            name, key) completion_add(completion, name, ": ", json_string_value(json_object_get(key, "description")));
}

/* What a key takes, in words. */
static void write_type(json_t *type, FILE *file)
{
    static const struct {
        const char *type;
        const char *words;
    } words[] = {{"integer", "a whole number"}, {"array", "a list"}, {"object", "a mapping"}};
    size_t i;
    json_t *item;
    char range[64] = "";
    const char *name = json_string_value(json_object_get(type, "type"));
    for (i = 0; name != NULL && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].type, name) == 0)
            fwrite(words[i].words, 1, strlen(words[i].words), file);
    if (json_object_get(type, "minimum") != NULL)
        snprintf(range, sizeof range, " from %d to %d", (int)json_integer_value(json_object_get(type, "minimum")),
            (int)json_integer_value(json_object_get(type, "maximum")));
    fwrite(range, 1, strlen(range), file);
    json_array_foreach(json_object_get(type, "enum"), i, item)
    {
        const char *word = json_is_string(item) ? json_string_value(item) : json_is_true(item) ? "true" : "false";
        fwrite(", ", 1, i == 0 ? 0 : 2, file);
        fwrite(word, 1, strlen(word), file);
    }
    json_array_foreach(json_object_get(type, "anyOf"), i, item)
    {
        fwrite(" or ", 1, i == 0 ? 0 : 4, file);
        write_type(item, file);
    }
}

void hover_ruleset(struct lsp_server *server, const struct lsp_document *document, size_t offset, FILE *file)
{
    size_t end = offset;
    while (end < document->length && (isalnum((unsigned char)document->text[end]) || document->text[end] == '_'))
        end++;
    const struct key_path path = path_at(document, end);
    json_t *key = key_at(keys_of(server, document), &path, path.count);
    const char *about = json_string_value(json_object_get(key, "description"));
    for (size_t i = 0; about != NULL && i < path.count; i++) {
        fwrite(".", 1, i > 0, file);
        fwrite(path.steps[i].bytes, 1, path.steps[i].length, file);
    }
    if (about == NULL)
        return;
    fwrite(": ", 1, 2, file);
    fwrite(about, 1, strlen(about), file);
    fwrite("\n\nIt takes ", 1, json_object_get(key, "anyOf") == NULL ? 0 : 11, file);
    write_type(key, file);
}
