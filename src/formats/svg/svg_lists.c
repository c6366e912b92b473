/* SPDX-License-Identifier: MIT */
/* Pieces that are not on any board: stacks on the table, hands, the bank. */
#include "formats/svg/svg_parts.h"

/* Of tiles, in widths of a cell. */
static const double TILE = 0.62;
static const double STEP = 0.72; /* from one to the next side by side, and on the table */
static const double APART = 0.78;
static const double EDGE = 0.16; /* beside all of them */
static const double FLAT = 0.36;
static const double UPRIGHT = 0.74;
static const double LINE = 0.38;
static const double HAND = 0.75;    /* tiles of hands are smaller than those on the table */
static const double NOBODYS = 0.66; /* and theirs that nobody holds */
static const double SMALL = 0.76;   /* of what lies on boards, */
static const double SHAPED = 0.64;  /* and on several cells of them */
static const double LYING = 0.54;
static const double SIGNED = 0.66; /* as wide as it is high, or as a cell, where it fills one on the board */
static const double DISC = 0.8;
static const double NUMBER = 0.22; /* of letters, in widths of a cell of the board */

enum { IN_LINE = 14, ALIKE = 3 };

static double cell_width(const struct svg_frame *frame)
{
    return svg_unit(frame, 0);
}

double svg_lists_width(const struct svg_frame *frame)
{
    return cell_width(frame) * (APART * (frame->stacks < IN_LINE ? frame->stacks : IN_LINE) + EDGE);
}

static double table_row(const struct svg_frame *frame)
{
    return frame->stacks == 0 ? 0 : cell_width(frame) * (FLAT * frame->highest + LINE + 0.42);
}

double svg_table_height(const struct svg_frame *frame)
{
    unsigned rows = (frame->stacks + IN_LINE - 1) / IN_LINE;
    return rows * table_row(frame);
}

/* A tile with its top left corner at (X, Y). */
static void add_tile(
    double x, double y, double width, double height, const char *colour, const char *string, struct text *text)
{
    struct tone tone = svg_tone(colour);
    double size = height < width ? height * 0.68 : width * 0.46;
    text_printf(text, "<rect class=\"p %s\"", tone.piece);
    svg_attribute(text, "x", x);
    svg_attribute(text, "y", y);
    svg_attribute(text, "width", width);
    svg_attribute(text, "height", height);
    svg_attribute(text, "rx", height < width ? height / 5 : width / 8);
    text_add_string(text, "/>");
    svg_words(text, tone.ink, x + width / 2, y + height / 2 + size * 0.36, size, string);
}

/* A line so far around a box. */
static void add_frame(
    const char *class, double x, double y, double width, double height, double around, struct text *text)
{
    text_printf(text, "<rect class=\"%s\" rx=\"6\"", class);
    svg_attribute(text, "x", x - around);
    svg_attribute(text, "y", y - around);
    svg_attribute(text, "width", width + 2 * around);
    svg_attribute(text, "height", height + 2 * around);
    text_add_string(text, "/>");
}

/* A stack on the table as the Nth of them. */
static void add_stacked(const struct svg_frame *frame, const struct view_list *list, unsigned n, struct text *text)
{
    double cell = cell_width(frame);
    double x =
        (svg_width(frame) - svg_lists_width(frame)) / 2 + (n % IN_LINE * APART + (APART - TILE + EDGE) / 2) * cell;
    unsigned row = n / IN_LINE + 1;
    double foot = svg_lists_top(frame) + row * table_row(frame) - (LINE + 0.2) * cell;
    for (unsigned i = 0; i < list->count; i++) {
        const struct view_piece *piece = &list->pieces[i];
        add_tile(x, foot - FLAT * cell * (i + 1), TILE * cell, FLAT * cell, piece->colour, piece->text, text);
    }
    if (list->marks != 0) { /* round what came, or the whole */
        const unsigned count = list->laid > 0 && list->laid < list->count ? list->laid : list->count;
        add_frame(list->refused ? "cut" : "came", x, foot - FLAT * list->count * cell, TILE * cell, FLAT * count * cell,
            0.05 * cell, text);
    }
    svg_words(text, "s i", x + TILE * cell / 2, foot + 0.32 * cell, 0.17 * cell, list->name);
    text_add_char(text, '\n');
}

