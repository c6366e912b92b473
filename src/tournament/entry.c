#include "tournament/entry.h"

static struct slice tag_value(const struct record *record, const char *name)
{
    const struct tag *tag = record_tag(record, name);
    return tag == NULL || !value_is_known(tag->value) ? (struct slice){"", 0} : tag->value;
}

/* The digits that VALUE begins with; 0 where there are none, or too many. */
static uint32_t leading_number(struct slice value)
{
    uint32_t number = 0;
    size_t digits = 0;
    while (digits < value.length && value.at[digits] >= '0' && value.at[digits] <= '9')
        digits++;
    return slice_number(slice_shorter(value, digits), 1000000, &number) ? number : 0;
}

/* An illegal game, if it is to count: as the board ended it, else as it was resigned or is
   claimed. */
static enum counted count_illegal_game(const struct report *report, struct outcome *outcome)
{
    const struct declared_result *claim = &report->declared;
    struct declared_result resigned = declared_resigned(report->resigned == 2 ? 2 : 1);
    if (outcome->reason != NULL)
        return COUNTED_ILLEGAL;
    if (report->resigned == 0 && !declared_is_made(claim))
        return LEFT_UNDECIDED;
    declared_apply(
        report->resigned != 0 ? &resigned : claim, report->book.game, report->book.rules, report->seats, outcome);
    return COUNTED_ILLEGAL;
}

/* OUTCOME is the report's, and becomes what counts. */
static enum counted count(const struct report *report, bool count_illegal, struct outcome *outcome)
{
    if (!report->judged)
        return LEFT_UNREADABLE;
    if (!report->legal)
        return count_illegal && report->unplayed == UNPLAYED_NONE ? count_illegal_game(report, outcome) : LEFT_ILLEGAL;
    if (outcome->reason == NULL)
        return LEFT_UNDECIDED;
    if (report->unplayed != UNPLAYED_NONE)
        return COUNTED_UNPLAYED;
    if (report->adjudicated)
        return COUNTED_ADJUDICATED;
    return outcome->over ? COUNTED : COUNTED_CLAIMED;
}

/* What SEAT, from 0, gets.  Points that are claimed of a game the board did not end count
   as claimed; where the fewest win, the other side of a resignation has none. */
static int32_t halves_of(const struct report *report, const struct outcome *outcome, unsigned seat)
{
    bool won = (outcome->winners >> seat & 1) != 0;
    if (report->unplayed != UNPLAYED_NONE)
        return outcome->halves[seat];
    if (declared_has_points(&report->declared) && !outcome->over && outcome->reason == report->declared.reason)
        return report->declared.halves[seat];
    bool resigned = won && !outcome->over && !report->adjudicated;
    return resigned && report->book.game->scoring == SCORE_LOWEST_WINS ? 0 : outcome->halves[seat];
}

void entry_read(const struct report *report, const char *file, uint32_t number, bool count_illegal, struct entry *entry)
{
    const struct game *game = report->book.game;
    struct outcome outcome = report->outcome;
    *entry = (struct entry){.report = report, .file = file, .number = number, .unplayed = report->unplayed};
    entry->counted = count(report, count_illegal, &outcome);
    entry->match = tag_value(report->record, "Match");
    entry->event = tag_value(report->record, "Event");
    entry->round = leading_number(tag_value(report->record, "Round"));
    if (game == NULL)
        return;
    entry->scoring = game->scoring;
    if (game->match != NULL)
        game->match(report->book.rules, &entry->rule);
    entry->sides = sides_of(game, report->book.rules);
    entry->winners = outcome.winners;
    for (unsigned seat = 0; entry_counts(entry) && seat < report->seats; seat++)
        entry->halves[seat] = halves_of(report, &outcome, seat);
}

struct slice entry_player(const struct entry *entry, unsigned seat)
{
    struct slice name = entry->report->players[seat];
    return value_is_known(name) ? name : (struct slice){NULL, 0};
}

int entry_compare(const struct entry *entry, unsigned seat, unsigned other)
{
    bool won = (entry->winners >> seat & 1) != 0;
    bool lost = (entry->winners >> other & 1) != 0;
    if (won != lost || entry->winners == 0)
        return (int)won - (int)lost;
    if (won)
        return 0;
    int64_t own = sides_total(entry->halves, entry->report->seats, entry->sides, seat);
    int64_t others = sides_total(entry->halves, entry->report->seats, entry->sides, other);
    int better = (own > others) - (own < others);
    return entry->scoring == SCORE_LOWEST_WINS ? -better : better;
}
