/* SPDX-License-Identifier: MIT */
#include "formats/table.h"

#include "formats/text/tsv.h"

void table_init(struct table *table, unsigned format, const struct column *columns, size_t count, struct text *text)
{
    *table = (struct table){.format = format, .columns = columns, .count = count, .text = text, .json.text = text};
    aligned_init(&table->aligned);
}

void table_release(struct table *table)
{
    aligned_release(&table->aligned);
    text_release(&table->cell);
}

void table_column(struct table *table, struct column column)
{
    if (!arena_grow(&table->aligned.arena, &table->own, table->count, &table->capacity, sizeof *table->own))
        return;
    table->own[table->count++] = column;
    table->columns = table->own;
}

const char *table_print_name(struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct slice name = arena_vprintf(&table->aligned.arena, format, arguments);
    va_end(arguments);
    return name.at == NULL ? "" : name.at;
}

static bool format_has(const struct table *table, const struct column *column)
{
    return column->formats == 0 || (column->formats & table->format) != 0;
}

static void add_column_names(struct table *table)
{
    static const enum align aligns[COLUMN_OBJECT] = {
        [COLUMN_TEXT] = ALIGN_LEFT, [COLUMN_NUMBER] = ALIGN_RIGHT, [COLUMN_POINTS] = ALIGN_POINT};
    const char *between = "";
    for (size_t i = 0; i < table->count; i++) {
        const struct column *column = &table->columns[i];
        if (!format_has(table, column) || column->type >= COLUMN_OBJECT)
            continue;
        if (table->format == TABLE_TEXT) {
            aligned_column(
                &table->aligned, aligns[column->type], column->heading == NULL ? column->name : column->heading);
            continue;
        }
        text_printf(table->text, "%s%s", between, column->flat == NULL ? column->name : column->flat);
        between = "\t";
    }
}

void table_begin(struct table *table, const char *key)
{
    table->listed = table->format == TABLE_JSON;
    if (table->format == TABLE_JSON)
        json_begin(&table->json, key, "[");
    else
        add_column_names(table);
    if (table->format == TABLE_TSV)
        text_add_char(table->text, '\n');
}

void table_end(struct table *table)
{
    if (table->format == TABLE_TEXT)
        aligned_write(&table->aligned, 2, table->text);
    else if (table->format == TABLE_JSON)
        json_end(&table->json, "]");
}

/* Passes columns without cells. */
static void write_brackets(struct table *table)
{
    for (; table->at < table->count && table->columns[table->at].type >= COLUMN_OBJECT; table->at++) {
        const struct column *column = &table->columns[table->at];
        if (table->format != TABLE_JSON || !format_has(table, column))
            continue;
        if (column->type == COLUMN_OBJECT || column->type == COLUMN_ARRAY)
            json_begin(&table->json, column->name, column->type == COLUMN_OBJECT ? "{" : "[");
        else
            json_end(&table->json, column->type == COLUMN_OBJECT_END ? "}" : "]");
    }
}

static void end_cell(struct table *table)
{
    if (table->format == TABLE_TEXT)
        aligned_text(&table->aligned, &table->cell);
    else if (table->format == TABLE_TSV)
        tsv_end_cell(table->text, table->cell_begin);
}

void table_begin_row(struct table *table)
{
    table->at = 0;
    table->any = false;
    if (table->listed)
        json_line(&table->json);
    if (table->format == TABLE_JSON)
        json_begin(&table->json, NULL, "{");
}

void table_end_row(struct table *table)
{
    write_brackets(table);
    end_cell(table);
    if (table->format == TABLE_JSON)
        json_end(&table->json, "}");
    else if (table->format == TABLE_TSV)
        text_add_char(table->text, '\n');
}

/* Where text of the cell goes. */
static struct text *cell_text(struct table *table)
{
    return table->format == TABLE_TEXT ? &table->cell : table->text;
}

/* The next cell or item of a list, with what is before it written, and its *KEY in JSON; false if the format does not
   have it. */
static bool next_place(struct table *table, const char **key)
{
    *key = NULL;
    if (table->in_list) {
        if (!table->hidden && table->format != TABLE_JSON)
            text_add_string(cell_text(table), table->item ? ", " : "");
        table->item = true;
        return !table->hidden;
    }
    write_brackets(table);
    const struct column *column = table->at < table->count ? &table->columns[table->at++] : NULL;
    if (column == NULL || !format_has(table, column)) /* NULL: memory ran out */
        return false;
    *key = column->name;
    if (table->any)
        end_cell(table);
    if (table->any && table->format == TABLE_TSV)
        text_add_char(table->text, '\t');
    table->any = true;
    table->cell_begin = table->text->length;
    return true;
}

void table_text(struct table *table, struct slice value)
{
    const char *key;
    if (!next_place(table, &key))
        return;
    if (table->format == TABLE_JSON)
        json_put_text(&table->json, key, value);
    else if (value.at != NULL)
        text_add_escaped(cell_text(table), value);
}

void table_word(struct table *table, const char *value)
{
    table_text(table, slice_or_null(value));
}

void table_number_if(struct table *table, bool there, long long value)
{
    const char *key;
    if (!next_place(table, &key))
        return;
    if (table->format == TABLE_JSON)
        json_put_number_if(&table->json, key, there, value);
    else if (there)
        text_add_number(cell_text(table), value);
}

void table_number(struct table *table, long long value)
{
    table_number_if(table, true, value);
}

void table_points(struct table *table, points value)
{
    struct text *text = table_raw(table);
    if (text == NULL)
        return;
    if (table->format == TABLE_JSON)
        points_json(value, text);
    else
        points_write(value, text);
}

void table_flag(struct table *table, bool value)
{
    struct text *text = table_raw(table);
    if (text == NULL)
        return;
    const struct column *column = &table->columns[table->at - 1];
    if (table->format == TABLE_JSON)
        text_add_string(text, value ? "true" : "false");
    else if (column->yes != NULL)
        text_add_string(text, value ? column->yes : column->no);
    else
        text_add_string(text, value ? "yes" : "no");
}

struct text *table_raw(struct table *table)
{
    const char *key;
    if (!next_place(table, &key))
        return NULL;
    return table->format == TABLE_JSON ? json_raw(&table->json, key) : cell_text(table);
}

void table_begin_list(struct table *table)
{
    const char *key;
    table->hidden = !next_place(table, &key);
    table->in_list = true;
    table->item = false;
    if (!table->hidden && table->format == TABLE_JSON)
        json_begin(&table->json, key, "[");
}

void table_end_list(struct table *table)
{
    table->in_list = false;
    if (!table->hidden && table->format == TABLE_JSON)
        json_end(&table->json, "]");
}
