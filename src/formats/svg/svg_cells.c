/* SPDX-License-Identifier: MIT */
/* What is on cells: discs, plates, pawns, arrows. */
#include "formats/svg/svg_parts.h"

/* Of a stack, in widths of its cell: half the width and height of a disc seen from above,
   its thickness when there is room, how high all may be, where the lowest is. */
static const double HALF = 0.4;
static const double DEEP = 0.14;
static const double THICK = 0.1458;
static const double ROOM = 0.465; /* with which the top stays within the cell */
static const double SHADOW = 0.05;
static const double THIN = 0.07; /* discs below it have finer edges */
static const double FOOT = 0.16;
static const double WIDE = 0.26;  /* half the width of domes */
static const double BROAD = 0.34; /* of walls */
static const double FLAT = 0.4;   /* and of flats, and how far they are askew */
static const double ASKEW = 0.16;
static const double LEGIBLE = 0.11; /* the least size of letters on the sides of discs, */
static const double LARGE = 0.95;   /* and theirs in thicknesses: capitals are three quarters of it */
static const double LETTER = 0.27;  /* and that on tops, */
static const double CROWDED = 0.2;  /* beside a pawn, or of several letters */
static const double RISE = 0.13;    /* how much higher a dome is than another piece, and a wall */
static const double WALL = 0.22;
static const double BAND = 0.84;   /* a line along the edge of a disc, in its width */
static const double PAWN = 0.17;   /* how far to the right it is of what is written there */
static const double BESIDE = 0.37; /* the disc with the height of a stack, its middle and half of it */
static const double BELOW = 0.05;
static const double ROUND = 0.14;
static const double HATCH[] = {-0.6, -0.2, 0.2, 0.6}; /* lines, to the right of and below its middle in all */

/* Levels of plates; how high a stack is drawn piece by piece; how many of these are counted at a glance; as how many
   pieces of a higher one are drawn as one. */
enum { LEVELS = 10, PLAIN = 12, COUNTED = 3, MERGED = 2, HATCHES = sizeof HATCH / sizeof *HATCH };

/* Of an arrow, in widths of a cell: half its width; of its head, too, how long that is, how long all is at least, and
   what stays free between it and a stack or the number of pieces; how far to its right it is where another comes the
   opposite way; the steps in which stacks above it are found. */
static const double SHAFT_THIN = 0.032;
static const double STEP = 0.0625;
static const double HEAD_WIDE = 0.12;
static const double HEAD = 0.24;
static const double LEAST = 0.36;
static const double GAP = 0.03;
static const double RIGHT = 0.11;
static const double COUNT = 0.14;  /* half the disc with that number */
static const double CORNER = 0.27; /* a corner of a cell: how far it is to the side, and up */
static const double ARM = 0.13;    /* of a cross, and half of how wide that is */
static const double ARM_THIN = 0.04;
static const double ASIDE = 0.12;   /* how far a name moves aside for it; how wide one is for each letter, how */
static const double FIGURE = 0.105; /* high, and where its middle is */
static const double NAME_HIGH = 0.16;
static const double NAME_MIDDLE = 0.39;
static const double WIDER = 0.35; /* by how much of it the disc of a number is wider for each more figure */

/* Numbers and paths. */

static long tenths_of(double number)
{
    return (long)(number * 10 + (number < 0 ? -0.5 : 0.5));
}

static void add_tenths(struct text *text, long tenths)
{
    if (tenths < 0)
        text_add_char(text, '-');
    tenths = tenths < 0 ? -tenths : tenths;
    text_add_number(text, tenths / 10);
    if (tenths % 10 != 0) {
        text_add_char(text, '.');
        text_add_number(text, tenths % 10);
    }
}

/* A minus separates as well as a space. */
static void add_point(struct text *text, char command, long x, long y)
{
    text_add_char(text, command);
    add_tenths(text, x);
    if (y >= 0)
        text_add_char(text, ' ');
    add_tenths(text, y);
}

void svg_number(struct text *text, double number)
{
    add_tenths(text, tenths_of(number));
}

void svg_point(struct text *text, char command, double x, double y)
{
    add_point(text, command, tenths_of(x), tenths_of(y));
}

static void add_move_to(struct pen *pen, double x, double y)
{
    pen->x = tenths_of(x);
    pen->y = tenths_of(y);
    add_point(pen->text, 'M', pen->x, pen->y);
}

static void add_line_to(struct pen *pen, double x, double y)
{
    long right = tenths_of(x) - pen->x;
    long down = tenths_of(y) - pen->y;
    pen->x += right;
    pen->y += down;
    if (right != 0 && down != 0) {
        add_point(pen->text, 'l', right, down);
        return;
    }
    text_add_char(pen->text, right != 0 ? 'h' : 'v');
    add_tenths(pen->text, right != 0 ? right : down);
}

void svg_attribute(struct text *text, const char *name, double number)
{
    text_printf(text, " %s=\"", name);
    svg_number(text, number);
    text_add_char(text, '"');
}

