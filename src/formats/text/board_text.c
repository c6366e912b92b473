/* SPDX-License-Identifier: MIT */
#include "formats/text/board_text.h"

#include "formats/text/panel.h"

/* Columns: left of the board; of the frame of a stack; of a stack; in all. */
enum { LABEL = 3, FRAME = 4, LOWEST_ROOM = 3, USUAL_ROOM = 6 };

/* What all cells of a board share. */
struct board_layout {
    const struct view *view;
    const struct style *style;
    int pitch;  /* columns from a cell to its neighbour */
    int room;   /* columns of a cell's stack */
    int left;   /* smallest x */
    int width;  /* columns of the board */
    bool discs; /* pieces as discs: a side has one kind only */
};

static const char *const ZONES[2][2] = {{"(", ")"}, {"[", "]"}};

static const char *const DISCS[] = {"◇", "○", "●"};

/* Black's are dark, whichever seat it has. */
static const char *disc_of(const char *side, unsigned seat)
{
    bool white = strcmp(side, "white") == 0 || strcmp(side, "White") == 0;
    bool black = strcmp(side, "black") == 0 || strcmp(side, "Black") == 0;
    return DISCS[white ? 1 : black ? 2 : seat];
}

const char *board_disc(const struct view_piece *piece)
{
    return disc_of(piece->colour == NULL ? "" : piece->colour, piece->seat);
}

enum tint board_tint(const struct view_piece *piece)
{
    static const char *const hues[] = {"red", "green", "blue", "yellow", "orange", "purple"};
    for (unsigned i = 0; piece->colour != NULL && i < sizeof hues / sizeof hues[0]; i++)
        if (strcmp(piece->colour, hues[i]) == 0)
            return (enum tint)(TINT_HUE + 3 + i);
    return (enum tint)(TINT_HUE + (piece->seat <= 2 ? piece->seat : 0));
}

const char *board_empty(const struct view_cell *cell, const struct style *style)
{
    return cell->closed ? "x" : style->unicode ? "·" : ".";
}

static bool lies(const struct view_piece *piece)
{
    return piece->solid != SOLID_SLAB && piece->solid != SOLID_DOME;
}

bool board_has_discs(const struct view *view, const struct style *style)
{
    const char *letters[SEATS + 1] = {NULL};
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height; j++) {
            const struct view_piece *piece = &view->cells[i].pieces[j];
            if (style->coded && !lies(piece))
                continue;
            if (piece->seat > 2 || (letters[piece->seat] != NULL && strcmp(letters[piece->seat], piece->text) != 0))
                return false;
            letters[piece->seat] = piece->text;
        }
    return view->count > 0 && !view->open;
}

/* Cells are as wide as a screen allows, so that a board stays in place from turn to
   turn however its stacks grow. */
static void measure_board(struct board_layout *layout)
{
    const struct view *view = layout->view;
    int highest = LOWEST_ROOM;
    int right = layout->left = view->count > 0 ? view->cells[0].x : 0;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        highest = cell->height > highest ? cell->height : highest;
        right = cell->x > right ? cell->x : right;
        layout->left = cell->x < layout->left ? cell->x : layout->left;
    }
    int room = highest > USUAL_ROOM ? highest : USUAL_ROOM;
    while (room > highest && LABEL + (right - layout->left) * (room + FRAME + 1) / 2 + room + FRAME > USUAL_WIDTH)
        room--;
    layout->room = room;
    layout->pitch = room + FRAME + 1;
    layout->width = LABEL + (right - layout->left) * layout->pitch / 2 + room + FRAME;
    layout->discs = layout->style->unicode && board_has_discs(view, layout->style);
}

static int column_of(const struct board_layout *layout, const struct view_cell *cell)
{
    return LABEL + (cell->x - layout->left) * layout->pitch / 2;
}

static void add_cell_pieces(const struct board_layout *layout, const struct view_cell *cell, struct text *text)
{
    if (cell->height == 0)
        text_add_string(text, board_empty(cell, layout->style));
    for (unsigned i = 0; i < cell->height; i++) {
        const struct view_piece *piece = &cell->pieces[i];
        text_add_string(text, layout->discs ? board_disc(piece) : piece->text);
    }
}

