#include "forms/html/page_parts.h"

#include "forms/json/json.h"
#include "forms/svg/svg_parts.h"
#include "forms/text/plain.h"
#include "forms/text/replay.h"

static bool view_node(struct page_views *views, uint32_t index, struct view *view)
{
    const struct rulebook *book = &views->report->book;
    const struct turn *turn = views->report->tree.links[index].turn;
    arena_clear(&views->scratch);
    return book->game->view(book->rules, place_go(&views->place, index), turn, &views->scratch, view);
}

void views_begin(struct page_views *views, const struct report *report)
{
    static const struct svg_style front = {0};
    static const struct svg_style back = {.flip = true};
    struct view view;
    *views = (struct page_views){.report = report};
    arena_init(&views->arena, 0);
    arena_init(&views->scratch, 0);
    text_init(&views->slots);
    string_table_init(&views->texts, &views->arena);
    string_table_init(&views->tokens, &views->arena);
    string_table_init(&views->drawings, &views->arena);
    string_table_init(&views->looks, &views->arena);
    string_table_init(&views->places, &views->arena);
    string_table_add(&views->texts, slice_of(""));
    string_table_add(&views->drawings, slice_of("[]"));
    string_table_add(&views->looks, slice_of("[0,0,0]"));
    views->before = arena_alloc(&views->arena, report->tree.count * sizeof *views->before);
    views->arena.failed |= !place_init(&views->place, &report->tree);
    svg_frame_begin(&views->front, &front);
    svg_frame_begin(&views->back, &back);
    for (uint32_t i = 0; i < report->tree.count && !views->arena.failed; i++)
        if (view_node(views, i, &view)) {
            svg_frame_add(&views->front, &view);
            svg_frame_add(&views->back, &view);
        }
}

void views_end(struct page_views *views)
{
    text_release(&views->slots);
    place_release(&views->place);
    arena_release(&views->scratch);
    arena_release(&views->arena);
}

void views_boards(const struct page_views *views, struct text *text)
{
    const struct svg_frame *frame = &views->front;
    text_add_string(text, ",\n\"boards\":[");
    for (unsigned i = 0; i < frame->boards; i++) {
        struct view_cell cell = {.board = (uint8_t)i};
        cell.x = (int16_t)frame->bounds.left;
        cell.y = (int16_t)frame->bounds.top;
        struct svg_spot first = svg_spot(frame, &cell);
        cell.x = (int16_t)frame->bounds.right;
        cell.y = (int16_t)frame->bounds.bottom;
        struct svg_spot last = svg_spot(frame, &cell);
        const double sides[4] = {first.x, first.y, last.x - first.x, last.y - first.y};
        for (size_t j = 0; j < 4; j++) {
            text_add_string(text, j > 0 ? "," : i > 0 ? ",[" : "[");
            svg_number(text, sides[j] + (j < 2 ? -0.65 : 1.3) * first.unit);
        }
        text_add_char(text, ']');
    }
    text_add_char(text, ']');
}

/* CELL drawn where the first one of its board is: a drawing that many can share. */
static void draw_cell(struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text)
{
    struct svg_frame moved = *frame;
    int sign = frame->style->flip ? -1 : 1;
    int right = sign * cell->x - frame->bounds.left;
    int down = sign * cell->y - frame->bounds.top;
    moved.bounds.left += right;
    moved.bounds.right += right;
    moved.bounds.top += down;
    moved.bounds.bottom += down;
    svg_cell(&moved, view, cell, text);
}

/* How far CELL is from there. */
static void add_offset(const struct svg_frame *frame, const struct view_cell *cell, struct text *text)
{
    int sign = frame->style->flip ? -1 : 1;
    struct view_cell first = *cell;
    first.x = (int16_t)(sign * frame->bounds.left);
    first.y = (int16_t)(sign * frame->bounds.top);
    struct svg_spot spot = svg_spot(frame, cell);
    struct svg_spot from = svg_spot(frame, &first);
    text_add_char(text, ',');
    svg_number(text, spot.x - from.x);
    text_add_char(text, ',');
    svg_number(text, spot.y - from.y);
}

static uint32_t slot_of(struct page_views *views, const struct view *view, const struct view_cell *cell)
{
    const int16_t place[3] = {cell->board, cell->x, cell->y};
    size_t known = views->places.count;
    uint32_t slot = string_table_add(&views->places, (struct slice){(const char *)place, sizeof place});
    struct text *text = &views->slots;
    struct text words;
    if (slot < known || views->places.count == known)
        return slot;
    text_init(&words);
    plain_place(view, cell, &words);
    text_add_string(text, slot > 0 ? ",\n[" : "[");
    json_string(text, slice_of(cell->name));
    text_add_char(text, ',');
    json_string(text, text_slice(&words));
    text_printf(text, ",%u,%d,%d", cell->board, cell->y, cell->x);
    add_offset(&views->front, cell, text);
    add_offset(&views->back, cell, text);
    text_add_char(text, ']');
    text_release(&words);
    return slot;
}

/* The length of the first part of REST in which no other element begins. */
static size_t token_length(struct slice rest)
{
    size_t length = 1;
    while (length < rest.length && !(rest.at[length] == '<' && length + 1 < rest.length && rest.at[length + 1] != '/'))
        length++;
    return length;
}

