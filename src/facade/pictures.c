/* Positions of a judged game as pictures. */
#include "facade/session.h"
#include "render/replay.h"
#include "render/story.h"
#include "render/svg.h"

/* What is drawn of a game. */
struct album {
    const struct story *story;
    const struct svg_style *style;
    long first, last; /* -1: to the end */
    struct svg_frame frame;
    struct arena arena; /* for one view at a time */
    struct text text;
    struct text title;
};

/* What made no turn on the board, as resigning, has no ply of its own. */
static bool is_position(const struct story *story, const struct story_node *node)
{
    return node->state != NULL && (node == story->nodes || node->last != NULL);
}

/* The next node of the main line that stands for a ply: of several the last one. */
static const struct story_node *next_node(const struct album *album, const struct story_node *node)
{
    const struct story *story = album->story;
    const struct story_node *found = NULL;
    uint32_t index = node == NULL ? 0 : node->next;
    for (; index != STORY_NONE && index < story->count; index = story->nodes[index].next) {
        const struct story_node *next = &story->nodes[index];
        bool inside = (long)next->ply >= album->first && (album->last < 0 || (long)next->ply <= album->last);
        if (found != NULL && next->ply != found->ply)
            break;
        if (inside && is_position(story, next))
            found = next;
    }
    return found;
}

static bool get_view(struct album *album, const struct story_node *node, struct view *view)
{
    const struct rulebook *book = album->story->book;
    const struct turn *last = node->last != NULL && node->last->count > 0 ? node->last : NULL;
    arena_clear(&album->arena);
    return book->game->view(book->rules, node->state, last, &album->arena, view);
}

static bool measure(struct album *album)
{
    struct view view;
    svg_frame_begin(&album->frame, album->style);
    for (const struct story_node *node = NULL; (node = next_node(album, node)) != NULL;) {
        if (!get_view(album, node, &view))
            return false;
        svg_frame_add(&album->frame, &view);
    }
    return true;
}

/* "Ann - Bob, Club night (accasta): 7. White e4-f4" */
static void add_title(struct album *album, const struct story_node *node)
{
    static const struct style plain = {.unicode = true};
    const struct rulebook *book = album->story->book;
    struct text *title = &album->title;
    text_clear(title);
    render_heading(album->story->report, &plain, title);
    for (size_t i = 0; i < title->length; i++)
        if (title->bytes[i] == '\n')
            title->bytes[i] = ' ';
    if (node->ply == 0) {
        text_add_string(title, "the start");
        return;
    }
    text_printf(title, "after %u. %s ", node->number, book->game->seat_name(node->seat));
    text_add_escaped(title, node->turn);
}

static bool draw(struct album *album, catasta_take *take, void *context, size_t *count)
{
    struct view view;
    for (const struct story_node *node = NULL; (node = next_node(album, node)) != NULL;) {
        if (!get_view(album, node, &view))
            return false;
        add_title(album, node);
        text_clear(&album->text);
        svg_document(&album->frame, &view, text_slice(&album->title).at, &album->text);
        if (album->text.failed || album->title.failed)
            return false;
        ++*count;
        if (!take(context, node->ply, album->text.bytes, album->text.length))
            return false;
    }
    return true;
}

bool catasta_pictures(const catasta_game *game, long first, long last, const struct catasta_picture *picture,
    catasta_take *take, void *context, size_t *count)
{
    struct catasta_input *input = game->input;
    const struct svg_style style = {picture->cell, picture->flip, picture->bare, picture->css};
    struct story story;
    struct observer observer;
    *count = 0;
    arena_clear(&input->arena);
    if (input->at_start)
        record_init(&input->record, &input->arena, (struct slice){"", 0});
    story_begin(&story, &input->arena, &input->report, &observer);
    bool told = judge_again(input, &observer);
    if (!story_end(&story) || !told)
        return false;
    struct album album = {.story = &story, .style = &style, .first = first, .last = last};
    if (first < 0)
        album.first = album.last = (long)input->report.plies;
    arena_init(&album.arena, 0);
    text_init(&album.text);
    text_init(&album.title);
    bool fine = story.count == 0 || (measure(&album) && draw(&album, take, context, count));
    text_release(&album.title);
    text_release(&album.text);
    arena_release(&album.arena);
    return fine;
}

const char *catasta_css_fault(const char *bytes, size_t length)
{
    return svg_css_fault((struct slice){bytes, length});
}
