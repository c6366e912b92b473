/* SPDX-License-Identifier: MIT */
#include "formats/formats.h"

#include "formats/html/booklet.h"
#include "formats/html/page_parts.h"
#include "formats/json/json.h"
#include "formats/svg/svg.h"
#include "formats/text/diagnostics.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"

#include "base/compressed.h"
#include "base/utf8.h"

/* JSON inside a script element: nothing in it can end the element, or a line of script. */
static void add_inert(struct slice json, struct text *text)
{
    for (size_t i = 0; i < json.length; i++) {
        unsigned char c = (unsigned char)json.at[i];
        bool separator = c == 0xE2 && i + 2 < json.length && (unsigned char)json.at[i + 1] == 0x80 &&
            ((unsigned char)json.at[i + 2] & 0xFE) == 0xA8;
        if (separator) {
            text_add_string(text, (unsigned char)json.at[i + 2] == 0xA8 ? "\\u2028" : "\\u2029");
            i += 2;
        } else if (c == '<' || c == '>' || c == '&') {
            text_printf(text, "\\u%04x", c);
        } else {
            text_add_char(text, json.at[i]);
        }
    }
}

static void add_data(const char *class, const struct text *json, struct text *text)
{
    text_printf(text, "<script type=\"application/json\" class=\"%s\">", class);
    add_inert(text_slice(json), text);
    text_add_string(text, "</script>\n");
}

static void add_link(const char *words, const char *href, struct text *text)
{
    if (href == NULL)
        return;
    text_printf(text, "<a href=\"%pX\">%s</a> ", SLICE(href), words);
}

/* Where to go from here, and the theme; CSS and SCRIPT are what the policy allows. */
void html_head(const struct page_options *options, const char *style, const char *script, struct text *text)
{
    static const char *const themes[] = {
        [SVG_AUTO] = "light dark", [SVG_LIGHT] = "light", [SVG_DARK] = "dark", [SVG_PRINT] = "light"};
    const char *theme = themes[options->style.theme];
    text_add_string(text, "<!DOCTYPE html>\n<html lang=\"en\"");
    if (options->style.theme != SVG_AUTO)
        text_printf(text, " data-theme=\"%s\"", theme);
    text_add_string(text,
        ">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    if (script != NULL)
        text_printf(text, "script-src '%s'; ", script);
    text_printf(text,
        "style-src '%s'; base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"%s\">\n<title>%pX</title>\n",
        style, theme, SLICE(options->title == NULL ? "catasta" : options->title));
}

void html_links(const struct page_options *options, struct text *text)
{
    text_add_string(text, "<body>\n");
    if (options->back == NULL && options->before == NULL && options->after == NULL)
        return;
    text_add_string(text, "<nav class=\"ways\" aria-label=\"Games of the tournament\">");
    add_link("Standings", options->back, text);
    add_link("Previous game", options->before, text);
    add_link("Next game", options->after, text);
    text_add_string(text, "</nav>\n");
}

static void head_of_page(const struct page_options *options, struct text *text)
{
    SCOPED(text, data);
    struct json json = {.text = &data};
    SCOPED(text, css);
    html_head(options, page_css_hash, page_js_hash, text);
    text_printf(text, "<style>%s</style>\n</head>\n", page_css);
    html_links(options, text);
    text_add_string(text, page_html);
    text_printf(&css, "%s%s", svg_css(options->style.theme), options->style.css == NULL ? "" : options->style.css);
    json_begin(&json, NULL, "{");
    json_put_text(&json, "css", text_slice(&css));
    json_put_flag(&json, "flip", options->style.flip);
    json_put_flag(&json, "no_coordinates", options->style.no_coordinates);
    json_put_number(&json, "ply", options->ply);
    if (options->rules_pages != NULL)
        json_put_word(&json, "rules_pages", options->rules_pages);
    json_end(&json, "}");
    add_data("options", &data, text);
}

/* What is known about the game as a whole. */

struct slice page_file(struct slice name)
{
    for (struct slice rest = name, part; rest.at != NULL && slice_split(&rest, '/', &part);)
        name = part;
    return name;
}

void page_message(const struct report *report, const struct diagnostic *fault, struct text *text)
{
    SCOPED(text, words);
    struct slice name = report->ruleset;
    rule_headline(fault->rule, fault->facts, &words);
    for (struct slice rest = text_slice(&words); rest.length > 0;) {
        bool here = name.length > 0 && rest.length >= name.length && memcmp(rest.at, name.at, name.length) == 0;
        size_t length = here ? name.length : 1;
        text_add(text, here ? page_file(name) : slice_shorter(rest, 1));
        rest = slice_after(rest, length);
    }
    text->failed |= words.failed;
}

/* A date as far as it is known, "2025-05". */
static void add_date(struct slice date, struct text *text)
{
    bool usual = date.length == 10 && date.at[4] == '.' && date.at[7] == '.';
    size_t length = usual && date.at[5] == '?' ? 4 : usual && date.at[8] == '?' ? 7 : date.length;
    for (size_t i = 0; i < length; i++)
        text_add_char(text, usual && date.at[i] == '.' ? '-' : date.at[i]);
}

void page_about(const struct report *report, struct text *text)
{
    static const char *const names[] = {"Event", "Site", "Round", "Date", "Annotator"};
    static const char *const before[] = {"", "", "round ", "", "notes by "};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct tag *tag = record_tag(report->record, names[i]);
        if (tag == NULL || !value_is_known(tag->value))
            continue;
        text_printf(text, "%s%s", text->length > 0 ? "\n" : "", before[i]);
        add_date(tag->value, text);
    }
    if (report->ruleset.length > 0)
        text_printf(text, "%sruleset ", text->length > 0 ? "\n" : "");
    text_add(text, page_file(report->ruleset));
}

