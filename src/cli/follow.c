/* SPDX-License-Identifier: MIT */
/* Following a file.  A thread copies what comes to it, line by line, into a pipe, which is read as usual. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

/* A file for which the system sends no events, as on other machines, is checked again after this number of
   milliseconds. */
enum { PATIENCE = 1000, HELD_MOST = 64 * 1024 };

static struct follower {
    const char *name;
    int fd;       /* of the file */
    bool regular; /* it has an end that is none */
    int watch;    /* signals that there may be more: .fd itself, or inotify; -1: nothing does */
    int from;     /* the pipe */
    int to;
    pthread_t thread;
    enum following state;
    bool stopped; /* by a signal */
    int error;    /* errno value, of reading */
    size_t length;
    char held[HELD_MOST]; /* a line that is not whole */
} follower;

static int signals[2] = {-1, -1}; /* a pipe */

/* The next signal ends the program as ever. */
static void take_signal(int number)
{
    int error = errno;
    ssize_t put = write(signals[1], &number, 1);
    errno = put < 0 ? error : errno;
}

/* Gives the first LENGTH bytes that are held to the reader; false when nobody reads. */
static bool give(size_t length)
{
    for (size_t given = 0; given < length;) {
        ssize_t put = write(follower.to, follower.held + given, length - given);
        if (put < 0 && errno != EINTR)
            return false;
        given += put > 0 ? (size_t)put : 0;
    }
    follower.length -= length;
    memmove(follower.held, follower.held + length, follower.length);
    return true;
}

/* ... as far as lines are whole, or longer than there is room for. */
static bool give_lines(void)
{
    size_t length = follower.length;
    while (length > 0 && follower.held[length - 1] != '\n' && follower.held[length - 1] != '\r')
        length--;
    return give(length == 0 && follower.length == HELD_MOST ? HELD_MOST : length);
}

/* What has become of the file, once its end was reached. */
static enum following find_state(void)
{
    struct stat held;
    struct stat named;
    if (!follower.regular)
        return FOLLOW_ENDS;
    if (fstat(follower.fd, &held) == 0 && held.st_size < lseek(follower.fd, 0, SEEK_CUR))
        return FOLLOW_SHORTER;
    if (stat(follower.name, &named) != 0)
        return errno == ENOENT ? FOLLOW_ENDS : FOLLOW_GOES_ON;
    return is_same_file(&named, &held) ? FOLLOW_GOES_ON : FOLLOW_REPLACED;
}

/* Waits until there may be something to read; false when there is nothing, or nobody to read it. */
static bool wait_for_file(bool idle)
{
    struct pollfd files[] = {{follower.watch, POLLIN, 0}, {signals[0], POLLIN, 0}, {follower.to, 0, 0}};
    char events[4096];
    while (poll(files, sizeof files / sizeof files[0], !idle ? 0 : follower.regular ? PATIENCE : -1) < 0)
        if (errno != EINTR)
            return false;
    follower.stopped = files[1].revents != 0;
    if (follower.regular && files[0].revents != 0 && read(follower.watch, events, sizeof events) <= 0)
        follower.watch = -1;
    return files[2].revents == 0 && (follower.regular || files[0].revents != 0);
}

/* After a signal what is there is read once more, and a line that is not whole is left out. */
static void *copy_growth(void *context)
{
    bool idle = !follower.regular;
    (void)context;
    while (!follower.stopped && wait_for_file(idle)) {
        enum following state = idle ? find_state() : FOLLOW_GOES_ON;
        ssize_t got = read(follower.fd, follower.held + follower.length, HELD_MOST - follower.length);
        if (got < 0 && errno == EINTR)
            continue;
        follower.error = got < 0 ? errno : 0;
        follower.length += got > 0 ? (size_t)got : 0;
        bool over = got <= 0 && state != FOLLOW_GOES_ON;
        if (over)
            follower.state = state;
        if (follower.error != 0 || over || !give_lines())
            break;
        idle = got == 0 || !follower.regular;
    }
    if (!follower.stopped)
        give(follower.length);
    close(follower.to);
    return context;
}

bool follow_open(const char *name)
{
    struct stat status;
    bool standard = strcmp(name, "-") == 0;
    follower.name = name;
    follower.fd = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (follower.fd < 0 || fstat(follower.fd, &status) != 0)
        return false;
    follower.regular = S_ISREG(status.st_mode) && !standard; /* standard input ends as ever */
    if (signals[0] >= 0)
        return true;
    if (pipe(signals) != 0)
        return false;
    catch_signals(take_signal, (int)SA_RESETHAND | SA_RESTART, false);
    return true;
}

int follow_begin(void)
{
    int ends[2];
    follower.state = FOLLOW_ENDS;
    follower.length = 0;
    follower.watch = follower.fd;
    if (follower.regular) {
        follower.watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
        inotify_add_watch(follower.watch, follower.name, IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF);
    }
    if (pipe(ends) != 0)
        return -1;
    follower.from = ends[0];
    follower.to = ends[1];
    int error = pthread_create(&follower.thread, NULL, copy_growth, NULL);
    if (error == 0)
        return follower.from;
    close(follower.from);
    close(follower.to);
    errno = error == EAGAIN ? ENOMEM : error; /* for its stack */
    return -1;
}

enum following follow_end(int *error)
{
    close(follower.from);
    pthread_join(follower.thread, NULL);
    if (follower.regular && follower.watch >= 0)
        close(follower.watch);
    *error = follower.error;
    if (follower.state == FOLLOW_SHORTER && lseek(follower.fd, 0, SEEK_SET) != 0)
        return FOLLOW_ENDS;
    if (follower.state == FOLLOW_REPLACED) {
        close(follower.fd);
        follower.fd = open(follower.name, O_RDONLY | O_CLOEXEC);
    }
    return follower.fd < 0 ? FOLLOW_ENDS : follower.state;
}