/* The stack of a cell between its marks, centred in the cell's columns. */
static void draw_stack(const struct board_layout *layout, const struct view_cell *cell, struct text *text)
{
    int width = cell->height == 0 ? 1 : cell->height;
    int before = (layout->room - width) / 2;
    const char *open = cell->marks == 0 ? " " : cell->marks == VIEW_FROM ? "<" : ">";
    const char *close = cell->marks == 0 ? " " : cell->marks == VIEW_FROM ? ">" : "<";
    bool in_zone = cell->zone == 1 || cell->zone == 2;
    SCOPED(text, inside);
    text_add_string(&inside, open);
    add_cell_pieces(layout, cell, &inside);
    text_add_string(&inside, close);
    text_add_repeated(text, ' ', (size_t)before);
    text_add_string(text, in_zone ? ZONES[cell->zone - 1][0] : " ");
    enum tint tint = cell->marks != 0 ? TINT_MARK : cell->height == 0 ? TINT_FAINT : TINT_NONE;
    add_tinted(text, layout->style, tint, text_slice(&inside).at);
    text_add_string(text, in_zone ? ZONES[cell->zone - 1][1] : " ");
    text_add_repeated(text, ' ', (size_t)(layout->room - width - before));
}

static void draw_name(const struct board_layout *layout, const struct view_cell *cell, struct text *text)
{
    int room = layout->room + FRAME;
    int width = (int)strlen(cell->name);
    int before = (room - width) / 2;
    text_add_repeated(text, ' ', (size_t)before);
    add_tinted(text, layout->style, TINT_FAINT, cell->name);
    text_add_repeated(text, ' ', (size_t)(room - width - before));
}

/* One line of a row: the stacks, or the names below them. */
static void draw_board_line(const struct board_layout *layout, int16_t y, bool names, struct text *text)
{
    int column = 0;
    for (size_t i = 0; i < layout->view->count; i++) {
        const struct view_cell *cell = &layout->view->cells[i];
        if (cell->y != y)
            continue;
        text_add_repeated(text, ' ', (size_t)(column_of(layout, cell) - column));
        if (names)
            draw_name(layout, cell, text);
        else
            draw_stack(layout, cell, text);
        column = column_of(layout, cell) + layout->room + FRAME;
    }
    while (text->length > 0 && text->bytes[text->length - 1] == ' ')
        text->length--;
    text_add_char(text, '\n');
}

void render_board(const struct view *view, const struct style *style, struct text *text)
{
    struct board_layout layout = {.view = view, .style = style};
    int16_t top = 0;
    if (view->open)
        render_field(view, style, text);
    if (view->open || view->count == 0)
        return;
    measure_board(&layout);
    if (style->width != 0 && layout.width > style_width(style)) {
        render_panel(view, panel_pitch(view), style, text);
        return;
    }
    for (size_t i = 0; i < view->count; i++)
        top = view->cells[i].y > top ? view->cells[i].y : top;
    for (int16_t y = top; y >= 0; y--) {
        draw_board_line(&layout, y, false, text);
        draw_board_line(&layout, y, true, text);
    }
}

static void add_owner(unsigned owner, const struct style *style, struct text *text)
{
    if (style->coded && owner != 0)
        text_add_char(text, (char)owner);
}

/* On a screen, the only list of SEAT, whose pieces are in the line of that: it is what they hold; NULL: there is none.
 */
static const struct view_list *hand_of(const struct view *view, const struct style *style, unsigned seat)
{
    const struct view_list *hand = NULL;
    for (size_t i = 0; i < view->list_count; i++) {
        if (view->lists[i].seat != seat || view->lists[i].stacked)
            continue;
        if (hand != NULL)
            return NULL;
        hand = &view->lists[i];
    }
    return style->coded && seat > 0 && view->lines[seat - 1] != NULL ? hand : NULL;
}

static void add_hand(const struct view_list *hand, const struct style *style, struct text *text)
{
    enum tint mark = hand->marks != 0 ? TINT_MARK : TINT_NONE;
    text_add_string(text, hand->count > 0 ? ":" : "");
    for (unsigned i = 0; i < hand->count; i++) {
        text_add_char(text, ' ');
        add_tinted(text, style, mark != TINT_NONE ? mark : board_tint(&hand->pieces[i]), hand->pieces[i].text);
    }
}

