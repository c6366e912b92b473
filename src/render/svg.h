/* Positions as pictures: SVG that stands alone and needs nothing from elsewhere, drawn
   from the neutral view.  A stack is drawn piece on piece, so that each can be counted.

   A frame holds the bounds of one or more views, so that a board stays where it is from
   turn to turn; what changes is drawn cell by cell.

       frame ──add view, view, …──> bounds
         ├──> ground   fields, castles, coordinates: the same for all of them
         ├──> cell     what stands on one, at its place
         ├──> marks    arrows of the last turn
         └──> lists    what lies on no board */
#ifndef CATASTA_RENDER_SVG_H
#define CATASTA_RENDER_SVG_H

#include "games/game.h"

struct svg_style {
    unsigned cell; /* width of one in pixels, 0: the usual */
    bool flip;     /* seen from the other side */
    bool bare;     /* without coordinates */
    const char *css; /* rules to add to the style sheet, or NULL */
};

struct svg_frame {
    const struct svg_style *style;
    bool square;      /* cells are squares, not hexagons */
    bool any;
    unsigned boards;
    unsigned highest; /* stack of all */
    int left[SEATS + 2][4]; /* by board: least and most x, least and most y */
};

void svg_frame_begin(struct svg_frame *frame, const struct svg_style *style);
void svg_frame_add(struct svg_frame *frame, const struct view *view);

/* The size of the whole picture in pixels. */
void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height);

void svg_ground(const struct svg_frame *frame, const struct view *view, struct text *text);
void svg_cell(const struct svg_frame *frame, const struct view_cell *cell, struct text *text);
void svg_marks(const struct svg_frame *frame, const struct view *view, struct text *text);
void svg_lists(const struct svg_frame *frame, const struct view *view, struct text *text);

/* The style sheet that these need: classes, colours for light and dark. */
const char *svg_css(void);

/* All of one position as a document. */
void svg_document(const struct view *view, const struct svg_style *style, struct text *text);

#endif
