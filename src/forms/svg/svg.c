#include "forms/svg/svg_parts.h"

#define ROOT_THREE 1.7320508

enum { NARROWEST = 260 };

/* In cells: what a frame leaves free at its edges, between its boards, for a title; how wide and high boards and
   layers are at most, where layers can be small enough. */
static const double MARGIN = 0.25;
static const double GAP = 0.3;
static const double TITLE = 0.4;
static const double WIDEST = 19;
static const double HIGHEST = 13;

/* Of layers, the width of a cell in cells. */
static const double LARGE_LAYER = 0.6;
static const double SMALL_LAYER = 0.16;

static const double SMALLEST = 11; /* letters of captions, in pixels */
static const double LETTER = 0.64; /* how wide a letter is at most, in heights of it */
static const double NAME = 0.16;

void svg_frame_begin(struct svg_frame *frame, const struct svg_style *style)
{
    *frame = (struct svg_frame){.style = style};
}

static void add_bounds(struct svg_frame *frame, const struct view_cell *cell)
{
    int x = frame->style->flip ? -cell->x : cell->x;
    int y = frame->style->flip ? -cell->y : cell->y;
    struct svg_bounds *bounds = &frame->bounds;
    if (!bounds->any)
        *bounds = (struct svg_bounds){true, x, x, y, y};
    bounds->left = bounds->left < x ? bounds->left : x;
    bounds->right = bounds->right > x ? bounds->right : x;
    bounds->bottom = bounds->bottom < y ? bounds->bottom : y;
    bounds->top = bounds->top > y ? bounds->top : y;
}

/* Whether letters say more than the discs of white, black and neutral pieces. */
static bool needs_letters(const struct view *view)
{
    const char *letters[SEATS + 1] = {NULL};
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height && view->cells[i].pieces != NULL; j++) {
            const struct view_piece *piece = &view->cells[i].pieces[j];
            if (piece->seat > 2 || (letters[piece->seat] != NULL && strcmp(letters[piece->seat], piece->text) != 0))
                return true;
            letters[piece->seat] = piece->text;
        }
    return view->open;
}

static void add_lists(struct svg_frame *frame, const struct view *view)
{
    unsigned stacks = 0;
    unsigned rows = 0;
    unsigned lists = 0;
    for (size_t i = 0; i < view->list_count; i++) {
        const struct view_list *list = &view->lists[i];
        stacks += list->stacked;
        lists += !list->stacked;
        rows += list->stacked ? 0 : svg_list_rows(list->count);
        if (list->stacked && list->count > frame->highest)
            frame->highest = list->count;
        if (!list->stacked && list->count > frame->longest)
            frame->longest = list->count;
    }
    frame->stacks = stacks > frame->stacks ? stacks : frame->stacks;
    frame->rows = rows > frame->rows ? rows : frame->rows;
    frame->lists = lists > frame->lists ? lists : frame->lists;
}

/* Where everything is. */

static double cell_width(const struct svg_frame *frame)
{
    return frame->style->cell == 0 ? SVG_USUAL : frame->style->cell;
}

double svg_unit(const struct svg_frame *frame, unsigned board)
{
    return cell_width(frame) * (board == 0 ? 1 : frame->layer);
}

/* The distance of two rows. */
static double svg_pitch(const struct svg_frame *frame, double unit)
{
    return frame->square ? unit : unit * ROOT_THREE / 2;
}

/* All boards have the same cells, so that each is at its place in all of them. */
static double board_width(const struct svg_frame *frame, double unit)
{
    return frame->bounds.any ? ((frame->bounds.right - frame->bounds.left) / 2.0 + 1) * unit : 0;
}

static double title_height(const struct svg_frame *frame)
{
    return frame->boards > 1 ? TITLE * cell_width(frame) : 0;
}

static double board_height(const struct svg_frame *frame, double unit)
{
    int span = frame->bounds.top - frame->bounds.bottom;
    if (!frame->bounds.any)
        return 0;
    return span * svg_pitch(frame, unit) + (frame->square ? unit : 2 * unit / ROOT_THREE) + title_height(frame);
}

/* Layers stand beside the first board, in lines, as large as there is room for all. */
static void fit_layers(struct svg_frame *frame)
{
    double cell = cell_width(frame);
    unsigned layers = frame->boards - 1;
    double high = board_height(frame, cell) > HIGHEST * cell ? board_height(frame, cell) : HIGHEST * cell;
    for (frame->layer = LARGE_LAYER; frame->layer >= SMALL_LAYER; frame->layer -= 0.02) {
        unsigned rows = (unsigned)((high + GAP * cell) / (board_height(frame, frame->layer * cell) + GAP * cell));
        frame->columns = rows == 0 ? layers : (layers + rows - 1) / rows;
        double wide = frame->columns * (board_width(frame, frame->layer * cell) + GAP * cell);
        if (rows > 0 && board_width(frame, cell) + wide <= WIDEST * cell)
            return;
    }
}

