/* SPDX-License-Identifier: MIT */
#include "formats/man/explanation.h"
#include "formats/json/json_writer.h"

#include "formats/json/json.h"

enum { COLUMNS = 79, INDENT = 4, HANG = 4, LONG_LINE = 160, SHOWN_OF_LONG = 60 };

/* Of tables that are not a game's. */
static const char *const headings[][3] = {
    {"syntax", "Text of records", "Faults in the text of a record, in any game."},
    {"reading", "Signs and encodings", "How signs and bytes outside the notation are read."},
    {"typed", "Typed text", "How text is read as people type it, and what is asked about."},
    {"record", "All games", "Rules common to the records of all games, once they can be read."},
    {"clock", "Clocks",
        "Clocks that do not fit the time control of their record; they do not affect how it is judged."},
    {"ruleset", "Rulesets", "Faults in a ruleset."},
    {"match", "Matches", "Faults in a round of a match, which only score reports, since no single record shows them."},
};

static const char *heading_part(const struct explained_table *table, unsigned part)
{
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
        if (strcmp(headings[i][0], table->name) == 0)
            return headings[i][part];
    return NULL;
}

const char *explained_heading(const struct explained_table *table)
{
    return table->title != NULL ? table->title : heading_part(table, 1);
}

const char *explained_about(const struct explained_table *table)
{
    return heading_part(table, 2);
}

bool is_source_line(struct slice line)
{
    size_t i = 0;
    while (i < line.length && (line.at[i] == ' ' || (line.at[i] >= '0' && line.at[i] <= '9')))
        i++;
    return i > 0 && i < line.length && line.at[i] == '|';
}

struct slice shortened_line(struct slice line, const char **rest)
{
    *rest = line.length > LONG_LINE ? "..." : "";
    return slice_shorter(line, line.length > LONG_LINE ? SHOWN_OF_LONG : line.length);
}

/* PARAGRAPH in lines of at most COLUMNS, the first indented by FIRST, the others by
   NEXT. */
static void add_wrapped_text(struct text *text, struct slice paragraph, size_t first, size_t next)
{
    struct slice word;
    size_t column = 0;
    while (slice_split(&paragraph, ' ', &word)) {
        bool breaks = column > 0 && column + 1 + word.length > COLUMNS;
        if (breaks)
            text_add_char(text, '\n');
        size_t before = breaks ? next : column == 0 ? first : 1;
        text_add_repeated(text, ' ', before);
        text_add_escaped(text, word);
        column = (breaks ? 0 : column) + before + word.length;
    }
    text_add_char(text, '\n');
}

/* Lines of a record, or of an answer, whose sentences are wrapped. */
static void add_lines(struct text *text, const char *lines, bool is_answer)
{
    struct slice rest = slice_of(lines);
    struct slice line;
    while (slice_split(&rest, '\n', &line) && (line.length > 0 || rest.at != NULL)) {
        const char *cut;
        struct slice shown = shortened_line(line, &cut);
        if (is_answer && !is_source_line(line)) {
            add_wrapped_text(text, line, INDENT, INDENT + HANG);
            continue;
        }
        text_add_repeated(text, ' ', line.length > 0 ? INDENT : 0);
        text_printf(text, "%pE%s\n", SLICE(shown), cut);
    }
}

void add_key_values(struct text *text, const struct governing_key *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(key->values[i].value, key->values[n].value) == 0)
            return;
    text_add_string(text, key->values[n].ruleset);
    for (size_t i = n + 1; i < key->value_count; i++)
        if (strcmp(key->values[i].value, key->values[n].value) == 0)
            text_printf(text, ", %s", key->values[i].ruleset);
    text_printf(text, ": %s", key->values[n].value);
}

static void add_value_explained(struct text *text, const struct governing_key *key, size_t n)
{
    SCOPED(text, line);
    add_key_values(&line, key, n);
    if (line.length > 0)
        add_wrapped_text(text, text_slice(&line), INDENT + HANG, INDENT + 2 * HANG);
}

