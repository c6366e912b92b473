/* SPDX-License-Identifier: MIT */
/* Games as a self-contained page: HTML with its script, its style and its data, which
   loads nothing and sends nothing.

       head            the style, the frame of the page, options
       game, game, …   text: names, record, faults; now and then data of those before it
       tail            kinds of pieces, and the script, which shows the games

   What records say is text or data alone: no byte of it can end an element, and the script
   shows it as text.  A policy in the head allows the one style and the one script, by their
   hashes.

   Data are lines of JSON, compressed, see base/compressed.h; a line is a game:

       seats, players, outcome, legal, about: lines of a heading
       faults  severity, id, message, what the board holds, what to write instead, ply, turns
               that are proposed
       end     comments that belong to no turn
       open, square, zone: as in struct view; slanted, if it is
       places  name, x, y, zone, closed: all that cells of any position are on
       colours of what is the seats', and of what is written on it; left out: there are none
       nodes   positions in the order of the record, as arrays whose end may be missing:
               the turn; what is other than at the node before: cells, where the last turn
               went to, where it came from, arrows, texts, lists, lists that are marked; and
               last an object of what is rare, see below

   Cells are places, and what all of those before it hold; a place below 0 means another
   board, ~board, for those after it; layers count from the bottom.  What a cell holds is
   "pieces|pawns|group|label"; a piece is a character, see page_views.c.  Where the turn went
   to is left out if it went to all cells that changed but for those that it came from, and
   these where arrows begin at them.  Texts
   and lists are numbers, how much stays at the beginning and at the end, and what is new
   between; texts are titles, eight notes, and a line for each seat.

       p  the node before it, where that is not the one before it in the record
       w  places with the names that they have from here on
       n  number   s  seat   m  seat to move: where they are not the next ones
       x  cells where something was captured   q  how many pieces went along each arrow
       o  cells of what won   h  what each seat has of something, where that changed
       v  verdict  y  how it ended, 1: as .outcome says   z  who has won on the board, a bit for each seat
       b  comments before it   r  comments after it, and signs: ["!"]   f  faults, by number */
#ifndef CATASTA_FORMATS_HTML_PAGE_H
#define CATASTA_FORMATS_HTML_PAGE_H

#include "base/string_table.h"
#include "formats/svg/svg.h"
#include "referee/referee.h"

/* How a page looks; strings are borrowed, and NULL where there is nothing to say. */
struct page_options {
    const char *title; /* NULL: the name of the program */
    struct svg_style style;
    long ply;          /* that is shown first, -1: the last */
    bool print;        /* a booklet, see booklet.c */
    unsigned diagrams; /* in it, one after every N turns; 0: none */
    const char *back;  /* links to standings and other games */
    const char *before;
    const char *after;
    const char *rules_pages; /* the folder of pages about rules */
};

/* What games of a page have in common, and data of games that wait to be written together. */
struct page_run {
    struct string_table pieces; /* kinds of them, as JSON */
    struct text *waiting;
};

struct document;
struct output_game;
void page_begin(struct document *document);

/* The game, as far as its positions were kept. */
bool page_add(const struct output_game *game, struct text *text);
void page_end(struct document *document, int status);

/* Files of this folder as the build embeds them, and "sha256-…" of two of them. */
extern const char page_html[];
extern const char page_css[];
extern const char page_js[];
extern const char page_css_hash[];
extern const char page_js_hash[];

#endif
