/* SPDX-License-Identifier: MIT */
/* A judged game as data: its turns as a tree of positions.

       0 the start ── 1 ── 2 ── 5 ── …      along a line
                      └─ 3 ── 4             a variation, instead of turn 2

   A node is a written turn, in the order of the record; the tree is nested as the
   game was judged, not as it was written, so that a variation that was never closed may end
   earlier.  Node 0 is the start, unless that is outside the plies asked for.

   What is kept of a game is asked for before it is judged.  Texts are enough for canonical
   form and take 12 bytes a turn; positions cost a state at every sixteenth turn and wherever
   a turn was not legal, and the others are played forward from there. */
#ifndef CATASTA_REFEREE_TREE_H
#define CATASTA_REFEREE_TREE_H

#include "games/game.h"

/* A ruleset made ready to play by, in memory that lives as long as anybody holds it, in any
   thread. */
struct rulebook {
    struct slice name;
    struct slice overrides; /* what was changed in it, sorted, each with a space before it: " key=value key=value" */
    const struct game *game;
    const void *rules;
    struct rulebook_memory *memory;
};
void rulebook_hold(const struct rulebook *book);
void rulebook_drop(const struct rulebook *book);

enum keep_what { KEEP_NOTHING, KEEP_TEXTS, KEEP_POSITIONS };

/* FIRST to LAST are plies of the main line; remarks and variations after one of them are
   kept with it.  LAST -1: to the end; FIRST -1: from the last ply before any error, and
   with LAST 0 no further. */
struct keep {
    enum keep_what what;
    long first;
    long last;
    bool silent; /* nobody reads diagnostics: their facts are left out */
};

enum verdict {
    VERDICT_LEGAL,
    VERDICT_ILLEGAL,  /* and played as far as the board carries it, or as it was meant */
    VERDICT_STOOD,    /* the same, but it counted in the game */
    VERDICT_LOST,     /* illegal or unreadable, and not played */
    VERDICT_UNJUDGED, /* after a lost turn */
};

#define NODE_NONE UINT32_MAX

struct ply {
    uint32_t number;     /* of the turn, as players count */
    uint32_t text;       /* of its canonical form, in .texts from 1; 0: as it is written */
    uint16_t depth;      /* of variations; 0: the main line */
    uint8_t eliminated;  /* seats that make no further turn from here on, bit s-1 */
    uint8_t seat : 4;    /* the seat that made it; at the start, the seat to move */
    uint8_t verdict : 4; /* enum verdict */
};

/* With KEEP_POSITIONS, the rest of what is known of a node. */
struct ply_link {
    const struct item *item;        /* NULL: the start */
    const struct item *end;         /* of the items of its line */
    uint32_t lead;                  /* how many items before .item open the line, where it is the first turn of one */
    const struct diagnostic *fault; /* the first one about it, or NULL */
    const struct turn *turn;        /* what was played; NULL where that is nothing on the board */
    const struct state *before;     /* NULL: the position after .parent */
    const struct state *after;      /* NULL: .turn is played from there */
    uint32_t parent;                /* the position before; NODE_NONE for the first and instead of it */
    uint32_t next;                  /* the turn after it on its line, or NODE_NONE */
    uint32_t variation;             /* another turn instead of this one, or NODE_NONE */
    uint32_t ply;                   /* from 1 on its line, 0: the start */
    unsigned since;                 /* nodes since one whose .after is kept */
};

/* A variation that was judged as if it had been closed after some of its items. */
struct cut {
    const struct line *line;
    size_t count;
    struct cut *next;
};

/* Pieces of a turn that a repair put together. */
struct joined_span {
    struct span span;
    struct joined_span *next;
};

