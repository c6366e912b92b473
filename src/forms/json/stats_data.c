/* SPDX-License-Identifier: MIT */
/* Statistics of an archive, for programs. */
#include "forms/json/json.h"
#include "forms/text/stats_form.h"

#include <inttypes.h>

/* The score, if there is one, and the end of an object. */
static void end_row(const struct stat_row *row, struct text *text)
{
    if (row->scored > 0)
        text_printf(text, ",\"score\":%.4f", (double)row->score / STAT_WIN / (double)row->scored);
    text_add_char(text, '}');
}

static void add_row(const struct stat_row *row, struct text *text)
{
    text_add_string(text, "{\"name\":");
    if (row->kind == STAT_LENGTH)
        text_add(text, row->name);
    else
        text_add_json(text, row->name);
    text_printf(text, ",\"count\":%" PRIu64, row->count);
    end_row(row, text);
}

static void add_group(const struct stats *stats, const struct stat_group *group, struct text *text)
{
    text_add_char(text, '{');
    if (stats->grouped)
        text_printf(text, "\"group\":%pN,", SLICE(group->name));
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

void played_json(const struct played *played, struct text *text)
{
    const struct stat_group *turns = &played->turns;
    SCOPED(text, position);
    game_write_position(played->book->rules, played->state, &position);
    text_printf(text,
        "{\"ruleset\":%pJ,\"position\":%pJ,\"hash\":\"%016" PRIx64 "\",\"seat\":%pN,\"games\":%" PRIu64
        ",\"without_turn\":%" PRIu64 ",\"turns\":[",
        SLICE(played->ruleset), SLICE(&position), game_hash(played->book->rules, played->state), SLICE(played->seat),
        turns->games, played->ended);
    for (size_t i = 0; i < turns->counts[STAT_FIRST] && i < played->most; i++) {
        const struct stat_row *row = &turns->rows[STAT_FIRST][i];
        text_printf(
            text, "%s%pJ,\"games\":%" PRIu64, i > 0 ? ",{\"turn\":" : "{\"turn\":", SLICE(row->name), row->count);
        end_row(row, text);
    }
    text_add_char(text, ']');
    end_row(&played->all, text);
    text_add_char(text, '\n');
}
