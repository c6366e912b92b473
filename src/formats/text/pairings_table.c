/* SPDX-License-Identifier: MIT */
#include "formats/table.h"
#include "formats/text/message.h"
#include "formats/text/pairings_format.h"

enum { PAIRED_NAME_WIDTH = 32 };

static const struct column pairing_columns[] = {
    {"round", COLUMN_NUMBER, TABLE_PROGRAMS},
    {"board", COLUMN_NUMBER, .heading = "Board"},
    {"first_number", COLUMN_NUMBER, TABLE_PROGRAMS},
    {"first", COLUMN_TEXT, .heading = "1st"},
    {"first_points", COLUMN_POINTS, .heading = "Points"},
    {"second_number", COLUMN_NUMBER, TABLE_PROGRAMS},
    {"second", COLUMN_TEXT, .heading = "2nd"},
    {"second_points", COLUMN_POINTS, .heading = "Points"},
};

const char *pairings_free_word(const struct pairings *pairings)
{
    return pairings->gives_byes ? "bye" : "free";
}

points pairings_points(const struct pairings *pairings, uint32_t player)
{
    return pairings->standings->scores[player];
}

/* A cell with the name of PLAYER, as people or programs read it. */
static void add_paired_name(
    const struct pairings *pairings, uint32_t player, const struct style *style, struct table *table)
{
    struct slice name = pairings->standings->players[player].name;
    SCOPED(text, text);
    if (table->format == TABLE_TEXT)
        add_short_name(name, PAIRED_NAME_WIDTH, style->unicode, &text);
    table_text(table, table->format == TABLE_TEXT ? text_slice(&text) : name);
}

static void add_pairing_row(const struct pairings *pairings, size_t i, const struct style *style, struct table *table)
{
    const struct pairing_board *board = &pairings->boards[i];
    bool paired = board->second != NOBODY;
    bool people = table->format == TABLE_TEXT;
    table_begin_row(table);
    table_number(table, pairings->round);
    table_number_if(table, paired, (long long)i + 1);
    table_number(table, pairings->numbers[board->first]);
    add_paired_name(pairings, board->first, style, table);
    table_points(table, pairings_points(pairings, board->first));
    table_number_if(table, paired, paired ? pairings->numbers[board->second] : 0);
    if (paired) {
        add_paired_name(pairings, board->second, style, table);
        table_points(table, pairings_points(pairings, board->second));
    } else {
        table_text(table, people ? slice_of(pairings_free_word(pairings)) : (struct slice){NULL, 0});
        table_text(table, (struct slice){NULL, 0});
    }
    table_end_row(table);
}

void pairings_table(
    const struct pairings *pairings, unsigned format, struct slice event, const struct style *style, struct text *text)
{
    SCOPED(table, table);
    if (format == TABLE_TEXT)
        text_printf(text, "%pE%sound %u\n\n", SLICE(event), event.length > 0 ? ": r" : "R", pairings->round);
    table_init(&table, format, pairing_columns, sizeof pairing_columns / sizeof pairing_columns[0], text);
    table_begin(&table, NULL);
    for (size_t i = 0; i < pairings->count; i++)
        add_pairing_row(pairings, i, style, &table);
    table_end(&table);
    for (size_t i = 0; format == TABLE_TEXT && i < pairings->absent_count; i++) {
        uint32_t player = pairings->absent[i];
        text_printf(text, "%snot paired: %pE (%s)\n", i == 0 ? "\n" : "",
            SLICE(pairings->standings->players[player].name), pairings_absence(pairings, player));
    }
}
