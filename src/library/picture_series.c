/* SPDX-License-Identifier: MIT */
/* Positions of a judged game as pictures. */
#include "formats/svg/svg_film.h"
#include "formats/text/diagnostics.h"
#include "formats/text/remarks.h"
#include "formats/text/replay.h"
#include "library/writer.h"

/* What is drawn of a game. */
struct album {
    const struct report *report;
    struct svg_style style;
    const char *caption;
    long first, last; /* -1: to the end */
    bool moves;       /* as one picture that moves */
    struct svg_frame frame;
    struct tree_place place;
    struct arena arena; /* for one view at a time, */
    struct arena other; /* and the one before it */
    struct text text;
    struct text title;
    struct text turn;
    struct text status;
    struct text fault;
    struct text players; /* names, each ended by a NUL */
};

/* The next node of the main line with a ply: of several the last one.  What
   makes no turn on the board, such as resigning, has no ply. */
static uint32_t next_node(const struct album *album, uint32_t index)
{
    const struct tree *tree = &album->report->tree;
    uint32_t found = NODE_NONE;
    index = index == NODE_NONE ? 0 : tree->links[index].next;
    for (; index < tree->count; index = tree->links[index].next) {
        const struct ply_link *link = &tree->links[index];
        bool inside = (long)link->ply >= album->first && (album->last < 0 || (long)link->ply <= album->last);
        if (found != NODE_NONE && link->ply != tree->links[found].ply)
            break;
        if (inside && (link->item == NULL || link->turn != NULL))
            found = index;
    }
    return found;
}

/* The first error about the turn of the main line that is ply PLY, or NULL. */
static const struct diagnostic *error_at(const struct album *album, uint32_t ply)
{
    const struct diagnostic *one = album->report->diagnostics.first;
    while (one != NULL &&
        (one->ply != ply || ply == 0 || one->seat == 0 || one->in_variation || one->severity != SEVERITY_ERROR ||
            one->cascaded || !one->listed))
        one = one->next;
    return one;
}

/* What is refused after the position at a node, or else what was refused to get there; NULL: nothing. */
static const struct diagnostic *error_of(const struct album *album, uint32_t index, bool *after)
{
    const uint32_t ply = album->report->tree.links[index].ply;
    const struct diagnostic *next = error_at(album, ply + 1);
    *after = next != NULL;
    return next != NULL ? next : error_at(album, ply);
}

/* The position at a node.  Where the turn after it is refused, that is marked instead of the last one, if it can be
   marked, and the position is the one that the part at fault found. */
static bool get_view(struct album *album, uint32_t index, struct view *view)
{
    const struct rulebook *book = &album->report->tree.book;
    bool after;
    const struct diagnostic *error = error_of(album, index, &after);
    const bool refused = error != NULL && after && !album->moves;
    const bool tried = refused && error->tried != NULL;
    const struct state *state = tried && error->at != NULL ? error->at : place_go(&album->place, index);
    arena_clear(&album->arena);
    if (tried ? !book->game->display.view(book->rules, state, error->tried, &album->arena, view)
              : !place_view(&album->place, index, &album->arena, view) ||
                !remarks_mark(&album->report->tree, index, &album->arena, view))
        return false;
    view->refused = tried;
    if (refused)
        svg_mark_refused(view, error->seat, record_written(album->report->record, error->span), &album->arena);
    return true;
}

/* "7. White e4-f4" */
static void add_played(const struct album *album, uint32_t index, struct text *text)
{
    const struct tree *tree = &album->report->tree;
    const struct ply *node = &tree->plies[index];
    text_printf(text, "%u. %s %pE", node->number, game_seat_name(tree->book.rules, node->seat),
        SLICE(tree_text(tree, index, tree->links[index].item)));
}

/* "Ann - Bob, Club night (accasta)" */
static void add_series_heading(struct album *album)
{
    static const struct style plain = {.unicode = true};
    struct text *title = &album->title;
    text_clear(title);
    render_heading(album->report, &plain, title);
    for (size_t i = 0; i < title->length; i++)
        if (title->bytes[i] == '\n')
            title->bytes[i] = ' ';
}

/* What a document says besides the position at a node. */
static struct svg_caption caption_of(struct album *album, uint32_t index)
{
    const struct report *report = album->report;
    const struct state *state = place_go(&album->place, index);
    struct svg_caption caption = {.caption = album->caption};
    struct outcome outcome;
    size_t players[SEATS];
    bool start = report->tree.links[index].item == NULL;
    bool after;
    const struct diagnostic *error = error_of(album, index, &after);
    text_clear(&album->fault);
    if (error != NULL) {
        text_add_string(&album->fault, "Refused: ");
        render_turn_name(report, error, &album->fault);
        diagnostic_message(error, &album->fault);
        caption.fault = text_slice(&album->fault).at;
    }
    add_series_heading(album);
    text_add_string(&album->title, start ? "the start" : "after ");
    text_clear(&album->turn);
    text_clear(&album->status);
    text_clear(&album->players);
    const bool over = is_over_at(report, index, state, &outcome);
    caption.mover = over ? 0 : state->seat;
    caption.winners = over ? outcome.winners : 0;
    if (!start) {
        add_played(album, index, &album->turn);
        text_add(&album->title, text_slice(&album->turn));
    }
    render_situation(report, index, state, &album->status);
    for (unsigned i = 0; i < report->seats; i++) {
        players[i] = album->players.length;
        render_player(report, i + 1, &album->players);
        text_add_char(&album->players, '\0');
    }
    for (unsigned i = 0; i < report->seats && !album->players.failed; i++)
        caption.players[i] = album->players.bytes + players[i];
    caption.title = text_slice(&album->title).at;
    caption.turn = start ? NULL : text_slice(&album->turn).at;
    caption.status = text_slice(&album->status).at;
    return caption;
}

