/* SPDX-License-Identifier: MIT */
/* Transcripts in action: every case in a folder and process of its own, several
   at a time.

   Output goes to a file, not a terminal, so a program that prints results and
   troubles has them in order only if it flushes the one before the other. */
#include "transcript.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

/* Where the cases run: FOLDER holds one folder a case, and what they printed. */
struct place {
    const char *root;
    char folder[PATH_ROOM / 2];
};

/* Whom the alarm kills: the process group of the command that runs. */
static volatile sig_atomic_t running_group;
static volatile sig_atomic_t alarm_rang;

static void ring(int signal)
{
    (void)signal;
    alarm_rang = 1;
    kill(-(pid_t)running_group, SIGKILL);
}

static void wait_for(pid_t process, int *status)
{
    while (waitpid(process, status, 0) < 0 && errno == EINTR)
        ;
}

static _Noreturn void become_command(const char *command, const char *output)
{
    int out = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    int in = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2) {
        close(in);
        close(out);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(126);
}

unsigned time_limit(void)
{
    const char *seconds = getenv("TRANSCRIPT_SECONDS");
    int limit = seconds == NULL ? 0 : atoi(seconds);
    return limit > 0 ? (unsigned)limit : 120;
}

static int run_command(const char *command, const char *output)
{
    int status = 0;
    pid_t process = fork();
    if (process < 0)
        die("cannot start", command);
    if (process == 0)
        become_command(command, output);
    setpgid(process, process); /* both sides set it: whoever comes first */
    running_group = process;
    alarm_rang = 0;
    alarm(time_limit());
    wait_for(process, &status);
    alarm(0);
    kill(-process, SIGKILL); /* what it left in the background */
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* $? of a command is the status of the one before, as at a prompt. */
static int run_after(int previous, const char *text, const char *output)
{
    size_t room = strlen(text) + 32;
    char *command = malloc(room);
    if (command == NULL)
        die("cannot go on", "out of memory");
    snprintf(command, room, "(exit %d)\n%s", previous, text);
    int status = run_command(previous == 0 ? text : command, output);
    free(command);
    return status;
}

/* Writes the byte that *AT stands for and returns what follows it. */
static const char *write_byte(FILE *file, const char *at)
{
    static const char letters[] = "nrt0\\", bytes[] = "\n\r\t\0\\";
    char const *letter = at[0] == '\\' && at[1] != '\0' ? strchr(letters, at[1]) : NULL;
    if (letter != NULL) {
        fputc(bytes[letter - letters], file);
        return at + 2;
    }
    if (begins(at, "\\x") && strspn(at + 2, "0123456789abcdefABCDEF") >= 2) {
        char digits[3] = {at[2], at[3], '\0'};
        fputc((int)strtol(digits, NULL, 16), file);
        return at + 4;
    }
    fputc(at[0], file);
    return at + 1;
}

static void make_folders(char *path)
{
    for (char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static void write_file(const struct script *script, const struct action *action)
{
    make_folders(action->text);
    FILE *file = fopen(action->text, "w");
    if (file == NULL)
        die("cannot write", action->text);
    for (size_t i = action->begin; i < action->end; i++) {
        const char *line = script->lines.at[i];
        if (!action->escapes)
            fputs(line, file);
        while (action->escapes && *line != '\0')
            line = write_byte(file, line);
        if (!action->escapes || i + 1 < action->end)
            fputc('\n', file);
    }
    fclose(file);
}

/* The name of what belongs to ITEM, a case or an action, in the folder. */
static void place_name(const struct place *place, const void *item, char name[PATH_ROOM])
{
    snprintf(name, PATH_ROOM, "%s/%p", place->folder, item);
}

/* Leaves each command's output in a file, with two bytes behind it: the exit
   status, and whether it was late. */
static void run_case(const struct place *place, const struct script *script, const struct test_case *test)
{
    int status = 0;
    char name[PATH_ROOM];
    for (size_t i = test->first; i < test->first + test->count; i++) {
        const struct action *action = &script->actions[i];
        if (action->is_file) {
            write_file(script, action);
            continue;
        }
        place_name(place, action, name);
        status = run_after(status, action->text, name);
        FILE *output = fopen(name, "a");
        if (output == NULL)
            die("cannot write", name);
        fprintf(output, "%c%c", status, alarm_rang ? 1 : 0);
        fclose(output);
    }
}

static void run_program(const char *program, const char *flags, const char *from, const char *to)
{
    pid_t process = fork();
    if (process == 0) {
        execlp(program, program, flags, from, to, (char *)NULL);
        _exit(127);
    }
    wait_for(process, NULL);
}

static bool commands_name(const struct script *script, const char *folder)
{
    for (size_t i = 0; i < script->action_count; i++)
        if (strstr(script->actions[i].text, folder) != NULL)
            return true;
    return false;
}

/* Commands of documents name the shipped files.  They get copies, which they may spoil. */
static void copy_shipped(const struct place *place, const struct script *script)
{
    static const char *const shipped[] = {"samples", "rulesets"};
    char path[PATH_ROOM];
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        if (!commands_name(script, shipped[i]))
            continue;
        snprintf(path, sizeof path, "%s/%s", place->root, shipped[i]);
        run_program("cp", "-R", path, ".");
    }
}

static void start_case(const struct place *place, const struct script *script, const struct test_case *test)
{
    char path[PATH_ROOM];
    pid_t process = fork();
    if (process < 0)
        die("cannot start", test->title);
    if (process > 0)
        return;
    place_name(place, test, path);
    if (mkdir(path, 0700) != 0 || chdir(path) != 0 || setenv("HOME", path, 1) != 0)
        die("cannot enter", path);
    if (script->dialect != CASES)
        copy_shipped(place, script);
    run_case(place, script, test);
    exit(EXIT_SUCCESS);
}

static void run_all(const struct place *place, const struct script *scripts, size_t count)
{
    long const processors = sysconf(_SC_NPROCESSORS_ONLN);
    long running = 0;
    for (size_t s = 0; s < count; s++)
        for (size_t c = 0; c < scripts[s].case_count; c++) {
            if (running >= 2 && running >= processors && wait(NULL) > 0)
                running--;
            start_case(place, &scripts[s], &scripts[s].cases[c]);
            running++;
        }
    while (wait(NULL) > 0 || errno == EINTR)
        ;
}

/* In expected output of a case, a backslash stands before what would be read as
   something else; a control byte shows as <0x1b>. */
static void add_output_line(struct action *action, enum dialect dialect, const char *bytes, size_t length)
{
    char *line = NULL;
    size_t written = 0;
    FILE *text = open_memstream(&line, &written);
    if (text == NULL)
        die("cannot go on", "out of memory");
    fputc('\\', text);
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == 0x7f)
            fprintf(text, "<0x%02x>", (unsigned)bytes[i]);
        else
            fputc(bytes[i], text);
    fclose(text);
    const char *plain = line + 1;
    bool taken = script_is_control(dialect, plain) || plain[0] == '\\' || strcmp(plain, "...") == 0;
    lines_add(&action->output, taken && dialect == CASES ? line : plain);
    free(line);
}

static void add_output(struct action *action, enum dialect dialect, const char *bytes, size_t length)
{
    struct lines *lines = &action->output;
    const char *const end = bytes + length;
    const char *at = bytes;
    for (const char *newline; at < end && (newline = memchr(at, '\n', (size_t)(end - at))) != NULL; at = newline + 1)
        add_output_line(action, dialect, at, (size_t)(newline - at));
    if (at < end)
        add_output_line(action, dialect, at, (size_t)(end - at));
    if (at < end && dialect == CASES)
        lines_add(lines, "\\ no newline");
    /* Empty lines before the next command belong to the layout of the file. */
    for (size_t i = lines->count; i > 0 && lines->at[i - 1][0] == '\0'; i--)
        if (dialect == CASES)
            lines->at[i - 1] = strdup("\\");
        else
            lines->count--;
}

static void read_output(const struct place *place, struct action *action, enum dialect dialect)
{
    char name[PATH_ROOM];
    char *bytes = NULL;
    size_t length = 0;
    place_name(place, action, name);
    FILE *file = fopen(name, "r");
    FILE *text = open_memstream(&bytes, &length);
    if (text == NULL)
        die("cannot go on", "out of memory");
    for (int c; file != NULL && (c = getc(file)) != EOF;)
        putc(c, text);
    fclose(text);
    if (file != NULL)
        fclose(file);
    action->actual_status = length < 2 ? -1 : (unsigned char)bytes[length - 2];
    action->late = length >= 2 && bytes[length - 1] != 0;
    add_output(action, dialect, bytes, length < 2 ? 0 : length - 2);
    free(bytes);
}

void scripts_run(struct script *scripts, size_t count, const char *root)
{
    struct place place = {.root = root};
    const char *temporary = getenv("TMPDIR");
    struct sigaction action = {.sa_handler = ring};
    snprintf(place.folder, sizeof place.folder, "%s/transcript-XXXXXX", temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(place.folder) == NULL || sigaction(SIGALRM, &action, NULL) != 0)
        die("cannot make a folder", place.folder);
    run_all(&place, scripts, count);
    for (size_t s = 0; s < count; s++)
        for (size_t i = 0; i < scripts[s].action_count; i++)
            if (!scripts[s].actions[i].is_file)
                read_output(&place, &scripts[s].actions[i], scripts[s].dialect);
    run_program("rm", "-rf", "--", place.folder);
}