/* Adds WORDS as a value, and empties them. */
static void add_page_words(struct json *json, const char *key, struct text *words)
{
    json_put_text(json, key, text_slice(words));
    json->text->failed |= words->failed;
    text_clear(words);
}

/* The seats and their players, what a heading says, how the game ended. */
static void add_title(const struct report *report, struct json *json)
{
    SCOPED(text, words);
    json_begin(json, "seats", "[");
    for (unsigned i = 0; i < report->seats; i++)
        json_put_word(json, NULL, report->book.game == NULL ? NULL : game_seat_name(report->book.rules, i + 1));
    json_end(json, "]");
    json_players(report, json_raw(json, "players"));
    page_about(report, &words);
    add_page_words(json, "about", &words);
    render_outcome(report, &words);
    add_page_words(json, "outcome", &words);
    json_put_flag(json, "legal", report->legal);
}

static void add_page_fault(const struct report *report, const struct diagnostic *diagnostic, struct json *json)
{
    static const struct style style = {.unicode = true, .plain = true};
    SCOPED(text, words);
    json_begin(json, NULL, "[");
    json_put_word(json, NULL, severity_name(diagnostic->severity));
    json_put_word(json, NULL, diagnostic->rule->id);
    render_turn_name(report, diagnostic, &words);
    page_message(report, diagnostic, &words);
    add_page_words(json, NULL, &words);
    render_found(diagnostic, &style, &words);
    add_page_words(json, NULL, &words);
    render_advice(report, diagnostic, &style, &words);
    add_page_words(json, NULL, &words);
    json_put_number(json, NULL, diagnostic->ply);
    json_begin(json, NULL, "[");
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        if (diagnostic->repairs[i].text.length > 0)
            json_put_text(json, NULL, diagnostic->repairs[i].text);
    json_end(json, "]]");
}

static void add_faults(const struct report *report, struct json *json)
{
    json_begin(json, "faults", "[");
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next)
        add_page_fault(report, next, json);
    json_end(json, "]");
}

/* Nodes. */

static void add_page_remark(
    const char *key, bool first, const struct record *record, const struct item *item, struct json *json)
{
    bool glyph = item->kind == ITEM_GLYPH;
    struct slice words = remark_words(record, item);
    if (first)
        json_begin(json, key, "[");
    if (glyph)
        json_begin(json, NULL, "[");
    json_put_text(json, NULL, glyph ? glyph_sign(words, true) : words);
    if (glyph)
        json_end(json, "]");
}

static void add_page_remarks(const char *key, const struct tree *tree, uint32_t node, bool lead, struct json *json)
{
    const struct item *last = NULL;
    for (const struct item *item; (item = tree_remark(tree, node, lead, last)) != NULL; last = item)
        add_page_remark(key, last == NULL, tree->record, item, json);
    if (last != NULL)
        json_end(json, "]");
}

