/* SPDX-License-Identifier: MIT */
#include "reader/reader.h"

#include "base/utf8.h"
#include "reader/fences.h"
#include "reader/grammar.h"
#include "record/signs.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* As much is read at a time: a part of a file, and the rest of its last game in most archives. */
enum { BLOCK = PART_BYTES + 64 * 1024 };

/* As much of a file shows whether it holds records. */
enum { SIGNS = 64 * 1024, LINE_MOST = 400 };

/* A pipe is empty when nothing comes for this number of milliseconds.  A record that is longer than this is parsed
   again when it has grown by an eighth, so that the time for all of it stays in proportion to its length. */
enum { PIPE_WAIT = 2, LIVE_BYTES = 128 * 1024 };

/* A record without turns that is text has so many pieces of it. */
enum { TEXTS_LEAST = 3 };

/* Bytes of a line that show whether it begins a game, and one more. */
enum { LOOK_AHEAD = 10 };

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static void *scan_room(struct scan *scan, size_t size)
{
    size_t const grain = alignof(max_align_t);
    size = (size + grain - 1) / grain * grain;
    if (SCAN_ROOM - scan->room_used < size)
        return NULL;
    void *room = scan->room + scan->room_used;
    scan->room_used += size;
    return room;
}

/* flex allocates by these.  A few hundred bytes out of its own struct are all the
   scanner ever wants: it cannot run out of memory and needs no clean-up. */
void *record_yyalloc(yy_size_t size, yyscan_t scanner)
{
    return scan_room(record_yyget_extra(scanner), size);
}

void *record_yyrealloc(void *memory, yy_size_t size, yyscan_t scanner)
{
    (void)memory;
    (void)size;
    (void)scanner;
    return NULL;
}

void record_yyfree(void *memory, yyscan_t scanner)
{
    (void)memory;
    (void)scanner;
}

bool scan_open(struct scan *scan, char *bytes, size_t length, void **scanner)
{
    size_t const more = sizeof(struct yy_buffer_state) + sizeof(YY_BUFFER_STATE) + 2 * alignof(max_align_t);
    scan->failed = false;
    return record_yylex_init_extra(scan, scanner) == 0 && SCAN_ROOM - scan->room_used >= more &&
        record_yy_scan_buffer(bytes, length, *scanner) != NULL && !scan->failed;
}

bool scan_record(struct scan *scan, void *scanner)
{
    record_yyparse(scan->record, scanner);
    return !scan->failed;
}

enum turn_shape scan_shape(struct scan *scan)
{
    struct record *record = scan->record;
    if (scan->asked != record->tag_count)
        record->shape = scan->shapes->find(scan->shapes->context, record);
    scan->asked = record->tag_count;
    return record->shape;
}

/* A record that is not the first begins after another, in a line or at its end. */
bool scan_begins_line(const struct scan *scan, const char *text)
{
    if (text == scan->base)
        return scan->first;
    return text[-1] == '\n' || text[-1] == '\r' || text == scan->base + scan->line_begin;
}

bool scan_quotes_line(struct scan *scan, const char *text)
{
    const char *first = text;
    const uint32_t at = (uint32_t)(text - scan->base);
    const char *known = scan->bracket == UINT32_MAX ? NULL : scan->base + scan->bracket;
    while (first > scan->base && strchr("> \t", first[-1]) != NULL && first - 1 != known)
        first--;
    if (first == scan->base || first - 1 != known)
        scan->quotes = scan_begins_line(scan, first);
    scan->bracket = at;
    if (!scan->quotes)
        return false;
    scan->mail_quote = at < scan->mail_quote ? at : scan->mail_quote;
    return true;
}

bool scan_expects_movetext(const struct scan *scan, const char *text)
{
    if (scan->has_tags)
        return true;
    size_t digits = strspn(text, "0123456789");
    bool number = digits > 0 && text[digits] == '.';
    return scan_begins_line(scan, text) && (number || is_line_end(text[strlen(text) - 1]));
}

bool scan_first_on_line(const struct scan *scan, const char *text)
{
    while (text > scan->base && (text[-1] == ' ' || text[-1] == '\t'))
        text--;
    return scan_begins_line(scan, text);
}

bool scan_is_bullet(struct scan *scan, const char *text)
{
    if (!scan->bullets && scan->record->main.has_turn)
        return false;
    const bool bullet = scan_first_on_line(scan, text);
    scan->bullets |= bullet;
    return bullet;
}

const char *scan_talk(struct scan *scan, const char *text, size_t after)
{
    scan_shape(scan); /* since what may be a turn of the game is not talk */
    const struct talk_count count = record_count(scan->record);
    const bool begins = after > 0 ? text[after] == '?' || talk_follows(text + after, count)
                                  : talk_begins(text, count, scan_first_on_line(scan, text), &scan->talk);
    return begins ? talk_end(text, count, scan->depth > 0) : NULL;
}

bool scan_repeats(struct scan *scan, char initial)
{
    unsigned bit = initial == 'R' ? 1 : 2;
    bool repeats = (scan->seen & bit) != 0;
    scan->seen |= bit;
    return repeats;
}

enum turn_shape scan_form(struct scan *scan, const char *text, size_t length, bool whole)
{
    return turn_form_of(scan_shape(scan), (struct slice){text, length}, whole);
}

bool scan_is_two_turns(struct scan *scan, const char *text)
{
    const enum turn_shape shape = scan_shape(scan);
    const size_t length = strcspn(text, " \t");
    const char *next = text + length + strspn(text + length, " \t");
    return shape != TURN_NONE && scan_form(scan, text, length, true) == shape &&
        scan_form(scan, next, strcspn(next, " \t"), true) == shape;
}

