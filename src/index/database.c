/* SPDX-License-Identifier: MIT */
#include "index/database.h"
#include "index/explore.h"
#include "library/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { APPLICATION = 0x63746173, WAIT = 1000 /* ms */ };

/* The tables, by their names.  A change to one is another version. */
static const struct {
    const char *name;
    const char *sql;
} tables[] = {
    {"files",
        "CREATE TABLE files(file INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, "
        "time INTEGER NOT NULL, digest INTEGER NOT NULL, games INTEGER NOT NULL, positions INTEGER NOT NULL, "
        "next_game INTEGER NOT NULL, next_start INTEGER NOT NULL, next_line INTEGER NOT NULL)"},
    {"rulesets", "CREATE TABLE rulesets(ruleset INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL)"},
    {"words", "CREATE TABLE words(word INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)"},
    {"games",
        "CREATE TABLE games(game INTEGER PRIMARY KEY, file INTEGER NOT NULL, number INTEGER NOT NULL, "
        "line INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, ruleset INTEGER, "
        "plies INTEGER NOT NULL, positions INTEGER NOT NULL, result INTEGER NOT NULL, winners INTEGER, sides INTEGER, "
        "errors INTEGER NOT NULL, warnings INTEGER NOT NULL, UNIQUE(file, number))"},
    {"game_tags",
        "CREATE TABLE game_tags(game INTEGER NOT NULL, name INTEGER NOT NULL, value INTEGER NOT NULL, "
        "PRIMARY KEY(game, name)) WITHOUT ROWID"},
    {"plies",
        "CREATE TABLE plies(hash INTEGER NOT NULL, game INTEGER NOT NULL, ply INTEGER NOT NULL, "
        "PRIMARY KEY(hash, game, ply)) WITHOUT ROWID"},
    {"diagnostics",
        "CREATE TABLE diagnostics(game INTEGER NOT NULL, nth INTEGER NOT NULL, id TEXT NOT NULL, "
        "severity TEXT NOT NULL, ply INTEGER NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL, "
        "PRIMARY KEY(game, nth)) WITHOUT ROWID"},
    {"tags",
        "CREATE VIEW tags AS SELECT game, n.text AS name, v.text AS value FROM game_tags t "
        "JOIN words n ON n.word = t.name JOIN words v ON v.word = t.value"},
    {"records",
        "CREATE VIEW records AS SELECT game, path, number, line, start, length, r.name AS ruleset, r.kind AS kind, "
        "plies, w.text AS result, winners, sides, errors, warnings FROM games g JOIN files f ON f.file = g.file "
        "JOIN words w ON w.word = g.result LEFT JOIN rulesets r ON r.ruleset = g.ruleset"},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

bool database_fail(struct database *database)
{
    int code = database->sqlite == NULL ? SQLITE_NOMEM : sqlite3_errcode(database->sqlite);
    if (!database->failed && code == SQLITE_NOTADB)
        complain("%s is not an index made by 'catasta index'", database->path);
    else if (code == SQLITE_CORRUPT)
        return database_damaged(database);
    else if (!database->failed && code == SQLITE_BUSY)
        complain("%s is being changed or read by another program: try again later", database->path);
    else if (!database->failed)
        complain("cannot use %s: %s", database->path,
            code == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(database->sqlite));
    database->failed = true;
    return false;
}

bool database_damaged(struct database *database)
{
    if (!database->failed)
        complain("%s is damaged: make a new index", database->path);
    database->failed = true;
    return false;
}

bool database_lost(struct database *database)
{
    if (!database->failed)
        complain("out of memory");
    database->failed = true;
    return false;
}

bool database_run(struct database *database, const char *sql)
{
    return sqlite3_exec(database->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK || database_fail(database);
}

sqlite3_stmt *database_prepare(struct database *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database->sqlite, sql, -1, &statement, NULL) != SQLITE_OK)
        database_fail(database);
    return statement;
}

bool database_next(struct database *database, sqlite3_stmt *statement)
{
    int result = statement == NULL || database->failed ? SQLITE_DONE : sqlite3_step(statement);
    return result == SQLITE_ROW || (result != SQLITE_DONE && database_fail(database));
}

bool database_do(struct database *database, sqlite3_stmt *statement)
{
    database_next(database, statement);
    return statement != NULL && (sqlite3_reset(statement) == SQLITE_OK || database_fail(database));
}

