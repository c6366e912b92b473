/* SPDX-License-Identifier: MIT */
/* Conditions as text: words for the grammar, and what it makes of them. */
#include "archive/condition_parts.h"
#include "archive/fields.h"
#include "condition_parser.h"

#include <stdlib.h>

/* As generated; the header has only what callers need. */
int condition_yylex(CONDITION_YYSTYPE *value, struct span *at, struct condition_reading *reading);

void condition_wrong(struct condition_reading *reading, struct span span, const char *format, ...)
{
    va_list arguments;
    if (reading->fault->message.length > 0)
        return;
    va_start(arguments, format);
    text_vprintf(&reading->fault->message, format, arguments);
    va_end(arguments);
    reading->fault->span = span;
}

/* Words. */

/* A word ends where anything else can begin. */
static bool is_word_byte(char c)
{
    return (unsigned char)c > ' ' && c != 0x7f && strchr("()\"'=!<>~,:", c) == NULL;
}

/* The byte OFFSET further on, 0 after the end. */
static char peek_byte(const struct condition_reading *reading, size_t offset)
{
    return reading->at + offset < reading->text.length ? reading->text.at[reading->at + offset] : '\0';
}

static int scan_word(struct condition_reading *reading, struct condition_word *word)
{
    static const struct {
        const char *word;
        int token;
        bool call; /* a parenthesis follows, and is part of it */
    } words[] = {{"and", AND, false}, {"or", OR, false}, {"not", NOT, false}, {"before", BEFORE, false},
        {"fault", FAULT, true}, {"turn", TURN, true}, {"at", AT, true}};
    size_t begin = reading->at;
    while (reading->at < reading->text.length && is_word_byte(peek_byte(reading, 0)))
        reading->at++;
    word->text = (struct slice){reading->text.at + begin, reading->at - begin};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (slice_is_word(word->text, words[i].word) && (!words[i].call || peek_byte(reading, 0) == '(')) {
            reading->at += words[i].call;
            return words[i].token;
        }
    return WORD;
}

/* A backslash takes the next byte as it is. */
static int scan_text(struct condition_reading *reading, struct condition_word *word)
{
    char quote = peek_byte(reading, 0);
    size_t left = reading->text.length - ++reading->at;
    char *bytes = arena_alloc(&reading->condition->arena, left + 1);
    size_t length = 0;
    while (bytes != NULL && reading->at < reading->text.length && peek_byte(reading, 0) != quote) {
        reading->at += peek_byte(reading, 0) == '\\' && reading->at + 1 < reading->text.length;
        bytes[length++] = peek_byte(reading, 0);
        reading->at++;
    }
    word->text = (struct slice){bytes == NULL ? "" : bytes, length};
    if (reading->at == reading->text.length)
        return OPEN;
    reading->at++;
    return TEXT;
}

