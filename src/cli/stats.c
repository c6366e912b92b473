/* SPDX-License-Identifier: MIT */
/* stats and table: what the games of an archive come to, and their plies. */
#include "cli/cli.h"
#include "library/tools.h"

#include <string.h>

bool is_format(const struct arguments *arguments, const char *name)
{
    return arguments->format != NULL && strcmp(arguments->format, name) == 0;
}

enum catasta_format score_format(const struct arguments *arguments)
{
    return is_format(arguments, "tsv") ? CATASTA_TSV : is_format(arguments, "json") ? CATASTA_JSON : CATASTA_TEXT;
}

struct stats_options {
    struct arguments arguments;
    const char *by; /* a field, or NULL */
};

static int run_stats(const void *given)
{
    const struct stats_options *options = given;
    const struct arguments *arguments = &options->arguments;
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    catasta_stats *stats = catasta_stats_new(session, options->by, &complaint_sink);
    int status = stats == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK)
        status = open_output_file(arguments);
    if (status == CATASTA_OK)
        status = give_games(&arguments->reading, session, catasta_stats_writer(stats));
    if (status == CATASTA_OK && !catasta_write_stats(stats, score_format(arguments), &output_sink))
        status = complain_lost();
    catasta_stats_free(stats);
    return close_session(session, status);
}

static const struct option_row stats_rows[] = {
    SHARED(record_options),
    SHARED(format_options),
    SHARED(jobs_options),
    SHARED(severity_options),
    SHARED(where_options),
    SHARED(output_options),
    SHARED(adjudicate_options),
    SHARED(plain_options),
    {"by", "FIELD", "a field to group by", TEXT, AT(stats_options, by)},
    SHARED(count_illegal_options),
    {0},
};

const struct command stats_command = {"stats", "[FILE…]", "Summarize the games of an archive", stats_rows,
    sizeof(struct stats_options), run_stats, .formats = "text|tsv|json"};

struct table_options {
    struct arguments arguments;
    const char *per;     /* "ply" or "game" */
    const char *columns; /* NULL: all */
};

/* Games or chosen columns, of which the rows are made here; all columns of plies are made where games are judged. */
static int write_rows(const struct table_options *options, catasta_session *session, enum catasta_format format)
{
    struct catasta_row_table table = {.of_plies = options->per == NULL || strcmp(options->per, "ply") == 0,
        .format = format,
        .columns = options->columns,
        .output = &output_sink,
        .errors = &complaint_sink};
    catasta_writer *writer = catasta_row_table_writer(&table);
    if (writer == NULL)
        return CATASTA_FAILED;
    if (catasta_row_table_heading(&table))
        return give_games(&options->arguments.reading, session, writer);
    const bool closed = catasta_writer_close(writer, CATASTA_FAILED);
    (void)closed; /* nothing was written */
    return complain_lost();
}

static int run_table(const void *given)
{
    const struct table_options *options = given;
    const struct arguments *arguments = &options->arguments;
    enum catasta_format format = is_format(arguments, "tsv") ? CATASTA_TABLE_TSV : CATASTA_TABLE_JSONL;
    const bool rows = options->columns != NULL || (options->per != NULL && strcmp(options->per, "game") == 0);
    catasta_session *session = open_session(&arguments->reading, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = open_output_file(arguments);
    if (status == CATASTA_OK)
        status = rows ? write_rows(options, session, format)
                      : give_games(&arguments->reading, session, catasta_writer_new(format, NULL, &output_sink));
    return close_session(session, status);
}

static const struct option_row table_rows[] = {
    SHARED(record_options),
    {"per", "UNIT", "a row for each ply, or for each game", TEXT, AT(table_options, per), .words = "ply|game"},
    {"columns", "LIST", "only these columns, comma-separated, in this order", TEXT, AT(table_options, columns)},
    SHARED(format_options),
    SHARED(jobs_options),
    SHARED(strict_options),
    SHARED(where_options),
    SHARED(output_options),
    {0},
};

const struct command table_command = {"table", "[FILE…]", "Write a row for each ply or game, for data tools",
    table_rows, sizeof(struct table_options), run_table, .formats = "tsv|jsonl", .streams = true};
