/* SPDX-License-Identifier: MIT */
#include "engine/child.h"
#include "util/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

enum { FLOOD_BYTES = 64 << 20, END_MILLISECONDS = 1000 };

static bool child_fail(struct child *child, enum child_failure failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool child_fail(struct child *child, enum child_failure failure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    child->failure = failure;
    vsnprintf(child->problem, sizeof child->problem, format, arguments);
    va_end(arguments);
    return false;
}

/* A line of the log. */
static void child_log(const struct child *child, const char *sign, const char *line)
{
    struct buffer text = {.length = 0};
    if (child->watch == NULL || child->watch->log == NULL)
        return;
    buffer_print(&text, "%s%s ", child->watch->label, sign);
    buffer_say_printable(&text, line);
    buffer_say(&text, "\n");
    if (!text.failed)
        child->watch->log->write(child->watch->log->context, text.bytes, text.length);
    buffer_free(&text);
}

/* Pipes in and out: those of the child, whose ends at [0] are read from. */
enum { PIPE_INPUT, PIPE_OUTPUT, PIPE_ERRORS, PIPE_START, PIPES };

static void close_pipes(int pipes[PIPES][2])
{
    for (int i = 0; i < PIPES; i++)
        for (int k = 0; k < 2; k++)
            if (pipes[i][k] >= 0)
                close(pipes[i][k]);
}

static bool open_pipes(int pipes[PIPES][2])
{
    bool fine = true;
    memset(pipes, -1, PIPES * sizeof *pipes);
    for (int i = 0; i < PIPES && fine; i++) {
        fine = pipe(pipes[i]) == 0;
        for (int k = 0; k < 2 && fine; k++)
            fcntl(pipes[i][k], F_SETFD, FD_CLOEXEC);
    }
    if (!fine)
        close_pipes(pipes);
    return fine;
}

/* In the child: becomes the program, or writes why not.  The signal at the death of the parent may come too late. */
static void become(char **words, int pipes[PIPES][2], pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    if (getppid() == parent && dup2(pipes[PIPE_INPUT][0], STDIN_FILENO) >= 0 &&
        dup2(pipes[PIPE_OUTPUT][1], STDOUT_FILENO) >= 0 && dup2(pipes[PIPE_ERRORS][1], STDERR_FILENO) >= 0)
        execvp(words[0], words);
    const int error = errno;
    if (write(pipes[PIPE_START][1], &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

/* Takes its ends of the pipes; false with .problem if the program was not started. */
static bool child_adopt(struct child *child, int pipes[PIPES][2], const char *name)
{
    static const int theirs[] = {0, 1, 1, 1};
    int error = 0;
    for (int i = 0; i < PIPES; i++) {
        close(pipes[i][theirs[i]]);
        pipes[i][theirs[i]] = -1;
    }
    while (read(pipes[PIPE_START][0], &error, sizeof error) < 0 && errno == EINTR)
        ;
    close(pipes[PIPE_START][0]);
    child->to = pipes[PIPE_INPUT][1];
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(pipes[PIPE_OUTPUT][0], F_SETFL, O_NONBLOCK);
    fcntl(pipes[PIPE_ERRORS][0], F_SETFL, O_NONBLOCK);
    child->from.fd = pipes[PIPE_OUTPUT][0];
    child->errors.fd = pipes[PIPE_ERRORS][0];
    return error == 0 || child_fail(child, CHILD_UNUSABLE, "cannot be started: %s: %s", name, strerror(error));
}

/* Of several threads one at a time, lest a child inherits the pipes of another, which then would never end. */
static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

static bool child_run(struct child *child, char **words)
{
    int pipes[PIPES][2];
    const pid_t parent = getpid();
    pthread_mutex_lock(&forking);
    const bool opened = open_pipes(pipes);
    signal(SIGPIPE, SIG_IGN);
    child->pid = opened ? fork() : -1;
    const int error = errno;
    if (child->pid == 0)
        become(words, pipes, parent);
    pthread_mutex_unlock(&forking);
    if (child->pid > 0)
        return child_adopt(child, pipes, words[0]);
    child->pid = 0;
    if (opened)
        close_pipes(pipes);
    return child_fail(child, CHILD_UNUSABLE, "cannot be started: %s", strerror(error));
}

bool child_start(struct child *child, const char *command)
{
    wordexp_t words;
    *child = (struct child){.to = -1, .budget = FLOOD_BYTES, .watch = child->watch};
    if (!line_input_open(&child->from, -1) || !line_input_open(&child->errors, -1))
        return child_fail(child, CHILD_UNUSABLE, "cannot be started: out of memory");
    const int refused = wordexp(command, &words, WRDE_NOCMD);
    if (refused == WRDE_NOSPACE) {
        wordfree(&words); /* some may be there */
        return child_fail(child, CHILD_UNUSABLE, "cannot be started: out of memory");
    }
    if (refused != 0)
        return child_fail(child, CHILD_UNUSABLE, "cannot be started: '%s' is not a program with arguments", command);
    const bool started = words.we_wordc > 0
        ? child_run(child, words.we_wordv)
        : child_fail(child, CHILD_UNUSABLE, "cannot be started: there is no command");
    wordfree(&words);
    return started;
}

/* Reads on standard error, and keeps the last line of it that is not empty. */
static void child_hear_errors(struct child *child)
{
    char *line;
    size_t length;
    line_input_fill(&child->errors);
    for (;;) {
        const enum line_found found = line_input_take(&child->errors, &line, &length);
        if (found == LINE_INCOMPLETE || found == LINE_ENDED)
            return;
        if (found == LINE_TAKEN && length > 0)
            snprintf(child->last_error, sizeof child->last_error, "%s", line);
    }
}

/* Waits until the child has written something, or can take something of the line SENT, unless NULL; false with .problem
   at DEADLINE, or when that is not wanted any more. */
static bool child_wait(struct child *child, const char *sent, int64_t deadline)
{
    const bool full = child->from.end - child->from.begin == LINE_BYTES;
    struct pollfd polls[] = {{child->from.ended || full ? -1 : child->from.fd, POLLIN, 0},
        {child->errors.ended ? -1 : child->errors.fd, POLLIN, 0}, {sent != NULL ? child->to : -1, POLLOUT, 0},
        {child->watch == NULL ? -1 : child->watch->wake, POLLIN, 0}};
    const int count = poll(polls, sizeof polls / sizeof polls[0], clock_left(deadline));
    if (polls[0].revents != 0)
        line_input_fill(&child->from);
    if (polls[1].revents != 0)
        child_hear_errors(child);
    if (count > 0 && polls[3].revents != 0)
        return child_fail(child, CHILD_UNWANTED, "is not waited for");
    if (count != 0 || clock_left(deadline) != 0)
        return true;
    return sent == NULL ? child_fail(child, CHILD_SILENT, "does not answer")
                        : child_fail(child, CHILD_SILENT, "does not read what it is sent: '%.40s'", sent);
}

/* Whether it has ended, and is left as a zombie. */
static bool child_has_ended(const struct child *child, siginfo_t *how)
{
    memset(how, 0, sizeof *how);
    return waitid(P_PID, (id_t)child->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 && how->si_pid == child->pid;
}

/* Its output has ended: so will it, or it never will. */
static bool child_fail_ended(struct child *child)
{
    const struct timespec moment = {0, 5000000};
    const int64_t deadline = clock_now() + END_MILLISECONDS;
    siginfo_t how;
    bool ended;
    while (!(ended = child_has_ended(child, &how)) && clock_left(deadline) > 0)
        nanosleep(&moment, NULL);
    child_hear_errors(child);
    child->status = ended && how.si_code == CLD_EXITED ? how.si_status : -1;
    char last[sizeof child->last_error + 32] = "";
    if (child->last_error[0] != '\0')
        snprintf(last, sizeof last, "; its last error is '%s'", child->last_error);
    return !ended                   ? child_fail(child, CHILD_ENDED, "closed its output%s", last)
        : how.si_code == CLD_EXITED ? child_fail(child, CHILD_ENDED, "ended with exit status %d%s", how.si_status, last)
                                    : child_fail(child, CHILD_ENDED, "was ended by signal %d%s", how.si_status, last);
}

bool child_send(struct child *child, const char *line, int64_t deadline)
{
    char *bytes = malloc(strlen(line) + 2);
    size_t left = bytes == NULL ? 0 : (size_t)sprintf(bytes, "%s\n", line);
    child_log(child, ">", line);
    bool fine = bytes != NULL || child_fail(child, CHILD_UNUSABLE, "cannot be asked: out of memory");
    for (const char *at = bytes; fine && left > 0;) {
        const ssize_t put = write(child->to, at, left);
        if (put > 0) {
            at += put;
            left -= (size_t)put;
        } else if (errno == EPIPE) {
            fine = child_fail_ended(child);
        } else {
            fine = child_wait(child, line, deadline);
        }
    }
    child->budget = child->from.taken + FLOOD_BYTES;
    free(bytes);
    return fine;
}

char *child_line(struct child *child, int64_t deadline)
{
    char *line;
    size_t length;
    for (;;) {
        const enum line_found found = line_input_take(&child->from, &line, &length);
        if (child->from.taken > child->budget)
            child_fail(child, CHILD_FLOODS, "writes without end");
        else if (found == LINE_TAKEN)
            return child_log(child, "<", line), line;
        else if (found == LINE_TOO_LONG || child->from.skipping)
            child_fail(child, CHILD_FLOODS, "wrote a line longer than 1 MiB");
        else if (found == LINE_ENDED)
            child_fail_ended(child);
        else if (child_wait(child, NULL, deadline))
            continue;
        return NULL;
    }
}

void child_end(struct child *child)
{
    const struct timespec moment = {0, 5000000};
    const int64_t deadline = clock_now() + END_MILLISECONDS;
    siginfo_t how;
    if (child->to >= 0)
        close(child->to);
    while (child->pid > 0 && !child_has_ended(child, &how) && clock_left(deadline) > 0) {
        line_input_fill(&child->from); /* it may wait for that */
        child->from.begin = child->from.end;
        nanosleep(&moment, NULL);
    }
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL); /* and what it has started */
        kill(child->pid, SIGKILL);
        waitpid(child->pid, NULL, 0);
        close(child->from.fd);
        close(child->errors.fd);
    }
    child->pid = 0;
    line_input_close(&child->from);
    line_input_close(&child->errors);
}
