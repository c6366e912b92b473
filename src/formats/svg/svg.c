/* SPDX-License-Identifier: MIT */
#include "formats/svg/svg_parts.h"

#include "base/utf8.h"
#include <stdio.h>

#define ROOT_THREE 1.7320508

enum { NARROWEST = 260 };

/* Parts of a document before rows of cells, and after them. */
enum { CELLS = 3, AFTER_CELLS = 3 };

/* In cells: what a frame leaves free at its edges, between its boards, for a title; how wide and high boards and
   layers are at most, where layers can be small enough. */
static const double MARGIN = 0.25;
static const double GAP = 0.3;
static const double TITLE = 0.4;
static const double WIDEST = 19;
static const double HIGHEST = 13;
static const double ENOUGH = 6; /* for captions */

/* Of layers, the width of a cell in cells. */
static const double LARGE_LAYER = 0.6;
static const double SMALL_LAYER = 0.16;

static const double SMALLEST = 11; /* letters of captions, in pixels */
static const double NAME = 0.15;

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

/* Layers are beside the first board, in lines, as large as there is room for all. */
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

/* Whether letters say more than the shapes of white, black and neutral pieces. */
static bool needs_letters(const struct view *view)
{
    const char *letters[3][SOLID_FLAT + 1] = {{NULL}};
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height; j++) {
            const struct view_piece *piece = &view->cells[i].pieces[j];
            const char **known = &letters[piece->seat > 2 ? 0 : piece->seat][piece->solid];
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
    frame->table = !view->open && view->count == 0;
    frame->letters |= view->open || needs_letters(view);
    for (size_t i = 0; i < view->count; i++)
        add_bounds(frame, &view->cells[i]);
    if (frame->boards > 1)
        fit_layers(frame);
    svg_measure_lists(frame, view);
}

/* The top left corner of a board. */
static struct svg_spot board_spot(const struct svg_frame *frame, unsigned board)
{
    double gap = GAP * cell_width(frame);
    double edge = MARGIN * cell_width(frame);
    struct svg_spot spot = {edge, edge + frame->above, svg_unit(frame, board)};
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
    spot.y += (frame->bounds.top - y) * line_pitch(frame, spot.unit);
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

/* Whether there is room for lists and captions below the first board, beside its layers. */
static bool is_beside(const struct svg_frame *frame)
{
    return frame->boards > 1 && board_width(frame, cell_width(frame)) > 0.75 * ENOUGH * cell_width(frame);
}

double svg_lists_top(const struct svg_frame *frame)
{
    double first = board_spot(frame, 0).y + board_height(frame, cell_width(frame));
    return (is_beside(frame) ? first : boards_end(frame).y) + (frame->bounds.any ? GAP * cell_width(frame) : 0);
}

double svg_lists_end(const struct svg_frame *frame)
{
    double edge = MARGIN * cell_width(frame);
    return is_beside(frame) ? edge + board_width(frame, cell_width(frame)) : svg_width(frame) - edge;
}

double svg_width(const struct svg_frame *frame)
{
    double edge = MARGIN * cell_width(frame);
    double lists = edge + svg_lists_width(frame);
    double end = boards_end(frame).x;
    double width = (end > lists ? end : lists) + edge;
    double least = cell_width(frame) * ENOUGH > NARROWEST ? cell_width(frame) * ENOUGH : NARROWEST;
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
        svg_outline(frame, svg_spot(frame, cell), 1, text);
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

static void add_ground(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    if (view->titles != NULL && frame->boards > 1)
        add_titles(frame, view, text);
    if (view->open && view->boards > 1)
        add_field(frame, view, text);
    if (view->open || view->count == 0)
        return;
    for (unsigned zone = 0; zone <= SEATS; zone++)
        add_cells(frame, view, zone, text);
}

/* The cells of what won. */
static void add_won(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    SCOPED(text, path);
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].wins)
            svg_outline(frame, svg_spot(frame, &view->cells[i]), 0.96, &path);
    if (path.length > 0)
        text_printf(text, "<path class=\"y\" d=\"%pS\"/>\n", SLICE(&path));
}

static void add_cell_marks(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        if (cell->marks == 0 || cell->group != 0)
            continue;
        if (view->open) {
            text_add_string(text, "<path class=\"c\" d=\"");
            svg_outline(frame, svg_spot(frame, cell), 1, text);
            text_add_string(text, "\"/>");
        }
        text_printf(text, "<path class=\"%s\" d=\"", (cell->marks & VIEW_TO) != 0 ? "m to" : "m from");
        svg_outline(frame, svg_spot(frame, cell), 0.9, text);
        text_add_string(text, "\"/>\n");
    }
}

