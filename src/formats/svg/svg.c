/* SPDX-License-Identifier: MIT */
#include "formats/svg/svg_parts.h"

#include "base/utf8.h"
#include <stdio.h>

#define ROOT_THREE 1.7320508

enum { NARROWEST = 344 };

/* Parts of a document before rows of cells, and after them. */
enum { CELLS = 3, AFTER_CELLS = 3 };

/* In cells: what a frame leaves free at its edges, between its boards, for a title; how wide and high boards and
   layers are at most, where no layer has to be too small for that. */
static const double MARGIN = 0.25;
static const double GAP = 0.36;
static const double TITLE = 0.34;
static const double MOST_WIDE = 18.85;
static const double HIGHEST = 13.5;
static const double ENOUGH = 6.5; /* for captions, */
static const double FIELD = 8;    /* and hands of those who play on a field */

/* Up to what, in pixels, a picture by itself is enlarged, in all, across and upright, and how much at most. */
static const double ROOMY = 720 * 790;
static const double ROOMY_SIDE = 960;
static const double ENLARGED = 1.5;

/* What a board has around its cells: its body, with names of rows and columns on it; the table round a field. */
static const double BODY = 0.13;
static const double NAMED = 0.3;
static const double TABLE = 0.25;
static const double SUNK = 0.06;  /* how much lower its shadow is */
static const double INSET = 0.95; /* of cells in it */

/* Of layers, the width of a cell in cells: of the largest and of the smallest. */
static const double LARGE_LAYER = 0.44;
static const double SMALL_LAYER = 0.14;

static const double LINE = 1.4;     /* from one to the next of them, in sizes of their letters */
static const double HEADLINE = 1.2; /* how much larger than others it is */
static const double SMALLEST = 11;  /* letters of captions, in pixels */
static const double APART = 0.12;   /* half of what is between hands */
static const double EVEN = 0.5;     /* of several, how much shorter than others the last is at most */
static const double NAME = 0.165;
static const double NAME_DOWN = 0.45;
static const double EDGE_NAME = 0.17;

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
static double line_pitch(const struct svg_frame *frame, double unit)
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
    return span * line_pitch(frame, unit) + (frame->square ? unit : 2 * unit / ROOT_THREE) + title_height(frame);
}

/* What is around the cells. */
static double rim(const struct svg_frame *frame)
{
    if (!frame->bounds.any)
        return 0;
    bool named = frame->square && !frame->style->no_coordinates;
    return (frame->open ? TABLE : named ? NAMED : BODY) * cell_width(frame);
}

/* How wide all boards are. */
static double boards_width(const struct svg_frame *frame)
{
    double width = board_width(frame, cell_width(frame)) + 2 * rim(frame);
    if (frame->boards > 1)
        width += frame->columns * (board_width(frame, svg_unit(frame, 1)) + GAP * cell_width(frame)) +
            GAP / 3 * cell_width(frame);
    return width;
}

/* Layers beside the first board in that many columns, as large as WIDE and HIGH pixels allow; how high they are, 0:
   there is no room. */
static double fit_columns(struct svg_frame *frame, unsigned columns, double wide, double high)
{
    const double gap = GAP * cell_width(frame);
    const unsigned rows = (frame->boards - 2) / columns + 1;
    frame->columns = columns;
    for (frame->layer = LARGE_LAYER; frame->layer >= SMALL_LAYER; frame->layer -= 0.02) {
        const double unit = frame->layer * cell_width(frame);
        const double all = rows * (board_height(frame, unit) + gap) - gap;
        if (all <= high && columns * (board_width(frame, unit) + gap) <= wide)
            return all;
    }
    return 0;
}

/* As large as they can be within HIGH pixels, or what a screen has, and its width; then in as few pixels as that takes.
 */
static void fit_layers(struct svg_frame *frame, double high)
{
    const double cell = cell_width(frame);
    const double own = board_height(frame, cell);
    const double wide = MOST_WIDE * cell - board_width(frame, cell);
    struct svg_frame best = *frame;
    double least = 0;
    high = high > HIGHEST * cell ? high : HIGHEST * cell;
    best.layer = 0;
    for (unsigned columns = 1; columns < frame->boards; columns++) {
        const double all = fit_columns(frame, columns, wide, high);
        const double area = boards_width(frame) * (all > own ? all : own);
        if (all > 0 && (frame->layer > best.layer || (frame->layer == best.layer && area < least)))
            best = *frame, least = area;
    }
    if (best.layer > 0)
        *frame = best;
}

