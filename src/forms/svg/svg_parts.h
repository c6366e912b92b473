/* What the parts of svg.h share: where things are, and numbers and paths as text. */
#ifndef CATASTA_FORMS_SVG_SVG_PARTS_H
#define CATASTA_FORMS_SVG_SVG_PARTS_H

#include "forms/svg/svg.h"

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

/* NAME="NUMBER", a blank before it. */
void svg_attribute(struct text *text, const char *name, double number);

/* The outline of a cell, as part of a path. */
void svg_outline(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text);

/* Two lines across a cell, from corner to corner, as part of a path. */
void svg_cross(const struct svg_frame *frame, struct svg_spot spot, double size, struct text *text);

/* A <text> whose middle is at (X, Y); SIZE is that of its letters. */
void svg_words(struct text *text, const char *class, double x, double y, double size, const char *string);

/* The classes of a colour's name: of the piece, and of what is written on it. */
struct tone {
    const char *piece;
    const char *ink;
};
struct tone svg_tone(const char *colour);

/* What of the style sheet the elements of BODY need. */
void svg_css_used(struct slice body, struct text *text);

/* Where lists begin, below the boards. */
double svg_lists_top(const struct svg_frame *frame);

/* How wide and high the lists are. */
double svg_lists_width(const struct svg_frame *frame);
double svg_lists_height(const struct svg_frame *frame);

/* How many lines a list of COUNT pieces side by side takes. */
unsigned svg_list_rows(unsigned count);

#endif
