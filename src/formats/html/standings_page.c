/* SPDX-License-Identifier: MIT */
#include "formats/html/page_parts.h"
#include "formats/html/table_parts.h"
#include "formats/svg/svg.h"

static void add_head_of_page(const struct tables *tables, struct text *text)
{
    struct slice event = tables->page->event;
    SCOPED(text, title);
    text_add(&title, event.length == 0 ? slice_of("Standings") : event);
    const struct page_options options = {.title = text_slice(&title).at, .style.theme = tables->page->theme};
    html_head(&options, table_css_hash, NULL, text);
    text_printf(
        text, "<style>%s</style>\n</head>\n<body>\n<header>\n<h1><bdi>%pX</bdi></h1>\n", table_css, SLICE(&title));
    text->failed |= title.failed;
}

static void add_count_line(struct text *text, size_t count, const char *what)
{
    if (count > 0)
        text_printf(text, "<span>%zu %s%s</span> ", count, what, count == 1 ? "" : "s");
}

/* What game it is, how many are in it. */
static void add_about(const struct tables *tables, struct text *text)
{
    const struct standings *standings = tables->page->standings;
    const struct table_games *games = tables->page->games;
    struct slice game = standings->game;
    size_t played = 0;
    for (size_t i = 0; i < games->count; i++)
        played += games->list[i].why == NULL && games->list[i].unplayed == CATASTA_PLAYED;
    text_add_string(text, "<p class=\"about\">");
    if (game.at != NULL && !standings->contest.mixed)
        text_printf(text, "<span class=\"which\">%pX</span> ", SLICE(game));
    add_count_line(text, tables->rows, "player");
    add_count_line(text, standings->rounds, "round");
    add_count_line(text, played, "game");
    text_add_string(text, "</p>\n</header>\n");
}

/* Standings. */

static void add_columns(const char *const *titles, struct text *text)
{
    for (; *titles != NULL; titles++)
        text_printf(text, "<th scope=\"col\" class=\"number\">%s</th>", *titles);
}

/* What SEAT is called in the game of the first entry that has it. */
static void add_seat_column(const struct tables *tables, unsigned seat, struct text *text)
{
    const struct table_games *games = tables->page->games;
    const struct table_game *of = NULL;
    for (size_t i = 0; i < games->count && of == NULL; i++)
        if (games->list[i].seats > seat && games->list[i].names[seat] != NULL)
            of = &games->list[i];
    text_add_string(text, "<th scope=\"col\" class=\"number seat\">");
    if (of != NULL && !tables->page->standings->contest.mixed)
        table_seat_name(of, seat, text);
    else
        text_printf(text, "Seat %u", seat + 1);
    text_add_string(text, "</th>");
}

static void add_standings_head(const struct tables *tables, bool unplayed, struct text *text)
{
    const struct contest *contest = &tables->page->standings->contest;
    text_add_string(text, "<thead><tr><th scope=\"col\" class=\"number\">Rank</th><th scope=\"col\">Player</th>");
    add_columns((const char *[]){"Points", "Games", "Won", "Drawn", "Lost", NULL}, text);
    for (unsigned i = 0; i < tables->page->standings->seats; i++)
        add_seat_column(tables, i, text);
    if (unplayed)
        add_columns((const char *[]){"Not played", NULL}, text);
    for (unsigned i = 0; i < tables->tiebreaks; i++) {
        const struct tiebreak_name *name = &tiebreak_names[contest->tiebreaks[i]];
        text_printf(text, "<th scope=\"col\" class=\"number tiebreak\"><abbr title=\"%s\">%s</abbr></th>", name->title,
            name->code);
    }
    text_add_string(text, "</tr></thead>\n");
}

/* "+3 =1 −0": what was won, drawn and lost in a seat. */
static void add_seat(const struct tally *tally, struct text *text)
{
    text_add_string(text, "<td class=\"number seat\">");
    if (tally->games > 0)
        text_printf(text,
            "<span role=\"img\" aria-label=\"%u won, %u drawn, %u lost\" title=\"%u won, %u drawn, %u lost\">"
            "+%u =%u −%u</span>",
            tally->wins, tally->draws, tally->losses, tally->wins, tally->draws, tally->losses, tally->wins,
            tally->draws, tally->losses);
    text_add_string(text, "</td>");
}

static void add_standing(const struct tables *tables, size_t row, bool unplayed, struct text *text)
{
    const struct standings *standings = tables->page->standings;
    const struct standings_row *standing = &standings->rows[row];
    text_printf(text, "<tr><td class=\"number\">%u</td><th scope=\"row\"><bdi>%pX</bdi></th><td class=\"points\">",
        standing->rank, SLICE(standing->name));
    points_write(standing->points, text);
    text_printf(text,
        "</td><td class=\"number\" data-label=\"game%s\">%u</td><td class=\"number\" data-label=\"won\">%u</td>"
        "<td class=\"number\" data-label=\"drawn\">%u</td><td class=\"number\" data-label=\"lost\">%u</td>",
        standing->all.games == 1 ? "" : "s", standing->all.games, standing->all.wins, standing->all.draws,
        standing->all.losses);
    for (unsigned i = 0; i < standings->seats; i++)
        add_seat(&standing->seats[i], text);
    if (unplayed)
        text_printf(text, "<td class=\"number\" data-label=\"not played\">%u</td>", standing->unplayed);
    for (unsigned i = 0; i < tables->tiebreaks; i++) {
        text_printf(text, "<td class=\"number tiebreak\" data-label=\"%s\">",
            tiebreak_names[standings->contest.tiebreaks[i]].code);
        points_write(standing->tiebreaks[i], text);
        text_add_string(text, "</td>");
    }
    text_add_string(text, "</tr>\n");
}

static void add_standings(const struct tables *tables, struct text *text)
{
    bool unplayed = false;
    for (size_t i = 0; i < tables->rows; i++)
        unplayed |= tables->page->standings->rows[i].unplayed > 0;
    text_add_string(text, "<section>\n<h2 id=\"standings\">Standings</h2>\n");
    if (tables->tiebreaks > 0)
        text_add_string(text, "<label class=\"more\"><input type=\"checkbox\"> with tie-breaks</label>\n");
    text_add_string(text,
        "<div class=\"wide\" role=\"region\" aria-labelledby=\"standings\" tabindex=\"0\">\n"
        "<table class=\"standings\">\n"
        "<caption class=\"unseen\">The players in the order of their ranks</caption>\n");
    add_standings_head(tables, unplayed, text);
    text_add_string(text, "<tbody>\n");
    for (size_t row = 0; row < tables->rows; row++)
        add_standing(tables, row, unplayed, text);
    text_add_string(text, "</tbody>\n</table>\n</div>\n</section>\n");
}

void table_page(const struct table_page *page, struct text *text)
{
    struct tables tables;
    if (tables_begin(&tables, page)) {
        add_head_of_page(&tables, text);
        add_about(&tables, text);
        text_add_string(text, "<main>\n");
        if (tables.rows > 0) {
            add_standings(&tables, text);
            table_cross(&tables, text);
            table_rounds(&tables, text);
        } else {
            text_add_string(text, "<p>No game counts, so there are no standings.</p>\n");
        }
        table_matches(&tables, text);
        table_notes(&tables, text);
        text_add_string(text, "</main>\n</body>\n</html>\n");
    }
    tables_end(&tables);
}