void svg_table(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    const double edge = 0.25 * cell_width(frame);
    const double top = svg_lists_top(frame);
    if (frame->stacks > 0)
        svg_felt(edge, top, svg_width(frame) - edge, top + svg_table_height(frame) - 0.1 * cell_width(frame),
            cell_width(frame), text);
    for (size_t i = 0, n = 0; i < view->list_count; i++)
        if (view->lists[i].stacked)
            add_stacked(frame, &view->lists[i], (unsigned)n++, text);
}

/* The outline of a piece that covers several cells, in the square of that size. */
static void add_shape(
    const struct svg_frame *frame, const struct view_piece *piece, double x, double y, double size, struct text *text)
{
    int box[4] = {INT8_MAX, INT8_MIN, INT8_MAX, INT8_MIN};
    for (unsigned i = 0; i < piece->nodes; i++)
        for (unsigned j = 0; j < 2; j++) {
            box[2 * j] = piece->at[i][j] < box[2 * j] ? piece->at[i][j] : box[2 * j];
            box[2 * j + 1] = piece->at[i][j] > box[2 * j + 1] ? piece->at[i][j] : box[2 * j + 1];
        }
    double wide = (box[1] - box[0]) / 2.0 + 1;
    double high = box[3] - box[2] + 1;
    double unit = size / (wide > high ? wide : high);
    unit = unit > 0.2 * cell_width(frame) ? 0.2 * cell_width(frame) : unit;
    SCOPED(text, hatch);
    text_add_string(text, "<path class=\"p\" d=\"");
    for (unsigned i = 0; i < piece->nodes; i++) {
        const struct svg_spot spot = {x + size / 2 + (piece->at[i][0] - (box[0] + box[1]) / 2.0) * unit / 2,
            y + size / 2 - (piece->at[i][1] - (box[2] + box[3]) / 2.0) * unit * (frame->square ? 1 : 0.866), unit};
        svg_outline(frame, spot, 1, text);
        svg_hatch(frame, spot, &hatch);
    }
    text_add_string(text, "\"/>");
    if (piece->hatched)
        text_printf(text, "<path class=\"x\" d=\"%pS\"/>", SLICE(&hatch));
    text->failed |= hatch.failed;
}

/* Of a list in one row. */
static bool has_tiles(const struct svg_frame *frame, const struct view_list *list)
{
    return frame->table || (list->count > 0 && list->pieces[0].sign != NULL);
}

static double hand_cell(const struct svg_frame *frame, const struct view_list *list)
{
    const bool shaped = list->count > 0 && list->pieces[0].nodes > 0;
    return (shaped ? SHAPED : !has_tiles(frame, list) ? SMALL : list->seat > 0 ? HAND : NOBODYS) * cell_width(frame);
}

double svg_hand_height(const struct svg_frame *frame, const struct view_list *list)
{
    bool high = has_tiles(frame, list) || (list->count > 0 && list->pieces[0].nodes > 0);
    return (high ? UPRIGHT : LYING) * hand_cell(frame, list);
}

/* Of the pieces from FIRST on, how many are drawn as one with their number, and how wide that is. */
static unsigned run_from(const struct svg_frame *frame, const struct view_list *list, unsigned first, double *wide)
{
    const struct view_piece *piece = &list->pieces[first];
    unsigned alike = 1;
    while (first + alike < list->count && strcmp(list->pieces[first + alike].text, piece->text) == 0)
        alike++;
    const bool counted = alike > (frame->table && list->seat > 0 ? ALIKE : 1) || piece->nodes > 0;
    *wide = (piece->nodes > 0 ? UPRIGHT : STEP) * hand_cell(frame, list);
    if (!counted)
        return 1;
    const double digits = alike > 99 ? 3 : alike > 9 ? 2 : 1;
    *wide += (0.14 + NUMBER * 0.7 * (digits + (piece->nodes > 0 ? 2.5 : 1.2))) * cell_width(frame);
    return alike;
}

