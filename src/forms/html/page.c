#include "forms/html/page.h"

#include "forms/html/page_parts.h"
#include "forms/json/json.h"
#include "forms/text/diagnostics.h"
#include "forms/text/replay.h"

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

void page_head(struct slice title, struct text *text)
{
    struct text css;
    text_printf(text,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '%s'; "
        "style-src '%s'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
        page_js_hash, page_css_hash);
    svg_escape(title, text);
    text_printf(text, "</title>\n<style>%s</style>\n</head>\n%s", page_css, page_html);
    text_init(&css);
    json_string(&css, slice_of(svg_css(SVG_AUTO)));
    add_data("style", &css, text);
    text_release(&css);
}

void page_tail(struct text *text)
{
    text_printf(text, "<script>%s</script>\n</body>\n</html>\n", page_js);
}

/* What is known about the game as a whole. */

static void add_tag(const struct report *report, const char *name, struct text *text)
{
    const struct tag *tag = record_tag(report->record, name);
    bool known = tag != NULL && value_is_known(tag->value);
    text_add_string(text, ",");
    json_string(text, known ? tag->value : slice_of(""));
}

/* The seats and their players, the tags in a heading, how the game ended. */
static void add_title(const struct report *report, struct text *text)
{
    static const char *const tags[] = {"Event", "Site", "Round", "Date", "Annotator"};
    struct text outcome;
    text_add_string(text, "{\"seats\":[");
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(text, i > 0 ? "," : "");
        json_word_or_null(text, report->book.game == NULL ? NULL : game_seat_name(report->book.rules, i + 1));
    }
    text_add_string(text, "],\"players\":");
    json_players(report, text);
    text_add_string(text, ",\"ruleset\":");
    json_string_or_null(text, report->ruleset);
    text_add_string(text, ",\"tags\":[\"\"");
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        add_tag(report, tags[i], text);
    text_init(&outcome);
    render_outcome(report, &outcome);
    text_add_string(text, "],\"outcome\":");
    json_string(text, text_slice(&outcome));
    text_printf(text, ",\"legal\":%s}", report->legal ? "true" : "false");
    text_release(&outcome);
}

static void add_words(const struct text *words, struct text *text)
{
    text_add_char(text, ',');
    json_string(text, text_slice(words));
}

static void add_fault(const struct report *report, const struct diagnostic *diagnostic, struct text *text)
{
    static const struct style style = {.unicode = true, .plain = true};
    struct text words;
    text_init(&words);
    text_printf(text, "[\"%s\",\"%s\"", severity_name(diagnostic->severity), diagnostic->rule->id);
    render_turn_name(report, diagnostic, &words);
    rule_headline(diagnostic->rule, diagnostic->facts, &words);
    add_words(&words, text);
    text_clear(&words);
    render_found(diagnostic, &style, &words);
    add_words(&words, text);
    text_clear(&words);
    render_advice(report, diagnostic, &style, &words);
    add_words(&words, text);
    text_printf(text, ",%u]", diagnostic->ply);
    text_release(&words);
}

static void add_faults(const struct report *report, struct text *text)
{
    text_add_string(text, ",\n\"faults\":[");
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        text_add_string(text, next == report->diagnostics.first ? "" : ",\n");
        add_fault(report, next, text);
    }
    text_add_char(text, ']');
}

/* Nodes. */

static void add_remark(
    const char *member, bool first, const struct record *record, const struct item *item, struct text *text)
{
    bool glyph = item->kind == ITEM_GLYPH;
    if (first)
        text_printf(text, ",\"%s\":[", member);
    text_add_string(text, first ? "" : ",");
    text_add_string(text, glyph ? "[" : "");
    json_string(text, remark_words(record, item));
    text_add_string(text, glyph ? "]" : "");
}

static void add_remarks(const char *member, const struct tree *tree, uint32_t node, bool lead, struct text *text)
{
    const struct item *last = NULL;
    for (const struct item *item; (item = tree_remark(tree, node, lead, last)) != NULL; last = item)
        add_remark(member, last == NULL, tree->record, item, text);
    text_add_string(text, last == NULL ? "" : "]");
}