/* Whether letters say more than the shapes and hatches of white, black and neutral pieces. */
static bool needs_letters(const struct view *view)
{
    const char *letters[3][SOLID_FLAT + 1][2] = {{{NULL}}};
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height; j++) {
            const struct view_piece *piece = &view->cells[i].pieces[j];
            const char **known = &letters[piece->seat > 2 ? 0 : piece->seat][piece->solid][piece->hatched];
            if (piece->seat > 2 || (*known != NULL && strcmp(*known, piece->text) != 0))
                return true;
            *known = piece->text;
        }
    return false;
}

void svg_frame_add(struct svg_frame *frame, const struct view *view)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    frame->boards = boards > frame->boards ? boards : frame->boards;
    frame->square |= view->square;
    frame->open |= view->open;
    frame->table = !view->open && view->count == 0;
    frame->letters |= view->open || needs_letters(view);
    for (size_t i = 0; i < view->count; i++)
        add_bounds(frame, &view->cells[i]);
    if (view->beyond != NULL)
        add_bounds(frame, view->beyond);
    if (frame->boards > 1)
        fit_layers(frame, board_height(frame, cell_width(frame)));
    svg_measure_lists(frame, view);
}

/* The top left corner of a board. */
static struct svg_spot board_spot(const struct svg_frame *frame, unsigned board)
{
    double gap = GAP * cell_width(frame);
    double edge = MARGIN * cell_width(frame);
    /* The layers are beside the table of the first. */
    struct svg_spot spot = {(svg_width(frame) - boards_width(frame)) / 2 + rim(frame), edge + frame->above + rim(frame),
        svg_unit(frame, board)};
    if (board == 0 || frame->columns == 0)
        return spot;
    unsigned place = board - 1 + frame->missing;
    spot.x += board_width(frame, cell_width(frame)) + rim(frame) + gap;
    spot.x += place % frame->columns * (board_width(frame, spot.unit) + gap);
    spot.y += place / frame->columns * (board_height(frame, spot.unit) + gap);
    return spot;
}

/* Of a place as it is seen, turned round or not. */
static struct svg_spot spot_at(const struct svg_frame *frame, unsigned board, int x, int y)
{
    struct svg_spot spot = board_spot(frame, board);
    spot.x += ((x - frame->bounds.left) / 2.0 + 0.5) * spot.unit;
    spot.y += title_height(frame) + (frame->square ? spot.unit / 2 : spot.unit / ROOT_THREE);
    spot.y += (frame->bounds.top - y) * line_pitch(frame, spot.unit);
    return spot;
}

struct svg_spot svg_spot(const struct svg_frame *frame, const struct view_cell *cell)
{
    int turn = frame->style->flip ? -1 : 1;
    return spot_at(frame, cell->board, turn * cell->x, turn * cell->y);
}

/* From where to where the cells of a row reach, or of a column. */
struct reach {
    bool any;
    int first, last;
};

static struct reach reach_of_line(const struct svg_frame *frame, const struct view *view, bool row, int at)
{
    const int turn = frame->style->flip ? -1 : 1;
    struct reach reach = {0};
    for (size_t i = 0; i < view->count; i++) {
        const int x = turn * view->cells[i].x;
        const int y = turn * view->cells[i].y;
        const int along = row ? x : y;
        if ((row ? y : x) != at)
            continue;
        reach.first = !reach.any || along < reach.first ? along : reach.first;
        reach.last = !reach.any || along > reach.last ? along : reach.last;
        reach.any = true;
    }
    return reach;
}

/* The bottom right corner of all boards. */
static struct svg_spot boards_end(const struct svg_frame *frame)
{
    struct svg_spot end = board_spot(frame, 0);
    unsigned layers = frame->boards > 1 ? frame->boards - 1 : 0;
    unsigned rows = layers == 0 ? 0 : (layers + frame->columns - 1) / frame->columns;
    double gap = GAP * end.unit;
    double high = rows * (board_height(frame, svg_unit(frame, 1)) + gap) - gap;
    end.x += boards_width(frame) - rim(frame);
    end.y += (high > board_height(frame, end.unit) ? high : board_height(frame, end.unit)) + rim(frame);
    return end;
}

/* Whether there is room for lists and captions below the first board, beside its layers. */
static bool is_beside(const struct svg_frame *frame)
{
    const double first = board_spot(frame, 0).y + board_height(frame, cell_width(frame));
    return frame->boards > 1 && board_width(frame, cell_width(frame)) > 0.75 * ENOUGH * cell_width(frame) &&
        boards_end(frame).y > first + cell_width(frame);
}

double svg_lists_top(const struct svg_frame *frame)
{
    double first = board_spot(frame, 0).y + board_height(frame, cell_width(frame)) + rim(frame);
    return (is_beside(frame) ? first : boards_end(frame).y) + (frame->bounds.any ? GAP / 2 * cell_width(frame) : 0);
}

