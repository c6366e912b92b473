/* SPDX-License-Identifier: MIT */
/* Failures on purpose: a library that is loaded before a program and lets one of its
   allocations or system calls fail, and the driver that runs the program so.

       FAILING='allocation 17'   the 17th since the program began
       FAILING='allocation 17+'  and all after it
       FAILING='call 3 28'       the 3rd system call, with that errno value
       FAILING='call 3 short'    the 3rd moves one byte, if it can; with +, each at most 61

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

/* Where the arguments of a call that was stopped are known. */
#if defined __x86_64__ || defined __aarch64__
#define FAILING_CALLS
#endif

/* The calls that may fail, and with what. */
struct failing_kind {
    int number;
    const char *name;
    int errors[3];
};

#define CALL(name) SYS_##name, #name
static const struct failing_kind failing_kinds[] = {
    {CREATE_THREAD, "pthread_create", {EAGAIN}},
#ifdef FAILING_CALLS
    {CALL(read), {EIO, EINTR}},
    {CALL(pread64), {EIO, EINTR}},
    {CALL(write), {ENOSPC, EIO, EINTR}},
    {CALL(openat), {EIO, EMFILE, EINTR}},
    {CALL(close), {EIO, EINTR}},
    {CALL(fstat), {EIO}},
    {CALL(newfstatat), {EIO, EACCES}},
    {CALL(lseek), {EIO}},
    {CALL(fsync), {EIO}},
    {CALL(fdatasync), {EIO}},
    {CALL(ftruncate), {EIO}},
    {CALL(fchmod), {EPERM}},
    {CALL(fchown), {EPERM}},
    {CALL(mkdirat), {EACCES}},
    {CALL(unlinkat), {EIO}},
    {CALL(renameat), {EIO}},
    {CALL(linkat), {EIO}},
    {CALL(renameat2), {EIO}},
    {CALL(dup), {EMFILE}},
    {CALL(dup3), {EINTR}},
    {CALL(pipe2), {EMFILE}},
    {CALL(fcntl), {EINVAL}},
    {CALL(ioctl), {EIO}},
    {CALL(getdents64), {EIO}},
    {CALL(readlinkat), {EIO}},
    {CALL(getcwd), {EACCES}},
    {CALL(getrandom), {EINTR}},
    {CALL(utimensat), {EPERM}},
#ifdef SYS_open
    {CALL(open), {EIO, EMFILE, EINTR}},
    {CALL(stat), {EIO}},
    {CALL(lstat), {EIO}},
    {CALL(mkdir), {EACCES}},
    {CALL(unlink), {EIO}},
    {CALL(rename), {EIO}},
    {CALL(dup2), {EINTR}},
    {CALL(pipe), {EMFILE}},
    {CALL(readlink), {EIO}},
#endif
#endif
};
#undef CALL
enum { FAILING_KINDS = sizeof failing_kinds / sizeof *failing_kinds };

#endif