/* What is said at the end: where there are no turns every comment, and that there are more
   turns than are kept. */
static void add_last_remarks(const char *member, const struct report *report, struct text *text)
{
    const struct tree *tree = &report->tree;
    const struct item *last = NULL;
    for (const struct item *item; (item = tree_lone_remark(tree, last)) != NULL; last = item)
        add_remark(member, last == NULL, tree->record, item, text);
    text_add_string(text, last == NULL ? "" : "]");
    if (tree->over && tree->count > 0)
        text_printf(text, ",\"%s\":[\"The first %ld plies of %u: a page shows no more.\"]", member, tree->keep.last,
            report->plies);
}

static void add_link(const char *member, uint32_t node, struct text *text)
{
    if (node != NODE_NONE)
        text_printf(text, ",\"%s\":%u", member, node);
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
    const struct report *report, const struct diagnostic *fault, struct fault_walk *walk, struct text *text)
{
    if (fault == NULL || !walk_to(walk, report, fault))
        return;
    text_printf(text, ",\"f\":[%u", walk->number);
    for (;;) {
        walk->at = walk->at->next;
        walk->number++;
        if (walk->at == NULL || walk->at->turn.end == 0 || walk->at->turn.end != fault->turn.end)
            break;
        text_printf(text, ",%u", walk->number);
    }
    text_add_char(text, ']');
}

static void add_node(struct page_views *views, uint32_t index, struct fault_walk *walk, struct text *text)
{
    const struct tree *tree = &views->report->tree;
    const struct ply *node = &tree->plies[index];
    const struct ply_link *link = &tree->links[index];
    text_printf(text, "%s{\"k\":%u,\"n\":%u,\"s\":%u,\"d\":%u,\"v\":%u", index > 0 ? ",\n" : "", link->ply,
        node->number, node->seat, node->depth, (unsigned)node->verdict);
    add_link("p", link->parent, text);
    add_link("e", link->next, text);
    add_link("a", link->variation, text);
    text_add_string(text, ",\"t\":");
    json_string(text, link->item == NULL ? slice_of("") : tree_text(tree, index, link->item));
    add_remarks("b", tree, index, true, text);
    add_remarks("r", tree, index, false, text);
    add_node_faults(views->report, link->fault, walk, text);
    views_node(views, index, text);
    text_add_char(text, '}');
}

static void add_texts(const char *member, const struct string_table *texts, bool plain, struct text *text)
{
    text_printf(text, ",\n\"%s\":[", member);
    for (size_t i = 0; i < texts->count; i++) {
        text_add_string(text, i > 0 ? ",\n" : "");
        if (plain)
            json_string(text, texts->items[i]);
        else
            text_add(text, texts->items[i]);
    }
    text_add_char(text, ']');
}

static void add_nodes(const struct report *report, struct text *text)
{
    struct fault_walk walk = {report->diagnostics.first, 0};
    struct page_views views;
    unsigned width;
    unsigned height;
    views_begin(&views, report);
    svg_frame_size(&views.front, &width, &height);
    text_printf(text, ",\n\"size\":[%u,%u]", width, height);
    views_boards(&views, text);
    text_add_string(text, ",\n\"nodes\":[");
    for (uint32_t i = 0; i < report->tree.count && !views.arena.failed; i++)
        add_node(&views, i, &walk, text);
    text_add_char(text, ']');
    add_texts("texts", &views.texts, true, text);
    add_texts("tokens", &views.tokens, true, text);
    add_texts("drawings", &views.drawings, false, text);
    add_texts("looks", &views.looks, false, text);
    text_add_string(text, ",\n\"slots\":[");
    text_add(text, text_slice(&views.slots));
    text_add_char(text, ']');
    views_end(&views);
}

void page_game(const struct report *report, struct text *text)
{
    struct text json;
    text_init(&json);
    add_title(report, &json);
    add_data("title", &json, text);
    text_clear(&json);
    text_add_string(&json, "{\"version\":1");
    add_last_remarks("end", report, &json);
    add_faults(report, &json);
    if (report->tree.count > 0)
        add_nodes(report, &json);
    text_add_string(&json, "}");
    add_data("game", &json, text);
    text_release(&json);
}
