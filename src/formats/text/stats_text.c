/* SPDX-License-Identifier: MIT */
#include "formats/table.h"
#include "formats/text/replay.h"
#include "formats/text/stats_format.h"

#include <inttypes.h>

enum { SHOWN_MOST = 10, BARS_MOST = 12, BAR_WIDTH = 30, STAT_NAME_WIDTH = 40 };

/* Names of kinds, as programs get them. */
static const char *const stat_words[STAT_KINDS] = {"ruleset", "result", "reason", "plies", "first", "fault", "player"};

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

/* NUMBER with one decimal, where WHOLE is SCALE tenths of UNIT. */
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

/* The table of the rows of KIND; of tab-separated values, of all kinds. */
static void table_of_stats(
    bool grouped, enum stat_kind kind, const char *heading, unsigned format, struct table *table, struct text *text)
{
    const struct column columns[] = {
        {"group", COLUMN_TEXT, grouped ? TABLE_TSV : TABLE_NONE},
        {"what", COLUMN_TEXT, TABLE_TSV},
        {"name", kind == STAT_LENGTH ? COLUMN_NUMBER : COLUMN_TEXT, .heading = heading},
        {"count", COLUMN_NUMBER, .heading = kind == STAT_FAULT ? "found" : "games"},
        {"share", COLUMN_NUMBER, sections[kind].share ? TABLE_TEXT : TABLE_NONE, "share", NULL},
        {"often", COLUMN_NUMBER, sections[kind].often ? TABLE_TEXT : TABLE_NONE, "in 1,000 games", NULL},
        {"score", COLUMN_NUMBER, sections[kind].score ? 0 : TABLE_TSV, "score", NULL},
        {"bar", COLUMN_TEXT, TABLE_TEXT, "", NULL},
    };
    table_init(table, format, NULL, 0, text);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        table_column(table, columns[i]);
}

/* Lengths are numbers. */
static void add_row_name(const struct stat_row *row, const struct style *style, struct table *table)
{
    SCOPED(text, name);
    if (table->format == TABLE_JSON && row->kind == STAT_LENGTH) {
        text_add(table_raw(table), row->name);
        return;
    }
    if (table->format == TABLE_TEXT)
        add_short_name(row->name, STAT_NAME_WIDTH, style->unicode, &name);
    table_text(table, table->format == TABLE_TEXT ? text_slice(&name) : row->name);
}

/* The score as programs get it, or NONE. */
static void row_score(const struct stat_row *row, const char *none, struct text *text)
{
    if (row->scored > 0)
        text_printf(text, "%.4f", (double)row->score / STAT_WIN / (double)row->scored);
    else
        text_add_string(text, none);
}

/* A row; bars are as wide as MOST says. */
static void add_stat_row(const struct stat_group *group, const struct stat_row *row, const char *what, uint64_t most,
    const struct style *style, struct table *table)
{
    bool people = table->format == TABLE_TEXT;
    struct text *text;
    table_begin_row(table);
    table_text(table, group->name);
    table_word(table, what);
    add_row_name(row, style, table);
    table_number(table, (long long)row->count);
    if ((text = table_raw(table)) != NULL)
        add_share(row->count, group->games, 1000, " %", text);
    if ((text = table_raw(table)) != NULL)
        add_share(row->count, group->games, 10000, "", text);
    if ((text = table_raw(table)) != NULL && people)
        add_score(row, text);
    else if (text != NULL)
        row_score(row, table->format == TABLE_JSON ? "null" : "", text);
    if ((text = table_raw(table)) != NULL)
        add_bar(style, row->count, most, text);
    table_end_row(table);
}

static void add_section(const struct stat_group *group, enum stat_kind kind, const char *heading, size_t most,
    const struct style *style, struct text *text)
{
    const struct stat_row *rows = group->rows[kind];
    size_t count = group->counts[kind];
    size_t shown = count < most ? count : most;
    SCOPED(table, table);
    if (count == 0)
        return;
    table_of_stats(false, kind, heading, TABLE_TEXT, &table, text);
    text_add_char(text, '\n');
    table_begin(&table, NULL);
    for (size_t i = 0; i < shown; i++)
        add_stat_row(group, &rows[i], NULL, rows[0].count, style, &table);
    table_end(&table);
    if (count > shown)
        text_printf(text, "and %zu more\n", count - shown);
}

/* Bars of the same width, also where there are no games. */
static void add_lengths(const struct stat_group *group, const struct style *style, struct text *text)
{
    uint64_t width = stats_bar_width(group, BARS_MOST);
    uint64_t most = 0;
    SCOPED(table, table);
    SCOPED(text, name);
    bool more = group->counts[STAT_LENGTH] > 0;
    if (!more)
        return;
    table_of_stats(false, STAT_LENGTH, sections[STAT_LENGTH].heading, TABLE_TEXT, &table, text);
    text_add_char(text, '\n');
    table_begin(&table, NULL);
    for (uint64_t i = 0; more; i++) {
        uint64_t games = stats_bar(group, width, i, &more);
        most = games > most ? games : most;
    }
    more = true;
    for (uint64_t i = 0; more; i++) {
        struct stat_row bar = {.kind = STAT_LENGTH, .count = stats_bar(group, width, i, &more)};
        text_clear(&name);
        text_printf(&name, width == 1 ? "%" PRIu64 : "%" PRIu64 " to %" PRIu64, i * width, (i + 1) * width - 1);
        bar.name = text_slice(&name);
        add_stat_row(group, &bar, NULL, most, style, &table);
    }
    table_end(&table);
}

