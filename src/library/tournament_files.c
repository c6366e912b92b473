/* SPDX-License-Identifier: MIT */
/* Standings from files of results and lists of players, and as such a file. */
#include "tournament/trf.h"

#include "base/utf8.h"
#include "library/tournament_table.h"

enum { PLAYERS_MOST = TRF_NUMBERS };

bool catasta_trf_recognises(const char *bytes, size_t length)
{
    return trf_recognises((struct slice){bytes, length});
}

static bool take_trf_entry(void *context, const struct entry *entry)
{
    const char *reason;
    enum catasta_added added = standings_take(context, NULL, entry, &reason);
    return added == CATASTA_ADDED || added == CATASTA_LEFT_OUT;
}

bool catasta_standings_read_trf(catasta_standings *standings, const char *name, const char *bytes, size_t length,
    const struct catasta_sink *notes, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct trf_noted noted = {0};
    struct trf_fault fault = {0};
    struct text text = {0};
    bool read =
        trf_read(standings->standings, (struct slice){bytes, length}, take_trf_entry, standings, &noted, &fault);
    if (fault.message.length > 0)
        text_printf(&text, "%pE:%zu:%zu: error: %pS", SLICE(name), fault.line, fault.column, SLICE(&fault.message));
    report_error(&text, errors);
    if (read && noted.count > 0)
        text_printf(&text, "note: %pE:%zu: the points in this line are not the sum of its results; the results count",
            SLICE(name), noted.line);
    if (read && noted.count > 1)
        text_printf(&text, "; nor are those of %zu other player%s", noted.count - 1, noted.count == 2 ? "" : "s");
    report_error(&text, notes);
    text_release(&fault.message);
    return !report_memory(since, errors) && read;
}

bool catasta_standings_read_players(
    catasta_standings *standings, const char *name, const char *bytes, size_t length, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct slice rest = {bytes, length};
    struct slice line;
    struct text text = {0};
    uint32_t count = 0;
    if (utf8_is_marked(rest))
        rest = slice_after(rest, 3);
    for (size_t number = 1; text.length == 0 && slice_split(&rest, '\n', &line); number++) {
        struct slice player = slice_trim(line);
        if (player.length > 0 && player.at[player.length - 1] == '\r')
            player = slice_trim(slice_shorter(player, player.length - 1));
        if (player.length == 0)
            continue;
        uint32_t seed = standings_seed_of(standings->standings, player);
        if (seed != 0)
            text_printf(&text, "%pE:%zu:1: error: '%pE' is also player %u; name each player once", SLICE(name), number,
                SLICE(player), seed);
        else if (count == PLAYERS_MOST)
            text_printf(&text, "%pE:%zu:1: error: there are more than %d players", SLICE(name), number, PLAYERS_MOST);
        else if (!standings_seed(standings->standings, player, ++count))
            break;
    }
    bool read = text.length == 0;
    report_error(&text, errors);
    return !report_memory(since, errors) && read;
}

bool catasta_write_trf(catasta_standings *standings, bool new_format, unsigned rounds, unsigned next,
    const struct catasta_sink *sink, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    const struct trf_options options = {
        .event = standings->tournament.event, .new = new_format, .rounds = rounds, .next = next};
    struct text text = {0};
    struct text why = {0};
    bool written = standings_ready(standings) && trf_write(standings->standings, &options, &text, &why);
    report_error(&why, errors);
    if (written)
        return text_deliver(&text, since, sink);
    text_release(&text);
    (void)report_memory(since, errors);
    return false;
}
