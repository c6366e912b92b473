/* SPDX-License-Identifier: MIT */
/* What JavaScript calls of the library: functions over catasta.h that take numbers, strings ended by NUL and bytes with
   their length, and leave text in one of two buffers.

   `out` is what was asked for, `told` what is said for people; both are valid until the next call that writes.  Options
   are pairs of strings, "name\0value\0...\0\0", by the tables here.  The files of the module are those that file_put
   gave it, all in one folder, and no others: nothing of the machine can be read. */
#include "catasta.h"
#include "convert/form_table.h"
#include "library/tools.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT(name) __attribute__((export_name(#name))) js_##name

/* Text. */

struct buffer {
    char *at;
    size_t length;
    size_t room;
};
static struct buffer out;
static struct buffer told;

static bool add(void *context, const char *bytes, size_t length)
{
    struct buffer *buffer = context;
    if (length > buffer->room - buffer->length) {
        size_t room = 2 * (buffer->length + length) + 1024;
        char *at = realloc(buffer->at, room);
        if (at == NULL)
            return false;
        buffer->at = at;
        buffer->room = room;
    }
    memcpy(buffer->at + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

static const struct catasta_sink out_sink = {add, &out};
static const struct catasta_sink told_sink = {add, &told};

static void add_string(const char *string)
{
    add(&out, string, strlen(string));
}

static void add_number(const char *before, long long number)
{
    char digits[24];
    char *at = digits + sizeof digits;
    unsigned long long left = number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        *--at = '-';
    add_string(before);
    add(&out, at, (size_t)(digits + sizeof digits - at));
}

static void add_json(const char *before, struct catasta_text text)
{
    add_string(before);
    if (text.bytes == NULL) {
        add_string("null");
        return;
    }
    add_string("\"");
    size_t begin = 0; /* of what needs no escape */
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.bytes[i];
        char escaped[8];
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        add(&out, text.bytes + begin, i - begin);
        add(&out, escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", c));
        begin = i + 1;
    }
    add(&out, text.bytes + begin, text.length - begin);
    add_string("\"");
}

static struct catasta_text text_of(const char *string)
{
    return (struct catasta_text){string, string == NULL ? 0 : strlen(string)};
}

static void add_truth(const char *before, bool truth)
{
    add_string(before);
    add_string(truth ? "true" : "false");
}

void *EXPORT(take)(size_t length)
{
    return malloc(length);
}

void EXPORT(give)(void *memory)
{
    free(memory);
}

/* 0: out, 1: told. */
const char *EXPORT(text_at)(int which)
{
    return which == 0 ? out.at : told.at;
}

size_t EXPORT(text_length)(int which)
{
    return which == 0 ? out.length : told.length;
}

void EXPORT(text_clear)(int which)
{
    *(which == 0 ? &out.length : &told.length) = 0;
}

/* Files, in place of those of the C library. */

enum { FOLDER_FD = 3, FILE_FD = 4 };
static const char folder_name[] = "rulesets";
struct file {
    struct file *next;
    char *name;
    size_t length;
    size_t at; /* as far as it is read */
    char *bytes;
};
static struct file *files;

void EXPORT(files_clear)(void)
{
    while (files != NULL) {
        struct file *next = files->next;
        free(files);
        files = next;
    }
}

bool EXPORT(file_put)(const char *name, const char *bytes, size_t length)
{
    struct file *file = calloc(1, sizeof *file + strlen(name) + 1 + length);
    if (file == NULL)
        return false;
    *file = (struct file){.next = files, .name = (char *)(file + 1), .length = length};
    file->bytes = strcpy(file->name, name) + strlen(name) + 1;
    memcpy(file->bytes, bytes, length);
    files = file;
    return true;
}

static struct file *file_number(int fd)
{
    struct file *file = files;
    for (int i = FILE_FD; file != NULL && i < fd; i++)
        file = file->next;
    return fd < FILE_FD ? NULL : file;
}

int open(const char *path, int flags, ...)
{
    size_t folder = strlen(folder_name);
    int fd = FILE_FD;
    (void)flags;
    if (strncmp(path, folder_name, folder) == 0 && path[folder] == '/')
        for (struct file *file = files; file != NULL; file = file->next, fd++)
            if (strcmp(file->name, path + folder + 1) == 0) {
                file->at = 0;
                return fd;
            }
    errno = ENOENT;
    return -1;
}

int close(int fd)
{
    (void)fd;
    return 0;
}

ssize_t read(int fd, void *bytes, size_t room)
{
    struct file *file = file_number(fd);
    if (file == NULL) {
        errno = EBADF;
        return -1;
    }
    size_t count = file->length - file->at < room ? file->length - file->at : room;
    memcpy(bytes, file->bytes + file->at, count);
    file->at += count;
    return (ssize_t)count;
}

int fstat(int fd, struct stat *status)
{
    const struct file *file = file_number(fd);
    *status = (struct stat){.st_mode = S_IFREG, .st_size = file == NULL ? 0 : (off_t)file->length};
    return file == NULL ? -1 : 0;
}

int stat(const char *restrict path, struct stat *restrict status)
{
    return fstat(open(path, O_RDONLY), status);
}

/* One folder is read at a time. */
static const struct file *listed;

DIR *opendir(const char *path)
{
    static char folder;
    listed = files;
    return strcmp(path, folder_name) == 0 ? (DIR *)(void *)&folder : NULL;
}

struct dirent *readdir(DIR *folder)
{
    enum { NAME_ROOM = 256 };
    static _Alignas(struct dirent) char room[sizeof(struct dirent) + NAME_ROOM];
    struct dirent *entry = (struct dirent *)(void *)room;
    (void)folder;
    if (listed == NULL)
        return NULL;
    snprintf(entry->d_name, NAME_ROOM, "%s", listed->name);
    listed = listed->next;
    return entry;
}

int closedir(DIR *folder)
{
    (void)folder;
    return 0;
}

/* Options. */

enum kind { TEXT, TRUTH, UNSIGNED, SIGNED };
struct option {
    const char *name;
    enum kind kind;
    size_t offset;
};
#define OPTION(name, kind, type, member)                                                                               \
    {                                                                                                                  \
        name, kind, offsetof(struct type, member)                                                                      \
    }

static const struct option session_options[] = {
    OPTION("ruleset", TEXT, catasta_options, ruleset),
    OPTION("forceRuleset", TRUTH, catasta_options, force_ruleset),
    OPTION("rules", TEXT, catasta_options, rules),
    OPTION("keep", UNSIGNED, catasta_options, keep),
    OPTION("expect", TRUTH, catasta_options, expect),
    OPTION("boards", TRUTH, catasta_options, boards),
    OPTION("colour", TRUTH, catasta_options, colour),
    OPTION("unicode", TRUTH, catasta_options, unicode),
    OPTION("plain", TRUTH, catasta_options, plain),
    OPTION("countIllegal", TRUTH, catasta_options, count_illegal),
    OPTION("adjudicate", TRUTH, catasta_options, adjudicate),
    OPTION("documents", TRUTH, catasta_options, documents),
    OPTION("from", TEXT, catasta_options, from),
    OPTION("width", UNSIGNED, catasta_options, width),
    {NULL, TEXT, 0},
};
static const struct option plies_options[] = {
    OPTION("first", SIGNED, catasta_plies, first),
    OPTION("last", SIGNED, catasta_plies, last),
    {NULL, TEXT, 0},
};
static const struct option writing_options[] = {
    OPTION("title", TEXT, catasta_writing, title),
    OPTION("verbose", TRUTH, catasta_writing, verbose),
    OPTION("ply", SIGNED, catasta_writing, ply),
    OPTION("print", TRUTH, catasta_writing, print),
    OPTION("diagrams", UNSIGNED, catasta_writing, diagrams),
    OPTION("rulesPages", TEXT, catasta_writing, rules_pages),
    {NULL, TEXT, 0},
};
static const struct option picture_options[] = {
    OPTION("cellSize", UNSIGNED, catasta_picture, cell_size),
    OPTION("flip", TRUTH, catasta_picture, flip),
    OPTION("noCoordinates", TRUTH, catasta_picture, no_coordinates),
    OPTION("css", TEXT, catasta_picture, css),
    OPTION("theme", UNSIGNED, catasta_picture, theme),
    OPTION("caption", TEXT, catasta_picture, caption),
    {NULL, TEXT, 0},
};

/* Goes on to the next of PAIRS; false behind the last. */
static bool next_pair(const char **pairs, const char **name, const char **value)
{
    *name = *pairs;
    if (**pairs == '\0')
        return false;
    *value = *name + strlen(*name) + 1;
    *pairs = *value + strlen(*value) + 1;
    return true;
}

/* Sets what PAIRS have of OPTIONS; the strings stay where they are. */
static void set_options(void *struct_, const struct option *options, const char *pairs)
{
    const char *name;
    const char *value;
    while (next_pair(&pairs, &name, &value))
        for (const struct option *option = options; option->name != NULL; option++) {
            void *at = (char *)struct_ + option->offset;
            if (strcmp(option->name, name) != 0)
                continue;
            if (option->kind == TEXT)
                *(const char **)at = value;
            else if (option->kind == TRUTH)
                *(bool *)at = strcmp(value, "true") == 0;
            else if (option->kind == UNSIGNED)
                *(unsigned *)at = (unsigned)strtoul(value, NULL, 10);
            else
                *(long *)at = strtol(value, NULL, 10);
        }
}

/* Sessions, one at a time.  PAIRS stay the caller's until it is freed; "error", "warn" and "ignore" are settings, in
   their order. */

struct catasta_session *EXPORT(session_new)(const char *pairs)
{
    static const char *const folders[] = {folder_name, NULL};
    static const struct catasta_form_reader *const readers[] = {&typed_reader, NULL};
    static const char *const words[] = {"error", "warn", "note", "ignore"}; /* as enum catasta_severity */
    enum { MOST = 64 };
    static struct catasta_setting settings[MOST];
    static struct catasta_plies plies;
    struct catasta_options options = {
        .size = sizeof options, .folders = folders, .settings = settings, .plies = &plies, .forms = readers};
    const char *rest = pairs;
    const char *name;
    const char *value;
    plies = (struct catasta_plies){0, -1};
    set_options(&options, session_options, pairs);
    set_options(&plies, plies_options, pairs);
    while (next_pair(&rest, &name, &value))
        for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strcmp(name, words[i]) == 0 && options.setting_count < MOST)
                settings[options.setting_count++] = (struct catasta_setting){(enum catasta_severity)i, value};
    return catasta_session_new(&options, &told_sink);
}

void EXPORT(session_free)(struct catasta_session *session)
{
    catasta_session_free(session);
}

bool EXPORT(session_failed)(const struct catasta_session *session)
{
    return catasta_session_failed(session);
}

/* Games. */

struct catasta_input *EXPORT(input_new)(
    struct catasta_session *session, const char *bytes, size_t length, const char *name)
{
    return catasta_input_bytes(session, bytes, length, name);
}

void EXPORT(input_close)(struct catasta_input *input)
{
    catasta_input_close(input);
}

struct catasta_game *EXPORT(input_next)(struct catasta_input *input)
{
    return catasta_input_next(input);
}

struct catasta_game *EXPORT(input_start)(struct catasta_input *input)
{
    return catasta_input_start_game(input);
}

int EXPORT(input_error)(const struct catasta_input *input)
{
    return catasta_input_error(input);
}

struct catasta_writer *EXPORT(writer_new)(const char *form, const char *pairs)
{
    static struct catasta_picture picture;
    struct catasta_writing how = {.size = sizeof how, .picture = &picture};
    picture = (struct catasta_picture){.size = sizeof picture};
    set_options(&how, writing_options, pairs);
    set_options(&picture, picture_options, pairs);
    return catasta_writer_new(catasta_format_named(form), &how, &out_sink);
}

bool EXPORT(writer_add)(struct catasta_writer *writer, const struct catasta_game *game)
{
    return catasta_writer_add(writer, game);
}

bool EXPORT(writer_close)(struct catasta_writer *writer, int status)
{
    return catasta_writer_close(writer, (enum catasta_status)status);
}

bool EXPORT(game_write)(const struct catasta_game *game, const char *form)
{
    return catasta_write(game, catasta_format_named(form), &out_sink);
}

/* As the next game of a file, or the FIRST. */
bool EXPORT(game_join)(const struct catasta_game *game, bool copied, bool first)
{
    static struct catasta_join_state joint;
    if (first)
        joint = (struct catasta_join_state){.size = sizeof joint};
    return catasta_write_joined(game, copied, &joint, &out_sink);
}

/* The same of a copy of typed text. */
bool EXPORT(game_copy)(const struct catasta_game *game, bool first)
{
    static bool any;
    any = any && !first;
    return typed_write_copy(game, &any, &out_sink);
}

/* It outlives its input and its session, until it is freed. */
struct catasta_game *EXPORT(game_keep)(struct catasta_game *game)
{
    return catasta_game_keep(game);
}

void EXPORT(game_free)(struct catasta_game *game)
{
    catasta_game_free(game);
}

/* 0: stray text. */
unsigned EXPORT(game_number)(const struct catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    return catasta_game_info(game, &info) ? info.number : 0;
}

unsigned EXPORT(game_errors)(const struct catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    return catasta_game_info(game, &info) ? info.errors + info.cascaded : 0;
}

/* An object of what jsonl has not: places in bytes. */
bool EXPORT(game_info)(const struct catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    if (!catasta_game_info(game, &info) || !catasta_game_outcome(game, &outcome))
        return false;
    add_number("{\"number\":", info.number);
    add_number(",\"line\":", info.line);
    add_number(",\"begin\":", (long long)info.offset);
    add_number(",\"end\":", (long long)(info.offset + info.source.length));
    add_number(",\"result\":[", (long long)(info.offset + info.result.begin));
    add_number(",", (long long)(info.offset + info.result.end));
    add_string("],\"outcome\":\"");
    bool fine = catasta_write_result(game, &out_sink);
    add_json("\",\"ruleset\":", info.ruleset);
    add_json(",\"game\":", info.game);
    add_number(",\"seats\":", info.seats);
    add_number(",\"plies\":", info.plies);
    add_number(",\"errors\":", info.errors + info.cascaded);
    add_number(",\"warnings\":", info.warnings);
    add_number(",\"notes\":", info.notes);
    add_truth(",\"legal\":", info.legal);
    add_truth(",\"judged\":", info.judged);
    add_truth(",\"readable\":", info.readable);
    add_truth(",\"unplayed\":", info.unplayed);
    add_truth(",\"ended\":", outcome.ended);
    add_truth(",\"cut\":", info.cut);
    add_json(",\"source\":", info.source);
    add_string("}");
    return fine;
}

static void add_index(const char *before, uint32_t index)
{
    add_number(before, index == CATASTA_NOWHERE ? -1 : (long long)index);
}

/* A list of objects, one a node. */
bool EXPORT(game_nodes)(const struct catasta_game *game)
{
    static const char *const verdicts[] = {"legal", "illegal", "stood", "lost", "unjudged"};
    struct catasta_info info = {.size = sizeof info};
    struct catasta_node node = {.size = sizeof node};
    if (!catasta_game_info(game, &info))
        return false;
    add_string("[");
    for (size_t i = 0; catasta_game_node(game, i, &node); i++) {
        add_json(i == 0 ? "{\"text\":" : ",{\"text\":", node.text);
        add_number(",\"begin\":", (long long)(info.offset + node.span.begin));
        add_number(",\"end\":", (long long)(info.offset + node.span.end));
        add_number(",\"behind\":", (long long)(info.offset + node.end));
        add_index(",\"parent\":", node.parent);
        add_index(",\"next\":", node.next);
        add_index(",\"variation\":", node.variation);
        add_number(",\"ply\":", node.ply);
        add_number(",\"number\":", node.number);
        add_number(",\"depth\":", node.depth);
        add_number(",\"seat\":", node.seat);
        add_json(",\"verdict\":", text_of(verdicts[node.verdict]));
        add_string("}");
    }
    add_string("]");
    return true;
}

/* Repairs are made; what was done is in `told`.  How many errors are left, -1: memory ran out. */
int EXPORT(game_fix)(struct catasta_game *game, bool likely)
{
    struct catasta_fixes fixes = {.size = sizeof fixes, .likely = likely};
    return catasta_game_fix(game, "fixed", &told_sink, &fixes) ? (int)fixes.left : -1;
}

static bool take_picture(void *context, uint32_t ply, const char *bytes, size_t length)
{
    bool *first = context;
    add_number(*first ? "[{\"ply\":" : ",{\"ply\":", ply);
    *first = false;
    add_json(",\"svg\":", (struct catasta_text){bytes, length});
    add_string("}");
    return true;
}

/* A list of pictures; with MILLISECONDS one that moves. */
bool EXPORT(game_pictures)(
    const struct catasta_game *game, long first, long last, const char *pairs, unsigned milliseconds)
{
    struct catasta_picture picture = {.size = sizeof picture};
    bool none = true;
    size_t count;
    set_options(&picture, picture_options, pairs);
    if (milliseconds > 0)
        return catasta_animation(game, first, last, &picture, milliseconds, &out_sink, &count);
    bool fine = catasta_pictures(game, first, last, &picture, take_picture, &none, &count);
    add_string(none ? "[]" : "]");
    return fine;
}

/* Positions.  What is wrong is an object in `out`. */

static void begin_fault(const struct catasta_fault *fault)
{
    static const char *const severities[] = {"error", "warning", "note", "ignored"};
    add_json("{\"id\":", text_of(fault->id));
    add_json(",\"severity\":", text_of(severities[fault->severity]));
    add_json(",\"message\":", fault->message);
    add_json(",\"advice\":", fault->advice);
    add_number(",\"begin\":", (long long)fault->span.begin);
    add_number(",\"end\":", (long long)fault->span.end);
    add_index(",\"tag\":", fault->tag);
}

static bool add_fault(const struct catasta_fault *fault)
{
    begin_fault(fault);
    add_string(",\"repairs\":[]}");
    return false;
}

/* What was said of a turn that POSITION has PLAYED or not, with its canonical text or its repairs. */
static bool add_played(const struct catasta_position *position, const struct catasta_fault *fault, bool played)
{
    static const char *const confidences[] = {"possible", "likely", "certain"};
    struct catasta_repair repair = {.size = sizeof repair};
    begin_fault(fault);
    add_json(",\"played\":", fault->turn);
    add_string(",\"repairs\":[");
    for (size_t i = 0; catasta_position_repair(position, i, &repair); i++) {
        add_json(i == 0 ? "{\"turn\":" : ",{\"turn\":", repair.turn);
        add_json(",\"confidence\":", text_of(confidences[repair.confidence]));
        add_string(",\"edits\":[");
        for (size_t e = 0; e < repair.edit_count; e++) {
            add_number(e == 0 ? "{\"begin\":" : ",{\"begin\":", (long long)repair.edits[e].span.begin);
            add_number(",\"end\":", (long long)repair.edits[e].span.end);
            add_json(",\"text\":", repair.edits[e].text);
            add_string("}");
        }
        add_string("]}");
    }
    add_string("]}");
    return played;
}

/* How many of PAIRS there are, as catasta.h takes them. */
enum { TAGS_MOST = 64 };
static size_t take_tags(const char *pairs, struct catasta_pair tags[TAGS_MOST])
{
    size_t count = 0;
    while (count < TAGS_MOST && next_pair(&pairs, &tags[count].name, &tags[count].value))
        count++;
    return count;
}

/* TAGS are pairs. */
struct catasta_position *EXPORT(position_start)(struct catasta_session *session, const char *ruleset, const char *tags)
{
    struct catasta_pair pairs[TAGS_MOST];
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_position *position =
        catasta_position_start(session, *ruleset == '\0' ? NULL : ruleset, pairs, take_tags(tags, pairs), &fault);
    return position != NULL || add_fault(&fault) ? position : NULL;
}

struct catasta_position *EXPORT(position_read)(
    struct catasta_session *session, const char *ruleset, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_position *position =
        catasta_position_read(session, *ruleset == '\0' ? NULL : ruleset, text, length, &fault);
    return position != NULL || add_fault(&fault) ? position : NULL;
}

struct catasta_position *EXPORT(game_position)(const struct catasta_game *game, size_t node)
{
    return catasta_game_position(game, node);
}

struct catasta_position *EXPORT(position_copy)(const struct catasta_position *position)
{
    return catasta_position_copy(position);
}

void EXPORT(position_free)(struct catasta_position *position)
{
    catasta_position_free(position);
}

bool EXPORT(position_play)(struct catasta_position *position, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const bool played = catasta_position_play(position, text, length, &fault);
    return add_played(position, &fault, played);
}

/* What SEAT may see. */
struct catasta_position *EXPORT(position_seen)(const struct catasta_position *position, unsigned seat)
{
    return catasta_position_seen(position, seat);
}

/* Records. */

struct catasta_record *EXPORT(record_new)(struct catasta_session *session, const char *ruleset, const char *tags)
{
    struct catasta_pair pairs[TAGS_MOST];
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_record *record =
        catasta_record_new(session, *ruleset == '\0' ? NULL : ruleset, pairs, take_tags(tags, pairs), &fault);
    return record != NULL || add_fault(&fault) ? record : NULL;
}

void EXPORT(record_free)(struct catasta_record *record)
{
    catasta_record_free(record);
}

bool EXPORT(record_play)(struct catasta_record *record, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const bool played = catasta_record_play(record, text, length, &fault);
    return add_played(catasta_record_position(record), &fault, played);
}

bool EXPORT(record_comment)(struct catasta_record *record, const char *text, size_t length)
{
    return catasta_record_comment(record, text, length);
}

bool EXPORT(record_result)(struct catasta_record *record, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    return catasta_record_result(record, text, length, &fault) || add_fault(&fault);
}

bool EXPORT(record_undo)(struct catasta_record *record)
{
    return catasta_record_undo(record);
}

/* A copy of the position reached. */
struct catasta_position *EXPORT(record_position)(const struct catasta_record *record)
{
    return catasta_position_copy(catasta_record_position(record));
}

/* The game so far; to be kept, or read before the record changes. */
struct catasta_game *EXPORT(record_game)(struct catasta_record *record)
{
    return catasta_record_game(record);
}

static bool visit_move(void *context, const char *text, size_t length, unsigned flags)
{
    unsigned *left = context;
    if ((*left)-- == 0)
        return false;
    add_json(out.length == 1 ? "{\"text\":" : ",{\"text\":", (struct catasta_text){text, length});
    add_truth(",\"whole\":", (flags & CATASTA_COMPLETE) != 0);
    add_truth(",\"open\":", (flags & CATASTA_CAN_GO_ON) != 0);
    add_string("}");
    return true;
}

/* At most MOST of them. */
bool EXPORT(position_moves)(struct catasta_position *position, const char *prefix, size_t length, unsigned most)
{
    struct catasta_fault fault = {.size = sizeof fault};
    out.length = 0;
    add_string("[");
    if (!catasta_position_moves(position, prefix, length, visit_move, &most, &fault)) {
        out.length = 0;
        return add_fault(&fault);
    }
    add_string("]");
    return true;
}

/* Turns and targets are listed apart; the first of either begins its list. */
static bool point_turns;

static void add_pointed_turn(void *context, struct catasta_text text)
{
    (void)context;
    add_json(point_turns ? "," : "", text);
    point_turns = true;
}

static void add_pointed_target(void *context, const struct catasta_target *target)
{
    bool *first = context;
    add_json(*first ? "],\"targets\":[{\"name\":" : ",{\"name\":", target->name);
    *first = false;
    if (target->placed) {
        add_number(",\"x\":", target->x);
        add_number(",\"y\":", target->y);
    }
    add_string("}");
}

bool EXPORT(position_point)(const struct catasta_position *position, const char *words, size_t length)
{
    bool first = true;
    const struct catasta_pointing pointing = {add_pointed_turn, add_pointed_target, NULL, &first};
    point_turns = false;
    out.length = 0;
    add_string("{\"turns\":[");
    bool fine =
        catasta_position_point(position, (struct catasta_text){"", 0}, (struct catasta_text){words, length}, &pointing);
    add_string(first ? "],\"targets\":[]}" : "]}");
    return fine;
}

bool EXPORT(position_write)(const struct catasta_position *position, const char *form)
{
    return catasta_position_write(position, catasta_format_named(form), &out_sink);
}

static void add_piece(size_t k, const struct catasta_piece *piece)
{
    add_json(k == 0 ? "{\"text\":" : ",{\"text\":", text_of(piece->text));
    add_json(",\"colour\":", text_of(piece->colour));
    add_number(",\"seat\":", piece->seat);
    add_string("}");
}

static void add_cells(struct catasta_position *position)
{
    struct catasta_cell cell = {.size = sizeof cell};
    struct catasta_piece piece;
    for (size_t i = 0; catasta_position_cell(position, i, &cell); i++) {
        add_json(i == 0 ? "{\"name\":" : ",{\"name\":", text_of(cell.name));
        add_number(",\"x\":", cell.x);
        add_number(",\"y\":", cell.y);
        add_number(",\"board\":", cell.board);
        add_number(",\"zone\":", cell.zone);
        add_number(",\"pawns\":", cell.pawns);
        add_truth(",\"closed\":", cell.closed);
        add_string(",\"pieces\":[");
        for (size_t k = 0; catasta_cell_piece(position, i, k, &piece); k++)
            add_piece(k, &piece);
        add_string("]}");
    }
}

static void add_lists(struct catasta_position *position)
{
    struct catasta_list list = {.size = sizeof list};
    struct catasta_piece piece;
    for (size_t i = 0; catasta_position_list(position, i, &list); i++) {
        add_json(i == 0 ? "{\"name\":" : ",{\"name\":", text_of(list.name));
        add_truth(",\"stacked\":", list.stacked);
        add_string(",\"pieces\":[");
        for (size_t k = 0; catasta_list_piece(position, i, k, &piece); k++)
            add_piece(k, &piece);
        add_string("]}");
    }
}

/* An object of all that it holds. */
bool EXPORT(position_data)(struct catasta_position *position)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_seat seat = {.size = sizeof seat};
    if (!catasta_position_outcome(position, &outcome))
        return false;
    add_number("{\"toMove\":", catasta_position_to_move(position));
    add_number(",\"number\":", catasta_position_number(position));
    add_truth(",\"over\":", outcome.over);
    add_truth(",\"ended\":", outcome.ended);
    add_json(",\"reason\":", text_of(outcome.reason));
    add_string(",\"seats\":[");
    for (unsigned i = 1; i <= catasta_position_seats(position) && catasta_position_seat(position, i, &seat); i++) {
        add_json(i == 1 ? "{\"name\":" : ",{\"name\":", text_of(seat.name));
        add_number(",\"side\":", seat.side);
        add_number(",\"score\":", seat.score);
        add_number(",\"scoreOf\":", seat.score_of);
        add_truth(",\"won\":", (outcome.winners >> (i - 1) & 1) != 0);
        add_string("}");
    }
    add_string("],\"cells\":[");
    add_cells(position);
    add_string("],\"lists\":[");
    add_lists(position);
    add_string("]}");
    return true;
}

