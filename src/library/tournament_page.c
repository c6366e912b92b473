/* SPDX-License-Identifier: MIT */
/* Standings as a page. */
#include "formats/html/standings_page.h"
#include "library/match_list.h"
#include "library/tournament_table.h"

bool catasta_write_table_page(catasta_standings *standings, const catasta_matches *matches, const char *folder,
    enum catasta_theme theme, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    if (!standings_ready(standings))
        return false;
    const struct table_page page = {
        .standings = standings->standings,
        .event = standings->tournament.event,
        .games = &standings->games,
        .matches = matches == NULL ? NULL : &matches->matches,
        .folder = folder,
        .theme = theme <= CATASTA_PRINT ? (enum svg_theme)theme : SVG_AUTO,
    };
    table_page(&page, &text);
    return text_deliver(&text, since, sink);
}
