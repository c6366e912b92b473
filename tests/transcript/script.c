/* SPDX-License-Identifier: MIT */
/* Transcripts as text: from a file to cases and their actions. */
#include "transcript.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void die(const char *what, const char *name)
{
    fprintf(stderr, "transcript: %s: %s\n", what, name);
    exit(STATUS_TROUBLE);
}

void *grown(void *array, size_t count, size_t size)
{
    if (count % 64 != 0)
        return array;
    array = realloc(array, (count + 64) * size);
    if (array == NULL)
        die("cannot go on", "out of memory");
    return array;
}

void lines_add(struct lines *lines, const char *line)
{
    lines->at = grown(lines->at, lines->count, sizeof *lines->at);
    lines->at[lines->count] = strdup(line);
    if (lines->at[lines->count++] == NULL)
        die("cannot go on", "out of memory");
}

bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

struct escape {
    const char *written;
    const char *meant;
};

static const struct escape man_escapes[] = {
    {"\\e", "\\"},
    {"\\(rs", "\\"},
    {"\\(bs", "\\"},
    {"\\-", "-"},
    {"\\(mi", "-"},
    {"\\(aq", "'"},
    {"\\(dq", "\""},
    {"\\(ga", "`"},
    {"\\(ha", "^"},
    {"\\(ti", "~"},
    {"\\&", ""},
    {"\\ ", " "},
    {"\\(at", "@"},
    {"\\(en", "–"},
    {"\\(em", "—"},
    {"\\(bu", "•"},
    {"\\(mu", "×"},
    {"\\(->", "→"},
    {"\\(S2", "²"},
};

static const struct escape *find_escape(const char *at)
{
    for (size_t i = 0; i < sizeof man_escapes / sizeof *man_escapes; i++)
        if (begins(at, man_escapes[i].written))
            return &man_escapes[i];
    return NULL;
}

static void add_unescaped(struct lines *lines, const char *raw)
{
    char *plain = NULL;
    size_t length = 0;
    FILE *text = open_memstream(&plain, &length);
    if (text == NULL)
        die("cannot go on", "out of memory");
    while (*raw != '\0') {
        const struct escape *escape = find_escape(raw);
        if (escape == NULL)
            fputc(*raw++, text);
        else
            raw += fputs(escape->meant, text) < 0 ? 0 : strlen(escape->written);
    }
    fclose(text);
    lines_add(lines, plain);
    free(plain);
}