static bool measure_series(struct album *album)
{
    unsigned since = memory_failures();
    struct view view;
    svg_frame_begin(&album->frame, &album->style);
    for (uint32_t node = NODE_NONE; (node = next_node(album, node)) != NODE_NONE;) {
        if (!get_view(album, node, &view))
            return false;
        svg_frame_add(&album->frame, &view);
    }
    for (uint32_t node = NODE_NONE; (node = next_node(album, node)) != NODE_NONE;) {
        if (!get_view(album, node, &view))
            return false;
        const struct svg_caption caption = caption_of(album, node);
        svg_frame_caption(&album->frame, &view, &caption);
    }
    return !memory_ran_out(since);
}

static bool write_each_picture(struct album *album, catasta_picture_visitor *take, void *context, size_t *count)
{
    unsigned since = memory_failures();
    struct view view;
    for (uint32_t node = NODE_NONE; (node = next_node(album, node)) != NODE_NONE;) {
        if (!get_view(album, node, &view))
            return false;
        const struct svg_caption caption = caption_of(album, node);
        text_clear(&album->text);
        svg_document(&album->frame, &view, &caption, true, &album->text);
        if (memory_ran_out(since))
            return false;
        ++*count;
        if (!take(context, album->report->tree.links[node].ply, album->text.bytes, album->text.length))
            return false;
    }
    return true;
}

/* All of them as one that moves. */
static bool write_film(struct album *album, unsigned milliseconds, const struct catasta_sink *sink, size_t *count)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct svg_film film;
    struct view views[2];
    struct text text = {0};
    bool fine = true;
    svg_film_begin(&film, &album->frame, &arena);
    for (uint32_t node = NODE_NONE; fine && (node = next_node(album, node)) != NODE_NONE; ++*count) {
        struct view *view = &views[*count % 2];
        const struct arena last = album->arena;
        album->arena = album->other;
        album->other = last;
        fine = get_view(album, node, view);
        const struct svg_caption caption = caption_of(album, node);
        if (fine)
            svg_film_add(&film, *count > 0 ? &views[(*count + 1) % 2] : NULL, view, &caption);
    }
    text_clear(&album->title);
    add_series_heading(album);
    if (fine)
        svg_film_end(&film, text_slice(&album->title).at, milliseconds, &text);
    return text_deliver(&text, since, fine && *count > 0 ? sink : NULL) && fine;
}

struct svg_style picture_style(const struct catasta_picture *picture)
{
    struct catasta_picture full;
    TAKE(full, picture);
    return (struct svg_style){full.cell_size, full.flip, full.no_coordinates, full.css,
        full.theme <= CATASTA_PRINT ? (enum svg_theme)full.theme : SVG_AUTO};
}

static bool album_open(struct album *album, const catasta_game *game, long first, long last,
    const struct catasta_picture *picture, bool moves)
{
    struct catasta_picture full;
    TAKE(full, picture);
    *album =
        (struct album){.report = &game->report, .caption = full.caption, .first = first, .last = last, .moves = moves};
    album->style = picture_style(picture);
    if (first < 0)
        album->first = album->last = (long)game->report.plies;
    arena_init(&album->arena, 0);
    arena_init(&album->other, 0);
    text_init(&album->text);
    text_init(&album->title);
    text_init(&album->turn);
    text_init(&album->status);
    text_init(&album->fault);
    text_init(&album->players);
    return game->report.tree.keep.what == KEEP_POSITIONS && place_init(&album->place, &game->report.tree) &&
        measure_series(album);
}

static void album_close(struct album *album)
{
    text_release(&album->players);
    text_release(&album->fault);
    text_release(&album->status);
    text_release(&album->turn);
    text_release(&album->title);
    text_release(&album->text);
    place_release(&album->place);
    arena_release(&album->other);
    arena_release(&album->arena);
}

bool catasta_pictures(const catasta_game *game, long first, long last, const struct catasta_picture *picture,
    catasta_picture_visitor *take, void *context, size_t *count)
{
    struct album album;
    *count = 0;
    bool fine =
        album_open(&album, game, first, last, picture, false) && write_each_picture(&album, take, context, count);
    album_close(&album);
    return fine;
}

bool catasta_animation(const catasta_game *game, long first, long last, const struct catasta_picture *picture,
    unsigned milliseconds, const struct catasta_sink *sink, size_t *count)
{
    struct album album;
    *count = 0;
    bool fine = album_open(&album, game, first, last, picture, true) && write_film(&album, milliseconds, sink, count);
    album_close(&album);
    return fine;
}

const char *catasta_css_fault(const char *bytes, size_t length)
{
    return svg_css_fault((struct slice){bytes, length});
}
