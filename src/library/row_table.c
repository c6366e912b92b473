/* SPDX-License-Identifier: MIT */
/* Tables of games and of plies, as their rows say them. */
#include "base/nearest.h"
#include "formats/table.h"
#include "library/session.h"
#include "library/tools.h"

#include <stddef.h>
#include <stdio.h>

#define GAME_COLUMN(name, kind, member)                                                                                \
    {                                                                                                                  \
        name, kind, false, offsetof(struct catasta_game_row, member)                                                   \
    }
#define PLY_COLUMN(name, kind, member)                                                                                 \
    {                                                                                                                  \
        name, kind, true, offsetof(struct catasta_row_ply, member)                                                     \
    }

static const struct catasta_row_column game_columns[] = {
    GAME_COLUMN("file", CATASTA_STRING_COLUMN, file),
    GAME_COLUMN("offset", CATASTA_WIDE_COLUMN, offset),
    GAME_COLUMN("length", CATASTA_WIDE_COLUMN, length),
    GAME_COLUMN("line", CATASTA_NUMBER_COLUMN, line),
    GAME_COLUMN("number", CATASTA_WIDE_COLUMN, number),
    GAME_COLUMN("ruleset", CATASTA_TEXT_COLUMN, ruleset),
    GAME_COLUMN("game", CATASTA_TEXT_COLUMN, game),
    GAME_COLUMN("event", CATASTA_TEXT_COLUMN, event),
    GAME_COLUMN("site", CATASTA_TEXT_COLUMN, site),
    GAME_COLUMN("date", CATASTA_TEXT_COLUMN, date),
    GAME_COLUMN("round", CATASTA_TEXT_COLUMN, round),
    GAME_COLUMN("players", CATASTA_TEXTS_COLUMN, players),
    GAME_COLUMN("result", CATASTA_TEXT_COLUMN, result),
    GAME_COLUMN("winners", CATASTA_SEATS_COLUMN, won),
    GAME_COLUMN("reason", CATASTA_STRING_COLUMN, reason),
    GAME_COLUMN("plies", CATASTA_NUMBER_COLUMN, plies),
    GAME_COLUMN("legal", CATASTA_TRUTH_COLUMN, legal),
    GAME_COLUMN("errors", CATASTA_NUMBER_COLUMN, errors),
    GAME_COLUMN("first_error_id", CATASTA_STRING_COLUMN, error),
    GAME_COLUMN("first_error_ply", CATASTA_NUMBER_COLUMN, error_ply),
    GAME_COLUMN("moves", CATASTA_TEXTS_COLUMN, moves),
    GAME_COLUMN("clocks", CATASTA_TEXTS_COLUMN, clocks),
    GAME_COLUMN("hash", CATASTA_HASH_COLUMN, last),
};
static const struct catasta_row_column ply_columns[] = {
    GAME_COLUMN("file", CATASTA_STRING_COLUMN, file),
    GAME_COLUMN("game", CATASTA_WIDE_COLUMN, number),
    GAME_COLUMN("ruleset", CATASTA_TEXT_COLUMN, ruleset),
    PLY_COLUMN("ply", CATASTA_NUMBER_COLUMN, ply),
    PLY_COLUMN("number", CATASTA_NUMBER_COLUMN, number),
    PLY_COLUMN("seat", CATASTA_STRING_COLUMN, seat),
    PLY_COLUMN("turn", CATASTA_TEXT_COLUMN, turn),
    PLY_COLUMN("verdict", CATASTA_STRING_COLUMN, verdict),
    PLY_COLUMN("position", CATASTA_TEXT_COLUMN, position),
    PLY_COLUMN("clock", CATASTA_TEXT_COLUMN, clock),
    PLY_COLUMN("milliseconds", CATASTA_NUMBER_COLUMN, milliseconds),
};

const struct catasta_row_columns *catasta_row_columns(bool of_plies)
{
    static const struct catasta_row_columns tables[] = {
        {game_columns, sizeof game_columns / sizeof *game_columns, CATASTA_ROW_SUMMARY},
        {ply_columns, sizeof ply_columns / sizeof *ply_columns, CATASTA_ROW_PLIES},
    };
    return &tables[of_plies];
}

static struct slice text_or_null(struct catasta_text text)
{
    return (struct slice){text.bytes, text.length};
}

static void add_texts(struct table *table, const struct catasta_row_texts *texts)
{
    if (texts->list == NULL) {
        table_word(table, NULL);
        return;
    }
    table_begin_list(table);
    for (size_t i = 0; i < texts->count; i++)
        table_text(table, text_or_null(texts->list[i]));
    table_end_list(table);
}

static void add_seats(struct table *table, uint32_t seats)
{
    table_begin_list(table);
    for (unsigned seat = 1; seat <= CATASTA_SEATS; seat++)
        if ((seats >> (seat - 1) & 1) != 0)
            table_number(table, seat);
    table_end_list(table);
}

/* A hash has all 64 bits, which numbers of JSON do not have everywhere. */
static void add_hash(struct table *table, const uint64_t *hash)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%016llx", hash == NULL ? 0 : (unsigned long long)*hash);
    table_word(table, hash == NULL ? NULL : digits);
}

