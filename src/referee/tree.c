/* SPDX-License-Identifier: MIT */
#include "referee/tree.h"

#include <stdlib.h>

/* A state is kept at every node that is this many after one with a state. */
enum { CHECKPOINT = 16 };

void tree_init(struct tree *tree)
{
    *tree = (struct tree){0};
    arena_init(&tree->arena, 0);
    text_init(&tree->texts);
}

void tree_release(struct tree *tree)
{
    arena_release(&tree->arena);
    text_release(&tree->texts);
}

/* Forgets all nodes; the next one is the first. */
static void forget_nodes(struct tree *tree)
{
    arena_clear(&tree->arena);
    text_clear(&tree->texts);
    tree->start = NULL;
    tree->plies = NULL;
    tree->links = NULL;
    tree->outs = NULL;
    tree->count = tree->ply_capacity = tree->link_capacity = tree->out_count = tree->out_capacity = 0;
    tree_open(tree, 0);
}

void tree_clear(struct tree *tree, const struct record *record, struct keep keep)
{
    tree->keep = keep;
    tree->record = record;
    tree->begun = false;
    tree->inside = keep.what != KEEP_NOTHING && keep.first <= 0;
    tree->over = keep.what == KEEP_NOTHING;
    tree->first = NULL;
    tree->past = NULL;
    tree->cuts = NULL;
    tree->joined_spans = NULL;
    tree->last_ply = 0;
    forget_nodes(tree);
}

static void *keep_bytes(struct tree *tree, const void *bytes, size_t size)
{
    void *copy = arena_alloc(&tree->arena, size);
    return copy == NULL ? NULL : memcpy(copy, bytes, size);
}

/* Only as many steps as there are. */
static const struct turn *keep_turn(struct tree *tree, const struct turn *turn)
{
    return turn == NULL ? NULL
                        : keep_bytes(tree, turn, offsetof(struct turn, steps) + turn->count * sizeof turn->steps[0]);
}

struct ply *tree_new_ply(struct tree *tree)
{
    bool grown = arena_grow(&tree->arena, &tree->plies, tree->count, &tree->ply_capacity, sizeof *tree->plies);
    if (tree->keep.what == KEEP_POSITIONS)
        grown &= arena_grow(&tree->arena, &tree->links, tree->count, &tree->link_capacity, sizeof *tree->links);
    if (!grown)
        return NULL;
    struct ply *node = &tree->plies[tree->count++];
    *node = (struct ply){0};
    return node;
}

void tree_start(struct tree *tree, const struct rulebook *book, const struct state *state)
{
    tree->begun = tree->keep.what != KEEP_NOTHING;
    tree->book = *book;
    tree->state_size = game_state_size(book->rules);
    tree->literal = book->game->notation.literal && !tree->record->whole_stacks;
    tree->plain = tree->literal && book->game->notation.varies == NULL && book->game->leaving.eliminated == NULL;
    struct ply *node = tree->inside ? tree_new_ply(tree) : NULL;
    if (node == NULL)
        return;
    node->number = state->number;
    node->seat = state->seat & 15U;
    tree->start = keep_bytes(tree, state, tree->state_size);
    tree->last[0] = 0;
    const struct line *main = &tree->record->main;
    if (tree->links != NULL)
        tree->links[0] = (struct ply_link){.end = main->items + main->count,
            .after = tree->start,
            .parent = NODE_NONE,
            .next = NODE_NONE,
            .variation = NODE_NONE};
}

/* Whether what was judged is to be kept, if it is on the main line: that decides for all up
   to the next such turn. */
static bool is_to_be_kept(struct tree *tree, const struct judged_turn *judged)
{
    const struct keep *keep = &tree->keep;
    if (tree->over || judged->depth > 0)
        return !tree->over && tree->inside;
    if (keep->first < 0) {
        tree->over = judged->ended && keep->last >= 0;
        if (!judged->ended && judged->ply > tree->last_ply)
            forget_nodes(tree);
    } else {
        tree->over = keep->last >= 0 && (long)judged->ply > keep->last;
        tree->inside = (long)judged->ply >= keep->first;
    }
    tree->last_ply = judged->ply;
    if (tree->over)
        tree->past = judged->item;
    if (tree->over || !tree->inside)
        return false;
    if (tree->count == 0)
        tree->first = judged->item;
    return true;
}

uint32_t tree_keep_text(struct tree *tree, const struct item *item, const struct turn *turn, const struct state *before)
{
    struct text *texts = &tree->texts;
    size_t begin = texts->length;
    tree->book.game->notation.write(tree->book.rules, before, turn, texts);
    const struct slice text = {texts->bytes + begin, texts->length - begin};
    if (texts->failed || slice_equal(text, slice_cut(tree->record->source, item->span))) {
        texts->length = begin;
        return 0;
    }
    text_add_char(texts, '\0');
    return (uint32_t)begin + 1;
}

