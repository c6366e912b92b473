/* SPDX-License-Identifier: MIT */
/* A protocol as data and a few functions: the commands that catasta answers as an engine, and how it asks another. */
#ifndef CATASTA_ENGINE_PROTOCOLS_H
#define CATASTA_ENGINE_PROTOCOLS_H

#include "engine/answering.h"
#include "engine/asking.h"

struct protocol {
    const char *name;
    const char *game; /* that it is for; NULL: any */

    /* As an engine: what is said first, and around the message that a command cannot be carried out; the commands,
       ended by a NULL name. */
    void (*greet)(struct serving *serving, char *rest);
    const char *error;
    const char *end;
    const struct serving_command *commands;

    /* With another engine: begins to talk; sets an option; begins a game; the farewell.  Ways to ask about the position
       at hand: its turns, and the number of sequences of DEPTH turns, unless NULL; and a turn, within a limit that is
       one of .limits. */
    enum asked (*open)(struct asking_engine *asking);
    enum asked (*set_option)(struct asking_engine *asking, const char *name, const char *value);
    enum asked (*begin)(struct asking_engine *asking);
    const char *farewell;
    const char *limits;
    bool counts; /* .list knows depths above 1 */
    enum asked (*list)(struct asking_engine *asking, unsigned depth, struct turn_list *turns, uint64_t *total);
    enum asked (*choose)(struct asking_engine *asking, struct buffer *turn);
};

extern const struct protocol ugi_protocol;
extern const struct protocol tei_protocol;
extern const struct protocol uhp_protocol;

/* The protocol that OPTIONS name, or else that of the ruleset of SESSION; NULL after complaining. */
const struct protocol *protocol_for(catasta_session *session, const struct engine_options *options);

#endif
