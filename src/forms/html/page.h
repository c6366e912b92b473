/* Games as a self-contained page: HTML with its script, its style and its data, which
   loads nothing and sends nothing.

       head            the style, the frame of the page
       game, game, …   data: two JSON texts a game
       tail            the script, which makes them visible

   What records say is data alone: it is in JSON that a browser does not run, in
   which no byte can end the script element, and the script shows it as text.  A policy
   in the head allows the one style and the one script, by their hashes.

   The JSON of a game:

       size    width and height of a drawing
       boards  where each is in it: left, top, width, height
       texts   what is said, each text once; elsewhere their numbers
       tokens  what drawings are made of, in SVG
       drawings  the tokens of each
       looks   what a cell can hold: the drawing, that from the other side, the words
       slots   the cells of all positions: name, words, board, row, column, and where they
               are drawn, as x and y, seen from either side
       nodes   the positions; what is not said of one is as in the position before
           p  the position before          e  the turn after it on its line
           a  another turn instead    k  ply          n  number       s  seat
           d  depth of the variation       t  the turn     v  verdict
           b  comments before it           r  comments after it, and signs: ["!"]
           f  faults, by number            c  slot, look, slot, look, … that changed
           x  drawings: ground, marks, arrows, lists, each also from the other side; then
              texts: titles, lists in words, notes, status, and a line for each seat
       faults  severity, id, message, what the board holds, what to write instead, ply */
#ifndef CATASTA_FORMS_HTML_PAGE_H
#define CATASTA_FORMS_HTML_PAGE_H

#include "base/string_table.h"
#include "forms/svg/svg.h"
#include "referee/referee.h"

/* How a page looks; strings are borrowed, and NULL where there is nothing to say. */
struct page_options {
    const char *title; /* NULL: the name of the program */
    struct svg_style style;
    long ply;          /* that is shown first, -1: the last */
    bool print;        /* a booklet, see booklet.c */
    unsigned diagrams; /* in it, one after each so many turns, 0: none */
    const char *back;  /* links to standings and other games */
    const char *before;
    const char *after;
};

/* What games of a page have in common, and data of games that wait to be written together. */
struct page {
    struct string_table pieces; /* kinds of them, as JSON */
    struct text *waiting;
};

void page_head(const struct page_options *options, struct text *text);

/* The game of REPORT, as far as its positions were kept. */
void page_game(struct page *page, const struct report *report, struct text *text);
void page_tail(struct page *page, struct text *text);

/* Files of this folder as the build embeds them, and "sha256-…" of two of them. */
extern const char page_html[];
extern const char page_css[];
extern const char page_js[];
extern const char page_css_hash[];
extern const char page_js_hash[];

#endif
