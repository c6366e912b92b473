/* SPDX-License-Identifier: MIT */
#include "formats/html/booklet.h"

#include "formats/html/page_parts.h"
#include "formats/text/diagnostics.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"

/* Turns of a variation of more bytes may be broken: a line of a column has no room for them.  Where turns of all seats
   have more on average, a round is as wide as the page, else as half of it. */
enum { LONG_TURN = 36, LONG_ROUND = 40 };

/* Small cells, and so captions that are large beside them when the diagram is as wide as half a page. */
enum { DIAGRAM_CELL = 44 };

/* What is to be closed before what has its own place. */
enum block { BLOCK_NONE, BLOCK_PARAGRAPH, BLOCK_ROUND };

/* A game being written. */
struct booklet {
    const struct page_options *options;
    const struct report *report;
    struct svg_style style;
    struct svg_frame frame;
    struct tree_place place;
    struct svg_caption caption;
    struct arena arena; /* for one view at a time */
    struct arena names; /* of the players in the caption */
    unsigned depth;     /* of the variation that is written */
    enum block block;   /* that is open */
    unsigned number;    /* of the last round */
    unsigned seat;      /* that played the last turn of it */
    bool named;         /* the seats are, above the last rounds */
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

static void end_block(struct booklet *booklet)
{
    static const char *const ends[] = {"", "</p>\n", "</td></tr>\n</tbody></table>\n"};
    text_add_string(booklet->text, ends[booklet->block]);
    booklet->block = BLOCK_NONE;
}

/* The frame of one diagram: as wide as all of them, and as high as its own field. */
static struct svg_frame frame_of_diagram(const struct booklet *booklet, const struct view *view)
{
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
    svg_frame_caption(&frame, view, &booklet->caption);
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
    end_block(booklet);
    add_booklet_name(booklet, node, &name);
    render_situation(booklet->report, node, booklet->place.state, &status);
    booklet->caption.title = text_slice(&name).at;
    const struct svg_frame frame = frame_of_diagram(booklet, &view);
    text_printf(booklet->text, "<figure><figcaption>%pX: %pX</figcaption>\n", SLICE(&name), SLICE(&status));
    svg_document(&frame, &view, &booklet->caption, false, booklet->text);
    text_add_string(booklet->text, "</figure>\n");
    booklet->named = false;
}

/* Turns and what is said of them. */

static void begin_paragraph(struct booklet *booklet)
{
    struct slice before = text_slice(booklet->text);
    if (booklet->block != BLOCK_PARAGRAPH) {
        end_block(booklet);
        text_add_string(booklet->text, "<p>");
    } else if (before.length > 0 && before.at[before.length - 1] != '(') {
        text_add_char(booklet->text, ' ');
    }
    booklet->block = BLOCK_PARAGRAPH;
}

static void add_booklet_remark(struct booklet *booklet, const struct item *item)
{
    struct slice words = remark_words(booklet->report->record, item);
    SCOPED(text, plain);
    if (item->kind == ITEM_GLYPH) {
        if (booklet->block == BLOCK_NONE)
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
    end_block(booklet);
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
        text_add_string(booklet->text, booklet->block == BLOCK_PARAGRAPH ? ")" : "<p>)");
        booklet->block = BLOCK_PARAGRAPH;
        booklet->depth--;
    }
    for (; booklet->depth < depth; booklet->depth++) {
        begin_paragraph(booklet);
        text_add_char(booklet->text, '(');
    }
}

static void add_variation_turn(struct booklet *booklet, uint32_t node, bool alone)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply *ply = &tree->plies[node];
    bool first = tree->links[node].parent == 0 || tree->plies[tree->links[node].parent].number != ply->number;
    const struct slice words = tree_text(tree, node, tree->links[node].item);
    begin_paragraph(booklet);
    text_add_string(booklet->text, words.length > LONG_TURN ? "<span>" : "<span class=\"ply\">");
    if (first || alone)
        text_printf(booklet->text, "%u%s ", ply->number, ply->seat == 1 || booklet->report->seats > 2 ? "." : "…");
    text_printf(
        booklet->text, "%pX%s</span>", SLICE(words), ply->verdict == VERDICT_LEGAL ? "" : verdict_words[ply->verdict]);
}

/* Rounds are a table with a column for each seat. */
static void begin_rounds(struct booklet *booklet)
{
    struct text *text = booklet->text;
    end_block(booklet);
    text_add_string(text, booklet->named ? "<table>" : "<table><thead><tr><td></td>");
    for (unsigned i = 0; i < booklet->report->seats && !booklet->named; i++)
        text_printf(text, "<th scope=\"col\"><bdi>%pX</bdi></th>", SLICE(slice_of(booklet->caption.players[i])));
    text_add_string(text, booklet->named ? "<tbody>\n" : "</tr></thead><tbody>\n");
    booklet->named = true;
    booklet->block = BLOCK_ROUND;
}

