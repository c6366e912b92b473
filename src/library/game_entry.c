/* SPDX-License-Identifier: MIT */
/* What a judged game counts for. */
#include "games/sides.h"
#include "library/accessors.h"

#include <assert.h>

static_assert((int)CATASTA_SEATS == (int)SEATS && (int)CATASTA_UNPLAYED == (int)UNPLAYED_GAME &&
        (int)CATASTA_FEWEST_POINTS == (int)SCORE_LOWEST_WINS,
    "these are given as they are");

/* An illegal game, if it is to count: as the board ended it, else as it was resigned or is
   claimed. */
static enum catasta_counted count_illegal_game(const struct report *report, struct outcome *outcome)
{
    const struct declared_result *claim = &report->declared;
    struct declared_result resigned = declared_resigned(report->resigned == 2 ? 2 : 1);
    if (outcome->reason != NULL)
        return CATASTA_COUNTED_ILLEGAL;
    if (report->resigned == 0 && !declared_is_made(claim))
        return CATASTA_LEFT_UNDECIDED;
    declared_apply(
        report->resigned != 0 ? &resigned : claim, report->book.game, report->book.rules, report->seats, outcome);
    return CATASTA_COUNTED_ILLEGAL;
}

/* OUTCOME is the report's, and becomes what counts. */
static enum catasta_counted count_entry(const struct report *report, bool count_illegal, struct outcome *outcome)
{
    if (!report->judged)
        return CATASTA_LEFT_UNREADABLE;
    if (!report->legal)
        return count_illegal && report->unplayed == UNPLAYED_NONE ? count_illegal_game(report, outcome)
                                                                  : CATASTA_LEFT_ILLEGAL;
    if (outcome->reason == NULL)
        return CATASTA_LEFT_UNDECIDED;
    if (report->unplayed != UNPLAYED_NONE)
        return CATASTA_COUNTED_UNPLAYED;
    if (report->adjudicated)
        return CATASTA_COUNTED_ADJUDICATED;
    return outcome->over ? CATASTA_COUNTED : CATASTA_COUNTED_CLAIMED;
}

/* The half points of SEAT, from 0.  Points that are claimed of a game the board did not end count
   as claimed; where the fewest win, the other side of a resignation has none. */
static int32_t halves_of(const struct report *report, const struct outcome *outcome, unsigned seat)
{
    bool won = (outcome->winners >> seat & 1) != 0;
    if (report->unplayed != UNPLAYED_NONE)
        return outcome->halves[seat];
    if (declared_has_points(&report->declared) && !outcome->over && outcome->reason == report->declared.reason)
        return report->declared.halves[seat];
    bool resigned = won && !outcome->over && !report->adjudicated;
    return resigned && report->book.game->result.scoring == SCORE_LOWEST_WINS ? 0 : outcome->halves[seat];
}

bool catasta_game_entry(const catasta_game *game, struct catasta_entry *found)
{
    const struct report *report = &game->report;
    const struct rulebook *book = &report->book;
    struct outcome outcome = report->outcome;
    struct catasta_entry full = {
        .counted = count_entry(report, game->session->options.count_illegal, &outcome),
        .unplayed = (enum catasta_unplayed)report->unplayed,
        .scoring = book->game == NULL ? CATASTA_WINS : (enum catasta_scoring)book->game->result.scoring,
    };
    bool counts = full.counted < CATASTA_LEFT_ILLEGAL;
    full.winners = counts ? outcome.winners : 0;
    for (unsigned seat = 0; counts && seat < report->seats; seat++)
        full.halves[seat] = halves_of(report, &outcome, seat);
    sides_places(full.winners, full.halves, report->seats, book->game == NULL ? 0 : sides_of(book->rules),
        full.scoring == CATASTA_FEWEST_POINTS, full.places);
    return GIVE(found, full);
}

bool catasta_game_match(const catasta_game *game, struct catasta_match_rule *found)
{
    const struct rulebook *book = &game->report.book;
    if (book->game == NULL)
        return false;
    const struct match_rule rule = game_rules_of(book->rules)->match;
    struct catasta_match_rule full = {
        .points = rule.points, .best_of = rule.best_of, .winner_starts = rule.winner_starts};
    return GIVE(found, full);
}
