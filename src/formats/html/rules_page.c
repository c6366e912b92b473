/* SPDX-License-Identifier: MIT */
#include "formats/html/rules_page.h"

#include "formats/html/page_parts.h"

static void begin_page(const char *title, struct text *text)
{
    const struct page_options options = {.title = title};
    html_head(&options, rules_css_hash, NULL, text);
    text_printf(text, "<style>%s</style>\n</head>\n<body>\n", rules_css);
}

static void end_page(struct text *text)
{
    text_add_string(text, "</main>\n</body>\n</html>\n");
}

/* LINES of a record, or of what is said of it, in which nothing acts on a terminal either. */
static void add_page_lines(struct text *text, const char *lines, bool is_answer)
{
    struct slice rest = slice_of(lines);
    struct slice line;
    text_printf(text, "<pre class=\"%s\">", is_answer ? "answer" : "record");
    while (slice_split(&rest, '\n', &line) && (line.length > 0 || rest.at != NULL)) {
        const char *cut;
        SCOPED(text, shown);
        struct slice shortened = shortened_line(line, &cut);
        bool whole = is_answer && !is_source_line(line);
        text_add_escaped(&shown, whole ? line : shortened);
        text_printf(text, "%pX%s\n", SLICE(&shown), whole ? "" : cut);
        text->failed |= shown.failed;
    }
    text_add_string(text, "</pre>\n");
}

static void add_page_keys(struct text *text, const struct explanation *item)
{
    if (item->key_count == 0)
        return;
    text_printf(text, "<h3>Parameter%s</h3>\n<dl class=\"keys\">\n", item->key_count == 1 ? "" : "s");
    for (size_t i = 0; i < item->key_count; i++) {
        const struct governing_key *key = &item->keys[i];
        text_printf(text, "<dt><code>%s</code>%s%s</dt>\n<dd>%pX (%pX)", key->name, key->games == NULL ? "" : " in ",
            key->games == NULL ? "" : key->games, SLICE(key->about), SLICE(key->takes));
        for (size_t j = 0; j < key->value_count; j++) {
            SCOPED(text, line);
            add_key_values(&line, key, j);
            text_printf(text, line.length > 0 ? "<br>%pX" : "%pX", SLICE(&line));
            text->failed |= line.failed;
        }
        text_add_string(text, "</dd>\n");
    }
    text_add_string(text, "</dl>\n");
}

/* One of the two examples; ANSWER is NULL for the one that is right. */
static void add_page_example(
    struct text *text, const struct explained_board *board, const char *record, const char *answer)
{
    text_printf(text, "<section class=\"%s\">\n<h3>%s</h3>\n", answer == NULL ? "kept" : "broken",
        answer == NULL ? "Correct" : "Example");
    if (board->picture != NULL)
        text_printf(text, "<figure>%s%pX%s%s</figure>\n", *board->turn == '\0' ? "" : "<figcaption>",
            SLICE(board->turn), *board->turn == '\0' ? "" : "</figcaption>\n", board->picture);
    add_page_lines(text, record, false);
    if (answer != NULL)
        add_page_lines(text, answer, true);
    text_add_string(text, "</section>\n");
}

static void add_page_rule(struct text *text, const struct explanation *item)
{
    const struct rule *rule = item->rule;
    text_printf(text, "<article id=\"%s\">\n<h2>%s</h2>\n<p class=\"severity %s\">%s</p>\n<p>%pX</p>\n", rule->id,
        rule->id, severity_name(rule->severity), severity_name(rule->severity), SLICE(rule->explanation));
    add_page_keys(text, item);
    if (rule->example != NULL && rule->kept != NULL) {
        text_add_string(text, "<div class=\"examples\">\n");
        add_page_example(text, &item->broken, rule->example, item->answer);
        add_page_example(text, &item->kept, rule->kept, NULL);
        text_add_string(text, "</div>\n");
    }
    text_add_string(text, "</article>\n");
}

/* The rules of TABLE, each in a line, with a link from BEFORE, its id and AFTER. */
static void add_rule_list(struct text *text, const struct explained_table *table, const char *before, const char *after)
{
    text_printf(text, "<section id=\"%s\">\n<h2>%pX</h2>\n", table->name, SLICE(explained_heading(table)));
    if (explained_about(table) != NULL)
        text_printf(text, "<p>%pX</p>\n", SLICE(explained_about(table)));
    else
        text_printf(text, "<p>Shipped rulesets: %pX</p>\n", SLICE(table->rulesets));
    text_add_string(text, "<dl class=\"list\">\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct rule *rule = table->items[i].rule;
        text_printf(text, "<dt><a href=\"%s%s%s\">%s</a></dt>\n<dd>%pX</dd>\n", before, rule->id, after, rule->id,
            SLICE(first_sentence(slice_of(rule->explanation))));
    }
    text_add_string(text, "</dl>\n</section>\n");
}

static void begin_list(const struct explanations *all, struct text *text)
{
    begin_page("Rules and messages", text);
    text_add_string(text,
        "<header>\n<h1>Rules and messages</h1>\n<p>Every message about a record or a ruleset ends with an id in "
        "brackets. This page lists each id with the rule in brief.</p>\n<nav aria-label=\"Games\">");
    for (size_t i = 0; i < all->count; i++)
        text_printf(text, "<a href=\"#%s\">%pX</a> ", all->tables[i].name, SLICE(explained_heading(&all->tables[i])));
    text_add_string(text, "</nav>\n</header>\n<main>\n");
}

void explain_index(const struct explanations *all, struct text *text)
{
    begin_list(all, text);
    for (size_t i = 0; i < all->count; i++)
        add_rule_list(text, &all->tables[i], "", ".html");
    end_page(text);
}

void explain_linked(const struct explanations *all, const struct explanation *item, struct text *text)
{
    const struct explained_table *table = all->tables;
    while (item < table->items || item >= table->items + table->count)
        table++;
    begin_page(item->rule->id, text);
    text_printf(text,
        "<nav aria-label=\"Rules\"><a href=\"../index.html\">All rules</a> "
        "<a href=\"../index.html#%s\">%pX</a></nav>\n<main>\n",
        table->name, SLICE(explained_heading(table)));
    add_page_rule(text, item);
    end_page(text);
}

void explain_page(const struct explanations *all, struct text *text)
{
    if (all->count == 1 && all->tables[0].count == 1) {
        begin_page(all->tables[0].items[0].rule->id, text);
        text_add_string(text, "<main>\n");
    } else {
        begin_list(all, text);
        for (size_t i = 0; i < all->count; i++)
            add_rule_list(text, &all->tables[i], "#", "");
    }
    for (size_t i = 0; i < all->count; i++)
        for (size_t j = 0; j < all->tables[i].count; j++)
            add_page_rule(text, &all->tables[i].items[j]);
    end_page(text);
}
