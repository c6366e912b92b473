/* SPDX-License-Identifier: MIT */
/* dedup: games that are there more than once. */
#include "cli/cli.h"

#include <errno.h>
#include <string.h>

static enum catasta_likeness kind_of(const char *word)
{
    return word == NULL || strcmp(word, "near") == 0 ? CATASTA_NEAR
        : strcmp(word, "begins") == 0                ? CATASTA_BEGINS
                                                     : CATASTA_EQUAL;
}

static int write_found(const struct arguments *arguments, catasta_duplicates *duplicates)
{
    if (arguments->selecting.drop)
        return copy_kept(duplicates);
    return catasta_write_duplicates(duplicates, score_form(arguments), &output_sink) ? CATASTA_OK : CATASTA_FAILED;
}

/* Why the run failed where nobody has said it. */
static int say_error(const catasta_duplicates *duplicates, int status)
{
    int error = catasta_duplicates_error(duplicates);
    if (error == 0 || output_failed())
        return status;
    return error == ENOMEM ? complain("out of memory")
                           : complain("cannot store the games to compare in a temporary file: %s", strerror(error));
}

int run_dedup(const struct arguments *arguments)
{
    bool refused = false;
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    catasta_duplicates *duplicates =
        catasta_duplicates_new(kind_of(arguments->selecting.kind), arguments->selecting.drop);
    int status = duplicates == NULL ? complain("out of memory") : CATASTA_OK;
    if (status == CATASTA_OK)
        status = redirect_output(arguments);
    if (status == CATASTA_OK)
        status = add_games(arguments, session, catasta_duplicates_writer(duplicates), &refused);
    if (refused)
        status = CATASTA_FAILED;
    if (status == CATASTA_OK)
        status = write_found(arguments, duplicates);
    if (duplicates != NULL)
        status = say_error(duplicates, status);
    catasta_duplicates_free(duplicates);
    return close_session(session, status);
}
