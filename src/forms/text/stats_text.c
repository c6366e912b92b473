/* SPDX-License-Identifier: MIT */
#include "forms/text/aligned.h"
#include "forms/text/replay.h"
#include "forms/text/stats_form.h"
#include "forms/text/tsv.h"

#include <inttypes.h>

enum { SHOWN_MOST = 10, BARS_MOST = 12, BAR_WIDTH = 30, STAT_NAME_WIDTH = 40 };

const char *const stat_words[STAT_KINDS] = {"ruleset", "result", "reason", "plies", "first", "fault", "player"};

/* How each kind is shown; lengths are bars alone. */
static const struct {
    const char *heading;
    bool share;
    bool score;
    bool often; /* faults: for 1,000 games */
} sections[STAT_KINDS] = {
    [STAT_RULESET] = {"Rulesets", .share = true},
    [STAT_RESULT] = {"Won by", .share = true},
    [STAT_REASON] = {"Ended by", .share = true},
    [STAT_LENGTH] = {"Plies", .share = true},
    [STAT_FIRST] = {"First turns", .share = true, .score = true},
    [STAT_FAULT] = {"Faults", .often = true},
    [STAT_PLAYER] = {"Players", .score = true},
};

static void add_bar(const struct style *style, uint64_t count, uint64_t most, struct text *text)
{
    uint64_t halves = most == 0 ? 0 : (count * 2 * BAR_WIDTH + most / 2) / most;
    halves += halves == 0 && count > 0;
    if (style->plain)
        return;
    for (uint64_t i = 0; i < halves / 2; i++)
        text_add_string(text, style->unicode ? "█" : "#");
    if (halves % 2 == 1)
        text_add_string(text, style->unicode ? "▌" : halves == 1 ? "#" : "");
}

/* NUMBER in parts of WHOLE, with so many decimals. */
static void add_share(uint64_t number, uint64_t whole, uint64_t scale, const char *unit, struct text *text)
{
    uint64_t share = whole == 0 ? 0 : (number * scale + whole / 2) / whole;
    text_printf(text, "%" PRIu64 ".%" PRIu64 "%s", share / 10, share % 10, unit);
}

void add_percentage(uint64_t number, uint64_t whole, struct text *text)
{
    add_share(number, whole, 1000, " %", text);
}

void add_score(const struct stat_row *row, struct text *text)
{
    if (row->scored > 0)
        add_percentage(row->score, row->scored * STAT_WIN, text);
}

static void begin_section(struct aligned *table, enum stat_kind kind, const char *heading)
{
    aligned_init(table);
    aligned_column(table, kind == STAT_LENGTH ? ALIGN_RIGHT : ALIGN_LEFT, heading);
    aligned_column(table, ALIGN_RIGHT, kind == STAT_FAULT ? "found" : "games");
    if (sections[kind].share)
        aligned_column(table, ALIGN_RIGHT, "share");
    if (sections[kind].often)
        aligned_column(table, ALIGN_RIGHT, "in 1,000 games");
    if (sections[kind].score)
        aligned_column(table, ALIGN_RIGHT, "score");
    aligned_column(table, ALIGN_LEFT, "");
}

static void add_number(struct aligned *table, uint64_t number, struct text *cell)
{
    text_add_number(cell, (long long)number);
    aligned_text(table, cell);
}

static void end_section(const struct aligned *table, size_t left, struct text *text)
{
    text_add_char(text, '\n');
    aligned_write(table, 2, text);
    if (left > 0)
        text_printf(text, "and %zu more\n", left);
}

static void add_section(const struct stat_group *group, enum stat_kind kind, const char *heading, size_t most,
    const struct style *style, struct text *text)
{
    const struct stat_row *rows = group->rows[kind];
    size_t count = group->counts[kind];
    size_t shown = count < most ? count : most;
    struct aligned table;
    SCOPED(text, cell);
    if (count == 0)
        return;
    begin_section(&table, kind, heading);
    for (size_t i = 0; i < shown; i++) {
        add_short_name(rows[i].name, STAT_NAME_WIDTH, style->unicode, &cell);
        aligned_text(&table, &cell);
        add_number(&table, rows[i].count, &cell);
        if (sections[kind].share || sections[kind].often) {
            add_share(rows[i].count, group->games, sections[kind].often ? 10000 : 1000,
                sections[kind].often ? "" : " %", &cell);
            aligned_text(&table, &cell);
        }
        if (sections[kind].score) {
            add_score(&rows[i], &cell);
            aligned_text(&table, &cell);
        }
        add_bar(style, rows[i].count, rows[0].count, &cell);
        aligned_text(&table, &cell);
    }
    end_section(&table, count - shown, text);
    aligned_release(&table);
}