double svg_lists_end(const struct svg_frame *frame)
{
    double edge = MARGIN * cell_width(frame);
    return is_beside(frame) ? edge + board_width(frame, cell_width(frame)) + 2 * rim(frame) : svg_width(frame) - edge;
}

double svg_width(const struct svg_frame *frame)
{
    double edge = MARGIN * cell_width(frame);
    double lists = svg_lists_width(frame);
    double boards = boards_width(frame);
    double width = (boards > lists ? boards : lists) + 2 * edge;
    double least = cell_width(frame) * (frame->open ? FIELD : ENOUGH);
    least = least > NARROWEST ? least : NARROWEST;
    return width < least ? least : width;
}

void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height)
{
    double bottom = svg_lists_top(frame) + frame->below;
    bottom = bottom > boards_end(frame).y ? bottom : boards_end(frame).y;
    *width = (unsigned)(svg_width(frame) + 0.999);
    *height = (unsigned)(bottom + MARGIN * cell_width(frame) + 0.999);
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
        svg_outline(frame, svg_spot(frame, cell), INSET, text);
        if (cell->closed)
            svg_cross(frame, svg_spot(frame, cell), 0.6, text);
    }
    text_add_string(text, any ? "\"/>\n" : "");
}

bool svg_has_names(const struct svg_frame *frame, unsigned board)
{
    return !frame->style->no_coordinates && (board == 0 || frame->layer > 0.5);
}

static void add_titles(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (unsigned i = 0; frame->bounds.any && i < view->boards && i < frame->boards; i++) {
        struct svg_spot spot = board_spot(frame, i);
        double size = cell_width(frame) * 0.2;
        svg_words(text, "s", spot.x, spot.y + size * 1.2, size, view->titles[i]);
        text_add_char(text, '\n');
    }
}

/* The field on each of its layers, so that one sees where on it a piece lies. */
static void add_field(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (unsigned board = 1; board < view->boards; board++) {
        text_add_string(text, "<path class=\"g\" d=\"");
        for (size_t i = 0; i < view->count; i++) {
            struct view_cell cell = view->cells[i];
            bool below = cell.board == 0 && cell.height > 0;
            cell.board = (uint8_t)board;
            if (below)
                svg_outline(frame, svg_spot(frame, &cell), 1, text);
        }
        text_add_string(text, "\"/>\n");
    }
}

/* All cells as one path, and of squares what is between those of a row and of a column, as on a board of which half
   the squares are played on. */
static void add_body_path(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    const struct svg_bounds *bounds = &frame->bounds;
    for (size_t i = 0; i < view->count && !frame->square; i++)
        svg_outline(frame, svg_spot(frame, &view->cells[i]), 1, text);
    for (int i = 0; i < 2 && frame->square; i++) {
        const bool row = i == 0;
        for (int at = row ? bounds->bottom : bounds->left; at <= (row ? bounds->top : bounds->right); at++) {
            const struct reach reach = reach_of_line(frame, view, row, at);
            if (!reach.any)
                continue;
            const struct svg_spot first = spot_at(frame, 0, row ? reach.first : at, row ? at : reach.last);
            const struct svg_spot last = spot_at(frame, 0, row ? reach.last : at, row ? at : reach.first);
            const double wide = last.x - first.x + first.unit;
            svg_point(text, 'M', first.x - first.unit / 2, first.y - first.unit / 2);
            svg_point(text, 'l', wide, 0);
            svg_point(text, 'l', 0, last.y - first.y + first.unit);
            svg_point(text, 'l', -wide, 0);
            text_add_char(text, 'z');
        }
    }
}

/* The board itself, with rounded edges, and its shadow. */
static void add_body(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (unsigned i = 0; i < 2; i++) {
        text_printf(text, "<path class=\"%s\"", i == 0 ? "below" : "bd");
        svg_attribute(text, "stroke-width", 2 * rim(frame));
        if (i == 0) {
            text_add_string(text, " transform=\"translate(0 ");
            svg_number(text, SUNK * cell_width(frame));
            text_add_string(text, ")\"");
        }
        text_add_string(text, " d=\"");
        add_body_path(frame, view, text);
        text_add_string(text, "\"/>\n");
    }
}

void svg_felt(double left, double top, double right, double bottom, double unit, struct text *text)
{
    text_add_string(text, "<rect class=\"felt\"");
    svg_attribute(text, "x", left);
    svg_attribute(text, "y", top);
    svg_attribute(text, "width", right - left);
    svg_attribute(text, "height", bottom - top);
    svg_attribute(text, "rx", 0.2 * unit);
    text_add_string(text, "/>\n");
}