/* The corners of a cell as shares of its width, in turning order from the top left. */
static unsigned corners_of(const struct svg_frame *frame, double corners[6][2])
{
    static const double square[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const double hexagon[6][2] = {
        {0, -0.57735}, {0.5, -0.288675}, {0.5, 0.288675}, {0, 0.57735}, {-0.5, 0.288675}, {-0.5, -0.288675}};
    memcpy(corners, frame->square ? square : hexagon, frame->square ? sizeof square : sizeof hexagon);
    return frame->square ? 4 : 6;
}

void svg_outline(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text)
{
    double corners[6][2];
    unsigned count = corners_of(frame, corners);
    struct pen pen = {.text = text};
    for (unsigned i = 0; i < count; i++)
        (i == 0 ? add_move_to : add_line_to)(
            &pen, spot.x + corners[i][0] * spot.unit * size, spot.y + corners[i][1] * spot.unit * size);
    text_add_char(text, 'z');
}

void svg_cross(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text)
{
    double corners[6][2];
    unsigned half = corners_of(frame, corners) / 2;
    struct pen pen = {.text = text};
    for (unsigned i = half - 2; i < half; i++) {
        add_move_to(&pen, spot.x + corners[i][0] * spot.unit * size, spot.y + corners[i][1] * spot.unit * size);
        add_line_to(&pen, spot.x - corners[i][0] * spot.unit * size, spot.y - corners[i][1] * spot.unit * size);
    }
}

void svg_hatch(const struct svg_frame *frame, struct svg_spot spot, struct text *text)
{
    double corners[6][2];
    const unsigned count = corners_of(frame, corners);
    bool ends = false;
    for (unsigned i = 0; i < HATCHES * count; i++) {
        const double *from = corners[i % count];
        const double *to = corners[(i + 1) % count];
        const double before = from[0] + from[1] - HATCH[i / count];
        const double after = to[0] + to[1] - HATCH[i / count];
        const double share = before / (before - after);
        if ((before < 0) == (after < 0))
            continue;
        svg_point(text, ends ? 'L' : 'M', spot.x + (from[0] + share * (to[0] - from[0])) * spot.unit,
            spot.y + (from[1] + share * (to[1] - from[1])) * spot.unit);
        ends = !ends;
    }
}

void svg_words(struct text *text, const char *class, double x, double y, double size, const char *string)
{
    text_add_string(text, "<text");
    if (class != NULL)
        text_printf(text, " class=\"%s\"", class);
    svg_attribute(text, "x", x);
    svg_attribute(text, "y", y);
    if (size > 0)
        svg_attribute(text, "font-size", size);
    text_printf(text, ">%pX</text>", SLICE(string));
}

/* Stacks. */

/* The side of a disc, its upper rim at Y, THICK pixels of it, and the upper face. */
static void add_disc(struct svg_spot spot, double y, double thick, const char *class, struct text *text)
{
    double half = (double)tenths_of(HALF * spot.unit) / 10; /* half of what is written for all of it, too */
    double deep = DEEP * spot.unit;
    text_printf(text, "<path class=\"p%s %s\" d=\"", thick < THIN * spot.unit ? " q" : "", class);
    svg_point(text, 'M', spot.x - half, y);
    for (unsigned i = 0; i < 2; i++) {
        svg_point(text, 'a', half, deep);
        text_add_string(text, i == 0 ? " 0 0 1 " : " 0 0 1 -");
        svg_number(text, 2 * half);
        text_add_string(text, i == 0 ? " 0v" : " 0");
        if (i == 0)
            svg_number(text, thick);
    }
    text_add_string(text, "z\"/>");
}

/* On the side of discs between two rims, light on the left, shade on the right. */
static void add_light(struct svg_spot spot, double top, double foot, struct text *text)
{
    const double half = HALF * spot.unit;
    const double deep = DEEP * spot.unit;
    for (int side = -1; side <= 1; side += 2) {
        const double edge = spot.x + side * half;
        const double inner = spot.x + 0.7 * side * half;
        const double front = 0.714 * deep; /* there */
        text_add_string(text, side < 0 ? "<path class=\"u lit\" d=\"" : "<path class=\"u\" d=\"");
        svg_point(text, 'M', edge, top);
        svg_point(text, 'L', edge, foot);
        svg_point(text, 'A', half, deep);
        text_add_string(text, side < 0 ? " 0 0 0 " : " 0 0 1 ");
        svg_point(text, ' ', inner, foot + front);
        svg_point(text, 'L', inner, top + front);
        svg_point(text, 'A', half, deep);
        text_add_string(text, side < 0 ? " 0 0 1 " : " 0 0 0 ");
        svg_point(text, ' ', edge, top);
        text_add_string(text, "z\"/>");
    }
}

/* Lines down the side of a disc, beside what is written there. */
static void add_ticks(struct svg_spot spot, double y, double thick, const char *ink, struct text *text)
{
    static const double fronts[][2] = {
        {-0.34, 0.527}, {-0.27, 0.738}, {-0.2, 0.866}, {0.2, 0.866}, {0.27, 0.738}, {0.34, 0.527}};
    text_printf(text, "<path class=\"v %s\" d=\"", ink);
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        svg_point(text, 'M', spot.x + fronts[i][0] * spot.unit, y + (fronts[i][1] * DEEP + 0.02) * spot.unit);
        text_add_char(text, 'v');
        svg_number(text, thick - 0.04 * spot.unit);
    }
    text_add_string(text, "\"/>");
}

/* A disc in one colour, which may be LINED. */
static void add_face(struct svg_spot spot, double y, double thick, struct tone tone, bool lined, struct text *text)
{
    add_disc(spot, y, thick, tone.piece, text);
    if (lined)
        add_ticks(spot, y, thick, tone.ink, text);
}

static void add_ellipse(struct svg_spot spot, double y, double size, const char *class, struct text *text)
{
    text_printf(text, "<ellipse class=\"%s\"", class);
    svg_attribute(text, "cx", spot.x);
    svg_attribute(text, "cy", y);
    svg_attribute(text, "rx", size * HALF * spot.unit);
    svg_attribute(text, "ry", size * DEEP * spot.unit);
    text_add_string(text, "/>");
}

/* A box seen from above and from the side: its front WIDE and HIGH at (X, Y), and how far it goes back. */
static void add_box(double x, double y, double wide, double high, double right, double back, struct text *text)
{
    svg_point(text, 'M', x, y);
    svg_point(text, 'l', 0, -high);
    svg_point(text, 'l', right, -back);
    svg_point(text, 'l', wide, 0);
    svg_point(text, 'l', 0, high);
    svg_point(text, 'l', -right, back);
    text_add_char(text, 'z');
    svg_point(text, 'm', wide + right, -high - back); /* in turning order, too, so that all is filled */
    svg_point(text, 'l', -right, back);
    svg_point(text, 'l', -wide, 0);
    svg_point(text, 'm', wide, 0);
    svg_point(text, 'l', 0, high);
}

void svg_solid(struct svg_spot spot, double y, double high, enum view_solid solid, const char *class, struct text *text)
{
    double half = (solid == SOLID_FLAT ? FLAT : solid == SOLID_SLAB ? BROAD : WIDE) * spot.unit;
    text_printf(text, "<path class=\"p %s\" d=\"", class);
    if (solid == SOLID_FLAT) {
        double askew = ASKEW * spot.unit;
        add_box(spot.x - half, y + DEEP * spot.unit, 2 * half - askew, high, askew, 2 * DEEP * spot.unit, text);
    } else if (solid == SOLID_SLAB) {
        add_box(spot.x - half, y, 2 * half, high, 0.06 * spot.unit, 0.06 * spot.unit, text);
    } else {
        svg_point(text, 'M', spot.x - half, y);
        svg_point(text, 'a', half, high);
        text_add_string(text, " 0 0 1 ");
        svg_number(text, 2 * half);
        text_add_string(text, " 0");
        svg_point(text, 'a', half, 0.1 * spot.unit);
        text_add_string(text, " 0 0 1 ");
        svg_number(text, -2 * half);
        text_add_string(text, " 0z");
    }
    text_add_string(text, "\"/>");
}

