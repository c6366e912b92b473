/* What a position of Stakd looks like: from above, and layer by layer. */
#include "games/stakd.h"

#include <stdio.h>

/* As many layers as can be numbered, from the top one down. */
enum { BOARDS = UINT8_MAX };

/* A view being filled: the pieces, and room for as many cells as there can be. */
struct drawing {
    const struct rules *rules;
    const struct position *position;
    struct arena *arena;
    struct view *view;
    const struct attempt *last; /* NULL: none */
};

static void put_cell(const struct drawing *drawing, unsigned place, unsigned board, struct view_cell *cell)
{
    int row = (int)field_row(place);
    int column = (int)field_column(place);
    *cell = (struct view_cell){.board = (uint8_t)board};
    field_text(place, cell->name);
    cell->x = (int16_t)(drawing->rules->lattice == LATTICE_HEX ? 2 * column - row : 2 * column);
    cell->y = (int16_t)row;
}

static bool covers(const struct rules *rules, const struct attempt *attempt, unsigned place)
{
    const struct form *form = &rules->form[attempt->form];
    for (unsigned i = 0; i < form->nodes; i++)
        if (form_node(form, attempt->place, i) == place)
            return true;
    return false;
}

/* Whether PIECE is the one that the last turn has laid. */
static bool is_last(const struct drawing *drawing, const struct piece *piece)
{
    const struct attempt *last = drawing->last;
    return last != NULL && piece->layer == (last->shape == drawing->rules->base ? 0 : drawing->position->layer) &&
        piece->form == last->form && piece->place == last->place;
}

/* "D2": which of the pieces of its shape on its layer it is, by their anchors. */
static unsigned number_of(const struct drawing *drawing, const struct piece *piece)
{
    const struct position *position = drawing->position;
    unsigned shape = piece_shape(drawing->rules, piece);
    unsigned number = 1;
    for (unsigned i = 0; i < position->count; i++)
        number += position->pieces[i].layer == piece->layer &&
            piece_shape(drawing->rules, &position->pieces[i]) == shape && position->pieces[i].place < piece->place;
    return number;
}

static void add_layer(struct drawing *drawing, unsigned layer, unsigned board)
{
    const struct position *position = drawing->position;
    for (unsigned i = 0; i < position->count; i++) {
        const struct piece *piece = &position->pieces[i];
        const struct form *form = piece_form(drawing->rules, piece);
        for (unsigned node = 0; piece->layer == layer && node < form->nodes; node++) {
            struct view_cell *cell = &drawing->view->cells[drawing->view->count++];
            put_cell(drawing, form_node(form, piece->place, node), board, cell);
            snprintf(cell->label, sizeof cell->label, "%c%u", drawing->rules->shape[form->shape].letter,
                number_of(drawing, piece));
            cell->group = (uint16_t)(i + 1);
            cell->marks = is_last(drawing, piece) ? VIEW_TO : 0;
        }
    }
}

/* The pieces on PLACE, bottom to top; the label is the top one and its layer. */
static void stack_up(struct drawing *drawing, unsigned place, struct view_cell *cell)
{
    const struct rules *rules = drawing->rules;
    const struct position *position = drawing->position;
    struct view_piece *pieces = arena_alloc(drawing->arena, (position->layer + 1u) * sizeof *pieces);
    cell->pieces = pieces;
    for (unsigned i = 0; pieces != NULL && i < position->count; i++) {
        const struct piece *piece = &position->pieces[i];
        const struct attempt as_attempt = {.form = piece->form, .place = piece->place};
        if (!covers(rules, &as_attempt, place) || cell->height > position->layer || cell->height == UINT8_MAX)
            continue;
        char letter = rules->shape[piece_shape(rules, piece)].letter;
        pieces[cell->height++].text[0] = letter;
        cell->group = (uint16_t)(i + 1);
        snprintf(cell->label, sizeof cell->label, "%c%u", letter, piece->layer);
    }
}

