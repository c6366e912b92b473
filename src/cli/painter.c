/* SPDX-License-Identifier: MIT */
/* PNG is painted by a child of the program, which lives as long as there are pictures: where a
   graphics library crashes, ends the process or does not end, only the picture is lost. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAINTING_SECONDS = 60 }; /* of a processor, for one picture */

/* What the child answers: parts of the PNG and of a complaint, and in the end a status. */
enum answer_kind { PAINTED, COMPLAINT, FINISHED };
struct answer {
    enum answer_kind kind;
    int status;
    size_t length; /* of the bytes that follow */
};

/* Writes LENGTH bytes to FD, or with RECEIVES reads them. */
static bool move_bytes(int fd, void *bytes, size_t length, bool receives)
{
    for (char *at = bytes; length > 0;) {
        ssize_t done = receives ? read(fd, at, length) : write(fd, at, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        length -= (size_t)done;
    }
    return true;
}

static bool receive_bytes(int fd, void *bytes, size_t length)
{
    return move_bytes(fd, bytes, length, true);
}

static bool send_bytes(int fd, const void *bytes, size_t length)
{
    return move_bytes(fd, (void *)(uintptr_t)bytes, length, false);
}

/* The child. */

static bool send_answer(int fd, enum answer_kind kind, const char *bytes, size_t length)
{
    const struct answer answer = {.kind = kind, .length = length};
    return send_bytes(fd, &answer, sizeof answer) && send_bytes(fd, bytes, length);
}

static bool send_painted(void *context, const char *bytes, size_t length)
{
    return send_answer(*(const int *)context, PAINTED, bytes, length);
}

static bool send_complaint(void *context, const char *bytes, size_t length)
{
    return send_answer(*(const int *)context, COMPLAINT, bytes, length);
}

/* Graphics libraries write about what they read to standard error: nobody is to see that. */
static bool leave_streams(void)
{
    int nowhere = open("/dev/null", O_RDWR);
    return nowhere >= 0 && dup2(nowhere, STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0;
}

static _Noreturn void paint_all(int requests, int answers)
{
    static const int usual[] = {SIGINT, SIGTERM, SIGHUP, SIGPROF};
    const struct itimerval limit = {.it_value = {.tv_sec = PAINTING_SECONDS}};
    const struct catasta_sink painted = {send_painted, &answers};
    const struct catasta_sink complaints = {send_complaint, &answers};
    struct answer last = {.kind = FINISHED};
    char *svg = NULL;
    size_t length;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        signal(usual[i], SIG_DFL);
    bool going = leave_streams();
    while (going && receive_bytes(requests, &length, sizeof length)) {
        free(svg);
        svg = malloc(length + 1);
        going = svg != NULL && receive_bytes(requests, svg, length) && setitimer(ITIMER_PROF, &limit, NULL) == 0;
        last.status = going ? (int)catasta_write_png(svg, length, &painted, &complaints) : CATASTA_FAILED;
        going = going && send_bytes(answers, &last, sizeof last);
    }
    _exit(going ? CATASTA_OK : CATASTA_FAILED);
}

/* The parent. */

static bool begin_painter(struct png_painter *painter)
{
    int requests[2];
    int answers[2];
    if (pipe(requests) != 0)
        return false;
    if (pipe(answers) != 0) {
        close(requests[0]);
        close(requests[1]);
        return false;
    }
    painter->child = fork();
    if (painter->child == 0) {
        close(requests[1]);
        close(answers[0]);
        paint_all(requests[0], answers[1]);
    }
    close(requests[0]);
    close(answers[1]);
    painter->requests = requests[1];
    painter->answers = answers[0];
    painter->begun = true;
    return painter->child > 0;
}

/* Ends the child, and returns how it ended, as waitpid says. */
static int end_painter(struct png_painter *painter)
{
    int how = 0;
    close(painter->requests);
    close(painter->answers);
    while (painter->child > 0 && waitpid(painter->child, &how, 0) < 0 && errno == EINTR)
        continue;
    *painter = (struct png_painter){0};
    return how;
}

void close_painter(struct png_painter *painter)
{
    if (painter->begun)
        end_painter(painter);
}

static int complain_child(struct png_painter *painter)
{
    int how = end_painter(painter);
    if (WIFSIGNALED(how) && WTERMSIG(how) == SIGPROF)
        return complain("painting a picture as PNG took more than %d seconds", PAINTING_SECONDS);
    if (WIFSIGNALED(how))
        return complain("librsvg or cairo crashed painting a picture as PNG: %s", strsignal(WTERMSIG(how)));
    return complain("librsvg or cairo gave up painting a picture as PNG");
}

/* Passes LENGTH bytes of the child on to SINK; 0, or the status of a failure. */
static int pass_on(struct png_painter *painter, size_t length, const struct catasta_sink *sink)
{
    char block[16384];
    while (length > 0) {
        size_t part = length < sizeof block ? length : sizeof block;
        if (!receive_bytes(painter->answers, block, part))
            return complain_child(painter);
        if (!sink->write(sink->context, block, part))
            return CATASTA_FAILED;
        length -= part;
    }
    return CATASTA_OK;
}

int paint(struct png_painter *painter, const char *svg, size_t length, const struct catasta_sink *sink)
{
    struct answer answer;
    if (!painter->begun && !begin_painter(painter))
        return complain("cannot begin to paint: %s", strerror(errno));
    if (!send_bytes(painter->requests, &length, sizeof length) || !send_bytes(painter->requests, svg, length))
        return complain_child(painter);
    while (receive_bytes(painter->answers, &answer, sizeof answer)) {
        if (answer.kind == FINISHED)
            return answer.status;
        int status = pass_on(painter, answer.length, answer.kind == PAINTED ? sink : &complaint_sink);
        if (status != CATASTA_OK)
            return status;
    }
    return complain_child(painter);
}
