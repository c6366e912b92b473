/* SPDX-License-Identifier: MIT */
/* The database of the server playtak: an SQLite file with a table of games of Tak, each row of which becomes a record.

   A database comes from anywhere, so none of its SQL is run: 'games' has to be a plain table, the statements here are
   constants, and an authorizer lets them read this table and the schema, nothing through a view.  It is opened
   immutable, without a lock or a journal. */
#include "convert/form_table.h"
#include "convert/list.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>

enum { VALUE_MOST = 4 * 1024 * 1024, TAGS_ROOM = 1024, LIFTED_MOST = 9, PAGE_LEAST = 512 };

/* The columns that are read, in this order; old files do not have those from the first optional one on. */
enum playtak_column {
    COLUMN_ID,
    COLUMN_DATE,
    COLUMN_SIZE,
    COLUMN_WHITE,
    COLUMN_BLACK,
    COLUMN_NOTATION,
    COLUMN_RESULT,
    COLUMN_TIME,
    COLUMN_INCREMENT,
    COLUMN_RATING_WHITE,
    COLUMN_RATING_BLACK,
    COLUMN_UNRATED,
    COLUMN_TOURNAMENT,
    COLUMN_KOMI,
    COLUMN_PIECES,
    COLUMN_CAPSTONES,
    COLUMN_CHANGE_WHITE,
    COLUMN_CHANGE_BLACK,
    COLUMN_EXTRA_AMOUNT,
    COLUMN_EXTRA_TRIGGER,
    COLUMN_SCALES,
    COLUMN_OPENING,
    COLUMNS,
    OPTIONAL_COLUMNS = COLUMN_TIME
};
static const char *const column_names[COLUMNS] = {
    [COLUMN_ID] = "id",
    [COLUMN_DATE] = "date",
    [COLUMN_SIZE] = "size",
    [COLUMN_WHITE] = "player_white",
    [COLUMN_BLACK] = "player_black",
    [COLUMN_NOTATION] = "notation",
    [COLUMN_RESULT] = "result",
    [COLUMN_TIME] = "timertime",
    [COLUMN_INCREMENT] = "timerinc",
    [COLUMN_RATING_WHITE] = "rating_white",
    [COLUMN_RATING_BLACK] = "rating_black",
    [COLUMN_UNRATED] = "unrated",
    [COLUMN_TOURNAMENT] = "tournament",
    [COLUMN_KOMI] = "komi",
    [COLUMN_PIECES] = "pieces",
    [COLUMN_CAPSTONES] = "capstones",
    [COLUMN_CHANGE_WHITE] = "rating_change_white",
    [COLUMN_CHANGE_BLACK] = "rating_change_black",
    [COLUMN_EXTRA_AMOUNT] = "extra_time_amount",
    [COLUMN_EXTRA_TRIGGER] = "extra_time_trigger",
    [COLUMN_SCALES] = "increment_scales",
    [COLUMN_OPENING] = "opening",
};

struct playtak_reading {
    sqlite3 *database;
    sqlite3_stmt *rows;
    char message[160]; /* what ends the reading; empty: nothing so far */
    int error;         /* likewise: an errno value */
    bool said;
    bool ends;            /* nothing follows in the file */
    bool any;             /* row was read */
    int64_t row;          /* the last one */
    sqlite3_int64 budget; /* bytes that values may still have: those of a damaged file may be more than it holds */
    struct list text;
    char *at; /* where the text goes on */
};

static void playtak_end(void *context)
{
    struct playtak_reading *reading = context;
    sqlite3_finalize(reading->rows);
    sqlite3_close(reading->database);
    free(reading->text.at);
    free(reading);
}

/* Opening. */

static bool playtak_refuse(struct playtak_reading *reading, const char *message)
{
    snprintf(reading->message, sizeof reading->message, "%s", message);
    return false;
}

