/* SPDX-License-Identifier: MIT */
#include "record/record.h"

#include "base/utf8.h"
#include "record/hints.h"
#include "record/record_parts.h"

#include <stdarg.h>
#include <stdio.h>

/* Where the items of empty lines are, so that .items and its end are always pointers. */
static struct item no_items[1];

void record_init(struct record *record, struct arena *arena, struct slice source)
{
    const struct line empty = {.items = no_items};
    *record = (struct record){
        .arena = arena, .source = source, .line = 1, .column = 1, .prologue = empty, .main = empty, .epilogue = empty};
    record->open = &record->prologue;
}

bool record_is_empty(const struct record *record)
{
    return record->tag_count == 0 && record->main.count == 0 && !record->has_result && !record->has_table &&
        !record->too_long;
}

struct span first_character(struct slice source)
{
    return (struct span){0, source.length == 0 ? 1 : utf8_next(source).length};
}

bool value_is_known(struct slice value)
{
    struct slice said = slice_trim(value);
    return said.length > 0 && !slice_is(said, "?");
}

const struct tag *record_tag_named(const struct record *record, struct slice name)
{
    for (size_t i = record->tag_count; i > 0; i--)
        if (slice_equal(record->tags[i - 1].name, name))
            return &record->tags[i - 1];
    return NULL;
}

struct slice remark_words(const struct record *record, const struct item *item)
{
    struct slice text = item_text(record, item);
    if (item->kind == ITEM_COMMENT && text.length >= 2)
        text = (struct slice){text.at + 1, text.length - 2};
    else if (item->kind == ITEM_REST_COMMENT && text.length >= 1)
        text = (struct slice){text.at + 1, text.length - 1};
    return item->kind == ITEM_GLYPH ? text : slice_trim(text);
}

/* Whether COMMAND, the text between "[%" and "]", is called NAME. */
static bool command_is(struct slice command, const char *name, struct slice *value)
{
    size_t length = strlen(name);
    if (command.length < length || memcmp(command.at, name, length) != 0)
        return false;
    *value = slice_trim((struct slice){command.at + length, command.length - length});
    return command.length == length || is_space(command.at[length]);
}

bool comment_command(struct slice comment, const char *name, struct slice *value)
{
    struct slice rest = comment;
    struct slice before;
    while (slice_split(&rest, '[', &before) && rest.at != NULL) {
        struct slice inside = rest;
        struct slice command;
        if (inside.length == 0 || inside.at[0] != '%' || !slice_split(&inside, ']', &command))
            continue;
        if (inside.at == NULL)
            return false; /* nothing after here closes a command */
        if (command_is((struct slice){command.at + 1, command.length - 1}, name, value))
            return true;
    }
    return false;
}

/* Places. */

struct slice record_bytes(const struct record *record)
{
    return record->pieces == NULL ? record->source : record->pieces->bytes;
}

struct span record_place(const struct record *record, struct span span)
{
    return record->pieces == NULL ? span : pieces_place(record->pieces, span);
}

struct slice record_written(const struct record *record, struct span span)
{
    return slice_cut(record_bytes(record), record_place(record, span));
}

struct span record_fault_place(const struct record *record, const struct diagnostic *fault)
{
    return fault->written.end > 0 ? fault->written : record_place(record, fault->span);
}

/* Items. */

struct item *last_item(struct record *record)
{
    struct line *line = record->open;
    return line->count == 0 ? NULL : &line->items[line->count - 1];
}

/* Constructors. */

/* Remarks from here on belong to the main line. */
void record_movetext(struct record *record, struct span heading)
{
    record->open = &record->main;
    record->has_table = heading.end > heading.begin;
}

static struct diagnostic *add_record_fault(struct record *record, struct diagnostic *fault)
{
    if (fault != NULL)
        fault->in_variation = record->open->parent != NULL;
    return diagnostics_add(&record->faults, fault);
}