/* A name that is written on a plate, or on a tile by itself, has the colour that is seen there. */
static const char *name_class(const struct view *view, const struct view_cell *cell)
{
    bool tile = svg_is_tile(cell) && cell->height == 1;
    if (!view->open)
        return NULL;
    if (tile && strcmp(svg_tone(cell->pieces[0].colour).ink, "light") == 0)
        return "n l";
    return tile || (cell->group != 0 && !svg_is_hatched(cell)) ? "n d" : "n";
}

/* Whether another cell of the lines across, or of the columns, is nearer to their edge: to the left, or below. */
static bool is_behind(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, bool line)
{
    int turn = frame->style->flip ? -1 : 1;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *other = &view->cells[i];
        if (line ? other->y == cell->y && turn * other->x < turn * cell->x
                 : other->x == cell->x && turn * other->y < turn * cell->y)
            return true;
    }
    return false;
}

/* On squares letters are those of columns and numbers those of rows, and stand at the edge. */
static void add_edge_names(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    double unit = svg_unit(frame, 0);
    struct svg_spot corner = board_spot(frame, 0);
    double foot = corner.y + board_height(frame, unit);
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        struct svg_spot spot = svg_spot(frame, cell);
        size_t letters = strcspn(cell->name, "0123456789");
        char name[sizeof cell->name];
        snprintf(name, sizeof name, "%.*s", (int)letters, cell->name);
        if (!is_behind(frame, view, cell, false))
            svg_words(text, NULL, spot.x, foot + 0.17 * unit, 0, name);
        if (!is_behind(frame, view, cell, true))
            svg_words(text, NULL, corner.x - 0.12 * unit, spot.y + 0.05 * unit, 0, cell->name + letters);
    }
}

/* Names of cells lie above all, so that nothing hides one.  Where the board stays the same they are one element. */
static void add_seat_names(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    bool one = !view->open && view->count > 0 && !frame->style->no_coordinates;
    if (one) {
        text_add_string(text, "<g class=\"n\"");
        svg_attribute(text, "font-size", cell_width(frame) * NAME);
        text_add_char(text, '>');
    }
    bool edge = one && frame->square;
    if (edge)
        add_edge_names(frame, view, text);
    for (size_t i = 0; i < view->count && !edge; i++) {
        const struct view_cell *cell = &view->cells[i];
        struct svg_spot spot = svg_spot(frame, cell);
        if (!svg_has_names(frame, cell->board))
            continue;
        svg_words(text, name_class(view, cell), spot.x, spot.y + 0.44 * spot.unit, view->open ? NAME * spot.unit : 0,
            cell->name);
        text_add_string(text, view->open ? "\n" : "");
    }
    text_add_string(text, one ? "</g>\n" : "");
}

/* The whole. */

/* Lines of text below one another. */
struct captions {
    const struct svg_frame *frame;
    double left, end, y;
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
    if (name[0] != '\0')
        text_printf(text, "<tspan font-weight=\"bold\">%pX%s", SLICE(name), line[0] != '\0' ? "</tspan> " : "</tspan>");
    text_printf(text, "%pX</text>\n", SLICE(line));
}

/* How wide TEXT is at most in the fonts of the style sheet, in heights of its letters. */
static double width_of(struct slice text, bool bold)
{
    double width = 0;
    for (size_t length; text.length > 0; text = slice_after(text, length)) {
        const char first = *text.at;
        length = utf8_next(text).length;
        if (length > 1)
            width += (double)utf8_width(slice_shorter(text, length));
        else if (strchr(" .,:;'|!()[]ijlIfrt/-", first) != NULL)
            width += 0.4;
        else
            width += strchr("mwMW@%&", first) != NULL ? 0.99 : first >= 'A' && first <= 'Z' ? 0.73 : 0.63;
    }
    return bold ? 1.11 * width : width;
}

/* Up to the next place where a line may be broken, and with it: after a comma, or where that is beyond MOST after a
   word. */
static struct slice part_begin_after(struct slice *rest, bool bold, double most)
{
    size_t length = 0;
    while (length < rest->length && rest->at[length] != ',')
        length++;
    if (width_of(slice_shorter(*rest, length), bold) > most)
        for (length = 0; length < rest->length && rest->at[length] != ' ' && rest->at[length] != ',';)
            length++;
    length += length < rest->length;
    length += length < rest->length && rest->at[length] == ' ';
    struct slice part = {rest->at, length};
    *rest = (struct slice){rest->at + length, rest->length - length};
    return part;
}