/* Places of the last turn where nothing lies, if the field is not far. */
static void add_unused(struct drawing *drawing, const struct field_set *used)
{
    const struct form *form = &drawing->rules->form[drawing->last->form];
    for (unsigned i = 0; i < form->nodes; i++) {
        unsigned place = form_node(form, drawing->last->place, i);
        if (field_has(used, place) || !field_near(used, place))
            continue;
        struct view_cell *cell = &drawing->view->cells[drawing->view->count++];
        put_cell(drawing, place, 0, cell);
        cell->marks = VIEW_TO;
    }
}

/* All that is seen from above: the places in use. */
static void add_top(struct drawing *drawing)
{
    const struct position *position = drawing->position;
    struct field_set used = {{0}};
    for (unsigned i = 0; i < position->count; i++)
        form_put(piece_form(drawing->rules, &position->pieces[i]), position->pieces[i].place, &used);
    for (unsigned place = field_next(&used, FIELD_NONE); place != FIELD_NONE; place = field_next(&used, place)) {
        struct view_cell *cell = &drawing->view->cells[drawing->view->count++];
        put_cell(drawing, place, 0, cell);
        stack_up(drawing, place, cell);
        if (drawing->last != NULL && covers(drawing->rules, drawing->last, place))
            cell->marks = VIEW_TO;
    }
    if (drawing->last != NULL)
        add_unused(drawing, &used);
}

static const char *keep(struct drawing *drawing, struct text *text)
{
    const char *kept = arena_copy(drawing->arena, text_slice(text)).at;
    text_clear(text);
    return kept;
}

static void add_lines(struct drawing *drawing)
{
    const struct position *position = drawing->position;
    struct text text;
    text_init(&text);
    for (unsigned i = 0; i < position->state.players; i++) {
        text_add_string(&text, (position->out >> i & 1) != 0 ? "is out, " : "");
        text_add_string(&text, position->toppled == i + 1 ? "knocked the field over, " : "");
        text_add_string(&text, "holds ");
        stakd_hand_text(drawing->rules, position, i + 1, " ", &text);
        drawing->view->seat_names[i] = player_name(i + 1);
        drawing->view->lines[i] = keep(drawing, &text);
    }
    text_release(&text);
}

/* The title of each board: from above, then the layers from the top one down. */
static bool add_titles(struct drawing *drawing)
{
    struct view *view = drawing->view;
    struct text text;
    view->titles = arena_alloc(drawing->arena, view->boards * sizeof *view->titles);
    if (view->titles == NULL)
        return false;
    text_init(&text);
    view->titles[0] = "seen from above";
    for (unsigned i = 1; i < view->boards; i++) {
        text_printf(&text, "layer %u", drawing->position->layer - (i - 1));
        view->titles[i] = keep(drawing, &text);
    }
    text_release(&text);
    return true;
}

static size_t node_count(const struct rules *rules, const struct position *position)
{
    size_t nodes = 0;
    for (unsigned i = 0; i < position->count; i++)
        nodes += piece_form(rules, &position->pieces[i])->nodes;
    return nodes;
}

bool stakd_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    struct drawing drawing = {rules, position, arena, view, NULL};
    struct attempt attempt;
    if (last != NULL && last->shape == TURN_FIELD && last->count > 0) {
        attempt = stakd_attempt(rules, &last->steps[0]);
        drawing.last = attempt.inside && attempt.shape != NO_SHAPE ? &attempt : NULL;
    }
    *view =
        (struct view){.open = true, .square = rules->lattice == LATTICE_SQUARE, .seats = state->players, .boards = 1};
    view->cells = arena_alloc(arena, (2 * node_count(rules, position) + NODES) * sizeof *view->cells);
    if (view->cells == NULL)
        return false;
    if (position->count > 0)
        view->boards = position->layer + 2u < BOARDS ? position->layer + 2u : BOARDS;
    add_top(&drawing);
    for (unsigned board = 1; board < view->boards; board++)
        add_layer(&drawing, position->layer - (board - 1), board);
    add_lines(&drawing);
    return add_titles(&drawing) && !arena->failed;
}
