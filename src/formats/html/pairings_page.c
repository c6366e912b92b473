/* SPDX-License-Identifier: MIT */
/* Pairings to be put on a wall: a row for each board, with room for the result. */
#include "formats/html/page_parts.h"
#include "formats/html/table_parts.h"
#include "formats/text/pairings_format.h"

/* CELL is the name of the element and its attributes. */
static void add_paired(const struct pairings *pairings, uint32_t player, const char *cell, struct text *text)
{
    const points has = pairings_points(pairings, player);
    text_printf(text, "<%s><bdi>%pX</bdi></%.2s><td class=\"number\" data-label=\"point%s\">", cell,
        SLICE(pairings->standings->players[player].name), cell, has == POINT ? "" : "s");
    points_write(has, text);
    text_add_string(text, "</td>");
}

static void add_board_row(const struct pairings *pairings, size_t i, struct text *text)
{
    const struct pairing_board *board = &pairings->boards[i];
    text_add_string(text, "<tr><td class=\"number\">");
    if (board->second != NOBODY)
        text_add_number(text, (long long)i + 1);
    text_add_string(text, "</td>");
    add_paired(pairings, board->first, "th scope=\"row\"", text);
    if (board->second != NOBODY) {
        text_add_string(text, "<td class=\"result\">\u2003:\u2003</td>");
        add_paired(pairings, board->second, "td class=\"second\"", text);
    } else {
        text_printf(text, "<td></td><td class=\"second\">%s</td><td></td>", pairings_free_word(pairings));
    }
    text_add_string(text, "</tr>\n");
}

void pairings_page(const struct pairings *pairings, struct slice event, enum svg_theme theme, struct text *text)
{
    SCOPED(text, title);
    text_printf(&title, "%pS%sound %u", SLICE(event), event.length > 0 ? ": r" : "R", pairings->round);
    size_t boards = 0;
    for (size_t i = 0; i < pairings->count; i++)
        boards += pairings->boards[i].second != NOBODY;
    const size_t players = pairings->count + boards;
    const struct page_options options = {.title = text_slice(&title).at, .style.theme = theme};
    html_head(&options, table_css_hash, NULL, text);
    text_printf(text,
        "<style>%s</style>\n</head>\n<body>\n<header>\n<h1><bdi>%pX</bdi></h1>\n<p class=\"about\"><span>%zu "
        "players</span> "
        "<span>%zu board%s</span></p>\n</header>\n<main>\n<section>\n"
        "<div class=\"wide\" role=\"region\" aria-label=\"Who meets whom\" tabindex=\"0\">\n<table "
        "class=\"pairings\">\n<caption class=\"unseen\">Who meets whom</caption>\n<thead><tr>"
        "<th scope=\"col\" class=\"number\">Board</th><th scope=\"col\">First seat</th>"
        "<th scope=\"col\" class=\"number\">Points</th><th scope=\"col\" class=\"result\">Result</th>"
        "<th scope=\"col\">Second seat</th><th scope=\"col\" class=\"number\">Points</th></tr></thead>\n<tbody>\n",
        table_css, SLICE(&title), players, boards, boards == 1 ? "" : "s");
    for (size_t i = 0; i < pairings->count; i++)
        add_board_row(pairings, i, text);
    text_add_string(text, "</tbody>\n</table>\n</div>\n</section>\n");
    for (size_t i = 0; i < pairings->absent_count; i++)
        text_printf(text, "%s<li><bdi>%pX</bdi>: %s</li>\n", i == 0 ? "<section>\n<h2>Not paired</h2>\n<ul>\n" : "",
            SLICE(pairings->standings->players[pairings->absent[i]].name),
            pairings_absence(pairings, pairings->absent[i]));
    text_printf(text, "%s</main>\n</body>\n</html>\n", pairings->absent_count > 0 ? "</ul>\n</section>\n" : "");
    text->failed |= title.failed;
}