/* Parses TEXT, which two NULs follow, as RECORD; no comment is closed that begins at UNCLOSED or later. */
static bool scan_text(
    struct scan *scan, struct record *record, struct arena *arena, struct slice text, uint32_t unclosed)
{
    void *scanner;
    *scan = (struct scan){.shapes = scan->shapes, .asked = SIZE_MAX, .restart = true, .first = true, .base = text.at};
    scan->record = record;
    scan->unclosed = unclosed;
    scan->mail_quote = scan->bracket = UINT32_MAX;
    record_init(record, arena, text);
    return scan_open(scan, (char *)text.at, text.length + 2, &scanner) && scan_record(scan, scanner);
}

static struct span span_of(const struct scan *scan, const char *begin, const char *end)
{
    return (struct span){(uint32_t)(begin - scan->base), (uint32_t)(end - scan->base)};
}

static const char *skip_quoted(const char *at)
{
    while (*at >= ' ' && *at <= '~' && *at != '"' && *at != '\\')
        at++;
    return at;
}

/* Passes over what may be the name of a tag. */
static const char *skip_tag_name(const char *at)
{
    while (is_letter(*at) || is_digit(*at) || *at == '_' || *at == '-')
        at++;
    return at;
}

size_t scan_plain_tags(struct scan *scan, const char *text)
{
    const char *end = text;
    for (;;) {
        const char *tag = end;
        while (is_space(*tag))
            tag++;
        const char *name = tag + 1;
        if (*tag != '[' || !is_letter(*name))
            break;
        const char *value = skip_tag_name(name);
        const struct slice called = {name, (size_t)(value - name)};
        if (value[0] != ' ' || value[1] != '"')
            break;
        const char *quote = skip_quoted(value + 2);
        if (quote[0] != '"' || quote[1] != ']' || !is_line_end(quote[2]) ||
            ((slice_is(called, "Ruleset") || slice_is(called, "Event")) && scan_repeats(scan, *name)))
            break;
        end = quote + 2;
        scan->has_tags = true;
        record_tag_pair(scan->record, span_of(scan, tag, end), span_of(scan, name, value),
            span_of(scan, value + 1, quote + 1), true);
    }
    return (size_t)(end - text);
}

/* Sixteen bytes at once. */
typedef unsigned char sixteen __attribute__((vector_size(16)));

size_t scan_plain_turns(struct scan *scan, const char *text)
{
    uint32_t at = (uint32_t)(text - scan->base);
    return record_plain(scan->record, at) - at;
}

uint32_t count_lines(struct slice slice, char next)
{
    const char *end = slice.at + slice.length;
    uint32_t lines = 0;
    const char *byte = slice.at;
    while (end - byte >= (ptrdiff_t)sizeof(sixteen)) {
        sixteen sums = {0};
        for (unsigned i = 0; i < UINT8_MAX && end - byte >= (ptrdiff_t)sizeof sums; i++, byte += sizeof sums) {
            sixteen bytes;
            memcpy(&bytes, byte, sizeof bytes);
            sums -= (sixteen)(bytes == '\n');
        }
        for (size_t i = 0; i < sizeof sums; i++)
            lines += sums[i];
    }
    for (; byte < end; byte++)
        lines += *byte == '\n';
    for (const char *at = slice.at; at < end && (at = memchr(at, '\r', (size_t)(end - at))) != NULL; at++)
        lines += (at + 1 < end ? at[1] : next) != '\n';
    return lines;
}

void reader_init(struct reader *reader)
{
    *reader = (struct reader){.file = compressed_file_of(-1)};
    arena_init(&reader->arena, RECORD_MEMORY);
}

static void close_form(struct reader *reader)
{
    if (reader->foreign.form != NULL)
        reader->foreign.form->close(reader->foreign.opened);
    reader->foreign.form = NULL;
}

/* A part begins, for those who judge its records, at OFFSET. */
static void begin_part(struct reader *reader, uint64_t offset)
{
    reader->repairs.part = offset / PART_BYTES * PART_BYTES;
    reader->repairs.trials = PART_TRIALS;
}

void reader_open(struct reader *reader, int file)
{
    close_form(reader);
    struct reader old = *reader;
    compressed_file_release(&old.file);
    *reader = (struct reader){
        .buffer = old.buffer, .capacity = old.capacity, .arena = old.arena, .foreign.pieces = old.foreign.pieces};
    reader->file = compressed_file_of(file);
    reader->place.line = reader->place.column = 1;
    reader->unclosed = SIZE_MAX;
    reader->part.stop = UINT64_MAX;
    reader->scan.first = reader->doubtful = true;
    begin_part(reader, 0);
}

bool reader_open_at(struct reader *reader, struct slice bytes, bool first, uint32_t line)
{
    reader_init(reader);
    reader_open(reader, -1);
    reader->doubtful = false;
    reader->scan.first = first;
    reader->place.line = line;
    reader->buffer = memory_new(bytes.length + 2);
    if (reader->buffer == NULL)
        return false;
    if (bytes.length > 0)
        memcpy(reader->buffer, bytes.at, bytes.length);
    memset(reader->buffer + bytes.length, 0, 2);
    reader->capacity = reader->filled = bytes.length;
    reader->at_end = true;
    return true;
}

void reader_close(struct reader *reader)
{
    close_form(reader);
    free(reader->buffer);
    compressed_file_release(&reader->file);
    arena_release(&reader->arena);
    pieces_release(&reader->foreign.pieces);
    reader->buffer = NULL;
    reader->capacity = 0;
}

/* Cuts. */

/* Whether the line at AT is a tag and nothing else, with which nothing but a record begins; *OPEN: it goes on at END.
 */
