/* SPDX-License-Identifier: MIT */
/* Statistics of an archive, for programs. */
#include "forms/json/json.h"
#include "forms/text/stats_form.h"

#include <inttypes.h>

static void add_row(const struct stat_row *row, struct text *text)
{
    text_add_string(text, "{\"name\":");
    if (row->kind == STAT_LENGTH)
        text_add(text, row->name);
    else
        json_string(text, row->name);
    text_printf(text, ",\"count\":%" PRIu64, row->count);
    if (row->scored > 0)
        text_printf(text, ",\"score\":%.4f", (double)row->score / STAT_WIN / (double)row->scored);
    text_add_char(text, '}');
}

static void add_group(const struct stats *stats, const struct stat_group *group, struct text *text)
{
    text_add_char(text, '{');
    if (stats->grouped) {
        text_add_string(text, "\"group\":");
        json_string_or_null(text, group->name);
        text_add_char(text, ',');
    }
    text_printf(text, "\"games\":%" PRIu64 ",\"illegal\":%" PRIu64 ",\"unplayed\":%" PRIu64 ",\"total_plies\":%" PRIu64,
        group->games, group->illegal, group->unplayed, group->plies);
    for (int kind = 0; kind < STAT_KINDS; kind++) {
        text_printf(text, ",\n\"%s\":[", stat_words[kind]);
        for (size_t i = 0; i < group->counts[kind]; i++) {
            text_add_string(text, i > 0 ? "," : "");
            add_row(&group->rows[kind][i], text);
        }
        text_add_char(text, ']');
    }
    text_add_char(text, '}');
}

void stats_json(const struct stats *stats, struct text *text)
{
    text_add_string(text, "{\"groups\":[");
    for (size_t i = 0; i < stats->group_count; i++) {
        text_add_string(text, i > 0 ? ",\n" : "");
        add_group(stats, &stats->groups[i], text);
    }
    text_add_string(text, "]}\n");
}