/* The table on which a field lies, and each of its layers. */
static void add_table(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    double edge = MARGIN * cell_width(frame);
    for (unsigned i = 0; i == 0 || i < view->boards; i++) {
        struct svg_spot spot = board_spot(frame, i);
        double around = i == 0 ? rim(frame) : GAP / 3 * cell_width(frame);
        double left = frame->boards > 1 ? spot.x - around : edge;
        double right = frame->boards > 1 ? spot.x + board_width(frame, spot.unit) + around : svg_width(frame) - edge;
        svg_felt(left, spot.y - around, right, spot.y + board_height(frame, spot.unit) + around, spot.unit, text);
    }
}

static void add_ground(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    if (frame->open && frame->bounds.any)
        add_table(frame, view, text);
    if (view->open && view->count == 0) { /* where the first piece may come */
        text_add_string(text, "<path class=\"away\" d=\"");
        svg_outline(frame, spot_at(frame, 0, 0, 0), 0.9, text);
        text_add_string(text, "\"/>\n");
    }
    if (view->titles != NULL && frame->boards > 1)
        add_titles(frame, view, text);
    if (view->open && view->boards > 1)
        add_field(frame, view, text);
    if (view->open || view->count == 0)
        return;
    add_body(frame, view, text);
    for (unsigned zone = 0; zone <= SEATS; zone++)
        add_cells(frame, view, zone, text);
}

/* The cells of what won. */
static void add_won(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    SCOPED(text, path);
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].wins && !svg_is_tile(&view->cells[i]))
            svg_outline(frame, svg_spot(frame, &view->cells[i]), 0.96, &path);
    if (path.length > 0)
        text_printf(text, "<path class=\"y\" d=\"%pS\"/>\n", SLICE(&path));
}

static void add_cell_mark(
    const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text)
{
    if (view->open && cell->height > 0) {
        text_add_string(text, "<path class=\"c\" d=\"");
        svg_outline(frame, svg_spot(frame, cell), 1, text);
        text_add_string(text, "\"/>");
    }
    text_printf(text, "<path class=\"%s%s\" d=\"", (cell->marks & VIEW_TO) != 0 ? "m to" : "m from",
        cell->refused ? " no" : "");
    svg_outline(frame, svg_spot(frame, cell), 0.94, text);
    text_add_string(text, "\"/>\n");
}

static void add_cell_marks(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].marks != 0 && view->cells[i].group == 0)
            add_cell_mark(frame, view, &view->cells[i], text);
    if (view->beyond != NULL)
        add_cell_mark(frame, view, view->beyond, text);
}

/* A name that is written on a plate or a tile has the colour that is seen there. */
static const char *name_class(const struct view *view, const struct view_cell *cell)
{
    const bool tile = svg_is_tile(cell);
    if (!view->open)
        return "n still";
    if (tile && strcmp(svg_tone(cell->pieces[cell->height - 1].colour).ink, "light") == 0)
        return "n l";
    return tile || (cell->group != 0 && !svg_is_hatched(cell)) ? "n d" : "n";
}

/* Where the body of the board begins on the line across at AT: the first row that reaches over the column, or the other
   way round. */
static int body_edge(const struct svg_frame *frame, const struct view *view, bool row, int at)
{
    const struct svg_bounds *bounds = &frame->bounds;
    int edge = reach_of_line(frame, view, row, at).first;
    for (int i = row ? bounds->left : bounds->bottom; i < edge; i++) {
        const struct reach reach = reach_of_line(frame, view, !row, i);
        if (reach.any && reach.first <= at && reach.last >= at)
            edge = i;
    }
    return edge;
}

/* On squares letters are those of columns and numbers those of rows, and are at the edge. */
static void add_edge_names(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    const double unit = svg_unit(frame, 0);
    const int turn = frame->style->flip ? -1 : 1;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        const int x = turn * cell->x;
        const int y = turn * cell->y;
        const size_t letters = strcspn(cell->name, "0123456789");
        char name[sizeof cell->name];
        snprintf(name, sizeof name, "%.*s", (int)letters, cell->name);
        const struct svg_spot foot = spot_at(frame, 0, x, body_edge(frame, view, false, x));
        const struct svg_spot side = spot_at(frame, 0, body_edge(frame, view, true, y), y);
        if (reach_of_line(frame, view, false, x).first == y)
            svg_words(text, "n still", foot.x, foot.y + 0.71 * unit, EDGE_NAME * unit, name);
        if (reach_of_line(frame, view, true, y).first == x)
            svg_words(
                text, "n still", side.x - 0.65 * unit, side.y + 0.06 * unit, EDGE_NAME * unit, cell->name + letters);
    }
}