static bool node_begins_line(const struct ply_link *links, uint32_t index)
{
    uint32_t parent = links[index].parent;
    return parent == NODE_NONE || links[parent].next != index;
}

/* Ties node INDEX to the line it is on: after its last one, or, the first of a variation, to
   the turn that it replaces. */
static void link_to_line(struct tree *tree, uint32_t index, unsigned depth)
{
    struct ply_link *links = tree->links;
    struct ply_link *link = &links[index];
    uint32_t last = tree->last[depth];
    link->parent = last;
    if (last != NODE_NONE) {
        links[last].next = index;
        return;
    }
    while (last == NODE_NONE && depth > 0)
        last = tree->last[--depth];
    if (last == NODE_NONE)
        return;
    link->parent = links[last].item == NULL ? last : links[last].parent;
    link->before = links[last].before;
    links[tree->other[depth] != NODE_NONE ? tree->other[depth] : last].variation = index;
    tree->other[depth] = index;
    /* Instead of the first turn of a variation is also instead of the turn that this one replaces. */
    while (depth > 0 && node_begins_line(links, tree->last[depth])) {
        do
            depth--;
        while (depth > 0 && tree->last[depth] == NODE_NONE);
        tree->other[depth] = index;
    }
}

static void add_branch(struct tree *tree, uint32_t index, const struct judged_turn *judged)
{
    struct ply_link *link = &tree->links[index];
    const struct line *line = judged->line;
    *link = (struct ply_link){.item = judged->item,
        .end = line->items + line->count,
        .fault = judged->fault,
        .turn = keep_turn(tree, judged->turn),
        .next = NODE_NONE,
        .variation = NODE_NONE,
        .ply = judged->ply};
    link_to_line(tree, index, judged->depth);
    uint32_t last = tree->last[judged->depth];
    bool opens = last == NODE_NONE || tree->links[last].end != link->end;
    if (opens && judged->item != tree->first)
        link->lead = (uint32_t)(judged->item - line->items);
    bool alone = link->parent == NODE_NONE;
    if (judged->apart || alone)
        link->before = keep_bytes(tree, judged->before, tree->state_size);
    link->since = alone ? CHECKPOINT : tree->links[link->parent].since + 1;
    bool moved = judged->verdict != VERDICT_LEGAL && judged->turn != NULL;
    if (link->before != NULL || moved || link->since >= CHECKPOINT) {
        link->after = keep_bytes(tree, judged->after, tree->state_size);
        link->since = 0;
    }
}

void tree_add(struct tree *tree, const struct judged_turn *judged)
{
    if (!is_to_be_kept(tree, judged))
        return;
    uint32_t index = (uint32_t)tree->count;
    struct ply *node = tree_new_ply(tree);
    if (node == NULL)
        return;
    const struct rulebook *book = &tree->book;
    node->number = judged->before->number;
    node->seat = judged->before->seat & 15U;
    node->depth = (uint16_t)judged->depth;
    node->verdict = judged->verdict & 15;
    if (book->game->leaving.eliminated != NULL && judged->verdict != VERDICT_UNJUDGED)
        node->eliminated = (uint8_t)(book->game->leaving.eliminated(book->rules, judged->after) &
            ~book->game->leaving.eliminated(book->rules, judged->before));
    if (judged->verdict == VERDICT_LEGAL && judged->turn != NULL)
        node->text = tree_keep_text(tree, judged->item, judged->turn, judged->before);
    if (tree->links != NULL)
        add_branch(tree, index, judged);
    tree->last[judged->depth] = index;
    tree->other[judged->depth] = NODE_NONE;
}

void tree_made_unlike(struct tree *tree, const struct state *state)
{
    const struct rulebook *book = &tree->book;
    struct ply *node = &tree->plies[tree->count - 1];
    if (tree_failed(tree))
        return;
    if (state == NULL)
        tree->count--;
    else if (book->game->leaving.eliminated != NULL)
        node->eliminated = (uint8_t)(book->game->leaving.eliminated(book->rules, state) & ~node->eliminated);
    if (state == NULL && node->text != 0)
        tree->texts.length = node->text - 1;
}

void tree_add_out(struct tree *tree, const struct item *item)
{
    if (tree->inside && !tree->over &&
        arena_grow(&tree->arena, &tree->outs, tree->out_count, &tree->out_capacity, sizeof *tree->outs))
        tree->outs[tree->out_count++] = item;
}

