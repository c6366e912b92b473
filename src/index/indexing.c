/* SPDX-License-Identifier: MIT */
/* index: the games of files as rows of tables.  A new index gets its name when it is complete; an index that there is
   is changed in one transaction.  What that takes depends on the games that are added, not on those that are there. */
#include "index/database.h"
#include "index/explore.h"
#include "library/tools.h"
#include "util/all_games.h"
#include "util/buffer.h"
#include "util/records.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file to be indexed. */
struct indexed_file {
    const char *name;
    sqlite3_int64 id;
    struct stat status; /* when it was looked at */
    uint32_t digest;
    uint64_t old; /* its bytes in the index */
    uint64_t games;
    uint64_t positions;
    uint64_t start; /* what is before that is in the index, and of this games, lines before */
    uint64_t games_before;
    uint64_t lines_before;
    uint64_t next_game; /* where reading can begin when it has grown: at the last game that names its ruleset */
    uint64_t next_start;
    uint64_t next_line;
    bool known;
};

struct ply_place {
    int64_t hash;
    uint32_t game; /* after .first_game of the run */
    uint32_t ply;
};

/* Rows of the table of plies wait until there are this many, and are put into it in its order, some by one statement.
 */
enum { PLIES_MOST = 1 << 23, PLIES_AT_ONCE = 128 };
#define FOUR_PLIES "(?, ?, ?), (?, ?, ?), (?, ?, ?), (?, ?, ?)"
#define SIXTEEN_PLIES FOUR_PLIES ", " FOUR_PLIES ", " FOUR_PLIES ", " FOUR_PLIES
#define SIXTY_FOUR_PLIES SIXTEEN_PLIES ", " SIXTEEN_PLIES ", " SIXTEEN_PLIES ", " SIXTEEN_PLIES

/* Plies of games that are read once more are looked up by reading up to this many bytes again; of more, by reading the
   index. */
enum { READ_AGAIN_MOST = 1 << 20 };

enum insertion {
    WORD,
    FIND_WORD,
    RULESET,
    FIND_RULESET,
    GAME,
    FIND_GAME,
    TAG,
    PLY,
    PLIES,
    FORGET_PLY,
    DIAGNOSTIC,
    INSERTIONS
};
static const char *const insertions[INSERTIONS] = {
    [WORD] = "INSERT INTO words(text) VALUES(?)",
    [FIND_WORD] = "SELECT word FROM words WHERE text = ?",
    [RULESET] = "INSERT OR IGNORE INTO rulesets(name, kind) VALUES(?, ?)",
    [FIND_RULESET] = "SELECT ruleset FROM rulesets WHERE name = ?",
    [GAME] = "INSERT INTO games VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [FIND_GAME] = "SELECT game FROM games WHERE file = ? AND number = ?",
    [TAG] = "INSERT OR REPLACE INTO game_tags VALUES(?, ?, ?)",
    [PLY] = "INSERT OR FAIL INTO plies VALUES(?, ?, ?)",
    [PLIES] = "INSERT OR FAIL INTO plies VALUES" SIXTY_FOUR_PLIES ", " SIXTY_FOUR_PLIES,
    [FORGET_PLY] = "DELETE FROM plies WHERE hash = ? AND game = ? AND ply = ?",
    [DIAGNOSTIC] = "INSERT INTO diagnostics VALUES(?, ?, ?, ?, ?, ?, ?)",
};

/* Texts looked up not long ago. */
enum { WORDS_KEPT = 1 << 14 };
struct kept_word {
    char *text; /* allocated; NULL: none */
    size_t length;
    sqlite3_int64 word;
};

struct index_run {
    const struct reading *reading;
    struct database database;
    sqlite3_stmt *insert[INSERTIONS];
    struct indexed_file *files; /* to be read */
    size_t file_count;
    size_t at; /* the one that games come from */
    sqlite3_int64 game;
    sqlite3_int64 first_game; /* of those whose plies wait */
    struct ply_place *plies;
    size_t ply_count;
    size_t ply_capacity;
    struct kept_word *words;
    char **known; /* files that the index has; allocated */
    size_t known_count;
    unsigned fresh; /* files */
    unsigned grown;
    unsigned same;
};

