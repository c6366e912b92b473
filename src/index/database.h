/* SPDX-License-Identifier: MIT */
/* The tables of an index, in SQLite, and what all that use them share.  catasta-index(1) says what is in them.

   A database comes from anywhere: its tables have to be exactly those that are made here, and what is in them is
   bound to parameters or escaped, never made part of a statement. */
#ifndef CATASTA_INDEX_DATABASE_H
#define CATASTA_INDEX_DATABASE_H

#include "util/new_file.h"
#include "util/output.h"
#include "util/reading.h"

#include <sqlite3.h>

struct database {
    const char *path; /* for messages */
    sqlite3 *sqlite;
    bool failed; /* which was reported */
};

/* Opens the index at PATH, to read it; a status after complaining.  Where a run was killed that changed it, it becomes
   what it was before. */
int database_open(struct database *database, const char *path);

/* The same to change it, when it is at FILE, in one transaction, which is begun; with IS_NEW there are no tables yet,
   and nothing to keep if that fails. */
int database_change(struct database *database, const char *path, const char *file, bool is_new);
void database_close(struct database *database);

/* Reports that something failed, once; returns false. */
bool database_fail(struct database *database);

/* The same of numbers in it that cannot be. */
bool database_damaged(struct database *database);

/* The same of memory that ran out elsewhere. */
bool database_lost(struct database *database);

/* Runs statements without a result; false after complaining. */
bool database_run(struct database *database, const char *sql);

/* A statement, to be finalized; NULL after complaining. */
sqlite3_stmt *database_prepare(struct database *database, const char *sql);

/* The next row of STATEMENT; false after the last, and after complaining. */
bool database_next(struct database *database, sqlite3_stmt *statement);

/* Runs STATEMENT, which gives no row, and makes it ready to be run again. */
bool database_do(struct database *database, sqlite3_stmt *statement);

/* The number that SQL finds; 0 where there is none, and after complaining. */
sqlite3_int64 database_number(struct database *database, const char *sql);

/* Adds the bytes of FD from AT to before END to *DIGEST; 0 or an errno value. */
int digest_file(int fd, uint64_t at, uint64_t end, uint32_t *digest);

/* When a file was changed last, in nanoseconds. */
sqlite3_int64 file_time(const struct stat *status);

/* Says, on one line, whether files have changed since they were indexed; false after complaining of the index. */
bool database_report_changes(struct database *database);

/* Text in COLUMN, "" for none. */
static inline const char *column_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text == NULL ? "" : (const char *)text;
}

#endif