/* A figure with the number of SEAT, standing at (X, Y); in the colour of what is theirs, on which it may stand. */
static void add_pawn(const struct view *view, double x, double y, double unit, unsigned seat, struct text *text)
{
    const char *colour = view->colours[seat - 1];
    char number[4] = {(char)('0' + seat % 10), '\0'};
    double size = 0.08 * unit;
    SCOPED(text, path);
    svg_point(&path, 'M', x - 1.5 * size, y);
    svg_point(&path, 'q', size, -2 * size);
    svg_point(&path, ' ', 0.9 * size, -2.7 * size);
    svg_point(&path, 'a', 1.05 * size, 1.05 * size);
    text_add_string(&path, " 0 1 1 ");
    svg_point(&path, ' ', 1.2 * size, 0);
    svg_point(&path, 'q', -0.1 * size, 0.7 * size);
    svg_point(&path, ' ', 0.9 * size, 2.7 * size);
    text_printf(text, "<path class=\"halo\" d=\"%pSz\"/><path class=\"%s%s\" d=\"%pSz\"/>", SLICE(&path),
        colour == NULL ? "f" : "t p ", colour == NULL ? "" : svg_tone(colour).piece, SLICE(&path));
    text->failed |= path.failed;
    svg_words(text, colour == NULL ? "o" : svg_tone(colour).ink, x, y - 0.45 * size, 1.7 * size, number);
}

static void add_pawns(
    const struct view *view, const struct view_cell *cell, double x, double y, double unit, struct text *text)
{
    double step = 0.34 * unit;
    x -= step * (__builtin_popcount(cell->pawns) - 1) / 2;
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        if ((cell->pawns >> (seat - 1) & 1) == 0)
            continue;
        add_pawn(view, x, y, unit, seat, text);
        x += step;
    }
}

static unsigned thickness_of(const struct view_piece *piece)
{
    return piece->thick == 0 ? 1 : piece->thick;
}

/* Pieces of a stack that are drawn as one disc with their number: alike, or, MIXED, any for which there is no room. */
struct lot {
    const struct view_piece *first; /* the lowest */
    unsigned count;
    unsigned height;
    bool mixed;
};

static unsigned lot_thickness(const struct lot *lot)
{
    return lot->count > 1 ? MERGED : thickness_of(lot->first);
}

static bool has_two_colours(const struct view_piece *piece)
{
    return piece->under != NULL && strcmp(piece->under, piece->colour) != 0;
}

/* How many discs LOT takes the place of: each colour is seen. */
static unsigned lot_discs(const struct lot *lot)
{
    return lot->count == 1 && has_two_colours(lot->first) ? 2 * lot_thickness(lot) : lot_thickness(lot);
}

static bool lots_are_alike(const struct lot *a, const struct lot *b)
{
    return !a->mixed && a->first->under == NULL && b->first->under == NULL &&
        strcmp(a->first->text, b->first->text) == 0 &&
        (a->first->colour == NULL ? b->first->colour == NULL
                                  : b->first->colour != NULL && strcmp(a->first->colour, b->first->colour) == 0);
}

/* The pieces of CELL from the lowest: where they are thicker than MOST in all, some of them are drawn as one, the
   top never: all of a run that are alike, and where that is not enough the lowest of any kind. */
static void make_lots(const struct view_cell *cell, unsigned most, struct lot *lots, unsigned *count)
{
    unsigned thick = 0;
    unsigned n = cell->height;
    for (unsigned i = 0; i < n; i++) {
        lots[i] = (struct lot){&cell->pieces[i], 1, thickness_of(&cell->pieces[i]), false};
        thick += lots[i].height;
    }
    while (n > 2) {
        unsigned i = 0;
        while (i + 2 < n && !lots_are_alike(&lots[i], &lots[i + 1]))
            i++;
        bool alike = i + 2 < n;
        if (thick <= most && !(alike && lots[i].count > 1))
            break;
        struct lot *lot = &lots[alike ? i : 0];
        thick -= lot_thickness(lot) + lot_thickness(lot + 1) - MERGED;
        lot->count += lot[1].count;
        lot->height += lot[1].height;
        lot->mixed |= !alike;
        n--;
        memmove(lot + 1, lot + 2, (size_t)(&lots[n] - (lot + 1)) * sizeof *lot);
    }
    *count = n;
}

/* The first piece of LOT from PIECE on whose kind is nowhere above it, NULL when there is none. */
static const struct view_piece *next_hidden(
    const struct view_cell *cell, const struct lot *lot, const struct view_piece *piece)
{
    for (; piece < lot->first + lot->count; piece++) {
        const struct view_piece *other = piece + 1;
        while (other < cell->pieces + cell->height && strcmp(other->text, piece->text) != 0)
            other++;
        if (other == cell->pieces + cell->height)
            return piece;
    }
    return NULL;
}

/* Adds the name of a piece after a number, with a sign between them if it begins with a figure. */
static void add_counted(const char *name, struct text *text)
{
    if (text->length > 0 && is_digit(name[0]) && is_digit(text->bytes[text->length - 1]))
        text_add_string(text, "\xc3\x97");
    text_add_string(text, name);
}

/* How high LOT is, and what it is made of; of a mixed one only what is nowhere above. */
static void add_lot(
    const struct svg_frame *frame, const struct view_cell *cell, const struct lot *lot, struct text *text)
{
    if (lot->count > 1)
        text_printf(text, lot->mixed ? "+%u" : "%u", lot->height);
    if (!lot->mixed && frame->letters)
        add_counted(lot->first->text, text);
    for (const struct view_piece *piece = lot->first; lot->mixed && (piece = next_hidden(cell, lot, piece)); piece++)
        add_counted(piece->text, text);
}