static void add_row_cell(struct table *table, enum catasta_column_kind kind, const void *at)
{
    switch (kind) {
    case CATASTA_STRING_COLUMN:
        table_word(table, *(const char *const *)at);
        break;
    case CATASTA_TEXT_COLUMN:
        table_text(table, text_or_null(*(const struct catasta_text *)at));
        break;
    case CATASTA_WIDE_COLUMN:
        table_number(table, (long long)*(const uint64_t *)at);
        break;
    case CATASTA_HASH_COLUMN:
        add_hash(table, *(const uint64_t *const *)at);
        break;
    case CATASTA_NUMBER_COLUMN:
        table_number_if(table, *(const uint32_t *)at != CATASTA_NOWHERE, *(const uint32_t *)at);
        break;
    case CATASTA_TRUTH_COLUMN:
        table_flag(table, *(const bool *)at);
        break;
    case CATASTA_SEATS_COLUMN:
        add_seats(table, *(const uint32_t *)at);
        break;
    case CATASTA_TEXTS_COLUMN:
        add_texts(table, at);
        break;
    }
}

/* The columns that are wanted, for a table. */
static void choose_columns(const struct catasta_row_table *wanted, struct column columns[CATASTA_COLUMNS])
{
    static const enum column_type types[] = {[CATASTA_STRING_COLUMN] = COLUMN_TEXT,
        [CATASTA_TEXT_COLUMN] = COLUMN_TEXT,
        [CATASTA_WIDE_COLUMN] = COLUMN_NUMBER,
        [CATASTA_HASH_COLUMN] = COLUMN_TEXT,
        [CATASTA_NUMBER_COLUMN] = COLUMN_NUMBER,
        [CATASTA_TRUTH_COLUMN] = COLUMN_FLAG,
        [CATASTA_SEATS_COLUMN] = COLUMN_LIST,
        [CATASTA_TEXTS_COLUMN] = COLUMN_LIST};
    for (size_t i = 0; i < wanted->count; i++)
        columns[i] =
            (struct column){wanted->chosen[i]->name, types[wanted->chosen[i]->kind], .yes = "true", .no = "false"};
}

static void add_table_row(const struct catasta_row_table *wanted, const struct catasta_game_row *row,
    const struct catasta_row_ply *ply, struct table *table)
{
    table_begin_row(table);
    for (size_t i = 0; i < wanted->count; i++) {
        const struct catasta_row_column *column = wanted->chosen[i];
        const char *values = column->of_ply ? (const char *)ply : (const char *)row;
        add_row_cell(table, column->kind, values + column->offset);
    }
    table_end_row(table);
    if (table->format == TABLE_JSON)
        json_end(&table->json, "\n");
}

static bool take_table_row(void *context, const struct catasta_game_row *row)
{
    const struct catasta_row_table *wanted = context;
    const unsigned format = wanted->format == CATASTA_TABLE_TSV ? TABLE_TSV : TABLE_JSON;
    struct column columns[CATASTA_COLUMNS];
    SCOPED(text, text);
    SCOPED(table, table);
    choose_columns(wanted, columns);
    table_init(&table, format, columns, wanted->count, &text);
    if (row == NULL)
        table_begin(&table, NULL);
    else if (!wanted->of_plies)
        add_table_row(wanted, row, NULL, &table);
    for (size_t i = 0; row != NULL && i < row->ply_count; i++)
        add_table_row(wanted, row, &row->ply_list[i], &table);
    return !text.failed &&
        wanted->output->write(wanted->output->context, text.bytes == NULL ? "" : text.bytes, text.length);
}

/* Finds the columns of .columns; false with a MESSAGE if one does not exist or is there twice. */
static bool find_columns(struct catasta_row_table *wanted, struct text *message)
{
    const struct catasta_row_columns *all = catasta_row_columns(wanted->of_plies);
    const char *names[CATASTA_COLUMNS];
    struct slice rest = slice_of(wanted->columns == NULL ? "" : wanted->columns);
    struct slice name;
    wanted->count = 0;
    for (size_t i = 0; i < all->count; i++) {
        names[i] = all->list[i].name;
        if (wanted->columns == NULL)
            wanted->chosen[wanted->count++] = &all->list[i];
    }
    while (wanted->columns != NULL && slice_split(&rest, ',', &name)) {
        size_t found = 0;
        name = slice_trim(name);
        while (found < all->count && !slice_is(name, names[found]))
            found++;
        for (size_t k = 0; found < all->count && k < wanted->count; k++)
            if (wanted->chosen[k] == &all->list[found]) {
                text_printf(message, "column '%s' is there twice", names[found]);
                return false;
            }
        if (found == all->count) {
            const char *near = nearest_name(name, names, all->count);
            text_printf(message, "unknown column '%pE'%s%s%s", SLICE(name), near == NULL ? "" : "; did you mean '",
                near == NULL ? "" : near, near == NULL ? "" : "'?");
            return false;
        }
        wanted->chosen[wanted->count++] = &all->list[found];
    }
    return true;
}

catasta_writer *catasta_row_table_writer(struct catasta_row_table *table)
{
    SCOPED(text, message);
    const struct catasta_row_columns *all = catasta_row_columns(table->of_plies);
    const struct catasta_rows rows = {
        .size = sizeof rows, .parts = all->part, .take = take_table_row, .context = table};
    if (!find_columns(table, &message)) {
        report_error(&message, table->errors);
        return NULL;
    }
    return catasta_rows_writer(&rows);
}

bool catasta_row_table_heading(const struct catasta_row_table *table)
{
    return table->format != CATASTA_TABLE_TSV || take_table_row((void *)table, NULL);
}