/* The cell of SEAT; those before it have been written, unless something was said in between. */
static void begin_turn(struct booklet *booklet, unsigned number, unsigned seat)
{
    struct text *text = booklet->text;
    bool again = booklet->block == BLOCK_ROUND;
    bool goes_on = again && seat > booklet->seat;
    if (!again)
        begin_rounds(booklet);
    if (!goes_on) {
        text_printf(text, "%s<tr><th scope=\"row\">%u.</th>", again ? "</td></tr>\n" : "", number);
        booklet->number = number;
    }
    for (unsigned before = goes_on ? booklet->seat + 1 : 1; before < seat; before++)
        text_add_string(text, goes_on ? "</td><td>" : "<td>…</td>");
    text_add_string(text, goes_on ? "</td><td>" : "<td>");
    if (number != booklet->number)
        text_printf(text, "<small>%u.</small> ", number);
    booklet->seat = seat;
}

/* It may be broken after commas. */
static void add_main_turn(struct booklet *booklet, uint32_t node)
{
    const struct tree *tree = &booklet->report->tree;
    const struct ply *ply = &tree->plies[node];
    struct slice rest = tree_text(tree, node, tree->links[node].item);
    begin_turn(booklet, ply->number, ply->seat);
    for (struct slice part, first = rest; rest.at != NULL && slice_split(&rest, ',', &part);)
        text_printf(booklet->text, "%s%pX", part.at == first.at ? "" : ",<wbr>", SLICE(part));
    text_add_string(booklet->text, ply->verdict == VERDICT_LEGAL ? "" : verdict_words[ply->verdict]);
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
        if (depth == 0)
            add_main_turn(booklet, node);
        else
            add_variation_turn(booklet, node, booklet->block == BLOCK_NONE || begins || link->parent + 1 != node);
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
    struct view view;
    svg_frame_begin(&booklet->frame, &booklet->style);
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t i = 0; i < booklet->report->tree.count; i++) {
            if (!has_diagram(booklet, i))
                continue;
            if (!get_view(booklet, i, &view))
                return false;
            if (round == 0)
                svg_frame_add(&booklet->frame, &view);
            else
                svg_frame_caption(&booklet->frame, &view, &booklet->caption);
        }
    return true;
}

static void name_players(struct booklet *booklet)
{
    SCOPED(text, name);
    booklet->caption.title = "";
    for (unsigned i = 0; i < booklet->report->seats; i++) {
        text_clear(&name);
        render_player(booklet->report, i + 1, &name);
        const char *kept = arena_printf(&booklet->names, "%s", text_slice(&name).at).at;
        booklet->caption.players[i] = kept == NULL ? "" : kept;
    }
    booklet->text->failed |= name.failed || booklet->names.failed;
}

/* Whether rounds have no room in half the page. */
static bool is_wide(const struct report *report)
{
    const struct tree *tree = &report->tree;
    size_t turns = 0;
    size_t bytes = 0;
    for (uint32_t i = 1; i < tree->count; i++)
        if (tree->plies[i].depth == 0) {
            turns++;
            bytes += tree_text(tree, i, tree->links[i].item).length;
        }
    return bytes * report->seats > turns * LONG_ROUND;
}

void booklet_game(const struct page_options *options, const struct report *report, struct text *text)
{
    struct booklet booklet = {.options = options, .report = report, .style = options->style, .text = text};
    bool wide = is_wide(report);
    SCOPED(text, words);
    if (booklet.style.cell == 0 && !wide)
        booklet.style.cell = DIAGRAM_CELL;
    arena_init(&booklet.arena, 0);
    arena_init(&booklet.names, 0);
    name_players(&booklet);
    text_add_string(text, "<article>\n<h2>");
    page_names(report, text);
    text_add_string(text, "</h2>\n<p class=\"about\">");
    page_about(report, &words);
    struct slice rest = text_slice(&words);
    for (struct slice line, first = rest; rest.at != NULL && slice_split(&rest, '\n', &line);)
        text_printf(text, "%s%pX</bdi>", line.at == first.at ? "<bdi>" : " · <bdi>", SLICE(line));
    text_clear(&words);
    text_printf(text, "</p>\n<div class=\"turns%s\">\n", wide ? " wide" : "");
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
    end_block(&booklet);
    render_outcome(report, &words);
    text_printf(text, "<p class=\"outcome\"><b>%pX</b></p>\n</div>\n</article>\n", SLICE(&words));
    text->failed |= !fine || words.failed;
    if (report->tree.count > 0)
        place_release(&booklet.place);
    arena_release(&booklet.arena);
    arena_release(&booklet.names);
}