/* Rulesets and rules. */

bool EXPORT(rules_list)(struct catasta_session *session)
{
    return catasta_rules_list(session, &out_sink);
}

bool EXPORT(rules_show)(struct catasta_session *session, const char *name)
{
    return catasta_rules_show(session, name, &out_sink, &told_sink);
}

bool EXPORT(rules_setup)(struct catasta_session *session, const char *name, unsigned players, unsigned seed)
{
    return catasta_rules_setup(session, name, players, seed, &out_sink, &told_sink);
}

static void visit_problem(void *context, const struct catasta_problem *problem)
{
    static const char *const severities[] = {"error", "warning", "note", "ignored"};
    (void)context;
    add_json(out.length == 1 ? "{\"id\":" : ",{\"id\":", text_of(problem->id));
    add_json(",\"severity\":", text_of(severities[problem->severity]));
    add_json(",\"file\":", text_of(problem->file));
    add_number(",\"line\":", problem->line);
    add_number(",\"column\":", problem->column);
    add_number(",\"endColumn\":", problem->end_column);
    add_json(",\"message\":", problem->message);
    add_json(",\"advice\":", problem->advice);
    add_string("}");
}

bool EXPORT(rules_problems)(struct catasta_session *session, const char *name, const char *yaml, size_t length)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder_name, name);
    out.length = 0;
    add_string("[");
    bool fine = catasta_rules_problems(session, path, yaml, length, visit_problem, NULL);
    add_string("]");
    return fine;
}

bool EXPORT(rules_schema)(void)
{
    return catasta_rules_schema(&out_sink);
}

/* NAME "" is all. */
bool EXPORT(explain)(const char *name, const char *format)
{
    return catasta_explain(*name == '\0' ? NULL : name, catasta_format_named(format), &out_sink, &told_sink);
}

const char *EXPORT(tag_name)(size_t i)
{
    return catasta_tag_name(i);
}

const char *EXPORT(version)(void)
{
    return catasta_version();
}