/* The first byte of SPAN that is not allowed in a record, of which TEXT may have tabs; NULL when there is none. */
static struct diagnostic *find_bad_byte(const struct record *record, struct span span, bool text)
{
    struct slice rest = slice_cut(record->source, span);
    for (;;) {
        while (rest.length > 0 && ((rest.at[0] >= ' ' && rest.at[0] <= '~') || (text && rest.at[0] == '\t'))) {
            rest.at++;
            rest.length--;
        }
        if (rest.length == 0)
            return NULL;
        struct utf8_char c = utf8_next(rest);
        uint32_t at = span.end - (uint32_t)rest.length;
        if (!c.valid || c.code < 0x20 || c.code == 0x7F)
            return diagnostic_new(record->arena, &syntax_rules[SYNTAX_ENCODING],
                arena_printf(record->arena, FACT(what, "byte 0x%02X is %s"), (unsigned char)rest.at[0],
                    c.valid ? "a control character"
                            : "not valid UTF-8; if the file is in Latin-1, convert it with iconv"),
                (struct span){at, at + c.length});
        rest.at += c.length;
        rest.length -= c.length;
    }
}

/* SPAN could not be read. */
static void add_odd(struct record *record, struct span span)
{
    if (!arena_grow(record->arena, &record->odd, record->odd_count, &record->odd_capacity, sizeof *record->odd))
        return;
    record->odd[record->odd_count++] = span;
    for (uint32_t i = span.begin; i < span.end && !record->foreign; i++)
        record->foreign = (unsigned char)record->source.at[i] > 0x7F;
}

static bool check_bytes(struct record *record, struct span span)
{
    return add_record_fault(record, find_bad_byte(record, span, false)) != NULL;
}

static struct slice unescape_value(struct arena *arena, struct slice value)
{
    if (value.length == 0 || memchr(value.at, '\\', value.length) == NULL)
        return value;
    char *bytes = arena_alloc(arena, value.length);
    size_t length = 0;
    for (size_t i = 0; bytes != NULL && i < value.length; i++) {
        if (value.at[i] == '\\' && i + 1 < value.length)
            i++;
        bytes[length++] = value.at[i];
    }
    return (struct slice){bytes, length};
}

/* Whether there is only white space from BEGIN to END. */
static bool is_blank_between(const struct record *record, uint32_t begin, uint32_t end)
{
    while (begin < end && is_space(record->source.at[begin]))
        begin++;
    return begin >= end;
}

/* A run of words that mean nothing is one fault. */
static bool continues_junk(struct record *record, struct span span)
{
    struct diagnostic *last = record->faults.last;
    if (last == NULL || last->turn.end == 0 || span.begin < last->turn.end ||
        !is_blank_between(record, last->turn.end, span.begin))
        return false;
    last->turn.end = span.end;
    return true;
}

static void add_stray(struct record *record, struct span span)
{
    if (continues_junk(record, span))
        return;
    if (!check_bytes(record, span))
        record_fault(record, SYNTAX_TOKEN, span, FACT(found, "'%.*s'") FACT(note, ""),
            (int)(span.end - span.begin > 40 ? 40 : span.end - span.begin), record->source.at + span.begin);
    if (record->faults.last != NULL)
        record->faults.last->turn = span;
}

/* What looked like unreadable first turns was between two tags: stray words. */
static void demote_unreadable(struct record *record)
{
    size_t first = record->main.count;
    while (first > 0 && record->main.items[first - 1].kind == ITEM_UNREADABLE)
        first--;
    for (size_t i = first; i < record->main.count; i++)
        add_stray(record, record->main.items[i].span);
    record->main.count = first;
}

static void add_tag_to_record(struct record *record, struct span span, struct span name, struct span inside, bool plain)
{
    record->open = &record->main;
    demote_unreadable(record);
    if (!arena_grow(record->arena, &record->tags, record->tag_count, &record->tag_capacity, sizeof(struct tag)))
        return;
    if (!plain)
        check_bytes(record, inside);
    const struct slice text = slice_cut(record->source, name);
    const struct slice value = slice_cut(record->source, inside);
    record->tag_names |= record_name_bit(text);
    record->tags[record->tag_count++] = (struct tag){
        .name = text,
        .value = plain ? value : unescape_value(record->arena, value),
        .span = span,
        .inside = inside,
    };
}

void record_tag_pair(struct record *record, struct span span, struct span name, struct span value, bool plain)
{
    add_tag_to_record(record, span, name, (struct span){value.begin + 1, value.end - 1}, plain);
}

