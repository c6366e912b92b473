/* SPDX-License-Identifier: MIT */
#include "games/registry.h"

/* The one list of games: a new game is a new row. */
#define GAMES(ROW)                                                                                                     \
    ROW(accasta)                                                                                                       \
    ROW(staku)                                                                                                         \
    ROW(stakd)                                                                                                         \
    ROW(stakz)                                                                                                         \
    ROW(staka) ROW(abande) ROW(attangle) ROW(tak) ROW(dvonn) ROW(hive) ROW(lasca) ROW(mixtour) ROW(focus) ROW(tzaar)

#define DECLARE(row) extern const struct game row;
GAMES(DECLARE)

#define ADDRESS(row) &(row),
const struct game *const games[] = {GAMES(ADDRESS) NULL};

#define NAME(row) #row,
const char *const game_names[] = {GAMES(NAME) NULL};

const struct game *game_find(struct slice name)
{
    for (size_t i = 0; games[i] != NULL; i++)
        if (slice_is(name, games[i]->ruleset.name))
            return games[i];
    return NULL;
}

const struct ruleset_game *game_find_ruleset(struct slice name)
{
    const struct game *game = game_find(name);
    return game == NULL ? NULL : &game->ruleset;
}
