/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <yaml.h>

/* libyaml's events, one at a time, so that a limit stops the work where it is broken; its
   own trees have no limits and do not report duplicates. */
struct yaml_reader {
    yaml_parser_t parser;
    struct problems *problems;
    size_t found; /* problems so far */
    const char *file;
    struct slice bytes;
    unsigned level;
    unsigned values; /* read so far, keys too */
    yaml_mark_t end; /* of the list or mapping that ended last */
    bool incomplete; /* the tree lacks something: not worth checking */
};

static struct place place_at(const struct yaml_reader *reader, size_t line, size_t column)
{
    return (struct place){reader->file, (uint32_t)line + 1, (uint32_t)column + 1, (uint32_t)column + 2};
}

/* Extends PLACE to MARK, if that is on the same line. */
static void extend_place(struct place *place, yaml_mark_t mark)
{
    if (mark.line + 1 == place->line && mark.column + 1 > place->column)
        place->end_column = (uint32_t)mark.column + 1;
}

/* libyaml's marks count characters from 0. */
static struct place place_of_mark(const struct yaml_reader *reader, const yaml_event_t *event)
{
    struct place place = place_at(reader, event->start_mark.line, event->start_mark.column);
    if (event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT)
        extend_place(&place, event->end_mark);
    return place;
}

/* One that is written in brackets, and so has an end. */
static bool is_flow(const yaml_event_t *event)
{
    return (event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE) ||
        (event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
}

/* A problem after which reading goes on, unless there are too many. */
static bool note_place(struct yaml_reader *reader)
{
    reader->found++;
    return reader->found < MOST_PROBLEMS;
}

static bool give_up(struct yaml_reader *reader, const char *what, const char *expected, struct place place)
{
    return problem_add(reader->problems, RULESET_YAML, place, FACT(found, "%s") FACT(expected, "%s"), what, expected);
}

/* libyaml ends a text with a line of its own. */
static struct place place_in_text(const struct yaml_reader *reader, yaml_mark_t mark)
{
    struct slice rest = reader->bytes;
    size_t line = 0;
    size_t column = 0;
    while (rest.length > 0 && line < mark.line) {
        struct utf8_char c = utf8_next(rest);
        rest = (struct slice){rest.at + c.length, rest.length - c.length};
        bool breaks = c.code == '\n' || (c.code == '\r' && (rest.length == 0 || rest.at[0] != '\n'));
        line += breaks;
        column = breaks ? 0 : column + 1;
    }
    return line == mark.line ? place_at(reader, mark.line, mark.column) : place_at(reader, line, column);
}

/* Whether a quote or bracket is, so that the fault shows only where the text ends. */
static bool is_left_open(const struct yaml_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    struct slice rest = reader->bytes;
    if (parser->context == NULL ||
        (strstr(parser->context, "quoted scalar") == NULL && strstr(parser->context, "a flow ") == NULL))
        return false;
    for (size_t i = 0; i < parser->problem_mark.index && rest.length > 0; i++) {
        struct utf8_char c = utf8_next(rest);
        rest = (struct slice){rest.at + c.length, rest.length - c.length};
    }
    while (rest.length > 0 && strchr(" \t\r\n", rest.at[0]) != NULL)
        rest = (struct slice){rest.at + 1, rest.length - 1};
    return rest.length == 0;
}

/* libyaml says what is wrong, and usually during which step. */
static bool report_yaml(struct yaml_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    if (parser->error == YAML_MEMORY_ERROR) {
        memory_count_failure();
        return false;
    }
    if (is_left_open(reader))
        return give_up(reader, "this is not closed before the end of the file", "a closing bracket or quote",
            place_at(reader, parser->context_mark.line, parser->context_mark.column));
    struct place place = place_in_text(reader, parser->problem_mark);
    struct text what;
    text_init(&what);
    text_add_string(&what, parser->problem == NULL ? "it cannot be read" : parser->problem);
    if (parser->context != NULL)
        text_printf(&what, " %s that begins on line %zu", parser->context, parser->context_mark.line + 1);
    return give_up(reader, text_keep(reader->problems->arena, &what), "a mapping of keys to values", place);
}

static bool next_event(struct yaml_reader *reader, yaml_event_t *event)
{
    return yaml_parser_parse(&reader->parser, event) || report_yaml(reader);
}

static bool refuse_yaml(
    struct yaml_reader *reader, const char *what, const yaml_char_t *name, const yaml_event_t *event)
{
    if (name == NULL)
        return true;
    struct excerpt excerpt = excerpt_of(slice_of((const char *)name));
    struct place place = place_of_mark(reader, event);
    problem_add(reader->problems, RULESET_ALIAS, place, FACT(found, "%s") FACT(name, "%s"), what, excerpt.text);
    return note_place(reader);
}

static bool refuse_properties(struct yaml_reader *reader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return refuse_yaml(reader, "an anchor", event->data.scalar.anchor, event) &&
            refuse_yaml(reader, "a tag", event->data.scalar.tag, event);
    case YAML_SEQUENCE_START_EVENT:
        return refuse_yaml(reader, "an anchor", event->data.sequence_start.anchor, event) &&
            refuse_yaml(reader, "a tag", event->data.sequence_start.tag, event);
    case YAML_MAPPING_START_EVENT:
        return refuse_yaml(reader, "an anchor", event->data.mapping_start.anchor, event) &&
            refuse_yaml(reader, "a tag", event->data.mapping_start.tag, event);
    case YAML_ALIAS_EVENT:
        reader->incomplete = true;
        return refuse_yaml(reader, "an alias", event->data.alias.anchor, event);
    default:
        return true;
    }
}

