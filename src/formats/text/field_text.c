/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "formats/text/board_text.h"
#include "formats/text/walls.h"

/* Columns left of a board, of a cell at least and at most, and between boards; boards beside each other at most. */
enum { EDGE = 1, NARROWEST = 6, WIDEST = 12, GAP = 2, BESIDE_MOST = 16 };

/* One board of a view, or a strip of it: cells from .left, in half cell widths, as many
   as .span of them. */
struct strip {
    const struct view *view;
    const struct style *style;
    unsigned board;
    int pitch; /* columns of a cell */
    int left;
    int span;
    int16_t top;
    int16_t bottom;
};

/* What a cell shows, with the pawns on it: "R3", "R3\u26591", "R3\u26591\u26592", in ASCII
   "R3'1'2"; a dot where nothing is. */
static void add_label(const struct style *style, const struct view_cell *cell, struct text *text)
{
    text_add_string(text, cell->label[0] != '\0' ? cell->label : style->unicode ? "\u00b7" : ".");
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((cell->pawns >> (seat - 1) & 1) != 0)
            text_printf(text, "%s%u", style->unicode ? "\u2659" : "'", seat);
}

/* The rows and columns of a board, and how wide its cells are. */
static void measure_field(struct strip *strip)
{
    const struct view *view = strip->view;
    int right = 0;
    bool any = false;
    strip->pitch = NARROWEST;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        SCOPED(text, label);
        add_label(strip->style, cell, &label);
        const int width = (int)utf8_width(text_slice(&label)) + (cell->pawns != 0 ? 2 : 3);
        strip->pitch = width > strip->pitch ? width + width % 2 : strip->pitch;
        if (cell->board != strip->board)
            continue;
        strip->top = !any || cell->y > strip->top ? cell->y : strip->top;
        strip->bottom = !any || cell->y < strip->bottom ? cell->y : strip->bottom;
        strip->left = !any || cell->x < strip->left ? cell->x : strip->left;
        right = !any || cell->x > right ? cell->x : right;
        any = true;
    }
    strip->span = right - strip->left;
}

/* STRING in the middle of COLUMNS. */
static void add_centred(const struct strip *strip, int columns, enum tint tint, const char *string, struct text *text)
{
    int width = (int)utf8_width(slice_of(string));
    int before = (columns - width) / 2;
    text_add_repeated(text, ' ', (size_t)(before > 0 ? before : 0));
    add_tinted(text, strip->style, tint, string);
    int after = columns - width - before;
    text_add_repeated(text, ' ', (size_t)(after > 0 ? after : 0));
}

static void draw_place(const struct strip *strip, const struct view_cell *cell, struct text *text)
{
    static const char *const marks[3][2] = {{"", ""}, {"<", ">"}, {">", "<"}};
    unsigned mark = (cell->marks & VIEW_TO) != 0 ? 2 : (cell->marks & VIEW_FROM) != 0 ? 1 : 0;
    SCOPED(text, inside);
    text_add_string(&inside, marks[mark][0]);
    add_label(strip->style, cell, &inside);
    text_add_string(&inside, marks[mark][1]);
    enum tint tint = mark != 0 ? TINT_MARK : cell->height > 0 ? board_tint(&cell->pieces[cell->height - 1]) : TINT_NONE;
    add_centred(strip, strip->pitch, tint, text_slice(&inside).at, text);
}

/* What is on a place of a screen. */
static int add_wall_place(const void *context, const struct view_cell *cell, int room, struct text *text)
{
    const struct strip *strip = context;
    SCOPED(text, label);
    (void)room; /* cells are as wide as it takes */
    if (cell->label[0] != '\0' || cell->group == 0)
        add_label(strip->style, cell, &label);
    if (cell->height > 0)
        add_tinted_within(text, strip->style, cell->marks != 0 ? TINT_MARK : TINT_NONE,
            board_tint(&cell->pieces[cell->height - 1]), text_slice(&label).at);
    else
        text_add(text, text_slice(&label));
    return (int)utf8_width(text_slice(&label));
}

/* The cell of row Y to the right of LAST, NULL for the first one: cells are unordered. */
static const struct view_cell *next_in_row(const struct strip *strip, int16_t y, const struct view_cell *last)
{
    const struct view_cell *next = NULL;
    for (size_t i = 0; i < strip->view->count; i++) {
        const struct view_cell *cell = &strip->view->cells[i];
        bool after = last == NULL || cell->x > last->x;
        if (cell->y == y && after && cell->board == strip->board && cell->x >= strip->left &&
            cell->x - strip->left <= strip->span && (next == NULL || cell->x < next->x))
            next = cell;
    }
    return next;
}

