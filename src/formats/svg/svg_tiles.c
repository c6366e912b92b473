/* SPDX-License-Identifier: MIT */
/* Tiles: pieces that fill their cell, distinguished by a sign on them. */
#include "formats/svg/svg_parts.h"

/* Each is filled and has a line round it, so a line alone is straight.  The page takes them from here. */
static const struct {
    const char *name;
    const char *path;
} signs[] = {
    {"crown", "M3.5 20L2 7l5.5 5L12 4l4.5 8L22 7 20.5 20z"},
    {"legs",
        "M12 7.5a4.5 4.5 0 0 1 0 9a4.5 4.5 0 0 1 0-9z"
        "M14 9L18 6.5M18 6.5L17.5 1.5M15.5 11L20.5 9.5M20.5 9.5L22.5 5M15.5 13L20.5 14.5M20.5 14.5L22.5 19"
        "M14 15L18 17.5M18 17.5L17.5 22.5M10 9L6 6.5M6 6.5L6.5 1.5M8.5 11L3.5 9.5M3.5 9.5L1.5 5"
        "M8.5 13L3.5 14.5M3.5 14.5L1.5 19M10 15L6 17.5M6 17.5L6.5 22.5"},
    {"horns",
        "M5 13h14v2a7 7.5 0 0 1-14 0zM7 12.5C2 10 2 4 8 1.5 6.5 6 8 9 11 12.5z"
        "M17 12.5C22 10 22 4 16 1.5 17.5 6 16 9 13 12.5z"},
    {"leap",
        "M2 20C4 1 19 0 21 16L23 15.5 20 21 16 16 18.5 16C16.5 6 7 7 2 20zM11.5 17a2.5 2.5 0 0 1 0 5a2.5 2.5 0 0 1 "
        "0-5z"},
    {"beads",
        "M12 5.5a2.8 2.8 0 0 1 0 5.6a2.8 2.8 0 0 1 0-5.6zM12 12a1.8 1.8 0 0 1 0 3.6a1.8 1.8 0 0 1 0-3.6z"
        "M12 16a3.2 3.2 0 0 1 0 6.4a3.2 3.2 0 0 1 0-6.4zM10.5 6L7.5 1.5M13.5 6L16.5 1.5"},
    {"needle",
        "M12 1.5L13 10h-2zM12 9.5a2.3 2.3 0 0 1 0 4.6a2.3 2.3 0 0 1 0-4.6zM12 14L12 23"
        "M10 11C7 6 4 4 1 5 2 9 6 11.5 10 11zM14 11C17 6 20 4 23 5 22 9 18 11.5 14 11zM10 14L5 21M14 14L19 21"},
    {"spots",
        "M10.3 2.5a9.6 9.6 0 0 0 0 19zM5.2 8.2a1.9 1.9 0 0 1 3.8 0a1.9 1.9 0 0 1-3.8 0zM5.2 15a1.9 1.9 0 0 1 3.8 0a1.9 "
        "1.9 0 0 1-3.8 0z"
        "M13.7 2.5a9.6 9.6 0 0 1 0 19zM15 8.2a1.9 1.9 0 0 0 3.8 0a1.9 1.9 0 0 0-3.8 0zM15 15a1.9 1.9 0 0 0 3.8 0a1.9 "
        "1.9 0 0 0-3.8 0z"},
    {"bands", "M8 3h8v2h-8zM4 8.2h16v2.4h-16zM4 13.6h16v2.4h-16zM8 19h8v2h-8z"},
};

const char *svg_sign(const char *name)
{
    for (size_t i = 0; name != NULL && i < sizeof signs / sizeof signs[0]; i++)
        if (strcmp(signs[i].name, name) == 0)
            return signs[i].path;
    return NULL;
}

/* Of a tile, in widths of it: its sign, a square, and where the middle of that is; the foot of what is written, and how
   high; the bars of one that rests, and how far that moves to the left for them. */