void svg_frame_add(struct svg_frame *frame, const struct view *view)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    frame->boards = boards > frame->boards ? boards : frame->boards;
    frame->square |= view->square;
    frame->letters |= needs_letters(view);
    for (size_t i = 0; i < view->count; i++)
        add_bounds(frame, &view->cells[i]);
    if (frame->boards > 1)
        fit_layers(frame);
    add_lists(frame, view);
}

/* The top left corner of a board. */
static struct svg_spot board_spot(const struct svg_frame *frame, unsigned board)
{
    double gap = GAP * cell_width(frame);
    double edge = MARGIN * cell_width(frame);
    struct svg_spot spot = {edge, edge, svg_unit(frame, board)};
    if (board == 0 || frame->columns == 0)
        return spot;
    unsigned place = board - 1 + frame->missing;
    spot.x += board_width(frame, cell_width(frame)) + gap;
    spot.x += place % frame->columns * (board_width(frame, spot.unit) + gap);
    spot.y += place / frame->columns * (board_height(frame, spot.unit) + gap);
    return spot;
}

struct svg_spot svg_spot(const struct svg_frame *frame, const struct view_cell *cell)
{
    struct svg_spot spot = board_spot(frame, cell->board);
    int x = frame->style->flip ? -cell->x : cell->x;
    int y = frame->style->flip ? -cell->y : cell->y;
    spot.x += ((x - frame->bounds.left) / 2.0 + 0.5) * spot.unit;
    spot.y += title_height(frame) + (frame->square ? spot.unit / 2 : spot.unit / ROOT_THREE);
    spot.y += (frame->bounds.top - y) * svg_pitch(frame, spot.unit);
    return spot;
}

/* The bottom right corner of all boards. */
static struct svg_spot boards_end(const struct svg_frame *frame)
{
    struct svg_spot end = board_spot(frame, 0);
    unsigned layers = frame->boards > 1 ? frame->boards - 1 : 0;
    unsigned rows = layers == 0 ? 0 : (layers + frame->columns - 1) / frame->columns;
    double gap = GAP * end.unit;
    double high = rows * (board_height(frame, svg_unit(frame, 1)) + gap) - gap;
    end.x += board_width(frame, end.unit);
    end.x += layers == 0 ? 0 : frame->columns * (board_width(frame, svg_unit(frame, 1)) + gap);
    end.y += high > board_height(frame, end.unit) ? high : board_height(frame, end.unit);
    return end;
}

double svg_lists_top(const struct svg_frame *frame)
{
    return boards_end(frame).y + (frame->bounds.any ? GAP * cell_width(frame) : 0);
}

void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height)
{
    double edge = MARGIN * cell_width(frame);
    double lists = svg_lists_width(frame);
    struct svg_spot end = boards_end(frame);
    double right = end.x > edge + lists ? end.x : edge + lists;
    double bottom = lists > 0 ? svg_lists_top(frame) + svg_lists_height(frame) : end.y;
    *width = (unsigned)(right + edge + 0.999);
    *height = (unsigned)(bottom + edge + 0.999);
}

/* Below the pieces. */

static void add_cells(const struct svg_frame *frame, const struct view *view, unsigned zone, struct text *text)
{
    bool any = false;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        if (cell->zone != zone)
            continue;
        if (!any)
            text_printf(text, "<path class=\"c z%u\" d=\"", zone);
        any = true;
        svg_outline(frame, svg_spot(frame, cell), 1, text);
        if (cell->closed)
            svg_cross(frame, svg_spot(frame, cell), 0.6, text);
    }
    text_add_string(text, any ? "\"/>\n" : "");
}

static void add_name(struct svg_spot spot, const struct view_cell *cell, double size, struct text *text)
{
    svg_words(text, size > 0 ? "n" : NULL, spot.x, spot.y + 0.44 * spot.unit, size, cell->name);
}

static void add_names(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    text_add_string(text, "<g class=\"n\"");
    svg_attribute(text, "font-size", cell_width(frame) * NAME);
    text_add_char(text, '>');
    for (size_t i = 0; i < view->count; i++)
        add_name(svg_spot(frame, &view->cells[i]), &view->cells[i], 0, text);
    text_add_string(text, "</g>\n");
}

static void add_titles(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (unsigned i = 0; frame->bounds.any && i < view->boards && i < frame->boards; i++) {
        struct svg_spot spot = board_spot(frame, i);
        double size = cell_width(frame) * 0.2;
        text_add_string(text, "<text class=\"s\"");
        svg_attribute(text, "x", spot.x);
        svg_attribute(text, "y", spot.y + size * 1.2);
        svg_attribute(text, "font-size", size);
        text_add_char(text, '>');
        svg_escape(slice_of(view->titles[i]), text);
        text_add_string(text, "</text>\n");
    }
}