/* Rows. */

static void bind_text(sqlite3_stmt *statement, int n, struct catasta_text text)
{
    sqlite3_bind_text64(statement, n, text.bytes, text.length, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_number(sqlite3_stmt *statement, int n, uint64_t number)
{
    sqlite3_bind_int64(statement, n, (sqlite3_int64)number);
}

/* The number in the first column of what STATEMENT finds; 0 after complaining. */
static sqlite3_int64 find_number(struct index_run *run, enum insertion statement)
{
    sqlite3_int64 found = 0;
    if (database_next(&run->database, run->insert[statement]))
        found = sqlite3_column_int64(run->insert[statement], 0);
    sqlite3_reset(run->insert[statement]);
    return found;
}

/* Puts TEXT among words; its number, 0 after complaining. */
static sqlite3_int64 indexing_add_word(struct index_run *run, struct catasta_text text)
{
    bind_text(run->insert[WORD], 1, text);
    if (!database_do(&run->database, run->insert[WORD]))
        return 0;
    return sqlite3_last_insert_rowid(run->database.sqlite);
}

/* The number of TEXT among words; 0 after complaining. */
static sqlite3_int64 indexing_word_of(struct index_run *run, struct catasta_text text)
{
    struct kept_word *kept = &run->words[catasta_digest(0, text.bytes, text.length) % WORDS_KEPT];
    if (kept->text != NULL && kept->length == text.length && memcmp(kept->text, text.bytes, text.length) == 0)
        return kept->word;
    bind_text(run->insert[FIND_WORD], 1, text);
    sqlite3_int64 word = find_number(run, FIND_WORD);
    if (word == 0 && !run->database.failed)
        word = indexing_add_word(run, text);
    char *copy = malloc(text.length + 1);
    if (copy != NULL) {
        memcpy(copy, text.bytes, text.length);
        free(kept->text);
        *kept = (struct kept_word){copy, text.length, word};
    }
    return word;
}

static sqlite3_int64 ruleset_of(struct index_run *run, struct catasta_text name, struct catasta_text kind)
{
    bind_text(run->insert[RULESET], 1, name);
    bind_text(run->insert[RULESET], 2, kind);
    bind_text(run->insert[FIND_RULESET], 1, name);
    return database_do(&run->database, run->insert[RULESET]) ? find_number(run, FIND_RULESET) : 0;
}

/* The digit of HASH, a signed number, at SHIFT. */
enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };
static unsigned ply_digit(int64_t hash, unsigned shift)
{
    return (unsigned)(((uint64_t)hash ^ (uint64_t)1 << 63) >> shift) % DIGITS;
}

/* Sorts the plies by their hashes; those of one stay in the order of games.  By three digits, the lowest of them first,
   which leaves little to do for the last loop, since hashes are spread evenly.  False after complaining. */
static bool sort_plies(struct index_run *run)
{
    size_t count = run->ply_count;
    struct ply_place *spare = malloc((run->ply_capacity + 1) * sizeof *spare);
    if (spare == NULL)
        return database_lost(&run->database);
    for (unsigned shift = 64 - 3 * DIGIT_BITS; shift < 64; shift += DIGIT_BITS) {
        size_t ends[DIGITS + 1] = {0};
        struct ply_place *plies = run->plies;
        for (size_t i = 0; i < count; i++)
            ends[ply_digit(plies[i].hash, shift) + 1]++;
        for (unsigned i = 0; i < DIGITS; i++)
            ends[i + 1] += ends[i];
        for (size_t i = 0; i < count; i++)
            spare[ends[ply_digit(plies[i].hash, shift)]++] = plies[i];
        run->plies = spare;
        spare = plies;
    }
    free(spare);
    for (size_t i = 1; i < count; i++) {
        const struct ply_place ply = run->plies[i];
        size_t at = i;
        for (; at > 0 && run->plies[at - 1].hash > ply.hash; at--)
            run->plies[at] = run->plies[at - 1];
        run->plies[at] = ply;
    }
    return true;
}

static void bind_ply(sqlite3_stmt *statement, int n, int64_t hash, sqlite3_int64 game, sqlite3_int64 ply)
{
    sqlite3_bind_int64(statement, n + 1, hash);
    sqlite3_bind_int64(statement, n + 2, game);
    sqlite3_bind_int64(statement, n + 3, ply);
}

static bool put_plies(struct index_run *run)
{
    bool fine = run->ply_count == 0 || sort_plies(run);
    size_t count = 0;
    for (size_t i = 0; i < run->ply_count && fine; i += count) {
        count = run->ply_count - i < PLIES_AT_ONCE ? 1 : PLIES_AT_ONCE;
        sqlite3_stmt *insert = run->insert[count == 1 ? PLY : PLIES];
        for (size_t k = 0; k < count; k++) {
            const struct ply_place *ply = &run->plies[i + k];
            bind_ply(insert, 3 * (int)k, ply->hash, run->first_game + ply->game, ply->ply);
        }
        fine = database_do(&run->database, insert);
    }
    run->ply_count = 0;
    return fine;
}

static bool add_plies(struct index_run *run, const struct catasta_game_row *row)
{
    if (run->ply_count == 0)
        run->first_game = run->game;
    for (size_t i = 0; i < row->hash_count; i++) {
        struct ply_place *plies = with_room(run->plies, run->ply_count, &run->ply_capacity, sizeof *plies);
        if (plies == NULL)
            return database_lost(&run->database);
        run->plies = plies;
        run->plies[run->ply_count++] =
            (struct ply_place){(int64_t)row->hashes[i], (uint32_t)(run->game - run->first_game), (uint32_t)i};
    }
    return run->ply_count < PLIES_MOST || put_plies(run);
}

static bool indexing_add_tag(struct index_run *run, const struct catasta_row_tag *tag)
{
    sqlite3_stmt *insert = run->insert[TAG];
    sqlite3_bind_int64(insert, 1, run->game);
    sqlite3_bind_int64(insert, 2, indexing_word_of(run, tag->name));
    sqlite3_bind_int64(insert, 3, indexing_word_of(run, tag->value));
    return database_do(&run->database, insert);
}

static bool add_diagnostic(
    struct index_run *run, const struct indexed_file *file, uint64_t nth, const struct catasta_row_fault *fault)
{
    static const char *const severities[] = {"error", "warning", "note"};
    sqlite3_stmt *insert = run->insert[DIAGNOSTIC];
    sqlite3_bind_int64(insert, 1, run->game);
    bind_number(insert, 2, nth);
    sqlite3_bind_text(insert, 3, fault->id, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 4, severities[fault->severity], -1, SQLITE_STATIC);
    bind_number(insert, 5, fault->ply);
    bind_number(insert, 6, fault->line + file->lines_before);
    bind_number(insert, 7, fault->column);
    return database_do(&run->database, insert);
}

static bool add_game_row(struct index_run *run, const struct indexed_file *file, const struct catasta_game_row *row)
{
    sqlite3_stmt *insert = run->insert[GAME];
    sqlite3_int64 ruleset = row->ruleset.bytes == NULL ? 0 : ruleset_of(run, row->ruleset, row->game);
    sqlite3_bind_int64(insert, 1, run->game);
    sqlite3_bind_int64(insert, 2, file->id);
    bind_number(insert, 3, file->games);
    bind_number(insert, 4, row->line + file->lines_before);
    bind_number(insert, 5, row->offset + file->start);
    bind_number(insert, 6, row->length);
    if (ruleset == 0)
        sqlite3_bind_null(insert, 7);
    else
        sqlite3_bind_int64(insert, 7, ruleset);
    bind_number(insert, 8, row->plies);
    bind_number(insert, 9, row->hash_count);
    sqlite3_bind_int64(insert, 10, indexing_word_of(run, row->result));
    if (row->counts) {
        bind_number(insert, 11, row->winners);
        bind_number(insert, 12, row->sides);
    } else {
        sqlite3_bind_null(insert, 11);
        sqlite3_bind_null(insert, 12);
    }
    bind_number(insert, 13, row->errors);
    bind_number(insert, 14, row->warnings);
    return database_do(&run->database, insert);
}

static bool indexing_is_word(struct catasta_text value, const char *word)
{
    return value.length == strlen(word) && memcmp(value.bytes, word, value.length) == 0;
}

/* The file that NAME is of: its games come after those of the files before it. */
static struct indexed_file *find_file(struct index_run *run, const char *name)
{
    while (run->at + 1 < run->file_count && strcmp(name, run->files[run->at].name) != 0)
        run->at++;
    return &run->files[run->at];
}

/* A game, with all its rows. */
static bool indexing_add_game(void *context, const struct catasta_game_row *row)
{
    struct index_run *run = context;
    struct indexed_file *file = find_file(run, row->file);
    bool named = false;
    run->game++;
    file->games++;
    file->positions += row->hash_count;
    bool fine = add_game_row(run, file, row) && add_plies(run, row);
    for (size_t i = 0; i < row->tag_count && fine; i++) {
        named |= indexing_is_word(row->tags[i].name, "Ruleset");
        fine = indexing_add_tag(run, &row->tags[i]);
    }
    for (size_t i = 0; i < row->fault_count && fine; i++)
        fine = add_diagnostic(run, file, i + 1, &row->faults[i]);
    if (named && strcmp(row->form, "sgn") == 0) {
        file->next_game = file->games;
        file->next_start = row->offset + file->start;
        file->next_line = row->line + file->lines_before;
    }
    return fine;
}

/* Files. */

static int read_failed(const char *name, int error)
{
    return complain("cannot read %s: %s", name, reason_of(error));
}

/* Adds the bytes of FD from AT to before END to the digest of FILE; a status after complaining. */
static int read_digest(struct indexed_file *file, int fd, uint64_t at, uint64_t end)
{
    int error = digest_file(fd, at, end, &file->digest);
    return error == 0 ? CATASTA_OK : read_failed(file->name, error);
}

/* Whether reading can begin at .next_start of the file: a record in UTF-8 begins there with a tag. */
static bool can_go_on(const struct indexed_file *file, int fd)
{
    char head[2] = {0};
    return file->next_game > 0 && !catasta_is_document(file->name) &&
        pread(fd, head, sizeof head, (off_t)file->next_start) == (ssize_t)sizeof head && head[0] == '[' &&
        head[1] != '\0';
}

/* A file that is in the index, with bytes of a digest; *SAME whether nothing was added. */
static int look_again(struct indexed_file *file, int fd, uint64_t old_digest, bool *same)
{
    uint64_t old = file->old;
    uint64_t size = (uint64_t)file->status.st_size;
    int status = size < old ? CATASTA_OK : read_digest(file, fd, 0, old);
    if (status != CATASTA_OK)
        return status;
    if (size < old || file->digest != old_digest)
        return complain("%s has not only grown since it was indexed, but changed: make a new index, or add the file "
                        "under another name",
            file->name);
    *same = size == old;
    file->known = true;
    if (can_go_on(file, fd)) {
        file->games = file->games_before = file->next_game - 1;
        file->start = file->next_start;
        file->lines_before = file->next_line - 1;
    } else {
        file->games = file->games_before = 0;
    }
    return *same ? CATASTA_OK : read_digest(file, fd, old, size);
}

/* What the index has of FILE; *SAME whether that is all of it. */
static int indexing_look_up(struct index_run *run, struct indexed_file *file, int fd, bool *same)
{
    struct database *database = &run->database;
    sqlite3_stmt *statement = database_prepare(database,
        "SELECT file, bytes, digest, positions, next_game, next_start, next_line, (positions | next_game | "
        "next_start | next_line) >= 0 AND next_start <= bytes AND next_line <= next_start + 1 AND next_game <= games + "
        "1 "
        "FROM files WHERE path = ?");
    *same = false;
    sqlite3_bind_text(statement, 1, file->name, -1, SQLITE_STATIC);
    int status = CATASTA_OK;
    const bool known = database_next(database, statement);
    if (known && sqlite3_column_int(statement, 7) == 0)
        database_damaged(database);
    if (known && !database->failed) {
        file->id = sqlite3_column_int64(statement, 0);
        file->old = (uint64_t)sqlite3_column_int64(statement, 1);
        file->positions = (uint64_t)sqlite3_column_int64(statement, 3);
        file->next_game = (uint64_t)sqlite3_column_int64(statement, 4);
        file->next_start = (uint64_t)sqlite3_column_int64(statement, 5);
        file->next_line = (uint64_t)sqlite3_column_int64(statement, 6);
        status = look_again(file, fd, (uint64_t)sqlite3_column_int64(statement, 2), same);
    } else if (!database->failed) {
        status = read_digest(file, fd, 0, (uint64_t)file->status.st_size);
    }
    sqlite3_finalize(statement);
    return database->failed ? CATASTA_FAILED : status;
}

/* That FD is a file in which games have a place. */
static int check_file(struct indexed_file *file, int fd)
{
    static const char database[] = "SQLite format 3";
    char head[sizeof database];
    if (fstat(fd, &file->status) != 0)
        return read_failed(file->name, errno);
    if (!S_ISREG(file->status.st_mode))
        return complain("%s is not a file, and an index stores places in files", file->name);
    ssize_t got = pread(fd, head, sizeof head, 0);
    if (got > 0 && catasta_is_compressed(head, (size_t)got))
        return complain("%s is compressed: decompress it first, since an index stores places in files", file->name);
    if (got == sizeof head && memcmp(head, database, sizeof head) == 0)
        return complain(
            "%s is a database: 'catasta convert --to=sgn' writes its games to a file that can be indexed", file->name);
    if (got > 0 && catasta_is_wide(head, (size_t)got))
        return complain("%s is in UTF-16: 'catasta fmt -w' converts it to UTF-8, which can be indexed", file->name);
    return CATASTA_OK;
}

/* Writes what is known of FILE. */
static bool put_file(struct index_run *run, const struct indexed_file *file)
{
    sqlite3_stmt *insert =
        database_prepare(&run->database, "INSERT OR REPLACE INTO files VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    sqlite3_bind_int64(insert, 1, file->id);
    sqlite3_bind_text(insert, 2, file->name, -1, SQLITE_STATIC);
    bind_number(insert, 3, (uint64_t)file->status.st_size);
    sqlite3_bind_int64(insert, 4, file_time(&file->status));
    bind_number(insert, 5, file->digest);
    bind_number(insert, 6, file->games);
    bind_number(insert, 7, file->positions);
    bind_number(insert, 8, file->next_game);
    bind_number(insert, 9, file->next_start);
    bind_number(insert, 10, file->next_line);
    bool done = database_do(&run->database, insert);
    sqlite3_finalize(insert);
    return done;
}

/* That a file which is the same is as it was at another time. */
static int put_time(struct index_run *run, const struct indexed_file *file)
{
    sqlite3_stmt *update =
        database_prepare(&run->database, "UPDATE files SET time = ?1 WHERE file = ?2 AND time <> ?1");
    sqlite3_bind_int64(update, 1, file_time(&file->status));
    sqlite3_bind_int64(update, 2, file->id);
    bool done = database_do(&run->database, update);
    sqlite3_finalize(update);
    return done ? CATASTA_OK : CATASTA_FAILED;
}

/* Puts the file NAME among those to be read, unless the index has it as it is. */
static int add_file(struct index_run *run, const char *name)
{
    struct indexed_file *file = &run->files[run->file_count];
    bool same = false;
    *file = (struct indexed_file){.name = name};
    int fd = strcmp(name, "-") == 0 ? -1 : open(name, O_RDONLY | O_NONBLOCK);
    if (strcmp(name, "-") == 0)
        return complain("an index needs files, since it stores places in them; standard input is not a file");
    if (fd < 0)
        return complain("cannot open %s: %s", name, reason_of(errno));
    int status = check_file(file, fd);
    if (status == CATASTA_OK)
        status = indexing_look_up(run, file, fd, &same);
    close(fd);
    if (status != CATASTA_OK)
        return status;
    run->same += same;
    run->grown += file->known && !same;
    run->fresh += !file->known;
    if (same)
        return put_time(run, file);
    if (!file->known)
        file->id = database_number(&run->database, "SELECT coalesce(max(file), 0) + 1 FROM files");
    run->file_count++;
    return put_file(run, file) ? CATASTA_OK : CATASTA_FAILED; /* so that it is known where it is named again */
}

/* Takes the plies of a game out of the table: of one of the file at .at, which .games counts. */
static bool forget_plies(void *context, const struct catasta_game_row *row)
{
    struct index_run *run = context;
    struct indexed_file *file = &run->files[run->at];
    bool fine = true;
    sqlite3_bind_int64(run->insert[FIND_GAME], 1, file->id);
    bind_number(run->insert[FIND_GAME], 2, ++file->games);
    sqlite3_int64 game = find_number(run, FIND_GAME);
    for (size_t i = 0; i < row->hash_count && fine; i++) {
        bind_ply(run->insert[FORGET_PLY], 0, (int64_t)row->hashes[i], game, (sqlite3_int64)i);
        fine = database_do(&run->database, run->insert[FORGET_PLY]);
    }
    return fine;
}

static bool give_input(catasta_input *input, catasta_writer *writer)
{
    bool fine = true;
    catasta_game *game;
    while (input != NULL && fine && (game = catasta_input_next(input)) != NULL)
        fine = catasta_writer_add(writer, game);
    return fine;
}

/* Reads the games of FILE once more that the index has and that are to be forgotten, for their hashes; false where that
   is not possible. */
static bool read_old(struct index_run *run, const struct indexed_file *file, catasta_session *session)
{
    const struct catasta_rows rows = {
        .size = sizeof rows, .parts = CATASTA_ROW_CONTENT, .take = forget_plies, .context = run};
    size_t length = (size_t)(file->old - file->start);
    int fd = length > READ_AGAIN_MOST ? -1 : open(file->name, O_RDONLY | O_NONBLOCK);
    char *bytes = fd < 0 ? NULL : malloc(length + 1);
    catasta_writer *writer = bytes == NULL ? NULL : catasta_rows_writer(&rows);
    if (writer != NULL && pread(fd, bytes, length, (off_t)file->start) == (ssize_t)length) {
        catasta_input *input = catasta_input_bytes(session, bytes, length, file->name);
        give_input(input, writer);
        catasta_input_close(input);
    }
    bool done = writer != NULL && catasta_writer_close(writer, CATASTA_OK);
    free(bytes);
    if (fd >= 0)
        close(fd);
    return done;
}

/* Takes the last games of FILE out of the tables, which are read once more.  Plies have no order by games: they are
   found by their hashes, unless these have come to be others, by a ruleset that has changed. */
static bool forget_games(struct index_run *run, struct indexed_file *file, catasta_session *session)
{
    struct database *database = &run->database;
    sqlite3_stmt *forget =
        database_prepare(database, "INSERT INTO temp.forgotten SELECT game FROM games WHERE file = ? AND number > ?");
    sqlite3_bind_int64(forget, 1, file->id);
    bind_number(forget, 2, file->games_before);
    database_do(database, forget);
    sqlite3_finalize(forget);
    sqlite3_int64 positions =
        database_number(database, "SELECT coalesce(sum(positions), 0) FROM games WHERE game IN temp.forgotten");
    int before = sqlite3_total_changes(database->sqlite);
    bool found = !database->failed && read_old(run, file, session) &&
        sqlite3_total_changes(database->sqlite) - before == positions;
    file->games = file->games_before;
    file->positions -= (uint64_t)positions;
    if (!database->failed && !found)
        database_run(database, "DELETE FROM plies WHERE game IN temp.forgotten");
    return !database->failed &&
        database_run(database,
            "DELETE FROM game_tags WHERE game IN temp.forgotten; "
            "DELETE FROM diagnostics WHERE game IN temp.forgotten; "
            "DELETE FROM games WHERE game IN temp.forgotten; "
            "DELETE FROM temp.forgotten");
}

/* All games of new files, side by side. */
static int read_new(struct index_run *run, catasta_session *session, catasta_writer *writer)
{
    struct reading own = *run->reading;
    struct catasta_tally tally = {.size = sizeof tally};
    bool refused = false;
    const char **names = calloc(run->file_count + 1, sizeof *names);
    if (names == NULL)
        return complain("out of memory");
    own.files = names;
    own.file_count = 0;
    for (size_t i = 0; i < run->file_count; i++)
        if (run->files[i].start == 0)
            names[own.file_count++] = run->files[i].name;
    int status = own.file_count == 0 ? CATASTA_OK : check_games(&own, session, writer, &tally, &refused);
    free(names);
    return status;
}

/* The games of FILE from .start on. */
static int read_rest(struct indexed_file *file, catasta_session *session, catasta_writer *writer)
{
    int fd = open(file->name, O_RDONLY);
    if (fd < 0 || lseek(fd, (off_t)file->start, SEEK_SET) < 0) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return read_failed(file->name, error);
    }
    catasta_input *input = catasta_input_open(session, fd, file->name);
    bool fine = give_input(input, writer);
    int error = input == NULL ? ENOMEM : catasta_input_error(input);
    catasta_input_close(input);
    close(fd);
    return error != 0 ? read_failed(file->name, error) : fine ? CATASTA_OK : CATASTA_FAILED;
}

/* That no file has changed since its digest was computed; and writes what was found in it. */
static int end_files(struct index_run *run)
{
    for (size_t i = 0; i < run->file_count; i++) {
        const struct indexed_file *file = &run->files[i];
        struct stat now;
        if (stat(file->name, &now) != 0 || now.st_size != file->status.st_size ||
            now.st_mtim.tv_sec != file->status.st_mtim.tv_sec || now.st_mtim.tv_nsec != file->status.st_mtim.tv_nsec)
            return complain("%s changed while it was being read: index it again", file->name);
        if (!put_file(run, file))
            return CATASTA_FAILED;
    }
    return CATASTA_OK;
}

static int read_files(struct index_run *run, catasta_session *session)
{
    const struct catasta_rows rows = {
        .size = sizeof rows, .parts = CATASTA_ROW_CONTENT, .take = indexing_add_game, .context = run};
    catasta_writer *writer = catasta_rows_writer(&rows);
    if (writer == NULL)
        return complain("out of memory");
    int status = CATASTA_OK;
    for (run->at = 0; run->at < run->file_count && status == CATASTA_OK; run->at++)
        if (run->files[run->at].known && !forget_games(run, &run->files[run->at], session))
            status = CATASTA_FAILED;
    run->at = 0;
    run->game = database_number(&run->database, "SELECT coalesce(max(game), 0) FROM games");
    if (status == CATASTA_OK)
        status = read_new(run, session, writer);
    for (run->at = 0; run->at < run->file_count && status == CATASTA_OK; run->at++)
        if (run->files[run->at].start > 0)
            status = read_rest(&run->files[run->at], session, writer);
    if (!catasta_writer_close(writer, CATASTA_OK) && !run->database.failed)
        return complain("out of memory");
    if (status != CATASTA_OK || run->database.failed || !put_plies(run))
        return CATASTA_FAILED;
    return end_files(run);
}

/* Lists the files that the index has, where none are named; false after complaining. */
static bool list_known(struct index_run *run)
{
    size_t most = (size_t)database_number(&run->database, "SELECT count(*) FROM files");
    sqlite3_stmt *statement = database_prepare(&run->database, "SELECT path FROM files ORDER BY file");
    run->known = calloc(most + 1, sizeof *run->known);
    while (run->known != NULL && run->known_count < most && database_next(&run->database, statement)) {
        run->known[run->known_count] = strdup(column_text(statement, 0));
        if (run->known[run->known_count++] == NULL)
            database_lost(&run->database);
    }
    sqlite3_finalize(statement);
    return run->known == NULL ? database_lost(&run->database) : !run->database.failed;
}

static int add_files(struct index_run *run)
{
    bool none = run->reading->file_count == 0;
    if (none && !list_known(run))
        return CATASTA_FAILED;
    const char *const *names = none ? (const char *const *)run->known : run->reading->files;
    size_t count = none ? run->known_count : (size_t)run->reading->file_count;
    int status = CATASTA_OK;
    run->files = calloc(count + 1, sizeof *run->files);
    run->words = calloc(WORDS_KEPT, sizeof *run->words);
    if (run->files == NULL || run->words == NULL)
        return complain("out of memory");
    for (size_t i = 0; i < count && status == CATASTA_OK; i++)
        status = add_file(run, names[i]);
    return status;
}

static int print_summary(struct index_run *run)
{
    long long games = database_number(&run->database, "SELECT sum(games) FROM files");
    long long plies = database_number(&run->database, "SELECT sum(positions) FROM files");
    if (database_number(&run->database,
            "SELECT ifnull(sum(games), 0) = (SELECT count(*) FROM games) AND ifnull(sum(positions), 0) = (SELECT "
            "ifnull(sum(positions), 0) FROM games) AND ifnull(min(min(games, positions)), 0) >= 0 FROM files") == 0)
        database_damaged(&run->database);
    if (run->database.failed)
        return CATASTA_FAILED;
    print("%lld game%s, %lld position%s; files: %u new, %u grown, %u unchanged\n", games, games == 1 ? "" : "s", plies,
        plies == 1 ? "" : "s", run->fresh, run->grown, run->same);
    return CATASTA_OK;
}

/* All that is to be done in the tables; a status after complaining. */
static int change_tables(struct index_run *run)
{
    int status = CATASTA_OK;
    if (!database_run(&run->database, "CREATE TEMP TABLE forgotten(game INTEGER PRIMARY KEY)"))
        return CATASTA_FAILED;
    for (size_t i = 0; i < INSERTIONS; i++) {
        run->insert[i] = database_prepare(&run->database, insertions[i]);
        if (run->insert[i] == NULL)
            return CATASTA_FAILED;
    }
    if (add_files(run) != CATASTA_OK)
        return CATASTA_FAILED;
    catasta_session *session = open_session(run->reading, CATASTA_KEEP_POSITIONS, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    status = run->file_count == 0 ? CATASTA_OK : read_files(run, session);
    if (status == CATASTA_OK && (run->database.failed || !database_run(&run->database, "COMMIT")))
        status = CATASTA_FAILED;
    return close_session(session, status);
}

static void indexing_release(struct index_run *run)
{
    for (size_t i = 0; i < INSERTIONS; i++)
        sqlite3_finalize(run->insert[i]);
    database_close(&run->database);
    for (size_t i = 0; i < run->known_count; i++)
        free(run->known[i]);
    for (size_t i = 0; i < WORDS_KEPT && run->words != NULL; i++)
        free(run->words[i].text);
    free(run->known);
    free(run->words);
    free(run->files);
    free(run->plies);
}

int make_index(const struct reading *reading, const char *path)
{
    struct index_run run = {.reading = reading};
    struct new_file file = {.path = path};
    struct stat found = {.st_nlink = 0};
    if (path == NULL)
        return complain("index needs a file for its tables: give one with -o");
    if (!is_file_name(path))
        return complain("%s is not a file", path);
    if (check_output(reading, path) != CATASTA_OK)
        return CATASTA_FAILED;
    bool is_new = stat(path, &found) != 0 || found.st_size == 0; /* an empty file is not an index yet */
    if (is_new && reading->file_count == 0)
        return complain("%s does not exist yet: name the files to index", path);
    if (is_new && !(open_new(&file, path) && name_new(&file)))
        return complain("cannot write %s: %s", path, strerror(errno));
    file.lasting = true;
    file.found = &found;
    int status = database_change(&run.database, path, is_new ? file.temporary : path, is_new);
    if (status == CATASTA_OK)
        status = change_tables(&run);
    if (status == CATASTA_OK)
        status = print_summary(&run);
    indexing_release(&run);
    return is_new ? close_new(&file, status) : status;
}