static bool is_tag_line(const char *at, const char *end, bool *open)
{
    const char *last = end - at > LINE_MOST ? at + LINE_MOST : end;
    const char *next = at + 1;
    while (next < last && is_letter(*next))
        next++;
    bool tag = next > at + 1 && last - next > 2 && next[0] == ' ' && next[1] == '"';
    for (next += tag ? 2 : 0; next < last && *next != '"' && *next != '\\' && !is_line_end(*next);)
        next++;
    *open = last == end && last - next < 3;
    return tag && !*open && last - next > 2 && next[0] == '"' && next[1] == ']' && is_line_end(next[2]);
}

/* The first tag line from AT on after an empty one; else where to look on, with *NEWLINES, when there is more than up
   to END. */
static const char *find_cut(const char *at, const char *end, unsigned *newlines)
{
    bool open;
    for (; at < end; at++) {
        if (*at == '[' && *newlines > 1 && (is_tag_line(at, end, &open) || open))
            break;
        *newlines = *at == '\n' ? *newlines + 1 : *at == '\r' ? *newlines : 0;
    }
    return at;
}

/* Lets the buffer end where the next part begins, if that is in it. */
static void end_at_cut(struct reader *reader)
{
    if (reader->passed + reader->filled <= reader->part.stop)
        return;
    const char *end = reader->buffer + reader->filled;
    const char *cut = find_cut(reader->buffer + (reader->part.stop - reader->passed), end, &reader->part.newlines);
    reader->part.stop = reader->passed + (uint64_t)(cut - reader->buffer);
    bool open;
    if (cut == end || !is_tag_line(cut, end, &open))
        return;
    reader->filled = (size_t)(cut - reader->buffer);
    reader->at_end = false;
    reader->part.cut = true;
    reader->input.failure = 0;
}

/* Whether what begins after RECORD, in a later part, may begin it: no cut is before that. */
static bool ends_before_cut(const struct reader *reader, const struct record *record)
{
    const struct slice bytes = record_bytes(record);
    const uint64_t end = record->offset + bytes.length;
    const uint64_t part = end / PART_BYTES * PART_BYTES;
    unsigned newlines = 0;
    bool open;
    if (part <= reader->repairs.part)
        return false;
    for (const char *at = slice_end(bytes) - (end - (part > record->offset ? part : record->offset));
         at < slice_end(bytes); at++) {
        if (*at == '[' && newlines > 1 && is_tag_line(at, slice_end(bytes), &open))
            return false;
        newlines = *at == '\n' ? newlines + 1 : *at == '\r' ? newlines : 0;
    }
    return newlines > 1;
}

/* RECORD, the next one, begins a part where another task could begin with it. */
static void take_trials(struct reader *reader, struct record *record)
{
    const struct slice bytes = record_bytes(record);
    bool open;
    if (reader->repairs.may_begin && is_tag_line(bytes.at, slice_end(bytes), &open))
        begin_part(reader, record->offset);
    reader->repairs.may_begin = ends_before_cut(reader, record);
    record->trials = &reader->repairs.trials;
    record->spent = 0;
}

uint64_t part_begin_after(uint64_t offset)
{
    return (offset / PART_BYTES + 1) * PART_BYTES;
}

/* It was no place to end at: looks for another one, the farther away the more has been read in vain. */
static void move_cut_on(struct reader *reader)
{
    reader->part.stop = part_begin_after(reader->part.stop + (reader->filled - reader->begin));
    reader->part.newlines = 0;
    reader->part.cut = false;
    if (!reader->source->pass(reader->source->context))
        reader->input.failure = ECANCELED;
}

/* Whether the buffer ends where a record does, too. */
static bool ends_at_cut(const struct reader *reader)
{
    return reader->part.cut && reader->scan.settled && reader->unclosed == SIZE_MAX;
}

/* Blocks. */

/* Lines and columns are counted here, once for every byte. A byte order mark at the beginning of the file has no
   column. */
static void count_up_to(struct reader *reader, size_t offset)
{
    if (offset <= reader->place.counted || reader->buffer == NULL)
        return;
    const char *end = reader->buffer + offset;
    struct slice passed = {reader->buffer + reader->place.counted, offset - reader->place.counted};
    uint32_t lines = count_lines(passed, offset < reader->filled ? *end : '\n');
    const char *last = end;
    while (last > passed.at && !is_line_end(last[-1]))
        last--;
    uint32_t characters = (uint32_t)utf8_count((struct slice){last, (size_t)(end - last)});
    if (reader->place.line == 1 && reader->place.column == 1 && last == passed.at && utf8_is_marked(passed))
        characters--;
    reader->place.column = (lines > 0 ? 1 : reader->place.column) + characters;
    reader->place.line += lines;
    reader->place.counted = offset;
}

/* Moves what is still wanted to the front of the buffer. */
static void forget_passed(struct reader *reader)
{
    if (reader->begin == 0)
        return;
    count_up_to(reader, reader->begin);
    memmove(reader->buffer, reader->buffer + reader->begin, reader->filled - reader->begin);
    reader->filled -= reader->begin;
    reader->passed += reader->begin;
    reader->place.counted -= reader->begin;
    if (reader->unclosed != SIZE_MAX)
        reader->unclosed -= reader->unclosed < reader->begin ? reader->unclosed : reader->begin;
    reader->begin = 0;
}

/* Room for LENGTH bytes, of which the first are there. */
static bool make_buffer_room(struct reader *reader, size_t length)
{
    if (reader->capacity >= length && reader->buffer != NULL)
        return true;
    char *buffer = memory_resize(reader->buffer, length + 2);
    if (buffer == NULL) {
        reader->input.failure = ENOMEM;
        return false;
    }
    reader->buffer = buffer;
    reader->capacity = length;
    return true;
}

static ssize_t read_bytes(struct reader *reader, char *at, size_t length)
{
    const struct source *source = reader->source;
    if (source != NULL)
        return source->read(source->context, at, length, reader->passed + reader->filled);
    return compressed_file_read(&reader->file, at, length);
}