void tree_open(struct tree *tree, unsigned depth)
{
    tree->last[depth] = tree->other[depth] = NODE_NONE;
}

void tree_cut(struct tree *tree, const struct line *line, size_t count, struct arena *arena)
{
    struct cut *cut = arena_alloc(arena, sizeof *cut);
    if (cut == NULL)
        return;
    *cut = (struct cut){line, count, (struct cut *)tree->cuts};
    tree->cuts = cut;
}

void tree_join(struct tree *tree, struct span span, struct arena *arena)
{
    struct joined_span *joined = arena_alloc(arena, sizeof *joined);
    if (joined == NULL)
        return;
    *joined = (struct joined_span){span, (struct joined_span *)tree->joined_spans};
    tree->joined_spans = joined;
}

struct span tree_joined_span(const struct tree *tree, const struct item *item)
{
    const struct joined_span *joined = tree->joined_spans;
    while (joined != NULL && item->span.begin != joined->span.begin)
        joined = joined->next;
    return joined == NULL ? item->span : joined->span;
}

/* Remarks. */

/* Whether ITEM was judged as a piece of a turn before it. */
static bool is_joined(const struct tree *tree, const struct item *item)
{
    const struct joined_span *joined = tree->joined_spans;
    while (joined != NULL && (item->span.begin <= joined->span.begin || joined->span.end < item->span.end))
        joined = joined->next;
    return joined != NULL;
}

/* The first from AT to END that says something, and is a comment or not a glyph with COMMENTS. */
static const struct item *find_remark(
    const struct tree *tree, const struct item *at, const struct item *end, bool comments)
{
    for (; at < end; at++) {
        bool comment = at->kind == ITEM_COMMENT || at->kind == ITEM_REST_COMMENT;
        if (comment || (at->kind == ITEM_GLYPH && !comments && !is_joined(tree, at)))
            return at;
    }
    return NULL;
}

const struct item *tree_remark(const struct tree *tree, uint32_t index, bool lead, const struct item *last)
{
    const struct ply_link *link = &tree->links[index];
    const struct item *first = link->item == NULL ? tree->record->main.items : link->item + 1;
    const struct item *end = link->end;
    if (lead && link->item == NULL)
        return NULL;
    if (lead)
        return find_remark(tree, last == NULL ? link->item - link->lead : last + 1, link->item, true);
    if (link->next != NODE_NONE && tree->links[link->next].end == end)
        end = tree->links[link->next].item;
    else if (tree->over && tree->plies[index].depth == 0 && tree->past >= first && tree->past < end)
        end = tree->past;
    return find_remark(tree, last == NULL ? first : last + 1, end, false);
}

const struct item *tree_lone_remark(const struct tree *tree, const struct item *last)
{
    const struct line *main = &tree->record->main;
    if (!tree->begun || tree->count > 0)
        return NULL;
    return find_remark(tree, last == NULL ? main->items : last + 1, main->items + main->count, true);
}

/* Places. */

bool place_init(struct tree_place *place, const struct tree *tree)
{
    *place = (struct tree_place){tree, NODE_NONE, NULL};
    place->state = tree->state_size == 0 ? NULL : memory_new(tree->state_size);
    return tree->state_size == 0 || place->state != NULL;
}

void place_release(struct tree_place *place)
{
    free(place->state);
    place->state = NULL;
}

/* From the position before node INDEX. */
static void play_node(struct tree_place *place, uint32_t index)
{
    const struct tree *tree = place->tree;
    const struct ply_link *link = &tree->links[index];
    if (link->after != NULL)
        memcpy(place->state, link->after, tree->state_size);
    else if (link->turn != NULL)
        game_play(tree->book.rules, place->state, link->turn, NULL);
    place->node = index;
}

const struct state *place_go(struct tree_place *place, uint32_t index)
{
    const struct ply_link *links = place->tree->links;
    uint32_t way[CHECKPOINT + 1];
    unsigned count = 0;
    if (place->node == index)
        return place->state;
    for (uint32_t at = index; at != place->node; at = links[at].parent) {
        way[count++] = at;
        if (links[at].after != NULL)
            break;
    }
    while (count > 0)
        play_node(place, way[--count]);
    return place->state;
}

/* All that left a cell where one arrow begins, and none ends, went along it; on a board cells of all positions have the
   same order. */
static void count_movers(const struct view *before, struct view *view)
{
    for (size_t i = 0; i < view->arrow_count; i++) {
        struct view_arrow *arrow = &view->arrows[i];
        const int left = before->cells[arrow->from].height - view->cells[arrow->from].height;
        bool alone = left > 0;
        for (size_t j = 0; j < view->arrow_count; j++)
            alone &= view->arrows[j].to != arrow->from && (j == i || view->arrows[j].from != arrow->from);
        arrow->count = alone ? (uint16_t)left : arrow->count;
    }
}

