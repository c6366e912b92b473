/* SPDX-License-Identifier: MIT */
/* What the files of the page share: the positions of a game as what changed from each to
   the next. */
#ifndef CATASTA_FORMATS_HTML_PAGE_PARTS_H
#define CATASTA_FORMATS_HTML_PAGE_PARTS_H

#include "base/string_table.h"
#include "formats/html/page.h"
#include "formats/json/json_writer.h"
#include "referee/referee.h"

/* A view, what it lives in, and its cells by slot. */
struct page_view {
    struct view view;
    struct arena arena;
    const struct view_cell **cells; /* NULL: nothing is there */
    size_t room;
};

/* Places are the same on all boards. */
struct page_slot {
    unsigned board;
    uint32_t place;
};

struct page_kind {
    struct view_piece piece;
    uint32_t number; /* among those of the page */
};

struct page_views {
    const struct report *report;
    struct string_table *pieces; /* of the page, as JSON */
    struct arena arena;          /* for all that is kept of the game */
    struct tree_place place;     /* where the view is of */
    struct page_view two[2];     /* of the node before, and of this one */
    unsigned now;                /* which of them is this one */
    struct string_table keys;    /* x, y, board: of slots */
    struct page_slot *slots;
    size_t slot_capacity;
    struct string_table places; /* x, y */
    struct text place_list;     /* as JSON */
    char (*names)[8];           /* of places, as this node has them */
    size_t name_capacity;
    struct text renamed;   /* the places with another name than at the node before, as JSON */
    struct text new_names; /* of these, with a space between two: apart from their places they are packed better */
    uint32_t *order;       /* the slots of cells in the order of the view before */
    size_t order_room;
    unsigned groups;         /* the highest of the nodes before */
    struct page_kind *kinds; /* of pieces in the game */
    size_t kind_count;
    size_t kind_capacity;
};

/* The head of a page up to its style, which the policy allows by the hash STYLE, as SCRIPT, unless NULL; and how its
   body begins. */
void html_head(const struct page_options *options, const char *style, const char *script, struct text *text);
void html_links(const struct page_options *options, struct text *text);

/* The players of a game as HTML; its event, place, date and so on, a line each. */
void page_names(const struct report *report, struct text *text);
void page_about(const struct report *report, struct text *text);

/* NAME, or where that is a path the last part of it: where files lie is nobody's business. */
struct slice page_file(struct slice name);

/* What is wrong, in a line. */
void page_message(const struct report *report, const struct diagnostic *fault, struct text *text);

/* Kinds of pieces go into PIECES.  views_end releases what it holds. */
void views_begin(struct page_views *views, const struct report *report, struct string_table *pieces);
void views_end(struct page_views *views);

/* The next node, from the start on: what is other than at the one before, for an array; and of
   what is rare, for an object. */
void views_node(struct page_views *views, uint32_t node, struct json *json, struct json *rest);

/* The members of the board: open, square, zone, places. */
void views_places(const struct page_views *views, struct json *json);

#endif