static bool is_ready(const struct reader *reader, int milliseconds)
{
    return !reader->input.live || compressed_file_is_ready(&reader->file, milliseconds);
}

/* Reads a block, or as much again as there is of a record, but never more than a record may have; of a live file what
   is there.  A failure comes to light only after all that was read before it.  False when there was one. */
static bool read_block(struct reader *reader)
{
    reader->scanning = false;
    forget_passed(reader);
    size_t before = reader->filled;
    size_t wanted = before > BLOCK / 2 ? before * 2 : BLOCK;
    wanted = wanted < RECORD_BYTES ? wanted : RECORD_BYTES;
    if (reader->part.cut)
        move_cut_on(reader);
    bool room = make_buffer_room(reader, wanted);
    while (room && reader->filled < wanted && !reader->at_end && reader->input.failure == 0) {
        ssize_t got = read_bytes(reader, reader->buffer + reader->filled, wanted - reader->filled);
        if (got < 0)
            reader->input.failure = errno == EINTR ? 0 : errno;
        else
            reader->filled += (size_t)got;
        reader->at_end = got == 0;
        if (got > 0 && !is_ready(reader, 0))
            break;
    }
    if (reader->input.failure != 0 && reader->filled == before) {
        reader->input.error = reader->input.failure;
        return false;
    }
    end_at_cut(reader);
    memset(reader->buffer + reader->filled, 0, 2);
    return true;
}

/* The same, unless that has to wait: then false with .waiting. */
static bool read_more(struct reader *reader)
{
    reader->input.waiting = !is_ready(reader, PIPE_WAIT);
    return !reader->input.waiting && read_block(reader);
}

/* Waits until there is enough more of a live file to look at it again: a whole line, and of a long record more. */
static bool wait_for_more(struct reader *reader)
{
    const size_t before = reader->filled - reader->begin;
    const size_t least = before < LIVE_BYTES ? 0 : before + before / 8;
    bool line = false;
    reader->input.waiting = false;
    do {
        size_t there = reader->filled - reader->begin;
        if (!read_block(reader))
            return false;
        const struct slice more = {reader->buffer + reader->begin + there, reader->filled - reader->begin - there};
        line |= count_lines(more, '\0') > 0;
    } while ((!line || reader->filled - reader->begin < least) && !reader->at_end && reader->input.failure == 0);
    return true;
}

/* Whether a tag on a line of its own begins the file, as in most. */
static bool file_begins_with_tag(const struct reader *reader)
{
    const char *at = reader->buffer + reader->begin;
    at += utf8_is_marked((struct slice){at, reader->filled - reader->begin}) ? 3 : 0;
    at += strspn(at, " \t\r\n");
    const char *end = *at == '[' ? skip_tag_name(at + 1) : at;
    bool goes_on = end == reader->buffer + reader->filled;
    return end > at + 1 && (goes_on || (end[0] == ' ' && end[1] == '"'));
}

enum read_status reader_open_part(
    struct reader *reader, const struct source *source, uint64_t begin, uint64_t end, bool last, uint32_t *lines)
{
    unsigned newlines = 0;
    reader_open(reader, -1);
    reader->source = source;
    reader->scan.first = reader->doubtful = begin == 0;
    reader->passed = begin;
    *lines = 0;
    if (!read_more(reader))
        return READ_FAILED;
    if (!last) {
        bool doubtful = begin == 0 && end < SIGNS && !file_begins_with_tag(reader);
        reader->part.stop = doubtful ? part_begin_after(SIGNS) : end;
        end_at_cut(reader);
        memset(reader->buffer + reader->filled, 0, 2);
    }
    size_t own = reader->filled < end - begin ? reader->filled : (size_t)(end - begin);
    *lines = count_lines((struct slice){reader->buffer, own}, reader->buffer[own]);
    if (begin == 0)
        return READ_RECORD;
    const char *filled = reader->buffer + reader->filled;
    const char *cut = find_cut(reader->buffer, filled, &newlines);
    bool open;
    reader->begin = (size_t)(cut - reader->buffer);
    begin_part(reader, reader_offset(reader));
    return cut < filled && is_tag_line(cut, filled, &open) ? READ_RECORD : READ_END;
}

uint64_t reader_offset(const struct reader *reader)
{
    return reader->passed + reader->begin;
}

/* Records. */

static bool start_scanner(struct reader *reader)
{
    struct scan *scan = &reader->scan;
    scan->room_used = 0;
    scan->restart = true;
    reader->scanning = true;
    size_t left = reader->filled - reader->begin;
    return scan_open(scan, reader->buffer + reader->begin, left + 2, &reader->scanner);
}

/* A file may begin with empty lines; after a record the scanner passes them. */
static void skip_empty_lines(struct reader *reader)
{
    while (reader->begin < reader->filled && is_line_end(reader->buffer[reader->begin]))
        reader->begin++;
}

/* Reads the record at reader->begin as far as the bytes there are. */
static bool parse_record(struct reader *reader, struct record *record)
{
    struct scan *scan = &reader->scan;
    if (!reader->scanning)
        skip_empty_lines(reader);
    if (!reader->scanning && !start_scanner(reader))
        return false;
    const char *base = reader->buffer + reader->begin;
    arena_clear(&reader->arena);
    record_init(record, &reader->arena, (struct slice){base, reader->filled - reader->begin});
    scan->record = record;
    scan->asked = SIZE_MAX;
    scan->base = base;
    scan->hit_end = scan->in_comment = scan->has_tags = scan->bullets = false;
    scan->depth = scan->seen = 0;
    scan->line_begin = 0;
    scan->talk = (struct talk_known){.talk = false};
    scan->unclosed = scan->mail_quote = scan->bracket = UINT32_MAX;
    if (reader->unclosed != SIZE_MAX)
        scan->unclosed = (uint32_t)(reader->unclosed < reader->begin ? 0 : reader->unclosed - reader->begin);
    if (!scan_record(scan, reader->scanner))
        return false;
    if (scan->mail_quote != UINT32_MAX)
        record_mail_quote(record, scan->mail_quote);
    if (scan->hit_end)
        scan->end = (uint32_t)record->source.length;
    record->source.length = scan->end;
    return true;
}

