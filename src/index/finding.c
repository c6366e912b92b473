/* SPDX-License-Identifier: MIT */
/* find: the games that reach a position. */
#include "index/positions.h"

#include <string.h>

/* The games that reach each position that is looked for, and where first. */
static const char games_sql[] =
    "SELECT p.game, min(p.ply), f.path, g.line, g.number, w.text, g.plies "
    "FROM plies p JOIN games g ON g.game = p.game JOIN files f ON f.file = g.file JOIN words w ON w.word = g.result "
    "WHERE p.hash = ? AND g.ruleset = ? GROUP BY p.game ORDER BY p.game";
enum { GAME, AFTER, PATH, LINE, NTH, RESULT, LENGTH };

static const char json_sql[] =
    "SELECT p.game, min(p.ply), json_object('file', f.path, 'line', g.line, 'game', g.number, 'ruleset', r.name, "
    "'ply', min(p.ply), 'plies', g.plies, 'result', w.text, 'tags', (SELECT json_group_object(name, value) FROM tags t "
    "WHERE t.game = p.game)) "
    "FROM plies p JOIN games g ON g.game = p.game JOIN files f ON f.file = g.file JOIN words w ON w.word = g.result "
    "JOIN rulesets r ON r.ruleset = g.ruleset WHERE p.hash = ? AND g.ruleset = ? GROUP BY p.game ORDER BY p.game";

struct finding_run {
    struct search search;
    sqlite3_stmt *tags;
    struct record_output output;
    uint64_t count;
};

/* ": White "Mara", Black "Ole"": those tags that say of a game which it is. */
static void print_tags(struct finding_run *run, sqlite3_int64 game)
{
    const char *between = ": ";
    sqlite3_bind_int64(run->tags, 1, game);
    while (database_next(&run->search.database, run->tags)) {
        print("%s", between);
        print_name(column_text(run->tags, 0));
        print(" \"");
        print_name(column_text(run->tags, 1));
        print("\"");
        between = ", ";
    }
    sqlite3_reset(run->tags);
}

static bool write_text(struct finding_run *run, sqlite3_stmt *row, sqlite3_int64 hash)
{
    (void)hash;
    print_name(column_text(row, PATH));
    print(":%lld: game %lld, after ply %lld of %lld, ", sqlite3_column_int64(row, LINE), sqlite3_column_int64(row, NTH),
        sqlite3_column_int64(row, AFTER), sqlite3_column_int64(row, LENGTH));
    print_name(column_text(row, RESULT));
    print_tags(run, sqlite3_column_int64(row, GAME));
    print("\n");
    return true;
}

static bool write_json(struct finding_run *run, sqlite3_stmt *row, sqlite3_int64 hash)
{
    const char *json = column_text(row, 2);
    (void)run;
    (void)hash;
    return output_sink.write(output_sink.context, json, strlen(json)) &&
        output_sink.write(output_sink.context, "\n", 1);
}

static bool write_record(struct finding_run *run, sqlite3_stmt *row, sqlite3_int64 hash)
{
    size_t node;
    struct search *search = &run->search;
    return read_again(search, sqlite3_column_int64(row, GAME), sqlite3_column_int64(row, AFTER), hash, &node) != NULL &&
        put_record(&run->output, (struct bytes){search->bytes, search->length});
}

static int find_games(struct finding_run *run, const struct sought *sought)
{
    const struct arguments *arguments = run->search.arguments;
    struct database *database = &run->search.database;
    bool json = strcmp(arguments->format, "jsonl") == 0;
    bool (*write)(struct finding_run *, sqlite3_stmt *, sqlite3_int64) = json ? write_json
        : strcmp(arguments->format, "sgn") == 0                               ? write_record
                                                                              : write_text;
    uint64_t most = arguments->selecting.first >= 0 ? (uint64_t)arguments->selecting.first : UINT64_MAX;
    sqlite3_stmt *rows = database_prepare(database, json ? json_sql : games_sql);
    bool fine = rows != NULL;
    sqlite3_bind_int64(rows, 1, sought->hash);
    sqlite3_bind_int64(rows, 2, sought->ruleset);
    for (; fine && run->count < most && database_next(database, rows); run->count++)
        fine = write(run, rows, sought->hash);
    sqlite3_finalize(rows);
    return fine && !database->failed && !output_failed() ? CATASTA_OK : CATASTA_FAILED;
}

int run_find(const struct arguments *arguments)
{
    struct finding_run run = {.output.sink = output_sink};
    int status = search_open(&run.search, arguments, false);
    if (status == CATASTA_OK)
        status = redirect_output(arguments);
    if (status == CATASTA_OK)
        run.tags = database_prepare(&run.search.database,
            "SELECT name, value FROM tags WHERE game = ? AND name IN ('White', 'Black', 'Player1', 'Player2', "
            "'Player3', 'Player4', 'Event', 'Date', 'Round')");
    for (size_t i = 0; i < run.search.count && status == CATASTA_OK; i++)
        status = find_games(&run, &run.search.list[i]);
    sqlite3_finalize(run.tags);
    search_close(&run.search);
    return status == CATASTA_OK && run.count == 0 ? CATASTA_WRONG : status;
}
