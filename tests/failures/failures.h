/* Failures on purpose: a library that is loaded before a program and lets one of its
   allocations or system calls fail, and the driver that runs the program so.

       FAILING='allocation 17'   the 17th since the program began
       FAILING='allocation 17+'  and all after it
       FAILING='call 3 28'       the 3rd system call, with that errno value
       FAILING='call 3+ short'   from the 3rd on each moves one byte, if it can

   What is counted goes to the file that FAILING_LOG names, a struct failing_log. */
#ifndef TESTS_FAILURES_H
#define TESTS_FAILURES_H

#include <errno.h>
#include <stdbool.h>
#include <sys/syscall.h>

enum { LOGGED_MOST = 4096, ALLOCATIONS_MOST = 1 << 18, CREATE_THREAD = -1 };

struct failing_log {
    unsigned allocations;
    unsigned calls;
    struct failing_call {
        int number; /* of the system call, or CREATE_THREAD */
        int fd;     /* its first argument */
    } list[LOGGED_MOST];
    bool own[ALLOCATIONS_MOST]; /* by allocation: the program asked for it, not a library */
};

/* The calls that may fail, and with what. */
struct failing_kind {
    int number;
    const char *name;
    int errors[3];
};

#define KIND(call, ...)                                                                                                \
    {                                                                                                                  \
        SYS_##call, #call,                                                                                             \
        {                                                                                                              \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
static const struct failing_kind failing_kinds[] = {
    KIND(read, EIO, EINTR),
    KIND(write, ENOSPC, EIO, EINTR),
    {CREATE_THREAD, "pthread_create", {EAGAIN}},
    KIND(openat, EIO, EMFILE, EINTR),
    KIND(close, EIO, EINTR),
    KIND(fstat, EIO),
    KIND(newfstatat, EIO, EACCES),
    KIND(lseek, EIO),
    KIND(fsync, EIO),
    KIND(fdatasync, EIO),
    KIND(ftruncate, EIO),
    KIND(fchmod, EPERM),
    KIND(fchown, EPERM),
    KIND(mkdirat, EACCES),
    KIND(unlinkat, EIO),
    KIND(renameat, EIO),
    KIND(renameat2, EIO),
    KIND(dup, EMFILE),
    KIND(dup3, EINTR),
    KIND(pipe2, EMFILE),
    KIND(fcntl, EINVAL),
    KIND(ioctl, EIO),
    KIND(getdents64, EIO),
    KIND(readlinkat, EIO),
    KIND(getcwd, EACCES),
    KIND(getrandom, EINTR),
    KIND(utimensat, EPERM),
#ifdef SYS_open
    KIND(open, EIO, EMFILE, EINTR),
    KIND(stat, EIO),
    KIND(lstat, EIO),
    KIND(mkdir, EACCES),
    KIND(unlink, EIO),
    KIND(rename, EIO),
    KIND(dup2, EINTR),
    KIND(pipe, EMFILE),
    KIND(readlink, EIO),
#endif
};
#undef KIND
enum { FAILING_KINDS = sizeof failing_kinds / sizeof *failing_kinds };

#endif