static void read_lines(struct script *script)
{
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(script->path, "r");
    if (file == NULL)
        die("cannot open", script->path);
    for (ssize_t length; (length = getline(&line, &room, file)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        lines_add(&script->raw, line);
        if (script->dialect == MANUAL && line[0] != '.')
            add_unescaped(&script->lines, line);
        else
            lines_add(&script->lines, line);
    }
    free(line);
    fclose(file);
}

static void add_case(struct script *script, const char *title, size_t line)
{
    script->cases = grown(script->cases, script->case_count, sizeof *script->cases);
    script->cases[script->case_count++] = (struct test_case){title, line, script->action_count, 0};
}

static struct action *add_action(struct script *script, size_t line)
{
    if (script->case_count == 0)
        add_case(script, script->path, line);
    script->actions = grown(script->actions, script->action_count, sizeof *script->actions);
    script->cases[script->case_count - 1].count++;
    script->actions[script->action_count] = (struct action){.line = line};
    return &script->actions[script->action_count++];
}

bool script_is_control(enum dialect dialect, const char *line)
{
    switch (dialect) {
    case CASES:
        return strchr("$?#", line[0]) != NULL ? line[0] != '\0' : begins(line, "==");
    case README:
        return begins(line, "$ ") || begins(line, "```");
    default:
        return begins(line, "$ ") || begins(line, ".Ed");
    }
}

/* The word that ends the here-document which COMMAND opens, empty for none. */
static void heredoc_word(const char *command, char word[64])
{
    const char *at = strstr(command, "<<");
    size_t length = 0;
    if (at != NULL)
        at += 2 + strspn(at + 2, "- '\"\\");
    if (at != NULL)
        length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz0123456789");
    snprintf(word, 64, "%.*s", (int)length, at == NULL ? "" : at);
}

static bool is_continued(const char *line)
{
    size_t length = strlen(line);
    return length > 0 && line[length - 1] == '\\';
}

/* LINE without the "> " that a prompt puts before the lines after the first. */
static const char *after_prompt(const char *line)
{
    if (strcmp(line, ">") == 0)
        return line + 1;
    return begins(line, "> ") ? line + 2 : line;
}

/* The command that begins at line *I, with its here-document and continuation
   lines; *I moves behind it. */
static char *read_command(struct script *script, size_t *i)
{
    char *command = NULL;
    size_t length = 0;
    char word[64];
    const char *line = script->lines.at[*i];
    FILE *text = open_memstream(&command, &length);
    if (text == NULL)
        die("cannot go on", "out of memory");
    line += strspn(line, "$ ");
    heredoc_word(line, word);
    for (bool more = true; more;) {
        fprintf(text, "%s\n", line);
        ++*i;
        more = (word[0] != '\0' ? strcmp(line, word) != 0 : is_continued(line)) && *i < script->lines.count;
        if (more)
            line = after_prompt(script->lines.at[*i]);
    }
    fclose(text);
    return command;
}

static size_t parse_command(struct script *script, size_t i)
{
    struct action *action = add_action(script, i);
    struct lines *lines = &script->lines;
    action->text = read_command(script, &i);
    action->begin = i;
    while (i < lines->count && !script_is_control(script->dialect, lines->at[i]))
        i++;
    action->end = i;
    while (action->end > action->begin && lines->at[action->end - 1][0] == '\0')
        action->end--;
    if (i < lines->count && script->dialect == CASES && lines->at[i][0] == '?') {
        action->status = atoi(lines->at[i] + 1);
        action->status_line = i++;
    }
    return i;
}

static size_t parse_file(struct script *script, size_t i)
{
    struct action *action = add_action(script, i);
    char *name = script->lines.at[i] + 3;
    char *space = strchr(name, ' ');
    action->is_file = true;
    action->escapes = space != NULL && strcmp(space, " printf") == 0;
    if (space != NULL)
        *space = '\0';
    action->text = name;
    action->begin = ++i;
    while (i < script->lines.count && strcmp(script->lines.at[i], "== end") != 0)
        i++;
    action->end = i;
    if (i == script->lines.count)
        die("no == end", script->path);
    return i + 1;
}

static size_t parse_title(struct script *script, size_t i)
{
    add_case(script, script->lines.at[i] + strspn(script->lines.at[i], "# "), i);
    while (i < script->lines.count && script->lines.at[i][0] == '#')
        i++;
    return i;
}

static void parse_cases(struct script *script)
{
    for (size_t i = 0; i < script->lines.count;) {
        const char *line = script->lines.at[i];
        if (line[0] == '#')
            i = parse_title(script, i);
        else if (begins(line, "== "))
            i = parse_file(script, i);
        else if (line[0] == '$')
            i = parse_command(script, i);
        else if (line[0] == '\0')
            i++;
        else {
            fprintf(stderr, "%s:%zu: no title, file or command: %s\n", script->path, i + 1, line);
            exit(STATUS_TROUBLE);
        }
    }
}

/* In documents, only what follows a "$ " inside a block is a test. */
static void parse_document(struct script *script)
{
    const char *open = script->dialect == README ? "```console" : ".Bd -literal";
    const char *close = script->dialect == README ? "```" : ".Ed";
    bool inside = false;
    for (size_t i = 0; i < script->lines.count;) {
        const char *line = script->lines.at[i];
        if (inside && begins(line, "$ "))
            i = parse_command(script, i);
        else {
            inside = inside ? !begins(line, close) : begins(line, open);
            i++;
        }
    }
}

void script_read(struct script *script, enum dialect dialect, const char *path)
{
    *script = (struct script){.path = path, .dialect = dialect};
    read_lines(script);
    if (dialect == CASES)
        parse_cases(script);
    else
        parse_document(script);
}
