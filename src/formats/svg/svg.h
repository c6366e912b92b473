/* SPDX-License-Identifier: MIT */
/* Positions as pictures: self-contained SVG, drawn
   from the neutral view.  A stack is drawn piece on piece, so that each can be counted.

   A frame holds the bounds of one or more views, so that a board stays where it is from
   turn to turn, and pictures of a game have one size.

       frame ──add view, view, …──> bounds ──caption of each view──> size ──> documents

   From below: fields, castles, what the last turn touched; pieces, the farther ones first;
   arrows; names of cells; captions and pieces that are not on any board.

   All of it is in an <svg class="cs">; svg_css has the rules for it, each of which begins
   with ".cs".  There are no ids. */
#ifndef CATASTA_FORMATS_SVG_SVG_H
#define CATASTA_FORMATS_SVG_SVG_H

#include "games/game.h"

enum { SVG_LEAST = 16, SVG_USUAL = 64, SVG_MOST = 400 };

/* Colours: those that the reader prefers, dark ones on a screen alone; or for black ink. */
enum svg_theme { SVG_AUTO, SVG_LIGHT, SVG_DARK, SVG_PRINT };

struct svg_style {
    unsigned cell; /* width of one in pixels, 0: SVG_USUAL */
    bool flip;     /* seen from the other side */
    bool no_coordinates;
    const char *css; /* rules to add to the style sheet, or NULL */
    enum svg_theme theme;
};

/* Of all cells, in half cell widths and rows; turned round where the style says so. */
struct svg_bounds {
    bool any;
    int left, right, bottom, top;
};

struct svg_frame {
    const struct svg_style *style;
    bool square;  /* cells are squares, not hexagons */
    bool open;    /* fields without an edge */
    bool table;   /* there is no board, and never will be: tiles lie in stacks */
    bool letters; /* pieces are distinguished by them */
    unsigned boards;
    struct svg_bounds bounds; /* the same for each board: layers line up */
    double layer;             /* width of a cell on boards after the first, in cells */
    unsigned columns;         /* of such boards */
    unsigned missing;         /* how many of them a view has not yet: their places, the first ones, stay free */
    unsigned stacks;          /* lists of one piece on the other: most of them, and the highest */
    unsigned highest;
    double above; /* captions, in pixels; below the boards with all lists */
    double below;
};

void svg_frame_begin(struct svg_frame *frame, const struct svg_style *style);
void svg_frame_add(struct svg_frame *frame, const struct view *view);

/* What a document says besides its view; its strings are borrowed. */
struct svg_caption {
    const char *title;          /* what the document is called */
    const char *caption;        /* above the boards, or NULL */
    const char *turn;           /* the last turn, or NULL */
    const char *status;         /* the status of the game, or NULL */
    const char *fault;          /* why the next turn is refused, or NULL */
    const char *players[SEATS]; /* who sits there, or NULL */
    unsigned mover;             /* the seat to move, 0: nobody */
    uint32_t winners;           /* bit s-1: seat s has won */
};

/* Makes room for captions: of each document, when all views were added. */
void svg_frame_caption(struct svg_frame *frame, const struct view *view, const struct svg_caption *caption);

/* The size of all that the frame holds in pixels. */
void svg_frame_size(const struct svg_frame *frame, unsigned *width, unsigned *height);

/* The style sheet that these need: classes, colours for light and dark. */
const char *svg_css(enum svg_theme theme);

/* Marks in VIEW, of which .refused may be set, what SEAT was refused, and where, by WORDS, the part of the turn at
   fault. */
void svg_mark_refused(struct view *view, unsigned seat, struct slice words, struct arena *arena);

/* NULL, or what in CSS could end the style sheet or fetch something from elsewhere. */
const char *svg_css_fault(struct slice css);

/* One position as a document, as large as FRAME; not ALONE but among others, where there is a style sheet for all. */
void svg_document(const struct svg_frame *frame, const struct view *view, const struct svg_caption *caption, bool alone,
    struct text *text);

#endif
