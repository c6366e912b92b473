/* SPDX-License-Identifier: MIT */
/* Transcripts judged: what was expected, what came, and the file rewritten. */
#include "transcript.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static const char usage[] =
    "usage: transcript [--rewrite] [--catasta PROGRAM] [CASES | --readme FILE | --man FILE]...\n"
    "Runs the commands written in FILEs and compares what they print.\n"
    "  --rewrite  write what they print into the files instead\n"
    "  --catasta  the program under test (build/catasta)\n";

struct options {
    bool rewrite;
    const char *catasta;
};

struct tally {
    size_t passed;
    size_t failed;
};

/* Whether PATTERN, in which […] stands for any text, describes LINE. */
static bool line_matches(const char *pattern, const char *line)
{
    static const char any[] = "[…]";
    const char *wild = strstr(pattern, any);
    if (wild == NULL)
        return strcmp(pattern, line) == 0;
    if (strncmp(pattern, line, (size_t)(wild - pattern)) != 0)
        return false;
    line += wild - pattern;
    while (!line_matches(wild + strlen(any), line))
        if (*line++ == '\0')
            return false;
    return true;
}

/* A line "..." of the pattern stands for any number of lines. */
static bool lines_match(char *const *pattern, size_t patterns, char *const *lines, size_t count)
{
    if (patterns == 0)
        return count == 0;
    if (strcmp(pattern[0], "...") != 0)
        return count > 0 && line_matches(pattern[0], lines[0]) &&
            lines_match(pattern + 1, patterns - 1, lines + 1, count - 1);
    for (size_t skipped = 0; skipped <= count; skipped++)
        if (lines_match(pattern + 1, patterns - 1, lines + skipped, count - skipped))
            return true;
    return false;
}

static bool output_is_right(const struct script *script, const struct action *action)
{
    return lines_match(
        script->lines.at + action->begin, action->end - action->begin, action->output.at, action->output.count);
}

/* Documents do not write exit statuses down; any that catasta has will do. */
static bool status_is_right(const struct script *script, const struct action *action)
{
    if (script->dialect == CASES)
        return action->actual_status == action->status;
    return action->actual_status >= 0 && action->actual_status <= 2;
}

static bool action_passed(const struct script *script, const struct action *action)
{
    return !action->late && status_is_right(script, action) && output_is_right(script, action);
}

static void print_lines(const char *mark, char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("  %s %s\n", mark, lines[i]);
}

/* What differs, between the lines at both ends that agree. */
static void print_difference(const struct script *script, const struct action *action)
{
    char *const *wanted = script->lines.at + action->begin;
    char *const *got = action->output.at;
    size_t wants = action->end - action->begin, gots = action->output.count, same = 0, tail = 0;
    while (same < wants && same < gots && line_matches(wanted[same], got[same]))
        same++;
    while (same + tail < wants && same + tail < gots && line_matches(wanted[wants - tail - 1], got[gots - tail - 1]))
        tail++;
    print_lines(" ", wanted, same);
    print_lines("-", wanted + same, wants - same - tail);
    print_lines("+", got + same, gots - same - tail);
    print_lines(" ", got + gots - tail, tail);
}

static void print_failure(const struct script *script, const struct test_case *test, const struct action *action)
{
    printf("%s:%zu: %s\n  $ %s", script->path, action->line + 1, test->title, action->text);
    if (!output_is_right(script, action))
        print_difference(script, action);
    if (action->late)
        printf("  killed after %u seconds\n", time_limit());
    else if (!status_is_right(script, action))
        printf("  exit status %d instead of %d\n", action->actual_status, action->status);
}

static void judge_case(const struct script *script, const struct test_case *test, struct tally *tally)
{
    size_t commands = 0;
    for (size_t i = test->first; i < test->first + test->count; i++) {
        const struct action *action = &script->actions[i];
        if (action->is_file)
            continue;
        commands++;
        if (action_passed(script, action)) {
            tally->passed++;
            continue;
        }
        tally->failed++;
        print_failure(script, test, action);
    }
    if (commands == 0) {
        tally->failed++;
        printf("%s:%zu: %s\n  no command in this case\n", script->path, test->line + 1, test->title);
    }
}

/* A man page's line: escapes back in. */
static void write_line(FILE *file, enum dialect dialect, const char *line)
{
    if (dialect == MANUAL && (line[0] == '.' || line[0] == '\''))
        fputs("\\&", file);
    for (; *line != '\0'; line++)
        if (dialect == MANUAL && *line == '\\')
            fputs("\\e", file);
        else if (dialect == MANUAL && *line == '-')
            fputs("\\-", file);
        else
            fputc(*line, file);
    fputc('\n', file);
}

