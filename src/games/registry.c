#include "games/registry.h"

extern const struct game accasta;

const struct game *const games[] = {
    &accasta,
    NULL,
};

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