static struct node *new_node(struct yaml_reader *reader, const yaml_event_t *event)
{
    struct arena *arena = reader->problems->arena;
    enum node_kind kind = event->type == YAML_SEQUENCE_START_EVENT ? NODE_LIST
        : event->type == YAML_MAPPING_START_EVENT                  ? NODE_MAPPING
                                                                   : NODE_SCALAR;
    struct node *node = node_new(arena, kind, place_of_mark(reader, event));
    if (node == NULL || event->type != YAML_SCALAR_EVENT)
        return node;
    struct slice value = {(const char *)event->data.scalar.value, event->data.scalar.length};
    node->value = arena_copy(arena, value);
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return node->value.at == NULL ? NULL : node;
}

static bool read_node(struct yaml_reader *reader, const yaml_event_t *event, struct node **node);

/* The next node of a collection, NULL at its END; false when reading must stop. */
static bool read_next(struct yaml_reader *reader, yaml_event_type_t end, struct node **node)
{
    yaml_event_t event;
    *node = NULL;
    if (!next_event(reader, &event))
        return false;
    bool going = event.type == end || read_node(reader, &event, node);
    if (event.type == end)
        reader->end = event.end_mark;
    yaml_event_delete(&event);
    return going;
}

static bool read_list(struct yaml_reader *reader, struct node *list)
{
    struct node **end = &list->first;
    struct node *item;
    while (read_next(reader, YAML_SEQUENCE_END_EVENT, &item)) {
        if (item == NULL)
            return true;
        *end = item;
        end = &item->next;
        list->count++;
    }
    return false;
}

static bool is_key(struct yaml_reader *reader, const struct node *mapping, const struct node *key)
{
    if (key->kind != NODE_SCALAR)
        return problem_add(reader->problems, RULESET_TYPE, key->place,
            FACT(key, "a key") FACT(expected, "a word") FACT(found, "%s"),
            key->kind == NODE_LIST ? "a list" : "a mapping");
    if (mapping->count == MOST_KEYS)
        return problem_add(reader->problems, RULESET_TOO_LARGE, key->place,
            FACT(limit, "%d") FACT(unit, "keys in a mapping"), MOST_KEYS);
    if (key->value.length > MOST_KEY_BYTES)
        return problem_add(reader->problems, RULESET_TOO_LARGE, key->place,
            FACT(limit, "%d") FACT(unit, "bytes in a key"), MOST_KEY_BYTES);
    return true;
}

static bool report_twice(struct yaml_reader *reader, const struct node *first, const struct node *entry)
{
    problem_add(reader->problems, RULESET_DUPLICATE_KEY, entry->key_place, FACT(key, "%s") FACT(first, "on line %u"),
        excerpt_of(entry->key).text, (unsigned)first->key_place.line);
    return note_place(reader);
}

/* Of keys given twice the first stays; the other is reported, and not checked. */
static bool read_mapping(struct yaml_reader *reader, struct node *mapping)
{
    struct node *key;
    struct node *value;
    while (read_next(reader, YAML_MAPPING_END_EVENT, &key)) {
        if (key == NULL)
            return true;
        if (!is_key(reader, mapping, key) || !read_next(reader, YAML_NO_EVENT, &value))
            return false;
        value->key = key->value;
        value->key_place = key->place;
        if (value->kind != NODE_SCALAR && value->place.line != key->place.line &&
            value->place.end_column == value->place.column + 1)
            value->place = key->place; /* an indented block begins anywhere */
        const struct node *first = node_child(mapping, key->value);
        if (first == NULL)
            node_append(mapping, value);
        else if (!report_twice(reader, first, value))
            return false;
    }
    return false;
}