/* Signs that look like those of the notation. */

/* Reads what of RECORD could not be read as what it looks like. */
static bool read_signs(struct reader *reader, struct record *record)
{
    struct pieces *pieces = &reader->foreign.pieces;
    if (!signs_read(record, pieces))
        return !pieces->text.failed;
    const struct record plain = *record;
    struct scan scan = {.shapes = reader->scan.shapes};
    if (!scan_text(&scan, record, &reader->arena, text_slice(&pieces->text), UINT32_MAX))
        return false;
    const uint32_t end = scan.hit_end ? (uint32_t)pieces->text.length : scan.end;
    if (scan.in_comment || end == 0) { /* it would begin or end within a comment */
        *record = plain;
        return true;
    }
    record->pieces = pieces;
    record->source.length = end;
    if (scan.hit_end)
        return true;
    pieces_cut(pieces, end);
    if (!reader->scan.hit_end && reader->scanning)
        reader->buffer[reader->begin + plain.source.length] = reader->scan.behind;
    reader->scanning = false;
    return true;
}

static void fault_too_long(struct reader *reader, struct record *record, const char *why)
{
    struct slice source = record->source;
    reader->too_long.in_tags = record->main.count == 0;
    arena_clear(&reader->arena);
    record_init(record, &reader->arena, source);
    record->too_long = true;
    record->cut = true;
    record_fault(record, SYNTAX_RECORD_TOO_LONG, first_character(source), FACT(note, "%s"), why);
}

/* Passing over the rest of a record that is too long. */

static bool begins_game(struct slice line, bool in_tags)
{
    if (line.length == 0 || line.at[0] != '[')
        return false;
    return !in_tags || (line.length > 6 && memcmp(line.at, "[Event", 6) == 0) ||
        (line.length > 8 && memcmp(line.at, "[Ruleset", 8) == 0);
}

/* Looks for a game in the lines that begin in the buffer after reader->begin. */
static bool skip_in_buffer(struct reader *reader)
{
    for (size_t i = reader->begin; i + LOOK_AHEAD < reader->filled; i++) {
        if (!is_line_end(reader->buffer[i]))
            continue;
        struct slice line = {reader->buffer + i + 1, reader->filled - i - 1};
        if (begins_game(line, reader->too_long.in_tags)) {
            reader->begin = i + 1;
            return true;
        }
        if (line.at[0] != '[' && !is_line_end(line.at[0]))
            reader->too_long.in_tags = false;
    }
    return false;
}

static bool skip_record(struct reader *reader)
{
    reader->scanning = false;
    while (!skip_in_buffer(reader)) {
        if (reader->filled - reader->begin > LOOK_AHEAD)
            reader->begin = reader->filled - LOOK_AHEAD;
        if (reader->at_end) {
            reader->begin = reader->filled;
            break;
        }
        if (!read_more(reader))
            return false;
    }
    reader->too_long.skipping = false;
    return true;
}

static bool record_goes_on(const struct reader *reader)
{
    return reader->scan.hit_end && !reader->at_end && !ends_at_cut(reader) &&
        reader->filled - reader->begin < RECORD_BYTES;
}

/* Parses until the record is whole, or as much of it as may be. */
static bool parse_whole(struct reader *reader, struct record *record)
{
    for (;;) {
        if (!parse_record(reader, record))
            return false;
        if (record_goes_on(reader)) {
            if (!read_more(reader))
                return false;
        } else if (reader->scan.in_comment) {
            reader->unclosed = reader->begin + reader->scan.brace;
            reader->scanning = false;
        } else {
            return true;
        }
    }
}

/* Leaves of a record that is text, without a turn, just that: the first place says so. */
static void refuse_text(struct record *record)
{
    size_t texts = 0;
    struct span first = {0, 0};
    for (const struct diagnostic *fault = record->faults.first; fault != NULL; fault = fault->next) {
        if (fault->rule != &syntax_rules[SYNTAX_TEXT] && fault->rule != &syntax_rules[SYNTAX_TAG])
            continue;
        first = texts++ == 0 ? fault->span : first;
    }
    if (texts < TEXTS_LEAST || record->main.has_turn)
        return;
    record->prologue.count = record->main.count = record->epilogue.count = 0;
    record->has_result = record->foreign = false;
    record->curled = 0;
    record->faults = (struct diagnostics){.count = 0};
    record_fault(record, SYNTAX_NO_RECORD, first, FACT(what, "it has no turn, and from here on it is text"));
}

static bool read_record(struct reader *reader, struct record *record)
{
    if (!parse_whole(reader, record))
        return false;
    bool cut = reader->scan.hit_end && !reader->at_end && !ends_at_cut(reader);
    if (cut || record->source.length > RECORD_BYTES) {
        fault_too_long(reader, record, "");
        reader->too_long.skipping = cut;
        record->source.length -= cut ? LOOK_AHEAD : 0;
    } else if (record_failed(record)) {
        fault_too_long(reader, record, " for the memory it may take");
    }
    if (record->too_long)
        return true;
    if (!read_signs(reader, record))
        return false;
    refuse_text(record);
    signs_note(record, record->pieces);
    return true;
}

