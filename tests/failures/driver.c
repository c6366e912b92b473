/* SPDX-License-Identifier: MIT */
/* Runs commands of catasta, lets allocations and system calls of each fail, and sees what
   comes of it:

       failures CATASTA SHIM FOLDER [COMMAND-NUMBER…]

   FOLDER holds commands.txt, a command a line, and files/, in a copy of which each is run; other
   programs than catasta are beside SHIM, and only run out of memory.
   Allowed is what the command does without failures, the same bytes on both outputs, in all
   files and the same status; or status 2 after saying why, with each file as it was before
   or as it is after success.  Bytes moved one at a time must not matter at all.

   So many of each kind are sampled as CATASTA_FAILURES says, and then all that is wrong is
   listed; else SAMPLE, or the percentage of it that CATASTA_SHARE says. */
#define _GNU_SOURCE
#include "failures.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WORDS_MOST = 32,
    FILES_MOST = 128,
    LONG_BYTES = 2100000,
    SAMPLE = 48,
    FOREIGN = 4,
    ONWARD = 6,
    SECONDS_MOST = 20,
    SHOWN_MOST = 12
};

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "failures: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void *need(void *memory)
{
    if (memory == NULL)
        die("memory");
    return memory;
}

/* ---- what a run left ---- */

struct bytes {
    char *at;
    size_t length;
};

struct left_file {
    char *name;
    struct bytes bytes;
};

/* Names are paths in the folder, sorted. */
struct left {
    int status; /* or 256 and the signal */
    struct bytes output;
    struct bytes errors;
    struct left_file files[FILES_MOST];
    size_t file_count;
};

