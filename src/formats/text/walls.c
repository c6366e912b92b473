/* SPDX-License-Identifier: MIT */
#include "formats/text/walls.h"

/* Columns left of the board, and those that can be drawn. */
enum { EDGE = 1, COLUMNS = 512 };

/* Where a wall goes from a corner. */
enum { UP = 1, RIGHT = 2, DOWN = 4, LEFT = 8 };

/* The cell of a row in each column, from one of its walls to before the other; the first and the last are free. */
struct wall_row {
    const struct view_cell *at[COLUMNS + 2];
};

int walls_width(int span, int pitch)
{
    return EDGE + (span + 2) * pitch / 2 + 1;
}

static int columns_of(const struct walls *walls)
{
    const int columns = walls_width(walls->span, walls->pitch) - EDGE;
    return columns < COLUMNS ? columns : COLUMNS;
}

static void find_row(const struct walls *walls, int y, struct wall_row *row)
{
    *row = (struct wall_row){{NULL}};
    for (size_t i = 0; i < walls->view->count; i++) {
        const struct view_cell *cell = &walls->view->cells[i];
        const int from = (cell->x - walls->left) * walls->pitch / 2;
        if (cell->y != y || cell->board != walls->board || cell->x < walls->left || cell->x - walls->left > walls->span)
            continue;
        for (int c = 0; c < walls->pitch && from + c < COLUMNS; c++)
            row->at[1 + from + c] = cell;
    }
}

static bool is_wall(const struct view_cell *a, const struct view_cell *b)
{
    return a != b && (a == NULL || b == NULL || a->group == 0 || a->group != b->group);
}

