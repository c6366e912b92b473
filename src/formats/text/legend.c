/* SPDX-License-Identifier: MIT */
#include "formats/text/legend.h"

#include "formats/text/board_text.h"

static void add_sides(const struct view *view, const char *const signs[2], const char *of, struct text *text)
{
    for (unsigned seat = 1; seat <= 2 && seat <= view->seats; seat++)
        text_printf(text, "%s%s is %s%s%s", seat > 1 ? ", " : "", signs[seat - 1], view->seat_names[seat - 1],
            of == NULL ? "" : "'s ", of == NULL ? "" : of);
    text_add_string(text, ". ");
}

void render_legend(const struct game *game, const struct view *view, const struct style *style, struct text *text)
{
    static const char *const brackets[2] = {"(...)", "[...]"};
    bool closed = false;
    bool zones = false;
    bool won = false;
    for (size_t i = 0; i < view->count; i++) {
        closed |= view->cells[i].closed;
        zones |= view->cells[i].zone != 0;
        won |= view->cells[i].wins;
    }
    if (view->count > 0 && !view->open)
        text_add_string(
            text, "A stack reads from bottom, left, to top, right; a number such as 6 before its top is its height. ");
    if (style->unicode && board_has_discs(view, style)) {
        struct view_piece piece = {.seat = 1, .colour = view->seat_names[0]};
        struct view_piece other = {.seat = 2, .colour = view->seat_names[1]};
        add_sides(view, (const char *const[]){board_disc(&piece), board_disc(&other)}, NULL, text);
    }
    if (zones)
        add_sides(view, brackets, view->zone, text);
    if (closed)
        text_add_string(text, "No piece may be put on x. ");
    if (won && style->coded)
        text_add_string(text, "*...* decided the game. ");
    if (game->display.legend != NULL)
        text_printf(text, "%s ", game->display.legend);
    text_printf(text, "The last turn went from <...> to >...<.\nA turn is %s. Pointed at: %s.\n",
        game->notation.example, game->display.gesture);
}
