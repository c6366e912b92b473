/* SPDX-License-Identifier: MIT */
#include "index/positions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of records as long as this the index has no plies. */
enum { RECORD_MOST = 64 * 1024 * 1024 };

bool hash_of(const catasta_position *position, sqlite3_int64 *hash)
{
    uint64_t number = 0;
    bool whole = position != NULL && catasta_position_hash(position, &number);
    *hash = (sqlite3_int64)number;
    return whole;
}

/* What is sought. */

/* The session in which records that name no ruleset have RULESET; NULL after complaining. */
static catasta_session *session_for(struct search *search, const char *ruleset)
{
    if (search->session != NULL && strcmp(search->name, ruleset) == 0)
        return search->session;
    catasta_session *before = search->session;
    catasta_input_close(search->input);
    free(search->name);
    search->input = NULL;
    search->session = NULL;
    search->name = strdup(ruleset);
    if (search->name == NULL) {
        database_lost(&search->database);
    } else {
        search->own = *search->reading;
        search->own.options.ruleset = search->name[0] == '\0' ? NULL : search->name;
        search->session = open_session_beside(before, &search->own, CATASTA_KEEP_POSITIONS, NULL);
    }
    catasta_session_free(before);
    return search->session;
}

/* Puts POSITION among those sought; false when out of memory. */
static bool add_sought(struct search *search, sqlite3_int64 ruleset, const char *name, catasta_position *position)
{
    struct sought *list = realloc(search->list, (search->count + 1) * sizeof *list);
    char *copy = strdup(name);
    search->list = list != NULL ? list : search->list;
    sqlite3_int64 hash;
    if (list != NULL && copy != NULL && hash_of(position, &hash)) {
        list[search->count++] = (struct sought){position, copy, ruleset, hash};
        return true;
    }
    free(copy);
    catasta_position_free(position);
    return database_lost(&search->database);
}

/* What the ruleset NAME makes of the position, or its start; false after complaining. */
static bool read_sought(struct search *search, sqlite3_int64 ruleset, const char *name, struct catasta_fault *fault)
{
    const char *text = search->wanted;
    catasta_session *session = session_for(search, name);
    *fault = (struct catasta_fault){.size = sizeof *fault};
    if (session == NULL)
        return false;
    catasta_position *position = text == NULL ? catasta_position_start(session, NULL, NULL, 0, fault)
                                              : catasta_position_read(session, NULL, text, strlen(text), fault);
    if (position != NULL)
        return add_sought(search, ruleset, name, position);
    return fault->id != NULL || database_lost(&search->database);
}

/* By all rulesets that the index has, or -r. */
static int read_all_sought(struct search *search)
{
    const char *own = search->reading->options.ruleset;
    struct catasta_fault fault = {.size = sizeof fault};
    bool fine = true;
    bool any = false;
    sqlite3_stmt *rulesets = database_prepare(
        &search->database, "SELECT ruleset, name FROM rulesets WHERE name = ?1 OR ?1 IS NULL ORDER BY ruleset");
    sqlite3_bind_text(rulesets, 1, own, -1, SQLITE_STATIC);
    for (; fine && database_next(&search->database, rulesets); any = true)
        fine = sqlite3_column_type(rulesets, 1) == SQLITE_TEXT && *column_text(rulesets, 1) != '\0'
            ? read_sought(search, sqlite3_column_int64(rulesets, 0), column_text(rulesets, 1), &fault)
            : database_damaged(&search->database);
    sqlite3_finalize(rulesets);
    if (search->database.failed)
        return CATASTA_FAILED;
    if (!any && own != NULL)
        fine = read_sought(search, 0, own, &fault);
    if (!fine || search->count > 0)
        return fine ? CATASTA_OK : CATASTA_FAILED;
    if (own != NULL)
        return complain("%s cannot read this position: %.*s", own, (int)fault.message.length, fault.message.bytes);
    return complain(any ? "no ruleset in %s can read this position; with -r, the reason is reported"
                        : "%s has no games with a ruleset",
        search->database.path);
}

