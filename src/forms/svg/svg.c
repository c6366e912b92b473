#include "forms/svg/svg_parts.h"

#define ROOT_THREE 1.7320508

enum { WIDEST = 11, NARROWEST = 260 };

/* What a frame leaves free at its edges, and between its boards, in cells. */
static const double MARGIN = 0.25;
static const double GAP = 0.4;
static const double TITLE = 0.4;
static const double SMALLEST = 11; /* letters of captions, in pixels */
static const double LETTER = 0.64; /* how wide a letter is at most, in heights of it */
static const double NAME = 0.16;
static const double LAYER = 0.6; /* boards after the first are drawn smaller */

void svg_frame_begin(struct svg_frame *frame, const struct svg_style *style)
{
    *frame = (struct svg_frame){.style = style};
}

static void add_bounds(struct svg_frame *frame, const struct view_cell *cell)
{
    int x = frame->style->flip ? -cell->x : cell->x;
    int y = frame->style->flip ? -cell->y : cell->y;
    bool any = frame->bounds[cell->board].any;
    int left = frame->bounds[cell->board].left;
    int right = frame->bounds[cell->board].right;
    int bottom = frame->bounds[cell->board].bottom;
    int top = frame->bounds[cell->board].top;
    frame->bounds[cell->board].any = true;
    frame->bounds[cell->board].left = any && left < x ? left : x;
    frame->bounds[cell->board].right = any && right > x ? right : x;
    frame->bounds[cell->board].bottom = any && bottom < y ? bottom : y;
    frame->bounds[cell->board].top = any && top > y ? top : y;
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

void svg_frame_add(struct svg_frame *frame, const struct view *view)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    frame->boards = boards > frame->boards ? boards : frame->boards;
    frame->square |= view->square;
    frame->letters |= needs_letters(view);
    for (size_t i = 0; i < view->count; i++)
        add_bounds(frame, &view->cells[i]);
    add_lists(frame, view);
}

/* Where everything is. */

static double cell_width(const struct svg_frame *frame)
{
    return frame->style->cell == 0 ? SVG_USUAL : frame->style->cell;
}

double svg_unit(const struct svg_frame *frame, unsigned board)
{
    return cell_width(frame) * (board == 0 ? 1 : LAYER);
}

/* The distance of two rows. */
static double svg_pitch(const struct svg_frame *frame, double unit)
{
    return frame->square ? unit : unit * ROOT_THREE / 2;
}

static double board_width(const struct svg_frame *frame, unsigned board)
{
    int span = frame->bounds[board].right - frame->bounds[board].left;
    return frame->bounds[board].any ? (span / 2.0 + 1) * svg_unit(frame, board) : 0;
}

static double title_height(const struct svg_frame *frame)
{
    return frame->boards > 1 ? TITLE * cell_width(frame) : 0;
}

static double board_height(const struct svg_frame *frame, unsigned board)
{
    double unit = svg_unit(frame, board);
    int span = frame->bounds[board].top - frame->bounds[board].bottom;
    if (!frame->bounds[board].any)
        return 0;
    return span * svg_pitch(frame, unit) + (frame->square ? unit : 2 * unit / ROOT_THREE) + title_height(frame);
}

/* Boards go from left to right and in lines, the first one alone in its line. */
struct svg_layout {
    double x, y;          /* of the board asked for, top left */
    double right, bottom; /* of all before it, and of it */
};

static struct svg_layout lay_out(const struct svg_frame *frame, unsigned board)
{
    double cell = cell_width(frame);
    double edge = MARGIN * cell;
    double widest = board_width(frame, 0) > WIDEST * cell ? board_width(frame, 0) : WIDEST * cell;
    struct svg_layout layout = {.x = edge, .y = edge, .right = edge, .bottom = edge};
    double x = edge;
    for (unsigned i = 0; i < frame->boards && i <= board; i++) {
        double width = board_width(frame, i);
        if (!frame->bounds[i].any)
            continue;
        if (i == 1 || x + width > edge + widest) {
            x = edge;
            layout.y = layout.bottom + GAP * cell;
        }
        layout.x = x;
        x += width + GAP * cell;
        double bottom = layout.y + board_height(frame, i);
        layout.bottom = bottom > layout.bottom ? bottom : layout.bottom;
        layout.right = x - GAP * cell > layout.right ? x - GAP * cell : layout.right;
    }
    return layout;
}

struct svg_spot svg_spot(const struct svg_frame *frame, const struct view_cell *cell)
{
    struct svg_layout layout = lay_out(frame, cell->board);
    double unit = svg_unit(frame, cell->board);
    int x = frame->style->flip ? -cell->x : cell->x;
    int y = frame->style->flip ? -cell->y : cell->y;
    return (struct svg_spot){layout.x + ((x - frame->bounds[cell->board].left) / 2.0 + 0.5) * unit,
        layout.y + title_height(frame) + (frame->square ? unit / 2 : unit / ROOT_THREE) +
            (frame->bounds[cell->board].top - y) * svg_pitch(frame, unit),
        unit};
}

double svg_lists_top(const struct svg_frame *frame)
{
    struct svg_layout all = lay_out(frame, frame->boards);
    return all.bottom + (frame->bounds[0].any ? GAP * cell_width(frame) : 0);
}

void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height)
{
    double edge = MARGIN * cell_width(frame);
    double lists = svg_lists_width(frame);
    struct svg_layout all = lay_out(frame, frame->boards);
    double right = all.right > edge + lists ? all.right : edge + lists;
    double bottom = lists > 0 ? svg_lists_top(frame) + svg_lists_height(frame) : all.bottom;
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
    for (unsigned i = 0; i < view->boards && i < frame->boards; i++) {
        struct svg_layout layout = lay_out(frame, i);
        double size = cell_width(frame) * 0.2;
        if (!frame->bounds[i].any)
            continue;
        text_add_string(text, "<text class=\"s\"");
        svg_attribute(text, "x", layout.x);
        svg_attribute(text, "y", layout.y + size * 1.2);
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