static void add_cell_name(
    const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text)
{
    const struct svg_spot spot = svg_spot(frame, cell);
    bool hidden;
    const double aside = svg_aside(frame, view, cell, &hidden);
    const struct svg_spot foot = svg_is_tile(cell)
        ? svg_tile_name(spot, cell)
        : (struct svg_spot){spot.x, spot.y + NAME_DOWN * spot.unit, spot.unit};
    svg_words(text, hidden ? "n" : name_class(view, cell), foot.x + aside, foot.y, NAME * spot.unit, cell->name);
    text_add_char(text, '\n');
}

/* Names of cells lie above all, so that nothing hides one. */
static void add_seat_names(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    const bool edge = frame->square && !view->open;
    if (edge && !frame->style->no_coordinates)
        add_edge_names(frame, view, text);
    for (size_t i = 0; i < view->count && !edge; i++)
        if (svg_has_names(frame, view->cells[i].board))
            add_cell_name(frame, view, &view->cells[i], text);
    if (view->beyond != NULL)
        add_cell_name(frame, view, view->beyond, text);
}

/* The whole. */

/* Lines of text below one another. */
struct captions {
    const struct svg_frame *frame;
    double left, end, y;
    double size; /* of letters */
    struct text *text;
    const char *class;
};

static void add_caption(struct captions *captions, const char *name, const char *line)
{
    struct text *text = captions->text;
    text_printf(text, "<text class=\"%s\"", captions->class);
    svg_attribute(text, "font-size", captions->size);
    svg_attribute(text, "x", captions->left);
    svg_attribute(text, "y", captions->y += LINE * captions->size);
    text_add_char(text, '>');
    if (name[0] != '\0')
        text_printf(text, "<tspan font-weight=\"bold\">%pX%s", SLICE(name), line[0] != '\0' ? "</tspan> " : "</tspan>");
    text_printf(text, "%pX</text>\n", SLICE(line));
}

/* How wide TEXT is at most in the fonts of the style sheet, in heights of its letters. */
static double width_of(struct slice text, bool bold)
{
    static const struct {
        const char *letters;
        double width;
    } widths[] = {{" .,:;'|!ijl", 0.36}, {"()[]Ifrt/-", 0.46}, {"acekvxyzs", 0.61}, {"mwMW@%&+~<>=^", 0.99},
        {"ABCDEFGHJKLNOPQRSTUVXYZ", 0.73}};
    double width = 0;
    for (size_t length; text.length > 0; text = slice_after(text, length)) {
        length = utf8_next(text).length;
        double own = length > 1 ? (double)utf8_width(slice_shorter(text, length)) : 0.63;
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
            if (strchr(widths[i].letters, *text.at) != NULL)
                own = widths[i].width;
        width += own;
    }
    return bold ? 1.11 * width : width;
}

/* Up to the next place where a line may be broken, and with it: after a word or a comma. */
static struct slice part_begin_after(struct slice *rest)
{
    size_t length = 0;
    while (length < rest->length && rest->at[length] != ' ' && rest->at[length] != ',')
        length++;
    length += length < rest->length;
    length += length < rest->length && rest->at[length - 1] == ',' && rest->at[length] == ' ';
    struct slice part = {rest->at, length};
    *rest = slice_after(*rest, length);
    return part;
}

/* LINE after NAME, of which one may be empty, in captions at most so wide, in sizes of their letters, unless ADDS is
   false: how many these are, and how wide the last is. */
static unsigned wrap_line(
    struct captions *captions, const char *name, const char *line, double most, bool adds, double *last)
{
    const bool bold = line[0] == '\0'; /* a name alone is broken, too */
    double before = bold ? 0 : width_of(slice_of(name), true) + width_of(slice_of(" "), false);
    unsigned count = 1;
    SCOPED(text, part);
    struct slice rest = slice_of(bold ? name : line);
    while (rest.length > 0) {
        struct slice next = part_begin_after(&rest);
        if (part.length > 0 && before + width_of(text_slice(&part), bold) + width_of(next, bold) > most) {
            if (adds)
                add_caption(captions, bold ? text_slice(&part).at : name, bold ? "" : text_slice(&part).at);
            text_clear(&part);
            name = "";
            before = 0;
            count++;
        }
        text_add(&part, next);
    }
    if (adds)
        add_caption(captions, bold ? text_slice(&part).at : name, bold ? "" : text_slice(&part).at);
    *last = before + width_of(text_slice(&part), bold);
    return count;
}

/* In as many captions as the width takes, of which the last is not much shorter than the others. */
static void add_wrapped_line(struct captions *captions, const char *name, const char *line)
{
    double most = (captions->end - captions->left) / captions->size;
    double last;
    if (line[0] != '\0' && width_of(slice_of(name), true) > most) {
        add_wrapped_line(captions, name, "");
        name = "";
    }
    const unsigned count = wrap_line(captions, name, line, most, false, &last);
    for (double less = most; count > 1 && last < EVEN * less; less -= 0.5)
        if (wrap_line(captions, name, line, less, false, &last) == count)
            most = less;
        else
            break;
    wrap_line(captions, name, line, most, true, &last);
}

