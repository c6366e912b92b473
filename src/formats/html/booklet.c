/* SPDX-License-Identifier: MIT */
#include "formats/html/booklet.h"

#include "formats/html/page_parts.h"
#include "formats/text/diagnostics.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"

/* Turns of more bytes may be broken: a line of a column has no room for them. */
enum { LONG_TURN = 36 };

/* A game being written. */
struct booklet {
    const struct page_options *options;
    const struct report *report;
    struct svg_frame frame;
    struct tree_place place;
    struct arena arena; /* for one view at a time */
    unsigned depth;     /* of the variation that is written */
    bool open;          /* a paragraph is */
    struct text *text;
};

/* The style sheet depends on what was asked for, so any is allowed, and nothing else is.  Paper is light. */
void booklet_head(const struct page_options *options, struct text *text)
{
    enum svg_theme theme = options->style.theme == SVG_AUTO ? SVG_LIGHT : options->style.theme;
    const char *own = options->style.css == NULL ? "" : options->style.css;
    html_head(options, "unsafe-inline", NULL, text);
    text_printf(text, "<style>%s%s%s</style>\n</head>\n", booklet_css, svg_css(theme), own);
    html_links(options, text);
}

/* Diagrams. */

/* Whether a comment wants one, or marks cells of it. */
static bool is_marked(const struct tree *tree, uint32_t node)
{
    static const char *const commands[] = {"[%diagram]", "[%csl ", "[%cal "};
    const struct item *last = NULL;
    while ((last = tree_remark(tree, node, false, last)) != NULL)
        if (last->kind != ITEM_GLYPH)
            for (struct slice words = remark_words(tree->record, last); words.length > 0; words = slice_after(words, 1))
                for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
                    if (slice_is(slice_shorter(words, strlen(commands[i])), commands[i]))
                        return true;
    return false;
}

static bool has_diagram(const struct booklet *booklet, uint32_t node)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply_link *link = &tree->links[node];
    unsigned each = booklet->options->diagrams;
    bool main = tree->plies[node].depth == 0;
    return node == 0 || (link->fault != NULL && link->fault->severity == SEVERITY_ERROR) || is_marked(tree, node) ||
        (main && link->next == NODE_NONE) || (main && each > 0 && link->ply % each == 0);
}

static bool get_view(struct booklet *booklet, uint32_t node, struct view *view)
{
    arena_clear(&booklet->arena);
    return place_view(&booklet->place, node, &booklet->arena, view) &&
        remarks_mark(&booklet->report->tree, node, &booklet->arena, view);
}

/* "5. White a4:xb5" */
static void add_booklet_name(const struct booklet *booklet, uint32_t node, struct text *text)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply *ply = &tree->plies[node];
    if (tree->links[node].item == NULL) {
        text_add_string(text, "The start");
        return;
    }
    text_printf(text, "%u. %s %pE", ply->number, game_seat_name(tree->book.rules, ply->seat),
        SLICE(tree_text(tree, node, tree->links[node].item)));
}

static void end_paragraph(struct booklet *booklet)
{
    text_add_string(booklet->text, booklet->open ? "</p>\n" : "");
    booklet->open = false;
}

/* The frame of one diagram: as wide as all of them, and as high as its own field. */
static struct svg_frame frame_of_diagram(const struct booklet *booklet, const struct view *view)
{
    static const struct svg_caption nothing = {.title = ""};
    const struct svg_frame *all = &booklet->frame;
    struct svg_frame frame;
    svg_frame_begin(&frame, all->style);
    svg_frame_add(&frame, view);
    if (all->boards > 1)
        return *all; /* layers are placed by their height, too */
    frame.letters = all->letters;
    frame.bounds.any = all->bounds.any;
    frame.bounds.left = all->bounds.left;
    frame.bounds.right = all->bounds.right;
    svg_frame_caption(&frame, view, &nothing);
    return frame;
}

static void add_diagram(struct booklet *booklet, uint32_t node)
{
    struct view view;
    SCOPED(text, name);
    SCOPED(text, status);
    if (!get_view(booklet, node, &view)) {
        booklet->text->failed = true;
        return;
    }
    if (view.open && view.count == 0)
        return; /* nothing is on the table yet */
    end_paragraph(booklet);
    add_booklet_name(booklet, node, &name);
    render_situation(booklet->report, node, booklet->place.state, &status);
    const struct svg_caption caption = {.title = text_slice(&name).at};
    const struct svg_frame frame = frame_of_diagram(booklet, &view);
    text_add_string(booklet->text, "<figure>");
    svg_document(&frame, &view, &caption, false, booklet->text);
    text_printf(booklet->text, "<figcaption>%pX: %pX</figcaption></figure>\n", SLICE(&name), SLICE(&status));
}

/* Turns and what is said of them. */

static void begin_paragraph(struct booklet *booklet)
{
    struct slice before = text_slice(booklet->text);
    if (!booklet->open)
        text_add_string(booklet->text, "<p>");
    else if (before.length > 0 && before.at[before.length - 1] != '(')
        text_add_char(booklet->text, ' ');
    booklet->open = true;
}

static void add_booklet_remark(struct booklet *booklet, const struct item *item)
{
    struct slice words = remark_words(booklet->report->record, item);
    SCOPED(text, plain);
    if (item->kind == ITEM_GLYPH) {
        if (!booklet->open)
            begin_paragraph(booklet);
        text_add_xml(booklet->text, glyph_sign(words, true));
        return;
    }
    add_comment(words, NULL, &plain);
    if (plain.length > 0) {
        begin_paragraph(booklet);
        text_printf(booklet->text, "<bdi class=\"comment\">%pX</bdi>", SLICE(&plain));
    }
    booklet->text->failed |= plain.failed;
}

