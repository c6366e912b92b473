/* SPDX-License-Identifier: MIT */
/* Stories: judged games as trees of positions, page by page. */
#include "board/field.h"
#include "formats/text/board_text.h"
#include "formats/text/diagnostics.h"
#include "formats/text/legend.h"
#include "formats/text/panel.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"
#include "library/session.h"

#include <assert.h>
#include <stdlib.h>

static_assert(CATASTA_NOWHERE == NODE_NONE, "nodes are tied by the same numbers");
static_assert((int)CATASTA_TINT == (int)TINT_CODE && (int)CATASTA_TINT_MARK == (int)TINT_MARK &&
        (int)CATASTA_STACK == (int)OWNER_STACK && (int)CATASTA_TINT_HUE == (int)TINT_HUE &&
        (int)CATASTA_TINT_HUE + SEATS < (int)CATASTA_TINTS,
    "tints are written as they are");
static_assert((int)CATASTA_UNJUDGED == (int)VERDICT_UNJUDGED, "and so are verdicts");

struct catasta_story {
    const struct catasta_game *game;
    const struct tree *tree;
    struct tree_place *place; /* allocated */
    unsigned pitch;           /* of its boards */
    uint32_t last;            /* node of the main line */
};

/* What one page is written from. */
struct page_context {
    const struct catasta_story *story;
    uint32_t index;
    const struct ply *node; /* NULL: there is none */
    const struct ply_link *link;
    const struct report *report;
    struct style style;
    bool flip;
    const char *also;
    struct text *text;
};

/* Positions of a long game that are measured; the others may touch. */
enum { MEASURED_MOST = 20000 };

/* How far apart cells have to be in all of its positions. */
static void node_measure(struct catasta_story *story)
{
    const struct rulebook *book = &story->tree->book;
    SCOPED(arena, arena);
    struct view view;
    for (uint32_t i = 0; i < story->tree->count && i < MEASURED_MOST; i++) {
        const struct turn *turn = story->tree->links[i].turn;
        arena_clear(&arena);
        if (!book->game->display.view(book->rules, place_go(story->place, i), turn, &arena, &view) || view.open ||
            view.count == 0)
            break;
        unsigned pitch = panel_pitch(&view);
        story->pitch = pitch > story->pitch ? pitch : story->pitch;
    }
}

catasta_story *catasta_story_new(const catasta_game *game)
{
    unsigned since = memory_failures();
    if (game->report.tree.keep.what != KEEP_POSITIONS)
        return NULL;
    struct catasta_story *story = memory_new(sizeof *story);
    struct tree_place *place = memory_new(sizeof *place);
    if (story == NULL || place == NULL || !place_init(place, &game->report.tree)) {
        free(place);
        free(story);
        return NULL;
    }
    story->game = game;
    story->tree = &game->report.tree;
    story->place = place;
    for (uint32_t i = 0; i < story->tree->count; i++)
        if (story->tree->plies[i].depth == 0)
            story->last = i;
    node_measure(story);
    if (!memory_ran_out(since))
        return story;
    catasta_story_free(story);
    return NULL;
}

void catasta_story_free(catasta_story *story)
{
    if (story == NULL)
        return;
    place_release(story->place);
    free(story->place);
    free(story);
}

/* Whether FAULT, which belongs to no turn, is shown with node INDEX: faults before the
   turns with the start, all others at the end, and without nodes everything. */
static bool is_written_with(const struct catasta_story *story, const struct diagnostic *fault, uint32_t index)
{
    const struct line *main = &story->game->report.record->main;
    uint32_t begin = main->count > 0 ? main->items[0].span.begin : UINT32_MAX;
    if (fault->seat != 0 || story->tree->count == 0)
        return fault->seat == 0;
    return index == (fault->span.begin < begin ? 0 : story->last);
}

/* With its signs and the clock after it. */
static void node_write_turn(const struct page_context *context)
{
    const struct tree *tree = context->story->tree;
    struct slice clock = {NULL, 0};
    SCOPED(text, words);
    if (context->link->item != NULL)
        text_add_escaped(context->text, tree_text(tree, context->index, context->link->item));
    for (const struct item *item = NULL; (item = tree_remark(tree, context->index, false, item)) != NULL;) {
        struct slice remark = remark_words(tree->record, item);
        if (item->kind != ITEM_GLYPH) {
            add_comment(remark, &clock, &words);
            continue;
        }
        text_printf(context->text, " %pE", SLICE(glyph_sign(remark, context->style.unicode)));
    }
    if (clock.length > 0)
        text_printf(context->text, " %pE", SLICE(clock));
}

