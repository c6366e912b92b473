/* SPDX-License-Identifier: MIT */
/* The explanations as a manual page.  Characters that troff reads as something else
   are escaped, so that whatever a record holds is shown as it is, and can be copied. */
#include "formats/man/explanation.h"

#include <ctype.h>

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

static void add_manual_value(struct text *page, const struct governing_key *key, size_t n)
{
    SCOPED(text, line);
    add_key_values(&line, key, n);
    if (line.length == 0)
        return;
    text_add_string(page, ".br\n");
    add_escaped(page, text_slice(&line), true);
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

static void add_capitals(struct text *page, const char *words)
{
    for (; *words != '\0'; words++)
        text_add_char(page, (char)toupper((unsigned char)*words));
}

static void add_manual_heading(struct text *page, const struct explained_table *table)
{
    const char *about = explained_about(table);
    text_add_string(page, ".Sh ");
    add_capitals(page, explained_heading(table));
    if (about != NULL)
        text_printf(page, "\n%s\n", about);
    else
        text_printf(page, "\nShipped rulesets: %s.\n", table->rulesets);
}

static void add_manual_head(struct text *page, const struct explanations *all, const char *name, const char *title)
{
    text_printf(page, ".\\\" catasta-%s(7), made from the tables of rules\n.Dd %s\n.Dt CATASTA-", name, all->date);
    add_capitals(page, name);
    text_printf(page,
        " 7\n.Os catasta %s\n.Sh NAME\n.Nm catasta-%s\n.Nd %s%s\n.Sh DESCRIPTION\n"
        "Every message about a record or a ruleset ends with an id in brackets.\nThis page explains ",
        all->version, name, title == NULL ? "what the messages about records and rulesets mean" : "the rules of ",
        title == NULL ? "" : title);
    if (title == NULL)
        text_add_string(
            page, "those that games have in common,\nand lists those of each game, which has its own page.\n");
    else
        text_printf(page, "those of %s;\n.Xr catasta-rules 7\nexplains those that games have in common.\n", title);
    text_add_string(page,
        "For each id it says what the rule asks; the parameters of a ruleset that change it, the values they take, "
        "and their values in the shipped rulesets; a small example, the message it gives, and the same example "
        "corrected.\n.Pp\nThe "
        "notation is described in\n.Xr sgn 5 ,\nrulesets are in\n.Xr catasta-ruleset 5 .\n");
}

/* Where each rule of a game is explained. */
static void add_game_pages(struct text *page, const struct explanations *all)
{
    text_add_string(page, ".Sh RULES OF GAMES\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < all->count; i++) {
        const struct explained_table *table = &all->tables[i];
        if (table->title == NULL)
            continue;
        text_printf(page, ".It Xr catasta-%s 7\n", table->name);
        for (size_t j = 0; j < table->count; j++)
            text_printf(page, "%s%s\n", table->items[j].rule->id, j + 1 < table->count ? "," : "");
    }
    text_add_string(page, ".El\n");
}

void explain_manual(const struct explanations *all, struct text *text)
{
    const char *title = all->count == 1 ? all->tables[0].title : NULL;
    add_manual_head(text, all, title == NULL ? "rules" : all->tables[0].name, title);
    if (title == NULL)
        text_printf(text, "Records without a ruleset of their own are judged by\n.Li %s .\n", all->ruleset);
    for (size_t i = 0; i < all->count; i++) {
        if (all->whole && all->tables[i].title != NULL)
            continue;
        add_manual_heading(text, &all->tables[i]);
        for (size_t j = 0; j < all->tables[i].count; j++)
            add_explanation(text, &all->tables[i].items[j]);
    }
    if (all->whole)
        add_game_pages(text, all);
    text_printf(text, ".Sh SEE ALSO\n.Xr catasta 1 ,\n%s.Xr catasta-ruleset 5 ,\n.Xr sgn 5%s\n",
        title == NULL ? ".Xr catasta-rules 1 ,\n" : "", title == NULL ? "" : " ,\n.Xr catasta-rules 7");
}
