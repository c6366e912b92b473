/* SPDX-License-Identifier: MIT */
/* Standings as a self-contained page: HTML with its style, no script, which loads
   nothing and sends nothing.

       standings        a row for each player
       cross table      a row and a column for each player, a cell their games; each links
                        to its replay page.  With many players there is none.
       round by round   a row for each player, a column for each round
       matches
       notes            games that do not count, names alike, what signs and codes mean

   What records say is text alone; the policy in the head allows the one style, by its
   hash. */
#ifndef CATASTA_FORMATS_HTML_STANDINGS_PAGE_H
#define CATASTA_FORMATS_HTML_STANDINGS_PAGE_H

#include "formats/svg/svg.h"
#include "tournament/matches.h"
#include "tournament/table_games.h"

/* A cross table has no more players, and a table of rounds no more columns. */
enum { TABLE_PLAYERS_MOST = 200, TABLE_ROUNDS_MOST = 40 };

struct table_page {
    const struct standings *standings; /* ranked */
    struct slice event;                /* of all games, empty where they differ */
    const struct table_games *games;   /* all that were offered to them */
    const struct matches *matches;     /* NULL: there are none */
    const char *folder;                /* of the replay pages, seen from the page; NULL: there are none */
    enum svg_theme theme;
};

void table_page(const struct table_page *page, struct text *text);

/* table.css as the build embeds it, and its "sha256-…". */
extern const char table_css[];
extern const char table_css_hash[];

#endif
