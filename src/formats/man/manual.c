/* SPDX-License-Identifier: MIT */
/* The explanations as a manual page.  Characters that troff reads as something else
   are escaped, so that whatever a record holds is shown as it is, and can be copied. */
#include "formats/man/explanation.h"

#include <ctype.h>

static const struct {
    const char *table;
    const char *heading;
    const char *about;
} headings[] = {
    {"syntax", "TEXT OF RECORDS", "Faults in the text of a record, in any game."},
    {"record", "ALL GAMES", "Rules common to the records of all games, once they can be read."},
    {"clock", "CLOCKS",
        "Clocks that do not fit the time control of their record; they do not affect how it is judged."},
    {"ruleset", "RULESETS", "Faults in a ruleset."},
    {"match", "MATCHES", "Faults in a round of a match, which only score reports, since no single record shows them."},
};
enum { HEADINGS = sizeof headings / sizeof headings[0] };

/* What follows the backslash, NULL: C needs none. */
static const char *escape_of(char c)
{
    static const char *const escapes[] = {"\\e", "--", "'(aq", "`(ga", "^(ha", "~(ti", "\"(dq"};
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++)
        if (escapes[i][0] == c)
            return escapes[i] + 1;
    return NULL;
}

/* Bytes at the beginning of a line, or within one. */
static void add_escaped(struct text *page, struct slice bytes, bool begins)
{
    if (begins && bytes.length > 0 && bytes.at[0] == '.')
        text_add_string(page, "\\&");
    for (size_t i = 0; i < bytes.length; i++) {
        const char *escape = escape_of(bytes.at[i]);
        if (escape == NULL)
            text_add_char(page, bytes.at[i]);
        else
            text_printf(page, "\\%s", escape);
        if (i > 1 && bytes.at[i] == '.' && is_digit(bytes.at[i - 1]) && is_digit(bytes.at[i - 2]))
            text_add_string(page, "\\&"); /* it is no end of a sentence, as after more than one letter */
    }
}

/* What a record holds, in which nothing must act on a terminal. */
static void add_hostile(struct text *page, struct slice bytes)
{
    SCOPED(text, shown);
    text_add_escaped(&shown, bytes);
    add_escaped(page, text_slice(&shown), true);
}

/* Sentences, a line each, which is where mdoc wants them to end. */
static void add_sentences(struct text *page, struct slice sentences)
{
    while (sentences.length > 0) {
        struct slice sentence = first_sentence(sentences);
        add_escaped(page, sentence, true);
        text_add_char(page, '\n');
        sentences = slice_after(sentences, sentence.length);
        sentences = slice_trim(sentences);
    }
}

static void add_record(struct text *page, const char *record)
{
    struct slice rest = slice_of(record);
    struct slice line;
    text_add_string(page, ".Bd -literal -offset indent\n");
    while (slice_split(&rest, '\n', &line) && (line.length > 0 || rest.at != NULL)) {
        const char *cut;
        add_hostile(page, shortened_line(line, &cut));
        text_printf(page, "%s\n", cut);
    }
    text_add_string(page, ".Ed\n");
}

/* Source lines stay as they are; the others are filled, a paragraph each. */
static void add_answer(struct text *page, const char *answer)
{
    struct slice rest = slice_of(answer);
    struct slice line;
    text_add_string(page, ".Bd -filled -offset indent\n");
    bool in_source = false;
    for (bool first = true; slice_split(&rest, '\n', &line) && line.length > 0; first = false) {
        bool is_source = is_source_line(line);
        if (is_source != in_source)
            text_printf(page, ".Ed\n.Bd -%s -offset indent -compact\n", is_source ? "literal" : "filled");
        else if (!is_source && !first)
            text_add_string(page, ".br\n");
        in_source = is_source;
        add_hostile(page, line);
        text_add_char(page, '\n');
    }
    text_add_string(page, ".Ed\n");
}

