/* SPDX-License-Identifier: MIT */
#include "formats/text/panel.h"

#include "formats/text/board_text.h"
#include "formats/text/walls.h"

/* Columns from wall to wall: the least, the least that is wanted, and the most. */
enum { NARROWEST = 4, LEAST = 6, MOST = 12 };

struct panel {
    struct walls walls;
    bool discs;
    const char *signs[3]; /* of seats, in place of which there are discs */
    int step;             /* of columns: halves of cells are whole columns where rows are half a cell off */
};

/* Columns of a cell's pieces from FIRST on; a disc takes as many as the sign of a side. */
static int pieces_width(const struct view_cell *cell, unsigned first)
{
    int width = 0;
    for (unsigned i = first; i < cell->height; i++)
        width += (int)strlen(cell->pieces[i].text);
    return width;
}

static void add_piece(const struct panel *panel, const struct view_piece *piece, enum tint outer, struct text *text)
{
    const char *sign = panel->discs ? panel->signs[piece->seat] : NULL;
    const size_t length = sign == NULL ? 0 : strlen(sign);
    SCOPED(text, shown);
    if (sign != NULL && strncmp(piece->text, sign, length) == 0)
        text_printf(&shown, "%s%s", board_disc(piece), piece->text + length);
    else
        text_add_string(&shown, piece->text);
    add_tinted_within(text, panel->walls.style, outer, board_tint(piece), text_slice(&shown).at);
    text->failed |= shown.failed;
}

/* And of the brackets round them. */
static int zone_width(const struct view_cell *cell)
{
    return cell->zone == 1 || cell->zone == 2 ? 2 : 0;
}

/* Whether there is no room for more of a stack than its height and its top. */
static bool is_short(const struct panel *panel, const struct view_cell *cell)
{
    return cell->height > 2 && pieces_width(cell, 0) > panel->walls.pitch - 1 - (cell->marks != 0);
}

unsigned panel_pitch(const struct view *view)
{
    int pitch = LEAST;
    for (size_t i = 0; i < view->count; i++) {
        const int width = pieces_width(&view->cells[i], 0) + zone_width(&view->cells[i]);
        pitch = width >= pitch ? width + 1 : pitch;
    }
    return (unsigned)pitch;
}

static void measure_panel(struct panel *panel)
{
    struct walls *walls = &panel->walls;
    const struct view *view = walls->view;
    int right = 0;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        walls->left = i == 0 || cell->x < walls->left ? cell->x : walls->left;
        right = i == 0 || cell->x > right ? cell->x : right;
        walls->top = i == 0 || cell->y > walls->top ? cell->y : walls->top;
    }
    const int span = walls->span = right - walls->left;
    const int room = style_width(walls->style);
    const int most = walls->style->most == 0 ? room : (int)walls->style->most;
    panel->step = view->square ? 1 : 2;
    walls->pitch += walls->pitch % panel->step;
    while (walls->pitch < MOST && walls_width(span, walls->pitch + panel->step) <= room)
        walls->pitch += panel->step;
    while (walls->pitch > NARROWEST && walls_width(span, walls->pitch) > most)
        walls->pitch -= panel->step;
}

/* What is on a cell; brackets round it where it is in a zone, and there is room for them. */
static int add_panel_stack(const void *context, const struct view_cell *cell, int room, struct text *text)
{
    static const char *const zones[3][2] = {{"", ""}, {"(", ")"}, {"[", "]"}};
    const struct panel *panel = context;
    const bool cut = is_short(panel, cell);
    const unsigned first = cut ? cell->height - 1u : 0;
    int width = pieces_width(cell, first) + (cut ? 1 + (cell->height > 9) + (cell->height > 99) : 0);
    width += cell->height == 0;
    const bool zoned = zone_width(cell) > 0 && width + zone_width(cell) <= room;
    const char *const *zone = zones[zoned ? cell->zone : 0];
    text_add_string(text, zone[0]);
    if (cell->height == 0)
        text_add_char(text, cell->closed ? 'x' : ' ');
    if (cut)
        text_printf(text, "%u", cell->height);
    for (unsigned i = first; i < cell->height; i++)
        add_piece(panel, &cell->pieces[i], cell->marks != 0 ? TINT_MARK : TINT_NONE, text);
    text_add_string(text, zone[1]);
    return width + (zoned ? zone_width(cell) : 0);
}

/* The stacks that have no room on the board, from the bottom up. */
static void draw_short(const struct panel *panel, struct text *text)
{
    const struct view *view = panel->walls.view;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        if (!is_short(panel, cell))
            continue;
        text_printf(text, "%s ", cell->name);
        for (unsigned k = 0; k < cell->height; k++)
            add_piece(panel, &cell->pieces[k], TINT_NONE, text);
        text_add_char(text, '\n');
    }
}

void render_panel(const struct view *view, unsigned pitch, const struct style *style, struct text *text)
{
    struct panel panel = {.walls = {.view = view, .style = style, .pitch = (int)pitch}};
    panel.discs = style->unicode && board_has_discs(view, style);
    for (unsigned seat = 0; seat < sizeof panel.signs / sizeof panel.signs[0]; seat++)
        panel.signs[seat] = board_sign(view, seat);
    if (view->count == 0)
        return;
    measure_panel(&panel);
    render_walls(&panel.walls, add_panel_stack, &panel, text);
    draw_short(&panel, text);
}

void view_flip(struct view *view)
{
    int16_t top = 0;
    for (size_t i = 0; i < view->count; i++)
        top = view->cells[i].y > top ? view->cells[i].y : top;
    for (size_t i = 0; i < view->count; i++) {
        struct view_cell *cell = &view->cells[i];
        cell->x = (int16_t)-cell->x;
        cell->y = (int16_t)(top - cell->y);
    }
    for (size_t i = 0; i < view->count / 2; i++) {
        struct view_cell kept = view->cells[i];
        view->cells[i] = view->cells[view->count - 1 - i];
        view->cells[view->count - 1 - i] = kept;
    }
}
