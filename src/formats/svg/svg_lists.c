/* SPDX-License-Identifier: MIT */
/* Pieces that are not on any board: stacks on the table, hands, the bank. */
#include "formats/svg/svg_parts.h"

/* Of tiles, in widths of a cell. */
static const double TILE = 0.62;
static const double STEP = 0.7; /* from one to the next side by side, and on the table */
static const double APART = 0.78;
static const double FLAT = 0.36;
static const double UPRIGHT = 0.74;
static const double LINE = 0.38;
static const double HAND = 0.75;   /* tiles of hands are smaller than those on the table */
static const double SIGNED = 0.66; /* as wide as it is high, or as a cell, where it fills one on the board */
static const double DISC = 0.9;
static const double INDENT = 0.45;

enum { IN_LINE = 14, ALIKE = 3 };

static double cell_width(const struct svg_frame *frame)
{
    return svg_unit(frame, 0);
}

double svg_lists_width(const struct svg_frame *frame)
{
    return cell_width(frame) * APART * (frame->stacks < IN_LINE ? frame->stacks : IN_LINE);
}

static double table_row(const struct svg_frame *frame)
{
    return frame->stacks == 0 ? 0 : cell_width(frame) * (FLAT * frame->highest + LINE + 0.3);
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

/* A stack on the table as the Nth of them. */
static void add_stacked(const struct svg_frame *frame, const struct view_list *list, unsigned n, struct text *text)
{
    double cell = cell_width(frame);
    double x = 0.25 * cell + n % IN_LINE * APART * cell;
    unsigned row = n / IN_LINE + 1;
    double foot = svg_lists_top(frame) + row * table_row(frame) - (LINE + 0.2) * cell;
    if (list->marks != 0) {
        text_add_string(text, "<rect class=\"m to\" rx=\"4\"");
        svg_attribute(text, "x", x - 0.05 * cell);
        svg_attribute(text, "y", foot - (FLAT * list->count + 0.05) * cell);
        svg_attribute(text, "width", (TILE + 0.1) * cell);
        svg_attribute(text, "height", (FLAT * list->count + 0.1) * cell);
        text_add_string(text, "/>");
    }
    for (unsigned i = 0; i < list->count; i++) {
        const struct view_piece *piece = &list->pieces[i];
        add_tile(x, foot - FLAT * cell * (i + 1), TILE * cell, FLAT * cell, piece->colour, piece->text, text);
    }
    svg_words(text, "s i", x + TILE * cell / 2, foot + 0.32 * cell, 0.17 * cell, list->name);
    text_add_char(text, '\n');
}

void svg_table(const struct svg_frame *frame, const struct view *view, struct text *text)
{
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

/* COUNT pieces alike of a hand. */
static void add_upright(const struct svg_frame *frame, const struct view_piece *piece, unsigned count, double x,
    double y, struct text *text)
{
    double cell = HAND * cell_width(frame);
    double width = TILE * cell;
    char letter[2] = {piece->text[0], '\0'};
    SCOPED(text, number);
    if (piece->sign != NULL) {
        const struct svg_spot spot = {x + width / 2, y + UPRIGHT * cell / 2, SIGNED * cell};
        svg_tile(frame, spot, piece, text);
    } else if (piece->solid != SOLID_DISC) {
        const struct svg_spot spot = {x + width / 2, y, SIGNED / 0.62 * cell};
        double high = (piece->solid == SOLID_FLAT ? 0.13 : 0.3) * spot.unit;
        svg_solid(spot, y + UPRIGHT * cell * (piece->solid == SOLID_FLAT ? 0.6 : 0.75), high,
            (enum view_solid)piece->solid, svg_tone(piece->colour).piece, text);
    } else if (piece->nodes > 0) {
        add_shape(frame, piece, x, y, UPRIGHT * cell, text);
    } else if (!frame->table) { /* what lies on boards are discs */
        const struct svg_spot spot = {x + width / 2, y + 0.5 * UPRIGHT * cell, DISC * cell};
        svg_piece(frame, spot, piece, text);
    } else if (piece->under == NULL) {
        add_tile(x, y, width, UPRIGHT * cell, piece->colour, piece->text, text);
    } else {
        add_tile(x, y, width, UPRIGHT * cell / 2, piece->colour, letter, text);
        letter[0] = piece->text[1];
        add_tile(x, y + UPRIGHT * cell / 2, width, UPRIGHT * cell / 2, piece->under, letter, text);
    }
    if (count == 0)
        return;
    text_printf(&number, "%s\u00D7%u", piece->nodes > 0 ? piece->text : "", count);
    svg_words(text, "s", x + width + 0.16 * cell, y + 0.46 * cell, 0.28 * cell, text_slice(&number).at);
}

double svg_hand(const struct svg_frame *frame, const struct view_list *list, double y, struct text *text)
{
    double cell = HAND * cell_width(frame);
    double left = INDENT * cell_width(frame);
    unsigned slots = (unsigned)((svg_lists_end(frame) - left) / (STEP * cell));
    unsigned slot = 0;
    unsigned row = 0;
    if (list->count == 0)
        svg_words(text, "s i", left + 0.2 * cell, y + UPRIGHT * cell / 2, 0.3 * cell, "\u2013");
    for (unsigned i = 0, alike; i < list->count; i += alike) {
        const struct view_piece *piece = &list->pieces[i];
        alike = 1;
        while (i + alike < list->count && strcmp(list->pieces[i + alike].text, piece->text) == 0)
            alike++;
        bool counted = alike > ALIKE || piece->nodes > 0;
        unsigned wide = piece->nodes > 0 ? 3 : counted ? 2 : 1;
        alike = counted ? alike : 1;
        if (slot > 0 && slot + wide > slots) {
            slot = 0;
            row++;
        }
        add_upright(
            frame, piece, counted ? alike : 0, left + slot * STEP * cell, y + row * (UPRIGHT + 0.1) * cell, text);
        slot += wide;
    }
    text_add_char(text, '\n');
    return y + (row + 1) * (UPRIGHT + 0.1) * cell;
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