void record_curled_tag(struct record *record, struct span span, struct span name, struct span value)
{
    enum { CURL = 3 };
    const uint32_t closing = record->source.at[value.end - 1] == '"' ? 1 : CURL;
    if (record->curled == 0)
        record->curl = (struct span){value.begin, value.begin + CURL};
    record->curled += closing == CURL ? 2 : 1;
    add_tag_to_record(record, span, name, (struct span){value.begin + CURL, value.end - closing}, false);
}

void record_number(struct record *record, struct span span)
{
    uint32_t number;
    take_count(record->source.at + span.begin, UINT32_MAX, &number);
    add_number(record, span, number);
}

void record_glyph(struct record *record, struct span span)
{
    const struct item *before = last_item(record);
    if (before == NULL ||
        (before->kind != ITEM_TURN && before->kind != ITEM_UNREADABLE && before->kind != ITEM_GLYPH &&
            before->kind != ITEM_COMMENT)) {
        record_fault(record, SYNTAX_GLYPH, span, FACT(what, "a glyph needs a turn before it"));
        return;
    }
    uint32_t number = 0;
    if (record->source.at[span.begin] == '$')
        take_count(record->source.at + span.begin + 1, UINT32_MAX, &number);
    if (number > 255)
        record_fault(record, SYNTAX_GLYPH, span, FACT(what, "glyphs go from $0 to $255"));
    struct item *item = add_item(record, ITEM_GLYPH, span);
    if (item != NULL)
        item->number = number;
}

static bool has_clock(struct slice comment)
{
    static const char command[] = "%clk";
    while (comment.length >= sizeof command) {
        const char *found = memchr(comment.at, '%', comment.length + 1 - sizeof command);
        if (found == NULL || memcmp(found, command, sizeof command - 1) == 0)
            return found != NULL;
        comment = slice_to(found + 1, slice_end(comment));
    }
    return false;
}

void record_remark(struct record *record, enum item_kind kind, struct span span)
{
    const struct item *before = last_item(record);
    if (kind == ITEM_REST_COMMENT && before != NULL && before->kind == ITEM_TURN && before->span.end == span.begin)
        record_fault(record, SYNTAX_HIDDEN, (struct span){span.begin, span.begin + 1}, FACT(note, "%s"),
            record->shape == TURN_LIFT || record->shape == TURN_TILES
                ? "after a turn, put a space before it; between steps write ','"
                : "after a turn, put a space before it");
    if (kind == ITEM_COMMENT && !record->clocked)
        record->clocked = has_clock(slice_cut(record->source, span));
    add_item(record, kind, span);
}

static void set_target(struct record *record, struct item *item, union item_target target)
{
    if (!arena_grow(
            record->arena, &record->targets, record->target_count, &record->target_capacity, sizeof *record->targets))
        return;
    record->targets[record->target_count++] = target;
    item->target = (uint32_t)record->target_count;
}

void record_open_variation(struct record *record, struct span span)
{
    if (!record->open->has_turn)
        record_fault(
            record, SYNTAX_VARIATION, span, FACT(what, "a variation needs a turn before it, which it replaces"));
    struct line *line = arena_alloc(record->arena, sizeof *line);
    struct item *item = add_item(record, ITEM_VARIATION, span);
    if (line == NULL || item == NULL)
        return;
    *line = (struct line){.parent = record->open, .items = no_items};
    set_target(record, item, (union item_target){.variation = line});
    record->open = line;
}

void record_close_variation(struct record *record, struct span span)
{
    if (record->open->parent == NULL)
        return;
    record->open = record->open->parent;
    last_item(record)->span.end = span.end;
}

/* A result inside a variation that is never closed is the game's, if no turn is after it. */
static void take_stray_result(struct record *record, const struct line *variation)
{
    struct diagnostic **link = &record->faults.first;
    struct diagnostic *last = NULL;
    struct span result = record->stray_result;
    size_t count = variation->count;
    while (count > 0 && variation->items[count - 1].kind != ITEM_TURN &&
        variation->items[count - 1].kind != ITEM_UNREADABLE)
        count--;
    if (result.end == 0 || (count > 0 && variation->items[count - 1].span.begin > result.begin))
        return;
    while (*link != NULL) {
        struct diagnostic *fault = *link;
        if (fault->rule == &syntax_rules[SYNTAX_VARIATION] && fault->span.begin == result.begin) {
            *link = fault->next;
            record->faults.count--;
        } else {
            last = fault;
            link = &fault->next;
        }
    }
    record->faults.last = last;
    record->has_result = true;
    record->result = result;
}

