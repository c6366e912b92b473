/* What the two files of the page share: the drawings of a game's positions, each kept
   once. */
#ifndef CATASTA_FORMS_HTML_PAGE_PARTS_H
#define CATASTA_FORMS_HTML_PAGE_PARTS_H

#include "base/string_table.h"
#include "forms/svg/svg.h"
#include "referee/referee.h"

/* What is in the slots at one node. */
struct page_looks {
    uint32_t *looks; /* by slot */
    size_t count;
};

struct page_views {
    const struct report *report;
    struct arena arena;           /* for all that is kept once */
    struct tree_place place;      /* where the view is of */
    struct svg_frame front;       /* as it is */
    struct svg_frame back;        /* seen from the other side */
    struct string_table texts;    /* what is said; 0: nothing */
    struct string_table tokens;   /* what drawings are made of */
    struct string_table drawings; /* as JSON; 0: nothing */
    struct string_table looks;    /* likewise */
    struct string_table places;   /* board, column, row: of slots */
    struct text slots;            /* as JSON */
    struct page_looks *before;    /* by node */
    struct arena scratch;         /* for one view */
};

/* Measures all positions of REPORT; views_end releases what it holds. */
void views_begin(struct page_views *views, const struct report *report);
void views_end(struct page_views *views);

/* The member boards. */
void views_boards(const struct page_views *views, struct text *text);

/* The members c and x of a node. */
void views_node(struct page_views *views, uint32_t node, struct text *text);

#endif
