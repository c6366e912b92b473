/* SPDX-License-Identifier: MIT */
/* How a tournament is counted, read from words. */
#include "tournament/standings.h"

void contest_init(struct contest *contest, bool round_robin, bool matches)
{
    struct slice wrong;
    const char *usual = matches ? "games-tied,games-others,seed"
        : round_robin           ? "direct,sonneborn-berger,wins"
                                : "direct,buchholz-cut1,buchholz,sonneborn-berger,wins";
    *contest = (struct contest){.round_robin = round_robin, .matches = matches, .places = {POINT}, .place_count = 1};
    contest_read_tiebreaks(contest, slice_of(usual), &wrong);
}

enum tiebreak tiebreak_find(struct slice name)
{
    unsigned i = 0;
    while (i < TIEBREAK_COUNT && !slice_is_word(name, tiebreak_names[i].name) &&
        !slice_is_word(name, tiebreak_names[i].code))
        i++;
    return (enum tiebreak)i;
}

bool contest_read_tiebreaks(struct contest *contest, struct slice text, struct slice *wrong)
{
    uint32_t had = 0;
    contest->tiebreak_count = 0;
    if (slice_is_word(slice_trim(text), "none"))
        return true;
    while (slice_split(&text, ',', wrong)) {
        enum tiebreak tiebreak = tiebreak_find(slice_trim(*wrong));
        if (tiebreak == TIEBREAK_COUNT || (had >> tiebreak & 1) != 0)
            return false;
        had |= 1u << tiebreak;
        contest->tiebreaks[contest->tiebreak_count++] = tiebreak;
    }
    return true;
}

bool contest_read_places(struct contest *contest, struct slice text, struct slice *wrong)
{
    contest->by_score = slice_is_word(slice_trim(text), "score");
    contest->place_count = contest->by_score ? contest->place_count : 0;
    while (!contest->by_score && slice_split(&text, ',', wrong)) {
        unsigned place = contest->place_count;
        if (place == CATASTA_SEATS || !points_read(slice_trim(*wrong), &contest->places[place]))
            return false;
        if (place > 0 && contest->places[place] > contest->places[place - 1])
            return false;
        contest->place_count++;
    }
    return true;
}