static const double SIGN = 0.45;
static const double SIGN_UP = 0.23;
static const double FOOT = 0.21;
static const double LETTER = 0.27;
static const double BAR = 0.19;
static const double BESIDE = 0.06;

/* In widths of a cell: a tile by itself; the ring where a turn went, from there to; one on others, and where it is. */
static const double WHOLE = 0.95;
static const double RING = 0.87;
static const double UPPER = 0.88;
static const double NAMED = 0.405; /* and the foot of the cell's name on it */
static const double ASIDE = 0.04;
static const double RAISED = 0.1;

/* How high the edges below it are in all, and one at most; the names of those tiles beside it, one
   and all of them; the disc with the height of all, and its middle. */
static const double EDGES = 0.16;
static const double EDGE = 0.08;
static const double NAME_LEFT = 0.19;
static const double NAME_FOOT = 0.32;
static const double NAME_WIDE = 0.33;
static const double NAME_HIGH = 0.22;
static const double NAMES = 0.69;
static const double ROUND = 0.13;
static const double ROUND_LEFT = 0.42;

/* How many are seen below the one on top; of more, the lowest are one with their number; how many are counted at a
   glance. */
enum { BELOW = 6, COUNTED = 3 };

static void add_outline(
    const struct svg_frame *frame, struct svg_spot spot, const char *class, const char *colour, struct text *text)
{
    text_printf(text, "<path class=\"%s %s\" d=\"", class, colour);
    svg_outline(frame, spot, 1, text);
    text_add_string(text, "\"/>");
}

/* Two bars, as of what waits. */
static void add_bars(struct svg_spot spot, const char *ink, struct text *text)
{
    text_printf(text, "<path class=\"%s\" d=\"", ink);
    for (unsigned i = 0; i < 2; i++) {
        svg_point(text, 'M', spot.x + (BAR + 0.08 * i) * spot.unit, spot.y + (FOOT - 0.19) * spot.unit);
        text_add_char(text, 'v');
        svg_number(text, 0.19 * spot.unit);
        text_add_char(text, 'h');
        svg_number(text, 0.045 * spot.unit);
        text_add_char(text, 'v');
        svg_number(text, -0.19 * spot.unit);
        text_add_char(text, 'z');
    }
    text_add_string(text, "\"/>");
}

void svg_tile(const struct svg_frame *frame, struct svg_spot spot, const struct view_piece *piece, struct text *text)
{
    struct tone tone = svg_tone(piece->colour);
    double side = SIGN * spot.unit;
    const char *sign = svg_sign(piece->sign);
    add_outline(frame, spot, "p t", tone.piece, text);
    if (sign != NULL) {
        text_printf(text, "<path class=\"v %s\" transform=\"translate", tone.ink);
        svg_point(text, '(', spot.x - side / 2, spot.y - SIGN_UP * spot.unit - side / 2);
        text_printf(
            text, ") scale(%u.%02u)\" d=\"%s\"/>", (unsigned)(side / 24), (unsigned)(side / 24 * 100) % 100, sign);
    }
    svg_words(text, tone.ink, spot.x - (piece->rests ? BESIDE * spot.unit : 0), spot.y + FOOT * spot.unit,
        LETTER * spot.unit, piece->text);
    if (piece->rests)
        add_bars(spot, tone.ink, text);
}

/* The edges of the tiles below a stack's top, FROM on, as far down as they go. */
static void add_edges(const struct svg_frame *frame, struct svg_spot spot, const struct view_cell *cell, unsigned first,
    struct text *text)
{
    unsigned below = cell->height - 1u;
    unsigned shown = below - first + (first > 0);
    double edge = (EDGES < EDGE * shown ? EDGES / shown : EDGE) * spot.unit / UPPER;
    for (unsigned i = 0; i < shown; i++) {
        bool rest = first > 0 && i == 0;
        const struct view_piece *piece = &cell->pieces[below - shown + i];
        struct svg_spot own = {spot.x, spot.y + edge * (shown - i), spot.unit};
        add_outline(frame, own, "p", rest ? "rest" : svg_tone(piece->colour).piece, text);
    }
}