/* Why SQLite could not go on. */
static bool playtak_fail(struct playtak_reading *reading)
{
    int code = reading->database == NULL ? SQLITE_NOMEM : sqlite3_errcode(reading->database);
    if (code == SQLITE_CORRUPT && errno == EIO) /* as SQLite calls it */
        code = SQLITE_IOERR;
    if (code == SQLITE_NOTADB)
        return playtak_refuse(reading, "this is not an SQLite database");
    if (code == SQLITE_TOOBIG)
        return playtak_refuse(reading, "the next row is longer than 4 MiB: nothing after this one is read");
    if (code == SQLITE_CORRUPT)
        return playtak_refuse(reading,
            reading->any ? "the database is damaged: nothing after this row is read" : "the database is damaged");
    if (code == SQLITE_AUTH)
        return playtak_refuse(reading, "the database has SQL where the table 'games' is expected: it is not run");
    if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN || code == SQLITE_PERM || code == SQLITE_NOMEM) {
        const int error = code == SQLITE_NOMEM ? ENOMEM : sqlite3_system_errno(reading->database);
        reading->error = error != 0 ? error : EIO;
    }
    snprintf(reading->message, sizeof reading->message, "the database cannot be read: %s", sqlite3_errstr(code));
    return false;
}

/* Lets statements read the table and the schema, and nothing else. */
static int authorize(
    void *context, int action, const char *first, const char *second, const char *schema, const char *through)
{
    (void)context;
    (void)second;
    (void)schema;
    const bool reads = action == SQLITE_READ && through == NULL &&
        (strcasecmp(first, "games") == 0 || strcasecmp(first, "sqlite_master") == 0);
    const bool asks = action == SQLITE_PRAGMA && strcmp(first, "table_xinfo") == 0;
    return action == SQLITE_SELECT || reads || asks ? SQLITE_OK : SQLITE_DENY;
}

/* How many bytes PATH and ENDING has; 0 where there is nothing, and after a failure. */
static sqlite3_int64 file_bytes(struct playtak_reading *reading, const char *path, const char *ending)
{
    struct stat found = {0};
    char *name = sqlite3_mprintf("%s%s", path, ending);
    if (name == NULL)
        reading->error = ENOMEM;
    else if (stat(name, &found) != 0 && errno != ENOENT)
        reading->error = errno;
    sqlite3_free(name);
    return found.st_size;
}

static bool open_immutable(struct playtak_reading *reading, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    static const struct {
        int option;
        int value;
    } settings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0}, {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0}};
    static const char ending[] = "?mode=ro&immutable=1";
    char *uri = malloc(strlen("file://") + 3 * strlen(path) + sizeof ending);
    char *at = uri;
    if (uri == NULL)
        return playtak_fail(reading);
    at = stpcpy(at, path[0] == '/' ? "file://" : "file:");
    for (; *path != '\0'; path++)
        if (strchr(plain, *path) != NULL)
            *at++ = *path;
        else
            at += sprintf(at, "%%%02X", (unsigned char)*path);
    strcpy(at, ending);
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    const bool opened = sqlite3_open_v2(uri, &reading->database, flags, NULL) == SQLITE_OK;
    free(uri);
    if (!opened)
        return playtak_fail(reading);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        sqlite3_db_config(reading->database, settings[i].option, settings[i].value, NULL);
    sqlite3_limit(reading->database, SQLITE_LIMIT_LENGTH, VALUE_MOST);
    if (sqlite3_exec(reading->database, "PRAGMA cell_size_check = ON", NULL, NULL, NULL) != SQLITE_OK)
        return playtak_fail(reading);
    sqlite3_set_authorizer(reading->database, authorize, NULL);
    return true;
}

static sqlite3_stmt *playtak_prepare(struct playtak_reading *reading, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    errno = 0;
    if (sqlite3_prepare_v2(reading->database, sql, -1, &statement, NULL) != SQLITE_OK)
        playtak_fail(reading);
    return statement;
}

static bool playtak_step(struct playtak_reading *reading, sqlite3_stmt *statement)
{
    errno = 0;
    const int result = statement == NULL ? SQLITE_DONE : sqlite3_step(statement);
    return result == SQLITE_ROW || (result != SQLITE_DONE && playtak_fail(reading));
}

static const char *column_string(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text == NULL ? "" : (const char *)text;
}

