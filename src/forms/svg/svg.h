/* Positions as pictures: self-contained SVG, drawn
   from the neutral view.  A stack is drawn piece on piece, so that each can be counted.

   A frame holds the bounds of one or more views, so that a board stays where it is from
   turn to turn; what changes is drawn cell by cell.

       frame ──add view, view, …──> bounds
         ├──> ground   fields, castles, coordinates: where the board has an edge, the
         │             same for all views; on open fields the titles of the boards
         ├──> marks    what the last turn touched, below the pieces
         ├──> cell     the pieces on one, at its place; farther ones first
         ├──> arrows   of the last turn, above the pieces
         └──> lists    pieces that are on no board

   All of it is meant for an <svg class="cs" viewBox="0 0 WIDTH HEIGHT">, in the order
   above; svg_css has the rules for it, each of which begins with ".cs".  There are no ids. */
#ifndef CATASTA_FORMS_SVG_SVG_H
#define CATASTA_FORMS_SVG_SVG_H

#include "games/game.h"

enum { SVG_LEAST = 16, SVG_USUAL = 64, SVG_MOST = 400 };

struct svg_style {
    unsigned cell;   /* width of one in pixels, 0: SVG_USUAL */
    bool flip;       /* seen from the other side */
    bool bare;       /* without coordinates */
    const char *css; /* rules to add to the style sheet, or NULL */
};

/* Of all cells, in half cell widths and rows; turned round where the style says so. */
struct svg_bounds {
    bool any;
    int left, right, bottom, top;
};

struct svg_frame {
    const struct svg_style *style;
    bool square;  /* cells are squares, not hexagons */
    bool letters; /* pieces are distinguished by them */
    unsigned boards;
    struct svg_bounds bounds; /* the same for each board: layers line up */
    double layer;             /* width of a cell on boards after the first, in cells */
    unsigned columns;         /* of such boards */
    unsigned missing;         /* how many of them a view has not yet: their places, the first ones, stay free */
    unsigned stacks;          /* lists of one piece on the other: most of them, and the highest */
    unsigned highest;
    unsigned rows;  /* lines of lists of pieces side by side */
    unsigned lists; /* and how many such lists there are */
    unsigned longest;
};

void svg_frame_begin(struct svg_frame *frame, const struct svg_style *style);
void svg_frame_add(struct svg_frame *frame, const struct view *view);

/* The size of all that the frame holds in pixels. */
void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height);

void svg_ground(const struct svg_frame *frame, const struct view *view, struct text *text);
void svg_marks(const struct svg_frame *frame, const struct view *view, struct text *text);
void svg_cell(const struct svg_frame *frame, const struct view *view, const struct view_cell *cell, struct text *text);
void svg_arrows(const struct svg_frame *frame, const struct view *view, struct text *text);
void svg_lists(const struct svg_frame *frame, const struct view *view, struct text *text);

/* svg_cell for all of them, farther ones first. */
void svg_cells(const struct svg_frame *frame, const struct view *view, struct text *text);

/* The style sheet that these need: classes, colours for light and dark. */
const char *svg_css(void);

/* NULL, or what in CSS could end the style sheet or fetch something from elsewhere. */
const char *svg_css_fault(struct slice css);

/* TEXT as XML has it between tags and in attributes. */
void svg_escape(struct slice string, struct text *text);

/* One position as a document named TITLE, as large as FRAME, with the status of each seat
   below. */
void svg_document(const struct svg_frame *frame, const struct view *view, const char *title, struct text *text);

#endif
