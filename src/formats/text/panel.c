/* SPDX-License-Identifier: MIT */
#include "formats/text/panel.h"

#include "base/utf8.h"
#include "formats/text/board_text.h"

/* Columns left of the board; the least from cell to cell, the least that is wanted, and the most. */
enum { EDGE = 1, NARROWEST = 5, LEAST = 6, MOST = 11 };

struct panel {
    const struct view *view;
    const struct style *style;
    bool discs;
    int pitch;
    int widest; /* cell's columns */
    int left;   /* smallest x */
    int right;
    int top;
};

/* Columns of a cell's pieces from FIRST on, with what is put round them. */
static int pieces_width(const struct view_cell *cell, unsigned first, bool discs)
{
    int width = cell->height == 0 ? 1 : 0;
    for (unsigned i = first; i < cell->height; i++)
        width += discs ? 1 : (int)strlen(cell->pieces[i].text);
    return width + (cell->marks != 0 ? 2 : 0) + (cell->zone == 1 || cell->zone == 2 ? 2 : 0);
}

static int stack_width(const struct view_cell *cell, bool discs)
{
    return pieces_width(cell, 0, discs);
}

/* Whether there is no room for more of a stack than its height and its top. */
static bool is_short(const struct panel *panel, const struct view_cell *cell)
{
    return cell->height > 2 && stack_width(cell, panel->discs) > panel->pitch;
}

static int shown_width(const struct panel *panel, const struct view_cell *cell)
{
    bool is_cut = is_short(panel, cell);
    return pieces_width(cell, is_cut ? cell->height - 1u : 0, panel->discs) +
        (is_cut ? 1 + (cell->height > 9) + (cell->height > 99) : 0);
}

unsigned panel_pitch(const struct view *view)
{
    bool discs = board_has_discs(view);
    int pitch = LEAST;
    for (size_t i = 0; i + 1 < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        const struct view_cell *next = cell + 1;
        int need = (stack_width(cell, discs) + stack_width(next, discs) + 1) / 2 + 1;
        if (cell->y == next->y && next->x - cell->x == 2 && need > pitch)
            pitch = need;
    }
    return (unsigned)pitch;
}

static void measure_panel(struct panel *panel)
{
    const struct view *view = panel->view;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        panel->left = i == 0 || cell->x < panel->left ? cell->x : panel->left;
        panel->right = i == 0 || cell->x > panel->right ? cell->x : panel->right;
        panel->top = i == 0 || cell->y > panel->top ? cell->y : panel->top;
    }
    int span = panel->right - panel->left;
    int most = panel->style->most == 0 ? style_width(panel->style) : (int)panel->style->most;
    while (panel->pitch < MOST && EDGE + (span + 2) * (panel->pitch + 1) / 2 <= style_width(panel->style))
        panel->pitch++;
    while (panel->pitch > NARROWEST && EDGE + (span + 2) * panel->pitch / 2 > most)
        panel->pitch--;
}

static void add_panel_pieces(const struct panel *panel, const struct view_cell *cell, struct text *text)
{
    if (cell->height == 0)
        text_add_string(text, board_empty(cell, panel->style));
    if (is_short(panel, cell))
        text_printf(text, "%u", cell->height);
    for (unsigned i = is_short(panel, cell) ? cell->height - 1u : 0; i < cell->height; i++) {
        const struct view_piece *piece = &cell->pieces[i];
        const char *shown = panel->discs ? board_disc(piece) : piece->text;
        if (cell->marks != 0)
            text_add_string(text, shown);
        else
            add_tinted(text, panel->style, board_tint(piece), shown);
    }
}

static void draw_stack(const struct panel *panel, const struct view_cell *cell, struct text *text)
{
    static const char *const zones[2][2] = {{"(", ")"}, {"[", "]"}};
    bool in_zone = cell->zone == 1 || cell->zone == 2;
    SCOPED(text, inside);
    if (cell->marks != 0)
        text_add_char(&inside, cell->marks == VIEW_FROM ? '<' : '>');
    add_panel_pieces(panel, cell, &inside);
    if (cell->marks != 0)
        text_add_char(&inside, cell->marks == VIEW_FROM ? '>' : '<');
    text_add_string(text, in_zone ? zones[cell->zone - 1][0] : "");
    if (cell->marks != 0)
        add_tinted(text, panel->style, TINT_MARK, text_slice(&inside).at);
    else if (cell->height == 0)
        add_tinted(text, panel->style, TINT_FAINT, text_slice(&inside).at);
    else
        text_add(text, text_slice(&inside));
    text_add_string(text, in_zone ? zones[cell->zone - 1][1] : "");
}

/* A line of a row: what is there, or the names below. */
static void draw_panel_line(const struct panel *panel, int y, bool names, struct text *text)
{
    int column = 0;
    for (size_t i = 0; i < panel->view->count; i++) {
        const struct view_cell *cell = &panel->view->cells[i];
        if (cell->y != y)
            continue;
        int width = names ? (int)strlen(cell->name) : shown_width(panel, cell);
        int at = EDGE + (cell->x - panel->left + 1) * panel->pitch / 2 - width / 2;
        text_add_repeated(text, ' ', at > column ? (size_t)(at - column) : 0);
        column = (at > column ? at : column) + width;
        if (names)
            add_tinted(text, panel->style, TINT_FAINT, cell->name);
        else
            draw_stack(panel, cell, text);
    }
    text_add_char(text, '\n');
}

/* The stacks that have no room on the board, from the bottom up. */
static void draw_short(const struct panel *panel, struct text *text)
{
    for (size_t i = 0; i < panel->view->count; i++) {
        const struct view_cell *cell = &panel->view->cells[i];
        if (!is_short(panel, cell))
            continue;
        text_printf(text, "%s ", cell->name);
        for (unsigned k = 0; k < cell->height; k++)
            add_tinted(text, panel->style, board_tint(&cell->pieces[k]),
                panel->discs ? board_disc(&cell->pieces[k]) : cell->pieces[k].text);
        text_add_char(text, '\n');
    }
}

void render_panel(const struct view *view, unsigned pitch, const struct style *style, struct text *text)
{
    struct panel panel = {.view = view, .style = style, .pitch = (int)pitch};
    panel.discs = style->unicode && board_has_discs(view);
    measure_panel(&panel);
    for (int y = panel.top; y >= 0 && view->count > 0; y--) {
        draw_panel_line(&panel, y, false, text);
        draw_panel_line(&panel, y, true, text);
    }
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