/* The text at the end: without turns every comment, and whether there are more turns than were kept. */
static void add_last_remarks(const char *key, const struct report *report, struct json *json)
{
    const struct tree *tree = &report->tree;
    const struct item *last = NULL;
    for (const struct item *item; (item = tree_lone_remark(tree, last)) != NULL; last = item)
        add_page_remark(key, last == NULL, tree->record, item, json);
    if (last != NULL)
        json_end(json, "]");
    if (tree->over && tree->count > 0)
        text_printf(json_raw(json, key), "[\"The first %ld plies of %u; a page shows no more.\"]", tree->keep.last,
            report->plies);
}

/* An iterator over the diagnostics, which come in the order of the nodes. */
struct fault_walk {
    const struct diagnostic *at;
    unsigned number;
};

static bool walk_to(struct fault_walk *walk, const struct report *report, const struct diagnostic *fault)
{
    for (int round = 0; round < 2; round++) {
        for (; walk->at != NULL; walk->at = walk->at->next, walk->number++)
            if (walk->at == fault)
                return true;
        *walk = (struct fault_walk){report->diagnostics.first, 0};
    }
    return false;
}

/* All diagnostics about its turn. */
static void add_node_faults(
    const struct report *report, const struct diagnostic *fault, struct fault_walk *walk, struct json *json)
{
    if (fault == NULL || !walk_to(walk, report, fault))
        return;
    json_begin(json, "f", "[");
    json_put_number(json, NULL, walk->number);
    for (;;) {
        walk->at = walk->at->next;
        walk->number++;
        if (walk->at == NULL || walk->at->turn.end == 0 || walk->at->turn.end != fault->turn.end)
            break;
        json_put_number(json, NULL, walk->number);
    }
    json_end(json, "]");
}

/* What is not as the node before lets expect: where it belongs, and whose turn of which number it is. */
static void add_page_place(const struct report *report, uint32_t index, struct json *rest)
{
    const struct tree *tree = &report->tree;
    const struct ply *node = &tree->plies[index];
    uint32_t parent = tree->links[index].parent;
    const struct ply *before = parent == NODE_NONE ? NULL : &tree->plies[parent];
    unsigned seat = before == NULL ? 0 : parent == 0 ? before->seat : before->seat % report->seats + 1;
    uint32_t number = before == NULL ? 0 : before->number + (parent != 0 && seat <= before->seat);
    if (before != NULL && parent + 1 != index)
        json_put_number(rest, "p", parent);
    if (node->seat != seat)
        json_put_number(rest, "s", node->seat);
    if (node->number != number)
        json_put_number(rest, "n", node->number);
    if (node->verdict != VERDICT_LEGAL)
        json_put_number(rest, "v", (unsigned)node->verdict);
}

static void add_page_node(struct page_views *views, uint32_t index, struct fault_walk *walk, struct json *json)
{
    const struct tree *tree = &views->report->tree;
    const struct ply_link *link = &tree->links[index];
    SCOPED(text, text);
    struct json rest = {.text = &text};
    add_page_place(views->report, index, &rest);
    add_page_remarks("b", tree, index, true, &rest);
    add_page_remarks("r", tree, index, false, &rest);
    add_node_faults(views->report, link->fault, walk, &rest);
    json_begin(json, NULL, "[");
    json_put_text(json, NULL, link->item == NULL ? slice_of("") : tree_text(tree, index, link->item));
    views_node(views, index, json, &rest);
    if (text.length > 0)
        text_printf(json_raw(json, NULL), "{%pS}", SLICE(&text));
    json_end(json, "]");
}

static void add_nodes(const struct report *report, struct string_table *pieces, struct json *json)
{
    struct fault_walk walk = {report->diagnostics.first, 0};
    struct page_views views;
    views_begin(&views, report, pieces);
    json_begin(json, "nodes", "[");
    for (uint32_t i = 0; i < report->tree.count && !views.arena.failed; i++)
        add_page_node(&views, i, &walk, json);
    json_end(json, "]");
    views_places(&views, json);
    json->text->failed |= views.arena.failed || pieces->arena->failed;
    views_end(&views);
}

/* The game as text, which is there without the script: what the list shows of it, its record, its faults. */

/* As HTML has it between tags. */
static void add_plain(struct slice rest, struct text *text)
{
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length &&
            ((rest.at[length] >= ' ' && rest.at[length] <= '~' && rest.at[length] != '<' && rest.at[length] != '&') ||
                rest.at[length] == '\n'))
            length++;
        text_add(text, slice_shorter(rest, length));
        if (length == 0) {
            length = utf8_next(rest).length;
            if (*rest.at != '\r')
                text_add_xml(text, slice_shorter(rest, length));
        }
        rest = slice_after(rest, length);
    }
}