/* Of variations left open inside each other only the outermost is reported. */
void record_unclosed_variation(struct record *record, struct span span)
{
    struct line *variation = record->open;
    record_close_variation(record, span);
    if (record->open->parent != NULL || variation->parent == NULL)
        return;
    take_stray_result(record, variation);
    record_fault(record, SYNTAX_VARIATION, span, FACT(what, "this variation is never closed"));
    variation->unclosed = record->faults.last;
}

void record_result(struct record *record, struct span span)
{
    record->has_result = true;
    record->result = span;
    record->open = &record->epilogue;
}

/* What cannot be read. */

void record_fault(struct record *record, enum syntax_rule rule, struct span span, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct slice facts = arena_vprintf(record->arena, format, arguments);
    va_end(arguments);
    add_record_fault(record, diagnostic_new(record->arena, &syntax_rules[rule], facts, span));
}

/* What is wrong with the text AT of a turn; no facts where that depends on the game. */
static struct diagnostic *fault_turn(struct record *record, struct span at, const char *what)
{
    const struct slice facts =
        *what == '\0' ? (struct slice){"", 0} : arena_printf(record->arena, FACT(why, "%s"), what);
    return diagnostic_new(record->arena, &syntax_rules[SYNTAX_TURN], facts, at);
}

void record_unreadable(struct record *record, enum turn_shape shape, struct span turn, struct span at, const char *what)
{
    struct item *item = add_item(record, ITEM_UNREADABLE, turn);
    record->unreadable = true;
    add_odd(record, turn);
    if (item == NULL)
        return;
    item->shape = shape;
    struct diagnostic *fault = find_bad_byte(record, at, false);
    if (fault == NULL)
        fault = fault_turn(record, at, what);
    if (fault == NULL)
        return;
    fault->turn = turn;
    set_target(record, item, (union item_target){.fault = fault});
}

void record_broken(struct record *record, enum turn_shape shape, struct span turn, struct span at)
{
    const struct turn_form *form = &turn_forms[shape];
    const bool ends = at.begin == turn.begin;
    const struct slice begun = slice_cut(record->source, (struct span){turn.begin, ends ? turn.end : at.begin});
    struct text wanted;
    struct text what;
    text_init(&wanted);
    text_init(&what);
    turn_form_expect(form, begun, &wanted);
    const char *text = text_slice(&wanted).at;
    if (form->advice != NULL && turn_form_covers(form, begun))
        text_add_string(&what, form->advice);
    else if (ends)
        text_printf(&what, "%.*s is missing after it", (int)strcspn(text, ","), text);
    else
        text_printf(&what, "expected %s", text);
    record_unreadable(record, shape, turn, at, text_slice(&what).at);
    text_release(&what);
    text_release(&wanted);
}

enum { NUMBER_BACK = 64 }; /* items to the last number */

/* Whether the figures in SPAN are not the next turn number without its full stop: another one, or it is there, too. */
static bool is_no_number(const struct record *record, struct span span)
{
    const struct line *line = record->open;
    const char *after = record->source.at + span.end;
    uint32_t value;
    uint32_t next = 0;
    size_t i = line->count;
    size_t first = i > NUMBER_BACK ? i - NUMBER_BACK : 0;
    bool figures = take_count(record->source.at + span.begin, UINT32_MAX, &value) == after;
    while (i > first && line->items[i - 1].kind != ITEM_NUMBER)
        i--;
    if (!figures || i == first || i == line->count || value != line->items[i - 1].number + 1)
        return figures;
    if (span.end < record->source.length)
        after += 1 + strspn(after + 1, " \t\r\n"); /* the scanner has ended its word there */
    return *take_count(after, UINT32_MAX, &next) == '.' && next == value;
}

