/* SPDX-License-Identifier: MIT */
#include "engine/protocols.h"
#include "util/output.h"

#include <string.h>

/* The one for any game is the last. */
static const struct protocol *const protocols[] = {&tei_protocol, &uhp_protocol, &ugi_protocol};

const struct protocol *protocol_for(catasta_session *session, const char *name)
{
    catasta_input *input = catasta_input_bytes(session, "", 0, "");
    catasta_game *game = input == NULL ? NULL : catasta_input_start_game(input);
    struct catasta_text of = {NULL, 0};
    size_t i = 0;
    if (game != NULL)
        of = info_of(game).game;
    if (name == NULL)
        while (protocols[i]->game != NULL && !text_is(of, protocols[i]->game))
            i++;
    else
        while (strcmp(protocols[i]->name, name) != 0)
            i++;
    const struct protocol *found = protocols[i];
    if (found->game != NULL && of.bytes != NULL && !text_is(of, found->game)) {
        complain("the protocol %s is not for this game", found->name);
        found = NULL;
    }
    catasta_input_close(input);
    return found;
}
