/* SPDX-License-Identifier: MIT */
/* What was played in positions, as a page. */
#include "formats/html/page_parts.h"
#include "formats/html/standings_page.h"
#include "formats/text/stats_format.h"

#include <inttypes.h>

static void add_played_board(const struct played *played, const struct svg_style *style, struct text *text)
{
    const struct game *game = played->book->game;
    struct svg_frame frame;
    SCOPED(arena, arena);
    struct view view;
    if (game->display.view(played->book->rules, played->state, NULL, &arena, &view)) {
        const struct svg_caption caption = {.title = "The position"};
        svg_frame_begin(&frame, style);
        svg_frame_add(&frame, &view);
        svg_frame_caption(&frame, &view, &caption);
        text_add_string(text, "<figure>");
        svg_document(&frame, &view, &caption, false, text);
        text_add_string(text, "</figure>\n");
    } else {
        text->failed = true;
    }
}

static void add_played_turn(const struct stat_row *row, uint64_t games, uint64_t most, struct text *text)
{
    text_printf(text,
        "<tr><th scope=\"row\"><bdi>%pX</bdi></th><td class=\"number\">%" PRIu64 "</td><td class=\"number\">",
        SLICE(row->name), row->count);
    add_percentage(row->count, games, text);
    text_printf(text, "</td><td class=\"bar\"><i style=\"width: %" PRIu64 "%%\"></i></td><td class=\"points\">",
        row->count * 100 / most);
    add_score(row, text);
    text_add_string(text, "</td></tr>\n");
}

static void add_played_turns(const struct played *played, size_t number, struct text *text)
{
    const struct stat_row *rows = played->turns.rows[STAT_FIRST];
    size_t count = played->turns.counts[STAT_FIRST];
    size_t shown = count < played->most ? count : played->most;
    text_printf(text,
        "<div>\n<div class=\"wide\" role=\"region\" aria-labelledby=\"position%zu\" tabindex=\"0\">\n<table>\n"
        "<caption class=\"unseen\">Turns that were played, the most frequent first</caption>\n"
        "<thead><tr><th scope=\"col\">Turn</th><th scope=\"col\" class=\"number\">Games</th>"
        "<th scope=\"colgroup\" colspan=\"2\">Share</th><th scope=\"col\" class=\"number\">Score</th></tr></thead>\n"
        "<tbody>\n",
        number);
    for (size_t i = 0; i < shown; i++)
        add_played_turn(&rows[i], played->turns.games, rows[0].count, text);
    text_add_string(text, "</tbody>\n</table>\n</div>\n");
    if (count > shown)
        text_printf(text, "<p class=\"faint\">and %zu more</p>\n", count - shown);
    text_add_string(text, "</div>\n");
}

void played_page(const struct played *played, size_t count, enum svg_theme theme, struct text *text)
{
    const struct page_options options = {.title = "What was played", .style.theme = theme};
    html_head(&options, "unsafe-inline", NULL, text);
    text_printf(text, "<style>%s%s</style>\n</head>\n<body>\n<header>\n<h1>What was played</h1>\n</header>\n<main>\n",
        table_css, svg_css(theme));
    for (size_t i = 0; i < count; i++) {
        text_printf(text, "<section>\n<h2 id=\"position%zu\"><bdi>%pX</bdi></h2>\n<p class=\"about\">", i + 1,
            SLICE(played[i].ruleset));
        played_about(&played[i], text);
        text_add_string(text, "</p>\n<div class=\"played\">\n");
        add_played_board(&played[i], &options.style, text);
        if (played[i].turns.counts[STAT_FIRST] > 0)
            add_played_turns(&played[i], i + 1, text);
        text_add_string(text, "</div>\n</section>\n");
    }
    text_add_string(text, "</main>\n</body>\n</html>\n");
}