/* "12)" or "12" is written for a turn number. */
static void propose_number(struct record *record, struct span span)
{
    uint32_t value;
    const char *after = take_count(record->source.at + span.begin, UINT32_MAX, &value);
    const bool figures = after + (*after == ')') == record->source.at + span.end;
    char number[NUMBER_ROOM + 1];
    const bool next = figures && record_count(record).next == value;
    strcpy(number_write(number, value), ".");
    record_fault(record, SYNTAX_TOKEN, span,
        FACT(found, "this") FACT(note, ": a turn number is digits and a full stop, '%s'"), next ? number : "12.");
    if (next)
        diagnostic_propose(record->faults.last, record->arena, span, slice_of(number), CONFIDENCE_CERTAIN);
}

/* Digits where a turn number is not expected may be a turn, where one is a cell: what is left of it. */
void record_bad_number(struct record *record, struct span span)
{
    if (shape_has_cells(record->shape) && is_no_number(record, span))
        record_unreadable(record, record->shape, span, span,
            "the letter of a cell may be missing, or a full stop after a turn number");
    else
        propose_number(record, span);
}

void record_spaced(struct record *record, struct span span)
{
    struct text turn;
    struct text hint;
    text_init(&turn);
    text_init(&hint);
    for (uint32_t i = span.begin; i < span.end; i++)
        if (record->source.at[i] != ' ' && record->source.at[i] != '\t')
            text_add_char(&turn, record->source.at[i]);
    text_printf(&hint, "there are spaces inside the turn; write '%s'", text_slice(&turn).at);
    record_unreadable(record, turn_form_of(record->shape, text_slice(&turn), true), span, span, text_slice(&hint).at);
    text_release(&turn);
    text_release(&hint);
}

void record_unexpected(struct record *record, struct span span, enum syntax_rule rule, const char *found,
    const char *const *expected, int count)
{
    struct text choice;
    add_odd(record, span);
    if (check_bytes(record, span))
        return;
    text_init(&choice);
    for (int i = 0; i < count; i++)
        text_printf(&choice, "%s%s", i > 0 ? " or " : "", expected[i]);
    if (rule == SYNTAX_TAG)
        record_fault(record, rule, span, FACT(why, "%s where %s is expected"), found, text_slice(&choice).at);
    else
        record_fault(
            record, rule, span, FACT(found, "%s where %s is expected;") FACT(note, ""), found, text_slice(&choice).at);
    text_release(&choice);
}

void record_mail_quote(struct record *record, uint32_t at)
{
    record_fault(record, SYNTAX_TOKEN, (struct span){at, at + 1},
        FACT(found, "'>' before a line, as in quoted mail,")
            FACT(note, "; delete it from every line that begins with it"));
}

/* Whether there are only spaces between the end of A and the beginning of B. */
static bool only_spaces_between(const struct record *record, struct span a, struct span b)
{
    for (uint32_t i = a.end; i < b.begin; i++)
        if (record->source.at[i] != ' ' && record->source.at[i] != '\t')
            return false;
    return true;
}

/* Unreadable from its first byte on: no turn that only ends badly. */
static bool is_junk(const struct record *record, const struct item *item)
{
    const struct diagnostic *fault = item->kind == ITEM_UNREADABLE ? item_fault(record, item) : NULL;
    return fault != NULL && fault->span.begin == item->span.begin;
}

static bool has_digit(struct slice word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.at[i] >= '0' && word.at[i] <= '9')
            return true;
    return false;
}

/* In movetext words without meaning stand for a turn, a whole sentence for one; elsewhere
   they stand for nothing. */
void record_junk(struct record *record, struct span span)
{
    struct item *before = last_item(record);
    if (record->open == &record->prologue || record->open == &record->epilogue) {
        add_odd(record, span);
        add_stray(record, span);
    } else if (before != NULL && is_junk(record, before) && only_spaces_between(record, before->span, span) &&
        !has_digit(slice_cut(record->source, span))) {
        add_odd(record, span);
        before->span.end = item_fault(record, before)->turn.end = span.end;
    } else {
        record_unreadable(record, TURN_NONE, span, span, "");
    }
}