/* Whether what is there of the file shows what it is, as all does that is not live: by a line that is neither empty nor
   a tag, or may be of one of the other forms, which recognise theirs. */
static bool shows_kind(const struct reader *reader)
{
    const struct catasta_form_reader *const *form = reader->foreign.forms;
    const struct slice bytes = {reader->buffer + reader->begin, reader->filled - reader->begin};
    const char *end = slice_end(bytes);
    const char *at = bytes.at + (utf8_is_marked(bytes) ? 3 : 0);
    if (!reader->input.live || reader->at_end || reader->filled >= BLOCK)
        return true;
    for (at += strspn(at, " \t\r\n"); *at == '['; at += strspn(at, " \t\r\n"))
        at += strcspn(at, "\r\n");
    const char *second = at + 1 + strspn(at + (at < end), " \t\r\n");
    bool other = *at == '(' || (*at == '{' && (second >= end || *second == '"'));
    for (; other && form != NULL && *form != NULL; form++)
        if ((*form)->recognises(bytes.at, bytes.length, reader->foreign.from != NULL))
            return true;
    return !other && at[strcspn(at, "\r\n")] != '\0';
}

/* Whether there are signs of a record in the first bytes of the file, which are read twice then. */
static bool is_like_records(struct reader *reader)
{
    struct likeness likeness = {0};
    struct record record;
    size_t begin = reader->begin;
    size_t filled = reader->filled;
    bool at_end = reader->at_end;
    char *end = reader->buffer + (filled - begin < SIGNS ? filled : begin + SIGNS);
    char behind[2] = {end[0], end[1]};
    bool read = true;
    memset(end, 0, sizeof behind);
    reader->filled = (size_t)(end - reader->buffer);
    reader->at_end = true;
    do {
        read = read_record(reader, &record);
        if (!read)
            break;
        likeness_add(&likeness, &record);
        reader->begin += record_bytes(&record).length;
        reader->scan.first = false;
    } while (!record_is_empty(&record) || record.faults.count > 0);
    memcpy(end, behind, sizeof behind);
    reader->begin = begin;
    reader->filled = filled;
    reader->at_end = at_end;
    reader->unclosed = SIZE_MAX;
    reader->scanning = false;
    reader->scan.first = true;
    return !read || likeness_suffices(&likeness);
}

/* RECORD begins where the buffer is read on. */
static void place_record(struct reader *reader, struct record *record)
{
    count_up_to(reader, reader->begin);
    record->line = reader->place.line;
    record->column = reader->place.column;
    record->offset = reader_offset(reader);
}

/* Nothing more is read of the file, which is said at its first line; in a document there may be anything. */
static enum read_status refuse_file(struct reader *reader, struct record *record)
{
    const char *what = reader->filled - reader->begin < SIGNS ? "it has" : "its first 64 KiB have";
    skip_empty_lines(reader);
    struct slice line = {reader->buffer + reader->begin, 0};
    while (
        line.length < reader->filled - reader->begin && line.length < LINE_MOST && !is_line_end(line.at[line.length]))
        line.length++;
    arena_clear(&reader->arena);
    record_init(record, &reader->arena, line);
    place_record(reader, record);
    record->cut = true;
    record_fault(record, SYNTAX_NO_RECORD, first_character(line),
        FACT(what, "%s neither a tag nor two turns of one game"), what);
    reader->begin = reader->filled;
    reader->at_end = true;
    reader->part.cut = false;
    reader->input.failure = 0;
    return reader->document.is_one ? READ_END : READ_RECORD;
}

/* Reads all of a file that is no longer than a record may be. */
static bool read_all(struct reader *reader)
{
    while (!reader->at_end) {
        if (reader->filled >= RECORD_BYTES)
            reader->input.failure = EFBIG;
        if (!read_more(reader) || reader->input.failure != 0) {
            reader->input.error = reader->input.failure;
            return false;
        }
    }
    return true;
}

/* Reads all of a file in UTF-16, and keeps it as UTF-8. */
static bool read_wide(struct reader *reader, bool high)
{
    if (!read_all(reader))
        return false;
    char *buffer = memory_new(reader->filled / 2 * 3 + 8);
    if (buffer == NULL)
        return false;
    reader->filled = utf8_of_wide((struct slice){reader->buffer + 2, reader->filled - 2}, high, buffer);
    memset(buffer + reader->filled, 0, 2);
    free(reader->buffer);
    reader->buffer = buffer;
    reader->capacity = reader->filled;
    reader->wide = true;
    return true;
}

/* Other forms. */

void reader_take_forms(struct reader *reader, catasta_session *session, const struct catasta_form_reader *const *forms,
    const char *from, const char *path)
{
    reader->foreign.session = session;
    reader->foreign.path = path;
    reader->foreign.forms = forms;
    reader->foreign.from = from;
    for (; from != NULL && forms != NULL && *forms != NULL; forms++)
        reader->whole_stacks |= (*forms)->whole_stacks && strcmp(from, (*forms)->name) == 0;
}

const struct catasta_form_reader *form_of(
    const struct catasta_form_reader *const *forms, const char *from, struct slice bytes)
{
    for (; forms != NULL && *forms != NULL; forms++)
        if ((from == NULL || strcmp(from, (*forms)->name) == 0) &&
            (*forms)->recognises(bytes.at, bytes.length, from != NULL))
            return *forms;
    return NULL;
}

/* Its path becomes NULL unless the file is what is there, as it is there; false where that cannot be known. */
static bool check_path(struct reader *reader)
{
    struct stat open = {0};
    struct stat found = {0};
    bool named = reader->foreign.path != NULL && reader->file.fd >= 0 && reader->file.unpacking == NULL;
    bool known =
        !named || (fstat(reader->file.fd, &open) == 0 && (stat(reader->foreign.path, &found) == 0 || errno == ENOENT));
    if (!known)
        reader->input.error = errno;
    if (!named || !S_ISREG(open.st_mode) || open.st_dev != found.st_dev || open.st_ino != found.st_ino)
        reader->foreign.path = NULL;
    return known;
}

