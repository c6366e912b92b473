/* What stands behind the opaque types of catasta.h. */
#ifndef CATASTA_FACADE_SESSION_H
#define CATASTA_FACADE_SESSION_H

#include "catasta.h"
#include "reader/reader.h"
#include "referee/referee.h"
#include "render/style.h"
#include "render/texts.h"

struct pool;

struct catasta_session {
    struct referee *referee;
    struct style style;
    struct catasta_options options; /* for sessions of further threads */
    struct pool *pool;              /* a worker's, see pieces.c */
    struct catasta_sink troubles;   /* that came up while records were read */
    struct arena arena;             /* of .unusable */
    struct texts unusable;          /* the rulesets that records named and that cannot be used */
};

struct catasta_game {
    struct catasta_input *input;
    uint32_t number;
};

struct catasta_input {
    struct catasta_session *session;
    struct reader reader;
    struct reader mended; /* of the game's text, where repairs were made in it */
    struct record record;
    struct report report;
    struct arena arena; /* for what one call needs */
    const char *name;
    uint32_t games;
    int error;
    struct catasta_game game;
};

/* Gives TEXT to SINK, unless that is NULL or writes nowhere, and releases it; false
   when either failed. */
bool deliver(struct text *text, const struct catasta_sink *sink);

/* Writes that memory ran out, without making a text of it, which would take memory. */
void tell_no_memory(const struct catasta_sink *troubles);

/* Writes a line with TROUBLE, unless there is none, and releases it. */
void tell_trouble(struct text *trouble, const struct catasta_sink *troubles);

/* Writes PROBLEMS of a ruleset, each by itself, or that memory ran out. */
void tell_problems(
    const struct catasta_session *session, const struct problems *problems, const struct catasta_sink *troubles);

/* Writes what is wrong with the ruleset NAME that a record names and that cannot be used, once
   in a session, and to WRITER unless NULL; false when out of memory. */
bool tell_unusable(struct catasta_session *session, struct slice name, catasta_writer *writer);

/* What OPTIONS say is to be kept of games. */
struct keep options_keep(const struct catasta_options *options);

#endif