/* Bars of the same width, also where there are no games. */
static void add_lengths(const struct stat_group *group, const struct style *style, struct text *text)
{
    uint64_t width = stats_bar_width(group, BARS_MOST);
    uint64_t most = 0;
    struct aligned table;
    SCOPED(text, cell);
    bool more = group->counts[STAT_LENGTH] > 0;
    if (!more)
        return;
    begin_section(&table, STAT_LENGTH, sections[STAT_LENGTH].heading);
    for (uint64_t i = 0; more; i++) {
        uint64_t games = stats_bar(group, width, i, &more);
        most = games > most ? games : most;
    }
    more = true;
    for (uint64_t i = 0; more; i++) {
        uint64_t games = stats_bar(group, width, i, &more);
        text_printf(&cell, width == 1 ? "%" PRIu64 : "%" PRIu64 " to %" PRIu64, i * width, (i + 1) * width - 1);
        aligned_text(&table, &cell);
        add_number(&table, games, &cell);
        add_share(games, group->games, 1000, " %", &cell);
        aligned_text(&table, &cell);
        add_bar(style, games, most, &cell);
        aligned_text(&table, &cell);
    }
    end_section(&table, 0, text);
    aligned_release(&table);
}

static void add_count(uint64_t count, const char *one, const char *many, struct text *text)
{
    text_printf(text, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

static void add_heading(const struct stats *stats, const struct stat_group *group, struct text *text)
{
    if (stats->grouped && group->name.at != NULL)
        text_add_escaped(text, group->name);
    text_add_string(text, !stats->grouped ? "" : group->name.at == NULL ? "Without a value: " : ": ");
    add_count(group->games, "game", "games", text);
    text_add_string(text, ", ");
    add_count(group->plies, "ply", "plies", text);
    if (group->games > group->unplayed) {
        add_share(group->plies, group->games - group->unplayed, 10, " per game", (text_add_string(text, ", "), text));
        text_printf(text, ", median %" PRIu64, stats_median(group));
    }
    if (group->illegal > 0)
        text_printf(text, "; %" PRIu64 " with errors", group->illegal);
    if (group->unplayed > 0)
        text_printf(text, "; %" PRIu64 " not played", group->unplayed);
    text_add_char(text, '\n');
}

void stats_text(const struct stats *stats, const struct style *style, struct text *text)
{
    for (size_t i = 0; i < stats->group_count; i++) {
        const struct stat_group *group = &stats->groups[i];
        text_add_string(text, i > 0 ? "\n" : "");
        add_heading(stats, group, text);
        for (int kind = 0; kind < STAT_KINDS; kind++)
            if (kind == STAT_LENGTH)
                add_lengths(group, style, text);
            else if (kind != STAT_RULESET || group->counts[kind] > 1)
                add_section(group, (enum stat_kind)kind, sections[kind].heading, SHOWN_MOST, style, text);
    }
    if (stats->group_count == 0)
        text_add_string(text, "0 games\n");
}

/* What was played in a position. */

void played_about(const struct played *played, struct text *text)
{
    add_count(played->turns.games, "game", "games", text);
    text_printf(text, ", %s%s", played->seat == NULL ? "over" : played->seat, played->seat == NULL ? "" : " to move");
    if (played->all.scored > 0 && played->seat != NULL)
        text_add_string(text, ", score ");
    if (played->seat != NULL)
        add_score(&played->all, text);
    if (played->ended > 0)
        text_printf(text, "; %" PRIu64 " without a turn here", played->ended);
}

void played_text(const struct played *played, const struct style *style, struct text *text)
{
    text_printf(text, "%pE: ", SLICE(played->ruleset));
    played_about(played, text);
    text_add_string(text, "\n\n");
    render_position(played->book, played->state, NULL, style, text);
    add_section(&played->turns, STAT_FIRST, "Turns", played->most, style, text);
}

/* Tab-separated values. */

static void begin_line(const struct stats *stats, const struct stat_group *group, const char *what, struct text *text)
{
    if (stats->grouped) {
        if (group->name.at != NULL)
            text_add_escaped(text, group->name);
        text_add_char(text, '\t');
    }
    text_printf(text, "%s\t", what);
}

static void add_sum(
    const struct stats *stats, const struct stat_group *group, const char *what, uint64_t count, struct text *text)
{
    size_t begin = text->length;
    begin_line(stats, group, what, text);
    text_printf(text, "\t%" PRIu64 "\t", count);
    tsv_end_line(text, begin);
}

static void add_row(
    const struct stats *stats, const struct stat_group *group, const struct stat_row *row, struct text *text)
{
    size_t begin = text->length;
    begin_line(stats, group, stat_words[row->kind], text);
    text_printf(text, "%pE\t%" PRIu64 "\t", SLICE(row->name), row->count);
    if (row->scored > 0)
        text_printf(text, "%.4f", (double)row->score / STAT_WIN / (double)row->scored);
    tsv_end_line(text, begin);
}

void stats_tsv(const struct stats *stats, struct text *text)
{
    text_printf(text, "%swhat\tname\tcount\tscore\n", stats->grouped ? "group\t" : "");
    for (size_t i = 0; i < stats->group_count; i++) {
        const struct stat_group *group = &stats->groups[i];
        add_sum(stats, group, "games", group->games, text);
        add_sum(stats, group, "illegal", group->illegal, text);
        add_sum(stats, group, "unplayed", group->unplayed, text);
        for (int kind = 0; kind < STAT_KINDS; kind++)
            for (size_t k = 0; k < group->counts[kind]; k++)
                add_row(stats, group, &group->rows[kind][k], text);
    }
}