static void add_stats_count(uint64_t count, const char *one, const char *many, struct text *text)
{
    text_printf(text, "%" PRIu64 " %s", count, count == 1 ? one : many);
}

static void add_stats_heading(const struct stats *stats, const struct stat_group *group, struct text *text)
{
    if (stats->grouped && group->name.at != NULL)
        text_add_escaped(text, group->name);
    text_add_string(text, !stats->grouped ? "" : group->name.at == NULL ? "Without a value: " : ": ");
    add_stats_count(group->games, "game", "games", text);
    text_add_string(text, ", ");
    add_stats_count(group->plies, "ply", "plies", text);
    if (group->games > group->unplayed) {
        add_share(group->plies, group->games - group->unplayed, 10, " per game", (text_add_string(text, ", "), text));
        text_printf(text, ", median %" PRIu64, stats_median(group));
    }
    if (group->timed_turns > 0) {
        add_share(group->milliseconds, group->timed_turns * 1000, 10, " s", (text_add_string(text, "; "), text));
        text_printf(text, " a turn, in %" PRIu64 " with clocks", group->timed_turns);
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
        add_stats_heading(stats, group, text);
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
    add_stats_count(played->turns.games, "game", "games", text);
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

/* For programs. */

void stats_tsv(const struct stats *stats, struct text *text)
{
    SCOPED(table, table);
    table_of_stats(stats->grouped, STAT_FIRST, NULL, TABLE_TSV, &table, text);
    table_begin(&table, NULL);
    for (size_t i = 0; i < stats->group_count; i++) {
        const struct stat_group *group = &stats->groups[i];
        add_stat_row(group, &(struct stat_row){.count = group->games}, "games", 0, NULL, &table);
        add_stat_row(group, &(struct stat_row){.count = group->illegal}, "illegal", 0, NULL, &table);
        add_stat_row(group, &(struct stat_row){.count = group->unplayed}, "unplayed", 0, NULL, &table);
        add_stat_row(group, &(struct stat_row){.count = group->timed_turns}, "timed_turns", 0, NULL, &table);
        add_stat_row(group, &(struct stat_row){.count = group->milliseconds}, "milliseconds", 0, NULL, &table);
        for (int kind = 0; kind < STAT_KINDS; kind++)
            for (size_t k = 0; k < group->counts[kind]; k++)
                add_stat_row(group, &group->rows[kind][k], stat_words[kind], 0, NULL, &table);
    }
}

/* The rows of a kind are a list, each on a line. */
static void add_group(const struct stats *stats, const struct stat_group *group, struct json *json)
{
    json_line(json);
    json_begin(json, NULL, "{");
    if (stats->grouped)
        json_put_text(json, "group", group->name);
    json_put_number(json, "games", (long long)group->games);
    json_put_number(json, "illegal", (long long)group->illegal);
    json_put_number(json, "unplayed", (long long)group->unplayed);
    json_put_number(json, "total_plies", (long long)group->plies);
    json_put_number(json, "timed_turns", (long long)group->timed_turns);
    json_put_number(json, "milliseconds", (long long)group->milliseconds);
    for (int kind = 0; kind < STAT_KINDS; kind++) {
        SCOPED(table, table);
        table_of_stats(false, (enum stat_kind)kind, NULL, TABLE_JSON, &table, json->text);
        json_line(json);
        json_begin(json, stat_words[kind], "[");
        for (size_t i = 0; i < group->counts[kind]; i++)
            add_stat_row(group, &group->rows[kind][i], NULL, 0, NULL, &table);
        json_end(json, "]");
    }
    json_end(json, "}");
}

void stats_json(const struct stats *stats, struct text *text)
{
    struct json json = {.text = text};
    json_begin(&json, NULL, "{");
    json_begin(&json, "groups", "[");
    for (size_t i = 0; i < stats->group_count; i++)
        add_group(stats, &stats->groups[i], &json);
    json_end(&json, "]}\n");
}

void played_json(const struct played *played, struct text *text)
{
    const struct stat_group *turns = &played->turns;
    struct json json = {.text = text};
    SCOPED(text, position);
    game_write_position(played->book->rules, played->state, &position);
    json_begin(&json, NULL, "{");
    json_put_word(&json, "ruleset", played->ruleset);
    json_put_text(&json, "position", text_slice(&position));
    text_printf(json_raw(&json, "hash"), "\"%016" PRIx64 "\"", game_hash(played->book->rules, played->state));
    json_put_word(&json, "seat", played->seat);
    json_put_number(&json, "games", (long long)turns->games);
    json_put_number(&json, "without_turn", (long long)played->ended);
    json_begin(&json, "turns", "[");
    for (size_t i = 0; i < turns->counts[STAT_FIRST] && i < played->most; i++) {
        const struct stat_row *row = &turns->rows[STAT_FIRST][i];
        json_begin(&json, NULL, "{");
        json_put_text(&json, "turn", row->name);
        json_put_number(&json, "games", (long long)row->count);
        row_score(row, "null", json_raw(&json, "score"));
        json_end(&json, "}");
    }
    json_end(&json, "]");
    row_score(&played->all, "null", json_raw(&json, "score"));
    json_end(&json, "}\n");
}