/* The number of the drawing that PART is, which is emptied.  Drawings have most of their
   elements in common. */
static uint32_t drawing_of(struct page_views *views, struct text *part)
{
    struct slice rest = text_slice(part);
    struct text numbers;
    text_init(&numbers);
    text_add_char(&numbers, '[');
    while (rest.length > 0) {
        struct slice token = slice_shorter(rest, token_length(rest));
        rest = (struct slice){rest.at + token.length, rest.length - token.length};
        text_add_string(&numbers, numbers.length > 1 ? "," : "");
        text_add_number(&numbers, string_table_add(&views->tokens, token));
    }
    text_add_char(&numbers, ']');
    uint32_t drawing = string_table_add(&views->drawings, text_slice(&numbers));
    text_release(&numbers);
    text_clear(part);
    return drawing;
}

static uint32_t look_of(struct page_views *views, const struct view *view, const struct view_cell *cell)
{
    struct text part;
    struct text look;
    text_init(&part);
    text_init(&look);
    draw_cell(&views->front, view, cell, &part);
    uint32_t front = drawing_of(views, &part);
    draw_cell(&views->back, view, cell, &part);
    uint32_t back = drawing_of(views, &part);
    plain_stack(view, cell, &part);
    text_printf(&look, "[%u,%u,%u]", front, back, string_table_add(&views->texts, text_slice(&part)));
    uint32_t number = string_table_add(&views->looks, text_slice(&look));
    text_release(&part);
    text_release(&look);
    return number;
}

/* The slots whose look is another than at the node before. */
static void add_changes(const struct page_looks *now, const struct page_looks *before, struct text *text)
{
    bool first = true;
    text_add_string(text, ",\"c\":[");
    for (size_t i = 0; i < now->count; i++) {
        uint32_t was = before != NULL && i < before->count ? before->looks[i] : 0;
        if (now->looks[i] == was)
            continue;
        text_printf(text, "%s%zu,%u", first ? "" : ",", i, now->looks[i]);
        first = false;
    }
    text_add_char(text, ']');
}

static void add_cells(struct page_views *views, const struct view *view, uint32_t index, struct text *text)
{
    uint32_t parent = views->report->tree.links[index].parent;
    size_t room = views->places.count + view->count;
    struct page_looks now = {arena_alloc(&views->arena, (room + 1) * sizeof *now.looks), room};
    if (now.looks == NULL || views->before == NULL)
        return;
    for (size_t i = 0; i < view->count; i++) {
        uint32_t slot = slot_of(views, view, &view->cells[i]);
        if (slot < room)
            now.looks[slot] = look_of(views, view, &view->cells[i]);
    }
    now.count = views->places.count < room ? views->places.count : room;
    add_changes(&now, parent == NODE_NONE ? NULL : &views->before[parent], text);
    views->before[index] = now;
}

/* TEXT as a number, and emptied for the next. */
static void add_number(struct page_views *views, struct text *part, struct text *text)
{
    text_printf(text, ",%u", string_table_add(&views->texts, text_slice(part)));
    text_clear(part);
}

typedef void drawer(const struct svg_frame *frame, const struct view *view, struct text *text);

static void add_drawings(struct page_views *views, const struct view *view, struct text *part, struct text *text)
{
    static drawer *const drawers[] = {svg_ground, svg_marks, svg_arrows, svg_lists};
    for (size_t i = 0; i < sizeof drawers / sizeof drawers[0]; i++) {
        drawers[i](&views->front, view, part);
        text_printf(text, ",%u", drawing_of(views, part));
        drawers[i](&views->back, view, part);
        text_printf(text, ",%u", drawing_of(views, part));
    }
}

static void add_words(
    struct page_views *views, const struct view *view, uint32_t index, struct text *part, struct text *text)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    for (unsigned i = 0; view->titles != NULL && i < boards; i++)
        text_printf(part, "%s%s", i > 0 ? "\n" : "", view->titles[i]);
    add_number(views, part, text);
    for (size_t i = 0; i < view->list_count; i++) {
        text_add_string(part, i > 0 ? "\n" : "");
        plain_list(&view->lists[i], part);
    }
    add_number(views, part, text);
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL; i++)
        text_printf(part, "%s%s", i > 0 ? "\n" : "", view->notes[i]);
    add_number(views, part, text);
    render_situation(views->report, index, views->place.state, part);
    add_number(views, part, text);
    for (unsigned i = 0; i < view->seats; i++) {
        text_add_string(part, view->lines[i] == NULL ? "" : view->lines[i]);
        add_number(views, part, text);
    }
}

void views_node(struct page_views *views, uint32_t node, struct text *text)
{
    struct view view;
    struct text part;
    struct text numbers;
    if (!view_node(views, node, &view)) {
        text->failed = true;
        return;
    }
    text_init(&part);
    text_init(&numbers);
    add_cells(views, &view, node, text);
    add_drawings(views, &view, &part, &numbers);
    add_words(views, &view, node, &part, &numbers);
    text_printf(text, ",\"x\":[%s]", text_slice(&numbers).at + (numbers.length > 0));
    text_release(&part);
    text_release(&numbers);
}