/* LINE after NAME, of which one may be empty, in as many captions as the width takes. */
static void add_wrapped_line(struct captions *captions, const char *name, const char *line)
{
    double most = (captions->end - captions->left) / captions->size;
    SCOPED(text, part);
    if (line[0] != '\0' && width_of(slice_of(name), true) > most) {
        add_wrapped_line(captions, name, "");
        name = "";
    }
    bool bold = line[0] == '\0'; /* a name alone is broken, too */
    double before = bold ? 0 : width_of(slice_of(name), true) + width_of(slice_of(" "), false);
    struct slice rest = slice_of(bold ? name : line);
    while (rest.length > 0) {
        struct slice next = part_begin_after(&rest, bold, most / 2);
        if (part.length > 0 && before + width_of(text_slice(&part), bold) + width_of(next, bold) > most) {
            add_caption(captions, bold ? text_slice(&part).at : name, bold ? "" : text_slice(&part).at);
            text_clear(&part);
            name = "";
            before = 0;
        }
        text_add(&part, next);
    }
    add_caption(captions, bold ? text_slice(&part).at : name, bold ? "" : text_slice(&part).at);
}

static struct captions captions_begin(const struct svg_frame *frame, double y, struct text *text)
{
    double size = 0.22 * cell_width(frame);
    double edge = MARGIN * cell_width(frame);
    return (struct captions){frame, edge, svg_width(frame) - edge, y, size < SMALLEST ? SMALLEST : size, text};
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

/* Pieces of SEAT side by side. */
static void add_hands(struct captions *captions, const struct view *view, unsigned seat)
{
    for (size_t i = 0; i < view->list_count + view->hand_count; i++) {
        const struct view_list *list = i < view->list_count ? &view->lists[i] : &view->hands[i - view->list_count];
        if (!list->stacked && list->seat == seat && list->count > 0)
            captions->y = svg_hand(captions->frame, list, captions->y + 0.5 * captions->size, captions->text);
    }
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
        char number[8];
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
        number_write(number, view->shares[i]);
        svg_words(captions->text, tone.ink, left + share / 2, captions->y + 0.83 * high, 0.85 * high, number);
        left += share;
    }
    text_add_char(captions->text, '\n');
    captions->y += 1.4 * high;
}

/* The status of each seat, with its hand; the notes, with pieces that belong to nobody; the status of the game. Returns
   where all this ends. */
static double add_below(
    const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, struct text *text)
{
    struct captions captions = captions_begin(frame, svg_lists_top(frame) + svg_table_height(frame), text);
    SCOPED(text, name);
    captions.left += captions.size;
    captions.end = svg_lists_end(frame);
    svg_table(frame, view, text);
    add_shares(&captions, view);
    for (unsigned i = 0; i < view->seats; i++) {
        bool known = caption->players[i] != NULL && strcmp(caption->players[i], view->seat_names[i]) != 0;
        text_clear(&name);
        text_printf(&name, "%s%s%s%s", known ? caption->players[i] : view->seat_names[i], known ? " (" : "",
            known ? view->seat_names[i] : "", known ? ")" : "");
        if (caption->mover == i + 1)
            add_mover(&captions);
        if ((caption->winners >> i & 1) != 0)
            add_star(&captions);
        const char *line = view->drawn[i] != NULL ? view->drawn[i] : view->lines[i];
        add_wrapped_line(&captions, text_slice(&name).at, line == NULL ? "" : line);
        add_hands(&captions, view, i + 1);
    }
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL; i++)
        add_wrapped_line(&captions, "", view->notes[i]);
    add_hands(&captions, view, 0);
    if (caption->status != NULL)
        add_wrapped_line(&captions, caption->status, "");
    return captions.y;
}

void svg_frame_caption(struct svg_frame *frame, const struct view *view, const struct svg_caption *caption)
{
    SCOPED(text, none);
    frame->below = frame->below > 0 ? frame->below : 1;
    frame->above = add_above(frame, caption, &none);
    double below = add_below(frame, view, caption, &none) - svg_lists_top(frame);
    frame->below = below > frame->below ? below : frame->below;
}

void svg_whole(
    const struct svg_frame *frame, const char *title, struct slice style, struct slice body, struct text *text)
{
    unsigned width;
    unsigned height;
    svg_frame_size(frame, &width, &height);
    text_printf(text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cs\" role=\"img\" width=\"%u\" height=\"%u\" viewBox=\"0 0 "
        "%u %u\">\n<title>%pX</title>\n%pS%pS</svg>\n",
        width, height, width, height, SLICE(title), SLICE(style), SLICE(body));
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
        text_add_string(text, "<rect class=\"bg\" width=\"100%\" height=\"100%\"/>\n");
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