/* Whether 'games' is a table, and nothing else is called like it; that of a module has no page of its own. */
static bool has_table(struct playtak_reading *reading)
{
    sqlite3_stmt *found = playtak_prepare(
        reading, "SELECT type = 'table' AND rootpage > 0 FROM main.sqlite_master WHERE name = 'games' COLLATE NOCASE");
    bool has = playtak_step(reading, found) && sqlite3_column_int(found, 0) == 1;
    has = has && !playtak_step(reading, found);
    sqlite3_finalize(found);
    return reading->message[0] == '\0' &&
        (has || playtak_refuse(reading, "this is not playtak's database: it has no table 'games'"));
}

/* Which columns the table has; one that is generated is refused. */
static bool find_playtak_columns(struct playtak_reading *reading, bool has[COLUMNS])
{
    sqlite3_stmt *found = playtak_prepare(reading, "PRAGMA main.table_xinfo(games)");
    enum { NAME = 1, TYPE = 2, KEY = 5, HIDDEN = 6 };
    bool stored = true;
    bool keyed = false;
    while (playtak_step(reading, found))
        for (unsigned i = 0; i < COLUMNS; i++)
            if (strcasecmp(column_string(found, NAME), column_names[i]) == 0) {
                has[i] = true;
                stored &= sqlite3_column_int(found, HIDDEN) == 0;
                keyed |= i == COLUMN_ID && sqlite3_column_int(found, KEY) == 1 &&
                    strcasecmp(column_string(found, TYPE), "INTEGER") == 0;
            }
    sqlite3_finalize(found);
    if (reading->message[0] != '\0')
        return false;
    for (unsigned i = 0; i < OPTIONAL_COLUMNS; i++)
        if (!has[i]) {
            snprintf(reading->message, sizeof reading->message,
                "this is not playtak's database: its table 'games' has no column '%s'", column_names[i]);
            return false;
        }
    if (!keyed)
        return playtak_refuse(
            reading, "this is not playtak's database: 'id' is not the INTEGER PRIMARY KEY of 'games'");
    return stored || playtak_refuse(reading, "the table 'games' has a column that is SQL: it is not run");
}

/* The id that SQL finds for ARGUMENT; false where there is none. */
static bool find_id(struct playtak_reading *reading, const char *sql, sqlite3_int64 argument, sqlite3_int64 *id)
{
    sqlite3_stmt *found = playtak_prepare(reading, sql);
    if (found != NULL)
        sqlite3_bind_int64(found, 1, argument);
    const bool any = playtak_step(reading, found);
    *id = any ? sqlite3_column_int64(found, 0) : 0;
    sqlite3_finalize(found);
    return any;
}

/* The ids of a share are a range of its own; one that is not the first begins after a row, as if it had read it.  Where
   the ends cannot be found, the first share has all rows up to what is damaged. */
static void bind_share(struct playtak_reading *reading, unsigned share, unsigned shares)
{
    sqlite3_int64 first = INT64_MIN;
    sqlite3_int64 last = INT64_MAX;
    const bool found = shares > 1 &&
        find_id(reading, "SELECT id FROM main.games WHERE id >= ? ORDER BY id LIMIT 1", INT64_MIN, &first) &&
        find_id(reading, "SELECT id FROM main.games WHERE id <= ? ORDER BY id DESC LIMIT 1", INT64_MAX, &last);
    if (!found && share > 0)
        return;
    reading->said = false;
    if (!found) {
        reading->message[0] = '\0';
        sqlite3_bind_int64(reading->rows, 1, INT64_MIN);
        sqlite3_bind_int64(reading->rows, 2, INT64_MAX);
        return;
    }
    const uint64_t each = ((uint64_t)last - (uint64_t)first) / shares;
    const uint64_t from = (uint64_t)first + share * each;
    const bool whole = share + 1 == shares;
    if (share > 0)
        reading->any = find_id(
            reading, "SELECT id FROM main.games WHERE id < ? ORDER BY id DESC LIMIT 1", (sqlite3_int64)from, &first);
    reading->row = first;
    sqlite3_bind_int64(reading->rows, 1, (sqlite3_int64)from);
    sqlite3_bind_int64(reading->rows, 2, whole ? last : (sqlite3_int64)(from + each - 1));
}