static size_t copy_lines(FILE *file, const struct script *script, size_t from, size_t to)
{
    for (; from < to; from++)
        fprintf(file, "%s\n", script->raw.at[from]);
    return to;
}

/* Writes what ACTION printed in place of what was expected; returns the line
   where the copying goes on. */
static size_t rewrite_action(FILE *file, const struct script *script, const struct action *action, size_t from)
{
    copy_lines(file, script, from, action->begin);
    from = action->end;
    if (output_is_right(script, action))
        copy_lines(file, script, action->begin, action->end);
    else
        for (size_t i = 0; i < action->output.count; i++)
            write_line(file, script->dialect, action->output.at[i]);
    if (script->dialect != CASES)
        return from;
    if (action->status_line != 0)
        from = copy_lines(file, script, from, action->status_line) + 1;
    if (action->actual_status != 0)
        fprintf(file, "? %d\n", action->actual_status);
    return from;
}

static void rewrite_script(const struct script *script)
{
    char name[4096];
    size_t from = 0;
    snprintf(name, sizeof name, "%s.new", script->path);
    FILE *file = fopen(name, "w");
    if (file == NULL)
        die("cannot write", name);
    for (size_t i = 0; i < script->action_count; i++) {
        const struct action *action = &script->actions[i];
        if (!action->is_file && !action_passed(script, action) && !action->late)
            from = rewrite_action(file, script, action, from);
    }
    copy_lines(file, script, from, script->raw.count);
    if (fclose(file) != 0 || rename(name, script->path) != 0)
        die("cannot write", script->path);
}

static bool rewrite_scripts(const struct script *scripts, size_t count)
{
    bool any = false;
    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < scripts[s].action_count; i++)
            if (!scripts[s].actions[i].is_file && !action_passed(&scripts[s], &scripts[s].actions[i])) {
                printf("%s: rewritten\n", scripts[s].path);
                rewrite_script(&scripts[s]);
                any = true;
                break;
            }
    return any;
}

/* What every command sees, whoever runs the tests. */
static void set_environment(const char *catasta, const char *root)
{
    static char *none[] = {NULL};
    static const char *const kept[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TMPDIR", "TRANSCRIPT_SECONDS"};
    char *values[sizeof kept / sizeof *kept];
    char path[8192];
    char samples[4200];
    const char *slash = strrchr(catasta, '/');
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        values[i] = getenv(kept[i]);
    environ = none;
    snprintf(path, sizeof path, "%s%s%.*s:/usr/local/bin:/usr/bin:/bin", catasta[0] == '/' ? "" : root,
        catasta[0] == '/' ? "" : "/", slash == NULL ? 0 : (int)(slash - catasta), catasta);
    snprintf(samples, sizeof samples, "%s/samples", root);
    setenv("PATH", path, 1);
    setenv("SAMPLES", samples, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "dumb", 1);
    setenv("TZ", "UTC", 1);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (values[i] != NULL)
            setenv(kept[i], values[i], 1);
}

/* Reads the scripts that the arguments name and returns how many. */
static size_t read_arguments(char **arguments, struct options *options, struct script **scripts)
{
    size_t count = 0;
    for (; *arguments != NULL; arguments++) {
        enum dialect dialect = CASES;
        if (strcmp(*arguments, "--rewrite") == 0) {
            options->rewrite = true;
            continue;
        }
        if (begins(*arguments, "--") && arguments[1] == NULL)
            die("bad arguments", usage);
        if (strcmp(*arguments, "--catasta") == 0) {
            options->catasta = *++arguments;
            continue;
        }
        if (begins(*arguments, "--"))
            dialect = strcmp(*arguments++, "--readme") == 0 ? README : MANUAL;
        *scripts = grown(*scripts, count, sizeof **scripts);
        script_read(&(*scripts)[count++], dialect, *arguments);
    }
    return count;
}

int main(int argc, char **argv)
{
    struct options options = {false, "build/catasta"};
    struct script *scripts = NULL;
    struct tally tally = {0, 0};
    char root[4096];
    if (argc < 2 || getcwd(root, sizeof root) == NULL)
        die("bad arguments", usage);
    size_t count = read_arguments(argv + 1, &options, &scripts);
    set_environment(options.catasta, root);
    scripts_run(scripts, count, root);
    if (options.rewrite)
        return rewrite_scripts(scripts, count) ? STATUS_FAILED : EXIT_SUCCESS;
    for (size_t s = 0; s < count; s++)
        for (size_t c = 0; c < scripts[s].case_count; c++)
            judge_case(&scripts[s], &scripts[s].cases[c], &tally);
    printf("transcript: %zu passed, %zu failed\n", tally.passed, tally.failed);
    return tally.failed == 0 ? EXIT_SUCCESS : STATUS_FAILED;
}