/* Names and the like are kept apart from what is around them, whichever way they are written. */
static void add_isolated(struct slice words, struct text *text)
{
    text_add_string(text, "\u2068");
    add_plain(words, text);
    text_add_string(text, "\u2069");
}

void page_names(const struct report *report, struct text *text)
{
    SCOPED(text, words);
    for (unsigned i = 0; i < report->seats; i++) {
        text_clear(&words);
        render_player(report, i + 1, &words);
        text_add_string(text, i > 0 ? " – " : "");
        add_isolated(text_slice(&words), text);
    }
    text_add_string(text, report->seats == 0 ? "A game that cannot be shown" : "");
}

static void add_summary(const struct report *report, struct text *text)
{
    const struct tag *event = record_tag(report->record, "Event");
    SCOPED(text, words);
    page_names(report, text);
    if (event != NULL && value_is_known(event->value)) {
        text_add_string(text, " · ");
        add_isolated(event->value, text);
    }
    render_outcome(report, &words);
    text_add_string(text, " · ");
    add_plain(text_slice(&words), text);
}

static void add_page_text(const struct report *report, struct text *text)
{
    SCOPED(text, words);
    text_printf(text, "<details%s><summary>", report->legal ? "" : " class=bad");
    add_summary(report, text);
    text_add_string(text, "</summary><pre>\n");
    add_plain(slice_trim(report->record->source), text);
    text_add_string(text, "</pre>");
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        text_clear(&words);
        render_turn_name(report, next, &words);
        page_message(report, next, &words);
        text_printf(text, "<p>%s: ", severity_name(next->severity));
        add_isolated(text_slice(&words), text);
    }
    text_add_string(text, "</details>\n");
}

/* Games are packed together, which is smaller, but few enough that none waits long for the others. */
enum { PACKED_MOST = 1 << 19 };

static void pack_games(struct text *waiting, struct text *text)
{
    if (waiting->length == 0)
        return;
    text_add_string(text, "<script type=\"text/plain\" class=\"games\">");
    text_add_compressed(text, text_slice(waiting));
    text_add_string(text, "</script>\n");
    text_clear(waiting);
}

static void add_page_game(struct page_run *page, const struct report *report, struct text *text)
{
    struct text *waiting = page->waiting;
    struct json json = {.text = waiting};
    add_page_text(report, text);
    json_begin(&json, NULL, "{");
    json_put_number(&json, "version", 2);
    add_title(report, &json);
    add_last_remarks("end", report, &json);
    add_faults(report, &json);
    if (report->tree.count > 0)
        add_nodes(report, &page->pieces, &json);
    json_end(&json, "}\n");
    text->failed |= waiting->failed;
    if (waiting->length > PACKED_MOST)
        pack_games(waiting, text);
}

void page_begin(struct document *document)
{
    const struct page_options *options = &document->options.page;
    document->page = arena_alloc(&document->arena, sizeof *document->page);
    if (document->page == NULL)
        return;
    document->page->waiting = &document->notes;
    string_table_init(&document->page->pieces, &document->arena);
    (options->print ? booklet_head : head_of_page)(options, &document->text);
}

bool page_add(const struct output_game *game, struct text *text)
{
    const struct page_options *options = &game->options->page;
    if (game->page != NULL && options->print)
        booklet_game(options, game->report, text);
    else if (game->page != NULL)
        add_page_game(game->page, game->report, text);
    return game->page != NULL;
}

void page_end(struct document *document, int status)
{
    struct page_run *page = document->page;
    struct text *text = &document->text;
    SCOPED(text, data);
    struct json json = {.text = &data};
    (void)status;
    if (page == NULL)
        return;
    if (document->options.page.print) {
        text_add_string(text, "</body>\n</html>\n");
        return;
    }
    pack_games(page->waiting, text);
    json_begin(&json, NULL, "[");
    for (size_t i = 0; i < page->pieces.count; i++)
        text_add(json_raw(&json, NULL), page->pieces.items[i]);
    json_end(&json, "]");
    add_data("pieces", &data, text);
    text_printf(text, "</section>\n<script>%s</script>\n</body>\n</html>\n", page_js);
}
