/* SPDX-License-Identifier: MIT */
#include "formats/text/in_words.h"

/* The letters of a cell's name, its row; on a square board, or with slanted names, the number is. */
static struct slice row_name(const struct view *view, const struct view_cell *cell)
{
    size_t length = 0;
    while (cell->name[length] >= 'a' && cell->name[length] <= 'z')
        length++;
    bool numbers = view->slanted || (view->square && !view->open);
    return numbers ? slice_of(cell->name + length) : (struct slice){cell->name, length};
}

/* WORDS as a sentence begins; a name such as bQ stays as it is. */
static void add_begin(const char *words, struct text *text)
{
    if (words[0] == '\0')
        return;
    const size_t small = strspn(words, "abcdefghijklmnopqrstuvwxyz");
    const char next = words[small];
    const bool is_word = small > 0 && !is_digit(next) && !(next >= 'A' && next <= 'Z');
    text_add_char(text, is_word ? (char)(words[0] - 'a' + 'A') : words[0]);
    text_add_string(text, words + 1);
}

/* "white", "black S", "neutral", or the colour of what is nobody's; a small letter says nothing that is the side's own.
 */
static void plain_add_piece(const struct view *view, const struct view_piece *piece, struct text *text)
{
    const char *nobody = piece->colour == NULL ? "neutral" : piece->colour;
    const char *side = piece->seat == 0 ? nobody : view->seat_names[piece->seat - 1];
    text_printf(text, "%c%s", small_letter(side[0]), side + 1);
    if (piece->text[1] == '\0' && piece->text[0] == small_letter(side[0]))
        return;
    bool letter = piece->text[1] == '\0' && piece->text[0] >= 'a' && piece->text[0] <= 'z';
    text_printf(text, " %c%s", letter ? (char)(piece->text[0] - 'a' + 'A') : piece->text[0], piece->text + 1);
}

/* "red, 3 high, with the pawn of Player 1": what is seen of a place on an open field. */
static void add_seen(const struct view *view, const struct view_cell *cell, struct text *text)
{
    const char *colour = cell->height == 0 ? NULL : cell->pieces[cell->height - 1].colour;
    const char *height = cell->label;
    bool many = (cell->pawns & (cell->pawns - 1)) != 0;
    bool first = true;
    while (*height != '\0' && (*height < '0' || *height > '9'))
        height++;
    text_add_string(text, colour == NULL ? cell->label : colour);
    if (colour != NULL && *height != '\0')
        text_printf(text, ", %s high", height);
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((cell->pawns >> (seat - 1) & 1) != 0) {
            const char *before = !first ? " and " : many ? ", with the pawns of " : ", with the pawn of ";
            text_printf(text, "%s%s", before, view->seat_names[seat - 1]);
            first = false;
        }
}

void stack_in_words(const struct view *view, const struct view_cell *cell, struct text *text)
{
    if (view->open)
        add_seen(view, cell, text);
    for (unsigned top = view->open ? 0 : cell->height; top > 0;) {
        const struct view_piece *piece = &cell->pieces[top - 1];
        unsigned run = 1;
        while (run < top && cell->pieces[top - 1 - run].seat == piece->seat &&
            strcmp(cell->pieces[top - 1 - run].text, piece->text) == 0)
            run++;
        text_add_string(text, top < cell->height ? " over " : "");
        if (run > 1)
            text_printf(text, "%u ", run);
        plain_add_piece(view, piece, text);
        top -= run;
    }
}

void place_in_words(const struct view *view, const struct view_cell *cell, struct text *text)
{
    text_add_string(text, cell->name);
    if (cell->zone != 0)
        text_printf(text, ", %s's %s,", view->seat_names[cell->zone - 1], view->zone);
}

static bool is_before(const struct view_cell *a, const struct view_cell *b)
{
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

/* The cell of BOARD to describe after LAST, NULL for the first: cells are unordered. */
static const struct view_cell *next_told(const struct view *view, unsigned board, const struct view_cell *last)
{
    const struct view_cell *next = NULL;
    for (size_t i = 0; i < view->count; i++) {
        const struct view_cell *cell = &view->cells[i];
        bool after = last == NULL || is_before(last, cell);
        if (cell->board == board && (cell->height > 0 || cell->label[0] != '\0' || cell->pawns != 0) && after &&
            (next == NULL || is_before(cell, next)))
            next = cell;
    }
    return next;
}

/* A line a row. */
static void plain_add_board(const struct view *view, unsigned board, struct text *text)
{
    const struct view_cell *last = NULL;
    const struct view_cell *cell = next_told(view, board, NULL);
    if (cell == NULL && (view->count > 0 || view->open))
        text_add_string(text, "The board is empty.\n");
    for (; cell != NULL; last = cell, cell = next_told(view, board, cell)) {
        bool begins = last == NULL || last->y != cell->y;
        if (begins)
            text_printf(text, "%s%pS", last == NULL ? "Row " : ".\nRow ", SLICE(row_name(view, cell)));
        text_add_string(text, begins ? ": " : ". ");
        place_in_words(view, cell, text);
        text_add_char(text, ' ');
        stack_in_words(view, cell, text);
    }
    text_add_string(text, last != NULL ? ".\n" : "");
}

void list_in_words(const struct view_list *list, struct text *text)
{
    add_begin(list->name, text);
    text_add_char(text, ':');
    for (unsigned i = 0; i < list->count; i++)
        text_printf(text, " %s", list->pieces[i].text);
    text_add_string(text, list->count == 0 ? " nothing" : "");
}

void position_in_words(const struct view *view, struct text *text)
{
    unsigned boards = view->boards == 0 ? 1 : view->boards;
    for (unsigned board = 0; board < boards; board++) {
        if (view->titles != NULL) {
            add_begin(view->titles[board], text);
            text_add_string(text, ":\n");
        }
        plain_add_board(view, board, text);
    }
    for (size_t i = 0; i < view->list_count; i++) {
        list_in_words(&view->lists[i], text);
        text_add_string(text, ".\n");
    }
    for (size_t i = 0; i < SEATS && view->notes[i] != NULL; i++) {
        add_begin(view->notes[i], text);
        text_add_string(text, ".\n");
    }
    for (unsigned i = 0; i < view->seats; i++)
        if (view->lines[i] != NULL)
            text_printf(text, "%s %s.\n", view->seat_names[i], view->lines[i]);
}