/* LOT at Y, and on its side what it is, unless it is the TOP; a mixed one has the colour of what is nowhere above. */
static void add_piece_on_cell(const struct svg_frame *frame, struct svg_spot spot, double y, double thick,
    const struct view_cell *cell, const struct lot *lot, bool top, struct text *text)
{
    const struct view_piece *piece = lot->mixed ? next_hidden(cell, lot, lot->first) : lot->first;
    struct tone tone = piece == NULL ? (struct tone){"rest", "dark", false} : svg_tone(piece->colour);
    bool two = lot->count == 1 && has_two_colours(piece);
    SCOPED(text, label);
    const bool prints = frame->style->theme == SVG_PRINT;
    const double high = two ? thick / 2 : thick;
    if (two)
        add_face(spot, y + high, high, svg_tone(piece->under), prints && svg_tone(piece->under).lined, text);
    if (lot->first->solid == SOLID_FLAT)
        svg_solid(spot, y + thick, thick, SOLID_FLAT, tone.piece, text);
    else
        add_face(spot, y, high, tone, (piece != NULL && piece->hatched) || (prints && tone.lined), text);
    /* Of two colours the upper one is named above the lower one; on top it is seen. */
    const char *below = two ? piece->text + 1 : "";
    const double most = CROWDED * spot.unit;
    const double size = LARGE * (high < most ? high : most);
    if (lot->count == 1 && LARGE * thick / lot_discs(lot) < LEGIBLE * spot.unit)
        return;
    if (two && !top)
        text_add(&label, slice_shorter(slice_of(piece->text), 1));
    else if (!top)
        add_lot(frame, cell, lot, &label);
    if (label.length > 0)
        svg_words(text, tone.ink, spot.x, y + DEEP * spot.unit + high / 2 + size * 0.34, size, text_slice(&label).at);
    if (two)
        svg_words(
            text, svg_tone(piece->under).ink, spot.x, y + DEEP * spot.unit + 1.5 * high + size * 0.34, size, below);
}

static double rise_of(const struct view_piece *piece)
{
    return piece->solid == SOLID_SLAB ? WALL : RISE;
}

/* Whether a piece has no upper side on which others lie. */
static bool stands(const struct view_piece *piece)
{
    return piece->solid == SOLID_SLAB || piece->solid == SOLID_DOME;
}

double svg_rise(struct svg_spot spot, const struct view_cell *cell)
{
    unsigned height = 0;
    for (unsigned i = 0; i < cell->height; i++)
        height += lot_discs(&(struct lot){.first = &cell->pieces[i], .count = 1});
    return (height * THICK < ROOM ? height * THICK : ROOM) * spot.unit;
}

/* A stack as it is drawn: its lots, how thick a piece is, how much higher a top is that has no upper side, and the
   middle of what is written on the top. */
struct pile {
    struct lot lots[UINT8_MAX];
    unsigned count;
    double thick;
    double rise;
    double written;
};

static void measure_pile(struct svg_spot spot, const struct view_cell *cell, struct pile *pile)
{
    const struct view_piece *top = &cell->pieces[cell->height - 1];
    unsigned shown = 0;
    make_lots(cell, PLAIN, pile->lots, &pile->count);
    for (unsigned i = 0; i < pile->count; i++)
        shown += lot_discs(&pile->lots[i]);
    pile->rise = stands(top) ? rise_of(top) : 0;
    const double room = ROOM - pile->rise;
    pile->thick = (shown * THICK > room ? room / shown : THICK) * spot.unit;
    pile->written = spot.y + FOOT * spot.unit - shown * pile->thick;
    if (pile->rise > 0)
        pile->written += (pile->thick * thickness_of(top) - pile->rise * spot.unit) / 2; /* its middle */
}

/* NUMBER on a disc with that radius, as wide as it takes. */
static void add_number(struct svg_spot spot, double radius, double size, unsigned number, const char *class,
    const char *ink, struct text *text)
{
    char figures[8];
    number_write(figures, number);
    text_printf(text, "<ellipse class=\"%s\"", class);
    svg_attribute(text, "cx", spot.x);
    svg_attribute(text, "cy", spot.y);
    svg_attribute(text, "rx", radius * (1 + WIDER * (double)(strlen(figures) - 1)));
    svg_attribute(text, "ry", radius);
    text_add_string(text, "/>");
    svg_words(text, ink, spot.x, spot.y + 0.36 * size, size, figures);
}

/* Whether one does not see at a glance how high a stack is: it is HEIGHT, or what is on top hides it. */
static bool is_counted(const struct view_cell *cell, unsigned height)
{
    return height > (stands(&cell->pieces[cell->height - 1]) ? 1 : COUNTED);
}

/* How high a stack is, beside it. */
static void add_height(struct svg_spot spot, unsigned height, struct text *text)
{
    const double radius = ROUND * spot.unit;
    spot.x += BESIDE * spot.unit;
    spot.y += BELOW * spot.unit;
    add_number(spot, radius, 1.4 * radius, height, "f", "o high", text);
}

/* A stack; the height of one that is not counted at a glance is beside it. */
static void add_stack(const struct svg_frame *frame, const struct view *view, struct svg_spot spot,
    const struct view_cell *cell, struct text *text)
{
    const struct view_piece *top = &cell->pieces[cell->height - 1];
    struct tone tone = svg_tone(top->colour);
    struct pile pile;
    unsigned height = 0;
    measure_pile(spot, cell, &pile);
    for (unsigned i = 0; i < pile.count; i++)
        height += pile.lots[i].height;
    const double foot = spot.y + FOOT * spot.unit;
    double y = foot;
    double rim = foot; /* of the highest disc */
    SCOPED(text, label);
    if (pile.lots[0].first->solid == SOLID_DISC)
        add_ellipse(spot, foot + SHADOW * spot.unit, 1 + SHADOW, "u", text);
    for (unsigned i = 0; i < pile.count; i++) {
        const struct lot *lot = &pile.lots[i];
        double own = pile.thick * lot_discs(lot);
        bool upright = stands(lot->first);
        if (upright)
            svg_solid(spot, y, own + rise_of(lot->first) * spot.unit, lot->first->solid, tone.piece, text);
        y -= own;
        if (!upright)
            add_piece_on_cell(frame, spot, y, own, cell, lot, i + 1 == pile.count, text);
        if (lot->first->solid == SOLID_DISC)
            rim = y;
    }
    bool pawns = cell->pawns != 0;
    if (rim < foot)
        add_light(spot, rim, foot, text);
    if (top->solid == SOLID_DISC)
        text_clear(&label), text_printf(&label, "p %s", tone.piece),
            add_ellipse(spot, y, 1, text_slice(&label).at, text), text_clear(&label);
    if (top->solid == SOLID_DISC && tone.lined && frame->style->theme == SVG_PRINT)
        add_ellipse(spot, y, BAND, "band", text);
    if (frame->letters)
        text_add(&label, slice_shorter(slice_of(top->text), top->under != NULL ? 1 : sizeof top->text)); /* as seen */
    y = pile.written;
    double size = (pawns || pile.rise > 0 || label.length > 1 ? CROWDED : LETTER) * spot.unit;
    bool any = label.length > 0;
    if (any)
        svg_words(
            text, tone.ink, spot.x - (pawns ? 0.16 * spot.unit : 0), y + size * 0.36, size, text_slice(&label).at);
    if (is_counted(cell, height))
        add_height(spot, height, text);
    if (pawns)
        add_pawns(view, cell, spot.x + (any ? PAWN * spot.unit : 0), y + 0.05 * spot.unit, spot.unit, text);
}