static void select_rows(struct playtak_reading *reading, unsigned share, unsigned shares)
{
    bool has[COLUMNS] = {false};
    char sql[640] = "SELECT ";
    char *at = sql + strlen(sql);
    if (!has_table(reading) || !find_playtak_columns(reading, has))
        return;
    for (unsigned i = 0; i < COLUMNS; i++)
        at += sprintf(at, "%s%s", i > 0 ? ", " : "", has[i] ? column_names[i] : "NULL");
    strcpy(at, " FROM main.games WHERE id BETWEEN ? AND ? ORDER BY id");
    reading->rows = playtak_prepare(reading, sql);
    if (reading->rows != NULL)
        bind_share(reading, share, shares);
}

static void *playtak_open(catasta_session *session, const char *path, unsigned share, unsigned shares)
{
    struct playtak_reading *reading = calloc(1, sizeof *reading);
    (void)session;
    if (reading == NULL)
        return NULL;
    reading->said = share > 0; /* what is wrong with all of the file, the first one says */
    reading->ends = share + 1 == shares;
    if (path == NULL) {
        playtak_refuse(reading, "a database is read only from a file with a name: not from a pipe, and not compressed");
        return reading;
    }
    const sqlite3_int64 bytes = file_bytes(reading, path, "");
    reading->budget = 3 * bytes;
    if (file_bytes(reading, path, "-wal") > 0 || file_bytes(reading, path, "-journal") > 0)
        playtak_refuse(reading, "changes to the database are in a journal beside it: close the program that writes it");
    else if (reading->error == 0 && open_immutable(reading, path))
        select_rows(reading, share, shares);
    if (reading->message[0] == '\0' && bytes % PAGE_LEAST != 0)
        playtak_refuse(reading, "the database is damaged: it is cut off");
    return reading;
}

/* Rows. */

/* The number in COLUMN; false where there is none. */
static bool number_at(const struct playtak_reading *reading, enum playtak_column column, int64_t *number)
{
    const bool any = sqlite3_column_type(reading->rows, (int)column) == SQLITE_INTEGER;
    *number = any ? sqlite3_column_int64(reading->rows, (int)column) : 0;
    return any;
}

static struct catasta_text playtak_text_at(struct playtak_reading *reading, enum playtak_column column)
{
    const unsigned char *bytes = sqlite3_column_text(reading->rows, (int)column);
    const int length = sqlite3_column_bytes(reading->rows, (int)column);
    return (struct catasta_text){bytes == NULL ? "" : (const char *)bytes, bytes == NULL ? 0 : (size_t)length};
}

/* The tag NAME with VALUE, unless that is empty; a control character becomes a space. */
static void put_text_tag(struct playtak_reading *reading, const char *name, struct catasta_text value)
{
    if (value.length == 0)
        return;
    char *at = stpcpy(stpcpy(stpcpy(reading->at, "["), name), " \"");
    for (size_t i = 0; i < value.length; i++) {
        const char c = value.bytes[i];
        if (c == '"' || c == '\\')
            *at++ = '\\';
        *at++ = (unsigned char)c < ' ' || c == 0x7F ? ' ' : c;
    }
    reading->at = stpcpy(at, "\"]\n");
}

static void put_tag(struct playtak_reading *reading, const char *name, const char *value)
{
    put_text_tag(reading, name, (struct catasta_text){value, strlen(value)});
}

static void put_number_tag(struct playtak_reading *reading, const char *name, int64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)number);
    put_tag(reading, name, digits);
}

/* The same of COLUMN, where it has another number than 0. */
static void put_number_of(struct playtak_reading *reading, const char *name, enum playtak_column column)
{
    int64_t number;
    if (number_at(reading, column, &number) && number != 0)
        put_number_tag(reading, name, number);
}