struct tree {
    struct keep keep;
    const struct record *record;
    struct rulebook book;
    size_t state_size;
    struct arena arena;
    struct ply *plies;
    struct ply_link *links; /* NULL unless positions are kept */
    size_t count;
    struct text texts; /* each ended by a NUL */
    bool begun;        /* there is a game to go through */
    bool literal;      /* a legal turn that is tidy is canonical, if .varies of the game has nothing against it */
    bool plain;        /* ... which it never has, and nobody leaves the game */
    const struct state *start; /* which it begins with; NULL: that is not kept */
    const struct item *first;  /* where what is kept begins; NULL: at the beginning of the record */
    const struct item *past;   /* the first turn after it; NULL: there is none */
    const struct cut *cuts;    /* these two are in the memory of the report */
    const struct joined_span *joined_spans;
    const struct item **outs; /* written like turns, but no turns, see line_cursor_takes_remark */
    size_t out_count;
    /* At work: */
    size_t ply_capacity;
    size_t link_capacity;
    size_t out_capacity;
    bool inside; /* the turn judged last is kept */
    bool over;   /* nothing more is kept */
    uint32_t last_ply;
    uint32_t last[RECORD_NESTING + 2];  /* by depth, the last node of the line */
    uint32_t other[RECORD_NESTING + 2]; /* ... and of the variations that replace it the last, or NODE_NONE */
};

void tree_init(struct tree *tree);
void tree_release(struct tree *tree);

/* Empties the tree for a game of RECORD, of which it is to keep KEEP. */
void tree_clear(struct tree *tree, const struct record *record, struct keep keep);

/* Out of memory while it was built. */
static inline bool tree_failed(const struct tree *tree)
{
    return tree->arena.failed || tree->texts.failed;
}

/* The game begins at STATE. */
void tree_start(struct tree *tree, const struct rulebook *book, const struct state *state);

/* A turn as it was judged, for tree_add. */
struct judged_turn {
    const struct line *line;
    const struct item *item;
    const struct turn *turn;    /* NULL when nothing was played */
    const struct state *before; /* with earlier slips repaired, where there were any */
    const struct state *after;  /* equal to before when it was not played */
    const struct diagnostic *fault;
    enum verdict verdict;
    uint32_t ply;
    unsigned depth;
    bool apart; /* .before is not the position after the turn before it */
    bool ended; /* the main line has an error, here or before */
};
void tree_add(struct tree *tree, const struct judged_turn *judged);

/* Whether all turns are kept, or none: then with no more than their texts. */
static inline bool tree_is_even(const struct tree *tree)
{
    const struct keep *keep = &tree->keep;
    return keep->what == KEEP_NOTHING || (keep->what == KEEP_TEXTS && keep->first == 0 && keep->last < 0);
}

/* A new node without link; NULL when out of memory. */
struct ply *tree_new_ply(struct tree *tree);

/* The canonical form of TURN, made from BEFORE, as .text of its node, unless ITEM is already written like it. */
uint32_t tree_keep_text(
    struct tree *tree, const struct item *item, const struct turn *turn, const struct state *before);

/* The same as tree_add for a turn that is about to be made from STATE, in such a tree.  tree_made is called with the
   state after it, or with NULL where it was not legal, and then it is not kept. */
static inline void tree_make(
    struct tree *tree, const struct item *item, const struct turn *turn, const struct state *state, unsigned depth)
{
    const struct game *game = tree->book.game;
    const bool tidy = item->seat == 0 && item->tidy;
    struct ply *node = tree->count < tree->ply_capacity ? &tree->plies[tree->count++] : tree_new_ply(tree);
    if (node == NULL)
        return;
    *node = (struct ply){
        .number = state->number, .depth = (uint16_t)depth, .seat = state->seat & 15U, .verdict = VERDICT_LEGAL};
    if (tidy && tree->plain)
        return;
    if (game->leaving.eliminated != NULL)
        node->eliminated = (uint8_t)game->leaving.eliminated(tree->book.rules, state);
    const struct written written = written_item(tree->record, item);
    const bool literal = tidy && tree->literal;
    if (!literal || (game->notation.varies != NULL && game->notation.varies(tree->book.rules, &written, turn)))
        node->text = tree_keep_text(tree, item, turn, state);
}
void tree_made_unlike(struct tree *tree, const struct state *state);
static inline void tree_made(struct tree *tree, const struct state *state)
{
    if (state == NULL || tree->book.game->leaving.eliminated != NULL)
        tree_made_unlike(tree, state);
}

