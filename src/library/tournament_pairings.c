/* SPDX-License-Identifier: MIT */
/* Pairings of the next round of standings, in all formats. */
#include "formats/text/pairings_format.h"
#include "library/accessors.h"
#include "library/tournament_table.h"
#include "tournament/trf.h"

#include <stdlib.h>

struct catasta_pairings {
    struct catasta_standings *standings; /* the caller's */
    struct pairings pairings;
};

unsigned catasta_next_round(const catasta_standings *standings)
{
    return last_paired_round(standings->standings) + 1;
}

unsigned catasta_planned_rounds(const catasta_standings *standings)
{
    return standings->standings->planned;
}

uint64_t catasta_games_left_out(const catasta_standings *standings)
{
    uint64_t count = 0;
    for (size_t i = 0; i < UNCOUNTED_COUNT; i++)
        count += standings->tournament.uncounted[i];
    return count;
}

catasta_pairings *catasta_pairings_new(
    catasta_standings *standings, unsigned round, const char *written, size_t length, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct catasta_pairings *pairings = memory_new(sizeof *pairings);
    struct text why = {0};
    bool made = false;
    if (pairings != NULL && standings_ready(standings)) {
        pairings->standings = standings;
        made = written == NULL
            ? pairings_round_robin(&pairings->pairings, standings->standings, round, &why)
            : pairings_read(&pairings->pairings, standings->standings, round, (struct slice){written, length}, &why);
    }
    report_error(&why, errors);
    if (!report_memory(since, errors) && made)
        return pairings;
    catasta_pairings_free(pairings);
    return NULL;
}

void catasta_pairings_free(catasta_pairings *pairings)
{
    if (pairings == NULL)
        return;
    pairings_release(&pairings->pairings);
    free(pairings);
}

bool catasta_write_pairings(
    const catasta_pairings *pairings, enum catasta_format format, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    pairings_table(&pairings->pairings, table_format(format), pairings->standings->tournament.event,
        &pairings->standings->style, &text);
    if (format == CATASTA_JSON)
        text_add_char(&text, '\n');
    return text_deliver(&text, since, sink);
}

bool catasta_write_pairings_page(
    const catasta_pairings *pairings, enum catasta_theme theme, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    pairings_page(&pairings->pairings, pairings->standings->tournament.event,
        theme <= CATASTA_PRINT ? (enum svg_theme)theme : SVG_AUTO, &text);
    return text_deliver(&text, since, sink);
}

size_t catasta_pairings_count(const catasta_pairings *pairings)
{
    const struct pairings *all = &pairings->pairings;
    size_t count = all->count;
    while (!all->gives_byes && count > 0 && all->boards[count - 1].second == NOBODY)
        count--;
    return count;
}

bool catasta_write_pairing(
    const catasta_pairings *pairings, size_t i, const char *ruleset, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    const struct pairings *all = &pairings->pairings;
    const struct pairing_board *board = &all->boards[i];
    const struct player *players = all->standings->players;
    struct slice event = pairings->standings->tournament.event;
    struct text text = {0};
    SCOPED(text, round);
    text_printf(&round, "%u.%zu", all->round, i + 1);
    tag_line(&text, "Ruleset", ruleset_name_in(slice_of(ruleset)));
    if (event.length > 0)
        tag_line(&text, "Event", event);
    tag_line(&text, "Round", text_slice(&round));
    tag_line(&text, "White", players[board->first].name);
    if (board->second != NOBODY)
        tag_line(&text, "Black", players[board->second].name);
    else
        tag_line(&text, "Termination", slice_of("bye"));
    text_add_string(&text, board->second != NOBODY ? "[Result \"*\"]\n\n*\n" : "\n");
    return text_deliver(&text, since, sink);
}

const char *catasta_standings_ruleset(const catasta_standings *standings)
{
    return standings->ruleset.length > 0 ? standings->ruleset.bytes : NULL;
}