void svg_piece(const struct svg_frame *frame, struct svg_spot spot, const struct view_piece *piece, struct text *text)
{
    add_stack(frame, NULL, spot, &(struct view_cell){.height = 1, .pieces = piece}, text);
}

/* Plates: pieces that cover several cells. */

/* Whether the cell across edge EDGE of CELL, from the corner of that number on, belongs to the same piece, or to what
 * is MARKED. */
static bool is_joined(
    const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, unsigned edge, bool marked)
{
    static const int8_t square[4][2] = {{0, 1}, {2, 0}, {0, -1}, {-2, 0}};
    static const int8_t hexagon[6][2] = {{1, 1}, {2, 0}, {1, -1}, {-1, -1}, {-2, 0}, {-1, 1}};
    const int8_t *step = frame->square ? square[edge] : hexagon[edge];
    int turn = frame->style->flip ? -1 : 1;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *other = &view->cells[i];
        if ((marked ? (other->marks & VIEW_TO) != 0 : other->group == cell->group) && other->board == cell->board &&
            other->x == cell->x + turn * step[0] && other->y == cell->y + turn * step[1])
            return true;
    }
    return false;
}

/* Whether CELL is the first of those of its piece that are seen on its board: the highest, of these the leftmost. */
static bool leads(const struct view *view, const struct view_cell *cell)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *other = &view->cells[i];
        if (other->group == cell->group && other->board == cell->board &&
            (other->y > cell->y || (other->y == cell->y && other->x < cell->x)))
            return false;
    }
    return true;
}

/* The tone of a plate: the lighter the higher, in all pictures the same. */
static unsigned level_of(const struct view *view, const struct view_cell *cell)
{
    unsigned height = cell->board == 0 ? cell->height : view->boards - cell->board;
    return (height == 0 ? 1 : height < LEVELS ? height : LEVELS) - 1u;
}

/* The edges of CELL that are those of its piece, or of what is MARKED, as part of a path. */
static void add_edges(const struct svg_frame *frame, const struct view *view, struct svg_spot spot,
    const struct view_cell *cell, bool marked, struct text *text)
{
    double corners[6][2];
    unsigned count = corners_of(frame, corners);
    struct pen pen = {.text = text};
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        const double *to = corners[(i + 1) % count];
        if (is_joined(frame, view, cell, i, marked)) {
            any = false;
            continue;
        }
        if (!any)
            add_move_to(&pen, spot.x + corners[i][0] * spot.unit, spot.y + corners[i][1] * spot.unit);
        add_line_to(&pen, spot.x + to[0] * spot.unit, spot.y + to[1] * spot.unit);
        any = true;
    }
}

static void add_plate(const struct svg_frame *frame, const struct view *view, struct svg_spot spot,
    const struct view_cell *cell, struct text *text)
{
    text_printf(text, "<path class=\"h h%u\" d=\"", level_of(view, cell));
    svg_outline(frame, spot, 1, text);
    if (svg_is_hatched(cell)) {
        text_add_string(text, "\"/><path class=\"x\" d=\"");
        svg_hatch(frame, spot, text);
    }
    text_add_string(text, "\"/><path class=\"e\"");
    svg_attribute(
        text, "stroke-width", cell->board == 0 ? 1.8 : 0.3 + 1.8 * frame->layer); /* as thin as all is small */
    text_add_string(text, " d=\"");
    add_edges(frame, view, spot, cell, false, text);
    text_add_string(text, "\"/>");
    if ((cell->marks & VIEW_TO) != 0) {
        text_printf(text, "<path class=\"%s\" d=\"", cell->refused ? "wash" : "k");
        svg_outline(frame, spot, 1, text);
        text_add_string(text, "\"/>");
    }
    /* What is by itself in its layer needs no number there. */
    const bool named = svg_has_names(frame, cell->board);
    char label[sizeof cell->label] = {cell->label[0]};
    if (named)
        memcpy(label, cell->label, sizeof label);
    const double size = (named ? 0.32 : 0.7) * (strlen(label) > 2 ? 0.8 : 1);
    if (leads(view, cell))
        svg_words(text, svg_is_hatched(cell) ? "b" : "dark", spot.x, spot.y + 0.36 * size * spot.unit, size * spot.unit,
            label);
}

/* The line around what the last turn laid of plates, above those that are nearer. */
static void add_plate_rims(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        if (cell->group == 0 || (cell->marks & VIEW_TO) == 0)
            continue;
        text_printf(text, "<path class=\"%s\"", cell->refused ? "cut" : "rim");
        if (cell->board > 0) /* as thin as all is small */
            text_add_string(text, " style=\"stroke-width:"), svg_number(text, 3 * frame->layer),
                text_add_char(text, '"');
        text_add_string(text, " d=\"");
        add_edges(frame, view, svg_spot(frame, cell), cell, true, text);
        text_add_string(text, "\"/>\n");
    }
}

/* Cells. */

static void add_title(const struct view_cell *cell, struct text *text)
{
    text_printf(text, "<title>%pX", SLICE(cell->name));
    if (cell->height > 0 && cell->pieces != NULL)
        text_add_char(text, ' ');
    for (unsigned i = 0; i < cell->height && cell->pieces != NULL; i++)
        text_add_xml(text, slice_of(cell->pieces[i].text));
    text_add_string(text, "</title>");
}

