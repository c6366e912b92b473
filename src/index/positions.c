/* SPDX-License-Identifier: MIT */
#include "index/positions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of records as long as this the index has no plies. */
enum { RECORD_MOST = 64 * 1024 * 1024 };

static bool no_memory(void)
{
    complain("out of memory");
    return false;
}

/* What is looked for. */

/* The session in which records that name no ruleset have RULESET; NULL after complaining. */
static catasta_session *session_for(struct search *search, const char *ruleset)
{
    if (search->session != NULL && strcmp(search->ruleset, ruleset) == 0)
        return search->session;
    catasta_input_close(search->input);
    catasta_session_free(search->session);
    free(search->ruleset);
    search->input = NULL;
    search->session = NULL;
    search->ruleset = strdup(ruleset);
    if (search->ruleset == NULL) {
        complain("out of memory");
        return NULL;
    }
    search->own = *search->arguments;
    search->own.options.ruleset = search->ruleset[0] == '\0' ? NULL : search->ruleset;
    search->session = open_session(&search->own, CATASTA_KEEP_POSITIONS, NULL);
    return search->session;
}

/* Puts POSITION among those looked for, unless one of its hash is there; false when out of memory. */
static bool add_sought(struct search *search, const char *ruleset, catasta_position *position)
{
    struct sought sought = {position, strdup(ruleset), (sqlite3_int64)catasta_position_hash(position)};
    struct sought *list = realloc(search->list, (search->count + 1) * sizeof *list);
    bool known = false;
    if (list != NULL)
        search->list = list;
    for (size_t i = 0; i < search->count; i++)
        known |= list != NULL && list[i].hash == sought.hash;
    if (list != NULL && sought.ruleset != NULL && !known) {
        list[search->count++] = sought;
        return true;
    }
    bool fine = list != NULL && sought.ruleset != NULL;
    free(sought.ruleset);
    catasta_position_free(position);
    return fine;
}

/* What RULESET makes of the position, or its start; false after complaining. */
static bool read_sought(struct search *search, const char *ruleset, struct catasta_fault *fault)
{
    const char *text = search->arguments->position;
    catasta_session *session = session_for(search, ruleset);
    *fault = (struct catasta_fault){.size = sizeof *fault};
    if (session == NULL)
        return false;
    catasta_position *position = text == NULL ? catasta_position_start(session, NULL, NULL, 0, fault)
                                              : catasta_position_read(session, NULL, text, strlen(text), fault);
    if (position != NULL)
        return add_sought(search, ruleset, position) || no_memory();
    return fault->id != NULL || no_memory();
}

static void complain_position(const char *ruleset, const struct catasta_fault *fault)
{
    complain("this is not a position of %s: %.*s", ruleset, (int)fault->message.length, fault->message.bytes);
}

/* The rulesets that the index has, or -r. */
static int read_all_sought(struct search *search)
{
    const char *own = search->arguments->options.ruleset;
    struct catasta_fault fault = {.size = sizeof fault};
    bool fine = true;
    if (own != NULL) {
        fine = read_sought(search, own, &fault);
        if (fine && search->count == 0)
            complain_position(own, &fault);
        return fine && search->count > 0 ? CATASTA_OK : CATASTA_FAILED;
    }
    sqlite3_stmt *rulesets = database_prepare(&search->database, "SELECT name FROM rulesets ORDER BY ruleset");
    while (fine && database_next(&search->database, rulesets))
        fine = read_sought(search, column_text(rulesets, 0), &fault);
    sqlite3_finalize(rulesets);
    if (!fine || search->database.failed)
        return CATASTA_FAILED;
    if (search->count == 0 && fault.id == NULL)
        return complain("%s has no games with a ruleset", search->database.path);
    if (search->count == 0)
        complain_position(search->ruleset, &fault);
    return search->count > 0 ? CATASTA_OK : CATASTA_FAILED;
}

int search_open(struct search *search, const struct arguments *arguments, bool starts)
{
    *search = (struct search){.arguments = arguments};
    if (arguments->file_count != 1)
        return complain("%s takes one file, an index", arguments->command->name);
    if (arguments->position == NULL && !starts)
        return complain("%s needs a position: give one with --position", arguments->command->name);
    int status = database_open(&search->database, arguments->files[0]);
    return status == CATASTA_OK ? read_all_sought(search) : status;
}

void search_close(struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        catasta_position_free(search->list[i].position);
        free(search->list[i].ruleset);
    }
    catasta_input_close(search->input);
    catasta_session_free(search->session);
    database_close(&search->database);
    free(search->list);
    free(search->ruleset);
    free(search->bytes);
}

/* Games. */

static bool has_changed(const char *path)
{
    complain("%s has changed since it was indexed: run 'catasta index' again", path);
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

/* The node after PLY turns of the main line of GAME; false where its position is not that of HASH. */
static bool find_node(const catasta_game *game, sqlite3_int64 ply, sqlite3_int64 hash, size_t *at)
{
    struct catasta_node node = {.size = sizeof node};
    for (*at = 0; catasta_game_node(game, *at, &node) && node.ply < ply && node.next != CATASTA_NOWHERE;)
        *at = node.next;
    if (node.ply != ply)
        return false;
    catasta_position *position = catasta_game_position(game, *at);
    bool same = position != NULL && (sqlite3_int64)catasta_position_hash(position) == hash;
    catasta_position_free(position);
    return same;
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
        if (!search->database.failed)
            complain("%s is damaged: make a new index", search->database.path);
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
        if (search->input == NULL || catasta_input_error(search->input) != 0)
            complain("out of memory");
        else if (found == NULL || !find_node(found, ply, hash, node))
            found = has_changed(path) ? found : NULL;
    }
    sqlite3_finalize(statement);
    return found;
}