static struct captions captions_begin(const struct svg_frame *frame, double y, struct text *text)
{
    double size = 0.22 * cell_width(frame);
    double edge = MARGIN * cell_width(frame);
    return (struct captions){frame, edge, svg_width(frame) - edge, y, size < SMALLEST ? SMALLEST : size, text, "s"};
}

/* What is above the boards; returns how high it is. */
static double add_above(const struct svg_frame *frame, const struct svg_caption *caption, struct text *text)
{
    struct captions captions = captions_begin(frame, 0, text);
    captions.y = 0.3 * captions.size;
    if (caption->caption == NULL || caption->caption[0] == '\0')
        return 0;
    add_wrapped_line(&captions, caption->caption, "");
    return captions.y;
}

/* A triangle before the line of the seat to move. */
static void add_mover(const struct captions *captions)
{
    double size = captions->size;
    text_add_string(captions->text, "<path class=\"w\" d=\"");
    svg_point(captions->text, 'M', captions->left - 0.95 * size, captions->y + 0.6 * size);
    svg_point(captions->text, 'l', 0, 0.8 * size);
    svg_point(captions->text, 'l', 0.7 * size, -0.4 * size);
    text_add_string(captions->text, "z\"/>\n");
}

/* A star before that of a winner. */
static void add_star(const struct captions *captions)
{
    text_add_string(captions->text, "<path class=\"w\" transform=\"translate(");
    svg_number(captions->text, captions->left - 0.7 * captions->size);
    text_add_char(captions->text, ' ');
    svg_number(captions->text, captions->y + captions->size);
    text_add_string(captions->text, ") scale(");
    svg_number(captions->text, 0.045 * captions->size);
    text_add_string(
        captions->text, ")\" d=\"M0-10L2.9-3.1 9.5-3.1 4.2 1.2 5.9 8.1 0 4-5.9 8.1-4.2 1.2-9.5-3.1-2.9-3.1z\"/>\n");
}

/* The next list of pieces of SEAT from *I on, NULL: there is none. */
static const struct view_list *next_hand(const struct view *view, unsigned seat, size_t *i)
{
    while (*i < view->list_count + view->hand_count) {
        const struct view_list *list = *i < view->list_count ? &view->lists[*i] : &view->hands[*i - view->list_count];
        ++*i;
        if (!list->stacked && list->seat == seat && list->count > 0)
            return list;
    }
    return NULL;
}

static const char *line_of(const struct view *view, unsigned seat)
{
    const char *line = view->drawn[seat - 1] != NULL ? view->drawn[seat - 1] : view->lines[seat - 1];
    return line == NULL ? "" : line;
}

static void add_name(const struct svg_caption *caption, const struct view *view, unsigned seat, struct text *text)
{
    const char *player = caption->players[seat - 1];
    const char *name = view->seat_names[seat - 1];
    if (player != NULL && strcmp(player, name) != 0)
        text_printf(text, "%s (%s)", player, name);
    else
        text_add_string(text, name);
}

/* Where pieces begin that are beside the lines of seats, all of them; END: there is no room, and they are below. */
static double hands_begin(const struct captions *captions, const struct view *view, const struct svg_caption *caption)
{
    double widest = 0;
    double words = 0;
    for (unsigned seat = 1; seat <= view->seats; seat++) {
        SCOPED(text, name);
        size_t i = 0;
        const struct view_list *list = next_hand(view, seat, &i);
        if (list == NULL)
            continue;
        const double wide = svg_hand_width(captions->frame, list);
        add_name(caption, view, seat, &name);
        const double line =
            (width_of(text_slice(&name), true) + width_of(slice_of(line_of(view, seat)), false) + 1) * captions->size;
        widest = wide > widest ? wide : widest;
        words = line > words ? line : words;
    }
    return captions->left + words + widest <= captions->end ? captions->left + words : captions->end;
}

/* Adds a sign before a line that comes next. */
typedef void caption_sign(const struct captions *captions);

/* LINE after NAME, and pieces of SEAT: at the end of that line if there is room for all, or else below it. */
static void add_line_with_hands(struct captions *captions, const struct view *view, const char *name, const char *line,
    unsigned seat, double begin, caption_sign *sign)
{
    const struct svg_frame *frame = captions->frame;
    size_t i = 0;
    const struct view_list *list = next_hand(view, seat, &i);
    const bool beside = list != NULL && begin < captions->end;
    double more = list == NULL ? 0 : (svg_hand_height(frame, list) - LINE * captions->size) / 2;
    more = beside && more > 0 ? more + APART * captions->size : 0;
    captions->y += more;
    if (sign != NULL)
        sign(captions);
    if (name[0] != '\0' || line[0] != '\0')
        add_wrapped_line(captions, name, line);
    if (beside) {
        const double middle = captions->y - 0.36 * captions->size;
        svg_hand(frame, list, begin, captions->end, middle - svg_hand_height(frame, list) / 2, captions->text);
        captions->y += more;
        list = next_hand(view, seat, &i);
    }
    for (; list != NULL; list = next_hand(view, seat, &i))
        captions->y =
            svg_hand(frame, list, captions->left, captions->end, captions->y + 0.55 * captions->size, captions->text);
}

