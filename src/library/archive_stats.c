/* SPDX-License-Identifier: MIT */
/* Statistics of games. */
#include "formats/text/stats_format.h"
#include "library/writer.h"

#include <stdlib.h>

static void *facts_row(const struct output_game *game, const void *taker, struct arena *arena)
{
    return record_is_empty(game->report->record) ? NULL : stats_facts(taker, game->data, arena);
}

static bool take_facts(void *taker, void *row, uint64_t number)
{
    (void)number;
    stats_add(taker, row);
    return true;
}

static const struct format facts_format = {
    .keeps = KEEP_POSITIONS, .silent = true, .data = true, .opening = true, .row = facts_row, .take = take_facts};

struct catasta_stats {
    struct stats stats;
    struct style style;
    bool finished;
};

catasta_stats *catasta_stats_new(const catasta_session *session, const char *by, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct catasta_stats *stats = memory_new(sizeof *stats);
    struct text message = {0};
    bool ready = stats != NULL && stats_init(&stats->stats, slice_of(by == NULL ? "" : by), &message);
    report_error(&message, errors);
    if (ready)
        stats->style = session->style;
    if (!report_memory(since, errors) && ready)
        return stats;
    catasta_stats_free(stats);
    return NULL;
}

void catasta_stats_free(catasta_stats *stats)
{
    if (stats != NULL)
        stats_release(&stats->stats);
    free(stats);
}

catasta_writer *catasta_stats_writer(catasta_stats *stats)
{
    return writer_of_rows(&facts_format, &stats->stats);
}

bool catasta_write_stats(catasta_stats *stats, enum catasta_format format, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    if (!stats->finished)
        stats_finish(&stats->stats);
    stats->finished = true;
    if (format == CATASTA_TSV)
        stats_tsv(&stats->stats, &text);
    else if (format == CATASTA_JSON)
        stats_json(&stats->stats, &text);
    else
        stats_text(&stats->stats, &stats->style, &text);
    return text_deliver(&text, since, sink);
}