bool place_view(struct tree_place *place, uint32_t index, struct arena *arena, struct view *view)
{
    const struct rulebook *book = &place->tree->book;
    const struct ply_link *link = &place->tree->links[index];
    const struct turn *turn = link->turn != NULL && link->turn->count > 0 ? link->turn : NULL;
    SCOPED(arena, earlier);
    struct view before = {.open = true};
    const bool begins = link->before == NULL && link->parent == NODE_NONE;
    bool fine = book->game->grid == NULL || turn == NULL || begins ||
        book->game->display.view(
            book->rules, link->before != NULL ? link->before : place_go(place, link->parent), NULL, &earlier, &before);
    if (!fine || !book->game->display.view(book->rules, place_go(place, index), turn, arena, view))
        return false;
    if (!before.open)
        count_movers(&before, view);
    return true;
}

uint32_t tree_find(const struct tree *tree, long ply)
{
    uint32_t found = NODE_NONE;
    for (uint32_t i = 0; i < tree->count; i++) {
        const struct ply_link *link = &tree->links[i];
        bool stands = link->item == NULL || link->turn != NULL;
        if (tree->plies[i].depth == 0 && stands && (long)link->ply == ply)
            found = i;
    }
    return found;
}

/* Walking. */

void walk_begin(struct walk *walk, const struct tree *tree)
{
    const struct line *main = &tree->record->main;
    walk->tree = tree;
    walk->item = NULL;
    walk->node = NODE_NONE;
    walk->depth = walk->deep = 0;
    walk->started = false;
    walk->skipping = tree->first != NULL;
    walk->node_count = 0;
    walk->out_count = 0;
    walk->frames = tree->begun && (tree->count > 0 || tree->inside) ? 1 : 0;
    walk->frame[0] = (struct walk_frame){main, 0, main->count, true};
}

static size_t end_of_kept(const struct tree *tree, const struct line *line)
{
    const struct cut *cut = tree->cuts;
    while (cut != NULL && cut->line != line)
        cut = cut->next;
    return cut == NULL ? line->count : cut->count;
}

static enum walk_step enter_kept_variation(struct walk *walk)
{
    const struct line *line = item_variation(walk->tree->record, walk->item);
    walk->frame[walk->frames++] = (struct walk_frame){line, 0, end_of_kept(walk->tree, line), false};
    walk->depth = ++walk->deep;
    return WALK_OPEN;
}

/* The end of a variation; what else was judged on the line before it follows. */
static enum walk_step leave_variation(struct walk *walk, struct walk_frame *frame)
{
    frame->rest = true;
    frame->end = frame->line->count;
    walk->depth = walk->deep--;
    return WALK_CLOSE;
}

/* A turn, or what is written like one; WALK_OVER: it was not kept. */
static enum walk_step step_to_node(struct walk *walk)
{
    const struct tree *tree = walk->tree;
    if (walk->out_count < tree->out_count && tree->outs[walk->out_count] == walk->item) {
        walk->out_count++;
        return WALK_REMARK;
    }
    walk->skipping &= walk->item != tree->first;
    if (walk->skipping || walk->node_count == tree->count)
        return WALK_OVER;
    walk->node = walk->node_count++;
    return WALK_TURN;
}

enum walk_step walk_next(struct walk *walk)
{
    const struct tree *tree = walk->tree;
    enum walk_step found = WALK_OVER;
    bool begins = !walk->started && !walk->skipping && tree->count > 0;
    walk->started = true;
    if (begins) {
        walk->node = walk->node_count++;
        return WALK_START;
    }
    while (walk->frames > 0) {
        struct walk_frame *frame = &walk->frame[walk->frames - 1];
        if (frame->next < frame->end) {
            const struct item *item = walk->item = &frame->line->items[frame->next++];
            walk->depth = walk->deep;
            if (item->kind == ITEM_VARIATION)
                found = enter_kept_variation(walk);
            else if (tree->joined_spans != NULL && is_joined(tree, item))
                continue;
            else if (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE)
                found = step_to_node(walk);
            else
                found = WALK_REMARK;
        } else if (frame->rest) {
            walk->frames--;
            continue;
        } else
            found = leave_variation(walk, frame);
        if (found != WALK_OVER && !walk->skipping)
            return found;
        if (found == WALK_OVER && !walk->skipping && tree->over && walk->node_count == tree->count)
            walk->frames = 0;
    }
    return WALK_OVER;
}
