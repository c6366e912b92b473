/* SPDX-License-Identifier: MIT */
/* stats and table: what the games of an archive come to, and their plies. */
#include "cli/cli.h"

#include <string.h>

enum catasta_score score_form(const struct arguments *arguments)
{
    return strcmp(arguments->format, "tsv") == 0 ? CATASTA_SCORE_TSV
        : strcmp(arguments->format, "json") == 0 ? CATASTA_SCORE_JSON
                                                 : CATASTA_SCORE_TEXT;
}

static int add_games(const struct arguments *arguments, catasta_session *session, catasta_stats *stats)
{
    struct catasta_tally tally = {.size = sizeof tally};
    bool refused = false;
    catasta_writer *writer = catasta_stats_writer(stats);
    if (writer == NULL)
        return complain("out of memory");
    int status = check_games(arguments, session, writer, &tally, &refused);
    if (!catasta_writer_close(writer, CATASTA_OK) || refused)
        return complain("out of memory");
    return status;
}

int run_stats(const struct arguments *arguments)
{
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    catasta_stats *stats = catasta_stats_new(session, arguments->by, &complaint_sink);
    int status = stats == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK && arguments->output != NULL)
        status = redirect_output(arguments, arguments->output);
    if (status == CATASTA_OK)
        status = add_games(arguments, session, stats);
    if (status == CATASTA_OK && !catasta_write_stats(stats, score_form(arguments), &output_sink))
        status = output_failed() ? CATASTA_FAILED : complain("out of memory");
    catasta_stats_free(stats);
    return close_session(session, status);
}

int run_table(const struct arguments *arguments)
{
    struct catasta_tally tally = {.size = sizeof tally};
    bool refused = false;
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = arguments->output == NULL ? CATASTA_OK : redirect_output(arguments, arguments->output);
    if (status == CATASTA_OK) {
        catasta_writer *writer =
            catasta_writer_new(strcmp(arguments->format, "tsv") == 0 ? "table-tsv" : "table-jsonl", NULL, &output_sink);
        status = writer == NULL ? CATASTA_FAILED : check_games(arguments, session, writer, &tally, &refused);
        if (!catasta_writer_close(writer, CATASTA_OK) || refused)
            status = output_failed() ? CATASTA_FAILED : complain("out of memory");
    }
    return close_session(session, status);
}
