/* SPDX-License-Identifier: MIT */
#include "library/rule_boards.h"

#include "formats/svg/svg.h"
#include "formats/text/diagnostics.h"

/* A turn on a board, to be drawn. */
struct scene {
    const struct report *report;
    const struct state *state;
    const struct turn *turn; /* NULL: none */
    unsigned seat;           /* whose turn it is, also within one; 0: nobody's */
    struct text name;        /* of the turn, empty: none */
    struct view view;
};

static void take_fault(struct scene *scene, const struct report *report, const struct diagnostic *fault)
{
    scene->report = report;
    scene->state = fault->at;
    scene->turn = fault->tried;
    scene->seat = fault->turn.end == 0 ? 0 : fault->seat;
    if (fault->turn.end == 0)
        return;
    render_turn_name(report, fault, &scene->name);
    text_add(&scene->name, record_written(report->record, fault->turn));
}

/* The turn of the main line that corresponds to FAULT. */
static void take_kept(
    struct scene *scene, const struct report *report, const struct diagnostic *fault, struct tree_place *place)
{
    const struct tree *tree = &report->tree;
    uint32_t node = fault->turn.end == 0 ? NODE_NONE : tree_find(tree, (long)fault->ply);
    node = node == NODE_NONE ? tree_find(tree, (long)report->plies) : node;
    scene->report = report;
    if (node == NODE_NONE)
        return;
    const struct ply_link *link = &tree->links[node];
    if (fault->turn.end == 0 || link->item == NULL) {
        scene->state = place_go(place, node);
        return;
    }
    scene->state = link->before != NULL ? link->before : place_go(place, link->parent);
    scene->turn = link->turn;
    scene->seat = tree->plies[node].seat;
    text_printf(
        &scene->name, "%u. %s: ", tree->plies[node].number, game_seat_name(report->book.rules, tree->plies[node].seat));
    text_add(&scene->name, tree_text(tree, node, link->item));
}

static void draw_scene(
    const struct svg_frame *frame, const struct scene *scene, struct arena *arena, struct explained_board *board)
{
    SCOPED(text, picture);
    const struct svg_caption caption = {
        .title = scene->name.length == 0 ? "the last position" : scene->name.bytes, .mover = scene->seat};
    svg_document(frame, &scene->view, &caption, false, &picture);
    board->turn = arena_copy(arena, text_slice(&scene->name)).at;
    board->picture = arena_copy(arena, text_slice(&picture)).at;
    arena->failed |= picture.failed || scene->name.failed;
}

void draw_examples(struct explanation *item, const struct catasta_game *broken, const struct diagnostic *fault,
    const struct catasta_game *kept, struct arena *arena)
{
    static const struct svg_style style = {0};
    static const struct svg_caption nothing = {.title = ""};
    struct scene scenes[2] = {0};
    struct svg_frame frame;
    struct tree_place place;
    SCOPED(arena, views);
    bool fine = place_init(&place, &kept->report.tree);
    take_fault(&scenes[0], &broken->report, fault);
    if (fine && fault->at != NULL)
        take_kept(&scenes[1], &kept->report, fault, &place);
    svg_frame_begin(&frame, &style);
    bool drawn = scenes[1].state != NULL;
    for (unsigned i = 0; i < 2 && drawn; i++) {
        const struct rulebook *book = &scenes[i].report->book;
        fine = fine && book->game->display.view(book->rules, scenes[i].state, scenes[i].turn, &views, &scenes[i].view);
        if (fine)
            svg_frame_add(&frame, &scenes[i].view);
    }
    for (unsigned i = 0; i < 2 && drawn && fine; i++)
        svg_frame_caption(&frame, &scenes[i].view, &nothing);
    if (drawn && fine) {
        draw_scene(&frame, &scenes[0], arena, &item->broken);
        draw_scene(&frame, &scenes[1], arena, &item->kept);
    }
    arena->failed |= !fine;
    place_release(&place);
    text_release(&scenes[0].name);
    text_release(&scenes[1].name);
}
