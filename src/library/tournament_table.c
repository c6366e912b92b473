/* SPDX-License-Identifier: MIT */
/* Standings, added up game by game. */
#include "library/tournament_table.h"
#include "formats/text/score_line.h"
#include "ruleset/ruleset.h"

#include <stdlib.h>

/* What a list of options says wrongly. */

static const char *nearest_tiebreak(struct slice word)
{
    const char *names[2 * TIEBREAK_COUNT];
    for (size_t i = 0; i < TIEBREAK_COUNT; i++) {
        names[i] = tiebreak_names[i].name;
        names[TIEBREAK_COUNT + i] = tiebreak_names[i].code;
    }
    return nearest_name(word, names, sizeof names / sizeof names[0]);
}

static void write_tiebreak_error(struct slice word, struct text *text)
{
    const char *near = nearest_tiebreak(word);
    text_printf(text, "%s%pE%s%s%s%s the tie-breaks are",
        word.length == 0 ? "the list of tie-breaks has an empty entry" : "unknown tie-break '", SLICE(word),
        word.length == 0 ? "" : "'", near == NULL ? ";" : "; did you mean '", near == NULL ? "" : near,
        near == NULL ? "" : "'?");
    for (size_t i = 0; i < TIEBREAK_COUNT; i++)
        text_printf(text, "%s %s (%s)", i == 0 ? "" : ",", tiebreak_names[i].name, tiebreak_names[i].code);
    text_add_string(text, " and none");
}

static bool read_tiebreaks(struct contest *contest, const char *list, struct text *error)
{
    struct slice wrong;
    if (list == NULL || contest_read_tiebreaks(contest, slice_of(list), &wrong))
        return true;
    if (tiebreak_find(slice_trim(wrong)) == TIEBREAK_COUNT) {
        write_tiebreak_error(wrong, error);
        return false;
    }
    text_printf(
        error, "the tie-break '%pE' is in the list twice; name each once, the most important first", SLICE(wrong));
    return false;
}

static bool read_places(struct contest *contest, const char *list, struct text *error)
{
    struct slice wrong;
    if (list == NULL || contest_read_places(contest, slice_of(list), &wrong))
        return true;
    text_printf(error,
        "places take 'score', or a number for each place from the first, such as '3,1,0': at most %u numbers from 0 to "
        "%u, with at most two decimals, none greater than the one before it; not '%pE'",
        SEATS, POINTS_MOST, SLICE(wrong));
    return false;
}

/* Where points are the games' own scores, tie-breaks that add up those of opponents are refused
   if they were asked for, and else left out. */
static bool fit_tiebreaks(struct contest *contest, bool asked, struct text *error)
{
    unsigned count = 0;
    for (unsigned i = 0; i < contest->tiebreak_count; i++) {
        const struct tiebreak_name *name = &tiebreak_names[contest->tiebreaks[i]];
        bool fits = !contest->by_score || !name->adds_points;
        if (!fits && asked) {
            text_printf(error,
                "the tie-break '%s' cannot be used if points are the scores of the games: it adds up the points of "
                "opponents in games won and lost",
                name->name);
            return false;
        }
        if (fits)
            contest->tiebreaks[count++] = contest->tiebreaks[i];
    }
    contest->tiebreak_count = count;
    return true;
}

static bool read_contest(const struct catasta_contest *words, struct contest *contest, struct text *error)
{
    contest_init(contest, words->round_robin, words->matches);
    contest->mixed = words->mixed;
    contest->keep_rounds = words->keep_rounds;
    return read_tiebreaks(contest, words->tiebreaks, error) && read_places(contest, words->places, error) &&
        fit_tiebreaks(contest, words->tiebreaks != NULL, error);
}

static struct catasta_standings *new_standings(const struct contest *contest)
{
    unsigned since = memory_failures();
    struct catasta_standings *standings = memory_new(sizeof *standings);
    if (standings == NULL)
        return NULL;
    table_games_init(&standings->games);
    text_init(&standings->event);
    text_init(&standings->ruleset);
    text_init(&standings->reason);
    standings->standings = standings_new(contest);
    standings->tournament.standings = standings->standings;
    if (!memory_ran_out(since))
        return standings;
    catasta_standings_free(standings);
    return NULL;
}

catasta_standings *catasta_standings_new(
    catasta_session *session, const struct catasta_contest *contest, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct contest read;
    struct catasta_contest full;
    TAKE(full, contest);
    contest = &full;
    struct text error = {0};
    struct catasta_standings *standings = NULL;
    if (read_contest(contest, &read, &error))
        standings = new_standings(&read);
    report_error(&error, errors);
    report_memory(since, errors);
    if (standings == NULL)
        return NULL;
    standings->style = session->style;
    standings->keeps_games = contest->keep_games;
    return standings;
}

void catasta_standings_free(catasta_standings *standings)
{
    if (standings == NULL)
        return;
    standings_free(standings->standings);
    table_games_release(&standings->games);
    text_release(&standings->event);
    text_release(&standings->ruleset);
    text_release(&standings->reason);
    free(standings);
}

/* Games one by one. */