void svg_cell(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text)
{
    struct svg_spot spot = svg_spot(frame, cell);
    if (!view->open && cell->height == 0)
        return;
    text_add_string(text, "<g>");
    add_title(cell, text);
    if (view->open && cell->group == 0 && cell->marks == 0 && !svg_is_tile(cell)) {
        text_add_string(text, "<path class=\"c\" d=\"");
        svg_outline(frame, spot, 1, text);
        text_add_string(text, "\"/>");
    }
    if (cell->group != 0)
        add_plate(frame, view, spot, cell, text);
    else if (svg_is_tile(cell))
        svg_tiles(frame, spot, cell, text);
    else if (cell->height > 0)
        add_stack(frame, view, spot, cell, text);
    else if (cell->pawns != 0)
        add_pawns(view, cell, spot.x + PAWN * spot.unit, spot.y + (FOOT + 0.05) * spot.unit, spot.unit, text);
    text_add_string(text, "</g>\n");
}

/* Arrows. */

/* A root without the mathematics library: these are steps enough for pixels and shares of cells. */
static double root_of(double square)
{
    double root = square > 1 ? square : 1;
    for (unsigned i = 0; i < 40; i++)
        root = (root + square / root) / 2;
    return root;
}

/* How far what is on CELL reaches from its middle towards (RIGHT, DOWN), of length 1: of a stack to its side, or else
   to the rim of its upper or lower face. */
static double reach_of(const struct svg_frame *frame, const struct view_cell *cell, double right, double down)
{
    const struct svg_spot spot = svg_spot(frame, cell);
    struct pile pile;
    if (cell->height == 0)
        return (cell->pawns != 0 ? 0.24 : cell->crossed ? ARM + GAP : 0) * spot.unit;
    if (svg_is_tile(cell) || cell->group != 0)
        return (cell->group != 0 ? 0.24 : 0.46) * spot.unit;
    measure_pile(spot, cell, &pile);
    const double rim = down < 0 ? (pile.written - spot.y) / spot.unit : FOOT;
    const double half = HALF + GAP;
    const double deep = DEEP + GAP + (down < 0 ? pile.rise / 2 : 0);
    const double side = half / (right < 0 ? -right : right);
    if (right != 0 && (down < 0 ? side * down > rim : side * down < rim))
        return side * spot.unit;
    const double square = right * right / (half * half) + down * down / (deep * deep);
    const double middle = down * rim / (deep * deep);
    const double rest = middle * middle - square * (rim * rim / (deep * deep) - 1);
    return (middle + (rest > 0 ? root_of(rest) : 0)) / square * spot.unit;
}

/* An arrow from a point on: its direction, and, in lengths from there, where it begins, its head does, and it ends;
   half the width of that. */
struct shaft {
    struct svg_spot from;
    double along[2];
    double start, neck, end;
    double wide;
};

/* The point so far along the arrow, and so far to its right. */
static struct svg_spot spot_on(const struct shaft *shaft, double along, double right)
{
    return (struct svg_spot){shaft->from.x + along * shaft->along[0] - right * shaft->along[1],
        shaft->from.y + along * shaft->along[1] + right * shaft->along[0], shaft->from.unit};
}

static void add_shaft_corner(const struct shaft *shaft, char command, double along, double right, struct text *text)
{
    const struct svg_spot spot = spot_on(shaft, along, right);
    svg_point(text, command, spot.x, spot.y);
}

/* What of something HALF as wide around SPOT lies on a box around (X, Y), in square pixels. */
static double shared_area(struct svg_spot spot, double half, double x, double y, double wide, double high)
{
    const double right = wide / 2 + half - (x < spot.x ? spot.x - x : x - spot.x);
    const double down = high / 2 + half - (y < spot.y ? spot.y - y : y - spot.y);
    return right > 0 && down > 0 ? right * down : 0;
}

/* What it hides there of stacks, their heights and the names of cells. */
static double hidden_at(const struct svg_frame *frame, const struct view *view, unsigned board, struct svg_spot disc)
{
    const double half = COUNT * disc.unit;
    double hidden = 0;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        const struct svg_spot spot = svg_spot(frame, cell);
        const double unit = spot.unit;
        if (cell->board != board)
            continue;
        if (svg_has_names(frame, board) && !(frame->square && !view->open))
            hidden += shared_area(disc, half, spot.x, spot.y + NAME_MIDDLE * unit, 0.3 * unit, NAME_HIGH * unit);
        if (cell->taken && cell->height == 0)
            hidden += shared_area(disc, half, spot.x, spot.y, 2 * ARM * unit, 2 * ARM * unit);
        if (cell->height == 0)
            continue;
        const double top = reach_of(frame, cell, 0, -1);
        const double foot = reach_of(frame, cell, 0, 1);
        hidden += shared_area(disc, half, spot.x, spot.y + (foot - top) / 2, 2 * HALF * unit, foot + top);
        if (is_counted(cell, cell->height))
            hidden += 2 *
                shared_area(
                    disc, half, spot.x + BESIDE * unit, spot.y + BELOW * unit, 2 * ROUND * unit, 2 * ROUND * unit);
    }
    return hidden;
}

/* From rim to rim, so far to the right of its way.  Where that is short it begins above what it comes from, and its
   head is smaller; false: it is too short to be drawn. */
static bool make_shaft(const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow,
    double right, struct shaft *shaft)
{
    const struct view_cell *cells[2] = {&view->cells[arrow->from], &view->cells[arrow->to]};
    const struct svg_spot from = svg_spot(frame, cells[0]);
    const struct svg_spot to = svg_spot(frame, cells[1]);
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double length = root_of(x * x + y * y);
    *shaft = (struct shaft){.from = from, .along = {x / length, y / length}};
    shaft->from = spot_on(shaft, 0, right * from.unit);
    shaft->start = reach_of(frame, cells[0], shaft->along[0], shaft->along[1]);
    shaft->end = length - reach_of(frame, cells[1], -shaft->along[0], -shaft->along[1]);
    const double latest = shaft->end - LEAST * from.unit;
    shaft->start = shaft->start < latest ? shaft->start : latest;
    const double half = (shaft->end - shaft->start) / 2;
    const double share = half < HEAD * from.unit ? half / (HEAD * from.unit) : 1;
    shaft->wide = HEAD_WIDE * share * from.unit;
    shaft->neck = shaft->end - HEAD * share * from.unit;
    return length >= 0.5 * from.unit;
}