void svg_ground(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    if (view->titles != NULL && frame->boards > 1)
        add_titles(frame, view, text);
    if (view->open || view->count == 0)
        return;
    for (unsigned zone = 0; zone <= SEATS; zone++)
        add_cells(frame, view, zone, text);
    if (!frame->style->bare)
        add_names(frame, view, text);
}

void svg_marks(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        if (cell->marks == 0 || cell->group != 0)
            continue;
        text_printf(text, "<path class=\"%s\" d=\"", (cell->marks & VIEW_TO) != 0 ? "m to" : "m from");
        svg_outline(frame, svg_spot(frame, cell), 0.9, text);
        text_add_string(text, "\"/>");
        if (!view->open && !frame->style->bare)
            add_name(svg_spot(frame, cell), cell, cell_width(frame) * NAME, text);
        text_add_char(text, '\n');
    }
}

/* The whole. */

/* Lines of text below one another. */
struct captions {
    double left, y, width;
    double size; /* of letters */
    struct text *text;
};

static void add_caption(struct captions *captions, const char *name, const char *line)
{
    struct text *text = captions->text;
    text_add_string(text, "<text class=\"s\"");
    svg_attribute(text, "font-size", captions->size);
    svg_attribute(text, "x", captions->left);
    svg_attribute(text, "y", captions->y += 1.36 * captions->size);
    text_add_char(text, '>');
    if (name != NULL) {
        text_add_string(text, "<tspan font-weight=\"bold\">");
        svg_escape(slice_of(name), text);
        text_add_string(text, "</tspan> ");
    }
    svg_escape(slice_of(line), text);
    text_add_string(text, "</text>\n");
}

/* Up to the next place where a line may be broken, and with it. */
static struct slice next_part(struct slice *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->at[length] != ' ' && rest->at[length] != ',')
        length++;
    length += length < rest->length;
    struct slice part = {rest->at, length};
    *rest = (struct slice){rest->at + length, rest->length - length};
    return part;
}

/* LINE in as many captions as the width takes. */
static void add_wrapped(struct captions *captions, const char *name, const char *line)
{
    struct slice rest = slice_of(line);
    struct text part;
    size_t before = name == NULL ? 0 : strlen(name) + 1;
    text_init(&part);
    while (rest.length > 0) {
        struct slice next = next_part(&rest);
        double letters = (double)(before + part.length + next.length);
        if (part.length > 0 && letters * LETTER * captions->size > captions->width) {
            add_caption(captions, name, text_slice(&part).at);
            text_clear(&part);
            name = NULL;
            before = 0;
        }
        text_add(&part, next);
    }
    add_caption(captions, name, text_slice(&part).at);
    text_release(&part);
}

/* The status of each seat, and the notes; returns the height of all. */
static unsigned add_captions(
    const struct svg_frame *frame, const struct view *view, unsigned width, unsigned top, struct text *text)
{
    double edge = MARGIN * cell_width(frame);
    double size = 0.22 * cell_width(frame);
    struct captions captions = {edge, top, width - 2 * edge, size < SMALLEST ? SMALLEST : size, text};
    for (unsigned i = 0; i < view->seats; i++)
        if (view->lines[i] != NULL)
            add_wrapped(&captions, view->seat_names[i], view->lines[i]);
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL; i++)
        add_wrapped(&captions, NULL, view->notes[i]);
    return captions.y > top ? (unsigned)(captions.y - top + edge) : 0;
}

static void add_head(
    const struct svg_style *style, const unsigned size[2], const char *title, struct slice body, struct text *text)
{
    text_printf(text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cs\" role=\"img\" width=\"%u\" height=\"%u\" "
        "viewBox=\"0 0 %u %u\">\n<title>",
        size[0], size[1], size[0], size[1]);
    svg_escape(slice_of(title), text);
    text_add_string(text, "</title>\n<style>");
    svg_css_used(body, text);
    if (style->css != NULL)
        svg_escape(slice_of(style->css), text);
    text_add_string(text, "</style>\n");
}

void svg_document(const struct svg_frame *frame, const struct view *view, const char *title, struct text *text)
{
    struct text body;
    unsigned size[2];
    svg_frame_size(frame, &size[0], &size[1]);
    size[0] = size[0] < NARROWEST ? NARROWEST : size[0];
    text_init(&body);
    text_add_string(&body, "<rect class=\"bg\" width=\"100%\" height=\"100%\"/>\n");
    svg_ground(frame, view, &body);
    svg_marks(frame, view, &body);
    svg_cells(frame, view, &body);
    svg_arrows(frame, view, &body);
    svg_lists(frame, view, &body);
    size[1] += add_captions(frame, view, size[0], size[1], &body);
    add_head(frame->style, size, title, text_slice(&body), text);
    text_add(text, text_slice(&body));
    text_add_string(text, "</svg>\n");
    text_release(&body);
}