/* The day and the time of a game, from milliseconds since 1970; a year has four digits. */
static void playtak_put_date(struct playtak_reading *reading)
{
    const int64_t last = INT64_C(253402300799);
    char text[40];
    int64_t milliseconds;
    struct tm date;
    if (!number_at(reading, COLUMN_DATE, &milliseconds) || milliseconds < 0 || milliseconds / 1000 > last)
        return;
    const time_t seconds = (time_t)(milliseconds / 1000);
    if ((int64_t)seconds != milliseconds / 1000 || gmtime_r(&seconds, &date) == NULL)
        return;
    strftime(text, sizeof text, "%Y.%m.%d", &date);
    put_tag(reading, "Date", text);
    strftime(text, sizeof text, "%H:%M:%S", &date);
    put_tag(reading, "Time", text);
}

/* "10:0", "3:0:0" */
static size_t write_time(char *at, int64_t seconds)
{
    const long long hours = seconds / 3600;
    const int minutes = (int)(seconds / 60 % 60);
    return (size_t)(hours > 0 ? sprintf(at, "%lld:%d:%d", hours, minutes, (int)(seconds % 60))
                              : sprintf(at, "%d:%d", minutes, (int)(seconds % 60)));
}

/* "10:0 +20", "3:0:0 +1n @30 +5:0" */
static void put_clock(struct playtak_reading *reading)
{
    char text[160];
    char *at = text;
    int64_t time;
    int64_t increment;
    int64_t scales;
    int64_t amount;
    int64_t trigger;
    if (!number_at(reading, COLUMN_TIME, &time) || time <= 0)
        return;
    at += write_time(at, time);
    if (number_at(reading, COLUMN_INCREMENT, &increment) && increment > 0)
        at += sprintf(
            at, " +%lld%s", (long long)increment, number_at(reading, COLUMN_SCALES, &scales) && scales > 0 ? "n" : "");
    if (number_at(reading, COLUMN_EXTRA_AMOUNT, &amount) && amount > 0 &&
        number_at(reading, COLUMN_EXTRA_TRIGGER, &trigger) && trigger > 0) {
        at += sprintf(at, " @%lld +", (long long)trigger);
        write_time(at, amount);
    }
    put_tag(reading, "Clock", text);
}

/* In halves there; a number of pieces of 0 or less is what is usual for the size. */
static void put_parameters(struct playtak_reading *reading)
{
    char text[32];
    int64_t komi;
    int64_t pieces;
    int64_t capstones;
    if (number_at(reading, COLUMN_KOMI, &komi)) {
        snprintf(text, sizeof text, "%s%lld%s", komi < 0 ? "-" : "", llabs((long long)(komi / 2)),
            komi % 2 != 0 ? ".5" : "");
        put_tag(reading, "Komi", text);
    }
    const bool own = number_at(reading, COLUMN_PIECES, &pieces) && pieces > 0;
    if (own)
        put_number_tag(reading, "Flats", pieces);
    if (number_at(reading, COLUMN_CAPSTONES, &capstones) && (capstones > 0 || (own && capstones == 0)))
        put_number_tag(reading, "Caps", capstones);
    put_text_tag(reading, "Opening", playtak_text_at(reading, COLUMN_OPENING));
}

static void playtak_put_tags(struct playtak_reading *reading, int64_t size, struct catasta_text result)
{
    char ruleset[] = "tak-?";
    ruleset[strlen("tak-")] = (char)('0' + size);
    put_tag(reading, "Ruleset", ruleset);
    put_tag(reading, "Site", "PlayTak.com");
    put_tag(reading, "Event", "Online Play");
    playtak_put_date(reading);
    put_text_tag(reading, "White", playtak_text_at(reading, COLUMN_WHITE));
    put_number_of(reading, "Rating1", COLUMN_RATING_WHITE);
    put_text_tag(reading, "Black", playtak_text_at(reading, COLUMN_BLACK));
    put_number_of(reading, "Rating2", COLUMN_RATING_BLACK);
    put_clock(reading);
    put_text_tag(reading, "Result", result);
    put_number_tag(reading, "Size", size);
    put_parameters(reading);
    put_number_tag(reading, "GameId", reading->row);
    put_number_of(reading, "Unrated", COLUMN_UNRATED);
    put_number_of(reading, "Tournament", COLUMN_TOURNAMENT);
    put_number_of(reading, "RatingChange1", COLUMN_CHANGE_WHITE);
    put_number_of(reading, "RatingChange2", COLUMN_CHANGE_BLACK);
    *reading->at++ = '\n';
}