static const char *corner_of(const struct walls *walls, unsigned ways)
{
    static const char *const drawn[] = {" ", "│", "─", "╰", "│", "│", "╭", "├", "─", "╯", "─", "┴", "╮", "┤", "┬", "┼"};
    static const char *const plain[] = {" ", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+"};
    return (walls->style->unicode ? drawn : plain)[ways];
}

static void end_wall_line(size_t begin, struct text *text)
{
    while (text->length > begin && text->bytes[text->length - 1] == ' ')
        text->length--;
    text_add_char(text, '\n');
}

/* Columns before the name of a cell, from its wall on. */
static int before_name(const struct walls *walls, const struct view_cell *cell)
{
    return (walls->pitch + 1 - (int)strlen(cell->name)) / 2;
}

/* What is around a cell that the last turn touched. */
static const char *const *marks_of(const struct view_cell *cell)
{
    static const char *const marks[][2] = {{"", ""}, {"<", ">"}, {">", "<"}};
    return marks[(cell->marks & VIEW_TO) != 0 ? 2 : cell->marks != 0];
}

/* What is between two rows; if NAMED, with the names of the upper one. */
static void add_wall_line(const struct walls *walls, const struct wall_row *upper, const struct wall_row *lower,
    bool named, struct text *text)
{
    const int columns = columns_of(walls);
    const size_t begin = text->length;
    SCOPED(text, line);
    text_add_repeated(text, ' ', EDGE);
    for (int c = 1; c <= columns; c++) {
        const struct view_cell *cell = upper->at[c];
        const int length = cell == NULL || !named ? 0 : (int)strlen(cell->name);
        const int before = length == 0 ? 0 : before_name(walls, cell);
        if (length > 0 && before > 0 && c > before && upper->at[c - before] == cell &&
            upper->at[c - before - 1] != cell) {
            text_add_string(&line, cell->name);
            c += length - 1;
            continue;
        }
        unsigned ways = is_wall(upper->at[c - 1], cell) ? UP : 0;
        ways |= is_wall(lower->at[c - 1], lower->at[c]) ? DOWN : 0;
        ways |= is_wall(upper->at[c - 1], lower->at[c - 1]) ? LEFT : 0;
        ways |= is_wall(cell, lower->at[c]) ? RIGHT : 0;
        text_add_string(&line, corner_of(walls, ways));
    }
    while (line.length > 0 && line.bytes[line.length - 1] == ' ')
        line.length--;
    add_tinted(text, walls->style, TINT_FAINT, text_slice(&line).at);
    end_wall_line(begin, text);
}

/* The name of CELL, where there is a line for it. */
static void add_cell_name(const struct walls *walls, const struct view_cell *cell, struct text *text)
{
    const int before = before_name(walls, cell) - 1;
    const int after = walls->pitch - 1 - before - (int)strlen(cell->name);
    const enum tint outer = cell->marks != 0 ? TINT_MARK : TINT_NONE;
    SCOPED(text, all);
    text_add_repeated(&all, ' ', before > 0 ? (size_t)before : 0);
    add_tinted_within(&all, walls->style, outer, TINT_FAINT, cell->name);
    text_add_repeated(&all, ' ', after > 0 ? (size_t)after : 0);
    add_tinted(text, walls->style, outer, text_slice(&all).at);
    text->failed |= all.failed;
}

/* What CELL shows in the middle of its columns, between the marks of the last turn, of which the first alone says as
   much, and stars where it is part of what decided the game. */
static void add_cell(const struct walls *walls, const struct view_cell *cell, wall_content *content,
    const void *context, struct text *text)
{
    const int room = walls->pitch - 1;
    const bool marked = cell->marks != 0;
    SCOPED(text, inside);
    SCOPED(text, all);
    int width = content(context, cell, room - marked, &inside);
    const bool opens = marked && width < room;
    const bool closes = opens && width + 2 <= room;
    width += opens + closes;
    const char *star = cell->wins && width + 2 <= room ? "*" : "";
    width += star[0] != '\0' ? 2 : 0;
    const int before = room > width ? (room - width) / 2 : 0;
    text_add_string(&all, opens ? marks_of(cell)[0] : "");
    text_add_repeated(&all, ' ', (size_t)before);
    text_printf(&all, "%s%pS%s", star, SLICE(text_slice(&inside)), star);
    text_add_repeated(&all, ' ', (size_t)(room > width ? room - width - before : 0));
    text_add_string(&all, closes ? marks_of(cell)[1] : "");
    if (marked)
        add_tinted(text, walls->style, TINT_MARK, text_slice(&all).at);
    else
        text_add(text, text_slice(&all));
    text->failed |= inside.failed || all.failed;
}

/* A line of a row: of what is on its cells, or without CONTENT of their names. */
static void add_row_line(const struct walls *walls, const struct wall_row *row, wall_content *content,
    const void *context, struct text *text)
{
    const int columns = columns_of(walls);
    const size_t begin = text->length;
    text_add_repeated(text, ' ', EDGE);
    for (int c = 1; c <= columns; c++) {
        const struct view_cell *before = row->at[c - 1];
        const struct view_cell *cell = row->at[c];
        const char *wall = corner_of(walls, is_wall(before, cell) ? UP : 0);
        if (wall[0] != ' ')
            add_tinted(text, walls->style, TINT_FAINT, wall);
        else
            text_add_char(text, ' ');
        if (cell == NULL || cell == before)
            continue;
        if (content == NULL)
            add_cell_name(walls, cell, text);
        else
            add_cell(walls, cell, content, context, text);
        c += walls->pitch - 1;
    }
    end_wall_line(begin, text);
}

void render_walls(const struct walls *walls, wall_content *content, const void *context, struct text *text)
{
    const bool spacious = walls->style->spare >= (unsigned)(walls->top - walls->bottom + 1);
    struct wall_row upper;
    struct wall_row lower;
    find_row(walls, walls->top + 1, &upper);
    for (int y = walls->top; y >= walls->bottom - 1; y--, upper = lower) {
        find_row(walls, y, &lower);
        add_wall_line(walls, &upper, &lower, !spacious, text);
        if (y >= walls->bottom && spacious)
            add_row_line(walls, &lower, NULL, context, text);
        if (y >= walls->bottom)
            add_row_line(walls, &lower, content, context, text);
    }
}
