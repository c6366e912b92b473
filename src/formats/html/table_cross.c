/* SPDX-License-Identifier: MIT */
/* The cross table, and the games of each player round by round. */
#include "formats/html/table_parts.h"

#include <stdlib.h>

/* A game, or one encounter of it, as it is shown in a row. */
struct showing {
    uint32_t row;
    uint32_t column; /* of the cross table: the other's row; else the round */
    uint32_t round;
    uint32_t game;
    uint8_t seat;
    uint8_t other;
};

struct showings {
    struct showing *list;
    size_t count;
};

static int compare_showings(const void *a, const void *b)
{
    const struct showing *one = a;
    const struct showing *two = b;
    const uint32_t keys[][2] = {{one->row, two->row}, {one->column, two->column}, {one->round, two->round},
        {one->game, two->game}, {one->other, two->other}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

static uint32_t row_at(const struct tables *tables, const struct table_game *game, unsigned seat)
{
    return tables->row_of[table_seat_at(tables, game, seat)->player] - 1;
}

/* The encounters of a game into SHOWINGS, or only counted where its list is NULL. */
static void add_encounters(const struct tables *tables, size_t index, struct showings *showings)
{
    const struct table_game *game = &tables->page->games->list[index];
    for (unsigned seat = 0; seat < game->seats; seat++)
        for (unsigned other = 0; other < game->seats; other++) {
            if (table_seat_at(tables, game, seat)->side == table_seat_at(tables, game, other)->side ||
                !table_is_shown(tables, game, seat) || !table_is_shown(tables, game, other))
                continue;
            if (showings->list != NULL)
                showings->list[showings->count] = (struct showing){row_at(tables, game, seat),
                    row_at(tables, game, other), game->round, (uint32_t)index, (uint8_t)seat, (uint8_t)other};
            showings->count++;
        }
}

/* What a game was for each of its players; where two played, with the opponent. */
static void add_appearances(const struct tables *tables, size_t index, struct showings *showings)
{
    const struct table_game *game = &tables->page->games->list[index];
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (!table_is_shown(tables, game, seat))
            continue;
        if (showings->list != NULL)
            showings->list[showings->count] = (struct showing){row_at(tables, game, seat), game->round, game->round,
                (uint32_t)index, (uint8_t)seat, (uint8_t)(game->seats == 2 ? 1 - seat : seat)};
        showings->count++;
    }
}

typedef void show_game(const struct tables *tables, size_t index, struct showings *showings);

/* The showings of all games, in order. */
static bool find_showings(struct tables *tables, show_game *show, struct showings *showings)
{
    *showings = (struct showings){0};
    for (size_t i = 0; i < tables->page->games->count; i++)
        show(tables, i, showings);
    struct showing *list = arena_alloc(&tables->arena, (showings->count + 1) * sizeof *list);
    if (list == NULL)
        return false;
    *showings = (struct showings){.list = list};
    for (size_t i = 0; i < tables->page->games->count; i++)
        show(tables, i, showings);
    if (showings->count > 0)
        qsort(list, showings->count, sizeof *list, compare_showings);
    return true;
}

/* The player of ROW as the heading of a row that stays where it is.  Rows and columns have
   the numbers of lines, since ranks may be shared. */
static void add_row_head(const struct tables *tables, size_t row, struct text *text)
{
    text_printf(text, "<tr><th scope=\"row\"><span class=\"line\">%zu</span> <bdi>%pS</bdi></th>", row + 1,
        SLICE(tables->names[tables->player_of[row]]));
}

static void add_cross_head(const struct tables *tables, struct text *text)
{
    text_add_string(text, "<thead><tr><th scope=\"col\">Player</th>");
    for (size_t i = 0; i < tables->rows; i++) {
        struct slice name = tables->names[tables->player_of[i]];
        text_printf(text, "<th scope=\"col\"><abbr title=\"%pS\">%zu</abbr></th>", SLICE(name), i + 1);
    }
    text_add_string(text, "<th scope=\"col\">Points</th></tr></thead>\n");
}

static void add_cross_row(
    struct tables *tables, size_t row, const struct showings *showings, size_t *at, struct text *text)
{
    add_row_head(tables, row, text);
    for (size_t column = 0; column < tables->rows; column++) {
        text_add_string(text, column == row ? "<td class=\"self\">" : "<td>");
        for (bool first = true; *at < showings->count; (*at)++, first = false) {
            const struct showing *showing = &showings->list[*at];
            if (showing->row != row || showing->column != column)
                break;
            text_add_string(text, first ? "" : " ");
            table_sign(tables, showing->game, showing->seat, showing->other, text);
        }
        text_add_string(text, "</td>");
    }
    text_add_string(text, "<td class=\"points\">");
    points_write(tables->page->standings->rows[row].points, text);
    text_add_string(text, "</td></tr>\n");
}

void table_cross(struct tables *tables, struct text *text)
{
    struct showings showings;
    size_t at = 0;
    size_t players = tables->rows;
    if (players > TABLE_PLAYERS_MOST || players < 2)
        return;
    if (!find_showings(tables, add_encounters, &showings)) {
        text->failed = true;
        return;
    }
    if (showings.count == 0)
        return;
    /* It is printed as wide as the others, across, or not at all: the list of games of each player says the same. */
    text_printf(text,
        "<section%s>\n<h2 id=\"cross\">Cross table</h2>\n<div class=\"wide high\" role=\"region\" "
        "aria-labelledby=\"cross\" tabindex=\"0\">\n<table class=\"cross\">\n<caption class=\"unseen\">What each "
        "player of a row got against the player of a column</caption>\n",
        players > 70       ? " class=\"vast\""
            : players > 24 ? " class=\"many\""
                           : "");
    add_cross_head(tables, text);
    text_add_string(text, "<tbody>\n");
    for (size_t row = 0; row < tables->rows; row++)
        add_cross_row(tables, row, &showings, &at, text);
    text_add_string(text, "</tbody>\n</table>\n</div>\n</section>\n");
}

/* Round by round. */

/* The sign of a game with the line of the other player; where there are more, its words
   name them. */
static void add_appearance(struct tables *tables, const struct showing *showing, struct text *text)
{
    const struct table_game *game = &tables->page->games->list[showing->game];
    text_add_string(text, "<span class=\"game\">");
    table_sign(tables, showing->game, showing->seat, showing->other, text);
    if (showing->other != showing->seat && table_is_shown(tables, game, showing->other)) {
        uint32_t row = row_at(tables, game, showing->other);
        text_printf(text, " <small><abbr title=\"%pS\">%u</abbr></small>", SLICE(tables->names[tables->player_of[row]]),
            row + 1);
    }
    text_add_string(text, "</span> ");
}

/* Columns of the rounds, or one of all games. */
static void add_rounds_head(uint32_t rounds, bool others, struct text *text)
{
    text_add_string(text, "<thead><tr><th scope=\"col\">Player</th>");
    for (uint32_t i = 1; i <= rounds; i++)
        text_printf(text, "<th scope=\"col\"><span class=\"unseen\">Round </span>%u</th>", i);
    text_printf(text, "%s</tr></thead>\n",
        rounds == 0  ? "<th scope=\"col\">Games</th>"
            : others ? "<th scope=\"col\">Others</th>"
                     : "");
}

static void add_rounds_row(struct tables *tables, size_t row, uint32_t rounds, bool others,
    const struct showings *showings, size_t *at, struct text *text)
{
    size_t unsaid = *at;
    add_row_head(tables, row, text);
    while (*at < showings->count && showings->list[*at].row == row && showings->list[*at].round == 0 && rounds > 0)
        (*at)++;
    for (uint32_t round = 1; round <= (rounds == 0 ? 1 : rounds); round++) {
        text_add_string(text, "<td>");
        for (; *at < showings->count && showings->list[*at].row == row; (*at)++) {
            if (rounds > 0 && showings->list[*at].round != round)
                break;
            add_appearance(tables, &showings->list[*at], text);
        }
        text_add_string(text, "</td>");
    }
    if (rounds > 0 && others) {
        text_add_string(text, "<td>");
        for (; unsaid < showings->count && showings->list[unsaid].row == row && showings->list[unsaid].round == 0;
             unsaid++)
            add_appearance(tables, &showings->list[unsaid], text);
        text_add_string(text, "</td>");
    }
    text_add_string(text, "</tr>\n");
}

void table_rounds(struct tables *tables, struct text *text)
{
    struct showings showings;
    size_t at = 0;
    if (!find_showings(tables, add_appearances, &showings)) {
        text->failed = true;
        return;
    }
    uint32_t rounds = 0; /* columns of them; 0 where one column has to do */
    bool others = false;
    for (size_t i = 0; i < showings.count; i++) {
        rounds = showings.list[i].round > rounds ? showings.list[i].round : rounds;
        others |= showings.list[i].round == 0;
    }
    rounds = rounds <= TABLE_ROUNDS_MOST ? rounds : 0;
    text_printf(text, "<section>\n<h2 id=\"rounds\">%s</h2>\n", rounds > 0 ? "Round by round" : "Games of each player");
    if (tables->rows > TABLE_PLAYERS_MOST)
        text_printf(text, "<p>There are %zu players; a cross table has at most %d. Here are the games of each.</p>\n",
            tables->rows, TABLE_PLAYERS_MOST);
    text_add_string(text,
        "<div class=\"wide high\" role=\"region\" aria-labelledby=\"rounds\" tabindex=\"0\">\n<table "
        "class=\"rounds\">\n"
        "<caption class=\"unseen\">What each player got, and against whom</caption>\n");
    add_rounds_head(rounds, others, text);
    text_add_string(text, "<tbody>\n");
    for (size_t row = 0; row < tables->rows; row++)
        add_rounds_row(tables, row, rounds, others, &showings, &at, text);
    text_add_string(text, "</tbody>\n</table>\n</div>\n</section>\n");
}
