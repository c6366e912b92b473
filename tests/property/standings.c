/* SPDX-License-Identifier: MIT */
/* Standings of random tournaments against their slow second computation, and against
   themselves with the games in another order. */
#include "support/share.h"
#include "support/tally.h"
#include "support/tournaments.h"

enum { TOURNAMENTS = 600 };

static const char *const kind_names[TOURNAMENT_KINDS] = {
    "Swiss", "matches of several games", "round robin", "games of several", "by score", "few games, no byes"};

int main(void)
{
    struct tally tally = {0};
    for (enum tournament_kind kind = SWISS; kind < TOURNAMENT_KINDS; kind++) {
        bool same = true;
        bool shuffled = true;
        for (unsigned seed = 0; seed < share_of(TOURNAMENTS) && same && shuffled; seed++) {
            same = tournament_holds(kind, seed, &shuffled) || complaint("%s, seed %u", kind_names[kind], seed);
        }
        tally_count(&tally, same, "the table is that of the second computation", kind_names[kind]);
        tally_count(&tally, shuffled, "the order of the games changes nothing", kind_names[kind]);
    }
    return tally_end(&tally);
}
