/* SPDX-License-Identifier: MIT */
/* How a copy of typed text is written. */
#include "convert/form_table.h"

#include <string.h>

/* Whether GAME has no other errors than what was asked about in it. */
static bool is_legal(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_diagnostic diagnostic = {.size = sizeof diagnostic};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &diagnostic); i++)
        if (diagnostic.severity == CATASTA_ERROR && strncmp(diagnostic.id, "typed/", 6) != 0)
            return false;
    return catasta_game_info(game, &info) && info.number > 0;
}

bool typed_write_copy(const catasta_game *game, bool *any, const struct catasta_sink *sink)
{
    if (*any && !sink->write(sink->context, "\n", 1))
        return false;
    *any = true;
    return is_legal(game) ? catasta_write(game, "sgn", sink) : catasta_write_copy(game, sink);
}
