/* SPDX-License-Identifier: MIT */
#include "formats/text/score_line.h"

#include "formats/json/json.h"
#include "formats/table.h"
#include "formats/text/breakdown.h"
#include "formats/text/message.h"
#include "formats/text/replay.h"

void numbered_write(struct numbered numbered, uint64_t number, struct text *text)
{
    if (numbered.text.length == 0)
        return;
    text_add(text, slice_shorter(numbered.text, numbered.at));
    text_add_number(text, (long long)number);
    text_add(text, slice_after(numbered.text, numbered.at));
}

void score_players(const struct report *report, const char *between, struct text *text)
{
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(text, i > 0 ? between : "");
        render_player(report, i + 1, text);
    }
}

/* Whether nobody has ended the game, so that its score is that of its position. */
static bool is_provisional(const struct report *report)
{
    return report->outcome.reason == NULL;
}

static bool has_points(const struct report *report)
{
    return report->state != NULL && report->book.game->result.scoring != SCORE_WIN;
}

static void add_provisional(const struct report *report, struct text *text)
{
    text_add_string(text, "provisional");
    if (has_points(report))
        text_add_char(text, ' ');
    if (has_points(report))
        figures_write(report->outcome.halves, report->seats, report->outcome.sign, text);
    text_add_string(text, ": ");
}

static size_t add_text_of_line(const struct report *report, const char *file, bool verbose, struct text *text)
{
    add_record_place(text, file, report->record->line, report->record->row);
    text_add_string(text, ": game ");
    size_t number = text->length;
    text_add_string(text, ": ");
    score_players(report, " - ", text);
    text_add_string(text, ": ");
    if (is_provisional(report) && report->state != NULL)
        add_provisional(report, text);
    render_outcome(report, text);
    if (report->unplayed == UNPLAYED_NONE)
        text_printf(text, ", %u %s", report->plies, report->plies == 1 ? "ply" : "plies");
    text_add_string(text, report->legal ? "" : ", with errors");
    if (is_provisional(report) && declared_is_made(&report->declared))
        text_printf(text, "; the record says %pE", SLICE(report->declared.figures));
    text_add_char(text, '\n');
    if (verbose)
        sum_text(report, text);
    return number;
}

static const struct column columns[] = {
    {"file", COLUMN_TEXT}, {"game", COLUMN_NUMBER}, {"ruleset", COLUMN_TEXT}, {"players", COLUMN_LIST},
    {"legal", COLUMN_FLAG, .yes = "legal", .no = "illegal"}, {"outcome", COLUMN_DATA, TABLE_JSON},
    {"result", COLUMN_TEXT, TABLE_TSV}, {"reason", COLUMN_TEXT, TABLE_TSV}, {"plies", COLUMN_NUMBER, TABLE_TSV},
    {"provisional", COLUMN_TEXT, TABLE_TSV}, {"provisional", COLUMN_FLAG, TABLE_JSON},
    {"winners", COLUMN_LIST, TABLE_TSV}, {"claimed", COLUMN_TEXT, TABLE_TSV},
    {"sum", COLUMN_DATA, TABLE_JSON}, /* if wanted */
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Of games that standings leave out. */
static const struct column uncounted_columns[] = {
    {"file", COLUMN_TEXT}, {"game", COLUMN_NUMBER}, {"players", COLUMN_LIST}, {"why", COLUMN_TEXT}};

void score_heading(enum catasta_format format, bool standings, struct text *text)
{
    SCOPED(table, table);
    table_init(&table, TABLE_TSV, standings ? uncounted_columns : columns,
        standings ? sizeof uncounted_columns / sizeof uncounted_columns[0] : COLUMNS, text);
    if (format == CATASTA_TSV)
        table_begin(&table, NULL);
}

/* Those of the players whose bits are set in SEATS. */
static void add_players(const struct report *report, uint32_t seats, struct table *table)
{
    table_begin_list(table);
    for (unsigned i = 0; i < report->seats; i++)
        if ((seats >> i & 1) != 0 && table->format == TABLE_JSON)
            table_text(table, report->players[i]);
        else if ((seats >> i & 1) != 0)
            render_player(report, i + 1, table_raw(table));
    table_end_list(table);
}

static void add_result_of_line(const struct report *report, struct text *text)
{
    if (report->outcome.reason != NULL)
        render_result(report, text);
    else
        text_add_char(text, '*');
}

static void add_provisional_points(const struct report *report, struct text *text)
{
    if (is_provisional(report) && has_points(report))
        figures_write(report->outcome.halves, report->seats, report->outcome.sign, text);
    else if (is_provisional(report))
        text_add_string(text, "undecided");
}

/* A row of the table; returns where the number of the game is to be. */
static size_t add_score_row(
    unsigned format, const struct report *report, const char *file, bool verbose, struct text *text)
{
    SCOPED(table, table);
    struct text *raw;
    table_init(&table, format, columns, verbose ? COLUMNS : COLUMNS - 1, text);
    table_begin_row(&table);
    table_word(&table, file);
    size_t number = table_raw(&table)->length;
    table_text(&table, report->ruleset);
    add_players(report, UINT32_MAX, &table);
    table_flag(&table, report->legal);
    if ((raw = table_raw(&table)) != NULL)
        json_outcome(report, raw);
    if ((raw = table_raw(&table)) != NULL)
        add_result_of_line(report, raw);
    table_word(&table, report->outcome.reason);
    table_number(&table, report->plies);
    if ((raw = table_raw(&table)) != NULL)
        add_provisional_points(report, raw);
    table_flag(&table, is_provisional(report));
    add_players(report, report->outcome.winners, &table);
    table_text(&table, report->declared.written ? report->declared.figures : (struct slice){NULL, 0});
    if (verbose && (raw = table_raw(&table)) != NULL)
        sum_json(report, raw);
    table_end_row(&table);
    return number;
}

size_t score_line(
    enum catasta_format format, const struct report *report, const char *file, bool verbose, struct text *line)
{
    return format == CATASTA_TEXT
        ? add_text_of_line(report, file, verbose, line)
        : add_score_row(format == CATASTA_TSV ? TABLE_TSV : TABLE_JSON, report, file, verbose, line);
}

static bool add_format(enum catasta_format format, const struct output_game *game, struct text *text)
{
    SCOPED(text, line);
    size_t at = score_line(format, game->report, game->file, game->options->verbose, &line);
    numbered_write((struct numbered){text_slice(&line), at}, game->number, text);
    return true;
}

bool score_add_text(const struct output_game *game, struct text *text)
{
    return add_format(CATASTA_TEXT, game, text);
}

bool score_add_tsv(const struct output_game *game, struct text *text)
{
    return add_format(CATASTA_TSV, game, text);
}

bool score_add_json(const struct output_game *game, struct text *text)
{
    return add_format(CATASTA_JSON, game, text);
}

void score_json_counted(const char *uncounted, struct text *text)
{
    text->length -= !text->failed && text->length > 0; /* memory may have run out before */
    text_printf(text, ",\"counted\":%s", uncounted == NULL ? "true" : "false");
    if (uncounted != NULL)
        text_printf(text, ",\"why\":\"%s\"", uncounted);
    text_add_char(text, '}');
}