static void add_key_explained(struct text *text, const struct governing_key *key)
{
    SCOPED(text, line);
    text_printf(&line, "%s%s%s: %s (%s)", key->name, key->games == NULL ? "" : " in ",
        key->games == NULL ? "" : key->games, key->about, key->takes);
    add_wrapped_text(text, text_slice(&line), INDENT, INDENT + HANG);
    for (size_t i = 0; i < key->value_count; i++)
        add_value_explained(text, key, i);
}

static void add_explanation(struct text *text, const struct explanation *item, bool message)
{
    const struct rule *rule = item->rule;
    text_printf(text, "%s (%s)\n\n", rule->id, severity_name(rule->severity));
    if (message) {
        add_wrapped_text(text, slice_of(rule->message), INDENT, INDENT + HANG);
        text_add_char(text, '\n');
    }
    add_wrapped_text(text, slice_of(rule->explanation), 0, 0);
    if (item->key_count > 0)
        text_add_string(text, item->key_count == 1 ? "\nParameter:\n\n" : "\nParameters:\n\n");
    for (size_t i = 0; i < item->key_count; i++)
        add_key_explained(text, &item->keys[i]);
    if (rule->example == NULL || rule->kept == NULL)
        return;
    text_add_string(text, "\nFor example:\n\n");
    add_lines(text, rule->example, false);
    text_add_string(text, "\ngives\n\n");
    add_lines(text, item->answer, true);
    text_add_string(text, "\nCorrect:\n\n");
    add_lines(text, rule->kept, false);
}

static void add_list(struct text *text, const struct explanations *all)
{
    size_t widest = 0;
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < all->tables[i].count; j++)
            if (widest < strlen(all->tables[i].items[j].rule->id))
                widest = strlen(all->tables[i].items[j].rule->id);
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < all->tables[i].count; j++) {
            const struct rule *rule = all->tables[i].items[j].rule;
            text_printf(text, "%-*s  %pS\n", (int)widest, rule->id, SLICE(first_sentence(slice_of(rule->explanation))));
        }
}

void explain_text(const struct explanations *all, struct text *text)
{
    if (all->count == 1 && all->tables[0].count == 1)
        add_explanation(text, &all->tables[0].items[0], false);
    else
        add_list(text, all);
}

void explain_full(const struct explanations *all, struct text *text)
{
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < all->tables[i].count; j++) {
            text_add_string(text, i + j > 0 ? "\n" : "");
            add_explanation(text, &all->tables[i].items[j], true);
        }
}

/* JSON. */

/* A list of the words in WORDS, with ", " between them. */
static void add_list_json(struct json *json, const char *key, const char *words)
{
    struct slice rest = slice_of(words == NULL ? "" : words);
    struct slice word;
    json_begin(json, key, "[");
    while (rest.length > 0 && slice_split(&rest, ',', &word))
        json_put_text(json, NULL, slice_trim(word));
    json_end(json, "]");
}

static void add_key_json(struct json *json, const struct governing_key *key)
{
    json_begin(json, NULL, "{");
    json_put_word(json, "key", key->name);
    add_list_json(json, "games", key->games);
    json_put_word(json, "about", key->about);
    json_put_word(json, "takes", key->takes);
    json_begin(json, "values", "{");
    for (size_t i = 0; i < key->value_count; i++)
        json_put_word(json, key->values[i].ruleset, key->values[i].value);
    json_end(json, "}}");
}

static void add_explanation_json(struct json *json, const struct explanation *item)
{
    const struct rule *rule = item->rule;
    json_begin(json, NULL, "{");
    json_put_word(json, "id", rule->id);
    json_put_word(json, "severity", severity_name(rule->severity));
    json_put_word(json, "explanation", rule->explanation);
    json_begin(json, "parameters", "[");
    for (size_t i = 0; i < item->key_count; i++)
        add_key_json(json, &item->keys[i]);
    json_end(json, "]");
    json_put_word(json, "example", rule->example);
    json_put_word(json, "answer", rule->example == NULL ? NULL : item->answer);
    json_put_word(json, "right", rule->kept);
    json_end(json, "}\n");
}

void explain_json(const struct explanations *all, struct text *text)
{
    struct json json = {.text = text};
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < all->tables[i].count; j++)
            add_explanation_json(&json, &all->tables[i].items[j]);
}