/* Whether another arrow of the turn comes the opposite way along a part of ARROW. */
static bool is_met(const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow)
{
    const struct svg_spot from = svg_spot(frame, &view->cells[arrow->from]);
    const struct svg_spot to = svg_spot(frame, &view->cells[arrow->to]);
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    const double least = from.unit * from.unit / 100;
    for (size_t i = 0; i < view->arrow_count; i++) {
        const struct svg_spot ends[2] = {
            svg_spot(frame, &view->cells[view->arrows[i].from]), svg_spot(frame, &view->cells[view->arrows[i].to])};
        double along[2]; /* where its ends are along ARROW, and off its line, both times its length */
        double aside = 0;
        for (unsigned j = 0; j < 2; j++) {
            const double right = ends[j].x - from.x;
            const double down = ends[j].y - from.y;
            const double off = right * y - down * x;
            along[j] = right * x + down * y;
            aside += off < 0 ? -off : off;
        }
        if (aside < least && along[1] < along[0] - least && along[0] > least && along[1] < x * x + y * y - least &&
            view->cells[view->arrows[i].from].board == view->cells[arrow->from].board)
            return true;
    }
    return false;
}

/* How far to the right an arrow of the last turn is of its way. */
static double right_of(const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow)
{
    return is_met(frame, view, arrow) ? RIGHT : 0;
}

/* What ARROW hides of a box around SPOT, in square pixels for each step along it. */
static double hidden_by(const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow,
    double right, struct svg_spot spot, double wide, double high)
{
    struct shaft shaft;
    double hidden = 0;
    if (!make_shaft(frame, view, arrow, right, &shaft))
        return 0;
    for (double at = shaft.start; at < shaft.end; at += STEP / 2 * spot.unit) {
        const double half =
            at < shaft.neck ? SHAFT_THIN * spot.unit : shaft.wide * (shaft.end - at) / (shaft.end - shaft.neck);
        hidden += shared_area(spot_on(&shaft, at, 0), half, spot.x, spot.y, wide, high);
    }
    return hidden;
}

/* Where the number of the pieces is that went along ARROW: beside it, in a corner of the goal, or above what they come
   from where nothing else went from there, wherever it hides least. */
static struct svg_spot count_spot(
    const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow, const struct shaft *shaft)
{
    static const double places[] = {0.5, 0.35, 0.65, 0.2, 0.8};
    enum { PLACES = sizeof places / sizeof *places, BESIDE_IT = 2 * PLACES, AT_GOAL = BESIDE_IT + 2 };
    const struct view_cell *from = &view->cells[arrow->from];
    const struct svg_spot source = svg_spot(frame, from);
    const struct svg_spot goal = svg_spot(frame, &view->cells[arrow->to]);
    const double aside = (HEAD_WIDE / 2 + COUNT + GAP) * source.unit;
    struct svg_spot best = source;
    double least = 0;
    bool only = from->height > 0;
    for (size_t i = 0; i < view->arrow_count; i++)
        only &= &view->arrows[i] == arrow || view->arrows[i].from != arrow->from;
    for (unsigned i = 0; i < AT_GOAL + (only ? 1u : 0u); i++) {
        const double side = i % 2 == 0 ? -1 : 1;
        struct svg_spot spot = {goal.x + side * CORNER * goal.unit, goal.y - CORNER * goal.unit, goal.unit};
        if (i < BESIDE_IT)
            spot = spot_on(shaft, shaft->start + places[i / 2] * (shaft->end - shaft->start), side * aside);
        else if (i == AT_GOAL)
            spot =
                (struct svg_spot){source.x, source.y - reach_of(frame, from, 0, -1) - COUNT * source.unit, source.unit};
        double hidden = hidden_at(frame, view, from->board, spot);
        for (size_t j = 0; j < view->arrow_count; j++)
            if (view->cells[view->arrows[j].from].board == from->board)
                hidden += hidden_by(frame, view, &view->arrows[j], right_of(frame, view, &view->arrows[j]), spot,
                    2 * COUNT * spot.unit, 2 * COUNT * spot.unit);
        if (i == 0 || hidden < least)
            best = spot, least = hidden;
    }
    return best;
}

/* Whether a stack hides SPOT, other than those at the ends of ARROW. */
static bool is_below_stack(
    const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow, struct svg_spot spot)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        const struct svg_spot middle = svg_spot(frame, cell);
        if (i == arrow->from || i == arrow->to || cell->height == 0 || cell->board != view->cells[arrow->from].board)
            continue;
        const double top = reach_of(frame, cell, 0, -1);
        const double foot = reach_of(frame, cell, 0, 1);
        const double aside = spot.x < middle.x ? middle.x - spot.x : spot.x - middle.x;
        if (aside < HALF * middle.unit && spot.y > middle.y - top && spot.y < middle.y + foot)
            return true;
    }
    return false;
}

/* The part of SHAFT from BEGIN to END. */
static void add_shaft_part(const struct shaft *shaft, double begin, double end, struct text *text)
{
    const double thin = SHAFT_THIN * shaft->from.unit;
    add_shaft_corner(shaft, 'M', begin, -thin, text);
    add_shaft_corner(shaft, 'L', end, -thin, text);
    add_shaft_corner(shaft, 'L', end, thin, text);
    add_shaft_corner(shaft, 'L', begin, thin, text);
    text_add_char(text, 'z');
}

/* From rim to rim; the stacks that it passes hide it, but not its head. */
static void add_arrow(const struct svg_frame *frame, const struct view *view, const struct view_arrow *arrow,
    double right, const char *class, struct text *text)
{
    struct shaft shaft;
    if (!make_shaft(frame, view, arrow, right, &shaft))
        return;
    const unsigned steps = (unsigned)((shaft.neck - shaft.start) / (STEP * shaft.from.unit)) + 1;
    const double step = (shaft.neck - shaft.start) / steps;
    double seen = shaft.start; /* from where on */
    text_printf(text, "<path class=\"%s\" d=\"", class);
    for (unsigned i = 0; i < steps; i++) {
        const double at = shaft.start + i * step;
        if (!is_below_stack(frame, view, arrow, spot_on(&shaft, at + step / 2, 0)))
            continue;
        if (seen < at - step / 2)
            add_shaft_part(&shaft, seen, at, text);
        seen = at + step;
    }
    if (seen < shaft.neck - step / 2)
        add_shaft_part(&shaft, seen, (shaft.neck + shaft.end) / 2, text);
    add_shaft_corner(&shaft, 'M', shaft.neck, -shaft.wide, text);
    add_shaft_corner(&shaft, 'L', shaft.end, 0, text);
    add_shaft_corner(&shaft, 'L', shaft.neck, shaft.wide, text);
    text_add_string(text, "z\"/>");
    if (arrow->count > 1) {
        const struct svg_spot spot = count_spot(frame, view, arrow, &shaft);
        add_number(spot, COUNT * spot.unit, 0.22 * spot.unit, arrow->count, "a", "j", text);
    }
    text_add_char(text, '\n');
}

