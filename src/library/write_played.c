/* SPDX-License-Identifier: MIT */
/* What was played in a position, in the formats that there are for it. */
#include "formats/text/stats_format.h"
#include "library/accessors.h"

#include <stdlib.h>

static struct stat_row row_of(const struct catasta_played_turn *turn)
{
    return (struct stat_row){.name = slice_of(turn->turn == NULL ? "" : turn->turn),
        .kind = STAT_FIRST,
        .count = turn->games,
        .scored = turn->counted,
        .score = turn->score};
}

/* GIVEN as formats have it, its rows in ARENA. */
static bool read_played(const struct catasta_played *given, struct arena *arena, struct played *played)
{
    struct catasta_played full;
    TAKE(full, given);
    const struct rulebook *book = position_book(full.position);
    unsigned seat = catasta_position_to_move(full.position);
    struct stat_row *rows = arena_alloc(arena, (full.count + 1) * sizeof *rows);
    if (rows == NULL)
        return false;
    for (size_t i = 0; i < full.count; i++)
        rows[i] = row_of(&full.turns[i]);
    *played = (struct played){.book = book,
        .state = position_state(full.position),
        .ruleset = full.ruleset,
        .seat = seat == 0 ? NULL : game_seat_name(book->rules, seat),
        .ended = full.ended,
        .most = full.most == 0 ? SIZE_MAX : full.most,
        .all = row_of(&full.all)};
    played->turns.games = full.all.games;
    played->turns.rows[STAT_FIRST] = rows;
    played->turns.counts[STAT_FIRST] = full.count;
    return true;
}

bool catasta_write_played(const catasta_session *session, const struct catasta_played *played, size_t count,
    enum catasta_format format, enum catasta_theme theme, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct text text = {0};
    struct played *list = arena_alloc(&arena, (count + 1) * sizeof *list);
    bool known = format == CATASTA_TEXT || format == CATASTA_JSON || format == CATASTA_HTML;
    bool read = list != NULL && known;
    for (size_t i = 0; i < count && read; i++)
        read = read_played(&played[i], &arena, &list[i]);
    for (size_t i = 0; i < count && read && format != CATASTA_HTML; i++) {
        text_add_string(&text, i > 0 && format == CATASTA_TEXT ? "\n" : "");
        if (format == CATASTA_TEXT)
            played_text(&list[i], &session->style, &text);
        else
            played_json(&list[i], &text);
    }
    if (read && format == CATASTA_HTML)
        played_page(list, count, theme <= CATASTA_PRINT ? (enum svg_theme)theme : SVG_AUTO, &text);
    return text_deliver(&text, since, sink) && read;
}
