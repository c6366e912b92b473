#include "render/story.h"

static struct story_node *add_node(struct story *story)
{
    if (!arena_grow(story->arena, &story->nodes, story->count, &story->capacity, sizeof *story->nodes))
        return NULL;
    struct story_node *node = &story->nodes[story->count++];
    *node = (struct story_node){.parent = STORY_NONE, .next = STORY_NONE, .variation = STORY_NONE};
    return node;
}

static const struct state *keep_state(struct story *story, const struct state *state)
{
    size_t size = story->book->game->state_size(story->book->rules);
    struct state *copy = arena_alloc(story->arena, size);
    if (copy != NULL)
        memcpy(copy, state, size);
    return copy;
}

/* Only as many steps as there are. */
static const struct turn *keep_turn(struct story *story, const struct turn *turn)
{
    size_t size = offsetof(struct turn, steps) + turn->count * sizeof turn->steps[0];
    void *copy = arena_alloc(story->arena, size);
    if (copy != NULL)
        memcpy(copy, turn, size);
    return copy;
}

static void on_start(void *context, const struct rulebook *book, const struct state *state)
{
    struct story *story = context;
    struct story_node *node = add_node(story);
    story->book = book;
    if (node == NULL)
        return;
    node->number = state->number;
    node->seat = state->seat;
    node->state = keep_state(story, state);
}

static struct slice turn_words(struct story *story, const struct ply *ply)
{
    struct text text;
    text_init(&text);
    if (ply->verdict == VERDICT_LEGAL && ply->turn != NULL)
        story->book->game->write(story->book->rules, ply->before, ply->turn, &text);
    else
        text_add(&text, item_text(story->report->record, ply->item));
    struct slice words = arena_copy(story->arena, text_slice(&text));
    story->failed |= text.failed;
    text_release(&text);
    return words;
}

/* Ties node INDEX to the line it is on: behind its last one, or, the first of a
   variation, to the turn that it replaces. */
static void tie(struct story *story, uint32_t index)
{
    struct story_node *node = &story->nodes[index];
    unsigned depth = node->depth;
    uint32_t last = story->last[depth];
    if (last != STORY_NONE) {
        node->parent = last;
        story->nodes[last].next = index;
    } else {
        while (last == STORY_NONE)
            last = story->last[--depth];
        node->parent = story->nodes[last].parent == STORY_NONE ? last : story->nodes[last].parent;
        while (story->nodes[last].variation != STORY_NONE)
            last = story->nodes[last].variation;
        story->nodes[last].variation = index;
    }
    story->last[node->depth] = index;
}

static void on_ply(void *context, const struct ply *ply)
{
    struct story *story = context;
    uint32_t index = (uint32_t)story->count;
    struct story_node *node = add_node(story);
    if (node == NULL)
        return;
    node->ply = ply->ply;
    node->number = ply->number;
    node->seat = ply->seat;
    node->depth = (uint16_t)ply->depth;
    tie(story, index);
    node->verdict = ply->verdict;
    node->turn = turn_words(story, ply);
    node->fault = ply->fault;
    node->state = keep_state(story, ply->after);
    node->last = ply->turn == NULL ? NULL : keep_turn(story, ply->turn);
    node->before = story->pending;
    story->pending = (struct story_remarks){NULL, NULL};
}

static void append(struct story *story, struct story_remarks *remarks, struct slice text, bool is_sign)
{
    struct story_remark *remark = arena_alloc(story->arena, sizeof *remark);
    if (remark == NULL)
        return;
    *remark = (struct story_remark){.text = text, .is_sign = is_sign};
    if (remarks->last == NULL)
        remarks->first = remark;
    else
        remarks->last->next = remark;
    remarks->last = remark;
}

/* A comment without the signs that make it one. */
static struct slice comment_inside(const struct item *item, struct slice text)
{
    if (item->kind == ITEM_COMMENT && text.length >= 2)
        text = (struct slice){text.at + 1, text.length - 2};
    else if (item->kind == ITEM_REST_COMMENT && text.length >= 1)
        text = (struct slice){text.at + 1, text.length - 1};
    return slice_trim(text);
}

static void on_remark(void *context, const struct item *item, unsigned depth)
{
    struct story *story = context;
    uint32_t last = story->count == 0 ? STORY_NONE : story->last[depth];
    struct slice text = item_text(story->report->record, item);
    if (item->kind == ITEM_GLYPH && last != STORY_NONE)
        append(story, &story->nodes[last].remarks, text, true);
    if (item->kind != ITEM_COMMENT && item->kind != ITEM_REST_COMMENT)
        return;
    append(
        story, last == STORY_NONE ? &story->pending : &story->nodes[last].remarks, comment_inside(item, text), false);
}

static void on_variation(void *context, const struct item *item, bool begins, unsigned depth)
{
    struct story *story = context;
    (void)item;
    if (begins)
        story->last[depth] = STORY_NONE;
    story->pending = (struct story_remarks){NULL, NULL};
}

void story_begin(struct story *story, struct arena *arena, const struct report *report, struct observer *observer)
{
    *story = (struct story){.arena = arena, .report = report};
    *observer = (struct observer){story, on_start, on_ply, on_remark, on_variation};
}

bool story_end(struct story *story)
{
    return !story->failed && !story->arena->failed;
}