/* Finds out which form the file is in, by its first bytes; false when that fails. */
static bool choose_form(struct reader *reader)
{
    size_t begin = utf8_is_marked((struct slice){reader->buffer, reader->filled}) ? 3 : 0;
    const struct slice bytes = {reader->buffer + begin, reader->filled - begin};
    const struct catasta_form_reader *form = form_of(reader->foreign.forms, reader->foreign.from, bytes);
    reader->foreign.forms = NULL;
    if (form == NULL)
        return true;
    if (form->open_path != NULL && !check_path(reader))
        return false;
    reader->foreign.opened = form->open_path == NULL
        ? form->open(reader->foreign.session)
        : form->open_path(reader->foreign.session, reader->foreign.path, reader->foreign.share,
              reader->foreign.shares > 0 ? reader->foreign.shares : 1);
    reader->foreign.form = reader->foreign.opened == NULL ? NULL : form;
    reader->whole_stacks = form->whole_stacks;
    reader->begin = begin;
    return reader->foreign.form != NULL;
}

/* What the reader of a form says besides; of changes each kind once. */
static void add_readings(struct record *record, const struct catasta_foreign *found)
{
    const struct slice bytes = record_bytes(record);
    uint32_t counts[CATASTA_TYPED_KINDS] = {0};
    record->changes = arena_alloc(record->arena, (found->change_count + 1) * sizeof *record->changes);
    for (size_t i = 0; record->changes != NULL && i < found->change_count; i++) {
        const struct catasta_reading *change = &found->changes[i];
        const struct span place = {change->begin, change->end};
        record->changes[record->change_count++] = (struct record_change){(enum typed_rule)change->kind, place,
            arena_copy(record->arena, (struct slice){change->text, change->length})};
        counts[change->kind]++;
    }
    for (size_t i = 0; i < found->finding_count; i++) {
        const struct catasta_reading *finding = &found->findings[i];
        const struct span place = {finding->begin, finding->end};
        record_typed(record, (enum typed_rule)finding->kind, place, slice_cut(bytes, place),
            (struct slice){finding->text, finding->length}, 1);
    }
    for (size_t i = 0; i < record->change_count; i++) {
        const struct record_change *change = &record->changes[i];
        if (counts[change->rule] > 0)
            record_typed(record, change->rule, change->place, slice_cut(bytes, change->place), change->now,
                counts[change->rule]);
        counts[change->rule] = 0;
    }
}

static void add_quote_marks(struct record *record, const struct catasta_foreign *found)
{
    record->marks =
        found->mark_count == 0 ? NULL : arena_alloc(record->arena, found->mark_count * sizeof *record->marks);
    for (size_t i = 0; record->marks != NULL && i < found->mark_count; i++) {
        const struct catasta_mark *mark = &found->marks[i];
        record->marks[record->mark_count++] =
            (struct record_mark){{mark->begin, mark->end}, arena_copy(record->arena, slice_of(mark->why))};
    }
}

/* Parses what FOUND says of the record that begins the buffer. */
static bool parse_foreign(struct reader *reader, struct record *record, const struct catasta_foreign *found)
{
    struct pieces *pieces = &reader->foreign.pieces;
    struct scan scan = {.shapes = reader->scan.shapes};
    pieces_begin(pieces, record->source);
    pieces->taken = (uint32_t)record->source.length;
    for (size_t i = 0; i < found->piece_count; i++) {
        const struct catasta_origin *piece = &found->pieces[i];
        uint32_t next = i + 1 < found->piece_count ? piece[1].at : (uint32_t)found->text_length;
        pieces_map(pieces, (struct piece){piece->at, next - piece->at, piece->from, piece->was});
    }
    text_add(&pieces->text, (struct slice){found->text, found->text_length});
    if (!pieces_end(pieces) || !scan_text(&scan, record, &reader->arena, text_slice(&pieces->text), UINT32_MAX))
        return false;
    if (scan.in_comment && !scan_text(&scan, record, &reader->arena, text_slice(&pieces->text), scan.brace))
        return false;
    record->pieces = found->row == NULL ? pieces : NULL;
    record->copy = arena_copy(&reader->arena, (struct slice){found->text, found->text_length});
    record->whole_stacks = reader->whole_stacks;
    record->no_marks = reader->foreign.form->no_marks;
    add_readings(record, found);
    add_quote_marks(record, found);
    return true;
}

static bool place_row(struct record *record, int64_t id)
{
    int64_t *row = arena_alloc(record->arena, sizeof *row);
    if (row != NULL)
        *row = id;
    record->row = row;
    return row != NULL;
}