/* Its pieces from left to right, as many in a line as there is room for. */
static void draw_list(const struct view_list *list, size_t name_width, const struct style *style, struct text *text)
{
    const unsigned owner = list->stacked ? OWNER_STACK : list->seat;
    const char *open = list->marks == 0 ? " " : list->marks == VIEW_FROM ? "<" : ">";
    const char *close = list->marks == 0 ? " " : list->marks == VIEW_FROM ? ">" : "<";
    SCOPED(text, name);
    text_printf(&name, "%s%*s%s", open, (int)name_width, list->name, close);
    add_owner(owner, style, text);
    add_tinted(text, style, list->marks != 0 ? TINT_MARK : TINT_NONE, text_slice(&name).at);
    size_t column = name_width + 2;
    for (unsigned i = 0; i < list->count; i++) {
        size_t width = strlen(list->pieces[i].text) + 1;
        if (column + width > (size_t)style_width(style)) {
            text_add_char(text, '\n');
            add_owner(owner, style, text);
            text_add_repeated(text, ' ', column = name_width + 2);
        }
        text_add_char(text, ' ');
        add_tinted(text, style, board_tint(&list->pieces[i]), list->pieces[i].text);
        column += width;
    }
    text_add_string(text, list->count == 0 ? (style->unicode ? " ·\n" : " .\n") : "\n");
}

/* In lines of at most the style's columns. */
static void draw_note(const char *note, const struct style *style, struct text *text)
{
    struct slice rest = slice_of(note);
    struct slice word = {NULL, 0};
    size_t column = 0;
    while (slice_split(&rest, ' ', &word)) {
        bool breaks = column > 0 && column + 1 + word.length >= (size_t)style_width(style);
        text_add_string(text, breaks ? "\n  " : column > 0 ? " " : "");
        column = breaks ? 2 + word.length : column + (column > 0) + word.length;
        text_add(text, word);
    }
    text_add_char(text, '\n');
}

void render_lists(const struct view *view, const struct style *style, struct text *text)
{
    size_t width = 0;
    for (size_t i = 0; i < view->list_count; i++)
        if (hand_of(view, style, view->lists[i].seat) == NULL && strlen(view->lists[i].name) > width)
            width = strlen(view->lists[i].name);
    for (size_t i = 0; i < view->list_count; i++)
        if (hand_of(view, style, view->lists[i].seat) == NULL)
            draw_list(&view->lists[i], width, style, text);
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL && !style->coded; i++)
        draw_note(view->notes[i], style, text);
}

const char *board_sign(const struct view *view, unsigned seat)
{
    const char *sign = NULL;
    for (size_t i = 0; i < view->count; i++)
        for (unsigned j = 0; j < view->cells[i].height; j++) {
            const struct view_piece *piece = &view->cells[i].pieces[j];
            if (piece->seat != seat || !lies(piece))
                continue;
            if (view->open || (sign != NULL && strcmp(sign, piece->text) != 0))
                return NULL;
            sign = piece->text;
        }
    return sign;
}

void render_status(const struct view *view, const struct slice *players, uint32_t chosen, bool over,
    const struct style *style, struct text *text)
{
    static const char *const signs[2][2] = {{"> ", "\u25b6 "}, {"* ", "\u2605 "}};
    bool discs = style->unicode && board_has_discs(view, style) && view->seats < sizeof DISCS / sizeof DISCS[0];
    SCOPED(text, line);
    for (unsigned i = 0; i < view->seats; i++) {
        if (view->lines[i] == NULL)
            continue;
        text_clear(&line);
        add_owner(i + 1, style, text);
        if (style->coded && chosen != 0)
            add_tinted(text, style, TINT_NOTE, (chosen >> i & 1) != 0 ? signs[over][style->unicode] : "  ");
        const char *sign = discs ? disc_of(view->seat_names[i], i + 1) : style->coded ? board_sign(view, i + 1) : NULL;
        if (sign != NULL) {
            add_tinted(&line, style, (enum tint)(TINT_HUE + 1 + i), sign);
            text_add_char(&line, ' ');
        }
        if (players != NULL && players[i].at != NULL && !slice_is(players[i], view->seat_names[i]))
            text_printf(&line, "%pE (%s) %s", SLICE(players[i]), view->seat_names[i], view->lines[i]);
        else
            text_printf(&line, "%s %s", view->seat_names[i], view->lines[i]);
        const struct view_list *hand = hand_of(view, style, i + 1);
        if (hand != NULL)
            add_hand(hand, style, &line);
        if (style->width != 0 && !style->coded)
            draw_note(text_slice(&line).at, style, text);
        else
            text_printf(text, "%s\n", text_slice(&line).at);
    }
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL && style->coded; i++)
        text_printf(text, "%s\n", view->notes[i]);
    text->failed |= line.failed;
}