/* What the seats have of something, side by side, as wide as the board. */
static void add_shares(struct captions *captions, const struct view *view)
{
    const double unit = cell_width(captions->frame);
    const double wide = board_width(captions->frame, unit);
    double high = 0.9 * captions->size;
    unsigned all = 0;
    for (unsigned i = 0; i < view->seats; i++)
        all += view->shares[i];
    if (all == 0)
        return;
    captions->y += 0.3 * high;
    double left = MARGIN * unit;
    for (unsigned i = 0; i < view->seats; i++) {
        SCOPED(text, number);
        struct tone tone = svg_tone(view->colours[i]);
        double share = wide * view->shares[i] / all;
        if (view->shares[i] == 0)
            continue;
        text_printf(captions->text, "<rect class=\"p %s\"", tone.piece);
        svg_attribute(captions->text, "x", left);
        svg_attribute(captions->text, "y", captions->y);
        svg_attribute(captions->text, "width", share);
        svg_attribute(captions->text, "height", high);
        text_add_string(captions->text, "/>");
        text_printf(&number, "%u%s", view->shares[i] / 2, view->shares[i] % 2 == 0 ? "" : "\u00bd");
        svg_words(
            captions->text, tone.ink, left + share / 2, captions->y + 0.83 * high, 0.85 * high, text_slice(&number).at);
        left += share;
    }
    text_add_char(captions->text, '\n');
    captions->y += 1.4 * high;
}

/* The last turn, and how the game is; why the next turn is refused. */
static void add_headline(struct captions *captions, const struct svg_caption *caption)
{
    const double usual = captions->size;
    captions->size *= HEADLINE;
    const char *status = caption->status == NULL ? "" : caption->status;
    const bool over = caption->mover == 0;
    if (caption->turn != NULL) {
        SCOPED(text, both);
        text_printf(&both, "\u2013 %s", status);
        const double wide = width_of(slice_of(caption->turn), true) + width_of(text_slice(&both), over) + 0.4;
        if (wide * captions->size > captions->end - captions->left) {
            add_wrapped_line(captions, caption->turn, "");
            text_clear(&both);
            text_add_string(&both, status);
            add_wrapped_line(captions, over ? text_slice(&both).at : "", over ? "" : text_slice(&both).at);
        } else if (over) {
            SCOPED(text, all);
            text_printf(&all, "%s %pS", caption->turn, SLICE(text_slice(&both)));
            add_wrapped_line(captions, text_slice(&all).at, "");
        } else {
            add_wrapped_line(captions, caption->turn, text_slice(&both).at);
        }
    } else if (status[0] != '\0') {
        add_wrapped_line(captions, status, "");
    }
    captions->size = usual;
    if (caption->fault != NULL) {
        captions->class = "s bad";
        captions->y += 0.15 * usual;
        add_wrapped_line(captions, "", caption->fault);
        captions->class = "s";
    }
    if (caption->status != NULL)
        captions->y += 0.4 * usual;
}

/* The status of each seat, with its hand; the notes, with pieces that belong to nobody; the status of the game. Returns
   where all this ends. */
static double add_below(
    const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, struct text *text)
{
    struct captions captions = captions_begin(frame, svg_lists_top(frame) + svg_table_height(frame), text);
    captions.end = svg_lists_end(frame);
    svg_table(frame, view, text);
    add_headline(&captions, caption);
    captions.left += captions.size;
    add_shares(&captions, view);
    const double begin = hands_begin(&captions, view, caption);
    for (unsigned seat = 1; seat <= view->seats; seat++) {
        SCOPED(text, name);
        add_name(caption, view, seat, &name);
        const bool won = (caption->winners >> (seat - 1) & 1) != 0;
        add_line_with_hands(&captions, view, text_slice(&name).at, line_of(view, seat), seat, begin,
            won                          ? add_star
                : caption->mover == seat ? add_mover
                                         : NULL);
    }
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL && view->drawn_note == NULL; i++)
        add_wrapped_line(&captions, "", view->notes[i]);
    if (view->drawn_note != NULL && view->drawn_note[0] != '\0')
        add_wrapped_line(&captions, "", view->drawn_note);
    size_t i = 0;
    const struct view_list *bank = next_hand(view, 0, &i);
    if (bank != NULL) {
        const double words = (width_of(slice_of(bank->name), true) + 1) * captions.size;
        const double wide = svg_hand_width(frame, bank);
        const bool beside = captions.left + words + wide <= captions.end;
        add_line_with_hands(&captions, view, bank->name, "", 0, beside ? captions.left + words : captions.end, NULL);
    }
    return captions.y;
}