/* The rulesets that have the value of the Nth, unless one before has it. */
static void add_manual_value(struct text *page, const struct governing_key *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(key->values[i].value, key->values[n].value) == 0)
            return;
    text_add_string(page, ".br\n");
    for (size_t i = n; i < key->value_count; i++)
        if (strcmp(key->values[i].value, key->values[n].value) == 0) {
            text_add_string(page, i > n ? ", " : "");
            add_escaped(page, slice_of(key->values[i].ruleset), i == n);
        }
    text_add_string(page, ": ");
    add_escaped(page, slice_of(key->values[n].value), false);
    text_add_char(page, '\n');
}

static void add_keys(struct text *page, const struct explanation *item)
{
    if (item->key_count == 0)
        return;
    text_printf(page, ".Pp\n%s:\n.Bl -tag -width Ds -offset indent -compact\n",
        item->key_count == 1 ? "Parameter" : "Parameters");
    for (size_t i = 0; i < item->key_count; i++) {
        const struct governing_key *key = &item->keys[i];
        text_printf(page, ".It Li %s%s%s\n", key->name, key->games == NULL ? "" : " No in ",
            key->games == NULL ? "" : key->games);
        add_escaped(page, slice_of(key->about), true);
        text_add_string(page, " (");
        add_escaped(page, slice_of(key->takes), false);
        text_add_string(page, ")\n");
        for (size_t j = 0; j < key->value_count; j++)
            add_manual_value(page, key, j);
    }
    text_add_string(page, ".El\n");
}

static void add_explanation(struct text *page, const struct explanation *item)
{
    const struct rule *rule = item->rule;
    text_printf(page, ".Ss %s (%s)\n", rule->id, severity_name(rule->severity));
    add_sentences(page, slice_of(rule->explanation));
    add_keys(page, item);
    if (rule->example == NULL || rule->kept == NULL)
        return;
    text_add_string(page, ".Pp\nFor example:\n");
    add_record(page, rule->example);
    text_add_string(page, ".Pp\ngives\n");
    add_answer(page, item->answer);
    text_add_string(page, ".Pp\nCorrect:\n");
    add_record(page, rule->kept);
}

static void add_manual_heading(struct text *page, const struct explained_table *table)
{
    for (size_t i = 0; i < HEADINGS; i++)
        if (strcmp(headings[i].table, table->name) == 0) {
            text_printf(page, ".Sh %s\n%s\n", headings[i].heading, headings[i].about);
            return;
        }
    text_add_string(page, ".Sh ");
    for (const char *at = table->name; *at != '\0'; at++)
        text_add_char(page, (char)toupper((unsigned char)*at));
    text_add_string(page, "\nThe rules of ");
    add_escaped(page, slice_of(table->title == NULL ? table->name : table->title), false);
    text_add_string(page, ".\nShipped rulesets: ");
    add_escaped(page, slice_of(table->rulesets == NULL ? "" : table->rulesets), false);
    text_add_string(page, ".\n");
}

static void add_manual_head(struct text *page, const struct explanations *all)
{
    text_printf(page,
        ".\\\" catasta-rules(7), made from the tables of rules\n.Dd %s\n.Dt CATASTA-RULES 7\n.Os catasta %s\n",
        all->date, all->version);
    text_add_string(page,
        ".Sh NAME\n.Nm catasta-rules\n.Nd what the messages about records and rulesets mean\n.Sh DESCRIPTION\nEvery "
        "message about a record or a ruleset ends with an id in brackets.\nThis page explains each id:\nwhat the rule "
        "asks; the parameters of a ruleset that change it, the values they take, and their values in the shipped "
        "rulesets; a small example, the message it gives, and the same example corrected.\n.Pp\nThe notation is "
        "described in\n.Xr sgn 5 ,\nrulesets are in\n.Xr catasta-ruleset 5 .\nRecords without a ruleset of their own "
        "are judged by\n");
    text_printf(page, ".Li %s .\n", all->ruleset);
}

void explain_manual(const struct explanations *all, struct text *text)
{
    add_manual_head(text, all);
    for (size_t i = 0; i < all->count; i++) {
        add_manual_heading(text, &all->tables[i]);
        for (size_t j = 0; j < all->tables[i].count; j++)
            add_explanation(text, &all->tables[i].items[j]);
    }
    text_add_string(text, ".Sh SEE ALSO\n.Xr catasta 1 ,\n.Xr catasta-ruleset 5 ,\n.Xr sgn 5\n");
}
