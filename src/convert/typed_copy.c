/* SPDX-License-Identifier: MIT */
/* Which text may be typed, and how a copy of it is written. */
#include "convert/form_table.h"

#include <string.h>

static bool id_is_of_group(const char *id, const char *group)
{
    return strncmp(id, group, strlen(group)) == 0;
}

bool typed_may_be(const struct catasta_diagnostic *n)
{
    return n->severity == CATASTA_ERROR && id_is_of_group(n->id, "syntax/") &&
        (n->repairs == 0 || !id_is_of_group(n->id, "syntax/turn"));
}

/* Whether GAME has no other errors than what was asked about in it. */
static bool has_only_asked_errors(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_diagnostic diagnostic = {.size = sizeof diagnostic};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &diagnostic); i++)
        if (diagnostic.severity == CATASTA_ERROR && !id_is_of_group(diagnostic.id, "typed/"))
            return false;
    return catasta_game_info(game, &info) && info.number > 0;
}

bool typed_write_copy(const catasta_game *game, bool *any, const struct catasta_sink *sink)
{
    if (*any && !sink->write(sink->context, "\n", 1))
        return false;
    *any = true;
    return has_only_asked_errors(game) ? catasta_write(game, CATASTA_SGN, sink) : catasta_write_copy(game, sink);
}