double svg_hand_width(const struct svg_frame *frame, const struct view_list *list)
{
    double all = 0;
    double wide = 0;
    for (unsigned i = 0; i < list->count; all += wide)
        i += run_from(frame, list, i, &wide);
    return all;
}

/* Of a piece in a row HIGH. */
static double upright_width(const struct view_piece *piece, double cell, double high)
{
    return piece->nodes > 0 ? high : TILE * cell;
}

/* COUNT pieces alike of a hand, in a row HIGH. */
static void add_upright(const struct svg_frame *frame, const struct view_piece *piece, double cell, unsigned count,
    double x, double y, double high, struct text *text)
{
    const double width = upright_width(piece, cell, high);
    const struct svg_spot middle = {x + width / 2, y + high / 2, DISC * cell};
    char letter[2] = {piece->text[0], '\0'};
    SCOPED(text, number);
    if (piece->sign != NULL) {
        const struct svg_spot spot = {middle.x, middle.y, SIGNED * cell};
        svg_tile(frame, spot, piece, text);
    } else if (piece->solid != SOLID_DISC) {
        const bool flat = piece->solid == SOLID_FLAT;
        svg_solid(middle, middle.y + (flat ? 0.07 : 0.16) * middle.unit, (flat ? 0.14 : 0.36) * middle.unit,
            (enum view_solid)piece->solid, svg_tone(piece->colour).piece, text);
    } else if (piece->nodes > 0) {
        add_shape(frame, piece, x, y, high, text);
    } else if (!frame->table) { /* what lies on boards are discs */
        const struct svg_spot spot = {middle.x, middle.y - 0.06 * middle.unit, middle.unit};
        svg_piece(frame, spot, piece, text);
    } else if (piece->under == NULL) {
        add_tile(x, y, width, high, piece->colour, piece->text, text);
    } else {
        add_tile(x, y, width, high / 2, piece->colour, letter, text);
        letter[0] = piece->text[1];
        add_tile(x, y + high / 2, width, high / 2, piece->under, letter, text);
    }
    if (count == 0)
        return;
    text_printf(&number, "%s\u00D7%u", piece->nodes > 0 ? piece->text : "", count);
    svg_words(text, "s", x + width + 0.1 * cell, y + high / 2 + 0.36 * NUMBER * cell_width(frame),
        NUMBER * cell_width(frame), text_slice(&number).at);
}

/* In as many rows as it takes, which are about as long as each other. */
double svg_hand(
    const struct svg_frame *frame, const struct view_list *list, double left, double end, double y, struct text *text)
{
    const double high = svg_hand_height(frame, list);
    const double cell = hand_cell(frame, list);
    const double all = svg_hand_width(frame, list);
    const unsigned rows = 1 + (unsigned)((all - 1) / (end - left));
    const double most = rows == 1 ? end - left : all / rows;
    double x = left;
    double wide;
    for (unsigned i = 0, alike; i < list->count; i += alike, x += wide) {
        alike = run_from(frame, list, i, &wide);
        if (x > left && (x + wide > end + 1 || x + wide / 2 > left + most)) {
            x = left;
            y += 1.12 * high;
        }
        bool counted = alike > 1 || list->pieces[i].nodes > 0;
        add_upright(frame, &list->pieces[i], cell, counted ? alike : 0, x, y, high, text);
        if (list->wanted >= &list->pieces[i] && list->wanted < &list->pieces[i + alike])
            add_frame("cut", x, y, upright_width(&list->pieces[i], cell, high), high, 0.05 * cell, text);
    }
    text_add_char(text, '\n');
    return y + high;
}

void svg_measure_lists(struct svg_frame *frame, const struct view *view)
{
    unsigned stacks = 0;
    for (size_t i = 0; i < view->list_count; i++) {
        const struct view_list *list = &view->lists[i];
        stacks += list->stacked;
        if (list->stacked && list->count > frame->highest)
            frame->highest = list->count;
    }
    frame->stacks = stacks > frame->stacks ? stacks : frame->stacks;
}