static void add_booklet_remarks(struct booklet *booklet, uint32_t node, bool lead)
{
    const struct item *last = NULL;
    while ((last = tree_remark(&booklet->report->tree, node, lead, last)) != NULL)
        add_booklet_remark(booklet, last);
}

static void add_booklet_fault(struct booklet *booklet, const struct diagnostic *fault)
{
    static const struct style style = {.unicode = true, .plain = true};
    const char *rules = booklet->options->rules_pages;
    SCOPED(text, words);
    end_paragraph(booklet);
    page_message(booklet->report, fault, &words);
    text_add_char(&words, '\n');
    render_advice(booklet->report, fault, &style, &words);
    text_printf(booklet->text, "<p class=\"fault\"><b>%s:</b> %pX", severity_name(fault->severity),
        SLICE(slice_trim(text_slice(&words))));
    if (rules != NULL)
        text_printf(booklet->text, " <a href=\"%pX/%s.html\">%s</a>", SLICE(rules), fault->rule->id, fault->rule->id);
    text_add_string(booklet->text, "</p>\n");
}

/* Variations are in parentheses at any depth. */
static void go_to_depth(struct booklet *booklet, unsigned depth, bool another)
{
    while (booklet->depth > depth || (another && booklet->depth == depth && depth > 0)) {
        text_add_string(booklet->text, booklet->open ? ")" : "<p>)");
        booklet->open = true;
        booklet->depth--;
    }
    for (; booklet->depth < depth; booklet->depth++) {
        begin_paragraph(booklet);
        text_add_char(booklet->text, '(');
    }
}

static void add_booklet_turn(struct booklet *booklet, uint32_t node, bool alone)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply *ply = &tree->plies[node];
    bool main = ply->depth == 0;
    bool first = tree->links[node].parent == 0 || tree->plies[tree->links[node].parent].number != ply->number;
    const struct slice words = tree_text(tree, node, tree->links[node].item);
    begin_paragraph(booklet);
    text_add_string(booklet->text, words.length > LONG_TURN ? "<span>" : "<span class=\"ply\">");
    if (first || alone)
        text_printf(booklet->text, "%u%s ", ply->number, ply->seat == 1 || booklet->report->seats > 2 ? "." : "…");
    text_printf(booklet->text, "<%s>%pX</%s>%s</span>", main ? "b" : "span class=\"variation\"", SLICE(words),
        main ? "b" : "span", ply->verdict == VERDICT_LEGAL ? "" : verdict_words[ply->verdict]);
}

static void add_booklet_node(struct booklet *booklet, uint32_t node)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply_link *link = &tree->links[node];
    unsigned depth = tree->plies[node].depth;
    bool begins = link->parent != NODE_NONE && tree->links[link->parent].next != node;
    if (node > 0) {
        go_to_depth(booklet, depth, begins);
        add_booklet_remarks(booklet, node, true);
        add_booklet_turn(booklet, node, !booklet->open || begins || link->parent + 1 != node);
    }
    add_booklet_remarks(booklet, node, false);
    for (const struct diagnostic *fault = link->fault; fault != NULL && fault->turn.end == link->fault->turn.end;
         fault = fault->next)
        add_booklet_fault(booklet, fault);
    if (has_diagram(booklet, node))
        add_diagram(booklet, node);
}

static bool measure_booklet(struct booklet *booklet)
{
    static const struct svg_caption nothing = {.title = ""};
    struct view view;
    svg_frame_begin(&booklet->frame, &booklet->options->style);
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t i = 0; i < booklet->report->tree.count; i++) {
            if (!has_diagram(booklet, i))
                continue;
            if (!get_view(booklet, i, &view))
                return false;
            if (round == 0)
                svg_frame_add(&booklet->frame, &view);
            else
                svg_frame_caption(&booklet->frame, &view, &nothing);
        }
    return true;
}

void booklet_game(const struct page_options *options, const struct report *report, struct text *text)
{
    struct booklet booklet = {.options = options, .report = report, .text = text};
    SCOPED(text, words);
    arena_init(&booklet.arena, 0);
    text_add_string(text, "<article>\n<h2>");
    page_names(report, text);
    text_add_string(text, "</h2>\n<p class=\"about\">");
    page_about(report, &words);
    struct slice rest = text_slice(&words);
    for (struct slice line, first = rest; rest.at != NULL && slice_split(&rest, '\n', &line);)
        text_printf(text, "%s%pX</bdi>", line.at == first.at ? "<bdi>" : " · <bdi>", SLICE(line));
    text_clear(&words);
    text_add_string(text, "</p>\n<div class=\"turns\">\n");
    for (const struct diagnostic *fault = report->diagnostics.first; fault != NULL; fault = fault->next)
        if (fault->turn.end == 0 || report->tree.count == 0)
            add_booklet_fault(&booklet, fault);
    bool fine = report->tree.count == 0 || (place_init(&booklet.place, &report->tree) && measure_booklet(&booklet));
    for (uint32_t i = 0; i < report->tree.count && fine; i++)
        add_booklet_node(&booklet, i);
    go_to_depth(&booklet, 0, false);
    const struct item *last = NULL;
    while ((last = tree_lone_remark(&report->tree, last)) != NULL)
        add_booklet_remark(&booklet, last);
    end_paragraph(&booklet);
    render_outcome(report, &words);
    text_printf(text, "<p class=\"outcome\"><b>%pX</b></p>\n</div>\n</article>\n", SLICE(&words));
    text->failed |= !fine || words.failed;
    if (report->tree.count > 0)
        place_release(&booklet.place);
    arena_release(&booklet.arena);
}
