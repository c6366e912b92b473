/* SPDX-License-Identifier: MIT */
/* What the parts of svg.h share: where things are, and numbers and paths as text. */
#ifndef CATASTA_FORMATS_SVG_SVG_PARTS_H
#define CATASTA_FORMATS_SVG_SVG_PARTS_H

#include "formats/svg/svg.h"

/* The middle of a cell in pixels, and how wide it is. */
struct svg_spot {
    double x, y;
    double unit;
};
struct svg_spot svg_spot(const struct svg_frame *frame, const struct view_cell *cell);

/* Width of a cell of a board. */
double svg_unit(const struct svg_frame *frame, unsigned board);

/* NUMBER to a tenth, with a point whatever the locale. */
void svg_number(struct text *text, double number);

/* A path drawn from point to point, in tenths of pixels, so that roundings do not add up. */
struct pen {
    struct text *text;
    long x, y;
};

/* NAME="NUMBER", a space before it. */
void svg_attribute(struct text *text, const char *name, double number);

/* The outline of a cell, as part of a path. */
void svg_outline(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text);

/* Two lines across a cell, from corner to corner, as part of a path. */
void svg_cross(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text);

/* Lines across a cell, from edge to edge, as part of a path. */
void svg_hatch(const struct svg_frame *frame, struct svg_spot spot, struct text *text);

/* A <text> whose middle is at (X, Y); SIZE is that of its letters. */
void svg_words(struct text *text, const char *class, double x, double y, double size, const char *string);

/* The classes of a colour's name: of the piece, and of what is written on it; whether its side has lines in print. */
struct tone {
    const char *piece;
    const char *ink;
    bool lined;
};
struct tone svg_tone(const char *colour);

/* What of the style sheet the elements of BODY need. */
void svg_css_used(enum svg_theme theme, struct slice body, struct text *text);

/* Whether cells of a board have names. */
bool svg_has_names(const struct svg_frame *frame, unsigned board);

/* The path of a sign that views name, in a square of 24; NULL: it has none. */
const char *svg_sign(const char *name);

/* Whether what one sees of CELL is a tile. */
static inline bool svg_is_tile(const struct view_cell *cell)
{
    return cell->height > 0 && cell->pieces != NULL && cell->pieces[cell->height - 1].sign != NULL;
}

/* Whether it is hatched. */
static inline bool svg_is_hatched(const struct view_cell *cell)
{
    return cell->height > 0 && cell->pieces[cell->height - 1].hatched;
}

/* A tile as wide as SPOT; the stack of them on CELL. */
void svg_tile(const struct svg_frame *frame, struct svg_spot spot, const struct view_piece *piece, struct text *text);
void svg_tiles(const struct svg_frame *frame, struct svg_spot spot, const struct view_cell *cell, struct text *text);

/* Where the name of CELL is on such a tile. */
struct svg_spot svg_tile_name(struct svg_spot spot, const struct view_cell *cell);

/* Pieces that are not discs, on what is below them at Y and HIGH; as wide as in a cell of SPOT. */
void svg_solid(
    struct svg_spot spot, double y, double high, enum view_solid solid, const char *class, struct text *text);

/* A disc by itself. */
void svg_piece(const struct svg_frame *frame, struct svg_spot spot, const struct view_piece *piece, struct text *text);

/* What is on a cell, at its place; the arrows of the last turn. */
void svg_cell(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text);
void svg_arrows(const struct svg_frame *frame, const struct view *view, struct text *text);

/* How high what lies on the pieces of CELL is above the ground, in pixels. */
double svg_rise(struct svg_spot spot, const struct view_cell *cell);

/* Of what comments mark, the cells, or the arrows. */
void svg_noted(const struct svg_frame *frame, const struct view *view, bool arrows, struct text *text);

/* How far to the right of its place the name of CELL is, where arrows hide less of it; *HIDDEN: they still do. */
double svg_aside(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, bool *hidden);

/* "COMMAND X Y" of a path. */
void svg_point(struct text *text, char command, double x, double y);

/* How wide all is, with its edges. */
double svg_width(const struct svg_frame *frame);

/* Where lists begin, below the boards, and what they reach to; how wide they are, how high the stacks. */
double svg_lists_top(const struct svg_frame *frame);
double svg_lists_end(const struct svg_frame *frame);
double svg_lists_width(const struct svg_frame *frame);
double svg_table_height(const struct svg_frame *frame);

/* A table, from corner to corner. */
void svg_felt(double left, double top, double right, double bottom, double unit, struct text *text);

/* Takes the lists of VIEW into FRAME. */
void svg_measure_lists(struct svg_frame *frame, const struct view *view);

/* Stacks on the table; and one of the other lists, without its name, between
   LEFT and END and from Y on: returns where it ends. */
void svg_table(const struct svg_frame *frame, const struct view *view, struct text *text);
double svg_hand(
    const struct svg_frame *frame, const struct view_list *list, double left, double end, double y, struct text *text);

/* How wide it is in one row, and how high that is. */
double svg_hand_width(const struct svg_frame *frame, const struct view_list *list);
double svg_hand_height(const struct svg_frame *frame, const struct view_list *list);

/* FRAME for a view that may have fewer boards than others. */
struct svg_frame svg_frame_of(const struct svg_frame *frame, const struct view *view);

/* A document in parts, from 0, which are drawn one after the other, each in lines of whole elements; the style sheet
   for the elements of BODY, with MORE; and the whole. */
unsigned svg_parts(const struct svg_frame *frame);
void svg_part(const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, unsigned n,
    struct text *text);
void svg_style(const struct svg_frame *frame, struct slice body, struct slice more, struct text *text);
void svg_whole(
    const struct svg_frame *frame, const char *title, struct slice style, struct slice body, struct text *text);

#endif