void svg_frame_caption(struct svg_frame *frame, const struct view *view, const struct svg_caption *caption)
{
    SCOPED(text, none);
    if (frame->open && !frame->bounds.any)
        frame->bounds = (struct svg_bounds){true, -4, 4, -1, 1};
    frame->below = frame->below > 0 ? frame->below : 1;
    frame->above = add_above(frame, caption, &none);
    double below = add_below(frame, view, caption, &none) - svg_lists_top(frame);
    frame->below = below > frame->below ? below : frame->below;
    if (is_beside(frame)) /* down to where the captions end */
        fit_layers(frame, svg_lists_top(frame) + frame->below - board_spot(frame, 0).y);
}

/* How much larger a picture by itself is shown than it is drawn, where there is room on a screen. */
static double enlargement(double width, double height)
{
    const double side = width > height ? width : height;
    double scale = ENLARGED;
    while (scale > 1 && (scale * side > ROOMY_SIDE || scale * scale * width * height > ROOMY))
        scale -= 0.01;
    return scale < 1 ? 1 : scale;
}

void svg_whole(
    const struct svg_frame *frame, const char *title, struct slice style, struct slice body, struct text *text)
{
    unsigned width;
    unsigned height;
    svg_frame_size(frame, &width, &height);
    const double scale = style.length > 0 && frame->style->cell == 0 ? enlargement(width, height) : 1;
    text_printf(text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cs\" role=\"img\" width=\"%u\" height=\"%u\" viewBox=\"0 0 "
        "%u %u\">\n<title>%pX</title>\n%pS%pS</svg>\n",
        (unsigned)(scale * width + 0.001), (unsigned)(scale * height + 0.001), width, height, SLICE(title),
        SLICE(style), SLICE(body));
}

unsigned svg_parts(const struct svg_frame *frame)
{
    return CELLS + AFTER_CELLS + (frame->bounds.any ? (unsigned)(frame->bounds.top - frame->bounds.bottom) + 1 : 0);
}

struct svg_frame svg_frame_of(const struct svg_frame *frame, const struct view *view)
{
    struct svg_frame own = *frame;
    own.missing = frame->boards - (view->boards == 0 ? 1 : view->boards);
    return own;
}

void svg_part(const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, unsigned n,
    struct text *text)
{
    struct svg_frame own = svg_frame_of(frame, view);
    unsigned arrows = svg_parts(frame) - AFTER_CELLS;
    if (n == 0) {
        text_add_string(text, "<rect class=\"bg\" width=\"100%\" height=\"100%\" rx=\"10\"/>\n");
        add_above(&own, caption, text);
    } else if (n == 1) {
        add_ground(&own, view, text);
    } else if (n == 2) {
        add_won(&own, view, text);
        add_cell_marks(&own, view, text);
        if (!view->open) /* on a field pieces bring their ground */
            svg_noted(&own, view, false, text);
    } else if (n < arrows) {
        int y = own.bounds.top - (int)(n - CELLS);
        for (size_t i = 0; i < view->count; i++)
            if ((own.style->flip ? -view->cells[i].y : view->cells[i].y) == y)
                svg_cell(&own, view, &view->cells[i], text);
    } else if (n == arrows) {
        svg_arrows(&own, view, text);
        if (view->open)
            svg_noted(&own, view, false, text);
        svg_noted(&own, view, true, text);
    } else if (n == arrows + 1) {
        add_seat_names(&own, view, text);
    } else {
        add_below(&own, view, caption, text);
    }
}

void svg_style(const struct svg_frame *frame, struct slice body, struct slice more, struct text *text)
{
    text_add_string(text, "<style>");
    svg_css_used(frame->style->theme, body, text);
    if (frame->style->css != NULL)
        text_add_xml(text, slice_of(frame->style->css));
    text_printf(text, "%pS</style>\n", SLICE(more));
}

void svg_document(const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, bool alone,
    struct text *text)
{
    SCOPED(text, body);
    SCOPED(text, style);
    for (unsigned n = 0; n < svg_parts(frame); n++)
        svg_part(frame, view, caption, n, &body);
    if (alone)
        svg_style(frame, text_slice(&body), slice_of(""), &style);
    svg_whole(frame, caption->title, text_slice(&style), text_slice(&body), text);
    text->failed |= body.failed || style.failed;
}