int search_open(struct search *search, const struct reading *reading, const char *position)
{
    *search = (struct search){.reading = reading, .wanted = position};
    if (reading->file_count != 1)
        return complain("%s takes one file, an index", reading->name);
    int status = database_open(&search->database, reading->files[0]);
    if (status == CATASTA_OK && !database_report_changes(&search->database))
        status = CATASTA_FAILED;
    return status == CATASTA_OK ? read_all_sought(search) : status;
}

void search_close(struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        catasta_position_free(search->list[i].position);
        free(search->list[i].name);
    }
    catasta_input_close(search->input);
    catasta_session_free(search->session);
    database_close(&search->database);
    free(search->list);
    free(search->name);
    free(search->bytes);
}

/* Games. */

static bool has_changed(const char *path)
{
    complain("%s has changed since it was indexed: make a new index", path);
    return false;
}

/* The LENGTH bytes of PATH from START, which become .bytes. */
static bool read_bytes(struct search *search, const char *path, sqlite3_int64 start, sqlite3_int64 length)
{
    struct stat found;
    size_t size = length < 0 || length > RECORD_MOST ? 0 : (size_t)length;
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) {
        complain("cannot open %s: %s", path, reason_of(errno));
        return false;
    }
    free(search->bytes);
    search->bytes = malloc(size + 1);
    search->length = size;
    size_t done = 0;
    ssize_t got = 1;
    if (search->bytes != NULL && fstat(fd, &found) == 0 && S_ISREG(found.st_mode))
        for (; done < size && got > 0; done += got > 0 ? (size_t)got : 0)
            got = pread(fd, search->bytes + done, size - done, start + (off_t)done);
    int error = got < 0 ? errno : 0;
    close(fd);
    if (search->bytes == NULL || error != 0) {
        complain("cannot read %s: %s", path, reason_of(search->bytes == NULL ? ENOMEM : error));
        return false;
    }
    return (size > 0 && done == size) || has_changed(path);
}

size_t played_node(const catasta_game *game, size_t from, sqlite3_int64 ply)
{
    struct catasta_node node = {.size = sizeof node};
    while (catasta_game_node(game, from, &node) && node.ply <= ply) {
        if (node.ply == ply && node.verdict != CATASTA_LOST && node.verdict != CATASTA_UNJUDGED)
            return from;
        from = node.next;
    }
    return CATASTA_NOWHERE;
}

/* Finds the node *AT after PLY turns of the main line of GAME, and that it has the position of HASH; false after
   complaining. */
static bool find_node(struct search *search, const catasta_game *game, const char *path, sqlite3_int64 ply,
    sqlite3_int64 hash, size_t *at)
{
    *at = game == NULL ? CATASTA_NOWHERE : played_node(game, 0, ply);
    if (*at == CATASTA_NOWHERE)
        return has_changed(path);
    sqlite3_int64 found;
    catasta_position *position = catasta_game_position(game, *at);
    bool whole = hash_of(position, &found);
    catasta_position_free(position);
    return !whole ? database_lost(&search->database) : found == hash || has_changed(path);
}

catasta_game *read_again(struct search *search, sqlite3_int64 game, sqlite3_int64 ply, sqlite3_int64 hash, size_t *node)
{
    catasta_game *found = NULL;
    sqlite3_stmt *statement = database_prepare(&search->database,
        "SELECT path, start, length, line, r.name FROM games g JOIN files f ON f.file = g.file "
        "JOIN rulesets r ON r.ruleset = g.ruleset WHERE game = ?");
    sqlite3_bind_int64(statement, 1, game);
    if (!database_next(&search->database, statement)) {
        sqlite3_finalize(statement);
        database_damaged(&search->database);
        return NULL;
    }
    const char *path = column_text(statement, 0);
    catasta_session *session = session_for(search, column_text(statement, 4));
    if (session != NULL &&
        read_bytes(search, path, sqlite3_column_int64(statement, 1), sqlite3_column_int64(statement, 2))) {
        catasta_input_close(search->input);
        search->input = catasta_input_part(
            session, search->bytes, search->length, "record", (uint32_t)sqlite3_column_int64(statement, 3));
        found = search->input == NULL ? NULL : catasta_input_next(search->input);
        bool whole = search->input != NULL && catasta_input_error(search->input) == 0;
        if (!(whole ? find_node(search, found, path, ply, hash, node) : database_lost(&search->database)))
            found = NULL;
    }
    sqlite3_finalize(statement);
    return found;
}