struct talk_count record_count(const struct record *record)
{
    const struct turn_form *form =
        record->shape < TURN_PASS && record->shape != TURN_NONE ? &turn_forms[record->shape] : NULL;
    const struct line *line = record->open;
    unsigned turns = 0;
    for (size_t i = line->count; i > 0 && line->count - i < NUMBER_BACK; i--) {
        const struct item *item = &line->items[i - 1];
        turns += item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
        if (item->kind == ITEM_NUMBER) {
            const bool goes_on = record->source.at[item->span.end - 2] == '.'; /* "2..." */
            return (struct talk_count){item->number + 1, turns == 1 && !goes_on, form};
        }
    }
    return (struct talk_count){.next = 1, .form = form};
}

/* Whether ITEM is a turn with nothing before it on its line, and nothing between it and AT. */
static bool is_lone_turn(const struct record *record, const struct item *item, uint32_t at)
{
    const char *begin = record->source.at + item->span.begin;
    if (item->kind != ITEM_TURN || !only_spaces_between(record, item->span, (struct span){at, at}))
        return false;
    while (begin > record->source.at && (begin[-1] == ' ' || begin[-1] == '\t'))
        begin--;
    return begin > record->source.at && (begin[-1] == '\n' || begin[-1] == '\r');
}

/* It does not count as a turn. */
void record_talk(struct record *record, struct span span)
{
    enum { SHOWN = 40 };
    const struct item *before = last_item(record);
    for (; before != NULL && before->kind == ITEM_NUMBER &&
         only_spaces_between(record, before->span, (struct span){span.begin, span.begin});
         before = last_item(record)) { /* a number that nothing continues is part of it */
        record->open->count--;
        if (talk_continues(record->source.at + before->span.begin, record_count(record))) {
            record->open->count++;
            break;
        }
        span.begin = before->span.begin;
    }
    if (before != NULL && is_lone_turn(record, before, span.begin)) {
        span.begin = before->span.begin;
        record->part_count = before->first_part;
        record->open->count--;
    }
    add_odd(record, span);
    struct slice text = slice_cut(record->source, span);
    const bool cut = text.length > SHOWN;
    if (add_record_fault(record, find_bad_byte(record, span, true)) != NULL)
        return;
    if (cut)
        text.length = SHOWN;
    while (cut && ((unsigned char)text.at[text.length] & 0xC0) == 0x80)
        text.length--;
    char room[RESULT_ROOM];
    const char *ending = cut || record->open->parent != NULL ? NULL : ending_meant(record, text, true, room);
    const bool goes_on = record->talked > 0 && is_blank_between(record, record->talked, span.begin);
    record->talked = span.end;
    if (ending == NULL && goes_on)
        return; /* the lines after each other are one text */
    if (ending == NULL) {
        record_fault(record, SYNTAX_TEXT, span,
            FACT(text, "'%.*s%s'") FACT(note, "; to make it a comment, put it in braces"), (int)text.length, text.at,
            cut ? "..." : "");
        return;
    }
    record_fault(record, SYNTAX_TEXT, span, FACT(text, "'%.*s'") FACT(note, "; as a result it is '%s'"),
        (int)text.length, text.at, ending);
    diagnostic_propose(record->faults.last, record->arena, span, slice_of(ending), CONFIDENCE_CERTAIN);
}

void record_dots(struct record *record, struct span span)
{
    const struct item *before = last_item(record);
    const char *after = record->source.at + span.end;
    if (span.end < record->source.length)
        after += 1 + strspn(after + 1, " \t\r\n"); /* the scanner has ended its word there */
    const char *end = after + strspn(after, "0123456789");
    const bool ends_turn = before != NULL && before->span.end == span.begin && span.end == span.begin + 1;
    if (end > after && *end == '.' && !ends_turn && (before == NULL || before->kind != ITEM_NUMBER))
        record_junk(record, span);
}

void record_stray(struct record *record, struct span span)
{
    bool closing = record->source.at[span.begin] == ')';
    if (closing) {
        record_fault(record, SYNTAX_VARIATION, span, FACT(what, "no variation is open here"));
        return;
    }
    const struct slice result = slice_cut(record->source, span);
    record->stray_result = span;
    record_fault(record, SYNTAX_VARIATION, span,
        FACT(what,
            "'%.*s' is a result, and only the game has one: write it without the parentheses, or in braces as a "
            "comment"),
        (int)result.length, result.at);
}
