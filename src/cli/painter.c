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
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAINTING_SECONDS = 60 }; /* of a processor, for one picture */

/* What the child answers; the complaint and the PNG follow. */
struct answer {
    int status;
    size_t complained;
    size_t painted;
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

/* Graphics libraries write about what they read to standard error: nobody is to see that. */
static bool leave_streams(void)
{
    int nowhere = open("/dev/null", O_RDWR);
    return nowhere >= 0 && dup2(nowhere, STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0;
}

static _Noreturn void paint_all(int parent)
{
    static const int usual[] = {SIGINT, SIGTERM, SIGHUP, SIGPROF};
    const struct itimerval limit = {.it_value = {.tv_sec = PAINTING_SECONDS}};
    struct growing painted = {0};
    struct growing complaint = {0};
    const struct catasta_sink to = growing_sink(&painted);
    const struct catasta_sink errors = growing_sink(&complaint);
    char *svg = NULL;
    size_t length;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        signal(usual[i], SIG_DFL);
    bool going = leave_streams();
    while (going && receive_bytes(parent, &length, sizeof length)) {
        free(svg);
        svg = malloc(length + 1);
        painted.length = complaint.length = 0;
        going = svg != NULL && receive_bytes(parent, svg, length) && setitimer(ITIMER_PROF, &limit, NULL) == 0;
        int status = going ? (int)catasta_write_png(svg, length, &to, &errors) : CATASTA_FAILED;
        const struct answer answer = {status, complaint.length, painted.length};
        going = going && send_bytes(parent, &answer, sizeof answer) &&
            send_bytes(parent, complaint.bytes, complaint.length) && send_bytes(parent, painted.bytes, painted.length);
    }
    _exit(going ? CATASTA_OK : CATASTA_FAILED);
}

/* The parent. */

static bool begin_painter(struct png_painter *painter)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    painter->child = fork();
    if (painter->child == 0) {
        close(ends[1]);
        paint_all(ends[0]);
    }
    close(ends[0]);
    painter->socket = ends[1];
    painter->begun = true;
    return painter->child > 0;
}

/* Ends the child, and returns how it ended, as waitpid says. */
static int end_painter(struct png_painter *painter)
{
    int how = 0;
    close(painter->socket);
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
        if (!receive_bytes(painter->socket, block, part))
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
    if (!send_bytes(painter->socket, &length, sizeof length) || !send_bytes(painter->socket, svg, length))
        return complain_child(painter);
    if (!receive_bytes(painter->socket, &answer, sizeof answer))
        return complain_child(painter);
    int status = pass_on(painter, answer.complained, &complaint_sink);
    if (status == CATASTA_OK)
        status = pass_on(painter, answer.painted, sink);
    return status == CATASTA_OK ? answer.status : status;
}