/* One line of a row. */
static void draw_field_line(const struct strip *strip, int16_t y, bool names, struct text *text)
{
    int column = 0;
    size_t begin = text->length;
    const struct view_cell *cell = NULL;
    while ((cell = next_in_row(strip, y, cell)) != NULL) {
        int at = EDGE + (cell->x - strip->left) * strip->pitch / 2;
        text_add_repeated(text, ' ', (size_t)(at > column ? at - column : 0));
        if (names)
            add_centred(strip, strip->pitch, TINT_FAINT, cell->name, text);
        else
            draw_place(strip, cell, text);
        column = at + strip->pitch;
    }
    while (text->length > begin && text->bytes[text->length - 1] == ' ')
        text->length--;
    text_add_char(text, '\n');
}

/* Cells are as wide as that looks right, where there is room for higher ones. */
static void spread_field(struct strip *strip)
{
    const bool high = strip->style->spare >= (unsigned)(strip->top - strip->bottom + 1);
    while (
        high && strip->pitch + 2 <= WIDEST && walls_width(strip->span, strip->pitch + 2) <= style_width(strip->style))
        strip->pitch += 2;
}

/* On a screen with walls, else with the names below what is seen. */
static void draw_strip(const struct strip *strip, struct text *text)
{
    if (strip->style->coded) {
        const struct walls walls = {
            strip->view, strip->style, strip->board, strip->left, strip->span, strip->pitch, strip->top, strip->bottom};
        render_walls(&walls, add_wall_place, strip, text);
        return;
    }
    for (int16_t y = strip->top; y >= strip->bottom; y--)
        for (unsigned names = 0; names < 2; names++)
            draw_field_line(strip, y, names != 0, text);
}

/* As many strips as it takes. */
static void draw_board(struct strip *strip, struct text *text)
{
    measure_field(strip);
    spread_field(strip);
    int whole = strip->span;
    int room = style_width(strip->style) - EDGE - strip->pitch;
    int most = room > 0 ? 2 * room / strip->pitch : 0;
    for (int done = 0; done <= whole; done += most + 1) {
        if (done > 0)
            text_add_string(text, "to the right of it:\n");
        strip->span = whole - done < most ? whole - done : most;
        draw_strip(strip, text);
        strip->left += most + 1;
    }
}

/* Columns of LINE, in which codes take none. */
static size_t line_width(struct slice line)
{
    size_t codes = 0;
    for (size_t i = 0; i < line.length; i++)
        codes += line.at[i] >= TINT_CODE && line.at[i] < 0x20;
    return utf8_width(line) - codes;
}

static size_t block_width(const struct text *block)
{
    struct slice rest = text_slice(block);
    struct slice line;
    size_t widest = 0;
    while (slice_split(&rest, '\n', &line))
        widest = line_width(line) > widest ? line_width(line) : widest;
    return widest;
}

/* COUNT blocks, from left to right. */
static void join_blocks(struct text *blocks, unsigned count, struct text *text)
{
    struct slice rest[BESIDE_MOST];
    bool any = true;
    for (unsigned i = 0; i < count; i++)
        rest[i] = text_slice(&blocks[i]);
    while (any) {
        size_t begin = text->length;
        size_t column = 0;
        size_t from = 0;
        any = false;
        for (unsigned i = 0; i < count; i++) {
            struct slice line = {NULL, 0};
            bool is_line = rest[i].length > 0 && slice_split(&rest[i], '\n', &line);
            any |= is_line;
            text_add_repeated(text, ' ', is_line && line.length > 0 && from > column ? from - column : 0);
            column = is_line && line.length > 0 ? from + line_width(line) : column;
            text_add(text, line);
            from += block_width(&blocks[i]) + GAP;
        }
        if (any)
            text_add_char(text, '\n');
        else
            text->length = begin;
    }
}

void render_field(const struct view *view, const struct style *style, struct text *text)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    unsigned most = style->coded ? BESIDE_MOST : 1;
    struct text blocks[BESIDE_MOST];
    for (unsigned done = 0; done < boards && view->count > 0;) {
        unsigned count = 0;
        size_t width = 0;
        while (count < most && done + count < boards) {
            text_init(&blocks[count]);
            struct strip strip = {.view = view, .style = style, .board = done + count};
            if (view->titles != NULL)
                text_printf(&blocks[count], "%s\n", view->titles[done + count]);
            draw_board(&strip, &blocks[count]);
            width += block_width(&blocks[count]) + (count > 0 ? GAP : 0);
            if (count > 0 && width > (size_t)style_width(style)) {
                text_release(&blocks[count]);
                break;
            }
            count++;
        }
        join_blocks(blocks, count, text);
        for (unsigned i = 0; i < count; i++) {
            text->failed |= blocks[i].failed;
            text_release(&blocks[i]);
        }
        done += count;
    }
}
