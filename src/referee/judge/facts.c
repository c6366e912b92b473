/* SPDX-License-Identifier: MIT */
#include "referee/judge/facts.h"

/* " with Player 1's and Player 2's pawns on it". */
static void add_pawns(const struct view_cell *cell, const struct view *view, struct text *text)
{
    unsigned count = 0;
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((cell->pawns >> (seat - 1) & 1) != 0)
            text_printf(text, "%s%s's", count++ == 0 ? " with " : " and ", view->seat_names[seat - 1]);
    if (count > 0)
        text_printf(text, " pawn%s on it", count > 1 ? "s" : "");
}

static void add_cell_content(const struct view_cell *cell, const struct view *view, struct text *text)
{
    if (view->open && cell->height == 0)
        return;
    text_printf(text, "%s%s ", text->length > 0 ? "; " : "", cell->name);
    if (cell->height == 0) {
        text_add_string(text, "is empty");
        return;
    }
    unsigned owner = cell->pieces[cell->height - 1].seat;
    text_add_string(text, "holds ");
    const char *between = "";
    for (unsigned i = 0; i < cell->height; i++) /* "Q.B2", but of Tak "12S" */
        between = is_letter(cell->pieces[i].text[0]) && cell->pieces[i].text[1] != '\0' ? "." : between;
    for (unsigned i = 0; i < cell->height; i++)
        text_printf(text, "%s%s", i > 0 ? between : "", cell->pieces[i].text);
    if (owner > 0)
        text_printf(text, " (%s%s)", view->seat_names[owner - 1], cell->height > 1 ? " on top" : "");
    add_pawns(cell, view, text);
}

static void add_list_content(const struct view_list *list, struct text *text)
{
    text_printf(text, "%s%s: ", text->length > 0 ? "; " : "", list->name);
    for (unsigned i = 0; i < list->count; i++)
        text_printf(text, "%s%s", i > 0 ? " " : "", list->pieces[i].text);
    text_add_string(text, list->count == 0 ? "nothing" : "");
}

/* All cells of the first board, and lists, that carry one of MARKS and none of NOT. */
static void add_marked(const struct view *view, unsigned marks, unsigned not, struct text *text)
{
    for (size_t i = 0; i < view->count; i++)
        if (view->cells[i].board == 0 && (view->cells[i].marks & marks) != 0 && (view->cells[i].marks & not ) == 0)
            add_cell_content(&view->cells[i], view, text);
    for (size_t i = 0; i < view->list_count; i++)
        if ((view->lists[i].marks & marks) != 0 && (view->lists[i].marks & not ) == 0)
            add_list_content(&view->lists[i], text);
}

/* The position that step PART of TURN found: STATE, or what the steps before it made
   of it, when there are any. */
static const struct state *state_at(
    struct judge *judge, const struct turn *turn, uint16_t part, const struct state *state)
{
    const struct rulebook *book = judge->book;
    struct state *there = arena_alloc(judge->scratch, judge->context.state_size);
    struct turn *begun = arena_alloc(judge->scratch, sizeof *begun);
    if (there == NULL || begun == NULL || part == 0 || part >= turn->count)
        return state;
    memcpy(there, state, judge->context.state_size);
    *begun = *turn;
    begun->count = part;
    return game_force(book->rules, there, begun) ? there : state;
}

struct slice board_facts(
    struct judge *judge, const struct turn *turn, uint16_t part, const struct state *state, bool *within)
{
    struct view view;
    struct text text;
    arena_clear(judge->scratch);
    const struct state *before = state;
    state = state_at(judge, turn, part, state);
    *within = state != before;
    if (turn->count == 0 || !judge->book->game->display.view(judge->book->rules, state, turn, judge->scratch, &view))
        return (struct slice){NULL, 0};
    text_init(&text);
    add_marked(&view, VIEW_FROM, 0, &text);
    add_marked(&view, VIEW_TO, VIEW_FROM, &text);
    struct slice facts = arena_copy(judge->arena, text_slice(&text));
    text_release(&text);
    return facts;
}

/* ITEM as a turn on the board of STATE, NULL when it is not one. */
static const struct turn *turn_of(struct judge *judge, const struct item *item)
{
    const struct game *game = judge->book->game;
    const struct part *parts = item->part_count == 0 ? NULL : &judge->record->parts[item->first_part];
    const struct written written = {item->shape, parts, item->part_count, item->seat};
    if (item->kind != ITEM_TURN || item->shape != game->notation.shape)
        return NULL;
    struct turn *turn = arena_alloc(judge->arena, sizeof *turn);
    return turn != NULL && game->notation.resolve(judge->book->rules, &written, turn, NULL) ? turn : NULL;
}

/* The part of ITEM that SPAN is of, 0: all of it. */
static uint16_t part_at(const struct judge *judge, const struct item *item, struct span span)
{
    uint16_t part = item->kind == ITEM_TURN ? item->part_count : 0;
    while (part > 0 && judge->record->parts[item->first_part + part - 1].span.begin != span.begin)
        part--;
    return part > 0 ? part - 1 : 0;
}

void keep_board(struct judge *judge, const struct state *state, const struct item *item, struct diagnostic *fault)
{
    if (!judge->boards || item->kind == ITEM_NUMBER || judge->report->diagnostics.count > BOARDS_MOST)
        return;
    size_t size = game_state_size(judge->book->rules);
    struct state *kept = arena_alloc(judge->arena, size);
    fault->tried = turn_of(judge, item);
    if (kept == NULL)
        return;
    arena_clear(judge->scratch);
    if (fault->tried != NULL)
        state = state_at(judge, fault->tried, part_at(judge, item, fault->span), state);
    memcpy(kept, state, size);
    fault->at = kept;
}