static void write_title(const struct page_context *context)
{
    const struct ply *node = context->node;
    if (context->link->item == NULL) {
        text_add_string(context->text, "The start, ");
        render_player(context->report, node->seat, context->text);
        text_add_string(context->text, " to move");
        return;
    }
    if (node->depth > 0)
        text_add_string(context->text, "variation: ");
    if (node->verdict != VERDICT_UNJUDGED) {
        text_printf(context->text, "%u. ", node->number);
        render_player(context->report, node->seat, context->text);
        text_add_char(context->text, ' ');
    }
    node_write_turn(context);
    if (node->verdict != VERDICT_LEGAL)
        add_tinted(context->text, &context->style, TINT_ERROR, verdict_words[node->verdict]);
}

/* How the game is after the turn. */
static void write_situation(const struct page_context *context)
{
    SCOPED(text, situation);
    render_situation(context->report, context->index, place_go(context->story->place, context->index), &situation);
    add_tinted(context->text, &context->style, TINT_NOTE, text_slice(&situation).at);
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* VIEW with the places that .also names, if nothing is there; false when out of memory. */
static bool add_places(struct view *view, const char *also, struct arena *arena)
{
    size_t room = view->count;
    for (const char *at = also; *at != '\0'; at++)
        room += at[1] == '\0' || !is_name_byte(at[1]);
    struct view_cell *cells = arena_alloc(arena, (room + 1) * sizeof *cells);
    if (arena->failed)
        return false;
    if (view->count > 0)
        memcpy(cells, view->cells, view->count * sizeof *cells);
    view->cells = cells;
    while (*also != '\0') {
        size_t length = 0;
        while (is_name_byte(also[length]))
            length++;
        unsigned place = field_find((struct slice){also, length});
        bool there = place == FIELD_NONE;
        struct view_cell cell = {.y = (int16_t)field_row(place)};
        cell.x = (int16_t)(2 * (int)field_column(place) - (view->square ? 0 : (int)field_row(place)));
        for (size_t i = 0; i < view->count && !there; i++)
            there = cells[i].board == 0 && cells[i].x == cell.x && cells[i].y == cell.y;
        if (!there) {
            field_text(place, cell.name);
            cells[view->count++] = cell;
        }
        also += length + (length == 0);
    }
    return true;
}

/* The boards of VIEW without the first, or the first alone. */
static void pick_boards(struct view *view, bool first)
{
    size_t kept = 0;
    for (size_t i = 0; i < view->count; i++)
        if ((view->cells[i].board == 0) == first) {
            view->cells[kept] = view->cells[i];
            view->cells[kept].board = (uint8_t)(view->cells[kept].board - (first ? 0 : 1));
            kept++;
        }
    view->count = kept;
    view->titles = first || view->titles == NULL ? view->titles : view->titles + 1;
    view->boards = first ? 1 : view->boards - 1;
}

static void write_board(const struct page_context *context, struct view *view, bool first)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    if (context->flip)
        view_flip(view);
    if (!view->open && first)
        render_panel(view, context->story->pitch, &context->style, context->text);
    if (!view->open || (!first && boards < 2))
        return;
    pick_boards(view, first);
    struct style style = context->style;
    style.spare = first && boards < 2 ? style.spare : 0; /* layers are beside it */
    render_field(view, &style, context->text);
}

/* A line for each seat, with a sign before that of the one to move, or of those who have won. */
static void write_standing(const struct page_context *context, const struct view *view)
{
    const struct report *report = context->report;
    const struct state *state = place_go(context->story->place, context->index);
    struct outcome outcome;
    const bool over = is_over_at(report, context->index, state, &outcome);
    const uint32_t chosen = over ? outcome.winners : state->seat == 0 ? 0 : (uint32_t)1 << (state->seat - 1);
    render_status(view, report->players, chosen, over, &context->style, context->text);
}

