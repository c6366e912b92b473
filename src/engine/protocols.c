/* SPDX-License-Identifier: MIT */
#include "engine/protocols.h"
#include "util/output.h"

#include <string.h>

/* The one for any game is the last. */
static const struct protocol *const protocols[] = {&tei_protocol, &uhp_protocol, &ugi_protocol};

const struct protocol *protocol_for(catasta_session *session, const struct engine_options *options)
{
    const bool ruled = options->reading->options.ruleset != NULL;
    const char *name = options->protocol;
    catasta_input *input = catasta_input_bytes(session, "", 0, "");
    const catasta_game *start = input == NULL ? NULL : catasta_input_start_game(input);
    const struct catasta_text game = start == NULL ? (struct catasta_text){"", 0} : info_of(start).game;
    const struct protocol *const *found = protocols;
    while (name == NULL ? (*found)->game != NULL && !text_is(game, (*found)->game) : strcmp((*found)->name, name) != 0)
        found++;
    const bool fits = start == NULL || (*found)->game == NULL || text_is(game, (*found)->game);
    if (ruled && start == NULL)
        complain("out of memory");
    else if (!fits)
        complain("the protocol %s is not for this game", (*found)->name);
    catasta_input_close(input);
    return fits && !(ruled && start == NULL) ? *found : NULL;
}
