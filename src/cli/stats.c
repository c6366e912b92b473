/* SPDX-License-Identifier: MIT */
/* stats and table: what the games of an archive come to, and their plies. */
#include "cli/cli.h"
#include "library/tools.h"

#include <string.h>

bool is_format(const struct arguments *arguments, const char *name)
{
    return arguments->format != NULL && strcmp(arguments->format, name) == 0;
}

enum catasta_format score_form(const struct arguments *arguments)
{
    return is_format(arguments, "tsv") ? CATASTA_TSV : is_format(arguments, "json") ? CATASTA_JSON : CATASTA_TEXT;
}

int run_stats(const struct arguments *arguments)
{
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    catasta_stats *stats = catasta_stats_new(session, arguments->by, &complaint_sink);
    int status = stats == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK)
        status = redirect_output(arguments);
    if (status == CATASTA_OK)
        status = give_games(arguments, session, catasta_stats_writer(stats));
    if (status == CATASTA_OK && !catasta_write_stats(stats, score_form(arguments), &output_sink))
        status = complain_lost();
    catasta_stats_free(stats);
    return close_session(session, status);
}

int run_table(const struct arguments *arguments)
{
    enum catasta_format form = is_format(arguments, "tsv") ? CATASTA_TABLE_TSV : CATASTA_TABLE_JSONL;
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = redirect_output(arguments);
    if (status == CATASTA_OK)
        status = give_games(arguments, session, catasta_writer_new(form, NULL, &output_sink));
    return close_session(session, status);
}