/* ITEM is written like a turn, but is not one. */
void tree_add_out(struct tree *tree, const struct item *item);

/* A variation of DEPTH begins. */
void tree_open(struct tree *tree, unsigned depth);

/* The items of LINE after the first COUNT were judged on the line it leaves. */
void tree_cut(struct tree *tree, const struct line *line, size_t count, struct arena *arena);

/* The items in SPAN were judged as one turn, that of the first of them. */
void tree_join(struct tree *tree, struct span span, struct arena *arena);

/* Where a turn is, and what was written of it, that begins with ITEM: with all the pieces that were judged as one. */
struct span tree_joined_span(const struct tree *tree, const struct item *item);
static inline struct span tree_span(const struct tree *tree, const struct item *item)
{
    return tree->joined_spans == NULL ? item->span : tree_joined_span(tree, item);
}
static inline struct slice tree_written(const struct tree *tree, const struct item *item)
{
    return slice_cut(tree->record->source, tree_span(tree, item));
}

/* The text of node INDEX, whose item is ITEM: canonical where it is legal. */
static inline struct slice tree_text(const struct tree *tree, uint32_t index, const struct item *item)
{
    uint32_t text = tree->plies[index].text;
    return text == 0 ? tree_written(tree, item) : slice_of(tree->texts.bytes + text - 1);
}

/* The comments and glyphs of node INDEX, one by one: the first after NULL, NULL after the last.
   LEAD: those before it, where it opens a line; else those after it. */
const struct item *tree_remark(const struct tree *tree, uint32_t index, bool lead, const struct item *last);

/* The comments of a game that has no node. */
const struct item *tree_lone_remark(const struct tree *tree, const struct item *last);

/* A place in a tree whose positions are kept, with the position there. */
struct tree_place {
    const struct tree *tree;
    uint32_t node; /* NODE_NONE: none yet */
    struct state *state;
};

/* False when out of memory; release it in any case. */
bool place_init(struct tree_place *place, const struct tree *tree);
void place_release(struct tree_place *place);

/* Goes to node INDEX: a step when that follows, at most as many as are between two kept
   states when it does not. */
const struct state *place_go(struct tree_place *place, uint32_t index);

/* Goes there, and VIEW is how it looks, in memory of ARENA, with how many pieces went along its arrows also where the
   turn does not say it; false when out of memory. */
bool place_view(struct tree_place *place, uint32_t index, struct arena *arena, struct view *view);

/* The last node of the main line at PLY that has a position, NODE_NONE where none was
   kept. */
uint32_t tree_find(const struct tree *tree, long ply);

/* Everything that was kept, in the order in which it was judged. */
enum walk_step { WALK_OVER, WALK_START, WALK_TURN, WALK_REMARK, WALK_OPEN, WALK_CLOSE };

struct walk_frame {
    const struct line *line;
    size_t next; /* item */
    size_t end;
    bool rest; /* these items are in a variation, but were judged on the line that it leaves */
};

struct walk {
    const struct tree *tree;
    const struct item *item; /* of a turn or a remark, numbers included */
    uint32_t node;           /* of the start or a turn; else the one before */
    unsigned depth;
    /* At work: */
    bool started;
    bool skipping; /* to where what is kept begins */
    uint32_t node_count;
    size_t out_count;
    unsigned frames;
    unsigned deep;
    struct walk_frame frame[RECORD_NESTING + 2];
};

void walk_begin(struct walk *walk, const struct tree *tree);
enum walk_step walk_next(struct walk *walk);

#endif
