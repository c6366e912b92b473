/* SPDX-License-Identifier: MIT */
/* Tournament report files of random tournaments, with byes, forfeits, late entries and withdrawals: what is written is
   read, with the same table, and written again byte for byte. */
#include "support/share.h"
#include "support/tally.h"
#include "support/tournaments.h"

enum { FILES = 500 };

int main(void)
{
    static const struct {
        enum tournament_kind kind;
        const char *name;
    } kinds[] = {{SWISS, "Swiss"}, {MATCHES, "matches of several games"}, {ROUND_ROBIN, "round robin"},
        {CASUAL, "few games, no byes"}};
    struct tally tally = {0};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        bool same = true;
        unsigned files = 0;
        /* Some are refused: of records without a round, or of two in a round that are no match. */
        for (unsigned seed = 0; files < share_of(FILES) && seed < 8 * FILES && same; seed++) {
            bool written = false;
            same = tournament_stays(kinds[i].kind, seed, seed % 2 == 1, &written) ||
                complaint("%s, seed %u", kinds[i].name, seed);
            files += written;
        }
        tally_count(&tally, same && files == share_of(FILES), "files are read and written as they were", kinds[i].name);
    }
    return tally_end(&tally);
}