static bool read_node(struct yaml_reader *reader, const yaml_event_t *event, struct node **node)
{
    if (!refuse_properties(reader, event))
        return false;
    if (reader->values++ == MOST_VALUES)
        return problem_add(reader->problems, RULESET_TOO_LARGE, place_of_mark(reader, event),
            FACT(limit, "%d") FACT(unit, "keys and values in a file"), MOST_VALUES);
    *node = new_node(reader, event);
    if (*node == NULL)
        return false;
    if ((*node)->kind == NODE_SCALAR)
        return true;
    if (reader->level == MOST_LEVELS)
        return problem_add(reader->problems, RULESET_NESTING, (*node)->place, FACT(limit, "%d"), MOST_LEVELS);
    reader->level++;
    bool going = (*node)->kind == NODE_LIST ? read_list(reader, *node) : read_mapping(reader, *node);
    reader->level--;
    if (going && is_flow(event))
        extend_place(&(*node)->place, reader->end);
    return going;
}

/* An event that is nothing but its kind. */
static bool skip_event(struct yaml_reader *reader, yaml_event_type_t *type, struct place *place)
{
    yaml_event_t event;
    if (!next_event(reader, &event))
        return false;
    *type = event.type;
    *place = place_of_mark(reader, &event);
    yaml_event_delete(&event);
    return true;
}

static struct node *empty_mapping(const struct yaml_reader *reader)
{
    return node_new(reader->problems->arena, NODE_MAPPING, place_at(reader, 0, 0));
}

static struct node *read_stream(struct yaml_reader *reader)
{
    yaml_event_type_t type;
    struct place place;
    struct node *root;
    if (!skip_event(reader, &type, &place) || !skip_event(reader, &type, &place))
        return NULL;
    if (type == YAML_STREAM_END_EVENT)
        return empty_mapping(reader);
    if (!read_next(reader, YAML_NO_EVENT, &root) || !skip_event(reader, &type, &place))
        return NULL;
    if (!skip_event(reader, &type, &place))
        return NULL;
    if (type != YAML_STREAM_END_EVENT) {
        give_up(reader, "a second document begins here", "one document", place);
        return NULL;
    }
    bool nothing = root->kind == NODE_SCALAR && root->value.length == 0 && !root->quoted;
    return nothing ? empty_mapping(reader) : root;
}

bool yaml_takes(struct utf8_char c)
{
    if (c.code < 0x20)
        return c.code == '\t' || c.code == '\n' || c.code == '\r';
    return c.valid && !utf8_is_control(c.code) && c.code != 0xFFFE && c.code != 0xFFFF;
}

static bool report_character(struct yaml_reader *reader, struct utf8_char c, struct place place)
{
    char what[48];
    if (c.code == '%')
        return give_up(reader, "a directive begins here", "a line that does not begin with %", place);
    snprintf(what, sizeof what, c.valid ? "the control character U+%04X" : "the byte 0x%02X is not valid UTF-8",
        (unsigned)c.code);
    return give_up(reader, what, "text in UTF-8", place);
}

/* What libyaml would read otherwise than people do: bytes that are not text, and line
   breaks that no editor shows.  Directives cost it quadratic time. */
static bool is_text_event(struct yaml_reader *reader, struct slice rest)
{
    size_t line = 0;
    size_t column = 0;
    bool after_return = false;
    while (rest.length > 0) {
        struct utf8_char c = utf8_next(rest);
        if (!yaml_takes(c) || (c.code == '%' && column == 0))
            return report_character(reader, c, place_at(reader, line, column));
        bool breaks = c.code == '\r' || (c.code == '\n' && !after_return);
        line += breaks;
        column = c.code == '\r' || c.code == '\n' ? 0 : column + 1;
        after_return = c.code == '\r';
        rest.at += c.length;
        rest.length -= c.length;
    }
    return true;
}

struct node *yaml_read(const char *file, struct slice bytes, struct problems *problems)
{
    struct yaml_reader reader = {.problems = problems, .file = file, .bytes = bytes};
    if (bytes.length > MOST_BYTES) {
        problem_add(problems, RULESET_TOO_LARGE, place_at(&reader, 0, 0),
            FACT(limit, "%d") FACT(unit, "bytes in a file"), MOST_BYTES);
        return NULL;
    }
    if (!is_text_event(&reader, bytes))
        return NULL;
    if (!yaml_parser_initialize(&reader.parser)) {
        memory_count_failure();
        return NULL;
    }
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)bytes.at, bytes.length);
    struct node *root = read_stream(&reader);
    yaml_parser_delete(&reader.parser);
    return reader.incomplete ? NULL : root;
}