static int scan_comparison(struct condition_reading *reading, enum comparison *comparison)
{
    static const struct {
        const char *sign;
        enum comparison comparison;
    } signs[] = {
        {"!=", UNEQUAL}, {"<=", AT_MOST}, {">=", AT_LEAST}, {"=", EQUAL}, {"<", LESS}, {">", MORE}, {"~", CONTAINS}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (peek_byte(reading, 0) == signs[i].sign[0] &&
            (signs[i].sign[1] == '\0' || peek_byte(reading, 1) == signs[i].sign[1])) {
            reading->at += strlen(signs[i].sign);
            *comparison = signs[i].comparison;
            return COMPARISON;
        }
    reading->at++;
    return JUNK;
}

static int scan_token(CONDITION_YYSTYPE *value, struct condition_reading *reading)
{
    char c = peek_byte(reading, 0);
    if (reading->at == reading->text.length)
        return CONDITION_YYEOF;
    if (is_word_byte(c))
        return scan_word(reading, &value->WORD);
    if (c == '"' || c == '\'')
        return scan_text(reading, &value->TEXT);
    if (c != '\0' && strchr("():,", c) != NULL) {
        reading->at++;
        return c;
    }
    return scan_comparison(reading, &value->COMPARISON);
}

int condition_yylex(CONDITION_YYSTYPE *value, struct span *at, struct condition_reading *reading)
{
    while (reading->at < reading->text.length && is_space(peek_byte(reading, 0)))
        reading->at++;
    at->begin = (uint32_t)reading->at;
    int token = scan_token(value, reading);
    at->end = (uint32_t)reading->at;
    if (token == WORD || token == TEXT)
        value->WORD.span = *at;
    return token;
}

/* Constructors. */

static struct test *new_test(struct condition_reading *reading, enum test_kind kind)
{
    struct test *test = arena_alloc(&reading->condition->arena, sizeof *test);
    if (test != NULL)
        test->kind = kind;
    return test;
}

/* What is joined by the same word is one list. */
struct test *test_join(struct condition_reading *reading, enum test_kind kind, struct test *before, struct test *behind)
{
    struct test *list = before != NULL && before->kind == kind ? before : new_test(reading, kind);
    if (list == NULL)
        return NULL;
    if (before != NULL && before != list)
        list->first = list->last = before;
    if (list->last == NULL)
        list->first = behind;
    else
        list->last->next = behind;
    list->last = behind;
    return list;
}

/* The condition needs games of which as much is kept. */
static void require_kept(struct condition_reading *reading, enum catasta_keep keep)
{
    if (keep < reading->condition->keeps)
        reading->condition->keeps = keep;
}

/* A test of what NAME means to READ. */
static struct test *find_test(struct condition_reading *reading, struct condition_word name,
    bool (*read)(struct slice name, struct field *field, struct text *message))
{
    struct test *test = new_test(reading, TEST_FIELD);
    struct text message;
    text_init(&message);
    bool known = test != NULL && read(name.text, &test->field, &message);
    if (test != NULL && !known)
        condition_wrong(reading, name.span, "%s", text_slice(&message).at);
    text_release(&message);
    return known ? test : NULL;
}

struct test *test_field(struct condition_reading *reading, struct condition_word name)
{
    return find_test(reading, name, field_read);
}

/* Takes VALUE, in the form in which it is compared. */
static bool set_value(
    struct condition_reading *reading, struct test *test, enum comparison comparison, struct slice value)
{
    test->compares = true;
    test->comparison = comparison;
    test->value = comparison == CONTAINS ? fold_text(value, &reading->condition->arena) : value;
    return test->value.at != NULL;
}

struct test *test_comparison(struct condition_reading *reading, struct condition_word name, enum comparison comparison,
    struct condition_word value)
{
    struct test *test = test_field(reading, name);
    if (test == NULL || !set_value(reading, test, comparison, value.text))
        return NULL;
    if (!field_is_flag(&test->field))
        return test;
    condition_wrong(reading, name.span, "'%.*s' is either true or false; leave out the comparison",
        (int)name.text.length, name.text.at);
    return NULL;
}

struct test *test_property(struct condition_reading *reading, struct condition_word name, enum comparison comparison,
    struct condition_word value)
{
    struct test *test = find_test(reading, name, property_read);
    return test != NULL && set_value(reading, test, comparison, value.text) ? test : NULL;
}

/* ID is what ids are explained by: an id, or a part of one. */
struct test *test_fault(struct condition_reading *reading, struct condition_word id)
{
    struct test *test = new_test(reading, TEST_FAULT);
    struct text message;
    text_init(&message);
    const struct catasta_sink sink = text_as_sink(&message); /* what it says of an id that is known is not needed */
    struct slice name = arena_copy(&reading->condition->arena, id.text);
    bool known = test != NULL && name.at != NULL && memchr(name.at, '\0', name.length) == NULL &&
        catasta_explain(name.at, CATASTA_TEXT, &sink, &sink);
    if (!known && name.at != NULL) {
        struct slice words = text_slice(&message);
        condition_wrong(reading, id.span, "%.*s", words.length > 0 ? (int)words.length - 1 : 9,
            words.length > 0 ? words.at : "not an id");
    }
    text_release(&message);
    if (known)
        test->value = name;
    return known ? test : NULL;
}

struct test *test_turn(struct condition_reading *reading, struct condition_word turn, uint32_t before)
{
    struct test *test = new_test(reading, TEST_TURN);
    char *bytes = arena_alloc(&reading->condition->arena, turn.text.length + 1);
    size_t length = 0;
    if (test == NULL || bytes == NULL)
        return NULL;
    for (size_t i = 0; i < turn.text.length; i++)
        if (!is_space(turn.text.at[i]))
            bytes[length++] = turn.text.at[i];
    require_kept(reading, CATASTA_KEEP_POSITIONS);
    test->value = (struct slice){bytes, length};
    test->before = before;
    return test;
}

struct test *test_cell(
    struct condition_reading *reading, struct condition_word cell, struct test *properties, uint32_t before)
{
    struct test *test = new_test(reading, TEST_CELL);
    if (test == NULL)
        return NULL;
    require_kept(reading, CATASTA_KEEP_POSITIONS);
    test->first = properties;
    test->value = cell.text;
    test->before = before;
    return test;
}

bool read_turn_number(struct condition_reading *reading, struct condition_word word, uint32_t *number)
{
    if (slice_number(word.text, UINT32_MAX - 1, number))
        return true;
    condition_wrong(reading, word.span, "expected the number of a turn");
    return false;
}

struct condition *condition_new(struct slice text, struct condition_fault *fault)
{
    unsigned since = memory_failures();
    struct condition *condition = memory_new(sizeof *condition);
    if (condition == NULL)
        return NULL;
    arena_init(&condition->arena, 0);
    arena_init(&condition->folded, 0);
    condition->keeps = CATASTA_KEEP_NOTHING;
    condition->text = arena_copy(&condition->arena, text);
    struct condition_reading reading = {.condition = condition, .text = condition->text, .fault = fault};
    bool read = condition->text.at != NULL && condition_yyparse(&reading) == 0;
    if (read && !memory_ran_out(since))
        return condition;
    if (memory_ran_out(since))
        text_clear(&fault->message);
    condition_free(condition);
    return NULL;
}

void condition_free(struct condition *condition)
{
    if (condition == NULL)
        return;
    text_release(&condition->scratch);
    arena_release(&condition->folded);
    arena_release(&condition->arena);
    free(condition);
}

enum catasta_keep condition_keeps(const struct condition *condition)
{
    return condition->keeps;
}