void database_close(struct database *database)
{
    sqlite3_close(database->sqlite);
    database->sqlite = NULL;
}

sqlite3_int64 database_number(struct database *database, const char *sql)
{
    sqlite3_stmt *statement = database_prepare(database, sql);
    sqlite3_int64 number = database_next(database, statement) ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return number;
}

/* Whether it has all tables as they are made here, and nothing that acts when they change. */
static bool has_tables(struct database *database)
{
    sqlite3_stmt *triggers = database_prepare(database, "SELECT 1 FROM sqlite_master WHERE type = 'trigger'");
    sqlite3_stmt *table = database_prepare(database, "SELECT sql FROM sqlite_master WHERE name = ?");
    bool same = !database_next(database, triggers);
    for (size_t i = 0; i < TABLES && same && table != NULL; i++) {
        sqlite3_bind_text(table, 1, tables[i].name, -1, SQLITE_STATIC);
        same = database_next(database, table) && strcmp(column_text(table, 0), tables[i].sql) == 0;
        sqlite3_reset(table);
    }
    sqlite3_finalize(triggers);
    sqlite3_finalize(table);
    return same && !database->failed;
}

static int check_tables(struct database *database)
{
    sqlite3_int64 application = database_number(database, "PRAGMA application_id");
    int version = (int)database_number(database, "PRAGMA user_version");
    if (database->failed)
        return CATASTA_FAILED;
    if (application != APPLICATION)
        return complain("%s is not an index made by 'catasta index'", database->path);
    if (version != INDEX_VERSION)
        return complain("%s has tables of version %d, but this catasta needs version %d: make a new index",
            database->path, version, INDEX_VERSION);
    if (has_tables(database))
        return CATASTA_OK;
    return database->failed
        ? CATASTA_FAILED
        : complain("%s has tables that 'catasta index' did not make: make a new index", database->path);
}

/* Whether it was made to keep changes in a file beside it, which is neither copied nor renamed with it. */
static bool has_other_journal(const char *file)
{
    enum { VERSIONS = 18, WRITE_AHEAD = 2 };
    char versions[2] = "";
    int fd = open(file, O_RDONLY | O_NONBLOCK);
    bool other = fd >= 0 && pread(fd, versions, sizeof versions, VERSIONS) == sizeof versions &&
        (versions[0] == WRITE_AHEAD || versions[1] == WRITE_AHEAD);
    if (fd >= 0)
        close(fd);
    return other;
}

/* Whether the journal of PATH names another file, which SQLite would delete: that of one database does not. */
static bool has_other_file(const char *path)
{
    static const unsigned char mark[] = {0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7};
    char journal[PATH_ROOM];
    unsigned char end[sizeof mark];
    struct stat found;
    int fd = print_path(journal, "%s-journal", path) ? open(journal, O_RDONLY | O_NONBLOCK) : -1;
    bool other = fd >= 0 && fstat(fd, &found) == 0 &&
        pread(fd, end, sizeof end, found.st_size - (off_t)sizeof end) == sizeof end &&
        memcmp(end, mark, sizeof mark) == 0;
    if (fd >= 0)
        close(fd);
    return other;
}

/* A database whose content is not trusted.  It has to be writable only after a run that was killed, and to change it.
 */
