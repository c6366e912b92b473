/* SPDX-License-Identifier: MIT */
/* Drawing with curses. */
#include "viewer/screen.h"

#include <curses.h>
#include <string.h>

enum {
    LEAST_ROWS = 5,
    LEAST_COLUMNS = 20,
    LIST_LEAST = 21,
    LIST_KEPT = 22, /* from a board that would be wider */
    LIST_MOST = 44,
    LIST_BELOW = 12,
    NUMBER = 5, /* columns of the number of a turn */
    PANE_MOST = 90
};

/* Pairs of colours, by what they are for. */
enum {
    PAIR_NONE,
    PAIR_ERROR,
    PAIR_WARNING,
    PAIR_NOTE,
    PAIR_SECOND,
    PAIR_MARK,
    PAIR_RED,
    PAIR_GREEN,
    PAIR_BLUE,
    PAIR_YELLOW,
    PAIR_ORANGE,
    PAIR_PURPLE,
    PAIR_MARKED /* what is in PAIR_MARK: other text, and from here on the hues */
};

/* A few hues, on the terminal's own background, and what the last turn touched on one of ours; no meaning depends on
   them. */
void screen_tints(bool none)
{
    static const short marked[] = {231, 231, 215, 210, 120, 153, 228, 215, 219};
    if (none || !has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return;
    bool many = COLORS >= 256;
    init_pair(PAIR_ERROR, many ? 196 : COLOR_RED, -1);
    init_pair(PAIR_WARNING, many ? 133 : COLOR_MAGENTA, -1);
    init_pair(PAIR_NOTE, many ? 31 : COLOR_CYAN, -1);
    init_pair(PAIR_SECOND, many ? 172 : COLOR_CYAN, -1);
    for (short i = 0; many && i < (short)(sizeof marked / sizeof marked[0]); i++)
        init_pair((short)(PAIR_MARKED + i), 24, marked[i]); /* they are reversed */
    if (many)
        init_pair(PAIR_MARK, 24, 231);
    init_pair(PAIR_RED, many ? 196 : COLOR_RED, -1);
    init_pair(PAIR_GREEN, many ? 35 : COLOR_GREEN, -1);
    init_pair(PAIR_BLUE, many ? 33 : COLOR_BLUE, -1);
    init_pair(PAIR_YELLOW, many ? 178 : COLOR_YELLOW, -1);
    init_pair(PAIR_ORANGE, many ? 208 : COLOR_YELLOW, -1);
    init_pair(PAIR_PURPLE, many ? 133 : COLOR_MAGENTA, -1);
}

/* Of a TINT, which may be MARKED: within what the last turn touched. */
static attr_t tint_attributes(int tint, bool marked, short *pair)
{
    static const struct {
        int tint;
        attr_t attributes;
        short pair;
    } looks[] = {
        {CATASTA_TINT_BOLD, A_BOLD, PAIR_NONE},
        {CATASTA_TINT_HUE + 1, A_BOLD, PAIR_NONE},
        {CATASTA_TINT_HUE + 2, A_NORMAL, PAIR_SECOND},
        {CATASTA_TINT_HUE + 3, A_BOLD, PAIR_RED},
        {CATASTA_TINT_HUE + 4, A_BOLD, PAIR_GREEN},
        {CATASTA_TINT_HUE + 5, A_BOLD, PAIR_BLUE},
        {CATASTA_TINT_HUE + 6, A_BOLD, PAIR_YELLOW},
        {CATASTA_TINT_HUE + 7, A_BOLD, PAIR_ORANGE},
        {CATASTA_TINT_HUE + 8, A_BOLD, PAIR_PURPLE},
        {CATASTA_TINT_FAINT, A_DIM, PAIR_NONE},
        {CATASTA_TINT_ERROR, A_BOLD, PAIR_ERROR},
        {CATASTA_TINT_WARNING, A_BOLD, PAIR_WARNING},
        {CATASTA_TINT_NOTE, A_BOLD, PAIR_NOTE},
        {CATASTA_TINT_MARK, A_REVERSE | A_BOLD, PAIR_MARK},
    };
    size_t i = 0;
    tint = marked && COLORS < 256 ? CATASTA_TINT_MARK : tint;
    while (i < sizeof looks / sizeof looks[0] && looks[i].tint != tint)
        i++;
    bool known = i < sizeof looks / sizeof looks[0];
    *pair = known ? looks[i].pair : PAIR_NONE;
    if (marked && tint != CATASTA_TINT_MARK) {
        *pair = (short)(PAIR_MARKED + (tint > CATASTA_TINT_HUE ? tint - CATASTA_TINT_HUE : 0));
        return A_REVERSE | A_BOLD;
    }
    return known ? looks[i].attributes : A_NORMAL;
}

/* WIDE where the terminal takes it, else PLAIN. */
static void put_sign(wchar_t wide, wchar_t plain)
{
    const wchar_t shown[2] = {wcwidth(wide) == 1 ? wide : plain, L'\0'};
    cchar_t cell;
    setcchar(&cell, shown, A_NORMAL, PAIR_NONE, NULL);
    add_wch(&cell);
}

/* C and its combining marks, which follow at *TEXT, as one cell. */
static void put_character(wchar_t c, const char **text, attr_t attributes, short pair)
{
    enum { MARKS_MOST = CCHARW_MAX - 2 };
    wchar_t shown[CCHARW_MAX] = {wcwidth(c) < 0 ? L'?' : c};
    cchar_t cell;
    for (int i = 1;; i++) {
        const char *after = *text;
        wchar_t mark = next_character(&after);
        if (mark == L'\0' || is_tint(mark) || wcwidth(mark) != 0)
            break;
        if (i <= MARKS_MOST)
            shown[i] = mark;
        *text = after;
    }
    setcchar(&cell, shown, attributes, pair, NULL);
    add_wch(&cell);
}

/* TEXT in COLUMNS columns, cut off with a sign where it is longer, padded with spaces;
   MORE, unless plain, replaces its own attributes.  Nothing in it can move the cursor. */
static void put_cut_text(int row, int column, int columns, attr_t more, const char *text)
{
    int at = 0;
    wchar_t c;
    short pair = PAIR_NONE;
    attr_t attributes = A_NORMAL;
    bool marked = false;
    move(row, column);
    while ((c = next_character(&text)) != L'\0') {
        int width = character_width(c);
        if (is_tint(c)) {
            const int tint = (int)c - CATASTA_TINT;
            marked = tint == CATASTA_TINT_MARK || (marked && tint != 0);
            attributes = tint_attributes(tint, marked, &pair);
            continue;
        }
        if (at + width > columns)
            break;
        if (width > 0)
            put_character(c, &text, more == A_NORMAL ? attributes : more, more == A_NORMAL ? pair : PAIR_NONE);
        at += width;
    }
    attr_set(more, PAIR_NONE, NULL);
    if (c != L'\0' && columns > 0) {
        move(row, column + columns - 1);
        put_sign(L'…', L'$');
    }
    for (; c == L'\0' && at < columns; at++)
        addch(' ');
    attr_set(A_NORMAL, PAIR_NONE, NULL);
}

/* Ends TEXT before the last SIGN up to which it has room in COLUMNS, or else before the first. */
static void cut_after(struct buffer *text, const char *sign, int columns)
{
    for (char *at; text->bytes != NULL && text_width(text->bytes) > columns; *at = '\0') {
        at = NULL;
        for (char *next = text->bytes; (next = strstr(next, sign)) != NULL; next++)
            at = next;
        if (at == NULL)
            return;
    }
}

static void draw_head(const struct viewer *viewer, const struct layout *layout)
{
    struct buffer heading = {0};
    const struct file_index *file = &viewer->file;
    char place[80];
    unsigned ply = viewer_node(viewer).ply;
    bool single = file->at_start || viewer->play != NULL;
    unsigned number = single ? 1 : file->texts[viewer->text].number;
    uint32_t games = single ? 1 : file->games;
    int length = snprintf(place, sizeof place, number == 0 ? " no game " : " ply %u  game %u of %u%s ", ply, number,
        games, single || file->ended ? "" : "+");
    if (viewer->play != NULL)
        length = snprintf(
            place, sizeof place, " ply %u  %s ", ply, !draft_unsaved(&viewer->play->draft) ? "saved" : "not saved");
    if (length > layout->columns / 2)
        length = 0;
    put_cut_text(0, 0, 1, A_REVERSE, "");
    const char *text = screen_part_text(&heading, viewer, 0, CATASTA_PAGE_HEADING, 0);
    if (heading.length > 0 && heading.bytes[heading.length - 1] == '\n')
        heading.bytes[heading.length - 1] = '\0';
    cut_after(&heading, ", ", layout->columns - 1 - length);
    put_cut_text(0, 1, layout->columns - 1 - length, A_REVERSE, text);
    if (length > 0)
        put_cut_text(0, layout->columns - length, length, A_REVERSE, place);
    buffer_free(&heading);
}

/* LABEL and SIGN, and the end of what is typed, where not all has room. */
static void draw_prompt(const struct layout *layout, const char *label, const char *sign, const struct prompt *prompt)
{
    int row = layout->rows - 1;
    int most = layout->columns / 2;
    int column = text_width(label) < most ? text_width(label) : most;
    int room = layout->columns - column - (int)strlen(sign) - 2;
    const char *text = prompt->text;
    int width = text_width(text);
    while (width > room && *text != '\0')
        width -= character_width(next_character(&text));
    put_cut_text(row, 0, column, A_BOLD, label);
    mvaddstr(row, column, sign);
    column += (int)strlen(sign);
    put_cut_text(row, column, room + 1, A_NORMAL, text);
    clrtoeol();
    move(row, column + width);
}

/* What there is room for of TEXT, hints with two spaces between them: those that are too long are left out, but of a
   last one, which is a list, as much as there is room for. */
static void fit_hints(const char *text, int columns, struct buffer *fitting)
{
    int used = 0;
    for (const char *end; *text != '\0'; text = end + 2 * (*end != '\0')) {
        struct buffer hint = {0};
        end = strstr(text, "  ");
        end = end == NULL ? text + strlen(text) : end;
        buffer_print(&hint, "%s%.*s", used > 0 ? "  " : "", (int)(end - text), text);
        if (*end == '\0')
            cut_after(&hint, ", ", columns - used);
        int width = hint.bytes == NULL ? 0 : text_width(hint.bytes);
        if (used + width <= columns) {
            buffer_say(fitting, hint.bytes == NULL ? "" : hint.bytes);
            used += width;
        }
        buffer_free(&hint);
    }
}

/* The message in ROW, or HINTS where there is none, and whether there is more to see. */
static void draw_message(const struct viewer *viewer, const struct layout *layout, int row, const char *hints)
{
    bool more = layout->scroll_most > viewer->scroll;
    int columns = layout->columns - (more ? 11 : 0);
    bool message = viewer->message[0] != '\0';
    struct buffer fitting = {0};
    if (!message)
        fit_hints(hints, columns, &fitting);
    put_cut_text(row, 0, columns, message ? A_BOLD : A_NORMAL,
        message                     ? viewer->message
            : fitting.bytes == NULL ? ""
                                    : fitting.bytes);
    buffer_free(&fitting);
    if (more)
        put_cut_text(row, columns, 11, A_REVERSE, " PgDn: more");
}

/* A game that is being written down: what there is to say, and the line. */
static void draw_row_of_board(const struct viewer *viewer, const struct layout *layout)
{
    struct buffer hint = {0};
    struct buffer label = {0};
    if (viewer->message[0] == '\0')
        play_hint(viewer, &hint);
    draw_message(viewer, layout, layout->rows - 2, hint.length > 0 ? hint.bytes : "");
    play_label(viewer, &label);
    draw_prompt(layout, label.length > 0 ? label.bytes : "", "> ",
        viewer->mode == MODE_SAVE ? &viewer->asked : &viewer->play->line);
    buffer_free(&label);
    buffer_free(&hint);
}

static void draw_footer(const struct viewer *viewer, const struct layout *layout)
{
    static const char *const keys[] = {
        [MODE_BROWSE] = "? help  q quit  <- -> turn  n fault  v variation  / search  [ ] game  f flip",
        [MODE_CURSOR] = "arrows: cell to cell  c back to the turns  ? help  q quit",
        [MODE_HELP] = "any key: back",
        [MODE_TOLD] = "any key: back",
    };
    if (viewer->mode == MODE_SEARCH || viewer->mode == MODE_PLY)
        draw_prompt(layout, viewer->mode == MODE_PLY ? "ply" : "search", ": ", &viewer->asked);
    else if (viewer->mode >= MODE_LINE && viewer->mode != MODE_TOLD)
        draw_row_of_board(viewer, layout);
    else
        draw_message(viewer, layout, layout->rows - 1, keys[viewer->mode]);
}

static void draw_spot(
    const struct viewer *viewer, const struct layout *layout, const struct pane_spot *spot, attr_t how)
{
    int line = spot->line - viewer->scroll;
    if (spot->columns > 0 && line >= 0 && line < layout->pane_rows &&
        spot->column + spot->columns <= layout->pane_columns)
        mvchgat(1 + line, spot->column, spot->columns, how, PAIR_NONE, NULL);
}

/* The cell or word where the cursor is, and what can follow in the line. */
static void draw_spots(const struct viewer *viewer, const struct layout *layout)
{
    const struct pane *pane = &layout->pane;
    bool line = viewer->mode == MODE_LINE;
    for (size_t i = 0; line && i < pane->spot_count; i++)
        if (play_can_point(viewer->play, pane->spots[i].word))
            draw_spot(viewer, layout, &pane->spots[i], A_UNDERLINE | A_BOLD);
    if (line || viewer->mode == MODE_CURSOR)
        draw_spot(viewer, layout, &viewer->cursor, A_REVERSE | A_BOLD);
}

static void draw_pane(struct viewer *viewer, struct layout *layout)
{
    const struct pane *pane = &layout->pane;
    int most = (int)pane->count - layout->pane_rows;
    layout->scroll_most = most > 0 ? most : 0;
    viewer->scroll = viewer->scroll > layout->scroll_most ? layout->scroll_most
        : viewer->scroll < 0                              ? 0
                                                          : viewer->scroll;
    for (int i = 0; i < layout->pane_rows; i++) {
        size_t line = (size_t)i + (size_t)viewer->scroll;
        put_cut_text(1 + i, 0, layout->pane_columns, A_NORMAL, line < pane->count ? pane->lines[line].text : "");
    }
}

static bool is_in_second_half(const struct layout *layout, const struct viewer *viewer, uint32_t node)
{
    return layout->list_half > 0 && node < viewer->opened.count && list_is_paired(viewer, node);
}

/* The first node of the row of NODE, and of one ROWS above that. */
static uint32_t row_above(const struct layout *layout, const struct viewer *viewer, uint32_t node, uint32_t rows)
{
    node -= is_in_second_half(layout, viewer, node);
    for (; rows > 0 && node > 0; rows--) {
        node--;
        node -= is_in_second_half(layout, viewer, node);
    }
    return node;
}

/* The first node of the row below that of NODE, which is one. */
static uint32_t row_below(const struct layout *layout, const struct viewer *viewer, uint32_t node)
{
    return node + 1 + is_in_second_half(layout, viewer, node + 1);
}

uint32_t layout_node_at(const struct layout *layout, const struct viewer *viewer, int row, int column)
{
    uint32_t node = layout->list_from;
    for (; row > 0 && node < viewer->opened.count; row--)
        node = row_below(layout, viewer, node);
    return node + (column >= layout->list_half && is_in_second_half(layout, viewer, node + 1));
}

/* The list is drawn from here on: the current turn stays visible, with its neighbours where there is room. */
static uint32_t first_in_list(const struct layout *layout, const struct viewer *viewer)
{
    uint32_t rows = (uint32_t)layout->list_rows;
    uint32_t count = (uint32_t)viewer->opened.count;
    uint32_t last = row_above(layout, viewer, count - 1, rows - 1);
    uint32_t latest = row_above(layout, viewer, viewer->node, rows / 4);
    uint32_t earliest = row_above(layout, viewer, viewer->node, rows - 1 - rows / 4);
    uint32_t from = row_above(layout, viewer, layout->list_from < count ? layout->list_from : 0, 0);
    from = from > latest ? latest : from < earliest ? earliest : from;
    return from > last ? last : from;
}

static void draw_entry(
    const struct viewer *viewer, uint32_t node, bool paired, int row, int column, int columns, struct buffer *text)
{
    list_entry(viewer, node, paired, text);
    put_cut_text(
        row, column, columns, node == viewer->node ? A_REVERSE : A_NORMAL, text->bytes == NULL ? "" : text->bytes);
}

/* Columns of the list with two turns in a row. */
static int paired_columns(const struct viewer *viewer)
{
    return viewer->list_width.first + 1 + viewer->list_width.second;
}

/* How wide the list is; of a long one the first turns tell. */
static void measure_list(struct viewer *viewer)
{
    enum { TURNS_MOST = 500 };
    struct list_width *width = &viewer->list_width;
    struct buffer text = {0};
    if (width->story == viewer->opened.story && width->count == viewer->opened.count)
        return;
    *width = (struct list_width){.story = viewer->opened.story, .count = viewer->opened.count};
    for (uint32_t i = 0; i < width->count && i < TURNS_MOST; i++) {
        bool paired = list_is_paired(viewer, i);
        int *most = paired ? &width->second : &width->first;
        list_entry(viewer, i, paired, &text);
        int columns = text.bytes == NULL ? 0 : text_width(text.bytes);
        *most = columns > *most ? columns : *most;
    }
    buffer_free(&text);
}

/* How many rows the list takes, of those that there are; sets where the second turns of rows begin. */
static int rows_of_list(struct layout *layout, const struct viewer *viewer)
{
    int rows = 0;
    layout->list_half = layout->list_columns >= paired_columns(viewer) ? viewer->list_width.first + 1 : 0;
    for (uint32_t node = 0; node < viewer->opened.count && rows < layout->list_rows; rows++)
        node = row_below(layout, viewer, node);
    return rows;
}

static void draw_list(const struct viewer *viewer, struct layout *layout)
{
    struct buffer text = {0};
    rows_of_list(layout, viewer);
    uint32_t node = layout->list_from = first_in_list(layout, viewer);
    for (int y = layout->list_row; y < layout->list_row + layout->list_rows; y++) {
        bool pair = is_in_second_half(layout, viewer, node + 1);
        int columns = pair ? layout->list_half : layout->list_columns;
        if (node < viewer->opened.count)
            draw_entry(viewer, node, false, y, layout->list_column, columns, &text);
        if (pair)
            draw_entry(viewer, node + 1, true, y, layout->list_column + columns, layout->list_columns - columns, &text);
        node = row_below(layout, viewer, node);
    }
    for (int y = layout->list_row; !layout->below && y < layout->rows - layout->foot; y++) {
        move(y, layout->list_column - 1);
        put_sign(L'┃', L'|');
    }
    for (size_t i = 0; i < layout->notes.count; i++)
        put_cut_text(layout->list_row + layout->list_rows + 1 + (int)i, layout->list_column + 1,
            layout->list_columns - 1, A_NORMAL, layout->notes.lines[i].text);
    move(layout->list_row - 1, 0);
    for (int i = 0; layout->below && i < layout->columns; i++)
        put_sign(L'─', L'-');
    buffer_free(&text);
}

/* The list beside the pane, or below it, where both have room. */
static void place_list(struct layout *layout, int list, bool below)
{
    list = list < LIST_LEAST ? LIST_LEAST : list;
    if (layout->columns - 1 - list > PANE_MOST)
        list = layout->columns - 1 - PANE_MOST < LIST_MOST ? layout->columns - 1 - PANE_MOST : LIST_MOST;
    layout->below = below;
    layout->list_rows = below ? (layout->rows >= LIST_BELOW ? layout->rows / 4 : 0) : layout->rows - 1 - layout->foot;
    layout->list_columns = below ? layout->columns : list;
    layout->list_column = layout->columns - layout->list_columns;
    layout->list_row = layout->rows - layout->foot - layout->list_rows;
    layout->pane_columns = below ? layout->columns : layout->list_column - 1;
    layout->pane_rows = below && layout->list_rows > 0 ? layout->list_row - 2 : layout->rows - 1 - layout->foot;
}

/* Below a pane that needs more lines the list gets what is left. */
static void spare_rows(struct layout *layout)
{
    int rows = layout->rows - 2 - layout->foot - layout->pane.needed;
    if (layout->pane.needed <= layout->pane_rows)
        return;
    layout->list_rows = rows > 1 ? rows : 0;
    layout->list_row = layout->rows - layout->foot - layout->list_rows;
    layout->pane_rows = layout->list_rows > 0 ? layout->list_row - 2 : layout->rows - 1 - layout->foot;
}

/* What the list needs, in pairs or one by one, but no more than half. */
static int wanted_columns(const struct viewer *viewer, const struct layout *layout)
{
    const struct list_width *width = &viewer->list_width;
    int single = width->first > width->second + NUMBER ? width->first : width->second + NUMBER;
    int half = layout->columns / 2;
    return paired_columns(viewer) <= half ? paired_columns(viewer) : single < half ? single : half;
}

/* Fills the pane.  Words for which it has no room are below the list, where that leaves room beside it, or else come
   first. */
static void fill_pane(const struct viewer *viewer, struct layout *layout)
{
    struct pane *pane = &layout->pane;
    pane_fill(pane, viewer, layout->pane_columns, layout->pane_rows, WORDS_LAST);
    if ((int)pane->count <= layout->pane_rows)
        return;
    const int room = layout->columns - 1 - pane->widest;
    const int rows = rows_of_list(layout, viewer);
    pane_clear(pane);
    if (!layout->below && room >= LIST_LEAST)
        pane_notes(&layout->notes, viewer, (room < layout->list_columns ? room : layout->list_columns) - 1);
    const int left = layout->list_rows - (int)layout->notes.count - 1;
    const bool apart = layout->notes.count > 0 && left >= rows;
    if (apart)
        layout->list_rows = rows;
    else
        pane_clear(&layout->notes);
    pane_fill(pane, viewer, layout->pane_columns, layout->pane_rows, apart ? WORDS_APART : WORDS_FIRST);
}

/* Gives the list only what the pane can spare, but tries that first. */
static void fill_layout(struct viewer *viewer, struct layout *layout)
{
    struct pane *pane = &layout->pane;
    bool below = layout->below || layout->columns < 2 * LIST_LEAST;
    measure_list(viewer);
    int list = wanted_columns(viewer, layout);
    for (;;) {
        place_list(layout, list, below);
        viewer->spare = 0;
        viewer->board_most = below ? 0 : (unsigned)(layout->columns - 1 - LIST_KEPT);
        if (!below && pane_is_cut(viewer, layout->pane_columns, layout->columns)) {
            below = list <= LIST_LEAST;
            list = list > layout->columns / 3 ? layout->columns / 3 : LIST_LEAST;
            continue;
        }
        fill_pane(viewer, layout);
        if ((int)pane->count < layout->pane_rows) {
            viewer->spare = (unsigned)(layout->pane_rows - (int)pane->count);
            pane_clear(pane);
            pane_fill(pane, viewer, layout->pane_columns, layout->pane_rows,
                layout->notes.count > 0 ? WORDS_APART : WORDS_LAST);
        }
        if (below)
            spare_rows(layout);
        else
            pane_settle(pane, layout->pane_rows);
        if (below || pane->widest <= layout->pane_columns)
            return;
        list = layout->columns - 1 - pane->widest;
        if (list >= LIST_LEAST) {
            layout->list_columns = list;
            layout->list_column = layout->columns - list;
            layout->pane_columns = pane->widest;
            return;
        }
        below = true;
        pane_clear(pane);
        pane_clear(&layout->notes);
    }
}

void screen_draw(struct viewer *viewer, struct layout *layout)
{
    viewer->pane = &layout->pane;
    bool same = layout->rows == LINES && layout->columns == COLS;
    layout->rows = LINES;
    layout->columns = COLS;
    layout->below = same && layout->below;
    pane_clear(&layout->pane);
    pane_clear(&layout->notes);
    erase();
    if (layout->rows < LEAST_ROWS || layout->columns < LEAST_COLUMNS) {
        put_cut_text(0, 0, layout->columns, A_NORMAL, "window too small");
        refresh();
        return;
    }
    bool help = viewer->mode == MODE_HELP || viewer->mode == MODE_TOLD;
    layout->foot = viewer->play != NULL ? 2 : 1;
    if (help) {
        place_list(layout, LIST_LEAST, true);
        layout->pane_rows = layout->rows - 1 - layout->foot;
        if (viewer->mode == MODE_HELP)
            pane_help(&layout->pane, viewer, layout->pane_columns);
        else
            pane_told(&layout->pane, viewer, layout->pane_columns);
    } else {
        fill_layout(viewer, layout);
    }
    if (layout->pane.failed)
        viewer_report(viewer, "out of memory");
    draw_head(viewer, layout);
    draw_pane(viewer, layout);
    if (!help && layout->list_rows > 0)
        draw_list(viewer, layout);
    if (!help)
        draw_spots(viewer, layout);
    draw_footer(viewer, layout);
    if (viewer->mode == MODE_CURSOR)
        move(1 + viewer->cursor.line - viewer->scroll, viewer->cursor.column);
    refresh();
}