static enum uncounted uncounted_as(const struct entry *entry, enum omission why)
{
    switch (why) {
    case OMITTED_UNNAMED:
        return UNCOUNTED_UNNAMED;
    case OMITTED_ALONE:
        return UNCOUNTED_ALONE;
    case OMITTED_TWICE_NAMED:
        return UNCOUNTED_TWICE_NAMED;
    case OMITTED_BEYOND:
        return UNCOUNTED_BEYOND;
    default:
        break;
    }
    return entry->counted == CATASTA_LEFT_ILLEGAL  ? UNCOUNTED_ILLEGAL
        : entry->counted == CATASTA_LEFT_UNDECIDED ? UNCOUNTED_UNDECIDED
                                                   : UNCOUNTED_UNREADABLE;
}

/* Keeps a value while all entries have the same. */
static void take_common(const struct catasta_standings *standings, struct slice value, struct text *kept)
{
    if (!standings->any)
        text_add(kept, value);
    else if (!slice_equal(text_slice(kept), value))
        text_clear(kept);
}

static void explain_other_game(const struct catasta_standings *standings, const struct entry *entry, struct text *why)
{
    const struct contest *contest = &standings->standings->contest;
    text_printf(why, "it is a game of %pS, but the games before it are of %pS%s", SLICE(entry->game),
        SLICE(standings->standings->game),
        contest->mixed && contest->by_score
            ? "; if points are the scores of the games, games in which the fewest win need a separate table"
            : "; only mixed standings count them together");
}

enum catasta_added standings_take(
    struct catasta_standings *standings, const catasta_game *game, const struct entry *entry, const char **reason)
{
    unsigned since = memory_failures();
    enum omission omission = OMITTED_NOT;
    enum entry_added added = standings_add(standings->standings, entry, &omission);
    text_clear(&standings->reason);
    standings->added = added == ENTRY_ADDED;
    if (added == ENTRY_ADDED) {
        standings->tournament.counted[entry->counted]++;
        take_common(standings, entry->event.value, &standings->event);
        take_common(standings, entry->ruleset, &standings->ruleset);
        standings->any = true;
        standings->tournament.event = text_slice(&standings->event);
    }
    bool refused = added == ENTRY_OTHER_GAME;
    if (refused) {
        explain_other_game(standings, entry, &standings->reason);
    } else if (added == ENTRY_NOT_ADDED) {
        standings->uncounted = uncounted_as(entry, omission);
        standings->tournament.uncounted[standings->uncounted]++;
        text_add_string(&standings->reason, uncounted_names[standings->uncounted].text);
    }
    *reason = standings->reason.bytes;
    if (standings->keeps_games && !refused && added != ENTRY_NO_MEMORY && game != NULL)
        table_games_add(
            &standings->games, game, entry, added == ENTRY_ADDED ? NULL : uncounted_names[standings->uncounted].text);
    if (added == ENTRY_NO_MEMORY || memory_ran_out(since))
        return CATASTA_ADDED_NO_MEMORY;
    return refused ? CATASTA_REFUSED : added == ENTRY_ADDED ? CATASTA_ADDED : CATASTA_LEFT_OUT;
}

enum catasta_added catasta_standings_add(catasta_standings *standings, const catasta_game *game, const char **reason)
{
    struct entry entry;
    entry_read(game, &entry);
    return standings_take(standings, game, &entry, reason);
}

void standings_end_game(
    const struct catasta_standings *standings, enum catasta_format format, struct slice name, struct text *text)
{
    if (format == CATASTA_JSON)
        score_json_counted(standings->added ? NULL : uncounted_names[standings->uncounted].key, text);
    else if (!standings->added) {
        text_add(text, name);
        standings_uncounted(standings->uncounted, format == CATASTA_TSV, text);
    }
}

/* The tables. */

bool standings_ready(struct catasta_standings *standings)
{
    standings->ranked = standings->ranked || standings_rank(standings->standings);
    return standings->ranked;
}

bool catasta_standings_rank(catasta_standings *standings, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct text message = {0};
    bool ready = standings_ready(standings);
    const struct beyond *beyond = &standings->standings->beyond;
    if (beyond->count > 0)
        text_printf(&message,
            "there are no standings: direct encounter cannot separate %zu players with the same points, such as %pS, "
            "since it needs fractions of more than 64 bits; choose other tie-breaks",
            beyond->count, SLICE(beyond->name));
    report_error(&message, errors);
    return !report_memory(since, errors) && ready;
}

/* Where a table goes, part by part. */
struct table_sink {
    unsigned since;
    const struct catasta_sink *sink;
};

static bool give_part_of_table(void *context, struct text *text)
{
    const struct table_sink *to = context;
    return text_deliver(text, to->since, to->sink);
}

bool catasta_write_standings(catasta_standings *standings, enum catasta_format format, const struct catasta_sink *sink)
{
    struct table_sink to = {memory_failures(), sink};
    struct text_sink parts = {give_part_of_table, &to};
    if (!standings_ready(standings))
        return false;
    if (format == CATASTA_TSV)
        return standings_tsv(&standings->tournament, parts);
    if (format == CATASTA_JSON)
        return standings_json(&standings->tournament, parts);
    return standings_text(&standings->tournament, &standings->style, parts);
}

static void add_tournament_note(void *context, const struct text *note)
{
    struct text *text = context;
    text_printf(text, "note: %pS\n", SLICE(note));
}

bool catasta_write_standings_notes(const catasta_standings *standings, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    if (standings->ranked)
        standings_notes(standings->standings, add_tournament_note, &text);
    return text_deliver(&text, since, sink);
}