/* Turns. */

static bool is_file_letter(char c)
{
    return c >= 'A' && c <= 'H';
}

static bool is_rank_digit(char c)
{
    return c >= '1' && c <= '8';
}

/* "P A1", "P A1 W", "P A1 C" */
static const char *put_placed(char **to, const char *at, const char *end)
{
    const bool kind = end - at >= 6 && at[4] == ' ' && (at[5] == 'W' || at[5] == 'C');
    char *out = *to;
    if (end - at < 4 || !is_file_letter(at[2]) || !is_rank_digit(at[3]))
        return NULL;
    if (kind)
        *out++ = at[5] == 'W' ? 'S' : 'C';
    *out++ = (char)(at[2] | 0x20);
    *out++ = at[3];
    *to = out;
    return at + (kind ? 6 : 4);
}

/* "M A1 A3 1 2"; *WHY: what is wrong with one that can be read. */
static const char *put_moved(char **to, const char *at, const char *end, const char **why)
{
    if (end - at < 7 || !is_file_letter(at[2]) || !is_rank_digit(at[3]) || at[4] != ' ' || !is_file_letter(at[5]) ||
        !is_rank_digit(at[6]))
        return NULL;
    const int across = at[5] - at[2];
    const int up = at[6] - at[3];
    const int distance = abs(across) + abs(up);
    const char *drop = at + 7;
    int lifted = 0;
    int drops = 0;
    for (; end - drop >= 2 && drop[0] == ' ' && drop[1] >= '0' && drop[1] <= '9'; drop += 2, drops++)
        lifted += drop[1] - '0';
    *why = (across == 0) == (up == 0) ? "this move goes neither along a file nor along a rank"
        : drops != distance           ? "this move drops pieces on more or fewer cells than it goes over"
        : lifted > LIFTED_MOST        ? "this move lifts more than 9 pieces"
                                      : NULL;
    if (*why != NULL)
        return NULL;
    char *out = *to;
    if (lifted > 1)
        *out++ = (char)('0' + lifted);
    *out++ = (char)(at[2] | 0x20);
    *out++ = at[3];
    *out++ = across > 0 ? '>' : across < 0 ? '<' : up > 0 ? '+' : '-';
    for (const char *digit = at + 8; digit < drop && (drops > 1 || lifted != 1); digit += 2)
        *out++ = *digit;
    *to = out;
    return drop;
}

/* Writes NUMBER, the turn of White, and ". ". */
static char *put_turn_number(char *at, unsigned number)
{
    char digits[12];
    char *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    memcpy(at, first, (size_t)(digits + sizeof digits - first));
    at += digits + sizeof digits - first;
    *at++ = '.';
    *at++ = ' ';
    return at;
}

/* Puts all turns of NOTATION; else returns where it cannot be read, and *WHY.  A turn, which has at least four
   characters, takes no more than four times as much, with its number. */
static const char *put_turns(struct playtak_reading *reading, struct catasta_text notation, const char **why)
{
    const char *at = notation.bytes;
    const char *end = at + notation.length;
    char *out = reading->at;
    for (unsigned ply = 0; at < end; ply++) {
        const char *turn = at;
        *why = NULL;
        if (ply % 2 == 0)
            out = put_turn_number(out, ply / 2 + 1);
        at = end - at < 2 || at[1] != ' ' ? NULL
            : *at == 'P'                  ? put_placed(&out, at, end)
            : *at == 'M'                  ? put_moved(&out, at, end, why)
                                          : NULL;
        if (at == NULL || (at < end && *at != ',') || at + 1 == end) {
            if (*why == NULL)
                *why = "a turn is expected here, such as 'P A1', 'P A1 W', 'P A1 C' or 'M A1 A3 1 2', then a comma";
            return turn;
        }
        *out++ = ply % 16 == 15 ? '\n' : ' ';
        at++;
    }
    reading->at = out;
    return NULL;
}