/* A cross where the piece was that the last turn took off CELL, or where it was refused: in a corner where something is
   there now, away from arrows that come from that side. */
static void add_taken(
    const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text)
{
    struct svg_spot spot = svg_spot(frame, cell);
    const double arm = ARM * spot.unit;
    const double thin = ARM_THIN * spot.unit;
    double side = CORNER * spot.unit;
    for (size_t i = 0; i < view->arrow_count; i++) {
        const struct svg_spot from = svg_spot(frame, &view->cells[view->arrows[i].from]);
        if (&view->cells[view->arrows[i].to] == cell && from.x > spot.x && from.y < spot.y + arm)
            side = -CORNER * spot.unit;
    }
    if (cell->height > 0)
        spot.x += side, spot.y -= CORNER * spot.unit;
    text_printf(text, "<path class=\"a%s cross\" d=\"", cell->crossed ? " bad" : "");
    svg_point(text, 'M', spot.x, spot.y - thin);
    for (unsigned i = 0; i < 4; i++) { /* a quarter of it after the other, in turning order */
        static const int turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const int *out = turns[i];
        const int *next = turns[(i + 1) % 4];
        const double far = arm - thin;
        svg_point(text, 'l', far * (out[0] - next[0]), far * (out[1] - next[1]));
        svg_point(text, 'l', thin * (out[0] + next[0]), thin * (out[1] + next[1]));
        svg_point(text, 'l', far * (next[0] - out[0]), far * (next[1] - out[1]));
    }
    text_add_string(text, "z\"/>\n");
}

static bool is_end_of_arrow(const struct view *view, size_t index, bool first)
{
    for (size_t i = 0; i < view->arrow_count; i++)
        if ((first ? view->arrows[i].from : view->arrows[i].to) == index)
            return true;
    return false;
}

/* What went to the cell at INDEX, and is not there any more. */
static void add_gone(const struct svg_frame *frame, const struct view *view, size_t index, struct text *text)
{
    const struct svg_spot spot = svg_spot(frame, &view->cells[index]);
    const double high = 2 * THICK * spot.unit;
    add_ellipse(spot, spot.y + FOOT * spot.unit - high, 1, "away", text);
    text_add_string(text, "<path class=\"away\" d=\"");
    svg_point(text, 'M', spot.x - HALF * spot.unit, spot.y + FOOT * spot.unit - high);
    text_add_char(text, 'v');
    svg_number(text, high);
    svg_point(text, 'a', HALF * spot.unit, DEEP * spot.unit);
    text_add_string(text, " 0 0 0 ");
    svg_number(text, 2 * HALF * spot.unit);
    text_add_string(text, " 0v");
    svg_number(text, -high);
    text_add_string(text, "\"/>\n");
}

void svg_arrows(const struct svg_frame *frame, const struct view *view, struct text *text)
{
    for (size_t i = 0; i < view->count && !view->refused; i++)
        if (view->cells[i].height == 0 && view->cells[i].pawns == 0 && is_end_of_arrow(view, i, false) &&
            !is_end_of_arrow(view, i, true))
            add_gone(frame, view, i, text);
    add_plate_rims(frame, view, text);
    for (size_t i = 0; i < view->arrow_count; i++)
        add_arrow(frame, view, &view->arrows[i], right_of(frame, view, &view->arrows[i]),
            view->arrows[i].refused ? "a bad" : "a", text);
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].crossed || (view->cells[i].taken && !is_end_of_arrow(view, i, false) && !view->refused))
            add_taken(frame, view, &view->cells[i], text);
    if (view->beyond != NULL)
        add_taken(frame, view, view->beyond, text);
}

void svg_noted(const struct svg_frame *frame, const struct view *view, bool arrows, struct text *text)
{
    for (size_t i = 0; i < view->noted_count; i++) {
        const struct view_noted *noted = &view->noted[i];
        char class[] = "aimed G";
        class[sizeof class - 2] = noted->colour;
        if ((noted->from != noted->to) != arrows)
            continue;
        if (arrows) {
            add_arrow(frame, view, &(struct view_arrow){noted->from, noted->to, 0}, 0, class, text);
            continue;
        }
        text_printf(text, "<path class=\"noted %c\" d=\"", noted->colour);
        svg_outline(frame, svg_spot(frame, &view->cells[noted->from]), 0.84, text);
        text_add_string(text, "\"/>\n");
    }
}

double svg_aside(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, bool *hidden)
{
    static const double sides[] = {0, -ASIDE, ASIDE};
    const struct svg_spot middle = svg_spot(frame, cell);
    const double wide = FIGURE * (double)strlen(cell->name) * middle.unit;
    const double high = NAME_HIGH * middle.unit;
    double best = 0;
    double least = 0;
    for (size_t i = 0; i < sizeof sides / sizeof *sides && (i == 0 || least > 0); i++) {
        const struct svg_spot spot = {
            middle.x + sides[i] * middle.unit, middle.y + NAME_MIDDLE * middle.unit, middle.unit};
        double area = 0;
        for (size_t j = 0; j < view->arrow_count; j++) {
            const struct view_arrow *arrow = &view->arrows[j];
            const double right = right_of(frame, view, arrow);
            struct shaft shaft;
            if (view->cells[arrow->from].board != cell->board || !make_shaft(frame, view, arrow, right, &shaft))
                continue;
            area += hidden_by(frame, view, arrow, right, spot, wide, high);
            if (arrow->count > 1)
                area += shared_area(
                    count_spot(frame, view, arrow, &shaft), COUNT * middle.unit, spot.x, spot.y, wide, high);
        }
        for (size_t j = 0; j < view->noted_count; j++)
            if (view->noted[j].from != view->noted[j].to && cell->board == 0)
                area += hidden_by(
                    frame, view, &(struct view_arrow){view->noted[j].from, view->noted[j].to, 0}, 0, spot, wide, high);
        if (i == 0 || area < least)
            best = sides[i], least = area;
    }
    *hidden = least > 0;
    return best * middle.unit;
}