/* The next record, or what cannot be read as one. */
static enum read_status next_foreign(struct reader *reader, struct record *record)
{
    unsigned since = memory_failures();
    struct catasta_foreign found = {.size = sizeof found};
    enum catasta_found what;
    const bool rows = reader->foreign.form->open_path != NULL;
    reader->input.error = ENOMEM;
    for (;;) {
        found.bytes = reader->buffer + reader->begin;
        found.length = reader->filled - reader->begin;
        found.last = reader->at_end;
        found.begin = found.end = 0;
        what = reader->foreign.form->next(reader->foreign.opened, &found);
        reader->begin += found.begin;
        if (what != CATASTA_FOUND_NOTHING || reader->at_end || rows)
            break;
        if (!read_more(reader))
            return READ_FAILED;
    }
    if (what == CATASTA_FOUND_FAILED) {
        reader->input.error = errno;
        return READ_FAILED;
    }
    size_t length = found.end > found.begin ? found.end - found.begin : 0;
    bool fault = what == CATASTA_FOUND_FAULT || what == CATASTA_FOUND_OTHER;
    const size_t end = reader->begin + length;
    struct slice bytes = {found.bytes + found.begin, length};
    if (fault) {
        const size_t before = found.fault - found.begin;
        bytes = slice_shorter(slice_after(bytes, before), LINE_MOST);
        length = bytes.length;
        reader->begin += rows ? 0 : before;
    }
    for (size_t i = 0; fault && i < length; i++)
        if (is_line_end(bytes.at[i]))
            bytes.length = length = i;
    arena_clear(&reader->arena);
    record_init(record, &reader->arena, bytes);
    place_record(reader, record);
    const struct span place = length == 0 ? (struct span){0, 0} : first_character(bytes);
    if (fault)
        record_fault(record, what == CATASTA_FOUND_FAULT ? SYNTAX_FORM : SYNTAX_OTHER_GAME, place, FACT(what, "%s"),
            found.message);
    bool read = what == CATASTA_FOUND_RECORD ? parse_foreign(reader, record, &found) : what != CATASTA_FOUND_NO_MEMORY;
    if (!read || memory_ran_out(since))
        return READ_FAILED;
    record->form = reader->foreign.form->name;
    place_record(reader, record);
    if (found.row != NULL && !place_row(record, *found.row))
        return READ_FAILED;
    reader->begin = rows ? reader->begin : end;
    reader->part.cut = rows && what == CATASTA_FOUND_NOTHING && !found.last;
    reader->input.error = 0;
    return what == CATASTA_FOUND_NOTHING ? READ_END : READ_RECORD;
}

static enum read_status next_record(struct reader *reader, struct record *record)
{
    unsigned since = memory_failures();
    reader->input.error = ENOMEM;
    if (reader->too_long.skipping && !skip_record(reader))
        return READ_FAILED;
    bool first = reader->passed + reader->begin == 0;
    while (!reader->at_end && (reader->filled == 0 || (first && reader->doubtful && !shows_kind(reader))))
        if (!read_more(reader))
            return READ_FAILED;
    bool high;
    if (reader->scan.first && reader->passed + reader->begin == 0 && !reader->wide &&
        utf8_is_wide((struct slice){reader->buffer, reader->filled}, &high) && !read_wide(reader, high))
        return READ_FAILED;
    if (reader->foreign.forms != NULL && reader->passed + reader->begin == 0 && !choose_form(reader))
        return READ_FAILED;
    if (reader->foreign.form != NULL)
        return next_foreign(reader, record);
    bool doubtful = reader->doubtful && !file_begins_with_tag(reader);
    while (doubtful && reader->input.live && !reader->at_end && reader->filled - reader->begin < SIGNS)
        if (!read_more(reader))
            return READ_FAILED;
    if (doubtful && !is_like_records(reader)) {
        enum read_status status = refuse_file(reader, record);
        reader->doubtful = false;
        reader->input.error = memory_ran_out(since) ? ENOMEM : 0;
        return memory_ran_out(since) ? READ_FAILED : status;
    }
    reader->doubtful = false;
    if (!read_record(reader, record))
        return READ_FAILED;
    record->whole_stacks = reader->whole_stacks;
    if (reader->wide && !record_is_empty(record))
        record_note(record, &reading_rules[READING_ENCODING], first_character(record->source), (struct slice){"", 0},
            (struct slice){"", 0}, 1);
    if (memory_ran_out(since))
        return READ_FAILED;
    place_record(reader, record);
    take_trials(reader, record);
    reader->begin += record_bytes(record).length;
    reader->scan.first = false;
    reader->input.error = 0;
    return record_is_empty(record) && record->faults.count == 0 ? READ_END : READ_RECORD;
}

/* Documents. */

void reader_take_document(struct reader *reader)
{
    reader->document.is_one = true;
}

/* Lets the buffer end where the next fence does; false when there is none. */
static bool open_fence(struct reader *reader)
{
    struct fence fence;
    if (!fence_find((struct slice){reader->buffer, reader->document.length}, reader->document.next, &fence))
        return false;
    reader->begin = fence.begin;
    reader->filled = fence.end;
    reader->document.next = fence.next;
    reader->document.in_fence = true;
    memcpy(reader->document.behind, reader->buffer + fence.end, sizeof reader->document.behind);
    memset(reader->buffer + fence.end, 0, sizeof reader->document.behind);
    reader->scanning = false;
    reader->scan.first = reader->doubtful = true;
    reader->unclosed = SIZE_MAX;
    if (fence.begin / PART_BYTES * PART_BYTES > reader->repairs.part)
        begin_part(reader, fence.begin);
    return true;
}

static void close_fence(struct reader *reader)
{
    memcpy(reader->buffer + reader->filled, reader->document.behind, sizeof reader->document.behind);
    reader->filled = reader->document.length;
    reader->document.in_fence = false;
}

static enum read_status next_in_document(struct reader *reader, struct record *record)
{
    if (reader->document.length == 0 && !read_all(reader))
        return READ_FAILED;
    if (reader->document.length == 0)
        reader->document.length = reader->filled;
    while (reader->document.in_fence || open_fence(reader)) {
        enum read_status status = next_record(reader, record);
        if (status != READ_END)
            return status;
        close_fence(reader);
    }
    reader->input.error = 0;
    return READ_END;
}

enum read_status reader_next(struct reader *reader, struct record *record, const struct shapes *shapes)
{
    reader->scan.shapes = shapes;
    if (reader->input.waiting && !wait_for_more(reader))
        return READ_FAILED;
    enum read_status status = reader->document.is_one ? next_in_document(reader, record) : next_record(reader, record);
    return reader->input.waiting ? READ_WAITING : status;
}