static bool playtak_is_result(struct catasta_text text)
{
    static const char results[] = "|R-0|0-R|F-0|0-F|1-0|0-1|1/2-1/2|0-0|";
    char word[16];
    return text.length < 8 && memchr(text.bytes, '|', text.length) == NULL &&
        snprintf(word, sizeof word, "|%.*s|", (int)text.length, text.bytes) > 0 && strstr(results, word) != NULL;
}

/* What of the row cannot be read, at FAULT of the notation. */
static enum catasta_found playtak_fault(struct catasta_foreign *n, const char *at, const char *message)
{
    n->fault = (size_t)(at - n->bytes);
    n->message = message;
    return CATASTA_FOUND_FAULT;
}

static enum catasta_found playtak_read_row(struct playtak_reading *reading, struct catasta_foreign *n)
{
    const struct catasta_text notation = playtak_text_at(reading, COLUMN_NOTATION);
    const struct catasta_text result = playtak_text_at(reading, COLUMN_RESULT);
    const bool open = result.length == 0 || (result.length == 3 && memcmp(result.bytes, "0-0", 3) == 0);
    int64_t size;
    const char *why;
    n->bytes = notation.bytes;
    n->length = n->end = notation.length;
    const size_t others = result.length + playtak_text_at(reading, COLUMN_WHITE).length +
        playtak_text_at(reading, COLUMN_BLACK).length + playtak_text_at(reading, COLUMN_OPENING).length;
    reading->budget -= (sqlite3_int64)(notation.length + others);
    reading->text.count = 0;
    reading->at = list_grow(&reading->text, TAGS_ROOM + 4 * notation.length + 2 * others, 1);
    if (reading->at == NULL || sqlite3_errcode(reading->database) == SQLITE_NOMEM)
        return CATASTA_FOUND_NO_MEMORY; /* a text could not be made, too */
    if (!number_at(reading, COLUMN_SIZE, &size) || size < 3 || size > 8)
        return playtak_fault(n, n->bytes, "its size is not a number from 3 to 8");
    if (result.length > 0 && !playtak_is_result(result))
        return playtak_fault(n, n->bytes, "its result is not R-0, 0-R, F-0, 0-F, 1-0, 0-1, 1/2-1/2 or 0-0");
    playtak_put_tags(reading, size, result);
    const char *fault = put_turns(reading, notation, &why);
    if (fault != NULL)
        return playtak_fault(n, fault, why);
    reading->at += sprintf(reading->at, "%.*s\n", open ? 1 : (int)result.length, open ? "*" : result.bytes);
    n->text = reading->text.at;
    n->text_length = (size_t)(reading->at - n->text);
    return CATASTA_FOUND_RECORD;
}

static enum catasta_found playtak_next(void *context, struct catasta_foreign *n)
{
    struct playtak_reading *reading = context;
    const int64_t before = reading->row;
    bool more = reading->message[0] == '\0' && playtak_step(reading, reading->rows);
    if (more) {
        reading->row = sqlite3_column_int64(reading->rows, COLUMN_ID);
        if ((reading->any && reading->row <= before) || reading->budget < 0) {
            reading->row = before;
            more = playtak_refuse(reading, "the database is damaged: nothing after this row is read");
        }
    }
    if (reading->error != 0) {
        errno = reading->error;
        return CATASTA_FOUND_FAILED;
    }
    reading->any |= more;
    n->row = reading->any ? &reading->row : NULL;
    if (more)
        return playtak_read_row(reading, n);
    n->bytes = "";
    n->length = n->end = 0;
    n->last = reading->ends || reading->message[0] != '\0';
    if (reading->message[0] == '\0' || reading->said)
        return CATASTA_FOUND_NOTHING;
    reading->said = true;
    return playtak_fault(n, n->bytes, reading->message);
}

static bool playtak_recognises(const char *bytes, size_t length, bool asked)
{
    static const char head[] = "SQLite format 3";
    return asked || (length >= sizeof head && memcmp(bytes, head, sizeof head) == 0);
}

const struct catasta_form_reader playtak_reader = {
    .size = sizeof playtak_reader,
    .name = "playtak",
    .no_marks = true,
    .recognises = playtak_recognises,
    .open_path = playtak_open,
    .next = playtak_next,
    .close = playtak_end,
};