/* What those tiles are called, the lowest below. */
static void add_tile_names(struct svg_spot cell_spot, const struct view_cell *cell, unsigned first, struct text *text)
{
    unsigned shown = cell->height - 1u - first + (first > 0);
    double high = (NAMES < NAME_HIGH * shown ? NAMES / shown : NAME_HIGH) * cell_spot.unit;
    double left = cell_spot.x + NAME_LEFT * cell_spot.unit;
    double foot = cell_spot.y + NAME_FOOT * cell_spot.unit;
    SCOPED(text, rest);
    text_printf(&rest, "+%u", first);
    for (unsigned i = first > 0 ? first - 1 : 0; i + 1u < cell->height; i++, foot -= high) {
        bool is_rest = i < first;
        struct tone tone = svg_tone(cell->pieces[i].colour);
        text_printf(text, "<rect class=\"p q %s\"", is_rest ? "rest" : tone.piece);
        svg_attribute(text, "x", left);
        svg_attribute(text, "y", foot - high);
        svg_attribute(text, "width", NAME_WIDE * cell_spot.unit);
        svg_attribute(text, "height", high);
        text_add_string(text, "/>");
        svg_words(text, is_rest ? "dark" : tone.ink, left + NAME_WIDE * cell_spot.unit / 2, foot - 0.15 * high,
            0.95 * high, is_rest ? text_slice(&rest).at : cell->pieces[i].text);
    }
}

static void add_height(struct svg_spot spot, unsigned height, struct text *text)
{
    char number[8];
    double half = ROUND * spot.unit;
    double x = spot.x - ROUND_LEFT * spot.unit;
    double y = spot.y - RAISED * spot.unit;
    text_add_string(text, "<ellipse class=\"f\"");
    svg_attribute(text, "cx", x);
    svg_attribute(text, "cy", y);
    svg_attribute(text, "rx", half);
    svg_attribute(text, "ry", half);
    text_add_string(text, "/>");
    number_write(number, height);
    svg_words(text, "o", x, y + 0.55 * half, 1.5 * half, number);
}

/* Where the last turn went, or from where, or what decided the game, round SPOT. */
static void add_ring(const struct svg_frame *frame, struct svg_spot spot, const char *class, struct text *text)
{
    text_printf(text, "<path class=\"r %s\" d=\"", class);
    svg_outline(frame, spot, 1, text);
    svg_outline(frame, spot, RING, text);
    text_add_string(text, "\"/>");
}

struct svg_spot svg_tile_name(struct svg_spot spot, const struct view_cell *cell)
{
    if (cell->height > 1)
        return (struct svg_spot){
            spot.x - ASIDE * spot.unit, spot.y + (NAMED / WHOLE * UPPER - RAISED) * spot.unit, spot.unit};
    return (struct svg_spot){spot.x, spot.y + NAMED * spot.unit, spot.unit};
}

void svg_tiles(const struct svg_frame *frame, struct svg_spot spot, const struct view_cell *cell, struct text *text)
{
    bool stack = cell->height > 1;
    unsigned first = cell->height - 1u > BELOW ? cell->height - BELOW : 0; /* that is seen */
    struct svg_spot top = {spot.x, spot.y, WHOLE * spot.unit};
    if (stack) {
        top = (struct svg_spot){spot.x - ASIDE * spot.unit, spot.y - RAISED * spot.unit, UPPER * spot.unit};
        add_edges(frame, top, cell, first, text);
    }
    svg_tile(frame, top, &cell->pieces[cell->height - 1], text);
    if (cell->wins || cell->marks != 0)
        add_ring(frame, top, cell->wins ? "lost" : (cell->marks & VIEW_TO) != 0 ? "to" : "from", text);
    if (!stack)
        return;
    add_tile_names(spot, cell, first, text);
    if (cell->height > COUNTED)
        add_height(spot, cell->height, text);
}