static void write_view(const struct page_context *context, enum catasta_page page)
{
    const struct rulebook *book = &context->report->book;
    SCOPED(arena, arena);
    struct view view;
    const char *also = page == CATASTA_PAGE_BOARD ? context->also : NULL;
    if (!book->game->display.view(
            book->rules, place_go(context->story->place, context->index), context->link->turn, &arena, &view) ||
        (view.open && also != NULL && !add_places(&view, also, &arena)))
        ; /* memory ran out */
    else if (page == CATASTA_PAGE_LEGEND)
        render_legend(book->game, &view, &context->style, context->text);
    else if (page == CATASTA_PAGE_LISTS)
        render_lists(&view, &context->style, context->text);
    else if (page == CATASTA_PAGE_STANDING)
        write_standing(context, &view);
    else
        write_board(context, &view, page == CATASTA_PAGE_BOARD);
}

/* All diagnostics about the turn; they are next to each other. */
static void write_faults(const struct page_context *context)
{
    const struct diagnostic *fault = context->link->fault;
    if (fault == NULL || !fault->listed)
        return;
    for (const struct diagnostic *next = fault; next != NULL; next = next->next) {
        if (next != fault && (next->turn.begin != fault->turn.begin || next->turn.end != fault->turn.end))
            break;
        render_fault(context->report, next, &context->style, context->text);
    }
}

static void write_comment(const struct record *record, const struct item *item, struct text *text)
{
    size_t begin = text->length;
    if (item->kind != ITEM_GLYPH)
        add_comment(remark_words(record, item), NULL, text);
    if (text->length > begin)
        text_add_char(text, '\n');
}

/* Those before the node, where it opens a line, then those after it; without nodes all. */
static void write_comments(const struct page_context *context)
{
    const struct tree *tree = context->story->tree;
    const struct item *item = NULL;
    while (context->node == NULL && (item = tree_lone_remark(tree, item)) != NULL)
        write_comment(tree->record, item, context->text);
    for (int lead = 1; lead >= 0 && context->node != NULL; lead--)
        for (item = NULL; (item = tree_remark(tree, context->index, lead != 0, item)) != NULL;)
            write_comment(tree->record, item, context->text);
}

static void write_others(const struct page_context *context)
{
    struct cursor cursor = cursor_at(context->report->record);
    const struct diagnostic *next = context->report->diagnostics.first;
    for (; next != NULL; next = next->next)
        if (is_written_with(context->story, next, context->index))
            render_diagnostic(
                context->report, next, context->story->game->name, &cursor, &context->style, context->text);
}

static void node_write_page(const struct page_context *context, enum catasta_page page)
{
    if (page == CATASTA_PAGE_HEADING)
        render_heading(context->report, &context->style, context->text);
    else if (page == CATASTA_PAGE_OUTCOME)
        render_outcome(context->report, context->text);
    else if (page == CATASTA_PAGE_OTHERS)
        write_others(context);
    else if (page == CATASTA_PAGE_REMARKS)
        write_comments(context);
    else if (context->node == NULL)
        return;
    else if (page == CATASTA_PAGE_GESTURE)
        text_add_string(context->text, context->report->book.game->display.gesture);
    else if (page == CATASTA_PAGE_TURN)
        node_write_turn(context);
    else if (page == CATASTA_PAGE_TITLE)
        write_title(context);
    else if (page == CATASTA_PAGE_SITUATION)
        write_situation(context);
    else if (page == CATASTA_PAGE_FAULTS)
        write_faults(context);
    else
        write_view(context, page);
}

bool catasta_write_page(const catasta_story *story, uint32_t index, enum catasta_page page,
    const struct catasta_look *look, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct catasta_look full;
    struct text text = {0};
    TAKE(full, look);
    const struct page_context context = {
        .story = story,
        .index = index,
        .node = index < story->tree->count ? &story->tree->plies[index] : NULL,
        .link = index < story->tree->count ? &story->tree->links[index] : NULL,
        .report = &story->game->report,
        .style = {.unicode = full.unicode, .coded = true, .width = full.width, .most = full.most, .spare = full.spare},
        .flip = full.flip,
        .also = full.also,
        .text = &text,
    };
    node_write_page(&context, page);
    return text_deliver(&text, since, sink);
}
