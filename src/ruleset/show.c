/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* Words that some version of YAML takes for something else. */
static bool is_yaml_word(struct slice value)
{
    static const char *const words[] = {"~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "<<", "="};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t same = 0;
        while (same < value.length && words[i][same] != '\0' && (value.at[same] | 0x20) == (words[i][same] | 0x20))
            same++;
        if (same == value.length && words[i][same] == '\0')
            return true;
    }
    return false;
}

static bool is_like_number(struct slice value)
{
    return value.length > 0 && is_one_of(value.at[0], "+-.0123456789");
}

/* Bytes that a plain word holds anywhere: no indicator, no space at the ends, no
   ": " and " #". */
static bool is_plain_byte(struct slice value, size_t i)
{
    char c = value.at[i];
    char next = i + 1 < value.length ? value.at[i + 1] : ' ';
    if (c == ' ')
        return i > 0 && next != ' ' && next != '#';
    if (c == ':')
        return next != ' ' && !is_one_of(next, ",[]{}");
    return !is_one_of(c, ",[]{}\"'\\") && (unsigned char)c > 0x20 && c != 0x7F;
}

static bool is_plain_scalar(struct slice value)
{
    if (value.length == 0 || is_one_of(value.at[0], "#&*!|>%@`?-:=") || is_one_of(value.at[value.length - 1], " :"))
        return false;
    for (size_t i = 0; i < value.length; i++)
        if (!is_plain_byte(value, i))
            return false;
    for (struct slice rest = value; rest.length > 0;) {
        struct utf8_char c = utf8_next(rest);
        if (c.code < 0x20 || !yaml_takes(c))
            return false;
        rest.at += c.length;
        rest.length -= c.length;
    }
    return true;
}

static void write_quoted(struct slice value, struct text *yaml)
{
    text_add_char(yaml, '"');
    while (value.length > 0) {
        struct utf8_char c = utf8_next(value);
        if (c.code == '"' || c.code == '\\')
            text_add_char(yaml, '\\');
        if (c.code < 0x20 || !yaml_takes(c))
            text_printf(yaml, "\\u%04X", (unsigned)c.code);
        else
            text_add(yaml, (struct slice){value.at, c.length});
        value.at += c.length;
        value.length -= c.length;
    }
    text_add_char(yaml, '"');
}

/* Numbers stay plain where they were: quotes would make them text. */
static void write_scalar(struct slice value, bool quoted, struct text *yaml)
{
    bool is_negative =
        !quoted && value.length > 1 && value.at[0] == '-' && is_like_number((struct slice){value.at + 1, 1});
    bool is_text_only = quoted && (is_like_number(value) || is_yaml_word(value));
    if ((is_plain_scalar(value) || (is_negative && is_plain_scalar((struct slice){value.at + 1, value.length - 1}))) &&
        !is_text_only)
        text_add(yaml, value);
    else
        write_quoted(value, yaml);
}

void node_write(const struct node *node, struct text *yaml)
{
    if (node->kind == NODE_SCALAR) {
        write_scalar(node->value, node->quoted, yaml);
        return;
    }
    text_add_char(yaml, node->kind == NODE_LIST ? '[' : '{');
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (node->kind == NODE_MAPPING) {
            write_scalar(child->key, false, yaml);
            text_add_string(yaml, ": ");
        }
        node_write(child, yaml);
        text_add_string(yaml, child->next == NULL ? "" : ", ");
    }
    text_add_char(yaml, node->kind == NODE_LIST ? ']' : '}');
}

static void write_entries(const struct node *mapping, size_t indent, struct text *yaml)
{
    for (const struct node *child = mapping->first; child != NULL; child = child->next) {
        text_add_repeated(yaml, ' ', indent);
        write_scalar(child->key, false, yaml);
        text_add_char(yaml, ':');
        if (child->kind == NODE_MAPPING && child->first != NULL) {
            text_add_char(yaml, '\n');
            write_entries(child, indent + 2, yaml);
            continue;
        }
        text_add_char(yaml, ' ');
        node_write(child, yaml);
        text_add_char(yaml, '\n');
    }
}

void ruleset_show(const struct ruleset *ruleset, struct text *yaml)
{
    write_entries(ruleset->root, 0, yaml);
}
