/* SPDX-License-Identifier: MIT */
/* What the files of the page of tables share: players by their lines, and games in words. */
#ifndef CATASTA_FORMATS_HTML_TABLE_PARTS_H
#define CATASTA_FORMATS_HTML_TABLE_PARTS_H

#include "formats/html/standings_page.h"

/* A page at work. */
struct tables {
    const struct table_page *page;
    struct arena arena;
    size_t rows;         /* of the standings */
    unsigned tiebreaks;  /* the columns of them: those of the contest, or 0 if no two players have the same points */
    struct slice *names; /* by number: short enough for a sentence, and escaped */
    uint32_t *row_of;    /* by number, from 1; 0: not in any row */
    uint32_t *player_of; /* by row */
    struct text said;    /* a sentence at work */
    unsigned marks;      /* bit c for each enum catasta_counted that is shown with a mark */
    bool forfeits;       /* signs that are shown */
    bool unplayed;
};

/* False when out of memory; to be ended either way. */
bool tables_begin(struct tables *tables, const struct table_page *page);
void tables_end(struct tables *tables);

static inline const struct table_seat *table_seat_at(
    const struct tables *tables, const struct table_game *game, unsigned seat)
{
    return &tables->page->games->seats[game->first + seat];
}

/* Whether SEAT's player has a row and the game counts, so that it is to be shown there. */
bool table_is_shown(const struct tables *tables, const struct table_game *game, unsigned seat);

/* The short name of the player at SEAT, or of the seat. */
void table_player(const struct tables *tables, const struct table_game *game, unsigned seat, struct text *text);
void table_seat_name(const struct table_game *game, unsigned seat, struct text *text);

/* The INDEXth game as seen from SEAT, OTHER of another seat or the seat itself for all of
   them: a sign that says all in words when asked, and leads to its replay page. */
void table_sign(struct tables *tables, size_t index, unsigned seat, unsigned other, struct text *text);

/* A link to the replay page of the INDEXth game up to its '>', or nothing where there is
   none; true for a link. */
bool table_link(const struct tables *tables, size_t index, struct text *text);

/* The mark of what counts, but not as the board ended it; "" for the others. */
const char *table_mark(enum catasta_counted counted);

/* The two tables of games. */
void table_cross(struct tables *tables, struct text *text);
void table_rounds(struct tables *tables, struct text *text);

/* The notes below the tables. */
void table_matches(struct tables *tables, struct text *text);
void table_notes(struct tables *tables, struct text *text);

#endif