static bool bytes_equal(struct bytes a, struct bytes b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static struct bytes read_bytes(int fd)
{
    struct stat status;
    struct bytes bytes;
    if (fd < 0 || fstat(fd, &status) != 0)
        die("file");
    bytes.length = (size_t)status.st_size;
    bytes.at = need(calloc(1, bytes.length + 1));
    if (pread(fd, bytes.at, bytes.length, 0) != (ssize_t)bytes.length)
        die("read");
    return bytes;
}

static void add_files(struct left *left, const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char *name = NULL;
        struct stat status;
        if (asprintf(&name, "%s%s%s", strcmp(folder, ".") == 0 ? "" : folder, strcmp(folder, ".") == 0 ? "" : "/",
                entries[i]->d_name) < 0)
            die("memory");
        bool counts = strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0;
        if (counts && lstat(name, &status) == 0 && S_ISDIR(status.st_mode)) {
            add_files(left, name);
        } else if (counts) {
            int fd = open(name, O_RDONLY | O_NOFOLLOW);
            if (left->file_count == FILES_MOST)
                die("too many files");
            left->files[left->file_count++] = (struct left_file){strdup(name), read_bytes(fd)};
            close(fd);
        }
        free(name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void forget(struct left *left)
{
    for (size_t i = 0; i < left->file_count; i++) {
        free(left->files[i].name);
        free(left->files[i].bytes.at);
    }
    free(left->output.at);
    free(left->errors.at);
    *left = (struct left){0};
}

static const struct left_file *find_file(const struct left *left, const char *name)
{
    for (size_t i = 0; i < left->file_count; i++)
        if (strcmp(left->files[i].name, name) == 0)
            return &left->files[i];
    return NULL;
}

static bool has(const struct left *left, const struct left_file *file)
{
    const struct left_file *other = find_file(left, file->name);
    return other != NULL && bytes_equal(other->bytes, file->bytes);
}

static bool same_files(const struct left *a, const struct left *b)
{
    bool same = a->file_count == b->file_count;
    for (size_t i = 0; same && i < a->file_count; i++)
        same = has(b, &a->files[i]);
    return same;
}

/* ---- running ---- */

static char *words[WORDS_MOST]; /* of the command, ended by NULL */
static const char *input;       /* its standard input */
static struct left before;      /* the files as they are for each run */
static struct failing_log *counted;
static int streams[2];

/* The folder as it was. */
static void restore(const struct left *now)
{
    for (size_t i = 0; i < now->file_count; i++)
        if (!has(&before, &now->files[i]))
            unlink(now->files[i].name);
    for (size_t i = 0; i < before.file_count; i++) {
        if (now->file_count > 0 && has(now, &before.files[i]))
            continue;
        const struct left_file *file = &before.files[i];
        int fd = open(file->name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (fd < 0 || write(fd, file->bytes.at, file->bytes.length) != (ssize_t)file->bytes.length)
            die(file->name);
        close(fd);
    }
}

/* How it ended; what does not end is killed. */
static int wait_for(pid_t child)
{
    sigset_t ended;
    const struct timespec patience = {.tv_sec = SECONDS_MOST};
    int status;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    while (waitpid(child, &status, WNOHANG) == 0)
        if (sigtimedwait(&ended, NULL, &patience) < 0 && errno == EAGAIN)
            kill(child, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

/* Runs the command with FAILING as environment says, and fills in what it left. */
static void run(const char *failing, struct left *left)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (failing == NULL)
        unsetenv("FAILING");
    else
        setenv("FAILING", failing, 1);
    counted->allocations = counted->calls = 0;
    for (int i = 0; i < 2; i++)
        if (ftruncate(streams[i], 0) != 0 || lseek(streams[i], 0, SEEK_SET) != 0)
            die("output");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, streams[0], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams[1], STDERR_FILENO);
    errno = posix_spawn(&child, words[0], &actions, NULL, words, environ);
    if (errno != 0)
        die(words[0]);
    posix_spawn_file_actions_destroy(&actions);
    *left =
        (struct left){.status = wait_for(child), .output = read_bytes(streams[0]), .errors = read_bytes(streams[1])};
    add_files(left, ".");
    if (left->status == 77)
        die("system calls cannot be filtered here");
}

/* ---- what may be ---- */

/* Whether a whole line of FAILED has REASON in it and is not in SOUND. */
static bool is_said(const struct left *sound, const struct left *failed, const char *reason)
{
    char *line = failed->errors.at;
    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        bool said = strstr(line, reason) != NULL && strstr(sound->errors.at, line) == NULL;
        *end = '\n';
        if (said)
            return true;
    }
    return false;
}

/* Where errors may not be told, or a file may stay, for just that failed. */
struct excuse {
    bool silent;
    bool litter;
};

/* NULL, or what is wrong with FAILED, where SOUND is without failures; REASON is what is to be
   said of it, NULL: nothing is. */
static const char *judge(const struct left *sound, const struct left *failed, const char *reason, struct excuse excuse)
{
    bool fine = failed->status == sound->status;
    if (failed->status == 256 + SIGKILL)
        return "it did not end";
    if (failed->status > 255)
        return "a signal";
    if (fine && bytes_equal(failed->output, sound->output) && bytes_equal(failed->errors, sound->errors) &&
        same_files(failed, sound))
        return NULL;
    if (reason == NULL)
        return "something changed";
    if (failed->status != 2)
        return !fine                                      ? "another status"
            : !bytes_equal(failed->output, sound->output) ? "another output"
            : !bytes_equal(failed->errors, sound->errors) ? "other messages"
                                                          : "other files";
    for (size_t i = 0; i < failed->file_count; i++)
        if (!has(&before, &failed->files[i]) && !has(sound, &failed->files[i]) && !excuse.litter)
            return "a file that is neither old nor new";
    for (size_t i = 0; i < before.file_count; i++)
        if (find_file(failed, before.files[i].name) == NULL)
            return "a file is gone";
    if (!excuse.silent && *reason == '\0' && strstr(failed->errors.at, "out of memory") != NULL)
        return "memory did not run out";
    return excuse.silent || is_said(sound, failed, reason) ? NULL : "status 2, and it is not said why";
}

static unsigned passed;
static unsigned failed_count;
static unsigned shown;

static void attempt(const char *failing, const struct left *sound, const char *reason, struct excuse excuse)
{
    struct left left;
    run(failing, &left);
    const char *wrong = judge(sound, &left, reason, excuse);
    passed += wrong == NULL;
    failed_count += wrong != NULL;
    if (wrong != NULL && (++shown <= SHOWN_MOST || getenv("CATASTA_FAILURES") != NULL)) {
        printf("not ok FAILING='%s': %s (status %d)\n", failing, wrong, left.status);
        if (left.errors.length > 0 && !bytes_equal(left.errors, sound->errors))
            printf("    %.*s\n", (int)strcspn(left.errors.at, "\n"), left.errors.at);
    }
    restore(&left);
    forget(&left);
}

/* ---- the command's failures ---- */

/* Those that the program asks for, or those of libraries; some of them with all after them. */
static void fail_allocations(const struct left *sound, const struct failing_log *log, bool own, unsigned sample)
{
    static const char reason[] = "emory"; /* "out of memory", "Cannot allocate memory" */
    const struct excuse none = {0};
    char failing[64];
    unsigned total = log->allocations < ALLOCATIONS_MOST ? log->allocations : ALLOCATIONS_MOST;
    unsigned count = 0;
    unsigned seen = 0;
    for (unsigned n = 0; n < total; n++)
        count += log->own[n] == own;
    unsigned step = count > sample ? (count + sample - 1) / sample : 1;
    for (unsigned n = 1; n <= total; n++) {
        if (log->own[n - 1] != own || seen++ % step != 0)
            continue;
        snprintf(failing, sizeof failing, "allocation %u", n);
        attempt(failing, sound, reason, none);
        if (seen % (step * ONWARD) != 1)
            continue;
        snprintf(failing, sizeof failing, "allocation %u+", n);
        attempt(failing, sound, reason, none);
    }
}

static const struct failing_kind *kind_of(int number)
{
    for (size_t i = 0; i < FAILING_KINDS; i++)
        if (failing_kinds[i].number == number)
            return &failing_kinds[i];
    return NULL;
}

static bool is_call(const struct failing_kind *kind, const char *name)
{
    return strcmp(kind->name, name) == 0;
}

static void fail_call(const struct left *sound, const struct failing_call *call, unsigned n, bool all)
{
    const struct failing_kind *kind = kind_of(call->number);
    char failing[64];
    for (size_t i = 0; kind != NULL && i < 3 && kind->errors[i] != 0; i++) {
        if (!all && (n + i) % 2 != 0 && i > 0)
            continue;
        struct excuse excuse = {
            .silent = is_call(kind, "write") && call->fd == STDERR_FILENO,
            .litter = strncmp(kind->name, "unlink", 6) == 0,
        };
        snprintf(failing, sizeof failing, "call %u %d", n, kind->errors[i]);
        attempt(failing, sound, "", excuse);
        if (kind->errors[i] == EINTR)
            continue;
        excuse.silent = excuse.litter = true;
        snprintf(failing, sizeof failing, "call %u+ %d", n, kind->errors[i]);
        attempt(failing, sound, "", excuse);
    }
    if (kind != NULL && (is_call(kind, "read") || is_call(kind, "pread64") || is_call(kind, "write"))) {
        snprintf(failing, sizeof failing, "call %u short", n);
        attempt(failing, sound, NULL, (struct excuse){0});
    }
}

static void fail_calls(const struct left *sound, const struct failing_log *log, unsigned sample)
{
    unsigned count = log->calls > LOGGED_MOST ? LOGGED_MOST : log->calls;
    unsigned step = count > sample ? (count + sample - 1) / sample : 1;
    for (unsigned n = 1; n <= count; n += step)
        fail_call(sound, &log->list[n - 1], n, sample > SAMPLE);
    attempt("call 1+ short", sound, NULL, (struct excuse){0});
}

static void fail_command(const char *line, unsigned sample)
{
    struct left sound;
    struct left again;
    static struct failing_log log;
    unsigned good = passed;
    unsigned bad = failed_count;
    shown = 0;
    run(NULL, &sound);
    log = *counted;
    restore(&sound);
    run("allocation 0", &again);
    restore(&again);
    if (sound.status > 2 || judge(&sound, &again, NULL, (struct excuse){0}) != NULL) {
        printf("not ok %s: differs from run to run, or ends with %d\n", line, sound.status);
        failed_count++;
    }
    fail_allocations(&sound, &log, true, sample);
    fail_allocations(&sound, &log, false, sample / FOREIGN);
    if (strncmp(line, "catasta ", 8) == 0)
        fail_calls(&sound, &log, sample);
    printf("%s%s: %u allocations, %u system calls: %u passed, %u failed\n", failed_count > bad ? "not ok " : "", line,
        log.allocations, log.calls, passed - good, failed_count - bad);
    fflush(stdout);
    forget(&sound);
    forget(&again);
}

/* ---- setting up ---- */

static void split(char *line, const char *program, const char *shim)
{
    static char other[1024];
    size_t count = 0;
    input = "/dev/null";
    for (char *word = strtok(line, " "); word != NULL && count < WORDS_MOST - 1; word = strtok(NULL, " "))
        if (word[0] == '<')
            input = word + 1;
        else
            words[count++] = word;
    words[count] = NULL;
    snprintf(other, sizeof other, "%.*s%s", (int)(strrchr(shim, '/') + 1 - shim), shim, words[0]);
    words[0] = strcmp(words[0], "catasta") == 0 ? (char *)program : other;
}

/* games.db, an index of two of the files. */
static void add_index(const char *program)
{
    char name[] = "/tmp/failures.XXXXXX.db";
    char line[2048];
    struct left_file *file = &before.files[before.file_count++];
    int fd = mkstemps(name, 3);
    snprintf(line, sizeof line, "'%s' index -o %s legal.sgn abande.sgn >/dev/null", program, name);
    if (fd < 0 || close(fd) != 0 || system(line) != 0 || (fd = open(name, O_RDONLY)) < 0) /* another file */
        die("games.db");
    *file = (struct left_file){strdup("games.db"), read_bytes(fd)};
    close(fd);
    unlink(name);
}

/* The files for each run, the index, and one that is read in parts: legal.sgn, again and again. */
static void gather_files(const char *program)
{
    add_files(&before, ".");
    add_index(program);
    const struct bytes once = find_file(&before, "legal.sgn")->bytes;
    struct left_file *file = &before.files[before.file_count++];
    file->name = strdup("long.sgn");
    file->bytes.at = need(malloc(LONG_BYTES + once.length));
    while (file->bytes.length < LONG_BYTES) {
        memcpy(file->bytes.at + file->bytes.length, once.at, once.length);
        file->bytes.length += once.length;
    }
}

static unsigned number_of(const char *digits)
{
    return (unsigned)strtoul(digits, NULL, 10);
}

static bool is_chosen(unsigned number, char **chosen)
{
    for (char **one = chosen; *one != NULL; one++)
        if (number_of(*one) == number)
            return true;
    return *chosen == NULL;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/failures.XXXXXX";
    char line[1024];
    char copy[1024];
    unsigned number = 0;
    sigset_t ended;
    const char *knob = getenv("CATASTA_FAILURES");
    const char *share = getenv("CATASTA_SHARE");
    unsigned sample = knob != NULL ? number_of(knob) : share != NULL ? SAMPLE * number_of(share) / 100 : SAMPLE;
    if (argc < 4) {
        fputs("usage: failures CATASTA SHIM FOLDER [COMMAND-NUMBER...]\n", stderr);
        return 2;
    }
    char *program = need(realpath(argv[1], NULL));
    char *shim = need(realpath(argv[2], NULL));
    snprintf(line, sizeof line, "%s/commands.txt", argv[3]);
    FILE *commands = fopen(line, "r");
    snprintf(line, sizeof line, "%s/files", argv[3]);
    if (commands == NULL || chdir(line) != 0)
        die(line);
    gather_files(program);
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, NULL);
    int log = memfd_create("log", 0);
    streams[0] = memfd_create("output", MFD_CLOEXEC);
    streams[1] = memfd_create("errors", MFD_CLOEXEC);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 || ftruncate(log, sizeof *counted) != 0)
        die(folder);
    counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED, log, 0);
    if (counted == MAP_FAILED)
        die("log");
    snprintf(line, sizeof line, "/proc/%d/fd/%d", (int)getpid(), log);
    setenv("FAILING_LOG", line, 1);
    setenv("LD_PRELOAD", shim, 1);
    restore(&(struct left){0});
    while (fgets(line, sizeof line, commands) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || line[0] == '\0' || !is_chosen(++number, argv + 4))
            continue;
        setenv("LC_ALL", number % 2 == 0 ? "C.UTF-8" : "C", 1);
        strcpy(copy, line);
        split(copy, program, shim);
        fail_command(line, sample);
    }
    if (chdir("/") == 0 && snprintf(line, sizeof line, "rm -rf %s", folder) > 0) {
        unsetenv("LD_PRELOAD");
        if (system(line) != 0)
            die(folder);
    }
    printf("%u passed, %u failed\n", passed, failed_count);
    return failed_count > 0;
}