static int open_file(struct database *database, const char *file)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    char *path = realpath(file, NULL);
    if (path == NULL)
        return complain("cannot open %s: %s", database->path, reason_of(errno));
    bool other = has_other_journal(path);
    bool strange = has_other_file(path);
    bool opened = !other && !strange && sqlite3_open_v2(path, &database->sqlite, flags, NULL) == SQLITE_OK;
    free(path);
    if (other)
        return complain("%s is in WAL mode: make a new index", database->path);
    if (strange)
        return complain("%s-journal was not made by 'catasta index'", database->path);
    if (!opened) {
        database_fail(database);
        return CATASTA_FAILED;
    }
    sqlite3_busy_timeout(database->sqlite, WAIT);
    sqlite3_db_config(database->sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(database->sqlite, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    return database_run(database, "PRAGMA cell_size_check = ON") ? CATASTA_OK : CATASTA_FAILED;
}

int database_open(struct database *database, const char *path)
{
    struct stat found;
    *database = (struct database){.path = path};
    if (stat(path, &found) != 0)
        return complain("cannot open %s: %s", path, reason_of(errno));
    if (!S_ISREG(found.st_mode))
        return complain("%s is not a file", path);
    int status = open_file(database, path);
    if (status == CATASTA_OK)
        status = database_run(database, "PRAGMA query_only = ON") ? check_tables(database) : CATASTA_FAILED;
    if (status != CATASTA_OK)
        database_close(database);
    return status;
}

int database_change(struct database *database, const char *path, const char *file, bool is_new)
{
    char sql[128];
    *database = (struct database){.path = path};
    int status = open_file(database, file);
    if (status == CATASTA_OK && is_new &&
        !database_run(database, "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF"))
        status = CATASTA_FAILED;
    if (status == CATASTA_OK &&
        !database_run(database, "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; BEGIN IMMEDIATE"))
        status = CATASTA_FAILED;
    if (status == CATASTA_OK && !is_new)
        status = check_tables(database);
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, INDEX_VERSION);
    if (status == CATASTA_OK && is_new && !database_run(database, sql))
        status = CATASTA_FAILED;
    for (size_t i = 0; i < TABLES && is_new && status == CATASTA_OK; i++)
        status = database_run(database, tables[i].sql) ? CATASTA_OK : CATASTA_FAILED;
    if (status != CATASTA_OK)
        database_close(database);
    return status;
}

int digest_file(int fd, uint64_t at, uint64_t end, uint32_t *digest)
{
    enum { BLOCK = 256 * 1024 };
    char block[BLOCK];
    while (at < end) {
        ssize_t got = pread(fd, block, end - at < sizeof block ? (size_t)(end - at) : sizeof block, (off_t)at);
        if (got <= 0)
            return got == 0 ? EIO : errno;
        *digest = catasta_digest(*digest, block, (size_t)got);
        at += (uint64_t)got;
    }
    return 0;
}

sqlite3_int64 file_time(const struct stat *status)
{
    return (sqlite3_int64)((uint64_t)status->st_mtim.tv_sec * 1000000000 + (uint64_t)status->st_mtim.tv_nsec);
}

/* What has become of the file at PATH since it had SIZE bytes, with DIGEST, at TIME; NULL: nothing, or *ERROR is not 0.
   One with another time was perhaps copied. */
static const char *file_change(const char *path, sqlite3_int64 size, sqlite3_int64 time, uint32_t digest, int *error)
{
    struct stat found;
    uint32_t now = 0;
    if (stat(path, &found) != 0) {
        *error = errno == ENOENT || errno == ENOTDIR ? 0 : errno;
        return *error == 0 ? "is no longer there" : NULL;
    }
    if (!S_ISREG(found.st_mode) || found.st_size < size)
        return "has changed since it was indexed";
    if (found.st_size > size)
        return "has grown since it was indexed";
    if (file_time(&found) == time)
        return NULL;
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    *error = fd < 0 ? errno : digest_file(fd, 0, (uint64_t)size, &now);
    if (fd >= 0)
        close(fd);
    return *error == 0 && now != digest ? "has changed since it was indexed" : NULL;
}

bool database_report_changes(struct database *database)
{
    char *first = NULL;
    const char *what = NULL;
    long long others = -1;
    sqlite3_stmt *files = database_prepare(database, "SELECT path, bytes, time, digest FROM files ORDER BY file");
    while (database_next(database, files)) {
        const char *path = column_text(files, 0);
        int error = 0;
        const char *change = file_change(path, sqlite3_column_int64(files, 1), sqlite3_column_int64(files, 2),
            (uint32_t)sqlite3_column_int64(files, 3), &error);
        if (error != 0) {
            complain("cannot read %s: %s", path, reason_of(error));
            database->failed = true;
        }
        if (change != NULL && ++others == 0) {
            what = change;
            if ((first = strdup(path)) == NULL)
                database_lost(database);
        }
    }
    sqlite3_finalize(files);
    if (first != NULL && others == 0)
        complain("%s is out of date: %s %s", database->path, first, what);
    else if (first != NULL)
        complain("%s is out of date: %s %s; also %lld other file%s", database->path, first, what, others,
            others == 1 ? "" : "s");
    free(first);
    return !database->failed;
}
