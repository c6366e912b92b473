/* SPDX-License-Identifier: MIT */
/* A table, as text for people, as tab-separated values, or as JSON.  Its columns are said once; a row gives a cell for
   each, whether the format shows it or not.  A row is written when it ends, but for people: only then is it known how
   wide columns are. */
#ifndef CATASTA_FORMATS_TABLE_H
#define CATASTA_FORMATS_TABLE_H

#include "formats/json/json_writer.h"
#include "formats/text/aligned.h"
#include "tournament/entry.h"
#include "tournament/points.h"

enum column_type {
    COLUMN_TEXT,
    COLUMN_NUMBER,
    COLUMN_POINTS, /* with decimals, or a fraction */
    COLUMN_FLAG,
    COLUMN_LIST, /* of these */
    COLUMN_DATA, /* JSON */
    /* No cells: in JSON those up to the end are a value. */
    COLUMN_OBJECT,
    COLUMN_OBJECT_END,
    COLUMN_ARRAY,
    COLUMN_ARRAY_END,
};

/* Formats, and those that have a column. */
enum { TABLE_TEXT = 1, TABLE_TSV = 2, TABLE_JSON = 4, TABLE_NONE = 8, TABLE_PROGRAMS = TABLE_TSV | TABLE_JSON };
static inline unsigned table_format(enum catasta_format format)
{
    return 1U << format;
}

struct column {
    const char *name; /* for programs; NULL in an array */
    enum column_type type;
    unsigned formats;    /* 0: all */
    const char *heading; /* for people; NULL: .name */
    const char *flat;    /* in tab-separated values; NULL: .name */
    const char *yes;     /* what a flag is but in JSON; NULL: "yes", "no" */
    const char *no;
};

struct table {
    unsigned format;
    const struct column *columns;
    size_t count;
    struct column *own; /* .columns, where they were added one by one; in the memory of .aligned */
    size_t capacity;
    size_t at;         /* the next column */
    struct text *text; /* that rows are added to */
    struct json json;
    struct aligned aligned; /* rows for people */
    struct text cell;
    size_t cell_begin; /* in .text */
    bool any;          /* the row has a cell already */
    bool listed;       /* rows are in a list */
    bool in_list;
    bool hidden; /* ... of a column that the format does not have */
    bool item;   /* ... and has one already */
};

/* COLUMNS stay the caller's; or there are none yet, and they are added one by one. */
void table_init(struct table *table, unsigned format, const struct column *columns, size_t count, struct text *text);
void table_release(struct table *table);

void table_column(struct table *table, struct column column);

/* A name for a column, which lives as long as the table; empty when out of memory. */
const char *table_print_name(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Before the first row: the names of columns or, in JSON, the list of rows, each on a line, with KEY, which is NULL if
   it is not in an object.  And after the last one. */
void table_begin(struct table *table, const char *key);
void table_end(struct table *table);

void table_begin_row(struct table *table);
void table_end_row(struct table *table);

/* A cell of the row, or of the list that was begun.  At NULL it is empty, or null. */
void table_text(struct table *table, struct slice value);
void table_word(struct table *table, const char *value);
void table_number(struct table *table, long long value);
void table_number_if(struct table *table, bool there, long long value);
void table_points(struct table *table, points value);
void table_flag(struct table *table, bool value);
void table_begin_list(struct table *table);
void table_end_list(struct table *table);

/* The caller adds the cell to what is returned, which is NULL if the format does not have it: as it is, so in JSON a
   whole value, and else escaped. */
struct text *table_raw(struct table *table);

#endif
